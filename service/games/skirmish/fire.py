"""Fire (P7): who may fire at what, with which modifiers, and what an attack does. Ordnance at armour is in `gunnery`.

What may be fired at, and what an attack is expected to do, goes by the shooter's picture; what it does, by the truth.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, tell
from service.engine.grids import Sheet
from service.engine.hexes import Hex
from service.engine.options import Choice, Domain, Option, Several
from service.engine.orders import Order, Refusal, demand
from service.engine.seats import Seat
from service.games.skirmish.bases import Base, BaseId, Fired
from service.games.skirmish.field import cover
from service.games.skirmish.knowledge import Contact, Handle, Picture
from service.games.skirmish.looking import look
from service.games.skirmish.morale import changed, suffer
from service.games.skirmish.reports import FireSuffered, FireTold, Lapsed, Reckoning
from service.games.skirmish.sight import Sight
from service.games.skirmish.state import State
from service.games.skirmish.tables import load

Weapon = Literal["small arms", "machine guns", "high explosive", "armour piercing"]
WEAPONS: tuple[Weapon, ...] = ("small arms", "machine guns", "high explosive", "armour piercing")
STEPS: dict[str, Fired] = {
    "prepared-fire": "prepared", "halt-or-pass": "defensive", "remaining-fire": "defensive", "closing-fire": "closing",
    "play-on": "defensive",
}  # fmt: skip
"""The step in which fire is ordered, and the marker that it brings."""


@dataclass(frozen=True)
class Attack:
    """An attack as it is made: who fires with what at which hex, and at which step."""

    shooters: tuple[BaseId, ...]
    weapon: Weapon
    hex: Hex
    as_: Fired
    leader: BaseId | None = None


# ---- what a weapon can do


def inside_arc(sheet: Sheet, base: Base, hex: Hex) -> bool:
    """Whether a base's gun bears on a hex: a turret's all round, others within 60 degrees of the heading (P12)."""
    make = base.make
    if make is None or make.turret or base.hex is None or base.hex == hex:
        return True
    return sheet.within_sixty(base.hex, base.heading, hex) >= 0


def power(base: Base, weapon: Weapon, distance: int) -> int:
    """A base's firepower at a distance; 0 where it cannot fire so far, or not with that (P7)."""
    tables, make = load(), base.make
    if weapon == "small arms":
        of = tables.bases.crew if base.broken_down or base.kind == "gun" else base.cls
        if base.vehicle or (base.kind == "gun" and not base.broken_down):
            return 0
        strength, near, far = of.firepower, of.range, of.long
        strength += tables.fire.low_ammunition if base.ammunition == "low" else 0
        if distance < base.cls.least_range and not base.broken_down:
            return 0
    elif make is not None and not base.broken_down:
        ranges = tables.bases.machine_gun_range if weapon == "machine guns" else tables.bases.high_explosive_range
        strength, near, far = make.mg if weapon == "machine guns" else make.he, ranges.range, ranges.long
    else:
        return 0
    if distance > far or base.ammunition == "out":
        return 0
    return max(0, strength if distance <= near else strength // tables.fire.long_range_divisor)


def modifiers_of(
    shooter: Base, line: Sight, screen: int, step: Fired, *, suspected: bool, moving: bool, fast: bool,
    cowered: bool, in_woods: bool = False,
) -> list[tuple[str, int]]:  # fmt: skip
    """The modifiers of one shooter's fire by name, those that are nought left out (P7; SKR-MOV-03, 04, SKR-AFP-03)."""
    figures, found = load().fire.modifiers, []
    if shooter.cls.indirect and in_woods:
        found.append(("air burst", figures["air burst"]))
    else:
        found.append(("cover", screen))
    found.append(("target cowered", figures["target cowered"] if cowered else 0))
    if fast:
        found.append(("target moving fast", figures["target moving fast"]))
    elif moving and screen <= 0:
        found.append(("target moving", figures["target moving"]))
    conditions = {
        "adjacent": line.distance == 1,
        "advanced fire": shooter.moved and step in ("moving", "closing"),
        "stays in motion": shooter.in_motion,
        "waited": step == "closing" and not shooter.moved,
        "pinned": shooter.pinned,
        "suspected": suspected,
    }
    found += [(name, figures[name]) for name, holds in conditions.items() if holds]
    found += [("hindrance", figures["hindrance"] * line.hindrances), ("smoke", figures["smoke"] * line.smoke)]
    return [(name, value) for name, value in found if value]


def worst(groups: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """Of a group that fires together, each modifier as it is worst for the fire."""
    names = dict.fromkeys(name for group in groups for name, _ in group)
    return [(name, value) for name in names if (value := max(dict(group).get(name, 0) for group in groups))]


def suppressions_by(firepower: int, total: int, modifiers: Sequence[tuple[str, int]]) -> int:
    """What an attack inflicts: by its margin, one more on an original 2, nothing on an original 12 (P7)."""
    figures = load().fire
    if total == figures.unlucky:
        return 0
    margin = firepower + figures.base - total - sum(value for _, value in modifiers)
    return min(figures.most, figures.suppressions.at(margin) + (1 if total == figures.lucky else 0))


# ---- by the picture


def can_fire(picture: Picture, base: Base, step: Fired) -> None:
    """Refuse a base that may not fire at this step, in the order of precedence (P28)."""
    demand(
        not base.broken_down or base.foot or base.vehicle,
        "SKR-REP-01",
        f"{base.name} is broken down: repair it.",
        "BROKEN_DOWN",
    )
    demand(base.hex is not None, "SEQUENCE", f"{base.name} is not on the map.")
    demand(
        base.good_order, "P5", f"{base.name} is {base.morale}, and does not fire until it has rallied.", "NOT_ELIGIBLE"
    )
    demand(not base.cowered, "P5", f"{base.name} is cowered, and does not fire before the Admin Phase.", "NOT_ELIGIBLE")
    demand(not base.locked, "P17", f"{base.name} is in close combat.", "NOT_ELIGIBLE")
    demand(base.ammunition != "out", "P8", f"{base.name} is out of ammunition.", "NOT_ELIGIBLE")
    if step == "prepared":
        demand(not base.replenished, "SKR-AMM-02", f"{base.name} has spent its turn on ammunition.", "NOT_ELIGIBLE")
    if step == "closing":
        demand(base.fired != "prepared", "SKR-PRE-02", f"{base.name} has used prepared fire in this player turn.",
               "PREPARED_FIRE")  # fmt: skip
        demand(base.fired != "closing", "SKR-AFP-02", f"{base.name} has fired: closing fire is one attack.", "ONE_SHOT")
        demand(base.fired == "none", "SKR-AFP-01", f"{base.name} has fired on its move.", "FIRED")
    else:
        rule = "SKR-PRE-03" if step == "prepared" else "SKR-DEF-02"
        demand(
            base.shots < base.rof,
            rule,
            f"{base.name} has made its {base.rof} attacks of this player turn.",
            "ROF_SPENT",
        )


def known_cover(picture: Picture, base: Base, contact: Contact) -> int:
    """The cover of a contact against a base, as far as the base's owner knows."""
    assert base.hex is not None
    return cover(picture.rules, picture.ground, contact.hex, base.hex, dug=contact.identified)


def expected_line(picture: Picture, base: Base, contact: Contact, weapon: Weapon) -> int:
    """The firepower with which a base can fire at a contact; refused where there is no shot."""
    assert base.hex is not None
    line = picture.sight(base.hex, contact.hex)
    open_to = line.open or (base.cls.indirect and observed(picture, base, contact))
    demand(open_to, "P9", f"{base.name} has no line of sight to {contact.hex}.", "NO_SHOT")
    bears = weapon != "high explosive" or inside_arc(picture.rules.sheet, base, contact.hex)
    demand(bears, "P12", f"{contact.hex} is outside the arc of {base.name}.", "NO_SHOT")
    strength = power(base, weapon, line.distance)
    demand(strength > 0, "P7", f"{base.name} cannot reach {contact.hex} with {weapon}.", "NO_SHOT")
    return strength


def observed(picture: Picture, base: Base, contact: Contact) -> bool:
    """Whether a friend in good order near an indirect weapon sees its target (P3)."""
    assert base.hex is not None
    return any(
        friend.good_order and friend.hex is not None and picture.sight(friend.hex, contact.hex).open
        and picture.rules.sheet.distance(friend.hex, base.hex) <= base.cls.spotter_within
        for friend in picture.on_map()
    )  # fmt: skip


def weapons_of(base: Base) -> list[Weapon]:
    """What a base can fire with at men and soft targets."""
    return [weapon for weapon in WEAPONS[:3] if power(base, weapon, max(1, base.cls.least_range))]


def targets(picture: Picture, base: Base, weapon: Weapon) -> list[Handle]:
    """The contacts at which a base can fire, by its owner's knowledge; one a hex."""
    found: dict[Hex, Handle] = {}
    for contact in sorted(picture.contacts.values(), key=lambda c: (-c.level, int(c.handle))):
        if base.hex is None or contact.hex in found or contact.hex == base.hex:
            continue
        line = picture.sight(base.hex, contact.hex)
        bears = weapon != "high explosive" or inside_arc(picture.rules.sheet, base, contact.hex)
        seen = line.open or (base.cls.indirect and observed(picture, base, contact))
        if bears and seen and power(base, weapon, line.distance):
            found[contact.hex] = contact.handle
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Fire(Order):
    """Fire with a base, or a group of bases in adjoining hexes, at the hex of a contact.

    A target is the hex: all that is in it is attacked, what you do not see of it too. Where nobody is any more, the
    shot is spent. A leader in the hex of the first base adds his rating, once in a player turn.
    """

    rule: ClassVar[str] = "SKR-SEQ-04"

    kind: Literal["fire"] = "fire"
    base: BaseId
    target: Handle
    weapon: Weapon = "small arms"
    with_: tuple[BaseId, ...] = ()
    leader: BaseId | None = None

    def check(self, picture: Picture) -> None:
        step = STEPS[picture.step]
        group = self.group(picture)
        for base in group:
            can_fire(picture, base, step)
        contact = picture.contacts.get(self.target)
        demand(contact is not None, "SEQUENCE", f"You know of no enemy '{self.target}'.")
        assert contact is not None
        demand(self.weapon != "armour piercing", "P13", "That is a shot at armour: order it as such.")
        for base in group:
            expected_line(picture, base, contact, self.weapon)
        demand(chained(picture, group), "P7", "Bases that fire together stand in one hex or in adjoining ones.")
        if picture.step == "halt-or-pass":
            film = picture.film
            demand(film and film.hex == contact.hex, "SKR-MOV-06", "You can fire at the base that is moving only.")
            assert film is not None
            twice = next((base.name for base in group if base.id in film.fired), None)
            demand(twice is None, "P8", f"{twice} has fired at it in this hex.")
        if self.leader is not None:
            chief = picture.base(self.leader)
            demand(chief.leader and chief.good_order and chief.hex == group[0].hex, "P6",
                   f"{chief.name} does not lead in {group[0].hex}.")  # fmt: skip
            demand(not chief.directed, "P6", f"{chief.name} has directed fire in this player turn.")

    def group(self, picture: Picture) -> list[Base]:
        """The bases that fire, the leading one first; unknown and repeated ones are refused."""
        ids = (self.base, *self.with_)
        demand(len(set(ids)) == len(ids), "P7", "A base is named twice.")
        return [picture.base(id) for id in ids]

    def believe(self, picture: Picture) -> None:
        for id in (self.base, *self.with_):
            base = picture.own[id]
            base.shots += 1
            base.fired = STEPS[picture.step]
        if picture.film is not None:
            picture.film = replace(picture.film, fired=(*picture.film.fired, self.base, *self.with_))
        if self.leader is not None:
            picture.own[self.leader].directed = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        contact = state.eyes[seat].get(self.target)
        group = [state.bases[id] for id in (self.base, *self.with_)]
        if contact is None or not all(fit(base) for base in group):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        step = STEPS[state.cursor[-1].heading]
        attack = Attack((self.base, *self.with_), self.weapon, contact.hex, step, self.leader)
        mover = state.playing.mover
        if mover is not None and state.bases[mover].morale == "good":
            yield changed(mover, halted=True)  # SKR-MOV-07: from the announcement on
        yield from make_attack(state, seat, attack, contact, dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        step = STEPS[picture.step]
        for base in picture.on_map():
            if not able(picture, base, step):
                continue
            for weapon in weapons_of(base):
                yield from offers_of(picture, base, weapon, step)


def fit(base: Base) -> bool:
    """Whether a base that was ordered to fire still can."""
    return base.good_order and not base.cowered and not base.broken_down and base.ammunition != "out"


def able(picture: Picture, base: Base, step: Fired) -> bool:
    """Whether a base may fire at all at this step."""
    try:
        can_fire(picture, base, step)
    except Refusal:
        return False
    return True


def offers_of(picture: Picture, base: Base, weapon: Weapon, step: Fired) -> Iterator[Option]:
    """The fire of one base with one weapon: for each target who may fire with it, and who may direct."""
    film = picture.film if picture.step == "halt-or-pass" else None
    if film is not None and base.id in film.fired:
        return
    for target in targets(picture, base, weapon):
        contact = picture.contacts[target]
        if film is not None and contact.hex != film.hex:
            continue
        others = tuple(other.id for other in picture.on_map() if joins(picture, base, other, target, weapon, step))
        chiefs = tuple(b.id for b in picture.at(base.hex or "") if b.leader and b.good_order and not b.directed)
        fields: dict[str, Domain] = {}
        if others:
            fields["with_"] = Several(values=others, most=len(others))
        if chiefs:
            fields["leader"] = Choice(values=(None, *chiefs))
        yield Option(
            order="fire", title=f"Fire at {contact.hex}", subject=base.id,
            fixed={"base": base.id, "target": target, "weapon": weapon}, fields=fields,
        )  # fmt: skip


def joins(picture: Picture, base: Base, other: Base, target: Handle, weapon: Weapon, step: Fired) -> bool:
    """Whether another base may fire at a target together with one."""
    fired = picture.film.fired if picture.film is not None else ()
    return (
        other.id != base.id and other.id not in fired and able(picture, other, step) and near(picture, base, other)
        and target in targets(picture, other, weapon)
    )  # fmt: skip


def near(picture: Picture, a: Base, b: Base) -> bool:
    assert a.hex is not None and b.hex is not None
    return picture.rules.sheet.distance(a.hex, b.hex) <= 1


def chained(picture: Picture, group: Sequence[Base]) -> bool:
    """Whether bases stand in an unbroken chain of adjoining hexes (P7)."""
    linked, left = [group[0]], list(group[1:])
    while left:
        beside = [base for base in left if any(near(picture, base, other) for other in linked)]
        if not beside:
            return False
        linked += beside
        left = [base for base in left if base not in beside]
    return True


# ---- by the truth


def in_hex(state: State, hex: Hex, side: Seat) -> list[Base]:
    """Whom an attack on a hex strikes, in the order in which dice fall: the mover first, then by owner's id (P27)."""
    there = sorted(state.at(hex, side), key=lambda base: (base.id != state.playing.mover, base.id))
    return [base for base in there if base.crewed]


def make_attack(state: State, seat: Seat, attack: Attack, contact: Contact, dice: Dice) -> Iterator[Event]:
    """An attack on everybody in a hex, each with a roll of its own; single men share that of the base beside them."""
    shooters = [state.bases[id] for id in attack.shooters]
    for shooter in shooters:
        yield changed(shooter.id, shots=shooter.shots + 1, fired=attack.as_)
    if attack.leader is not None:
        yield changed(attack.leader, directed=True)
    yield from look(state, firing=attack.shooters)
    enemy = state.other(seat)
    struck = in_hex(state, attack.hex, enemy)
    many = [base for base in struck if not base.single]
    told = False
    for target in [*many, *(base for base in struck if base.single and not many)]:
        beside = [base for base in struck if base.single] if target is (many[0] if many else None) else []
        seen = yield from attack_on(state, seat, attack, target, beside, dice)
        told = told or seen
    if not told:
        yield tell(state, seat, FireTold(
            shooters=attack.shooters, weapon=attack.weapon, hex=attack.hex, target=contact.handle,
        ))  # fmt: skip


def attack_on(
    state: State, seat: Seat, attack: Attack, target: Base, beside: Sequence[Base], dice: Dice
) -> Generator[Event, None, bool]:
    """One target's roll; returns whether the shooter was told of it (he is, of what he sees)."""
    figures = load().fire
    shooters = [state.bases[id] for id in attack.shooters]
    view = state.seen_as(seat, target.id)
    seen = view is not None and view.in_sight and view.identified
    exposed = [state.seen_as(target.side, id) for id in attack.shooters]
    public = seen and all(c is not None and c.in_sight and c.identified for c in exposed)
    strength, modifiers = truth_of(state, attack, target, shooters, suspected=not seen)
    armour_proof = target.armoured and attack.weapon in ("small arms", "machine guns")
    roll = dice.roll(figures.dice, f"P7 fire of {seat} at {attack.hex}", public=public)
    caused = 0 if armour_proof else suppressions_by(strength, roll.total, modifiers)
    reckoning = Reckoning(firepower=strength, modifiers=tuple(modifiers), faces=roll.faces)
    if seen and view is not None:
        yield tell(state, seat, FireTold(
            shooters=attack.shooters, weapon=attack.weapon, hex=attack.hex, target=view.handle, suppressions=caused,
                reckoning=reckoning,
        ))  # fmt: skip
    for struck in (target, *beside):
        yield tell(state, target.side, FireSuffered(
            base=struck.id, weapon=attack.weapon, suppressions=caused,
            shooters=tuple(c.handle for c in exposed if c is not None), reckoning=reckoning if public else None,
        ))  # fmt: skip
        yield from suffer(state, struck.id, caused, dice)
    if roll.total == figures.unlucky:
        yield from misfire(state, shooters[0])
    return seen


def truth_of(
    state: State, attack: Attack, target: Base, shooters: Sequence[Base], *, suspected: bool
) -> tuple[int, list[tuple[str, int]]]:
    """Firepower and modifiers as they really are."""
    strength, groups = 0, []
    for shooter in shooters:
        assert shooter.hex is not None
        line = state.sight(shooter.hex, attack.hex)
        strength += power(shooter, attack.weapon, line.distance)
        screen = cover(state.rules, state.ground, attack.hex, shooter.hex, target)
        on_the_way = target.id == state.playing.mover or target.in_motion
        groups.append(modifiers_of(
            shooter, line, screen, attack.as_, suspected=suspected, moving=on_the_way,
            fast=on_the_way and target.pace == "fast", cowered=target.cowered,
            in_woods=state.ground.terrain(state.rules, attack.hex).air_burst,
        ))  # fmt: skip
    modifiers = worst(groups)
    if attack.leader is not None and state.bases[attack.leader].rating:
        modifiers.append(("leader", state.bases[attack.leader].rating))
    return strength, modifiers


def misfire(state: State, shooter: Base) -> Iterator[Event]:
    """An original 12: a support weapon breaks down (SKR-REP-01), small arms run low (P8)."""
    if shooter.cls.support_weapon or shooter.vehicle:
        yield changed(shooter.id, broken_down=True)
    else:
        yield changed(shooter.id, ammunition="out" if shooter.ammunition == "low" else "low")
