"""What `golosa new` asks on a terminal. Knows prompts; what an answer means is `golosa.rulebook.houserules`'."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from golosa.commands.options import addresses
from golosa.errors import GolosaError

if TYPE_CHECKING:
    from engine.rules import Rules
    from golosa.rulebook.houserules import Answer, Detail, Question

#: What keeps the rest as the rule set has it.
ENOUGH = "="
_ROUNDS = 3  #: so often answers that contradict each other are asked for again


class EnoughError(Exception):
    """Whoever is asked wants the rest as it is."""


def on_a_terminal() -> bool:
    """Whether there is somebody to ask."""
    return sys.stdin is not None and sys.stdin.isatty()


def ask_for_the_game(given: dict[str, Any], name: str, *, err: bool) -> None:
    """Asks for what a game cannot do without and was not given; `name`: that of its folder; `err`: on standard error.

    What cannot be taken is told at once and asked for again.
    """
    from golosa.folder.config import zone_of
    from golosa.rulebook.rulesets import shipped

    if not given["rules"]:
        given["rules"] = click.prompt("Rule set", type=click.Choice([*shipped()]), default="classic10", err=err)
    if not given["title"]:
        given["title"] = click.prompt("The game's name, for the posts", default=name, err=err).strip()
    if not given["threads"]:
        says = "Address of the day's thread (empty for none yet)"
        address = _line(says, lambda text: addresses((text,), "--thread"), err=err)
        given["threads"] = (address,) if address else ()
    if not given["forum_zone"]:
        says = "The zone in which the forum shows times, such as Europe/Moscow (empty if its pages tell)"
        given["forum_zone"] = _line(says, lambda text: zone_of(text, "--forum-zone"), err=err) or None
    if not given["hosts"]:
        given["hosts"] = (click.prompt("The host's forum account", err=err).strip(),)
    if not given["players"]:
        given["players"] = _players(err=err)


def _players(*, err: bool) -> tuple[str, ...]:
    from golosa.folder.newgame import players_of

    says = "Players, one a line, as NAME or NAME=ACCOUNT; an empty line ends the list (--signup URL reads a post):"
    click.echo(says, err=err)
    players: list[str] = []
    while line := _line(f"  {len(players) + 1}", lambda text: players_of((*players, text)), err=err):
        players.append(line)
    return tuple(players)


def _line(says: str, check: Callable[[str], object], *, err: bool) -> str:
    """A line that `check` takes, or an empty one."""
    while text := str(click.prompt(says, default="", show_default=False, err=err)).strip():
        try:
            check(text)
        except GolosaError as error:
            click.echo(f"  {error}", err=err)
        else:
            break
    return text


def ask_for_house_rules(name: str, settings: dict[str, Any], *, err: bool) -> dict[str, Any]:
    """The knobs that are to be others than in the rule set `name`: those of `settings`, and what is answered.

    Raises GolosaError where the answers contradict each other to the end.
    """
    from engine.counting.contradictions import contradictions
    from golosa.rulebook.houserules import QUESTIONS, changed, mending, require_sound
    from golosa.rulebook.knobs import toml_value
    from golosa.rulebook.rulesets import load

    answers = dict(settings)
    click.echo(f"House rules. Enter keeps what {name} says; {ENOUGH} keeps all the rest.", err=err)
    asked = list(QUESTIONS)
    for _ in range(_ROUNDS):
        answers |= _ask_all(asked, name, answers, err=err)
        found = dict(contradictions(load(name, answers)))
        for knob, says in found.items():
            click.echo(f"\nThis does not go together: {knob}: {says}.", err=err)
        asked = mending(found)
        if not asked:
            break
    require_sound(load(name, answers))
    kept = changed(load(name, {}), answers)
    for changed_knob, value in kept.items():
        click.echo(f"  {changed_knob} = {toml_value(value)}", err=err)
    return kept


def _ask_all(asked: list[Question], name: str, settings: dict[str, Any], *, err: bool) -> dict[str, Any]:
    """The settings with what is answered to the questions that matter by the answers before them."""
    from golosa.rulebook.rulesets import load

    answers, number = dict(settings), 0
    for question in asked:
        rules = load(name, answers)
        if not question.when(rules):
            continue
        number += 1
        try:
            answers |= _ask(question, rules, number, err=err)
        except EnoughError:
            break
    return answers


def _ask(question: Question, rules: Rules, place: int, *, err: bool) -> dict[str, Any]:
    """The knobs that an answer sets."""
    from golosa.rulebook.houserules import current

    now = current(question, rules)
    click.echo(f"\n{place}. {question.says}", err=err)
    for number, answer in enumerate(question.answers, start=1):
        click.echo(f"  {number}  {answer.says}" + (_as_it_is(answer, rules) if number - 1 == now else ""), err=err)
    if now is None:
        click.echo("  0  as the rule set has it", err=err)
    chosen = _number("  Answer", 0 if now is None else now + 1, 0 if now is None else 1, len(question.answers), err=err)
    if chosen == 0:
        return {}
    answer = question.answers[chosen - 1]
    told = dict(answer.knobs)
    for detail in answer.details:
        told[detail.knob] = _detail(detail, rules, err=err)
    return told


def _as_it_is(answer: Answer, rules: Rules) -> str:
    """The mark of the answer that holds now, with its details."""
    details = ", ".join(text for detail in answer.details if (text := detail.proposed(rules)) != "0")
    return f"  ← {details}" if details else "  ←"


def _number(says: str, now: int, least: int, most: int, *, err: bool) -> int:
    while True:
        text = click.prompt(says, default=str(now), err=err).strip()
        if text == ENOUGH:
            raise EnoughError
        if text.isdecimal() and least <= int(text) <= most:
            return int(text)
        click.echo(f"  a number from {least} to {most}, or {ENOUGH}", err=err)


def _detail(detail: Detail, rules: Rules, *, err: bool) -> Any:
    while True:
        text = click.prompt(f"  {detail.says}", default=detail.proposed(rules), err=err).strip()
        if text == ENOUGH:
            raise EnoughError
        try:
            return detail.read(text)
        except ValueError as error:
            click.echo(f"  expected {error}", err=err)


def ask_for_lots(rules: Rules, *, err: bool) -> bool:
    """Whether the secrets of the game's lots are to be made now."""
    from golosa.rulebook.houserules import lots_may_fall

    if not lots_may_fall(rules):
        return False
    says = "\nA lot may decide. Make its secrets now, to publish before the game what anybody can check them by?"
    return click.confirm(says, default=True, err=err)


def require_people(given: dict[str, Any]) -> None:
    """Raises GolosaError naming what is missing where nobody can be asked."""
    for key, option in (("hosts", "--host"), ("players", "--player")):
        if not given[key]:
            raise GolosaError(f"there is no terminal to ask on: give {option}, or --yes to go without")
