"""C1 and C2: supply markers are deployed and receive their points (KOR-SUP-03 to 09)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import own_sdm
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.supply import open_road, road_ways, source_hex, taken_in, ways_by_road_alone
from service.games.korsun.printed.reading import GERMAN, Side
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import Command
from service.games.korsun.sections.depots import open_depots
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import PositionNoted, PublicChanged, SdmChanged, State, change_units

PLACE = "KOR-SUP-04"
LINKED = "KOR-SUP-05"


@dataclass(frozen=True, kw_only=True)
class PlaceMarker(Order):
    """Deploy a supply marker on a road hex that an open road links to its own source."""

    rule: ClassVar[str] = PLACE
    phrase: ClassVar[Phrase] = Phrase("place {command} at {hex}")
    kind: Literal["place-marker"] = "place-marker"
    command: Command
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(f"Supply marker {self.command} to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        sdm = own_sdm(picture, self.command, PLACE)
        demand(self.command != KORSUN, PLACE, "The Korsun marker always stands on the active airfield.")
        demand(sdm.front, PLACE, f"The supply marker of {self.command} cannot be deployed again in this game-turn.")
        demand(
            self.hex in picture.rules.board.road_hexes, PLACE,
            (place(self.hex), " has no road; a supply marker is deployed on a road hex."),
        )  # fmt: skip
        demand(
            self.hex in reachable(field_of(picture), self.command), LINKED,
            ("No road that is open, as far as you know, leads from the source of ", self.command, " to ",
             place(self.hex), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.sdms[self.command].hex = self.hex

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from deploy(state, seat, self.command, self.hex)
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field = field_of(picture)
        for command, sdm in picture.sdms.items():
            if sdm.front and command != KORSUN and (hexes := reachable(field, command)):
                yield Option(
                    kind="place-marker", title=say(f"Deploy the supply marker of {command}"),
                    fixed={"command": command}, fields={"hex": Places(places=tuple(sorted(hexes)))}, rule=PLACE,
                )  # fmt: skip


def reachable(field: Field, command: Command) -> frozenset[Hex]:
    """Where a marker can be deployed by what its owner knows (KOR-SUP-05)."""
    source = source_hex(field, command)
    return frozenset(road_ways(field, source)) if source is not None else frozenset()


@dataclass(frozen=True, kw_only=True)
class EndIsolation(Order):
    """End the state of a Korps declared isolated whose source can be reached again: its marker serves it anew."""

    rule: ClassVar[str] = "KOR-GEV-05"
    phrase: ClassVar[Phrase] = Phrase("end isolation of {command}")
    kind: Literal["end-isolation"] = "end-isolation"
    command: Command

    def check(self, picture: Picture) -> None:
        sdm = own_sdm(picture, self.command, self.rule)
        demand(sdm.isolated, self.rule, f"{self.command} has not been declared isolated.")
        demand(
            sdm.hex in reachable(field_of(picture), self.command), self.rule,
            f"No road that is open, as far as you know, leads from its source to the marker of {self.command}.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.public.isolated.remove(self.command)
        picture.sdms[self.command].isolated = False

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        sdm, field = state.sdms[self.command], state.field(seat)
        source = source_hex(field, self.command)
        if source is not None and sdm.hex in road_ways(field, source):
            left = [command for command in state.public.isolated if command != self.command]
            yield PublicChanged(entries={"isolated": left})
            yield SdmChanged(
                command=self.command, entries={"isolated": False, "front": True, "sp": 0, "cut_off": False}
            )  # fmt: skip
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if fit := tuple(c for c, sdm in picture.sdms.items() if sdm.isolated and accepts(picture, cls(command=c))):
            yield Option(
                kind="end-isolation", title=say("End the isolation of a Korps"),
                fields={"command": Choice(values=fit)}, rule=cls.rule,
            )  # fmt: skip


# ---- C1


def open_stage_c(state: State, dice: Dice) -> Iterator[Event]:
    """From here on the Korps that were declared isolated since the last Stage C use the Korsun marker (16.2)."""
    if state.public.isolated_next:
        yield PublicChanged(entries={"isolated_next": []})
        yield from settle(state)


def turn_to_front(state: State, side: Seat, dice: Dice) -> Iterator[Event]:
    """Markers that can be deployed show their front; points that they had left lapse (KOR-SUP-03, 14.1)."""
    yield from change_units({id: u for id, u in state.of(side).items() if u.supply == "oos1"}, was_oos1=True)
    yield from change_units({id: u for id, u in state.of(side).items() if u.supply != "oos1"}, was_oos1=False)
    field = state.field(side)
    for command, sdm in state.sdms_of(side).items():
        marker, source = state.rules.markers[command], source_hex(field, command)
        if sdm.gone or sdm.isolated or command == KORSUN or marker.from_turn > state.turn:
            continue  # that of an isolated Korps stays where it is until the state is ended (16.2)
        assert source is not None
        if open_road(field, source):
            yield SdmChanged(command=command, entries={"front": True, "sp": 0, "cut_off": False})
        else:
            yield from cut_off(state, side, command)
    yield PositionNoted(entries={"placed": {**state.placed, side: []}})
    yield from tell_own(state, side)


def deploy_the_rest(state: State, side: Seat, dice: Dice) -> Iterator[Event]:
    """A marker for which nothing was ordered is treated as if its own hex had been named (13.2.1)."""
    for command, sdm in state.sdms_of(side).items():
        if sdm.front and command not in state.placed.get(side, []):
            wanted = sdm.hex or source_hex(state.field(side), command)
            assert wanted is not None
            yield from deploy(state, side, command, wanted)
    yield from tell_own(state, side)


def deploy(state: State, side: Side, command: Command, wanted: Hex) -> Iterator[Event]:
    """Put a marker where it was ordered if any road there is truly open, else as far as the believed way is (4.4)."""
    field = state.field(side)
    source = source_hex(field, command)
    assert source is not None
    yield PositionNoted(entries={"placed": {**state.placed, side: [*state.placed.get(side, []), command]}})
    ways = road_ways(field, source)
    hex = wanted if wanted in ways else last_open(field, believed_way(state, side, source, wanted))
    if hex is None:
        yield from cut_off(state, side, command)
    else:
        yield SdmChanged(command=command, entries={"hex": hex, "cut_off": False})


def believed_way(state: State, side: Side, source: Hex, wanted: Hex) -> tuple[Hex, ...]:
    """The shortest way that is open by the side's picture, or else by road alone, its source first."""
    picture = field_of(state.pictures[side])
    for ways in (road_ways(picture, source), ways_by_road_alone(picture, source)):
        if wanted in ways:
            return (source, *ways[wanted].path)
    return (source,)


def last_open(field: Field, way: tuple[Hex, ...]) -> Hex | None:
    """The last hex of a way up to which it is truly open."""
    reached: Hex | None = None
    for hex in way:
        if not open_road(field, hex) or (reached is not None and not field.road(reached, hex)):
            break
        reached = hex
    return reached


def cut_off(state: State, side: Side, command: Command) -> Iterator[Event]:
    """A marker that no road leads to: a German one stays where it is, a Soviet one is set aside until C1 (13.2.1)."""
    entries = {"cut_off": True, "front": False}
    yield SdmChanged(command=command, entries=entries if side == GERMAN else {**entries, "hex": None, "sp": 0})


# ---- C2


def receive_points(state: State, side: Seat, dice: Dice) -> Iterator[Event]:
    """Deployed markers take in their points and are turned to their back (KOR-SUP-06, 08, 09)."""
    field = state.field(side)
    for command, sdm in state.sdms_of(side).items():
        if sdm.front:
            assert sdm.hex is not None
            points = taken_in(field, command, sdm.hex)  # KOR-SUP-07
            assert points is not None
            yield SdmChanged(command=command, entries={"sp": points, "front": False})
    yield from open_depots(state, side)
    yield from tell_own(state, side)


def end_of_stage_c(state: State, dice: Dice) -> Iterator[Event]:
    """Operation Wanda has served one more C2 (16.3); both sides see which markers now stand beside them."""
    if state.public.wanda_supply:
        yield PublicChanged(entries={"wanda_supply": state.public.wanda_supply - 1})
    yield from settle(state)
