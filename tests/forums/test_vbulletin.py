"""What is vBulletin's own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from forums import PageError, Source, read
from forums.vbulletin import edit_of

COMMENT = (
    '<div class="b-comments"><ul><li id="post_509" data-node-id="509" data-node-publishdate="1772431500" '
    'class="b-post b-post--comment"><div class="author"><a href="/member/5-user">О\'Рысь</a></div>'
    '<a class="b-post__count" href="?p=509">#1.1</a><div class="js-post__content-text">'
    '<span style="color:red">Барсук</span></div></li></ul></div>'
)


def test_a_comment_on_a_post_is_a_post_of_its_own(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin5" / "ru_5_p1.html").read_text("utf-8")
    page = read(source(text.replace("</div></div></li>", f"</div>{COMMENT}</div></li>", 1)))
    assert [(post.id, post.author, post.number) for post in page.posts[:2]] == [
        ("501", "Ведущая", 1),
        ("509", "О'Рысь", None),
    ]
    assert [mark.text for mark in page.posts[0].body.marks if mark.colour] == ["День 1"]
    assert [mark.text for mark in page.posts[1].body.marks if mark.colour] == ["Барсук"]


def test_a_post_does_not_lend_a_comment_its_fields(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin5" / "ru_5_p1.html").read_text("utf-8")
    authorless = text.replace('class="author b-userinfo__name"', 'class="lost"', 1)
    with pytest.raises(PageError, match="post 501 has no author"):
        read(source(authorless.replace("</div></div></li>", f"</div>{COMMENT}</div></li>", 1)))


def test_the_reason_of_an_edit_is_not_its_time() -> None:
    notice = edit_of("Последний раз редактировалось Выдра; 02.03.2026 в 11:15. Причина: опечатка 01.01.2026 в 10:00")
    assert notice is not None
    assert (notice.shown, notice.by) == ("02.03.2026 в 11:15", "Выдра")
    assert edit_of("просто курсив") is None


def test_a_quote_is_told_from_a_spoiler_by_its_label(written_pages: Path, source: Callable[..., Source]) -> None:
    content = (written_pages / "vbulletin3" / "ru_3_8_p2.html").read_bytes()
    spoiler = read(source(content)).posts[1].body
    assert [(mark.text, mark.spoiler) for mark in spoiler.marks] == [("Барсук", True)]
    quoted = content.replace("Скрытый текст:".encode("cp1251"), "Цитата:".encode("cp1251"))
    assert read(source(quoted)).posts[1].body.marks == ()
