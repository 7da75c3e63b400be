"""The courses of a match in the database: how it had come to stand, every few hundred events of its journal.

They are laid when somebody reviews the match, and are a shortcut: what no course says, the journal does.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from typing import Any

from sqlalchemy import bindparam, insert
from sqlmodel import col, select

from service.engine.courses import Cutting, Figures, Going, Rest, ReviewStep, enter
from service.engine.game import AnyGame
from service.store import tables
from service.store.codec import Codec, text
from service.store.match_reading import MatchReading
from service.store.statements import MATCH, Prepared
from service.store.unit import run

_c = tables.Course
COURSES = tables.METADATA.tables["course"]
_MOST: Any = bindparam("most")
_of_match: Any = _c.match_id == MATCH
_STEPS = Prepared(select(_c.steps).where(_of_match).order_by(col(_c.number)))
_RESTS = Prepared(select(_c.rest).where(_of_match).order_by(col(_c.number)))
_LAST = Prepared(select(_c.number, _c.rest).where(_of_match).order_by(col(_c.number).desc()).limit(1))
_COURSE = Prepared(
    select(_c.number, _c.data, _c.position, _c.rest)
    .where(_of_match, _c.number <= _MOST)
    .order_by(col(_c.number).desc())
    .limit(1)
)
_LAY = Prepared(insert(COURSES))


@dataclass(frozen=True)
class Laid:
    """A course as it is stored, but for the match that it is of."""

    number: int
    data: str
    position: str
    rest: str
    steps: str


@dataclass
class Since:
    """What has come to pass since the course before: steps and turns that ended."""

    steps: list[ReviewStep] = field(default_factory=list)
    figures: Figures = field(default_factory=dict)


class Courses:
    """The courses of one match, within a unit of work."""

    def __init__(self, matches: MatchReading, match_id: str, game: AnyGame) -> None:
        self.matches, self.unit, self.game = matches, matches.unit, game
        self.codec = matches.shelf.codec(game)
        self.of = {"match_id": match_id}

    def cutting(self) -> Cutting:
        """The cutting of the journal as far as courses are laid."""
        found = run(self.unit, _LAST, self.of).first()
        return Cutting(found[0], self._rest(found[1])[0]) if found else Cutting()

    def steps(self) -> list[ReviewStep]:
        """The steps of a review that had ended by the last course."""
        found = run(self.unit, _STEPS, self.of).scalars()
        return [
            ReviewStep(first, number, turn, seat, tuple(titles))
            for one in found for first, number, turn, seat, titles in json.loads(one)
        ]  # fmt: skip

    def figures(self) -> Figures:
        """The figures of the turns that had ended by then."""
        figures: Figures = {}
        for one in run(self.unit, _RESTS, self.of).scalars():
            enter(figures, self._rest(one)[1])
        return figures

    def going(self, until: int) -> Going:
        """The match as it stood at the last course up to this event of the journal, or at its beginning."""
        found = run(self.unit, _COURSE, {**self.of, "most": until}).first()
        if found is None:
            return Going(self.game, self.matches.opening(self.of["match_id"], self.game))
        number, data, position, rest = found
        codec = self.matches.shelf.codec(self.matches.game(self.game.info.name, data))
        return Going(self.game, codec.to_opening(position), number, self._rest(rest)[0])

    def _rest(self, stored: str) -> tuple[Rest, Figures]:
        plain = json.loads(stored)
        figures = {who: self.codec.to_figures(one) for who, one in plain.pop("figures").items()}
        return Rest(**{**plain, "titles": tuple(plain["titles"])}), figures

    def lay(self, laid: Sequence[Laid]) -> None:
        """Store courses, but for those that somebody else has stored meanwhile: they lie at the same events."""
        last = self.cutting().number
        rows = [{**self.of, **vars(one)} for one in laid if one.number > last]
        if rows:
            run(self.unit, _LAY, rows)


def laid(codec: Codec, going: Going, since: Since) -> Laid:
    """A course where the match stands on the way, to be stored; `codec` is that of the set of data of that moment."""
    figures = {who: codec.figures(one) for who, one in since.figures.items()}
    rest, steps = text({**vars(going.rest), "figures": figures}), text([astuple(step) for step in since.steps])
    return Laid(going.number, going.state.data, codec.opening(going.state), rest, steps)
