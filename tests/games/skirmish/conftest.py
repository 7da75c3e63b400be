"""Scenarios of a skirmish made for one test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import yaml

from service.engine.data import DataSet
from service.games.skirmish.game import SKIRMISH, skirmish_of

PATH = "scenarios/moulin-basset.yaml"


@pytest.fixture
def variant() -> Callable[..., Any]:
    """The game played by the shipped data with some entries of the introductory scenario changed."""

    def make(**entries: Any) -> Any:
        assert SKIRMISH.data is not None
        files = SKIRMISH.data.files
        text = yaml.safe_dump(yaml.safe_load(files[PATH]) | entries)
        return skirmish_of(DataSet.of({**files, PATH: text}))

    return make
