"""What a scenario's values must fulfil before it is played: names, roles, phases, times.

Every fault is a ScenarioError with its place. Knows nothing of how a game goes: what only playing shows (a phase after
the end, a lot that is not drawn) is told by `running`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import datetime
from typing import TypeVar

from msgspec import UNSET, Struct

from engine.game.values import Do
from engine.times import LENGTH
from golosa.errors import Told
from golosa.scenario.inputs import ActIn, MessageIn, OrderIn, PhaseIn, PostIn, RulingIn, Scenario
from golosa.scenario.reading import ScenarioError

Item = TypeVar("Item")

PHASE = re.compile(r"(day|night)([1-9]\d*)")
YEARS = range(1900, 9000)
UNKNOWN_PHASE = "unknown phase {phase!r}; phases are named dayN and nightN"
LOT = re.compile(r"day[1-9]\d*\.(tie|missed)")

#: The keys of a ruling, by form: what must stand in it, besides an optional `at`.
RULING_FORMS = (("post", "vote"), ("post", "void"), ("alias", "player"), ("replace", "player"), ("pm", "target"))


class Known(Struct, frozen=True, kw_only=True):
    """What the rule set knows, by id."""

    roles: Collection[str]
    open_roles: Collection[str]
    teams: Collection[str]
    abilities: Collection[str]
    first: str  #: "day" or "night"
    day_actions: bool  #: whether anything can be ordered for a day


def check(scenario: Scenario, known: Known) -> None:
    """Raises ScenarioError at the first fault."""
    _check_years("", scenario)
    _check_players(scenario, known)
    names = {player.name for player in scenario.players}
    _check_lots(scenario, names)
    _check_order_of_phases(scenario.phases, known.first)
    _check_clock(scenario.phases)
    posts, messages = _ids(scenario, "posts"), _ids(scenario, "pm")
    senders = _senders(scenario) | names
    for place, phase in _placed(scenario.phases, "phases"):
        for inner, post in _placed(phase.posts, f"{place}.posts"):
            _check_post(inner, post)
        _check_in_time_order(place, phase.posts)
        for inner, message in _placed(phase.pm, f"{place}.pm"):
            _check_message(inner, message, names, senders, known)
            if message.order is not None and message.order.phase is not None:
                _check_ahead(f"{inner}.order.phase", message.order.phase, phase.phase, known)
        for inner, ruling in _placed(phase.rulings, f"{place}.rulings"):
            _check_ruling(inner, ruling, names, posts, messages)
        for inner, act in _placed(phase.acts, f"{place}.acts"):
            _check_act(inner, act, names, known)


def message_id(phase: PhaseIn, index: int) -> str:
    """The id of a message that has none: its phase and its place there, from 1 (`night1.pm2`)."""
    return phase.pm[index].id or f"{phase.phase}.pm{index + 1}"


def _placed(items: Sequence[Item], place: str) -> Iterator[tuple[str, Item]]:
    return ((f"{place}[{index}]", item) for index, item in enumerate(items))


def _senders(scenario: Scenario) -> set[str]:
    """Every account under which a player may write."""
    accounts = {account for player in scenario.players for account in player.accounts}
    rulings = (ruling for phase in scenario.phases for ruling in phase.rulings)
    return accounts | {ruling.replace for ruling in rulings if isinstance(ruling.replace, str)}


def _check_years(place: str, value: object) -> None:
    """Near the ends of the calendar no zone and no length of time could be added to a moment."""
    if isinstance(value, datetime):
        if value.year not in YEARS:
            raise ScenarioError(place, "no game is played in the year {year}", year=value.year)
    elif isinstance(value, list):
        for inner, item in _placed(value, place):
            _check_years(inner, item)
    elif isinstance(value, Struct):
        for name in value.__struct_fields__:
            _check_years(f"{place}.{name}".lstrip("."), getattr(value, name))


def _check_players(scenario: Scenario, known: Known) -> None:
    if not scenario.players:
        raise ScenarioError("players", "there are no players")
    dealt = scenario.players[0].role is None
    seen: dict[str, str] = {scenario.host: "host"} if scenario.host else {}
    for place, player in _placed(scenario.players, "players"):
        if not player.name.strip():
            raise ScenarioError(f"{place}.name", "a player needs a name")
        if player.name in {*known.teams, "draw"}:
            raise ScenarioError(
                f"{place}.name", "{name!r} is the name of a winner and cannot be a player's", name=player.name
            )
        for key in dict.fromkeys((player.name, *player.accounts)):
            if key in seen:
                raise ScenarioError(place, "{key!r} stands already at {seen}", key=key, seen=seen[key])
            seen[key] = place
        if (player.role is None) != dealt:
            raise ScenarioError(f"{place}.role", "either every player has a role or none has (then they are dealt)")
        if player.role is not None:
            _must_know(f"{place}.role", Told("role"), player.role, known.roles)
        if player.open_role is not None:
            _must_know(f"{place}.open_role", Told("open role"), player.open_role, known.open_roles)


def _must_know(place: str, what: Told, value: str, known: Collection[str]) -> None:
    if value not in known:
        among = ", ".join(known) if known and len(known) <= 40 else Told("none")
        raise ScenarioError(place, "unknown {what} {value!r}; known: {among}", what=what, value=value, among=among)


def _must_be_player(place: str, value: str, names: Collection[str]) -> None:
    if value not in names:
        raise ScenarioError(place, "no player is named {name!r}", name=value)


def _check_lots(scenario: Scenario, names: Collection[str]) -> None:
    for label, chosen in scenario.lots.items():
        place = f"lots.{label}"
        if not LOT.fullmatch(label):
            raise ScenarioError(place, "unknown lot; lots are named dayN.tie and dayN.missed")
        if not isinstance(chosen, str):
            raise ScenarioError(place, "a lot falls on a player's name")
        _must_be_player(place, chosen, names)


def _check_order_of_phases(phases: Sequence[PhaseIn], first: str) -> None:
    if not phases:
        raise ScenarioError("phases", "there are no phases")
    kinds = ("day", "night") if first == "day" else ("night", "day")
    for index, (place, phase) in enumerate(_placed(phases, "phases")):
        if not PHASE.fullmatch(phase.phase):
            raise ScenarioError(f"{place}.phase", UNKNOWN_PHASE, phase=phase.phase)
        due = f"{kinds[index % 2]}{index // 2 + 1}"
        if phase.phase != due:
            raise ScenarioError(f"{place}.phase", "{phase!r} stands where {due!r} is due", phase=phase.phase, due=due)


def _check_clock(phases: Sequence[PhaseIn]) -> None:
    """Days and nights have their times, and one follows the other."""
    last: datetime | None = None
    for index, (place, phase) in enumerate(_placed(phases, "phases")):
        if phase.is_day:
            starts, ends = _needed(place, "starts", phase.starts), _needed(place, "ends", phase.ends)
            _unwanted(place, Told("a day"), resolve=phase.resolve)
            _after(f"{place}.starts", starts, last, Told("the phase before it ended"))
            _after(f"{place}.ends", ends, starts, Told("the day's start"), strictly=True)
            if phase.as_of:
                _after(f"{place}.as_of", phase.as_of, starts, Told("the day's start"))
            last = ends
        else:
            resolve = _needed(place, "resolve", phase.resolve)
            _unwanted(
                place, Told("a night"), starts=phase.starts, ends=phase.ends, as_of=phase.as_of, posts=phase.posts
            )
            _after(f"{place}.resolve", resolve, last, Told("the phase before it ended"))
            last = resolve
        _check_acts_clock(place, phase, phases[index - 1] if index else None, phases[index + 1 : index + 2])


def _check_acts_clock(place: str, phase: PhaseIn, before: PhaseIn | None, after: Sequence[PhaseIn]) -> None:
    opened = (before.ends or before.resolve) if before else None
    closed = phase.resolve or (after[0].resolve if after else None)
    for inner, act in _placed(phase.acts, f"{place}.acts"):
        _after(f"{inner}.at", act.at, opened, Told("the phase before it ended"))
        if closed and act.at > closed:
            raise ScenarioError(f"{inner}.at", "times out of order: this is after the night was resolved")


def _needed(place: str, key: str, moment: datetime | None) -> datetime:
    if moment is None:
        raise ScenarioError(f"{place}.{key}", "is missing")
    return moment


def _unwanted(place: str, kind: Told, **values: object) -> None:
    for key, value in values.items():
        if value:
            raise ScenarioError(f"{place}.{key}", "{kind} has no {key}", kind=kind, key=key)


def _after(place: str, moment: datetime, earlier: datetime | None, what: Told, *, strictly: bool = False) -> None:
    if earlier is not None and (moment < earlier or (strictly and moment == earlier)):
        raise ScenarioError(
            place, "times out of order: this is not after {what} ({earlier})", what=what, earlier=earlier
        )


def _ids(scenario: Scenario, kind: str) -> set[str]:
    """The ids of all posts or messages of the file; one that stands twice is an error."""
    seen: dict[str, str] = {}
    for place, phase in _placed(scenario.phases, "phases"):
        ids = (
            [post.id for post in phase.posts]
            if kind == "posts"
            else [message_id(phase, index) for index in range(len(phase.pm))]
        )
        for inner, found in _placed(ids, f"{place}.{kind}"):
            if not found:
                raise ScenarioError(f"{inner}.id", "an id cannot be empty")
            if found in seen:
                raise ScenarioError(f"{inner}.id", "{id!r} is already the id of {seen}", id=found, seen=seen[found])
            seen[found] = inner
    return set(seen)


def _check_post(place: str, post: PostIn) -> None:
    end_of_interval = {"edited": LENGTH[post.resolution], "merged_at": LENGTH[post.resolution]}
    for key in ("edited", "deleted", "merged_at"):
        moment = getattr(post, key)
        if moment is not None:
            shown_until = moment + end_of_interval[key] if key in end_of_interval else moment
            _after(f"{place}.{key}", shown_until, post.at, Told("the post itself"), strictly=key in end_of_interval)
    last = post.at
    for inner, seen in _placed(post.seen, f"{place}.seen"):
        _after(
            f"{inner}.at",
            seen.at,
            last,
            Told("the sight before it") if last is not post.at else Told("the post itself"),
        )
        if post.deleted and seen.at >= post.deleted:
            raise ScenarioError(f"{inner}.at", "times out of order: the post was deleted by then")
        last = seen.at


def _check_in_time_order(place: str, posts: Sequence[PostIn]) -> None:
    """A thread's posts stand in the order of their times; times that may be equal stand as the thread has them."""
    for index in range(1, len(posts)):
        before, post = posts[index - 1], posts[index]
        if post.at + LENGTH[post.resolution] <= before.at:
            raise ScenarioError(f"{place}.posts[{index}].at", "times out of order: post {id!r} is later", id=before.id)


def _check_message(
    place: str, message: MessageIn, names: Collection[str], senders: Collection[str], known: Known
) -> None:
    if message.from_ not in senders:
        raise ScenarioError(
            f"{place}.from", "no player is named {name!r} or writes under that account", name=message.from_
        )
    if message.order is not None:
        _unwanted(place, Told("a message with an order"), subject=message.subject, body=message.body)
        _check_order(f"{place}.order", message.order, names, known)
    elif message.subject is None:
        raise ScenarioError(place, "a message needs subject and body, or an order")


def _check_order(place: str, order: OrderIn, names: Collection[str], known: Known) -> None:
    _must_know(f"{place}.ability", Told("ability"), order.ability, known.abilities)
    if order.target is not None:
        _must_be_player(f"{place}.target", order.target, names)
    if order.for_ is not None:
        _must_be_player(f"{place}.for", order.for_, names)


def _check_ahead(place: str, phase: str, now: str, known: Known) -> None:
    """An order may name its own phase or a later one, of a kind for which there is something to order."""
    found, here = PHASE.fullmatch(phase), PHASE.fullmatch(now)
    if found is None or here is None:
        raise ScenarioError(place, UNKNOWN_PHASE, phase=phase)
    if found[1] == "day" and not known.day_actions:
        raise ScenarioError(place, "nothing can be ordered for a day in this rule set")
    if (int(found[2]), found[1] != known.first) < (int(here[2]), here[1] != known.first):
        raise ScenarioError(place, "times out of order: {phase} is over in {now}", phase=phase, now=now)


def _check_ruling(
    place: str, ruling: RulingIn, names: Collection[str], posts: Collection[str], messages: Collection[str]
) -> None:
    keys = tuple(key for key in ruling.__struct_fields__ if key != "at" and getattr(ruling, key) is not UNSET)
    if keys not in RULING_FORMS:
        forms = "; ".join(" and ".join(form) for form in RULING_FORMS)
        raise ScenarioError(
            place, "no ruling has the keys {keys}; rulings have: {forms}", keys=", ".join(keys) or "(none)", forms=forms
        )
    if isinstance(ruling.post, str) and ruling.post not in posts:
        raise ScenarioError(f"{place}.post", "no post has the id {id!r}", id=ruling.post)
    if isinstance(ruling.pm, str) and ruling.pm not in messages and ruling.pm not in posts:
        raise ScenarioError(f"{place}.pm", "no message (and no post with a day action) has the id {id!r}", id=ruling.pm)
    if ruling.void is False:
        raise ScenarioError(f"{place}.void", "a ruling can only be void: true")
    if isinstance(ruling.replace, str) and ruling.at is None:
        raise ScenarioError(f"{place}.at", "is missing: from when does the new account play?")
    for key in ("vote", "player", "target"):
        value = getattr(ruling, key)
        if isinstance(value, str):
            _must_be_player(f"{place}.{key}", value, names)


def _check_act(place: str, act: ActIn, names: Collection[str], known: Known) -> None:
    _must_be_player(f"{place}.player", act.player, names)
    if act.do is Do.HP:
        if not isinstance(act.value, int):
            raise ScenarioError(f"{place}.value", "hp is a whole number")
    elif act.do is Do.ROLE:
        if not isinstance(act.value, str):
            raise ScenarioError(f"{place}.value", "the new role's id is needed")
        _must_know(f"{place}.value", Told("role"), act.value, known.roles)
    elif act.value is not UNSET:
        raise ScenarioError(f"{place}.value", "{act} takes no value", act=act.do)
