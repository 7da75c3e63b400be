"""What ways cost, how far bases go at either pace, and where they may not go (P2, P10 to P12; SKR-MOV-01)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.paths import ways
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.routs import ends_of, sheltered
from service.games.skirmish.known.shelter import bareness
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import Face, FireOnMove, MoreToCome
from tests.games.skirmish.test_flight import plain
from tests.games.skirmish.test_moves import at_the_mover, move, open_ground
from tests.games.skirmish.test_reinforcements import expecting


@pytest.mark.parametrize(
    ("base", "path", "ground", "spent"),
    [
        ("squad", ("0607", "0707"), {}, 4),
        ("squad", ("0607", "0707"), {"h0607": "woods"}, 6),
        ("medium_tank heading 1", ("0607", "0707"), {"h0607": "woods"}, 6 + 2),
        ("medium_tank heading 1", ("0607", "0707"), {"h0507": "road", "h0607": "road", "h0707": "road"}, 1 + 1),
        ("medium_tank heading 1", ("0607", "0707"), {"h0607": "road", "h0707": "road"}, 2 + 1),
        ("lorry heading 1", ("0607", "0707"), {}, 4 + 4),
        ("squad", ("0607", "0707"), {"h0507": "road", "h0607": "road", "h0707": "road"}, 4),
        ("medium_tank heading 4", ("0607",), {}, 3 * 2 + 2),
        ("medium_tank heading 0", ("0508", "0507"), {}, 2 * 2 + 2 + 3 * 2 + 2),
    ],
)
def test_what_a_way_costs(base: str, path: tuple[str, ...], ground: dict[str, str], spent: int):
    """In halves of a point: a turn is one point; a road from a road is half a point, but not on foot."""
    kind, *words = base.split()
    table = open_ground(f"A-B {kind} at 0507 {' '.join(words)}", "G-SQ1 squad at 1714", ground=plain(**ground))
    table.order("allied", move("A-B", *path), Done()).let_pass()
    assert table.base("A-B").hex == path[-1] and table.base("A-B").spent == spent


def test_uphill_costs_a_point_more_and_wrecks_are_in_the_way_of_vehicles():
    table = open_ground("A-SQ1 squad at 0311", "A-SQ2 squad at 0307", "A-TK1 medium_tank at 0306 heading 1",
                        "A-LO lorry at 0305 heading 1", "G-SQ1 squad at 2001",
                        ground=plain() | {"wrecks": ("0405", "0406", "0407")})  # fmt: skip
    table.order("allied", move("A-SQ1", "0312", "0412"), move("A-SQ2", "0407"), move("A-TK1", "0406"),
                move("A-LO", "0405"), Done()).let_pass()  # fmt: skip
    assert {id: table.base(id).spent for id in ("A-SQ1", "A-SQ2", "A-TK1", "A-LO")} == {
        "A-SQ1": 2 + 2 + 2, "A-SQ2": 2, "A-TK1": 4, "A-LO": 6,
    }  # fmt: skip


def test_fast_is_longer_barred_beside_a_known_enemy_in_good_order_and_off_the_road_for_a_lorry():
    path = ("0607", "0707", "0807", "0907", "1007")
    table = open_ground("A-SQ1 squad at 0507", "A-LO lorry at 0505 heading 1", "G-SQ1 squad at 1107 q9",
                        ground=plain(h0505="road", h0605="road", h0705="road"))  # fmt: skip
    assert table.refused("allied", "NORMAL_SPEED_ONLY", move("A-SQ1", *path)).rule == "P11"
    table.refused("allied", "NORMAL_SPEED_ONLY", move("A-SQ1", "0607", "0707", "0807", "0907", "1007", pace="fast"))
    table.refused("allied", "NOT_AFFORDED", move("A-SQ1", *path[:4], "0908", "0808", "0708"))
    table.refused("allied", "NOT_AFFORDED", move("A-SQ1", *path, pace="normal"))
    table.refused("allied", "NORMAL_SPEED_ONLY", move("A-LO", "0605", "0705", "0805", pace="fast"))
    offered = {there.place for there in destinations(table.picture("allied"), "A-SQ1")}
    assert {"0907", "1006"} & offered == {"0907"} and "1007" not in offered
    table.order(
        "allied", move("A-LO", "0605", "0705", pace="fast"), move("A-SQ1", "0607", pace="fast"), Done()
    ).let_pass()
    assert table.base("A-SQ1").pace == "fast" and table.base("A-LO").hex == "0705"
    broken = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 1107 q9 broken", attacker="allied")
    broken.order("allied", move("A-SQ1", *path))


def test_who_ran_does_not_fire_on_the_move_but_in_the_closing_fire():
    table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9")
    shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    assert table.refused("allied", "NOT_ELIGIBLE", move("A-SQ1", "0607", pace="fast"), shot).rule == "P11"
    table.order("allied", move("A-SQ1", "0607", pace="fast"), Done()).let_pass().done()
    table.order("allied", Fire(base="A-SQ1", target=table.handle("G-SQ1")))


def test_a_vehicle_that_fires_on_its_way_goes_on_at_normal_pace():
    table = open_ground("A-TK1 medium_tank at 0207 heading 1", "G-SQ1 squad at 1407 q9")
    shot = FireOnMove(base="A-TK1", target=table.handle("G-SQ1"), weapon="machine guns")
    on = move("A-TK1", "0407", pace="fast")
    table.refused("allied", "NORMAL_SPEED_ONLY", move("A-TK1", "0307"), shot, on)
    table.refused("allied", "FIRED", move("A-TK1", "0307"), shot, shot)
    path = tuple(f"{column:02}07" for column in range(3, 11))
    table.order("allied", move("A-TK1", *path))
    table.refused("allied", "NOT_AFFORDED", shot, Face(base="A-TK1", heading=2))
    table.refused("allied", "NOT_AFFORDED", Face(base="A-TK1", heading=6))


@pytest.mark.rule("SKR-MOV-01")
def test_what_cannot_stir_is_not_moved_and_no_two_end_in_one_hex():
    table = open_ground("A-TK1 medium_tank at 0507 heading 1 immobilised", "A-SQ1 squad at 0505", "A-SQ2 squad at 0605",
                        "A-L1 leader at 0604", "G-SQ1 squad at 1714", ground=plain(h0506="stone_building"))  # fmt: skip
    assert table.refused("allied", "NOT_ELIGIBLE", move("A-TK1", "0607")).rule == "P13"
    table.refused("allied", "NOT_ELIGIBLE", Face(base="A-TK1", heading=2))
    assert table.refused("allied", "NOT_AFFORDED", move("A-SQ1", "0605")).rule == "P2"
    table.refused("allied", "NOT_AFFORDED", move("A-SQ1", "0605", "0705"), move("A-SQ2", "0705"))
    table.order("allied", move("A-SQ2", "0705"), move("A-SQ1", "0605"), move("A-L1", "0605"), Done()).let_pass()
    assert [table.base(id).hex for id in ("A-SQ1", "A-SQ2", "A-L1")] == ["0605", "0705", "0605"]
    table = open_ground("A-TK1 medium_tank at 0507 heading 1", "G-SQ1 squad at 1714",
                        ground=plain(h0607="stone_building"))  # fmt: skip
    assert table.refused("allied", "NOT_AFFORDED", move("A-TK1", "0607")).rule == "P10"
    table.refused("allied", "NOT_AFFORDED", move("A-TK1", "0707"))


def test_sheets_that_say_nothing_are_not_sent_by_themselves():
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 1714")
    assert table.refused("allied", "", MoreToCome()).rule == "P16"
    table.refused("allied", "", move("A-SQ1", "0607"), MoreToCome(), MoreToCome())
    assert table.refused("allied", "", move("A-SQ1", "0607"), FireOnMove(base="A-SQ1", of="elephant")).rule == "P16"


@pytest.mark.rule("SKR-MOV-06")
def test_a_turn_on_the_spot_is_a_step_that_may_be_halted():
    table = open_ground("A-TK1 medium_tank at 0507 heading 1", "G-ATG at_gun_75 at 1207 heading 4",
                        by_purpose={"P13 shot": [6, 5]})  # fmt: skip
    table.order("allied", Face(base="A-TK1", heading=3), Done())
    film = table.picture("german").film
    assert film is not None and table.base("A-TK1").heading == 2, "one hexside of two"
    table.order("german", Shoot(base="G-ATG", target=film.handle), Done()).let_pass()
    assert table.base("A-TK1").heading == 2 and table.base("A-TK1").halted


@pytest.mark.parametrize("what", ["pinned", "broken", "lost"])
def test_who_waits_for_another_stays_if_that_one_was_pinned_broken_or_lost(what: str):
    faces = {"pinned": [2, 2], "broken": [1, 1], "lost": [1, 1]}[what]
    quality = {"pinned": "q9", "broken": "q2", "lost": "q2"}[what]
    state = "routed" if what == "lost" else ""
    table = open_ground(f"A-SQ1 squad at 0907 {quality} {state}", "A-SQ2 squad at 0505", "G-SQ1 squad at 1207 q9",
                        by_purpose={"P7 fire": faces, "P5": [1, 1]}, ground=plain(h0807="orchard"))  # fmt: skip
    table.order("allied", move("A-SQ1", "0807"), move("A-SQ2", "0605", skip_if=("A-SQ1",)), Done())
    table.order("german", at_the_mover(table, "G-SQ1"), Done()).let_pass().done()
    assert table.base("A-SQ2").hex == "0505"


def test_a_gun_is_pushed_one_open_hex_by_hand_and_never_fast():
    table = open_ground(
        "A-ATG at_gun_75 at 0507 heading 1", "G-SQ1 squad at 1714", ground=plain(h0506="grain", h0508="woods")
    )
    assert {there.place for there in destinations(table.picture("allied"), "A-ATG")} == {
        "0406", "0407", "0408", "0506", "0607"}  # fmt: skip
    table.refused("allied", "NOT_AFFORDED", move("A-ATG", "0508"))
    table.refused("allied", "NOT_AFFORDED", move("A-ATG", "0607", "0707"))
    table.order("allied", move("A-ATG", "0406"), Done()).let_pass()
    assert table.base("A-ATG").hex == "0406" and table.base("A-ATG").heading == 1


@pytest.mark.parametrize(
    ("base", "normal", "fast"),
    [("squad", 4, 6), ("mmg_team", 3, 4), ("light_mortar_team", 4, 5), ("leader", 5, 7), ("observer", 5, 7),
     ("medium_tank", 8, 12), ("assault_gun", 7, 10), ("carrier", 8, 12)],
)  # fmt: skip
def test_how_far_a_base_goes_at_either_pace(base: str, normal: int, fast: int):
    table = open_ground(f"A-B {base} at 0107 heading 1", "G-SQ1 squad at 1714")
    for pace, points in (("normal", normal), ("fast", fast)):
        path = [f"{column:02}07" for column in range(2, points + 3)]
        table.refused("allied", "NOT_AFFORDED", move("A-B", *path, pace=pace))
    table.order("allied", move("A-B", *path[:-1]), Done()).let_pass()
    assert table.base("A-B").hex == f"{fast + 1:02}07" and table.base("A-B").pace == "fast"


@pytest.mark.parametrize(
    ("ground", "way"),
    [({}, ("0506", "0606")), ({"h0607": "grain"}, ("0607", "0606")), ({"h0607": "woods"}, ("0506", "0606"))],
)
def test_of_ways_that_cost_alike_the_one_that_takes_cover_is_offered(ground: dict[str, str], way: tuple[str, ...]):
    """Grain costs a man no more than open ground, and hides them a little; woods cost more."""
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 1714", ground=plain(**ground))
    found = {there.place: there.path for there in destinations(table.picture("allied"), "A-SQ1")}
    assert found[way[-1]] == way


@pytest.mark.parametrize(("ground", "way"), [({}, "0506"), ({"h0308": "stone_building"}, "0607")])
def test_and_the_one_that_a_known_enemy_does_not_see(ground: dict[str, str], way: str):
    """A house stands between them and one of the two; without it they see both."""
    table = open_ground("A-SQ1 squad at 0507", "G-HMG hmg_team at 0108", ground=plain(**ground))
    found = {there.place: there.path for there in destinations(table.picture("allied"), "A-SQ1")}
    assert found["0606"] == (way, "0606")


def test_a_flight_takes_cover_on_its_way_where_that_costs_no_more():
    picture = open_ground("A-SQ1 squad at 0807 broken", "G-HMG hmg_team at 1207").picture("allied")
    base = picture.own["A-SQ1"]
    shortest, covered = ends_of(picture, base), sheltered(picture, base)
    assert {hex: way.cost for hex, way in shortest.items()} == {hex: way.cost for hex, way in covered.items()}
    for hex, way in covered.items():
        move("A-SQ1", *way.path).check(picture)
        assert bareness(picture, base)(way.path) <= bareness(picture, base)(shortest[hex].path)


def test_what_was_spent_before_is_paid_of_what_there_is():
    picture = open_ground("A-SQ1 squad at 0807", "G-SQ1 squad at 1714", ground=plain()).picture("allied")
    fresh = {there.place: there.cost for there in ways(picture, picture.own["A-SQ1"])}
    tired = {there.place: there.cost for there in ways(picture, picture.own["A-SQ1"].changed(spent=5))}
    assert set(tired) < set(fresh) and max(tired.values()) == max(fresh.values())
    assert (fresh["0907"], tired["0907"]) == (1, 4), "seven halves of a point, rounded up"


def test_into_its_first_hex_a_gun_drives_along_no_road_however_it_comes_on():
    picture = expecting("G-SG1").picture("german")
    picture.groups["G-R1"] = replace(picture.groups["G-R1"], zone="road")
    costs = {there.place: (there.cost, there.path) for there in ways(picture, picture.own["G-SG1"])}
    assert costs["2007"] == (1, ("2007",)) and costs["1807"] == (2, ("2007", "1907", "1807"))
