"""Words of dates in the languages of forums, as data."""

from __future__ import annotations

import re
from datetime import timedelta

_NAMES = """
1 января январь янв january jan januar janvier janv enero ene січня січень січ januari gennaio styczeń stycznia janeiro
2 февраля февраль фев февр february feb februar février févr fév febrero лютого лютий лют februari febbraio luty lutego
3 марта март мар march mar märz mars marzo березня березень бер maart marzec marca mart março
4 апреля апрель апр april apr avril avr abril квітня квітень квіт aprile kwiecień kwietnia
9 septembar
10 października
12 grudnia decembar
5 мая май may mai mayo травня травень трав mei maggio maj maja maio
6 июня июнь июн june jun juni juin junio червня червень черв giugno czerwiec czerwca junho jun
7 июля июль июл july jul juli juillet juil julio липня липень лип luglio lipiec lipca julho
8 августа август авг august aug août aoû agosto ago серпня серпень серп augustus sierpień sierpnia avgust avg
9 сентября сентябрь сен сент september sep sept septembre septiembre вересня вересень вер settembre wrzesień września
10 октября октябрь окт october oct oktober okt octobre octubre жовтня жовтень жовт ottobre październik oktobar
11 ноября ноябрь ноя нояб november nov novembre noviembre листопада листопад лист novembre listopad listopada novembar
12 декабря декабрь дек december dec dezember dez décembre déc diciembre dic грудня грудень груд dicembre grudzień
1 sty gen oca
2 lut fev şub
4 кві kwi abr nis
5 тра mag
6 чер cze giu haz
7 lip lug tem
8 сер sie ağu
9 wrz set eyl
10 жов paź ott out eki
11 лис lis kas
12 гру gru ara
"""
#: The number of a month by its name, full or short, in small letters.
MONTHS = {name: int(line.split()[0]) for line in _NAMES.strip().splitlines() for name in line.split()[1:]}

#: How many days ago a day is that is told by a word.
DAY_WORDS = {
    "сегодня": 0, "today": 0, "heute": 0, "aujourd'hui": 0, "aujourd’hui": 0, "hoy": 0, "сьогодні": 0, "danas": 0,
    "dzisiaj": 0, "вчера": 1, "yesterday": 1, "gestern": 1, "hier": 1, "ayer": 1, "вчора": 1, "juče": 1, "wczoraj": 1,
}  # fmt: skip

AM_WORDS = ("am", "a.m.", "пре подне", "pre podne", "утра", "ночи", "до полудня")
PM_WORDS = ("pm", "p.m.", "по подне", "posle podne", "дня", "вечера", "после полудня")
#: What may stand behind a time of day besides: who edited, or a word for the hour.
AFTER_TIMES = frozenset(
    "by от пользователем участником автором від користувачем par por von da door przez uhr ч".split()
)

_SECOND, _MINUTE, _HOUR, _DAY = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
_UNITS = (
    (_SECOND, "секунду секунды секунд сек с second seconds sec secs s"),
    (_MINUTE, "минуту минуты минут мин м minute minutes min mins m"),
    (_HOUR, "час часа часов ч hour hours hr hrs h an"),
    (_DAY, "день дня дней сутки суток дн day days d"),
    (_DAY * 7, "неделю недели недель week weeks"),
)
#: The length of a unit of time by its word.
UNITS = {word: unit for unit, words in _UNITS for word in words.split()}
del UNITS["an"]

#: Ages below a minute.
AGO_NOW = frozenset(
    (
        "менее минуты назад", "менее 1 минуты назад", "меньше минуты назад", "только что", "less than a minute ago",
        "less than 1 minute ago", "just now", "a moment ago", "moments ago", "секунду назад",
    )
)  # fmt: skip
#: What every age ends with, for a quick look.
AGO_ENDS = ("назад", "ago", "только что", "just now")
#: Ages in whole units.
AGO = re.compile(
    r"(?:около\s+)?(?P<ago>(?:\d+\s+)?[^\W\d_]+\.?(?:\s+и?\s*\d+\s+[^\W\d_]+)*)\s+назад"
    r"|(?:an?\s+|about\s+)?(?P<ago2>(?:\d+\s+)?[a-z]+(?:,?\s+(?:and\s+)?\d+\s+[a-z]+)*)\s+ago"
)
