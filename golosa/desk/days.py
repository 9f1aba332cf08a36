"""A day as the host sees it at the desk: how it stands, what is to be done next, what waits for him.

Knows counts and their views; changes nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from datetime import datetime
from enum import StrEnum

from msgspec import Struct, structs

from engine.counts import Needs, RulingNeeded, Verdict
from engine.posts import Post
from engine.rulings import Ruling
from golosa.desk.posts import Shown, shown
from golosa.errors import GolosaError, told
from golosa.folder.config import DayTable, utc
from golosa.folder.daybook import left_open, result_of
from golosa.folder.dice import commitment, proofs
from golosa.folder.game import Counted, Game
from golosa.folder.phases import day_label
from golosa.texts import bbcode
from golosa.texts.notices import text_of
from golosa.views import count_view, reports_view
from golosa.views.shapes import CountView, MarkView

#: Every kind of a day's notices; those that there is nothing to say in yet tell why.
DAY_NOTICES = (
    "interim", "reminder", "opening", "tie", "result", "overtime", "split", "draw", "missed", "night",
)  # fmt: skip
#: How many posts that wait for the host stand on the page at once; those behind them follow as they are decided.
MOST_CARDS = 30


class Step(StrEnum):
    """What the host does next on a day."""

    THREAD = "thread"  #: name the day's thread
    VOTING = "voting"  #: players vote; read the thread now and then
    READ = "read"  #: the thread is not known up to the moment of the count
    TIE = "tie"  #: a tie: post the notice, wait for the end of the extra time
    NOTICE = "notice"  #: a tie whose extra time begins with the host's notice
    RULE = "rule"  #: decide what is unsure
    COMMIT = "commit"  #: a lot is due, and the game's lots are not committed
    LOT = "lot"  #: draw the lot
    DECIDE = "decide"  #: the count leaves it to the host who is out
    RESULT = "result"  #: post the result
    CLOSE = "close"  #: close the day with it
    CLOSED = "closed"  #: the night follows


class Card(Struct, frozen=True, kw_only=True):
    """A mark that waits for the host, with its post."""

    mark: MarkView
    needs: Needs
    post: Shown | None
    teach: bool  #: whether the text may be taught as a name
    account: bool  #: whether it is the account that is in doubt
    closes: bool  #: whether it is asked if a post of the host's ends the day
    acts: bool  #: whether it is asked on whom a player acts by day


class Paste(Struct, frozen=True):
    """A text to be pasted: its posts, or why it cannot be written yet."""

    kind: str
    posts: tuple[str, ...] = ()
    fault: str = ""


class Standing(Struct, frozen=True):
    """A ruling in force."""

    number: int
    ruling: Ruling
    post: str | None  #: the post's number, where it is about one of this day


class Screen(Struct, frozen=True, kw_only=True):
    """Everything on a day's page."""

    day: DayTable
    view: CountView
    counted: Counted
    step: Step
    until: datetime | None  #: the moment that the clock runs to (UTC)
    cards: tuple[Card, ...]  #: the first of the marks that wait for the host
    waiting: int  #: how many wait in all
    reports: tuple[MarkView, ...]
    pastes: tuple[str, ...]  #: kinds of notices that can be written now
    result: dict[str, object] | None
    standing: tuple[Standing, ...]
    posted: bool  #: whether the result as it is now has been posted
    left_open: tuple[str, ...]  #: earlier days that are over and not closed


def in_language(game: Game, lang: str) -> Game:
    """The same game told in the host's language, whatever that of its posts is; it shares the store."""
    other = copy.copy(game)
    table = structs.replace(game.config.game, lang="en" if lang == "en" else "ru")
    other.config = structs.replace(game.config, game=table)
    return other


def screen(posted_in: Game, day: DayTable, now: datetime, lang: str) -> Screen:
    """The page of a day as of `now` (UTC), in the host's language."""
    game = in_language(posted_in, lang)
    counted = game.count(day, now)
    step, until = _step(game, counted, now)
    posts = {post.id: post for post in counted.posts}
    view = count_view(game, counted, game.last_posted(day), official=step in (Step.RESULT, Step.CLOSE, Step.CLOSED))
    needed = counted.count.rulings_needed
    return Screen(
        day=day,
        view=view,
        counted=counted,
        step=step,
        until=until,
        cards=tuple(_card(game, *pair, posts) for pair in list(zip(view.rulings, needed, strict=True))[:MOST_CARDS]),
        waiting=len(needed),
        reports=reports_view(game, counted),
        pastes=tuple(_pastes(game, counted, now)),
        result=result_of(game, day),
        standing=tuple(_standing(game, posts)),
        posted=_is_posted(game, counted),
        left_open=left_open(game, day, now),
    )


def _step(game: Game, counted: Counted, now: datetime) -> tuple[Step, datetime | None]:
    """What is next, and the moment that matters for it."""
    count, day = counted.count, counted.day
    if result_of(game, day) is not None:
        return Step.CLOSED, None
    if not day.threads:
        return Step.THREAD, None
    if now < day.ends and count.ended_at is None:
        return Step.VOTING, utc(day.ends)
    if count.at < day.ends and count.ended_at is None:
        return Step.READ, None
    extra = _extra(game, counted, now)
    if extra is not None:  # no notice of a tie while a decision may undo it
        return (Step.RULE if count.rulings_needed else Step.TIE), extra
    if not counted.complete:
        return Step.READ, None
    if count.rulings_needed:
        return Step.RULE, None
    if count.lots:
        return (Step.LOT if commitment(game) is not None else Step.COMMIT), None
    if count.verdict is Verdict.OPEN:
        awaited = (
            count.first.tied
            and not game.extra_ends(day, count.ended_at)
            and "overtime" in game.rules_after(day).tie.steps
        )
        return (Step.NOTICE if awaited else Step.DECIDE), None
    return (Step.CLOSE if _is_posted(game, counted) else Step.RESULT), None


def _extra(game: Game, counted: Counted, now: datetime) -> datetime | None:
    """The end of the extra time that is being played."""
    if not counted.count.first.tied:
        return None
    return next((end for end in game.extra_ends(counted.day, counted.count.ended_at) if end > now), None)


def _is_posted(game: Game, counted: Counted) -> bool:
    """Whether this result has been posted, with these ballots."""
    posted = game.last_posted(counted.day)
    ballots = {ballot.voter: ballot.target for ballot in (counted.count.overtime or counted.count.first).ballots}
    return posted is not None and posted.official and posted.ballots == ballots


def _card(game: Game, mark: MarkView, needed: RulingNeeded, posts: dict[str, Post]) -> Card:
    post = posts.get(needed.post)
    return Card(
        mark=mark,
        needs=needed.why,
        post=shown(game, post, game.config.game.lang) if post else None,
        teach=needed.why is Needs.AMBIGUOUS_NAME and bool(needed.text),
        account=needed.why is Needs.UNKNOWN_ACCOUNT,
        closes=needed.why is Needs.UNCLEAR_CLOSING,
        acts=needed.why is Needs.DAY_ACTION,
    )


def _pastes(game: Game, counted: Counted, now: datetime) -> Iterator[str]:
    """The kinds of notices that there is something to say in, the likeliest first."""
    count, day = counted.count, counted.day
    over = count.ended_at is not None or (now >= day.ends and count.at >= day.ends)
    if not over:
        yield from ("interim", "reminder", "opening")
        return
    if _extra(game, counted, now) is not None or (
        count.first.tied and count.verdict is Verdict.OPEN and not count.lots
    ):
        yield "tie"
    yield "result" if counted.complete else "interim"
    if count.verdict is Verdict.SPLIT:
        yield "split"
    if any(proof.label.partition(".")[0] == day_label(day.number) for proof in proofs(game)):
        yield "draw"
    if count.no_ballot:
        yield "missed"
    yield from ("night", "opening")


def _standing(game: Game, posts: dict[str, Post]) -> Iterator[Standing]:
    for fact in game.facts.all("ruling"):
        ruling: Ruling = fact.read(Ruling)  # type: ignore[arg-type]  # a union is no `type` to mypy
        post = posts.get(getattr(ruling, "post", ""))
        number = None if post is None else str(post.number) if post.number is not None else post.id
        if number is not None or not hasattr(ruling, "post"):
            yield Standing(fact.id, ruling, number)


def paste(game: Game, kind: str, day: DayTable, now: datetime) -> Paste:
    """A notice ready to be pasted, cut as the game sets: the bytes that `golosa notice` prints."""
    try:
        text = text_of(game, kind, day, now)
    except GolosaError as error:
        return Paste(kind, fault=told(error))
    longest = game.config.game.longest_post
    posts = bbcode.split(text, longest) if longest else (text,)
    return Paste(kind, tuple(post.rstrip("\n") + "\n" for post in posts))
