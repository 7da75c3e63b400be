"""Reinforcements: prepared and announced in the Initial Phase, entered with the moves (P22; SKR-RNF-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, tell
from service.engine.hexes import Hex
from service.engine.options import Choice, Option
from service.engine.orders import Order, Refusal, demand
from service.engine.seats import Seat
from service.engine.sentences import own, place, say
from service.games.skirmish.known.picture import Group, Picture
from service.games.skirmish.known.reports import GroupAnnounced
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.scenario import GroupSetup, Scenario
from service.games.skirmish.truth.looking import look, sighted
from service.games.skirmish.truth.state import GroupPrepared, State

LATE_ENTRY = "reinforcements-of-the-defender"
"""The step in which the reinforcements of a side that never attacks come on (P1)."""
IDENTIFIED = 2
"""The level of intelligence at which one sees what an enemy is (P24)."""


def groups_of(rules: Scenario, side: str) -> dict[str, GroupSetup]:
    return {group.id: group for group in rules.reinforcements if group.side == side}


def to_come(rules: Scenario, side: str, own: dict[str, Base]) -> list[GroupSetup]:
    """A side's groups that are not all in yet."""
    serving = {base.manned_by for base in own.values()}
    outside = {base.id for base in own.values() if base.hex is None and base.gone is None and base.id not in serving}
    return [group for group in groups_of(rules, side).values() if any(unit.id in outside for unit in group.units)]


def due(state: State) -> bool:
    """Whether the attacker has reinforcements that he may prepare: nobody else learns whether he was asked."""
    return any(state.turn >= group.from_turn for group in to_come(state.rules, str(state.phasing), state.bases))


@dataclass(frozen=True, kw_only=True)
class Prepare(Order):
    """Make a group that is due ready to come on, and announce its zone; the enemy is told of the zone at once.

    If it waits, the announcement stands until it is changed in a later Initial Phase.
    """

    rule: ClassVar[str] = "SKR-RNF-01"

    kind: Literal["prepare"] = "prepare"
    group: str
    zone: str

    def rule_out(self, picture: Picture) -> None:
        group = groups_of(picture.rules, picture.side).get(self.group)
        demand(group is not None, "SEQUENCE", f"You have no reinforcements '{self.group}'.")
        assert group is not None
        here = picture.turn >= group.from_turn
        demand(here, "SKR-RNF-01", f"{group.title} is due on turn {group.from_turn}.", "NOT_DUE")

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        group = groups_of(picture.rules, picture.side)[self.group]
        still_out = group in to_come(picture.rules, picture.side, picture.own)
        demand(still_out, "SKR-RNF-01", f"{group.title} is already on the map.", "NOT_DUE")
        demand(self.zone in group.zones, "P22", f"{group.title} cannot come on at '{self.zone}'.", "NOT_ANNOUNCED")
        new = picture.groups[self.group].since != picture.player_turn
        demand(new, "SKR-RNF-02", f"{group.title} has been announced in this phase.", "ALREADY_TRIED")

    def believe(self, picture: Picture) -> None:
        picture.groups[self.group] = Group(id=self.group, zone=self.zone, since=picture.player_turn)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        group = groups_of(state.rules, seat)[self.group]
        was = state.groups[seat][self.group].zone
        # SKR-RNF-02: at once, so that the defender can keep fire for the newcomers.
        yield GroupPrepared(side=seat, group=self.group, zone=self.zone)
        kinds = tuple(unit.kind for unit in group.units) if state.options["announce"] == "place_and_kind" else ()
        for reader in state.seats:
            yield tell(state, reader, GroupAnnounced(
                side=seat, zone=self.zone, hexes=group.zones[self.zone], was=was, kinds=kinds,
                group=self.group if reader == seat else None,
            ))  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for group in to_come(picture.rules, picture.side, picture.own):
            if picture.turn >= group.from_turn and picture.groups[group.id].since != picture.player_turn:
                yield Option(
                    order="prepare", title=say("Prepare ", own(group.id, group.title)), fixed={"group": group.id},
                    fields={"zone": Choice(values=tuple(group.zones))},
                )  # fmt: skip


def entry_hexes(picture: Picture, base: Base) -> tuple[Hex, ...]:
    """Where a base that is to come may enter: the announced zone, less what an identified enemy closes (SKR-RNF-03)."""
    for group in to_come(picture.rules, picture.side, picture.own):
        zone = picture.groups[group.id].zone
        if any(unit.id == base.id for unit in group.units) and zone is not None and warned(picture, group.id):
            return tuple(hex for hex in group.zones[zone] if not closed(picture, hex))
    return ()


def warned(picture: Picture, group: str) -> bool:
    """Whether the enemy knew of a group before he fired (SKR-RNF-02); who never attacks tells it a turn ahead."""
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
    demand(not closed(picture, path[0]), "P22", ("An enemy nearby closes ", place(path[0]), "."), "ENEMY_THERE")


def met_at_entry(state: State, base: Base, hex: Hex) -> Iterator[Event]:
    """An unseen enemy stands where a base would enter: it waits off the map, and he is revealed (P22)."""
    for enemy in state.at(hex, state.other(base.side)):
        yield from sighted(state, base.side, enemy, IDENTIFIED, {}, active=False)
    yield from look(state)
