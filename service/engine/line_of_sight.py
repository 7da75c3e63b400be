"""What a player may ask of the ground: whether one sees from place to place, and what stands between."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.places import Place
from service.engine.sentences import Sentence


@dataclass(frozen=True, kw_only=True)
class Obstacle:
    """What stands in a line of sight, in few words, and at which place."""

    place: Place
    what: str


@dataclass(frozen=True, kw_only=True)
class LineOfSight:
    """The line of sight from place `a` to place `b` as far as a seat knows the ground; `distance` is in steps.

    `hindrances` and `smoke` are what it passes through, `cover` what the ground of b gives against fire from a; all
    three are added to the dice of such fire. `why` says what blocks a line that is not open, and `obstacles` has it
    with its place, as far as it stands anywhere.
    """

    a: Place
    b: Place
    open: bool
    distance: int
    hindrances: int = 0
    smoke: int = 0
    cover: int = 0
    why: Sentence = ()
    obstacles: tuple[Obstacle, ...] = ()
    rule: str = ""
