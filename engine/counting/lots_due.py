"""Which lots a count waits for, and what a draw needs to know of it (L3, C5, T14-5, T14-15). Draws nothing."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, structs

from engine.counting.deciding import Decision
from engine.counts import By, LotNeeded, Round, Verdict
from engine.day import Draw
from engine.lots import ballots_text
from engine.rules import TieStep


class Fallen(Struct, frozen=True):
    """A decision after the lots that have been drawn, and the first one that is still due."""

    decision: Decision
    by: By | None = None
    leaves: str | None = None
    due: tuple[LotNeeded, ...] = ()


def fallen(
    decision: Decision, last: Round, label: str, draws: Sequence[Draw], immune: frozenset[str] = frozenset()
) -> Fallen:
    """What the lots make of a decision; on whom of the `immune` one falls, he stays. Raises ValueError for a draw that
    names no candidate."""
    by, text = decision.by, ballots_text(last.ballots)
    if decision.verdict is Verdict.OPEN:
        if decision.waits_for is not TieStep.LOT:
            return Fallen(decision)
        name = f"{label}.tie"
        chosen = _chosen(name, decision.tied, draws)
        if chosen is None:
            return Fallen(decision, due=(LotNeeded(name, decision.tied, text),))
        decision, by = _drawn(decision, () if chosen in immune else (chosen,)), By.DICE
    leavers = decision.leavers
    if len(leavers) < 2:
        return Fallen(decision, by, leavers[0] if leavers else None)
    name = f"{label}.missed"
    chosen = _chosen(name, leavers, draws)
    return Fallen(decision, by, chosen, () if chosen else (LotNeeded(name, leavers, text),))


def _drawn(decision: Decision, out: tuple[str, ...]) -> Decision:
    """The decision once the lot has fallen: who is out by it leaves for nothing else."""
    return structs.replace(
        decision,
        verdict=Verdict.OUT if out else Verdict.NOBODY,
        out=out,
        tied=(),
        waits_for=None,
        missed_out=tuple(name for name in decision.missed_out if name not in out),
        leavers=tuple(name for name in decision.leavers if name not in out),
    )


def _chosen(label: str, candidates: tuple[str, ...], draws: Sequence[Draw]) -> str | None:
    chosen = next((draw.chosen for draw in draws if draw.label == label), None)
    if chosen is not None and chosen not in candidates:
        raise ValueError(f"the lot {label} fell on {chosen}, who is not among {', '.join(candidates)}")
    return chosen
