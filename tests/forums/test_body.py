"""Marks and lines of a body, as a browser shows them (V1, V2, V11, E8)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from engine.posts import Body, Mark, MarkKind
from engine.times import Interval
from forums.body import read_body
from forums.profile import GENERIC, Profile

RED = "#ff0000"


def colours(html: str, profile: Profile = GENERIC) -> list[tuple[str, str | None]]:
    return [(mark.text, mark.colour) for mark in of_kind(read_body(html, profile), MarkKind.COLOUR)]


def of_kind(body: Body, kind: MarkKind) -> list[Mark]:
    return [mark for mark in body.marks if mark.kind is kind]


def only(html: str, profile: Profile = GENERIC) -> Mark:
    (mark,) = of_kind(read_body(html, profile), MarkKind.COLOUR)
    return mark


@pytest.mark.parametrize(
    "html",
    [
        '<span style="color: red">Аня</span>',
        '<span style="color:RED;">Аня</span>',
        "<span style='color: #F00'>Аня</span>",
        '<span style="color: rgb(255, 0, 0)">Аня</span>',
        '<span style="font-size: 9pt; color: hsl(0, 100%, 50%) !important">Аня</span>',
        '<font color="Red">Аня</font>',
        '<font color="ff0000">Аня</font>',
        '<span style="color: red"><b>Ан</b>я</span>',
        '<b><span style="color: blue"><span style="color: red">Аня</span></span></b>',
        '<span style="color: red"><a href="x">Аня</a></span>',
        '<span style="color: red">Ан</span><span style="color: #ff0000">я</span>',
        '<span style="color: nonsense; color: red; color: alsononsense">Аня</span>',
        '<span style="color: red">  Аня <img class="emoji" alt="😀" src="x"></span>',
        '<span style="color: red">😀🔪 Аня ????</span>',
        '<span style="color: red">А<!-- нет -->ня<script>"Лис"</script><style>.a{}</style></span>',
    ],
)
def test_v1_however_the_colour_was_typed_the_colour_shown_is_read(html: str) -> None:
    assert colours(html) == [("Аня", RED)]


def test_v1_the_innermost_colour_wins() -> None:
    html = '<span style="color: red">Аня <span style="color: white">Лис</span> Кот</span>'
    assert colours(html) == [("Аня", RED), ("Лис", "#ffffff"), ("Кот", RED)]


def test_v1_a_line_break_inside_changes_nothing_and_is_a_blank() -> None:
    assert colours('<span style="color:red">Доктор<br>\n Хаус</span>') == [("Доктор Хаус", RED)]
    assert colours("<font color=red><p>Доктор</p><p>Хаус</p></font>") == [("Доктор Хаус", RED)]


def test_v1_two_runs_with_other_text_or_a_break_between_are_two_marks() -> None:
    assert colours("<font color=red>Аня</font> <font color=red>Лис</font>") == [("Аня", RED), ("Лис", RED)]
    assert colours("<font color=red>Аня</font><br><font color=red>Лис</font>") == [("Аня", RED), ("Лис", RED)]


def test_v1_white_on_white_is_a_colour_like_any_other() -> None:
    assert colours('<span style="color: #fff">Аня</span>') == [("Аня", "#ffffff")]


def test_v1_a_class_that_the_board_colours_is_a_colour() -> None:
    board = Profile(colours=(("vote-red", RED),))
    assert colours('<span class="big Vote-Red">Аня</span>', board) == [("Аня", RED)]


def test_v1_emoji_alone_are_no_mark_but_a_single_question_mark_stays() -> None:
    assert colours("<font color=red>😀</font><font color=blue>Аня?</font>") == [("Аня?", "#0000ff")]


def test_v1_typed_html_and_unparsed_bbcode_are_text() -> None:
    assert colours('&lt;span style="color: red"&gt;Аня&lt;/span&gt; [color="green"]Лис[/color]') == []


@pytest.mark.parametrize(
    "html",
    [
        "<blockquote>{}</blockquote>",
        '<div class="quotebox"><cite>Аня пишет:</cite><blockquote>{}</blockquote></div>',
        '<div class="codebox"><pre><code>{}</code></pre></div>',
        "<pre>{}</pre>",
        '<div class="signature">{}</div>',
        '<p class="postedit">{}</p>',
        "<blockquote><blockquote>{}</blockquote>ещё</blockquote>",
    ],
)
def test_v2_quotes_code_signatures_and_notices_hold_no_marks(html: str) -> None:
    body = read_body(html.format('<span style="color: red">Аня</span>') + "Без голоса")
    assert body.marks == ()
    assert [line.text for line in body.lines] == ["Без голоса"]


@pytest.mark.parametrize(
    "html",
    [
        "<s>{}</s>",
        "<strike>{}</strike>",
        "<del>{}</del>",
        '<span style="text-decoration: line-through">{}</span>',
        '<span style="text-decoration: underline line-through red">{}</span>',
        '<span class="bbs">{}</span>',
        "[s]{}[/s]",
        "[S]старый: {}[/S]",
        "[strike]{}[/strike]",
    ],
)
def test_v2_struck_text_is_a_mark_of_its_own_and_in_no_line(html: str) -> None:
    body = read_body(html.format("<font color=red>Лис</font>") + " <font color=red>Аня</font>")
    assert [(mark.text, mark.struck) for mark in body.marks] == [("Лис", True), ("Аня", False)]
    assert [line.text for line in body.lines] == ["Аня"]


def test_v2_raw_strike_inside_a_mark_cuts_it() -> None:
    body = read_body("<font color=red>[s]Лис[/s] Аня</font>")
    assert [(mark.text, mark.struck) for mark in body.marks] == [("Лис", True), ("Аня", False)]


@pytest.mark.parametrize("html", ["[s]{}", "{}[/s]", "[s]x[/del]{}"])
def test_v2_a_raw_strike_tag_without_its_partner_is_text(html: str) -> None:
    assert not only(html.format("<font color=red>Аня</font>")).struck


@pytest.mark.parametrize(
    "html",
    [
        '<div class="spoiler"><div style="display:none">{}</div></div>',
        '<div class="bbCodeSpoiler"><button onclick="x()">Спойлер</button><div style="display:none">{}</div></div>',
        '<div class="quotebox"> <div onclick="x()">Скрытый текст</div><div style="display: none;">{}</div></div>',
        '<div class="spoiler-box quote-box"><div onclick="x()">Показать</div><blockquote>{}</blockquote></div>',
        "<details><summary>Показать</summary>{}</details>",
    ],
)
def test_v2_text_in_a_spoiler_is_read_and_says_so(html: str) -> None:
    mark = only(html.format("<font color=red>Аня</font>"))
    assert (mark.text, mark.spoiler, mark.unclear) == ("Аня", True, False)


@pytest.mark.parametrize(
    "html",
    [
        "<details><summary>Показать</summary><blockquote>{}</blockquote></details>",
        '<div class="spoiler"><blockquote class="uncited"><div><cite>Кот писал:</cite>{}</div></blockquote></div>',
        '<div class="spoiler"><div class="spoiler-content"><blockquote>{}</blockquote></div></div>',
        '<div class="spoiler-box quote-box"><div onclick="x()">Показать</div><blockquote>'
        '<div class="quote-box answer-box"><cite>Кот:</cite><blockquote>{}</blockquote></div></blockquote></div>',
    ],
)
def test_v2_a_quote_in_a_spoiler_holds_somebody_elses_words(html: str) -> None:
    assert not read_body(html.format("<font color=red>Аня</font>")).marks


@pytest.mark.parametrize("style", ["font-size: 0", "font-size:1%", "display:none", "visibility: hidden", "opacity: 0"])
def test_v2_what_nobody_can_see_is_in_no_line_and_its_mark_is_unclear(style: str) -> None:
    body = read_body(f'да <span style="{style}"><font color=red>Аня</font></span>')
    assert [(mark.text, mark.unclear) for mark in body.marks] == [("Аня", True)]
    assert [line.text for line in body.lines] == ["да"]


@pytest.mark.parametrize(
    "head",
    [
        "Барсук писал(а):", "Барсук написал:", "Барсук сказал(а): ↑", "Барсук (02 марта 2026 - 09:30) писал:", "Цитата",
        "Цитата(Барсук @ 2.3.2026, 09:30)",
        "Цитата(Барсук @ 2.3.2026, 09:30) [снимок]", "Цитата Барсук ( )",
        "Цитата: Барсук от 02 Марта 2026, 12:30:10", "Сообщение от <b>Барсук</b>",
        "Badger wrote:", "Badger, on 02 March 2026 - 12:00 PM, said:", "Originally Posted by Badger",
        "Код: Выделить всё", "Quote from: Badger on March 02, 2026, 12:00:00 PM",
    ],
)  # fmt: skip
def test_v2_what_stands_below_the_head_of_a_quote_in_an_unknown_box_is_asked_about(head: str) -> None:
    red = '<span style="color: red">'
    body = read_body(f'{red}Лис</span><div class="theme"><div>{head}</div><div>{red}Рысь</span></div></div>')
    assert [(mark.text, mark.unclear) for mark in of_kind(body, MarkKind.COLOUR)] == [
        ("Лис", False), ("Рысь", True),
    ]  # fmt: skip


def test_v2_lines_below_such_a_head_are_unclear_too() -> None:
    lines = read_body("Голосую<div>Барсук писал(а):</div><div>голос: Рысь</div>").lines
    assert [(line.text, line.unclear) for line in lines] == [
        ("Голосую", False), ("Барсук писал(а):", False), ("голос: Рысь", True),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("box", "unclear"),
    [
        ('<div class="quotemain">Лис</div>', False),
        ("<br> <!-- x --><blockquote>Лис</blockquote>", False),
        ('<script>x()</script> <div class="quote">Лис</div><pre>x</pre>', False),
        ('<div class="theme">Лис</div>', True),
        ("Лис<blockquote>Кот</blockquote>", True),
        ('<div class="theme"><div class="codetop">Код</div><div class="codemain">x</div>Лис</div>', True),
        ('<div class="theme"><blockquote>Кот</blockquote>Лис</div>', True),
        ("", True),
    ],
)
def test_v2_behind_the_softwares_head_of_a_quote_its_box_is_wanted(box: str, unclear: bool) -> None:
    red = '<span style="color: red">'
    body = read_body(f'{red}Кот</span><div class="quotetop">Лис @ 2.3.2026</div>{box} <b>{red}Рысь</span></b>')
    assert [(mark.text, mark.unclear) for mark in of_kind(body, MarkKind.COLOUR)] == [("Кот", False), ("Рысь", unclear)]
    assert [line.unclear for line in body.lines][:: len(body.lines) - 1] == [False, unclear]


def test_v2_what_stands_below_the_line_above_a_signature_is_unclear() -> None:
    board = Profile(rule="____")
    body = read_body("Лис<br>____<br><b>Кот</b><br>____<br><b>Рысь</b><br>голос: Лис", board)
    assert [(mark.text, mark.unclear) for mark in body.marks] == [("Кот", False), ("Рысь", True)]
    assert [line.text for line in body.lines if line.unclear] == ["Рысь", "голос: Лис"]


def test_v2_what_stands_in_a_tag_that_nobody_can_write_is_unclear_unless_its_class_is_known() -> None:
    board = Profile(foreign=frozenset(["dl"]), dropped=frozenset(["known"]))
    read = read_body("<dl><b>a</b></dl><dl class=x><b>b</b></dl><dl class=known><b>c</b></dl><b>d</b>", board)
    assert [(mark.text, mark.unclear) for mark in read.marks] == [("a", False), ("b", True), ("d", False)]


def test_v2_colour_around_a_quote_in_an_unknown_box_makes_two_marks() -> None:
    head = '<div class="quotetop">Лис @ 2.3.2026</div><div class="theme">Рысь</div>'
    body = read_body(f'<span style="color: red">Кот{head}</span>')
    assert [(mark.text, mark.unclear) for mark in body.marks] == [("Кот", False), ("Рысь", True)]


@pytest.mark.parametrize(
    "said", ["Барсук писал, что спит", "Цитата дня", "Код доступа: 5", "Он сказал: нет", "От Барсука:"]
)
def test_v2_words_about_somebodys_words_are_no_head_of_a_quote(said: str) -> None:
    assert not only(f'{said}<br><span style="color: red">Рысь</span>').unclear


def test_v11_a_mark_carries_the_text_of_its_line() -> None:
    mark = only("Утро.<br>Не голосую за <font color=red>Аню</font>, <b>пока</b>.<br>Всё")
    assert (mark.before, mark.after, mark.line) == ("Не голосую за", ", пока.", 1)


def test_bold_runs_and_vote_tags_are_marks_of_their_own_kind() -> None:
    board = Profile(vote_tags=frozenset(["vote"]))
    body = read_body(
        '<b>Ан<i>я</i></b> <span style="font-weight: bold">Лис</span> <span class="vote">Кот</span>', board
    )
    assert [(mark.kind, mark.text) for mark in body.marks] == [
        (MarkKind.BOLD, "Аня"),
        (MarkKind.BOLD, "Лис"),
        (MarkKind.TAG, "Кот"),
    ]
    assert of_kind(read_body('<b>Аня <span style="font-weight:normal">x</span></b>'), MarkKind.BOLD)[0].text == "Аня"


def test_a_link_that_holds_the_whole_mark_is_known() -> None:
    assert only('<a href="/u/5"><font color=red>Аня</font></a>').href == "/u/5"
    assert only('<font color=red>и <a href="/u/5">Аня</a></font>').href is None


@pytest.mark.parametrize(
    "html",
    [
        "<s><p><font color=red>Лис</s> Аня</font></p>",
        "<b><p><font color=red>А</b>ня<p>Лис</font>",
        "<font color=red><table>Аня<tr><td>Лис</table></font>",
    ],
)
def test_v2_where_two_parsers_disagree_the_mark_is_unclear_or_the_same(html: str) -> None:
    from lxml import etree

    from forums.body import body_of

    root = etree.fromstring(f"<div>{html}</div>", etree.HTMLParser(encoding="utf-8"))
    first = body_of(root, lambda: None, GENERIC)
    body = read_body(html)
    essence = [(mark.text, mark.struck) for mark in of_kind(body, MarkKind.COLOUR)]
    agreed = essence == [(mark.text, mark.struck) for mark in of_kind(first, MarkKind.COLOUR)]
    assert agreed or any(mark.unclear for mark in body.marks)


def test_a_mark_with_bytes_that_could_not_be_read_is_damaged() -> None:
    assert only("<font color=red>Ан\ufffd</font>").damaged
    assert not only("\ufffd <font color=red>Аня</font>").damaged


AT = Interval.shown(datetime(2026, 3, 2, 12, 0, tzinfo=UTC))
NOTICE = '<p><span style="color: #808080"><em>Добавлено спустя 25 мин:</em></span><br />'


def test_e8_what_stands_below_a_merge_notice_is_late_and_its_time_is_known() -> None:
    html = f"<p><font color=red>Аня</font></p>{NOTICE}<font color=red>Лис</font></p>"
    body = read_body(html, at=AT)
    first, second = of_kind(body, MarkKind.COLOUR)
    assert body.merged
    assert (first.text, first.late) == ("Аня", False)
    assert (second.text, second.late) == ("Лис", True)
    assert second.late_at is not None
    assert second.late_at.earliest <= AT.earliest + timedelta(minutes=25) < second.late_at.latest
    assert [(line.text, line.late) for line in body.lines if line.text] == [("Аня", False), ("Лис", True)]


def test_e8_a_notice_typed_by_hand_in_the_middle_of_a_line_is_no_notice() -> None:
    assert not read_body("Добавлено спустя 25 мин: <font color=red>Аня</font>", at=AT).merged


def test_e8_a_rule_that_the_software_draws_between_merged_posts_makes_the_rest_late() -> None:
    body = read_body('а<hr class="m"><font color=red>Аня</font>', Profile(merge_rules=frozenset(["m"])), at=AT)
    assert body.merged
    assert body.marks[0].late
    assert body.marks[0].late_at is None


def test_lines_are_shown_lines_with_white_space_folded() -> None:
    body = read_body("  раз \n два&nbsp;три<br><br>\nчетыре<p>пять</p><ul><li>шесть</li></ul>")
    assert [line.text for line in body.lines] == ["раз два три", "четыре", "пять", "шесть"]


def test_an_empty_body_is_empty() -> None:
    assert read_body("") == read_body(" <br> ") == Body()


@pytest.mark.parametrize(
    ("html", "coloured"),
    [
        ("[s]" * 50_000, 0),
        ("<font color=red>x</font> " * 5_000, 5_000),
        ("<font color=red>x</font>[s]y[/s]" * 3_000, 3_000),
    ],
    ids=["unclosed", "many marks on a line", "many strikes"],
)
def test_hostile_bodies_are_read_whole(html: str, coloured: int) -> None:
    body = read_body(html)
    assert sum(mark.colour is not None for mark in body.marks) == coloured
    assert body.lines
