"""All forum software that can be read, in the order in which a page is tried on it.

A page is recognised by its own marks, never by its address. Marks are plain pieces of the page's source, quickly looked
for; each holds a sign (`<`, `"`) that no post can carry unescaped, or stands where no post does. Modules are imported
when needed.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from msgspec import Struct

from forums.pieces import Held, Pieces

if TYPE_CHECKING:
    from forums.adapter import Adapter


class Entry(Struct, frozen=True):
    """One adapter: the software's id, the module that holds its `ADAPTER`, and how its pages are recognised."""

    software: str
    module: str
    marks: tuple[tuple[str, ...], ...]  #: a page is of this software if it holds every piece of any of these groups


#: First match wins (ENGINES.md, 1). A style with markup of its own has a row of its own.
ENTRIES: tuple[Entry, ...] = (
    Entry(
        "discourse",
        "forums.software.discourse",
        (
            ('name="generator" content="Discourse',),
            ('id="data-preloaded"', 'data-preloaded="{'),
        ),
    ),
    Entry(
        "nodebb",
        "forums.software.nodebb",
        (
            ('component="post"', 'data-pid="'),
            ('"relative_path":', '"csrf_token":', "nodebb"),
            ('<html lang="', "app.bodyClass"),
            ("window.config = JSON.parse(", "nodebb"),
            ('href="/assets/5xx.css"',),
        ),
    ),
    Entry(
        "flarum",
        "forums.software.flarum",
        (('id="flarum-json-payload"',), ('id="flarum-loading"',)),
    ),
    Entry(
        "xenforo",
        "forums.software.xenforo",
        (('<html id="XF"',), ('id="XF"', 'data-app="public"'), ('id="js-post-', 'data-content="post-')),
    ),
    Entry(
        "xenforo1",
        "forums.software.xenforo1",
        (
            ('<html id="XenForo"',),
            ('id="XenForo"', 'class="Public'),
            ('class="messageUserBlock', 'class="messageText SelectQuoteContainer'),
        ),
    ),
    Entry(
        "ips5",
        "forums.software.ips5",
        (('class="ipsEntry__post', 'id="elComment_'), ('id="ipsLayout"', 'data-pageapp="')),
    ),
    Entry(
        "ips4",
        "forums.software.ips4",
        (
            ('data-pageapp="', 'class="ipsApp'),
            ("data-pageapp='", "class='ipsApp"),
            ("<body class='ipsApp",),
            ('<body class="ipsApp',),
            ('id="elComment_', 'data-role="commentContent"'),
            ("id='elComment_", "data-role='commentContent'"),
        ),
    ),
    Entry(
        "ipb3",
        "forums.software.ipb3",
        (("<body id='ipboard_body'",), ('<body id="ipboard_body"',), ("id='post_id_", "class='post_block")),
    ),
    Entry(
        "ipb2",
        "forums.software.ipb2",
        (
            ('class="postcolor" id="post-',),
            ('id="ipbwrapper"',),
            ("id='ipbwrapper'",),
            ("class='postcolor' id='post-",),
            ("<!--Begin Msg Number ", "class='postcolor'"),
            ('/lofiversion/lofi.css"',),
        ),
    ),
    Entry(
        "vbulletin5",
        "forums.software.vbulletin5",
        (('<body id="vb-page-body"',), ('content="vBulletin 5',), ('data-node-id="', 'class="b-post__content')),
    ),
    Entry(
        "vbulletin4",
        "forums.software.vbulletin4",
        (('id="vbulletin_html"',), ('content="vBulletin 4',), ('id="post_message_', 'class="postcontent')),
    ),
    Entry(
        "vbulletin3",
        "forums.software.vbulletin3",
        (
            ('content="vBulletin 3',),
            ('id="post_message_', 'class="vbmenu_control"'),
            ('src="clientscript/vbulletin_',),
            ('id="post_message_', 'id="postmenu_'),  # a theme without its menus
            ("/archive/archive.css", 'class="pagebody"'),  # the plain version for search engines
        ),
    ),
    Entry(
        "mybb",
        "forums.software.mybb",
        (
            ("<!-- start: showthread -->",),
            ("<!-- start: printthread -->",),
            ("var my_post_key",),
            ('href="https://mybb.com"', "MyBB"),
            ('class="post_body', 'id="pid_'),  # saved without its scripts
        ),
    ),
    Entry(
        "mybbru",
        "forums.software.mybbru",
        (('id="pun-viewtopic"',), ('id="pun_wrap"',), ('id="pun-main"',)),
    ),
    Entry(
        "punbb",
        "forums.software.punbb",
        (('id="brd-viewtopic"',), ('class="brd-page',), ('id="brd-', "PUNBB.env"), ('id="brd-head"',)),
    ),
    Entry(
        "fluxbb",
        "forums.software.fluxbb",
        (('id="punviewtopic"',), ('class="pun"', 'id="brdheader"'), ('id="poweredby"', "FluxBB"), ('class="punwrap"',)),
    ),
    Entry(
        "smf1",
        "forums.software.smf1",
        (
            ('class="td_headerandpost"',),
            ('target="_blank">Powered by SMF 1.1',),
            ('<div style="font-weight: bold;" id="subject_',),
        ),
    ),
    Entry(
        "smf",
        "forums.software.smf",
        (
            ("var smf_scripturl",),
            ("smf_theme_url =",),
            ('class="postheader"', "simplemachines.org"),
            ('id="forumposts"', 'id="msg_'),  # saved without its scripts
        ),
    ),
    Entry(
        "phpbb",
        "forums.software.subsilver2",
        (
            ("/styles/subsilver2/",),
            ('class="postbody"', 'id="wrapfooter"', 'id="pageheader"'),
            ('id="wrapheader"', 'id="wrapfooter"'),
            ('<span class="Forum">', "phpBB Group"),
        ),
    ),
    Entry(
        "phpbb",
        "forums.software.phpbb",
        (
            ('<body id="phpbb"',),
            ('id="phpbb" class="',),
            ("/styles/prosilver/",),
            ('href="https://www.phpbb.com/">phpBB',),
        ),
    ),
    Entry(
        "phpbb2",
        "forums.software.phpbb2",
        (
            ('class="postdetails"', 'class="postbody"'),
            ('class="forumline"', 'class="bodyline"'),
            ('class="forumline"', "phpBB Group"),
        ),
    ),
    Entry(
        "vanilla",
        "forums.software.vanilla",
        (
            ('id="vanilla_discussion_',),
            ('id="Comment_', 'class="Message'),
            ('id="Discussion_', 'class="Message'),
            ('id="dashboard_home_',),
            ('id="dashboard_entry_',),
            ("<script>gdn=", "gdn.meta"),
        ),
    ),
    Entry(
        "misago",
        "forums.software.misago",
        (
            ('id="post-feed-item-',),
            ('id="posts-feed-item-',),
            ('id="misago-',),
            ("misago.init(",),
            ("misago._context",),
        ),
    ),
    Entry(
        "proboards",
        "forums.software.proboards",
        (('class="user-link', 'data-timestamp="', 'id="post-'), ("<script", "proboards.data(")),
    ),
    Entry(
        "ucoz",
        "forums.software.ucoz",
        (
            ('id="ucoz-forum-post-',),
            ('class="ucoz-forum-post"',),
            ('class="gTable"', 'class="postTdTop"'),
            ('class="gTable"', 'src="/.s/'),
            (".ucoz.net/src/", "<script"),
        ),
    ),
    Entry(
        "livejournal",
        "forums.software.livejournal",
        (("Site.page = {",), ("Site.page={",), ('{"comments":[', '"dtalkid":'), (".livejournal.net/", "Site.journal")),
    ),
    Entry(
        "diary",
        "forums.software.diary",
        (
            ('class="discussion', 'data-id="', 'class="authorName'),
            ('class="singleComment', 'class="authorName'),
            ('<meta name="author" content="diary.ru"',),
            ('href="https://static.diary.ru/', "<link "),
            ('href="//static.diary.ru/', "<link "),
        ),
    ),
)

#: Answers in JSON, whatever the order of their keys; a text in JSON can hold none of these marks.
DATA: tuple[Entry, ...] = (
    Entry(
        "discourse", "forums.software.discourse", (('"post_stream":{', '"cooked":"'), ('"errors":[', '"error_type":"'))
    ),
    Entry(
        "nodebb",
        "forums.software.nodebb",
        (
            ('"mainPid":', '"posts":[', '"pid":'),
            ('"loggedInUser":', '"bodyClass":'),
            ('"error":"', '"bodyClass":'),
            ('"bodyClass":"page-',),
            ('"status":{', '"code":"', '"response":{'),
            ('{"site_title":"',),
        ),
    ),
    Entry(
        "flarum",
        "forums.software.flarum",
        (('"type":"posts"', '"contentType":"comment"'), ('"errors":[{', '"status":"', '"code":"')),
    ),
    Entry(
        "vanilla",
        "forums.software.vanilla",
        (('"commentID":', '"discussionID":', '"insertUserID":'), ('"discussionID":', '"insertUserID":', '"name":')),
    ),
    Entry("misago", "forums.software.misago", (('"post_set":{', '"results":['), ('"posted_on":"', '"is_event":'))),
    Entry("livejournal", "forums.software.livejournal", (('"comments":[', '"dtalkid":'),)),
)

#: Marks of software that wears marks of its forebears but stands otherwise, and is read by structure: ElkArte, and
#: Forumotion but for its pages after phpBB 3.
STRANGERS = ("elk_scripturl =", "//illiweb.com/")
_PROSILVER = '<body id="phpbb"'

_PIECES = Pieces(piece for entry in ENTRIES for group in entry.marks for piece in group)


def recognise(text: str, known: str | None = None) -> Adapter | None:
    """The adapter for a page's text; None where nobody knows it.

    `known` is the software of another page of the same thread: if the page bears its marks, no other's are looked for.
    """
    if text.lstrip()[:1] in ("{", "["):
        return _of_data(text) or _of_data(_compact(text))
    for entry in ENTRIES if known is not None else ():
        if entry.software == known and any(all(piece in text for piece in group) for group in entry.marks):
            return load(entry.module)
    if any(mark in text for mark in STRANGERS) and _PROSILVER not in text:
        return None
    held = Held(_PIECES, text)
    for entry in ENTRIES:
        if any(all(map(held, group)) for group in entry.marks):
            return load(entry.module)
    return None


def _of_data(text: str) -> Adapter | None:
    for entry in DATA:
        if any(all(mark in text for mark in group) for group in entry.marks):
            return load(entry.module)
    return None


def _compact(text: str) -> str:
    """JSON without white space between its parts, as servers send it; tools that save answers lay them out."""
    try:
        return json.dumps(json.loads(text), separators=(",", ":"))
    except (ValueError, RecursionError):
        return ""


def of_software(software: str) -> Adapter | None:
    """The adapter of a software by its id (its first row: styles of one software have the same addresses)."""
    if software == "generic":
        from forums.guess import Guess

        return Guess()
    return next((load(entry.module) for entry in ENTRIES if entry.software == software), None)


@cache
def load(module: str) -> Adapter:
    """The adapter of a module, imported on first use."""
    return cast("Adapter", import_module(module).ADAPTER)
