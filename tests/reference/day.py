"""A second reading of a day's ballots, from the clauses and the table of knobs alone; shares nothing with the engine.

A day is a dict, its knobs are a dict by their public names, and whole seconds from its opening are its clock.
Everything is counted anew for each moment that is asked about: slow, and plain to read. `day_course.py` goes on to the
verdict.

A post has `id`, `order` (its place in the thread), `author`, `at`, `body` (marks), `old` (what was seen before the edit
or None), `edited` and `gone` (moments or None) and `lines`; a mark has `kind`, `text`, `colour`, `struck`, `before` and
`after`.
"""

from __future__ import annotations

import copy
from typing import Any

Dict = dict[str, Any]
Moment = tuple[int, int]  # a second, and a place in the thread for what happens within it (V7)
BEGINNING: Moment = (-(10**9), 0)  # penalty votes are the earliest of the day


def before_second(second: int) -> Moment:
    return (second, -1)


# Who writes, and who is in


def voter_of(day: Dict, post: Dict) -> str | None:
    """The player who writes the post (V15; V10: another account plays on from a moment)."""
    if post["author"] in day["replaced"]:
        player, since = day["replaced"][post["author"]]
        return str(player) if post["at"] >= since else None
    return str(post["author"]) if post["author"] in day["players"] else None


def living(day: Dict, until: Moment) -> list[str]:
    """G8, V14."""
    gone = {name for name, second in day["removed"].items() if before_second(second) < until}
    return [name for name in day["players"] if name not in day["out"] and name not in gone]


def may_vote(day: Dict, until: Moment) -> list[str]:
    """H5: one in coma may not."""
    return [name for name in living(day, until) if name not in day["coma"]]


def able(day: Dict, until: Moment) -> list[str]:
    """Who may vote, and whose vote is not another's."""
    barred = {**effects(day, "blocked", until), **effects(day, "follows", until)}
    return [name for name in may_vote(day, until) if name not in barred]


def effects(day: Dict, kind: str, until: Moment) -> dict[str, Any]:
    """The effects of a kind that are in force just before a moment, the last of each player."""
    found = {}
    for effect in day["effects"]:
        if effect["kind"] == kind and (effect["at"] is None or before_second(effect["at"]) < until):
            found[effect["player"]] = effect
    return found


def weight_of(day: Dict, voter: str, default: bool, until: Moment) -> int:
    heavier = effects(day, "weight", until)
    usual = heavier[voter]["value"] if voter in heavier else day["weights"].get(voter, 1)
    return int(day["default_weights"].get(voter, usual)) if default else int(usual)  # H13


# What a post says


def said(k: Dict, post: Dict, until: Moment) -> list[tuple[int, Dict, str | None]]:
    """The marks of a post as it stands just before a moment: since when, which, and why not (E1-E4)."""
    edited, old, body = post["edited"], post["old"], post["body"]
    if edited is None:
        return [(post["at"], mark, None) for mark in body]
    if k["votes.edits"] == "forbidden":
        if before_second(edited) >= until and old is not None:
            return [(post["at"], mark, None) for mark in old]
        if edited - post["at"] < 60 * k["votes.edit_minutes"]:
            return [(post["at"] if old and mark in old else edited, mark, None) for mark in body]
        if old is None:
            return [(post["at"], mark, "edited") for mark in body]
        changed = [(post["at"], mark, "edited") for mark in body if mark not in old]
        return [(post["at"], mark, None) for mark in old] + changed
    if before_second(edited) >= until:
        return [(post["at"], mark, None) for mark in old]
    return [(post["at"] if old and mark in old else edited, mark, None) for mark in body]


def offenders(day: Dict, k: Dict, until: Moment) -> set[str]:
    """Whose late edit of a vote costs more than the vote (`votes.edit_costs`)."""
    found = set()
    for post in day["posts"]:
        voter, edited = voter_of(day, post), post["edited"]
        if (
            edited is None
            or k["votes.edits"] != "forbidden"
            or k["votes.edit_costs"] == "void"
            or (post["old"] is not None and before_second(edited) >= until)
        ):
            continue
        within = post["at"] >= 0 and (post["at"], post["order"]) < until
        late = edited - post["at"] >= 60 * k["votes.edit_minutes"]
        if voter not in able(day, before_second(post["at"] + 1)) or not late or not within:
            continue
        old, new = votes_in(day, k, post["old"] or []), votes_in(day, k, post["body"])
        erased = [mark for mark in old if mark not in new and is_vote(day, k, str(voter), (post["at"], mark, None))]
        if erased or any(mark not in old for mark in new):
            found.add(str(voter))
    return found


def votes_in(day: Dict, k: Dict, marks: list[Dict]) -> list[Dict]:
    return [mark for mark in marks if is_mark(k, mark) and meaning(day, k, mark)[0] != "nothing"]


def is_mark(k: Dict, mark: Dict) -> bool:
    """Of a kind that votes, in the colour, behind its word, on its own line (V1, `votes.kinds` to `votes.own_line`)."""
    if mark["kind"] not in k["votes.kinds"]:
        return False
    if mark["kind"] == "colour" and mark["colour"] not in k["votes.colour"]:
        return False
    led = any(mark["before"].casefold().startswith(word) for word in k["votes.words"])
    spoken = mark["text"] in (*k["votes.unvote"], *k["votes.no_lynch"], *k["missed.abstain"])
    if mark["kind"] == "bold" and k["votes.bold_needs_word"] and not led and not spoken:
        return False
    alone = mark["kind"] in ("line", "bare") or not (mark["before"] or mark["after"])
    return alone or not k["votes.own_line"]


def meaning(day: Dict, k: Dict, mark: Dict) -> tuple[str, str | None]:
    """What a mark says: a vote for a player, for nobody, a vote taken back, an abstention, or nothing (V4, V8)."""
    if "ruled" in mark:
        return "vote", mark["ruled"]
    if mark.get("back"):
        return "unvote", None
    text = mark["text"]
    for word in ("unvote", "no_lynch"):
        if text in k[f"votes.{word}"]:
            return word, None
    if text in k["missed.abstain"]:
        return "abstain", None
    return ("vote", text) if text in day["players"] else ("nothing", None)


def is_final(k: Dict, mark: Dict) -> bool:
    return any(word in mark["before"] + mark["after"] for word in k["votes.final"])


# The ballots as they stand


def marks_until(day: Dict, k: Dict, until: Moment) -> list[Dict]:
    """All marks just before a moment, each with what it says and the first part of its reasons (V12)."""
    found = []
    last = last_posts(day, k, until)
    spoilt = offenders(day, k, until) if k["votes.edit_costs"] != "void" else set()
    for post in day["posts"]:
        voter, ruling = voter_of(day, post), day["rulings"].get(post["id"])
        gone = deleted(k, post, until)
        text = said(k, post, until)
        if ruling and ruling[0] == "vote":  # V10
            text = [(post["at"], {"ruled": ruling[1]}, None)]
        for place, (when, mark, why) in enumerate(text):
            if not ("ruled" in mark or is_mark(k, mark)) or (when, post["order"]) >= until:
                continue
            one = {"post": post, "voter": voter, "place": place, "when": when, "moment": (when, post["order"])}
            one |= {"final": "ruled" not in mark and is_final(k, mark), "why": None}
            one["says"], one["target"] = meaning(day, k, mark)
            if post["author"] == day["host"]:
                one["why"] = "host"
            elif voter is None:
                one["why"] = "not_a_player"
            elif when < 0:
                one["why"] = "early"
            elif voter not in living(day, before_second(when + 1)):
                one["why"] = "dead_voter"
            elif voter in day["coma"]:
                one["why"] = "coma"
            elif gone:
                one["why"] = "deleted"
            elif why is not None or voter in spoilt:
                one["why"] = "edited"
            elif ruling == ("void",) or (mark.get("struck") and voter in able(day, before_second(when + 1))):
                one["why"] = "void" if ruling else "struck"
            elif k["votes.edits"] == "last-post" and last.get(voter) != post["id"]:
                one["why"] = "not_last_post"
            elif voter not in able(day, before_second(when + 1)):
                one["why"] = "blocked"
            found.append(one)
    return found


def last_posts(day: Dict, k: Dict, until: Moment, kept: Moment = BEGINNING) -> dict[str, str]:
    """E4: of each player, his last post of the day before a moment; with `with-vote`, his last one that holds a vote.
    Posts that stood at the moment `kept` stay, also if they were deleted later (E7)."""
    last: dict[str, tuple[Moment, str]] = {}
    for post in day["posts"]:
        voter, moment = voter_of(day, post), (post["at"], post["order"])
        if voter is None or post["at"] < 0 or moment >= until:
            continue
        if deleted(k, post, until) and not (moment < kept and not deleted(k, post, kept)):
            continue
        if k["votes.last_post"] == "with-vote" and not any(is_vote(day, k, voter, one) for one in said(k, post, until)):
            continue
        if voter not in last or moment > last[voter][0]:
            last[voter] = (moment, post["id"])
    return {voter: post for voter, (_, post) in last.items()}


def deleted(k: Dict, post: Dict, until: Moment) -> bool:
    """E5."""
    return post["gone"] is not None and before_second(post["gone"]) < until and k["votes.deleted"] == "void"


def is_vote(day: Dict, k: Dict, voter: str, one: tuple[int, Dict, str | None]) -> bool:
    """Whether a mark would count (T14-11 and V5 let what would not stand back behind what does)."""
    when, mark, why = one
    says, target = meaning(day, k, mark)
    plain = {"voter": voter, "says": says, "target": target, "when": when, "moment": (when, 10**9)}
    return is_mark(k, mark) and not mark["struck"] and why is None and _unfit(day, k, nothing_yet(), plain) is None


def nothing_yet() -> Dict:
    found: Dict = {"ballots": {}, "changes": {}, "given": {}, "final": set(), "spent": set(), "abstained": set()}
    found |= {"taken_back": {}}
    return found | {"fates": [], "had": None, "tied": None}


def standing(day: Dict, k: Dict, until: Moment, since: Moment = BEGINNING, state: Dict | None = None) -> Dict:
    """The ballots just before a moment: of a round that began at `since` with what stood then."""
    state = nothing_yet() if state is None else copy.deepcopy(state)
    removals = [(before_second(second), name) for name, second in day["removed"].items()]
    if k["votes.replaced"] == "lapse":
        removals += [(before_second(second), name) for name, second in day["replaced"].values()]
    happened: list[tuple[Moment, int, Any]] = [(at, 0, name) for at, name in removals if since <= at < until]
    posts: dict[str, list[Dict]] = {}
    for one in marks_until(day, k, until):
        if since <= one["moment"]:
            posts.setdefault(one["post"]["id"], []).append(one)
    for marks in posts.values():
        marks.sort(key=lambda one: one["place"])
        votes = [one for one in marks if one["why"] is None and _unfit(day, k, nothing_yet(), one) is None]
        happened += [((votes or marks)[-1]["moment"], 1, marks)]
    for _, what, about in sorted(happened, key=lambda event: event[:2]):
        if what == 0:
            _lapse(state, about)
        else:
            _post(day, k, state, about)
    return state


def _lapse(state: Dict, name: str) -> None:
    """V14: the ballots by and for him; nothing earlier revives."""
    for voter, ballot in list(state["ballots"].items()):
        if name in (voter, ballot["target"]):
            del state["ballots"][voter]
            state["fates"].append((ballot["post"], "lapsed"))


def _post(day: Dict, k: Dict, state: Dict, marks: list[Dict]) -> None:
    """A post's marks: the last valid one is its vote (V3)."""
    valid = []
    for one in marks:
        why = one["why"] or _unfit(day, k, state, one)
        if why is None:
            valid.append(one)
        else:
            state["fates"].append((one["post"]["id"], why))
    if valid and valid[-1]["voter"] not in state["spent"]:
        _vote(day, k, state, valid[-1])


def _unfit(day: Dict, k: Dict, state: Dict, one: Dict) -> str | None:
    """The second part of V12: what the mark says, to whom, and what the voter has done before."""
    voter, target = one["voter"], one["target"]
    if one["says"] == "nothing":
        return "unknown_name"
    if one["says"] == "abstain" and k["missed.abstain_once"] and voter in day["abstained"]:
        return "unknown_name"
    if target is not None and target == voter and not k["votes.self_vote"]:
        return "self_vote"
    if target is not None and target not in living(day, before_second(one["when"] + 1)):
        return "dead_target"
    if state["had"] is not None and k["tie.overtime_voters"] == "changers" and voter not in state["had"]:
        return "new_vote_in_overtime"
    if target in effects(day, "untouchable", one["moment"]):
        return "untouchable"
    if state["tied"] is not None and one["says"] == "vote" and target not in state["tied"]:
        return "not_tied"
    return "final" if voter in state["final"] else None


def _vote(day: Dict, k: Dict, state: Dict, one: Dict) -> None:
    voter = one["voter"]
    before = state["ballots"].get(voter)
    state["taken_back"].pop(voter, None)
    if one["says"] in ("unvote", "abstain"):
        state["taken_back"][voter] = one["post"]["id"]
        state["ballots"].pop(voter, None)
        state["abstained"].discard(voter)
        if one["says"] == "abstain":
            state["abstained"].add(voter)
        return
    if voter in state["given"]:
        changed = state["given"][voter] != one["target"] or k["changes.repeat_is_change"]
        if changed and not _change(day, k, state, one):
            state["fates"].append((one["post"]["id"], "changes_spent"))
            return
    state["given"][voter] = one["target"]
    since = before["since"] if before is not None and before["target"] == one["target"] else one["moment"]
    ballot = {"target": one["target"], "post": one["post"]["id"], "since": since, "default": False}
    state["ballots"][voter] = ballot
    state["abstained"].discard(voter)
    if one["final"]:
        state["final"].add(voter)


def _change(day: Dict, k: Dict, state: Dict, one: Dict) -> bool:
    """Whether the voter may still change: the day's limit, and that of each stage that has begun."""
    voter = one["voter"]
    limits = [("all", k["changes.limit"], -(10**9))]
    limits += [
        (row["minutes_left"], row["limit"], day["ends"] - 60 * row["minutes_left"]) for row in k["changes.stages"]
    ]
    begun = [(name, limit) for name, limit, since in limits if one["when"] >= since and limit != "unlimited"]
    made = state["changes"].setdefault(voter, {})
    if any(made.get(name, 0) >= limit for name, limit in begun):
        if k["changes.over"] == "missed":
            state["ballots"].pop(voter, None)
            state["abstained"].discard(voter)
            state["spent"].add(voter)
        return False
    for name, _ in begun:
        made[name] = made.get(name, 0) + 1
    return True
