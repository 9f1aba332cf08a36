"""The words of private messages: of abilities, around a name, of taking an order back (T14-21, G4).

All in the normal form of `engine.names.normal.tokens`: folded, ё as е. Only forms that announce an action stand here
(«лечу», «лечить», «буду лечить»), none that tell of the past («лечил»).
"""

from __future__ import annotations

#: By ability kind: the words that announce it.
ABILITY_WORDS: dict[str, frozenset[str]] = {
    "kill": frozenset(
        "убить убиваю убиваем убью убьем убей убейте убийство застрелить застрелю стрелять стреляю стреляем мочить "
        "мочу замочить отстрел выстрел kill shoot".split()
    ),
    "heal": frozenset(
        "лечить лечу лечим вылечить вылечу полечить полечу излечить спасти спасаю спасать лечение лечи лечите "
        "heal save".split()
    ),
    "check": frozenset(
        "проверить проверяю проверяем проверять проверю проверка проверку проверь проверьте чекнуть чек чекаю узнать "
        "check investigate".split()
    ),
    "visit": frozenset(
        "посетить посещаю посещу посещение гости гостить навестить навещаю навещу прийти приду выпить пить пью иду "
        "пойти пойду идти visit".split()
    ),
    "damage": frozenset(
        "бить бью ударить ударю избить стрелять стреляю выстрелить выстрелю ранить раню травить травлю отравить "
        "отравлю урон атаковать атакую атака убить убиваю убиваем damage hit shoot poison attack".split()
    ),
    "block": frozenset("блокировать блокирую заблокировать заблокирую блок блочу проклясть проклинаю block".split()),
    "protect": frozenset("защитить защищаю защищу защита охранять охраняю охрана protect guard".split()),
}

#: Words around a target that say nothing of their own.
FILLERS = frozenset(
    "я мы хочу хотим буду будем прошу просим пожалуйста плиз пж спасибо сегодня ночью ночь эту этой цель ход ходом мой "
    "наш моя наша действие жертва пациент игрока игрок игроку этого в к у ко на с на и то тогда привет здравствуйте "
    "здравствуй добрый доброй вечер ночи день всем ведущий господин please the to i will my target action".split()
)

#: Whole sentences that take an order back or give none.
WITHDRAWALS = frozenset(
    "никого|никто|никому|ни к кому|ничего|ничего не делаю|ничего не буду делать|никого не лечу|никого не лечить|"
    "никого не убиваю|никого не убиваем|никого не убивать|никого не проверяю|никого не проверять|не хожу|не иду|"
    "ни к кому не иду|ни к кому не хожу|никуда не иду|никуда не хожу|сижу дома|остаюсь дома|пропускаю|пропускаю ход|"
    "пропуск|пропуск хода|пас|пасую|отмена|отменяю|отменяю ход|отменяю заявку|отменяю действие|снимаю заявку|"
    "без действия|без хода|nobody|no one|nothing|skip|pass|cancel".split("|")
)

#: The word that opens the subject of an order, and those of the other two kinds of messages (T14-6, T14-21, T14-23).
ORDER_WORDS = frozenset(["ночь", "ночной", "ночное", "ночи", "night"])
LEGEND_WORDS = frozenset(["легенда", "легенду", "legend"])
MINE = frozenset(["моя", "мою", "my"])
NOTE_WORDS = frozenset(["записка", "записку", "note"])
REPLY_WORDS = frozenset(["re", "fw", "fwd", "на", "отв", "ответ"])
