"""Coming onto the map (7.0): four units at most by an entry hex, and beside one that is barred a game-turn later."""

from __future__ import annotations

import pytest

from service.engine.hexes import Hex
from service.games.korsun.sections.movement import Move
from tests.games.korsun.table import Table, position

FIVES = {"KOR-WX": [5] * 9, "KOR-AIR": [5] * 9}
"""Overcast and Frozen."""


def enters(unit: str, *path: str) -> Move:
    return Move(units=(unit,), path=tuple(map(Hex, path)))


def next_german_moves(table: Table) -> Table:
    """Close every heading until German units move again."""
    turn = table.truth.turn
    while not (table.truth.turn > turn and table.truth.phasing == "German" and table.heading == "b-movement-segment"):
        table.done(table.waiting[0])
    return table


@pytest.mark.rule("KOR-GRR-10")
def test_four_units_at_most_come_by_an_entry_hex_in_a_player_turn():
    units = ("17PZ", "40PG", "PI16", "BAKE", "STUG249")
    table = position(
        *(f"{unit} staged" for unit in units), "79PG at 1818", "21 at 0107", heading="F movement",
        scenario="korsun-full", turn=11, by_purpose=FIVES,
    )  # fmt: skip
    for unit in units[:4]:
        table.order("ge", enters(unit, "0818", "0817"))
    assert table.refused("ge", enters("STUG249", "0818")).rule == "KOR-SMV-05"
    assert not any("STUG249" in option.subjects for option in table.options("ge", "move"))
    assert (table.unit("STUG249").hex, table.unit("STUG249").box) == (None, "staged")
    next_german_moves(table).order("ge", enters("STUG249", "0818"))
    assert table.unit("STUG249").hex == "0818"


@pytest.mark.rule("KOR-GRR-10")
def test_units_that_come_together_count_each_and_no_more_than_four_come():
    units = ("17PZ", "40PG", "PI16", "BAKE", "STUG249")
    table = position(*(f"{unit} staged" for unit in units), "79PG at 1818", "21 at 0107", heading="F movement",
                     scenario="korsun-full", turn=11)  # fmt: skip
    way = (Hex("0818"), Hex("0817"))
    assert table.refused("ge", Move(units=units, path=way)).rule == "KOR-SMV-05"
    table.order("ge", Move(units=units[:3], path=way))
    assert table.refused("ge", Move(units=units[3:], path=way)).rule == "KOR-SMV-05"
    table.order("ge", enters("BAKE", "0818"))
    assert [table.unit(unit).hex for unit in units] == ["0817", "0817", "0817", "0818", None]


@pytest.mark.rule("KOR-GRR-10")
@pytest.mark.parametrize(
    ("barrier", "watcher"), [("20GTB at 0818", "DG112 at 0817"), ("20GTB at 0817", "DG112 at 0816")]
)
def test_whose_entry_hex_is_barred_comes_beside_it_a_game_turn_later(barrier: str, watcher: str):
    """Held by the enemy, or in its zone of control: then by another hex of the edge, three hexes off at most."""
    table = position(
        "16PZ", watcher, barrier, heading="F replacements", scenario="korsun-intro", turn=9, by_purpose=FIVES
    )  # fmt: skip
    table.truth.units["16PZ"].box = table.picture("ge").own["16PZ"].box = "coming"
    table.done_until("b-movement-segment")
    assert table.unit("16PZ").box == "staged"
    for hex in ("0818", "1018"):
        assert table.refused("ge", enters("16PZ", hex)).rule in ("KOR-GMV-05", "KOR-SMV-05"), hex
    next_german_moves(table)
    for hex in ("0918", "1218"):
        assert table.refused("ge", enters("16PZ", hex)).rule == "KOR-SMV-05", "in a zone, or too far off"
    assert table.order("ge", enters("16PZ", "1018")).unit("16PZ").hex == "1018"
