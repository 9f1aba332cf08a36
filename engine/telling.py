"""Sentences that can be told in several languages, and errors that hold one.

A sentence is written in English where it arises, with places for what it is about. It is the English text, and
remembers what it was made of; catalogues word it in other languages (`golosa.catalogue.wording`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime


class Told(str):
    """An English sentence: `template` with `values` put in, as `str.format` has it.

    A value that is an error stands for what it says, a moment for its ISO form. Without values the template is taken
    as it is, braces too.
    """

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Told:
        """The sentence of that template and these values."""
        said = {name: _said(value) for name, value in values.items()}
        shown = {name: value.isoformat() if isinstance(value, datetime) else value for name, value in said.items()}
        made = super().__new__(cls, template.format(**shown) if shown else template)
        made.template, made.values = template, said
        return made


def _said(value: object) -> object:
    return told(value) if isinstance(value, Exception) else value


def listed(parts: Iterable[str]) -> Told:
    """Sentences, or words of one, with commas between them."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Told(", ".join(f"{{{name}}}" for name in values), **values)


def told(error: Exception) -> str:
    """What an error says: a `Told` where it was made of one."""
    first = error.args[0] if len(error.args) == 1 else None
    return first if isinstance(first, Told) else str(error)


class ToldError(Exception):
    """An error that can be told in several languages."""

    def __init__(self, text: str, /, **values: object) -> None:
        """`text` is a sentence, or the template of one with its values."""
        self.told = text if isinstance(text, Told) else Told(text, **values)
        super().__init__(self.told)
