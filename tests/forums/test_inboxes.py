"""Messages of an inbox, where the page tells their times for machines in a way that is not certain."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from engine.times import Interval
from forums import PageError, Source
from forums.boards import Board
from forums.inboxes import Entry, Letter, Reader

Made = Callable[..., Source]
LETTER = (
    '<html id="XF"><body><article class="message message--conversationMessage" data-author="Рысь" '
    'data-content="message-7"><header class="message-attribution"><time datetime="{when}">2 марта 2026 в 21:10</time>'
    '</header><div class="message-body"><div class="bbWrapper">Убить Лиса</div></div></article></body></html>'
)


def letter(source: Made, when: str, zone: str | None) -> Letter:
    entry = Entry("5", "https://les.example/conversations/x.5/", "Ход", None)
    page = source(LETTER.format(when=when), url=entry.url, zone=zone)
    (only,) = Reader("xenforo", Board()).message(page, entry).letters
    return only


def test_the_moment_for_machines_goes_before_the_shown_one(source: Made) -> None:
    moment = datetime(2026, 3, 2, 18, 10, 5, tzinfo=UTC)
    assert letter(source, "2026-03-02T21:10:05+0300", None).at == Interval.shown(moment)


@pytest.mark.parametrize("when", ["2026-03-02T21:10:05", "2026-03-02", "02.03.2026", "0001-01-01T00:00:00+1400", ""])
def test_a_moment_for_machines_that_names_no_offset_or_is_damaged_is_not_taken(when: str, source: Made) -> None:
    assert letter(source, when, "Europe/Moscow").at == Interval(
        datetime(2026, 3, 2, 18, 10, tzinfo=UTC), datetime(2026, 3, 2, 18, 11, tzinfo=UTC)
    )
    with pytest.raises(PageError, match="needs the zone"):
        letter(source, when, None)
