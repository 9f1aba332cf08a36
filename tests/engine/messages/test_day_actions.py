"""Day actions: which line stands for one, whom it means, and which of a player's posts holds (H16, H25, E4)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.counting.authors import Authors
from engine.counting.clock import Clock
from engine.messages.day_actions import DayAction, Words, message_actions, read_day_actions
from engine.names import Names
from engine.people import Player, Roster
from engine.posts import Body, Line, Post, Revision
from engine.roles import HealHp, Role, VoteWeight
from engine.times import Interval, Resolution

STARTS = datetime(2026, 3, 2, 8, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=14)
LATER = ENDS + timedelta(days=1)
ROSTER = Roster((Player("Аня"), Player("Борис"), Player("Вера")), ("Ведущий",))
NAMES = Names(ROSTER)
WORDS = Words.of(
    (
        Role(id="nurse", title="Медсестра", ability=(HealHp(by="day", open=True, amount=5, words=("перевязать",)),)),
        Role(id="judge", title="Судья", ability=(VoteWeight(by="day", open=True, weight=2),)),
        Role(id="secret", title="Тайный", ability=(HealHp(id="mend", by="day", amount=5, words=("чинить",)),)),
    )
)


def at(minutes: float) -> datetime:
    """So many minutes after the day's start."""
    return STARTS + timedelta(minutes=minutes)


def test_h25_only_open_abilities_of_the_day_have_words():
    assert set(WORDS.abilities.values()) == {"heal"}
    assert "перевязать" in WORDS.abilities
    assert "чинить" not in WORDS.abilities
    assert set(WORDS.of_role) == {"nurse"}


@pytest.mark.parametrize(
    ("line", "target", "ask", "sure"),
    [
        ("Действие: перевязать Аню", "Аня", (), True),
        ("Действие - перевязать Аню.", "Аня", (), True),
        ("Action: heal Аня", "Аня", (), True),
        ("— действие: перевязать себя!", "Вера", (), True),
        ("Действие: перевязать", None, (), True),
        ("Действие: перевязать Неведомого", None, (), True),
        ("Действие: Аню перевязать", None, ("Аня",), False),
        ("Действие: перевязать Аню или Бориса", None, ("Аня", "Борис"), False),
        ("Действие: Аню", None, ("Аня",), False),
        ("Действие: Аню или Бориса", None, ("Аня", "Борис"), False),
    ],
)
def test_h25_the_line_of_a_message(line, target, ask, sure):
    (action,) = message_actions("5", "Вера", at(60), f"Доброе утро.\n{line}", NAMES, WORDS, ("nurse",))
    assert (action.target, action.ask, action.sure) == (target, ask, sure)
    assert (action.post, action.player, action.at, action.text) == ("5", "Вера", at(60), line)


@pytest.mark.parametrize(
    "text", ["перевязать Аню", "Действие: ничего", "Действие: Неведомого", "моё действие: перевязать Аню"]
)
def test_h25_no_line_no_action(text):
    assert message_actions("5", "Вера", at(60), text, NAMES, WORDS, ("nurse",)) == ()


def test_h25_of_two_lines_the_last_holds():
    text = "Действие: перевязать Аню\nДействие: перевязать Бориса"
    (action,) = message_actions("5", "Вера", at(60), text, NAMES, WORDS, ("nurse",))
    assert action.target == "Борис"


def post(number: int, minutes: float, *lines: str | Line, author: str = "Вера", **more: object) -> Post:
    said = tuple(line if isinstance(line, Line) else Line(line) for line in lines)
    resolution = more.pop("resolution", Resolution.SECOND)
    revisions = more.pop("revisions", None) or (Revision(Body((), said), LATER, LATER),)
    shown = Interval.shown(at(minutes), resolution)  # type: ignore[arg-type]
    return Post(str(number), number, author, shown, revisions, **more)  # type: ignore[arg-type]


def read(*posts: Post, roles: dict[str, tuple[str, ...]] | None = None) -> tuple[DayAction, ...]:
    authors = Authors(ROSTER, posts)
    return read_day_actions(
        posts, authors, NAMES, WORDS, roles or {"Вера": ("nurse",)}, starts=STARTS, clock=Clock(ENDS)
    )


def told(*posts: Post) -> list[tuple[str, str | None, tuple[str, ...], bool]]:
    return [(one.post, one.target, one.ask, one.sure) for one in read(*posts)]


def test_h16_the_last_post_of_the_day_holds_whatever_stood_before():
    first, last = post(1, 60, "Действие: перевязать Аню"), post(2, 120, "Действие: перевязать Бориса")
    assert told(first, last) == [("2", "Борис", (), True)]
    assert told(first, post(2, 120, "доброе утро")) == []
    assert told(first, post(2, 120, "Действие: перевязать Бориса", author="Аня")) == [("1", "Аня", (), True)]


@pytest.mark.parametrize("minutes", [-1, 840, 900])
def test_h16_posts_before_the_day_and_after_it_are_none_of_it(minutes):
    assert told(post(1, 60, "Действие: перевязать Аню"), post(2, minutes, "Действие: перевязать Бориса")) == [
        ("1", "Аня", (), True)
    ]


def test_h16_a_post_that_may_be_later_than_the_end_is_asked_about():
    late = post(1, 839.5, "Действие: перевязать Аню", resolution=Resolution.MINUTE)
    assert told(late) == [("1", None, ("Аня",), False)]


def test_h16_a_deleted_post_is_none():
    gone = post(2, 120, "Действие: перевязать Бориса", gone=Interval.shown(at(200)))
    assert told(post(1, 60, "Действие: перевязать Аню"), gone) == [("1", "Аня", (), True)]
    after = post(2, 120, "Действие: перевязать Бориса", gone=Interval.shown(ENDS + timedelta(minutes=1)))
    assert told(after) == [("2", "Борис", (), True)]


def edited(*texts: tuple[str, float]) -> tuple[Revision, ...]:
    """Revisions with the minute at which each was seen first; every one but the first came by an edit then."""
    return tuple(
        Revision(Body((), (Line(text),)), at(minutes), LATER, Interval.shown(at(minutes)) if place else None)
        for place, (text, minutes) in enumerate(texts)
    )


def test_h16_what_stood_at_the_end_holds_and_not_what_was_edited_later():
    early = edited(("Действие: перевязать Аню", 70), ("Действие: перевязать Бориса", 300))
    assert told(post(1, 60, revisions=early)) == [("1", "Борис", (), True)]
    late = edited(("Действие: перевязать Аню", 70), ("Действие: перевязать Бориса", 860))
    assert told(post(1, 60, revisions=late)) == [("1", "Аня", (), True)]


def test_e8_a_line_merged_after_the_end_is_none():
    in_time = Line("Действие: перевязать Бориса", late=True, late_at=Interval.shown(at(300)))
    assert told(post(1, 60, "Действие: перевязать Аню", in_time)) == [("1", "Борис", (), True)]
    late = Line("Действие: перевязать Бориса", late=True, late_at=Interval.shown(at(860)))
    assert told(post(1, 60, "Действие: перевязать Аню", late)) == [("1", "Аня", (), True)]
    unknown = Line("Действие: перевязать Бориса", late=True)
    assert told(post(1, 60, unknown)) == [("1", None, ("Борис",), False)]


def test_v2_a_line_that_may_be_somebody_elses_is_asked_about():
    assert told(post(1, 60, Line("Действие: перевязать Бориса", unclear=True))) == [("1", None, ("Борис",), False)]


def test_h25_looser_words_of_one_who_holds_the_ability_are_asked_about_and_of_others_are_talk():
    said = post(1, 60, "буду перевязать Аню")
    assert told(said) == [("1", None, ("Аня",), False)]
    assert read(said, roles={"Вера": ("judge",)}) == ()
    assert read(said, roles={"Аня": ("nurse",)}) == ()
    assert read(said, roles={"Аня": ("nurse",), "Вера": ("nurse",)}) != ()


@pytest.mark.parametrize("stranger", ["Bepa", "Верa"])
def test_v15_who_only_bears_a_players_name_is_asked_about_and_hides_no_action(stranger):
    own, other = post(1, 60, "Действие: перевязать Аню"), "Действие: перевязать Бориса"
    assert told(own, post(2, 120, "доброе утро", author=stranger)) == [("1", "Аня", (), True)]
    assert told(own, post(2, 120, other, author=stranger)) == [("1", "Аня", (), True), ("2", None, ("Борис",), False)]
