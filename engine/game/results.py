"""What a night's turns tell: private results for one player each, and the announcements of the morning post.

Knows who learns what (T14-34, T14-40, T14-41, T14-48-50, C8, C9, H9); decides nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from engine.game.board import Board
from engine.game.turns import Moment, Turn
from engine.game.values import Announcement, Cause, Deed, Health, Private
from engine.roles import Announce, CheckDeeds, CheckRole, CheckTeam, Heal, Visit

CHECKS = (CheckRole, CheckTeam, CheckDeeds)


def answers(moment: Moment) -> list[Private]:
    """The results of the checks that were carried out, as of the moment of checking."""
    return [answer for turn in moment.done(*CHECKS) for name in turn.hits for answer in _learned(moment, turn, name)]


def _learned(moment: Moment, turn: Turn, name: str) -> Iterator[Private]:
    book = moment.board.book
    does, role = turn.power.does, moment.board.seats[name].role
    if isinstance(does, CheckTeam):
        team = book.team(role) or ""
        says = team if does.is_team is None else team == does.is_team
        yield Private(turn.actor, "team", says, name)
    if isinstance(does, CheckRole) or (isinstance(does, CheckDeeds) and does.role):
        yield Private(turn.actor, "role", book.roles[role].looks.get(turn.power.role, role), name)
    if isinstance(does, CheckDeeds) and book.powers_of(role, "night"):
        yield Private(turn.actor, "deeds", _deeds(moment, name), name)


def _deeds(moment: Moment, name: str) -> tuple[Deed, ...]:
    """T14-34: an action that met nobody is a deed, a skip is none."""
    return tuple(Deed(turn.power.word, turn.target) for turn in moment.turns if turn.actor == name and turn.spent)


def hand_out(board: Board, results: Iterable[Private]) -> None:
    """Gives each result to its owner: not to who died of this night (H9), to one in coma when he wakes."""
    for result in results:
        dead = not board.seats[result.to].alive
        if dead and not board.rules.night.results_to_killed:
            board.note("H9", "result_lost", result.to)
        elif board.seats[result.to].health is Health.COMA:
            board.owed.append(result)
            board.note("H9", "result_waits", result.to)
        else:
            board.private.append(result)


def heal_results(moment: Moment, roles: Collection[str | None]) -> list[Private]:
    """C8: each holder of these roles learns what came of his own heal."""
    holders = (seat for seat in moment.board.living if seat.role in roles)
    return [Private(seat.name, "heal", heal_result(moment, _heals(moment, seat.role, seat.name))) for seat in holders]


def heal_result(moment: Moment, heals: list[Turn]) -> str:
    """T14-50: `none`, `not_needed`, `one` or `two` (more than two are `two` as well)."""
    if not heals:
        return "none"
    saved = {name for turn in heals for name in turn.hits if name in moment.attacked}
    return ("not_needed", "one", "two")[min(len(saved), 2)]


def _heals(moment: Moment, role: str | None, actor: str | None = None) -> list[Turn]:
    """The heals that cost their turn: done, or not found at home."""
    return [
        turn
        for turn in moment.turns
        if isinstance(turn.power.does, Heal) and turn.power.role == role and turn.spent and actor in (None, turn.actor)
    ]


def announcements(moment: Moment, held: frozenset[str], leaving: str | None) -> list[Announcement]:
    """The morning's announcements, in the rule set's order. `held`: the roles somebody held at the cut-off (T14-41)."""
    return [line for rule in moment.board.rules.announces for line in _announced(rule, moment, held, leaving)]


def _announced(rule: Announce, moment: Moment, held: frozenset[str], leaving: str | None) -> Iterator[Announcement]:
    board = moment.board
    match rule.kind:
        case "doctor" if rule.role in held and board.rules.night.doctor_result == "public":
            yield Announcement("doctor", result=heal_result(moment, _heals(moment, rule.role)))
        case "informed" if rule.role in held:
            informed = any(turn.power.role == rule.role for turn in moment.done(*CHECKS))
            yield Announcement("informed", role=rule.role, value=informed)
        case "drinking" if moment.done(Visit):
            yield Announcement("drinking")
        case "not_at_home" if any(turn.fate == "not_found" for turn in moment.turns):
            yield Announcement("not_at_home")
        case "shootout":
            for name in moment.shootouts:
                yield Announcement("shootout", role=board.seats[name].role)
        case "missed_day" if leaving is not None and board.fallen.get(leaving) == Cause.MISSED_DAY:
            yield Announcement("missed_day", player=leaving, role=board.book.revealed(board.seats[leaving].role))
