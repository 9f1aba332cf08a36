"""How many votes a candidate is short of the majority ("L-2"): to the public's knowledge and truly. Knows no posts."""

from __future__ import annotations

from math import floor

from engine.counting.frame import END, Frame
from engine.counting.running import extra_needed, total_votes
from engine.counting.scoring import Number, plain, shown_weights
from engine.counts import Needed, Round, Tally
from engine.day import EffectKind


def majority(frame: Frame) -> int | None:
    """The least whole number of votes that is more than half, as the public may know it; None where the rules have no
    number that is known before the end of the day."""
    known = frame.rules.deciding.hammer or frame.rules.deciding.rule == "majority"
    return floor(_public_half(frame)) + 1 if known else None


def needed(shown: Round, frame: Frame) -> tuple[Needed, ...]:
    """What each candidate is short of the majority (there must be one) by what is public: shown weights, the ordinary
    threshold."""
    return _all(shown, frame, _public_half(frame), truly=False)


def needed_truly(true: Round, frame: Frame) -> tuple[Needed, ...]:
    """The same by the true weights, and the thresholds of the loved and the hated."""
    return _all(true, frame, total_votes(frame, frame.moment, END) / 2, truly=True)


def _all(round_: Round, frame: Frame, half: Number, *, truly: bool) -> tuple[Needed, ...]:
    found = ((tally, _short(tally, frame, half, truly=truly)) for tally in round_.counts)
    return tuple(Needed(tally.target, votes) for tally, votes in found if votes is not None)


def _short(tally: Tally, frame: Frame, half: Number, *, truly: bool) -> int | None:
    """Whole votes that a candidate is short; None for nobody where votes for nobody do not compete."""
    deciding = frame.rules.deciding
    if tally.target is None and deciding.no_lynch != "candidate":
        return None
    if tally.target is None and deciding.hammer and deciding.no_lynch_needs == "half":
        return max(0, -floor(-plain(half - tally.votes)))
    given = tally.votes - tally.bonus + _bonus(tally, frame) if deciding.hammer else tally.votes
    extra = extra_needed(tally.target, frame, frame.moment, END) if truly and tally.target is not None else 0
    return max(0, floor(plain(half + extra - given)) + 1)


def _bonus(tally: Tally, frame: Frame) -> Number:
    """Bonus votes help to end the day early, penalties of the silent do not: nobody is silent before the end."""
    if tally.target is None:
        return 0
    effect = frame.effect(tally.target, EffectKind.BONUS, frame.moment, END)
    return effect.value if effect is not None else 0


def _public_half(frame: Frame) -> Number:
    if frame.rules.deciding.majority_of == "players":
        return total_votes(frame, frame.moment, END) / 2
    shown = shown_weights(frame)
    weights = (shown.get(name, frame.weight(name, frame.moment, END)) for name in frame.voters)
    return plain(sum(weights)) / 2
