"""A request as the desk's handlers see it, and what they answer with. Knows Starlette; knows no game."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from golosa.catalogue.wording import word
from golosa.desk.changes import Change
from golosa.desk.desk import Desk, Said
from golosa.desk.guard import same
from golosa.desk.jobs import Work
from golosa.desk.typed import is_address
from golosa.desk.words import LANGUAGES, words_of
from golosa.errors import GolosaError, told
from golosa.texts.plurals import plural
from golosa.texts.render import page

Handler = Callable[["Ask"], Response]
#: Fields and files of one form: a hundred players and every knob fit in easily, and a day's saved pages.
MOST_FIELDS, MOST_FILES, LONGEST_FIELD = 2000, 200, 2_000_000
#: Pages that keep a form and the answer to it until another page is opened.
DRAFTS = ("hand", "check")
#: Pages to which a form may lead back.
PLACES = ("/", "/start", "/day", "/day/post", "/night", "/hand", "/check", "/game", "/settings")


class Ask:
    """One request: the desk, the fields of its form, and the language in which to answer."""

    def __init__(self, desk: Desk, request: Request, form: FormData | None = None) -> None:
        self.desk, self.request, self.form = desk, request, form or FormData()
        self.lang = desk.lang or "ru"
        #: The background as it stood when the request came: a page that took its end before it was there must go on
        #: asking for it.
        self.job = desk.jobs.state
        #: The settings as they were then: a form shown while they are changed elsewhere is refused, whichever it shows.
        self.settings_then = desk.settings_digest

    def text(self, name: str) -> str:
        """A field without blanks around it; "" where it was not sent."""
        value = self.form.get(name)
        return value.strip() if isinstance(value, str) else ""

    def texts(self, name: str) -> tuple[str, ...]:
        """All values of a field."""
        return tuple(value for value in self.form.getlist(name) if isinstance(value, str))

    def address(self, name: str) -> str:
        """An address of the web. Raises GolosaError where the field holds none."""
        if not is_address(self.text(name)):
            raise GolosaError(self.words["open"]["address"])
        return self.text(name)

    def file(self, name: str = "file") -> UploadFile:
        """The one file that was sent under a name. Raises GolosaError where none was."""
        if not (sent := self.files(name)):
            raise GolosaError(self.words["fault"]["no_file"])
        return sent[0]

    def files(self, name: str) -> tuple[UploadFile, ...]:
        """The files that were sent under a name."""
        return tuple(one for one in self.form.getlist(name) if isinstance(one, UploadFile) and one.filename)

    @property
    def sent(self) -> str:
        """What tells this form from every other one: its page as it was shown that once, and all its fields; "" where
        it tells no page."""
        fields = [
            (name, value if isinstance(value, str) else value.filename) for name, value in self.form.multi_items()
        ]
        whole = repr((self.request.url.path, fields)).encode("utf-8", "surrogatepass")
        return sha256(whole).hexdigest() if self.text("once") else ""

    def query(self, name: str) -> str:
        """A value of the address; never a secret."""
        return self.request.query_params.get(name, "")

    @property
    def words(self) -> Mapping[str, Any]:
        """The desk's words in the language of the answer."""
        return words_of(self.lang)

    def place(self) -> str:
        """The page to which the form leads back: the same day or night of it too."""
        path, _, asked = self.text("back").partition("?")
        if path not in PLACES:
            return "/"
        return self.text("back") if asked and re.fullmatch(r"[\w=&%.+-]{1,300}", asked, re.ASCII) else path

    def require_unchanged(self) -> None:
        """Raises GolosaError where the game's settings are others than when the form was shown: it would undo what has
        been changed elsewhere. A form that does not say what it was shown of is taken."""
        if self.text("of") not in ("", self.desk.settings_digest):
            raise GolosaError(self.words["fault"]["meanwhile"])

    def show(self, name: str, status: int = 200, **values: Any) -> Response:
        """A page of the desk. What was asked on another one, and the answer to it, is forgotten by it."""
        for other in DRAFTS:
            if name not in (other, "job"):
                self.desk.draft.pop(other, None)
        return HTMLResponse(self.html(name, **values), status, headers={"cache-control": "no-store"})

    def html(self, name: str, **values: Any) -> str:
        """A template of the desk filled in."""

        def counted(number: float, unit: str) -> str:
            return plural(number, self.words["units"][unit], self.lang)

        common = {
            "w": self.words,
            "changes": [Change.of(line, self.lang, secrets=self.desk.secrets) for line in self.desk.changes],
            "lang": self.lang,
            "languages": LANGUAGES,
            "csrf": self.desk.keys.csrf,
            "once": secrets.token_hex(8),
            "of": self.settings_then,
            "here": f"{self.request.url.path}?{self.request.url.query}".rstrip("?"),
            "path": self.request.url.path,
            "job": self.job,
            "secrets": self.desk.secrets,
            "has_game": self.desk.has_game,
            "counted": counted,
            "say": self.say,
        }
        # The progress of the background, asked for again and again, shows none of it.
        told = self.desk.told() if name != "job" else []
        said = [Said(self.say(one.text), one.good) for one in told]
        return page(f"desk/{name}.html", common | values | {"said": said})

    def say(self, text: str) -> str:
        """A sentence of the program's in the language of the answer; any other text as it is."""
        return word(text, self.lang)

    def changed(self, lines: Sequence[str]) -> None:
        """Keeps what of the game told before is another now: every page shows it until the host has seen it."""
        self.desk.changes = tuple(dict.fromkeys((*self.desk.changes, *lines)))

    def begin(self, kind: str, work: Work) -> None:
        """Begins a piece of work in the background. Raises GolosaError where another one is under way."""
        if not self.desk.jobs.start(kind, work):
            raise GolosaError(self.words["job"]["busy"])

    def done(self, where: str, told: str = "") -> Response:
        """Back to a page, on which `told` is said."""
        if told:
            self.desk.say(told)
        return RedirectResponse(where, 303)


def shows(path: str, handler: Handler) -> Route:
    """A page: nothing is changed by asking for it."""

    async def endpoint(request: Request) -> Response:
        desk: Desk = request.app.state.desk
        return await run_in_threadpool(_answered, handler, Ask(desk, request))

    return Route(path, endpoint, methods=["GET"], name=f"show {path}")


def does(path: str, handler: Handler, back: str) -> Route:
    """A change: it needs the forms' token. What is wrong is told on the page `back`."""

    async def endpoint(request: Request) -> Response:
        desk: Desk = request.app.state.desk
        async with request.form(max_files=MOST_FILES, max_fields=MOST_FIELDS, max_part_size=LONGEST_FIELD) as form:
            ask = Ask(desk, request, form)
            if not same(ask.text("csrf"), desk.keys.csrf):
                return ask.show("refused", 403)
            return await run_in_threadpool(_changed, handler, ask, back)

    return Route(path, endpoint, methods=["POST"], name=f"do {path}")


def _answered(handler: Handler, ask: Ask) -> Response:
    try:
        return handler(ask)
    except GolosaError as error:
        return ask.show("fault", 200, fault=ask.say(told(error)))


def _changed(handler: Handler, ask: Ask, back: str) -> Response:
    """One change at a time, and none of them twice: a button may be pressed again before its page is answered."""
    with ask.desk.changing:
        before = ask.desk.done_before(ask.sent)
        if before is not None:
            return RedirectResponse(before, 303)
        try:
            answer = handler(ask)
        except GolosaError as error:
            ask.desk.say(told(error), good=False)
            return RedirectResponse(back.format_map(ask.request.path_params), 303)
        if ask.sent and "location" in answer.headers:
            ask.desk.remember(ask.sent, answer.headers["location"])
        return answer
