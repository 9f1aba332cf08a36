"""The machine form of a count: a plain dictionary, ready for JSON."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from engine.counts import Ballot, MarkFate, Round, Verdict
from engine.telling import Told
from golosa.folder.game import Counted, Game, Posted, standing_ballots
from golosa.folder.history import presence_of, votes_of

SCHEMA = 1


def encoded(document: object) -> bytes:
    """A document as JSON; sentences that could be told in other languages are told in English."""
    return msgspec.json.encode(document, enc_hook=_plain)


def builtins_of(value: object) -> Any:
    """A value as dictionaries and lists, its sentences in English."""
    return msgspec.to_builtins(value, enc_hook=_plain)


def _plain(value: object) -> str:
    if isinstance(value, Told):
        return str(value)
    raise NotImplementedError(type(value))


def stamp(moment: datetime | None) -> str | None:
    """A time as ISO 8601 in UTC with `Z`."""
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


def ballots(round_: Round) -> dict[str, Any]:
    """Ballots by voter."""
    return {ballot.voter: _ballot(ballot) for ballot in round_.ballots}


def _ballot(ballot: Ballot) -> dict[str, Any]:
    return {
        "target": ballot.target,
        "post": ballot.post,
        "at": stamp(ballot.at),
        "weight": ballot.weight,
        "default": ballot.default,
    }


def counts(round_: Round) -> list[dict[str, Any]]:
    """Votes by candidate."""
    return [{"target": tally.target, "votes": tally.votes, "voters": tally.voters} for tally in round_.counts]


def changes(counted: Counted, posted: Posted | None) -> list[dict[str, Any]]:
    """What is different from the ballots of the last count that was posted."""
    if posted is None:
        return []
    now = standing_ballots(counted.count)
    posts = {ballot.voter: ballot.post for ballot in (counted.count.overtime or counted.count.first).ballots}
    voters = [*posted.ballots, *(voter for voter in now if voter not in posted.ballots)]
    return [
        {"voter": voter, "from": posted.ballots.get(voter), "to": now.get(voter), "post": posts.get(voter)}
        for voter in voters
        if posted.ballots.get(voter) != now.get(voter) or (voter in posted.ballots) != (voter in now)
    ]


def of_count(counted: Counted, *, title: str, official: bool, posted: Posted | None, bbcode: str) -> dict[str, Any]:
    """The document that `golosa count --json` prints."""
    result, last = counted.count, counted.up_to
    up_to = {"post": last.id, "number": last.number, "at": stamp(last.at.earliest)} if last else None
    overtime = result.overtime
    return {
        "schema": SCHEMA,
        "game": title,
        "day": counted.day.number,
        "at": stamp(result.at),
        "official": official,
        "complete": counted.complete,
        "incomplete_why": counted.why_incomplete,
        "known": stamp(counted.known),
        "seen_until": stamp(counted.seen_until),
        "up_to": up_to,
        "ballots": ballots(result.first),
        "counts": counts(result.first),
        "no_ballot": result.no_ballot,
        # What has not been read may have decided otherwise.
        "verdict": result.verdict if counted.complete else Verdict.OPEN,
        "by": result.by if counted.complete else None,
        "out": result.out if counted.complete else (),
        "missed_out": result.missed_out,
        "annulled": result.annulled,
        "tied": result.first.tied,
        "overtime": {
            "count_at": stamp(overtime.count_at),
            "ballots": ballots(overtime),
            "counts": counts(overtime),
            "tied": overtime.tied,
        }
        if overtime
        else None,
        "lots_needed": result.lots_needed,
        "not_counted": msgspec.to_builtins(result.not_counted),
        "rulings_needed": msgspec.to_builtins(result.rulings_needed),
        "reports": [{"post": report.post, "author": report.author, "what": report.what} for report in result.reports],
        "changes": changes(counted, posted),
        "bbcode": bbcode,
    }


def course(game: Game, counted: Counted, posted: Posted | None) -> dict[str, Any]:
    """How the day went, beside the count: what is missing to a majority, every vote by time, who has written how much,
    and the count posted before. Public figures only."""
    result = counted.count
    return {
        "majority": result.majority,
        "needed": msgspec.to_builtins(result.needed),
        "history": [_step(fate) for fate in votes_of(result)],
        "presence": [
            {"player": one.player, "posts": one.posts, "last": one.last.id if one.last else None}
            for one in presence_of(game, counted)
        ],
        "previous": {"at": stamp(posted.at), "url": posted.url, "official": posted.official} if posted else None,
    }


def _step(fate: MarkFate) -> dict[str, Any]:
    return {
        "post": fate.post,
        "voter": fate.voter,
        "at": stamp(fate.at),
        "target": fate.target,
        "word": fate.word,
        "stands": fate.counts,
    }
