"""Weather, smoke and fire in the Initial Phase (P20, P21; SKR-WX-01, 02, SKR-SMK-01 to 03). All dice are public."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from service.engine.dice import Dice, Roll
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.telling import tell_all
from service.games.skirmish.known.bills import bill
from service.games.skirmish.known.reports import GroundSeen, WeatherTold
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.figures import Weathered, WeatherFigures
from service.games.skirmish.printed.scenario import Weather
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import GroundChanged, State


def set_ground(state: State, ground: Field) -> Iterator[Event]:
    """The ground is otherwise than it was: both see it."""
    if ground == state.ground:
        return
    yield GroundChanged(ground=ground)
    yield from tell_all(state, GroundSeen(ground=ground))


# ---- weather

T = TypeVar("T")


def change_weather(state: State, dice: Dice) -> Iterator[Event]:
    """Two dice say whether the weather changes (SKR-WX-01), and which of its four elements (SKR-WX-02).

    They are thrown once a game turn, in its first player turn (P1).
    """
    if state.phasing != state.rules.first:
        return
    figures = state.tables.weather
    roll = dice.roll(figures.dice, "SKR-WX-01 weather", public=True)
    change = figures.change.at(roll.total)
    now = state.ground.weather
    yield from tell_throw(state, roll, "no change" if change == "nothing" else change)
    if change == "wind speed":
        die = dice.roll(figures.wind_speed_die, "SKR-WX-02 wind speed", public=True)
        rises = die.total % 2 == 0
        then = replace(now, wind_speed=shifted(figures.wind, now.wind_speed, 1 if rises else -1))
        yield from tell_throw(state, die, "the wind rises" if rises else "the wind drops")
    else:
        then = changed_weather(figures, now, change, state.rules.sheet.headings)
    yield from set_ground(state, replace(state.ground, weather=then))


def tell_throw(state: State, roll: Roll, change: Weathered) -> Iterator[Event]:
    """Both see a throw for the weather, and what it means."""
    yield from tell_all(state, WeatherTold(faces=roll.faces, change=change))


def changed_weather(figures: WeatherFigures, now: Weather, change: str, headings: int) -> Weather:
    """The weather after one line of the table."""
    match change:
        case "precipitation worse":
            return replace(now, precipitation=shifted(figures.precipitation, now.precipitation, 1))
        case "visibility worse":
            return replace(now, visibility=shifted(figures.visibility, now.visibility, 1))
        case "wind clockwise":
            return replace(now, wind_direction=(now.wind_direction + 1) % headings)
        case "wind anticlockwise":
            return replace(now, wind_direction=(now.wind_direction - 1) % headings)
        case "better":
            return replace(
                now,
                precipitation=shifted(figures.precipitation, now.precipitation, -1),
                visibility=shifted(figures.visibility, now.visibility, -1),
            )
        case _:
            return now


def shifted(ladder: tuple[T, ...], value: T, by: int) -> T:
    """So many rungs along a ladder, as far as it goes."""
    return ladder[max(0, min(len(ladder) - 1, ladder.index(value) + by))]


# ---- smoke and fire


def evolve(state: State, dice: Dice) -> Iterator[Event]:
    """What the weather does to each smoke and each fire, by hex, from the position as the step began (SKR-SMK-01).

    Then both sides look, through the new weather too.
    """
    before = state.ground
    ground = spread_fires(state, drift(state, before, dice), dice)
    yield from set_ground(state, ground)
    yield from look(state)


def down_wind(state: State, hex: Hex) -> Hex | None:
    return state.rules.sheet.step(hex, state.ground.weather.wind_direction)


def drift(state: State, ground: Field, dice: Dice) -> Field:
    """Each smoke thins, stays, drifts or spreads (SKR-SMK-03)."""
    tables, weather = state.tables.weather, ground.weather
    figures, winds, rains = tables.smoke, tables.wind, tables.precipitation
    added = bill("SKR-SMK-03", (
        ("wind", {winds[0]: figures.calm, winds[-1]: figures.strong}.get(weather.wind_speed, 0)),
        ("rain", figures.heavy if weather.precipitation == rains[-1] else 0),
    ))  # fmt: skip
    after: dict[Hex, int] = {}

    def lay(hex: Hex | None, density: int) -> None:
        if hex is not None and density > 0:
            after[hex] = min(figures.densest, max(after.get(hex, 0), density))

    for hex, density in sorted(ground.smoke.items()):
        die = dice.roll(figures.die, f"SKR-SMK-03 smoke at {hex}", public=True)
        result = figures.result.at(die.total + added.total)
        if result == "drifts" and weather.wind_speed == winds[0]:
            result = "stays"
        lay(down_wind(state, hex) if result == "drifts" else hex, density - (1 if result == "thins" else 0))
        if result == "spreads":
            lay(down_wind(state, hex), 1)
    return replace(ground, smoke=dict(sorted(after.items())))


def spread_fires(state: State, ground: Field, dice: Dice) -> Field:
    """Each fire smokes, may leap to a neighbour that burns (SKR-SMK-02), and may go out."""
    tables, weather = state.tables.weather, ground.weather
    figures, winds, rains = tables.fire, tables.wind, tables.precipitation
    smoke, fires, burnt = dict(ground.smoke), dict(ground.fires), dict(ground.changed)
    added = bill("SKR-SMK-02", (
        ("wind", {winds[0]: figures.calm, winds[-1]: figures.strong}.get(weather.wind_speed, 0)),
        ("rain", {rains[1]: figures.light, rains[2]: figures.heavy}.get(weather.precipitation, 0)),
    ))  # fmt: skip

    def smoulder(hex: Hex | None, density: int) -> None:
        if hex is not None:
            smoke[hex] = max(smoke.get(hex, 0), density)

    for hex, began in sorted(ground.fires.items()):
        smoulder(hex, figures.smoke)
        smoulder(down_wind(state, hex), figures.smoke_down_wind)
        for there in state.rules.sheet.neighbours(hex):
            if there in ground.fires or not ground.terrain(state.rules, there).burns:
                continue
            roll = dice.roll(figures.dice, f"SKR-SMK-02 fire from {hex} to {there}", public=True)
            if roll.total + added.total >= needed(state, hex, there):
                fires[there] = state.turn
        roll = dice.roll(figures.dice, f"SKR-SMK-02 fire at {hex}", public=True)
        out = figures.out_on_heavy if weather.precipitation == rains[2] else figures.out_on
        if roll.total >= out or state.turn - began >= figures.turns:
            del fires[hex]
            burnt[hex] = "rubble" if ground.terrain(state.rules, hex).building else "open"
    wrecks = {hex: began for hex, began in ground.burning_wrecks.items() if state.turn - began < figures.wreck_turns}
    for hex in wrecks:
        smoulder(hex, figures.smoke)
    return replace(ground, smoke=dict(sorted(smoke.items())), fires=fires, changed=burnt, burning_wrecks=wrecks)


def needed(state: State, hex: Hex, there: Hex) -> int:
    """The number that sets a neighbour on fire, by how it lies to the wind."""
    figures, sheet = state.tables.weather.fire.spreads, state.rules.sheet
    towards, wind = sheet.heading(hex, there), state.ground.weather.wind_direction
    if towards == wind:
        return figures.down_wind
    return figures.up_wind if towards == (wind + sheet.headings // 2) % sheet.headings else figures.level
