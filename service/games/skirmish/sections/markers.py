"""Rates of fire, and the markers that say that they are used up (P8, P25; SKR-MRK-01 to 09).

Markers enforced, the server counts and marks. In honour mode the opponent marks what they saw fire; a base that they
forget fires on, but never more than its rate between two chances to mark it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option, Places
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Target
from service.engine.seats import Seat
from service.engine.sentences import say
from service.engine.telling import tell_all
from service.games.skirmish.known.picture import Handle, Picture
from service.games.skirmish.known.reports import BeyondRate, RecordOpened
from service.games.skirmish.printed.bases import Base, BaseId, Fired
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.truth.looking import tell_own
from service.games.skirmish.truth.state import ShotBeyondRate, State

# ---- counting


def spent(rules: Scenario, options: Mapping[str, str], base: Base) -> bool:
    """Whether a base's rate of fire is used up (P8): by count, or by the die that it keeps its shot on."""
    if options["rof_mode"] == "dice":
        return base.rate_lost or base.shots >= rules.tables.fire.most_attacks
    return base.shots >= rules.profile(base).rof(base)


def due(rules: Scenario, options: Mapping[str, str], base: Base) -> bool:
    """Whether a marker is due: it has used prepared fire, or its rate of fire (SKR-MRK-06)."""
    return base.fired == "prepared" or (base.shots > 0 and spent(rules, options, base))


def honour(options: Mapping[str, str]) -> bool:
    return options["markers"] == "honour"


def rate_left(rules: Scenario, options: Mapping[str, str], base: Base) -> bool:
    """Whether a base may fire again as far as its rate goes; by hand, since it could last be marked (SKR-MRK-09)."""
    if not honour(options):
        return not spent(rules, options, base)
    lost = base.rate_lost and base.since > 0
    most = rules.tables.fire.most_attacks if options["rof_mode"] == "dice" else rules.profile(base).rof(base)
    return not lost and base.since < most


def after_attack(
    rules: Scenario,
    options: Mapping[str, str],
    base: Base,
    step: Fired,
    *,
    cost: int = 1,
    lost: bool = False,
    gun: bool = False,
) -> dict[str, Any]:
    """What an attack makes of a base's counts; enforced, its marker lies the moment that it is due (SKR-MRK-05)."""
    entries: dict[str, Any] = {
        "shots": base.shots + cost, "since": base.since + cost, "fired": step,
        "gun_shots": base.gun_shots + (cost if gun else 0), "rate_lost": base.rate_lost or lost,
    }  # fmt: skip
    if not honour(options):
        entries["marked"] = due(rules, options, base.changed(**entries))
    return entries


def counted(state: State, base: Base, step: Fired, *, cost: int = 1, gun: bool = False) -> Iterator[Event]:
    """An attack is counted; one beyond the rate of fire goes into the closed record (SKR-MRK-07)."""
    rules, options = state.rules, state.options
    over = due(rules, options, base) if step == "closing" else spent(rules, options, base)
    if honour(options) and over:
        yield ShotBeyondRate(shot=BeyondRate(
            side=base.side, base=base.id, hex=Hex(str(base.hex)), turn=state.turn, number=base.shots + 1,
            rate=rules.profile(base).rof(base),
        ))  # fmt: skip
    yield changed(base.id, **after_attack(rules, options, base, step, cost=cost, gun=gun))


def keep_shot(state: State, base: Base, first_die: int) -> Iterator[Event]:
    """By the option, the shot is kept if the first die is the rate of fire or less (P8)."""
    rules, options = state.rules, state.options
    if options["rof_mode"] == "dice" and first_die > rules.profile(base).rof(base):
        lost = base.changed(rate_lost=True)
        marked = base.marked if honour(options) else due(rules, options, lost)
        yield changed(base.id, rate_lost=True, marked=marked)


# ---- the chance to mark


def chance_over(state: State, side: Seat, seen: Mapping[BaseId, int] | None = None) -> Iterator[Event]:
    """The opponent has had their chance to mark this side's bases: those not marked fire on (SKR-MRK-08).

    Live it is over for the shots that they had `seen` before the last pause, so many of each base (SKR-MRK-09).
    """
    if honour(state.options):
        for base in list(state.bases.values()):
            left = 0 if seen is None else min(base.since, base.shots - seen.get(base.id, 0))
            if base.side == side and base.since != left:
                yield changed(base.id, since=left)


@dataclass(frozen=True, kw_only=True)
class PlaceMarker(Order):
    """Mark an enemy that you saw fire, or a hex that a shot came from: what has used up its fire may not fire again.

    It is your task to mark the enemy's bases, not your own. Every marker is noted alike; one that was not due is void.
    """

    rule: ClassVar[str] = "SKR-MRK-01"
    phrase: ClassVar[Phrase] = Phrase("marker", target="at {}", hex="in {}")

    kind: Literal["place-marker"] = "place-marker"
    target: Target[Handle | None] = None
    hex: Target[Hex | None] = None

    def check(self, picture: Picture) -> None:
        rule = "SKR-MRK-01" if picture.attacking else "SKR-MRK-03"
        demand(self.target not in picture.own, rule, "The enemy marks your bases; you mark theirs.", "NOT_YOUR_TASK")
        demand(honour(picture.options), "SKR-MRK-05", "The server places the markers in this match.", "NOT_IN_SCENARIO")
        demand((self.target is None) != (self.hex is None), "P25", "Name an enemy or a hex to mark.")
        demand(self.target is None or self.target in picture.contacts, "SEQUENCE",
               f"You know of no enemy '{self.target}'.")  # fmt: skip
        demand(self.hex is None or self.hex in picture.rules.sheet, "P2", f"There is no hex {self.hex} on this map.")

    def believe(self, picture: Picture) -> None:
        picture.markers.append(self.hex or f"{self.target} in {picture.contacts[str(self.target)].hex}")

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        for base in self.meant(state, seat):
            if due(state.rules, state.options, base) and base.since and not base.marked:
                yield changed(base.id, marked=True)  # SKR-MRK-06: one that was not due is void
        yield from tell_own(state)

    def meant(self, state: State, seat: Seat) -> list[Base]:
        """The enemy bases that are meant: all in a hex, or the one under a handle, if it is there."""
        if self.hex is not None:
            return state.at(self.hex, state.other(seat))
        contact = state.eyes[seat].get(str(self.target))
        there = state.at(contact.hex, state.other(seat)) if contact is not None else []
        return [base for base in there if base.id == state.traces[seat].get(str(self.target))]

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if honour(picture.options) and picture.contacts:
            handles = tuple(picture.contacts)
            hexes = tuple(sorted({contact.hex for contact in picture.contacts.values()}))
            yield Option(
                kind="place-marker",
                title=say("Mark an enemy"),
                fields={"target": Choice(values=handles)},
                rule=cls.rule,
            )
            yield Option(
                kind="place-marker", title=say("Mark a hex"), fields={"hex": Places(places=hexes)}, rule=cls.rule
            )


def open_record(state: State) -> Iterator[Event]:
    """After the end both read the record of shots beyond the rate of fire (SKR-MRK-07)."""
    if honour(state.options):
        yield from tell_all(state, RecordOpened(shots=tuple(state.beyond)))
