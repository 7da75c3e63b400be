"""The table of a skirmish: what its map shows of bases, contacts, ways and fire."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from service.engine.bills import Bill
from service.engine.game import AnyGame
from service.engine.grids import SquareSheet, ground_of
from service.engine.odds import Odds
from service.engine.orders import Done
from service.engine.sentences import plain_text, say
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Announcement, Contact, March
from service.games.skirmish.printed.bases import Outward
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from tests.games.skirmish.table import Table, position
from tests.shipped import MOULIN_BASSET as GIVEN
from web.drawing import layers
from web.drawing.geometry import MapGeometry
from web.drawing.map import Selection, live_layer, render_map
from web.games.skirmish.map import map_of

TABLE = map_of(GIVEN)
SQUAD = Contact(
    handle="7", hex="1306", level=2, turn=1, player_turn=1, in_sight=True, shows=Outward(kind="squad", pinned=True)
)
GUN = Contact(handle="8", hex="1506", level=2, turn=-1, player_turn=1, in_sight=False, shows=Outward(kind="gun"))
UNKNOWN = Contact(handle="9", hex="1106", level=1, turn=1, player_turn=1, in_sight=True)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH}


def picture():
    return SKIRMISH.open("moulin-basset", {}).pictures["allied"]


def labels(markup: str) -> list[str]:
    return [e.attrib["aria-label"] for e in ElementTree.fromstring(markup).iter() if e.tag == "a"]


def test_every_piece_that_is_used_is_on_the_sheet_and_no_style_is_inline():
    seen = picture()
    seen.own["A-TK1"].suppression, seen.own["A-SQ1"].morale = 2, "broken"
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN, UNKNOWN)}
    seen.ground = replace(seen.ground, smoke={"0907": 2}, fires={"0805": 1}, wrecks=("0807",))
    markup = str(
        render_map(
            TABLE,
            SKIRMISH.view(seen),
            selection=Selection(units=("A-SQ1",), reach=SKIRMISH.forces.destinations(seen, ("A-SQ1",))),
        )
    )
    ids = {element.get("id") for element in ElementTree.fromstring(markup).iter()}
    used = set(re.findall(r'href="#(m-[^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
    assert used - ids == set()
    assert "style=" not in markup and "<script" not in markup


def test_the_whole_table_is_drawn_and_named():
    sheet = TABLE.printed()
    given = GIVEN
    assert {"Farm", "Barn", "Bridge", "Rise"} <= set(re.findall(r">([A-Z][a-z]+)<", sheet))
    assert set(TABLE.ground()) == set(given.sheet) and "woods" in TABLE.ground().values()
    assert all(f">{hex}<" in sheet for hex in given.sheet)
    assert sheet.count('href="#m-stone-house"') + sheet.count('href="#m-barn"') == sum(
        kind.endswith("_building") for kind in given.ground.values()
    )
    assert TABLE.printed() is sheet and len(sheet) < 80_000


def test_a_contact_shows_no_more_than_was_seen_and_pales_out_of_sight():
    seen = picture()
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN, UNKNOWN)}
    seen.turn = 1
    markup = str(live_layer(TABLE, SKIRMISH.view(seen)))
    told = {label.split(",")[0]: label for label in labels(markup)}
    forbids = "neither moves nor advances until the player turn ends, and fires with 2 more on the dice"
    assert told["Enemy 7"] == f"Enemy 7, squad, pinned ({forbids}), in sight, hex 1306"
    assert told["Enemy 8"] == "Enemy 8, gun, last seen 2 turns ago, hex 1506" and ">2</text>" in markup
    assert told["Enemy 9"] == "Enemy 9, not made out, in sight, hex 1106"
    assert "G-" not in markup


def test_sealed_moves_are_drawn_from_where_the_bases_stood():
    seen = picture()
    seen.marches = {"A-SQ3": March(path=("0509", "0609"), hex="0609", heading=0, spent=4, pace="normal")}
    drafted = SKIRMISH.view(seen)
    seen.sealed = True
    sealed = SKIRMISH.known(seen)
    stands = [
        re.search(r'data-unit="A-SQ3" data-place="(\d+)"', str(live_layer(TABLE, view)))[1]
        for view in (drafted, sealed.view)
    ]
    assert stands == ["0609", "0408"]
    assert 'class="way-head"' in str(live_layer(TABLE, sealed.view))
    assert SKIRMISH.words.waiting(sealed)[0] == say("Your moves are sent")


def ways_drawn(field: Table) -> list[str]:
    """The ways that the attacker's map shows, in words; the map is drawn for it."""
    return re.findall(r"Move from (\d+ to \d+)", str(live_layer(TABLE, SKIRMISH.view(field.picture("allied")))))


def test_live_the_attacker_sees_at_each_step_what_is_left_of_his_way():
    """From where the base has come to, never back to where the way began; a way back through its own hexes too."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1402", step="movement", interrupts="live")
    field.order("allied", Move(base="A-SQ1", path=("0607", "0507", "0607", "0707")), Done())
    assert ways_drawn(field) == ["0607 to 0707"], "he watches his own steps"
    assert TABLE.follow(SKIRMISH.view(field.picture("allied"))) == ("0607", "A-SQ1 0607"), "and his map goes with him"
    title, words = map(plain_text, SKIRMISH.words.waiting(SKIRMISH.known(field.picture("allied"))))
    assert title == "Your moves are being played" and "as they stood" not in words
    left = []
    while field.picture("allied").sealed and field.step != "remaining-fire":
        left.append((field.believes("A-SQ1").hex, field.picture("allied").ways.get("A-SQ1"), ways_drawn(field)))
        field.lapse()
    assert left[:3] == [
        ("0607", ("0507", "0607", "0707"), ["0607 to 0707"]),
        ("0507", ("0607", "0707"), ["0507 to 0707"]),
        ("0607", ("0707",), ["0607 to 0707"]),
    ]
    assert left[3:] == [("0707", (), [])]


def test_live_nothing_is_left_of_the_way_of_a_base_that_was_halted():
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1207", step="movement", interrupts="live")
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707", "0807")), Done())
    field.order("german", Halt()).lapse().lapse()
    assert field.believes("A-SQ1").halted and ways_drawn(field) == []


def test_to_stay_is_no_way_to_draw():
    """Neither an arrow of no length nor a fault: a way begins where its base already stands, or stays there twice."""
    drawn = layers.path
    assert drawn(TABLE.geometry, ("0607", "0607")) == drawn(TABLE.geometry, ("0607",)) == ""
    assert drawn(TABLE.geometry, ("0607", "0607", "0707")) == drawn(TABLE.geometry, ("0607", "0707"))


def test_fire_on_the_sheet_is_an_arrow_with_its_chance():
    seen = picture()
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN)}
    shot = Fire(base="A-SQ1", target="7")
    plans = TABLE.plans(
        SKIRMISH.view(seen), [shot], lambda order: Odds(figure="firepower", value=8, bill=Bill(), chance=42)
    )
    (aim,) = plans.aims
    assert (aim.origin, aim.target, aim.figure) == ("0405", "1306", "42%")
    assert aim.words in live_layer(TABLE, SKIRMISH.view(seen), selection=Selection(plans=plans))


def test_zones_of_announced_reinforcements_are_hatched_and_said():
    seen = picture()
    seen.announced = [Announcement(zone="east", hexes=("2005", "2006"), kinds=("squad",))]
    markup = str(live_layer(TABLE, SKIRMISH.view(seen)))
    assert "Enemy reinforcements are to come on here: zone east, 2005, 2006" in markup and 'class="zone-rim"' in markup


def test_scripts_are_told_where_every_place_lies():
    for geometry in (TABLE.geometry, MapGeometry(ground_of(SquareSheet(6, 6)))):
        told = {
            place: (float(x), float(y)) for x, y, place in (one.split(" ", 2) for one in geometry.places.split("|"))
        }
        assert list(told) == list(geometry.ground.places)
        for place, spot in told.items():
            assert spot == pytest.approx([at + 10 for at in geometry.at(place)], abs=0.06)
