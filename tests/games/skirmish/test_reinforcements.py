"""Reinforcements: made ready, announced, and brought on under fire."""

from __future__ import annotations

import pytest

from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.known.reach import destinations
from service.games.skirmish.known.reports import FireSuffered, GroupAnnounced, HaltTold
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.reinforcements import Prepare
from tests.games.skirmish.positions import Table, position

NORTH = Prepare(group="A-R1", zone="north")


def expecting(*bases: str, turn: int = 3, **options: str) -> Table:
    """The allied Initial Phase with the reserve squad still to come, at its step."""
    return position(
        "A-FO at 0408", "A-SQ6", *bases, phase="initial-phase", step="reinforcements", turn=turn,
        by_purpose={"SKR-WX-01": [3, 4], "SKR-AIR-01": [6] * 8}, **options,
    )  # fmt: skip


@pytest.mark.rule("SKR-RNF-01")
def test_a_group_is_prepared_when_it_is_due_and_only_in_this_step():
    early = position("A-FO at 0408", "A-SQ6", phase="initial-phase", turn=2, by_purpose={"SKR-AIR-01": [6, 6]})
    assert early.step == "off-board-artillery", "nothing is due: he is not asked"
    assert early.refused("allied", NORTH) == "NOT_DUE" and not early.options("allied", "prepare")
    table = expecting()
    assert table.refused("allied", Prepare(group="A-R1", zone="road")) == "NOT_ANNOUNCED"
    assert [option.kind for option in table.options("allied", "prepare")] == ["prepare"]
    table.order("allied", NORTH)
    assert table.picture("allied").groups["A-R1"].zone == "north"
    assert table.refused("allied", Prepare(group="A-R1", zone="west")) == "ALREADY_TRIED"
    late = expecting().done("allied")
    assert late.step == "off-board-artillery" and late.refused("allied", NORTH) == "WRONG_STEP"
    late.done_until("prepared-fire")
    assert late.refused("allied", NORTH) == "WRONG_PHASE"


def test_closing_the_step_with_nobody_announced_is_asked_about_once_more():
    """A tap in the moment in which the page changed closed it, and the veterans waited a turn."""
    table = expecting()
    [said] = SKIRMISH.foretell(table.picture("allied"), ())
    assert said.grave and plain_text(said.text).startswith("You announce no zone: those who wait do not come on")
    table.order("allied", NORTH)
    assert not any(one.grave for one in SKIRMISH.foretell(table.picture("allied"), ()))


@pytest.mark.rule("SKR-RNF-02")
def test_the_defender_learns_the_place_before_any_fire_and_nothing_of_the_group():
    table = expecting("G-SQ1 at 1309").order("allied", NORTH)
    assert table.step == "reinforcements"
    [announced] = table.picture("german").announced
    assert (announced.zone, announced.hexes, announced.kinds) == ("north", ("0701", "0801", "0901"), ())
    assert not table.picture("german").contacts and not table.picture("german").groups["G-R1"].zone
    [told] = table.told("german", GroupAnnounced)
    assert told.group is None and told.kinds == ()
    text = plain_text(SKIRMISH.words.prose(told))
    assert "north" in text and "0801" in text and "squad" not in text and "A-" not in text
    ours = SKIRMISH.in_words(SKIRMISH.known(table.picture("allied")))
    named = ours(SKIRMISH.words.prose(table.told("allied", GroupAnnounced)[0]))
    assert named == text.replace("Allied reinforcements", "Reserve squad"), "by its name to its owner, and else alike"


def test_by_option_the_kind_is_announced_too():
    table = expecting("G-SQ1 at 1309", announce="place_and_kind").order("allied", NORTH)
    [announced] = table.picture("german").announced
    assert announced.kinds == ("squad",) and "squad" in plain_text(
        SKIRMISH.words.prose(table.told("german", GroupAnnounced)[0])
    )


def test_a_group_that_waits_may_be_announced_elsewhere_in_a_later_turn():
    table = expecting().order("allied", NORTH).done_until("reinforcements", "allied", turn=4)
    assert table.picture("german").announced[0].zone == "north", "the announcement stands"
    table.order("allied", Prepare(group="A-R1", zone="west"))
    assert [there.zone for there in table.picture("german").announced] == ["west"]


@pytest.mark.rule("SKR-RNF-03")
def test_what_was_not_announced_or_not_there_does_not_come_on():
    silent = expecting().done_until("movement")
    assert silent.refused("allied", Move(base="A-SQ6", path=("0801",))) == "NOT_ANNOUNCED"
    table = expecting().order("allied", NORTH).done_until("movement")
    assert table.refused("allied", Move(base="A-SQ6", path=("1014", "1013"))) == "NOT_ANNOUNCED"
    table.order("allied", Move(base="A-SQ6", path=("0801", "0802")), Done()).done_until("closing-fire")
    assert table.base("A-SQ6").hex == "0802" and table.picture("allied").own["A-SQ6"].hex == "0802"


def test_the_defender_may_fire_at_newcomers_from_their_first_hex_on():
    table = expecting("G-SQ2 at 1401").order("allied", NORTH).done_until("movement")
    table.order("allied", Move(base="A-SQ6", path=("0801", "0802")), Done())
    film = table.picture("german").film
    assert table.step == "halt-or-pass" and film is not None and film.hex == "0801"
    table.dice.by_purpose = {"P7 fire": [2, 2], "P5 morale": [1, 1]}
    table.order("german", Fire(base="G-SQ2", target=film.handle), Done()).done_until("closing-fire")
    assert table.base("A-SQ6").hex == "0801" and table.base("A-SQ6").suppression
    assert [report.base for report in table.told("allied", FireSuffered)] == ["A-SQ6"]


def test_an_unseen_enemy_keeps_a_group_off_the_map_and_is_revealed():
    table = expecting("G-SQ2 at 0801").order("allied", NORTH).done_until("movement")
    assert table.contact("allied", "0801") is None
    table.order("allied", Move(base="A-SQ6", path=("0801", "0802")), Done())
    table.done_until("closing-fire")
    assert table.base("A-SQ6").hex is None
    assert table.told("allied", HaltTold)[0].because == "contact"
    met = table.contact("allied", "0801")
    assert met is not None and met.level == 2 and met.shows is not None and met.shows.kind == "squad"
    table.done_until("movement", "allied", turn=4)
    assert table.refused("allied", Move(base="A-SQ6", path=("0701",))) == "ENEMY_THERE", "now he closes the zone"
    table.done_until("movement", "allied", turn=5)
    table.order("allied", Move(base="A-SQ6", path=("0701",)), Done()).done_until("closing-fire")
    assert table.base("A-SQ6").hex == "0701", "he has not been seen for so long that he does so no more"


def test_an_identified_enemy_near_by_closes_an_entry_hex():
    table = expecting("A-SQ1 at 0901", "G-SQ2 at 1001").order("allied", NORTH).done_until("movement")
    assert table.refused("allied", Move(base="A-SQ6", path=("0801",))) == "ENEMY_THERE"
    table.order("allied", Move(base="A-SQ6", path=("0701",)))


def test_only_an_identified_enemy_in_good_order_within_two_hexes_closes_an_entry_hex():
    """Broken men close nothing, nor do men three hexes off, nor a mere suspicion."""
    for enemy, closed in (("at 1001", True), ("at 1201", False), ("at 1001 broken", False)):
        table = (
            expecting("A-SQ1 at 0903", f"G-SQ2 {enemy}", rally_sides="phasing")
            .order("allied", NORTH)
            .done_until("movement")
        )
        ways = {there.path[0] for there in destinations(table.picture("allied"), "A-SQ6")}
        assert ("0901" in ways) != closed
        entry = Move(base="A-SQ6", path=("0901",))
        if closed:
            assert table.refused("allied", entry) == "ENEMY_THERE"
        else:
            table.order("allied", entry)
    suspected = expecting("G-SQ2 at 1013").order("allied", NORTH).done_until("movement")
    ghost = Contact(handle="9", hex="0902", level=1, turn=3, player_turn=suspected.truth.player_turn, in_sight=False)
    suspected.truth.eyes["allied"]["9"] = suspected.picture("allied").contacts["9"] = ghost
    suspected.order("allied", Move(base="A-SQ6", path=("0901",)))


def test_whose_groups_they_are_and_what_is_in_is_not_prepared_again():
    table = expecting()
    assert table.refused("allied", Prepare(group="G-R1", zone="road")) == "", "it does not exist, for him"
    inside = expecting().order("allied", NORTH).done_until("movement")
    inside.order("allied", Move(base="A-SQ6", path=("0801",)), Done()).done_until("movement", "allied", turn=4)
    assert inside.headings("initial-phase").count("reinforcements") == 1, "nothing is due any more: he is not asked"


def test_where_newcomers_can_go_is_shown_before_they_are_ordered():
    silent = expecting().done_until("movement")
    assert destinations(silent.picture("allied"), "A-SQ6") == ()
    assert "A-SQ6" not in {unit for option in silent.options("allied", "move") for unit in option.subjects}
    table = expecting("G-SQ2 at 1401").order("allied", NORTH).done_until("movement")
    there = {found.place: found.path for found in destinations(table.picture("allied"), "A-SQ6")}
    assert {"0701", "0801", "0901", "0802"} <= set(there) and there["0801"] == ("0801",)
    assert all(path[0] in ("0701", "0801", "0901") for path in there.values())
    assert "A-SQ6" in {unit for option in table.options("allied", "move") for unit in option.subjects}
