"""Moves, the fire that is linked with them, and the fire that halts them (SKR-OPF-01 to 03, SKR-MOV-01 to 08)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.fire import Fire
from service.games.skirmish.gunnery import Shoot
from service.games.skirmish.moving import Face, FireOnMove, MoreToCome, Move, destinations
from service.games.skirmish.reports import FireTold, HaltTold, Lapsed
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain

NOTHING = {"P7 fire": [6, 5] * 20}


def move(base: str, *path: str, **more: object) -> Move:
    return Move(base=base, path=path, **more)  # type: ignore[arg-type]


def open_ground(*bases: str, **given: object) -> Table:
    """The movement step on open ground, where fire does no harm unless dice say otherwise."""
    return position(*bases, **{"step": "movement", "ground": plain(), "by_purpose": NOTHING} | given)  # type: ignore[arg-type]


def at_the_mover(table: Table, base: str) -> Fire:
    film = table.picture("german").film
    assert film is not None
    return Fire(base=base, target=film.handle)


@pytest.mark.rule("SKR-OPF-01", "SKR-OPF-02", "SKR-OPF-03")
def test_one_rate_of_fire_serves_all_the_defenders_fire_at_movers():
    """A light machine gun's two shots go at a routed base, which runs on; a squad's one at a broken base."""
    table = open_ground(
        "A-SQ1 squad at 0907 routed q9", "A-SQ2 squad at 0909 broken q9", "A-SQ3 squad at 0404 q9",
        "G-LMG lmg_team at 1207", "G-SQ1 squad at 1208", "G-SQ2 squad at 1209",
        ground=plain(h0507="orchard", h0509="orchard"),
    )  # fmt: skip
    table.order("allied", move("A-SQ1", "0807", "0707", "0607", "0507"), move("A-SQ2", "0809", "0709", "0609", "0509"),
                move("A-SQ3", "0504"), Done())  # fmt: skip
    table.order("german", at_the_mover(table, "G-LMG"))
    table.refused("german", "NO_SHOT", at_the_mover(table, "G-LMG"))  # not twice in one hex (P8)
    table.order("german", Done()).order("german", at_the_mover(table, "G-LMG"), Done())
    assert len(table.rolls("P7 fire")) == 2 and table.base("A-SQ1").hex == "0607" and not table.base("A-SQ1").halted
    assert table.refused("german", "ROF_SPENT", at_the_mover(table, "G-LMG")).rule == "SKR-OPF-01"
    table.order("german", Done())
    while table.address.count("routed-units-move"):
        table.done()
    assert "broken-units-move" in table.address and table.base("A-SQ1").hex == "0507"
    table.order("german", at_the_mover(table, "G-SQ1"), Done())
    assert table.refused("german", "ROF_SPENT", at_the_mover(table, "G-SQ1")).rule == "SKR-OPF-02"
    table.let_pass()
    assert table.base("A-SQ2").hex == "0509"


@pytest.mark.rule("SKR-OPF-03", "SKR-OPF-02")
def test_a_rate_of_three_spent_on_a_routed_a_broken_and_another_mover():
    table = open_ground(
        "A-SQ1 squad at 0907 routed q9", "A-SQ2 squad at 0909 broken q9", "A-SQ3 squad at 0904 q9",
        "A-SQ4 squad at 0902 q9", "G-HMG hmg_team at 1507", "G-SQ1 squad at 1508",
        ground=plain(h0807="woods", h0809="woods"),
    )  # fmt: skip
    table.order("allied", move("A-SQ1", "0807"), move("A-SQ2", "0809"), move("A-SQ3", "0903"), move("A-SQ4", "0901"))
    table.order("allied", Done())
    for where in ("routed-units-move", "broken-units-move", "move-and-fire"):
        assert where in table.address
        table.order("german", at_the_mover(table, "G-HMG"), Done())
    assert table.base("A-SQ3").halted and len(table.rolls("P7 fire")) == 3
    assert table.refused("german", "ROF_SPENT", at_the_mover(table, "G-HMG")).rule == "SKR-OPF-03"


@pytest.mark.rule("SKR-MOV-01", "SKR-MOV-02")
def test_a_base_moves_first_and_fires_then():
    table = open_ground("A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "A-SQ3 squad at 0503 pinned",
                        "A-SQ4 squad at 0501 cowered", "G-SQ1 squad at 1207 q9")  # fmt: skip
    shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    assert table.refused("allied", "MOVE_FIRST", shot).rule == "SKR-MOV-02"
    table.refused("allied", "NOT_ELIGIBLE", move("A-SQ3", "0603"))
    assert table.refused("allied", "NOT_ELIGIBLE", move("A-SQ4", "0601")).rule == "SKR-MOV-01"
    assert table.refused("allied", "FIRED", move("A-SQ1", "0607"), shot, move("A-SQ1", "0707")).rule == "SKR-MOV-02"
    table.order("allied", move("A-SQ1", "0607"), shot, Done()).let_pass().done()
    assert table.base("A-SQ1").hex == "0607" and table.base("A-SQ1").fired == "moving"
    assert [report.hex for report in table.told("allied", FireTold)] == ["1207"]


@pytest.mark.rule("SKR-MOV-01")
@pytest.mark.parametrize("morale", ["broken", "routed"])
def test_bases_in_flight_do_not_fire(morale: str):
    table = open_ground(f"A-SQ1 squad at 0907 {morale}", "G-SQ1 squad at 1207", ground=plain(h0807="woods"))
    shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    table.refused("allied", "NOT_ELIGIBLE", move("A-SQ1", "0807"), shot)


def modifiers(table: Table) -> dict[str, int]:
    [told] = [report for report in table.told("allied", FireTold) if report.reckoning]
    assert told.reckoning is not None
    return dict(told.reckoning.modifiers)


@pytest.mark.rule("SKR-MOV-03", "SKR-MOV-04")
def test_fire_on_the_move_is_advanced_fire_and_worse_from_one_that_stays_in_motion():
    stood = position("A-SQ1 squad at 0607", "G-SQ1 squad at 1207 q9", ground=plain(), by_purpose=NOTHING)
    stood.order("allied", Fire(base="A-SQ1", target=stood.handle("G-SQ1")))
    assert modifiers(stood) == {}
    for in_motion, wanted in ((False, {"advanced fire": 2}), (True, {"advanced fire": 2, "stays in motion": 1})):
        table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9")
        shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"), in_motion=in_motion)
        table.order("allied", move("A-SQ1", "0607"), shot, Done()).let_pass()
        table.order("german", Fire(base="G-SQ1", target=table.handle("A-SQ1")), Done())
        assert modifiers(table) == wanted
        [told] = table.told("german", FireTold)
        assert told.reckoning is not None
        assert dict(told.reckoning.modifiers) == ({"target moving": -1} if in_motion else {})


@pytest.mark.rule("SKR-MOV-05")
def test_a_vehicle_moves_fires_and_goes_on():
    table = open_ground("A-TK1 medium_tank at 0207 heading 1", "A-SQ1 squad at 0205", "G-SQ1 squad at 1207 q9")
    shot = FireOnMove(base="A-TK1", target=table.handle("G-SQ1"), weapon="machine guns")
    table.refused("allied", "NOT_AFFORDED", move("A-TK1", "0307", "0407", "0507"), shot,
                  move("A-TK1", "0607", "0707", "0807", "0907", "1007", "1107"))  # fmt: skip
    squad = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    table.refused("allied", "FIRED", move("A-SQ1", "0305"), squad, move("A-SQ1", "0405"))
    table.order("allied", move("A-TK1", "0307", "0407", "0507"), shot, move("A-TK1", "0607", "0707", "0807", "0907"),
                Done()).let_pass().done()  # fmt: skip
    assert table.base("A-TK1").hex == "0907"
    assert [report.shooters for report in table.told("allied", FireTold)] == [("A-TK1",)]


@pytest.mark.rule("SKR-MOV-05", "SKR-MOV-07")
def test_a_vehicle_halted_before_its_shot_fires_but_does_not_go_on():
    table = open_ground("A-TK1 medium_tank at 0207 heading 1", "G-ATG at_gun_75 at 1207 heading 4",
                        by_purpose={"P13 shot": [6, 5]})  # fmt: skip
    shot = FireOnMove(base="A-TK1", target=table.handle("G-ATG"), weapon="machine guns")
    table.order("allied", move("A-TK1", "0307", "0407"), shot, move("A-TK1", "0507"), Done())
    film = table.picture("german").film
    assert film is not None
    table.order("german", Shoot(base="G-ATG", target=film.handle), Done()).let_pass()
    assert table.base("A-TK1").hex == "0307" and table.base("A-TK1").fired == "moving"


@pytest.mark.rule("SKR-MOV-06")
def test_the_defender_sees_the_film_step_by_step_and_halts_where_he_likes():
    table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9")
    table.order("allied", move("A-SQ1", "0607", "0707", "0807", "0907"), Done())
    seen = []
    for _ in range(2):
        film = table.picture("german").film
        assert film is not None
        seen.append(film.hex)
        table.order("german", Done())
    assert seen == ["0607", "0707"]
    table.order("german", at_the_mover(table, "G-SQ1"), Done())
    assert table.base("A-SQ1").hex == "0807" and table.base("A-SQ1").halted
    assert table.step == "remaining-fire" and not table.told("allied", HaltTold), "he hears of it with the results"
    table.order("german", Done())
    assert [(told.hex, told.because) for told in table.told("allied", HaltTold)] == [("0807", "fire")]


@pytest.mark.rule("SKR-MOV-07")
def test_a_halted_base_moves_no_further_and_others_do():
    table = open_ground("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505", "G-SQ1 squad at 1207 q9")
    table.order("allied", move("A-SQ1", "0607", "0707"), MoreToCome(), Done())
    table.order("german", at_the_mover(table, "G-SQ1"), Done())
    assert table.waiting == ["allied"] and table.believes("A-SQ1").hex == "0607"
    assert table.refused("allied", "HALTED", move("A-SQ1", "0707")).rule == "SKR-MOV-07"
    table.order("allied", move("A-SQ2", "0605"), FireOnMove(base="A-SQ1", target=table.handle("G-SQ1")), Done())
    assert table.let_pass().base("A-SQ2").hex == "0605" and table.base("A-SQ1").fired == "moving"


@pytest.mark.rule("SKR-MOV-07")
@pytest.mark.parametrize(("scope", "beside", "others"), [("unit", "0607", "0505"), ("stack", "0507", "0505"),
                                                         ("step", "0507", "0405")])  # fmt: skip
def test_by_option_more_than_the_mover_is_halted(scope: str, beside: str, others: str):
    """A leader in the mover's hex, and a squad elsewhere, are still to move when it is shot at."""
    table = open_ground(
        "A-SQ1 squad at 0407 q9", "A-L1 leader at 0507 q9", "A-SQ2 squad at 0405", "G-SQ1 squad at 1207 q9",
        halt_scope=scope,
    )  # fmt: skip
    table.order("allied", move("A-SQ1", "0507", "0607"), move("A-L1", "0607"), move("A-SQ2", "0505"), Done())
    table.order("german", at_the_mover(table, "G-SQ1"), Done()).let_pass()
    assert [table.base(id).hex for id in ("A-SQ1", "A-L1", "A-SQ2")] == ["0507", beside, others]


@pytest.mark.rule("SKR-MOV-08")
@pytest.mark.parametrize("hits", [True, False])
def test_a_halted_vehicle_does_not_even_turn(hits: bool):
    """The shot is resolved against the flank that it shows; and if that misses, it may not turn afterwards."""
    table = open_ground(
        "A-TK1 medium_tank at 0508 heading 5", "G-ATG at_gun_75 at 1207 heading 4",
        by_purpose={"P13 shot": [1, 2] if hits else [6, 5], "P13 hit": [6, 5]},
    )  # fmt: skip
    table.order("allied", move("A-TK1", "0507"), Face(base="A-TK1", heading=1), MoreToCome(), Done())
    film = table.picture("german").film
    assert film is not None and film.hex == "0507"
    table.order("german", Shoot(base="G-ATG", target=film.handle), Done())
    [shot] = [told.shot for told in table.told("german", FireTold)]
    assert table.base("A-TK1").heading == 5 and shot is not None
    if hits:
        assert shot.aspect == "side"
    else:
        assert table.refused("allied", "HALTED", Face(base="A-TK1", heading=1)).rule == "SKR-MOV-08"


# ---- what the sheet can say


def test_a_vehicle_turns_on_its_spot_and_goes_astern():
    table = open_ground("A-TK1 medium_tank at 0507 heading 1", "G-SQ1 squad at 1709")
    table.refused("allied", "NOT_AFFORDED", move("A-TK1", "0407", reverse=True, pace="normal"),
                  move("A-TK1", "0307", "0207", "0107", reverse=True, pace="normal"), Face(base="A-TK1", heading=5),
                  move("A-TK1", "0108"))  # fmt: skip
    table.order("allied", move("A-TK1", "0407", "0307", reverse=True), Face(base="A-TK1", heading=3), Done()).let_pass()
    tank = table.base("A-TK1")
    assert (tank.hex, tank.heading, tank.spent, tank.moved) == ("0307", 3, 2 * 2 * 2 + 2 * 2, True)
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 1709")
    table.refused("allied", "NOT_AFFORDED", move("A-SQ1", "0407", reverse=True))
    table.refused("allied", "NOT_ELIGIBLE", Face(base="A-SQ1", heading=1))


def test_a_move_may_stop_where_an_enemy_comes_into_view():
    walled = plain(h0807="stone_building", h0808="stone_building", h0806="stone_building", h1007="woods")
    for stops, where in ((True, "0507"), (False, "0707")):
        table = open_ground("A-SQ1 squad at 0407", "G-SQ1 squad at 0904", ground=walled)
        known = len(table.picture("allied").contacts)
        table.order("allied", move("A-SQ1", "0507", "0607", "0707", stop_at_contact=stops), Done()).let_pass()
        if known:
            where = "0707"  # he knew of it before: nothing comes into view
        assert table.base("A-SQ1").hex == where


def test_a_move_may_hang_on_what_became_of_another():
    table = open_ground("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505", "G-SQ1 squad at 1207 q9")
    table.order("allied", move("A-SQ1", "0607", "0707"), move("A-SQ2", "0605", skip_if=("A-SQ1",)), Done())
    table.order("german", at_the_mover(table, "G-SQ1"), Done()).let_pass().done()
    assert table.base("A-SQ2").hex == "0505"
    assert [lapsed.base for lapsed in table.told("allied", Lapsed)] == ["A-SQ2"]


def test_fire_may_be_ordered_at_whoever_is_nearest_then():
    table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9", "G-SQ2 squad at 1002 q9")
    shot = FireOnMove(base="A-SQ1", of="squad", within=7)
    table.order("allied", move("A-SQ1", "0607"), shot, Done()).let_pass().done()
    assert [report.hex for report in table.told("allied", FireTold)] == ["1207"]


def test_a_gun_on_tracks_shoots_at_armour_on_its_way():
    table = open_ground(
        "A-TK1 medium_tank at 0507 heading 1", "G-SG1 assault_gun at 1207 heading 4",
        by_purpose={"P13 shot": [1, 2], "P13 hit": [6, 5]},
    )  # fmt: skip
    shot = FireOnMove(base="A-TK1", target=table.handle("G-SG1"), weapon="armour piercing")
    table.order("allied", move("A-TK1", "0607"), shot, Done()).let_pass().done()
    [told] = [told.shot for told in table.told("allied", FireTold)]
    assert told is not None and dict(told.modifiers)["shooter moved"] == 2


def test_an_enemy_whom_nobody_saw_stops_a_mover_in_the_hex_before_him():
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 0807 q9", ground=plain(h0807="stone_building"))
    assert not table.picture("allied").contacts
    table.order("allied", move("A-SQ1", "0607", "0707", "0807", pace="normal"), Done()).let_pass()
    assert table.base("A-SQ1").hex == "0707" and table.base("A-SQ1").halted
    table.done()
    assert [(told.hex, told.because) for told in table.told("allied", HaltTold)] == [("0707", "contact")]
    assert [contact.level for contact in table.picture("allied").contacts.values()] == [2]


# ---- what a path costs, and where it may not go


@pytest.mark.rule("SKR-MOV-01")
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
    offered = {there.hex for there in destinations(table.picture("allied"), "A-SQ1")}
    assert {"0907", "1006"} & offered == {"0907"} and "1007" not in offered
    table.order(
        "allied", move("A-LO", "0605", "0705", pace="fast"), move("A-SQ1", "0607", pace="fast"), Done()
    ).let_pass()
    assert table.base("A-SQ1").pace == "fast" and table.base("A-LO").hex == "0705"
    broken = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 1107 q9 broken", attacker="allied")
    broken.order("allied", move("A-SQ1", *path))


@pytest.mark.rule("SKR-MOV-01")
def test_who_ran_does_not_fire_on_the_move_but_in_the_closing_fire():
    table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207 q9")
    shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    assert table.refused("allied", "NOT_ELIGIBLE", move("A-SQ1", "0607", pace="fast"), shot).rule == "P11"
    table.order("allied", move("A-SQ1", "0607", pace="fast"), Done()).let_pass().done()
    table.order("allied", Fire(base="A-SQ1", target=table.handle("G-SQ1")))


@pytest.mark.rule("SKR-MOV-01")
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


@pytest.mark.rule("SKR-MOV-01")
def test_a_gun_is_pushed_one_open_hex_by_hand_and_never_fast():
    table = open_ground(
        "A-ATG at_gun_75 at 0507 heading 1", "G-SQ1 squad at 1714", ground=plain(h0506="grain", h0508="woods")
    )
    assert {there.hex for there in destinations(table.picture("allied"), "A-ATG")} == {
        "0406", "0407", "0408", "0506", "0607"}  # fmt: skip
    table.refused("allied", "NOT_AFFORDED", move("A-ATG", "0508"))
    table.refused("allied", "NOT_AFFORDED", move("A-ATG", "0607", "0707"))
    table.order("allied", move("A-ATG", "0406"), Done()).let_pass()
    assert table.base("A-ATG").hex == "0406" and table.base("A-ATG").heading == 1


@pytest.mark.rule("SKR-MOV-01")
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
