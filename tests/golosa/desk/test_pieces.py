"""The desk's pieces without a browser: the preview, the words, the background, house rules, the log."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from golosa.clock import using
from golosa.desk import houserules
from golosa.desk.desk import IN_SIGHT, Desk
from golosa.desk.jobs import Jobs
from golosa.desk.preview import preview
from golosa.desk.words import LANGUAGES, words_of
from golosa.errors import GolosaError
from golosa.rulebook.rulesets import playable

TAGS = "b i u s list * quote code color=red color=#12 url=https://a.example url=javascript:x spoiler=x size=5".split()
PIECES = st.sampled_from([f"[{tag}]" for tag in TAGS] + [f"[/{tag.partition('=')[0]}]" for tag in TAGS])
ROOT = Path(__file__).parents[3]
NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
VOID = ("br",)
KNOWN = set("strong em u s blockquote span ul li pre details summary a br".split())


def test_a_post_is_shown_as_a_forum_shows_it() -> None:
    shown = preview(
        "[b]Итог[/b]\n[list]\n[*]Лис — [url=https://a.example/1]Аня[/url]\n[*]Ёж\n[/list]\n[color=green]да[/color]"
    )
    assert "<strong>Итог</strong>" in shown
    assert '<li>Лис — <a href="https://a.example/1" rel="noreferrer noopener" target="_blank">Аня</a>' in shown
    assert shown.count("<li>") == shown.count("</li>") == 2
    assert '<span class="shade-green">да</span>' in shown


def test_inside_code_everything_is_text() -> None:
    assert preview("[code][b]x[/b] <i>[/code]") == "<pre>[b]x[/b] &lt;i&gt;</pre>"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.one_of(PIECES, st.text("<>&\"'\n a[]/=", max_size=8)), max_size=25).map("".join))
def test_whatever_a_post_holds_its_preview_is_well_nested_and_holds_no_other_tag(post: str) -> None:
    opened: list[str] = []
    shown = preview(post)
    for close, name, rest in re.findall(r"<(/?)([a-z]+)([^>]*)>", shown):
        assert name in {
            "strong",
            "em",
            "u",
            "s",
            "blockquote",
            "span",
            "ul",
            "li",
            "pre",
            "details",
            "summary",
            "a",
            "br",
        }
        assert "javascript" not in rest and " on" not in rest
        if name in VOID:
            continue
        if close:
            assert opened.pop() == name
        else:
            opened.append(name)
    assert opened == []
    assert not re.search(r"<(?!/?[a-z]+[^<>]*>)", shown)


@pytest.mark.parametrize("piece", ["\n", "[b]", "[*]", "[list]", "[url=", "[", "[/b]", "[list][*]a\n"])
def test_no_post_keeps_the_preview_busy(piece: str) -> None:
    began = time.process_time()
    preview(piece * 20_000)
    assert time.process_time() - began < 2


def _keys(words: Any, prefix: str = "") -> set[str]:
    return {
        key
        for name, value in words.items()
        for key in (_keys(value, f"{prefix}{name}.") if isinstance(value, dict) else {prefix + name})
    }


def test_both_languages_say_the_same_things() -> None:
    russian, english = (_keys(words_of(lang)) for lang in LANGUAGES)
    plurals = {key for key in russian if key.endswith((".few", ".many"))}  # forms that English does not have
    assert russian - plurals == english


def test_english_numbers_have_no_russian_sign() -> None:
    """«№» stands in the Russian words alone; templates take the sign from there."""
    assert "№" not in repr(words_of("en"))
    templates = Path(__file__).parents[3] / "templates" / "desk"
    assert not [path.name for path in templates.iterdir() if "№" in path.read_text(encoding="utf-8")]


def test_work_in_the_background_tells_its_progress_and_its_end_once() -> None:
    jobs, gate = Jobs(), threading.Event()

    def work(progress: Any) -> str:
        progress(1, 3)
        assert gate.wait(5)
        return "done"

    assert jobs.start("fetch", work)
    assert not jobs.start("fetch", work)
    assert jobs.take("fetch") is None
    gate.set()
    jobs.wait(5)
    found = jobs.take("fetch")
    assert found is not None and (found[0].done, found[0].fault, found[1]) == (0, "", "done")
    assert jobs.take("fetch") is None and jobs.state is None


@pytest.mark.parametrize(
    ("error", "told"), [(GolosaError("no forum"), "no forum"), (KeyError("x"), "a bug: KeyError: 'x'")]
)
def test_work_that_fails_says_why(error: Exception, told: str) -> None:
    def work(progress: Any) -> None:
        raise error

    jobs = Jobs()
    jobs.start("fetch", work)
    jobs.wait(5)
    found = jobs.take("fetch")
    assert found is not None and found[0].fault == told


def test_secrets_hide_after_a_quarter_of_an_hour(tmp_path: Any) -> None:
    desk = Desk(tmp_path)
    assert not desk.secrets
    with using(lambda: NOW):
        desk.show_secrets(shown=True)
        assert desk.secrets
    with using(lambda: NOW + IN_SIGHT):
        assert not desk.secrets


def test_house_rules_are_what_differs_from_the_rule_set() -> None:
    rules = playable("town14")
    form = {houserules.PREFIX + field.knob: field.value for field in houserules.fields(rules)}
    form = {name: "" if value == "false" else value for name, value in form.items()}
    assert houserules.changed(rules, lambda name: form.get(name, "")) == {}
    form |= {"knob.votes.self_vote": "true", "knob.tie.steps": "lot", "knob.tie.overtime_minutes": "45"}
    changed = houserules.changed(rules, lambda name: form.get(name, ""))
    assert changed == {"votes.self_vote": True, "tie.steps": ["lot"], "tie.overtime_minutes": 45}
    assert playable("town14", changed).tie.overtime_minutes == 45
    form["knob.tie.overtime_minutes"] = "many"
    with pytest.raises(GolosaError, match=r"tie.overtime_minutes: 'many' is no number"):
        houserules.changed(rules, lambda name: form.get(name, ""))


def test_every_knob_that_is_asked_is_explained_in_both_languages() -> None:
    for lang in LANGUAGES:
        for knob, kind in houserules.KNOBS.items():
            said = words_of(lang)["knob"][knob]
            assert said["title"]
            assert set(said["choices"]) >= (set(kind) if isinstance(kind, tuple) else set())


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_knob_of_a_rule_set_is_explained_with_its_values(lang: str) -> None:
    words = words_of(lang)["knob"]
    for knob, kind in {**houserules.KNOBS, **houserules.others()}.items():
        assert words[knob]["title"], knob
        if isinstance(kind, tuple):
            assert set(kind) <= set(words[knob]["choices"]), knob


def test_what_a_form_did_not_show_stays_and_a_list_can_be_emptied() -> None:
    rules = playable("classic10", {"votes.unvote": ["отзываю"], "votes.spoilers": False})
    assert houserules.changed(rules, lambda name: "") == {}
    form = {
        "shown.votes.unvote": "1",
        "shown.day.zone": "1",
        "shown.votes.spoilers": "1",
        "knob.votes.spoilers": "true",
    }
    assert houserules.changed(rules, lambda name: form.get(name, "")) == {"votes.unvote": [], "votes.spoilers": True}


def test_hp_knobs_are_asked_only_where_there_are_hp() -> None:
    def asked(name: str) -> bool:
        return any(field.knob == "health.start" for field in houserules.fields(playable(name), houserules.others()))

    assert asked("hp100") and not asked("town14")


@pytest.mark.parametrize(
    ("lang", "name", "label"), [("ru", "first-game.ru.md", "«([^»]+)»"), ("en", "first-game.md", "“([^”]+)”")]
)
def test_every_button_that_the_first_game_names_is_there(lang: str, name: str, label: str) -> None:
    def told(words: Any) -> Iterator[str]:
        for one in words.values():
            yield from told(one) if isinstance(one, dict) else [str(one)]

    text = " ".join((ROOT / "docs" / name).read_text(encoding="utf-8").split())
    named = re.findall(rf"\*\*{label}\*\*", text)
    assert len(named) > 20
    assert [one for one in named if one not in set(told(words_of(lang)))] == []
