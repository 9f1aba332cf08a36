"""Breaks each clause that is code, and says which breaks the tests and scenarios named by it do not notice.

    python bench/break_code.py [CLAUSE…]

In a copy of the project one line is changed at a time; the tests and scenarios whose names begin with the clause are
run on it (docs/make_clauses.py knows which). Prints each break that all of them pass; exit status 1 if there is one.
Clauses that are keys of the rule sets are `bench/break_rules.py`'s.
"""

from __future__ import annotations

import os
import runpy
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
COPIED = ("engine", "forums", "scraper", "golosa", "templates", "tests", "fixtures", "docs", "bench", "pyproject.toml")
MADE = runpy.run_path(str(ROOT / "docs" / "make_clauses.py"))

#: Clause, file, what stands there once, what to put there.
BREAKS: tuple[tuple[str, str, str, str], ...] = (
    ("V2", "engine/counting/items.py", "    if item.statement.mark.struck:", "    if False:"),
    (
        "V4",
        "engine/counting/items.py",
        "    return _open(item, targets, needs or Needs.AMBIGUOUS_NAME, frame)",
        "    return _for_one(item, targets[0], frame)",
    ),
    ("V5", "engine/counting/items.py", "        return Why.DEAD_VOTER", "        return None"),
    (
        "V5",
        "engine/counting/items.py",
        "        return Why.DEAD_TARGET\n    if frame.day.effects",
        "        return None\n    if frame.day.effects",
    ),
    (
        "V5",
        "engine/counting/items.py",
        "        return Why.NOT_A_PLAYER\n    if frame.clock",
        "        return None\n    if frame.clock",
    ),
    ("V6", "engine/times.py", "        if self.latest <= moment:", "        if self.earliest < moment:"),
    ("V6", "engine/times.py", "        if self.earliest >= moment:", "        if self.earliest > moment:"),
    (
        "V7",
        "engine/counting/voters.py",
        "key=lambda pair: (_late(pair[1]), pair[1].post.order))",
        "key=lambda pair: (_late(pair[1]), -pair[1].post.order))",
    ),
    ("V8", "engine/counting/items.py", "    if not allowed:", "    if allowed is None:"),
    ("V9", "engine/counting/explaining.py", "why = Why.SUPERSEDED if item.sure", "why = Why.VOID if item.sure"),
    ("V10", "engine/counting/items.py", "        elif isinstance(ruling, VoidRuling):", "        elif False:"),
    ("V11", "engine/counting/items.py", "    if named.word is Word.NEGATED:", "    if False:"),
    (
        "V12",
        "engine/counting/items.py",
        "_by_author_and_time(item, frame) or _by_state(item, frame)",
        "_by_state(item, frame) or _by_author_and_time(item, frame)",
    ),
    ("V14", "engine/counting/items.py", "    if lapsed is not False:", "    if False:"),
    ("V15", "engine/counting/items.py", "    if item.author.kind is Kind.LOOKALIKE:", "    if False:"),
    ("G1", "engine/game/ending.py", "value=board.winner)\n        return\n", "value=board.winner)\n"),
    (
        "G1",
        "golosa/scenario/days.py",
        "        if counted.verdict is not Verdict.OPEN and today.closed(counted, orders)[1].public.winner is not",
        "        if None is not",
    ),
    (
        "G2",
        "engine/game/intake.py",
        "        return seat.alive and order.power.role in (seat.role, seat.open_role)",
        "        return order.power.role in (seat.role, seat.open_role)",
    ),
    (
        "G4",
        "engine/game/intake.py",
        "        if stands == order.target:\n            self.accepted",
        "        if False:\n            self.accepted",
    ),
    (
        "G5",
        "engine/game/intake.py",
        "            return None if power.does.self_target else Refusal.SELF_TARGET",
        "            return None",
    ),
    ("G6", "engine/game/intake.py", "        return Refusal.EARLY if", "        return None if"),
    (
        "G7",
        "engine/game/intake.py",
        "self._untimely(order) or self._absent(order, actor, moment)",
        "self._absent(order, actor, moment) or self._untimely(order)",
    ),
    (
        "G8",
        "engine/game/hand.py",
        "        _carry_out(board, tuple(batch))",
        "        _carry_out(board, tuple(batch)[:1])",
    ),
    (
        "L2",
        "engine/lots.py",
        "    for _ in range(CHAIN_LENGTH - index):",
        "    for _ in range(CHAIN_LENGTH - index + 1):",
    ),
    ("L3", "engine/lots.py", '    message = "\\n".join((VERSION, label,', '    message = "\\n".join((label, VERSION,'),
    ("L3", "engine/lots.py", "    limit = _SPACE // size * size", "    limit = _SPACE"),
    ("C7", "engine/game/intake.py", "        return Refusal.OWN_TEAM if own and", "        return None if own and"),
    (
        "C7",
        "engine/game/intake.py",
        "    return power.team if power.does.shared and power.team else actor",
        "    return actor",
    ),
    ("C11", "engine/counting/reports.py", "        if name in spoken:", "        if False:"),
    (
        "E1",
        "engine/counting/statements.py",
        "        since, essence = _stands_since(post, votes, index, mark), essence_of(mark, votes)\n",
        "        since, essence = index, essence_of(mark, votes)\n",
    ),
    ("E2", "engine/counting/statements.py", "    if held is not True:", "    if held is None:"),
    (
        "E3",
        "engine/counting/statements.py",
        "        return tuple(structs.replace(one, why=Why.EDITED) for one in said)",
        "        return tuple(said)",
    ),
    (
        "E4",
        "engine/counting/lastposts.py",
        "        return item if behind else structs.replace(item, why=Why.NOT_LAST_POST)",
        "        return item",
    ),
    (
        "E5",
        "engine/counting/statements.py",
        "    if gone is False:\n        return said",
        "    if gone is False:\n        return ()",
    ),
    ("E6", "engine/counting/closing.py", "        if any(word in text for word in words):", "        if False:"),
    (
        "E8",
        "engine/counting/statements.py",
        "    if mark.late_at is not None:\n        return Statement(mark, mark.late_at, revision, new=False)",
        "    if False:\n        return Statement(mark, mark.late_at, revision, new=False)",
    ),
    ("H3", "engine/game/intake.py", '        barred = self.window.by == "night" and', "        barred = False and"),
    (
        "H5",
        "engine/game/intake.py",
        "        if health is Health.COMA:\n            return Refusal.IN_COMA",
        "        if False:\n            return Refusal.IN_COMA",
    ),
    (
        "H5",
        "engine/game/nights.py",
        "seat.health in (Health.HOSPITAL, Health.COMA)",
        "seat.health in (Health.HOSPITAL,)",
    ),
    (
        "H7",
        "engine/game/turns.py",
        "        return -part * (self.board.seats[name].hp or 0) // whole",
        "        return -(part * (self.board.seats[name].hp or 0) // whole)",
    ),
    (
        "H8",
        "engine/game/turns.py",
        "        for turn in self.done(Damage, HealHp):\n",
        "        hit = [name for turn in self.done(Damage) for name in turn.hits]\n"
        "        for turn in [one for one in self.done(Damage, HealHp) if one.actor not in hit]:\n",
    ),
    (
        "H9",
        "engine/game/results.py",
        "        elif board.seats[result.to].health is Health.COMA:",
        "        elif False:",
    ),
    ("H10", "engine/game/nights.py", "before.get(seat.name) != seat.hp", "True"),
    ("H13", "engine/counting/scoring.py", '    if frame.rules.votes.default != "self" or', "    if True or"),
    (
        "H14",
        "engine/game/days.py",
        "            self._hurt(name, 0 if is_dead(self.board.rules, hp) else hp, Cause.VOTES",
        "            self._hurt(name, 50, Cause.VOTES",
    ),
    (
        "H15",
        "engine/game/days.py",
        "for name in (self.count.overtime or self.count.first).tied:",
        "for name in self.count.first.tied[:1]:",
    ),
    (
        "H18",
        "engine/game/turns.py",
        "            changes[name] = changes.get(name, 0) + change",
        "            changes[name] = change",
    ),
    (
        "H18",
        "engine/game/board.py",
        "        after = min(hp + change, max(hp, start))",
        "        after = hp + change",
    ),
    ("H25", "engine/messages/day_actions.py", "    if formal and place == 0 and sure and", "    if sure and"),
    (
        "T14-5",
        "engine/game/nights.py",
        "    if result is None and state.leaving is not None",
        "    if False and state.leaving is not None",
    ),
    (
        "T14-14",
        "engine/counting/items.py",
        "    return barred and frame.clock.in_overtime(item.at)",
        "    return False",
    ),
    (
        "T14-20",
        "engine/game/intake.py",
        "        if order.sent >= self.window.until:\n            return Refusal.LATE",
        "        if False:\n            return Refusal.LATE",
    ),
    ("T14-22", "engine/game/turns.py", "or turn.target == self.leaving", "or False"),
    (
        "T14-31",
        "engine/game/turns.py",
        "        return power.ref in self.board.book.roles",
        "        return False and power.ref in self.board.book.roles",
    ),
    ("T14-33", "engine/game/ending.py", "        board.inherited.append(", "        str("),
    ("T14-34", "engine/game/results.py", "if turn.actor == name and turn.spent)", "if turn.actor == name)"),
    (
        "T14-43",
        "engine/game/turns.py",
        "        return isinstance(does, Heal) and does.unblocked_on_self and",
        "        return False and",
    ),
    ("T14-45", "engine/game/turns.py", "            self.stopped.setdefault(turn.target, turn)", "            pass"),
    (
        "T14-46",
        "engine/game/turns.py",
        "        return self.fate in (Fate.DONE, Fate.NOT_FOUND)",
        "        return self.fate is Fate.DONE",
    ),
    (
        "T14-47",
        "engine/game/turns.py",
        "for guest, host in self.hosts.items() if host == turn.target}\n        turn.hits",
        "for guest, host in self.hosts.items() if False}\n        turn.hits",
    ),
    (
        "T14-49",
        "engine/game/turns.py",
        "            if turn in shooting and turn.target in met:\n                continue",
        "            if False:\n                continue",
    ),
    (
        "T14-50",
        "engine/game/results.py",
        'return ("not_needed", "one", "two")[min(len(saved), 2)]',
        'return ("not_needed", "one", "one")[min(len(saved), 2)]',
    ),
    (
        "T14-51",
        "engine/game/nights.py",
        "    results = answers(moment)\n",
        "    results = [one for one in answers(moment) if one.to not in moment.dying]\n",
    ),
    (
        "T14-52",
        "engine/game/turns.py",
        "        return self.fate in (Fate.DONE, Fate.NOT_FOUND)",
        "        return self.fate is not None",
    ),
    (
        "T14-53",
        "engine/game/turns.py",
        "            gone = not self.board.seats[turn.target].alive or",
        "            gone = turn.actor == self.leaving or not self.board.seats[turn.target].alive or",
    ),
)


def main() -> int:
    """Makes the breaks of the named clauses, or all."""
    wanted = set(sys.argv[1:]) or {clause for clause, *_ in BREAKS}
    shown = MADE["shown_by"]()
    unnoticed = made = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
        for clause, file, old, new in BREAKS:
            if clause in wanted:
                made += 1
                unnoticed += not _noticed(copy, clause, file, old, new, _nodes(shown[clause]))
    print(f"{made} breaks, {unnoticed} unnoticed")
    return 1 if unnoticed else 0


def _nodes(shown: list[str]) -> list[str]:
    """The tests and scenarios of a clause as pytest names them."""
    scenarios = "tests/golosa/scenario/test_scenarios.py::test_scenario"
    return [f"tests/{one}" if "::" in one else f"{scenarios}[{one}]" for one in shown]


def _noticed(copy: Path, clause: str, file: str, old: str, new: str, nodes: list[str]) -> bool:
    source = (copy / file).read_text(encoding="utf-8")
    where = f"{clause} {file}: {old.strip().splitlines()[0]}"
    if source.count(old) != 1:
        print(f"{where}: stands there {source.count(old)} times; mend the list of breaks")
        return False
    (copy / file).write_text(source.replace(old, new), encoding="utf-8")
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *nodes],
            cwd=copy, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    finally:
        (copy / file).write_text(source, encoding="utf-8")
    if run.returncode == 1:
        return True
    told = "nothing named by the clause notices it" if run.returncode == 0 else run.stdout[-400:] + run.stderr[-400:]
    print(f"{where}: {told}")
    return False


if __name__ == "__main__":
    sys.exit(main())
