"""Positions of Korsun at questions that matches at random seldom come to."""

from __future__ import annotations

from typing import Any

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.games.korsun.printed.scenario import AGREED
from service.games.korsun.printed.units import Barrage, Depot
from service.games.korsun.sections.attacks import DeclareAttack
from tests.games.korsun.table import Table, position

COMPONENTS = ("AB1", "AB2", "AB3")
FULL_HEX = ("204 at 2111", "206 at 2111")
"""Two regiments that came into the barrage unit's hex, which leave room for two of its three components."""


def coming_back(*things: str, home: str = "2111", heading: str = "E barrages", **entries: Any) -> Table:
    """A barrage unit stood in its hex in game-turn 8, and it is 9."""
    held = {"barrages": {"BAR": Barrage(hex=Hex(home), fired=True)}}
    return position(
        *(f"{id} holding" for id in COMPONENTS), *things, heading=heading, scenario="korsun-intro", turn=9, soviet=held,
        **entries,
    )  # fmt: skip


def crowded() -> Table:
    """The components of a barrage unit come back, and their hex has no room for all."""
    return coming_back(*FULL_HEX)


STORM = ("42 at 0610", "22GTB at 0610", "20GTB at 0611", "DG332 at 0711", "marker XXXXII at 0907")
"""They come at DG332 in 0711 by 2:1, and by combined arms and armor at 4:1."""
COMERS = ("42", "22GTB", "20GTB")


def asked(*things: str, die: int, hex: str = "0711", units: tuple[str, ...] = COMERS, **more: Any) -> Table:
    """An attack without a plan, in a match in which everything is asked, with the die that it will throw."""
    dice = {"KOR-CBT-32": [die], "KOR-CBT-31": [6, 6]}
    table = position(
        *things, heading="E combat", scenario="korsun-intro", turn=9, options=AGREED, by_purpose=dice, **more
    )  # fmt: skip
    return table.order("so", DeclareAttack(hex=hex, units=units), Done())


def broken_through() -> Table:
    """Two brigades may go on, beside a regiment."""
    things = ("20GTB at 0711 breakthrough", "22GTB at 0810 breakthrough", "DG332 at 0811")
    return position(*things, heading="E breakthrough", scenario="korsun-intro")


def hurt() -> Table:
    """The defender is asked who loses a step: two regiments stand there."""
    return asked(*STORM, "DG255 at 0711", die=4).done_until("the-defender-s-losses")


def driven_off() -> Table:
    """The defender is asked where its regiment falls back to."""
    return asked(*STORM, die=6).done_until("the-retreat")


def with_a_depot() -> Table:
    """The German side, in step 2 of Stage C, has a depot that can take points in."""
    table = position(
        "198R at 0916", "ART188 at 1107", "21 at 0107", "marker III at 0915 sp 6", heading="C", scenario="korsun-full",
        turn=10, options=("depot",), german={"depots": {"0916": Depot(command="III", sp=1)}},
    )  # fmt: skip
    while table.truth.steps["German"] != "2-supply-point-receipt-phase":
        table.done("ge")
    return table
