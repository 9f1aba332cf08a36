"""What a voter's rules of change leave of his acts: final votes and limits on changes. Knows one voter's acts."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec import Struct

from engine.counting.frame import Frame
from engine.counting.items import NO_BALLOT, Item, Outcome
from engine.counts import Why
from engine.rules import ChangeRules


class Act(Struct, frozen=True):
    """A voter's ballot set anew: for whom (NO_BALLOT: taken away), when and by which mark."""

    outcome: Outcome
    at: datetime
    item: Item
    lapsed: Outcome = NO_BALLOT  #: for whom it was until a removal, where it is nobody's now (V14)

    @property
    def said(self) -> Outcome:
        """For whom it was when it was given."""
        return self.outcome if self.lapsed == NO_BALLOT else self.lapsed


def acts_of(item: Item, at: datetime) -> list[Act]:
    """What a mark may have done at that moment: one act for each of its outcomes, and for each that has lapsed."""
    outcomes = [outcome for outcome in item.outcomes if outcome != NO_BALLOT or not item.lapsed]
    return [*(Act(one, at, item) for one in outcomes), *(Act(NO_BALLOT, at, item, one) for one in item.lapsed)]


Course = tuple[Act, ...]


def limited(frame: Frame) -> bool:
    """Whether the rules bound what a voter may do after his first vote."""
    changes = frame.rules.changes
    return bool(frame.rules.votes.final) or changes.limit != "unlimited" or bool(changes.stages)


def allowed(course: Course, frame: Frame) -> tuple[Course, dict[int, Why]]:
    """The acts that the rules let stand, and the reason against each other mark, by the mark's `id`.

    A change over the limit is ignored, or costs the ballot (`changes.over`): then nothing after it counts.
    """
    if not limited(frame):
        return course, {}
    kept: list[Act] = []
    refused: dict[int, Why] = {}
    changes: list[datetime] = []
    for act in course:
        if kept and kept[-1].item.final:
            refused[id(act.item)] = Why.FINAL
        elif _is_change(kept, act, frame.rules.changes) and _spent([*changes, act.at], frame):
            refused[id(act.item)] = Why.CHANGES_SPENT
            if frame.rules.changes.over == "missed":
                lost = Act(NO_BALLOT, act.at, act.item)
                return (*kept, lost), {id(one.item): Why.CHANGES_SPENT for one in course}
        else:
            changes += [act.at] if _is_change(kept, act, frame.rules.changes) else []
            kept.append(act)
    return tuple(kept), refused


def _is_change(kept: list[Act], act: Act, rules: ChangeRules) -> bool:
    """The first vote is no change; taking a vote back is none until another is given."""
    given = [one for one in kept if one.outcome != NO_BALLOT]
    if not given or act.outcome == NO_BALLOT:
        return False
    return act.outcome != given[-1].outcome or rules.repeat_is_change


def _spent(changes: list[datetime], frame: Frame) -> bool:
    """Whether the last of these changes is one too many, for the day or for the stage of the day in which it falls."""
    rules = frame.rules.changes
    if rules.limit != "unlimited" and len(changes) > rules.limit:
        return True
    for stage in rules.stages:
        opens = frame.day.ends - timedelta(minutes=stage.minutes_left)
        if changes[-1] >= opens and sum(moment >= opens for moment in changes) > stage.limit:
            return True
    return False
