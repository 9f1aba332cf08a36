"""Files written whole, in order, only where they changed; the feed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from golosa import locks
from golosa.errors import GolosaError
from golosa.public import files
from golosa.public.files import replace_all, sweep

ATOM = "{http://www.w3.org/2005/Atom}"


def test_only_what_changed_is_written_in_the_order_given(tmp_path: Path) -> None:
    assert replace_all(tmp_path, {"b/two": b"2", "a": b"1"}) == ("b/two", "a")
    assert replace_all(tmp_path, {"b/two": b"2", "a": b"3", "c": b"4"}) == ("a", "c")
    assert (tmp_path / "a").read_bytes() == b"3"
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "b", "c", "two"]


def test_a_file_is_never_half_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed while it writes: the old file stands, and the next writing removes what was left."""
    replace_all(tmp_path, {"a": b"old"})

    def killed(self: Path, target: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", killed)
        patch.setattr(Path, "unlink", lambda self, missing_ok=False: None)
        with pytest.raises(KeyboardInterrupt):
            replace_all(tmp_path, {"a": b"new"})
    assert (tmp_path / "a").read_bytes() == b"old"
    assert len(list(tmp_path.iterdir())) == 2
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_file_that_somebody_reads_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to replace a file that is open."""
    replace, refusals = Path.replace, [PermissionError(13, "in use"), PermissionError(13, "in use")]

    def busy(self: Path, target: Path) -> Path:
        if refusals:
            raise refusals.pop()
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", busy)
    monkeypatch.setattr(files, "PAUSE_SECONDS", 0)
    assert replace_all(tmp_path, {"a": b"1"}) == ("a",)
    assert (tmp_path / "a").read_bytes() == b"1"


def test_a_newer_file_is_dated_a_second_later(tmp_path: Path) -> None:
    """A static host and rsync look at whole seconds; two counts may be made within one."""
    dates = []
    for content in (b"1", b"2", b"3"):
        replace_all(tmp_path, {"a": content})
        dates.append(int((tmp_path / "a").stat().st_mtime))
    assert len(set(dates)) == 3


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "public").write_text("a file stands where the folder should")
    with pytest.raises(GolosaError, match=r"public: cannot write the players' page: "):
        replace_all(tmp_path / "public", {"a": b"1"})


def test_data_comes_before_the_page_that_names_it_and_the_version_last(played: Any, monkeypatch: Any) -> None:
    played.set_up(days=2)
    played.see("08:30", 2)
    order: list[str] = []
    replace = Path.replace

    def noted(self: Path, target: Path) -> Path:
        order.append(Path(target).name)
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", noted)
    played.write("08:30", 2)
    named = [name for name in order if not name.startswith(("style", "page.js", "icon", "days"))]
    assert named == [
        "day-1.json", "game.json", "feed.xml", "day-1-votes.html", "day-1.html", "votes.html", "index.html",
        "state.json",
    ]  # fmt: skip
    order.clear()
    played.write("08:30", 2)
    assert order == []


def test_two_writers_wait_for_each_other_and_the_second_says_who_writes(played: Any, monkeypatch: Any) -> None:
    played.see("09:00")
    monkeypatch.setattr("golosa.public.writing.WAIT_SECONDS", 0.05)
    told = pytest.raises(GolosaError, match=f"being written by golosa .process {os.getpid()}")
    with locks.held(played.folder, "public", "{who}", exit_code=2), told:
        played.write("09:00")
    played.write("09:00")


def entries(played: Any) -> list[tuple[str, str, str, str]]:
    root = ElementTree.fromstring((played.public / "feed.xml").read_text(encoding="utf-8"))
    assert root.tag == f"{ATOM}feed"
    for needed in ("id", "title", "updated", "author"):
        assert root.find(ATOM + needed) is not None
    found = []
    for entry in root.iter(f"{ATOM}entry"):
        title, updated, content = (entry.findtext(ATOM + tag) or "" for tag in ("title", "updated", "content"))
        link = entry.find(f"{ATOM}link")
        assert link is not None and entry.findtext(f"{ATOM}id", "").startswith("urn:uuid:")
        found.append((title, updated, link.get("href", ""), content))
    return found


def test_the_feed_has_an_entry_a_day_and_one_for_each_count_posted(played: Any) -> None:
    from golosa.folder.game import Posted

    played.set_up(days=2)
    played.vote("Аня", "09:00", "Лис")
    played.see("22:10")
    fact = Posted(
        1, played.at("18:00"), played.at("18:00"), {"Аня": "Лис", "Лис": None}, False, "https://forum.example/9"
    )
    played.do("22:11", lambda game, now: game.facts.add("posted", fact, now, "day1"))
    played.vote("Ёжик", "09:00", "Гаррет", 2)
    played.see("09:30", 2)
    played.write("09:30", 2)
    assert entries(played) == [
        (
            "День 2: Неофициальный подсчёт",
            "2026-03-03T06:30:00Z",
            "index.html",
            "Гаррет — 1 голос: Ёжик\nНе голосовали: Аня, Лис, Гаррет, Шелли",
        ),
        (
            "День 1: Предварительный итог",
            "2026-03-02T19:00:00Z",
            "day-1.html",
            "Выбывает: Лис\nЛис — 1 голос: Аня\nНе голосовали: Лис, Ёжик, Гаррет, Шелли",
        ),
        (
            "День 1: Неофициальный подсчёт. На 2 марта 2026, 18:00",
            "2026-03-02T15:00:00Z",
            "https://forum.example/9",
            "Лис: Аня\nНикого: Лис",
        ),
    ]


def test_a_feed_stays_well_formed_whatever_a_nick_holds(played: Any) -> None:
    nick = "]]><b>&\x0b\x1b\u202e"
    played.set_up(players=("Аня", "Лис"), title="<игра>")
    played.vote(nick, "09:00", "Лис")
    played.vote("Аня", "09:00", "Лис")
    played.see("09:30")
    played.write("09:30")
    assert entries(played)[0][3].startswith("Лис — 1 голос: Аня")
