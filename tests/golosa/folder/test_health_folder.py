"""A game with hp in a folder: its days know states and weights, day actions come by post and by message (H3-H25)."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

SECRET = {"Аня": "medic", "Лис": "gunman", "Ёжик": "townsman", "Гаррет": "townsman", "Шелли": "officer"}
OPEN = {"Аня": "nurse", "Лис": "citizen", "Ёжик": "politician", "Гаррет": "bully", "Шелли": "citizen"}
OUT = [(name, "Ёжик") for name in SECRET]  #: a day's votes that leave the mafia in
EVENING, FIRST_NIGHT, NOON = "2026-03-01T20:00:00+03:00", "2026-03-01T23:59:00+03:00", "2026-03-02T12:00:00+03:00"


@pytest.fixture
def game(table):
    """hp100; in the first night Лис wounded Шелли (50 hp left: light)."""
    roles = [word for held in (SECRET, OPEN) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", *roles)
    send(table, "Лис", "Ночь. Лис. Мафиози", "Бить Шелли", at=EVENING)
    night(table, 1, FIRST_NIGHT)
    table.now = table.end + timedelta(hours=2)
    return table


def send(table, sender, subject, body, at=NOON):
    return table.run(
        "order", "add", "-C", table.folder, "--from", sender, "--at", at, "--subject", subject, "--body", body
    )


def night(table, number, at, status=0):
    return json.loads(table.run("night", "-C", table.folder, "--night", number, "--at", at, "--json", status=status))


def hp_of(table, name, number=2, at="2026-03-03T07:00:00+03:00"):
    """His hp as the coming night would find them, without the night's own changes."""
    told = json.loads(
        table.run("night", "-C", table.folder, "--night", number, "--at", at, "--json", "--preview", status=None)
    )
    return told["hp"][name]


def vote(game, *said, seen="23:00:00"):
    posts = [game.post(n, who, f"1{n}:00:00", whom) for n, (who, whom) in enumerate(said, 1)]
    return game.count(posts=posts, seen=seen, status=None)


def test_h13_a_politicians_vote_weighs_two_in_a_folder_too(game):
    told = vote(game, ("Ёжик", "Лис"), ("Аня", "Гаррет"))
    assert told["ballots"]["Ёжик"]["weight"] == 2
    assert told["ballots"]["Лис"] == {"target": "Лис", "post": None, "at": None, "weight": 1, "default": True}


def test_h5_a_patient_in_coma_has_no_vote_in_a_folder_either(game):
    game.run("act", "hp", "Шелли", "10", "-C", game.folder, "--phase", "night1", "--at", "2026-03-01T20:30:00+03:00",
             "--reason", "ошибка", status=None)  # fmt: skip
    game.run("act", "hp", "Аня", "10", "-C", game.folder, "--phase", "night1", "--at", "2026-03-01T20:30:00+03:00",
             "--reason", "ошибка", status=None)  # fmt: skip
    told = vote(game, ("Аня", "Гаррет"), ("Лис", "Гаррет"))
    assert [(mark["author"], mark["why"]) for mark in told["not_counted"]] == [("Аня", "coma")]


def test_v7_a_count_with_what_was_known_then_knows_no_later_act(game):
    assert vote(game, ("Аня", "Гаррет"))["ballots"]["Аня"]["post"] == "1"
    before = game.now
    game.now += timedelta(hours=1)
    game.run("act", "hp", "Аня", "10", "-C", game.folder, "--phase", "night1", "--at", "2026-03-01T20:30:00+03:00",
             "--reason", "ошибка", status=None)  # fmt: skip
    assert "Аня" not in game.count(status=None)["ballots"]
    assert game.count("--known", before.isoformat(), status=None)["ballots"]["Аня"]["post"] == "1"


def test_g8_hp_by_the_hosts_hand_is_told_and_undone(game):
    said = game.run("act", "hp", "Шелли", "100", "-C", game.folder, "--phase", "night1", "--reason", "ошибка",
                    "--at", "2026-03-02T01:00:00+03:00", status=1)  # fmt: skip
    assert "night1: Шелли is light (100 hp)" in said  # the state is set anew in the evening (H18)
    assert hp_of(game, "Шелли", 1, FIRST_NIGHT) == 100
    game.run("act", "undo", "-C", game.folder, said.split(":")[0], status=1)
    assert hp_of(game, "Шелли", 1, FIRST_NIGHT) == 50


def test_g8_v14_hp_of_0_in_mid_day_lapses_ballots(game):
    vote(game, ("Аня", "Гаррет"), ("Гаррет", "Аня"), ("Лис", "Аня"))
    game.run("act", "hp", "Гаррет", "0", "-C", game.folder, "--at", "2026-03-02T14:00:00+03:00", "--reason", "сам")
    told = game.count(status=None)
    assert sorted(mark["why"] for mark in told["not_counted"]) == ["lapsed", "lapsed"]
    assert "Гаррет" not in told["ballots"]
    assert told["ballots"]["Аня"]["default"]


def test_h16_h25_a_day_action_by_message_heals_by_day(game):
    assert "heal: Шелли" in send(game, "Аня", "Ход", "Действие: лечу Шелли")
    vote(game, *OUT)
    game.run("day", "close", "-C", game.folder)
    assert hp_of(game, "Шелли") == 60


def test_h25_a_day_action_may_come_ready_made_and_be_taken_back(game, tmp_path):
    inbox = tmp_path / "inbox.json"
    inbox.write_text(json.dumps([{"from": "Гаррет", "at": NOON, "order": {"ability": "damage", "target": "Аня"}}]))
    number = game.run("order", "add", "-C", game.folder, "--json", inbox).split(":")[0]
    vote(game, *OUT)
    game.run("day", "close", "-C", game.folder)
    assert hp_of(game, "Аня") == 90
    game.run("order", "undo", "-C", game.folder, number, status=1)
    assert "day1: Аня is healthy (100 hp)" in game.err  # the day that is closed is another by it
    assert hp_of(game, "Аня") == 100


def test_h17_a_message_of_the_day_for_the_night_is_the_nights(game):
    send(game, "Аня", "Ночь. Аня. Врач", "Лечить Шелли")
    vote(game, *OUT)
    game.run("day", "close", "-C", game.folder)
    assert hp_of(game, "Шелли") == 80


def test_h15_a_split_puts_out_whom_it_kills_in_a_folder_too(game):
    vote(game, ("Аня", "Шелли"), ("Лис", "Шелли"), ("Шелли", "Гаррет"), ("Ёжик", "Гаррет"), ("Гаррет", "Шелли"))
    said = game.run("day", "close", "-C", game.folder).splitlines()
    assert said[:2] == ["day1: nobody is out (votes)", "  Шелли is out (split)"]
    assert "out since day1: Шелли (split)" in game.run("day", "list", "-C", game.folder)


def test_the_count_waits_for_the_night_before_it(table):
    roles = [word for held in (SECRET, OPEN) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", *roles)
    table.run("count", "-C", table.folder, "--offline", status=2)
    assert "night1 has not been resolved: `golosa night --night 1`" in table.err


def test_without_roles_the_votes_are_counted_as_they_are(table):
    table.new("--rules", "hp100")
    told = table.count(posts=[table.post(1, "Аня", "12:00:00", "Лис")], seen="23:00:00", status=None)
    assert told["ballots"]["Аня"]["target"] == "Лис"


def test_g8_an_act_falls_into_its_phase_where_the_game_begins_at_night(game):
    for at, phase in (
        ("2026-03-01T12:00:00+03:00", "night1"),
        ("2026-03-02T01:00:00+03:00", "day1"),  # after the night was resolved
        (NOON, "day1"),
        ("2026-03-02T23:00:00+03:00", "night2"),
    ):
        words = ("--at", at, "--reason", "сам", "--preview", "--json")
        said = game.run("act", "kill", "Гаррет", "-C", game.folder, *words, status=None)
        assert json.loads(said)["phase"] == phase


def test_h11_the_nights_opening_bears_the_number_of_the_night_that_comes(table):
    table.new("--rules", "hp100")
    table.now = table.start - timedelta(hours=3)
    assert "Ночь 1" in table.run("notice", "night", "-C", table.folder)
    table.now = table.end + timedelta(hours=1)
    assert "Ночь 2" in table.run("notice", "night", "-C", table.folder)


@pytest.mark.parametrize(
    ("lang", "says"),
    [
        (
            "ru",
            (
                "Кто не проголосует, голосует против себя.",
                "«Действие: лечу Аня» (слова: лечу, бью)",
                "Явные роли:[/b] Аня — Медсестра; Лис — Горожанин; Ёжик — Политик;",
            ),
        ),
        (
            "en",
            (
                "Who gives no vote votes against himself.",
                "“Action: heal Аня” (words: heal, damage)",
                "Open roles:[/b] Аня — Nurse; Лис — Citizen",
            ),
        ),
    ],
)
def test_h13_h24_h25_the_opening_says_what_is_done_by_day(table, lang, says):
    roles = [word for held in (SECRET, OPEN) for name, role in held.items() for word in ("--role", f"{name}={role}")]
    table.new("--rules", "hp100", "--lang", lang, *roles)
    text = table.run("notice", "opening", "-C", table.folder)
    assert [one for one in says if one not in text] == []
    assert "начинаю просчёт" not in text  # in a post of the host's the words would end the day (E6)
    assert not any(word in text for word in ("Врач", "Мафиози", "Medic", "Mafioso"))


def test_e6_a_day_that_its_host_has_ended_early_is_over_for_the_official_count_and_the_end_too(game):
    game.now = game.end - timedelta(hours=2)
    closing = game.post(9, "Ведущий", "19:00:00", body="Всё, начинаю просчёт")
    votes = [game.post(n, who, f"1{n}:00:00", "Лис") for n, who in enumerate(SECRET, 1)]
    game.count("--official", posts=votes[:3], seen="14:00:00", status=2)
    assert "an official count is made after that" in game.err
    assert game.count("--official", posts=[*votes, closing], seen="19:30:00")["official"]
    assert "the game is over" in game.run("day", "close", "-C", game.folder)
    assert "Победа: Мирные, Закон!" in game.run("notice", "end", "-C", game.folder)
