"""The Mode Change and Forced March Designation Phase (NDC-MOD-01; parent 3.9 to 3.11, 3.20)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Choice, Option, Places, Several
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, accepts, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, joined, own, place, places, say
from service.games.ndc.known.asking import enterable_neighbours, known_neighbours, own_unit
from service.games.ndc.known.command import in_command
from service.games.ndc.known.orders import ZoneChange
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.zones import controllers
from service.games.ndc.printed.charts import MODES
from service.games.ndc.printed.units import ZONES, Mode, Unit, UnitId, copied
from service.games.ndc.sections.confirming import confirm, confirm_account
from service.games.ndc.sections.meeting import enemies_in, find_empty, meet
from service.games.ndc.staff.terms import MODE_NAMES
from service.games.ndc.truth.state import AccountSet, State, UnitNoted, UnitPlaced

MOD = "NDC-MOD-01"


# ---- what can be ordered


@dataclass(frozen=True, kw_only=True)
class ChangeMode(Order):
    """Change the mode of one unit, once a phase and at no cost.

    A unit out of command changes only if its side's die is high enough; the try is spent either way.
    """

    rule: ClassVar[str] = MOD
    phrase: ClassVar[Phrase] = Phrase("mode {unit} {mode}")
    kind: Literal["change-mode"] = "change-mode"
    unit: Subject[UnitId]
    mode: Mode

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), f" changes to {MODE_NAMES[self.mode]} mode")

    def on_button(self, to: Saying) -> Sentence:
        return say(f"Change to {MODE_NAMES[self.mode]} mode")

    def check(self, picture: Picture) -> None:
        unit, tables = own_unit(picture, self.unit, MOD), picture.tables
        demand(not unit.mode_tried, MOD, (unit.said, " has already tried to change its mode in this phase."))
        demand(unit.mode != self.mode, MOD, (unit.said, f" is in {self.mode} mode already."))
        condition = tables.mode_change(unit.mode, self.mode)
        demand(
            unit.type in tables.mode(self.mode).types and condition != "never", MOD,
            (unit.said, f" cannot change from {unit.mode} to {self.mode} mode."),
        )  # fmt: skip
        near = known_neighbours(picture, unit) if condition == "unless-adjacent" else []
        if near:
            there = joined(", ", map(place, near))
            raise Refusal(
                MOD, (unit.said, f" cannot change to {self.mode} mode next to a known enemy, in ", there, ".")
            )
        demand(
            condition != "if-idle" or unit.idle, MOD,
            (unit.said, f" cannot change to {self.mode} mode: it moved or attacked in your last phase."),
        )  # fmt: skip
        barred = tables.fatigue.no_attack_mode_from
        demand(
            self.mode != "attack" or unit.fatigue < barred, MOD,
            (unit.said, f" is at fatigue F{unit.fatigue}; from F{barred} on no unit changes to attack mode."),
        )  # fmt: skip
        if self.mode not in tables.zone_mode(unit.zone).modes:
            over = joined(", ", map(place, unit.hexes))
            back = "; let it go back to single zone first."
            raise Refusal(MOD, (unit.said, f" is in {unit.zone} zone over ", over, back))
        demand(
            not unit.forced or self.mode in tables.movement.forced_march.modes, MOD,
            (unit.said, f" is designated for a forced march, which is not made in {self.mode} mode."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.mode_tried = True
        if in_command(picture.own, unit, picture.rules):
            unit.mode = self.mode

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        unit = state.units[self.unit]
        changed = in_command(state.units, unit, state.rules)
        if not changed:
            spec = state.tables.die("modes", "out_of_command_die")
            die = dice.roll(spec, f"{MOD} mode change of {seat} at {unit.hex}").total
            changed = die >= state.rules.sides[seat].mode_change_from
        yield UnitNoted(unit=unit.id, entries={"mode_tried": True, "mode": self.mode if changed else unit.mode})
        yield from confirm(state, unit.id, "mode", "mode_tried")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for unit in picture.own.values():
            modes = tuple(mode for mode in MODES if accepts(picture, cls(unit=unit.id, mode=mode)))
            if modes:
                yield Option(
                    kind="change-mode",
                    title=say("Change the mode of ", own(unit.id, unit.designation)),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id},
                    fields={"mode": Choice(values=modes)},
                    rule=MOD,
                )


@dataclass(frozen=True, kw_only=True)
class ChangeZone(ZoneChange):
    """Spread a unit over one or two further hexes (double, triple zone), or gather it in one hex; once a phase.

    `stay` is the hex that it keeps as its base: its present base hex, or, without `further` hexes, any of its hexes.
    """

    rule: ClassVar[str] = MOD
    phrase: ClassVar[Phrase] = Phrase("zone {unit} {stay} {further}")
    kind: Literal["change-zone"] = "change-zone"

    def said(self, to: Saying) -> Sentence:
        spread = say(" and spreads to ", places(self.further)) if self.further else " alone"
        return say(to.unit(self.unit), " stays in ", place(self.stay), spread)

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, MOD)
        demand(not unit.zone_changed, MOD, (unit.said, " has already changed its zone mode in this phase."))
        if not self.further:
            demand(unit.spread, MOD, (unit.said, " is in single zone already."))
            if self.stay not in unit.hexes:
                its, there = joined(", ", map(place, unit.hexes)), place(self.stay)
                raise Refusal(MOD, (unit.said, " can only stay in one of its hexes, ", its, ", not in ", there, "."))
            return
        may_spread(picture, unit, len(self.further))
        demand(
            self.stay == unit.hex, MOD,
            (unit.said, " spreads from its base hex ", place(unit.hex or ""), ", which it cannot change for ",
             place(self.stay), "."),
        )  # fmt: skip
        demand(len(set(self.further)) == len(self.further), MOD, "A hex is named twice.")
        demand(
            set(self.further) != set(unit.spread), MOD,
            (unit.said, " holds ", joined(", ", map(place, unit.hexes)), " already."),
        )  # fmt: skip
        free = spread_hexes(picture, unit)
        for hex in self.further:
            demand(
                hex in free, MOD,
                (unit.said, " cannot spread to ", place(hex), ", only to ", joined(", ", map(place, free)) or "none",
                 " of the hexes next to ", place(unit.hex or ""),
                 " that it can enter, that are free of other units, and not across a river without a bridge."),
            )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        unit.hex, unit.spread, unit.zone_changed = self.stay, self.further, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        unit = state.units[self.unit]
        held = tuple(hex for hex in self.further if not enemies_in(state, hex, unit))
        yield UnitPlaced(unit=unit.id, hexes=(self.stay, *held))
        yield UnitNoted(unit=unit.id, entries={"zone_changed": True})
        for hex in sorted(self.further):
            if hex in held:
                yield from find_empty(state, unit, hex)
            else:
                yield from meet(state, unit, hex, dice, MOD)
        yield from confirm(state, unit.id, "hex", "spread", "zone_changed")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for unit in picture.own.values():
            if unit.spread and accepts(picture, cls(unit=unit.id, stay=unit.hexes[0], further=())):
                yield Option(
                    kind="change-zone",
                    title=say("Gather ", own(unit.id, unit.designation), " in one hex"),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id, "further": ()},
                    fields={"stay": Places(places=unit.hexes)},
                    rule=MOD,
                )
            yield from cls.offers_to_spread(picture, unit)

    @classmethod
    def offers_to_spread(cls, picture: Picture, unit: Unit) -> Iterator[Option]:
        """An option for each size of zone that the unit may take; hexes that it holds already only for another size."""
        if unit.hex is None:
            return
        free = spread_hexes(picture, unit)
        for number, zone in enumerate(ZONES):
            values = free if number != len(unit.spread) else tuple(hex for hex in free if hex not in unit.spread)
            if not 0 < number <= len(values):
                continue
            if accepts(picture, cls(unit=unit.id, stay=unit.hex, further=values[:number])):
                yield Option(
                    kind="change-zone",
                    title=say("Spread ", own(unit.id, unit.designation), f" in {zone} zone"),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id, "stay": unit.hex},
                    fields={"further": Several(values=values, least=number, most=number)},
                    rule=MOD,
                )


@dataclass(frozen=True, kw_only=True)
class ForceMarch(Order):
    """Designate a combat unit for a forced march: more movement points in the coming phase, for fatigue after it."""

    rule: ClassVar[str] = MOD
    phrase: ClassVar[Phrase] = Phrase("force march {unit}")
    kind: Literal["force-march"] = "force-march"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.unit), " makes a forced march")

    def check(self, picture: Picture) -> None:
        unit, march = own_unit(picture, self.unit, MOD), picture.tables.movement.forced_march
        demand(unit.combat, MOD, (unit.said, " is a headquarters; only combat units can force march."))
        demand(not unit.forced, MOD, (unit.said, " is designated for a forced march already."))
        demand(
            unit.mode in march.modes, MOD,
            (unit.said, f" is in {unit.mode} mode; a forced march needs {' or '.join(march.modes)} mode."),
        )  # fmt: skip
        demand(
            unit.fatigue < march.barred_from_fatigue, MOD,
            (unit.said, f" is at fatigue F{unit.fatigue}; from F{march.barred_from_fatigue} on no unit can force "
             "march."),
        )  # fmt: skip
        demand(
            in_command(picture.own, unit, picture.rules), MOD,
            (unit.said, " in ", place(unit.hex or ""), " is out of command and cannot force march."),
        )  # fmt: skip
        held = sorted(hex for c in controllers(picture, unit.hexes[0]) for hex in c.hexes)
        demand(
            not held, MOD,
            (unit.said, " in ", place(unit.hex or ""), " is in the zone of control of a known enemy in ",
             joined(", ", map(place, held)), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.own[self.unit].forced = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield UnitNoted(unit=self.unit, entries={"forced": True})
        yield from confirm(state, self.unit, "forced")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for unit in picture.own.values():
            if accepts(picture, cls(unit=unit.id)):
                yield Option(
                    kind="force-march",
                    title=say("Force march ", own(unit.id, unit.designation)),
                    subjects=(unit.id,),
                    fixed={"unit": unit.id},
                    rule=MOD,
                )


@dataclass(frozen=True, kw_only=True)
class PlaceCommander(Order):
    """Place the division commander with an own unit within reach, once a phase; in the pregame, where they begin."""

    rule: ClassVar[str] = MOD
    phrase: ClassVar[Phrase] = Phrase("commander to {unit}")
    kind: Literal["place-commander"] = "place-commander"
    unit: Subject[UnitId]

    def said(self, to: Saying) -> Sentence:
        return say("The division commander goes to ", to.unit(self.unit))

    def on_button(self, to: Saying) -> Sentence:
        return say("Place the commander there")

    def check(self, picture: Picture) -> None:
        unit, account = own_unit(picture, self.unit, MOD), picture.account
        demand(not account.commander_moved, MOD, "You have already placed your division commander in this phase.")
        demand(account.commander != unit.id, MOD, ("Your division commander is with ", unit.said, " already."))
        if not picture.turn:
            begins = picture.rules.sides[picture.side].commander_starts_with
            demand(
                unit.id in begins, MOD,
                ("Your division commander begins the match with ", joined(" or ", map(own, begins)), ", not with ",
                 own(unit.id), "."),
            )  # fmt: skip
            return
        with_him = picture.own.get(account.commander) if account.commander is not None else None
        if with_him is None or with_him.hex is None or unit.hex is None:
            return
        reach, way = picture.tables.division_commander.reach, distance(with_him.hex, unit.hex)
        demand(
            way <= reach, MOD,
            (unit.said, " in ", place(unit.hex or ""), f" is {counted(way, 'hex', 'hexes')} from your division "
            f"commander at ",
             place(with_him.hex), f"; the commander goes {reach} at most."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.account.commander, picture.account.commander_moved = self.unit, True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        account = copied(state.accounts[seat])
        yield AccountSet(account=replace(account, commander=self.unit, commander_moved=True))
        yield from confirm_account(state, seat, "commander", "commander_moved")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        units = tuple(unit for unit in picture.own.values() if accepts(picture, cls(unit=unit.id)))
        if units:
            yield Option(
                kind="place-commander",
                title=say("Place the division commander"),
                fields={
                    "unit": Choice(
                        values=tuple(unit.id for unit in units),
                        labels=tuple(say(own(unit.id, unit.designation)) for unit in units),
                    )
                },
                rule=MOD,
            )


EVENTS: tuple[type[Event], ...] = ()


# ---- small helpers


def may_spread(picture: Picture, unit: Unit, further: int) -> None:
    """Parent 3.10: refuse a unit that may not take so many further hexes."""
    tables = picture.tables
    demand(further < len(ZONES), MOD, f"A unit takes at most {len(ZONES) - 1} further hexes; you named {further}.")
    name = ZONES[further]
    zone = tables.zone_mode(name)
    demand(unit.type in zone.types, MOD, (unit.said, f" is {unit.type}; {name} zone is for {', '.join(zone.types)}."))
    demand(
        unit.mode in zone.modes, MOD,
        (unit.said, f" is in {unit.mode} mode; {name} zone needs {' or '.join(zone.modes)}."),
    )  # fmt: skip
    demand(
        unit.to >= zone.to_at_least, MOD,
        (unit.said, f" is at T/O level {unit.to}; {name} zone needs {zone.to_at_least} or more."),
    )  # fmt: skip
    demand(not unit.engaged, MOD, (unit.said, " is Engaged and cannot spread."))
    demand(
        in_command(picture.own, unit, picture.rules), MOD,
        (unit.said, " in ", place(unit.hex or ""), " is out of command and cannot spread."),
    )  # fmt: skip


def spread_hexes(picture: Picture, unit: Unit) -> tuple[Hex, ...]:
    """The further hexes that a unit may choose: enterable, free of other units, no unbridged major river between."""
    board = picture.rules.board
    assert unit.hex is not None
    return tuple(
        hex
        for hex in sorted(enterable_neighbours(picture, unit))
        if not board.crosses_unbridged_major(unit.hex, hex)
        and all(other.id == unit.id for other in picture.own_at(hex))
    )
