"""What the players of the postal campaign agreed on: its map, its forms, its dice, and one supply unit a hex."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from service import matches
from service.engine.data import DataSet
from service.engine.dice import LoadedDice
from service.engine.dice_events import Rolled
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import (
    ForcedMarched,
    InterventionRolled,
    RoundFought,
    VariableFleetRolled,
)
from service.games.campaign1776.sections.battles import Attack, FightOn
from service.games.campaign1776.sections.corrections import SetStrength
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.forced import ForceMarch
from service.matches import AtSeat, Context
from service.store import Store
from tests.games.campaign1776.recruits import CANADA, interphase, turn_of
from tests.games.campaign1776.table import Table, position

MAP, DATE, LATER = "maps/northern-theatre.yaml", "version: 2026-11-21", "version: 2027-01-01"


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"campaign1776": CAMPAIGN1776}


# ---- the map


def chart(game: AnyGame) -> Any:
    return next(one for one in game.rulebook().charts if one.name == "by-sea")


@pytest.mark.rule("C76-PBM-01")
def test_a_match_keeps_the_map_that_it_was_opened_with_and_both_sides_read_its_date(context: Context):
    """A newer map is installed meanwhile, on which Worcester lies elsewhere."""
    anna = matches.make_guest(context)
    before = matches.open_match(context, anna, "campaign1776", "northern-war")
    assert CAMPAIGN1776.data is not None
    files = dict(CAMPAIGN1776.data.files)
    files[MAP] = files[MAP].replace(DATE, LATER).replace("Worcester: GGG44", "Worcester: GGG43")
    newer = replace(CAMPAIGN1776.bound_to(DataSet.of(files)), on_shelf=None)
    later = replace(context, store=Store(str(context.store.writer.url), {"campaign1776": newer}))
    after = matches.open_match(later, anna, "campaign1776", "northern-war")
    for seat in ("British", "American"):
        for opened, date, worcester in ((before, "2026-11-21", "GGG44"), (after, "2027-01-01", "GGG43")):
            reading = matches.read(later, AtSeat(opened.match_id, seat, anna.id))
            board = reading.picture.rules.board
            assert (board.version, board.strategic_towns["N"]["Worcester"]) == (date, worcester)
            assert f"On the map of {date}." in chart(reading.game).text
    later.store.close()


@pytest.mark.rule("C76-PBM-02")
def test_distances_by_sea_are_reckoned_from_the_map_and_can_be_read():
    rows = {row[0]: row[1:] for row in chart(CAMPAIGN1776).tables[0].rows}
    north, east, south, others = rows["New York"]
    assert (north, east, south) == ("33", "9", "12") and "Newport 11" in others
    assert rows["Quebec"] == ("–", "–", "–", "–"), "it lies up a river of its own"


# ---- the interphase


@pytest.mark.rule("C76-PBM-10")
def test_by_form_the_american_places_all_he_has_and_then_the_british_all_theirs():
    """As usual; fleets are called away last. By the full order they go nine steps in turn."""
    things = (*CANADA, "3 CA at DDD37", "BF am away variable", "BF br away variable")
    table = interphase(
        *things, before="1778-04", campaign={"allied": 13, "entered": tuple("ABCDEF")}, dice=[6, 6, 1, 1]
    )
    assert table.truth.settings.interphase == "simple" and table.waiting == ["American"]
    kinds = {pool.kind for id, pool in table.picture("am").own.items() if id in table.picture("am").due}
    assert {"CA", "AS"} <= kinds, "recruits and supply on one form"
    assert not table.picture("br").due
    asked = [table.heading]
    while "interphase" in table.address and table.waiting:
        table.done(table.waiting[0])
        asked += [table.heading] if "interphase" in table.address else []
    assert asked == ["american-recruits", "british-recruits"]
    walked = [name for name in table.headings() if name in (*asked, "fleets-called-away")]
    assert walked == [*asked, "fleets-called-away"]


# ---- supply


@pytest.mark.rule("C76-MSC-02")
def test_in_a_hex_and_combat_phase_a_side_draws_on_one_supply_unit():
    """In the first round the British drew on the one outside: when it is gone, that in the fort does not replace it."""
    table = position("12 BR at PP32", "1 BS at PP32", "1 BR inside PP32", "1 BS inside PP32", "fort PP32 br",
                     "9 CA at PP32", dice=(4, 4)).done_until("br", "attacks")  # fmt: skip
    table.order("br", Attack(hex="PP32", card="EC"), Done()).order("am", MeetAttack(hex="PP32", card="EC"), Done())  # type: ignore[arg-type]
    assert table.told("br", RoundFought)[-1].supplied == ("British",)
    table.correct(SetStrength(unit="BS1", number=0), "It was burnt")
    assert "BS2" in table.truth.pools
    table.order("br", FightOn(hex="PP32", card="EC", supply="use"), Done())  # type: ignore[arg-type]
    table.order("am", MeetAttack(hex="PP32", card="EC"), Done())  # type: ignore[arg-type]
    assert table.told("br", RoundFought)[-1].number == 2 and table.told("br", RoundFought)[-1].supplied == ()


# ---- dice


def a_battle() -> Table:
    table = position("12 BR at PP32", "9 CA at PP32").done_until("br", "attacks")
    table.order("br", Attack(hex="PP32"), Done())  # type: ignore[arg-type]
    return table.order("am", MeetAttack(hex="PP32"), Done())  # type: ignore[arg-type]


def a_forced_march() -> Table:
    table = position("5 BR at PP32").done_until("br", "forced-march")
    return table.order("br", ForceMarch(units=("BR1",), path=("PP31",)))  # type: ignore[arg-type]


def an_intervention() -> Table:
    return position("1 CA at DDD37", *CANADA, heading="begins", turn=turn_of("1778-02"), scenario="northern-war")


def fleets_called_up() -> Table:
    things = (*CANADA, "3 CA at DDD37", "BF am away variable", "BF br away variable")
    table = interphase(*things, before="1778-04", campaign={"allied": 13, "entered": tuple("ABCDEF")})
    return table.done("am", "br")


@pytest.mark.rule("C76-PBM-16")
@pytest.mark.parametrize(("scene", "side", "kind", "shown"), [
    (a_battle, "br", RoundFought, lambda told: ((told.die,), (told.drawn,))),
    (a_forced_march, "br", ForcedMarched, lambda told: ((told.die,),)),
    (an_intervention, "am", InterventionRolled, lambda told: (told.dice,)),
    (fleets_called_up, "am", VariableFleetRolled, lambda told: ((told.die,),)),
])  # fmt: skip
def test_every_die_comes_from_the_one_source_and_is_had_again_from_its_seed(
    scene: Callable[[], Table], side: str, kind: type[Any], shown: Callable[[Any], tuple[tuple[int, ...], ...]]
):
    table = scene()
    rolled = [event for event in table.journal if isinstance(event, Rolled)]
    read = [faces for told in table.told(side, kind) for faces in shown(told)]
    assert read and all(faces in [event.faces for event in rolled] for faces in read)
    table.truth.rolls.clear()
    again = LoadedDice()
    again.attend(table.truth)
    for event in rolled:
        count, sides = map(int, event.spec.split("d"))
        assert again.draw(event.track, event.turn, event.number, sides, count, event.purpose) == event.faces
