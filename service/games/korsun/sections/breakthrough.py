"""4D to 4F and F4G: breakthrough, reserves, night withdrawal (KOR-CBT-35 to 39, KOR-GCB-03 to 05)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Posted, Told
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Domain, Option, Places, Routes, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.places import Place
from service.engine.reports import Occasion
from service.engine.roles import Subject, Target, Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.games.korsun.known.asking import OnField, distinct, named, one_hex_away, unit_on_map
from service.games.korsun.known.field import Field
from service.games.korsun.known.picture import Attack, Picture, field_of
from service.games.korsun.known.plans import AttackPlan
from service.games.korsun.known.reports import COMBAT
from service.games.korsun.known.ways import March, terrain_cost
from service.games.korsun.printed.scenario import SECOND_COMBATS
from service.games.korsun.printed.units import Unit, UnitId
from service.games.korsun.sections.attacks import (
    attack_bar,
    check_attack,
    drawn,
    fly,
    guns_for,
    mission_tracks,
    missions_for,
    together,
)
from service.games.korsun.sections.combat import fight_out, set_odds, set_shifts
from service.games.korsun.sections.movement import keep_to_zone, raise_occupied
from service.games.korsun.sections.support import fighting
from service.games.korsun.sections.support_answers import answered_for
from service.games.korsun.sections.walking import take, walk
from service.games.korsun.staff.order_prose import attack_said, moved_said
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import AttackSet, State, UnitChanged, change_units

BREAK, RESERVE_MOVE, RESERVE_FIGHT, NIGHT = "KOR-CBT-36", "KOR-CBT-37", "KOR-CBT-39", "KOR-GCB-04"


# ---- a second combat: fought at once, the attacker by the plan of the order, the defender as usual


def second_combat(state: State, attack: Attack, plan: AttackPlan, dice: Dice) -> Iterator[Event]:
    """A breakthrough or reserve combat, whole; what is told of it belongs together, as of a combat with a heading."""
    occasion = Occasion(kind=COMBAT, turn=state.turn, phasing=attack.by, item=str(attack.number))
    for event in fought_at_once(state, attack, plan, dice):
        yield replace(event, occasion=occasion) if isinstance(event, Told | Posted) else event


def fought_at_once(state: State, attack: Attack, plan: AttackPlan, dice: Dice) -> Iterator[Event]:
    """Support, odds, shifts and result of a breakthrough or reserve combat (12.1.4, 12.1.6).

    Where its defender is asked, it is fought heading by heading once the segment is closed (parent 3.1).
    """
    yield AttackSet(attack=attack, plan=plan)
    yield from fly(state, attack.by, attack.units, attack.missions)
    if SECOND_COMBATS in state.public.options:
        return
    if fighting(state, attack, next(side for side in state.seats if side != attack.by)):
        yield from answered_for(state, attack)
    yield from set_odds(state, state.attack(attack.number))
    yield from set_shifts(state, state.attack(attack.number))
    yield from fight_out(state, state.attack(attack.number), dice)


def next_number(picture: Picture) -> int:
    return 1 + max((one.number for one in picture.attacks), default=0)


# ---- 4D


@dataclass(frozen=True, kw_only=True)
class BreakThrough(OnField):
    """Move a unit with a Breakthrough marker one hex, ignoring points and zones of control."""

    rule: ClassVar[str] = BREAK
    phrase: ClassVar[Phrase] = Phrase("break through {unit} to {hex}")
    kind: Literal["break-through"] = "break-through"
    unit: Subject[UnitId]
    hex: Way[Place]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " breaks through to ", place(self.hex))

    def check_on(self, picture: Picture, field: Field) -> None:
        unit, here = unit_on_map(picture, self.unit, BREAK)
        demand(unit.breakthrough, BREAK, (named(self.unit), " has no Breakthrough marker, or has used it."))
        check_one_hex(picture, field, self.unit, here, self.hex, BREAK)
        printed = picture.rules.profile(self.unit)
        over_river = field.board.is_river(here, self.hex) and not field.carries(here, self.hex, printed)
        demand(not over_river, BREAK, (
            "A river without a bridge that carries ", named(self.unit), " lies between it and ", place(self.hex),
            ": no unit breaks through across one.",
        ))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.breakthrough, unit.used, unit.moved = self.hex, False, True, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from one_hex(state, seat, self.unit, self.hex, {"breakthrough": False, "used": True, "moved": True})

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field = field_of(picture)
        for id, unit in picture.own.items():
            if unit.breakthrough and unit.hex is not None:
                beside = picture.rules.board.beside(unit.hex)
                if hexes := tuple(hex for hex in beside if cls(unit=id, hex=hex).is_taken(picture, field)):
                    yield Option(
                        kind="break-through", title=say("Break through with ", named(id)), subjects=(id,),
                        fixed={"unit": id}, fields={"hex": Places(places=hexes)}, rule=BREAK,
                    )  # fmt: skip


def check_one_hex(picture: Picture, field: Field, id: UnitId, here: Hex, hex: Hex, rule: str) -> None:
    """Refuse a move of other than one hex, into the enemy, over what is prohibited, or where there is no room."""
    one_hex_away(picture, here, hex, rule)
    if field.occupied(hex):
        raise_occupied(hex)
    demand(
        terrain_cost(field, picture.rules.profile(id), here, hex) is not None, rule,
        (named(id), " cannot enter ", place(hex), " from there on this ground."),
    )  # fmt: skip
    demand(field.room(hex, (id,)), rule, ("There is no room in ", place(hex), "."))
    keep_to_zone(picture, field, (id,), hex)


def one_hex(state: State, side: Seat, id: UnitId, hex: Hex, entries: dict[str, bool]) -> Iterator[Event]:
    """A move of one hex, unless the hex turns out occupied; then the unit has used what let it move (4.4)."""
    unit = state.units.get(id)
    if unit is None or unit.hex is None or distance(unit.hex, hex) != 1:
        yield from settle(state)  # an earlier order of the list came to something else
        return
    free = not state.field(side).occupied(hex)
    yield UnitChanged(unit=id, entries={**entries, "hex": hex} if free else dict(entries))
    if free:
        yield from take(state, side, hex)
    yield from settle(state)


@dataclass(frozen=True, kw_only=True)
class SecondAttack(OnField):
    """What an attack by breakthrough and one from reserve have in common: it is fought at once."""

    hex: Target[Place]
    units: Subject[tuple[UnitId, ...]]
    missions: int = 0
    artillery: tuple[UnitId, ...] = ()

    @staticmethod
    def eligible(unit: Unit) -> bool:
        raise NotImplementedError

    def check_on(self, picture: Picture, field: Field) -> None:
        check_attack(picture, field, self.hex, self.units, self.missions, self.rule, reserves=True)
        for id in self.units:
            demand(self.eligible(picture.own[id]), self.rule, (named(id), " may not fight a further combat now."))
        for id in self.artillery:
            unit_on_map(picture, id, "KOR-CBT-11")

    def attack(self, number: int, side: Seat) -> Attack:
        kind: Literal["breakthrough", "reserve"] = "breakthrough" if self.rule == BREAK else "reserve"
        return Attack(number=number, hex=self.hex, by=side, kind=kind, units=self.units, missions=self.missions)

    def believe(self, picture: Picture) -> None:
        made = self.attack(next_number(picture), picture.side)
        made.done = SECOND_COMBATS not in picture.public.options
        picture.attacks.append(made)
        tracks = mission_tracks(picture, self.units)
        picture.stores.missions = drawn(picture.stores.missions, tracks, self.missions)
        for id in self.units:
            unit = picture.own[id]
            unit.breakthrough, unit.used, unit.attacked = False, True, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        field = state.field(seat)
        units = [state.units[id] for id in self.units if id in state.units]
        if not units or any(attack_bar(field, unit, self.hex, reserves=True) is not None for unit in units):
            yield from settle(state)  # an earlier order of the list came to something else
            return
        for unit in units:
            yield UnitChanged(unit=unit.id, entries={"breakthrough": False, "used": True})
        attack = self.attack(state.attacks_numbered + 1, seat)
        yield from second_combat(state, attack, AttackPlan(planned=True, artillery=self.artillery), dice)
        yield from settle(state)

    @classmethod
    def second_options(cls, picture: Picture, title: str) -> Iterator[Option]:
        if not any(cls.eligible(unit) for unit in picture.own.values()):
            return
        field, kind = field_of(picture), str(cls.__dataclass_fields__["kind"].default)
        for hex in sorted(field.enemies):
            near = [unit for there in field.board.beside(hex) for unit in field.at(there) if cls.eligible(unit)]
            fit = tuple(unit.id for unit in near if cls(kind=kind, hex=hex, units=(unit.id,)).is_taken(picture, field))
            for group in together(picture, field, hex, fit) if fit else ():
                guns = guns_for(picture, hex, group)
                plan: dict[str, Domain] = {"artillery": Several(values=guns, most=len(guns))} if guns else {}
                fields: dict[str, Domain] = {
                    "units": Several(values=group, least=1, most=len(group)),
                    "missions": Choice(values=tuple(range(missions_for(picture, group) + 1))), **plan,
                }  # fmt: skip
                yield Option(
                    kind=kind, title=say(title, place(hex)), subjects=group,
                    fixed={"hex": hex}, fields=fields, rule=cls.rule, folded=tuple(plan),
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AttackByBreakthrough(SecondAttack):
    """Fight one more combat with units that have a Breakthrough marker, instead of moving them."""

    rule: ClassVar[str] = BREAK
    phrase: ClassVar[Phrase] = Phrase("break through at {hex} with {units}", missions="air {}")
    kind: Literal["attack-by-breakthrough"] = "attack-by-breakthrough"

    def said(self, to: Saying) -> Sentence:
        plan = [say("fire of ", to.units(self.artillery))] if self.artillery else []
        return attack_said(
            to,
            self.units,
            ("fights on by breakthrough at", "fight on by breakthrough at"),
            self.hex,
            self.missions,
            plan,
        )

    @staticmethod
    def eligible(unit: Unit) -> bool:
        return unit.breakthrough

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from cls.second_options(picture, "Fight on by breakthrough at ")


def close_breakthrough(state: State, dice: Dice) -> Iterator[Event]:
    """Unused markers are removed (KOR-CBT-36)."""
    assert state.phasing is not None
    yield from change_units(state.of(state.phasing), breakthrough=False)
    yield from change_units({id: u for id, u in state.of(state.phasing).items() if u.reserve}, spent=0, ended=False)


# ---- 4E and 4F


def reserves(picture: Picture, units: Sequence[UnitId]) -> March:
    """Units in reserve that can move together now. Raises a Refusal where they cannot."""
    distinct(units, RESERVE_MOVE)
    movers: list[Unit] = []
    for id in units:
        unit, _ = unit_on_map(picture, id, RESERVE_MOVE)
        demand(unit.reserve, RESERVE_MOVE, (named(id), " has no Reserve marker."))
        demand(not unit.ended, RESERVE_MOVE, (named(id), " has ended its move."))
        movers.append(unit)
    demand(len({unit.hex for unit in movers}) == 1, RESERVE_MOVE, "Units that move together start in the same hex.")
    return March(field_of(picture), tuple(movers), reserve=True)


@dataclass(frozen=True, kw_only=True)
class MoveReserve(Order):
    """Move units in reserve, with half their allowance."""

    rule: ClassVar[str] = RESERVE_MOVE
    phrase: ClassVar[Phrase] = Phrase("move reserve {units} via {path}")
    kind: Literal["move-reserve"] = "move-reserve"
    units: Subject[tuple[UnitId, ...]]
    path: Way[tuple[Place, ...]]

    def said(self, to: Saying) -> Sentence:
        return moved_said(to, self.units, self.path)

    def check(self, picture: Picture) -> None:
        march = reserves(picture, self.units)
        made, _, barrier = march.priced(self.path)
        demand(self.path, RESERVE_MOVE, "Name the hexes of the way.")
        if made < len(self.path) and barrier == "occupied":
            raise_occupied(self.path[made])
        demand(
            made == len(self.path), RESERVE_MOVE,
            f"That way is barred or costs more than the {counted(march.points, 'point')} that they have: half "
            f"their allowance.",
        )  # fmt: skip
        demand(march.field.room(self.path[-1], self.units), RESERVE_MOVE, ("No room in ", place(self.path[-1]), "."))
        keep_to_zone(picture, march.field, self.units, self.path[-1])

    def believe(self, picture: Picture) -> None:
        march = reserves(picture, self.units)
        _, spent, _ = march.priced(self.path)
        for unit in march.units:
            unit.hex, unit.mode, unit.moved = self.path[-1], "tactical", True
            unit.spent += spent
            unit.ended = march.stops(self.path[-1])

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from walk(state, seat, self.units, self.path, dice, reserve=True)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for hex, units in field_of(picture).stacks.items():
            fit = tuple(unit.id for unit in units if unit.reserve and not unit.ended)
            if fit:
                fields: dict[str, Domain] = {
                    "units": Several(values=fit, least=1, most=len(fit)), "path": Routes(follows="units"),
                }  # fmt: skip
                yield Option(
                    kind="move-reserve", title=say("Move the reserve in ", place(hex)), subjects=fit, fields=fields,
                    rule=RESERVE_MOVE,
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AttackFromReserve(SecondAttack):
    """Attack with units in reserve, and no others, after all of them have moved."""

    rule: ClassVar[str] = RESERVE_FIGHT
    phrase: ClassVar[Phrase] = Phrase("attack from reserve {hex} with {units}", missions="air {}")
    kind: Literal["attack-from-reserve"] = "attack-from-reserve"

    def said(self, to: Saying) -> Sentence:
        plan = [say("fire of ", to.units(self.artillery))] if self.artillery else []
        return attack_said(
            to, self.units, ("attacks from reserve at", "attack from reserve at"), self.hex, self.missions, plan
        )

    def check_on(self, picture: Picture, field: Field) -> None:
        super().check_on(picture, field)
        fresh = all(attack.hex != self.hex or attack.kind != "reserve" for attack in picture.attacks)
        demand(fresh, RESERVE_FIGHT, (place(self.hex), " has been attacked in this segment."))

    @staticmethod
    def eligible(unit: Unit) -> bool:
        return unit.reserve and not unit.attacked

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from cls.second_options(picture, "Attack from reserve at ")


# ---- F4G


@dataclass(frozen=True, kw_only=True)
class WithdrawByNight(OnField):
    """Withdraw a German armor unit one hex, whatever zones it leaves."""

    rule: ClassVar[str] = NIGHT
    phrase: ClassVar[Phrase] = Phrase("withdraw {unit} to {hex}")
    kind: Literal["withdraw-by-night"] = "withdraw-by-night"
    unit: Subject[UnitId]
    hex: Way[Place]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " withdraws to ", place(self.hex))

    def check_on(self, picture: Picture, field: Field) -> None:
        unit, here = unit_on_map(picture, self.unit, NIGHT)
        demand(picture.rules.profile(self.unit).is_armor, NIGHT, (named(self.unit), " is not an armor unit."))
        demand(unit.order != "disorganized", NIGHT, (named(self.unit), " is Disorganized."))
        demand(not unit.tried, NIGHT, (named(self.unit), " has withdrawn."))
        demand(
            not unit.used, "KOR-GCB-05", (named(self.unit), " has moved or fought by breakthrough in this phase.")
        )  # fmt: skip
        check_one_hex(picture, field, self.unit, here, self.hex, NIGHT)
        demand(
            not field.controlled(self.hex) or field.friendly(self.hex), NIGHT,
            (place(self.hex), " lies in an enemy zone of control, and no combat unit of yours stands there."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.tried, unit.moved = self.hex, True, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from one_hex(state, seat, self.unit, self.hex, {"tried": True, "moved": True})

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field = field_of(picture)
        for id, unit in picture.own.items():
            if unit.hex is not None and picture.rules.profile(id).is_armor:
                beside = picture.rules.board.beside(unit.hex)
                if hexes := tuple(hex for hex in beside if cls(unit=id, hex=hex).is_taken(picture, field)):
                    yield Option(
                        kind="withdraw-by-night", title=say("Withdraw ", named(id), " by night"), subjects=(id,),
                        fixed={"unit": id}, fields={"hex": Places(places=hexes)}, rule=NIGHT,
                    )  # fmt: skip


def close_night(state: State, dice: Dice) -> Iterator[Event]:
    """The night is over."""
    assert state.phasing is not None
    yield from change_units(state.of(state.phasing), tried=False)
    yield from tell_own(state, state.phasing)
