"""Orders, legends and notes out of private messages (T14-6, T14-21, T14-23, G4, H21)."""

import pytest

from engine.messages import Legend, Note, OrderText, Reader, Unreadable


def only_order(reader: Reader, subject: str, body: str, sender: str = "cartman") -> OrderText:
    (said,) = reader.read(sender, subject, body)
    assert isinstance(said, OrderText)
    return said


def test_t14_21_the_form_of_the_rules(reader):
    assert reader.read("cartman", "Ночь. cartman. Доктор.", "Лечить Аню") == (
        OrderText(role="doctor", abilities=("heal",), target="Аня"),
    )


@pytest.mark.parametrize(
    "subject",
    [
        "ночь, cartman, доктор",
        "Ночь cartman доктор",
        "НОЧЬ. CARTMAN. ДОКТОР",
        "Ночь.cartman.Доктор",
        "Ночь - Картман - доктор",
        "ночь: доктор, cartman",
        "Re: Ночь. cartman. Док",
        "Re[2]: Ночь. Эрик. Доктор",
    ],
)
def test_t14_21_looser_subjects_name_the_sender_and_his_role(reader, subject):
    said = only_order(reader, subject, "лечить Аню")
    assert (said.role, said.member, said.target) == ("doctor", None, "Аня")


@pytest.mark.parametrize(
    "body",
    [
        "Лечить Аню",
        "лечу Аню.",
        "Аня",
        "Аню",
        "Аню лечу",
        "Лечить: Аня",
        "Лечить\nАню",
        "Добрый вечер! Прошу лечить Аню, спасибо.",
        "перевязать Аню",
        "anya_1990",
        "лечить anya_1990",
        "ЛЕЧИТЬ АНЮ!!!",
        "Буду лечить Аню",
    ],
)
def test_t14_21_the_body_names_the_target_in_any_form(reader, body):
    assert only_order(reader, "Ночь. cartman. Доктор", body).target == "Аня"


@pytest.mark.parametrize(
    ("body", "target", "ability"),
    [
        ("в гости к Шелли", "Шелли", "visit"),
        ("Иду пить к Ане", "Аня", "visit"),
        ("Проверить Деда Мороза", "Дед Мороз", "check"),
        ("Убить Деда Мороза", "Дед Мороз", "kill"),
    ],
)
def test_t14_21_each_ability_has_its_words(reader, body, target, ability):
    said = only_order(reader, "Ночь", body)
    assert (said.target, said.abilities) == (target, (ability,))


def test_t14_21_everything_may_stand_in_the_subject_or_in_the_body(reader):
    expected = OrderText(role="doctor", abilities=("heal",), target="Аня")
    assert reader.read("cartman", "Ночь. cartman. Доктор. Лечить Аню", "") == (expected,)
    assert reader.read("cartman", "Ход", "Ночь. cartman. Доктор.\nЛечить Аню") == (expected,)


def test_t14_21_a_nick_that_begins_with_a_role_is_a_nick(reader):
    said = only_order(reader, "Ночь. Доктор Хаус. Доктор", "лечить себя", sender="Доктор Хаус")
    assert (said.role, said.member, said.target) == ("doctor", None, "Доктор Хаус")


def test_t14_21_the_role_claimed_is_told_also_where_it_is_not_the_senders(reader):
    assert only_order(reader, "Ночь. cartman. Босс мафии", "убить Аню").role == "boss"


def test_t14_21_a_stranger_as_target_leaves_no_target(reader):
    said = only_order(reader, "Ночь. cartman. Доктор", "Лечить player")
    assert (said.target, said.ask, said.withdraws) == (None, (), False)


def test_t14_21_a_stranger_in_the_subject_is_unreadable(reader):
    assert reader.read("cartman", "Ночь. Вася. Доктор", "Лечить Аню") == (
        Unreadable("the subject names nobody of the game: Вася"),
    )


@pytest.mark.parametrize(
    ("subject", "body"), [("Ночь. cartman. Доктор", "  "), ("Вопрос", "Когда конец дня?"), ("", "")]
)
def test_t14_21_what_is_no_order_is_told_and_not_dropped(reader, subject, body):
    (said,) = reader.read("cartman", subject, body)
    assert isinstance(said, Unreadable)
    assert said.why


@pytest.mark.parametrize(
    ("body", "ask"),
    [
        ("лечить Лиса", ("Лис", "Лиса")),
        ("лечить cartmen", ("cartman",)),
        ("лечить Аню или Шелли", ("Аня", "Шелли")),
        ("лечить Аню. Или нет, лучше Шелли", ("Аня", "Шелли")),
        ("не лечить Аню", ("Аня",)),
        ("Аня подозрительна, лечу Шелли", ("Аня", "Шелли")),
        ("лечу Аню. Никого", ("Аня",)),
    ],
)
def test_v4_an_order_that_may_mean_several_or_is_denied_asks(reader, body, ask):
    said = only_order(reader, "Ночь. cartman. Доктор", body)
    assert (said.target, said.ask) == (None, ask)


@pytest.mark.parametrize("body", ["Никого", "никого не лечу", "отмена", "Пропускаю ход.", "Ни к кому не иду"])
def test_g4_an_order_is_withdrawn_in_words(reader, body):
    said = only_order(reader, "Ночь. cartman. Доктор", body)
    assert said.withdraws
    assert said.target is None


@pytest.mark.parametrize("body", ["лечу Аню, проверяю Шелли", "Лечу Аню. Проверяю Шелли."])
def test_two_abilities_in_one_message_are_two_orders(reader, body):
    said = reader.read("cartman", "Ночь", body)
    assert [(order.abilities, order.target) for order in said] == [(("heal",), "Аня"), (("check",), "Шелли")]


def test_h21_another_member_and_a_night_ahead_are_read_from_the_subject(reader):
    said = only_order(reader, "Ночь 3. Шелли. Босс", "убить Аню")
    assert (said.member, said.night, said.role) == ("Шелли", 3, "boss")


@pytest.mark.parametrize("title", ["Mafia boss", "mafia", "Босс мафии", "boss"])
def test_a_role_is_known_by_its_names_in_all_languages(reader, title):
    assert only_order(reader, f"Night 3. Шелли. {title}", "убить Аню").role == "boss"


def test_t14_21_the_first_line_of_the_body_may_be_the_heading(reader):
    said = only_order(reader, "Привет", "Ночь 3. Шелли. Босс\nубить Аню\nСпасибо!")
    assert (said.member, said.night, said.role, said.target) == ("Шелли", 3, "boss", "Аня")


def test_t14_6_a_legend_names_a_sender_of_several_words(reader):
    assert reader.read("Дед Мороз", "Легенда Дед Мороз", "Я грузчик") == (Legend("Я грузчик"),)


def test_t14_6_a_legend_names_its_sender(reader):
    assert reader.read("cartman", "Легенда. cartman", "Я скромный грузчик Ганс.\nКоплю на велосипед.") == (
        Legend("Я скромный грузчик Ганс.\nКоплю на велосипед."),
    )
    assert isinstance(reader.read("cartman", "Легенда Ани", "Я грузчик")[0], Unreadable)
    assert isinstance(reader.read("cartman", "Легенда cartman", "")[0], Unreadable)


def test_t14_23_a_note_has_its_day(reader):
    assert reader.read("cartman", "Мафия.2.Записка", "Он ушёл под дождём.") == (Note(2, "Он ушёл под дождём."),)
    assert reader.read("cartman", "Записка", "Он ушёл.") == (Note(None, "Он ушёл."),)
    (said,) = reader.read("cartman", "Мафия.2.Записка", " ")
    assert isinstance(said, Unreadable)
    assert said.why
