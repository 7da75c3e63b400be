"""Lines that answer an attack (parent 3.4): each for a side that is away, and for one that is present."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.korsun.game import KORSUN
from service.games.korsun.known.expected import odds_before_shifts
from service.games.korsun.known.line_lists import LISTS
from service.games.korsun.known.lines import (
    AddAirLine,
    AddArtilleryLine,
    AddBarrageLine,
    AddEngineerLine,
    AddNoRetreatLine,
    AddReactionLine,
    AddRetreatLine,
    AddSupplyLine,
    DropStandingLine,
    MoveStandingLine,
    SetDefense,
)
from service.games.korsun.known.reports import ArmorShot, CombatFought, SupportDeclared
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.barrage import CreateBarrage, FireBarrage
from service.games.korsun.sections.breakthrough import AttackByBreakthrough
from service.matches.order_json import order_forms
from tests.games.korsun.table import Table, new_match, position
from tests.games.korsun.test_barrage import GUNS, OTHERS, events
from tests.games.korsun.test_combat import FIVE, WORKED, combat
from tests.games.korsun.test_decisions import COMERS, STORM

AWAY, PRESENT = True, False
Lines = tuple[Order, ...]


def attacked(table: Table, lines: Lines, *, away: bool, hex: str = "0711", units: tuple[str, ...] = FIVE,
             artillery: tuple[str, ...] = ("ART480",)) -> Table:  # fmt: skip
    """The German side has these lines, and is away or closes whatever it is asked, until the combat is fought."""
    table.order("ge", *lines, *[Attend(attendance="standing")] * away)
    plan = DeclareAttack(hex=hex, units=units, planned=True, artillery=artillery)
    table.order("so", plan, Done())
    while not table.told("ge", CombatFought):
        assert not away, f"a side that is away was asked at {table.address}"
        table.done(table.waiting[0])
    return table


def declared(table: Table, item: str) -> Any:
    """What the German side's item of support came to."""
    return next(one.attack for one in table.told("so", SupportDeclared) if (one.item, one.by) == (item, "German"))


# ---- for a side that is away; one that is present is asked, and lines say nothing for it


@pytest.mark.parametrize(
    ("lines", "hex"),
    [
        ((), "0811"), ((AddReactionLine(),), "0711"), ((AddReactionLine(unit="SSPZ", hex="0711", to="0812"),), "0812"),
        ((AddReactionLine(unit="STUG905"),), "0811"), ((AddReactionLine(hex="0812"),), "0811"),
        ((AddReactionLine(least="3:1"),), "0711"), ((AddReactionLine(least="7:1"),), "0811"),
        ((AddReactionLine(most="2:1"),), "0811"), ((AddReactionLine(does="hold"), AddReactionLine()), "0811"),
        ((AddReactionLine(does="leave"), AddReactionLine()), "0711"),
    ],
)  # fmt: skip
def test_armor_reacts_by_the_first_line_that_fits_an_attack_and_holds_without_one(lines: Lines, hex: str):
    """Five of 26 against 6 in 0711, as printed; SSPZ stands beside."""
    for away in (AWAY, PRESENT):
        table = combat(*WORKED, "SSPZ at 0811", "STUG905 at 1410", by_purpose={"KOR-CBT-32": [1]})
        table.order("ge", *lines, *[Attend(attendance="standing")] * away)
        table.order("so", DeclareAttack(hex="0711", units=FIVE, planned=True), Done())
        if not away:
            assert table.heading == "b-german-armor-reaction-segment"
            table.done("ge")
        assert table.rolls("KOR-CBT-3") or not away
        moved = [entry for entry in table.journal if getattr(entry, "entries", {}).get("used")]
        assert [entry.entries["hex"] for entry in moved] == [hex] * (away and hex != "0811")  # type: ignore[attr-defined]


def test_armor_leaves_a_hex_under_attack_toward_its_marker_but_not_as_the_last():
    things = ("42 at 0610", "DG332 at 0711", "SSPZ at 0711", "marker XI at 0907")
    table = combat(*things, by_purpose={"KOR-CBT-32": [1]})
    attacked(table, (AddReactionLine(does="leave"),), away=AWAY, units=("42",), artillery=())
    assert table.unit("SSPZ").hex == "0810" and table.unit("DG332").hex == "0711"
    both = combat(*things, "86 at 0809", "DG255 at 0810", by_purpose={"KOR-CBT-32": [1, 1]})
    both.order("so", DeclareAttack(hex="0810", units=("86",), planned=True))
    attacked(both, (AddReactionLine(hex="0711", does="leave"),), away=AWAY, units=("42",), artillery=())
    assert both.unit("SSPZ").hex == "0811"
    shut = ("42 at 0610", "DG332 at 0711", "SSPZ at 0711", "marker XI at 0910", "21 at 0812", "DG112 at 0813")
    hemmed = combat(*shut, "86 at 0809", "DG255 at 0810", by_purpose={"KOR-CBT-32": [1, 1]})
    hemmed.order("so", DeclareAttack(hex="0810", units=("86",), planned=True))
    attacked(hemmed, (AddReactionLine(hex="0711", does="leave"),), away=AWAY, units=("42",), artillery=())
    assert hemmed.unit("SSPZ").hex == "0710", "every way out lies in a zone, and the nearest is under attack"
    alone = combat("42 at 0610", "SSPZ at 0711", by_purpose={"KOR-CBT-32": [1]})
    attacked(alone, (AddReactionLine(does="leave"),), away=AWAY, units=("42",), artillery=())
    assert alone.unit("SSPZ").hex == "0711"


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        ((), 3), ((AddSupplyLine(does="not"),), 4), ((AddSupplyLine(keep=3),), 3), ((AddSupplyLine(keep=4),), 4),
        ((AddSupplyLine(hex="0907", does="not"),), 3), ((AddSupplyLine(command="XI", does="not"),), 3),
        ((AddSupplyLine(strength=26, does="not"),), 4), ((AddSupplyLine(strength=27, does="not"),), 3),
    ],
)  # fmt: skip
def test_supply_is_paid_by_the_first_line_that_fits_a_command_and_else_if_a_point_is_left(lines: Lines, left: int):
    """26 attack, as printed; the marker of XXXXII has 4 points."""
    table = attacked(combat(*WORKED, by_purpose={"KOR-CBT-32": [1]}), lines, away=AWAY)
    assert table.truth.sdms["XXXXII"].sp == left
    assert ("XXXXII" in declared(table, "supply").supported.get("German", [])) is (left < 4)
    present = attacked(combat(*WORKED, by_purpose={"KOR-CBT-32": [1]}), (AddSupplyLine(),), away=PRESENT)
    assert present.truth.sdms["XXXXII"].sp == 4


@pytest.mark.parametrize(
    ("lines", "missions"),
    [
        ((), 1), ((AddAirLine(missions=2),), 2), ((AddAirLine(missions=0),), 0), ((AddAirLine(missions=2, keep=1),), 1),
        ((AddAirLine(missions=2, least="5:1"),), 1), ((AddAirLine(missions=2, most="3:1"),), 1),
        ((AddAirLine(missions=2, least="4:1", most="4:1"),), 2), ((AddAirLine(hex="0907", missions=2),), 1),
    ],
)  # fmt: skip
def test_missions_fly_by_the_first_line_that_fits_the_odds_before_shifts(lines: Lines, missions: int):
    """26 against 6 is 4:1; without a line one flies from 2:1 on."""
    two = {"missions": {"German": 2}}
    table = attacked(combat(*WORKED, german=two, by_purpose={"KOR-CBT-32": [1]}), lines, away=AWAY)
    assert declared(table, "air").air == missions == -table.told("ge", CombatFought)[0].shifts["air"]
    assert table.truth.stores["German"].missions == {"German": 2 - missions}
    present = attacked(combat(*WORKED, german=two, by_purpose={"KOR-CBT-32": [1]}), (AddAirLine(),), away=PRESENT)
    assert declared(present, "air").air == 0


def test_no_mission_flies_by_itself_against_odds_below_two_to_one():
    for units, initial, missions in ((("42", "20GTB"), "1:1", 0), (("42", "21", "20GTB", "22GTB"), "2:1", 1)):
        things = ("42 at 0610", "21 at 0610", "20GTB at 0611", "22GTB at 0611", "DG332 at 0711")
        table = combat(*things, german={"missions": {"German": 2}}, by_purpose={"KOR-CBT-32": [1]})
        attacked(table, (), away=AWAY, units=units, artillery=())
        assert (table.told("ge", CombatFought)[0].initial, declared(table, "air").air) == (initial, missions)


@pytest.mark.parametrize(
    ("more", "entries"),
    [
        ((), {}), (("DG255 at 0510",), {}), ((), {"improved": ["0711"]}), (("20GTB at 0712 lost 1",), {}),
        (("DG255 at 0711 regroup",), {}), (("8GTB at 0611 disorganized",), {}), ((), {"ground": "mud"}),
    ],
)  # fmt: skip
def test_a_defender_reckons_the_odds_before_shifts_as_they_are_where_nobody_is_supported(
    more: tuple[str, ...], entries: dict[str, Any]
):
    """By what it has identified: zones of control, works, order, steps and the ground count for it as they truly do."""
    moved = {thing.split()[0] for thing in more}
    table = combat(*(thing for thing in STORM if thing.split()[0] not in moved), *more, by_purpose={"KOR-CBT-32": [1]},
                   **entries)  # fmt: skip
    table.order("so", DeclareAttack(hex="0711", units=COMERS, planned=True, supported=()), Done())
    picture = table.picture("ge")
    column = odds_before_shifts(picture, picture.attacks[0])
    while not table.told("ge", CombatFought):
        table.done(table.waiting[0])
    assert picture.tables.combat.names[column] == table.told("ge", CombatFought)[0].initial


@pytest.mark.parametrize(
    ("lines", "fires", "ammo"),
    [
        ((), ("ART480",), 1), ((), (), 2), ((AddArtilleryLine(does="hold"),), ("ART480",), 2),
        ((AddArtilleryLine(),), (), 1), ((AddArtilleryLine(fired=True),), (), 2),
        ((AddArtilleryLine(units=("WERF54",)),), ("ART480",), 2), ((AddArtilleryLine(units=("ART188",)),), (), 1),
        ((AddArtilleryLine(least="5:1"),), (), 2), ((AddArtilleryLine(most="3:1"),), (), 2),
        ((AddArtilleryLine(hex="0907"),), (), 2),
    ],
)  # fmt: skip
def test_pieces_fire_by_the_first_line_that_fits_and_else_where_the_attackers_do(
    lines: Lines, fires: tuple[str, ...], ammo: int
):
    things = (*WORKED, "WERF54 at 1008")
    table = combat(*things, by_purpose={"KOR-CBT-32": [1]})
    assert attacked(table, lines, away=AWAY, artillery=fires).unit("ART188").ammo == ammo
    present = combat(*things, by_purpose={"KOR-CBT-32": [1]})
    assert attacked(present, (AddArtilleryLine(),), away=PRESENT).unit("ART188").ammo == 2


def test_a_piece_keeps_what_it_has_where_the_line_says_so():
    low = (*WORKED[:-4], "ART188 at 0907 low", *WORKED[-3:])
    for keep, ammo in (("low", 1), ("out", 0)):
        table = combat(*low, by_purpose={"KOR-CBT-32": [1]})
        line = AddArtilleryLine(keep=keep)  # type: ignore[arg-type]
        assert attacked(table, (line,), away=AWAY).unit("ART188").ammo == ammo


@pytest.mark.parametrize(
    ("lines", "declares"),
    [
        ((), False), ((AddEngineerLine(),), True), ((AddEngineerLine(hex="0907"),), False),
        ((AddEngineerLine(does="not"), AddEngineerLine()), False),
    ],
)  # fmt: skip
def test_engineers_are_declared_by_the_first_line_that_fits_and_else_not(lines: Lines, declares: bool):
    """In the town of Shpolka, where they count."""
    things = ("204 at 1711", "8GTB at 1711", "PI16 at 1712", "110PG at 1712", "marker XI at 1907")
    for away in (AWAY, PRESENT):
        table = combat(*things, by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [1]})
        attacked(table, lines, away=away, hex="1712", units=("204", "8GTB"), artillery=())
        shift = table.told("ge", CombatFought)[0].shifts["engineers"]
        assert shift == (-1 if away and declares else 0)


@pytest.mark.parametrize(
    ("lines", "stands"),
    [
        ((), False), ((AddNoRetreatLine(),), True), ((AddNoRetreatLine(hex="0907"),), False),
        ((AddNoRetreatLine(steps=3),), True), ((AddNoRetreatLine(steps=4),), False),
        ((AddNoRetreatLine(does="not"), AddNoRetreatLine()), False),
    ],
)  # fmt: skip
def test_no_retreat_is_declared_by_the_first_line_that_fits_and_else_not(lines: Lines, stands: bool):
    """1DR2 against three steps in a town."""
    things = ("80TB at 1711", "7GMR at 1612", "8GTB at 1812", "110PG at 1712", "204 at 1711")
    units = ("80TB", "7GMR", "8GTB", "204")
    for away in (AWAY, PRESENT):
        table = combat(*things, by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [6]})
        attacked(table, lines, away=away, hex="1712", units=units, artillery=())
        assert declared(table, "no-retreat").no_retreat is (away and stands)


def test_lines_answer_second_combats_also_for_a_side_that_is_present():
    """By default nobody is asked in them (parent 3.1)."""
    things = ("22GTB at 0610 breakthrough", "DG332 at 0711", "ART188 at 0907", "marker XXXXII at 0907 sp 4")
    for lines, sp, ammo in (((), 3, 2), ((AddSupplyLine(does="not"), AddArtilleryLine()), 4, 1)):
        table = position(*things, heading="E breakthrough", scenario="korsun-intro", by_purpose={"KOR-CBT-32": [1]})
        table.order("ge", *lines)
        table.order("so", AttackByBreakthrough(hex="0711", units=("22GTB",)))
        assert (table.truth.sdms["XXXXII"].sp, table.unit("ART188").ammo) == (sp, ammo)


def test_missions_engineers_and_no_retreat_are_answered_by_lines_in_second_combats_too():
    """In the town of Shpolka, at 2:1 before shifts."""
    things = ("8GTB at 1711 breakthrough", "80TB at 1812 breakthrough", "PI16 at 1712 lost 1")
    for lines, came in (((), (1, [], False)), ((AddAirLine(missions=0),), (0, [], False)),
                        ((AddEngineerLine(), AddNoRetreatLine()), (1, ["PI16"], True))):  # fmt: skip
        table = position(
            *things, heading="E breakthrough", scenario="korsun-full", turn=10, german={"missions": {"German": 1}},
            by_purpose={"KOR-CBT-31": [1] * 4, "KOR-CBT-32": [1]},
        )  # fmt: skip
        table.order("ge", *lines)
        table.order("so", AttackByBreakthrough(hex="1712", units=("8GTB", "80TB")))
        fought = table.truth.attacks[0]
        assert (fought.air, fought.engineers.get("German", []), fought.no_retreat) == came


# ---- also for a side that is present


@pytest.mark.parametrize("away", [AWAY, PRESENT])
@pytest.mark.parametrize(
    ("lines", "hex"),
    [
        ((), "0910"), ((AddRetreatLine(prefer=("0911",)),), "0911"), ((AddRetreatLine(avoid=("0910",)),), "0911"),
        ((AddRetreatLine(unit="ART188", avoid=("0910",)),), "0910"),
        ((AddRetreatLine(hex="0811", avoid=("0910",)),), "0910"),
        ((AddRetreatLine(unit="DG332"), AddRetreatLine(avoid=("0910",))), "0910"),
        ((AddRetreatLine(prefer=("0610", "0510")),), "0910"),
    ],
)  # fmt: skip
def test_a_unit_retreats_through_hexes_that_its_line_prefers_and_not_through_those_to_avoid(
    lines: Lines, hex: str, away: bool
):
    table = combat(*STORM, "ART188 at 0907", by_purpose={"KOR-CBT-32": [6]})
    attacked(table, lines, away=away, units=COMERS, artillery=())
    assert table.unit("DG332").hex == hex


@pytest.mark.parametrize("away", [AWAY, PRESENT])
def test_losses_and_the_target_of_armor_in_defense_are_what_was_said(away: bool):
    """By themselves the strongest is shot at, and the strongest loses the step of the result."""
    things = ("20GTB at 0611 lost 1", "13GHT at 0610", "42 at 0610", "86 at 0611", "STUG905 at 0711", "DG332 at 0711")
    found = []
    for said in ((), (SetDefense(losses="armor-first", armor_target="weakest-armor"),)):
        table = combat(*things, scenario="korsun-full", by_purpose={"KOR-CBT-31": [1, 1], "KOR-CBT-32": [4]})
        attacked(table, said, away=away, units=("20GTB", "13GHT", "42", "86"), artillery=())
        shot = next(shot.target for shot in table.told("ge", ArmorShot) if shot.by == "German")
        found.append((shot, *sorted({"STUG905", "DG332"} & {*table.told("ge", CombatFought)[0].losses})))
    assert found == [("13GHT", "DG332"), ("20GTB", "STUG905")]


@pytest.mark.parametrize("away", [AWAY, PRESENT])
@pytest.mark.parametrize(
    ("lines", "struck"),
    [
        ((), "R544"), ((AddBarrageLine(unit="DG332"),), "DG332"),
        ((AddBarrageLine(hex="1811", unit="DG332"),), "DG332"),
        ((AddBarrageLine(hex="1711", unit="DG332"),), "R544"), ((AddBarrageLine(unit="DG255"),), "R544"),
    ],
)  # fmt: skip
def test_a_barrage_of_level_3_strikes_whom_its_owner_names_and_else_the_weakest(lines: Lines, struck: str, away: bool):
    things = (*GUNS, *OTHERS, "DG332 at 1811", "R544 at 1811 lost 1", "DG255 at 1609")
    table = events(*things, by_purpose={"KOR-SEV-07": [6]})
    table.order("ge", *lines, *[Attend(attendance="standing")] * away)
    table.order("so", CreateBarrage(barrage="BAR", hex="2111"), Done())
    table.order("so", FireBarrage(barrage="BAR", hex="1811"))
    assert [id for id, unit in table.truth.units.items() if unit.order == "disorganized"] == [struck]


# ---- how lines are kept


def test_lines_are_refused_for_what_is_not_there_and_are_moved_and_dropped_by_their_lists():
    table = combat(*WORKED, "SSPZ at 0811")
    for side, refused, rule in (
        ("ge", AddReactionLine(unit="20GTB"), "KOR-CBT-04"), ("ge", AddReactionLine(unit="DG332"), "KOR-CBT-04"),
        ("so", AddReactionLine(), "KOR-CBT-04"), ("ge", AddReactionLine(least="9:4"), "KOR-CBT-04"),
        ("ge", AddSupplyLine(command="27A"), "KOR-CBT-09"), ("ge", AddSupplyLine(keep=100), "KOR-CBT-09"),
        ("ge", AddAirLine(missions=3), "KOR-CBT-10"), ("ge", AddArtilleryLine(units=("DG332",)), "KOR-CBT-12"),
        ("ge", AddEngineerLine(hex="9999"), "KOR-CBT-13"), ("ge", AddNoRetreatLine(steps=-1), "KOR-CBT-14"),
        ("ge", AddRetreatLine(unit="42"), "KOR-CBT-32"), ("ge", AddRetreatLine(avoid=("0001",)), "KOR-CBT-32"),
        ("so", AddBarrageLine(unit="42"), "KOR-SEV-08"),
    ):  # fmt: skip
        assert table.refused(side, refused).rule == rule, refused
    table.order("ge", AddRetreatLine(hex="0711"), AddRetreatLine(hex="0907"))
    table.order("ge", MoveStandingLine(list="retreats", number=2, to=1))
    assert [line.hex for line in table.picture("ge").standing.retreats] == ["0907", "0711"]
    table.order("ge", DropStandingLine(list="retreats", number=1), AddNoRetreatLine())
    table.order("ge", DropStandingLine(list="no-retreats", number=0))
    assert [line.hex for line in table.picture("ge").standing.retreats] == ["0711"]
    assert not table.picture("ge").standing.no_retreats
    assert not table.options("so", "add-reaction-line") and table.options("ge", "add-reaction-line")


def test_lines_for_barrages_are_for_the_german_side_of_a_scenario_that_has_barrage_units():
    first, full = position("SSPZ at 0907", heading="E combat"), new_match("korsun-full")
    refused = first.refused("ge", AddBarrageLine(unit="SSPZ"))
    assert refused.rule == "KOR-SEV-08"
    assert plain_text(refused.said) == "The Soviet side has no barrage units in this scenario."
    assert not first.options("ge", "add-barrage-line") and full.options("ge", "add-barrage-line")
    guns = [id for id in full.picture("ge").own if full.picture("ge").rules.profile(id).is_gun]
    assert full.refused("ge", AddBarrageLine(unit=guns[0])).rule == "KOR-SEV-08"
    full.order("ge", AddBarrageLine(unit="DG332"))


@pytest.mark.parametrize("scenario", sorted(KORSUN.info.scenarios))
@pytest.mark.parametrize("side", ["so", "ge"])
def test_what_the_other_lists_are_about_both_sides_have_in_every_scenario(scenario: str, side: str):
    """So a line of theirs can always come to be of use."""
    picture = new_match(scenario).picture(side)
    printed = [picture.rules.profile(id) for id in picture.own]
    assert any(one.is_armor for one in printed) and any(one.is_gun for one in printed)
    assert any(one.engineer for one in printed) and picture.sdms and picture.rules.board.bridges


def test_the_lines_that_the_guide_shows_are_given_and_said():
    guide = (Path(__file__).parents[3] / "docs" / "standing-orders.md").read_text("utf-8")
    shown = next(text for text in re.findall(r"```json\n(.*?)```", guide, re.S) if "add-reaction-line" in text)
    table = position("SSPZ at 0907", heading="E combat").order("ge", *order_forms(KORSUN).read(shown))
    picture, words = table.picture("ge"), KORSUN.words
    known = Known(picture, lambda kept: kept)
    said = [plain_text(words.line(known, line)) for each in LISTS for line in each.kept(picture)]
    assert said == [
        "With any armor unit, at 0907, at a ratio of 3:1 or more: move into the attacked hex.",
        "For XI, against a strength of 12 or more: pay, keeping 2 points or more.",
        "In any combat, at 3:1 or more: 2 air missions.",
        "Any unit: retreat through 1008, not through 1009 if there is another way.",
    ]
    held = "Where no line fits: steps are lost by infantry first, armor fires at the strongest."
    assert plain_text(words.otherwise(known, picture.standing.choices)) == held
