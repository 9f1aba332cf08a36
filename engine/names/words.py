"""Words around a name: leads («голосую за»), negations, conditions, and the usual words for no vote at all (V8, V11).

All in normal form: folded, ё as е, punctuation and apostrophes off. Knows no player.
"""

from __future__ import annotations


def _phrases(text: str) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()) for phrase in text.split("|"))


#: Words that cast a vote when a name follows.
CASTS = frozenset(
    """
    голосую голосуем голосовать проголосую голосну переголосую переголосовываю казнить казню казним вешаю вешаем
    вешать повесить линч линчую линчуем линчевать сажаю сажаем посадить топлю топим убить убиваем выгоняю выгоняем
    выгнать выношу выносим вынести отдаю ставлю кладу даю меняю сменяю перевожу переношу перекидываю остаюсь останусь
    подтверждаю выбираю выбрал выбрала жгу
    vote voting vt lynch lynching hang hanging kill execute elim eliminate exile hammer
    """.split()
)
#: The vote as a thing: casts one too, unless it is what is taken back.
VOTE_NOUNS = frozenset("голос голоса голосом vote votes казнь выбор кандидат кандидатура кандидатуру".split())
CHANGES = frozenset("меняю сменяю поменяю перевожу переношу перекидываю change changing switch switching move".split())
#: Other words that may stand before a name and are no part of it.
FILLERS = frozenset(
    """
    я мы мой моя свой свою наш голосование за против в во на про с со тюрьму виселицу петлю пусть будет это игрок игрока
    тебя окончательно досрочно итого итог тогда давайте давай сегодня точно все таки же ну и а но лучше так
    передумал передумала
    voted votes execute for on against off to from my mine i is im me the a v player final finally now ok okay then and
    change changing switch switching move moving my
    """.split()
)
LEADS = CASTS | VOTE_NOUNS | CHANGES | FILLERS
#: Verbs that stand between a negation and the vote: «не буду голосовать».
HELPERS = frozenset(
    """
    буду будем стану стал стала хочу хотел хотела могу надо нужно стоит готов готова собираюсь планирую намерен думаю
    трогаем трогать трогаю ни даже больше пока
    going want wanna gonna will am be being ever even really yet anymore
    """.split()
)
DENIALS = frozenset(
    """
    не ни нет нельзя not no never nor dont doesnt didnt wont wouldnt cant couldnt shouldnt isnt arent aint cannot
    """.split()
)
#: Words after which a vote is only thought of.
CONDITIONS = frozenset(
    """
    бы б если может возможно мог могла наверное кроме
    would could might may maybe perhaps should if unless suppose except considering
    """.split()
)
#: Words that take a vote back; the first group is one word with its object, the second takes «голос» after it.
UNVOTES = frozenset("unvote unvoting анвоут анголос".split())
TAKES_BACK = frozenset(
    """
    снимаю сниму снимаем отменяю отменю отменяем отзываю отзову забираю заберу убираю уберу
    remove removing rescind retract withdraw
    """.split()
)
FROM, ONTO = frozenset("с со from off".split()), frozenset("на to onto".split())
INSTEAD = frozenset("вместо instead".split())
CONTRAST = frozenset("а но but".split())
#: Words that open another clause without a comma.
CONNECTIVES = frozenset(
    """
    потому поскольку ибо так как что чтобы который которая он она они это
    because cause cuz bc since as for he she they who whose hes shes theyre so until till due
    """.split()
)
#: Who votes for himself.
SELF = frozenset("я себя меня сам сама самого саму me myself self".split())
#: Words of every day: alone they are a name's part only by chance, so they are asked about.
COMMON = (
    LEADS
    | HELPERS
    | DENIALS
    | CONDITIONS
    | UNVOTES
    | TAKES_BACK
    | INSTEAD
    | CONNECTIVES
    | SELF
    | frozenset(
        """
        the an of in at by it its we you your our his her him them us this that these those there here what when where
        why how all any some one two three none nobody noone someone anyone everyone everybody man men woman women guy
        guys people person player players count counts counting votecount history mafia scum town townie wagon
        bandwagon day night game thread post posts page deadline extension random please later role case reason mod
        host list sure just more most very
        про из от до по при для без под над или либо тот эта эти все всех всем кто где когда как так вот тут там мафия
        мирный мирные город день ночь игра пост тема ведущий голосование казнь минус плюс
        """.split()
    )
)

UNVOTE = _phrases(
    """
    снимаю голос|отменяю голос|отзываю голос|забираю голос|снимаю свой голос|отменяю свой голос|отзываю свой голос
    |забираю свой голос|снимаю|отменяю|отмена голоса|отмена|голос снимаю|голос отменяю|убираю голос|убираю свой голос
    |беру голос назад|анголос|анвоут|unvote|un vote|remove vote|remove my vote|unvoting
    """
)
NO_LYNCH = _phrases(
    """
    пас|пасую|пропускаю|скип|никого|ни за кого|ни на кого|ни за кого не голосую
    |воздерживаюсь|воздержусь|воздержался|воздержалась
    |против всех|никого не казнить|никого не казним|никого не вешаем|без казни|без линча|нет казни|нет линча
    |отсутствие казни|не казнить никого|не казнить|не казним|no lynch|nolynch|no execution|no kill|no elimination
    |no elim|no exe|no hang|no vote|no one|noone|nobody|abstain|skip|sleep
    """
)
