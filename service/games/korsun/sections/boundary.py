"""E1D: the boundary between two Soviet Fronts is adjusted (KOR-SEV-09, 22.11)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.games.korsun.known.asking import named
from service.games.korsun.known.fronts import depth, smooth
from service.games.korsun.known.picture import Picture
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.scenario import Boundary
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import State, StoresChanged

ADJUST = "KOR-SEV-09"


@dataclass(frozen=True, kw_only=True)
class AdjustBoundary(Order):
    """Move the boundary between the Fronts by one column in a row; its column and all west are the western Front's."""

    rule: ClassVar[str] = ADJUST
    phrase: ClassVar[Phrase] = Phrase("boundary of row {row} to column {column}")
    kind: Literal["adjust-boundary"] = "adjust-boundary"
    row: int
    column: int

    def said(self, to: Saying) -> Sentence:
        return say(f"The boundary in row {self.row} to column {self.column}")

    def rule_out(self, picture: Picture) -> None:
        two = picture.rules.boundary is not None and picture.side == SOVIET
        demand(two, ADJUST, "You have no boundary to move: there is one Front, or you are the German side.")

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        boundary, stores, figures = limits(picture), picture.stores, picture.tables.options.boundary
        demand(1 <= self.row <= len(stores.boundary), ADJUST, f"The map has rows 1 to {len(stores.boundary)}.")
        now = stores.boundary[self.row - 1]
        demand(self.row not in stores.adjusted, ADJUST, f"In row {self.row} the boundary was moved in this segment.")
        demand(
            len(stores.adjusted) < figures["rows"], ADJUST,
            f"The boundary has been moved in {figures['rows']} rows, as many as a game-turn allows.",
        )  # fmt: skip
        demand(
            abs(self.column - now) == 1, ADJUST,
            f"In row {self.row} it stands at column {now}, and is moved by one column.",
        )  # fmt: skip
        demand(
            boundary.least <= self.column <= boundary.most, ADJUST,
            f"It stays between the columns {boundary.least} and {boundary.most}.",
        )  # fmt: skip
        after = moved(stores.boundary, self.row, self.column)
        demand(
            smooth(after, figures["differ"]), ADJUST,
            f"Neighbouring rows would differ by more than {counted(figures['differ'], 'column')}.",
        )  # fmt: skip
        grid = picture.rules.board.grid
        for unit in picture.own.values():
            front = picture.rules.counters[unit.id].front
            if unit.hex is None:
                continue
            deep = depth(grid, after, boundary, front, unit.hex)
            worse = deep > max(figures["inside"], depth(grid, stores.boundary, boundary, front, unit.hex))
            demand(not worse, ADJUST, (
                named(unit.id), f" of {front} in ", place(unit.hex), f" would stand "
                f"{counted(deep, 'hex', 'hexes')} in the other zone.",
            ))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.boundary = moved(picture.stores.boundary, self.row, self.column)
        picture.stores.adjusted.append(self.row)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        stores = state.stores[seat]
        after = moved(stores.boundary, self.row, self.column)
        yield StoresChanged(side=seat, entries={"boundary": after, "adjusted": [*stores.adjusted, self.row]})
        yield from settle(state, (seat,))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for row, now in enumerate(picture.stores.boundary, start=1):
            columns = tuple(c for c in (now - 1, now + 1) if accepts(picture, cls(row=row, column=c)))
            if columns:
                yield Option(
                    kind="adjust-boundary", title=say(f"Move the boundary in row {row}"), fixed={"row": row},
                    fields={"column": Choice(values=columns)}, rule=ADJUST,
                )  # fmt: skip


def limits(picture: Picture) -> Boundary:
    """How far the boundary may be moved."""
    assert picture.rules.boundary is not None
    return picture.rules.boundary


def moved(columns: list[int], row: int, column: int) -> list[int]:
    return [column if at == row else one for at, one in enumerate(columns, start=1)]


def open_adjustment(state: State, dice: Dice) -> Iterator[Event]:
    """The rows may be moved again."""
    if state.stores[SOVIET].adjusted:
        yield StoresChanged(side=SOVIET, entries={"adjusted": []})
        yield from settle(state, (SOVIET,))


def two_fronts(state: State) -> bool:
    """Whether two Fronts are in play."""
    return state.rules.boundary is not None
