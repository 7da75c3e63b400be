"""Naval combat: who may attack where, what the die does, who is struck, and how damaged fleets come back."""

from __future__ import annotations

import pytest

from service.engine.ledger import counted
from service.engine.orders import Refusal
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.battles import SEA_BATTLE
from service.games.campaign1776.known.reports import SeaBattleFought, UnitsLost
from service.games.campaign1776.printed.pieces import REPAIR
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.combat import contact_hexes
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sections.sea_combat import AttackAtSea, BringBack, contested, sea_attackers
from service.games.campaign1776.staff.measures import LOSSES, measures
from service.games.campaign1776.truth import records
from tests.games.campaign1776.table import Table, position

NEW_YORK = Place("VV37/WW38")
ASHORE = ("1 CA at CCC31", "1 BR at XXX42")


def off_new_york(*things: str, die: int = 6, side: str = "br", **where: object) -> Table:
    """Fleets of both sides before New York, at the naval combat of a side."""
    given = {"scenario": "northern-war", "turn": 5, **where}
    table = position(*things, *ASHORE, **given)  # type: ignore[arg-type]
    table.dice.faces += [die]
    return table.done_until(side, "naval-combat")


def at_sea(*ships: str) -> AttackAtSea:
    return AttackAtSea(ships=ships)


@pytest.mark.rule("C76-PRT-07")
def test_a_fleet_on_an_entrance_is_attacked_and_a_fleet_in_the_port_is_not():
    table = off_new_york("BF br in VV37/WW38", "BF am in VV37/WW38", die=2)
    table.order("br", at_sea("BF1"))
    (told,) = table.told("br", SeaBattleFought)
    assert (told.at, told.column, told.die) == (NEW_YORK, "1:1", 2) and told.struck == {"British": {"BF": "D-1"}}
    apart = position("BF br in VV37/WW38", "BF am in port New York", "1 CA at WW38", *ASHORE, scenario="northern-war",
                     turn=5)  # fmt: skip
    assert sea_attackers(apart.truth) == ()
    with pytest.raises(Refusal, match="Fleets in a port do not fight"):
        at_sea("BF2").check(apart.picture("am"))
    together = position("BF br in port New York", "BF am in port New York", "1 BR at WW38", "1 CA at WW38",
                        scenario="northern-war", turn=5)  # fmt: skip
    assert sea_attackers(together.truth) == () == tuple(contested(together.truth))


@pytest.mark.rule("C76-PRT-07")
def test_a_fleet_on_an_entrance_ferries():
    table = position("TR br in VV37/WW38", "2 BR at WW38", *ASHORE, scenario="northern-war", turn=5)
    table.order("br", MarchTo(units=("BR1",), path=(Place("VV37"),)))
    assert table.pool("BR1").at == "VV37" and table.truth.ships["TR1"].ferried


def test_both_sides_are_told_all_of_it_the_other_one_with_its_letter():
    table = off_new_york("BF br in VV37/WW38", "BF am in VV37/WW38").order("br", at_sea("BF1"))
    assert table.told("br", SeaBattleFought) and not table.told("am", SeaBattleFought)
    table.done_until("am", "regular-movement")
    assert table.told("am", SeaBattleFought) == table.told("br", SeaBattleFought)
    assert table.picture("am").ships["BF2"].at == REPAIR


@pytest.mark.rule("C76-NAV-01")
@pytest.mark.parametrize(("die", "months"), [(5, 3), (6, 6)])
def test_a_damaged_fleet_is_away_for_three_months_or_six(die: int, months: int):
    """Struck by the American in May, a British fleet is offered again in August, or in November."""
    table = off_new_york("BF am in VV37/WW38", "BF br in VV37/WW38", "1 BR at WW38", die=die, side="am")
    table.order("am", at_sea("BF1"))
    assert table.truth.ships["BF2"].back == 5 + months
    for month in range(6, 5 + months):
        table.done_until("br", "regular-movement").done("br")
        assert table.truth.turn == month and not table.options("br", "bring-back")
        table.done_until("am", "regular-movement").done("am")
    table.done_until("br", "arrivals")
    assert table.truth.turn == 5 + months
    (offered,) = table.options("br", "bring-back")
    assert "port New York" in offered.fields["to"].places  # type: ignore[union-attr]
    table.order("br", BringBack(ship="BF2", to=Place("port New York")))
    assert table.truth.ships["BF2"].at == "port New York"


def test_no_fleet_comes_back_before_it_is_repaired_nor_where_its_side_has_nobody():
    table = off_new_york("BF am in VV37/WW38", "BF br in VV37/WW38", die=5, side="am").order("am", at_sea("BF1"))
    table.done("am").done_until("br", "regular-movement")
    picture = table.picture("br")
    picture.turn = 7
    with pytest.raises(Refusal, match="repaired in 1 month"):
        BringBack(ship="BF2", to=Place("Halifax")).check(picture)
    picture.turn = 8
    with pytest.raises(Refusal, match="cannot come back"):
        BringBack(ship="BF2", to=Place("port New York")).check(picture)
    BringBack(ship="BF2", to=Place("Halifax")).check(picture)


@pytest.mark.rule("C76-NAV-03")
def test_nobody_fights_off_the_map():
    table = position("BF br in south box", "BF am in south box", "2 BR at West Indies", "2 FR at West Indies", *ASHORE,
                     scenario="northern-war", turn=5)  # fmt: skip
    with pytest.raises(Refusal, match="off the map") as refusal:
        at_sea("BF1").check(table.picture("br"))
    assert refusal.value.rule == "C76-NAV-03"
    with pytest.raises(Refusal):
        Attack(hex=Place("West Indies")).check(table.picture("br"))
    assert sea_attackers(table.truth) == () == tuple(contact_hexes(table.truth))


@pytest.mark.rule("C76-NAV-04")
def test_the_side_whose_segment_it_is_not_begins_no_battle_at_sea():
    table = off_new_york("BF br in VV37/WW38", "BF am in VV37/WW38")
    assert table.refused("am", at_sea("BF2")).rule == "C76-NAV-04"
    table.done("br").done_until("am", "naval-combat")
    table.order("am", at_sea("BF2"))


def test_one_die_is_rolled_in_a_place_and_phase():
    table = off_new_york("BF br in VV37/WW38", "TR br in VV37/WW38", "BF am in VV37/WW38", "BF am in VV37/WW38", die=6)
    table.order("br", at_sea("BF1"))
    assert "has been a battle" in table.refused("br", at_sea("TR1")).reason


def test_some_of_the_fleets_attack_and_all_of_the_enemy_defend():
    table = off_new_york("BF br in VV37/WW38", "TR br in VV37/WW38", "BF am in VV37/WW38", "BF am in VV37/WW38", die=3)
    table.order("br", at_sea("TR1"))
    (told,) = table.told("br", SeaBattleFought)
    assert told.fleets == {"British": {"TR": 1}, "American": {"BF": 2}} and told.column == "1:2"
    assert table.truth.ships["TR1"].at == REPAIR and table.truth.ships["BF1"].at == NEW_YORK


def test_of_several_fleets_the_battle_fleet_with_the_fewest_aboard_is_struck():
    table = off_new_york("BF br in VV37/WW38", "BF br in VV37/WW38", "TR br in VV37/WW38", "2 BR aboard BF1",
                         "BF am in VV37/WW38", die=1)  # fmt: skip
    table.order("br", at_sea("TR1", "BF1", "BF2"))
    assert [ship.id for ship in table.truth.ships.values() if ship.at == REPAIR] == ["BF2"]


def test_who_is_aboard_a_damaged_fleet_comes_back_with_it():
    table = off_new_york("BF br in VV37/WW38", "2 BR aboard BF1", "BF am in VV37/WW38", die=1)
    table.order("br", at_sea("BF1"))
    assert table.pool("BR1").at == table.picture("br").own["BR1"].at == REPAIR


def test_a_fleet_that_is_sunk_takes_its_passengers_down_and_its_owner_alone_is_told_who():
    table = off_new_york("BF br in VV37/WW38", "TR am in VV37/WW38", "5 FR aboard TR1", die=6)
    table.order("br", at_sea("BF1")).done_until("am", "regular-movement")
    assert "TR1" not in table.truth.ships and "FR1" not in table.truth.pools
    assert table.told("am", UnitsLost)[0].units == {"FR": 5} and not table.told("br", UnitsLost)
    assert table.told("br", SeaBattleFought)[0].struck == {"American": {"TR": "sunk"}}
    assert "TR1" not in table.picture("am").ships and table.truth.lost == {"FR": 5}
    picture, told = table.picture("am"), [entry.telling for entry in table.logs["American"]]
    charts = measures(picture, counted(records, picture, told))
    assert {one.name: one.value for one in charts if one.chart == LOSSES} == {"ours": 5, "the enemy's, as told": 0}


def test_a_fleet_under_repair_is_nowhere_to_be_sailed_or_seen():
    table = off_new_york("BF br in VV37/WW38", "BF am in VV37/WW38").order("br", at_sea("BF1"))
    table.done_until("am", "regular-movement")
    assert "under repair" in table.refused("am", Sail(ships=("BF2",), path=(NEW_YORK,))).reason
    assert all(one.ships is None for one in table.picture("br").contacts.values())


def test_a_battle_at_sea_is_a_result_card_with_its_die_and_whom_it_struck():
    table = off_new_york("BF br in VV37/WW38", "BF am in VV37/WW38").order("br", at_sea("BF1"))
    known = Known(picture=table.picture("br"), makes=lambda picture: picture)
    (card,) = [one for one in CAMPAIGN1776.words.cards(known, table.logs["British"]) if one.kind == SEA_BATTLE]
    assert plain_text(card.outcome).startswith("a battle fleet of the American side is badly damaged")
    assert card.sums[0].dice == (6,) and not card.losses[0].own
