"""Who learns what of each kind of roll is what `data/dice.yaml` says, on the track that it says (P27)."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import pairwise
from typing import Any

import pytest

from service.engine import umpire
from service.engine.dice import Dice
from service.engine.dice_events import Rolled
from service.engine.orders import Done, Order
from service.engine.seats import Seat
from service.engine.tables import DataFault, Datum
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.reports import REPORTS, FireSuffered, FireTold
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.printed.tables import ROLL_SLOTS, read_rolls
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from tests.games.skirmish.positions import position
from tests.random_play import RandomMatch, begun, one_call, random_orders
from tests.roll_kinds import Kind, kinds_in, kinds_of, kinds_of_match
from tests.secrecy.test_rolls import OneOtherDie
from tests.secrecy.worlds import masked

ROLLS = kinds_in(SKIRMISH)
CALLS = 70
WAYS = ("direction of scatter", "direction of bombs")
"""Whoever sees where it falls can tell the die."""
UNTOLD = {"smoke", "fire that spreads", "fire that goes out", "answer"}
"""Public rolls that no report repeats: the public record has them."""


@pytest.fixture(scope="module", params=[CALLS, pytest.param(2 * CALLS, marks=pytest.mark.soak)])
def matches(request: pytest.FixtureRequest) -> list[RandomMatch]:
    found = []
    for seed in (11, 12):
        match, rng, dice = begun(SKIRMISH, seed, strict=False)
        while not match.state.ended and match.calls < request.param:
            one_call(match, rng, dice, strict=False)
        found.append(match)
    return found


def the_kind(roll: Rolled) -> Kind:
    found = kinds_of(ROLLS, roll.purpose)
    assert len(found) == 1, f"{roll.purpose} is of the kinds {[kind.name for kind in found]}"
    return found[0]


def rolls_of(match: RandomMatch) -> list[Rolled]:
    return [event for event in match.journal if isinstance(event, Rolled)]


def test_every_roll_is_of_one_kind_on_its_track_and_names_nothing_hidden(matches: list[RandomMatch]):
    met: Counter[str] = Counter()
    for match in matches:
        inner = {word for base in match.state.bases.values() for word in (base.id, base.name)}
        for roll in rolls_of(match):
            kind = the_kind(roll)
            met[kind.name] += 1
            assert roll.public == kind.public, roll.purpose
            assert not any(word in roll.purpose for word in inner), roll.purpose
    assert {"weather", "fire", "fire from hiding", "morale check", "radio contact", "aircraft"} <= set(met), met


def shown(value: Any) -> Iterator[tuple[int, ...]]:
    """The dice in a report, wherever they stand in it."""
    if is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            there = getattr(value, field.name)
            if field.name in ("faces", "kill_faces"):
                if there:
                    yield there
            else:
                yield from shown(there)
    elif isinstance(value, tuple):
        for part in value:
            yield from shown(part)


def test_a_side_is_shown_those_dice_alone_that_it_is_to_see(matches: list[RandomMatch]):
    """A report's dice are those of a roll that has fallen, of a kind whose die its reader learns."""
    for match in matches:
        due: dict[Seat, Counter[tuple[int, ...]]] = {seat: Counter() for seat in SKIRMISH.info.seats}
        for roll in rolls_of(match):
            for seat in SKIRMISH.info.seats:
                if the_kind(roll).learns(seat, "die", roll.purpose) and the_kind(roll).name not in UNTOLD:
                    due[seat][roll.faces] += 1
        for seat, entries in match.logs.items():
            # Single men share the roll of the base beside them (P7): the same reckoning on two running is one roll.
            reports = [entry.report for entry in entries]
            suffered = [report for report in reports if isinstance(report, FireSuffered)]
            shared = [
                faces for last, this in pairwise(suffered)
                if last.reckoning == this.reckoning and last.base != this.base for faces in shown(this)
            ]  # fmt: skip
            told = Counter(faces for report in reports for faces in shown(report))
            told.subtract(shared)
            beyond = told - due[seat]
            assert not beyond, f"{seat} was shown {beyond}, which it is not to see"


def told_by(before: bytes, seat: Seat, orders: list[Order], dice: Dice) -> dict[Seat, str]:
    """What each side hears of these orders; roots, which cover all dice, left out."""
    told = umpire.play(SKIRMISH, pickle.loads(before), seat, orders, dice).told
    return {side: repr([masked(entry.report) for entry in told.get(side, [])]) for side in SKIRMISH.info.seats}


@pytest.mark.parametrize("calls", [CALLS, pytest.param(2 * CALLS, marks=pytest.mark.soak)])
def test_another_face_tells_those_alone_something_else_who_learn_the_result(calls: int):
    """Some rolls of each kind are thrown again with other faces; who is not to see the die cannot tell all of them."""
    tried: Counter[str] = Counter()
    match, rng, _ = begun(SKIRMISH, 13, strict=False)
    while not match.state.ended and match.calls < calls:
        match.calls += 1
        seat = rng.choice(match.state.waiting)
        orders = random_orders(SKIRMISH, match.state.pictures[seat], rng, match.liking[seat])
        before = pickle.dumps(match.state)
        journal = umpire.play(SKIRMISH, match.state, seat, orders, OneOtherDie()).journal
        for roll in {the_kind(event).name: event for event in journal if isinstance(event, Rolled)}.values():
            kind = the_kind(roll)
            if tried[kind.name] >= 2 or kind.public:
                continue
            tried[kind.name] += 1
            sides = int(roll.spec.split("d")[1])
            heard = [told_by(before, seat, orders, OneOtherDie(roll, face)) for face in range(1, sides + 1)]
            for side in SKIRMISH.info.seats:
                different = len({one[side] for one in heard})
                assert different == 1 or kind.learns(side, "result", roll.purpose), f"{side}: {roll.purpose}"
                may_tell = kind.learns(side, "die", roll.purpose) or kind.name in WAYS
                assert different < sides or may_tell, f"{side}: {roll.purpose}"
    assert len(tried) >= 5, tried


def test_reports_with_dice_are_those_known():
    names = ("faces", "reckoning", "shot", "strengths")
    dice = {kind.__name__ for kind in REPORTS for field in fields(kind) if field.name in names}
    fights = {"FireTold", "FireSuffered", "CloseCombatTold"}
    assert dice == fights | {"CheckTold", "WeatherTold", "StrikeTold", "MissionTold"}


def test_the_dice_of_fire_are_seen_by_those_who_see_each_other():
    """In the open by both; out of a wood by the shooter; at the flash in the wood by nobody."""

    def heard(side: str, enemy: str, shooter: str, hex: str, kind: str) -> tuple[bool, bool]:
        contact = table.contact(side, hex)
        assert contact is not None
        table.order(side, Fire(base=shooter, target=contact.handle))
        assert the_kind(table.rolls("P7")[-1]).name == kind
        return bool(table.told(side, FireTold)[-1].reckoning), bool(table.told(enemy, FireSuffered)[-1].reckoning)

    given = {"phase": "combat-phase", "step": "prepared-fire", "by_purpose": {"P7": [5, 6] * 3}}
    table = position("A-SQ1 at 0307", "G-SQ1 at 0907", **given)
    assert heard("allied", "german", "A-SQ1", "0907", "fire") == (True, True)
    table = position("A-SQ1 at 0401", "G-SQ1 at 0901", **given)
    assert heard("allied", "german", "A-SQ1", "0901", "fire from hiding") == (True, False)
    table.done_until("prepared-fire", "german")
    assert heard("german", "allied", "G-SQ1", "0401", "blind fire") == (False, False)


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"purpose": "x of {unit}", "track": "public"}, "no slot"),
        ({"purpose": "x of {side}", "track": "private"}, "public track"),
        ({"purpose": "x of {side}", "track": "hidden"}, "public track"),
        ({"purpose": "x of {side}", "track": "open"}, "open"),
    ],
)
def test_a_faulty_line_is_refused(entry: dict[str, str], reason: str):
    learn = {"existence": "both", "purpose": "both", "die": "both", "modifiers": "nobody", "result": "both"}
    with pytest.raises(DataFault, match=reason):
        read_rolls(Datum("dice.yaml", "", {"x": {**entry, "learn": learn}}), ROLL_SLOTS)


def test_a_side_is_found_in_a_purpose_however_its_name_is_written():
    """Capitals, spaces and figures too; and of two names that begin alike the whole one."""
    sides = ("2nd Free French", "2nd Free")
    learn = {"existence": "owner", "purpose": "owner", "die": "owner", "modifiers": "owner", "result": "both"}
    entry = {"purpose": "P5 morale check of {side} at {hex}", "track": "private", "learn": learn}
    read = read_rolls(Datum("dice.yaml", "", {"morale check": entry}), ROLL_SLOTS)
    kinds = kinds_of_match(read, sides, ["0907"])
    for side in sides:
        [kind] = kinds_of(kinds, f"P5 morale check of {side} at 0907")
        assert kind.owner(f"P5 morale check of {side} at 0907") == side


# ---- nothing that a player can vary


PLANS = tuple(SetFirePlan(lines=(PlanLine(steps_min=steps, then="hold"),)) for steps in range(1, 43))
"""Orders that change nothing for now, and that nobody else is told of."""


def public_fire(*before: Order, at_once: bool = False) -> Rolled:
    """The public roll of a squad that fires in the open, after other orders or in one list with them."""
    table = position("A-SQ1 at 0307", "G-SQ1 at 0907", phase="combat-phase", step="prepared-fire")
    contact = table.contact("allied", "0907")
    assert contact is not None
    fire = Fire(base="A-SQ1", target=contact.handle)
    if at_once:
        table.order("allied", *before, fire)
    else:
        for order in before:
            table.order("allied", order)
        table.order("allied", fire)
    [roll] = table.rolls("P7")
    assert roll.public
    return roll


def test_secret_changes_of_a_fire_plan_leave_cause_and_faces_of_a_public_roll_as_they_were():
    plain = public_fire()
    assert plain.cause == "order fire of allied"
    assert public_fire(*PLANS[:3]) == plain
    assert public_fire(*PLANS[:3], at_once=True) == plain


def test_whoever_knows_the_seeds_cannot_roll_again_by_dummy_orders():
    """With the numbers of their log in the context, 42 of them gave the throw that they had foreseen."""
    assert {public_fire(*PLANS[:many]).faces for many in range(len(PLANS) + 1)} == {public_fire().faces}


def test_the_other_side_is_not_told_by_the_dice_that_a_shot_was_planned():
    """By hand or by plan, the attacker reads the same beside the public roll of the defender's fire."""

    def fired(planned: bool) -> Rolled:
        table = position("A-SQ1 at 0307", "G-SQ1 at 0907", phase="combat-phase", step="movement")
        table.order("german", SetFirePlan(lines=(PlanLine(then="fire" if planned else "ask"),)))
        table.order("allied", Move(base="A-SQ1", path=("0407",)), Done())
        if not planned:
            assert table.step == "halt-or-pass"
            table.order("german", Fire(base="G-SQ1", target=table.contact("german", "0407").handle))
        [roll] = table.rolls("P7")
        assert roll.public
        return roll

    assert fired(planned=True) == fired(planned=False)
