"""What bars a declaration, and what Operation Wanda, an isolated Korps and a declared breakout bring (16.1 to 16.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.known import picture as known
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.breakout import BreakOut
from service.games.korsun.sections.conversions import RebuildFromCadres
from service.games.korsun.sections.declarations import ActivateKorsun, DeclareWanda, IsolateKorps
from service.games.korsun.sections.reserves import DeclareReserve
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, resolved

CUT = ("R105 at 1206", "42 at 0808", "21 at 1407", "86 at 1310", "1127 at 1611", "1129 at 0605")
"""Every road from the airfield to a source is cut, and no Soviet unit stands next to it."""


def declaring(*things: str, turn: int = 9, **entries: Any) -> Table:
    """The German declaration segment, after the patrols have reported."""
    return position(*things, heading="F events", scenario="korsun-intro", turn=turn, **entries).done("ge")


@pytest.mark.rule("KOR-GEV-04", "KOR-GEV-07")
@pytest.mark.parametrize(
    ("more", "entries", "reason"),
    [
        ((), {}, ""),
        ((), {"airfield": "abandoned"}, "The Korsun airfield is abandoned."),
        (("1131 at 1205",), {}, "The patrols report a Soviet combat unit next to the airfield."),
        ((), {"control": {"1206": "Soviet"}}, "The airfield is not in German hands."),
    ],
)  # fmt: skip
def test_what_bars_the_declaration_that_korsun_is_isolated(more: tuple[str, ...], entries: dict[str, Any], reason: str):
    table = declaring(*CUT, *more, **entries)
    if not reason:
        assert table.order("ge", ActivateKorsun()).truth.public.airfield == "active"
        return
    refused = table.refused("ge", ActivateKorsun())
    assert (refused.rule, refused.reason) == ("KOR-GEV-04", reason)


@pytest.mark.parametrize(("own", "korsun", "kept"), [(2, 5, 7), (3, 6, 8)])
def test_of_the_points_of_an_isolated_korps_korsun_keeps_8_in_all(own: int, korsun: int, kept: int):
    """16.2: the rest is lost."""
    things = ("R105 at 1508", "42 at 0110", f"marker XI at 1607 sp {own} cut", f"marker KORSUN at 1206 sp {korsun}")
    table = declaring(*things, airfield="active").order("ge", IsolateKorps(command="XI"))
    assert (table.truth.sdms["KORSUN"].sp, table.truth.sdms["XI"].sp) == (kept, 0)


@pytest.mark.rule("KOR-GEV-05")
@pytest.mark.parametrize(("beside", "may"), [("42 at 1205", False), ("42 at 1204", True)])
def test_no_korps_is_declared_isolated_while_a_soviet_combat_unit_stands_next_to_the_airfield(beside: str, may: bool):
    things = ("R105 at 1508", beside, "marker XI at 1607 sp 2 cut", "marker KORSUN at 1206 sp 5")
    table = declaring(*things, airfield="active")
    if may:
        assert table.order("ge", IsolateKorps(command="XI")).truth.public.isolated == ["XI"]
    else:
        refused = table.refused("ge", IsolateKorps(command="XI"))
        assert refused.reason == "The airfield is not active while a Soviet combat unit stands next to it."
        assert not table.options("ge", "isolate-korps")


# ---- Operation Wanda (16.3)


@pytest.mark.rule("KOR-GEV-06")
def test_operation_wanda_is_declared_once_a_game():
    table = declaring("R105 at 1508", "42 at 0110", turn=10).order("ge", DeclareWanda())
    assert table.refused("ge", DeclareWanda()).reason == "Operation Wanda has been declared."
    later = declaring("R105 at 1508", "42 at 0110", turn=12, wanda_declared=10)
    assert later.refused("ge", DeclareWanda()).rule == "KOR-GEV-06" and not later.options("ge", "declare-wanda")


def test_operation_wanda_serves_two_stages_of_air_and_of_supply_and_then_no_more():
    things = ("R105 at 1508", "42 at 0110", "marker XI at 1607", "marker XXXXVII at 1712")
    table = position(*things, heading="F events", scenario="korsun-intro", turn=10).done("ge")
    table.order("ge", DeclareWanda())
    air: dict[int, bool] = {}
    more: dict[int, tuple[int, int]] = {}
    for turn in (11, 12, 13):
        before = len(table.told("ge", Thrown))
        while table.truth.turn < turn or not table.truth.steps.get("German", "").startswith("4"):
            table.done(table.waiting[0] if table.truth.turn < turn else "ge")
        air[turn] = any("operation_wanda" in one.modifiers for one in table.told("ge", Thrown)[before:])
        panzer, other = (5, 4) if table.truth.public.ground == "frozen" else (4, 3)
        more[turn] = (table.truth.sdms["XXXXVII"].sp - panzer, table.truth.sdms["XI"].sp - other)
    assert air == {11: True, 12: True, 13: False}
    assert more == {11: (2, 0), 12: (2, 0), 13: (0, 0)}, "a Panzer Korps alone, twice"


@pytest.mark.parametrize(("declared", "markers"), [(0, 2), (10, 3)])
def test_after_operation_wanda_the_german_side_has_one_more_reserve_marker(declared: int, markers: int):
    things = ("11PZ at 1817", "16PZ at 1716", "110PG at 1615", "64PG at 1517", "42 at 0110")
    table = position(*things, heading="F reserves", scenario="korsun-intro", turn=11, wanda_declared=declared)
    units = ("11PZ", "16PZ", "110PG", "64PG")
    for unit in units[:markers]:
        table.order("ge", DeclareReserve(units=(unit,)))
    refused = table.refused("ge", DeclareReserve(units=(units[markers],)))
    assert refused.reason == f"All {markers} reserve markers are used."


# ---- a declared breakout (16.4, 16.5)


@pytest.mark.parametrize(("breakout", "strength"), [(0, "5/2"), (9, "5")])
def test_units_of_the_pocket_attack_as_if_supported_in_the_turn_of_a_declared_breakout(breakout: int, strength: str):
    table = combat("R105 at 0711 oos1", "42 at 0610", turn="F", isolated=["XI"], breakout=breakout,
                   by_purpose={"KOR-CBT-32": [1]})  # fmt: skip
    attack(table, "ge", "0610", "R105", planned=True, supported=())
    assert resolved(table).attack == strength


@pytest.mark.parametrize("binding", [False, True])
def test_a_declared_breakout_binds_where_the_scenario_says_so(binding: bool, monkeypatch: pytest.MonkeyPatch):
    """The switch `breakout_binding`: then the phase is not closed before a unit has tried."""
    read = known.scenario

    def switched(data: str, name: str) -> Any:
        rules = read(data, name)
        return replace(rules, switches=replace(rules.switches, breakout_binding=binding))

    monkeypatch.setattr(known, "scenario", switched)
    things = ("R105 at 1008", "34R at 0916", "86 at 1111", "marker III at 0916 sp 4", "marker KORSUN at 1206")
    table = position(*things, heading="F breakout", turn=17, breakout=17, by_purpose={"KOR-GBO-02": [1]})
    if binding:
        assert table.refused("ge", Done()).rule == "KOR-GBO-02"
        table.order("ge", BreakOut(unit="R105", path=(Hex("1009"),)))
    table.done("ge")
    assert table.heading != "7-breakout-phase"


# ---- cadres (8.6.3)


def test_a_unit_that_began_with_two_steps_leaves_no_cadre():
    table = combat("22GTB at 0610", "42 at 0610", "21 at 0611", "34R at 0711 lost 1", by_purpose={"KOR-CBT-32": [6]},
                   scenario="korsun-full", game_turn=9)  # fmt: skip
    resolved(attack(table, "so", "0711", "22GTB", "42", "21", planned=True, supported=()))
    assert "34R" not in table.truth.units and not any(table.truth.stores["German"].cadres.values())


def test_a_unit_is_rebuilt_from_cadres_for_a_point_that_its_korps_has():
    table = position(
        "DG112 at 0904", "21 at 0107", "marker XXXXII at 0907 sp 3", heading="F replacements", scenario="korsun-intro",
        turn=8, german={"cadres": {"XXXXII": ["DG332", "DG255"]}, "points": dict.fromkeys(("XXXXII", "XI"), 0)},
    )  # fmt: skip
    refused = table.refused("ge", RebuildFromCadres(unit="DG332", other="DG255", hex=Hex("0906")))
    assert refused.reason == "It costs 1 of the points of XXXXII, which has 0."
