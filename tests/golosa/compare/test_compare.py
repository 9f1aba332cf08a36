"""`golosa compare`: a posted count beside ours."""

from __future__ import annotations

import io
import json
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from forums.shown import shown_text


def votes(table: Any) -> list[Any]:
    return [
        table.post(1, "Аня", "09:00", "Лис"),
        table.post(2, "Шелли", "10:00", "Лис"),
        table.post(3, "Гаррет", "11:00", "Лис"),
        table.post(4, "Гаррет", "12:00", "Ёжик"),
        table.post(5, "Лис", "22:00", "Аня"),
    ]


GOOD = "Лис – 2 (Аня, Шелли)\nЁжик – 1 (Гаррет)\nНе голосовали: Лис, Ёжик"


@pytest.fixture
def counted(table: Any) -> Any:
    table.new()
    table.count(posts=votes(table))
    return table


def compare(table: Any, text: str, *more: str, status: int = 1) -> dict[str, Any]:
    path = table.folder.parent / "posted.txt"
    path.write_text(text, encoding="utf-8")
    found: dict[str, Any] = json.loads(table.run("compare", path, "-C", table.folder, "--json", *more, status=status))
    return found


def test_the_same_count_is_the_same(counted: Any) -> None:
    found = compare(counted, GOOD, status=0)
    assert (found["same"], found["voters"], found["unread"], found["complete"]) == (True, [], [], True)
    assert [(line["line"], line["target"], line["same"]) for line in found["lines"]] == [
        (1, "Лис", True),
        (2, "Ёжик", True),
    ]


@pytest.mark.parametrize("form", ["standard", "compact", "long"])
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_post_of_ours_is_the_same(table: Any, form: str, lang: str) -> None:
    table.new("--rules", "majority", "--set", 'votes.kinds=["colour"]', "--zone", "Europe/Moscow", "--lang", lang)
    table.now = table.moscow("15:00:00")
    posts = [
        *votes(table)[:2],
        table.post(3, "Гаррет", "11:00", "Аня"),
        *votes(table)[3:4],
        table.post(6, "Лис", "12:30", "no lynch"),
    ]
    table.count("--mark-posted", "--at", "2026-03-02T11:30:00+03:00", posts=posts, seen="14:59:30")
    table.now = table.moscow("15:10:00")
    text = table.count("--form", form)["bbcode"]
    found = compare(table, text, status=0)
    assert found["same"] and len(found["lines"]) == 3 and found["up_to"] == "5"
    table.run("compare", table.folder.parent / "posted.txt", "-C", table.folder)


def test_a_voter_elsewhere_is_told_with_his_posts(counted: Any) -> None:
    found = compare(counted, "Лис – 3 (Аня, Шелли, Гаррет)\nНе голосовали: Лис, Ёжик")
    assert [(line["target"], line["same"], line["differs"]) for line in found["lines"]] == [
        ("Лис", False, ["votes", "voters"]),
        ("Ёжик", False, ["missing"]),
    ]
    (voter,) = found["voters"]
    assert (voter["voter"], voter["posted"], voter["counted"]) == ("Гаррет", ["Лис"], {"target": "Ёжик", "post": "4"})
    assert [(mark["post"], mark["counts"], mark["why"]) for mark in voter["marks"]] == [
        ("3", False, "superseded"),
        ("4", True, None),
    ]


def test_a_late_vote_that_the_post_counts_is_told_with_its_reason(counted: Any) -> None:
    found = compare(counted, "Лис – 2 (Аня, Шелли)\nЁжик – 1 (Гаррет)\nАня – 1 (Лис)\nНе голосовали: Ёжик")
    (voter,) = found["voters"]
    assert (voter["voter"], voter["counted"]) == ("Лис", None)
    assert [(mark["post"], mark["why"], mark["clause"]) for mark in voter["marks"]] == [("5", "late", "V6")]
    assert found["not_voting"]["only_counted"] == ["Лис"]


def test_a_voter_that_the_post_lacks(counted: Any) -> None:
    found = compare(counted, "Лис – 1 (Аня)\nЁжик – 1 (Гаррет)\nНе голосовали: Шелли, Лис, Ёжик")
    assert [voter["voter"] for voter in found["voters"]] == ["Шелли"]
    assert found["not_voting"]["only_posted"] == ["Шелли"]


def test_numbers_alone_are_compared_as_numbers(counted: Any) -> None:
    assert compare(counted, "Лис – 2\nЁжик – 1", status=0)["same"]
    found = compare(counted, "Лис – 3\nЁжик – 1")
    assert (found["lines"][0]["differs"], found["voters"]) == (["votes"], [])


def test_a_wrong_number_beside_the_right_voters(counted: Any) -> None:
    found = compare(counted, "Лис – 3 (Аня, Шелли)\nЁжик – 1 (Гаррет)")
    assert (found["lines"][0]["differs"], found["voters"]) == (["votes"], [])


def test_what_could_not_be_read_is_not_the_same_and_claims_nothing(counted: Any) -> None:
    found = compare(counted, "Лис – 2 (Аня, Шэлл!)\nЁжик – 1 (Гаррет)")
    assert [(one["line"], one["text"]) for one in found["unread"]] == [(1, "Шэлл!")]
    assert found["voters"] == [] and found["lines"][0]["same"]


def test_what_is_missing_to_a_majority_is_compared(table: Any) -> None:
    table.new("--rules", "majority", "--set", 'votes.kinds=["colour"]')
    table.now = table.moscow("15:00:00")
    table.count(posts=votes(table)[:2], seen="14:59:30")
    assert compare(table, "Лис (2) L-1: Аня, Шелли", status=0)["same"]
    assert compare(table, "Лис (2) L-2: Аня, Шелли")["lines"][0]["differs"] == ["short"]


def test_a_count_is_compared_as_of_the_post_that_it_goes_up_to(counted: Any) -> None:
    found = compare(counted, "По сообщение № 3:\nЛис – 3 (Аня, Шелли, Гаррет)", status=0)
    assert (found["up_to"], found["at"]) == ("3", "2026-03-02T08:00:01Z")
    assert "goes up to post 3" in found["at_why"]


def test_what_follows_in_the_same_second_is_not_in_that_count(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис"), table.post(2, "Шелли", "09:00", "Лис")])
    assert compare(table, "Current to post 1\nЛис – 1 (Аня)", status=0)["same"]


def test_a_number_that_is_another_posts_id_moves_no_moment(table: Any) -> None:
    table.new()
    posts = [table.post(11, "Аня", "09:00", "Лис"), table.post(2, "Шелли", "10:00", "Лис")]
    table.count(posts=posts)
    found = compare(table, "По сообщение № 2:\nЛис – 2 (Аня, Шелли)", status=0)
    assert found["at"] == "2026-03-02T07:00:01Z"
    table.count(posts=[table.post(2, "Аня", "09:00", "Лис"), table.post(11, "Шелли", "10:00", "Лис")], seen="22:40:00")
    found = compare(table, "По сообщение № 2:\nЛис – 2 (Аня, Шелли)", status=0)
    assert "as `golosa count` would" in found["at_why"]


def test_at_goes_before_what_the_post_says(counted: Any) -> None:
    text = "По сообщение № 3:\nЛис – 2 (Аня, Шелли)"
    found = compare(counted, text, "--at", "2026-03-02T10:30:00+03:00", status=0)
    assert found["at_why"] == "as asked for"


def test_a_post_of_the_thread_is_compared_as_of_its_own_time(table: Any) -> None:
    table.new()
    body = "Пока так:<ul><li><b>Лис</b> – 3 (Аня, Шелли, <s>Лис</s> Гаррет)</li></ul><blockquote>Ёжик – 9</blockquote>"
    posts = [*votes(table)[:3], table.post(9, "Ведущий", "11:30", body=body), *votes(table)[3:]]
    table.count(posts=posts)
    found = json.loads(table.run("compare", "9", "-C", table.folder, "--json"))
    assert (found["same"], found["at"]) == (True, "2026-03-02T08:30:00Z")
    assert "the same" in table.run("compare", "9", "-C", table.folder)
    assert table.run("compare", "http://elsewhere.example/viewtopic.php?p=9#p9", "-C", table.folder, status=2) == ""


def test_a_count_is_pasted(counted: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(GOOD))
    out = counted.run("compare", "-", "-C", counted.folder)
    assert "✓ line 1: Лис – 2 (Аня, Шелли)" in out and out.endswith("the same\n")


def test_the_terminal_shows_line_by_line_where_it_differs(counted: Any) -> None:
    path = counted.folder.parent / "posted.txt"
    path.write_text("Лис – 3 (Аня, Шелли, Гаррет)\nЁж +++", encoding="utf-8")
    out = counted.run("compare", path, "-C", counted.folder, status=1)
    for said in (
        "✗ line 1: Лис – 3 (Аня, Шелли, Гаррет)",
        "ours: Лис – 2 (Аня, Шелли) — differs: the number",
        "✗ no such line; ours: Ёжик – 1 (Гаррет)",
        "Гаррет: the post says Лис, ours Ёжик by post 4",
        "compared with our count as of 2 March 2026, 22:00",
        "#3  «Лис»: replaced by a later vote (V3)",
        "not the same",
    ):
        assert said in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Доброе утро!", "no count could be read there"),
        ("<!DOCTYPE html><html><body>Лис – 2</body></html>", "this is a whole page"),
    ],
)
def test_what_holds_no_count_is_refused(counted: Any, text: str, said: str) -> None:
    path = counted.folder.parent / "posted.txt"
    path.write_text(text, encoding="utf-8")
    counted.run("compare", path, "-C", counted.folder, status=2)
    assert said in counted.err


def test_a_post_that_has_not_been_read_is_told(counted: Any) -> None:
    counted.run("compare", "999", "-C", counted.folder, status=2)
    assert "no post of the game's threads that has been read" in counted.err


def test_a_post_of_an_earlier_day_is_compared_with_that_day(table: Any) -> None:
    table.new()
    posts = [*votes(table)[:3], table.post(9, "Ведущий", "11:30", body="Лис – 3 (Аня, Шелли, Гаррет)")]
    table.count(posts=posts)
    thread = "http://forum.example/viewtopic.php?t=8"
    table.run("day", "open", "-C", table.folder, "--thread", thread)
    table.now += timedelta(days=1)
    found = json.loads(table.run("compare", "9", "-C", table.folder, "--json"))
    assert (found["day"], found["same"]) == (1, True)


def test_a_file_in_another_encoding_is_told(counted: Any, tmp_path: Path) -> None:
    path = tmp_path / "posted.txt"
    path.write_bytes(GOOD.encode("cp1251"))
    counted.run("compare", path, "-C", counted.folder, status=2)
    assert "must be a text file in UTF-8" in counted.err


def test_a_thread_not_read_whole_is_no_proof(table: Any) -> None:
    table.new()
    table.count(posts=votes(table)[:4], seen="21:00:00", status=3)
    found = compare(table, GOOD, status=3)
    assert (found["same"], found["complete"]) == (True, False)


def test_the_text_of_a_post_as_it_is_shown() -> None:
    html = (
        "<p>Один</p><p>Два<br>три</p><table><tr><th>Имя</th><th>N</th></tr><tr><td>Лис</td><td>2</td></tr></table>"
        "<ul><li>a</li><li>b</li></ul><pre>x   y\n z</pre><div class='quotecontent'>чужое</div><s>нет</s>"
        "<span style='text-decoration: line-through'>нет</span><script>нет</script>"
    )
    assert shown_text(html) == "Один\n\nДва\nтри\n\nИмя | N |\nЛис | 2 |\na\nb\nx   y\nz"
