"""How a game without a look of its own stands on a page: no map, and every question as a form."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from markupsafe import Markup

from service.engine.game import AnyGame
from service.engine.options import Option, Scalar
from service.engine.reports import Report
from service.engine.state import Known
from web.drawing.map import GameMap, OddsOf

COLOURS = ("blue", "red", "ochre", "violet")
"""What sides are told apart by, which `tokens.css` knows, each with its soft ground."""


@dataclass(frozen=True, kw_only=True)
class Act:
    """One answer to a question, as a button: what it says, what it is likely to do, and the order that it sends.

    `order` is it as JSON has it. `done`: it closes the step as well. `units`: to whom of one's own it is given. `vain`:
    it has no chance of any effect, as far as one knows.
    """

    title: str
    order: Mapping[str, Any]
    line: str = ""
    done: bool = False
    units: tuple[str, ...] = ()
    vain: bool = False

    @property
    def fixed(self) -> str:
        """The fields of the order but its kind, as a form sends them."""
        return json.dumps({name: value for name, value in self.order.items() if name != "kind"})

    @property
    def sent(self) -> str:
        """The list with this order alone, as a form sends it."""
        return json.dumps([self.order])


@dataclass(frozen=True, kw_only=True)
class PictureScene:
    """One map of the first page's picture: what stands below it, what it shows to those who hear it, the drawing."""

    caption: str
    about: str
    drawn: Markup


@dataclass(frozen=True, kw_only=True)
class FirstPicture:
    """The first page's picture: the printed sheet, once for all its scenes."""

    ground: Markup
    scenes: tuple[PictureScene, ...]


class Dress:
    """The look of a game, as its set of data has it. One whose words are all that it gives has no more than this."""

    weighs: ClassVar[frozenset[str]] = frozenset()
    """The order types of which the page says what they come to before they are given."""
    leading: ClassVar[tuple[str, ...]] = ()
    """The fields that stand first in a form: those of which there may be no room for the others in sight."""
    term: ClassVar[str] = ""
    """A word of the game that stands on the page everywhere: where it first does so in a form, in a result or in the
    score, it leads to what the words mean."""
    attacked_together: ClassVar[bool] = False
    """Whether a tap on a contact, while nobody is chosen, opens the form in which all attack it who can, rather than a
    list of who can fire at it one by one."""
    tapped: ClassVar[frozenset[str]] = frozenset()
    """The kinds of order that a tap on a place of the map puts on the sheet, as it does a move."""
    pressed: ClassVar[frozenset[str]] = frozenset()
    """The order types that a decision's buttons alone give, at once: on a sheet they would come too late."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        """The colour of a seat's side, each its own: blue for the first, then red, and so on round."""
        return COLOURS[list(seats).index(seat) % len(COLOURS)]

    def map(self, picture: Any) -> GameMap | None:
        """How the map of a picture is drawn; None for a game without one, whose page lists what stands where."""
        return None

    def sheet(self, scenario: str) -> GameMap | None:
        """The map of a scenario for its printed sheet, which is for anybody; None where the seats have several."""
        pictures = list(self.game.open(scenario, {}).pictures.values())
        grounds = [self.game.ground_of(picture) for picture in pictures]
        alike = {(ground.places, *map(ground.at, ground.places)) for ground in grounds if ground is not None}
        return self.map(pictures[0]) if len(alike) == 1 and None not in grounds else None

    def place_of(self, known: Known[Any, Any], option: Option, field: str, value: Scalar) -> str:
        """Where on the map that lies which a value of this option's field stands for, though it is no place itself.

        Several places have bars between; nothing where that is not known.
        """
        return ""

    def fall(self, report: Report) -> str:
        """Where a round has fallen of which a report tells; nothing for another report."""
        return ""

    def acts(self, known: Known[Any, Any], options: Sequence[Option], odds: OddsOf) -> tuple[Act, ...]:
        """The answers with which the seat acts, where it is to decide, the best first; `odds` says what one may do."""
        return ()

    def likeliest(
        self, known: Known[Any, Any], options: Sequence[Option], odds: OddsOf
    ) -> list[tuple[Option, int | None]]:
        """Options of one kind, the best first, each with the chance of what it is likely to do where one can say."""
        return [(option, None) for option in options]

    def aimed(self, known: Known[Any, Any], options: Sequence[Option], contact: str) -> Sequence[Option]:
        """Of these options those with which a contact is fired at: a tap on it leads to them, and to none else."""
        return ()

    def sign(self, state: str) -> str:
        """The id of the sign by which a counter shows this state, as the legend calls it; empty where it has none."""
        return ""

    def first_picture(self) -> FirstPicture | None:
        """The picture of the first page, by which this game shows what it is to play here; None where it has none."""
        return None
