"""A mover is halted at its third hex: on the film, by fire plan, and live. It comes to the same (P16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from service.engine import umpire
from service.engine.dice import LoadedDice
from service.engine.orders import Done, Order, Refusal
from service.engine.standing import Attend
from service.games.skirmish.closing import CloseWith
from service.games.skirmish.fire import Fire
from service.games.skirmish.halts import Halt
from service.games.skirmish.knowledge import Line
from service.games.skirmish.moving import MoreToCome, Move
from service.games.skirmish.plans import SetFirePlan
from service.games.skirmish.rules import RULES
from service.games.skirmish.state import State
from tests.games.skirmish.table import table

ROAD = ("0607", "0707", "0807", "0907")
FACES = {"P7 fire": [3, 3], "P5 morale": [2, 2]}


class Field:
    """A squad on the road before a machine gun, at the movement step of the allied turn."""

    def __init__(self, **options: str) -> None:
        position = lambda name, given: table(("A-SQ1", "squad", "0507"), ("G-HMG", "hmg_team", "1207"), **options)  # noqa: E731
        self.rules = replace(RULES, open_position=position)
        self.dice = LoadedDice(by_purpose=FACES)
        self.state: State = umpire.open_match(self.rules, "moulin-basset", self.dice, strict=True).state
        while self.state.pictures["allied"].step != "movement":
            self.order("allied", Done())

    def order(self, side: str, *orders: Order) -> umpire.Outcome:
        return umpire.play(self.rules, self.state, side, orders, self.dice, strict=True)

    def lapse(self) -> umpire.Outcome:
        return umpire.lapse(self.rules, self.state, self.dice, strict=True)

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
    field.order("german", SetFirePlan(lines=(Line(hexes=("0807",)), Line(then="hold"))))
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
    field = Field(interrupts="live")
    for gun in ("1207", "1402"):  # on the road, and out of sight of it
        field = Field(interrupts="live")
        field.state.bases["G-HMG"].hex = field.state.pictures["german"].own["G-HMG"].hex = gun
        outcome = field.order("allied", Move(base="A-SQ1", path=ROAD), Done())
        assert [event.seconds for event in outcome.journal if event.kind == "window-opened"] == [2]
        assert field.mover == "0607" and field.state.pictures["allied"].own["A-SQ1"].hex == "0507"
        field.lapse()
        assert field.state.pictures["allied"].own["A-SQ1"].hex == "0607", "when the time is over he sees the step"


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
    """The first is told by itself, then he moves others; what has moved stays."""
    field = Field()
    field.order("german", SetFirePlan(lines=(Line(at="both", then="hold"),)))
    field.order("allied", Move(base="A-SQ1", path=ROAD[:1]), MoreToCome(), Done())
    assert field.state.waiting == ["allied"] and field.state.pictures["allied"].own["A-SQ1"].hex == "0607"
    with pytest.raises(Refusal) as refusal:
        field.order("allied", Move(base="A-SQ1", path=ROAD[1:2]))
    assert (refusal.value.code, refusal.value.rule) == ("NOT_ELIGIBLE", "SKR-MOV-01")
    field.order("allied", Done())
    assert field.state.pictures["german"].step == "remaining-fire"


@pytest.mark.rule("SKR-AFP-01", "SKR-ADV-03")
def test_a_player_turn_with_plans_on_both_sides_is_one_submission():
    """The gun has its plan, the closing orders are sent with the moves: nobody waits for anybody else's word."""
    field = Field()
    field.order("german", SetFirePlan(lines=(Line(at="both", then="hold"),)), Attend(attendance="standing"))
    field.order("allied", Move(base="A-SQ1", path=ROAD[:1]), CloseWith(base="A-SQ1", fire=True, advance="0707"), Done())
    assert field.state.pictures["german"].attacker == "german", "it is his player turn already"
    assert field.state.bases["A-SQ1"].hex == "0707"


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
