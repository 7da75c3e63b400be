"""Dice that can be checked afterwards.

A roll is HMAC-SHA256(key, context), the context naming match, track, turn, number on that track, sides and count, and
nothing that a player can vary without doing something else; bytes that would bias a die are rejected. Public rolls take
the key of their turn, which is published when the turn ends; hidden rolls take a key derived from a seed that is opened
when the match ends; the seats' shares are mixed into both. A roll's track is public, or its own purpose: how often dice
fell for something that a seat may not know never shifts a die that it may.

Purpose and cause are written beside a roll, in words that whoever reads it may know. They make no face, but the roots
cover them: each phase's rolls are sealed by a root, hashed with a key that is opened at the end; a root covers all
before it. `docs/dice.md` says all this to players, and `service/verify.py` checks it, with not a line of this file.

Of the first scheme, in which purpose and cause entered the context, there are matches still: they leave it once, by an
event (`DiceRenewed`), before anything else happens in them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeVar

from service.engine.dice_events import DiceRenewed, PhaseSealed, Rolled
from service.engine.framing import digest, framed
from service.engine.seats import Seat
from service.engine.shares import mix

if TYPE_CHECKING:
    from service.engine.state import Position

T = TypeVar("T")
PUBLIC = "public"
Scheme = Literal[1, 2]
"""How faces are made: 1 as in older matches, 2 as described above. The tags of their hashes differ."""
TAGS: dict[Scheme, tuple[str, str]] = {1: ("sitrep/hidden", "sitrep/roll"), 2: ("sitrep/hidden/2", "sitrep/roll/2")}
"""The tags of the hidden seed's commitment, so that it says with which scheme a match was opened, and of a roll."""


@dataclass(frozen=True)
class Roll:
    """What the dice showed: each face, their sum, and the roll's number on its track in its turn."""

    faces: tuple[int, ...]
    number: int

    @property
    def total(self) -> int:
        return sum(self.faces)


@dataclass(frozen=True)
class Seeds:
    """A match's secrets: a chain S_0 … S_N with S_(k-1) = H(S_k), kept by its end, and an independent hidden seed.

    `scheme` is the one with which the match was opened.
    """

    chain_end: bytes
    hidden: bytes
    turns: int
    scheme: Scheme = 2

    def turn_key(self, turn: int) -> bytes:
        """S_turn; S_0 is the public commitment."""
        if not 0 <= turn <= self.turns:
            raise ValueError(f"the seed chain has {self.turns} turns, there is no turn {turn}")
        return self._keys[self.turns - turn]

    @cached_property
    def _keys(self) -> tuple[bytes, ...]:
        """S_N … S_0: hashed once, however many turns are asked for."""
        keys = [self.chain_end]
        for _ in range(self.turns):
            keys.append(digest("sitrep/chain", keys[-1]))
        return tuple(keys)

    def commitments(self) -> tuple[str, str]:
        """S_0 and H(D) in hex, published before anybody joins."""
        return self.turn_key(0).hex(), digest(TAGS[self.scheme][0], self.hidden).hex()


def faces_of(key: bytes, context: bytes, sides: int, count: int) -> tuple[int, ...]:
    """`count` unbiased dice from 1 to `sides`: HMAC words of 4 bytes by a counter, those that would bias rejected."""
    limit = 2**32 - 2**32 % sides

    def words() -> Iterator[int]:
        block = 0
        while True:
            block_bytes = hmac.new(key, context + block.to_bytes(4, "big"), hashlib.sha256).digest()
            for start in range(0, 32, 4):
                yield int.from_bytes(block_bytes[start : start + 4], "big")
            block += 1

    fair = (word for word in words() if word < limit)
    return tuple(next(fair) % sides + 1 for _ in range(count))


class Dice:
    """The dice of one match while the umpire works. Rolls become events, which the umpire applies before any other."""

    def __init__(self, match: str, seeds: Seeds) -> None:
        self.match = match
        self.seeds = seeds
        self.pending: list[Rolled] = []
        self.cause = ""
        self._state: Position | None = None

    def attend(self, state: Position) -> None:
        """Count on from this position."""
        self._state = state
        self.pending.clear()

    def renewal(self) -> DiceRenewed | None:
        """What has to happen before anything else in a match that still follows the first scheme."""
        assert self._state is not None, "dice are rolled at a table"
        outdated = self.seeds.scheme == 1 and not self._state.dice_renewed
        return DiceRenewed(turn=self._state.turn) if outdated else None

    def ordered(self, kind: str, seat: Seat) -> None:
        """From now on dice fall for an order of this kind: in the same words whether it is given now or was planned."""
        self.cause = f"order {kind} of {seat}"

    def reached(self, address: str) -> None:
        """From now on dice fall for a heading."""
        self.cause = f"heading {address}"

    def ruled(self, kind: str) -> None:
        """From now on dice fall for a correction of this kind, which the moderator has made."""
        self.cause = f"correction {kind}"

    def roll(self, spec: str, purpose: str, *, public: bool = False) -> Roll:
        """Roll dice such as "1d6" or "2d6" for a purpose, which opens with the id of the rule that asks for the roll.

        A hidden roll's purpose names its track: it must be built from things that stay the same whoever looks, and that
        nobody can vary without doing something else: side and place, no inner ids, no numbers that count.
        """
        assert self._state is not None, "dice are rolled at a table"
        try:
            count, sides = (int(part) for part in spec.split("d"))
        except ValueError:
            raise ValueError(f"{spec!r} is no roll of dice such as '1d6'") from None
        track = PUBLIC if public else purpose
        number = self._state.rolls.get(track, 0) + 1 + sum(1 for roll in self.pending if roll.track == track)
        turn = self._state.turn
        faces = self.draw(track, turn, number, sides, count, purpose)
        self.pending.append(
            Rolled(
                track=track,
                public=public,
                turn=turn,
                number=number,
                spec=spec,
                faces=faces,
                purpose=purpose,
                cause=self.cause,
            )
        )
        return Roll(faces, number)

    def pick(self, among: Sequence[T], purpose: str) -> T:
        """One of several at random; nothing is rolled where there is only one."""
        if len(among) == 1:
            return among[0]
        return among[self.roll(f"1d{len(among)}", purpose).total - 1]

    def draw(self, track: str, turn: int, number: int, sides: int, count: int, purpose: str) -> tuple[int, ...]:
        """The faces that fall, whatever the purpose. The key of turn 0 is the commitment: it rolls nothing public."""
        public = track == PUBLIC
        if public and turn == 0:
            raise ValueError(f"public dice fall from turn 1 on: {purpose}")
        assert self._state is not None, "dice are rolled at a table"
        mixed = mix(self._state.shares, self._state.seats)
        if public:
            key = digest("sitrep/public", self.seeds.turn_key(turn), mixed)
        else:
            key = digest("sitrep/track", self.seeds.hidden, mixed, track)
        return faces_of(key, framed(TAGS[2][1], self.match, track, turn, number, sides, count), sides, count)

    def seal(self, state: Position, address: str) -> PhaseSealed:
        """The root over the rolls since the last one, and over that one; there is always one, whatever was rolled."""
        number = state.sealed + 1
        content = framed("sitrep/root", self.match, number, state.turn, address, state.roll_log)
        root = hmac.new(digest("sitrep/root-key", self.seeds.hidden), content, hashlib.sha256).hexdigest()
        return PhaseSealed(number=number, turn=state.turn, address=address, root=root)


class LoadedDice(Dice):
    """Dice for tests and played examples: each roll takes the next of the given faces.

    Fair ones, always the same, when they run out. `by_purpose` gives faces to rolls whose purpose begins with a text,
    before anything else is looked at. Roots are all alike, so that letters of two tables can be compared.
    """

    def __init__(self, faces: Sequence[int] = (), by_purpose: dict[str, list[int]] | None = None) -> None:
        super().__init__("test", Seeds(b"\1" * 32, b"\2" * 32, 1000))
        self.faces = list(faces)
        self.by_purpose = {text: list(values) for text, values in (by_purpose or {}).items()}

    def draw(self, track: str, turn: int, number: int, sides: int, count: int, purpose: str) -> tuple[int, ...]:
        for text, values in self.by_purpose.items():
            if purpose.startswith(text) and len(values) >= count:
                return tuple(values.pop(0) for _ in range(count))
        if len(self.faces) >= count:
            return tuple(self.faces.pop(0) for _ in range(count))
        return super().draw(track, turn, number, sides, count, purpose)

    def seal(self, state: Position, address: str) -> PhaseSealed:
        return replace(super().seal(state, address), root="0" * 64)
