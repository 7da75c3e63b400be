"""Letters: what is declared travels with the next one of the sequence, and nothing else does (NDC-MAIL-01 to 04)."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.reports import LetterArrived, Report
from service.games.ndc.known.reports import (
    AttackDeclared,
    CombatResolved,
    FireDeclared,
    FireResolved,
    MovementSighted,
    SectorsDeclared,
    UnitLocated,
    WeatherDetermined,
)
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from tests.positions import Table, position

GUNS = ("su S-1R at 1904 deployed", "su S-DIV at 2008 deployed")
SEARCH = AllotIntelligence(air=0, signal=3, coverage=1, sectors=("C1", "D1"))


def kinds(letter: list[Report]) -> set[str]:
    return {report.kind for report in letter}


def segments() -> Table:
    """A segment of the Soviets: one unit unseen, one at level 2, an attack by a third, a counter-battery fire."""
    table = position(
        "su S-I1 at 1804 attack", "su S-I2 at 1813 attack level 2", "su S-A1 at 1605 attack", *GUNS,
        "us U-I1 at 1505 dug-in",
    )  # fmt: skip
    return table.order(
        "su", Move(unit="S-I1", path=("1704",)), Move(unit="S-I2", path=("1713", "1613")),
        DeclareGroundCombat(unit="S-A1", target="1505", type="assault", barrage=2),
        CounterBattery(target="1404", csps=1), Done(),
    )  # fmt: skip


@pytest.mark.rule("NDC-MAIL-01")
def test_a_declaration_waits_for_the_next_letter_of_the_sequence():
    """Sectors are named in the Intelligence Phase; they reach the enemy with the letter after the Movement Segment."""
    table = position("su S-I1 at 1804 attack", *GUNS, heading="intelligence")
    table.order("su", SEARCH, Done())
    while table.heading != "movement-segment":
        assert table.told("us", SectorsDeclared) == []
        table.done("su")
    assert table.told("us", SectorsDeclared) == []
    table.done("su")
    [declared] = [report for report in table.letter("us", 1) if isinstance(report, SectorsDeclared)]
    assert (declared.level, declared.sectors) == (2, ("C1", "D1"))


@pytest.mark.rule("NDC-MAIL-02")
def test_all_that_is_due_travels_in_one_letter():
    """Weather, sectors, six reported moves and two combats: the mailbox gains a single letter."""
    starts = {"S-I1": "1804", "S-I2": "1809", "S-I3": "1813", "S-I4": "1814", "S-I5": "1808", "S-RC": "1803"}
    units = [f"su {name} at {hex} attack level 2" for name, hex in starts.items()]
    table = position("us U-I1 at 0404 attack", *units, *GUNS, phasing="us", by_purpose={"NDC-WEA-01": [4, 4]})
    table.done("us", "us")
    # The next game turn begins with the Soviet player's.
    table.order("su", SEARCH, Done()).done_until("movement-segment")
    before, told = table.letters("us"), len(table.logs["US"])
    for name in starts:
        table.truth.units[name].level = 2
    moves = [
        Move(unit="S-I1", path=("1704",)), Move(unit="S-I2", path=("1709",)), Move(unit="S-I3", path=("1713",)),
        Move(unit="S-I4", path=("1714",)), Move(unit="S-I5", path=("1708",)), Move(unit="S-RC", path=("1802",)),
    ]  # fmt: skip
    table.order("su", *moves)
    assert len(table.logs["US"]) == told, "nothing travels before the segment is closed"
    table.order("su", CounterBattery(target="1404", csps=1), Interdict(target="1505", csps=2), Done())
    assert table.letters("us") == before + 1
    letter = table.letter("us")
    assert sum(isinstance(report, MovementSighted) for report in letter) == 6
    assert sum(isinstance(report, FireDeclared) for report in letter) == 2
    assert sum(isinstance(report, (WeatherDetermined, SectorsDeclared)) for report in letter) == 2


@pytest.mark.rule("NDC-MAIL-03")
def test_the_letter_after_a_movement_segment_holds_what_must_be_declared_and_no_more():
    """The level-2 unit's hexes and the combats with their fields; not a word of the unit that nobody sees."""
    table = segments()
    letter = table.letter("us")
    assert [report.path for report in letter if isinstance(report, MovementSighted)] == [("1713", "1613")]
    [declared] = [report.attack for report in letter if isinstance(report, AttackDeclared)]
    assert (declared.origin, declared.target, declared.type, declared.barrage) == ("1605", "1505", "assault", 2)
    [fire] = [report.fire for report in letter if isinstance(report, FireDeclared)]
    assert (fire.target, fire.csps) == ("1404", 1)
    said = repr(letter)
    for hidden in ("1704", "S-I1", "S-A1", "Tank Battalion", "S-1R"):
        assert hidden not in said


@pytest.mark.rule("NDC-MAIL-04")
def test_the_letter_after_the_resolution_holds_each_result_in_the_order_of_declaration():
    """And none of what the rules keep hidden: the defender's modifiers, the differential, who they are, their mode."""
    table = segments()
    assert table.letters("su") == 0
    table.done_until("movement-segment")
    assert table.letters("su") == 1
    letter = table.letter("su")
    results = [report.number for report in letter if isinstance(report, (CombatResolved, FireResolved))]
    assert results == [1, 2]
    located = [report for report in letter if isinstance(report, UnitLocated)]
    assert [(report.hexes, report.type, report.designation, report.to) for report in located] == [
        (("1505",), None, None, None)
    ]
    said = repr(letter)
    for hidden in ("U-I1", "Mechanized", "DFM", "differential", "dug-in"):
        assert hidden not in said
    assert not kinds(letter) & {"attack-declared", "question-put", "retreat-due"}


def test_nothing_of_a_resolution_reaches_the_phasing_side_before_its_letter():
    """While the other side answers one combat after the other, the log of whoever declared them stands still."""
    table = segments()
    length = len(table.logs["Soviet"])
    while table.waiting == ["US"]:
        assert len(table.logs["Soviet"]) == length
        table.done("us")
    entries = table.logs["Soviet"][length:]
    assert isinstance(entries[0].report, LetterArrived) and entries[0].letter == 1


def test_a_letter_goes_also_when_it_has_nothing_to_say():
    table = position("su S-I1 at 1804 attack")
    table.done("su")
    assert table.letters("us") == 1 and kinds(table.letter("us")) == {"phase-opened"}
