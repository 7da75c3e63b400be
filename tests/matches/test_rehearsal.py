"""The rehearsal: questions of earlier, put to the standing orders of today."""

from __future__ import annotations

from pathlib import Path

from schemas import wire
from service.engine.attendance import Attend
from service.engine.orders import Order
from service.engine.recording import Outcome
from service.engine.seats import STANDING
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import AddAttackLine, AddRetreatLine
from service.games.ndc.sections.defence import Defend, Retreat
from service.matches.rehearsal import Rehearsal, rehearse
from service.store.codec import order_writer
from tests.games.ndc.fighting import answer, attack, battle, resolved
from tests.kept import context_on, kept, orders_said
from tests.positions import Table

ONE_HEX = {"attacker": "leadership 5", "die": 7}


def looked_back(table: Table, seat: str, empty_database: Path, folder: Path) -> list[Rehearsal]:
    """What this seat's standing orders would have answered in the match so far."""
    context, _ = context_on(empty_database, folder)
    played = kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {})
    found = rehearse(context, played.at(seat))
    told = [wire.Rehearsal.model_validate(one, context=order_writer(NDC)) for one in found]
    assert [[answer.order and answer.order["kind"] for answer in one.said] for one in told] == [
        [answer.order and answer.order.kind for answer in one.said] for one in found
    ]
    context.store.close()
    return found


def test_what_was_answered_stands_beside_what_would_be(empty_database: Path, tmp_path: Path):
    """They fired 1 CSP and went where they were not asked to; now they would fire 3, and make for 1104.

    The line that they wrote while they were asked is no answer.
    """
    table = attack(battle(**ONE_HEX)).order("us", AddAttackLine(type="probe", fire=2))
    table = resolved(answer(table, fire=1))
    lines: tuple[Order, ...] = (AddAttackLine(type="assault", fire=3), AddRetreatLine(to="hex", hex="1104"))
    table.order("us", *lines)
    retreat, defence = looked_back(table, "US", empty_database, tmp_path)
    assert (defence.answered, orders_said(defence)) == ((Defend(fire=1),), (Defend(fire=3),))
    assert (retreat.answered, orders_said(retreat)) == ((), (Retreat(hex="1002"),))
    assert defence.known.view.question.total == 24
    assert not defence.answered_for
    assert 0 < defence.at < retreat.at


def test_what_standing_orders_answered_is_marked_and_the_attacker_was_asked_nothing(
    empty_database: Path, tmp_path: Path
):
    table = attack(battle(die=1).order("us", AddAttackLine(fire=2), Attend(attendance=STANDING)))
    table.order("us", AddAttackLine(number=1))
    [defence] = looked_back(table, "US", empty_database, tmp_path)
    assert (defence.answered, defence.answered_for, orders_said(defence)) == ((Defend(fire=2),), True, (Defend(),))
    (tmp_path / "other").mkdir()
    assert looked_back(table, "Soviet", empty_database, tmp_path / "other") == []
