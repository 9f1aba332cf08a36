"""What is XenForo's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from forums import PageError, Source, read
from forums.body import read_body
from forums.software import xenforo, xenforo1

Made = Callable[..., Source]


@pytest.mark.parametrize(
    ("folder", "file", "post", "place", "notice"),
    [
        ("xenforo", "ru_2_0_moderator_p1.html", "213", 'js-messageContent">', "messageNotice messageNotice--deleted"),
        ("xenforo", "ru_2_0_moderator_p1.html", "215", 'js-messageContent">', "messageNotice messageNotice--moderated"),
        ("xenforo1", "en_1_5_moderator_p2.html", "224", 'messageNotices">', "moderatedNotice"),
    ],
)
def test_a_post_that_only_moderators_see_has_no_votes(
    folder: str, file: str, post: str, place: str, notice: str, written_pages: Path, source: Made
) -> None:
    text = (written_pages / folder / file).read_text("utf-8")
    plain = {found.id: found for found in read(source(text, zone=None, seen_at=None)).posts}
    assert plain[post].body.marks
    start = text.index(place, text.index(f'id="post-{post}"')) + len(place)
    noticed = f'{text[:start]}<div class="{notice}">…</div>{text[start:]}'
    hidden = {found.id: found for found in read(source(noticed, zone=None, seen_at=None)).posts}
    assert hidden[post].deleted
    assert not hidden[post].body.marks
    assert {key: found for key, found in hidden.items() if key != post} == {
        key: found for key, found in plain.items() if key != post
    }


def test_an_edit_notice_without_a_time_is_told(written_pages: Path, source: Made) -> None:
    text = (written_pages / "xenforo" / "ru_2_0_moderator_p1.html").read_text("utf-8")
    timeless = re.sub(r"(message-lastEdit\">[^<]*)<time.*?</time>", r"\1", text)
    with pytest.raises(PageError, match="post 216: the edit notice «Последнее редактирование"):
        read(source(timeless))


@pytest.mark.parametrize("word", ["threads", "games", "темы"])
def test_a_board_may_call_threads_otherwise(word: str, written_pages: Path, source: Made) -> None:
    for folder, file, last in (
        ("xenforo", "ru_2_0_moderator_p1.html", 2),
        ("xenforo1", "en_1_5_moderator_p2.html", 2),
    ):
        text = (written_pages / folder / file).read_text("utf-8")
        text = text.replace("/threads/", f"/{word}/").replace("/games/", f"/{word}/")
        page = read(source(text, url=None, zone=None, seen_at=None))
        assert (page.thread, page.pages) == ("12", last)


def test_an_opening_post_laid_out_as_an_article_stands_on_every_page(written_pages: Path, source: Made) -> None:
    text = (written_pages / "xenforo" / "ru_2_3_p2.html").read_text("utf-8")
    article = (
        '<article class="message message--article js-post is-first" data-author="Ведущая" data-content="post-201" '
        'id="js-post-201"><div class="message-articleUserInfo"><a class="username message-articleUserName" '
        'data-user-id="3" href="/members/v.3/">Ведущая</a><time class="u-dt" datetime="2026-03-02T12:00:00+0300">'
        '2 Мар 2026</time></div><article class="message-body"><div class="bbWrapper">'
        '<span style="color: #ff0000">Правила</span></div></article></article>'
    )
    at = text.index("<article")
    page = read(source(text[:at] + article + text[at:]))
    assert [(post.id, post.number) for post in page.posts] == [("201", 1), ("204", 4), ("205", 1005)]
    first = page.posts[0]
    assert (first.author, first.author_id, first.at.earliest.hour) == ("Ведущая", "3", 9)
    assert [mark.text for mark in first.body.marks] == ["Правила"]


def test_the_spoiler_of_an_add_on_is_no_quote(written_pages: Path, source: Made) -> None:
    text = (written_pages / "xenforo1" / "ru_1_5_p1.html").read_text("utf-8")
    spoiler = (
        '<div class="bbCodeBlock bbCodeQuote bbmSpoilerBlock"><div class="attribution type">ход</div>'
        '<div class="quotecontent"><div class="bbm_spoiler_noscript"><blockquote><span style="color: #FF0000">'
        "Выдра</span></blockquote></div></div></div>"
    )
    at = re.search(r'<blockquote class="messageText[^>]*>', text)
    assert at is not None
    marks = read(source(text[: at.end()] + spoiler + text[at.end() :])).posts[0].body.marks
    assert [(mark.text, mark.spoiler, mark.unclear) for mark in marks][:1] == [("Выдра", True, False)]


@pytest.mark.parametrize(
    ("said", "late"),
    [
        ("Сообщение автоматически склеено: 2 мар 2026", True),
        ("<b>--- Двойное сообщение соединено, 2 мар 2026 ---</b>", True),
        ("--- Double Post Merged, Mar 2, 2026 ---", True),
        ("Сообщение ведущей", False),
        ("Голосую: сообщение автоматически склеено", False),
    ],
)
def test_posts_that_an_add_on_merged_are_late(said: str, late: bool) -> None:
    for profile in (xenforo.PROFILE, xenforo1.PROFILE):
        red = '<span style="color: red">%s</span>'
        body = read_body(f"{red % 'Выдра'}<br />{said}<br />{red % 'Барсук'}", profile)
        assert {mark.text: mark.late for mark in body.marks if mark.colour} == {"Выдра": False, "Барсук": late}


def test_a_time_outside_the_line_of_a_theme_is_read_in_the_link_to_its_post(written_pages: Path, source: Made) -> None:
    text = (written_pages / "xenforo" / "ru_2_0_moderator_p1.html").read_text("utf-8")
    plain = read(source(text, zone=None, seen_at=None)).posts
    moved = text.replace('<header class="message-attribution">', "<header>")
    assert moved != text
    assert [(post.id, post.at) for post in read(source(moved, zone=None, seen_at=None)).posts] == [
        (post.id, post.at) for post in plain
    ]
    link = '<a href="/threads/den-1.12/post-211"><time datetime="2026-03-02T01:00:00+0300">…</time></a>'
    with pytest.raises(PageError, match="post 211 has no time"):
        read(source(moved.replace("<header>", f"<header>{link}", 1), zone=None, seen_at=None))
