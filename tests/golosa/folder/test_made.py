"""Counts that are remembered in an open game are the counts that would be made."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import combinations

import pytest

from engine import counting
from engine.day import Day
from engine.people import Player, Roster
from engine.posts import Body, Line, Mark, MarkKind, Post, Reading, Revision
from engine.rulings import AliasRuling, OrderRuling, ReplaceRuling, VoidRuling, VoteRuling
from engine.times import Interval
from golosa.folder import entries, standing
from golosa.folder.entries import RulesChange
from golosa.folder.game import Game
from golosa.folder.made import Counts, Read
from golosa.rulebook import rulesets
from golosa.store import SeenPage, Visit, supposed_fact

STARTS = datetime(2026, 3, 2, 6, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=14)
DAY = Day(label="day1", starts=STARTS, ends=ENDS)
ROSTER = Roster((Player("Аня"), Player("Лис"), Player("Ёжик")), ("Ведущая",))
RULES = rulesets.playable("classic10")


def post(number, author, text, made=None):
    at = STARTS + timedelta(minutes=number)
    body = Body(marks=(Mark(text, colour="#ff0000"),), lines=(Line(text),))
    return Post(str(number), number, author, Interval.shown(at), (Revision(body, at, at),))


POSTS = (post(1, "Аня", "Лис"), post(2, "Лис", "Рыжий"), post(3, "Ёжик", "Лис"))
RULINGS = (
    VoteRuling("1", "Ёжик"),
    VoteRuling("77", "Ёжик"),
    VoidRuling("3"),
    VoidRuling("78"),
    AliasRuling("Рыжий", "Аня"),
    AliasRuling("Рыжий", "Ёжик", since=STARTS),
    ReplaceRuling("Ёжик", "Аня"),
    OrderRuling("pm1", "Лис"),
)


def test_v7_a_remembered_count_is_the_one_that_would_be_made_whatever_rulings_there_are():
    counts = Counts()
    for size in range(len(RULINGS) + 1):
        for rulings in combinations(RULINGS, size):
            plain = counting.count(RULES, ROSTER, DAY, POSTS, rulings, at=ENDS)
            assert counts.count(RULES, ROSTER, DAY, POSTS, rulings, at=ENDS) == plain
            assert counts.count(RULES, ROSTER, DAY, list(POSTS), rulings, at=ENDS) == plain


def test_what_is_read_of_the_archive_while_more_is_being_read_is_remembered_too():
    read, asked = Read(), []

    def inner():
        asked.append("inner")
        return "inner"

    assert read.of(1, "outer", lambda: f"outer of {read.of(1, 'inner', inner)}") == "outer of inner"
    assert read.of(1, "inner", inner) == "inner" and asked == ["inner"]
    assert read.of(2, "inner", inner) == "inner" and asked == ["inner", "inner"]
    assert read.of(1, "inner", inner) == "inner" and asked == ["inner", "inner", "inner"]


def test_a_count_is_made_once_and_anew_for_whatever_it_is_made_of(monkeypatch):
    made = []
    real = counting.count
    monkeypatch.setattr(counting, "count", lambda *given, **more: made.append(1) or real(*given, **more))
    counts, before = Counts(), (VoteRuling("1", "Ёжик"),)
    counts.count(RULES, ROSTER, DAY, POSTS, before, at=ENDS)
    counts.count(
        RULES, ROSTER, DAY, tuple(POSTS), (*before, VoteRuling("77", "Аня"), OrderRuling("pm1", None)), at=ENDS
    )
    assert len(made) == 1
    for others in (
        (RULES, ROSTER, DAY, POSTS[:2], before, ENDS),
        (RULES, ROSTER, DAY, (*POSTS[:2], post(3, "Ёжик", "Аня")), before, ENDS),
        (RULES, ROSTER, DAY, POSTS, (), ENDS),
        (RULES, ROSTER, Day(label="day1", starts=STARTS, ends=ENDS, out=frozenset(("Лис",))), POSTS, before, ENDS),
        (RULES, Roster(ROSTER.players[:2]), DAY, POSTS, before, ENDS),
        (RULES, ROSTER, DAY, POSTS, before, ENDS - timedelta(hours=1)),
    ):
        *given, at = others
        counts.count(*given, at=at)
    assert len(made) == 7


def test_an_open_game_counts_what_another_process_has_stored_meanwhile(table):
    table.new()
    mine, other = Game(table.folder), Game(table.folder)
    day = mine.day(1, table.now)
    assert mine.posts(day) == ()
    reading = Reading("1", "Аня", Interval.shown(STARTS), POSTS[0].revisions[0].body)
    page = SeenPage(number=1, url=None, seen_at=table.now, content=b"", readings=(reading,))
    other.archive.add(Visit(thread=day.threads[0], pages=(page,), complete=False, source="fetch"))
    assert [post.id for post in mine.posts(day)] == ["1"]
    assert mine.posts(day) is mine.posts(day)
    mine.close()
    other.close()


@pytest.mark.parametrize("name", rulesets.shipped())
def test_a_count_is_the_same_without_the_lines_that_its_rules_do_not_read(table, name):
    table.new("--rules", name)
    game = Game(table.folder)
    day = game.day(1, table.now)
    word = next(iter(game.rules.votes.words), "голосую")
    closing = next(iter(game.rules.votes.closes_with), "конец дня")
    said = (
        reading(1, "Аня", f"{word}: Лис"),
        reading(2, "Лис", "Я бью Аню"),
        reading(3, "Ёжик", "Лис", MarkKind.COLOUR),
        reading(4, "Гаррет", "Ёжик", MarkKind.BOLD),
        reading(5, "Шелли", "просто разговор"),
        reading(6, "Ведущий", closing),
        reading(7, "Аня", "Ёжик", MarkKind.COLOUR),
    )
    for moment in (ENDS, ENDS + timedelta(minutes=1)):
        page = SeenPage(number=1, last=True, url=None, seen_at=moment, content=b"", readings=said)
        game.archive.add(Visit(thread=day.threads[0], pages=(page,), complete=True, source="fetch"))
    whole, frame = game.archive.posts(day.threads), game.frame(day)
    read = game.posts(day)
    plain = counting.count(game.rules, game.roster, frame, whole, at=ENDS)
    assert counting.count(game.rules, game.roster, frame, read, at=ENDS) == plain
    assert (read == whole) == standing.lines_matter(game, day)
    assert [game.with_lines(day, post) for post in read] == list(whole)
    game.close()


def test_which_rules_read_lines_of_posts_without_marks(tables):
    read = set()
    for name in rulesets.shipped():
        other = tables()
        other.new("--rules", name)
        game = Game(other.folder)
        if standing.lines_matter(game, game.day(1, other.now)):
            read.add(name)
        game.close()
    assert read == {"hp100"}


def test_rules_that_change_in_mid_day_to_read_lines_bring_them(table):
    table.new()
    game = Game(table.folder)
    day = game.day(1, table.now)
    page = SeenPage(number=1, url=None, seen_at=ENDS, content=b"", readings=(reading(1, "Аня", "vote: Лис"),))
    game.archive.add(Visit(thread=day.threads[0], pages=(page,), complete=False, source="fetch"))
    assert game.posts(day)[0].revisions[-1].body.lines == ()
    change = RulesChange(day=1, post="1", set={"votes.kinds": ["line"], "votes.words": ["vote"]})
    supposed = game.supposing(supposed_fact(entries.RULES, change, table.now, "day1"))
    assert [line.text for line in supposed.posts(day)[0].revisions[-1].body.lines] == ["vote: Лис"]
    game.close()


def reading(number, author, text, kind=None):
    marks = (Mark(text, kind, "#ff0000" if kind is MarkKind.COLOUR else None),) if kind else ()
    at = STARTS + timedelta(minutes=number)
    return Reading(str(number), author, Interval.shown(at), Body(marks=marks, lines=(Line(text),)), number=number)
