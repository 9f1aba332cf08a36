"""Random days under random knobs, as the dicts of `day.py`; knobs are read and checked by the rule sets' own loader.

`made(seed)` gives the rules, their knobs and the day.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine.counting.contradictions import contradictions
from engine.rules import Rules
from golosa.rulebook.rulesets import load

Dict = dict[str, Any]
NAMES = ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор", "Жанна", "Захар")
HOST, STRANGER, NEWCOMER = "Ведущий", "Прохожий", "newcomer"
ENDS = 36_000  # seconds after the day's opening
RED, GREEN, BLUE = "#ff0000", "#008000", "#0000ff"
KNOBS: dict[str, tuple[Any, ...]] = {
    "votes.self_vote": (True, False),
    "votes.edits": ("last-edited", "forbidden", "last-post"),
    "votes.last_post": ("any", "with-vote"),
    "votes.deleted": ("void", "keep"),
    "votes.boundary": ("exclusive", "inclusive"),
    "votes.unvote": ([], ["снимаю голос"]),
    "votes.no_lynch": ([], ["никого"]),
    "votes.default": ("none", "none", "self"),
    "votes.closes_with": ([], [], ["начинаю просчёт"]),
    "votes.kinds": (["colour"], ["bold"], ["colour", "bold"], ["tag"], ["line"], ["bare"]),
    "votes.bold_needs_word": (False, True),
    "votes.own_line": (False, False, True),
    "votes.final": ([], [], ["окончательно"]),
    "votes.edit_minutes": (0, 10),
    "votes.edit_costs": ("void", "missed", "out"),
    "votes.replaced": ("carry", "lapse"),
    "deciding.rule": ("plurality", "plurality", "majority", "voters-majority"),
    "deciding.hammer": (False, False, True),
    "deciding.majority_of": ("weights", "players"),
    "deciding.without_majority": ("nobody", "plurality"),
    "deciding.minimum_votes": (0, 0, 2, 3),
    "deciding.no_lynch": ("candidate", "abstention"),
    "deciding.no_lynch_needs": ("majority", "half"),
    "deciding.no_lynch_tie": ("nobody", "players"),
    "deciding.closes": ("none", "none", "none", "all-voted", "all-final"),
    "tie.overtime_minutes": (30, 60),
    "tie.overtime_from": ("clock", "clock", "clock", "notice"),
    "tie.overtime_voters": ("all", "changers"),
    "tie.revote_minutes": (20, 60),
    "missed.rule": ("none", "none", "lot", "penalty", "out"),
    "missed.penalty_votes": (1, 2),
    "missed.second": ("none", "none", "out", "annul"),
    "missed.in_a_row": (True, False),
    "missed.abstain": ([], [], ["воздерживаюсь"]),
    "missed.abstain_once": (False, True),
    "changes.limit": ("unlimited", "unlimited", 0, 1, 2),
    "changes.stages": ([], [], [], [{"minutes_left": 120, "limit": 1}]),
    "changes.over": ("ignored", "missed"),
    "changes.repeat_is_change": (False, True),
}
TIMED = ("earlier-last-vote", "first-to-reach", "longest-held")
STEPS = ("overtime", "lot", "nobody", "all", "split", "revote", "host", *TIMED)
SHIPPED = {name: load(name) for name in ("classic10", "hp100", "town14")}


def made(seed: int) -> tuple[Rules, Dict, Dict]:
    """The rules, the same as plain knobs, and a day under them."""
    random = Random(seed)
    rules, k = some_rules(random)
    return rules, k, some_day(random, k)


# Knobs


def flat(rules: Rules) -> Dict:
    """A rule set's knobs by their public names, as plain values."""
    found: Dict = {}
    for table in ("votes", "deciding", "tie", "missed", "changes"):
        part = getattr(rules, table)
        for name in part.__struct_fields__:
            value = getattr(part, name)
            found[f"{table}.{name}"] = list(map(str, value)) if isinstance(value, tuple) and name != "stages" else value
    found["changes.stages"] = [{"minutes_left": row.minutes_left, "limit": row.limit} for row in rules.changes.stages]
    found["votes.edits"] = str(found["votes.edits"])
    return found


def some_rules(random: Random) -> tuple[Rules, Dict]:
    """A shipped rule set, most of the time with some knobs turned."""
    name = random.choice(list(SHIPPED))
    if random.random() < 0.2:
        return SHIPPED[name], flat(SHIPPED[name])
    share = random.choice([0.1, 0.3, 0.7])
    turned = {knob: random.choice(values) for knob, values in KNOBS.items() if random.random() < share}
    if random.random() < share + 0.2:
        turned["tie.steps"] = random.sample(STEPS, random.randint(1, 4))
    if turned.get("votes.edits", str(SHIPPED[name].votes.edits)) == "last-post" and "tie.steps" in turned:
        turned["tie.steps"] = [step for step in turned["tie.steps"] if step != "first-to-reach"] or ["host"]
    if turned.get("votes.default", SHIPPED[name].votes.default) == "self":  # nor how old such votes are
        turned["missed.rule"] = "none"
        if "tie.steps" in turned:
            turned["tie.steps"] = [step for step in turned["tie.steps"] if step not in TIMED] or ["host"]
    if turned.get("tie.overtime_from") == "notice":  # nor what an edit between the end and the notice costs
        turned.pop("votes.edit_costs", None)
    if {"bold", "line"} & set(turned.get("votes.kinds", [])):
        turned["votes.words"] = ["голосую за"]
    return sound(name, turned)


def sound(name: str, turned: Dict) -> tuple[Rules, Dict]:
    """The rules with so many of the turned knobs as do not contradict each other."""
    while True:
        rules = load(name, set_=turned)
        against = [place for place, _ in contradictions(rules)]
        if not against:
            return rules, flat(rules)
        for place in [place for place in against if place in turned] or [list(turned)[-1]]:
            turned.pop(place, None)


# Marks and posts


def some_text(random: Random, day: Dict, k: Dict) -> str:
    words = [*k["votes.unvote"], *k["votes.no_lynch"], *k["missed.abstain"]]
    if words and random.random() < 0.25:
        return str(random.choice(words))
    few = day["players"][:3] if random.random() < 0.7 else day["players"]
    return "важное слово" if random.random() < 0.05 else str(random.choice(few))


def some_mark(random: Random, day: Dict, k: Dict) -> Dict:
    kind, text = random.choice(k["votes.kinds"]), some_text(random, day, k)
    typed = kind in ("line", "bare")
    if not typed and random.random() < 0.2:
        kind = random.choice(["colour", "bold"])
    mark = {"kind": kind, "text": text, "colour": None, "struck": False, "before": "", "after": ""}
    if kind == "colour":
        mark["colour"] = random.choice([RED, GREEN, BLUE] if random.random() < 0.1 else k["votes.colour"])
    if not typed:
        mark["struck"] = random.random() < 0.05
    if kind == "line" or (k["votes.words"] and random.random() < 0.7):
        mark["before"] = "Голосую за "
    votes = kind != "bare" and text not in (*k["votes.unvote"], *k["missed.abstain"])
    if k["votes.final"] and votes and random.random() < 0.3:
        mark["after"] = " окончательно"
    return mark


def some_marks(random: Random, day: Dict, k: Dict) -> list[Dict]:
    most = 1 if k["votes.kinds"] == ["bare"] else 2
    return [some_mark(random, day, k) for _ in range(random.choice([0, 1, 1, 1, 1, 1, 1, most]))]


def some_post(random: Random, day: Dict, k: Dict) -> Dict:
    author = random.choice([HOST, STRANGER]) if random.random() < 0.05 else random.choice(day["players"])
    at = random.choice([-60, ENDS, ENDS - 1])
    when = random.random()
    if when < 0.95:
        at = random.randrange(0, ENDS) if when < 0.75 else random.randrange(ENDS, ENDS + 3 * 3600)
    if day["replaced"] and random.random() < 0.1:
        author = NEWCOMER
    if any(author == player and at >= since for player, since in day["replaced"].values()):
        author = NEWCOMER
    post: Dict = {"author": author, "at": at, "body": some_marks(random, day, k), "lines": ["Добрый день."]}
    post |= {"old": None, "edited": None, "gone": None}
    if k["votes.kinds"] == ["bare"]:
        post["lines"] = []
    if author == HOST and post["lines"] and random.random() < 0.5:
        post |= {"lines": ["Начинаю просчёт!"], "body": []}
    elif at >= 0 and random.random() < 0.1:
        some_edit(random, day, k, post)
    elif random.random() < 0.06:
        post["gone"] = at + random.randrange(2, 8000)
    return post


def some_edit(random: Random, day: Dict, k: Dict, post: Dict) -> None:
    """Another text than before; what stood there before the edit was seen, or is worth nothing (E3)."""
    at = post["at"]
    soon = random.random() < 0.5 and not at <= ENDS < at + 700
    post["edited"] = at + (random.randrange(2, 590) if soon else random.randrange(610, 9000))
    doubtful = k["votes.edit_minutes"] and (k["deciding.hammer"] or k["deciding.closes"] != "none")
    if k["votes.edits"] != "forbidden" or at < ENDS <= post["edited"] or doubtful or random.random() < 0.6:
        post["old"] = some_marks(random, day, k)
        if random.random() < 0.3 and k["votes.kinds"] != ["bare"]:
            said = [mark["text"] for mark in post["old"]]
            post["body"] = post["old"] + [mark for mark in post["body"] if mark["text"] not in said]


# Days


def some_day(random: Random, k: Dict) -> Dict:
    players = list(NAMES[: random.randint(3, len(NAMES))])
    day: Dict = {"players": players, "host": HOST, "ends": ENDS, "lots": {}, "rulings": {}, "replaced": {}}
    out = random.sample(players, 2) if random.random() < 0.3 else []
    day |= {"out": set(out[:1]), "coma": set(out[1:2]) if k["votes.default"] == "self" else set()}
    day |= {"missed_last": set(random.sample(players, 1)), "abstained": set(random.sample(players, 1))}
    day["missed_before"] = day["missed_last"] | set(random.sample(players, 1))
    day["weights"] = {random.choice(players): 2} if random.random() < 0.3 else {}
    day["default_weights"] = dict.fromkeys(day["weights"], 1)
    day["overtime_starts"] = ENDS + 60 * random.randint(0, 20) if random.random() < 0.7 else None
    day["removed"] = {}
    limited = k["changes.stages"] or k["changes.limit"] != "unlimited"  # whether a lapsed vote was a change: unsaid
    if random.random() < 0.15 and not limited:
        day["removed"] = dict.fromkeys({random.choice(players)} - day["out"], random.randrange(1, ENDS))
    if random.random() < 0.1 and not limited:
        day["replaced"] = {NEWCOMER: (random.choice(players), random.randrange(1, ENDS))}
    day["effects"] = []
    for _ in range(random.choice([0, 0, 0, 1, 2])):
        day["effects"].append(some_effect(random, day, k))
    day["posts"] = [some_post(random, day, k) for _ in range(random.randint(0, 4 * len(players)))]
    day["posts"].sort(key=lambda post: post["at"])
    for order, post in enumerate(day["posts"]):
        post |= {"id": str(100 + order), "order": order}
        some_ruling(random, day, k, post)
    return day


def some_ruling(random: Random, day: Dict, k: Dict, post: Dict) -> None:
    """V10, on a post of a player who is in the game all day: void, or a vote for another such player, or for nobody."""
    inside = [name for name in day["players"] if name not in day["out"] | day["coma"] | set(day["removed"])]
    touched = post["edited"] or post["gone"] or k["votes.edits"] == "last-post"
    if not touched and post["author"] in inside and 0 <= post["at"] < ENDS and random.random() < 0.03:
        others = [name for name in inside if name != post["author"]]
        day["rulings"][post["id"]] = random.choice([("void",), *(("vote", name) for name in [None, *others])])


def some_effect(random: Random, day: Dict, k: Dict) -> Dict:
    alone = not any(one["kind"] in ("follows", "blocked") for one in day["effects"])
    barring = ["follows", "blocked"] if k["votes.default"] == "none" and alone else []
    given = [] if k["deciding.hammer"] else ["bonus"]  # nor whether a day may end by votes that nobody gave
    kind = random.choice(["weight", "weight", *given, "threshold", "untouchable", "immune", *barring])
    player, by = random.sample(day["players"], 2)
    values = {"weight": [0, 2, 3], "bonus": [1, 2], "threshold": [-1, 1]}
    effect = {"player": player, "kind": kind, "value": random.choice(values.get(kind, [0])), "by": None, "at": None}
    ends_early = k["deciding.hammer"] or k["deciding.closes"] != "none"
    by_history = any(step in TIMED for step in k["tie.steps"]) and kind != "threshold"
    if kind in values and not ends_early and not by_history and random.random() < 0.5:
        effect["at"] = random.randrange(1, ENDS)
    if kind == "follows":
        effect["by"] = by
    return effect
