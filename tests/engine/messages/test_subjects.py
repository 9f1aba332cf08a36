"""Subjects and bodies at their edges: unknown names, beginnings of roles, several names, denials (T14-21, G4, H21)."""

from __future__ import annotations

import pytest

from engine.messages import OrderText, Unreadable


@pytest.mark.parametrize(
    ("subject", "unknown"),
    [
        ("Ночь. Неведомый. Доктор", "Неведомый"),
        ("Ночь. Неведомый. Аня. Доктор", "Неведомый"),
        ("Ночь. Ли. Доктор", "Ли"),
        ("Ночь. Лис или Лиса. Доктор", "Лис или Лиса"),
        ("Ночь. cartman. до", "до"),  # two letters begin too many roles
        ("Ночь. cartman. ко", "ко"),
    ],
)
def test_t14_21_a_subject_that_names_nobody_orders_nothing(reader, subject, unknown):
    (said,) = reader.read("cartman", subject, "лечить Аню")
    assert said == Unreadable(f"the subject names nobody of the game: {unknown}")


@pytest.mark.parametrize(
    ("subject", "body", "order"),
    [
        ("Ночь. cartman. док", "Аню", OrderText(role="doctor", target="Аня")),
        ("Ночь 2. cartman. Доктор. лечить Аню", "", OrderText("doctor", night=2, abilities=("heal",), target="Аня")),
        ("Ночь. cartman. Аня. Доктор", "", OrderText("doctor", target="Аня")),
        ("Ночь 3-я. Доктор", "лечить Аню", OrderText("doctor", night=3, abilities=("heal",), target="Аня")),
        ("3 ночь доктор", "лечить Аню", OrderText("doctor", night=3, abilities=("heal",), target="Аня")),
        ("Ночной ход 12", "лечить Аню", OrderText(night=12, abilities=("heal",), target="Аня")),
        ("Ночь. Шелли. Доктор", "лечить Аню", OrderText("doctor", "Шелли", abilities=("heal",), target="Аня")),
        ("Ночь", "Кого-то лечить Аню", OrderText(abilities=("heal",), target="Аня")),
        ("Ночь", "Аню лечу", OrderText(abilities=("heal",), target="Аня")),
        ("Ночь", "лечить", OrderText(abilities=("heal",))),
        ("Ночь", "не лечить Аню", OrderText(abilities=("heal",), ask=("Аня",))),
        ("Ночь", "лечить Аню. Шелли", OrderText(abilities=("heal",), ask=("Аня", "Шелли"))),
        ("Ночь", "лечить Аню и Шелли", OrderText(abilities=("heal",), ask=("Аня", "Шелли"))),
        ("Ночь", "Аню лечить, Шелли", OrderText(abilities=("heal",), ask=("Аня", "Шелли"))),
        ("Ночь", "лечить Аню. Никого", OrderText(abilities=("heal",), ask=("Аня",))),
    ],
)
def test_t14_21_what_stands_in_subject_and_body_is_one_order(reader, subject, body, order):
    assert reader.read("cartman", subject, body) == (order,)


def test_t14_21_the_ability_may_stand_in_the_subject_and_its_target_in_the_body(reader):
    (said,) = reader.read("cartman", "Ночь. cartman. Доктор. лечить", "Аню")
    assert (said.abilities, said.target, said.ask) == (("heal",), "Аня", ())
