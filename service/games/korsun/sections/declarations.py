"""F1B: the five German declarations, by what the patrol report says (KOR-GEV-03 to 08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.options import Choice, Option
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.seats import Seat
from service.engine.sentences import say
from service.engine.telling import tell_all
from service.games.korsun.known.picture import Patrol, Picture, field_of
from service.games.korsun.known.reports import Declared, PatrolReported, Thrown
from service.games.korsun.known.supply import isolated, open_road, road_ways
from service.games.korsun.printed.reading import GERMAN, SOVIET
from service.games.korsun.printed.scenario import KORSUN
from service.games.korsun.printed.units import Command
from service.games.korsun.sections.air_supply import BESIDE
from service.games.korsun.sections.movement import strike_open_hexes
from service.games.korsun.truth.looking import settle
from service.games.korsun.truth.state import PublicChanged, SdmChanged, State

RELEASE = "KOR-GEV-02"
DECLARE, KORSUN_ISOLATED, KORPS, WANDA, ABANDON, BREAKOUT = (
    "KOR-GEV-03", "KOR-GEV-04", "KOR-GEV-05", "KOR-GEV-06", "KOR-GEV-07", "KOR-GEV-08",
)  # fmt: skip


def patrol(state: State, dice: Dice) -> Iterator[Event]:
    """The patrol report: true, and the German side's alone (13.1.3)."""
    field, board = state.field(GERMAN), state.rules.board
    sources = {
        state.rules.sources[m.source]
        for m in state.rules.markers.values()
        if m.source in state.rules.sources and m.side == GERMAN
    }
    roads, cut_off = dict[Command, bool](), list[Command]()
    for command, sdm in state.sdms_of(GERMAN).items():
        if command == KORSUN or sdm.gone or state.rules.markers[command].from_turn > state.turn:
            continue
        source = state.rules.sources[state.rules.markers[command].source]
        ways = road_ways(field, source) if open_road(field, source) else {}
        roads[command] = sdm.hex in ways
        if sdm.cut_off:
            cut_off.append(command)
    found = Patrol(
        airfield_road=any(board.airfield in road_ways(field, source) for source in sources),
        enemy_beside_airfield=any(state.combat_at(hex, SOVIET) for hex in board.beside(board.airfield)),
        korsun_isolated=isolated(field, board.airfield),
        roads=roads,
        cut_off=tuple(cut_off),
    )
    yield Told(seat=GERMAN, report=PatrolReported(patrol=found))


def open_events(state: State, dice: Dice) -> Iterator[Event]:
    """Hexes of the front that were lost are struck from its list; then the patrols report."""
    yield from strike_open_hexes(state)
    yield from settle(state, (GERMAN,))
    yield from patrol(state, dice)


# ---- A. the continuous front


@dataclass(frozen=True, kw_only=True)
class ThrowForRelease(Order):
    """Roll for release from the continuous front, once a game-turn; success releases for good."""

    rule: ClassVar[str] = RELEASE
    phrase: ClassVar[Phrase] = Phrase("throw for release")
    kind: Literal["throw-for-release"] = "throw-for-release"

    def check(self, picture: Picture) -> None:
        public = picture.public
        demand(picture.rules.front_hexes and not public.front_released, RELEASE, "No continuous front is demanded.")
        demand(public.release_thrown != picture.turn, RELEASE, "You have already rolled for release in this game-turn.")

    def believe(self, picture: Picture) -> None:
        picture.public.release_thrown = picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield PublicChanged(entries={"release_thrown": state.turn})
        figures, field = state.tables.supply.release, state.field(seat)
        modifiers = {"game_turns": state.turn - state.rules.turns[0]} if state.turn > state.rules.turns[0] else {}
        if isolated(field, state.rules.board.airfield):
            modifiers["korsun_isolated"] = figures["isolated"]
        die = dice.roll("1d6", f"{RELEASE} release from the continuous front").total
        free = die + sum(modifiers.values()) >= figures["from"]
        yield from tell_all(state, Thrown(purpose="release", die=die, modifiers=modifiers, succeeded=free))
        if free:
            yield PublicChanged(entries={"front_released": True})
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="throw-for-release", title=say("Roll for release of the front"), rule=RELEASE)


# ---- B. the declarations


@dataclass(frozen=True, kw_only=True)
class ActivateKorsun(Order):
    """Declare Korsun isolated, and with it activate the Korsun airfield."""

    rule: ClassVar[str] = KORSUN_ISOLATED
    phrase: ClassVar[Phrase] = Phrase("declare korsun isolated")
    kind: Literal["activate-korsun"] = "activate-korsun"

    def check(self, picture: Picture) -> None:
        public, board = picture.public, picture.rules.board
        demand(public.airfield == "inactive", KORSUN_ISOLATED, f"The Korsun airfield is {public.airfield}.")
        demand(public.control.get(board.airfield) == GERMAN, KORSUN_ISOLATED, "The airfield is not in German hands.")
        patrol = picture.patrol
        demand(
            patrol is None or not patrol.enemy_beside_airfield, KORSUN_ISOLATED,
            "The patrols report a Soviet combat unit next to the airfield.",
        )  # fmt: skip
        demand(
            patrol is None or not patrol.airfield_road, KORSUN_ISOLATED,
            "The patrols report an open road from the airfield to a source.",
        )  # fmt: skip

    def believe(self, picture: Picture) -> None:
        picture.public.airfield, picture.public.active_since = "active", picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield PublicChanged(entries={"airfield": "active", "active_since": state.turn})
        if KORSUN in state.sdms:
            yield SdmChanged(command=KORSUN, entries={"hex": state.rules.board.airfield, "cut_off": False})
        yield from tell_all(state, Declared(what="korsun-isolated"))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="activate-korsun", title=say("Declare Korsun isolated"), rule=KORSUN_ISOLATED)


@dataclass(frozen=True, kw_only=True)
class IsolateKorps(Order):
    """Declare a Korps isolated: its points go to the Korsun marker, which its units use from the next Stage C on."""

    rule: ClassVar[str] = KORPS
    phrase: ClassVar[Phrase] = Phrase("declare {command} isolated")
    kind: Literal["isolate-korps"] = "isolate-korps"
    command: Command

    def check(self, picture: Picture) -> None:
        public = picture.public
        demand(self.command in picture.rules.korps, KORPS, f"You have no Korps {self.command!r}.")
        demand(self.command not in public.isolated, KORPS, f"{self.command} has been declared isolated.")
        demand(field_of(picture).airfield is not None, KORPS, "The Korsun airfield is not active.")
        demand(field_of(picture).landing is not None, KORPS, BESIDE)
        cut = picture.patrol is not None and self.command in picture.patrol.cut_off
        demand(cut, KORPS, f"The supply marker of {self.command} was not cut off in this game-turn's C1.")

    def believe(self, picture: Picture) -> None:
        picture.public.isolated.append(self.command)
        picture.public.isolated_next.append(self.command)
        picture.sdms[self.command].isolated = True

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        public = state.public
        isolated, fresh = [*public.isolated, self.command], [*public.isolated_next, self.command]
        yield PublicChanged(entries={"isolated": isolated, "isolated_next": fresh})
        sdm, korsun = state.sdms[self.command], state.sdms[KORSUN]
        points = min(state.tables.supply.kept_at_korsun, korsun.sp + sdm.sp)  # 16.2: the rest is lost
        yield SdmChanged(command=self.command, entries={"isolated": True, "sp": 0})
        yield SdmChanged(command=KORSUN, entries={"sp": points})
        yield from tell_all(state, Declared(what="korps-isolated", command=self.command))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if commands := tuple(c for c in picture.rules.korps if accepts(picture, cls(command=c))):
            yield Option(
                kind="isolate-korps", title=say("Declare a Korps isolated"),
                fields={"command": Choice(values=commands)}, rule=KORPS,
            )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class DeclareWanda(Order):
    """Declare Operation Wanda, once a game, from game-turn 10 on."""

    rule: ClassVar[str] = WANDA
    phrase: ClassVar[Phrase] = Phrase("declare operation wanda")
    kind: Literal["declare-wanda"] = "declare-wanda"

    def check(self, picture: Picture) -> None:
        first = picture.tables.supply.wanda["from_turn"]
        demand(picture.turn >= first, WANDA, f"Operation Wanda is declared from game-turn {first} on.")
        fresh = picture.rules.wanda_open and not picture.public.wanda_declared
        demand(fresh, WANDA, "Operation Wanda has been declared.")

    def believe(self, picture: Picture) -> None:
        picture.public.wanda_declared = picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        stages = state.tables.supply.wanda["stages"]
        yield PublicChanged(entries={"wanda_declared": state.turn, "wanda_air": stages, "wanda_supply": stages})
        yield from tell_all(state, Declared(what="operation-wanda"))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="declare-wanda", title=say("Declare Operation Wanda"), rule=WANDA)


@dataclass(frozen=True, kw_only=True)
class AbandonAirfield(Order):
    """Declare the Korsun airfield abandoned: it is inactive for good, and the Korsun conversion is open in F2A."""

    rule: ClassVar[str] = ABANDON
    phrase: ClassVar[Phrase] = Phrase("abandon the airfield")
    kind: Literal["abandon-airfield"] = "abandon-airfield"

    def check(self, picture: Picture) -> None:
        demand(picture.public.airfield == "active", ABANDON, "The Korsun airfield is not active.")

    def believe(self, picture: Picture) -> None:
        picture.public.airfield, picture.public.abandoned = "abandoned", picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield PublicChanged(entries={"airfield": "abandoned", "abandoned": state.turn})
        yield from tell_all(state, Declared(what="airfield-abandoned"))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="abandon-airfield", title=say("Declare the Korsun airfield abandoned"), rule=ABANDON)


@dataclass(frozen=True, kw_only=True)
class DeclareBreakout(Order):
    """Declare a breakout: it may be attempted in F7 of this game-turn."""

    rule: ClassVar[str] = BREAKOUT
    phrase: ClassVar[Phrase] = Phrase("declare breakout")
    kind: Literal["declare-breakout"] = "declare-breakout"

    def check(self, picture: Picture) -> None:
        first = picture.rules.breakout_from
        demand(picture.turn >= first, BREAKOUT, f"A breakout is declared from game-turn {first} on.")
        demand(picture.public.isolated, BREAKOUT, "No Korps has been declared isolated.")
        demand(not picture.public.attempted, BREAKOUT, "The breakout has been attempted.")
        demand(picture.public.breakout != picture.turn, BREAKOUT, "A breakout is declared in this game-turn.")

    def believe(self, picture: Picture) -> None:
        picture.public.breakout = picture.turn

    def resolve(self, state: State, seat: Seat, dice: Dice) -> Iterator[Event]:
        yield PublicChanged(entries={"breakout": state.turn})
        yield from tell_all(state, Declared(what="breakout"))
        yield from settle(state)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if accepts(picture, cls()):
            yield Option(kind="declare-breakout", title=say("Declare a breakout"), rule=BREAKOUT)


def breakout_declared(state: State) -> bool:
    """Whether a breakout was declared in F1B of this game-turn (KOR-GBO-01)."""
    return state.public.breakout == state.turn
