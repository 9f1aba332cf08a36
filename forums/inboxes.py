"""Reading a member's inbox of private messages, software by software, as data. Pure: pages go in, letters come out.

Must not know what a letter means; who its sender is to a game is the game's to say.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from functools import cached_property, lru_cache
from urllib.parse import urljoin, urlsplit

from lxml import etree
from msgspec import Struct

from engine.telling import Told
from engine.times import Interval
from forums import registry
from forums.boards import Board
from forums.body import read_body
from forums.dates import Clock, find_time, settled_order
from forums.epochs import of_iso
from forums.find import Find, has, text_of
from forums.found import Frame
from forums.pages import PageError, Source
from forums.sheet import Sheet


class Way(Struct, frozen=True, kw_only=True):
    """Where one software has its inbox, and what stands where in it. Paths are XPath, ids are regular expressions."""

    starts: tuple[str, ...]  #: the list's address from the board's folder; the first that is there
    rows: str  #: the entries of the list
    link: str  #: in an entry: the link to the message, or to the conversation
    entry_id: str  #: in that link's address
    entry_time: str  #: in an entry: when the message, or the last of the conversation, was sent
    list_pages: str  #: in the addresses of links to further pages of the list
    letters: str  #: the messages on a page of theirs
    letter_id: str = ""  #: in the ids of the elements of a message; "": it has none, the entry's is its
    author: str  #: in a message: its sender
    author_id: str = r"[?&;]u(?:id)?=(\d+)"  #: in that element's address
    time: str  #: in a message: the element that holds its time
    time_first: bool = False  #: in its first line, with the names of sender and receivers below it
    subject: str = ""  #: in a message; "": the entry's
    body: str
    letter_pages: str = ""  #: in the addresses of links to further pages of a conversation


#: What stands in a line of the head of a message in phpBB's style subsilver2: subject, sender, moment.
_SUBSILVER = "(.//table[" + has("tablebg") + "])[1]/tr[{}][td/b]/td[" + has("gen") + "]"

WAYS: Mapping[str, Way] = {
    "phpbb": Way(  # prosilver | subsilver2
        starts=("ucp.php?i=pm&folder=inbox",),
        rows=f"//ul[{has('pmlist')}]/li[{has('row')}] | //form[@name='viewfolder']//tr[.//span[{has('topictitle')}]]",
        link=f".//a[{has('topictitle')}][contains(@href, 'p=')]"
        f" | .//span[{has('topictitle')}]//a[contains(@href, 'p=')]",
        entry_id=r"[?&]p=(\d+)",
        entry_time=f".//dt | .//p[{has('topicdetails')}]",
        list_pages=r"folder=inbox.*[?&]start=\d+|[?&]start=\d+.*folder=inbox",
        letters=f"//div[{has('post')} and {has('pm')}] | //div[@id='pagecontent'][.//div[{has('postbody')}]]",
        letter_id=r"post-(\d+)",
        author=f".//p[{has('author')}]//*[{has('username')} or {has('username-coloured')}] | {_SUBSILVER.format(2)}",
        time=f".//p[{has('author')}] | {_SUBSILVER.format(3)}",
        time_first=True,
        subject=f".//h3 | {_SUBSILVER.format(1)}",
        body=f".//div[{has('content')}] | .//div[{has('postbody')}][not(.//div[{has('content')}])]",
    ),
    "smf": Way(
        starts=("index.php?action=pm",),
        rows="//tr[.//a[contains(@href, 'action=pm') and contains(@href, 'pmid=')]]",
        link=".//a[contains(@href, 'pmid=')]",
        entry_id=r"pmid=(\d+)",
        entry_time=".//td[not(.//a)]",
        list_pages=r"action=pm;(?!.*(?:pmid|sa|sort)=)(?:.*;)?start=\d+",
        letters=f"//div[{has('post_wrapper')}][.//div[starts-with(@id, 'msg_')]]",
        letter_id=r"msg_(\d+)\Z",
        author=f".//div[{has('poster')}]//h4//a[contains(@href, 'action=profile')]"
        f" | .//div[{has('poster')}]//h4[not(.//a)]",
        time=f".//div[{has('keyinfo')}]//span[{has('smalltext')}]",
        subject=".//*[starts-with(@id, 'subject_')]",
        body=".//div[starts-with(@id, 'msg_')]",
    ),
    "mybb": Way(
        starts=("private.php",),
        rows="//tr[.//a[contains(@href, 'action=read') and contains(@href, 'pmid=')]]",
        link=".//a[contains(@href, 'action=read') and contains(@href, 'pmid=')]",
        entry_id=r"pmid=(\d+)",
        entry_time=f".//td[.//span[{has('smalltext')}]][last()]",
        list_pages=r"private\.php\?(?=.*\bpage=\d+)(?!.*\bfid=(?!0\b|1\b))",
        letters=f"//div[{has('post')}][.//div[{has('post_body')}]]",
        author=f".//div[{has('author_information')}]//a[contains(@href, 'uid=')]"
        f" | .//div[{has('author_information')}]//strong[not(.//a)]",
        time=f".//span[{has('post_date')}]",
        body=f".//div[{has('post_body')}]",
    ),
    "mybbru": Way(
        starts=("messages.php",),
        rows="//*[@id='pun-messages']//tr[.//a[contains(@href, 'messages.php?') and contains(@href, 'id=') and "
        "not(contains(@href, 'action='))]]",
        link=".//a[contains(@href, 'messages.php?') and contains(@href, 'id=') and not(contains(@href, 'action='))]",
        entry_id=r"[?&]id=(\d+)",
        entry_time=".//td[contains(., ':')][last()]",
        list_pages=r"messages\.php\?(?=.*\bp=\d+)(?!.*\b(?:id|action)=)(?!.*\bbox=[^0])",
        letters=f"//*[@id='pun-messages']//div[{has('post')}][.//*[{has('post-content')}]]",
        author=f".//li[{has('pa-author')}]",
        author_id=r"profile\.php\?id=(\d+)",
        time=".//h3",
        body=f".//*[{has('post-content')}]",
    ),
    "xenforo": Way(
        starts=("conversations/", "direct-messages/"),
        rows=f"//div[{has('structItem--conversation')}]",
        link=f".//a[{has('structItem-title')}] | .//*[{has('structItem-title')}]//a",
        entry_id=r"/(?:[^/]*\.)?(\d+)/(?:unread|latest)?\Z",
        entry_time=f".//time[{has('structItem-latestDate')}]",
        list_pages=r"/(?:conversations|direct-messages)/(?:page-\d+|\?(?:.*&)?page=\d+)\Z",
        letters=f"//article[{has('message--conversationMessage')}]",
        letter_id=r"message-(\d+)\Z",
        author=f".//*[{has('message-name')}]//*[{has('username')}]",
        author_id=r"(\d+)",
        time=f".//*[{has('message-attribution')}]//time",
        body=f".//*[{has('message-body')}]//*[{has('bbWrapper')}]",
        letter_pages=r"/page-\d+\Z",
    ),
}
WAYS = {**WAYS, "smf1": WAYS["smf"]}


_find = lru_cache(maxsize=64)(Find)


class Entry(Struct, frozen=True):
    """A line of the list."""

    id: str
    url: str
    subject: str
    at: Interval | None  #: where the list tells a time that can be read


class Letter(Struct, frozen=True):
    """A private message."""

    id: str
    sender: str
    sender_id: str | None
    at: Interval  #: UTC
    subject: str
    text: str  #: its lines, quotes left out


class Folder(Struct, frozen=True):
    """A page of the inbox."""

    entries: tuple[Entry, ...]
    letters: tuple[Letter, ...]  #: messages that stand on the page themselves
    pages: tuple[str, ...]  #: addresses of further pages of what this is a page of


class Reader:
    """Reads pages of the inbox of one board."""

    def __init__(self, software: str, board: Board) -> None:
        """Raises PageError for software whose inbox is not known here."""
        if software not in WAYS:
            raise PageError(
                "the inbox of {software} is not read here: paste its messages (`golosa order add`)", software=software
            )
        self.software, self.way, self.board = software, WAYS[software], board

    def folder(self, source: Source) -> Folder:
        """The entries of a page of the list, and the messages that stand on it."""
        page = _Page(source, self)
        rows = _find(self.way.rows).all(page.tree)
        entries = tuple(found for row in rows if (found := page.entry(row)) is not None)
        # A member may have his messages shown one below the other, without a list.
        letters = page.letters(None) if not entries else ()
        return Folder(entries, letters, page.linked(self.way.list_pages))

    def message(self, source: Source, entry: Entry) -> Folder:
        """The message that an entry leads to, or the messages of the conversation on this page of it.

        Raises PageError where it is not there or lacks sender, time or text.
        """
        page = _Page(source, self)
        letters = page.letters(entry)
        if self.way.letter_id and not self.way.letter_pages:
            letters = tuple(letter for letter in letters if letter.id == entry.id)
        if not letters:
            raise PageError("{name}: message {id} is not on its page", name=page.name, id=entry.id)
        pages = page.linked(self.way.letter_pages) if self.way.letter_pages else ()
        return Folder((), letters, pages)


class _Page:
    """One page being read."""

    def __init__(self, source: Source, reader: Reader) -> None:
        self.source, self.way = source, reader.way
        self.sheet = Sheet(source, reader.board)
        self.name = self.sheet.name
        self.adapter = registry.of_software(reader.software)

    @cached_property
    def tree(self) -> etree._Element:
        return self.sheet.tree

    @cached_property
    def clock(self) -> Clock:
        """What it takes to read this page's times."""
        assert self.adapter is not None
        times = [
            text_of(found)
            for path in (self.way.time, self.way.entry_time)
            for found in _find(path.removeprefix(".")).all(self.tree)
        ]
        board = self.sheet.board
        order = board.day_first if board.day_first is not None else settled_order(times)
        zone = self.source.zone or board.zone or _zone(self.adapter.software, self.sheet)
        return Clock(
            zone=zone, seen_at=self.sheet.seen_at, forms=self.adapter.forms, day_first=order, taught=board.date_formats
        )

    def linked(self, pattern: str) -> tuple[str, ...]:
        """Addresses on this page that fit, each once, on the same host."""
        wanted, host = re.compile(pattern), urlsplit(self.source.url or "").netloc
        found = (urljoin(self.sheet.base or "", link.get("href") or "") for link in self.tree.iter("a"))
        return tuple(dict.fromkeys(url for url in found if urlsplit(url).netloc == host and wanted.search(url)))

    def entry(self, row: etree._Element) -> Entry | None:
        link = _find(self.way.link).first(row)
        url = urljoin(self.sheet.base or "", link.get("href") or "") if link is not None else ""
        found = re.search(self.way.entry_id, url.partition("#")[0])
        if link is None or found is None:
            return None
        if self.way.letter_pages:
            url = re.sub(r"(?:unread|latest)\Z", "", url)
        return Entry(found[1], url, text_of(link), self._listed(row))

    def _listed(self, row: etree._Element) -> Interval | None:
        """The time in an entry; None where there is none that can be read: the message itself will tell."""
        for element in reversed(_find(self.way.entry_time).all(row)):
            try:
                if (at := self._time(element)) is not None:
                    return at
            except PageError:
                continue
        return None

    def letters(self, entry: Entry | None) -> tuple[Letter, ...]:
        return tuple(self._letter(found, entry) for found in _find(self.way.letters).all(self.tree))

    def _letter(self, element: etree._Element, entry: Entry | None) -> Letter:
        ident = self._id(element) if self.way.letter_id else None
        if ident is None and entry is not None and not self.way.letter_pages:
            ident = entry.id  # some styles tell it in the address alone
        where = Told("{name}: message {id}", name=self.name, id=ident or "?")
        author = _find(self.way.author).first(element)
        name = element.get("data-author") or (text_of(author) if author is not None else "")
        name = re.sub(r"\A(?:Автор|Author):\s*", "", name)
        time, body = _find(self.way.time).first(element), _find(self.way.body).first(element)
        if time is not None and self.way.time_first:
            time = _first_line(time)
        at = self._time(time) if time is not None else None
        if at is None and entry is not None and not self.way.letter_pages:
            at = entry.at
        for what, held in (
            (Told("id"), ident), (Told("sender"), name), (Told("time that can be read"), at), (Told("text"), body),
        ):  # fmt: skip
            if held is None or held == "":
                raise PageError("{where} has no {what}", where=where, what=what)
        assert ident is not None and at is not None and body is not None
        subject = _find(self.way.subject).text(element) if self.way.subject else ""
        return Letter(
            ident,
            name,
            self._account(element, author),
            at,
            subject or (entry.subject if entry else ""),
            self._text(body),
        )

    def _id(self, element: etree._Element) -> str | None:
        for inner in element.iter():
            for told in (inner.get("id"), inner.get("data-content")):
                if told and (found := re.search(self.way.letter_id, told)):
                    return found[1]
        return None

    def _account(self, element: etree._Element, author: etree._Element | None) -> str | None:
        if author is None:
            return None
        told = author.get("data-user-id") or author.get("href") or element.get("data-user-id") or ""
        links = [told, *(link.get("href") or "" for link in author.iter("a"))]
        return next((found[1] for link in links if (found := re.search(self.way.author_id, link))), None)

    def _time(self, element: etree._Element) -> Interval | None:
        """The moment in an element: told to machines, or the time that stands last in its text."""
        for found in (element, *element.iter("time")):
            if (at := of_iso(found.get("datetime"))) is not None:
                return at
        return find_time(_shown(element), self.clock)

    def _text(self, body: etree._Element) -> str:
        assert self.adapter is not None
        source = etree.tostring(body, encoding="unicode", method="html", with_tail=False)
        return "\n".join(line.text for line in read_body(source, self.adapter.profile).lines).strip()


def _first_line(element: etree._Element) -> etree._Element:
    """A copy of an element without what follows its first line break."""
    line = deepcopy(element)
    broken = next((child for child in line if child.tag == "br"), None)
    if broken is not None:
        broken.tail = None
        for later in list(broken.itersiblings()):
            line.remove(later)
    return line


def _shown(element: etree._Element) -> str:
    """The text of an element, with the full day in the place of words like «Вчера» where a title tells it."""
    titled = next((found for found in element.iter("span") if any(map(str.isdigit, found.get("title") or ""))), None)
    if titled is None:
        return text_of(element)
    title = titled.get("title") or ""
    return title if ":" in title else f"{title}{titled.tail or ''}"


def _zone(software: str, sheet: Sheet) -> str | None:
    """The zone that the page itself tells, for software that does."""
    if software != "phpbb":
        return None
    from forums.software.phpbb import told_zone

    frame = Frame()
    told_zone(frame, sheet.text)
    return frame.zone
