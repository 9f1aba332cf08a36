"""What a post's HTML looks like on one forum software, as data.

A profile names classes; `forums.flow` and `forums.body` do the reading. Must not know pages, times or votes.
"""

from __future__ import annotations

from msgspec import Struct


class Profile(Struct, frozen=True, kw_only=True):
    """How the bodies of one forum software are marked up. All names are class names, in small letters.

    What HTML itself says needs no mention: `blockquote` is a quote, `pre` and `code` are code, `s`, `strike`, `del` and
    `text-decoration: line-through` strike, `details` and classes that begin with "spoiler" are spoilers.
    """

    quotes: frozenset[str] = frozenset()  #: boxes that hold somebody else's words
    heads: frozenset[str] = frozenset()  #: lines of the software's right before a box of `quotes` or `code`
    code: frozenset[str] = frozenset()  #: code boxes
    dropped: frozenset[str] = frozenset()  #: signature, edit notice, buttons: no part of the text
    unsure: frozenset[str] = frozenset()  #: what may not be the writer's own words: a mark in it is unclear
    #: Tags that no writer can give a class: what stands in one whose class is not known is unclear too.
    foreign: frozenset[str] = frozenset()
    #: The line above a signature that nothing else tells from the text; anybody can type it, so what stands below the
    #: last one is unclear.
    rule: str | None = None
    struck: frozenset[str] = frozenset()  #: shown struck through by the board's style sheet
    bold: frozenset[str] = frozenset()  #: shown bold by the board's style sheet
    spoilers: frozenset[str] = frozenset()  #: spoiler boxes besides those called so; they win over `quotes`
    boxes: frozenset[str] = frozenset()  #: those of them whose content is a `blockquote` right in them
    colours: tuple[tuple[str, str], ...] = ()  #: class → "#rrggbb", for colours that only a style sheet gives
    vote_tags: frozenset[str] = frozenset()  #: the class of a vote tag
    merge_rules: frozenset[str] = frozenset()  #: classes of an `hr` that the software puts between merged posts (E8)
    merge_notice: str | None = (
        None  #: regular expression of the whole notice "merged later"; group `after` = how much later
    )
    merge_line: str | None = None  #: the same in no colour: a line of a form that nobody types by chance
    merge_colours: frozenset[str] = frozenset()  #: colours in which that notice is shown, "#rrggbb"


#: For bodies of unknown origin: scenarios, tallies, the structural guess.
GENERIC = Profile(
    quotes=frozenset(
        "quote quotebox quotemain quote-box answer-box bbcode_quote bbcodeblock--quote bbcodequote ipsquote "
        "ipsblockquote incqbox bbquote quotemessage userquote quotecontent".split()
    ),
    heads=frozenset(["quoteheader", "topslice_quote", "quotetop", "quotetitle", "codeheader"]),
    code=frozenset("codebox codeblock code-box bbcode_code bbcodeblock--code ipscode".split()),
    dropped=frozenset(
        "quotefooter signature post-sig postsignature sig-content lastedit lastedited postedit edited_post post_edit "
        "editdate message-lastedit message-signature signaturecontainer quoteexpand bbcodeblock-expandlink ipsedited "
        "signature_div user-signature user_signature usersignature post-signature post_signature forum-signature "
        "bbp-reply-revision-log bbp-topic-revision-log".split()
    ),
    struck=frozenset(["bbs"]),
    vote_tags=frozenset(["bbvote"]),
    merge_notice=r"(?:Добавлено (?:спустя|через) (?P<after>.+?):?|- - - (?:Updated|Добавлено|Обновлено) - - -)",
    merge_colours=frozenset(["#808080", "#c0c0c0"]),
)
