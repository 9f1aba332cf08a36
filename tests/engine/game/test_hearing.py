"""What is told of orders before a phase is played: which are refused, and who may act and has said nothing yet."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.roles import CheckTeam, Kill

NIGHT = [
    ("boss", "boss", "kill"),
    ("lawyer", "lawyer", "check"),
    ("commissar", "commissar", "check"),
    ("doctor", "doctor", "heal"),
    ("maniac", "maniac", "kill"),
    ("drunk", "drunk", "visit"),
]


def owed(heard: Any) -> list[str]:
    return [name for name, *_ in heard.owed]


def test_g7_a_refused_order_is_told_before_the_night_is_played(town: Any) -> None:
    town.day()
    town.send("boss kill boss", "anna kill boris", at="23:10")
    town.send("maniac kill boris", at="23:45")
    before = town.state
    told = [(one.sender, str(one.why), one.target) for one in town.hear().refused]
    assert told == [("boss", "self_target", "boss"), ("anna", "not_your_role", "boris"), ("maniac", "late", "boris")]
    assert town.state == before


def test_g4_who_has_sent_nothing_owes_an_order_with_his_role_and_ability(town: Any) -> None:
    town.day()
    assert list(town.hear().owed) == NIGHT
    town.send("boss kill anna", "lawyer check vera", "maniac kill boss", at="23:10")
    assert owed(town.hear()) == ["commissar", "doctor", "drunk"]


def test_g4_who_has_said_that_he_targets_nobody_owes_nothing(town: Any) -> None:
    town.day()
    town.send("doctor heal -", at="23:10")
    town.send("boss kill anna", at="23:11")
    town.send("boss kill -", at="23:12")
    assert owed(town.hear()) == ["lawyer", "commissar", "maniac", "drunk"]


def test_g7_a_refused_order_leaves_it_owed(town: Any) -> None:
    town.day()
    town.send("doctor heal Nobody", at="23:10")
    assert "doctor" in owed(town.hear())


def test_g2_who_is_out_owes_nothing_and_his_order_is_nobodys(classic: Any) -> None:
    classic.day()
    classic.send("maf1 kill anna", at="23:10")
    assert owed(classic.hear()) == ["commissar", "doctor"]
    acts = [classic.act("remove", "maf1", "23:20"), classic.act("remove", "doctor", "23:45")]
    assert owed(classic.hear(acts)) == ["maf2", "commissar"]


def test_c7_a_shared_kill_is_owed_by_each_of_the_team_until_one_has_sent_it(classic: Any) -> None:
    classic.day()
    assert list(classic.hear().owed) == [
        ("maf1", "mafioso", "kill"),
        ("maf2", "mafioso", "kill"),
        ("commissar", "commissar", "check"),
        ("doctor", "doctor", "heal"),
    ]
    classic.send("maf2 kill anna", at="23:10")
    assert owed(classic.hear()) == ["commissar", "doctor"]


def test_c7_each_ability_that_a_team_shares_is_owed_for_itself(table: Any, rulesets: Any) -> None:
    rules = rulesets["classic10"]
    both = (Kill(shared=True), CheckTeam(shared=True))
    mafioso = replace(next(role for role in rules.roles if role.id == "mafioso"), ability=both)
    roles = (mafioso, *(role for role in rules.roles if role.id == "townsman"))
    night = replace(rules.night, order=("mafioso.kill", "mafioso.check"))
    players = {"m1": "mafioso", "m2": "mafioso", **dict.fromkeys("abcdef", "townsman")}
    game = table(replace(rules, roles=roles, night=night, announces=()), players)
    game.day()
    game.send("m1 kill a", at="23:10")
    assert list(game.hear().owed) == [("m2", "mafioso", "check")]
    game.send("m2 check b", at="23:11")
    assert game.hear().owed == ()


def test_t14_52_who_may_not_act_on_this_night_owes_nothing(town: Any) -> None:
    town.day()
    town.night("maniac kill anna", "lawyer check vera", "commissar check boss")
    town.day()
    assert owed(town.hear()) == ["boss", "commissar", "doctor", "drunk"]


def test_h3_h5_who_is_in_hospital_or_coma_owes_nothing_by_night(hp: Any) -> None:
    hp.night("maniac damage sniper", "ninja damage officer", "gunman damage officer")
    hp.day()
    assert not {"sniper", "officer"} & set(owed(hp.hear()))
    assert {"medic", "maniac", "priest"} <= set(owed(hp.hear()))


def test_h12_by_day_the_open_roles_owe_their_action(hp: Any) -> None:
    hp.night("maniac damage anna")
    hp.open_day()
    assert list(hp.hear_day().owed) == [("anna", "nurse", "heal"), ("gunman", "bully", "damage")]
    hp.send("anna heal boris", at="12:00", phase="day1")
    hp.send("gunman damage Nobody", at="12:01", phase="day1")
    hp.send("gunman damage boris", at="23:00", phase="day1")
    heard = hp.hear_day()
    assert owed(heard) == ["gunman"]
    assert [str(one.why) for one in heard.refused] == ["unknown_target", "late"]


def test_g8_acts_before_the_end_of_the_day_come_before_its_actions(hp: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("anna heal boris", at="12:00", phase="day1")
    heard = hp.hear_day([hp.act("remove", "anna", "11:00"), hp.act("remove", "gunman", "23:00")])
    assert [(one.sender, str(one.why)) for one in heard.refused] == [("anna", "dead")]
    assert owed(heard) == ["gunman"]


def test_g1_in_a_game_that_is_over_nothing_is_owed_nor_refused(town: Any) -> None:
    town.day()
    town.send("boss kill boss", at="23:10")
    acts = [town.act("remove", name, "23:20") for name in ("boss", "bull", "lawyer", "actor")]
    heard = town.hear(acts)
    assert (heard.refused, heard.owed) == ((), ())
    late = [town.act("remove", name, "23:46") for name in ("boss", "bull", "lawyer", "actor")]
    assert "doctor" in owed(town.hear(late))
    town.night(acts=acts)
    assert town.state.winner == "town"
    assert (town.hear().refused, town.hear().owed) == ((), ())


def test_g1_by_day_too(hp: Any) -> None:
    hp.night()
    hp.open_day()
    hp.send("anna heal Nobody", at="12:00", phase="day1")
    foes = ("gunman", "poisoner", "ninja", "priest", "maniac")
    acts = [hp.act("remove", name, "11:00") for name in foes]
    assert (hp.hear_day(acts).refused, hp.hear_day(acts).owed) == ((), ())
    hp.close(acts=acts)
    hp.open_day()
    assert hp.state.winner == "town"
    assert (hp.hear_day().refused, hp.hear_day().owed) == ((), ())
