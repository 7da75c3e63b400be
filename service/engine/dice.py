"""Dice that can be checked afterwards.

A roll is HMAC-SHA256(key, context), the context naming match, track, turn, number on that track, purpose, sides, count
and the order or heading that caused it; bytes that would bias a die are rejected. Public rolls take the key of their
turn, which is published when the turn ends; hidden rolls take a key derived from a seed that is opened when the match
ends; the seats' shares are mixed into both. A roll's track is public, or its own purpose: how often dice fell for
something that a seat may not know never shifts a die that it may.

Each phase's rolls are sealed by a root, hashed with a key that is opened at the end; a root covers all before it.
`docs/dice.md` says all this to players, and `service/verify.py` checks it, with not a line of this file.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from service.engine.events import PhaseSealed, Rolled
from service.engine.framing import digest, framed
from service.engine.shares import mix

if TYPE_CHECKING:
    from service.engine.state import Position

T = TypeVar("T")
PUBLIC = "public"


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
    """A match's secrets: a chain S_0 … S_N with S_(k-1) = H(S_k), kept by its end, and an independent hidden seed."""

    chain_end: bytes
    hidden: bytes
    turns: int

    def turn_key(self, turn: int) -> bytes:
        """S_turn; S_0 is the public commitment."""
        if not 0 <= turn <= self.turns:
            raise ValueError(f"the seed chain has {self.turns} turns, there is no turn {turn}")
        key = self.chain_end
        for _ in range(self.turns - turn):
            key = digest("sitrep/chain", key)
        return key

    def commitments(self) -> tuple[str, str]:
        """S_0 and H(D) in hex, published before anybody joins."""
        return self.turn_key(0).hex(), digest("sitrep/hidden", self.hidden).hex()


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

    def roll(self, spec: str, purpose: str, *, public: bool = False) -> Roll:
        """Roll dice such as "1d6" or "2d6" for a purpose, which opens with the id of the rule that asks for the roll.

        A hidden roll's purpose must be built from things that stay the same whoever looks: side and hex, no inner ids.
        """
        assert self._state is not None, "dice are rolled at a table"
        count, sides = (int(part) for part in spec.split("d"))
        track = PUBLIC if public else purpose
        number = self._state.rolls.get(track, 0) + 1 + sum(1 for roll in self.pending if roll.track == track)
        turn = self._state.turn
        faces = self.draw(public, track, turn, number, purpose, sides, count)
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

    def draw(
        self, public: bool, track: str, turn: int, number: int, purpose: str, sides: int, count: int
    ) -> tuple[int, ...]:
        """The faces that fall. Everybody knows the key of turn 0, which is the commitment: it rolls nothing."""
        if public and turn == 0:
            raise ValueError(f"public dice fall from turn 1 on: {purpose}")
        assert self._state is not None, "dice are rolled at a table"
        mixed = mix(self._state.shares, self._state.seats)
        if public:
            key = digest("sitrep/public", self.seeds.turn_key(turn), mixed)
        else:
            key = digest("sitrep/track", self.seeds.hidden, mixed, track)
        context = framed("sitrep/roll", self.match, track, turn, number, purpose, sides, count, self.cause)
        return faces_of(key, context, sides, count)

    def seal(self, state: Position, address: str) -> PhaseSealed:
        """The root over the rolls since the last one, and over that one; there is always one, whatever was rolled."""
        number = state.sealed + 1
        content = framed("sitrep/root", self.match, number, state.turn, address, state.roll_log)
        root = hmac.new(digest("sitrep/root-key", self.seeds.hidden), content, hashlib.sha256).hexdigest()
        return PhaseSealed(number=number, turn=state.turn, address=address, root=root)


class LoadedDice(Dice):
    """Dice for tests: each roll takes the next of the given faces; fair ones, always the same, when they run out.

    `by_purpose` gives faces to rolls whose purpose begins with a text, before anything else is looked at. Roots are all
    alike, so that letters of two tables can be compared.
    """

    def __init__(self, faces: Sequence[int] = (), by_purpose: dict[str, list[int]] | None = None) -> None:
        super().__init__("test", Seeds(b"\1" * 32, b"\2" * 32, 1000))
        self.faces = list(faces)
        self.by_purpose = {text: list(values) for text, values in (by_purpose or {}).items()}

    def draw(
        self, public: bool, track: str, turn: int, number: int, purpose: str, sides: int, count: int
    ) -> tuple[int, ...]:
        for text, values in self.by_purpose.items():
            if purpose.startswith(text) and len(values) >= count:
                return tuple(values.pop(0) for _ in range(count))
        if len(self.faces) >= count:
            return tuple(self.faces.pop(0) for _ in range(count))
        return super().draw(public, track, turn, number, purpose, sides, count)

    def seal(self, state: Position, address: str) -> PhaseSealed:
        return replace(super().seal(state, address), root="0" * 64)
