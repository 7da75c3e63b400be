"""A real `sitrep serve` that can be killed and started again at the same port, over the same database."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx

from service.bots.random_player import client
from service.games.shelf import GAMES
from service.matches import Account, Context, make_guest, open_match
from service.matches.context import hashed
from service.store import Store
from tests.databases import SERVER, postgres_database
from tests.service_fixtures import PATIENCE

PACE = "0.05"
"""Seconds, so short that there is more to kill."""
LIMITS = '{"orders": "1000000 per minute"}'


class Saved:
    """The database of a server over a folder, with an account that plays; it is looked at by a context of the test's
    own. `url`: where the server is reached, once it serves.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.url = ""
        self.kept = ExitStack()
        self.database_url = self.kept.enter_context(postgres_database()) if SERVER else f"sqlite:///{folder}/sitrep.db"
        context = self.context()
        context.store.migrate()
        self.account: Account = make_guest(context)
        self.token = context.new_token()
        with context.store.work() as work:
            work.accounts.add_token(hashed(self.token), self.account.id, "test", context.clock())
        context.store.close()

    def context(self) -> Context:
        return Context(Store(self.database_url, GAMES))

    def http(self) -> httpx.Client:
        """A player's; on a busy machine it waits as long as the test does: who gave up earlier would not play on."""
        return client(self.url, token=self.token, timeout=PATIENCE)

    def new_match(self, game: str = "ndc") -> str:
        """A practice match of a game's first scenario, both seats in one hand."""
        context = self.context()
        match_id = open_match(context, self.account, game, next(iter(GAMES[game].info.scenarios))).match_id
        context.store.close()
        return match_id

    def close(self) -> None:
        self.kept.close()


class Served(Saved):
    """The service over a folder. Between two runs its database is looked at by a context of the test's own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            self.port = listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.pid = 0
        with (folder / "said.txt").open("w") as said:
            self.nursery = subprocess.Popen(
                [sys.executable, "-m", "tests.durability.nursery"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env={
                    "SITREP_LEASE": "1",
                    **os.environ, "SITREP_DATA": str(folder), "DATABASE_URL": self.database_url, "SITREP_BOTS": "false",
                    "SITREP_LIMITS": LIMITS, "SITREP_PACE": PACE,
                    "SITREP_LISTS_WAITING_PER_SEAT": "1000",
                },
            )  # fmt: skip

    def start(self) -> None:
        """Serve, and wait until it answers."""
        assert self.nursery.stdin and self.nursery.stdout and not self.pid
        self.nursery.stdin.write(json.dumps(["serve", "--port", str(self.port)]) + "\n")
        self.nursery.stdin.flush()
        self.pid = int(self.nursery.stdout.readline())
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                if httpx.get(f"{self.url}/readyz", verify=False).status_code == 200:
                    return
            except httpx.TransportError:
                os.kill(self.pid, 0)  # it is still there
                time.sleep(0.01)
            assert time.monotonic() < deadline, self.said()

    def kill(self) -> None:
        """SIGKILL; it is gone when this returns."""
        assert self.nursery.stdout
        os.kill(self.pid, signal.SIGKILL)
        assert self.nursery.stdout.readline() == "gone\n"
        self.pid = 0

    def said(self) -> str:
        return (self.folder / "said.txt").read_text()

    def close(self) -> None:
        if self.pid:
            self.kill()
        assert self.nursery.stdin and self.nursery.stdout
        self.nursery.stdin.close()
        self.nursery.wait(PATIENCE)
        self.nursery.stdout.close()
        super().close()
