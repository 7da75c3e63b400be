"""Air strikes in the Initial Phase (P19; SKR-AIR-01, SKR-AIR-02)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event
from service.engine.hexes import Hex
from service.engine.options import Option, Places
from service.engine.order_words import Saying
from service.engine.orders import Order, Phrase, Refusal, demand
from service.engine.roles import Subject
from service.engine.seats import Seat
from service.engine.sentences import Sentence, place, say
from service.engine.telling import tell
from service.games.skirmish.known.orders import AirStrike
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.reports import StrikeTold
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.figures import Struck
from service.games.skirmish.printed.scenario import AirSetup, Scenario
from service.games.skirmish.sections.blasts import Blast, fall, scattered
from service.games.skirmish.sections.fire import fit
from service.games.skirmish.sections.markers import counted, keep_shot, rate_left
from service.games.skirmish.sections.morale import changed
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State, StrikeSet


def aircraft(state: State) -> AirSetup | None:
    """The attacker's aircraft that may come in this turn."""
    side = str(state.phasing)
    for given in state.rules.air:
        if given.side == side and state.turn >= given.from_turn and state.strikes[side] < given.most:
            return given
    return None


def check_for_strike(state: State, dice: Dice) -> Iterator[Event]:
    """See whether an air strike comes (SKR-AIR-01); without aircraft, or anybody on the map, nothing is thrown."""
    given = aircraft(state)
    if given is None or not state.on_map(state.phasing):
        return
    roll = dice.roll(state.tables.support.air.dice, f"SKR-AIR-01 air strike of {given.side}")
    comes = roll.total <= given.number
    used = state.strikes[given.side] + (1 if comes else 0)
    yield StrikeSet(side=given.side, ready=comes, used=used)
    result: Struck = "they come" if comes else "none today"
    yield tell(state, given.side, StrikeTold(faces=roll.faces, result=result, ready=comes))


def strike_to_name(state: State) -> bool:
    return state.strike_ready


def strike_must_be_named(picture: Picture) -> None:
    """Refuse to go on while a strike has no target (SKR-AIR-02)."""
    if picture.strike_ready:
        raise Refusal("SKR-AIR-02", "The aircraft are there: name their target.", code="OUT_OF_ORDER")


def in_view(picture: Picture, hex: Hex) -> bool:
    """Whether one of a side's bases has a line of sight to a hex."""
    return any(picture.sight(Hex(str(base.hex)), hex).open for base in picture.on_map())


@dataclass(frozen=True, kw_only=True)
class Strike(AirStrike):
    """Name the hex for the aircraft that have come: any that one of your bases sees."""

    rule: ClassVar[str] = "SKR-AIR-02"
    phrase: ClassVar[Phrase] = Phrase("strike {hex}")

    kind: Literal["strike"] = "strike"

    def on_button(self, to: Saying) -> Sentence:
        return say("Strike ", place(self.hex))

    def check(self, picture: Picture) -> None:
        demand(picture.strike_ready, "SKR-AIR-01", "No aircraft have come.", "NOT_DUE")
        demand(self.hex in picture.rules.sheet, "P2", f"There is no hex {self.hex} on this map.")
        demand(in_view(picture, self.hex), "P19", ("None of your bases sees ", place(self.hex), "."), "NO_SHOT")

    def believe(self, picture: Picture) -> None:
        picture.strike_ready = False

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield StrikeSet(side=seat, ready=False, used=state.strikes[seat])
        if (yield from driven_off(state, seat, self.hex, dice)):
            yield tell(state, seat, StrikeTold(faces=(), result="driven off", ready=False))
            yield from look(state)
            return
        yield from attack(state, seat, self.hex, dice)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.strike_ready:
            there = tuple(hex for hex in picture.rules.sheet if in_view(picture, hex))
            yield Option(kind="strike", title=say("Air strike"), fields={"hex": Places(places=there)})


def driven_off(state: State, seat: Seat, hex: Hex, dice: Dice) -> Generator[Event, None, bool]:
    """Machine guns near the target that are told to fire at aircraft try, a shot each; whether one drives them off.

    Nobody is asked, so the Initial Phase never waits for the defender (P19).
    """
    rules, figures = state.rules, state.tables.support.air
    for base in state.on_map(state.other(seat)):
        near = rules.sheet.distance(Hex(str(base.hex)), hex) <= figures.defence.within
        ready = fit(rules, base, "small arms") and not base.locked and rate_left(rules, state.options, base)
        if not (base.antiaircraft and near and ready and rules.profile(base).rof(base) >= figures.defence.rof):
            continue
        yield from counted(state, base, "defensive")
        yield from look(state, firing=(base.id,))
        roll = dice.roll(figures.dice, f"P19 antiaircraft fire of {base.side}")
        yield from keep_shot(state, base, roll.faces[0])
        if roll.total <= figures.defence.number:
            return True
    return False


def attack(state: State, seat: Seat, hex: Hex, dice: Dice) -> Iterator[Event]:
    """Bombs: on the hex, wide of it, or by mistake on a friend's."""
    figures = state.tables.support.air
    roll = dice.roll(figures.dice, f"P19 air attack of {seat}")
    luck, target = figures.wide.at(roll.total), hex
    found: Hex | None = hex
    if luck == "wide":
        found = scattered(state, hex, figures.astray, f"P19 direction of {seat}", dice)
    elif luck == "mistaken":
        found = mistaken_for(state, seat, target)
    yield tell(state, seat, StrikeTold(faces=roll.faces, result=luck, ready=False))
    if found is not None:
        bombs = Blast("an air attack", "bombs", "P19", figures.firepower, figures.firepower_around, figures.ap, "rear",
                      bursts=False)  # fmt: skip
        yield from fall(state, bombs, found, dice)


def mistaken_for(state: State, seat: Seat, hex: Hex) -> Hex | None:
    """The nearest friend on foot within reach of the pilot's mistake."""
    rules = state.rules
    apart, within = rules.sheet.distance, rules.tables.support.air.mistaken_within
    friends = [base for base in state.on_map(seat) if rules.profile(base).cls.men == "multi"]
    friendly = (Hex(str(b.hex)) for b in friends)
    near = sorted((apart(there, hex), there) for there in friendly if apart(there, hex) <= within)
    return near[0][1] if near else None


def has_weapon_for_aircraft(rules: Scenario, base: Base) -> bool:
    """Whether a base is a machine-gun team that may fire at aircraft (P19)."""
    return base.foot and rules.profile(base).rof(base) >= rules.tables.support.air.defence.rof


@dataclass(frozen=True, kw_only=True)
class WatchTheSky(Order):
    """A standing order: whether a machine-gun team spends a shot on aircraft that attack near by."""

    rule: ClassVar[str] = "P19"
    phrase: ClassVar[Phrase] = Phrase("watch the sky {base} {watch}")

    kind: Literal["watch-the-sky"] = "watch-the-sky"
    base: Subject[str]
    watch: bool

    def said(self, to: Saying) -> Sentence:
        return say(to.unit(self.base), " watches the sky" if self.watch else " does not watch the sky")

    def check(self, picture: Picture) -> None:
        base = picture.base(self.base)
        armed = has_weapon_for_aircraft(picture.rules, base)
        demand(armed, "P19", (base.said, " has no weapon for aircraft."), "NOT_ELIGIBLE")

    def believe(self, picture: Picture) -> None:
        picture.own[self.base].antiaircraft = self.watch

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield changed(self.base, antiaircraft=self.watch)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if has_weapon_for_aircraft(picture.rules, base):
                fires = "no longer fires" if base.antiaircraft else "fires"
                yield Option(
                    kind="watch-the-sky", title=say(base.said, f" {fires} at aircraft"), subjects=(base.id,),
                    fixed={"base": base.id, "watch": not base.antiaircraft},
                )  # fmt: skip
