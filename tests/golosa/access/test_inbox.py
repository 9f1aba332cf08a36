# ruff: noqa: E501 - markup as the software writes it, a piece a line
"""`golosa order --inbox`: letters of each software's inbox, each once, by the way that pasted ones go."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

import pytest

from golosa.folder.dealing import give
from golosa.folder.game import Game
from golosa.folder.replay import messages
from golosa.reading import fetching
from scraper.client import Manners

QUICK = Manners(user_agent="golosa-test", delay=0, backoff=0, retries=0, timeout=5)


class Mail(NamedTuple):
    """A message in the box."""

    id: int
    sender: str
    clock: str  #: wall time in Moscow on 2 March 2026
    subject: str
    body: str
    user: int = 3

    @property
    def words(self) -> str:
        """As phpBB and SMF write a time."""
        return f"02 мар 2026, {self.clock}"


def _phpbb_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<li class="row bg1"><dl class="row-item pm_read"><dt><div class="list-inner"><a href="./ucp.php?i=pm&amp;mode=view&amp;f=0&amp;p={m.id}" class="topictitle">{m.subject}</a><br>'
        f'<span>От <a href="./memberlist.php?mode=viewprofile&amp;u={m.user}" class="username">{m.sender}</a> &raquo; {m.words}</span></div></dt>'
        f'<dd class="mark"><input type="checkbox" name="marked_msg_id[]" value="{m.id}"></dd></dl></li>'
        for m in mails
    )
    links = "".join(
        f'<li><a class="button" href="./ucp.php?i=pm&amp;folder=inbox&amp;start={25 * n}">{n + 1}</a></li>'
        for n in range(1, pages)
    )
    return f'<body id="phpbb"><ul class="topiclist cplist pmlist">{rows}</ul><div class="pagination"><ul>{links}</ul></div>'


def _phpbb_letter(m: Mail) -> str:
    return (
        f'<body id="phpbb"><div id="post-{m.id}" class="post pm has-profile"><div class="inner"><dl class="postprofile" id="profile{m.id}"><dt><a href="#" class="username">{m.sender}</a></dt></dl>'
        f'<div class="postbody"><h3 class="first">{m.subject}</h3><ul class="post-buttons"><li><a href="./ucp.php?i=pm&amp;mode=compose&amp;action=quote&amp;p={m.id}">Цитата</a></li></ul>'
        f'<p class="author"><strong>Отправлено:</strong> {m.words}<br><strong>От:</strong> <a href="./memberlist.php?mode=viewprofile&amp;u={m.user}" class="username">{m.sender}</a>'
        f'<br><strong>Кому:</strong> <a href="#" class="username">Ведущий</a></p><div class="content">{m.body}</div><div class="notice">Последний раз редактировалось 03 мар 2026, 10:00</div>'
        f'<div id="sig{m.id}" class="signature">Убить Шелли</div></div></div></div>'
        '<div id="pr1" class="post"><div class="content">старое письмо</div></div>'
    )


def _subsilver_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<tr><td class="row1"><img src="x.gif"></td><td class="row1"><span class="topictitle"><a href="./ucp.php?i=pm&amp;mode=view&amp;f=0&amp;p={m.id}">{m.subject}</a></span></td>'
        f'<td class="row1"><p class="topicauthor"><a href="./memberlist.php?mode=viewprofile&amp;u={m.user}">{m.sender}</a></p></td><td class="row1"><p class="topicdetails">{m.words}</p></td>'
        f'<td class="row1"><p class="topicdetails"><input type="checkbox" name="marked_msg_id[]" value="{m.id}" /></p></td></tr>'
        for m in mails
    )
    links = "".join(
        f'<a href="./ucp.php?i=pm&amp;folder=inbox&amp;start={25 * n}">{n + 1}</a>' for n in range(1, pages)
    )
    return (
        f'{SUBSILVER}<div id="pagecontent"><form name="viewfolder" method="post" action="./ucp.php?i=pm"><table class="tablebg"><tr><th>Тема</th></tr>{rows}</table>'
        f'<table><tr><td class="nav">Страница 1 из {pages} {links}</td></tr></table></form></div>{SUBSILVER_END}'
    )


def _subsilver_letter(m: Mail) -> str:
    def line(name: str, value: str) -> str:
        return f'<tr class="row1"><td class="genmed" width="150"><b>{name}:</b></td><td class="gen">{value}</td></tr>'

    sender = f'<a href="./memberlist.php?mode=viewprofile&amp;u={m.user}" style="color: #AA0000;">{m.sender}</a>'
    lines = (
        line("Тема сообщения", m.subject)
        + line("От", sender)
        + line("Отправлено", m.words)
        + line("Кому", '<a href="#">Ведущий</a>&nbsp;')
    )
    return (
        f'{SUBSILVER}<div id="pagecontent"><table class="tablebg">{lines}</table><table class="tablebg"><tr><th>Сообщение</th></tr><tr class="row1"><td><table><tr><td>'
        f'<div class="postbody">{m.body}</div><span class="postbody"><br />_________________<br />Убить Шелли</span><span class="gensmall">Последний раз редактировалось 03 мар 2026, 10:00</span>'
        f'<table><tr><td class="gensmall"><a href="./ucp.php?i=pm&amp;mode=compose&amp;action=delete&amp;p={m.id}">X</a></td></tr></table></td></tr></table></td></tr></table></div>{SUBSILVER_END}'
    )


def _smf_letter(m: Mail) -> str:
    return (
        f'<div class="windowbg" id="msg{m.id}"><div class="post_wrapper"><div class="poster"><h4><a href="/index.php?action=pm;sa=send;u={m.user}"><span class="on"></span></a> <a href="/index.php?action=profile;u={m.user}">{m.sender}</a></h4></div>'
        f'<div class="postarea"><div class="flow_hidden"><div class="keyinfo"><h5 id="subject_{m.id}"><span class="message_subject">{m.subject}</span></h5>'
        f'<span class="smalltext">&#171; <strong> Кому:</strong> <a href="#">Ведущий</a> <strong> Дата:</strong> 2 марта 2026, {m.clock} &#187;</span></div></div>'
        f'<div class="post"><div class="inner" id="msg_{m.id}">{m.body}</div></div></div><div class="moderatorbar"><div class="signature">Убить Шелли</div></div></div></div>'
    )


def _smf_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<tr class="windowbg"><td class="table_icon pm_icon"></td><td class="pm_time">2 марта 2026, {m.clock}</td><td class="pm_subject"><a href="/index.php?action=pm;pmid={m.id};kstart;f=inbox;start=0;sort=date;desc#msg{m.id}">{m.subject}</a>'
        f'<span class="pm_inline_time"><a href="/index.php?action=profile;u={m.user}">{m.sender}</a> 2 марта 2026, {m.clock}</span></td><td class="pm_from_to"><a href="/index.php?action=profile;u={m.user}">{m.sender}</a></td></tr>'
        for m in mails
    )
    links = "".join(
        f'<a class="nav_page" href="/index.php?action=pm;f=inbox;start={15 * n}">{n + 1}</a>' for n in range(1, pages)
    )
    return f'<body><script>var smf_scripturl = "/index.php";</script><table class="table_grid"><tbody>{rows}</tbody></table><div class="pagelinks">{links}</div>'


def _mybb_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<tr><td class="trow1"><img src="old_pm.png"></td><td class="trow2"></td><td class="trow1"><a href="private.php?action=read&amp;pmid={m.id}" class="old_pm">{m.subject}</a></td>'
        f'<td class="trow2"><a href="/member.php?action=profile&amp;uid={m.user}">{m.sender}</a></td><td class="trow1"><span class="smalltext">02.03.2026, {m.clock}</span></td><td class="trow2"><input type="checkbox" name="check[{m.id}]"></td></tr>'
        for m in mails
    )
    links = "".join(
        f'<a href="private.php?fid=1&amp;page={n + 1}" class="pagination_page">{n + 1}</a>' for n in range(1, pages)
    )
    return f'<body><script>var my_post_key = "1";</script><table class="tborder">{rows}</table><div class="pagination">{links}</div>'


def _mybb_letter(m: Mail) -> str:
    return (
        f'<body><script>var my_post_key = "1";</script><div class="post " id="post_"><div class="post_author"><div class="author_information"><strong><span class="largetext"><a href="/member.php?action=profile&amp;uid={m.user}">{m.sender}</a></span></strong></div></div>'
        f'<div class="post_content"><div class="post_head"><span class="post_date"><span title="02.03.2026">Вчера</span>, {m.clock} <span class="post_edit" id="edited_by_"></span></span></div><div class="post_body scaleimages" id="pid_">{m.body}</div><div class="signature">Убить Шелли</div></div></div>'
    )


def _mybbru_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<tr class="altstyle"><td class="tc2"><a href="/messages.php?id={m.id}">{m.subject}</a></td><td class="user"><a href="/profile.php?id={m.user}">{m.sender}</a></td><td class="tcr">2026-03-02 {m.clock}:05</td><td><a href="/messages.php?action=delete&amp;id={m.id}">x</a></td></tr>'
        for m in mails
    )
    links = "".join(f'<a href="/messages.php?box=0&amp;p={n + 1}">{n + 1}</a>' for n in range(1, pages))
    return f'<body><div id="pun_wrap"><div id="pun-messages" class="punbb"><div id="pun-main"><div class="pagelink">{links} <a href="/messages.php?box=1&amp;p=2">Отправленные</a></div><table><tbody>{rows}</tbody></table></div></div></div>'


def _mybbru_letter(m: Mail) -> str:
    return (
        f'<body><div id="pun_wrap"><div id="pun-messages" class="punbb"><div id="pun-main"><div class="post"><h3><span>2026-03-02 {m.clock}:05</span></h3><div class="container"><div class="post-author"><ul><li class="pa-author"><span class="acchide">Автор:&nbsp;</span><a href="/profile.php?id={m.user}">{m.sender}</a></li></ul></div>'
        f'<div class="post-body"><div class="post-box"><div class="post-content">{m.body}<dl class="post-sig"><dt><span>Подпись автора</span></dt><dd><p>Убить Шелли</p></dd></dl></div></div></div></div></div></div></div></div>'
    )


def _xenforo_list(mails: list[Mail], page: int, pages: int) -> str:
    rows = "".join(
        f'<div class="structItem structItem--conversation js-inlineModContainer" data-author="{m.sender}"><div class="structItem-cell structItem-cell--main"><a href="/conversations/pismo.{m.id}/unread" class="structItem-title">{m.subject}</a>'
        f'<div class="structItem-minor"><ul class="structItem-parts"><li class="structItem-startDate"><a href="/conversations/pismo.{m.id}/"><time class="u-dt" datetime="2026-03-02T{m.clock}:05+0300">2 Мар</time></a></li></ul></div></div>'
        f'<div class="structItem-cell structItem-cell--latest"><a href="/conversations/pismo.{m.id}/latest"><time class="structItem-latestDate u-dt" datetime="2026-03-02T{m.clock}:05+0300">2 Мар</time></a></div></div>'
        for m in mails
    )
    links = "".join(
        f'<li class="pageNav-page"><a href="/conversations/?page={n + 1}">{n + 1}</a></li>' for n in range(1, pages)
    )
    return f'<html id="XF" data-app="public" data-logged-in="true"><body><div class="structItemContainer">{rows}</div><ul class="pageNav-main">{links}</ul>'


def _xenforo_letter(m: Mail) -> str:
    def one(ident: int, author: str, user: int, body: str) -> str:
        return (
            f'<article class="message message--conversationMessage js-message" data-author="{author}" data-content="message-{ident}" id="js-message-{ident}"><section class="message-user"><h4 class="message-name"><a href="/members/x.{user}/" class="username" data-user-id="{user}">{author}</a></h4></section>'
            f'<header class="message-attribution"><a href="/conversations/messages/{ident}/"><time class="u-dt" datetime="2026-03-02T{m.clock}:05+0300">2 Мар</time></a></header>'
            f'<article class="message-body"><div class="bbWrapper">{body}</div></article><aside class="message-signature"><div class="bbWrapper">Убить Шелли</div></aside></article>'
        )

    return f'<html id="XF" data-app="public" data-logged-in="true"><body><h1 class="p-title-value">{m.subject}</h1>{one(m.id, m.sender, m.user, m.body)}{one(m.id + 5000, "Ведущий", 2, "Принято")}'


SUBSILVER = '<body class="ltr"><div id="wrapheader"></div><div id="wrapcentre">'
SUBSILVER_END = '</div><div id="wrapfooter"></div>'


class Box(NamedTuple):
    """One software's inbox."""

    first: str
    listed: Callable[[list[Mail], int, int], str]
    letter: Callable[[Mail], str]
    one: str  #: address of a message
    page: str  #: address of the list's second page


BOXES = {
    "phpbb": Box("/ucp.php?i=pm&folder=inbox", _phpbb_list, _phpbb_letter, "/ucp.php?i=pm&mode=view&f=0&p={}", "/ucp.php?i=pm&folder=inbox&start=25"),
    "phpbb subsilver2": Box("/ucp.php?i=pm&folder=inbox", _subsilver_list, _subsilver_letter, "/ucp.php?i=pm&mode=view&f=0&p={}", "/ucp.php?i=pm&folder=inbox&start=25"),
    "smf": Box("/index.php?action=pm", _smf_list, lambda m: _smf_list([], 1, 1) + _smf_letter(m), "/index.php?action=pm;pmid={};kstart;f=inbox;start=0;sort=date;desc", "/index.php?action=pm;f=inbox;start=15"),
    "mybb": Box("/private.php", _mybb_list, _mybb_letter, "/private.php?action=read&pmid={}", "/private.php?fid=1&page=2"),
    "mybbru": Box("/messages.php", _mybbru_list, _mybbru_letter, "/messages.php?id={}", "/messages.php?box=0&p=2"),
    "xenforo": Box("/conversations/", _xenforo_list, _xenforo_letter, "/conversations/pismo.{}/", "/conversations/?page=2"),
}  # fmt: skip
MAILS = [
    Mail(41, "Аня", "21:10", "Легенда", "Я пекарь<br>Люблю булки", 3),
    Mail(42, "Прохожий", "21:20", "Привет", "Возьмёшь меня в игру?", 9),
    Mail(
        43,
        "Лис",
        "21:30",
        "Re: Ход",
        "<blockquote><div>Ведущий писал: Легенда: чужая</div></blockquote>Пришлю завтра",
        4,
    ),
]


class Post:
    """A forum with an inbox, and a game that reads it."""

    def __init__(self, board: Any, table: Any, box: Box) -> None:
        self.board, self.table, self.box = board, table, box
        self.mails, self.broken = list(MAILS), set[int]()
        board.answer = self.answer
        table.url = board.url
        table.new("--player", "Барсук=badger")

    def answer(self, method: str, path: str, cookies: dict[str, str]) -> Any:
        """Pages of the inbox, for members."""
        if cookies.get(self.board.kind.session) not in self.board.members:
            return None
        half = 2
        if path == self.box.first:
            return (
                200,
                self.box.listed(self.mails[half:][::-1], 1, 2)
                + self.board.kind.way_out.format(sid="x")
                + "</body></html>",
                [],
            )
        if path == self.box.page:
            return 200, self.box.listed(self.mails[:half][::-1], 2, 2) + "</body></html>", []
        for mail in self.mails:
            if path == self.box.one.format(mail.id):
                body = self.box.letter(mail) if mail.id not in self.broken else self.box.listed([], 1, 1)
                return 200, body + "</body></html>", []
        return None

    def look(self, *more: object, status: int | None = 0) -> str:
        """`golosa order --inbox`."""
        out: str = self.table.run("order", "-C", self.table.folder, "--inbox", *more, status=status)
        return out

    def log(self) -> list[tuple[str, str | None, str | None, datetime]]:
        """The messages in the game's log."""
        game = Game(self.table.folder)
        try:
            return [(found.from_, found.subject, found.body, found.at.astimezone(UTC)) for found in messages(game)]
        finally:
            game.close()


@pytest.fixture(params=sorted(BOXES))
def post(request: pytest.FixtureRequest, _board: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> Post:
    _board.reset(_board.kinds[request.param.split()[0]])
    monkeypatch.setattr(fetching, "MANNERS", QUICK)
    monkeypatch.setenv("GOLOSA_PASSWORD", _board.password)
    made = Post(_board, table, BOXES[request.param])
    table.run("login", "-C", table.folder, "--user", _board.user)
    return made


def test_each_message_is_taken_once_with_its_sender_and_time(post: Post) -> None:
    out = post.look(status=1)
    first, second = post.log()
    seconds = timedelta(seconds=5) if post.board.kind.software in ("mybbru", "xenforo") else timedelta()
    assert first == ("Аня", "Легенда", "Я пекарь\nЛюблю булки", datetime(2026, 3, 2, 18, 10, tzinfo=UTC) + seconds)
    assert second == ("Лис", "Re: Ход", "Пришлю завтра", datetime(2026, 3, 2, 18, 30, tzinfo=UTC) + seconds)
    assert "Аня: a legend" in out and "Лис: cannot be read: the subject names neither" in out
    assert "not taken: «Привет» from Прохожий" in out and "`golosa rule account` names one" in out
    assert "not taken" in post.look(status=1)  # told again as long as it is there
    assert len(post.log()) == 2
    post.mails.append(Mail(44, "badger", "21:40", "Легенда", "Я барсук", 5))
    assert "Барсук: a legend" in post.look(status=1)
    assert [message[0] for message in post.log()] == ["Аня", "Лис", "badger"]


def test_g7_a_refused_order_is_told_when_it_is_taken(phpbb_post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    post = phpbb_post
    monkeypatch.setenv("GOLOSA_PASSWORD", post.board.password)
    post.table.run("login", "-C", post.table.folder, "--user", post.board.user)
    game = Game(post.table.folder)
    try:
        give(
            game,
            [(player, "mafioso" if player == "Лис" else "townsman") for player in game.roster.names],
            post.table.now,
        )
    finally:
        game.close()
    post.mails[:] = [Mail(44, "Лис", "21:40", "Ночь. Лис. Мафиози.", "Убить Лиса", 4)]
    told = json.loads(post.look("--json", status=1))
    assert [one["why"] for one in told["refused"]] == ["self_target"]
    post.mails.append(Mail(45, "Аня", "21:41", "Ночь. Аня. Мафиози.", "Убить Лиса", 3))
    (line,) = post.look(status=1).splitlines()
    assert "  2026-03-02T21:41:00+03:00  Аня: " in line  # in the game's zone
    assert "refused (night1): не та роль или способность" in line


def test_a_message_taken_back_is_not_taken_again(post: Post) -> None:
    post.look(status=1)
    game = Game(post.table.folder)
    ident = messages(game)[0].id
    game.close()
    post.table.run("order", "undo", "-C", post.table.folder, ident)
    post.look(status=1)
    assert [message[0] for message in post.log()] == ["Лис"]


def test_a_message_that_cannot_be_read_is_told_and_the_others_are_taken(post: Post) -> None:
    post.broken.add(41)
    out = post.look(status=1)
    assert "not taken: «Легенда» from ?: cannot be read:" in out
    assert [message[0] for message in post.log()] == ["Лис"]
    post.broken.clear()
    post.look(status=1)
    assert [message[0] for message in post.log()] == ["Лис", "Аня"]


def test_older_messages_are_left_alone_and_counted(post: Post) -> None:
    out = post.look("--since", "2026-03-02T21:25:00+03:00")
    assert [message[0] for message in post.log()] == ["Лис"]
    assert "not taken" not in out and "2 older messages were left alone" in post.table.err


def test_the_machine_form(post: Post) -> None:
    found = json.loads(post.look("--json", status=1))
    assert [taken["message"]["from"] for taken in found["taken"]] == ["Аня", "Лис"]
    assert [(left["sender"], left["subject"]) for left in found["left"]] == [("Прохожий", "Привет")]


@pytest.fixture
def phpbb_post(_board: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> Post:
    _board.reset(_board.kinds["phpbb"])
    monkeypatch.setattr(fetching, "MANNERS", QUICK)
    return Post(_board, table, BOXES["phpbb"])


def test_without_an_account_there_is_no_inbox(phpbb_post: Post) -> None:
    phpbb_post.look(status=2)
    assert "an inbox is a member's: `golosa login --user NAME` first" in phpbb_post.table.err


def test_software_whose_inbox_is_not_known_is_told(_board: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    _board.reset(_board.kinds["ipb3"])
    monkeypatch.setattr(fetching, "MANNERS", QUICK)
    monkeypatch.setenv("GOLOSA_PASSWORD", _board.password)
    table.url = _board.url
    table.new()
    table.run("login", "-C", table.folder, "--user", _board.user)
    table.run("order", "--inbox", "-C", table.folder, status=3)
    assert "the inbox of ipb3 is not read here: paste its messages" in table.err


def test_an_inbox_shown_as_one_page_is_read_too(_board: Any, table: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """SMF may show all messages one below the other, without a list."""
    _board.reset(_board.kinds["smf"])
    monkeypatch.setattr(fetching, "MANNERS", QUICK)
    monkeypatch.setenv("GOLOSA_PASSWORD", _board.password)
    whole = BOXES["smf"]._replace(
        listed=lambda mails, page, pages: _smf_list([], page, pages) + "".join(map(_smf_letter, mails))
    )
    made = Post(_board, table, whole)
    table.run("login", "-C", table.folder, "--user", _board.user)
    made.look(status=1)
    assert [message[0] for message in made.log()] == ["Аня", "Лис"]


def test_a_time_shown_too_roughly_is_not_guessed(phpbb_post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOLOSA_PASSWORD", phpbb_post.board.password)
    phpbb_post.table.run("login", "-C", phpbb_post.table.folder, "--user", phpbb_post.board.user)
    monkeypatch.setattr(Mail, "words", property(lambda mail: "2 часа назад"))
    out = phpbb_post.look("--since", "2020-01-01T00:00:00+03:00", status=1)
    assert out.count("the forum shows its time too roughly") == 2
    assert phpbb_post.log() == []
