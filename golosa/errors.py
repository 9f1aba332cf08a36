"""Errors that are the user's to mend: one line that says what is wrong and what to do."""

from __future__ import annotations

from engine.telling import Told as Told
from engine.telling import ToldError as ToldError
from engine.telling import listed as listed
from engine.telling import told as told


class GolosaError(ToldError):
    """Ends a command with `exit_code` (2 = wrong use or input) and its message on standard error."""

    def __init__(self, text: str, exit_code: int = 2, **values: object) -> None:
        """`text` is a sentence, or the English template of one with its values; catalogue/ru.po has it in Russian."""
        super().__init__(text, **values)
        self.exit_code = exit_code
