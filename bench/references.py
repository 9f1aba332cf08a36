"""Random games of hp100 and town14, and random days under random knobs, against second readings, thousands of them.

    python bench/references.py [N]

Prints how many games and phases, days and posts agreed; at the first difference, the seed and what differs, with exit
status 1.
"""

from __future__ import annotations

import runpy
import sys
import time
from pathlib import Path

READINGS = Path(__file__).parents[1] / "tests" / "reference"


def main() -> int:
    """Plays N games (2000) of each rule set; counts five times as many days, twice as many with marks to rule on, and
    as many of two threads."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    for name, number, file, function, parts in (
        ("hp100", games, "against_hp100", "played", "phases"),
        ("town14", games, "against_town14", "played", "nights"),
        ("days", 5 * games, "against_day", "played", "posts"),
        ("days with marks to rule on", 2 * games, "asked_days", "asked", "such marks"),
        ("days of two threads", games, "two_threads", "woven", "posts"),
    ):
        played = runpy.run_path(str(READINGS / f"{file}.py"))[function]
        count, begun = 0, time.perf_counter()
        for seed in range(number):
            try:
                count += played(seed)
            except AssertionError as error:
                print(f"{name}: seed {seed} differs: {error}")
                return 1
        print(f"{name}: {number}, with {count} {parts}, agree ({time.perf_counter() - begun:.0f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
