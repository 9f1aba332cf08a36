"""What a count's readers see, as plain values: names, numbers, links and words. Public views cannot hold a secret:
there is no field for roles, orders, accounts or private notes.

Knows counts and languages; knows no template and no terminal.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from zoneinfo import ZoneInfo

from babel import Locale
from babel.dates import format_datetime
from msgspec import Struct

from engine.counts import Ballot, Count, Round, Verdict
from engine.posts import Post
from golosa import catalogue
from golosa.game import Counted, Game, Posted, standing_ballots

VOTES = {"ru": {"one": "голос", "few": "голоса", "many": "голосов", "other": "голоса"}, "en": {"one": "vote"}}


class VoterView(Struct, frozen=True):
    """A voter beside a candidate."""

    name: str
    url: str | None = None
    weight: str = ""  #: "×2" where a vote weighs more or less than 1
    default: bool = False  #: has not voted himself (H13)


class RowView(Struct, frozen=True):
    """A candidate's line."""

    target: str | None
    votes: str  #: "5 голосов"
    number: int | float
    voters: tuple[VoterView, ...]


class MarkView(Struct, frozen=True):
    """A mark that does not count, or waits for the host."""

    author: str
    text: str
    why: str
    url: str | None
    post: str
    candidates: tuple[str, ...] = ()
    code: str = ""  #: the reason's code


class ChangeView(Struct, frozen=True):
    """A ballot that is another than in the last count posted."""

    voter: str
    before: str | None
    now: str | None
    url: str | None


class CountView(Struct, frozen=True, kw_only=True):
    """A count as its readers see it."""

    title: str
    day: int
    lang: str
    official: bool
    complete: bool
    why_incomplete: str | None
    at: str
    ends: str
    ended: bool
    up_to: str | None  #: number or id of the last post counted
    up_to_url: str | None
    rows: tuple[RowView, ...]
    overtime: tuple[RowView, ...] | None
    overtime_at: str | None
    tied: tuple[str, ...]
    still_tied: tuple[str, ...]
    verdict: str
    by: str
    out: tuple[str, ...]
    no_ballot: tuple[str, ...]
    changes: tuple[ChangeView, ...]
    not_counted: tuple[MarkView, ...]
    rulings: tuple[MarkView, ...]
    reports: tuple[MarkView, ...]
    overtime_until: str | None = None
    lots: tuple[str, ...] = ()


def plural(number: int | float, forms: Mapping[str, str], lang: str) -> str:
    """`5 голосов`, `1 голос`, `1,5 голоса`: a number with the form that it takes."""
    shown = f"{number:g}".replace(".", "," if lang == "ru" else ".")
    if lang == "en":
        return f"{shown} {forms['one']}{'' if number == 1 else 's'}"
    form = Locale.parse(lang).plural_form(number)
    return f"{shown} {forms.get(form, forms['other'])}"


def moment(at: datetime, zone: str, lang: str) -> str:
    """A time in the game's zone, in words: «27 ноября 2026, 22:00»."""
    pattern = "d MMMM y, HH:mm" if at.second == 0 else "d MMMM y, HH:mm:ss"
    return str(format_datetime(at, pattern, tzinfo=ZoneInfo(zone), locale=lang))


class _Maker:
    def __init__(self, game: Game, counted: Counted, posted: Posted | None) -> None:
        self.game, self.counted, self.posted = game, counted, posted
        self.lang = game.config.game.lang
        self.posts: dict[str, Post] = {post.id: post for post in counted.posts}

    def when(self, at: datetime) -> str:
        return moment(at, self.game.zone, self.lang)

    def url(self, post: str | None) -> str | None:
        return self.posts[post].url if post in self.posts else None

    def rows(self, round_: Round) -> tuple[RowView, ...]:
        """Most votes first; at the same number, who has it longest. Voters by the time of their votes."""
        ballots = {ballot.voter: ballot for ballot in round_.ballots}
        rows = []
        for tally in round_.counts:
            voters = sorted((ballots[name] for name in tally.voters), key=_cast)
            last = max((_cast(ballot) for ballot in voters), default=(0, 0.0))
            votes = plural(tally.votes, VOTES[self.lang], self.lang)
            row = RowView(tally.target, votes, tally.votes, tuple(self.voter(ballot) for ballot in voters))
            rows.append((-tally.votes, last, row))
        rows.sort(key=lambda found: found[:2])
        return tuple(row for _, _, row in rows)

    def voter(self, ballot: Ballot) -> VoterView:
        weight = "" if ballot.weight == 1 else f"×{ballot.weight:g}"
        return VoterView(ballot.voter, self.url(ballot.post), weight, ballot.default)

    def changes(self) -> tuple[ChangeView, ...]:
        if self.posted is None:
            return ()
        before, now = self.posted.ballots, standing_ballots(self.counted.count)
        last = self.counted.count.overtime or self.counted.count.first
        posts = {ballot.voter: ballot.post for ballot in last.ballots}
        names = [
            *(name for name in now if before.get(name) != now[name]),
            *(name for name in before if name not in now),
        ]
        return tuple(ChangeView(name, before.get(name), now.get(name), self.url(posts.get(name))) for name in names)

    def marks(self) -> tuple[tuple[MarkView, ...], tuple[MarkView, ...], tuple[MarkView, ...]]:
        count, lang = self.counted.count, self.lang
        lost = tuple(
            MarkView(
                mark.author, mark.text, catalogue.WHY[lang][mark.why], self.url(mark.post), mark.post, code=mark.why
            )
            for mark in count.not_counted
        )
        needed = tuple(
            MarkView(
                mark.author, mark.text, catalogue.NEEDS[lang][mark.why], self.url(mark.post), mark.post, mark.candidates
            )
            for mark in count.rulings_needed
        )
        reports = tuple(
            MarkView(report.author, "", catalogue.WHAT[lang][report.what], self.url(report.post), report.post)
            for report in count.reports
        )
        return lost, needed, reports


def _cast(ballot: Ballot) -> tuple[int, float]:
    return (0, ballot.at.timestamp()) if ballot.at else (1, 0.0)


def count_view(game: Game, counted: Counted, posted: Posted | None = None, *, official: bool) -> CountView:
    """A count as its readers see it, in the game's language and zone."""
    make, count = _Maker(game, counted, posted), counted.count
    lost, needed, reports = make.marks()
    last = counted.up_to
    ends = counted.day.ends
    over = game.overtime_end(counted.day) if count.first.tied else None
    return CountView(
        title=game.config.game.title or game.folder.resolve().name,
        day=counted.day.number,
        lang=make.lang,
        official=official,
        complete=counted.complete,
        why_incomplete=counted.why_incomplete,
        at=make.when(count.at),
        ends=make.when(ends),
        ended=count.at >= ends,
        up_to=(str(last.number) if last.number is not None else last.id) if last else None,
        up_to_url=last.url if last else None,
        rows=make.rows(count.first),
        overtime=make.rows(count.overtime) if count.overtime else None,
        overtime_at=make.when(count.overtime.count_at) if count.overtime else None,
        overtime_until=make.when(over) if over else None,
        tied=count.first.tied,
        still_tied=count.overtime.tied if count.overtime else (),
        verdict=count.verdict.value,
        by=catalogue.BY[make.lang][count.by] if count.by else "",
        out=count.out,
        no_ballot=_silent(count),
        changes=make.changes(),
        not_counted=lost,
        rulings=needed,
        reports=reports,
        lots=count.lots_needed,
    )


def _silent(count: Count) -> tuple[str, ...]:
    """Who has not voted himself, also where a default ballot stands for him."""
    return (*count.no_ballot, *(ballot.voter for ballot in count.first.ballots if ballot.default))


def needs_host(count: Count) -> bool:
    """Whether a count waits for a ruling, an overtime or a lot."""
    return count.verdict is Verdict.OPEN or bool(count.rulings_needed) or bool(count.lots_needed)
