"""Own units, ships and contacts as lists have them: what each is, how it stands, its figures."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.facts import Fact, Row
from service.engine.places import Place
from service.engine.sentences import Sentence, capital, counted, listed, own, place, say
from service.games.campaign1776.known.picture import Contact, Picture, field_of, sea_of
from service.games.campaign1776.known.sea import Sea, Voyage
from service.games.campaign1776.printed.pieces import DUE, NOWHERE, REPAIR, Pool, Ship
from service.games.campaign1776.staff.names import Names, fleets, ship_name, vessel
from service.games.campaign1776.staff.terms import SIZES


def own_rows(names: Names, picture: Picture) -> Iterator[Row]:
    """The own units in the order of the map, then the ships."""
    field, sea = field_of(picture), sea_of(picture)
    order = list(picture.rules.tables.units.kinds)
    for pool in sorted(picture.own.values(), key=lambda one: (one.at, one.aboard, order.index(one.kind), one.id)):
        yield pool_row(names, picture, pool, field.left(pool))
    for ship in sorted(picture.ships.values(), key=lambda one: one.id):
        yield ship_row(picture, ship, sea)


def pool_row(names: Names, picture: Picture, pool: Pool, left: int) -> Row:
    """Own units of one kind in one place."""
    where = "in the fort" if pool.inside else "behind an entrenchment" if pool.at in picture.entrenched else ""
    line = (
        say("aboard ", own(pool.aboard, vessel(pool.aboard)), " (left open)" if pool.among else "")
        if pool.aboard
        else say(where)
    )
    if pool.at == DUE:
        line = comes_to(names, picture, pool)
    tags = [
        words for words, holds in (
            ("not placed", pool.at == DUE), ("stays", pool.stopped or pool.bound), ("landed", bool(pool.landed)),
        ) if holds
    ]  # fmt: skip
    moves = picture.rules.kind(pool.kind).allowance
    figures = (Fact.of("Points left", f"{left} of {moves}"),) if moves else ()
    return Row(
        id=pool.id, name=names.pool(pool), line=line, place=pool.at if pool.at not in NOWHERE else None,
        absent=absent(pool.at), figures=figures, tags=tuple(tags),
    )  # fmt: skip


def comes_to(names: Names, picture: Picture, pool: Pool) -> Sentence:
    """In which areas new units may be placed, or in which hex, where that is one."""
    hexes = picture.due.get(pool.id, ())
    areas = sorted({names.areas[area] for hex in hexes if (area := picture.rules.board.area.get(hex))})
    if len(hexes) == 1:
        return say("for ", place(hexes[0], picture.rules.board.place(hexes[0])))
    return say(f"for {listed(areas)}") if areas else ()


def ship_row(picture: Picture, ship: Ship, sea: Sea) -> Row:
    """A fleet or bateau of one's own, with what it carries."""
    aboard = sum(pool.number for pool in picture.own.values() if pool.aboard == ship.id)
    allowance = picture.rules.tables.naval.vessels[ship.kind].allowance
    tags = (("stays", ship.stopped or ship.ferried), ("in the ice", is_in_ice(sea, ship)))
    return Row(
        id=ship.id, name=ship_name(ship), line=say(f"{counted(aboard, 'passenger')}" if aboard else "empty"),
        place=ship.at if ship.at not in NOWHERE else None,
        absent=under_repair(picture, ship) if ship.at == REPAIR else "away" if ship.at == DUE else "",
        figures=(Fact.of("Points left", f"{sea.left(ship)} of {allowance}"),),
        tags=tuple(words for words, holds in tags if holds),
    )  # fmt: skip


def is_in_ice(sea: Sea, ship: Ship) -> bool:
    """Whether it is the ice of winter alone that bars each step of a vessel (C76-WIN-04)."""
    if ship.at in NOWHERE:
        return False
    voyage = Voyage(sea, (ship,))
    return {voyage.bar(ship.at, there) for there in voyage.beside(ship.at)} == {"ice"}


def absent(at: Place) -> str:
    """Why units are nowhere on map or chart."""
    return "has come in" if at == DUE else "with a fleet under repair" if at == REPAIR else ""


def under_repair(picture: Picture, ship: Ship) -> str:
    """How long a damaged fleet is still away."""
    months = ship.back - picture.turn
    return f"under repair for {counted(months, 'month')} more" if months > 0 else "repaired, and can come back"


def age(turns: int) -> str:
    """How long ago something was seen."""
    return "earlier in this month" if turns <= 0 else f"{counted(turns, 'month')} ago"


def contact_row(names: Names, contact: Contact, turn: int) -> Row:
    """An enemy place of the list, with the age of what is known."""
    tags = [words for words, holds in (("in a fort", contact.inside), ("entrenched", contact.entrenched)) if holds]
    return Row(
        contact=contact.handle, name=called(names, contact), place=contact.hex, tags=tuple(tags),
        line=say(level_said(contact)),
        figures=(Fact.of("Seen", "now" if contact.in_sight else age(turn - contact.turn)),),
    )  # fmt: skip


def called(names: Names, contact: Contact) -> str:
    """An enemy place by its handle, with how strong it was reported."""
    return f"{contact.handle}: {names.strength(contact)}"


def level_said(contact: Contact) -> str:
    """How well an enemy place is known."""
    if contact.ships is not None:
        return "seen from near"
    if contact.units:
        return "met in battle"
    return "in one hex with yours" if contact.size is not None else "seen from the next hex"


def of_contact(names: Names, contact: Contact, turn: int, *, present: bool) -> tuple[Fact, ...]:
    """What is held of an enemy place, for its dossier."""
    facts = [Fact.of("Thought to be", capital(names.strength(contact)))]
    if contact.size is not None and not contact.units:
        facts.append(Fact.of("Size", capital(SIZES[contact.size])))
    if contact.ships is not None:
        facts.append(Fact.of("Fleets", fleets(contact.ships)))
    if contact.inside or contact.entrenched:
        facts.append(Fact.of("Works", "Fort" if contact.inside else "Entrenchment"))
    facts.append(Fact.of("Seen", "now" if present and contact.in_sight else age(turn - contact.turn)))
    return tuple(facts)
