"""What is XenForo's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from forums import PageError, Source, read

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
    plain = {found.id: found for found in read(source(text, zone=None)).posts}
    assert plain[post].body.marks
    start = text.index(place, text.index(f'id="post-{post}"')) + len(place)
    hidden = {
        found.id: found
        for found in read(source(f'{text[:start]}<div class="{notice}">…</div>{text[start:]}', zone=None)).posts
    }
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
        page = read(source(text.replace("/threads/", f"/{word}/").replace("/games/", f"/{word}/"), url=None, zone=None))
        assert (page.thread, page.pages) == ("12", last)
