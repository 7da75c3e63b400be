"""What a file must hold to be a match: everything in it is looked through before a row of it is written.

A match is its journal. So the journal is folded over the opening as it happened, and position, pictures, logs and all
that is counted must be what comes of it. What belongs to no seat of the game, or to another match, is in no honest
file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Boolean, Integer, LargeBinary, Table

from service.engine.data import UnfitData
from service.engine.dice import Seeds
from service.engine.events import Event, OrdersTakenUp, Told
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.reports import SAY_THE_TURN, LogEntry, OrdersAccepted
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.engine.telling import is_acceptance
from service.store import tables
from service.store.codec import Codec
from service.store.match_columns import question_of, seen_by
from service.store.saved import KEPT_EVERY
from service.store.shelf import Shelf, from_text, to_text

StoredRow = dict[str, Any]
Rows = Mapping[str, list[StoredRow]]
ID = re.compile(r"[a-z2-7]{16}")
KEY = re.compile(r"[\x21-\x7e]{1,128}")
DIGEST = re.compile(r"[0-9a-f]{64}")
UNFIT = re.compile("[\x00\ud800-\udfff]")
"""In no text of ours: NUL, and half a character."""
VERSION = re.compile(r"[0-9A-Za-z.]{1,20}")
SECRET_BYTES = 32
MOST_TURNS = 1_000
BIGGEST = 2**31 - 1


class UnfitMatch(Exception):
    """A sentence that says why a file is no match that can be taken in."""


def demand(true: bool, otherwise: str) -> None:
    if not true:
        raise UnfitMatch(otherwise)


# ---- rows as their columns have them


def typed(table: Table, row: Any) -> StoredRow:
    """A row with each value as its column has it. Raises UnfitMatch."""
    demand(isinstance(row, dict), f"A row of {table.name} is no object.")
    if table.name == "seat":
        demand(isinstance(row.get("picture"), str), "A row of seat lacks its picture.")
        return {**typed_as(table, {name: value for name, value in row.items() if name != "picture"}),
                "picture": row["picture"]}  # fmt: skip
    return typed_as(table, row)


def typed_as(table: Table, row: StoredRow) -> StoredRow:
    """The same of what stands in that table. Raises UnfitMatch."""
    known = set(row) <= set(table.c.keys())
    demand(known, f"A row of {table.name} has a field that this version of Sitrep does not know.")
    missing = [c.name for c in table.c if c.name not in row and not c.nullable and c.server_default is None]
    demand(not missing, f"A row of {table.name} lacks its {' and '.join(missing)}.")
    return {name: value_of(table, name, value) for name, value in row.items()}


def value_of(table: Table, name: str, value: Any) -> Any:
    """A value as its column has it. Raises UnfitMatch."""
    column, wrong = table.c[name], f"In a row of {table.name} the field {name} cannot be read."
    if value is None:
        demand(bool(column.nullable) or name in LEFT_BEHIND, wrong)
        return None
    try:
        return read(column.type, value)
    except (ValueError, TypeError):
        raise UnfitMatch(wrong) from None


LEFT_BEHIND = ("account_id", "opened_by")
"""What names an account, which stays behind."""


def read(kind: Any, value: Any) -> Any:
    """A value of a column's type. Raises ValueError, TypeError."""
    if isinstance(kind, tables.Moment):
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError("a moment without its zone")
        return moment
    if isinstance(kind, LargeBinary):
        return bytes.fromhex(value)
    expected: Any = bool if isinstance(kind, Boolean) else int if isinstance(kind, Integer) else None
    if expected is None:
        expected = dict if isinstance(kind, tables.Json) else str
    if type(value) is not expected:
        raise TypeError(f"no {expected.__name__}")
    if expected is int and not 0 <= value <= BIGGEST:
        raise ValueError("no number of anything")
    if expected is str and UNFIT.search(value):
        raise ValueError("no text")
    return value


# ---- whose rows they are


def one_match(rows: Rows, shelf: Shelf) -> tuple[StoredRow, AnyGame, AnyGame]:
    """The one match that the file is of, with its game by its set of data now, and by that of its opening.

    Raises UnfitMatch.
    """
    demand(len(rows["match"]) == 1, "The file holds no match, or more than one.")
    [match] = rows["match"]
    demand(ID.fullmatch(match["id"]) is not None, "The match has no id as Sitrep gives them.")
    demand(match["game"] in shelf.games, "This server does not know the game that the file is of.")
    demand(len(rows["opening"]) == 1, "The file does not hold exactly one opening.")
    game, then = played_by(rows, shelf)
    scenarios = ", ".join(game.info.scenarios)
    demand(
        match["scenario"] in game.info.scenarios, f"The scenarios of {game.info.title} on this server are {scenarios}."
    )
    for version in versions_of(rows):
        named = f"version {version}" if VERSION.fullmatch(version) else "a version"
        unknown = f"that this server does not know: it has version {game.info.version}."
        demand(game.knows(version), f"The match was worked by {named} of the rules of {game.info.title} {unknown}")
    demand(1 <= match["turns"] <= MOST_TURNS, "The dice of the match have no turns, or too many.")
    as_opened = (
        match["rules_version"] != game.info.version or match["turns"] == game.info.scenarios[match["scenario"]].turns
    )
    demand(as_opened, "The dice of the match are not for as many turns as its scenario has.")
    secrets = all(len(match[name]) == SECRET_BYTES for name in ("chain_end", "hidden"))
    demand(secrets, "A secret of the dice is too long or too short.")
    for name, table in rows.items():
        if name == "kept_data":
            continue
        owner = "id" if name == "match" else "match_id"
        demand(all(row[owner] == match["id"] for row in table), f"The file holds rows of another match, among {name}.")
    return match, game, then


def played_by(rows: Rows, shelf: Shelf) -> tuple[AnyGame, AnyGame]:
    """The match's game by the set of data that it is played by now, and by the one that it was opened with.

    A file of before matches named their sets is of the one on offer, which its rows name from here on. Raises
    UnfitMatch.
    """
    [match], [opening] = rows["match"], rows["opening"]
    brought = {row["id"]: row["files"] for row in rows["kept_data"]}
    named = {one.get("data") or shelf.games[match["game"]].data_id for one in (match, opening)} - {""}
    demand(set(brought) <= named, "The file holds a set of data that the match was never played by.")
    for id, files in brought.items():
        try:
            demand(from_text(files).id == id, "A set of data in the file is not what its name says.")
        except UnfitData as unfit:
            raise UnfitMatch(f"A set of data in the file cannot be read: {unfit}") from None
    for one in (match, opening):
        one["data"] = one.get("data") or shelf.games[match["game"]].data_id
    try:
        now, then = (shelf.find(match["game"], one["data"], brought.get) for one in (match, opening))
    except LookupError:
        raise UnfitMatch("The file does not bring the set of data that the match is played by.") from None
    except UnfitData as unfit:
        raise UnfitMatch(str(unfit)) from None
    for game in (now, then):
        if game.data is not None and game.data_id not in brought:
            brought[game.data_id] = to_text(game.data)
            rows["kept_data"].append({"id": game.data_id, "files": brought[game.data_id]})
    return now, then


def versions_of(rows: Rows) -> list[str]:
    """The versions of the rules that the match was opened and worked by."""
    stamped = [str(row.get("rules_version", "")) for row in rows["journal_entry"]]
    return [version for version in dict.fromkeys([rows["match"][0]["rules_version"], *stamped]) if version]


def seats_of(rows: Rows, game: AnyGame) -> None:
    """Each seat of the game stands there once, and whatever is a seat's is one of theirs. Raises UnfitMatch."""
    names = [row["seat"] for row in rows["seat"]]
    seats = game.info.seats
    demand(sorted(names) == sorted(seats), f"The seats of {game.info.title} are {', '.join(seats)}.")
    for name, table in rows.items():
        strange = {row["seat"] for row in table if row.get("seat") is not None} - set(seats)
        demand(not strange, f"Among the rows of {name} is one of a seat that does not exist in {game.info.title}.")


def keyed_once(table: Table, rows: Sequence[StoredRow]) -> None:
    """No two rows have the same key. Raises UnfitMatch."""
    keys = [tuple(row[column.name] for column in table.primary_key) for row in rows]
    demand(len(set(keys)) == len(keys), f"The same row stands twice among {table.name}.")


def without_gaps(numbers: Sequence[int], length: int, what: str) -> None:
    demand(sorted(numbers) == list(range(1, length + 1)), f"{what} does not have the {length} entries that it should.")


# ---- what happened


@dataclass
class PlayedMatch:
    """A match as its journal tells it: the position at the end, what each seat was told, how far it may look."""

    state: Any
    told: dict[Seat, list[LogEntry]]
    turns: dict[Seat, list[int]]
    seen: dict[Seat, int]
    question: dict[Seat, str]
    queued: dict[int, tuple[Told, int]]
    """Acceptances of orders that were not worked yet, by number in the journal, each with that in its seat's log."""


def course_of(opening: Any, journal: Sequence[tuple[int, Event]], game: AnyGame) -> PlayedMatch:
    """Fold the journal, whose events stand with the version that each came with, over the opening."""
    seats = game.info.seats
    course = PlayedMatch(
        duplicate(opening), {s: [] for s in seats}, {s: [] for s in seats}, dict.fromkeys(seats, 0),
        dict.fromkeys(seats, ""), {},
    )  # fmt: skip
    turn, before = dict.fromkeys(seats, 0), 0
    for step in steps(journal):
        outcome = Outcome(course.state, journal=step)
        for place, event in enumerate(step):
            if isinstance(event, OrdersTakenUp):
                course.queued = {
                    n: one for n, one in course.queued.items() if one[1:] != (event.entry,) or one[0].seat != event.seat
                }
            if is_acceptance(event):
                turn[event.seat] = course.state.pictures[event.seat].turn
            event.change(course.state)
            if not isinstance(event, Told):
                continue
            if place and is_acceptance(event):  # one that begins a version was worked at once
                course.queued[before + place + 1] = (event, course.state.log_lengths[event.seat])
            if isinstance(event.report, SAY_THE_TURN):
                turn[event.seat] = event.report.turn
            entry = event.entry(course.state.log_lengths[event.seat])
            outcome.told.setdefault(event.seat, []).append(entry)
            course.turns[event.seat].append(turn[event.seat])
        for seat, entries in outcome.told.items():
            course.told[seat] += entries
            course.seen[seat] = before + seen if (seen := seen_by(outcome, seat)) else course.seen[seat]
            reports = [entry.report for entry in entries]
            course.question[seat] = question_of(reports, NO_MOMENT).get("question", course.question[seat])
        before += len(step)
        turn = {seat: course.state.pictures[seat].turn for seat in seats}
    return course


NO_MOMENT = datetime.min.replace(tzinfo=UTC)


def steps(journal: Sequence[tuple[int, Event]]) -> Iterator[list[Event]]:
    """The events, those of one version together."""
    step: list[Event] = []
    last = 0
    for version, event in journal:
        if step and version != last:
            yield step
            step = []
        step.append(event)
        last = version
    if step:
        yield step


def journal_of(match: StoredRow, rows: Sequence[StoredRow], codec: Codec) -> list[tuple[int, Event]]:
    """The events, in order, each with its version. Raises UnfitMatch."""
    without_gaps([row["number"] for row in rows], max(match["journal_length"], len(rows)), "The journal")
    rows = sorted(rows, key=lambda row: int(row["number"]))
    versions = [row["version"] for row in rows]
    demand(versions == sorted(versions), "The journal's versions stand in the wrong order.")
    demand(sorted(set(versions)) == list(range(1, match["version"] + 1)), "A version of the match is missing.")
    events = [codec.to_event(row["event"]) for row in rows]
    kinds = all(row["kind"] == event.kind for row, event in zip(rows, events, strict=True))
    demand(kinds, "An event of the journal is called otherwise than it is.")
    return list(zip(versions, events, strict=True))


def log_of(seat: StoredRow, rows: Sequence[StoredRow], opening: Any, course: PlayedMatch, codec: Codec) -> None:
    """A seat's log is what the journal says that it was told; what is kept of its pictures is made anew. Raises
    UnfitMatch.
    """
    name: Seat = seat["seat"]
    picture = duplicate(opening.pictures[name])
    without_gaps([row["number"] for row in rows], seat["log_length"], f"The log of {name}")
    told = course.told[name]
    demand(len(told) == seat["log_length"], f"The log of {name} is not what the journal says that it was told.")
    for row in rows:
        place = row["number"] - 1
        read = codec.to_telling(row["report"])
        entry = LogEntry(row["number"], row["letter"], read.report, read.occasion)
        same = entry == told[place] and row["kind"] == entry.report.kind and row["turn"] == course.turns[name][place]
        demand(same, f"Entry {row['number']} of the log of {name} is not what the journal says that it was told.")
        entry.report.teach(picture)
        row["picture"] = None if row["number"] % KEPT_EVERY else codec.picture(picture)


def seat_as_told(seat: StoredRow, course: PlayedMatch, codec: Codec) -> None:
    """A seat's picture is what comes of its reports; what is counted of them is counted anew. Raises UnfitMatch."""
    name: Seat = seat["seat"]
    picture = course.state.pictures[name]
    demand(codec.to_picture(seat["picture"]) == picture, f"The picture of {name} is not what it was told.")
    stands = (seat["turn"], seat["asked"], seat["ended"]) == (picture.turn, picture.asked, picture.ended)
    demand(stands, f"How the match stands for {name} is not what it was told.")
    demand(seat["journal_seen"] == course.seen[name], f"How far {name} may look into the dice is not what it was told.")
    told = [entry.telling for entry in course.told[name]]
    seat["tally"] = codec.tally(Tally().after(told, codec.game, name, log_length=0))
    # A match of before the question was kept has none.
    known = seat.get("question", "") in ("", course.question[name])
    demand(known, f"The question to {name} is not what it was told.")


def match_as_happened(match: StoredRow, opening: Any, course: PlayedMatch, codec: Codec) -> None:
    """The position is what the journal leads to, from what the game opens with. Raises UnfitMatch."""
    game = codec.game
    if match["rules_version"] == game.info.version:
        begins = codec.to_opening(codec.opening(game.open(match["scenario"], match["options"])))
        begins.rules_version = game.info.version
        demand(opening == begins, f"The match does not begin as {game.info.title} does.")
    pictures = course.state.pictures
    position = codec.to_position(match["position"], pictures, course.state.log_lengths)
    position.rules_version = position.rules_version or match["rules_version"]
    demand(position == course.state, "What happened does not lead to the position that the file gives.")
    runs = match.get("due_at") is not None
    demand(runs == (position.window == "open"), "A time runs that nothing waits for, or something waits for none.")


def checked(rows: Rows, shelf: Shelf) -> tuple[StoredRow, AnyGame]:
    """Look through the rows of a file, which are typed already; the row of its match, and its game.

    Raises UnfitMatch.
    """
    match, game, then = one_match(rows, shelf)
    codec = shelf.codec(game)
    seats_of(rows, game)
    try:
        opening = shelf.codec(then).to_opening(rows["opening"][0]["position"])
        opening.rules_version = match["rules_version"]
        course = course_of(opening, journal_of(match, rows["journal_entry"], codec), game)
        match_as_happened(match, opening, course, codec)
        for seat in rows["seat"]:
            seat_as_told(seat, course, codec)
            log_of(seat, [row for row in rows["log_entry"] if row["seat"] == seat["seat"]], opening, course, codec)
        lengths = {seat["seat"]: seat["log_length"] for seat in rows["seat"]}
        written_by_seats(rows, lengths, codec)
        queue_as_accepted(rows, match, course, codec)
        Seeds(match["chain_end"], match["hidden"], match["turns"]).commitments()
    except UnfitMatch:
        raise
    except Exception:  # whatever a file can hold, and whatever a position of another version lacks
        raise UnfitMatch("The file is damaged, or of another version of Sitrep.") from None
    return match, game


def queue_as_accepted(rows: Rows, match: StoredRow, course: PlayedMatch, codec: Codec) -> None:
    """What waits to be worked is what was accepted and has not been worked. Raises UnfitMatch."""
    queued = {row["number"]: row for row in rows["queued_orders"]}
    still = set() if course.state.ended else set(course.queued)
    demand(still <= set(queued) <= set(course.queued), "The queue is not what was accepted and waits to be worked.")
    for number, row in queued.items():
        event, entry = course.queued[number]
        assert isinstance(event.report, OrdersAccepted)
        same = (row["seat"], row["entry"], tuple(codec.to_orders(row["orders"]))) == (
            event.seat, entry, event.report.orders,
        )  # fmt: skip
        demand(same, f"Orders {number} in the queue are not those that were accepted.")
    behind = [number for number in course.queued if number > match["journal_length"]]
    length = len(rows["journal_entry"]) - len(behind)
    demand(match["journal_length"] == length, "The journal is longer than the match and what waits to be worked.")


def written_by_seats(rows: Rows, lengths: Mapping[Seat, int], codec: Codec) -> None:
    """Sheets hold orders of the game, and answers belong to requests that were made. Raises UnfitMatch."""
    for sheet in rows["sheet"]:
        demand(sheet["version"] >= 1, "The file holds a sheet that nobody has written.")
        plain = [codec.plain(order) for order in codec.to_orders(sheet["orders"])]
        said = codec.renewed(json.loads(sheet["orders"]))
        same = all(order.items() <= read.items() for order, read in zip(said, plain, strict=True))
        demand(same, f"The sheet of {sheet['seat']} holds what is no order of {codec.game.info.title}.")
    for answer in rows["answer"]:
        fits = KEY.fullmatch(answer["key"]) and DIGEST.fullmatch(answer["asked"])
        demand(
            bool(fits) and 1 <= answer["accepted"] <= lengths[answer["seat"]],
            "The file holds an answer to a request that nobody has made.",
        )
