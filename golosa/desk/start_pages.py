"""The start: a game is made by a form, with what the forum says of its thread and which names look alike."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from engine.counting.contradictions import contradictions
from engine.names import unclear_names
from engine.rules import Rules
from forums import Page
from golosa.captures import captures_of
from golosa.captures.reading import source_of
from golosa.clock import system_clock
from golosa.desk import houserules
from golosa.desk.asking import Ask, does, shows
from golosa.desk.looking import look_at, source_at, take_page, wall_of
from golosa.desk.typed import is_address, lines_of, time_of, whole
from golosa.desk.uploads import on_disk
from golosa.errors import GolosaError
from golosa.folder.config import NAME, Config, ForumTable, zone_of
from golosa.folder.newgame import NewGame, alike, config_of, make, rules_in
from golosa.reading import signup, teaching
from golosa.reading.boards import host_of
from golosa.rulebook import knobs, rulesets

PLACE, DEFAULT, SIGNUP = "/start", "town14", "signup"
#: Zones that hosts of Russian and European forums live in; any other may be typed.
ZONES = ("Europe/Moscow", "Europe/Kaliningrad", "Europe/Samara", "Asia/Yekaterinburg", "Asia/Omsk", "Asia/Novosibirsk",
         "Asia/Krasnoyarsk", "Asia/Irkutsk", "Asia/Vladivostok", "Europe/Kyiv", "Europe/Minsk", "Asia/Almaty",
         "Europe/Berlin", "Europe/London", "America/New_York", "UTC")  # fmt: skip
#: Letters of a file's name that are kept: four bytes each at most, and a name has 255.
LONGEST_STEM = 50
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
    rules = _playable(ask, name)
    config = _config(given, rules) if given.get("players") else None
    return ask.show(
        "start",
        given=given,
        rules=name,
        sets=[(one, rulesets.load(rules_in(ask.desk.folder, one)).title_in(ask.lang) or one) for one in _sets(ask)],
        knobs=draft.get("knobs") or houserules.fields(rules),
        more=draft.get("more") or houserules.fields(rules, houserules.others()),
        roles=[role for role in rules.roles if not role.open],
        open_roles=[role for role in rules.roles if role.open],
        found=draft.get("page"),
        wall=wall_of(ask, draft.get("page")),
        alike=alike(config) if config is not None else (),
        unclear=unclear_names(config.roster) if config is not None else (),
        against=[(place, ask.say(says)) for place, says in draft.get("against", ())],
        confirmed=draft.get("confirmed"),
        zones=ZONES,
        zone=given.get("zone") or rules.day.zone,
    )


def _take_findings(ask: Ask, draft: dict[str, Any]) -> None:
    """What the background has found: the forum's page, or the players who signed up."""
    take_page(ask)
    found = ask.desk.jobs.take(SIGNUP)
    if found is None:
        return
    state, result = found
    if state.fault:
        ask.desk.say(state.fault, good=False)
        return
    given = draft.setdefault("given", {})
    given |= {"players": "\n".join(result.texts), "aliases": "\n".join(result.aliases)}
    ask.desk.say(str(ask.words["start"]["signed_up"]).format(players=len(result.players)))
    for doubt in result.doubts:
        ask.desk.say(doubt, good=False)


def _sets(ask: Ask) -> tuple[str, ...]:
    """The rule sets to choose from: those that come with the program, and the host's own."""
    return (*rulesets.shipped(), *ask.desk.draft.get("own", ()))


def _playable(ask: Ask, name: str) -> Rules:
    return rulesets.playable(rules_in(ask.desk.folder, name if name in _sets(ask) else DEFAULT))


def _config(given: Mapping[str, str], rules: Rules) -> Config | None:
    """The form as a game; None while it cannot be read: what is wrong is told when the game is to be made."""
    try:
        return config_of(_wanted(given, {}), rules, system_clock())
    except GolosaError:
        return None


def submit(ask: Ask) -> Response:
    """One of the form's buttons: look at the forum, read the sign-up, show the rules, make the game."""
    given = {name: ask.text(name) for name in FIELDS}
    ask.desk.draft["given"] = given
    rules = _playable(ask, given["rules"] or DEFAULT)
    # Another rule set has values of its own; the same one keeps what was changed.
    same = ask.text("knobs_of") in ("", given["rules"])
    ask.desk.draft["knobs"] = houserules.given(rules, ask.text) if same else None
    ask.desk.draft["more"] = houserules.given(rules, ask.text, houserules.others()) if same else None
    settings = houserules.changed(rules, ask.text) if same else {}
    changed = rulesets.load(rules_in(ask.desk.folder, given["rules"] or DEFAULT), settings)
    ask.desk.draft["against"] = tuple(contradictions(changed))
    what = ask.text("do")
    if what == "probe":
        look_at(ask, given["thread"], _forum(given["forum_zone"]))
    elif what == "signup":
        _read_signup(ask, given["signup"], _forum(given["forum_zone"]))
    elif what == "confirm":
        _confirm(ask)
    elif what == "make":
        return _make(ask, given, settings)
    elif what == "draft":  # kept while it is typed: there is nothing to show
        return Response(status_code=204)
    return ask.done(PLACE)


def _confirm(ask: Ask) -> None:
    """Remembers that the posts of a forum of unknown software were looked at and are read right."""
    found: Page | None = ask.desk.draft.get("page")
    if found is None or found.shape is None:
        raise GolosaError(ask.words["start"]["nothing_guessed"])
    teaching.confirm(str(found.shape), host_of(found.url), None)
    ask.desk.draft["confirmed"] = found.shape


def own_rules(ask: Ask) -> Response:
    """Takes a rule set of the host's own, as a file; it is kept in the game's folder."""
    file = ask.file()
    stem = re.sub(r"[^\w-]+", "-", Path(file.filename or "").stem).strip("-")[:LONGEST_STEM]
    name = f"{stem or 'rules'}.toml"
    if name in (NAME, *(f"{one}.toml" for one in rulesets.shipped())):
        name = f"own-{name}"
    folder = ask.desk.folder
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        tried = Path(place, name)
        tried.write_bytes(file.file.read())
        rulesets.playable(str(tried))
        (folder / name).write_bytes(tried.read_bytes())
    draft = ask.desk.draft
    draft["own"] = tuple(dict.fromkeys((*draft.get("own", ()), name)))
    draft["given"] = dict.fromkeys(FIELDS, "") | draft.get("given", {}) | {"rules": name}
    draft["knobs"] = draft["more"] = None
    return ask.done(PLACE, str(ask.words["start"]["own_taken"]).format(name=name))


def rules_file(ask: Ask) -> Response:
    """A rule set with what each key means, as a file to change."""
    name = ask.query("name") if ask.query("name") in rulesets.shipped() else DEFAULT
    heads = {"content-disposition": f'attachment; filename="{name}.toml"'}
    return PlainTextResponse(knobs.annotated(rulesets.text(name)), headers=heads)


def _make(ask: Ask, given: Mapping[str, str], settings: dict[str, Any]) -> Response:
    if not lines_of(given["players"]):
        raise GolosaError(ask.words["start"]["no_players"])
    make(ask.desk.folder, _wanted(given, settings), system_clock())
    ask.desk.draft.clear()
    return ask.done("/game", ask.words["start"]["made"])


def _wanted(given: Mapping[str, str], settings: dict[str, Any]) -> NewGame:
    """The form as a game to be made. Raises GolosaError naming what is wrong."""
    thread, zone = given.get("thread", ""), given.get("zone") or None
    if thread and not is_address(thread):
        raise GolosaError(
            "{address!r}: give the thread's address, like https://forum.example/viewtopic.php?t=7", address=thread
        )
    return NewGame(
        rules=given.get("rules") or DEFAULT,
        title=given.get("title", ""),
        hosts=lines_of(given.get("hosts", "")),
        players=lines_of(given.get("players", "")),
        aliases=lines_of(given.get("aliases", "")),
        dead=lines_of(given.get("dead", "")),
        day=whole(given.get("day", "")) or 1,
        threads=(thread,) if thread else (),
        starts=_when(given.get("starts", ""), zone),
        ends=_when(given.get("ends", ""), zone),
        zone=zone,
        forum_zone=given.get("forum_zone") or None,
        lang=given.get("lang") or "ru",
        settings=settings,
    )


def _when(text: str, zone: str | None) -> datetime | None:
    if not text:
        return None
    try:
        return time_of(text).replace(tzinfo=zone_of(zone or "Europe/Moscow", "zone"))
    except ValueError as error:
        raise GolosaError("{time!r} is no time", time=text) from error


def _read_signup(ask: Ask, address: str, forum: ForumTable) -> None:
    """Reads the players of a sign-up post in the background; its address may say which post (`#p123`)."""
    source = source_at(ask, address, forum)
    ask.begin(SIGNUP, lambda progress: signup.read(source(), forum, now=system_clock()))


def saved_signup(ask: Ask) -> Response:
    """Takes the players of a sign-up post from a page that was saved from a browser."""
    with on_disk((ask.file(),)) as (file,):
        source = source_of(captures_of(file).pages[0], None, seen_at=system_clock())
        found = signup.read(source, ForumTable(), ask.text("post") or None, now=system_clock())
    given = dict.fromkeys(FIELDS, "") | ask.desk.draft.get("given", {})
    ask.desk.draft["given"] = given | {"players": "\n".join(found.texts), "aliases": "\n".join(found.aliases)}
    for doubt in found.doubts:
        ask.desk.say(doubt, good=False)
    return ask.done(PLACE, str(ask.words["start"]["signed_up"]).format(players=len(found.players)))


def _forum(zone: str) -> ForumTable:
    if zone:
        zone_of(zone, "forum zone")
    return ForumTable(zone=zone or None)


ROUTES: list[Route] = [
    shows(PLACE, page),
    shows("/start/rules.toml", rules_file),
    does(PLACE, submit, PLACE),
    does("/start/rules", own_rules, PLACE),
    does("/start/signup", saved_signup, PLACE),
]
