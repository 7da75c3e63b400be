"""Who sees whom, and what becomes of contacts (P24)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import ContactStruck
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import FireOnMove, Move
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain


def watching(*bases: str, **given: object) -> Table:
    return position(*bases, **{"ground": plain(), "by_purpose": {"P7 fire": [6, 5] * 9}} | given)  # type: ignore[arg-type]


def level(table: Table, id: str) -> int:
    """The level at which the other side knows a base; 0 where it does not."""
    viewer = table.truth.other(table.base(id).side)
    contact = table.truth.seen_as(viewer, id)
    return contact.level if contact is not None else 0


@pytest.mark.parametrize(
    ("hex", "terrain", "seen"),
    [
        ("1307", "open", 2), ("1407", "open", 0), ("0907", "orchard", 2), ("1007", "orchard", 0), ("0507", "woods", 2),
        ("0607", "woods", 0), ("0307", "stone_building", 2), ("0407", "stone_building", 0),
        ("0207", "stone_building", 2),
    ],
)  # fmt: skip
def test_how_far_off_one_who_stands_still_is_made_out(hex: str, terrain: str, seen: int):
    """Twelve hexes in the open, eight, four or two in cover, and always in the next hex; the eye is at 0107."""
    table = watching("A-SQ1 squad at 0107", f"G-SQ1 squad at {hex}", ground=plain(**{f"h{hex}": terrain}))
    assert level(table, "G-SQ1") == seen


@pytest.mark.parametrize(
    ("hex", "terrain", "seen"), [("1707", "open", 2), ("1607", "orchard", 2), ("1807", "orchard", 0)]
)
def test_one_who_moves_is_made_out_from_twice_as_far_off(hex: str, terrain: str, seen: int):
    table = watching("G-SQ1 squad at 0107", f"A-SQ1 squad at {int(hex[:2]) - 1:02}07", "G-SQ2 squad at 0101",
                     step="movement", ground=plain(**{f"h{hex}": terrain}))  # fmt: skip
    before = level(table, "A-SQ1")
    table.order("allied", Move(base="A-SQ1", path=(hex,)), Done())
    film = table.picture("german").film
    assert before == 0 and (film is not None or seen == 0)
    assert len(table.picture("german").contacts) == (1 if seen else 0)


def test_one_who_stays_in_motion_is_seen_as_one_who_moves_until_its_next_move():
    for in_motion in (False, True):
        table = watching("A-SQ1 squad at 1407 q9", "A-SQ2 squad at 1907", "G-SQ1 squad at 2007 q9",
                         "G-SQ2 squad at 0107 q9", step="movement")  # fmt: skip
        shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"), in_motion=in_motion)
        table.order("allied", Move(base="A-SQ1", path=("1507",)), shot, Done()).let_pass()
        contact = table.truth.seen_as("german", "A-SQ1")
        assert contact is not None and contact.shows is not None and contact.shows.moving == in_motion


def test_a_foxhole_hides_one_who_sits_in_it_and_none_who_moves():
    """1506 is dug in by the road: at four hexes a squad in it is hidden till it stirs."""
    table = position("A-SQ1 squad at 1107", "G-SQ1 squad at 1506")
    assert level(table, "G-SQ1") == 0
    moving = position("A-SQ1 squad at 1107", "G-SQ1 squad at 1605", step="movement", attacker="german")
    moving.order("german", Move(base="G-SQ1", path=("1506",)), Done())
    film = moving.picture("allied").film
    assert film is not None and film.hex == "1506"
    assert moving.picture("allied").contacts[film.handle].level == 2


def test_a_flash_from_cover_is_a_suspicion_and_an_engine_out_of_sight_too():
    table = watching("A-SQ1 squad at 0107", "G-SQ1 squad at 0707", ground=plain(h0707="woods"), attacker="german")
    table.order("german", Fire(base="G-SQ1", target=table.handle("A-SQ1")))
    assert level(table, "G-SQ1") == 1
    walls = plain(**{f"h{hex}": "stone_building" for hex in ("0506", "0507", "0508", "0406", "0408", "0606", "0608")})
    for hex, heard in (("1007", 1), ("1207", 0)):
        start = f"{int(hex[:2]) + 1:02}07"
        tank = watching(f"A-TK1 medium_tank at {start} heading 4", "G-SQ1 squad at 0107", step="movement",
                        ground=walls | {"smoke": {"0307": 2, "0407": 2}})  # fmt: skip
        tank.order("allied", Move(base="A-TK1", path=(hex,)), Done())
        found = [contact.level for contact in tank.picture("german").contacts.values()]
        assert found == ([heard] if heard else [])


def test_a_contact_is_followed_hex_by_hex_and_lost_and_found_under_the_handle_of_its_ghost():
    """It keeps its handle in view; gone into the woods it is a ghost, and found again it is the same."""
    table = watching("A-SQ1 squad at 0807", "G-SQ1 squad at 0307", step="movement", ground=plain(h1007="woods"))
    handle = table.handle("A-SQ1")
    table.order("allied", Move(base="A-SQ1", path=("0907", "1007")), Done()).let_pass()
    contact = table.picture("german").contacts[handle]
    assert (contact.hex, contact.in_sight, contact.level) == ("1007", False, 2), "it went in while it was in view"
    table.done_until("movement")
    table.order("german", Move(base="G-SQ1", path=("0407", "0507", "0607")), Done()).let_pass().done()
    assert table.picture("german").contacts[handle].in_sight, "from four hexes off it is seen where it was"
    table.done_until("movement").order("allied", Move(base="A-SQ1", path=("1006", "1105")), Done()).let_pass()
    assert [(c.handle, c.hex) for c in table.picture("german").contacts.values()] == [(handle, "1105")]


def test_a_ghost_is_struck_off_where_somebody_looks_and_sees_nobody():
    """It went on behind the wood, unseen: who comes near finds it gone, and knows nothing of where it is."""
    table = watching("A-SQ1 squad at 0807", "G-SQ1 squad at 0307", step="movement",
                     ground=plain(h1007="woods", h1006="woods", h1008="woods"))  # fmt: skip
    table.order("allied", Move(base="A-SQ1", path=("0907", "1007")), Done()).let_pass()
    table.done_until("movement").done_until("movement")
    assert table.waiting == ["allied"]
    table.order("allied", Move(base="A-SQ1", path=("1107", "1207")), Done()).let_pass()
    assert [contact.hex for contact in table.picture("german").contacts.values()] == ["1007"]
    table.done_until("movement")
    table.order("german", Move(base="G-SQ1", path=("0407", "0507", "0607")), Done()).let_pass().done()
    assert not table.picture("german").contacts
    assert [struck.hex for struck in table.told("german", ContactStruck)] == ["1007"]


def test_a_dummy_is_struck_off_when_one_looks_and_nobody_is_there():
    table = watching("A-SQ1 squad at 0307", "G-D1 dummy at 0907", "G-SQ1 squad at 2014", step="movement",
                     ground=plain(h0907="woods"))  # fmt: skip
    assert [contact.hex for contact in table.picture("allied").contacts.values()] == ["0907"]
    table.order("allied", Move(base="A-SQ1", path=("0407", "0507")), Done()).let_pass().done()
    assert not table.picture("allied").contacts and not table.truth.dummies
    assert [struck.hex for struck in table.told("allied", ContactStruck)] == ["0907"]


def test_a_ghost_counts_as_known_in_its_player_turn_and_two_more():
    table = watching("A-SQ1 squad at 0507", "G-SQ1 squad at 1407 suspected", ground=plain(h1407="woods"))
    [contact] = table.picture("allied").contacts.values()
    assert [contact.counts(contact.player_turn + n, 2) for n in range(4)] == [True, True, True, False]
