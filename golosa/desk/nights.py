"""A night as the host sees it at the desk. Everything here is his secret: roles, orders, answers.

Plays the game from its log; keeps nothing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from msgspec import Struct

from engine.game.values import Effect, NightOutcome, Private
from engine.messages import Said
from golosa.errors import GolosaError, told
from golosa.folder.config import DayTable
from golosa.folder.daybook import result_of
from golosa.folder.dealing import given
from golosa.folder.frames import night_frame
from golosa.folder.game import Game
from golosa.folder.judging import Judged, judged
from golosa.folder.letters import said_in, sender_of
from golosa.folder.phases import day_label
from golosa.folder.posting import SENT, Sent
from golosa.folder.replay import NIGHT, follow, followed, messages, resolved_at
from golosa.folder.review import over
from golosa.scenario.inputs import MessageIn
from golosa.scenario.letters import source
from golosa.scenario.playing import Played
from golosa.texts.output import own_templates
from golosa.texts.render import render
from golosa.views import mornings, title_of
from golosa.views.answers import answer_views
from golosa.views.host import Dying, OwedOrder


class Stage(StrEnum):
    """How far a night is."""

    ROLES = "roles"  #: not everybody has a role yet
    DAY = "day"  #: the day before it is not closed
    ORDERS = "orders"  #: orders are taken
    RESOLVE = "resolve"  #: the cut-off has passed, or it is the host's to end
    ANSWERS = "answers"  #: resolved: answers are to be sent
    MORNING = "morning"  #: the morning post and the next day
    OVER = "over"  #: somebody has won


class Letter(Struct, frozen=True, kw_only=True):
    """A message that has come, read back as understood."""

    id: str
    sender: str
    at: datetime
    subject: str
    said: tuple[Said, ...]
    order: str = ""  #: an order that came ready made
    refused: str = ""  #: the code of the reason
    ask: tuple[str, ...] = ()  #: whom an order may mean, where only the host can tell


class Answer(Struct, frozen=True):
    """A message to one player, to copy and tick off."""

    player: str
    accounts: tuple[str, ...]
    text: str
    digest: str
    sent: bool


class Screen(Struct, frozen=True, kw_only=True):
    """Everything on a night's page."""

    number: int
    stage: Stage
    until: datetime | None  #: the cut-off (UTC)
    resolved: datetime | None
    letters: tuple[Letter, ...]
    owed: tuple[OwedOrder, ...]
    unclear: tuple[str, ...]  #: whose order only the host can read
    known: bool  #: whether what would come of it is known: no order waits for the host
    dying: tuple[tuple[Dying, str], ...]  #: each with the words to invite a note
    answers: tuple[Answer, ...]
    fates: tuple[Mapping[str, Any], ...]  #: what became of the standing orders
    deaths: tuple[Mapping[str, Any], ...]
    saved: tuple[str, ...]
    log: tuple[Effect, ...]  #: every effect with its cause and clause
    posts: tuple[tuple[str, str], ...]  #: the morning post, the end of the game: kind and text
    next_day: int
    fault: str = ""  #: why the night cannot be played yet


def current(game: Game) -> int:
    """The night that is to be dealt with: the last one resolved until its morning has come, then the next."""
    done = len(game.facts.all(NIGHT))
    opened = {day.number for day in game.config.day}
    return done if done and mornings.number_after(game, done) not in opened else done + 1


def _day_before(game: Game, night: int) -> DayTable | None:
    number = night if game.rules.day.first == "day" else night - 1
    return next((day for day in game.config.day if day.number == number), None)


def screen(game: Game, number: int, now: datetime) -> Screen:
    """The page of a night as of `now` (UTC)."""
    label, before = f"night{number}", _day_before(game, number)
    resolved = resolved_at(game, label)
    ready = len(given(game)) == len(game.roster.names)
    played, fault = _played(game, number, now) if ready else (None, "")
    night = _outcome(played, label)
    answers = tuple(_answers(game, number, played))
    until = _until(game, number, before)
    coming = played if resolved is None and night is not None else None
    ended = _is_over(played, label, resolved)
    owed = mornings.owed(game, now) if ready and resolved is None and not ended else None
    document: Mapping[str, Any] = played.phases[-1] if played and played.phases[-1]["phase"] == label else {}
    return Screen(
        number=number,
        stage=_stage(game, number, Standing(ready, resolved, ended, until), answers, now),
        until=until,
        resolved=resolved,
        letters=tuple(_letters(game, number, night, document, now)),
        owed=owed.owed if owed else (),
        unclear=owed.unclear if owed else (),
        known=night is not None,
        dying=tuple(_dying(game, number, coming)) if coming else (),
        answers=answers,
        fates=tuple(document.get("orders", ())),
        deaths=tuple(document.get("deaths", ())),
        saved=tuple(document.get("saved", ())),
        log=night.host.log if night is not None else (),
        posts=tuple(_posts(game, number, played, now, over=ended)),
        next_day=mornings.number_after(game, number),
        fault=fault,
    )


class Standing(Struct, frozen=True):
    """What decides how far a night is."""

    ready: bool  #: everybody has a role
    resolved: datetime | None
    over: bool  #: the game is
    until: datetime | None


def _is_over(played: Played | None, label: str, resolved: datetime | None) -> bool:
    """Whether somebody has won: a night that is not resolved yet only would end the game, as the orders stand."""
    if played is None or played.state.winner is None:
        return False
    return resolved is not None or played.phases[-1]["phase"] != label


def _outcome(played: Played | None, label: str) -> NightOutcome | None:
    """What came of that night, as it was played."""
    if played is None or not played.outcomes or played.phases[-1]["phase"] != label:
        return None
    outcome = played.outcomes[-1]
    return outcome if isinstance(outcome, NightOutcome) else None


def _played(game: Game, number: int, now: datetime) -> tuple[Played | None, str]:
    """The game up to this night, as it stands resolved or as it would be now, or up to where it ends; and why it could
    not be played so far."""
    label = f"night{number}"
    try:
        played = follow(game, label, now, resolved_at(game, label) or now)
    except GolosaError as error:
        return None, told(error)
    last = played.phases[-1]["phase"]
    waits = last != label and played.state.winner is None
    return played, f"{last} waits for you first" if waits else ""


def _stage(game: Game, number: int, known: Standing, answers: Sequence[Answer], now: datetime) -> Stage:
    before = _day_before(game, number)
    if not known.ready:
        return Stage.ROLES
    if any(not answer.sent for answer in answers) and (known.resolved is not None or known.over):
        return Stage.ANSWERS
    if known.over:
        return Stage.OVER
    if known.resolved is not None:
        return Stage.MORNING
    if (before is None or result_of(game, before) is None) and (number > 1 or game.rules.day.first == "day"):
        return Stage.DAY
    return Stage.ORDERS if known.until is not None and now < known.until else Stage.RESOLVE


def _until(game: Game, number: int, before: DayTable | None) -> datetime | None:
    """The cut-off of the orders, where the rule set has a wall time for it."""
    if game.rules.night.until == "host" or before is None:
        return None
    later = before.ends + timedelta(days=1)
    return night_frame(game.rules, f"night{number}", later, (before.starts, before.ends)).until


def of_night(game: Game, number: int) -> list[MessageIn]:
    """The messages that came from the opening of the day before a night to the opening of the day after it."""
    before = _day_before(game, number)
    after = next((day for day in game.config.day if day.number == mornings.number_after(game, number)), None)
    starts = before.starts if before is not None and number > 1 else None
    ends = after.starts if after is not None else None
    return [
        message
        for message in messages(game)
        if (starts is None or message.at >= starts) and (ends is None or message.at < ends)
    ]


def _letters(
    game: Game, number: int, night: NightOutcome | None, document: Mapping[str, Any], now: datetime
) -> list[Letter]:
    """Newest first; what is refused is told as soon as it comes (G7)."""
    come = of_night(game, number)
    if night is None:
        early = judged(game, {message.id for message in come if message.id}, now) if given(game) else Judged()
        refused = {source(order.id): order.why.value for _, order in early.refused}
    else:
        refused = {source(one.id): one.why.value for one in night.host.refused}
    asked = {one["post"] for one in document.get("rulings_needed", ())}
    found = []
    for message in reversed(come):
        said = said_in(game, message)
        ask = tuple(name for one in said for name in getattr(one, "ask", ()))
        ready = message.order
        found.append(
            Letter(
                id=message.id or "",
                sender=sender_of(game, message),
                at=message.at,
                subject=message.subject or "",
                said=said,
                order=f"{ready.ability}: {ready.target or '—'}" if ready else "",
                refused=refused.get(message.id or "", ""),
                ask=ask if night is None or message.id in asked else (),
            )
        )
    return found


def _dying(game: Game, number: int, played: Played) -> list[tuple[Dying, str]]:
    view = mornings.dying_of(game, played, f"night{number}")
    lang, own = game.config.game.lang, own_templates(game)
    return [(one, render("invitation.txt", lang, {"cause": one.cause, "night": number}, own)) for one in view.dying]


def _answers(game: Game, number: int, played: Played | None) -> list[Answer]:
    """The answers of the day before that are due at once (T14-33), and of the night once it is resolved."""
    found: list[Answer] = []
    before = _day_before(game, number)
    for document, outcome in zip(played.phases, played.outcomes, strict=True) if played else ():
        if outcome is None:
            continue
        if before is not None and document["phase"] == day_label(before.number):
            found += _of_phase(game, before.number, outcome.private, by_day=True)
        if document["phase"] == f"night{number}" and game.facts.all(NIGHT, phase=f"night{number}"):
            found += _of_phase(game, number, outcome.private, by_day=False)
    return found


def _of_phase(game: Game, number: int, answers: Sequence[Private], *, by_day: bool) -> list[Answer]:
    lang = game.config.game.lang
    views = answer_views(game.rules, answers, title=title_of(game), number=number, by_day=by_day, lang=lang)
    sent = [fact.read(Sent) for fact in game.facts.all(SENT)]
    ticked = {one.digest for one in sent if one.kind == "answer"}
    accounts = {player.name: player.accounts for player in game.roster.players}
    found = []
    for view in views:
        text = render("answer.bbcode", lang, view, own_templates(game)).rstrip("\n") + "\n"
        digest = hashlib.sha256(f"{number} {by_day} {view.player} {text}".encode()).hexdigest()[:16]
        found.append(Answer(view.player, accounts[view.player], text, digest, digest in ticked))
    return found


def _posts(game: Game, number: int, played: Played | None, now: datetime, *, over: bool) -> list[tuple[str, str]]:
    """What is to be posted after a resolved night, or once somebody has won: kinds of notices with their texts."""
    found = []
    lang, own, label = game.config.game.lang, own_templates(game), f"night{number}"
    if played and game.facts.all(NIGHT, phase=label) and played.phases[-1]["phase"] == label:
        view = mornings.morning_of(game, mornings.table_after(game, number, now), played, label)
        found.append(("morning", render("morning.bbcode", lang, view, own)))
    if played and over:
        found.append(("end", render("end.bbcode", lang, mornings.end_of(game, played), own)))
    return [(kind, text.rstrip("\n") + "\n") for kind, text in found]


def role_titles(game: Game, now: datetime) -> dict[str, str]:
    """Player to his role's title, with the one he has come to (T14-32) as far as the game has been played."""
    titles, held = game.rules.titles_in(game.config.game.lang), given(game)
    found = {name: titles[role] for name, role in held.items()}
    done = over(game)
    played = followed(game, done[-1], now) if done else None
    for seat in played.state.seats if played is not None else ():
        if seat.role != held[seat.name]:
            found[seat.name] += f" → {titles[seat.role]}"
    return found
