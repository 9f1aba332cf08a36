"""Invision Community 5: other classes than version 4, the same ids, roles and data."""

from __future__ import annotations

from forums.ips4 import IPS4


class IPS5(IPS4):
    """As version 4."""

    software = "ips5"


ADAPTER = IPS5()
