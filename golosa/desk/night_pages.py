"""The night at the desk: its page, and everything that is clicked on it. Nothing secret ever stands in an address."""

from __future__ import annotations

from datetime import UTC, datetime

from starlette.responses import Response
from starlette.routing import Route

from engine.messages import Legend, Note, OrderText, Said, Unreadable
from engine.messages.pasted import pasted
from golosa import catalogue
from golosa.clock import system_clock
from golosa.desk import nights as screens
from golosa.desk.asking import Ask, does, shows
from golosa.desk.day_pages import next_day
from golosa.desk.days import in_language
from golosa.desk.jobs import Progress
from golosa.desk.named import moment_of, when
from golosa.desk.preview import preview
from golosa.desk.typed import as_typed, whole
from golosa.errors import GolosaError
from golosa.folder import letters, posting
from golosa.folder.config import zone_of
from golosa.folder.game import Game
from golosa.folder.nights import resolve
from golosa.folder.replay import NIGHT, accounts
from golosa.folder.review import changes, course
from golosa.reading.inbox import Report, take_new
from golosa.reading.sent import sent_at
from golosa.scenario.inputs import MessageIn
from golosa.texts.plurals import moment

BACK = "/night"
#: The fields of a message as it is pasted.
FIELDS = ("text", "sender", "at", "subject")


def page(ask: Ask) -> Response:
    """The page of a night: the one asked for, or the one that is to be dealt with."""
    now = system_clock()
    _tell_of_inbox(ask)
    with ask.desk.game() as game:
        latest = screens.current(game)
        asked = ask.query("night")
        number = min(whole(asked) or latest, latest)
        screen = screens.screen(game, number, now)
        zone = zone_of(game.zone, "zone")
        words = catalogue.of(ask.lang)

        def told(letter: screens.Letter) -> str:
            return letter.order or "; ".join(_said(one, ask) for one in letter.said)

        return ask.show(
            "night",
            s=screen,
            nights=range(1, max(latest, len(game.facts.all(NIGHT))) + 1),
            until=screen.until.isoformat() if screen.until and now < screen.until else None,
            until_words=moment(screen.until, game.zone, ask.lang) if screen.until else "",
            told={letter.id: told(letter) for letter in screen.letters},
            resolved_at=as_typed(screen.resolved, zone) if screen.resolved else "",
            refusals={code.value: text for code, text in words.refusal.items()},
            previews=[preview(text) for _, text in screen.posts],
            sent={kind: _sent(game, kind, screen, ask) for kind, _ in screen.posts},
            roster=game.roster.names,
            senders=sorted(accounts(game)),
            draft=dict.fromkeys(FIELDS, "") | ask.desk.draft.get("message", {}),
            now=as_typed(now, zone),
            at=lambda when: moment(when, game.zone, ask.lang),
            roles=screens.role_titles(in_language(game, ask.lang), now) if ask.desk.secrets else {},
            next_starts=_next(game, screen, now),
            zone=game.zone,
            has_inbox=game.config.forum.user is not None or game.config.forum.cookies is not None,
        )


def _next(game: Game, screen: screens.Screen, now: datetime) -> dict[str, str]:
    """Start and end of the day after the night, as they follow from the one before; empty where it is open already."""
    days = {day.number for day in game.config.day}
    return next_day(game, now) if days and screen.next_day == max(days) + 1 else {}


def _sent(game: Game, kind: str, screen: screens.Screen, ask: Ask) -> str:
    found = posting.last_of_night(game, kind, screen.number)
    return moment(found, game.zone, ask.lang) if found else ""


def _said(said: Said, ask: Ask) -> str:
    """What a message says, in the desk's words."""
    words = ask.words["said"]
    match said:
        case Legend():
            return str(words["legend"])
        case Note():
            return str(words["note"])
        case Unreadable(why):
            return f"{words['unreadable']} ({why})"
        case OrderText():
            abilities = "/".join(ask.words["ability"].get(one, one) for one in said.abilities) or str(words["order"])
            if said.target:
                return f"{abilities}: {said.target}"
            if said.withdraws:
                return f"{abilities}: {words['withdrawn']}"
            return f"{abilities}: " + (f"{' / '.join(said.ask)}?" if said.ask else str(words["nobody"]))
    raise AssertionError(said)


def message(ask: Ask) -> Response:
    """Takes a pasted message; what was typed stays in the form where it cannot be taken."""
    now = system_clock()
    ask.desk.draft["message"] = {name: ask.text(name) for name in FIELDS}
    found = pasted(ask.text("text"))
    with ask.desk.game() as game:
        sender = ask.text("sender") or found.sender
        if not sender:
            raise GolosaError(ask.words["letter"]["who"])
        sent = when(ask, "at", game) or (sent_at(game, found.sent) if found.sent else None) or now
        taken = MessageIn(
            from_=sender, at=sent.astimezone(UTC), subject=ask.text("subject") or found.subject, body=found.body
        )
        if sender not in accounts(game):
            raise GolosaError(str(ask.words["letter"]["unknown"]).format(sender=sender))
        with letters.settled(game, [taken], now) as changed:
            letters.take(game, taken, now)
        ask.changed(changed)
        said = "; ".join(_said(one, ask) for one in letters.said_in(game, taken))
        told = f"{letters.sender_of(game, taken)}: {said}"
    ask.desk.draft.pop("message", None)
    # What the message says is a secret: it is told only where secrets are in sight.
    return _back(ask, told if ask.desk.secrets else ask.words["letter"]["taken"])


def inbox(ask: Ask) -> Response:
    """Takes what is new in the host's inbox on the forum, in the background."""
    desk = ask.desk
    with desk.game() as game:
        since = moment_of(ask, "since", game)

    def work(progress: Progress) -> Report:
        with desk.game() as game:
            return take_new(game, since, sleep=desk.sleep)

    ask.begin("inbox", work)
    return ask.done(BACK)


def _tell_of_inbox(ask: Ask) -> None:
    """What came of the look into the inbox. Who wrote what is a secret; how many did is none."""
    found = ask.desk.jobs.take("inbox")
    if found is None:
        return
    state, report = found
    if state.fault or report is None:
        ask.desk.say(state.fault, good=False)
        return
    said = str(ask.words["letter"]["from_inbox"]).format(taken=len(report.taken), left=len(report.left))
    ask.desk.say(said)
    ask.changed(report.changed)
    for left in report.left if ask.desk.secrets else ():
        ask.desk.say(f"{left.sender}, «{left.subject}»: {left.why}", good=False)
    if report.incomplete:
        ask.desk.say(report.incomplete, good=False)


def take_back(ask: Ask) -> Response:
    """Takes a message back that was entered by mistake."""
    with ask.desk.game() as game:
        now, message = system_clock(), ask.text("message")
        with letters.settled(game, letters.known(game, message), now) as changed:
            letters.take_back(game, message, now)
        ask.changed(changed)
    return _back(ask, ask.words["letter"]["taken_back"])


def rule(ask: Ask) -> Response:
    """Says whom a message is an order against."""
    with ask.desk.game() as game:
        now, message = system_clock(), ask.text("message")
        with letters.settled(game, letters.known(game, message), now) as changed:
            letters.rule(game, message, ask.text("target") or "nobody", now)
        ask.changed(changed)
    return _back(ask, ask.words["rule"]["taken"])


def resolve_night(ask: Ask) -> Response:
    """Resolves the night with the orders that have come; again, where it was resolved before."""
    now, text = system_clock(), ask.text("night")
    number = whole(text)
    with ask.desk.game() as game:
        at = moment_of(ask, "at", game)
        again = bool(game.facts.all(NIGHT, phase=f"night{number}"))
        before = course(game, now) if again else None
        played = resolve(game, now, number, at)
        if before is not None and not played.open:
            ask.changed(changes(before, course(game, now)))
    return _back(ask, ask.words["night"]["asks" if played.open else "resolved"])


def _back(ask: Ask, told: str) -> Response:
    """Back to the night that the form was of."""
    number = whole(ask.text("night"))
    return ask.done(BACK if number is None else f"{BACK}?night={number}", told)


def tick(ask: Ask) -> Response:
    """Ticks an answer off as sent."""
    with ask.desk.game() as game:
        posting.tick(game, ask.text("to"), ask.text("digest"), ask.text("night"), system_clock())
    return _back(ask, "")


def posted(ask: Ask) -> Response:
    """Remembers that the morning post was posted."""
    with ask.desk.game() as game:
        posting.mark_of_night(game, ask.text("kind"), ask.text("night"), system_clock())
    return _back(ask, ask.words["paste"]["remembered"])


ROUTES: list[Route] = [
    shows("/night", page),
    does("/night/message", message, BACK),
    does("/night/inbox", inbox, BACK),
    does("/night/undo", take_back, BACK),
    does("/night/rule", rule, BACK),
    does("/night/resolve", resolve_night, BACK),
    does("/night/tick", tick, BACK),
    does("/night/posted", posted, BACK),
]
