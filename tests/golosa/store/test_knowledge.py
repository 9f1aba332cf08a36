"""What all sights of a thread together tell: texts, times, authors, order, disappearances, and what was known when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from engine.times import Interval, Resolution
from golosa.store import Archive, Database

MOMENT = timedelta(microseconds=1)
LATER = datetime(2026, 3, 9, tzinfo=UTC)


def test_e5_another_text_of_the_same_post_is_another_revision(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, "Лис")))
    thread.see(thread.page(20, thread.reading(5, "Лис")))
    thread.see(thread.page(30, thread.reading(5, "Ёжик", edited=25)))
    post = thread.post(5)
    assert thread.texts(post) == ["Лис", "Ёжик"]
    assert [(r.first_seen, r.last_seen) for r in post.revisions] == [
        (thread.at(10), thread.at(20)),
        (thread.at(30), thread.at(30)),
    ]
    assert post.revisions[1].edited == Interval.shown(thread.at(25))


def test_e5_a_text_that_comes_back_is_three_revisions(thread: Any) -> None:
    for minute, text in ((10, "Лис"), (20, "Ёжик"), (30, "Лис"), (40, "Лис")):
        thread.see(thread.page(minute, thread.reading(5, text)))
    post = thread.post(5)
    assert thread.texts(post) == ["Лис", "Ёжик", "Лис"]
    assert [r.last_seen for r in post.revisions] == [thread.at(10), thread.at(20), thread.at(40)]


def test_e1_a_second_edit_without_another_text_is_known_by_its_notice(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, "Лис", edited=7)))
    thread.see(thread.page(20, thread.reading(5, "Лис", edited=15)))
    assert [r.edited.earliest for r in thread.post(5).revisions] == [thread.at(7), thread.at(15)]


def test_an_edit_time_shown_in_other_words_is_the_same_edit_and_known_better(thread: Any) -> None:
    vague = structs.replace(thread.reading(5, "Лис"), edited=Interval(thread.at(0), thread.at(60)))
    thread.see(thread.page(10, vague))
    thread.see(thread.page(20, thread.reading(5, "Лис", edited=6)))
    (revision,) = thread.post(5).revisions
    assert revision.edited == Interval.shown(thread.at(6))


def test_the_same_html_read_otherwise_by_a_newer_program_is_no_edit(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, "Лис", html="<i>x</i>")))
    thread.see(thread.page(20, thread.reading(5, "Лиса", html="<i>x</i>")))
    assert thread.texts(thread.post(5)) == ["Лиса"]


def test_other_html_that_shows_the_same_is_no_edit(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, "Лис", html="<a href='?sid=1'>Лис</a>")))
    thread.see(thread.page(20, thread.reading(5, "Лис", html="<a href='?sid=2'>Лис</a>")))
    assert thread.texts(thread.post(5)) == ["Лис"]
    assert len(thread.archive.html(thread.url, "5")) == 2


def test_v6_the_first_sight_narrows_the_time_of_a_post(thread: Any) -> None:
    thread.see(thread.page(779.5, thread.reading(5, posted=779, resolution=Resolution.MINUTE)))
    at = thread.post(5).at
    assert (at.earliest, at.latest) == (thread.at(779), thread.at(779.5) + MOMENT)


def test_v6_a_post_that_was_not_on_the_last_page_yet_was_written_later(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5)), complete=False)
    day = thread.reading(6, posted=0, resolution=Resolution.DAY)
    thread.see(thread.page(20, thread.reading(5), day), complete=False)
    assert thread.post(6).at.earliest == thread.at(9)  # a page may be a minute old when it comes
    assert thread.post(5).at == Interval.shown(thread.at(5))


def test_v6_a_page_that_is_not_the_last_one_tells_nothing_of_later_posts(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5), last=False), complete=False)
    thread.see(thread.page(20, thread.reading(6, posted=0, resolution=Resolution.DAY), number=2), complete=False)
    assert thread.post(6).at.earliest == thread.at(0)


def test_v6_a_deleted_last_post_does_not_make_its_time_later(thread: Any) -> None:
    six = thread.reading(6, posted=0, resolution=Resolution.DAY)
    thread.see(thread.page(10, thread.reading(5), six))
    thread.see(thread.page(20, thread.reading(5)))
    post = thread.post(6)
    assert post.at.earliest == thread.at(0)
    assert post.gone is not None and post.gone.earliest == thread.at(10)


@pytest.mark.parametrize("shown", [(5, 65, 5), (65, 5, 5), (5, 5, 65)])
def test_v6_sights_that_contradict_hold_all_that_was_shown(thread: Any, shown: tuple[int, ...]) -> None:
    """A damaged page, or a board whose zone was changed: nobody knows which is right, so the interval holds both."""
    for turn, posted in enumerate(shown):
        thread.see(thread.page(100 + turn, thread.reading(5, posted=posted)))
    assert thread.post(5).at == Interval(thread.at(5), Interval.shown(thread.at(65)).latest)


def test_v7_a_post_whose_sights_contradict_was_made_between_its_neighbours(thread: Any) -> None:
    for turn, posted in enumerate((65, 6)):
        readings = [thread.reading(5), thread.reading(6, posted=posted), thread.reading(7)]
        thread.see(thread.page(100 + turn, *readings))
    assert thread.post(6).at == Interval(thread.at(6), Interval.shown(thread.at(7)).latest)
    assert thread.post(5).at == Interval.shown(thread.at(5))


def test_e5_a_post_missing_from_a_whole_visit_is_gone_between_the_sights(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(1), thread.reading(2)))
    thread.see(thread.page(20, thread.reading(1)))
    gone = thread.post(2).gone
    assert gone is not None
    assert (gone.earliest, gone.before(thread.at(21)), gone.before(thread.at(15))) == (thread.at(10), True, None)


def test_e5_a_post_missing_from_an_unfinished_visit_is_not_gone(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(1), thread.reading(2)))
    thread.see(thread.page(20, thread.reading(1)), complete=False)
    assert thread.post(2).gone is None


def test_e5_a_post_that_its_neighbours_closed_over_is_gone_without_a_whole_visit(thread: Any) -> None:
    thread.see(thread.page(10, *(thread.reading(n, number=n) for n in (1, 2, 3))))
    thread.see(thread.page(20, thread.reading(1, number=1), thread.reading(3, number=2)), complete=False)
    assert thread.post(2).gone is not None
    assert thread.post(3).gone is None


def test_e5_the_first_post_repeated_at_the_head_of_a_page_is_no_deletion(thread: Any) -> None:
    first = [thread.reading(n, number=n) for n in (1, 2, 3)]
    thread.see(thread.page(10, *first, last=False), thread.page(10, thread.reading(4, number=4), number=2))
    repeated = (thread.reading(1, number=3), thread.reading(4, number=4), thread.reading(5, number=5))
    thread.see(thread.page(20, *repeated, number=2), complete=False)
    assert [post.id for post in thread.posts() if post.gone] == []


def test_e5_a_stub_tells_that_the_post_is_gone_and_a_later_sight_that_it_is_back(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, "Лис")))
    thread.see(thread.page(20, thread.reading(5, deleted=True)))
    assert thread.post(5).gone == Interval(thread.at(10), thread.at(20) + MOMENT)
    assert thread.texts(thread.post(5)) == ["Лис"]
    thread.see(thread.page(30, thread.reading(5, "Лис")))
    assert thread.post(5).gone is None
    assert thread.post(5, known=25).gone is not None


def test_e5_a_post_that_only_its_stub_was_seen_of_is_there_and_gone(thread: Any) -> None:
    thread.see(thread.page(20, thread.reading(5, deleted=True)))
    post = thread.post(5)
    assert thread.texts(post) == [""]
    assert post.gone is not None and post.gone.earliest == thread.at(5)


def test_v15_other_names_and_the_account_id_are_kept(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(5, author="Ёж", author_id="44")))
    thread.see(thread.page(20, thread.reading(5, author="Ёжик")))
    post = thread.post(5)
    assert (post.author, post.earlier_authors, post.author_id) == ("Ёжик", ("Ёж",), "44")
    assert thread.post(5, known=10).author == "Ёж"


def test_v7_ids_order_the_posts_and_not_the_time_shown(thread: Any) -> None:
    thread.see(
        thread.page(90, thread.reading(9, posted=30), thread.reading(10, posted=30), thread.reading(11, posted=29))
    )
    assert thread.ids(thread.posts()) == ["9", "10", "11"]
    assert [post.order for post in thread.posts()] == [0, 1, 2]


def test_v7_a_thread_whose_ids_do_not_grow_is_ordered_by_time(thread: Any) -> None:
    thread.see(thread.page(90, thread.reading(50, posted=1), thread.reading(7, posted=2), thread.reading(60, posted=3)))
    assert thread.ids(thread.posts()) == ["50", "7", "60"]


def test_v7_known_at_an_earlier_moment_is_what_was_stored_by_then(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(1, "Лис")))
    thread.see(thread.page(20, thread.reading(1, "Лис"), thread.reading(2)))
    thread.see(thread.page(30, thread.reading(2)))
    assert thread.ids(thread.posts(known=15)) == ["1"]
    assert thread.post(1, known=15).revisions[0].last_seen == thread.at(10)
    assert thread.post(1, known=25).revisions[0].last_seen == thread.at(20)
    assert thread.post(1, known=25).gone is None
    assert thread.post(1, known=30).gone is not None


def test_v7_saved_pages_stored_later_do_not_change_what_was_known_before(thread: Any) -> None:
    thread.see(thread.page(40, thread.reading(1, "Ёжик")))
    thread.see(thread.page(10, thread.reading(1, "Лис")), source="saved", stored=60)
    assert thread.texts(thread.post(1, known=50)) == ["Ёжик"]
    assert thread.texts(thread.post(1)) == ["Лис", "Ёжик"]


def test_v7_a_moment_before_anything_was_stored_asks_what_had_been_seen(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(1, "Лис")), source="saved", stored=5000)
    thread.see(thread.page(40, thread.reading(1, "Ёжик")), source="saved", stored=5001)
    assert thread.texts(thread.post(1, known=20)) == ["Лис"]
    assert [sweep.ended for sweep in thread.archive.sweeps(thread.url, thread.at(20))] == [thread.at(10)]
    assert thread.posts(known=9) == ()


def test_v7_saved_pages_of_a_time_to_come_are_not_known_yet(thread: Any) -> None:
    thread.see(thread.page(40, thread.reading(1, "Лис")), source="saved", stored=1)
    thread.see(thread.page(90, thread.reading(1, "Ёжик")), source="saved", stored=2)
    assert thread.texts(thread.post(1, known=60)) == ["Лис"]


def test_posts_as_of_one_visit(thread: Any) -> None:
    thread.see(thread.page(10, thread.reading(1)))
    thread.see(thread.page(20, thread.reading(1), thread.reading(2)))
    first, _ = thread.archive.sweeps(thread.url)
    assert thread.ids(thread.archive.posts((thread.url,), upto=first.id)) == ["1"]


def test_v7_posts_of_several_threads_come_by_time_and_tell_their_thread(thread: Any) -> None:
    first, second = thread.url, "https://forum.example/viewtopic.php?t=8"
    thread.see(thread.page(10, thread.reading(1), thread.reading(3)))
    thread.url = second
    thread.see(thread.page(20, thread.reading(2), thread.reading(4)))
    posts = thread.archive.posts((second, first))
    assert [(post.id, post.order, post.thread) for post in posts] == [
        ("1", 0, first), ("2", 1, second), ("3", 2, first), ("4", 3, second),
    ]  # fmt: skip
    assert [(post.order, post.thread) for post in thread.archive.posts((second,))] == [(0, ""), (1, "")]


_POSTS = st.integers(1, 6)
_VISITS = st.lists(
    st.tuples(
        st.sets(_POSTS, min_size=1),
        st.sampled_from(["Лис", "Ёжик", ""]),
        st.sampled_from(["show", "edit", "stub"]),
        st.booleans(),
    ),
    min_size=2,
    max_size=6,
)


@given(visits=_VISITS, order=st.randoms(use_true_random=False))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_v7_any_order_of_storing_the_same_visits_gives_the_same_posts(
    visits: list[Any], order: Any, thread: Any, tmp_path_factory: pytest.TempPathFactory
) -> None:
    seen = []
    for index, (refs, text, how, complete) in enumerate(visits):
        minute = 10.0 * (index + 1)
        readings = [
            thread.reading(ref, text, number=place + 1, edited=minute - 1 if how == "edit" else None,
                           deleted=how == "stub" and ref % 2 == 0)
            for place, ref in enumerate(sorted(refs))
        ]  # fmt: skip
        seen.append(thread.visit(thread.page(minute, *readings), complete=complete, source="saved"))
    shuffled = list(seen)
    order.shuffle(shuffled)
    results = [_stored(tmp_path_factory.mktemp("order") / "game.db", thread.url, some) for some in (seen, shuffled)]
    assert results[0] == results[1]


def _stored(path: Path, url: str, visits: list[Any]) -> Any:
    database = Database(path)
    archive = Archive(database, lambda: LATER)
    for visit in visits:
        archive.add(visit)
    posts = archive.posts((url,))
    database.close()
    return posts
