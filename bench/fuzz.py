"""Hostile pages: `python bench/fuzz.py [PAGES] [--seed N]`, 5,000 if left out.

Pages of every engine in `fixtures/pages` (and of `GOLOSA_SHARED`/pages, where that is set) are cut, nested, repeated,
blown up, re-encoded and strewn with null bytes, entities, broken tags and signs that are not seen; the reader must give
a page or a named error, in under 2 s and 400 MB each. The command ends with 1 where one does otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

import forums
from forums import PageError, Source

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "pages"
SEEN = datetime(2026, 3, 2, 20, tzinfo=UTC)
LONGEST, LARGEST_MB = 2.0, 400
CHUNK = 25
_SOUP = (
    *(b"<div>", b"</div>", b"<p>", b"</blockquote>", b"<table><tr>", b"<!--", b"-->", b"<![CDATA[", b"<script>"),
    *(b"</body>", b"<svg><style>", b"<plaintext>", b"<a href='", b'<font color="red">', b"<s>", b"<template>", b"<b"),
    *(b"&#x110000;", b"&#0;", b"&bogus;", b"&lt", b"&#xD800;", b"\0", b"\xff\xfe", b"\xe2\x80\xae", b"\xe2\x80\x8b"),
)
_ODD = (
    None,
    True,
    -1,
    0,
    10**30,
    1e308,
    "",
    "9" * 5000,
    "\ud800",
    "<b>" * 5000,
    [],
    {},
    [[[]]],
    {"id": 1},
    "2026-99-99",
)
_CHARSETS = ("utf-16", "utf-7", "koi8-r", "cp1251", "iso-2022-jp", "utf-8", "nonsense", "unicode_escape", "idna")


def cut(page: bytes, dice: random.Random) -> bytes:
    """The page ends somewhere."""
    return page[: dice.randrange(len(page))]


def splice(page: bytes, dice: random.Random) -> bytes:
    """A stretch of it stands elsewhere too."""
    start, end = sorted(dice.randrange(len(page)) for _ in range(2))
    place = dice.randrange(len(page))
    return page[:place] + page[start:end] + page[place:]


def soup(page: bytes, dice: random.Random) -> bytes:
    """Tags, entities and bytes where none belong."""
    for _ in range(dice.randrange(1, 30)):
        place = dice.randrange(len(page))
        page = page[:place] + dice.choice(_SOUP) * dice.choice((1, 1, 3, 40)) + page[place:]
    return page


def nest(page: bytes, dice: random.Random) -> bytes:
    """Deep nesting, also beyond what parsers read."""
    tag = dice.choice(
        (b"<div>", b"<b>", b"<blockquote>", b"<span style='color:red'>", b"<ul><li>", b"<font color=red>")
    )
    place = dice.randrange(len(page))
    return page[:place] + tag * dice.choice((50, 500, 3000, 100_000)) + page[place:]


def blow(page: bytes, dice: random.Random) -> bytes:
    """Megabytes of one thing."""
    what = dice.choice((*_SOUP, b"a", b"<a href='x' style='color:red'>x</a>", b"\xd0\xb0 ", b"<br>", b"=", b'"'))
    place = dice.randrange(len(page))
    return page[:place] + what * (dice.choice((100_000, 1_000_000, 5_000_000, 50_000_000)) // len(what)) + page[place:]


def recode(page: bytes, dice: random.Random) -> bytes:
    """Another charset is declared than the one it is in."""
    declared = f'<meta charset="{dice.choice(_CHARSETS)}">'.encode()
    return page.replace(b"<head>", b"<head>" + declared, 1) if dice.random() < 0.5 else declared + page


def flip(page: bytes, dice: random.Random) -> bytes:
    """Single bytes are others."""
    changed = bytearray(page)
    for _ in range(dice.randrange(1, 200)):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def attributes(page: bytes, dice: random.Random) -> bytes:
    """A tag with more, and longer, attributes than any has."""
    many = b" ".join(b"a%d='%s'" % (place, b"x" * dice.choice((1, 1000))) for place in range(dice.choice((50, 5000))))
    return page.replace(b"<div", b"<div " + many, 1)


def digits(page: bytes, dice: random.Random) -> bytes:
    """Every number is a very long one."""

    def other(one: int) -> bytes:
        return dice.choice((b"9" * 5000, b"0", b"-1")) if 48 <= one <= 57 and dice.random() < 0.01 else bytes([one])

    return b"".join(other(one) for one in page[:200_000])


def values(page: bytes, dice: random.Random) -> bytes:
    """Where the page is JSON, some of its values are others."""
    try:
        document = json.loads(page)
    except (ValueError, RecursionError):
        return soup(page, dice)
    for _ in range(dice.randrange(1, 9)):
        known = list(_places(document))
        if known:
            (holder, key), (other, place) = dice.choice(known), dice.choice(known)
            holder[key] = json.loads(json.dumps(dice.choice((*_ODD, other[place]))))
    return json.dumps(document).encode()


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield value, key
        yield from _places(value[key])


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(cut, splice, soup, soup, nest, blow, recode, flip, attributes, digits, values),
)


class Met(Struct, frozen=True):
    """What came of a page."""

    seed: int
    page: str
    kinds: tuple[str, ...]
    outcome: str
    seconds: float
    megabytes: int  #: the process's peak, where this page raised it


def pages() -> tuple[Path, ...]:
    """The pages to start from."""
    found = [path for path in FIXTURES.rglob("*") if path.suffix in (".html", ".json") and path.name != "expected.json"]
    if shared := os.environ.get("GOLOSA_SHARED"):
        found += Path(shared, "pages").rglob("thread_p*.html")
    return tuple(sorted(found))


def mutated(path: Path, seed: int) -> tuple[bytes, tuple[str, ...]]:
    """The page after one to three mutations, and which they were."""
    dice = random.Random(seed)
    content = path.read_bytes()
    # What is no JSON any more is refused at its first sign: half of the time a page of JSON stays one.
    own = (values,) if path.suffix == ".json" and dice.random() < 0.5 else MUTATIONS
    kinds = dice.choices(own, k=dice.choice((1, 1, 2, 3)))
    for mutation in kinds:
        content = mutation(content or b"<", dice)
    return content, tuple(mutation.__name__ for mutation in kinds)


def meet(path: Path, seed: int) -> Met:
    """Reads a mutated page and measures it."""
    content, kinds = mutated(path, seed)
    begun, peak = time.process_time(), _peak_mb()
    try:
        page = forums.read(Source(content=content, seen_at=SEEN, zone="Europe/Moscow", name="page"))
        outcome = f"wall: {page.wall.value}" if page.wall is not None else "posts"
    except PageError:
        outcome = "refused"
    except Exception as error:  # noqa: BLE001 - any other is a fault to be shown
        outcome = f"CRASH {type(error).__name__}: {error}"[:200]
    spent = time.process_time() - begun
    grown = _peak_mb() if _peak_mb() > peak else 0
    return Met(seed, str(path.relative_to(path.parents[2])), kinds, outcome, spent, grown)


def _peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _chunk(seeds: range) -> list[Met]:
    known = pages()
    return [meet(known[seed % len(known)], seed) for seed in seeds]


def soak(number: int, seed: int = 0) -> Iterator[Met]:
    """Meets so many pages, each chunk of them in a process of its own."""
    chunks = [range(start, min(start + CHUNK, seed + number)) for start in range(seed, seed + number, CHUNK)]
    with ProcessPoolExecutor(max_workers=2, max_tasks_per_child=1) as pool:
        for chunk, future in [(chunk, pool.submit(_chunk, chunk)) for chunk in chunks]:
            try:
                yield from future.result()
            except BrokenProcessPool:
                yield Met(chunk.start, "", (), f"CRASH of the process, seeds {chunk.start}-{chunk.stop}", 0.0, 0)
                return


def bad(met: Met) -> bool:
    """Whether a page did harm."""
    return met.outcome.startswith("CRASH") or met.seconds > LONGEST or met.megabytes > LARGEST_MB


def main() -> int:
    """Meets the pages and prints what came of it."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("pages", nargs="?", type=int, default=5000)
    arguments.add_argument("--seed", type=int, default=0)
    given = arguments.parse_args()
    outcomes, wrong, longest, largest, begun = Counter[str](), 0, 0.0, 0, time.monotonic()
    for met in soak(given.pages, given.seed):
        outcomes[met.outcome] += 1
        longest, largest = max(longest, met.seconds), max(largest, met.megabytes)
        if bad(met):
            wrong += 1
            print(f"seed {met.seed} {met.page} {'+'.join(met.kinds)}: {met.outcome}", end=", ")
            print(f"{met.seconds:.1f} s, {met.megabytes} MB")
    print(f"{given.pages} pages in {time.monotonic() - begun:.0f} s: {wrong} did harm")
    print(f"the slowest took {longest:.2f} s of processor time, the largest process had {largest} MB")
    for outcome, times in outcomes.most_common():
        print(f"{times:6}  {outcome}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
