"""Fire (P7): who may fire at what, by what the shooter knows. What it does is in `attacks`, armour in `gunnery`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.facts import running
from service.engine.hexes import Hex
from service.engine.options import Choice, Domain, Option, Several
from service.engine.order_words import SayingIn
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.roles import Subject, Target
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.engine.telling import tell
from service.games.skirmish.known.firepower import Weapon, inside_arc, power, reach_of, weapons_of
from service.games.skirmish.known.picture import HANDLES, Contact, Handle, Picture
from service.games.skirmish.known.reports import Lapsed
from service.games.skirmish.printed.bases import FIRED_BY, Base, BaseId, Fired
from service.games.skirmish.printed.field import cover
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.printed.sight import Sight
from service.games.skirmish.sections.attacks import Attack, halt_mover, make_attack
from service.games.skirmish.sections.hearing import heard_at_once
from service.games.skirmish.sections.markers import after_attack, honour, rate_left
from service.games.skirmish.sections.sight import sight_line
from service.games.skirmish.staff.words import SkirmishWords
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State

STEPS: dict[str, Fired] = {
    "prepared-fire": "prepared", "halt-or-pass": "defensive", "remaining-fire": "defensive", "closing-fire": "closing",
    "play-on": "defensive", "closing-orders": "closing",
}  # fmt: skip
"""The step in which fire is ordered, and the marker that it brings."""
RATES = {
    "prepared-fire": "SKR-PRE-03", "remaining-fire": "SKR-DEF-02", "routed-units-move": "SKR-OPF-01",
    "broken-units-move": "SKR-OPF-02", "move-and-fire": "SKR-OPF-03",
}  # fmt: skip
"""The rule that limits a rate of fire, by step, or by whose moves are fired at."""


def can_fire(picture: Picture, base: Base, step: Fired, weapon: Weapon = "small arms") -> None:
    """Refuse a base that may not fire at this step, in the order of precedence (P28)."""
    rules, options = picture.rules, picture.options
    profile = rules.profile(base)
    works = profile.works(base, weapon) or (weapon == "rifles" and not base.vehicle)
    with_it = f" fires {weapon} with" if base.jammed and weapon in FIRED_BY else " carries"
    demand(works, "SKR-REP-01", ("What ", base.said, f"{with_it} is broken down."), "BROKEN_DOWN")
    demand(base.hex is not None, "SEQUENCE", (base.said, " is not on the map."))
    what = base.morale if base.morale != "good" else "without a crew"
    demand(base.good_order, "P5", (base.said, f" is {what}, and does not fire."), "NOT_ELIGIBLE")
    demand(
        not base.cowered, "P5", (base.said, " is cowered, and does not fire before the Admin Phase."), "NOT_ELIGIBLE"
    )
    demand(not base.locked, "P17", (base.said, " is in close combat."), "NOT_ELIGIBLE")
    demand(base.ammunition != "out", "P8", (base.said, " is out of ammunition."), "NOT_ELIGIBLE")
    supplied = step != "prepared" or not base.replenished
    demand(supplied, "SKR-AMM-02", (base.said, " has spent its turn on ammunition."), "NOT_ELIGIBLE")
    marked = honour(options) and base.marked
    if step == "closing":
        prepared = base.fired == "prepared" and not honour(options)
        demand(not prepared, "SKR-PRE-02", (base.said, " has used prepared fire in this player turn."), "PREPARED_FIRE")
        demand(not marked, "SKR-MRK-02", (base.said, " is marked: its fire is used up."), "MARKED")
        rule = "SKR-AFP-04" if profile.cls.support_weapon else "SKR-AFP-02"
        demand(base.fired != "closing", rule, (base.said, " has fired: closing fire is one attack."), "ONE_SHOT")
        demand(base.fired != "moving", "SKR-AFP-01", (base.said, " has fired on its move."), "FIRED")
        return
    prepared = step == "prepared"
    demand(not marked, "SKR-MRK-02" if prepared else "SKR-MRK-04", (base.said, " is marked: its fire is used up."),
           "MARKED")  # fmt: skip
    late = picture.step == "remaining-fire" and options["remaining_fire"] == "not_yet_fired"
    demand(not late or not base.shots, "SKR-DEF-01", (base.said, " has fired at a mover."), "ALREADY_FIRED")
    rule = next((RATES[name] for name in reversed(picture.address.split("/")) if name in RATES), "P8")
    left, rof = rate_left(rules, options, base), profile.rof(base)
    demand(left, rule, (base.said, f" has fired as often as it may in this player turn: {rof}."), "ROF_SPENT")
    gun = weapon in ("high explosive", "armour piercing")
    demand(
        not gun or profile.main_gun_left(base),
        "P12",
        (base.said, " has fired its main gun as often as it may in this player turn."),
        "ROF_SPENT",
    )


def known_cover(picture: Picture, base: Base, contact: Contact) -> int:
    """The cover of a contact against a base, as far as the base's owner knows."""
    assert base.hex is not None
    return cover(picture.rules, picture.ground, contact.hex, base.hex, dug=contact.identified)


def expected_line(picture: Picture, base: Base, contact: Contact, weapon: Weapon) -> int:
    """The firepower with which a base can fire at a contact; refused where there is no shot."""
    assert base.hex is not None
    rules = picture.rules
    fought = any(own.locked for own in picture.at(contact.hex))
    demand(not fought, "P17", ("Your own men are in close combat in ", place(contact.hex), "."), "NO_SHOT")
    line = picture.sight(base.hex, contact.hex)
    if not (line.open or (rules.profile(base).cls.indirect and observed(picture, base, contact.hex))):
        raise no_line(picture, base, contact.hex)
    bears = weapon != "high explosive" or inside_arc(rules, base, contact.hex)
    demand(bears, "P12", (place(contact.hex), " is outside the arc of ", base.said, "."), "NO_SHOT")
    strength = power(rules.tables, base, weapon, line.distance)
    if not strength:
        raise too_far(rules, base, weapon, contact.hex, line)
    return strength


def no_line(picture: Picture, base: Base, hex: Hex) -> Refusal:
    """Why a base does not see a hex: what is in the way, and where; of one that fires indirectly, who would see it."""
    line = sight_line(picture, base.hex or Hex(""), hex)
    why = say(" ", line.why) if line is not None and line.why else ()
    cls = picture.rules.profile(base).cls
    near_by = counted(cls.spotter_within, "hex", "hexes")
    nobody = f", and nobody in good order within {near_by} of it sees that hex" if cls.indirect else ""
    return Refusal("P9", (base.said, " has no line of sight to ", place(hex), f"{nobody}.", *why), code="NO_SHOT")


def too_far(rules: Scenario, base: Base, weapon: Weapon, hex: Hex, line: Sight) -> Refusal:
    """Why a weapon does not reach a hex: how far that is, and how far it fires."""
    reach, away = reach_of(rules.tables, base, weapon), counted(line.distance, "hex", "hexes")
    how = ""
    if reach.strength and line.distance < reach.least:
        how = f": it is {away} away, and they fire at {reach.least} or more"
    elif reach.strength and line.distance > reach.far:
        how = f": it is {away} away, and they reach {reach.far}"
    return Refusal("P7", (base.said, " cannot reach ", place(hex), f" with {weapon}{how}."), code="NO_SHOT")


def observed(picture: Picture, base: Base, hex: Hex) -> bool:
    """Whether a friend in good order near an indirect weapon sees its target (P3)."""
    assert base.hex is not None
    rules = picture.rules
    near_by, distance = rules.profile(base).cls.spotter_within, rules.sheet.distance
    return any(
        friend.good_order and friend.hex is not None
        and distance(friend.hex, base.hex) <= near_by
        and picture.sight(friend.hex, hex).open
        for friend in picture.on_map()
    )  # fmt: skip


def targets(picture: Picture, base: Base, weapon: Weapon) -> list[Handle]:
    """The contacts at which a base can fire, by its owner's knowledge; one a hex."""
    rules, found = picture.rules, dict[Hex, Handle]()
    if base.hex is None:
        return []
    indirect, fought = rules.profile(base).cls.indirect, {own.hex for own in picture.own.values() if own.locked}
    for contact in sorted(picture.contacts.values(), key=lambda c: (-c.level, HANDLES.number(c.handle))):
        if contact.hex in found or contact.hex == base.hex or contact.hex in fought or contact.abandoned:
            continue
        line = picture.sight(base.hex, contact.hex)
        bears = weapon != "high explosive" or inside_arc(rules, base, contact.hex)
        seen = line.open or (indirect and observed(picture, base, contact.hex))
        if bears and seen and power(rules.tables, base, weapon, line.distance):
            found[contact.hex] = contact.handle
    return list(found.values())


@dataclass(frozen=True, kw_only=True)
class Fire(Order):
    """Fire with a base, or a group of bases in adjoining hexes, at the hex of a contact.

    A target is the hex: all that is in it is attacked, what you do not see of it too. Where nobody is any more, the
    shot is spent. A leader in the hex of the first base adds their rating, once in a player turn; they do not fire in
    it.
    """

    rule: ClassVar[str] = "SKR-SEQ-04"
    phrase: ClassVar[Phrase] = Phrase(
        "fire {base} at {target}", weapon="weapon {}", with_="with {}", leader="led by {}"
    )

    kind: Literal["fire"] = "fire"
    base: Subject[BaseId]
    target: Target[Handle]
    weapon: Weapon = "small arms"
    with_: tuple[BaseId, ...] = ()
    leader: BaseId | None = None

    def said(self, to: SayingIn[SkirmishWords]) -> Sentence:
        led = say(", led by ", to.unit(self.leader)) if self.leader else ""
        fires = " fire at " if self.with_ else " fires at "
        target = to.words.aimed_at(to.known, self.target, running, at_all=True)
        with_what = "" if self.weapon == "small arms" else f" with {self.weapon}"
        return say(to.units((self.base, *self.with_)), fires, target, with_what, led)

    def on_button(self, to: SayingIn[SkirmishWords]) -> Sentence:
        with_what = "" if self.weapon == "small arms" else f" with {self.weapon}"
        return say("Fire at ", to.words.at(to.known, self.target, at_all=True), with_what)

    def check(self, picture: Picture) -> None:
        step = STEPS[picture.step]
        group = self.group(picture)
        for base in group:
            can_fire(picture, base, step, self.weapon)
        contact = picture.contacts.get(self.target)
        demand(contact is not None, "SEQUENCE", f"You know of no enemy '{self.target}'.")
        assert contact is not None
        demand(self.weapon != "armour piercing", "P13", "That is a shot at armour: order it as such.", "NO_SHOT")
        for base in group:
            expected_line(picture, base, contact, self.weapon)
        demand(chained(picture, group), "P7", "Bases that fire together stand in one hex or in adjoining ones.",
               "NO_SHOT")  # fmt: skip
        if picture.step == "halt-or-pass":
            film = picture.film
            here = film is not None and film.hex == contact.hex and mover_left(picture)
            demand(here, "SKR-MOV-06", "You can fire only at the base that is moving.", "NO_SHOT")
            assert film is not None
            twice = next((base for base in group if base.id in film.fired), None)
            demand(twice is None, "P8", ((twice or group[0]).said, " has fired at it in this hex."), "NO_SHOT")
        if self.leader is not None:
            chief = picture.base(self.leader)
            demand(chief.leader and chief.good_order and chief.hex == group[0].hex, "P6",
                   (chief.said, " does not lead in ", place(group[0].hex or ""), "."), "OUT_OF_COMMAND")  # fmt: skip
            demand(not chief.directed, "P6", (chief.said, " has directed fire in this player turn."), "LEADER_SPENT")
            demand(chief not in group, "P6", (chief.said, " directs this fire, and does not add a shot to it."),
                   "LEADER_SPENT")  # fmt: skip

    def group(self, picture: Picture) -> list[Base]:
        """The bases that fire, the leading one first; unknown and repeated ones are refused."""
        ids = (self.base, *self.with_)
        demand(len(set(ids)) == len(ids), "P7", "A base is named twice.")
        return [picture.base(id) for id in ids]

    def believe(self, picture: Picture) -> None:
        for id in (self.base, *self.with_):
            spend(picture, picture.own[id], gun=self.weapon == "high explosive")
        if picture.film is not None:
            picture.film = replace(picture.film, fired=(*picture.film.fired, self.base, *self.with_))
        if self.leader is not None:
            picture.own[self.leader].directed = True

    @heard_at_once
    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        contact = state.eyes[seat].get(self.target)
        group = [state.bases[id] for id in (self.base, *self.with_)]
        gone = state.pictures[seat].film is not None and not mover_left(state.pictures[seat])
        if contact is None or gone or not all(fit(state.rules, base, self.weapon) for base in group):
            yield tell(state, seat, Lapsed(order=self.kind, base=self.base))
            return
        step = STEPS[state.cursor[-1].heading]
        # A plan fires before its owner hears of what it spent.
        leader = None if self.leader is None or state.bases[self.leader].directed else self.leader
        attack = Attack((self.base, *self.with_), self.weapon, contact.hex, step, leader)
        yield from halt_mover(state)
        yield from make_attack(state, seat, attack, contact, dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        step = STEPS[picture.step]
        for base in picture.on_map():
            if not able(picture, base, step):
                continue
            for weapon in weapons_of(picture.tables, base):
                yield from offers_of(picture, base, weapon, step)


def mover_left(picture: Picture) -> bool:
    """Whether the mover of the film is still there to be fired at, as far as one knows: the first shot may end it."""
    return picture.film is not None and picture.film.handle in picture.contacts


def spend(picture: Picture, base: Base, *, cost: int = 1, gun: bool = False) -> None:
    """An owner counts on one attack less; where a die decides, on none before they have seen it."""
    rules, options, step = picture.rules, picture.options, STEPS[picture.step]
    lost = options["rof_mode"] == "dice"
    for name, value in after_attack(rules, options, base, step, cost=cost, lost=lost, gun=gun).items():
        setattr(base, name, value)


def fit(rules: Scenario, base: Base, weapon: Weapon) -> bool:
    """Whether a base that was ordered to fire still can."""
    works = rules.profile(base).works(base, weapon)
    return base.good_order and not base.cowered and works and base.ammunition != "out"


def able(picture: Picture, base: Base, step: Fired) -> bool:
    """Whether a base may fire at all at this step."""
    try:
        can_fire(picture, base, step, "rifles" if base.broken_down else "small arms")
    except Refusal:
        return False
    return True


def offers_of(picture: Picture, base: Base, weapon: Weapon, step: Fired) -> Iterator[Option]:
    """The fire of one base with one weapon: for each target who may fire with it, and who may direct."""
    film = picture.film if picture.step == "halt-or-pass" else None
    if film is not None and (base.id in film.fired or not mover_left(picture)):
        return
    for target in targets(picture, base, weapon):
        contact = picture.contacts[target]
        if film is not None and contact.hex != film.hex:
            continue
        leaders = chiefs(picture, base)
        others = tuple(
            other.id for other in picture.on_map()
            if other.id not in leaders and joins(picture, base, other, target, weapon, step)
        )  # fmt: skip
        fields: dict[str, Domain] = {}
        if others:
            fields["with_"] = Several(values=others, most=len(others))
        if leaders:
            fields["leader"] = Choice(values=(None, *leaders))
        yield Option(
            kind="fire", title=say("Fire at ", place(contact.hex)), subjects=(base.id,),
            fixed={"base": base.id, "target": target, "weapon": weapon}, fields=fields,
        )  # fmt: skip


def chiefs(picture: Picture, base: Base) -> tuple[BaseId, ...]:
    """The leaders who may direct a base's fire: in its hex, in good order, not yet spent in this player turn (P6)."""
    here = picture.at(base.hex) if base.hex is not None else ()
    return tuple(b.id for b in here if b.leader and b.good_order and not b.directed and b.id != base.id)


def joins(picture: Picture, base: Base, other: Base, target: Handle, weapon: Weapon, step: Fired) -> bool:
    """Whether another base may fire at a target together with one."""
    fired = picture.film.fired if picture.film is not None else ()
    return (
        other.id != base.id and other.id not in fired and near(picture, base, other)
        and weapon in weapons_of(picture.tables, other) and able(picture, other, step)
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
