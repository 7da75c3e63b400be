"""Where the aim of a side calls its battalions, by what it knows: what the coach of a newcomer advises by."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from service.engine import umpire
from service.engine.game import AnyGame
from service.engine.lessons import Errand
from service.engine.odds import Odds
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.recording import Outcome
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Move
from service.games.ndc.sections.odds import FAIR, odds
from service.matches import Context, seat_by_link
from service.matches.coaching import coaching
from service.matches.drafts import drafted
from service.matches.reading import read
from service.store import SavedCoaching
from tests.positions import Table, position
from tests.random_play import begun
from tests.web.midway import saved
from tests.web.test_advice import given


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC}


HQS = ("su S-1R at 1904 deployed", "us U-DIV at 0508 deployed")


def errand(table: Table, side: str, unit: str, *places: str) -> Errand | None:
    """To which of these hexes a unit is called."""
    known = NDC.known(table.picture(side))
    return NDC.words.errand(known, unit, [Place(place) for place in places])


def test_who_attacks_is_called_to_an_objective_in_reach_the_nearest_first():
    table = position("su S-I4 at 1812 attack", *HQS, phasing="su")
    assert errand(table, "su", "S-I4", "1712", "1713", "1208") == Errand(Place("1713"), "Weidenau counts 2 points")
    assert errand(table, "su", "S-I4", "1712", "1208") is None, "who stands beside it goes to no other"


def test_who_attacks_and_reaches_none_is_called_nearer_to_one_that_nobody_of_theirs_holds():
    table = position("su S-I4 at 1812 attack", "su S-I3 at 1713 attack", *HQS, phasing="su")
    found = errand(table, "su", "S-I4", "1811", "1711", "1911")
    assert found == Errand(Place("1711"), "3 hexes from Grenzrod, which counts 2", there=False)
    assert errand(table, "su", "S-I4", "1912") is None, "it is no nearer"


def test_who_defends_leaves_no_objective_for_another_and_guards_those_that_the_enemy_is_near():
    table = position("us U-I1 at 1204 defend", "us U-A1 at 1006 defend", "su S-A1 at 1406 attack level 4 known",
                     *HQS, phasing="us")  # fmt: skip
    assert errand(table, "us", "U-I1", "1208", "0904") is None, "it is alone in Obererlen"
    assert errand(table, "us", "U-A1", "1208", "0904") == Errand(
        Place("1208"), "Erlenbruck would count 4 points for them"
    )
    assert errand(table, "us", "U-A1", "0904", "0508") is None, "the enemy is far from these"


def test_nobody_without_strength_to_hold_is_called_anywhere():
    table = position("su S-I4 at 1812 attack", *HQS, phasing="su")
    assert errand(table, "su", "S-1R", "1713", "1604") is None


def test_in_the_first_turn_the_coach_has_an_order_for_each_battalion_of_who_attacks(context: Context):
    """The towns that lie empty first; and nobody is left standing who could come nearer to the aim."""
    match, _, dice = begun(NDC, 1, strict=False)
    while not match.state.pictures["Soviet"].address.endswith("movement-segment"):
        match.took(umpire.play(NDC, match.state, match.state.waiting[0], [Done()], dice, strict=False))
    link = saved(context, NDC, match.opening, Outcome(match.state, match.journal, match.logs))["Soviet"]
    reading = read(context, seat_by_link(context, link.removeprefix("/seat/")))
    orders: list[Move] = []
    said: list[str] = []
    for _ in range(20):
        found = coaching(SavedCoaching(True, ()), drafted(reading, orders))
        assert found is not None and found.followed is not None
        if found.followed.option.kind != "move":
            break
        order = given(NDC, drafted(reading, orders).believed, found.followed)
        assert isinstance(order, Move)
        orders.append(order)
        said.append(found.said)
    assert (orders[0].unit, orders[0].path[-1], orders[1].unit, orders[1].path[-1]) == ("S-I4", "1713", "S-I2", "1604")
    assert said[0] == "Take 1713 with your 2nd Bn, 2nd Regt: Weidenau counts 2 points, and nobody is known there."
    battalions = {unit.id for unit in reading.picture.own.values() if unit.combat and unit.hex}
    assert {order.unit for order in orders} == battalions | {"S-1R"}
    assert said[-1] == ("Bring your 1st MR Regt HQ to 1804, to command your Tank Bn, 1st Regt, or it attacks at −8."), (
        "its battalions are believed to stand before Obererlen by then"
    )
    assert found.said == (
        "Probe 1408 with your Tank Bn, 1st Regt: is anybody there? A fight gives you one more segment."
    )


def test_an_attack_that_promises_little_is_not_advised():
    """The coach looks at what the form says: one that drives the enemy out in a quarter of the cases, or fewer."""
    said = []
    for strength in ("defend level 4", "march level 4"):
        table = position(
            "us U-1B HQ at 1104 deployed", f"us U-I1 at 1608 {strength} parent U-1B known",
            "su S-1R HQ at 1904 deployed", "su S-I1 at 1708 attack to 1 fatigue 3 parent S-1R",
            heading="movement", phasing="su",
        )  # fmt: skip
        order = DeclareGroundCombat(unit="S-I1", target="1608", type="probe")
        found = odds(table.picture("su"), order)
        assert found is not None
        said.append((found.vain, driven(found)))
    assert all(vain is (share < FAIR) for vain, share in said) and said[0][0]


def driven(found: Odds) -> int:
    """How often in a hundred the enemy is driven out in the middle of what is supposed, as the form says it."""
    worst, best = re.findall(r"(\d+)% \(", plain_text(found.outlook[0]))
    return (int(worst) + int(best)) // 2
