"""V13 against brute force: every combination of rulings is taken, one count each, and compared with what was said."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.counts import Count, Verdict
from engine.day import Removal
from engine.people import Player, Roster
from engine.rules import Edits, TieStep
from engine.rulings import VoidRuling, VoteRuling

NAMES = ("Аня", "Борис", "Вера", "Гена")
SURE = st.sampled_from(NAMES)
UNSURE = st.sampled_from(["Аня или Борис", "Борис или Вера", "Вера или Гена", "Гена или Аня"])
POSTS = st.lists(st.tuples(SURE, st.one_of(SURE, SURE, UNSURE, st.just("?")), st.booleans()), min_size=1, max_size=9)
RULES = {
    "lot": {"tie": {"steps": (TieStep.LOT,)}},
    "nobody": {"tie": {"steps": (TieStep.NOBODY,)}},
    "all": {"tie": {"steps": (TieStep.ALL,)}},
    "overtime": {"tie": {"steps": (TieStep.OVERTIME, TieStep.LOT)}},
    "changers": {"tie": {"steps": (TieStep.OVERTIME, TieStep.LOT), "overtime_voters": "changers"}},
    "revote": {"tie": {"steps": (TieStep.REVOTE, TieStep.LOT), "revote_minutes": 30}},
    "overtime, revote": {
        "tie": {"steps": (TieStep.OVERTIME, TieStep.REVOTE, TieStep.LOT), "overtime_minutes": 13, "revote_minutes": 20}
    },
    "missed": {"tie": {"steps": (TieStep.NOBODY,)}, "missed": {"rule": "lot"}},
    "penalty": {"tie": {"steps": (TieStep.EARLIER_LAST_VOTE, TieStep.LOT)}, "missed": {"rule": "penalty"}},
    "first": {"tie": {"steps": (TieStep.FIRST_TO_REACH, TieStep.LOT)}},
    "longest": {"tie": {"steps": (TieStep.LONGEST_HELD, TieStep.LOT)}},
    "hammer": {"tie": {"steps": (TieStep.NOBODY,)}, "deciding": {"rule": "majority", "hammer": True}},
    "minimum": {"tie": {"steps": (TieStep.NOBODY,)}, "deciding": {"minimum_votes": 2}},
    "self": {"tie": {"steps": (TieStep.LOT,)}, "votes": {"default": "self"}},
    "changes": {"tie": {"steps": (TieStep.LOT,)}, "changes": {"limit": 1}},
    "last-post": {"tie": {"steps": (TieStep.LOT,)}, "votes": {"edits": Edits.LAST_POST}},
    "removed": {"tie": {"steps": (TieStep.LONGEST_HELD, TieStep.LOT)}},
    "hammer-removed": {"tie": {"steps": (TieStep.NOBODY,)}, "deciding": {"rule": "majority", "hammer": True}},
    "over": {"tie": {"steps": (TieStep.LOT,)}, "changes": {"limit": 1, "over": "missed"}, "missed": {"rule": "lot"}},
    "with-vote": {"tie": {"steps": (TieStep.LOT,)}, "votes": {"edits": Edits.LAST_POST, "last_post": "with-vote"}},
}


def written(table: Any, rules: str, posts: list[tuple[str, str, bool]]) -> dict[str, tuple[str | None, ...]]:
    """Writes the posts; gives for each undecided one whom the host could give it to (None: it does not count)."""
    table.roster = Roster(tuple(map(Player, NAMES)), ("Ведущий",))
    for name, knobs in RULES[rules].items():
        table.knobs(name, **knobs)
    if "removed" in rules:
        table.frame(removals=(Removal("Гена", table.day.starts + timedelta(hours=5, minutes=30)),))
    undecided: dict[str, tuple[str | None, ...]] = {}
    extra = rules in ("overtime", "changers", "revote", "overtime, revote")
    hours = [f"{9 + number}:00" for number in range(9)]
    for at, (voter, text, late) in zip(hours, sorted(posts, key=lambda post: post[2]), strict=False):
        at = f"22:{at.split(':')[0]:0>2}" if late and extra else at
        if len(undecided) == 3:
            text = text.split(" ")[0] if text != "?" else "Аня"
        if text == "?":
            post = table.post(voter, at, "Вера", edited="23:00", seen="23:30")
            undecided[post] = (*NAMES, None)
        else:
            post = table.post(voter, at, text)
            if " или " in text:
                undecided[post] = (*text.split(" или "), None)
    if rules == "last-post":
        # E4 settles every other post: the host is not asked about it.
        last = {post.author: post.id for post in table.posts}
        return {post: choice for post, choice in undecided.items() if post in last.values()}
    return undecided


def essence(counted: Count) -> tuple[object, ...]:
    """Who is out, or between whom it is a tie; None in a verdict that waits for a ruling."""
    lots = tuple((lot.label, lot.candidates) for lot in counted.lots)
    return counted.verdict, counted.out, lots, counted.leaves_next_morning


def every_ruling(table: Any, undecided: dict[str, tuple[str | None, ...]]) -> set[tuple[object, ...]]:
    found = set()
    for chosen in product(*undecided.values()):
        table.rulings = [
            VoidRuling(post) if target is None else VoteRuling(post, target)
            for post, target in zip(undecided, chosen, strict=True)
        ]
        found.add(essence(table.count("22:45")))
    table.rulings = []
    return found


def test_v13_v14_a_text_that_nobody_saw_may_have_named_one_who_was_removed_since(new_table: Callable[[], Any]) -> None:
    """Then the earlier vote is gone and that one has lapsed, where a vote for anybody still there would be the same."""
    table = new_table()
    table.roster = Roster(tuple(map(Player, NAMES[:3])), ("Ведущий",))
    table.knobs("votes", self_vote=False)
    table.frame(removals=(Removal("Вера", table.day.starts + timedelta(hours=5, minutes=30)),))
    table.post("Аня", "9:00", "Борис")
    unseen = table.post("Аня", "10:00", "Борис", edited="23:00", seen="23:30")
    counted = table.count("23:40")
    assert counted.verdict is Verdict.OPEN
    assert [one.post for one in counted.rulings_needed] == [unseen]
    table.rulings = [VoteRuling(unseen, "Вера")]
    assert table.count("23:40").verdict is Verdict.NOBODY


@pytest.mark.parametrize("rules", RULES)
@settings(max_examples=12, deadline=None)
@given(posts=POSTS)
@example(posts=[("Аня", "?", False), ("Борис", "Гена", False), ("Гена", "?", False)])
def test_v13_says_what_every_combination_of_rulings_says(
    new_table: Callable[[], Any], rules: str, posts: list[tuple[str, str, bool]]
) -> None:
    table = new_table()
    undecided = written(table, rules, posts)
    counted = table.count("22:45")
    possible = every_ruling(table, undecided)
    waits = counted.verdict is Verdict.OPEN and not counted.lots
    if len(possible) == 1:
        assert {essence(counted)} == possible
    else:
        assert waits
        assert counted.rulings_needed


def test_v13_v14_one_who_may_have_voted_for_somebody_removed_since_may_have_no_ballot(new_table: Any) -> None:
    """With his earlier vote, or one for Вера, there is a tie; with one for Гена, who was removed, none."""
    table = new_table()
    table.knobs("tie", steps=(TieStep.NOBODY,))
    table.frame(removals=(Removal("Гена", table.day.starts + timedelta(hours=4)),))
    table.post("Аня", "9:00", "Вера")
    unsure = table.post("Аня", "10:00", "Вера или Гена")
    table.post("Вера", "10:01", "Борис")
    assert table.count("23:40").verdict is Verdict.OPEN
    table.rulings = [VoteRuling(unsure, "Гена")]
    assert table.count("23:40").out == ("Борис",)
    table.rulings = [VoteRuling(unsure, "Вера")]
    assert table.count("23:40").verdict is Verdict.NOBODY
