"""What the host enters by hand, in the desk's words; and what of it others may not see over his shoulder.

Knows entries and words; changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from golosa.desk.words import words_of
from golosa.folder.entries import Act, Laid, Outcome, RulesChange
from golosa.folder.game import Game
from golosa.folder.phases import START, day_label, order_of
from golosa.texts.plurals import moment

Entered = Act | Outcome | Laid | RulesChange


class Numbers:
    """The numbers that the forum shows for a game's posts; read once, and only where one is asked for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._known: dict[str, str] | None = None

    def of(self, post: str) -> str:
        """The number of a post; its id where the forum shows none."""
        if not post:
            return post
        if self._known is None:
            threads = {thread for day in self.game.config.day for thread in day.threads}
            posts = self.game.posts_in(sorted(threads))
            self._known = {one.id: str(one.number) for one in posts if one.number is not None}
        return self._known.get(post, post)


def phase_of(phase: str, lang: str) -> str:
    """ "day2" in the desk's words."""
    words: Mapping[str, Any] = words_of(lang)["phase"]
    for kind in ("day", "night"):
        if phase.startswith(kind):
            return f"{words[kind]} {phase.removeprefix(kind)}"
    return str(words.get(phase, phase))


def is_secret(entered: Entered, phase: str) -> bool:
    """Whether an entry tells of roles, hp, weights or a night."""
    if isinstance(entered, Act) and entered.do in ("role", "hp"):
        return True
    return isinstance(entered, Laid) or (phase or START).startswith("night")


def is_known(game: Game, phase: str) -> bool:
    """Whether everybody knows who went out in a phase: by a night once the day after it is open."""
    if not phase.startswith("night"):
        return True
    first = game.rules.day.first
    return any(order_of(day_label(day.number), first) > order_of(phase, first) for day in game.config.day)


def told(game: Game, entered: Entered, lang: str, numbers: Numbers | None = None) -> str:
    """An entry in words, with its reason; times in the game's zone."""
    said = _told(game, entered, lang, numbers or Numbers(game))
    return f"{said} — {entered.reason}" if entered.reason else said


def _told(game: Game, entered: Entered, lang: str, numbers: Numbers) -> str:
    words: Mapping[str, Any] = words_of(lang)
    if isinstance(entered, Act):
        value = "" if entered.value is None else f": {_role(game, entered.value)}"
        return f"{entered.player} — {words['hand_do'][entered.do]}{value} ({_when(game, entered.at, lang)})"
    if isinstance(entered, Outcome):
        by = words["cause"].get(entered.by, entered.by)
        return f"{', '.join(entered.out)} ({by})" if entered.out else str(words["hand"]["nobody_out"])
    if isinstance(entered, Laid):
        return _effect(game, entered, lang, numbers)
    knobs = "; ".join(f"{_knob(knob, words)} = {_value(knob, value, words)}" for knob, value in entered.set.items())
    return f"{str(words['hand']['since_post']).format(post=numbers.of(entered.post))}: {knobs}"


def _role(game: Game, value: str | int) -> str:
    return game.rules.titles_in(game.config.game.lang).get(str(value), str(value))


def _effect(game: Game, laid: Laid, lang: str, numbers: Numbers) -> str:
    words: Mapping[str, Any] = words_of(lang)
    parts = [f"{laid.player}: {words['effect'][laid.kind]['title']}"]
    if laid.by:
        parts.append(laid.by)
    elif laid.value or laid.kind == "weight":
        parts.append(f"{laid.value:g}")
    if laid.post:
        parts.append(str(words["hand"]["since_post"]).format(post=numbers.of(laid.post)))
    elif laid.at:
        parts.append(str(words["hand"]["since"]).format(at=_when(game, laid.at, lang)))
    if laid.lasts == "game":
        parts.append(str(words["hand"]["to_end"]))
    return ", ".join(parts)


def _knob(knob: str, words: Mapping[str, Any]) -> str:
    return str(words["knob"][knob]["title"]) if knob in words["knob"] else knob


def _value(knob: str, value: Any, words: Mapping[str, Any]) -> str:
    text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
    if isinstance(value, bool):
        return str(words["hand"]["yes" if value else "no"])
    return str(words["knob"].get(knob, {}).get("choices", {}).get(text, text))


def _when(game: Game, at: datetime, lang: str) -> str:
    return moment(at, game.zone, lang)
