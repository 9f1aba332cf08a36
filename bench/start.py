"""How long commands take from start to end, beside bare Python: `python bench/start.py`.

CPU milliseconds of the process, so that a busy machine changes little; the median of runs. The targets:
`golosa --version` within 60 ms of `python -c pass`, `golosa count --offline` of an ordinary day 250 ms in all.
"""

from __future__ import annotations

import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from recount import ENDS, fill

RUNS = 15
POSTS = 300  #: of an ordinary day


def main() -> None:
    """Prints the median of each command and the difference, in milliseconds."""
    bare = median("-c", "pass")
    print(f"python -c pass: {bare:.0f} ms")
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "game"
        fill(folder, POSTS)
        day = ("count", "--offline", "--at", ENDS.isoformat(), "-C", str(folder))
        for arguments in (("--version",), ("--help",), day, (*day, "--json")):
            taken = median("-m", "golosa", *arguments)
            shown = " ".join(text for text in arguments if text not in day[2:])
            print(f"golosa {shown}: {taken:.0f} ms, {taken - bare:.0f} ms more than bare Python")


def median(*arguments: str) -> float:
    """CPU milliseconds of a Python process."""
    times = []
    for _ in range(RUNS):
        begun = spent()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True)
        times.append(spent() - begun)
    return statistics.median(times) * 1000


def spent() -> float:
    """CPU seconds of all child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
