"""Stage D: German drops, flights to Korsun, and the Uman Airfield Track (KOR-GAS-01 to 07)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places, Range
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import place, say
from service.engine.telling import tell
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.reports import Thrown
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.truth.looking import tell_own
from service.games.korsun.truth.state import SdmChanged, State, StoresChanged, UnitChanged, within_of

DROP, FLY, ALLOT, ALLOT_KORSUN = "KOR-GAS-02", "KOR-GAS-04", "KOR-GAS-06", "KOR-GAS-07"
BESIDE = "The airfield is not active while a Soviet combat unit stands next to it."


# ---- the track (14.6.1)


def open_stage(state: State, dice: Dice) -> Iterator[Event]:
    """What was set aside last game-turn is there to be flown (KOR-GAS-03, 05)."""
    track = state.stores[GERMAN].uman
    yield StoresChanged(side=GERMAN, uman={
        "drop_now": track.drop_next, "korsun_now": track.korsun_next, "drop_next": 0, "korsun_next": 0, "flown": False,
    })  # fmt: skip
    yield from tell_own(state, GERMAN)


def return_what_was_not_flown(state: State, dice: Dice) -> Iterator[Event]:
    """Points that were not flown go back to the stock, the day's income comes in, and idle aircraft are mended."""
    track, start = state.stores[GERMAN].uman, state.rules.uman
    stock = min(state.tables.supply.stock_at_most, track.stock + track.drop_now + track.korsun_now + start.income)
    lift = track.lift if track.flown else min(start.lift, track.lift + 1)
    yield StoresChanged(side=GERMAN, uman={"stock": stock, "drop_now": 0, "korsun_now": 0, "lift": lift})
    yield from tell_own(state, GERMAN)


# ---- D1


@dataclass(frozen=True, kw_only=True)
class DropSupply(Order):
    """Drop one supply point on a hex: on a supply marker there, or on all out-of-supply units there."""

    rule: ClassVar[str] = DROP
    phrase: ClassVar[Phrase] = Phrase("drop supply on {target} at {hex}")
    kind: Literal["drop-supply"] = "drop-supply"
    target: Literal["marker", "units"]
    hex: Place

    def check(self, picture: Picture) -> None:
        demand(picture.public.visibility != "storm", DROP, "In a storm nothing is dropped.")
        demand(
            picture.stores.uman.drop_now > 0, "KOR-GAS-03",
            "None of the supply points that were set aside for air-drops in the last game-turn is left.",
        )  # fmt: skip
        what = "supply marker" if self.target == "marker" else "out-of-supply unit"
        demand(
            self.hex in targets(picture, self.target), DROP, (f"You have no {what} in ", place(self.hex), ".")
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.uman.drop_now -= 1
        picture.stores.uman.flown = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        track, figures = state.stores[seat].uman, state.tables.supply.german_air_drop
        if self.target == "units" and not any(unit.out_of_supply for unit in state.at(self.hex, seat)):
            yield from tell_own(state, seat)  # an earlier drop of the list has come to them: this one is passed over
            return
        yield StoresChanged(side=seat, uman={"drop_now": track.drop_now - 1, "flown": True})
        board, modifiers = state.rules.board, dict[str, int]()
        if any(state.combat_at(hex, SOVIET) for hex in board.beside(self.hex)):
            modifiers["enemy_adjacent"] = figures["enemy_adjacent"]
        if board.terrain[self.hex].name in state.tables.supply.covered:
            modifiers["covered"] = figures["covered"]
        die = dice.roll("1d6", f"KOR-GAS-02 air-drop at {self.hex}").total
        succeeds = die > 1 and die + sum(modifiers.values()) >= figures[state.public.visibility]
        yield tell(
            state, seat,
            Thrown(purpose="german-drop", die=die, modifiers=modifiers, succeeded=succeeds, hex=self.hex),
        )  # fmt: skip
        yield from after_flight(state, die)
        if succeeds and self.target == "marker":
            sdm = next(sdm for sdm in state.sdms_of(seat).values() if sdm.hex == self.hex and not sdm.gone)
            yield SdmChanged(command=sdm.command, entries={"sp": sdm.sp + 1})
        elif succeeds:
            for unit in state.at(self.hex, seat):
                if unit.out_of_supply:
                    yield UnitChanged(unit=unit.id, entries={"supply": "in", "extended": True, "was_oos1": False})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.public.visibility == "storm" or picture.stores.uman.drop_now < 1:
            return
        both: tuple[Literal["marker", "units"], ...] = ("marker", "units")
        for target in both:
            if hexes := targets(picture, target):
                what = "a supply marker" if target == "marker" else "out-of-supply units"
                yield Option(
                    kind="drop-supply", title=say(f"Drop supply on {what}"), fixed={"target": target},
                    fields={"hex": Places(places=hexes)}, rule=DROP,
                )  # fmt: skip


def targets(picture: Picture, target: Literal["marker", "units"]) -> tuple[Hex, ...]:
    """Where a drop can be aimed (KOR-GAS-02)."""
    if target == "marker":
        return tuple(sorted({sdm.hex for sdm in picture.sdms.values() if sdm.hex is not None and not sdm.gone}))
    return tuple(sorted({unit.hex for unit in picture.own.values() if unit.hex is not None and unit.out_of_supply}))


def after_flight(state: State, die: int) -> Iterator[Event]:
    """A natural 1 costs aircraft (14.6.1)."""
    if die == 1:
        yield StoresChanged(side=GERMAN, uman={"lift": max(0, state.stores[GERMAN].uman.lift - 1)})


# ---- D2


@dataclass(frozen=True, kw_only=True)
class FlyToKorsun(Order):
    """Fly so many supply points to the Korsun airfield, a die for each."""

    rule: ClassVar[str] = FLY
    phrase: ClassVar[Phrase] = Phrase("fly to korsun {points}")
    kind: Literal["fly-to-korsun"] = "fly-to-korsun"
    points: int

    def check(self, picture: Picture) -> None:
        demand(field_of(picture).airfield is not None, FLY, "The Korsun airfield is not active.")
        demand(field_of(picture).landing is not None, FLY, BESIDE)
        demand(picture.public.visibility != "storm", FLY, "In a storm nobody lands at Korsun.")
        allotted = picture.stores.uman.korsun_now
        demand(self.points >= 1, FLY, "Say how many points to fly, 1 or more.")
        demand(
            self.points <= allotted, "KOR-GAS-05",
            f"Of what was set aside for Korsun in the game-turn before, {allotted} points are left.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.uman.korsun_now -= self.points
        picture.stores.uman.flown = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        airfield, figures = state.field(seat).airfield, state.tables.supply.korsun_landing
        assert airfield is not None
        yield StoresChanged(
            side=seat, uman={"korsun_now": state.stores[seat].uman.korsun_now - self.points, "flown": True}
        )  # fmt: skip
        barred = any(state.combat_at(hex, SOVIET) for hex in state.rules.board.beside(airfield))
        near = any(state.combat_at(hex, SOVIET) for hex in within_of(state, airfield, figures["enemy_within"]))
        modifiers = {"mud": figures["mud"]} if state.public.ground == "mud" else {}
        if near:
            modifiers["enemy_near"] = figures["enemy_near"]
        for _ in range(self.points):
            die = dice.roll("1d6", "KOR-GAS-04 landing at Korsun").total
            lands = not barred and die > 1 and die + sum(modifiers.values()) >= figures[state.public.visibility]
            yield tell(
                state, seat, Thrown(purpose="landing", die=die, modifiers=modifiers, succeeded=lands, hex=airfield)
            )  # fmt: skip
            yield from after_flight(state, die)
            if lands:
                yield SdmChanged(command=KORSUN, entries={"sp": state.sdms[KORSUN].sp + 1})
        kept = state.tables.supply.kept_at_korsun
        if state.sdms[KORSUN].sp > kept:
            yield SdmChanged(command=KORSUN, entries={"sp": kept})
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        allotted = picture.stores.uman.korsun_now
        if field_of(picture).landing and picture.public.visibility != "storm" and allotted:
            yield Option(
                kind="fly-to-korsun", title=say("Fly supply to Korsun"),
                fields={"points": Range(least=1, most=allotted)}, rule=FLY,
            )  # fmt: skip


# ---- D3 and D4


def room_on_track(picture: Picture) -> int:
    """How many points can still be set aside: of the stock, and no more than the aircraft lift (14.6.1)."""
    track = picture.stores.uman
    return max(0, min(track.stock, track.lift - track.drop_next - track.korsun_next))


@dataclass(frozen=True, kw_only=True)
class AllotDrops(Order):
    """Set supply points aside for air-drops of the next game-turn."""

    rule: ClassVar[str] = ALLOT
    phrase: ClassVar[Phrase] = Phrase("allot drops {points}")
    kind: Literal["allot-drops"] = "allot-drops"
    points: int

    def check(self, picture: Picture) -> None:
        free = room_on_track(picture)
        demand(1 <= self.points <= free, ALLOT, f"Stock and lift allow {free} more points to be set aside.")

    def believe(self, picture: Picture) -> None:
        picture.stores.uman.stock -= self.points
        picture.stores.uman.drop_next += self.points

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        track = state.stores[seat].uman
        yield StoresChanged(
            side=seat, uman={"stock": track.stock - self.points, "drop_next": track.drop_next + self.points}
        )  # fmt: skip
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if free := room_on_track(picture):
            yield Option(
                kind="allot-drops", title=say("Set points aside for air-drops"),
                fields={"points": Range(least=1, most=free)}, rule=ALLOT,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AllotKorsun(Order):
    """Set supply points aside for flights to Korsun in the next game-turn."""

    rule: ClassVar[str] = ALLOT_KORSUN
    phrase: ClassVar[Phrase] = Phrase("allot korsun {points}")
    kind: Literal["allot-korsun"] = "allot-korsun"
    points: int

    def check(self, picture: Picture) -> None:
        was_active = field_of(picture).airfield is not None and picture.public.active_since < picture.turn
        demand(was_active, ALLOT_KORSUN, "The Korsun airfield was not active when this game-turn began.")
        demand(field_of(picture).landing is not None, ALLOT_KORSUN, BESIDE)
        free = room_on_track(picture)
        demand(1 <= self.points <= free, ALLOT_KORSUN, f"Stock and lift allow {free} more points to be set aside.")

    def believe(self, picture: Picture) -> None:
        picture.stores.uman.stock -= self.points
        picture.stores.uman.korsun_next += self.points

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        track = state.stores[seat].uman
        yield StoresChanged(
            side=seat, uman={"stock": track.stock - self.points, "korsun_next": track.korsun_next + self.points}
        )  # fmt: skip
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        free = room_on_track(picture)
        if free and field_of(picture).landing and picture.public.active_since < picture.turn:
            yield Option(
                kind="allot-korsun", title=say("Set points aside for Korsun"),
                fields={"points": Range(least=1, most=free)}, rule=ALLOT_KORSUN,
            )  # fmt: skip
