"""Where the time of a page goes: what is being done whenever a clock of CPU time ticks.

    python bench/phases.py [ENGINE…]

Reads the pages of `bench/pages.py` for ten seconds. A thousand times a second it is noted what was being done: the
innermost function that stands in `PHASES`.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from types import FrameType

import lxml.html

sys.path.insert(0, str(Path(__file__).parent))

from pages import RENDERED, Case, cases, names_of, seconds

import forums
from engine.names import Names

SECONDS = 10
#: Functions by name, and what they are part of.
PHASES = {
    "decode": "bytes to text",
    "recognise": "recognising the software",
    "tree_of": "lxml's tree",
    "browser": "the browser-like tree",
    "browser_bodies": "bodies in the browser-like tree",
    "_is_same_tree": "comparing the trees",
    "posts": "finding the posts",
    "fields": "finding their fields",
    "frame": "finding what stands around",
    "_goes_on": "finding what stands around",
    "require_all": "checking that no post is passed over",
    "_require_flat": "checking that no post is passed over",
    "require_edits": "checking that no edit is passed over",
    "read_time": "times",
    "_edited": "times",
    "clock": "times",
    "_source_of": "writing the bodies out",
    "of_lxml": "bodies into pieces of text",
    "of_lexbor": "bodies into pieces of text",
    "body": "pieces of text into marks and lines",
    "_tick": "letting go of the trees",
}
NAMES = "names in marks"
REST = "the rest"


def phase_of(frame: FrameType | None) -> str:
    """What is being done in a frame."""
    while frame is not None:
        if "names" in frame.f_code.co_filename:
            return NAMES
        if (phase := PHASES.get(frame.f_code.co_name)) is not None:
            return phase
        frame = frame.f_back
    return REST


def main() -> None:
    """Prints µs a post by phase, the greatest first."""
    gc.set_threshold(200_000, 20, 20)
    pages = [
        page for engine, found in cases(sys.argv[1:]).items() if not engine.startswith("fixture") for page in found
    ]
    if not pages:
        raise SystemExit(f"no rendered pages of these engines in {RENDERED}")
    names, posts = names_of(pages), sum(len(page.authors) for page in pages)
    bare = sum(min(seconds(partial(_parse, page)) for _ in range(3)) for page in pages) / posts
    ticks: Counter[str] = Counter()
    signal.signal(signal.SIGPROF, lambda _, frame: ticks.update([phase_of(frame)]))
    signal.setitimer(signal.ITIMER_PROF, 0.001, 0.001)
    begun, rounds = time.process_time(), 0
    while time.process_time() - begun < SECONDS:
        for page in pages:
            _read(page, names)
        rounds += 1
    signal.setitimer(signal.ITIMER_PROF, 0)
    whole = (time.process_time() - begun) / rounds / posts
    print(f"{whole * 1e6:.0f} µs a post; the bare parse {bare * 1e6:.0f}")
    for phase, count in ticks.most_common():
        each = whole * count / ticks.total()
        print(f"{each * 1e6:7.1f} µs  {each / bare:5.2f} parses  {phase}")


def _read(page: Case, names: Names) -> None:
    posts = forums.read(page.source, known=page.software).posts
    _tick()
    for post in posts:
        for mark in post.body.marks:
            names.read(mark.text, mark.before, mark.after)


def _tick() -> None:
    """Ticks that came while C was letting go of the trees are told here, where Python goes on."""


def _parse(page: Case) -> None:
    lxml.html.document_fromstring(page.source.content)


if __name__ == "__main__":
    main()
