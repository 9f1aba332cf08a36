"""`golosa serve`: the players' pages of one or several games over HTTP."""

from __future__ import annotations

from pathlib import Path

import click

from golosa.errors import GolosaError


@click.command("serve")
@click.argument("folders", nargs=-1, metavar="[DIR]…", type=click.Path(path_type=Path))
@click.option("-C", "one", type=click.Path(path_type=Path), metavar="DIR", help="The same as DIR: one game's folder.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=int, metavar="N", help="Port to listen on; 8321, or any free one, if left out.")
def command(folders: tuple[Path, ...], one: Path | None, host: str, port: int | None) -> None:
    """Show the players the live count of the games in DIRs (default: this folder), until Ctrl-C.

    Nothing but the files under out/public/ is served; `golosa count` and `golosa watch` write them. Open pages follow
    by themselves. The same files may be put on any other web server: docs/public-page.md.
    """
    from golosa.folder import config
    from golosa.public import PUBLIC
    from golosa.public.serving import Pages, names_of
    from golosa.web import address_of, listen, run

    games = (*folders, *((one,) if one is not None else ())) or (Path(),)
    for folder in games:
        config.load(folder)
        _refresh(folder)
    listening = listen(port, host)
    address = address_of(listening)
    found = names_of(games)
    pages = Pages({name: folder / PUBLIC for name, folder in found.items()})
    click.echo(f"the players' page{'s are' if len(games) > 1 else ' is'} at {address}; Ctrl-C ends it")
    run(pages.app, listening, on_stop=pages.close)


def _refresh(folder: Path) -> None:
    """Writes a game's page from its store, so that there is one; what stands in the way is told, not more."""
    from golosa import public
    from golosa.folder.game import Game

    try:
        game = Game(folder)
        try:
            public.write(game)
        finally:
            game.close()
    except GolosaError as error:
        click.echo(f"golosa: {folder}: the page is as it was: {error}", err=True)
