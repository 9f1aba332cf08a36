"""A sample of the 2,000 walks of `bench/faults.py` through a faulty network."""

from __future__ import annotations

import pytest

from golosa.reading import fetching


@pytest.mark.parametrize("block", range(2))
def test_no_walk_through_a_faulty_network_ends_in_a_wrong_count(
    bench, monkeypatch: pytest.MonkeyPatch, block: int
) -> None:
    faults = bench("faults")
    monkeypatch.setattr(fetching, "manners", faults.hurried)
    outcomes = {True: 0, False: 0}
    for seed, drawn, found, right in faults.walks(15, seed=block * 15):
        assert faults.well(found, drawn, right), (seed, drawn, found)
        outcomes[found.complete] += 1
    assert outcomes[True] == 15  # at once, or after an incomplete one
    assert outcomes[False] > 0
