"""Who sees whom (P24): after everything that happens each side looks again, and is told what it sees otherwise.

A contact keeps its handle while it is seen in place, or hex by hex; where an enemy comes into view in a hex of a ghost
or a suspicion, they take over its handle, whoever they are: so a handle tells nothing of what is under it. New handles
are given in the order of what is told, hex first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.telling import tell
from service.games.skirmish.known.picture import Contact, Handle
from service.games.skirmish.known.reports import ContactSeen, ContactStruck, OwnBases
from service.games.skirmish.printed.bases import Base, BaseId, Outward, Side, outward
from service.games.skirmish.printed.field import cover
from service.games.skirmish.printed.figures import SightingFigures
from service.games.skirmish.printed.sight import lines_of
from service.games.skirmish.truth.state import ContactForgotten, ContactNoted, DummyGone, State


def look(state: State, *, moving: Collection[BaseId] = (), firing: Collection[BaseId] = ()) -> Iterator[Event]:
    """Let both sides look; `moving` and `firing` are the bases that are doing so at this moment."""
    yield from look_at_enemy(state, moving=moving, firing=firing)
    yield from tell_own(state)


def look_at_enemy(state: State, *, moving: Collection[BaseId] = (), firing: Collection[BaseId] = ()) -> Iterator[Event]:
    """Let both sides look, and tell neither anything of its own bases."""
    for viewer in state.seats:
        yield from look_of(state, viewer, moving, firing)


def tell_own(state: State) -> Iterator[Event]:
    """Tell each side, unless it is held, what of its own bases has changed."""
    for side in state.seats:
        if side not in state.held:
            yield from tell_own_of(state, side)


def tell_own_of(state: State, side: Side, only: Collection[BaseId] | None = None) -> Iterator[Event]:
    """Tell one side what of its own bases, or of these `only`, is otherwise than it believes."""
    own = state.pictures[side].own
    told = [base for base in state.bases.values() if base.side == side and (only is None or base.id in only)]
    changed = tuple(base.changed() for base in told if own.get(base.id) != base)
    if changed:
        yield tell(state, side, OwnBases(bases=changed, under_way=True))


def level_now(state: State, viewer: Side, enemy: Base, moving: Collection[BaseId], firing: Collection[BaseId]) -> int:
    """What a side sees of an enemy base at this moment: 0 nothing, 1 that something is there, 2 what it is."""
    return Eyes(state, viewer).level_of(enemy, moving, firing)


class Eyes:
    """The hexes from which a side sees, as they are at this moment."""

    def __init__(self, state: State, viewer: Side) -> None:
        self.state, self.rules, self.lines = state, state.rules, lines_of(state.rules, state.ground)
        self.all_is_seen = state.options["fog"] == "off"  # for teaching
        self.hexes = {eye.hex: None for eye in state.bases.values() if eye.side == viewer and eye.hex is not None}

    def level_of(self, enemy: Base, moving: Collection[BaseId], firing: Collection[BaseId]) -> int:
        """As `level_now`; 3 where everybody sees everything."""
        assert enemy.hex is not None
        if self.all_is_seen:
            return 3
        figures, lines, hex, level = self.rules.tables.sighting, self.lines, enemy.hex, 0
        moves = enemy.id in moving or enemy.in_motion  # SKR-MOV-04: it counts as moving until its next move
        fires = enemy.id in firing
        for eye in self.hexes:
            line = lines[eye, hex]
            if line.distance <= figures.adjacent:
                return 2
            if line.open:
                screen = cover(self.rules, self.state.ground, hex, eye, enemy, dug=not moves)
                if line.distance <= spotting_range(figures, screen, active=moves or fires, moving=moves):
                    return 2
                if fires:
                    level = 1
            elif moves and enemy.vehicle and line.distance <= figures.engine_noise:
                level = 1
        return level

    def into(self, hex: Hex) -> bool:
        """Whether they would see anything that stands still in a hex, foot in a foxhole included."""
        figures, lines = self.rules.tables.sighting, self.lines
        for eye in self.hexes:
            line = lines[eye, hex]
            if line.distance <= figures.adjacent:
                return True
            if line.open:
                screen = cover(self.rules, self.state.ground, hex, eye)
                if line.distance <= spotting_range(figures, screen, active=False, moving=False):
                    return True
        return False


def spotting_range(figures: SightingFigures, screen: int, *, active: bool, moving: bool) -> int:
    """How far off a base is identified, in hexes, by the cover that it has and what it does."""
    if screen <= 0:
        return figures.in_the_open.active if active else figures.in_the_open.still
    return figures.in_cover.at(screen) * (figures.moving_in_cover if moving else 1)


def look_of(state: State, viewer: Side, moving: Collection[BaseId], firing: Collection[BaseId]) -> Iterator[Event]:
    """One side's look: what it sees is noted and told, then what it no longer sees, then what proves to be nothing."""
    eyes = Eyes(state, viewer)  # nobody moves, and the field stays as it is, as long as one side looks
    enemies = [base for base in state.bases.values() if base.hex is not None and base.side != viewer]
    seen = {b.id: level for b in enemies if (level := eyes.level_of(b, moving, firing))}
    again = state.contacts_of(viewer).where(
        lambda contact, base: base in seen and follows(state, contact, state.bases[base])
    )
    held: dict[BaseId, Handle] = {}
    for handle in again:
        held.setdefault(state.traces[viewer][handle], handle)
    for base in sorted(seen, key=lambda id: told_order(state.bases[id], seen[id])):
        yield from sighted(state, viewer, state.bases[base], seen[base], held, active=base in moving)
    for handle, contact in list(state.eyes[viewer].items()):
        if contact.in_sight and handle not in held.values():
            ghost = Contact(
                handle=handle, hex=contact.hex, level=contact.level, turn=contact.turn,
                player_turn=contact.player_turn, in_sight=False, shows=contact.shows,
            )  # fmt: skip
            yield ContactNoted(viewer=viewer, contact=ghost, base=state.traces[viewer].get(handle))
            yield tell(state, viewer, ContactSeen(contact=ghost, was=contact.hex))
    for contact in list(state.eyes[viewer].values()):
        if not contact.in_sight and eyes.into(contact.hex):
            yield from struck(state, viewer, contact)


def follows(state: State, contact: Contact, base: Base) -> bool:
    """Whether a base seen now is followed from where its contact stands: in place, or seen all the way, hex by hex."""
    assert base.hex is not None
    apart = state.rules.sheet.distance(contact.hex, base.hex)
    return apart == 0 or (apart == 1 and contact.in_sight and contact.level >= 2)


def told_order(base: Base, level: int) -> tuple[object, ...]:
    """Sightings are drawn in the order of what is told: hex, then what it is, as far as that is seen."""
    return (base.hex, level, written(outward(base, level)))


written = lru_cache(maxsize=4096)(repr)


def sighted(
    state: State, viewer: Side, base: Base, level: int, held: dict[BaseId, Handle], *, active: bool
) -> Iterator[Event]:
    """One enemy in view: under the handle that they have, that of a ghost or suspicion in their hex, or a new one."""
    assert base.hex is not None
    contacts, taken = state.contacts_of(viewer), set(held.values())
    known_as = held.get(base.id) or contacts.taken_for(
        lambda handle, ghost: ghost.hex == base.hex and not ghost.in_sight and handle not in taken
    )
    handle = held[base.id] = known_as or contacts.new()
    before = contacts.told.get(handle)
    known = before.level if before is not None and before.hex == base.hex else 0
    keeps = before is not None and known > level and before.shows is not None
    shows: Outward | None = before.shows if keeps and before else outward(base, max(level, known if known == 3 else 0))
    contact = Contact(
        handle=handle, hex=base.hex, level=max(level, known), turn=state.turn, player_turn=state.player_turn,
        in_sight=True, shows=shows,
    )  # fmt: skip
    if contact != before or state.traces[viewer].get(handle) != base.id:
        yield ContactNoted(viewer=viewer, contact=contact, base=base.id)
    if contact != before:
        was = before.hex if before else None
        recovered = before is not None and before.shaken and not contact.shaken
        yield tell(state, viewer, ContactSeen(contact=contact, was=was, new=before is None, recovered=recovered))


def struck(state: State, viewer: Side, contact: Contact) -> Iterator[Event]:
    """A place that is seen into, and where nobody is: a ghost, a suspicion and a dummy end alike."""
    traced = state.traces[viewer].get(contact.handle)
    if traced in state.dummies:
        yield DummyGone(dummy=str(traced))
    yield ContactForgotten(viewer=viewer, handle=contact.handle)
    yield tell(state, viewer, ContactStruck(handle=contact.handle, hex=contact.hex))
