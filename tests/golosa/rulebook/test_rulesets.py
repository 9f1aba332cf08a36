"""Rule sets from TOML: their values, their faults, and what `golosa rules` says of them."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.roles import Ability, Announce, Role, Succession, Team, Victory
from engine.rules import (
    ChangeRules,
    ChangeStage,
    DayRules,
    Deciding,
    HealthRules,
    MissedRules,
    NameRules,
    NightRules,
    Rules,
    TieRules,
    Votes,
)
from golosa.cli import run
from golosa.errors import GolosaError
from golosa.rulebook.knobs import ABILITIES, annotated, comments
from golosa.rulebook.rulesets import faults, knob_setting, load, playable, shipped, text

THREE = ("classic10", "hp100", "town14")


@pytest.mark.parametrize("name", THREE)
def test_the_three_rule_sets_have_the_values_of_the_key_list(name: str) -> None:
    beside = Path(__file__).resolve().parents[4] / "shared"
    shared = Path(os.environ.get("GOLOSA_SHARED", beside)) / "rules" / "KEYS.md"
    if not shared.exists():
        pytest.skip("the key list is not beside this checkout")
    rules = msgspec.to_builtins(load(name))
    rules["votes"]["colour"] = {"#ff0000": "red", "#008000": "green"}[rules["votes"]["colour"][0]]
    checked = 0
    for line in shared.read_text(encoding="utf-8").splitlines():
        if not line.startswith("| `"):
            continue
        cells = line.replace("\\|", "/").strip("| ").split(" | ")
        keys, value = re.findall(r"`([a-z_.]+)`", cells[0]), cells[2 + THREE.index(name)]
        values = value.split(", ") if len(keys) > 1 else [value]
        for key, wanted in zip(keys, values * len(keys), strict=False):
            if wanted == "–":
                continue
            table, knob = key.split(".")
            assert told(rules[table][knob]) == wanted.strip("[]").replace('"', ""), key
            checked += 1
    assert checked > 25


def told(value: Any) -> str:
    """A value as the key list writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return ", ".join(map(told, value))
    return str(value)


@pytest.mark.parametrize("name", shipped())
def test_the_shipped_rule_sets_are_sound(name: str) -> None:
    assert faults(load(name)) == ()


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("lang", ["ru", "en"])
def test_the_shipped_rule_sets_have_names_in_both_languages(name: str, lang: str) -> None:
    rules = load(name)
    told = [rules.title_in(lang), *rules.titles_in(lang).values()]
    assert all(
        re.fullmatch("[А-ЯЁ][а-яё 0-9,]+" if lang == "ru" else "[A-Z][a-z 0-9,]+", title, re.I) for title in told
    )


def test_knobs_are_changed_by_dotted_name() -> None:
    rules = load("town14", {"votes.self_vote": True, "night.changes": "unlimited", "tie.steps": ["nobody"]})
    assert (rules.votes.self_vote, rules.night.changes, rules.tie.steps) == (True, "unlimited", ("nobody",))


def test_names_of_colours_are_resolved() -> None:
    assert load("town14", {"votes.colour": ["red", "rgb(0, 0, 255)"]}).votes.colour == ("#ff0000", "#0000ff")
    assert load("town14", {"votes.colour": "#0F0"}).votes.colour == ("#00ff00",)


@pytest.mark.parametrize(
    ("setting", "expected"),
    [
        ("votes.self_vote=true", ("votes.self_vote", True)),
        ("tie.steps=['lot']", ("tie.steps", ["lot"])),
        ("night.until=23:30", ("night.until", "23:30")),
        ("votes.edits = forbidden", ("votes.edits", "forbidden")),
    ],
)
def test_a_setting_is_a_toml_value_or_plain_text(setting: str, expected: tuple[str, object]) -> None:
    name, value = knob_setting(setting)
    assert (name, str(value)[:5]) == (expected[0], str(expected[1])[:5])
    load("town14", {name: value})


@pytest.mark.parametrize(
    ("knob", "value", "words"),
    [
        ("votes.edits", "sometimes", ("town14", "votes.edits", "sometimes")),
        ("votes.shade", "red", ("town14", "votes", "shade")),
        ("votes.colour", ["blau"], ("votes.colour", "blau")),
        ("shade", 1, ("shade",)),
        ("role.kill", 1, ("role",)),
    ],
)
def test_an_error_names_the_file_the_key_and_what_was_expected(
    knob: str, value: object, words: tuple[str, ...]
) -> None:
    with pytest.raises(GolosaError) as caught:
        load("town14", {knob: value})
    assert all(word in str(caught.value) for word in words)
    assert caught.value.exit_code == 2


def test_a_setting_without_a_value_is_refused() -> None:
    with pytest.raises(GolosaError, match="KNOB=VALUE"):
        knob_setting("votes.self_vote")


@pytest.mark.parametrize("written", ["name = ", "[votes]\ncolour = 5", "[[role]]\nid = 'x'"])
def test_a_file_that_is_no_rule_set_is_refused_by_its_name(tmp_path: Path, written: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(written, encoding="utf-8")
    with pytest.raises(GolosaError, match=re.escape(str(file))):
        load(str(file))


def test_a_rule_set_that_is_not_there_is_refused() -> None:
    with pytest.raises(GolosaError, match="classic10"):
        load("town15")


FAULTY = {
    "town14": [
        ('team = "town"\ncount = 6', 'team = "moon"\ncount = 6', "role townsman", "moon"),
        ('immune = ["maniac.kill"]', 'immune = ["maniac.bite"]', "role bull", "maniac.bite"),
        ('looks = { commissar = "townsman" }', 'looks = { doctor = "townsman" }', "role actor", "doctor"),
        ('looks = { commissar = "townsman" }', 'looks = { commissar = "saint" }', "role actor", "saint"),
        ('heir = "bull"', 'heir = "cow"', "succession 1", "cow"),
        ('heir = "bull"', 'heir = "doctor"', "succession 1", "team"),
        ('heir = "bull"', 'heir = "boss"', "succession 1", "itself"),
        ('heir = "lawyer"', 'heir = "bull"', "succession 2", "same heir"),
        ('["drunk.visit", "lawyer.check"', '["drunk.visit", "lawyer.sue"', "night.order", "lawyer.sue"),
        ('["drunk.visit", "lawyer.check"', '["drunk.visit"', "night.order", "lawyer.check"),
        ('["drunk.visit", "lawyer.check"', '["drunk.visit", "drunk.visit", "lawyer.check"', "night.order", "twice"),
        ('shootout = ["boss.kill", "maniac', 'shootout = ["doctor.heal", "maniac', "night.shootout", "doctor.heal"),
        ('shootout = ["boss.kill", "maniac.kill"]', 'shootout = ["boss.kill"]', "night.shootout", "two kills"),
        ('shootout = ["boss.kill", "maniac.kill"]', "shootout = []", "announce 6 (shootout)", "names no kills"),
        ('"informed"\nrole = "commissar"', '"informed"\nrole = "actor"', "announce 2 (informed)", "actor"),
        ('kind = "drinking"', 'kind = "drinking"\nrole = "drunk"', "announce 4 (drinking)", "no role"),
        ('rule = "lot"', 'rule = "none"', "announce 7 (missed_day)", "nobody out"),
        ('gone = ["mafia"]\nany_alive', 'gone = ["mob"]\nany_alive', "victory 2", "mob"),
        ('winner = "town"', 'winner = "moon"', "victory 2", "moon"),
        ('winner = "town"', 'winner = "mafia"', "victory", "'town' can never win"),
        ('over = "town"\nby = 1', "by = 1", "victory 5", "belong together"),
        ('gone = ["town", "mafia"]', "", "victory 1", "no condition"),
        ('exactly = { mafia = 1, town = 1 }', 'exactly = { mafia = 1, town = 0 }', "victory 4", "never decide"),
        ('winner = "mafia"\ngone = ["town"]', 'winner = "survivor"\ngone = ["town"]', "victory 3", "sole"),
        ('steps = ["overtime", "lot"]', 'steps = ["overtime"]', "tie.steps", "decide"),
        ('steps = ["overtime", "lot"]', 'steps = ["split"]', "tie.steps", "[health]"),
        ('default = "none"', 'default = "self"', "votes.default", "self_vote"),
        ("changes = 1", "changes = -1", "night.changes", "0 or more"),
        ('until = "23:45"', 'until = "25:00"', "night.until", "25:00"),
        ('starts = "00:00"', 'starts = "host"', "day.starts", "wall time"),
        ("Europe/Moscow", "Europe/Atlantis", "day.zone", "Atlantis"),
        ('kind = "visit"', 'kind = "heal_hp"\namount = 5', "role drunk, ability heal", "[health]"),
        ("self = true\nrepeat", "self = false\nrepeat", "role doctor, ability heal", "self"),
        ('kind = "check_role"', 'kind = "check_team"\nis_team = "moon"', "role commissar, ability check", "moon"),
        ('kind = "visit"', 'kind = "visit"\nopen = true', "role drunk, ability visit", "openly"),
        ('kind = "visit"', 'kind = "visit"\nuses = 0', "role drunk, ability visit", "never be used"),
        ('kind = "visit"', 'kind = "visit"\nin_hospital = true', "role drunk, ability visit", "[health]"),
        ('[[role]]\nid = "bull"', '[[role]]\nid = "boss"', "role boss", "two roles"),
        ('id = "mafia"\ntitle', 'id = "town"\ntitle', "team town", "two teams"),
        ('id = "mafia"\ntitle', 'id = "draw"\ntitle', "team draw", "meaning of its own"),
        ('id = "bull"\ntitle = "Бык"', 'id = "bull"\nhp = 50\ntitle = "Бык"', "role bull", "[health]"),
    ],
    "hp100": [
        ("states = [75, 50, 20, 1]", "states = [75, 50, 60, 1]", "health.states", "fall"),
        ("start = 100", "start = 0", "health.start", "dead"),
        ("regen_amount = 15", "regen_amount = -1", "health.regen_amount", "0 or more"),
        ("amount = 40", "amount = 0", "role sniper, ability damage", "either"),
        ("share = [1, 3]", "share = [4, 3]", "role poisoner, ability damage", "share"),
        ("amount = 30", "amount = 0", "role medic, ability heal", "no hp"),
        ("weight = 2\n", "weight = -2\n", "role politician, ability weight", "less than nothing"),
        ('id = "citizen"', 'id = "citizen"\nteam = "town"', "role citizen", "no team"),
        ('rule = "none"', 'rule = "lot"', "missed.rule", "nobody can miss"),
        ('"heal_hp"\nby = "day"', '"heal_hp"\nshared = true\nby = "day"', "role nurse, ability heal", "team"),
        ('gone = ["town", "law", "mafia", "yakuza", "cult", "neutral"]', 'only = "law"', "victory", "nobody alive"),
        ('together = ["law"]', "", "victory", "'law' can never win"),
    ],
}  # fmt: skip


@pytest.mark.parametrize(("name", "case"), [(name, case) for name, cases in FAULTY.items() for case in cases])
def test_what_is_contradictory_or_undefined_is_found_with_its_place(
    tmp_path: Path, name: str, case: tuple[str, str, str, str]
) -> None:
    old, new, place, words = case
    written = text(name)
    assert old in written
    file = tmp_path / "mine.toml"
    file.write_text(written.replace(old, new, 1), encoding="utf-8")
    found = [(problem.place, problem.says) for problem in faults(load(str(file)))]
    assert any(where == place and words in says for where, says in found), found


def test_rules_list_shows_every_shipped_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "list", "--json"]) == 0
    names = [entry["name"] for entry in json.loads(capsys.readouterr().out)["rules"]]
    assert names == list(shipped())
    assert run(["rules", "list"]) == 0
    assert "Город на 14 игроков" in capsys.readouterr().out


@pytest.mark.parametrize("name", shipped())
def test_rules_show_prints_the_same_rule_set_with_a_comment_for_each_knob(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["rules", "show", name]) == 0
    shown = capsys.readouterr().out
    file = tmp_path / f"{name}.toml"
    file.write_text(shown, encoding="utf-8")
    assert load(str(file)) == load(name)
    lines = shown.splitlines()
    for key in ("self_vote", "overtime_minutes", "orders_from", "winner", "zone"):
        at = next(place for place, line in enumerate(lines) if re.match(rf"(# )?{key} = ", line))
        assert lines[at - 1].startswith("# ")


def test_keys_left_out_are_shown_with_their_defaults() -> None:
    assert '# last_post = "any"' in annotated("[votes]\nspoilers = true\n").splitlines()


def test_every_key_of_the_format_says_what_it_means() -> None:
    tables = (
        Rules,
        Votes,
        DayRules,
        TieRules,
        NameRules,
        Deciding,
        MissedRules,
        ChangeRules,
        ChangeStage,
        NightRules,
        HealthRules,
    )
    for kind in (*tables, Team, Role, Succession, Victory, Announce, *ABILITIES.values()):
        of_tables = {
            "votes",
            "day",
            "tie",
            "names",
            "deciding",
            "missed",
            "changes",
            "night",
            "health",
            "team",
            "role",
            "succession",
            "victory",
            "announce",
        }
        keys = {field.encode_name for field in msgspec.structs.fields(kind)}
        missing = keys - set(comments(kind)) - (of_tables if kind is Rules else {"ability"})
        assert missing == set(), kind


def test_every_ability_kind_is_documented() -> None:
    docs = (Path(__file__).resolve().parents[3] / "docs" / "rule-sets.md").read_text(encoding="utf-8")
    assert len(ABILITIES) == len(Ability.__subclasses__())
    for tag in ABILITIES:
        assert f"`{tag}`" in docs


def test_rules_check_says_what_is_wrong_and_ends_with_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["rules", "check", "town14"]) == 0
    assert "sound" in capsys.readouterr().out
    assert run(["rules", "check", "town14", "--set", "tie.steps=['overtime']"]) == 2
    assert "town14: tie.steps: " in capsys.readouterr().out
    assert run(["rules", "check", "town14", "--json", "--set", "day.zone=Nowhere"]) == 2
    assert [problem["place"] for problem in json.loads(capsys.readouterr().out)["problems"]] == ["day.zone"]
    assert run(["rules", "check", str(tmp_path / "none.toml")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "none.toml" in captured.err


@pytest.mark.parametrize("knob", ["tie.overtime_minutes", "tie.revote_minutes", "votes.edit_minutes", "changes.limit"])
def test_a_length_or_a_limit_below_nought_is_refused(knob: str) -> None:
    with pytest.raises(GolosaError, match=f"{knob}: a number of at least 0, got -1"):
        playable("town14", {knob: -1})
    assert playable("town14", {knob: 0})


def test_a_rule_set_is_loaded_anew_when_its_file_or_a_setting_is_another(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    for hours in (1, 2):
        own.write_text(f"[day]\nhours = {hours}\n", encoding="utf-8")
        assert load(str(own)).day.hours == hours
    assert load("classic10", {"votes.self_vote": True}) != load("classic10", {"votes.self_vote": False})
    assert load("classic10", {"votes.self_vote": True}).votes.self_vote
    with pytest.raises(GolosaError, match=r"votes\.self_vote"):
        load("classic10", {"votes.self_vote": 1})
