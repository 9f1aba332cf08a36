"""The course of a day by the second reading of `day.py`: its end, the rounds and steps of a tie, who has missed it.

`result` gives what came of a day as plain dicts and lists.
"""

from __future__ import annotations

import copy
import runpy
from pathlib import Path
from typing import Any

Dict = dict[str, Any]
Moment = tuple[int, int]
Part = runpy.run_path(str(Path(__file__).parent / "day.py"))
before_second, living, may_vote, able = (Part[one] for one in ("before_second", "living", "may_vote", "able"))
standing, weight_of, effects = (Part[one] for one in ("standing", "weight_of", "effects"))
marks_until, nothing_yet, BEGINNING = (Part[one] for one in ("marks_until", "nothing_yet", "BEGINNING"))


IN_ORDER = (
    "host", "not_a_player", "late", "early", "dead_voter", "coma", "deleted", "edited", "not_last_post", "unknown_name",
    "self_vote", "dead_target", "new_vote_in_overtime",
)  # fmt: skip


# When the day ends


def end_by_clock(day: Dict, k: Dict) -> Moment:
    """The clock's end (V6), or the host's post with the closing words before it (E6)."""
    end: Moment = before_second(day["ends"] + (1 if k["votes.boundary"] == "inclusive" else 0))
    for post in day["posts"]:
        closes = any(word in line.casefold() for line in post["lines"] for word in k["votes.closes_with"])
        if post["author"] == day["host"] and closes and post["at"] >= 0 and (post["at"], post["order"]) < end:
            end = (post["at"], post["order"])
    return end


def day_ends(day: Dict, k: Dict) -> tuple[Moment, str | None, str | None]:
    """The end, the post that made it, and by what: a majority by hammer, or everybody's votes."""
    end = end_by_clock(day, k)
    if not k["deciding.hammer"] and k["deciding.closes"] == "none":
        return end, None, None
    for moment in turns(day, end):
        acts = valid_marks(day, k, moment)
        if not acts:
            continue
        now = standing(day, k, moment)
        refused = {post for post, why in now["fates"] if why in ("final", "changes_spent")}
        counting = [one for one in acts if one["post"]["id"] not in refused]
        last = max(counting or acts, key=lambda one: one["moment"])["post"]["id"]
        if k["deciding.hammer"] and hammered(day, k, now["ballots"], moment) is not False:
            return moment, last, "hammer"
        voters = able(day, moment)
        voted = now["final"] & set(now["ballots"]) if k["deciding.closes"] == "all-final" else set(now["ballots"])
        if k["deciding.closes"] != "none" and voters and set(voters) <= voted:
            return moment, last, "closed"
    return end, None, None


def turns(day: Dict, end: Moment) -> list[Moment]:
    """Each moment just after a post, an edit, a deletion or a removal, to the end."""
    found = {before_second(second + 1) for second in day["removed"].values()}
    for post in day["posts"]:
        found |= {(post[name], post["order"] + 1) for name in ("at", "edited") if post[name] is not None}
        found |= {before_second(post["gone"] + 1)} if post["gone"] is not None else set()
    return sorted(one for one in found if one <= end)


def valid_marks(day: Dict, k: Dict, until: Moment) -> list[Dict]:
    marks: list[Dict] = marks_until(day, k, until)
    return [one for one in marks if one["why"] is None and Part["_unfit"](day, k, nothing_yet(), one) is None]


def hammered(day: Dict, k: Dict, ballots: Dict, until: Moment) -> Any:
    """Who has the majority of the living (None: nobody is to be out), or False."""
    everybody = {**k, "deciding.rule": "majority"}
    for name, votes in sums(day, ballots, {}, until).items():
        if name is None and k["deciding.no_lynch"] == "abstention":
            continue
        if name is None and k["deciding.no_lynch_needs"] == "half":
            if 2 * votes >= of_the_living(day, k, until):
                return None
        elif has_majority(day, everybody, votes, name, ballots, until):
            return name
    return False


def with_defaults(day: Dict, k: Dict, ballots: Dict, until: Moment) -> Dict:
    """H13: who gives no vote votes against himself."""
    full = dict(ballots)
    if k["votes.default"] == "self":
        for name in may_vote(day, until):
            if name not in full:
                full[name] = {"target": name, "post": None, "since": until, "default": True}
    return full


def a_round(day: Dict, ballots: Dict, penalties: dict[str, int], until: Moment, tied: list[str]) -> Dict:
    """The round as it is compared: ballots by voter, and by target the votes and who gave them."""
    shown, counts = {}, {}
    given = led(day, ballots, until)
    for name, ballot in given.items():
        weight = weight_of(day, name, ballot["default"], until)
        shown[name] = (ballot["target"], ballot["post"], weight, ballot["default"])
    for target, votes in sums(day, ballots, penalties, until).items():
        counts[target] = (votes, [name for name, ballot in given.items() if ballot["target"] == target])
    return {"ballots": shown, "counts": counts, "tied": tied}


def result(day: Dict, k: Dict) -> Dict:
    """What came of the day, long after its end."""
    end, post, how = day_ends(day, k)
    state = standing(day, k, end)
    cast = state["ballots"]
    silent = [name for name in able(day, end) if name not in cast]
    given = led(day, cast, end)
    no_ballot = [] if k["votes.default"] == "self" else [name for name in may_vote(day, end) if name not in given]
    abstained = [name for name in silent if name in state["abstained"]]
    missed = [] if how == "hammer" else [name for name in silent if name not in abstained]
    penalties = dict.fromkeys(missed, k["missed.penalty_votes"]) if k["missed.rule"] == "penalty" else {}
    state["ballots"] = with_defaults(day, k, cast, end)
    state["penalties"] = penalties
    first = decide(day, k, state["ballots"], penalties, end)
    found = {"first": a_round(day, state["ballots"], penalties, end, first["tied"]), "overtime": None}
    found |= {"at_post": post, "no_ballot": no_ballot, "missed": missed, "abstained": sorted(abstained)}
    if k["missed.second"] == "annul" and missed_again(day, k, missed):
        ended = {"verdict": "nobody", "by": None, "out": []}
    elif how == "hammer":
        name = hammered(day, k, cast, end)
        ended = {"verdict": "out", "by": "hammer", "out": [name]}
        if name is None:
            ended = {"verdict": "nobody", "by": "no_lynch", "out": []}
    elif first["verdict"] == "tie":
        ended = tie(day, k, state, first["tied"], end, found)
    else:
        ended = first
    rounds = [(state, end), *found.pop("rounds", [])]
    told = not_counted(day, k, [one["fates"] for one, _ in rounds], rounds[-1][1])
    found["not_counted"] = {(post, why) for post, why in told if why in IN_ORDER}
    return {**found, **after(day, k, ended, missed, end)}


def not_counted(day: Dict, k: Dict, fates: list[list[tuple[str, str]]], until: Moment) -> set[tuple[str, str]]:
    """Every mark that does not count, with its one reason (V12); what is later than the last round is late (V6)."""
    found = {fate for one in fates for fate in one}
    for post in day["posts"]:
        ruling = day["rulings"].get(post["id"])
        if ruling == ("void",):
            continue
        ruled = ruling is not None
        for mark in post["body"] or [None] * ruled:
            if (ruled or Part["is_mark"](k, mark)) and (post["at"], post["order"]) >= until:
                stranger = Part["voter_of"](day, post) is None
                why = "host" if post["author"] == day["host"] else "not_a_player" if stranger else "late"
                found.add((post["id"], why))
    return found


def missed_again(day: Dict, k: Dict, missed: list[str]) -> list[str]:
    return [name for name in missed if name in day["missed_last" if k["missed.in_a_row"] else "missed_before"]]


# A tie


def tie(day: Dict, k: Dict, state: Dict, tied: list[str], end: Moment, found: Dict) -> Dict:
    """The steps in their order, until one decides (C5, H15, T14-14, T14-15)."""
    until, since = end, BEGINNING
    for step in k["tie.steps"]:
        if step in ("overtime", "revote"):
            opens, until = window(day, k, step, until)
            if until is None:
                return {"verdict": "open", "by": None, "out": []}
            going_on = step == "overtime"
            state = overtime(day, k, state, since, opens, until) if going_on else revote(day, k, tied, opens, until)
            found.setdefault("rounds", []).append((state, until))
            since = since if step == "overtime" else opens
            now = decide(day, k, state["ballots"], state["penalties"], until)
            found["overtime"] = a_round(day, state["ballots"], state["penalties"], until, now["tied"])
            if now["verdict"] != "tie":
                return now
            tied = now["tied"]
        elif step in ("nobody", "all", "split", "host"):
            return {
                "nobody": {"verdict": "nobody", "by": None, "out": []},
                "all": {"verdict": "out", "by": "votes", "out": tied},
                "split": {"verdict": "split", "by": "votes", "out": []},
                "host": {"verdict": "open", "by": None, "out": []},
            }[step]
        elif step == "lot":
            chosen = day["lots"].get("day1.tie")
            if chosen is None:
                return {"verdict": "open", "by": None, "out": [], "lots_needed": {"day1.tie": tied}}
            return {"verdict": "out", "by": "dice", "out": [chosen]}
        else:
            tied = earliest(day, k, step, state, tied, since, until)
            if len(tied) == 1:
                return {"verdict": "out", "by": "votes", "out": tied}
    return {"verdict": "open", "by": None, "out": []}


def window(day: Dict, k: Dict, step: str, end: Moment) -> tuple[Moment, Moment | None]:
    if step == "overtime" and k["tie.overtime_from"] == "notice":
        if day["overtime_starts"] is None:
            return end, None
        end = before_second(day["overtime_starts"])
    minutes = k["tie.overtime_minutes" if step == "overtime" else "tie.revote_minutes"]
    return end, before_second(end[0] + 60 * minutes)


def overtime(day: Dict, k: Dict, state: Dict, since: Moment, opens: Moment, until: Moment) -> Dict:
    """T14-14: the ballots of the round before, which began at `since`, changed by what is written in the extra time
    (E7)."""
    had = {name for name, ballot in state["ballots"].items() if not ballot["default"]}
    now: Dict = standing(day, k, until, opens, {**state, "had": had})
    anew = standing(day, k, until, since, nothing_yet() | {"tied": state["tied"]})["ballots"]
    edited = {post["id"] for post in day["posts"] if post["edited"] and opens <= before_second(post["edited"]) < until}
    new = now["fates"][len(state["fates"]) :]
    for voter, ballot in state["ballots"].items() if k["votes.edits"] != "forbidden" else ():
        refused = any((ballot["post"], why) in new for why in ("final", "changes_spent"))
        if now["ballots"].get(voter) == ballot and ballot["post"] in edited and not refused:
            now["ballots"].pop(voter)  # an edit took the vote out of its post: what he said before stands again
            if voter in anew:
                now["ballots"][voter] = anew[voter]
    for voter in anew if k["tie.overtime_voters"] == "all" else had.intersection(anew):
        post = state["taken_back"].get(voter)
        if post in edited and now["taken_back"].get(voter) == post:
            now["ballots"][voter] = anew[voter]  # an edit took what took the vote back
    if k["votes.edits"] == "last-post":  # E4: the extra time is part of the same day
        last, at_first = Part["last_posts"](day, k, until, opens), Part["last_posts"](day, k, opens)
        for voter, ballot in list(now["ballots"].items()):
            if last.get(voter) != at_first.get(voter) and ballot["post"] != last.get(voter):
                del now["ballots"][voter]
    if k["votes.edit_costs"] != "void":
        for voter in Part["offenders"](day, k, until):
            now["ballots"].pop(voter, None)
    return with_all(day, k, now, until)


def with_all(day: Dict, k: Dict, now: Dict, until: Moment) -> Dict:
    """With the votes of the silent; in a revote, of those whom it is between."""
    full = with_defaults(day, k, now["ballots"], until)
    tied = full if now["tied"] is None else now["tied"]
    return {**now, "ballots": {name: one for name, one in full.items() if not one["default"] or name in tied}}


def revote(day: Dict, k: Dict, tied: list[str], opens: Moment, until: Moment) -> Dict:
    """Votes anew, for the tied alone."""
    state = nothing_yet() | {"tied": tied}
    now: Dict = standing(day, k, until, opens, state)
    return {**with_all(day, k, now, until), "penalties": {}}


def earliest(day: Dict, k: Dict, step: str, state: Dict, tied: list[str], since: Moment, until: Moment) -> list[str]:
    """Whose last standing vote came first, who had his number first, against whom one vote has stood the longest."""
    when = {}
    for name in tied:
        held = [ballot["since"] for ballot in state["ballots"].values() if ballot["target"] == name]
        if name in {**state["penalties"], **effects(day, "bonus", until)}:
            held.append(BEGINNING)
        if step == "earlier-last-vote":
            when[name] = max(held)
        elif step == "longest-held":
            when[name] = min(held)
        else:
            when[name] = reached(day, k, state, name, since, until)
    return [name for name in tied if when[name] == min(when.values())]


def reached(day: Dict, k: Dict, state: Dict, name: str, since: Moment, until: Moment) -> Moment:
    """The first moment of the round at which he had the votes that he has at its end."""
    number = sums(day, state["ballots"], state["penalties"], until)[name]
    if sums(day, {}, state["penalties"], BEGINNING).get(name, 0) >= number:
        return BEGINNING
    for second, order in sorted({one["moment"] for one in marks_until(day, k, until) if one["moment"] >= since}):
        moment = (second, order + 1)
        now = standing(day, k, moment, since, nothing_yet() | {"tied": state["tied"]})
        if sums(day, now["ballots"], state["penalties"], moment).get(name, 0) >= number:
            return moment
    return until


# Sums and what they decide


def led(day: Dict, ballots: Dict, until: Moment) -> Dict:
    """The ballots, a stolen one where the thief's stands."""
    found = {}
    for voter in day["players"]:
        thief = effects(day, "follows", until).get(voter)
        ballot = ballots.get(thief["by"] if thief else voter)
        if ballot is not None and voter in living(day, until):
            found[voter] = ballot
    return found


def sums(day: Dict, ballots: Dict, penalties: dict[str, int], until: Moment) -> dict[str | None, int]:
    """Votes by target: given ones by their weight, bonus votes, penalties."""
    found: dict[str | None, int] = {}
    for voter, ballot in led(day, ballots, until).items():
        found[ballot["target"]] = found.get(ballot["target"], 0) + weight_of(day, voter, ballot["default"], until)
    for name, effect in effects(day, "bonus", until).items():
        if name in living(day, until):
            found[name] = found.get(name, 0) + effect["value"]
    for name, votes in penalties.items():
        found[name] = found.get(name, 0) + votes
    return found


def of_the_living(day: Dict, k: Dict, until: Moment) -> int:
    """What all who may vote could give: their weights, or their heads."""
    names = may_vote(day, until)
    by_heads = k["deciding.majority_of"] == "players"
    return len(names) if by_heads else sum(weight_of(day, name, False, until) for name in names)


def has_majority(day: Dict, k: Dict, votes: int, target: str | None, ballots: Dict, until: Moment) -> bool:
    """More than half of the living, or of those who voted; by weights or by heads; threshold effects move it."""
    if k["deciding.rule"] == "voters-majority":
        whole = sum(weight_of(day, name, ballot["default"], until) for name, ballot in led(day, ballots, until).items())
    else:
        whole = of_the_living(day, k, until)
    moved = effects(day, "threshold", until)
    needed = whole // 2 + 1 + (moved[target]["value"] if target in moved else 0)
    return votes >= needed


def decide(day: Dict, k: Dict, ballots: Dict, penalties: dict[str, int], until: Moment) -> Dict:
    """Who is out, or who share the top, by the sums alone."""
    votes = sums(day, ballots, penalties, until)
    least = max(k["deciding.minimum_votes"], 1)
    rivals = {target: number for target, number in votes.items() if number >= least}
    if k["deciding.no_lynch"] == "abstention":
        rivals.pop(None, None)
    if not rivals:
        return {"verdict": "nobody", "by": None, "out": [], "tied": []}
    most = max(rivals.values())
    top = [name for name in day["players"] if rivals.get(name) == most]
    nobody = rivals.get(None) == most
    if k["deciding.rule"] != "plurality":
        reached = [name for name in rivals if has_majority(day, k, rivals[name], name, ballots, until)]
        if not reached and k["deciding.without_majority"] == "nobody":
            return {"verdict": "nobody", "by": None, "out": [], "tied": []}
        if reached:
            most = max(rivals[name] for name in reached)
            top = [name for name in day["players"] if name in reached and rivals[name] == most]
            nobody = None in reached and rivals[None] == most
    if nobody and (not top or k["deciding.no_lynch_tie"] == "nobody"):
        return {"verdict": "nobody", "by": "no_lynch", "out": [], "tied": []}
    if len(top) > 1:
        return {"verdict": "tie", "by": None, "out": [], "tied": top}
    return {"verdict": "out", "by": "votes", "out": top, "tied": []}


# Afterwards


def after(day: Dict, k: Dict, ended: Dict, missed: list[str], end: Moment) -> Dict:
    """Immunity, who missed the day again, and the lot among those who missed it (T14-5)."""
    ended = {"lots_needed": {}, "leaves": None, "missed_out": [], "annulled": False, **copy.deepcopy(ended)}
    if ended["verdict"] == "out":
        immune = effects(day, "immune", end)
        ended["out"] = [name for name in ended["out"] if name not in immune]
        ended["verdict"] = "out" if ended["out"] else "nobody"
    again = missed_again(day, k, missed)
    ended["annulled"] = bool(again) and k["missed.second"] == "annul"
    gone = set(missed if k["missed.rule"] == "out" else again if k["missed.second"] != "none" else [])
    if k["votes.edit_costs"] == "out":
        gone |= Part["offenders"](day, k, end) & set(living(day, end))
    ended["missed_out"] = [name for name in day["players"] if name in gone and name not in ended["out"]]
    if k["missed.rule"] == "lot" and ended["verdict"] != "open":
        drawn = [name for name in missed if name not in ended["out"] and name not in ended["missed_out"]]
        if len(drawn) == 1:
            ended["leaves"] = drawn[0]
        elif drawn:
            ended["leaves"] = day["lots"].get("day1.missed")
            if ended["leaves"] is None:
                ended["lots_needed"] = {"day1.missed": drawn}
    return ended
