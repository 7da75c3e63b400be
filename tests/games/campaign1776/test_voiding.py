"""Rolls that a moderator voids: what they brought is undone, and the next die of their track falls (C76-PBM-31)."""

from __future__ import annotations

import pytest

from service.engine import recording
from service.engine.dice_events import Rolled
from service.engine.orders import Refusal
from service.engine.places import Place
from service.engine.reports import CorrectionTold
from service.engine.state import duplicate
from service.games.campaign1776.known.reports import (
    ForcedMarched,
    InterventionRolled,
    SeaBattleFought,
    VariableFleetRolled,
)
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.marching import Detach
from service.games.campaign1776.sections.sea_combat import AttackAtSea
from service.games.campaign1776.sections.voiding import VoidRoll
from tests.games.campaign1776.table import Table, position
from tests.games.campaign1776.test_france import VARIABLE, between

RULE = "C76-PBM-31"
AT_SEA = ("BF br in VV37/WW38", "BF am in VV37/WW38", "2 FR aboard BF2", "1 CA at CCC31", "1 BR at XXX42")
INTO_GGG45 = ForceMarch(units=("BR1",), path=(Place("GGG44"), Place("GGG45")))


def forced(*dice: int) -> Table:
    """Twelve regulars on a forced march over open ground."""
    table = position("12 BR at GGG43", "1 CA at DDD37", scenario="highlands-1777", dice=dice).done_until(
        "br", "forced-march"
    )
    return table.order("br", INTO_GGG45)


def fought(*dice: int) -> Table:
    """The British attack a French fleet before New York."""
    table = position(*AT_SEA, scenario="northern-war", turn=5)
    table.dice.faces += dice
    return table.done_until("br", "naval-combat").order("br", AttackAtSea(ships=("BF1",)))


def stands(table: Table) -> tuple[object, ...]:
    state = table.truth
    return state.pools, state.ships, state.lost, state.marched, state.campaign


@pytest.mark.rule(RULE)
def test_a_voided_forced_march_is_made_again_and_nobody_else_hears_of_it():
    table, other = forced(1, 6), forced(6)
    assert stands(table) != stands(other)
    heard = duplicate(table.picture("am")), table.truth.log_lengths["American"]
    table.correct(VoidRoll(roll="forced march"), "The wrong route")
    assert stands(table) == stands(other) and table.picture("br").own == other.picture("br").own
    assert [one.die for one in table.told("br", ForcedMarched)] == [1, 6]
    assert [one.reason for one in table.told("br", CorrectionTold)] == ["The wrong route"]
    assert (table.picture("am"), table.truth.log_lengths["American"]) == heard
    falls = [event for event in table.journal if isinstance(event, Rolled)]
    assert [(one.faces, one.number) for one in falls] == [((1,), 1), ((6,), 2)]


@pytest.mark.rule(RULE)
def test_a_voided_battle_at_sea_is_fought_again_and_both_sides_hear_of_both():
    table, other = fought(1, 6), fought(6)
    assert stands(table) != stands(other)
    table.correct(VoidRoll(roll="naval combat"), "One fleet was not named")
    assert stands(table) == stands(other)
    assert [one.reason for one in table.told("am", CorrectionTold)] == ["One fleet was not named"]
    table.done_until("am", "regular-movement")
    for side in ("br", "am"):
        assert [one.die for one in table.told(side, SeaBattleFought)] == [1, 6]


@pytest.mark.rule(RULE)
@pytest.mark.parametrize("dice", [(1, 1, 6, 6), (6, 6, 1, 1)])
def test_the_roll_for_the_french_is_voided_before_the_british_have_done_anything(dice: tuple[int, ...]):
    things = ("1 BR at XXX42", "BF br in Halifax", "1 CA at CCC31")
    table = position(*things, scenario="northern-war", turn=30, heading="begins", dice=dice)
    [rolled] = table.told("am", InterventionRolled)
    assert bool(table.truth.campaign.allied) == rolled.comes and table.heading == "arrivals"
    table.correct(VoidRoll(roll="French intervention"), "The month was wrong")
    again = table.told("am", InterventionRolled)[-1]
    assert again.comes != rolled.comes and bool(table.truth.campaign.allied) == again.comes
    assert table.picture("am").public.allied == again.comes


def test_no_roll_is_voided_once_something_has_been_done_since():
    table = forced(6)
    with pytest.raises(Refusal, match="no such roll"):
        table.correct(VoidRoll(roll="naval combat"))
    table.order("br", Detach(unit="BR1", number=2))
    with pytest.raises(Refusal, match="no such roll"):
        table.correct(VoidRoll(roll="forced march"))
    fight = fought(6).done("br")
    with pytest.raises(Refusal, match="no such roll"):
        fight.correct(VoidRoll(roll="naval combat"))


def test_no_march_is_voided_that_has_cost_the_enemy_anything():
    table = position(
        "12 BR at GGG43", "1 RM at GGG44", "1 CA at DDD37", dice=(6, 6), scenario="highlands-1777", visibility="open"
    ).done_until("br", "forced-march")
    table.order("br", INTO_GGG45)
    assert "RM1" not in table.truth.pools
    with pytest.raises(Refusal, match="no such roll"):
        table.correct(VoidRoll(roll="forced march"))


def test_what_is_voided_folds():
    table = forced(1, 6)
    opening = duplicate(table.truth)
    made = len(table.journal)
    table.correct(VoidRoll(roll="forced march"))
    assert recording.fold(opening, table.journal[made:]) == table.truth


@pytest.mark.rule(RULE)
def test_the_dice_for_fleets_are_voided_before_these_are_put_anywhere():
    table = between(*VARIABLE, dice=[3, 4, 6, 1, 6]).done("am")
    assert [table.truth.ships[id].called for id in ("BF1", "BF2")] == [True, True]
    table.correct(VoidRoll(roll="fleets called up"), "The first die was read twice")
    assert [table.truth.ships[id].called for id in ("BF1", "BF2")] == [False, True]
    assert table.truth.campaign.arrived == ("BF2",)
    assert [one.die for one in table.told("am", VariableFleetRolled) if one.nation == "British"] == [4, 6, 1, 6]
