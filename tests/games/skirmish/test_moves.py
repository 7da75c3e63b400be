"""Moves, the fire that is linked with them, and the fire that halts them (SKR-OPF-01 to 03, SKR-MOV-01 to 08)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import FireTold, HaltTold, Lapsed
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import Face, FireOnMove, MoreToCome, Move
from tests.games.skirmish.table import Table, added, position
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


@pytest.mark.rule("SKR-OPF-01", "SKR-OPF-02")
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


@pytest.mark.rule("SKR-OPF-03")
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


@pytest.mark.parametrize("morale", ["broken", "routed"])
def test_bases_in_flight_do_not_fire(morale: str):
    table = open_ground(f"A-SQ1 squad at 0907 {morale}", "G-SQ1 squad at 1207", ground=plain(h0807="woods"))
    shot = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    table.refused("allied", "NOT_ELIGIBLE", move("A-SQ1", "0807"), shot)


def modifiers(table: Table) -> dict[str, int]:
    [told] = [report for report in table.told("allied", FireTold) if report.reckoning]
    assert told.reckoning is not None
    return added(told.reckoning)


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
        assert added(told.reckoning) == ({"target moving": -1} if in_motion else {})


@pytest.mark.rule("SKR-MOV-05")
def test_a_vehicle_moves_fires_and_goes_on():
    bases = ("A-TK1 medium_tank at 0207 heading 1", "A-SQ1 squad at 0205", "G-SQ1 squad at 1207 q9")
    table = open_ground(*bases)
    shot = FireOnMove(base="A-TK1", target=table.handle("G-SQ1"), weapon="machine guns")
    table.order("allied", move("A-TK1", "0307", "0407", "0507"), shot, move("A-TK1", "0607", "0707", "0807", "0907"),
                Done()).let_pass().done()  # fmt: skip
    assert table.base("A-TK1").hex == "0907"
    assert [report.shooters for report in table.told("allied", FireTold)] == [("A-TK1",)]
    table = open_ground(*bases)
    table.refused("allied", "NOT_AFFORDED", move("A-TK1", "0307", "0407", "0507"), shot,
                  move("A-TK1", "0607", "0707", "0807", "0907", "1007", "1107"))  # fmt: skip
    squad = FireOnMove(base="A-SQ1", target=table.handle("G-SQ1"))
    table.refused("allied", "FIRED", move("A-SQ1", "0305"), squad, move("A-SQ1", "0405"))


@pytest.mark.rule("SKR-MOV-07")
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
            where = "0707"  # they knew of it before: nothing comes into view
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
    assert told is not None and added(told)["shooter moved"] == 2


def test_an_enemy_whom_nobody_saw_stops_a_mover_in_the_hex_before_him():
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 0807 q9", ground=plain(h0807="stone_building"))
    assert not table.picture("allied").contacts
    table.order("allied", move("A-SQ1", "0607", "0707", "0807", pace="normal"), Done()).let_pass()
    assert table.base("A-SQ1").hex == "0707" and table.base("A-SQ1").halted
    table.done()
    assert [(told.hex, told.because) for told in table.told("allied", HaltTold)] == [("0707", "contact")]
    assert [contact.level for contact in table.picture("allied").contacts.values()] == [2]
