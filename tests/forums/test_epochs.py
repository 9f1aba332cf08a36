"""Times told to machines."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from forums import Source
from forums.epochs import of_mail
from forums.sheet import Sheet
from golosa.captures.capture import http_date

MADE = datetime(2026, 3, 2, 18, 59, 58, tzinfo=UTC)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose own zone is not UTC."""
    monkeypatch.setenv("TZ", "Asia/Vladivostok")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize("zone", ["GMT", "+0000", "-0000", ""])
def test_a_date_whose_zone_is_not_told_is_in_utc_whatever_the_machines_zone_is(zone: str) -> None:
    date = f"Mon, 02 Mar 2026 18:59:58 {zone}".strip()
    assert of_mail(date) == http_date({"date": date}) == MADE
    assert Sheet(Source(content=b"<html>", name="page", headers={"date": date})).date == MADE


def test_an_offset_is_taken_off() -> None:
    assert of_mail("Mon, 02 Mar 2026 22:59:58 +0400") == MADE


@pytest.mark.parametrize(
    "text", [None, "", "tonight", "Mon, 99 Mar 2026 18:59:58 GMT", "Fri, 31 Dec 9999 23:00:00 -1400"]
)
def test_what_is_no_date_is_none(text: str | None) -> None:
    assert of_mail(text) is None
