"""What a unit may not do by its kind, its state, or what it did before: moves, reactions, withdrawals, engineering."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.hexes import Hex
from service.games.korsun.known.reports import OverrunTried
from service.games.korsun.sections.attacks import DeclareAttack, React
from service.games.korsun.sections.breakthrough import WithdrawByNight
from service.games.korsun.sections.engineering import BuildBridge, DestroyBridge, LayMines
from service.games.korsun.sections.movement import Move, MoveByRoad
from tests.games.korsun.table import Table, position
from tests.games.korsun.test_combat import attack, combat, resolved

FAR = "DG332 at 1808"


def moving(*things: str, turn: str = "E", **entries: Any) -> Table:
    return position(*things, heading=f"{turn} movement", scenario="korsun-intro", turn=9, **entries)


# ---- moves


@pytest.mark.rule("KOR-SMV-07")
@pytest.mark.parametrize(
    ("start", "hex", "die", "succeeds"),
    [("0709", "0809", 5, True), ("0408", "0409", 5, False), ("0408", "0409", 3, True)],
)
def test_a_town_is_overrun_on_3_or_less_and_open_ground_on_5(start: str, hex: str, die: int, succeeds: bool):
    table = moving(f"20GTB at {start}", f"AL1 at {hex}", FAR, by_purpose={"KOR-SMV-07": [die]})
    [tried] = table.order("so", Move(units=("20GTB",), path=(hex,))).told("so", OverrunTried)  # type: ignore[arg-type]
    assert tried.succeeded is succeeds


@pytest.mark.rule("KOR-SMV-07")
@pytest.mark.parametrize(
    "things", [("20GTB at 0709", "AL1 at 0809", "AL2 at 0809"), ("42 at 0709 lost 1", "AL1 at 0809")]
)  # fmt: skip
def test_two_alarm_units_are_not_overrun_nor_one_by_a_unit_that_attacks_with_2(things: tuple[str, ...]):
    table = moving(*things, FAR)
    refused = table.refused("so", Move(units=(things[0].split()[0],), path=(Hex("0809"),)))
    assert "0809" in str(refused.reason) and not table.rolls("KOR-SMV-07")


def test_guns_enter_a_zone_of_control_only_where_a_combat_unit_of_theirs_stands():
    order = Move(units=("ART480",), path=(Hex("0610"),))
    assert moving("ART480 at 0510", "86 at 0611", "DG332 at 0711").refused("so", order).rule == "KOR-SMV-06"
    beside = moving("ART480 at 0510", "42 at 0610", "DG332 at 0711").order("so", order)
    assert beside.unit("ART480").hex == "0610"


def test_units_that_move_together_pay_what_the_dearest_of_them_pays():
    spent: dict[tuple[str, ...], int] = {}
    for units in (("42",), ("20GTB",), ("42", "20GTB")):
        table = moving("42 at 0505", "20GTB at 0505", FAR, ground="mud")
        table.order("so", Move(units=units, path=(Hex("0504"),)))
        spent[units] = max(int(table.unit(unit).spent) for unit in units)
    assert spent["42",] < spent["20GTB",] == spent["42", "20GTB"]


def test_one_hex_is_always_allowed_however_little_is_left_to_spend():
    table = moving("20GTB at 0302 oos2", FAR, ground="mud")
    assert table.order("so", Move(units=("20GTB",), path=(Hex("0202"),))).unit("20GTB").hex == "0202"


@pytest.mark.parametrize(
    ("unit", "reason"),
    [("110PG at 1615 oos1", "is out of supply, Disorganized or regrouping, and cannot move strategically."),
     ("AL2 at 1615", "is an alarm unit, which never moves strategically.")],
)  # fmt: skip
def test_nobody_out_of_supply_and_no_alarm_unit_moves_strategically(unit: str, reason: str):
    table = moving(unit, "42 at 0110", turn="F")
    refused = table.refused("ge", MoveByRoad(unit=unit.split()[0], to=Hex("1613")))
    assert refused.reason == f"{unit.split()[0]} {reason}"


def test_whoever_moved_strategically_does_not_attack_in_that_player_turn():
    """A piece alone has no zone, so that a road beside it is open."""
    attacks: dict[str, bool] = {}
    for name, order in (
        ("road", MoveByRoad(unit="110PG", to=Hex("1612"))),
        ("field", Move(units=("110PG",), path=(Hex("1612"),))),
    ):
        table = moving("110PG at 1613", "ART480 at 1512", "42 at 0110", turn="F").order("ge", order)
        assert table.unit("110PG").hex == "1612"
        table.done_until("a-combat-declaration-segment")
        declared = DeclareAttack(hex=Hex("1512"), units=("110PG",))
        if name == "road":
            assert table.refused("ge", declared).rule == "KOR-CBT-02"
        else:
            table.order("ge", declared)
        attacks[name] = bool(table.truth.attacks)
    assert attacks == {"road": False, "field": True}


# ---- reaction and withdrawal


@pytest.mark.rule("KOR-CBT-04")
@pytest.mark.parametrize(
    ("things", "may"),
    [(("SSPZ at 0811",), True), (("SSPZ at 0811 oos2",), False),
     (("SSPZ at 0811", "DG255 at 0711", "R245 at 0711"), False)],
)  # fmt: skip
def test_nobody_reacts_oos2_nor_where_there_is_no_room(things: tuple[str, ...], may: bool):
    table = attack(combat("42 at 0610", "DG332 at 0711", *things), "so", "0711", "42").done("so")
    order = React(unit="SSPZ", hex=Hex("0711"))
    if may:
        table.order("ge", order)
        assert table.refused("ge", React(unit="SSPZ", hex=Hex("0811"))).rule == "KOR-CBT-04", "once"
    else:
        assert table.refused("ge", order).rule == "KOR-CBT-04"


@pytest.mark.rule("KOR-GCB-04")
@pytest.mark.parametrize(
    ("unit", "more", "reason"),
    [("16PZ at 0813", (), "0812 lies in an enemy zone of control, and no combat unit of yours stands there."),
     ("16PZ at 0813", ("64PG at 0812",), ""),
     ("16PZ at 0813 disorganized", ("64PG at 0812",), "16PZ is Disorganized.")],
)  # fmt: skip
def test_a_withdrawal_by_night_goes_into_no_zone_alone_and_by_nobody_in_disorder(
    unit: str, more: tuple[str, ...], reason: str
):
    table = position(unit, *more, "DG332 at 0810", "42 at 0811", heading="F night", scenario="korsun-intro")
    order = WithdrawByNight(unit="16PZ", hex=Hex("0812"))
    if reason:
        assert table.refused("ge", order).reason == reason
    else:
        assert table.order("ge", order).unit("16PZ").hex == "0812"


# ---- engineering


def test_an_engineer_that_attacked_does_no_work_in_that_player_turn():
    table = combat("ENG27 at 1912", "AL2 at 1812", "DG332 at 0711", by_purpose={"KOR-CBT-32": [6]})
    resolved(attack(table, "so", "1812", "ENG27", planned=True, supported=()))
    table.done_until("5-engineering-phase")
    refused = table.refused("so", DestroyBridge(unit="ENG27", bridge="1812-1912"))
    assert refused.reason == "ENG27 has attacked in this player-turn."


@pytest.mark.rule("KOR-SEN-03")
@pytest.mark.parametrize("leaves", [False, True])
def test_a_bridge_is_built_only_while_its_engineer_stays(leaves: bool):
    table = position("ENG27 at 1913", "DG112 at 0705", "marker 4GA at 2012 sp 4", heading="E engineering",
                     scenario="korsun-intro", turn=9, bridges={})  # fmt: skip
    table.order("so", BuildBridge(unit="ENG27", bridge="1813-1913")).done("so")
    while not (table.truth.phasing == "Soviet" and table.heading == "b-movement-segment"):
        table.done(table.waiting[0])
    if leaves:
        table.order("so", Move(units=("ENG27",), path=(Hex("2013"), Hex("2113"))))
    table.done_until("5-engineering-phase")
    assert ("1813-1913" in table.truth.public.bridges) is not leaves


@pytest.mark.rule("KOR-SEN-04")
def test_no_minefield_is_laid_next_to_a_german_unit():
    table = position("ENG27 at 1912", "DG112 at 1812", "marker 4GA at 2012 sp 4", heading="E engineering",
                     scenario="korsun-intro", turn=9)  # fmt: skip
    assert table.refused("so", LayMines(unit="ENG27")).rule == "KOR-SEN-04"
