"""What a moderator may put right of works, losses and battles, and all that they may put right (C76-PBM-31)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.corrections import Correction, Standing
from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Domain, Option, Places, Range
from service.engine.orders import demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import place, say
from service.engine.state import duplicate
from service.games.campaign1776.known.battles import Battle
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.scenario import Scenario
from service.games.campaign1776.sections.corrections import (
    MOST,
    RULE,
    GiveUnits,
    PutShip,
    PutUnits,
    SetStrength,
    demand_kind,
    demand_land,
    kinds,
    land,
    spoken,
    told,
)
from service.games.campaign1776.sections.rounds import fight_round
from service.games.campaign1776.truth.events import (
    BattleSet,
    CommitsSpent,
    Committed,
    EntrenchmentDug,
    EntrenchmentGone,
    FortGone,
    FortTaken,
    PointsLost,
    PoolGone,
    PoolSet,
)
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

ROUNDS = "rounds"
"""The heading under which the rounds of all battles are fought."""

# ---- works


@dataclass(frozen=True, kw_only=True)
class SetFort(Correction):
    """Say whose fort stands in a hex; nobody's: there is none."""

    kind: Literal["set-fort"] = "set-fort"
    told_to_all: ClassVar[bool] = True

    hex: Place
    whose: Seat = ""

    def check(self, state: State) -> None:
        demand_land(state, self.hex)
        demand(self.whose in ("", *state.seats), RULE, f"There is no side called {self.whose}.")
        demand(self.whose != state.forts.get(Hex(self.hex), ""), RULE, "That is so already.")
        inside = [pool for pool in state.pools.values() if pool.at == self.hex and pool.inside]
        strangers = [pool for pool in inside if state.kind(pool).seat != self.whose]
        demand(not self.whose or not strangers, RULE, "Put those who are inside somewhere else first.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        hex = Hex(self.hex)
        inside = [pool.id for pool in state.pools.values() if pool.at == hex and pool.inside]
        yield FortTaken(hex=hex, by=self.whose) if self.whose else FortGone(hex=hex)
        yield from told(state, pools=inside)

    def stands(self, state: State) -> Standing:
        return self._fort(state.rules, state.forts)

    def _fort(self, rules: Scenario, forts: Mapping[Hex, Seat]) -> dict[str, str]:
        return {f"The fort of {spoken(rules, self.hex)}": forts[Hex(self.hex)]} if self.hex in forts else {}

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return self._fort(picture.rules, picture.public.forts)

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        fields: dict[str, Domain] = {"hex": Places(places=land(state)), "whose": Choice(values=("", *state.seats))}
        yield Option(kind="set-fort", title=say("Say whose a fort is"), fields=fields, rule=RULE)


@dataclass(frozen=True, kw_only=True)
class SetEntrenchment(Correction):
    """Say whose entrenchment there is in a hex; nobody's: there is none."""

    kind: Literal["set-entrenchment"] = "set-entrenchment"
    hex: Place
    whose: Seat = ""

    def check(self, state: State) -> None:
        demand_land(state, self.hex)
        demand(self.whose in ("", *state.seats), RULE, f"There is no side called {self.whose}.")
        demand(self.whose != state.entrenched.get(Hex(self.hex), ""), RULE, "That is so already.")
        held = not self.whose or state.strength(self.whose, self.hex, inside=False)
        demand(held, RULE, "That side has no troops there outside a fort to hold it.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        hex = Hex(self.hex)
        yield EntrenchmentDug(hex=hex, by=self.whose) if self.whose else EntrenchmentGone(hex=hex)
        yield from told(state)

    def stands(self, state: State) -> Standing:
        owner = state.entrenched.get(Hex(self.hex))
        return {f"The entrenchment in {spoken(state.rules, self.hex)}": owner} if owner else {}

    def places(self, state: State) -> Sequence[Place]:
        return (self.hex,)

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        spot = spoken(picture.rules, self.hex)
        own = {f"Your entrenchment in {spot}": "dug"} if self.hex in picture.entrenched else {}
        theirs = any(one.hex == self.hex and one.entrenched for one in picture.contacts.values())
        return own | ({f"The enemy's entrenchment in {spot}": "dug"} if theirs else {})

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        fields: dict[str, Domain] = {"hex": Places(places=land(state)), "whose": Choice(values=("", *state.seats))}
        yield Option(kind="set-entrenchment", title=say("Say whose an entrenchment is"), fields=fields, rule=RULE)


# ---- what was reckoned


@dataclass(frozen=True, kw_only=True)
class SetLosses(Correction):
    """Say how many of a kind have been lost so far, where a correction has to be made in the count of losses."""

    kind: Literal["set-losses"] = "set-losses"
    unit_kind: str
    number: int

    def check(self, state: State) -> None:
        demand_kind(state, self.unit_kind)
        demand(self.number >= 0, RULE, "Losses are counted from 0.")
        demand(self.number != state.lost.get(self.unit_kind, 0), RULE, "That many have been counted already.")

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        yield PointsLost(of=self.unit_kind, number=self.number - state.lost.get(self.unit_kind, 0))

    def stands(self, state: State) -> Standing:
        return {f"{state.rules.kind(self.unit_kind).many} lost": str(state.lost.get(self.unit_kind, 0))}

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        fields: dict[str, Domain] = {
            "unit_kind": kinds(state.rules),
            "number": Range(least=0, most=9 * MOST),
        }
        yield Option(kind="set-losses", title=say("Say how many have been lost"), fields=fields, rule=RULE)


@dataclass(frozen=True, kw_only=True)
class VoidRound(Correction):
    """Void the last round of a battle of this phase: who fell in it is given back, and it is fought again as it was
    committed to, by the next number of the public dice."""

    kind: Literal["void-round"] = "void-round"
    told_to_all: ClassVar[bool] = True

    hex: Place

    def check(self, state: State) -> None:
        demand(self.hex in voidable(state), RULE, ("There is no round in ", place(self.hex), " that could be voided."))

    def resolve(self, state: State, dice: Dice) -> Iterator[Event]:
        hex = Hex(self.hex)
        yield from given_back(state, hex)
        yield from fight_round(state, duplicate(state.battles[hex]), dice)
        yield from settle(state, state.seats)

    def stands(self, state: State) -> Standing:
        return fought(state.rules, state.battles.get(Hex(self.hex)))

    def known_to(self, picture: Picture, places: Sequence[Place]) -> Standing:
        return fought(picture.rules, picture.battles.get(Hex(self.hex)))

    @classmethod
    def offers(cls, state: State) -> Iterator[Option]:
        if hexes := voidable(state):
            fields: dict[str, Domain] = {"hex": Places(places=hexes)}
            yield Option(kind="void-round", title=say("Void a round"), fields=fields, rule=RULE)


def voidable(state: State) -> tuple[Place, ...]:
    """The hexes in which the last round that was fought had a die, while rounds are fought."""
    if not any(frame.heading == ROUNDS for frame in state.cursor):
        return ()
    return tuple(
        hex for hex, before in state.rolled.items()
        if hex in state.battles and state.battles[hex].rounds == before.battle.rounds + 1
    )  # fmt: skip


def given_back(state: State, hex: Hex) -> Iterator[Event]:
    """The hex is as it was before its last round, and so are its battle and what was committed to it."""
    before = state.rolled[hex]
    for pool in [one for one in state.pools.values() if one.at == hex and not one.aboard]:
        if pool.id not in {one.id for one in before.pools}:
            yield PoolGone(pool=pool.id)
    for pool in before.pools:
        now = state.pools[pool.id].number if pool.id in state.pools else 0
        if state.kind(pool).combat and now != pool.number:
            yield PointsLost(of=pool.kind, number=now - pool.number, hex=hex)
        yield PoolSet(pool=replace(pool))
    if before.entrenched and hex not in state.entrenched:
        yield EntrenchmentDug(hex=hex, by=before.entrenched)
    yield CommitsSpent(hex=hex)
    for seat, commit in before.commits.items():
        yield Committed(seat=seat, hex=hex, commit=commit)
    yield BattleSet(battle=duplicate(before.battle))


def fought(rules: Scenario, battle: Battle | None) -> dict[str, str]:
    """How a battle stands, for both sides."""
    if battle is None:
        return {}
    lost = ", ".join(f"{seat} {number}" for seat, number in battle.lost.items()) or "nobody"
    spot = spoken(rules, battle.hex)
    return {f"Rounds fought in {spot}": str(battle.rounds), f"Lost in the battle of {spot}": lost}


CORRECTIONS: tuple[type[Correction], ...] = (
    SetStrength, PutUnits, GiveUnits, PutShip, SetFort, SetEntrenchment, SetLosses, VoidRound,
)  # fmt: skip
