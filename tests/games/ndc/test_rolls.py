"""Who learns what of each kind of roll stands in the data; `tests/secrecy/test_rolls.py` holds the game to it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from service.engine.data import DataSet
from service.engine.tables import DataFault
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import REPORTS
from service.games.ndc.printed.tables import load
from tests.shipped import NDC_TABLES

KINDS = NDC_TABLES.rolls


def test_no_report_shows_a_die_that_nobody_may_see():
    """The weather is the one roll whose die is told, and its report the one report with dice in it."""
    assert [kind.name for kind in KINDS.values() if kind.learn["die"] != "nobody"] == ["weather"]
    shown = {kind.__name__ for kind in REPORTS for f in fields(kind) if f.name in ("die", "dice", "roll", "faces")}
    assert shown == {"WeatherDetermined"}


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("search of {side} at {hex}", "search of {unit} at {hex}", "no slot"),
        ("existence: both, purpose: both, die: nobody", "existence: both, purpose: both, die: owner", "public track"),
        ("existence: nobody, purpose: nobody", "existence: nobody, purpose: owner", "learns that it fell"),
        ("track: public", "track: open", "open"),
        ("result: both", "result: umpire", "umpire"),
    ],
)
def test_a_faulty_file_is_refused(old: str, new: str, reason: str):
    assert NDC.data is not None
    text = NDC.data.files["dice.yaml"]
    assert old in text
    spoiled = DataSet.of({**NDC.data.files, "dice.yaml": text.replace(old, new, 1)})
    with pytest.raises(DataFault, match=reason):
        load(spoiled.id)
