"""What a skirmish asks of a side at a step, and what it has to see to first there."""

from __future__ import annotations

from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Group, Mission, Picture
from service.games.skirmish.known.reports import MissionTold
from tests.games.skirmish.table import position
from tests.games.skirmish.test_flight import plain
from tests.offers import options_for
from tests.random_play import begun


def asked(picture: Picture, heading: str) -> str:
    known = SKIRMISH.known(picture)
    return SKIRMISH.in_words(known)(SKIRMISH.words.ask(known, ("move",), heading))


def test_the_first_thing_that_is_asked_is_no_fire_mission_of_an_observer_who_sees_nothing():
    match, _, _ = begun(SKIRMISH, 1)
    [seat] = match.state.waiting
    offered = options_for(SKIRMISH, match.state.pictures[seat])
    kinds = {option.kind for option in offered}
    assert seat == "allied" and "fire" in kinds
    assert not kinds & {"strike", "call-contact", "spotting-round", "correct", "fire-for-effect"}


def test_newcomers_that_were_announced_are_not_forgotten_before_they_are_moved_on():
    seen = SKIRMISH.open("moulin-basset", {}).pictures["allied"]
    assert "Reserve squad" not in asked(seen, "Movement") + asked(seen, "Reinforcements")
    seen.groups["A-R1"] = Group(id="A-R1", zone="NORTH", since=1)
    assert "To bring on Reserve squad (zone: NORTH), choose each base" in asked(seen, "Movement")
    assert "not yet moved on" in asked(seen, "Reinforcements") and "Tap a base" in asked(seen, "Movement")
    seen.player_turn = 1
    assert "not yet moved on" not in asked(seen, "Reinforcements"), "it is on the sheet of this very step"
    seen.own["A-SQ6"].hex = "0701"
    assert "Reserve squad" not in asked(seen, "Movement") + asked(seen, "Reinforcements")


def test_nobody_is_asked_to_move_before_the_flight_of_others_is_ordered():
    field = position("A-SQ1 squad at 0807 broken", "A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", step="movement",
                     ground=plain())  # fmt: skip
    said = asked(field.picture("allied"), "Movement")
    assert said.startswith("First order the flight of") and "A-SQ1" in said and "Tap a base" not in said
    assert plain_text(SKIRMISH.words.ask(SKIRMISH.known(field.picture("allied")), (), "Movement")) == ""


def test_whether_a_battery_was_reached_is_told_before_the_number_that_it_takes():
    for heard, over, said in (
        (True, False, "radio contact made; it took 7 or less on the dice."),
        (False, True, "no radio contact; it took 7 or less on the dice, and the mission is over."),
    ):  # fmt: skip
        told = MissionTold(mission=Mission(id="A-BTY", heard=heard), step="call", limit=7, over=over, faces=(3, 3))
        assert plain_text(SKIRMISH.words.prose(told)).endswith(said)


def test_a_battery_that_has_to_be_called_again_is_told_why():
    told = MissionTold(mission=Mission(id="A-BTY"), step="phase")
    assert plain_text(SKIRMISH.words.prose(told)) == (
        "A-BTY: to be called by radio again, for contact holds for one turn."
    )
