"""What the buttons say that give orders: shorter than the sheet, as the form stands under the name of its base."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.engine.orders import Order
from service.engine.sentences import Sentence, place, say


def button(order: Order, aim: Callable[[str], Sentence], towards: Callable[[int], str]) -> Sentence:
    """What the button says that gives this order; nothing for one that has no words of its own.

    `aim` says who is behind a handle, `towards` where a heading leads.
    """
    given: Any = order  # its type lies where words may not look; a field that it has not is a fault at once
    match order.kind:
        case "fire":
            with_what = "" if given.weapon == "small arms" else f" with {given.weapon}"
            return say("Fire at ", aim(given.target), with_what)
        case "shoot":
            return say("Shoot at ", aim(given.target))
        case "move":
            return say("Move to ", place(given.path[-1]), ", fast" * (given.pace == "fast")) if given.path else ()
        case "advance":
            return say("Advance to ", place(given.hex))
        case "turn-gun" | "face":
            return say(f"Turn to the {towards(given.heading)}")
        case "lay-smoke":
            return say("Lay smoke in ", place(given.hex))
        case "spotting-round":
            return say("Fire a spotting round at ", place(given.hex))
        case "correct":
            return say("Correct the fire to ", place(given.hex))
        case "strike":
            return say("Strike ", place(given.hex))
        case "place" if given.hex:
            return say("Place it in ", place(given.hex))
    return ()
