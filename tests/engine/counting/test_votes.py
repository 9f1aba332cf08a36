"""V: what is a vote, whose, when, and how a count is explained."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs

from engine.colours import colour_distance
from engine.counts import By, Needs, Verdict, What, Why
from engine.day import Removal
from engine.people import Player, Roster
from engine.posts import Mark
from engine.rulings import AliasRuling, ReplaceRuling, VoidRuling, VoteRuling
from engine.times import Interval, Resolution


def test_v1_the_shown_colour_decides(table, targets):
    table.post("Аня", "10:00", Mark("Борис", colour="#fe0202"))
    table.post("Вера", "10:01", Mark("Борис", colour="#00ff00"))
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v1_a_near_colour_is_reported(table, targets):
    near = table.post("Аня", "10:00", Mark("Борис", colour="#b00000"))
    table.post("Вера", "10:01", Mark("просто текст", colour="#b00000"))
    counted = table.count()
    assert targets(counted) == {}
    assert [(report.post, report.what) for report in counted.reports] == [(near, What.NEAR_COLOUR)]


def test_v2_struck_text_is_no_mark_and_spoilers_are_a_knob(table, targets, why):
    struck = table.post("Аня", "10:00", Mark("Борис", colour="#ff0000", struck=True))
    table.post("Вера", "10:01", Mark("Борис", colour="#ff0000", spoiler=True))
    counted = table.count()
    assert targets(counted) == {"Вера": "Борис"}
    assert why(counted) == {struck: Why.STRUCK}
    table.knobs("votes", spoilers=False)
    assert targets(table.count()) == {}


def test_v3_the_last_valid_mark_of_a_post_counts(table, targets, why):
    post = table.post("Аня", "10:00", "Борис", "Вера", "никто такой")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert why(counted) == {post: Why.UNKNOWN_NAME}


def test_v3_several_marks_may_be_a_ruling(table, targets):
    table.knobs("votes", several_marks="ruling")
    post = table.post("Аня", "10:00", "Борис", "Вера")
    counted = table.count()
    assert targets(counted) == {}
    assert counted.verdict is Verdict.OPEN
    assert {(one.post, one.text, one.why) for one in counted.rulings_needed} == {
        (post, "Борис", Needs.SEVERAL_MARKS),
        (post, "Вера", Needs.SEVERAL_MARKS),
    }


def test_v4_nothing_is_dropped_without_being_listed(table, why):
    none = table.post("Аня", "10:00", "полный бред")
    two = table.post("Борис", "10:01", "Борис или Вера")
    assert why(table.count()) == {none: Why.UNKNOWN_NAME, two: Needs.AMBIGUOUS_NAME}


def test_v5_the_dead_the_host_and_strangers_do_not_vote(table, targets, why):
    table.frame(out=frozenset({"Егор"}))
    host = table.post("Ведущий", "10:00", "Борис")
    stranger = table.post("Зритель", "10:01", "Борис")
    dead = table.post("Егор", "10:02", "Борис")
    counted = table.count()
    assert targets(counted) == {}
    assert why(counted) == {host: Why.HOST, stranger: Why.NOT_A_PLAYER, dead: Why.DEAD_VOTER}


def test_v5_a_vote_for_the_dead_leaves_the_earlier_one_standing(table, targets, why):
    table.frame(out=frozenset({"Егор"}))
    table.post("Аня", "10:00", "Борис")
    dead = table.post("Аня", "11:00", "Егор")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {dead: Why.DEAD_TARGET}


@pytest.mark.parametrize(
    ("at", "resolution", "counts"),
    [
        ("21:59:59", Resolution.SECOND, True),
        ("22:00:00", Resolution.SECOND, False),
        ("21:59", Resolution.MINUTE, True),
        ("22:00", Resolution.MINUTE, False),
    ],
)
def test_v6_strictly_before_the_end(table, targets, at, resolution, counts):
    table.post("Аня", at, "Борис", resolution=resolution)
    assert targets(table.count("23:00")) == ({"Аня": "Борис"} if counts else {})


def test_v6_the_boundary_may_be_inclusive(table, targets):
    table.knobs("votes", boundary="inclusive")
    table.post("Аня", "22:00", "Борис", resolution=Resolution.MINUTE)
    table.post("Вера", "22:01", "Гена")
    assert targets(table.count()) == {"Аня": "Борис"}


def test_v6_an_interval_that_crosses_the_end_is_a_ruling_unless_a_visit_narrows_it(table, targets, why):
    hour = table.post("Аня", "21:00", "Борис", resolution=Resolution.DAY)
    counted = table.count("23:00")
    assert targets(counted) == {}
    assert counted.verdict is Verdict.OPEN
    assert why(counted) == {hour: Needs.TIME_UNCLEAR}
    table.posts.clear()
    table.post("Аня", "21:00", "Борис", resolution=Resolution.DAY, seen="21:59:30")
    assert targets(table.count("23:00")) == {"Аня": "Борис"}


def test_v6_marks_before_the_opening_are_early(table, why):
    early = table.post("Аня", "07:59", "Борис")
    assert why(table.count()) == {early: Why.EARLY}


def test_v7_at_one_time_the_forums_order_decides(table, targets):
    table.post("Аня", "10:00", "Борис", resolution=Resolution.MINUTE)
    table.post("Аня", "10:00", "Вера", resolution=Resolution.MINUTE)
    table.posts.reverse()
    assert targets(table.count()) == {"Аня": "Вера"}


def test_v7_a_count_for_an_earlier_moment(table, targets):
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "12:00", "Вера")
    assert targets(table.count("11:00")) == {"Аня": "Борис"}
    assert table.count("11:00").not_counted == ()


def test_v8_votes_taken_back_and_given_to_nobody(table, targets, why):
    table.post("Аня", "10:00", "Борис")
    back = table.post("Аня", "11:00", "снимаю голос")
    nobody = table.post("Вера", "11:00", "никого")
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {back: Why.UNKNOWN_NAME, nobody: Why.UNKNOWN_NAME}
    table.knobs("votes", unvote=("снимаю голос",), no_lynch=("никого",))
    counted = table.count()
    assert targets(counted) == {"Вера": None}
    assert (counted.verdict, counted.by) == (Verdict.NOBODY, By.NO_LYNCH)


@pytest.mark.parametrize("text", ["снимаю голос", "никого"])
def test_v6_v8_a_word_at_a_time_that_is_unclear_is_a_ruling_too(table, targets, why, text):
    table.knobs("votes", unvote=("снимаю голос",), no_lynch=("никого",))
    table.post("Аня", "10:00", "Борис")
    post = table.post("Аня", "10:30", text, resolution=Resolution.DAY)
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert why(counted) == {post: Needs.TIME_UNCLEAR}


def test_v5_of_those_whom_a_part_of_a_dead_name_may_mean_only_the_living_are_asked_about(table):
    table.roster = Roster((*map(Player, ("Night_Moth", "Mothra", "Mothball", "Anvil50")),))
    table.frame(out=frozenset({"Night_Moth", "Mothball"}))
    table.post("Anvil50", "10:00", "moth")
    assert [needed.candidates for needed in table.count().rulings_needed] == [("Mothra",)]


def test_v9_every_mark_is_explained(table):
    first = table.post("Аня", "10:00", "Борис")
    last = table.post("Аня", "11:00", "Вера")
    assert [(fate.post, fate.counts, fate.why, fate.clause) for fate in table.count().fates] == [
        (first, False, Why.SUPERSEDED, "V3"),
        (last, True, None, "V3"),
    ]


def test_v10_rulings_give_and_void_votes(table, targets, why):
    gives = table.post("Аня", "10:00", "кто-то там")
    voids = table.post("Вера", "10:01", "Борис")
    table.rulings += [VoteRuling(gives, "Гена"), VoidRuling(voids)]
    counted = table.count()
    assert targets(counted) == {"Аня": "Гена"}
    assert why(counted) == {voids: Why.VOID}
    assert [fate.clause for fate in counted.fates if fate.counts] == ["V10"]


def test_v10_a_ruling_does_not_stop_the_clock_or_raise_the_dead(table, why):
    table.frame(out=frozenset({"Егор"}))
    late = table.post("Аня", "22:30", "кто-то там")
    dead = table.post("Егор", "10:00", "кто-то там")
    table.knobs("tie", steps=())
    table.rulings += [VoteRuling(late, "Гена"), VoteRuling(dead, "Гена")]
    assert why(table.count("23:00")) == {late: Why.LATE, dead: Why.DEAD_VOTER}


def test_v10_a_ruling_makes_no_player_of_the_host_or_a_stranger(table, targets, why):
    host = table.post("Ведущий", "10:00", "Борис")
    stranger = table.post("Прохожий", "10:00", "Борис")
    table.rulings += [VoteRuling(host, "Борис"), VoteRuling(stranger, "Борис")]
    counted = table.count()
    assert targets(counted) == {}
    assert why(counted) == {host: Why.HOST, stranger: Why.NOT_A_PLAYER}


def test_v10_a_post_without_a_mark_may_be_ruled_a_vote(table, targets):
    post = table.post("Аня", "10:00")
    table.rulings.append(VoteRuling(post, "Борис"))
    counted = table.count()
    assert targets(counted) == {"Аня": "Борис"}
    assert [(fate.text, fate.counts, fate.clause) for fate in counted.fates] == [("Борис", True, "V10")]


def test_v10_a_ruling_may_give_a_vote_to_nobody(table, targets):
    table.knobs("votes", no_lynch=("никого",))
    table.post("Аня", "10:00", "Борис")
    post = table.post("Аня", "11:00", "непонятно что")
    table.rulings.append(VoteRuling(post, None))
    counted = table.count()
    assert targets(counted) == {"Аня": None}
    assert [(fate.clause, fate.counts) for fate in counted.fates if fate.post == post] == [("V10", True)]


def test_v10_an_alias_and_a_new_account(table, targets):
    table.post("Аня", "10:00", "Бобёр")
    table.post("anya_2", "12:00", "Гена")
    table.rulings += [AliasRuling("Бобёр", "Борис"), ReplaceRuling("anya_2", "Аня", at=table.day.starts)]
    assert targets(table.count("11:00")) == {"Аня": "Борис"} or targets(table.count("11:00")) == {}
    assert targets(table.count()) == {"Аня": "Гена"}


def test_v10_an_alias_taught_from_a_post_on_changes_no_earlier_one(table, why, targets):
    early = table.post("Аня", "10:00", "Бобёр")
    table.post("Вера", "12:00", "Бобёр")
    table.post("Гена", "13:00", "Бобёр")
    table.rulings.append(AliasRuling("Бобёр", "Борис", since=table.day.starts + timedelta(hours=4)))
    counted = table.count()
    assert targets(counted) == {"Вера": "Борис", "Гена": "Борис"}
    assert why(counted)[early] == Why.UNKNOWN_NAME


def test_v10_the_old_account_is_asked_about_after_a_replacement(table, why):
    table.rulings.append(ReplaceRuling("Новичок", "Аня", at=table.day.starts + timedelta(hours=4)))
    table.post("Аня", "10:00", "Борис")
    left = table.post("Аня", "13:00", "Вера")
    counted = table.count()
    assert why(counted) == {left: Needs.UNKNOWN_ACCOUNT}


def test_v11_a_negation_is_a_ruling(table, why):
    post = table.post("Аня", "10:00", Mark("Борис", colour="#ff0000", before="не голосую за"))
    assert why(table.count()) == {post: Needs.NEGATED}


def test_v12_the_first_reason_holds(table, why):
    table.frame(out=frozenset({"Егор"}))
    table.knobs("votes", self_vote=False)
    posts = {
        table.post("Ведущий", "22:10", "Егор"): Why.HOST,
        table.post("Зритель", "22:10", "Егор"): Why.NOT_A_PLAYER,
        table.post("Егор", "22:40", "Егор"): Why.LATE,
        table.post("Егор", "12:00", "Егор"): Why.DEAD_VOTER,
        table.post("Аня", "12:00", "Аня"): Why.SELF_VOTE,
    }
    assert why(table.count("23:00")) == posts


def test_v13_open_only_while_a_ruling_could_change_who_is_out(table):
    for voter in ("Аня", "Борис"):
        table.post(voter, "10:00", "Гена")
    unsure = table.post("Вера", "10:05", "Борис или Дина")
    counted = table.count()
    assert (counted.verdict, counted.out) == (Verdict.OUT, ("Гена",))
    assert [one.post for one in counted.rulings_needed] == [unsure]
    table.post("Егор", "10:06", "Дина")
    assert table.count().verdict is Verdict.OPEN


def test_v13_only_marks_that_could_be_the_ballot_are_asked_about(table):
    before = table.post("Аня", "09:00", "Борис или Вера")
    table.post("Аня", "10:00", "Гена")
    after = table.post("Аня", "11:00", "Борис или Дина")
    counted = table.count()
    assert [one.post for one in counted.rulings_needed] == [after]
    assert {fate.post: fate.why for fate in counted.fates if not fate.counts} == dict.fromkeys(
        (before, after), Needs.AMBIGUOUS_NAME
    )


def test_v14_ballots_by_and_for_the_removed_lapse_and_nothing_revives(table, targets, why):
    table.post("Аня", "10:00", "Борис")
    table.post("Аня", "11:00", "Вера")
    table.post("Вера", "11:00", "Борис")
    table.post("Гена", "11:00", "Борис")
    table.frame(removals=(Removal("Вера", table.day.starts + timedelta(hours=4)),))
    counted = table.count()
    assert targets(counted) == {"Гена": "Борис"}
    assert counted.no_ballot == ("Аня", "Борис", "Дина", "Егор")
    assert set(why(counted).values()) == {Why.LAPSED}


def test_v14_who_comes_back_starts_afresh(table, targets):
    table.post("Вера", "09:00", "Борис")
    table.post("Вера", "15:00", "Гена")
    noon = table.day.starts + timedelta(hours=4)
    table.frame(removals=(Removal("Вера", noon),), revivals=(Removal("Вера", noon + timedelta(hours=1)),))
    assert targets(table.count("14:00")) == {}
    assert targets(table.count()) == {"Вера": "Гена"}


def test_v15_an_account_id_outlives_a_new_name(table, targets):
    table.post("Аня", "10:00", "Борис", author_id="7")
    renamed = table.post("Мадам А", "11:00", "Вера", author_id="7")
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert [(one.post, one.what) for one in counted.reports] == [(renamed, What.RENAMED)]


@pytest.mark.parametrize(("name", "account"), [("Аня", None), ("Аня", "9"), ("Aня", "9"), ("Борисс", "9")])
def test_v15_another_who_bears_a_players_name_is_a_ruling(table, why, name, account):
    table.post("Аня", "10:00", "Вера", author_id="7")
    table.post("Борис", "10:00", "Вера", author_id="8")
    other = table.post(name, "11:00", "Гена", author_id=account)
    assert why(table.count()) == {other: Needs.UNKNOWN_ACCOUNT}


def test_v15_a_player_may_have_two_accounts(table, targets):
    table.roster = Roster((Player("Аня", accounts=("anya", "anya_phone")), *map(Player, ("Борис", "Вера"))))
    table.post("anya", "10:00", "Борис", author_id="7")
    table.post("anya_phone", "11:00", "Вера", author_id="8")
    assert targets(table.count()) == {"Аня": "Вера"}


def test_c11_a_second_post_of_the_dead_is_reported(table):
    table.frame(out=frozenset({"Егор"}))
    table.post("Егор", "10:00")
    again = table.post("Егор", "11:00")
    told = [(one.post, one.author, one.what, one.at) for one in table.count().reports]
    assert told == [(again, "Егор", What.DEAD_POSTS_AGAIN, table.posts[-1].at.earliest)]


def test_c13_a_character_is_voted_for_and_an_account_writes(table, targets):
    table.roster = Roster((Player("Шерлок", accounts=("anya_1990",)), Player("Ватсон")))
    table.post("anya_1990", "10:00", "Ватсон")
    assert targets(table.count()) == {"Шерлок": "Ватсон"}


def test_late_marks_are_listed_whenever_the_day_is_over(table, why):
    late = table.post("Аня", "22:00:01", "Борис")
    assert why(table.count("22:00")) == {late: Why.LATE}
    assert why(table.count("21:59")) == {}


def test_an_unsure_mark_before_a_sure_one_asks_nothing(table):
    table.post("Аня", "10:00", "Борис или Вера")
    table.post("Аня", "11:00", "Вера")
    assert table.count().rulings_needed == ()


def test_v7_an_open_mark_before_a_sure_one_of_the_same_minute_asks_nothing(table, targets):
    table.post("Аня", "10:00", "Борис или Вера", resolution=Resolution.MINUTE)
    table.post("Аня", "10:00", "Гена", resolution=Resolution.MINUTE)
    counted = table.count()
    assert (targets(counted), counted.rulings_needed) == ({"Аня": "Гена"}, ())


def test_a_damaged_text_may_be_anybody(table):
    table.post("Аня", "10:00", Mark("�����", colour="#ff0000", damaged=True))
    counted = table.count()
    assert counted.verdict is Verdict.OPEN
    assert [one.why for one in counted.rulings_needed] == [Needs.DAMAGED_TEXT]


def test_an_unclear_mark_is_a_ruling(table, why):
    post = table.post("Аня", "10:00", Mark("Борис", colour="#ff0000", unclear=True))
    assert why(table.count()) == {post: Needs.UNCLEAR_MARK}


def test_a_removal_in_the_minute_of_a_vote_is_a_ruling(table, why):
    table.post("Аня", "09:00", "Борис")
    post = table.post("Аня", "12:00", "Вера", resolution=Resolution.MINUTE)
    table.posts[-1] = structs.replace(table.posts[-1], at=Interval(table.day.starts, table.day.ends))
    table.frame(removals=(Removal("Вера", table.day.starts + timedelta(hours=4)),))
    assert why(table.count()) == {post: Needs.TIME_UNCLEAR}


@pytest.mark.parametrize(("more", "counts"), [(0.0, True), (-1e-9, False)])
def test_v1_a_colour_just_as_far_off_as_the_rules_allow_is_the_vote_colour(table, more, counts):
    table.knobs("votes", colour_distance=colour_distance("#ff0000", "#e01010") + more)
    table.post("Аня", "10:00", Mark("Борис", colour="#e01010"))
    assert bool(table.count().first.ballots) is counts
