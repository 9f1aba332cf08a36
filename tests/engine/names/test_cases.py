"""V4: every case form of every declension class names its player, and nobody else."""

import pymorphy3
import pytest

from engine.names import Names, Word
from engine.people import Player, Roster

OTHERS = ("Zorro", "Гримм", "Blackbird", "Пифагор")

#: Invented names of each class with their forms: genitive, dative, accusative, instrumental, prepositional.
PARADIGMS = {
    "Брондак": "брондака брондаку брондака брондаком брондаке",
    "Хвощ": "хвоща хвощу хвоща хвощом хвоще",
    "Грюфей": "грюфея грюфею грюфея грюфеем грюфее",
    "Мувий": "мувия мувию мувия мувием мувии",
    "Тумбрель": "тумбреля тумбрелю тумбреля тумбрелем тумбреле",
    "Шмурец": "шмурца шмурцу шмурца шмурцом шмурце",
    "Тюмок": "тюмка тюмку тюмка тюмком тюмке",
    "Врулёк": "врулька врульку врулька врульком врульке",
    "Пырень": "пырня пырню пырня пырнем пырне",
    "Кузьбёл": "кузьбла кузьблу кузьбла кузьблом кузьбле",
    "Бвака": "бваки бваке бваку бвакой бваке",
    "Тыжа": "тыжи тыже тыжу тыжей тыже",
    "Мюзя": "мюзи мюзе мюзю мюзей мюзе",
    "Граслия": "граслии граслии граслию граслией граслии",
    "Хмурь": "хмури хмури хмурь хмурью хмури",
    "Стрюно": "стрюна стрюну стрюно стрюном стрюне",
    "Хлюпье": "хлюпья хлюпью хлюпье хлюпьем хлюпье",
    "Дремание": "дремания дреманию дремание дреманием дремании",
    "Бырый": "бырого бырому бырого бырым быром",
    "Хлюкий": "хлюкого хлюкому хлюкого хлюким хлюком",
    "Синзий": "синзего синзему синзего синзим синзем",
    "Мрачной": "мрачного мрачному мрачного мрачным мрачном",
    "Вярая": "вярой вярой вярую вярой вярой",
    "Дрюняя": "дрюней дрюней дрюнюю дрюней дрюней",
    "Клюквов": "клюквова клюквову клюквова клюквовым клюквове",
    "Мырин": "мырина мырину мырина мыриным мырине",
    "Брунский": "брунского брунскому брунского брунским брунском",
    "Кваковцев": "кваковцева кваковцеву кваковцева кваковцевым кваковцеве",
    "Бульки": "булек булькам булек бульками бульках",
    "Хрумы": "хрумов хрумам хрумов хрумами хрумах",
    "Ромни": "ромни ромни ромни ромни ромни",
    "Кенду": "кенду кенду кенду кенду кенду",
    "Ферро": "ферро ферро ферро ферро ферро",
    "Каратэ": "каратэ каратэ каратэ каратэ каратэ",
}


def _reader(*players: str) -> Names:
    return Names(Roster(tuple(Player(name) for name in (*players, *OTHERS))))


@pytest.mark.parametrize("name", PARADIGMS)
def test_v4_all_forms_of_an_invented_name(name: str) -> None:
    reader = _reader(name)
    for form in (name, *PARADIGMS[name].split()):
        for text in (form, form.upper(), f"голосую за {form}", f"меняю голос на {form}!"):
            assert reader.read(text).player == name, text


@pytest.mark.parametrize("name", PARADIGMS)
def test_v4_all_forms_typed_on_the_other_layout(name: str) -> None:
    keys = str.maketrans("ёйцукенгшщзхъфывапролджэячсмитьбю", "`qwertyuiop[]asdfghjkl;'zxcvbnm,.")
    reader = _reader(name)
    for form in (name, *PARADIGMS[name].split()):
        assert reader.read(form.lower().translate(keys)).player == name, form


WORDS = """
    волк кот дракон рыцарь король зверь олень медведь якорь огонь пень камень корень парень голубь вождь тигр лев орёл
    осёл козёл котёл узел пёс лёд ветер огурец боец купец палец заяц месяц немец европеец китаец актёр герой муравей
    соловей гений пролетарий пончик кусок щенок котёнок цветок огонёк зверёк хорёк лиса кошка рука щука туча груша кожа
    птица улица свинья судья княжна звезда буря няня тётя вишня башня армия молния змея аллея тень ночь мышь дочь мать
    соль лошадь кровь любовь церковь тетрадь смерть рожь печь окно солнце озеро море зеркало колесо чудо знание ружьё
    чудовище лицо имя пламя время чёрный светлый злой слепой седой синий последний хороший рыжий тихий портной рядовой
    волчий третий горничная синяя золотая пётр павел андрей дмитрий юрий григорий лев илья кузьма данил мария софья
    юлия катя саша миша илья иванов царицын достоевский толстой чехов гоголь крамской левитан близнец храбрец жеребец
""".split()
CASES = ("nomn", "gent", "datv", "accs", "ablt", "loct")


@pytest.fixture(scope="module")
def oracle() -> pymorphy3.MorphAnalyzer:
    return pymorphy3.MorphAnalyzer()


def test_v4_known_words_in_all_cases_as_the_dictionary_has_them(oracle: pymorphy3.MorphAnalyzer) -> None:
    asked = 0
    for word in WORDS:
        reader = _reader(word.capitalize())
        for parse in oracle.parse(word):
            if parse.word != word or "nomn" not in parse.tag or not {"NOUN", "ADJF"} & set(parse.tag.grammemes):
                continue
            if "plur" in parse.tag or parse.score < 0.05:
                continue
            for case in CASES:
                wanted = {case, "sing"} | ({"anim"} if "ADJF" in parse.tag and "masc" in parse.tag else set())
                form = parse.inflect(wanted)
                if form is not None:
                    asked += 1
                    assert reader.read(form.word).player == word.capitalize(), (word, form.word)
    assert asked > 800


@pytest.mark.parametrize(
    ("text", "player"),
    [
        ("Ивана Грозного", "Иван Грозный"),
        ("грозным", "Иван Грозный"),
        ("Бабу Ягу", "Баба-Яга"),
        ("Кота Базилио", "Кот Базилио"),
        ("дочери ночи", "Дочь Ночи"),
        ("Лесного Эльфа", "ЛеснойЭльф"),
        ("лесногоэльфа", "ЛеснойЭльф"),
        ("Цветочка99", "Цветочек99"),
        ("wolf-а", "Dark_Wolf"),
        ("anvil'ом", "Anvil"),
        ("anvila", "Anvil"),
        ("Анвилу", "Anvil"),
        ("дарк вольфа", "Dark_Wolf"),
    ],
)
def test_v4_forms_of_compound_and_latin_names(text: str, player: str) -> None:
    roster = "Иван Грозный|Баба-Яга|Кот Базилио|Дочь Ночи|ЛеснойЭльф|Цветочек99|Dark_Wolf|Anvil".split("|")
    assert _reader(*roster).read(text).player == player


def test_v4_a_form_of_two_players_is_asked_about() -> None:
    reader = _reader("Тигр", "Тигра", "Валентин", "Валентина")
    assert reader.read("тигру").ask == ("Тигр", "Тигра")
    assert reader.read("Валентина").ask == ("Валентин", "Валентина")
    assert reader.read("Валентиной").player == "Валентина"


def test_v4_a_cyrillic_ending_that_looks_like_a_letter_of_another_nick() -> None:
    reader = _reader("Rolf", "Rolfy")
    assert reader.read("Rolfу").ask == ("Rolf", "Rolfy")
    assert reader.read("Rolfy").player == "Rolfy"


def test_v11_forms_in_a_denial() -> None:
    assert _reader("Брондак").read("не голосую за Брондака").word is Word.NEGATED


PLURALS = {
    "Глаза": "глаз глазам глаз глазами глазах",
    "Рога": "рогов рогам рогов рогами рогах",
    "Города": "городов городам города городами городах",
    "Профессора": "профессоров профессорам профессоров профессорами профессорах",
    "Сторожа": "сторожей сторожам сторожей сторожами сторожах",
    "Окна": "окон окнам окна окнами окнах",
    "Письма": "писем письмам письма письмами письмах",
    "Учителя": "учителей учителям учителей учителями учителях",
    "Края": "краев краям края краями краях",
}


@pytest.mark.parametrize("name", PLURALS)
def test_v4_a_nick_that_is_a_plural_in_a(name: str) -> None:
    reader = _reader(name)
    for form in PLURALS[name].split():
        for text in (form, form.upper(), f"голосую за {form}", f"##vote {form}"):
            assert reader.read(text).player == name, text


@pytest.mark.parametrize(
    ("players", "text", "asked"),
    [
        (("Глаза", "Глазунов"), "глаз", ("Глаза", "Глазунов")),
        (("Красные Глаза", "Глазунов"), "глаз", ("Красные Глаза", "Глазунов")),
        (("Лиса", "Лисовский"), "лисов", ("Лиса", "Лисовский")),
        (("Лиса", "Лисёнок"), "лис", ("Лиса", "Лисёнок")),
        (("Марина", "Марин"), "маринам", ("Марина", "Марин")),
        (("Рога", "Черные Рога"), "рогами", ("Рога", "Черные Рога")),
    ],
)
def test_v4_what_may_be_a_plural_and_anothers_name_is_asked_about(
    players: tuple[str, ...], text: str, asked: tuple[str, ...]
) -> None:
    named = _reader(*players).read(text)
    assert (named.player, named.ask) == (None, asked)


@pytest.mark.parametrize(
    ("players", "text"),
    [(("Глаза", "Глаз"), "глаз"), (("Роза", "Роз"), "роз"), (("Роза", "Розов"), "Розов"), (("Лиса", "Лисы"), "лисам")],
)
def test_v4_a_possible_plural_takes_no_name_from_another(players: tuple[str, str], text: str) -> None:
    assert _reader(*players).read(text).player == players[1]


@pytest.mark.parametrize(
    "text", ["красных глаз", "Красным глазам", "голосую за красные глаза", "красными глазами", "красных глазах"]
)
def test_v4_a_plural_in_a_with_its_adjective(text: str) -> None:
    assert _reader("Красные Глаза", "Красный Глаз").read(text).player == "Красные Глаза"


def test_v4_names_of_five_words_and_more_have_all_their_cases() -> None:
    five, six = "Старый Добрый Большой Белый Кит", "Хитрая Рыжая Лиса Из Тёмного Бора"
    reader = _reader(five, six)
    for text in ("старого доброго большого белого кита", "старым добрым большим белым китом"):
        assert reader.read(text).player == five, text
    for text in ("хитрую рыжую лису из тёмного бора", "Хитрой рыжей лисы из темного бора"):
        assert reader.read(text).player == six, text
