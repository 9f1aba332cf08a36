"""MHTML (RFC 2557): a page and its parts as one mail. Chromium, Edge, Internet Explorer and add-ons write it."""

from __future__ import annotations

import email
import email.policy
import re
from email.message import Message

from forums.epochs import of_mail
from golosa.captures.capture import Capture, Captures, address, unpacked
from golosa.errors import GolosaError

_HEADER = re.compile(rb"[A-Za-z-]+:[ \t]")
_RELATED = re.compile(rb"^(?:Snapshot-Content-Location|Content-Type:\s*multipart/related|MIME-Version):?", re.I | re.M)
_PAGES = ("text/html", "application/xhtml+xml", "application/json")


def is_mhtml(head: bytes) -> bool:
    """Whether a file begins as a mail with parts."""
    start = head.lstrip(b"\xef\xbb\xbf\r\n")
    return _HEADER.match(start) is not None and _RELATED.search(start) is not None


def captures(content: bytes, name: str) -> Captures:
    """The main page of the mail. Raises GolosaError where it is cut off or holds no page."""
    mail = email.message_from_bytes(content.lstrip(b"\xef\xbb\xbf\r\n"), policy=email.policy.compat32)
    main = _main(mail, name)
    if main is None:
        raise GolosaError("{name}: an MHTML file without a page", name=name)
    boundary = mail.get_boundary()
    if boundary is not None and f"--{boundary}--".encode() not in content:
        raise GolosaError("{name}: the MHTML file is cut off; save it again", name=name)
    body = main.get_payload(decode=True)
    if not isinstance(body, bytes) or main.defects:
        raise GolosaError("{name}: the page in the MHTML file is damaged; save it again", name=name)
    charset = main.get_content_charset()
    url = _address(mail["Snapshot-Content-Location"], name) or _address(main["Content-Location"], name)
    page = Capture(
        content=unpacked(body, "", name),
        name=name,
        url=url,
        headers={"content-type": f"{main.get_content_type()}; charset={charset}"} if charset else {},
        seen_at=of_mail(str(mail["Date"] or "")),
    )
    return Captures((page,))


def _main(mail: Message, name: str) -> Message | None:
    """The part that is the page: the one at the snapshot's address, else the one named as the start, else the first."""
    pages = [part for part in mail.walk() if part.get_content_type() in _PAGES]
    snapshot, named = _address(mail["Snapshot-Content-Location"], name), mail.get_param("start")
    for part in pages:
        if snapshot is not None and _address(part["Content-Location"], name) == snapshot:
            return part
    for part in pages:
        if named is not None and part["Content-ID"] == named:
            return part
    return pages[0] if pages else None


def _address(header: object, name: str) -> str | None:
    """An address in a header; long ones may be folded."""
    return address(re.sub(r"\s+", "", str(header or "")), name)
