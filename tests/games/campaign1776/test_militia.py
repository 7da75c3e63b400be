"""Militia keeps to its area on the water, too: no bateau takes it out, and who lands elsewhere is lost."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.places import Place
from service.engine.sentences import plain_text
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.losses import losses_told
from service.games.campaign1776.known.reports import UnitsLost
from service.games.campaign1776.sections.corrections import PutShip, PutUnits
from service.games.campaign1776.sections.landing import Debark, Embark
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.sections.sailing import Sail
from tests.games.campaign1776.table import Table, position

APART = ("1 CA at DDD37", "1 BR at XXX42")
LAKE, NORTH, SOUTH = Place("NNN37/OOO38"), Place("OOO37/OOO38"), Place("NNN37/NNN38")
"""The head of the lake, between the Middle States (NNN37) and Canada (OOO38), and the sides beyond it."""
MIDDLE_SHORE, CANADIAN_SHORE = Place("NNN37"), Place("OOO38")
SOUND, LONG_ISLAND, CONNECTICUT = Place("BBB44/CCC44"), Place("BBB44"), Place("CCC44")
"""The side between Long Island, which is of the Middle States, and the shore of New England."""
LOST = ({"TM": 2}, "abroad")


def afloat(*things: str, **where: object) -> Table:
    given = {"scenario": "northern-war", "turn": 5, **where}
    return position(*things, *APART, **given)  # type: ignore[arg-type]


def boards(*units: str, ship: str = "TR1") -> Embark:
    return Embark(units=units, ship=ship)


def lands(unit: str, hex: Place, ship: str = "TR1") -> Debark:
    return Debark(units=(unit,), ship=ship, hex=hex)


def sails(*path: Place, ship: str = "bateau1") -> Sail:
    return Sail(ships=(ship,), path=path)


def lost(table: Table, side: str = "br") -> list[tuple[dict[str, int], str]]:
    return [(one.units, one.why) for one in table.told(side, UnitsLost)]


def next_month(table: Table) -> Table:
    return table.order("br", Done()).done_until("br", "regular-movement")


# ---- bateaus


def test_a_bateau_takes_militia_along_the_shore_of_its_area_and_not_out_of_it():
    table = afloat(f"bateau br in {LAKE}", "2 TM at NNN37").order("br", boards("TM1", ship="bateau1"))
    out = table.refused("br", sails(NORTH))
    assert out.rule == "P3" and "Militia cannot leave its area" in out.reason
    across = table.refused("br", lands("TM1", CANADIAN_SHORE, "bateau1"))
    assert across.rule == "P3" and "OOO38 lies in another" in across.reason
    open_to = {one.place for one in CAMPAIGN1776.forces.destinations(table.picture("br"), ("bateau1",))}
    assert SOUTH in open_to and NORTH not in open_to
    assert [option.fixed["hex"] for option in table.options("br", "debark")] == [MIDDLE_SHORE]
    table.order("br", sails(SOUTH), lands("TM1", Place("NNN38"), "bateau1"), Done())
    assert table.pool("TM1").at == "NNN38" and not lost(table)


def test_regulars_go_out_of_an_area_with_a_bateau_and_militia_beside_them_holds_it_back():
    table = afloat(f"bateau br in {LAKE}", "1 BR at NNN37", "1 TM at NNN37").order("br", boards("BR1", ship="bateau1"))
    both = afloat(f"bateau br in {LAKE}", "1 BR at NNN37", "1 TM at NNN37")
    both.order("br", boards("BR1", "TM1", ship="bateau1"))
    assert both.refused("br", sails(NORTH)).rule == "P3"
    both.order("br", lands("BR1", CANADIAN_SHORE, "bateau1"))
    table.order("br", sails(NORTH), lands("BR1", CANADIAN_SHORE, "bateau1"))
    assert table.pool("BR1").at == both.pool("BR1").at == "OOO38"


def test_a_month_aboard_does_not_make_militia_forget_where_it_belongs():
    table = next_month(
        afloat(f"bateau br in {LAKE}", "2 TM at NNN37", turn=4).order("br", boards("TM1", ship="bateau1"))
    )
    assert table.refused("br", lands("TM1", CANADIAN_SHORE, "bateau1")).rule == "P3"
    assert table.refused("br", sails(NORTH)).rule == "P3"


def test_open_water_is_no_way_round_to_another_area():
    table = afloat("bateau br in AAA40/AAA41", "1 TM at AAA40").order("br", boards("TM1", ship="bateau1"))
    sound = Place("ZZ40/AAA41")
    assert table.refused("br", sails(sound, Place("ZZ40/ZZ41"))).rule == "P3", "to Long Island"
    table.order("br", sails(sound, Place("ZZ40/AAA40")))


def test_rebels_cross_the_sound_by_bateau_where_they_may_march_between_the_areas():
    things = (f"bateau am in {SOUND}", f"1 RM at {CONNECTICUT}")
    strict = afloat(*things, heading="American movement").order("am", boards("RM1", ship="bateau1"))
    assert strict.refused("am", lands("RM1", LONG_ISLAND, "bateau1")).rule == "P3"
    free = position(*things, "1 BR at WW38", scenario="highlands-1777", heading="American movement")
    free.order("am", boards("RM1", ship="bateau1"), lands("RM1", LONG_ISLAND, "bateau1"), Done()).done("am")
    assert free.pool("RM1").at == LONG_ISLAND and not lost(free, "am")


# ---- fleets


def test_tories_whom_a_fleet_lands_in_another_area_are_lost_when_the_movement_ends():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", f"1 BR at {CONNECTICUT}")
    table.order("br", boards("TM1", "BR1"), Debark(units=("TM1", "BR1"), ship="TR1", hex=LONG_ISLAND))
    assert table.pool("TM1").at == LONG_ISLAND, "they stand there until then"
    table.order("br", Done()).done("br")
    assert "TM1" not in table.truth.pools and "TM1" not in table.picture("br").own
    assert table.pool("BR1").at == LONG_ISLAND, "regulars stay"
    assert lost(table) == [LOST] and not lost(table, "am"), "their owner alone is told"
    assert table.truth.lost == {"TM": 2} and losses_told(table.told("br", UnitsLost)[0]) == {"TM": 2}
    entry = next(one for one in table.logs["British"] if isinstance(one.report, UnitsLost))
    assert CAMPAIGN1776.words.prose(entry.report)


@pytest.mark.parametrize(("kind", "stay"), [("TM", False), ("BR", True)])
def test_the_other_side_sees_only_who_has_stayed(kind: str, stay: bool):
    table = afloat(f"TR br in {SOUND}", f"2 {kind} at {CONNECTICUT}", "1 CA at AAA43")
    table.order("br", boards(f"{kind}1"), lands(f"{kind}1", LONG_ISLAND), Done()).done("br")
    table.done_until("am", "regular-movement")
    assert (table.contact("am", LONG_ISLAND) is not None) == stay
    assert not lost(table, "am")


def test_whoever_lands_tories_abroad_is_warned_as_long_as_they_can_march_home():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", f"1 BR at {CONNECTICUT}")
    table.order("br", boards("TM1", "BR1"))
    assert foretold(table) == []
    table.order("br", Debark(units=("TM1", "BR1"), ship="TR1", hex=LONG_ISLAND))
    said = "TM1 in BBB44 are lost as the movement phase ends, unless they march back to their area first."
    assert foretold(table) == [(said, True, "P3")], "of the militia alone"
    table.order("br", Done())
    assert table.heading == "forced-march" and foretold(table) == [], "nothing can be done any more"
    home = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}")
    assert foretold(home.order("br", boards("TM1"), lands("TM1", CONNECTICUT))) == []


@pytest.mark.parametrize(("things", "aboard", "turn", "stays"), [
    ((f"TR br in {SOUND}", "2 TM aboard TR1"), "TR1", 6, False),
    ((f"TR br in {SOUND}", "2 TM aboard TR1"), "TR1", 5, True),
    ((f"bateau br in {LAKE}", "2 TM aboard bateau1"), "bateau1", 6, True),
])  # fmt: skip
def test_militia_in_a_fleet_when_a_quarter_ends_is_lost_and_its_owner_is_warned(
    things: tuple[str, ...], aboard: str, turn: int, stays: bool
):
    """In a bateau on a lake it stays: that is no fleet. A phone lost two militia in one, without a word before."""
    table = afloat(*things, turn=turn)
    said = f"TM1 aboard {aboard} are lost as the quarter ends, unless they land."
    assert foretold(table) == ([] if stays else [(said, True, "C76-CTL-03")])
    for _ in range(12):
        if table.truth.turn > turn or table.heading.endswith("recruits"):
            break
        table.done(table.waiting[0])
    assert ("TM1" in table.truth.pools) is stays


def foretold(table: Table) -> list[tuple[str, bool, str]]:
    assert CAMPAIGN1776.foretell is not None
    return [(plain_text(one.text), one.grave, one.rule) for one in CAMPAIGN1776.foretell(table.picture("br"), ())]


def test_tories_landed_in_their_own_area_are_at_home_again():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", turn=4)
    table = next_month(table.order("br", boards("TM1")))
    assert table.pool("TM1").home == "N" == table.picture("br").own["TM1"].home
    table.order("br", lands("TM1", CONNECTICUT), Done()).done("br")
    assert not table.pool("TM1").home and not table.picture("br").own["TM1"].home and not lost(table)


def test_a_month_at_sea_does_not_make_tories_at_home_elsewhere():
    table = next_month(afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", turn=4).order("br", boards("TM1")))
    table.order("br", lands("TM1", LONG_ISLAND), Done()).done("br")
    assert lost(table) == [LOST]


def test_of_tories_of_two_areas_in_one_fleet_those_stay_who_are_at_home():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", f"3 TM at {LONG_ISLAND}", turn=4)
    table = next_month(table.order("br", boards("TM1"), boards("TM2")))
    assert [table.pool(id).number for id in ("TM1", "TM2")] == [2, 3], "they are no single pool"
    table.order("br", Debark(units=("TM1", "TM2"), ship="TR1", hex=LONG_ISLAND), Done()).done("br")
    assert "TM1" not in table.truth.pools and table.pool("TM2").number == 3 and lost(table) == [LOST]


def test_a_fort_whose_garrison_was_taken_out_of_its_area_falls():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}", f"fort {LONG_ISLAND} br", f"1 CA at {LONG_ISLAND}")
    inside = Debark(units=("TM1",), ship="TR1", hex=LONG_ISLAND, inside=True)
    table.order("br", boards("TM1"), inside)
    assert table.truth.forts[LONG_ISLAND] == "British"  # type: ignore[index]
    table.order("br", Done()).done("br")
    assert table.truth.forts[LONG_ISLAND] == "American" and lost(table) == [LOST]  # type: ignore[index]


def test_tories_who_have_landed_abroad_may_march_home():
    table = afloat("TR br in port New York", "2 TM at WW38", turn=4).order("br", boards("TM1"))
    table = next_month(table.correct(PutShip(ship="TR1", to=Place("ZZ39/ZZ40"))))
    table.order("br", lands("TM1", Place("ZZ39")))
    assert table.truth.rules.board.area[Place("ZZ39")] == "N"  # type: ignore[index]
    table.order("br", MarchTo(units=("TM1",), path=(Place("YY38"),)), Done()).done("br")
    assert table.pool("TM1").at == "YY38" and not lost(table)


def test_where_the_moderator_puts_militia_it_is_at_home():
    table = afloat(f"TR br in {SOUND}", f"2 TM at {CONNECTICUT}").order("br", boards("TM1"))
    table.correct(PutUnits(units=("TM1",), hex=LONG_ISLAND)).order("br", Done()).done("br")
    assert table.pool("TM1").at == LONG_ISLAND and not lost(table)


@pytest.mark.parametrize("hex", [CONNECTICUT, LONG_ISLAND])
def test_tories_aboard_since_before_their_area_was_kept_are_at_home_where_they_land(hex: Place):
    """As in a match that was begun before: they came aboard, and nobody noted where."""
    table = afloat(f"TR br in {SOUND}", "2 TM aboard TR1").order("br", lands("TM1", hex), Done()).done("br")
    assert table.pool("TM1").at == hex and not lost(table)
