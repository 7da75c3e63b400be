"""The exchange meter: what a match took of a seat, and what its standing orders saved, by its own log."""

from __future__ import annotations

from service.engine.orders import Done
from service.engine.reports import HeadingOpened, LetterArrived, OrdersAccepted, Report
from service.engine.seats import STANDING
from service.engine.standing import Attend
from service.matches.exchanges import Exchanges, Meter, meter
from tests.games.ndc.fighting import attack, battle
from tests.positions import Table


def asked(turn: int = 1) -> Report:
    return HeadingOpened(address="turn", titles=("Turn",), turn=turn)


def letter(turn: int = 1) -> Report:
    return LetterArrived(number=1, address="turn", titles=("Turn",), turn=turn)


ANSWER = OrdersAccepted(orders=(Done(),))
FOR_ME = OrdersAccepted(orders=(Done(),), answered_for=True)


def of(table: Table, seat: str) -> Meter:
    """The meter of a seat since the table was laid."""
    return meter(entry.report for entry in table.logs[seat])


def test_an_empty_log_counts_nothing():
    assert meter([]) == Meter(0, Exchanges(0, 0, 0, 0, 0), Exchanges(0, 0, 0, 0, 0))


def test_what_is_asked_between_two_letters_is_one_sitting():
    log = [asked(), ANSWER, asked(), ANSWER, letter(), asked(), ANSWER, letter()]
    assert meter(log).this_turn == Exchanges(questions=3, sittings=2, letters=2, answered_for=0, sittings_saved=0)


def test_a_sitting_is_saved_where_all_of_it_was_answered():
    log = [letter(), asked(), FOR_ME, asked(), FOR_ME, letter(), asked(), FOR_ME, asked(), ANSWER]
    assert meter(log).this_turn == Exchanges(questions=1, sittings=1, letters=2, answered_for=3, sittings_saved=1)


def test_each_turn_is_counted_anew_and_the_match_goes_on():
    found = meter([asked(1), ANSWER, asked(2), letter(2), asked(2)])
    assert (found.turn, found.this_turn.questions, found.this_turn.sittings) == (2, 2, 2)
    assert (found.so_far.questions, found.so_far.sittings, found.so_far.letters) == (3, 3, 1)


def test_a_present_defender_sits_down_for_an_assault_and_one_on_standing_orders_does_not():
    """He answers, and sends off; or neither."""
    present = attack(battle(die=1)).done("us", "us")
    away = attack(battle(die=1).order("us", Attend(attendance=STANDING)))
    assert of(present, "US").this_turn == Exchanges(2, 1, 1, 0, 0)
    assert of(away, "US").this_turn == Exchanges(0, 0, 1, 2, 1)
    assert of(present, "Soviet") == of(away, "Soviet"), "the other side's meter tells nothing of it"
