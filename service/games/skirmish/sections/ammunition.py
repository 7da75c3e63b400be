"""Ammunition at the headquarters, in the Rally Phase (P23; SKR-AMM-01 to 03)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Routes
from service.engine.order_words import Saying, through
from service.engine.orders import Phrase, demand
from service.engine.roles import Way
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.paths import path_cost, room, towards
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.printed.figures import Checked
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.sections.trying import Try, attacker_bases, defenders, may, rally_plan, told
from service.games.skirmish.sections.walking import walk
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def may_replenish(rules: Scenario, options: dict[str, str], base: Base) -> None:
    """Refuse to replenish where the scenario has none of it, or the base no need (SKR-AMM-01, SKR-AMM-03)."""
    demand(
        options.get("replenish") == "on",
        "SKR-AMM-03",
        "No ammunition can be fetched in this scenario.",
        "NOT_IN_SCENARIO",
    )
    demand(base.good_order, "P23", (base.said, " is not in good order."), "NOT_ELIGIBLE")
    demand(base.ammunition != "ok", "SKR-AMM-01", (base.said, " has enough ammunition."), "NOT_LOW")
    demand(not base.locked, "P17", (base.said, " is in close combat."), "NOT_ELIGIBLE")
    demand("ammunition" not in base.tried, "SKR-AMM-01", (base.said, " has tried in this phase."), "ALREADY_TRIED")


def at_headquarters(rules: Scenario, base: Base) -> bool:
    """Whether a base is close enough to its headquarters for ammunition (P23)."""
    home = rules.sides[base.side].headquarters
    return base.hex is not None and rules.sheet.distance(base.hex, home) <= rules.tables.morale.replenishment.within


@dataclass(frozen=True, kw_only=True)
class Replenish(Try):
    """Go nearer to the headquarters, and if that ends close to it try for ammunition; it is all that the base does.

    A base that is close already needs no path. It neither uses prepared fire nor moves in its next Combat Phase.
    """

    what: ClassVar[str] = "ammunition"
    phrase: ClassVar[Phrase] = Phrase("replenish {base}", path="going {}")

    kind: Literal["replenish"] = "replenish"
    path: Way[tuple[Hex, ...]] = ()

    def said(self, to: Saying) -> Sentence:
        if not self.path:
            return ()
        return say(to.unit(self.base), " goes for ammunition to ", place(self.path[-1]), through(self.path))

    def rule_out(self, picture: Picture) -> None:
        there = picture.options["replenish"] == "on"
        demand(there, "SKR-AMM-03", "No ammunition can be fetched in this scenario.", "NOT_IN_SCENARIO")

    def check(self, picture: Picture) -> None:
        base, rules = picture.base(self.base), picture.rules
        may_replenish(rules, picture.options, base)
        home, at = rules.sides[picture.side].headquarters, base.hex
        assert at is not None
        demand(not self.path or not base.immobilised, "P13", (base.said, " is immobilised."), "NOT_ELIGIBLE")
        for hex in self.path:
            demand(hex in rules.sheet, "P2", f"There is no hex {hex} on this map.")
            demand(not picture.known_at(hex), "P11", ("An enemy is in ", place(hex), "."), "ENEMY_THERE")
        for hex in self.path:
            demand(rules.sheet.distance(hex, home) < rules.sheet.distance(at, home), "SKR-AMM-02",
                   (place(hex), " is not nearer to the headquarters in ", place(home), "."),
                   "NOT_TOWARDS_HQ")  # fmt: skip
            at = hex
        far = path_cost(picture, base, self.path) > rules.profile(base).allowance("normal")
        demand(not far, "P23", (base.said, " cannot go so far."), "NOT_AFFORDED")
        demand(
            not self.path or room(picture, base, at), "P2", ("There is no room for ", base.said, " in ", place(at), ".")
        )
        demand(self.path or at_headquarters(rules, base), "SKR-AMM-02",
               (base.said, " has to move towards the headquarters."), "NOT_TOWARDS_HQ")  # fmt: skip

    def believe(self, picture: Picture) -> None:
        super().believe(picture)
        if self.path:
            picture.own[self.base].hex = self.path[-1]

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield from try_ammunition(state, self.base, self.path, dice)
        yield from look(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if may(may_replenish, picture.rules, picture.options, base):
                near = at_headquarters(picture.rules, base)
                yield Option(
                    kind="replenish", title=say("Ammunition for ", base.said), subjects=(base.id,),
                    fixed={"base": base.id}, fields={} if near else {"path": Routes()},
                )  # fmt: skip


def try_ammunition(state: State, id: BaseId, path: Sequence[Hex], dice: Dice) -> Iterator[Event]:
    """Towards the headquarters, and a roll if that ends close to it (SKR-AMM-02); an unseen enemy stops it (P11)."""
    base = state.bases[id]
    yield changed(id, tried=(*base.tried, "ammunition"), replenished=True)
    yield from walk(state, base, path)
    if at_headquarters(state.rules, base):
        roll = dice.roll(state.tables.morale.dice, f"SKR-AMM-02 ammunition of {base.side} at {base.hex}")
        found = roll.total <= state.rules.replenish_number
        result: Checked = "supplied" if found else "nothing to be had"
        yield tell(state, base.side, told(base, "ammunition", "SKR-AMM-02", roll.faces, result))
        if found:
            yield changed(id, ammunition="ok")


def ammunition_to_try(state: State) -> bool:
    return any(may(may_replenish, state.rules, state.options, base) for base in attacker_bases(state))


def defender_replenishes(state: State, dice: Dice) -> Iterator[Event]:
    """Those that are told to go for ammunition do so by the shortest way (SKR-AMM-02)."""
    for base in defenders(state):
        if base.id in rally_plan(state).fetching and may(may_replenish, state.rules, state.options, base):
            path = () if at_headquarters(state.rules, base) else way_to_headquarters(state, base)
            if path or at_headquarters(state.rules, base):
                yield from try_ammunition(state, base.id, path, dice)
    yield from look(state)


def way_to_headquarters(state: State, base: Base) -> Sequence[Hex]:
    """A path towards the headquarters, by what the base's owner knows: as near as it can come, at the least cost."""
    home, apart = state.rules.sides[base.side].headquarters, state.rules.sheet.distance
    ends = towards(state.pictures[base.side], base)
    best = min(ends, key=lambda there: (apart(there.place, home), there.cost, there.place), default=None)
    return best.path if best else ()
