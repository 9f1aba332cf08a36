"""Lines of day actions and posts at their edges: who holds the ability, oneself, several names, times (H16, H25)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.counting.authors import Authors
from engine.counting.clock import Clock
from engine.messages.day_actions import Words, message_actions, read_day_actions
from engine.names import Names
from engine.people import Player, Roster
from engine.posts import Body, Line, Post, Revision
from engine.roles import Heal, HealHp, Role, VoteWeight
from engine.rulings import ReplaceRuling
from engine.times import Interval, Resolution

STARTS = datetime(2026, 3, 2, 8, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=14)
LATER = ENDS + timedelta(days=1)
ROSTER = Roster((Player("Аня"), Player("Борис"), Player("Вера")), ("Ведущий",))
ROLES = (
    Role(id="nurse", title="Медсестра", ability=(HealHp(by="day", open=True, amount=5, words=("Перевязать",)),)),
    Role(id="smith", title="Кузнец", ability=(HealHp(id="mend", by="day", open=True, amount=1, words=("чинить",)),)),
    Role(id="judge", title="Судья", ability=(VoteWeight(by="day", open=True, weight=2),)),
    Role(id="secret", title="Тайный", ability=(HealHp(id="hide", by="day", amount=5, words=("прятать",)),)),
    Role(id="doctor", title="Доктор", ability=(Heal(id="cure", words=("вылечить",)),)),
)


def at(minutes: float, resolution: Resolution = Resolution.SECOND) -> Interval:
    """So many minutes after the day's start."""
    return Interval.shown(STARTS + timedelta(minutes=minutes), resolution)


def post(number: int, when: Interval, *revisions: Revision, author: str = "Вера") -> Post:
    return Post(str(number), number, author, when, revisions)


def text(line: str, edited: Interval | None = None, seen: datetime = LATER) -> Revision:
    return Revision(Body((), (Line(line),)), seen, LATER, edited)


def read(*posts: Post, role: str = "nurse") -> list[tuple[str | None, tuple[str, ...], bool]]:
    found = read_day_actions(
        posts,
        Authors(ROSTER, posts),
        Names(ROSTER),
        Words.of(ROLES),
        {"Вера": (role,)},
        starts=STARTS,
        clock=Clock(ENDS),
    )
    assert {one.ability for one in found} <= {"heal"}
    assert {one.player for one in found} <= {"Вера"}
    return [(one.target, one.ask, one.sure) for one in found]


def line(said: str, *roles: str) -> list[tuple[str | None, str | None, tuple[str, ...], bool]]:
    found = message_actions("m5", "Вера", STARTS, said, Names(ROSTER), Words.of(ROLES), roles)
    assert all((one.post, one.player, one.at, one.text) == ("m5", "Вера", STARTS, said) for one in found)
    return [(one.ability, one.target, one.ask, one.sure) for one in found]


def test_h25_the_words_are_those_of_open_abilities_by_day():
    words = Words.of(ROLES)
    assert set(words.abilities.items()) >= {("перевязать", "heal"), ("лечить", "heal"), ("чинить", "mend")}
    assert set(words.abilities.values()) == {"heal", "mend"}
    assert words.of_role == {"nurse": frozenset({"heal"}), "smith": frozenset({"mend"})}


@pytest.mark.parametrize(
    ("said", "roles", "actions"),
    [
        ("Действие: перевязать Аню", (), [("heal", "Аня", (), True)]),
        ("Действие: перевязать Аню или Бориса", (), [("heal", None, ("Аня", "Борис"), False)]),
        ("Действие: себя перевязать", ("nurse",), [("heal", None, ("Вера",), False)]),
        ("Действие: Аню и Бориса перевязать", ("nurse",), [("heal", None, ("Аня", "Борис"), False)]),
        ("Действие: не перевязать Аню", ("nurse",), [("heal", None, ("Аня",), False)]),
        ("Действие: отменяю, перевязать Аню", ("nurse",), [("heal", None, ("Аня",), False)]),
        ("Действие: за себя", ("nurse",), [("heal", None, ("Вера",), False)]),
        ("Действие: за себя", ("smith",), [("mend", None, ("Вера",), False)]),
        ("Действие: за себя", (), []),
        ("Действие: никого", ("nurse",), []),
        ("Действие: чинить Аню", ("smith",), [("mend", "Аня", (), True)]),
        ("Действие: прятать Аню", ("secret",), []),
        ("перевязать Аню", ("nurse",), []),  # a message without the form is an order for the night
    ],
)
def test_h25_what_a_line_of_a_message_says(said, roles, actions):
    assert line(said, *roles) == actions


@pytest.mark.parametrize(
    ("said", "role", "actions"),
    [
        ("надо бы перевязать покрепче", "nurse", []),
        ("перевязать себя", "nurse", [(None, ("Вера",), False)]),
        ("себя перевязать", "nurse", [(None, ("Вера",), False)]),
        ("пас", "nurse", []),
        ("Аня молчит", "nurse", []),
        ("перевязать Аню", "smith", []),
        ("Действие: перевязать Аню", "smith", [("Аня", (), True)]),
    ],
)
def test_h25_what_a_line_of_a_post_says(said, role, actions):
    assert read(post(1, at(60), text(said)), role=role) == actions


def test_h25_each_player_has_his_own_last_post_and_the_time_of_it():
    posts = (
        post(1, at(60), text("Действие: перевязать Аню")),
        post(2, at(90), text("Действие: чинить Веру"), author="Аня"),
    )
    found = read_day_actions(
        posts, Authors(ROSTER, posts), Names(ROSTER), Words.of(ROLES), {"Вера": ("nurse",), "Аня": ("smith",)},
        starts=STARTS, clock=Clock(ENDS),
    )  # fmt: skip
    assert [(one.player, one.target, one.at) for one in found] == [
        ("Вера", "Аня", STARTS + timedelta(minutes=60)),
        ("Аня", "Вера", STARTS + timedelta(minutes=90)),
    ]


def test_h16_a_post_before_the_day_hides_none_of_it():
    early = post(1, at(-5), text("Действие: перевязать Бориса"))
    assert read(early, post(2, at(60), text("Действие: перевязать Аню"))) == [("Аня", (), True)]
    assert read(early) == []


def test_h16_an_edit_that_may_be_later_than_the_end_is_asked_about():
    first = text("Действие: перевязать Аню", seen=STARTS + timedelta(minutes=70))
    edited = text("Действие: перевязать Бориса", at(839.5, Resolution.MINUTE))
    assert read(post(1, at(60), first, edited)) == [(None, ("Борис",), False)]


def test_h16_a_post_that_was_first_seen_after_an_edit_past_the_end_is_asked_about():
    seen_late = text("Действие: перевязать Аню", at(860))
    assert read(post(1, at(60), seen_late)) == [(None, ("Аня",), False)]
    assert read(post(1, at(60), text("Действие: перевязать Аню", at(300)))) == [("Аня", (), True)]


def test_v10_another_account_writes_for_the_player_from_its_time_on():
    told = (ReplaceRuling(replace="Новая", player="Вера", at=STARTS + timedelta(minutes=100)),)
    early = post(1, at(60), text("Действие: перевязать Аню"), author="Новая")
    later = post(2, at(120), text("Действие: перевязать Бориса"), author="Новая")
    for posts, expected in (((early,), []), ((early, later), [("2", "Борис")])):
        found = read_day_actions(
            posts, Authors(ROSTER, posts, told), Names(ROSTER), Words.of(ROLES), {"Вера": ("nurse",)},
            starts=STARTS, clock=Clock(ENDS),
        )  # fmt: skip
        assert [(one.post, one.target) for one in found] == expected


@pytest.mark.parametrize(("order", "found"), [(2, [("Аня", (), True)]), (4, [])])
def test_e6_h25_the_place_in_the_thread_tells_what_stood_in_the_minute_of_the_closing_post(order, found):
    """The host closed the day with the third post, in the minute in which Вера wrote her last one."""
    minute = at(60, Resolution.MINUTE)
    written = post(order, minute, text("Действие: перевязать Аня"))
    clock = Clock(minute.earliest, closing=minute, closing_order=3)
    actions = read_day_actions(
        [written], Authors(ROSTER, [written]), Names(ROSTER), Words.of(ROLES), {"Вера": ("nurse",)},
        starts=STARTS, clock=clock,
    )  # fmt: skip
    assert [(one.target, one.ask, one.sure) for one in actions] == found


def test_e6_h25_an_action_of_the_time_in_which_the_day_may_have_been_closed_is_asked_about():
    written = post(4, at(65), text("Действие: перевязать Аня"))
    clock = Clock(STARTS + timedelta(hours=1), closing=Interval(at(60).earliest, at(70).latest))
    (action,) = read_day_actions(
        [written], Authors(ROSTER, [written]), Names(ROSTER), Words.of(ROLES), {"Вера": ("nurse",)},
        starts=STARTS, clock=clock,
    )  # fmt: skip
    assert (action.target, action.ask, action.sure) == (None, ("Аня",), False)
