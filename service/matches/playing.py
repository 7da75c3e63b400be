"""Taking a seat's orders: the one place where a match goes on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass

from service.engine import umpire
from service.engine.orders import Order, Refusal
from service.matches.desk import AtSeat, Desk
from service.matches.errors import Busy, KeyReused, PictureMovedOn
from service.matches.rulebooks import refused
from service.store import MatchMovedOn, NoSuchMatch, SavedAnswer, SavedMatch, Work, turns_believed

MOST_TRIES = 5


@dataclass(frozen=True)
class Accepted:
    """Orders were taken; `version` is the seat's just after that, before anything came of them."""

    version: int


def take_orders(desk: Desk, at: AtSeat, orders: Sequence[Order], *, version: int, key: str | None = None) -> Accepted:
    """Take a list of orders from a seat that has seen its log up to `version`: all of them, or none.

    A key that was used before gets the answer of then, whatever the version. A sheet that was sent whole is emptied.
    Raises RulesRefuse, PictureMovedOn, KeyReused, TooOften, Busy; then nothing is changed.
    """
    desk.gate.admit("orders", f"{at.match_id} {at.seat}")
    for _ in range(MOST_TRIES):
        match, answer = _read(desk, at, key)
        asked = digest_of(desk, match, orders)
        if answer is not None:
            if answer.asked != asked:
                raise KeyReused()
            return Accepted(answer.accepted)
        if match.state.log_lengths[at.seat] != version:
            raise PictureMovedOn()
        turns = turns_believed(match.state.pictures, match.rules.seats)
        try:
            outcome = umpire.play(match.rules, match.state, at.seat, orders, match.dice())
        except Refusal as refusal:
            raise refused(match.rules, refusal, index=refusal.index) from None
        try:
            with desk.store.work() as work:
                work.matches.append(match, outcome, at.seat, turns, desk.clock())
                _clear_sheet(desk, work, at, match, orders)
                if key is not None:
                    work.matches.keep_answer(at.match_id, at.seat, key, SavedAnswer(asked, outcome.accepted))
        except MatchMovedOn:
            continue
        desk.hub.nudge(at.match_id)
        return Accepted(outcome.accepted)
    raise Busy(nothing_done=True)


def _read(desk: Desk, at: AtSeat, key: str | None) -> tuple[SavedMatch, SavedAnswer | None]:
    """The match and the answer kept under the key, as of one moment."""
    with desk.store.look() as look:
        match = look.matches.saved(at.match_id)
        answer = look.matches.answer(at.match_id, at.seat, key) if key is not None else None
    if match is None:
        raise NoSuchMatch(at.match_id)
    return match, answer


def digest_of(desk: Desk, match: SavedMatch, orders: Sequence[Order]) -> str:
    """What the orders say, however their JSON was written."""
    plain = desk.store.codec(match.rules.name).plain(list(orders))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


def _clear_sheet(desk: Desk, work: Work, at: AtSeat, match: SavedMatch, orders: Sequence[Order]) -> None:
    """What was sent leaves the sheet, if it is all that stood there; a sheet with something else on it stays."""
    sheet = work.matches.sheet(at.match_id, at.seat)
    written = desk.store.codec(match.rules.name).to_orders(sheet.orders)
    if written and list(orders[: len(written)]) == written:
        work.matches.put_sheet(at.match_id, at.seat, "[]")
