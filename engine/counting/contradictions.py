"""Knobs of the count that contradict each other or can have no effect, each with the reason. Knows rules, no games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.posts import MarkKind
from engine.rules import Edits, Rules, TieStep

#: Steps after which no tie is left.
_DECIDING = frozenset((TieStep.LOT, TieStep.NOBODY, TieStep.ALL, TieStep.SPLIT, TieStep.HOST))


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """The place of each faulty knob and what is wrong with it."""
    yield from _marks(rules)
    yield from _edits(rules)
    yield from _steps(rules)
    yield from _deciding(rules)
    yield from _missed(rules)
    yield from _changes(rules)


def _marks(rules: Rules) -> Iterator[tuple[str, str]]:
    votes = rules.votes
    if not votes.kinds:
        yield "votes.kinds", "without any kind of mark nobody can vote"
    if MarkKind.COLOUR in votes.kinds and not votes.colour:
        yield "votes.colour", "colour is a kind of vote, and no colour is named"
    if MarkKind.LINE in votes.kinds and not votes.words:
        yield "votes.words", "line is a kind of vote, and no word begins such a line"
    if votes.bold_needs_word and not votes.words:
        yield "votes.bold_needs_word", "a bold vote needs one of votes.words, and there is none"
    if votes.bold_needs_word and MarkKind.BOLD not in votes.kinds:
        yield "votes.bold_needs_word", "bold is not among votes.kinds"
    both = {word.casefold() for word in votes.unvote} & {word.casefold() for word in votes.no_lynch}
    for word in sorted(both):
        yield "votes.unvote", f"{word!r} cannot both take a vote back and give it to nobody"


def _edits(rules: Rules) -> Iterator[tuple[str, str]]:
    votes = rules.votes
    if votes.edits is not Edits.FORBIDDEN:
        if votes.edit_minutes:
            yield "votes.edit_minutes", 'minutes are granted only where votes.edits = "forbidden"'
        if votes.edit_costs != "void":
            yield "votes.edit_costs", 'an edit costs something only where votes.edits = "forbidden"'
    if votes.edit_minutes < 0:
        yield "votes.edit_minutes", "a number of minutes is 0 or more"


def _steps(rules: Rules) -> Iterator[tuple[str, str]]:
    steps = rules.tie.steps
    if len(set(steps)) < len(steps):
        yield "tie.steps", "a step stands there twice"
    for step, after in pairwise(steps):
        if step in _DECIDING:
            yield "tie.steps", f"{step} decides every tie, so {after} is never reached"
    if steps and steps[-1] in (TieStep.REVOTE, TieStep.EARLIER_LAST_VOTE, TieStep.FIRST_TO_REACH, TieStep.LONGEST_HELD):
        yield "tie.steps", f"{steps[-1]} may leave a tie; add e.g. lot, nobody or all"
    if rules.tie.revote_minutes <= 0 and TieStep.REVOTE in steps:
        yield "tie.revote_minutes", "a revote takes some minutes"


def _deciding(rules: Rules) -> Iterator[tuple[str, str]]:
    deciding, votes = rules.deciding, rules.votes
    if deciding.minimum_votes < 0:
        yield "deciding.minimum_votes", "a number of votes is 0 or more"
    if deciding.no_lynch_needs == "half" and not (deciding.hammer and votes.no_lynch):
        yield "deciding.no_lynch_needs", "half counts only with deciding.hammer = true and words in votes.no_lynch"
    if deciding.closes == "all-final" and not votes.final:
        yield "deciding.closes", "all-final needs words in votes.final"
    if votes.default == "self" and (deciding.hammer or deciding.closes != "none"):
        yield "votes.default", "votes given to the silent at the end cannot end the day early"


def _missed(rules: Rules) -> Iterator[tuple[str, str]]:
    missed = rules.missed
    if missed.penalty_votes <= 0:
        yield "missed.penalty_votes", "a penalty is more than 0 votes"
    if missed.abstain_once and not missed.abstain:
        yield "missed.abstain_once", "an abstention is announced by one of missed.abstain, and there is none"
    if missed.second != "none" and missed.rule == "out":
        yield "missed.second", "nobody can miss a second day where missed.rule puts him out at once"


def _changes(rules: Rules) -> Iterator[tuple[str, str]]:
    changes = rules.changes
    if isinstance(changes.limit, int) and changes.limit < 0:
        yield "changes.limit", "a number of changes is 0 or more"
    if any(stage.limit < 0 or stage.minutes_left <= 0 for stage in changes.stages):
        yield "changes.stages", "a stage begins some minutes before the end and allows 0 changes or more"
    minutes = [stage.minutes_left for stage in changes.stages]
    if minutes != sorted(set(minutes), reverse=True):
        yield "changes.stages", "stages stand in the order of the day, the last one with the fewest minutes left"
    unlimited = changes.limit == "unlimited" and not changes.stages
    if unlimited and (changes.over != "ignored" or changes.repeat_is_change):
        yield "changes.over", "without a limit on changes none is over it"
