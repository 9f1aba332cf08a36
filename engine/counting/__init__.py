"""Counting a day: from posts to ballots, a verdict and the proof of every line (V, E, C, H and T14 clauses of the day).

Pure: the moment, the lots and the rulings are arguments; the same arguments give the same count, byte for byte (V7).

    posts ─ statements (E: what stood when) ─ items (V12: one mark judged) ─ voters (what each did, and may have done)
          ─ scoring and running (sums, hammer) ─ deciding (who is out in one reading) ─ openness (V13: in every reading)
"""

from __future__ import annotations

from engine.counting.counting import count

__all__ = ["count"]
