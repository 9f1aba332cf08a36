"""Pages saved one a file: HTML, MHTML and Safari's webarchive, with what they tell of their origin."""

from __future__ import annotations

import os
import plistlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from golosa.captures import capture
from golosa.errors import GolosaError

COMMENT = "<!DOCTYPE html>\n<!-- saved from url=(0038)http://forum.example/viewtopic.php?t=7 -->\n<html"
NOW = "<p>Текущее время: 02 мар 2026, 21:30</p></body>"


def refused(desk: Any, files: list[Any], *seen: Any, urls: Any = ()) -> str:
    with pytest.raises(GolosaError) as caught:
        desk.read(files, *seen, urls=urls)
    return str(caught.value)


@pytest.mark.parametrize("kind", ["chromium", "addon"])
def test_mhtml_tells_its_address_and_its_moment(desk: Any, kind: str) -> None:
    file = getattr(desk, kind)("p1.mhtml", desk.page())
    ((source, page),) = desk.read([file]).pages
    assert (source.url, source.seen_at) == (desk.url, desk.seen)
    assert [(post.id, post.author) for post in page.posts] == [
        ("101", "Игрок 0"),
        ("102", "Игрок 1"),
        ("103", "Игрок 2"),
    ]
    assert page.posts[0].body.marks[0].text == "Лис"


def test_the_main_part_of_mhtml_is_the_one_at_its_address(desk: Any) -> None:
    file = desk.chromium("p1.mhtml", desk.page())  # an advert's frame stands before the page
    (_, page) = desk.read([file]).pages[0]
    assert page.software == "phpbb"


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (lambda text: text[: len(text) // 2], "cut off; save it again"),
        (lambda text: text.replace("text/html", "text/plain"), "an MHTML file without a page"),
    ],
)
def test_damaged_mhtml_is_refused(desk: Any, damage: Any, told: str) -> None:
    file = desk.chromium("p1.mhtml", desk.page())
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert told in refused(desk, [file])


@pytest.mark.parametrize(
    ("old", "new", "moment"),
    [
        ("<!DOCTYPE html>\n<html", COMMENT, None),
        (
            '<meta charset="utf-8" />',
            "<!--\n Page saved with SingleFile \n url: http://forum.example/viewtopic.php?t=7 \n "
            'saved date: Mon Mar 02 2026 22:05:10 GMT+0300 (Москва, стандартное время)\n--><meta charset="utf-8">',
            datetime(2026, 3, 2, 19, 5, 10, tzinfo=UTC),
        ),
        (
            '<meta charset="utf-8" />',
            '<meta name="savepage-url" content="http://forum.example/viewtopic.php?t=7"><meta name="savepage-date" '
            'content="Mon Mar 02 2026 22:05:10 GMT+0300 (Moscow)">',
            datetime(2026, 3, 2, 19, 5, 10, tzinfo=UTC),
        ),
    ],
    ids=["chromium's comment", "SingleFile", "Save Page WE"],
)
def test_marks_of_browsers_in_html_tell_address_and_moment(desk: Any, old: str, new: str, moment: Any) -> None:
    text = desk.page().replace(old, new, 1)
    assert text != desk.page()
    given = () if moment else (desk.seen,)
    ((source, page),) = desk.read([desk.save("p1.html", text)], *given).pages
    assert (source.url, source.seen_at, len(page.posts)) == (desk.url, desk.seen, 3)


def test_the_moment_of_html_is_never_taken_from_the_file_unasked(desk: Any) -> None:
    file = desk.save("p1.html", desk.page())
    assert "saved pages need --seen-at" in refused(desk, [file])
    os.utime(file, (desk.seen.timestamp(), desk.seen.timestamp()))
    ((source, _),) = desk.read([file], "file").pages
    assert source.seen_at == desk.seen


def test_the_host_is_asked_where_nothing_tells_the_moment(desk: Any) -> None:
    asked = []

    def ask(file: Any) -> Any:
        asked.append(file.name)
        return desk.seen

    saved = desk.read([desk.save("p1.html", desk.page()), desk.chromium("p2.mhtml", desk.page(12, 2))], ask=ask)
    assert asked == ["p1.html"]
    assert [source.seen_at for source, _ in saved.pages] == [desk.seen, desk.seen]


def test_the_host_is_asked_for_an_address_where_it_takes_one_to_know_the_thread(desk: Any) -> None:
    nameless = desk.save("p1.html", desk.page().replace("t=7", "x"))
    asked = []

    def ask(file: Any) -> str:
        asked.append(file.name)
        return desk.url

    saved = desk.read([nameless, desk.save("p2.html", desk.page(12, 2))], desk.seen, ask_address=ask)
    assert asked == ["p1.html"]
    assert [(source.url, page.thread) for source, page in saved.pages] == [(desk.url, "7"), (None, "7")]
    assert desk.read([nameless], desk.seen).pages[0][1].thread is None


@pytest.mark.parametrize(("said", "told"), [("", None), (" http://a.example/t/7 ", "http://a.example/t/7")])
def test_on_a_terminal_an_address_may_be_left_out(monkeypatch: pytest.MonkeyPatch, said: str, told: str | None) -> None:
    from golosa.commands import saving

    monkeypatch.setattr(saving, "_on_a_terminal", lambda: True)
    monkeypatch.setattr("click.prompt", lambda text, **more: said)
    ask = saving.address_asker()
    assert ask is not None and ask(Path("p1.html")) == told
    monkeypatch.setattr("click.prompt", lambda text, **more: "page two")
    with pytest.raises(GolosaError, match="'page two' is no address of a page"):
        ask(Path("p1.html"))


@pytest.mark.parametrize("claim", ["viewtopic.php?t=7&amp;start=10", "viewtopic.php?t=7"])
def test_the_address_that_a_page_claims_is_taken_where_it_is_the_same_page_with_it(desk: Any, claim: str) -> None:
    link = f'<link rel="canonical" href="http://forum.example/{claim}"><title>'
    file = desk.save("p2.html", desk.page(12, 2).replace("<title>", link))
    ((source, page),) = desk.read([file], desk.seen).pages
    assert (page.page, page.pages, page.thread) == (2, 2, "7")
    assert source.url == "http://forum.example/" + claim.replace("&amp;", "&")


def test_a_claimed_address_that_makes_it_another_page_is_not_believed(desk: Any) -> None:
    text = (
        desk.page()
        .replace("t=7", "tx=7")
        .replace("<title>", '<meta property="og:url" content="http://a.example/viewtopic.php?t=9"><title>')
    )
    ((source, page),) = desk.read([desk.save("p1.html", text)], desk.seen).pages
    assert (source.url, page.thread) == (None, None)


@pytest.mark.parametrize("charset", ["windows-1251", "koi8-r", "iso-8859-1"])
def test_a_page_that_the_browser_wrote_anew_as_utf8_is_read_right_under_its_old_meta(desk: Any, charset: str) -> None:
    text = desk.page().replace(
        '<meta charset="utf-8" />', f'<meta http-equiv="Content-Type" content="text/html; charset={charset}">'
    )
    text = text.replace('href="./memberlist', 'href="http://forum.example/memberlist').replace(
        "<title>", '<link rel="stylesheet" href="./День 1_files/a.css"><title>'
    )
    ((_, page),) = desk.read([desk.save("День 1.html", text)], desk.seen).pages
    assert [post.author for post in page.posts] == ["Игрок 0", "Игрок 1", "Игрок 2"]
    assert page.posts[0].body.marks[0].text == "Лис" and not page.posts[0].body.marks[0].damaged


def test_a_page_tells_when_it_was_loaded_and_that_is_believed_before_the_moment_of_saving(desk: Any) -> None:
    file = desk.chromium("p1.mhtml", desk.page().replace("</body>", NOW))
    saved = desk.read([file])
    ((source, _),) = saved.pages
    assert (source.asked_at, source.seen_at) == (
        datetime(2026, 3, 2, 18, 30, tzinfo=UTC),
        datetime(2026, 3, 2, 18, 31, tzinfo=UTC),
    )
    assert saved.notes == ("p1.mhtml: page 1 of 1, 2026-03-02T18:31:00+00:00 by the page's own clock",)


def test_a_page_that_tells_when_it_was_loaded_needs_no_moment(desk: Any) -> None:
    ((source, _),) = desk.read([desk.save("p1.html", desk.page().replace("</body>", NOW))]).pages
    assert source.asked_at == datetime(2026, 3, 2, 18, 30, tzinfo=UTC)


def test_a_page_made_after_it_was_saved_is_refused(desk: Any) -> None:
    file = desk.save("p1.html", desk.page().replace("</body>", NOW))
    told = refused(desk, [file], desk.seen - timedelta(hours=1))
    assert "made at 2026-03-02T18:30:00+00:00, after it was saved" in told and "check --seen-at" in told


def test_a_clock_in_a_post_sets_no_clock(desk: Any) -> None:
    text = desk.page().replace("<b style", "Текущее время: 02 мар 2026, 21:30 <b style", 1)
    ((source, page),) = desk.read([desk.save("p1.html", text)], desk.seen).pages
    assert (page.now, source.seen_at) == (None, desk.seen)


def test_safaris_webarchive_is_read(desk: Any) -> None:
    main = {
        "WebResourceData": desk.page().encode("cp1251"),
        "WebResourceURL": desk.url,
        "WebResourceTextEncodingName": "windows-1251",
        "WebResourceMIMEType": "text/html",
    }
    file = desk.save("p1.webarchive", plistlib.dumps({"WebMainResource": main}, fmt=plistlib.FMT_BINARY))
    ((source, page),) = desk.read([file], desk.seen).pages
    assert (source.url, page.posts[0].author) == (desk.url, "Игрок 0")
    broken = desk.save("p2.webarchive", plistlib.dumps({"Other": 1}, fmt=plistlib.FMT_BINARY))
    assert "a damaged webarchive" in refused(desk, [broken], desk.seen)


def test_an_empty_file_is_told(desk: Any) -> None:
    assert refused(desk, [desk.save("p1.html", b"\n")], desk.seen) == "p1.html: the file is empty"


@pytest.mark.parametrize(
    ("head", "what"), [(b"%PDF-1.7", "a PDF"), (b"PK\x03\x04...", "a ZIP archive"), (b"\x89PNG\r\n", "a picture")]
)
def test_files_of_other_kinds_are_refused_by_name(desk: Any, head: bytes, what: str) -> None:
    told = refused(desk, [desk.save("p1.html", head)], desk.seen)
    assert told.startswith(str(desk.folder / "p1.html")) and what in told


def test_sizes_have_limits(desk: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import gzip

    from golosa import captures

    packed = desk.save("p1.html", gzip.compress(desk.page().encode()))
    assert len(desk.read([packed], desk.seen).pages[0][1].posts) == 3
    monkeypatch.setattr(capture, "LARGEST_PAGE", 1000)
    bomb = desk.save("p2.html", gzip.compress(b"<" + b" " * 10_000_000))
    assert "larger than 1000 bytes" in refused(desk, [bomb], desk.seen)
    monkeypatch.setattr(captures, "LARGEST_FILE", 1000)
    assert "too many for saved pages" in refused(desk, [desk.save("p3.html", desk.page())], desk.seen)


def test_options_fit_the_files(desk: Any) -> None:
    files = [desk.save("p1.html", desk.page(12, 1)), desk.save("p2.html", desk.page(12, 2))]
    assert "2 files but 3 times --seen-at" in refused(desk, files, desk.seen, desk.seen, desk.seen)
    assert "2 files but 1 times --url" in refused(desk, files, desk.seen, urls=["http://a"])
    later = desk.seen + timedelta(minutes=1)
    saved = desk.read(files, desk.seen, later, urls=["http://a/1", "http://a/2"])
    assert [(source.url, source.seen_at) for source, _ in saved.pages] == [
        ("http://a/1", desk.seen),
        ("http://a/2", later),
    ]
