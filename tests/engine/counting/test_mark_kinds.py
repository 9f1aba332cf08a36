"""V1-V3, E8 where a rule set has several kinds of marks: each text is one mark, in its place and at its time."""

from __future__ import annotations

import pytest

from engine.counts import Needs, Verdict, Why
from engine.posts import Body, Line, Mark, MarkKind
from engine.times import Interval

RED = "#ff0000"


def red(text, **more):
    return Mark(text, colour=RED, **more)


def bold(text, **more):
    return Mark(text, MarkKind.BOLD, **more)


def texts(counted):
    return [(fate.text, fate.counts) for fate in counted.fates]


@pytest.mark.parametrize(
    ("marks", "target"),
    [
        ((bold("Борис"), red("Вера")), "Вера"),
        ((red("Борис"), bold("Вера")), "Вера"),
        ((red("Борис"), red("Вера")), "Вера"),
        ((bold("Борис"), red("Вера"), bold("Гена")), "Гена"),
    ],
)
def test_v3_of_marks_of_several_kinds_on_one_line_the_last_counts(table, targets, marks, target):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.BOLD))
    table.post("Аня", "10:00", content=Body(marks, (Line(" ".join(mark.text for mark in marks)),)))
    assert targets(table.count()) == {"Аня": target}


def test_v3_on_several_lines_too(table, targets):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.LINE), words=("vote",))
    table.post("Аня", "10:00", content=Body((red("Борис"),), (Line("Борис"), Line("vote Вера"))))
    table.post("Вера", "10:00", content=Body((red("Борис", line=1),), (Line("vote Аня"), Line("Борис"))))
    table.post("Гена", "10:01", content=Body((red("Аня"),), (Line("Аня"), Line("vote Аня"))))
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера", "Вера": "Борис", "Гена": "Аня"}
    assert texts(counted)[:4] == [("Борис", False), ("Вера", True), ("Аня", False), ("Борис", True)]
    assert texts(counted)[4:] == [("Аня", False), ("Аня", True)]


@pytest.mark.parametrize(("kind", "word"), [(MarkKind.LINE, "vote: "), (MarkKind.BARE, "")])
def test_v2_a_line_that_may_be_somebody_elses_is_a_ruling(table, why, kind, word):
    table.knobs("votes", kinds=(kind,), words=("vote",))
    post = table.post("Аня", "10:00", content=Body((), (Line(f"{word}Борис", unclear=True),)))
    assert why(table.count()) == {post: Needs.UNCLEAR_MARK}


def test_v2_a_bare_vote_beside_lines_that_may_be_somebody_elses_is_a_ruling(table):
    """Read with them the post says nothing, and Аня's first vote would stand."""
    table.knobs("votes", kinds=(MarkKind.BARE,), unvote=("снимаю голос",))
    table.post("Аня", "09:00", content=Body((), (Line("Борис"),)))
    lines = (Line("хорошая погода", unclear=True), Line("снимаю голос"))
    taken_back = table.post("Аня", "10:00", content=Body((), lines))
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.text, one.why) for one in counted.rulings_needed] == [
        (taken_back, "снимаю голос", Needs.UNCLEAR_MARK)
    ]
    assert [(one.text, one.why) for one in counted.not_counted] == [("хорошая погода снимаю голос", Why.UNKNOWN_NAME)]


def test_v2_a_struck_mark_does_not_speak_for_one_that_is_not(table, targets, why):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.BOLD))
    marks = (red("Борис", struck=True), bold("Борис"))
    post = table.post("Аня", "10:00", content=Body(marks, (Line("Борис"),)))
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {post: Why.STRUCK}


def test_v1_the_colour_speaks_for_a_whole_post_that_holds_it(table, targets):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.BARE))
    table.post("Аня", "10:00", content=Body((red("Борис"),), (Line("Борис"),)))
    table.post("Вера", "10:00", content=Body((), (Line("Гена"),)))
    table.post("Дина", "10:00", content=Body((red("Егор", line=1),), (Line(""), Line("Егор"))))
    table.post("Егор", "10:00", content=Body((red("Борис"),), (Line("Мне кажется, что Борис молчит"),)))
    table.post("Борис", "10:00", content=Body((), (Line("Голосую за"), Line("Бориса"))))
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис", "Борис": "Борис", "Вера": "Гена", "Дина": "Егор", "Егор": "Борис"}
    assert texts(counted)[:4] == [("Борис", True), ("Гена", True), ("Егор", True), ("Борис", True)]
    assert (len(counted.fates), counted.rulings_needed) == (5, ())


def test_v1_without_a_vote_colour_a_coloured_name_is_none_and_not_near_one(table, targets):
    table.knobs("votes", kinds=(MarkKind.BOLD,), colour=())
    table.post("Аня", "10:00", content=Body((red("Борис"), bold("Вера")), (Line("Борис Вера"),)))
    counted = table.count()
    assert (targets(counted), counted.reports) == ({"Аня": "Вера"}, ())


@pytest.mark.parametrize(("kind", "text"), [(MarkKind.LINE, "vote Вера"), (MarkKind.BARE, "Вера")])
@pytest.mark.parametrize(("minutes", "target"), [(-30, "Вера"), (5, "Борис")])
def test_e8_a_line_below_a_merge_notice_votes_at_its_time(table, targets, why, kind, text, minutes, target):
    table.knobs("votes", kinds=(kind,), words=("vote",))
    end = table.day.ends
    at = Interval.shown(end.replace(hour=21, minute=30) if minutes < 0 else end.replace(minute=minutes))
    first = "vote Борис" if kind is MarkKind.LINE else "Борис"
    post = table.post("Аня", "10:00", content=Body((), (Line(first), Line(text, late=True, late_at=at)), merged=True))
    table.post("Аня", "12:00", content=Body((), (Line(first),)))
    counted = table.count()
    assert targets(counted) == {"Аня": target}
    assert why(counted) == ({} if minutes < 0 else {post: Why.LATE})
    assert [fate.at for fate in counted.fates if fate.text == "Вера"] == [at.earliest]


@pytest.mark.parametrize(("kind", "text"), [(MarkKind.LINE, "vote Борис"), (MarkKind.BARE, "Борис")])
@pytest.mark.parametrize("spoilers", [True, False])
def test_v2_a_line_in_a_spoiler_votes_where_spoilers_do(table, targets, kind, text, spoilers):
    table.knobs("votes", kinds=(kind,), words=("vote",), spoilers=spoilers)
    table.post("Аня", "10:00", content=Body((), (Line(text, spoiler=True),)))
    assert targets(table.count()) == ({"Аня": "Борис"} if spoilers else {})


def test_v8_signs_before_the_word_that_takes_a_vote_back_are_no_question(table, targets):
    table.knobs("votes", unvote=("снимаю голос",))
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "11:00", "— снимаю голос")
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({}, ())


@pytest.mark.parametrize(
    ("mark", "asked"),
    [
        (bold("— Vote:", after=" Борис"), True),
        (bold("vote", before="why did they", after=" Борис"), False),
        (bold("vote", before="why did they"), False),
        (bold("«V: Борис»"), True),
    ],
)
def test_votes_bold_needs_word_asks_only_where_the_word_opens_the_line(table, targets, mark, asked):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", mark)
    counted = table.count()
    assert targets(counted) == {}
    assert [(one.why, one.candidates) for one in counted.rulings_needed] == (
        [(Needs.UNCLEAR_MARK, ("Борис",))] if asked else []
    )


def test_votes_bold_needs_word_the_ruling_is_about_what_stands_behind_the_word(table):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold("I vote Борис"))
    assert [(one.text, one.candidates) for one in table.count().rulings_needed] == [("Борис", ("Борис",))]


@pytest.mark.parametrize(
    ("text", "target"), [("unvote Гена, vote Борис", "Борис"), ("vote Гена, vote Борис", None), ("никого", "nobody")]
)
@pytest.mark.parametrize("kind", [MarkKind.BOLD, MarkKind.LINE])
def test_v8_what_a_text_says_after_taking_a_vote_back_and_for_nobody(table, targets, kind, text, target):
    table.knobs("votes", kinds=(kind,), words=("vote",), unvote=("unvote",), no_lynch=("никого",))
    table.knobs("votes", bold_needs_word=kind is MarkKind.BOLD)
    marks = (bold(text),) if kind is MarkKind.BOLD else ()
    table.post("Аня", "10:00", content=Body(marks, (Line(text),)))
    found = targets(table.count())
    assert found == ({} if target is None else {"Аня": None if target == "nobody" else target})


@pytest.mark.parametrize(("kind", "target"), [(MarkKind.BOLD, "Борис"), (MarkKind.LINE, None)])
def test_votes_words_with_a_colon_vote_anywhere_in_bold_text_but_a_line_must_begin_with_one(
    table, targets, kind, target
):
    table.knobs("votes", kinds=(kind,), words=("vote",), bold_needs_word=kind is MarkKind.BOLD)
    text = "So be it, vote: Борис"
    table.post("Аня", "10:00", content=Body((bold(text),) if kind is MarkKind.BOLD else (), (Line(text),)))
    assert targets(table.count()) == ({"Аня": target} if target else {})


def test_v1_of_two_kinds_over_one_text_the_colour_says_what_the_vote_is(table, targets):
    table.knobs("votes", kinds=(MarkKind.COLOUR, MarkKind.BOLD))
    marks = (bold("Борис, он врёт"), red("Борис"))
    table.post("Аня", "10:00", content=Body(marks, (Line("Борис, он врёт"),)))
    counted = table.count()
    assert (targets(counted), texts(counted)) == ({"Аня": "Борис"}, [("Борис", True)])


@pytest.mark.parametrize(
    "mark",
    [
        bold("— vote Борис"),
        bold("«vote Борис»"),
        bold("Борис", before="— vote ", after="."),
        bold("Борис", before="vote: "),
    ],
)
def test_votes_bold_needs_word_signs_around_the_word_and_the_name_say_nothing(table, targets, mark):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", mark)
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Борис"}, ())


def test_votes_own_line_a_dash_before_the_name_leaves_it_alone(table, targets):
    table.knobs("votes", own_line=True)
    table.post("Аня", "10:00", red("Борис", before="— "))
    assert targets(table.count()) == {"Аня": "Борис"}


@pytest.mark.parametrize("text", ["никого!", "«никого»", "— никого"])
def test_v8_signs_around_the_words_for_nobody_say_nothing(table, targets, text):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True, no_lynch=("никого",))
    table.post("Аня", "10:00", bold(text))
    assert targets(table.count()) == {"Аня": None}


@pytest.mark.parametrize(
    ("mark", "asked"),
    [
        (bold("##vote", after=" Борис"), True),
        (bold("##vote", before="— ", after=" Борис"), True),
        (bold("##vote", after=" !"), False),
    ],
)
def test_votes_bold_needs_word_alone_with_its_signs_is_asked_about_where_a_name_follows(table, targets, mark, asked):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("##vote",), bold_needs_word=True)
    table.post("Аня", "10:00", mark)
    counted = table.count()
    assert (targets(counted), len(counted.fates)) == ({}, int(asked))
    assert [one.candidates for one in counted.rulings_needed] == ([("Борис",)] if asked else [])
