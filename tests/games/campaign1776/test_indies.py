"""The duty to match the French in the West Indies: who is held there, what is owed, and how it is counted (18)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from service.engine.judging import AGAINST_A_DUTY
from service.engine.orders import Done
from service.engine.outline import walk
from service.engine.places import Place
from service.games.campaign1776.known.indies import Search, count_of
from service.games.campaign1776.known.reports import IndiesCounted
from service.games.campaign1776.known.stowing import Hold, Load, most, stows
from service.games.campaign1776.known.treks import Treks
from service.games.campaign1776.printed.pieces import REPAIR
from service.games.campaign1776.sections.answers import answer
from service.games.campaign1776.sections.france import BringFleets
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.lying_off import LieOff
from service.games.campaign1776.sections.marching import Detach, MarchTo
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sequence import OUTLINE
from tests.games.campaign1776.printed_data import hex_of
from tests.games.campaign1776.table import Table, position
from tests.games.campaign1776.test_france import BOX, DUE_FLEETS, allied

BOSTON, NEW_YORK, NEWPORT = map(hex_of, ("Boston", "New York", "Newport"))
SOUTH, EAST, BOSTON_PORT = "south box", "east box", "port Boston"
HERE = ("1 CA at GGG43", f"1 BR at {hex_of('Quebec')}")
JULY = 19


def british(*things: str, turn: int = JULY, **campaign: Any) -> Table:
    """The British movement of a month with France in the war."""
    table = position(*HERE, *things, heading="British movement", turn=turn, scenario="northern-war",
                     campaign={"allied": 13, "entered": tuple("ABCDEF"), "entry": True, **campaign})  # fmt: skip
    return table


def french(fleets: int, regulars: int) -> tuple[str, ...]:
    """French battle fleets and regulars in the West Indies, which count."""
    return (*[f"BF am in {BOX}"] * fleets, f"{regulars} FR at {BOX}")


def counts(table: Table) -> list[tuple[int | None, str]]:
    return [(one.months, one.when) for one in table.told("br", IndiesCounted)]


def sail(ship: str, *path: str) -> Sail:
    return Sail(ships=(ship,), path=path)  # type: ignore[arg-type]


# ---- how long they stay


@pytest.mark.rule("C76-WI-01")
def test_a_battle_fleet_that_is_sent_there_stays_for_three_months():
    table = british(f"BF br in {SOUTH}", f"TR br in {SOUTH}", turn=20)
    table.order("br", sail("BF1", BOX), sail("TR1", BOX))
    for turn in (21, 22):
        later(table, turn)
        assert table.refused("br", sail("BF1", SOUTH)).rule == "C76-WI-01"
    later(table, 23)
    table.order("br", sail("BF1", SOUTH))


def later(table: Table, turn: int) -> None:
    """On to the British movement of a later month."""
    for _ in range(60):
        if table.truth.turn == turn and table.heading == "regular-movement" and table.waiting == ["British"]:
            return
        table.dice.faces += [1, 1, 1, 6, 6]
        table.done(table.waiting[0])
    raise AssertionError(table.address)


def test_a_transport_fleet_is_not_bound():
    table = british(f"TR br in {SOUTH}", turn=20).order("br", sail("TR1", BOX))
    later(table, 21)
    table.order("br", sail("TR1", SOUTH))


@pytest.mark.rule("C76-WI-02")
def test_a_fleet_that_first_came_in_there_is_free_and_owed_nothing_until_it_lands():
    table = allied(*DUE_FLEETS).order("am", BringFleets(entry=BOX), Done()).done_until("am", "regular-movement")  # type: ignore[arg-type]
    assert table.truth.public().owed == (0, 0)
    table.order("am", sail("BF1", SOUTH), sail("BF2", SOUTH))
    assert table.truth.ships["BF1"].at == SOUTH


@pytest.mark.rule("C76-WI-03")
def test_one_that_lands_something_is_held_and_has_to_be_matched_with_all_that_it_brought():
    table = (
        allied(*DUE_FLEETS, turn=30).order("am", BringFleets(entry=BOX), Done()).done_until("am", "regular-movement")
    )  # type: ignore[arg-type]
    table.truth.pools["FR1"].number, table.truth.pools["FR1"].held_until = 5, 0
    table.order("am", Debark(units=("FR1",), ship="BF1", hex=BOX))  # type: ignore[arg-type]
    assert table.truth.public().owed == (1, 5)
    assert table.pool("FR1").held_until == table.truth.ships["BF1"].held_until == 33
    assert table.refused("am", sail("BF1", SOUTH)).rule == "C76-WI-01"
    table.order("am", sail("BF2", SOUTH))


@pytest.mark.rule("C76-WI-04")
def test_without_a_french_battle_fleet_there_nothing_is_owed():
    table = british(f"BF br in {BOX}", f"4 FR at {BOX}")
    assert table.truth.public().owed == (0, 4) and count_of(Search.at_start(table.picture("br"))) == 0
    table.order("br", sail("BF1", SOUTH))


@pytest.mark.rule("C76-WI-05")
def test_all_french_there_count_on_land_and_aboard():
    table = british(f"BF am in {BOX}", f"4 FR at {BOX}", "3 FR aboard BF1", f"2 CA at {BOX}")
    assert table.truth.public().owed == (1, 7)


# ---- the count


def counted(*things: str, turn: int = JULY) -> int | None:
    return count_of(Search.at_start(british(*things, turn=turn).picture("br")))


@pytest.mark.rule("C76-WI-06")
def test_the_count_is_told_as_the_movement_opens_and_as_it_ends():
    table = british(*french(1, 2), f"BF br in {SOUTH}", f"2 BR at {BOX}")
    assert counts(table) == [(1, "start")]
    table.order("br", sail("BF2", BOX), Done())
    table.done("br")
    assert counts(table) == [(1, "start"), (0, "end")] and table.told("am", IndiesCounted) == []


@pytest.mark.parametrize(("things", "months"), [
    ((f"BF br in {BOX}", f"2 BR at {BOX}"), 0), ((f"BF br in {SOUTH}", f"2 BR at {BOX}"), 1),
    ((f"BF br in {EAST}", f"2 BR at {BOX}"), 2), (("BF br in LL38", f"2 BR at {BOX}"), 2),
    (("BF br in port Boston", f"1 BR at {BOSTON}", f"2 BR at {BOX}"), 2), (("BF br in Halifax", f"2 BR at {BOX}"), 3),
    ((f"BF br in {BOX}", "TR br in port Boston", f"2 BR at {BOSTON}"), 2),
    ((f"BF br in {BOX}", "TR br in port Boston", "1 BR at III45", f"1 BR at {BOSTON}"), 3),
    ((f"BF br in {BOX}", f"TR br in {SOUTH}", "2 BR aboard TR1"), 1),
    ((f"BF br in {BOX}",), None), ((f"2 BR at {BOX}",), None),
])  # fmt: skip
def test_the_count_is_the_months_of_the_slowest_that_is_needed(things: tuple[str, ...], months: int | None):
    assert counted(*french(1, 2), *things) == months


def test_no_room_aboard_is_used_twice():
    two = ("BF br in port Boston", f"6 BR at {BOSTON}")
    assert counted(*french(1, 3), *two) == 2
    assert counted(*french(1, 6), *two, "BF br in port Boston") == 2
    assert counted(*french(1, 6), *two) == 7, "after three months' stay it fetches those who have walked nearer"


def test_as_much_flows_as_the_sinks_hold():
    loads = [Load("a", 3, 1), Load("b", 2, 1)]
    assert most(loads, [Hold(2, frozenset("ab")), Hold(2, frozenset("a"))]) == 4
    assert stows(loads, [Hold(3, frozenset("ab")), Hold(2, frozenset("a"))], 5)
    assert not stows(loads, [Hold(2, frozenset("ab")), Hold(3, frozenset("a"))], 6)


def test_guns_that_take_more_room_are_stowed_as_such():
    """Three holds of three: a gun and a regular each. Two more would need a hold of their own."""
    guns = Load("g", 3, 2)
    three = [Hold(3, frozenset("gr"))] * 3
    assert stows([guns, Load("r", 3, 1)], three, 6) and not stows([guns, Load("r", 4, 1)], three, 7)


@pytest.mark.rule("C76-WI-08", "C76-WI-09")
def test_stops_are_counted_and_the_enemy_stands_still():
    free = counted(*french(1, 2), "BF br in PP43", f"2 BR at {BOX}")
    assert free == 2
    near = ("BF br in QQ33/QQ34", f"2 BR at {BOX}")
    assert counted(*french(1, 2), *near) == 2
    stopped = counted(*french(1, 2), *near, "TR am in OO33/PP34", "1 RM at PP33")
    assert stopped == 3, "whoever comes upon a fleet stops for the month"
    ashore = (f"BF br in {BOX}", f"TR br in {BOSTON_PORT}", "2 BR at III44", f"1 BR at {BOSTON}")
    assert counted(*french(1, 2), *ashore) == 3
    held = [f"9 CA at {hex}" for hex in ("III43", "III45", "JJJ44", "JJJ45", "HHH43", "HHH44")]
    assert counted(*french(1, 2), *ashore, *held) == 4, "and who comes upon troops"


@pytest.mark.rule("C76-WI-10")
def test_an_enemy_is_gone_through_where_that_is_quicker_than_round_it():
    """From Crown Point's other shore: through the enemy in three months, round them in four."""
    table = position("2 BR at KKK38", "3 CA at JJJ37", "1 BR at XXX42", heading="British movement", turn=JULY,
                     scenario="northern-war", visibility="open")  # fmt: skip
    picture = table.picture("br")
    assert Treks(picture, fresh=True).walked(picture.own["BR1"])["KKK36"] == 3  # type: ignore[index]


@pytest.mark.rule("C76-WI-11")
@pytest.mark.parametrize(("enemy", "month"), [("1 RM", 1), ("9 CA", 2)])
def test_troops_that_can_be_swept_away_are_no_obstacle(enemy: str, month: int):
    table = position("8 BR at XX38", "1 BS at XX38", f"{enemy} at YY38", "1 BR at XXX42", heading="British movement",
                     turn=JULY, scenario="northern-war", visibility="open")  # fmt: skip
    picture = table.picture("br")
    assert Treks(picture, fresh=True).walked(picture.own["BR1"])["ZZ39"] == month  # type: ignore[index]


# ---- the duty


@pytest.mark.rule("C76-WI-07")
def test_the_movement_is_closed_only_when_the_west_indies_have_come_nearer():
    table = british(*french(1, 2), f"BF br in {EAST}", f"2 BR at {BOX}", f"BF br in {EAST}")
    refusal = table.refused("br", Done())
    assert refusal.rule == "C76-WI-07" and "2 months" in refusal.reason
    assert refusal.reason.endswith("You owe 1 battle fleet and 2 points of regulars there.")
    table.order("br", sail("BF2", SOUTH), Done())
    relieved = british(*french(1, 2), f"BF br in {BOX}", f"BF br in {SOUTH}", f"TR br in {SOUTH}", "2 BR aboard TR1")
    relieved.order("br", sail("BF2", SOUTH), sail("BF3", BOX), sail("TR1", BOX), Done())
    matched = british(*french(1, 2), f"BF br in {BOX}", f"2 BR at {BOX}")
    assert matched.refused("br", sail("BF2", SOUTH)).rule == "C76-WI-07"
    spare = british(*french(1, 2), f"BF br in {BOX}", f"BF br in {BOX}", f"2 BR at {BOX}")
    spare.order("br", sail("BF3", SOUTH), Done())


@pytest.mark.rule("C76-WI-07")
def test_an_order_that_makes_the_count_worse_is_refused_and_one_that_does_not_is_taken():
    """One of two fleets may sail the other way; the last one that could be there in time may not."""
    table = british(*french(1, 2), f"BF br in {EAST}", f"2 BR at {BOX}", f"BF br in {EAST}", f"TR br in {EAST}")
    table.order("br", sail("BF2", "north box"), sail("TR1", "north box"))
    refusal = table.refused("br", sail("BF3", "north box"))
    assert refusal.rule == "C76-WI-07" and refusal.code == AGAINST_A_DUTY
    assert refusal.reason == (
        "With this order the West Indies would be 3 months away when the movement is over, at best; without it 1 month."
    )
    assert any(option.kind == "sail" for option in table.options("br", "sail")), "it was offered"
    table.order("br", sail("BF3", SOUTH), Done())


@pytest.mark.rule("C76-WI-07")
def test_troops_that_have_to_go_there_do_not_march_away_from_the_ships():
    table = british(
        *french(1, 2), f"BF br in {BOX}", f"TR br in {BOSTON_PORT}", f"2 BR at {BOSTON}", f"2 TM at {BOSTON}"
    )
    refusal = table.refused("br", MarchTo(units=("BR2",), path=(Place("III45"),)))
    assert refusal.rule == "C76-WI-07" and "2 months away" in refusal.reason
    table.order("br", MarchTo(units=("TM1",), path=(Place("III45"),)))
    table.order("br", Embark(units=("BR2",), ship="TR1"), sail("TR1", "III46/III47"))


def test_a_duty_that_can_never_be_met_sleeps():
    british(*french(2, 2), f"BF br in {SOUTH}", f"2 BR at {BOX}").order("br", Done())


@pytest.mark.rule("C76-FRE-05")
def test_a_withdrawal_comes_nearer_month_by_month_by_the_same_count():
    table = allied(f"BF am in {EAST}", "2 FR aboard BF1", entry=True, withdrawing=True)
    table.done_until("am", "regular-movement")
    assert [(one.months, one.when) for one in table.told("am", IndiesCounted)] == [(2, "start")]
    refusal = table.refused("am", Done())
    assert refusal.rule == "C76-WI-07"
    assert refusal.reason.endswith("The French have to land all their strength points and guns there, 2 in all.")
    table.order("am", sail("BF1", SOUTH), Done())
    assert table.told("br", IndiesCounted) == []


@pytest.mark.rule("C76-FRE-05")
def test_a_withdrawal_is_over_when_they_are_ashore_and_not_before():
    """Aboard in the West Indies is a month away still, where the British would be matched by it."""
    table = allied(f"BF am in {BOX}", "2 FR aboard BF1", entry=True, withdrawing=True)
    table.done_until("am", "regular-movement")
    assert [(one.months, one.when) for one in table.told("am", IndiesCounted)] == [(1, "start")]
    assert table.refused("am", Done()).rule == "C76-WI-07"
    table.order("am", Debark(units=("FR1",), ship="BF1", hex=BOX), Done())  # type: ignore[arg-type]
    assert not table.truth.campaign.withdrawing


# ---- more aboard than it carries


def laden(*ashore: str, transport: bool = True) -> Table:
    """The American movement, a French fleet with seven points of six aboard having come to the West Indies."""
    return position(*HERE, "BF am in West Indies", "5 FR aboard BF1", "1 FA aboard BF1", *ashore,
                    heading="American movement", turn=20, scenario="northern-war",
                    settings={"transport": transport},
                    campaign={"allied": 13, "entered": tuple("ABCDEF"), "entry": True})  # fmt: skip


@pytest.mark.rule("C76-NTR-14")
def test_an_overloaded_fleet_in_the_west_indies_lands_somebody_or_lies_off_the_port():
    """It lies off for a phase: it has to land nobody, and neither loads nor lands."""
    table = laden()
    assert table.refused("am", Done()).rule == "C76-NTR-13"
    off = laden().order("am", LieOff(ship="BF1"))
    assert off.refused("am", LieOff(ship="BF1")).rule == "C76-NTR-14"
    assert off.refused("am", Debark(units=("FR1",), ship="BF1", hex=BOX)).rule == "C76-NTR-14"  # type: ignore[arg-type]
    assert off.order("am", Done()).heading == "forced-march"
    table.order("am", Detach(unit="FR1", number=1), Debark(units=("FR2",), ship="BF1", hex=BOX), Done())  # type: ignore[arg-type]
    assert table.heading == "forced-march", "one is enough"
    later = off.done_until("am", "regular-movement")
    assert later.truth.turn == 21 and later.refused("am", Done()).rule == "C76-NTR-13", "it holds for one phase"


@pytest.mark.parametrize("table", [laden("1 FR at West Indies"), laden(transport=False)])
def test_who_has_regulars_ashore_or_room_enough_need_not_land(table: Table):
    assert not table.options("am", "lie-off")
    assert table.order("am", Done()).heading == "forced-march"


def test_a_side_on_standing_orders_lets_it_lie_off():
    movement = next(heading for heading in walk(OUTLINE) if heading.name == "regular-movement")
    assert answer(laden().picture("am"), movement)[-1:] == [LieOff(ship="BF1")]


# ---- what the count has to look at


def ready_in(things: tuple[str, ...], turn: int = JULY, **ships: dict[str, Any]) -> tuple[int | None, int | None]:
    """The count as the movement begins, and as it ends with nothing done, with fleets as they are described."""
    table = british(*things, turn=turn)
    picture = table.picture("br")
    for id, changes in ships.items():
        picture.ships[id] = replace(picture.ships[id], **changes)
    return count_of(Search.at_start(picture)), count_of(Search.at_end(picture))


@pytest.mark.rule("C76-WI-06")
def test_a_stay_of_three_months_is_part_of_the_count_from_the_month_that_it_is():
    """The fleet that came in the month before has to fetch the troops: two months more before it may leave."""
    things = (*french(1, 2), f"BF br in {BOX}", "2 BR at Halifax")
    assert ready_in(things) == (6, 6)
    assert ready_in(things, BF2={"held_until": JULY + 2}) == (8, 7)


@pytest.mark.rule("C76-WI-06")
def test_a_fleet_under_repair_counts_from_its_return():
    """It comes back to the southern box two months on, and sails in that month."""
    things = (*french(1, 2), f"BF br in {SOUTH}", f"2 BR at {BOX}")
    assert ready_in(things) == (1, 1)
    assert ready_in(things, BF2={"at": REPAIR, "back": JULY + 2}) == (3, 2)
    away = {"at": REPAIR, "back": JULY + 2, "variable": True}
    assert ready_in(things, BF2=away) == (None, None), "called away, it does not come"
    assert ready_in(things, BF2={**away, "called": True}) == (3, 2)


@pytest.mark.rule("C76-WI-06")
def test_a_second_voyage_begins_as_the_first_one_ends_whoever_it_carried():
    """One transport for sixteen: those of Boston first, and the one from inland, who walks meanwhile, next."""
    bound: dict[str, Any] = {"held_until": JULY + 9}
    one = (f"BF br in {BOX}", "TR br in port Boston", f"15 BR at {BOSTON}")
    assert ready_in((*french(1, 15), *one), BF2=bound)[0] == 2
    assert ready_in((*french(1, 16), *one, "1 BR at III44"), BF2=bound)[0] == 6


@pytest.mark.rule("C76-WI-06")
def test_who_is_aboard_already_leaves_so_much_less_room():
    """With fourteen aboard of fifteen, one of two regulars waits for the second voyage of the only fleet to go."""
    bound: dict[str, Any] = {"held_until": JULY + 9}
    laden = (*french(1, 2), f"BF br in {BOX}", "TR br in port Boston", f"2 BR at {BOSTON}")
    assert ready_in((*laden, "13 TM aboard TR1"), BF2=bound)[0] == 2
    assert ready_in((*laden, "14 TM aboard TR1"), BF2=bound)[0] == 6


@pytest.mark.rule("C76-WIN-11")
def test_in_winter_the_first_month_of_a_march_is_halved_too():
    """Four hexes to the ships: with seven points a month off, with three two."""
    summer, winter = (counted(*french(1, 2), f"BF br in {BOX}", "BF br in port Boston", "2 BR at III42", turn=turn)
                      for turn in (JULY, 25))  # fmt: skip
    assert (summer, winter) == (3, 4)


@pytest.mark.rule("C76-PRT-15")
def test_a_fleet_that_has_come_into_port_in_this_month_takes_nobody_aboard_in_it():
    """Else the movement could never be closed: what is counted on is refused."""
    table = british(*french(1, 2), f"BF br in {BOX}", "TR br in III46/III47", f"2 BR at {BOSTON}")
    before = count_of(Search.under_way(table.picture("br")))
    table.order("br", sail("TR1", "port Boston"))
    after = count_of(Search.under_way(table.picture("br")))
    assert before == after == 3
