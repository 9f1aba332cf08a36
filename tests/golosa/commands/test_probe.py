"""`golosa probe`: the machine form, the table, walls and wrong use."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner, Result
from golosa.demo.forum import Shown, running, written_day
from golosa.demo.forum import page as forum_page

from golosa.commands.probe import command
from golosa.errors import GolosaError

PAGES = Path(__file__).parents[3] / "fixtures" / "pages"
FIRST, SECOND = str(PAGES / "smf" / "ru_2_1_p1.html"), str(PAGES / "smf" / "ru_2_1_p2.html")


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(command, list(arguments))
    if isinstance(result.exception, GolosaError):
        raise result.exception
    return result


def test_json_has_the_shape_of_the_interface() -> None:
    result = run(FIRST, SECOND, "--url", "https://a.example/index.php?topic=9.0", "--url", "https://a.example/index.php?topic=9.3",
                 "--zone", "Europe/Moscow", "--seen-at", "2026-03-02T22:30:00+03:00", "--json")  # fmt: skip
    assert result.exit_code == 0
    told = json.loads(result.stdout)
    assert told["schema"] == 1
    first, second = told["pages"]
    assert {
        name: first[name]
        for name in ("source", "software", "version", "wall", "page", "pages", "thread", "title", "zone")
    } == {
        "source": FIRST,
        "software": "smf",
        "version": "2.1.4",
        "wall": None,
        "page": 1,
        "pages": 2,
        "thread": "9",
        "title": "День 1",
        "zone": "Europe/Moscow",
    }
    assert second["url"] == "https://a.example/index.php?topic=9.3"
    post = first["posts"][2]
    assert post["edited"] == {"at": "2026-03-02T08:15:00Z", "resolution": "minute", "by": "Выдра"}
    assert (post["id"], post["number"], post["author"], post["author_id"]) == ("33", 3, "Выдра", "4")
    assert (post["at"], post["resolution"], post["shown"]) == ("2026-03-02T07:00:00Z", "minute", "2 марта 2026, 10:00")
    assert post["marks"] == [{"text": "Барсук", "colour": "#ff0000", "struck": False, "spoiler": False, "late": False}]
    assert second["posts"][0]["at"] == "2026-03-02T18:59:00Z"


def test_people_get_a_table() -> None:
    result = run(FIRST, "--zone", "Europe/Moscow")
    assert result.exit_code == 0
    for part in ("smf 2.1.4", "page 1 of 2", "Барсук", "Рысь (struck)", "02.03 10:00"):
        assert part in result.stdout


def test_a_wall_is_told_and_the_status_is_3(tmp_path: Path) -> None:
    page = tmp_path / "wall.html"
    page.write_text(
        '<html><body id="phpbb" class="x"><div id="message"><p>Запрошенной темы не существует.</p></div></body></html>',
        "utf-8",
    )
    result = run(str(page))
    assert result.exit_code == 3
    assert "not_found" in result.stdout
    told = json.loads(run(str(page), "--json").stdout)
    assert (told["pages"][0]["wall"], told["pages"][0]["posts"]) == ("not_found", [])


@pytest.mark.parametrize(
    ("arguments", "message", "status"),
    [
        (["no-such-file.html"], "no-such-file.html: cannot be read", 2),
        ([FIRST], "needs the zone", 2),
        ([FIRST, "--zone", "Europe/Atlantis"], "--zone 'Europe/Atlantis': no such zone", 2),
        ([SECOND, "--zone", "Europe/Moscow"], "--seen-at", 2),
        ([FIRST, "--zone", "Europe/Moscow", "--seen-at", "вчера"], "--seen-at 'вчера': write a time like", 2),
        ([FIRST, "--zone", "Europe/Moscow", "--seen-at", "2026-03-02T22:30"], "the time needs an offset", 2),
        ([FIRST, "--zone", "Europe/Moscow", "--seen-at", "0001-01-01T00:00:00+14:00"], "write a time like", 2),
        ([FIRST, SECOND, "--url", "https://a.example/"], "2 pages but 1 times --url", 2),
    ],
)
def test_wrong_use_says_what_to_do(arguments: list[str], message: str, status: int) -> None:
    with pytest.raises(GolosaError, match=message) as told:
        run(*arguments)
    assert told.value.exit_code == status


def test_a_page_that_was_cut_off_is_not_read(tmp_path: Path) -> None:
    page = tmp_path / "cut.html"
    page.write_bytes(Path(FIRST).read_bytes()[:-300])
    with pytest.raises(GolosaError, match="cut off") as told:
        run(str(page), "--zone", "Europe/Moscow")
    assert told.value.exit_code == 3


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass

    def date_time_string(self, timestamp: float | None = None) -> str:
        return "Mon, 02 Mar 2026 20:00:00 GMT"


@pytest.fixture
def forum() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(PAGES / "smf")))
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_an_address_is_fetched_and_its_date_header_tells_the_moment(forum: str) -> None:
    result = run(f"{forum}/ru_2_1_p2.html", "--zone", "Europe/Moscow", "--json")
    assert result.exit_code == 0
    page = json.loads(result.stdout)["pages"][0]
    assert page["source"] == page["url"] == f"{forum}/ru_2_1_p2.html"
    assert [post["author"] for post in page["posts"]] == ["О'Рысь", "Барсук"]
    assert page["posts"][0]["at"] == "2026-03-02T18:59:00Z"


class Journal(Quiet):
    """An entry with two comments; the second is folded except in the flat view."""

    def do_GET(self) -> None:
        articles = ["лис", "лис" if "view=flat" in self.path else None]
        comments = [
            {"dtalkid": number, "uname": "lis", "ctime_ts": 1772434800, "article": article}
            for number, article in enumerate(articles, 257)
        ]
        page = f"<html><script>Site.page = {json.dumps({'comments': comments})};</script><body></body></html>".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)


@pytest.fixture
def journal() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Journal)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_an_address_that_names_no_entry_is_told(journal: str) -> None:
    with pytest.raises(GolosaError, match="comment 258 is folded") as told:
        run(f"{journal}/latest")
    assert told.value.exit_code == 3


def test_the_view_that_shows_all_posts_is_asked_for(journal: str) -> None:
    result = run(f"{journal}/12.html", "--json")
    page = json.loads(result.stdout)["pages"][0]
    assert page["url"].endswith("/12.html?view=flat")
    assert [post["id"] for post in page["posts"]] == ["257", "258"]


def test_a_forum_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    import golosa.reading.fetching
    from scraper.client import Manners

    monkeypatch.setattr(golosa.reading.fetching, "MANNERS", Manners(user_agent="test", retries=0))
    with pytest.raises(GolosaError) as told:
        run("http://127.0.0.1:1/viewtopic.php?t=1")
    assert told.value.exit_code == 3


def test_the_table_shows_names_whole_and_times_in_the_pages_zone(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    name, at = "Night_Moth_Of_The_Northern_Forest_1987", datetime(2026, 3, 2, 6, tzinfo=UTC)
    (tmp_path / "p.html").write_text(forum_page("День 1", [Shown(1, name, at, "Доброе утро")], 1), encoding="utf-8")
    seen = "2026-03-02T23:00:00+03:00"
    out = run(str(tmp_path / "p.html"), "--zone", "Europe/Moscow", "--seen-at", seen).stdout
    assert "…" not in out
    assert "02.03 09:00:00" in out


@pytest.mark.parametrize("option", ["--zone", "--edit-zone"])
def test_a_zone_that_there_is_not_is_told_by_its_option(option: str) -> None:
    with pytest.raises(GolosaError, match=f"{option} 'Mars': no such zone; give an IANA name"):
        run(FIRST, "--seen-at", "2026-03-02T22:30:00+03:00", option, "Mars")


@pytest.mark.parametrize(("ahead", "said"), [(0, "clock is right"), (90, "s ahead"), (-90, "s behind")])
def test_an_addresss_clock_is_told_beside_the_true_time(ahead: int, said: str) -> None:
    board = written_day()
    board.now = lambda: datetime.now(UTC) + timedelta(seconds=ahead)
    with running(board) as address:
        told = run(address, "--zone", "Europe/Moscow", "--json").stdout
        shown = run(address, "--zone", "Europe/Moscow").stdout
    offset = json.loads(told)["pages"][0]["clock_offset_s"]
    assert abs(offset - ahead) <= 2
    assert said in " ".join(shown.split())
