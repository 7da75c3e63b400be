"""The servers that are measured: each is started for one case, pinned to one processor, and ended by its process id."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SERVER_CPU, CLIENT_CPU = "0", "1"
READY_WITHIN = 60.0
Json = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """A server to measure: its command and where it says that it is ready, with {port} and {dir} for this instance.

    `adapter` is how the load client talks to it, with these further arguments and environment.
    """

    name: str
    command: Sequence[str]
    ready: str
    adapter: str
    arguments: Sequence[str] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    client_environment: Mapping[str, str] = field(default_factory=dict)


def ours(name: str, *arguments: str, **client_environment: str) -> Kind:
    """The product, loaded with one of its games."""
    command = (sys.executable, "-m", "bench.peers.serve", "{port}", "{dir}")
    return Kind(name, command, "/healthz", "ours", arguments, {}, client_environment)


def reference(name: str, *arguments: str) -> Kind:
    """The FastAPI and SQLModel app beside this file, durable as the product is; BENCH_PYTHON has its packages."""
    command = (
        os.environ.get("BENCH_PYTHON", sys.executable), "-m", "uvicorn", "app:app",
        "--app-dir", str(HERE / "ref"), "--port", "{port}",
        "--log-level", "warning", "--no-access-log", "--ws-per-message-deflate", "false",
    )  # fmt: skip
    return Kind(name, command, "/empty", "httpws", arguments, {"BENCH_DB": "{dir}/ref.db", "BENCH_SYNC": "FULL"})


HEXWAR = ours("hexwar", "--game", "hexwar")
NDC, SKIRMISH, ATTEND = (ours(game, "--game", game) for game in ("ndc", "skirmish", "attend"))
ONE_COMMIT = reference("validate nothing, one durable commit", "--game", "ping")
WHOLE_PATH = reference("FastAPI and SQLModel, the whole fogged order path")
BOARDGAME_IO = Kind(
    "boardgame.io, in memory",
    ("node", str(HERE / "bgio/server.cjs"), "--port", "{port}", "--db", "memory"),
    "/games", "bgio", (), {"NODE_ENV": "production"},
)  # fmt: skip


FORMERLY = "7c6f1ea7"
"""The commit at which the product was first measured here.

There an order is read, worked and answered by one transaction of its own, with one wait for the disk.
"""


def pinned(processor: str) -> list[str]:
    return ["taskset", "-c", processor]


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@dataclass(frozen=True)
class Server:
    """A server that has said that it is ready."""

    kind: Kind
    address: str
    process: int

    def load(self, *arguments: object) -> Json:
        """What the load client measures of it."""
        return self.client("load.mjs", "--adapter", self.kind.adapter, *self.kind.arguments, *arguments)

    def client(self, script: str, *arguments: object) -> Json:
        """What a script of `client` prints of it as its last line. Raises RuntimeError with what it said else."""
        command = [
            *pinned(CLIENT_CPU), "node", str(HERE / "client" / script), "--base", self.address,
            "--pid", str(self.process), *map(str, arguments),
        ]  # fmt: skip
        environment = {**os.environ, **self.kind.client_environment}
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, env=environment, check=False)
        if done.returncode:
            raise RuntimeError(f"{script} at {self.kind.name}: {(done.stderr or done.stdout)[-400:]}")
        found: Json = json.loads(done.stdout.strip().splitlines()[-1])
        return found


@contextmanager
def running(kind: Kind, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """A fresh instance on an empty folder. BENCH_FOLDER names where folders are made, such as one in memory."""
    with tempfile.TemporaryDirectory(dir=os.environ.get("BENCH_FOLDER")) as folder:
        port = free_port()

        def filled(text: str) -> str:
            return text.replace("{port}", str(port)).replace("{dir}", folder)

        own = {name: filled(value) for name, value in kind.environment.items()}
        log = Path(folder) / "said"
        with log.open("wb") as said:
            process = subprocess.Popen(
                [*pinned(SERVER_CPU), *map(filled, kind.command)],
                env={**os.environ, **own, **(environment or {})}, stdout=said, stderr=said,
            )  # fmt: skip
        try:
            wait_until_ready(process, f"http://127.0.0.1:{port}{kind.ready}", log)
            yield Server(kind, f"http://127.0.0.1:{port}", process.pid)
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@contextmanager
def slow_disk(microseconds: int) -> Iterator[dict[str, str]]:
    """The environment of a process that waits so much longer each time that it waits for the disk.

    It stands in for a slower disk, which is the same at all hours. It takes a C compiler.
    """
    with tempfile.TemporaryDirectory() as folder:
        made = f"{folder}/fsync_delay.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", made, str(HERE / "fsync_delay.c"), "-ldl"], check=True)
        yield {"LD_PRELOAD": made, "FSYNC_DELAY_US": str(microseconds)}


@contextmanager
def product_formerly() -> Iterator[Kind]:
    """The product as it was at FORMERLY, with the test game as a game of then; its tree is made in a temporary folder.

    It runs with the libraries of now. Raises RuntimeError where this clone does not reach back so far.
    """
    with tempfile.TemporaryDirectory() as tree:
        packed = subprocess.run(
            ["git", "-C", str(HERE.parents[1]), "archive", FORMERLY], capture_output=True, check=False
        )
        if packed.returncode:
            raise RuntimeError(f"no tree of {FORMERLY}: {packed.stderr.decode()[-400:]}")
        subprocess.run(["tar", "-x", "-C", tree], input=packed.stdout, check=True)
        command = (sys.executable, str(HERE / "former/serve.py"), "{port}", "{dir}")
        yield Kind(
            "the product formerly",
            command,
            "/healthz",
            "ours",
            ("--game", "hexwar"),
            {"SITREP": tree, "PYTHONPATH": ""},
        )


def wait_until_ready(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    end = time.monotonic() + READY_WITHIN
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        try:
            urllib.request.urlopen(address, timeout=2).read()
            return
        except urllib.error.HTTPError:
            return
        except OSError:
            time.sleep(0.01)
    raise RuntimeError(f"{address} did not come up: {log.read_text()[-400:]}")
