"""How a side came by a report of a contact: what the report itself says, and what the side had there."""

from __future__ import annotations

from copy import copy
from dataclasses import replace

import pytest

from service.engine.findings import Finding
from service.engine.reports import Report
from service.engine.sentences import place, plain_text, say
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Attack
from service.games.ndc.known.reports import (
    AttackDeclared,
    CombatResolved,
    EnemyLost,
    EnemyRetreated,
    FireResolved,
    HexFoundEmpty,
    MovementSighted,
    UnitLocated,
)
from tests.positions import Table, position

OUR_FIRE = FireResolved(number=1, target="1304", csps=3)
OUR_PROBE = CombatResolved(number=1, target="1304", origin="1204", type="probe", outcome="resolved")
ASSAULT = Attack(
    number=1, target="1204", origin="1304", type="assault", attacker_ew=0, barrage=0, chemical=False, persistent=False,
    ew_attacks=0, superiority=0, total=9,
)  # fmt: skip
HIS_ASSAULT = AttackDeclared(attack=ASSAULT)


def found(table: Table, report: Report, handle: str = "E1", together: tuple[Report, ...] = ()) -> Finding:
    """What the US side finds of its contact when it is told this, and the others of the same combat."""
    picture = table.picture("us")
    was = copy(picture.contacts.get(handle))
    report.teach(picture)
    return NDC.records.finding(picture, report, handle, was, together)


@pytest.fixture
def table() -> Table:
    return position("us U-I1 at 1204", "su S-I1 at 1304 level 2", searched={"us": (3, ("C1",))})


def located(handle: str = "E1", hex: str = "1304", **items: object) -> UnitLocated:
    return UnitLocated(handle=handle, hexes=(hex,), because="intelligence", **items)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("items", "level"),
    [({}, 2), ({"type": "armor"}, 3), ({"type": "armor", "designation": "X", "zone": "single"}, 4)],
)
def test_the_items_that_are_told_say_which_level_it_is_at_least(table: Table, items, level: int):
    told = found(table, located(**items))
    assert told.level == level
    assert tuple(map(plain_text, told.near)) == (
        "our search of sector C1, at operational intelligence level 3",
        "1st Mechanized Battalion (U-I1) in 1204, beside it",
    )


def test_a_dossier_is_the_same_whatever_search_had_found_the_unit(table: Table):
    """Only the picture is asked: the truth may be what it will."""
    other = position("us U-I1 at 1204", "su S-I1 at 1304 level 2", searched={"us": (3, ("C1",))})
    other.unit("S-I1").level = 4
    other.truth.accounts["Soviet"].level = 4
    assert found(table, located(type="armor")) == found(other, located(type="armor"))


def test_a_unit_followed_from_where_it_was_known_is_at_level_two_at_least(table: Table):
    assert found(table, MovementSighted(handle="E1", path=("1404",))).level == 2
    assert found(table, MovementSighted(handle="E2", path=("1505",)), "E2").level == 1


def test_a_loss_with_no_combat_there_names_no_cause(table: Table):
    lost = EnemyLost(handle="E1", steps=1, eliminated=True)
    assert found(table, lost) == Finding(how="Loss reported")


def test_a_loss_by_fire_is_told_at_level_four_alone(table: Table):
    told = found(table, EnemyLost(handle="E1", steps=1, eliminated=False), together=(OUR_FIRE,))
    assert told == Finding(how="Counter-battery fire", level=4, near=(say("our 3 CSPs on ", place("1304")),))
    displaced = found(table, EnemyRetreated(handle="E1", path=("1404",), displaced=True), together=(OUR_FIRE,))
    assert (displaced.how, displaced.level) == ("Counter-battery fire", 2)


def test_a_defender_s_way_out_is_told_above_level_none_and_his_end_always(table: Table):
    retreat = found(table, EnemyRetreated(handle="E1", path=("1304",)), together=(OUR_PROBE,))
    assert retreat == Finding(
        how="Combat", level=1, near=(say("our probe from ", place("1204"), " on ", place("1304")),)
    )
    assert found(table, EnemyLost(handle="E1", steps=0, eliminated=True), together=(OUR_PROBE,)).level is None


def test_an_attacker_s_loss_names_the_attack_that_it_was_told_of(table: Table):
    """Whatever else was declared from there or for the same hex."""
    other = replace(ASSAULT, number=2, origin="1305")
    AttackDeclared(attack=other).teach(table.picture("us"))
    lost = found(table, EnemyLost(handle="E1", steps=1, eliminated=False), together=(HIS_ASSAULT,))
    assert lost == Finding(how="Combat", near=(say("the enemy's assault from ", place("1304"), " on ", place("1204")),))


def test_one_unit_in_two_contacts_goes_on_under_one_of_them(table: Table):
    found(table, located("E2", "1404", type="armor"), "E2")
    merged = UnitLocated(
        handle="E2", hexes=("1404", "1304"), because="intelligence", type="armor", zone="double", replaces=("E1",)
    )
    assert found(table, merged) == Finding(how="Found to be one unit with another contact", other="E2")
    assert "E1" not in table.picture("us").contacts


def test_an_empty_hex_ends_a_contact(table: Table):
    assert found(table, HexFoundEmpty(hex="1304")) == Finding(how="No enemy was found in its hex")
