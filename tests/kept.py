"""Matches that were played without a server, put into one: to look back on them by its API and pages."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from shutil import copyfile
from typing import Any

from service import matches
from service.engine.dice import Seeds
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.reveal import Reveal
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.rehearsal import Rehearsal
from service.settings import Settings
from service.store import Store
from service.store.saved import MatchFacts
from tests.positions import Table, position

SEATS = NDC.info.seats
MATCH = "aaaaaaaaaaaaaaaa"


@dataclass
class Played:
    """A match on the server, with positions as they were while it was played, by the journal's length then."""

    context: Context
    account: str
    positions: dict[int, Any]

    def at(self, seat: str) -> AtSeat:
        return AtSeat(MATCH, seat, self.account)


def kept(context: Context, opening: Any, outcome: Outcome, positions: dict[int, Any], game: AnyGame = NDC) -> Played:
    """Put a match that was played without a server into one."""
    account = matches.make_guest(context).id
    facts = MatchFacts(
        MATCH,
        game,
        opening.scenario,
        {},
        game.info.version,
        Seeds(b"\1" * 32, b"\2" * 32, 100),
        account,
        context.clock(),
    )
    with context.store.work() as work:
        work.matches.open(
            facts,
            context.store.codec(game).opening(opening),
            outcome,
            dict.fromkeys(game.info.seats, account),
        )
    return Played(context, account, positions)


def context_on(empty_database: Path, folder: Path) -> tuple[Context, Settings]:
    file = copyfile(empty_database, folder / "sitrep.db")
    settings = Settings(database_url=f"sqlite:///{file}")
    return Context(Store(settings.url, GAMES)), settings


def a_probe() -> Table:
    """Soviet tells of one battalion, moves another, and probes; the US side has searched, and has a unit close by."""
    table = position(
        "us U-I1 at 1204 dug-in", "us U-1B at 0904", "us U-A1 at 1007 defend",
        "su S-1R at 1704", "su S-I1 at 1304 attack level 2", "su S-A1 at 1608 attack", "su S-I2 at 1505 march level 1",
        searched={"us": (3, ("C1", "C2"))}, dice=[3] * 20,
    )  # fmt: skip
    table.order(
        "su",
        Reveal(unit="S-A1", items=("hex", "type")),
        Move(unit="S-I2", path=("1405",)),
        DeclareGroundCombat(unit="S-I1", target="1204", type="probe"),
        Done(),
    )
    table.done_until("housekeeping-phase")
    return table


def orders_said(found: Rehearsal) -> tuple[Order, ...]:
    """The orders that today's standing orders would give to a question of earlier."""
    return tuple(answer.order for answer in found.said if answer.order is not None)
