"""The start: a game is made by a form, with what the forum says of its thread and which names look alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

import forums
from engine.names import Collision
from forums import Page, Source
from golosa import rulesets, signup
from golosa.clock import system_clock
from golosa.config import ForumTable, zone_of
from golosa.desk import houserules
from golosa.desk.asking import Ask, does, shows
from golosa.desk.jobs import Work
from golosa.errors import GolosaError, told
from golosa.newgame import NewGame, alike, config_of, make
from golosa.saved import board_of
from scraper.walk import ADVICE

PLACE, DEFAULT = "/start", "town14"
UNREAD = 3
#: Zones that hosts of Russian and European forums live in; any other may be typed.
ZONES = ("Europe/Moscow", "Europe/Kaliningrad", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk", "Asia/Novosibirsk",
         "Asia/Krasnoyarsk", "Asia/Irkutsk", "Asia/Vladivostok", "Europe/Kyiv", "Europe/Minsk", "Asia/Almaty",
         "Europe/Berlin", "Europe/London", "America/New_York", "UTC")  # fmt: skip
FIELDS = ("thread", "title", "hosts", "rules", "players", "aliases", "dead", "signup", "zone", "forum_zone", "starts",
          "ends", "lang", "day")  # fmt: skip


def page(ask: Ask) -> Response:
    """The form of a new game, with what was found for it."""
    if ask.desk.has_game:
        return RedirectResponse("/day", 303)
    draft = ask.desk.draft
    _take_findings(ask, draft)
    given: Mapping[str, str] = dict.fromkeys(FIELDS, "") | draft.get("given", {})
    name = given.get("rules") or DEFAULT
    rules = rulesets.playable(name)
    return ask.show(
        "start",
        given=given,
        rules=name,
        sets=[(one, rulesets.load(one).title or one) for one in rulesets.shipped()],
        knobs=draft.get("knobs") or houserules.fields(rules),
        more=draft.get("more") or houserules.fields(rules, houserules.others()),
        roles=sum(role.count for role in rules.roles if not role.open),
        found=draft.get("page"),
        wall=_wall(draft.get("page")),
        alike=_alike(given) if given.get("players") else (),
        zones=ZONES,
        zone=given.get("zone") or rules.day.zone,
    )


def _wall(found: Page | None) -> str:
    return ADVICE[found.wall] if found is not None and found.wall is not None else ""


def _take_findings(ask: Ask, draft: dict[str, Any]) -> None:
    """What the background has found: the forum's page, or the players who signed up."""
    for kind in ("probe", "signup"):
        found = ask.desk.jobs.take(kind)
        if found is None:
            continue
        state, result = found
        if state.fault:
            ask.desk.say(state.fault, good=False)
        elif kind == "probe":
            draft["page"] = result
        else:
            given = draft.setdefault("given", {})
            given |= {"players": "\n".join(result.texts), "aliases": "\n".join(result.aliases)}
            ask.desk.say(str(ask.words["start"]["signed_up"]).format(players=len(result.players)))
            for doubt in result.doubts:
                ask.desk.say(doubt, good=False)


def _alike(given: Mapping[str, str]) -> tuple[Collision, ...]:
    """Names that look alike; none while the form cannot be read yet."""
    try:
        return alike(config_of(_wanted(given, {}), rulesets.playable(given.get("rules") or DEFAULT), system_clock()))
    except GolosaError:
        return ()  # what is wrong is told when the game is to be made


def submit(ask: Ask) -> Response:
    """One of the form's buttons: look at the forum, read the sign-up, show the rules, make the game."""
    given = {name: ask.text(name) for name in FIELDS}
    before = ask.desk.draft.get("given", {}).get("rules") or DEFAULT
    ask.desk.draft["given"] = given
    rules = rulesets.playable(given["rules"] or DEFAULT)
    # Another rule set has values of its own; the same one keeps what was changed.
    same = given["rules"] == before
    ask.desk.draft["knobs"] = houserules.given(rules, ask.text) if same else None
    ask.desk.draft["more"] = houserules.given(rules, ask.text, houserules.others()) if same else None
    what = ask.text("do")
    if what == "probe":
        _probe(ask, given["thread"], given["forum_zone"])
    elif what == "signup":
        _read_signup(ask, given["signup"], given["forum_zone"])
    elif what == "make":
        return _make(ask, given)
    return ask.done(PLACE)


def _make(ask: Ask, given: Mapping[str, str]) -> Response:
    rules = rulesets.playable(given["rules"] or DEFAULT)
    make(ask.desk.folder, _wanted(given, houserules.changed(rules, ask.text)), system_clock())
    ask.desk.draft.clear()
    return ask.done("/game", ask.words["start"]["made"])


def _wanted(given: Mapping[str, str], settings: dict[str, Any]) -> NewGame:
    """The form as a game to be made. Raises GolosaError naming what is wrong."""
    thread, zone = given.get("thread", ""), given.get("zone") or None
    if thread and not thread.startswith(("http://", "https://")):
        raise GolosaError(f"{thread!r}: give the thread's address, like https://forum.example/viewtopic.php?t=7")
    number = given.get("day", "")
    return NewGame(
        rules=given.get("rules") or DEFAULT,
        title=given.get("title", ""),
        hosts=_list(given.get("hosts", "")),
        players=_list(given.get("players", "")),
        aliases=_list(given.get("aliases", "")),
        dead=_list(given.get("dead", "")),
        day=int(number) if number.isascii() and number.isdigit() and int(number) else 1,
        threads=(thread,) if thread else (),
        starts=_when(given.get("starts", ""), zone),
        ends=_when(given.get("ends", ""), zone),
        zone=zone,
        forum_zone=given.get("forum_zone") or None,
        lang=given.get("lang") or "ru",
        settings=settings,
    )


def _list(text: str) -> tuple[str, ...]:
    """The lines of a field; a number before a name, as lists have it, is none of it."""
    lines = (re.sub(r"^\s*\d{1,3}[.)]\s+", "", line).strip() for line in text.splitlines())
    return tuple(line for line in lines if line)


def _when(text: str, zone: str | None) -> datetime | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=zone_of(zone or "Europe/Moscow", "zone"))
    except ValueError as error:
        raise GolosaError(f"{text!r} is no time") from error


def _probe(ask: Ask, thread: str, zone: str) -> None:
    """Looks at the thread in the background: what the forum is, and how its posts are read."""
    ask.desk.draft.pop("page", None)
    source = _asked(ask, thread, zone)
    _begin(ask, "probe", lambda progress: _read(source(), _forum(zone)))


def _read_signup(ask: Ask, address: str, zone: str) -> None:
    """Reads the players of a sign-up post in the background; its address may say which post (`#p123`)."""
    source = _asked(ask, address, zone)
    _begin(ask, "signup", lambda progress: signup.read(source(), _forum(zone), now=system_clock()))


def _asked(ask: Ask, address: str, zone: str) -> Callable[[], Source]:
    """How the page at that address is fetched. Raises GolosaError where it is no address, or the zone is none."""
    if not address.startswith(("http://", "https://")):
        raise GolosaError(ask.words["open"]["address"])
    forum, sleep = _forum(zone), ask.desk.sleep
    return lambda: signup.fetch(address, forum, now=system_clock, sleep=sleep)


def _forum(zone: str) -> ForumTable:
    if zone:
        zone_of(zone, "forum zone")
    return ForumTable(zone=zone or None)


def _begin(ask: Ask, kind: str, work: Work) -> None:
    if not ask.desk.jobs.start(kind, work):
        raise GolosaError(ask.words["job"]["busy"])


def _read(source: Source, forum: ForumTable) -> Page:
    try:
        return forums.read(source, board_of(forum))
    except forums.PageError as error:
        raise GolosaError(told(error), UNREAD) from error


ROUTES: list[Route] = [shows(PLACE, page), does(PLACE, submit, PLACE)]
