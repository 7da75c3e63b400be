"""One match as a file, with all that the database holds of it, to be taken to another server.

It holds the truth, every side's secrets and the seeds of the dice: it is the operator's, never a player's. Accounts
stay behind: where it is taken in, each seat gets an account of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Table, insert, select
from sqlmodel import Session

from service.engine.game import AnyGame
from service.engine.seats import Seat
from service.store import tables
from service.store.import_checks import UnfitMatch, checked, demand, keyed_once, typed
from service.store.matches import Matches
from service.store.shelf import Shelf

FORMAT = "sitrep-match/1"
KINDS = (
    tables.Match, tables.Opening, tables.Seat, tables.LogEntry, tables.JournalEntry, tables.Sheet, tables.Answer,
    tables.QueuedOrders, tables.KeptData,
)  # fmt: skip
FIRST = {"match", "opening", "seat", "log_entry", "journal_entry", "sheet", "answer"}
"""The tables that have been in a file from the first; one that came later is empty where a file has it not."""
BESIDE = {
    "match": ("agreements", "paused_at", "rematch_of", "terms", "position_at"),
    "seat": ("for_anybody", "clock", "ends_at", "runs_out_at"),
    "sheet": ("asked_at",),
}
"""What stands beside a match, between its players and this server: it stays behind, and begins anew elsewhere."""
Progress = Callable[[str, int], None]
"""Told the table and how many of its rows are done."""


def table_of(kind: Any) -> Table:
    found: Table = kind.__table__
    return found


def export_rows(matches: Matches, match_id: str, progress: Progress) -> dict[str, Any] | None:
    """A match's rows, table by table, as JSON has them; None where there is no such match."""
    session, found = matches.session, dict[str, Any]()
    for table in map(table_of, KINDS):
        rows = session.execute(select(table).where(is_of(table, match_id)).order_by(*table.primary_key)).mappings()
        found[table.name] = [{name: plain(value) for name, value in row.items()} for row in rows]
        progress(table.name, len(found[table.name]))
    if not found["match"]:
        return None
    [match] = found["match"]
    match["opened_by"] = None
    is_behind = match["position_at"] < match["journal_length"]
    for row in found["seat"]:
        row["account_id"], stored = None, matches.stored(match_id, row["seat"])
        row["picture"] = stored.text
        is_behind = is_behind or stored.at < stored.log_length
    if is_behind:
        saved = matches.saved(match_id)
        assert saved is not None
        codec = matches.shelf.codec(saved.game)
        match["position"] = codec.position(saved.state)
        for row in found["seat"]:
            row["picture"] = codec.picture(saved.state.pictures[row["seat"]])
    for kind, names in BESIDE.items():
        for row in found[kind]:
            for name in names:
                del row[name]
    return {"format": FORMAT, "tables": found}


def is_of(table: Table, match_id: str) -> ColumnElement[bool]:
    """Which rows of a table are of a match: its own, and the sets of data that it is and was played by."""
    if table.name == "kept_data":
        m, o = table_of(tables.Match), table_of(tables.Opening)
        now, then = select(m.c.data).where(m.c.id == match_id), select(o.c.data).where(o.c.match_id == match_id)
        return table.c.id.in_(now.union(then))
    return table.c["id" if table.name == "match" else "match_id"] == match_id


@dataclass(frozen=True)
class MatchFile:
    """A match as a file brings it, looked through; `game` is played by the match's own set of data."""

    match_id: str
    game: AnyGame
    seats: tuple[Seat, ...]
    rows: Mapping[str, Sequence[dict[str, Any]]]


def look_through(said: Any, shelf: Shelf) -> MatchFile:
    """What a file brings, if that is a match and nothing else. Raises UnfitMatch."""
    if not isinstance(said, dict) or said.get("format") != FORMAT or not isinstance(said.get("tables"), dict):
        raise UnfitMatch("This is no match that `sitrep export` has written.")
    known = {table.name: table for table in map(table_of, KINDS)}
    brought: dict[str, Any] = said["tables"]
    demand(set(brought) <= set(known), "The file holds tables that this version of Sitrep does not know.")
    demand(set(brought) >= FIRST, "A table is missing from the file.")
    demand(all(isinstance(rows, list) for rows in brought.values()), "A table of the file is no list of rows.")
    for kind, names in BESIDE.items():
        beside = any(isinstance(row, dict) and not row.keys().isdisjoint(names) for row in brought[kind])
        demand(not beside, f"A row of {kind} has a field that is no match's own.")
    rows = {name: [typed(table, row) for row in brought.get(name, [])] for name, table in known.items()}
    for name, table in known.items():
        keyed_once(table, rows[name])
    match, game = checked(rows, shelf)
    return MatchFile(match["id"], game, tuple(row["seat"] for row in rows["seat"]), rows)


def import_rows(session: Session, file: MatchFile, holders: Mapping[Seat, str], progress: Progress) -> None:
    """Write a match's rows down, each seat held by the account that `holders` names. Raises UnfitMatch."""
    if session.get(tables.Match, file.match_id) is not None:
        raise UnfitMatch("This server has that match already.")
    pictures = list[dict[str, Any]]()
    for table in map(table_of, KINDS):
        rows = [dict(row) for row in file.rows[table.name]]
        for row in rows:
            if table.name == "match":
                row["opened_by"] = holders[file.seats[0]]
                row["stopped_at"] = None  # what it stopped for may not be so here
                row["position_at"] = row["journal_length"]
            elif table.name == "seat":
                row["account_id"], text = holders[row["seat"]], row.pop("picture")
                its = {"match_id": file.match_id, "seat": row["seat"], "entry": row["log_length"], "picture": text}
                pictures.append(its)
        if table.name == "kept_data":
            rows = [row for row in rows if session.get(tables.KeptData, row["id"]) is None]
        if rows:
            session.execute(insert(table), rows)
        progress(table.name, len(rows))
    session.execute(insert(table_of(tables.SeatPicture)), pictures)
    [opened_at] = (row["opened_at"] for row in file.rows["match"])
    for seat, account_id in holders.items():
        row = {"match_id": file.match_id, "seat": seat, "account_id": account_id, "held": True, "at": opened_at}
        session.execute(insert(table_of(tables.SeatShown)), row)


def plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return value.hex()
    return value.isoformat() if isinstance(value, datetime) else value
