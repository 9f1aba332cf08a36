"""From a count to the public day: everything anybody may read of it. Knows counts and the game's folder; no page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from engine.counts import Ballot, Round, Verdict
from engine.lots import LotError, Proof, verify
from engine.posts import Post
from golosa import catalogue
from golosa.folder.config import DayTable, utc
from golosa.folder.dice import block_of, commitment
from golosa.folder.game import Counted, Game, standing_ballots
from golosa.folder.history import votes_of
from golosa.folder.phases import day_label
from golosa.public.allowed import Allowed, is_over
from golosa.public.course import courses
from golosa.views.counts import count_view
from golosa.views.nights import cause_of
from golosa.views.public import (
    PublicChange,
    PublicDay,
    PublicDraw,
    PublicMark,
    PublicPost,
    PublicResult,
    PublicRound,
    PublicRow,
    PublicVote,
    PublicVoter,
)
from golosa.views.shapes import MarkView, RowView


def public_day(game: Game, day: DayTable, allowed: Allowed, *, official: bool) -> PublicDay:
    """A day as its readers see it: with its count, or with the reason why none is shown."""
    counted, frame = allowed.counted, game.frame(day, allowed.cut)
    found: dict[str, Any] = {"at": None, "hidden": allowed.hidden, "until": utc(day.ends)}
    if counted is None:
        found["living"] = tuple(name for name in game.roster.names if name not in frame.out)
    else:
        found |= _Maker(game, counted).fields(official=official)
    return PublicDay(
        number=day.number,
        starts=utc(day.starts),
        ends=utc(day.ends),
        delay_minutes=0 if official else game.config.public.delay_minutes,
        official=official,
        gone=tuple(name for name in game.roster.names if name in frame.out),
        draws=_draws(game, day, allowed),
        **found,
    )


def is_settled(game: Game, counted: Counted) -> bool:
    """Whether the host has made this count official before, or closed the day with its result."""
    count = counted.count
    if not counted.complete or count.verdict is Verdict.OPEN or count.rulings_needed:
        return False
    posted = game.last_posted(counted.day)
    if posted is not None and posted.official and posted.ballots == standing_ballots(count):
        return True
    closed = _closed(game, counted)
    return closed is not None and set(closed["out"]) == set(count.out)


def _closed(game: Game, counted: Counted) -> dict[str, Any] | None:
    facts = game.facts.all("result", phase=day_label(counted.day.number), known=counted.known)
    return facts[-1].read(dict[str, Any]) if facts else None


def _draws(game: Game, day: DayTable, allowed: Allowed) -> tuple[PublicDraw, ...]:
    """The day's lots; the one among those who missed the day only once the next day has begun (T14-5)."""
    found, words = commitment(game), catalogue.of(game.config.game.lang).lot
    if found is None or allowed.counted is None:
        return ()
    known = allowed.counted.known
    begun = any(other.number > day.number and other.starts <= known for other in game.config.day)
    kinds = {"tie", "missed"} if begun else {"tie"}
    proofs = [fact.read(Proof) for fact in game.facts.all("draw", phase=day_label(day.number), known=known)]
    return tuple(
        PublicDraw(
            label=proof.label,
            what=words[proof.label.rpartition(".")[2]],
            chosen=proof.chosen,
            candidates=proof.candidates,
            block=block_of(proof, found.chain),
            holds=_holds(proof, found.chain),
        )
        for proof in proofs
        if proof.label.rpartition(".")[2] in kinds
    )


def _holds(proof: Proof, chain: str) -> bool:
    try:
        verify(proof, chain)
    except LotError:
        return False
    return True


class _Maker:
    """Makes the parts of one public day from its count."""

    def __init__(self, game: Game, counted: Counted) -> None:
        self.game, self.counted, self.count = game, counted, counted.count
        self.posted = game.last_posted(counted.day, counted.known)
        self.view = count_view(game, counted, self.posted, official=False)
        self.posts: dict[str, Post] = {post.id: post for post in counted.posts}

    def fields(self, *, official: bool) -> dict[str, Any]:
        """The fields of `PublicDay` that a count fills."""
        count, view, last = self.count, self.view, self.counted.up_to
        first, final = count.shown_first or count.first, count.overtime and (count.shown or count.overtime)
        return {
            "at": count.at,
            "hidden": None,
            "complete": self.counted.complete,
            "ended": is_over(self.counted),
            "ended_by": self.post(count.at_post) if count.at_post else None,
            "until": None if official else self.until(),
            "up_to": self.post(last.id) if last else None,
            "first": self.round(first, view.rows),
            "overtime": self.round(final, view.overtime or ()) if final else None,
            "verdict": count.verdict.value,
            "by": view.by,
            "out": count.out,
            "missed_out": count.missed_out,
            "annulled": count.annulled,
            "closed": self.closed(),
            "lots_due": count.lots_needed,
            "majority": count.majority,
            "hammer": view.hammer,
            "silent": view.no_ballot,
            "living": count.living,
            "votes": self.votes(),
            "not_counted": self.marks(view.not_counted),
            "waiting": self.marks(view.rulings),
            "ruled": view.ruled,
            "since": self.posted.at if self.posted else None,
            "changes": tuple(PublicChange(one.voter, one.before, one.now) for one in view.changes),
        }

    def post(self, ref: str) -> PublicPost:
        """A post by its id; its address only where it is one of the web, since a page may hold anything."""
        found = self.posts.get(ref)
        if found is None:
            return PublicPost(ref)
        url = found.url if found.url and re.match(r"https?://", found.url) else None
        return PublicPost(ref, found.number, found.at.earliest, url)

    def until(self) -> datetime | None:
        """The end that the votes run to: the day's, or that of its extra time."""
        count, day = self.count, self.counted.day
        if not is_over(self.counted):
            return utc(day.ends)
        if not count.first.tied or count.verdict is not Verdict.OPEN:
            return None
        extra = self.game.extra_ends(day, count.ended_at, self.counted.known)
        return next((end for end in extra if end > count.at), None)

    def round(self, shown: Round, rows: Sequence[RowView]) -> PublicRound:
        tallies = {tally.target: tally for tally in shown.counts}
        ballots = {ballot.voter: ballot for ballot in shown.ballots}
        course = courses(votes_of(self.count), shown, utc(self.counted.day.starts))
        made = tuple(
            PublicRow(
                target=row.target,
                votes=row.number,
                bonus=tallies[row.target].bonus,
                needed=row.needed,
                voters=tuple(self.voter(ballots[one.name], ruled=one.ruled) for one in row.voters),
                course=course[row.target],
            )
            for row in rows
        )
        return PublicRound(shown.count_at, made, shown.tied)

    def voter(self, ballot: Ballot, *, ruled: bool) -> PublicVoter:
        post = self.post(ballot.post) if ballot.post else None
        return PublicVoter(ballot.voter, post, ballot.weight, ballot.default, ruled)

    def votes(self) -> tuple[PublicVote, ...]:
        words = catalogue.of(self.view.lang).spoken
        return tuple(
            PublicVote(
                voter=fate.voter or "",
                target=fate.target,
                word=fate.word.value if fate.word else None,
                said=words[fate.word] if fate.word else fate.target or "",
                post=self.post(fate.post),
                stands=fate.counts,
            )
            for fate in votes_of(self.count)
        )

    def marks(self, marks: Sequence[MarkView]) -> tuple[PublicMark, ...]:
        """All but the host's own coloured text: no vote anybody could miss."""
        return tuple(
            PublicMark(mark.author, mark.text, mark.code, mark.why, self.post(mark.post), mark.candidates)
            for mark in marks
            if mark.code != "host"
        )

    def closed(self) -> PublicResult | None:
        found = _closed(self.game, self.counted)
        if found is None:
            return None
        words = catalogue.of(self.view.lang)
        return PublicResult(tuple(found["out"]), cause_of(found["by"], self.game.rules, words))
