"""Hand to hand: what is added, what becomes of the loser, and men against a vehicle (P17; SKR-ADV-05, SKR-ADV-06)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.bills import Bill
from service.engine.orders import Done
from service.engine.telling import acceptance
from service.games.skirmish.known.reports import CheckTold, CloseCombatTold, FireSuffered, HaltTold, Lapsed, OwnBases
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from tests.games.skirmish.table import SCENES, Table, added, position
from tests.games.skirmish.test_flight import plain


def advancing(*bases: str, close: list[int], **given: object) -> Table:
    """The first base, at 0907, and others beside it, before an enemy in 1007."""
    dice = {"P17 close": close, "P17 nerve": [1, 2], **given.pop("dice", {})}  # type: ignore[dict-item]
    return position(*bases, **{"step": "advance", "ground": plain(), "by_purpose": dice} | given)  # type: ignore[arg-type]


def into(table: Table, *ids: str, hex: str = "1007") -> Table:
    return table.order("allied", *(Advance(base=id, hex=hex) for id in ids), Done())


def combat(table: Table) -> CloseCombatTold:
    [told] = table.told("german", CloseCombatTold)
    return told


def hand_to_hand(table: Table, side: str = "allied") -> dict[str, int | None]:
    """What a side added to its dice."""
    strength = next(strength for strength in combat(table).strengths if strength.side == side)
    assert strength.total == sum(strength.faces) + Bill.of(strength.modifiers).total
    return added(strength)


@pytest.mark.parametrize(
    ("ours", "theirs", "modifiers"),
    [
        (("squad q4",), ("squad q4",), {"quality": 4}),
        (("squad q3", "leader q6 rating -1"), ("squad q4",), {"quality": 6, "further bases": 1, "leader": 1}),
        (("leader q5 rating 1", "observer q4"), ("squad q4",), {"quality": 5, "further bases": 1, "leader": -1}),
        (("assault_squad q4",), ("squad q4",), {"quality": 4, "assault": 1}),
        (("squad q4",), ("squad q4 pinned",), {"quality": 4, "enemy pinned": 1}),
        (("squad q4",), ("squad q4 cowered",), {"quality": 4, "enemy pinned": 1}),
        (("squad q4",), ("squad q4 broken",), {"quality": 4, "enemy broken": 3}),
        (("squad q4",), ("squad q4 routed",), {"quality": 4, "enemy broken": 3}),
        (("squad q4 out",), ("squad q4",), {"quality": 4, "out of ammunition": -2}),
        (("squad q4",), ("leader q4", "observer q4"), {"quality": 4, "single man": 3}),
        (("leader q4 rating 0", "observer q4"), ("leader q4",), {"quality": 4, "further bases": 1}),
    ],
)
def test_what_is_added_hand_to_hand(ours: tuple[str, ...], theirs: tuple[str, ...], modifiers: dict[str, int]):
    """Three are added against single men by a side that has more than single men itself."""
    bases = [f"A-B{n} {text.split()[0]} at 0907 {' '.join(text.split()[1:])}" for n, text in enumerate(ours)]
    bases += [f"G-B{n} {text.split()[0]} at 1007 {' '.join(text.split()[1:])}" for n, text in enumerate(theirs)]
    table = advancing(*bases, close=[6, 6, 1, 1])
    into(table, *(f"A-B{n}" for n in range(len(ours))))
    assert hand_to_hand(table) == modifiers


@pytest.mark.parametrize(
    ("close", "result", "suppression", "morale", "hex"),
    [
        ([3, 4, 3, 3], "thrown back", 2, "good", "1006"),
        ([4, 4, 3, 3], "thrown back", 2, "good", "1006"),
        ([4, 5, 3, 3], "broken", 0, "broken", "1006"),
        ([5, 5, 3, 3], "broken", 0, "broken", "1006"),
        ([5, 6, 3, 3], "eliminated", 0, "good", None),
    ],
)
def test_what_becomes_of_the_loser(close: list[int], result: str, suppression: int, morale: str, hex: str | None):
    """They fall back to the best cover that is nearer to no known enemy: the woods at 1006."""
    table = advancing("A-SQ1 squad at 0907 q4", "G-SQ1 squad at 1007 q4", close=close, ground=plain(h1006="woods"))
    into(table, "A-SQ1")
    loser = table.base("G-SQ1")
    assert (combat(table).result, combat(table).loser) == (result, "german")
    assert (loser.suppression, loser.morale, loser.hex, loser.locked) == (suppression, morale, hex, False)
    assert table.base("A-SQ1").hex == "1007" and not table.base("A-SQ1").locked and not table.truth.combats
    assert not table.rolls("P5"), "the threshold alone counts"


def test_an_attacker_who_loses_is_thrown_back_and_pressed_over_his_threshold():
    """Two suppressions on one that carries two already, of quality 4: it breaks without a roll."""
    table = advancing("A-SQ1 squad at 0907 q4 suppression 2", "G-SQ1 squad at 1007 q4", close=[3, 3, 3, 4],
                      rally_sides="phasing")  # fmt: skip
    into(table, "A-SQ1")
    assert combat(table).loser == "allied"
    beaten = table.base("A-SQ1")
    assert (beaten.morale, beaten.suppression) == ("broken", 0) and beaten.hex not in ("1007", None)
    assert table.base("G-SQ1").hex == "1007"


def test_who_can_fall_back_nowhere_is_captured():
    """Every hex round them is nearer to another enemy."""
    ring = [f"A-R{n} squad at {hex}" for n, hex in enumerate(("0807", "0905", "1105", "1207", "1109", "0909"))]
    table = advancing("A-SQ1 squad at 0907 q4", *ring, "G-SQ1 squad at 1007 q4", close=[3, 4, 3, 3])
    into(table, "A-SQ1")
    assert table.base("G-SQ1").gone == "captured" and table.truth.points["allied"] == 2 * 2


def test_equal_throws_lock_both_who_fight_again_at_the_end_of_the_next_advance():
    table = advancing("A-SQ1 squad at 0907 q4", "G-SQ1 squad at 1007 q4", close=[3, 3, 3, 3, 6, 5, 1, 1])
    into(table, "A-SQ1")
    for id in ("A-SQ1", "G-SQ1"):
        assert table.base(id).locked and table.base(id).suppression == 1 and table.base(id).hex == "1007"
    assert table.truth.combats == ["1007"] and table.told("german", CloseCombatTold)[0].loser is None
    table.done_until("movement")
    table.refused("german", "NOT_ELIGIBLE", Move(base="G-SQ1", path=("1107",)))
    table.done_until("advance")
    table.refused("german", "NOT_ELIGIBLE", Advance(base="G-SQ1", hex="1107"))
    table.order("german", Done())
    assert len(table.told("allied", CloseCombatTold)) == 2
    assert table.base("A-SQ1").gone == "eliminated" and not table.base("G-SQ1").locked and not table.truth.combats


def test_those_who_fight_know_each_other_by_name_and_quality():
    table = advancing("A-SQ1 squad at 0907 q4", "G-SQ1 squad at 1007 q5", close=[3, 3, 1, 4])
    into(table, "A-SQ1")
    for side, quality in (("allied", 5), ("german", 4)):
        [contact] = table.picture(side).contacts.values()
        assert contact.level == 3 and contact.shows is not None and contact.shows.quality == quality


@pytest.mark.rule("SKR-ADV-05")
def test_an_unseen_enemy_met_in_the_advance_is_fought_by_men_and_stops_a_vehicle():
    """Smoke all round hides nobody in the next hex, so nobody is unseen there but to one who comes from afar."""
    for id, where in (("A-SQ1 squad", "1007"), ("A-TK1 medium_tank", "0907")):
        table = advancing(f"{id} at 0907 heading 1", "G-SQ1 squad at 1007 q4", close=[3, 4, 3, 3])
        table.picture("allied").contacts.clear()
        table.truth.eyes["allied"].clear()
        into(table, id.split()[0])
        assert table.base(id.split()[0]).hex == where
        assert bool(table.told("allied", CloseCombatTold)) == (where == "1007")
        assert [told.because for told in table.told("allied", HaltTold)] == ([] if where == "1007" else ["contact"])
        assert table.picture("allied").contacts, "he is revealed"


def test_a_vehicle_does_not_advance_on_a_known_enemy_nor_anybody_who_cannot_stir():
    table = advancing("A-TK1 medium_tank at 0907 heading 1", "A-TK2 medium_tank at 0707 heading 1 immobilised",
                      "A-SQ1 squad at 0905", "G-SQ1 squad at 1007", close=[], ground=plain(h1005="woods") | {
                          "fires": {"1005": 1}})  # fmt: skip
    assert table.refused("allied", "ENEMY_THERE", Advance(base="A-TK1", hex="1007")).rule == "P17"
    table.refused("allied", "NOT_ELIGIBLE", Advance(base="A-TK2", hex="0807"))
    assert table.refused("allied", "NOT_AFFORDED", Advance(base="A-SQ1", hex="1005")).rule == "P10"


# ---- ordnance and vehicles


GUN = "G-SG1 assault_gun at 1007"


@pytest.mark.parametrize(
    ("man", "state", "number"),
    [("squad", "", 5), ("squad", "immobilised", 7), ("at_team weapon piat", "", 8), ("squad", "in motion", 3)],
)
def test_what_it_takes_to_knock_out_a_vehicle_at_arms_length(man: str, state: str, number: int):
    kind, *words = man.split()
    said = state if state != "in motion" else ""
    table = advancing(f"A-M {kind} at 0907 {' '.join(words)}", f"{GUN} heading 4 {said}", close=[6, 6],
                      dice={"P17 answer": [6, 6]})  # fmt: skip
    table.truth.bases["G-SG1"].in_motion = state == "in motion"
    into(table, "A-M")
    assert added(combat(table).strengths[0]) == {"number": number}
    assert combat(table).result == "held off" and combat(table).loser == "allied"


@pytest.mark.parametrize(("heading", "answered"), [(4, True), (0, True), (1, False)])
def test_its_machine_guns_answer_who_did_not_come_from_behind(heading: int, answered: bool):
    """Firepower 2 at the squad at its side: 2 + 6 less 2 and the two of point blank the other way is three."""
    table = advancing("A-SQ1 squad at 0907 q9", f"{GUN} heading {heading}", close=[6, 6],
                      dice={"P17 answer": [2, 2], "P5": [1, 1]})  # fmt: skip
    into(table, "A-SQ1")
    assert [told.suppressions for told in table.told("allied", FireSuffered)] == ([3] if answered else [])
    assert table.base("A-SQ1").suppression == (3 if answered else 0) and table.base("A-SQ1").hex == "0907"
    assert len(table.rolls("P17 answer")) == answered


@pytest.mark.parametrize(("faces", "goes"), [([3, 4], True), ([4, 4], False)])
def test_it_takes_a_quality_roll_to_go_at_a_vehicle(faces: list[int], goes: bool):
    table = advancing("A-SQ1 squad at 0907 q4", f"{GUN} heading 4", close=[1, 1], dice={"P17 nerve": faces})
    into(table, "A-SQ1")
    [told] = table.told("allied", CheckTold)
    assert told.result == ("goes in" if goes else "stays back") and bool(table.told("german", CloseCombatTold)) == goes
    assert [told.because for told in table.told("allied", HaltTold)] == ([] if goes else ["lapsed"])


# ---- ordered beforehand


def test_closing_orders_do_what_they_say_and_no_more():
    """One fires and stays, one advances without a shot into a close combat, one may not advance any more."""
    table = position(
        "A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0907 q4", "A-SQ3 squad at 0503 q4", "G-SQ1 squad at 1007 q4",
        "G-SQ2 squad at 1003 q9", step="movement", ground=plain(),
        by_purpose={"P7 fire of german": [1, 1], "P7 fire": [6, 5] * 4, "P17 close": [6, 6, 1, 1]},
    )  # fmt: skip
    table.order(
        "allied", CloseWith(base="A-SQ1"), CloseWith(base="A-SQ2", fire=False, advance="1007"),
        CloseWith(base="A-SQ3", fire=False, advance="0603"), Done(),
    )  # fmt: skip
    [handle] = [h for h, traced in table.truth.traces["german"].items() if traced == "A-SQ3"]
    table.order("german", Fire(base="G-SQ2", target=handle), Done())
    assert table.base("A-SQ3").morale == "broken" and table.base("A-SQ3").hex == "0503"
    assert [lapsed.base for lapsed in table.told("allied", Lapsed)] == ["A-SQ3"]
    assert len(table.rolls("P7 fire of allied")) == 1 and table.base("A-SQ2").hex == "1007"
    assert combat(table).result == "eliminated" and table.base("G-SQ1").gone == "eliminated"


# ---- room


def test_a_hex_holds_one_multi_man_base_and_three_single_men():
    """Own men who are there leave no room for another squad, nor for a fourth man (P2)."""
    men = [f"A-L{n} leader at 0907" for n in range(1, 4)]
    table = advancing("A-SQ1 squad at 0807", "A-L4 leader at 0807", *men, "G-SQ1 squad at 1714", close=[])
    assert table.refused("allied", "NOT_AFFORDED", Advance(base="A-L4", hex="0907")).rule == "P2"
    table.order("allied", Advance(base="A-SQ1", hex="0907"))
    assert table.refused("allied", "TOO_FAR", Advance(base="A-SQ1", hex="1007")).rule == "SKR-ADV-04"
    two = advancing("A-SQ1 squad at 0807", "A-SQ2 squad at 0907", "A-L1 leader at 0807", "A-L2 leader at 0907",
                    "A-L3 leader at 0907", "G-SQ1 squad at 1714", close=[])  # fmt: skip
    two.refused("allied", "NOT_AFFORDED", Advance(base="A-SQ1", hex="0907"))
    two.order("allied", Advance(base="A-L1", hex="0907"))
    assert two.believes("A-L1").advanced and two.believes("A-L1").hex == "0907"


def test_a_gun_is_pushed_a_hex_and_one_without_its_crew_stays():
    table = advancing(
        "A-ATG at_gun_75 at 0507 heading 1", "A-AT2 at_gun_75 at 0509 heading 1", "G-SQ1 squad at 1714", close=[]
    )
    table.truth.bases["A-AT2"].crewed = table.picture("allied").own["A-AT2"].crewed = False
    table.refused("allied", "NOT_ELIGIBLE", Advance(base="A-AT2", hex="0609"))
    table.order("allied", Advance(base="A-ATG", hex="0506"), Done())
    assert table.base("A-ATG").hex == "0506" and table.base("A-ATG").heading == 1


def test_an_advance_that_is_accepted_while_another_is_worked_is_not_told_as_undone():
    """Two are ordered, one right after the other: neither stands for a moment where it came from."""
    table = position("A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "G-SQ1 squad at 1507", step="advance")
    lists = [Advance(base="A-SQ1", hex="0607")], [Advance(base="A-SQ2", hex="0605")]
    first = table.truth.log_lengths["allied"]
    for orders in lists:
        acceptance("allied", orders).change(table.truth)
    for entry, orders in enumerate(lists, start=first + 1):
        table.took(umpire.take_up(SCENES, table.truth, "allied", orders, entry, table.dice))
        assert table.believes("A-SQ1").hex == "0607" and table.believes("A-SQ2").hex == "0605"
    assert not table.told("allied", OwnBases)
    assert table.base("A-SQ2").hex == "0605"
