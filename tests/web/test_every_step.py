"""Every page and route of every seat, asked for at the steps of matches live, by mail and by plan: none fails."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from service.engine import umpire
from service.engine.dice import Dice, Seeds
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.engine.recording import Outcome
from service.engine.seats import Seat
from service.games.shelf import GAMES
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.moving import Move
from service.matches import AtSeat, Context, make_guest, seat_link
from service.matches.opening import agreed
from service.store.saved import MatchFacts
from tests.client import TestClient
from tests.random_play import random_orders, temper

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SIGHT = {"ndc": ("0105", "0805"), "skirmish": ("0808", "1308")}


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


@pytest.fixture
def context(context: Context) -> Context:
    """A clock that stands: time runs out where the test says so."""
    return replace(context, clock=lambda: NOON)


class Tour:
    """A match played at random and kept on a server, and a browser that looks at all of it."""

    def __init__(self, context: Context, visitor: TestClient, game: str, seed: int, options: Mapping[str, Any]) -> None:
        self.context, self.visitor, self.game = context, visitor, context.games[game]
        self.rng = random.Random(seed)
        me = make_guest(context)
        scenario, chosen = next(iter(self.game.info.scenarios)), agreed(self.game, options, alone=True)
        seeds = Seeds(seed.to_bytes(32, "big"), b"\2" * 32, 100)
        facts = MatchFacts(
            context.new_id(), self.game, scenario, chosen, self.game.info.version, seeds, me.id, context.clock()
        )
        self.id, self.dice = facts.id, Dice(facts.id, seeds)
        self.liking = {seat: temper(self.game, self.rng) for seat in self.game.info.seats}
        opening = self.game.open(scenario, chosen)
        outcome = umpire.open_match(self.game, scenario, self.dice, chosen, strict=False)
        with context.store.work() as work:
            work.matches.open(
                facts,
                context.store.codec(self.game).opening(opening),
                outcome,
                dict.fromkeys(self.game.info.seats, me.id),
            )
        for seat in self.game.info.seats:
            assert visitor.get(f"/seat/{seat_link(context, AtSeat(self.id, seat, me.id))}").status_code == 200
        self.state: Any = self.saved().state
        paths = [str(r.path) for r in iter_route_contexts(visitor.app.routes) if "GET" in (r.methods or ())]  # type: ignore[attr-defined]
        self.routes = [path for path in paths if "{match" in path and "{seat}" in path]

    def saved(self) -> Any:
        with self.context.store.look() as look:
            return look.matches.saved(self.id)

    def wrote(self, outcome: Outcome) -> None:
        match = self.saved()
        with self.context.store.work() as work:
            work.matches.append(match, outcome, None, self.context.clock())
        self.state = outcome.state

    def goes_on(self) -> None:
        """Somebody orders something, or the time that runs runs out."""
        state = self.state
        if state.window == "open" and (not state.waiting or self.rng.random() < 0.7):
            return self.wrote(umpire.lapse(self.game, state, self.dice, strict=False))
        seat = self.rng.choice(state.waiting)
        orders = random_orders(self.game, state.pictures[seat], self.rng, self.liking[seat], most=3)
        if orders:
            self.order(seat, *orders)
        return None

    def order(self, seat: Seat, *orders: Order) -> None:
        self.wrote(umpire.play(self.game, self.state, seat, orders, self.dice, strict=False))

    def faults(self, seat: Seat, *, all_of_them: bool) -> Iterator[str]:
        """Whatever a seat asks for now and does not get, though it is there."""
        for address in self.addresses(seat) if all_of_them else self.pages(seat):
            answer = self.visitor.get(address)
            if answer.status_code >= 500:
                yield f"{address} at {umpire.address_of(self.state.cursor)}: {answer.status_code}"

    def pages(self, seat: Seat) -> Iterator[str]:
        """The match page, as it is loaded and as it is fetched anew, and the latest moment of the past."""
        page = f"/matches/{self.id}/{seat}"
        yield from (page, f"{page}?live=1&after=0", f"{page}/history")

    def addresses(self, seat: Seat) -> Iterator[str]:
        """All that a seat can ask for below its own address, pages and routes."""
        view = self.game.view(self.state.pictures[seat])
        unit = self.rng.choice(view.own).id
        handle = self.rng.choice(view.contacts).handle if view.contacts else "E999"
        letters = self.state.letters[seat]
        a, b = SIGHT[self.game.info.name]
        yield from self.pages(seat)
        yield f"/matches/{self.id}"
        yield f"/matches/{self.id}/{seat}?unit={unit}&a={a}&b={b}"
        for route in self.routes:
            path = route.replace("{match_id}", self.id).replace("{seat}", seat)
            path = path.replace("{unit}", unit).replace("{handle}", str(handle)).replace("{number}", str(letters))
            yield f"{path}?a={a}&b={b}" if path.endswith("/line-of-sight") else path


LIVE, MAIL = {"interrupts": "live"}, {"release": "when_defender_done"}
WAYS_TO_PLAY = {
    "live": ("skirmish", 3, LIVE, 5), "live, marked by hand": ("skirmish", 5, {**LIVE, "markers": "honour"}, 4),
    "mail": ("skirmish", 4, MAIL, 3), "division": ("ndc", 3, {}, 4),
}  # fmt: skip
"""Game, luck and options; and so many steps, or a hundred and twenty more in the long run."""
EVERY = 10
"""All that a seat can ask for is asked for every so many steps, and its page at each; without a long run, all that one
of the seats can at the last step.
"""


@pytest.mark.parametrize(
    ("way", "more"),
    [
        ("live", 0), ("mail", 0),
        *(pytest.param(way, 120, marks=pytest.mark.soak) for way in WAYS_TO_PLAY),
    ],
)  # fmt: skip
def test_no_page_of_a_seat_fails_at_any_step(context: Context, visitor: TestClient, way: str, more: int):
    game, seed, options, steps = WAYS_TO_PLAY[way]
    tour = Tour(context, visitor, game, seed, options)
    found: list[str] = []
    for step in range(steps + more):
        if tour.state.ended:
            break
        tour.goes_on()
        for place, seat in enumerate(tour.game.info.seats):
            last = step == steps - 1 and place == 0
            found += tour.faults(seat, all_of_them=step % EVERY == 0 if more else last)
    assert not found


@pytest.mark.parametrize("all_of_them", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_no_page_fails_while_a_plan_fires_at_live_moves(context: Context, visitor: TestClient, all_of_them: bool):
    """The steps of one move and of a longer one, each a moment of the match; the fire plan answers for the defender.

    Its page is asked for at each, and in the long run all that a seat can ask for.
    """
    tour = Tour(context, visitor, "skirmish", 1, LIVE)
    tour.order("german", SetFirePlan(lines=(PlanLine(expected=5, at="both"), PlanLine(at="both", then="hold"))))
    found, sent = [], [Move(base="A-SQ2", path=("0603",)), Move(base="A-SQ3", path=("0508", "0608", "0708"))]
    while sent or tour.state.pictures["allied"].sealed:
        if tour.state.window == "open" and tour.state.pictures["allied"].sealed:
            tour.wrote(umpire.lapse(tour.game, tour.state, tour.dice))
        elif tour.state.pictures["allied"].step == "movement":
            tour.order("allied", *sent, Done())
            sent = []
        else:
            tour.order(tour.state.waiting[0], Done())
        for seat in tour.game.info.seats:
            found += tour.faults(seat, all_of_them=all_of_them)
    assert not found and tour.state.bases["A-SQ2"].hex == "0603"
