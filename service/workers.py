"""Several processes that serve at one port: another one, which does not, starts them, and anew those that end.

Each listens at the port by itself, so that one which is killed leaves nobody waiting in its line; the kernel spreads
those who call. They end when they are asked to, or when their parent is gone.
"""

from __future__ import annotations

import os
import secrets
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable

from service.logs import log

QUICK = 5.0
"""Seconds: a process that ends sooner after its start has not come to serve."""
MOST_QUICK = 5
"""So many that end quickly, one after another, and nothing is started any more."""
AGAIN_AFTER = 0.5
GRACE = 15.0
"""Seconds in which they end when they are asked to; then they are killed."""
LOOKS_EVERY = 0.1


def bound(host: str, port: int) -> socket.socket:
    """A socket at a port that others of the same user may have too. Nobody is sent there before it listens.

    Raises OSError.
    """
    found = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        found.bind((host, port))
    except OSError:
        found.close()
        raise
    return found


class Workers:
    """So many processes that serve at this address, from `run` until this one is asked to end."""

    def __init__(self, host: str, port: int, count: int) -> None:
        self.host, self.port = host, port
        self.names = [f"{secrets.token_hex(8)}-{number}" for number in range(count)]
        """One that is started anew has the name of the one that ended, and with it its share of the matches."""
        self.running: dict[subprocess.Popen[bytes], tuple[str, float]] = {}
        """With the name of each, and the tick at which it was started."""
        self.quick = 0
        self.stopping = False

    def run(self) -> int:
        """Keep them serving; the code to end with."""
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, self.asked_to_stop)
        with bound(self.host, self.port):  # so that the port stays ours while none of them lives
            try:
                for name in self.names:
                    self.start_one(name)
                while not self.stopping and self.quick < MOST_QUICK:
                    self.look()
                    time.sleep(LOOKS_EVERY)
            finally:
                self.stop_all()
        if self.quick >= MOST_QUICK:
            log.error("no process comes to serve")
        return 0 if self.stopping else 1

    def asked_to_stop(self, *_: object) -> None:
        self.stopping = True

    def start_one(self, name: str) -> None:
        at = ["--host", self.host, "--port", str(self.port), "--name", name]
        process = subprocess.Popen([sys.executable, "-m", "service", "worker", *at], stdin=subprocess.PIPE)
        self.running[process] = name, time.monotonic()

    def look(self) -> None:
        """Start another one for each that has ended."""
        for process, (name, began) in list(self.running.items()):
            if process.poll() is None:
                if time.monotonic() - began >= QUICK:
                    self.quick = 0
                continue
            del self.running[process]
            is_quick = time.monotonic() - began < QUICK
            self.quick = self.quick + 1 if is_quick else 0
            if self.stopping:
                return
            log.warning("a process that served has ended, and another is started", code=process.returncode)
            if is_quick:
                time.sleep(AGAIN_AFTER)
            self.start_one(name)

    def stop_all(self) -> None:
        """Ask all of them to end, and kill those who do not."""
        for process in self.running:
            process.terminate()
        deadline = time.monotonic() + GRACE
        for process in self.running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def when_parent_is_gone(end: Callable[[], None]) -> None:
    """Call this when the process is gone that started this one: it holds the other end of our standard input."""

    def wait() -> None:
        while os.read(0, 1024):
            pass
        end()

    threading.Thread(target=wait, name="parent", daemon=True).start()
