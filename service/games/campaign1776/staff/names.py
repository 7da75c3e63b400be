"""What the units of a set of data are called, and its cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from service.engine.sentences import Sentence, capital, counted, listed, own, place, say
from service.games.campaign1776.known.picture import Contact
from service.games.campaign1776.printed.land import Kind
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import DUE, REPAIR, Pool, Ship
from service.games.campaign1776.staff.terms import SIZES, VESSELS


@dataclass(frozen=True)
class Names:
    """The names of kinds of unit and of cards, as the files of a set of data have them."""

    kinds: Mapping[str, Kind]
    cards: Mapping[str, str]
    areas: Mapping[str, str]
    withdraw: str = ""

    def units(self, numbers: Mapping[str, int]) -> str:
        """So many of each kind: 12 British regulars and 1 British artillery."""
        return listed(self.some(number, kind) for kind, number in numbers.items())

    def some(self, number: int, kind: str) -> str:
        name = self.kinds[kind]
        return f"{number} {name.one if number == 1 else name.many}"

    def pool(self, pool: Pool) -> str:
        """What own units are called: by their number, with the id that orders name them by."""
        return f"{self.some(pool.number, pool.kind)} ({pool.id})"

    def card(self, code: str) -> str:
        return self.cards.get(code, code)

    def strength(self, contact: Contact) -> str:
        """How strong an enemy was reported."""
        if contact.ships is not None:
            aboard = f" with {self.units(contact.units)} aboard" if contact.units else ""
            return fleets(contact.ships) + aboard
        if contact.units:
            return self.units(contact.units)
        if contact.size is None:
            return "troops"
        return SIZES[contact.size] + (" with guns" if contact.guns else "")

    def stands(self, pool: Pool) -> Sentence:
        """Own units, and where they are."""
        return say(own(pool.id, self.some(pool.number, pool.kind)), whereabouts(pool))


def fleets(ships: Mapping[Vessel, int]) -> str:
    """So many fleets of each kind."""
    return listed(counted(number, *VESSELS[kind]) for kind, number in ships.items())


def ship_name(ship: Ship) -> str:
    """A fleet by its kind and id; a bateau, whose id has its kind, by that in words: Bateau 1, British bateau 1."""
    return capital(vessel(ship.id)) if ship.kind == "bateau" else f"{VESSELS[ship.kind][0].capitalize()} {ship.id}"


def vessel(id: str) -> str:
    """A vessel that is known from elsewhere: a fleet by its id, a bateau by that in words."""
    whose, bateau, number = id.partition("bateau")
    return f"{whose.replace('-', ' ')}{bateau} {number}" if bateau else id


def whereabouts(pool: Pool) -> Sentence:
    """Where own units are, as it follows their name."""
    if pool.at == DUE:
        return say(", not placed yet")
    if pool.at == REPAIR:
        return say(" aboard ", own(pool.aboard, vessel(pool.aboard)), ", which is under repair")
    if pool.aboard:
        open = " (left open)" if pool.among else ""
        return say(" aboard ", own(pool.aboard, vessel(pool.aboard)), open, " at ", place(pool.at))
    return say(" in ", place(pool.at), ", in the fort" if pool.inside else "")
