"""One match as a file, with all that the database holds of it, to be taken to another house.

It holds the truth, both sides' secrets and the seeds of the dice: it is the operator's, never a player's. Accounts
stay behind: where it is taken in, each seat gets an account of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import LargeBinary, Table, insert, select
from sqlmodel import Session

from service.engine.seats import Seat
from service.store import tables
from service.store.codec import Codec

FORMAT = "sitrep-match/1"
KINDS = (
    tables.Match, tables.Opening, tables.Seat, tables.LogEntry, tables.JournalEntry, tables.Sheet, tables.Answer,
)  # fmt: skip
Progress = Callable[[str, int], None]
"""Told the table and how many of its rows are done."""


class UnfitMatch(Exception):
    """A sentence that says why a file is no match that can be taken in."""


def table_of(kind: Any) -> Table:
    found: Table = kind.__table__
    return found


def export_rows(session: Session, match_id: str, progress: Progress) -> dict[str, Any] | None:
    """A match's rows, table by table, as JSON has them; None where there is no such match."""
    found: dict[str, Any] = {}
    for table in map(table_of, KINDS):
        key = table.c["id" if table.name == "match" else "match_id"]
        rows = session.execute(select(table).where(key == match_id).order_by(*table.primary_key)).mappings()
        found[table.name] = [{name: plain(value) for name, value in row.items()} for row in rows]
        progress(table.name, len(found[table.name]))
    if not found["match"]:
        return None
    for row in found["seat"]:
        row["account_id"] = None
    found["match"][0]["opened_by"] = None
    return {"format": FORMAT, "tables": found}


@dataclass(frozen=True)
class MatchFile:
    """A match as a file brings it, looked through."""

    match_id: str
    seats: tuple[Seat, ...]
    rows: Mapping[str, Sequence[dict[str, Any]]]


def look_through(said: Any, codecs: Mapping[str, Codec]) -> MatchFile:
    """What a file brings. Raises UnfitMatch."""
    if not isinstance(said, dict) or said.get("format") != FORMAT:
        raise UnfitMatch("This is no match that `sitrep export` has written.")
    try:
        [match] = said["tables"]["match"]
        if match["game"] not in codecs:
            raise UnfitMatch(f"This house does not know the game {match['game']}.")
        codecs[match["game"]].to_position(match["position"], {})
        rows = {
            table.name: [
                {name: back(table, name, value) for name, value in row.items()} for row in said["tables"][table.name]
            ]
            for table in map(table_of, KINDS)
        }
        return MatchFile(match["id"], tuple(row["seat"] for row in rows["seat"]), rows)
    except UnfitMatch:
        raise
    except Exception:  # whatever a file can hold, and whatever a position of another version lacks
        raise UnfitMatch("The file is damaged, or of another version of Sitrep.") from None


def import_rows(session: Session, file: MatchFile, holders: Mapping[Seat, str], progress: Progress) -> None:
    """Write a match's rows down, each seat held by the account that `holders` names. Raises UnfitMatch."""
    if session.get(tables.Match, file.match_id) is not None:
        raise UnfitMatch("This house has that match already.")
    for table in map(table_of, KINDS):
        rows = [dict(row) for row in file.rows[table.name]]
        for row in rows:
            if table.name == "match":
                row["opened_by"] = holders[file.seats[0]]
            elif table.name == "seat":
                row["account_id"] = holders[row["seat"]]
        if rows:
            session.execute(insert(table), rows)
        progress(table.name, len(rows))


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return value.isoformat() if isinstance(value, datetime) else value


def back(table: Table, name: str, value: Any) -> Any:
    """A value as its column has it. Raises KeyError where there is no such column."""
    kind = table.c[name].type
    if value is not None and isinstance(kind, tables.Moment):
        return datetime.fromisoformat(value)
    if isinstance(kind, LargeBinary):
        return bytes.fromhex(value)
    return value
