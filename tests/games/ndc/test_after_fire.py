"""What fire leaves is said before it is ordered: CSPs for more of it, and guns that may run low on ammunition."""

from __future__ import annotations

import pytest

from service.engine.orders import Order
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.points import believed
from service.games.ndc.sections.declare import DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend
from tests.games.ndc.fighting import attack, battle
from tests.positions import Table


def said(table: Table, side: str, order: Order) -> str:
    """All that the form says of an order below its sum."""
    assert NDC.odds is not None
    found = NDC.odds(table.picture(side), order)
    assert found is not None
    return " ".join(plain_text(line) for line in found.outlook)


def assault(csps: int) -> DeclareGroundCombat:
    return DeclareGroundCombat(unit="S-A1", target="0902", type="assault", barrage=csps)


@pytest.mark.rule("NDC-GCD-06")
def test_a_barrage_says_how_many_csps_it_leaves_in_the_phase():
    table = battle()
    has = believed(table.picture("su")).in_hand("support")
    assert f"Leaves {has - 2} of your {has} CSPs for this phase." in said(table, "su", assault(2))
    assert "Leaves" not in said(table, "su", assault(0))


@pytest.mark.rule("NDC-HSK-01")
def test_fire_that_may_leave_guns_low_on_ammunition_says_so_with_its_chance_and_its_rule():
    """An HQ is tested by the CSPs that it has fired since its last Housekeeping, in full multiples of its points."""
    table = battle()
    picture = table.picture("su")
    [hq] = believed(picture).draw("0902", 1, "support")
    guns, low = picture.own[hq].points("arty"), "HQ may run low on ammunition in Housekeeping, on a 1d6 of"
    assert "low on ammunition" not in said(table, "su", assault(1))
    for rounds in (1, 2):
        picture.account.fired[hq] = rounds * guns - 1
        assert f"{low} {rounds} or less" in said(table, "su", assault(1))
    assert "(NDC-HSK-01)" in said(table, "su", assault(1))


@pytest.mark.rule("NDC-HSK-01", "NDC-RES-02")
def test_so_does_the_fire_of_a_defence():
    table = attack(battle())
    picture = table.picture("us")
    [source, *_] = believed(picture).draw("0802", 1, "support")
    picture.account.fired[source] = picture.own[source].points("arty") - 1
    assert "low on ammunition in Housekeeping" in said(table, "us", Defend(fire=1))
    assert "low on ammunition" not in said(table, "us", Defend())


@pytest.mark.rule("NDC-CBF-04", "NDC-HSK-01")
def test_an_interdiction_says_what_it_leaves_for_more_such_fire():
    table = battle()
    picture, points = table.picture("su"), believed(table.picture("su"))
    assert NDC.odds is not None
    found = NDC.odds(picture, Interdict(target="0903", csps=2))
    assert found is not None
    assert (found.figure, found.value) == ("CSPs left for more such fire", points.in_hand("counter") - 2)
    [hq] = points.draw("0903", 2, "counter")
    picture.account.fired[hq] = picture.own[hq].points("arty")
    again = NDC.odds(picture, Interdict(target="0903", csps=2))
    assert again is not None and [line.rule for line in again.bill.lines] == ["NDC-HSK-01"]
