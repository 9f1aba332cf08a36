"""A second reading of town14's nights, successions and ends, from its text alone; shares nothing with the engine.

Plain dicts and sets. A time is the minute of the game day (00:00 = 0); an order is (minute, sender, target or None).
"""

from __future__ import annotations

MAFIA = {"boss", "bull", "lawyer", "actor"}
DOES = {"boss": "kill", "lawyer": "check", "commissar": "check", "doctor": "heal", "maniac": "kill", "drunk": "visit"}
VOTE, CUT_OFF = 23 * 60, 23 * 60 + 45  # T14-4
Order = tuple[int, str, str | None]


class Game:
    """A game as it stands; `evening` and `night` play on and give what came of it."""

    def __init__(self, roles: dict[str, str]) -> None:
        self.roles = dict(roles)
        self.alive = list(roles)
        self.turns: dict[tuple[str, str], dict[int, str]] = {}  # who as what -> night -> whom: the turns that are spent
        self.winner: str | None = None
        self.nights = 0

    def evening(self, voted: str | None, orders: list[Order]) -> None:
        """The vote has put out `voted`; the orders sent before it stand so far (T14-22, T14-33)."""
        self.voted, self.day_roles = voted, dict(self.roles)
        self.at_noon = list(self.alive)
        stands, _ = self._accept([one for one in orders if one[0] < VOTE], {})
        self.inherited: dict[str, str] = {}
        self.heir: str | None = None
        if voted is None:
            return
        self.alive.remove(voted)
        self._judge(morning=False)
        if self.winner is None:
            self.heir = self._succeed({voted})
        if self.heir and self.day_roles[voted] == "boss" and stands.get((voted, "boss")):
            self.inherited = {self.heir: stands[voted, "boss"]}

    def night(self, orders: list[Order], leaver: str | None) -> dict[str, object]:
        """The night's end: fates of the orders, deaths, announcements, answers, refusals, the new boss."""
        self.nights += 1
        stands, refused = self._accept(orders, {(heir, "boss"): target for heir, target in self.inherited.items()})
        wants = {name: target for (name, role), target in stands.items() if self._still(name, role)}
        own = {name for _, name, _ in orders if name in wants and wants[name] != self.inherited.get(name)}
        inherited = {name for name in self.inherited if name not in own}
        fate, meets = self._fates(wants, leaver, inherited)
        dead, saved, shootout = self._deaths(wants, meets)
        if leaver is not None:
            dead.setdefault(leaver, "missed_day")  # T14-5, T14-53
        told = self._announced(fate, meets, saved, shootout, leaver if dead.get(leaver or "") == "missed_day" else None)
        answers = self._answers(wants, fate, meets)
        for name, what in fate.items():
            if what in ("done", "not_found"):  # T14-46, T14-52
                self.turns.setdefault((name, self.roles[name]), {})[self.nights] = wants[name]
        roles = dict(self.roles)
        self.alive = [name for name in self.alive if name not in dead]
        self._judge(morning=True)
        heir = self._succeed(set(dead)) if dead and self.winner is None else None
        return {
            "fates": fate,
            "deaths": {name: (cause, roles[name]) for name, cause in dead.items()},
            "told": told,
            "answers": answers,
            "refused": refused,
            "heir": heir,
        }

    def _still(self, name: str, role: str) -> bool:
        """T14-32, G2: the order of one who is out, or is now somebody else, has lapsed."""
        return name in self.alive and self.roles[name] == role

    # --- which orders stand (T14-20, T14-21, G7) ---

    def _accept(
        self, orders: list[Order], stands: dict[tuple[str, str], str]
    ) -> tuple[dict[tuple[str, str], str], list[tuple[str, str]]]:
        stands, sent, refused = dict(stands), dict[tuple[str, str], int](), list[tuple[str, str]]()
        for minute, sender, target in sorted(orders, key=lambda one: one[0]):
            why = self._take(minute, sender, target, stands, sent)
            if why is not None:
                refused.append((sender, why))
        return {key: target for key, target in stands.items() if target}, refused

    def _take(
        self, minute: int, sender: str, target: str | None, stands: dict[tuple[str, str], str],
        sent: dict[tuple[str, str], int],
    ) -> str | None:  # fmt: skip
        before = minute < VOTE
        roles, alive = (self.day_roles, self.at_noon) if before else (self.roles, self.alive)
        role = roles[sender]
        key = (sender, role)
        if minute >= CUT_OFF:
            return "late"
        if sender not in alive:
            return "dead"
        if role not in DOES:
            return "not_your_role"
        if target is not None and target not in alive and target != self.voted:  # T14-22
            return "dead_target"
        if target == sender and role != "doctor":
            return "self_target"
        if (stands.get(key) or None) == target:  # G4: a repetition is no change
            return None
        if sent.get(key, 0) > 1:
            return "second_change"
        if target is not None and (why := self._limit(key, target)) is not None:
            return why
        stands[key], sent[key] = target or "", sent.get(key, 0) + 1
        return None

    def _limit(self, key: tuple[str, str], target: str) -> str | None:
        """T14-34, T14-42, T14-44, T14-45. The night meant is the one after those that have been."""
        turns, night = self.turns.get(key, {}), self._coming
        role = key[1]
        if role == "doctor" and turns.get(night - 1) == target:
            return "same_as_last_night"
        if role in ("maniac", "lawyer") and night - 1 in turns:
            return "two_nights_running"
        if role == "drunk" and night - 1 in turns and night - 2 in turns:
            return "three_nights_running"
        return None

    _coming = 1  #: the number of the night for which orders are taken

    # --- what becomes of them ---

    def _fates(
        self, wants: dict[str, str], leaver: str | None, inherited: set[str]
    ) -> tuple[dict[str, str], dict[str, set[str]]]:
        fate: dict[str, str] = {}
        meets: dict[str, set[str]] = {}
        for name, target in wants.items():  # T14-22, T14-33
            if target in (self.voted, leaver) or (name in inherited and target == name):
                fate[name] = "void_target"
        going = {name: target for name, target in wants.items() if name not in fate}
        drunk = next((name for name in going if self.roles[name] == "drunk"), None)
        home = going[drunk] if drunk else None
        if drunk:
            fate[drunk] = "done"
        for name, target in going.items():
            if name == drunk:
                continue
            if name == home and not (self.roles[name] == "doctor" and target == name):  # T14-45, T14-43
                fate[name] = "blocked"
            elif target == drunk:  # T14-46
                fate[name] = "not_found"
            else:
                people = {target, drunk} if target == home and drunk else {target}  # T14-47
                if self.roles[name] == "maniac":
                    people = {one for one in people if self.roles[one] != "bull"}  # T14-31
                fate[name] = "done" if people else "immune"
                if people:
                    meets[name] = people
        return fate, meets

    def _acting(self, meets: dict[str, set[str]], role: str) -> str | None:
        return next((name for name in meets if self.roles[name] == role), None)

    def _deaths(self, wants: dict[str, str], meets: dict[str, set[str]]) -> tuple[dict[str, str], set[str], str | None]:
        boss, maniac, doctor = (self._acting(meets, role) for role in ("boss", "maniac", "doctor"))
        attacked: dict[str, str] = {}
        shootout = None
        if boss and maniac and wants[boss] == wants[maniac]:  # T14-49
            shootout = self.roles[wants[boss]]
        elif boss and maniac and wants[boss] == maniac and wants[maniac] == boss:
            attacked = {boss: "shootout", maniac: "shootout"}
            # Whoever is met at their homes besides dies of the one who came for him.
            attacked |= {one: "maniac" for one in meets[maniac] if one not in attacked}
            attacked |= {one: "mafia" for one in meets[boss] if one not in attacked}
        else:
            attacked |= dict.fromkeys(meets[maniac], "maniac") if maniac else {}
            attacked |= dict.fromkeys(meets[boss], "mafia") if boss else {}
        saved = {one for one in (meets[doctor] if doctor else ()) if one in attacked}
        return {one: cause for one, cause in attacked.items() if one not in saved}, saved, shootout

    def _announced(
        self, fate: dict[str, str], meets: dict[str, set[str]], saved: set[str], shootout: str | None,
        leaver: str | None,
    ) -> set[tuple[object, ...]]:  # fmt: skip
        told: set[tuple[object, ...]] = set()
        held = {self.roles[name] for name in self.alive}
        doctor = next((name for name in self.alive if self.roles[name] == "doctor"), None)
        if doctor:  # T14-50
            what = {"done": ("not_needed", "one", "two")[len(saved)], "not_found": "not_needed"}
            told.add(("doctor", what.get(fate.get(doctor, ""), "none")))
        for role in {"commissar", "lawyer"} & held:  # T14-41
            told.add(("informed", role, self._acting(meets, role) is not None))
        if any(what == "done" and self.roles[name] == "drunk" for name, what in fate.items()):  # T14-48
            told.add(("drinking",))
        if "not_found" in fate.values():
            told.add(("not_at_home",))
        if shootout:
            told.add(("shootout", shootout))
        if leaver:
            told.add(("missed_day", leaver))
        return told

    def _answers(
        self, wants: dict[str, str], fate: dict[str, str], meets: dict[str, set[str]]
    ) -> set[tuple[object, ...]]:
        told: set[tuple[object, ...]] = set()
        for name, people in meets.items():
            role = self.roles[name]
            if role not in ("commissar", "lawyer"):
                continue
            for one in people:
                seen = self.roles[one]
                told.add((name, "role", one, "townsman" if (role, seen) == ("commissar", "actor") else seen))  # T14-35
                if role == "lawyer" and seen in DOES:  # T14-34
                    did = ((DOES[seen], wants[one]),) if fate.get(one) in ("done", "not_found") else ()
                    told.add((name, "deeds", one, did))
        return told

    # --- succession and the end ---

    def _succeed(self, lost: set[str]) -> str | None:
        """T14-32: who becomes boss now that these are out."""
        mafia = [name for name in self.alive if self.roles[name] in MAFIA]
        if not any(self.roles[name] in MAFIA for name in lost) or any(self.roles[name] == "boss" for name in mafia):
            return None
        for role in ("bull", "lawyer"):
            heir = next((name for name in mafia if self.roles[name] == role), None)
            if heir:
                self.roles[heir] = "boss"
                return heir
        if len(mafia) == 1:
            self.roles[mafia[0]] = "boss"
            return mafia[0]
        return None

    def _judge(self, *, morning: bool) -> None:
        """T14-2, T14-3, once all who go out are out."""
        mafia = sum(self.roles[name] in MAFIA for name in self.alive)
        town = len(self.alive) - mafia
        if not mafia:
            self.winner = "town" if town else "draw"
        elif not town or (mafia == town == 1) or (morning and mafia >= town + 1):
            self.winner = "mafia"
