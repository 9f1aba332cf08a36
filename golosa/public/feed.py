"""The Atom feed of a game's counts (RFC 4287): the current count, the days that are over, the counts posted.

Knows public views only.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from uuid import NAMESPACE_URL, UUID, uuid5
from xml.etree.ElementTree import Element, SubElement, tostring

from golosa import catalogue
from golosa.public.pages import plain
from golosa.public.words import WORDS
from golosa.texts.plurals import moment, plural
from golosa.views.public import PublicDay, PublicGame, PublicPosted

ATOM = "http://www.w3.org/2005/Atom"


def feed(game: PublicGame, past: Iterable[PublicDay], key: str) -> bytes:
    """The feed. `key` names the game and stays the same as long as it is played; only a hash of it is shown.

    A day has one entry that is updated with its count; each count posted has one of its own.
    """
    name = uuid5(NAMESPACE_URL, key)
    days = [*([game.day] if game.day and game.day.at else []), *sorted(past, key=lambda day: -day.number)]
    entries = [*(_of_day(game, day, name) for day in days), *(_of_posted(game, one, name) for one in game.posted)]
    root = Element("feed", {"xmlns": ATOM, "xml:lang": game.lang})
    _text(root, "id", name.urn)
    _text(root, "title", game.title)
    _text(root, "updated", max((updated for updated, _ in entries), default="1970-01-01T00:00:00Z"))
    SubElement(SubElement(root, "author"), "name").text = "Golosa"
    SubElement(root, "link", {"rel": "self", "href": "feed.xml"})
    SubElement(root, "link", {"rel": "alternate", "href": "index.html"})
    for _, entry in entries:
        root.append(entry)
    return b'<?xml version="1.0" encoding="utf-8"?>\n' + str(tostring(root, encoding="unicode")).encode()


def _text(parent: Element, tag: str, text: str, **attributes: str) -> None:
    SubElement(parent, tag, attributes).text = plain(text)


def _iso(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _entry(key: UUID, title: str, at: datetime, href: str, lines: Iterable[str]) -> tuple[str, Element]:
    entry = Element("entry")
    _text(entry, "id", key.urn)
    _text(entry, "title", title)
    _text(entry, "updated", _iso(at))
    SubElement(entry, "link", {"rel": "alternate", "href": href})
    # Line by line: `plain` would fold the line ends.
    SubElement(entry, "content", {"type": "text"}).text = "\n".join(plain(line) for line in lines)
    return _iso(at), entry


def _of_day(game: PublicGame, day: PublicDay, name: UUID) -> tuple[str, Element]:
    words = WORDS[game.lang]
    kind = words.official if day.official else words.preliminary if day.ended else words.unofficial
    current = game.day is not None and day.number == game.day.number
    return _entry(
        uuid5(name, f"day{day.number}"),
        f"{words.day.format(number=day.number)}: {kind}",
        day.at or day.ends,
        "index.html" if current else f"day-{day.number}.html",
        _lines(game, day),
    )


def _lines(game: PublicGame, day: PublicDay) -> Iterator[str]:
    words, units = WORDS[game.lang], catalogue.of(game.lang).units
    if not day.complete:
        yield words.incomplete
    if day.closed or (day.complete and day.ended and day.verdict in ("out", "nobody")):
        out = day.closed.out if day.closed else day.out
        yield f"{words.out}: {', '.join(out)}" if out else words.nobody_out
    shown = day.overtime or day.first
    for row in shown.rows if shown else ():
        voters = ", ".join(one.name for one in row.voters)
        yield f"{row.target or words.nobody} — {plural(row.votes, units.vote, game.lang)}: {voters}"
    if day.silent:
        yield f"{words.silent}: {', '.join(day.silent)}"


def _of_posted(game: PublicGame, posted: PublicPosted, name: UUID) -> tuple[str, Element]:
    """What was posted, voter by voter: what the votes weighed then is not kept with it."""
    words = WORDS[game.lang]
    by_target: defaultdict[str, list[str]] = defaultdict(list)
    for choice in posted.ballots:
        by_target[choice.target or words.nobody].append(choice.voter)
    kind = words.official if posted.official else words.unofficial
    at = moment(posted.at, game.zone, game.lang)
    return _entry(
        uuid5(name, f"day{posted.day}@{_iso(posted.at)}"),
        f"{words.day.format(number=posted.day)}: {kind}. {words.as_of.format(at=at)}",
        posted.at,
        plain(posted.url) if posted.url else "index.html",
        (f"{target}: {', '.join(voters)}" for target, voters in by_target.items()),
    )
