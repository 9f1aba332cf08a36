"""`golosa desk`: the host's desk in a browser on this machine."""

from __future__ import annotations

from pathlib import Path

import click

from golosa.commands.options import folder_option


@click.command("desk")
@folder_option
@click.option("--port", type=int, metavar="N", help="The port on 127.0.0.1; 8321 or any free one if left out.")
@click.option("--lang", type=click.Choice(["ru", "en"]), help="Language of the desk; the game's if left out.")
@click.option("--no-browser", is_flag=True, help="Open no browser: print the address only.")
def command(folder: Path, port: int | None, lang: str | None, no_browser: bool) -> None:
    """Open the host's desk: everything that the command line does, as pages of a browser on this machine.

    It is served on 127.0.0.1 until Ctrl-C, to the one browser that opens the printed address first: that address is
    good once. Where DIR holds no game, the desk begins with the form of a new one.
    """
    import threading

    from golosa.desk.app import build, get_ready
    from golosa.desk.desk import Desk
    from golosa.web import address_of, listen, run

    listening = listen(port)
    desk = Desk(folder, lang=lang or _language(folder))
    address = f"{address_of(listening)}enter?token={desk.keys.token}"
    click.echo(f"the desk is open at {address}\n(good for one browser, once; Ctrl-C closes the desk)")
    if not no_browser:
        click.launch(address)
    threading.Thread(target=get_ready, args=(desk,), daemon=True).start()
    try:
        run(build(desk, listening.getsockname()[1]), listening)
    finally:
        desk.close()


def _language(folder: Path) -> str:
    """The language of the game's posts; the one of this machine where there is no game yet."""
    import locale

    from golosa.folder import config

    if (folder / config.NAME).is_file():
        return config.load(folder).game.lang
    return "ru" if (locale.getlocale()[0] or "ru").lower().startswith(("ru", "c")) else "en"
