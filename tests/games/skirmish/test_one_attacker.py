"""By option one side attacks in every turn: how the other flees and brings up its reinforcements (P1)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.reports import BaseLost, GroupAnnounced, HaltTold
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.reinforcements import Prepare
from tests.games.skirmish.positions import Table, position
from tests.games.skirmish.test_flight import plain

ROAD = Prepare(group="G-R1", zone="road")
LATE = "reinforcements-of-the-defender"


def one_attacker(*bases: str, turn: int = 4, step: str = LATE, **given: object) -> Table:
    """The allied attack every turn; the German assault gun is still to come."""
    return position(
        "A-SQ1 at 0307", *bases, phase="combat-phase", step=step, turn=turn, turn_structure="fixed_attacker", **given,
    )  # type: ignore[arg-type]  # fmt: skip


@pytest.mark.rule("SKR-RNF-02")
def test_the_side_that_never_attacks_announces_in_one_turn_and_comes_on_in_the_next():
    """So the attacker is warned before their fire, as the defender is where both attack by turns."""
    table = one_attacker("G-SG1", "G-SQ1 at 1309")
    assert table.truth.waiting == ["german"]
    enter = Move(base="G-SG1", path=("2007", "1907"))
    assert table.refused("german", enter) == "NOT_ANNOUNCED"
    assert table.refused("german", Move(base="G-SQ1", path=("1409",))) == "NOT_ELIGIBLE", "his others do not move"
    assert table.refused("german", ROAD, enter) == "NOT_ANNOUNCED", "not in the same turn"
    assert {unit for option in table.options("german", "move") for unit in option.subjects} == set()
    table.order("german", ROAD, Done())
    for side in ("allied", "german"):
        assert [told.zone for told in table.told(side, GroupAnnounced)] == ["road"]
    assert not table.picture("allied").contacts, "of what is coming he knows nothing"
    table.done_until(LATE, turn=5)
    assert {there.place for there in destinations(table.picture("german"), "G-SG1")} >= {"2007", "1907"}
    assert destinations(table.picture("german"), "G-SQ1") == ()
    assert {unit for option in table.options("german", "move") for unit in option.subjects} == {"G-SG1"}
    table.order("german", enter, Done())
    gun = table.base("G-SG1")
    assert (gun.hex, gun.heading) == ("1907", 4) and table.picture("german").own["G-SG1"].hex == "1907"
    assert table.truth.phasing == "allied" and table.truth.turn == 6 and table.refolds()


def test_he_is_asked_in_every_turn_so_that_the_question_tells_nothing():
    early, late = one_attacker("G-SG1", "G-SQ1 at 1309", turn=1), one_attacker("G-SG1 at 1907", "G-SQ1 at 1309", turn=6)
    for table in (early, late):
        assert table.step == LATE and table.truth.waiting == ["german"]
        assert not table.options("german", "prepare") and not table.options("german", "move")
    assert early.refused("german", ROAD) == "NOT_DUE" and late.refused("german", ROAD) == "NOT_DUE"


def test_where_both_attack_by_turns_there_is_no_such_step():
    table = position("A-SQ1 at 0307", "G-SQ1 at 1309", "G-SG1", phase="combat-phase", step="advance", turn=4)
    table.done("allied")
    assert LATE not in table.headings("combat-phase") and table.truth.phasing == "german"


def test_an_enemy_whom_he_does_not_see_keeps_his_newcomers_off_the_map():
    table = one_attacker("G-SG1", "A-SQ2 at 2007").order("german", ROAD, Done())
    table.done_until(LATE, turn=5).order("german", Move(base="G-SG1", path=("2007", "1907")), Done())
    assert table.base("G-SG1").hex is None
    assert [told.because for told in table.told("german", HaltTold)] == ["contact"]
    met = table.contact("german", "2007")
    assert met is not None and met.level == 2


@pytest.mark.rule("SKR-RTD-06")
def test_his_routed_men_with_no_way_left_give_themselves_up():
    table = one_attacker("A-SQ2 at 0907", "G-SQ1 at 1107 routed", "A-SQ3 at 1307", "G-SQ2 at 2001", step="advance",
                         ground=plain())  # fmt: skip
    table.done("allied")
    assert table.base("G-SQ1").gone == "captured"
    assert [lost.how for lost in table.told("german", BaseLost)] == ["captured"]


def test_his_routed_and_his_broken_men_run_by_themselves():
    table = one_attacker("G-SQ1 at 0907 broken", "G-SQ2 at 0905 routed", "A-SQ2 at 0607", step="advance",
                         ground=plain(h1207="orchard", h1205="woods"))  # fmt: skip
    table.done("allied")
    assert [table.base(id).hex for id in ("G-SQ1", "G-SQ2")] == ["1207", "1205"]


def test_every_turn_is_his_own_too_where_he_has_no_other():
    """Their men in burning hexes are lost, their ammunition party is free again, and their gun is manned."""
    table = one_attacker(
        "G-SQ1 at 1101", "G-SQ2 at 1309", "G-ATG at 1506 quality 4", step="advance", ground={"fires": {"1101": 1}},
    )  # fmt: skip
    table.truth.bases["G-SQ2"].replenished = True
    table.truth.bases["G-SQ2"].hex, table.truth.bases["G-ATG"].crewed = "1506", False
    table.done("allied")
    while table.truth.turn == 4:
        table.done(table.truth.waiting[0])
    assert table.base("G-SQ1").gone == "eliminated" and not table.base("G-SQ2").replenished
    assert table.base("G-ATG").crewed and table.base("G-ATG").manned_by == "G-SQ2"
