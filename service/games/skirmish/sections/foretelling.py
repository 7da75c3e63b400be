"""What the enemy will learn of orders that are sent, as far as their owner can know it from his picture."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.orders import Order
from service.engine.sentences import say
from service.engine.sightlines import Foretold
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import FireOnMove, MoreToCome, Move
from service.games.skirmish.sections.reinforcements import Prepare


def foretell(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    """What he hears or sees when these orders are sent and the step is closed."""
    found = []
    moves = sum(isinstance(order, Move) for order in orders)
    shots = sum(isinstance(order, Fire | Shoot | FireOnMove) for order in orders)
    if moves:
        found.append(Foretold(
            text=say("The moves are played before him step by step, in this order. Of each he is shown the steps that "
                     "his bases see, and he may halt it there; he is not told how many you sent."), rule="SKR-MOV-06",
        ))  # fmt: skip
    if shots:
        found.append(Foretold(
            text=say("Who fires gives himself away: he is made out, or from cover too far off for that a muzzle flash "
                     "shows his hex to every enemy with a line to it."), rule="P24",
        ))  # fmt: skip
    if any(isinstance(order, Advance) for order in orders):
        found.append(Foretold(
            text=say("He sees an advance as far as his bases see it, and cannot halt it by fire."), rule="SKR-ADV-03",
        ))  # fmt: skip
    if any(isinstance(order, Prepare) for order in orders):
        found.append(Foretold(text=say("He is told the zone by which they will come on."), rule="SKR-RNF-02"))
    if picture.address.endswith("/movement") and not moves and not any(isinstance(o, MoreToCome) for o in orders):
        found.append(Foretold(
            text=say("You send no move: with this step your movement of this player turn ends."), rule="SKR-MOV-06",
            grave=True,
        ))  # fmt: skip
    return found
