"""Sentences of errors and notes in Russian: the catalogue has every one that a user of the desk can meet."""

from __future__ import annotations

import ast
import functools
import re
import string
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from babel.messages.pofile import read_po

from engine.game.values import Cause
from engine.telling import Told, listed, told
from forums.pages import PageError, Wall
from golosa import checked
from golosa.catalogue.wording import word
from golosa.errors import GolosaError
from golosa.folder.phases import phase_told
from golosa.locks import held
from golosa.reading import fetching
from golosa.scenario.reading import ScenarioError
from golosa.store.sentences import kept, read

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "golosa" / "catalogue" / "ru.po"
#: What makes a sentence -> which argument is its template.
MAKERS = {
    "Told": 0, "GolosaError": 0, "HeldError": 0, "ActError": 0, "StoreError": 0, "FaultError": 0, "ScenarioError": 1,
    "LotError": 0, "PageError": 0, "OtherViewError": 0, "UnreadableTime": 0, "UnknownHalf": 0, "UnreachableError": 0,
    "LoginError": 0, "_StoppedError": 0, "held": 2,
}  # fmt: skip
#: Only met at the command line: commands, the watch in a terminal, servers.
ELSEWHERE = ("golosa/commands/", "golosa/watch/", "golosa/web/")
#: Handed on, not made: sentences of errors, words of the desk, templates of sentences from elsewhere.
HANDED_ON = re.compile(r"told\(|\.told$|^ask\.words|^str\(ask\.words|^told$|^text$|^template$|\.join\(|^_of_wall\(")


@functools.cache
def made() -> tuple[tuple[str, ast.expr, ast.Module], ...]:
    """Every template in the code, with the file and line where it is used."""
    return tuple(_made())


def _made() -> Iterator[tuple[str, ast.expr, ast.Module]]:
    for top in ("golosa", "scraper", "forums", "engine"):
        for path in sorted((ROOT / top).rglob("*.py")):
            place = path.relative_to(ROOT).as_posix()
            if place.startswith(ELSEWHERE):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKERS:
                    given = node.args[MAKERS[node.func.id] :]
                    if given:
                        yield f"{place}:{node.lineno}", given[0], tree


@functools.cache
def sentences() -> Mapping[str, str]:
    """Template -> a place where it is used."""
    found = {}
    for place, given, tree in made():
        if isinstance(given, ast.Name):
            given = next((one.value for one in tree.body if _names(one, given.id)), given)
        if isinstance(given, ast.Constant) and given.value:
            found[given.value] = place
    return found


def _names(statement: ast.stmt, name: str) -> bool:
    return isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == name


@functools.cache
def catalogue() -> Mapping[str, str]:
    with CATALOGUE.open("rb") as file:
        return {message.id: message.string for message in read_po(file, locale="ru") if message.id}


def places(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def test_every_sentence_that_a_user_of_the_desk_can_meet_is_in_the_russian_catalogue():
    found, known = sentences(), catalogue()
    assert len(found) > 300
    assert {template: place for template, place in found.items() if template not in known} == {}


def test_the_catalogue_holds_nothing_else():
    told_of = {wall.value.replace("_", " ") for wall in Wall} | set(checked._WORDS.values())
    assert set(catalogue()) - set(sentences()) - told_of == set()


def test_no_sentence_is_put_together_where_no_catalogue_could_find_it():
    loose = {
        place: ast.unparse(given)
        for place, given, _ in made()
        if isinstance(given, ast.JoinedStr | ast.BinOp | ast.IfExp)
        or (isinstance(given, ast.Call) and not HANDED_ON.search(ast.unparse(given)))
    }
    allowed = {
        "golosa/checked.py",
        "golosa/folder/review.py",
        "golosa/reading/saved.py",
    }  # words of a closed set, and causes
    assert {place: text for place, text in loose.items() if place.split(":")[0] not in allowed} == {}


@pytest.mark.parametrize("template", sorted(catalogue()))
def test_a_sentence_has_the_same_places_in_russian_and_reads_as_russian(template):
    russian = catalogue()[template]
    if "{" in template:
        assert places(russian) <= places(template)
        lost = places(template) - places(russian)
        assert lost <= {"how", "number", "act"}, "only what the reader of the desk has no use for is left out"
    without_keys = re.sub(r"\{[^{}]*\}[.\w]*", "", template)
    assert re.search("[а-яё]", russian, re.I) or not re.search("[a-z]", without_keys, re.I)


def test_a_sentence_is_its_english_text_and_is_told_in_russian_with_all_that_stands_in_it():
    inner = Told("it was last read whole at {until}, before the moment of the count",
                 until=datetime(2026, 3, 2, 20, tzinfo=UTC))  # fmt: skip
    error = GolosaError("{phase}: the thread has not been read whole: {why}", 3, phase=phase_told("day3"), why=inner)
    english = (
        "day3: the thread has not been read whole: it was last read whole at 2026-03-02T20:00:00+00:00, "
        "before the moment of the count"
    )
    assert str(error) == error.told == word(error.told, "en") == english
    assert error.exit_code == 3
    assert word(error.told, "ru") == (
        "день 3: тема прочитана не вся: "
        "последний раз тема прочитана вся 2 марта 2026, 20:00 UTC, раньше момента подсчёта"
    )


def test_what_is_no_sentence_is_told_as_it_is_and_never_formatted():
    hostile = "{0.__class__} {name} {"
    assert word(hostile, "ru") == hostile
    assert str(Told(hostile)) == word(Told(hostile), "ru") == hostile
    error = GolosaError("{name!r}: which player? One of {candidates}", name=hostile, candidates=hostile)
    assert str(error) == f"{hostile!r}: which player? One of {hostile}"
    assert word(error.told, "ru") == f"«{hostile}» — кто это? Один из: {hostile}"


def test_an_error_in_another_is_told_in_the_same_language():
    first = PageError("{name}: the JSON was cut off or damaged: {error}", name="p1", error="EOF")
    again = GolosaError(told(first), 3)
    assert word(again.told, "ru") == "p1: JSON обрезан или повреждён: EOF"
    placed = ScenarioError("phases[0]", "{name} has no role", name="Аня")
    assert (str(placed), word(placed.what, "ru")) == ("phases[0]: Аня has no role", "Аня без роли")
    assert told(ValueError("plain")) == "plain"


def test_causes_and_states_are_told_as_everywhere():
    said = listed([Told("{player} ({cause})", player=name, cause=Told(cause.value)) for name, cause in
                   (("Аня", Cause.VOTES), ("Лис", Cause.MISSED_DAY))])  # fmt: skip
    assert str(said) == f"Аня ({Cause.VOTES.value}), Лис ({Cause.MISSED_DAY.value})"
    assert word(said, "ru") == "Аня (голосование), Лис (пропуск игрового дня)"


def test_the_store_keeps_a_sentence_with_what_it_was_made_of():
    inner = Told("page {page} was asked for and page {came} came: the thread has become shorter", page=3, came=2)
    why = Told("{thread}: {why}", thread="t", why=inner, at=datetime(2026, 3, 2, tzinfo=UTC))
    again = read(kept(why))
    assert isinstance(again, Told)
    assert (again, again.values) == (why, why.values)
    assert word(again, "ru") == "t: запрошена страница 3, а пришла 2: тема стала короче"
    for text in ("plain", '{"told": what a forum says', '{"told":1}', None):
        assert read(kept(text)) == text


def test_who_holds_a_lock_is_told_in_russian(tmp_path):
    def wait() -> None:
        with held(tmp_path, "fetch", fetching.BUSY, exit_code=3):
            pass

    with held(tmp_path, "fetch", fetching.BUSY, exit_code=3), pytest.raises(GolosaError) as caught:
        wait()
    assert str(caught.value).startswith("golosa (process ")
    assert word(caught.value.told, "ru").startswith("темы этой игры уже читает golosa (process ")


def test_times_in_sentences_are_in_the_readers_zone_or_say_that_they_are_not() -> None:
    at = datetime(2026, 3, 2, 19, 5, tzinfo=UTC)
    text = Told("it was last read whole at {until}, before the moment of the count", until=at)
    assert "2 марта 2026, 22:05," in word(text, "ru", ZoneInfo("Europe/Moscow"))
    assert "2 марта 2026, 19:05 UTC," in word(text, "ru")
    assert "2 March 2026, 22:05," in word(text, "en", ZoneInfo("Europe/Moscow"))


def test_a_time_that_is_written_in_another_zone_is_told_in_utc_where_it_says_so_and_to_its_second() -> None:
    there = datetime(2026, 3, 2, 22, 0, 30, tzinfo=ZoneInfo("Europe/Moscow"))
    text = Told("{account} plays from {since} on", account="Лис", since=there)
    assert word(text, "ru") == "Лис играет только с 2 марта 2026, 19:00:30 UTC"
    assert word(text, "ru", ZoneInfo("Asia/Omsk")) == "Лис играет только с 3 марта 2026, 01:00:30"
