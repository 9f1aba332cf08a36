"""A played scenario as plain text for a terminal, a few lines a phase.

Tells what the documents hold; decides nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from golosa.scenario.writing import Document


def as_text(phases: Sequence[Document]) -> str:
    """The phases, one after the other."""
    return "\n".join(line for phase in phases for line in _phase(phase))


def _phase(phase: Document) -> Iterator[str]:
    if "verdict" in phase:
        yield f"{phase['phase']}: {_verdict(phase)}"
        yield from (
            f"  {count['target'] or '-'} {count['votes']}: {', '.join(count['voters'])}" for count in _last(phase)
        )
        yield from _list("  did not vote", phase["missed"])
    else:
        waits = "waits for the host" if phase["rulings_needed"] else "nobody died"
        yield f"{phase['phase']}: {_deaths(phase['deaths']) or waits}"
        yield from (
            f"  {order['from']}: {order['ability']} {order['target']}: {order['fate']}" for order in phase["orders"]
        )
        yield from _list("  saved", phase["saved"])
        yield from (f"  told to all: {_pairs(line)}" for line in phase["announcements"])
    yield from (f"  told to {answer['to']}: {_pairs(answer, but='to')}" for answer in phase["private"])
    yield from (f"  refused: {order['from']} at {order['at']}: {order['why']}" for order in phase["refused"])
    yield from (f"  needs a ruling: {r['post']} by {r['author']}: {r['why']}" for r in phase["rulings_needed"])
    if phase["winner"]:
        yield f"  winner: {phase['winner']}"


def _verdict(phase: Document) -> str:
    by = f" by {phase['by']}" if phase["by"] else ""
    return f"{phase['verdict']}{by}; {_deaths(phase['deaths']) or 'nobody is out'}"


def _last(phase: Document) -> list[Document]:
    counts: list[Document] = (phase["overtime"] or phase)["counts"]
    return counts


def _deaths(deaths: Sequence[Document]) -> str:
    return ", ".join(f"{death['player']} ({death['role']}) is out: {death['by']}" for death in deaths)


def _list(what: str, names: Sequence[str]) -> list[str]:
    return [f"{what}: {', '.join(names)}"] if names else []


def _pairs(line: Document, but: str = "") -> str:
    return ", ".join(f"{key} {_plain(value)}" for key, value in line.items() if key != but)


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return "; ".join(_pairs(item) for item in value) or "nothing"
    return str(value)
