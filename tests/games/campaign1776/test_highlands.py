"""The lakes and the Highlands: what is in play, what bars the way of the two armies, and how it is won."""

from __future__ import annotations

import random

import pytest

from service.engine import judging
from service.engine.orders import Done
from service.engine.phrase_reading import read
from service.engine.phrase_writing import write
from service.engine.places import Place
from service.engine.vocabulary import vocabulary
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import GameEnded, MarchStopped
from service.games.campaign1776.known.score import british_hold
from service.games.campaign1776.sections.landing import Embark
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.table import Table, new_match, position
from tests.games.campaign1776.test_at_random import holds
from tests.random_play import play_out, random_orders

NAME = "highlands-1777"
UP_THE_HUDSON = ("VV37/WW38", "WW37/WW38", "WW37/XX38")


def june() -> Table:
    """The scenario from its beginning on, at the British movement of June."""
    return new_match(scenario=NAME).done_until("br", "regular-movement")


def way(table: Table, ship: str, goal: str) -> tuple[Place, ...]:
    """The cheapest way of a ship to a place, by what its side knows."""
    found = CAMPAIGN1776.forces.destinations(table.picture("br"), (ship,))
    return next(one.path for one in found if one.place == goal)


def test_the_lake_army_goes_aboard_and_the_guns_of_ticonderoga_stop_it():
    """Four bateaus take sixteen; the fort's guns are not seen, so the order is taken and the way cut short."""
    table = june()
    assert sum(ship.kind == "bateau" for ship in table.picture("br").ships.values()) == 4
    army = [id for id, pool in table.picture("br").own.items() if pool.at == "OOO37"]
    assert sum(table.pool(id).number for id in army) == 15
    table.order("br", Embark(units=("BA1",), ship="bateau1"), Embark(units=("TM1",), ship="bateau2"))
    down = way(table, "bateau1", "III37/III38")
    assert table.refused("br", Sail(ships=("bateau2",), path=down)).rule == "P3", "the Tories of Canada stay there"
    table.order("br", Sail(ships=("bateau1",), path=down))
    assert table.truth.ships["bateau1"].at == "III37/JJJ38"
    assert [(one.at, one.why) for one in table.told("br", MarchStopped)] == [("III37/JJJ38", "guns")]


def test_the_fleet_of_new_york_comes_up_the_hudson_as_far_as_the_fort_of_the_highlands():
    table = june()
    up = way(table, "TR1", "DDD37/DDD38")
    assert len(up) == 16 and up[0] == "VV37/WW38"
    table.order("br", Sail(ships=("TR1",), path=up))
    assert table.truth.ships["TR1"].at == "YY37/YY38" and table.told("br", MarchStopped)[0].why == "guns"


def test_nobody_marches_south_of_new_york():
    table = position("2 BR at WW38", "1 CA at DDD37", scenario=NAME)
    assert "VV37" not in {one.place for one in CAMPAIGN1776.forces.destinations(table.picture("br"), ("BR1",))}
    assert table.refused("br", MarchTo(units=("BR1",), path=(Place("VV37"),))).rule


def test_rebel_militia_goes_from_new_england_to_the_middle_states_and_tories_stay():
    over = (Place("FFF39"),)
    table = position("1 RM at FFF40", "1 BR at WW38", scenario=NAME, heading="American movement")
    table.order("am", MarchTo(units=("RM1",), path=over))
    tories = position("1 TM at FFF40", "1 CA at DDD37", scenario=NAME)
    assert "militia" in tories.refused("br", MarchTo(units=("TM1",), path=over)).reason.lower()


def test_both_know_who_has_troops_where_points_are_counted():
    """A fort that is no town counts, too: else the score would hang on what is hidden."""
    table = position("2 BR at YY37", "1 CA at DDD37", "1 BR at III37", "1 CA at III37", scenario=NAME)
    for side in ("br", "am"):
        public = table.picture(side).public.held
        assert (public["YY37"], public["III37"], public["CCC31"]) == ("British", "both", "nobody")  # type: ignore[index]
        assert british_hold(table.picture(side), Place("YY37")) and not british_hold(
            table.picture(side), Place("III37")
        )


@pytest.mark.parametrize(
    ("held", "lost", "score", "winner"),
    [
        (("YY37",), 2, 2, "British"),
        (("YY37",), 3, 1, "American"),
        (("DDD37", "III37"), 3, 5, "British"),
        (("III37",), 3, 0, "American"),
    ],
)
def test_it_is_won_with_two_points_and_every_third_regular_costs_one(
    held: tuple[str, ...], lost: int, score: int, winner: str
):
    table = position(*(f"1 BR at {hex}" for hex in held), "1 CA at EEE42", scenario=NAME, turn=5)
    table.truth.lost["BR"] = lost
    table.done_until("am", "regular-movement").done("am")
    (told,) = table.told("br", GameEnded)
    assert (told.score, told.winner) == (score, winner)


@pytest.mark.soak
@pytest.mark.parametrize("visibility", ["inverted", "open"])
@pytest.mark.parametrize("seed", range(5))
def test_any_match_of_it_at_random_comes_to_an_end(seed: int, visibility: str):
    match = play_out(CAMPAIGN1776, seed, strict=True, options={"visibility": visibility}, scenario=NAME)
    holds(match)
    assert all(picture.ended and picture.verdict for picture in match.state.pictures.values())


@pytest.mark.soak
def test_it_is_played_to_its_end_by_order_lines():
    table, rng = new_match(scenario=NAME), random.Random(3)
    table.dice.faces += [rng.randint(1, 6) for _ in range(600)]
    lines = 0
    for _ in range(300):
        if table.truth.ended:
            break
        seat = table.waiting[0]
        for order in random_orders(CAMPAIGN1776, table.picture(seat), rng, most=2):
            known = table.picture(seat)
            words = vocabulary(CAMPAIGN1776, known)
            said = read(write(order, words), (*CAMPAIGN1776.orders, Done), words)
            assert said == order
            if judging.refusal_of(CAMPAIGN1776, known, said) is None:
                table.order(seat, said)
                lines += 1
        if seat in table.waiting:
            table.done(seat)
    assert table.truth.ended and table.picture("br").verdict and lines > 10
