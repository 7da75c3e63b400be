"""The order of phases and steps, and the attacker's prepared fire (SKR-SEQ-01, 04; SKR-PRE-01 to 04)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.games.skirmish.known.reports import FireTold
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import FireOnMove, Move
from service.games.skirmish.sections.shells import LaySmoke
from tests.games.skirmish.table import Table, position

MISS = [6, 5]


def fire(table: Table, base: str, target: str = "G-SQ1", **more: str) -> Fire:
    return Fire(base=base, target=table.handle(target), **more)


def facing(*more: str, **given: object) -> Table:
    """A squad and a machine gun on the road before a German squad."""
    bases = ("A-SQ1 squad at 0507", "A-MMG mmg_team at 0407", "G-SQ1 squad at 1007 q7")
    return position(*bases, *more, **given)  # type: ignore[arg-type]


@pytest.mark.rule("SKR-SEQ-01")
def test_the_phases_run_in_their_order():
    table = position("A-MMG mmg_team at 0407 jammed", "G-SQ1 squad at 1007", step="initial")
    assert "rally-phase" in table.address
    assert table.refused("allied", "WRONG_PHASE", fire(table, "A-MMG")).reason
    while table.truth.turn == 1:
        table.done()
    phases = [name for name in table.headings() if name.endswith("-phase")]
    wanted = ["initial-phase", "rally-phase", "combat-phase", "admin-phase"]
    assert [name for n, name in enumerate(phases) if n == 0 or phases[n - 1] != name][:8] == wanted * 2


@pytest.mark.rule("SKR-PRE-01")
def test_prepared_fire_goes_on_until_all_rates_of_fire_are_used():
    table = facing(by_purpose={"P7 fire": MISS * 4})
    table.order("allied", fire(table, "A-SQ1"), fire(table, "A-MMG"))
    assert [option.subjects for option in table.options("allied", "fire")] == [("A-MMG",)]
    table.order("allied", fire(table, "A-MMG"), fire(table, "A-MMG"))
    assert not table.options("allied", "fire") and table.step == "prepared-fire"
    table.order("allied", Done())
    assert table.step == "movement"
    assert facing().done().step == "movement", "with shots left it may be closed too"


@pytest.mark.rule("SKR-PRE-02", "SKR-PRE-04", "SKR-ADV-03")
def test_who_uses_prepared_fire_does_nothing_else_but_advance():
    table = facing(by_purpose={"P7 fire": MISS})
    table.order("allied", fire(table, "A-SQ1"), Done())
    table.refused("allied", "PREPARED_FIRE", Move(base="A-SQ1", path=("0607",)))
    table.done_until("closing-fire")
    table.refused("allied", "PREPARED_FIRE", fire(table, "A-SQ1"))
    table.done_until("advance").order("allied", Advance(base="A-SQ1", hex="0607"))
    assert table.base("A-SQ1").hex == "0607"
    while table.picture("allied").attacker == "allied" or table.waiting != ["allied"]:
        table.done()
    table.done_until("movement").order("allied", Move(base="A-SQ1", path=("0707",)))


@pytest.mark.rule("SKR-PRE-03")
def test_a_base_fires_as_often_as_its_rate_of_fire():
    table = facing(by_purpose={"P7 fire": MISS * 4})
    for _ in range(3):
        table.order("allied", fire(table, "A-MMG"))
    assert table.refused("allied", "ROF_SPENT", fire(table, "A-MMG")).rule == "SKR-PRE-03"
    table.order("allied", fire(table, "A-SQ1"))
    table.refused("allied", "ROF_SPENT", fire(table, "A-SQ1"))


def test_by_option_a_shot_is_kept_on_the_first_die():
    """The machine gun's rate is 3: it keeps its shot on 3, and loses it on 4; six attacks are the most."""
    table = facing(rof_mode="dice", by_purpose={"P7 fire": [3, 5, 4, 4]})
    table.order("allied", fire(table, "A-MMG")).order("allied", fire(table, "A-MMG"))
    table.refused("allied", "ROF_SPENT", fire(table, "A-MMG"))
    lucky = facing(rof_mode="dice", by_purpose={"P7 fire": [3, 5] * 7})
    for _ in range(6):
        lucky.order("allied", fire(lucky, "A-MMG"))
    lucky.refused("allied", "ROF_SPENT", fire(lucky, "A-MMG"))


def test_where_nobody_is_dice_fall_all_the_same():
    """A jam tells nothing of the target: the same throw falls whether or not somebody is there (P7, P8)."""
    jammed = []
    for there in ("G-SQ2 squad at 1308 q7 suspected", "G-D1 dummy at 1308"):
        table = position("A-MMG mmg_team at 0712", there, by_purpose={"P7 fire": [6, 6]})
        table.order("allied", Fire(base="A-MMG", target="1"))
        jammed.append(table.base("A-MMG").broken_down)
    assert jammed == [True, True]


def test_what_has_jammed_leaves_its_crew_their_rifles():
    table = position("A-MMG mmg_team at 0407 jammed", "G-SQ1 squad at 0807 q7", by_purpose={"P7 fire": [1, 2]})
    table.refused("allied", "BROKEN_DOWN", fire(table, "A-MMG"))
    table.order("allied", fire(table, "A-MMG", weapon="rifles"))
    assert [r.firepower for t in table.told("allied", FireTold) if (r := t.reckoning)] == [1]


@pytest.mark.rule("SKR-SEQ-04")
def test_the_combat_phase_has_seven_steps():
    table = facing(by_purpose={"P7 fire": MISS})
    table.refused("allied", "WRONG_STEP", Move(base="A-SQ1", path=("0607",)))
    table.refused("allied", "WRONG_STEP", Advance(base="A-SQ1", hex="0607"))
    table.order("allied", Done())
    table.refused("allied", "WRONG_STEP", Advance(base="A-SQ1", hex="0607"))
    table.order("allied", Move(base="A-SQ1", path=("0607",)), FireOnMove(base="A-SQ1", target=table.handle("G-SQ1")))
    table.done_until("advance")
    steps = (
        "prepared-fire", "routed-units-move", "broken-units-move", "move-and-fire", "remaining-fire", "closing-fire",
        "advance",
    )  # fmt: skip
    assert [name for name in dict.fromkeys(table.headings()) if name in steps] == list(steps)
    table.order("allied", Advance(base="A-SQ1", hex="0707"))


def test_a_tank_fires_its_gun_once_and_its_machine_guns_beside():
    table = position("A-TK1 medium_tank at 0107 heading 1", "G-SQ1 squad at 0807 q7", by_purpose={"P7 fire": MISS * 2})
    table.order("allied", fire(table, "A-TK1", weapon="high explosive"))
    table.refused("allied", "ROF_SPENT", fire(table, "A-TK1", weapon="high explosive"))
    table.order("allied", fire(table, "A-TK1", weapon="machine guns"))
    table.refused("allied", "ROF_SPENT", fire(table, "A-TK1", weapon="machine guns"))


def test_a_mortar_lays_smoke_instead_of_firing():
    table = position("A-MTR light_mortar_team at 0412 smoke 1", "A-SQ1 squad at 0508", "G-SQ1 squad at 1007")
    table.refused("allied", "NO_SHOT", LaySmoke(base="A-MTR", hex="0411"))
    table.order("allied", LaySmoke(base="A-MTR", hex="0707"))
    assert table.truth.ground.smoke == {"0707": 2} and table.picture("german").ground.smoke == {"0707": 2}
    assert not table.picture("allied").sight("0507", "1007").open
    table.refused("allied", "NO_SHOT", LaySmoke(base="A-MTR", hex="0807"))
    assert table.base("A-MTR").shots == 1


def test_a_panzerfaust_has_one_shot_in_the_game():
    table = position(
        "G-PF at_team at 0907 weapon panzerfaust", "A-TK1 medium_tank at 0707 heading 1", attacker="german",
        by_purpose={"P13 shot": [6, 5]},
    )  # fmt: skip
    shot = Shoot(base="G-PF", target=table.handle("A-TK1"))
    table.order("german", shot, Done())
    assert table.base("G-PF").weapon_shots == 0 and not table.base("A-TK1").gone
    while table.picture("german").turn == 1 or table.waiting != ["german"] or table.step != "prepared-fire":
        table.done()
    table.refused("german", "NO_SHOT", shot)
