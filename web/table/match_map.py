"""The units and the map on a match page, and where what is said there leads."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from service.engine.facts import Fact, Roster
from service.engine.line_of_sight import LineOfSight
from service.engine.places import Place
from service.engine.sentences import Sentence
from service.matches.errors import NotFound
from web.parts.sentences import Links
from web.table.board import Board
from web.table.match_orders import MatchOrders
from web.table.present import sight_shown
from web.table.shown import SightShown


@dataclass(frozen=True, kw_only=True)
class MatchMap(MatchOrders):
    """What the seat knows of units, its own and the enemy's, and where they stand."""

    @cached_property
    def points(self) -> tuple[Fact, ...]:
        return self.words.points(self.known)

    @property
    def rosters(self) -> Sequence[Roster]:
        return self.words.listed(self.known)

    @cached_property
    def figures(self) -> tuple[Fact, ...]:
        return self.words.key()

    def sign(self, fact: Fact) -> str:
        """The id of the sign on the map that this line of the legend is about; empty for another line."""
        return self.dress.sign(fact.label) if self.board.map else ""

    @cached_property
    def _meanings(self) -> dict[str, Sentence]:
        return {fact.label.lower(): fact.value for fact in self.figures}

    def meaning(self, tag: str) -> Sentence:
        """What the legend says of what a unit suffers or has done; nothing where it has no line for that."""
        return self._meanings.get(tag.lower(), ())

    @cached_property
    def _asked_line(self) -> tuple[str, str]:
        """The two places between which the reader asks for the line of sight, as they wrote them."""
        return self.query.get("a", "").strip(), self.query.get("b", "").strip()

    @cached_property
    def _line(self) -> LineOfSight | None:
        with suppress(NotFound):
            return self.drafted.reading.sight_line(*self._asked_line) if all(self._asked_line) else None
        return None

    @property
    def sends(self) -> bool:
        """Whether somebody may be sent on a way now."""
        return any(any(option.routes) for option in self.drafted.now)

    @property
    def surveyed(self) -> bool:
        """Whether a first look at the map is to show all that is fought for: until units move for the first time."""
        reading = self.drafted.reading
        first = reading.where.turn <= self.game.first_turn(reading.scenario)
        in_own_turn = reading.where.asked and bool(reading.tally.key) and first
        return not self.sends and (self.begins or in_own_turn)

    @property
    def begins(self) -> bool:
        """Whether it has not closed any heading yet: until then the briefing stands on the page by itself."""
        asked = self.drafted.reading.tally.meter.so_far.questions
        reading = self.drafted.reading
        where, first = reading.where, self.game.first_turn(reading.scenario)
        return where.turn <= first and asked <= (1 if where.asked else 0)

    @cached_property
    def board(self) -> Board:
        to = self.query.get("to")
        target = self.query.get("target", "") if self.target is not None else ""
        return Board(self.drafted, self.units, Place(to) if to else None, self._line, target, surveyed=self.surveyed)

    @cached_property
    def sight(self) -> SightShown | None:
        """None in a game without that question."""
        if self.game.sight is None:
            return None
        return sight_shown(self._line, *self._asked_line, self.drafted.ground)

    @cached_property
    def links(self) -> Links:
        """Where the spans of a sentence lead."""
        own = frozenset(row.id for roster in self.rosters for row in roster.rows if row.id)
        return Links(ground=self.ground, places=self.board.places, seat=self.base, own=own, rule=self.rule_url)
