"""Random games of hp100 and town14 against second readings of their texts, thousands of them.

    python bench/references.py [N]

Prints how many games and phases agreed; at the first difference, the seed and what differs, with exit status 1.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

READINGS = Path(__file__).parents[1] / "tests" / "reference"


def main() -> int:
    """Plays N games (2000) of each rule set."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name in ("hp100", "town14"):
        played = runpy.run_path(str(READINGS / f"against_{name}.py"))["played"]
        phases, begun = 0, time.perf_counter()
        for seed in range(games):
            try:
                phases += played(seed)
            except AssertionError as error:
                print(f"{name}: game {seed} differs: {error}")
                return 1
        print(f"{name}: {games} games, {phases} phases or nights agree ({time.perf_counter() - begun:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
