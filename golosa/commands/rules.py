"""`golosa rules`: what rule sets there are, what is in one, and whether one is sound."""

from __future__ import annotations

import tomllib

import click

from golosa.commands.options import Group, json_option, print_json


@click.group("rules", cls=Group)
def command() -> None:
    """List, show and check rule sets."""


@command.command("list")
@json_option
def list_rules(as_json: bool) -> None:
    """List the rule sets that come with the program."""
    from golosa.rulebook.rulesets import load, shipped

    titles = {name: load(name).title for name in shipped()}
    if as_json:
        print_json({"schema": 1, "rules": [{"name": name, "title": title} for name, title in titles.items()]})
        return
    for name, title in titles.items():
        click.echo(f"{name:<20} {title}")


@command.command("show")
@click.argument("name")
@json_option
def show(name: str, as_json: bool) -> None:
    """Print the rule set NAME (or the file at that path) as TOML, with what each key means.

    Save it under a name of your own, change it, and give that file wherever a rule set is asked for.
    """
    from golosa.rulebook.knobs import annotated
    from golosa.rulebook.rulesets import text

    if as_json:
        print_json({"schema": 1, "name": name, "rules": tomllib.loads(text(name))})
        return
    click.echo(annotated(text(name)), nl=False)


@command.command("check")
@click.argument("file")
@click.option("--set", "settings", multiple=True, metavar="KNOB=VALUE", help="Check with this knob changed.")
@json_option
@click.pass_context
def check(ctx: click.Context, file: str, settings: tuple[str, ...], as_json: bool) -> None:
    """Say what is contradictory or undefined in the rule set FILE (or a shipped one), and where.

    Status 0 if there is nothing, 2 otherwise.
    """
    from golosa.rulebook.rulesets import faults, knob_setting, load

    found = faults(load(file, dict(map(knob_setting, settings))))
    if as_json:
        problems = [{"place": problem.place, "says": problem.says} for problem in found]
        print_json({"schema": 1, "file": file, "problems": problems})
    else:
        for problem in found:
            click.echo(f"{file}: {problem.place}: {problem.says}")
        if not found:
            click.echo(f"{file}: sound")
    ctx.exit(2 if found else 0)
