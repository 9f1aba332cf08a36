"""Writes pages of a thread as browsers, add-ons and crawlers save them."""

from __future__ import annotations

import base64
import gzip
import json
import quopri
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from golosa.captures.reading import Saved, read_files
from golosa.folder.config import ForumTable

URL = "http://forum.example/viewtopic.php?t=7"
FORUM = ForumTable(zone="Europe/Moscow")
SEEN = datetime(2026, 3, 2, 19, 5, 10, tzinfo=UTC)


class Desk:
    """A folder into which pages are saved."""

    url, seen = URL, SEEN

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @staticmethod
    def page(count: int = 3, number: int = 1, thread: int = 7) -> str:
        """A page of a thread of that many posts, one a minute from 21:00 in Moscow, as phpBB shows it."""
        from golosa.demo.forum import Shown, page

        posts = [
            Shown(101 + n, f"Игрок {n % 5}", datetime(2026, 3, 2, 18, n, tzinfo=UTC), '<b style="color:red">Лис</b>')
            for n in range(count)
        ]
        return page("День 1", posts, number).replace("t=7", f"t={thread}")

    def save(self, name: str, content: str | bytes) -> Path:
        """A file with that content."""
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def chromium(self, name: str, page: str, *, url: str = URL, date: str = "Mon, 2 Mar 2026 19:05:10 -0000") -> Path:
        """MHTML as Chromium writes it: quoted-printable, with a frame and a picture, the page's address at the top."""
        edge = "----MultipartBoundary--abc----"
        parts = [("<html><body>advert</body></html>", "cid:frame-2@mhtml.blink"), (page, url)]
        text = (
            f"From: <Saved by Blink>\r\nSnapshot-Content-Location: {url}\r\n"
            f"Subject: =?utf-8?Q?=D0=94?=\r\nDate: {date}\r\nMIME-Version: 1.0\r\n"
            f'Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="{edge}"\r\n\r\n\r\n'
        )
        for body, where in parts:
            coded = quopri.encodestring(body.encode()).decode().replace("\n", "\r\n")
            text += (
                f"--{edge}\r\nContent-Type: text/html\r\nContent-ID: <frame@mhtml.blink>\r\n"
                f"Content-Transfer-Encoding: quoted-printable\r\nContent-Location: {where}\r\n\r\n{coded}\r\n"
            )
        return self.save(name, f"{text}--{edge}--\r\n")

    def addon(self, name: str, page: str, *, charset: str = "windows-1251") -> Path:
        """MHTML as add-ons of Firefox write it: base64, the page's own encoding, no address at the top."""
        coded = base64.encodebytes(page.encode(charset)).decode()
        return self.save(
            name,
            "From: <Saved by an add-on>\nSubject: page\nDate: Mon, 02 Mar 2026 22:05:10 +0300\nMIME-Version: 1.0\n"
            'Content-Type: multipart/related; boundary="edge"; type="text/html"\n\n'
            f'--edge\nContent-Type: text/html; charset="{charset}"\nContent-Transfer-Encoding: base64\n'
            f"Content-Location: {URL}\n\n{coded}\n"
            "--edge\nContent-Type: image/gif\nContent-Transfer-Encoding: base64\nContent-Location: a.gif\n\nR0lG\n"
            "--edge--\n",
        )

    def har(self, name: str, *entries: dict[str, Any]) -> Path:
        """A HAR file."""
        log = {"version": "1.2", "creator": {"name": "a browser", "version": "1"}, "pages": [], "entries": entries}
        return self.save(name, json.dumps({"log": log}))

    @staticmethod
    def entry(body: str | bytes | None, *, url: str = URL, status: int = 200, **more: Any) -> dict[str, Any]:
        """An entry; bytes are written as base64. `headers`, `mime`, `method` may be given."""
        content: dict[str, Any] = {"size": 1, "mimeType": more.get("mime", "text/html; charset=utf-8")}
        if isinstance(body, bytes):
            content |= {"text": base64.b64encode(body).decode(), "encoding": "base64"}
        elif body is not None:
            content["text"] = body
        headers = [{"name": key, "value": value} for key, value in more.get("headers", {}).items()]
        return {
            "startedDateTime": "2026-03-02T22:05:10.000+03:00",
            "time": 400.0,
            "_resourceType": "document",
            "request": {"method": more.get("method", "GET"), "url": url, "headers": []},
            "response": {"status": status, "headers": headers, "content": content},
        }

    def warc(self, name: str, *records: bytes, packed: bool = True) -> Path:
        """A WARC file of such records."""
        return self.save(name, b"".join(gzip.compress(record) if packed else record for record in records))

    @staticmethod
    def record(
        body: bytes,
        *,
        kind: str = "response",
        url: str = URL,
        date: str = "2026-03-02T19:05:10Z",
        http: str = "",
        warc: str = "",
    ) -> bytes:
        """A record with an HTTP answer in it."""
        answer = f"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{http}\r\n".encode() + body
        head = (
            f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n"
            f"WARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; msgtype=response\r\n{warc}"
            f"Content-Length: {len(answer)}\r\n\r\n"
        )
        return head.encode() + answer + b"\r\n\r\n"

    @staticmethod
    def read(
        files: Sequence[Path], *seen: datetime | str, urls: Sequence[str] = (), ask: Any = None, ask_address: Any = None
    ) -> Saved:
        """The pages in the files."""
        return read_files(files, urls, seen, FORUM, ask, ask_address)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)
