"""Days with marks that only the host can decide (V11), by the engine and by every reading of them (V13).

`asked(seed)` counts one day and gives the number of such marks; AssertionError where the two differ.
"""

from __future__ import annotations

import copy
import runpy
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

Dict = dict[str, Any]
Place = tuple[str, int]  # a post's id and the place of a mark in it
Against = runpy.run_path(str(Path(__file__).parent / "against_day.py"))
Days = runpy.run_path(str(Path(__file__).parent / "some_days.py"))
Course, Part, essence = Against["Course"], Against["Course"]["Part"], Against["essence"]
NOT_FOR = "Не голосую за "


def asked(seed: int) -> int:
    """One day; how many of its marks are the host's to decide."""
    random = Random(seed)
    rules, k = Days["some_rules"](random)
    while not plain(k):
        rules, k = Days["some_rules"](random)
    day = Days["some_day"](random, k)
    places = doubted(random, day, k)
    counted = Against["counted_by_engine"](rules, day)
    found = [Course["result"](one, k) for one in readings(day, places)]
    ours = Against["shown"](counted)
    barring = k["tie.overtime_voters"] == "changers"  # who may have been barred from the overtime is shown in it
    for name in ("first",) if barring else ("first", "overtime"):  # what is shown is the first reading: none counts
        assert ours[name] == found[0][name], (name, ours[name], found[0][name])
    ends = [essence(one, k) for one in found]
    settled = all(end == ends[0] for end in ends)
    if settled:
        assert essence(ours, k) == ends[0], (ours, ends[0])
    else:
        assert (ours["verdict"], ours["lots_needed"]) == ("open", {}), (ours, ends)
    asking = {one.post for one in counted.rulings_needed}
    assert asking <= {post for post, _ in places}, (asking, places)
    assert settled or asking
    return len(places)


def plain(k: Dict) -> bool:
    """Rules under which a doubted mark is just that: no other kind of mark, no history of marks, no early end."""
    early = k["deciding.hammer"] or k["deciding.closes"] != "none"
    by_history = any(step in Days["TIMED"] for step in k["tie.steps"])
    limits = k["changes.stages"] or k["changes.limit"] != "unlimited" or k["votes.final"]
    kinds = {"bold", "line", "bare"} & set(k["votes.kinds"]) or k["votes.own_line"]
    return not (early or by_history or limits or kinds or k["votes.last_post"] == "with-vote")


def doubted(random: Random, day: Dict, k: Dict) -> list[Place]:
    """Denies some votes of the day; which of them are asked about: those that would count."""
    day |= {"rulings": {}, "replaced": {}}
    found: list[Place] = []
    for post in day["posts"]:
        post |= {"old": None, "edited": None, "gone": None}
        voter = Part["voter_of"](day, post)
        for place, mark in enumerate(post["body"]):
            able = voter is not None and Part["is_vote"](day, k, voter, (post["at"], mark, None))
            if able and mark["text"] in day["players"] and len(found) < 3 and random.random() < 0.15:
                mark["before"] = NOT_FOR
                found.append((post["id"], place))
    return found


def readings(day: Dict, places: list[Place]) -> Iterator[Dict]:
    """The day with each such mark taken as none, as a vote, and as a vote taken back (V11, V13)."""
    for chosen in product(("none", "vote", "back"), repeat=len(places)):
        one = copy.deepcopy(day)
        taken = dict(zip(places, chosen, strict=True))
        for post in one["posts"]:
            for place, mark in enumerate(post["body"]):
                mark["before"] = mark["before"].removeprefix(NOT_FOR)
                mark["back"] = taken.get((post["id"], place)) == "back"
            post["body"] = [mark for n, mark in enumerate(post["body"]) if taken.get((post["id"], n)) != "none"]
        yield one
