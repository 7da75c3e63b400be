"""The Dockerfile and the compose files: linted, no root, one volume, and no setting that there is not."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from service.settings import Settings, variable
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


@pytest.mark.parametrize("name", ["compose.yaml", "compose.no-internet.yaml"])
def test_compose_names_settings_that_there_are(name: str):
    text = (ROOT / "docs/compose" / name).read_text()
    assert set(re.findall(r"SITREP_[A-Z_]+", text + DOCKERFILE)) <= {variable(name) for name in Settings.model_fields}
    service = yaml.safe_load(text)["services"]["sitrep"]
    assert len(service["volumes"]) == 1


def test_compose_gives_no_more_than_is_needed():
    service = yaml.safe_load((ROOT / "docs/compose/compose.yaml").read_text())["services"]["sitrep"]
    assert service["user"] == "10001:10001" and service["read_only"] and service["cap_drop"] == ["ALL"]
    assert service["volumes"] == ["data:/data"]
