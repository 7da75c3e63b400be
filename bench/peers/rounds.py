"""`python -m bench.peers.rounds GAME [MATCHES] [ORDERS]`: what an order costs where so many matches have one at once.

As `parts`, in one thread and without HTTP, but the orders of all matches are taken in one round and worked in one, as
they are in a house with much to do, and a socket at each seat is handed what that is told, or reads it where it has to.
GAME is `hexwar`, or a recorded match that is played again in each. The least time of a block of ten rounds counts, so
that what else the machine does says little.
PROFILE names a file for cProfile's figures, BENCH_PG a database on PostgreSQL.
"""

from __future__ import annotations

import asyncio
import cProfile
import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import event

from bench.peers.serving import context_for, settings_for, throw_alike
from service import matches
from service.api.live import ENTRIES
from service.api.looks import Ask, Tell, answers_to_all
from service.cli import look_for_garbage_seldom
from service.live import Listener, Told
from service.matches import AtSeat, Attempt, Context, Credentials, credentials
from service.matches.clock import Clock

T = TypeVar("T")
BLOCK = 10
SEATS_OF_HEXWAR = ("Blue", "Red")
COLUMNS = {"Blue": (28, 27), "Red": (31, 32)}


@dataclass
class Table:
    """One match: its seats, and up to which entry of its log the socket of each has been told."""

    id: str
    came_with: Credentials
    seats: dict[str, AtSeat]
    heard: dict[str, int] = field(default_factory=dict)
    looked: dict[str, tuple[str, Any]] = field(default_factory=dict)
    """How things stand beside the log of a seat, and by what right its socket listens, as of its last look."""

    def hear(self, seat: str, told: Told) -> bool:
        assert told.after == self.heard[seat] and told.said[ENTRIES.words].frames  # type: ignore[index]
        self.heard[seat] = told.upto
        return True

    def ask(self, seat: str) -> tuple[AtSeat, Tell, Ask]:
        """What its socket asks when it has to look."""
        beside, right = self.looked[seat]
        return self.seats[seat], ENTRIES, Ask(self.came_with, self.heard[seat], beside, False, right)


def step_of(seat: str, number: int) -> list[dict[str, str]]:
    """The order of `scriptedOrder` in `bgio/game.cjs`."""
    unit, back = number % 20, number // 20 % 2
    column = COLUMNS[seat][1 - back]
    return [{"kind": "step", "unit": f"{seat[0].translate(LETTERS)}{unit:02}", "to": f"{column:02}{2 + unit * 2:02}"},
            {"kind": "done"}]  # fmt: skip


LETTERS = str.maketrans("BR", "AB")


def orders_of(game: str) -> Iterator[tuple[str, Any]]:
    """Whose turn it is, and what they send."""
    if game == "hexwar":
        for number in range(10**6):
            for seat in SEATS_OF_HEXWAR:
                yield seat, step_of(seat, number)
    stream = json.loads((Path(__file__).parent / f"{game}.json").read_text())
    for one in stream["orders"]:
        yield stream["seats"][one["seat"]], one["orders"]


class House:
    """So many matches in one process, and how long its parts take."""

    def __init__(self, context: Context, game: str, number: int, held: ExitStack) -> None:
        self.context, self.clock, self.took = context, Clock(context), dict[str, list[float]]()
        self.statements, self.now = Counter[str](), ""
        scenario = {"hexwar": "40", "ndc": "kaltenbach", "skirmish": "moulin-basset"}[game]
        seats = context.games[game].info.seats
        self.tables = list[Table]()
        self.listeners = list[tuple[Table, Listener]]()
        for _ in range(number):
            guest = matches.make_guest(context)
            came_with = Credentials(bearer=credentials.new_token(context, guest))
            id = matches.open_match(context, guest, game, scenario).match_id
            at = {seat: matches.at_seat(context, came_with, id, seat) for seat in seats}
            table = Table(id, came_with, at, {seat: matches.version(context, one) for seat, one in at.items()})
            self.tables.append(table)
            for seat in seats:
                listener = held.enter_context(context.hub.listening(id, guest.id, seat, ENTRIES.words))
                listener.hear = partial(table.hear, seat)
                table.looked[seat] = matches.signs(context, at[seat]).beside, None
                self.listeners.append((table, listener))
        for engine in (context.store.writer, context.store.reader):
            event.listen(engine, "before_cursor_execute", self.count)

    def count(self, *_: Any) -> None:
        self.statements[self.now] += 1

    async def timed(self, part: str, work: Callable[[], T]) -> T:
        """Do this, and have those hear of it who listen."""
        self.now, began = part, time.process_time()
        found = work()
        await asyncio.sleep(0)
        await self.look()
        self.took.setdefault(part, []).append(time.process_time() - began)
        return found

    async def look(self) -> None:
        """Have those look who were woken: there is something that they were not handed."""
        woken = [(table, one.seat) for table, one in self.listeners if one.is_woken and await one.changed()]
        for (table, seat), news in zip(
            woken, answers_to_all(self.context, [table.ask(seat) for table, seat in woken]), strict=True
        ):
            if isinstance(news, Exception):
                raise news
            table.heard[seat], table.looked[seat] = news.said.after, (news.beside, news.right)

    async def round(self, number: int, seat: str, orders: Any) -> None:
        """One order in each match."""
        raw = json.dumps(orders).encode()

        def asked(then: Context, at: AtSeat, table: Table) -> Attempt:
            sent = matches.orders_sent(then, partial(matches.orders_from_json, raw=raw))
            return Attempt(at, sent, table.heard[seat], f"k{number}")

        asks = [matches.Sending(table.came_with, table.id, seat, partial(asked, table=table)) for table in self.tables]
        for answer in await self.timed("accepting", partial(matches.take_together, self.context, asks)):
            if isinstance(answer, Exception):
                raise answer
        await self.timed("working", self.clock.go_round)


async def main() -> None:
    game, number, rounds = sys.argv[1], *(int(one) for one in [*sys.argv[2:], 16, 200][:2])
    throw_alike()
    look_for_garbage_seldom()
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder, ExitStack() as held:
        context = context_for(settings_for(Path(folder), os.environ.get("BENCH_PG")))
        context.store.migrate()
        house, profile = House(context, game, number, held), cProfile.Profile(time.process_time)
        if file := os.environ.get("PROFILE"):
            profile.enable()
        for place, (seat, orders) in zip(range(rounds), orders_of(game), strict=False):
            await house.round(place, seat, orders)
        if file:
            profile.disable()
            profile.dump_stats(file)
        context.store.close()
    report(house, number)


def report(house: House, number: int) -> None:
    """Print the least of all blocks, or where orders are not alike the mean, of each part."""
    alike, whole = sys.argv[1] == "hexwar", 0.0
    print("| part | ms | statements |\n|---|---|---|")
    for part, took in house.took.items():
        blocks = [sum(took[at : at + BLOCK]) / BLOCK for at in range(0, len(took) - BLOCK + 1, BLOCK)]
        each = (min(blocks) if alike else sum(took) / len(took)) / number
        whole += each
        print(f"| {part} | {each * 1e3:.3f} | {house.statements[part] / number / len(took):.1f} |")
    print(f"| in all | {whole * 1e3:.3f} | |")


if __name__ == "__main__":
    asyncio.run(main())
