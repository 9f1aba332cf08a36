"""The way in: `golosa …` and `python -m golosa …`.

`--version` alone answers before anything heavier than this module is imported.
"""

from __future__ import annotations

import io
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
    _write_all_signs()
    import gc

    # Imports and counts make many values that live to the end; looking through them for circles again and again would
    # take a third of a short run.
    gc.set_threshold(200_000, 20, 20)
    from golosa.cli import run

    status = run(sys.argv[1:])
    gc.freeze()  # at its end Python would look through them all three times more
    raise SystemExit(status)


def _write_all_signs() -> None:
    """Lets names and texts be written where the system's encoding lacks their signs: in a pipe or file as UTF-8, unless
    PYTHONIOENCODING asks for another; on a terminal with a question mark for each. ASCII nobody means: it is the name
    for not having been told, and click writes UTF-8 there, too."""
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper) or stream.encoding.lower() in ("utf-8", "utf8"):
            continue
        asked = stream.isatty() or os.environ.get("PYTHONIOENCODING")
        if asked and stream.encoding.lower() not in ("ascii", "us-ascii", "ansi_x3.4-1968"):
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8")


if __name__ == "__main__":
    main()
