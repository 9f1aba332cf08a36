"""What of the game told before is another now, as the desk tells it: each line with where it is to be told anew.

Knows the lines of `golosa.folder.review.changes`, and which of them are secrets.
"""

from __future__ import annotations

import re

from msgspec import Struct

from golosa.catalogue.wording import word

#: How the lines begin that tell what everybody may know of a day.
PUBLIC = (
    "out was ",
    "the announcements ",
    "it stays closed ",
    "the count that you posted ",
    "takes place no more",
    "cannot be",
)


class Change(Struct, frozen=True):
    """What of the game told before is another now, and where it is to be told anew."""

    place: str  #: the page of the day or night; "" where it is of neither
    text: str  #: "" where it is a secret that is not in sight

    @classmethod
    def of(cls, line: str, lang: str, *, secrets: bool) -> Change:
        """A line of `golosa.folder.review.changes` in a language. What happened in a night, and what a day told
        players in private, is the host's secret."""
        found = re.match(r"(day|night) ?([0-9]+): (.*)", line)
        place = f"/{found[1]}?{found[1]}={found[2]}" if found else ""
        public = found is not None and found[1] == "day" and found[3].startswith(PUBLIC)
        return cls(place, word(line, lang) if secrets or public else "")
