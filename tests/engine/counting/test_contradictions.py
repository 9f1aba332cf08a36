"""Knobs that contradict each other are refused with the reason."""

from __future__ import annotations

import pytest

from engine.counting.contradictions import contradictions
from engine.posts import MarkKind
from engine.rules import ChangeStage, Edits, TieStep

OVERTIME, LOT, NOBODY = TieStep.OVERTIME, TieStep.LOT, TieStep.NOBODY


def test_the_usual_knobs_do_not_contradict(table):
    assert list(contradictions(table.rules)) == []


@pytest.mark.parametrize(
    ("knobs", "place"),
    [
        ({"votes": {"kinds": ()}}, "votes.kinds"),
        ({"votes": {"colour": ()}}, "votes.colour"),
        ({"votes": {"kinds": (MarkKind.LINE,)}}, "votes.words"),
        ({"votes": {"kinds": (MarkKind.BOLD,), "bold_needs_word": True}}, "votes.bold_needs_word"),
        ({"votes": {"bold_needs_word": True, "words": ("vote",)}}, "votes.bold_needs_word"),
        ({"votes": {"unvote": ("Никого",), "no_lynch": ("никого",)}}, "votes.unvote"),
        ({"votes": {"edit_minutes": 5}}, "votes.edit_minutes"),
        ({"votes": {"edits": Edits.FORBIDDEN, "edit_minutes": -1}}, "votes.edit_minutes"),
        ({"votes": {"edit_costs": "out"}}, "votes.edit_costs"),
        ({"tie": {"steps": (OVERTIME, OVERTIME, LOT)}}, "tie.steps"),
        ({"tie": {"steps": (LOT, NOBODY)}}, "tie.steps"),
        ({"tie": {"steps": (TieStep.EARLIER_LAST_VOTE,)}}, "tie.steps"),
        ({"tie": {"steps": (TieStep.REVOTE, LOT), "revote_minutes": 0}}, "tie.revote_minutes"),
        ({"deciding": {"minimum_votes": -1}}, "deciding.minimum_votes"),
        ({"deciding": {"no_lynch_needs": "half"}}, "deciding.no_lynch_needs"),
        ({"deciding": {"closes": "all-final"}}, "deciding.closes"),
        ({"deciding": {"hammer": True}, "votes": {"default": "self"}}, "votes.default"),
        ({"missed": {"penalty_votes": 0}}, "missed.penalty_votes"),
        ({"missed": {"abstain_once": True}}, "missed.abstain_once"),
        ({"missed": {"rule": "out", "second": "out"}}, "missed.second"),
        ({"changes": {"limit": -1}}, "changes.limit"),
        ({"changes": {"stages": (ChangeStage(minutes_left=0, limit=1),)}}, "changes.stages"),
        (
            {"changes": {"stages": (ChangeStage(minutes_left=5, limit=1), ChangeStage(minutes_left=9, limit=1))}},
            "changes.stages",
        ),
        ({"changes": {"over": "missed"}}, "changes.over"),
    ],
)
def test_a_contradiction_is_told_at_its_place(table, knobs, place):
    for name, values in knobs.items():
        table.knobs(name, **values)
    assert place in [where for where, says in contradictions(table.rules) if says]
