"""The words of the watch in the game's language: its view, its lines and its messages to the host."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from golosa.watch.plan import Do

Forms = Mapping[str, str]  #: plural form of CLDR -> the word in that form


class Words(Struct, frozen=True, kw_only=True):
    """All words of one language; what stands in braces is put in."""

    day: str
    until_start: str
    until_end: str
    until_extra_end: str
    over: str
    waits_for_host: str
    done: str
    closed: str
    after_closed: str  #: what the host does next once the day is closed
    votes: str
    candidate: str
    voters: str
    silent: str
    nobody: str
    last_post: str
    no_posts: str
    looked: str
    read_whole: str
    never: str
    next: Mapping[Do, str]  #: what is done next
    next_at: str
    reading: str
    reading_of: str
    needs_you: str
    problem: str
    notes: str
    gap: str
    clocks: str  #: the forum's clock and this one differ
    started: str
    resumed: str
    news: str
    no_news: str
    read: str
    failed: str
    busy: str
    recovered: str
    old_settings: str
    page_failed: str
    notify_failed: str
    not_written: str
    drawn: str
    written: str
    title: Mapping[str, str]  #: a message's kind -> its title; holds {day}
    need: Mapping[str, str]  #: a need's kind -> what to do
    last_whole: str
    no_last_whole: str
    ended_early: str
    post: Forms


RU = Words(
    day="день {day}",
    until_start="до начала дня",
    until_end="до конца дня",
    until_extra_end="до конца дополнительного времени",
    over="день окончен, тема читается целиком",
    waits_for_host="день окончен, ждём вас",
    done="итог готов",
    closed="день закрыт",
    after_closed="дальше: ночь, golosa night",
    votes="голоса",
    candidate="за кого",
    voters="кто",
    silent="ещё не голосовали: {names}",
    nobody="никого",
    last_post="последнее сообщение: №{number}, {author}, {at}",
    no_posts="сообщений ещё не прочитано",
    looked="новое смотрели в {at}",
    read_whole="целиком прочитано на {at}",
    never="ещё ни разу",
    next={
        Do.WAIT: "ждём",
        Do.POLL: "посмотреть новое",
        Do.SWEEP: "прочитать тему целиком",
        Do.ASK: "сообщить вам",
        Do.REMIND: "написать напоминание",
        Do.NOTICE: "написать объявление о ничьей",
        Do.DRAW: "бросить жребий",
        Do.COUNT: "официальный подсчёт",
        Do.DONE: "дальше: golosa day close, потом ночь",
    },
    next_at="следующий взгляд в {at} (через {left})",
    reading="читаю тему: страница {page}",
    reading_of="читаю тему: страница {page} из {pages}",
    needs_you="нужно ваше решение",
    problem="не получается: {why}",
    notes="к сведению",
    gap="с {since} до {until} в тему никто не заглядывал: что за это время исправили и вернули назад, узнать нельзя",
    clocks="часы форума и этого компьютера расходятся ({offset}); дни идут по часам форума",
    started="слежу за днём {day}: {title}; конец {ends}",
    resumed="слежу дальше за днём {day}: {title}; конец {ends}",
    news="новое: {posts}; {tally}",
    no_news="нового нет",
    read="тема прочитана целиком: {posts}; {tally}",
    failed="не удалось прочитать тему: {why}; ещё раз в {at}",
    busy="{why}",
    recovered="тема снова читается",
    old_settings="game.toml сейчас не читается ({why}); слежу по прежним настройкам",
    page_failed="страница игроков не обновлена: {why}",
    notify_failed="сообщение «{title}» не отправлено: {why}",
    not_written="текст не получился ({why}); попробуйте сами: golosa notice {kind}",
    drawn="жребий {label} брошен: {chosen}",
    written="{title}: {file}",
    title={
        "ask": "День {day}: нужно ваше решение",
        "remind": "День {day}: напоминание, вставьте в тему",
        "notice": "День {day}: ничья, вставьте в тему",
        "result": "День {day}: итог, вставьте в тему",
        "draw": "День {day}: жребий, вставьте в тему",
        "missed": "День {day}: кто пропустил день, вставьте в тему",
        "trouble": "День {day}: тема не читается",
        "notes": "День {day}: заметки для ведущего",
    },
    need={
        "ruling": "сообщение {post}, {author}: «{text}» — {why}{who}. Решить: golosa rule post {ref} votes ИМЯ (или void)",  # noqa: E501 - a sentence
        "action": "сообщение {post}, {author}: «{text}» — {why}{who}. Решить: golosa rule post {ref} acts ИМЯ (или nobody)",  # noqa: E501 - a sentence
        "overtime": "ничья: опубликуйте объявление и отметьте его время: golosa day overtime",
        "lot": "нужен жребий: {who}. Если обязательство опубликовано (golosa dice commit): golosa dice draw",
        "host": "решить можете только вы: {who}. Записать итог: golosa day close --out ИМЯ (или --nobody)",
        "incomplete": "тема прочитана не вся: {why}",
    },
    last_whole="перед концом дня тема прочитана целиком на {at}",
    no_last_whole="перед концом дня тема ни разу не прочитана целиком: ранние правки видны только по отметкам форума",
    ended_early="день закончился досрочно в {at}",
    post={"one": "сообщение", "few": "сообщения", "many": "сообщений", "other": "сообщения"},
)

EN = Words(
    day="day {day}",
    until_start="until the day starts",
    until_end="until the day ends",
    until_extra_end="until the extra time ends",
    over="the day is over, the thread is being read whole",
    waits_for_host="the day is over, it is your turn",
    done="the result is ready",
    closed="the day is closed",
    after_closed="next: the night, golosa night",
    votes="votes",
    candidate="for",
    voters="by",
    silent="no vote yet: {names}",
    nobody="nobody",
    last_post="last post: #{number}, {author}, {at}",
    no_posts="no posts read yet",
    looked="new posts looked for at {at}",
    read_whole="read whole as of {at}",
    never="never yet",
    next={
        Do.WAIT: "wait",
        Do.POLL: "look for new posts",
        Do.SWEEP: "read the whole thread",
        Do.ASK: "tell you",
        Do.REMIND: "write the reminder",
        Do.NOTICE: "write the tie notice",
        Do.DRAW: "draw the lot",
        Do.COUNT: "the official count",
        Do.DONE: "next: golosa day close, then the night",
    },
    next_at="next look at {at} (in {left})",
    reading="reading the thread: page {page}",
    reading_of="reading the thread: page {page} of {pages}",
    needs_you="needs you",
    problem="trouble: {why}",
    notes="to know",
    gap="not looked at from {since} to {until}: edits made and undone in between cannot be known",
    clocks="the forum's clock and this machine's differ ({offset}); days go by the forum's",
    started="watching day {day}: {title}; it ends {ends}",
    resumed="watching day {day} again: {title}; it ends {ends}",
    news="new: {posts}; {tally}",
    no_news="nothing new",
    read="read whole: {posts}; {tally}",
    failed="could not read the thread: {why}; again at {at}",
    busy="{why}",
    recovered="the thread can be read again",
    old_settings="game.toml cannot be read just now ({why}); going on as before",
    page_failed="the players' page is not renewed: {why}",
    notify_failed='the message "{title}" was not sent: {why}',
    not_written="the text could not be made ({why}); try yourself: golosa notice {kind}",
    drawn="the lot {label} is drawn: {chosen}",
    written="{title}: {file}",
    title={
        "ask": "Day {day}: needs you",
        "remind": "Day {day}: reminder, to paste",
        "notice": "Day {day}: a tie, to paste",
        "result": "Day {day}: the result, to paste",
        "draw": "Day {day}: the lot, to paste",
        "missed": "Day {day}: who missed the day, to paste",
        "trouble": "Day {day}: the thread cannot be read",
        "notes": "Day {day}: notes for the host",
    },
    need={
        "ruling": "post {post}, {author}: «{text}» — {why}{who}. Decide: golosa rule post {ref} votes NAME (or void)",
        "action": "post {post}, {author}: «{text}» — {why}{who}. Decide: golosa rule post {ref} acts NAME (or nobody)",
        "overtime": "a tie: post the notice and enter its time: golosa day overtime",
        "lot": "a lot is due: {who}. Once the commitment is published (golosa dice commit): golosa dice draw",
        "host": "only you can decide: {who}. Enter the result: golosa day close --out NAME (or --nobody)",
        "incomplete": "the thread is not known whole: {why}",
    },
    last_whole="before the end the thread was read whole as of {at}",
    no_last_whole="before the end the thread was never read whole: earlier edits are known by the forum's notices only",
    ended_early="the day ended early, at {at}",
    post={"one": "post", "other": "posts"},
)


def of(lang: str) -> Words:
    """The words of a language of `golosa.catalogue.LANGUAGES`."""
    return RU if lang == "ru" else EN
