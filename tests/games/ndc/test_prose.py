"""Every report is one good sentence, which says what the report says."""

from __future__ import annotations

import re

import pytest

from service.engine.events import Told
from service.engine.reports import HeadingOpened
from service.engine.sentences import AsideSpan, plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Attack, Fire, MustRetreat
from service.games.ndc.known.reports import (
    REPORTS,
    AttackDeclared,
    CombatResolved,
    ContactWithdrawn,
    EnemyLost,
    FireDeclared,
    MarkerPlaced,
    MarkersRemoved,
    MovementSighted,
    OwnUnitReported,
    RetreatDue,
    SectorsDeclared,
    UnitLocated,
    WeatherDetermined,
)
from service.games.ndc.printed.units import Marker
from service.games.ndc.staff.prose import heading_opened, prose
from tests.positions import new_match, said
from tests.random_play import begun, one_call

ATTACK = Attack(
    number=2, target="1208", origin="1308", type="assault", attacker_ew=1, barrage=5, chemical=True, persistent=False,
    ew_attacks=2, superiority=1, total=12,
)  # fmt: skip
RETREAT = MustRetreat(unit="U-I2", kind="retreat", hex="1208", hexes_left=2, away_from="1308", stand_fast=True)


@pytest.mark.parametrize(
    ("report", "sentence"),
    [
        (
            WeatherDetermined(turn=3, time_of_day="Night", conditions=("night", "fog"), dice=(4, 5), number=1),
            "Turn 3, Night: the weather is night and fog (the dice show 4 and 5); air points give no CSPs.",
        ),
        (
            WeatherDetermined(turn=1, time_of_day="Morning", conditions=("precipitation",), dice=(5, 6), number=1),
            "Turn 1, Morning: the weather is precipitation (the dice show 5 and 6); air points cannot go to "
            "intelligence and give no CSPs.",
        ),
        (ContactWithdrawn(handle="E3", items=("hex",), hexes=("1204",)), "Contact E3 is no longer in 1204."),
        (
            ContactWithdrawn(handle="E3", items=("mode", "to")),
            "What was reported of contact E3 no longer holds: its mode and its T/O level.",
        ),
        (
            SectorsDeclared(level=2, sectors=("C2", "D1")),
            "The enemy searches sectors C2 and D1, at operational intelligence level 2.",
        ),
        (SectorsDeclared(level=0, sectors=()), "The enemy searches no sectors, at operational intelligence level 0."),
        (
            MovementSighted(handle="E3", path=("1303", "1304")),
            "An enemy unit on the move entered 1303 and 1304 (contact E3).",
        ),
        (
            UnitLocated(handle="E4", hexes=("1203",), because="stop"),
            "An enemy unit stands in 1203, by its zone of control (contact E4).",
        ),
        (
            UnitLocated(
                handle="E4", hexes=("1203", "1204"), because="intelligence", type="infantry",
                designation="1st Battalion", mode="defend", to=3, zone="double",
            ),
            "An enemy infantry unit stands in 1203 and 1204, by intelligence "
            "(contact E4: 1st Battalion, in defend mode, T/O level 3, one unit in double zone).",
        ),
        (EnemyLost(handle="E4", steps=1, eliminated=False), "Contact E4 lost 1 T/O level."),
        (
            AttackDeclared(attack=ATTACK),
            "Combat 2: an assault from 1308 on 1208; total 12, barrage of 5 CSPs with chemical shells, "
            "2 EW attacks at superiority level 1, attacker's EW level EW1.",
        ),
        (
            FireDeclared(fire=Fire(number=1, kind="interdiction", target="1404", csps=2)),
            "Combat 1: the enemy interdicts 1404 with 2 CSPs, which makes it costly to enter.",
        ),
        (
            CombatResolved(number=2, target="1208", origin="1308", type="probe", outcome="abort", attacker_loss=2),
            "Combat 2, a probe from 1308 on 1208, was aborted: attacker's loss 2 T/O levels.",
        ),
        (
            CombatResolved(
                number=2, target="1208", origin="1308", type="assault", outcome="resolved", fire=3, attacker_ew=2
            ),
            "Combat 2, an assault from 1308 on 1208, has been fought: Final Protective Fire of 3 CSPs; the attacker is "
            "jammed at EW2; attacker's loss 0 T/O levels; attacker does not advance.",
        ),
        (
            RetreatDue(due=RETREAT),
            "U-I2 has to retreat by 2 hexes; choose where to.",
        ),
        (
            MarkerPlaced(marker=Marker(kind="interdiction", hex="1404", side="US", strength=1)),
            "A US interdiction marker with 1 T/O marker lies in 1404.",
        ),
        (MarkersRemoved(markers=()), "Housekeeping removed EW and Engaged markers."),
    ],
)  # fmt: skip
def test_a_report_reads_like_a_staff_officer_s(report: object, sentence: str):
    assert said(report) == sentence  # type: ignore[arg-type]


def test_an_own_unit_says_what_has_changed():
    unit = new_match().unit("U-A1")
    unit.mode, unit.fatigue = "attack", 2
    assert said(OwnUnitReported(unit=unit, changed=("mode", "fatigue", "mode_tried"))) == (
        "1st Tank Battalion (U-A1) is in attack mode and is at fatigue F2."
    )


def test_every_kind_of_report_has_a_sentence_of_its_own():
    for report in REPORTS:
        is_said = prose.dispatch(report) is not prose.dispatch(object)
        assert is_said or report is WeatherDetermined, report.__name__  # that needs the tables


def test_whatever_is_told_in_a_match_at_random_is_a_sentence():
    """The first calls of a match between two random players."""
    match, rng, dice = begun(NDC, 5)
    for _ in range(60):
        if not match.state.ended:
            one_call(match, rng, dice)
    sentences = [said(event.report) for event in match.journal if isinstance(event, Told)]
    assert len(sentences) > 100
    for sentence in sentences:
        assert re.fullmatch(r"[A-Z0-9].*[.]", sentence), sentence
        assert not re.search(r"  |None |\(\)|<|frozenset|\bTrue\b|\bFalse\b", sentence), sentence


def test_the_log_names_the_step_at_which_orders_are_awaited_and_what_it_is_part_of_as_an_aside():
    opened = HeadingOpened(address="", titles=("US Player Turn", "Combat Phase", "Search"), turn=2)
    spans = heading_opened(opened)
    aside = [span.words for span in spans if isinstance(span, AsideSpan)]
    assert aside == ["US Player Turn › Combat Phase › "]
    read = plain_text([span for span in spans if not isinstance(span, AsideSpan)])
    assert read == "Turn 2, Search: your orders are awaited."
