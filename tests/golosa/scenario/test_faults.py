"""A scenario with a fault is refused, and its place is named."""

import json

import pytest

from golosa.scenario.reading import ScenarioError, read_scenario


def change(document, path, value):
    """Sets `value` at a path of keys and indices; the value `...` deletes what stands there."""
    *way, last = path
    for step in way:
        document = document[step]
    if value is ...:
        del document[last]
    else:
        document[last] = value


DAY, NIGHT = ("phases", 0), ("phases", 1)
LATE_ORDER = {
    "from": "Борис",
    "at": "2026-03-02T23:10:00+03:00",
    "order": {"ability": "kill", "target": "Аня", "phase": "day1"},
}
POST, PM = (*DAY, "posts", 0), (*DAY, "pm", 0)


@pytest.mark.parametrize(
    ("path", "value", "place"),
    [
        (("colour",), "red", "colour"),
        (("rules",), "town15", "rules"),
        (("rules",), ..., "rules"),
        (("set",), {"votes.sef_vote": True}, "set"),
        (("players",), [], "players"),
        (("players", 0, "nam"), "x", "players[0].nam"),
        (("players", 0, "name"), " ", "players[0].name"),
        (("players", 0, "name"), "mafia", "players[0].name"),
        (("players", 0, "name"), "draw", "players[0].name"),
        (("players", 1, "name"), "Аня", "players[1]"),
        (("players", 1, "accounts"), ["anya_1990"], "players[1]"),
        (("players", 1, "name"), "Ведущий", "players[1]"),
        (("players", 0, "role"), "wizard", "players[0].role"),
        (("players", 0, "role"), ..., "players[1].role"),
        (("players", 0, "open_role"), "nurse", "players[0].open_role"),
        (("lots",), {"day1.dice": "Аня"}, "lots.day1.dice"),
        (("lots",), {"day1.tie": 3}, "lots.day1.tie"),
        (("lots",), {"day1.tie": "Вася"}, "lots.day1.tie"),
        (("phases",), [], "phases"),
        ((*DAY, "phase"), "morning1", "phases[0].phase"),
        ((*DAY, "phase"), "day2", "phases[0].phase"),
        ((*NIGHT, "phase"), "day2", "phases[1].phase"),
        ((*DAY, "starts"), ..., "phases[0].starts"),
        ((*DAY, "starts"), "2026-03-02T00:00:00", "phases[0].starts"),
        ((*DAY, "ends"), "2026-03-02", "phases[0].ends"),
        ((*DAY, "ends"), "2026-03-01T23:00:00+03:00", "phases[0].ends"),
        ((*DAY, "as_of"), "2026-03-01T23:00:00+03:00", "phases[0].as_of"),
        ((*DAY, "resolve"), "2026-03-02T23:00:00+03:00", "phases[0].resolve"),
        ((*NIGHT, "resolve"), ..., "phases[1].resolve"),
        ((*NIGHT, "resolve"), "2026-03-02T22:00:00+03:00", "phases[1].resolve"),
        (
            (*NIGHT, "posts"),
            [{"id": "1", "author": "x", "at": "2026-03-02T22:00:00+03:00", "html": ""}],
            "phases[1].posts",
        ),
        ((*POST, "at"), ..., "phases[0].posts[0].at"),
        ((*POST, "at"), "2026-03-02T12:00:05", "phases[0].posts[0].at"),
        ((*POST, "at"), "2026-03-02T13:00:05+03:00", "phases[0].posts[1].at"),
        ((*POST, "at"), "9999-12-31T23:59:59-12:00", "phases[0].posts[0].at"),
        ((*POST, "seen"), [{"at": "0001-01-01T00:00:00+14:00", "html": ""}], "phases[0].posts[0].seen[0].at"),
        ((*PM, "at"), "9999-12-31T23:59:59-12:00", "phases[0].pm[0].at"),
        (("rules",), "r" * 5000, "rules"),
        ((*POST, "id"), "102", "phases[0].posts[1].id"),
        ((*POST, "id"), "", "phases[0].posts[0].id"),
        ((*POST, "resolution"), "year", "phases[0].posts[0].resolution"),
        ((*POST, "edited"), "2026-03-02T11:00:00+03:00", "phases[0].posts[0].edited"),
        ((*POST, "deleted"), "2026-03-02T11:00:00+03:00", "phases[0].posts[0].deleted"),
        ((*POST, "merged_at"), "2026-03-02T11:00:00+03:00", "phases[0].posts[0].merged_at"),
        ((*POST, "seen"), [{"at": "2026-03-02T11:00:00+03:00", "html": ""}], "phases[0].posts[0].seen[0].at"),
        ((*PM, "from"), "Вася", "phases[0].pm[0].from"),
        ((*PM, "subject"), "Ночь", "phases[0].pm[0].subject"),
        ((*PM, "order"), ..., "phases[0].pm[0]"),
        ((*PM, "order", "ability"), "fly", "phases[0].pm[0].order.ability"),
        ((*PM, "order", "target"), "Вася", "phases[0].pm[0].order.target"),
        ((*PM, "order", "for"), "Вася", "phases[0].pm[0].order.for"),
        ((*PM, "order", "phase"), "soon", "phases[0].pm[0].order.phase"),
        ((*PM, "order", "phase"), "day1", "phases[0].pm[0].order.phase"),
        ((*NIGHT, "pm"), [LATE_ORDER], "phases[1].pm[0].order.phase"),
        ((*DAY, "rulings"), [{"post": "101"}], "phases[0].rulings[0]"),
        ((*DAY, "rulings"), [{}], "phases[0].rulings[0]"),
        ((*DAY, "rulings"), [{"post": "999", "vote": "Аня"}], "phases[0].rulings[0].post"),
        ((*DAY, "rulings"), [{"post": "101", "vote": "Вася"}], "phases[0].rulings[0].vote"),
        ((*DAY, "rulings"), [{"post": "101", "void": False}], "phases[0].rulings[0].void"),
        ((*DAY, "rulings"), [{"alias": "Бобр", "player": "Вася"}], "phases[0].rulings[0].player"),
        ((*DAY, "rulings"), [{"replace": "new", "player": "Аня"}], "phases[0].rulings[0].at"),
        ((*DAY, "rulings"), [{"pm": "77", "target": "Аня"}], "phases[0].rulings[0].pm"),
        ((*DAY, "acts"), [{"do": "ban", "player": "Аня", "at": "2026-03-02T12:00:00+03:00"}], "phases[0].acts[0].do"),
        (
            (*DAY, "acts"),
            [{"do": "kill", "player": "Я", "at": "2026-03-02T12:00:00+03:00"}],
            "phases[0].acts[0].player",
        ),
        ((*DAY, "acts"), [{"do": "hp", "player": "Аня", "at": "2026-03-02T12:00:00+03:00"}], "phases[0].acts[0].value"),
        (
            (*DAY, "acts"),
            [{"do": "role", "player": "Аня", "at": "2026-03-02T12:00:00+03:00"}],
            "phases[0].acts[0].value",
        ),
        (
            (*DAY, "acts"),
            [{"do": "role", "player": "Аня", "at": "2026-03-02T12:00:00+03:00", "value": "wizard"}],
            "phases[0].acts[0].value",
        ),
        (
            (*DAY, "acts"),
            [{"do": "kill", "player": "Аня", "at": "2026-03-02T12:00:00+03:00", "value": 3}],
            "phases[0].acts[0].value",
        ),
        (
            (*NIGHT, "acts"),
            [{"do": "kill", "player": "Аня", "at": "2026-03-02T12:00:00+03:00"}],
            "phases[1].acts[0].at",
        ),
        (
            (*NIGHT, "acts"),
            [{"do": "kill", "player": "Аня", "at": "2026-03-03T12:00:00+03:00"}],
            "phases[1].acts[0].at",
        ),
        ((*DAY, "acts"), [{"do": "revive", "player": "Аня", "at": "2026-03-02T12:00:00+03:00"}], "phases[0].acts"),
        (
            (*DAY, "acts"),
            [{"do": "hp", "player": "Аня", "at": "2026-03-02T12:00:00+03:00", "value": 3}],
            "phases[0].acts",
        ),
    ],
)
def test_the_place_of_a_fault_is_named(small, played, path, value, place):
    change(small, path, value)
    with pytest.raises(ScenarioError) as caught:
        played(small)
    assert caught.value.place == place
    assert caught.value.exit_code == 2
    assert str(caught.value).startswith(f"{place}: ")


def test_a_forced_lot_must_fall_on_a_candidate(small, played):
    small["phases"][0]["posts"][1]["html"] = '<font color="green">Кира</font>'
    small["lots"] = {"day1.tie": "Лёня"}
    with pytest.raises(ScenarioError, match=r"^lots\.day1\.tie: 'Лёня' is not among the candidates: Инна, Кира$"):
        played(small)


@pytest.mark.parametrize("label", ["day1.tie", "day1.missed", "day7.tie"])
def test_a_forced_lot_must_be_drawn(small, played, label):
    small["lots"] = {label: "Инна"}
    with pytest.raises(ScenarioError) as caught:
        played(small)
    assert caught.value.place == f"lots.{label}"


def test_a_lot_that_an_open_game_did_not_come_to_is_no_fault(small, played):
    small["phases"][0]["posts"][0]["html"] = 'Не голосую за <font color="green">Киру</font>'
    small["phases"][0]["posts"].pop()
    small["lots"] = {"day1.tie": "Инна"}
    assert played(small).open


def test_there_is_no_phase_after_the_end(small, played):
    small["phases"][0]["posts"][0]["html"] = small["phases"][0]["posts"][1]["html"] = '<font color="green">Борис</font>'
    with pytest.raises(ScenarioError, match=r"^phases\[1\]: the game ended in day1, won by town$"):
        played(small)


def test_roles_that_do_not_fit_cannot_be_dealt(small, played):
    for player in small["players"]:
        del player["role"]
    with pytest.raises(ScenarioError, match=r"^players: roles are to be dealt, but there are 14 roles for 5 players$"):
        played(small)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\xff\xfe", "the file is not UTF-8 (byte 0)"),
        (b'{"rules": }', "not JSON: line 1, column 11: Expecting value"),
        (b'{"rules": "a", "rules": "b"}', "the key 'rules' stands twice in one object"),
        (b"[" * 100000, "not a scenario: nested too deeply"),
        (b"[]", "expected a table, got a list"),
        (rb'{"players": [{"name": "\ud800"}]}', "players[0].name: the text holds half of a sign (a lone surrogate)"),
    ],
)
def test_what_is_no_scenario_says_why(content, message):
    with pytest.raises(ScenarioError) as caught:
        read_scenario(content)
    assert str(caught.value) == message


def test_a_byte_order_mark_is_no_fault(small):
    assert read_scenario(b"\xef\xbb\xbf" + json.dumps(small).encode()).rules == "town14"
