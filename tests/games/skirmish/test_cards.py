"""Result cards of a skirmish: what each side's card says of fire, morale, close combat, artillery and moves."""

from __future__ import annotations

from dataclasses import dataclass

from service.engine.cards import Card
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import Move
from tests.bills import lines
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain


@dataclass
class Read:
    """A card as its side reads it: in plain text."""

    card: Card
    title: str
    outcome: str
    text: str
    losses: list[str]


def cards(table: Table, side: str, kind: str) -> list[Read]:
    """The cards of a kind, of a side's whole log."""
    known = SKIRMISH.known(table.picture(side))
    words = SKIRMISH.in_words(known)
    return [
        Read(card, words(card.title), words(card.outcome), words(card.text),
             [f"{'our' if loss.own else 'their'} {words(loss.who)}: {loss.what}" for loss in card.losses])
        for card in SKIRMISH.words.cards(known, table.logs[side])
        if card.kind == kind
    ]  # fmt: skip


def card(table: Table, side: str, kind: str) -> Read:
    [only] = cards(table, side, kind)
    return only


def scene(*bases: str, **given: object) -> Table:
    return position(*bases, **{"ground": plain()} | given)  # type: ignore[arg-type]


def fire(table: Table, base: str = "A-SQ1", target: str = "G-SQ1", side: str = "allied") -> Table:
    return table.order(side, Fire(base=base, target=table.handle(target)))


FACING = ("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 q4")


def test_fire_is_added_up_for_who_fired_and_is_a_range_for_whom_it_struck():
    """Both see the dice where each sees the other; firepower and the check of who was struck his own side alone."""
    table = fire(scene(*FACING, by_purpose={"P7 fire": [3, 3], "P5 morale": [3, 2]}))
    ours, theirs = card(table, "allied", "fire"), card(table, "german", "under-fire")
    assert ours.title == "Our fire on 0707"
    assert ours.outcome == "Enemy squad 1: two suppressions."
    [sum] = ours.card.sums
    assert lines(sum.bill, "name") == {"firepower": 4, "basic figure": 6, "dice": -6}
    assert (sum.total, sum.dice, sum.comes_to) == ("+4", (3, 3), "2 suppressions")
    assert theirs.title == "The G-SQ1 under fire"
    assert theirs.outcome == "Was pinned."
    struck, check = theirs.card.sums
    assert lines(struck.bill, "name") == {"basic figure": 6, "dice": -6}
    assert (struck.total, struck.dice) == ("+4 to +5", (3, 3))
    assert (check.total, check.dice, check.comes_to) == ("+6", (3, 2), "pinned")
    assert [(one.does, one.own, one.way) for one in theirs.card.courses] == [("fire", False, ("0507", "0707"))]


def test_of_fire_at_a_mere_suspicion_nothing_is_known_but_that_it_was_fired():
    """In the same words whether somebody was there or not; a jam is its owner's to know."""
    said = set()
    for there in ("G-SQ1 squad at 1506 q9 suspected", "G-SQ1 dummy at 1506"):
        table = position("A-MMG mmg_team at 0807", there, by_purpose={"P7 fire": [1, 1]})
        one = card(fire(table, "A-MMG"), "allied", "fire")
        assert (one.card.sums, one.losses) == ((), [])
        said.add((one.outcome, one.text))
    assert said == {
        ("What came of it could not be seen.", "What came of the fire of the A-MMG at 1506 we could not see.")
    }


def test_a_weapon_that_jams_is_said_on_its_own_sides_card():
    table = fire(scene("A-MMG mmg_team at 0507", "G-SQ1 squad at 0707 q4", by_purpose={"P7 fire": [6, 6]}), "A-MMG")
    assert card(table, "allied", "fire").outcome == "Enemy squad 1: no effect; the A-MMG jammed."
    assert "jammed" not in card(table, "german", "under-fire").text


def test_a_shot_at_armour_says_what_was_needed_to_hit_and_what_the_hit_did():
    table = scene("A-GUN at_gun_75 at 0507 heading 1", "G-TK medium_tank at 0707 heading 4",
                  by_purpose={"P13 shot": [3, 3], "P13 hit": [1, 2]})  # fmt: skip
    table.order("allied", Shoot(base="A-GUN", target=table.handle("G-TK")))
    one = card(table, "allied", "fire")
    assert one.losses == ["their Enemy 1: eliminated"]
    assert one.card.weight == "grave"
    hit, kill = one.card.sums
    assert hit.comes_to.endswith(": hit") and hit.dice == (3, 3)
    assert kill.dice == (1, 2)
    assert ("lost", False, ("0707",)) in [(c.does, c.own, c.way) for c in one.card.courses]


def test_both_see_all_of_a_close_combat():
    dice = {"P17 close": [5, 6, 3, 3], "P17 nerve": [1, 2]}
    table = scene("A-B0 squad at 0907 q4", "G-B0 squad at 1007 q4", step="advance", by_purpose=dice)
    table.order("allied", Advance(base="A-B0", hex="1007"), Done())
    ours, theirs = card(table, "allied", "close-combat"), card(table, "german", "close-combat")
    assert (ours.title, ours.outcome) == ("Close combat in 1007", "It left the enemy eliminated.")
    assert theirs.outcome == "It left us eliminated."
    assert theirs.losses == ["our The G-B0: eliminated"]
    assert ours.losses == ["their Enemy G-B0 1: eliminated"]
    assert [(one.title, one.total, one.dice) for one in ours.card.sums] == [
        ("We", "+15", (5, 6)),
        ("The enemy", "+10", (3, 3)),
    ]
    assert [one.total for one in theirs.card.sums] == ["+15", "+10"]


def test_moves_that_were_played_say_who_was_halted_and_who_watched_reads_what_he_saw():
    table = scene("A-SQ1 squad at 0507", "A-SQ2 squad at 0510", "G-SQ1 squad at 0907 q4", step="movement",
                  by_purpose={"P7 fire": [5, 5]})  # fmt: skip
    table.order("allied", Move(base="A-SQ1", path=("0607",)), Move(base="A-SQ2", path=("0610",)), Done())
    assert cards(table, "allied", "moves") == [], "not before they are told"
    table.order("german", Fire(base="G-SQ1", target=table.handle("A-SQ1")), Done())
    table.let_pass()
    watched = card(table, "german", "their-moves")
    table.done()
    ours = card(table, "allied", "moves")
    assert (ours.title, ours.outcome) == ("Our moves, 2 bases", "1 halted by fire.")
    assert card(table, "allied", "under-fire").outcome.startswith("Halted in 0607")
    assert watched.title == "The enemy's moves"
    assert "seen to move" in watched.outcome


def test_how_it_stands_with_a_base_is_said_and_not_looked_up_on_the_map():
    table = fire(scene(*FACING, by_purpose={"P7 fire": [3, 3], "P5 morale": [3, 2]}))
    known = SKIRMISH.known(table.picture("german"))
    said = [SKIRMISH.in_words(known)(SKIRMISH.words.prose(e.report)) for e in table.logs["german"]]
    assert "G-SQ1 in 0707, pinned, 2 suppressions." in said
