"""phpBB where themes, boards and views differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from engine.times import Interval, Resolution
from forums import PageError, Source, Wall, read

THEME = """<html><head><title>t</title></head><body id="phpbb" class="section-viewtopic">
<h2><a href="./viewtopic.php?t=5">День</a></h2>
<div class="vtouter" id="p7"><a class="vtusername" href="./memberlist.php?mode=viewprofile&amp;u=3">Барсук</a>
<span class="vtdate">» 02 мар 2026, 09:30</span><div class="content"><span style="color:red">Выдра</span>
<a href="./memberlist.php?mode=viewprofile&amp;u=9">@Рысь</a></div></div>
<div id="page-footer" class="x">.</div></body></html>"""
WRITTEN = Path(__file__).parents[3] / "fixtures" / "pages" / "phpbb"


def test_a_theme_with_classes_of_its_own_is_read_by_its_ids(source: Callable[..., Source]) -> None:
    (post,) = read(source(THEME)).posts
    assert (post.id, post.author, post.author_id, post.shown) == ("7", "Барсук", "3", "02 мар 2026, 09:30")
    assert post.at == Interval.shown(datetime(2026, 3, 2, 6, 30, tzinfo=UTC), Resolution.MINUTE)
    assert [(mark.text, mark.unclear) for mark in post.body.marks] == [("Выдра", False)]


def test_a_deleted_post_that_a_moderator_sees_is_a_stub(shared_pages: Path, saved_page: Callable[..., Source]) -> None:
    page = read(saved_page(shared_pages / "phpbb" / "logged-in" / "thread_p4_moderator.html"))
    assert [post.id for post in page.posts if post.deleted] == ["38"]


def test_exact_times_need_no_zone_but_edit_notices_do(source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_3_3_p1.html").read_text("utf-8")
    with pytest.raises(PageError, match=r"post 12: .*needs the zone"):
        read(source(page, zone=None))
    unedited = re.sub('<div class="notice">.*?</div>', "", page, flags=re.S)
    assert len(read(source(unedited, zone=None)).posts) == 4


def test_30_shows_every_time_at_the_offset_in_its_foot(source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_subsilver2_p1.html").read_text("utf-8")
    read_page = read(source(page, zone=None))
    assert read_page.zone == "UTC+03:00"
    assert read_page.posts[0].at.earliest == datetime(2026, 3, 2, 6, 30, tzinfo=UTC)


def test_a_named_zone_in_the_foot_wins_over_a_wrong_one_of_the_reader(
    shared_pages: Path, saved_page: Callable[..., Source]
) -> None:
    path = shared_pages / "phpbb" / "logged-in" / "thread_p4_loggedin_en_NY.html"
    right, wrong = (read(saved_page(path, zone)) for zone in ("America/New_York", "Europe/Moscow"))
    assert right.posts == wrong.posts
    assert right.zone == wrong.zone == "America/New_York"


def test_sorted_backwards_posts_get_no_numbers(source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_subsilver2_p1.html").read_text("utf-8")
    backwards = page.replace("02 мар 2026, 09:30", "02 мар 2026, 11:30")
    assert [post.number for post in read(source(backwards)).posts] == [None, None]


def test_the_print_view_is_no_thread(shared_pages: Path, saved_page: Callable[..., Source]) -> None:
    for folder in ("phpbb/guest-ru", "phpbb30/guest-ru", "phpbb30/subsilver2", "phpbb/guest-en"):
        assert read(saved_page(shared_pages / folder / "print_p1.html")).wall is Wall.NOT_A_THREAD


def test_30_the_offset_in_the_foot_holds_in_every_season(source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_subsilver2_p1.html").read_text("utf-8")
    summer = page.replace("UTC + 3 часа ", "UTC + 1 час [ Летнее время ]").replace(" мар 2026", " июл 2026")
    berlin = read(source(summer, zone="Europe/Berlin", seen_at=datetime(2026, 7, 3, tzinfo=UTC)))
    assert berlin.posts[0].at.earliest == datetime(2026, 7, 2, 7, 30, tzinfo=UTC)
    with pytest.raises(PageError, match=r"shows times at UTC\+02:00, which is not Europe/Berlin"):
        read(source(summer, zone="Europe/Berlin", seen_at=datetime(2026, 12, 3, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("words", "offset"),
    [
        ('UTC [ <abbr title="Daylight Saving Time">DST</abbr> ]', 1.0),
        ('UTC - 5 hours [ <abbr title="Daylight Saving Time">DST</abbr> ]', -4.0),
        ('UTC + 3:30 <abbr title="hours">h</abbr>', 3.5),
        ("UTC − 3", -3.0),
        ("UTC+2 Std.", 2.0),
    ],
)
def test_30_tells_its_summer_hour_in_an_abbreviation(words: str, offset: float, source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_subsilver2_p1.html").read_text("utf-8").replace("UTC + 3 часа ", words)
    (post, *_) = read(source(page, zone=None)).posts
    assert post.at.earliest == datetime(2026, 3, 2, 9, 30, tzinfo=UTC) - timedelta(hours=offset)


@pytest.mark.parametrize(
    ("words", "offset"),
    [
        ("All times are GMT + 3 Hours", 3.0),
        ("Часовой пояс: GMT - 3", -3.0),
        ("All times are GMT", 0.0),
        ("Toutes les heures sont au format GMT + 5.5 Heures", 5.5),
        ('Tutti gli orari sono GMT - 1 ora<br /><a href="tellafriend.php?topic=7">Segnala</a>', -1.0),
    ],
)
def test_2_shows_every_time_at_the_offset_in_its_foot(words: str, offset: float, source: Callable[..., Source]) -> None:
    page = (WRITTEN.parent / "phpbb2" / "fr_2_0_p1.html").read_text("utf-8")
    page = re.sub(r"All times are GMT \+ 3 Hours", words, page)
    (post, *_) = read(source(page, zone=None)).posts
    assert post.at.earliest == datetime(2026, 3, 2, 9, 30, tzinfo=UTC) - timedelta(hours=offset)


@pytest.mark.parametrize(("file", "body"), [("ru_3_2_p3.html", "content"), ("ru_subsilver2_p1.html", "postbody")])
def test_a_box_with_a_button_is_a_spoiler_though_it_is_called_a_quote(
    file: str, body: str, source: Callable[..., Source]
) -> None:
    vote, quoted = ('<span style="color: red">Лис</span>', '<span style="color: red">Рысь</span>')
    box = (
        '<div class="quotetitle"><b>Спойлер:</b> <input type="button" value="Показать" onclick="x()" /></div> '
        f'<div class="quotecontent"><div style="display: none;">{vote}</div></div>'
        f'<div class="quotetitle">Барсук писал(а):</div><div class="quotecontent">{quoted}</div>'
    )
    page = (WRITTEN / file).read_text("utf-8")
    page = re.sub(rf'(="p\d+".*?<div class="{body}">)', rf"\1{box}", page, count=1, flags=re.S)
    (post, *_) = read(source(page, seen_at=datetime(2026, 3, 2, 12, tzinfo=UTC))).posts
    marks = [(mark.text, mark.spoiler, mark.unclear) for mark in post.body.marks if mark.colour]
    assert marks == [("Лис", True, False), ("Выдра", False, False)]
    assert [line.text for line in post.body.lines][:2] == ["Лис", "Выдра"]


def test_a_deleted_post_that_a_moderator_sees_has_no_votes(source: Callable[..., Source]) -> None:
    page = (WRITTEN / "ru_3_3_p1.html").read_text("utf-8")
    seen = {post.id: post for post in read(source(re.sub(r'(id="p11" class=")', r"\1deleted ", page))).posts}
    assert [found for found, post in seen.items() if post.deleted] == ["11"]
    assert not seen["11"].body.marks
