"""The subject of an order: «Ночь. <name>. <role>» (T14-21) and looser forms of it."""

from __future__ import annotations

import re

from msgspec import Struct

from engine.messages.who import Who
from engine.messages.words import ORDER_WORDS
from engine.names import Named
from engine.names.normal import tokens

_PARTS = re.compile(r"[.,;:/|()\n]+|\s[-–—]+\s")
_NUMBER = re.compile(r"\W{0,3}(\d{1,3})(?:-?(?:я|ю|й))?\W{0,3}", re.I)


class Heading(Struct, frozen=True):
    """What a subject says. `unknown` is a part of it that stands where a name should and names nobody."""

    role: str | None = None
    member: str | None = None  #: another player than the sender
    night: int | None = None
    rest: str = ""  #: what is left of it: the order itself, where it stands in the subject
    unknown: str | None = None


def read_heading(subject: str, sender: str, who: Who) -> Heading:
    """Reads the subject of a message of `sender`. Name and role may stand in either order or be left out."""
    night, parts = _night(subject)
    actions = [part for part in parts if who.abilities(part)]
    labels = [part for part in parts if not who.abilities(part)]
    if len(labels) == 1:
        labels = _cut_in_two(labels[0], sender, who)
    role, names = _role_among(labels, sender, who)
    read = [(part, who.player(part, sender)) for part in names]
    unknown = next((part for part, named in read if not _names_anybody(named)), None)
    actions = [*(part for part, _ in read[1:]), *actions]
    owner = read[0][1] if read else Named()
    if owner.player is None and owner.ask and sender not in owner.ask:
        unknown = read[0][0]
    member = owner.player if owner.player != sender else None
    return Heading(role, member, night, "\n".join(actions), unknown)


def _night(subject: str) -> tuple[int | None, list[str]]:
    """The night's number and the parts of the subject without the word "night" and it."""
    parts = [part.strip() for part in _PARTS.split(_without_night(subject)) if part.strip()]
    if parts and (found := _NUMBER.fullmatch(parts[0])):
        return int(found[1]), parts[1:]
    if parts and (found := re.match(r"(\d{1,3})(?:-?(?:я|ю|й))?\s+(?=\D)", parts[0])):
        return int(found[1]), [parts[0][found.end() :], *parts[1:]]
    return None, parts


def _without_night(subject: str) -> str:
    """The subject without its order words: «Ночной ход 3» leaves "3"."""
    words = re.findall(r"[^\W_]+|[\W_]+", subject)
    kept = [word for word in words if not set(tokens(word)) & (ORDER_WORDS | {"ход", "действие", "заявка"})]
    return "".join(kept).strip()


def _cut_in_two(label: str, sender: str, who: Who) -> list[str]:
    """«cartman доктор»: a name and a role without a sign between them."""
    words = label.split()
    for cut in range(1, len(words)):
        halves = [" ".join(words[:cut]), " ".join(words[cut:])]
        for name, role in (halves, halves[::-1]):
            if who.role(role) and who.player(name, sender).player:
                return halves
    return [label]


def _role_among(labels: list[str], sender: str, who: Who) -> tuple[str | None, list[str]]:
    """The role, and the parts that are names. A part that may be both is the name where it comes first of two."""
    roles = [place for place, label in enumerate(labels) if who.role(label)]
    if not roles:
        return None, labels
    place = next((p for p in roles if not _names_anybody(who.player(labels[p], sender))), roles[-1])
    if len(labels) == 1 and who.player(labels[0], sender).player == sender:
        return None, labels
    return who.role(labels[place]), labels[:place] + labels[place + 1 :]


def _names_anybody(named: Named) -> bool:
    return named.player is not None or bool(named.ask)
