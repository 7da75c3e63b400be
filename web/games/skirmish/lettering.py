"""What is written on the table: numbers, values and names."""

from __future__ import annotations

from markupsafe import Markup

from service.games.skirmish.printed.scenario import Scenario
from web.drawing.geometry import MapGeometry
from web.drawing.svg import number, points, tag


def numbers(geometry: MapGeometry) -> Markup:
    """The number of each hex, hung from its upper corner or side."""
    texts = [
        tag("text", hex, x=number(round(x)), y=number(round(y - geometry.brow)))
        for hex in geometry.ground.places for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag(
        "g", *texts, class_="t-numbers", text_anchor="middle", fill="var(--m-number)", stroke="var(--m-grass)",
        stroke_width="2.2", stroke_linejoin="round", paint_order="stroke",
    )  # fmt: skip


def worth(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """What an objective is worth, on a star."""
    stars = [
        tag("g", tag("use", href="#m-star"), tag("text", count, y="4"),
            transform=f"translate({points((x - 25, y - 20))})")
        for hex, count in scenario.objectives.items() for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag("g", *stars, class_="t-worth", font_weight="700", text_anchor="middle", fill="#2c2416")


def names(geometry: MapGeometry, scenario: Scenario) -> Markup:
    """The names of places, at the foot of their hexes: printed last."""
    written = [
        tag("text", named(name), x=number(x), y=number(y + 25))
        for hex, name in scenario.names.items() for x, y in [geometry.at(hex)]
    ]  # fmt: skip
    return tag(
        "g", *written, class_="t-places", font_weight="700", fill="var(--m-ink)", stroke="var(--m-grass)",
        stroke_linejoin="round", paint_order="stroke", text_anchor="middle",
    )  # fmt: skip


def named(name: str) -> str:
    """A name as a map has it, without its article."""
    bare = name.removeprefix("the ")
    return bare[:1].upper() + bare[1:]
