"""The lists in which a side's lines stand, and what a line may not say (parent 3.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from service.engine.hexes import Hex
from service.engine.lines import LineList, Otherwise
from service.engine.orders import demand
from service.engine.places import Place
from service.engine.sentences import place
from service.games.korsun.known.defense import (
    MOST_FIGURE,
    MOST_HEXES,
    MOST_STEPS,
    AirLine,
    ArtilleryLine,
    BarrageLine,
    Choices,
    EngineerLine,
    NoRetreatLine,
    ReactionLine,
    RetreatLine,
    SupplyLine,
)
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.standing import DemolitionLine, InterceptLine
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import Profile, UnitId

INTERCEPT, DEMOLITION, REACTION = "KOR-SMV-09", "KOR-SMV-10", "KOR-CBT-04"
SUPPLY, AIR, ARTILLERY, ENGINEERS, NO_RETREAT = (
    "KOR-CBT-09", "KOR-CBT-10", "KOR-CBT-12", "KOR-CBT-13", "KOR-CBT-14",
)  # fmt: skip
RESULT, BARRAGE = "KOR-CBT-32", "KOR-SEV-08"
MOST_LINES = 20
"""Of each kind."""


# ---- what a line may not say


def a_unit(picture: Picture, id: UnitId | None, rule: str, fit: Callable[[Profile], bool], otherwise: str) -> None:
    """Refuse a unit that the side does not have, or that is of no use to the line."""
    if id is not None:
        demand(id in picture.own, rule, f"You have no unit {id!r}.")
        demand(fit(picture.rules.profile(id)), rule, otherwise)


def on_land(picture: Picture, rule: str, hexes: Iterable[Hex | None]) -> None:
    """Refuse places in which nothing can stand."""
    named = [hex for hex in hexes if hex is not None]
    demand(len(named) <= MOST_HEXES, rule, f"A line names at most {MOST_HEXES} hexes.")
    for hex in named:
        demand(hex in picture.rules.board.land, rule, f"There is no hex {hex!r} to move in on this map.")


def a_column(picture: Picture, rule: str, *columns: str | None) -> None:
    names = picture.tables.combat.names
    for column in columns:
        demand(
            column is None or column in names, rule,
            f"The table has no column {column!r}; it goes from {names[0]} to {names[-1]}.",
        )  # fmt: skip


def up_to(most: int, rule: str, number: int) -> None:
    demand(0 <= number <= most, rule, f"Name a number from 0 to {most}.")


def intercept_line(picture: Picture, line: InterceptLine, number: int) -> None:
    a_unit(picture, line.unit, INTERCEPT, lambda printed: printed.is_armor, "Only armor units intercept.")
    on_land(picture, INTERCEPT, line.hexes)
    demand(0 <= line.chance <= 6, INTERCEPT, "A die has 6 faces; name a number of them from 0 to 6.")


def demolition_line(picture: Picture, line: DemolitionLine, number: int) -> None:
    known = line.bridge is None or line.bridge in picture.public.bridges or line.bridge in picture.rules.board.bridges
    demand(known, DEMOLITION, ("There is no bridge at ", place(line.bridge or Place("")), "."))


def reaction_line(picture: Picture, line: ReactionLine, number: int) -> None:
    demand(picture.side == GERMAN, REACTION, "Only German armor reacts.")
    a_unit(picture, line.unit, REACTION, lambda printed: printed.is_armor, "Only armor units react.")
    on_land(picture, REACTION, (line.hex, line.to))
    a_column(picture, REACTION, line.least, line.most)


def supply_line(picture: Picture, line: SupplyLine, number: int) -> None:
    demand(
        line.command is None or line.command in picture.sdms, SUPPLY, f"You have no supply marker {line.command!r}."
    )  # fmt: skip
    on_land(picture, SUPPLY, (line.hex,))
    up_to(MOST_FIGURE, SUPPLY, line.strength)
    up_to(MOST_FIGURE, SUPPLY, line.keep)


def air_line(picture: Picture, line: AirLine, number: int) -> None:
    on_land(picture, AIR, (line.hex,))
    a_column(picture, AIR, line.least, line.most)
    up_to(picture.tables.weather.missions_in_a_combat, AIR, line.missions)
    up_to(MOST_FIGURE, AIR, line.keep)


def artillery_line(picture: Picture, line: ArtilleryLine, number: int) -> None:
    on_land(picture, ARTILLERY, (line.hex,))
    a_column(picture, ARTILLERY, line.least, line.most)
    for id in line.units:
        a_unit(picture, id, ARTILLERY, lambda printed: printed.is_gun, "Only artillery fires.")


def engineer_line(picture: Picture, line: EngineerLine, number: int) -> None:
    on_land(picture, ENGINEERS, (line.hex,))


def no_retreat_line(picture: Picture, line: NoRetreatLine, number: int) -> None:
    on_land(picture, NO_RETREAT, (line.hex,))
    up_to(MOST_STEPS, NO_RETREAT, line.steps)


def retreat_line(picture: Picture, line: RetreatLine, number: int) -> None:
    a_unit(picture, line.unit, RESULT, lambda printed: True, "")
    on_land(picture, RESULT, (line.hex,))
    on_land(picture, RESULT, line.prefer)
    on_land(picture, RESULT, line.avoid)


def barrage_line(picture: Picture, line: BarrageLine, number: int) -> None:
    demand(picture.side == GERMAN, BARRAGE, "Only German units come under barrages.")
    demand(picture.rules.barrage_units, BARRAGE, "The Soviet side has no barrage units in this scenario.")
    on_land(picture, BARRAGE, (line.hex,))
    a_unit(picture, line.unit, BARRAGE, lambda printed: printed.is_combat, "A barrage disorganizes combat units.")


def any_choices(picture: Picture, choices: Choices) -> None:
    """Whatever they hold is one of a few words."""


# ---- where they stand


def a_list(
    name: str, title: str, line: type[Any], rule: str, check: Callable[[Picture, Any, int], None], entry: str = ""
) -> LineList[Any]:
    """A list that stands in the picture under its own name, or under that of the `entry`."""
    stands = entry or name

    def keep(picture: Picture, lines: list[Any]) -> None:
        setattr(picture.standing, stands, lines)

    return LineList(
        name=name, title=title, line=line, most=MOST_LINES, rule=rule, check=check,
        kept=lambda picture: getattr(picture.standing, stands), keep=keep,
    )  # fmt: skip


def keep_choices(picture: Picture, choices: Choices) -> None:
    picture.standing.choices = choices


INTERCEPTS = a_list("intercepts", "The list for intercepts", InterceptLine, INTERCEPT, intercept_line)
DEMOLITIONS = a_list("demolitions", "The list for demolitions", DemolitionLine, DEMOLITION, demolition_line)
REACTIONS = a_list("reactions", "The list for reactions", ReactionLine, REACTION, reaction_line)
SUPPLIES = a_list("supply", "The list for supported combat", SupplyLine, SUPPLY, supply_line)
MISSIONS = a_list("air", "The list for air support", AirLine, AIR, air_line)
GUNS = a_list("artillery", "The list for artillery", ArtilleryLine, ARTILLERY, artillery_line)
ASSAULTS = a_list("engineers", "The list for engineers", EngineerLine, ENGINEERS, engineer_line)
STANDS = a_list("no-retreats", "The list for No Retreat", NoRetreatLine, NO_RETREAT, no_retreat_line, "no_retreats")
RETREATS = a_list("retreats", "The list for retreats", RetreatLine, RESULT, retreat_line)
BARRAGES = a_list("barrages", "The list for barrages", BarrageLine, BARRAGE, barrage_line)
CHOICES: Otherwise[Choices] = Otherwise(
    title="Losses and armor targets in defense", record=Choices, rule=RESULT, check=any_choices, keep=keep_choices,
    kept=lambda picture: picture.standing.choices,
)  # fmt: skip
LISTS: tuple[LineList[Any], ...] = (
    INTERCEPTS, DEMOLITIONS, REACTIONS, SUPPLIES, MISSIONS, GUNS, ASSAULTS, STANDS, RETREATS, BARRAGES,
)  # fmt: skip
