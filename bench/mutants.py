"""Mutants of the engine: `python bench/mutants.py [MODULE…] [--share 0.25] [--seconds 3] [--results FILE [--again]]`.

mutmut (`pip install mutmut`) makes the mutants: each function of `engine/` with one thing of it changed. The tests of
`tests/engine`, `tests/reference`, of scenarios and rule sets that run the function are put to each mutant until one
fails. mutmut would start pytest anew for each; here pytest collects once and each mutant is met in a process of its
own that is split off, with cold caches. A mutant is changed in place, so the others cost nothing.

A mutant that changes only the words of a sentence for people is not met: tests ask for the place and the reason of an
error, and the words are free.

Prints every mutant that no test noticed, as a diff, and what became of all. `--share` takes that part of each module's
mutants by lot, `--seconds` bounds the tests put to one mutant (of their own time, nearest and shortest first), and
`--results` keeps what is known, so that a run that was ended goes on; with `--again` those that no test noticed are met
anew, and no others. MODULE is a part of a module's name.
"""

from __future__ import annotations

import argparse
import difflib
import functools
import gc
import inspect
import json
import os
import pickle
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[1]
TESTS = ("tests/engine", "tests/reference", "tests/golosa/scenario", "tests/golosa/rulebook/test_rulesets.py")
SLOWER = 4  #: a mutant that takes so many times the time of its tests runs for ever
MEMORY = 6 << 30
UNNOTICED = ("survived", "no tests")
WORDS = "only words"
_SENTENCE = re.compile(r"[^\W\d_]{2,} [^\W\d_]{2,}")

Mutant = tuple[FunctionType, str, FunctionType]  #: what is changed, its name, and what it becomes

#: Of each test: how long it takes (seconds of the processor, somewhat more than without being watched), what it runs.
Watched = dict[str, tuple[float, list[str]]]

_functions: list[tuple[FunctionType, dict[str, Any]]] = []


def remember(mutants: dict[str, Any], is_classmethod: bool = False) -> Callable[[FunctionType], FunctionType]:
    """Stands for mutmut's own decorator: the function stays as it is, and we know its mutants."""

    def decorate(function: FunctionType) -> FunctionType:
        _functions.append((function, mutants))
        return function

    return decorate


def mutate(pair: tuple[Path, Path]) -> None:
    """Writes a module with its mutants."""
    from mutmut.mutation.file_mutation import mutate_file_contents

    source, target = pair
    target.write_text(mutate_file_contents(str(source.relative_to(TOP)), source.read_text("utf-8")).code, "utf-8")


def make(folder: Path, parts: Iterable[str]) -> None:
    """Copies the engine into `folder`, with mutants in the modules whose names hold one of `parts`."""
    shutil.copytree(TOP / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    wanted = [path for path in sorted((TOP / "engine").rglob("*.py")) if _chosen(str(path.relative_to(TOP)), parts)]
    with ProcessPoolExecutor(max_workers=1) as pool:
        list(pool.map(mutate, [(path, folder / path.relative_to(TOP)) for path in wanted]))


def _chosen(name: str, parts: Iterable[str]) -> bool:
    known = tuple(parts)
    return not known or any(part in name.replace("/", ".").removesuffix(".py") for part in known)


def sampled(share: float, seed: int) -> list[Mutant]:
    """That part of each module's mutants, by lot; wherever one stops, about as large a part of each is done."""
    by_module: dict[str, list[Mutant]] = {}
    for function, mutants in _functions:
        found = by_module.setdefault(function.__module__, [])
        for name, mutant in mutants.items():
            if name != "_mutmut_orig":
                found.append((function, name, getattr(mutant, "__func__", mutant)))
    drawn: list[tuple[float, Mutant]] = []
    for module, found in by_module.items():
        random.Random(f"{seed} {module}").shuffle(found)
        drawn += ((place / len(found), one) for place, one in enumerate(found))
    return [one for place, one in sorted(drawn, key=lambda pair: pair[0]) if place < share]


class Meeting:
    """pytest's loop over the tests: what runs what is seen first, then each mutant is met."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.failed: Callable[[str], None] = lambda _: None

    def pytest_configure(self) -> None:
        """Hypothesis takes the same examples each time, and does not look for the smallest one that fails."""
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants", derandomize=True, database=None, deadline=None,
            phases=(Phase.explicit, Phase.generate), suppress_health_check=list(HealthCheck),
        )  # fmt: skip
        settings.load_profile("mutants")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test has failed."""
        if report.failed:
            self.failed(report.nodeid)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Meets the mutants with the collected tests."""
        items = {item.nodeid: item for item in session.items}
        known = Results(self.given.results)
        runs, seconds = self._seen_before(items)
        killers: dict[str, list[str]] = {}
        for function, name, mutant in sampled(self.given.share, self.given.seed):
            place = f"{function.__module__}.{name}"
            if known.has(place) is not self.given.again or (self.given.again and known.noticed(place)):
                continue
            if _only_words(function.__code__, mutant.__code__):
                known.add(place, WORDS, "", "")
                continue
            tests = sorted(runs.get(_key(function), ()), key=lambda test: _rank(test, place, seconds[test]))
            first = killers.setdefault(_key(function), [])
            chosen = _within(first + [test for test in tests if test not in first], seconds, self.given.seconds)
            status, by = self._met(function, mutant, [items[test] for test in chosen], seconds)
            if by and by not in first:
                first.insert(0, by)
            known.add(place, status, by, _diff(name, function, mutant) if status in UNNOTICED else "")
        known.tell()
        return True

    def _seen_before(self, items: dict[str, pytest.Item]) -> tuple[dict[str, set[str]], dict[str, float]]:
        """Which tests run which function, and how long each takes; kept beside the results, for tests change less often
        than one looks."""
        kept = self.given.results.with_suffix(".tests") if self.given.results else None
        known: Watched = json.loads(kept.read_text("utf-8")) if kept is not None and kept.exists() else {}
        new = {nodeid: item for nodeid, item in items.items() if nodeid not in known}
        watched, wrong = pickle.loads(_in_child(lambda tell: tell(pickle.dumps(self._watched(new))))[1])
        if wrong:
            pytest.exit(f"without any mutant, these fail: {', '.join(wrong)}", returncode=1)
        known = {nodeid: told for nodeid, told in (known | watched).items() if nodeid in items}
        if kept is not None:
            kept.write_text(json.dumps(known, ensure_ascii=False), "utf-8")
        runs: dict[str, set[str]] = {}
        for nodeid, (_, functions) in known.items():
            for function in functions:
                runs.setdefault(function, set()).add(nodeid)
        return runs, {nodeid: spent for nodeid, (spent, _) in known.items()}

    def _watched(self, items: dict[str, pytest.Item]) -> tuple[Watched, list[str]]:
        """Runs the tests: how long each takes, which functions it runs, and which tests fail."""
        wrong: list[str] = []
        self.failed = wrong.append
        codes = {function.__code__: _key(function) for function, _ in _functions}
        caches = [one for one in gc.get_objects() if isinstance(one, functools._lru_cache_wrapper)]
        watched: Watched = {}
        for nodeid, item in items.items():
            met: set[str] = set()
            for cache in caches:  # what an earlier test has asked for is run again
                cache.cache_clear()

            def see(frame: FrameType, event: str, _: object, met: set[str] = met) -> None:
                if event == "call" and frame.f_code in codes:
                    met.add(codes[frame.f_code])

            _forget()
            sys.setprofile(see)
            begun = time.process_time()
            _run(item)
            watched[nodeid] = (time.process_time() - begun, sorted(met))
            sys.setprofile(None)
        return watched, wrong

    def _met(
        self, function: FunctionType, mutant: FunctionType, items: list[pytest.Item], seconds: dict[str, float]
    ) -> tuple[str, str]:
        """What became of a mutant, and the test that noticed it."""
        if not items:
            return "no tests", ""

        def child(tell: Callable[[bytes], None]) -> None:
            def failed(nodeid: str) -> None:
                tell(nodeid.encode())
                os._exit(1)

            self.failed = failed
            bound = 2 + SLOWER * sum(seconds[item.nodeid] for item in items)
            signal.setitimer(signal.ITIMER_PROF, bound)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            _forget()
            function.__code__ = mutant.__code__
            function.__defaults__, function.__kwdefaults__ = mutant.__defaults__, mutant.__kwdefaults__
            for item in items:
                _run(item)

        status, told = _in_child(child)
        if status == 0:
            return "survived", ""
        return ("killed", told.decode()) if status == 1 and told else ("timeout or crash", "")


def _forget() -> None:
    """Empties what functions of the engine remember: a test runs them all, whatever ran before it."""
    for name, module in list(sys.modules.items()):
        if name.startswith("engine."):
            for value in vars(module).values():
                if hasattr(value, "cache_clear"):
                    value.cache_clear()


def _run(item: pytest.Item) -> None:
    item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)


def _key(function: FunctionType) -> str:
    return f"{function.__module__}.{function.__qualname__}"


def _only_words(before: CodeType, after: CodeType) -> bool:
    """Whether nothing but sentences differ: texts of several words."""
    if before.co_code != after.co_code or before.co_names != after.co_names:
        return False
    pairs = list(zip(_constants(before), _constants(after), strict=False))
    changed = [one for one, two in pairs if one != two and not isinstance(one, CodeType)]
    inside = [one for one, two in pairs if isinstance(one, CodeType) and one.co_code != getattr(two, "co_code", None)]
    return bool(changed) and not inside and all(isinstance(one, str) and _SENTENCE.search(one) for one in changed)


def _constants(code: CodeType) -> list[object]:
    """The constants of a function, those in tuples one by one."""
    return [one for found in code.co_consts for one in (found if isinstance(found, tuple) else (found,))]


def _rank(test: str, place: str, seconds: float) -> tuple[bool, float]:
    package = "/".join(place.split(".")[:2])
    return not test.startswith(f"tests/{package}"), seconds


def _within(tests: list[str], seconds: dict[str, float], most: float) -> list[str]:
    """The first of the tests, as many as fit into `most` seconds, and one at least."""
    chosen, spent = tests[:1], 0.0
    for test in tests[1:]:
        spent += seconds[test]
        if spent > most:
            break
        chosen.append(test)
    return chosen


def _in_child(work: Callable[[Callable[[bytes], None]], None]) -> tuple[int, bytes]:
    """Does the work in a process split off, silently: its status (negative: the signal) and what it told."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        silent = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silent, 1)
        os.dup2(silent, 2)
        with os.fdopen(writing, "wb") as pipe:

            def tell(told: bytes) -> None:
                pipe.write(told)
                pipe.flush()

            try:
                work(tell)
            except BaseException:  # noqa: BLE001 - whatever it is, it must not go on in the parent's place
                os._exit(3)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), told


def _diff(name: str, function: FunctionType, mutant: FunctionType) -> str:
    before, after = (inspect.getsource(one).splitlines() for one in (function, mutant))
    after = [line.replace(name, function.__name__) for line in after]
    lines = difflib.unified_diff([line for line in before if "@_mutmut" not in line], after, lineterm="", n=1)
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


class Results:
    """What became of each mutant; kept in a file of JSON lines where one is given."""

    def __init__(self, path: Path | None) -> None:
        self.path = path
        lines = path.read_text("utf-8").splitlines() if path is not None and path.exists() else []
        self.known = {line["mutant"]: line for line in map(json.loads, lines)}

    def has(self, mutant: str) -> bool:
        """Whether it was met in an earlier run."""
        return mutant in self.known

    def noticed(self, mutant: str) -> bool:
        """Whether a test noticed it, or it ran for ever."""
        return self.known[mutant]["status"] not in UNNOTICED

    def add(self, mutant: str, status: str, by: str, diff: str) -> None:
        """Keeps what became of a mutant, and shows one that nobody noticed."""
        self.known[mutant] = line = {"mutant": mutant, "status": status, "by": by, "diff": diff}
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, ensure_ascii=False) + "\n")
        if diff:
            print(f"\n{status}: {mutant}\n{diff}", flush=True)

    def tell(self) -> None:
        """Prints the sums, by module and in all."""
        table: dict[str, Counter[str]] = {}
        for line in self.known.values():
            for row in (line["mutant"].rpartition(".")[0], "all"):
                table.setdefault(row, Counter())[line["status"]] += 1
        print()
        for row, sums in sorted(table.items(), key=lambda pair: (pair[0] == "all", pair[0])):
            print(f"{row:36} {sums.total():6} mutants: " + ", ".join(f"{n} {what}" for what, n in sums.most_common()))


def main() -> int:
    """Makes the mutants and meets them. Ends with 0: a mutant that stays is for people to judge."""
    arguments = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    arguments.add_argument("modules", nargs="*")
    arguments.add_argument("--share", type=float, default=0.25)
    arguments.add_argument("--seed", type=int, default=0)
    arguments.add_argument("--seconds", type=float, default=3.0)
    arguments.add_argument("--results", type=Path)
    arguments.add_argument("--again", action="store_true")
    given = arguments.parse_args()
    os.chdir(TOP)
    import mutmut.mutation.trampoline

    mutmut.mutation.trampoline.wrap_in_trampoline = remember
    with tempfile.TemporaryDirectory() as scratch:
        make(Path(scratch), given.modules)
        sys.path.insert(0, scratch)
        return int(
            pytest.main(
                [*TESTS, "-q", "-s", "-p", "no:cacheprovider", "--tb=no"],
                plugins=[Meeting(given)],
            )
        )


if __name__ == "__main__":
    sys.exit(main())
