"""What every page that golosa serves shares: strict headers, and a server on this machine that stops at once.

Knows HTTP; knows no game. Used by `golosa serve` and `golosa desk`.
"""

from __future__ import annotations

from golosa.web.headers import POLICY, SecurityHeaders
from golosa.web.serving import address_of, background, listen, run

__all__ = ["POLICY", "SecurityHeaders", "address_of", "background", "listen", "run"]
