"""A sender, started as often as it is killed: a process that has imported everything forks one for each line.

A line of standard input says the database, the port of the mail server and the moment from which its clock goes on, as
JSON; the answer is the process id of the new sender, and `gone` when it was killed. Where a port for mails that come is
said too, it takes and answers them, and at a point that is named kills itself.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from service.mail import MailServer
from service.mailing import lmtp, sender
from service.mailing.lmtp import LmtpDoor
from service.mailing.sender import MailSender
from service.matches import Context, replies
from service.store import Store
from service.store.arrivals import Arrivals
from tests.mailing.house import HOUSE
from tests.toy import TOY

FAST = 20
"""The clock of a server that answers goes so many times as fast, since an answer waits a little."""
REPLY = "orders+{token}@sitrep.example"
POINTS: dict[str, tuple[Any, str, bool]] = {
    "before the mail is written down": (lmtp, "take_in", False),
    "as it is written down": (Arrivals, "add", True),
    "before it is said to be taken": (lmtp, "take_in", True),
    "before its orders": (replies, "take_orders", False),
    "after its orders": (replies, "take_orders", True),
    "as its answer is written down": (Arrivals, "end", True),
    "before its answer is sent": (sender, "hand_over", False),
    "after its answer is sent": (sender, "hand_over", True),
    "after that is noted": (sender, "was_sent", True),
}
"""On the way of a mail that comes: what is about to be done there, or has just been."""


def deadly(does: Callable[..., Any], *, after: bool) -> Callable[..., Any]:
    """The same function, before or after which the process is killed."""

    def done(*given: Any, **named: Any) -> Any:
        result = does(*given, **named) if after else None
        os.kill(os.getpid(), signal.SIGKILL)
        return result

    return done


def send(url: str, port: int, since: str, door: int = 0, point: str = "") -> None:
    """Send what is due, and take and answer what comes at the port `door`, until killed."""
    begun, began = time.monotonic(), datetime.fromisoformat(since)
    context = Context(
        Store(url, {"toy": TOY}),
        clock=lambda: began + (FAST if door else 1) * timedelta(seconds=time.monotonic() - begun),
        mail=replace(HOUSE, reply=REPLY) if door else HOUSE,
    )
    if point:
        place, name, after = POINTS[point]
        setattr(place, name, deadly(getattr(place, name), after=after))
    if door:
        sender.LOOKS_EVERY = 0.02
        LmtpDoor(context, "127.0.0.1", door).start()
    MailSender(context, MailServer("smtp", "127.0.0.1", port)).run()


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)
            send(**json.loads(line))
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
