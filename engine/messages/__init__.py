"""Private messages to the host, read: orders, legends and notes (T14-6, T14-21, T14-23).

Says what a message says, as a value; whether the order is accepted is `engine.game`'s to judge. Nothing that a message
holds is dropped: what cannot be read comes out as such.
"""

from __future__ import annotations

from engine.messages.reading import Reader
from engine.messages.said import Legend, Note, OrderText, Said, Unreadable

__all__ = ["Legend", "Note", "OrderText", "Reader", "Said", "Unreadable"]
