"""HAR and WARC: the pages of threads are taken out of the log of a browser's or crawler's work."""

from __future__ import annotations

import base64
import gzip
import hashlib
import plistlib
import random
import sys
import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

import brotli
import pytest
import zstandard

from golosa.captures import capture
from golosa.cli import run
from golosa.errors import GolosaError

_HAR = (
    '{"log": {"entries": [{"request": {"url": "http://a/", "method": "GET"}, "response": {"status": 200, "content": '
    '{"mimeType": "text/html", "text": %s}}, "startedDateTime": "%s"}]}}'
)


def refused(desk: Any, file: Any) -> str:
    with pytest.raises(GolosaError) as caught:
        desk.read([file])
    return str(caught.value)


def test_har_gives_the_pages_of_threads_alone(desk: Any) -> None:
    file = desk.har(
        "day.har",
        desk.entry("<html><body>Поиск</body></html>", url="http://search.example/"),
        desk.entry(None, url="http://forum.example/moved", status=302),
        desk.entry(desk.page(12, 1)),
        desk.entry("body{}", url="http://forum.example/a.css", mime="text/css"),
        desk.entry(desk.page(12, 2), url=desk.url + "&start=10"),
        desk.entry(desk.page(12, 2), url=desk.url + "&start=10", method="POST"),
    )
    saved = desk.read([file])
    assert [(page.page, len(page.posts), source.url) for source, page in saved.pages] == [
        (1, 10, desk.url),
        (2, 2, desk.url + "&start=10"),
    ]
    assert [(source.asked_at, source.seen_at) for source, _ in saved.pages] == [
        (desk.seen, desk.seen + timedelta(seconds=0.4))
    ] * 2


def test_the_forums_own_clock_in_an_answer_goes_before_the_browsers(desk: Any) -> None:
    made = datetime(2026, 3, 2, 18, 59, 58, tzinfo=UTC)  # the page came out of the browser's cache
    answer = {"Date": "Mon, 02 Mar 2026 18:59:58 GMT", "Content-Type": "text/html"}
    ((source, _),) = desk.read([desk.har("day.har", desk.entry(desk.page(), headers=answer))]).pages
    assert (source.seen_at, source.asked_at) == (made, made - timedelta(seconds=0.4))


@pytest.mark.parametrize(
    ("coding", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", lambda body: zlib.compress(body)[2:-4]),
        ("gzip", bytes),
        ("br", bytes),
        ("br", brotli.compress),
        ("zstd", zstandard.ZstdCompressor().compress),
        ("gzip, br", lambda body: brotli.compress(gzip.compress(body))),
    ],
)
def test_bodies_packed_for_the_way_are_unpacked_and_others_left_alone(desk: Any, coding: str, pack: Any) -> None:
    body = pack(desk.page().encode())
    ((_, page),) = desk.read([desk.har("day.har", desk.entry(body, headers={"Content-Encoding": coding}))]).pages
    assert len(page.posts) == 3
    record = desk.record(body, http=f"Content-Encoding: {coding}\r\n")
    assert len(desk.read([desk.warc("day.warc.gz", record)]).pages[0][1].posts) == 3


@pytest.mark.parametrize(
    ("body", "coding", "told"),
    [
        (brotli.compress(b"<html>" * 100)[:-3], "br", "its body is cut off"),
        (b"\xff" * 50, "br", "its body is damaged"),
        (brotli.compress(b"<html>" + bytes(30_000_000), quality=1), "br", "the page is larger than"),
        (zstandard.ZstdCompressor().compress(b"<html>" * 100)[:-3], "zstd", "its body is cut off"),
        (b"\xff" * 50, "zstd", "its body is damaged"),
        (zstandard.ZstdCompressor().compress(b"<html>" + bytes(30_000_000)), "zstd", "the page is larger than"),
        (gzip.compress(b"<html>" * 100, mtime=0)[:-20], "gzip", "its body is cut off"),
        (gzip.compress(b"<html>" * 100, mtime=0)[:10] + b"\xff" * 50, "gzip", "its body is damaged"),
    ],
)
def test_bodies_that_cannot_be_unpacked_are_refused(desk: Any, body: bytes, coding: str, told: str) -> None:
    assert told in refused(desk, desk.har("day.har", desk.entry(body, headers={"Content-Encoding": coding})))


@pytest.mark.parametrize(("coding", "module"), [("br", "brotli"), ("zstd", "zstandard")])
def test_without_the_library_it_is_told_what_to_install(
    desk: Any, monkeypatch: pytest.MonkeyPatch, coding: str, module: str
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    told = refused(desk, desk.har("day.har", desk.entry(b"\x0b\x02\x80", headers={"Content-Encoding": coding})))
    assert f"packed with {coding}: install golosa[warc]" in told


def test_a_page_of_the_forum_whose_text_was_left_out_is_told(desk: Any) -> None:
    lost = desk.entry(None, url=desk.url + "&start=10")
    told = refused(desk, desk.har("day.har", desk.entry(desk.page(12, 1)), lost))
    assert "the text of http://forum.example/viewtopic.php?t=7&start=10 is not in the file" in told
    other = desk.entry(None, url="http://advert.example/")
    assert len(desk.read([desk.har("ok.har", desk.entry(desk.page()), other)]).pages) == 1


def test_a_log_without_one_page_is_refused_whoever_reads_it(desk: Any, capsys: pytest.CaptureFixture[str]) -> None:
    for file, told in (
        (desk.har("untold.har", desk.entry(None)), f"untold.har: the text of {desk.url} is not in the file; export"),
        (desk.har("empty.har"), "empty.har: no page of a thread in it"),
        (desk.warc("empty.warc.gz", desk.record(b"", kind="request")), "empty.warc.gz: no page of a thread in it"),
    ):
        new = ["new", str(desk.folder / "game"), "--rules", "classic10", "--yes", "--signup"]
        for arguments in (["probe"], ["probe", "--json"], new):
            status = run([*arguments, str(file)])
            shown = capsys.readouterr()
            assert (status, shown.out) == (3, ""), arguments
            assert told in shown.err, arguments


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ('{"log": {"entries": [', "a damaged HAR file"),
        ('{"log": {"entries": []}}', "no page of a thread in it"),
        (_HAR % ('"@@", "encoding": "base64"', "2026-03-02T22:00:00Z"), "its body is damaged"),
        (_HAR % ('"<p>", "encoding": "rot13"', "2026-03-02T22:00:00Z"), "is written in rot13"),
        (_HAR % ('"<p>"', "2026-03-02T22:00:00"), "has no offset"),
        (_HAR % ('"<p>"', "tonight"), "'tonight' is no time"),
        (_HAR % ('"<p>"', "0001-01-01T00:00:00+14:00"), "'0001-01-01T00:00:00+14:00' is no time"),
        (
            _HAR.replace('"startedDateTime"', '"time": 1e300, "startedDateTime"') % ('"<p>"', "2026-03-02T22:00:00Z"),
            "is no time",
        ),
    ],
)
def test_damaged_har_is_refused(desk: Any, content: str, told: str) -> None:
    assert told in refused(desk, desk.save("day.har", content))


def test_a_wall_in_a_log_is_told_where_there_is_no_thread(desk: Any) -> None:
    wall = '<html><body id="phpbb"><div id="message"><p>Запрошенной темы не существует.</p></div></body></html>'
    assert "no thread but not found" in refused(desk, desk.har("day.har", desk.entry(wall)))
    assert len(desk.read([desk.har("ok.har", desk.entry(wall), desk.entry(desk.page()))]).pages) == 1


@pytest.mark.parametrize("packed", [True, False])
def test_warc_gives_the_pages_of_threads_with_address_and_moment(desk: Any, packed: bool) -> None:
    picture = desk.record(b"GIF", url="http://forum.example/a.gif").replace(
        b"text/html; charset=utf-8", b"image/gif;              "
    )
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(desk.page(12, 1).encode()), desk.page(12, 1).encode())
    records = [
        picture,
        desk.record(chunked, http="Transfer-Encoding: chunked\r\n"),
        desk.record(
            desk.page(12, 2).encode(), url=desk.url + "&start=10", http="Date: Mon, 02 Mar 2026 19:05:09 GMT\r\n"
        ),
    ]
    saved = desk.read([desk.warc("day.warc", *records, packed=packed)])
    assert [(page.page, source.url) for source, page in saved.pages] == [(1, desk.url), (2, desk.url + "&start=10")]
    assert [source.seen_at for source, _ in saved.pages] == [desk.seen, desk.seen - timedelta(seconds=1)]


def test_a_record_that_says_as_before_is_a_second_sight(desk: Any) -> None:
    body = desk.page().encode()
    digest = f"WARC-Payload-Digest: sha1:{base64.b32encode(hashlib.sha1(body).digest()).decode()}\r\n"
    again = desk.record(b"", kind="revisit", date="2026-03-02T19:30:00Z", warc=digest)
    pages = desk.read([desk.warc("day.warc.gz", desk.record(body, warc=digest), again)]).pages
    assert [(source.seen_at, len(page.posts)) for source, page in pages] == [
        (desk.seen, 3),
        (datetime(2026, 3, 2, 19, 30, tzinfo=UTC), 3),
    ]


def test_damaged_warc_is_refused(desk: Any) -> None:
    cut = desk.record(desk.page().encode(), warc="WARC-Truncated: length\r\n")
    assert "cut off in the file (length)" in refused(desk, desk.warc("day.warc.gz", cut))
    good = gzip.compress(desk.record(desk.page().encode()))
    assert "a damaged WARC file" in refused(desk, desk.save("bad.warc.gz", good + b"nonsense" * 40))
    longer = desk.record(desk.page().encode()).replace(b"Content-Length: ", b"Content-Length: 1", 1)
    assert "cut off" in refused(desk, desk.warc("longer.warc", longer, packed=False))
    shorter = desk.record(desk.page().encode()).replace(b"</html>", b"</html><!-- more -->")
    assert "a record is not as long as it says" in refused(desk, desk.warc("shorter.warc", shorter, packed=False))
    other = desk.record(desk.page().encode(), warc="WARC-Payload-Digest: sha1:" + "A" * 32 + "\r\n")
    assert "its body is not what was recorded" in refused(desk, desk.warc("other.warc.gz", other))
    whole = desk.warc("whole.warc", desk.record(desk.page().encode()), packed=False).read_bytes()
    assert "cut off" in refused(desk, desk.save("half.warc", whole[: len(whole) // 2]))


def test_without_warcio_it_is_told_what_to_install(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = desk.warc("day.warc.gz", desk.record(desk.page().encode()))
    for name in ("warcio", "warcio.archiveiterator", "warcio.exceptions"):
        monkeypatch.setitem(sys.modules, name, None)
    assert "install golosa[warc]" in refused(desk, file)


def test_pages_in_logs_have_a_largest_size(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from golosa.captures import har, warc

    for module in (capture, har, warc):
        monkeypatch.setattr(module, "LARGEST_PAGE", 100)
    assert "larger than 100 bytes" in refused(desk, desk.har("day.har", desk.entry(desk.page())))
    assert "larger than 100 bytes" in refused(desk, desk.warc("day.warc", desk.record(desk.page().encode())))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kind", ["chromium", "addon", "har", "warc", "plain", "webarchive"])
def test_a_damaged_file_is_read_or_refused_by_name(desk: Any, kind: str, seed: int) -> None:
    """Whatever is wrong with a file, the host gets a line that names it."""
    chance = random.Random(seed)
    page = desk.page()
    safari = {"WebMainResource": {"WebResourceData": page.encode(), "WebResourceURL": desk.url}}
    whole = {
        "chromium": lambda: desk.chromium("x", page),
        "addon": lambda: desk.addon("x", page),
        "har": lambda: desk.har("x", desk.entry(page), desk.entry(page.encode(), headers={"Date": "now"})),
        "warc": lambda: desk.warc("x", desk.record(page.encode()), packed=False),
        "plain": lambda: desk.save("x", page),
        "webarchive": lambda: desk.save("x", plistlib.dumps(safari, fmt=plistlib.FMT_BINARY)),
    }[kind]().read_bytes()
    for _ in range(20):
        content = bytearray(whole)
        for _ in range(chance.choice((1, 2, 5))):
            start = chance.randrange(len(content))
            end = start + chance.choice((0, 1, 3, 20, 200))
            content[start:end] = bytes(chance.randrange(256) for _ in range(chance.choice((0, 1, 5))))
        try:
            desk.read([desk.save("damaged", bytes(content))], desk.seen)
        except GolosaError as error:
            assert "damaged" in str(error)
