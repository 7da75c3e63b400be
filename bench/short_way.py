"""A match in memory, answered for as the service answers, to the calls that a player makes at their seat.

The same views, options, logs and refusals come back as from the service, of the same umpire, but nothing is signed in,
stored or read back: a match takes a quarter of the time. A test plays the same match both ways and compares.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx

from service.api.view import adapter_of, view_on_the_wire
from service.engine import judging, umpire
from service.engine.dice import Dice, Seeds
from service.engine.kinds import kind_of
from service.engine.options import Option
from service.engine.orders import Refusal
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.matches import Context, orders_from_json
from service.matches.dice_proof import server_share
from service.matches.opening import agreed
from service.matches.rulebooks import rules_refuse

AT_SEAT = re.compile(r"/api/v1/matches/[^/]+/seats/(?P<seat>[^/]+)/(?P<what>view|options|log|orders|destinations)")


class ShortWay(httpx.BaseTransport):
    """Takes the requests of both players of one match straight to the umpire."""

    def __init__(self, context: Context, game: str, scenario: str, options: Mapping[str, Any]) -> None:
        self.game, self.scenario, self.codec = context.games[game], scenario, context.store.codec(context.games[game])
        self.match_id = context.new_id()
        seeds = Seeds(context.secret(32), context.secret(32), self.game.info.scenarios[scenario].turns)
        shares = [server_share(context, self.match_id, seat) for seat in self.game.info.seats]
        self.dice = Dice(self.match_id, seeds)
        self.logs: dict[str, list[LogEntry]] = {seat: [] for seat in self.game.info.seats}
        self.took(
            umpire.open_match(self.game, scenario, self.dice, agreed(self.game, options, alone=True), shares=shares)
        )

    def took(self, outcome: Outcome) -> None:
        self.state = outcome.state
        for seat, entries in outcome.told.items():
            self.logs[seat] += entries

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        found = AT_SEAT.fullmatch(request.url.path)
        if found is None:
            return httpx.Response(200, json={"facts": self.game.info.scenarios[self.scenario].facts()})
        seat = found["seat"]
        if found["what"] == "orders":
            return self.ordered(seat, request)
        return httpx.Response(200, json=self.told(seat, found, request), headers={"ETag": self.tag(seat)})

    def tag(self, seat: str) -> str:
        return f'"{len(self.logs[seat])}"'

    def told(self, seat: str, found: re.Match[str], request: httpx.Request) -> dict[str, Any]:
        picture = self.state.pictures[seat]
        match found["what"]:
            case "view":
                view = view_on_the_wire(self.game, self.game.view(picture))
                by = {"game": self.game.info.name, "scenario": self.scenario, "data": self.game.data_id}
                return {"view": view, "where": {"asked": picture.asked}, **by}
            case "options":
                offered = adapter_of(Option)
                options = judging.heading_options(self.game, picture)
                kinds = [kind_of(order) for order in judging.offered_anytime(self.game, picture)]
                return {
                    "options": [offered.dump_python(option, mode="json") for option in options], "anytime_kinds": kinds,
                }  # fmt: skip
            case "log":
                after = int(request.url.params["after"])
                return {"entries": [self.entry(seat, number) for number in range(after, len(self.logs[seat]))]}
            case _:
                ways = self.game.forces.destinations(picture, request.url.params.get_list("unit"))
                return {
                    "destinations": [{"place": way.place, "cost": way.cost, "path": list(way.path)} for way in ways]
                }

    def entry(self, seat: str, number: int) -> dict[str, Any]:
        plain = self.codec.plain(self.logs[seat][number].report)
        return {"number": number + 1, "kind": plain.pop("kind"), "report": plain}

    def ordered(self, seat: str, request: httpx.Request) -> httpx.Response:
        if request.headers["If-Match"] != self.tag(seat):
            return httpx.Response(412, json={})
        orders = orders_from_json(self.game, request.read())
        try:
            self.took(umpire.play(self.game, self.state, seat, orders, self.dice))
        except Refusal as refusal:
            return httpx.Response(409, json=rules_refuse(self.game, refusal).plain())
        return httpx.Response(202, json={})
