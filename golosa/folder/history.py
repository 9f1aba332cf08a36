"""The course of a day: its votes by time, and who has written how much. Knows counts and the archive; no words."""

from __future__ import annotations

from engine.counting.presence import Presence, presence
from engine.counts import Count, MarkFate, Why
from golosa.folder.config import utc
from golosa.folder.game import Counted, Game


def votes_of(count: Count) -> tuple[MarkFate, ...]:
    """Every mark that counted for a time, by time: votes, votes taken back or given to nobody, abstentions."""
    return tuple(
        fate
        for fate in count.fates
        if fate.voter is not None
        and (fate.target is not None or fate.word is not None)
        and (fate.counts or fate.why in (Why.SUPERSEDED, Why.EARLIER_ROUND))
    )


def presence_of(game: Game, counted: Counted) -> tuple[Presence, ...]:
    """How much each of the living has written up to the moment of the count, in all of the day's threads."""
    day, known = counted.day, counted.known
    posts = game.posts_in(day.threads, known) if day.votes_thread else counted.posts
    found = presence(game.roster, posts, game.rulings(known), starts=utc(day.starts), at=counted.count.at)
    return tuple(one for one in found if one.player in counted.count.living)
