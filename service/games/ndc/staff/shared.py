"""What the parts of a situation report share: its reports sorted out, names as the reader knows them, who was where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from service.engine.hexes import Hex
from service.engine.reports import Occasion, OrdersAccepted, Report, Telling
from service.engine.sentences import (
    ContactSpan,
    OwnSpan,
    Said,
    Sentence,
    article,
    capital,
    contact,
    listed,
    listing,
    own,
    place,
    say,
)
from service.engine.situations import Notes
from service.games.ndc.known import reports as told
from service.games.ndc.known.orders import Defence
from service.games.ndc.known.picture import HANDLES, Attack, Contact, Fire, MustRetreat, Picture
from service.games.ndc.printed.units import Unit, UnitId
from service.games.ndc.staff.ways_back import Ordered, WayBack, ways_back

Kind = TypeVar("Kind", bound=Report)

ENEMY_REPORTS = (told.MovementSighted, told.UnitLocated)
OF_COMBAT = (told.EnemyRetreated, told.EnemyLost, told.EngagedByUs, told.HexFoundEmpty)


OFF_MAP = Hex("")
STOPPED_BY = {
    "zone of control": "the zone of control of an enemy that we did not know to be there",
    "contact": "contact with an enemy that we did not know to be there",
    "friends in the way": "our own units in the way",
}
"""What stops a unit on its way, by the word of the report."""


@dataclass
class Fought:
    """One combat as far as its reader was told of it; `ours`: their own attack or fire, None where that is not told."""

    ours: bool | None = None
    target: Hex = OFF_MAP
    attack: Attack | None = None
    fire: Fire | None = None
    """The attack or fire as the enemy has declared it."""
    in_target: tuple[UnitId, ...] = ()
    in_origin: tuple[UnitId, ...] = ()
    """The own units that stood then in the hex attacked, and in that from which it came."""
    guns: tuple[UnitId, ...] | None = None
    """The own headquarters with guns in a hex that was fired at, where that is told."""
    totalled: told.AttackTotalled | None = None
    defended: told.DefenceTotalled | None = None
    resolved: told.CombatResolved | told.FireResolved | None = None
    command: str = ""
    asked: bool = False
    """Its reader has been asked about it."""
    jamming: int = 0
    """EW attacks with which the reader answered; of the enemy's nobody is told (NDC-RES-06)."""
    interdiction: bool = False
    due: MustRetreat | None = None
    """The first retreat of which its reader was asked where to."""
    own: list[told.OwnUnitReported] = field(default_factory=list)
    course: list[told.OwnUnitReported | Ordered] = field(default_factory=list)
    """The same, with the retreats that were ordered among them."""
    gone: list[told.OwnUnitGone] = field(default_factory=list)
    enemy: list[Report] = field(default_factory=list)
    where: list[told.UnitLocated] = field(default_factory=list)

    @property
    def ways(self) -> dict[UnitId, WayBack]:
        """How own units left its hex."""
        return ways_back(self.course, self.target)


class Staff:
    """What was told in a while with all that is needed to write it up: names as their reader knows them."""

    def __init__(self, before: Picture, after: Picture, tellings: Sequence[Telling]) -> None:
        self.before, self.after, self.tellings = before, after, tellings
        self.reports = [one.report for one in tellings]
        self.notes = Notes()
        self.combats: dict[Occasion, Fought] = {}
        self.fought: list[Fought] = []
        """The combats that were worked, in their order."""
        self.outside: list[Report] = []
        """The reports that belong to no combat."""
        self.answered = 0
        """EW attacks of an answer to a question that was put before all this."""
        self.sort_out()
        self.gone = [report for report in self.outside if isinstance(report, told.OwnUnitGone)]
        self.own_units = changes(report for report in self.outside if isinstance(report, told.OwnUnitReported))
        self.attackers = {
            one.totalled.unit: one for one in self.fought
            if one.totalled is not None and isinstance(one.resolved, told.CombatResolved)
        }  # fmt: skip
        """Own units that have fought, each with its last combat, where it is said how they stand now."""
        self.placed_already = {
            *(report.unit for report in self.all(told.MovementStopped)),
            *(unit for unit, one in self.attackers.items() if moved_by(one.resolved)),
        }
        self.mentioned: set[Hex] = set()

    def sort_out(self) -> None:
        """Put each report to the combat on whose occasion it was told."""
        question: Fought | None = None
        due: MustRetreat | None = None
        for one in self.tellings:
            report, combat = one.report, self.combat(one)
            if isinstance(report, told.RetreatDue):
                due = report.due
                if combat is not None:
                    combat.due, question = combat.due or due, combat
            if isinstance(report, OrdersAccepted):
                if question is not None:
                    question.jamming += jamming(report)
                    question.course += went_on(report, due)
                elif self.before.question is not None:
                    self.answered += jamming(report)
            elif combat is None or not taken_in(combat, report):
                self.outside.append(report)
            elif isinstance(report, told.QuestionPut):
                question = combat
            elif isinstance(report, told.CombatResolved | told.FireResolved):
                self.fought.append(combat)
                question = None
        for combat in self.combats.values():
            if combat.resolved is None:
                self.outside += (*combat.own, *combat.gone, *combat.enemy, *combat.where)

    def combat(self, one: Telling) -> Fought | None:
        """The combat on whose occasion something was told; one that was told on none is a combat by itself."""
        if one.occasion is None:
            return Fought() if isinstance(one.report, told.CombatResolved | told.FireResolved) else None
        if one.occasion not in self.combats:
            self.combats[one.occasion] = self.begun(one.occasion)
        return self.combats[one.occasion]

    def begun(self, occasion: Occasion) -> Fought:
        """A combat with what was told of it before."""
        if occasion.phasing == self.before.side:
            return Fought(ours=True)
        number = int(occasion.item or 0)
        attack = next((attack for attack in self.before.attacks if attack.number == number), None)
        return Fought(
            ours=False,
            attack=attack,
            in_target=self.ids_at(attack.target) if attack else (),
            in_origin=self.ids_at(attack.origin) if attack else (),
            fire=next((fire for fire in self.before.fires if fire.number == number), None),
            asked=self.before.question == number,
            jamming=self.answered if self.before.question == number else 0,
        )

    def ids_at(self, hex: Hex) -> tuple[UnitId, ...]:
        """The own units that stood in a hex before all this."""
        return tuple(unit.id for unit in self.before.own_at(hex))

    @cached_property
    def fought_over(self) -> set[Hex]:
        return {one.target for one in self.fought}

    def all(self, kind: type[Kind]) -> list[Kind]:
        """The reports of a kind that belong to no combat."""
        return [report for report in self.outside if isinstance(report, kind)]

    def held(self, one: Fought) -> Sequence[UnitId]:
        """The own units in the hex that was attacked: who stood there before, else who reports that it fought there."""
        there = [unit.id for unit in self.before.own_at(one.target)]
        fought = [own.unit.id for own in one.own if "fights" in own.changed]
        return there or [*dict.fromkeys((*fought, *(report.unit for report in one.gone)))]

    # ---- names

    def own(self, id: UnitId) -> OwnSpan:
        """An own unit as its commander calls it."""
        return own(id, self.in_full(self.designations.get(id, id)))

    @cached_property
    def designations(self) -> dict[UnitId, str]:
        given = {unit.id: unit.designation for unit in self.after.rules.order_of_battle(self.after.side)}
        had = {unit.id: unit.designation for unit in (*self.before.own.values(), *self.after.own.values())}
        told_of = {report.unit: report.designation for report in self.reports if isinstance(report, told.OwnUnitGone)}
        return given | had | told_of

    def in_full(self, designation: str) -> str:
        """A designation within a sentence: the 1st Battalion of the 2nd Regiment."""
        return self.after.rules.designated(designation).in_full

    def named(self, said: Said) -> Sentence:
        """A sentence with own units called by name."""
        return say(*(self.own(span.id) if isinstance(span, OwnSpan) else span for span in say(said)))

    def at(self, hex: Hex) -> Sentence:
        """A hex, with the name of the place the first time that it is mentioned, as the aim has it: Grenzrod (1608)."""
        name = self.after.rules.board.places.get(hex)
        if name is None or hex in self.mentioned:
            return say(place(hex))
        self.mentioned.add(hex)
        return say(f"{name} (", place(hex), ")")

    def hexes(self, hexes: Iterable[Hex]) -> Sentence:
        """Hexes in a row, as `at` has them."""
        return listing(map(self.at, hexes))

    def place(self, hex: Hex) -> Sentence:
        """A hex in a title, named there however often it was mentioned."""
        self.mentioned.discard(hex)
        return self.at(hex)

    def area(self, hex: Hex) -> int:
        """0 north, 1 centre, 2 south, by the rows of the sectors."""
        numbers = sorted({sector[1:] for sector in self.after.rules.board.sector_names})
        row = numbers.index(self.after.rules.board.sector_of(hex)[1:])
        return 0 if row == 0 else 2 if row == len(numbers) - 1 else 1

    # ---- the enemy

    @cached_property
    def known(self) -> dict[str, Contact]:
        """Every contact by handle, as it stands now, or as it stood before it left the picture."""
        return {**self.before.contacts, **self.after.contacts}

    def type_of(self, handle: str) -> tuple[str, str]:
        """Type and designation, as far as they have been told."""
        type, designation = "", ""
        seen = self.known.get(handle)
        if seen is not None:
            type, designation = seen.type or "", seen.designation or ""
        for report in self.reports:
            if isinstance(report, told.UnitLocated) and report.handle == handle:
                type, designation = report.type or type, report.designation or designation
        return type, designation

    def contact(self, handle: str) -> ContactSpan:
        """A contact of whom one speaks: E12, the armor unit E3, the 2nd Tank Battalion (E4)."""
        type, designation = self.type_of(handle)
        if designation:
            return contact(handle, f"{self.in_full(designation)} ({handle})")
        return contact(handle, f"the {'HQ' if type == 'HQ' else f'{type} unit'} {handle}" if type else "")

    def somebody(self, handle: str) -> ContactSpan:
        """A contact that is introduced: a unit (E1), an armor unit (E3); one known from before by its name."""
        type, designation = self.type_of(handle)
        if designation or handle in self.before.contacts:
            return self.contact(handle)
        what = "HQ" if type == "HQ" else f"{type} unit".strip()
        return contact(handle, f"{article(what)} ({handle})")

    def seen_outside_combat(self) -> list[str]:
        """Handles of those who moved or were found, in the order of their places."""
        handles = dict.fromkeys(r.handle for r in self.outside if isinstance(r, ENEMY_REPORTS))
        return sorted(handles, key=lambda handle: (self.last_hexes(handle), HANDLES.number(handle)))

    def last_hexes(self, handle: str) -> tuple[Hex, ...]:
        for report in reversed(self.outside):
            if isinstance(report, told.UnitLocated) and report.handle == handle and report.hexes:
                return report.hexes
            if isinstance(report, told.MovementSighted) and report.handle == handle:
                return report.path[-1:]
        seen = self.known.get(handle)
        return seen.hexes if seen else ()

    def path(self, handle: str) -> tuple[Hex, ...]:
        """All the hexes that it was seen to enter."""
        paths = [r.path for r in self.outside if isinstance(r, told.MovementSighted) and r.handle == handle]
        return tuple(hex for path in paths for hex in path)

    def located(self, handle: str) -> told.UnitLocated | None:
        """Where it was found last, unless it has moved since."""
        for report in reversed(self.outside):
            if isinstance(report, ENEMY_REPORTS) and report.handle == handle:
                return report if isinstance(report, told.UnitLocated) else None
        return None

    def start(self, handle: str) -> Hex | None:
        """Where its reader had it when it began to move, in one hex."""
        for report in self.outside:
            if isinstance(report, ENEMY_REPORTS) and report.handle == handle:
                if isinstance(report, told.UnitLocated) and len(report.hexes) == 1:
                    return report.hexes[0]
                break
        seen = self.before.contacts.get(handle)
        return seen.hexes[0] if seen is not None and len(seen.hexes) == 1 else None

    def way(self, handle: str, path: tuple[Hex, ...]) -> Sentence:
        """from 1704 via 1604 to 1504."""
        begin = self.start(handle)
        start = say("from ", self.at(begin), " ") if begin else ""
        if len(path) == 1:
            return say(start, "to " if start else "into ", self.at(path[0]))
        return say(start, "via ", self.hexes(path[:-1]), " to ", self.at(path[-1]))

    def hexes_until(self, withdrawn: told.ContactWithdrawn) -> tuple[Hex, ...]:
        """Where its reader had a contact when its hex was withdrawn; none if its hex was never told."""
        seen = self.before.contacts.get(withdrawn.handle)
        hexes = seen.hexes if seen is not None else ()
        for report in self.reports:
            if report is withdrawn:
                break
            if getattr(report, "handle", None) == withdrawn.handle:
                if isinstance(report, told.UnitLocated):
                    hexes = report.hexes or hexes
                elif isinstance(report, told.MovementSighted | told.EnemyRetreated):
                    hexes = report.path[-1:]
        return withdrawn.hexes or hexes

    def row(self, handles: Sequence[str]) -> Iterator[ContactSpan]:
        """Contacts in a row: a unit (E1), another (E6)."""
        introduced = False
        for handle in handles:
            name = self.somebody(handle)
            nondescript = name.words == f"a unit ({handle})"
            yield contact(handle, f"another ({handle})") if introduced and nondescript else name
            introduced = introduced or nondescript

    def state(self, found: told.UnitLocated) -> str:
        """Mode, T/O level and zone, where they are told."""
        items = [
            f"in {found.mode} mode" if found.mode else "",
            f"at T/O level {found.to}" if found.to is not None else "",
            f"spread over a {found.zone} zone" if found.zone not in (None, "single") else "",
        ]
        said = listed(filter(None, items))
        return f", {said}" if said else ""


def taken_in(combat: Fought, report: Report) -> bool:
    """Put a report of a combat to what is known of it; whether that is all that is to be said of the report."""
    match report:
        case told.QuestionPut():
            combat.asked = True
        case told.AttackTotalled():
            combat.totalled = report
        case told.DefenceTotalled():
            combat.defended = report
        case told.CommanderUsed():
            combat.command = report.result
        case told.CombatResolved() | told.FireResolved():
            combat.resolved, combat.target = report, report.target
        case told.OwnUnitReported() if combat.asked:
            combat.own.append(report)
            combat.course.append(report)
        case told.OwnUnitGone() if combat.asked:
            combat.gone.append(report)
        case told.UnitLocated(because="combat") if not combat.ours:
            combat.where.append(report)
        case told.UnitLocated(because="combat"):
            combat.enemy.append(report)
        case told.AttackDeclared():
            combat.attack, combat.in_target, combat.in_origin = report.attack, report.in_target, report.in_origin
            return False
        case told.FireDeclared():
            combat.fire, combat.guns = report.fire, report.in_target
            return False
        case told.MarkerPlaced():
            combat.interdiction |= report.marker.kind == "interdiction"
            return False
        case _:
            if not isinstance(report, OF_COMBAT):
                return False
            combat.enemy.append(report)
    return True


def went_on(answer: OrdersAccepted, due: MustRetreat | None) -> Iterator[Ordered]:
    """The retreats that were ordered of the unit that had to go."""
    if due is not None:
        yield from (Ordered(due.unit, order.way()) for order in answer.orders if order.kind == "retreat")


def jamming(answer: OrdersAccepted) -> int:
    """The EW attacks of an own answer to an attack."""
    return sum(order.ew for order in answer.orders if isinstance(order, Defence))


def changes(reports: Iterator[told.OwnUnitReported]) -> dict[UnitId, tuple[Unit, set[str]]]:
    """Each own unit as it reported last, with all that it reported as changed."""
    found: dict[UnitId, tuple[Unit, set[str]]] = {}
    for report in reports:
        changed = found[report.unit.id][1] if report.unit.id in found else set()
        found[report.unit.id] = (report.unit, changed | set(report.changed))
    return found


def moved_by(resolved: object) -> bool:
    """Whether a combat says where its attacker stands now."""
    return isinstance(resolved, told.CombatResolved) and bool(resolved.advanced or resolved.attacker_path)


def state_words(staff: Staff, unit: Unit, changed: set[str]) -> Iterator[Said]:
    """What has changed of a unit, for its owner, behind "is"."""
    was = staff.before.own.get(unit.id)
    new = {name for name in changed if was is None or getattr(was, name) != getattr(unit, name)}
    if {"hex", "spread"} & changed and unit.id not in staff.placed_already:
        yield say("in ", staff.hexes(unit.hexes)) if unit.hexes else "off the map"
    if "to" in new:
        yield f"at T/O level {unit.to}"
    if "mode" in changed:
        yield f"in {unit.mode} mode"
    if "fatigue" in new:
        yield f"at fatigue F{unit.fatigue}"
    for name, yes, no in (
        ("ew", f"jammed at EW{unit.ew}", "no longer jammed"), ("ammo_low", "low on ammunition", "supplied again"),
        ("suppressed", "suppressed", "no longer suppressed"), ("engaged", "Engaged", "no longer Engaged"),
    ):  # fmt: skip
        if name in new:
            yield yes if getattr(unit, name) else no
    if "parent" in new and unit.parent:
        yield say("under ", staff.own(unit.parent))


# ---- what cards need


def whose(one: Fought) -> str:
    """Whose combat or fire it is, at the beginning of a title."""
    return {True: "Our", False: "The enemy's", None: "The"}[one.ours]


def as_unknown(now: Picture) -> Picture:
    """A picture in which nobody stands and nothing is declared: what was before a fight, its reports alone say."""
    return replace(now, own={}, contacts={}, attacks=[], fires=[], question=None)


def named(who: OwnSpan | ContactSpan) -> Sentence:
    """A unit by its name, at the beginning of a line."""
    return say(replace(who, words=capital(who.plain)))
