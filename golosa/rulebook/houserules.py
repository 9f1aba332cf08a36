"""The questions that matter when a game is made: each with the answers that there are and the knobs that these set.

Knows knobs and what they mean to a host; no terminal. What the rule set says is the answer where nobody gives another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from engine.counting.contradictions import contradictions
from engine.posts import MarkKind
from engine.rules import Edits, Rules, TieStep
from golosa.errors import GolosaError
from golosa.rulebook.walltimes import is_wall_time, is_zone

Knobs = Mapping[str, Any]


class Detail(Struct, frozen=True):
    """Something to be told beside an answer: one knob's value."""

    knob: str
    says: str
    read: Callable[[str], Any]  #: the value of a text; raises ValueError saying what was expected
    usual: str = ""  #: what is proposed where the rules have nothing that fits

    def proposed(self, rules: Rules) -> str:
        """What the rules have, as it would be typed; the usual value where that does not fit."""
        value = value_of(rules, self.knob)
        text = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        try:
            self.read(text)
        except ValueError:
            return self.usual
        return text


class Answer(Struct, frozen=True):
    """One answer to a question."""

    says: str
    knobs: Knobs
    details: tuple[Detail, ...] = ()


class Question(Struct, frozen=True):
    """A question about the house rules."""

    says: str
    answers: tuple[Answer, ...]
    when: Callable[[Rules], bool] = lambda rules: True  #: whether it matters by the answers before it

    @property
    def knobs(self) -> frozenset[str]:
        """The knobs that its answers set."""
        told = {knob for answer in self.answers for knob in answer.knobs}
        return frozenset(told | {detail.knob for answer in self.answers for detail in answer.details})


def value_of(rules: Rules, knob: str) -> Any:
    """A knob's value as plain data; lists as lists."""
    place: Any = rules
    for name in knob.split("."):
        place = getattr(place, name)
    value = msgspec.to_builtins(place)
    return list(value) if isinstance(value, tuple) else value


def current(question: Question, rules: Rules) -> int | None:
    """The answer that the rules give now, by its place; None where they say something that is not among them."""
    fitting = [
        (len(answer.knobs), -place)
        for place, answer in enumerate(question.answers)
        if all(value_of(rules, knob) == value for knob, value in answer.knobs.items())
    ]
    return -max(fitting)[1] if fitting else None


def changed(before: Rules, knobs: Knobs) -> dict[str, Any]:
    """Of these knobs those that differ from the rules."""
    return {knob: value for knob, value in knobs.items() if value_of(before, knob) != value}


def mending(places: Collection[str]) -> list[Question]:
    """The questions whose answers set one of these knobs."""
    return [question for question in QUESTIONS if not question.knobs.isdisjoint(places)]


def number(text: str) -> int | float:
    """A number of 0 or more."""
    try:
        value = float(text.replace(",", "."))
    except ValueError as error:
        raise ValueError("a number") from error
    if not 0 <= value < 10_000:
        raise ValueError("a number of 0 or more")
    return int(value) if value == int(value) else value


def some(text: str) -> int | float:
    """A number of more than 0."""
    if not (value := number(text)):
        raise ValueError("a number of more than 0")
    return value


def whole(text: str) -> int:
    """A whole number of 0 or more."""
    if not text.strip().isdecimal():
        raise ValueError("a whole number")
    return int(text)


def words(text: str) -> list[str]:
    """Words or phrases between commas; a dash for none."""
    found = [" ".join(part.split()) for part in text.split(",")]
    return [] if text.strip() in ("-", "—", "") else [word for word in found if word]


def some_words(text: str) -> list[str]:
    """At least one word."""
    found = words(text)
    if not any(sign.isalnum() for word in found for sign in word):
        raise ValueError("at least one word")
    return found


def colours(text: str) -> list[str]:
    """Names or codes of colours, as "#rrggbb"."""
    from forums.colour import css_colour

    found = [css_colour(part.strip()) for part in text.split(",") if part.strip()]
    if not found or not all(found):
        raise ValueError("colours such as red, #008000")
    return [colour for colour in found if colour]


def wall_time(text: str) -> str:
    """A wall time."""
    if not is_wall_time(text.strip()):
        raise ValueError("a time such as 22:00")
    return text.strip()


def zone(text: str) -> str:
    """A zone's name."""
    if not is_zone(text.strip()):
        raise ValueError("an IANA zone such as Europe/Moscow")
    return text.strip()


_COLOUR = Detail("votes.colour", "Which colours vote, between commas", colours, "red")
_WORDS = Detail("votes.words", "Words that open a vote, between commas", some_words, "vote, голосую")
_MINUTES = Detail("tie.overtime_minutes", "For how many minutes", some, "30")
_CLOCK: Knobs = {"tie.overtime_from": "clock", "tie.overtime_voters": "all"}
_ONE_MISS: Knobs = {"missed.second": "none", "missed.in_a_row": True}
_NO_PENALTY: Knobs = {"votes.default": "none", "missed.penalty_votes": 1}


def _kinds(*kinds: MarkKind) -> Knobs:
    return {"votes.kinds": [kind.value for kind in kinds], "votes.bold_needs_word": False}


def _tie(says: str, *steps: TieStep, details: tuple[Detail, ...] = ()) -> Answer:
    knobs: Knobs = {"tie.steps": [step.value for step in steps]}
    return Answer(says, knobs if TieStep.OVERTIME in steps else {**_CLOCK, **knobs}, details)


QUESTIONS: tuple[Question, ...] = (
    Question(
        "How is a vote written?",
        (
            Answer("a name in a colour", _kinds(MarkKind.COLOUR), (_COLOUR,)),
            Answer("a name in bold", _kinds(MarkKind.BOLD)),
            Answer("a name in a colour, or in bold", _kinds(MarkKind.COLOUR, MarkKind.BOLD), (_COLOUR,)),
            Answer(
                'bold with a vote word ("vote: NAME"), or the forum\'s vote tag',
                {"votes.kinds": ["tag", "bold"], "votes.bold_needs_word": True},
                (_WORDS,),
            ),
            Answer('a line that opens with a vote word ("##vote NAME")', _kinds(MarkKind.LINE), (_WORDS,)),
            Answer("the name is the whole post (a thread for votes only)", _kinds(MarkKind.BARE)),
        ),
    ),
    Question(
        "May a player vote against himself?",
        (Answer("yes", {"votes.self_vote": True}), Answer("no: such a vote is ignored", {"votes.self_vote": False})),
    ),
    Question(
        "What is an edited post worth?",
        (
            Answer(
                "it counts as it now stands, from its last edit on",
                {
                    "votes.edits": Edits.LAST_EDITED.value,
                    "votes.edit_minutes": 0,
                    "votes.edit_costs": "void",
                    "votes.last_post": "any",
                },
            ),
            Answer(
                "editing votes is forbidden: what was seen before the edit counts, else nothing",
                {"votes.edits": Edits.FORBIDDEN.value, "votes.last_post": "any"},
                (Detail("votes.edit_minutes", "So many minutes after posting an edit is none", whole),),
            ),
            Answer(
                "only a player's last post of the day counts, as last edited",
                {
                    "votes.edits": Edits.LAST_POST.value,
                    "votes.edit_minutes": 0,
                    "votes.edit_costs": "void",
                    "changes.limit": "unlimited",
                    "changes.stages": [],
                    "changes.over": "ignored",
                    "changes.repeat_is_change": False,
                    "deciding.hammer": False,
                    "deciding.no_lynch_needs": "majority",
                    "deciding.closes": "none",
                },
            ),
        ),
    ),
    Question(
        "How often may a vote be changed?",
        (
            Answer(
                "without limit",
                {"changes.limit": "unlimited", "changes.over": "ignored", "changes.repeat_is_change": False},
            ),
            Answer(
                "so many times; a further change is ignored",
                {"changes.over": "ignored"},
                (Detail("changes.limit", "How many times a day", whole, "1"),),
            ),
            Answer(
                "so many times; a further change costs the vote",
                {"changes.over": "missed"},
                (Detail("changes.limit", "How many times a day", whole, "1"),),
            ),
        ),
        when=lambda rules: rules.votes.edits is not Edits.LAST_POST,
    ),
    Question(
        "Can a vote be taken back without giving another?",
        (
            Answer("no", {"votes.unvote": []}),
            Answer(
                "yes, with words",
                {},
                (Detail("votes.unvote", "Which words, between commas", some_words, "unvote, снимаю голос"),),
            ),
        ),
    ),
    Question(
        "Can one vote for nobody to be out?",
        (
            Answer(
                "no",
                {
                    "votes.no_lynch": [],
                    "deciding.no_lynch": "candidate",
                    "deciding.no_lynch_needs": "majority",
                    "deciding.no_lynch_tie": "nobody",
                },
            ),
            Answer(
                "yes, with words",
                {},
                (Detail("votes.no_lynch", "Which words, between commas", some_words, "no lynch, никого"),),
            ),
        ),
    ),
    Question(
        "Who is out?",
        (
            Answer(
                "who has most votes",
                {
                    "deciding.rule": "plurality",
                    "deciding.without_majority": "nobody",
                    "deciding.majority_of": "weights",
                },
            ),
            Answer("who has more than half of all living players' votes", {"deciding.rule": "majority"}),
            Answer(
                "who has more than half of the votes given",
                {"deciding.rule": "voters-majority", "deciding.majority_of": "weights"},
            ),
        ),
    ),
    Question(
        "Does a majority of the living end the day at once (a hammer)?",
        (
            Answer("no", {"deciding.hammer": False, "deciding.no_lynch_needs": "majority"}),
            Answer("yes", {"deciding.hammer": True}),
        ),
        when=lambda rules: rules.votes.edits is not Edits.LAST_POST and rules.votes.default == "none",
    ),
    Question(
        "What happens in a tie?",
        (
            _tie("nobody is out", TieStep.NOBODY),
            _tie("all of the tied are out", TieStep.ALL),
            _tie("a lot decides", TieStep.LOT),
            _tie("the vote goes on for some minutes; then a lot", TieStep.OVERTIME, TieStep.LOT, details=(_MINUTES,)),
            _tie(
                "the vote goes on for some minutes; then nobody is out",
                TieStep.OVERTIME,
                TieStep.NOBODY,
                details=(_MINUTES,),
            ),
            _tie("whose last standing vote came first; then a lot", TieStep.EARLIER_LAST_VOTE, TieStep.LOT),
            _tie("who had that number of votes first; then a lot", TieStep.FIRST_TO_REACH, TieStep.LOT),
            _tie(
                "a new vote among the tied; then nobody is out",
                TieStep.REVOTE,
                TieStep.NOBODY,
                details=(Detail("tie.revote_minutes", "For how many minutes", some, "60"),),
            ),
            _tie("the host decides", TieStep.HOST),
        ),
    ),
    Question(
        "What does it cost not to vote?",
        (
            Answer("nothing", {**_NO_PENALTY, "missed.rule": "none"}),
            Answer(
                "a vote against oneself",
                {"votes.default": "self", "missed.rule": "none", "missed.penalty_votes": 1, **_ONE_MISS},
            ),
            Answer(
                "some votes against oneself, as the earliest of the day",
                {"votes.default": "none", "missed.rule": "penalty"},
                (Detail("missed.penalty_votes", "How many votes", some, "2"),),
            ),
            Answer("one of the silent is drawn and leaves next morning", {**_NO_PENALTY, "missed.rule": "lot"}),
            Answer("all of the silent are out at once", {**_NO_PENALTY, **_ONE_MISS, "missed.rule": "out"}),
        ),
    ),
    Question(
        "And missing the vote a second time?",
        (
            Answer("nothing more", _ONE_MISS),
            Answer("out, if it is two days in a row", {"missed.second": "out", "missed.in_a_row": True}),
            Answer("out, whenever it is", {"missed.second": "out", "missed.in_a_row": False}),
        ),
        when=lambda rules: rules.missed.rule != "out" and rules.votes.default == "none",
    ),
    Question(
        "When does a day end?",
        (
            Answer(
                "at a wall time",
                {"day.hours": 0},
                (
                    Detail("day.ends", "At what time", wall_time),
                    Detail("day.zone", "In which zone", zone),
                ),
            ),
            Answer("so many hours after its start", {}, (Detail("day.hours", "After how many hours", some, "24"),)),
        ),
    ),
    Question(
        "A name with one clear misspelling:",
        (
            Answer("asks the host", {"names.typos": "suggest"}),
            Answer("counts", {"names.typos": "count"}),
        ),
    ),
    Question(
        "What is told of who is out?",
        (
            Answer("his role", {"night.reveal": "role"}),
            Answer("his team", {"night.reveal": "team"}),
            Answer("nothing", {"night.reveal": "none"}),
        ),
    ),
)


def lots_may_fall(rules: Rules) -> bool:
    """Whether a lot may decide something in such a game."""
    return TieStep.LOT in rules.tie.steps or rules.missed.rule == "lot"


def require_sound(rules: Rules) -> None:
    """Raises GolosaError naming the first knobs that contradict each other."""
    for place, says in contradictions(rules):
        raise GolosaError("house rules: {where}: {says}", where=place, says=says)
