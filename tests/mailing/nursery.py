"""A sender, started as often as it is killed: a process that has imported everything forks one for each line.

A line of standard input says the database, the port of the mail server and the moment from which its clock goes on, as
JSON; the answer is the process id of the new sender, and `gone` when it was killed.
"""

from __future__ import annotations

import json
import os
import sys
import time
from datetime import datetime, timedelta

from service.mail import MailServer
from service.mailing.sender import MailSender
from service.matches import Context
from service.store import Store
from tests.mailing.house import HOUSE
from tests.toy import TOY


def send(url: str, port: int, since: str) -> None:
    """Send what is due, until killed."""
    begun, began = time.monotonic(), datetime.fromisoformat(since)
    context = Context(
        Store(url, {"toy": TOY}), clock=lambda: began + timedelta(seconds=time.monotonic() - begun), mail=HOUSE
    )
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
