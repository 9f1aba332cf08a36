"""One night, from the standing orders to the morning (T14-20-53, C7-C9, H3-H10, H18).

Knows the order of things; what an order does is `turns`', what it tells `results`'.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from engine.game.board import Board, evaluate, is_dead
from engine.game.book import Book
from engine.game.ending import judge
from engine.game.hand import apply_acts
from engine.game.intake import Accepted, Intake, Window, holder
from engine.game.results import announcements, answers, hand_out, heal_results
from engine.game.turns import Moment, Turn
from engine.game.values import (
    Announcement,
    Cause,
    Health,
    Heard,
    Host,
    HostAct,
    Night,
    NightOutcome,
    NightPublic,
    Order,
    OrderFate,
    Private,
    State,
    Use,
)
from engine.rules import Rules
from engine.telling import Told


def resolve_night(
    rules: Rules,
    state: State,
    night: Night,
    orders: Iterable[Order] = (),
    acts: Iterable[HostAct] = (),
    result: Mapping[str, str] | None = None,
) -> tuple[State, NightOutcome]:
    """The state in the morning and what is told of the night.

    `orders`: every order that may be for this night, whatever their sequence; those with another `phase` are left
    alone. `acts` at or before the cut-off come before the night's deeds, later ones after them. `result`: who goes out
    by the host's word (name → by what), whoever the orders would put out; what the night tells stays. Raises ValueError
    after the game's end, for a player or role that is not in the game, and for an act that cannot be.
    """
    if state.winner is not None:
        raise ValueError(f"{night.label}: the game has been won by {state.winner}")
    acts = tuple(acts)
    board = Board(Book(rules), state, night.label)
    ended = apply_acts(board, (act for act in acts if act.at <= night.until))
    if ended is not None:
        return _over(board, state, night)
    intake = _taken(board, state, night, orders)
    stands, lapsed = intake.standing()
    held = frozenset(seat.role for seat in board.living)
    _regenerate(board, "before")
    moment = Moment(board, map(Turn, stands), state.leaving)
    moment.play()
    results = answers(moment)
    if rules.night.doctor_result == "private":
        results += heal_results(moment, {rule.role for rule in rules.announces if rule.kind == "doctor"})
    _morning(board, state, night, moment, result)
    hand_out(board, results)
    board.private += _hp_answers(board, state)
    told = announcements(moment, held, state.leaving)
    judge(board, night.until, morning=True)
    apply_acts(board, (act for act in acts if act.at > night.until) if board.winner is None else ())
    fates = _fates(board, moment, lapsed)
    uses = _uses(moment, state.nights + 1)
    return _closed(board, state, night, uses), NightOutcome(
        public=_public(board, night, tuple(told)),
        private=board.privates(),
        host=host_part(board, orders=fates, refused=tuple(intake.refused), saved=moment.saved),
    )


def hear_night(
    rules: Rules, state: State, night: Night, orders: Iterable[Order], acts: Iterable[HostAct] = ()
) -> Heard:
    """How the orders for a night stand: what `resolve_night` would say of them, without anything being carried out.
    In a game that is over there are none. Raises ValueError for an act that cannot be.
    """
    if state.winner is not None:
        return Heard()
    board = Board(Book(rules), state, night.label)
    if apply_acts(board, (act for act in acts if act.at <= night.until)) is not None:
        return Heard()
    return _taken(board, state, night, orders).heard()


def _taken(board: Board, state: State, night: Night, orders: Iterable[Order]) -> Intake:
    """The night's orders, each accepted or refused."""
    intake = Intake(board, _window(board, state, night), state.uses)
    intake.take(orders)
    return intake


def _window(board: Board, state: State, night: Night) -> Window:
    day = state.phase if board.rules.night.voted_out_target == "skip" else None
    return Window(
        label=night.label,
        opens=night.opens or state.orders_open,
        until=night.until,
        by="night",
        check_ahead_at=state.dusk,
        night=state.nights + 1,
        skips=day,
    )


def _morning(board: Board, state: State, night: Night, moment: Moment, result: Mapping[str, str] | None) -> None:
    """Deaths take effect when all have acted (T14-51); the one who missed the day goes with them (G1)."""
    for name, change in moment.hp_changes().items():
        before, after = board.change_hp(name, change)
        if is_dead(board.rules, after) and result is not None and name not in result:
            board.note("G8", "spared", name)
            board.set_hp(name, before)
    _regenerate(board, "after")
    for name in moment.saved:
        board.note("T14-42", "saved", name)
    dying = moment.dying if result is None else _as_the_host_says(board, state, moment, result)
    for name, cause in dying.items():
        board.kill(name, night.until, cause, "T14-51" if result is None else "G8")
    evaluate(board, night.until, {}, "H6")
    if result is None and state.leaving is not None and board.seats[state.leaving].alive:
        board.put_out(state.leaving, night.until, Cause.MISSED_DAY, "T14-5")


def _as_the_host_says(board: Board, state: State, moment: Moment, result: Mapping[str, str]) -> dict[str, str]:
    """G8: who goes out by the host's word; by what the night would have put him out, where it would have."""
    for name in result:
        if name not in board.seats or not board.seats[name].alive:
            raise ValueError(Told("{name} cannot go out in this night: he is not in the game", name=name))
    would: dict[str, str] = {seat.name: Cause.DAMAGE for seat in board.living if is_dead(board.rules, seat.hp)}
    would.update(moment.dying)
    if state.leaving is not None:
        would.setdefault(state.leaving, Cause.MISSED_DAY)
    return {name: would.get(name, result[name]) for name in board.seats if name in result}


def _regenerate(board: Board, when: str) -> None:
    """H3, H5: the patients' hp, by the state in which they went into the night."""
    health = board.rules.health
    if health is None or health.regen != when:
        return
    for seat in board.living:
        if seat.health in (Health.HOSPITAL, Health.COMA):
            board.change_hp(seat.name, health.regen_amount)
            board.note("H3" if seat.health is Health.HOSPITAL else "H5", "regen", seat.name, value=health.regen_amount)


def _hp_answers(board: Board, state: State) -> list[Private]:
    """H10: each living player whose hp changed since the evening learns it."""
    before = dict(state.evening)
    return [
        Private(seat.name, "hp", seat.hp)
        for seat in board.living
        if seat.hp is not None and before.get(seat.name) != seat.hp
    ]


def _uses(moment: Moment, number: int) -> tuple[Use, ...]:
    return tuple(
        Use(number, holder(turn.actor, turn.power), turn.power.ref, turn.target) for turn in moment.turns if turn.spent
    )


def _fates(board: Board, moment: Moment, lapsed: Iterable[Accepted]) -> tuple[OrderFate, ...]:
    """Every order that stood or lapsed, by roster order of the actor, then by time; one that was passed on did not."""
    passed = {(order.ability, order.sent) for order in board.inherited}
    gone = [Turn(order) for order in lapsed if order.inherited or (order.power.ref, order.sent) not in passed]
    for turn in gone:
        board.note("G2", "order_lapsed", turn.target, turn.actor, turn.power.ref)
    turns = sorted((*moment.turns, *gone), key=lambda turn: (board.order[turn.actor], turn.order.sent, turn.power.ref))
    return tuple(turn.told() for turn in turns)


def _over(board: Board, state: State, night: Night) -> tuple[State, NightOutcome]:
    """The host's hand ended the game: after a victory there is no night (G1)."""
    return _closed(board, state, night), NightOutcome(
        public=_public(board, night), private=board.privates(), host=host_part(board)
    )


def _closed(board: Board, state: State, night: Night, uses: tuple[Use, ...] = ()) -> State:
    return replace(
        freeze(board, state),
        phase=night.label,
        nights=state.nights + 1,
        uses=(*state.uses, *uses),
        leaving=None,
        inherited=(),
    )


def freeze(board: Board, state: State) -> State:
    """The board as the next state, as far as days and nights have it in common."""
    return replace(
        state,
        seats=tuple(board.seats.values()),
        shifts=tuple(board.shifts),
        owed=tuple(board.owed),
        evening=tuple((seat.name, seat.hp) for seat in board.living if seat.hp is not None),
        winner=board.winner,
    )


def health_of(board: Board) -> tuple[tuple[str, Health], ...]:
    """Every player's state, where there is hp."""
    return tuple((seat.name, seat.health) for seat in board.seats.values() if seat.health is not None)


def _public(board: Board, night: Night, told: tuple[Announcement, ...] = ()) -> NightPublic:
    return NightPublic(
        phase=night.label,
        deaths=board.deaths(),
        announcements=told,
        health=health_of(board),
        winner=board.winner,
    )


def host_part(board: Board, **more: object) -> Host:
    return replace(
        Host(
            roles=tuple((seat.name, seat.role) for seat in board.seats.values()),
            hp=tuple((seat.name, seat.hp) for seat in board.seats.values() if seat.hp is not None),
            log=tuple(board.log),
        ),
        **more,
    )
