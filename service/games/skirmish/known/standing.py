"""The lines of a fire plan, with what is to be known of each of their fields, and what their values are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.line_fields import OWN, line_field
from service.engine.sentences import Sentence, capital, counted, joined, place, say
from service.games.skirmish.printed.bases import BaseId

At = Literal["opportunity", "remaining", "both"]
Then = Literal["fire", "hold", "ask"]


ANY = "any"
"""Of a line of the fire plan: every zone for which reinforcements are announced."""

WHEN = {"opportunity": "In the enemy's moves", "remaining": "In the remaining fire", "both": "In both"}
THEN = {"fire": "fire", "hold": "hold", "ask": "ask me"}
EITHER: dict[Any, str] = {None: "Either way"}
EXPOSURES = {"open": "in the open", "cover": "in cover", "moving_fast": "moving fast"}
PLATES = {"front": "Front", "side": "Side", "rear": "Rear"}
HIDDEN = {True: "while it is hidden", False: "once it has shown itself"}
LED = {True: "with a leader", False: "without a leader"}
LAST = {True: "with its last shot", False: "except with its last shot"}
WORTH = {5: "half a suppression", 10: "one suppression", 15: "one and a half suppressions", 20: "two suppressions"}
HEXES, ENEMIES = ("hex", "hexes"), ("enemy", "enemies")


def figure(label: str, says: Any = "", first: int = 0, **more: Any) -> Any:
    """A number of at most two figures, or none."""
    return line_field(None, label, written="figure", most=2, first=first, says=says, **more)


def called(phrases: Mapping[Any, str]) -> dict[Any, str]:
    """What values are called in a form, by what is said of them."""
    return {value: capital(words) for value, words in phrases.items()}


# ---- what a sentence needs more than one value for


def at_range(line: PlanLine) -> str:
    """How far off the mover is: 3 to 6 hexes away."""
    least, most = line.range_min, line.range_max
    if least is not None and most is not None:
        return f"{least} to {most} hexes away"
    if most is not None:
        return f"within {counted(most, *HEXES)}"
    return "" if least is None else f"at {counted(least, *HEXES)} or more"


def across(line: PlanLine) -> Sentence:
    """The line that a mover comes onto."""
    return say("as it comes onto the line ", joined("-", map(place, line.crosses))) if line.crosses else ()


def worth(line: PlanLine) -> str:
    """What is to be expected of the shot."""
    if line.expected is None:
        return ""
    return f"if {WORTH.get(line.expected, f'{line.expected / 10:g} suppressions')} or more can be expected"


@dataclass(frozen=True, kw_only=True)
class PlanLine:
    """One line of a fire plan. What is left out does not matter.

    `bases`: for whom (all, if none are named). `target`: classes or types of the mover. `exposure`: open, cover or
    moving_fast, any of them. `expected`: least expected suppressions, in tenths. `aspect`: the plate that a vehicle
    shows. `hexes`: the mover is in one of them. `crosses`: the two ends of a line that is drawn from hex to hex; the
    mover has just come onto it. `steps_min`: steps that the mover has been seen to make, one after the other.
    `enemies_min`, `enemies_max`: enemies in sight. `shots`: so many in a player turn at most. `reserve`: the base has
    one shot left, and reinforcements that are announced for this zone, or for "any", are still awaited.
    """

    bases: tuple[BaseId, ...] = line_field(
        (), "Who (all, if none is named)", names=OWN, several=True, first=1, says="{}", open="any base"
    )
    target: tuple[str, ...] = line_field(
        (), "At what (anything, if none is named)", names="classes", several=True, says="at {}"
    )
    range_min: int | None = figure("Hexes away, at least")
    range_max: int | None = figure("Hexes away, at most", at_range, first=3)
    exposure: tuple[str, ...] = line_field(
        (), "How the mover stands or goes (any way, if none is named)", values=called(EXPOSURES), several=True,
        says=EXPOSURES,
    )  # fmt: skip
    aspect: tuple[str, ...] = line_field(
        (), "The armour that it shows (any, if none is named)", values=PLATES, several=True, says="at its {}"
    )
    hexes: tuple[Hex, ...] = line_field((), "In one of the hexes", written="places", most=40, says="in {}")
    crosses: tuple[Hex, ...] = line_field(
        (), "As it comes onto a line between two hexes", written="places", most=2, says=across
    )
    steps_min: int | None = figure(
        "Once it has been seen to make this many steps", "once it has been seen to make {}", counts=("step",)
    )
    enemies_min: int | None = figure("Enemies in sight, at least", "with at least {} in sight", counts=ENEMIES)
    enemies_max: int | None = figure("Enemies in sight, at most", "with at most {} in sight", counts=ENEMIES)
    expected: int | None = line_field(
        None, "If it can be expected to do", values={None: "Anything", **WORTH}, first=4, says=worth
    )
    concealed: bool | None = line_field(None, "If it is hidden", values=EITHER | called(HIDDEN), says=HIDDEN)
    leader: bool | None = line_field(None, "If there is a leader", values=EITHER | called(LED), says=LED)
    last_shot: bool | None = line_field(None, "Its last shot", values=EITHER | called(LAST), says=LAST)
    reserve: str | None = line_field(
        None, "Its last shot, kept for reinforcements", values=EITHER, names="zones",
        says="with its last shot while {} that are announced have not come",
    )  # fmt: skip
    shots: int | None = figure("Shots a turn, at most", "{} a turn at most", counts=("shot",))
    turn_from: int | None = figure("From turn", "from turn {}")
    at: At = line_field(
        "opportunity", "When", values=WHEN, always=True,
        says={"remaining": "in the remaining fire", "both": "in the enemy's moves and after them"},
    )  # fmt: skip
    then: Then = line_field("fire", "What to do", values=called(THEN), first=2, always=True, says=THEN, part="does")
