"""Combats are declared in the Movement Segment: ground combats, counter-battery fire and interdiction.

They are checked and booked by the attacker's picture; `booking.book` makes combats of them when the segment closes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Literal

from service.engine.events import Event
from service.engine.hexes import Hex, adjacent
from service.engine.options import Choice, Option, Places, Range
from service.engine.order_words import Saying, SayingIn
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.roles import Target
from service.engine.sentences import Sentence, counted, joined, listed, own, place, say
from service.games.ndc.known.asking import own_unit
from service.games.ndc.known.bills import attacker_bill, kept, strength_of
from service.games.ndc.known.orders import GroundAttack
from service.games.ndc.known.picture import Picture, Planned
from service.games.ndc.known.points import (
    AIR,
    PointsInHand,
    Use,
    air_limits,
    artillery_in,
    believed,
    commander_serves,
    leads_none,
    spent,
)
from service.games.ndc.known.reports import lay_marker
from service.games.ndc.printed.units import Marker, Unit
from service.games.ndc.sections.booking import BOOKING_EVENTS, book
from service.games.ndc.staff.terms import with_support
from service.games.ndc.staff.words import NdcWords

__all__ = ["EVENTS", "CounterBattery", "DeclareGroundCombat", "Interdict", "book"]

EVENTS: tuple[type[Event], ...] = BOOKING_EVENTS


@dataclass(frozen=True, kw_only=True)
class DeclareGroundCombat(GroundAttack):
    """Attack an adjacent hex with one combat unit, as a probe or an assault (NDC-GCD-04: one of the two, by name).

    `barrage` CSPs support it, from the HQs (or "air") named in `hqs`, or if none is named from the HQ with most points
    in range; with `chemical` weapons, which may be `persistent`; `ew` attacks jam the defender; `command`: the division
    commander, if they are with the unit or with its HQ, uses command.
    """

    rule: ClassVar[str] = "NDC-MOV-01"
    phrase: ClassVar[Phrase] = Phrase(
        "attack {target} with {unit} as {type}", barrage="barrage {}", ew="ew {}", hqs="from {}"
    )

    kind: Literal["declare-ground-combat"] = "declare-ground-combat"

    def said(self, to: SayingIn[NdcWords]) -> Sentence:
        rest = to.words.rest(to.known, self, "unit", "target", "type")
        return say(to.unit(self.unit), " attacks ", place(self.target), f", {self.type}", rest)

    def on_button(self, to: Saying) -> Sentence:
        return say(self.type.capitalize(), " ", place(self.target), with_support(self.barrage, self.ew))

    def check(self, picture: Picture) -> None:
        unit = own_unit(picture, self.unit, "NDC-GCD-03")
        may_attack(picture, unit)
        may_be_attacked(picture, unit, self.target)
        in_hand = believed(picture)
        can_draw(picture, in_hand, self.target, self.barrage, "support", self.hqs, "NDC-GCD-06")
        drawn = in_hand.draw(self.target, self.barrage, "support", self.hqs)
        may_fire_chemicals(picture, self.chemical, self.persistent, drawn, "NDC-GCD-07", "NDC-GCD-08")
        can_jam(picture, in_hand, self.target, self.ew, "NDC-GCD-09")
        demand(
            not self.command or commander_serves(picture.own, picture.account, unit, picture.rules),
            "NDC-ATM-10", ("The division commander cannot use command for ", unit.said, f": {why_not(picture)}."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        unit = picture.own[self.unit]
        drawn = believed(picture).draw(self.target, self.barrage, "support", self.hqs)
        picture.planned.append(
            Planned(
                kind="ground", unit=unit.id, origin=unit.hex, target=self.target, type=self.type, csps=self.barrage,
                ew=self.ew, chemical=self.chemical, persistent=self.persistent, command=self.command, drawn=drawn,
                lines=kept(attacker_bill(picture.own, unit, self.target, picture.weather, picture.rules)),
            )
        )  # fmt: skip
        unit.attacked = True
        picture.account = spent(
            picture.account, picture.tables, drawn, "support", ew=self.ew, command=self.command
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        """For each unit that may attack, its targets grouped by what support reaches them; chemicals apart."""
        in_hand = believed(picture)

        @cache
        def support(hex: Hex) -> tuple[int, int, int]:
            """What one combat at a hex may have: CSPs, those of them that are artillery, EW attacks."""
            return *in_hand.in_a_combat(in_hand.sources(hex, "support")), in_hand.ew_attacks(hex)

        for unit in sorted(picture.own.values(), key=lambda u: u.id):
            if unit.hex is None or not allowed(may_attack, picture, unit):
                continue
            groups: dict[tuple[int, int, int], list[Hex]] = defaultdict(list)
            for hex in picture.rules.board.grid.neighbours(unit.hex):
                if allowed(may_be_attacked, picture, unit, hex):
                    groups[support(hex)].append(hex)
            serves = commander_serves(picture.own, picture.account, unit, picture.rules)
            for (csps, artillery, ew), hexes in sorted(groups.items()):
                yield cls.offer(unit, hexes, Range(least=0, most=csps), ew, bool(serves), chemical=False)
                least = picture.tables.chemical.csps_at_least
                if picture.account.released and artillery >= least:
                    yield cls.offer(unit, hexes, Range(least=least, most=csps), ew, bool(serves), chemical=True)

    @classmethod
    def offer(cls, unit: Unit, hexes: list[Hex], csps: Range, ew: int, serves: bool, *, chemical: bool) -> Option:
        return Option(
            kind="declare-ground-combat",
            title=say("Attack with ", unit.said, ", chemical weapons in the barrage" if chemical else ""),
            subjects=(unit.id,),
            fixed={"unit": unit.id, "chemical": chemical},
            fields={
                "target": Places(places=tuple(sorted(hexes))),
                "type": Choice(values=("probe", "assault")),
                "barrage": csps,
                "persistent": Choice(values=(False, True) if chemical else (False,)),
                "ew": Range(least=0, most=ew),
                "command": Choice(values=(False, True) if serves else (False,)),
            },
            rule="NDC-GCD-02",
        )


# ---- fires


@dataclass(frozen=True, kw_only=True)
class CounterBattery(Order):
    """Fire at the artillery of an enemy headquarters in a hex, with `csps` that count double."""

    rule: ClassVar[str] = "NDC-CBF-01"
    phrase: ClassVar[Phrase] = Phrase("counter-battery {target} with {csps}", hqs="from {}")

    kind: Literal["counter-battery"] = "counter-battery"
    target: Target[Hex]
    csps: int
    hqs: tuple[str, ...] = ()

    def said(self, to: Saying) -> Sentence:
        source = say(" from ", to.held(self, "hqs")) if self.hqs else ""
        return say("Counter-battery fire on ", place(self.target), with_support(self.csps), source)

    def on_button(self, to: Saying) -> Sentence:
        return say("Fire on the artillery in ", place(self.target), with_support(self.csps))

    def check(self, picture: Picture) -> None:
        may_fire_at(picture, self.target, self.csps, 1, self.hqs, "NDC-CBF-06", "NDC-CBF-07")

    def believe(self, picture: Picture) -> None:
        plan_fire(picture, "counter-battery", self.target, self.csps, self.hqs)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        yield from fire_offers(picture, "counter-battery", "Counter-battery fire", 1, "NDC-CBF-06")


@dataclass(frozen=True, kw_only=True)
class Interdict(Order):
    """Lay an interdiction on a hex, with `csps` that count double: who enters pays for it and may lose T/O levels."""

    rule: ClassVar[str] = "NDC-CBF-01"
    phrase: ClassVar[Phrase] = Phrase("interdict {target} with {csps}", hqs="from {}")

    kind: Literal["interdict"] = "interdict"
    target: Target[Hex]
    csps: int
    hqs: tuple[str, ...] = ()

    def said(self, to: Saying) -> Sentence:
        source = say(" from ", to.held(self, "hqs")) if self.hqs else ""
        return say("Interdict ", place(self.target), with_support(self.csps), source)

    def on_button(self, to: Saying) -> Sentence:
        return say("Interdict ", place(self.target), with_support(self.csps))

    def check(self, picture: Picture) -> None:
        least = picture.tables.interdiction.csps_at_least
        may_fire_at(picture, self.target, self.csps, least, self.hqs, "NDC-CBF-10", "NDC-CBF-11")

    def believe(self, picture: Picture) -> None:
        plan_fire(picture, "interdiction", self.target, self.csps, self.hqs)
        markers = picture.tables.interdiction_markers(self.csps)
        lay_marker(picture.markers, Marker(kind="interdiction", hex=self.target, side=picture.side, strength=markers))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        least = picture.tables.interdiction.csps_at_least
        yield from fire_offers(picture, "interdict", "Interdiction", least, "NDC-CBF-10")


def plan_fire(picture: Picture, kind: str, target: Hex, csps: int, hqs: tuple[str, ...]) -> None:
    """NDC-CBF-05: both kinds of fire are booked to the same account."""
    drawn = believed(picture).draw(target, csps, "counter", hqs)
    picture.planned.append(Planned(kind=kind, unit=None, origin=None, target=target, csps=csps, drawn=drawn))
    picture.account = spent(picture.account, picture.tables, drawn, "counter")


def may_fire_at(
    picture: Picture, target: Hex, csps: int, least: int, hqs: tuple[str, ...], hex_rule: str, csp_rule: str
) -> None:
    demand(target in picture.rules.board.grid, hex_rule, f"There is no hex {target!r} on this map.")
    demand(csps >= least, csp_rule, f"This fire takes at least {counted(least, 'CSP')}; you ordered {csps}.")
    in_hand = believed(picture)
    if not in_hand.csps(target, "counter"):
        hqs_there = any(not unit.combat and in_hand.reaches(unit, target) for unit in picture.own.values())
        reason = "are left in range" if hqs_there else "reach that far"
        demand(False, hex_rule, ("No CSPs for counter-battery fire or interdiction at ", place(target), f" {reason}."))
    can_draw(picture, in_hand, target, csps, "counter", hqs, csp_rule)


def fire_offers(picture: Picture, order: str, title: str, least: int, rule: str) -> Iterator[Option]:
    """The hexes in range, grouped by how many CSPs reach them."""
    in_hand = believed(picture)
    groups: dict[int, list[Hex]] = defaultdict(list)
    for hex, csps in in_hand.csps_at(picture.rules.board.grid, "counter").items():
        groups[csps].append(hex)
    for csps, hexes in sorted(groups.items()):
        if csps >= least:
            yield Option(
                kind=order, title=say(f"{title}, up to {counted(csps, 'CSP')}"), rule=rule,
                fields={"target": Places(places=tuple(sorted(hexes))), "csps": Range(least=least, most=csps)},
            )  # fmt: skip


# ---- what may be declared


def allowed(check: Callable[..., None], *of: object) -> bool:
    """Whether a check refuses nothing."""
    try:
        check(*of)
    except Refusal:
        return False
    return True


def may_attack(picture: Picture, unit: Unit) -> None:
    """NDC-GCD-03 and parent 3.24: a combat unit with attack strength, that has not attacked and is not Engaged."""
    demand(unit.combat, "NDC-GCD-03", (unit.said, " is a headquarters; only combat units attack."))
    how = f"{unit.mode} mode" if unit.zone == "single" else f"{unit.mode} mode and {unit.zone} zone"
    demand(strength_of(unit, picture.tables)[0] > 0, "NDC-ATM-01", (unit.said, f" in {how} has attack strength 0."))
    demand(not unit.engaged, "NDC-GCD-03", (unit.said, " is Engaged and cannot attack again in this phase."))
    demand(not unit.attacked, "NDC-GCD-03", (unit.said, " has attacked in this phase; a unit attacks once."))


def may_be_attacked(picture: Picture, unit: Unit, target: Hex) -> None:
    """NDC-GCD-02: an adjacent hex without own units, known enemy in it or not."""
    board = picture.rules.board
    demand(target in board.grid, "NDC-GCD-02", f"There is no hex {target!r} on this map.")
    assert unit.hex is not None
    demand(
        adjacent(unit.hex, target),
        "NDC-GCD-02",
        (place(target), " is not adjacent to ", unit.said, " in ", place(unit.hex), "."),
    )
    demand(
        board.may_attack(picture.tables, unit.type, unit.hex, target), "NDC-GCD-02",
        (f"{unit.type} cannot attack from ", place(unit.hex), " to ", place(target),
         f": the {board.river_names['major']} has no bridge there."),
    )  # fmt: skip
    friends = picture.own_at(target)
    demand(
        not friends, "NDC-GCD-02", ("Your own ", friends[0].said if friends else "", " stands in ", place(target), ".")
    )


def can_draw(
    picture: Picture, in_hand: PointsInHand, hex: Hex, csps: int, use: Use, named: tuple[str, ...], rule: str
) -> None:
    """Parent 3.21: no more CSPs than a combat may have, than are left, and than reach the hex."""
    most = picture.tables.assets.csps_in_a_combat
    demand(
        0 <= csps <= most, rule, f"A side uses between 0 and {counted(most, 'CSP')} in one combat; you ordered {csps}."
    )
    sources = in_hand.sources(hex, use)
    grounded = listed(air_limits(picture.weather, picture.tables))
    demand(
        AIR not in named or in_hand.air() or not picture.account.air, rule,
        f"In this weather ({listed(picture.weather)}) air points {grounded}.",
    )  # fmt: skip
    for source in named:
        demand(source in sources, rule, (own(source), " has no CSPs left that reach ", place(hex), "."))
    left = sum(points for source, points in sources.items() if source in (named or sources))
    where = say(" from ", joined(" and ", map(own, named))) if named else ""
    demand(
        csps <= left,
        rule,
        (
            f"You asked for {counted(csps, 'CSP')} at ",
            place(hex),
            f"; {left} {'is' if left == 1 else 'are'} left in range",
            where,
            ".",
        ),
    )


def may_fire_chemicals(
    picture: Picture, chemical: bool, persistent: bool, drawn: dict[str, int], rule: str, persistent_rule: str
) -> None:
    """Parent 3.34: with release only, and with enough artillery in the same fire."""
    demand(chemical or not persistent, persistent_rule, "Only chemical weapons can be persistent.")
    if chemical:
        demand(picture.account.released, rule, f"Your side has no chemical release in turn {picture.turn}.")
        least, artillery = picture.tables.chemical.csps_at_least, artillery_in(drawn)
        demand(artillery >= least, rule, f"Chemical weapons take {least} artillery CSPs; there are {artillery}.")


def can_jam(picture: Picture, in_hand: PointsInHand, hex: Hex, attacks: int, rule: str) -> None:
    """Parent 3.30: EW attacks by the stock of points, on a unit in reach of a headquarters with signals."""
    figures = picture.tables.ew
    demand(
        0 <= attacks <= figures.attacks_in_a_combat, rule,
        f"A side makes between 0 and {figures.attacks_in_a_combat} EW attacks in one combat; you ordered {attacks}.",
    )  # fmt: skip
    if attacks:
        demand(
            in_hand.jams(hex), rule,
            (f"No headquarters of yours with a signal asset stands within "
            f"{counted(figures.range, 'hex', 'hexes')} of ", place(hex), "."),
        )  # fmt: skip
        cost, points = attacks * figures.points_per_attack, picture.account.ew_points
        demand(
            cost <= points,
            rule,
            f"{counted(attacks, 'EW attack')} {'costs' if attacks == 1 else 'cost'} "
            f"{counted(cost, 'EW point')}; you have {points}.",
        )


def why_not(picture: Picture) -> str:
    """Where the division commander is, for a refusal."""
    account = picture.account
    host = picture.own.get(account.commander or "")
    if host is None:
        return "the commander is with no unit"
    if account.commander_hit:
        return f"the commander is out of action for {counted(account.commander_hit, 'more Mode Change Phase')}"
    if not host.combat and leads_none(host):
        return f"the commander is with {host.name}, the division's own headquarters, and leads no other unit there"
    return f"the commander is with {host.name}, and has led {counted(account.commander_uses, 'combat')} in this phase"
