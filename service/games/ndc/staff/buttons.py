"""What the buttons say that give orders: shorter than the sheet, as the form stands under the name of its unit."""

from __future__ import annotations

from typing import Any

from service.engine.orders import Order
from service.engine.sentences import Sentence, counted, listed, place, say
from service.games.ndc.staff.terms import MODES


def button(order: Order) -> Sentence:
    """What the button says that gives this order; nothing for one that has no words of its own."""
    given: Any = order  # its type lies where words may not look; a field that it has not is a fault at once
    match order.kind:
        case "defend":
            return say("Defend", supported(given.fire, given.ew) or " without support")
        case "declare-ground-combat":
            return say(given.type.capitalize(), " ", place(given.target), supported(given.barrage, given.ew))
        case "interdict":
            return say("Interdict ", place(given.target), supported(given.csps))
        case "counter-battery":
            return say("Fire on the artillery in ", place(given.target), supported(given.csps))
        case "move":
            return say("Move to ", place(given.path[-1])) if given.path else ()
        case "enter":
            return say("Enter at ", place(given.hex), f" in {MODES[given.mode]} mode")
        case "retreat":
            return say("Retreat to ", place(given.hex))
        case "change-mode":
            return say(f"Change to {MODES[given.mode]} mode")
        case "allot-intelligence":
            points = counted(given.air + given.signal, "point")
            return say(
                f"Search {listed(given.sectors)} with {points}" if given.sectors else f"Allot {points}, search nowhere"
            )
        case "place-commander":
            return say("Place the commander there")
        case "transfer-asset":
            return say(f"Transfer {counted(len(given.assets), 'asset')}")
    return ()


def supported(csps: int, ew: int = 0) -> str:
    """With how much fire and jamming; nothing where there is neither."""
    support = [*([counted(csps, "CSP")] if csps else []), *([counted(ew, "EW attack")] if ew else [])]
    return f" with {listed(support)}" if support else ""
