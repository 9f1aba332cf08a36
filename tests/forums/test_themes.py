"""Pages of other themes, languages and readers read the same, or are refused: never fewer posts, never other times.

Each is a written page with one thing changed as some theme or version of the software has it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from engine.posts import Reading
from engine.times import Resolution
from forums import Page, PageError, Source, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
Made = Callable[..., Source]
Changes = tuple[tuple[str, str], ...]


def page_of(source: Made, folder: str, file: str, *changes: tuple[str, str]) -> Page:
    """A written page, read after every one of `changes` (regular expression, replacement) was made in it."""
    case = next(
        case for case in json.loads((FOLDER / folder / "expected.json").read_text("utf-8")) if case["file"] == file
    )
    content = (FOLDER / folder / file).read_bytes()
    encoding = "cp1251" if b"windows-1251" in content[:2000] else "utf-8"
    text = content.decode(encoding)
    for pattern, replacement in changes:
        text, count = re.subn(pattern, replacement, text, flags=re.S)
        assert count, f"the page has no {pattern}"
    seen = datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else datetime(2026, 3, 3, tzinfo=UTC)
    return read(source(text.encode(encoding), url=case["url"], zone=case["zone"], seen_at=seen))


def told(posts: tuple[Reading, ...]) -> list[tuple[object, ...]]:
    return [
        (post.id, post.author, post.at, post.number, [mark.text for mark in post.body.marks], post.edited)
        for post in posts
    ]


ALIKE: list[tuple[str, str, str, Changes]] = [
    (
        "vBulletin 3 with the number and the date in one cell",
        "vbulletin3",
        "ru_3_8_p1.html",
        (
            (
                r'(<td class="thead"[^>]*>)(<a name="post\d+">.*?</a> )(\d\d\.\d\d\.\d{4}, \d\d:\d\d) </td>'
                r'<td class="thead"[^>]*>(&nbsp;#<a .*?</a>)</td>',
                r'\1<div class="normal" style="float:right">\4 &nbsp;</div><div class="normal">\2\3</div></td>',
            ),
        ),
    ),
    (
        "IP.Board 3.0, with the author in the head",
        "ipb3",
        "ru_3_4_p1.html",
        ((r'<span itemprop="creator name" class="author vcard">', "<address class='author vcard'>"),),
    ),
    (
        "IP.Board 3.0, with a bar of pages without words",
        "ipb3",
        "ru_3_4_p1.html",
        ((r"Страница 1 из 2", "<img src='down.png' alt='' />"),),
    ),
    (
        "IPB 2.0, with a colon before the time",
        "ipb2",
        "ru_2_3_p1.html",
        ((r'<span class="postdetails">сообщение ', '<span class="postdetails"><img src="p.gif"> Отправлено: '),),
    ),
    (
        "Invision 4 with permalinks to anchors",
        "ips4",
        "ru_4_p1.html",
        ((r"\?do=findComment&amp;comment=(\d+)", r"#comment-\1"),),
    ),
    (
        "SMF 1.1 with thanks below the date",
        "smf1",
        "ru_1_1_p1.html",
        ((r"(\d\d:\d\d:\d\d) &#187;</div>", r"\1 &#187;<br /><i>Merited by <a href='#'>Выдра</a> (1)</i></div>"),),
    ),
    (
        "Discourse with its data in a script",
        "discourse",
        "ru_p1.htm",
        ((r'<div class="hidden" id="data-preloaded" data-preloaded="(.*?)"></div>', "SCRIPT"),),
    ),
    (
        "phpBB without a sign between author and time",
        "phpbb",
        "ru_3_2_p3.html",
        ((r" &raquo; </span>", "</span>, "),),
    ),
    (
        "phpBB with the pages told in words only",
        "phpbb",
        "ru_3_2_p3.html",
        (
            (
                r'<div class="pagination">.*?</ul>',
                '<div class="seiten">Страница <strong>3</strong> из <strong>3</strong>',
            ),
        ),
    ),
    (
        "MyBB with names that are not bold",
        "mybb",
        "ru_1_8_p1.html",
        ((r'(<div class="author_information">)\s*<strong>(.*?)</strong>', r"\1<span>\2</span>"),),
    ),
    (
        "MyBB with the name in a heading, and the time beside it",
        "mybb",
        "ru_1_8_p1.html",
        (
            (r'(<div class="author_information">)\s*<strong>(.*?)</strong>', r"\1<h2>\2</h2>"),
            (r'class="post_date"', 'class="mobile_line_break"'),
        ),
    ),
    (
        "MyBB with the number elsewhere",
        "mybb",
        "ru_1_8_p1.html",
        ((r'class="float_right"', 'class="pull-right"'),),
    ),
    (
        "SMF 1.1 with a foot that names no version",
        "smf1",
        "en_1_1_all.html",
        ((r'<a [^>]*target="_blank">Powered by SMF 1\.1\.21</a>', "Forum"),),
    ),
    (
        "phpBB with a notice that is none of an edit",
        "phpbb",
        "ru_3_2_p3.html",
        ((r"(5 минут назад\s*</p>)", r'\1<div class="notice">Лучший <strong>ответ</strong> дня!</div>'),),
    ),
    (
        "SMF 2.0 with a heading that tells no author",
        "smf",
        "ru_2_0_p2.html",
        ((r'<span id="author">Автор</span>', ""),),
    ),
    (
        "uCoz with bodies that have no id",
        "ucoz",
        "ru_div_p1.html",
        ((r'<span class="ucoz-forum-post" id="ucoz-forum-post-\d+" edit-url="">', "<span>"),),
    ),
    (
        "phpBB 2 with the anchor beside the name",
        "phpbb2",
        "ru_2_0_p1.html",
        (
            (
                r'<span class="name"><a name="(\d+)"></a><b>([^<]*)</b></span>',
                r'<a name="\1"></a><span class="name">\2</span>',
            ),
        ),
    ),
    (
        "phpBB 2 in a language that nobody knows",
        "phpbb2",
        "ru_2_0_p1.html",
        ((r"Добавлено:", "Kirjutatud:"), (r"Заголовок сообщения:", "Pealkiri:"), (r"На страницу", "Lehele")),
    ),
    (
        "vBulletin 4 with bodies of another class",
        "vbulletin4",
        "ru_4_2_p1.html",
        ((r"postcontent", r"themebody"),),
    ),
    (
        "XenForo 1 with the signature marked like a body",
        "xenforo1",
        "ru_1_5_p1.html",
        ((r'class="(baseHtml signature)[^"]*"', r'class="\1 messageText ugc"'),),
    ),
]


@pytest.mark.parametrize(("folder", "file", "changes"), [case[1:] for case in ALIKE], ids=[case[0] for case in ALIKE])
def test_another_theme_reads_the_same(folder: str, file: str, changes: Changes, source: Made) -> None:
    plain = page_of(source, folder, file)
    if changes[0][1] == "SCRIPT":
        content = (FOLDER / folder / file).read_text("utf-8")
        given = re.search(changes[0][0], content, re.S)
        assert given is not None
        script = f'<script type="application/json" id="data-preloaded">{unescape(given[1])}</script>'
        page = read(source(content.replace(given[0], script), url=plain.url))
    else:
        page = page_of(source, folder, file, *changes)
    assert told(page.posts) == told(plain.posts)
    assert (page.page, page.pages, page.thread) == (plain.page, plain.pages, plain.thread)


def test_an_edit_below_the_date_is_read(source: Made) -> None:
    below = r"\1<br />Последнее редактирование: 02 Март 2026, 11:15:30 от Выдра</div>"
    page = page_of(source, "smf1", "ru_1_1_p1.html", (r"(02 \S+ 2026, 09:30:15 &#187;)</div>", below))
    post = next(post for post in page.posts if post.id == "22")
    assert post.edited is not None
    assert (post.edited.earliest, post.edited_by) == (datetime(2026, 3, 2, 8, 15, 30, tzinfo=UTC), "Выдра")


def test_an_edit_that_tells_no_time_is_kept_as_made_at_some_time(source: Made) -> None:
    pen = (r'edit-icon" title="Edited [^"]*"', 'edit-icon"')
    page = page_of(source, "nodebb", "ru_p2.html", pen)
    edited = page.posts[1].edited
    assert edited is not None
    assert edited.earliest == page.posts[1].at.earliest
    assert edited.latest == datetime(2026, 3, 3, tzinfo=UTC)


HIDDEN = [
    (
        "phpbb",
        "en_3_0_p2.html",
        r'(<div id="p\d+" class="post[^>]*>).*?<div class="content">.*?</div>',
        r'\1<div class="postbody"><div class="ignore">Hidden: <strong>Badger</strong> is on your list</div></div>',
    ),
    (
        "vbulletin3",
        "ru_3_8_p1.html",
        r'<table class="tborder" id="post302".*?</table></div>\n',
        '<table class="tborder" id="post302"><tr><td class="alt1">Сообщение скрыто: пользователь в '
        '<a href="profile.php?do=ignorelist">списке</a></td></tr></table></div>\n',
    ),
    (
        "vbulletin4",
        "ru_4_2_p2.html",
        r'<li class="postbitlegacy postbitim postcontainer old" id="post_405">.*?</li>',
        '<li class="postbitignored" id="post_405"><div class="posthead">Скрыто</div></li>',
    ),
]


@pytest.mark.parametrize(("folder", "file", "post", "stub"), HIDDEN)
def test_a_post_hidden_by_the_readers_own_ignore_list_is_told(
    folder: str, file: str, post: str, stub: str, source: Made
) -> None:
    with pytest.raises(PageError, match=r"post \d+ is hidden, as this reader ignores its author"):
        page_of(source, folder, file, (post, stub))


#: In place of a bar that tells the pages in words.
_LINK = '<a href="{}">2</a>'
BARS = [
    ("phpbb", "ru_3_3_p1.html", r'class="pagination"', 'class="seiten"'),
    ("phpbb2", "ru_2_0_p1.html", r"На страницу", "Seite"),
    ("ipb2", "ru_2_3_p1.html", r'class="page(link|current)"', 'class="seite"'),
    ("ipb3", "ru_3_4_p1.html", r"class='pagination left'", "class='seiten'"),
    ("ipb3", "en_3_1_p2.html", r"class='pagination left '", "class='seiten'"),
    ("ips4", "ru_4_p1.html", r"ipsPagination", "ipsSeiten"),
    ("smf", "ru_2_1_p1.html", r'class="pagelinks[^"]*"', 'class="seiten"'),
    ("smf1", "ru_1_1_p1.html", r'class="(middletext|navPages)"', 'class="seite"'),
    ("mybb", "ru_1_8_p1.html", r'class="pagination"', 'class="seiten"'),
    ("fluxbb", "ru_1_5_p1.html", r'class="pagelink[^"]*"', 'class="seiten"'),
    ("punbb", "ru_1_4_p1.html", r'class="paging"', 'class="seiten"'),
    ("mybbru", "ru_p1.html", r'class="(pagelink|item2)"', 'class="seite"'),
    ("vbulletin3", "ru_3_8_p1.html", r'class="pagenav"[^>]*>', f">{_LINK.format('showthread.php?t=12&amp;page=2')}"),
    ("vbulletin4", "ru_4_2_p1.html", r'id="pagination_top"[^>]*>', f">{_LINK.format('showthread.php/12-den-1/page2')}"),
    ("vbulletin5", "ru_5_p1.html", r'class="pagetotal">', f">{_LINK.format('/forum/mafia/12-den-1/page2')}"),
    ("xenforo", "ru_2_2_p1.html", r"pageNav", "seiten"),
    ("xenforo1", "ru_1_5_p1.html", r'class="PageNav"[^>]*>', f">{_LINK.format('threads/den-1.12/page-2')}"),
    ("vanilla", "ru_3_p1.html", r'id="PagerBefore" class="[^"]*"', 'class="seiten"'),
    ("proboards", "en_5_p1.html", r'class="ui-pagination"', 'class="seiten"'),
    ("ucoz", "ru_p1.html", r'class="(pagesInfo|switches|switch|numPages|switchActive)"', 'class="seite"'),
]


@pytest.mark.parametrize(("folder", "file", "bar", "other"), BARS, ids=[bar[0] for bar in BARS])
def test_a_bar_of_pages_that_nobody_knows_never_makes_a_thread_of_one_page(
    folder: str, file: str, bar: str, other: str, source: Made
) -> None:
    page = page_of(source, folder, file, (bar, other))
    assert page.posts
    assert page.pages is None or page.pages == 2


def test_minutes_alone_are_read_as_a_minute(source: Made) -> None:
    page = page_of(source, "ipb2", "ru_2_3_p1.html")
    assert {post.at.resolution for post in page.posts} == {Resolution.MINUTE}


def test_a_post_that_the_forum_hides_from_this_reader_is_told(source: Made) -> None:
    text = (FOLDER / "ipb2" / "ru_2_3_p1.html").read_bytes().decode("cp1251")
    post = re.findall(r'<div class="postcolor" id="post-([0-9]+)"', text)[1]
    changes = ((rf'class="postcolor" id="post-{post}"', 'class="hidden"'), (rf'id="post-main-{post}"', ""))
    with pytest.raises(PageError, match=f"post {post} stands on the page in no form that is known, or is hidden"):
        page_of(source, "ipb2", "ru_2_3_p1.html", *changes)


def test_marks_of_posts_in_the_text_of_a_post_hide_nothing(source: Made) -> None:
    shown = r'\1<code>&lt;div id="p99"&gt;</code><i id="p98">…</i>'
    page = page_of(source, "phpbb", "ru_3_3_p1.html", ('(id="p10".*?<div class="content">)', shown))
    assert [post.id for post in page.posts] == [
        post.id for post in page_of(source, "phpbb", "ru_3_3_p1.html", ("</body>", "</body>")).posts
    ]


def test_ipb3_a_post_hidden_by_a_moderator_is_gone_for_him_too(source: Made) -> None:
    whole = page_of(source, "ipb3", "ru_3_4_p1.html", ("</body>", "</body>"))
    text = (FOLDER / "ipb3" / "ru_3_4_p1.html").read_text("utf-8")
    hidden = whole.posts[1].id
    head = re.search(rf"""<[^<>]*id=["']post_id_{hidden}["'][^<>]*>""", text)
    assert head is not None
    shown = re.sub(r"""class=(["'])""", r"class=\1moderated ", head[0]) + f'<a id="entry{hidden}"></a>'
    page = page_of(source, "ipb3", "ru_3_4_p1.html", (re.escape(head[0]), shown))
    assert [post.id for post in page.posts] == [post.id for post in whole.posts if post.id != hidden]
    assert (page.page, page.pages, page.per_page) == (whole.page, whole.pages, whole.per_page)


def test_ipb3_a_guests_name_is_bare_text_in_the_head(source: Made) -> None:
    member = r"""<h3 class='row2'>((?:(?!</h3>).)*)<span itemprop="creator name"(?:(?!</h3>).)*</h3>"""
    page = page_of(source, "ipb3", "ru_3_4_p1.html", (member, r"<h3 class='guest row2'>\1 Гость Лес </h3>"))
    assert {(post.author, post.author_id) for post in page.posts} == {("Гость Лес", None)}


@pytest.mark.parametrize(
    ("links", "pages"),
    [
        ("page 1", 2),
        ("page 1, page 3, next 3", 3),
        ("page 1, page 3, page 4, last 12, next 3", 12),
        ("page 1, next 3", None),
        ("previous 1", None),
    ],
)
def test_mybb_without_the_words_of_how_many_the_links_of_its_bar_tell(
    links: str, pages: int | None, source: Made
) -> None:
    bar = re.sub(r"(\w+) (\d+),?", r'<a class="pagination_\1" href="Thread-day-1?page=\2">\2</a>', links)
    bar = rf'<div class="pagination">{bar} <span class="pagination_current">2</span></div>'
    page = page_of(source, "mybb", "ru_1_8_p2.html", (r'<div class="pagination">.*?</div>', bar))
    assert (page.page, page.pages) == (2, pages)
