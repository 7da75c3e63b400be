"""What happens to the dice of a match: rolls, what they are made of anew, and the seats' shares in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service.engine.events import Event
from service.engine.framing import digest
from service.engine.seats import Seat
from service.engine.shares import Share
from service.engine.state import Position


@dataclass(frozen=True, kw_only=True)
class Rolled(Event):
    """Dice were rolled; `number` counts the rolls of one track in one turn.

    `purpose` and `cause` say what for: an order's kind and its side, or a heading. They make no face.
    """

    kind: Literal["rolled"] = "rolled"
    track: str
    public: bool
    turn: int
    number: int
    spec: str
    faces: tuple[int, ...]
    purpose: str
    cause: str = ""

    def change(self, state: Position) -> None:
        state.rolls[self.track] = self.number
        state.roll_log = digest(
            "sitrep/link", state.roll_log, self.track, int(self.public), self.turn, self.number, self.spec,
            self.purpose, self.cause, *self.faces,
        ).hex()  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DiceRenewed(Event):
    """A match that was opened under the first scheme of the dice follows the second from here on, in this turn."""

    kind: Literal["dice-renewed"] = "dice-renewed"
    turn: int

    def change(self, state: Position) -> None:
        state.dice_renewed = True
        state.roll_log = digest("sitrep/renewed", state.roll_log).hex()


@dataclass(frozen=True, kw_only=True)
class PhaseSealed(Event):
    """The rolls so far are sealed by a root, which covers the root before it; a seat gets it with its next letter."""

    kind: Literal["phase-sealed"] = "phase-sealed"
    number: int
    turn: int
    address: str
    root: str

    def change(self, state: Position) -> None:
        state.sealed = self.number
        state.roll_log = self.root


@dataclass(frozen=True, kw_only=True)
class ShareMade(Event):
    """The server has made a seat's share of the dice."""

    kind: Literal["share-made"] = "share-made"
    seat: Seat
    commitment: str
    entropy: str

    def change(self, state: Position) -> None:
        self.apply(state.shares)

    def apply(self, shares: dict[Seat, Share]) -> None:
        shares[self.seat] = Share(maker="server", commitment=self.commitment, entropy=self.entropy)


@dataclass(frozen=True, kw_only=True)
class ShareCommitted(Event):
    """A seat has committed to a share of its own; it takes the place of one that the server made.

    It comes to nothing where that one is in the dice already: the seat may not have heard yet that a turn began.
    `instead`: whether the server had made one; journals of before do not say it.
    """

    kind: Literal["share-committed"] = "share-committed"
    seat: Seat
    commitment: str
    instead: bool | None = None

    def change(self, state: Position) -> None:
        self.apply(state.shares)

    def apply(self, shares: dict[Seat, Share]) -> None:
        if self.seat not in shares or shares[self.seat].mixed_in is None:
            shares[self.seat] = Share(maker="player", commitment=self.commitment)


@dataclass(frozen=True, kw_only=True)
class ShareOpened(Event):
    """A seat has opened its share; too late, it comes to nothing."""

    kind: Literal["share-opened"] = "share-opened"
    seat: Seat
    entropy: str

    def change(self, state: Position) -> None:
        self.apply(state.shares)

    def apply(self, shares: dict[Seat, Share]) -> None:
        if shares[self.seat].maker == "player" and not shares[self.seat].left_out:
            shares[self.seat].entropy = self.entropy


@dataclass(frozen=True, kw_only=True)
class SharesMixed(Event):
    """From this turn on these shares are in the dice; others were not open in time, or are left out for good.

    `from_roll` is the first public roll of the turn that they are in: 1 but in the first turn.
    """

    kind: Literal["shares-mixed"] = "shares-mixed"
    turn: int
    mixed: tuple[Seat, ...]
    late: tuple[Seat, ...]
    left_out: tuple[Seat, ...]
    from_roll: int = 1

    def change(self, state: Position) -> None:
        self.apply(state.shares)

    def apply(self, shares: dict[Seat, Share]) -> None:
        for seat in self.mixed:
            shares[seat].mixed_in, shares[seat].from_roll = self.turn, self.from_roll
        for seat in self.late:
            shares[seat].late = True
        for seat in self.left_out:
            shares[seat].left_out = True
