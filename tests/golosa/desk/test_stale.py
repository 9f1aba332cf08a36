"""Pages of the desk that are older than the game: what they show is what is done, or nothing is."""

from __future__ import annotations

import re
from datetime import UTC, timedelta
from typing import Any

import pytest

from golosa.folder import rulings
from golosa.folder.game import Game, Posted


@pytest.fixture
def table(serve: Any, client_of: Any, third_day: Any) -> Any:
    return client_of(serve(third_day.folder, third_day.now))


def fields(page: str, action: str) -> dict[str, str]:
    """The hidden fields of a page's first form with that action."""
    form = page.partition(f'action="{action}"')[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


def test_v7_the_count_that_was_on_the_page_is_remembered_as_posted_not_a_later_one(table: Any) -> None:
    from engine.rulings import VoidRuling

    shown = fields(table.get("/day?day=3&paste=interim")[2], "/day/posted")
    game = Game(table.desk.folder)
    now = game.facts.all()[-1].made + timedelta(days=30)
    day = game.day(3, now)
    before = game.count(day, now)
    vote = before.count.first.ballots[0]
    rulings.take(game, VoidRuling(vote.post, now), now)
    assert vote.voter not in {one.voter for one in game.count(day, now).count.first.ballots}
    game.close()
    assert "Отмечено" in table.send("/day/posted", **{**shown, "csrf": table.desk.keys.csrf, "kind": "interim"})
    game = Game(table.desk.folder)
    posted = game.facts.all("posted")[-1].read(Posted)
    game.close()
    assert posted.ballots[vote.voter] == vote.target
    assert posted.known < now and posted.known.tzinfo is UTC


def test_a_moment_that_is_none_is_refused(table: Any) -> None:
    assert "не время" in table.send("/day/posted", day="3", kind="interim", at="once", known="2026-03-04T09:00:00+00:00")
