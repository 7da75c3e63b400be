"""Reinforcements: prepared and announced in the Initial Phase, entered with the moves (P22; SKR-RNF-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.seats import Seat
from service.engine.sentences import Sentence, own, say
from service.engine.telling import tell
from service.games.skirmish.known.entering import groups_of, to_come
from service.games.skirmish.known.picture import Group, Picture
from service.games.skirmish.known.reports import GroupAnnounced
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.truth.looking import look, sighted
from service.games.skirmish.truth.state import GroupPrepared, State

IDENTIFIED = 2
"""The level of intelligence at which one sees what an enemy is (P24)."""


def due(state: State) -> bool:
    """Whether the attacker has reinforcements that they may prepare: nobody else learns whether they were asked."""
    return any(state.turn >= group.from_turn for group in to_come(state.rules, str(state.phasing), state.bases))


@dataclass(frozen=True, kw_only=True)
class Prepare(Order):
    """Make a group that is due ready to come on, and announce its zone; the enemy is told of the zone at once.

    If it waits, the announcement stands until it is changed in a later Initial Phase.
    """

    rule: ClassVar[str] = "SKR-RNF-01"
    phrase: ClassVar[Phrase] = Phrase("prepare {group} in {zone}")

    kind: Literal["prepare"] = "prepare"
    group: str
    zone: str

    def on_button(self, to: Saying) -> Sentence:
        return say(f"Announce zone {self.zone}")

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
                    kind="prepare", title=say("Prepare ", own(group.id, group.title)), fixed={"group": group.id},
                    fields={"zone": Choice(values=tuple(group.zones))},
                )  # fmt: skip


def met_at_entry(state: State, base: Base, hex: Hex) -> Iterator[Event]:
    """An unseen enemy stands where a base would enter: it waits off the map, and the enemy is revealed (P22)."""
    for enemy in state.at(hex, state.other(base.side)):
        yield from sighted(state, base.side, enemy, IDENTIFIED, {}, active=False)
    yield from look(state)
