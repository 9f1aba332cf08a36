"""`golosa play`: a whole game from one file, without a forum."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from golosa.commands.options import json_option
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from engine.rules import Rules
    from golosa.scenario.comparing import Difference
    from golosa.scenario.playing import Played

OPEN = DIFFERENT = 1


@click.command("play")
@json_option
@click.option("--lang", type=click.Choice(["ru", "en"]), default="ru", show_default=True, help="Language of the text.")
@click.option("--check", is_flag=True, help="Compare with what each file expects and print only what differs.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE…")
def command(files: tuple[Path, ...], as_json: bool, lang: str, check: bool) -> int:
    """Play a game from a scenario file.

    Exit status 1 where the game waits for the host, or with --check where a file expects something else; 2 where a file
    has a fault, which is named with its place.
    """
    if check:
        return _check(files, as_json=as_json)
    from golosa.scenario.telling import Teller

    if len(files) > 1:
        raise GolosaError("one scenario at a time; several files are for --check")
    played, rules, _ = _play(files[0])
    _print(_document(played) if as_json else Teller(rules, lang).all(played))
    return OPEN if played.open else 0


def _play(file: Path) -> tuple[Played, Rules, dict[str, Any]]:
    """The played game, its rules and what the file expects of it. Faults are told with the file's name."""
    from golosa.scenario.playing import play
    from golosa.scenario.reading import read_scenario
    from golosa.scenario.table import lay

    try:
        content = file.read_bytes()
    except OSError as error:
        raise GolosaError(f"{file}: cannot be read: {error.strerror or error}") from error
    try:
        scenario = read_scenario(content)
        table = lay(scenario, file.parent)
        return play(table), table.rules, scenario.expect
    except GolosaError as error:
        raise GolosaError(f"{file}: {error}", error.exit_code) from error


def _check(files: tuple[Path, ...], *, as_json: bool) -> int:
    found = {str(file): _differences(file) for file in files}
    if as_json:
        _print(_checked(found))
    else:
        for file, differences in found.items():
            lines = [f"{d.place}: expected {_json(d.expected)}, found {_json(d.found)}" for d in differences]
            for line in lines or ["as expected"]:
                _print(f"{file}: {line}")
    return DIFFERENT if any(found.values()) else 0


def _differences(file: Path) -> tuple[Difference, ...]:
    from golosa.scenario.comparing import differences

    played, _, expect = _play(file)
    try:
        return differences(expect, played.phases)
    except GolosaError as error:
        raise GolosaError(f"{file}: {error}", error.exit_code) from error


def _checked(found: dict[str, tuple[Difference, ...]]) -> str:
    import msgspec

    files = [{"file": file, "differences": differences} for file, differences in found.items()]
    return msgspec.json.format(msgspec.json.encode({"schema": 1, "files": files}), indent=2).decode()


def _document(played: Played) -> str:
    import msgspec

    return msgspec.json.format(msgspec.json.encode({"schema": 1, "phases": played.phases}), indent=2).decode()


def _json(value: Any) -> str:
    import msgspec

    return msgspec.json.encode(value).decode()


def _print(text: str) -> None:
    click.echo(text)
