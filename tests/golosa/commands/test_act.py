"""`golosa act`: the host's hand in a game folder, with what becomes of later phases (G8)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

ROLES = {"Аня": "doctor", "Лис": "mafioso", "Ёжик": "commissar", "Гаррет": "townsman", "Шелли": "townsman"}
NOON, EVENING, NIGHT = "2026-03-02T12:30:00+03:00", "2026-03-02T22:10:00+03:00", "2026-03-02T23:30:00+03:00"


def given_roles(roles=ROLES):
    return [word for name, role in roles.items() for word in ("--role", f"{name}={role}")]


@pytest.fixture
def game(table):
    """A game of five with roles; on day 1 four voted for Гаррет before noon."""
    table.new(*given_roles())
    posts = [table.post(n, name, f"12:0{n}:00", "Гаррет") for n, name in enumerate(("Аня", "Лис", "Ёжик", "Шелли"), 1)]
    table.count(posts=posts, seen="23:00:00", status=None)
    table.now = table.end + timedelta(hours=4)
    return table


@pytest.fixture
def played(game):
    """The same after its day and its night: Лис killed Шелли, Ёжик checked Лис."""
    game.run("day", "close", "-C", game.folder)
    order(game, "Лис", "Убить Шелли")
    order(game, "Ёжик", "Проверить Лиса")
    game.run("night", "-C", game.folder)
    return game


def order(game, sender, body, role=None):
    subject = f"Ночь. {sender}. {role or {'Лис': 'Мафиози', 'Ёжик': 'Комиссар', 'Аня': 'Доктор'}[sender]}."
    return game.run(
        "order", "add", "-C", game.folder, "--from", sender, "--at", EVENING, "--subject", subject, "--body", body
    )


def act(game, *words, at=None, status=0, reason="разговор вне темы"):
    when = ("--at", at) if at else ()
    return game.run("act", *words, "-C", game.folder, "--reason", reason, *when, status=status)


def undo(game, number, status=0):
    return game.run("act", "undo", "-C", game.folder, number, status=status)


def outs(game):
    return [
        line.split(": ")[1] for line in game.run("day", "list", "-C", game.folder).splitlines() if "out since" in line
    ]


def test_g8_v14_a_removal_in_mid_day_lapses_ballots_and_holds_on_later_days(game):
    assert act(game, "remove", "Лис", at=NOON).startswith("6: day1: remove Лис at 2026-03-02T12:30:00+03:00 — разговор")
    told = game.count("--offline", status=None)
    assert set(told["ballots"]) == {"Аня", "Ёжик", "Шелли"}
    assert [mark["why"] for mark in told["not_counted"]] == ["lapsed"]
    game.run("day", "open", "-C", game.folder, "--thread", "http://forum.example/viewtopic.php?t=8")
    game.now += timedelta(days=1)
    assert "Лис" not in game.count("--day", "2", status=None)["no_ballot"]
    undo(game, 6)
    assert "Лис" in game.count("--day", "2", status=None)["no_ballot"]


def test_g8_an_act_at_once_in_each_phase(game):
    for clock, phase in (
        ("2026-03-02T03:00:00+03:00", "day1"),  # before the first day there is nothing else
        (NOON, "day1"),
        (EVENING, "day1"),  # the half hour that a tie would have
        ("2026-03-02T22:30:00+03:00", "night1"),
        ("2026-03-03T07:00:00+03:00", "night1"),
    ):
        assert json.loads(act(game, "kill", "Аня", "--preview", "--json", at=clock))["phase"] == phase


def test_g8_after_a_resolved_night_comes_the_next_day(played):
    said = json.loads(act(played, "kill", "Аня", "--preview", "--json", at="2026-03-03T05:00:00+03:00"))
    assert said["phase"] == "day2"
    assert act(played, "kill", "Аня", "--phase", "night1", at="2026-03-03T05:00:00+03:00", status=1)


def test_g8_a_night_is_played_again_when_a_role_changes_before_it(played):
    said = act(played, "role", "Ёжик", "townsman", at=NOON, status=1)
    assert "night1: other answers for Ёжик" in said
    assert "night1: orders of Ёжик are refused otherwise" in said
    assert "other answers for Ёжик" in undo(played, said.split(":")[0], status=1)
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]


def test_g8_who_was_killed_in_the_night_lives_when_the_killer_was_removed_before(played):
    said = act(played, "remove", "Лис", at="2026-03-02T22:40:00+03:00", status=1)
    assert "night1: out was Шелли (mafia); now Лис (removed)" in said
    assert "the game: was won by nobody yet; now by Мирные жители" in said
    assert outs(played) == ["Гаррет (votes)", "Лис (removed)"]
    assert "now Шелли (mafia)" in undo(played, said.split(":")[0], status=1)
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]


def test_g8_a_night_that_takes_place_no_more_is_told(played):
    said = act(played, "remove", "Лис", at=NOON, status=1)
    assert "night1: takes place no more, since the game is over before" in said
    assert outs(played) == ["Лис (removed)"]
    played.run("night", "-C", played.folder, "--night", "1", status=2)
    assert "the game is over since day1: won by Мирные жители" in played.err
    undo(played, said.split(":")[0], status=1)
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]


def test_g8_revived_he_plays_on(played):
    assert "night1: out was Шелли (mafia)" in act(
        played, "revive", "Шелли", "--phase", "night1", at="2026-03-03T07:00:00+03:00", status=1
    )
    assert outs(played) == ["Гаррет (votes)"]


def test_g8_the_outcome_of_a_night_is_the_hosts(played):
    said = act(played, "outcome", "night1", "--nobody", status=1)
    assert "night1: out was Шелли (mafia); now nobody" in said
    assert outs(played) == ["Гаррет (votes)"]
    number = said.split(":")[0]
    again = act(played, "outcome", "night1", "--out", "Аня", "--out", "Шелли", "--by", "maniac", status=1)
    assert "now Аня (maniac), Шелли (mafia)" in again  # by what the night would have killed her, he is
    undo(played, again.split(":")[0], status=1)
    assert outs(played) == ["Гаррет (votes)"]
    undo(played, number, status=1)
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]


def test_g8_the_outcome_of_a_day_is_the_hosts(played):
    said = act(played, "outcome", "day1", "--out", "Шелли", status=1)
    assert "day1: out was Гаррет (votes); now Шелли (votes)" in said
    assert "night1: out was Шелли (mafia); now nobody" in said  # voted out, she can be killed no more
    undo(played, said.split(":")[0], status=1)
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]


def test_g8_a_closed_day_stays_closed_and_the_host_is_told(game):
    game.run("count", "-C", game.folder, "--offline", "--mark-posted")
    game.run("day", "close", "-C", game.folder)
    said = act(game, "remove", "Гаррет", at=NOON, status=1)
    assert "day1: it stays closed as it is, but as counted now nobody would be out, not Гаррет" in said
    assert "day 1: the count that you posted is another now" in said


def test_l3_g8_a_lot_that_fell_among_others_is_due_anew(table):
    table.new(*given_roles(), "--set", "tie.steps=['lot']")
    table.run("dice", "commit", "-C", table.folder)
    said = (("Аня", "Лис"), ("Лис", "Ёжик"), ("Ёжик", "Гаррет"), ("Гаррет", "Аня"), ("Шелли", "Шелли"))
    posts = [table.post(n, who, f"1{n}:00:00", whom) for n, (who, whom) in enumerate(said, 1)]
    table.count(posts=posts, seen="23:00:00", status=None)
    table.run("dice", "draw", "-C", table.folder)
    assert table.count(status=None)["by"] == "dice"
    number = act(table, "remove", "Шелли", at="2026-03-02T16:00:00+03:00").split(":")[0]
    told = table.count(status=1)
    assert (told["verdict"], told["tied"]) == ("open", ["Аня", "Лис", "Ёжик", "Гаррет"])
    table.run("dice", "draw", "-C", table.folder)
    assert table.count(status=None)["by"] == "dice"
    undo(table, number)
    assert table.count(status=None)["by"] == "dice"


def test_g8_a_preview_keeps_nothing(played):
    said = act(played, "outcome", "night1", "--nobody", "--preview")
    assert "nothing is kept" in said
    assert "now nobody" in said
    assert outs(played) == ["Гаррет (votes)", "Шелли (mafia)"]
    assert played.run("act", "list", "-C", played.folder) == "nothing yet\n"


def test_g8_the_list_shows_everything_with_reason_and_what_is_undone(game):
    act(game, "remove", "Лис", at=NOON)
    act(game, "role", "Ёжик", "doctor", at=EVENING, reason="ошибка раздачи")
    undo(game, 6)
    first, second = game.run("act", "list", "-C", game.folder).splitlines()
    assert "  2026-03-03 02:00  day1: remove Лис at 2026-03-02T12:30:00+03:00 — разговор вне темы" in first
    assert first.endswith("  (undone 2026-03-03 02:00)")
    assert "day1: role Ёжик doctor" in second
    assert second.endswith("— ошибка раздачи")
    (one, two) = json.loads(game.run("act", "list", "-C", game.folder, "--json"))["entries"]
    assert one["undone"]
    assert two["kind"] == "act"
    assert two["entered"]["value"] == "doctor"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("revive", "Лис"), "Лис is in the game"),
        (("kill", "Гаррет"), "Гаррет is out already"),
        (("hp", "Лис", "50"), "there are no hp in"),
        (("hp", "Лис", "много"), "hp are a whole number"),
        (("role", "Лис", "sniper"), "there is no role 'sniper'; roles are "),
        (("outcome", "night1", "--out", "Гаррет"), "Гаррет is out since day1"),
        (("outcome", "day2", "--nobody"), "day2 is not over"),
        (("outcome", "noon", "--nobody"), "'noon' is no phase"),
        (("outcome", "night1"), "who goes out by it?"),
        (("kill", "Никто"), "which player?"),
        (("kill", "Лис", "--phase", "утро"), "'утро' is no phase"),
    ],
)
def test_g8_what_cannot_be_is_refused_and_not_kept(played, words, told):
    act(played, *words, status=2)
    assert told in played.err
    assert played.run("act", "list", "-C", played.folder) == "nothing yet\n"


def test_g8_what_later_entries_rest_on_cannot_be_undone(played):
    number = act(played, "revive", "Шелли", "--phase", "night1", at="2026-03-03T07:00:00+03:00", status=1).split(":")[0]
    act(played, "kill", "Шелли", at="2026-03-03T07:30:00+03:00", reason="ещё раз")
    undo(played, number, status=2)
    assert "that cannot be:" in played.err
    undo(played, 99, status=2)
    assert "nothing with the number 99" in played.err


def test_g8_without_roles_who_is_out_is_kept_all_the_same(table):
    table.new()
    table.now = table.end + timedelta(hours=4)
    act(table, "outcome", "night1", "--out", "Лис", "--by", "mafia")
    act(table, "kill", "Аня", at=NIGHT)
    table.run("day", "open", "-C", table.folder, "--thread", "http://forum.example/viewtopic.php?t=8")
    table.now += timedelta(days=1)
    assert table.count("--day", "2", status=None)["no_ballot"] == ["Ёжик", "Гаррет", "Шелли"]
    act(table, "role", "Ёжик", "doctor", status=2)
    assert "no roles are given" in table.err


def test_g8_one_who_lived_through_the_vote_can_be_removed_after_it_in_the_same_day(game):
    game.run("day", "close", "-C", game.folder)
    after = (game.end + timedelta(minutes=30)).isoformat()
    told = act(game, "remove", "Шелли", "--phase", "day1", at=after, status=1)
    assert "day1: out was Гаррет (votes); now Гаррет (votes), Шелли (removed)" in told
    act(game, "remove", "Шелли", "--phase", "day1", at=after, status=2)
    assert "Шелли" in game.err and "out already" in game.err
    act(game, "remove", "Гаррет", "--phase", "day1", at=after, status=2)
    assert "Гаррет" in game.err and "out already" in game.err


@pytest.mark.parametrize("phase", ["night3", "night9", "day9"])
def test_a_phase_that_is_far_ahead_is_taken_for_a_slip(played, phase):
    played.run("act", "outcome", phase, "-C", played.folder, "--nobody", "--reason", "x", status=2)
    assert f"{phase} is not yet: day {phase[-1]} has not been opened" in played.err
    played.run("act", "kill", "Аня", "-C", played.folder, "--phase", phase, "--reason", "x", status=2)
    assert "is not yet" in played.err


def test_rules_are_told_as_they_are_written(played):
    words = ("--day", "1", "--from", "1", "--set", "votes.self_vote=false", "--reason", "x")
    said = played.run("day", "rules", "-C", played.folder, *words, status=None)
    assert "votes.self_vote = false" in said
