"""Pages without posts of each software are told for what they are, by their own words."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from forums import Source, Wall, read

_VB3 = '<head><meta name="generator" content="vBulletin 3.8.7"></head><td class="panelsurround">'
_VB_FORM = '<form action="login.php?do=login"><input name="vb_login_username"></form>'
_MYBBRU = '<div id="pun_wrap"><div id="pun-main" class="main">'
_NODEBB = '<script>window.config = JSON.parse("{}");</script>nodebb'
_PASSWORD = '<input type="password" name="password">'
PAGES = [
    ("mybbru", Wall.LOGIN, f'{_MYBBRU}<form action="login.php?action=in">{_PASSWORD}</form>'),
    ("mybbru", Wall.NOT_FOUND, f'{_MYBBRU}<div class="info">Ссылка неверна или устарела.</div>'),
    ("xenforo", Wall.LOGIN, '<html id="XF" data-app="public"><div class="blockMessage">Вы должны войти.</div>'),
    ("xenforo", Wall.NOT_FOUND, '<html id="XF" data-app="public"><div class="blockMessage">Тема не найдена.</div>'),
    (
        "xenforo1",
        Wall.NOT_FOUND,
        '<html id="XenForo"><div id="content"><div class="baseHtml">Тема не найдена.</div></div>',
    ),
    ("vbulletin3", Wall.LOGIN, f"{_VB3}Вы не вошли на форум, или у вас нет прав.{_VB_FORM}"),
    ("vbulletin3", Wall.NOT_FOUND, f"{_VB_FORM}{_VB3}Тема не указана или не существует."),
    ("vbulletin4", Wall.LOGIN, f'<html id="vbulletin_html"><div class="standard_error">Вы не вошли{_VB_FORM}</div>'),
    ("vbulletin5", Wall.PERMISSION, '<body id="vb-page-body"><div class="main-pane">У вас нет прав.</div>'),
    ("ips4", Wall.NOT_FOUND, '<body class="ipsApp" data-pageapp="core"><section id="elError">Не найдена</section>'),
    ("ips5", Wall.NOT_FOUND, '<body data-pageapp="core"><div id="ipsLayout"><p id="elError">Не найдена</p></div>'),
    ("ipb3", Wall.PERMISSION, "<body id='ipboard_body'><div class='message error'>У вас нет доступа</div>"),
    ("ipb2", Wall.PERMISSION, '<div id="ipbwrapper"><div class="errorwrap">У вас нет доступа к странице</div></div>'),
    ("nodebb", Wall.MAINTENANCE, f'<body class="page-topic template-503 page-status-503">{_NODEBB}'),
    ("nodebb", Wall.NOT_FOUND, f'<body class="page-topic template-404 page-status-404">{_NODEBB}'),
    ("nodebb", Wall.PERMISSION, f'<body class="page-topic template-403 page-status-403">{_NODEBB}'),
    ("discourse", Wall.NOT_FOUND, '{"errors":["It is gone."],"error_type":"not_found"}'),
    ("discourse", Wall.LOGIN, '{"errors":["Not for you."],"error_type":"not_logged_in"}'),
    ("flarum", Wall.NOT_FOUND, '{"errors":[{"status":"404","code":"not_found"}]}'),
    (
        "smf1",
        Wall.NOT_FOUND,
        '<div id="bodyarea">Тема отсутствует или недоступна.</div><a target="_blank">Powered by SMF 1.1',
    ),
    (
        "phpbb2",
        Wall.NOT_FOUND,
        '<table class="bodyline"><table class="forumline"><span class="gen">Темы не существует</span>',
    ),
    ("vanilla", Wall.NOT_FOUND, '<body id="dashboard_home_filenotfound"><div class="SplashInfo">Page Not Found</div>'),
    ("vanilla", Wall.LOGIN, f'<body id="dashboard_entry_signin"><form id="Form_User_SignIn">{_PASSWORD}</form>'),
    ("vanilla", Wall.NOT_A_THREAD, '<li id="Discussion_12" class="Item"><p class="MessageCount">3</p></li>'),
    ("misago", Wall.NOT_FOUND, '<p id="misago-x"><div class="message-body">Страница не найдена</div></html>'),
    ("misago", Wall.PERMISSION, '{"post_set":{"x":1},"results":[],"detail":"нет прав"}'),
    ("proboards", Wall.PERMISSION, '<script>proboards.data("a", 1)</script><div class="error">no permission</div>'),
    ("ucoz", Wall.PERMISSION, '<script src="/.s/x.js"></script><table class="gTable"><td>Доступ запрещён</td></table>'),
    (
        "livejournal",
        Wall.NOT_FOUND,
        '<script>Site.page = {"comments": []};</script><main>Запись не найдена</main></html>',
    ),
    (
        "diary",
        Wall.LOGIN,
        f'<link href="https://static.diary.ru/a.css"><main>Войдите<form action="/user/login">{_PASSWORD}</form></main>',
    ),
]


@pytest.mark.parametrize(("software", "wall", "text"), PAGES)
def test_a_wall_is_told_for_what_it_is(software: str, wall: Wall, text: str, source: Callable[..., Source]) -> None:
    page = read(source(text))
    assert (page.software, page.wall, page.posts) == (software, wall, ())


@pytest.mark.parametrize(
    "text",
    [
        '<div id="misago-container"><li id="post-5" class="post">x</li></div></html>',
    ],
)
def test_posts_drawn_by_a_script_without_their_data_are_refused(text: str, source: Callable[..., Source]) -> None:
    with pytest.raises(ValueError, match=r"page\.html: the page shows posts without their data"):
        read(source(text))


def test_a_page_of_vanilla_that_a_script_draws_says_where_its_posts_are(source: Callable[..., Source]) -> None:
    text = '<script>gdn={};gdn.meta={}</script><script>window["__ACTIONS__"]=[]</script><div id="app"></div></html>'
    with pytest.raises(ValueError, match=r"give the address /api/v2/discussions/12, or save"):
        read(source(text, url="https://les.example/discussion/12/den-1"))
    assert read(source(text, url="https://les.example/categories")).wall is Wall.NOT_A_THREAD
