"""Which of several equally cheap ways takes cover, by what its owner knows: what a default goes by, and no rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from service.engine.hexes import Hex
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.field import cover

MOST_COVER = 9
Bareness = tuple[int, int]
"""How bare hexes lie: to known enemies who see them, and by their ground alone. The less the better."""


def bareness(picture: Picture, base: Base) -> Callable[[Sequence[Hex]], Bareness]:
    """How bare a way lies for a base, hex by hex; each hex is looked at once."""
    rules, ground = picture.rules, picture.ground
    enemies = tuple(dict.fromkeys(contact.hex for contact in picture.known_enemies()))
    found: dict[Hex, Bareness] = {}

    def of(hex: Hex) -> Bareness:
        seen = [there for there in enemies if there != hex and picture.sight(there, hex).open]
        bare = [MOST_COVER - min(MOST_COVER, cover(rules, ground, hex, there, base)) for there in (*seen, hex)]
        return sum(bare[:-1]), bare[-1]

    def along(way: Sequence[Hex]) -> Bareness:
        for hex in way:
            if hex not in found:
                found[hex] = of(hex)
        return sum(found[hex][0] for hex in way), sum(found[hex][1] for hex in way)

    return along
