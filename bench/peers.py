"""The rendered pages of phpBB and SMF through other readers of forums; see bench/peers.md. Runs in their environments.

    python bench/peers.py golosa|forum-dl|forumscraper [FOLDER OF PAGES]

Prints how many posts each reads and CPU microseconds a post, the median of repeats by page; without network, through
the functions by which they read a page that they have fetched.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

PAGES = Path(__file__).parents[2] / "shared" / "pages"
FOLDERS = ("phpbb/guest-ru", "phpbb/guest-en", "phpbb30/guest-ru", "phpbb30/guest-en", "smf/guest-ru", "smf/guest-en")
REPEATS = 7
Read = Callable[[bytes, str], int]


class Answer:
    """A page as forum-dl gets it."""

    def __init__(self, content: bytes, url: str) -> None:
        self.content, self.url, self.text = content, url, content.decode()


def forum_dl(software: str) -> Read:
    """How forum-dl reads posts: one extractor a software, BeautifulSoup over lxml."""
    from forum_dl.extractors import phpbb, simplemachines  # type: ignore[import-not-found]
    from forum_dl.extractors.common import PageState, Post, Thread  # type: ignore[import-not-found]

    class Session:
        answer = Answer(b"", "https://forum.example/")

        def get(self, *_: Any, **__: Any) -> Answer:
            return self.answer

    session = Session()
    made = phpbb.PhpbbExtractor if software.startswith("phpbb") else simplemachines.SimplemachinesExtractor
    extractor = made(session, "https://forum.example/", None)
    thread = Thread(path=("1",), url="https://forum.example/t", origin="https://forum.example/", data={}, title="")

    def read(content: bytes, url: str) -> int:
        session.answer = Answer(content, url)
        found = extractor._fetch_thread_page_posts(thread, PageState(url=url, page=1))
        return sum(isinstance(one, Post) for one in found)

    return read


def forumscraper(software: str) -> Read:
    """How forumscraper reads posts: expressions of its own language, compiled in C (reliq)."""
    from forumscraper.defs import reliq  # type: ignore[import-not-found]

    expression = Path("phpbb" if software.startswith("phpbb") else "smf2") / "posts.reliq"
    return lambda content, url: len(reliq(content).json(expression)["posts"])


def golosa(_software: str) -> Read:
    """How we read posts: with times as intervals, marks by two parsers, edits and numbers."""
    import forums

    def read(content: bytes, url: str) -> int:
        return len(forums.read(forums.Source(content=content, url=url, zone="Europe/Moscow")).posts)

    return read


READERS = {"golosa": golosa, "forum-dl": forum_dl, "forumscraper": forumscraper}


def main() -> None:
    """Prints one line a folder of pages."""
    made = READERS[sys.argv[1]]
    root = Path(sys.argv[2]) if len(sys.argv) > 2 else PAGES
    for folder in FOLDERS:
        read = made(folder.partition("/")[0])
        posts, spent, failed = 0, 0.0, ""
        for path in sorted((root / folder).glob("thread_p[0-9].html")):
            content, url = path.read_bytes(), path.with_suffix(".url").read_text("utf-8").strip()
            times = []
            for _ in range(REPEATS):
                begun = time.process_time()
                try:
                    found = read(content, url)
                except Exception as error:  # noqa: BLE001 - whatever the other program does not read is told, not fixed
                    found, failed = 0, f"{type(error).__name__}: {str(error).strip()[:90]}"
                times.append(time.process_time() - begun)
            if found:
                posts, spent = posts + found, spent + statistics.median(times)
        print(f"{folder:18} {posts:4} posts {spent / posts * 1e6 if posts else 0:7.0f} us/post  {failed}")


if __name__ == "__main__":
    main()
