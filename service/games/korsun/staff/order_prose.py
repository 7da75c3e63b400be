"""Orders as sentences: on the sheet, on buttons, in the log and in mail alike."""

from __future__ import annotations

from typing import Any

from service.engine.sentences import Sentence, counted, joined, listed, listing, own, place, say

ATTACKS = {
    "declare-attack": "attack ", "attack-by-breakthrough": "fight on by breakthrough at ",
    "attack-from-reserve": "attack from reserve at ",
}  # fmt: skip
SUPPORT = {"supported": "supply for", "artillery": "fire of", "engineers": "assault engineers", "advance": "advance of"}
USUAL = {"losses": "strongest-first", "armor_target": "strongest"}


def attack_said(order: Any) -> Sentence:
    """An attack in a sentence: who attacks which hex, its missions, and of its plan what is not as usual."""
    missions = f", {counted(order.missions, 'air mission')}" if order.missions else ""
    plan = [
        f"{words} {listed(getattr(order, name)) or 'nobody'}"
        for name, words in SUPPORT.items() if getattr(order, name, None) not in (None, ()) or plans_none(order, name)
    ]  # fmt: skip
    plan += [
        f"{name.replace('_', ' ')} {value.replace('-', ' ')}"
        for name, usual in USUAL.items() if (value := getattr(order, name, usual)) != usual
    ]  # fmt: skip
    if getattr(order, "planned", False):
        plan.insert(0, "by plan")
    units = listing(say(own(id)) for id in order.units)
    verb = ATTACKS[order.kind] if len(order.units) > 1 else ATTACKS[order.kind].replace(" ", "s ", 1)
    return say(units, f" {verb}", place(order.hex), missions, "".join(f", {one}" for one in plan))


def plans_none(order: Any, name: str) -> bool:
    """Whether a plan says of an item, which it may leave to the usual choice, that it is for nobody."""
    return name in ("supported", "advance") and getattr(order, name, None) == ()


def plan_said(order: Any) -> Sentence:
    """A plan, or what is added to one, in a sentence."""
    match order.kind:
        case "plan-supply":
            extended = (
                say(", extended supply to ", listing(map(say, map(place, order.extended)))) if order.extended else ()
            )
            pieces = (
                say(", ammunition for ", listing(say(own(id)) for id in order.artillery)) if order.artillery else ()
            )
            return say("Supply of the next game-turn by plan", extended, pieces)
        case "plan-air":
            drops = say(", drops on ", listing(map(say, map(place, order.drops)))) if order.drops else ()
            numbers = ((order.flights, "to fly to Korsun"), (order.allot_drops, "set aside for drops"),
                       (order.allot_korsun, "set aside for Korsun"))  # fmt: skip
            points = [f", {counted(number, 'point')} {what}" for number, what in numbers if number]
            return say("Air supply by plan", drops, *points)
        case "plan-closing":
            through = say(", breakthrough to ", place(order.breakthrough)) if order.breakthrough else ()
            moved = say(", reserves to ", place(order.reserves)) if order.reserves else ()
            return say("The rest of the player-turn by plan", through, moved)
        case "plan-marker":
            return say(f"By plan, supply marker {order.command} to ", place(order.hex))
        case "plan-drop":
            return say(f"By plan, a drop for {order.front} on ", place(order.hex))
        case "plan-work":
            where = f" at {order.bridge}" if order.bridge else ""
            return say("By plan, ", own(order.unit), f": {order.work.replace('-', ' ')}{where}")
        case "plan-withdrawal":
            return say("By plan, ", own(order.unit), " withdraws to ", place(order.hex))
    return say(f"The {order.plan} plan is taken back")


def order_said(order: Any) -> Sentence:
    """An order in a sentence; nothing for one that is said by its title and fields."""
    if order.kind in ATTACKS:
        return attack_said(order)
    if order.kind.startswith("plan-") or order.kind == "drop-plan":
        return plan_said(order)
    match order.kind:
        case "move" | "move-reserve":
            way = order.path
            through = say(" via ", joined(", ", map(place, way[:-1]))) if 1 < len(way) <= 6 else ""
            verb = " moves to " if len(order.units) == 1 else " move to "
            return say(listing(say(own(id)) for id in order.units), verb, place(way[-1]), through) if way else ()
        case "move-by-road" | "move-by-rail":
            how = "strategically" if order.kind == "move-by-road" else "by rail"
            return say(own(order.unit), f" moves {how} to ", place(order.to))
        case "break-out" if order.path:
            return say(own(order.unit), " breaks out to ", place(order.path[-1]))
        case "break-through" | "react" | "withdraw-by-night":
            verbs = {"break-through": "breaks through to", "react": "reacts to", "withdraw-by-night": "withdraws to"}
            return say(own(order.unit), f" {verbs[order.kind]} ", place(order.hex))
        case "place-marker":
            return say(f"Supply marker {order.command} to ", place(order.hex))
        case "extend-supply":
            return say(f"{order.command} extends supply to ", place(order.hex))
        case "resupply":
            return say(own(order.unit), " is resupplied")
        case "replace":
            return say(own(order.unit), " regains a step")
        case "declare-reserve":
            return say(listing(say(own(id)) for id in order.units), " in reserve")
        case "adjust-boundary":
            return say(f"The boundary in row {order.row} to column {order.column}")
        case "displace-partisans":
            return say("Partisans in ", place(order.hex), " to ", place(order.to))
        case "return-partisans":
            return say("Partisans throw to return in ", place(order.to))
        case "build-airfield" | "build-depot":
            what = "an alternate airfield" if order.kind == "build-airfield" else "a depot"
            return say(own(order.unit), f" builds {what}")
        case "fill-depot":
            return say(f"{counted(order.points, 'point')} into the depot in ", place(order.hex))
        case "rebuild-from-cadres":
            return say(f"{order.unit} is rebuilt from cadres in ", place(order.hex))
        case "leave-workshop":
            return say(own(order.unit), " comes back from the workshop to ", place(order.hex))
        case "pay-supply":
            return say(f"Supply is paid for {listed(order.commands)}")
        case "fly-in-defense":
            return say(f"{counted(order.missions, 'air mission')} in defense")
        case "fire-artillery" | "commit-engineers":
            verb = {"fire-artillery": "fire", "commit-engineers": "assault"}[order.kind]
            return say(listing(say(own(id)) for id in order.units), f" {verb}{'s' * (len(order.units) == 1)}")
    return ()
