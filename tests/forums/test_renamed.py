"""A theme that gives one thing of a page another class turns no vote over in silence: what it marked is asked about,
refused, or read as before.

Each is a written page with one class renamed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from engine.posts import MarkKind, Reading
from forums import Board, Page, PageError, Source, read

FOLDER = Path(__file__).parents[2] / "fixtures" / "pages"
Made = Callable[..., Source]
NONE = "no-such-class"


def renamed(source: Made, folder: str, file: str, name: str, board: Board | None = None) -> Page:
    """A written page whose class `name` is another one."""
    cases = json.loads((FOLDER / folder / "expected.json").read_text("utf-8"))
    case = next(case for case in cases if case["file"] == file)
    content = (FOLDER / folder / file).read_bytes()
    found = re.compile(rb"""(class=(["'])[^"']*?)(?<![\w-])""" + name.encode() + rb"(?![\w-])")
    content, count = found.subn(rb"\1zz-theme", content)
    assert bool(count) is (name != NONE), f"the page has no class {name}"
    seen = datetime.fromisoformat(case["seen_at"]) if case["seen_at"] else datetime(2026, 3, 3, 12, tzinfo=UTC)
    return read(source(content, url=case["url"], zone=case["zone"], seen_at=seen), board)


def post_of(page: Page, identity: str) -> Reading:
    return next(post for post in page.posts if post.id == identity)


def coloured(post: Reading) -> list[tuple[str, bool]]:
    return [(mark.text, mark.unclear) for mark in post.body.marks if mark.kind is MarkKind.COLOUR]


BOXES = [
    ("ipb2", "ru_2_3_p1.html", "quotemain", "802", [("Барсук", True), ("Рысь", True), ("Выдра", True)]),
    ("ipb2", "ru_2_3_p1.html", "codemain", "803", [("Барсук", False), ("Рысь", True)]),
    ("smf1", "ru_1_1_p1.html", "quote", "22", [("Барсук", True), ("Рысь", True), ("Выдра", True)]),
    ("smf1", "ru_1_1_p1.html", "code", "23", [("Барсук", False), ("Рысь", True)]),
    ("phpbb2", "fr_2_0_p1.html", "quote", "42", [("Lynx", True), ("Badger", True)]),
    ("phpbb2", "ru_2_0_p1.html", "code", "13", [("Барсук", False), ("Рысь", True)]),
    ("proboards", "en_5_p1.html", "quote", "602", [("Барсук", True), ("Рысь", True), ("Выдра", True)]),
]


@pytest.mark.parametrize(("folder", "file", "name", "post", "marks"), BOXES, ids=[f"{c[0]}-{c[2]}" for c in BOXES])
def test_v2_what_follows_the_head_of_a_quote_or_of_code_in_no_known_box_is_asked_about(
    folder: str, file: str, name: str, post: str, marks: list[tuple[str, bool]], source: Made
) -> None:
    assert coloured(post_of(renamed(source, folder, file, name), post)) == marks


@pytest.mark.parametrize(("folder", "file", "name", "post", "marks"), BOXES, ids=[f"{c[0]}-{c[2]}" for c in BOXES])
def test_v2_a_box_that_the_host_names_is_known(
    folder: str, file: str, name: str, post: str, marks: list[tuple[str, bool]], source: Made
) -> None:
    plain = post_of(renamed(source, folder, file, NONE), post)
    assert post_of(renamed(source, folder, file, name, Board(quotes=("zz-theme",))), post).body == plain.body


EDITS = [
    ("discourse", "ru_drawn.html", "edits"),
    ("flarum", "ru_1_8_drawn.html", "PostEdited"),
    ("misago", "ru_1_p1.html", "post-feed-item-last-edit-timestamp"),
    ("nodebb", "ru_1_persona_p1.html", "hidden"),
    ("nodebb", "ru_1_persona_p1.html", "timeago"),
    ("nodebb", "ru_1_vanilla_p1.html", "hidden"),
    ("nodebb", "ru_1_vanilla_p1.html", "timeago"),
    ("nodebb", "ru_p2.html", "hidden"),
]


@pytest.mark.parametrize(("folder", "file", "name"), EDITS, ids=[f"{c[1]}-{c[2]}" for c in EDITS])
def test_e5_edits_are_read_by_more_than_one_class(folder: str, file: str, name: str, source: Made) -> None:
    plain, other = (
        {post.id: (post.edited, post.edited_by) for post in renamed(source, folder, file, one).posts}
        for one in (NONE, name)
    )
    assert other == plain


HIDDEN = [
    ("ips4", "en_4_1_moderator_p1.html", "ipsModerated", ["622"]),
    ("flarum", "ru_1_8_drawn.html", "Post--hidden", ["1004"]),
    ("discourse", "ru_drawn.html", "deleted", ["904"]),
]


@pytest.mark.parametrize(("folder", "file", "name", "gone"), HIDDEN, ids=[case[0] for case in HIDDEN])
def test_e5_a_post_hidden_by_a_moderator_is_gone_for_him_too_whatever_its_class(
    folder: str, file: str, name: str, gone: list[str], source: Made
) -> None:
    assert [post.id for post in renamed(source, folder, file, name).posts if post.deleted] == gone


def test_v2_a_spoiler_of_mybbru_holds_the_writers_words_by_either_class(source: Made) -> None:
    post = post_of(renamed(source, "mybbru", "ru_p2.html", "quote-box"), "105")
    assert [(mark.text, mark.spoiler) for mark in post.body.marks] == [("Барсук", True)]


SIGNATURES = [
    ("mybbru", "ru_p1.html", "post-sig", "102", [("Рысь", False), ("Выдра", False), ("Рысь — мафия", True)]),
    ("punbb", "ru_1_4_p1.html", "sig-content", "32", [("Рысь", False), ("Выдра", False), ("Рысь", True)]),
    ("ipb2", "en_1_3_p1.html", "signature", "811", [("Otter", False), ("Lynx", True)]),
]


@pytest.mark.parametrize(("folder", "file", "name", "post", "marks"), SIGNATURES, ids=[c[0] for c in SIGNATURES])
def test_v2_a_signature_inside_a_body_is_asked_about(
    folder: str, file: str, name: str, post: str, marks: list[tuple[str, bool]], source: Made
) -> None:
    found = post_of(renamed(source, folder, file, name), post)
    assert coloured(found) == marks
    assert [line.text for line in found.body.lines if line.unclear][-1] == marks[-1][0]
    named = post_of(renamed(source, folder, file, name, Board(dropped=("zz-theme",))), post)
    assert named.body == post_of(renamed(source, folder, file, NONE), post).body


@pytest.mark.parametrize("told", ["<div class='creator'>", "<div class='post' itemprop='articleBody'>"])
def test_discourse_a_post_that_robots_saw_marked_otherwise_is_not_passed_over(told: str, source: Made) -> None:
    page = (FOLDER / "discourse" / "crawler_2_1_p1.html").read_text("utf-8")
    with pytest.raises(PageError, match=r"post (\?|n1).* has no (id|body)"):
        read(source(page.replace(told, "<div itemprop='articleBody'>", 1), url="https://les.example/t/day-1/12"))
