"""The desk of a game of people who write their nicks to break it: no page takes a nick for HTML, CSS or a template."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from urllib.parse import quote

import pytest
from lxml import html

from golosa.desk.app import _routes

#: Pages that are asked for bare; those that show one post or one player's votes are told which below.
PAGES = sorted({route.path for route in _routes() if "GET" in (route.methods or ())})


@pytest.fixture
def client(serve: Any, client_of: Any, hostile: Any) -> Any:
    return client_of(serve(hostile.folder, hostile.ends + timedelta(minutes=10)))


def harmless(page: str, hostile: Any, *, names: bool = True) -> None:
    tree = html.fromstring(page)
    assert not [element for element in tree.iter("script") if "alert" in (element.text or "")]
    assert not [element for element in tree.iter("style") if "display:none" in (element.text or "")]
    assert not [name for element in tree.iter() for name in element.attrib if name.startswith("on")]
    assert not [link for link in tree.xpath("//@href | //@src | //@action") if "javascript:" in link.lower()]
    assert "1247689" not in page
    assert "\x1b" not in page
    kept_in = " or ".join(f"ancestor::{tag}" for tag in ("bdi", "option", "h2", "title", "*[@dir]"))
    turning = tree.xpath(f"//text()[contains(., '\u202e') and not({kept_in})]")
    assert not turning, [html.tostring(text.getparent(), encoding="unicode")[:300] for text in turning]
    assert not names or hostile.nicks[0] in tree.text_content()


@pytest.mark.parametrize("path", PAGES)
def test_no_page_takes_a_nick_for_more_than_text(client: Any, hostile: Any, path: str) -> None:
    status, _, page = client.get(path)
    assert status in (200, 303, 404, 422), status
    harmless(page or "<p>", hostile, names=path in ("/day", "/game"))


def test_a_post_of_theirs_is_shown_as_text(client: Any, hostile: Any) -> None:
    status, _, page = client.get("/day/post?post=101")
    assert status == 200
    harmless(page, hostile)
    assert "onclick=x" in html.fromstring(page).text_content()


@pytest.mark.parametrize("place", range(8))
def test_what_is_said_of_a_player_is_text(client: Any, hostile: Any, place: int) -> None:
    nick = hostile.nicks[place].replace("\x1b", "").replace("\x07", "")
    harmless(client.send("/check/explain", player=nick), hostile, names=False)
    harmless(client.send("/check/names", text=nick), hostile, names=False)
    harmless(client.get(f"/day?paste={quote(nick)}")[2], hostile)
