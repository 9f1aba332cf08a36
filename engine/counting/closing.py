"""When the host's words ended the day (E6). Knows posts, the closing words and his rulings on them; counts nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct, structs

from engine.counting.authors import Kind
from engine.counting.frame import Frame
from engine.counting.items import may_speak
from engine.counting.statements import change_times
from engine.counting.threads import beside, several
from engine.counts import Needs, RulingNeeded
from engine.posts import Line, Post, Revision
from engine.rulings import CloseRuling, VoidRuling
from engine.times import INSTANT, Interval


class Closing(Struct, frozen=True):
    """A post of the host's that ends the day, or may."""

    post: Post
    at: Interval  #: when the words came to stand there
    placed: bool = True  #: since the post was made: its place tells what came before it; an edit has none (V7)
    sure: bool = True  #: False: perhaps not his own words, or he took them back: a ruling
    text: str = ""  #: the words in their post

    @property
    def asked(self) -> RulingNeeded:
        """What the host is asked about it."""
        return RulingNeeded(self.post.id, self.post.author, self.text, Needs.UNCLEAR_CLOSING)


def closings(posts: Sequence[Post], frame: Frame) -> list[Closing]:
    """The posts of the day that end it, by time, up to the first that does for certain."""
    words = tuple(word.casefold() for word in frame.rules.votes.closes_with)
    ruled = {one.post: one for one in frame.rulings if isinstance(one, VoidRuling | CloseRuling)}
    others = may_speak(posts, frame) if several(posts) else ()
    found: list[Closing] = []
    for post in posts if words or ruled else ():
        if post.at.before(frame.day.starts) or frame.clock.in_day(post.at) is False:
            continue
        if frame.authors.who(post, post.at.earliest).kind is not Kind.HOST:
            continue
        ruling, alone = ruled.get(post.id), not any(beside(post, other) for other in others)
        if isinstance(ruling, CloseRuling):
            found.append(Closing(post, post.at, alone))
        elif ruling is None and words and (one := _closing(post, words)) is not None:
            found.append(structs.replace(one, placed=one.placed and alone))
    found.sort(key=lambda one: (one.at.earliest, one.post.order))
    first = next((place for place, one in enumerate(found) if one.sure), len(found))
    return [one for one in found[: first + 1] if frame.clock.in_day(one.at) is not False]


def _closing(post: Post, words: tuple[str, ...]) -> Closing | None:
    """The post as one that ends the day; None where it never said so. Words that are gone again, or that may be
    somebody else's, are the host's to rule on."""
    for sure in (True, False):
        for revision, at in zip(post.revisions, change_times(post), strict=True):
            lines = [line for line in revision.body.lines if not (sure and line.unclear)]
            said = _said(lines, words)
            if said is None:
                continue
            stands = post.gone is None and _said(post.revisions[-1].body.lines, words) is not None
            own = at if revision is post.revisions[0] else None
            since = _since(post, revision, said, at)
            return Closing(post, since, since == own, sure and stands, said.text)
    return None


def _said(lines: Iterable[Line], words: tuple[str, ...]) -> Line | None:
    """The line with which one of the words stands there: they may go over the end of a line."""
    text = ""
    for line in lines:
        text = f"{text} {line.text.casefold()}"
        if any(word in text for word in words):
            return line
    return None


def _since(post: Post, revision: Revision, line: Line, at: Interval) -> Interval:
    """Since when that line has stood there: the forum may have merged it in, or nobody saw the text before an edit."""
    if line.late:
        return line.late_at or Interval(at.earliest, max(revision.first_seen + INSTANT, at.latest))
    if revision is post.revisions[0] and revision.edited is not None:
        return Interval(at.earliest, max(revision.edited.latest, at.latest))
    return at
