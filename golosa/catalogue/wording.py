"""Sentences told in the language of who reads them, by catalogues in gettext's form: `ru.po` beside this file.

A sentence that a catalogue lacks stays English; a test holds the catalogue against every sentence of the code.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path

from engine.telling import Told
from golosa import catalogue


def word(text: str, lang: str, zone: tzinfo | None = None) -> str:
    """A sentence in a language, with all sentences that stand in it; a text that is none comes back as it is.

    Times in it are told in `zone`; without one in UTC, and they say so.
    """
    if not isinstance(text, Told) or (lang == "en" and zone is None):
        return str(text)
    template = _sentences(lang).get(text.template, text.template) if lang != "en" else text.template
    if not text.values:
        return template
    return template.format(**{name: _worded(value, lang, zone) for name, value in text.values.items()})


def _worded(value: object, lang: str, zone: tzinfo | None) -> object:
    if isinstance(value, str):
        return word(value, lang, zone)
    if isinstance(value, datetime):
        from golosa.texts.plurals import words_of_time

        told = words_of_time(value, zone or UTC, lang)
        return told if zone is not None else f"{told} UTC"
    return value


@cache
def _sentences(lang: str) -> Mapping[str, str]:
    """English template -> the template in that language; and what causes and states of health are called."""
    from babel.messages.pofile import read_po

    with Path(__file__).with_name(f"{lang}.po").open("rb") as file:
        read = read_po(file, locale=lang, abort_invalid=True)
    words = catalogue.of(lang)
    called = {str(name): called for names in (words.cause, words.health) for name, called in names.items()}
    return called | {str(message.id): str(message.string) for message in read if message.id and message.string}
