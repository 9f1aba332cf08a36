"""From a game's folder to the public game: its day, its earlier days, commitments, counts posted. Knows no page."""

from __future__ import annotations

from collections.abc import Iterable

from engine.posts import MarkKind
from golosa.folder.dice import commitment
from golosa.folder.game import Game, Posted
from golosa.texts.bbcode import safe
from golosa.views.counts import title_of
from golosa.views.notices import colour_tag
from golosa.views.public import (
    PublicBallot,
    PublicChoice,
    PublicDay,
    PublicGame,
    PublicPast,
    PublicPosted,
)


def public_game(game: Game, day: PublicDay | None, past: Iterable[PublicPast]) -> PublicGame:
    """The game as its readers see it, with its current day and the earlier ones."""
    found = commitment(game)
    return PublicGame(
        title=title_of(game),
        lang=game.config.game.lang,
        zone=game.zone,
        day=day,
        past=tuple(sorted(past, key=lambda one: -one.number)),
        commitments=(f"deal: {found.deal}", f"chain: {found.chain}") if found else (),
        ballots=tuple(PublicBallot(name, bbcode_of(game, name)) for name in day.living) if day else (),
        posted=_posted(game, day),
    )


def bbcode_of(game: Game, name: str) -> str:
    """A vote for that player as the rules want it written, ready to paste."""
    votes, shown = game.rules.votes, safe(name)
    if MarkKind.COLOUR in votes.kinds and votes.colour:
        return f"[color={colour_tag(votes.colour[0])}]{shown}[/color]"
    if votes.words:
        text = f"{votes.words[0]} {shown}"
        return f"[b]{text}[/b]" if MarkKind.BOLD in votes.kinds and votes.bold_needs_word else text
    return f"[b]{shown}[/b]" if MarkKind.BOLD in votes.kinds else shown


def _posted(game: Game, day: PublicDay | None) -> tuple[PublicPosted, ...]:
    """The counts posted, newest first; of the current day none later than what is shown of it."""
    facts = reversed(game.facts.all("posted"))
    return tuple(_one(posted) for posted in (fact.read(Posted) for fact in facts) if _may_be_told(posted, day))


def _may_be_told(posted: Posted, day: PublicDay | None) -> bool:
    if day is None or posted.day < day.number:
        return True
    return posted.day == day.number and day.at is not None and posted.at <= day.at


def _one(posted: Posted) -> PublicPosted:
    url = posted.url if posted.url and posted.url.startswith(("http://", "https://")) else None
    choices = tuple(PublicChoice(voter, target) for voter, target in posted.ballots.items())
    return PublicPosted(posted.day, posted.at, posted.official, url, choices)
