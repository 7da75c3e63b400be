"""What the game says to its players, from what they know: to a page, a mail, a text client or a bot alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from service.engine.orders import Order
from service.engine.reports import Report
from service.engine.sentences import Sentence, capital, counted, listed, listing, own, place, say
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.korsun.known.picture import Contact, Picture
from service.games.korsun.known.reports import OwnForce, OwnStores, OwnSupply, PublicTold
from service.games.korsun.staff.prose import LEVELS, prose

TITLES = {
    "place-marker": "Deploy a supply marker", "end-isolation": "End the isolation of a Korps",
    "extend-supply": "Extend supply to a hex", "resupply": "Resupply artillery", "drop-to-units": "Drop supply",
    "drop-supply": "Drop supply", "fly-to-korsun": "Fly supply to Korsun", "allot-drops": "Set points aside for drops",
    "allot-korsun": "Set points aside for Korsun", "replace": "Replace a step", "declare-reserve": "Place in reserve",
    "move": "Move", "move-by-road": "Move strategically", "move-by-rail": "Move by rail",
    "create-barrage": "Create a barrage unit", "fire-barrage": "Fire a barrage",
    "declare-attack": "Attack", "react": "React", "pay-supply": "Support with supply",
    "fly-in-defense": "Commit air support", "fire-artillery": "Fire artillery",
    "commit-engineers": "Declare assault engineers", "no-retreat": "Declare No Retreat",
    "break-through": "Move by breakthrough", "attack-by-breakthrough": "Fight on by breakthrough",
    "move-reserve": "Move reserves", "attack-from-reserve": "Attack from reserve",
    "withdraw-by-night": "Withdraw by night", "destroy-bridge": "Destroy a bridge", "repair-bridge": "Repair a bridge",
    "build-bridge": "Build a bridge", "lay-mines": "Lay mines", "improve-position": "Improve a position",
    "convert-artillery": "Give up artillery", "convert-alarm": "Give up an alarm unit",
    "convert-cadre": "Give up a cadre", "convert-marker": "Give up a supply marker",
    "convert-korsun": "Take the Korsun conversion",
    "throw-for-release": "Throw for release of the front",
    "activate-korsun": "Declare Korsun isolated",
    "isolate-korps": "Declare a Korps isolated", "declare-wanda": "Declare Operation Wanda",
    "abandon-airfield": "Abandon the Korsun airfield", "declare-breakout": "Declare a breakout",
    "break-out": "Break out", "add-intercept-line": "Lines for intercepts",
    "add-demolition-line": "Lines for demolitions", "move-standing-line": "Move a line",
    "drop-standing-line": "Drop a line",
}  # fmt: skip


ATTACKS = {
    "declare-attack": "Attack ", "attack-by-breakthrough": "Fight on by breakthrough at ",
    "attack-from-reserve": "Attack from reserve at ",
}  # fmt: skip
SUPPORT = {"supported": "supply for", "artillery": "fire of", "engineers": "assault engineers", "advance": "advance of"}


def attack_said(order: Any) -> Sentence:
    """An attack in a sentence: the hex, who attacks it, its missions, and of its plan what is not as usual."""
    units = listing(say(own(id)) for id in order.units)
    missions = f", {counted(order.missions, 'air mission')}" if order.missions else ""
    plan = [
        f"{words} {listed(getattr(order, name))}" for name, words in SUPPORT.items() if getattr(order, name, None)
    ]  # fmt: skip
    if getattr(order, "planned", False):
        plan.insert(0, "by plan")
    return say(ATTACKS[order.kind], place(order.hex), " with ", units, missions, "".join(f", {one}" for one in plan))


class KorsunWords(PlainWords):
    """The words of Korsun."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (
        *PlainWords.said_elsewhere, OwnForce, OwnSupply, OwnStores, PublicTold,
    )  # fmt: skip
    silence: ClassVar[str] = "nothing"
    group_titles: ClassVar[dict[str, str]] = {**PlainWords.group_titles, **TITLES}
    list_titles: ClassVar[dict[str, str]] = {"intercepts": "Intercepts", "demolitions": "Demolitions"}
    list_help: ClassVar[dict[str, str]] = {
        "intercepts": "They answer in the enemy's movement also while you are present. The first that fits acts.",
        "demolitions": "They answer as soon as the enemy comes to a bridge. The first that fits acts.",
    }

    def turns_of(self, turn: int) -> str:
        return f"Game-turn {turn}"

    def cost(self, cost: str) -> str:
        return f"{cost} {'point' if cost == '1' else 'points'}"

    def order(self, known: Known[Any, Any] | None, order: Order) -> Sentence:
        if order.kind in ATTACKS:
            return attack_said(order)
        return super().order(known, order)

    def prose(self, report: Report, /) -> Sentence:
        said = prose(report)
        return super().prose(report) if said is None else said

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """Units go by what is printed on their counters."""
        return {} if known is None else {id: id for id in known.picture.own}

    def contact_name(self, contact: Contact, handle: str) -> str:
        """Who was identified, or how big the stack is."""
        if contact.units:
            return listed(unit.id for unit in contact.units)
        if contact.marker:
            return "supply marker"
        return f"{handle}, {'large' if contact.large else 'small'}"

    def verdict(self, known: Known[Picture, Picture]) -> Sentence:
        level = known.picture.verdict
        return say(f"{capital(LEVELS[level])}.") if level else ()
