"""The same decisions on the film, by fire plan, and live: it comes to the same (P16). And what a player turn takes."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from service.engine import judging, recording, umpire
from service.engine.attendance import Attend
from service.engine.dice import LoadedDice
from service.engine.orders import Done, Order, Refusal
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Face, FireOnMove, MoreToCome, Move
from service.games.skirmish.sections.plans import shots
from service.games.skirmish.truth.state import State
from tests.games.skirmish.table import Table, position, table
from tests.random_play import begun, random_orders

ROAD = ("0607", "0707", "0807", "0907")
FACES = {"P7 fire": [3, 3], "P5 morale": [2, 2]}


class Field:
    """A squad on the road before a machine gun, at the movement step of the allied turn."""

    def __init__(self, **options: str) -> None:
        position = lambda name, given: table(("A-SQ1", "squad", "0507"), ("G-HMG", "hmg_team", "1207"), **options)  # noqa: E731
        self.game = replace(SKIRMISH, set_up=position)
        self.dice = LoadedDice(by_purpose=FACES)
        self.state: State = umpire.open_match(self.game, "moulin-basset", self.dice, strict=True).state
        while self.state.pictures["allied"].step != "movement":
            self.order("allied", Done())

    def order(self, side: str, *orders: Order) -> recording.Outcome:
        return umpire.play(self.game, self.state, side, orders, self.dice, strict=True)

    def lapse(self) -> recording.Outcome:
        return umpire.lapse(self.game, self.state, self.dice, strict=True)

    def move(self) -> None:
        self.order("allied", Move(base="A-SQ1", path=ROAD), Done())

    @property
    def mover(self) -> str:
        return str(self.state.bases["A-SQ1"].hex)


def on_the_film(field: Field) -> None:
    field.move()
    field.order("german", Done())
    field.order("german", Done())
    assert field.mover == "0807" and field.state.pictures["allied"].own["A-SQ1"].hex == "0507", "he hears nothing yet"
    field.order("german", Fire(base="G-HMG", target=field.state.pictures["german"].film.handle))
    field.order("german", Done())


def by_plan(field: Field) -> None:
    field.order("german", SetFirePlan(lines=(PlanLine(hexes=("0807",)), PlanLine(then="hold"))))
    field.move()


def live(field: Field) -> None:
    field.move()
    field.lapse()
    field.lapse()
    assert field.mover == "0807"
    field.order("german", Halt())
    field.order("german", Fire(base="G-HMG", target=field.state.pictures["german"].film.handle), Done())
    field.lapse()


@pytest.mark.rule("SKR-MOV-06", "SKR-MOV-07")
def test_three_ways_of_halting_come_to_the_same():
    stood = []
    ways: tuple[tuple[str, Callable[[Field], None]], ...] = (("film", on_the_film), ("film", by_plan), ("live", live))
    for interrupts, way in ways:
        field = Field(interrupts=interrupts)
        way(field)
        assert field.state.pictures["german"].step == "remaining-fire"
        base = field.state.bases["A-SQ1"]
        assert (base.hex, base.halted, base.suppression, base.pinned) == ("0807", True, 3, True), way
        stood.append((field.state.bases, field.state.ground, field.state.eyes["german"]))
    assert stood[0] == stood[1] == stood[2]


def test_live_each_step_lasts_as_long_whether_or_not_it_is_seen():
    for gun, agreed in (
        ("1207", {}),
        ("1402", {}),
        ("1207", {"live_step": "5"}),
    ):  # on the road, and out of sight of it
        field = Field(interrupts="live", **agreed)
        field.state.bases["G-HMG"].hex = field.state.pictures["german"].own["G-HMG"].hex = gun
        outcome = field.order("allied", Move(base="A-SQ1", path=ROAD), Done())
        assert [event.seconds for event in outcome.journal if event.kind == "window-opened"] == [5 if agreed else 8]
        assert field.mover == "0607"
        assert field.state.pictures["allied"].own["A-SQ1"].hex == "0607", "he watches his own step"
        for seat in ("allied", "german"):
            assert field.state.pictures[seat].clock == "step", "both see the same time run"
        again = field.lapse()
        assert [event.seconds for event in again.journal if event.kind == "window-opened"] == [5 if agreed else 8]


def test_who_shouts_halt_and_names_no_shot_fires_his_best():
    field = Field(interrupts="live")
    field.move()
    field.order("german", Halt())
    field.lapse()
    assert field.state.bases["A-SQ1"].halted and field.state.bases["G-HMG"].shots == 1


def test_a_halt_by_mail_is_the_shot_itself():
    field = Field()
    field.move()
    with pytest.raises(Refusal) as refusal:
        field.order("german", Halt())
    assert refusal.value.code == "NO_SHOT"


def test_moves_can_be_sent_in_two_batches():
    """The first is told by itself, then they move others; what has moved stays."""
    field = Field()
    field.order("german", SetFirePlan(lines=(PlanLine(at="both", then="hold"),)))
    field.order("allied", Move(base="A-SQ1", path=ROAD[:1]), MoreToCome(), Done())
    assert field.state.waiting == ["allied"] and field.state.pictures["allied"].own["A-SQ1"].hex == "0607"
    with pytest.raises(Refusal) as refusal:
        field.order("allied", Move(base="A-SQ1", path=ROAD[1:2]))
    assert (refusal.value.code, refusal.value.rule) == ("NOT_ELIGIBLE", "SKR-MOV-01")
    field.order("allied", Done())
    assert field.state.pictures["german"].step == "remaining-fire"


def test_a_player_turn_with_plans_on_both_sides_is_one_submission():
    """The gun has its plan, the closing orders are sent with the moves: nobody waits for anybody else's word."""
    field = Field()
    field.order("german", SetFirePlan(lines=(PlanLine(at="both", then="hold"),)), Attend(attendance="standing"))
    field.order("allied", Move(base="A-SQ1", path=ROAD[:1]), CloseWith(base="A-SQ1", fire=True, advance="0707"), Done())
    assert field.state.pictures["german"].attacker == "german", "it is his player turn already"
    assert field.state.bases["A-SQ1"].hex == "0707"


@pytest.mark.parametrize("luck", [1, pytest.param(2, marks=pytest.mark.soak), pytest.param(3, marks=pytest.mark.soak)])
def test_a_player_turn_is_three_submissions_at_most(luck: int):
    """The attacker to their moves, the defender on the film and in their remaining fire, the attacker to the end."""
    match, rng, dice = begun(SKIRMISH, luck, strict=False)
    asked: dict[int, list[str]] = {}
    while match.state.turn < 4:
        if not match.state.waiting:
            match.took(umpire.lapse(SKIRMISH, match.state, dice))
            continue
        [seat] = match.state.waiting
        orders = random_orders(SKIRMISH, match.state.pictures[seat], rng, closing=0.6)
        orders = [order for order in orders if not isinstance(order, Attend | MoreToCome)]
        takes = asked.setdefault(match.state.player_turn, [])
        if takes[-1:] != [seat]:
            takes.append(seat)
        match.took(umpire.play(SKIRMISH, match.state, seat, orders, dice))
    assert len(asked) == 6
    for turn, takes in asked.items():
        attacker = SKIRMISH.info.seats[1 - turn % 2]
        assert takes in ([attacker, SKIRMISH.info.seats[turn % 2], attacker], [attacker, SKIRMISH.info.seats[turn % 2]])


@pytest.mark.rule("SKR-MOV-06", "SKR-MOV-07")
def test_live_a_halt_stops_the_mover_at_once_and_gives_time_to_name_the_shot():
    field = Field(interrupts="live")
    field.move()
    shout = field.order("german", Halt())
    assert field.state.bases["A-SQ1"].halted and field.state.bases["G-HMG"].shots == 0
    assert [event.seconds for event in shout.journal if event.kind == "window-opened"] == [20]
    with pytest.raises(Refusal) as refusal:
        field.order("german", Halt())
    assert refusal.value.code == "NO_SHOT", "once is enough"
    field.lapse()
    while field.state.pictures["german"].step != "remaining-fire":
        field.lapse()
    assert field.mover == "0607"


# ---- decisions at random

GUNS = ("G-SQ2", "G-HMG", "G-SQ1", "G-LMG")
"""In the order in which they are asked."""

Decided = dict[str, tuple[str, ...]]
"""By base, the hexes in which it fires at whoever makes a step there, while it can."""


def before_the_farm(luck: int, **options: str) -> Table:
    """A platoon, some of it broken, and a tank go for a farm; the dice fall alike for the same luck."""
    rng = random.Random(luck)
    a, b, c, d, e = rng.sample(("0606", "0608", "0706", "0708", "0808", "0607", "0908"), 5)
    return position(
        f"A-SQ1 squad at {a}", f"A-SQ2 squad at {b}", f"A-SQ3 squad at {c} broken", f"A-MMG mmg_team at {d}",
        f"A-TK1 medium_tank at {e} heading {rng.randrange(6)}",
        "G-HMG hmg_team at 1207", "G-LMG lmg_team at 1106", "G-SQ1 squad at 1009", "G-SQ2 squad at 1305",
        step="movement", faces=[rng.randint(1, 6) for _ in range(500)], release="when_defender_done", **options,
    )  # fmt: skip


def orders_and_decisions(luck: int) -> tuple[list[Order], Decided]:
    """A sheet of moves, and where the defender fires."""
    rng, picture = random.Random(luck), before_the_farm(luck).picture("allied")
    flight = SKIRMISH.forces.destinations(picture, ("A-SQ3",))
    sheet: list[Order] = [Move(base="A-SQ3", path=rng.choice(flight).path)] if flight else []
    believed, wanted = judging.checked(SKIRMISH, picture, sheet), (Move, Face, FireOnMove)
    for _ in range(6):
        drawn = [order for order in random_orders(SKIRMISH, believed, rng, closing=0) if isinstance(order, wanted)]
        believed, sheet = judging.checked(SKIRMISH, believed, drawn), sheet + drawn
    hexes = [str(hex) for hex in picture.rules.sheet]
    return sheet, {gun: tuple(sorted(rng.sample(hexes, len(hexes) // rng.choice((2, 3, 8))))) for gun in GUNS}


def fire_by_hand(field: Table, decided: Decided, *, shout: bool) -> None:
    """The defender at a question: each base that was to fire here does so; then they let it go on."""
    for gun in GUNS:
        film = field.picture("german").film
        found = shots(field.picture("german"), field.picture("german").own[gun])
        if film is None or film.hex not in decided[gun] or not found:
            continue
        if shout and not film.halted:
            field.order("german", Halt())
        field.order("german", found[0].order)
    field.order("german", Done())


def played(way: str, luck: int) -> Table:
    """The moves of this luck, with the same decisions taken in one of the three ways; until the remaining fire."""
    sheet, decided = orders_and_decisions(luck)
    field = before_the_farm(luck, interrupts="live" if way == "live" else "film")
    if way == "plan":
        lines = tuple(
            PlanLine(bases=(gun,), hexes=hexes[k : k + 40]) for gun, hexes in decided.items() for k in (0, 40, 80, 120)
        )
        field.order("german", SetFirePlan(lines=(*(line for line in lines if line.hexes), PlanLine(then="hold"))))
    field.order("allied", *sheet, Done())
    while field.step != "remaining-fire":
        if field.step == "halt-or-pass":
            assert way != "plan"
            fire_by_hand(field, decided, shout=way == "live")
        else:
            field.lapse()
    return field


@pytest.mark.parametrize("luck", [18, 37, 42, *(pytest.param(n, marks=pytest.mark.soak) for n in range(100, 150))])
def test_the_same_decisions_at_random_come_to_the_same_three_ways(luck: int):
    """Bases, ground, what either side sees, and every die."""
    stood = []
    for way in ("film", "plan", "live"):
        field = played(way, luck)
        dice = [(roll.purpose, roll.faces) for roll in field.rolls("")]
        field.order("german", Done())
        own = {seat: (field.picture(seat).own, field.picture(seat).contacts) for seat in field.truth.seats}
        stood.append((field.truth.bases, field.truth.ground, field.truth.eyes, dice, own))
    for way, one in zip(("plan", "live"), stood[1:], strict=True):
        for name, this, that in zip(("bases", "ground", "eyes", "dice", "pictures"), stood[0], one, strict=True):
            assert this == that, (name, way)
