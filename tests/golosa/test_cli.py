"""The command line as a whole: what starts quickly, what each exit status means, that errors are one line."""

from __future__ import annotations

import errno
import importlib.util
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from golosa import __version__, cli
from golosa.errors import GolosaError

#: All that `golosa --version` may import beyond what bare Python has.
LIGHT = {"golosa", "golosa.__main__", "__future__"}


def test_version_imports_next_to_nothing() -> None:
    program = (
        "import sys; bare = set(sys.modules); sys.argv = ['golosa', '--version']\n"
        "from golosa.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, *sorted(set(sys.modules) - bare))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    version, modules = done.stdout.splitlines()
    assert version == f"golosa {__version__}"
    status, *names = modules.split()
    assert status == "0"
    assert {name for name in names if not name.startswith("encodings")} <= LIGHT


@pytest.mark.parametrize(
    ("system", "encoding", "said"),
    [
        ({"PYTHONIOENCODING": "ascii"}, "utf-8", "Falcon: Кузнец → Сорока"),
        ({"PYTHONIOENCODING": "cp1251"}, "cp1251", "Falcon: Кузнец ? Сорока"),
        ({"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"}, "utf-8", "Falcon: Кузнец → Сорока"),
    ],
    ids=["ascii", "cp1251", "pipe"],
)
def test_signs_that_the_systems_encoding_lacks_are_no_bug(
    tmp_path: Path, system: dict[str, str], encoding: str, said: str
) -> None:
    words = [sys.executable, "-m", "golosa", "demo", "-C", str(tmp_path / "demo")]
    done = subprocess.run(words, capture_output=True, env={**os.environ, "PYTHONUTF8": "0", **system})
    assert done.returncode == 0, done.stderr
    assert said in done.stdout.decode(encoding)


def test_every_listed_command_is_there_with_help(capsys: pytest.CaptureFixture[str]) -> None:
    for name, (module, line) in cli.COMMANDS.items():
        assert importlib.util.find_spec(module) is not None, module
        assert line.endswith((".", "…")) and len(line) < 80
        assert cli.run([name, "--help"]) == 0
        assert f"Usage: golosa {name}" in capsys.readouterr().out


def test_every_option_and_argument_is_explained() -> None:
    silent = []

    def walk(path: str, command: click.Command) -> None:
        silent.extend(
            f"{path} {option.opts[0]}"
            for option in command.params
            if isinstance(option, click.Option) and not option.help
        )
        if not command.help:
            silent.append(path)
        if isinstance(command, click.Group):
            for name, inner in command.commands.items():
                walk(f"{path} {name}", inner)

    for name in cli.COMMANDS:
        found = cli.group.get_command(click.Context(cli.group), name)
        assert found is not None
        walk(name, found)
    assert silent == []


def test_a_command_is_loaded_only_when_it_is_asked_for() -> None:
    program = (
        "import sys; from golosa.cli import run; run(['--help'])\n"
        "heavy = ('golosa.commands.', 'lxml', 'engine.', 'sqlite3')\n"
        "print(*[name for name in sys.modules if name.startswith(heavy) and name != 'engine.telling'])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == ""
    assert "count" in done.stdout


class _Command:
    """A command that does what a test says."""

    def __init__(self, does: Any) -> None:
        @click.command("trial")
        def trial() -> Any:
            return does()

        self.command = trial


def _run(monkeypatch: pytest.MonkeyPatch, does: Any, *more: str) -> int:
    monkeypatch.setitem(cli.COMMANDS, "trial", ("trial_module", "A trial."))
    monkeypatch.setitem(sys.modules, "trial_module", _Command(does))  # type: ignore[arg-type]
    return cli.run(["trial", *more])


def _raising(error: BaseException) -> Any:
    def does() -> None:
        raise error

    return does


@pytest.mark.parametrize(
    ("error", "status", "told"),
    [
        (GolosaError("no such day"), 2, "golosa: no such day"),
        (GolosaError("the thread is closed", 3), 3, "golosa: the thread is closed"),
        (GolosaError("two\nlines"), 2, "golosa: two lines"),
        (click.UsageError("wrong use"), 2, "golosa: wrong use"),
        (click.FileError("x", "not there"), 2, "golosa: Could not open file 'x': not there"),
        (click.Abort(), 130, "golosa: interrupted"),
        (KeyboardInterrupt(), 130, "golosa: interrupted"),
        (KeyError("seat"), 70, "golosa: a bug: KeyError: 'seat' (run again with --verbose to see where)"),
    ],
)
def test_each_error_is_one_line_and_its_exit_status(
    error: BaseException, status: int, told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, _raising(error)) == status
    captured = capsys.readouterr()
    assert (captured.out, captured.err.lstrip("\n")) == ("", told + "\n")


@pytest.mark.parametrize("status", [0, 1, 2, 3])
def test_a_commands_own_status_is_the_exit_status(status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _run(monkeypatch, lambda: status) == status


def test_a_reader_who_leaves_early_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _run(monkeypatch, _raising(BrokenPipeError())) == 0
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert _run(monkeypatch, _raising(SystemExit(1))) == 0  # as rich says it


def test_verbose_shows_where_wherever_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(monkeypatch, _raising(KeyError("seat")), "--verbose") == 70
    err = capsys.readouterr().err
    assert "Traceback" in err and "test_cli.py" in err


@pytest.mark.parametrize("words", [["nonsense"], ["count", "--nonsense"], ["count", "--day", "first"], ["explain"]])
def test_wrong_use_is_2_and_one_line(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1 and captured.err.startswith("golosa: ")


def test_without_a_command_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run([]) == 2
    assert "Commands:" in capsys.readouterr().out


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="a device that is always full is there on Linux only")
@pytest.mark.parametrize("words", [["--version"], ["--help"], ["rules", "show", "town14"], ["rules", "list", "--json"]])
def test_output_that_cannot_be_written_is_an_error_and_no_bug(words: list[str]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run([sys.executable, "-m", "golosa", *words], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("golosa: cannot write: No space left on device")
    assert done.stderr.count("\n") == 1


def test_another_error_of_the_system_is_a_bug(monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def broken(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOTDIR, "Not a directory")

    monkeypatch.setattr(cli.group, "main", broken)
    assert cli.run(["rules"]) == cli.BUG
    assert "a bug: NotADirectoryError" in capsys.readouterr().err


@pytest.mark.parametrize("group", ["act", "day", "dice", "order", "rules"])
def test_a_group_lists_its_commands_with_their_whole_sentences(capsys: pytest.CaptureFixture[str], group: str) -> None:
    assert cli.run([group, "--help"]) == 0
    out = capsys.readouterr().out
    assert "..." not in out.partition("Commands:")[2]


@pytest.mark.parametrize("words", [("act", "list"), ("day", "list"), ("order", "list")])
def test_the_games_folder_may_stand_before_the_command(table: Any, words: tuple[str, str]) -> None:
    table.new()
    assert table.run(words[0], "-C", table.folder, words[1]) == table.run(*words, "-C", table.folder)


def test_the_help_says_how_to_begin_and_how_a_time_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["--help"]) == 0
    out = capsys.readouterr().out
    assert "golosa new" in out and "2026-03-02T22:00:00+03:00" in out
