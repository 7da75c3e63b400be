"""`python -m tests.durability.dying FOLDER`: rounds of orders, each in a process that dies at another statement.

For each number of a statement from the first on, a server is copied in FOLDER, and a process forked that takes the
orders of three matches in one round, says who was answered, and is killed by itself at the statement of that number. It
ends with the first round that got to its end, and prints a line for each server: how its matches stand after it.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import event

from service import matches
from service.matches import AtSeat, Attempt, Context, Credentials
from service.matches.clock import Clock
from service.store import Store
from tests.matches.waiting import sit
from tests.toy import TOY, Hide

MATCHES, MOST_STATEMENTS = 3, 200


def attempt(_: Context, at: AtSeat) -> Attempt:
    return Attempt(at, matches.orders_sent(_, lambda _: [Hide(hex="12")]), 1, "key")


def take(context: Context, norths: list[tuple[AtSeat, str]]) -> None:
    """A round, then what comes of it."""
    asked = [matches.Sending(Credentials(bearer=token), at.match_id, at.seat, attempt) for at, token in norths]
    for (at, _), answer in zip(norths, matches.take_together(context, asked), strict=True):
        assert isinstance(answer, matches.Accepted), answer
        print(json.dumps(["answered", at.match_id, answer.version]), flush=True)
    Clock(context).go_round()


def dies_at(statement: int, work: Callable[[], None], context: Context) -> bool:
    """Do this in a process that kills itself before this statement; whether it came to its end."""
    child = os.fork()
    if child == 0:
        seen = 0

        def count(*_: Any) -> None:
            nonlocal seen
            seen += 1
            if seen == statement:
                os.kill(os.getpid(), signal.SIGKILL)

        for engine in (context.store.writer, context.store.reader):
            engine.dispose(close=False)
            event.listen(engine, "before_cursor_execute", count)
            event.listen(engine, "commit", count)
        work()
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def opened(folder: Path) -> Context:
    return Context(Store(f"sqlite:///{folder}/sitrep.db", {"toy": TOY}), pace=0.0)


def house(folder: Path) -> list[tuple[AtSeat, str]]:
    """A server with some matches, and a seat of each with the token of its guest."""
    folder.mkdir()
    context = opened(folder)
    context.store.migrate()
    norths = []
    for _ in range(MATCHES):
        north, _south = sit(context)
        guest = matches.Account(north.account_id, None)
        norths.append((north, matches.new_token(context, guest)))
    for engine in (context.store.writer, context.store.reader):
        engine.dispose()
    return norths


def main() -> None:
    norths = house(first := Path(sys.argv[1]) / "first")
    for statement in range(1, MOST_STATEMENTS):
        folder = Path(sys.argv[1]) / str(statement)
        shutil.copytree(first, folder)
        context = opened(folder)
        print(json.dumps(["house", statement]), flush=True)
        done = dies_at(statement, partial(take, context, norths), context)
        for north, _ in norths:
            log = [entry.kind for entry in matches.log(context, north).entries]
            print(json.dumps(["stands", north.match_id, log]), flush=True)
        again = Context(Store(f"sqlite:///{folder}/sitrep.db", {"toy": TOY}), pace=0.0)
        take(again, norths)
        context.store.close()
        if done:
            return
    raise RuntimeError(f"a round of {MATCHES} took {MOST_STATEMENTS} statements")


if __name__ == "__main__":
    main()
