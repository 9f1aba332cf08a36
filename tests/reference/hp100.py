"""A second reading of hp100's rules of health, from its text alone, clause by clause; shares nothing with the engine.

Plain dicts and lists. A player's `state` is what the last morning or evening made it (H4, H18).
"""

from __future__ import annotations

TEAM = {
    "townsman": "town", "medic": "town", "officer": "law", "sniper": "law", "gunman": "mafia", "poisoner": "mafia",
    "ninja": "yakuza", "priest": "cult", "maniac": "neutral",
}  # fmt: skip
DAMAGE = {"gunman": 50, "ninja": 45, "sniper": 40, "maniac": 60}
BY_NIGHT = {"medic", "officer", "sniper", "gunman", "poisoner", "ninja", "priest", "maniac"}
BY_DAY = {"nurse": 10, "bully": -10}
FULL = 100  # H1


def state_of(hp: int) -> str:
    """H2."""
    if hp >= 75:
        return "healthy"
    if hp >= 50:
        return "light"
    if hp >= 20:
        return "hospital"
    return "coma" if hp >= 1 else "dead"


class Game:
    """A game as it stands; `night` and `day` play a phase and give what came of it."""

    def __init__(self, secret: dict[str, str], opened: dict[str, str]) -> None:
        self.secret, self.opened = secret, opened
        self.hp = dict.fromkeys(secret, FULL)
        self.state = dict.fromkeys(secret, "healthy")
        self.owed: list[tuple[str, str, str]] = []  # H9: results that wait for their owner to wake
        self.winner: str | None = None

    def alive(self, name: str) -> bool:
        return self.state[name] != "dead"

    def living(self) -> list[str]:
        return [name for name in self.secret if self.alive(name)]

    def standing(self, orders: list[dict[str, str | None]], by: str) -> dict[str, str]:
        """Who does what to whom: the last order that may be given holds; one without a target withdraws (H16, H17)."""
        stands: dict[str, str] = {}
        for order in orders:
            sender, actor, target = order["sender"], order["actor"], order["target"]
            assert sender is not None
            assert actor is not None
            powers = BY_NIGHT if by == "night" else set(BY_DAY)
            role = self.secret[actor] if by == "night" else self.opened[actor]
            team = TEAM[self.secret[actor]]
            absent = sender == actor or (
                TEAM[self.secret[sender]] == team and team in ("mafia", "yakuza", "cult")
            )  # H21
            if not self.alive(sender) or not self.alive(actor) or not absent or role not in powers:
                continue
            if self.state[actor] == "coma" or (by == "night" and self.state[actor] == "hospital"):  # H3, H5
                continue
            if target is None:
                stands.pop(actor, None)
            elif self.alive(target) and not (role == "priest" and target == actor):  # H6, H20
                stands[actor] = target
        return stands

    def night(self, orders: list[dict[str, str | None]]) -> dict[str, object]:
        evening = dict(self.hp)
        does = self.standing(orders, "night")
        for name in self.living():
            if self.state[name] in ("hospital", "coma"):  # H3, H5
                self.hp[name] = min(self.hp[name] + 15, FULL)
        blocked = {target for actor, target in does.items() if self.secret[actor] == "priest"}
        change = dict.fromkeys(self.secret, 0)
        results: list[tuple[str, str, str]] = []
        for actor, target in does.items():  # H8: whatever becomes of the actor
            role = self.secret[actor]
            if actor in blocked and role != "priest":  # H18: a block cannot be blocked
                continue
            if role == "medic":
                change[target] += 30
            elif role == "poisoner":
                change[target] -= -(-self.hp[target] // 3)  # H7
            elif role == "officer":
                results.append((actor, target, TEAM[self.secret[target]]))
            else:
                change[target] -= DAMAGE.get(role, 0)
        before = self.living()
        for name in before:
            self.hp[name] = min(self.hp[name] + change[name], FULL)  # H18
        deaths = self._evaluate(dict.fromkeys(self.secret, "damage"))
        told = self._tell(results)
        hps = {name: self.hp[name] for name in self.living() if self.hp[name] != evening[name]}  # H10
        self._judge()
        return {"deaths": deaths, "told": told, "hp": hps}

    def day(self, orders: list[dict[str, str | None]], votes: dict[str, str]) -> dict[str, object]:
        """`votes`: the last valid vote of each who gave one."""
        does = self.standing(orders, "day")
        change = dict.fromkeys(self.secret, 0)
        for actor, target in does.items():
            change[target] += BY_DAY[self.opened[actor]]
        shown = {}
        causes: dict[str, str] = {}
        for name in self.living():
            hp = min(self.hp[name] + change[name], FULL)
            shown[name] = hp - self.hp[name]
            self.hp[name] = hp
            if hp <= 0:
                causes[name] = "damage"
        out, tied = self._top(votes)
        damage = {}
        for name in out:  # H14
            damage[name] = max(self.hp[name], 0)
            self.hp[name] -= damage[name]
            causes.setdefault(name, "votes")
        for name in tied:  # H15
            damage[name] = 50
            self.hp[name] -= 50
            causes.setdefault(name, "split")
        deaths = self._evaluate(causes)
        told = self._tell([])
        self._judge()
        changed = {name: value for name, value in shown.items() if value}
        return {"deaths": deaths, "told": told, "damage": damage, "changes": changed, "out": out}

    def _top(self, votes: dict[str, str]) -> tuple[list[str], list[str]]:
        """Who is alone at the top, or who share it; who gave no vote has voted against himself (H12-H15)."""
        count: dict[str, int] = {}
        for voter in self.living():
            if self.state[voter] == "coma":  # H5
                continue
            target = votes.get(voter)
            weight = 2 if target is not None and self.opened[voter] == "politician" else 1
            count[target or voter] = count.get(target or voter, 0) + weight
        most = max(count.values(), default=0)
        top = [name for name in self.secret if count.get(name) == most] if count else []
        return (top, []) if len(top) == 1 else ([], top)

    def _evaluate(self, causes: dict[str, str]) -> dict[str, tuple[str, str]]:
        """H4, H6: the states are set anew; gives who died, by what, and the secret role."""
        deaths = {}
        for name in self.living():
            self.state[name] = state_of(self.hp[name])
            if self.state[name] == "dead":
                deaths[name] = (causes[name], self.secret[name])
        return deaths

    def _tell(self, results: list[tuple[str, str, str]]) -> set[tuple[str, str, str]]:
        """H9: to nobody who has died, to one in coma when he wakes."""
        waiting = [result for result in (*self.owed, *results) if self.alive(result[0])]
        told = {result for result in waiting if self.state[result[0]] != "coma"}
        self.owed = [result for result in waiting if self.state[result[0]] == "coma"]
        return told

    def _judge(self) -> None:
        """H22."""
        teams = [TEAM[self.secret[name]] for name in self.living()]
        if not teams:
            self.winner = "draw"
        elif len(teams) == 1 and teams[0] == "neutral":
            self.winner = self.living()[0]
        elif len(set(teams)) == 1 and teams[0] in ("cult", "mafia", "yakuza"):
            self.winner = teams[0]
        elif not {"cult", "mafia", "yakuza", "neutral"} & set(teams):
            self.winner = "town"
