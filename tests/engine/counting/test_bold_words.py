"""Bold names behind other words of voting than the rule set's: never lost in silence (V4)."""

from __future__ import annotations

import pytest

from engine.counts import Needs, Why
from engine.posts import Mark, MarkKind


def bold(text, **more):
    return Mark(text, MarkKind.BOLD, **more)


@pytest.mark.parametrize("text", ["V: Борис", "v:Борис", "VT: Борис", "Г: Борис", "Lynch: Борис", "казнь — Борис"])
def test_votes_bold_needs_word_another_word_of_voting_before_a_name_is_asked_about(table, targets, text):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold(text))
    count = table.count()
    assert targets(count) == {}
    assert [(one.why, one.text) for one in count.rulings_needed] == [(Needs.UNCLEAR_MARK, "Борис")]


@pytest.mark.parametrize("word", ["V:", "Lynch:"])
def test_votes_bold_needs_word_another_word_of_voting_alone_in_bold_is_asked_about(table, targets, word):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold(word, after=" Борис"))
    assert [one.why for one in table.count().rulings_needed] == [Needs.UNCLEAR_MARK]


@pytest.mark.parametrize("text", ["Role: Борис", "lynch Борис", "Борис: V", "V: today", "Vera: Борис"])
def test_votes_bold_needs_word_other_bold_text_is_talk(table, targets, text):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold(text))
    count = table.count()
    assert targets(count) == {}
    assert not count.rulings_needed


def test_votes_bold_needs_word_where_the_rules_know_the_word_it_votes(table, targets):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote", "v"), bold_needs_word=True)
    table.post("Аня", "10:00", bold("V: Борис"))
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v11_a_bold_sentence_that_denies_a_vote_is_asked_about_as_such(table, targets):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote",), bold_needs_word=True)
    table.post("Аня", "10:00", bold("I do not vote Борис"))
    count = table.count()
    assert targets(count) == {}
    assert [(one.why, one.candidates) for one in count.rulings_needed] == [(Needs.NEGATED, ("Борис",))]


def test_votes_final_a_bold_name_between_a_vote_word_and_a_final_word_votes_for_good(table, targets, why):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("голосую за",), bold_needs_word=True, final=("окончательно",))
    table.post("Аня", "10:00", bold("Борис", before="Голосую за ", after=", окончательно."))
    later = table.post("Аня", "11:00", bold("Вера", before="Голосую за "))
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted)[later] == Why.FINAL


@pytest.mark.parametrize("after", [", она мафия", " because"])
def test_v4_votes_bold_needs_word_a_name_behind_the_word_with_more_behind_it_is_asked_about(table, targets, after):
    table.knobs("votes", kinds=(MarkKind.BOLD,), words=("vote", "голосую за"), bold_needs_word=True)
    table.post("Аня", "10:00", bold("Борис", before="Голосую за ", after=after))
    table.post("Борис", "10:01", bold("Вера", before="Голосую за: ", after=after))
    counted = table.count()
    assert targets(counted) == {"Борис": "Вера"}
    assert [(one.author, one.why) for one in counted.rulings_needed] == [("Аня", Needs.UNCLEAR_MARK)]


@pytest.mark.parametrize("text", ["никого окончательно", "окончательно: никого", "Никого, окончательно!"])
def test_votes_final_may_stand_in_the_mark_beside_the_words_for_nobody(table, targets, text):
    table.knobs("votes", no_lynch=("никого",), final=("окончательно",))
    table.post("Аня", "10:00", text)
    table.post("Аня", "11:00", "Борис")
    assert targets(table.count()) == {"Аня": None}
