"""Templates: ours, the host's own before ours, in a sandbox with a deadline, a limit of output and of memory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from golosa.errors import GolosaError
from golosa.texts import render as module
from golosa.texts.render import render
from golosa.views.shapes import NightView

VIEW = NightView("Игра [b]", 2, "ru", "3 марта 2026, 23:45")


def own(folder: Path, text: str, name: str = "night.bbcode.j2") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return folder


def test_ours_in_both_languages() -> None:
    assert "[b]Игра [\u2060b]. Ночь 2[/b]\nГород засыпает." in render("night.bbcode", "ru", VIEW)
    assert "The town falls asleep." in render("night.bbcode", "en", VIEW)


def test_an_empty_folder_changes_nothing(tmp_path: Path) -> None:
    assert render("night.bbcode", "ru", VIEW, tmp_path) == render("night.bbcode", "ru", VIEW)


@pytest.mark.parametrize("name", ["night.bbcode.j2", "ru/night.bbcode.j2"])
def test_the_hosts_own_template_goes_before_ours(tmp_path: Path, name: str) -> None:
    assert render("night.bbcode", "ru", VIEW, own(tmp_path, "Ночь {{ day }}, {{ title | bb }}", name)) == (
        "Ночь 2, Игра [\u2060b]\n"
    )


def test_the_hosts_own_part_is_used_by_our_templates(tmp_path: Path) -> None:
    parts = "{% macro names(list) %}ИМЕНА{% endmacro %}{% macro table(rows) %}ТАБЛИЦА{% endmacro %}"
    view = {"title": "т", "day": 1, "ends": "вечером", "no_ballot": ["а"], "leaves": False}
    assert "ИМЕНА" in render("missed.bbcode", "ru", view, own(tmp_path, parts, "ru/parts.j2"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n{% if %}", "night.bbcode.j2, line 2"),
        ("{{ nothing }}", "night.bbcode.j2, line 1: 'nothing' is undefined"),
        ("{{ title.__class__.__mro__ }}", "unsafe"),
        ("{{ 1 / 0 }}", "night.bbcode.j2, line 1: division by zero"),
        ("{% include '../secret.j2' %}", "secret.j2"),
        ("{% for _ in range(99999) %}{{ title * 20 }}{% endfor %}", "more than 1000000 characters"),
        ("{{ title * 10 ** 10 }}", "too much memory"),
    ],
)
def test_what_is_wrong_with_a_hosts_template_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(GolosaError) as error:
        render("night.bbcode", "ru", VIEW, own(tmp_path, text))
    assert str(tmp_path) in str(error.value)
    assert said in str(error.value)


def test_a_template_that_does_not_end_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "DEADLINE_SECONDS", 0.7)
    loop = "{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}"
    with pytest.raises(GolosaError, match=r"night\.bbcode\.j2: the template did not end within 0\.7 seconds"):
        render("night.bbcode", "ru", VIEW, own(tmp_path, loop))


def test_pages_escape_what_people_wrote(tmp_path: Path) -> None:
    page = own(tmp_path, "<p>{{ title }}</p>", "count.html.j2")
    assert render("count.html", "ru", {"title": "<script>"}, page) == "<p>&lt;script&gt;</p>\n"


def test_our_templates_are_kept_as_compiled_where_python_keeps_bytecode(tmp_path):
    values = {"title": "T", "day": 2, "until": None}
    program = f"from golosa.texts.render import render; print(render('night.bbcode', 'en', {values}))"
    kept = {**os.environ, "PYTHONPYCACHEPREFIX": str(tmp_path)}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)

    def printed(**more: str) -> str:
        done = subprocess.run([sys.executable, "-c", program], env=kept | more, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout

    without = printed(PYTHONDONTWRITEBYTECODE="1")
    assert list(tmp_path.rglob("*.jinja")) == []
    assert printed() == without
    files = list(tmp_path.rglob("*.jinja"))
    assert files
    for damage in (lambda whole: b"damaged", lambda whole: whole[: len(whole) // 2], lambda whole: whole[:20] + b"!!"):
        whole = {file: file.read_bytes() for file in files}
        for file in files:
            file.write_bytes(damage(whole[file]))
        assert printed() == without
        assert {file: file.read_bytes() for file in files} == whole
