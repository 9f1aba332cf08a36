"""The post to paste, cut to the length that the game's forum takes."""

from __future__ import annotations

from pathlib import Path

import pytest

from golosa.cli import run
from golosa.folder.config import NAME


def test_posts_are_cut_at_the_length_that_the_game_sets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "demo"
    assert run(["demo", "-C", str(folder)]) == 0
    path = folder / NAME
    path.write_text(path.read_text(encoding="utf-8").replace("[game]", "[game]\nlongest_post = 700"), encoding="utf-8")
    capsys.readouterr()
    run(["count", "-C", str(folder), "--offline"])
    printed = capsys.readouterr().out
    assert "вставить в тему, 1 из " in printed
    assert run(["notice", "result", "-C", str(folder)]) == 0
    posts = capsys.readouterr().out.split("\n\n----\n\n")
    assert len(posts) > 1
    assert all(len(post) <= 700 for post in posts)


def test_a_length_that_holds_no_post_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / NAME).write_text("[game]\nlongest_post = 20\n", encoding="utf-8")
    assert run(["count", "-C", str(tmp_path), "--offline"]) == 2
    assert "game.longest_post" in capsys.readouterr().err


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_no_verdict_is_told_of_a_thread_that_was_not_read_whole(tmp_path: Path, capsys, lang: str) -> None:
    folder = str(tmp_path / "game")
    times = ("--starts", "2026-03-02T08:00:00+03:00", "--ends", "2026-03-02T22:00:00+03:00")
    thread = "https://forum.example/viewtopic.php?t=7"
    words = ("--host", "H", "--player", "Аня", "--thread", thread, *times, "--lang", lang, "--yes")
    assert run(["new", folder, *words]) == 0
    capsys.readouterr()
    assert run(["count", "-C", folder, "--offline"]) == 3
    printed = capsys.readouterr().out
    assert {"ru": "не полностью:", "en": "incomplete:"}[lang] in printed
    assert not any(told in printed for told in ("Никто не выбывает", "Nobody is out", "nobody"))
