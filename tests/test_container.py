"""The Dockerfile and the compose files: linted, no root, one volume, and no setting that there is not.

Where there is no container engine the Dockerfile's own steps can still be run one by one: `make soak` does.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import yaml
from typer.testing import CliRunner

from service.cli import cli
from service.settings import Settings
from service.settings_sources import variable
from tests.machine import ROOT

DOCKERFILE = (ROOT / "Dockerfile").read_text()


def test_the_dockerfile_is_linted():
    hadolint = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert hadolint
    linted = subprocess.run([hadolint, str(ROOT / "Dockerfile")], capture_output=True, text=True)
    assert linted.returncode == 0, linted.stdout + linted.stderr


def test_it_serves_without_root_from_one_volume_and_is_asked_how_it_is():
    last = DOCKERFILE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001:10001$", last, re.MULTILINE)
    assert re.findall(r"^VOLUME (.+)$", last, re.MULTILINE) == ["/data"]
    assert "HEALTHCHECK" in last and "/healthz" in last


COMPOSE = ["compose.yaml", "compose.no-internet.yaml", "compose.postgres.yaml", "compose.workers.yaml"]


@pytest.mark.parametrize("name", COMPOSE)
def test_compose_names_settings_that_there_are(name: str):
    text = (ROOT / "docs/compose" / name).read_text()
    known = {variable(Settings, name) for name in Settings.model_fields}
    assert set(re.findall(r"SITREP_[A-Z_]+", text + DOCKERFILE)) <= known
    service = yaml.safe_load(text)["services"]["sitrep"]
    assert len(service["volumes"]) == 1


def test_compose_gives_no_more_than_is_needed():
    service = yaml.safe_load((ROOT / "docs/compose/compose.yaml").read_text())["services"]["sitrep"]
    assert service["user"] == "10001:10001" and service["read_only"] and service["cap_drop"] == ["ALL"]
    assert service["volumes"] == ["data:/data"]


def test_with_postgresql_the_tables_are_brought_up_to_date_before_it_serves():
    services = yaml.safe_load((ROOT / "docs/compose/compose.postgres.yaml").read_text())["services"]
    assert services["sitrep"]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert services["migrate"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    [command] = services["migrate"]["command"]
    assert CliRunner().invoke(cli, [command, "--help"]).exit_code == 0
    assert services["migrate"]["environment"] == services["sitrep"]["environment"]


def test_two_processes_stand_behind_a_proxy_that_they_trust():
    """They have the same settings, and tables that are up to date, and only the proxy is reached from outside."""
    found = yaml.safe_load((ROOT / "docs/compose/compose.workers.yaml").read_text())
    services = found["services"]
    assert services["sitrep"] == services["sitrep-two"]
    assert services["sitrep"]["environment"] == services["migrate"]["environment"]
    assert services["sitrep"]["depends_on"] == {"migrate": {"condition": "service_completed_successfully"}}
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    trusted = services["sitrep"]["environment"]["SITREP_TRUSTED_PROXIES"]
    assert found["networks"]["default"]["ipam"]["config"] == [{"subnet": trusted}]
    asked = (ROOT / "docs/compose/Caddyfile.workers").read_text()
    assert re.search(r"reverse_proxy (.+) \{", asked)[1].split() == ["sitrep:8000", "sitrep-two:8000"]  # type: ignore[index]
    assert "docs/compose/.env" in found["services"]["database"]["environment"]["POSTGRES_PASSWORD"]


def steps(stage: int) -> Iterator[tuple[str, str]]:
    """The instructions of one of the Dockerfile's stages, each with the rest of its line."""
    lines = DOCKERFILE.replace("\\\n", " ").split("\nFROM ")[stage + 1].splitlines()[1:]
    for line in lines:
        if line and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, " ".join(rest.split())


def test_what_the_image_copies_is_let_in():
    let_in = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    copied = {source for word, rest in steps(0) if word == "COPY" for source in rest.split()[:-1]}
    assert copied == let_in
    assert all((ROOT / source).exists() for source in copied)


DRAWS_AND_PUSHES = """
import http_ece, py_vapid
from service.app import maps_drawn
from service.games.campaign1776.game import CAMPAIGN1776 as game
from web.drawing.picture import FONTS
assert len(FONTS) == 2
known = game.known(game.open("brandywine-1777", {}).pictures["British"])
assert maps_drawn()(game, known).png.startswith(b"\\x89PNG")
"""
"""What the image has extras for: a map is drawn, and what browsers are told by is there."""


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that every user can look into."""
    made = Path(tempfile.mkdtemp(prefix="sitrep-image."))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.mark.soak
def test_the_dockerfile_s_steps_make_a_service_that_runs_without_root(folder: Path):
    """Each COPY and RUN of the first stage in a clean folder; then the last stage's command, as its user."""
    place = {"/opt/sitrep": str(folder / "opt"), "/src": str(folder / "src")}
    source = folder / "src"
    source.mkdir()
    for word, rest in steps(0):
        if word == "COPY":
            *named, to = rest.split()
            for name in named:
                target = source / to if len(named) == 1 and not to.endswith("/") else source / to / Path(name).name
                target.parent.mkdir(parents=True, exist_ok=True)
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, target, ignore=shutil.ignore_patterns("__pycache__", "*.db*"))
                else:
                    shutil.copy(ROOT / name, target)
        elif word == "RUN":
            for image, here in place.items():
                rest = rest.replace(image, here)
            python = "/usr/bin/python3" if Path("/usr/bin/python3").exists() else sys.executable
            subprocess.run(re.sub(r"^python ", f"{python} ", rest), shell=True, cwd=source, check=True)
    shutil.rmtree(source)
    for builder in ("pip", "hatchling", "pluggy", "setuptools", "trove_classifiers"):
        assert not [*(folder / "opt/lib").glob(f"python*/site-packages/{builder}*")]
    subprocess.run([folder / "opt/bin/python", "-I", "-c", DRAWS_AND_PUSHES], check=True)
    last = dict(steps(1))
    assert last["ENTRYPOINT"] == '["sitrep"]'
    user = last["USER"].split(":")[0]
    data = folder / "data"
    data.mkdir()
    as_user = []
    if os.geteuid() == 0:
        os.chown(data, int(user), int(user))
        nothing = ["--bounding-set=-all", "--inh-caps=-all", "--clear-groups", "--no-new-privs"]
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", *nothing]
    arguments = yaml.safe_load(last["CMD"])
    arguments[arguments.index("0.0.0.0")] = "127.0.0.1"
    arguments[arguments.index("--port") :] = []
    said = folder / "said"
    with said.open("w") as out:
        service = subprocess.Popen(
            [*as_user, str(folder / "opt/bin/sitrep"), *arguments], stdout=out, stderr=out, cwd=data,
            env={"PATH": f"{folder / 'opt/bin'}:/usr/bin:/bin", "SITREP_DATA": str(data), "PYTHONUNBUFFERED": "1",
                 "SITREP_PORT": "18080"},
        )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while said.read_text().count("/seat/") < 3:
            assert service.poll() is None and time.monotonic() < deadline, said.read_text()
            time.sleep(0.1)
        address, link = re.findall(r"http://\S+", said.read_text())[:3:2]
        assert httpx.get(f"{address}/healthz").text == "alive\n"
        page = httpx.get(link, follow_redirects=True)
        assert page.status_code == 200
        styles = re.search('/static/[^"]+', page.text)
        assert styles and httpx.get(address + styles[0]).status_code == 200
        assert (data / "sitrep.db").stat().st_uid == (int(user) if as_user else os.geteuid())
    finally:
        service.terminate()
        service.wait(20)
