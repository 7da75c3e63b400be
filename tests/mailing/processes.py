"""Processes that send and take mails over a database, to be killed; `nursery` is what they run."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from tests.mailing.conftest import Post
from tests.service_fixtures import PATIENCE


@dataclass
class Nursery:
    """Starts a sender over a database, as often as the one before was killed."""

    process: subprocess.Popen[str]
    url: str
    port: int
    pid: int = 0

    def start(self, since: datetime, **more: int | str) -> int:
        assert self.process.stdin and self.process.stdout
        line = {"url": self.url, "port": self.port, "since": since.isoformat(), **more}
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()
        self.pid = int(self.process.stdout.readline())
        return self.pid

    def gone(self) -> None:
        """Wait until the killed one is no more."""
        assert self.process.stdout
        assert self.process.stdout.readline() == "gone\n"
        self.pid = 0

    def kill(self) -> None:
        """End the one that lives, as a power cut does."""
        os.kill(self.pid, signal.SIGKILL)
        self.gone()

    def close(self) -> None:
        """Whatever a test came to, nobody is left."""
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
        assert self.process.stdin and self.process.stdout
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()


@contextmanager
def nursery_on(url: str, port: int) -> Iterator[Nursery]:
    """A nursery over this database, whose senders send to this port."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.mailing.nursery"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    nursery = Nursery(process, url, port)
    try:
        yield nursery
    finally:
        nursery.close()


def until_all_are_over(post: Post) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        with post.context.store.look() as look:
            if look.notices.queue().waiting == 0 and look.arrivals.waiting() == 0:
                return
        assert time.monotonic() < deadline, "something still waits"
        time.sleep(0.02)
