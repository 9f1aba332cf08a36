"""A thread's address that leads to a view which folds posts: the walk asks for the view that shows all."""

from __future__ import annotations

import json

from scraper.client import Client
from scraper.walk import Walker


def entry(path: str, *, unfolds: bool) -> bytes:
    """An entry of a journal with two comments; the second is folded except in the flat view."""
    flat = unfolds and "view=flat" in path
    comments = [
        {"dtalkid": number, "uname": "lis", "ctime_ts": 1772434800 + number, "article": "лис", "deleted": 0}
        for number in (257, 513)
    ]
    if not flat:
        comments[1]["article"] = None
    data = json.dumps({"comments": comments, "replycount": 2})
    return f"<!DOCTYPE html><html><head><script>Site.page = {data};</script></head><body></body></html>".encode()


def test_folded_comments_are_read_in_the_flat_view(forum, client: Client) -> None:
    forum.before = lambda request, number: forum.make(entry(forum.paths[-1], unfolds=True))
    walk = Walker(client, forum.url.replace("viewtopic.php?t=7", "12.html")).sweep()
    assert (walk.complete, walk.why) == (True, None)
    assert [post.id for _, page in walk.pages for post in page.posts] == ["257", "513"]
    assert forum.paths == ["/12.html", "/12.html?view=flat"] * 2


def test_comments_that_are_folded_in_every_view_stop_the_walk(forum, client: Client) -> None:
    forum.before = lambda request, number: forum.make(entry(forum.paths[-1], unfolds=False))
    walk = Walker(client, forum.url.replace("viewtopic.php?t=7", "12.html")).sweep()
    assert not walk.complete
    assert "comment 513 is folded and its text not on the page; take the flat view" in (walk.why or "")
