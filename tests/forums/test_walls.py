"""Pages without a thread are told for what they are; the page decides, the status only where it says nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forums import PageError, Source, Wall, page_request, read
from forums.walls import of_words

PHPBB = '<html><body id="phpbb" class="section-viewtopic"><div id="page-body">{}</div></body></html>'


@pytest.mark.parametrize(
    ("words", "wall"),
    [
        ("Запрошенной темы не существует.", Wall.NOT_FOUND),
        ("The topic or board you are looking for appears to be either missing or off limits to you.", Wall.NOT_FOUND),
        ("Bad request. The link you followed is incorrect or outdated.", Wall.NOT_FOUND),
        ("You do not have permission to view this page.", Wall.PERMISSION),
        ("Вы не авторизованы для чтения данного форума.", Wall.PERMISSION),
        ("Для просмотра этого форума вы должны быть авторизованы.", Wall.LOGIN),
        ("You must be logged-in to do that.", Wall.LOGIN),
        ("Форум временно отключён администратором.", Wall.MAINTENANCE),
        ("Технические работы. Зайдите позже.", Wall.MAINTENANCE),
        ("You cannot use search at this time. Please try again in 12 seconds.", Wall.FLOOD),
        ("Вам необходимо подождать около 2 секунд.", Wall.FLOOD),
        ("Вы робот ;)", Wall.ANTIBOT),
        ("Подтвердите, что вы не робот", Wall.ANTIBOT),
        ("Ведутся профилактические работы.", Wall.MAINTENANCE),
        ("На сервере ведутся плановые работы", Wall.MAINTENANCE),
        ("There appears to be an error with the database.", Wall.MAINTENANCE),
        ("Ошибка подключения к базе данных", Wall.MAINTENANCE),
        ("Этот форум был удалён администратором сервиса", Wall.NOT_FOUND),
        ("Тема была удалена.", Wall.NOT_FOUND),
        ("You have been permanently banned from this board.", Wall.PERMISSION),
        ("Ваш IP-адрес заблокирован на этой конференции.", Wall.PERMISSION),
        ("Вам уже исполнилось 18 лет?", Wall.PERMISSION),
        ("You must be at least 18 years old to view this journal.", Wall.PERMISSION),
        ("", Wall.NOT_A_THREAD),
    ],
)
def test_the_forums_own_words_tell_the_wall(words: str, wall: Wall) -> None:
    assert of_words(words) is wall


def test_a_login_form_tells_where_words_do_not_and_the_status_comes_last() -> None:
    assert of_words("Добро пожаловать", login_form=True, status=403) is Wall.LOGIN
    assert of_words("", status=403) is Wall.PERMISSION
    assert of_words("Запрошенной темы не существует.", status=200) is Wall.NOT_FOUND


@pytest.mark.parametrize(
    "page",
    [
        "<html><title>Just a moment...</title><script>window._cf_chl_opt={}</script></html>",
        '<html><title>DDOS-GUARD</title><body data-ddg-origin="true"></body></html>',
        '<html><body><form action="/checkcaptcha?key=1"></form></body></html>',
        PHPBB.format('<div class="cf-browser-verification"></div>'),
    ],
)
def test_checks_for_robots_are_told_on_any_software(page: str, source: Callable[..., Source]) -> None:
    assert read(source(page)).wall is Wall.ANTIBOT


@pytest.mark.parametrize(
    ("page", "wall"),
    [
        ('<html><script src="/__qrator/qauth_utm_v2.js"></script>', Wall.ANTIBOT),
        ('<html><script src="/cdn-cgi/challenge-platform/h/g/orchestrate/chl_page/v1"></script>', Wall.ANTIBOT),
        ("<html><title>Making sure you&#39;re not a bot!</title></html>", Wall.ANTIBOT),
        ('<html><body><div class="smart-captcha" data-sitekey="x"></div></body></html>', Wall.ANTIBOT),
        ('<html><div id="cf-error-details"><h1>Error <span>1020</span></h1></div></html>', Wall.ANTIBOT),
        ('<html><div id="cf-error-details"><span class="cf-error-code">Error 1015</span></div></html>', Wall.FLOOD),
        (
            '<html><div id="cf-error-details"><h1>Web server is down <span>Error code 521</span></h1></div>',
            Wall.MAINTENANCE,
        ),
        ('<html><script src="/aes.js"></script><script>toHex(slowAES.decrypt(c,2,a,b))</script></html>', Wall.ANTIBOT),
        ("<script>document.cookie='beget=begetok';location.reload()</script>", Wall.ANTIBOT),
        ('<script>document.cookie="k=1;path=/";window.location.reload();</script>', Wall.ANTIBOT),
        (
            "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>",
            Wall.MAINTENANCE,
        ),
        ("<html><body><h1>Сайт на техническом обслуживании</h1><p>Зайдите позже</p></body></html>", Wall.MAINTENANCE),
        ("<html><body><h1>Domain les.example is parked</h1></body></html>", Wall.NOT_FOUND),
        ("<html><body><p>Доступ к информационному ресурсу ограничен</p></body></html>", Wall.PERMISSION),
        ('<html><body><form><input type="password" name="p"></form></body></html>', Wall.LOGIN),
    ],
)
def test_guards_and_hosts_before_the_forum_are_told_for_what_they_are(
    page: str, wall: Wall, source: Callable[..., Source]
) -> None:
    assert read(source(page)).wall is wall


@pytest.mark.parametrize("form", ['<input type="password" name="p">', ""])
def test_a_widget_in_a_form_of_an_ordinary_page_is_no_check_for_robots(
    form: str, source: Callable[..., Source]
) -> None:
    rows = "".join(f"<p><a href='/b/{n}'>Раздел {n}</a>: правила, игры и итоги</p>" for n in range(60))
    page = (
        f"<html><title>Лесной форум</title><body>{rows}<form>{form}<div class='g-recaptcha'></div></form></body></html>"
    )
    assert read(source(page)).wall is (Wall.LOGIN if form else Wall.UNKNOWN_SOFTWARE)


def test_the_script_with_which_cloudflare_looks_at_everybody_is_no_wall(source: Callable[..., Source]) -> None:
    script = "<script>a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>"
    words = '<div id="message"><p>Для просмотра этого форума вы должны быть авторизованы.</p></div>'
    assert read(source(PHPBB.format(words + script))).wall is Wall.LOGIN


def test_a_page_that_only_a_script_draws_says_so_in_its_own_words(source: Callable[..., Source]) -> None:
    page = "<html><title>Лес</title><body><div id=root></div><noscript>You need to enable JavaScript.</noscript></body>"
    told = read(source(page))
    assert (told.wall, told.message) == (Wall.UNKNOWN_SOFTWARE, "You need to enable JavaScript.")


@pytest.mark.parametrize(("status", "wall"), [(502, Wall.MAINTENANCE), (522, Wall.MAINTENANCE), (451, Wall.PERMISSION)])
def test_more_bare_refusals(status: int, wall: Wall, source: Callable[..., Source]) -> None:
    assert read(source("", status=status)).wall is wall


def test_a_header_tells_of_a_check_for_robots(source: Callable[..., Source]) -> None:
    assert read(source("<html></html>", headers={"cf-mitigated": "challenge"})).wall is Wall.ANTIBOT


@pytest.mark.parametrize(
    ("page", "wall"),
    [
        ("", Wall.UNKNOWN_SOFTWARE),
        ("\x00\x01\x02", Wall.UNKNOWN_SOFTWARE),
        ("<html><body><p>Привет</p></body></html>", Wall.UNKNOWN_SOFTWARE),
        ('<?xml version="1.0"?>\n<rss version="2.0"><channel></channel></rss>', Wall.NOT_A_THREAD),
        ('<feed xmlns="http://www.w3.org/2005/Atom"></feed>', Wall.NOT_A_THREAD),
        (PHPBB.format(""), Wall.NOT_A_THREAD),
        (PHPBB.format('<div class="post"><div class="content">печать</div></div>'), Wall.NOT_A_THREAD),
    ],
)
def test_a_page_without_posts_is_never_an_empty_thread(page: str, wall: Wall, source: Callable[..., Source]) -> None:
    read_page = read(source(page))
    assert (read_page.wall, read_page.posts) == (wall, ())


def test_a_bare_refusal_is_told_by_its_status(source: Callable[..., Source]) -> None:
    assert read(source("nginx", status=429)).wall is Wall.FLOOD
    assert read(source("<h1>503</h1>", status=503)).wall is Wall.MAINTENANCE


def test_a_zone_that_cannot_be_the_pages_is_refused(source: Callable[..., Source]) -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "fixtures/pages/phpbb/ru_3_3_p1.html").read_text("utf-8")
    with pytest.raises(PageError, match=r"UTC\+03:00, which is not America/New_York"):
        read(source(page, zone="America/New_York"))


def test_the_forums_clock_is_compared_with_the_date_header(source: Callable[..., Source]) -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "fixtures/pages/phpbb/ru_subsilver2_p1.html").read_text("utf-8")  # shows 12:30
    for told, offset in (("09:30:59", 0), ("09:31:09", -10), ("09:29:00", 60)):
        headers = {"date": f"Mon, 02 Mar 2026 {told} GMT"}
        assert read(source(page, headers=headers)).clock_offset_s == offset


def test_requests_need_an_address_and_a_thread(source: Callable[..., Source]) -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "fixtures/pages/phpbb/ru_3_3_p1.html").read_text("utf-8")
    assert page_request(read(source(page)), 2).url == "https://les.example/viewtopic.php?t=7&start=4"
    with pytest.raises(PageError, match="address"):
        page_request(read(source(page, url=None)), 2)
    with pytest.raises(PageError, match="no adapter"):
        page_request(read(source("<html></html>")), 2)


@pytest.mark.parametrize(
    "mark",
    [
        "<script src='https://ct.captcha-delivery.com/c.js'></script>",
        "<script src='/_Incapsula_Resource?SWJIYLWA=1'></script>",
        "<script>AwsWafIntegration.fetch()</script>",
        "<script>if (bot) location = '/showcaptcha'</script>",
        "<script src='//check.ddos-guard.net/check.js'></script>",
        "<style>#cf-error-details {}</style>",
    ],
)
@pytest.mark.parametrize(
    ("head", "wall"),
    [
        ("<title>Форум</title></head><body id=\"phpbb\" class='section-index'>{}</body>", Wall.NOT_A_THREAD),
        ("<title>Главная</title></head><body>{}</body>", Wall.UNKNOWN_SOFTWARE),
    ],
)
def test_a_guards_script_on_an_ordinary_page_without_posts_is_no_wall(
    mark: str, head: str, wall: Wall, source: Callable[..., Source]
) -> None:
    lists = "<p><a href='viewforum.php?f=3'>Лесная мафия, ночные сборы</a></p>" * 90

    assert read(source("<html><head>" + mark + head.format(lists) + "</html>")).wall is wall
    assert read(source("<html><head>" + mark + head.format("") + "</html>")).wall is Wall.ANTIBOT


@pytest.mark.parametrize(
    "page",
    [
        "<html><head><meta http-equiv='refresh' content='0;/.well-known/sgcaptcha/?r=%2F&y=ipc:1'></head></html>",
        "<html><head><title>Sucuri WebSite Firewall - Access Denied</title></head><body>Block ID: XSS</body></html>",
    ],
)
def test_siteground_and_sucuri_keep_robots_out(page: str, source: Callable[..., Source]) -> None:
    assert read(source(page)).wall is Wall.ANTIBOT
