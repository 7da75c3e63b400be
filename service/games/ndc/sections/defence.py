"""What the non-phasing player orders in a Combat Resolution Segment (parent 5).

They are asked about one declared combat at a time; what they may answer goes by what they know.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Choice, Option, Places, Range
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, demand
from service.engine.roles import Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, joined, place, say
from service.games.ndc.known.answering import answerable, commander_can_defend
from service.games.ndc.known.orders import Defence
from service.games.ndc.known.picture import Attack, Picture
from service.games.ndc.known.points import PointsInHand, believed, spent
from service.games.ndc.known.ways_out import one_hex_on, retreat_hexes
from service.games.ndc.sections.booking import noted
from service.games.ndc.sections.declare import can_draw, can_jam, may_fire_chemicals, why_not
from service.games.ndc.staff.terms import with_support
from service.games.ndc.truth.state import AccountSet, State

EVENTS: tuple[type[Event], ...] = ()


def asked_about(picture: Picture) -> Attack | None:
    """The ground combat about which this side is being asked; None for a fire, and when it has answered."""
    return next((attack for attack in picture.attacks if attack.number == picture.question), None)


@dataclass(frozen=True, kw_only=True)
class Defend(Defence):
    """Answer a declared ground combat: Final Protective Fire, electronic warfare, the division commander.

    `fire` CSPs fall on the hex that the attack comes from, drawn from the HQs (or "air") named in `hqs`, or if none is
    named from the HQ with most points in range; with `chemical` weapons, which may be `persistent`; `ew` attacks jam
    the attacker; `command`: the division commander, if they are with the defender or its HQ, uses command. What is not
    answered is nothing.
    """

    rule: ClassVar[str] = "NDC-RES-02"
    phrase: ClassVar[Phrase] = Phrase("defend", fire="fire {}", ew="ew {}", hqs="from {}")

    kind: Literal["defend"] = "defend"

    def on_button(self, to: Saying) -> Sentence:
        picture = to.known.picture if to.known else None
        attack = asked_about(picture) if picture else None
        if picture and attack and not self.fire and not picture.own_at(attack.target):
            return say(f"Jam the attack with {counted(self.ew, 'EW attack')}" if self.ew else "Let the attack come")
        return say("Defend", with_support(self.fire, self.ew) or " without support")

    def check(self, picture: Picture) -> None:
        attack = asked_about(picture)
        demand(attack, "NDC-RES-02", "You are not asked about a ground combat, or have answered already.")
        assert attack is not None
        points = believed(picture)
        can_draw(picture, points, attack.origin, self.fire, "support", self.hqs, "NDC-RES-02")
        drawn = points.draw(attack.origin, self.fire, "support", self.hqs)
        may_fire_chemicals(picture, self.chemical, self.persistent, drawn, "NDC-RES-03", "NDC-RES-04")
        can_jam(picture, points, attack.origin, self.ew, "NDC-RES-06")
        demand(
            not self.command or commander_can_defend(picture, attack), "NDC-DFM-12",
            ("The division commander cannot use command at ", place(attack.target), f": {why_not(picture)}."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        attack = asked_about(picture)
        assert attack is not None
        drawn = believed(picture).draw(attack.origin, self.fire, "support", self.hqs)
        picture.account = spent(picture.account, picture.tables, drawn, "support", ew=self.ew, command=self.command)
        picture.question = None

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        combat, account = state.combat(), state.accounts[seat]
        assert combat.origin is not None
        own = {unit.id: unit for unit in state.units.values() if unit.side == seat}
        drawn = PointsInHand(own, account, state.weather, state.tables).draw(
            combat.origin, self.fire, "support", self.hqs
        )
        yield AccountSet(account=spent(account, state.tables, drawn, "support", ew=self.ew, command=self.command))
        yield noted(
            combat, fire=self.fire, fire_drawn=drawn, fire_chemical=self.chemical, fire_persistent=self.persistent,
            fire_ew=self.ew, fire_command=self.command, answered=True,
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        attack = asked_about(picture)
        if attack is None:
            return
        can, least = answerable(picture, attack), picture.tables.chemical.csps_at_least
        for chemical in (False, True) if can.chemical_fire else (False,):
            yield Option(
                kind="defend",
                title=say(
                    f"Answer the {attack.type} on ",
                    place(attack.target),
                    ", chemical weapons in the fire" if chemical else "",
                ),
                fixed={"chemical": chemical},
                fields={
                    "fire": Range(least=least if chemical else 0, most=can.chemical_fire if chemical else can.fire),
                    "persistent": Choice(values=(False, True) if chemical else (False,)),
                    "ew": Range(least=0, most=can.ew),
                    "command": Choice(values=(False, True) if can.command else (False,)),
                },
                rule="NDC-RES-02",
            )


# ---- retreats


@dataclass(frozen=True, kw_only=True)
class StandFast(Order):
    """A Dug-in unit takes the losses of its retreat and holds its hex; not after an overrun."""

    rule: ClassVar[str] = "NDC-RES-11"

    kind: Literal["stand-fast"] = "stand-fast"

    def check(self, picture: Picture) -> None:
        due = picture.retreating
        demand(due, "NDC-RES-11", "No unit of yours has to retreat.")
        assert due is not None
        demand(
            due.stand_fast, "NDC-RES-11",
            (picture.own[due.unit].said, " cannot stand fast: only a Dug-in unit does, before it retreats, and not "
             "when it is overrun."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.retreating = None

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        due = picture.retreating
        if due is not None and due.stand_fast:
            unit, loss = picture.own[due.unit], due.hexes_left * picture.tables.retreat.stand_fast_loss
            yield Option(
                kind="stand-fast", title=say(unit.said, f" stands fast and loses {loss} T/O"), rule="NDC-RES-11",
                subjects=(unit.id,),
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Retreat(Order):
    """The next hex of the unit that has to retreat, or to which it is displaced; hex by hex until the retreat is over.

    A hidden enemy may turn up in the hex chosen; the hexes that are left are then asked for again.
    """

    rule: ClassVar[str] = "NDC-RES-11"
    phrase: ClassVar[Phrase] = Phrase("retreat to {hex}")

    kind: Literal["retreat"] = "retreat"
    hex: Way[Hex]

    def said(self, to: Saying) -> Sentence:
        return say("The unit retreats to ", place(self.hex))

    def on_button(self, to: Saying) -> Sentence:
        return say("Retreat to ", place(self.hex))

    def check(self, picture: Picture) -> None:
        due = picture.retreating
        demand(due, "NDC-RES-11", "No unit of yours has to retreat any farther.")
        assert due is not None
        hexes = retreat_hexes(picture, due)
        demand(
            self.hex in hexes, "NDC-RES-11",
            (picture.own[due.unit].said, " in ", place(due.hex), f" has "
            f"{counted(due.hexes_left, 'hex', 'hexes')} to go and may go to ",
             joined(" or ", map(place, hexes)) or "none", ", not to ", place(self.hex), "."),
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        due = picture.retreating
        assert due is not None
        picture.retreating = one_hex_on(picture, due, self.hex)
        unit = picture.own[due.unit]
        picture.own[due.unit] = replace(
            unit, hex=self.hex, spread=(), mode=picture.tables.mode(unit.mode).when_displaced
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        due = picture.retreating
        hexes = retreat_hexes(picture, due) if due is not None else []
        if due is not None and hexes:
            unit = picture.own[due.unit]
            yield Option(
                kind="retreat", title=say(unit.said, " retreats from ", place(due.hex)), subjects=(unit.id,),
                rule="NDC-RES-11", fields={"hex": Places(places=tuple(hexes))},
            )  # fmt: skip
