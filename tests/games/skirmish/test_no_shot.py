"""Why a base has no shot at somebody: what a tap in vain is answered with, and what refuses the order."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.no_shot import no_shot
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.offers import options_for


def said(table: Table, base: str, target: str) -> str:
    """What is said of a base's fire at a target; nothing where it has a shot there."""
    side = "allied" if base.startswith("A") else "german"
    refusal = no_shot(table.picture(side), base, table.handle(target))
    return refusal.reason if refusal is not None else ""


def fire_step(*bases: str, step: str = "prepared-fire", **ground: str) -> Table:
    return position(*bases, step=step, ground=plain(**ground))


def test_a_line_is_said_to_be_blocked_by_what_and_where_and_a_range_by_how_much():
    table = fire_step("A-SQ1 squad at 0507", "A-SQ2 squad at 0907", "A-ATT at_team at 0908 weapon bazooka",
                      "G-SQ1 squad at 1207 suspected", "G-SQ2 squad at 1907 suspected",
                      h0707="stone_building")  # fmt: skip
    assert said(table, "A-SQ1", "G-SQ1") == ("A-SQ1 has no line of sight to 1207. In the way: stone building in 0707.")
    assert said(table, "A-SQ2", "G-SQ1") == "", "it has a shot"
    assert said(table, "A-ATT", "G-SQ2") == (
        "A-ATT cannot reach 1907 with small arms: it is 10 hexes away, and they reach 6."
    )
    refused = table.refused("allied", "NO_SHOT", Fire(base="A-SQ1", target=table.handle("G-SQ1")))
    assert (refused.rule, refused.reason) == ("P9", said(table, "A-SQ1", "G-SQ1")), "as the order is refused"


def test_a_mortar_says_that_nobody_sees_for_it_and_that_a_target_is_too_near():
    table = fire_step("A-MTR light_mortar_team at 0407", "G-SQ1 squad at 1207 suspected", "G-SQ2 squad at 0507",
                      h0707="stone_building", h0706="stone_building", h0708="stone_building")  # fmt: skip
    assert said(table, "A-MTR", "G-SQ1").startswith(
        "A-MTR has no line of sight to 1207, and nobody in good order within 3 hexes of it sees that hex. In the way: "
    )
    assert said(table, "A-MTR", "G-SQ2") == (
        "A-MTR cannot reach 0507 with small arms: it is 1 hex away, and they fire at 3 or more."
    )


def test_a_shot_at_armour_says_arc_range_and_that_the_vehicle_is_not_seen_now():
    table = fire_step("A-SG1 assault_gun at 0507 heading 1", "A-ATT at_team at 0909 weapon bazooka",
                      "G-TK1 medium_tank at 0407 heading 4", "G-TK2 medium_tank at 1507 heading 4")  # fmt: skip

    def refused(base: str, target: str) -> str:
        return table.refused("allied", "NO_SHOT", Shoot(base=base, target=table.handle(target))).reason

    assert refused("A-SG1", "G-TK1") == "0407 is outside the arc of A-SG1."
    assert refused("A-ATT", "G-TK2") == "A-ATT cannot reach 1507: it is 7 hexes away, and a shot at armour reaches 4."
    assert said(table, "A-ATT", "G-TK2") == refused("A-ATT", "G-TK2")
    seen = table.picture("allied").contacts
    seen[table.handle("G-TK2")] = replace(seen[table.handle("G-TK2")], in_sight=False)
    assert said(table, "A-ATT", "G-TK2") == "That vehicle is not seen now: it was in 1507 when it was last seen."


@pytest.mark.rule("SKR-PRE-02", "SKR-DEF-02")
def test_what_a_base_has_done_or_has_still_to_do_is_said_before_where_the_enemy_stands():
    table = fire_step("A-SQ1 squad at 0507", "A-SQ2 squad at 0508 broken", "G-SQ1 squad at 0907 q9")
    assert said(table, "A-SQ2", "G-SQ1") == "A-SQ2 is broken, and does not fire."
    table.order("allied", Fire(base="A-SQ1", target=table.handle("G-SQ1")))
    assert said(table, "A-SQ1", "G-SQ1").startswith("A-SQ1 has fired as often as it may")
    moving = fire_step("A-SQ1 squad at 0507", "G-SQ1 squad at 0907", step="movement")
    assert said(moving, "A-SQ1", "G-SQ1") == (
        "Bases move now. A-SQ1 may fire when the moves are over, at Closing fire."
    )
    assert said(moving, "G-SQ1", "A-SQ1") == "", "who is asked nothing is told nothing of it"


@pytest.mark.rule("SKR-MOV-06")
def test_while_a_step_runs_only_the_mover_is_fired_at():
    table = fire_step("A-SQ1 squad at 0507", "A-SQ2 squad at 0707", "G-SQ1 squad at 1007", step="movement")
    table.order("allied", Move(base="A-SQ1", path=("0607",)), Done())
    assert said(table, "G-SQ1", "A-SQ2") == "You can fire only at the base that is moving."
    assert said(table, "G-SQ1", "A-SQ1") == ""


@pytest.mark.parametrize("step", ["prepared-fire", "closing-fire", "remaining-fire", "movement"])
def test_it_says_nothing_of_whoever_is_offered_and_something_of_everybody_else(step: str):
    """On the scenario's own ground, with the bases of both sides where they might stand."""
    table = position(
        "A-SQ1 squad at 0507", "A-SQ2 squad at 1012", "A-MTR light_mortar_team at 0810",
        "A-TK1 medium_tank at 0603 heading 1", "A-ATT at_team at 0909 weapon bazooka", "G-SQ1 squad at 1207",
        "G-HMG hmg_team at 1408", "G-TK1 medium_tank at 1505 heading 4", "G-ATG at_gun_75 at 1710 heading 4",
        "G-SQ2 squad at 1110", step=step,
    )  # fmt: skip
    side = "german" if step == "remaining-fire" else "allied"
    picture = table.picture(side)
    if not picture.asked:
        pytest.skip("nobody is asked")
    offered = {
        (unit, picture.contacts[str(option.fixed.get("target") or value)].hex)
        for option in options_for(SKIRMISH, picture) if option.kind in ("fire", "shoot")
        for unit in option.subjects
        for value in ([None] if "target" in option.fixed else option.fields["target"].values)
    }  # fmt: skip
    assert offered or step == "movement"
    for base in picture.on_map():
        for contact in picture.contacts.values():
            has_shot = (base.id, contact.hex) in offered
            assert (no_shot(picture, base.id, contact.handle) is None) == has_shot, (base.id, contact.hex)
