"""Matches in files, and a server that takes them in."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from service import matches, verify
from service.engine.game import AnyGame
from service.matches import AtSeat, Context
from service.matches.history import history
from service.matches.importing import take_in_match
from service.matches.rate_limits import RateLimits
from service.store import Store
from service.store.import_checks import UnfitMatch
from service.store.transfer import export_rows
from tests.random_play import random_orders
from tests.service_fixtures import drawn
from tests.toy import TOY

STORED = sorted((Path(__file__).parents[1] / "stored").glob("*/*.json.gz"))
File = dict[str, Any]


def play(context: Context, seats: Mapping[str, AtSeat], rng: random.Random, calls: int) -> None:
    """So many calls at random, or to the end."""
    match_id = next(iter(seats.values())).match_id
    for _ in range(calls):
        state = context.store.read(match_id).state
        if state.ended or not state.waiting:
            return
        seat = rng.choice(state.waiting)
        if orders := random_orders(context.store.read(match_id).game, state.pictures[seat], rng):
            matches.take_orders(context, seats[seat], orders, version=state.log_lengths[seat])


def opened(context: Context, game: str, scenario: str) -> dict[str, AtSeat]:
    account = matches.make_guest(context)
    match_id = matches.open_match(context, account, game, scenario).match_id
    return {seat: AtSeat(match_id, seat, account.id) for seat in context.games[game].info.seats}


def exported(context: Context, match_id: str) -> File:
    """The file that `sitrep export` writes."""
    with context.store.look() as look:
        found = export_rows(look.matches, match_id, lambda name, rows: None)
    again: File = json.loads(json.dumps(found))
    return again


def going_on(context: Context) -> File:
    """A match of the toy game that goes on, with a sheet, an answer, and orders that wait to be worked."""
    seats = opened(context, "toy", "yard")
    rng = random.Random(5)
    play(context, seats, rng, 9)
    state = context.store.read(seats["north"].match_id).state
    assert not state.ended
    asked = seats[state.waiting[0]]
    orders = random_orders(TOY, state.pictures[asked.seat], random.Random(1))
    matches.put_sheet(context, asked, orders or matches.orders_from_plain(TOY, [{"kind": "done"}]))
    attend = matches.orders_from_plain(TOY, [{"kind": "attend", "attendance": "present"}])
    matches.take_orders(context, asked, attend, version=state.log_lengths[asked.seat], key="k-1")
    version = matches.version(context, asked)
    matches.take_orders(replace(context, pace=60.0), asked, attend, version=version)
    file = exported(context, asked.match_id)
    assert all(file["tables"].values()), "something of every kind"
    return file


HONEST: list[str] = []
"""The file that the first test made: that of one is that of all, and to play the match takes long."""


class House:
    """Another server, in which a match is being played already."""

    def __init__(self, empty: Path, file: Path, games: Mapping[str, AnyGame]) -> None:
        self.file, self.games, self.secret = file, games, drawn(file.name)
        file.write_bytes(empty.read_bytes())
        self.context = self.made()
        opened(self.context, "toy", "yard")
        self.context.store.close()
        self.as_it_was = file.read_bytes()
        self.anew()

    def made(self) -> Context:
        return Context(
            Store(f"sqlite:///{self.file}", self.games),
            rate_limits=RateLimits({"orders": "1000000 per minute"}),
            secret=self.secret,
        )

    def anew(self) -> None:
        """As it was."""
        self.context.store.close()
        for beside in ("-wal", "-shm"):
            self.file.with_name(self.file.name + beside).unlink(missing_ok=True)
        self.file.write_bytes(self.as_it_was)
        self.context = self.made()


def everything(context: Context) -> str:
    """All that a server holds."""
    with closing(sqlite3.connect(str(context.store.writer.url.database))) as connection:
        return "\n".join(connection.iterdump())


def taken_or_refused(house: House, file: File, luck: int = 0, calls: int = 6) -> str:
    """Refused, with a sentence and nothing written; or read, played on and verified. The sentence, or nothing."""
    context = house.context
    before = everything(context)
    try:
        brought = take_in_match(context, file)
    except UnfitMatch as unfit:
        assert everything(context) == before, "nothing was written"
        said = str(unfit)
        assert said[0].isupper() and said[-1] == "." and "\n" not in said and len(said) < 300, said
        return said
    seats = {seat: matches.seat_by_link(context, link) for seat, link in brought.links.items()}
    for now in ("as it came", "played on"):
        if now == "played on":
            play(context, seats, random.Random(luck), calls)
        for at in seats.values():
            reading = matches.read(context, at)
            assert reading.view is not None and (
                reading.where.ended or reading.heading_options or reading.anytime_kinds
            )
            assert matches.log(context, at).version == reading.version
            for number in (0, reading.version // 2, reading.version):
                assert history(context, at, number).view is not None
            matches.seat_letters(context, at)
            matches.preview(context, matches.read(context, at))
            verify.verify(json.loads(json.dumps(matches.export(context, at))))
        if reading.where.ended:
            break
    house.anew()
    return ""


def rows(file: File, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = file["tables"].get(table, [])  # files of older versions hold no queue
    return found
