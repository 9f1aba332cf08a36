"""Random days by the engine's count and by the second reading beside it.

`played(seed)` counts one and gives the number of its posts; AssertionError where the two differ.
"""

from __future__ import annotations

import runpy
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import compress, product
from pathlib import Path
from random import Random
from typing import Any

from engine.counting import count
from engine.counts import Count, Round
from engine.day import Day, Draw, Effect, EffectKind, Removal
from engine.people import Player, Roster
from engine.posts import Body, Line, Mark, MarkKind, Post, Revision
from engine.rules import Rules
from engine.rulings import ReplaceRuling, Ruling, VoidRuling, VoteRuling
from engine.times import Interval

Dict = dict[str, Any]
HERE = Path(__file__).parent
Course = runpy.run_path(str(HERE / "day_course.py"))
made = runpy.run_path(str(HERE / "some_days.py"))["made"]
START = datetime(2026, 3, 2, tzinfo=UTC)
LONG_AFTER = 100_000  # seconds
changed: Callable[[Rules], Rules] | None = None  # other rules for the engine alone: would that be noticed?


def played(seed: int) -> int:
    """One day; how many posts it had."""
    rules, k, day = made(seed)
    random = Random(seed)
    found = Course["result"](day, k)
    while found["lots_needed"] and random.random() < 0.8:
        day["lots"] |= {label: random.choice(names) for label, names in found["lots_needed"].items()}
        found = Course["result"](day, k)
    counted = shown(counted_by_engine(changed(rules) if changed else rules, day))
    of_two_texts = any(post["edited"] or post["gone"] for post in day["posts"])
    of_two_days = k["votes.edits"] == "last-post" and (counted["overtime"] or k["votes.last_post"] == "with-vote")
    if of_two_texts or of_two_days or k["tie.overtime_from"] == "notice":
        counted.pop("not_counted")  # no clause says whose reason of the two is told
    if not all(essence(Course["result"](other, k), k) == essence(found, k) for other in other_times(day, k)):
        assert (counted["verdict"], counted["lots_needed"]) == ("open", {}), counted  # E1: the host is asked
        counted = {name: counted[name] for name in ("first", "no_ballot", "missed")}
    differs = [(name, value, found[name]) for name, value in counted.items() if value != found[name]]
    assert not differs, differs
    return len(day["posts"])


def other_times(day: Dict, k: Dict) -> Iterator[Dict]:
    """E1: the day where marks whose text before an edit nobody saw, and that the edit may have left as they were, have
    stood there from the first on; some of them, or all."""
    unseen = [
        number
        for number, post in enumerate(day["posts"])
        if post["edited"] and post["old"] is None and post["edited"] - post["at"] < 60 * k["votes.edit_minutes"]
    ]
    for chosen in product((False, True), repeat=len(unseen)) if 0 < len(unseen) < 6 else ():
        posts = list(day["posts"])
        for number in compress(unseen, chosen):
            posts[number] = {**posts[number], "old": posts[number]["body"]}
        yield {**day, "posts": posts}


def essence(found: Dict, k: Dict) -> tuple[Any, ...]:
    """Who is out, or between whom it is a tie; who is out or may leave for missing the day, also after a lot."""
    lots = sorted(found["lots_needed"].items())
    tied = (found["overtime"] or found["first"])["tied"] if found["verdict"] == "split" else []
    drawn_first = "day1.tie" in found["lots_needed"] and k["missed.rule"] == "lot"
    may_leave = found["missed"] if drawn_first else found["leaves"]
    return found["verdict"], found["out"], tied, lots, found["missed_out"], may_leave, found["annulled"]


# The day for the engine


def moment(second: int) -> datetime:
    return START + timedelta(seconds=second)


def counted_by_engine(rules: Rules, day: Dict) -> Count:
    rulings: list[Ruling] = []
    for post, ruling in day["rulings"].items():
        rulings.append(VoidRuling(post) if ruling == ("void",) else VoteRuling(post, ruling[1]))
    for account, (player, since) in day["replaced"].items():
        rulings.append(ReplaceRuling(account, player, moment(since)))
    roster = Roster(tuple(map(Player, day["players"])), (day["host"],))
    posts = [engine_post(post) for post in day["posts"]]
    draws = [Draw(label, chosen) for label, chosen in day["lots"].items()]
    return count(rules, roster, engine_day(day), posts, rulings, at=moment(LONG_AFTER), draws=draws)


def engine_day(day: Dict) -> Day:
    opens = day["overtime_starts"]
    return Day(
        label="day1",
        starts=START,
        ends=moment(day["ends"]),
        out=frozenset(day["out"]),
        coma=frozenset(day["coma"]),
        removals=tuple(Removal(name, moment(second)) for name, second in day["removed"].items()),
        weights=day["weights"],
        default_weights=day["default_weights"],
        overtime_starts=None if opens is None else moment(opens),
        effects=tuple(map(engine_effect, day["effects"])),
        missed_before=frozenset(day["missed_before"]),
        missed_last=frozenset(day["missed_last"]),
        abstained=frozenset(day["abstained"]),
    )


def engine_effect(effect: Dict) -> Effect:
    at = None if effect["at"] is None else moment(effect["at"])
    return Effect(**effect | {"kind": EffectKind(effect["kind"]), "at": at})


def engine_post(post: Dict) -> Post:
    at, edited, gone = (None if post[name] is None else moment(post[name]) for name in ("at", "edited", "gone"))
    assert at is not None
    notice = None if edited is None else Interval.shown(edited)
    revisions = [Revision(engine_body(post, post["body"]), edited or at, moment(LONG_AFTER), notice)]
    if post["old"] is not None:
        revisions.insert(0, Revision(engine_body(post, post["old"]), at, moment(post["edited"] - 1)))
    away = None if gone is None else Interval.shown(gone)
    return Post(post["id"], post["order"], post["author"], Interval.shown(at), tuple(revisions), gone=away)


def engine_body(post: Dict, said: list[Dict]) -> Body:
    """The marks, each on a line of its own; a whole post that is a mark has no other line."""
    lines = [] if any(mark["kind"] == "bare" for mark in said) else [Line(line) for line in post["lines"]]
    marks = []
    for mark in said:
        if mark["kind"] not in ("line", "bare"):
            around = {"before": mark["before"], "after": mark["after"], "line": len(lines)}
            marks.append(Mark(mark["text"], MarkKind(mark["kind"]), mark["colour"], mark["struck"], **around))
        lines.append(Line("" if mark["struck"] else mark["before"] + mark["text"] + mark["after"]))
    return Body(tuple(marks), tuple(lines))


# Its count in the words of the second reading


def shown(counted: Count) -> Dict:
    return {
        "first": a_round(counted.first),
        "overtime": None if counted.overtime is None else a_round(counted.overtime),
        "verdict": str(counted.verdict),
        "by": None if counted.by is None else str(counted.by),
        "out": list(counted.out),
        "no_ballot": list(counted.no_ballot),
        "missed": list(counted.missed),
        "abstained": sorted(counted.abstained),
        "missed_out": list(counted.missed_out),
        "annulled": counted.annulled,
        "leaves": counted.leaves_next_morning,
        "lots_needed": {lot.label: list(lot.candidates) for lot in counted.lots},
        "at_post": counted.at_post,
        "not_counted": {(one.post, one.why.value) for one in counted.not_counted if one.why in Course["IN_ORDER"]},
    }


def a_round(one: Round) -> Dict:
    ballots = {ballot.voter: (ballot.target, ballot.post, ballot.weight, ballot.default) for ballot in one.ballots}
    counts = {tally.target: (tally.votes, list(tally.voters)) for tally in one.counts}
    return {"ballots": ballots, "counts": counts, "tied": list(one.tied)}
