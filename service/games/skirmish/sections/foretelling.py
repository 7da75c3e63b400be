"""What the enemy will learn of orders that are sent, as far as their owner can know it from their picture."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.odds import Foretold
from service.engine.orders import Order
from service.engine.sentences import say
from service.games.skirmish.known.entering import to_come
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import FireOnMove, MoreToCome, Move
from service.games.skirmish.sections.reinforcements import Prepare

MOVES = (
    "Your moves are played step by step, in this order. The enemy is shown those steps that their bases see, and may "
    "halt a move there; they are not told how many moves you sent."
)
MOVES_LIVE = (
    "Your moves are played step by step: those that go in step with the move before at once, the others after it. The "
    "enemy is shown those steps that their bases see, and may halt a move there; they are not told how many you sent."
)
SHOTS = (
    "A base that fires gives itself away: the enemy makes it out, or, if it is in cover and too far off for that, its "
    "muzzle flash shows its hex to every enemy with a line of sight to it."
)
ADVANCE = "The enemy sees an advance as far as their bases see it, and cannot halt it by fire."
ZONE = "The enemy is told the zone where your reinforcements will come on."
NO_MOVES = "You send no moves: closing this step ends your movement for this player turn."
NOBODY_COMES = "You announce no zone: those who wait do not come on in this player turn."
GRAVE = (NO_MOVES, NOBODY_COMES)
"""What is given up by closing a step, of which its player is asked once more."""


def foretell(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    """What the enemy hears or sees when these orders are sent and the step is closed."""
    moves = any(isinstance(order, Move) for order in orders)
    shots = any(isinstance(order, Fire | Shoot | FireOnMove) for order in orders)
    still = not moves and not any(isinstance(order, MoreToCome) for order in orders)
    found = [
        (moves, MOVES_LIVE if picture.options["interrupts"] == "live" else MOVES, "SKR-MOV-06"),
        (shots, SHOTS, "P24"),
        (any(isinstance(order, Advance) for order in orders), ADVANCE, "SKR-ADV-03"),
        (any(isinstance(order, Prepare) for order in orders), ZONE, "SKR-RNF-02"),
        (still and picture.address.endswith("/movement"), NO_MOVES, "SKR-MOV-06"),
        (picture.address.endswith("/reinforcements") and waits(picture), NOBODY_COMES, "SKR-RNF-01"),
    ]
    return [Foretold(text=say(text), rule=rule, grave=text in GRAVE) for due, text, rule in found if due]


def waits(picture: Picture) -> bool:
    """Whether a group could come on, and none has a zone to do so, as the sheet leaves it."""
    waiting = [one for one in to_come(picture.rules, picture.side, picture.own) if picture.turn >= one.from_turn]
    return bool(waiting) and not any(picture.groups[one.id].zone for one in waiting)
