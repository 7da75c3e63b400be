"""F2A: what the German side gives up for replacement points (8.6.1 to 8.6.4, KOR-GRR-04 to 08)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.games.korsun.known.asking import named, own_sdm, unit_on_map
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import Command, Profile, Unit, UnitId
from service.games.korsun.sections.replacements import beside_marker, by_marker, why_not
from service.games.korsun.sections.victory import end_if_nobody_is_left
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import (
    PublicChanged,
    SdmChanged,
    State,
    StoresChanged,
    UnitGone,
    UnitRaised,
)

GUNS, ALARM, CADRE, MARKER, CONVERSION = "KOR-GRR-04", "KOR-GRR-05", "KOR-GRR-06", "KOR-GRR-07", "KOR-GRR-08"


def gain(state: State, command: Command, points: int) -> Iterator[Event]:
    """A Korps gains replacement points."""
    have = state.stores[GERMAN].points
    yield StoresChanged(side=GERMAN, entries={"points": {**have, command: have[command] + points}})


@dataclass(frozen=True, kw_only=True)
class ConvertArtillery(Order):
    """Give up an artillery unit, not rockets, for a replacement point of its Korps."""

    rule: ClassVar[str] = GUNS
    phrase: ClassVar[Phrase] = Phrase("convert artillery {unit}")
    kind: Literal["convert-artillery"] = "convert-artillery"
    unit: Subject[UnitId]

    def check(self, picture: Picture) -> None:
        _, hex = unit_on_map(picture, self.unit, GUNS)
        demand(picture.rules.profile(self.unit).type == "art", GUNS, (named(self.unit), " is not an artillery unit."))
        demand(
            not field_of(picture).controlled(hex), GUNS, (named(self.unit), " stands in an enemy zone of control.")
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.points[picture.rules.track_of(self.unit)] += picture.tables.supply.replacements.from_artillery
        del picture.own[self.unit]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield UnitGone(unit=self.unit)
        yield from gain(state, state.rules.track_of(self.unit), state.tables.supply.replacements.from_artillery)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if picture.rules.profile(id).type == "art" and accepts(picture, cls(unit=id)):
                yield Option(
                    kind="convert-artillery", title=say("Give up ", named(id), " for a replacement point"),
                    subjects=(id,), fixed={"unit": id}, rule=GUNS,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ConvertAlarm(Order):
    """Give up an alarm unit for a replacement point of a unit that stands with it or next to it and can use it."""

    rule: ClassVar[str] = ALARM
    phrase: ClassVar[Phrase] = Phrase("convert alarm {unit} for {user}")
    kind: Literal["convert-alarm"] = "convert-alarm"
    unit: Subject[UnitId]
    user: UnitId

    def check(self, picture: Picture) -> None:
        _, hex = unit_on_map(picture, self.unit, ALARM)
        demand(picture.rules.profile(self.unit).is_alarm, ALARM, (named(self.unit), " is not an alarm unit."))
        user, there = unit_on_map(picture, self.user, ALARM)
        demand(distance(hex, there) <= 1, ALARM, (named(self.user), " stands neither with it nor next to it."))
        holds, said = why_not(field_of(picture), user)
        demand(holds, ALARM, (named(self.user), f" {said}"))

    def believe(self, picture: Picture) -> None:
        picture.stores.points[picture.rules.track_of(self.user)] += picture.tables.supply.replacements.from_alarm
        del picture.own[self.unit]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield UnitGone(unit=self.unit)
        yield from gain(state, state.rules.track_of(self.user), state.tables.supply.replacements.from_alarm)
        yield from settle(state)
        yield from end_if_nobody_is_left(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in picture.own:
            if picture.rules.profile(id).is_alarm:
                users = tuple(user for user in picture.own if accepts(picture, cls(unit=id, user=user)))
                if users:
                    yield Option(
                        kind="convert-alarm", title=say("Give up ", named(id), " for a replacement point"),
                        subjects=(id,), fixed={"unit": id}, fields={"user": Choice(values=users)}, rule=ALARM,
                    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ConvertCadre(Order):
    """Give up a cadre for a replacement point of its Korps."""

    rule: ClassVar[str] = CADRE
    phrase: ClassVar[Phrase] = Phrase("convert cadre of {command}")
    kind: Literal["convert-cadre"] = "convert-cadre"
    command: Command

    def check(self, picture: Picture) -> None:
        demand(picture.stores.cadres.get(self.command), CADRE, f"{self.command!r} has no cadre in its box.")

    def believe(self, picture: Picture) -> None:
        picture.stores.cadres[self.command].pop(0)
        picture.stores.points[self.command] += picture.tables.supply.replacements.from_cadre

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        boxes = state.stores[seat].cadres
        yield StoresChanged(side=seat, entries={"cadres": {**boxes, self.command: boxes[self.command][1:]}})
        yield from gain(state, self.command, state.tables.supply.replacements.from_cadre)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if commands := tuple(command for command, box in picture.stores.cadres.items() if box):
            yield Option(
                kind="convert-cadre", title=say("Give up a cadre for a replacement point"),
                fields={"command": Choice(values=commands)}, rule=CADRE,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class RebuildFromCadres(Order):
    """Rebuild a unit at one step from two cadres of its Korps, its own among them, next to the supply marker."""

    rule: ClassVar[str] = CADRE
    phrase: ClassVar[Phrase] = Phrase("rebuild {unit} at {hex} with {other}")
    kind: Literal["rebuild-from-cadres"] = "rebuild-from-cadres"
    unit: Subject[UnitId]
    other: UnitId
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " is rebuilt from cadres in ", place(self.hex))

    def check(self, picture: Picture) -> None:
        figures, stores = picture.tables.supply.replacements, picture.stores
        box = next((command for command, ids in stores.cadres.items() if self.unit in ids), None)
        demand(box is not None, CADRE, f"You have no cadre of {self.unit!r}.")
        assert box is not None
        demand(
            self.other in stores.cadres[box] and self.other != self.unit, CADRE,
            f"It takes a second cadre of {box}; {self.other!r} is not one.",
        )  # fmt: skip
        beside_marker(field_of(picture), self.unit, box, self.hex, CADRE)
        sdm = field_of(picture).sdm_of(self.unit)
        demand(sdm is not None and sdm.hex != self.hex, CADRE, "It is rebuilt next to the supply marker, not with it.")
        cost, have = figures.rebuilding, stores.points.get(box, 0)
        demand(have >= cost, CADRE, f"It costs {cost} of the points of {box}, which has {have}.")

    def believe(self, picture: Picture) -> None:
        command = picture.rules.counters[self.unit].command
        picture.stores.cadres[command] = without(picture.stores.cadres[command], self.unit, self.other)
        picture.stores.points[command] -= picture.tables.supply.replacements.rebuilding
        picture.own[self.unit] = rebuilt(picture.rules.profile(self.unit), self.unit, self.hex)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if not state.field(seat).barred(self.hex):
            command, stores = state.rules.counters[self.unit].command, state.stores[seat]
            points = {**stores.points, command: stores.points[command] - state.tables.supply.replacements.rebuilding}
            cadres = {**stores.cadres, command: without(stores.cadres[command], self.unit, self.other)}
            yield StoresChanged(side=seat, entries={"points": points, "cadres": cadres})
            yield UnitRaised(unit=rebuilt(state.profile(self.unit), self.unit, self.hex))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for box in picture.stores.cadres.values():
            for id in box:
                for other in (one for one in box if one != id):
                    fit = by_marker(picture, partial(cls, unit=id, other=other), id)
                    if fit:
                        yield Option(
                            kind="rebuild-from-cadres", title=say(f"Rebuild {id} from its cadre and that of {other}"),
                            fixed={"unit": id, "other": other}, fields={"hex": Places(places=fit)}, rule=CADRE,
                        )  # fmt: skip


def without(box: Sequence[UnitId], *ids: UnitId) -> list[UnitId]:
    return [one for one in box if one not in ids]


def rebuilt(printed: Profile, id: UnitId, hex: Hex) -> Unit:
    """A unit of one step, fresh otherwise."""
    return Unit(id=id, hex=hex, lost=printed.steps - 1)


@dataclass(frozen=True, kw_only=True)
class ConvertMarker(Order):
    """Give up for good the supply marker of a Korps that was declared isolated, for a replacement point of it."""

    rule: ClassVar[str] = MARKER
    phrase: ClassVar[Phrase] = Phrase("convert marker of {command}")
    kind: Literal["convert-marker"] = "convert-marker"
    command: Command

    def check(self, picture: Picture) -> None:
        sdm = own_sdm(picture, self.command, MARKER)
        demand(sdm.isolated, MARKER, f"{self.command} has not been declared isolated.")

    def believe(self, picture: Picture) -> None:
        sdm = picture.sdms[self.command]
        sdm.gone, sdm.hex = True, None
        picture.stores.points[self.command] += picture.tables.supply.replacements.from_marker

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield SdmChanged(command=self.command, entries={"gone": True, "hex": None, "sp": 0})
        yield from gain(state, self.command, state.tables.supply.replacements.from_marker)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if commands := tuple(c for c in picture.sdms if c != KORSUN and accepts(picture, cls(command=c))):
            yield Option(
                kind="convert-marker", title=say("Give up the supply marker of an isolated Korps"),
                fields={"command": Choice(values=commands)}, rule=MARKER,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ConvertKorsun(Order):
    """Take the Korsun conversion, in the game-turn in which the airfield was declared abandoned, once."""

    rule: ClassVar[str] = CONVERSION
    phrase: ClassVar[Phrase] = Phrase("convert korsun")
    kind: Literal["convert-korsun"] = "convert-korsun"

    def check(self, picture: Picture) -> None:
        abandoned = picture.public.abandoned
        demand(
            abandoned == picture.turn and not picture.public.converted, CONVERSION,
            "The Korsun conversion is taken once, in the game-turn in which the airfield is declared abandoned.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.public.converted = True
        for command in picture.public.isolated:
            picture.stores.points[command] += picture.tables.supply.replacements.from_korsun

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield PublicChanged(entries={"converted": True})
        for command in state.public.isolated:
            yield from gain(state, command, state.tables.supply.replacements.from_korsun)
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="convert-korsun", title=say("Take the Korsun conversion"), rule=CONVERSION)
