"""Lots that anybody can check: commitments, a chain of keys, draws and the deal (L1-L5).

Secrets are arguments: who makes them, and where they are kept, is the program's business. Uses SHA-256 and HMAC alone.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.counts import Ballot
from engine.telling import ToldError

CHAIN_LENGTH = 64
VERSION = "golosa-lot-1"
_SPACE = 1 << 256


class Commitment(Struct, frozen=True):
    """What is published before the game, as hex: SHA-256 of the deal's secret, and the head of the chain, K(0) (L1)."""

    deal: str
    chain: str


class Proof(Struct, frozen=True, kw_only=True):
    """A draw with all that is needed to check it (L2, L3)."""

    label: str
    index: int  #: the i of K(i): the number of this draw in the game, from 1
    key: str  #: K(i) as hex; hashed i times it gives K(0)
    candidates: tuple[str, ...]  #: in roster order
    digest: str  #: hex SHA-256 of the ballots text
    counter: int  #: the counter at which a number was accepted
    hmac: str  #: that number as hex: no byte of the message can change without it
    chosen: str


class LotError(ToldError):
    """A draw that cannot be made, or a proof that does not hold: which part, in one line."""


def _sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def commit(deal: bytes, last: bytes) -> Commitment:
    """The commitment to the deal's secret D and to the chain that ends with K(64) = `last` (L1)."""
    return Commitment(_sha(deal).hex(), key_of(last, 0).hex())


def key_of(last: bytes, index: int) -> bytes:
    """K(index) of the chain that ends with K(64) = `last`. Raises LotError outside 0 to 64 (L1, L2)."""
    if not 0 <= index <= CHAIN_LENGTH:
        raise LotError("the chain has keys 0 to {chain_length}, not {index}", chain_length=CHAIN_LENGTH, index=index)
    key = last
    for _ in range(CHAIN_LENGTH - index):
        key = _sha(key)
    return key


def ballots_text(ballots: Iterable[Ballot]) -> str:
    """The day's final ballots as the digest takes them, one line a ballot in roster order (L3).

    `ballots` come in roster order; a vote for nobody has an empty target.
    """
    return "".join(f"{ballot.voter}\t{ballot.target or ''}\t{ballot.post or ''}\n" for ballot in ballots)


def digest_of(text: str) -> str:
    """Hex SHA-256 of a text in UTF-8."""
    return _sha(text.encode()).hex()


def _number(key: bytes, label: str, candidates: Sequence[str], digest: str, counter: int) -> int:
    message = "\n".join((VERSION, label, *candidates, digest, str(counter)))
    return int.from_bytes(hmac.new(key, message.encode(), hashlib.sha256).digest(), "big")


def choose(key: bytes, label: str, candidates: Sequence[str], digest: str) -> tuple[str, int]:
    """On whom a lot falls, and the counter at which a number was accepted (L3).

    Numbers at or above the greatest multiple of the number of candidates are passed over, so that each candidate is as
    likely as any other. Raises LotError without candidates, for a repeated one, or one that holds a line break.
    """
    if not candidates:
        raise LotError("{label}: a lot needs candidates", label=label)
    if len(set(candidates)) != len(candidates) or any("\n" in name for name in (label, *candidates)):
        raise LotError("{label}: candidates must differ and hold no line break", label=label)
    size = len(candidates)
    limit = _SPACE // size * size
    counter = 0
    while (number := _number(key, label, candidates, digest, counter)) >= limit:
        counter += 1
    return candidates[number % size], counter


def draw(last: bytes, index: int, label: str, candidates: Sequence[str], digest: str) -> Proof:
    """The `index`-th draw of a game (from 1) with its proof (L2). Raises LotError when the chain is used up."""
    if not 1 <= index <= CHAIN_LENGTH:
        raise LotError("draw {index}: a chain gives {chain_length} draws", index=index, chain_length=CHAIN_LENGTH)
    key = key_of(last, index)
    chosen, counter = choose(key, label, candidates, digest)
    number = _number(key, label, candidates, digest, counter)
    return Proof(
        label=label,
        index=index,
        key=key.hex(),
        candidates=tuple(candidates),
        digest=digest,
        counter=counter,
        hmac=f"{number:064x}",
        chosen=chosen,
    )


def verify(proof: Proof, chain: str, ballots: str | None = None) -> None:
    """Checks a draw against the commitment K(0) (hex) and, where given, the text of the day's ballots (L2, L3).

    Raises LotError naming the first part that does not hold. Needs nothing that is not public.
    """
    try:
        key = bytes.fromhex(proof.key)
    except ValueError as error:
        raise LotError("{label}: the key is no hex text", label=proof.label) from error
    if len(key) != 32 or proof.key != key.hex() or not 1 <= proof.index <= CHAIN_LENGTH:
        raise LotError("{label}: the key or its number is not of the right form", label=proof.label)
    head = key
    for _ in range(proof.index):
        head = _sha(head)
    if head.hex() != chain:
        raise LotError(
            "{label}: the key, hashed as often as its number says ({index}), is not the published K(0)",
            label=proof.label,
            index=proof.index,
        )
    if ballots is not None and digest_of(ballots) != proof.digest:
        raise LotError("{label}: the ballots are not those that were drawn over", label=proof.label)
    chosen, counter = choose(key, proof.label, proof.candidates, proof.digest)
    if (chosen, counter) != (proof.chosen, proof.counter):
        raise LotError(
            "{label}: the lot falls on {chosen}, not on {claimed}",
            label=proof.label,
            chosen=chosen,
            claimed=proof.chosen,
        )
    if proof.hmac != f"{_number(key, proof.label, proof.candidates, proof.digest, counter):064x}":
        raise LotError("{label}: label, candidates or digest are not those that were drawn with", label=proof.label)


def deal(secret: bytes, roles: Sequence[str], players: Sequence[str], mix: str) -> dict[str, str]:
    """Who gets which role: a Fisher-Yates shuffle of the role list over the roster (L4).

    `mix` is a text fixed after the commitment and not by the host; with an empty one the host could have tried many
    secrets. Raises LotError where roles and players are not equally many.
    """
    if len(roles) != len(players):
        raise LotError("{roles} roles for {players} players", roles=len(roles), players=len(players))
    digest, shuffled = digest_of(mix), list(roles)
    for i in range(len(shuffled) - 1, 0, -1):
        chosen, _ = choose(secret, f"deal.{i}", [str(number) for number in range(i + 1)], digest)
        other = int(chosen)
        shuffled[i], shuffled[other] = shuffled[other], shuffled[i]
    return dict(zip(players, shuffled, strict=True))


def scenario_secrets(secret: str) -> tuple[bytes, bytes]:
    """D and K(64) of a scenario file's `secret` (L5)."""
    return _sha(f"deal\n{secret}".encode()), _sha(f"dice\n{secret}".encode())
