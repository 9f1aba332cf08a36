"""Errors that are the user's to mend: one line that says what is wrong and what to do."""

from __future__ import annotations


class GolosaError(Exception):
    """Ends a command with `exit_code` (2 = wrong use or input) and its message on standard error."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code
