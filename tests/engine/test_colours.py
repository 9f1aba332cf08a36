"""Distances of colours (V1): in OKLab, by the values that its author gives."""

from __future__ import annotations

import pytest

from engine.colours import colour_distance, oklab


@pytest.mark.parametrize(
    ("colour", "lab"),
    [
        ("#000000", (0.0, 0.0, 0.0)),
        ("#ffffff", (1.0, 0.0, 0.0)),
        ("#ff0000", (0.6279554, 0.2248631, 0.1258463)),
        ("#00ff00", (0.8664396, -0.2338874, 0.1794985)),
        ("#0000ff", (0.4520137, -0.0324570, -0.3115281)),
        ("#808080", (0.5998708, 0.0, 0.0)),
        ("#0a0a0a", (0.1447880, 0.0, 0.0)),
    ],
)
def test_v1_a_colour_stands_where_oklab_has_it(colour, lab):
    assert oklab(colour) == pytest.approx(lab, abs=2e-6)


@pytest.mark.parametrize("colour", ["red", "#fff", "ff0000", "#ff00000", "#gg0000", ""])
def test_v1_what_is_no_colour_is_refused(colour):
    with pytest.raises(ValueError):
        oklab(colour)


def test_v1_equal_colours_have_no_distance_and_black_and_white_one_of_1():
    assert colour_distance("#123456", "#123456") == 0
    assert colour_distance("#000000", "#ffffff") == pytest.approx(1, abs=1e-6)
    assert colour_distance("#ff0000", "#ee0000") < 0.05 < colour_distance("#ff0000", "#00ff00")
