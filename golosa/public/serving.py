"""The players' pages over HTTP: the files of `out/public/` of one or several games, and an event for each new version.

Knows folders and HTTP; opens no game, so nothing but those files can get out.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from urllib.parse import quote

import anyio
import msgspec
from anyio import to_thread
from sse_starlette import EventSourceResponse
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from golosa.public import snapshot
from golosa.public.pages import games_page
from golosa.public.snapshot import Served, Snapshot
from golosa.public.writing import STATE, static_files
from golosa.views.public import PublicGame
from golosa.web import SecurityHeaders

#: How often the folders are looked at, in seconds: a new count is on its way to the readers within that.
LOOK_SECONDS = 0.2
PING_SECONDS = 25
RETRY_MS = 3000
EVENTS = "events"
#: A file asked for by its version never changes; any other is asked for again, and answered shortly where it is known.
FOREVER, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"


class Site:
    """One game's folder, as it was when last looked at."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stamp = snapshot.stamp(folder)
        self.shown: Snapshot = snapshot.snapshot(folder)
        self.changed = anyio.Event()

    async def look(self) -> None:
        """Takes the files up again where the page has been written since."""
        now = snapshot.stamp(self.folder)
        if now is None or now == self.stamp:
            return
        self.stamp, before = now, self.shown.version
        self.shown = await to_thread.run_sync(snapshot.snapshot, self.folder)
        if self.shown.version != before:
            self.tell()

    def tell(self) -> None:
        """Wakes all who wait for a change."""
        told, self.changed = self.changed, anyio.Event()
        told.set()

    def game(self) -> PublicGame | None:
        """What the folder says of its game."""
        found = self.shown.files.get("data/game.json")
        try:
            return msgspec.json.decode(found.content, type=PublicGame) if found else None
        except msgspec.DecodeError:
            return None


class Pages:
    """The app over one or several folders `out/public/`, by the name under which each is served; "" is the root."""

    def __init__(self, folders: Mapping[str, Path]) -> None:
        self.sites = {name: Site(folder) for name, folder in folders.items()}
        self.closing = False
        routes = [Route("/{path:path}", self._answer)]
        self.app: ASGIApp = SecurityHeaders(Starlette(routes=routes, lifespan=self._following))

    def close(self) -> None:
        """Ends all streams; called in the server's loop."""
        self.closing = True
        for site in self.sites.values():
            site.tell()

    @asynccontextmanager
    async def _following(self, _: Starlette) -> AsyncIterator[None]:
        async with anyio.create_task_group() as group:
            group.start_soon(self._follow)
            yield
            group.cancel_scope.cancel()

    async def _follow(self) -> None:
        while True:
            for site in self.sites.values():
                await site.look()
            await anyio.sleep(LOOK_SECONDS)

    async def _answer(self, request: Request) -> Response:
        path: str = request.path_params["path"]
        if "" in self.sites:
            return self._of_site(self.sites[""], path, request)
        name, slash, rest = path.partition("/")
        if name in self.sites:
            if not slash:
                return RedirectResponse(f"./{quote(name)}/", 308)  # as seen from here: a proxy may stand before us
            return self._of_site(self.sites[name], rest, request)
        if path == "":
            return HTMLResponse(self._games(), headers={"Cache-Control": ASK_AGAIN})
        return _file(_shared().get(path), request)

    def _of_site(self, site: Site, path: str, request: Request) -> Response:
        if path == EVENTS:
            return EventSourceResponse(self._versions(site), ping=PING_SECONDS)
        answer = _file(site.shown.files.get(path or "index.html"), request)
        if path == STATE:
            answer.headers["Golosa-Events"] = EVENTS
        return answer

    async def _versions(self, site: Site) -> AsyncIterator[Mapping[str, str | int]]:
        """The version at once, and again whenever it has changed."""
        while not self.closing:
            changed = site.changed
            yield {"event": "version", "data": site.shown.version, "retry": RETRY_MS}
            await changed.wait()

    def _games(self) -> str:
        found = [(f"{quote(name)}/", site.game()) for name, site in self.sites.items()]
        return games_page([(address, game) for address, game in found if game is not None])


@cache
def _shared() -> Mapping[str, Served]:
    """What the list of games needs."""
    return {name: snapshot.served(name, content) for name, content in static_files().items()}


def _file(found: Served | None, request: Request) -> Response:
    """A file, or that the reader has it already, or that there is none. Paths are looked up, never opened."""
    if found is None:
        return PlainTextResponse("404", 404, {"Cache-Control": ASK_AGAIN})
    caching = FOREVER if "v" in request.query_params else ASK_AGAIN
    headers = {"ETag": found.etag, "Cache-Control": caching, "Vary": "Accept-Encoding"}
    if found.etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.zipped, headers={**headers, "Content-Encoding": "gzip", "Content-Type": found.kind})
    return Response(found.content, headers={**headers, "Content-Type": found.kind})


def names_of(folders: Sequence[Path]) -> dict[str, Path]:
    """The games' folders by the names under which they are served: one alone at the root, several by folder name."""
    if len(folders) == 1:
        return {"": folders[0]}
    found: dict[str, Path] = {}
    for folder in folders:
        name, number = folder.resolve().name, 1
        while name in found or name in _shared():
            number += 1
            name = f"{folder.resolve().name}-{number}"
        found[name] = folder
    return found
