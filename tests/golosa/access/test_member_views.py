# ruff: noqa: E501 - markup as the software writes it, a piece a line
"""A member's view of a thread (buttons, ways out, last visits, reply boxes, read marks) gives the guest's posts."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import forums
from forums import Source

ROOT = Path(__file__).parents[3]
#: By software: a piece of a guest's page, and what stands in its place for a member. Every piece must be there.
MEMBER: dict[str, list[tuple[str, str]]] = {
    "phpbb": [
        ('<h3><a href="./viewtopic.php?p=', '<ul class="post-buttons"><li><a href="./posting.php?mode=edit&amp;p=10" title="Редактировать сообщение" class="button button-icon-only"><span class="sr-only">Редактировать</span></a></li><li><a href="./posting.php?mode=quote&amp;p=10" title="Ответить с цитатой" class="button"><span>Цитата</span></a></li></ul><h3><a href="./viewtopic.php?p='),
        ('class="unread"', 'class="read"'),
        ("</body>", '<p class="right responsive-center time">Последнее посещение: 01 мар 2026, 20:00</p><form id="qr_postform" method="post" action="./posting.php"><textarea name="message"></textarea></form></body>'),
    ],
    "smf": [
        ('<div class="moderatorbar">', '<ul class="quickbuttons"><li><a href="https://les.example/index.php?action=post;quote=30" class="quote_button">Цитата</a></li><li class="quick_edit"><a title="Изменить сообщение"><span class="main_icons modifybutton"></span>Быстрая правка</a></li></ul><div class="moderatorbar"><div class="smalltext reportlinks"><ul class="quickbuttons"><li><a href="https://les.example/index.php?action=reporttm">Сообщить модератору</a></li></ul></div>'),
        ('<span class="smalltext modified floatright"', '<span class="new_posts">Новое</span><span class="smalltext modified floatright"'),
        ("</body>", '<div id="quickreply"><form action="https://les.example/index.php?board=1;action=post2" method="post" id="postmodify"><textarea id="message" name="message"></textarea></form></div></body>'),
    ],
    "mybb": [
        ('<div class="post_body', '<div class="post_management_buttons float_right"><a href="editpost.php?pid=41" class="postbit_edit"><span>Изменить</span></a> <a href="newreply.php?tid=9&amp;replyto=41" class="postbit_quote"><span>Ответить</span></a></div><div class="post_body'),
        ("</body>", '<div id="panel"><span class="welcome">С возвращением, <a href="member.php?action=profile&amp;uid=2">Ведущая</a>. Последний визит: Вчера, 20:00</span></div><form method="post" action="newreply.php" name="quick_reply_form"><textarea name="message"></textarea></form></body>'),
    ],
    "fluxbb": [
        ('<div class="postright">', '<div class="postright"><div class="postfootright"><ul><li class="postreport"><span><a href="misc.php?report=21">Пожаловаться</a></span></li><li class="postedit"><span><a href="edit.php?id=21">Редактировать</a></span></li><li class="postquote"><span><a href="post.php?tid=9&amp;qid=21">Цитировать</a></span></li></ul></div>'),
        ('<div id="brdheader" class="block">', '<div id="brdheader" class="block"><div id="brdwelcome" class="inbox"><ul class="conl"><li><span>Вы вошли как <strong>Ведущая</strong></span></li><li><span>Последний визит: 2026-03-01 20:00:00</span></li></ul></div>'),
    ],
    "punbb": [
        ('<div class="post-entry">', '<div class="post-actions"><p class="post-options"><span class="report-post"><a href="https://les.example/misc.php?report=31">Пожаловаться</a></span> <span class="edit-post"><a href="https://les.example/edit.php?id=31">Изменить</a></span></p></div><div class="post-entry">'),
    ],
    "mybbru": [
        ('<li class="pl-email">', '<li class="pl-edit"><a href="https://les.example/edit.php?id=101">Редактировать</a></li><li class="pl-quote"><a href="javascript:quote(101)">Цитировать</a></li><li class="pl-email">'),
        ('<div id="pun-main"', '<div id="pun-status"><p class="container"><span class="item1">Привет, <strong>Ведущая</strong>!</span> <span class="item2">Последний визит: Вчера 20:00:00</span></p></div><div id="pun-main"'),
    ],
    "vbulletin3": [
        ('<div id="post_message_', '<a href="editpost.php?do=editpost&amp;p=301" name="vB::QuickEdit::301"><img src="edit.gif" alt="Изменить/Удалить" border="0" /></a><div id="post_message_'),
        ('alt="Старый"', 'alt="Непрочитано"'),
        ("</body>", '<div class="smallfont">Ваш последний визит: 01.03.2026 в 20:00</div><form action="newreply.php?do=postreply&amp;t=9" method="post" id="qrform"><textarea name="message"></textarea></form></body>'),
    ],
    "vbulletin4": [
        ('<div class="after_content">', '<div class="postfoot"><span class="postcontrols"><a class="editpost" href="editpost.php?p=401">Редактировать сообщение</a> <a class="newreply" href="newreply.php?p=401">Ответить с цитированием</a></span></div><div class="after_content">'),
        ("postcontainer old", "postcontainer new"),
    ],
    "vbulletin5": [
        ('<div class="b-post__timestamp">', '<input type="checkbox" class="js-inlinemod-checkbox" value="1"><div class="b-post-control js-edit">Правка</div><div class="b-post__timestamp">'),
    ],
    "xenforo1": [
        ('<div class="publicControls">', '<div class="publicControls"><a href="posts/201/edit" class="item control edit"><span></span>Изменить</a><a href="threads/den-1.12/reply?quote=201" class="ReplyQuote item control reply"><span></span>Ответить</a>'),
        ('class="message" data-author', 'class="message newMessage" data-author'),
    ],
    "xenforo": [
        ('<header class="message-attribution', '<input type="checkbox" class="js-inlineModToggle" value="201"><header class="message-attribution'),
        ('<article class="message-body', '<div class="actionBar-set actionBar-set--internal"><a href="/posts/201/edit" class="actionBar-action actionBar-action--edit">Редактировать</a></div><article class="message-body'),
        ("</body>", '<form action="/threads/den-1.12/add-reply" method="post" class="block js-quickReply"><div class="message message--quickReply block-topRadiusContent"><div class="message-inner"><textarea name="message"></textarea></div></div></form></body>'),
    ],
    "phpbb2": [
        ('<span class="postbody"><span style="font-weight: bold">', '<a href="posting.php?mode=quote&amp;p=11"><img src="icon_quote.gif" alt="Ответить с цитатой" border="0" /></a><span class="postbody"><span style="font-weight: bold">'),
        ("</body>", '<span class="gensmall">Последнее посещение было Вс Мар 01, 2026 8:00 pm</span></body>'),
    ],
    "smf1": [
        ('<div style="font-weight: bold;" id="subject_', '<a href="https://les.example/index.php?action=post;quote=21"><img src="quote.gif" alt="Цитата" /></a><a href="https://les.example/index.php?action=post;msg=21"><img src="modify.gif" alt="Изменить" /></a><div style="font-weight: bold;" id="subject_'),
    ],
    "ipb2": [
        ('<td width="100%" valign="top" class="post2"', '<td class="formbuttonrow"><a href="https://les.example/index.php?act=post&amp;do=edit_post&amp;p=801">Редактировать</a></td><td width="100%" valign="top" class="post2"'),
        ("</body>", "<div id='fastreply'><form action='https://les.example/index.php' method='post'><textarea name='Post'></textarea></form></div></body>"),
    ],
    "ipb3": [
        ("<div class='post_body'>", "<div class='post_body'><ul id='postControlsNormal_701' class='post_controls clear clearfix'><li class='post_edit'><a href='https://les.example/index.php?do=edit_post&amp;p=701' class='edit_post'>Изменить</a></li></ul>"),
    ],
    "ips4": [
        ('<div class="cPost_contentWrap">', '<ul class="ipsComment_tools"><li><a href="https://les.example/topic/12-den-1/?do=editComment&amp;comment=601" data-action="editComment">Изменить</a></li></ul><div class="cPost_contentWrap">'),
        ("</body>", '<div id="replyForm"><article class="cTopicPostArea ipsBox"><textarea name="topic_comment_12"></textarea></article></div></body>'),
    ],
    "ips5": [
        ('<div class="ipsEntry__content">', '<ul class="ipsEntry__controls"><li><a href="https://les.example/topic/12-den-1/?do=editComment&amp;comment=601">Изменить</a></li></ul><div class="ipsEntry__content">'),
    ],
}  # fmt: skip


def read(text: str, encoding: str) -> Any:
    source = Source(
        content=text.encode(encoding), seen_at=datetime(2026, 3, 2, 19, 5, tzinfo=UTC), zone="Europe/Moscow"
    )
    return forums.read(source)


def told(page: Any) -> list[Any]:
    posts = [
        (post.id, post.author, post.author_id, post.number, post.at, post.edited, post.body) for post in page.posts
    ]
    return [page.software, page.page, page.pages, page.thread, page.title, posts]


def test_guest_and_member_see_the_same_posts(board: Any) -> None:
    guest = board.thread()
    member = board.thread("f00dfeedf00dfeedf00dfeedf00dfeed")
    for piece, instead in MEMBER[board.kind.software]:
        assert piece in member, piece
        member = member.replace(piece, instead)
    assert member != guest
    assert told(read(member, board.kind.encoding)) == told(read(guest, board.kind.encoding))
    assert read(member, board.kind.encoding).posts


def test_a_discourse_member_gets_the_posts_that_a_guest_gets() -> None:
    guest = (ROOT / "fixtures" / "pages" / "discourse" / "api_p2.json").read_text("utf-8")
    topic = json.loads(guest)
    topic |= {
        "last_read_post_number": 21, "last_read_post_id": 121, "posted": True, "bookmarks": [], "bookmarked": False,
        "draft": '{"reply":"Рысь","action":"reply"}', "draft_key": f"topic_{topic['id']}", "draft_sequence": 3,
    }  # fmt: skip
    topic["details"] = topic.get("details", {}) | {"can_edit": True, "can_create_post": True, "notification_level": 3}
    for post in topic["post_stream"]["posts"]:
        post |= {"read": True, "yours": False, "can_edit": True, "can_delete": True, "bookmarked": False}
        post["actions_summary"] = [{"id": 2, "count": 1, "can_act": True, "acted": False}, {"id": 3, "can_act": True}]
    member = json.dumps(topic, ensure_ascii=False)
    assert told(read(member, "utf-8")) == told(read(guest, "utf-8"))
    assert read(member, "utf-8").posts
