"""How far apart two shown colours are to the eye (V1). Knows numbers, not names of colours."""

from __future__ import annotations

from functools import lru_cache
from math import dist


def _linear(part: int) -> float:
    value = part / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


@lru_cache(maxsize=4096)
def oklab(colour: str) -> tuple[float, float, float]:
    """OKLab coordinates (Björn Ottosson, 2020) of "#rrggbb". Raises `ValueError` for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"not a colour of the form #rrggbb: {colour!r}")
    red, green, blue = (_linear(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


@lru_cache(maxsize=16384)
def colour_distance(first: str, second: str) -> float:
    """Distance of two colours "#rrggbb" in OKLab: 0 = equal, about 1 = black and white (V1)."""
    return dist(oklab(first), oklab(second))
