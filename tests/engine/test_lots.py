"""L1-L5: lots that anybody can check."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from engine.counts import Ballot
from engine.lots import (
    CHAIN_LENGTH,
    LotError,
    ballots_text,
    choose,
    commit,
    deal,
    digest_of,
    draw,
    key_of,
    scenario_secrets,
    verify,
)

DEAL, LAST = scenario_secrets("vector")
NAMES = ("Аня", "cartman", "Лис [VIP]")
TEXT = "Аня\tcartman\t12\ncartman\tАня\t\n"


def test_l1_commitments_are_hashes_of_the_secrets() -> None:
    made = commit(DEAL, LAST)
    assert made.deal == hashlib.sha256(DEAL).hexdigest()
    head = LAST
    for _ in range(CHAIN_LENGTH):
        head = hashlib.sha256(head).digest()
    assert made.chain == head.hex()


def test_l2_the_key_of_a_draw_hashed_as_often_as_its_number_is_the_head() -> None:
    proof = draw(LAST, 3, "day3.tie", NAMES, digest_of(TEXT))
    head = bytes.fromhex(proof.key)
    for _ in range(3):
        head = hashlib.sha256(head).digest()
    assert head.hex() == commit(DEAL, LAST).chain


def test_l3_by_hand() -> None:
    """The draw as the clause spells it, with nothing of ours."""
    proof = draw(LAST, 1, "day1.tie", NAMES, digest_of(TEXT))
    digest = hashlib.sha256(TEXT.encode()).hexdigest()
    message = f"golosa-lot-1\nday1.tie\nАня\ncartman\nЛис [VIP]\n{digest}\n0".encode()
    number = int.from_bytes(hmac.new(bytes.fromhex(proof.key), message, hashlib.sha256).digest(), "big")
    assert number < 2**256 // 3 * 3
    assert (proof.chosen, proof.counter, int(proof.hmac, 16)) == (NAMES[number % 3], 0, number)


def test_l3_numbers_past_the_last_whole_multiple_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """2^256 − 1 is a multiple of 3, and so the greatest number is one too many for three candidates."""
    numbers = [2**256 - 1, 7]
    monkeypatch.setattr("engine.lots._number", lambda *given: numbers[given[-1]])
    assert choose(b"key", "day1.tie", NAMES, "digest") == (NAMES[1], 1)


def test_l3_the_text_of_the_ballots() -> None:
    ballots = (Ballot("Аня", "cartman", "12", None), Ballot("cartman", "Аня", None, None, default=True))
    assert ballots_text(ballots) == TEXT
    assert ballots_text((Ballot("Вера", None, "13", None),)) == "Вера\t\t13\n"


def test_l4_the_deal_is_a_shuffle_that_the_mix_changes() -> None:
    roles = ["mafioso", "mafioso", "doctor", "commissar", *["townsman"] * 6]
    players = [f"p{number}" for number in range(10)]
    dealt = deal(DEAL, roles, players, "слова игроков")
    assert sorted(dealt.values()) == sorted(roles)
    assert any(deal(DEAL, roles, players, f"mix {number}") != dealt for number in range(3))


def test_l4_roles_and_players_must_be_equally_many() -> None:
    with pytest.raises(LotError, match="2 roles for 1 players"):
        deal(DEAL, ["a", "b"], ["x"], "")


def test_l5_the_secrets_of_a_scenario() -> None:
    assert hashlib.sha256(b"deal\nvector").digest() == DEAL
    assert hashlib.sha256(b"dice\nvector").digest() == LAST


def test_vectors() -> None:
    """Fixed for good: a change here breaks every game that is under way."""
    assert commit(DEAL, LAST).chain == VECTOR_CHAIN
    drawn = [draw(LAST, i, f"day{i}.tie", NAMES, digest_of(TEXT)).chosen for i in range(1, 9)]
    assert drawn == VECTOR_DRAWS


VECTOR_CHAIN = "a897c541b4a5d8c59dde38879db94202f966149d17114b1e2c323fd9a2f6807d"
VECTOR_DRAWS = ["cartman", "Аня", "Лис [VIP]", "cartman", "Аня", "cartman", "Лис [VIP]", "Лис [VIP]"]


def test_every_candidate_is_as_likely() -> None:
    """Chi-square over 6,000 keys and 5 candidates: 4 degrees of freedom, limit at p = 0.0001."""
    names = list("abcde")
    fell = Counter(choose(hashlib.sha256(str(i).encode()).digest(), "l", names, "")[0] for i in range(6000))
    assert sum((fell[name] - 1200) ** 2 / 1200 for name in names) < 23.5


def test_a_place_in_the_deal_is_as_likely() -> None:
    players = ["a", "b", "c", "d"]
    who = Counter(
        next(name for name, role in deal(hashlib.sha256(str(i).encode()).digest(), list("1234"), players, "").items()
             if role == "1")
        for i in range(4000)
    )  # fmt: skip
    assert sum((who[name] - 1000) ** 2 / 1000 for name in players) < 21.2


@given(st.binary(min_size=32, max_size=32), st.integers(1, CHAIN_LENGTH), st.data())
def test_verify_rejects_any_changed_byte(last: bytes, index: int, data: st.DataObject) -> None:
    chain = commit(DEAL, last).chain
    proof = draw(last, index, "day1.tie", NAMES, digest_of(TEXT))
    verify(proof, chain, TEXT)
    part = data.draw(st.sampled_from(["label", "key", "digest", "hmac", "chosen", "candidates", "chain", "ballots"]))
    ballots = TEXT
    if part == "chain":
        chain = changed(chain, data)
    elif part == "ballots":
        ballots = changed(TEXT, data)
    elif part == "candidates":
        names = list(NAMES)
        place = data.draw(st.integers(0, len(names) - 1))
        names[place] = changed(names[place], data)
        proof = structs.replace(proof, candidates=tuple(names))
    else:
        proof = structs.replace(proof, **{part: changed(getattr(proof, part), data)})
    with pytest.raises(LotError):
        verify(proof, chain, ballots)


def changed(text: str, data: st.DataObject) -> str:
    place = data.draw(st.integers(0, len(text) - 1))
    return text[:place] + ("0" if text[place] != "0" else "1") + text[place + 1 :]


@given(st.permutations(range(6)))
def test_independent_of_the_roster_order_given_the_same_candidates(order: list[int]) -> None:
    """Only the candidates' order matters: ballots in another order make another digest, the candidates are the same."""
    ballots = [Ballot(f"p{i}", "p0", str(i), None) for i in order]
    digest = digest_of(ballots_text(sorted(ballots, key=lambda ballot: ballot.voter)))
    assert draw(LAST, 1, "l", NAMES, digest) == draw(LAST, 1, "l", NAMES, digest_of("".join(
        f"p{i}\tp0\t{i}\n" for i in range(6))))  # fmt: skip


def test_l2_drawn_keys_tell_nothing_of_later_ones_nor_of_the_deal() -> None:
    """All that hashing can derive from draws 1 to 3 are keys 0 to 3; neither a later key nor D is among it."""
    known = {bytes.fromhex(draw(LAST, i, f"day{i}.tie", NAMES, "").key) for i in (1, 2, 3)}
    for _ in range(CHAIN_LENGTH + 8):
        known |= {hashlib.sha256(key).digest() for key in known}
    later = {key_of(LAST, i) for i in range(4, CHAIN_LENGTH + 1)}
    assert not known & (later | {DEAL, LAST})


def test_the_chain_ends() -> None:
    with pytest.raises(LotError, match="draw 65: a chain gives 64 draws"):
        draw(LAST, 65, "l", NAMES, "")
    with pytest.raises(LotError, match="keys 0 to 64, not 65"):
        key_of(LAST, 65)


@pytest.mark.parametrize("names", [(), ("a", "a"), ("a\nb", "c")])
def test_unfit_candidates(names: tuple[str, ...]) -> None:
    with pytest.raises(LotError, match=r"^day1\.tie: "):
        choose(LAST, "day1.tie", names, "")


def test_l2_the_last_draw_of_the_chain_can_be_checked_too() -> None:
    proof = draw(LAST, CHAIN_LENGTH, "day64.tie", NAMES, digest_of(TEXT))
    assert proof.key == LAST.hex()
    verify(proof, commit(DEAL, LAST).chain, TEXT)


@pytest.mark.parametrize("index", [0, CHAIN_LENGTH + 1])
def test_l2_a_number_outside_the_chain_is_no_draw(index: int) -> None:
    proof = structs.replace(draw(LAST, 1, "day1.tie", NAMES, digest_of(TEXT)), index=index)
    with pytest.raises(LotError, match=r"day1\.tie: the key or its number"):
        verify(proof, commit(DEAL, LAST).chain, TEXT)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"key": "no hex"}, "day1.tie: the key is no hex text"),
        ({"key": "00"}, "day1.tie: the key or its number is not of the right form"),
        ({"index": 2}, r"day1.tie: the key, hashed as often as its number says \(2\), is not the published K\(0\)"),
        ({"digest": "00"}, "day1.tie: the ballots are not those that were drawn over"),
        ({"chosen": "Вера"}, "day1.tie: the lot falls on cartman, not on Вера"),
        ({"hmac": "00"}, "day1.tie: label, candidates or digest are not those"),
    ],
)
def test_l2_l3_a_proof_that_does_not_hold_says_which_part(wrong: dict[str, object], said: str) -> None:
    proof = draw(LAST, 1, "day1.tie", NAMES, digest_of(TEXT))
    with pytest.raises(LotError, match=said):
        verify(structs.replace(proof, **wrong), commit(DEAL, LAST).chain, TEXT)


def test_l3_several_numbers_in_a_row_may_be_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [2**256 - 1, 2**256 - 1, 2**256 - 1, 8]
    monkeypatch.setattr("engine.lots._number", lambda *given: numbers[given[-1]])
    assert choose(b"key", "day1.tie", NAMES, "digest") == (NAMES[2], 3)


def test_l3_a_lot_without_candidates_says_which_one() -> None:
    with pytest.raises(LotError, match=r"day1\.tie: a lot needs candidates"):
        choose(LAST, "day1.tie", (), "")
