"""`golosa count --saved`: several files in any order, pages saved twice, and what the host is told of them."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from golosa.folder.game import Game


def pages(table: Any, posts: Any, seen: str) -> list[Path]:
    """The thread's pages as HAR entries in one file each, seen at that wall time."""
    from golosa.demo.forum import PER_PAGE, page

    files = []
    for number in range(1, -(-len(posts) // PER_PAGE) + 1):
        start = f"&start={(number - 1) * PER_PAGE}" if number > 1 else ""
        entry = {
            "startedDateTime": table.moscow(seen).isoformat(),
            "time": 0,
            "request": {"method": "GET", "url": table.url + start},
            "response": {"status": 200, "content": {"mimeType": "text/html", "text": page("День 1", posts, number)}},
        }
        files.append(table.saved / f"{seen.replace(':', '')}-{number}.har")
        files[-1].write_text(json.dumps({"log": {"entries": [entry]}}), encoding="utf-8")
    return files


def thread(table: Any, vote: str, *more: Any) -> list[Any]:
    posts = [table.post(n, "Ведущий", f"09:{n:02}") for n in range(1, 11)]
    return [*posts, table.post(11, "Аня", "12:00", vote), *more]


def visits(table: Any) -> list[tuple[bool, str, list[int]]]:
    game = Game(table.folder)
    try:
        found = game.archive.sweeps(table.url)
        return [
            (sweep.complete, f"{sweep.started:%H:%M}", [page.number for page in game.archive.received(sweep.id)])
            for sweep in found
        ]
    finally:
        game.close()


def test_a_page_saved_at_two_moments_is_two_sights_in_the_order_of_time(tables: Any) -> None:
    """The edit between the two is seen whatever the order of the files (V6, E5)."""
    told = set()
    for order in itertools.permutations(range(3)):
        table = tables()
        table.new()
        early = pages(table, thread(table, "Лис"), "21:00:00")
        late = pages(table, thread(table, "Ёжик"), "22:10:00")
        files = [early[0], early[1], late[1]]
        out = table.run(
            "count", "-C", table.folder, "--json", "--saved", *(files[place] for place in order), status=None
        )
        told.add(json.dumps(json.loads(out)["ballots"], sort_keys=True))
        assert visits(table) == [(False, "18:00", [2]), (True, "18:00", [1, 2])]
    assert len(told) == 1


def test_duplicates_count_once(table: Any) -> None:
    table.new()
    files = pages(table, thread(table, "Лис"), "22:10:00")
    copy = table.saved / "copy.har"
    copy.write_bytes(files[1].read_bytes())
    out = table.run("count", "-C", table.folder, "--json", "--saved", copy, *reversed(files))
    assert json.loads(out)["complete"]
    assert visits(table) == [(True, "19:10", [1, 2])]


def test_one_page_with_two_contents_at_one_moment_is_refused(table: Any) -> None:
    table.new()
    first = table.save([table.post(1, "Аня", "09:00", "Лис")])[0].rename(table.saved / "first.html")
    (second,) = table.save([table.post(1, "Аня", "09:00", "Ёжик")])
    seen = ["--seen-at", "2026-03-02T22:30:00+03:00"]
    table.run("count", "-C", table.folder, "--saved", *seen, first, second, status=2)
    assert "first.html and p1.html: both show page 1 at 2026-03-02T19:30:00+00:00" in table.err
    table.run(
        "count",
        "-C",
        table.folder,
        "--saved",
        *seen,
        "--seen-at",
        "2026-03-02T22:31:00+03:00",
        first,
        second,
        status=None,
    )
    assert [pages for *_, pages in visits(table)] == [[1], [1]]


def test_pages_saved_before_the_end_do_not_prove_what_came_after(table: Any) -> None:
    table.new()
    early = pages(table, thread(table, "Лис"), "21:00:00")
    late = pages(table, thread(table, "Лис"), "22:10:00")
    found = json.loads(table.run("count", "-C", table.folder, "--json", "--saved", early[0], late[1], status=3))
    assert not found["complete"]
    assert found["incomplete_why"].startswith("it was last read whole at 2026-03-02T21:00:00+03:00")
    assert json.loads(table.run("count", "-C", table.folder, "--json", "--saved", *early, *late))["complete"]


def test_pages_saved_in_several_runs_make_one_visit_where_they_lie_close_together(table: Any) -> None:
    table.new()
    posts = thread(table, "Лис")
    (first, _), (_, second) = pages(table, posts, "22:05:00"), pages(table, posts, "22:10:00")
    told = json.loads(table.run("count", "-C", table.folder, "--json", "--saved", first, status=3))
    assert told["incomplete_why"] == "pages 2 of 2 are missing"
    assert json.loads(table.run("count", "-C", table.folder, "--json", "--saved", second))["complete"]
    assert visits(table) == [(False, "19:05", [1]), (True, "19:05", [1, 2])]


def test_the_order_of_the_runs_does_not_matter(table: Any) -> None:
    table.new()
    posts = thread(table, "Лис")
    (first, _), (_, second) = pages(table, posts, "22:10:00"), pages(table, posts, "22:05:00")
    table.run("count", "-C", table.folder, "--json", "--saved", second, status=3)
    assert json.loads(table.run("count", "-C", table.folder, "--json", "--saved", first))["complete"]


@pytest.mark.parametrize("why", ["long before", "it was the last and could grow", "a post moved between the pages"])
def test_pages_of_several_runs_are_not_joined_where_a_post_may_have_slipped_through(table: Any, why: str) -> None:
    table.new()
    posts = thread(table, "Лис")
    (_, second) = pages(table, posts, "22:40:00")
    match why:
        case "long before":
            first = pages(table, posts, "22:05:00")[0]
        case "it was the last and could grow":
            first = pages(table, posts[:9], "22:30:00")[0]
        case _:
            first = pages(table, [*posts[:3], *posts[4:], table.post(12, "Ёжик", "12:05", "Лис")], "22:35:00")[0]
    table.run("count", "-C", table.folder, "--json", "--saved", first, status=None)
    table.run("count", "-C", table.folder, "--json", "--saved", second, status=None)
    assert visits(table)[-1] == (False, "19:40", [2])


def test_other_threads_in_a_log_are_left_out_but_not_if_there_is_nothing_else(table: Any) -> None:
    table.new()
    table.count(posts=[table.post(1, "Аня", "09:00", "Лис")])
    (mine,) = pages(table, [table.post(1, "Аня", "09:00", "Лис")], "22:10:00")
    other = table.saved / "other.har"
    other.write_text(mine.read_text(encoding="utf-8").replace("t=7", "t=8"), encoding="utf-8")
    out = table.run("count", "-C", table.folder, "--json", "--saved", mine, other)
    assert json.loads(out)["ballots"]["Аня"]["target"] == "Лис"
    table.run("count", "-C", table.folder, "--saved", other, status=2)
    assert "a page of thread 8, not of this day's" in table.err


def test_how_a_file_was_understood_is_told_on_standard_error(table: Any) -> None:
    table.new()
    (file,) = table.save([table.post(1, "Аня", "09:00", "Лис")])
    text = file.read_text(encoding="utf-8").replace("</body>", "<p>Текущее время: 02 мар 2026, 22:15</p></body>")
    file.write_text(text, encoding="utf-8")
    table.run("count", "-C", table.folder, "--saved", file)
    assert table.err == "p1.html: page 1 of 1, 2026-03-02T19:16:00+00:00 by the page's own clock\n"


def test_probe_reads_files_of_every_kind(table: Any, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = pages(table, [table.post(1, "Аня", "09:00", "Лис")], "22:10:00")
    (html,) = table.save([table.post(1, "Аня", "09:00", "Лис")])
    found = json.loads(table.run("probe", "--json", file, html, "--seen-at", "file"))
    assert [page["posts"][0]["author"] for page in found["pages"]] == ["Аня", "Аня"]
    assert [page["url"] for page in found["pages"]] == [table.url, None]


def test_pages_that_tell_only_whether_they_are_the_last_are_whole_with_the_last(desk: Any) -> None:
    """Discourse's pages for robots say whether there is another one, not how many there are."""
    from golosa.reading.saved import visits_of

    folder = Path(__file__).parents[3] / "fixtures" / "pages" / "discourse"
    url = "https://les.example/t/den-1/12"
    first, last = (
        desk.save(f"p{number}.html", (folder / name).read_bytes())
        for number, name in enumerate(("crawler_p1.html", "crawler_2_2_p2.html"), 1)
    )
    both = desk.read([first, last], desk.seen, urls=[url, f"{url}?page=2"]).pages
    assert [visit.complete for visit in visits_of(url, both, "saved")] == [True]
    (alone,) = visits_of(url, both[:1], "saved")
    assert (alone.complete, alone.why) == (False, "the pages do not tell how many there are")
