"""The page of a public day as HTML. Knows public views, words and the template; no game, no file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from golosa import catalogue
from golosa.public import chart
from golosa.public.words import WORDS
from golosa.texts.plurals import moment, number, plural, short_moment
from golosa.texts.render import page as rendered
from golosa.views.public import PublicDay, PublicGame, PublicRound, PublicRow, PublicVote

#: What the page may load, for servers that send no headers of ours; a page cannot forbid frames this way.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'"
)
_CONTROLS = re.compile("[\x00-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]")
#: So many marks that do not count stand on a day's page, the latest; more stand with all votes.
MOST_MARKS = 25
STANDS, WAS = "●", "○"

Target = str | None


def plain(text: str) -> str:
    """A text for an attribute, a title or a feed: without signs that turn the direction of what follows."""
    return _CONTROLS.sub(" ", text)


class Setting(Struct, frozen=True, kw_only=True):
    """What the pages of one writing share."""

    version: str  #: what an open page of the current day compares itself with
    assets: str  #: that of the style and the script


def name_of(day: PublicDay | None, *, current: bool, votes: bool = False) -> str:
    """The file name of a day's page, or of the page with all its votes."""
    if current or day is None:
        return "votes.html" if votes else "index.html"
    return f"day-{day.number}-votes.html" if votes else f"day-{day.number}.html"


def page(game: PublicGame, day: PublicDay | None, setting: Setting, *, current: bool) -> str:
    """The page of `day`: the current one of the game, or one that is over."""
    own = {
        "by_player": by_player(day) if day else (),
        "votes_page": name_of(day, current=current, votes=True),
        "report": _report(game, day) if day else "",
    }
    return rendered("public/day.html", {**_common(game, day, setting, current=current), **own})


def votes_page(game: PublicGame, day: PublicDay, setting: Setting, *, current: bool) -> str:
    """The page of all votes of `day`: who for whom, and by time."""
    columns, cells = _matrix(day, lambda at: _short(game, day, at))
    own = {"columns": columns, "matrix": cells, "day_page": name_of(day, current=current)}
    return rendered("public/votes.html", {**_common(game, day, setting, current=current), **own})


def _common(game: PublicGame, day: PublicDay | None, setting: Setting, *, current: bool) -> dict[str, Any]:
    words = WORDS[game.lang]
    return {
        **_tools(game, day),
        "t": words,
        "game": game,
        "day": day,
        "policy": POLICY,
        "most_marks": MOST_MARKS,
        "version": setting.version,
        "assets": setting.assets,
        "current": current,
        "live": current and (day is None or not day.official),
        "heading": f"{game.title} · {words.day.format(number=day.number)}" if day else game.title,
        "data": "data/game.json" if current or day is None else f"data/day-{day.number}.json",
    }


def _tools(game: PublicGame, day: PublicDay | None) -> dict[str, Callable[..., str | int | float]]:
    """What the template calls to say numbers and moments, and to draw."""
    units, lang = catalogue.of(game.lang).units, game.lang

    def short(at: datetime) -> str:
        return _short(game, day, at)

    def ends(shown: PublicRound) -> datetime:
        return max(day.ends, shown.at) if day and shown is day.first else shown.at

    def told(row: PublicRow, _: PublicRound) -> str:
        name = plain(row.target) if row.target is not None else WORDS[lang].nobody
        points = "; ".join(f"{short(point.at)} — {number(point.votes, lang)}" for point in row.course[1:])
        return f"{WORDS[lang].chart.format(name=name)}: {points}"

    return {
        "full": lambda at: moment(at, game.zone, lang),
        "short": short,
        "brief": lambda at: short(at.replace(second=0)),
        "iso": lambda at: at.astimezone(UTC).isoformat().replace("+00:00", "Z"),
        "figure": lambda value: number(value, lang),
        "votes": lambda value: plural(value, units.vote, lang),
        "minutes": lambda value: plural(value, units.minute, lang),
        "plain": plain,
        "most": lambda shown: max((row.votes for row in shown.rows), default=0),
        "told": told,
        "line": lambda row, shown: chart.steps(
            row.course, day.starts if day else shown.at, shown.at, _highest(shown), ends(shown)
        ),
    }


def _highest(shown: PublicRound) -> int | float:
    """The most votes that anybody had at any time: the charts of one round share their height."""
    return max(point.votes for row in shown.rows for point in row.course)


def _short(game: PublicGame, day: PublicDay | None, at: datetime) -> str:
    return short_moment(at, day.at if day and day.at else at, game.zone, game.lang)


def games_page(games: Sequence[tuple[str, PublicGame]]) -> str:
    """The list of games that are served together: each one's address and what it says of itself."""
    lang = games[0][1].lang if games else "ru"
    rows = [(address, game, WORDS[game.lang]) for address, game in games]
    return rendered("public/games.html", {"t": WORDS[lang], "lang": lang, "games": rows, "policy": POLICY})


def by_player(day: PublicDay) -> tuple[tuple[str, tuple[PublicVote, ...]], ...]:
    """Each player's votes by time: the living in roster order, then whoever else has voted."""
    voters = dict.fromkeys((*day.living, *(vote.voter for vote in day.votes)))
    found = ((name, tuple(vote for vote in day.votes if vote.voter == name)) for name in voters)
    return tuple((name, votes) for name, votes in found if votes)


def _matrix(
    day: PublicDay, short: Callable[[datetime], str]
) -> tuple[Sequence[Target], Sequence[tuple[str, Sequence[str]]]]:
    """Who voted for whom and when: the candidates, and for each voter a cell for each of them."""
    rows = (*(day.overtime.rows if day.overtime else ()), *(day.first.rows if day.first else ()))
    named = [vote.target for vote in day.votes if vote.target is not None or vote.word == "no_lynch"]
    columns = tuple(dict.fromkeys((*(row.target for row in rows), *named)))
    cells = []
    for voter, votes in by_player(day):
        last = {vote.target: vote for vote in votes if vote.target is not None or vote.word == "no_lynch"}
        cells.append((voter, tuple(_cell(last[target], short) if target in last else "" for target in columns)))
    return columns, cells


def _cell(vote: PublicVote, short: Callable[[datetime], str]) -> str:
    sign = STANDS if vote.stands else WAS
    return f"{sign} {short(vote.post.at)}" if vote.post.at else sign


def _report(game: PublicGame, day: PublicDay) -> str:
    """The text with which a reader tells the host of a mistake; a script puts in the post and its address."""
    at = moment(day.at, game.zone, game.lang) if day.at else ""
    return WORDS[game.lang].mistake_text.format(
        post="{post}", url="{url}", title=plain(game.title).replace("{", "("), day=day.number, at=at
    )
