"""The dice of one game: its secrets in the store, its draws with their proofs (L1-L5). Secrets never leave by print."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from datetime import datetime

import msgspec
from msgspec import Struct

from engine.counts import LotNeeded
from engine.lots import Commitment, LotError, Proof, commit, digest_of, draw, verify
from golosa.errors import GolosaError, told
from golosa.folder.config import DayTable
from golosa.folder.game import Game
from golosa.locks import held
from golosa.texts.bbcode import WORD_JOINER

BLOCK = "golosa-lot-1"


class Keys(Struct, frozen=True):
    """A fact: the two secrets, as hex. Never printed, never in a public file."""

    deal: str
    last: str


def keys(game: Game) -> Keys | None:
    """The game's secrets, where they have been made."""
    facts = game.facts.all("keys")
    return facts[-1].read(Keys) if facts else None


def make_keys(game: Game, now: datetime) -> Commitment:
    """Makes the secrets, once, and gives what is to be published. Raises GolosaError where they are there already."""
    with game.database.writing():  # two who make them in the same moment make them once
        if keys(game) is not None:
            raise GolosaError("the game's lots are committed already: see `golosa dice show`")
        game.facts.add("keys", Keys(secrets.token_hex(32), secrets.token_hex(32)), now)
    found = commitment(game)
    assert found is not None
    return found


def commitment(game: Game) -> Commitment | None:
    """What was published, or is to be: the hash of the deal's secret and the head of the chain."""
    found = keys(game)
    return commit(bytes.fromhex(found.deal), bytes.fromhex(found.last)) if found else None


def proofs(game: Game) -> tuple[Proof, ...]:
    """The draws that stand, in the order drawn."""
    return tuple(fact.read(Proof) for fact in game.facts.all("draw"))


def draw_due(game: Game, day: DayTable, now: datetime) -> tuple[Proof, ...]:
    """Draws the lots that a day's count needs, one after the other, since one may depend on the one before.

    Only one process draws at a time, so that no lot falls twice. Raises GolosaError (exit status 3) where the thread
    has not been read whole, and as `draw_for` does.
    """
    drawn: list[Proof] = []
    with held(game.folder, "draw", "{who} is drawing lots of this game: try again", exit_code=2, wait=10):
        while True:
            counted = game.count(day, now)
            if not counted.complete:
                raise GolosaError("the thread has not been read whole: {why}", 3, why=counted.why_incomplete)
            if not counted.count.lots:
                return tuple(drawn)
            drawn.append(draw_for(game, counted.count.lots[0], now))


def draw_for(game: Game, lot: LotNeeded, now: datetime) -> Proof:
    """Draws a lot that a count needs, keeps it and gives it with its proof; `draw_due` sees to that it is needed.

    Raises GolosaError where the game's lots were not committed: then nobody could check the draw.
    """
    found = keys(game)
    if found is None:
        raise GolosaError(
            "the lots of this game are not committed: `golosa dice commit`, and publish what it prints first"
        )
    # A key that was shown once must not be used again, so undone draws are numbered too.
    index = len(game.facts.all("draw", with_undone=True)) + 1
    try:
        proof = draw(bytes.fromhex(found.last), index, lot.label, lot.candidates, digest_of(lot.ballots))
    except LotError as error:
        raise GolosaError(told(error)) from error
    game.facts.add("draw", proof, now, lot.label.partition(".")[0])
    return proof


def block_of(proof: Proof, chain: str) -> str:
    """A draw as lines of text that anybody can check, by `golosa dice verify` or by hand."""
    lines = [
        BLOCK,
        f"label: {proof.label}",
        f"draw: {proof.index}",
        f"key: {proof.key}",
        f"chain: {chain}",
        *(f"candidate: {name}" for name in proof.candidates),
        f"digest: {proof.digest}",
        f"counter: {proof.counter}",
        f"hmac: {proof.hmac}",
        f"chosen: {proof.chosen}",
    ]
    return "\n".join(lines) + "\n"


def parse_blocks(text: str) -> tuple[tuple[Proof, str], ...]:
    """The draws in a text (a post, a file of the program, JSON), each with the chain's head that it names.

    Raises GolosaError where there is none, or one is not whole.
    """
    if text.lstrip().startswith("{"):
        return (_from_json(text),)
    for tag in ("[code]", "[/code]"):  # around the draw, in the text of a post as it is pasted
        text = text.replace(tag, "")
    text = text.replace(WORD_JOINER, "")  # a post breaks a tag in a nick by this sign
    blocks: list[list[tuple[str, ...]]] = []
    for line in text.split("\n"):
        plain = line.strip()
        if plain == BLOCK:
            blocks.append([])
        elif blocks and ": " in plain:
            blocks[-1].append(tuple(plain.split(": ", 1)))
    if not blocks:
        raise GolosaError("no draw in this text: a draw begins with a line {block}", block=BLOCK)
    return tuple(_from_lines(block) for block in blocks)


def _from_json(text: str) -> tuple[Proof, str]:
    try:
        read = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
        return msgspec.json.decode(read["proof"], type=Proof), msgspec.json.decode(read["chain"], type=str)
    except (msgspec.DecodeError, KeyError) as error:
        raise GolosaError('a draw in JSON is {{"chain": "…", "proof": {{…}}}}: {error}', error=error) from error


def _from_lines(lines: list[tuple[str, ...]]) -> tuple[Proof, str]:
    values: Mapping[str, str] = {name: value for name, value in lines if name != "candidate"}
    try:
        proof = Proof(
            label=values["label"],
            index=int(values["draw"]),
            key=values["key"],
            candidates=tuple(value for name, value in lines if name == "candidate"),
            digest=values["digest"],
            counter=int(values["counter"]),
            hmac=values["hmac"],
            chosen=values["chosen"],
        )
        return proof, values["chain"]
    except (KeyError, ValueError) as error:
        raise GolosaError("a draw in this text is not whole: {error}", error=error) from error


def check(proof: Proof, chain: str, ballots: str | None) -> None:
    """Checks a draw. Raises GolosaError (exit status 1) naming what does not hold."""
    try:
        verify(proof, chain, ballots)
    except LotError as error:
        raise GolosaError("DOES NOT HOLD: {error}", 1, error=error) from error
