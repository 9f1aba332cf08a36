"""Whatever stands in a file, a message or a name: it is taken, or refused with a fault that says where; never a crash.

Files that are right are changed at random places, so that what comes is nearly right, as mistakes of people are.
"""

from __future__ import annotations

import copy
import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import tomlkit
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import forums
from engine.lots import LotError, Proof
from engine.messages import OrderText, Reader
from engine.names import Names
from engine.people import Player, Roster
from forums import PageError, Source
from golosa import captures
from golosa.errors import GolosaError
from golosa.folder import config, dice, gamefile
from golosa.reading import boards
from golosa.rulebook import rulesets
from golosa.scenario.playing import Played, play
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay

FIXTURES = Path(__file__).parents[2] / "fixtures"
SCENARIOS = sorted((FIXTURES / "scenarios").glob("*.json"))
PAGES = sorted(path for path in (FIXTURES / "pages").rglob("*.json") if path.name != "expected.json")
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

SIGNS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
PLAIN = st.one_of(st.booleans(), st.integers(-(10**30), 10**30), st.floats(allow_nan=False), SIGNS, st.just("9" * 5000))
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SIGNS, inner, max_size=3), max_leaves=5
)


@st.composite
def changed(draw: st.DrawFn, document: Any, values: st.SearchStrategy[Any] = VALUES) -> Any:
    """The document with one to three of its places changed: another value, none, or a second one."""
    document = copy.deepcopy(document)
    for _ in range(draw(st.integers(1, 3))):
        holder, key = draw(st.sampled_from(list(_places(document)) or [(None, None)]))
        what = draw(st.sampled_from(("other", "gone", "again", "swapped")))
        if holder is None:
            return draw(values)
        if what == "gone":
            del holder[key]
        elif what == "again" and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif what == "swapped":
            other, place = draw(st.sampled_from(list(_places(document))))
            holder[key] = copy.deepcopy(other[place])
        else:
            holder[key] = draw(values)
    return document


def _places(value: Any) -> Any:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


GAME: dict[str, Any] = {
    "game": {"title": "Проба", "rules": "town14", "hosts": ["Ведущий"], "lang": "ru", "count_form": "long"},
    "forum": {"zone": "Europe/Moscow", "posts_per_page": 20},
    "set": {"votes": {"self_vote": False}},
    "player": [{"name": "Аня", "accounts": ["anya"], "aliases": ["Анюта"]}, {"name": "Борис", "account_ids": ["7"]}],
    "watch": {"poll_minutes": 5, "notify": ["env:WHERE"]},
    "public": {"delay_minutes": 10},
    "day": [
        {
            "number": 1,
            "threads": ["https://forum.example/viewtopic.php?t=7"],
            "starts": datetime(2026, 3, 2, 5, tzinfo=UTC),
            "ends": datetime(2026, 3, 2, 19, tzinfo=UTC),
        }
    ],
}
MOMENTS = st.datetimes() | st.datetimes(timezones=st.just(UTC)) | st.dates() | st.times()


def test_the_game_that_is_changed_is_right_as_it_stands() -> None:
    assert config.parse(tomlkit.dumps(GAME), "game.toml").day[0].number == 1


@QUICK
@given(changed(GAME, VALUES | MOMENTS))
def test_any_game_toml_is_read_or_its_fault_has_a_place(document: Any) -> None:
    _taken_or_refused(document, lambda text: config.parse(text, "game.toml"), "game.toml: ")


@QUICK
@given(st.text(st.sampled_from("[]{}='\"#\n ab.1,-:T+zя\0\x1b\r\\u")))
def test_any_text_as_game_toml_is_refused_with_its_file(text: str) -> None:
    try:
        config.parse(text, "game.toml")
    except GolosaError as error:
        assert str(error).startswith("game.toml: ")


@QUICK
@given(changed({"board": {"forum.example": {"software": "guess", "zone": "Europe/Moscow", "posts": "div.post"}}}))
def test_any_boards_toml_is_read_or_its_fault_has_a_place(document: Any) -> None:
    _taken_or_refused(document, lambda text: boards.checked_boards(text, "boards.toml"), "boards.toml: ")


@pytest.mark.parametrize("name", rulesets.shipped())
@settings(QUICK, max_examples=25)
@given(draw=st.data())
def test_any_rule_set_is_taken_or_its_fault_has_a_place(name: str, draw: st.DataObject, tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    document = draw.draw(changed(tomllib.loads(rulesets.text(name))))

    def load(text: str) -> Any:
        file.write_text(text, encoding="utf-8", newline="")
        return rulesets.playable(str(file))

    _taken_or_refused(document, load, str(file))


def _taken_or_refused(document: Any, read: Any, place: str) -> None:
    try:
        text = tomlkit.dumps(document)
        tomllib.loads(text)
    except (TypeError, ValueError, AttributeError, tomlkit.exceptions.TOMLKitError):
        return  # no TOML can be made of it
    try:
        read(text)
    except GolosaError as error:
        assert str(error).startswith(place), error
        assert "\n" not in str(error)


ALIKE = st.text(st.sampled_from("аАaобйёе -1к.Л"), min_size=1, max_size=6).map(str.strip).filter(bool)
NAMES = SIGNS.filter(lambda name: name.strip() != "" and name == name.strip())


@QUICK
@given(st.lists(NAMES, min_size=1, max_size=5, unique_by=str.casefold), SIGNS)
def test_any_names_are_in_game_toml_as_they_were_given(names: list[str], title: str) -> None:
    wanted = config.Config(
        game=config.GameTable(title=title), player=tuple(config.PlayerTable(name=name) for name in names)
    )
    text = gamefile.compose(wanted)
    try:
        assert config.parse(text, "game.toml") == wanted
    except GolosaError as error:
        assert "player[" in str(error) or "game.title" in str(error), error


@QUICK
@given(st.lists(ALIKE, min_size=2, max_size=5, unique_by=str.casefold), st.data())
def test_v4_whatever_players_are_called_the_name_of_one_is_never_read_as_another(
    names: list[str], draw: st.DataObject
) -> None:
    said = draw.draw(st.sampled_from(names))
    named = Names(Roster(tuple(Player(name) for name in names))).read(said)
    assert named.player in (None, said)


WORDS = (
    *("ночь", "Ночь.", "день", "заметка", "легенда", "доктор.", "босс", "лечить", "убить", "Аню", "Борис", "Эрик"),
    *("не", "за", ":", ",", "\n", ".", "Re:", "2", "17", "ничего"),
)
MESSAGE = st.lists(st.sampled_from(WORDS) | SIGNS, max_size=9).map(" ".join)


@settings(QUICK, max_examples=200)
@given(MESSAGE, MESSAGE, st.sampled_from(["Аня", "Борис"]))
def test_t14_21_any_message_is_an_order_for_somebody_of_the_game_or_says_why_not(
    subject: str, body: str, sender: str
) -> None:
    said = READER.read(sender, subject, body)
    assert said
    for one in said:
        if isinstance(one, OrderText):
            assert one.target is None or (one.target in ("Аня", "Борис") and not one.ask)
            assert set(one.ask) <= {"Аня", "Борис"}


READER = Reader(
    Roster((Player("Аня"), Player("Борис", aliases=("Эрик",)))),
    Names(Roster((Player("Аня"), Player("Борис", aliases=("Эрик",))))),
    rulesets.load("town14").roles,
)


@settings(QUICK, max_examples=120)
@given(st.data())
def test_any_scenario_is_played_or_its_fault_has_a_place(draw: st.DataObject) -> None:
    written = draw.draw(st.sampled_from(SCENARIOS))
    document = draw.draw(changed(json.loads(written.read_text("utf-8"))))
    content = json.dumps(document, ensure_ascii=draw.draw(st.booleans())).encode()
    try:
        played: Played = play(lay(read_scenario(content), written.parent))
    except GolosaError as error:
        assert str(error)
        return
    again = play(lay(read_scenario(content), written.parent))
    assert msgspec.json.encode(again.phases) == msgspec.json.encode(played.phases)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@QUICK
@given(draw=st.data())
def test_any_json_of_a_forum_is_a_page_or_is_refused(path: Path, draw: st.DataObject) -> None:
    content = json.dumps(draw.draw(changed(json.loads(path.read_text("utf-8"))))).encode()
    try:
        forums.read(Source(content=content, seen_at=datetime(2026, 3, 9, tzinfo=UTC), zone="UTC", name="page"))
    except PageError as error:
        assert str(error).startswith("page")


HAR = {
    "log": {
        "version": "1.2",
        "entries": [
            {
                "startedDateTime": "2026-03-02T10:00:00.000Z",
                "time": 12,
                "request": {"method": "GET", "url": "https://forum.example/viewtopic.php?t=7"},
                "response": {
                    "status": 200,
                    "headers": [{"name": "Date", "value": "Mon, 02 Mar 2026 10:00:00 GMT"}],
                    "content": {"mimeType": "text/html", "text": "<p>а</p>", "encoding": ""},
                },
            }
        ],
    }
}


@QUICK
@given(document=changed(HAR))
def test_any_har_file_gives_pages_or_is_refused(document: Any, tmp_path: Path) -> None:
    file = tmp_path / "saved.har"
    file.write_text(json.dumps(document), encoding="utf-8")
    try:
        captures.captures_of(file)
    except GolosaError as error:
        assert file.name in str(error)


PROOF = Proof(
    label="day1.tie", index=1, key="00" * 32, candidates=("Аня", "Борис"), digest="11" * 32, counter=0,
    hmac="22" * 32, chosen="Аня",
)  # fmt: skip


@QUICK
@given(st.data())
def test_l3_no_changed_proof_holds_and_any_text_of_one_is_read_or_refused(draw: st.DataObject) -> None:
    text = dice.block_of(PROOF, "33" * 32)
    assert dice.parse_blocks(text) == ((PROOF, "33" * 32),)
    lines = draw.draw(changed({"lines": text.splitlines()}, SIGNS))
    made = (
        "\n".join(str(line) for line in lines["lines"]) if isinstance(lines, dict) and "lines" in lines else str(lines)
    )
    try:
        for proof, chain in dice.parse_blocks(made):
            with pytest.raises(LotError):
                dice.check(proof, chain, None)
    except GolosaError as error:
        assert str(error)
