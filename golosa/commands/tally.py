"""`golosa tally`: counts threads given as JSON lines, so that whole archives can be counted. Keeps nothing."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec
from msgspec import Struct

from golosa.commands.options import roster_in
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from engine.counts import Count, Round
    from engine.posts import Post
    from engine.rules import Rules

#: Near the ends of the calendar no zone and no length of time could be added to a moment.
YEARS = range(1900, 9000)
#: Where no post has a time, each is a second after the one before it, from here on.
_START = datetime(2000, 1, 1, tzinfo=UTC)


class Line(Struct, frozen=True):
    """One post of a thread."""

    number: int
    id: str
    author: str
    html: str
    at: datetime | None = None


class RosterPlayer(Struct, frozen=True, forbid_unknown_fields=True):
    """A player as the roster file has him."""

    name: str
    aliases: tuple[str, ...] = ()
    accounts: tuple[str, ...] = ()
    weight: int | float = 1


class RosterFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays, who leads, who is out."""

    players: tuple[RosterPlayer, ...]
    hosts: tuple[str, ...] = ()
    dead: tuple[str, ...] = ()


@click.command("tally")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.jsonl…")
@click.option("--rules", "rules_name", required=True, metavar="NAME_OR_FILE", help="The rule set.")
@click.option("--roster", required=True, type=click.Path(path_type=Path), metavar="ROSTER.json", help="Who plays.")
@click.option("--from", "first", type=int, metavar="N", help="The first post number that counts.")
@click.option("--to", "last", type=int, metavar="N", help="The last post number that counts.")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Change a knob of the rule set.")
@click.option("--counts-at", metavar="N,N,…", help="Also the counts as they stood just before these posts.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document a file, one a line.")
def command(files: tuple[Path, ...], rules_name: str, roster: Path, as_json: bool, **given: Any) -> int:
    """Count a thread given as JSON lines, one post a line, in thread order.

    \b
    {"number": 471, "id": "2659916", "author": "…", "at": "2026-03-02T12:00:00Z", "html": "…"}

    Without `at` the order decides. Exit status 1 where something needs a ruling.
    """
    from golosa.rulebook.rulesets import knob_setting, load

    rules = load(rules_name, dict(knob_setting(setting) for setting in given["settings"]))
    people = _read(roster, RosterFile)
    moments = _numbers(given["counts_at"])
    open_ = False
    for file in files:
        lines = _lines(file, given["first"], given["last"])
        document, needs_host = _tally(rules, people, lines, moments)
        open_ = open_ or needs_host
        if as_json:
            sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
        else:
            _print(file, document)
    return 1 if open_ else 0


def _read(path: Path, type_: type[RosterFile]) -> RosterFile:
    people = roster_in(path, type_)
    names = [player.name for player in people.players]
    if not names:
        raise GolosaError(f"{path}: there are no players in the roster")
    for name in names:
        if names.count(name) > 1:
            raise GolosaError(f"{path}: two players are called {name!r}")
    return people


def _numbers(text: str | None) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(",")) if text else ()
    except ValueError as error:
        raise GolosaError(f"--counts-at {text!r}: write post numbers, like 72,110") from error


def _lines(path: Path, first: int | None, last: int | None) -> list[Line]:
    """The posts of a file that count. Raises GolosaError naming the line that is none."""
    found: list[Line] = []
    try:
        rows = path.read_bytes().splitlines()
    except OSError as error:
        raise GolosaError(f"{path}: cannot read: {error.strerror or error}") from error
    for number, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            line = msgspec.json.decode(row, type=Line)
        except msgspec.DecodeError as error:
            raise GolosaError(f"{path}: line {number}: {error}") from error
        if line.at is not None and line.at.tzinfo is None:
            raise GolosaError(f"{path}: line {number}: the time needs an offset")
        if line.at is not None and line.at.year not in YEARS:
            raise GolosaError(f"{path}: line {number}: no game is played in the year {line.at.year}")
        found.append(line)
    if len({line.id for line in found}) != len(found):
        raise GolosaError(f"{path}: two posts have one id")
    return [line for line in found if (first is None or line.number >= first) and (last is None or line.number <= last)]


def _posts(lines: Sequence[Line]) -> tuple[Post, ...]:
    from engine.posts import Post, Revision
    from engine.times import Interval
    from forums.body import read_body

    timed = all(line.at is not None for line in lines)
    posts = []
    for order, line in enumerate(lines):
        at = line.at.astimezone(UTC) if timed and line.at is not None else _START + timedelta(seconds=order)
        revision = Revision(read_body(line.html), at, at)
        posts.append(Post(line.id, order, line.author, Interval.shown(at), (revision,), number=line.number))
    return tuple(posts)


def _tally(
    rules: Rules, people: RosterFile, lines: Sequence[Line], moments: Sequence[int]
) -> tuple[dict[str, Any], bool]:
    from engine.counting import count
    from engine.counts import Verdict
    from engine.day import Day
    from engine.people import Player, Roster

    posts = _posts(lines)
    starts = min((post.at.earliest for post in posts), default=_START)
    ends = max((post.at.latest for post in posts), default=_START) + timedelta(seconds=1)
    roster = Roster(
        tuple(Player(player.name, player.accounts, aliases=player.aliases) for player in people.players), people.hosts
    )
    weights = {player.name: player.weight for player in people.players if player.weight != 1}
    day = Day(label="day1", starts=starts, ends=ends, out=frozenset(people.dead), weights=weights)
    result = count(rules, roster, day, posts, at=ends)
    document = _document(result, {post.id: post.number for post in posts})
    _own_times(document, {line.id: line.at for line in lines})
    document["counts_at"] = [_moment(number, _stood(rules, roster, day, posts, number)) for number in moments]
    return document, result.verdict is Verdict.OPEN or bool(result.rulings_needed)


def _stood(rules: Rules, roster: Any, day: Any, posts: Sequence[Post], number: int) -> Count:
    """The count just before a post."""
    from engine.counting import count

    before = [post for post in posts if (post.number or 0) < number]
    at = max((post.at.latest for post in before), default=day.starts + timedelta(microseconds=1))
    return count(rules, roster, day, before, at=at)


def _own_times(document: dict[str, Any], times: Mapping[str, datetime | None]) -> None:
    """Gives each post the time that its line has; those that stand for the order of a thread without times are none."""
    from golosa.texts.document import stamp

    for one in (*document["ballots"].values(), *document["not_counted"], *document["rulings_needed"]):
        if "at" in one:
            own = times.get(one["post"])
            one["at"] = None if own is None else stamp(own.astimezone(UTC))


def _round(result: Count) -> Round:
    return result.overtime or result.first


def _counts(round_: Round) -> list[dict[str, Any]]:
    return [{"target": tally.target, "votes": tally.votes, "voters": tally.voters} for tally in round_.counts]


def _moment(number: int, result: Count) -> dict[str, Any]:
    return {"number": number, "counts": _counts(_round(result)), "no_ballot": result.no_ballot}


def _document(result: Count, numbers: dict[str, int | None]) -> dict[str, Any]:
    from golosa.texts.document import SCHEMA, ballots

    return {
        "schema": SCHEMA,
        "verdict": result.verdict,
        "out": result.out,
        "by": result.by,
        "at_post": numbers.get(result.at_post) if result.at_post else None,
        "ballots": ballots(_round(result)),
        "counts": _counts(_round(result)),
        "no_ballot": result.no_ballot,
        "tied": _round(result).tied,
        "not_counted": msgspec.to_builtins(result.not_counted),
        "rulings_needed": msgspec.to_builtins(result.rulings_needed),
    }


def _print(file: Path, document: dict[str, Any]) -> None:
    out = ", ".join(document["out"]) or "nobody"
    by = f" ({document['by']})" if document["by"] else ""
    click.echo(f"{file}: {document['verdict']}: {out}{by}")
    for tally in sorted(document["counts"], key=lambda tally: -tally["votes"]):
        click.echo(f"  {tally['votes']:>4g}  {tally['target'] or '—'}: {', '.join(tally['voters'])}")
    for mark in document["rulings_needed"]:
        click.echo(f"  needs a ruling: #{mark['post']} {mark['author']} «{mark['text']}» ({mark['why']})")
