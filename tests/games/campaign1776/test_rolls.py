"""Who learns what of each kind of roll is what `printed/data/dice.yaml` says, on the track that it says (23)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from service.engine.dice_events import Rolled
from service.engine.orders import Done
from service.engine.reports import Report
from service.games.campaign1776.known.reports import (
    ForcedMarched,
    InterventionRolled,
    RoundFought,
    SeaBattleFought,
    VariableFleetRolled,
)
from service.games.campaign1776.printed.knowing import ROLLS, Roll
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.sea_combat import AttackAtSea
from tests.games.campaign1776.printed_data import tables
from tests.games.campaign1776.recruits import CANADA, interphase, turn_of
from tests.games.campaign1776.table import SEATS, Table, position


def a_battle(face: int, *, card: str = "FA") -> Table:
    table = position("12 BR at PP32", "9 CA at PP32").done_until("br", "attacks")
    table.dice.by_purpose = {"C76-PBM-17": [face if card else 4], "C76-PBM-20": [face]}
    table.order("br", Attack(hex="PP32", card=card), Done())  # type: ignore[arg-type]
    return table.order("am", MeetAttack(hex="PP32", card="FA"), Done())  # type: ignore[arg-type]


def a_drawn_card(face: int) -> Table:
    """The British name no card; a hundred faces draw one of eight."""
    return a_battle(face, card="")


def at_sea(face: int) -> Table:
    table = position("BF br in VV37/WW38", "BF am in VV37/WW38", "1 CA at CCC31", "1 BR at XXX42", dice=(face,),
                     scenario="northern-war", turn=5).done_until("br", "naval-combat")  # fmt: skip
    return table.order("br", AttackAtSea(ships=("BF1",)), Done())


def a_forced_march(face: int) -> Table:
    """Far from the enemy, and to no town."""
    table = position("4 BR at AAA33", "1 CA at DDD37", scenario="highlands-1777").done_until("br", "forced-march")
    table.dice.faces = [face]
    return table.order("br", ForceMarch(units=("BR1",), path=("AAA34",)), Done())  # type: ignore[arg-type]


def an_intervention(face: int) -> Table:
    return position("1 CA at DDD37", *CANADA, heading="begins", turn=turn_of("1778-02"), scenario="northern-war",
                    dice=(face, face))  # fmt: skip


def fleets_called_up(face: int) -> Table:
    things = (*CANADA, "3 CA at DDD37", "BF am away variable", "BF br away variable")
    table = interphase(*things, before="1778-04", campaign={"allied": 13, "entered": tuple("ABCDEF")},
                       dice=(face, face))  # fmt: skip
    return table.done("am", "br")


@dataclass(frozen=True)
class Scene:
    """What brings a roll of a kind with a face, how its purposes begin, where reports show it, and two other faces."""

    play: Callable[[int], Table]
    purpose: str
    report: type[Report]
    shows: str
    faces: tuple[int, int]


SCENES = {
    "combat_round": Scene(a_battle, "C76-PBM-17", RoundFought, "die", (1, 6)),
    "naval_combat": Scene(at_sea, "C76-NAV-04", SeaBattleFought, "die", (1, 6)),
    "french_intervention": Scene(an_intervention, "C76-FRE-01", InterventionRolled, "dice", (1, 6)),
    "variable_forces": Scene(fleets_called_up, "C76-PLC-09", VariableFleetRolled, "die", (1, 6)),
    "forced_march": Scene(a_forced_march, "C76-FM-04", ForcedMarched, "die", (1, 6)),
    "card_drawn": Scene(a_drawn_card, "C76-PBM-20", RoundFought, "drawn", (5, 95)),
}


def by_letter(table: Table) -> Table:
    """On until each side has had a letter."""
    letters = dict(table.truth.letters)
    for _ in range(20):
        if all(table.truth.letters[seat] > letters[seat] for seat in SEATS.values()):
            return table
        table.done(table.waiting[0])
    raise AssertionError(table.address)


def learns(who: str, seat: str, purpose: str) -> bool:
    return who == "both" or f" {seat} side" in purpose


def shown(table: Table, seat: str, scene: Scene) -> list[tuple[int, ...]]:
    """The dice that reports of the kind show to a side; none for a card that it named itself."""
    found = [getattr(one, scene.shows) for one in table.told(seat, scene.report)]
    return sorted(one if isinstance(one, tuple) else (one,) for one in found if one)


def test_every_kind_of_roll_in_the_file_has_a_scene():
    assert tables().dice.keys() == set(ROLLS) == SCENES.keys()


@pytest.mark.parametrize("kind", SCENES)
def test_a_side_is_shown_the_dice_that_it_is_to_see_and_no_others(kind: str):
    scene, line = SCENES[kind], tables().dice[kind]
    table = by_letter(scene.play(scene.faces[1]))
    rolled = [one for one in table.journal if isinstance(one, Rolled) and one.purpose.startswith(scene.purpose)]
    assert rolled and all(one.public == (line.die == "both") for one in rolled)
    for seat in SEATS.values():
        due = sorted(one.faces for one in rolled if learns(line.die, seat, one.purpose))
        assert shown(table, seat, scene) == due, seat


@pytest.mark.parametrize("kind", SCENES)
def test_another_face_tells_those_alone_something_else_who_are_to_learn_what_came_of_it(kind: str):
    scene, line = SCENES[kind], tables().dice[kind]
    one, other = (by_letter(scene.play(face)) for face in scene.faces)
    purpose = next(
        event.purpose for event in one.journal if isinstance(event, Rolled) and event.purpose.startswith(scene.purpose)
    )
    for seat in SEATS.values():
        assert (heard(one, seat) != heard(other, seat)) == learns(line.result, seat, purpose), seat


def heard(table: Table, seat: str) -> list[str]:
    """All that a side was told, the dice left out."""
    dice = {"die": 0, "drawn": 0, "dice": ()}
    return [
        repr(replace(one, **{name: value for name, value in dice.items() if hasattr(one, name)}))
        for one in (entry.report for entry in table.logs[seat])
    ]


def test_a_line_that_says_otherwise_is_found():
    """Were the file to say that both see the die of a forced march, its scene would show that they do not."""
    wrong, scene = Roll(die="both", result="both"), SCENES["forced_march"]
    table = by_letter(scene.play(6))
    rolled = next(one for one in table.journal if isinstance(one, Rolled) and one.purpose.startswith(scene.purpose))
    assert learns(wrong.die, "American", rolled.purpose) and not shown(table, "American", scene)
