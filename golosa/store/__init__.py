"""The store of one game: every page and revision ever seen, and every fact entered. The only user of SQLite."""

from __future__ import annotations

from golosa.store.archive import Archive, Written
from golosa.store.database import Database, StoreError, copy_of
from golosa.store.facts import Fact, Facts, Supposed, supposed_fact
from golosa.store.visits import SeenPage, Sweep, Visit

__all__ = [
    "Archive",
    "Database",
    "Fact",
    "Facts",
    "SeenPage",
    "StoreError",
    "Supposed",
    "Sweep",
    "Visit",
    "Written",
    "copy_of",
    "supposed_fact",
]
