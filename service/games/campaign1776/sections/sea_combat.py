"""Naval combat (13): fleets attack fleets, what it costs them, and how damaged ones come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Domain, Option, Places, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.reports import Occasion
from service.engine.roles import Subject, Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, own, place, say
from service.engine.telling import tell
from service.games.campaign1776.known.battles import SEA_BATTLE
from service.games.campaign1776.known.havens import havens
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.known.reports import PassengersOpen, PassengersPlaced, SeaBattleFought
from service.games.campaign1776.printed.naval import Damage, Vessel
from service.games.campaign1776.printed.pieces import NOWHERE, REPAIR, Ship
from service.games.campaign1776.printed.reading import AMERICAN
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.printed.waterways import port_of
from service.games.campaign1776.sections.capture import drowned
from service.games.campaign1776.sections.sailing import own_ship
from service.games.campaign1776.staff.order_prose import done_by_ships
from service.games.campaign1776.truth.abandoning import withdraw
from service.games.campaign1776.truth.events import (
    ShipGone,
    ShipSet,
    StrikeDue,
    StrikeHeld,
    ThrowBegun,
    ThrowMade,
    ThrowSettled,
)
from service.games.campaign1776.truth.leaving_open import berthed, left_open
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State, Strike, Throw

ATTACK, OFF_THE_MAP, BERTHED, BACK = "C76-NAV-04", "C76-NAV-03", "C76-PRT-07", "C76-NAV-01"


def sea_attackers(state: State) -> tuple[Seat, ...]:
    """The side in turn, where its fleets lie beside enemy ones; both sides know whether they do."""
    assert state.phasing is not None
    return (state.phasing,) if any(state.fleet_in(state.phasing, at) for at in contested(state)) else ()


def contested(state: State) -> list[Place]:
    """The places on the map, ports left out, in which both sides have fleets, in order."""
    held = [{ship.at for ship in state.fleet(seat).values() if ship.kind != "bateau"} for seat in state.seats]
    return sorted(at for at in held[0] & held[1] if open_to_combat(state.rules, at))


def open_to_combat(rules: Scenario, at: Place) -> bool:
    """Whether fleets can be attacked in a place: on a sea lane or a side, never in port or off the map."""
    return at not in NOWHERE and at not in rules.water.boxes and port_of(at) is None


# ---- what is ordered


@dataclass(frozen=True, kw_only=True)
class AttackAtSea(Order):
    """Attack the enemy fleets of a place with fleets that lie there; all of the enemy's there defend."""

    rule: ClassVar[str] = ATTACK
    phrase: ClassVar[Phrase] = Phrase("attack at sea with {ships}")
    kind: Literal["attack-at-sea"] = "attack-at-sea"
    ships: Subject[tuple[str, ...]]

    def said(self, to: Saying) -> Sentence:
        return done_by_ships(to, self.ships, "attack at sea")

    def check(self, picture: Picture) -> None:
        demand(self.ships and len(set(self.ships)) == len(self.ships), ATTACK, "Name the fleets, each once.")
        ships = [own_ship(picture, id) for id in self.ships]
        at = ships[0].at
        demand(len({ship.at for ship in ships}) == 1, ATTACK, "Fleets that attack together lie in one place.")
        for ship in ships:
            demand(ship.kind != "bateau", ATTACK, (own(ship.id), " is a bateau, and does not fight."))
            demand(ship.at not in NOWHERE, BACK, (own(ship.id), " is under repair."))
            demand(not ship.fought, ATTACK, ("There has been a battle in ", place(at), " in this phase."))
        demand(at not in picture.rules.water.boxes, OFF_THE_MAP, "There is no fighting off the map.")
        demand(port_of(at) is None, BERTHED, "Fleets in a port do not fight.")
        demand(sea_of(picture).fleets(at), ATTACK, ("No enemy fleet is known in ", place(at), "."))

    def believe(self, picture: Picture) -> None:
        at = picture.ships[self.ships[0]].at
        for ship in picture.ships.values():
            ship.fought = ship.fought or ship.at == at

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from attack_thrown(state, seat, self.ships, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        places = dict.fromkeys(ship.at for ship in picture.ships.values() if ship.kind != "bateau")
        for at in places:
            ships = tuple(one.id for one in picture.ships.values() if one.at == at and one.kind != "bateau")
            if accepts(picture, cls(ships=ships)):
                fields: dict[str, Domain] = {"ships": Several(values=ships, least=1, most=len(ships))}
                yield Option(kind="attack-at-sea", title=say("Attack at sea in ", place(at)), subjects=ships,
                             fields=fields, rule=ATTACK)  # fmt: skip


# ---- what comes of it


def attack_thrown(state: State, seat: Seat, ids: tuple[str, ...], dice: Dice) -> Iterator[Event]:
    """An attack at sea with all that comes of it."""
    ships = [state.ships[id] for id in ids if id in state.ships]
    at = ships[0].at if ships else REPAIR
    defenders = state.fleet_in(state.other(seat), at)
    if not defenders or not open_to_combat(state.rules, at):
        yield from settle(state, (seat,))
        return
    yield ThrowBegun(throw=Throw(what="naval combat", seat=seat, units=ids, path=(at,)))
    for ship in state.fleet(seat).values():
        if ship.at == at:
            yield ShipSet(ship=replace(ship, fought=True))
    yield from fight(state, seat, at, [state.ships[id] for id in ids], defenders, dice)
    yield from settle(state, (seat,))
    yield ThrowMade()


def fight(
    state: State, seat: Seat, at: Place, attackers: Sequence[Ship], defenders: Sequence[Ship], dice: Dice
) -> Iterator[Event]:
    """One battle: odds, one die, and whom it strikes; both sides are told all of it but who was aboard."""
    tables = state.rules.tables.naval
    column = odds_column(tables.columns, strength(state, attackers), strength(state, defenders))
    die = dice.roll("1d6", f"{ATTACK} naval combat in {at}", public=True).total
    result = tables.combat[column][die - 1]
    struck, held = dict[Seat, dict[Vessel, Damage]](), list[Strike]()
    for side, ships in (("A", attackers), ("D", defenders)):
        if (damage := result.get(side)) is not None:
            ship = who_is_struck(state, ships)
            struck[ship.seat] = {ship.kind: damage}
            if (left := left_open(state, ship, damage)) is not None:
                held.append(Strike(ship=ship.id, left=left))
            else:
                yield from strike(state, ship, damage)
    odds = tables.columns[column]
    report = SeaBattleFought(
        at=at, attacker=seat, fleets={seat: by_kind(attackers), state.other(seat): by_kind(defenders)},
        column=f"{odds.numerator}:{odds.denominator}", die=die, struck=struck,
        held=tuple(state.ships[one.ship].seat for one in held),
    )  # fmt: skip
    for reader in state.seats:
        yield tell(state, reader, report, occasion_of(state, at))
    for one in held:
        yield StrikeHeld(strike=one)
        yield tell(state, state.other(state.ships[one.ship].seat), PassengersOpen(left=one.left))


def occasion_of(state: State, at: Place) -> Occasion:
    """The battle at sea in a place, and what becomes of those struck in it."""
    return Occasion(kind=SEA_BATTLE, turn=state.turn, phasing=state.phasing, item=at)


def odds_column(columns: Sequence[Fraction], attacking: int, defending: int) -> int:
    """The column of these odds, rounded down; below the first, the first."""
    odds = Fraction(attacking, defending)
    return max([n for n, column in enumerate(columns) if column <= odds], default=0)


def strength(state: State, ships: Sequence[Ship]) -> int:
    return sum(state.rules.tables.naval.vessels[ship.kind].strength for ship in ships)


def by_kind(ships: Sequence[Ship]) -> dict[Vessel, int]:
    return dict(sorted(Counter(ship.kind for ship in ships).items()))


def aboard(state: State, ship: Ship) -> int:
    return sum(pool.number for pool in state.pools.values() if pool.aboard == ship.id)


def who_is_struck(state: State, ships: Sequence[Ship]) -> Ship:
    """A battle fleet if there is one; of several the one with the fewest passengers, then the first by name."""
    return min(ships, key=lambda ship: (ship.kind != "BF", aboard(state, ship), ship.id))


def strike(state: State, ship: Ship, damage: Damage) -> Iterator[Event]:
    """A fleet goes to be repaired with all aboard, or is sunk with them (C76-NAV-01)."""
    if damage != "sunk":
        back = state.turn + state.rules.tables.naval.repair[damage]
        yield ShipSet(ship=replace(anew(ship), at=REPAIR, back=back))
        return
    yield from drowned(state, ship)
    yield ShipGone(ship=ship.id)
    if ship.seat == AMERICAN:
        yield from withdraw(state)


def end_naval_combat(state: State, dice: Dice) -> Iterator[Event]:
    """The side in turn has said who was aboard; the other one is asked together with its answers (C76-PBM-08)."""
    assert state.phasing is not None
    if state.throw is not None:
        yield ThrowSettled()
    yield from strikes_due(state, state.phasing)
    yield from settle(state, (state.phasing,))


def strikes_due(state: State, seat: Seat) -> Iterator[Event]:
    """Strikes at this side's enemy were held for its word on who was aboard; now they fall."""
    for held in [one for one in state.struck.values() if state.ships[one.ship].seat != seat]:
        ship, left = state.ships[held.ship], held.left
        yield StrikeDue(ship=ship.id)
        yield from berthed(state, held)
        units = {kind: number for kind, number in left.aboard.items() if number}
        told = PassengersPlaced(at=left.at, of=left.of, units=units, by_us=True)
        yield Told(seat=seat, report=told, occasion=occasion_of(state, left.at))
        yield tell(state, ship.seat, replace(told, by_us=False), occasion_of(state, left.at))
        yield from strike(state, ship, left.damage)


# ---- coming back


@dataclass(frozen=True, kw_only=True)
class BringBack(Order):
    """Let a fleet that has been repaired come back: to a controlled port, or a box off the map.

    There is no duty to do so; until then it stays away.
    """

    rule: ClassVar[str] = BACK
    phrase: ClassVar[Phrase] = Phrase("bring back {ship} to {to}")
    kind: Literal["bring-back"] = "bring-back"
    ship: Subject[str]
    to: Target[Place]

    def said(self, to: Saying) -> Sentence:
        return say("Bring back ", to.unit(self.ship), " to ", place(self.to))

    def check(self, picture: Picture) -> None:
        ship = own_ship(picture, self.ship)
        demand(ship.at == REPAIR, BACK, (own(ship.id), " is not under repair."))
        months = ship.back - picture.turn
        demand(months <= 0, BACK, (own(ship.id), f" is repaired in {counted(months, 'month')}."))
        demand(ship.called or not ship.variable, "C76-NAV-02", (own(ship.id), " is not called up."))
        demand(self.to in havens(picture, ship), BACK, (own(ship.id), " cannot come back to ", place(self.to), "."))

    def believe(self, picture: Picture) -> None:
        ship = picture.ships[self.ship]
        picture.ships[ship.id] = replace(anew(ship), at=self.to)
        for pool in picture.own.values():
            if pool.aboard == ship.id:
                pool.at = self.to

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        ship = state.ships[self.ship]
        yield ShipSet(ship=replace(anew(ship), at=self.to))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for ship in picture.ships.values():
            there = havens(picture, ship)
            ready = ship.at == REPAIR and ship.back <= picture.turn and (ship.called or not ship.variable)
            if there and ready:
                yield Option(kind="bring-back", title=say("Bring back ", own(ship.id)), subjects=(ship.id,),
                             fixed={"ship": ship.id}, fields={"to": Places(places=there)}, rule=BACK)  # fmt: skip


def anew(ship: Ship) -> Ship:
    """A fleet that has done nothing in this phase; whether it comes by a die, and is called up, stays as it is."""
    return Ship(id=ship.id, kind=ship.kind, seat=ship.seat, at=ship.at, variable=ship.variable, called=ship.called)
