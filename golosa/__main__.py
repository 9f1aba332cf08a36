"""The way in: `golosa …` and `python -m golosa …`.

`--version` alone answers before anything heavier than this module is imported.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Runs the command line with this process's arguments and exits with its status."""
    if sys.argv[1:] in (["--version"], ["-V"]):
        from golosa import __version__

        try:
            print(f"golosa {__version__}", flush=True)
        except BrokenPipeError:
            sys.stderr.close()  # whoever read us has left
        except OSError as error:
            print(f"golosa: cannot write: {error.strerror}", file=sys.stderr)
            os._exit(2)  # an orderly end would try to write it again
        raise SystemExit(0)
    import gc

    # Imports and counts make many values that live to the end; looking through them for circles again and again would
    # take a third of a short run.
    gc.set_threshold(200_000, 20, 20)
    from golosa.cli import run

    status = run(sys.argv[1:])
    gc.freeze()  # at its end Python would look through them all three times more
    raise SystemExit(status)


if __name__ == "__main__":
    main()
