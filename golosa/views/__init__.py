"""What people read, as plain values made of the engine's: counts, notices, mornings. Knows no template."""

from __future__ import annotations

from golosa.texts.plurals import moment, plural
from golosa.views.counts import count_view, needs_host, reports_view, silent, title_of
from golosa.views.shapes import ChangeView, CountView, MarkView, RowView, StepView, VoterView

__all__ = [
    "ChangeView",
    "CountView",
    "MarkView",
    "RowView",
    "StepView",
    "VoterView",
    "count_view",
    "moment",
    "needs_host",
    "plural",
    "reports_view",
    "silent",
    "title_of",
]
