"""Fire plans line by line, and what is done where nobody has spoken (P16)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from service.engine.attendance import Attend
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.moving import Face, Move
from service.games.skirmish.sections.plans import shots
from service.matches import order_forms
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain

GUIDE = Path(__file__).parents[3] / "docs" / "standing-orders.md"

HOLD = PlanLine(then="hold", at="both")


def sealed(*bases: str, plan: tuple[PlanLine, ...], move: Move | Face, **given: object) -> Table:
    """The allied send one move against a German fire plan; nobody is asked what the plan decides."""
    table = position(*bases, **{"step": "movement", "ground": plain(), "by_purpose": {"P7 fire": [6, 5] * 9}} | given)  # type: ignore[arg-type]
    table.order("german", SetFirePlan(lines=plan))
    return table.order("allied", move, Done())


def fires(line: PlanLine, *bases: str, path: tuple[str, ...] = ("0607",), **given: object) -> bool:
    """Whether a squad is fired at by this line, all else being held."""
    bases = bases or ("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207")
    table = sealed(*bases, plan=(line, HOLD), move=Move(base=bases[0].split()[0], path=path), **given)
    assert table.step == "remaining-fire"
    return bool(table.rolls("P7") or table.rolls("P13"))


@pytest.mark.parametrize(
    ("line", "fired"),
    [
        (PlanLine(bases=("G-SQ1",)), True),
        (PlanLine(target=("squad",)), True), (PlanLine(target=("vehicle", "team")), False),
        (PlanLine(range_min=6), True), (PlanLine(range_min=7), False),
        (PlanLine(range_max=6), True), (PlanLine(range_max=5), False),
        (PlanLine(exposure=("open",)), True), (PlanLine(exposure=("cover",)), False),
        (PlanLine(hexes=("0607",)), True), (PlanLine(hexes=("0707",)), False),
        (PlanLine(concealed=True), True), (PlanLine(concealed=False), False),
        (PlanLine(leader=False), True), (PlanLine(leader=True), False),
        (PlanLine(last_shot=True), True), (PlanLine(last_shot=False), False),
        (PlanLine(turn_from=1), True), (PlanLine(turn_from=2), False),
        (PlanLine(shots=1), True), (PlanLine(shots=0), False),
        (PlanLine(at="both"), True), (PlanLine(at="remaining"), False),
        (PlanLine(expected=17), True), (PlanLine(expected=18), False),
    ],
)  # fmt: skip
def test_what_a_line_speaks_of(line: PlanLine, fired: bool):
    """A squad in the open moves six hexes before another: firepower 4 at -1, 64 suppressions in 36 throws."""
    assert fires(line) == fired


def test_a_line_about_leaders_cover_and_suspicions_goes_by_what_one_knows():
    led = ("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207", "G-L1 leader at 1207")
    assert fires(PlanLine(bases=("G-SQ1",), leader=True), *led)
    assert fires(PlanLine(exposure=("cover",)), ground=plain(h0607="orchard"))
    blind = ("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1607")
    assert not fires(PlanLine(target=("squad",)), *blind, ground=plain(h0607="woods"))


@pytest.mark.parametrize(("heading", "plate"), [(5, "side"), (1, "front"), (4, "rear")])
def test_a_line_about_a_plate_waits_until_that_plate_shows(heading: int, plate: str):
    bases = (f"A-TK1 medium_tank at 0507 heading {heading}", "G-ATG at_gun_75 at 1207 heading 4")
    for wanted in ("side", "front", "rear"):
        astern = Move(base="A-TK1", path=(hex_behind(heading),), reverse=True)
        table = sealed(
            *bases, plan=(PlanLine(aspect=(wanted,)), HOLD), move=astern, by_purpose={"P13 shot": [6, 5] * 3}
        )
        assert bool(table.rolls("P13")) == (wanted == plate)


def hex_behind(heading: int) -> str:
    return {1: "0407", 4: "0607", 5: "0508"}[heading]


def test_bases_are_asked_in_the_order_of_the_plan_then_by_their_names():
    table = position("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 1207", "G-SQ2 squad at 1208", "G-SQ3 squad at 1206",
                     step="movement", ground=plain(), by_purpose={"P7 fire": [6, 5] * 9})  # fmt: skip
    table.order("german", SetFirePlan(lines=(PlanLine(bases=("G-SQ3",)), PlanLine())))
    table.order("allied", Move(base="A-SQ1", path=("0607",)), Done())
    order = [event.base for event in table.journal if event.kind == "plan-fired"]
    assert order == ["G-SQ3", "G-SQ1", "G-SQ2"]


def test_a_plan_has_so_many_lines_and_names_what_there_is():
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1207")
    table.order("german", SetFirePlan(lines=(PlanLine(),) * 24))
    for faulty in ((PlanLine(),) * 25, (PlanLine(target=("elephant",)),), (PlanLine(range_max=100),),
                   (PlanLine(expected=-1),), (PlanLine(hexes=("0101",) * 41),),
                   (PlanLine(bases=("A-SQ1",)),)):  # fmt: skip
        table.refused("german", "", SetFirePlan(lines=faulty))
    assert table.refused(
        "german", "", SetFirePlan(lines=(PlanLine(), PlanLine(target=("elephant",))))
    ).reason.startswith("Line 2")
    table.order("german", SetFirePlan(lines=(PlanLine(range_max=99, expected=0),)))


def test_the_plan_that_the_documentation_shows_is_accepted():
    """As it comes over the wire, and once more on top of itself."""
    _, shown, *_ = re.findall(r"```json\n(.*?)```", GUIDE.read_text("utf-8"), re.S)
    table = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1207", "G-ATG gun at 1307", "G-SQ1 squad at 1107")
    for _ in range(2):
        table.order("german", *order_forms(SKIRMISH).read(shown))
    picture = table.picture("german")
    assert [(line.bases, line.then) for line in picture.plan] == [
        (("G-HMG",), "fire"), (("G-ATG",), "fire"), ((), "hold"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("chosen", "hex", "fired"), [("fire", "0907", 1), ("fire", "1907", 0), ("hold", "0907", 0), ("fire", "1507", 0)]
)
def test_who_does_not_answer_fires_where_it_is_worth_a_suppression(chosen: str, hex: str, fired: int):
    """At three hexes a squad in the open is; beyond its normal range it is not, and by option nothing is."""
    table = position("A-SQ1 squad at 0607 q9", f"G-SQ1 squad at {hex}", step="movement", ground=plain(),
                     by_purpose={"P7 fire": [6, 5] * 9}, default_doctrine=chosen)  # fmt: skip
    table.order("german", Attend(attendance="standing"))
    table.order("allied", Done())
    assert len(table.rolls("P7 fire")) == fired


def test_the_best_shot_is_fired_first_and_of_equals_that_at_the_lowest_hex():
    table = position("A-SQ1 squad at 0807 q9", "A-SQ2 squad at 1005 q9", "A-SQ3 squad at 1407 q9",
                     "G-SQ1 squad at 1107", attacker="german", ground=plain(h0807="orchard"))  # fmt: skip
    picture = table.picture("german")
    found = shots(picture, picture.own["G-SQ1"], "prepared")
    worths = [shot.worth for shot in found]
    assert worths == sorted(worths, reverse=True) and found[-1].contact.hex == "0807"
    assert [shot.contact.hex for shot in found[:2]] == ["1005", "1407"]
