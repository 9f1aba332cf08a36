# ruff: noqa: E501 - markup as the software writes it
"""Pages of unknown software: what is guessed, how it is labelled, and that only a confirmed layout counts."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.posts import MarkKind
from forums import Board, Page, PageError, Source, Wall, page_request, read
from forums.boards import Selectors
from forums.taught import fault_in

FOLDER = Path(__file__).parents[2] / "fixtures" / "unknown"
Made = Callable[..., Source]


def page_of(source: Made, file: str, board: Board | None = None, url: str = "https://les.example/t/12") -> Page:
    return read(source((FOLDER / file).read_text("utf-8"), url=url), board)


def told(page: Page) -> list[tuple[object, ...]]:
    return [
        (
            post.id,
            post.author,
            post.author_id,
            post.at.earliest.isoformat()[11:19],
            [(mark.text, mark.struck, mark.unclear) for mark in post.body.marks if mark.kind is MarkKind.COLOUR],
        )
        for post in page.posts
    ]


def test_posts_are_found_by_structure(source: Made) -> None:
    page = page_of(source, "structure_p1.html")
    assert (page.software, page.guess, page.wall, page.title) == ("generic", True, None, "День 1")
    assert re.fullmatch(r"structure-[0-9a-f]{8}", page.shape or "")
    assert told(page) == [
        ("101", "Ведущая", "2", "06:00:00", [("День 1", False, False)]),
        ("102", "Барсук", "3", "06:30:00", [("Рысь", True, False), ("Выдра", False, False)]),
        ("103", "Прохожий", None, "07:00:00", [("Барсук", False, False)]),
    ]


def test_posts_are_found_by_microdata_comments_inside_the_posting_too(source: Made) -> None:
    page = page_of(source, "microdata.html")
    assert (page.shape or "").startswith("microdata-")
    assert told(page) == [
        ("201", "Ведущая", "2", "06:00:00", [("День 1", False, False)]),
        ("202", "Барсук", "3", "06:30:15", [("Выдра", False, False)]),
        ("203", "Выдра", "4", "07:00:00", [("Барсук", False, False)]),
    ]


def test_posts_of_json_ld_are_read_where_they_stand_with_their_colours(source: Made) -> None:
    page = page_of(source, "json_ld.html")
    assert (page.shape or "").startswith("json-ld-")
    assert [(post.id, post.author) for post in page.posts] == [("301", "Ведущая"), ("302", "Барсук")]
    assert [[mark.text for mark in post.body.marks if mark.colour] for post in page.posts] == [["День 1"], ["Выдра"]]


def test_a_confirmed_shape_is_no_guess_any_more_and_holds_for_the_other_pages(source: Made) -> None:
    shape = page_of(source, "structure_p1.html").shape
    board = Board(guess=shape)
    first = page_of(source, "structure_p1.html", board)
    second = page_of(source, "structure_p2.html", board, "https://les.example/t/12?page=2")
    assert [(page.guess, page.shape, page.page, page.pages) for page in (first, second)] == [
        (False, shape, 1, 2),
        (False, shape, 2, 2),
    ]


@pytest.mark.parametrize(
    "change", [('class="txt"', 'class="body"'), ('class="msg ', 'class="post '), ("div", "section")]
)
def test_another_layout_asks_again(change: tuple[str, str], source: Made) -> None:
    board = Board(guess=page_of(source, "structure_p1.html").shape)
    text = (FOLDER / "structure_p1.html").read_text("utf-8").replace(*change)
    page = read(source(text), board)
    assert page.guess
    assert page.shape != board.guess


def test_other_words_are_the_same_layout(source: Made) -> None:
    text = (FOLDER / "structure_p1.html").read_text("utf-8")
    shape = page_of(source, "structure_p1.html").shape
    assert read(source(text.replace("Барсук", "Росомаха").replace("m102", "m777"))).shape == shape


def test_a_post_that_lost_its_parts_is_never_left_out_of_a_guess(source: Made) -> None:
    text = (FOLDER / "structure_p1.html").read_text("utf-8")
    for lost in ('<a href="/user/3">Барсук</a>', "Написано 02.03.2026, 09:30", ' id="m102"'):
        page = read(source(text.replace(lost, "")))
        assert page.wall is Wall.UNKNOWN_SOFTWARE or len(page.posts) == 3, lost


def test_other_pages_that_nobody_can_name_are_not_taken_for_none(source: Made) -> None:
    text = (FOLDER / "structure_p1.html").read_text("utf-8").replace('href="/t/12?page=2"', 'href="/t/12:15"')
    page = read(source(text, url="https://les.example/t/12"))
    assert (page.page, page.pages) == (1, None)
    with pytest.raises(PageError, match="how this forum calls the other pages"):
        page_request(page, 2)


def test_the_address_of_another_page_is_asked_for_as_the_known_one_has_it(source: Made) -> None:
    page = page_of(source, "structure_p2.html", None, "https://les.example/t/12?page=2")
    assert page_request(page, 3).url == "https://les.example/t/12?page=3"


@pytest.mark.parametrize(
    "text",
    [
        "<html><body><p>Привет</p></body></html>",
        "<html><body><ul><li><a href='/user/1'>Рысь</a> 02.03.2026 10:00</li></ul></body></html>",
        "<html><body>" + "<div id='m1'>" * 300 + "</div>" * 300 + "</body></html>",
    ],
)
def test_what_does_not_look_like_posts_is_still_unknown_software(text: str, source: Made) -> None:
    assert read(source(text)).wall is Wall.UNKNOWN_SOFTWARE


def test_a_guess_without_a_zone_names_page_and_post(source: Made) -> None:
    with pytest.raises(PageError, match=r"page\.html: post 101: .*zone"):
        read(source((FOLDER / "structure_p1.html").read_text("utf-8"), zone=None))


PLACES = Selectors(post="div.msg", author=".who", time=".when", body=".txt")


def test_places_that_a_host_names_are_no_guess(source: Made) -> None:
    text = (FOLDER / "structure_p1.html").read_text("utf-8").replace("Написано ", "Написано: ")
    page = read(source(text), Board(selectors=PLACES))
    assert (page.guess, page.software, [post.author for post in page.posts]) == (
        False,
        "generic",
        ["Ведущая", "Барсук", "Прохожий"],
    )


def test_selectors_mend_a_known_software_whose_theme_moved_a_part(source: Made) -> None:
    folder = FOLDER.parent / "pages" / "vbulletin3"
    text = (folder / "ru_3_8_p1.html").read_bytes().decode("cp1251")
    plain = read(source(text.encode("cp1251"), url="https://les.example/showthread.php?t=12"))
    moved = text.replace('class="bigusername"', 'class="who"').replace('id="postmenu_', 'id="of_').encode("cp1251")
    with pytest.raises(PageError, match="has no author"):
        read(source(moved, url="https://les.example/showthread.php?t=12"))
    mended = read(
        source(moved, url="https://les.example/showthread.php?t=12"), Board(selectors=Selectors(author="a.who"))
    )
    assert [(post.author, post.author_id, post.body) for post in mended.posts] == [
        (post.author, post.author_id, post.body) for post in plain.posts
    ]


def test_selectors_that_are_none_are_told() -> None:
    assert fault_in(Selectors(author="a[[")) == "author: expected a CSS selector, got 'a[['"
    assert fault_in(Selectors(body=".txt")) == "body: needs `post` beside it"
    assert fault_in(PLACES) is None


RED = '<span style="color: red">{}</span>'
PEOPLE = [(101, 2, "Ведущая", "День 1"), (102, 3, "Барсук", "Выдра"), (103, 4, "Выдра", "Барсук")]
#: How some software marks up a post, in short.
LAYOUTS = {
    "the text is short, and the profile beside it is long": (
        '<div id="post-{i}" class="post-wrap"><div class="author-data"><div class="author-name"><a href="/community/profile/{i}/">'
        '{name}</a></div><div class="author-posts">Сообщений у участника: 5</div></div><div class="post-content-top"><div class="cbleft">'
        '02.03.2026 09:{u}0</div></div><div class="post-content"><p>{text}</p></div></div>'
    ),
    "an anchor stands before each post": (
        '<a id="comment-{i}"></a><article class="comment"><p class="submitted">Опубликовано <a href="/user/{u}" class="username">{name}'
        '</a> в пн, 02.03.2026 - 09:{u}0</p><div class="content"><p>{text}</p></div></article>'
    ),
    "only a link to itself tells the post's id": (
        '<article class="comment"><p class="submitted"><a href="/user/{u}">{name}</a> <a href="/t/7#c{i}">02.03.2026 09:{u}0</a></p>'
        '<div class="content"><p>{text}</p></div></article>'
    ),
    "ElkArte": (
        '<script>var elk_scripturl = "x";</script><article class="post_wrapper"><a id="msg{i}"></a><ul class="poster"><li><a class="name" '
        'href="/index.php?action=profile;u={u}">{name}</a></li></ul><time datetime="2026-03-02 09:{u}0">2 марта 2026, 09:{u}0</time>'
        '<section id="msg_{i}" class="messageContent">{text}</section></article>'
    ),
    "Forumotion after phpBB 2": (
        '<table class="forumline"><tr class="post" id="p{i}"><td><span class="name"><a name="{i}"></a><strong><a href="/u{u}">{name}</a>'
        '</strong></span><span class="postdetails poster-profile">Сообщения: 5</span></td><td><img src="//illiweb.com/fa/x.gif">'
        '<span class="postdetails">Тема: День 1 Пн Мар 02 2026, 09:{u}0</span><div class="postbody"><div>{text}</div>'
        '<div class="signature_div"><span style="color: red">подпись</span></div></div></td></tr></table>'
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_of_more_software_are_guessed(layout: str, source: Made) -> None:
    posts = "".join(LAYOUTS[layout].format(i=i, u=u, name=name, text=RED.format(text)) for i, u, name, text in PEOPLE)
    page = read(source(f"<html><body><h1>День 1</h1>{posts}<div id='footer'>Лес</div></body></html>"))
    assert (page.software, page.guess) == ("generic", True)
    assert [(key, name, clock, marks) for key, name, _, clock, marks in told(page)] == [
        (str(i), name, f"06:{u}0:00", [(text, False, False)]) for i, u, name, text in PEOPLE
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_post_in_other_classes_or_without_a_readable_time_is_not_passed_over(layout: str, source: Made) -> None:
    made = [LAYOUTS[layout].format(i=i, u=u, name=name, text=RED.format(text)) for i, u, name, text in PEOPLE]
    whole = "<html><body><h1>День 1</h1>{}<div id='footer'>Лес</div></body></html>"
    block = re.search(r'<(?:div|article|tr)[^>]*class="', made[1])
    assert block is not None
    staff = made[1][: block.end()] + "staff " + made[1][block.end() :]
    page = read(source(whole.format("".join([made[0], staff, made[2]]))))
    assert [post.id for post in page.posts] == ["101", "102", "103"]
    late = re.sub(
        r"(?:в пн, )?(?:02\.03\.2026|2 марта 2026,|Пн Мар 02 2026,)[ -]*09:30|datetime=\"[^\"]*\"",
        "только что",
        made[1],
    )
    assert late != made[1]
    assert read(source(whole.format("".join([made[0], late, made[2]])))).wall is Wall.UNKNOWN_SOFTWARE
