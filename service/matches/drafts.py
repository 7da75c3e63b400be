"""The draft: what a seat would see and could order had the orders on its sheet been sent already, by its own belief."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from service.engine import judging
from service.engine.bundles import Bundle
from service.engine.kinds import kind_of
from service.engine.odds import Foretold, Odds
from service.engine.options import Destination, Option
from service.engine.orders import Done, Order, Refusal
from service.engine.places import Ground, Place
from service.engine.sentences import Sentence
from service.engine.state import Known, duplicate
from service.matches.context import AtSeat, Context
from service.matches.reading import DONE, SeatReading, read, without_done
from service.matches.sheets import sheet_orders


@dataclass(frozen=True)
class Draft:
    """A reading with its sheet: the orders, and the picture as those that the rules allow leave it.

    `refusals` has one for each order: None where it is allowed.
    """

    reading: SeatReading
    orders: tuple[Order, ...]
    refusals: tuple[Refusal | None, ...]
    believed: Any

    @property
    def allowed(self) -> list[Order]:
        """The orders on the sheet that may be sent as they stand."""
        return [order for order, refusal in zip(self.orders, self.refusals, strict=True) if refusal is None]

    @cached_property
    def known_after(self) -> Known[Any, Any]:
        """What the seat knows as the sheet leaves it."""
        reading = self.reading
        return reading.game.known(self.believed, reading.tally.score) if self.orders else reading.known

    def known_before(self, index: int) -> Known[Any, Any]:
        """What the seat knows as the orders on the sheet before this one leave it."""
        return self.reading.game.known(self.before(index))

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """Each order on the sheet in a sentence, by what the seat knows as those before it leave it."""
        game, believed, said = self.reading.game, duplicate(self.reading.picture), list[Sentence]()
        for order, refusal in zip(self.orders, self.refusals, strict=True):
            said.append(game.words.order(game.known(believed), order))
            if refusal is None:
                order.believe(believed)
        return tuple(said)

    @property
    def view(self) -> Any:
        """The picture as the sheet leaves it, ready to read."""
        return self.known_after.view

    @cached_property
    def options(self) -> list[Option]:
        """What may be put on the sheet next."""
        return [*self.heading_options, *self.anytime_options]

    @cached_property
    def heading_options(self) -> list[Option]:
        """What of it belongs to this step, closing it included."""
        return judging.heading_options(self.reading.game, self.believed)

    @cached_property
    def anytime_options(self) -> list[Option]:
        """What of it is lawful at any heading."""
        return judging.anytime_options(self.reading.game, self.believed)

    @cached_property
    def kinds_lawful_anytime(self) -> frozenset[str]:
        """The kinds of the orders that are lawful at any heading."""
        return frozenset(map(kind_of, judging.lawful_anytime(self.reading.game)))

    @cached_property
    def now(self) -> list[Option]:
        """What may be put on the sheet in this step, but for closing it."""
        return without_done(self.heading_options)

    def is_last(self, *orders: Order) -> bool:
        """Whether nothing but closing the step is left to order once these, which the rules allow, are given.

        Where orders can still be given to several, and these are not for them all, it is not asked: none of them is the
        last word.
        """
        several, given = {option.subjects for option in self.now}, {one for order in orders for one in order.subjects()}
        if len(several) > 1 and not given.issuperset(one for subjects in several for one in subjects):
            return False
        game = self.reading.game
        refusals, after = judging.judged(game, self.believed, orders)
        left = judging.heading_options(game, after)
        return not any(refusals) and [option.kind for option in left] == [DONE]

    def destinations(self, units: Sequence[str]) -> Sequence[Destination] | Refusal:
        """Where units can go together from where the sheet has them, or what the rules say against it."""
        forces = self.reading.game.forces
        try:
            return forces.destinations(self.believed, units) if forces is not None else ()
        except Refusal as refusal:
            return refusal

    def options_of(self, units: Collection[str]) -> list[Option]:
        """What may be ordered to these units, of one or of all together; nothing, for none."""
        return [option for option in self.options if units and set(units) <= set(option.subjects)]

    def reach(self, option: Option, units: Sequence[str]) -> Sequence[Destination] | Refusal:
        """Where an option can take these of its units, or what the rules say against it; nowhere, without a way."""
        for name, routes in option.routes:
            return self.destinations(option.movers(routes, {routes.follows or name: units}))
        return ()

    @property
    def ground(self) -> Ground | None:
        """The places of the map, and how they are written; None in a game without a map."""
        return self.reading.ground

    def odds(self, order: Order, *, instead_of: int | None = None) -> Odds | None:
        """What an order is likely to do, by what the seat believes; None for one that has no odds.

        It would stand next on the sheet, or in the place of another.
        """
        asked = self.reading.game.odds
        if asked is None:
            return None
        return asked(self.believed if instead_of is None else self.before(instead_of), order)

    def refusal(self, order: Order) -> Refusal | None:
        """What the rules say against an order that would stand next on the sheet; None for one that is allowed."""
        return judging.refusal_of(self.reading.game, self.believed, order)

    @cached_property
    def at_once(self) -> Sequence[Bundle]:
        """What may be put on the sheet next for many units in one tap."""
        asked = self.reading.game.at_once
        return asked(self.believed) if asked is not None and self.reading.where.asked else ()

    def other_ways(self, index: int, via: Sequence[Place] = ()) -> Sequence[Order] | Refusal:
        """Other ways for an order on the sheet, as those before it leave it; or what the rules say against this one."""
        asked = self.reading.game.other_ways
        if asked is None or self.refusals[index] is not None:
            return ()
        try:
            return asked(self.before(index), self.orders[index], via)
        except Refusal as refusal:
            return refusal

    def before(self, index: int) -> Any:
        """The picture as the orders on the sheet before this one leave it."""
        return judging.judged(self.reading.game, self.reading.picture, self.orders[:index])[1]

    @cached_property
    def unclosed(self) -> Refusal | None:
        """What the rules say against closing the step as the sheet leaves it; None where nothing stands against it."""
        return judging.refusal_of(self.reading.game, self.believed, Done()) if self.believed.asked else None

    def no_shots(self, unit: str) -> dict[str, Refusal]:
        """The contacts at which a unit has no shot as the sheet leaves it, by handle, with what the rules say to each.

        Nothing in a game that does not say.
        """
        game = self.reading.game
        if game.no_shot is None or game.forces is None:
            return {}
        asked = {handle: game.no_shot(self.believed, unit, handle) for handle in game.forces.contacts(self.believed)}
        return {handle: refusal for handle, refusal in asked.items() if refusal is not None}

    def foretold(self) -> Sequence[Foretold]:
        """What the enemy will be told when the sheet is sent and the step closed, as far as the seat can know."""
        foretell = self.reading.game.foretell
        return foretell(self.believed, self.allowed) if foretell is not None and self.reading.where.asked else ()


def draft(context: Context, at: AtSeat) -> Draft:
    """What the seat knows, and its sheet, as of one moment."""
    return draft_of(context, read(context, at))


def draft_of(context: Context, reading: SeatReading) -> Draft:
    """The draft of a reading."""
    return drafted(reading, sheet_orders(context, reading))


def drafted(reading: SeatReading, orders: Sequence[Order]) -> Draft:
    """The draft of a reading if these orders stood on its sheet."""
    refusals, believed = judging.judged(reading.game, reading.picture, orders)
    return Draft(reading, tuple(orders), tuple(refusals), believed)
