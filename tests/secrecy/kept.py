"""A context over a world that nothing has stored: what `service.matches` reads of a match, it reads of the world.

So history, dossiers, letters, charts and the proof of the dice are compared in process, as the service makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from service.engine.dice import Seeds
from service.engine.dice_events import Rolled
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.ledger import Leaf, LeafWriting, Traced
from service.engine.measures import Measure
from service.engine.reports import SAY_THE_TURN, LogEntry
from service.engine.state import duplicate
from service.engine.tally import Tally
from service.matches import Context
from service.store import MatchFacts, SavedSeat, SavedSheet
from tests.random_play import codec
from tests.stops import stops_of

if TYPE_CHECKING:
    from tests.secrecy.worlds import World

PAIR = "pair"
"""The id of the match in either world."""


@lru_cache
def seeds_of(hidden: bytes) -> Seeds:
    """The seeds of a world, whose chain is hashed once."""
    return Seeds(b"\1" * 32, hidden, 100)


NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@dataclass
class KeptMatches:
    """Of `store.Matches` what is read of one seat. Its log begins when the pair was made, and so do its numbers."""

    world: World
    logged: list[LogEntry]
    picture: Any

    def facts(self, match_id: str) -> MatchFacts:
        state, game = self.world.state, self.world.secrets.game
        seeds = seeds_of(self.world.hidden_seed)
        options = dict(getattr(state, "options", {}))
        return MatchFacts(PAIR, game, state.scenario, options, game.info.version, seeds, "", NOON)

    def seat(self, match_id: str, seat: str) -> SavedSeat:
        seen = self.world.journal_seen
        game, told = self.world.secrets.game, [one.telling for one in self.logged]
        tally = Tally().after(told, game, seat, log_length=0)
        return SavedSeat(self.facts(match_id), seat, "", self.picture, len(self.logged), tally, seen)

    def sheet(self, match_id: str, seat: str) -> SavedSheet:
        return SavedSheet()

    def opening_picture(self, match_id: str, seat: str, game: AnyGame) -> Any:
        return duplicate(self.world.opening)

    def picture_kept(self, match_id: str, seat: str, game: AnyGame, until: int) -> tuple[int, Any]:
        return 0, self.opening_picture(match_id, seat, game)

    def end_of_letter(self, match_id: str, seat: str, letter: int) -> int:
        return max((one.number for one in self.logged if one.letter == letter), default=0)

    def kept_at(self, match_id: str, seat: str, until: int) -> int:
        return 0

    def ledger(self, match_id: str, seat: str, game: AnyGame) -> KeptLedger:
        return KeptLedger(self, game)

    def log(
        self, match_id: str, seat: str, game: AnyGame, after: int, limit: int, kind: str | None = None
    ) -> list[LogEntry]:
        return [one for one in self.logged[after : after + limit] if kind is None or one.report.kind == kind]

    def public_rolls(self, match_id: str, game: AnyGame, until: int) -> list[Rolled]:
        return [event for event in self.world.journal[:until] if isinstance(event, Rolled) and event.public]

    def journal_of(self, match_id: str, game: AnyGame, kinds: Sequence[str]) -> list[tuple[int, Event]]:
        return [(number, event) for number, event in enumerate(self.world.journal, 1) if event.kind in kinds]


@dataclass
class KeptLedger:
    """Of `store.Ledger` what is read of it, where there is no leaf yet."""

    matches: KeptMatches
    game: AnyGame

    def goes_on(self, until: int) -> LeafWriting:
        writing = LeafWriting(self.game, duplicate(self.matches.world.opening), Leaf())
        for one in self.matches.logged[:until]:
            writing.take_in(one)
        return writing

    def stops(self, until: int) -> list[int]:
        return list(stops_of(self.matches.logged[:until]))

    def figures(self) -> dict[int, tuple[Measure, ...]]:
        return {}

    def contact(self, handle: str) -> Traced | None:
        return None

    def contacts(self) -> dict[str, Traced]:
        return {}

    def entries_near(self, turn: int) -> tuple[int, int]:
        return 0, 0


def kept(world: World, log: Sequence[LogEntry], picture: Any) -> Context:
    """The context of a world in which the watched seat's log begins with these entries, numbered from 1."""
    turn, logged = int(world.opening.turn), []
    for number, entry in enumerate(log, start=1):
        if isinstance(entry.report, SAY_THE_TURN):
            turn = entry.report.turn
        logged.append(LogEntry(number, entry.letter, entry.report, entry.occasion, turn))
    work = SimpleNamespace(matches=KeptMatches(world, logged, picture))

    @contextmanager
    def look() -> Iterator[Any]:
        yield work

    store = SimpleNamespace(look=look, codec=lambda game: codec(world.secrets.game))
    return Context(cast(Any, store))
