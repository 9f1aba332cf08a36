"""V7: the same count in any order and at any later time; what is no vote changes nothing; and how fast it is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.posts import Mark

NAMES = ("Аня", "Борис", "Вера", "Гена", "Дина", "Егор")
TEXTS = st.sampled_from([*NAMES, "Борис или Вера", "никто такой", "Аню"])
POSTS = st.lists(
    st.tuples(st.sampled_from([*NAMES, "Ведущий", "Зритель"]), TEXTS, st.sampled_from([None, "edited", "seen"])),
    max_size=14,
)


def written(table: Any, posts: list[tuple[str, str, str | None]]) -> Any:
    for number, (author, text, history) in enumerate(posts):
        at = f"{9 + number}:00"
        if history is None:
            table.post(author, at, text)
        else:
            table.post(author, at, text, edited=f"{9 + number}:40")
            if history == "seen":
                table.seen_before(f"{9 + number}:20", "Дина")
    return table


@settings(max_examples=60, deadline=None)
@given(posts=POSTS, order=st.randoms(use_true_random=False))
def test_v7_posts_may_come_in_any_order(new_table: Callable[[], Any], posts: Any, order: Any) -> None:
    table = written(new_table(), posts)
    counted = table.count("22:45")
    shuffled = list(table.posts)
    order.shuffle(shuffled)
    assert table.count("22:45", posts=shuffled) == counted


@settings(max_examples=60, deadline=None)
@given(posts=POSTS, hour=st.integers(9, 21))
def test_v7_posts_after_the_moment_change_nothing(new_table: Callable[[], Any], posts: Any, hour: int) -> None:
    table = written(new_table(), posts)
    at = f"{hour}:30"
    before = [post for post in table.posts if post.at.earliest < table.day.starts.replace(hour=hour, minute=30)]
    assert table.count(at) == table.count(at, posts=before)


@settings(max_examples=60, deadline=None)
@given(posts=POSTS, place=st.integers(0, 14))
def test_a_post_without_a_mark_changes_nothing(new_table: Callable[[], Any], posts: Any, place: int) -> None:
    table = written(new_table(), posts)
    counted = table.count("22:45")
    table.post("Аня", f"{9 + min(place, 12)}:30", Mark("Аня", colour="#0000ff"))
    chatter = structs.replace(table.posts.pop(), order=100 + place)
    assert table.count("22:45", posts=[*table.posts, chatter]) == counted
