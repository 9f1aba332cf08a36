"""The way in: `golosa …` and `python -m golosa …`.

`--version` alone answers before anything heavier than this module is imported.
"""

from __future__ import annotations

import sys


def main() -> None:
    """Runs the command line with this process's arguments and exits with its status."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from golosa import __version__

        print(f"golosa {__version__}")
        raise SystemExit(0)
    from golosa.cli import run

    raise SystemExit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
