"""The words of the players' page in each language. A page cannot be made where one is missing: they are fields."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Words(Struct, frozen=True, kw_only=True):
    """All words of the page in one language."""

    day: str  #: holds {number}
    official: str
    unofficial: str
    preliminary: str  #: unofficial, of a day that is over
    as_of: str  #: holds {at}
    up_to: str  #: before a post
    ends: str
    ended: str
    extra_until: str  #: before the end of the extra time
    ended_by: str  #: before a post
    here: str  #: before the same moment in the reader's own zone
    left: str  #: before the time left
    over: str  #: the time is up, the count is not there yet
    incomplete: str
    delayed: str  #: holds {minutes}
    hidden: Mapping[str, str]  #: by `PublicDay.hidden`; "not_begun" holds {starts}
    no_day: str
    out: str
    nobody_out: str
    split: str
    tie: str
    lot_due: str
    open: str
    annulled: str
    missed_out: str
    closed: str  #: holds {by}
    tally: str
    overtime: str  #: holds {at}
    at_end: str  #: the votes at the day's end, above those of the overtime
    no_votes: str
    nobody: str  #: a vote for nobody
    by_rules: str  #: holds {votes}
    needed: str  #: holds {votes}
    default: str
    ruled_vote: str
    chart: str  #: holds {name}
    silent: str
    all_voted: str
    all_votes: str
    back: str  #: from all votes to the day
    matrix: str
    matrix_note: str
    voter: str
    by_player: str
    find: str
    find_none: str
    by_time: str
    no_history: str
    not_counted: str
    all_lost: str  #: holds {number}
    quotes: str  #: the signs before and behind a quoted text
    waiting: str
    candidates: str
    rulings: str
    changes: str  #: holds {since}
    no_vote: str
    how: str
    how_note: str
    copy: str
    copied: str
    lots: str
    lots_note: str
    commitments: str
    holds: str
    broken: str
    among: str
    mistake: str
    mistake_note: str
    mistake_button: str
    mistake_text: str  #: holds {post}, {url}, {day}, {title}, {at}
    past: str
    past_none_out: str
    past_open: str
    current: str  #: the way back from a day that is over
    in_game: str
    gone: str
    post: str  #: before a post's number
    data: str
    feed: str
    made_by: str
    updated: str  #: holds {at}
    games: str
    no_games: str
    skip: str
    majority: str  #: holds {votes}
    tied: str


RU = Words(
    day="День {number}",
    official="Официальный итог",
    unofficial="Неофициальный подсчёт",
    preliminary="Предварительный итог",
    as_of="На {at}",
    up_to="по сообщение",
    ends="День заканчивается",
    ended="День закончился",
    extra_until="Дополнительное время — до",
    ended_by="День завершило сообщение",
    here="у вас:",
    left="Осталось",
    over="Время вышло, ждём подсчёта.",
    incomplete="Тема прочитана не полностью: в подсчёте может не хватать голосов.",
    delayed="Голоса показываются с задержкой: {minutes}.",
    hidden={
        "until_end": "Голоса будут показаны после окончания дня.",
        "not_begun": "День ещё не начался. Начало: {starts}.",
        "too_new": "Голоса ещё не показываются: они появятся с задержкой, как решил ведущий.",
    },
    no_day="Игра ещё не началась.",
    out="Выбывает",
    nobody_out="Никто не выбывает",
    split="Голоса разделились",
    tie="Ничья",
    lot_due="Решает жребий.",
    open="Итога ещё нет: есть голоса, которые ждут решения ведущего.",
    annulled="Голосование этого дня аннулировано.",
    missed_out="Выбывают за пропуск голосования",
    closed="День закрыт ведущим: {by}.",
    tally="Голоса",
    overtime="Дополнительное время, на {at}",
    at_end="На конец дня, {at}",
    no_votes="Голосов нет.",
    nobody="Никого",
    by_rules="ещё {votes} по правилам",
    needed="до большинства: {votes}",
    default="сам не голосовал",
    ruled_vote="решение ведущего",
    chart="Голоса за игрока {name} по времени",
    silent="Не голосовали",
    all_voted="Проголосовали все.",
    all_votes="Все голоса",
    back="К итогу дня",
    matrix="Кто за кого",
    matrix_note="● — голос стоит, ○ — был и снят.",
    voter="Голосующий",
    by_player="Голоса каждого игрока",
    find="Найти свой голос",
    find_none="Такого игрока среди голосовавших нет.",
    by_time="По времени",
    no_history="Голосов ещё не было.",
    not_counted="Не засчитано",
    all_lost="Все незасчитанные: {number}",
    quotes="«»",
    waiting="Ждёт решения ведущего",
    candidates="возможно",
    rulings="Решения ведущего",
    changes="Изменилось с подсчёта, опубликованного на {since}",
    no_vote="нет голоса",
    how="Как проголосовать",
    how_note="Скопируйте строку в своё сообщение на форуме.",
    copy="Скопировать",
    copied="Скопировано",
    lots="Жребий",
    lots_note="Проверить: сохраните строки в файл и выполните «golosa dice verify файл», "
    "сравнив chain с опубликованным до игры.",
    commitments="Обязательства жребия",
    holds="проверено: сходится",
    broken="проверка не сошлась",
    among="Тянули из",
    mistake="Нашли ошибку?",
    mistake_note="Пришлите ведущему номер сообщения: он стоит у каждого голоса. "
    "Ваш текст ведущий получит только от вас — страница ничего не отправляет.",
    mistake_button="Сообщить об ошибке: сообщение",
    mistake_text="Прошу проверить сообщение {post} {url} («{title}», день {day}, подсчёт на {at}). Что не так: ",
    past="Прошедшие дни",
    past_none_out="никто не выбыл",
    past_open="итога нет",
    current="К текущему дню",
    in_game="В игре",
    gone="Выбыли раньше",
    post="№",
    data="Данные (JSON)",
    feed="Лента подсчётов",
    made_by="Подсчитано программой Golosa.",
    updated="Обновлено: {at}",
    games="Игры",
    no_games="Игр ещё нет.",
    skip="К голосам",
    majority="Большинство: {votes}.",
    tied="поровну",
)

EN = Words(
    day="Day {number}",
    official="Official result",
    unofficial="Unofficial count",
    preliminary="Preliminary result",
    as_of="As of {at}",
    up_to="up to post",
    ends="The day ends",
    ended="The day ended",
    extra_until="Overtime until",
    ended_by="The day was ended by post",
    here="for you:",
    left="Time left:",
    over="Time is up, waiting for the count.",
    incomplete="The thread has not been read whole: votes may be missing.",
    delayed="Votes are shown with a delay: {minutes}.",
    hidden={
        "until_end": "The votes will be shown once the day is over.",
        "not_begun": "The day has not begun. It begins {starts}.",
        "too_new": "No votes are shown yet: they appear with a delay, as the host has decided.",
    },
    no_day="The game has not begun.",
    out="Out",
    nobody_out="Nobody is out",
    split="The votes are split",
    tie="Tie",
    lot_due="The lot decides.",
    open="No result yet: some votes wait for the host.",
    annulled="The vote of this day is void.",
    missed_out="Out for not voting",
    closed="The host has closed the day: {by}.",
    tally="Votes",
    overtime="Overtime, as of {at}",
    at_end="At the end of the day, {at}",
    no_votes="No votes.",
    nobody="Nobody",
    by_rules="and {votes} by the rules",
    needed="short of a majority: {votes}",
    default="has not voted",
    ruled_vote="ruled by the host",
    chart="Votes for {name} over time",
    silent="Have not voted",
    all_voted="Everybody has voted.",
    all_votes="All votes",
    back="Back to the day",
    matrix="Who for whom",
    matrix_note="● — the vote stands, ○ — it stood and was changed.",
    voter="Voter",
    by_player="Each player's votes",
    find="Find my vote",
    find_none="Nobody of that name has voted.",
    by_time="By time",
    no_history="There have been no votes yet.",
    not_counted="Not counted",
    all_lost="All that are not counted: {number}",
    quotes="“”",
    waiting="Waits for the host",
    candidates="perhaps",
    rulings="The host's rulings",
    changes="Changed since the count posted as of {since}",
    no_vote="no vote",
    how="How to vote",
    how_note="Copy a line into your post on the forum.",
    copy="Copy",
    copied="Copied",
    lots="Lots",
    lots_note="To check: save the lines as a file, run “golosa dice verify FILE”, "
    "and compare the chain with the one published before the game.",
    commitments="Commitments of the lots",
    holds="checked: it holds",
    broken="the check failed",
    among="Drawn among",
    mistake="Found a mistake?",
    mistake_note="Send the host the number of the post: it stands beside each vote. "
    "The host gets your text from you only; this page sends nothing.",
    mistake_button="Report a mistake: post",
    mistake_text="Please check post {post} {url} (“{title}”, day {day}, count as of {at}). What is wrong: ",
    past="Earlier days",
    past_none_out="nobody was out",
    past_open="no result",
    current="To the current day",
    in_game="In the game",
    gone="Out before",
    post="No.",
    data="Data (JSON)",
    feed="Feed of counts",
    made_by="Counted by Golosa.",
    updated="Updated: {at}",
    games="Games",
    no_games="There are no games yet.",
    skip="To the votes",
    majority="Majority: {votes}.",
    tied="tied",
)
WORDS = {"ru": RU, "en": EN}
