"""The private answers of a phase as messages to send, one a player: for the host's eyes, then for that player's.

Takes `Private` answers alone; knows no other secret.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.game.values import Private
from engine.roles import CheckTeam
from engine.rules import Rules


class DeedView(Struct, frozen=True):
    """Something that a player did in a night."""

    ability: str  #: the word for it in orders: kill, heal, check …
    target: str


class AnswerLine(Struct, frozen=True, kw_only=True):
    """One thing that a player learns."""

    kind: str  #: as `engine.game.values.Private.kind`
    target: str | None = None  #: whom it is about; for `new_role` the inherited target
    title: str = ""  #: of a role or a team
    yes: bool | None = None  #: whether the target is of that team
    number: int | None = None  #: hp
    result: str = ""  #: of a heal: none, not_needed, one, two
    deeds: tuple[DeedView, ...] = ()


class AnswerView(Struct, frozen=True, kw_only=True):
    """Everything that one player learns of a phase."""

    title: str
    number: int  #: of the day or night
    by_day: bool
    lang: str
    player: str
    lines: tuple[AnswerLine, ...]


def answer_views(
    rules: Rules, answers: Sequence[Private], *, title: str, number: int, by_day: bool, lang: str
) -> tuple[AnswerView, ...]:
    """The messages of a phase, by player in the order of the answers."""
    players = dict.fromkeys(answer.to for answer in answers)
    return tuple(
        AnswerView(
            title=title,
            number=number,
            by_day=by_day,
            lang=lang,
            player=player,
            lines=tuple(_line(answer, rules, lang) for answer in answers if answer.to == player),
        )
        for player in players
    )


def _line(answer: Private, rules: Rules, lang: str) -> AnswerLine:
    titles = rules.titles_in(lang)
    says = answer.says
    if isinstance(says, bool):
        return AnswerLine(kind=answer.kind, target=answer.target, yes=says, title=titles.get(_team(rules), ""))
    if isinstance(says, int):
        return AnswerLine(kind=answer.kind, target=answer.target, number=says)
    if isinstance(says, tuple):
        deeds = tuple(DeedView(deed.ability, deed.target) for deed in says)
        return AnswerLine(kind=answer.kind, target=answer.target, deeds=deeds)
    if answer.kind == "heal":
        return AnswerLine(kind=answer.kind, result=says)
    return AnswerLine(kind=answer.kind, target=answer.target, title=titles.get(says, says))


def _team(rules: Rules) -> str:
    """The team that checks with a yes or no ask for."""
    asked = (
        ability.is_team
        for role in rules.roles
        for ability in role.ability
        if isinstance(ability, CheckTeam) and ability.is_team
    )
    return next(asked, "")
