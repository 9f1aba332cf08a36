"""Day actions: lines of each player's last post of the day, or of a private message that stands for it (H16, H25, E4).

Knows which text stood at the day's end and how an action is written. Whether it may be done is
`engine.game`'s to judge.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct, structs

from engine.counting.authors import Authors, Kind
from engine.counting.clock import Clock
from engine.counting.statements import change_times
from engine.messages.who import key
from engine.messages.words import ABILITY_WORDS, WITHDRAWALS
from engine.names import Names
from engine.names.normal import tokens
from engine.posts import Line, Post
from engine.roles import Role, VoteWeight, ability_id

_ACTION = re.compile(r"\W{0,3}(?:действие|action)\s*[:\-–—]\s*(?P<said>.*?)[\s.!]*", re.I)


class DayAction(Struct, frozen=True):
    """An action as a line of the thread gives it."""

    post: str
    player: str
    at: datetime  #: when the post was written, the earliest moment that fits (UTC)
    ability: str  #: the bare word of the ability
    target: str | None = None  #: None: the line names nobody of the game
    ask: tuple[str, ...] = ()  #: whom it may mean
    sure: bool = True  #: False: the host must rule on it (`day_action`)
    text: str = ""  #: the line
    stands: datetime | None = None  #: since when its line is known to stand (UTC); None: from the first


class Words(Struct, frozen=True):
    """The open day abilities of a rule set by their words, and those of each role."""

    abilities: Mapping[str, str]  #: word in normal form → ability
    of_role: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, roles: Sequence[Role]) -> Words:
        """The words of the roles' open day abilities."""
        words: dict[str, str] = {}
        held: dict[str, set[str]] = {}
        for role in roles:
            for ability in role.ability:
                if ability.by == "day" and ability.open and not isinstance(ability, VoteWeight):
                    name = ability_id(ability)
                    held.setdefault(role.id, set()).add(name)
                    usual = ABILITY_WORDS.get(name, frozenset())
                    words |= dict.fromkeys((*usual, *(key(word) for word in ability.words)), name)
        return cls(words, {role: frozenset(names) for role, names in held.items()})


def read_day_actions(
    posts: Sequence[Post],
    authors: Authors,
    names: Names,
    words: Words,
    open_roles: Mapping[str, Collection[str]],
    *,
    starts: datetime,
    clock: Clock,
) -> tuple[DayAction, ...]:
    """The actions that stand at the end of the day by its clock, in the last post of the day of each player of
    `open_roles` (player → the roles that he holds). One for each ability: the last line that names it.

    Of who only bears a player's name, or nearly, the host is asked; his posts do not come behind the player's (V15).
    """
    found: list[DayAction] = []
    mine: dict[tuple[str | None, bool], list[Post]] = {}
    for post in posts if words.abilities else ():
        author = authors.who(post, post.at.earliest)
        mine.setdefault((author.player, author.kind is Kind.PLAYER), []).append(post)
    for player, roles in open_roles.items():
        own = frozenset[str]().union(*(words.of_role.get(role, frozenset()) for role in roles))
        for himself in (True, False):
            last, sure = _last_post(mine.get((player, himself), ()), starts, clock)
            if last is not None:
                found += _of_post(last, player, own, names, words, clock, sure=sure and himself)
    return tuple(found)


def _of_post(
    post: Post, player: str, own: Collection[str], names: Names, words: Words, clock: Clock, *, sure: bool
) -> Iterable[DayAction]:
    """The actions in a player's last post; `own` are the abilities that he has."""
    place, stands = _standing_text(post, clock)
    read = [
        structs.replace(act, stands=_stands_since(post, place, act.text))
        for line, plain in _standing_lines(post, place, clock)
        if (act := _action(post.id, post.at.earliest, player, line, names, words, own, sure=sure and stands and plain))
    ]
    return {action.ability: action for action in read}.values()


def message_actions(
    message: str, player: str, at: datetime, text: str, names: Names, words: Words, roles: Collection[str]
) -> tuple[DayAction, ...]:
    """The actions in a private message sent by day: its lines in the form of H25, the last one of each ability.

    Nothing where it has no such line: then it is an order for the night, or none. `message` is its id, `at` (UTC) when
    it was sent, `roles` those that the player holds.
    """
    own = frozenset[str]().union(*(words.of_role.get(role, frozenset()) for role in roles))
    lines = [Line(line.strip()) for line in text.splitlines() if _ACTION.fullmatch(line.strip())]
    read = [_action(message, at, player, line, names, words, own, sure=True) for line in lines if words.abilities]
    return tuple({action.ability: action for action in read if action is not None}.values())


def _last_post(posts: Sequence[Post], starts: datetime, clock: Clock) -> tuple[Post | None, bool]:
    """The last post of the day, and whether it is sure that it is that."""
    last, sure = None, True
    for post in posts:
        gone = post.gone is not None and clock.in_day(post.gone) is True
        in_time = clock.in_day(post.at, post.order)
        if in_time is False or gone or post.at.before(starts):
            continue
        last, sure = post, in_time is True
    return last, sure


def _standing_text(post: Post, clock: Clock) -> tuple[int, bool]:
    """Which text of a post stood at the day's end, by its place, and whether that is sure."""
    times = change_times(post)
    first_edit = post.revisions[0].edited
    first = clock.in_day(post.at, post.order) if first_edit is None else clock.in_day(first_edit)
    place, sure = 0, first is True
    for index, changed in enumerate(times[1:], 1):
        in_time = clock.in_day(changed)
        if in_time is True:
            place, sure = index, True
        elif in_time is None:
            place, sure = index, False
    return place, sure


def _stands_since(post: Post, place: int, text: str) -> datetime | None:
    """Since when a line of a text is known to stand there without a break; None: from the first text on."""
    changed = change_times(post)
    while place and any(line.text == text for line in post.revisions[place - 1].body.lines):
        place -= 1
    return min(changed[place].latest, post.revisions[place].first_seen) if place else None


def _standing_lines(post: Post, place: int, clock: Clock) -> list[tuple[Line, bool]]:
    """The lines of the text at that place that are of the day, each with whether that is sure."""
    lines = post.revisions[place].body.lines
    return [
        (line, not line.unclear and (not line.late or _in_day(line, clock)))
        for line in lines
        if not (line.late_at is not None and clock.in_day(line.late_at) is False)
    ]


def _in_day(late: Line, clock: Clock) -> bool:
    return late.late_at is not None and clock.in_day(late.late_at) is True


def _action(
    post: str, at: datetime, player: str, line: Line, names: Names, words: Words, own: Collection[str], *, sure: bool
) -> DayAction | None:
    """The action of a line: in the form of H25, or a looser one that only the host can take for an action."""
    formal = _ACTION.fullmatch(line.text)
    said = formal["said"] if formal else line.text
    if key(said) in WITHDRAWALS:
        return None
    parts = said.split()
    place = next((i for i, word in enumerate(parts) if any(token in words.abilities for token in tokens(word))), None)
    if place is None:
        named = names.read(said, me=player)
        ask = (named.player,) if named.player else named.ask
        loose = formal is not None and own and bool(ask)
        return DayAction(post, player, at, min(own), None, ask, False, line.text) if loose else None
    ability = next(words.abilities[token] for token in tokens(parts[place]) if token in words.abilities)
    named = names.read(" ".join(parts[place + 1 :]), me=player)
    if formal and place == 0 and sure and (named.player or not named.ask):
        return DayAction(post, player, at, ability, named.player, (), True, line.text)
    if ability not in own and not formal:
        return None
    ask = (named.player,) if named.player else named.ask or _anybody(parts, place, names, player)
    return DayAction(post, player, at, ability, None, ask, False, line.text) if ask else None


def _anybody(parts: Sequence[str], place: int, names: Names, player: str) -> tuple[str, ...]:
    """Who is named before the ability's word: «Аню лечу»."""
    named = names.read(" ".join(parts[:place]), me=player)
    return (named.player,) if named.player else named.ask
