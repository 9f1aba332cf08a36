"""V9: what a count says of each mark, of rulings that are needed, and by whose rules and names it was read."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from engine.counts import Needs, Verdict, Why
from engine.day import Removal, RulesFrom
from engine.people import Player, Roster
from engine.rules import Edits
from engine.rulings import AliasRuling


def test_v9_c13_a_mark_is_told_with_the_player_and_with_the_account_that_wrote_it(table: Any) -> None:
    table.roster = Roster((Player("Аня", accounts=("anya_77",)), Player("Борис"), Player("Вера")), ("Ведущий",))
    unknown = table.post("anya_77", "10:00", "Незнакомка")
    asked = table.post("anya_77", "10:01", "Борис или Вера")
    stranger = table.post("Прохожий", "10:02", "Борис")
    counted = table.count()
    assert [(fate.voter, fate.author) for fate in counted.fates] == [
        ("Аня", "anya_77"), ("Аня", "anya_77"), (None, "Прохожий"),
    ]  # fmt: skip
    assert [(one.post, one.author) for one in counted.not_counted] == [(unknown, "Аня"), (stranger, "Прохожий")]
    assert [(one.post, one.author) for one in counted.rulings_needed] == [(asked, "Аня")]


def test_e8_a_merged_post_is_asked_about_once_with_all_whom_it_names(table: Any, make_body: Any) -> None:
    table.knobs("votes", edits=Edits.FORBIDDEN)
    content = make_body("Борис", late=("Гена",))
    merged = table.post("Аня", "10:00", content=content, edited="15:00")
    counted = table.count()
    assert [(one.post, one.why, one.candidates) for one in counted.rulings_needed] == [
        (merged, Needs.MERGED, ("Борис", "Гена"))
    ]


def test_e2_a_text_never_seen_names_no_candidates(table: Any) -> None:
    unseen = table.post("Аня", "10:00", "Борис", edited="22:30", seen="23:00")
    counted = table.count("23:30")
    assert [(one.post, one.why, one.candidates) for one in counted.rulings_needed] == [
        (unseen, Needs.EDITED_AFTER_END, ())
    ]


@pytest.mark.parametrize(
    ("at", "text", "target"),
    [("09:00", "Рыжий", None), ("11:00", "Рыжий", "Аня"), ("11:00", "Лысый", None), ("13:00", "Лысый", "Борис")],
)
def test_v10_each_alias_holds_from_its_own_moment_on(
    table: Any, clock: Any, targets: Any, at: str, text: str, target: str | None
) -> None:
    table.rulings += [
        AliasRuling("Рыжий", "Аня", since=clock("10:00")),
        AliasRuling("Лысый", "Борис", since=clock("12:00")),
    ]
    table.post("Вера", at, text)
    assert targets(table.count()).get("Вера") == target


def test_rules_from_a_post_that_is_not_there_yet_judge_nothing(table: Any, targets: Any, why: Any) -> None:
    table.post("Аня", "10:00", "Аня")
    change = table.post("Ведущий", "11:00")
    strict = structs.replace(table.rules, votes=structs.replace(table.rules.votes, self_vote=False))
    table.frame(rules_from=(RulesFrom(change, strict),))
    own = table.post("Вера", "11:30", "Вера")
    assert targets(table.count("10:30")) == {"Аня": "Аня"}
    assert why(table.count("12:00")) == {own: Why.SELF_VOTE}


def test_g8_who_comes_back_votes_and_may_be_voted_for(table: Any, clock: Any, targets: Any, why: Any) -> None:
    table.frame(out=frozenset({"Дина"}), revivals=(Removal("Дина", clock("12:00")),))
    early = table.post("Дина", "11:00", "Аня")
    at_her = table.post("Аня", "11:01", "Дина")
    table.post("Дина", "13:00", "Борис")
    table.post("Вера", "13:01", "Дина")
    counted = table.count()
    assert targets(counted) == {"Дина": "Борис", "Вера": "Дина"}
    assert why(counted) == {early: Why.DEAD_VOTER, at_her: Why.DEAD_TARGET}


def test_g8_who_came_back_may_be_removed_again(table: Any, clock: Any, targets: Any, why: Any) -> None:
    table.frame(
        out=frozenset({"Дина"}),
        revivals=(Removal("Дина", clock("10:00")),),
        removals=(Removal("Дина", clock("12:00")),),
    )
    table.post("Дина", "11:00", "Аня")
    late = table.post("Дина", "13:00", "Борис")
    assert targets(table.count("11:30")) == {"Дина": "Аня"}
    assert (targets(table.count()), why(table.count())[late]) == ({}, Why.DEAD_VOTER)


def test_v14_a_removal_at_the_very_moment_of_the_count_is_in_it(table: Any, clock: Any, targets: Any) -> None:
    table.post("Аня", "10:00", "Борис")
    table.frame(removals=(Removal("Борис", clock("12:00")),))
    assert (targets(table.count("11:59")), targets(table.count("12:00"))) == ({"Аня": "Борис"}, {})


def test_rules_from_a_post_on_are_those_of_that_post_too(table: Any, why: Any) -> None:
    own = table.post("Аня", "10:00", "Аня")
    strict = structs.replace(table.rules, votes=structs.replace(table.rules.votes, self_vote=False))
    table.frame(rules_from=(RulesFrom(own, strict),))
    assert why(table.count()) == {own: Why.SELF_VOTE}


def test_e8_a_part_merged_at_a_known_time_is_no_question_by_itself(table: Any, clock: Any, make_body: Any) -> None:
    table.post("Аня", "10:00", content=make_body("Борис", late_at=clock("15:00"), late=("Вера",)))
    asked = table.post("Аня", "16:00", "Борис или Гена")
    assert [one.post for one in table.count().rulings_needed] == [asked]


def test_t14_5_an_announcement_of_an_unclear_account_is_asked_about_as_such(table: Any) -> None:
    table.knobs("missed", rule="lot", abstain=("пас",))
    asked = table.post("Вeра", "10:00", "пас")
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [(one.post, one.why) for one in counted.rulings_needed] == [(asked, Needs.UNKNOWN_ACCOUNT)]
