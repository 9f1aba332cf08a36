"""How long the program takes to start, beside bare Python: `python bench/start.py`.

The target is `golosa --version` within 60 ms of `python -c pass`.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 15


def main() -> None:
    """Prints the median of each command and the difference, in milliseconds."""
    bare = median("-c", "pass")
    for arguments in (("-m", "golosa", "--version"), ("-m", "golosa", "--help")):
        taken = median(*arguments)
        print(f"golosa {arguments[-1]}: {taken:.0f} ms, {taken - bare:.0f} ms more than bare Python ({bare:.0f} ms)")


def median(*arguments: str) -> float:
    """Milliseconds from start to end of a Python process."""
    times = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        times.append(time.perf_counter() - begun)
    return statistics.median(times) * 1000


if __name__ == "__main__":
    main()
