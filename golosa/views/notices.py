"""The views of a day's notices: the tie, who missed the day, the opening, the lots, the night's opening.

Knows the game's folder and its counts; no template.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine.messages.words import ABILITY_WORDS
from engine.posts import MarkKind
from engine.roles import ability_id
from engine.rules import Edits, TieStep
from golosa import catalogue
from golosa.errors import GolosaError
from golosa.folder.config import DayTable
from golosa.folder.dealing import given_open
from golosa.folder.dice import block_of, commitment, proofs
from golosa.folder.frames import HOST, next_wall_time
from golosa.folder.game import Counted, Game
from golosa.texts.plurals import moment, plural
from golosa.views.counts import count_view, title_of
from golosa.views.shapes import DrawsView, DrawView, MissedView, NightView, OpeningView, TieView

#: How the colours that every forum knows are written in a tag.
_TAGS = {"#ff0000": "red", "#008000": "green", "#0000ff": "blue"}


def colour_tag(code: str) -> str:
    """A colour ("#ff0000") as it stands in a forum's tag: by its name where every forum knows it."""
    return _TAGS.get(code, code)


def tie_view(game: Game, counted: Counted) -> TieView:
    """A tie at the day's end. Raises GolosaError where there is none, or the rules have nothing to tell of it."""
    if not counted.count.first.tied:
        raise GolosaError("there is no tie as the votes stand")
    view, rules = count_view(game, counted, official=False), game.rules_after(counted.day).tie
    overtime = TieStep.OVERTIME in rules.steps
    lang = view.lang
    return TieView(
        title=view.title,
        day=view.day,
        lang=lang,
        tied=view.tied,
        rows=view.rows,
        ends=view.ends,
        minutes=plural(rules.overtime_minutes, catalogue.of(lang).units.minute, lang) if overtime else None,
        until=view.overtime_until,
        changers=rules.overtime_voters == "changers",
        lot=TieStep.LOT in rules.steps,
    )


def split_view(game: Game, counted: Counted) -> TieView:
    """The damage that the tied share (H15). Raises GolosaError where the verdict is no split."""
    if counted.count.verdict.value != "split":
        raise GolosaError("the day has not ended in a split: see `golosa notice result`")
    view = count_view(game, counted, official=False)
    return TieView(
        title=view.title,
        day=view.day,
        lang=view.lang,
        tied=view.still_tied or view.tied,
        rows=view.rows,
        ends=view.ends,
        damage=game.rules_after(counted.day).tie.split_damage,
    )


def missed_view(game: Game, counted: Counted) -> MissedView:
    """Who missed the day (T14-5). Raises GolosaError before the day's end."""
    count, lang = counted.count, game.config.game.lang
    if count.at < counted.day.ends:
        raise GolosaError("the day ends at {ends}: who missed it is known after that", ends=counted.day.ends)
    drawn = game.rules_after(counted.day).missed.rule == "lot"
    leaves = drawn and any(name not in count.out for name in count.no_ballot)
    ends = moment(counted.day.ends, game.zone, lang)
    return MissedView(title_of(game), counted.day.number, lang, ends, count.no_ballot, leaves)


def opening_view(game: Game, day: DayTable) -> OpeningView:
    """The day's opening: how to vote, until when, who is in."""
    lang, votes = game.config.game.lang, game.rules_on(day).votes
    gone = tuple(dict.fromkeys(out.player for out in game.outs(f"day{day.number}")))
    living = tuple(name for name in game.roster.names if name not in gone)
    code = votes.colour[0] if votes.colour and MarkKind.COLOUR in votes.kinds else None
    found = commitment(game)
    return OpeningView(
        title=title_of(game),
        day=day.number,
        lang=lang,
        ends=moment(day.ends, game.zone, lang),
        colour=catalogue.of(lang).colour.get(code, code) if code else None,
        colour_code=colour_tag(code) if code else "",
        words=votes.words,
        bold=MarkKind.BOLD in votes.kinds and votes.bold_needs_word,
        example=living[0] if living else "",
        forbidden=votes.edits is Edits.FORBIDDEN,
        last_post=votes.edits is Edits.LAST_POST,
        self_vote=votes.self_vote,
        unvote=votes.unvote,
        no_lynch=votes.no_lynch,
        silent_against_self=votes.default == "self",
        actions=_actions(game),
        living=living,
        open_roles=_open_roles(game, living),
        gone=gone,
        commitments=(f"deal: {found.deal}", f"chain: {found.chain}") if found else (),
    )


def _actions(game: Game) -> tuple[str, ...]:
    """A word of each ability that is used openly by day, in the rule set's order: its first one, in English posts the
    English one where it has it."""
    abilities = [one for role in game.rules.roles for one in role.ability if one.by == "day" and one.open and one.words]
    english = game.config.game.lang == "en"
    told = (ability_id(one) if english and ability_id(one) in ABILITY_WORDS else one.words[0] for one in abilities)
    return tuple(dict.fromkeys(told))


def _open_roles(game: Game, living: Sequence[str]) -> tuple[tuple[str, str], ...]:
    titles, held = game.rules.titles_in(game.config.game.lang), given_open(game)
    return tuple((name, titles[held[name]]) for name in living if name in held)


def draws_view(game: Game, day: DayTable, now: datetime) -> DrawsView:
    """The day's lots; the one among those who missed the day only once the next day has begun (T14-5).

    Raises GolosaError where there is none to show.
    """
    found, lang = commitment(game), game.config.game.lang
    begun = any(other.number > day.number and other.starts <= now for other in game.config.day)
    labels = [f"day{day.number}.tie", *([f"day{day.number}.missed"] if begun else [])]
    shown = [proof for proof in proofs(game) if proof.label in labels]
    if found is None or not shown:
        raise GolosaError("no lot of this day to show: `golosa dice draw`")
    words = catalogue.of(lang).lot
    draws = tuple(
        DrawView(
            what=words[proof.label.rpartition(".")[2]],
            chosen=proof.chosen,
            candidates=proof.candidates,
            block=block_of(proof, found.chain).strip(),
        )
        for proof in shown
    )
    return DrawsView(title_of(game), day.number, lang, draws)


def night_view(game: Game, day: DayTable, now: datetime) -> NightView:
    """The night that follows a day, or the one before a day that is still to come, where the game begins with a night
    (H11): until when orders are taken (C6, T14-4)."""
    lang, until = game.config.game.lang, game.rules.night.until
    shown = None if until == HOST else moment(next_wall_time(game.rules, until, day.ends), game.zone, lang)
    later = game.rules.day.first == "night" and now >= day.starts
    return NightView(title_of(game), day.number + later, lang, shown)
