"""An overloaded French fleet in the West Indies: in the port it has to land somebody, or else it lies off it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, say
from service.games.campaign1776.known.picture import Picture, sea_of
from service.games.campaign1776.sections.france import duty_is_done
from service.games.campaign1776.sections.sailing import HEAVY, own_ship
from service.games.campaign1776.truth.events import ShipSet
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State

OFF = "C76-NTR-14"


@dataclass(frozen=True, kw_only=True)
class LieOff(Order):
    """Let a French fleet in the West Indies that has more aboard than it carries lie off the port.

    In this phase it has to land nobody then, and neither loads nor lands.
    """

    rule: ClassVar[str] = OFF
    phrase: ClassVar[Phrase] = Phrase("lie off the port with {ship}")
    kind: Literal["lie-off"] = "lie-off"
    ship: Subject[str]

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.ship), " lies off the port")

    def check(self, picture: Picture) -> None:
        ship = own_ship(picture, self.ship)
        here = ship.at == picture.rules.tables.west_indies.box and ship.id in sea_of(picture).heavy
        demand(here, OFF, (own(ship.id), " is not a fleet in the West Indies with more aboard than it carries."))
        demand(not ship.off, OFF, (own(ship.id), " lies off the port already."))

    def believe(self, picture: Picture) -> None:
        picture.ships[self.ship] = replace(picture.ships[self.ship], off=True)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        if self.ship in state.ships:
            yield ShipSet(ship=replace(state.ships[self.ship], off=True))
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for id in who_owe(picture):
            title = say("Lie off the port with ", own(id))
            yield Option(kind="lie-off", title=title, subjects=(id,), fixed={"ship": id}, rule=OFF)


def who_owe(picture: Picture) -> list[str]:
    """The fleets in the port of the West Indies that have to land somebody: overloaded, where no regular is ashore."""
    box, sea = picture.rules.tables.west_indies.box, sea_of(picture)
    if box in sea.ours:
        return []
    return [ship.id for ship in picture.ships.values() if ship.at == box and ship.id in sea.heavy and not ship.off]


def movement_may_close(picture: Picture) -> None:
    """Refuse to close the movement while the West Indies are owed something: a way there, or somebody landed."""
    duty_is_done(picture)
    for id in who_owe(picture):
        demand(False, HEAVY, (own(id), " carries more than it may: land somebody in the West Indies, or lie off."))


def usual_rest(picture: Picture) -> list[Order]:
    """What a silent side does with such fleets: they lie off."""
    return [LieOff(ship=id) for id in who_owe(picture)]
