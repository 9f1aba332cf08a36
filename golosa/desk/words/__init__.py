"""The words of the desk's pages, a file a language; a test holds both to the same keys."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

LANGUAGES = ("ru", "en")


@cache
def words_of(lang: str) -> Mapping[str, Any]:
    """The words of a language of `LANGUAGES`."""
    return tomllib.loads(resources.files(__package__).joinpath(f"{lang}.toml").read_text(encoding="utf-8"))
