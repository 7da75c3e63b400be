"""openapi.json at the top level."""

from __future__ import annotations

import subprocess
import sys

from service import openapi


def test_the_description_is_the_same_in_every_process():
    code = "from service.openapi import described; print(described(), end='')"
    said = {
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    }
    assert said == {openapi.described()}


def test_check_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(openapi, "FILE", tmp_path / "openapi.json")
    assert openapi.main(["--check"]) == 1
    assert "make openapi" in capsys.readouterr().err
    assert openapi.main([]) == 0
    assert openapi.main(["--check"]) == 0
