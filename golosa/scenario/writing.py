"""The phases of a played scenario as the documents that SCENARIOS.md lays down.

Knows names of keys and their order; nothing of how a phase is played. Times are told in the offset of the phase's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import Any

from engine.counts import Ballot, Count, Round, RulingNeeded, Tally, Verdict
from engine.game.values import Announcement, DayOutcome, Death, NightOutcome, OrderFate, Private, Refused, State
from golosa.scenario.letters import source

Document = dict[str, Any]


class Writer:
    """Writes the phases of one game.

    `accounts` gives the player behind an account; `sent` the time of each message and post as the file has it.
    """

    def __init__(self, players: Sequence[str], accounts: Mapping[str, str], sent: Mapping[str, datetime]) -> None:
        self.place = {name: place for place, name in enumerate(players)}
        self.accounts = accounts
        self.sent = sent

    def day(
        self,
        phase: str,
        count: Count,
        outcome: DayOutcome | None,
        state: State,
        zone: tzinfo | None,
        rulings: Iterable[RulingNeeded] = (),
    ) -> Document:
        """A day; without an outcome its verdict is open and nothing has come of it yet."""
        public = outcome.public if outcome else None
        deaths = public.deaths if public else ()
        return {
            "phase": phase,
            "count_at": told_time(count.first.count_at, zone),
            **self._round(count.first),
            "verdict": (public.verdict if public else Verdict.OPEN).value,
            "by": public.by.value if public and public.by else None,
            "out": [{"player": death.player, "role": death.role} for death in (public.out if public else ())],
            "tied": list(count.first.tied),
            "overtime": self._overtime(count.overtime, zone),
            "damage": dict(public.damage) if public else {},
            "missed": list(count.no_ballot),
            "leaves_next_morning": outcome.host.leaves_next_morning if outcome else None,
            "not_counted": [
                {"post": mark.post, "author": self._author(mark.author), "text": mark.text, "why": mark.why.value}
                for mark in count.not_counted
            ],
            "rulings_needed": self._rulings((*count.rulings_needed, *rulings)),
            "reports": [
                {"post": report.post, "author": self._author(report.author), "what": report.what.value}
                for report in count.reports
            ],
            "deaths": [_death(death) for death in deaths],
            "private": [_private(answer) for answer in (outcome.private if outcome else ())],
            "refused": self._refused(outcome.host.refused if outcome else (), zone),
            **_standing(state),
        }

    def night(
        self, phase: str, outcome: NightOutcome | None, state: State, rulings: Iterable[RulingNeeded] = ()
    ) -> Document:
        """A night; without an outcome it waits for the rulings that it needs."""
        host = outcome.host if outcome else None
        return {
            "phase": phase,
            "orders": [_order(order) for order in (host.orders if host else ())],
            "deaths": [_death(death) for death in (outcome.public.deaths if outcome else ())],
            "saved": list(host.saved) if host else [],
            "announcements": [_announcement(line) for line in (outcome.public.announcements if outcome else ())],
            "private": [_private(answer) for answer in (outcome.private if outcome else ())],
            "refused": self._refused(host.refused if host else ()),
            **_standing(state),
            "rulings_needed": self._rulings(rulings),
        }

    def _round(self, counted: Round) -> Document:
        return {
            "ballots": {ballot.voter: _ballot(ballot) for ballot in counted.ballots},
            "counts": [self._tally(tally) for tally in sorted(counted.counts, key=self._tally_place)],
        }

    def _overtime(self, counted: Round | None, zone: tzinfo | None) -> Document | None:
        if counted is None:
            return None
        return {
            "count_at": told_time(counted.count_at, zone),
            **self._round(counted),
            "tied": list(counted.tied),
        }

    def _tally_place(self, tally: Tally) -> int:
        return len(self.place) if tally.target is None else self.place[tally.target]

    def _tally(self, tally: Tally) -> Document:
        voters = sorted(tally.voters, key=self.place.__getitem__)
        return {"target": tally.target, "votes": tally.votes, "voters": voters}

    def _author(self, account: str) -> str:
        return self.accounts.get(account, account)

    def _rulings(self, rulings: Iterable[RulingNeeded]) -> list[Document]:
        """One entry for each post and reason, however many of its marks ask."""
        asked = dict.fromkeys((r.post, self._author(r.author), r.why.value) for r in rulings)
        return [{"post": post, "author": author, "why": why} for post, author, why in asked]

    def _refused(self, refused: Iterable[Refused], zone: tzinfo | None = None) -> list[Document]:
        """Each with its time as the file has it; a post of a game folder stands in no file: in `zone`, then."""
        return [
            {
                "from": order.sender,
                "at": (self.sent.get(source(order.id)) or order.at.astimezone(zone)).isoformat(),
                "why": order.why.value,
            }
            for order in refused
        ]


def told_time(moment: datetime, zone: tzinfo | None) -> str:
    """A moment in ISO 8601 with the offset of `zone`."""
    return moment.astimezone(zone).isoformat()


def _ballot(ballot: Ballot) -> Document:
    return {"target": ballot.target, "post": ballot.post, "weight": ballot.weight, "default": ballot.default}


def _death(death: Death) -> Document:
    return {"player": death.player, "by": str(death.by), "role": death.role}


def _order(order: OrderFate) -> Document:
    return {
        "from": order.sender,
        "ability": order.ability,
        "target": order.target,
        "inherited": order.inherited,
        "fate": order.fate.value,
        "spent": order.spent,
    }


def _announcement(line: Announcement) -> Document:
    values = {
        "kind": line.kind,
        "result": line.result,
        "player": line.player,
        "role": line.role,
        "value": line.value,
    }
    return {key: value for key, value in values.items() if value is not None}


def _private(answer: Private) -> Document:
    says = answer.says
    told = [{"ability": deed.ability, "target": deed.target} for deed in says] if isinstance(says, tuple) else says
    about = {"target": answer.target} if answer.target is not None or answer.kind == "new_role" else {}
    return {"to": answer.to, "kind": answer.kind, **about, "says": told}


def _standing(state: State) -> Document:
    """How everybody stands at the end of the phase."""
    return {
        "roles": {seat.name: seat.role for seat in state.seats},
        "hp": {seat.name: seat.hp for seat in state.seats if seat.hp is not None},
        "state": {seat.name: seat.health.value for seat in state.seats if seat.health is not None},
        "winner": state.winner,
    }
