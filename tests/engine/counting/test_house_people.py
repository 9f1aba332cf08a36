"""The knobs of house rules: not voting, changes, weights and people."""

from __future__ import annotations

from datetime import timedelta

import pytest
from msgspec import structs

from engine.counts import By, Verdict, Why
from engine.day import Effect, EffectKind, RulesFrom
from engine.posts import Body, Line, MarkKind
from engine.rules import ChangeStage, Edits, TieStep
from engine.rulings import ReplaceRuling

# --- not voting -------------------------------------------------------------------------------------------------------


def test_missed_penalty_counts_as_the_earliest_votes(table):
    table.knobs("missed", rule="penalty", penalty_votes=2)
    table.knobs("tie", steps=(TieStep.EARLIER_LAST_VOTE,))
    table.vote("Вера", "Аня", "Борис", "Гена")
    table.vote("Аня", "Вера", "Дина", hour=12)
    counted = table.count()
    assert {one.target: (one.votes, one.bonus) for one in counted.first.counts} == {
        "Аня": (2, 0),
        "Вера": (3, 0),
        "Егор": (2, 2),
    }
    table.posts.pop(2)
    table.post("Гена", "13:00", "Дина")
    counted = table.count()
    assert counted.first.tied == ("Аня", "Вера", "Егор")
    assert counted.out == ("Егор",)


@pytest.mark.parametrize(("rule", "out"), [("none", ()), ("out", ("Дина", "Егор"))])
def test_missed_out_at_once(table, rule, out):
    table.knobs("missed", rule=rule)
    table.vote("Аня", "Аня", "Борис", "Вера", "Гена")
    counted = table.count()
    assert (counted.out, counted.missed_out) == (("Аня",), out)


@pytest.mark.parametrize(("in_a_row", "out"), [(True, ("Егор",)), (False, ("Дина", "Егор"))])
def test_missed_second_time_in_a_row_or_not(table, in_a_row, out):
    table.knobs("missed", second="out", in_a_row=in_a_row)
    table.frame(missed_last=frozenset({"Егор"}), missed_before=frozenset({"Егор", "Дина"}))
    table.vote("Аня", "Аня", "Борис", "Вера", "Гена")
    assert table.count().missed_out == out


def test_missed_second_none_costs_nothing_however_often(table):
    table.knobs("missed", rule="lot")
    table.frame(missed_last=frozenset({"Егор"}), missed_before=frozenset({"Егор", "Дина"}))
    table.vote("Аня", "Аня", "Борис", "Вера", "Гена")
    counted = table.count()
    assert (counted.missed_out, counted.lots[0].candidates) == ((), ("Дина", "Егор"))


def test_missed_second_annuls_the_day(table):
    table.knobs("missed", second="annul")
    table.frame(missed_last=frozenset({"Егор"}))
    table.vote("Аня", "Аня", "Борис", "Вера", "Гена")
    counted = table.count()
    assert (counted.verdict, counted.out, counted.missed_out, counted.annulled) == (
        Verdict.NOBODY,
        (),
        ("Егор",),
        True,
    )


@pytest.mark.parametrize(("once", "used", "out"), [(False, True, False), (True, False, False), (True, True, True)])
def test_missed_abstain_announced_and_once_a_game(table, once, used, out):
    table.knobs("missed", rule="out", abstain=("воздерживаюсь",), abstain_once=once)
    table.frame(abstained=frozenset({"Егор"}) if used else frozenset())
    table.vote("Аня", "Аня", "Борис", "Вера", "Гена", "Дина")
    table.post("Егор", "12:00", "воздерживаюсь")
    assert table.count().missed_out == (("Егор",) if out else ())


# --- changes ----------------------------------------------------------------------------------------------------------


def test_changes_limit_ignores_or_costs_the_ballot(table, targets, why):
    table.knobs("changes", limit=1)
    for hour, target in ((9, "Борис"), (10, "Вера"), (11, "Гена")):
        last = table.post("Аня", f"{hour}:00", target)
    counted = table.count()
    assert targets(counted) == {"Аня": "Вера"}
    assert why(counted) == {last: Why.CHANGES_SPENT}
    assert [fate.why for fate in counted.fates] == [Why.SUPERSEDED, None, Why.CHANGES_SPENT]
    table.knobs("changes", over="missed")
    counted = table.count()
    assert targets(counted) == {}
    assert "Аня" in counted.no_ballot


@pytest.mark.parametrize(("repeat", "target"), [(False, "Вера"), (True, "Борис")])
def test_changes_repeat_is_change(table, targets, repeat, target):
    table.knobs("changes", limit=1, repeat_is_change=repeat)
    for hour, name in ((9, "Борис"), (10, "Борис"), (11, "Вера")):
        table.post("Аня", f"{hour}:00", name)
    assert targets(table.count()) == {"Аня": target}


def test_changes_stages_by_the_hour(table, targets):
    table.knobs("changes", stages=(ChangeStage(minutes_left=120, limit=2), ChangeStage(minutes_left=10, limit=0)))
    for at, target in (("10:00", "Борис"), ("11:00", "Вера"), ("12:00", "Гена"), ("13:00", "Борис")):
        table.post("Аня", at, target)
    assert targets(table.count()) == {"Аня": "Борис"}
    for at, target in (("20:10", "Вера"), ("20:20", "Гена"), ("20:30", "Дина")):
        table.post("Аня", at, target)
    assert targets(table.count()) == {"Аня": "Гена"}
    table.post("Вера", "20:00", "Аня")
    table.post("Вера", "21:55", "Дина")
    assert targets(table.count())["Вера"] == "Аня"


# --- weights and people -----------------------------------------------------------------------------------------------


def test_weights_of_nothing_two_and_fractions(table):
    table.frame(weights={"Аня": 0, "Борис": 2, "Вера": 0.1, "Гена": 0.2})
    table.vote("Егор", "Аня", "Борис", "Вера", "Гена")
    assert [one.votes for one in table.count().first.counts] == [2.3]


def test_weights_that_add_up_to_a_whole_number_are_shown_as_one(table):
    table.frame(weights={"Аня": 0.5, "Борис": 0.5})
    table.vote("Егор", "Аня", "Борис")
    assert [str(one.votes) for one in table.count().first.counts] == ["1"]


def test_weights_a_tie_of_fractions_is_a_tie(table):
    table.frame(weights={"Аня": 0.1, "Борис": 0.2, "Вера": 0.3})
    table.vote("Егор", "Аня", "Борис")
    table.vote("Дина", "Вера", hour=11)
    assert table.count().first.tied == ("Дина", "Егор")


def test_effects_secret_weights_are_shown_otherwise(table, secret_weight):
    secret_weight(3)
    counted = table.count()
    assert counted.out == ("Егор",)
    assert [(one.target, one.votes) for one in counted.shown.counts] == [("Дина", 2), ("Егор", 1)]


def test_effects_secret_weights_stay_secret_in_the_first_round_too(table, secret_weight):
    table.knobs("tie", steps=(TieStep.OVERTIME, TieStep.LOT))
    secret_weight(2)
    counted = table.count("22:10")
    assert counted.first.tied == ("Дина", "Егор")
    assert counted.overtime is not None
    for shown in (counted.shown_first, counted.shown):
        assert [(one.target, one.votes) for one in shown.counts] == [("Дина", 2), ("Егор", 1)]
        assert {one.weight for one in shown.ballots} == {1}


def test_effects_bonus_votes(table):
    table.frame(effects=(Effect(player="Дина", kind=EffectKind.BONUS, value=2),))
    table.vote("Егор", "Аня")
    counted = table.count()
    assert counted.out == ("Дина",)
    assert [(one.target, one.votes, one.voters, one.bonus) for one in counted.first.counts] == [
        ("Дина", 2, (), 2),
        ("Егор", 1, ("Аня",), 0),
    ]


def test_effects_blocked_and_stolen_votes(table, targets, why):
    table.frame(
        effects=(
            Effect(player="Аня", kind=EffectKind.BLOCKED),
            Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера"),
        )
    )
    posts = table.vote("Егор", "Аня", "Борис")
    table.post("Вера", "11:00", "Дина")
    counted = table.count()
    assert targets(counted) == {"Борис": "Дина", "Вера": "Дина"}
    assert why(counted) == dict.fromkeys(posts, Why.BLOCKED)


def test_effects_a_stolen_vote_has_its_own_weight_and_the_thiefs_post(table):
    table.frame(weights={"Борис": 3, "Вера": 2}, effects=(Effect(player="Борис", kind=EffectKind.FOLLOWS, by="Вера"),))
    table.post("Вера", "11:00", "Дина")
    (stolen, own) = table.count().first.ballots
    assert (stolen.voter, stolen.weight, own.weight) == ("Борис", 3, 2)
    assert (stolen.post, stolen.at) == (own.post, own.at)


def test_effects_a_shown_round_names_the_same_posts_and_bonus_votes(table):
    table.frame(
        effects=(
            Effect(player="Аня", kind=EffectKind.SHOWN_WEIGHT, value=2),
            Effect(player="Дина", kind=EffectKind.BONUS, value=1),
        )
    )
    post = table.post("Аня", "10:00", "Егор")
    shown = table.count().shown
    assert [(one.voter, one.post, one.weight) for one in shown.ballots] == [("Аня", post, 2)]
    assert {one.target: (one.votes, one.bonus) for one in shown.counts} == {"Дина": (1, 1), "Егор": (2, 0)}


def test_effects_immune_and_untouchable(table, why):
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.IMMUNE),))
    posts = table.vote("Егор", "Аня", "Борис")
    counted = table.count()
    assert (counted.verdict, counted.by, counted.out) == (Verdict.NOBODY, By.VOTES, ())
    table.frame(effects=(Effect(player="Егор", kind=EffectKind.UNTOUCHABLE, post=posts[1]),))
    counted = table.count()
    assert counted.out == ("Егор",)
    assert why(counted) == {posts[1]: Why.UNTOUCHABLE}


@pytest.mark.parametrize(("replaced", "ballots"), [("carry", 2), ("lapse", 0)])
def test_votes_replaced(table, targets, replaced, ballots):
    table.knobs("votes", replaced=replaced)
    table.post("Аня", "10:00", "Борис")
    table.post("Вера", "10:00", "Аня")
    table.rulings.append(ReplaceRuling("Новичок", "Аня", at=table.day.starts + timedelta(hours=4)))
    assert len(targets(table.count())) == ballots
    table.post("Новичок", "13:00", "Гена")
    assert targets(table.count())["Аня"] == "Гена"


def test_rules_in_force_from_a_post_on(table, targets, why):
    own = table.post("Аня", "10:00", "Аня")
    change = table.post("Ведущий", "11:00")
    forbidden = table.post("Вера", "12:00", "Вера")
    strict = structs.replace(table.rules, votes=structs.replace(table.rules.votes, self_vote=False))
    table.frame(rules_from=(RulesFrom(change, strict),))
    counted = table.count()
    assert targets(counted) == {"Аня": "Аня"}
    assert why(counted) == {forbidden: Why.SELF_VOTE}
    assert own


def test_rules_from_a_post_on_may_let_lines_vote(table, targets):
    change = table.post("Ведущий", "09:00")
    table.post("Аня", "10:00", content=Body((), (Line("vote Борис"),)))
    lines = structs.replace(table.rules.votes, kinds=(MarkKind.LINE,), words=("vote",))
    assert targets(table.count()) == {}
    table.frame(rules_from=(RulesFrom(change, structs.replace(table.rules, votes=lines)),))
    assert targets(table.count()) == {"Аня": "Борис"}


def test_edits_forbidden_is_the_rule_of_the_post(table, targets):
    table.knobs("votes", edits=Edits.FORBIDDEN)
    table.post("Аня", "10:00", "Борис")
    assert targets(table.count()) == {"Аня": "Борис"}
