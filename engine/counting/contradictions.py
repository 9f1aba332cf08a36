"""Knobs of the count that contradict each other or can have no effect, each with the reason. Knows rules, no games."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from engine.posts import MarkKind
from engine.rules import Edits, Rules, TieStep

#: Steps after which no tie is left.
_DECIDING = frozenset((TieStep.LOT, TieStep.NOBODY, TieStep.ALL, TieStep.SPLIT, TieStep.HOST))


def contradictions(rules: Rules) -> Iterator[tuple[str, str]]:
    """The place of each faulty knob and what is wrong with it."""
    yield from _marks(rules)
    yield from _words(rules)
    yield from _edits(rules)
    yield from _last_posts(rules)
    yield from _steps(rules)
    yield from _extra_time(rules)
    yield from _deciding(rules)
    yield from _missed(rules)
    yield from _changes(rules)


def _marks(rules: Rules) -> Iterator[tuple[str, str]]:
    votes = rules.votes
    if not votes.kinds:
        yield "votes.kinds", "without any kind of mark nobody can vote"
    if MarkKind.COLOUR in votes.kinds and not votes.colour:
        yield "votes.colour", "colour is a kind of vote, and no colour is named"
    if MarkKind.LINE in votes.kinds and not votes.words:
        yield "votes.words", "line is a kind of vote, and no word begins such a line"
    if votes.bold_needs_word and not votes.words:
        yield "votes.bold_needs_word", "a bold vote needs one of votes.words, and there is none"
    if votes.bold_needs_word and MarkKind.BOLD not in votes.kinds:
        yield "votes.bold_needs_word", "bold is not among votes.kinds"
    if votes.own_line and votes.kinds == (MarkKind.BARE,):
        yield "votes.own_line", "a bare vote is its whole post, so it always stands alone"
    if votes.colour_distance < 0:
        yield "votes.colour_distance", "a distance is 0 or more"


def _words(rules: Rules) -> Iterator[tuple[str, str]]:
    """Words that are none, and words of two meanings: which one holds could not be told."""
    votes = rules.votes
    lists = {
        "votes.words": votes.words,
        "votes.no_lynch": votes.no_lynch,
        "votes.unvote": votes.unvote,
        "votes.final": votes.final,
        "missed.abstain": rules.missed.abstain,
    }
    for place, words in (*lists.items(), ("votes.closes_with", votes.closes_with)):
        if any(not any(sign.isalnum() for sign in word) for word in words):
            yield place, "a word has letters; an empty one would stand in every text"
    said: dict[str, str] = {}
    for place, words in lists.items():
        for word in dict.fromkeys(" ".join(word.split()).casefold() for word in words):
            if word in said:
                yield place, f"{word!r} stands in {said[word]} too and cannot mean both"
            said.setdefault(word, place)


def _edits(rules: Rules) -> Iterator[tuple[str, str]]:
    votes, deciding = rules.votes, rules.deciding
    if votes.edit_costs != "void" and (deciding.hammer or deciding.closes != "none"):
        yield (
            "votes.edit_costs",
            "where votes may end the day, an edit takes its vote only: what else it took would open the day again",
        )
    if votes.edits is not Edits.FORBIDDEN:
        if votes.edit_minutes:
            yield "votes.edit_minutes", 'minutes are granted only where votes.edits = "forbidden"'
        if votes.edit_costs != "void":
            yield "votes.edit_costs", 'an edit costs something only where votes.edits = "forbidden"'
    if votes.edit_minutes < 0:
        yield "votes.edit_minutes", "a number of minutes is 0 or more"


def _last_posts(rules: Rules) -> Iterator[tuple[str, str]]:
    """Which post is a player's last is known only when the day is over, and nothing before it counts (E4)."""
    votes, deciding = rules.votes, rules.deciding
    if votes.edits is not Edits.LAST_POST:
        if votes.last_post != "any":
            yield (
                "votes.last_post",
                'it says which post is the last one, and that counts only where votes.edits = "last-post"',
            )
        return
    if deciding.hammer or deciding.closes != "none":
        yield "votes.edits", "a player's last post is known only when the day is over, so no vote can end the day early"
    if rules.changes.limit != "unlimited" or rules.changes.stages:
        yield "changes.limit", 'changes cannot be limited where only the last post counts (votes.edits = "last-post")'
    if votes.final:
        yield "votes.final", 'no vote is final where only the last post counts (votes.edits = "last-post")'


def _steps(rules: Rules) -> Iterator[tuple[str, str]]:
    steps = rules.tie.steps
    if len(set(steps)) < len(steps):
        yield "tie.steps", "a step stands there twice"
    for step, after in pairwise(steps):
        if step in _DECIDING:
            yield "tie.steps", f"{step} decides every tie, so {after} is never reached"
    if steps and steps[-1] in (TieStep.REVOTE, TieStep.EARLIER_LAST_VOTE, TieStep.FIRST_TO_REACH, TieStep.LONGEST_HELD):
        yield "tie.steps", f"{steps[-1]} may leave a tie; add e.g. lot, nobody or all"
    if rules.tie.revote_minutes <= 0 and TieStep.REVOTE in steps:
        yield "tie.revote_minutes", "a revote takes some minutes"


def _extra_time(rules: Rules) -> Iterator[tuple[str, str]]:
    tie = rules.tie
    if TieStep.OVERTIME in tie.steps:
        if tie.overtime_minutes <= 0:
            yield "tie.overtime_minutes", "an overtime takes some minutes"
    else:
        for key, value, usual in (
            ("overtime_from", tie.overtime_from, "clock"),
            ("overtime_voters", tie.overtime_voters, "all"),
        ):
            if value != usual:
                yield f"tie.{key}", "tie.steps has no overtime"
    again = next((step for step in tie.steps if step in (TieStep.OVERTIME, TieStep.REVOTE)), None)
    if again is TieStep.REVOTE and TieStep.OVERTIME in tie.steps and tie.overtime_from == "notice":
        yield "tie.overtime_from", "an overtime behind a revote makes that longer, so it waits for no notice"
    if TieStep.SPLIT in tie.steps and tie.split_damage <= 0:
        yield "tie.split_damage", "a split takes more than 0 hp"


def _deciding(rules: Rules) -> Iterator[tuple[str, str]]:
    deciding, votes = rules.deciding, rules.votes
    if deciding.minimum_votes < 0:
        yield "deciding.minimum_votes", "a number of votes is 0 or more"
    yield from _majority(rules)
    yield from _no_lynch(rules)
    if deciding.closes == "all-final" and not votes.final:
        yield "deciding.closes", "all-final needs words in votes.final"
    if votes.default == "self" and (deciding.hammer or deciding.closes != "none"):
        yield "votes.default", "votes given to the silent at the end cannot end the day early"


def _majority(rules: Rules) -> Iterator[tuple[str, str]]:
    deciding = rules.deciding
    if deciding.rule == "plurality" and deciding.without_majority != "nobody":
        yield "deciding.without_majority", "deciding.rule asks for no majority, so there is always one to be out"
    if deciding.majority_of != "weights" and not deciding.hammer and deciding.rule != "majority":
        yield "deciding.majority_of", "no majority of the living is asked for: see deciding.rule, deciding.hammer"


def _no_lynch(rules: Rules) -> Iterator[tuple[str, str]]:
    """Votes for nobody, where nobody can be voted for, or where such a vote only abstains."""
    deciding, votes = rules.deciding, rules.votes
    for key, value, usual in (
        ("no_lynch", deciding.no_lynch, "candidate"),
        ("no_lynch_needs", deciding.no_lynch_needs, "majority"),
        ("no_lynch_tie", deciding.no_lynch_tie, "nobody"),
    ):
        if value == usual:
            continue
        if not votes.no_lynch:
            yield f"deciding.{key}", "nobody can be voted for: votes.no_lynch has no words"
        elif key != "no_lynch" and deciding.no_lynch == "abstention":
            yield f"deciding.{key}", 'votes for nobody do not compete where deciding.no_lynch = "abstention"'
        elif key == "no_lynch_needs" and not deciding.hammer:
            yield f"deciding.{key}", "half counts only with deciding.hammer = true"


def _missed(rules: Rules) -> Iterator[tuple[str, str]]:
    missed = rules.missed
    if missed.penalty_votes <= 0:
        yield "missed.penalty_votes", "a penalty is more than 0 votes"
    if missed.penalty_votes != 1 and missed.rule != "penalty":
        yield "missed.penalty_votes", 'votes are given to the silent only where missed.rule = "penalty"'
    if missed.second == "none" and not missed.in_a_row:
        yield "missed.in_a_row", 'a further miss costs nothing where missed.second = "none"'
    if missed.abstain_once and not missed.abstain:
        yield "missed.abstain_once", "an abstention is announced by one of missed.abstain, and there is none"
    if missed.second != "none" and missed.rule == "out":
        yield "missed.second", "nobody can miss a second day where missed.rule puts him out at once"


def _changes(rules: Rules) -> Iterator[tuple[str, str]]:
    changes = rules.changes
    if isinstance(changes.limit, int) and changes.limit < 0:
        yield "changes.limit", "a number of changes is 0 or more"
    if any(stage.limit < 0 or stage.minutes_left <= 0 for stage in changes.stages):
        yield "changes.stages", "a stage begins some minutes before the end and allows 0 changes or more"
    minutes = [stage.minutes_left for stage in changes.stages]
    if minutes != sorted(set(minutes), reverse=True):
        yield "changes.stages", "stages stand in the order of the day, the last one with the fewest minutes left"
    if isinstance(changes.limit, int) and any(stage.limit > changes.limit for stage in changes.stages):
        yield "changes.stages", "a stage allows more changes than changes.limit does for the whole day"
    unlimited = changes.limit == "unlimited" and not changes.stages
    if unlimited and (changes.over != "ignored" or changes.repeat_is_change):
        yield "changes.over", "without a limit on changes none is over it"
