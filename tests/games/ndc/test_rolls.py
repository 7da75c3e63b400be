"""Who learns what of each kind of roll stands in the data; `tests/secrecy/test_rolls.py` holds the game to it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from service.engine.data import DataSet
from service.engine.tables import DataFault
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import REPORTS
from service.games.ndc.printed.tables import load
from tests.roll_kinds import kinds_of, kinds_of_match
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


def test_a_side_is_found_in_a_purpose_though_its_name_has_a_figure_in_it():
    kinds = kinds_of_match(KINDS, ("Red 1", "North-West"), ("0907",))
    for side in ("Red 1", "North-West"):
        purpose = f"NDC-RES-13 combat of {side} at 0907"
        [kind] = kinds_of(kinds, purpose)
        assert (kind.name, kind.owner(purpose)) == ("combat", side)
    assert not kinds_of(kinds, "NDC-RES-13 combat of Red 1 at 0908"), "there is no such place"
