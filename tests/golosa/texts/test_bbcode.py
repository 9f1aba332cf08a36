"""Nicks and quotes cannot break a post; long posts are cut without breaking tags."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golosa.texts.bbcode import WORD_JOINER, link, plain_text, safe, split

TAG = re.compile(r"\[(/?)(b|list|url|code|quote)(?:=[^\]]*)?\]")


@pytest.mark.parametrize(
    "nick",
    [
        "[b]",
        "[/b]",
        "x[/list]y",
        "[URL=http://x]",
        "[*]",
        "[quote author=me date=1]",
        "[code ]",
        "[b",
        "[url",
        "[/url ",
    ],
)
def test_a_real_tag_in_a_nick_is_broken_by_a_word_joiner(nick: str) -> None:
    shown = safe(nick)
    assert shown.replace(WORD_JOINER, "") == nick
    assert f"[{WORD_JOINER}" in shown


@pytest.mark.parametrize("nick", ["[Лис]", "[LV]Fox", "Кот [бывший]", "[I am]", "a]b[", "[[", "[bb]", "[size 3]", "b"])
def test_what_is_no_tag_stays_as_it_is(nick: str) -> None:
    assert safe(nick) == nick


def test_a_nick_stays_within_its_line() -> None:
    assert safe("Ли\nса") == "Ли са"
    assert safe("аб\u202eвг\u0007") == "абвг"


def test_a_link_needs_an_address_that_cannot_end_its_tag() -> None:
    assert link("Лис", "https://forum.example/p?x=1#p2") == "[url=https://forum.example/p?x=1#p2]Лис[/url]"
    for address in (None, "", "javascript:alert(1)", "https://x/]y", 'https://x/"', "https://x/ y"):
        assert link("[b]", address) == f"[{WORD_JOINER}b]"


def test_a_short_post_is_not_cut() -> None:
    assert split("[b]а[/b]\n", 500) == ("[b]а[/b]\n",)


def test_a_cut_closes_and_opens_lists_again() -> None:
    rows = "".join(f"[*]строка {number}\n" for number in range(60))
    parts = split(f"[b]Итог[/b]\n[list]\n{rows}[/list]\nконец\n", 200)
    assert len(parts) > 3
    for part in parts:
        assert len(part) <= 200
        assert part.count("[list]") == part.count("[/list]")
    assert [f"строка {number}" in "\n".join(parts) for number in range(60)] == [True] * 60


def test_a_long_line_is_cut_between_links_and_never_inside_one() -> None:
    links = ", ".join(link(f"Игрок {number}", f"https://forum.example/p{number}") for number in range(40))
    parts = split(f"[list]\n[*][b]Лис[/b] — 40 голосов: {links}\n[/list]", 500)
    assert len(parts) > 1
    assert all(len(part) <= 500 and part.count("[url=") == part.count("[/url]") for part in parts)
    assert re.findall(r"Игрок \d+", "".join(parts)) == [f"Игрок {number}" for number in range(40)]


def test_tags_inside_code_are_text_for_the_cut() -> None:
    code = "\n".join(f"candidate: [b]{number}" for number in range(40))
    parts = split(f"[code]{code}[/code]\nпосле", 300)
    assert len(parts) > 1
    assert all(part.count("[code]") == part.count("[/code]") for part in parts)
    assert "[/b]" not in "".join(parts)


def test_a_word_that_is_too_long_stays_whole() -> None:
    word = "ы" * 700
    assert word in "".join(split(f"а\n{word}\nб", 500))


names = st.text(alphabet="абв[]/*bul =xyz", min_size=1, max_size=12)


@settings(max_examples=150, deadline=None)
@given(rows=st.lists(st.lists(names, min_size=1, max_size=12), min_size=1, max_size=12), longest=st.integers(200, 700))
def test_parts_fit_are_balanced_and_lose_nothing(rows: list[list[str]], longest: int) -> None:
    lines = [
        f"[*][b]{safe(row[0])}[/b] — " + ", ".join(link(name, f"https://f.example/p{n}") for n, name in enumerate(row))
        for row in rows
    ]
    text = "[b]Итог[/b]\n\n[list]\n" + "\n".join(lines) + "\n[/list]\nконец\n"
    parts = split(text, longest)
    for part in parts:
        assert len(part.rstrip("\n")) <= longest
        stack: list[str] = []
        for closing, name in TAG.findall(part):
            if closing:
                assert stack and stack.pop() == name
            else:
                stack.append(name)
        assert stack == []

    def words(whole: str) -> str:
        return re.sub(r"\s+", "", re.sub(r"\[/?(?:b|list|\*)\]", "", whole))

    assert "".join(words(part) for part in parts) == words(text)


@settings(max_examples=200, deadline=None)
@given(nick=st.text(alphabet="[]/bB*=url iа\u2060\n ", max_size=16))
def test_no_nick_opens_or_ends_a_tag(nick: str) -> None:
    post = f"[b]{safe(nick)}[/b]"
    assert TAG.findall(post) == [("", "b"), ("/", "b")]
    assert "[*]" not in post


def test_plain_text_has_no_tags_and_keeps_broken_ones_as_text() -> None:
    post = f"[b]Итог[/b]\n[list]\n[*]А: {link('Б', 'https://x/1')}\n[/list]\n{safe('[b]')} конец\n"
    assert plain_text(post) == "Итог\n• А: Б (https://x/1)\n[b] конец\n"
