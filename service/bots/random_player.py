"""A player that picks among the offered options at random: it tries the game, not its opponent.

    with client("http://127.0.0.1:8000", token=token) as http:
        RandomPlayer(http, match_id, "US", seed=7).play()

It builds each order from an option as anybody could, so a refusal of a single order is a fault of the game, and any
answer beyond taken, refused and moved-on is a fault of the service. It raises on both.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import httpx

from service.bots.player import (
    DONE,
    JSON,
    MOST_WAITS,
    Fault,
    Offer,
    OfferRefused,
    Order,
    Player,
    UnexpectedAnswer,
    client,
    closable,
)

__all__ = ["Fault", "OfferRefused", "RandomPlayer", "UnexpectedAnswer", "client"]

ANYTIME = 0.1
"""How likely an order is one that is lawful at any heading."""
MOVES = 4.0
"""How much likelier orders with a route are: in most games the others end what a unit can still move."""
LIKINGS = (0.03, 0.3, 1.0, 1.0, 4.0)
"""How much a player likes a kind, drawn once: some matches are all attacks, and others have none."""
USUALLY = 0.5
"""How likely a set is left out, where that is not the same as to choose nothing of it."""
SEVERAL = 0.3
"""How likely a list holds more than one order."""
REPEATED = 0.03
"""How likely a request is sent once more, as a client does that lost the answer."""
OUT_OF_TURN = 0.05
"""How likely something is ordered while the seat is not asked."""
CLOSING, CLOSING_MORE = 0.1, 0.06
"""How likely a heading is closed at once, and how much likelier with every order given there, once it may be closed."""


class RandomPlayer(Player):
    """One seat of one match, played at random. The same seed and the same answers make the same play.

    `strict`: it raises Faults; otherwise it is a player like others, who waits and tries something else.
    """

    def __init__(self, http: httpx.Client, match_id: str, seat: str, *, seed: int = 0, strict: bool = True) -> None:
        super().__init__(http, match_id, seat)
        self.strict = strict
        self.waits = 0 if strict else MOST_WAITS
        self.rng = random.Random(f"{seed} {seat}")
        self.liking: dict[str, float] = {}
        self.given_here = 0
        self.keys = 0

    # ---- playing

    def act(self) -> bool:
        """Look at the options and send something; False where the seat is not asked, or the match is over."""
        offers, tag = self.look()
        asked = bool(offers)
        if self.ended or not (asked or self.rng.random() < OUT_OF_TURN):
            return False
        orders = self.a_few(offers)
        if orders:
            self.send(orders, tag)
        return asked

    def a_few(self, offers: list[Offer]) -> list[Order]:
        """A few orders out of these offers, with Done at last the likelier the more were given at this heading.

        Some are lawful at any heading, all where the seat is not asked; their offers are fetched where one is given.
        """
        several = self.rng.randint(2, 4) if self.rng.random() < SEVERAL else 1
        orders = []
        if not closable(offers) or self.rng.random() >= CLOSING + CLOSING_MORE * self.given_here:
            aside = [not offers or self.rng.random() < ANYTIME for _ in range(several)]
            anytime = self.lawful_anytime() if any(aside) else []
            orders = [order for either in aside if (order := self.one_of(anytime if either else offers)) is not None]
        if closable(offers) and (not orders or (several > 1 and self.rng.random() < CLOSING)):
            orders.append(dict(DONE))
        return orders

    def lawful_anytime(self) -> list[Offer]:
        """What is offered at any heading, be the seat asked or not."""
        found: list[Offer] = self.get("/standing-orders").json()["anytime_options"]
        return found

    def one_of(self, offers: list[Offer]) -> Order | None:
        """One order: first its kind, rare ones the likelier, then one of the offers of that kind."""
        by_kind: dict[str, list[Offer]] = {}
        for offer in offers:
            if offer["kind"] != "done":
                by_kind.setdefault(offer["kind"], []).append(offer)
        while by_kind:
            kinds = sorted(by_kind)
            [kind] = self.rng.choices(kinds, [self.weight(kind, by_kind[kind]) for kind in kinds])
            order = self.built(self.rng.choice(by_kind[kind]))
            if order is not None:
                return order
            del by_kind[kind]
        return None

    def weight(self, kind: str, offers: list[Offer]) -> float:
        """How likely a kind is picked: the likelier the more it is offered, and the more seldom it was met."""
        liking = self.liking.setdefault(kind, self.rng.choice(LIKINGS))
        moves = any(domain["domain"] == "routes" for domain in offers[0]["fields"].values())
        return float(len(offers) * (MOVES if moves else 1.0) * liking / (1 + self.met[kind]) ** 0.5)

    # ---- building an order

    def built(self, offer: Offer) -> Order | None:
        """An order out of an offer, who goes before where to; None where they can go nowhere."""
        order: Order = {"kind": offer["kind"], **offer["fixed"]}
        for name, domain in sorted(offer["fields"].items(), key=lambda field: bool(field[1].get("follows"))):
            if domain["domain"] == "routes":
                path = self.a_path(order[domain["follows"]] if domain["follows"] else offer["subjects"])
                if path is None:
                    return None
                order[name] = path
            else:
                order[name] = self.a_value(domain)
        return order

    def a_value(self, domain: dict[str, Any]) -> Any:
        match domain["domain"]:
            case "choice":
                return self.rng.choice(domain["values"])
            case "range":
                least, most = domain["least"], domain["most"]
                return self.rng.choice((least, most, self.rng.randint(least, most)))
            case "places":
                return self.rng.choice(domain["places"])
            case "several" if domain["usual"] and self.rng.random() < USUALLY:
                return None
            case "several":
                return self.rng.sample(domain["values"], self.rng.randint(domain["least"], domain["most"]))
        raise Fault(f"a field is offered from an unknown domain, {domain['domain']!r}")

    def a_path(self, units: list[str]) -> list[str] | None:
        """The way to some place within the reach of units that go together."""
        found = self.ways(*units)
        return list(self.rng.choice(found)["path"]) if found else None

    # ---- the wire

    def new_key(self) -> str:
        self.keys += 1
        return f"{self.seat}-{self.keys}-{self.rng.getrandbits(64):016x}"

    def post(self, orders: list[Order], headers: Mapping[str, str]) -> httpx.Response:
        """Now and then the same once more, which must get the same answer."""
        if not self.strict:
            return super().post(orders, headers)
        answer = self.http.post(f"{self.path}/orders", json=orders, headers=dict(headers))
        if self.rng.random() < REPEATED and answer.status_code == 202:
            again = self.http.post(f"{self.path}/orders", json=orders, headers=dict(headers))
            if (again.status_code, again.content) != (202, answer.content):
                raise UnexpectedAnswer(f"sent again, {orders} got {again.text} after {answer.text}")
        return answer

    def taken(self, orders: list[Order]) -> None:
        self.given_here = 0 if DONE in orders else self.given_here + len(orders)

    def note_refusal(self, orders: list[Order], problem: JSON) -> None:
        """In a list an order may spoil the next; the first one was offered and must be taken."""
        if self.strict and problem.get("index", 0) == 0 and problem.get("code") != "AGAINST_A_DUTY":
            raise OfferRefused(f"{orders[0]} was offered; {problem['rule']}: {problem.get('detail')}")
        super().note_refusal(orders, problem)
        self.given_here += 1
