"""Words around a name: leads («голосую за»), negations, and the usual words for no vote at all (V8, V11).

All in normal form: folded, ё as е, punctuation as blanks.
"""

from __future__ import annotations

import re

#: Words that may stand before a name and are no part of it.
LEADS = frozenset(
    """
    я мы мой моя наш голосую голосуем голос голоса голосование голосовать проголосую голосну за против в на про
    меняю сменяю переголосую переголосовываю перевожу переношу отдаю ставлю кладу даю оставляю пусть будет это
    казнить казню казним казнь вешаю вешаем вешать повесить линч линчую линчуем линчевать сажаю сажаем посадить
    тюрьму топлю топим убить убиваем выгоняю выгоняем выгнать выносим вынести кандидат кандидатура кандидатуру
    окончательно досрочно итого итог тогда давайте давай сегодня хочу буду точно все таки же ну и а
    vote votes voting voted vt lynch lynching hang hanging kill execute for on against to my i is im me the
    changing change final switch switching
    """.split()
)
#: Leads that say something of their own when nothing follows.
SELF = frozenset("я себя меня сам сама самого саму me myself self".split())

UNVOTE = frozenset(
    """
    снимаю голос|отменяю голос|отзываю голос|забираю голос|снимаю свой голос|отменяю свой голос|снимаю|отменяю
    отмена голоса|отмена|голос снимаю|голос отменяю|убираю голос|анголос|анвоут|unvote|un vote|remove vote
    """.strip()
    .replace("\n", "|")
    .replace("    ", "")
    .split("|")
)
NO_LYNCH = frozenset(
    """
    пас|пасую|никого|ни за кого|воздерживаюсь|воздержусь|воздержался|воздержалась|против всех|никого не казнить
    без казни|без линча|нет казни|не казнить никого|не казнить|no lynch|nolynch|no execution|no kill|no elimination
    no exe|no vote|abstain|skip|sleep
    """.strip()
    .replace("\n", "|")
    .replace("    ", "")
    .split("|")
)

_VERBS = (
    r"(?:голосую|голосуем|голосовать|голосовал|голосовала|голос|казнить|казню|вешаю|вешать|сажаю|линчую|меняю|отдаю"
    r"|vote|voting|voted|lynch)"
)
#: The end of a clause that denies the vote that follows it.
_DENIAL = re.compile(
    rf"(?:^|\s)(?:не|нет|ни|not|no|never|dont|don t|wont|won t|wouldnt|cant)"
    rf"(?:\s+(?:буду|стану|хочу|могу|надо|нужно|стоит|готов|готова|собираюсь|going to|want to|be))?"
    rf"(?:\s+(?:мой|свой|my|a))?(?:\s+{_VERBS})?(?:\s+(?:за|против|на|в|for|on))?$"
)
_CLAUSE = re.compile(r"[,.;:!?—–()\n]")


def denies(before: str, normal: str) -> bool:
    """Whether the text before a name denies the vote: «не голосую за», "not voting for" (V11).

    `before` as written, to find the last clause; `normal` is that clause in normal form.
    """
    return bool(before) and _DENIAL.search(normal) is not None


def last_clause(text: str) -> str:
    """What stands after the last punctuation of a text."""
    return _CLAUSE.split(text)[-1]
