"""Skirmish on a page: its map, its colours, the film of the enemy's moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from service.engine.game import AnyGame
from service.engine.odds import likeliest_first
from service.engine.options import Option, Scalar
from service.engine.reports import Report
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import MissionTold, PuffSeen
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.scenario import scenarios
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.shots import answers_of, at_contact, led_first, shots_of, sorted_by, title_of
from service.games.skirmish.staff.words import all_with
from service.store.codec import order_writer
from web.drawing.map import OddsOf
from web.games.plain import Act, Dress
from web.games.skirmish.counters import place_of
from web.games.skirmish.map import SkirmishMap, map_of
from web.games.skirmish.symbols import SIGNS
from web.parts.fields import BETWEEN


class SkirmishDress(Dress):
    """The look of Skirmish."""

    weighs: ClassVar[frozenset[str]] = frozenset(
        {"fire", "shoot", "self-rally", "rally", "repair", "replenish", "move"}
    )

    tapped: ClassVar[frozenset[str]] = frozenset({"advance"})
    pressed: ClassVar[frozenset[str]] = frozenset({"halt"})

    def map(self, picture: Picture) -> SkirmishMap:
        return map_of(picture.rules)

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.scenarios = {given.name: given for given in scenarios(game.data_id)}
        self.colours = {seat: side.colour for given in self.scenarios.values() for seat, side in given.sides.items()}

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return self.colours[seat]

    def likeliest(
        self, known: Known[Picture, View], options: Sequence[Option], odds: OddsOf
    ) -> list[tuple[Option, int | None]]:
        """Shots with their chances, led as these have it, and the targets of one with a choice: the greatest first."""
        found = []
        for option in options:
            shots = likeliest_first(shots_of(known.view, option), odds)
            chances = [likely.chance for _, likely in shots if likely is not None and likely.chance is not None]
            sorted_out = led_first(known.view, sorted_by(option, [shot.target for shot, _ in shots]))
            found.append((sorted_out, max(chances, default=None)))
        return sorted(found, key=lambda one: -(one[1] or 0))

    def aimed(self, known: Known[Picture, View], options: Sequence[Option], contact: str) -> list[Option]:
        there = [one.handle for one in all_with(known.view, contact)]
        return [narrowed for option in options if (narrowed := at_contact(option, contact, there)) is not None]

    def place_of(self, known: Known[Picture, View], option: Option, field: str, value: Scalar) -> str:
        """A target stands where it was last seen, a facing for the hex that it looks to, a zone for its hexes."""
        view = known.view
        match field:
            case "target":
                return next((contact.hex for contact in view.contacts if contact.handle == value), "")
            case "heading" if isinstance(value, int):
                base = next((base for base in view.own if base.id in option.subjects), None)
                here = base and place_of(view, base)
                return self.scenarios[view.scenario].sheet.step(here, value) or "" if here else ""
            case "zone":
                groups = self.scenarios[view.scenario].reinforcements
                coming = next((group for group in groups if group.id == option.fixed.get("group")), None)
                return BETWEEN.join(coming.zones.get(str(value), ())) if coming else ""
        return ""

    def sign(self, state: str) -> str:
        return f"m-s-{state.lower().replace(' ', '-')}" if state.lower() in SIGNS else ""

    def fall(self, report: Report) -> str:
        match report:
            case PuffSeen():
                return report.hex
            case MissionTold(step="fall"):
                return report.hex or ""
        return ""

    def acts(self, known: Known[Picture, View], options: Sequence[Option], odds: OddsOf) -> tuple[Act, ...]:
        """All that the seat may halt the mover with, the likeliest first."""
        answers, words = answers_of(known.view, options), self.game.words
        alone = len({one.base for one in answers if not isinstance(one, Halt)}) == 1
        return tuple(
            Act(
                title=title_of(answer, partial(words.name, known)),
                line=plain_text(words.odds(likely)) if likely else "",
                order=order_writer(self.game)(answer),
                done=alone,
                units=answer.subjects(),
                vain=likely is not None and likely.chance == 0,
            )
            for answer, likely in likeliest_first(answers, odds)
        )
