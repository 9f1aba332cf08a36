"""Pages whose posts are JSON, reordered and damaged: the right posts, or an error that names the place."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from engine.posts import Reading
from engine.times import Interval
from forums import Page, PageError, Source, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
#: What stands before the JSON that a page holds for its script.
MARKS = (
    'data-preloaded="',
    'id="flarum-json-payload" type="application/json">',
    "misago._context = ",
    "Site.page = ",
)
QUICK = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
Draw = st.DataObject


def _embedded(text: str) -> tuple[str, Callable[[str], str]]:
    """The JSON that a page is or holds for its script, and what puts another in its place."""
    if text.lstrip().startswith(("{", "[")):
        return text, lambda new: new
    begun = next(found for mark in MARKS if (found := text.partition(mark))[1])
    before = begun[0] + begun[1]
    if begun[1].endswith('"'):
        given, _, after = begun[2].partition('"')
        return html.unescape(given), lambda new: f'{before}{html.escape(new)}"{after}'
    end = json.JSONDecoder().raw_decode(begun[2])[1]
    return begun[2][:end], lambda new: before + new + begun[2][end:]


def _cases() -> Iterator[Any]:
    for folder in sorted(FOLDER.iterdir()):
        told = folder / "expected.json"
        for case in json.loads(told.read_text("utf-8")) if told.is_file() else ():
            if case["file"].endswith((".json", ".htm")) and len(case["posts"]) > 0:
                yield pytest.param(folder.name, case, id=f"{folder.name}/{case['file']}")


CASES = list(_cases())


def _taken(folder: str, case: dict[str, Any]) -> tuple[Source, Any, Callable[[Any], Source]]:
    """The page, its document, and the page with another document in it."""
    content = (FOLDER / folder / case["file"]).read_bytes().decode()
    values = {
        "url": case["url"],
        "zone": case["zone"],
        "seen_at": datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else None,
        "name": case["file"],
        "headers": case.get("headers", {}),
    }
    text, put = _embedded(content)
    document = json.loads(text)
    inner = next((key for key in document if key.startswith("topic_")), None) if isinstance(document, dict) else None
    if inner is not None:  # Discourse packs JSON into JSON
        topic = json.loads(document[inner])
        return (
            Source(content=content.encode(), **values),
            topic,
            lambda new: Source(content=put(json.dumps({**document, inner: json.dumps(new)})).encode(), **values),
        )
    return (
        Source(content=content.encode(), **values),
        document,
        lambda new: Source(content=put(json.dumps(new)).encode(), **values),
    )


@pytest.mark.parametrize(("folder", "case"), CASES)
@QUICK
@given(draw=st.data(), order=st.randoms(use_true_random=False))
def test_objects_and_lists_in_another_order_are_the_same_posts(
    folder: str, case: dict[str, Any], draw: Draw, order: Any
) -> None:
    source, document, made = _taken(folder, case)
    _right_or_told(source, made(_shuffled(document, order)))


@pytest.mark.parametrize(("folder", "case"), CASES)
@QUICK
@given(draw=st.data())
def test_lost_or_spoilt_values_give_the_right_posts_or_an_error(folder: str, case: dict[str, Any], draw: Draw) -> None:
    source, document, made = _taken(folder, case)
    places = [place for place in _places(document) if not _tells_alone(place)]
    holder, key = places[draw.draw(st.integers(0, len(places) - 1))]
    spoilt = draw.draw(st.sampled_from([None, [], {}, "", "x", -1, True, "lost"]))
    note(f"{key!r} becomes {spoilt!r} in {holder!r:.300}")
    if spoilt == "lost" and isinstance(holder, list):
        return  # as when a moderator deletes it: no reader of one page could know
    if spoilt == "lost":
        del holder[key]
    else:
        holder[key] = spoilt
    _right_or_told(source, made(document))


@pytest.mark.parametrize(("folder", "case"), CASES)
def test_a_repeated_post_is_told(folder: str, case: dict[str, Any]) -> None:
    source, document, made = _taken(folder, case)
    post = read(source).posts[-1]
    places = [
        (holder, key)
        for holder, key in _places(document)
        if isinstance(holder, list) and isinstance(holder[key], dict) and _is(holder[key], post)
    ]
    if not places:
        assert "opening" in case["file"]  # it is no list
        return
    holder, place = places[0]
    holder.append(holder[place])
    with pytest.raises(PageError, match=rf"{case['file']}: post {post.id} stands on the page twice"):
        read(made(document))


def _is(told: dict[str, Any], post: Reading) -> bool:
    ids = {str(told.get(key)) for key in ("id", "pid", "commentID", "dtalkid", "thread")}
    return post.id in ids and ("attributes" in told or "relationships" not in told) and len(told) > 2


#: What only one value of a page tells: with it goes the trace of an edit, of a deletion or of an account, as when a
#: moderator takes it away; no reader of one page could know.
_ALONE = frozenset(
    """version updated_at edited editedAt editedISO edits updated_on dateUpdated edittime_ts hidden deleted deleted_at
    user_deleted isHidden is_hidden deletedposter collapsed suspended shown loaded user_id uid userID insertUserID
    updateUserID insertUser user editedUser relationships poster cooked content contentHtml body article contentType
    is_event post_type type username uname dname displayName name displayname poster_name""".split()
)


def _tells_alone(place: tuple[Any, Any]) -> bool:
    holder, key = place
    person = isinstance(holder[key], dict) and holder[key].get("type") == "users"
    return key in _ALONE or person


def _places(document: Any) -> list[tuple[Any, Any]]:
    """Every value of a document, as the container and the key or index."""
    found: list[tuple[Any, Any]] = []
    for key, value in list(document.items() if isinstance(document, dict) else enumerate(document)):
        found.append((document, key))
        if isinstance(value, (dict, list)):
            found += _places(value)
    return found


def _shuffled(document: Any, order: Any) -> Any:
    if isinstance(document, dict):
        keys = list(document)
        order.shuffle(keys)
        return {key: _shuffled(document[key], order) for key in keys}
    if isinstance(document, list):
        values = [_shuffled(value, order) for value in document]
        order.shuffle(values)
        return values
    return document


def _right_or_told(source: Source, damaged: Source) -> None:
    whole = {post.id: post for post in read(source).posts}
    try:
        page: Page = read(damaged)
    except PageError as told:
        assert source.name in str(told)
        return
    for post in page.posts:
        was = whole[post.id]
        assert (post.author, post.body.marks, post.deleted) == (was.author, was.body.marks, was.deleted), post.id
        assert _within(was.at, post.at), post.id
    lost = {post.id for post in whole.values() if not post.deleted} - {post.id for post in page.posts}
    assert not lost or page.wall is not None, f"passed over: {lost}"


def _within(true: Interval, told: Interval) -> bool:
    return told.earliest <= true.earliest and true.latest <= told.latest
