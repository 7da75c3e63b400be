"""Free setup, by option: before the first turn each side places its bases in its zone, unseen by the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Domain, Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import ContactSeen
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.sections.turns import suspicions
from service.games.skirmish.truth.state import ContactNoted, State


def free(state: State) -> bool:
    return state.options["setup"] == "free"


@dataclass(frozen=True, kw_only=True)
class Place(Order):
    """Place a base anywhere in your setup zone, a vehicle or gun with its heading."""

    rule: ClassVar[str] = "P24"
    phrase: ClassVar[Phrase] = Phrase("place {base} {hex}", heading="facing {}")

    kind: Literal["place"] = "place"
    base: Subject[BaseId]
    hex: Hex
    heading: int | None = None

    def on_button(self, to: Saying) -> Sentence:
        return say("Place it in ", place(self.hex)) if self.hex else ()

    def check(self, picture: Picture) -> None:
        base, rules = picture.base(self.base), picture.rules
        demand(base.hex is not None, "SEQUENCE", (base.said, " comes later."))
        demand(self.hex in rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        inside = self.hex in rules.setup_zones[picture.side]
        demand(inside, "P24", (place(self.hex), " is not in your setup zone."), "TOO_FAR")
        ground = picture.ground.terrain(rules, self.hex)
        demand(
            ground.cost(rules.profile(base).going) is not None,
            "P10",
            (base.said, " cannot stand in ", place(self.hex), "."),
            "NOT_AFFORDED",
        )
        demand(
            rules.tables.bases.stacks(base, picture.at(self.hex)),
            "P2",
            ("There is no room in ", place(self.hex), "."),
            "NOT_AFFORDED",
        )
        turned = self.heading is None or (base.type is not None and 0 <= self.heading < rules.sheet.headings)
        demand(turned, "P12", (base.said, " has no such heading."), "NOT_AFFORDED")

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        base.hex, base.heading = self.hex, self.turned(base)

    def turned(self, base: Base) -> int:
        return base.heading if self.heading is None else self.heading

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield changed(self.base, hex=self.hex, heading=self.turned(state.bases[self.base]))

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        rules = picture.rules
        zone = [hex for hex in rules.sheet if hex in rules.setup_zones[picture.side]]
        for base in picture.on_map():
            going, stacks = rules.profile(base).going, rules.tables.bases.stacks
            found = tuple(
                hex for hex in zone
                if picture.ground.terrain(rules, hex).cost(going) is not None and stacks(base, picture.at(hex))
            )  # fmt: skip
            fields: dict[str, Domain] = {"hex": Places(places=found)}
            if base.type is not None:
                fields["heading"] = Choice(values=tuple(range(rules.sheet.headings)))
            yield Option(
                kind="place",
                title=say("Place ", base.said),
                subjects=(base.id,),
                fixed={"base": base.id},
                fields=fields,
            )


def conceal(state: State, dice: Dice) -> Iterator[Event]:
    """Both have placed theirs: a concealed side's hexes are suspected, dummies among them (P24)."""
    if state.options["fog"] == "off":
        return
    for viewer in state.seats:
        for contact, traced in list(suspicions(state, state.rules, viewer)):
            yield ContactNoted(viewer=viewer, contact=contact, base=traced)
            yield tell(state, viewer, ContactSeen(contact=contact, new=True))
