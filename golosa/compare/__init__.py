"""A host's own posted count beside ours: read from his text, compared line by line."""

from __future__ import annotations

from golosa.compare.differences import Comparison, compare
from golosa.compare.reading import PostedCount, read_count

__all__ = ["Comparison", "PostedCount", "compare", "read_count"]
