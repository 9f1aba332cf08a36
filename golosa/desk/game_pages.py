"""The game at the desk: roles, players, house rules, clock, log; the whole game out of the desk and into it."""

from __future__ import annotations

import tempfile
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct
from starlette.background import BackgroundTask
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from engine.rulings import AliasRuling, ReplaceRuling
from golosa.clock import system_clock
from golosa.desk import entered, houserules, log, roster_pages
from golosa.desk.asking import Ask, does, shows
from golosa.desk.days import in_language
from golosa.desk.named import moment_of, player_of
from golosa.desk.nights import Answer, role_titles
from golosa.desk.post_pages import taken_in, told
from golosa.desk.typed import whole
from golosa.errors import GolosaError
from golosa.folder import dealing, dice, gamefile, handover, posting, rulings, standing
from golosa.folder.daybook import result_of
from golosa.folder.game import Game
from golosa.folder.phases import START
from golosa.folder.standing import Gone
from golosa.rulebook import rulesets
from golosa.texts.plurals import moment
from golosa.views import title_of

BACK = "/game"
#: How many entries of the log stand on the page at once.
LOG_PAGE = 60


class PlayerLine(Struct, frozen=True, kw_only=True):
    """A player as the page has him."""

    name: str
    accounts: tuple[str, ...]
    aliases: tuple[str, ...]
    out: str  #: since when and by what; "" while he is in
    role: str


def page(ask: Ask) -> Response:
    """The page of the game."""
    now = system_clock()
    with ask.desk.game() as game:
        spoken = in_language(game, ask.lang)
        numbers = entered.Numbers(game)
        lines = log.lines(
            spoken,
            secrets=ask.desk.secrets,
            ruled=lambda ruling: told(ruling, numbers.of(getattr(ruling, "post", "")), ask),
            lang=ask.lang,
        )
        shown = [line for line in lines if line.kind != dealing.KIND]  # a role for each player would bury the rest
        start = whole(ask.query("log")) or 0
        given = dealing.given(game)
        return ask.show(
            "game",
            title=title_of(game),
            folder=str(game.folder.resolve()),
            players=_players(spoken, ask),
            lists=roster_pages.lists(game),
            ready=len(given) == len(game.roster.names),
            roles_given=bool(given),
            roles=[role for role in spoken.rules.roles if not role.open],
            open_roles=[role for role in spoken.rules.roles if role.open],
            open_given=dealing.given_open(game),
            fits=sum(role.count for role in game.rules.roles if not role.open) == len(game.roster.names),
            messages=_role_messages(game) if given and ask.desk.secrets else [],
            told_roles=_told_roles(game),
            commitment=dice.commitment(game),
            mix=dealing.mix_of(game),
            knobs=houserules.fields(game.rules),
            more=houserules.fields(game.rules, houserules.others()),
            changed=game.config.set,
            rules=game.rules.title_in(ask.lang) or game.rules.name,
            days=[_day(game, table.number, ask, now) for table in sorted(game.config.day, key=lambda day: day.number)],
            zone=game.zone,
            lines=shown[start : start + LOG_PAGE],
            given_lines=[line for line in lines if line.kind == dealing.KIND] if not start else [],
            earlier=start + LOG_PAGE if len(shown) > start + LOG_PAGE else None,
            phase=lambda label: entered.phase_of(label, ask.lang),
            at=lambda when: moment(when, game.zone, ask.lang),
        )


def _players(game: Game, ask: Ask) -> list[PlayerLine]:
    roles = role_titles(game, system_clock()) if ask.desk.secrets else {}
    gone = standing.gone_now(game)
    renamed: dict[str, list[str]] = {}
    taught: dict[str, list[str]] = {}
    for ruling in game.rulings():
        if isinstance(ruling, ReplaceRuling):
            renamed.setdefault(ruling.player, []).append(ruling.replace)
        elif isinstance(ruling, AliasRuling):
            taught.setdefault(ruling.player, []).append(ruling.alias)
    return [
        PlayerLine(
            name=player.name,
            accounts=(*player.accounts, *renamed.get(player.name, ())),
            aliases=(*player.aliases, *taught.get(player.name, ())),
            out=_out(game, gone[player.name], ask) if player.name in gone else "",
            role=roles.get(player.name, ""),
        )
        for player in game.roster.players
    ]


def _out(game: Game, gone: Gone, ask: Ask) -> str:
    if gone.phase == START:
        return str(ask.words["game"]["before"])
    if not ask.desk.secrets and not entered.is_known(game, gone.phase):
        return str(ask.words["game"]["till_morning"])
    return f"{entered.phase_of(gone.phase, ask.lang)}: {ask.words['cause'].get(gone.by, gone.by)}"


def _role_messages(game: Game) -> list[Answer]:
    """Each player's message about his role, to copy and tick off; empty while somebody has none."""
    if len(dealing.given(game)) < len(game.roster.names):
        return []
    ticked = _told_roles(game)
    return [
        Answer(view.player, view.accounts, text.rstrip("\n") + "\n", "role", view.player in ticked)
        for view, text in dealing.messages(game)
    ]


def _told_roles(game: Game) -> frozenset[str]:
    sent = (fact.read(posting.Sent) for fact in game.facts.all(posting.SENT, phase=START))
    return frozenset(one.to for one in sent if one.kind == "role" and one.to)


def _day(game: Game, number: int, ask: Ask, now: datetime) -> dict[str, Any]:
    day = game.day(number, now)
    return {
        "number": number,
        "starts": moment(day.starts, game.zone, ask.lang),
        "ends": moment(day.ends, game.zone, ask.lang),
        "threads": day.threads,
        "result": result_of(game, day),
    }


def roles(ask: Ask) -> Response:
    """Keeps the roles that the host gives by hand."""
    with ask.desk.game() as game:
        names = game.roster.names
        pairs = [(name, ask.text(f"role.{index}")) for index, name in enumerate(names)]
        if any(not role for _, role in pairs):
            raise GolosaError(ask.words["roles"]["all"])
        if dealing.given(game):
            raise GolosaError(ask.words["roles"]["already"])
        dealing.give(game, [*pairs, *_open_pairs(ask, game)], system_clock())
    return ask.done(BACK, ask.words["roles"]["kept"])


def _open_pairs(ask: Ask, game: Game) -> list[tuple[str, str]]:
    """The open roles that the form gives (H24); who gets none has none."""
    pairs = [(name, ask.text(f"open.{index}")) for index, name in enumerate(game.roster.names)]
    return [(name, role) for name, role in pairs if role]


def open_roles(ask: Ask) -> Response:
    """Gives open roles beside secret ones that are given or dealt already (H24)."""
    with ask.desk.game() as game:
        if dealing.given_open(game):
            raise GolosaError(ask.words["roles"]["already"])
        pairs = _open_pairs(ask, game)
        if not pairs:
            raise GolosaError(ask.words["roles"]["none"])
        dealing.give(game, pairs, system_clock())
    return ask.done(BACK, ask.words["roles"]["kept"])


def deal(ask: Ask) -> Response:
    """Deals the roles, mixed with a text that the host could not choose."""
    with ask.desk.game() as game:
        dealing.deal_roles(game, ask.text("mix"), system_clock())
    return ask.done(BACK, ask.words["roles"]["dealt"])


def commit(ask: Ask) -> Response:
    """Makes the secrets of the lots; their commitment is to be published before the deal."""
    with ask.desk.game() as game:
        dice.make_keys(game, system_clock())
    return ask.done(BACK, ask.words["roles"]["committed"])


def tick(ask: Ask) -> Response:
    """Ticks a player's role message off as sent."""
    with ask.desk.game() as game:
        posting.tick_role(game, ask.text("to"), system_clock())
    return ask.done(BACK + "#roles")


def account(ask: Ask) -> Response:
    """Another account for a player: his own, or that of who plays for him from now on."""
    now, name = system_clock(), ask.text("account")
    if not name:
        raise GolosaError(ask.words["players"]["which"])
    with ask.desk.game() as game:
        player = player_of(ask, "player", game)
        since = (moment_of(ask, "since", game) or now) if ask.text("do") == "replace" else None
        taken = rulings.take(game, ReplaceRuling(name, player, since, ask.text("reason")), now)
    return taken_in(ask, BACK, ask.words["players"]["done"], taken)


def alias(ask: Ask) -> Response:
    """Another name for a player, in every post of the game."""
    if not ask.text("alias"):
        raise GolosaError(ask.words["players"]["text"])
    with ask.desk.game() as game:
        now = system_clock()
        taken = rulings.take(game, AliasRuling(ask.text("alias"), player_of(ask, "player", game), now), now)
    return taken_in(ask, BACK, ask.words["players"]["done"], taken)


def knobs(ask: Ask) -> Response:
    """Changes house rules for the whole game."""
    ask.require_unchanged()
    with ask.desk.game() as game:
        bare = rulesets.playable(game.rules_name)
        asked = {*houserules.KNOBS, *houserules.others()}
        kept = {knob: value for knob, value in game.config.set.items() if knob not in asked}
        changed = kept | houserules.changed(bare, ask.text)
        rulesets.playable(game.rules_name, changed)
        gamefile.set_knobs(game.folder, changed)
    return ask.done(BACK, ask.words["rules"]["done"])


def undo(ask: Ask) -> Response:
    """Takes an entry of the log back."""
    number = whole(ask.text("number")) or 0
    with ask.desk.game() as game:
        drawn = number in {fact.id for fact in game.facts.all(log.DRAW)}
        ask.changed(log.undo(game, number, system_clock()))
    return ask.done(BACK + "#log", ask.words["log"]["draw_undone" if drawn else "done"])


def export(ask: Ask) -> Response:
    """The whole game as a file for the browser to save."""
    if not ask.text("sure"):
        raise GolosaError(ask.words["carry"]["unsure"])
    folder = tempfile.TemporaryDirectory(prefix="golosa-export-")
    target = Path(folder.name, "game.zip")
    now = system_clock()
    try:
        with ask.desk.game() as game:
            handover.export(game, target, now)
            name = f"golosa-{now:%Y-%m-%d}.zip"
    except GolosaError:
        folder.cleanup()
        raise
    return FileResponse(target, filename=name, media_type="application/zip", background=BackgroundTask(folder.cleanup))


def take_in(ask: Ask) -> Response:
    """Makes the desk's game of a file that another host has saved."""
    file = ask.file()
    handover.take_in(file.file, ask.desk.folder, Path(file.filename or "").name)
    ask.desk.draft.clear()
    return ask.done(BACK, ask.words["carry"]["imported"])


ROUTES: list[Route] = [
    shows("/game", page),
    does("/game/roles", roles, BACK),
    does("/game/open-roles", open_roles, BACK),
    does("/game/deal", deal, BACK),
    does("/game/commit", commit, BACK),
    does("/game/tick", tick, BACK),
    does("/game/account", account, BACK),
    does("/game/alias", alias, BACK),
    does("/game/knobs", knobs, BACK),
    does("/game/undo", undo, BACK),
    does("/game/export", export, BACK),
    does("/game/import", take_in, "/"),
]
