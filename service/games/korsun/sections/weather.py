"""Stages A and B: ground, visibility, and the air missions of the game-turn (KOR-WX-01 to 06, KOR-AIR-01 to 05)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.telling import tell, tell_all
from service.games.korsun.known.reports import Thrown, WeatherSettled
from service.games.korsun.printed.reading import GERMAN, SIDES
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import PublicChanged, State, StoresChanged


def determine_weather(state: State, dice: Dice) -> Iterator[Event]:
    """The ground first, the visibility second (KOR-WX-01); both hold for the whole game-turn (KOR-WX-03, 06)."""
    tables = state.tables.weather
    modifier = tables.ground_modifier[str(state.turn)]
    ground_die = dice.roll("1d6", "KOR-WX-02 ground", public=True).total  # KOR-WX-02: the sum decides
    ground = "frozen" if ground_die + modifier >= tables.ground["frozen_from"] else "mud"
    thrown = [dice.roll("1d6", "KOR-WX-04 visibility", public=True).total]  # KOR-WX-04: read bare
    visibility = tables.visibility["first"][str(thrown[0])]
    if visibility == "overcast":  # KOR-WX-05
        thrown.append(dice.roll("1d6", "KOR-WX-05 visibility again", public=True).total)
        visibility = tables.visibility["second"][str(thrown[1])]
    yield PublicChanged(entries={"ground": ground, "visibility": visibility})
    report = WeatherSettled(
        turn=state.turn, ground_die=ground_die, modifier=modifier, ground=ground, visibility_dice=tuple(thrown),
        visibility=visibility,
    )  # fmt: skip
    yield from tell_all(state, report)
    yield from settle(state)


def determine_air(state: State, dice: Dice) -> Iterator[Event]:
    """A throw for each track: the German side's, then each Front's in play (KOR-AIR-01, 02)."""
    tables, public = state.tables.weather, state.public
    for side in (GERMAN, *(side for side in SIDES if side != GERMAN)):
        missions: dict[str, int] = {}
        for track in state.rules.air_tracks(side):
            modifiers: dict[str, int] = {public.visibility: tables.air_modifiers[public.visibility]}
            if side == GERMAN and public.wanda_air:
                modifiers["operation_wanda"] = tables.air_modifiers["operation_wanda"]
            modifiers = {name: value for name, value in modifiers.items() if value}
            die = dice.roll("1d6", f"KOR-AIR-01 air availability of {track}").total
            found = tables.missions(track, die + sum(modifiers.values()), public.ground)  # KOR-AIR-03, 04
            missions[track] = 0 if public.visibility == "storm" else found
            report = Thrown(purpose="air", die=die, modifiers=modifiers, track=track, missions=missions[track])
            yield tell(state, side, report)
        yield StoresChanged(side=side, entries={"missions": missions})  # KOR-AIR-05
    if public.wanda_air:
        yield PublicChanged(entries={"wanda_air": public.wanda_air - 1})
    for side in SIDES:
        yield from tell_own(state, side)
