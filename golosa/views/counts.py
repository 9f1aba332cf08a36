"""From a count to its public view: words, links and order. Knows counts and languages; no template, no terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.counting.presence import Presence
from engine.counting.ruled import OnMarks, in_force
from engine.counts import Ballot, Count, MarkFate, Needs, NotCounted, Report, Round, RulingNeeded, Verdict
from engine.posts import Post
from engine.rulings import (
    ON_POSTS,
    ActionRuling,
    AliasRuling,
    CloseRuling,
    ReplaceRuling,
    Ruling,
    VoidRuling,
    VoteRuling,
)
from engine.times import Resolution
from golosa import catalogue
from golosa.catalogue.wording import word
from golosa.folder.game import Counted, Game, Posted, standing_ballots
from golosa.folder.history import presence_of, votes_of
from golosa.texts.plurals import moment, number, plural, short_moment
from golosa.views.shapes import (
    ChangeView,
    CountView,
    MarkView,
    PlayerStepsView,
    PresenceView,
    RowView,
    StepView,
    VoterView,
)

#: A quoted mark longer than this is cut in a post; `explain` and the machine form have it whole.
LONGEST_QUOTE = 120


def count_view(
    game: Game, counted: Counted, posted: Posted | None = None, *, official: bool, full: bool = False
) -> CountView:
    """A count as its readers see it, in the game's language and zone; `posted` is the last count posted before it.

    `full`: also who has written how much, for which the threads of talk are read too.
    """
    make, count, day = _Maker(game, counted), counted.count, counted.day
    last, early = counted.up_to, make.posts.get(count.at_post or "")
    extra = game.extra_ends(day, count.ended_at, counted.known) if count.first.tied else ()
    over = next((end for end in extra if end > count.at), extra[-1] if extra else None)
    return CountView(
        title=title_of(game),
        day=day.number,
        lang=make.lang,
        official=official,
        complete=counted.complete,
        why_incomplete=make.told(counted.why_incomplete) if counted.why_incomplete else None,
        at=make.when(count.at),
        ends=make.when(day.ends),
        ended=count.at >= day.ends or count.ended_at is not None,
        up_to=_number_of(last),
        up_to_url=make.url(last.id) if last else None,
        rows=make.rows(make.public(count.first)),
        overtime=make.rows(make.public(count.overtime)) if count.overtime else None,
        overtime_at=make.when(count.overtime.count_at) if count.overtime else None,
        overtime_until=make.when(over) if over else None,
        tied=count.first.tied,
        still_tied=count.overtime.tied if count.overtime else (),
        verdict=count.verdict.value,
        by=make.words.by[count.by] if count.by else "",
        out=count.out,
        missed_out=count.missed_out,
        annulled=count.annulled,
        ended_by=_number_of(early) or count.at_post,
        ended_by_url=make.url(count.at_post),
        lots=count.lots_needed,
        no_ballot=silent(count),
        since=make.when(posted.at) if posted else None,
        changes=make.changes(posted) if posted else (),
        not_counted=tuple(make.mark(mark, make.words.why[mark.why]) for mark in count.not_counted),
        rulings=tuple(make.mark(mark, make.needs(mark), mark.candidates) for mark in count.rulings_needed),
        ruled=make.ruled(),
        ruled_by_id=make.ruled(by_id=True),
        history=make.history(),
        by_player=make.by_player(),
        presence=make.presence() if full else (),
        living=count.living,
        majority=make.votes(count.majority) if count.majority is not None else None,
        hammer=game.rules_after(day).deciding.hammer,
        previous_url=_of_the_web(posted.url) if posted else None,
    )


def reports_view(game: Game, counted: Counted) -> tuple[MarkView, ...]:
    """What the host should know of a count; for him alone."""
    make = _Maker(game, counted)
    return tuple(make.mark(report, make.words.what[report.what]) for report in counted.count.reports)


def title_of(game: Game) -> str:
    """The game's title, or its folder's name."""
    return game.config.game.title or game.folder.resolve().name


def silent(count: Count) -> tuple[str, ...]:
    """Who has not voted himself, also where a default ballot stands for him (H13)."""
    return (*count.no_ballot, *(ballot.voter for ballot in count.first.ballots if ballot.default))


def needs_host(count: Count) -> bool:
    """Whether a count waits for a ruling, an overtime or a lot."""
    return count.verdict is Verdict.OPEN or bool(count.rulings_needed) or bool(count.lots_needed)


def _of_the_web(url: str | None) -> str | None:
    """An address, where it is one of the web: a page may hold anything."""
    return url if url and re.match(r"https?://", url) else None


def _number_of(post: Post | None) -> str | None:
    if post is None:
        return None
    return str(post.number) if post.number is not None else post.id


class _Maker:
    """Makes the parts of one count's view."""

    def __init__(self, game: Game, counted: Counted) -> None:
        self.game, self.counted = game, counted
        self.lang = game.config.game.lang
        self.words = catalogue.of(self.lang)
        self.posts: dict[str, Post] = {post.id: post for post in counted.posts}
        self.numbered = all(post.number is not None for post in counted.posts)
        self.players = {fate.post: fate.voter for fate in counted.count.fates if fate.voter is not None}
        self.rulings: tuple[Ruling, ...] = game.rulings(counted.known)
        self.ruled_posts = {ruling.post for ruling in self.rulings if isinstance(ruling, VoteRuling)}

    def told(self, text: str) -> str:
        """A sentence of the program in the game's language and zone."""
        return word(text, self.lang, ZoneInfo(self.game.zone))

    def when(self, at: datetime) -> str:
        return moment(at, self.game.zone, self.lang)

    def number(self, post: Post) -> str:
        """A post's number in the thread; its id where the forum does not number all posts of the list."""
        return str(post.number) if self.numbered and post.number is not None else post.id

    def short(self, at: datetime) -> str:
        return short_moment(at, self.counted.count.at, self.game.zone, self.lang)

    def url(self, post: str | None) -> str | None:
        """A post's address."""
        return _of_the_web(self.posts[post].url) if post in self.posts else None

    def public(self, round_: Round) -> Round:
        """The round as the public may see it, where weights are secret."""
        count = self.counted.count
        shown = count.shown if round_ is (count.overtime or count.first) else count.shown_first
        return round_ if shown is None else shown

    def rows(self, round_: Round) -> tuple[RowView, ...]:
        """Most votes first; at the same number, who has had it longest. Voters by the time of their votes."""
        ballots = {ballot.voter: ballot for ballot in round_.ballots}
        needed = {one.target: one.votes for one in self.counted.count.needed}
        rows = []
        for tally in round_.counts:
            voters = sorted((ballots[name] for name in tally.voters), key=_cast)
            last = max((_cast(ballot) for ballot in voters), default=(0, 0.0))
            row = RowView(
                tally.target,
                self.votes(tally.votes),
                tally.votes,
                tuple(self.voter(ballot) for ballot in voters),
                self.votes(tally.bonus) if tally.bonus else "",
                needed.get(tally.target),
            )
            rows.append((-tally.votes, last, row))
        rows.sort(key=lambda found: found[:2])
        return tuple(row for _, _, row in rows)

    def votes(self, value: int | float) -> str:
        return plural(value, self.words.units.vote, self.lang)

    def voter(self, ballot: Ballot) -> VoterView:
        weight = "" if ballot.weight == 1 else f"×{number(ballot.weight, self.lang)}"
        return VoterView(ballot.voter, self.url(ballot.post), weight, ballot.default, ballot.post in self.ruled_posts)

    def changes(self, posted: Posted) -> tuple[ChangeView, ...]:
        """Ballots that are others than in the last count posted, in its order, new ones last."""
        before, now = posted.ballots, standing_ballots(self.counted.count)
        last = self.counted.count.overtime or self.counted.count.first
        posts = {ballot.voter: ballot.post for ballot in last.ballots}
        names = [name for name in dict.fromkeys((*before, *now)) if _standing(before, name) != _standing(now, name)]
        return tuple(ChangeView(name, before.get(name), now.get(name), self.url(posts.get(name))) for name in names)

    def mark(self, mark: NotCounted | RulingNeeded | Report, why: str, candidates: Sequence[str] = ()) -> MarkView:
        text = getattr(mark, "text", "")
        shown = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 1].rstrip() + "…"
        code = mark.what if isinstance(mark, Report) else mark.why
        author = self.players.get(mark.post, mark.author)
        return MarkView(author, shown, why, self.url(mark.post), mark.post, tuple(candidates), code.value)

    def needs(self, mark: RulingNeeded) -> str:
        """Why a mark waits; where no more than the forum's minutes stand between it and an answer, that too."""
        count, post = self.counted.count, self.posts.get(mark.post)
        why = self.words.needs[mark.why]
        if mark.why is not Needs.TIME_UNCLEAR or post is None:
            return why
        bounds = (self.counted.day.starts, self.counted.day.ends, count.ended_at or count.at, count.at)
        times = (post.at, *(revision.edited for revision in post.revisions if revision.edited is not None))
        coarse = any(
            at.resolution is Resolution.MINUTE and at.before(bound) is None for at in times for bound in bounds
        )
        return f"{why} ({self.words.minutes_only})" if coarse else why

    def ruled(self, *, by_id: bool = False) -> tuple[str, ...]:
        """The rulings that bear on this day, in the order taken: of those on one text of a post the last, each sentence
        once."""
        texts = {fate.text.casefold() for fate in self.counted.count.fates}
        last = {one.post: one for one in self.rulings if isinstance(one, ON_POSTS)}
        acts = {one.post: one for one in self.rulings if isinstance(one, ActionRuling)}
        found: dict[str, None] = {}
        for ruling in self.rulings:
            said = self._ruling(ruling, texts, by_id=by_id)
            if said is None or (isinstance(ruling, ActionRuling) and ruling is not acts[ruling.post]):
                continue
            if not isinstance(ruling, ON_POSTS) or ruling is last[ruling.post]:
                found[said] = None
            elif self._holds(ruling, last[ruling.post]):
                found[self.words.ruling["before_edit"].format(said=said)] = None
        return tuple(found)

    def _holds(self, ruling: OnMarks | CloseRuling, last: OnMarks | CloseRuling) -> bool:
        """Whether a ruling holds for a text that stood before the one that the last ruling on its post is about."""
        post = self.posts.get(ruling.post)
        if post is None or isinstance(ruling, CloseRuling) or isinstance(last, CloseRuling):
            return False
        mine = [one for one in self.rulings if isinstance(one, VoteRuling | VoidRuling) and one.post == post.id]
        rules = self.game.rules_after(self.counted.day, self.counted.known)
        return any(one is ruling for one in in_force(post, mine, rules.votes))

    def _ruling(self, ruling: Ruling, texts: set[str], *, by_id: bool) -> str | None:
        words = self.words.ruling
        if isinstance(ruling, (*ON_POSTS, ActionRuling)):
            post = self.posts.get(ruling.post)
            if post is None:
                return None
            place = f"#{post.id}" if by_id else _number_of(post)
            if isinstance(ruling, VoidRuling):
                return words["void"].format(post=place)
            if isinstance(ruling, CloseRuling):
                return words["close"].format(post=place)
            kind = "action" if isinstance(ruling, ActionRuling) else "vote"
            return words[kind if ruling.target else f"{kind}_nobody"].format(post=place, target=ruling.target)
        if isinstance(ruling, AliasRuling):
            used = any(ruling.alias.casefold() in text for text in texts)
            return words["alias"].format(alias=ruling.alias, player=ruling.player) if used else None
        if isinstance(ruling, ReplaceRuling):
            return words["account" if ruling.at is None else "replace"].format(player=ruling.player)
        return None

    def history(self) -> tuple[StepView, ...]:
        """Every vote that counted for a time, in order; those that never counted are not history."""
        return tuple(self._step(fate) for fate in votes_of(self.counted.count))

    def _step(self, fate: MarkFate) -> StepView:
        said = fate.target or "" if fate.word is None else self.words.spoken[fate.word]
        number = self.number(self.posts[fate.post]) if fate.post in self.posts else fate.post
        url = self.url(fate.post)
        return StepView(fate.voter or "", fate.target, self.short(fate.at), url, fate.counts, number, said)

    def by_player(self) -> tuple[PlayerStepsView, ...]:
        """The same by player."""
        steps = self.history()
        found = ((name, tuple(step for step in steps if step.voter == name)) for name in self.game.roster.names)
        return tuple(PlayerStepsView(name, made) for name, made in found if made)

    def presence(self) -> tuple[PresenceView, ...]:
        """How much the living have written, in all of the day's threads."""
        return tuple(self._presence(one) for one in presence_of(self.game, self.counted))

    def _presence(self, one: Presence) -> PresenceView:
        posts = plural(one.posts, self.words.units.post, self.lang)
        if one.last is None:
            return PresenceView(one.player, 0, posts, None, None, None)
        return PresenceView(
            one.player,
            one.posts,
            posts,
            self.number(one.last),
            self.short(one.last.at.earliest),
            _of_the_web(one.last.url),
        )


def _standing(ballots: dict[str, str | None], voter: str) -> tuple[bool, str | None]:
    """A vote for nobody is another thing than no vote."""
    return voter in ballots, ballots.get(voter)


def _cast(ballot: Ballot) -> tuple[int, float]:
    return (0, ballot.at.timestamp()) if ballot.at else (1, 0.0)
