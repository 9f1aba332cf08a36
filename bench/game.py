"""How long a whole game takes to play, start-up left out: `python bench/game.py [DAYS PLAYERS]`.

The target is 10 days of 30 players in under 0.2 s.
"""

from __future__ import annotations

import json
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path

from golosa.scenario.playing import play
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay


def big_game(days: int, players: int) -> bytes:
    """A game of many players in which everybody posts twice a day and one is voted out each day."""
    names = [f"Игрок{chr(0x410 + place % 32)}{place}" for place in range(players)]
    start = datetime.fromisoformat("2026-03-01T00:00:00+03:00")
    phases = []
    for day in range(1, days + 1):
        opens = start + timedelta(days=day)
        alive = names[: players - day + 1]
        posts = [
            {
                "id": f"{day}-{turn}-{place}",
                "author": name,
                "at": (opens + timedelta(hours=10 + turn * 4, minutes=place)).isoformat(),
                "html": f'Думаю так. <b>Голосую</b>: <font color="green">{alive[-1 if turn else 0]}</font>',
            }
            for turn in range(2)
            for place, name in enumerate(alive)
        ]
        phases.append({"phase": f"day{day}", "starts": opens.isoformat(),
                       "ends": (opens + timedelta(hours=23)).isoformat(), "posts": posts})  # fmt: skip
        phases.append({"phase": f"night{day}", "resolve": (opens + timedelta(hours=23, minutes=45)).isoformat()})
    roles = ["boss", "bull", "lawyer", "commissar", "doctor", "maniac", "drunk", *["townsman"] * players][:players]
    return json.dumps(
        {
            "rules": "town14",
            "set": {"missed.rule": "none"},
            "players": [{"name": name, "role": role} for name, role in zip(names, roles, strict=True)],
            "phases": phases,
        }
    ).encode()


def main() -> None:
    """Prints the best of five plays, in this process's own time."""
    days, players = (int(text) for text in sys.argv[1:3]) if len(sys.argv) > 2 else (10, 30)
    scenario = lay(read_scenario(big_game(days, players)), Path.cwd())
    best = float("inf")
    for _ in range(5):
        begun = time.process_time()
        played = play(scenario)
        best = min(best, time.process_time() - begun)
    print(f"{days} days of {players} players, {len(played.phases)} phases: {best:.3f} s")


if __name__ == "__main__":
    main()
