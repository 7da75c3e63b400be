"""Clients that are not ours: one generated from openapi.json, and the one of docs/clients.md."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from service import openapi
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import Context
from tests.service_fixtures import sit_down

MOST_HEADINGS = 60


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": GAMES["ndc"]}


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package that openapi-python-client made of the file at the top, ready to be imported."""
    config = tmp_path / "config.yml"
    config.write_text("post_hooks: []\ncontent_type_overrides: {text/plain: application/octet-stream}\n")
    made = subprocess.run(
        [
            sys.executable, "-m", "openapi_python_client", "generate", "--path", str(openapi.TOP / "openapi.json"),
            "--meta", "none", "--output-path", str(tmp_path / "sitrep_generated"), "--config", str(config),
            "--fail-on-warning",
        ],
        capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"},
    )  # fmt: skip
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return "sitrep_generated"


class Generated:
    """The generated package, its calls and its models, by their names."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.client = import_module(package).AuthenticatedClient
        self.models = import_module(f"{package}.models")

    def call(self, name: str, tag: str = "seats") -> ModuleType:
        return import_module(f"{self.package}.api.{tag}.{name}")


def turn_of(package: Generated, client: Any, match_id: str, seat: str) -> int:
    view = package.call("read_view").sync(match_id, seat, client=client)
    assert isinstance(view, package.models.View) and isinstance(view.view, package.models.NdcView)
    return int(view.where.turn)


def play_heading(package: Generated, client: Any, match_id: str, seat: str) -> bool:
    """Move a unit, if one can move, and close the heading; False where the seat is not asked."""
    options = package.call("read_options").sync(match_id, seat, client=client)
    if not any(option.kind == "done" for option in options.options):
        return False
    orders: list[Any] = []
    for unit in [unit for option in options.options if option.kind == "move" for unit in option.subjects][:5]:
        ways = package.call("read_destinations").sync(match_id, seat, unit=[unit], client=client).destinations
        if ways:
            orders.append(package.models.NdcMove(kind="move", unit=unit, path=ways[0].path))
            break
    orders.append(package.models.NdcDone(kind="done"))
    answer = package.call("send_orders").sync(
        match_id,
        seat,
        client=client,
        body=orders,
        if_match=f'"{options.version}"',
        idempotency_key=f"k{options.version}",
    )
    assert isinstance(answer, package.models.Accepted), answer
    return True


@pytest.mark.soak
def test_a_generated_client_plays_a_game_turn(generated: str, context: Context, house: str):
    package = Generated(generated)
    players = sit_down(context, None, "ndc", "kaltenbach")
    clients = {
        seat: package.client(base_url=house, token=player.headers["Authorization"].removeprefix("Bearer "))
        for seat, player in players.items()
    }
    match_id = next(iter(players.values())).match_id
    for _ in range(MOST_HEADINGS):
        asked = [play_heading(package, client, match_id, seat) for seat, client in clients.items()]
        assert any(asked), "the match moves on"
        if all(turn_of(package, client, match_id, seat) > 1 for seat, client in clients.items()):
            break
    else:
        pytest.fail("the turn did not end")
    for seat, client in clients.items():
        log = package.call("read_log").sync(match_id, seat, client=client)
        assert [entry.number for entry in log.entries] == list(range(1, len(log.entries) + 1))
        late = package.call("send_orders").sync(
            match_id, seat, client=client, body=[package.models.NdcDone(kind="done")], if_match='"1"'
        )
        assert isinstance(late, package.models.Problem) and late.status == 412
        client.get_httpx_client().close()


GENERATORS = openapi.TOP / ".tools" / "generators"
"""Where `.ci/with-generators` has installed them, with the programs of `tests/clients`."""


def with_generators(*command: str) -> str:
    """What one of the installed programs prints; it has to end without a fault."""
    done = subprocess.run(
        [str(GENERATORS / "node_modules" / ".bin" / command[0]), *command[1:]],
        cwd=GENERATORS, capture_output=True, text=True, env={**os.environ, "NO_COLOR": "1"}, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.mark.generators
def test_the_description_is_found_without_fault():
    assert "error" not in with_generators("redocly", "lint", str(openapi.TOP / "openapi.json"), "--format=summary")


@pytest.mark.generators
def test_clients_of_two_generators_in_typescript_compile_and_play_a_heading(context: Context, house: str):
    described = str(openapi.TOP / "openapi.json")
    with_generators("openapi-typescript", described, "--output", "generated/schema.ts")
    with_generators(
        "openapi-ts", "--input", described, "--output", "generated/sdk", "--client", "@hey-api/client-fetch"
    )
    with_generators("tsc", "--project", ".")
    for program in ("with-fetch", "with-sdk"):
        with_generators(
            "esbuild", f"{program}.ts", "--bundle", "--platform=node", "--format=esm", f"--outfile={program}.mjs"
        )
        players = sit_down(context, None, "ndc", "kaltenbach")
        asked = next(one for one in players.values() if one.seat in context.store.read(one.match_id).state.waiting)
        token = asked.headers["Authorization"].removeprefix("Bearer ")
        played = subprocess.run(
            ["node", f"{program}.mjs", house, token, asked.match_id, asked.seat],
            cwd=GENERATORS, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert played.returncode == 0, played.stderr
        told = json.loads(played.stdout)
        assert told["after"] > told["before"] and told["orders"] >= 1


def test_the_client_of_the_documentation_plays(context: Context, house: str, tmp_path: Path):
    page = (openapi.TOP / "docs" / "clients.md").read_text()
    [code] = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert len([line for line in code.splitlines() if line.strip()]) <= 60
    (tmp_path / "client.py").write_text(code)
    players = sit_down(context, None, "ndc", "kaltenbach")
    before = {seat: context.store.read(player.match_id).version for seat, player in players.items()}
    program = "import client, sys; client.main(sys.argv[1], sys.argv[2], headings=1)"
    for player in players.values():
        token = player.headers["Authorization"].removeprefix("Bearer ")
        with context.store.look() as look:
            asked = look.matches.seat(player.match_id, player.seat).picture.asked
        if asked:
            subprocess.run([sys.executable, "-c", program, house, token], check=True, cwd=tmp_path, timeout=600)
            break
    assert context.store.read(player.match_id).version > before[player.seat]
