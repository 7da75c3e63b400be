"""Passengers of fleets that lie together, of whom their owner left open which fleet carries them (C76-PBM-08)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.places import Place
from service.engine.seats import STANDING
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.battles import SEA_BATTLE
from service.games.campaign1776.known.reports import PassengersOpen, PassengersPlaced, SeaBattleFought, UnitsLost
from service.games.campaign1776.printed.pieces import REPAIR
from service.games.campaign1776.sections.berths import EmbarkAmong, PlacePassengers
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sections.sea_combat import AttackAtSea
from tests.games.campaign1776.table import Table, position

ENTRANCE, NEW_YORK = Place("VV37/WW38"), Place("port New York")
TWO_TRANSPORTS = (
    "12 BR at WW38", "TR br in port New York", "TR br in port New York", "BF am in VV37/VV38", "BF am in VV37/VV38",
    "1 CA at CCC31", "1 BR at XXX42",
)  # fmt: skip
AMONG = EmbarkAmong(units=("BR1",), ships=("TR1", "TR2"))


def put_to_sea(*orders: EmbarkAmong | Embark, visibility: str = "open", die: int = 6) -> Table:
    """Two transports take 12 British regulars aboard and sail out; two French battle fleets come for them."""
    table = position(*TWO_TRANSPORTS, scenario="northern-war", turn=5, visibility=visibility)
    table.order("br", *orders, Sail(ships=("TR1", "TR2"), path=(ENTRANCE,)))
    table.dice.faces += [die]
    table.done_until("am", "regular-movement").order("am", Sail(ships=("BF1", "BF2"), path=(ENTRANCE,)))
    return table.done_until("am", "naval-combat").order("am", AttackAtSea(ships=("BF1", "BF2")))


def place(number: int, of: str = "BR") -> PlacePassengers:
    return PlacePassengers(at=ENTRANCE, of=of, number=number)


@pytest.mark.rule("C76-PBM-08")
@pytest.mark.parametrize("number", [12, 5])
def test_who_left_open_which_ship_carries_whom_hears_it_from_the_enemy_when_one_is_sunk(number: int):
    """Nobody is lost before the enemy has said how many of the twelve were aboard."""
    table = put_to_sea(AMONG)
    (asked,) = table.told("am", PassengersOpen)
    assert asked.left.units == {"BR": 12} and len(table.truth.of("British")) == 2 and len(table.truth.ships) == 4
    (offered,) = table.options("am", "place-passengers")
    choice = offered.fields["number"]
    assert choice.values == tuple(range(13)) and plain_text(choice.labels[5]) == "5 of 12 British regulars"  # type: ignore[union-attr]
    table.order("am", place(number), Done())
    assert sum(pool.number for pool in table.truth.pools.values() if pool.at == ENTRANCE) == 12 - number
    assert table.truth.lost == {"BR": number} and "TR2" not in table.truth.ships
    assert table.told("am", PassengersPlaced)[-1].units == {"BR": number} and not table.options(
        "am", "place-passengers"
    )
    table.done_until("br", "regular-movement")
    assert table.told("br", UnitsLost)[0].units == {"BR": number}


def test_what_the_enemy_does_not_say_stays_as_it_was_put_aboard():
    """The first transport had room for all twelve."""
    table = put_to_sea(AMONG).order("am", Done())
    assert not table.truth.lost and table.pool("BR1").aboard == "TR1" and table.pool("BR1").among == ()


def test_whose_ship_was_named_is_no_matter_for_the_enemy():
    table = put_to_sea(Embark(units=("BR1",), ship="TR1"))
    assert not table.told("am", PassengersOpen) and "TR2" not in table.truth.ships


def test_where_little_is_seen_the_fleets_are_filled_and_the_enemy_is_not_asked():
    """To ask them would be to tell them who is aboard."""
    table = put_to_sea(AMONG, visibility="inverted")
    assert not table.told("am", PassengersOpen) and "TR2" not in table.truth.ships
    assert table.pool("BR1").aboard == "TR1" and table.pool("BR1").among == ()


@pytest.mark.rule("C76-PBM-08")
def test_passengers_are_placed_within_what_each_ship_carries():
    """Of twenty no fewer than five were on either. Each ship pays for the stack."""
    table = position(*TWO_TRANSPORTS, "8 BR at WW38", scenario="northern-war", turn=5, visibility="open")
    (offered,) = table.options("br", "embark-among")
    assert offered.subjects == ("BR1",) and "the enemy may say" in plain_text(offered.title)
    table.order("br", AMONG, Sail(ships=("TR1", "TR2"), path=(ENTRANCE,)))
    assert sorted((pool.aboard, pool.number) for pool in table.truth.of("British").values() if pool.aboard) == [
        ("TR1", 15), ("TR2", 5)
    ]  # fmt: skip
    assert all(ship.spent == 5 for ship in table.truth.fleet("British").values() if ship.kind == "TR")
    table.dice.faces += [6]
    table.done_until("am", "regular-movement").order("am", Sail(ships=("BF1", "BF2"), path=(ENTRANCE,)))
    table.done_until("am", "naval-combat").order("am", AttackAtSea(ships=("BF1", "BF2")))
    assert (
        "5 to 15" in table.refused("am", place(4)).reason and "None of BA" in table.refused("am", place(1, "BA")).reason
    )
    table.order("am", place(15), Done())
    assert table.truth.lost == {"BR": 15} and sum(
        pool.number for pool in table.truth.pools.values() if pool.aboard == "TR1"
    ) == 5  # fmt: skip


def attacked_in_vain(**attendance: str) -> Table:
    """The British attack with a battle fleet beside two transports, and lose one of the two by a one."""
    table = position(*TWO_TRANSPORTS[:3], "BF am in VV37/WW38", "1 CA at CCC31", "1 BR at XXX42",
                     scenario="northern-war", turn=5, visibility="open")  # fmt: skip
    table.order("br", AMONG, Sail(ships=("TR1", "TR2"), path=(ENTRANCE,)))
    table.truth.attendance.update(attendance)
    for picture in table.truth.pictures.values():
        picture.attendance.update(attendance)
    table.dice.faces += [1]
    table.done_until("br", "naval-combat").order("br", AttackAtSea(ships=("TR1", "TR2")))
    return table


def test_the_side_whose_segment_it_is_not_is_asked_after_the_letter_together_with_its_answers():
    table = attacked_in_vain().done("br")
    assert table.heading == "answers" and table.waiting == ["American"] and table.truth.ships["TR2"].at == ENTRANCE
    letters = dict(table.truth.letters)
    table.order("am", place(7), Done())
    assert table.truth.ships["TR2"].at == REPAIR and table.truth.letters["British"] - letters["British"] <= 1
    assert sum(pool.number for pool in table.truth.of("British").values() if pool.at == REPAIR) == 7


def test_who_is_away_is_not_asked_who_was_aboard():
    table = attacked_in_vain(American=STANDING).done("br")
    assert table.waiting != ["American"] and table.truth.ships["TR2"].at == REPAIR and not table.truth.struck
    assert table.pool("BR1").at == ENTRANCE


def test_fleets_that_part_leave_nothing_open():
    table = position(*TWO_TRANSPORTS, scenario="northern-war", turn=5, visibility="open").order("br", AMONG)
    assert table.pool("BR1").among == ("TR1", "TR2") == table.picture("br").own["BR1"].among
    table.order("br", Sail(ships=("TR2",), path=(ENTRANCE,)))
    assert table.pool("BR1").among == ()


def test_who_goes_ashore_is_left_open_no_longer():
    table = put_to_sea(AMONG, die=1).done_until("br", "regular-movement")
    table.order("br", Debark(units=("BR1",), ship="TR1", hex=Place("WW38")))
    assert table.pool("BR1").among == () and table.pool("BR1").at == "WW38"


def test_a_stack_goes_among_fleets_of_one_place_that_have_room_for_it():
    table = position("40 BR at WW38", "2 BR at XXX42", "TR br in port New York", "TR br in port New York",
                     "TR br in port Boston", "1 CA at CCC31", scenario="northern-war", turn=5,
                     visibility="open")  # fmt: skip
    assert "room for 30" in table.refused("br", AMONG).reason
    assert "two or more" in table.refused("br", EmbarkAmong(units=("BR1",), ships=("TR1",))).reason
    assert "in one place" in table.refused("br", EmbarkAmong(units=("BR1",), ships=("TR1", "TR3"))).reason


def test_the_reports_read_as_a_player_would_say_it():
    table = put_to_sea(AMONG).order("am", place(5), Done())
    prose = CAMPAIGN1776.words.prose
    assert plain_text(prose(table.told("am", PassengersOpen)[0])) == (
        "The enemy has left open which of 12 British regulars are on which fleet in VV37/WW38. As it stands, aboard "
        "the transport fleet that is struck: none of them. You may say otherwise."
    )
    assert plain_text(prose(table.told("am", PassengersPlaced)[0])) == (
        "Aboard the enemy's transport fleet that is struck in VV37/WW38: 5 British regulars."
    )


def test_what_is_held_is_not_told_as_done():
    """The fleet is struck; that it is sunk, report and card say only once the enemy has said who was aboard."""
    table = put_to_sea(AMONG, die=6)
    (fought,) = table.told("am", SeaBattleFought)
    known = Known(picture=table.picture("am"), makes=lambda picture: picture)

    def outcome() -> str:
        cards = CAMPAIGN1776.words.cards(known, table.logs["American"])
        return plain_text(next(card.outcome for card in cards if card.kind == SEA_BATTLE))

    soon = "is struck: once it is settled who was aboard, it is sunk"
    assert fought.held == ("British",) and "TR2" in table.truth.ships
    assert soon in plain_text(CAMPAIGN1776.words.prose(fought)) and soon in outcome()
    table.order("am", place(5), Done())
    assert "TR2" not in table.truth.ships
    assert outcome() == "a transport fleet of the British side is sunk"
