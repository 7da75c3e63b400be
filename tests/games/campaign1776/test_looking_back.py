"""What can be looked back on: situation reports, dossiers, figures for charts, and after the end what was true."""

from __future__ import annotations

from service.engine.ledger import counted
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.reports import Telling
from service.engine.sentences import plain_text
from service.engine.sightings import about
from service.engine.state import duplicate
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.campaign1776.known.reports import EnemySeen
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.marching import MarchTo
from service.games.campaign1776.staff.dossier import finding
from service.games.campaign1776.staff.measures import measures
from service.games.campaign1776.truth import records
from service.games.campaign1776.truth.review import differences, laid_open, true_measures
from tests.games.campaign1776.table import Table, position

PP32 = Place("PP32")


def fought() -> tuple[Table, Table]:
    """Twelve regulars march to Wilmington, and fight two rounds there; the table before, and after."""
    table = position("12 BR at OO32", "1 BS at OO32", "9 CA at PP32", "2 RM at QQ31", "1 AS at SS35")
    before = duplicate(table.truth)
    table.order("br", MarchTo(units=("BR1", "BS1"), path=(PP32,)), Done()).order("br", Done())
    table.dice.faces += [3, 3]
    table.order("br", Attack(hex=PP32, card="FA", planned=True), Done())
    table.order("am", MeetAttack(hex=PP32, card="FA", planned=True), Done())
    return Table(before, table.dice), table


def tellings(table: Table, side: str) -> list[Telling]:
    return [entry.telling for entry in table.logs[table.picture(side).side]]


def figures(table: Table, side: str) -> dict[tuple[str, str], int]:
    """A side's figures, by chart and name."""
    picture = table.picture(side)
    found = measures(picture, counted(records, picture, tellings(table, side)))
    return {(one.chart, one.name): one.value for one in found}


def test_a_situation_report_says_what_became_of_ours_what_was_fought_and_what_was_seen():
    before, table = fought()
    known = CAMPAIGN1776.known
    found = CAMPAIGN1776.words.situation(
        known(before.picture("br")), known(table.picture("br")), tellings(table, "br"), table.truth.turn
    )
    said = {plain_text(one.title): plain_text(one.text) for one in found.paragraphs}
    assert (found.to, found.date) == ("The British commander", "August 1777")
    assert "British regulars in PP32" in said["August 1777, British segment"]
    assert "Round 1 in PP32" in said["August 1777, British segment: battles"]
    assert "Seen: " in said["August 1777, British segment: the enemy"]


def test_a_dossier_says_how_an_enemy_place_came_to_be_known():
    _, table = fought()
    picture = table.picture("br")
    seen = [report for report in table.told("br", EnemySeen) if report.contacts]
    first = seen[0]
    assert about(first) == first.contacts[0].handle
    found = finding(picture, first, first.contacts[0].handle, None, ())
    assert found.how.startswith("Seen") and found.level == first.contacts[0].level
    met = next(one for report in seen for one in report.contacts if one.units)
    by = next(report for report in seen if met in report.contacts)
    assert finding(picture, by, met.handle, None, ()).how == "Met in battle"


def test_a_dossier_says_from_where_an_enemy_place_was_seen():
    """From the next hex no more than that somebody is there; in the hex their size too."""
    table = position("4 BR at OO32", "2 RM at QQ33").order("br", MarchTo(units=("BR1",), path=(PP32, Place("QQ33"))))
    seen = [report for report in table.told("br", EnemySeen) if report.contacts]
    hows = {one.level: finding(table.picture("br"), report, one.handle, None, ()).how
            for report in seen for one in report.contacts}  # fmt: skip
    assert hows == {1: "Seen from the next hex, or from a fleet", 2: "Seen by troops in the same hex"}


def test_who_was_lost_on_the_way_is_no_longer_there_and_nowhere_now():
    """Guns that march on their own into the unseen are captured where they meet it."""
    table = position("1 BA at OO32", "4 BR at OO32", "1 CA at QQ33")
    before = duplicate(table.picture("br"))
    table.order("br", MarchTo(units=("BA1",), path=(PP32, Place("QQ33"))))
    found = CAMPAIGN1776.words.situation(
        CAMPAIGN1776.known(before), CAMPAIGN1776.known(table.picture("br")), tellings(table, "br"), table.truth.turn
    )
    said = {plain_text(one.title): plain_text(one.text) for one in found.paragraphs}["August 1777, British segment"]
    assert said.startswith("No longer there: BA1") and "Now" not in said


def test_a_situation_report_says_who_was_lost_on_a_forced_march():
    table = position("6 BR at OO32", "2 RM at QQ31").done_until("br", "forced-march")
    before = duplicate(table.picture("br"))
    table.dice.faces += [2]
    way = tuple(map(Place, ("OO31", "OO30", "OO29")))
    table.order("br", ForceMarch(units=("BR1",), path=way), Done())
    found = CAMPAIGN1776.words.situation(
        CAMPAIGN1776.known(before), CAMPAIGN1776.known(table.picture("br")), tellings(table, "br"), table.truth.turn
    )
    said = " ".join(plain_text(one.text) for one in found.paragraphs)
    assert "The forced march to OO29 ended in OO30; 3 British regulars lost on the way" in said


def test_charts_count_what_was_told_and_what_is_held():
    _, table = fought()
    told = figures(table, "am")
    lost = sum(table.truth.lost.get(kind, 0) for kind in ("CA", "RM"))
    assert lost and told["Strength points lost", "ours"] == lost
    assert told["Strength points", "ours"] == 11 - lost
    true = {(one.chart, one.name): one.value for one in true_measures(table.truth)}
    assert true["Strength points lost", "American"] == lost


def test_the_review_says_who_was_never_seen_and_lays_both_forces_open():
    _, table = fought()
    said = {plain_text(one.text) for one in differences(table.truth, "British")}
    assert any("American supply unit in SS35: not known" in text for text in said)
    open_to_all = laid_open(table.truth)
    assert {pool.kind for pool in open_to_all["American"].own.values()} >= {"RM", "AS"}
    assert not open_to_all["British"].contacts
