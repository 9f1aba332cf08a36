"""Days whose votes stand in two threads that show coarse times, against every thread in which they might stand (V7).

`woven(seed)` counts one day and gives the number of its posts; AssertionError where it is settled though another order
of its posts would have made another day of it.
"""

from __future__ import annotations

import runpy
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

from msgspec import structs

from engine.counting import count
from engine.counts import Count, Verdict
from engine.people import Player, Roster
from engine.posts import Post
from engine.times import Interval

Dict = dict[str, Any]
Against = runpy.run_path(str(Path(__file__).parent / "against_day.py"))
STRETCH = 1500  # seconds that a shown time stands for
WEAVINGS = 12  # orders that are tried


def woven(seed: int) -> int:
    """One day; how many posts it had."""
    rules, k, day = Against["made"](seed)
    random = Random(seed)
    posts = two_threads(random, day)
    roster, frame = Roster(tuple(map(Player, day["players"])), (day["host"],)), Against["engine_day"](day)

    def counted(thread: Sequence[Post]) -> Count:
        numbered = [structs.replace(post, order=order) for order, post in enumerate(thread)]
        return count(rules, roster, frame, numbered, at=Against["moment"](Against["LONG_AFTER"]))

    ours = counted(sorted(posts, key=lambda post: (post.at.earliest, post.thread)))
    ends = {essence(counted(list(weaving(random, posts))), k) for _ in range(WEAVINGS)}
    asked = ours.verdict is Verdict.OPEN and not ours.lots and bool(ours.rulings_needed)
    assert asked or ends == {essence(ours, k)}, (ours, ends)
    return len(posts)


def two_threads(random: Random, day: Dict) -> list[Post]:
    """The day's posts, each as it stood first, at the stretch of time in which it was made."""
    day |= {"rulings": {}, "replaced": {}}
    found = []
    for post in day["posts"]:
        made: Post = Against["engine_post"]({**post, "edited": None, "gone": None, "old": None})
        if post["at"] >= 0:
            begins = post["at"] // STRETCH * STRETCH
            at = Interval(Against["moment"](begins), Against["moment"](begins + STRETCH))
            made = structs.replace(made, at=at)
        found.append(structs.replace(made, thread=random.choice("ab")))
    return found


def weaving(random: Random, posts: Sequence[Post]) -> Iterator[Post]:
    """The posts in one thread, in an order that the two may have been written in."""
    for _, together in groupby(posts, key=lambda post: post.at):
        threads: dict[str, list[Post]] = {"a": [], "b": []}
        for post in together:
            threads[post.thread].append(structs.replace(post, thread=""))
        while left := [name for name, waiting in threads.items() if waiting]:
            yield threads[random.choice(left)].pop(0)


def essence(counted: Count, k: Dict) -> tuple[Any, ...]:
    """Who is out, or between whom it is a tie; who is out or may leave for missing the day, also after a lot."""
    lots = tuple((lot.label, lot.candidates) for lot in counted.lots)
    drawn_first = "day1.tie" in counted.lots_needed and k["missed.rule"] == "lot"
    may_leave = counted.missed if drawn_first else counted.leaves_next_morning
    tied = (counted.overtime or counted.first).tied if counted.verdict in (Verdict.SPLIT, Verdict.OPEN) else ()
    return counted.verdict, counted.out, tied, lots, counted.missed_out, may_leave, counted.annulled
