"""The command line: which commands there are, and how an error becomes an exit status.

A command's module is imported only when it is called for.
"""

from __future__ import annotations

import errno
import importlib
import os
import sys
from collections.abc import Sequence

import click

from golosa import __version__
from golosa.errors import GolosaError

#: Command -> (module, what it does in one line).
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("golosa.commands.demo", "Show what golosa does, with no network and no settings."),
    "probe": ("golosa.commands.probe", "Say what forum a page is of, and show every post as it is read."),
    "new": ("golosa.commands.new", "Make a game folder."),
    "day": ("golosa.commands.day", "Open, extend, close or correct a day; who is out and why."),
    "count": ("golosa.commands.count", "Fetch what is new and count the votes."),
    "explain": ("golosa.commands.explain", "Why a player's vote counts as it does."),
    "compare": ("golosa.commands.compare", "Compare a host's own posted count with ours."),
    "rule": ("golosa.commands.rule", "Take, list and undo rulings."),
    "act": ("golosa.commands.act", "The host's hand: remove, kill, revive, hp, role, another outcome; undo."),
    "order": ("golosa.commands.order", "Take private messages: orders, legends, notes."),
    "night": ("golosa.commands.night", "Resolve a night."),
    "desk": ("golosa.commands.desk", "The host's desk: all of this in a browser on this machine."),
    "play": ("golosa.commands.play", "Play a whole game from a scenario file."),
    "rules": ("golosa.commands.rules", "List, show and check rule sets."),
    "notice": ("golosa.commands.notice", "Write a post of the host's: result, tie, opening, reminder …"),
    "dice": ("golosa.commands.dice", "Lots that anybody can check: commit, draw, verify."),
    "tally": ("golosa.commands.tally", "Count threads given as JSON lines."),
    "watch": ("golosa.commands.watch", "Watch a day until its result is ready."),
    "serve": ("golosa.commands.serve", "Show the players the live count in their browsers."),
    "export": ("golosa.commands.export", "Write the whole game to one file, for a co-host or another machine."),
    "import": ("golosa.commands.import_", "Make a game folder of an exported game."),
    "login": ("golosa.commands.login", "Log in to the forum, to read what only members see."),
    "doctor": ("golosa.commands.doctor", "Check the set-up: forum, clock, names, zone."),
    "names": ("golosa.commands.names", "Which player each text means."),
}
BUG, INTERRUPTED = 70, 130
#: What keeps output from being written -> what to do.
UNWRITABLE = {
    errno.ENOSPC: "make room there, or write elsewhere",
    errno.EDQUOT: "make room there, or write elsewhere",
    errno.EFBIG: "write elsewhere",
    errno.EIO: "write elsewhere",
}


class Commands(click.Group):
    """A group whose commands are loaded from their modules when needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of all commands, in the order of a game."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(COMMANDS[cmd_name][0]).command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


#: What a newcomer asks of the help first.
BEGIN = (
    "Begin with `golosa demo`, then `golosa new`; `golosa desk` is all of it as pages in a browser. In the help of the "
    "commands, T is a time such as 2026-03-02T22:00:00+03:00, and DIR the game's folder, the current one if left out."
)


@click.group(
    cls=Commands, epilog=BEGIN, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100}
)
@click.version_option(__version__, "-V", "--version", message="golosa %(version)s")
@click.option("--verbose", is_flag=True, help="Show the whole story of an error; may stand anywhere.")
def group(verbose: bool) -> None:
    """Golosa counts the votes of forum Mafia games, runs their phases and writes the host's posts."""


def run(arguments: Sequence[str]) -> int:
    """Runs a command line and gives its exit status: 0 done, 1 needs the host, 2 wrong use, 3 forum not read whole,
    70 a bug, 130 interrupted. Errors are one line on standard error."""
    # Whoever is told to run it again with --verbose writes it at the end, where it would be the command's.
    verbose = "--verbose" in arguments
    try:
        words = [word for word in arguments if word != "--verbose"]
        status = group.main(words, prog_name="golosa", standalone_mode=False)
        sys.stdout.flush()  # what cannot be written is told here, not while the process ends
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 2
    except click.ClickException as error:
        _complain(error.format_message(), error, verbose=verbose)
        return 2
    except GolosaError as error:
        _complain(str(error), error, verbose=verbose)
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("golosa: interrupted", err=True)
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):
        # Whoever read us has left; that is no error of ours. Rich says it by an exit of its own.
        sys.stderr.close()
        return 0
    except OSError as error:
        if error.errno not in UNWRITABLE:
            return _bug(error, verbose=verbose)
        _complain(f"cannot write: {error.strerror}: {UNWRITABLE[error.errno]}", error, verbose=verbose)
        _drop_output()
        return 2
    except Exception as error:  # noqa: BLE001 - the boundary: a bug is told in one line, with how to see the rest
        return _bug(error, verbose=verbose)
    return status if isinstance(status, int) else 0


def _bug(error: Exception, *, verbose: bool) -> int:
    said = f"a bug: {type(error).__name__}: {error} (run again with --verbose to see where)"
    _complain(said, error, verbose=verbose)
    return BUG


def _drop_output() -> None:
    """Lets what standard output still holds go nowhere, so that the process's end does not try again to write it."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


def _complain(message: str, error: BaseException, *, verbose: bool) -> None:
    if verbose:
        import traceback

        traceback.print_exception(error, file=sys.stderr)
    seen = "".join(sign if sign.isprintable() else " " for sign in message)  # a nick in it must not steer the terminal
    click.echo(f"golosa: {' '.join(seen.split())}", err=True)
