"""What is vBulletin's own."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from forums import Page, PageError, Source, Wall, page_request, read
from forums.body import read_body
from forums.software import vbulletin3, vbulletin4, vbulletin5
from forums.software.vbulletin import edit_of

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


@pytest.mark.parametrize("words", ["Sửa lần cuối bởi Выдра; 02.03.2026 lúc", "Editado por Выдра; 02.03.2026 a las"])
@pytest.mark.parametrize(
    ("folder", "file", "post"), [("vbulletin3", "ru_3_8_p1.html", "303"), ("vbulletin4", "ru_4_2_p1.html", "403")]
)
def test_an_edit_told_in_an_unknown_language_is_an_edit(
    folder: str, file: str, post: str, words: str, written_pages: Path, source: Callable[..., Source]
) -> None:
    encoding = "cp1251" if folder == "vbulletin3" else "utf-8"
    text = (written_pages / folder / file).read_bytes().decode(encoding)
    foreign = text.replace("Последний раз редактировалось Выдра; 02.03.2026 в", words)
    assert foreign != text
    page = read(source(foreign.encode(), headers={"content-type": "text/html; charset=utf-8"}))
    edited = next(found for found in page.posts if found.id == post)
    assert edited.edited is not None
    assert edited.edited.earliest <= datetime(2026, 3, 2, 8, 15, tzinfo=UTC) < edited.edited.latest
    assert edited.edited_by is None


@pytest.mark.parametrize(
    ("bar", "pages"),
    [
        ("Страница 1 из 1,234", 1234),
        ("Pagina 1 di 3", 3),
        ("Trang 1/3", 3),
        ("Seite 1 von 12", 12),
        ("Results 1 to 10 of 11", None),
    ],
)
def test_a_bar_of_pages_in_other_words(
    bar: str, pages: int | None, written_pages: Path, source: Callable[..., Source]
) -> None:
    text = (written_pages / "vbulletin3" / "ru_3_8_p1.html").read_bytes().decode("cp1251")
    page = read(source(text.replace("Страница 1 из 2", bar).encode("cp1251")))
    assert (page.page, page.pages) == ((1, pages) if pages else (None, None))


def test_a_single_post_is_no_page_of_a_thread(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin3" / "ru_3_8_p2.html").read_bytes().decode("cp1251")
    page = read(source(text.replace('class="pagenav"', 'class="other"').encode("cp1251")))
    assert page.posts[0].number == 4
    assert (page.page, page.pages) == (None, None)


def test_one_minute_ago_is_anything_below_two_minutes(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin4" / "ru_4_2_p1.html").read_text("utf-8")
    young = text.replace('02.03.2026,&nbsp;<span class="time">10:00</span>', "1 Minute Ago")
    seen = datetime(2026, 3, 2, 8, 1, tzinfo=UTC)
    at = read(source(young, seen_at=seen)).posts[2].at
    assert at.earliest <= seen - timedelta(seconds=119)
    assert at.latest > seen
    with pytest.raises(PageError, match="seen"):
        read(source(young, seen_at=None))


SEO = [
    ("https://les.example/f/igry-7/den-1-12/", 1, "https://les.example/f/igry-7/den-1-12/page3.html"),
    ("https://les.example/f/igry-7/den-1-12/index2.html", 2, "https://les.example/f/igry-7/den-1-12/page3.html"),
    ("https://les.example/f/igry/12-den-10.html", 1, "https://les.example/f/igry/12-den-10-3.html"),
    ("https://les.example/f/igry/12-den-10-2.html", 2, "https://les.example/f/igry/12-den-10-3.html"),
    ("https://les.example/f/showthread.php/12-den-1/page2", 2, "https://les.example/f/showthread.php?t=12&page=3"),
    ("https://les.example/f/threads/12-den-1", 1, "https://les.example/f/showthread.php?t=12&page=3"),
    ("https://les.example/f/showthread.php?p=5#post5", 1, "https://les.example/f/showthread.php?t=12&page=3"),
]


@pytest.mark.parametrize(("url", "number", "third"), SEO)
def test_addresses_of_pages_with_and_without_search_friendly_ones(url: str, number: int, third: str) -> None:
    page = Page(software="vbulletin3", page=number, pages=4, thread="12", url=url)
    assert page_request(page, 3).url == third
    first = page_request(page, 1).url
    assert first in (url, third.split("&")[0], third.replace("page3.html", ""), third.replace("-3.html", ".html"))


FOOTS = [
    ("vbulletin3", "ru_3_8_p1.html", '<div class="smallfont" align="center">Часовой пояс GMT +3, время: {}.</div>'),
    ("vbulletin4", "ru_4_2_p1.html", '<div id="footer_time">All times are GMT +3. The time now is {}.</div>'),
]


@pytest.mark.parametrize(("folder", "file", "foot"), FOOTS)
def test_the_foot_tells_the_offset_of_all_times(
    folder: str, file: str, foot: str, written_pages: Path, source: Callable[..., Source]
) -> None:
    encoding = "cp1251" if folder == "vbulletin3" else "utf-8"
    text = (written_pages / folder / file).read_bytes().decode(encoding)
    told = text.replace("</body>", foot.format('<span class="time">21:47</span>') + "</body>").encode(encoding)
    nobody_said = read(source(told, zone=None))
    assert nobody_said.zone == "UTC+03:00"
    assert nobody_said.posts[0].at.earliest == datetime(2026, 3, 2, 6, 0, tzinfo=UTC)
    # The offset is today's, for times of another season too: a zone with its own summer hour reads them as shown.
    summer = read(source(told, zone="Europe/Bucharest", seen_at=datetime(2026, 7, 2, 12, 0, tzinfo=UTC)))
    assert summer.posts[0].at.earliest == datetime(2026, 3, 2, 6, 0, tzinfo=UTC)
    with pytest.raises(PageError, match=r"UTC\+03:00, which is not Europe/Berlin"):
        read(source(told, zone="Europe/Berlin"))


def test_words_in_a_post_set_no_clock(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin3" / "ru_3_8_p1.html").read_bytes().decode("cp1251")
    said = '<font color="Red">Барсук</font><div class="smallfont">Часовой пояс GMT +5</div>'
    changed = text.replace('<font color="Red">Барсук</font>', said)
    assert changed != text
    assert read(source(changed.encode("cp1251"))).zone == "Europe/Moscow"


def test_a_theme_may_give_posts_other_classes_and_elements(written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin4" / "ru_4_2_p1.html").read_text("utf-8")
    plain = read(source(text)).posts
    themed = text.replace("postbitlegacy postbitim postcontainer old", "theme-post").replace(
        "username_container", "who"
    )
    themed = themed.replace('class="userinfo"', 'class="user"').replace('<span class="date">', "<span>")
    themed = themed.replace('<blockquote class="postcontent restore ">', "<div>")
    themed = themed.replace("</blockquote></div></div></div>", "</div></div></div></div>")
    themed = themed.replace("postcontent lastedited", "lastedited")
    found = read(source(themed)).posts
    told = [(post.id, post.author, post.at, post.number, post.edited, post.body.marks) for post in plain]
    assert [(post.id, post.author, post.at, post.number, post.edited, post.body.marks) for post in found] == told


def test_the_view_for_printing_numbers_posts_instead_of_telling_their_ids(source: Callable[..., Source]) -> None:
    post = (
        '<li class="postbit blockbody" id="post_1"><div class="datetime">03-02-2026, 09:15 PM</div>'
        '<span class="username">Барсук</span><blockquote class="restore">Голос: Выдра</blockquote></li>'
    )
    text = f'<html id="vbulletin_html"><body><ol id="posts">{post}{post.replace("post_1", "post_2")}</ol></body></html>'
    assert read(source(text)).wall is Wall.NOT_A_THREAD


@pytest.mark.parametrize("saved", ["vbulletin3/en_3_8_guest_p2.html", "vbulletin4/ru_4_2_p1.html"])
def test_a_thread_shown_as_a_tree_is_refused(saved: str, written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / saved).read_text("utf-8")
    script = '<script type="text/javascript" src="clientscript/vbulletin_thrdpostlist.js?v=384"></script>'
    with pytest.raises(PageError, match="linear view"):
        read(source(text.replace("</head>", f"{script}</head>", 1)))


def test_a_style_for_telephones_gives_ids_to_the_messages_alone(
    written_pages: Path, source: Callable[..., Source]
) -> None:
    text = (written_pages / "vbulletin4" / "ru_4_2_p1.html").read_text("utf-8")
    bare, count = re.subn(r'(<li[^>]*) id="post_\d+"', r"\1", text)
    assert count > 1
    assert read(source(bare)).posts == read(source(text)).posts


@pytest.mark.parametrize("day", ["02.03.26", "2 Mar '26"])
def test_years_of_two_digits(day: str, written_pages: Path, source: Callable[..., Source]) -> None:
    text = (written_pages / "vbulletin4" / "ru_4_2_p1.html").read_text("utf-8")
    page = read(source(text.replace('<span class="date">02.03.2026,', f'<span class="date">{day},')))
    assert [post.at for post in page.posts] == [post.at for post in read(source(text)).posts]


@pytest.mark.parametrize("dress", ["%s", "<font size=1>%s</font>", '<span style="color:Silver">%s</span>'])
@pytest.mark.parametrize(
    ("said", "late"),
    [
        ("---------- Добавлено в 21:15 ---------- Предыдущее сообщение было в 21:10 ----------", True),
        ("---------- Post added 03-01-2026 at 09:15 PM ----------", True),
        ("---------- итог дня ----------", False),
        ("----- 21:15", False),
    ],
)
def test_posts_that_an_add_on_merged_between_dashes(dress: str, said: str, late: bool) -> None:
    for profile in (vbulletin3.PROFILE, vbulletin4.PROFILE, vbulletin5.PROFILE):
        red = '<font color="Red">%s</font>'
        body = read_body(f"{red % 'Выдра'}<br />{dress % said}<br />{red % 'Барсук'}", profile)
        marks = {mark.text: mark.late for mark in body.marks if mark.colour == "#ff0000"}
        assert marks == {"Выдра": False, "Барсук": late}
        assert body.merged is late
        assert (said in [line.text for line in body.lines]) is not late


def test_a_page_that_grew_while_it_was_read_is_no_longer_one_page(
    written_pages: Path, source: Callable[..., Source]
) -> None:
    text = (written_pages / "vbulletin3" / "en_3_8_magicbar_p2.html").read_text("utf-8")
    page = read(source(text, zone=None))
    assert (page.zone, page.page, page.pages, page.per_page) == ("UTC+02:00", 2, 1087, 2)
    # Its script hung a post of the next page below, or its bar names the page that came last.
    for grown in (
        text.replace('"perpage":2', '"perpage":1'),
        text.replace('"mb_page_current">2<', '"mb_page_current">3<'),
    ):
        page = read(source(grown, zone=None))
        assert (page.page, page.pages, len(page.posts)) == (None, None, 2)
