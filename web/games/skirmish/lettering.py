"""What is written on the table: values and names."""

from __future__ import annotations

from markupsafe import Markup

from service.games.skirmish.printed.scenario import Scenario
from web.drawing.geometry import MapGeometry
from web.drawing.lettering import FOOT, labels
from web.drawing.svg import number, points, tag


def names(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """What an objective is worth, on a star, and the names of places at the foot of their hexes: printed last."""
    stars = [
        tag("g", tag("g", tag("use", href="#m-star"), tag("text", count, y="4"), class_="t-star"),
            transform=f"translate({points((x - 35, y - 9))})")
        for hex, count in scenario.objectives.items() for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    written = [
        tag("text", named(name), x=number(x), y=number(y + FOOT + 2))
        for hex, name in scenario.names.items() for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", labels(stars, written, "var(--m-grass)"), class_="t-names")


def named(name: str) -> str:
    """A name as a map has it, without its article."""
    bare = name.removeprefix("the ")
    return bare[:1].upper() + bare[1:]
