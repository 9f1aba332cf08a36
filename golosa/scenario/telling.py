"""Played phases as plain text for a terminal, a few lines a phase, in the words of a language.

Tells what the documents hold; decides nothing. All of it is the host's secret.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from engine.counts import By, Needs, Verdict
from engine.game.values import DayOutcome, NightOutcome, Refusal
from engine.rules import Rules
from golosa import catalogue
from golosa.scenario.playing import Outcome, Played
from golosa.scenario.writing import Document
from golosa.texts.bbcode import plain_text
from golosa.texts.plurals import number, words_of_time
from golosa.texts.render import render
from golosa.views.answers import answer_views
from golosa.views.nights import announced, cause_of, revealed, winner_of


class Teller:
    """Tells the phases of one game. Times are shown in `zone`; in the offset that they are written in if it is None."""

    def __init__(self, rules: Rules, lang: str, zone: ZoneInfo | None = None) -> None:
        self.rules, self.lang, self.zone = rules, lang, zone
        self.words = catalogue.of(lang)
        self.labels = self.words.played

    def all(self, played: Played) -> str:
        """Every phase, one after the other."""
        pairs = zip(played.phases, played.outcomes, strict=True)
        return "\n".join(self.phase(document, outcome) for document, outcome in pairs)

    def phase(self, phase: Document, outcome: Outcome, *, answers: bool = True) -> str:
        """One phase; `answers`: with what each player is told."""
        lines = [f"{self._label(phase)}: {self._head(phase)}", *self._middle(phase, outcome)]
        lines += self._answers(phase, outcome) if outcome and answers else []
        lines += self._refused(phase)
        lines += [
            self.labels["needs"].format(post=one["post"], player=one["author"], why=self.words.needs[Needs(one["why"])])
            for one in phase["rulings_needed"]
        ]
        lines += [winner_of(phase["winner"], self.rules, self.words)] if phase["winner"] else []
        return "\n  ".join(lines)

    def deeds(self, day: Document, outcome: Outcome) -> list[str]:
        """What was done by day besides voting, what of it was refused, and the hp in the evening."""
        return [*self._orders(outcome), *self._refused(day), *self._hp(day)]

    def _refused(self, phase: Document) -> list[str]:
        return [
            self.labels["refused"].format(
                player=one["from"], at=self._time(one["at"]), why=self.words.refusal[Refusal(one["why"])]
            )
            for one in phase["refused"]
        ]

    def _hp(self, phase: Document) -> list[str]:
        return self._list("hp", [f"{name} {number(hp, self.lang)}" for name, hp in phase["hp"].items()])

    def _label(self, phase: Document) -> str:
        kind = "day" if _is_day(phase) else "night"
        return self.labels[kind].format(number=phase["phase"].removeprefix(kind))

    def _head(self, phase: Document) -> str:
        """The verdict of a day, and who is out by the phase."""
        deaths = [
            self.labels["death"].format(
                player=death["player"],
                role=revealed(death["role"], self.rules, self.lang),
                cause=cause_of(death["by"], self.rules, self.words),
            )
            if death["role"]
            else f"{death['player']} — {cause_of(death['by'], self.rules, self.words)}"
            for death in phase["deaths"]
        ]
        if _is_day(phase):
            by = f" {self.words.by[By(phase['by'])]}" if phase["by"] else ""
            return "; ".join([self.words.verdict[Verdict(phase["verdict"])] + by, *deaths])
        return "; ".join(deaths) or self.labels["waits" if phase["rulings_needed"] else "nobody_died"]

    def _middle(self, phase: Document, outcome: Outcome) -> Iterator[str]:
        if _is_day(phase):
            yield from map(self._tally, (phase["overtime"] or phase)["counts"])
            yield from self._orders(outcome)
            yield from self._list("missed", phase["missed"])
        else:
            yield from self._orders(outcome)
            yield from self._list("saved", phase["saved"])
        if isinstance(outcome, NightOutcome):
            for line in outcome.public.announcements:
                yield self.labels["to_all"].format(line=announced(line, self.rules, self.words))
        yield from self._hp(phase)

    def _tally(self, count: Document) -> str:
        votes = number(count["votes"], self.lang)
        return f"{count['target'] or self.labels['nobody']} {votes}: {', '.join(count['voters'])}"

    def _orders(self, outcome: Outcome) -> Iterator[str]:
        """What became of the orders of a phase."""
        for order in outcome.host.orders if outcome else ():
            ability = self.words.ability.get(order.ability, order.ability)
            passed = f" ({self.labels['inherited']})" if order.inherited else ""
            yield f"{order.sender}: {ability} → {order.target}{passed}: {self.words.became[order.fate]}"

    def _answers(self, phase: Document, outcome: DayOutcome | NightOutcome) -> Iterator[str]:
        """What each player is told, as it will be sent to him, without the heading."""
        views = answer_views(self.rules, outcome.private, title="", number=0, by_day=_is_day(phase), lang=self.lang)
        for view in views:
            _, *lines = plain_text(render("answer.bbcode", self.lang, view)).strip().splitlines()
            for line in filter(None, lines):
                yield self.labels["to_one"].format(player=view.player, line=line)

    def _list(self, label: str, names: Sequence[str]) -> list[str]:
        return [self.labels[label].format(names=", ".join(names))] if names else []

    def _time(self, text: str) -> str:
        at = datetime.fromisoformat(text)
        return words_of_time(at, self.zone or at.tzinfo, self.lang)


def _is_day(phase: Document) -> bool:
    return "verdict" in phase
