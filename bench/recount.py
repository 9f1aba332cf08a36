"""Counting a long thread again from the store, and looking for new posts: `python bench/recount.py [POSTS…]`.

For each length of thread (1,000, 10,000 and 100,000 posts by 30 players), in processes of their own: CPU seconds of
opening the game and counting its day, the peak memory of that, CPU milliseconds of keeping one new post, and of the
count after it. Then a poll of a thread of 500 posts on a forum of this machine that has nothing new: requests and CPU
milliseconds. The targets: 0.5 s at 10,000 posts, linear, under 150 MB; a poll one request and 20 ms.

What a part alone needs is imported there, so that the memory measured is that of counting, as `count --offline` has it.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from engine.posts import Body, Line, Mark, Reading
from engine.times import Interval
from golosa.folder.game import Game
from golosa.store import SeenPage, Visit

SIZES = (1_000, 10_000, 100_000)
PER_PAGE = 25
STARTS = datetime(2026, 3, 2, 6, tzinfo=UTC)
ENDS = STARTS + timedelta(hours=14)
NOW = ENDS + timedelta(hours=1)
THREAD = "https://forum.example/viewtopic.php?t=7"
PLAYERS = [f"Игрок{chr(0x410 + place)}{chr(0x430 + place * 7 % 32)}" for place in range(30)]
POLLED = 500
TIMES = 7


def reading(number: int, posts: int) -> Reading:
    """A post: in every third round of posts all players vote, half of them for the same one, so that nobody is tied."""
    author = PLAYERS[number % 30]
    at = STARTS + (ENDS - STARTS) * number / (posts + 10)
    lines = (Line("Думаю, что вчера многие ошиблись, и вот почему."), Line("Дальше будет видно."))
    voted = PLAYERS[3] if number % 2 else PLAYERS[number * 7 % 30]
    marks = (Mark(voted, colour="#ff0000", line=len(lines)),) if number // 30 % 3 == 0 else ()
    body = Body(marks=marks, lines=(*lines, Line(voted)) if marks else lines)
    html = f"<div>{'<br>'.join(line.text for line in body.lines)}</div>"
    return Reading(str(number), author, Interval.shown(at), body, html, author_id=str(number % 30), number=number)


def visit(posts: int, first: int, seen: datetime, *, complete: bool) -> Visit:
    """The pages of the thread from post `first` on, as seen at a moment."""
    starts = range((first - 1) // PER_PAGE * PER_PAGE, posts, PER_PAGE)
    pages = tuple(
        SeenPage(
            number=start // PER_PAGE + 1,
            last=start + PER_PAGE >= posts,
            url=f"{THREAD}&start={start}",
            seen_at=seen,
            content=f"{posts} {start}".encode() * 100,
            readings=tuple(reading(number, posts) for number in range(start + 1, min(start + PER_PAGE, posts) + 1)),
        )
        for start in starts
    )
    return Visit(thread=THREAD, pages=pages, complete=complete, source="fetch", ref="7")


def new_game(folder: Path, thread: str) -> None:
    """A game of thirty players whose first day is that thread."""
    from golosa.folder.newgame import NewGame, make

    wanted = NewGame(
        players=tuple(PLAYERS),
        hosts=("Ведущая",),
        threads=(thread,),
        starts=STARTS,
        ends=ENDS,
        forum_zone="Europe/Moscow",
    )
    make(folder, wanted, NOW)


def fill(folder: Path, posts: int) -> None:
    """Makes the game and keeps two visits to the whole thread."""
    new_game(folder, THREAD)
    game = Game(folder)
    for moment in (ENDS + timedelta(minutes=1), ENDS + timedelta(minutes=2)):
        game.archive.add(visit(posts, 1, moment, complete=True))
    game.close()


def spent(work: Callable[[], object]) -> float:
    """CPU seconds of one run of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def count_once(folder: Path) -> None:
    """Opens the game and counts its day."""
    game = Game(folder)
    counted = game.count(game.day(None, NOW), NOW)
    game.close()
    assert counted.complete, counted.why_incomplete
    assert len(counted.count.first.ballots) == len(PLAYERS)


def measure(folder: Path, posts: int) -> None:
    """Prints the figures of one thread, as JSON."""
    empty = memory()
    counted = [spent(lambda: count_once(folder))]
    peak = memory()
    counted += [spent(lambda: count_once(folder)) for _ in range(2 if posts > 20_000 else TIMES - 1)]
    game = Game(folder)
    kept = []
    for more in range(1, TIMES + 1):
        seen = visit(posts + more, posts + more, NOW + timedelta(seconds=more), complete=False)
        begun = time.process_time()
        game.archive.add(seen)
        kept.append(time.process_time() - begun)
    game.close()
    print(
        json.dumps({
            "count": min(counted), "first": counted[0], "keep": sorted(kept)[TIMES // 2], "empty": empty, "peak": peak,
        })
    )  # fmt: skip


def memory() -> float:
    """The most memory this process has had, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def serve() -> None:
    """A forum with one thread, until its input is closed; tells its address."""
    from golosa.demo import forum

    board = forum.Board()
    shown = [
        forum.Shown(number, found.author, found.at.earliest, found.html)
        for number in range(1, POLLED + 1)
        for found in (reading(number, POLLED),)
    ]
    board.threads[7] = ("День 1", [forum.Written(post) for post in shown])
    with forum.running(board) as address:
        print(address, flush=True)
        sys.stdin.read()


def polled(folder: Path) -> None:
    """Reads the served thread whole, then polls it; prints what a poll costs."""
    from golosa.reading.fetching import fetch, poll

    with subprocess.Popen(
        [sys.executable, __file__, "--serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        thread = server.stdout.readline().strip()
        new_game(folder, thread)
        game = Game(folder)
        assert fetch(game, thread, sleep=lambda _: None).complete
        costs = []
        for _ in range(TIMES * 3):
            begun = time.process_time()
            walk = poll(game, thread, sleep=lambda _: None)
            costs.append(time.process_time() - begun)
            assert walk is not None and len(walk.pages) == 1 and not walk.differs
        game.close()
        server.communicate()
    print(f"poll with nothing new ({POLLED} posts): 1 request, {sorted(costs)[len(costs) // 2] * 1e3:.1f} ms of CPU")


def child(*arguments: str) -> str:
    """What this program prints when run in a process of its own."""
    return subprocess.run([sys.executable, __file__, *arguments], check=True, capture_output=True, text=True).stdout


def main() -> None:
    """Does the part of a child, or prints one line a length, and one for polls."""
    match sys.argv[1:]:
        case ["--serve"]:
            serve()
        case ["--fill", folder, posts]:
            fill(Path(folder), int(posts))
        case ["--measure", folder, posts]:
            measure(Path(folder), int(posts))
        case sizes:
            table([int(size) for size in sizes] or SIZES)


def table(sizes: Sequence[int]) -> None:
    """Prints the figures for threads of these lengths."""
    print("  posts  count s  first s  us/post  one new post ms  peak MB  of it before MB")
    with tempfile.TemporaryDirectory() as scratch:
        for posts in sizes:
            folder = str(Path(scratch) / str(posts))
            child("--fill", folder, str(posts))
            found = json.loads(child("--measure", folder, str(posts)))
            print(
                f"{posts:7}  {found['count']:7.3f}  {found['first']:7.3f}  {found['count'] / posts * 1e6:7.1f}"
                f"  {found['keep'] * 1e3:15.2f}  {found['peak']:7.0f}  {found['empty']:15.0f}"
            )
        polled(Path(scratch) / "polled")


if __name__ == "__main__":
    main()
