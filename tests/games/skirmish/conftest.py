"""Scenarios of a skirmish made for one test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from service.games.skirmish.printed import scenario as scenarios


@pytest.fixture
def variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The introductory scenario with some of its entries changed, as a file of its own; returns its name."""

    def make(**entries: Any) -> str:
        text = (scenarios.FOLDER / "moulin-basset.yaml").read_text()
        (tmp_path / "moulin-basset.yaml").write_text(text)
        (tmp_path / f"{tmp_path.name}.yaml").write_text(yaml.safe_dump(yaml.safe_load(text) | entries))
        monkeypatch.setattr(scenarios, "FOLDER", tmp_path)
        return tmp_path.name

    return make
