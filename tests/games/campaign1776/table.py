"""Positions of 1776 for tests, written as players write them.

    table = position("12 BR at OO32", "3 CA at PP32", "1 AA inside QQ33", "fort QQ33 am", heading="British movement")
    table.order("br", MarchTo(units=("BR1",), path=("PP32",)))

Only what is named is there, on the map of a scenario. Pools are numbered by kind in the order in which they are named:
the first "BR" is BR1. `BF am away` is a fleet at no place, `variable` one that comes by a die, `called` one that has.
`fort HEX br` and `dug HEX am` are works; `TR br in MM35/NN35` is a fleet, and `3 BR aboard TR1`
are its passengers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from service.engine import umpire
from service.engine.corrections import Correction
from service.engine.cursor import moved
from service.engine.dice import LoadedDice
from service.engine.events import TurnBegan
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.state import Frame
from service.engine.umpire import Umpire
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.picture import Contact
from service.games.campaign1776.printed.naval import VESSELS
from service.games.campaign1776.printed.pieces import DUE, Pool, Ship
from service.games.campaign1776.sections.arrivals import usual_places
from service.games.campaign1776.sections.turns import add, first_picture, ship_id
from service.games.campaign1776.truth.looking import settle_all
from service.games.campaign1776.truth.state import State
from tests.played import Played
from tests.scenes import of_scenes

R = TypeVar("R", bound=Report)
SCENES = of_scenes(CAMPAIGN1776)
SEATS = {"br": "British", "am": "American", "British": "British", "American": "American"}
HEADINGS = {
    "British": ("british-segment",), "American": ("american-segment",), "arrivals": ("arrivals",),
    "movement": ("movement", "start-of-phase"), "works": ("movement", "start-of-phase"), "begins": ("start-of-month",),
    "end": ("end-of-month",), "interphase": ("end-of-month", "interphase"),
    "winter": ("end-of-month", "winter-reduction"), "sea": ("end-of-month", "at-sea-militia-removed"),
}  # fmt: skip


class Table(Played):
    """A match of 1776 on the table."""

    game, seats = SCENES, SEATS

    def done(self, *sides: str) -> Table:
        """Each side named closes its present heading; what has come in it places at the first hex that it may.

        Who closes its regular movement makes no forced march either.
        """
        for side in sides:
            moves = self.heading == "regular-movement"
            self.order(side, *usual_places(self.picture(side)), Done())
            if moves:
                self.order(side, Done())
        return self

    def correct(self, correction: Correction, reason: str = "A mistake") -> Table:
        """The moderator puts something right; a refusal is raised."""
        self.took(umpire.correct(SCENES, self.truth, correction, reason, self.dice, strict=True))
        return self

    def done_until(self, side: str, name: str, most: int = 30) -> Table:
        """Close heading after heading until this side is asked at the heading of this name."""
        for _ in range(most):
            if self.truth.ended or (self.heading == name and self.waiting == [SEATS[side]]):
                return self
            if name == "forced-march" and self.heading == "regular-movement" and self.waiting == [SEATS[side]]:
                self.order(side, Done())
            else:
                self.done(self.waiting[0])
        raise AssertionError(f"never came to {name}, stands at {self.address}")

    # ---- looking

    def pool(self, id: str) -> Pool:
        """Units as they truly are."""
        return self.truth.pools[id]

    def contact(self, side: str, hex: str, *, inside: bool = False) -> Contact | None:
        return self.picture(side).contact_at(hex, inside=inside)  # type: ignore[arg-type]


def position(
    *things: str, heading: str = "British movement", turn: int = 1, scenario: str = "brandywine-1777",
    visibility: str = "inverted", settings: Mapping[str, Any] = {},
    campaign: Mapping[str, Any] = {}, dice: Sequence[int] = (),
) -> Table:  # fmt: skip
    """A position at the opening of a heading, in a month of a scenario."""
    state: State = CAMPAIGN1776.open(scenario, {"visibility": visibility})
    state.settings, state.campaign = replace(state.settings, **settings), replace(state.campaign, **campaign)
    for there in (state.pools, state.numbered, state.ships, state.forts, state.entrenched, state.due):
        there.clear()
    for thing in things:
        what, *words = thing.split()
        if what in ("fort", "dug"):
            works = state.forts if what == "fort" else state.entrenched
            works[words[0]] = SEATS[words[1]]  # type: ignore[index]
        elif what in VESSELS:
            *where, last = words[1:]
            where = where if last in ("variable", "called") else words[1:]
            at = DUE if where == ["away"] else Place(" ".join(where[1:]))
            ship = Ship(id=ship_id(state, what), kind=what, seat=SEATS[words[0]], at=at,  # type: ignore[arg-type]
                        variable=last in ("variable", "called"), called=last == "called")  # fmt: skip
            state.ships[ship.id] = ship
        else:
            kind, where, at = words[0], words[1], Place(" ".join(words[2:]))
            ship_or_none = state.ships.get(at) if where == "aboard" else None
            at = ship_or_none.at if ship_or_none is not None else at
            within = {"inside": "fort", "aboard": "aboard"}.get(where, "")
            add(state, Pool(id="", kind=kind, number=int(what), at=at, inside=where == "inside", began=at,
                            aboard=ship_or_none.id if ship_or_none is not None else "", within=within))  # type: ignore[arg-type] # fmt: skip
    for seat in state.seats:
        was = state.pictures[seat]
        now = state.pictures[seat] = first_picture(state, seat)
        now.seat, now.scenario, now.data, now.seats = was.seat, was.scenario, was.data, was.seats
        now.attendance = dict(was.attendance)
    loaded = LoadedDice(dice)
    TurnBegan(turn=turn).change(state)
    for seat in state.seats:
        state.pictures[seat].turn = turn
    names = ["months", "month", *(part for word in heading.split() for part in HEADINGS[word])]
    frames = [Frame(heading=name, round=int(name == "months")) for name in names]
    moved(SCENES.outline, state, frames).change(state)
    table = Table(state, loaded)
    worker = Umpire(SCENES, state, loaded, strict=True)
    worker.work(settle_all(state))
    if not worker.enter():
        worker.move_on()
    table.took(worker.outcome)
    return table.done(table.waiting[0]) if heading.endswith("movement") else table


def new_match(visibility: str = "inverted", scenario: str = "brandywine-1777") -> Table:
    """A scenario, the first evening unless another is named, from its beginning on."""
    loaded = LoadedDice(())
    outcome = umpire.open_match(SCENES, scenario, loaded, {"visibility": visibility}, strict=True)
    table = Table(outcome.state, loaded)
    table.took(outcome)
    return table
