"""Partisans (18.1), where the option is in play: they bar roads and rails, are hunted, go elsewhere, return."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex, distance
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.places import Place
from service.engine.seats import Seat
from service.engine.sentences import Sentence, counted, place, say
from service.engine.telling import tell, tell_all
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.reports import Thrown
from service.games.korsun.printed.reading import GERMAN, SOVIET, Side
from service.games.korsun.printed.scenario import PARTISANS_HIDE_IN, Scenario
from service.games.korsun.printed.units import Public, UnitId
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import PositionNoted, State, StoresChanged

DISPLACE = "KOR-SRR-07"
THROWN = Hex("")
"""What stands among the displaced for a throw to return."""


def can_hide(rules: Scenario, hex: Hex) -> bool:
    return hex in rules.board.land and rules.board.terrain[hex].name in PARTISANS_HIDE_IN


def behind_the_line(rules: Scenario, public: Public, hex: Hex) -> bool:
    """Whether a hex lies nearer to a named place or source that is German than to any that is Soviet."""

    def nearest(side: Side) -> int:
        held = [there for there, holder in public.control.items() if holder == side]
        held += [
            rules.sources[m.source] for m in rules.markers.values() if m.side == side and m.source in rules.sources
        ]
        return min((distance(hex, there) for there in held), default=99)

    return nearest(GERMAN) < nearest(SOVIET)


def watched(picture: Picture, hex: Hex) -> bool:
    """Whether a German combat unit stands in a hex or next to it, as far as is known."""
    enemies = field_of(picture).enemies
    return any(there in enemies and enemies[there].combat for there in (hex, *picture.rules.board.beside(hex)))


def may_hide(picture: Picture, hex: Hex) -> None:
    """Refuse a hex in which partisans could not hide, by what is known."""
    hides = can_hide(picture.rules, hex)
    demand(hides, DISPLACE, (place(hex), " is neither woods nor marsh; partisans hide there."))
    demand(hex not in picture.stores.partisans, DISPLACE, ("There are partisans in ", place(hex), "."))
    demand(not watched(picture, hex), DISPLACE, ("A German combat unit is in ", place(hex), " or next to it."))


@dataclass(frozen=True, kw_only=True)
class OfPartisans(Order):
    """An order to partisans."""

    rule: ClassVar[str] = DISPLACE

    def rule_out(self, picture: Picture) -> None:
        in_play = "partisans" in picture.public.options and picture.side == SOVIET
        demand(in_play, DISPLACE, "You have no partisans: the option is not in play, or you are the German side.")


@dataclass(frozen=True, kw_only=True)
class DisplacePartisans(OfPartisans):
    """Let partisans go to another woods or marsh hex near by that is not next to a German combat unit."""

    phrase: ClassVar[Phrase] = Phrase("displace partisans at {hex} to {to}")
    kind: Literal["displace-partisans"] = "displace-partisans"
    hex: Place
    to: Place

    def said(self, to: Saying) -> Sentence:
        return say("Partisans in ", place(self.hex), " to ", place(self.to))

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        stores, most = picture.stores, picture.tables.options.partisans["hexes"]
        demand(self.hex in stores.partisans, DISPLACE, ("You have no partisans in ", place(self.hex), "."))
        demand(
            self.hex not in stores.displaced, DISPLACE, ("Those in ", place(self.hex), " have gone as far as they go.")
        )
        may_hide(picture, self.to)
        demand(
            distance(self.hex, self.to) <= most, DISPLACE, (place(self.to), f" is farther off than "
            f"{counted(most, 'hex', 'hexes')}.")
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.partisans = moved(picture.stores.partisans, self.hex, self.to)
        picture.stores.displaced.append(self.to)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        stores = state.stores[seat]
        free = self.hex in stores.partisans and not truly_watched(state, self.to)
        end = self.to if free else self.hex
        hexes = moved(stores.partisans, self.hex, end)
        yield StoresChanged(side=seat, entries={"partisans": hexes, "displaced": [*stores.displaced, end]})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        most = picture.tables.options.partisans["hexes"]
        for hex in picture.stores.partisans:
            near = picture.rules.board.grid.within(hex, most)
            if fit := tuple(sorted(to for to in near if accepts(picture, cls(hex=hex, to=to)))):
                yield Option(
                    kind="displace-partisans", title=say("Displace the partisans in ", place(hex)), fixed={"hex": hex},
                    fields={"to": Places(places=fit)}, rule=DISPLACE,
                )  # fmt: skip


def moved(hexes: Sequence[Hex], hex: Hex, to: Hex) -> list[Hex]:
    return [to if one == hex else one for one in hexes]


def truly_watched(state: State, hex: Hex) -> bool:
    return any(state.combat_at(there, GERMAN) for there in (hex, *state.rules.board.beside(hex)))


@dataclass(frozen=True, kw_only=True)
class ReturnPartisans(OfPartisans):
    """Roll for partisans that were removed to return, in a woods or marsh hex behind the German line."""

    phrase: ClassVar[Phrase] = Phrase("return partisans to {to}")
    kind: Literal["return-partisans"] = "return-partisans"
    to: Place

    def said(self, to: Saying) -> Sentence:
        return say("Partisans roll to return in ", place(self.to))

    def check(self, picture: Picture) -> None:
        self.rule_out(picture)
        stores = picture.stores
        left = stores.partisans_lost - stores.displaced.count(THROWN)
        demand(left > 0, DISPLACE, "No partisans that were removed can roll to return now.")
        may_hide(picture, self.to)
        demand(behind_the_line(picture.rules, picture.public, self.to), DISPLACE, (
            place(self.to), " does not lie behind the German line: nearer to a place or source that is German than to ",
            "any that is Soviet.",
        ))  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.stores.displaced.append(THROWN)

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        stores = state.stores[seat]
        die = dice.roll("1d6", f"{DISPLACE} partisans return at {self.to}").total
        back = die >= state.tables.options.partisans["returns_from"] and not truly_watched(state, self.to)
        yield tell(state, seat, Thrown(purpose="partisans-return", die=die, succeeded=back, hex=self.to))
        if back:
            yield StoresChanged(side=seat, entries={
                "partisans": [*stores.partisans, self.to], "partisans_lost": stores.partisans_lost - 1,
                "displaced": [*stores.displaced, self.to],
            })  # fmt: skip
        else:
            yield StoresChanged(side=seat, entries={"displaced": [*stores.displaced, THROWN]})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        land = picture.rules.board.land if picture.stores.partisans_lost else ()
        if fit := tuple(sorted(to for to in land if accepts(picture, cls(to=to)))):
            yield Option(
                kind="return-partisans", title=say("Roll for partisans to return"),
                fields={"to": Places(places=fit)}, rule=DISPLACE,
            )  # fmt: skip


def open_displacement(state: State) -> Iterator[Event]:
    """Partisans may go once a game-turn."""
    if state.stores[SOVIET].displaced:
        yield StoresChanged(side=SOVIET, entries={"displaced": []})


def hunt_partisans(state: State, ids: Sequence[UnitId], dice: Dice) -> Iterator[Event]:
    """German combat units that end a move next to partisans throw to remove them, once a segment for each (18.1)."""
    units = [state.units[id] for id in ids if id in state.units and state.profile(id).is_combat]
    hex = units[0].hex if units else None
    if hex is None:
        return
    for there in state.stores[SOVIET].partisans:
        marks = [f"{there} {unit.id}" for unit in units]
        if distance(hex, there) > 1 or set(marks) & set(state.hunted):
            continue
        yield PositionNoted(entries={"hunted": [*state.hunted, *marks]})
        die = dice.roll("1d6", f"KOR-P18.1 hunt for partisans at {there}").total
        caught = die >= state.tables.options.partisans["removed_from"]
        yield from tell_all(state, Thrown(purpose="partisans", die=die, succeeded=caught, hex=there))
        if caught:
            stores = state.stores[SOVIET]
            left = [one for one in stores.partisans if one != there]
            yield StoresChanged(side=SOVIET, entries={"partisans": left, "partisans_lost": stores.partisans_lost + 1})
