"""The course of the votes and its chart."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.counts import Ballot, MarkFate, Round, Spoken, Tally, Why
from golosa.public.chart import HEIGHT, WIDTH, steps
from golosa.public.course import courses
from golosa.views.public import PublicPoint

START = datetime(2026, 3, 2, 5, tzinfo=UTC)


def at(hour: float) -> datetime:
    return START + timedelta(hours=hour)


def fate(voter: str, hour: float, target: str | None, *, stands: bool = True, word: Spoken | None = None) -> MarkFate:
    return MarkFate(
        "1", voter, voter, at(hour), target or "", target, stands, None if stands else Why.SUPERSEDED, "V3", 1, word
    )


def shown(
    hour: float, votes: dict[str | None, list[str]], weights: dict[str, float] | None = None, bonus: int = 0
) -> Round:
    weighs = weights or {}
    ballots = tuple(
        Ballot(voter, target, "1", None, weighs.get(voter, 1)) for target, voters in votes.items() for voter in voters
    )
    counts = tuple(
        Tally(target, sum(weighs.get(voter, 1) for voter in voters) + bonus, tuple(voters), bonus)
        for target, voters in votes.items()
    )
    return Round(at(hour), ballots, counts)


def course(fates: list[MarkFate], round_: Round, target: str | None) -> list[tuple[float, float]]:
    return [((point.at - START) / timedelta(hours=1), point.votes) for point in courses(fates, round_, START)[target]]


def test_a_changed_vote_leaves_one_and_joins_the_other() -> None:
    fates = [fate("а", 1, "Лис", stands=False), fate("б", 2, "Лис"), fate("а", 3, "Ёж")]
    now = shown(5, {"Лис": ["б"], "Ёж": ["а"]})
    assert course(fates, now, "Лис") == [(0, 0), (1, 1), (2, 2), (3, 1)]
    assert course(fates, now, "Ёж") == [(0, 0), (3, 1)]


def test_v8_a_vote_taken_back_and_one_for_nobody() -> None:
    fates = [
        fate("а", 1, "Лис", stands=False),
        fate("б", 1, "Лис"),
        fate("а", 2, None, stands=False, word=Spoken.UNVOTE),
        fate("а", 3, None, word=Spoken.NO_LYNCH),
    ]
    now = shown(5, {"Лис": ["б"], None: ["а"]})
    assert course(fates, now, "Лис") == [(0, 0), (1, 2), (2, 1)]
    assert course(fates, now, None) == [(0, 0), (3, 1)]


def test_a_course_ends_with_what_the_count_says() -> None:
    """Weights, penalties and votes that lapsed: no mark tells of them."""
    fates = [fate("а", 1, "Лис"), fate("б", 2, "Лис")]
    assert course(fates, shown(5, {"Лис": ["а"]}, {"а": 0.5}, bonus=2), "Лис") == [(0, 0), (1, 0.5), (2, 1.5), (5, 2.5)]


def test_a_first_round_knows_nothing_of_the_overtime() -> None:
    fates = [fate("а", 1, "Лис", stands=False), fate("а", 9, "Ёж")]
    assert course(fates, shown(5, {"Лис": ["а"]}), "Лис") == [(0, 0), (1, 1)]


VOTES = st.lists(
    st.tuples(st.sampled_from("абвгд"), st.integers(1, 40), st.sampled_from(["Лис", "Ёж", "Кот", None])), max_size=30
)


@settings(max_examples=60, deadline=None)
@given(VOTES)
def test_at_any_moment_the_course_is_the_count_of_who_stood_then(votes: list[tuple[str, int, str | None]]) -> None:
    votes.sort(key=lambda vote: vote[1])
    fates = [fate(voter, hour, target, word=None if target else Spoken.UNVOTE) for voter, hour, target in votes]

    def standing(until: float) -> dict[str | None, list[str]]:
        last = {voter: target for voter, hour, target in votes if hour <= until}
        return {name: [voter for voter, target in last.items() if target == name] for name in ("Лис", "Ёж", "Кот")}

    found = courses(fates, shown(50, standing(50)), START)
    for name in ("Лис", "Ёж", "Кот"):
        for hour in range(41):
            points = [point.votes for point in found[name] if point.at <= at(hour)]
            assert points[-1] == len(standing(hour)[name])


def test_the_chart_is_a_staircase_within_its_box() -> None:
    points = (PublicPoint(at(0), 0), PublicPoint(at(5), 2), PublicPoint(at(10), 1))
    assert steps(points, at(0), at(15), 2, at(20)) == "M0 40V40H75V0H150V20H225V40Z"
    assert (WIDTH, HEIGHT) == (300, 40)
    assert steps(points[:1], at(0), at(0), 0, at(0)) == "M0 40V40H0V40Z"


def test_the_charts_of_a_round_share_their_height_and_none_leaves_its_box(played: Any) -> None:
    """Лис had three votes once and has one now; Ёжик has two."""
    for author, clock in (("Аня", "09:00"), ("Гаррет", "09:10"), ("Шелли", "09:20")):
        played.vote(author, clock, "Лис")
    for author, clock in (("Аня", "10:00"), ("Гаррет", "10:10")):
        played.vote(author, clock, "Ёжик")
    played.see("11:00")
    played.write("11:00")
    heights = [float(y) for y in re.findall(r"V(-?[\d.]+)", "".join(re.findall(r'<path d="([^"]*)"', played.html())))]
    assert min(heights) == 0 and max(heights) == HEIGHT
