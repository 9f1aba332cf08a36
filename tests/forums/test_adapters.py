"""Every adapter keeps what it promises, on the pages written for it.

Walks the registry: a new adapter needs no line here, only its folder of written pages with `expected.json`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest

from engine.posts import Mark, MarkKind, Reading
from engine.times import Resolution
from forums import Page, PageError, Source, page_request, read, registry

SOFTWARE = sorted({entry.software for entry in registry.ENTRIES})
FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
CASES = [
    pytest.param(folder.name, case, id=f"{folder.name}/{case['file']}")
    for folder in sorted(FOLDER.iterdir())
    if (folder / "expected.json").is_file()
    for case in json.loads((folder / "expected.json").read_text("utf-8"))
]


@pytest.mark.parametrize("software", SOFTWARE)
def test_every_software_has_written_pages(software: str) -> None:
    assert [case for case in CASES if case.values[1]["software"] == software], f"no expected.json tells of {software}"


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_written_pages_read_as_expected(folder: str, case: dict[str, Any], source: Callable[..., Source]) -> None:
    page = _page(folder, case, source)
    for field in ("software", "page", "pages", "thread", "title"):
        assert getattr(page, field) == case[field], field
    assert [_told(post) for post in page.posts] == case["posts"]


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_written_pages_are_known_by_their_marks_not_their_address(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    page = _page(folder, case, source, url="https://elsewhere.example/a/b/c")
    assert page.software == case["software"]
    assert len(page.posts) == len(case["posts"])


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_a_cut_page_is_never_taken_for_a_whole_one(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    content = (FOLDER / folder / case["file"]).read_bytes()
    whole = _page(folder, case, source)
    for share in range(4, 100, 4):
        cut = content[: len(content) * share // 100]
        try:
            page = _page(folder, case, source, content=cut)
        except PageError as told:
            assert case["file"] in str(told)
        else:
            assert page.wall is not None or page.posts == whole.posts, f"cut at {share} %"


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_relative_times_without_the_moment_of_the_visit_are_refused(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    if case["seen_at"] is None:
        pytest.skip("no relative time on this page")
    with pytest.raises(PageError, match="seen"):
        _page(folder, case, source, seen_at=None)


@pytest.mark.parametrize("software", SOFTWARE)
def test_adapters_promise_what_their_pages_show(software: str, source: Callable[..., Source]) -> None:
    adapter = registry.of_software(software)
    assert adapter is not None
    assert adapter.software == software
    assert re.match(r"https://\S+\.example/", adapter.example)
    pages = [_page(*case.values, source) for case in CASES if case.values[1]["software"] == software]  # type: ignore[arg-type]
    posts = [post for page in pages for post in page.posts]
    entries = [registry.load(entry.module).knows for entry in registry.ENTRIES if entry.software == software]
    if any(post.at.resolution is Resolution.SECOND for post in posts):
        assert any(knows.seconds for knows in entries)
    if any(post.edited for post in posts):
        assert any(knows.edits for knows in entries)
    assert any(post.edited for post in posts) or not all(knows.edits for knows in entries)


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_the_request_for_a_page_leads_to_its_thread(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    page = _page(folder, case, source)
    if page.per_page is None and (case["page"] or 1) > 1:
        pytest.skip("the page does not tell how many posts a page holds")
    request = page_request(page, case["page"] or 1)
    assert case["thread"] in re.findall(r"\d+", request.url)


def _page(folder: str, case: dict[str, Any], source: Callable[..., Source], **given: object) -> Page:
    values: dict[str, object] = {
        "url": case["url"],
        "seen_at": datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else None,
        "zone": case["zone"],
        "name": case["file"],
        "headers": case.get("headers", {}),
    }
    content = given.pop("content", None) or (FOLDER / folder / case["file"]).read_bytes()
    return read(source(content, **{**values, **given}))


def _told(post: Reading) -> dict[str, Any]:
    return {
        "id": post.id,
        "number": post.number,
        "url": post.url,
        "author": post.author,
        "author_id": post.author_id,
        "at": _iso(post.at.earliest),
        "resolution": post.at.resolution.value,
        "edited": _iso(post.edited.earliest) if post.edited else None,
        "deleted": post.deleted,
        "marks": [list(_mark(mark)) for mark in post.body.marks if mark.kind is MarkKind.COLOUR],
    }


def _mark(mark: Mark) -> Iterator[str | None]:
    yield mark.text
    yield mark.colour
    yield from (flag for flag in ("struck", "spoiler", "late", "unclear") if getattr(mark, flag))


def _iso(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


JSON_CASES = [case for case in CASES if str(case.values[1]["file"]).endswith(".json")]


@pytest.mark.parametrize(("folder", "case"), JSON_CASES)
def test_answers_in_json_are_known_whatever_their_order_and_layout(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    """A tool that saves an answer may lay it out and sort its keys."""
    told = json.loads((FOLDER / folder / case["file"]).read_bytes())
    for sort in (False, True):
        page = _page(folder, case, source, content=json.dumps(told, indent=2, sort_keys=sort).encode())
        assert page.software == case["software"]
        assert [_told(post) for post in page.posts] == case["posts"]


HTML_CASES = [case for case in CASES if str(case.values[1]["file"]).endswith(".html")]
SINGLE_FILE = (
    "<!--\n Page saved with SingleFile \n url: https://les.example/ \n"
    " saved date: Mon Mar 02 2026 22:05:00 GMT+0300 (MSK)\n-->"
)


def _packed(content: bytes) -> str:
    """A page as SingleFile writes it: UTF-8, no quotes around values that can do without, few end tags, no scripts."""
    encoding = re.search(rb"charset=[\"']?([\w-]+)", content)
    text = content.decode(encoding[1].decode() if encoding else "utf-8")
    text = re.sub(r"([\w:-]+)=([\"'])([^\s\"'=<>`]+)\2", r"\1=\3", text)
    text = re.sub(r"</(li|td|tr|dd)>(?=\s*<(?:\1\b|/[uo]l|/tr|/table|/dl))", "", text)
    text = re.sub(r"</body>.*", "<div id=footer>Лес</div>", text, flags=re.S)
    text = re.sub(r"<meta[^>]*charset=[^>]*>", "<meta charset=utf-8>", text)
    return re.sub(r"(<html[^>]*>)", rf"\1{SINGLE_FILE}", text)


@pytest.mark.parametrize(("folder", "case"), HTML_CASES)
def test_pages_packed_by_singlefile_read_as_they_were(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    packed = _packed((FOLDER / folder / case["file"]).read_bytes())
    page = _page(folder, case, source, content=packed.encode(), headers={})
    assert (page.software, page.page, page.pages) == (case["software"], case["page"], case["pages"])
    assert [_told(post) for post in page.posts] == case["posts"]


#: A tag; or a script or comment, which is left alone.
_TAG = re.compile(
    r"""<script.*?</script>|<!--.*?-->|<(?P<end>/?)(?P<name>[a-z][a-z0-9]*)(?P<rest>(?:[^<>"']|"[^"]*"|'[^']*')*)>""",
    re.I | re.S,
)
_PLAIN = re.compile(r"""=(["'])([a-zA-Z0-9_#-]+)\1""")


def _explorer(tag: re.Match[str]) -> str:
    """A tag as Internet Explorer saved it: in capitals, with no quotes around plain words."""
    if tag["name"] is None:
        return tag[0]
    plain = _PLAIN.sub(r"=\2", tag["rest"]).rstrip(" /")
    return f"<{tag['end']}{tag['name'].upper()}{plain}>"


@pytest.mark.parametrize(("folder", "case"), HTML_CASES)
def test_pages_saved_by_internet_explorer_read_as_they_were(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    content = (FOLDER / folder / case["file"]).read_bytes()
    text = _TAG.sub(_explorer, content.decode("latin-1"))
    text = text.replace("<HEAD>", '<HEAD><META content="MSHTML 6.00.2900.5512" name=GENERATOR>', 1)
    page = _page(folder, case, source, content=text.encode("latin-1"))
    assert (page.software, page.page, page.pages) == (case["software"], case["page"], case["pages"])
    assert [_told(post) for post in page.posts] == case["posts"]


_ADDRESS = re.compile(rb"""\b(href|src|action)=(["'])(?![#"']|javascript:|data:|mailto:)(.*?)\2""", re.I | re.S)
_ARCHIVE = "https://web.archive.org/web/20260303120000/"
_TOOLBAR = b"""<!-- BEGIN WAYBACK TOOLBAR INSERT -->
<div id="wm-ipp-base" lang="en" style="display:none"><div id="wm-ipp"><table><tr>
<td class="c">MAR</td></tr></table></div></div>
<!-- END WAYBACK TOOLBAR INSERT -->"""


def _archived(content: bytes, url: str) -> bytes:
    """A page as the Wayback Machine serves it: its addresses lead into the archive, a toolbar stands above it."""

    def led(found: re.Match[bytes]) -> bytes:
        address = urljoin(url, found[3].replace(b"&amp;", b"&").decode("latin-1")).replace("&", "&amp;")
        return found[1] + b"=" + found[2] + f"{_ARCHIVE}{address}".encode("latin-1") + found[2]

    return re.sub(rb"(<body[^>]*>)", rb"\1" + _TOOLBAR, _ADDRESS.sub(led, content), count=1, flags=re.I)


@pytest.mark.parametrize(("folder", "case"), HTML_CASES)
def test_pages_out_of_the_wayback_machine_read_as_they_were(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    archived = _archived((FOLDER / folder / case["file"]).read_bytes(), case["url"])
    page = _page(folder, case, source, content=archived, url=f"{_ARCHIVE}{case['url']}")
    for field in ("software", "page", "pages", "thread", "title"):
        assert getattr(page, field) == case[field], field
    assert [{**_told(post), "url": None} for post in page.posts] == [{**post, "url": None} for post in case["posts"]]


@pytest.mark.parametrize(("folder", "case"), HTML_CASES)
def test_a_packed_page_that_ends_within_its_posts_is_told(
    folder: str, case: dict[str, Any], source: Callable[..., Source]
) -> None:
    """It has no end tag that could be missed."""
    packed = _packed((FOLDER / folder / case["file"]).read_bytes())
    for post in case["posts"][1:]:
        cut = packed[: packed.rindex(post["id"].lstrip("dn")) + 200]
        try:
            page = _page(folder, case, source, content=cut.encode(), headers={})
        except PageError as told:
            assert case["file"] in str(told)
        else:
            assert page.wall is not None or len(page.posts) == len(case["posts"])


def test_the_version_in_the_foot_of_a_long_page_is_told(source: Callable[..., Source]) -> None:
    text = (FOLDER / "smf" / "ru_2_1_p1.html").read_text("utf-8")
    long = text.replace("<body", f"<!--{'-' * 50_000}--><body", 1)
    assert (read(source(text)).version, read(source(long)).version) == ("2.1.4", "2.1.4")
