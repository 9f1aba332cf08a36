"""The host's hand at the desk (G8): players, outcomes, votes and rules changed by his word, each change looked at
before it is made, and taken back by a click."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from msgspec import Struct
from starlette.responses import Response
from starlette.routing import Route

from engine.day import EffectKind
from engine.game.values import Do
from golosa.clock import system_clock
from golosa.desk import entered, houserules
from golosa.desk.asking import Ask, does, shows
from golosa.desk.changes import Change
from golosa.desk.days import in_language
from golosa.desk.named import day_of, moment_of, outs_of, player_of, post_id
from golosa.desk.typed import number_of, whole
from golosa.errors import GolosaError
from golosa.folder import hand, standing
from golosa.folder.config import DayTable
from golosa.folder.entries import CHANGEABLE, NUMBERED, Act, Laid, Outcome, RulesChange
from golosa.folder.game import Game
from golosa.folder.hand import Done
from golosa.folder.phases import day_label, order_of
from golosa.texts.plurals import moment

BACK = "/hand"
#: Causes that a host can give for one who goes out by his word.
CAUSES = ("host", "votes", "mafia", "maniac", "shootout", "dice", "missed_day", "removed")
Enter = Callable[[Game, datetime, bool], Done]


class Draft(Struct, frozen=True):
    """A form as it was sent, and what would come of it; kept until it is entered or another page is opened."""

    form: str = ""
    values: dict[str, Any] = {}
    done: Done | None = None


class Line(Struct, frozen=True, kw_only=True):
    """One entry as the page has it."""

    number: int
    phase: str
    made: str
    undone: str
    told: str  #: "" where it is a secret that is not in sight
    kind: str


def page(ask: Ask) -> Response:
    """The page of the host's hand."""
    now, draft = system_clock(), ask.desk.draft.get("hand") or Draft()
    with ask.desk.game() as game:
        spoken = in_language(game, ask.lang)
        numbers = entered.Numbers(game)
        # Who died in the night is the host's secret until the morning.
        gone = {
            name: one
            for name, one in standing.gone_now(game).items()
            if ask.desk.secrets or entered.is_known(game, one.phase)
        }
        days = sorted(game.config.day, key=lambda day: day.number)
        last = game.day(None, now) if days else None
        return ask.show(
            "hand",
            draft=draft,
            would=[Change.of(line, ask.lang, secrets=ask.desk.secrets) for line in draft.done.changes]
            if draft.done
            else [],
            would_phase=entered.phase_of(draft.done.phase, ask.lang) if draft.done else "",
            inside=[name for name in game.roster.names if name not in gone],
            outside=list(gone),
            roles=[role for role in spoken.rules.roles if not role.open],
            health=game.rules.health is not None,
            phases=[(label, entered.phase_of(label, ask.lang)) for label in _phases(game)],
            settled=[(label, entered.phase_of(label, ask.lang)) for label in _phases(game, now)],
            causes=CAUSES,
            effects=[kind.value for kind in EffectKind],
            days=days,
            last=last.number if last else None,
            knobs=_knobs(game, last, houserules.KNOBS),
            more=_knobs(game, last, houserules.others()),
            lines=[_line(spoken, entry, ask, numbers) for entry in reversed(hand.entries(game))],
            zone=game.zone,
        )


def _phases(game: Game, over: datetime | None = None) -> list[str]:
    """The phases of the game so far, the latest first; with `over` (UTC) only days that have ended by then."""
    first = game.rules.day.first
    days = [day for day in game.config.day if over is None or day.ends <= over]
    labels = {day_label(day.number) for day in days}
    labels |= {f"night{day.number}" for day in (days if first == "day" else game.config.day)}
    return sorted(labels, key=lambda label: order_of(label, first), reverse=True)


def _knobs(game: Game, day: DayTable | None, asked: houserules.Kinds) -> tuple[houserules.Field, ...]:
    """The knobs of the count that may change in mid-game, as they are when that day ends."""
    rules = game.rules_after(day) if day is not None else game.rules
    return tuple(field for field in houserules.fields(rules, asked) if field.knob.partition(".")[0] in CHANGEABLE)


def _line(game: Game, entry: hand.Entry, ask: Ask, numbers: entered.Numbers) -> Line:
    hidden = entered.is_secret(entry.entered, entry.phase) and not ask.desk.secrets
    return Line(
        number=entry.number,
        phase=entered.phase_of(entry.phase, ask.lang),
        made=moment(entry.made, game.zone, ask.lang),
        undone=moment(entry.undone, game.zone, ask.lang) if entry.undone else "",
        told="" if hidden else entered.told(game, entry.entered, ask.lang, numbers),
        kind=next(kind for kind, type_ in hand.KINDS.items() if isinstance(entry.entered, type_)),
    )


def _enter(ask: Ask, form: str, enter: Enter) -> Response:
    """Looks at what would come of something, or enters it. What was typed stays in the form until it is entered."""
    values = {name: ask.texts(name) if name == "out" else ask.text(name) for name in ask.form}
    ask.desk.draft["hand"] = Draft(form, values)
    if not ask.text("reason"):
        raise GolosaError(ask.words["hand"]["why"])
    preview = ask.text("enter") != "keep"
    with ask.desk.game() as game:
        done = enter(game, system_clock(), preview)
    if preview:
        ask.desk.draft["hand"] = Draft(form, values, done)
        return ask.done(BACK)
    ask.desk.draft.pop("hand", None)
    ask.changed(done.changes)
    return ask.done(BACK, ask.words["hand"]["entered"])


def act(ask: Ask) -> Response:
    """Removes, kills or brings back a player, or gives him another number of hp or another role."""

    def enter(game: Game, now: datetime, preview: bool) -> Done:
        do = ask.text("do")
        if do not in list(Do):
            raise GolosaError(ask.words["hand"]["what"])
        value: str | int | None = None
        if do == Do.HP:
            value = hit_points(ask.text("number"), ask)
        elif do == Do.ROLE:
            value = ask.text("role")
        at = moment_of(ask, "at", game) or now
        wanted = Act(do, player_of(ask, "player", game), at, ask.text("reason"), value)
        return hand.act(game, wanted, now, phase=ask.text("phase") or None, preview=preview)

    return _enter(ask, "act", enter)


def hit_points(text: str, ask: Ask) -> int:
    """A whole number, below nought too."""
    found = whole(text.removeprefix("-"))
    if found is None:
        raise GolosaError(ask.words["hand"]["number"])
    return -found if text.startswith("-") else found


def outcome(ask: Ask) -> Response:
    """Gives a day or a night another outcome."""

    def enter(game: Game, now: datetime, preview: bool) -> Done:
        wanted = Outcome(outs_of(ask, game), ask.text("by") if ask.text("by") in CAUSES else "host", ask.text("reason"))
        return hand.outcome(game, ask.text("phase"), wanted, now, preview=preview)

    return _enter(ask, "outcome", enter)


def effect(ask: Ask) -> Response:
    """Lays something on a player's vote, or on the votes for him."""

    def enter(game: Game, now: datetime, preview: bool) -> Done:
        if ask.text("kind") not in list(EffectKind):
            raise GolosaError(ask.words["hand"]["what"])
        kind, day = EffectKind(ask.text("kind")), day_of(ask, game, now)
        laid = Laid(
            player=player_of(ask, "player", game),
            kind=kind,
            value=_number(ask.text("number"), ask) if kind in NUMBERED else 0,
            by=player_of(ask, "with", game) if kind is EffectKind.FOLLOWS else None,
            day=day.number,
            lasts="game" if ask.text("lasts") == "game" else "day",
            post=post_id(ask, "post", game, day),
            at=moment_of(ask, "at", game),
            reason=ask.text("reason"),
        )
        return hand.effect(game, laid, now, preview=preview)

    return _enter(ask, "effect", enter)


def _number(text: str, ask: Ask) -> int | float:
    try:
        return number_of(text)
    except ValueError as error:
        raise GolosaError(ask.words["hand"]["number"]) from error


def rules(ask: Ask) -> Response:
    """Changes rules of the count from a post on."""

    def enter(game: Game, now: datetime, preview: bool) -> Done:
        day = day_of(ask, game, now)
        shown = game.day(None, now)  # the form shows the rules of the last day that has begun
        found = houserules.changed(game.rules_after(shown), ask.text)
        if not found:
            raise GolosaError(ask.words["hand"]["no_knob"])
        post = post_id(ask, "post", game, day)
        if post is None:
            raise GolosaError(ask.words["hand"]["which_post"])
        wanted = RulesChange(day=day.number, post=post, set=found, reason=ask.text("reason"))
        return hand.change_rules(game, wanted, now, preview=preview)

    return _enter(ask, "rules", enter)


def undo(ask: Ask) -> Response:
    """Looks at what would come of taking an entry back, or takes it back."""
    text, preview = ask.text("number"), ask.text("enter") != "keep"
    number = whole(text) or 0
    with ask.desk.game() as game:
        done = hand.undo(game, number, system_clock(), preview=preview)
    if preview:
        ask.desk.draft["hand"] = Draft("undo", {"number": text}, done)
        return ask.done(BACK)
    ask.desk.draft.pop("hand", None)
    ask.changed(done.changes)
    return ask.done(BACK, ask.words["log"]["done"])


def seen(ask: Ask) -> Response:
    """The host has seen what is another now."""
    ask.desk.changes = ()
    return ask.done(ask.place())


ROUTES: list[Route] = [
    shows(BACK, page),
    does("/hand/act", act, BACK),
    does("/hand/outcome", outcome, BACK),
    does("/hand/effect", effect, BACK),
    does("/hand/rules", rules, BACK),
    does("/hand/undo", undo, BACK),
    does("/hand/seen", seen, BACK),
]
