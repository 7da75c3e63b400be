"""Ordnance (P12, P13): the orders to shoot at armour, and to turn a gun. What a shot does is in `armour`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.facts import running
from service.engine.options import Choice, Option
from service.engine.order_words import SayingIn
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject, Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.firepower import inside_arc
from service.games.skirmish.known.picture import Contact, Handle, Picture
from service.games.skirmish.known.reports import FireTold, Lapsed
from service.games.skirmish.printed.bases import Base, BaseId, Fired
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.printed.tables import Tables
from service.games.skirmish.sections.armour import purpose_of, shot_at
from service.games.skirmish.sections.attacks import halt_mover, misfire
from service.games.skirmish.sections.fire import STEPS, able, can_fire, fit, no_line, spend
from service.games.skirmish.sections.hearing import heard_at_once
from service.games.skirmish.sections.markers import counted, keep_shot
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.staff.words import SkirmishWords
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def reach(tables: Tables, base: Base) -> int:
    """How far a base can shoot at armour, in hexes; 0 where it cannot."""
    profile = tables.bases.profile(base)
    if profile.make is not None:
        usable = profile.make.ap and profile.main_gun_left(base) and profile.works(base, "armour piercing")
        return tables.fire.gun_range if usable else 0
    weapon = tables.bases.weapons.get(base.weapon or "")
    if weapon is None or base.broken_down or (weapon.shots and not base.weapon_shots):
        return 0
    return weapon.range


def is_armour(bases: BaseFigures, contact: Contact) -> bool:
    """Whether a contact is known to be an armoured vehicle."""
    return contact.shows is not None and bases.profile(contact.shows).armoured


def armour_in_reach(picture: Picture, base: Base) -> list[Handle]:
    """The armoured contacts at which a base can shoot, by what its owner knows."""
    rules = picture.rules
    if base.hex is None or not (far := reach(rules.tables, base)):
        return []
    return [
        contact.handle for contact in picture.contacts.values()
        if is_armour(rules.tables.bases, contact) and contact.in_sight and inside_arc(rules, base, contact.hex)
        and (line := picture.sight(base.hex, contact.hex)).open and 0 < line.distance <= far
    ]  # fmt: skip


def demand_shot(picture: Picture, base: Base, contact: Contact) -> None:
    """Refuse a shot at armour that is not `armour_in_reach`, and say why."""
    rules, there = picture.rules, place(contact.hex)
    far = reach(rules.tables, base)
    demand(far and base.hex, "P13", (base.said, " has nothing to shoot at armour with."), "NO_SHOT")
    assert base.hex is not None
    line = picture.sight(base.hex, contact.hex)
    if not line.open:
        raise no_line(picture, base, contact.hex)
    seen = "That vehicle is not seen now: it was in "
    demand(contact.in_sight, "P13", (seen, there, " when it was last seen."), "NO_SHOT")
    demand(inside_arc(rules, base, contact.hex), "P12", (there, " is outside the arc of ", base.said, "."), "NO_SHOT")
    demand(line.distance, "P13", ("In ", there, " it comes to close combat, and nobody fires."), "NO_SHOT")
    beyond = f": it is {line.distance} hexes away, and a shot at armour reaches {far}."
    demand(line.distance <= far, "P13", (base.said, " cannot reach ", there, beyond), "NO_SHOT")


@dataclass(frozen=True, kw_only=True)
class Shoot(Order):
    """Shoot at an armoured vehicle with a gun, or with what an anti-tank team carries."""

    rule: ClassVar[str] = "SKR-SEQ-04"
    phrase: ClassVar[Phrase] = Phrase("shoot {base} at {target}")

    kind: Literal["shoot"] = "shoot"
    base: Subject[BaseId]
    target: Target[Handle]

    def said(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(to.unit(self.base), " shoots at ", to.words.aimed_at(to.known, self.target, running))

    def on_button(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say("Shoot at ", to.words.at(to.known, self.target))

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        can_fire(picture, base, STEPS[picture.step], "armour piercing")
        demand(self.target in picture.contacts, "SEQUENCE", f"You know of no enemy '{self.target}'.")
        contact = picture.contacts[self.target]
        armour = is_armour(picture.tables.bases, contact)
        demand(armour, "P13", "That is not an armoured vehicle, as far as you know: order ordinary fire.", "NO_SHOT")
        demand_shot(picture, base, contact)
        if picture.step == "halt-or-pass":
            film = picture.film
            here = film is not None and film.handle == self.target and base.id not in film.fired
            demand(here, "SKR-MOV-06", "You can fire at the base that is moving, once with each base.", "NO_SHOT")

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        spend(picture, base, gun=True)
        base.weapon_shots = max(0, base.weapon_shots - 1)
        if picture.film is not None:
            picture.film = replace(picture.film, fired=(*picture.film.fired, self.base))

    @heard_at_once
    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base, contact = state.bases[self.base], state.eyes[seat].get(self.target)
        if contact is None or not fit(state.rules, base, "armour piercing"):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        yield from halt_mover(state)
        yield from shoot(state, base, contact, STEPS[state.cursor[-1].heading], dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        step = STEPS[picture.step]
        for base in picture.on_map():
            if not able(picture, base, step):
                continue
            film = picture.film if picture.step == "halt-or-pass" else None
            found = [h for h in armour_in_reach(picture, base)
                     if film is None or (h == film.handle and base.id not in film.fired)]  # fmt: skip
            if found:
                yield Option(
                    kind="shoot", title=say(base.said, " shoots at armour"), subjects=(base.id,),
                    fixed={"base": base.id}, fields={"target": Choice(values=tuple(found))},
                )  # fmt: skip


def shoot(state: State, base: Base, contact: Contact, step: Fired, dice: Dice) -> Iterator[Event]:
    """A shot at where an armoured vehicle is known to be; dice are thrown also where it is no more (P13)."""
    yield from counted(state, base, step, gun=True)
    yield changed(base.id, weapon_shots=max(0, base.weapon_shots - 1))
    yield from look(state, firing=(base.id,))
    there, figures = state.at(contact.hex, state.other(base.side)), state.tables.fire
    target = next((b for b in there if state.rules.profile(b).armoured and b.crewed), None)
    if target is None:
        roll, told = dice.roll(figures.dice, purpose_of(base.side, contact.hex)), False
    else:
        roll, told = yield from shot_at(state, base, target, dice)
    if not told:
        yield tell(state, base.side, FireTold(
            shooters=(base.id,), weapon="armour piercing", hex=contact.hex, target=contact.handle,
        ))  # fmt: skip
    yield from keep_shot(state, base, roll.faces[0])
    if roll.total == figures.unlucky:
        yield from misfire(state, base, "armour piercing")


@dataclass(frozen=True, kw_only=True)
class TurnGun(Order):
    """Turn a gun on its spot; it costs one of its shots (P13)."""

    rule: ClassVar[str] = "SKR-SEQ-04"
    phrase: ClassVar[Phrase] = Phrase("turn {base} to {heading}")

    kind: Literal["turn-gun"] = "turn-gun"
    base: Subject[BaseId]
    heading: int

    def said(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(to.unit(self.base), f" turns to the {to.words.towards(to.known, self.heading)}")

    def on_button(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(f"Turn to the {to.words.towards(to.known, self.heading)}")

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        demand(base.kind == "gun", "P13", (base.said, " is not a gun."), "NOT_ELIGIBLE")
        can_fire(picture, base, STEPS[picture.step])
        demand(0 <= self.heading < picture.rules.sheet.headings and self.heading != base.heading, "P13",
               (base.said, f" cannot be turned to {self.heading}."), "NOT_ELIGIBLE")  # fmt: skip

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        base.heading = self.heading
        spend(picture, base, cost=picture.tables.fire.shots_at_the_wheel)

    @heard_at_once
    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base = state.bases[self.base]
        if not fit(state.rules, base, "high explosive"):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        cost = state.tables.fire.shots_at_the_wheel
        yield from counted(state, base, STEPS[state.cursor[-1].heading], cost=cost)
        yield changed(base.id, heading=self.heading)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if base.kind == "gun" and not base.broken_down and able(picture, base, STEPS[picture.step]):
                others = tuple(h for h in range(picture.rules.sheet.headings) if h != base.heading)
                yield Option(
                    kind="turn-gun", title=say("Turn ", base.said), subjects=(base.id,), fixed={"base": base.id},
                    fields={"heading": Choice(values=others)},
                )  # fmt: skip
