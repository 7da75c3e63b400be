"""E4C and F4C: what either side declares for a combat, item by item (KOR-CBT-08 to 14).

Who is asked, and who is answered for, stands in `support_answers.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Range, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, listed, say
from service.games.korsun.known.asking import distinct, named, own_unit
from service.games.korsun.known.field import Field
from service.games.korsun.known.guns import halves, pieces
from service.games.korsun.known.picture import Attack, Picture, field_of
from service.games.korsun.known.purses import depots_of, near_depot
from service.games.korsun.printed.reading import GERMAN, Side
from service.games.korsun.printed.units import Command, UnitId
from service.games.korsun.sections.attacks import drawn, mission_tracks
from service.games.korsun.sections.engineering import draw_depot
from service.games.korsun.sections.odds import within_support
from service.games.korsun.truth.looking import tell_own
from service.games.korsun.truth.state import AttackSet, PositionNoted, SdmChanged, State, StoresChanged, UnitChanged

PAY, FLY, GUNS, DEFENDERS_GUNS, ENGINEERS, HOLD = (
    "KOR-CBT-09", "KOR-CBT-10", "KOR-CBT-11", "KOR-CBT-12", "KOR-CBT-13", "KOR-CBT-14",
)  # fmt: skip


def my_attack(picture: Picture, rule: str) -> Attack:
    """The combat that is being fought. Raises a Refusal where there is none."""
    attack = picture.attack
    demand(attack is not None, rule, "No combat is being fought now.")
    assert attack is not None
    return attack


def my_units(picture: Picture, attack: Attack) -> tuple[UnitId, ...]:
    """The side's own units in the combat."""
    if attack.by == picture.side:
        return tuple(id for id in attack.units if id in picture.own)
    return tuple(unit.id for unit in field_of(picture).at(attack.hex))


# ---- supported combat (12.4)


@dataclass(frozen=True, kw_only=True)
class PaySupply(Order):
    """Pay a supply point for each of these commands, so that its units count in full in this combat."""

    rule: ClassVar[str] = PAY
    phrase: ClassVar[Phrase] = Phrase("pay supply for {commands}")
    kind: Literal["pay-supply"] = "pay-supply"
    commands: tuple[Command, ...]

    def said(self, to: Saying) -> Sentence:
        return say(f"Supply is paid for {listed(self.commands)}")

    def check(self, picture: Picture) -> None:
        distinct(self.commands, PAY)
        attack, cost = my_attack(picture, PAY), picture.tables.supply.supported_combat
        fighting = {picture.rules.counters[id].command for id in my_units(picture, attack)}
        needed: dict[Command, int] = {}
        for command in self.commands:
            demand(command in fighting, PAY, f"{command} has no unit in this combat.")
            demand(command not in attack.supported.get(picture.side, []), PAY, f"{command} is paid for.")
            payer = field_of(picture).payer(command)
            points = needed.get(payer, 0) + cost
            have = picture.sdms[payer].sp if payer in picture.sdms else 0
            if have < points and paying_depot(field_of(picture), command, my_units(picture, attack)) is not None:
                continue
            needed[payer] = points
            demand(
                have >= points,
                PAY,
                f"That costs {counted(points, 'point')} of the marker of {payer}, which has {have}.",
            )

    def believe(self, picture: Picture) -> None:
        attack = my_attack(picture, PAY)
        attack.supported.setdefault(picture.side, []).extend(self.commands)
        cost = picture.tables.supply.supported_combat
        for command in self.commands:
            sdm = picture.sdms.get(field_of(picture).payer(command))
            depot = paying_depot(field_of(picture), command, my_units(picture, attack))
            if sdm is not None and (sdm.sp >= cost or depot is None):
                sdm.sp -= cost
            elif depot is not None:
                picture.stores.depots[depot].sp -= cost

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from pay(state, state.present, seat, self.commands)
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is None:
            return
        commands = sorted({picture.rules.counters[id].command for id in my_units(picture, picture.attack)})
        fit = tuple(command for command in commands if accepts(picture, cls(commands=(command,))))
        if fit and accepts(picture, cls(commands=fit)):
            yield Option(
                kind="pay-supply", title=say("Pay supply for this combat"),
                fields={"commands": Several(values=fit, least=1, most=len(fit))}, rule=PAY,
            )  # fmt: skip
        else:
            for command in fit:
                yield Option(
                    kind="pay-supply", title=say(f"Pay supply for {command}"), fixed={"commands": (command,)}, rule=PAY
                )  # fmt: skip


def paying_depot(field: Field, command: Command, units: Sequence[UnitId]) -> Hex | None:
    """A depot of a Korps that can pay for its units in a combat: one of them lies within its increment (15.6)."""
    cost = field.tables.supply.supported_combat
    helped = [field.own[id] for id in units if id in field.own and field.rules.counters[id].command == command]
    for hex, depot in depots_of(field, command):
        if depot.sp >= cost and any(near_depot(field, unit, hex) for unit in helped):
            return hex
    return None


def pay(state: State, attack: Attack, side: Side, commands: Sequence[Command]) -> Iterator[Event]:
    """Pay for commands that have a unit which can truly be supported; for others nothing is spent (12.4)."""
    for command in commands:
        field, cost = state.field(side), state.tables.supply.supported_combat
        payer = field.payer(command)
        sdm = state.sdms.get(payer)
        helped = [id for id in fighting(state, attack, side) if state.rules.counters[id].command == command]
        depot = paying_depot(field, command, helped)
        if sdm is not None and sdm.sp >= cost and any(within_support(state, attack, side, id) for id in helped):
            yield SdmChanged(command=payer, entries={"sp": sdm.sp - cost})
        elif depot is not None and any(within_support(state, attack, side, id, depot) for id in helped):
            yield from draw_depot(state, side, depot, cost)
            yield PositionNoted(entries={"from_depot": {**state.from_depot, command: depot}})
        else:
            continue
        now = state.attack(attack.number)
        paid = {**now.supported, side: [*now.supported.get(side, []), command]}
        yield AttackSet(attack=replace(now, supported=paid))


def fighting(state: State, attack: Attack, side: Side) -> list[UnitId]:
    """The units of a side in a combat, as they truly are there now."""
    if side == attack.by:
        return [id for id in attack.units if id in state.units]
    return [unit.id for unit in state.at(attack.hex, side)]


# ---- the defender's air support (6.2)


@dataclass(frozen=True, kw_only=True)
class FlyInDefense(Order):
    """Commit air missions to the defense in this combat."""

    rule: ClassVar[str] = FLY
    phrase: ClassVar[Phrase] = Phrase("fly in defense {missions}")
    kind: Literal["fly-in-defense"] = "fly-in-defense"
    missions: int

    def said(self, to: Saying) -> Sentence:
        return say(f"{counted(self.missions, 'air mission')} in defense")

    def check(self, picture: Picture) -> None:
        attack = my_attack(picture, FLY)
        free = defensive_missions(picture, attack)
        demand(1 <= self.missions <= free, FLY, f"You can commit at most {counted(free, 'mission')} to this combat.")

    def believe(self, picture: Picture) -> None:
        attack = my_attack(picture, FLY)
        tracks = mission_tracks(picture, my_units(picture, attack))
        picture.stores.missions = drawn(picture.stores.missions, tracks, self.missions)
        attack.air += self.missions

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from defend_by_air(state, state.present, seat, self.missions)
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is not None and (free := defensive_missions(picture, picture.attack)):
            yield Option(
                kind="fly-in-defense", title=say("Commit air missions"),
                fields={"missions": Range(least=1, most=free)}, rule=FLY,
            )  # fmt: skip


def defensive_missions(picture: Picture, attack: Attack) -> int:
    """The missions that the defender may still commit (KOR-CBT-10; `defender_cas` has the other reading)."""
    if picture.side != GERMAN and picture.rules.switches.defender_cas == "german_only":
        return 0
    tracks = mission_tracks(picture, my_units(picture, attack))
    have = sum(picture.stores.missions.get(track, 0) for track in tracks)
    return max(0, min(have, picture.tables.weather.missions_in_a_combat - attack.air))


def defend_by_air(state: State, attack: Attack, side: Side, missions: int) -> Iterator[Event]:
    tracks = mission_tracks(state.pictures[side], fighting(state, attack, side))
    yield StoresChanged(side=side, entries={"missions": drawn(state.stores[side].missions, tracks, missions)})
    now = state.attack(attack.number)
    yield AttackSet(attack=replace(now, air=now.air + missions))


# ---- artillery (12.10)


@dataclass(frozen=True, kw_only=True)
class FireArtillery(Order):
    """Let these pieces fire in this combat; each firing lowers a piece's ammunition by one level."""

    rule: ClassVar[str] = GUNS
    phrase: ClassVar[Phrase] = Phrase("fire {units}")
    kind: Literal["fire-artillery"] = "fire-artillery"
    units: Subject[tuple[UnitId, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.units(self.units), " fires" if len(self.units) == 1 else " fire")

    def check(self, picture: Picture) -> None:
        distinct(self.units, GUNS)
        attack = my_attack(picture, GUNS)
        rule, ready = (GUNS if attack.by == picture.side else DEFENDERS_GUNS), ready_pieces(picture, attack)
        demand(
            not attack.points.get(picture.side), rule, "Your artillery has been named for this combat."
        )  # fmt: skip
        for id in self.units:
            own_unit(picture, id, rule)
            demand(
                id in ready, rule,
                (named(id), " cannot fire here: it is out of range, not ready, or supports none of those who fight."),
            )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        attack = my_attack(picture, GUNS)
        both = sum(halves(picture.rules, picture.own[id]) for id in self.units)
        attack.points[picture.side] = both // 2
        for id in self.units:
            picture.own[id].ammo -= 1

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from fire(state, state.present, seat, self.units)
        yield from tell_own(state, seat)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is None or picture.attack.points.get(picture.side):
            return
        if ready := ready_pieces(picture, picture.attack):
            yield Option(
                kind="fire-artillery", title=say("Fire artillery"), subjects=ready,
                fields={"units": Several(values=ready, least=1, most=len(ready))}, rule=GUNS,
            )  # fmt: skip


def ready_pieces(picture: Picture, attack: Attack) -> tuple[UnitId, ...]:
    """The own pieces that may fire in a combat, by the picture."""
    seen = {id: hex for id, (_, hex) in picture.attackers(attack).items()}
    places = (picture.own[id].hex if id in picture.own else seen.get(id) for id in attack.units)
    origins: tuple[Hex, ...] = tuple(hex for hex in places if hex is not None)
    return pieces(
        picture.rules, picture.own, picture.side, attack.by, attack.hex, attack.units, origins,
        picture.public.visibility,
    )  # fmt: skip


def truly_ready(state: State, attack: Attack, side: Side) -> tuple[UnitId, ...]:
    """The pieces that may truly fire."""
    origins = [hex for id in attack.units if id in state.units and (hex := state.units[id].hex) is not None]
    return pieces(
        state.rules, state.of(side), side, attack.by, attack.hex, attack.units, origins, state.public.visibility
    )  # fmt: skip


def fire(state: State, attack: Attack, side: Side, units: Sequence[UnitId]) -> Iterator[Event]:
    """Pieces that can fire do: the points of a side are summed and rounded down once (12.10)."""
    ready = [id for id in dict.fromkeys(units) if id in truly_ready(state, attack, side)]
    if not ready:
        return
    both = sum(halves(state.rules, state.units[id]) for id in ready)
    for id in ready:
        yield UnitChanged(unit=id, entries={"ammo": state.units[id].ammo - 1})
    now = state.attack(attack.number)
    yield AttackSet(attack=replace(now, points={**now.points, side: both // 2}))
    yield PositionNoted(entries={"firing": {**state.firing, side: ready}})


# ---- assault engineers and No Retreat (12.9.1, 12.14)


@dataclass(frozen=True, kw_only=True)
class CommitEngineers(Order):
    """Declare engineers that fight in this combat as assault engineers; the first step lost is theirs."""

    rule: ClassVar[str] = ENGINEERS
    phrase: ClassVar[Phrase] = Phrase("commit engineers {units}")
    kind: Literal["commit-engineers"] = "commit-engineers"
    units: Subject[tuple[UnitId, ...]]

    def said(self, to: Saying) -> Sentence:
        return say(to.units(self.units), " assaults" if len(self.units) == 1 else " assault")

    def check(self, picture: Picture) -> None:
        distinct(self.units, ENGINEERS)
        able = my_engineers(picture, my_attack(picture, ENGINEERS))
        for id in self.units:
            own_unit(picture, id, ENGINEERS)
            demand(id in able, ENGINEERS, (named(id), " is not an engineer that fights here, or is already declared."))

    def believe(self, picture: Picture) -> None:
        my_attack(picture, ENGINEERS).engineers.setdefault(picture.side, []).extend(self.units)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from commit(state, state.present, seat, self.units)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is not None and (able := my_engineers(picture, picture.attack)):
            yield Option(
                kind="commit-engineers", title=say("Declare assault engineers"), subjects=able,
                fields={"units": Several(values=able, least=1, most=len(able))}, rule=ENGINEERS,
            )  # fmt: skip


def my_engineers(picture: Picture, attack: Attack) -> tuple[UnitId, ...]:
    declared = attack.engineers.get(picture.side, [])
    units = my_units(picture, attack)
    return tuple(id for id in units if picture.rules.profile(id).engineer and id not in declared)


def commit(state: State, attack: Attack, side: Side, units: Sequence[UnitId]) -> Iterator[Event]:
    there = fighting(state, attack, side)
    able = [id for id in units if id in there and state.profile(id).engineer]
    if able:
        now = state.attack(attack.number)
        declared = {**now.engineers, side: [*now.engineers.get(side, []), *able]}
        yield AttackSet(attack=replace(now, engineers=declared))


@dataclass(frozen=True, kw_only=True)
class HoldGround(Order):
    """Declare No Retreat: retreats are not carried out, for more steps lost, and survivors are Disorganized."""

    rule: ClassVar[str] = HOLD
    phrase: ClassVar[Phrase] = Phrase("no retreat")
    kind: Literal["no-retreat"] = "no-retreat"

    def check(self, picture: Picture) -> None:
        attack = my_attack(picture, HOLD)
        demand(attack.by != picture.side, HOLD, "Only the defender can declare No Retreat.")
        demand(not attack.no_retreat, HOLD, "No Retreat is declared.")
        terrain = picture.rules.board.terrain[attack.hex].name
        fit = terrain in picture.tables.terrain.no_retreat or attack.hex in picture.improved
        demand(fit, HOLD, f"No Retreat is for woods, balka, hill, towns and improved positions; this is {terrain}.")
        able = [id for id in my_units(picture, attack) if picture.own[id].order != "disorganized"]
        demand(
            any(not barred_by_breakout(picture, id) for id in able), HOLD, "None of your units there can declare it."
        )

    def believe(self, picture: Picture) -> None:
        my_attack(picture, HOLD).no_retreat = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield AttackSet(attack=replace(state.present, no_retreat=True))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.attack is not None and accepts(picture, cls()):
            yield Option(kind="no-retreat", title=say("Declare No Retreat"), rule=HOLD)


def barred_by_breakout(picture: Picture, id: UnitId) -> bool:
    """Whether a unit of an isolated Korps stands under a breakout declared in the game-turn before (16.4)."""
    of_pocket = picture.rules.counters[id].command in picture.public.isolated
    return of_pocket and 0 < picture.public.breakout == picture.turn - 1
