"""What can be looked back on: situation reports, dossiers, figures for charts, and after the end what was true."""

from __future__ import annotations

from service.engine.ledger import counted
from service.engine.reports import Telling
from service.engine.sentences import plain_text
from service.engine.sightings import about
from service.engine.state import duplicate
from service.games.korsun.game import KORSUN
from service.games.korsun.known.reports import EnemySeen
from service.games.korsun.printed.units import Sdm
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.movement import Move
from service.games.korsun.staff.dossier import finding
from service.games.korsun.staff.measures import measures
from service.games.korsun.staff.rosters import seen
from service.games.korsun.truth import records
from service.games.korsun.truth.review import differences, laid_open, true_measures
from tests.games.korsun.table import Table, position

ASSAULT = ("42 at 1013", "22GTB at 1113", "34R at 1114", "21 at 0912 oos1")


def fought() -> Table:
    """22GTB and 42 throw 34R out of 1114."""
    table = position(*ASSAULT, heading="E combat", by_purpose={"KOR-CBT-32": [5]})
    table.order("so", DeclareAttack(hex="1114", units=("22GTB", "42"), planned=True))  # type: ignore[arg-type]
    return table.done_until("d-breakthrough-segment")


def tellings(table: Table, side: str) -> list[Telling]:
    return [entry.telling for entry in table.logs[table.picture(side).side]]


def figures(table: Table, side: str) -> dict[tuple[str, str], int]:
    """A side's figures, by chart and name."""
    picture = table.picture(side)
    found = measures(picture, counted(records, picture, tellings(table, side)))
    return {(one.chart, one.name): one.value for one in found}


def report(table: Table, side: str, before: Table) -> dict[str, str]:
    """The paragraphs of a situation report by their titles."""
    known = KORSUN.known
    found = KORSUN.words.situation(
        known(before.picture(side)), known(table.picture(side)), tellings(table, side), table.truth.turn
    )
    return {plain_text(one.title): plain_text(one.text) for one in found.paragraphs}


def test_a_situation_report_says_by_player_turn_what_was_fought_and_what_was_seen():
    before, table = position(*ASSAULT, heading="E combat"), fought()
    for side in ("so", "ge"):
        said = report(table, side, before)
        assert "Combat at 1114" in said["Game-turn 17, Soviet player-turn: combats"]
    assert "34R" not in report(table, "so", before).get("Game-turn 17, Soviet player-turn", "")


def test_a_situation_report_says_of_our_own_who_moved_and_where_a_move_fell_short():
    """79PG marches on 0911 from afar, and finds 21 in its way, whom it had not seen."""
    things = ("79PG at 0807", "21 at 0911", "marker III at 0814 sp 3")
    before = position(*things, heading="F movement", visibility="storm")
    table = position(*things, heading="F movement", visibility="storm")
    table.order("ge", Move(units=("79PG",), path=("0808", "0809", "0810")))  # type: ignore[arg-type]
    said = report(table, "ge", before)["Game-turn 17, German player-turn"]
    assert "79PG to 0810" in said
    assert "21" in report(table, "ge", before)["Game-turn 17, German player-turn: the enemy"]


def test_it_is_dated_by_the_calendar_of_1944_and_addressed_to_its_side():
    table = position(*ASSAULT, heading="E combat")
    known = KORSUN.known(table.picture("so"))
    dates = [KORSUN.words.situation(known, known, [], turn).date for turn in (0, 6, 7, 17)]
    assert dates == ["Before the first game-turn", "31 January 1944", "1 February 1944", "11 February 1944"]
    assert KORSUN.words.situation(known, known, [], 6).to == "The Soviet commander"


def test_what_was_seen_as_the_match_opened_was_seen_before_the_first_game_turn():
    """It has the number of no game-turn, of which so many could have gone by."""
    assert [seen(then, 17) for then in (0, 15, 16, 17)] == [
        "before the first game-turn", "2 game-turns ago", "1 game-turn ago", "earlier in this game-turn",
    ]  # fmt: skip


def test_a_dossier_says_how_each_sight_was_come_by_and_who_stood_near():
    table = position("42 at 1013", "34R at 1114", heading="E movement")
    picture = table.picture("so")
    contact = picture.contact_at("1114")  # type: ignore[arg-type]
    assert contact is not None
    seen = EnemySeen(contacts=(contact,))
    assert about(seen) == contact.handle and about(EnemySeen(empty=("E1", "E2"))) is None
    found = finding(picture, seen, contact.handle, None, ())
    assert found.how == "Identified by a unit beside it" and plain_text(found.near[0]) == "42 in 1013"
    assert "no longer there" in finding(picture, EnemySeen(empty=(contact.handle,)), contact.handle, contact, ()).how
    assert "Out of sight" in finding(picture, EnemySeen(unwatched=(contact.handle,)), contact.handle, contact, ()).how


def test_figures_count_what_a_side_was_told_and_after_the_end_what_was_true():
    table = fought()
    for side, name in (("so", "the enemy's, as told"), ("ge", "ours")):
        found = figures(table, side)
        assert found["Steps lost", name] == sum(table.truth.lost["German"].values()) > 0
        assert found["Units out of supply", "ours"] == (1 if side == "so" else 0)
    true = {(one.chart, one.name): one.value for one in true_measures(table.truth)}
    assert true["Steps lost", "German"] == sum(table.truth.lost["German"].values())
    assert true["Units out of supply", "Soviet"] == 1


def test_after_the_end_it_shows_where_a_picture_was_not_what_was_true():
    table = position(
        "42 at 1013", "34R at 1114", "DG112 at 0907", "marker XI at 1106", heading="E movement", scenario="korsun-full",
        options=("partisans",), soviet={"partisans": ["1203"], "mines": ["1013"]},
    )  # fmt: skip
    contact = table.picture("so").contact_at("1114")  # type: ignore[arg-type]
    assert contact is not None
    table.truth.units["34R"].lost = 1
    table.truth.units["BAKE"] = duplicate(table.truth.units["34R"])
    table.truth.units["BAKE"].id = "BAKE"
    table.truth.sdms["XI"] = Sdm(command="XI")
    said = {plain_text(one.text) for one in differences(table.truth, "Soviet")}
    assert any("thought to be 34R, it was 34R and BAKE" in one for one in said)
    assert "DG112 in 0907: not known." in said
    german = {plain_text(one.text) for one in differences(table.truth, "German")}
    assert {"A minefield in 1013: not known.", "Partisans in 1203: not known."} <= german
    open_now = laid_open(table.truth)
    assert open_now["German"].own["BAKE"].hex == "1114" and not open_now["German"].contacts
