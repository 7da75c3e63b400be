"""The ledgers of all matches that are there, written from their logs."""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from service.games.shelf import GAMES
from service.logs import note_fault
from service.store.ledgers import write_ledgers
from service.store.migrations.counting import MATCH, game_of
from service.store.shelf import Shelf

OPENING = sa.table("opening", sa.column("match_id"), sa.column("data"), sa.column("position"))


def write_all(connection: Connection) -> None:
    """Write the ledger of every seat. A match whose log cannot be gone through is left without: it can be played on."""
    shelf = Shelf(GAMES)
    found = sa.select(MATCH.c.id, MATCH.c.game, MATCH.c.data, OPENING.c.data, OPENING.c.position).join_from(
        MATCH, OPENING, OPENING.c.match_id == MATCH.c.id
    )
    for match_id, name, data, begun, position in connection.execute(found).all():
        if name not in GAMES:  # which nobody can open either
            continue
        game, opened_by = (game_of(shelf, connection, name, one) for one in (data, begun))
        try:
            of_then = shelf.codec(opened_by)
            opening = {seat: of_then.to_opening_picture(position, seat) for seat in game.info.seats}
            write_ledgers(connection, shelf.codec(game), opening, match_id)
        except SQLAlchemyError:
            raise
        except Exception as fault:  # whatever a log of another time holds
            note_fault(fault, "the ledgers of a match could not be written", match=match_id)
