"""Cold start: from the command to an answer, against importing FastAPI; and memory with many idle matches."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

IDLE = 100
SETTLED, GROWN = 4.0, 100.0
"""Seconds, and kB: what grows by less is taken to be the same."""


def run() -> dict[str, tuple[float, float]]:
    """Seconds to start, again with a database that is there; resident kB with idle matches against without."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import fastapi, uvicorn, sqlmodel"], check=True)
    imports = time.perf_counter() - start
    with tempfile.TemporaryDirectory() as folder:
        cold, _ = to_first_answer(Path(folder), matches=0)
        warm, empty = to_first_answer(Path(folder), matches=0)
        _, full = to_first_answer(Path(folder), matches=IDLE)
    return {
        "cold start, empty folder (s), against importing the libraries": (cold, imports),
        "cold start, database there (s)": (warm, imports),
        f"resident memory after opening {IDLE} matches (kB), against none": (full, empty),
    }


def to_first_answer(folder: Path, matches: int) -> tuple[float, float]:
    """Seconds from the command to the first answer, and resident kB after opening some matches."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    start = time.perf_counter()
    command = [sys.executable, "-m", "service", "serve", "--port", str(port)]
    environment = {
        **os.environ,
        "SITREP_DATA": str(folder),
        "SITREP_OPEN_SIGN_UP": "true",
        "SITREP_LIMITS": json.dumps(dict.fromkeys(("account", "match", "match-from"), "9999 per minute")),
        "SITREP_MATCHES_PER_ACCOUNT": str(IDLE),
    }
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    address = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(verify=False) as http:  # kept, and without certificates, so that asking takes no time itself
            while True:
                try:
                    http.get(f"{address}/healthz").raise_for_status()
                    break
                except httpx.HTTPError:
                    assert process.poll() is None and time.perf_counter() - start < 60, "the service did not start"
                    time.sleep(0.01)
        seconds = time.perf_counter() - start
        with httpx.Client(base_url=address, timeout=30) as http:
            who = {"name": "bench", "password": "correct horse battery"}
            if matches:
                http.post("/api/v1/accounts", json=who)
                token = http.post("/api/v1/tokens", json=who).json()["token"]
                for _ in range(matches):
                    asked = {"game": "ndc", "scenario": "kaltenbach"}
                    made = http.post("/api/v1/matches", json=asked, headers={"Authorization": f"Bearer {token}"})
                    assert made.status_code == 201, made.text
        return seconds, settled(process.pid)
    finally:
        process.terminate()
        process.wait(20)


def settled(process: int) -> float:
    """Resident kB of a service as soon as that has not grown for some seconds: its bot has had its first turn then."""
    most, since = 0.0, time.monotonic()
    while time.monotonic() - since < SETTLED:
        status = Path(f"/proc/{process}/status").read_text()
        resident = float(next(line for line in status.splitlines() if line.startswith("VmRSS")).split()[1])
        if resident > most + GROWN:
            most, since = resident, time.monotonic()
        time.sleep(0.1)
    return resident
