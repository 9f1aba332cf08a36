"""A page that contradicts what is known of it is refused: posts younger than the visit, edits told in odd places."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from forums import PageError, Source, read

Made = Callable[..., Source]
LAST = datetime(2026, 3, 2, 8, 0, tzinfo=UTC)  #: when the youngest post of phpBB's first page was written


def test_a_post_younger_than_the_visit_is_refused(written_pages: Path, source: Made) -> None:
    page = (written_pages / "phpbb" / "ru_3_3_p1.html").read_text("utf-8")
    assert read(source(page, seen_at=LAST - timedelta(minutes=9))).posts
    with pytest.raises(PageError, match=r"post 14 is of 2026-03-02T08:00:00\+00:00, after the page was seen .*--zone"):
        read(source(page, seen_at=LAST - timedelta(minutes=11)))


def test_a_wrong_zone_shows_by_posts_that_are_ahead(written_pages: Path, source: Made) -> None:
    page = (written_pages / "smf" / "ru_2_0_p2.html").read_text("utf-8")
    seen = datetime(2026, 3, 2, 12, tzinfo=UTC)
    assert read(source(page, seen_at=seen)).posts
    with pytest.raises(PageError, match="after the page was seen"):
        read(source(page, seen_at=seen, zone="America/New_York"))


@pytest.mark.parametrize(
    ("file", "place", "post"),
    [
        ("phpbb/ru_3_2_p3.html", 'class="notice"', "42"),
        ("mybb/ru_1_8_p1.html", 'class="post_edit" id="edited_by_43"', "43"),
        ("vbulletin4/ru_4_2_p1.html", 'class="postcontent lastedited"', "403"),
        ("xenforo/ru_2_2_p1.html", 'class="message-lastEdit"', "203"),
        ("xenforo1/ru_1_5_p2.html", 'class="editDate"', "2"),
        ("ucoz/ru_p1.html", 'class="edited"', "703"),
        ("fluxbb/en_punbb_1_2_p1.html", 'class="postedit"', "42"),
        ("fluxbb/ru_1_5_p1.html", 'class="postedit"', "23"),
        ("mybbru/ru_p1.html", 'class="lastedit"', "103"),
        ("ipb2/en_1_3_p1.html", "class='edit'", "812"),
        ("ipb2/ru_2_3_p1.html", 'class="edit"', "803"),
        ("ipb3/en_3_1_p2.html", "class='edit'", "722"),
        ("ipb3/ru_3_4_p1.html", "class='edit'", "703"),
        ("phpbb2/fr_2_0_p1.html", 'class="gensmall"', "42"),
        ("phpbb2/ru_2_0_p1.html", 'class="gensmall"', "13"),
        ("misago/ru_1_p1.html", 'class="post-feed-item-edits"', "803"),
        ("vanilla/ru_3_p1.html", 'class="DateUpdated"', "502"),
    ],
)
def test_an_edit_notice_that_a_theme_shows_elsewhere_is_refused(
    file: str, place: str, post: str, written_pages: Path, source: Made
) -> None:
    text = (written_pages / file).read_bytes()
    encoding = "cp1251" if b"windows-1251" in text[:2000] else "utf-8"
    page = text.decode(encoding)
    assert place in page
    moved = page.replace(place, 'class="changed-at"').encode(encoding)
    with pytest.raises(PageError, match=rf"post {post}\d* says that it was edited .*selectors\.edited"):
        read(source(moved, seen_at=datetime(2026, 3, 3, 12, tzinfo=UTC)))


def test_punbb_tells_an_edit_by_its_words_in_a_head(written_pages: Path, source: Made) -> None:
    page = (written_pages / "punbb" / "ru_1_4_p1.html").read_text("utf-8")
    told, renamed = (read(source(text)).posts for text in (page, page.replace('"post-edit"', '"changed-at"')))
    assert [post.id for post in told if post.edited] == ["33"]
    assert renamed == told


def test_notices_of_punbb_elsewhere_and_in_older_words_of_fluxbb_are_refused(written_pages: Path, source: Made) -> None:
    page = (written_pages / "punbb" / "ru_1_4_p1.html").read_text("utf-8")
    moved = re.sub(r'<span class="post-edit">(.*?)</span></h3></div>', r"</h3></div><p>\1</p>", page)
    assert moved != page
    with pytest.raises(PageError, match="post 33 says that it was edited"):
        read(source(moved))
    page = (written_pages / "fluxbb" / "ru_1_5_p1.html").read_text("utf-8")
    with pytest.raises(PageError, match="post 23 says that it was edited"):
        read(source(page.replace("postedit", "changed-at").replace("Изменено", "Исправлено")))


@pytest.mark.parametrize(
    ("file", "body"),
    [
        ("fluxbb/ru_1_5_p1.html", '<div class="postmsg">'),
        ("mybbru/ru_p1.html", 'class="post-content">'),
        ("ipb2/ru_2_3_p1.html", '<div class="postcolor" id="post-801">'),
        ("ipb3/ru_3_4_p1.html", "entry-content '>"),
        ("phpbb2/ru_2_0_p1.html", '<span class="postbody">'),
    ],
)
def test_what_a_writer_says_of_edits_in_a_body_that_holds_notices_is_none(
    file: str, body: str, written_pages: Path, source: Made
) -> None:
    content = (written_pages / file).read_bytes()
    encoding = "cp1251" if b"windows-1251" in content[:2000] else "utf-8"
    page = content.decode(encoding)
    assert body in page
    said = "Отредактировано Лис (2026-03-02 11:15:30)"
    typed = page.replace(body, f"{body}{said}<p>{said}</p><div>{said}</div><br />")
    told, again = (read(source(text.encode(encoding))).posts for text in (page, typed))
    assert [post.edited for post in again] == [post.edited for post in told]


def test_an_edit_before_the_post_itself_is_refused(written_pages: Path, source: Made) -> None:
    page = (written_pages / "phpbb" / "ru_3_3_p1.html").read_text("utf-8")
    shown = "02 мар 2026, 12:15"
    assert shown in page
    with pytest.raises(PageError, match=r"post 12 is of 2026-03-02T07:00:00\+00:00, and its edit notice .*--edit-zone"):
        read(source(page.replace(shown, "02 мар 2026, 00:15")))


def test_what_a_writer_says_of_edits_is_no_notice(written_pages: Path, source: Made) -> None:
    page = (written_pages / "phpbb" / "ru_3_3_p1.html").read_text("utf-8")
    said = "Последний раз редактировалось мной 01 мар 2026, 10:00"
    typed = re.sub(r'(<div class="content">)', rf"\1{said} ", page)
    signed = typed.replace('<div class="content">', f'<div class="signature">{said}</div><div class="content">')
    assert len(read(source(signed)).posts) == 4
