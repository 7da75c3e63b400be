"""E4A and F4A, E4B: attacks are declared, and German armor reacts (KOR-CBT-01 to 05, KOR-GCB-01, 02)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Domain, Option, Places, Several
from service.engine.order_words import Saying
from service.engine.orders import Phrase, demand
from service.engine.places import Place
from service.engine.roles import Subject, Target, Way
from service.engine.seats import Seat
from service.engine.sentences import Said, Sentence, counted, listed, place, say
from service.engine.state import duplicate
from service.engine.telling import tell_all
from service.games.korsun.known.asking import OnField, distinct, named, one_hex_away, unit_on_map
from service.games.korsun.known.field import Field
from service.games.korsun.known.guns import pieces
from service.games.korsun.known.picture import Attack, Picture, field_of
from service.games.korsun.known.plans import ArmorTarget, AskedItem, AttackPlan, Losses
from service.games.korsun.known.reports import AttacksDeclared
from service.games.korsun.known.ways import terrain_cost
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import Command, Unit, UnitId
from service.games.korsun.staff.order_prose import attack_said
from service.games.korsun.truth.looking import settle, tell_own
from service.games.korsun.truth.state import AttacksCleared, AttackSet, State, StoresChanged, UnitChanged, change_units

DECLARE, AIR, REACT = "KOR-CBT-02", "KOR-CBT-03", "KOR-CBT-04"
ASKED: Mapping[AskedItem, str] = {
    "supply": "supply", "fire": "artillery", "assault": "engineers", "casualties": "losses", "pursuit": "the advance",
}  # fmt: skip
USUALLY_SUPPORTED, USUALLY_ADVANCE = say("all that have points"), say("the strongest")


# ---- who may attack what (12.1.1)


def attack_bar(field: Field, unit: Unit, hex: Hex, *, reserves: bool = False) -> str | None:
    """Why a unit cannot attack a hex, as a sentence's end; None where it can."""
    printed = field.profile(unit.id)
    if unit.hex is None or distance(unit.hex, hex) != 1:
        return "does not stand next to it."
    if not printed.is_combat or not unit.attack(printed):
        return "has no attack strength."
    if unit.order == "disorganized":
        return "is Disorganized, and cannot attack."
    if unit.reserve and not reserves:
        return "is in reserve, and attacks in the reserve combat segment."
    if unit.mode in ("strategic", "rail"):
        return "has moved strategically or by rail, and cannot attack in this player-turn."
    if terrain_cost(field, printed, unit.hex, hex) is None:
        return "cannot enter that hex, or cross that hexside, on this ground."
    return None


def attackers_of(picture: Picture, field: Field, hex: Hex) -> tuple[UnitId, ...]:
    """The own units that may still attack a hex in this segment, each for itself."""
    busy = {id for attack in picture.attacks for id in attack.units}
    near = (unit for there in field.board.beside(hex) for unit in field.at(there))
    return tuple(unit.id for unit in near if unit.id not in busy and attack_bar(field, unit, hex) is None)


def missions_for(picture: Picture, units: Sequence[UnitId]) -> int:
    """The air missions that an attack of any of these units can be given, whoever of them takes part."""
    tracks = mission_tracks(picture, units)
    have = min((picture.stores.missions.get(track, 0) for track in tracks), default=0)
    return min(picture.tables.weather.missions_in_a_combat, have)


def missions_at_most(picture: Picture, units: Sequence[UnitId]) -> int:
    """The air missions that an attack of all of these units can be given: at most two of a side in a combat (6.2)."""
    have = sum(picture.stores.missions.get(track, 0) for track in mission_tracks(picture, units))
    return min(picture.tables.weather.missions_in_a_combat, have)


def check_fronts(picture: Picture, field: Field, hex: Hex, units: Sequence[UnitId]) -> None:
    """Refuse an attack of two Fronts together far from the boundary between them (22.11)."""
    most = picture.tables.options.boundary["inside"]
    if len({picture.rules.counters[id].front for id in units}) > 1:
        deep = max(field.depth(id, hex) for id in units)
        demand(deep <= most, "KOR-P22.11", (
            "Units of two Fronts attack together only a hex at most ", f"{counted(most, 'hex', 'hexes')} from "
            f"either's zone; ", place(hex),
            f" lies {counted(deep, 'hex', 'hexes')} inside.",
        ))  # fmt: skip


def together(picture: Picture, field: Field, hex: Hex, units: Sequence[UnitId]) -> list[tuple[UnitId, ...]]:
    """These units in groups that may attack a hex together, in any choice of them: by Fronts, where those may not."""
    most = picture.tables.options.boundary["inside"]
    if all(field.depth(id, hex) <= most for id in units):
        return [tuple(units)]
    fronts = dict.fromkeys(picture.rules.counters[id].front for id in units)
    return [tuple(id for id in units if picture.rules.counters[id].front == front) for front in fronts]


def mission_tracks(picture: Picture, units: Sequence[UnitId]) -> tuple[str, ...]:
    """The tracks whose missions may serve a combat of these units: a Front's only where a unit of it fights."""
    if picture.side == GERMAN:
        return (GERMAN,)
    return tuple(sorted({picture.rules.counters[id].front for id in units}))


def drawn(missions: dict[str, int], tracks: Sequence[str], number: int) -> dict[str, int]:
    """The tracks after so many missions were taken, from the fullest first."""
    left = dict(missions)
    for _ in range(number):
        fullest = max(tracks, key=lambda track: left.get(track, 0))
        left[fullest] -= 1
    return left


def check_attack(
    picture: Picture, field: Field, hex: Hex, units: Sequence[UnitId], missions: int, rule: str, *,
    reserves: bool = False,
) -> None:  # fmt: skip
    """Refuse an attack that by the picture is not lawful: whom, with whom, with how many missions."""
    distinct(units, rule)
    demand(hex in field.board.land and field.occupied(hex), rule, ("You know of no enemy in ", place(hex), "."))
    demand(
        all(attack.hex != hex or attack.done for attack in picture.attacks), rule,
        (place(hex), " is attacked already in this segment."),
    )  # fmt: skip
    busy = {id for attack in picture.attacks for id in attack.units if not attack.done}
    for id in units:
        unit, _ = unit_on_map(picture, id, rule)
        bar = attack_bar(field, unit, hex, reserves=reserves)
        demand(bar is None, rule, (named(id), f" {bar}"))
        demand(id not in busy, rule, (named(id), " attacks another hex already."))
    check_fronts(picture, field, hex, units)
    free = missions_at_most(picture, units)
    demand(0 <= missions <= free, AIR, f"This attack can be given at most {counted(free, 'air mission')}.")


@dataclass(frozen=True, kw_only=True)
class DeclareAttack(OnField):
    """Attack an enemy hex, with air missions, and if you like with a plan that answers for you when it is fought.

    Attacks are resolved in the order in which they are declared. With `planned` the items of support are answered by
    `supported` (commands; none given: all that have points), `artillery` and `engineers`, and are not asked, but for
    those items that `ask` lists: supply, the fire of artillery, assault engineers, who loses steps, who advances. Who
    is named in a plan and cannot do it when the combat comes is passed over. `advance`: null for the strongest armor
    unit and the best infantry.
    """

    rule: ClassVar[str] = DECLARE
    phrase: ClassVar[Phrase] = Phrase("attack {hex} with {units}", missions="air {}", planned="planned")
    kind: Literal["declare-attack"] = "declare-attack"
    hex: Target[Place]
    units: Subject[tuple[UnitId, ...]]
    missions: int = 0
    planned: bool = False
    supported: tuple[Command, ...] | None = None
    artillery: tuple[UnitId, ...] = ()
    engineers: tuple[UnitId, ...] = ()
    losses: Losses = "strongest-first"
    armor_target: ArmorTarget = "strongest"
    advance: tuple[UnitId, ...] | None = None
    ask: tuple[AskedItem, ...] = ()

    def said(self, to: Saying) -> Sentence:
        plan: list[Said] = ["by plan"] if self.planned else []
        if self.supported is not None:
            plan.append(f"supply for {listed(self.supported) or 'nobody'}")
        if self.artillery:
            plan.append(say("fire of ", to.units(self.artillery)))
        if self.engineers:
            plan.append(say("assault engineers ", to.units(self.engineers)))
        if self.advance is not None:
            plan.append(say("advance of ", to.units(self.advance) or "nobody"))
        if self.losses != "strongest-first":
            plan.append(f"losses {self.losses.replace('-', ' ')}")
        if self.armor_target != "strongest":
            plan.append(f"armor target {self.armor_target.replace('-', ' ')}")
        if self.ask:
            plan.append(f"to be asked: {listed(ASKED[item] for item in self.ask)}")
        return attack_said(to, self.units, ("attacks", "attack"), self.hex, self.missions, plan)

    def check_on(self, picture: Picture, field: Field) -> None:
        check_attack(picture, field, self.hex, self.units, self.missions, DECLARE)
        demand(
            len(set(self.ask)) == len(self.ask),
            DECLARE,
            "Among the items that you want to be asked about, name none twice.",
        )
        check_plan(picture, self.plan)

    @property
    def plan(self) -> AttackPlan:
        return AttackPlan(
            planned=self.planned, supported=self.supported, artillery=self.artillery, engineers=self.engineers,
            losses=self.losses, armor_target=self.armor_target, advance=self.advance, ask=self.ask,
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.attacks.append(self.attack(1 + max((one.number for one in picture.attacks), default=0), picture.side))
        tracks = mission_tracks(picture, self.units)
        picture.stores.missions = drawn(picture.stores.missions, tracks, self.missions)

    def attack(self, number: int, side: Seat) -> Attack:
        return Attack(number=number, hex=self.hex, by=side, kind="declared", units=self.units, missions=self.missions)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield AttackSet(attack=self.attack(state.attacks_numbered + 1, seat), plan=self.plan)
        yield from fly(state, seat, self.units, self.missions)
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        field = field_of(picture)
        for hex in sorted(field.enemies):
            units = attackers_of(picture, field, hex)
            fit = tuple(id for id in units if cls(hex=hex, units=(id,)).is_taken(picture, field))
            for group in together(picture, field, hex, fit) if fit else ():
                plan = fields_of_plan(picture, hex, group)
                fields: dict[str, Domain] = {
                    "units": Several(values=group, least=1, most=len(group)), "planned": Choice(values=(False, True)),
                    "missions": Choice(values=tuple(range(missions_for(picture, group) + 1))), **plan,
                }  # fmt: skip
                yield Option(
                    kind="declare-attack", title=say("Attack ", place(hex)), subjects=group, fixed={"hex": hex},
                    fields=fields, rule=DECLARE, folded=tuple(plan),
                )  # fmt: skip


def fields_of_plan(picture: Picture, hex: Hex, units: Sequence[UnitId]) -> dict[str, Domain]:
    """What a plan of an attack of these units can say, as far as there is something to choose."""
    commands = tuple(sorted({picture.rules.counters[id].command for id in units}))
    fields: dict[str, Domain] = {"supported": Several(values=commands, most=len(commands), usual=USUALLY_SUPPORTED)}
    if guns := guns_for(picture, hex, units):
        fields["artillery"] = Several(values=guns, most=len(guns))
    if engineers := tuple(id for id in units if picture.rules.profile(id).engineer):
        fields["engineers"] = Several(values=engineers, most=len(engineers))
    fields["losses"] = Choice(values=("strongest-first", "infantry-first", "armor-first"))
    fields["armor_target"] = Choice(values=("strongest", "weakest-armor"))
    fields["advance"] = Several(values=tuple(units), most=len(units), usual=USUALLY_ADVANCE)
    fields["ask"] = Several(values=tuple(ASKED), most=len(ASKED))
    return fields


def guns_for(picture: Picture, hex: Hex, units: Sequence[UnitId]) -> tuple[UnitId, ...]:
    """The own pieces that could fire for an attack of these units as it stands now."""
    return pieces(
        picture.rules, picture.own, picture.side, picture.side, hex, units, (), picture.public.visibility
    )  # fmt: skip


def check_plan(picture: Picture, plan: AttackPlan) -> None:
    """Refuse a plan that names who cannot be meant: whoever is passed over later is no fault."""
    commands = {picture.rules.counters[id].command for id in picture.own}
    for command in plan.supported or ():
        demand(command in commands, "KOR-CBT-09", f"You have no unit of {command}.")
    for id in plan.artillery:
        unit_on_map(picture, id, "KOR-CBT-11")
        demand(picture.rules.profile(id).is_gun, "KOR-CBT-11", (named(id), " is not artillery."))
    for id in plan.engineers:
        unit_on_map(picture, id, "KOR-CBT-13")
        demand(picture.rules.profile(id).engineer, "KOR-CBT-13", (named(id), " is not an engineer unit."))
    for id in plan.advance or ():
        unit_on_map(picture, id, "KOR-CBT-32")
        demand(picture.rules.profile(id).is_combat, "KOR-CBT-32", (named(id), " is not a combat unit."))


def fly(state: State, side: Seat, units: Sequence[UnitId], missions: int) -> Iterator[Event]:
    """Take committed missions off their tracks (KOR-CBT-03)."""
    if missions:
        picture = state.pictures[side]
        left = drawn(state.stores[side].missions, mission_tracks(picture, units), missions)
        yield StoresChanged(side=side, entries={"missions": left})


# ---- the segment


def open_declaration(state: State, dice: Dice) -> Iterator[Event]:
    """No attack of an earlier phase is left. The other side hears of it with the attacks that are declared."""
    assert state.phasing is not None
    yield AttacksCleared()
    yield Told(seat=state.phasing, report=AttacksDeclared(attacks=()))


def close_declaration(state: State, dice: Dice) -> Iterator[Event]:
    """All attacks are declared (KOR-CBT-05): both sides are told them, missions included (fog 4.1)."""
    yield from tell_all(state, AttacksDeclared(attacks=tuple(duplicate(state.attacks))))


def declared(state: State) -> list[str]:
    """The declared combats, in the order in which their owner declared them (KOR-CBT-06)."""
    return [str(attack.number) for attack in state.attacks if attack.kind == "declared" and not attack.done]


def by_breakthrough(state: State) -> list[str]:
    """The combats by breakthrough that are still to be fought, where their defender is asked (parent 3.1)."""
    return [str(attack.number) for attack in state.attacks if attack.kind == "breakthrough" and not attack.done]


def from_reserve(state: State) -> list[str]:
    """The reserve combats that are still to be fought, where their defender is asked (parent 3.1)."""
    return [str(attack.number) for attack in state.attacks if attack.kind == "reserve" and not attack.done]


# ---- E4B German armor reaction


@dataclass(frozen=True, kw_only=True)
class React(OnField):
    """Move a German armor unit one hex in reaction, into a hex under attack or out of one."""

    rule: ClassVar[str] = REACT
    phrase: ClassVar[Phrase] = Phrase("react {unit} to {hex}")
    kind: Literal["react"] = "react"
    unit: Subject[UnitId]
    hex: Way[Place]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " reacts to ", place(self.hex))

    def check_on(self, picture: Picture, field: Field) -> None:
        unit, here = unit_on_map(picture, self.unit, REACT)
        printed = picture.rules.profile(self.unit)
        demand(printed.is_armor, REACT, (named(self.unit), " is not an armor unit."))
        demand(
            not unit.order and unit.supply != "oos2" and not unit.used, REACT,
            (named(self.unit), " cannot react: it is Disorganized, regroups, is OOS2 or has reacted."),
        )  # fmt: skip
        one_hex_away(picture, here, self.hex, REACT)
        demand(not field.occupied(self.hex), REACT, ("The enemy stands in ", place(self.hex), "."))
        demand(
            terrain_cost(field, printed, here, self.hex) is not None, REACT,
            (named(self.unit), " cannot enter ", place(self.hex), " from there on this ground."),
        )  # fmt: skip
        demand(field.room(self.hex, (self.unit,)), REACT, ("There is no room in ", place(self.hex), "."))
        others = [one for one in field.at(here) if one.id != self.unit and field.profile(one.id).is_combat]
        attacked = {attack.hex for attack in picture.attacks if attack.by != picture.side}
        demand(
            here not in attacked or others, REACT,
            (named(self.unit), " is the last combat unit of a hex under attack, and may not leave it."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.used = self.hex, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if not state.field(seat).occupied(self.hex):
            yield UnitChanged(unit=self.unit, entries={"hex": self.hex, "used": True})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.side != GERMAN or not picture.attacks:
            return
        field = field_of(picture)
        for id, unit in picture.own.items():
            if unit.hex is None or not picture.rules.profile(id).is_armor:
                continue
            beside = picture.rules.board.beside(unit.hex)
            if hexes := tuple(hex for hex in beside if cls(unit=id, hex=hex).is_taken(picture, field)):
                yield Option(
                    kind="react", title=say("React with ", named(id)), subjects=(id,), fixed={"unit": id},
                    fields={"hex": Places(places=hexes)}, rule=REACT,
                )  # fmt: skip


def close_reaction(state: State, dice: Dice) -> Iterator[Event]:
    """Whoever has reacted is free again for what comes."""
    yield from change_units(state.of(GERMAN), used=False)
    yield from tell_own(state, GERMAN)
