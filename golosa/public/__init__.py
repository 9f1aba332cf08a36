"""The players' page and its data: plain files under `out/public/` that any web server can carry.

Made of `golosa.views.public` alone, which cannot hold a secret.
"""

from __future__ import annotations

from golosa.public.writing import PUBLIC, write

__all__ = ["PUBLIC", "write"]
