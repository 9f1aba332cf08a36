"""From a night's public outcome to the morning post, and from a finished game to its end post.

Takes `NightPublic`, never a whole outcome: what is private or the host's cannot come in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from engine.game.values import Announcement, Health, NightPublic, Seat, State
from engine.rules import Rules
from golosa import catalogue
from golosa.catalogue import Catalogue
from golosa.views.shapes import DeathView, EndView, MorningView, RoleView, StateView


def morning_view(
    rules: Rules,
    public: NightPublic,
    *,
    title: str,
    day: int,
    lang: str,
    living: Iterable[str] = (),
    legends: Mapping[str, str] | None = None,
    notes: Mapping[str, str] | None = None,
) -> MorningView:
    """The morning post of day `day`. `legends` and `notes` may hold everybody's: only those of who is out are shown
    (T14-6, T14-23)."""
    words, told, said = catalogue.of(lang), legends or {}, notes or {}
    deaths = tuple(
        DeathView(
            death.player,
            cause_of(death.by, rules, words),
            revealed(death.role, rules, lang),
            told.get(death.player),
            said.get(death.player),
        )
        for death in public.deaths
    )
    return MorningView(
        title=title,
        day=day,
        lang=lang,
        deaths=deaths,
        announcements=tuple(announced(line, rules, words) for line in public.announcements),
        states=states_of(public.health, words),
        winner=winner_of(public.winner, rules, words) if public.winner else None,
        living=tuple(living),
    )


def end_view(
    rules: Rules,
    state: State,
    *,
    title: str,
    lang: str,
    legends: Mapping[str, str] | None = None,
    secrets: Iterable[str] = (),
) -> EndView:
    """The end of a game that is won. Raises ValueError while it is not: all roles stand in it."""
    if state.winner is None:
        raise ValueError("the game is not over")
    words = catalogue.of(lang)
    titles = rules.titles_in(lang)
    roles = {role.id: role for role in rules.roles}
    players = tuple(
        RoleView(
            seat.name,
            titles[seat.role],
            titles.get(roles[seat.role].team or ""),
            _fate(seat, rules, words),
            (legends or {}).get(seat.name),
        )
        for seat in state.seats
    )
    winner = winner_of(state.winner, rules, words)
    return EndView(title=title, lang=lang, winner=winner, players=players, secrets=tuple(secrets))


def cause_of(by: str, rules: Rules, words: Catalogue) -> str:
    """By what somebody is out, in words: a cause, a team, or a host's own cause as the rule set has it."""
    if by in words.cause:
        return words.cause[by]
    return rules.titles_in(words.lang).get(by, by)


def revealed(role: str | None, rules: Rules, lang: str) -> str | None:
    """What the rules reveal of who is out, the title of that role or team; None where they reveal nothing."""
    return rules.titles_in(lang).get(role, role) if role is not None else None


def announced(line: Announcement, rules: Rules, words: Catalogue) -> str:
    """One announcement of the night, in words."""
    result = line.result if line.result is not None else _yes_or_no(line.value)
    key = line.kind if result is None else f"{line.kind}.{result}"
    # The doctor's line does not name its role: the rule set says whose it is.
    held = line.role or next((rule.role for rule in rules.announces if rule.kind == line.kind), None)
    title = rules.titles_in(words.lang).get(held or "", held or "")
    return words.announcement[key].format(role=title, player=line.player or "")


def _yes_or_no(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()


def states_of(health: Iterable[tuple[str, Health]], words: Catalogue) -> tuple[StateView, ...]:
    """The wounded, never with numbers (H10)."""
    unseen = (Health.HEALTHY, Health.DEAD)
    return tuple(StateView(name, words.health[state]) for name, state in health if state not in unseen)


def winner_of(winner: str, rules: Rules, words: Catalogue) -> str:
    """Who has won: a team with those that win with it, a player alone, or nobody (H22)."""
    if winner == "draw":
        return words.winner["draw"]
    titles = rules.titles_in(words.lang)
    ways = {rule.together for rule in rules.victories if rule.winner == winner}
    together = ways.pop() if len(ways) == 1 else ()  # ways to win that differ do not say who won with whom
    names = [titles.get(team, team) for team in (winner, *together)]
    return words.winner["one"].format(winner=", ".join(names))


def _fate(seat: Seat, rules: Rules, words: Catalogue) -> str | None:
    if seat.gone is None:
        return None
    cause, phase = cause_of(seat.gone.by, rules, words), re.fullmatch(r"(day|night)(\d+)", seat.gone.phase)
    return words.fate[phase[1]].format(number=phase[2], cause=cause) if phase else cause
