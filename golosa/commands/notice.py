"""`golosa notice`: the host's posts, ready to paste."""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.clock import system_clock
from golosa.commands.options import folder_option, json_option, moment
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from golosa.config import DayTable
    from golosa.game import Counted, Game

#: Kind of a notice -> what it is.
KINDS = {
    "interim": "the count as it stands now",
    "result": "the result of the day's vote",
    "tie": "a tie: the extra half hour",
    "opening": "the day's opening: how to vote, until when, who is in",
    "reminder": "who has not voted yet",
    "missed": "who missed the vote",
    "draw": "the day's lots with their proofs",
    "night": "the night's opening",
}
COLOUR_NAMES = {
    "ru": {"#ff0000": "красным", "#008000": "зелёным", "#0000ff": "синим"},
    "en": {"#ff0000": "red", "#008000": "green", "#0000ff": "blue"},
}


@click.command("notice", epilog="KIND: " + "; ".join(f"{kind} — {what}" for kind, what in KINDS.items()))
@click.argument("kind", type=click.Choice(list(KINDS)), metavar="KIND")
@folder_option
@json_option
@click.option("--day", type=int, metavar="N", help="Which day; the last one that has begun if left out.")
@click.option("--at", metavar="T", help="As of this moment.")
@click.option("--longest", type=click.IntRange(min=500), metavar="N", help="Cut into posts of at most N characters.")
def command(kind: str, folder: Path, as_json: bool, day: int | None, at: str | None, longest: int | None) -> None:
    """Write a post of the host's. Nothing is fetched: count first."""
    from golosa import bbcode
    from golosa.game import Game

    game = Game(folder)
    try:
        now = system_clock()
        text = text_of(game, kind, game.day(day, now), now, moment(at, "--at"))
    finally:
        game.close()
    posts = bbcode.split(text, longest) if longest else (text,)
    if as_json:
        import msgspec

        sys.stdout.write(msgspec.json.encode({"schema": 1, "kind": kind, "posts": posts}).decode() + "\n")
        return
    sys.stdout.write("\n\n----\n\n".join(post.rstrip("\n") for post in posts) + "\n")


def text_of(game: Game, kind: str, day: DayTable, now: datetime, at: datetime | None = None) -> str:
    """The text of a notice of that kind. Raises GolosaError where the day is not at the point for it."""
    if kind == "opening":
        return _render(game, "opening.bbcode", _opening(game, day))
    if kind == "night":
        return _render(game, "night.bbcode", _night(game, day))
    if kind == "draw":
        return _render(game, "draw.bbcode", _draws(game, day))
    counted = game.count(day, now, at)
    if kind == "interim":
        return _count(game, counted, official=False)
    if kind == "result":
        return _count(game, counted, official=_final(counted))
    if kind == "tie" and not counted.count.first.tied:
        raise GolosaError("there is no tie as the votes stand")
    return _render(game, f"{kind}.bbcode", _about(game, counted))


def _final(counted: Counted) -> bool:
    from engine.counts import Verdict

    if counted.count.at < counted.day.ends:
        raise GolosaError(f"the day ends at {counted.day.ends.isoformat()}: a result is written after that")
    if not counted.complete:
        raise GolosaError(f"the thread has not been read whole: {counted.why_incomplete}", 3)
    return counted.count.verdict is not Verdict.OPEN


def _count(game: Game, counted: Counted, *, official: bool) -> str:
    from golosa.output import post_of
    from golosa.views import count_view

    return post_of(game, count_view(game, counted, game.last_posted(counted.day), official=official))


def _render(game: Game, name: str, values: dict[str, Any]) -> str:
    from golosa.output import own_templates
    from golosa.render import render

    return render(name, game.config.game.lang, values, own_templates(game))


def _about(game: Game, counted: Counted) -> dict[str, Any]:
    import msgspec

    from engine.rules import TieStep
    from golosa.views import count_view

    values = msgspec.to_builtins(count_view(game, counted, official=False))
    rules = game.rules
    return {
        **values,
        "minutes": rules.tie.overtime_minutes,
        "changers": rules.tie.overtime_voters == "changers",
        "lot": TieStep.LOT in rules.tie.steps if values["tied"] else rules.missed.rule == "lot",
    }


def _base(game: Game, day: DayTable) -> dict[str, Any]:
    title = game.config.game.title or game.folder.resolve().name
    return {"title": title, "day": day.number, "lang": game.config.game.lang}


def _opening(game: Game, day: DayTable) -> dict[str, Any]:
    from engine.rules import Edits
    from golosa.views import moment as in_words

    lang, votes = game.config.game.lang, game.rules.votes
    gone = [out.player for out in game.outs(f"day{day.number}")]
    living = [name for name in game.roster.names if name not in gone]
    code = votes.colour[0]
    return {
        **_base(game, day),
        "ends": in_words(day.ends, game.zone, lang),
        "colour": COLOUR_NAMES[lang].get(code, code),
        "colour_code": {"#ff0000": "red", "#008000": "green", "#0000ff": "blue"}.get(code, code),
        "example": living[0] if living else "",
        "forbidden": votes.edits is Edits.FORBIDDEN,
        "last_post": votes.edits is Edits.LAST_POST,
        "self_vote": votes.self_vote,
        "living": living,
        "gone": gone,
        "commitments": _commitments(game),
    }


def _commitments(game: Game) -> list[str]:
    from golosa.dice import commitment

    found = commitment(game)
    return [f"deal: {found.deal}", f"chain: {found.chain}"] if found else []


LOTS = {
    "ru": {"tie": "При равенстве голосов выбывает", "missed": "Из пропустивших день с началом следующего выбывает"},
    "en": {"tie": "Of the tied, out is", "missed": "Of those who missed the day, out next morning is"},
}


def _draws(game: Game, day: DayTable) -> dict[str, Any]:
    """The day's draws; the one among those who missed the day only once the next day has begun (T14-5)."""
    from golosa.dice import block_of, commitment, proofs

    found = commitment(game)
    begun = any(other.number > day.number and other.starts <= system_clock() for other in game.config.day)
    shown = [
        proof
        for proof in proofs(game)
        if proof.label == f"day{day.number}.tie" or (begun and proof.label == f"day{day.number}.missed")
    ]
    if found is None or not shown:
        raise GolosaError("no lot of this day to show: `golosa dice draw`")
    words = LOTS[game.config.game.lang]
    draws = [
        {
            "what": words[proof.label.rpartition(".")[2]],
            "chosen": proof.chosen,
            "candidates": proof.candidates,
            "block": block_of(proof, found.chain).strip(),
        }
        for proof in shown
    ]
    return {**_base(game, day), "draws": draws}


def _night(game: Game, day: DayTable) -> dict[str, Any]:
    from golosa.frames import HOST, next_wall_time
    from golosa.views import moment as in_words

    until = game.rules.night.until
    shown = None
    if until != HOST:
        shown = in_words(next_wall_time(game.rules, until, day.ends), game.zone, game.config.game.lang)
    return {**_base(game, day), "until": shown}
