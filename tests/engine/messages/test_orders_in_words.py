"""Orders as people word them: denials, politeness, several words for one thing, signs, oneself (T14-6, T14-21, G4)."""

from __future__ import annotations

import pytest

from engine.messages import Legend, OrderText, Reader, Unreadable
from engine.names import Names
from engine.people import Player, Roster
from engine.roles import CheckRole, Damage, Heal, Kill, Role


def order(reader: Reader, body: str, subject: str = "Ночь", sender: str = "cartman") -> OrderText:
    (said,) = reader.read(sender, subject, body)
    assert isinstance(said, OrderText)
    return said


@pytest.mark.parametrize(
    ("body", "ask"),
    [
        ("не буду лечить Аню", ("Аня",)),
        ("нельзя лечить Аню", ("Аня",)),
        ("не хочу я лечить Аню", ("Аня",)),
        ("не иду лечить Аню", ("Аня",)),
        ("Аню лечить не буду", ("Аня",)),
        ("Аню лечить не стану", ("Аня",)),
        ("Деда Мороза лечить не буду", ("Дед Мороз",)),
        ("do not heal Аня", ("Аня",)),
        ("don't heal Аня", ("Аня",)),
        ("не лечить себя", ("cartman",)),
        ("себя лечить не буду", ("cartman",)),
        ("не лечить anya_1990", ("Аня",)),
        ("отмена, лечу Аню", ("Аня",)),
        ("Аню или Шелли, пожалуйста", ("Аня", "Шелли")),
    ],
)
def test_t14_21_what_is_denied_or_said_and_taken_back_is_no_order(reader, body, ask):
    said = order(reader, body)
    assert (said.target, said.ask, said.withdraws) == (None, ask, False)


@pytest.mark.parametrize(
    ("body", "target", "abilities"),
    [
        ("вы не против, буду лечить Аню", "Аня", ("heal",)),
        ("лечить не Аню, а Шелли", "Шелли", ("heal",)),
        ("иду лечить Аню", "Аня", ("visit", "heal")),
        ("пойду - проверю Шелли", "Шелли", ("visit", "check")),
        ("пойду, убью и убью Шелли", "Шелли", ("visit", "kill")),
        ("себя", "cartman", ()),
        ("Себя лечу", "cartman", ("heal",)),
        ("лечу сам себя", "cartman", ("heal",)),
        ("лечение себе", "cartman", ("heal",)),
        ("лечу самого себя", "cartman", ("heal",)),
        ("heal myself", "cartman", ("heal",)),
        ("лечу я себя, спасибо", "cartman", ("heal",)),
        ("!!! лечу Аню", "Аня", ("heal",)),
        ("лечу. . Аню", "Аня", ("heal",)),
    ],
)
def test_t14_21_words_that_follow_one_another_announce_one_of_their_things(reader, body, target, abilities):
    said = order(reader, body)
    assert (said.target, said.ask, said.abilities) == (target, (), abilities)


@pytest.mark.parametrize("body", ["никого лечить не буду", "иду ни к кому", "лечу никого", "Лечить: пас"])
def test_g4_nobody_is_meant_beside_a_word_for_an_ability(reader, body):
    said = order(reader, body)
    assert (said.target, said.ask, said.withdraws) == (None, (), True)


def test_t14_21_a_name_before_the_first_word_belongs_to_that_one(reader):
    said = reader.read("cartman", "Ночь", "Аню лечу Шелли, проверяю Деда Мороза")
    assert [(one.abilities, one.target, one.ask) for one in said] == [
        (("heal",), None, ("Аня", "Шелли")),
        (("check",), "Дед Мороз", ()),
    ]


@pytest.mark.parametrize(
    ("subject", "order"),
    [
        ("Ночь доктор cartman", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("Ночь cartman босс мафии", OrderText("boss", abilities=("heal",), target="Аня")),
        ("Ночь Дед Мороз доктор", OrderText("doctor", "Дед Мороз", abilities=("heal",), target="Аня")),
        ("Ночь. Дед Мороз", OrderText(None, "Дед Мороз", abilities=("heal",), target="Аня")),
        ("Ночь. Я доктор", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("Ночь. Я", OrderText(abilities=("heal",), target="Аня")),
        ("Ночь. Босс. Шелли", OrderText("boss", "Шелли", abilities=("heal",), target="Аня")),
        ("Ночь. cartman. boss", OrderText("boss", abilities=("heal",), target="Аня")),
        ("Ночь. (cartman). Доктор", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("Ночное действие. cartman. Доктор", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("Ночь. Заявка. cartman. Доктор", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("3-я ночь доктор", OrderText("doctor", night=3, abilities=("heal",), target="Аня")),
    ],
)
def test_t14_21_subjects_in_any_order(reader, subject, order):
    assert reader.read("cartman", subject, "лечить Аню") == (order,)


@pytest.mark.parametrize(
    ("subject", "order"),
    [
        ("3 ночь доктор. лечить Аню", OrderText("doctor", night=3, abilities=("heal",), target="Аня")),
        ("Ночь. cartman. Доктор. лечить. Аню", OrderText("doctor", abilities=("heal",), target="Аня")),
        ("Привет", OrderText("doctor", abilities=("heal",), target="Аня")),
    ],
)
def test_t14_21_the_whole_order_in_one_line(reader, subject, order):
    body = "Ночь. cartman. Доктор. Лечить Аню" if subject == "Привет" else ""
    assert reader.read("cartman", subject, body) == (order,)


def test_t14_21_a_wish_of_a_good_night_is_no_order(reader):
    (said,) = reader.read("cartman", "Привет", "Доброй ночи! Аня, когда конец дня?")
    assert said == Unreadable("the subject names neither night, legend nor note")


def test_h21_a_form_of_two_names_may_be_the_senders_own(reader):
    assert order(reader, "лечить Аню", "Ночь. Лиса. Доктор", "Лис").member is None
    assert reader.read("cartman", "Ночь. Лиса. Доктор", "лечить Аню") != reader.read(
        "Лис", "Ночь. Лиса. Доктор", "лечить Аню"
    )


def test_t14_21_signs_for_a_name_titles_for_nicks_and_words_of_two_abilities():
    roles = (
        Role(id="maniac", title="Маньяк", ability=(Kill(), Heal(id="bite", words=("Кусать",)))),
        Role(id="doctor", title="Доктор", ability=(Heal(),)),
        Role(id="sniper", title="Стрелок", ability=(Damage(amount=5),)),
        Role(id="senior", title="Доктор наук", words=("учёный",), ability=(CheckRole(),)),
    )
    roster = Roster((Player("Маньяк"), Player("☆"), Player("Аня")))
    reader = Reader(roster, Names(roster), roles)
    assert order(reader, "кусать ☆", sender="Аня") == OrderText(abilities=("bite",), target="☆")
    assert order(reader, "стрелять в ☆", sender="Аня").abilities == ("kill", "damage")
    assert order(reader, "лечить ☆", "Ночь. Маньяк. Доктор", "Аня") == OrderText(
        "doctor", "Маньяк", abilities=("heal",), target="☆"
    )
    assert order(reader, "☆", "Ночь. Учёный", "Аня").role == "senior"


@pytest.mark.parametrize("subject", ["Моя легенда", "Легенда моя", "Легенда: я", "My legend", "Легенда"])
def test_t14_6_a_legend_without_any_name_is_the_senders(reader, subject):
    assert reader.read("cartman", subject, "Я грузчик") == (Legend("Я грузчик"),)


def test_t14_6_a_legend_with_another_word_is_shown(reader):
    (said,) = reader.read("cartman", "Легенда персонажа", "Я грузчик")
    assert isinstance(said, Unreadable)
