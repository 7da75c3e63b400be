"""What a round reads of many matches and seats, read at once: by one statement for all of them, not one for each.

Each function asks ahead for what is read later by the functions of `Matches`, `Queue` and `Accounts` for one; these
find it then, and where nothing was asked ahead they ask themselves. So a round says here what it is about to read, and
nothing else depends on it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from service.engine.seats import Seat
from service.store.accounts import SESSION, TOKEN
from service.store.logs import ALL_OF_LOG, READER, last_of
from service.store.match_reading import (
    ANSWER,
    AT_A_SEAT,
    HOLDER,
    OF_A_MATCH,
    OUT_OF,
    SHEET,
    SIGNS,
    STANDS_AT,
)
from service.store.matches import UNREAD
from service.store.queue import WAITING, WAITING_OF, Accepting
from service.store.rights import NUMBER
from service.store.saved import SavedMatch, Worked
from service.store.telling_seats import HEARS, TOLD
from service.store.unit import Unit

OfSeat = tuple[str, Seat]


def its(seat: OfSeat) -> dict[str, str]:
    return {"match_id": seat[0], "seat": seat[1]}


def who_sits(unit: Unit, tokens: Collection[str], sessions: Collection[str], seats: Collection[OfSeat]) -> None:
    """The tokens and sessions of these hashes, and who holds these seats."""
    unit.ask_ahead(
        (TOKEN, [{"hash": one} for one in tokens]),
        (SESSION, [{"hash": one} for one in sessions]),
        (HOLDER, [*map(its, seats)]),
    )


def orders(unit: Unit, seats: Sequence[tuple[str, Seat, str | None]]) -> None:
    """What each seat knows, what waits of its orders, and what is kept there under a key, where one is named."""
    asked = [its((match_id, seat)) for match_id, seat, _ in seats]
    keys = [{**one, "key": key} for one, (_, _, key) in zip(asked, seats, strict=True) if key is not None]
    unit.ask_ahead((AT_A_SEAT, asked), (WAITING_OF, asked), (ANSWER, keys))


def accepted(unit: Unit, written: Sequence[Accepting]) -> None:
    """What is read as each of these is written down: how its match stands, who hears of it, and the seat's sheet."""
    seats = [its((one.seat.facts.id, one.seat.seat)) for one in written]
    unit.ask_ahead((STANDS_AT, [{"match_id": one["match_id"]} for one in seats]), (HEARS, seats), (SHEET, seats))


def to_be_worked(unit: Unit, read: Mapping[str, int]) -> None:
    """The facts of matches, whose time is over in them, and their queues behind what was read of each."""
    asked = [{"match_id": match_id} for match_id in read]
    waiting = [{"match_id": match_id, "after": after} for match_id, after in read.items()]
    unit.ask_ahead((OF_A_MATCH, asked), (OUT_OF, asked), (WAITING, waiting))


def appended(unit: Unit, worked: Sequence[tuple[SavedMatch, Worked, int]]) -> None:
    """What is read as each of these is appended to its match, with the last number that was read of its queue."""
    unit.ask_ahead(
        (STANDS_AT, [{"match_id": match.facts.id} for match, _, _ in worked]),
        (UNREAD, [{"match_id": match.facts.id, "read": read} for match, _, read in worked]),
        (TOLD, [its((match.facts.id, seat)) for match, one, _ in worked for seat in one.told]),
    )


def signs(unit: Unit, seats: Sequence[OfSeat]) -> None:
    """How each of these seats stands."""
    unit.ask_ahead((SIGNS, [*map(its, seats)]))


def rights(unit: Unit, accounts: Collection[str]) -> None:
    """The numbers of these accounts' rights to listen."""
    unit.ask_ahead((NUMBER, [{"of_account": one} for one in accounts]))


def logs(unit: Unit, parts: Sequence[tuple[str, Seat, int]], limit: int) -> None:
    """What each of these seats was told after an entry of its log, at most so many entries, and what it knows."""
    asked = [
        {**its((match_id, seat)), "after": after, "most": last_of(after, limit)} for match_id, seat, after in parts
    ]
    unit.ask_ahead((READER, [its((match_id, seat)) for match_id, seat, _ in parts]), (ALL_OF_LOG, asked))
