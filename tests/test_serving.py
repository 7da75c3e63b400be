"""The unit for systemd, and what else an operator is handed: it names what there is.

`tests/live/test_proxies.py` serves behind the examples for nginx and Caddy.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from service.cli import cli
from service.settings import Settings
from service.settings_sources import variable
from tests.machine import ROOT

UNIT = (ROOT / "docs" / "serving" / "sitrep.service").read_text()


def test_the_unit_runs_commands_that_there_are_with_options_that_there_are():
    commands = re.findall(r"^ExecStart(?:Pre)?=/opt/sitrep/bin/sitrep (\S+)(.*)$", UNIT, re.MULTILINE)
    assert [name for name, _ in commands] == ["migrate", "serve"]
    for name, options in commands:
        said = CliRunner().invoke(cli, [name, "--help"])
        assert said.exit_code == 0 and all(one in said.output for one in re.findall(r"--\w+", options))
    known = {variable(Settings, name) for name in Settings.model_fields}
    assert set(re.findall(r"SITREP_\w+", UNIT)) <= known


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not here")
def test_systemd_finds_no_fault_in_the_unit(tmp_path: Path):
    unit = tmp_path / "sitrep.service"
    unit.write_text(UNIT.replace("/opt/sitrep/bin/sitrep", sys.executable).replace("sitrep\n", "root\n"))
    said = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(unit)], capture_output=True, text=True, timeout=60
    )  # fmt: skip
    ours = [line for line in said.stderr.splitlines() if "sitrep.service" in line]
    assert not ours and said.returncode == 0, said.stderr


def test_whoever_finds_a_hole_reads_where_to_tell_of_it_and_for_which_release():
    said = (ROOT / "SECURITY.md").read_text()
    assert "private vulnerability reporting" in said and "sitrep --version" in said
    assert CliRunner().invoke(cli, ["--version"]).output.startswith("Sitrep ")
