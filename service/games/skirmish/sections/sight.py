"""The line of sight between two hexes, as a player may ask for it before ordering (P9)."""

from __future__ import annotations

from service.engine.hexes import Hex
from service.engine.line_of_sight import LineOfSight, Obstacle
from service.engine.sentences import listing, place, say, sentence
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.view import known_foxholes
from service.games.skirmish.printed.field import cover
from service.games.skirmish.printed.sight import in_the_way


def sight_line(picture: Picture, a: Hex, b: Hex) -> LineOfSight | None:
    """The line of sight between two hexes over the ground as both sides see it (P9), with the cover at its far end.

    Foot is meant; a foxhole counts where it is known (P10).
    """
    rules, ground = picture.rules, picture.ground
    if a not in rules.sheet or b not in rules.sheet:
        return None
    line, weather = picture.sight(a, b), ground.weather
    far = line.distance > rules.tables.weather.sight(weather.precipitation, weather.visibility)
    stand = () if line.open or far else in_the_way(rules, ground, a, b)
    why = say() if line.open else say("Too far to see in this weather.") if far else sentence(
        "in the way: ", listing(say(f"{one.what} in ", place(one.hex)) for one in stand)
    )  # fmt: skip
    return LineOfSight(
        a=a, b=b, open=line.open, distance=line.distance, hindrances=line.hindrances, smoke=line.smoke,
        cover=cover(rules, ground, b, a, dug=b in known_foxholes(picture)) if a != b else 0, why=why,
        obstacles=tuple(Obstacle(place=one.hex, what=one.what) for one in stand), rule="P9",
    )  # fmt: skip
