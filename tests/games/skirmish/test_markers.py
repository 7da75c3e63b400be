"""Markers by hand: the opponent marks what has used up its fire, and who forgets pays for it (SKR-MRK-01 to 09)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.orders import Done
from service.engine.reports import HeadingPassed
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.reports import OwnBases, RecordOpened
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.markers import PlaceMarker
from service.games.skirmish.sections.moving import FireOnMove, MoreToCome, Move
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain

HARMLESS = {"P7 fire": [6, 5] * 20, "P17": [1, 1]}
BASES = ("A-SQ1 squad at 0507", "A-MMG mmg_team at 0407", "G-SQ1 squad at 1007 q7")


def by_hand(*more: str, **given: object) -> Table:
    return position(*BASES, *more, markers="honour", by_purpose=HARMLESS, **given)  # type: ignore[arg-type]


def fire(table: Table, base: str, target: str = "G-SQ1") -> Fire:
    return Fire(base=base, target=table.handle(target))


def mark(table: Table, base: str) -> PlaceMarker:
    return PlaceMarker(target=table.handle(base))


@pytest.mark.rule("SKR-MRK-01")
@pytest.mark.parametrize("base", ["A-SQ1", "A-MMG"])
def test_the_defender_marks_the_attackers_bases_after_prepared_fire(base: str):
    """With shots left too, as the machine gun has them; nobody but the defender does it."""
    table = by_hand()
    table.order("allied", fire(table, base))
    assert table.refused("allied", "NOT_YOUR_TASK", PlaceMarker(target=base)).rule == "SKR-MRK-01"
    assert not table.believes(base).marked
    table.order("german", mark(table, base))
    assert table.believes(base).marked


@pytest.mark.rule("SKR-MRK-01")
@pytest.mark.parametrize(("base", "to", "used_up"), [("A-SQ1", "0506", True), ("A-MMG", "0406", False)])
def test_on_the_move_a_marker_is_due_when_the_rate_of_fire_is_used_up(base: str, to: str, used_up: bool):
    """The squad has no shot left after its fire, the machine gun has."""
    table = by_hand(step="movement")
    shot = FireOnMove(base=base, target=table.handle("G-SQ1"))
    table.order("allied", Move(base=base, path=(to,)), shot, MoreToCome(), Done()).let_pass()
    assert table.waiting == ["allied"] and table.base(base).shots == 1
    table.order("german", mark(table, base))
    assert table.believes(base).marked == used_up


@pytest.mark.rule("SKR-MRK-02", "SKR-MRK-09")
def test_live_who_is_not_marked_fires_again_after_the_pause():
    table = by_hand(interrupts="live")
    table.order("allied", fire(table, "A-SQ1"))
    assert table.refused("allied", "ROF_SPENT", fire(table, "A-SQ1")).rule == "SKR-PRE-03"
    table.order("allied", Done()).lapse()
    assert table.step == "prepared-fire", "he may go on firing"
    table.order("allied", fire(table, "A-SQ1"), Done())
    table.order("german", mark(table, "A-SQ1"))
    assert table.believes("A-SQ1").marked, "his view shows the marker at once"
    table.lapse()
    assert len(table.rolls("P7 fire")) == 2
    assert table.refused("allied", "MARKED", fire(table, "A-SQ1")).rule == "SKR-MRK-02"
    assert table.order("allied", Done()).step == "movement", "without a shot the step is closed"


@pytest.mark.rule("SKR-MRK-09")
def test_live_with_nobody_left_to_fire_the_step_is_passed_when_the_pause_is_over_and_not_before():
    """The defender, who marks meanwhile, hears the same where a machine gun out of sight could still fire."""
    heard = []
    for more in ((), ("A-MMG mmg_team at 0111",)):
        table = position(
            "A-SQ1 squad at 0507", "G-SQ1 squad at 1007 q7", "G-SQ2 squad at 0414", *more, markers="honour",
            interrupts="live", by_purpose=HARMLESS, ground=plain(h0512="woods", h0413="woods"),
        )  # fmt: skip
        table.order("allied", fire(table, "A-SQ1"), Done())
        assert table.waiting == [] and not table.told("allied", HeadingPassed), "the pause runs first"
        table.order("german", mark(table, "A-SQ1"))
        before = len(table.logs["german"])
        table.took(
            umpire.lapse(SKIRMISH, table.truth, table.dice, strict=True)
        )  # which passes headings, as scenes do not
        assert [one.address.split("/")[-1] for one in table.told("allied", HeadingPassed)] == (
            [] if more else ["prepared-fire"]
        )
        if more:
            assert table.step == "prepared-fire"
            table.order("allied", Done())
        assert (table.step, table.waiting) == ("movement", ["allied"])
        heard.append([entry.report for entry in table.logs["german"][before:]])
    assert heard[0] == heard[1]


@pytest.mark.rule("SKR-MRK-03", "SKR-MRK-04")
def test_the_attacker_marks_the_defenders_bases_between_his_batches():
    for marked in (False, True):
        table = by_hand("A-SQ2 squad at 0508 q7", "A-SQ3 squad at 0506", step="movement")
        table.order("allied", Move(base="A-SQ1", path=("0607",)), MoreToCome(), Done())
        table.order("german", fire(table, "G-SQ1", "A-SQ1"), Done())
        assert table.waiting == ["allied"] and table.base("G-SQ1").shots == 1
        table.refused("german", "NOT_YOUR_TASK", PlaceMarker(target="G-SQ1"))
        if marked:
            table.order("allied", mark(table, "G-SQ1"))
        table.order("allied", Move(base="A-SQ3", path=("0606", "0607", "0707")), Done())
        if marked:
            assert table.step == "remaining-fire", "it is asked about no mover any more"
            assert table.refused("german", "MARKED", fire(table, "G-SQ1", "A-SQ1")).rule == "SKR-MRK-04"
        else:
            table.order("german", Fire(base="G-SQ1", target=table.picture("german").film.handle))
            assert table.base("G-SQ1").shots == 2


@pytest.mark.rule("SKR-MRK-04", "SKR-MRK-09")
@pytest.mark.parametrize("marked", [False, True])
def test_live_a_defender_who_is_not_marked_fires_on_after_the_pause(marked: bool):
    """A squad fires once at a routed base that runs; when the attacker has had a pause to mark it, once more."""
    table = by_hand("A-SQ4 squad at 0905 routed q7", step="movement", interrupts="live", ground=plain(h0505="orchard"))
    table.order("allied", Move(base="A-SQ4", path=("0805", "0705", "0605", "0505")), Done())
    table.order("german", fire(table, "G-SQ1", "A-SQ4"), Done()).lapse()
    assert table.step == "time-of-a-step" and table.picture("german").film is None, "it has no shot at this step"
    assert table.believes("A-SQ4").hex == "0705", "he sees the second step as it begins, and what the first one brought"
    if marked:
        table.order("allied", mark(table, "G-SQ1"))
    table.lapse()
    if marked:
        assert table.picture("german").film is None
    else:
        table.order("german", fire(table, "G-SQ1", "A-SQ4"), Done())
        assert table.base("G-SQ1").shots == 2 and len(table.truth.beyond) == 1


@pytest.mark.rule("SKR-MRK-03")
def test_the_attacker_marks_in_every_step_in_which_the_defender_fires():
    for step, morale in (("routed", "routed"), ("broken", "broken"), ("good", ""), ("remaining", "")):
        table = by_hand(f"A-SQ4 squad at 0707 {morale} q7", step="movement")
        if step != "remaining":
            table.order("allied", Move(base="A-SQ4", path=routes(table, "A-SQ4")))
        table.order("allied", Done())
        table.order("german", fire(table, "G-SQ1", "A-SQ4"))
        table.refused("german", "NOT_YOUR_TASK", PlaceMarker(target="G-SQ1"))
        table.order("allied", mark(table, "G-SQ1"))
        assert table.base("G-SQ1").marked, step


def routes(table: Table, base: str) -> tuple[str, ...]:
    found = destinations(table.picture("allied"), base)
    return max((there.path for there in found), key=len)


@pytest.mark.rule("SKR-MRK-05")
def test_enforced_the_server_marks_and_nobody_fires_beyond_his_rate():
    for markers in ("enforced", "honour"):
        table = position(*BASES, markers=markers, interrupts="live", by_purpose=HARMLESS)
        table.order("allied", fire(table, "A-SQ1"))
        assert table.believes("A-SQ1").marked == (markers == "enforced")
        if markers == "enforced":
            assert table.refused("allied", "ROF_SPENT", fire(table, "A-SQ1")).rule == "SKR-PRE-03"
            table.refused("german", "NOT_IN_SCENARIO", mark(table, "A-SQ1"))
        else:
            table.order("allied", Done()).lapse().order("allied", fire(table, "A-SQ1"))
            assert table.base("A-SQ1").shots == 2


@pytest.mark.rule("SKR-MRK-06")
def test_every_marker_is_noted_alike_and_counts_only_where_it_was_due():
    """On a base with shots left, on a spent one, and on an empty hex: one answer, one view changed."""
    table = by_hand(interrupts="live")
    table.order("allied", fire(table, "A-SQ1"))
    placed = (mark(table, "A-MMG"), mark(table, "A-SQ1"), PlaceMarker(hex="0101"))
    grown = []
    for marker in placed:
        before = {side: len(log) for side, log in table.logs.items()}
        table.order("german", marker)
        grown.append({side: len(log) - before[side] for side, log in table.logs.items()})
    assert [growth["german"] for growth in grown] == [1, 1, 1]
    assert [growth["allied"] for growth in grown] == [0, 1, 0], "the owner of the spent base sees its marker"
    assert len(table.picture("german").markers) == 3
    table.order("allied", fire(table, "A-MMG"), Done()).lapse()
    table.refused("allied", "MARKED", fire(table, "A-SQ1"))
    table.order("allied", fire(table, "A-MMG"))


def test_a_marker_on_a_hex_counts_for_all_there_for_which_it_is_due():
    table = by_hand("A-L1 leader at 0507", "G-SQ2 squad at 0807 q7")
    table.order("allied", fire(table, "A-SQ1"), fire(table, "A-L1", "G-SQ2"))
    table.order("german", PlaceMarker(hex="0507"))
    assert table.base("A-SQ1").marked and table.base("A-L1").marked and not table.base("A-MMG").marked


@pytest.mark.rule("SKR-MRK-07")
def test_the_record_of_shots_is_closed_until_the_end():
    table = by_hand(interrupts="live", turn=8, attacker="german")
    for _ in range(3):
        table.order("german", fire(table, "G-SQ1", "A-SQ1"), Done()).lapse()
    assert len(table.truth.beyond) == 2
    assert not table.told("allied", RecordOpened)
    while not table.truth.ended:
        table.done() if table.waiting else table.lapse()
    for side in ("allied", "german"):
        [record] = table.told(side, RecordOpened)
        assert [(shot.base, shot.number, shot.rate) for shot in record.shots] == [("G-SQ1", 2, 1), ("G-SQ1", 3, 1)]


def test_no_view_counts_an_enemys_shots():
    table = by_hand()
    table.order("allied", fire(table, "A-SQ1"))
    bases = [base for report in table.told("german", OwnBases) for base in report.bases]
    assert all(base.side == "german" for base in bases)
    assert not any(hasattr(contact.shows, "shots") for contact in table.picture("german").contacts.values())


@pytest.mark.rule("SKR-MRK-08", "SKR-MRK-09")
def test_by_mail_the_chance_lasts_until_the_next_submission():
    """Four shots of a machine gun in one mail are one too many; unmarked it fires once more, in the closing fire."""
    for marked in (False, True):
        table = by_hand()
        volley = [fire(table, "A-MMG")] * 4
        assert table.refused("allied", "ROF_SPENT", *volley).index == 3
        table.order("allied", *volley[:3], Done()).order("allied", Done())
        assert table.step == "remaining-fire" and table.waiting == ["german"], "no step is held open for a marker"
        if marked:
            table.order("german", mark(table, "A-MMG"))
        table.order("german", Done())
        table.order("german", mark(table, "A-MMG"))  # their chance is over: this one is void
        if marked:
            table.refused("allied", "MARKED", fire(table, "A-MMG"))
        else:
            table.order("allied", fire(table, "A-MMG"))
            table.refused("allied", "ONE_SHOT", fire(table, "A-MMG"))


def test_a_marker_on_one_enemy_leaves_those_beside_it_alone():
    table = by_hand("A-L1 leader at 0507", "G-SQ2 squad at 0807 q7")
    table.order("allied", fire(table, "A-SQ1"), fire(table, "A-L1", "G-SQ2"))
    table.order("german", mark(table, "A-SQ1"))
    assert table.base("A-SQ1").marked and not table.base("A-L1").marked
    refusal = table.refused("german", "", PlaceMarker(target=table.handle("A-L1"), hex="0507"))
    assert refusal.rule == "P25"
    table.refused("german", "", PlaceMarker())


@pytest.mark.parametrize("markers", ["enforced", "honour"])
def test_where_the_die_keeps_the_shot_it_says_when_a_marker_is_due(markers: str):
    """On a 3 or less the machine gun may fire on; on a 4 its fire is over, and it may be marked."""
    table = position(*BASES, markers=markers, rof_mode="dice", attacker="german", step="remaining-fire",
                     by_purpose={"P7 fire": [3, 6, 4, 6]})  # fmt: skip
    table.order("allied", fire(table, "A-MMG"))
    assert not table.base("A-MMG").marked and not table.base("A-MMG").rate_lost
    if markers == "honour":
        table.order("german", mark(table, "A-MMG"))
        assert not table.base("A-MMG").marked, "not due yet: void"
    table.order("allied", fire(table, "A-MMG"))
    assert table.base("A-MMG").rate_lost and table.base("A-MMG").marked == (markers == "enforced")
    table.refused("allied", "ROF_SPENT", fire(table, "A-MMG"))
    if markers == "honour":
        table.order("german", mark(table, "A-MMG"))
        assert table.base("A-MMG").marked
    assert not table.truth.beyond
