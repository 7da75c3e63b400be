"""E1: barrage units are created, fire, leave for the Turn Record Track and come back (KOR-SEV-01 to 08)."""

from __future__ import annotations

from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.korsun.known.field import Field
from service.games.korsun.known.reports import CombatFought, Thrown
from service.games.korsun.printed.units import Barrage
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.barrage import CreateBarrage, FireBarrage
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.support import PaySupply
from service.games.korsun.truth.state import BarragesSet
from tests.games.korsun.table import Table, opened, position

GUNS = ("AB1 at 2111", "AB2 at 2111", "AB3 at 2111")
OTHERS = ("R544 at 1811", "204 at 1911", "206 at 1911", "marker 4GA at 2112 sp 3", "marker XI at 1810 sp 3")


def events(*things: str, turn: int = 9, barrage: Barrage | None = None, **entries: Any) -> Table:
    stores = opened("korsun-intro").stores
    if barrage is not None:
        stores["Soviet"].barrages = {"BAR": barrage}
    return position(
        *(things or (*GUNS, *OTHERS)), heading="E events", scenario="korsun-intro", turn=turn, stores=stores, **entries
    ).done("so")  # fmt: skip


def barrage(table: Table) -> Barrage:
    assert table.picture("so").stores.barrages == table.truth.stores["Soviet"].barrages
    return table.truth.stores["Soviet"].barrages["BAR"]


@pytest.mark.rule("KOR-SEV-01", "KOR-SEV-06")
def test_a_barrage_unit_is_exchanged_with_its_ready_components_in_its_segment():
    table = events()
    assert table.heading == "b-barrage-unit-creation-segment"
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"))
    assert barrage(table).hex == "2111" and table.truth.sdms["4GA"].sp == 1
    assert [(table.unit(id).hex, table.unit(id).box) for id in ("AB1", "AB2", "AB3")] == [(None, "holding")] * 3
    closed = events().done("so")
    assert closed.refused("so", CreateBarrage(barrage="BAR", hex="2111")).rule == "KOR-SEV-06"
    for unfit in (("AB1 at 2111", "AB2 at 2111"), (*GUNS[:2], "AB3 at 2111 nofire 1"), (*GUNS[:2], "AB3 at 2108")):
        assert events(*unfit, *OTHERS).refused("so", CreateBarrage(barrage="BAR", hex="2111")).rule == "KOR-SEV-06"


@pytest.mark.rule("KOR-SEV-02", "KOR-SEV-05")
@pytest.mark.parametrize(("turn", "due"), [(11, 12), (12, 0)])
def test_a_barrage_unit_on_the_track_comes_back_to_its_box_in_its_game_turn(turn: int, due: int):
    table = events(turn=turn, barrage=Barrage(due=12))
    assert (barrage(table).due, barrage(table).hex) == (due, None)
    order = CreateBarrage(barrage="BAR", hex="2111")
    if due:
        assert table.refused("so", order).rule == "KOR-SEV-06"
    else:
        assert barrage(table.order("so", order)).hex == "2111"


@pytest.mark.rule("KOR-SEV-05")
def test_who_is_due_comes_off_the_track_before_who_is_on_the_map_goes_there():
    """Of two barrage units one is due in this game-turn, and the other stands on the map."""
    stores = opened("korsun-intro").stores
    stores["Soviet"].barrages = {"BAR": Barrage(hex=Hex("2111"), fired=True), "OLD": Barrage(due=9)}
    table = position(*OTHERS, heading="E events", scenario="korsun-intro", turn=9, stores=stores)
    set_so = [{id: (one.hex, one.due) for id, one in event.barrages.items()}
              for event in table.journal if isinstance(event, BarragesSet)]  # fmt: skip
    assert set_so[:2] == [{"BAR": ("2111", 0), "OLD": (None, 0)}, {"BAR": (None, 12), "OLD": (None, 0)}]


@pytest.mark.rule("KOR-SEV-03", "KOR-SEV-04", "KOR-SEV-05")
@pytest.mark.parametrize("fired", [True, False])
def test_a_barrage_unit_on_the_map_goes_to_the_track_and_its_components_come_back(fired: bool):
    """There is room for all three in its hex; they are Low, and marked by their subscript."""
    things = ("AB1", "AB2", "AB3", *OTHERS)
    stores = opened("korsun-intro").stores
    stores["Soviet"].barrages = {"BAR": Barrage(hex="2111", fired=fired)}  # type: ignore[arg-type]
    table = position(*things, heading="E reserves", scenario="korsun-intro", turn=9, stores=stores)
    for id in ("AB1", "AB2", "AB3"):
        table.truth.units[id].box = table.picture("so").own[id].box = "holding"
    while table.truth.turn == 9:
        table.done(table.waiting[0])
    table.done_until("b-movement-segment")
    assert (barrage(table).due, barrage(table).hex) == (13, None)
    assert [table.unit(id).hex for id in ("AB1", "AB2", "AB3")] == ["2111"] * 3
    assert {(table.unit(id).ammo, table.unit(id).no_fire) for id in ("AB1", "AB2", "AB3")} == {(1, 2)}


def test_the_cycle_of_a_barrage_unit_from_its_creation_to_its_return():
    """Made in game-turn 9 of three pieces; in 10 it is on the track for 13 and they are back; in 13 it can be made."""
    table = events(dice=(3, 4) * 200)
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
    table.order("so", FireBarrage(barrage="BAR", hex="1811"))
    found: dict[int, tuple[Any, ...]] = {}
    for turn in range(9, 14):
        while table.truth.turn < turn or not ("e-soviet" in table.address and "3-movement" in table.address):
            table.done(table.waiting[0])
        unit = table.truth.stores["Soviet"].barrages["BAR"]
        found[turn] = (unit.hex, unit.due, {table.unit(id).hex for id in ("AB1", "AB2", "AB3")})
    assert found[9] == ("2111", 0, {None})
    assert found[10] == (None, 13, {"2111"})
    assert found[12] == (None, 13, {"2111"}) and found[13] == (None, 0, {"2111"})


@pytest.mark.rule("KOR-SEV-07", "KOR-SEV-08")
@pytest.mark.parametrize(("die", "level"), [(2, 1), (4, 2), (6, 3)])
def test_a_barrage_leaves_one_marker_which_is_told_to_who_stands_under_it(die: int, level: int):
    assert events().done("so").refused("so", FireBarrage(barrage="BAR", hex="1811")).rule == "KOR-SEV-07"
    table = events(by_purpose={"KOR-SEV-07": [die]})
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done()).order(
        "so", FireBarrage(barrage="BAR", hex="1811")
    )
    assert table.truth.stores["Soviet"].effects == {"1811": level}
    assert table.refused("so", FireBarrage(barrage="BAR", hex="1811")).rule == "KOR-SEV-07"
    earlier = events(by_purpose={"KOR-SEV-07": [die]}).order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
    earlier.truth.stores["Soviet"].effects = {Hex("1810"): 1}
    earlier.order("so", FireBarrage(barrage="BAR", hex="1811"))
    assert earlier.truth.stores["Soviet"].effects == {"1810": 1, "1811": level}, "it leaves that of another barrage"
    assert table.unit("R544").order == ("disorganized" if level == 3 else "")
    assert not table.told("ge", Thrown) and table.told("so", Thrown)
    table.done_until("a-combat-declaration-segment")
    assert table.picture("ge").stores.effects == {"1811": level}
    elsewhere = events(*GUNS, "R544 at 1811", "R124 at 1609", "204 at 1911", "marker 4GA at 2112 sp 3")
    assert elsewhere.picture("ge").stores.effects == {}


def test_a_heavy_barrage_shifts_and_suppresses_until_the_end_of_the_soviet_combat_phase():
    table = events(by_purpose={"KOR-SEV-07": [4], "KOR-CBT-32": [1]})
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done()).order(
        "so", FireBarrage(barrage="BAR", hex="1811")
    )
    field: Field = table.truth.field("Soviet")
    assert field.enemies["1811"].zone == "zoi"  # type: ignore[index]
    table.done_until("a-combat-declaration-segment")
    table.order("so", DeclareAttack(hex="1811", units=("204",), planned=True, supported=()), Done())
    while not table.told("so", CombatFought):
        table.done(table.waiting[0])
    came = table.told("so", CombatFought)[0]
    assert came.shifts["artillery"] == 2 and came.defense == "15/4"
    table.done_until("5-engineering-phase")
    assert table.truth.stores["Soviet"].effects == {}


def test_a_german_unit_that_enters_its_hex_eliminates_a_barrage_unit_with_its_components():
    stores = opened("korsun-intro").stores
    stores["Soviet"].barrages = {"BAR": Barrage(hex="2111")}  # type: ignore[arg-type]
    things = ("AB1", "AB2", "AB3", "SSPZ at 2011", "204 at 2409")
    table = position(*things, heading="F movement", scenario="korsun-intro", turn=9, stores=stores)
    for id in ("AB1", "AB2", "AB3"):
        table.truth.units[id].box = table.picture("so").own[id].box = "holding"
    table.order("ge", Move(units=("SSPZ",), path=("2111",)))
    assert table.truth.stores["Soviet"].barrages == {}
    assert not {"AB1", "AB2", "AB3"} & table.truth.units.keys() and table.truth.lost["Soviet"]["other"] == 3


@pytest.mark.parametrize(
    ("guns", "why"),
    [
        (("AB1 at 2111", "AB2 at 2111", "AB3 at 2108"), "more than 2 hexes apart"),
        (("AB1 at 2111", "AB2 at 2111", "AB3 at 2109"), ""), ((*GUNS[:2], "AB3 at 2111 low"), "Full ammunition"),
        ((*GUNS[:2], "AB3 at 2111 oos1"), "not in supply"), ((*GUNS[:2], "AB3 at 2111 extended"), "not in supply"),
        ((*GUNS, "SSPZ at 2011"), "enemy zone of control"), ((*GUNS, "marker 4GA at 2112 sp 1"), "which has 1"),
    ],
)  # fmt: skip
@pytest.mark.rule("KOR-SEV-06")
def test_what_keeps_the_components_from_being_exchanged(guns: tuple[str, ...], why: str):
    """Each alone: distance, ammunition, supply by a normal path, an enemy zone, and the points of their marker."""
    table = events(*guns, *(other for other in OTHERS if not any(gun.startswith(other[:10]) for gun in guns)))
    order = CreateBarrage(barrage="BAR", hex="2111")
    if not why:
        assert barrage(table.order("so", order)).hex == "2111"
        return
    refusal = table.refused("so", order)
    assert refusal.rule == "KOR-SEV-06" and why in plain_text(refusal.said), plain_text(refusal.said)


def test_a_barrage_unit_stands_in_a_hex_that_a_component_has_left_and_stacks_there_as_three():
    """2110 is none of theirs. With a regiment in 2111 there is room for an engineer beside it, and for no regiment."""
    assert events().refused("so", CreateBarrage(barrage="BAR", hex="2110")).rule == "KOR-SEV-06"
    table = events(*GUNS, "204 at 2111", "206 at 2112", "ENG27 at 2112", *OTHERS[:1], *OTHERS[3:])
    table.order("so", CreateBarrage(barrage="BAR", hex="2111")).done_until("b-movement-segment")
    reached = {unit: "2111" in {way.place for way in table.ways("so", unit)} for unit in ("206", "ENG27")}
    assert reached == {"206": False, "ENG27": True}


@pytest.mark.parametrize(
    ("hex", "sky", "die", "level"),
    [("1811", "clear", 3, 2), ("1712", "clear", 3, 1), ("1712", "clear", 6, 2), ("1811", "storm", 3, 2)],
)
@pytest.mark.rule("KOR-SEV-07")
def test_a_town_takes_one_from_the_die_of_a_barrage(hex: str, sky: str, die: int, level: int):
    table = fired_at(hex, sky, by_purpose={"KOR-SEV-07": [die]})
    table.order("so", FireBarrage(barrage="BAR", hex=hex))
    assert table.truth.stores["Soviet"].effects == {hex: level}
    assert table.told("so", Thrown)[-1].die == die


@pytest.mark.parametrize(("hex", "sky"), [("1712", "storm"), ("1511", "clear")])
def test_a_barrage_reaches_five_hexes_and_three_in_a_storm(hex: str, sky: str):
    refusal = fired_at(hex, sky).refused("so", FireBarrage(barrage="BAR", hex=hex))
    assert refusal.rule == "KOR-SEV-07" and "out of range" in plain_text(refusal.said)


def fired_at(hex: str, sky: str, **entries: Any) -> Table:
    """A barrage unit in 2111 is about to fire at R544, beside which a Soviet regiment stands."""
    beside = {"1811": "1911", "1712": "1812", "1511": "1611"}[hex]
    things = (*GUNS, f"R544 at {hex}", f"204 at {beside}", "marker 4GA at 2112 sp 3")
    table = events(*things, visibility=sky, **entries)
    return table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())


@pytest.mark.rule("KOR-SEV-08")
def test_a_barrage_of_level_3_removes_the_improved_position_and_disorganizes_the_weakest_unit():
    """STUG905 defends with 4 and R544 with 5; the piece with them is no combat unit. Level 2 leaves all as it was."""
    for die, disorganized, improved in ((6, ["STUG905"], []), (5, [], ["1811"])):
        table = events(
            *GUNS, *OTHERS, "STUG905 at 1811", "ART172 at 1811", improved=["1811"], by_purpose={"KOR-SEV-07": [die]}
        )
        table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
        table.order("so", FireBarrage(barrage="BAR", hex="1811"))
        assert [id for id, unit in table.truth.units.items() if unit.order == "disorganized"] == disorganized
        assert table.truth.improved == improved == table.done_until("b-movement-segment").truth.improved


def test_the_components_are_gone_with_their_barrage_unit_and_a_new_one_cannot_be_made():
    """A German unit has entered its hex; in the next game-turn there is nothing to exchange."""
    stores = {"barrages": {"BAR": Barrage(hex="2111")}}  # type: ignore[arg-type]
    table = position(
        "AB1 holding", "AB2 holding", "AB3 holding", "SSPZ at 2011", "204 at 2409", heading="F movement",
        scenario="korsun-intro", turn=9, soviet=stores,
    )  # fmt: skip
    table.order("ge", Move(units=("SSPZ",), path=("2111",)))
    while table.truth.turn == 9:
        table.done(table.waiting[0])
    table.done_until("b-barrage-unit-creation-segment")
    assert not table.options("so", "create-barrage")
    assert table.refused("so", CreateBarrage(barrage="BAR", hex="2111")).rule == "KOR-SEV-06"


@pytest.mark.parametrize(("die", "left", "defense"), [(2, 2, "5"), (3, 3, "15/4")])
@pytest.mark.rule("KOR-SEV-08")
def test_units_under_a_barrage_of_level_2_are_not_supported_and_nothing_is_spent_for_them(
    die: int, left: int, defense: str
):
    """The German side pays for its regiment: under level 1 it counts in full, under level 2 at three quarters."""
    things = (*GUNS, *OTHERS[:4], "marker XI at 1711 sp 3")
    table = events(*things, by_purpose={"KOR-SEV-07": [die], "KOR-CBT-32": [1]})
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
    table.order("so", FireBarrage(barrage="BAR", hex="1811")).done_until("a-combat-declaration-segment")
    table.order("so", DeclareAttack(hex="1811", units=("204",), planned=True, supported=()), Done())
    table.done_until("the-defender-s-supported-commands").order("ge", PaySupply(commands=("XI",)), Done())
    while not table.told("so", CombatFought):
        table.done(table.waiting[0])
    assert (table.truth.sdms["XI"].sp, table.told("ge", CombatFought)[0].defense) == (left, defense)
