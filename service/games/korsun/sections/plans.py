"""Plans are laid: orders that a side gives ahead for its Stage C and for Stage D.

They are judged for what they name, not for whether it can be done: that is seen when their heading comes (parent 3.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option, Places, Range, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, places, say
from service.games.korsun.known.asking import named, own_sdm, own_unit
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.plans import AirPlan, ClosingPlan, Laid, SupplyPlan
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import Command, UnitId
from service.games.korsun.sections.markers import reachable
from service.games.korsun.truth.state import State

PLAN = "KOR-P3.3"
MOST_NAMED = 20
"""That a list of a plan may name."""


@dataclass(frozen=True, kw_only=True)
class Ahead(Order):
    """What is laid down now and speaks later."""

    rule: ClassVar[str] = PLAN

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        """Nothing comes of it yet: the plan is the side's own, and is asked when its heading comes."""
        yield from ()


def in_own_turn(picture: Picture) -> bool:
    """Whether the heading that a side stands at is in its own player-turn, where plans are for the next Stage C."""
    return "player-turn" in picture.address


def on_land(picture: Picture, hexes: tuple[Hex, ...], rule: str = PLAN) -> None:
    demand(len(hexes) <= MOST_NAMED, rule, f"A plan names at most {MOST_NAMED} hexes.")
    for hex in hexes:
        demand(hex in picture.rules.board.land, rule, f"There is no hex {hex!r} on this map.")


def own_hexes(picture: Picture) -> tuple[Hex, ...]:
    """Where the side stands."""
    return tuple(sorted({unit.hex for unit in picture.own.values() if unit.hex is not None}))


# ---- Stage C of the next game-turn


@dataclass(frozen=True, kw_only=True)
class PlanSupply(Ahead):
    """Lay the plan for your own Stage C of the next game-turn, which is then worked without asking you.

    `extended`: hexes for extended supply, `artillery`: pieces that are resupplied up to Full, each list in order of
    priority, as far as points and ranges of that moment allow. It takes the place of one that you have laid.
    """

    phrase: ClassVar[Phrase] = Phrase("plan supply", extended="extend to {}", artillery="resupply {}")
    kind: Literal["plan-supply"] = "plan-supply"
    extended: tuple[Place, ...] = ()
    artillery: tuple[UnitId, ...] = ()

    def said(self, to: Saying) -> Sentence:
        extended = say(", extended supply to ", places(self.extended)) if self.extended else ()
        pieces = say(", ammunition for ", to.units(self.artillery)) if self.artillery else ()
        return say("Supply of the next game-turn by plan", extended, pieces)

    def check(self, picture: Picture) -> None:
        on_land(picture, self.extended)
        demand(len(self.artillery) <= len(picture.own), PLAN, "Name each piece once.")
        for id in self.artillery:
            own_unit(picture, id, PLAN)
            demand(picture.rules.profile(id).is_gun, PLAN, (named(id), " is not artillery."))

    def believe(self, picture: Picture) -> None:
        picture.laid.supply = SupplyPlan(turn=picture.turn + 1, extended=self.extended, artillery=self.artillery)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        pieces = tuple(id for id in picture.own if picture.rules.profile(id).is_gun)
        hexes = own_hexes(picture)
        yield Option(
            kind="plan-supply", title=say("Plan your supply of the next game-turn"), rule=PLAN,
            fields={
                "extended": Several(values=hexes, most=min(len(hexes), MOST_NAMED)),
                "artillery": Several(values=pieces, most=len(pieces)),
            },
        )  # fmt: skip


def laid_supply(picture: Picture) -> SupplyPlan:
    """The supply plan for the next game-turn. Raises a Refusal where none is laid."""
    laid = picture.laid.supply
    demand(
        laid is not None and laid.turn == picture.turn + 1, PLAN,
        "Lay your supply plan for the next game-turn first.",
    )  # fmt: skip
    assert laid is not None
    return laid


@dataclass(frozen=True, kw_only=True)
class PlanMarker(Ahead):
    """Add to your supply plan where a supply marker is deployed; one that it does not name stays where it is."""

    phrase: ClassVar[Phrase] = Phrase("plan marker {command} at {hex}")
    kind: Literal["plan-marker"] = "plan-marker"
    command: Command
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(f"By plan, supply marker {self.command} to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        own_sdm(picture, self.command, PLAN)
        laid_supply(picture)
        demand(self.command != KORSUN, PLAN, "The Korsun marker always stands on the active airfield.")
        demand(
            self.hex in picture.rules.board.road_hexes, PLAN,
            (place(self.hex), " has no road; a supply marker is deployed on a road hex."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        laid = laid_supply(picture)
        laid.markers = {**laid.markers, self.command: self.hex}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.laid.supply is None or picture.laid.supply.turn != picture.turn + 1:
            return
        field = field_of(picture)
        for command, sdm in picture.sdms.items():
            if not sdm.gone and command != KORSUN and (hexes := reachable(field, command)):
                yield Option(
                    kind="plan-marker", title=say(f"Plan where the supply marker of {command} goes"),
                    fixed={"command": command}, fields={"hex": Places(places=tuple(sorted(hexes)))}, rule=PLAN,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class PlanDrop(Ahead):
    """Add to your supply plan the hex on which a Front drops supply, if units of it are then out of supply there."""

    phrase: ClassVar[Phrase] = Phrase("plan drop for {front} at {hex}")
    kind: Literal["plan-drop"] = "plan-drop"
    front: str
    hex: Place

    def said(self, to: Saying) -> Sentence:
        return say(f"By plan, a drop for {self.front} on ", place(self.hex))

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side != GERMAN, PLAN, "Only the Soviet side has Fronts that drop supply.")

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        laid_supply(picture)
        demand(self.front in picture.rules.fronts, PLAN, f"There is no Front {self.front!r} in play.")
        on_land(picture, (self.hex,))

    def believe(self, picture: Picture) -> None:
        laid = laid_supply(picture)
        laid.drops = {**laid.drops, self.front: self.hex}

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        laid = picture.laid.supply
        if picture.side == GERMAN or laid is None or laid.turn != picture.turn + 1 or not own_hexes(picture):
            return
        for front in picture.rules.fronts:
            yield Option(
                kind="plan-drop", title=say(f"Plan a drop for {front}"), fixed={"front": front},
                fields={"hex": Places(places=own_hexes(picture))}, rule=PLAN,
            )  # fmt: skip


# ---- Stage D


@dataclass(frozen=True, kw_only=True)
class PlanAir(Ahead):
    """Lay the plan for the German Air Supply Stage that comes next, which is then worked without asking you.

    `drops`: a point each, on the out-of-supply units of a hex or else on a marker there, in order of priority; who has
    become in supply is passed over. `flights`: points that fly to Korsun. `allot_drops`, `allot_korsun`: points set
    aside for the game-turn after. All as far as the tracks of that moment allow.
    """

    phrase: ClassVar[Phrase] = Phrase(
        "plan air supply", drops="drop at {}", flights="fly {}", allot_drops="allot {} to drops",
        allot_korsun="allot {} to korsun",
    )  # fmt: skip
    kind: Literal["plan-air"] = "plan-air"
    drops: tuple[Place, ...] = ()
    flights: int = 0
    allot_drops: int = 0
    allot_korsun: int = 0

    def said(self, to: Saying) -> Sentence:
        drops = say(", drops on ", places(self.drops)) if self.drops else ()
        numbers = ((self.flights, "to fly to Korsun"), (self.allot_drops, "set aside for drops"),
                   (self.allot_korsun, "set aside for Korsun"))  # fmt: skip
        points = [f", {counted(number, 'point')} {what}" for number, what in numbers if number]
        return say("Air supply by plan", drops, *points)

    def rule_out(self, picture: Picture) -> None:
        demand(picture.side == GERMAN, PLAN, "Only the German side has an air supply stage.")

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        on_land(picture, self.drops)
        least = min(self.flights, self.allot_drops, self.allot_korsun)
        demand(least >= 0, PLAN, "Points are counted from 0.")

    def believe(self, picture: Picture) -> None:
        picture.laid.air = AirPlan(
            turn=picture.turn + in_own_turn(picture), drops=self.drops, flights=self.flights,
            allot_drops=self.allot_drops, allot_korsun=self.allot_korsun,
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.side == GERMAN:
            hexes, lift = own_hexes(picture), Range(least=0, most=picture.stores.uman.lift)
            yield Option(
                kind="plan-air", title=say("Plan the air supply"), rule=PLAN,
                fields={
                    "drops": Several(values=hexes, most=min(len(hexes), MOST_NAMED)), "flights": lift,
                    "allot_drops": lift, "allot_korsun": lift,
                },
            )  # fmt: skip


# ---- taking one back


@dataclass(frozen=True, kw_only=True)
class DropPlan(Ahead):
    """Take back a plan that you have laid: you are asked then."""

    phrase: ClassVar[Phrase] = Phrase("drop the {plan} plan")
    kind: Literal["drop-plan"] = "drop-plan"
    plan: Laid

    def said(self, to: Saying) -> Sentence:
        return say(f"The {self.plan} plan is taken back")

    def check(self, picture: Picture) -> None:
        demand(self.plan in laid(picture), PLAN, f"You have laid no {self.plan} plan.")

    def believe(self, picture: Picture) -> None:
        picture.laid = replace(picture.laid, **{self.plan: None})

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if there := laid(picture):
            yield Option(
                kind="drop-plan", title=say("Take back a plan"), fields={"plan": Choice(values=there)}, rule=PLAN
            )  # fmt: skip


def laid(picture: Picture) -> tuple[Laid, ...]:
    """The plans of a side that are still to be worked."""
    plans = picture.laid
    kept: tuple[tuple[Laid, SupplyPlan | AirPlan | ClosingPlan | None], ...] = (
        ("supply", plans.supply), ("air", plans.air), ("closing", plans.closing),
    )  # fmt: skip
    return tuple(name for name, plan in kept if plan is not None and plan.turn >= picture.turn)


OF_SUPPLY: tuple[type[Order], ...] = (PlanSupply, PlanMarker, PlanDrop, PlanAir, DropPlan)
