"""Every route, of API and pages, for each game that we have: as a match opens, midway, at its end, at every seat.

The suite takes of each game one moment at one seat, as FEW_SWEEPS says; the soak takes all of them.

Whatever is read, and whatever is asked that changes nothing, is answered; and never by a fault of ours.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi import FastAPI
from fastapi.routing import iter_route_contexts

from docs.examples.bay import THE_LANTERN
from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.paced import AT_THEIR_OWN_PACE
from docs.examples.towns import THREE_HOUSES
from service import matches
from service.app import create_app
from service.engine.game import AnyGame
from service.games.shelf import GAMES
from service.matches import AtSeat, Context, seat_link
from service.settings import Settings
from tests.client import TestClient
from tests.games.skirmish.other_set import HEATH
from tests.other_data import HIGHLANDS
from tests.toy import TOY
from tests.web.midway import midway
from web.router import page_above

EXAMPLES = {"fox": FOX_AND_HOUNDS, "houses": THREE_HOUSES, "lantern": THE_LANTERN, "paced": AT_THEIR_OWN_PACE}
EVERY: Mapping[str, AnyGame] = {**GAMES, "toy": TOY, **EXAMPLES, "highlands": HIGHLANDS, "heath": HEATH}
OTHER_DATA = {"highlands", "heath"}
STORED = Path(__file__).parents[1] / "stored" / "7c6f1ea"
STORED_GAMES = {"ndc", "skirmish"}
MOMENTS = ("opening", "midway", "over")
PLAYED = {"midway": "going-on", "over": "over"}
"""How the stored matches of those moments are called."""
BY_HTMX = {"HX-Request": "true", "HX-Request-Type": "partial"}

FEW, MANY = 1, 2
"""How many units and contacts are asked for by their ids; of MANY each with each kind of order, at every moment."""

QUERIES = {
    "/matches/{match_id}/{seat}": (
        "", "live=1&after=1", "live=1", "others=1", "unit={unit}", "unit={unit}&to={hex}", "to=nowhere", "weigh={kind}",
        "unit={unit}&weigh={kind}", "kind={kind}&unit={unit}", "looking=1&a={hex}&b={hex}", "looking=1&a=x&b=",
        "at=standing", "unit=nobody", "{units}&to={hex}", "here={hex}",
    ),
    "/matches/{match_id}/{seat}/history": (
        "", "at=0", "at=1", "at={last}", "at=99999", "since=1", "stop=0", "stop=1", "at={last}&place={hex}",
        "place=nowhere",
    ),
    "/matches/{match_id}/{seat}/review": ("", "at=0", "at=1", "at=99999", "step=0", "step=1", "step=99999"),
    "/api/v1/matches/{match_id}/seats/{seat}/history": ("", "at=0", "at=1", "at={last}", "at=99999"),
    "/api/v1/matches/{match_id}/seats/{seat}/review": ("", "at=0", "at=1", "at=99999"),
    "/api/v1/matches/{match_id}/seats/{seat}/log": ("", "after=1&limit=2", "after={last}", "after=99999"),
    "/api/v1/matches/{match_id}/seats/{seat}/line-of-sight": ("a={hex}&b={hex}", "a=0101&b=0202", "a=x&b=y", ""),
    "/api/v1/matches/{match_id}/seats/{seat}/destinations": (
        "unit={unit}", "unit={unit}&unit=nobody", "unit={unit}&unit={unit}&{units}", "",
    ),
    "/api/v1/matches": ("", "asked=true"),
    "/games/{game}/rules": ("", "q=hex", "q=xyzzy"),
}  # fmt: skip
"""What stands behind the question mark, by route; {last} is the length of the seat's log."""


@pytest.fixture
def games(game: str, moment: str, each: int) -> Mapping[str, AnyGame]:
    """All that there are; where FEW are asked for, the game itself, with those that share a server with it."""
    shared = GAMES if game in STORED_GAMES and moment in PLAYED else {}
    return EVERY if each == MANY else {**shared, game: EVERY[game]}


@pytest.fixture
def database(database: Path, game: str, moment: str) -> Path:
    """Matches of these games that have been played are stored ones."""
    if game in STORED_GAMES and moment in PLAYED:
        database.write_bytes(gzip.decompress((STORED / "house.db.gz").read_bytes()))
    return database


def match_at(context: Context, game: str, moment: str) -> dict[str, str]:
    """A link to each seat of a match at this moment."""
    played = EVERY[game]
    if game in STORED_GAMES and moment in PLAYED:
        context.store.migrate()
        match_id = json.loads((STORED / "matches.json").read_text())[f"{game}-{PLAYED[moment]}"]
        with context.store.look() as look:
            holders = look.matches.holders(match_id)
        return {seat: f"/seat/{seat_link(context, AtSeat(match_id, seat, who or ''))}" for seat, who in holders.items()}
    wanted = {
        "opening": lambda state: True,
        "midway": lambda state: state.turn > 1 and any(state.waiting),
        "over": lambda state: state.ended,
    }[moment]
    assert played.info.scenarios
    return midway(context, game, 3, wanted)


def routes(app: FastAPI) -> list[str]:
    """The path of every route that answers GET, but for those that lead by their path alone to another page."""
    found = (r for r in iter_route_contexts(app.routes) if getattr(r, "endpoint", None) is not page_above)
    paths = {r.path or "" for r in found if "GET" in (getattr(r, "methods", None) or ())}
    return sorted(paths - {"/api/v1/live/events"})  # it is answered for as long as anybody listens


@lru_cache
def places_of(game: str) -> frozenset[str]:
    """Every place of a game's first scenario."""
    played = EVERY[game]
    assert played.ground is not None, "each of these has a map"
    [picture, *_] = played.open(next(iter(played.info.scenarios)), {}).pictures.values()
    return frozenset(played.ground(picture).places)


class Sweep:
    """A browser that is signed in to an account and to one seat, and asks for everything."""

    def __init__(self, client: TestClient, game: str, seat: str, match: str, each: int, part: int) -> None:
        self.client, self.game, self.match, self.seat, self.each, self.part = client, game, match, seat, each, part
        self.api = f"/api/v1/matches/{match}/seats/{seat}"
        self.answered: dict[str, set[int]] = {}
        view = client.get(f"{self.api}/view").json()
        options = self.options()
        contacts = client.get(f"{self.api}/contacts").json()["contacts"]
        places = [said for said in re.findall(r'"([^"]*)"', json.dumps(view["view"])) if said in places_of(game)]
        subjects = list(dict.fromkeys(unit for one in options for unit in one["subjects"]))
        together = max((one["subjects"] for one in options), key=len, default=[])
        self.known = {
            "match_id": [match], "seat": [seat], "game": [game],
            "scenario": list(EVERY[game].info.scenarios),
            "number": ["1", str(view["where"]["letters"]), "99999"], "token": ["nothing"], "link": ["nothing"],
            "wish": ["nothing"], "channel": ["webhook", "browsers", "feed", "nothing"],
            "unit": [*subjects[:each], "nobody"], "units": [urlencode([("unit", unit) for unit in together])],
            "handle": [*[one["handle"] for one in contacts][:each], "E99999"],
            "kind": sorted({one["kind"] for one in options})[:6] or ["nothing"],
            "rule": [*(case.id for part in EVERY[game].rulebook().sections[:1] for case in part.cases[:1]), "NO-01"],
            "hex": [*places[:1], "0101"], "last": [str(view["version"])], "name": ["app.css", "icon.svg", "nothing"],
        }  # fmt: skip

    def options(self) -> list[dict[str, Any]]:
        """All that the seat may order, at its heading and at any."""
        of_heading = self.client.get(f"{self.api}/options").json()["options"]
        return [*of_heading, *self.client.get(f"{self.api}/standing-orders").json()["anytime_options"]]

    def filled(self, path: str) -> Iterator[str]:
        """The path with everything that may stand in each place; where several go together, with each at least once."""
        places = list(dict.fromkeys(re.findall(r"\{(\w+)(?::\w+)?\}", path)))
        if self.each == FEW:
            for turn in range(max((len(self.known[place]) for place in places), default=1)):
                with_all = path
                for place in places:
                    values = self.known[place]
                    with_all = re.sub(rf"\{{{place}(:\w+)?\}}", values[turn % len(values)], with_all)
                yield with_all
            return
        yield from self.product(path)

    def product(self, path: str) -> Iterator[str]:
        place = re.search(r"\{(\w+)(:\w+)?\}", path)
        if place is None:
            yield path
            return
        for value in self.known[place[1]]:
            yield from self.product(path.replace(place[0], value, 1))

    def ask(self, route: str, path: str, **what: Any) -> Any:
        method = what.pop("method", "GET")
        answer = self.client.request(method, path, **what)
        assert answer.status_code < 500, f"{method} {path}: {answer.status_code} {answer.text[:300]}"
        self.answered.setdefault(route, set()).add(answer.status_code)
        return answer

    def read_all(self, app: FastAPI, *, house: bool) -> None:
        """Every route that reads, with every query or with this sweep's part of them; pages also as HTMX asks for a
        part of them. What is no match's is read where `house` says so; what is a game's, with it or at an opening.
        """
        for route in routes(app):
            if not (house or "{match" in route or ("{game" in route and not self.part)):
                continue
            in_parts = route.startswith("/matches/") and route in QUERIES
            paths = (
                path for query in QUERIES.get(route, ("",)) for path in self.filled(f"{route}?{query}".rstrip("?"))
            )
            for turn, path in enumerate(paths):
                if turn and not self.takes(turn):
                    continue
                both = turn or self.each == MANY
                if both or not in_parts or self.part % 2:
                    self.ask(route, path)
                if in_parts and (both or not self.part % 2):
                    self.ask(route, path, headers=BY_HTMX)

    def takes(self, turn: int) -> bool:
        """Whether this sweep asks for what stands at this place among several."""
        return self.each == MANY or turn % len(MOMENTS) == self.part

    def try_all(self) -> None:
        """Every option once, as an order on a sheet that is only looked over, and as a form of the page."""
        options = self.options()
        for turn, option in enumerate({one["kind"]: one for one in options}.values()):
            order = {"kind": option["kind"], **option["fixed"]}
            for name, domain in option["fields"].items():
                order[name] = next(
                    (domain[key][0] for key in ("values", "places") if domain.get(key)), domain.get("least", [])
                )
            self.ask("preview", f"{self.api}/sheet/preview", method="POST", json=[order])
            page = f"/matches/{self.match}/{self.seat}"
            both: list[dict[str, str]] = [{}, BY_HTMX]
            for headers in both if self.each == MANY else [both[(turn + self.part) % 2]]:
                form = {"kind": option["kind"], "fixed": json.dumps(option["fixed"]), "sheet": "0"}
                self.ask("written", f"{page}/sheet", method="POST", data=form, headers=headers)
                if not turn or self.each == MANY:
                    form = {"index": "0", "sheet": "0"}
                    self.ask("removed", f"{page}/sheet/remove", method="POST", data=form, headers=headers)
                    form = {"index": "0", "sheet": "0", "way": "0"}
                    self.ask("led", f"{page}/sheet/way", method="POST", data=form, headers=headers)
                    form = {"title": "All of them", "sheet": "0"}
                    self.ask("written_at_once", f"{page}/sheet/at-once", method="POST", data=form, headers=headers)
        self.ask("preview", f"{self.api}/sheet/preview", method="POST", json=[])


OPENING, MIDWAY, OVER = MOMENTS
FEW_SWEEPS = {
    "toy": (OPENING, 0), "houses": (OPENING, 0), "fox": (MIDWAY, 1), "lantern": (OVER, 2),
    "ndc": (OVER, 0), "skirmish": (OPENING, 0), "korsun": (OPENING, 1),
    "campaign1776": (OPENING, 0),
}  # fmt: skip
"""When FEW are asked for: of each game one moment at one seat, and the part of what may stand behind the question mark
that is asked then. The examples take all moments and parts between them; games that are played by other data, or each
seat at its own pace, go through the same pages. What the server has beside its matches is asked for with the toy. The
soak asks for all of it, at every moment and seat.
"""

SWEEPS = [(game, moment, FEW) for game, (moment, _) in FEW_SWEEPS.items()]
LONG = [(game, moment, MANY) for game in sorted(EVERY) for moment in MOMENTS]


@pytest.mark.parametrize(
    ("game", "moment", "each"), [*SWEEPS, *(pytest.param(*sweep, marks=pytest.mark.soak) for sweep in LONG)]
)
def test_every_route_answers(context: Context, settings: Settings, game: str, moment: str, each: int):
    app, part = create_app(settings, context), FEW_SWEEPS[game][1] if each == FEW else 0
    seats = list(match_at(context, game, moment).items())
    if each == FEW:
        seats = [seats[(sorted(EVERY).index(game) + part) % len(seats)]]
    for seat, link in seats:
        house = each == MANY or (moment == "opening" and game == "toy")
        with TestClient(app) as client:
            client.post("/sign-up", data={"name": f"Anna at {seat}", "password": "a long password"})
            came = client.get(link)
            assert came.status_code == 200, came.text
            sweep = Sweep(client, game, seat, str(came.url.path).split("/")[2], each, part)
            sweep.read_all(app, house=house)
            sweep.try_all()
            assert len(sweep.answered) > (50 if house else 25)
            at_seat = {route: said for route, said in sweep.answered.items() if "{seat}" in route}
            late = {route for route in at_seat if route.endswith("/review")} if moment != "over" else set()
            empty = {route for route in at_seat if re.search(r"\{(number|handle)|(sight|destinations)$", route)}
            assert {route for route, said in at_seat.items() if not said & {200, 204}} <= late | empty
            matches.version(context, matches.seat_by_link(context, link.rpartition("/")[2]))
