"""Colours as they are typed, to "#rrggbb" (V1)."""

from __future__ import annotations

import pytest

from forums.colour import css_colour, font_colour


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("red", "#ff0000"),
        ("  ReD ", "#ff0000"),
        ("#F00", "#ff0000"),
        ("#Ff0000", "#ff0000"),
        ("rgb(255,0,0)", "#ff0000"),
        ("rgb(100%, 0%, 0%)", "#ff0000"),
        ("rgb(255 0 0)", "#ff0000"),
        ("rgb(255 0 0 / 50%)", "#ff0000"),
        ("hsl(120deg 100% 25%)", "#008000"),
        ("#ff0000ff", "#ff0000"),
        ("#f00f", "#ff0000"),
        ("#f000", ""),
        ("lab(50 40 40)", None),
        ("rgb(300, -5, 0)", "#ff0000"),
        ("rgba(0, 128, 0, 0.5)", "#008000"),
        ("hsl(120, 100%, 25%)", "#008000"),
        ("darkred", "#8b0000"),
        ("transparent", ""),
        ("rgba(1, 2, 3, 0)", ""),
        ("currentColor", None),
        ("inherit", None),
        ("#ff00", None),
        ("крас", None),
        ("", None),
    ],
)
def test_v1_css_colours(typed: str, shown: str | None) -> None:
    if typed == "#ff00":  # four digits are colour and transparency
        assert css_colour(typed) == ""
    else:
        assert css_colour(typed) == shown


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Red", "#ff0000"),
        ("#ff0000", "#ff0000"),
        ("ff0000", "#ff0000"),
        ("#F00", "#ff0000"),
        ("F00", "#0f0000"),
        ("chucknorris", "#c00000"),
        ("transparent", None),
        ("", None),
    ],
)
def test_v1_the_font_tag_reads_colours_as_browsers_do(typed: str, shown: str | None) -> None:
    assert font_colour(typed) == shown
