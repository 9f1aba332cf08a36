"""`golosa demo` as a stranger runs it: an empty folder, no settings, no network beyond this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from golosa.demo import forum

from golosa import cli


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[subprocess.CompletedProcess[str], Path]]:
    folder = tmp_path_factory.mktemp("empty")
    done = subprocess.run(
        [sys.executable, "-m", "golosa", "demo"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "HOME": str(folder), "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"},
        check=False,
    )
    yield done, folder


Shown = tuple[subprocess.CompletedProcess[str], Path]


def test_it_ends_with_0_and_says_nothing_on_standard_error(shown: Shown) -> None:
    done, _ = shown
    assert (done.returncode, done.stderr) == (0, "")


def test_it_prints_the_table_and_the_post(shown: Shown) -> None:
    text = shown[0].stdout
    assert "4 │ Кузнец" in text
    assert "[*][b]Кузнец[/b] — 4 голоса: [url=http://127.0.0.1:" in text
    assert "официальный итог" in text
    assert "Сорока[/b] — 1 голос" in text


def test_it_shows_what_is_unsure_and_what_did_not_count(shown: Shown) -> None:
    text = shown[0].stdout
    assert "unsure, so it is the host's to decide: post 217, Falcon: «Сарока»" in text
    for line in ("«Тихоня» — за выбывшего", "«Кузнец» — не игрок", "«Рыжая» — зачёркнуто", "после окончания дня"):
        assert line in text


def test_it_writes_the_page_and_says_where(shown: Shown) -> None:
    done, folder = shown
    page = folder / "golosa-demo" / "out" / "public" / "index.html"
    assert f"the players' page: {page.resolve()}" in done.stdout
    assert "4 голоса" in page.read_text(encoding="utf-8")


def test_the_commands_that_it_names_work(shown: Shown) -> None:
    _, folder = shown
    for line in ("rule -C golosa-demo list", "explain -C golosa-demo Кузнец"):
        done = subprocess.run(
            [sys.executable, "-m", "golosa", *line.split()], cwd=folder, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr.decode()


def test_a_second_run_takes_another_folder(tmp_path: Path) -> None:
    (tmp_path / "golosa-demo").mkdir()
    done = subprocess.run([sys.executable, "-m", "golosa", "demo"], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0
    assert (tmp_path / "golosa-demo-2" / "game.toml").is_file()


def test_the_forum_serves_its_pages_and_nothing_else() -> None:
    with forum.running() as address:
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}&start=10") as answer:
            assert 'id="p211"' in answer.read().decode()
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(address.partition("/viewtopic")[0] + "/game.db")
        assert refused.value.code == 404
        refused.value.close()


def test_the_machine_form_is_the_count_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["demo", "-C", str(tmp_path / "demo"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verdict"] == "out"
