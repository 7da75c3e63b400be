"""Minefields (15.3, fog 4.3): hidden until found, and what they cost whoever enters."""

from __future__ import annotations

import pytest

from service.games.korsun.known.reports import MoveStopped
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.movement import Move
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import resolved

MINES = {"mines": ["0912"]}


def german(*things: str, heading: str = "F movement", **entries: object) -> Table:
    return position(*things, heading=heading, turn=17, soviet={"mines": ["0912"]}, **entries)  # type: ignore[arg-type]


def test_a_german_unit_that_enters_finds_the_mines_and_stops():
    table = german("79PG at 0911", "42 at 1211")
    assert table.picture("ge").mines == []
    table.order("ge", Move(units=("79PG",), path=("0912", "1012")))
    assert (table.unit("79PG").hex, table.told("ge", MoveStopped)[-1].why) == ("0912", "mines")
    assert table.picture("ge").mines == ["0912"] and table.unit("79PG").ended


def test_known_mines_cost_more_and_end_the_way():
    """Clear ground costs wheels 2, the mines 3 more."""
    table = german("79PG at 0911", "42 at 1211", found_mines=["0912"])
    table.truth.pictures["German"].mines = ["0912"]
    ways = {way.place: way for way in table.ways("ge", "79PG")}
    assert ways["0912"].cost == 5 and all(way.path[:-1].count("0912") == 0 for way in ways.values())


def test_an_attack_on_the_hex_finds_them():
    table = german("79PG at 0911", "21 at 0912", heading="F combat", by_purpose={"KOR-CBT-32": [1]})
    table.order("ge", DeclareAttack(hex="0912", units=("79PG",), planned=True))
    assert resolved(table).shifts["minefield"] == -2
    assert table.picture("ge").mines == ["0912"]


def test_an_engineer_that_ends_the_segment_beside_them_finds_them_and_another_unit_does_not():
    found = {}
    for unit in ("PI16", "79PG"):
        table = german(f"{unit} at 0911", "42 at 1211").done("ge")
        found[unit] = table.picture("ge").mines
    assert found == {"PI16": ["0912"], "79PG": []}


@pytest.mark.rule("KOR-SEN-04")
def test_the_soviet_side_pays_nothing_for_its_own_mines():
    table = position("42 at 0911", "79PG at 1114", heading="E movement", soviet={"mines": ["0912"]})
    assert {way.place: way.cost for way in table.ways("so", "42")}["0912"] == 2
