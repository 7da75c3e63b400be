"""The map of a match: the printed sheet below, and on it all that one seat knows, as two drawings of one size.

The printed sheet is the same for everybody and never changes; the live layer is drawn anew from the seat's view, and is
all that an update has to send. What is drawn, a game's dress says with a `GameMap`. `map.js` moves both together;
without it the map scrolls, and every counter and every place in reach is a link.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from service.engine.line_of_sight import LineOfSight
from service.engine.odds import Odds
from service.engine.options import Destination
from service.engine.orders import Order
from service.engine.places import Place
from web.drawing.geometry import MapGeometry
from web.drawing.layers import NO_PLANS, MapLinks, Plans, sight_layer
from web.drawing.svg import listing, tag
from web.page_delta import BEARS, leaf

LIVE_ID = "map-live"
"""The id of the seat's layer: swap it whole (outerHTML or outerMorph)."""


@dataclass(frozen=True, kw_only=True)
class Switch:
    """What a reader may turn off and on: the id of its box, which `map.css` knows."""

    id: str
    label: str
    on: bool = True


@dataclass(frozen=True, kw_only=True)
class Selection:
    """What is chosen on the map: own units, where they can `reach` together, and the place `to` which they are to go
    among these; the plans that are on the sheet; and the place `at` which an enemy was tapped to be fired at."""

    units: Collection[str] = ()
    reach: Sequence[Destination] = ()
    to: Place | None = None
    plans: Plans = NO_PLANS
    at: Place | None = None


NOTHING = Selection()
OddsOf = Callable[[Order], Odds | None]


class GameMap(ABC):
    """A scenario's map in the drawing of its game."""

    title: str
    geometry: MapGeometry
    switches: Sequence[Switch] = ()
    by_side: bool = False
    """Whether a counter looks the same to all readers, by its side, and not by whether it is one's own."""
    goals: Collection[Place] = ()
    """The places that both sides fight for, as the briefing names them."""

    @property
    def places(self) -> Collection[Place]:
        """The places that are on the map."""
        return self.geometry.listed

    @abstractmethod
    def printed(self) -> Markup:
        """The printed sheet as an SVG, with the pieces that the live layer uses."""

    @abstractmethod
    def layers(self, view: Any, links: MapLinks, selection: Selection = NOTHING) -> Iterable[str]:
        """All that a seat knows, and what it has chosen, from the lowest up."""

    @abstractmethod
    def ground(self) -> Mapping[Place, str]:
        """What is printed in each place, in words."""

    @abstractmethod
    def force(self, view: Any, links: MapLinks) -> Markup:
        """A seat's own units alone, for the truth of a match that is over."""

    @abstractmethod
    def said(self, view: Any, selection: Selection = NOTHING) -> str:
        """What is on the map, in a sentence for those who hear it."""

    def within(self, view: Any, places: Collection[Place]) -> Any:
        """A view with no more on the map than what stands in these places, where a game can leave the rest out."""
        return view

    def plans(self, view: Any, orders: Iterable[Order], odds: OddsOf) -> Plans:
        """What the orders on the sheet look like on the map; `view` is what the seat knows without them."""
        return NO_PLANS

    def focus(self, view: Any, selection: Selection = NOTHING) -> Place | None:
        """The place to look at first."""
        return selection.to

    def follow(self, view: Any) -> tuple[Place, str] | None:
        """The place that the map has to show now, as something happens there about which the seat is asked, and what
        tells this question from the next."""
        return None


def live_layer(
    drawing: GameMap,
    view: Any,
    links: MapLinks | None = None,
    selection: Selection = NOTHING,
    line: LineOfSight | None = None,
    moment: str = "",
) -> Markup:
    """The seat's layer as an SVG of its own, of the size of the printed sheet; `moment` tells one look from the next:
    where it has changed, what moved meanwhile is shown moving."""
    layers = (
        *drawing.layers(view, links or MapLinks(), selection),
        sight_layer(drawing.geometry, line) if line else Markup(""),
    )
    return drawing.geometry.svg(
        *(layer if BEARS.search(layer) else leaf(layer) for layer in layers),
        id=LIVE_ID,
        class_="map-live",
        role="group",
        aria_label=drawing.said(view, selection),
        data_focus=drawing.focus(view, selection),
        data_follow=listing(drawing.follow(view) or ((selection.at, "target") if selection.at else ())),
        data_moment=moment or None,
    )


def render_map(
    drawing: GameMap,
    view: Any,
    links: MapLinks | None = None,
    selection: Selection = NOTHING,
    line: LineOfSight | None = None,
    key: str = "",
    moment: str = "",
    goals: Collection[Place] = (),
) -> Markup:
    """The whole map for a page. `key` (match and seat) is what the browser keeps zoom and place under, `goals` what the
    first look is to show beside one's own units."""
    return framed(
        drawing, drawing.printed(), live_layer(drawing, view, links, selection, line, moment),
        key=key or drawing.title, label=f"Map of {drawing.title}", goals=goals,
    )  # fmt: skip


def framed(drawing: GameMap, below: Markup, above: Markup, *, key: str, label: str, group: str = "",
           goals: Collection[Place] = ()) -> Markup:  # fmt: skip
    """A printed sheet and a layer upon it in the frame that `map.js` moves. Maps of one group show the same part."""
    return tag(
        "div",
        tag("div", below, above, class_="map-sheet"),
        class_="map-view",
        data_map=key,
        data_map_group=group or None,
        data_places=drawing.geometry.places,
        data_goals=listing(goals) or None,
        data_noun=drawing.geometry.ground.noun.capitalize(),
        data_ground=None if group else spelt(drawing.ground()) or None,
        tabindex="0",
        role="group",
        aria_label=label,
        aria_keyshortcuts="+ - 0 Enter ArrowLeft ArrowRight ArrowUp ArrowDown",
    )


def spelt(ground: Mapping[Place, str]) -> str:
    """What is in which places, for scripts: places and words by turns, as `0101|0102=woods;0103=road`."""
    alike: dict[str, list[Place]] = {}
    for place, words in ground.items():
        alike.setdefault(words, []).append(place)
    return ";".join(f"{listing(places)}={words}" for words, places in alike.items())
