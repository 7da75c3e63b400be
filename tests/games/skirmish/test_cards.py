"""Result cards of a skirmish: what each side's card says of fire, morale, close combat, artillery and moves."""

from __future__ import annotations

from dataclasses import dataclass, replace

from service.engine.cards import Card
from service.engine.orders import Done
from service.engine.reports import Telling
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import (
    MORALE_CHECK,
    BaseLost,
    CheckTold,
    ContactSeen,
    FireSuffered,
    FireTold,
    PlayerTurnOpened,
    TimeRuns,
)
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import FireOnMove, Move
from tests.bills import lines
from tests.games.skirmish.positions import position as in_phase
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
             [f"{'our' if loss.own else 'their'} {words(loss.who)}: {words(loss.what)}" for loss in card.losses])
        for card in SKIRMISH.words.cards(known, table.logs[side])
        if card.kind == kind
    ]  # fmt: skip


def card(table: Table, side: str, kind: str) -> Read:
    [only] = cards(table, side, kind)
    return only


def prose_of(table: Table, side: str, kind: type) -> str:
    """What a side was told by reports of this kind, in plain text."""
    return " ".join(plain_text(SKIRMISH.words.prose(one)) for one in table.told(side, kind))


def scene(*bases: str, **given: object) -> Table:
    return position(*bases, **{"ground": plain()} | given)  # type: ignore[arg-type]


def fire(table: Table, base: str = "A-SQ1", target: str = "G-SQ1", side: str = "allied") -> Table:
    return table.order(side, Fire(base=base, target=table.handle(target)))


PINNED = ", passed, but pinned: it has two suppressions now"
FACING = ("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 q4")


def test_fire_is_added_up_for_who_fired_and_is_a_range_for_whom_it_struck():
    """Both see the dice where each sees the other; firepower and the check of who was struck their own side alone."""
    table = fire(scene(*FACING, by_purpose={"P7 fire": [3, 3], "P5 morale": [3, 2]}))
    ours, theirs = card(table, "allied", "fire"), card(table, "german", "under-fire")
    assert ours.title == "Our fire on 0707, by the A-SQ1"
    assert ours.outcome == "Enemy squad 1: two suppressions; it is pinned. Firepower 4, dice 3 and 3 against 8 or less."
    [sum] = ours.card.sums
    assert plain_text(sum.title) == "Fire on enemy squad 1 by the A-SQ1 from 2 hexes away"
    assert lines(sum.bill, "name") == {"dice": 6}
    assert (sum.total, sum.dice) == ("+6", (3, 3))
    assert plain_text(sum.comes_to) == "against 10 (firepower 4 + 6): margin +4, 2 suppressions"
    assert theirs.title == "The G-SQ1 under fire"
    assert theirs.outcome == (
        "Two suppressions: it was pinned. Dice 3 and 3. Morale check 3 and 2 (suppressions +1) against 7 or less, "
        "passed, but pinned: it has two suppressions now."
    )
    struck, check = theirs.card.sums
    assert lines(struck.bill, "name") == {"dice": 6}
    assert (struck.total, struck.dice) == ("+6", (3, 3))
    assert plain_text(struck.comes_to) == "2 suppressions, a margin of +4 to +5", "of the firepower they were not told"
    assert (check.total, check.dice) == ("+6", (3, 2))
    assert plain_text(check.comes_to) == f"against 7 or less{PINNED}"
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
    assert card(table, "allied", "fire").outcome == (
        "The A-MMG jammed; enemy squad 1: no effect. Firepower 5, dice 6 and 6 against 9 or less."
    )
    assert card(table, "allied", "fire").card.weight == "grave", "it is named beside the next question"
    assert "jammed" not in card(table, "german", "under-fire").text


def test_a_shot_at_armour_says_what_was_needed_to_hit_and_what_the_hit_did():
    table = scene("A-GUN at_gun_75 at 0507 heading 1", "G-TK medium_tank at 0707 heading 4",
                  by_purpose={"P13 shot": [3, 3], "P13 hit": [1, 2]})  # fmt: skip
    table.order("allied", Shoot(base="A-GUN", target=table.handle("G-TK")))
    one = card(table, "allied", "fire")
    assert one.losses == ["their Enemy 1: eliminated"]
    assert plain_text(one.card.brief) == "Enemy 1: hit, destroyed.", "the page names the losses after it"
    assert one.card.weight == "grave"
    hit, kill = one.card.sums
    assert plain_text(hit.comes_to) == "9 or less hits from 2 hexes away: hit" and hit.dice == (3, 3)
    assert plain_text(kill.comes_to) == "10 or less knocks it out: destroyed" and kill.dice == (1, 2)
    assert ("lost", False, ("0707",)) in [(c.does, c.own, c.way) for c in one.card.courses]


def test_who_was_struck_is_told_whence_and_how_far_and_what_was_needed():
    table = fire(scene("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 q2", by_purpose={"P7 fire": [2, 3]}))
    one = card(table, "german", "under-fire")
    # Of the firepower they were not told.
    assert one.outcome == "Two suppressions: as many as its quality, so it broke. Dice 2 and 3."
    assert "The fire came from 0507, 2 hexes away." in one.text
    assert "The G-SQ1 broke without a roll: two suppressions are too many for quality 2." in one.text
    assert one.card.weight == "grave"


def test_both_see_all_of_a_close_combat():
    dice = {"P17 close": [5, 6, 3, 3], "P17 nerve": [1, 2]}
    table = scene("A-B0 squad at 0907 q4", "G-B0 squad at 1007 q4", step="advance", by_purpose=dice)
    table.order("allied", Advance(base="A-B0", hex="1007"), Done())
    ours, theirs = card(table, "allied", "close-combat"), card(table, "german", "close-combat")
    assert (ours.title, ours.outcome) == (
        "Close combat in 1007",
        "It left the enemy eliminated. Allied 5 and 6 (quality +4), German 3 and 3 (quality +4).",
    )
    assert theirs.outcome.startswith("It left us eliminated. Allied 5 and 6")
    assert theirs.losses == ["our The G-B0: eliminated"]
    assert ours.losses == ["their Enemy G-B0 1: eliminated"]
    assert [(plain_text(one.title), one.total, one.dice) for one in ours.card.sums] == [
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


def halted(way: tuple[str, ...] = ("0607", "0707")) -> Table:
    """Live: a squad that has been halted, while the enemy names the shot."""
    table = scene("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", step="movement", interrupts="live")
    return table.order("allied", Move(base="A-SQ1", path=way), Done()).order("german", Halt())


def test_a_halt_is_told_before_the_shot_in_a_whole_sentence():
    read = card(halted(), "allied", "under-fire")
    assert read.title == "The A-SQ1 halted" and read.outcome == "Halted in 0607; the enemy is choosing a shot."
    shot = card(halted().lapse(), "allied", "under-fire")
    assert shot.title == "The A-SQ1 under fire" and "choosing" not in shot.outcome


def test_what_was_fired_for_who_did_not_answer_is_told_as_that():
    [by_clock] = cards(halted().lapse(), "german", "fire")
    assert by_clock.text.startswith("You had not answered, so this was fired on your behalf.")
    table = halted()
    table.order("german", Fire(base="G-HMG", target=table.picture("german").film.handle))
    assert "on your behalf" not in card(table, "german", "fire").text


def test_of_many_shots_at_one_target_the_card_gives_the_dice_in_the_order_of_what_they_did():
    table = scene(
        "A-MMG mmg_team at 0507", "G-SQ1 squad at 0707 q9",
        by_purpose={"P7 fire": [6, 5, 3, 3, 5, 6], "P5": [1, 1]},
    )  # fmt: skip
    table.order("allied", *3 * [Fire(base="A-MMG", target=table.handle("G-SQ1"))])
    ours = card(table, "allied", "fire")
    assert ours.outcome.endswith(" Dice 6 and 5; 3 and 3; 5 and 6, each against 9 or less.")
    theirs = card(table, "german", "under-fire")
    assert theirs.outcome.startswith("Two suppressions from three shots: it was pinned. Dice 3 and 3. ")


def test_fire_that_missed_is_not_said_to_have_left_its_target_as_it_was_before():
    """“No effect; it is routed” read as if the fire had routed who fled."""
    table = fire(scene("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 routed", by_purpose={"P7 fire": [6, 5]}))
    [shot] = [one for one in table.logs["allied"] if isinstance(one.report, FireTold)]
    seen = ContactSeen(contact=table.picture("allied").contacts[table.handle("G-SQ1")], was="0707")
    table.logs["allied"].append(replace(shot, number=shot.number + 1, report=seen))
    told = "Enemy squad 1: no effect. Firepower 4, dice 6 and 5 against 8 or less."
    assert card(table, "allied", "fire").outcome == told


def test_a_base_that_is_lost_is_marked_where_it_stood():
    """It had no place on its card, so that a phone turned to the next card and the map to somebody else."""
    table = scene("A-GUN at_gun_75 at 0507 heading 1", "A-SQ1 squad at 0505", "G-TK medium_tank at 0707 heading 4",
                  "G-SQ1 squad at 0705", by_purpose={"P13 shot": [6, 4, 3, 3], "P13 hit": [1, 2]})  # fmt: skip
    shot = Shoot(base="A-GUN", target=table.handle("G-TK"))
    table.order("allied", shot).order("allied", shot)
    marks = [(one.does, one.own, one.way) for one in cards(table, "german", "under-fire")[-1].card.courses]
    assert ("lost", True, ("0707",)) in marks


def test_fire_after_a_move_is_said_as_other_fire_is():
    """“Fire after its move: MMG team, target Enemy 4, a squad, in 1110, with Small arms” read like a form."""
    table = scene("A-SQ1 squad at 0507", "G-SQ1 squad at 0707", step="movement")
    known, target = SKIRMISH.known(table.picture("allied")), table.handle("G-SQ1")
    words = SKIRMISH.in_words(known)
    shot = FireOnMove(base="A-SQ1", target=target)
    assert words(SKIRMISH.words.order(known, shot)) == f"A-SQ1 fires after its move at enemy {target}, a squad, in 0707"
    nearest = FireOnMove(base="A-SQ1", within=3, in_motion=True)
    assert words(SKIRMISH.words.order(known, nearest)) == (
        "A-SQ1 fires after its move at the nearest enemy within 3 hexes that it has made out by then, staying in motion"
    )


def test_a_target_that_cowers_is_said_to_cower():
    table = fire(scene(*FACING, by_purpose={"P7 fire": [4, 4], "P5 morale": [4, 4]}))
    assert card(table, "allied", "fire").outcome.startswith("Enemy squad 1: one suppression; it cowers. ")


def test_of_two_who_fire_at_one_target_the_card_says_what_each_did():
    table = scene("A-SQ1 squad at 0507", "A-SQ2 squad at 0606", "G-SQ1 squad at 0707 q9",
                  by_purpose={"P7 fire": [6, 5, 3, 3], "P5": [1, 1]})  # fmt: skip
    table.order("allied", *(Fire(base=base, target=table.handle("G-SQ1")) for base in ("A-SQ1", "A-SQ2")))
    ours = card(table, "allied", "fire")
    assert ours.title == "Our fire on 0707, by the A-SQ1 and the A-SQ2"
    assert ours.outcome.startswith(
        "Enemy squad 1: no effect (the A-SQ1); three suppressions (the A-SQ2); it is pinned. Firepower 4, dice "
        "6 and 5 against 8 or less. "
    )


def test_of_many_shots_the_card_says_what_they_did_together_and_not_that_one_routed_who_is_lost():
    table = scene("A-MMG mmg_team at 0507", "A-M2 mmg_team at 0606", "G-SQ1 squad at 0707 q2",
                  by_purpose={"P7 fire": [3, 3, 6, 5, 2, 3, 3, 3], "P5": [1, 1, 1, 1]})  # fmt: skip
    table.order("allied", *(Fire(base=base, target=table.handle("G-SQ1")) for base in ("A-MMG", "A-M2") * 2))
    ours = card(table, "allied", "fire")
    assert ours.outcome == "Enemy squad 1: nine suppressions from four shots."
    assert ours.losses == ["their Enemy squad 1: eliminated"]


def test_fire_that_breaks_an_enemy_is_named_before_a_move_that_came_into_view():
    table = fire(scene(*FACING[:1], "G-SQ1 squad at 0707 q2", by_purpose={"P7 fire": [2, 3]}))
    assert card(table, "allied", "fire").card.weight == "grave"
    assert card(fire(scene(*FACING, by_purpose={"P7 fire": [6, 6]})), "allied", "fire").card.weight == "usual"


def test_a_throw_is_told_with_the_number_that_it_was_thrown_against():
    """A squad of quality 4 stands its morale check on 7 or less."""
    table = fire(scene(*FACING, by_purpose={"P7 fire": [3, 3], "P5 morale": [3, 2]}))
    [check] = [one for one in card(table, "german", "under-fire").card.sums if "morale" in plain_text(one.title)]
    assert plain_text(check.comes_to) == f"against 7 or less{PINNED}"
    assert "against 7 or less" in prose_of(table, "german", CheckTold)


def test_why_a_check_that_was_passed_leaves_a_base_pinned_is_said_alike_on_card_in_log_and_letter():
    table = fire(scene(*FACING, by_purpose={"P7 fire": [3, 3], "P5 morale": [3, 2]}))
    letter = SKIRMISH.words.situation(
        SKIRMISH.known(table.opening.pictures["german"]), SKIRMISH.known(table.picture("german")),
        [Telling(one.report) for one in table.logs["german"]], 1,
    )  # fmt: skip
    said = [card(table, "german", "under-fire").outcome, prose_of(table, "german", CheckTold),
            *map(plain_text, letter.notes)]  # fmt: skip
    assert sum(PINNED in one for one in said) == 3


def test_what_is_added_to_the_dice_bears_one_sign_on_headline_and_sum_and_all_adds_up():
    table = fire(scene("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 q4", ground=plain(h0707="woods"),
                       by_purpose={"P7 fire": [3, 2]}))  # fmt: skip
    read = card(table, "allied", "fire")
    [sum_of_it] = read.card.sums
    found = lines(sum_of_it.bill, "name")
    assert found["cover"] > 0 and f"cover +{found['cover']}" in read.outcome
    assert sum_of_it.total == f"{sum(found.values()):+d}"
    margin = 4 + 6 - sum(found.values())
    assert f"against 10 (firepower 4 + 6): margin {margin:+d}" in plain_text(sum_of_it.comes_to)


def test_each_fire_that_was_told_has_a_line_in_its_order_also_where_its_dice_were_not_told():
    """Live: halted by one whom nobody made out, then under the remaining fire of another, who was seen."""
    field = scene("A-SQ1 squad at 0507 q12", "G-HMG hmg_team at 1207", "G-SQ1 squad at 0807", step="movement",
                  interrupts="live", ground=plain(h1207="woods"), by_purpose={"P7 fire": [2, 3, 3, 3]})  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607",)), Done()).order("german", Halt())
    field.order("german", Fire(base="G-HMG", target=field.picture("german").film.handle))
    while field.step != "remaining-fire":
        field.lapse()
    field.order("german", Fire(base="G-SQ1", target=field.handle("A-SQ1")), Done()).lapse()
    suffered = field.told("allied", FireSuffered)
    assert [one.reckoning is None for one in suffered] == [True, False]
    fires = [one for one in card(field, "allied", "under-fire").card.sums if "ire on" in plain_text(one.title)]
    assert [plain_text(one.title).partition(" by ")[0] for one in fires] == [
        "Halting fire on the A-SQ1", "Remaining fire on the A-SQ1"
    ]  # fmt: skip
    assert [one.dice for one in fires] == [(), (3, 3)]
    assert "by fire from" in card(field, "allied", "under-fire").text
    assert "came under remaining fire from" in card(field, "allied", "under-fire").text
    assert (suffered[0].suppressions, plain_text(fires[0].comes_to)) == (4, "four suppressions")


def test_fire_of_the_next_player_turn_has_a_card_of_its_own_and_is_no_remaining_fire():
    """Live: the time of the remaining fire was the last that ran before it."""
    table = position("A-SQ1 squad at 0501", step="prepared-fire")
    known, first = SKIRMISH.known(table.picture("allied")), table.logs["allied"][0]
    hit = FireSuffered(base="A-SQ1", weapon="small arms", suppressions=1)
    turn = PlayerTurnOpened(turn=2, player_turn=3, attacker="german")
    told = (TimeRuns(what="remaining", seconds=60), hit, turn, hit)
    log = [replace(first, number=at, report=one) for at, one in enumerate(told, 50)]
    called = [plain_text(one.sums[0].title) for one in SKIRMISH.words.cards(known, log)]
    assert [one.partition(" on ")[0] for one in called] == ["Remaining fire", "Fire"]


def test_a_base_that_a_throw_broke_and_more_fire_routed_is_said_to_have_routed():
    """As the map has it; what it had taken before it broke is not among what routed it."""
    table = scene("A-MMG mmg_team at 0507", "G-SQ1 squad at 0707 q4",
                  by_purpose={"P7 fire": [4, 3, 1, 2], "P5": [6, 5]})  # fmt: skip
    table.order("allied", *2 * [Fire(base="A-MMG", target=table.handle("G-SQ1"))])
    assert table.base("G-SQ1").morale == "routed"
    read = card(table, "german", "under-fire")
    assert read.outcome == "Six suppressions from two shots: it routed."
    assert "The G-SQ1 routed without a roll: four suppressions are too many for quality 4." in read.text


def test_a_base_that_its_number_of_suppressions_broke_is_said_to_have_broken_by_it_though_its_check_was_passed():
    table = scene("A-MMG mmg_team at 0507", "G-SQ1 squad at 0707 q2",
                  by_purpose={"P7 fire": [4, 5, 5, 4], "P5": [1, 2]})  # fmt: skip
    table.order("allied", *2 * [Fire(base="A-MMG", target=table.handle("G-SQ1"))])
    assert table.base("G-SQ1").morale == "broken"
    read = card(table, "german", "under-fire").outcome
    assert read == "Two suppressions from two shots: as many as its quality, so it broke."


def test_a_rally_after_fire_is_not_told_as_part_of_that_fire():
    """Whoever has ordered nothing since reads of both: that the base broke, and that it has rallied."""
    table = position("A-SQ1 squad at 0501", step="prepared-fire")
    known, first = SKIRMISH.known(table.picture("allied")), table.logs["allied"][0]
    broke = CheckTold(base="A-SQ1", what="morale check", rule=MORALE_CHECK, faces=(5, 5), result="broken", number=7)
    rallied = replace(broke, what="rally", rule="SKR-RAL-01", faces=(1, 2), result="rallied", now="good")
    told = (FireSuffered(base="A-SQ1", weapon="bombs", suppressions=3), broke, rallied)
    log = [replace(first, number=at, report=one) for at, one in enumerate(told, 50)]
    assert [one.kind for one in SKIRMISH.words.cards(known, log)] == ["under-fire", "checks"]


def test_the_headline_of_who_fired_says_how_its_target_was_seen_to_come_out_of_it():
    table = fire(scene("A-SQ1 squad at 0507", "G-SQ1 squad at 0707 q2", by_purpose={"P7 fire": [2, 3]}))
    assert card(table, "allied", "fire").outcome.startswith("Enemy squad 1: two suppressions; it is broken.")


def test_a_base_that_took_a_suppression_has_not_simply_held():
    table = fire(scene(*FACING, by_purpose={"P7 fire": [4, 3], "P5 morale": [3, 2]}))
    assert card(table, "german", "under-fire").outcome == (
        "One suppression, but it held. Dice 4 and 3. Morale check 3 and 2 against 7 or less."
    )


def test_a_hit_and_a_miss_are_not_one_suppression_twice():
    table = scene(
        "A-MTR hmg_team at 0507", "G-SQ1 squad at 0707 q7", by_purpose={"P7 fire": [3, 4, 6, 5], "P5": [1, 1]}
    )
    fire(fire(table, "A-MTR"), "A-MTR")
    texts = " ".join(read.text for read in cards(table, "allied", "fire"))
    assert "took" in texts and "without effect" in texts and "twice" not in texts


def test_who_missed_a_base_is_not_named_as_if_they_had_struck_it():
    """Twice from two of them with one suppression: it was one of the two alone."""
    table = scene("A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "G-SQ1 squad at 0707 q7",
                  by_purpose={"P7 fire": [5, 5, 4, 3], "P5": [1, 1]})  # fmt: skip
    fire(fire(table, "A-SQ1"), "A-SQ2")
    text = " ".join(read.text for read in cards(table, "german", "under-fire"))
    assert "with one suppression" in text and "and from" in text and "without effect" in text
    assert "twice" not in text and "in all" not in text


def test_a_base_that_is_lost_by_the_worst_roll_of_its_rally_is_lost_in_the_head_of_that_card():
    """The loss stood among what else was told, and the card said that its morale fell."""
    field = in_phase("A-SQ1 at 0507", "G-SQ1 squad at 1507 routed", "G-L1 leader at 1507", phase="rally-phase",
                     step="prepared-fire", by_purpose={"SKR-RAL": [6, 6]})  # fmt: skip
    for _ in range(4):
        field.done(field.truth.waiting[0])
    seen = cards(field, "german", "checks")
    assert "rolled the worst possible, and has been eliminated" in seen[-1].outcome
    assert seen[-1].losses == ["our The 1st squad: eliminated"]


def thrown(result: str, many: int) -> str:
    """What a card says in its headline of so many squads that threw for the same, with one result."""
    bases = [f"A-SQ{number} squad at 050{number} broken" for number in range(1, many + 1)]
    table = position(*bases, step="prepared-fire")
    known = SKIRMISH.known(table.picture("allied"))
    throws = [CheckTold(base=f"A-SQ{number}", what="rally", rule="SKR-RAL-01", faces=(5, 5), result=result, number=7)
              for number in range(1, many + 1)]  # fmt: skip
    log = [replace(table.logs["allied"][0], number=at, report=one) for at, one in enumerate(throws, 50)]
    [one] = SKIRMISH.words.cards(known, log)
    return SKIRMISH.in_words(known)(one.outcome)


def told_to_two_broken_squads(*reports) -> dict[str, tuple[str, int]]:
    """Each card of such a log by its kind: its headline, and how many losses it names."""
    table = position("A-SQ1 squad at 0501 broken", "A-SQ2 squad at 0502 broken", step="prepared-fire")
    known = SKIRMISH.known(table.picture("allied"))
    log = [replace(table.logs["allied"][0], number=at, report=one) for at, one in enumerate(reports, 50)]
    cards = SKIRMISH.words.cards(known, log)
    return {one.kind: (SKIRMISH.in_words(known)(one.brief), len(one.losses)) for one in cards}


def rallied(base: str, result: str) -> CheckTold:
    return CheckTold(base=base, what="rally", rule="SKR-RAL-01", faces=(6, 6), result=result, number=7)


def test_of_several_lost_by_the_worst_roll_the_last_roll_of_each_is_said_to_have_been_it():
    lost = [BaseLost(base=base, how="eliminated") for base in ("A-SQ1", "A-SQ2")]
    said, losses = told_to_two_broken_squads(
        rallied("A-SQ1", "worse"), rallied("A-SQ1", "worse"), lost[0], rallied("A-SQ2", "worse"), lost[1]
    )["checks"]
    fell, eliminated = said.removesuffix(".").split("; ")
    assert fell == "The A-SQ1 rolled the worst possible, and its morale fell"
    assert losses == 2 and eliminated == "the A-SQ1 and the A-SQ2 rolled the worst possible, and have been eliminated"


def test_who_is_lost_by_fire_after_a_bad_rally_is_not_lost_by_the_rally():
    """The rally that had only made its morale worse took the loss into its own card."""
    found = told_to_two_broken_squads(
        rallied("A-SQ1", "worse"), FireSuffered(base="A-SQ1", weapon="rifles", suppressions=4),
        BaseLost(base="A-SQ1", how="eliminated"),
    )  # fmt: skip
    assert "eliminated" not in found["checks"][0]
    assert (found["checks"][1], found["under-fire"][1]) == (0, 1)


def test_a_card_of_throws_names_those_who_threw_as_long_as_they_are_few():
    """Of more it says how many; what they threw stands below either way."""
    assert thrown("no better", 2) == "The A-SQ1 and the A-SQ2 did not rally."
    assert thrown("no better", 4) == "4 did not rally."


def test_what_several_threw_is_said_of_several():
    assert [thrown("pinned", many) for many in (1, 2, 4)] == [
        "The A-SQ1 was pinned. Rally 5 and 5 against 7 or less.", "The A-SQ1 and the A-SQ2 were pinned.",
        "4 were pinned.",
    ]  # fmt: skip
