"""Orders as sentences: on the sheet, on buttons, in the log and in mail alike."""

from __future__ import annotations

from typing import Any

from service.engine.sentences import Sentence, counted, joined, listing, own, place, say
from service.games.campaign1776.staff.names import Names
from service.games.campaign1776.staff.terms import SUPPLIES, VESSELS

ATTACKS = {
    "attack": "Attack in ", "start-combat": "Begin combat in ", "fight-on": "Fight on in ", "continue": "Continue in ",
}  # fmt: skip


def order_said(names: Names, order: Any) -> Sentence:
    """An order in a sentence; nothing for one that is said by its title and fields."""
    if order.kind in ATTACKS:
        how = f", {counted(order.continuous, 'round')} without cards" if order.continuous else _card(names, order.card)
        return say(ATTACKS[order.kind], place(order.hex), how, *_rest(order))
    match order.kind:
        case "march" | "force-march" | "sail":
            return way_said(order)
        case "embark":
            return say(_all(order.units), " embark on ", own(order.ship))
        case "debark":
            how = ", by its port" * order.by_port + ", into the fort" * order.inside
            return say(_all(order.units), " land from ", own(order.ship), " in ", place(order.hex), how)
        case "detach":
            return say(f"Detach {order.number} of ", own(order.unit))
        case "enter-fort" | "leave-fort":
            return say(_all(order.units), f" {'enter' if order.kind == 'enter-fort' else 'leave'} the fort")
        case "dig":
            return say(_all(order.units), " entrench")
        case "build-fort":
            return say(_all(order.units), " build a fort")
        case "reduce-magazine":
            return say("Reduce ", own(order.unit))
        case "give-up-works":
            return say("Give up the works in ", place(order.hex))
        case "build-magazine":
            return say("Build a magazine in ", place(order.hex), f", {order.nation}" if order.nation else "")
        case "place-arrival":
            some = f"{order.number} of " if order.number else ""
            return say(f"Place {some}", own(order.unit), " in ", place(order.hex), ", in the fort" * order.inside)
        case "disband":
            return say(f"Disband {order.number} of ", own(order.unit))
        case "bring-in":
            return say("Bring in the reinforcements at ", place(order.entry))
        case "bring-fleets":
            return say("Bring the French fleets in at ", place(order.entry))
        case "place-fleet":
            return say("Put ", own(order.ship), " in ", place(order.entry))
        case "share-out":
            return say(f"Take {order.number} of ", own(order.unit), " aboard ", own(order.ship))
        case "build-bateaus":
            return say(
                f"Build {counted(order.number, *VESSELS['bateau'])} with ", own(order.unit), " on ", place(order.side)
            )
        case "exchange-magazine":
            return say("Exchange ", own(order.unit), " for bateaus on ", place(order.side))
        case "destroy-bateau":
            return say("Destroy ", own(order.ship))
        case "dismantle-fort":
            return say(own(order.unit), " take down the fort")
        case "attack-at-sea":
            return say(_all(order.ships), " attack at sea")
        case "bring-back":
            return say("Bring back ", own(order.ship), " to ", place(order.to))
        case "eliminate":
            return say(_all(order.units), " eliminate the enemy before them")
        case "leave-to-plan":
            return say("Do not attack in ", place(order.hex), ", and leave the rest to the plan")
        case "meet-attack":
            return say("Meet the attack in ", place(order.hex), _card(names, order.card), *_rest(order, "then "))
        case "stop-fighting":
            return say("Stop fighting in ", place(order.hex), *_rest(order, "if they go on, "))
        case "declare-supply":
            return say("Supply in ", place(order.hex), f" is {SUPPLIES[order.supply]}")
        case "go-inside":
            if not order.units:
                return say("Stay outside the fort in ", place(order.hex))
            return say(_all(order.units), " go into the fort in ", place(order.hex))
    return ()


def way_said(order: Any) -> Sentence:
    """A march or voyage, with the places that it leads through."""
    verbs = {"march": "march", "force-march": "make a forced march", "sail": "sail"}
    who = order.ships if order.kind == "sail" else order.units
    if not who or not order.path:
        return ()
    through = say(" via ", joined(", ", map(place, order.path[:-1]))) if 1 < len(order.path) <= 6 else ""
    return say(_all(who), f" {verbs[order.kind]} to ", place(order.path[-1]), through)


def _all(units: Any) -> Sentence:
    return listing(say(own(id)) for id in units) if units else say("Nobody")


def _card(names: Names, card: str) -> str:
    return f" with {names.card(card)}" if card else " with a card that is drawn"


def _rest(order: Any, lead: str = "") -> tuple[str, ...]:
    """What is said of supply, and that the rest of the battle is left to the plan, where it is not as usual."""
    supply = f", {lead}supply {SUPPLIES[order.supply]}" if order.supply != "rule" else ""
    return supply, ", the rest by plan" if getattr(order, "planned", False) else ""
