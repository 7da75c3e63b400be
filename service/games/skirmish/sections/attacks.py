"""Fire attacks as they really are: whom they strike, the dice, and what comes of them (P7, P27)."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from service.engine.bills import Bill
from service.engine.dice import Dice, Roll
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.seats import Seat
from service.engine.telling import tell
from service.games.skirmish.known.bills import LEADER, bill, fire_bill, kept, worst
from service.games.skirmish.known.firepower import Weapon, aside, power, suppressions_by
from service.games.skirmish.known.picture import Contact, Handle
from service.games.skirmish.known.reports import FireSuffered, FireTold, HaltTold, Reckoning
from service.games.skirmish.printed.bases import FIRED_BY, Base, BaseId, Fired
from service.games.skirmish.printed.field import cover
from service.games.skirmish.sections.armour import shot_at
from service.games.skirmish.sections.markers import counted, keep_shot
from service.games.skirmish.sections.morale import changed, suffer
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


@dataclass(frozen=True)
class Attack:
    """An attack as it is made: who fires with what at which hex, and at which step."""

    shooters: tuple[BaseId, ...]
    weapon: Weapon
    hex: Hex
    as_: Fired
    leader: BaseId | None = None


def in_hex(state: State, hex: Hex, side: Seat, dice: Dice) -> list[Base]:
    """Whom an attack on a hex strikes, in the order in which dice fall: the mover first, then by owner's id (P27)."""
    there = [base for base in state.at(hex, side) if base.crewed and not base.locked]  # P17: not into a close combat
    mover = [base for base in there if base.id == state.playing.mover]
    return mover + in_turn([base for base in there if base not in mover], dice)


def in_turn(there: Sequence[Base], dice: Dice) -> list[Base]:
    """Bases of a side in a hex by their ids, those of one kind in an order that a hidden die picks.

    Whoever fires sees the dice fall: by ids alone they would tell which of two leaders is which, and the better (P24).
    """
    found = sorted(there, key=lambda base: base.id)
    for kind in dict.fromkeys(base.kind for base in found):
        alike = [base for base in found if base.kind == kind]
        picked = iter(dice.pick(list(permutations(alike)), f"P27 turn of {alike[0].side} at {alike[0].hex}"))
        found = [next(picked) if base.kind == kind else base for base in found]
    return found


def make_attack(state: State, seat: Seat, attack: Attack, contact: Contact, dice: Dice) -> Iterator[Event]:
    """An attack on everybody in a hex, each with a roll of its own; single men share that of the base beside them.

    Where nobody is, dice are thrown all the same, so that what they say of the weapon tells nothing of the target.
    """
    for id in attack.shooters:
        yield from counted(state, state.bases[id], attack.as_, gun=attack.weapon == "high explosive")
    if attack.leader is not None:
        yield changed(attack.leader, directed=True)
    yield from look(state, firing=attack.shooters)
    figures, profile = state.tables.fire, state.rules.profile
    struck = in_hex(state, attack.hex, state.other(seat), dice)
    single = [base for base in struck if profile(base).single]
    many = [base for base in struck if not profile(base).single]
    rolls: list[Roll] = []
    told: list[Roll] = []
    for target in [*many, *(() if many else single)]:
        beside = single if target is (many[0] if many else None) else []
        roll, seen = yield from attack_on(state, seat, attack, target, beside, dice)
        rolls.append(roll)
        told += [roll] if seen else []
    if not told:
        yield tell(state, seat, FireTold(
            shooters=attack.shooters, weapon=attack.weapon, hex=attack.hex, target=contact.handle,
        ))  # fmt: skip
    # A die that the shooter was told goes before one that they were not: else a jam would say that there was another.
    thrown = next(iter((*told, *rolls)), None) or dice.roll(figures.dice, purpose_of(attack, seat))
    for id in attack.shooters:
        yield from keep_shot(state, state.bases[id], thrown.faces[0])
    if thrown.total == figures.unlucky:
        yield from misfire(state, state.bases[attack.shooters[0]], attack.weapon)


def purpose_of(attack: Attack, seat: Seat, *, seen: bool = False, public: bool = False) -> str:
    """What a fire roll is for; who sees it is fixed when it is thrown: both, the shooter, or nobody (P27)."""
    how = "at" if public else "from hiding at" if seen else "blindly at"
    return f"P7 fire of {seat} {how} {attack.hex}"


def attack_on(
    state: State, seat: Seat, attack: Attack, target: Base, beside: Sequence[Base], dice: Dice
) -> Generator[Event, None, tuple[Roll, bool]]:
    """One target's roll; returns it, and whether the shooter was told of it (they are, of what they see)."""
    shooters = [state.bases[id] for id in attack.shooters]
    armoured, figures = state.rules.profile(target).armoured, state.tables.fire
    if armoured and attack.weapon == "high explosive":
        found = []
        for shooter in shooters:
            found.append((yield from shot_at(state, shooter, target, dice, attack.weapon)))
        return found[0]  # P12: each has to hit, like a shot at armour
    view = state.seen_as(seat, target.id)
    seen = view is not None and view.in_sight and view.identified
    exposed = [state.seen_as(target.side, id) for id in attack.shooters]
    public = seen and all(c is not None and c.in_sight and c.identified for c in exposed)
    strength, added = truth_of(state, attack, target, shooters, suspected=not seen)
    roll = dice.roll(figures.dice, purpose_of(attack, seat, seen=seen, public=public), public=public)
    caused = 0 if armoured else suppressions_by(figures, strength, roll.total, added.total)
    reckoning = Reckoning(firepower=strength, modifiers=kept(added), faces=roll.faces)
    if seen and view is not None:
        yield tell(state, seat, FireTold(
            shooters=attack.shooters, weapon=attack.weapon, hex=attack.hex, target=view.handle, suppressions=caused,
            reckoning=reckoning, keeps=True,
        ))  # fmt: skip
    for struck in (target, *beside):
        yield tell(state, target.side, FireSuffered(
            base=struck.id, weapon=attack.weapon, suppressions=caused,
            shooters=by_handle(c.handle for c in exposed if c is not None and c.in_sight),
            reckoning=shown_to_enemy(reckoning) if public else None,
        ))  # fmt: skip
        yield from suffer(state, struck.id, caused, dice)
    return roll, seen


def by_handle(handles: Iterable[Handle]) -> tuple[Handle, ...]:
    """Who fired together, in an order that does not tell who was named first in the order to fire."""
    return tuple(sorted(handles, key=lambda handle: (len(handle), handle)))


def shown_to_enemy(reckoning: Reckoning) -> Reckoning:
    """What whoever is shot at may see of a reckoning on the public track: the dice, and what was added to them.

    Not the firepower, which would tell that ammunition is low, nor a leader's rating: neither is ever shown (P24), and
    where P27 says more, that says less.
    """
    modifiers = tuple((name, value) for name, value in reckoning.modifiers if name != LEADER)
    return replace(reckoning, firepower=None, modifiers=modifiers)


def truth_of(
    state: State, attack: Attack, target: Base, shooters: Sequence[Base], *, suspected: bool
) -> tuple[int, Bill]:
    """Firepower as it really is, and the bill of what is added to the dice."""
    rules, strength, groups = state.rules, 0, []
    for shooter in shooters:
        assert shooter.hex is not None
        line = state.sight(shooter.hex, attack.hex)
        strength += power(rules.tables, shooter, attack.weapon, line.distance)
        on_the_way = target.id == state.playing.mover or target.in_motion
        screen = cover(rules, state.ground, attack.hex, shooter.hex, target, dug=not on_the_way)
        groups.append(fire_bill(
            rules.tables, shooter, line, screen, attack.as_, suspected=suspected, moving=on_the_way,
            fast=on_the_way and target.pace == "fast", cowered=target.cowered,
            in_woods=state.ground.terrain(rules, attack.hex).air_burst,
            off=aside(rules, shooter, attack.hex),
        ))  # fmt: skip
    added = worst(groups)
    if attack.leader is not None:
        added += bill("P7", [(LEADER, state.bases[attack.leader].rating)])
    return strength, added


def misfire(state: State, shooter: Base, weapon: Weapon) -> Iterator[Event]:
    """An original 12: a support weapon breaks down (SKR-REP-01), small arms run low (P8).

    Of a vehicle's weapons that which has fired breaks down; the others go on firing.
    """
    part, profile = FIRED_BY.get(weapon), state.rules.profile(shooter)
    if part in profile.mounted:
        yield changed(shooter.id, jammed=(*shooter.jammed, part))
    elif profile.cls.support_weapon and not shooter.broken_down:
        yield changed(shooter.id, broken_down=True)
    else:
        yield changed(shooter.id, ammunition="out" if shooter.ammunition == "low" else "low")


def halt_mover(state: State) -> Iterator[Event]:
    """From the announcement of fire on the mover goes no further (SKR-MOV-07), nor turns (SKR-MOV-08).

    By option those in its hex, or all of its side, stand still with it. One in flight is not halted: it runs on.
    """
    mover = state.bases.get(state.playing.mover or "")
    if mover is None or mover.morale != "good" or mover.halted:
        return
    scope = state.options["halt_scope"]
    for base in list(state.bases.values()):
        with_it = base.id == mover.id or (scope == "stack" and base.hex == mover.hex) or scope == "step"
        if base.side == mover.side and base.morale == "good" and base.gone is None and with_it:
            yield changed(base.id, halted=True)
    yield tell(state, mover.side, HaltTold(base=mover.id, hex=Hex(str(mover.hex)), because="fire", ends_way=True))
