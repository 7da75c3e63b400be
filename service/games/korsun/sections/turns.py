"""How a match is set up, and how game-turns and player-turns begin and end (KOR-TURN-01 to 03, KOR-END-03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.dice import Dice
from service.engine.events import Event, SeatHeld, TurnBegan
from service.engine.game import Options
from service.engine.state import duplicate
from service.games.korsun.known.picture import Picture
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET, Side
from service.games.korsun.printed.scenario import AGREED, KORSUN, OPTIONS, Scenario, scenario
from service.games.korsun.printed.tables import other
from service.games.korsun.printed.units import Barrage, Public, Sdm, Stores, UmanTrack, Unit
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import PositionNoted, State, change_units


def set_up(data: str, name: str, options: Options) -> State:
    """The position before the first game-turn, with a picture for each side (25 to 27)."""
    rules = scenario(data, name)
    public = Public(
        bridges=dict(rules.board.bridges), control=dict(rules.control),
        airfield="active" if rules.korsun_active else "inactive", isolated=list(rules.isolated),
        front_hexes=list(rules.front_hexes), front_released=not rules.front_hexes,
        options=in_play(rules, options),
    )  # fmt: skip
    units = {
        id: Unit(id=id, hex=counter.hex, box="" if counter.hex is not None else "coming")
        for id, counter in rules.counters.items()
    }
    state = State(
        public=public, units=units, sdms=markers_at_start(rules),
        stores={side: stores_at_start(rules, side, public.options) for side in SIDES},
        improved=list(rules.improved_positions),
        eyes={side: {} for side in SIDES}, sightings=dict.fromkeys(SIDES, 0),
        lost={side: {"armor_unit": 0, "other": 0} for side in SIDES},
    )  # fmt: skip
    state.pictures = {
        side: Picture(
            side=side, public=duplicate(public), stores=duplicate(state.stores[side]),
            own=duplicate({id: unit for id, unit in units.items() if rules.counters[id].side == side}),
            sdms=duplicate({c: sdm for c, sdm in state.sdms.items() if rules.markers[c].side == side}),
            improved=list(state.improved) if side == GERMAN else [],
        )
        for side in SIDES
    }  # fmt: skip
    return state


def markers_at_start(rules: Scenario) -> dict[str, Sdm]:
    """The supply markers before the first C1: where the scenario has them, those of the pocket cut off."""
    found: dict[str, Sdm] = {}
    for command, marker in rules.markers.items():
        present = marker.from_turn <= rules.turns[0] and (command != KORSUN or rules.korsun_active)
        isolated = command in rules.isolated
        hex = marker.hex if present else None
        found[command] = Sdm(command=command, hex=hex, sp=marker.holds, cut_off=isolated, isolated=isolated)  # type: ignore[arg-type]
    return found


def in_play(rules: Scenario, chosen: Options) -> list[str]:
    """The optional rules in play: those of the scenario, but for what was agreed when the match was opened."""
    found = [name for name in OPTIONS if chosen.get(name, "on" if rules.options[name] else "off") == "on"]
    return [*found, *(name for name in AGREED if chosen.get(name) == "asked")]


def stores_at_start(rules: Scenario, side: Side, options: Sequence[str]) -> Stores:
    """What a side keeps off the map before the first game-turn."""
    soviet, boundary = side == SOVIET, rules.boundary
    track = rules.uman
    uman = UmanTrack(stock=track.stock, lift=track.lift, drop_next=track.drop_next, korsun_next=track.korsun_next)
    return Stores(
        missions=dict.fromkeys(rules.air_tracks(side), 0), points=dict.fromkeys(rules.tracks(side), 0),
        cadres={command: [] for command in rules.korps} if side == GERMAN else {},
        reserves=rules.reserve_markers[side], mines_left=rules.minefields if side == SOVIET else 0,
        barrages={one.id: Barrage() for one in rules.barrage_units} if side == SOVIET else {},
        uman=uman if side == GERMAN else UmanTrack(),
        boundary=[boundary.column] * rules.board.grid.rows if soviet and boundary is not None else [],
        partisans=list(rules.partisans) if soviet and "partisans" in options else [],
    )  # fmt: skip


def begin_turn(state: State, dice: Dice) -> Iterator[Event]:
    """The game-turn marker stands on its next box (KOR-END-03); before the first, both sides look once (fog 4.3)."""
    if state.turn == 0:
        yield from settle(state)
        yield TurnBegan(turn=state.rules.turns[0])
    else:
        yield TurnBegan(turn=state.turn + 1)


def game_is_over(state: State) -> bool:
    """Whether the scenario has come to its end (KOR-END-01)."""
    return state.over


def soviet(state: State) -> Side:
    return SOVIET


def german(state: State) -> Side:
    return GERMAN


def begin_player_turn(state: State, dice: Dice) -> Iterator[Event]:
    """Nobody of the side in turn has moved or attacked yet in it.

    The other side is told what it sees of it when the movement segment is closed, in one report (fog 4.3).
    """
    assert state.phasing is not None
    yield from change_units(state.of(state.phasing), moved=False, attacked=False, used=False, entered=False)
    yield SeatHeld(seat=other(state.phasing))


def end_player_turn(state: State, dice: Dice) -> Iterator[Event]:
    """What was seen of who fought is over with the player-turn (fog 4.2)."""
    if any(state.engaged.values()):
        yield PositionNoted(entries={"engaged": {side: [] for side in SIDES}})
    yield from settle(state)
