"""What reasons, needs, reports and verdicts are called in each language. A test holds it against the engine's enums."""

from __future__ import annotations

from collections.abc import Mapping

from engine.counts import By, Needs, What, Why

WHY: Mapping[str, Mapping[Why, str]] = {
    "ru": {
        Why.HOST: "пишет ведущий",
        Why.NOT_A_PLAYER: "не игрок",
        Why.LATE: "после окончания дня",
        Why.EARLY: "до начала дня",
        Why.DEAD_VOTER: "голосующий выбыл",
        Why.COMA: "голосующий в коме",
        Why.DELETED: "сообщение удалено",
        Why.EDITED: "сообщение отредактировано",
        Why.NOT_LAST_POST: "не в последнем сообщении дня",
        Why.UNKNOWN_NAME: "такого игрока нет",
        Why.SELF_VOTE: "голос против себя не принимается",
        Why.DEAD_TARGET: "за выбывшего",
        Why.LAPSED: "голос сгорел: игрок выбыл среди дня",
        Why.NEW_VOTE_IN_OVERTIME: "в дополнительное время голос можно только менять",
        Why.STRUCK: "зачёркнуто",
        Why.VOID: "отменено решением ведущего",
        Why.SUPERSEDED: "заменён более поздним голосом",
    },
    "en": {
        Why.HOST: "written by the host",
        Why.NOT_A_PLAYER: "not a player",
        Why.LATE: "after the end of the day",
        Why.EARLY: "before the day began",
        Why.DEAD_VOTER: "the voter is out",
        Why.COMA: "the voter is in coma",
        Why.DELETED: "the post was deleted",
        Why.EDITED: "the post was edited",
        Why.NOT_LAST_POST: "not in the last post of the day",
        Why.UNKNOWN_NAME: "no such player",
        Why.SELF_VOTE: "votes against oneself are not accepted",
        Why.DEAD_TARGET: "for a player who is out",
        Why.LAPSED: "lapsed: a player left in mid-day",
        Why.NEW_VOTE_IN_OVERTIME: "in overtime a vote can only be changed",
        Why.STRUCK: "struck out",
        Why.VOID: "voided by the host",
        Why.SUPERSEDED: "replaced by a later vote",
    },
}
NEEDS: Mapping[str, Mapping[Needs, str]] = {
    "ru": {
        Needs.AMBIGUOUS_NAME: "неясно, кто назван",
        Needs.EDITED: "отредактировано: неясно, какой голос позже",
        Needs.EDITED_AFTER_END: "отредактировано после окончания дня, прежний текст не сохранился",
        Needs.TIME_UNCLEAR: "неясно, до окончания ли дня",
        Needs.SEVERAL_MARKS: "несколько имён в одном сообщении",
        Needs.NEGATED: "имя с отрицанием",
        Needs.MERGED: "склеенное форумом сообщение не отличить от отредактированного",
        Needs.UNKNOWN_ACCOUNT: "чужая учётная запись с именем игрока",
        Needs.UNCLEAR_MARK: "неясно, как показан текст",
        Needs.DAMAGED_TEXT: "текст повреждён",
        Needs.DAY_ACTION: "дневное действие не по форме",
        Needs.AMBIGUOUS_ORDER: "неясно, против кого ход",
    },
    "en": {
        Needs.AMBIGUOUS_NAME: "unclear who is named",
        Needs.EDITED: "edited: unclear which vote is the later one",
        Needs.EDITED_AFTER_END: "edited after the end, the earlier text was not seen",
        Needs.TIME_UNCLEAR: "unclear whether before the end",
        Needs.SEVERAL_MARKS: "several names in one post",
        Needs.NEGATED: "a name in a negation",
        Needs.MERGED: "merged by the forum or edited: cannot be told apart",
        Needs.UNKNOWN_ACCOUNT: "a strange account with a player's name",
        Needs.UNCLEAR_MARK: "unclear how the text is shown",
        Needs.DAMAGED_TEXT: "damaged text",
        Needs.DAY_ACTION: "a day action in loose form",
        Needs.AMBIGUOUS_ORDER: "unclear whom the order is against",
    },
}
WHAT: Mapping[str, Mapping[What, str]] = {
    "ru": {
        What.EDITED: "отредактировано",
        What.DELETED: "удалено",
        What.MERGED_LATE: "дописано позже",
        What.DEAD_POSTS_AGAIN: "выбывший пишет снова",
        What.VOTE_LOST_BY_LAST_POST: "голос потерян: в последнем сообщении его нет",
        What.NEAR_COLOUR: "имя почти цвета голоса",
        What.RENAMED: "сменил имя",
    },
    "en": {
        What.EDITED: "edited",
        What.DELETED: "deleted",
        What.MERGED_LATE: "added to later",
        What.DEAD_POSTS_AGAIN: "a player who is out posts again",
        What.VOTE_LOST_BY_LAST_POST: "vote lost: the last post has none",
        What.NEAR_COLOUR: "a name in almost the vote colour",
        What.RENAMED: "renamed",
    },
}
BY: Mapping[str, Mapping[By, str]] = {
    "ru": {
        By.VOTES: "по голосам",
        By.DICE: "по жребию",
        By.HOST: "решением ведущего",
        By.HAMMER: "большинством, досрочно",
        By.NO_LYNCH: "голосами за «никого»",
    },
    "en": {
        By.VOTES: "by votes",
        By.DICE: "by lot",
        By.HOST: "by the host",
        By.HAMMER: "by majority, at once",
        By.NO_LYNCH: "by votes for no lynch",
    },
}
