"""`golosa count`: as of when, what is official, incomplete or the host's business, and the JSON."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest


def test_a_day_is_counted_from_saved_pages(table: Any) -> None:
    table.new()
    posts = [
        table.post(1, "Аня", "09:00", "Лис"),
        table.post(2, "Лис", "10:00", "Ёжик"),
        table.post(3, "Шелли", "11:00", "Лис"),
    ]
    found = table.count(posts=posts)
    assert table.targets(found) == {"Аня": "Лис", "Лис": "Ёжик", "Шелли": "Лис"}
    assert found["counts"] == [
        {"target": "Лис", "votes": 2, "voters": ["Аня", "Шелли"]},
        {"target": "Ёжик", "votes": 1, "voters": ["Лис"]},
    ]
    assert (found["verdict"], found["by"], found["out"], found["no_ballot"]) == (
        "out",
        "votes",
        ["Лис"],
        ["Ёжик", "Гаррет"],
    )
    assert (found["schema"], found["day"], found["at"], found["official"]) == (1, 1, "2026-03-02T19:00:00Z", False)
    assert (found["complete"], found["incomplete_why"], found["seen_until"]) == (True, None, "2026-03-02T19:30:00Z")
    assert found["up_to"] == {"post": "3", "number": 3, "at": "2026-03-02T08:00:00Z"}
    assert found["known"] == "2026-03-02T20:00:00Z"
    assert "[b]Лис[/b]" in found["bbcode"]


def test_an_official_count_before_the_end_is_refused(table: Any) -> None:
    table.new()
    table.now = table.moscow("21:59:59")
    table.count("--official", status=2)
    assert "an official count is made after that" in table.err


def test_a_count_of_a_whole_thread_after_the_end_is_official(table: Any) -> None:
    table.new()
    assert table.count("--official", posts=[table.post(1, "Аня", "09:00", "Лис")])["official"] is True


def test_official_is_not_given_before_the_end_by_pages_seen_before_it(table: Any) -> None:
    table.new()
    table.now = table.moscow("21:00:00")
    table.count("--official", posts=[table.post(1, "Аня", "09:00", "Лис")], seen="20:59:00", status=2)


def test_with_a_page_missing_nothing_is_official(table: Any) -> None:
    table.new()
    posts = [table.post(n, "Аня", "09:00", "Лис") for n in range(1, 13)]
    found = table.count("--official", posts=posts, pages=1, status=3)
    assert (found["official"], found["complete"]) == (False, False)
    assert (found["verdict"], found["by"], found["out"]) == ("open", None, [])
    assert found["incomplete_why"] == "pages 2 of 2 are missing"
    assert "not official: the thread is not known whole" in table.err


def test_pages_seen_before_the_moment_of_the_count_are_incomplete(table: Any) -> None:
    table.new()
    found = table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], seen="21:00:00", status=3)
    assert found["at"] == "2026-03-02T19:00:00Z"
    assert "was last read whole at 2026-03-02T21:00:00+03:00" in found["incomplete_why"]


def test_while_a_ruling_is_open_nothing_is_official(table: Any) -> None:
    table.new()
    posts = [table.post(1, "Аня", "09:00", "Лис", edited="22:10"), table.post(2, "Лис", "10:00", "Ёжик")]
    found = table.count("--official", posts=posts, status=1)
    assert (found["official"], found["verdict"]) == (False, "open")
    assert [needed["why"] for needed in found["rulings_needed"]] == ["edited_after_end"]
    assert "not official: something still needs you" in table.err


def test_v6_a_vote_in_the_minute_of_the_deadline_waits_and_the_count_says_that_the_forum_shows_minutes_only(
    table: Any,
) -> None:
    table.new("--ends", table.moscow("22:00:30").isoformat())
    early = [table.post(1, "Аня", "21:58", "Лис"), table.post(2, "Гаррет", "21:59", "Лис")]
    [page] = table.save([*early, table.post(3, "Лис", "22:00", "Ёжик")])
    page.write_text(re.sub(r'<time datetime="[^"]*">', "<time>", page.read_text(encoding="utf-8")), encoding="utf-8")
    seen = table.moscow("22:45:00").isoformat()
    out = table.run("count", "-C", table.folder, "--json", "--saved", page, "--seen-at", seen, status=1)
    found = json.loads(out)
    assert [(needed["author"], needed["why"]) for needed in found["rulings_needed"]] == [("Лис", "time_unclear")]
    said = table.run("count", "-C", table.folder, "--offline", "--plain", status=1)
    assert said.count("неясно, раньше ли окончания дня или другого голоса (форум показывает время лишь до минуты)") >= 1


def test_a_count_before_the_end_is_as_of_the_moment_up_to_which_the_thread_is_known(table: Any) -> None:
    table.new()
    table.now = table.moscow("15:00:00")
    found = table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], seen="14:59:30")
    assert (found["at"], found["complete"]) == ("2026-03-02T11:59:30Z", True)


def test_at_counts_as_of_that_moment(table: Any) -> None:
    table.new()
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Аня", "12:00", "Ёжик")]
    assert table.targets(table.count("--at", "2026-03-02T11:00:00+03:00", posts=posts)) == {"Аня": "Лис"}
    assert table.targets(table.count()) == {"Аня": "Ёжик"}


def test_v7_known_counts_with_what_was_seen_by_then(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], seen="12:00:00", status=3)
    table.count(posts=[table.post(1, "Аня", "09:00", "Ёжик", edited="21:00")], seen="22:30:00")
    earlier = table.count("--known", "2026-03-02T13:00:00+03:00", "--at", "2026-03-02T11:00:00+03:00")
    assert table.targets(earlier) == {"Аня": "Лис"}
    assert earlier["known"] == "2026-03-02T10:00:00Z"
    assert table.targets(table.count()) == {"Аня": "Ёжик"}


def test_v7_visits_saved_in_any_order_give_the_same_count(tables: Any) -> None:
    visits: list[Any] = [
        ("12:00:00", [("Лис", None), ("Ёжик", None)]),
        ("21:59:30", [("Лис", None), ("Шелли", "13:00")]),
        ("22:30:00", [("Гаррет", "22:10"), ("Шелли", "13:00")]),
    ]
    found = []
    for order in itertools.permutations(visits):
        table = tables()
        table.new()
        for seen, votes in order:
            posts = [
                table.post(number, author, "09:00", vote, edited=edited)
                for number, (author, (vote, edited)) in enumerate(zip(("Аня", "Лис"), votes, strict=True), 1)
            ]
            files = table.save(posts)
            moment = table.moscow(seen).isoformat()
            table.run("count", "-C", table.folder, "--saved", "--seen-at", moment, *files, status=None)
        found.append(table.count(status=1))
    assert all(document == found[0] for document in found)
    assert table.targets(found[0]) == {"Аня": "Лис", "Лис": "Шелли"}


def test_mark_posted_tells_what_has_changed_since(table: Any) -> None:
    table.new()
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Ёжик")]
    first = table.count("--mark-posted", "--at", "2026-03-02T12:00:00+03:00", posts=posts, status=1)
    assert first["changes"] == []
    table.now = table.moscow("23:30:00")
    posts += [table.post(3, "Аня", "13:00", "Шелли"), table.post(4, "Гаррет", "14:00", "Шелли")]
    later = table.count(posts=posts, seen="23:20:00")
    assert later["changes"] == [
        {"voter": "Аня", "from": "Лис", "to": "Шелли", "post": "3"},
        {"voter": "Гаррет", "from": None, "to": "Шелли", "post": "4"},
    ]


def test_v7_a_posted_count_can_be_made_again_from_its_k(table: Any) -> None:
    table.new()
    posted = table.count("--mark-posted", posts=[table.post(1, "Аня", "09:00", "Лис")])
    told = table.run("count", "-C", table.folder, "--offline", "--mark-posted", status=None)
    assert told.endswith("\nзапомнено: этот подсчёт опубликован\n")
    table.now = table.moscow("23:30:00")
    later = table.count(posts=[table.post(1, "Аня", "09:00", "Ёжик")], seen="21:30:00", status=1)
    assert later["rulings_needed"]
    assert table.count("--known", posted["known"]) == posted


def test_dead_players_neither_vote_nor_are_voted_for(table: Any) -> None:
    table.new("--dead", "Гаррет")
    posts = [table.post(1, "Гаррет", "09:00", "Лис"), table.post(2, "Аня", "10:00", "Гаррет")]
    found = table.count(posts=posts)
    assert [mark["why"] for mark in found["not_counted"]] == ["dead_voter", "dead_target"]
    assert table.targets(table.count("--known", "2026-03-02T22:40:00+03:00")) == {}


def test_an_alias_of_two_players_is_a_warning_and_then_a_question(table: Any) -> None:
    table.new("--alias", "Рыжий=Лис", "--alias", "Рыжий=Гаррет")
    assert "may mean Лис, Гаррет; you will be asked" in table.err
    found = table.count(posts=[table.post(1, "Аня", "09:00", "Рыжий")], status=1)
    (needed,) = found["rulings_needed"]
    assert (needed["why"], needed["candidates"]) == ("ambiguous_name", ["Лис", "Гаррет"])


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (["--saved", "--seen-at", "2026-03-02T22:30:00+03:00"], 2, "--saved needs the FILES to read"),
        (["--saved", "{file}"], 2, "saved pages need --seen-at"),
        (["--saved", "--seen-at", "2026-03-02T22:30:00", "{file}"], 2, "the time needs an offset"),
        (["--saved", "--seen-at", "tonight", "{file}"], 2, "write a time like"),
        (["--saved", "--seen-at", "2026-03-02T22:30:00+03:00", "nowhere.html"], 2, "nowhere.html: cannot read"),
        (
            ["--saved", "--seen-at", "2026-03-02T22:30:00+03:00", "{file}", "--url", "a", "--url", "b"],
            2,
            "2 times --url",
        ),
        (["--saved", "--seen-at", "2026-03-02T22:30:00+03:00", "{notes}"], 3, "no thread but unknown software"),
        (["{file}"], 2, "FILES are read with --saved only"),
        (["--day", "7", "--offline"], 2, "no such day"),
    ],
)
def test_wrong_use_is_told_in_one_line(table: Any, words: list[str], status: int, told: str) -> None:
    table.new()
    (file,) = table.save([table.post(1, "Аня", "09:00", "Лис")])
    notes = table.saved / "notes.html"
    notes.write_text("<html><body>A shopping list</body></html>", encoding="utf-8")
    given = [word.format(file=file, notes=notes) for word in words]
    assert table.run("count", "-C", table.folder, *given, status=status) == ""
    assert told in table.err
    assert table.err.count("\n") == 1


def test_a_page_of_another_thread_is_refused(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")])
    (file,) = table.save([table.post(5, "Аня", "21:00", "Ёжик")])
    file.write_text(file.read_text(encoding="utf-8").replace("t=7", "t=8"), encoding="utf-8")
    table.run("count", "-C", table.folder, "--saved", "--seen-at", "2026-03-02T22:40:00+03:00", file, status=2)
    assert "a page of thread 8, not of this day's" in table.err
    assert table.targets(table.count()) == {"Аня": "Лис"}


def test_pages_of_two_threads_are_kept_apart(table: Any) -> None:
    table.new("--thread", "http://forum.example/viewtopic.php?t=8")
    first, second = [table.post(1, "Аня", "09:00", "Лис")], [table.post(5, "Аня", "12:00", "Ёжик")]
    one = table.save(first)[0].read_text(encoding="utf-8")
    (two,) = table.save(second)
    two.write_text(two.read_text(encoding="utf-8").replace("t=7", "t=8"), encoding="utf-8")
    (table.saved / "q1.html").write_text(one, encoding="utf-8")
    out = table.run(
        "count", "-C", table.folder, "--json", "--saved", "--seen-at", "2026-03-02T22:30:00+03:00", two,
        table.saved / "q1.html",
    )  # fmt: skip
    assert '"target":"Ёжик"' in out.replace('": "', '":"')
    table.run("day", "open", "-C", table.folder, "--day", "1", "--votes-thread", table.url)
    assert table.targets(table.count()) == {"Аня": "Лис"}


def test_a_first_post_that_was_not_seen_makes_the_count_incomplete(table: Any) -> None:
    table.new()
    table.run("day", "open", "-C", table.folder, "--day", "1", "--from-post", "77")
    found = table.count(posts=[table.post(1, "Аня", "09:00", "Лис")], status=3)
    assert found["incomplete_why"] == "post 77, which bounds the day, has not been seen in its thread"


def test_posts_outside_the_days_first_and_last_post_are_not_counted(table: Any) -> None:
    table.new()
    table.run("day", "open", "-C", table.folder, "--day", "1", "--from-post", "2", "--to-post", "3")
    posts = [table.post(n, name, "09:00", "Лис") for n, name in enumerate(("Аня", "Ёжик", "Шелли", "Гаррет"), 1)]
    assert table.targets(table.count(posts=posts)) == {"Ёжик": "Лис", "Шелли": "Лис"}


def test_a_forum_that_is_silent_leaves_an_incomplete_count_and_its_document(table: Any, monkeypatch: Any) -> None:
    from golosa.errors import GolosaError
    from golosa.reading import fetching

    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")])

    def silent(*_: object, **__: object) -> None:
        raise GolosaError("http://forum.example: the forum shows this thread to members only", 3)

    monkeypatch.setattr(fetching, "fetch", silent)
    out = table.run("count", "-C", table.folder, "--official", "--json", status=3)
    assert '"complete":false' in out.replace(" ", "")
    assert "members only" in out and '"official":false' in out.replace(" ", "")


def test_c5_a_tie_is_open_through_the_overtime_and_then_waits_for_the_lot(table: Any) -> None:
    table.new()
    posts = [table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Лис", "10:00", "Аня")]
    table.now = table.moscow("22:10:00")
    during = table.count(posts=posts, seen="22:09:00", status=1)
    assert (during["verdict"], during["tied"], during["overtime"]["count_at"]) == (
        "open",
        ["Аня", "Лис"],
        "2026-03-02T19:09:00Z",
    )
    table.now = table.moscow("22:40:00")
    after = table.count(posts=posts, seen="22:31:00", status=1)
    assert (after["at"], after["lots_needed"]) == ("2026-03-02T19:30:00Z", ["day1.tie"])


def test_an_open_game_counts_anew_after_what_another_process_entered(table: Any) -> None:
    from engine.rulings import VoidRuling
    from golosa.folder.game import Game

    table.new()
    table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис")], status=None)
    game, other = Game(table.folder), Game(table.folder)
    day = game.config.day[0]
    assert [ballot.target for ballot in game.count(day, table.now).count.first.ballots] == ["Лис"]
    assert game.count(day, table.now) is game.count(day, table.now)
    other.facts.add("ruling", VoidRuling("1", table.now), table.now)
    assert game.count(day, table.now).count.first.ballots == ()
    game.facts.undo(1, table.now)
    assert [ballot.target for ballot in game.count(day, table.now).count.first.ballots] == ["Лис"]
    game.close()
    other.close()
