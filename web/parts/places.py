"""Places as players write them in a form: read by the ground of their game, and said as it says them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from service.engine.places import Ground, Place, shown_place

Ways = Callable[[str], Sequence[str] | None]
"""The way to a place in reach, for a player who wrote its name."""


class UnreadableOrder(ValueError):
    """What was sent is no order: the sentence says why."""


def way(text: str, ground: Ground | None, ways: Ways) -> list[str]:
    """The way to a place that was written. Raises UnreadableOrder."""
    place = place_of(text, ground)
    found = ways(place)
    if found is None:
        nouns = ground.nouns if ground is not None else "places"
        raise UnreadableOrder(
            f"{shown_place(place, ground)} is not among the {nouns} that it can reach. {nowhere(ground)}"
        )
    return list(found)


def nowhere(ground: Ground | None) -> str:
    """What to do where no way was chosen."""
    noun, name = (ground.noun, "number" if ground.in_figures else "name") if ground is not None else ("place", "name")
    return f"Choose where it goes: on the map, in the list, or by writing the {name} of the {noun}."


def place_of(text: str, ground: Ground | None) -> Place:
    """The place that was written; without a ground, what was written as it is. Raises UnreadableOrder."""
    if ground is None:
        return Place(text.strip())
    if (place := ground.parse(text)) is None:
        said = f"{text.strip()} is not a {ground.noun} on this map" if text.strip() else f"No {ground.noun} is named"
        raise UnreadableOrder(f"{said}: write one as {ground.example}.")
    return place


def places_of(text: str, ground: Ground | None) -> list[Place]:
    """The places that were written, one after the other or between commas. Raises UnreadableOrder."""
    found: list[Place] = []
    for piece in filter(str.strip, text.split(",")):
        whole = ground is not None and ground.parse(piece) is not None
        found += [place_of(one, ground) for one in ([piece] if whole else piece.split())]
    return found
