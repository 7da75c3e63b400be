"""A request is a bounded amount of work, counted in steps; what asks for more is refused before any rule runs."""

from __future__ import annotations

import json

import pytest

from schemas.orders import MOST_ORDERS, MOST_STEPS, MOST_STEPS_SENT
from service import matches
from service.engine import judging
from service.games.ndc.game import NDC
from service.games.ndc.sections.movement import Move
from service.matches import AtSeat, Context
from service.matches.errors import Malformed
from service.matches.order_lines import as_lines, read_lines
from tests.random_play import asked_for
from tests.toy import TOY, Creep, Search


def creep(steps: int) -> dict[str, object]:
    return {"kind": "creep", "path": ["12"] * steps}


def read(*orders: dict[str, object]) -> list[object]:
    return list(matches.orders_from_json(TOY, json.dumps(orders).encode()))


def test_an_order_has_so_many_steps_at_most():
    read(creep(MOST_STEPS))
    with pytest.raises(Malformed) as refused:
        read(creep(1), creep(MOST_STEPS + 1))
    [error] = refused.value.members["errors"]
    assert error == {"place": [1], "reason": f"This order has {MOST_STEPS + 1} steps; {MOST_STEPS} are the most."}


def test_and_all_orders_of_a_request_together():
    several = MOST_STEPS_SENT // MOST_STEPS
    read(*[creep(MOST_STEPS)] * several)
    with pytest.raises(Malformed) as refused:
        read(*[creep(MOST_STEPS)] * several, creep(1))
    [error] = refused.value.members["errors"]
    assert error["place"] == [] and f"{MOST_STEPS_SENT + 1} steps in all" in error["reason"]


def test_a_text_has_no_more_than_a_body():
    """It is read at the first Movement Segment of a division commander, by their first move made long."""
    picture = asked_for(NDC, "Soviet", Move)
    assert NDC.forces is not None
    unit, there = next(
        (unit, one) for unit in picture.own for one in NDC.forces.destinations(picture, (unit,)) if len(one.path) > 1
    )
    short, long = (
        as_lines(NDC, picture, [Move(unit=unit, path=there.path[:1] * steps)])[0]
        for steps in (MOST_STEPS, MOST_STEPS + 1)
    )
    [one], several = read_lines(NDC, picture, long), read_lines(NDC, picture, f"{short}\n" * 9)
    assert one.fault and one.fault.detail == f"This order has {MOST_STEPS + 1} steps; {MOST_STEPS} are the most."
    assert [line.fault is None for line in several] == [number < MOST_STEPS_SENT // MOST_STEPS for number in range(9)]


def test_a_form_has_no_more_than_a_body():
    with pytest.raises(Malformed):
        matches.orders_from_plain(TOY, [creep(MOST_STEPS + 1)])


def test_a_preview_looks_at_each_order_once_however_many_are_refused(context: Context, monkeypatch):
    """Every second order is refused; starting anew at each would be ten thousand checks and a hundred copies."""
    account = matches.make_guest(context)
    at = AtSeat(matches.open_match(context, account, "toy", "yard").match_id, "north", account.id)
    checks, copies = [], []
    monkeypatch.setattr(Creep, "check", lambda self, picture: checks.append(1))
    monkeypatch.setattr(judging, "lawful_types", lambda game, picture: (Creep,))
    duplicate = judging.duplicate
    monkeypatch.setattr(judging, "duplicate", lambda picture: copies.append(1) or duplicate(picture))
    orders = [Creep(path=("12",)), Search(hex="12")] * (MOST_ORDERS // 2)
    refusals = matches.preview(context, matches.read(context, at), orders)
    assert [refusal.index for refusal in refusals] == list(range(1, MOST_ORDERS, 2))
    assert (len(checks), len(copies)) == (MOST_ORDERS // 2, 1)
