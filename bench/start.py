"""How long commands take from start to end, beside bare Python: `python bench/start.py`.

CPU milliseconds of the process, so that a busy machine changes little; the median of runs and the least of them. The
modules' bytecode is kept, as pip leaves it: a source tree under PYTHONDONTWRITEBYTECODE compiles them at each start.
The targets: `golosa --version` within 60 ms of `python -c pass`, `golosa count --offline` of an ordinary day 250 ms in
all.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

from recount import ENDS, fill

RUNS = 15
POSTS = 300  #: of an ordinary day


def main() -> None:
    """Prints the median of each command and the difference, in milliseconds."""
    with tempfile.TemporaryDirectory() as scratch:
        kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(scratch) / "bytecode")}
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        bare, least = times(kept, "-c", "pass")
        print(f"python -c pass: {bare:.0f} ms (least {least:.0f})")
        folder = Path(scratch) / "game"
        fill(folder, POSTS)
        day = ("count", "--offline", "--at", ENDS.isoformat(), "-C", str(folder))
        for arguments in (("--version",), ("--help",), day, (*day, "--json")):
            taken, least = times(kept, "-m", "golosa", *arguments)
            shown = " ".join(text for text in arguments if text not in day[2:])
            print(f"golosa {shown}: {taken:.0f} ms (least {least:.0f}), {taken - bare:.0f} ms more than bare Python")


def times(environment: Mapping[str, str], *arguments: str) -> tuple[float, float]:
    """CPU milliseconds of a Python process: the median of runs and the least. A run before them leaves its bytecode."""
    found = []
    for _ in range(RUNS + 1):
        begun = spent()
        subprocess.run([sys.executable, *arguments], capture_output=True, check=True, env=environment)
        found.append((spent() - begun) * 1000)
    return statistics.median(found[1:]), min(found[1:])


def spent() -> float:
    """CPU seconds of all child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
