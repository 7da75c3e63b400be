"""A list of orders is checked whole against the picture before anything of it is done."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.engine import judging, recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.dice_events import Rolled
from service.engine.orders import Done, Order, Refusal
from service.engine.places import Place
from service.engine.roles import Role, Subject, Target, Way, fields_in, held_in
from service.engine.sentences import plain_text
from service.engine.words import PlainWords
from tests.engine.tiny import opened
from tests.toy import HEXES, NORTH, SOUTH, TOY, AnswerInAdvance, Creep, Hide, LieLow, Search, beside


def moving() -> Any:
    """North is asked for its moves of turn 1 and believes itself in 11."""
    state = opened(TOY).state
    for seat in (NORTH, SOUTH):
        umpire.play(TOY, state, seat, [Done()], LoadedDice(), strict=True)
    return state


def refused(state: Any, seat: str, *orders: Order) -> Refusal:
    before, dice = deepcopy(state), LoadedDice()
    with pytest.raises(Refusal) as caught:
        umpire.play(TOY, state, seat, orders, dice, strict=True)
    assert state == before, "a refusal changes nothing"
    assert dice.pending == [], "and rolls nothing"
    return caught.value


@dataclass(frozen=True, kw_only=True)
class Convoy(Order):
    kind: Literal["convoy"] = "convoy"
    ships: Subject[tuple[str, ...]]
    course: Way[tuple[Place, ...]]
    prey: Target[str | None] = None


def test_an_orders_units_way_and_target_are_found_whatever_its_fields_are_called():
    sail = Convoy(ships=("swift", "dove"), course=(Place("KKK46"), Place("KKK47")), prey="X3")
    assert (sail.subjects(), sail.way()) == (("swift", "dove"), ("KKK46", "KKK47"))
    assert fields_in(Role.TARGET, Convoy) == ("prey",) and held_in(Role.TARGET, replace(sail, prey=None)) == ()
    assert plain_text(PlainWords().order(None, sail)) == "Convoy: swift and dove to KKK46 → KKK47, prey X3"
    assert (Done().subjects(), Done().way()) == ((), ())


def test_orders_are_checked_against_the_picture_as_the_earlier_ones_leave_it():
    state = moving()
    umpire.play(TOY, state, NORTH, [Creep(path=("12",)), Creep(path=("13",)), Creep(path=("23", "33"))], LoadedDice())
    assert state.pictures[NORTH].hex == "33"
    assert refused(state, NORTH, Creep(path=("12",))).reason == "12 is not beside 33."


def test_one_bad_order_refuses_all_with_its_index_rule_and_reason():
    state = moving()
    refusal = refused(state, NORTH, Search(hex="12"), Creep(path=("12",)), Search(hex="12"), Done())
    assert (refusal.index, refusal.rule, refusal.reason) == (2, "TOY-SEA-03", "Hex 12 was searched already.")
    assert refused(state, NORTH, Creep(path=("21", "33"))).index == 0


@pytest.mark.parametrize("orders", [(Search(hex="12"), Creep(path=("12",)), Done()), (Search(hex="12"),)])
def test_checking_leaves_the_picture_as_it_is(orders: tuple[Order, ...]):
    picture = moving().pictures[NORTH]
    before = deepcopy(picture)
    judging.demand_lawful(TOY, picture, orders)
    believed = judging.checked(TOY, picture, orders)
    assert picture == before
    after = (["12"], "12", False) if len(orders) > 1 else (["12"], "11", True)
    assert (believed.searched, believed.hex, believed.asked) == after


def test_an_order_of_another_heading_is_refused_with_its_own_rule():
    refusal = refused(moving(), NORTH, Hide(hex="22"))
    assert refusal.rule == "TOY-HID-01"
    assert "“Hide” is not ordered in this part of the sequence: you are at North's turn › Movement" in refusal.reason


def test_a_seat_that_is_not_asked_has_to_wait():
    state = moving()
    assert refused(state, SOUTH, Search(hex="11")).rule == "TOY-SEA-01"
    assert "has to wait until you are" in refused(state, SOUTH, Done()).reason


def test_nothing_is_ordered_after_done_in_the_same_list():
    state = moving()
    assert refused(state, NORTH, Done(), Search(hex="12")).index == 1
    assert refused(state, NORTH, Search(hex="12"), Done(), Done()).index == 2


def test_what_is_lawful_at_any_heading_is_so_after_done_and_in_the_others_turn():
    state = moving()
    umpire.play(TOY, state, SOUTH, [AnswerInAdvance(low=True)], LoadedDice(), strict=True)
    assert state.pictures[SOUTH].lie_low
    umpire.play(TOY, state, NORTH, [Done(), AnswerInAdvance(low=True)], LoadedDice(), strict=True)
    assert state.lie_low == {SOUTH: True, NORTH: True}


def test_what_is_lawful_at_any_heading_is_never_planned():
    """North is asked for moves, which wait; its standing answer holds at once."""
    state = moving()
    umpire.play(TOY, state, NORTH, [AnswerInAdvance(low=True), Search(hex="12")], LoadedDice(), strict=True)
    assert state.pictures[NORTH].lie_low
    assert state.plans == {NORTH: [Search(hex="12")]}


def test_a_refused_order_rolls_nothing_and_shifts_no_number():
    """With and without a refusal before it, the same search falls alike."""
    falls = []
    for first in ([], [Search(hex="99")], [Search(hex="12"), Search(hex="12")]):
        state = moving()
        if first:
            refused(state, NORTH, *first)
        umpire.play(TOY, state, NORTH, [Search(hex="12"), Done()], LoadedDice(), strict=True)
        outcome = umpire.play(TOY, state, SOUTH, [LieLow(low=False), Done()], LoadedDice(), strict=True)
        falls.append([event for event in outcome.journal if isinstance(event, Rolled)])
    assert falls[0] and falls[0] == falls[1] == falls[2]


hexes = st.sampled_from(HEXES)
orders = st.one_of(
    st.builds(Hide, hex=hexes | st.text(max_size=3)),
    st.builds(Creep, path=st.lists(hexes, max_size=3).map(tuple)),
    st.builds(Search, hex=hexes | st.text(max_size=3)),
    st.builds(LieLow, low=st.booleans()),
    st.builds(AnswerInAdvance, low=st.booleans()),
    st.builds(Attend, attendance=st.sampled_from(("present", "standing"))),
    st.just(Done()),
)


@given(st.lists(st.tuples(st.sampled_from((NORTH, SOUTH)), st.lists(orders, max_size=4)), max_size=12))
def test_whatever_is_sent_is_accepted_whole_or_refused_whole(sends: list[tuple[str, list[Order]]]):
    """Strict mode runs along; the position, the log and the journal agree after each list."""
    outcome = opened(TOY)
    state, journal = outcome.state, list(outcome.journal)
    opening = TOY.open("yard", {})
    for seat, sent in sends:
        try:
            outcome = umpire.play(TOY, state, seat, sent, LoadedDice(), strict=True)
        except Refusal as refusal:
            assert 0 <= refusal.index < len(sent)
        else:
            journal += outcome.journal
        assert recording.fold(opening, journal) == state
        assert [s for s in state.seats if state.pictures[s].asked] == state.waiting


@given(st.data())
def test_believing_and_resolving_agree_where_nothing_is_hidden(data: st.DataObject):
    """A path of any length: where the seat believes itself is where it comes to stand."""
    state = moving()
    at, path = "11", []
    for _ in range(data.draw(st.integers(1, 8))):
        at = data.draw(st.sampled_from([h for h in HEXES if beside(at, h)]))
        path.append(at)
    umpire.play(TOY, state, NORTH, [Creep(path=tuple(path)), Done()], LoadedDice(), strict=True)
    assert state.hexes[NORTH] == state.pictures[NORTH].hex == at
