"""Microseconds per text of reading names, on rosters of 14, 30 and 100 players.

    python bench/names.py

Texts are hits by each view and misses; a miss goes through every view and is the dearest. The target is a miss under
300 microseconds on a roster of 30. Before them: milliseconds until a roster is ready, and until the first text that
names nobody as written is read. The players are made up from syllables, the same at every run.
"""

from __future__ import annotations

import random
import statistics
import time

from engine.names import Names
from engine.names.forms import forms_of, loose_forms_of
from engine.people import Player, Roster

SIZES = (14, 30, 100)
ROUNDS = 20
TARGET_US = 300
MISSES = (
    "совсем не то",
    "блаблабла",
    "крокодилище",
    "голосую за отсутствующего",
    "интересно, что скажет ведущий",
    "не знаю за кого голосовать сегодня, все молчат",
    "vote for women",
    "xyzzyq",
    "no lolwagons",
)


def roster(size: int) -> Roster:
    """Half Russian names, half Latin nicks, some of several words or with digits."""
    chance = random.Random(7)
    russian = ["бра", "ков", "лю", "ми", "шур", "на", "тел", "вар", "ги", "рон"]
    latin = ["ba", "ro", "ti", "ker", "lon", "mi", "sha", "wolf", "dan"]
    ends = ["ак", "ец", "ень", "ий", "а", "я", "о", "ёк", "ин", "ский"]
    names: list[str] = []
    while len(names) < size:
        syllables = russian if len(names) % 2 else latin
        name = "".join(chance.choice(syllables) for _ in range(3))
        name += chance.choice(ends) if syllables is russian else chance.choice(["", "7", "_king", " Moth"])
        if name.capitalize() not in names:
            names.append(name.capitalize())
    return Roster(tuple(Player(name) for name in names))


def microseconds(names: Names, text: str) -> float:
    """The fastest of some readings of one text, each by another writer: what a writer's text means is remembered."""
    best = float("inf")
    for writer in range(ROUNDS):
        start = time.perf_counter()
        names.read(text, me=str(writer))
        best = min(best, time.perf_counter() - start)
    return best * 1e6


def main() -> None:
    """Prints one line a roster."""
    print("players  build ms  loose ms  hit us (mean)  miss us (mean)  miss us (worst)")
    Names(roster(1)).read(MISSES[0])  # what is imported at the first miss
    for size in SIZES:
        forms_of.cache_clear()
        loose_forms_of.cache_clear()
        players = roster(size)
        start = time.perf_counter()
        names = Names(players)
        build = (time.perf_counter() - start) * 1e3
        start = time.perf_counter()
        names.read(MISSES[0])
        loose = (time.perf_counter() - start) * 1e3
        hits = [f"{lead}{name}" for name in players.names[:14] for lead in ("", "голосую за ", "VOTE: ")]
        hit = statistics.mean(microseconds(names, text) for text in hits)
        misses = [microseconds(names, text) for text in MISSES]
        print(
            f"{size:7}  {build:8.1f}  {loose:8.1f}  {hit:13.0f}  {statistics.mean(misses):14.0f}  {max(misses):15.0f}"
        )
    print(f"target: a miss under {TARGET_US} us with 30 players")


if __name__ == "__main__":
    main()
