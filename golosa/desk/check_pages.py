"""The desk's page for questions: how a count stood at another moment, why a vote counts, where a posted count differs,
whom a text names, whether a lot holds, whether all is well. Nothing is changed by asking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, structs
from starlette.responses import Response
from starlette.routing import Route

from engine.counts import MarkFate
from engine.lots import Proof
from engine.names import Names
from engine.names.matching import Word
from engine.rulings import AliasRuling
from forums import Page
from golosa.captures import captures_of
from golosa.captures.reading import source_of
from golosa.clock import system_clock
from golosa.compare.differences import NOWHERE, Line, Voter
from golosa.compare.posted import Beside, beside, of_post, of_text
from golosa.desk.asking import Ask, does, shows
from golosa.desk.days import in_language
from golosa.desk.jobs import Progress
from golosa.desk.looking import look_at, take_page, wall_of
from golosa.desk.named import day_of, moment_of
from golosa.desk.post_pages import became
from golosa.desk.typed import whole
from golosa.desk.uploads import on_disk
from golosa.errors import GolosaError, told
from golosa.folder import dealing, dice, standing
from golosa.folder.checkup import Finding, of_current_day, of_folder
from golosa.folder.game import Counted, Game
from golosa.folder.people import find_player
from golosa.reading import teaching
from golosa.reading.saved import any_page
from golosa.scenario.playing import play as scenario_of
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay
from golosa.scenario.telling import Teller
from golosa.texts.output import FORMS, form_of, post_of, view_of
from golosa.texts.plurals import moment, number
from golosa.views.shapes import CountView

BACK = "/check"
DOCTOR = "doctor"


class Draft(Struct, frozen=True):
    """A question as it was sent, and its answer; kept until another one is asked or another page is opened."""

    form: str = ""
    values: dict[str, str] = {}
    answer: Any = None


class Stood(Struct, frozen=True):
    """A count as it stood."""

    view: CountView
    post: str
    why_incomplete: str | None


class Mark(Struct, frozen=True, kw_only=True):
    """What became of one of a player's marks."""

    post: str
    number: str
    day: int
    at: str
    text: str
    target: str | None
    told: str
    clause: str
    counts: bool


class Read(Struct, frozen=True):
    """Whom a text names: in words, and whether it is one player."""

    text: str
    told: str
    sure: bool


class Held(Struct, frozen=True):
    """A lot that was checked."""

    label: str
    chosen: str
    among: str
    fault: str = ""  #: why it does not hold


def page(ask: Ask) -> Response:
    """The page with all questions, and the answer to the last one."""
    now, draft = system_clock(), ask.desk.draft.get("check") or Draft()
    take_page(ask)
    found = ask.desk.jobs.take(DOCTOR)
    if found is not None:
        state, findings = found
        if state.fault:
            ask.desk.say(state.fault, good=False)
        draft = ask.desk.draft["check"] = Draft(DOCTOR, {}, findings or ())
    with ask.desk.game() as game:
        days = sorted(game.config.day, key=lambda day: day.number)
        commitment = dice.commitment(game)
        return ask.show(
            "check",
            draft=draft,
            days=[day.number for day in days],
            last=game.day(None, now).number if days else None,
            roster=game.roster.names,
            forms=list(FORMS),
            form=form_of(game),
            commitment=commitment,
            draws=[dice.block_of(proof, commitment.chain) for proof in dice.proofs(game)] if commitment else [],
            zone=game.zone,
            found=ask.desk.draft.get("page"),
            wall=wall_of(ask, ask.desk.draft.get("page")),
            confirmed=game.config.forum.guess,
            probe_url=threads[-1] if (threads := [url for day in days for url in day.threads]) else "",
        )


def _answer(ask: Ask, form: str, answered: Callable[[Game, datetime], Any]) -> Response:
    """Back to the page with the answer; what was asked stays in the form."""
    values = {name: ask.text(name) for name in ask.form}
    ask.desk.draft["check"] = Draft(form, values)
    with ask.desk.game() as game:
        ask.desk.draft["check"] = Draft(form, values, answered(game, system_clock()))
    return ask.done(BACK)


def recount(ask: Ask) -> Response:
    """The count as it stood at another moment, or with what was known at another moment."""

    def answered(game: Game, now: datetime) -> Stood:
        form = ask.text("form") if ask.text("form") in FORMS else form_of(game)
        counted = _counted(ask, game, now)
        view = view_of(in_language(game, ask.lang), counted, None, form, official=False)
        post = post_of(game, view_of(game, counted, None, form, official=False), form)
        return Stood(view, post.rstrip("\n") + "\n", None if counted.complete else counted.why_incomplete)

    return _answer(ask, "recount", answered)


def _counted(ask: Ask, game: Game, now: datetime) -> Counted:
    """The count that the form asks for."""
    at, known = (moment_of(ask, name, game) for name in ("at", "known"))
    return game.count(day_of(ask, game, now), now, at, known)


def explain(ask: Ask) -> Response:
    """Every mark of a player with what became of it; what stands comes last."""

    def answered(game: Game, now: datetime) -> tuple[Mark, ...]:
        name = find_player(game, ask.text("player"))
        counted = _counted(ask, game, now)
        numbers = {post.id: post.number for post in counted.posts}
        fates = sorted((fate for fate in counted.count.fates if fate.voter == name), key=lambda fate: fate.counts)
        return tuple(_mark(fate, numbers.get(fate.post), counted.day.number, game.zone, ask) for fate in fates)

    return _answer(ask, "explain", answered)


def _mark(fate: MarkFate, number: int | None, day: int, zone: str, ask: Ask) -> Mark:
    return Mark(
        post=fate.post,
        number=str(number) if number is not None else fate.post,
        day=day,
        at=moment(fate.at, zone, ask.lang),
        text=fate.text,
        target=fate.target if fate.target != fate.text else None,
        told=became(fate, ask),
        clause=fate.clause,
        counts=fate.counts,
    )


def compare(ask: Ask) -> Response:
    """A posted count beside ours: its text, or the address or number of the post that holds it."""

    def answered(game: Game, now: datetime) -> dict[str, Any]:
        text, address = ask.text("text"), ask.text("post").removeprefix("№").strip()
        if bool(text) == bool(address):
            raise GolosaError(ask.words["check"]["text_or_post"])
        given = of_text(text, ask.words["check"]["your_text"]) if text else of_post(game, address)
        if given is None:
            raise GolosaError(str(ask.words["check"]["no_post"]).format(post=address))
        return _compared(beside(game, given, now, day=whole(ask.text("day")), at=None, known=None), game, ask)

    return _answer(ask, "compare", answered)


def _compared(found: Beside, game: Game, ask: Ask) -> dict[str, Any]:
    """What the page shows of a comparison."""
    return {
        "same": found.same,
        "day": found.counted.day.number,
        "at": moment(found.counted.count.at, game.zone, ask.lang),
        "why": str(ask.words["compare_why"][found.why]).format(post=found.posted.up_to or ""),
        "incomplete": None if found.counted.complete else found.counted.why_incomplete,
        "lines": [_line(line, ask) for table in found.found.tables for line in table],
        "voters": [_voter(voter, found, game, ask) for voter in found.found.voters],
        "not_voting": found.found.not_voting,
        "voting": found.found.voting,
        "unread": found.posted.unread,
    }


def _line(line: Line, ask: Ask) -> dict[str, Any]:
    target = line.target or ask.words["day"]["no_lynch"]
    ours = f"{target} — {number(line.votes, ask.lang)} ({', '.join(line.voters) or '—'})"
    return {"same": line.same, "text": line.row.text if line.row else None, "ours": ours}


def _voter(voter: Voter, found: Beside, game: Game, ask: Ask) -> dict[str, Any]:
    nobody, none = ask.words["day"]["no_lynch"], ask.words["check"]["no_vote"]
    numbers = {post.id: post.number for post in found.counted.posts}
    return {
        "name": voter.voter,
        "posted": " / ".join(target or nobody for target in voter.posted) or none,
        "counted": none if voter.counted == NOWHERE else voter.counted or nobody,
        "marks": [
            _mark(mark, numbers.get(mark.post), found.counted.day.number, game.zone, ask) for mark in voter.marks
        ],
    }


def names(ask: Ask) -> Response:
    """Whom each line of a text names, as a vote would be read."""

    def answered(game: Game, now: datetime) -> tuple[Read, ...]:
        rulings = (ruling for ruling in game.rulings() if isinstance(ruling, AliasRuling))
        aliases = tuple((ruling.alias, ruling.player) for ruling in rulings)
        dead = tuple(standing.gone_now(game))
        reader = Names(game.roster, dead=dead, typos=game.rules.names.typos, aliases=aliases)
        return tuple(_read(reader, line.strip(), ask) for line in ask.text("text").splitlines() if line.strip())

    return _answer(ask, "names", answered)


def _read(reader: Names, text: str, ask: Ask) -> Read:
    named, words = reader.read(text), ask.words["named"]
    if named.player is not None:
        return Read(text, named.player, True)
    if named.word is not None and named.word is not Word.NEGATED:
        return Read(text, str(words[named.word]), True)
    return Read(text, f"{words['ask']} {', '.join(named.ask)}" if named.ask else str(words["none"]), False)


def verify(ask: Ask) -> Response:
    """Whether the lots in a text hold."""

    def answered(game: Game, now: datetime) -> tuple[Held, ...]:
        return tuple(_held(proof, ask.text("chain") or chain, ask) for proof, chain in dice.parse_blocks(_lots(ask)))

    return _answer(ask, "verify", answered)


def _lots(ask: Ask) -> str:
    if not ask.text("text"):
        raise GolosaError(ask.words["check"]["no_text"])
    return ask.text("text")


def _held(proof: Proof, chain: str, ask: Ask) -> Held:
    held = Held(proof.label, proof.chosen, ", ".join(proof.candidates))
    try:
        dice.check(proof, chain, ask.text("ballots") or None)
    except GolosaError as error:
        return structs.replace(held, fault=told(error))
    return held


def doctor(ask: Ask) -> Response:
    """Looks at the folder, and in the background at the forum."""
    desk, alone = ask.desk, bool(ask.text("offline"))

    def work(progress: Progress) -> Sequence[Finding]:
        with desk.game() as game:
            found = list(of_folder(game))
            return found if alone else found + of_current_day(game, sleep=desk.sleep)

    ask.begin(DOCTOR, work)
    return ask.done(BACK)


def reveal(ask: Ask) -> Response:
    """The secret of the deal, once the game is over, so that anybody can check the deal."""

    def answered(game: Game, now: datetime) -> str:
        keys, mix = dice.keys(game), dealing.mix_of(game)
        if not ask.text("sure") or keys is None:
            raise GolosaError(ask.words["check"]["reveal_sure"])
        return f"deal secret: {keys.deal}\n" + (f"mix: {mix or 'none'}\n" if mix is not None else "")

    return _answer(ask, "reveal", answered)


def probe(ask: Ask) -> Response:
    """Looks at a page of the forum in the background, or remembers that one read by guess is read right."""
    if ask.text("do") == "confirm":
        found: Page | None = ask.desk.draft.get("page")
        if found is None or found.shape is None:
            raise GolosaError(ask.words["start"]["nothing_guessed"])
        teaching.confirm(str(found.shape), None, ask.desk.folder)
        return ask.done(BACK, ask.words["start"]["confirmed"])
    with ask.desk.game() as game:
        look_at(ask, ask.text("url"), game.config.forum)
    return ask.done(BACK)


def probe_file(ask: Ask) -> Response:
    """Looks at a page that was saved from a browser."""
    with ask.desk.game() as game, on_disk((ask.file(),)) as (file,):
        seen = moment_of(ask, "seen", game)
        source = source_of(captures_of(file).pages[0], game.config.forum.zone, seen_at=seen)
        ask.desk.draft["page"] = any_page(source, game.config.forum)
    return ask.done(BACK)


def play(ask: Ask) -> Response:
    """Plays a game from a scenario file and tells its course."""
    table = lay(read_scenario(ask.file().file.read()), ask.desk.folder)
    ask.desk.draft["check"] = Draft("play", {}, Teller(table.rules, ask.lang).all(scenario_of(table)))
    return ask.done(BACK)


ROUTES: list[Route] = [
    shows(BACK, page),
    does("/check/recount", recount, BACK),
    does("/check/explain", explain, BACK),
    does("/check/compare", compare, BACK),
    does("/check/names", names, BACK),
    does("/check/verify", verify, BACK),
    does("/check/doctor", doctor, BACK),
    does("/check/reveal", reveal, BACK),
    does("/check/probe", probe, BACK),
    does("/check/probe-file", probe_file, BACK),
    does("/check/play", play, BACK),
]
