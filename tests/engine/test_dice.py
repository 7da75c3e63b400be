"""Dice that can be checked afterwards, and that tell nobody what they may not know."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine.dice import Dice, LoadedDice, Roll, Seeds, faces_of
from service.engine.events import TurnBegan
from service.engine.framing import digest, framed
from service.engine.shares import Share
from tests.toy import TOY

SEEDS = Seeds(b"chain" * 7, b"hidden" * 6, turns=12)


def at_turn(turn: int = 1) -> Any:
    state = TOY.open("yard", {})
    TurnBegan(turn=turn).change(state)
    return state


def table(turn: int = 1, match: str = "m1", seeds: Seeds = SEEDS) -> Dice:
    dice = Dice(match, seeds)
    dice.attend(at_turn(turn))
    return dice


def shared() -> Dice:
    """A table where North's share is in the dice."""
    dice, state = Dice("m1", SEEDS), at_turn()
    state.shares["north"] = Share(maker="player", commitment="", entropy="07" * 32, mixed_in=1)
    dice.attend(state)
    return dice


# ---- seeds and commitments


def test_each_key_of_the_chain_is_the_hash_of_the_next():
    for turn in range(SEEDS.turns):
        assert SEEDS.turn_key(turn) == digest("sitrep/chain", SEEDS.turn_key(turn + 1))
    assert SEEDS.turn_key(SEEDS.turns) == SEEDS.chain_end


def test_the_commitments_are_the_chains_beginning_and_the_hidden_seeds_hash():
    chain, hidden = SEEDS.commitments()
    assert bytes.fromhex(chain) == SEEDS.turn_key(0)
    assert bytes.fromhex(hidden) == digest("sitrep/hidden/2", SEEDS.hidden)
    assert hidden != SEEDS.hidden.hex()


def test_the_commitment_says_with_which_scheme_a_match_was_opened():
    """So nobody can say afterwards that a match is an older one than it is."""
    older = Seeds(SEEDS.chain_end, SEEDS.hidden, SEEDS.turns, scheme=1)
    assert bytes.fromhex(older.commitments()[1]) == digest("sitrep/hidden", SEEDS.hidden)
    assert older.commitments()[0] == SEEDS.commitments()[0]


def test_a_published_key_proves_itself_against_the_commitment():
    """What a player does when turn 3 has ended: hash it back to S_0."""
    key = SEEDS.turn_key(3)
    for _ in range(3):
        key = digest("sitrep/chain", key)
    assert key.hex() == SEEDS.commitments()[0]


@pytest.mark.parametrize("turn", [-1, 13])
def test_there_is_no_key_outside_the_chain(turn: int):
    with pytest.raises(ValueError, match="12 turns"):
        SEEDS.turn_key(turn)


def test_nothing_public_is_rolled_with_the_commitment_itself():
    """S_0 is known to all before anybody joins: dice of turn 0 would be known too."""
    with pytest.raises(ValueError, match="from turn 1 on"):
        table(turn=0).roll("1d6", "TOY-01 weather", public=True)
    assert table(turn=0).roll("1d6", "TOY-02 search").faces


# ---- faces


def test_a_public_die_can_be_computed_anew_from_its_turns_key():
    """The whole recipe, written out: this is what the file that verifies a match does."""
    dice = table(turn=2)
    roll = dice.roll("2d6", "TOY-01 weather", public=True)
    fields = ["sitrep/roll/2", "m1", "public", "2", "1", "6", "2"]
    context = b"".join(len(field).to_bytes(4, "big") + field.encode() for field in fields)
    mixed = hashlib.sha256(b"\0\0\0\x0asitrep/mix").digest()
    key = b"\0\0\0\x0dsitrep/public" + b"".join(b"\0\0\0\x20" + part for part in (SEEDS.turn_key(2), mixed))
    block = hmac.new(hashlib.sha256(key).digest(), context + b"\0\0\0\0", hashlib.sha256).digest()
    words = [int.from_bytes(block[i : i + 4], "big") for i in (0, 4)]
    assert all(word < 4294967292 for word in words)
    assert roll.faces == tuple(word % 6 + 1 for word in words)


@pytest.mark.parametrize("sides", [2, 3, 6, 7, 10, 100])
def test_dice_are_even(sides: int):
    """20 000 dice of fixed seeds: chi-square no further out than one time in a thousand, roughly."""
    fallen = Counter(face for n in range(200) for face in faces_of(b"k", n.to_bytes(4, "big"), sides, 100))
    assert set(fallen) == set(range(1, sides + 1))
    even = 20_000 / sides
    chi_square = sum((fallen[face] - even) ** 2 / even for face in range(1, sides + 1))
    freedom = sides - 1
    assert chi_square < freedom + 3.3 * (2 * freedom) ** 0.5 + 6


def test_words_that_would_bias_a_die_are_rejected():
    """With 2**31 + 1 sides nearly half of all words lie past the last multiple."""
    sides = 2**31 + 1
    words = []
    for block in range(8):
        fallen = hmac.new(b"key", b"context" + block.to_bytes(4, "big"), hashlib.sha256).digest()
        words += [int.from_bytes(fallen[i : i + 4], "big") for i in range(0, 32, 4)]
    kept = [word + 1 for word in words if word < sides]
    assert 16 < len(kept) < 48
    assert list(faces_of(b"key", b"context", sides, len(kept))) == kept


def test_sides_that_divide_all_words_reject_none():
    block = hmac.new(b"key", b"context" + bytes(4), hashlib.sha256).digest()
    assert faces_of(b"key", b"context", 256, 8) == tuple(block[i + 3] + 1 for i in range(0, 32, 4))


@given(st.lists(st.text(max_size=4), max_size=4), st.lists(st.text(max_size=4), max_size=4))
def test_no_two_lists_are_framed_alike(a: list[str], b: list[str]):
    assert (framed("t", *a) == framed("t", *b)) == (a == b)


def test_the_context_separates_match_track_turn_number_sides_and_count():
    def fallen(
        dice: Dice, track: str = "public", turn: int = 1, number: int = 1, sides: int = 6, count: int = 12
    ) -> Any:
        return dice.draw(track, turn, number, sides, count, "p")

    falls = {
        "as it is": fallen(table()),
        "hidden": fallen(table(), "hidden"),
        "another hidden track": fallen(table(), "other"),
        "another turn": fallen(table(), turn=2),
        "another number": fallen(table(), number=2),
        "other sides": fallen(table(), sides=7),
        "another count": fallen(table(), count=13)[:12],
        "another match": fallen(table(match="m2")),
        "another chain": fallen(table(seeds=Seeds(b"x", SEEDS.hidden, 12))),
        "with a share": fallen(shared()),
        "hidden, with a share": fallen(shared(), "hidden"),
    }
    assert len(set(falls.values())) == len(falls)
    assert fallen(table()) == falls["as it is"]


def test_purpose_and_cause_make_no_face():
    falls = set()
    for cause, purpose in (("heading dawn", "p"), ("heading dawn", "q"), ("order look of north", "p")):
        dice = table()
        dice.cause = cause
        falls.add(dice.roll("12d6", purpose, public=True).faces)
    assert len(falls) == 1


def test_hidden_dice_do_not_come_from_the_chain():
    """Publishing the turns' keys opens no hidden roll; another hidden seed changes hidden rolls only."""
    other = Seeds(SEEDS.chain_end, b"another", SEEDS.turns)
    assert table(seeds=other).roll("9d6", "p", public=True) == table().roll("9d6", "p", public=True)
    assert table(seeds=other).roll("9d6", "p").faces != table().roll("9d6", "p").faces


# ---- tracks


def test_each_track_is_numbered_from_1_in_each_turn():
    dice = table()
    assert [dice.roll("1d6", "p", public=True).number for _ in range(3)] == [1, 2, 3]
    assert [dice.roll("1d6", purpose).number for purpose in ("a", "b", "a")] == [1, 1, 2]
    for rolled in dice.pending:
        rolled.change(state := at_turn())
    TurnBegan(turn=2).change(state)
    dice.attend(state)
    assert dice.roll("1d6", "p", public=True).number == 1


def test_numbers_count_on_from_the_position():
    """Saved and loaded between two rolls, the second is still the second, and falls as it would have."""
    dice = table()
    first, second = dice.roll("2d6", "p"), dice.roll("2d6", "p")
    state = at_turn()
    dice.pending[0].change(state)
    again = Dice("m1", SEEDS)
    again.attend(state)
    assert again.roll("2d6", "p") == second != first


def test_hidden_rolls_do_not_shift_public_ones_nor_each_other():
    plain = [table().roll("2d6", "weather", public=True), table().roll("2d6", "TOY search of 11")]
    busy = table()
    for n in range(5):
        busy.roll("1d6", f"TOY search of 2{n}")
    assert [busy.roll("2d6", "weather", public=True), busy.roll("2d6", "TOY search of 11")] == plain


def test_attending_forgets_what_was_rolled_and_not_used():
    dice = table()
    fallen = dice.roll("1d6", "p")
    dice.attend(at_turn())
    assert dice.pending == []
    assert dice.roll("1d6", "p") == fallen


def test_dice_are_rolled_at_a_table():
    with pytest.raises(AssertionError, match="at a table"):
        Dice("m1", SEEDS).roll("1d6", "p")


def test_one_of_one_is_taken_without_a_roll():
    dice = table()
    assert dice.pick(["only"], "p") == "only" and dice.pending == []
    assert {dice.pick("abc", "p") for _ in range(40)} == {"a", "b", "c"}
    assert {rolled.spec for rolled in dice.pending} == {"1d3"}


# ---- for tests


def test_what_is_no_roll_of_dice_is_said_to_be_none():
    with pytest.raises(ValueError, match="'d6' is no roll of dice such as '1d6'"):
        table().roll("d6", "p")


def loaded(*faces: int, **by_purpose: list[int]) -> LoadedDice:
    dice = LoadedDice(faces, by_purpose)
    dice.attend(at_turn())
    return dice


def test_loaded_dice_fall_as_they_are_loaded_then_fair_and_always_the_same():
    dice = loaded(3, 5, 6)
    assert dice.roll("2d6", "p") == Roll((3, 5), 1)
    assert dice.roll("1d6", "p").total == 6
    assert dice.roll("3d6", "p") == Roll(loaded().draw("p", 1, 3, 6, 3, "p"), 3)


def test_dice_loaded_for_a_purpose_fall_for_it_alone():
    dice = loaded(1, 1, search=[6, 5])
    assert dice.roll("1d6", "weather").total == 1
    assert dice.roll("1d6", "search of 11").total == 6
    assert dice.roll("2d6", "search of 12").faces != (5,), "too few are left for two dice"
    assert dice.roll("1d6", "search of 13").total == 5
