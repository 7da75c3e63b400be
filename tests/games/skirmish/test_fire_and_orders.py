"""What one base's fire does to what stands ordered for another: to sealed moves and linked fire, to flights, and in the
hex of a friend (SKR-BRK-06, SKR-MOV-09, P16)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from service.engine.orders import Done, Order
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.picture import Group
from service.games.skirmish.known.reports import FireTold, HaltTold
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import FireOnMove, Move
from tests.games.skirmish.struck import (
    COVER,
    GUN,
    HIT,
    MISS,
    RIFLES,
    TO_COVER,
    apart,
    changes_of,
    field,
    fired_at,
    lapsed,
    no_hex_is_too_full,
    told_halts,
)
from tests.games.skirmish.table import Table
from tests.games.skirmish.test_flight import plain

# ---- struck before its turn comes: sealed moves, and the fire that is linked with them

PASSES = Move(base="A-SQ1", path=("0707", "0708"))
"""A squad goes through the hex of a leader, and is shot at there; single men share the throw beside them."""
FOLLOWS = Move(base="A-SQ2", path=("0605",))
"""An order that stands after the leader's, and is to be played whatever becomes of them."""


@pytest.mark.rule("SKR-BRK-06")
@pytest.mark.parametrize(("shooters", "morale"), [(("G-HMG",), "broken"), (("G-HMG", "G-SQ1"), "routed")])
@pytest.mark.parametrize(
    "orders",
    [
        (Move(base="A-LT", path=("0807", "0907")),), (Move(base="A-LT", path=("0607",)),),
        (Move(base="A-LT", path=("0807",)), FireOnMove(base="A-LT")),
    ],
    ids=["towards the enemy", "away from him", "a move and its fire"],
)  # fmt: skip
def test_who_breaks_or_routs_before_his_turn_does_not_carry_out_his_orders(
    orders: tuple[Order, ...], shooters: tuple[str, ...], morale: str
):
    """They stay, and no nearer to any enemy; both sides are told as far as they see it; what follows is played."""
    table = field("A-SQ1 squad at 0607", "A-LT leader at 0707", "A-SQ2 squad at 0505", GUN, RIFLES,
                  by_purpose={"P7 fire": HIT * 2, "P5": [6, 6] * 4})  # fmt: skip
    table.order("allied", PASSES, *orders, FOLLOWS, Done())
    fired_at(table, "0707", *shooters).done()
    leader = table.base("A-LT")
    assert (leader.morale, leader.hex, leader.moved, leader.fired) == (morale, "0707", False, "none")
    his = [(order, why) for base, order, why in lapsed(table) if base == "A-LT"]
    assert his[0] == (orders[0].kind, morale) and len(his) == len(orders)
    assert table.base("A-SQ2").hex == "0605"
    seen = [c.shows.morale for c in table.picture("german").contacts.values() if c.hex == "0707" and c.in_sight]
    assert seen and set(seen) == {morale}


@pytest.mark.rule("SKR-BRK-06")
def test_of_two_squads_the_second_breaks_while_the_first_is_played():
    """The fire is at a leader who goes through the squad's hex; the squad was to move and fire after them."""
    table = field("A-LT leader at 0507", "A-SQ2 squad at 0607", GUN, by_purpose={"P7 fire": HIT, "P5": [6, 6] * 3})
    table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0607",)), PlanLine(then="hold"))))
    before = apart(table, "A-SQ2")
    first, second = Move(base="A-LT", path=("0607", "0606")), Move(base="A-SQ2", path=("0707", "0807"))
    table.order("allied", first, second, FireOnMove(base="A-SQ2"), Done()).done()
    squad = table.base("A-SQ2")
    assert (squad.morale, squad.hex, apart(table, "A-SQ2")) == ("broken", "0607", before)
    assert ("A-SQ2", "move", "broken") in lapsed(table) and ("A-SQ2", "fire-on-move", "") in lapsed(table)


@pytest.mark.parametrize(
    ("throws", "state"), [([3, 3, 2, 2, 2, 2], "pinned"), ([3, 3, 6, 3, 6, 2], "cowered")], ids=["pinned", "cowered"]
)
def test_who_is_pinned_or_cowers_before_his_turn_stays_and_fires_no_linked_fire(throws: list[int], state: str):
    table = field("A-SQ1 squad at 0607", "A-LT leader at 0707 q5", "A-SQ2 squad at 0505", GUN, faces=throws)
    table.order("allied", PASSES, Move(base="A-LT", path=("0807",)), FireOnMove(base="A-LT"), FOLLOWS, Done())
    fired_at(table, "0707").done()
    assert getattr(table.base("A-LT"), state) and table.base("A-LT").hex == "0707", table.base("A-LT")
    assert ("A-LT", "move", state) in lapsed(table) and table.base("A-SQ2").hex == "0605"


def test_who_is_lost_before_his_turn_holds_up_nobody():
    table = field("A-SQ1 squad at 0607", "A-LT leader at 0707", "A-SQ2 squad at 0505", GUN, RIFLES,
                  "G-LMG lmg_team at 1006", by_purpose={"P7 fire": HIT * 3, "P5": [6, 6] * 6})  # fmt: skip
    table.order("allied", PASSES, Move(base="A-LT", path=("0807",)), FireOnMove(base="A-LT"), FOLLOWS, Done())
    fired_at(table, "0707", "G-HMG", "G-SQ1", "G-LMG").done()
    assert table.base("A-LT").gone == "eliminated" and ("A-LT", "move", "eliminated") in lapsed(table)
    assert table.base("A-SQ2").hex == "0605"


def test_a_move_that_hangs_on_another_waits_also_where_that_one_cowers():
    """It was struck beside the mover, so it is not halted; to cower is harm all the same."""
    table = field("A-SQ1 squad at 0607", "A-LT leader at 0707 q5", "A-SQ2 squad at 0505", GUN,
                  faces=[3, 3, 6, 3, 6, 2])  # fmt: skip
    table.order("allied", PASSES, Move(base="A-SQ2", path=("0605",), skip_if=("A-LT",)), Done())
    fired_at(table, "0707").done()
    assert table.base("A-LT").cowered and not table.base("A-LT").halted and table.base("A-SQ2").hex == "0505"


def test_a_vehicle_that_is_immobilised_before_its_second_leg_fires_from_where_it_is():
    table = field("A-TK1 medium_tank at 0507 heading 1", "G-ATG at_gun_75 at 1207 heading 4",
                  faces=[1, 2, 6, 5, *MISS])  # fmt: skip
    table.truth.bases["G-ATG"].quality = 7
    legs = (
        Move(base="A-TK1", path=("0607",)),
        FireOnMove(base="A-TK1", weapon="machine guns"),
        Move(base="A-TK1", path=("0707",)),
    )
    table.order("allied", *legs, Done())
    while table.picture("german").film.hex != "0607":
        table.done()
    table.order("german", Shoot(base="G-ATG", target=table.picture("german").film.handle)).let_pass()
    table.done()
    tank = table.base("A-TK1")
    assert tank.immobilised and (tank.hex, tank.fired) == ("0607", "moving")
    assert ("A-TK1", "move", "halted") in lapsed(table)


# ---- flights

FLIGHT = "A-SQ1 squad at 0807 broken"


@pytest.mark.rule("SKR-BRK-06")
def test_who_breaks_while_the_broken_move_runs_with_them_and_not_on_as_ordered():
    """Their step is still being played: they go by the server's path. The orders after theirs are played too."""
    table = field(FLIGHT, "A-LT leader at 0707", "A-SQ2 squad at 0505", GUN, ground=COVER,
                  by_purpose={"P7 fire": HIT, "P5": [6, 6] * 3})  # fmt: skip
    forward = Move(base="A-LT", path=("0807", "0907"))
    table.order("allied", Move(base="A-SQ1", path=TO_COVER), forward, FOLLOWS, Done())
    before = apart(table, "A-LT")
    fired_at(table, "0707").done()
    leader = table.base("A-LT")
    assert leader.morale == "broken" and leader.moved and apart(table, "A-LT") > before
    assert ("A-LT", "move", "broken") in lapsed(table) and table.base("A-SQ2").hex == "0605"


def play_out(table: Table, way: str, *, fire_at: str) -> None:
    """The film to its end: the defender fires at whoever is in this hex, by their plan or themselves."""
    while table.step != "remaining-fire":
        film = table.picture("german").film
        if film is not None and film.hex == fire_at and way != "plan" and not film.fired:
            if way == "live":
                table.order("german", Halt())
            table.order("german", Fire(base="G-HMG", target=film.handle))
        elif table.waiting and way != "live":
            table.done()
        else:
            table.lapse()


@pytest.mark.rule("SKR-BRK-06")
@pytest.mark.parametrize("way", ["film", "plan", "live"])
def test_who_routs_on_his_flight_ends_it_where_he_is(way: str):
    options = {"interrupts": "live"} if way == "live" else {}
    table = field(FLIGHT, GUN, by_purpose={"P7 fire": HIT, "P5": [6, 6]}, ground=COVER, **options)
    if way == "plan":
        table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0607",)), PlanLine(then="hold"))))
    table.order("allied", Move(base="A-SQ1", path=TO_COVER), Done())
    play_out(table, way, fire_at="0607")
    table.done()
    squad = table.base("A-SQ1")
    assert (squad.morale, squad.hex, squad.halted) == ("routed", "0607", False)
    assert told_halts(table) == [("A-SQ1", "0607", "routed")]


def test_who_is_shot_at_on_his_flight_and_no_worse_for_it_runs_on():
    table = field(FLIGHT, GUN, faces=[*MISS, 1, 1], ground=COVER)
    table.order("allied", Move(base="A-SQ1", path=TO_COVER), Done())
    fired_at(table, "0607").done()
    assert (table.base("A-SQ1").hex, told_halts(table)) == ("0507", [])


# ---- the hex of a friend

THROUGH = Move(base="A-SQ1", path=("0607", "0707", "0807"))


@pytest.mark.rule("SKR-MOV-09")
@pytest.mark.parametrize("way", ["film", "plan", "live"])
def test_who_is_halted_in_a_friends_hex_goes_back_to_the_last_hex_with_room(way: str):
    """The fire strikes them, and the friend, in the hex where they were seen; then they stand in the hex before."""
    table = field("A-SQ1 squad at 0507", "A-SQ2 squad at 0707", GUN, faces=[*MISS, *MISS],
                  interrupts="live" if way == "live" else "film")  # fmt: skip
    if way == "plan":
        table.order("german", SetFirePlan(lines=(PlanLine(hexes=("0707",)), PlanLine(then="hold"))))
    table.order("allied", THROUGH, Done())
    play_out(table, way, fire_at="0707")
    handles = {fire.target for fire in table.told("german", FireTold)}
    assert {fire.hex for fire in table.told("german", FireTold)} == {"0707"} and len(handles) == 2
    assert (table.base("A-SQ1").hex, table.base("A-SQ1").halted, table.base("A-SQ2").hex) == ("0607", True, "0707")
    assert no_hex_is_too_full(table) and table.handle("A-SQ1") in handles, "he was watched as he went back"
    table.done()
    assert told_halts(table) == [("A-SQ1", "0707", "fire"), ("A-SQ1", "0607", "room")]
    assert table.believes("A-SQ1").hex == "0607"
    *_, back = table.told("allied", HaltTold)
    assert plain_text(SKIRMISH.words.prose(back)) == "A-SQ1 went back to 0607: there was no room further on."


@pytest.mark.rule("SKR-MOV-09")
def test_behind_a_row_of_friends_he_goes_back_as_far_as_there_is_room():
    table = field("A-SQ1 squad at 0507", "A-SQ2 squad at 0607", "A-SQ3 squad at 0707", GUN, faces=[*MISS, *MISS])
    table.order("allied", THROUGH, Done())
    fired_at(table, "0707").done()
    assert table.base("A-SQ1").hex == "0507" and table.base("A-SQ1").moved and no_hex_is_too_full(table)


@pytest.mark.rule("SKR-MOV-09")
def test_single_men_find_room_beside_a_squad_up_to_the_third():
    three = ("A-L1 leader at 0707", "A-L2 leader at 0707", "A-FO observer at 0707")
    for beside, stands in ((three[:2], "0707"), (three, "0607")):
        table = field("A-LT leader at 0507", "A-SQ2 squad at 0707", *beside, GUN, faces=[1, *MISS])
        table.order("allied", Move(base="A-LT", path=("0607", "0707", "0807")), Done())
        fired_at(table, "0707").done()
        assert table.base("A-LT").hex == stands and no_hex_is_too_full(table)


@pytest.mark.rule("SKR-MOV-09")
@pytest.mark.parametrize("friend", ["A-ATG at_gun_75 at 0707 heading 1", "A-TK1 medium_tank at 0707 heading 1"])
def test_a_squad_that_is_halted_in_the_hex_of_a_gun_or_a_vehicle_goes_back(friend: str):
    table = field("A-SQ1 squad at 0507", friend, GUN, faces=[*MISS, *MISS])
    table.order("allied", THROUGH, Done())
    fired_at(table, "0707").done()
    assert table.base("A-SQ1").halted and table.base("A-SQ1").hex == "0607"


@pytest.mark.rule("SKR-MOV-09")
def test_who_meets_an_unseen_enemy_beyond_a_friend_does_not_stay_with_the_friend():
    table = field("A-SQ1 squad at 0507", "A-SQ2 squad at 0607", "G-SQ1 squad at 0707",
                  ground=plain(h0607="woods", h0707="woods"))  # fmt: skip
    hidden = table.truth.bases["G-SQ1"]
    assert hidden.hex == "0707"
    table.truth.bases["A-SQ2"].hex = table.picture("allied").own["A-SQ2"].hex = "0607"
    for known in (table.picture("allied").contacts, table.truth.eyes["allied"], table.truth.traces["allied"]):
        known.clear()
    table.order("allied", Move(base="A-SQ1", path=("0607", "0707", "0807")), Done()).let_pass().done()
    assert table.base("A-SQ1").hex == "0507" and no_hex_is_too_full(table)
    assert [because for _, _, because in told_halts(table)] == ["contact", "room"]


def newcomer_fired_at_in_a_friends_hex(faces: Sequence[int]) -> Table:
    """They come in at the edge, where a friend stands, and are halted there by fire that shows these faces."""
    table = field("A-SQ6 squad", "A-SQ2 squad at 0701", "G-HMG hmg_team at 1001", faces=[*faces, *MISS], turn=3)
    table.truth.groups["allied"]["A-R1"] = table.picture("allied").groups["A-R1"] = Group(
        id="A-R1", zone="north", since=table.truth.player_turn
    )
    table.order("allied", Move(base="A-SQ6", path=("0701", "0702")), Done())
    return fired_at(table, "0701").done()


@pytest.mark.rule("SKR-MOV-09")
def test_a_newcomer_who_is_halted_in_a_friends_hex_at_the_edge_waits_off_the_map():
    table = newcomer_fired_at_in_a_friends_hex(MISS)
    newcomer = table.base("A-SQ6")
    assert (newcomer.hex, newcomer.gone) == (None, None) and no_hex_is_too_full(table)
    assert table.believes("A-SQ6").hex is None


def test_a_newcomer_who_breaks_in_a_friends_hex_at_the_edge_waits_off_the_map_and_comes_again_in_good_order():
    """Off the map nobody could rally them, and they have nowhere to flee."""
    table = newcomer_fired_at_in_a_friends_hex(HIT)
    assert {entries.get("morale") for entries in changes_of(table, "A-SQ6")} & {"broken", "routed"}
    for newcomer in (table.base("A-SQ6"), table.believes("A-SQ6")):
        assert (newcomer.hex, newcomer.morale, newcomer.suppression) == (None, "good", 0)
    assert table.options("allied") is not None


@pytest.mark.rule("SKR-MOV-09")
def test_who_finds_his_place_taken_goes_back_past_the_friend_before_it():
    """The friend who was to leave has been pinned: the place is taken, and in the hex before it stands another."""
    table = field("A-SQ1 squad at 0507", "A-SQ2 squad at 0607", "A-SQ3 squad at 0707", "A-LT leader at 0708", GUN,
                  faces=[3, 3, 2, 2, *MISS])  # fmt: skip
    table.truth.bases["A-SQ3"].quality = table.picture("allied").own["A-SQ3"].quality = 6
    orders = (Move(base="A-LT", path=("0707", "0706")), Move(base="A-SQ3", path=("0807",)),
              Move(base="A-SQ1", path=("0607", "0707")))  # fmt: skip
    table.order("allied", *orders, Done())
    fired_at(table, "0707").done()
    assert table.base("A-SQ3").pinned and table.base("A-SQ3").hex == "0707"
    assert table.base("A-SQ1").hex == "0507" and no_hex_is_too_full(table)


def test_who_advances_into_a_hex_that_was_to_be_left_stays_where_he_is():
    """The first has not the nerve to go at a tank, so the second finds their place taken."""
    table = field("A-SQ1 squad at 0607", "A-SQ2 squad at 0507", "G-TK1 medium_tank at 0707 heading 4", step="advance",
                  by_purpose={"P17 nerve": [6, 6]})  # fmt: skip
    table.order("allied", Advance(base="A-SQ1", hex="0707"), Advance(base="A-SQ2", hex="0607"))
    assert [table.base(id).hex for id in ("A-SQ1", "A-SQ2")] == ["0607", "0507"] and no_hex_is_too_full(table)
    assert told_halts(table)[-1] == ("A-SQ2", "0507", "room")
