"""What stands ready on a sheet when a time that runs by the second is over."""

from __future__ import annotations

import json

import pytest

from service import matches
from service.engine.attendance import Attend
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from service.matches import AtSeat, Context, seat_by_link
from service.matches.clock import lapse_all
from service.matches.sheets import put_sheet, sheet
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.matches.waiting import time_is_over
from tests.web.midway import saved

pytestmark = pytest.mark.live_skirmish


def defended(**options: str) -> Table:
    """A squad in the open before a machine gun and a squad, of which the gun has the better shot."""
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", step="movement",
                     ground=plain(), **options)  # fmt: skip
    return field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())


def seated(context: Context, field: Table) -> AtSeat:
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    return seat_by_link(context, links["german"].removeprefix("/seat/"))


def write(context: Context, at: AtSeat, *orders: Order) -> None:
    put_sheet(context, at, orders)


def shots(context: Context, at: AtSeat) -> dict[str, int]:
    return {id: base.shots for id, base in context.store.read(at.match_id).state.bases.items() if base.shots}


def fire(field: Table, base: str, target: str = "") -> Fire:
    return Fire(base=base, target=target or field.picture("german").film.handle)


def test_a_shot_that_stands_on_the_sheet_is_fired_when_its_time_is_over(context: Context):
    """And not the best one instead of it, which is fired for whoever has named none."""
    field = defended(interrupts="live").order("german", Halt())
    at = seated(context, field)
    write(context, at, fire(field, "G-SQ1"))
    assert time_is_over(context) == 1
    assert shots(context, at) == {"G-SQ1": 1}
    left = sheet(context, at)
    assert (left.orders, left.left_over) == ([], [])


def test_without_one_the_best_is_fired(context: Context):
    at = seated(context, defended(interrupts="live").order("german", Halt()))
    assert time_is_over(context) == 1
    assert shots(context, at) == {"G-HMG": 1}


def test_a_line_that_the_rules_refuse_is_not_sent_and_is_named_as_that(context: Context):
    """What else stands there goes."""
    field = defended(interrupts="live").order("german", Halt())
    at = seated(context, field)
    write(context, at, fire(field, "G-SQ1", "9"), fire(field, "G-SQ1"))
    assert time_is_over(context) == 1
    assert shots(context, at) == {"G-SQ1": 1}
    left = sheet(context, at)
    assert left.orders == [] and [one["target"] for one in left.left_over] == ["9"]


def test_what_may_be_ordered_at_any_time_is_left_where_it_is_written(context: Context):
    field = defended(interrupts="live").order("german", Halt())
    at = seated(context, field)
    write(context, at, Attend(attendance="standing"))
    assert time_is_over(context) == 1
    assert context.store.read(at.match_id).state.attendance["german"] == "present"
    assert shots(context, at) == {"G-HMG": 1}


def test_by_mail_nothing_is_sent_that_nobody_has_sent(context: Context):
    """There is time to look it over, and it may be half written."""
    field = defended()
    at = seated(context, field)
    write(context, at, fire(field, "G-SQ1"))
    time_is_over(context, days=2)
    assert "G-SQ1" not in shots(context, at)


def test_it_is_accepted_once_by_the_house_whose_clock_it_is(context: Context):
    """It stands in the seat's own log as if it had been sent, and is not sent again by whoever looks later."""
    field = defended(interrupts="live").order("german", Halt())
    at = seated(context, field)
    write(context, at, fire(field, "G-SQ1"))
    assert lapse_all(context) == 0, "its time runs"
    before = matches.version(context, at)
    time_is_over(context)
    said = json.dumps([str(one) for one in context.store.read(at.match_id).state.log_lengths.items()])
    assert matches.version(context, at) > before, said
    time_is_over(context)
    assert shots(context, at)["G-SQ1"] == 1
