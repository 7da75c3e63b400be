"""Taking orders, and what a seat can read of it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial

import pytest

from service import matches
from service.engine import umpire
from service.engine.attendance import Attend
from service.engine.dice import faces_of
from service.engine.framing import digest, framed
from service.engine.orders import Done, Order
from service.engine.sentences import say
from service.matches import Accepted, AtSeat, Context
from service.matches.errors import KeyReused, PictureMovedOn, Problem, RulesRefuse, SheetMovedOn
from service.matches.match_queue import work_off
from service.store import MatchMovedOn
from service.store.matches import Matches
from tests.service_fixtures import PATIENCE
from tests.toy import AnswerInAdvance, Creep, Hide, LieLow, Search, SearchHeard


@pytest.fixture
def seats(context: Context) -> tuple[AtSeat, AtSeat]:
    account = matches.make_guest(context)
    opened = matches.open_match(context, account, "toy", "yard")
    north, south = (AtSeat(opened.match_id, seat, account.id) for seat in ("north", "south"))
    return north, south


def order(context: Context, at: AtSeat, *orders: Order, key: str | None = None) -> Accepted:
    return matches.take_orders(context, at, orders, version=matches.version(context, at), key=key)


def hidden(context: Context, seats: tuple[AtSeat, AtSeat]) -> tuple[AtSeat, AtSeat]:
    order(context, seats[0], Hide(hex="12"), Done())
    order(context, seats[1], Hide(hex="32"), Done())
    return seats


# ---- keys and versions


def test_a_repeated_request_gets_its_first_answer_whatever_the_version(context: Context, seats):
    first = matches.take_orders(context, seats[0], [Hide(hex="12")], version=1, key="k")
    order(context, seats[0], Hide(hex="13"))
    assert matches.take_orders(context, seats[0], [Hide(hex="12")], version=1, key="k") == first
    assert matches.read(context, seats[0]).view.hex == "13"


def test_a_key_with_another_body_is_refused(context: Context, seats):
    order(context, seats[0], Hide(hex="12"), key="k")
    with pytest.raises(KeyReused):
        order(context, seats[0], Hide(hex="13"), key="k")


def test_a_key_is_its_own_seat_s(context: Context, seats):
    order(context, seats[0], Hide(hex="12"), key="k")
    order(context, seats[1], Hide(hex="22"), key="k")
    assert matches.read(context, seats[1]).view.hex == "22"


def test_a_refusal_is_not_kept_but_judged_anew(context: Context, seats):
    """North may not creep while all hide; the same request is taken once they may."""
    request = [Creep(path=("13",))]
    with pytest.raises(RulesRefuse):
        order(context, seats[0], *request, key="k")
    hidden(context, seats)
    assert order(context, seats[0], *request, key="k").version == matches.version(context, seats[0])


def test_orders_for_a_picture_that_moved_on_are_not_taken(context: Context, seats):
    order(context, seats[0], Hide(hex="12"))
    with pytest.raises(PictureMovedOn):
        matches.take_orders(context, seats[0], [Hide(hex="13")], version=1)


def test_one_bad_order_and_nothing_of_the_list_is_done(context: Context, seats):
    hidden(context, seats)
    before = context.store.read(seats[0].match_id)
    with pytest.raises(RulesRefuse) as refusal:
        order(context, seats[0], Creep(path=("13",)), Search(hex="33"), Search(hex="33"), Done())
    assert refusal.value.rule == "TOY-SEA-03" and refusal.value.members == {"index": 2}
    assert context.store.read(seats[0].match_id) == before


def test_the_answer_is_the_version_before_any_outcome(context: Context, seats):
    """South's Done opens north's turn, but its answer counts the acceptance alone."""
    order(context, seats[0], Hide(hex="12"), Done())
    before = matches.version(context, seats[1])
    assert order(context, seats[1], Hide(hex="32"), Done()).version == before + 1
    assert matches.version(context, seats[1]) > before + 1


# ---- two at once


def test_of_two_who_order_and_work_at_once_each_has_its_effect_once(context: Context, seats, monkeypatch):
    """Both have read the same position when the first writes what came of it; the other begins anew."""
    both_have_read, worked, take_up = threading.Barrier(2), [], umpire.take_up

    def work_when_both_have_read(*arguments):
        worked.append(1)
        if len(worked) <= 2:
            both_have_read.wait(PATIENCE)
        return take_up(*arguments)

    monkeypatch.setattr(umpire, "take_up", work_when_both_have_read)
    together(lambda: order(context, seats[0], Hide(hex="12")), lambda: order(context, seats[1], Hide(hex="32")))
    state = context.store.read(seats[0].match_id).state
    assert state.hexes == {"north": "12", "south": "32"}
    assert state.log_lengths == {"north": 2, "south": 2}
    assert len(worked) >= 3


def together(*doings: Callable[[], object]) -> None:
    failures: list[BaseException] = []

    def run(doing: Callable[[], object]) -> None:
        try:
            doing()
        except BaseException as failure:
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(doing,)) for doing in doings]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures


def test_many_at_once_with_one_key_have_one_effect(context: Context, seats):
    answers: list[Accepted] = []
    together(
        *(
            lambda: answers.append(matches.take_orders(context, seats[0], [Hide(hex="12")], version=1, key="k"))
            for _ in range(6)
        )
    )
    assert answers == [Accepted(2)] * 6
    assert matches.version(context, seats[0]) == 2


def test_many_at_once_for_one_version_have_one_effect(context: Context, seats):
    outcomes: list[str] = []

    def hide(hex: str) -> None:
        try:
            matches.take_orders(context, seats[0], [Hide(hex=hex)], version=1)
            outcomes.append("accepted")
        except Problem as problem:
            outcomes.append(problem.name)

    together(*(lambda hex=hex: hide(hex) for hex in ("11", "12", "13", "21", "22")))
    assert sorted(outcomes) == ["accepted"] + ["picture-moved-on"] * 4


def test_what_is_overtaken_again_and_again_as_it_is_written_down_waits_and_is_worked_later(
    context: Context, seats, monkeypatch
):
    tries = []

    def overtaken(self, match, *_, **__):
        tries.append(1)
        raise MatchMovedOn(match.facts.id)

    before = context.store.read(seats[0].match_id)
    with monkeypatch.context() as patch:
        patch.setattr(Matches, "append", overtaken)
        assert order(context, seats[0], Hide(hex="12")) == Accepted(2)
    assert len(tries) > 1
    waits = context.store.read(seats[0].match_id)
    assert waits.state.hexes == before.state.hexes and waits.state.log_lengths["north"] == 2
    work_off(context, seats[0].match_id)
    assert context.store.read(seats[0].match_id).state.hexes["north"] == "12"


# ---- what is told


def test_listeners_are_woken_after_the_commit(context: Context, seats, monkeypatch):
    seen = []
    for way in ("nudge_seat", "nudge"):
        woken = partial(lambda way, *_: seen.append((way, matches.version(context, seats[0]))), way)
        monkeypatch.setattr(context.hub, way, woken)
    order(context, seats[0], Hide(hex="12"))
    assert seen == [("nudge_seat", 2), ("nudge", 2)], "of the acknowledgement, and of what came of it"


def test_a_refusal_wakes_nobody(context: Context, seats, monkeypatch):
    seen = []
    for way in ("nudge_seat", "nudge"):
        monkeypatch.setattr(context.hub, way, lambda *woken: seen.append(woken))
    with pytest.raises(RulesRefuse):
        order(context, seats[0], Hide(hex="99"))
    assert not seen


def test_each_log_counts_its_own_entries_without_gaps(context: Context, seats):
    hidden(context, seats)
    order(context, seats[0], Creep(path=("13",)), Search(hex="21"), Done())
    order(context, seats[1], LieLow(low=True), Done())
    for at in seats:
        page = matches.log(context, at)
        assert [entry.number for entry in page.entries] == list(range(1, page.version + 1))
        assert matches.log(context, at, after=3).entries == page.entries[3:]


def test_what_north_does_in_his_movement_changes_nothing_for_south(context: Context, seats):
    hidden(context, seats)

    def all_that_south_can_read():
        reading = matches.read(context, seats[1])
        return (
            reading.version, reading.where, reading.view, reading.heading_options, reading.anytime_options,
            matches.log(context, seats[1]),
            matches.seat_letters(context, seats[1]).letters,
            matches.dice(context, seats[1]), matches.sheet(context, seats[1]),
        )  # fmt: skip

    before = all_that_south_can_read()
    order(context, seats[0], Creep(path=("13",)), Search(hex="21"))
    matches.put_sheet(context, seats[0], [Search(hex="22")])
    assert all_that_south_can_read() == before


def test_a_letter_holds_what_came_with_it(context: Context, seats):
    hidden(context, seats)
    order(context, seats[0], Search(hex="21"), Search(hex="22"), Done())
    [letter] = matches.seat_letters(context, seats[1]).letters
    assert letter.number == 1 and letter.titles[-1] == "To the non-phasing player"
    assert [entry.report for entry in letter.entries] == [SearchHeard(hex=hex) for hex in ("21", "22")]
    assert {entry.letter for entry in letter.entries} == {1}
    assert not matches.seat_letters(context, seats[0]).letters


def test_a_turn_s_public_rolls_can_be_checked_when_it_is_over_and_not_before(context: Context, seats):
    hidden(context, seats)
    assert matches.dice(context, seats[0]).keys == {}
    assert [roll.turn for roll in matches.dice(context, seats[0]).rolls] == [1]
    order(context, seats[0], Done())
    order(context, seats[1], Done())
    proof = matches.dice(context, seats[0])
    key = bytes.fromhex(proof.keys[1])
    assert list(proof.keys) == [1] and proof.seed is None
    assert digest("sitrep/chain", key).hex() == proof.chain
    roll = proof.rolls[0]
    shares = [field for one in proof.shares for field in (one.seat, bytes.fromhex(one.entropy or ""))]
    key = digest("sitrep/public", key, digest("sitrep/mix", *shares))
    drawn_for = framed("sitrep/roll/2", proof.match_id, roll.track, 1, roll.number, 6, 1)
    assert faces_of(key, drawn_for, 6, 1) == roll.faces


def test_the_proof_grows_only_with_the_seat_s_own_log(context: Context, seats):
    """South ends turn 1; turn 2 begins with north, and south is told of its weather at once, of its turn not yet."""
    hidden(context, seats)
    order(context, seats[0], Done())
    order(context, seats[1], Done())
    assert list(matches.dice(context, seats[0]).keys) == [1]
    assert matches.dice(context, seats[1]).keys == {}


# ---- the sheet


def test_a_sheet_that_was_sent_is_empty_and_one_that_was_refused_is_kept(context: Context, seats):
    hidden(context, seats)
    matches.put_sheet(context, seats[0], [Search(hex="21"), Search(hex="21")])
    sheet = matches.sheet_orders(context, matches.read(context, seats[0]))
    with pytest.raises(RulesRefuse):
        order(context, seats[0], *sheet)
    assert len(matches.sheet(context, seats[0]).orders) == 2
    matches.put_sheet(context, seats[0], sheet[:1])
    order(context, seats[0], *sheet[:1], Done())
    assert matches.sheet(context, seats[0]).orders == []
    assert matches.read(context, seats[0]).left_over_text == "[]", "what was sent with the last word is not left over"


def test_what_was_not_sent_is_left_over_when_the_step_is_closed(context: Context, seats):
    hidden(context, seats)
    matches.put_sheet(context, seats[0], [Search(hex="21")])
    order(context, seats[0], Done())
    reading = matches.read(context, seats[0])
    assert (reading.sheet_text, matches.sheet(context, seats[0]).orders) == ("[]", [])
    assert '"hex":"21"' in reading.left_over_text
    assert matches.sheet(context, seats[0]).left_over == [{"kind": "search", "hex": "21"}]
    matches.put_sheet(context, seats[0], [Search(hex="22")])
    sheet = matches.sheet(context, seats[0])
    assert sheet.orders == [{"kind": "search", "hex": "22"}], "written before it is asked"
    assert sheet.left_over == [], "and what was left over is gone"


def test_a_sheet_with_something_else_on_it_stays(context: Context, seats):
    hidden(context, seats)
    matches.put_sheet(context, seats[0], [Search(hex="21")])
    order(context, seats[0], Search(hex="22"))
    assert matches.sheet(context, seats[0]).orders == [{"kind": "search", "hex": "21"}]


def test_a_preview_judges_each_order_after_those_that_are_allowed(context: Context, seats):
    hidden(context, seats)
    version = matches.version(context, seats[0])
    orders = [Creep(path=("13",)), Creep(path=("33",)), Creep(path=("23",)), Hide(hex="11"), Done()]
    refusals = matches.preview(context, matches.read(context, seats[0]), orders)
    assert [(refusal.index, refusal.rule) for refusal in refusals] == [(1, "TOY-MOV-02"), (3, "TOY-HID-01")]
    assert refusals[0].said == say("33 is not beside 13.")
    assert matches.version(context, seats[0]) == version


def test_a_sheet_is_written_over_only_by_who_has_seen_it(context: Context, seats):
    matches.put_sheet(context, seats[0], [Hide(hex="12")], version=0)
    with pytest.raises(SheetMovedOn):
        matches.put_sheet(context, seats[0], [Hide(hex="13")], version=0)
    assert matches.put_sheet(context, seats[0], [Hide(hex="13")], version=1).version == 2


# ---- standing orders


def test_standing_orders_are_one_request_and_take_effect_at_the_next_question(context: Context, seats):
    hidden(context, seats)
    version = matches.version(context, seats[1])
    matches.take_orders(context, seats[1], [AnswerInAdvance(low=True), Attend(attendance="standing")], version=version)
    assert matches.standing_orders(context, seats[1]).attendance == "standing"
    assert matches.read(context, seats[0]).where.attendance["south"] == "standing"
    order(context, seats[0], Search(hex="21"), Done())
    assert matches.read(context, seats[1]).where.titles[-1] == "Movement", "south was answered for"
