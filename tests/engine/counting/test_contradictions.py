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
        ({"votes": {"words": ("Пас",)}, "missed": {"abstain": ("пас",)}}, "missed.abstain"),
        ({"votes": {"final": ("снимаю  голос",), "unvote": ("снимаю голос",)}}, "votes.final"),
        ({"votes": {"unvote": ("",)}}, "votes.unvote"),
        ({"votes": {"closes_with": ("...",)}}, "votes.closes_with"),
        ({"missed": {"abstain": (" ",)}}, "missed.abstain"),
        ({"votes": {"kinds": (MarkKind.BARE,), "own_line": True}}, "votes.own_line"),
        ({"votes": {"colour_distance": -0.1}}, "votes.colour_distance"),
        ({"votes": {"last_post": "with-vote"}}, "votes.last_post"),
        ({"votes": {"edits": Edits.LAST_POST}, "deciding": {"hammer": True}}, "votes.edits"),
        ({"votes": {"edits": Edits.LAST_POST}, "deciding": {"closes": "all-voted"}}, "votes.edits"),
        ({"votes": {"edits": Edits.LAST_POST}, "changes": {"limit": 1}}, "changes.limit"),
        (
            {"votes": {"edits": Edits.LAST_POST}, "changes": {"stages": (ChangeStage(minutes_left=5, limit=1),)}},
            "changes.limit",
        ),
        ({"votes": {"edits": Edits.LAST_POST, "final": ("окончательно",)}}, "votes.final"),
        ({"votes": {"edit_minutes": 5}}, "votes.edit_minutes"),
        ({"votes": {"edits": Edits.FORBIDDEN, "edit_minutes": -1}}, "votes.edit_minutes"),
        ({"votes": {"edit_costs": "out"}}, "votes.edit_costs"),
        (
            {"votes": {"edits": Edits.FORBIDDEN, "edit_costs": "out"}, "deciding": {"closes": "all-voted"}},
            "votes.edit_costs",
        ),
        (
            {"votes": {"edits": Edits.FORBIDDEN, "edit_costs": "missed"}, "deciding": {"hammer": True}},
            "votes.edit_costs",
        ),
        ({"tie": {"steps": (OVERTIME, OVERTIME, LOT)}}, "tie.steps"),
        ({"tie": {"steps": (LOT, NOBODY)}}, "tie.steps"),
        ({"tie": {"steps": (TieStep.EARLIER_LAST_VOTE,)}}, "tie.steps"),
        ({"tie": {"steps": (TieStep.REVOTE, LOT), "revote_minutes": 0}}, "tie.revote_minutes"),
        ({"tie": {"steps": (TieStep.REVOTE, OVERTIME, LOT), "overtime_from": "notice"}}, "tie.overtime_from"),
        ({"tie": {"overtime_minutes": 0}}, "tie.overtime_minutes"),
        ({"tie": {"steps": (LOT,), "overtime_from": "notice"}}, "tie.overtime_from"),
        ({"tie": {"steps": (LOT,), "overtime_voters": "changers"}}, "tie.overtime_voters"),
        ({"tie": {"steps": (TieStep.SPLIT,), "split_damage": 0}}, "tie.split_damage"),
        ({"deciding": {"without_majority": "plurality"}}, "deciding.without_majority"),
        ({"deciding": {"majority_of": "players"}}, "deciding.majority_of"),
        ({"deciding": {"no_lynch": "abstention"}}, "deciding.no_lynch"),
        ({"deciding": {"no_lynch_tie": "players"}}, "deciding.no_lynch_tie"),
        (
            {"deciding": {"no_lynch": "abstention", "no_lynch_tie": "players"}, "votes": {"no_lynch": ("никого",)}},
            "deciding.no_lynch_tie",
        ),
        ({"deciding": {"no_lynch_needs": "half"}, "votes": {"no_lynch": ("никого",)}}, "deciding.no_lynch_needs"),
        (
            {
                "deciding": {"no_lynch": "abstention", "no_lynch_needs": "half", "hammer": True},
                "votes": {"no_lynch": ("никого",)},
            },
            "deciding.no_lynch_needs",
        ),
        ({"deciding": {"minimum_votes": -1}}, "deciding.minimum_votes"),
        ({"deciding": {"no_lynch_needs": "half"}}, "deciding.no_lynch_needs"),
        ({"deciding": {"closes": "all-final"}}, "deciding.closes"),
        ({"deciding": {"hammer": True}, "votes": {"default": "self"}}, "votes.default"),
        ({"missed": {"penalty_votes": 0}}, "missed.penalty_votes"),
        ({"missed": {"penalty_votes": 2}}, "missed.penalty_votes"),
        ({"missed": {"in_a_row": False}}, "missed.in_a_row"),
        ({"missed": {"abstain_once": True}}, "missed.abstain_once"),
        ({"missed": {"rule": "out", "second": "out"}}, "missed.second"),
        ({"changes": {"limit": -1}}, "changes.limit"),
        ({"changes": {"stages": (ChangeStage(minutes_left=0, limit=1),)}}, "changes.stages"),
        (
            {"changes": {"stages": (ChangeStage(minutes_left=5, limit=1), ChangeStage(minutes_left=9, limit=1))}},
            "changes.stages",
        ),
        (
            {"changes": {"limit": 1, "stages": (ChangeStage(minutes_left=5, limit=2),)}},
            "changes.stages",
        ),
        ({"changes": {"over": "missed"}}, "changes.over"),
        ({"missed": {"rule": "penalty", "penalty_votes": 0}}, "missed.penalty_votes"),
        ({"votes": {"no_lynch": ("...",)}}, "votes.no_lynch"),
    ],
)
def test_a_contradiction_is_told_at_its_place(table, knobs, place):
    for name, values in knobs.items():
        table.knobs(name, **values)
    assert {where for where, says in contradictions(table.rules) if says} == {place}


@pytest.mark.parametrize(
    "knobs",
    [
        {"changes": {"limit": 0}},
        {
            "changes": {
                "limit": 2,
                "stages": (ChangeStage(minutes_left=9, limit=2), ChangeStage(minutes_left=5, limit=0)),
            }
        },
        {"changes": {"limit": 1, "over": "missed", "repeat_is_change": True}},
        {"changes": {"stages": (ChangeStage(minutes_left=1, limit=0),), "over": "missed"}},
        {"tie": {"steps": (TieStep.REVOTE, LOT), "revote_minutes": 1}},
        {"tie": {"steps": (OVERTIME, TieStep.REVOTE, LOT), "overtime_from": "notice"}},
        {"tie": {"steps": (TieStep.REVOTE, OVERTIME, LOT)}},
        {"tie": {"steps": (LOT,), "revote_minutes": 0}},
        {
            "tie": {
                "steps": (OVERTIME, LOT),
                "overtime_minutes": 1,
                "overtime_from": "notice",
                "overtime_voters": "changers",
            }
        },
        {"tie": {"steps": (TieStep.SPLIT,), "split_damage": 1}},
        {"tie": {"steps": (LOT,), "split_damage": 0, "overtime_minutes": 0}},
        {"tie": {"steps": (TieStep.LONGEST_HELD, TieStep.FIRST_TO_REACH, TieStep.REVOTE, NOBODY)}},
        {"votes": {"default": "self"}},
        {"deciding": {"hammer": True}},
        {"deciding": {"closes": "all-voted"}},
        {"deciding": {"closes": "all-final"}, "votes": {"final": ("окончательно",)}},
        {"votes": {"own_line": True}},
        {"votes": {"kinds": (MarkKind.BARE, MarkKind.COLOUR), "own_line": True}},
        {"votes": {"kinds": (MarkKind.BARE,), "colour": ()}},
        {"votes": {"kinds": (MarkKind.LINE,), "words": ("vote",), "colour": ()}},
        {"votes": {"kinds": (MarkKind.BOLD,), "words": ("vote",), "bold_needs_word": True}},
        {"votes": {"colour_distance": 0.0}},
        {"votes": {"edits": Edits.LAST_POST, "last_post": "with-vote"}},
        {"votes": {"edits": Edits.FORBIDDEN, "edit_minutes": 1, "edit_costs": "out"}},
        {"deciding": {"rule": "majority", "without_majority": "plurality", "majority_of": "players"}},
        {"deciding": {"rule": "majority", "without_majority": "nobody"}},
        {"deciding": {"hammer": True, "majority_of": "players"}},
        {"deciding": {"minimum_votes": 0}},
        {"deciding": {"no_lynch": "abstention"}, "votes": {"no_lynch": ("никого",)}},
        {"deciding": {"no_lynch_tie": "players"}, "votes": {"no_lynch": ("никого",)}},
        {"deciding": {"no_lynch_needs": "half", "hammer": True}, "votes": {"no_lynch": ("никого",)}},
        {"missed": {"rule": "out", "second": "none"}},
        {"missed": {"rule": "penalty", "penalty_votes": 2}},
        {"missed": {"second": "out", "in_a_row": False}},
        {"missed": {"abstain_once": True, "abstain": ("пас",)}},
        {"votes": {"words": ("vote", "vote")}},
        {"votes": {"unvote": ("снимаю", "1")}},
    ],
)
def test_knobs_at_their_edge_or_of_use_to_each_other_do_not_contradict(table, knobs):
    for name, values in knobs.items():
        table.knobs(name, **values)
    assert list(contradictions(table.rules)) == []


def test_words_of_two_meanings_are_told_with_both_places(table):
    table.knobs("votes", words=("Пас",), final=("да",))
    table.knobs("missed", abstain=("пас", "да"))
    assert [where for where, _ in contradictions(table.rules)] == ["missed.abstain", "missed.abstain"]
    assert [says.split(" ")[3] for _, says in contradictions(table.rules)] == ["votes.words", "votes.final"]
    table.knobs("missed", abstain=())
    table.knobs("votes", no_lynch=("Да",), unvote=("...",))
    assert sorted(where for where, _ in contradictions(table.rules)) == ["votes.final", "votes.unvote"]
