"""Bytes to text: what is believed, and that damage is flagged."""

from __future__ import annotations

import pytest

from forums import Source, read
from forums.decode import decode

TEXT = "<html><body>Голосую против Ёжика. Съешь же ещё этих мягких французских булок, да выпей чаю.</body></html>"
META = '<meta http-equiv="Content-Type" content="text/html; charset=%s">'


def test_valid_utf8_wins_over_a_header_that_lies() -> None:
    found = decode(TEXT.encode(), {"content-type": "text/html; charset=windows-1251"})
    assert (found.text, found.damaged) == (TEXT, False)


def test_the_header_wins_over_the_meta() -> None:
    page = META % "koi8-r" + TEXT
    assert decode(page.encode("cp1251"), {"content-type": "text/html; charset=windows-1251"}).text == page


def test_the_meta_is_read_where_the_header_says_nothing() -> None:
    page = META % "windows-1251" + TEXT
    assert decode(page.encode("cp1251"), {"content-type": "text/html"}).text == page


def test_a_declaration_that_does_not_fit_is_passed_over() -> None:
    page = META % "windows-1251" + TEXT
    assert decode(page.encode("cp1251"), {"content-type": "text/html; charset=utf-8"}).text == page
    assert decode(page.encode("cp1251"), {"content-type": "text/html; charset=no-such-thing"}).text == page


@pytest.mark.parametrize("label", ["idna", "punycode", "unicode_escape", "rot13", "utf-7", "undefined", "zip"])
def test_what_is_no_encoding_to_a_browser_is_none(label: str) -> None:
    """Python knows codecs by these names that fail, or make other text of what is written."""
    page = TEXT.replace("булок", r"бул\u043eк")
    assert decode(page.encode("cp1251"), {"content-type": f"text/html; charset={label}"}).text == page


def test_iso_8859_1_means_windows_1252_as_in_browsers() -> None:
    assert (
        decode("<b>„café“</b>".encode("cp1252"), {"content-type": "text/html; charset=ISO-8859-1"}).text
        == "<b>„café“</b>"
    )


def test_a_bad_byte_in_utf8_is_damage_whatever_is_declared() -> None:
    broken = TEXT.encode().replace("Ёжика".encode(), b"\xd0" + "жика".encode())
    for header in ("text/html; charset=utf-8", "text/html; charset=windows-1251", "text/html"):
        found = decode(broken, {"content-type": header})
        assert found.damaged
        assert "против \ufffdжика" in found.text


def test_a_page_that_fits_nothing_declared_is_damaged() -> None:
    found = decode(TEXT.encode("cp1251") + b"\x98", {"content-type": "text/html; charset=windows-1251"})
    assert found.damaged
    assert found.text.startswith(TEXT)


def test_only_where_nothing_is_declared_the_encoding_is_guessed() -> None:
    assert decode(TEXT.encode("cp1251")).text == TEXT


def test_byte_order_marks_are_believed_and_are_no_text() -> None:
    assert decode(b"\xef\xbb\xbf" + TEXT.encode(), {"content-type": "text/html; charset=koi8-r"}).text == TEXT
    assert decode(b"\xff\xfe" + TEXT.encode("utf-16-le")).text == TEXT


def test_a_damaged_mark_says_so_and_the_others_do_not() -> None:
    from pathlib import Path

    page = (Path(__file__).parents[2] / "fixtures/pages/phpbb/ru_3_3_p1.html").read_bytes()
    broken = page.replace('">Выдра</strong>'.encode(), b'">\xd0' + "ыдра</strong>".encode())
    posts = read(Source(content=broken, zone="Europe/Moscow", name="x")).posts
    assert [mark.damaged for mark in posts[1].body.marks if mark.colour] == [True]
    assert not any(mark.damaged for post in posts if post.id != "11" for mark in post.body.marks)


def test_a_guess_that_cannot_be_whole_says_nothing_beside(caplog: pytest.LogCaptureFixture) -> None:
    assert decode(bytes(range(128, 256)) * 20).damaged
    assert not caplog.records
