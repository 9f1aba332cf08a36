"""The questions of `golosa probe --teach`, asked on a terminal only."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from golosa.reading.teaching import QUESTIONS, Unknown


def questions() -> Callable[[Unknown], Any] | None:
    """Who answers what a page does not tell; None where nobody sits at a terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return None
    return _answer


def _answer(missing: Unknown) -> Any:
    """The host's answer, None for an empty one."""
    if missing is Unknown.DAY_FIRST:
        return click.confirm(f"The page does not tell {QUESTIONS[missing]}. Is it so?")
    text = click.prompt(f"The page does not tell {QUESTIONS[missing]}", default="", show_default=False).strip()
    if not text:
        return None
    return [text] if missing is Unknown.DATE_FORMAT else text
