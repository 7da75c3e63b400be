"""What is counted of each seat's log, counted anew for all that is there."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from service.engine.data import UnfitData
from service.engine.game import AnyGame
from service.engine.tally import Tally
from service.games.shelf import GAMES
from service.store.shelf import Shelf

MATCH = sa.table("match", sa.column("id"), sa.column("game"), sa.column("data"))
SEAT = sa.table("seat", sa.column("match_id"), sa.column("seat"), sa.column("tally"))
ENTRY = sa.table(
    "log_entry", sa.column("match_id"), sa.column("seat"), sa.column("number", sa.Integer()), sa.column("report")
)
KEPT = sa.table("kept_data", sa.column("id"), sa.column("files"))


def count_again(connection: Connection, *, by_sets: bool) -> None:
    """Write the tally of every seat from its log; `by_sets` once matches name their sets of data."""
    shelf = Shelf(GAMES)
    data = MATCH.c.data if by_sets else sa.literal("")
    seats = sa.select(SEAT.c.match_id, SEAT.c.seat, MATCH.c.game, data).join_from(
        SEAT, MATCH, MATCH.c.id == SEAT.c.match_id
    )
    for match_id, seat, name, set_of_data in connection.execute(seats).all():
        if name not in GAMES:  # which nobody can open either
            continue
        game = game_of(shelf, connection, name, set_of_data)
        mine = (ENTRY.c.match_id == match_id, ENTRY.c.seat == seat)
        log = connection.execute(sa.select(ENTRY.c.report).where(*mine).order_by(ENTRY.c.number)).scalars()
        codec = shelf.codec(game)
        tally = Tally().after(map(codec.to_telling, log), game, seat, log_length=0)
        row = (SEAT.c.match_id == match_id, SEAT.c.seat == seat)
        connection.execute(sa.update(SEAT).where(*row).values(tally=codec.tally(tally)))


def game_of(shelf: Shelf, connection: Connection, name: str, data: str) -> AnyGame:
    """The game of a match by its set of data; the one on offer where that set cannot be played."""

    def stored(id: str) -> str | None:
        found: str | None = connection.execute(sa.select(KEPT.c.files).where(KEPT.c.id == id)).scalar()
        return found

    try:
        return shelf.find(name, data, stored)
    except (LookupError, UnfitData):
        return shelf.games[name]
