"""Forms of a page as values: what a browser would send of them untouched. Knows HTML; knows no forum and no secret."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

from lxml import etree
from msgspec import Struct

from forums.decode import Decoded, declared, decode
from forums.pages import Source
from forums.trees import tree_of

_TYPED = ("text", "password", "hidden", "email", "number", "search", "tel", "url")


class Form(Struct, frozen=True, kw_only=True):
    """One form."""

    action: str  #: where it is sent to, absolute
    post: bool  #: sent by POST; else by GET
    fields: tuple[tuple[str, str], ...]  #: names and values as they stand, ticked boxes and hidden ones among them
    passwords: tuple[str, ...]  #: names of its fields for passwords
    typed: tuple[str, ...]  #: names of its other visible fields for text
    buttons: tuple[tuple[str, str], ...]  #: names and values of its named buttons
    encoding: str  #: in which its values are sent

    def value(self, name: str) -> str | None:
        """The value that a field holds; None if there is no such field."""
        return next((value for field, value in self.fields if field == name), None)


def forms_of(source: Source) -> tuple[Form, ...]:
    """The forms of a page in their order. Addresses start from the page's own, which must be known."""
    decoded = decode(source.content, source.headers)
    root, _ = tree_of(decoded.text.replace("\x00", "").encode("utf-8", "replace"))
    if root is None:
        return ()
    base = next((element.get("href") for element in root.iter("base")), None) or ""
    start = urljoin(source.url or "", base)
    encoding = next(declared(source.content, source.headers), None) or _plain(decoded)
    return tuple(_form(element, start, encoding) for element in root.iter("form"))


def _plain(decoded: Decoded) -> str:
    return "utf-8" if decoded.encoding == "ascii" else decoded.encoding


def _form(element: etree._Element, start: str, encoding: str) -> Form:
    inputs = [found for found in element.iter("input") if found.get("name")]
    return Form(
        action=urljoin(start, element.get("action") or ""),
        post=(element.get("method") or "").lower() == "post",
        fields=tuple(_fields(element)),
        passwords=tuple(found.get("name", "") for found in inputs if _type(found) == "password"),
        typed=tuple(found.get("name", "") for found in inputs if _type(found) in ("text", "email")),
        buttons=tuple(
            (found.get("name", ""), found.get("value", ""))
            for found in element.iter("input", "button")
            if found.get("name") and _type(found) == "submit"
        ),
        encoding=element.get("accept-charset", "").split(",")[0].split(" ")[0] or encoding,
    )


def _type(element: etree._Element) -> str:
    return (element.get("type") or ("submit" if element.tag == "button" else "text")).lower()


def _fields(form: etree._Element) -> Iterator[tuple[str, str]]:
    for element in form.iter("input", "textarea", "select"):
        name = element.get("name")
        if not name or element.get("disabled") is not None:
            continue
        if element.tag == "textarea":
            yield name, "".join(str(text) for text in element.itertext())
        elif element.tag == "select":
            options = list(element.iter("option"))
            chosen = next((option for option in options if option.get("selected") is not None), None)
            if chosen is None and options:
                chosen = options[0]
            if chosen is not None:
                yield name, chosen.get("value") or chosen.text or ""
        elif _type(element) in _TYPED or element.get("checked") is not None:
            yield name, element.get("value", "on" if _type(element) in ("checkbox", "radio") else "")
