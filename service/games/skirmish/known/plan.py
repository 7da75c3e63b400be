"""The lines of a fire plan, with what is to be known of each of their fields, and what their values are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from service.engine.hexes import Hex
from service.engine.lines import line_field
from service.games.skirmish.printed.bases import BaseId

At = Literal["opportunity", "remaining", "both"]
Then = Literal["fire", "hold", "ask"]


ANY = "any"
"""Of a line of the fire plan: every zone for which reinforcements are announced."""

WHEN = {"opportunity": "In his moves", "remaining": "In the remaining fire", "both": "In both"}
THEN = {"fire": "Fire", "hold": "Hold", "ask": "Ask me"}
EITHER: dict[bool | None, str] = {None: "Not minded"}
EXPOSURES = {"open": "In the open", "cover": "In cover", "moving_fast": "Moving fast"}
PLATES = {"front": "Front", "side": "Side", "rear": "Rear"}
HIDDEN: dict[bool | None, str] = {True: "While it is hidden", False: "Once it has shown itself"}
LED: dict[bool | None, str] = {True: "With a leader", False: "Without a leader"}
LAST: dict[bool | None, str] = {True: "With its last shot", False: "But for its last shot"}
WORTH = {5: "half a suppression", 10: "one suppression", 15: "one and a half", 20: "two suppressions"}


def figure(label: str, first: int = 0) -> Any:
    """A number of at most two figures, or none."""
    return line_field(None, label, written="figure", most=2, first=first)


@dataclass(frozen=True, kw_only=True)
class Line:
    """One line of a fire plan. What is left out does not matter.

    `bases`: for whom (all, if none are named). `target`: classes or types of the mover. `exposure`: open, cover or
    moving_fast, any of them. `expected`: least expected suppressions, in tenths. `aspect`: the plate that a vehicle
    shows. `hexes`: the mover is in one of them. `crosses`: the two ends of a line that is drawn from hex to hex; the
    mover has just come onto it. `steps_min`: steps that the mover has been seen to make, one after the other.
    `enemies_min`, `enemies_max`: enemies in sight. `shots`: so many in a player turn at most. `reserve`: the base has
    one shot left, and reinforcements that are announced for this zone, or for "any", are still awaited.
    """

    then: Then = line_field("fire", "What to do", values=THEN, first=2, always=True)
    at: At = line_field("opportunity", "When", values=WHEN, always=True)
    bases: tuple[BaseId, ...] = line_field((), "Who (all, if none is named)", names="bases", several=True, first=1)
    range_max: int | None = figure("Within hexes", first=3)
    expected: int | None = line_field(None, "If it can be expected to do", values={None: "Anything", **WORTH}, first=4)
    target: tuple[str, ...] = line_field((), "At what (anything, if none is named)", names="classes", several=True)
    exposure: tuple[str, ...] = line_field(
        (), "How he stands or goes (in any way, if none is named)", values=EXPOSURES, several=True
    )
    aspect: tuple[str, ...] = line_field(
        (), "The plate that he shows (any, if none is named)", values=PLATES, several=True
    )
    hexes: tuple[Hex, ...] = line_field((), "In one of the hexes", written="places", most=40)
    crosses: tuple[Hex, ...] = line_field((), "As he comes onto a line between two hexes", written="places", most=2)
    steps_min: int | None = figure("Once he was seen to make steps")
    enemies_min: int | None = figure("Enemies in sight, at least")
    enemies_max: int | None = figure("Enemies in sight, at most")
    concealed: bool | None = line_field(None, "If it is hidden", values=EITHER | HIDDEN)
    leader: bool | None = line_field(None, "If there is a leader", values=EITHER | LED)
    last_shot: bool | None = line_field(None, "Its last shot", values=EITHER | LAST)
    reserve: str | None = line_field(
        None, "Its last shot, kept for reinforcements", values={None: "Not minded", ANY: "Announced for any zone"},
        names="zones",
    )  # fmt: skip
    range_min: int | None = figure("From hexes on")
    shots: int | None = figure("Shots a turn, at most")
    turn_from: int | None = figure("From turn")
