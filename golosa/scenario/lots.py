"""The lots of a scenario: forced by name, or derived from its secret (L1-L5).

The i-th lot of the game takes the i-th key of the chain, forced or not.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.counts import Ballot
from engine.lots import LotError, ballots_text, deal, digest_of, draw, scenario_secrets
from engine.rules import Rules
from golosa.scenario.inputs import PhaseIn, Scenario
from golosa.scenario.reading import ScenarioError


class Lots:
    """The dice of one game. Every draw moves it on."""

    def __init__(self, scenario: Scenario) -> None:
        _, self.last = scenario_secrets(scenario.secret)
        self.forced = dict(scenario.lots)
        self.drawn: list[str] = []

    def draw(self, label: str, candidates: Sequence[str], ballots: Sequence[Ballot]) -> str:
        """On whom the lot `label` falls. Raises ScenarioError where it is forced on somebody who is no candidate."""
        self.drawn.append(label)
        forced = self.forced.get(label)
        if forced is None:
            return draw(self.last, len(self.drawn), label, candidates, digest_of(ballots_text(ballots))).chosen
        if forced not in candidates:
            among = ", ".join(candidates)
            raise ScenarioError(
                f"lots.{label}", "{forced!r} is not among the candidates: {among}", forced=forced, among=among
            )
        return str(forced)

    def all_drawn(self, played: int, phases: Sequence[PhaseIn], *, game_open: bool) -> None:
        """Raises ScenarioError for a forced lot that was never drawn, unless the game stopped before it could be."""
        finished = played - 1 if game_open else len(phases)
        waiting = {phase.phase for phase in phases[finished:]}
        for label in self.forced:
            if label not in self.drawn and label.partition(".")[0] not in waiting:
                raise ScenarioError(f"lots.{label}", "this lot was never drawn")


def dealt(scenario: Scenario, rules: Rules) -> dict[str, str]:
    """The deal of the rule set's secret roles over the players by the scenario's secret, without a mix (L4, L5)."""
    secret, _ = scenario_secrets(scenario.secret)
    cards = [role.id for role in rules.roles if not role.open for _ in range(role.count)]
    try:
        return deal(secret, cards, [player.name for player in scenario.players], "")
    except LotError as error:
        raise ScenarioError("players", "roles are to be dealt, but there are {error}", error=error) from error
