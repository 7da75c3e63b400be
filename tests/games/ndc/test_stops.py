"""Stops by enemies of whom the mover's owner has not been told: at a held bridge, by a new detachment, without room.

The road runs west from 1804 through 1704, 1604 and 1504; a US battalion in 1505 controls 1604 and 1504. It crosses the
Erle from 1304 to 1204 by a bridge.
"""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.reports import Telling
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import MovementStopped, UnitLocated
from service.games.ndc.sections.declare import CounterBattery
from service.games.ndc.sections.housekeeping import BreakDown
from service.games.ndc.sections.movement import Move
from tests.positions import Table, position, said

GUNS = "su S-1R at 1904 deployed"
FIRE = CounterBattery(target="1609", csps=1)
"""A combat that touches nobody, so that the phase goes on."""
WEST = Move(unit="S-I1", path=("1704", "1604", "1504"))


def told_of_stop(table: Table) -> MovementStopped:
    """The one stop of which the Soviet side is told, with the resolution letter."""
    table.done("us").done_until("movement-segment")
    [stop] = [report for report in table.letter("su") if isinstance(report, MovementStopped)]
    return stop


# ---- a detachment of which the enemy was not told yet


def broken_down(level: int, mover: int = 0) -> Table:
    """US has sent a detachment from 1405 to 1505 in Housekeeping; its next letter comes after the Soviet moves."""
    table = position(
        f"us U-I1 at 1405 defend level {level}", f"su S-I1 at 1804 attack level {mover}", GUNS,
        phasing="us", heading="housekeeping",
    )  # fmt: skip
    return table.order("us", BreakDown(unit="U-I1", to=2, hex="1505"), Done()).done_until("movement-segment")


@pytest.mark.rule("NDC-ZOC-02")
@pytest.mark.parametrize("mover", [0, 1, 2])
def test_a_detachment_of_level_2_that_was_not_told_of_yet_stops_whoever_comes(mover: int):
    table = broken_down(2, mover)
    assert table.contacts_at("su", "1505") == []
    table.order("su", WEST, FIRE, Done())
    assert table.unit("S-I1").hex == "1604"
    stop = told_of_stop(table)
    assert (stop.hex, stop.why) == ("1604", "zone of control")
    assert [contact.known for contact in table.contacts_at("su", "1505")] == [True]


@pytest.mark.rule("NDC-ZOC-08")
@pytest.mark.parametrize("level", [0, 1])
def test_one_of_a_lower_level_is_passed_by_a_mover_that_is_not_noticed(level: int):
    table = broken_down(level).order("su", WEST, FIRE, Done())
    assert table.unit("S-I1").hex == "1504"


# ---- a held bridge


def over_the_bridge(enemy: str, level: int, *path: str) -> Table:
    """A column that is hardly known drives over the bridge at Obererlen, where a hidden unit stands on its way."""
    table = position(f"su S-I1 at 1504 attack level {level}", GUNS, enemy)
    return table.order("su", Move(unit="S-I1", path=path), FIRE, Done())


ON_THE_FAR_BANK = ("us U-I1 at 1204 dug-in", ("1404", "1304", "1204", "1104"), "1304", "1204")
ON_THE_NEAR_BANK = ("us U-I1 at 1304 march", ("1404", "1304", "1204"), "1404", "1304")


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize(("enemy", "path", "stop", "held"), [ON_THE_FAR_BANK, ON_THE_NEAR_BANK], ids=["far", "near"])
def test_nobody_passes_unnoticed_over_a_bridge_that_a_hidden_unit_holds(
    enemy: str, path: tuple[str, ...], stop: str, held: str, level: int
):
    """Whichever end it holds: the mover stops before it, and each side learns where the other stands."""
    table = over_the_bridge(enemy, level, *path)
    assert table.unit("S-I1").hex == stop
    assert [contact.known for contact in table.contacts_at("us", stop)] == [True]
    told = told_of_stop(table)
    assert (told.hex, told.why) == (stop, "contact")
    assert [contact.known for contact in table.contacts_at("su", held)] == [True]
    assert table.refused("su", Move(unit="S-I1", path=("1504",))).rule == "NDC-ZOC-07"


def test_a_hidden_unit_in_the_open_is_passed_as_before():
    """It stands in 1404 on the road, with no bridge at either side of its hex."""
    table = over_the_bridge("us U-I1 at 1404 march", 1, "1404", "1304", "1204")
    assert table.unit("S-I1").hex == "1204"
    assert table.contacts_at("us", "1404") == []


# ---- no room where a unit was stopped


def set_back(enemy: str) -> Table:
    """The column is to pass through a friend in 1604, where it is stopped instead; there is no room for both."""
    table = position("su S-I1 at 1804 attack level 2", "su S-I2 at 1604 attack", GUNS, enemy)
    table.order("su", WEST, FIRE, Done())
    assert table.unit("S-I1").hex == "1704"
    return table


@pytest.mark.rule("NDC-ZOC-04")
def test_a_unit_that_is_set_back_for_want_of_room_is_told_where_the_zone_stopped_it():
    stop = told_of_stop(table := set_back("us U-I1 at 1505 dug-in"))
    assert (stop.hex, stop.reached, stop.why, stop.room) == ("1704", "1604", "zone of control", "friends")
    assert said(stop) == (
        "S-I1 was stopped in 1604 by the zone of control of an enemy that was not known, and is back in 1704, for "
        "friends were in the way."
    )
    assert [report.hexes for report in table.told("su", UnitLocated)] == [("1505",)]


def test_so_is_one_that_ran_into_somebody():
    stop = told_of_stop(set_back("us U-I1 at 1504 march"))
    assert (stop.hex, stop.reached, stop.why) == ("1704", "1604", "contact")


@pytest.mark.rule("NDC-ZOC-04")
def test_a_unit_that_stays_where_it_was_stopped_is_told_that_hex_alone():
    table = position("su S-I1 at 1804 attack level 2", GUNS, "us U-I1 at 1505 dug-in")
    stop = told_of_stop(table.order("su", WEST, FIRE, Done()))
    assert (stop.hex, stop.reached) == ("1604", None)


def test_the_staff_says_where_it_was_stopped_and_where_it_stands():
    table = set_back("us U-I1 at 1505 dug-in")
    before = duplicate(table.picture("su"))
    table.done("us").done_until("movement-segment")
    found = NDC.words.situation(
        NDC.known(before), NDC.known(table.picture("su")), [Telling(one) for one in table.letter("su")], 1
    )
    [ours] = [plain_text(one.text) for one in found.paragraphs if plain_text(one.title) == "Our own units"]
    assert ours.startswith(
        "The zone of control of an enemy that we did not know to be there stopped the 1st Battalion of the 1st "
        "Regiment in Birkenau (1604), from where it went back to 1704, as our own stand there."
    )


def test_who_is_set_back_for_an_unseen_enemy_reads_that_somebody_must_stand_there():
    """A unit that nobody has noticed passes those in 1604, meets others in 1504, and may not end with the first."""
    table = position(
        "su S-I1 at 1804 attack level 0", GUNS, "us U-I1 at 1504 march", "us U-I2 at 1604 march level 0",
    )  # fmt: skip
    stop = told_of_stop(table.order("su", WEST, FIRE, Done()))
    assert (stop.hex, stop.reached, stop.why, stop.room) == ("1704", "1604", "contact", "an enemy")
    assert said(stop).endswith("and is back in 1704, for an unseen enemy must stand there.")
    assert table.picture("su").barred == {"1604": 1} and table.contacts_at("su", "1604") == []


def test_of_whom_took_the_room_nothing_is_told_but_that_somebody_did():
    """Whatever stands there, the letter and all that its reader knows by it are the same."""
    read = []
    for hidden in ("us U-I2 at 1604 march level 0", "us U-A1 at 1604 march level 0 to 2 fatigue 2"):
        table = position("su S-I1 at 1804 attack level 0", GUNS, "us U-I1 at 1504 march", hidden)
        stop = told_of_stop(table.order("su", WEST, FIRE, Done()))
        picture = table.picture("su")
        read.append((stop, stop.room, picture.barred, picture.contacts, [said(one) for one in table.letter("su")]))
    assert read[0] == read[1]


# ---- who is declared


@pytest.mark.rule("NDC-ZOC-06")
@pytest.mark.parametrize("left", [False, True], ids=["still there", "secretly gone"])
def test_a_staff_known_in_the_hex_is_not_taken_for_the_battalion_that_stopped_a_unit(left: bool):
    """Whether the staff is still there, its enemy is not told: they read of a second unit in either world."""
    table = position(
        "su S-I1 at 1804 attack level 2", GUNS, "us U-1B at 1505 deployed level 3", "us U-I1 at 1505 dug-in"
    )
    if left:
        table.truth.units["U-1B"].hex = "0404"
    table.order("su", WEST, FIRE, Done())
    assert told_of_stop(table).hex == "1604"
    assert sorted(str(contact.type) for contact in table.contacts_at("su", "1505")) == ["HQ", "None"]
