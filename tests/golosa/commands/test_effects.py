"""What the host lays on votes, and rules from a post on, in a game folder: by `golosa day` and by game.toml."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest


@pytest.fixture
def day(table):
    """Day 1: Аня and Лис for Гаррет, then Ёжик and Гаррет for Шелли, then Шелли for Шелли."""
    table.new("--set", "tie.steps=['nobody']")
    said = (("Аня", "Гаррет"), ("Лис", "Гаррет"), ("Ёжик", "Шелли"), ("Гаррет", "Шелли"), ("Шелли", "Шелли"))
    table.written = [table.post(n, who, f"1{n}:00:00", whom) for n, (who, whom) in enumerate(said, 1)]
    table.count(posts=table.written, seen="23:00:00", status=None)
    return table


def lay(day, *words, status=0, reason="мэр"):
    return day.run("day", *words, "-C", day.folder, "--reason", reason, status=status)


def votes(day, *more, status=None):
    return {one["target"]: one["votes"] for one in day.count(*more, status=status)["counts"]}


def test_without_effects_votes_are_one_each(day):
    assert votes(day) == {"Гаррет": 2, "Шелли": 3}


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("Аня", "weight", 2), {"Гаррет": 3, "Шелли": 3}),
        (("Аня", "weight", 0.5), {"Гаррет": 1.5, "Шелли": 3}),
        (("Ёжик", "weight", 0), {"Гаррет": 2, "Шелли": 2}),
        (("Гаррет", "bonus", 2), {"Гаррет": 4, "Шелли": 3}),
        (("Ёжик", "blocked"), {"Гаррет": 2, "Шелли": 2}),
        (("Ёжик", "follows", "--with", "Аня"), {"Гаррет": 3, "Шелли": 2}),
        (("Шелли", "untouchable"), {"Гаррет": 2}),
        (("Шелли", "untouchable", "--from", "5"), {"Гаррет": 2, "Шелли": 2}),
        (("Шелли", "untouchable", "--at", "2026-03-02T13:30:00+03:00"), {"Гаррет": 2, "Шелли": 1}),
        (("Ёжик", "shown_weight", 3), {"Гаррет": 2, "Шелли": 3}),
    ],
)
def test_v7_each_effect_counts_and_can_be_undone(day, words, expected):
    said = lay(day, "effect", *words)
    assert votes(day) == expected
    day.run("act", "undo", "-C", day.folder, said.split(":")[0])
    assert votes(day) == {"Гаррет": 2, "Шелли": 3}


def test_a_secret_weight_stands_in_no_post(day):
    lay(day, "effect", "Аня", "weight", 3)
    lay(day, "effect", "Аня", "shown_weight", 1)
    told = day.count(status=None)
    assert {one["target"]: one["votes"] for one in told["counts"]} == {"Гаррет": 4, "Шелли": 3}
    assert told["out"] == ["Гаррет"]
    assert "×3" not in told["bbcode"]
    assert "4 голоса" not in told["bbcode"]


def test_who_is_immune_stays_and_nobody_is_out(day):
    assert day.count(status=None)["out"] == ["Шелли"]
    lay(day, "effect", "Шелли", "immune")
    assert day.count(status=None)["verdict"] == "nobody"


def test_an_effect_is_of_its_day_or_to_the_end_of_the_game(day):
    day.run("day", "open", "-C", day.folder, "--thread", day.url)
    lay(day, "effect", "Аня", "weight", 2, "--day", 1)
    lay(day, "effect", "Лис", "weight", 3, "--day", 1, "--game", "--from", "4")
    day.now += timedelta(days=1)
    late = [day.post(n, name, f"1{n}:00:00", "Ёжик") for n, name in ((6, "Аня"), (7, "Лис"))]
    late = [post._replace(at=post.at + timedelta(days=1)) for post in late]
    files = day.save([*day.written, *late])
    seen = (day.end + timedelta(days=1, hours=1)).isoformat()
    out = day.run("count", "-C", day.folder, "--json", "--day", 2, "--saved", "--seen-at", seen, *files, status=None)
    assert {one["target"]: one["votes"] for one in json.loads(out)["counts"]} == {"Ёжик": 4}
    assert votes(day, "--day", "1") == {"Гаррет": 5, "Шелли": 3}  # since post 4 the standing vote weighs more


def test_an_effect_from_game_toml_counts_too(day):
    toml = day.folder / "game.toml"
    written = '\n[[effect]]\nplayer = "Аня"\nkind = "weight"\nvalue = 2\nday = 1\nreason = "мэр"\n'
    toml.write_text(toml.read_text("utf-8") + written, "utf-8")
    assert votes(day) == {"Гаррет": 3, "Шелли": 3}


def test_v7_rules_from_a_post_on_judge_only_later_posts(day):
    assert "rules from post 5 on: votes.self_vote = false" in lay(
        day, "rules", "--from", 5, "--set", "votes.self_vote=false"
    )
    told = day.count(status=None)
    assert {one["target"]: one["votes"] for one in told["counts"]} == {"Гаррет": 2, "Шелли": 2}
    assert [mark["why"] for mark in told["not_counted"]] == ["self_vote"]
    day.run("day", "open", "-C", day.folder, "--thread", "http://forum.example/viewtopic.php?t=8")
    from golosa.folder.game import Game

    game = Game(day.folder)
    try:
        second = game.day(2, day.now)
        assert game.rules.votes.self_vote
        assert not game.rules_on(second).votes.self_vote  # on later days from the opening on
        assert game.rules_on(game.day(1, day.now)).votes.self_vote
    finally:
        game.close()


def test_a_tie_is_told_by_the_rules_at_the_end_of_its_day(table):
    table.new()
    posts = [table.post(1, "Аня", "11:00:00", "Лис"), table.post(2, "Лис", "12:00:00", "Аня")]
    table.count(posts=posts, seen="22:10:00", status=None)
    assert "22:30" in table.run("notice", "tie", "-C", table.folder)
    lay(table, "rules", "--from", 2, "--set", "tie.overtime_minutes=45")
    assert "22:45" in table.run("notice", "tie", "-C", table.folder)


def test_rules_from_a_post_on_in_game_toml(day):
    toml = day.folder / "game.toml"
    written = '\n[[rules_from]]\nday = 1\npost = "5"\nset.votes.self_vote = false\n'
    toml.write_text(toml.read_text("utf-8") + written, "utf-8")
    assert votes(day) == {"Гаррет": 2, "Шелли": 2}


def test_a_post_that_was_never_seen_leaves_the_count_incomplete(day):
    lay(day, "effect", "Аня", "weight", 2, "--from", "999")
    told = day.count(status=3)
    assert "post 999, which begins what the host entered, has not been seen" in told["incomplete_why"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("effect", "Аня", "weight"), "weight takes a NUMBER"),
        (("effect", "Аня", "blocked", 2), "blocked takes no NUMBER"),
        (("effect", "Аня", "weight", "-1"), "value: expected 0 or more, got -1"),
        (("effect", "Аня", "weight", "nan"), "value: expected a finite number, got nan"),
        (("effect", "Аня", "bonus", "inf"), "value: expected a finite number, got inf"),
        (("effect", "Аня", "follows"), "by: a vote that follows another's"),
        (("effect", "Аня", "weight", 2, "--from", 1, "--at", "2026-03-02T12:00:00Z"), "at: give the post"),
        (("effect", "Аня", "heavy", 2), "'heavy' is not one of"),
        (("rules", "--from", 1, "--set", "day.ends=21:00"), "day.ends cannot change in mid-game"),
        (("rules", "--from", 1, "--set", "votes.selfvote=true"), "votes"),
        (("rules", "--from", 1, "--set", "votes.self_vote"), "a knob is set as KNOB=VALUE"),
    ],
)
def test_what_cannot_be_is_refused(day, words, told):
    lay(day, *words, status=2)
    assert told in day.err
    assert day.run("act", "list", "-C", day.folder) == "nothing yet\n"


def test_a_hated_player_needs_fewer_votes(table):
    table.new("--set", "deciding.rule=majority", "--set", "deciding.hammer=true")
    posts = [table.post(n, name, f"1{n}:00:00", "Гаррет") for n, name in enumerate(("Аня", "Лис"), 1)]
    assert table.count(posts=posts, seen="23:00:00", status=None)["verdict"] == "nobody"
    lay(table, "effect", "Гаррет", "threshold", "-1")
    assert table.count(status=None)["out"] == ["Гаррет"]
