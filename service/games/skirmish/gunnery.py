"""Ordnance at armour (P12, P13): arcs, aspects, the chance to hit, and what a hit does. Turning a gun is here too."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice, Roll
from service.engine.events import Event, tell
from service.engine.grids import Sheet
from service.engine.hexes import Hex
from service.engine.options import Choice, Option
from service.engine.orders import Order, demand
from service.engine.seats import Seat
from service.games.skirmish.attacks import halt_mover, misfire
from service.games.skirmish.bases import Base, BaseId, Fired
from service.games.skirmish.elements import set_ground
from service.games.skirmish.field import cover
from service.games.skirmish.fire import STEPS, able, can_fire, fit, spend
from service.games.skirmish.firepower import inside_arc
from service.games.skirmish.knowledge import Contact, Handle, Picture
from service.games.skirmish.looking import look
from service.games.skirmish.markers import counted, keep_shot
from service.games.skirmish.morale import changed, lose
from service.games.skirmish.reports import FireSuffered, FireTold, Lapsed, ShotReckoning
from service.games.skirmish.sight import Sight
from service.games.skirmish.state import ShotNoted, State
from service.games.skirmish.tables import Aspect, Kill, load


def aspect_of(sheet: Sheet, vehicle: Base, shooter: Hex) -> Aspect:
    """The plate that faces a shooter; a bearing just on a boundary counts for the thicker (P12)."""
    assert vehicle.hex is not None
    if sheet.within_sixty(vehicle.hex, vehicle.heading, shooter) >= 0:
        return "front"
    behind = vehicle.heading + sheet.headings // 2
    return "rear" if sheet.within_sixty(vehicle.hex, behind, shooter) > 0 else "side"


def reach(base: Base) -> int:
    """How far a base can shoot at armour, in hexes; 0 where it cannot."""
    tables = load()
    if base.make is not None:
        usable = base.make.ap and base.main_gun_left and not base.broken_down
        return tables.fire.gun_range if usable else 0
    weapon = tables.bases.weapons.get(base.weapon or "")
    if weapon is None or base.broken_down or (weapon.shots and not base.weapon_shots):
        return 0
    return weapon.range


def number_to_hit(base: Base, distance: int) -> int:
    """The number that two dice must not pass (P13)."""
    figures = load().fire
    return figures.to_hit_at_weapon.at(distance) if base.weapon else figures.to_hit.at(distance)


def kill_number(base: Base, armour: int) -> int:
    """K of P13: by how strong the shot is against the plate that it meets."""
    tables = load()
    ap = base.make.ap if base.make else tables.bases.weapons[str(base.weapon)].ap
    return tables.fire.kill_base + ap - armour


def kill_by(total: int, number: int) -> Kill:
    """What a hit does; the luckiest throw always knocks out at the least, the unluckiest never does."""
    figures = load().fire
    result = figures.kill.at(total - number)
    if total == figures.lucky and result not in ("destroyed", "knocked_out"):
        return "knocked_out"
    if total == figures.unlucky and result in ("destroyed", "knocked_out"):
        return "immobilised"
    return result


def is_armour(contact: Contact) -> bool:
    """Whether a contact is known to be an armoured vehicle."""
    kind = load().bases.types.get(contact.shows.type or "") if contact.shows else None
    return kind is not None and kind.armour is not None


def armour_in_reach(picture: Picture, base: Base) -> list[Handle]:
    """The armoured contacts at which a base can shoot, by what its owner knows."""
    if base.hex is None or not reach(base):
        return []
    sheet = picture.rules.sheet
    return [
        contact.handle for contact in picture.contacts.values()
        if is_armour(contact) and contact.in_sight and inside_arc(sheet, base, contact.hex)
        and (line := picture.sight(base.hex, contact.hex)).open and 0 < line.distance <= reach(base)
    ]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Shoot(Order):
    """Shoot at an armoured vehicle with a gun, or with what an anti-tank team carries."""

    rule: ClassVar[str] = "SKR-SEQ-04"

    kind: Literal["shoot"] = "shoot"
    base: BaseId
    target: Handle

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        can_fire(picture, base, STEPS[picture.step], "armour piercing")
        demand(self.target in picture.contacts, "SEQUENCE", f"You know of no enemy '{self.target}'.")
        contact = picture.contacts[self.target]
        demand(is_armour(contact), "P13", "That is no armoured vehicle, as far as you know: fire at it.", "NO_SHOT")
        demand(self.target in armour_in_reach(picture, base), "P13", f"{base.name} has no shot at {contact.hex}.",
               "NO_SHOT")  # fmt: skip
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

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base, contact = state.bases[self.base], state.eyes[seat].get(self.target)
        if contact is None or not fit(base, "armour piercing"):
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
                    order="shoot", title=f"{base.name} shoots at armour", subject=base.id, fixed={"base": base.id},
                    fields={"target": Choice(values=tuple(found))},
                )  # fmt: skip


def shoot(state: State, base: Base, contact: Contact, step: Fired, dice: Dice) -> Iterator[Event]:
    """A shot at where an armoured vehicle is known to be; dice are thrown also where it is no more (P13)."""
    yield from counted(state, base, step, gun=True)
    yield changed(base.id, weapon_shots=max(0, base.weapon_shots - 1))
    yield from look(state, firing=(base.id,))
    target = next((b for b in state.at(contact.hex, state.other(base.side)) if b.armoured and b.crewed), None)
    if target is None:
        yield tell(state, base.side, FireTold(
            shooters=(base.id,), weapon="armour piercing", hex=contact.hex, target=contact.handle,
        ))  # fmt: skip
        roll = dice.roll(load().fire.dice, purpose_of(base.side, contact.hex))
    else:
        roll = yield from shot_at(state, base, target, dice)
    yield from keep_shot(state, base, roll.faces[0])
    if roll.total == load().fire.unlucky:
        yield from misfire(state, base)


def purpose_of(side: Seat, hex: Hex, what: str = "shot", *, seen: bool = False, public: bool = False) -> str:
    """What a roll is for; who sees it is fixed when it is thrown: both, the shooter, or nobody (P27)."""
    how = "at" if public else "from hiding at" if seen else "blindly at"
    return f"P13 {what} of {side} {how} {hex}"


def shot_at(state: State, base: Base, target: Base, dice: Dice) -> Generator[Event, None, Roll]:
    """One shot at a vehicle, as things really are: to hit, then what it does; the roll to hit (P13)."""
    assert base.hex is not None and target.hex is not None
    side, figures, hex = base.side, load().fire, target.hex
    view, exposed = state.seen_as(side, target.id), state.seen_as(target.side, base.id)
    seen = view is not None and view.in_sight and view.identified
    public = seen and exposed is not None and exposed.in_sight and exposed.identified
    line = state.sight(base.hex, hex)
    number, modifiers = number_to_hit(base, line.distance), hit_modifiers(state, base, target, line)
    yield ShotNoted(shooter=base.id, target=target.id)
    roll = dice.roll(figures.dice, purpose_of(side, hex, seen=seen, public=public), public=public)
    struck = roll.total != figures.unlucky and (
        roll.total == figures.lucky or roll.total + sum(value for _, value in modifiers) <= number
    )
    reckoning, effect = ShotReckoning(number=number, modifiers=tuple(modifiers), faces=roll.faces), "nothing"
    if struck:
        assert target.make is not None and target.make.armour is not None
        aspect = aspect_of(state.rules.sheet, target, base.hex)
        least = kill_number(base, target.make.armour.at(aspect))
        kill = dice.roll(figures.dice, purpose_of(side, hex, "hit", seen=seen, public=public), public=public)
        effect = kill_by(kill.total, least)
        reckoning = replace(reckoning, aspect=aspect, kill_number=least, kill_faces=kill.faces)
    words = "missed" if not struck else "hit, " + effect.replace("_", " ")
    yield tell(state, side, FireTold(
        shooters=(base.id,), weapon="armour piercing", hex=hex, target=view.handle if view else None,
        shot=reckoning if seen else None, effect=words if seen else "",
    ))  # fmt: skip
    yield tell(state, target.side, FireSuffered(
        base=target.id, weapon="armour piercing", shooters=(exposed.handle,) if exposed else (),
        shot=reckoning if public else None, effect=words,
    ))  # fmt: skip
    yield changed(target.id, under_fire=True)
    if struck:
        yield from knocked(state, target, kill_by_name(effect))
    return roll


def kill_by_name(effect: str) -> Kill:
    names: tuple[Kill, ...] = ("destroyed", "knocked_out", "immobilised", "shaken", "nothing")
    return next(name for name in names if name == effect)


def knocked(state: State, target: Base, effect: Kill) -> Iterator[Event]:
    """What becomes of a vehicle that was hit; a wreck is left of one that is lost, and burns if it was destroyed."""
    if effect == "immobilised":
        yield changed(target.id, immobilised=True)
    elif effect == "shaken":
        yield changed(target.id, pinned=True)
    elif effect != "nothing":
        hex = str(target.hex)
        yield from lose(state, target.id, "eliminated")
        burning = {**state.ground.burning_wrecks, hex: state.turn} if effect == "destroyed" else None
        smoke = {**state.ground.smoke, hex: load().weather.fire.smoke} if burning else state.ground.smoke
        yield from set_ground(state, replace(
            state.ground, wrecks=tuple(sorted({*state.ground.wrecks, hex})), smoke=dict(sorted(smoke.items())),
            burning_wrecks=burning if burning is not None else state.ground.burning_wrecks,
        ))  # fmt: skip


def hit_modifiers(state: State, base: Base, target: Base, line: Sight) -> list[tuple[str, int]]:
    """What is added to the dice of a shot (P13)."""
    assert base.hex is not None and target.hex is not None
    figures = load().fire
    names, modifiers = figures.to_hit_modifiers, figures.modifiers
    on_the_way = target.id == state.playing.mover or target.in_motion
    fast = on_the_way and target.pace == "fast"
    turn, earlier = state.shots_at.get(f"{base.id}>{target.id}", (0, 0))
    recent = earlier if turn >= state.player_turn - 1 else 0
    make, sheet = base.make, state.rules.sheet
    off = make is not None and make.turret and sheet.within_sixty(base.hex, base.heading, target.hex) < 0
    found = [
        ("cover", cover(state.rules, state.ground, target.hex, base.hex, target)),
        ("target moving fast", names["target moving fast"] if fast else 0),
        ("target moving", names["target moving"] if on_the_way and not fast else 0),
        ("small target", names["small target"] if target.make is not None and target.make.small else 0),
        ("shooter moved", names["shooter moved"] if base.moved else 0),
        ("pinned", names["pinned"] if base.pinned else 0),
        ("earlier shots", max(names["earlier shots at most"], names["earlier shot"] * recent)),
        ("outside the front arc", modifiers["outside the front arc"] if off else 0),
        ("hindrance", modifiers["hindrance"] * line.hindrances),
        ("smoke", modifiers["smoke"] * line.smoke),
    ]
    return [(name, value) for name, value in found if value]


@dataclass(frozen=True, kw_only=True)
class TurnGun(Order):
    """Turn a gun on its spot; it costs one of its shots (P13)."""

    rule: ClassVar[str] = "SKR-SEQ-04"

    kind: Literal["turn-gun"] = "turn-gun"
    base: BaseId
    heading: int

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        demand(base.kind == "gun", "P13", f"{base.name} is no gun.", "NOT_ELIGIBLE")
        can_fire(picture, base, STEPS[picture.step])
        demand(0 <= self.heading < picture.rules.sheet.headings and self.heading != base.heading, "P13",
               f"{base.name} cannot be turned to {self.heading}.", "NOT_ELIGIBLE")  # fmt: skip

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        base.heading = self.heading
        spend(picture, base, cost=load().fire.shots_at_the_wheel)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        base = state.bases[self.base]
        if not fit(base, "high explosive"):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        yield from counted(state, base, STEPS[state.cursor[-1].heading], cost=load().fire.shots_at_the_wheel)
        yield changed(base.id, heading=self.heading)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if base.kind == "gun" and not base.broken_down and able(picture, base, STEPS[picture.step]):
                others = tuple(h for h in range(picture.rules.sheet.headings) if h != base.heading)
                yield Option(
                    order="turn-gun", title=f"Turn {base.name}", subject=base.id, fixed={"base": base.id},
                    fields={"heading": Choice(values=others)},
                )  # fmt: skip


def armour_kill(
    state: State, target: Base, ap: int, aspect: Aspect, dice: Dice, purpose: str
) -> Generator[Event, None, str]:
    """A hit of bombs or shells on a vehicle, on a hidden track; what it did."""
    assert target.make is not None and target.make.armour is not None
    figures = load().fire
    roll = dice.roll(figures.dice, purpose)
    effect = kill_by(roll.total, figures.kill_base + ap - target.make.armour.at(aspect))
    yield from knocked(state, target, effect)
    return effect
