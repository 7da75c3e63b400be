"""A bot for 1776: armies go for the towns that count, fight where the odds are good, and slip away where they are not.

The British side takes and holds towns, by land and by water. The American side keeps its army where it cannot be
caught, falls upon what is weaker than it, and in the last month of a scenario that goes by points marches into every
town that the enemy would else be paid for.
"""

from __future__ import annotations

from collections.abc import Callable

from service.bots.campaign1776.afloat import Afloat
from service.bots.campaign1776.country import Hex
from service.bots.campaign1776.situation import Situation
from service.bots.player import DONE, Offer, Order, closable

ATTACKS, GOES_ON, BEGINS = 1.2, 1.0, 1.5
"""Odds from which it attacks, goes on, and begins combat that it could do without."""
ASSAULTS = 2.5
"""Odds against a fort, its walls counted, from which it is assaulted."""
AT_ONCE = 5.0
"""Odds at which rounds are fought without cards: then nobody slips away."""
SLIPS_AWAY = 2.0
"""Odds of the enemy's at which a defender withdraws."""
HOMEWARD = ("west_indies", "south", "east", "north")
"""Where fleets go that are owed in the West Indies: the nearest to it that they can reach."""


class General(Afloat):
    """One seat of a match of `campaign1776`; restarted, it goes by what it sees."""

    def orders(self, offers: list[Offer]) -> list[Order]:
        at = self.situation()
        if self.month != at.turn:
            self.month, self.claims, self.aims, self.tried = at.turn, {}, {}, set()
        by_kind: dict[str, list[Offer]] = {}
        for offer in offers:
            by_kind.setdefault(offer["kind"], []).append(offer)
        if "march" in by_kind:
            by_kind.setdefault("embark", [])  # units that are too large for a vessel are parted for it first
        self.offered = by_kind
        for kind, judge in self.judges().items():
            if kind in by_kind:
                for order in judge(at, by_kind[kind]):
                    if kind in AGAIN or self.once(at, repr(sorted(order.items()))):
                        return [order]
        if closable(offers):
            return [dict(DONE)]
        return (self.owed(at, by_kind.get("sail", [])) or self.all_filled(at, offers))[:1]

    def judges(self) -> dict[str, Callable[[Situation, list[Offer]], list[Order]]]:
        """Who says what to do with offers of each kind; others are left unless something has to be answered."""
        return {
            "place-arrival": self.placed, "bring-in": self.brought, "bring-fleets": self.brought,
            "disband": self.all_filled, "bring-back": self.all_filled,
            "dig": self.works, "reduce-magazine": self.reduces,
            "eliminate": self.eliminates, "debark": self.landings, "embark": self.embarks, "sail": self.sails,
            "leave-fort": self.comes_out, "march": self.marches, "force-march": self.forced,
            "attack-at-sea": self.sea_fights, "attack": self.attacks, "meet-attack": self.meets,
            "start-combat": self.begins, "declare-supply": self.all_filled, "fight-on": self.goes_on,
            "stop-fighting": self.stops, "continue": self.continues,
        }  # fmt: skip

    def owed(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Where the movement cannot be closed: fleets on their way to the West Indies."""
        for offer in offers:
            for ship in offer["subjects"]:
                if self.once(at, "owed", ship):
                    ways = {way["place"]: way for way in self.ways(ship)}
                    if (goal := next((box for box in HOMEWARD if box in ways), None)) is not None:
                        return [{"kind": "sail", "ships": [ship], "path": list(ways[goal]["path"])}]
        return []

    # ---- battles

    def sea_fights(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """Battle fleets attack whom they meet."""
        found = []
        for offer in offers:
            ships = [id for id in offer["subjects"] if at.view["ships"][id]["kind"] == "BF"]
            if ships and (order := self.all_filled(at, [offer])):
                found.append({**order[0], "ships": ships})
        return found

    def attacks(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], ATTACKS)]

    def begins(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """In the enemy's segment a town that counts is cleared at the end; else only at good odds."""
        needed = at.last and at.side == "British"
        return [
            self.round_of(at, offer) for offer in offers
            if self.pays(at, hex := offer["fixed"]["hex"], GOES_ON if needed and at.towns.get(hex) else BEGINS)
        ]  # fmt: skip

    def goes_on(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], GOES_ON)]

    def continues(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [self.round_of(at, offer) for offer in offers if self.pays(at, offer["fixed"]["hex"], BEGINS)]

    def stops(self, at: Situation, offers: list[Offer]) -> list[Order]:
        return [{"kind": "stop-fighting", **offer["fixed"]} for offer in offers]

    def pays(self, at: Situation, hex: Hex, least: float) -> bool:
        return at.odds(hex) >= (least if hex in at.enemies else ASSAULTS)

    def round_of(self, at: Situation, offer: Offer) -> Order:
        """A round by a drawn card, or several at once where nobody is to slip away."""
        order: Order = {"kind": offer["kind"], **offer["fixed"]}
        if at.odds(offer["fixed"]["hex"], defended=False) >= AT_ONCE and offer["fixed"]["hex"] in at.enemies:
            order["continuous"] = 3
        return order

    def meets(self, at: Situation, offers: list[Offer]) -> list[Order]:
        """The weaker withdraws: its troops stay in the hex, and live."""
        found = []
        for offer in offers:
            odds = at.odds(offer["fixed"]["hex"], defended=False)
            cards = offer["fields"]["card"]["values"]
            card = "WD" if "WD" in cards and odds * SLIPS_AWAY <= 1.0 else ""
            found.append({"kind": "meet-attack", **offer["fixed"], "card": card})
        return found


AGAIN = frozenset({
    "meet-attack", "start-combat", "declare-supply", "fight-on", "stop-fighting", "continue", "eliminate"
})  # fmt: skip
"""Orders that may be given again word for word at one heading of a month, in the next round."""
