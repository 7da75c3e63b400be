"""The Admin Phase: markers, burning ground, guns without crews, turn track and victory (SKR-SEQ-05, 06, SKR-ADM)."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.dice import LoadedDice
from service.engine.events import TurnBegan
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.entering import to_come
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.reports import VerdictTold
from service.games.skirmish.printed.options import ALONE
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.setup import Place
from service.games.skirmish.sections.turns import score
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.shipped import SKIRMISH_TABLES as TABLES

NOTHING = {"P7 fire": [6, 5] * 20}


def fire(table: Table, base: str, target: str) -> Fire:
    return Fire(base=base, target=table.handle(target))


def play_turn(table: Table) -> Table:
    """Play on, nobody ordering anything, to the first question of the next player turn."""
    now = table.truth.player_turn
    while table.truth.player_turn == now and not table.truth.ended:
        table.done()
    return table


@pytest.mark.rule("SKR-ADM-01")
def test_fire_markers_come_off_both_sides_and_other_states_stay():
    table = position(
        "A-SQ1 squad at 0507 q9 suppression 2 low", "A-MMG mmg_team at 0407 q9 jammed", "G-SQ1 squad at 1007 q9",
        ground=plain(), by_purpose=NOTHING | {"SKR-REP-02": [6, 6] * 4},
    )  # fmt: skip
    table.order("allied", fire(table, "A-SQ1", "G-SQ1"))
    assert table.base("A-SQ1").marked and table.base("A-SQ1").fired == "prepared"
    table.done_until("remaining-fire").order("german", fire(table, "G-SQ1", "A-SQ1"))
    assert table.base("G-SQ1").marked and table.base("G-SQ1").shots == 1
    play_turn(table)
    for base in table.truth.on_map():
        assert (base.fired, base.shots, base.marked, base.since) == ("none", 0, False, 0)
    squad = table.base("A-SQ1")
    assert squad.ammunition == "low" and table.base("A-MMG").broken_down
    assert squad.suppression == 2, "it was under fire in this player turn"
    play_turn(table)
    assert table.base("A-SQ1").suppression == 1


@pytest.mark.rule("SKR-SEQ-05")
def test_markers_come_off_before_the_turn_track_is_brought_up_to_date():
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1007 q9", attacker="german", by_purpose=NOTHING)
    table.order("german", fire(table, "G-SQ1", "A-SQ1"))
    play_turn(table)
    kinds = [
        "marker off" if getattr(event, "entries", {}).get("marked") is False else event.kind for event in table.journal
    ]
    steps = [name for name in table.headings() if name in ("remove-markers", "turn-track")]
    assert steps == ["remove-markers", "turn-track"]
    assert kinds.index("marker off") < kinds.index("turn-began")


@pytest.mark.rule("SKR-SEQ-06", "SKR-ADM-02")
def test_the_sides_change_roles_and_the_turn_marker_moves_after_both():
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1407", turn=3)
    seen = []
    for _ in range(3):
        picture = table.picture("german")
        seen.append((picture.turn, picture.attacker))
        play_turn(table)
    assert seen == [(3, "allied"), (3, "german"), (4, "allied")]
    assert next(event.turn for event in table.journal if isinstance(event, TurnBegan)) == 4


def test_by_option_the_first_side_always_attacks():
    table = position("A-SQ1 squad at 0507", "G-SQ1 squad at 1407", turn=3, turn_structure="fixed_attacker")
    seen = []
    for _ in range(3):
        seen.append((table.truth.turn, table.picture("german").attacker))
        play_turn(table)
    assert seen == [(3, "allied"), (4, "allied"), (5, "allied")]


def test_where_one_side_always_attacks_the_others_routed_bases_run_by_themselves():
    given = ("A-SQ1 squad at 0507", "G-SQ1 squad at 1007 routed")
    table = position(*given, turn_structure="fixed_attacker", ground=plain(h1207="orchard"), step="movement")
    play_turn(table)
    assert table.base("G-SQ1").hex == "1207" and table.refolds()


@pytest.mark.rule("SKR-ADM-03")
@pytest.mark.parametrize(("turn", "where", "won"), [(6, "1807", True), (5, "1807", False), (6, "1707", False)])
def test_who_holds_the_bridge_in_the_admin_phase_has_won(turn: int, where: str, won: bool):
    table = position(f"A-SQ1 squad at {where}", "G-SQ1 squad at 0201 q9", turn=turn, step="advance")
    table.order("allied", Done())
    assert table.truth.ended == won
    for side in ("allied", "german"):
        titles = [told.title for told in table.told(side, VerdictTold)]
        assert titles == (["Allied decisive victory"] if won else [])


def test_held_and_lost_again_before_the_check_it_does_not_count():
    """The squad on the bridge is broken by the defender's remaining fire: it holds nothing in the Admin Phase."""
    table = position(
        "A-SQ1 squad at 1707 q2", "G-SQ1 squad at 2007", turn=6, step="movement", by_purpose={"P7 fire": [1, 1]}
    )
    table.order("allied", Move(base="A-SQ1", path=("1807",)), Done()).let_pass()
    assert table.step == "remaining-fire" and table.base("A-SQ1").hex == "1807"
    table.order("german", fire(table, "G-SQ1", "A-SQ1"))
    assert table.base("A-SQ1").morale == "broken"
    play_turn(table)
    assert not table.truth.ended


@pytest.mark.rule("SKR-ADM-03")
def test_a_hex_once_held_is_held_until_the_enemy_is_alone_in_it():
    """The squad that was on the bridge in an Admin Phase may go on from it; who only crosses it holds nothing (P26)."""
    table = position("A-SQ1 squad at 1807 q9", "G-SQ1 squad at 0201 q9", "G-SQ2 squad at 1409", turn=5, step="advance")
    table.order("allied", Done())
    assert table.truth.holders["1807"] == "allied" and not table.truth.ended
    table.done_until("movement").done_until("movement")
    table.order("allied", Move(base="A-SQ1", path=("1907", "2007")), Done()).let_pass()
    play_turn(table)
    assert table.truth.ended, "from turn 6 on it wins the match"
    crossed = position("A-SQ1 squad at 1707 q9", "G-SQ1 squad at 0201 q9", turn=6, step="movement")
    crossed.order("allied", Move(base="A-SQ1", path=("1807", "1907")), Done()).let_pass()
    play_turn(crossed)
    assert not crossed.truth.ended and crossed.truth.holders["1807"] == "german"


@pytest.mark.parametrize(
    "there", ["A-L1 leader at 1308", "A-SQ1 squad at 1308 broken", "A-TK1 medium_tank at 1308 heading 0"]
)
def test_only_a_multi_man_base_in_good_order_and_alone_takes_a_hex(there: str):
    table = position(there, "G-SQ1 squad at 0201 q9", step="advance", ground=plain())
    play_turn(table)
    assert table.truth.holders["1308"] == "german"
    both = position("A-SQ1 squad at 1308 q9", "G-L1 leader at 1308 q9", step="advance", ground=plain())
    play_turn(both)
    assert both.truth.holders["1308"] == "german"
    alone = position("A-SQ1 squad at 1308 q9", "G-L1 leader at 0201 q9", step="advance", ground=plain())
    before = score(alone.truth)
    play_turn(alone)
    assert alone.truth.holders["1308"] == "allied" and score(alone.truth) - before == 2 * 3


def test_what_stays_in_a_burning_hex_is_lost_in_its_own_admin_phase():
    table = position("A-SQ1 squad at 0502", "G-SQ1 squad at 1101", step="advance",
                     ground={"fires": {"0502": 1, "1101": 1}})  # fmt: skip
    table.order("allied", Done())
    assert table.base("A-SQ1").gone == "eliminated" and table.base("G-SQ1").gone is None


# ---- guns and their crews (P13)


def broken_gun() -> Table:
    table = position(
        "A-HMG hmg_team at 0507", "A-SQ1 squad at 0807 q9", "G-ATG at_gun_75 at 1007 q2 heading 4",
        ground=plain(), by_purpose={"P7 fire": [1, 1]},
    )  # fmt: skip
    return table.order("allied", fire(table, "A-HMG", "G-ATG"))


def test_a_crew_that_breaks_leaves_its_gun_and_goes_on_as_men():
    table = broken_gun()
    gun, crew = table.base("G-ATG"), table.base("G-ATG-C")
    assert (gun.hex, gun.crewed, gun.morale, gun.gone) == ("1007", False, "good", None)
    assert (crew.kind, crew.hex, crew.morale) == ("crew", "1007", "broken")
    assert TABLES.bases.profile(crew).cls.firepower == 1
    assert table.believes("G-ATG-C").morale == "broken"
    shown = [contact.shows for contact in table.picture("allied").contacts.values()]
    assert sorted(s.crewed for s in shown if s) == [False, True], "the gun is no enemy base any more"
    assert len(table.picture("allied").known_enemies()) == 1


def test_men_on_a_gun_alone_man_it_and_the_enemys_capture_it():
    table = play_turn(broken_gun())
    away = destinations(table.done_until("movement").picture("german"), "G-ATG-C")[0].path
    play_turn(table.order("german", Move(base="G-ATG-C", path=away)))
    table.done_until("movement").order("allied", Move(base="A-SQ1", path=("0907", "1007"))).done().let_pass()
    assert table.base("A-SQ1").hex == "1007"
    table.done_until("advance").order("allied", Done())
    assert table.base("G-ATG").gone == "captured" and table.truth.points["allied"] == 2 * 2 * 2
    again = broken_gun()
    crew = again.truth.bases["G-ATG-C"]
    crew.morale = again.picture("german").own["G-ATG-C"].morale = "good"
    play_turn(again)
    assert not again.base("G-ATG").crewed, "not in the enemy's Admin Phase"
    play_turn(again)
    assert again.base("G-ATG").crewed and again.base("G-ATG").manned_by == "G-ATG-C"
    assert again.base("G-ATG-C").hex is None and again.base("G-ATG-C").gone is None


def test_who_mans_a_gun_is_lost_with_it_and_is_no_reinforcement():
    """The reserve squad has manned a gun: it cannot come on a second time, and falls with its gun."""
    table = position("A-ATG at_gun_75 at 0507 q4 heading 1", "A-SQ6 squad", "G-SQ1 squad at 0607 q9", turn=3,
                     attacker="german", step="advance", by_purpose={"P17": [6, 6, 1, 1]}, ground=plain())  # fmt: skip
    table.truth.bases["A-ATG"].manned_by = "A-SQ6"
    assert to_come(table.truth.rules, "allied", table.truth.bases) == []
    table.order("german", Advance(base="G-SQ1", hex="0507"), Done())
    assert table.base("A-ATG").gone == "captured" and table.base("A-SQ6").gone == "captured"
    assert table.truth.points["german"] == 2 * 2 * 2, "for the gun alone"


# ---- options


def begun(**options: str) -> Table:
    outcome = umpire.open_match(SKIRMISH, "moulin-basset", LoadedDice(), ALONE | options, strict=True)
    return Table(outcome.state, LoadedDice())


def test_with_free_setup_each_places_its_bases_in_its_zone_unseen():
    table = begun(setup="free")
    assert table.waiting == ["allied", "german"] and not table.picture("allied").contacts
    table.refused("german", "TOO_FAR", Place(base="G-SQ1", hex="0808"))
    table.refused("german", "NOT_AFFORDED", Place(base="G-SQ1", hex="1308"))
    table.order("german", Place(base="G-SQ1", hex="1204"), Place(base="G-ATG", hex="1707", heading=3), Done())
    assert not table.picture("allied").contacts
    table.order("allied", Done())
    suspected = {contact.hex for contact in table.picture("allied").contacts.values()}
    assert {"1204", "1707", "1013"} <= suspected and "1309" not in suspected
    assert table.base("G-ATG").heading == 3


def test_with_fog_off_everybody_sees_everything():
    table = begun(fog="off")
    contacts = table.picture("allied").contacts.values()
    assert sorted(contact.hex for contact in contacts) == sorted(b.hex for b in table.truth.on_map("german") if b.hex)
    assert all(contact.level == 3 and contact.shows and contact.shows.name for contact in contacts)
