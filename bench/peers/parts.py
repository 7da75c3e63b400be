"""`python -m bench.peers.parts GAME [REPEATS]`: what the parts of an order take, in one thread and without HTTP.

A recorded match is played again and again, each seat with a socket that reads its log. Of each part of each order the
least processor time of all repeats counts, so that what else the machine does says little; the mean is over the orders.
The statements of SQL are counted too, those that begin a transaction among them.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import event

from bench.peers.serving import context_for, settings_for, throw_alike
from service import matches
from service.api.live import ENTRIES
from service.api.looks import Ask, answers_to_all
from service.cli import look_for_garbage_seldom
from service.matches import AtSeat, Attempt, Context, Credentials, credentials
from service.matches.clock import Clock

T = TypeVar("T")
REPEATS = 8


class Parts:
    """The least time of each part of each order, and how many statements the part took in all."""

    def __init__(self, context: Context) -> None:
        self.least: dict[tuple[str, int], float] = {}
        self.statements = Counter[str]()
        self.now = ""
        for engine in (context.store.writer, context.store.reader):
            event.listen(engine, "before_cursor_execute", self.count)

    def count(self, *_: Any) -> None:
        self.statements[self.now] += 1

    def timed(self, part: str, order: int, work: Callable[[], T]) -> T:
        self.now, began = part, time.process_time()
        found = work()
        taken = time.process_time() - began
        self.least[part, order] = min(taken, self.least.get((part, order), taken))
        return found


class Listening:
    """The sockets of both seats: what they have been told."""

    def __init__(self, context: Context, at: list[AtSeat], came_with: Credentials, lengths: list[int]) -> None:
        self.context, self.came_with = context, came_with
        self.heard = {one: (after, matches.signs(context, one).beside) for one, after in zip(at, lengths, strict=True)}

    def look(self) -> None:
        for at, (after, beside) in self.heard.items():
            for news in answers_to_all(self.context, [(at, ENTRIES, Ask(self.came_with, after, beside, False))]):
                if isinstance(news, Exception):
                    raise news
                self.heard[at] = news.said.after, news.beside


def replay(context: Context, clock: Clock, stream: dict[str, Any], parts: Parts, came_with: Credentials) -> None:
    """Play the recorded match once."""
    guest = matches.who(context, came_with)
    opened = matches.open_match(context, guest, stream["game"], stream["scenario"])
    seats = [matches.at_seat(context, came_with, opened.match_id, seat) for seat in stream["seats"]]
    listening = Listening(context, seats, came_with, stream["first"])
    for k, one in enumerate(stream["orders"]):
        seat, raw = stream["seats"][one["seat"]], json.dumps(one["orders"]).encode()

        def asked(then: Context, seat: str = seat, raw: bytes = raw, version: int = one["if"], k: int = k) -> Attempt:
            at = matches.at_seat(then, came_with, opened.match_id, seat)
            sent = matches.orders_sent(then, partial(matches.orders_from_json, raw=raw))
            return Attempt(at, sent, version, f"k{k}")

        for answer in parts.timed("accepting", k, partial(matches.take_together, context, [asked])):
            if isinstance(answer, Exception):
                raise answer
        parts.timed("telling of that", k, listening.look)
        parts.timed("working", k, clock.go_round)
        parts.timed("telling of that too", k, listening.look)


def main() -> None:
    game, repeats = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else REPEATS
    throw_alike()
    look_for_garbage_seldom()
    stream = json.loads((Path(__file__).parent / f"{game}.json").read_text())
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        context = context_for(settings_for(Path(folder), None))
        context.store.migrate()
        came_with = Credentials(bearer=credentials.new_token(context, matches.make_guest(context)))
        parts, clock = Parts(context), Clock(context)
        for _ in range(repeats):
            replay(context, clock, stream, parts, came_with)
        context.store.close()
    number = len(stream["orders"])
    print("| part | ms | statements |\n|---|---|---|")
    for part in dict.fromkeys(part for part, _ in parts.least):
        taken = sum(time for (one, _), time in parts.least.items() if one == part)
        print(f"| {part} | {taken / number * 1e3:.2f} | {parts.statements[part] / number / repeats:.1f} |")
    print(f"| in all | {sum(parts.least.values()) / number * 1e3:.2f} | |")


if __name__ == "__main__":
    main()
