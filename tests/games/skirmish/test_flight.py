"""Routed and broken bases move first, away from the enemy and into cover (SKR-RTD-01 to 06, SKR-BRK-01 to 05)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine import umpire
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.reports import BaseLost, EnemyLost
from service.games.skirmish.known.routs import flight, in_sight, must_move, servers_path, spread
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import LeaveMap, MoreToCome, Move
from service.games.skirmish.sections.turns import score
from tests.games.skirmish.table import Table, position
from tests.shipped import MOULIN_BASSET as GIVEN

HEXES = tuple(GIVEN.sheet)


def plain(**terrain: str) -> dict[str, object]:
    """Open ground all over the map, but for these hexes, such as h0407="woods"."""
    return {"changed": dict.fromkeys(HEXES, "open") | {hex[1:]: kind for hex, kind in terrain.items()}}


def moving(*bases: str, **terrain: str) -> Table:
    return position(*bases, step="movement", ground=plain(**terrain))


def move(base: str, *path: str, **more: str) -> Move:
    return Move(base=base, path=path, **more)  # type: ignore[arg-type]


def round_to(table: Table, side: str, step: str) -> Table:
    """Play on, everybody holding their fire, to a step of this side's next player turn."""
    table.done()
    while table.waiting != [side] or table.step != step:
        table.done()
    return table


@pytest.mark.rule("SKR-RTD-01", "SKR-BRK-01")
def test_the_routed_move_first_then_the_broken_then_the_others():
    table = moving(
        "A-SQ1 squad at 0707 routed", "A-SQ2 squad at 0705 broken", "A-SQ3 squad at 0404", "G-SQ1 squad at 1207",
        h0507="woods", h0505="woods",
    )  # fmt: skip
    routed, broken, good = move("A-SQ1", "0607", "0507"), move("A-SQ2", "0605", "0505"), move("A-SQ3", "0403")
    assert table.refused("allied", "WRONG_STEP", broken).rule == "SKR-RTD-01"
    table.refused("allied", "WRONG_STEP", good)
    assert table.refused("allied", "MUST_MOVE", Done()).rule == "SKR-RTD-01"
    assert table.refused("allied", "WRONG_STEP", routed, good).rule == "SKR-BRK-01"
    assert not table.options("allied", "close-with"), "nor what they do after moves they cannot make"
    assert table.refused("allied", "MUST_MOVE", routed, Done()).rule == "SKR-BRK-01"
    table.order("allied", routed, broken, good, Done()).let_pass()
    assert [table.base(id).hex for id in ("A-SQ1", "A-SQ2", "A-SQ3")] == ["0507", "0505", "0403"]


@pytest.mark.rule("SKR-RTD-02")
def test_each_step_of_a_routed_base_leads_away_from_the_enemies_that_its_owner_knows():
    """Not even into cover; an enemy to the west whom nobody has seen changes no answer."""
    for unseen in ((), ("G-SQ2 squad at 0109",)):
        table = moving("A-SQ1 squad at 0807 routed", "G-SQ1 squad at 1207", *unseen, h0507="woods", h0109="woods",
                       h0907="orchard")  # fmt: skip
        if unseen:
            assert len(table.picture("allied").contacts) == 1
        assert table.refused("allied", "TOWARDS_ENEMY", move("A-SQ1", "0907")).rule == "SKR-RTD-02"
        table.order("allied", move("A-SQ1", "0707", "0607", "0507"))


@pytest.mark.rule("SKR-RTD-02", "SKR-BRK-02")
@pytest.mark.parametrize(("morale", "rule"), [("routed", "SKR-RTD-02"), ("broken", "SKR-BRK-02")])
def test_who_runs_from_one_enemy_does_not_come_nearer_to_another(morale: str, rule: str):
    table = moving(f"A-SQ1 squad at 0807 {morale}", "G-SQ1 squad at 1107", "G-SQ2 squad at 0307", h0810="woods")
    assert table.refused("allied", "TOWARDS_ENEMY", move("A-SQ1", "0707")).rule == rule


@pytest.mark.rule("SKR-RTD-03")
def test_a_routed_base_goes_into_the_nearest_cover():
    table = moving("A-SQ1 squad at 0807 routed", "G-SQ1 squad at 1207", h0507="woods", h0607="orchard")
    assert table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "0707")).rule == "SKR-RTD-03"
    table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "0707", "0607", "0507"))
    table.order("allied", move("A-SQ1", "0707", "0607"))
    hidden = moving("A-SQ1 squad at 0507 routed", "G-SQ1 squad at 1808 suspected", h0507="woods", h0607="woods")
    hidden.order("allied", Done())
    assert hidden.base("A-SQ1").hex == "0507", "in cover, and seeing nobody, it may stay"


@pytest.mark.rule("SKR-RTD-04")
def test_a_routed_base_moves_at_normal_speed():
    table = moving("A-SQ1 squad at 0907 routed", "G-SQ1 squad at 1207", h0407="woods")
    into_cover = move("A-SQ1", "0807", "0707", "0607", "0507", "0407")
    assert table.refused("allied", "NORMAL_SPEED_ONLY", into_cover).rule == "SKR-RTD-04"
    table.refused("allied", "NORMAL_SPEED_ONLY", move("A-SQ1", "0807", pace="fast"))
    table.order("allied", move("A-SQ1", "0807", "0707", "0607", "0507"))


@pytest.mark.rule("SKR-RTD-05")
@pytest.mark.parametrize(("before", "gone"), [(3, "eliminated"), (2, None)])
def test_a_routed_base_is_eliminated_when_its_suppressions_reach_its_quality(before: int, gone: str | None):
    table = position(
        f"A-SQ1 squad at 0707 q4 routed suppression {before}", "G-SQ1 squad at 1007", attacker="german",
        by_purpose={"P7 fire": [4, 4]}, ground=plain(),
    )  # fmt: skip
    table.order("german", Fire(base="G-SQ1", target=table.handle("A-SQ1")))
    assert table.base("A-SQ1").gone == gone
    assert gone or table.base("A-SQ1").suppression == 3
    assert not table.rolls("P5"), "only the threshold matters to it"


@pytest.mark.rule("SKR-RTD-06")
def test_with_no_way_left_a_routed_base_gives_itself_up():
    table = moving("A-SQ1 squad at 0907 routed", "G-SQ1 squad at 1107", "G-SQ2 squad at 0707")
    assert destinations(table.picture("allied"), "A-SQ1") == ()
    table.order("allied", Done())
    assert table.base("A-SQ1").gone == "captured"
    assert [lost.how for lost in table.told("allied", BaseLost)] == ["captured"]
    assert [lost.how for lost in table.told("german", EnemyLost)] == ["captured"]


def test_hemmed_in_by_suspicions_alone_it_stays():
    woods = {"h1507": "stone_building", "h0307": "stone_building"}
    table = moving("A-SQ1 squad at 0907 routed", "G-D1 dummy at 1507", "G-D2 dummy at 0307", **woods)
    assert len(table.picture("allied").contacts) == 2 and destinations(table.picture("allied"), "A-SQ1") == ()
    table.order("allied", Done())
    assert table.base("A-SQ1").hex == "0907"


@pytest.mark.rule("SKR-BRK-02")
def test_no_step_of_a_broken_base_brings_it_nearer_to_any_enemy():
    """Not even into cover."""
    table = moving(
        "A-SQ1 squad at 0907 broken", "G-SQ1 squad at 1207", "G-SQ2 squad at 1004", h0809="woods", h0906="orchard",
    )  # fmt: skip
    assert table.refused("allied", "TOWARDS_ENEMY", move("A-SQ1", "0906")).rule == "SKR-BRK-02"
    table.refused("allied", "TOWARDS_ENEMY", move("A-SQ1", "1007"))
    table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "0808"))
    table.order("allied", move("A-SQ1", "0808", "0809"))


@pytest.mark.rule("SKR-BRK-03")
def test_a_broken_base_stops_when_it_has_cover_from_all_that_it_sees_and_not_sooner():
    """A house screens it from the one of two enemies in sight; from both it has cover a hex further on."""
    table = moving(
        "A-SQ1 squad at 0907 broken", "G-SQ1 squad at 1307", "G-SQ2 squad at 1305", h0906="stone_building",
        h0707="orchard",
    )  # fmt: skip
    picture = table.picture("allied")
    assert {contact.hex for contact in in_sight(picture, "0907")} == {"1307", "1305"}
    assert [contact.hex for contact in in_sight(picture, "0807")] == ["1307"], "screened from one alone"
    assert table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "0807")).rule == "SKR-BRK-03"
    table.order("allied", move("A-SQ1", "0807", "0707"))
    walled = moving(
        "A-SQ1 squad at 0807 broken", "G-SQ1 squad at 1307 suspected", "G-SQ2 squad at 0804", h0907="stone_building",
        h0708="orchard",
    )  # fmt: skip
    picture = walled.picture("allied")
    assert {contact.hex for contact in picture.known_enemies()} == {"1307", "0804"}
    assert [contact.hex for contact in in_sight(picture, "0807")] == ["0804"], "screened from one alone"
    walled.refused("allied", "MUST_MOVE", Done())
    walled.order("allied", move("A-SQ1", "0708"), Done())


@pytest.mark.rule("SKR-BRK-04")
def test_cover_too_far_for_a_turn_is_made_for_again_in_the_next():
    table = moving("A-SQ1 squad at 1203 broken q2", "G-SQ1 squad at 1703", h0303="woods")
    table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "1103", "1003"))
    table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "1104", "1105", "1006", "1007"))  # as far, but elsewhere
    table.order("allied", move("A-SQ1", "1103", "1003", "0903", "0803"), Done()).let_pass()
    assert table.base("A-SQ1").goal == "0303"
    round_to(table, "allied", "movement")
    assert table.base("A-SQ1").morale == "broken"
    assert table.refused("allied", "MUST_MOVE", Done()).rule == "SKR-BRK-01"
    table.refused("allied", "NOT_IN_COVER", move("A-SQ1", "0703"))
    table.order("allied", move("A-SQ1", "0703", "0603", "0503", "0403"), Done()).let_pass()
    assert table.base("A-SQ1").hex == "0403"


@pytest.mark.rule("SKR-BRK-05")
def test_a_broken_base_moves_fast_only_into_cover():
    near = moving("A-SQ1 squad at 1003 broken", "G-SQ1 squad at 1303", h0403="road", h0503="orchard")
    near.order("allied", move("A-SQ1", "0903", "0803", "0703", "0603", "0503"), Done()).let_pass()
    assert near.base("A-SQ1").hex == "0503" and near.base("A-SQ1").pace == "fast"
    far = moving("A-SQ1 squad at 1003 broken", "G-SQ1 squad at 1503", h0203="woods")
    path = ("0903", "0803", "0703", "0603", "0503")
    assert far.refused("allied", "NO_COVER_IN_REACH", move("A-SQ1", *path)).rule == "SKR-BRK-05"
    far.order("allied", move("A-SQ1", *path[:4]))


@pytest.mark.rule("SKR-RTD-01")
def test_a_way_that_opens_when_others_have_moved_comes_too_late_and_holds_nobody_up():
    """The only way off is full when the routed squad has to go; then the friend who stood there leaves it."""
    table = moving("A-SQ1 squad at 0201 routed", "A-SQ2 squad at 0101", "G-SQ1 squad at 0601", "G-SQ2 squad at 0206")
    assert not destinations(table.picture("allied"), "A-SQ1")
    table.order("allied", move("A-SQ2", "0102"))
    table.refused("allied", "WRONG_STEP", move("A-SQ1", "0101"))
    table.order("allied", Done()).let_pass()
    assert table.base("A-SQ2").hex == "0102" and table.base("A-SQ1").hex == "0201" and table.refolds()


def test_who_draws_no_path_in_time_runs_by_the_servers():
    """The attacker's clock runs out: the routed base makes for the cheapest cover by itself (P14)."""
    table = position(
        "A-SQ1 squad at 0807 routed", "G-SQ1 squad at 1207", step="movement", ground=plain(h0607="orchard"),
    )  # fmt: skip
    worker = umpire.Umpire(SKIRMISH, table.truth, table.dice, strict=True)
    worker.carry_out("allied", [Done()])
    worker.leave()
    worker.move_on()
    table.took(worker.outcome)
    table.let_pass()
    assert table.base("A-SQ1").hex == "0607" and table.refolds()


def test_a_routed_base_leaves_the_map_by_its_own_edge():
    """It is out of the game, and the enemy scores half its worth (P14)."""
    table = moving("A-SQ1 squad at 0107 routed", "A-SQ2 squad at 0207 routed", "G-SQ1 squad at 0607")
    table.refused("allied", "TOO_FAR", LeaveMap(base="A-SQ2"))
    table.refused("allied", "MUST_MOVE", move("A-SQ2", *destinations(table.picture("allied"), "A-SQ2")[0].path), Done())
    before = score(table.truth)
    table.order("allied", LeaveMap(base="A-SQ1"), move("A-SQ2", "0107"), Done())
    table.let_pass()
    assert table.base("A-SQ1").gone == "left the map" and table.truth.points["german"] == 1
    assert table.base("A-SQ2").hex == "0107"
    round_to(table, "allied", "movement").order("allied", LeaveMap(base="A-SQ2"), Done())
    assert before - score(table.truth) == 1, "two halves are one point"


# ---- whom it concerns, and how far


@pytest.mark.rule("SKR-RTD-06")
def test_an_identified_enemy_who_is_out_of_sight_takes_no_prisoners():
    """Hemmed in by a machine gun that it sees and by the ghost of a squad, it gives itself up only to what it sees."""
    for ghost, gone in ((("A", "B"), None), (("A",), "captured")):
        table = moving("A-SQ1 squad at 0907 routed", "G-SQ1 squad at 1107", "G-SQ2 squad at 0707")
        for handle, base in list(table.truth.traces["allied"].items()):
            if {"G-SQ1": "A", "G-SQ2": "B"}[base] in ghost:
                unseen = replace(table.truth.eyes["allied"][handle], in_sight=False)
                table.truth.eyes["allied"][handle] = table.picture("allied").contacts[handle] = unseen
        assert destinations(table.picture("allied"), "A-SQ1") == ()
        table.order("allied", Done())
        assert table.base("A-SQ1").gone == gone


@pytest.mark.rule("SKR-RTD-02", "SKR-BRK-02")
@pytest.mark.parametrize(("morale", "lawful"), [("routed", False), ("broken", True)])
def test_a_routed_base_gets_further_off_with_every_step_a_broken_one_no_nearer(morale: str, lawful: bool):
    """Along the front of the enemy the distance stays as it is."""
    table = moving(f"A-SQ1 squad at 0807 {morale}", "G-SQ1 squad at 1007", h0806="orchard")
    apart = table.truth.rules.sheet.distance
    assert apart("0807", "1007") == apart("0806", "1007") == 2
    if lawful:
        table.order("allied", move("A-SQ1", "0806"))
    else:
        table.refused("allied", "TOWARDS_ENEMY", move("A-SQ1", "0806"))


def test_who_has_run_does_not_run_twice_and_who_comes_late_does_not_run():
    table = moving("A-SQ1 squad at 0807 routed", "A-SQ2 squad at 0404", "G-SQ1 squad at 1207", h0607="orchard")
    run = move("A-SQ1", "0707", "0607")
    table.refused("allied", "NOT_ELIGIBLE", run, move("A-SQ1", "0507"))
    assert table.refused("allied", "MUST_MOVE", Done()).rule == "SKR-RTD-01"
    table.order("allied", run, MoreToCome(), Done()).let_pass()
    assert table.waiting == ["allied"] and table.base("A-SQ1").hex == "0607"
    assert table.refused("allied", "WRONG_STEP", move("A-SQ1", "0507")).rule == "SKR-RTD-01"


def test_the_page_offers_a_broken_base_fast_ways_into_cover_and_a_routed_one_none():
    ground = {"h0403": "road", "h0503": "orchard"}
    broken = moving("A-SQ1 squad at 1003 broken", "G-SQ1 squad at 1303", **ground)
    assert {there.place for there in destinations(broken.picture("allied"), "A-SQ1")} == {"0603", "0503"}
    routed = moving("A-SQ1 squad at 1003 routed", "G-SQ1 squad at 1303", **ground)
    assert {there.place for there in destinations(routed.picture("allied"), "A-SQ1")} == {"0603"}
    near = moving("A-SQ1 squad at 0803 broken", "G-SQ1 squad at 1103", **ground)
    assert {there.place for there in destinations(near.picture("allied"), "A-SQ1")} == {"0503"}, (
        "no faster than it has to"
    )


def test_the_cover_made_for_is_remembered_though_another_be_as_near():
    table = moving("A-SQ1 squad at 1203 broken q2", "G-SQ1 squad at 1703", h0303="woods", h0304="woods", h0204="woods")
    first = destinations(table.picture("allied"), "A-SQ1")
    table.order("allied", move("A-SQ1", *first[0].path), Done()).let_pass()
    goal = table.base("A-SQ1").goal
    assert goal in ("0303", "0304")
    other = {"0303": "0304", "0304": "0303"}[goal]
    round_to(table, "allied", "movement")
    again = flight(table.picture("allied"), table.believes("A-SQ1"))
    assert again.goal == goal
    assert flight(table.picture("allied"), table.believes("A-SQ1").changed(goal=other)).goal == other


def test_burning_ground_bars_the_way_of_men_in_flight():
    table = position("A-SQ1 squad at 0807 routed", "G-SQ1 squad at 1207", step="movement",
                     ground=plain(h0507="woods") | {"fires": {"0707": 1}})  # fmt: skip
    assert table.refused("allied", "NOT_AFFORDED", move("A-SQ1", "0707", "0607", "0507")).rule == "P10"


def test_with_nobody_known_every_way_is_away_and_without_cover_it_runs_as_far_as_it_can():
    """By the server's path: the nearest cover, and with none the hex that is furthest from the nearest enemy."""
    bare = moving("A-SQ1 squad at 1007 routed", "G-SQ1 squad at 1407")
    apart = bare.truth.rules.sheet.distance
    far = max(apart(there.place, "1407") for there in destinations(bare.picture("allied"), "A-SQ1"))
    assert apart(servers_path(bare.picture("allied"), bare.believes("A-SQ1"))[-1], "1407") == far == 8
    alone = moving("A-SQ1 squad at 1007 routed", "G-SQ1 squad at 2014", h1207="woods")
    assert not alone.picture("allied").contacts
    assert (
        alone.picture("allied").step == "movement"
        and must_move(alone.picture("allied"), alone.believes("A-SQ1")) is False
    )


@pytest.mark.rule("SKR-BRK-01")
def test_when_others_have_their_ways_it_is_too_late_for_those_who_might_have_stayed():
    """A broken base in cover need not go; if it goes, it goes before the men in good order."""
    table = moving(
        "A-SQ1 squad at 0507 broken", "A-SQ2 squad at 0404", "G-SQ1 squad at 1207", h0507="woods", h0407="woods"
    )
    late = table.refused("allied", "WRONG_STEP", move("A-SQ2", "0304"), move("A-SQ1", "0407"))
    assert late.rule == "SKR-BRK-01"
    table.order("allied", move("A-SQ1", "0407"), move("A-SQ2", "0304"))
    assert moving("A-SQ1 squad at 0107 broken", "G-SQ1 squad at 0607").refused(
        "allied", "NOT_ELIGIBLE", LeaveMap(base="A-SQ1")
    ).rule == "P14"  # fmt: skip


def test_nobody_is_bound_to_run_a_second_time_in_the_batches_that_follow():
    table = moving("A-SQ1 squad at 0907 routed", "A-SQ2 squad at 0404", "G-SQ1 squad at 1207", h0407="woods")
    table.order("allied", move("A-SQ1", "0807", "0707", "0607", "0507"), MoreToCome(), Done()).let_pass()
    assert table.waiting == ["allied"] and table.base("A-SQ1").hex == "0507"
    table.order("allied", move("A-SQ2", "0304"), Done())


def test_of_equal_ways_a_base_in_flight_takes_the_one_from_the_nearest_hex():
    """Matches that are stored were played so; by the names of all its hexes the other way would come first."""
    picture = moving("A-SQ1 squad at 0807 broken", "G-SQ1 squad at 1207", h0307="woods").picture("allied")
    ways = spread(picture, picture.own["A-SQ1"], None)
    assert ways["0504"].path == ("0706", "0705", "0604", "0504")
