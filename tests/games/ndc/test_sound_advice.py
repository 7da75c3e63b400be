"""What the coach advises in the guided match is sound by what its reader knows, for both sides, to the match's end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import pytest

from service.engine import judging, umpire
from service.engine.hexes import Hex, distance
from service.engine.lessons import Errand, Followed
from service.engine.orders import Done, Order
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Marker, Picture
from service.games.ndc.known.reports import HexFoundEmpty, MovementStopped
from service.games.ndc.known.ways_out import retreat_hexes
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.defence import Defend
from service.games.ndc.sections.movement import Move
from service.games.ndc.staff.errands import keeps, refuge, shuns, unwise
from tests.games.ndc.fighting import attack, battle
from tests.positions import Table, position
from tests.random_play import begun
from tests.web.test_advice import advised, given

MOST_ORDERS = 30
HQS = ("su S-1R HQ at 1904 deployed", "us U-DIV at 0508 deployed")


@dataclass(frozen=True)
class Advised:
    """An order as it was advised, the picture in which it was, and the orders that stood on the sheet."""

    seat: Seat
    picture: Picture
    said: str
    order: Order
    written: tuple[Order, ...]


def obedient(seed: int) -> Iterator[Advised]:
    """The guided match in which both sides do all that is advised, and nothing else; each advice as it is given."""
    match, _, dice = begun(NDC, seed, strict=False, scenario=NDC.coach().scenario)  # type: ignore[union-attr]
    while not match.state.ended:
        seat = match.state.waiting[0]
        orders: list[Order] = []
        for one in advices(match.state.pictures[seat], seat):
            yield one
            orders.append(one.order)
        match.calls += 1
        if judging.judged(NDC, match.state.pictures[seat], [*orders, Done()])[0][-1] is None:
            orders.append(Done())
        match.took(umpire.play(NDC, match.state, seat, orders, dice, strict=False))


def advices(picture: Picture, seat: Seat) -> Iterator[Advised]:
    """What is advised at a question, one after the other, until it is to close it."""
    written: list[Order] = []
    for _ in range(MOST_ORDERS):
        refusals, believed = judging.judged(NDC, picture, written)
        assert not any(refusals), (written[-1], refusals)
        if [option.kind for option in judging.heading_options(NDC, believed)] in ([], ["done"]):
            return
        said, followed = next(advised(NDC, believed, seat, written))
        if followed.option.kind == "done" or is_left_open(followed):
            return
        order = given(NDC, believed, followed)
        assert order is not None, said
        yield Advised(seat, believed, said, order, tuple(written))
        written.append(order)
    raise AssertionError(f"no end of advice at {picture.address}")


def is_left_open(followed: Followed) -> bool:
    """Whether nothing of the order is advised but that it may be given."""
    return not followed.values and bool(followed.option.fields)


def faults(one: Advised) -> list[str]:
    """What is wrong with an advice."""
    match one.order:
        case DeclareGroundCombat():
            return [*faults_of_attack(one, one.order)]
        case Move():
            return [*faults_of_move(one, one.order)]
    return []


def faults_of_attack(one: Advised, order: DeclareGroundCombat) -> Iterator[str]:
    posts = {objective.hex for objective in one.picture.rules.objectives}
    if order.target in posts and order.type != "assault":
        yield "only an assault takes an objective"
    more = (promise(one.picture, replace(order, barrage=barrage)) for barrage in range(order.barrage + 1, 9))
    if order.type == "assault" and any(other > promise(one.picture, order) for other in more):
        yield "there are CSPs that would help, and cost nothing"
    ways = [other.path for other in one.written if isinstance(other, Move) and other.unit != order.unit]
    if any(order.target in way for way in ways):
        yield "an own unit is on its way through there"
    if order.chemical:
        yield "chemical weapons cost points"
    if order.type == "assault":
        yield from emptied(one, order.unit, order.target if order.target in one.picture.known_enemies() else None)


def promise(picture: Picture, order: DeclareGroundCombat) -> int:
    """What an attack promises; nothing for one that the rules refuse."""
    assert NDC.odds is not None
    odds = NDC.odds(picture, order) if judging.refusal_of(NDC, picture, order) is None else None
    return odds.promise if odds is not None else -(10**6)


def faults_of_move(one: Advised, order: Move) -> Iterator[str]:
    yield from emptied(one, order.unit, None)
    if any(marker.hex in order.path for marker in one.picture.markers if marker.kind == "interdiction"):
        yield "the way leads through interdiction"


def emptied(one: Advised, unit: str, target: Hex | None) -> Iterator[str]:
    """An objective that is left to an enemy next to it, or two hexes away."""
    picture, mover = one.picture, one.picture.own[unit]
    near = [
        hex
        for contact in picture.contacts.values()
        if contact.known or contact.turn >= picture.turn - 1
        for hex in contact.hexes
        if hex != target and contact.type != "HQ" and contact.mode != "deployed"
    ]
    for objective in picture.rules.objectives:
        others = [other for other in picture.own_at(objective.hex) if other.combat and other.id != unit]
        is_left = mover.combat and mover.hex == objective.hex and not others
        if is_left and any(distance(hex, objective.hex) <= 6 for hex in near):
            yield f"{objective.name} is left to an enemy"


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 9))])
def test_nothing_unsound_is_advised_to_either_side_of_the_guided_match(seed: int):
    given_to: dict[Seat, set[str]] = {}
    for one in obedient(seed):
        assert not faults(one), f"turn {one.picture.turn} {one.seat}: {one.said} {one.order}: {faults(one)}"
        given_to.setdefault(one.seat, set()).add(one.order.kind)
    assert {"move", "declare-ground-combat", "allot-intelligence"} <= given_to["Soviet"], given_to
    assert {"move", "allot-intelligence"} <= given_to["US"], given_to


# ---- each of them by itself


def known(table: Table, side: str) -> Picture:
    picture = table.picture(side)
    assert isinstance(picture, Picture)
    return picture


def test_who_alone_holds_an_objective_beside_an_enemy_stays_and_others_go():
    """Weidenau is 1713; an enemy who was reported in the turn before counts, one of two turns ago does not."""
    for where, stays in (("1711", True), ("1608", True), ("1706", False)):
        table = position("su S-I4 at 1713 attack", f"us U-I1 at {where} defend known", *HQS, phasing="su", turn=3)
        picture = known(table, "su")
        assert keeps(picture, picture.own["S-I4"]) is stays, where
        contact = next(iter(picture.contacts.values()))
        contact.known, contact.turn = False, 2
        assert keeps(picture, picture.own["S-I4"]) is stays, where
        contact.turn = 1
        assert not keeps(picture, picture.own["S-I4"])
    assert shuns(picture, picture.own["S-I4"], ("1712",)) is False
    picture.markers.append(Marker(kind="interdiction", hex=Hex("1712"), side="US", strength=1))
    assert shuns(picture, picture.own["S-I4"], ("1712", "1711"))
    assert not shuns(picture, picture.own["S-I4"], ("1812",))


def test_nobody_is_sent_into_a_hex_in_which_an_enemy_whom_nobody_told_of_took_the_room():
    picture = known(position("su S-I4 at 1713 attack", *HQS, phasing="su", turn=3), "su")
    unit = picture.own["S-I4"]
    for room, shunned in (("friends", False), ("an enemy", True)):
        MovementStopped(unit="S-I3", hex=Hex("1610"), why="contact", reached=Hex("1609"), room=room).teach(picture)
        assert shuns(picture, unit, ("1610", "1609")) is shunned
    HexFoundEmpty(hex=Hex("1609")).teach(picture)
    assert not shuns(picture, unit, ("1610", "1609"))


def test_before_an_attack_out_of_command_its_headquarters_is_advised_to_come_nearer():
    """Obererlen, 1204, is across the river from 1304; the HQ of the regiment is one hex too far to command there."""
    table = position("su S-I1 at 1304 attack parent S-1R", "su S-1R HQ at 1904 deployed", HQS[1], phasing="su")
    known_now = NDC.known(known(table, "su"))
    places = ["1903", "1804", "1704", "1504", "1405"]
    found = NDC.words.errand(known_now, "S-1R", [Place(place) for place in places])
    assert found == Errand(Place("1804"), "to command your 1st Bn, 1st Regt, or it attacks at −8", there=False)
    known_now.picture.own["S-1R"].hex = Hex("1804")
    assert NDC.words.errand(known_now, "S-1R", [Place("1704")]) is None, "it commands there already"


def test_an_attack_out_of_command_says_so_beside_its_total_and_has_to_promise_more():
    found = []
    for hq in ("1904", "1804"):
        table = position(
            "su S-I1 at 1304 attack parent S-1R", f"su S-1R HQ at {hq} deployed", "us U-I1 at 1204 defend known",
            HQS[1], heading="movement", phasing="su",
        )  # fmt: skip
        assert NDC.odds is not None
        odds = NDC.odds(known(table, "su"), DeclareGroundCombat(unit="S-I1", target="1204", type="assault", barrage=4))
        assert odds is not None
        found.append((odds.figure.partition(",")[0], odds.vain))
    assert found == [("Your total +6 (out of command −8)", True), ("Your total +14 (across the Erle −3)", False)]


def test_an_objective_is_not_probed_nor_a_hex_into_which_an_own_unit_is_on_its_way():
    table = position("su S-I5 at 1709 attack", "su S-I2 at 1711 attack", "us U-I1 at 1608 defend known", *HQS,
                     heading="movement", phasing="su")  # fmt: skip
    picture = known(table, "su")
    probe = DeclareGroundCombat(unit="S-I5", target="1608", type="probe")
    assert unwise(picture, probe) and not unwise(picture, replace(probe, type="assault"))
    there = replace(probe, target="1609")
    assert not unwise(picture, there)
    contact = next(iter(picture.contacts.values()))
    picture.own["S-I5"].hex = Hex("1604")
    contact.hexes = (Hex("1603"),)
    out = replace(probe, target="1603", type="assault")
    assert not unwise(picture, out), "they are known to stand there"
    contact.known = False
    assert unwise(picture, out), "who may be elsewhere takes the objective that is left"
    picture.own["S-I5"].hex = Hex("1709")
    picture.set_off("S-I2", Hex("1711"), Hex("1610"), Hex("1609"), Hex("1509"))
    assert unwise(picture, there)


def fire_advised(table: Table) -> int:
    """How many CSPs are advised to fire in the defence that is asked for; 0 where nothing of it is."""
    _, followed = next(advised(NDC, table.picture("us"), "US", []))
    return int(followed.values.get("fire", 0)) if followed.option.kind == "defend" else 0


def test_csps_are_fired_in_a_defence_as_far_as_each_brings_something():
    """Not to bring 100 % down to 90 for a squadron's last T/O level, but to drive off an attack."""
    last = attack(battle(attacker="leadership 12", defender="to 1"), barrage=8)
    assert fire_advised(last) == 0
    assert fire_advised(attack(battle())) == 8, "from 30 % to 5, and the attacker pays for it"
    stands = attack(battle(attacker="leadership 12"), barrage=4)
    assert fire_advised(stands) == 6, "with the sixth 70 % in place of 90; two more bring nothing"


def test_who_has_one_t_o_level_has_no_more_of_them_to_lose():
    assert NDC.odds is not None
    found = NDC.odds(attack(battle(attacker="leadership 12", defender="to 1")).picture("us"), Defend())
    assert found is not None and "T/O lost: you 1.0, they" in plain_text(found.outlook[0])


def test_a_retreat_of_one_hex_goes_towards_headquarters():
    table = attack(battle("su S-I1 at 1003 attack known", attacker="leadership 12", die=9)).done("us")
    picture = known(table, "us")
    due = picture.retreating
    assert due is not None
    assert refuge(picture, due, [Hex("1004")]) is None, "a whole way is in one tap"
    one_left = replace(due, hexes_left=1)
    hexes = retreat_hexes(picture, one_left)
    assert len(hexes) > 1
    hq = next(unit for unit in picture.own.values() if unit.id == picture.own[due.unit].parent)
    found = refuge(picture, one_left, hexes)
    assert found is not None and hq.hex is not None
    assert distance(Hex(found), hq.hex) == min(distance(hex, hq.hex) for hex in hexes)


def test_finished_stands_only_on_who_moves_no_more_while_moves_are_asked_for():
    """Enemy control alone halts a unit no longer than it lasts; and in the enemy's turn nobody asks."""
    table = position("su S-I5 at 1709 attack", *HQS, heading="movement", phasing="su")
    picture = known(table, "su")
    unit = picture.own["S-I5"]
    found = []
    for unit.finished, unit.halted, picture.segment in ((True, False, 1), (True, True, 1), (True, False, 0)):
        view = NDC.known(picture).view
        found.append("finished" in next(one.states for one in view.own if one.id == "S-I5"))
    assert found == [True, False, False]


def test_who_is_weak_is_called_out_of_the_enemys_reach_and_attacks_nobody():
    """A battalion at half its T/O levels; at three of four it fights on."""
    found = []
    for left in (4, 3, 2):
        table = position(f"su S-I1 at 1405 attack to {left}", "us U-I1 at 1404 defend known", *HQS,
                         heading="movement", phasing="su")  # fmt: skip
        picture = known(table, "su")
        order = DeclareGroundCombat(unit="S-I1", target="1404", type="assault")
        places = [Place(place) for place in ("1305", "1505", "1604")]
        errand = NDC.words.errand(NDC.known(picture), "S-I1", places)
        found.append((unwise(picture, order), errand.place if errand else None))
    assert found == [(False, "1305"), (False, "1305"), (True, None)]
    gone = NDC.words.errand(NDC.known(picture), "S-I1", [Place("1505"), Place("1704"), Place("1805")])
    assert gone == Errand(Place("1704"), "out of their reach: it is weak", there=False)


def test_a_hex_that_is_attacked_already_is_not_attacked_again_in_the_same_segment():
    table = position("su S-I5 at 1709 attack", "su S-I2 at 1607 attack", "us U-I1 at 1608 defend known", *HQS,
                     heading="movement", phasing="su")  # fmt: skip
    first, second = (DeclareGroundCombat(unit=unit, target="1608", type="assault") for unit in ("S-I5", "S-I2"))
    picture = known(table, "su")
    assert not unwise(picture, second)
    _, believed = judging.judged(NDC, picture, [first])
    assert unwise(believed, second)


def test_nobody_is_sent_to_where_an_enemy_was_reported_lately():
    table = position("su S-A2 at 1809 attack", "us U-I1 at 1607 defend known", *HQS, phasing="su", turn=3)
    picture = known(table, "su")
    contact = next(iter(picture.contacts.values()))
    found = []
    for contact.turn in (2, 1):
        contact.known = False
        found.append(shuns(picture, picture.own["S-A2"], ("1708", "1607")))
    assert found == [True, False]


def test_a_headquarters_of_those_who_hold_is_advised_to_come_to_where_it_commands_them():
    table = position("us U-I1 at 1204 defend parent U-1B", "us U-1B HQ at 0502 deployed", HQS[1],
                     "su S-I1 at 1304 attack known", HQS[0], phasing="us")  # fmt: skip
    found = NDC.words.errand(NDC.known(known(table, "us")), "U-1B", [Place("0602"), Place("0702")])
    assert found is not None and not found.there
    assert found.why == "to command your 1st Mech Bn, or they attack it at +4"
