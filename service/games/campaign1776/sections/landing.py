"""Troops that go aboard and come ashore (9, 12): what it costs fleet and troops, and where they may go on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Domain, Option, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, own, place, say
from service.games.campaign1776.known.asking import UNITS, named, on_land, own_pool
from service.games.campaign1776.known.field import Field, is_arrested
from service.games.campaign1776.known.militia import MILITIA, is_abroad
from service.games.campaign1776.known.picture import Picture, field_of, holds, in_hex, points, sea_of, ships_known
from service.games.campaign1776.known.room import capacity, load
from service.games.campaign1776.printed.lettered import Hex, beside, is_side
from service.games.campaign1776.printed.pieces import Pool, PoolId, Ship
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.printed.waterways import port_of, port_place
from service.games.campaign1776.sections.capture import capture_in, give_up_works
from service.games.campaign1776.sections.sailing import SAIL, own_ship
from service.games.campaign1776.staff.order_prose import done_by
from service.games.campaign1776.truth.events import PoolSet, ShipSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

OFF = "C76-NTR-14"
COST, OCCUPIED, ROOM, TWICE, FLEET, SIEGE, BERTH, AGAIN, FIRST, SHUT, ARRESTED, SWEPT = (
    "C76-NTR-18", "C76-NTR-11", "C76-NTR-19", "C76-NTR-04", "C76-NTR-05", "C76-NTR-08", "C76-PRT-09", "C76-PRT-15",
    "P5", "C76-PRT-13", "C76-BAT-03", "C76-AV-15",
)  # fmt: skip


def price(rules: Scenario, ship: Ship, *, in_port: bool, occupied: bool) -> int:
    """What it costs a vessel to take a stack aboard, or to land it (C76-NTR-10, 11, 17)."""
    costs = rules.tables.naval.costs
    if ship.kind == "bateau":
        plain = costs.bateau_embark_or_debark
    else:
        plain = costs.embark_or_debark_in_port if in_port else costs.embark_or_debark_at_class_3
    return plain + (costs.enemy_occupied_hex if occupied else 0)


def shores(rules: Scenario, at: Place) -> tuple[Hex, ...]:
    """The land hexes to which a vessel lies: that of its port, or those along its side (C76-PRT-08)."""
    if (name := port_of(at)) is not None:
        return (rules.board.ports[name].hex,)
    if at in rules.water.boxes:
        return (Hex(at),) if rules.water.is_port(at) else ()
    return tuple(hex for hex in beside(at) if hex in rules.land_in_play) if is_side(at) else ()


def occupied(picture: Picture, hex: Hex) -> bool:
    """Whether enemy strength points are known in a hex, in a fort or not (C76-MSC-07)."""
    if hex in picture.rules.water.boxes:
        return False
    field, inside = field_of(picture), picture.contact_at(hex, inside=True)
    sits = inside is not None and holds(picture, inside)
    return hex in field.enemies or sits or picture.public.held.get(hex) in (_other(picture), "both")


def is_occupied(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether enemy strength points truly are in a hex; off the map nobody is in another's way (C76-NAV-03)."""
    return hex not in state.rules.water.boxes and bool(state.strength(state.other(seat), hex))


def _other(picture: Picture) -> Seat:
    return next(seat for seat in picture.rules.at_start if seat != picture.side)


def besieged(picture: Picture, hex: Hex) -> bool:
    """Whether enemy troops stand before a fort of one's own."""
    return picture.public.forts.get(hex) == picture.side and hex in field_of(picture).enemies


def ready(picture: Picture, id: str) -> Ship:
    """An own vessel that may load and land."""
    ship = own_ship(picture, id)
    demand(not ship.met, FLEET, (own(id), " has come upon an enemy fleet, and neither loads nor lands in this phase."))
    demand(not ship.off, OFF, (own(id), " lies off the port, and neither loads nor lands in this phase."))
    arrested = is_arrested(ship, ships_known(picture))
    demand(not arrested, ARRESTED, (own(id), " lies beside an enemy vessel, and carries nobody from there."))
    return ship


# ---- going aboard


def on_the_shore(picture: Picture, ship: Ship, units: Sequence[PoolId]) -> list[Pool]:
    """Own units of one hex that can go aboard a vessel now, whatever room it has. Raises a Refusal."""
    rules = picture.rules
    demand(units and len(set(units)) == len(units), UNITS, "Name the units, each once.")
    pools = [on_land(picture, id) for id in units]
    hex = Hex(pools[0].at)
    demand(len({pool.at for pool in pools}) == 1, UNITS, "Units that go aboard together stand in one hex.")
    demand(hex in shores(rules, ship.at), SAIL, (own(ship.id), " does not lie at ", place(hex), "."))
    in_port = rules.water.is_port(ship.at)
    demand(not (ship.docked and in_port), BERTH, (own(ship.id), " came into port in this phase: it loads in the next."))
    demand(not ship.docked, AGAIN, (own(ship.id), " has been in a port in this phase, and loads nothing more."))
    for pool in pools:
        _boards(picture, ship, pool)
    inside = any(pool.inside for pool in pools)
    demand(in_port or not (inside and besieged(picture, hex) and _is_port(rules, hex)), SIEGE,
           ("Out of the besieged fort in ", place(hex), " troops go aboard only in its port."))  # fmt: skip
    return pools


def _boards(picture: Picture, ship: Ship, pool: Pool) -> None:
    kind = picture.rules.kind(pool.kind)
    fit = kind.bateaus if ship.kind == "bateau" else _flag(ship) in kind.aboard
    demand(fit, UNITS, (named(pool.id), " are not passengers of ", own(ship.id), "."))
    demand(pool.held_until <= picture.turn, "C76-WI-01", (named(pool.id), " stay in the West Indies."))
    demand(not pool.landed, TWICE, (named(pool.id), " have come ashore in this phase, and stay there."))
    demand(not (pool.bound or pool.toll), SWEPT, (named(pool.id), " have tried an elimination, or worked."))
    still = not pool.spent and pool.at == pool.began and not pool.stopped
    demand(still, FIRST, (named(pool.id), " have marched already: who goes aboard does so first."))


def demand_points(picture: Picture, ship: Ship, hex: Hex) -> None:
    """A vessel has the points to take a stack of a hex aboard. Raises a Refusal."""
    in_port = picture.rules.water.is_port(ship.at)
    cost = price(picture.rules, ship, in_port=in_port, occupied=occupied(picture, hex))
    left = sea_of(picture).left(ship)
    demand(cost <= left, COST, (f"It costs {counted(cost, 'point')}; ", own(ship.id), f" has {left} left."))


@dataclass(frozen=True, kw_only=True)
class Embark(Order):
    """Take units of one hex aboard a fleet or bateau, as one stack, before they have done anything else."""

    rule: ClassVar[str] = COST
    phrase: ClassVar[Phrase] = Phrase("embark {units} on {ship}")
    kind: Literal["embark"] = "embark"
    units: Subject[tuple[PoolId, ...]]
    ship: str

    def said(self, to: Saying) -> Sentence:
        return say(done_by(to, self.units, "embark on "), to.unit(self.ship))

    def check(self, picture: Picture) -> None:
        ship = ready(picture, self.ship)
        pools = on_the_shore(picture, ship, self.units)
        self._fits(picture, ship, pools)
        demand_points(picture, ship, Hex(pools[0].at))

    def _fits(self, picture: Picture, ship: Ship, pools: Sequence[Pool]) -> None:
        aboard = [pool for pool in picture.own.values() if pool.aboard == ship.id]
        taken = load(picture.rules, picture.settings.transport,
                     [(picture.rules.kind(pool.kind), pool.number) for pool in (*aboard, *pools)])  # fmt: skip
        holds = capacity(picture.rules, ship)
        demand(taken <= holds, ROOM, (own(ship.id), f" carries {holds}, and would have {taken} aboard."))

    def believe(self, picture: Picture) -> None:
        ship, pools = picture.ships[self.ship], [picture.own[id] for id in self.units]
        held = occupied(picture, Hex(pools[0].at))
        vessel, aboard = embarked(picture.rules, ship, pools, held)
        picture.ships[ship.id] = vessel
        picture.own.update({pool.id: pool for pool in aboard})

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        pools = [state.pools[id] for id in self.units if id in state.pools]
        ship = state.ships[self.ship]
        if pools and all(pool.at in shores(state.rules, ship.at) and not pool.aboard for pool in pools):
            hex = Hex(pools[0].at)
            vessel, aboard = embarked(state.rules, ship, pools, is_occupied(state, seat, hex))
            yield ShipSet(ship=vessel)
            yield from (PoolSet(pool=pool) for pool in aboard)
            yield from give_up_works(state, seat, hex)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for ship in picture.ships.values():
            for hex in shores(picture.rules, ship.at):
                one = (
                    pool.id for pool in in_hex(picture, hex) if accepts(picture, cls(units=(pool.id,), ship=ship.id))
                )
                if units := tuple(one):
                    yield from _as_many_as_fit(picture, cls, ship, hex, units)


def _as_many_as_fit(
    picture: Picture, order: type[Embark], ship: Ship, hex: Hex, units: tuple[PoolId, ...]
) -> Iterator[Option]:
    """As many of them as there is room for whoever they are; where that is one, each by itself."""
    settings, rules = picture.settings, picture.rules

    def takes(id: PoolId) -> int:
        return load(rules, settings.transport, [(rules.kind(picture.own[id].kind), picture.own[id].number)])

    largest = sorted(units, key=takes, reverse=True)
    most = next((many for many in range(len(units), 1, -1)
                 if accepts(picture, order(units=tuple(largest[:many]), ship=ship.id))), 1)  # fmt: skip
    if most > 1 or len(units) == 1:
        fields: dict[str, Domain] = {"units": Several(values=units, least=1, most=most)}
        yield Option(kind="embark", title=say("Embark in ", place(hex), " on ", own(ship.id)), subjects=units,
                     fixed={"ship": ship.id}, fields=fields, rule=COST)  # fmt: skip
        return
    for unit in units:
        yield Option(kind="embark", title=say("Embark ", named(unit), " on ", own(ship.id)), subjects=(unit,),
                     fixed={"ship": ship.id, "units": (unit,)}, rule=COST)  # fmt: skip


def embarked(rules: Scenario, ship: Ship, pools: Sequence[Pool], held: bool) -> tuple[Ship, list[Pool]]:
    """A vessel and its new passengers; `held`: from a hex in which enemies are."""
    in_port = rules.water.is_port(ship.at)
    cost = price(rules, ship, in_port=in_port, occupied=held)
    how: Literal["free port", "elsewhere"] = "free port" if in_port and not held else "elsewhere"
    aboard = [
        replace(pool, at=ship.at, aboard=ship.id, inside=False, piece="", embarked=how, home=home_of(rules, pool))
        for pool in pools
    ]
    return replace(ship, spent=ship.spent + cost), aboard


def home_of(rules: Scenario, pool: Pool) -> str:
    """The area that units keep to which go aboard: of militia that in which it stands, of others none."""
    return rules.board.area.get(Hex(pool.at), "") if rules.kind(pool.kind).militia else ""


def _flag(ship: Ship) -> str:
    return "British" if ship.seat == "British" else "French"


def _is_port(rules: Scenario, hex: Hex) -> bool:
    return any(port.hex == hex for port in rules.board.ports.values())


# ---- coming ashore


@dataclass(frozen=True, kw_only=True)
class Debark(Order):
    """Land passengers of a fleet or bateau, as one stack: in its port, or in a hex along its side.

    `by_port`: a fleet at the entrance comes into the port for it. `inside`: they go into the own fort there.
    """

    rule: ClassVar[str] = COST
    phrase: ClassVar[Phrase] = Phrase("land {units} of {ship} in {hex}", by_port="by its port", inside="in the fort")
    kind: Literal["debark"] = "debark"
    units: Subject[tuple[PoolId, ...]]
    ship: str
    hex: Place
    by_port: bool = False
    inside: bool = False

    def said(self, to: Saying) -> Sentence:
        how = ", by its port" * self.by_port + ", into the fort" * self.inside
        return say(done_by(to, self.units, "land from "), to.unit(self.ship), " in ", place(self.hex), how)

    def check(self, picture: Picture) -> None:
        rules, hex = picture.rules, Hex(self.hex)
        ship = ready(picture, self.ship)
        demand(self.units and len(set(self.units)) == len(self.units), UNITS, "Name the units, each once.")
        pools = [own_pool(picture, id) for id in self.units]
        for pool in pools:
            demand(pool.aboard == ship.id, UNITS, (named(pool.id), " are not aboard ", own(ship.id), "."))
            stays = ship.kind == "bateau" and is_abroad(rules, pool, hex)
            demand(not stays, MILITIA, ("Militia cannot leave its area: ", place(hex), " lies in another."))
        if self.by_port:
            ship = self._comes_in(picture, ship, pools)
        demand(hex in shores(rules, ship.at), SAIL, (own(ship.id), " does not lie at ", place(hex), "."))
        in_port, held = rules.water.is_port(ship.at), occupied(picture, hex)
        armed = points(picture, pools)
        known = hex in field_of(picture).enemies and not points(picture, in_hex(picture, hex, inside=False))
        demand(armed or not known, "P5", ("The enemy stands in ", place(hex), ": guns and supply do not land alone."))
        if self.inside:
            self._enters(picture, hex, pools, in_port=in_port)
        cost, left = price(rules, ship, in_port=in_port, occupied=held), sea_of(picture).left(ship)
        demand(cost <= left, COST if not held else OCCUPIED,
               (f"It costs {counted(cost, 'point')}; ", own(ship.id), f" has {left} left."))  # fmt: skip

    def _comes_in(self, picture: Picture, ship: Ship, pools: Sequence[Pool]) -> Ship:
        """The fleet in the port whose entrance it lies at."""
        board, sea = picture.rules.board, sea_of(picture)
        port = next((one for one in board.ports.values() if (one.entrance, one.hex) == (ship.at, self.hex)), None)
        demand(port is not None and ship.kind != "bateau", SAIL,
               (own(ship.id), " lies at no entrance of a port in ", place(self.hex), "."))  # fmt: skip
        assert port is not None
        there = port_place(port.name)
        demand(not sea.fleets(there), "C76-PRT-12", ("An enemy fleet lies in ", place(there), "."))
        demand(not (ship.stopped or ship.ferried), SAIL, (own(ship.id), " goes no further in this phase."))
        demand(not (picture.rules.is_winter(picture.turn) and ship.kind != "BF"
                    and picture.rules.water.frozen_to(ship.at, there)), "C76-WIN-04", "Ice bars the port.")  # fmt: skip
        if port.hex in sea.shut:
            demand(points(picture, pools), SHUT,
                   (place(port.hex), " is in enemy hands: a fleet comes in only to land strength points."))  # fmt: skip
        return replace(ship, at=there)

    def _enters(self, picture: Picture, hex: Hex, pools: Sequence[Pool], *, in_port: bool) -> None:
        holds = picture.rules.tables.works.fort.holds
        demand(picture.public.forts.get(hex) == picture.side, "C76-FORT-03", ("You have no fort in ", place(hex), "."))
        demand(in_port or not (besieged(picture, hex) and _is_port(picture.rules, hex)), SIEGE,
               ("Into the besieged fort in ", place(hex), " troops land only in its port."))  # fmt: skip
        there = points(picture, in_hex(picture, hex, inside=True))
        demand(there + points(picture, pools) <= holds, "C76-FORT-03",
               ("The fort in ", place(hex), f" holds {holds} strength points; {there} are inside."))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        hex, ship = Hex(self.hex), picture.ships[self.ship]
        pools, berthed = [picture.own[id] for id in self.units], self._berthed(picture.rules, ship)
        held = occupied(picture, hex)
        vessel, ashore = landed(picture.rules, field_of(picture), berthed, pools, hex, held, inside=self.inside)
        picture.ships[ship.id] = vessel
        picture.own.update({pool.id: pool for pool in ashore})
        for pool in picture.own.values():
            if pool.aboard == vessel.id:
                pool.at = vessel.at

    def _berthed(self, rules: Scenario, ship: Ship) -> Ship:
        """The fleet as it lies when it lands its passengers."""
        if not self.by_port:
            return ship
        name = next(port.name for port in rules.board.ports.values() if port.entrance == ship.at)
        return replace(ship, at=port_place(name), moved=True, docked=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        hex, ship = Hex(self.hex), state.ships[self.ship]
        pools = [state.pools[id] for id in self.units if id in state.pools and state.pools[id].aboard == ship.id]
        lies = hex in shores(state.rules, ship.at)
        if pools and lies and not ship.met:
            held = is_occupied(state, seat, hex)
            vessel, ashore = landed(
                state.rules, state.field(seat), self._berthed(state.rules, ship), pools, hex, held, inside=self.inside
            )
            yield from (PoolSet(pool=pool) for pool in ashore)
            yield ShipSet(ship=vessel)
            yield from capture_in(state, seat, hex)
            yield from capture_in(state, state.other(seat), hex)
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for ship in picture.ships.values():
            units = tuple(pool.id for pool in picture.own.values() if pool.aboard == ship.id)
            if units:
                yield from _landings(picture, cls, ship, units)


def _landings(picture: Picture, order: type[Debark], ship: Ship, units: tuple[PoolId, ...]) -> Iterator[Option]:
    """Where a vessel can land its passengers: each by itself, as many as go together, or all of them and no fewer."""
    for hex in shores(picture.rules, ship.at):
        for by_port in (False, True):
            for inside in (False, True):

                def takes(
                    ids: tuple[PoolId, ...], hex: Hex = hex, by_port: bool = by_port, inside: bool = inside
                ) -> bool:
                    return accepts(picture, order(units=ids, ship=ship.id, hex=hex, by_port=by_port, inside=inside))

                able = tuple(id for id in units if takes((id,)))
                if not able:
                    continue
                way = (" by its port" if by_port else "") + (" into the fort" if inside else "")
                fixed = {"ship": ship.id, "hex": hex, "by_port": by_port, "inside": inside}
                if len(able) < len(units) and takes(units):  # guns and supply land with troops where they cannot alone
                    yield Option(kind="debark", title=say("Land all from ", own(ship.id), " in ", place(hex), way),
                                 subjects=units, fixed={**fixed, "units": units}, rule=COST)  # fmt: skip
                if takes(able):
                    fields: dict[str, Domain] = {"units": Several(values=able, least=1, most=len(able))}
                else:
                    fields = {"units": Several(values=able, least=1, most=1)}
                yield Option(kind="debark", title=say("Land from ", own(ship.id), " in ", place(hex), way),
                             subjects=able, fixed=fixed, fields=fields, rule=COST)  # fmt: skip


def landed(
    rules: Scenario, field: Field, ship: Ship, pools: Sequence[Pool], hex: Hex, held: bool, *, inside: bool
) -> tuple[Ship, list[Pool]]:
    """A vessel, and its passengers once they are ashore; `held`: enemies are in the hex, in a fort or not.

    Landed in port they pay nothing for the hex, and stop for enemies outside a fort alone; landed from a side they pay
    for it, and stop for any. Who has embarked in this phase goes on only from free port to free port (C76-NTR-01, 02,
    12).
    """
    in_port = rules.water.is_port(ship.at)
    cost = price(rules, ship, in_port=in_port, occupied=held)
    spent = 0 if in_port else rules.board.terrain[hex].cost or 0
    piece = rules.land.landed(hex).piece
    ashore, until = [], 0
    if hex == rules.tables.west_indies.box and ship.uncounted:
        until = field.turn + rules.tables.west_indies.stay
        ship = replace(ship, uncounted=False, held_until=until)
    for pool in pools:
        stays = hex in field.enemies if in_port else held
        if pool.embarked:
            stays = stays or held or not in_port or pool.embarked != "free port"
        ashore.append(replace(pool, at=hex, aboard="", among=(), inside=inside, spent=spent, piece=piece, landed=hex,
                              held=stays, stopped=stays, held_until=until or pool.held_until))  # fmt: skip
    return replace(ship, spent=ship.spent + cost), ashore
