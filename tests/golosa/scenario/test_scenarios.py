"""Every scenario of fixtures/scenarios goes as it expects. Each is named by the clause that it shows."""

from pathlib import Path

import pytest

from golosa.scenario.comparing import differences
from golosa.scenario.playing import play
from golosa.scenario.reading import read_scenario
from golosa.scenario.table import lay

SCENARIOS = sorted((Path(__file__).parents[3] / "fixtures" / "scenarios").glob("*.json"))


@pytest.mark.parametrize("file", SCENARIOS, ids=lambda file: file.stem)
def test_scenario(file):
    scenario = read_scenario(file.read_bytes())
    assert scenario.expect
    assert differences(scenario.expect, play(lay(scenario, file.parent)).phases) == ()


def test_g1_no_lot_is_drawn_after_a_victory():
    (file,) = (file for file in SCENARIOS if file.stem == "G1-no-lot-after-a-victory")
    played = play(lay(read_scenario(file.read_bytes()), file.parent))
    assert played.state.winner
    assert played.phases[-1]["missed"]
    assert played.lots == ()
