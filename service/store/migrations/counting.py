"""What is counted of each seat's log, counted anew for all that is there."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection

from service.engine.tally import Tally
from service.games.shelf import GAMES
from service.store.codec import Codec

MATCH = sa.table("match", sa.column("id"), sa.column("game"))
SEAT = sa.table("seat", sa.column("match_id"), sa.column("seat"), sa.column("tally"))
ENTRY = sa.table(
    "log_entry", sa.column("match_id"), sa.column("seat"), sa.column("number", sa.Integer()), sa.column("report")
)


def count_again(connection: Connection) -> None:
    """Write the tally of every seat from its log."""
    seats = sa.select(SEAT.c.match_id, SEAT.c.seat, MATCH.c.game).join_from(SEAT, MATCH, MATCH.c.id == SEAT.c.match_id)
    for match_id, seat, game in connection.execute(seats).all():
        if game not in GAMES:  # which nobody can open either
            continue
        codec = Codec(GAMES[game])
        mine = (ENTRY.c.match_id == match_id, ENTRY.c.seat == seat)
        log = connection.execute(sa.select(ENTRY.c.report).where(*mine).order_by(ENTRY.c.number)).scalars()
        tally = Tally().after((codec.to_telling(told).report for told in log), codec.game, seat, length=0)
        row = (SEAT.c.match_id == match_id, SEAT.c.seat == seat)
        connection.execute(sa.update(SEAT).where(*row).values(tally=codec.tally(tally)))
