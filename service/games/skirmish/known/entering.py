"""Where bases that are to come may enter, by what their side knows (SKR-RNF-02 and 03, P22)."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.hexes import Hex
from service.engine.orders import Refusal, demand
from service.engine.sentences import place
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.scenario import GroupSetup, Scenario

LATE_ENTRY = "reinforcements-of-the-defender"
"""The step in which the reinforcements of a side that never attacks come on (P1)."""


def groups_of(rules: Scenario, side: str) -> dict[str, GroupSetup]:
    return {group.id: group for group in rules.reinforcements if group.side == side}


def to_come(rules: Scenario, side: str, own: dict[str, Base]) -> list[GroupSetup]:
    """A side's groups that are not all in yet."""
    serving = {base.manned_by for base in own.values()}
    outside = {base.id for base in own.values() if base.hex is None and base.gone is None and base.id not in serving}
    return [group for group in groups_of(rules, side).values() if any(unit.id in outside for unit in group.units)]


def entry_hexes(picture: Picture, base: Base) -> tuple[Hex, ...]:
    """Where a base that is to come may enter: the announced zone, less what an identified enemy closes (SKR-RNF-03)."""
    for group in to_come(picture.rules, picture.side, picture.own):
        zone = picture.groups[group.id].zone
        if any(unit.id == base.id for unit in group.units) and zone is not None and warned(picture, group.id):
            return tuple(hex for hex in group.zones[zone] if not closed(picture, hex))
    return ()


def warned(picture: Picture, group: str) -> bool:
    """Whether the enemy knew of a group before they fired (SKR-RNF-02); who never attacks tells it a turn ahead."""
    return picture.step != LATE_ENTRY or picture.groups[group].since < picture.player_turn


def closed(picture: Picture, hex: Hex) -> bool:
    """Whether an identified enemy in good order near by closes an entry hex; one who is not seen does not (P22)."""
    within = picture.tables.support.reinforcements.closed_within
    return any(
        contact.identified and contact.shows is not None and contact.shows.morale == "good"
        and picture.rules.sheet.distance(contact.hex, hex) <= within
        for contact in picture.known_enemies()
    )  # fmt: skip


def check_entry(picture: Picture, base: Base, path: Sequence[Hex]) -> None:
    """Refuse to enter with what was not announced, or elsewhere than announced (SKR-RNF-03)."""
    groups = to_come(picture.rules, picture.side, picture.own)
    group = next((g for g in groups if any(unit.id == base.id for unit in g.units)), None)
    if group is None:
        raise Refusal("SEQUENCE", (base.said, " is not on the map."))
    zone = picture.groups[group.id].zone
    demand(zone is not None, "SKR-RNF-03", f"{group.title} has not been announced.", "NOT_ANNOUNCED")
    assert zone is not None
    demand(warned(picture, group.id), "SKR-RNF-02", f"{group.title} comes on in the next turn.", "NOT_ANNOUNCED")
    demand(path and path[0] in group.zones[zone], "SKR-RNF-03", f"{group.title} was announced for {zone}.",
           "NOT_ANNOUNCED")  # fmt: skip
    demand(not closed(picture, path[0]), "P22", ("An enemy nearby bars ", place(path[0]), "."), "ENEMY_THERE")
