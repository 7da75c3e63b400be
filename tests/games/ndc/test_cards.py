"""Result cards: what each side's card says of a combat, and what it does not say since that side was not told."""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest

from service.engine.cards import Card
from service.engine.hexes import distance
from service.engine.orders import Done
from service.engine.sentences import plain_text, say
from service.games.ndc.game import NDC
from service.games.ndc.known.reports import ContactWithdrawn
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Retreat
from service.games.ndc.sections.movement import Move
from service.games.ndc.staff.cards import WORKED
from service.games.ndc.staff.shared import as_unknown
from service.games.ndc.staff.sitrep import situation
from tests.bills import lines
from tests.games.ndc.fighting import answer, attack, battle, breakdown, resolved, sheet, stock
from tests.positions import SIDES, Table, position


@dataclass
class Read:
    """A card as its side reads it: in plain text."""

    card: Card
    title: str
    outcome: str
    text: str
    losses: list[str]


def cards(table: Table, side: str, kind: str = "") -> list[Read]:
    """The cards of a side's whole log, or those of a kind."""
    known = NDC.known(table.picture(side))
    plain = NDC.in_words(known)
    return [
        Read(card, plain(card.title), plain(card.outcome), plain(card.text),
             [f"{'our' if loss.own else 'their'} {plain(loss.who)}: {plain(loss.what)}" for loss in card.losses])
        for card in NDC.words.cards(known, table.logs[SIDES[side]])
        if kind in ("", card.kind)
    ]  # fmt: skip


def card(table: Table, side: str, kind: str = "") -> Read:
    [only] = cards(table, side, kind)
    return only


def courses(read: Read) -> list[tuple[str, bool, tuple[str, ...]]]:
    return [(one.does, one.own, one.way) for one in read.card.courses]


def test_each_side_reads_of_an_assault_what_it_was_told():
    """The attacker has their total line by line, the defender as it was declared; the dice nobody is told."""
    table = resolved(answer(attack(battle(die=8))))
    ours, theirs = card(table, "su", "combat"), card(table, "us", "combat")
    assert (ours.title, theirs.title) == ("Our assault on 0902 from 0802", "The enemy's assault on 0902 from 0802")
    assert ours.outcome.startswith("We hold 0902. Our total of 20")
    assert theirs.outcome.startswith("The enemy holds 0902; we fell back to 1002. Their total of 20")
    assert theirs.text.startswith("The enemy assaulted the 1st Mechanized Battalion from 0802 with a total of 20.")
    assert "The 1st Mechanized Battalion fell back to 1002." in theirs.text
    total = ours.card.sums[0]
    assert (total.title, total.total, total.dice) == (say("Our total"), "+20", ())
    assert lines(total.bill, "rule") == {rule: value for rule, value in breakdown(table).items() if value}
    declared, *own = theirs.card.sums[0].lines
    assert plain_text(declared.name) == "the enemy's total, as declared"
    assert [line.rule for line in own] == ["NDC-DFM-01", "NDC-DFM-04", "NDC-DFM-14", "NDC-DFM-15"], (
        "his own, and no die"
    )
    assert ("retreat", True, ("0902", "1002")) in courses(theirs)
    assert ("attack", True, ("0802", "0902")) in courses(ours)
    assert not any(one.does == "retreat" for one in ours.card.courses), "where he went is told from level 1 on"


def test_who_was_attacked_reads_of_that_before_what_was_found_empty():
    """Though nothing came of it; unless what the enemy came to counts for somebody."""
    table = battle("su S-A2 at 0804 attack", die=1, attacker="to 1").order(
        "su",
        DeclareGroundCombat(unit="S-A2", target="0905", type="assault"),
        DeclareGroundCombat(unit="S-A1", target="0902", type="assault"),
        Done(),
    )
    empty, fought = cards(resolved(table), "us", "combat")
    assert empty.outcome.startswith("Nobody of ours was there; the enemy holds 0905")
    assert (empty.card.weight, fought.card.weight) == ("usual", "grave")


@pytest.mark.rule("NDC-RES-11")
def test_a_card_says_where_a_retreat_ended_that_was_gone_in_part_unasked_and_what_the_way_cost():
    """An enemy known in 0901 leaves one hex open, 1002, which is entered unasked; then the owner chooses 1102."""
    table = attack(battle("su S-I1 at 0901 attack known", attacker="leadership 12", die=9)).done("us")
    known = NDC.known(table.picture("us"))
    asked = {fact.label: NDC.in_words(known)(fact.value) for fact in NDC.words.question(known)}
    assert asked["Driven back by"] == "the assault on 0902 from 0802"
    assert (asked["Has gone"], asked["Hexes still to go"], asked["T/O levels left"]) == ("0902 to 1002", "1", "2")
    theirs = card(resolved(table.order("us", Retreat(hex="1102"), Done())), "us", "combat")
    assert theirs.outcome.startswith("We were overrun; the enemy holds 0902; we fell back to 1102.")
    assert "The 1st Mechanized Battalion fell back through 1002 to 1102" in theirs.text
    assert "The result drove the 1st Mechanized Battalion to 1002, the only way open, and 1 hex further." in theirs.text
    assert ("retreat", True, ("0902", "1002", "1102")) in courses(theirs)


def test_who_may_go_on_through_units_of_their_own_reads_that_these_hexes_do_not_count():
    """Where one of the ways leads through one; else the number stands alone."""

    def to_go(*others: str) -> str:
        known = NDC.known(attack(battle(*others, attacker="leadership 5", die=7)).done("us").picture("us"))
        return {fact.label: NDC.in_words(known)(fact.value) for fact in NDC.words.question(known)}["Hexes to go"]

    assert to_go() == "1"
    assert to_go("us U-I2 at 1002 defend") == "1, not counting those where units of yours stand"


@pytest.mark.rule("NDC-RES-11")
def test_a_card_says_why_a_retreat_was_not_asked_for():
    known = ("su S-I1 at 1101 attack known", "su S-I2 at 1003 attack known")
    shut, open_ = (answer(attack(battle(*around, attacker="leadership 5", die=7))) for around in (known, known[:1]))
    one_way, two = (
        card(resolved(table), "us", "combat") for table in (shut, open_.order("us", Retreat(hex="1002"), Done()))
    )
    assert "fell back to 0901" in one_way.text
    assert "Nobody was asked which way to fall back, as only one was open." in one_way.text
    assert "Nobody was asked" not in two.text


@pytest.mark.rule("NDC-RES-11")
def test_a_card_says_how_much_of_a_loss_came_of_the_way_back():
    """An enemy that nobody knew of controls the hex that is chosen."""
    table = attack(battle("su S-I1 at 1101 attack", attacker="leadership 5", die=7)).done("us")
    theirs = card(resolved(table.order("us", Retreat(hex="1001"), Done())), "us", "combat")
    assert "our The 1st Mechanized Battalion: lost 2 T/O levels, 1 of them on the way back, 2 left" in theirs.losses
    assert theirs.outcome.startswith("The enemy holds 0902; we fell back to 1001.")


def test_the_differential_is_the_range_that_the_result_leaves_to_whoever_was_told_it():
    """The resolver's lines are told to nobody; table 11.93 says where it must have lain."""
    for die, type in ((1, "assault"), (3, "probe"), (5, "assault"), (8, "assault"), (10, "assault")):
        table = resolved(answer(attack(battle(die=die), type)))
        for side in ("su", "us"):
            sum = card(table, side, "combat").card.sums[-1]
            differential = sheet(table).differential
            assert differential is not None
            if sum.title == say("Differential, by the result"):
                assert sum.least is None or sum.least <= differential
                assert sum.most is None or differential <= sum.most
                own = {line.rule for line in sum.lines} - {"NDC-GCD-11"}
                assert own == (set() if side == "su" else {"NDC-DFM-01", "NDC-DFM-04", "NDC-DFM-14", "NDC-DFM-15"})
    assert card(resolved(answer(attack(battle(die=1), "probe"))), "us", "combat").card.sums[-1].total == "+2"
    for die, total in ((8, "−3 or more"), (9, "−7 or more")):
        assert card(resolved(answer(attack(battle(die=die)))), "su", "combat").card.sums[-1].total == total


def test_losses_stand_on_the_card_as_far_as_each_side_hears_of_them():
    unseen, seen = (resolved(answer(attack(battle(die=10, defender=level)))) for level in ("", "level 2"))
    assert card(unseen, "su", "combat").losses == []
    assert card(seen, "su", "combat").losses == ["their E1: lost 1 T/O level"]
    assert card(seen, "us", "combat").losses == ["our The 1st Mechanized Battalion: lost 1 T/O level, 3 left"]
    aborted = resolved(answer(attack(battle(die=1), "probe")))
    assert card(aborted, "us", "combat").losses == ["their E1: lost 2 T/O levels"]
    assert card(aborted, "su", "combat").losses == ["our The Tank Battalion of the 1st Regiment: lost 2 T/O levels"]
    assert ("retreat", False, ("0802", "0703")) in courses(card(aborted, "us", "combat"))


def test_a_cancelled_attack_says_to_its_own_side_alone_what_came_of_its_attacker():
    """The unit was stopped on its way to where it was to attack from; the other side hears that it was cancelled."""
    table = position("su S-A1 at 0602 attack", "us U-I1 at 0902 defend level 2", "us U-I2 at 0802",
                     "su S-1R at 0402 deployed", "us U-DIV at 1302 deployed", phasing="su")  # fmt: skip
    way = ("0702", "0802")
    table.order("su", Move(unit="S-A1", path=way), DeclareGroundCombat(unit="S-A1", target="0902", type="assault"),
                Done())  # fmt: skip
    resolved(table)
    ours, theirs = card(table, "su", "combat"), card(table, "us", "combat")
    assert ours.outcome == (
        "It was cancelled: the Tank Battalion of the 1st Regiment never came to 0802, as contact with an enemy that we "
        "did not know to be there stopped it in 0702."
    )
    assert theirs.outcome == (
        "It was cancelled: their unit could not come to 0802, where the 2nd Mechanized Battalion stood."
    ), "by where the reader's own unit stood"
    assert ours.text == theirs.text == "", "all of it is in sight"


def test_of_an_attack_that_never_came_from_where_nobody_of_his_stood_the_defender_hears_the_rule_alone():
    """Their unit was stopped in 0702 by the control of one of whom they knew nothing."""
    table = position("su S-A1 at 0602 attack level 2", "us U-I1 at 0902 defend level 2", "us U-I2 at 0701 defend",
                     "su S-1R at 0402 deployed", "us U-DIV at 1302 deployed", phasing="su")  # fmt: skip
    table.order("su", Move(unit="S-A1", path=("0702", "0802")),
                DeclareGroundCombat(unit="S-A1", target="0902", type="assault"), Done())  # fmt: skip
    resolved(table)
    assert card(table, "us", "combat").outcome == "It was cancelled: their unit was not in 0802 when its turn came."
    assert card(table, "su", "combat").outcome == (
        "It was cancelled: the Tank Battalion of the 1st Regiment never came to 0802, as the zone of control of an "
        "enemy that we did not know to be there stopped it in 0702."
    )


def test_who_fought_jammed_hears_it_from_the_result():
    table = stock(battle(), "us", ew_points=6, superiority=3)
    table.dice.by_purpose["NDC-RES-06"] = [6] * 9
    resolved(answer(attack(table), ew=2))
    assert "EW3 on our unit counted against the attack." in card(table, "su", "combat").text
    assert "We answered with 2 EW attacks that leave the attacker at EW" in card(table, "us", "combat").text


def test_a_fire_has_a_card_that_says_no_more_than_it_was_told():
    table = battle()
    table.order("su", CounterBattery(target="1202", csps=1), Done())
    resolved(table)
    fired, suffered = card(table, "su", "fire"), card(table, "us", "fire")
    assert fired.title == "Our counter-battery fire on 1202"
    assert suffered.title == "The enemy's counter-battery fire on 1202"
    assert (fired.outcome, suffered.outcome) == ("What it did is not known.", "Nobody was hit: the roll was too low.")
    assert suffered.text == "The enemy's counter-battery fire of 1 CSP has fallen on 1202."
    assert fired.losses == []
    assert ("fire", True, ("1202",)) in courses(fired)


def test_an_interdiction_says_to_both_what_it_does_and_of_which_points():
    """Whoever enters pays and may lose; both sides see the marker, so both read the same of it (NDC-CBF-03)."""
    table = battle()
    table.order("su", Interdict(target="1202", csps=4), Done())
    resolved(table)
    laid, met = card(table, "su", "fire"), card(table, "us", "fire")
    assert (laid.title, met.title) == ("Our interdiction of 1202", "The enemy's interdiction of 1202")
    does = "Whoever enters, friend or foe, pays 4 points more and loses 1 T/O level on a 1d6 of 1 or 2."
    assert (laid.outcome, met.outcome) == (does, does)
    assert laid.text.endswith("it stays until the enemy's next Housekeeping.")
    assert met.text.endswith("it stays until our next Housekeeping.")
    for read in (laid, met):
        [sum] = read.card.sums
        assert (sum.total, [line.rule for line in sum.lines]) == ("+8", ["NDC-CBF-03"])
        assert plain_text(sum.comes_to) == "2 T/O markers, one for each 3 points, at most 3"
    assert table.truth.markers == [Marker(kind="interdiction", hex="1202", side="Soviet", strength=2)]


def test_who_fired_at_guns_reads_the_points_and_what_they_will_never_be_told():
    table = battle()
    table.order("su", CounterBattery(target="1202", csps=1), Done())
    fired = card(resolved(table), "su", "fire")
    assert "All that you are ever told is that a target you know of has lost T/O levels or has moved" in fired.text
    assert [(sum.total, [line.rule for line in sum.lines]) for sum in fired.card.sums] == [("+2", ["NDC-CBF-02"])]


KINDS = {
    "an assault": (DeclareGroundCombat(unit="S-A1", target="0902", type="assault", barrage=1),),
    "a probe": (DeclareGroundCombat(unit="S-A1", target="0902", type="probe"),),
    "an assault that meets nobody": (DeclareGroundCombat(unit="S-A1", target="0803", type="assault"),),
    "a probe that meets nobody": (DeclareGroundCombat(unit="S-A1", target="0803", type="probe"),),
    "an attack that is cancelled": (
        Move(unit="S-I1", path=("0604",)), DeclareGroundCombat(unit="S-I1", target="0704", type="assault"),
    ),
    "counter-battery fire": (CounterBattery(target="1202", csps=1),),
    "counter-battery fire on nobody": (CounterBattery(target="1203", csps=1),),
    "interdiction": (Interdict(target="1202", csps=4),),
    "interdiction by air": (Interdict(target="1405", csps=4),),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("die", [1, 5, 10])
def test_every_kind_of_fight_has_one_card_for_each_side_that_says_what_came_of_it(kind: str, die: int):
    """However it ends, and whoever was asked about it."""
    unseen = ("su S-I1 at 0504 attack", "us U-I2 at 0604 defend") if "cancelled" in kind else ()
    table = battle(*unseen, die=die)
    table.order("su", *KINDS[kind], Done())
    resolved(table)
    for side, whose in (("su", "Our"), ("us", "The enemy's")):
        [told] = [entry.number for entry in table.logs[SIDES[side]] if isinstance(entry.report, WORKED)]
        [one] = [read for read in cards(table, side) if told in read.card.entries]
        assert one.title.startswith(whose) and one.outcome.endswith(".") and one.card.courses
        assert not re.search(r"\b(None|U-|S-)", f"{one.title} {one.outcome} {one.text}")
        assert ("cancelled" in one.outcome) == ("cancelled" in kind)


def test_logs_of_before_have_no_cards():
    """Of them it is not kept what belongs to one combat."""
    table = resolved(answer(attack(battle())))
    known = NDC.known(table.picture("us"))
    entries = table.logs["US"]
    for entry in entries:
        object.__setattr__(entry, "occasion", None)
    assert [one for one in NDC.words.cards(known, entries) if one.kind == "combat"] == []


# ---- movement


def test_a_movement_that_is_closed_says_who_was_stopped_and_by_whom_as_far_as_its_side_knows():
    table = position("su S-A1 at 0602 attack", "su S-I1 at 0205 attack", "su S-1R at 0402 deployed", "us U-I2 at 0802",
                     "us U-DIV at 1302 deployed", phasing="su")  # fmt: skip
    table.order("su", Move(unit="S-I1", path=("0206",)), Move(unit="S-A1", path=("0702", "0802")), Done())
    ours, theirs = card(table, "su", "movement"), card(table, "us", "movement")
    assert (ours.title, ours.outcome) == (
        "Our moves, 2 units",
        "1 of 2 units was stopped. Contact with an enemy that we did not know to be there stopped the Tank Battalion "
        "of the 1st Regiment in 0702.",
    )
    assert ours.card.weight == "grave"
    assert ours.text == ("2 units moved. Contact has shown a unit (E1) in 0802."), (
        "what stopped the one stands beside the outcome"
    )
    assert courses(ours) == [
        ("move", True, ("0206",)), ("move", True, ("0702",)), ("stop", True, ("0702",)), ("contact", False, ("0802",)),
    ]  # fmt: skip
    assert (theirs.title, theirs.outcome) == ("The enemy's moves", "1 located.")
    assert "0206" not in theirs.text, "of whom nothing was reported"


def test_moves_have_no_card_before_it_is_told_what_came_of_them():
    """The letter brings it, or the end of the phase: until then all stand where they were sent."""
    table = battle("su S-I1 at 0205 attack")
    table.order("su", Move(unit="S-I1", path=("0206",)))
    assert cards(table, "su", "movement") == []
    attack(table)
    assert cards(table, "su", "movement") == []
    resolved(answer(table))
    ours = card(table, "su", "movement")
    assert (ours.title, ours.outcome) == ("Our moves, 1 unit", "It arrived where it was sent.")
    assert ours.card.weight == "usual"


def test_an_attack_on_a_hex_that_another_had_taken_before_says_so():
    """Not that nobody was there, as own units stand in it; the defender reads the same of theirs."""
    table = battle("su S-I1 at 0903 attack", die=10)
    attacks = [DeclareGroundCombat(unit=unit, target="0902", type="assault") for unit in ("S-A1", "S-I1")]
    resolved(table.order("su", *attacks, Done()))
    _, second = cards(table, "su", "combat")
    assert second.title == "Our assault on 0902 from 0903"
    assert second.outcome == "Nobody was there: the assault from 0802 had taken the hex before."
    _, theirs = cards(table, "us", "combat")
    assert theirs.outcome == "Nobody of ours was there: the assault from 0802 had taken the hex before."


def test_of_a_unit_too_little_known_the_card_says_that_its_end_is_not_told():
    """Their retreat and their losses are told of a unit of a higher level alone (NDC-RES-14)."""
    ours = card(resolved(answer(attack(battle(die=5, attacker="to 3", defender="to 1")))), "su", "combat")
    assert ours.outcome.startswith("We hold 0902. Our total of ")
    assert ours.outcome.endswith(
        "they are gone, fallen back or eliminated: of a unit so little known that is not told."
    )


def test_a_search_has_its_answer_with_the_enemys_moves():
    """Riflemen in a sector that was searched are found before they move; nobody else is."""
    table = position(
        "su S-I3 at 0602 attack", "su S-1R at 0404 deployed", "us U-I1 at 1204 defend", heading="modes", phasing="su",
        searched={"us": (4, ("A1",))}, by_purpose={"NDC-SEA-02 search of Soviet at 0602": [6]},
    )  # fmt: skip
    table.done_until("movement-segment").order("su", Done())
    assert card(table, "us", "movement").outcome == "Our search found 1 unit."


def test_a_search_that_found_nobody_says_so_in_the_same_words_whether_there_was_somebody_or_not():
    said = set()
    for unseen in ((), ("su S-I3 at 0602 attack",)):
        table = battle(*unseen, searched={"us": (3, ("A1",))}, hqs=("su S-1R at 0404 deployed",))
        table.order("su", Done())
        one = card(table, "us", "movement")
        said.add((one.outcome, one.text))
        assert one.card.weight == "slight"
    assert said == {("No movement was reported since our last letter, and our search found nobody new.", "")}, (
        "all of it is in sight"
    )


def test_the_map_goes_to_the_sectors_in_which_a_search_found_nobody():
    """By the seat's own orders alone: all of their hexes, whoever lies there unseen; not where somebody was found."""
    places = set()
    for unseen in ((), ("su S-I3 at 0602 attack",)):
        table = battle(*unseen, searched={"us": (3, ("A1",))}, hqs=("su S-1R at 0404 deployed",))
        table.order("su", Done())
        places.add(card(table, "us", "movement").card.places)
    [watched] = places
    sectors = table.picture("us").rules.board.sectors
    assert set(watched) == {hex for hex, sector in sectors.items() if sector == "A1"}
    stand = [unit.hex for unit in table.picture("us").own.values() if unit.hex]
    near = [min(distance(hex, one) for one in stand) for hex in watched]
    assert near == sorted(near) and near[0] < near[-1], "what has no room is farthest from one's own"


def test_the_card_and_the_letter_give_one_account_of_who_is_no_longer_there():
    """A contact of whom no way was reported: the card says so in the words of the letter, and does not deny it."""
    table = position(
        "su S-I3 at 0602 attack known", "su S-1R at 0404 deployed", "us U-I1 at 1204 defend", phasing="su",
    )  # fmt: skip
    table.order("su", Move(unit="S-I3", path=("0502", "0402")), Done())
    one = card(table, "us", "movement")
    [gone] = [entry for entry in table.logs["US"] if isinstance(entry.report, ContactWithdrawn)]
    letter = situation(as_unknown(table.picture("us")), table.picture("us"), [gone.telling], 1)
    said = [plain_text(part.text) for part in letter.paragraphs if plain_text(part.title) == "No longer certain"]
    assert said == ["E1 is no longer in 0602."]
    assert one.outcome == f"{said[0]} Where they are now was not reported, and our search found nobody new."
    assert one.text == ""


def test_no_turn_in_which_one_is_attacked_is_headed_by_that_nothing_was_reported():
    table = attack(battle())
    [one] = cards(table, "us", "movement")
    assert one.outcome == "They attack; before that no movement was reported, and our search found nobody new."


def test_who_may_enter_is_said_as_the_phase_begins_in_which_it_may():
    """By the order of battle, in its own turn alone; the other side reads nothing of it."""
    table = position("su S-A1 at 0602 attack", "su S-1R at 0402 deployed", "us U-DIV at 1302 deployed",
                     heading="modes", phasing="su", turn=2)  # fmt: skip
    table.order("su", Done())
    [one] = cards(table, "su", "arrival")
    assert one.title == "Reinforcements"
    assert one.outcome == (
        "From now on you may bring in the 1st Tank Battalion of the 3rd Regiment at 2008; the 2nd Tank Battalion of "
        "the 3rd Regiment at 2004, 2008 or 2013; for "
        "a hex that is taken, the nearest free edge hex."
    )
    assert cards(table, "us", "arrival") == []
