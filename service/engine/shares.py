"""Shares: each seat's own entropy in the dice, so that neither the server nor another side alone can choose them.

A seat commits to its share, then opens it. What is there when a turn begins is mixed into the keys of that turn and of
all that follow; in the first turn a share that a player opens is in the dice as soon as anything more is worked. A seat
that brings nothing of its own has a share made by the server, and labelled so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from service.engine.framing import digest
from service.engine.seats import Seat

Maker = Literal["player", "server"]
SHARE_BYTES = 32


@dataclass(slots=True, kw_only=True)
class Share:
    """One seat's share: who made it, its commitment, and, once opened, the entropy itself, both in hex.

    `mixed_in` is the first turn whose dice it is in, `from_roll` the first public roll of that turn. A player's share
    that was not open when a turn began, though it could have been, is `late`; late once more it is `left_out` for good.
    """

    maker: Maker
    commitment: str
    entropy: str | None = None
    mixed_in: int | None = None
    from_roll: int = 1
    late: bool = False
    left_out: bool = False


@dataclass(frozen=True, kw_only=True)
class Mixing:
    """What becomes of the shares as a turn begins."""

    mixed: tuple[Seat, ...] = field(default=())
    late: tuple[Seat, ...] = field(default=())
    left_out: tuple[Seat, ...] = field(default=())


def commitment_to(match: str, seat: Seat, entropy: bytes) -> str:
    """What a seat publishes before it opens its share."""
    return digest("sitrep/share", match, seat, entropy).hex()


def may_open(shares: Mapping[Seat, Share], seats: Sequence[Seat]) -> bool:
    """Whether nobody can commit any more: each seat has a share of its own, or one of the server's that is mixed in."""
    return all(
        seat in shares and (shares[seat].maker == "player" or shares[seat].mixed_in is not None) for seat in seats
    )


def mixing(shares: Mapping[Seat, Share], seats: Sequence[Seat]) -> Mixing:
    """Who is mixed in, late, or left out, when a turn begins with these shares."""
    waiting = [seat for seat in seats if seat in shares and shares[seat].mixed_in is None and not shares[seat].left_out]
    closed = [seat for seat in waiting if shares[seat].entropy is None and may_open(shares, seats)]
    return Mixing(
        mixed=tuple(seat for seat in waiting if shares[seat].entropy is not None),
        late=tuple(seat for seat in closed if not shares[seat].late),
        left_out=tuple(seat for seat in closed if shares[seat].late),
    )


def opened_since(shares: Mapping[Seat, Share], seats: Sequence[Seat]) -> Mixing:
    """Who is mixed in while the first turn goes on: players who have opened their share since it began.

    One that the server made waits for the next turn, since its seat may still bring another.
    """
    return Mixing(mixed=tuple(seat for seat in mixing(shares, seats).mixed if shares[seat].maker == "player"))


def mix(shares: Mapping[Seat, Share], seats: Sequence[Seat]) -> bytes:
    """What the keys of the present turn take from the shares: a hash over those that are mixed in, seat by seat."""
    fields: list[str | bytes] = []
    for seat in seats:
        if seat in shares and shares[seat].mixed_in is not None:
            fields += [seat, bytes.fromhex(shares[seat].entropy or "")]
    return digest("sitrep/mix", *fields)
