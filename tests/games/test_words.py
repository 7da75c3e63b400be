"""What orders and fields are called in each game is English, not a name out of the code."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.line_fields import OWN
from service.engine.line_words import line_said
from service.engine.lines import AddLine, lists_of
from service.engine.places import Place
from service.engine.reports import Report
from service.engine.sentences import OwnSpan, PlaceSpan, plain_text
from service.games.korsun.sections.breakout import BreakOut
from service.games.ndc.game import NDC
from service.games.ndc.printed.scenario import scenario
from service.games.ndc.sections.modes import ChangeMode
from service.games.shelf import GAMES
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Mission
from service.games.skirmish.known.reports import CheckTold, FireSuffered, FireTold, MissionTold, NewLeader, PuffSeen
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.staff.plan import plan_words
from service.store.codec import Codec

OUT_OF_THE_CODE = re.compile(r"[a-z][A-Z]|_")


@pytest.mark.parametrize("name", sorted(GAMES))
def test_orders_and_their_fields_have_words(name: str):
    game = GAMES[name]
    said = {kind: game.words.title(kind) for kind in game.orders_by_kind}
    said |= {f.name: game.words.label(f.name) for order in game.orders for f in fields(order)}
    assert not {key: words for key, words in said.items() if OUT_OF_THE_CODE.search(words) or not words}


def read_of_before(what: str, **more: Any) -> Report:
    """A report on an artillery mission as logs of before have it."""
    stored = {"kind": "mission-told", "mission": {"id": "battery"}, "what": what, **more}
    return Codec(SKIRMISH).to_telling(json.dumps(stored)).report


def test_a_round_of_artillery_is_told_with_its_place():
    """Old matches have it in words; the hex that these name is a place all the same."""
    told = read_of_before("it falls in 0612", faces=[6, 4])
    sentence = SKIRMISH.words.prose(told)
    assert PlaceSpan(Place("0612")) in sentence and plain_text(sentence).endswith("it falls in 0612.")
    lost = read_of_before("no contact on 7 or less")
    assert not any(isinstance(span, PlaceSpan) for span in SKIRMISH.words.prose(lost))


SAID: dict[str, dict[str, Any]] = {
    "a new phase": {"step": "phase"},
    "contact on 9 or less": {"step": "call", "limit": 9},
    "no contact on 7 or less": {"step": "call", "limit": 7},
    "no contact on 7 or less, and the mission is over": {"step": "call", "limit": 7, "over": True},
    "a spotting round at 0603": {"step": "spotting", "hex": "0603"},
    "corrected to 0402": {"step": "correction", "hex": "0402"},
    "fire for effect 1 at 0402": {"step": "effect", "fire": 1, "hex": "0402"},
    "it falls in 0303": {"step": "fall", "hex": "0303"},
    "nobody sees it fall": {"step": "fall"},
    "the contact is lost": {"step": "lost"},
}


@pytest.mark.parametrize("what", SAID)
def test_a_report_on_artillery_of_before_is_read_as_one_of_now(what: str):
    now = MissionTold(mission=Mission(id="battery"), **SAID[what])
    assert read_of_before(what) == now
    hex = SAID[what].get("hex")
    if hex is not None:  # for a time it stood beside the words
        assert read_of_before(what.removesuffix(f" {hex}"), step=now.step, hex=hex) == now


def test_what_a_hit_did_and_who_came_from_the_ranks_is_read_of_reports_of_before():
    shot = {"number": 8, "modifiers": [], "faces": [3, 3], "aspect": "side", "kill_number": 6, "kill_faces": [4, 5]}
    fired = {"kind": "fire-told", "shooters": ["G-AT"], "weapon": "armour piercing", "hex": "0612", "shot": shot}
    codec = Codec(SKIRMISH)

    def kill(effect: str, **more: Any) -> str | None:
        report = codec.to_telling(json.dumps({**fired, "effect": effect, **more})).report
        assert isinstance(report, FireTold)
        return report.kill

    assert kill("hit, knocked out") == "knocked_out"
    assert kill("missed") is None
    assert kill("hit, shaken", shot={**shot, "kill": "shaken"}) == "shaken", "for a time it stood with the dice"
    suffered = {"kind": "fire-suffered", "base": "G-TK", "weapon": "an air attack", "effect": "knocked out"}
    bombed = codec.to_telling(json.dumps(suffered)).report
    assert isinstance(bombed, FireSuffered) and bombed.kill == "knocked_out"
    fell = codec.to_telling(json.dumps({"kind": "puff-seen", "hex": "0612", "what": "artillery fire falls"})).report
    assert fell == PuffSeen(hex=Hex("0612"), what="shells")
    made = {"kind": "check-told", "base": "A-N1", "what": "new leader", "rule": "SKR-RAL-03", "result": "Q5-1"}
    report = codec.to_telling(json.dumps(made)).report
    assert isinstance(report, CheckTold) and report.leader == NewLeader(quality=5, rating=-1)


def test_a_designation_is_said_in_full_by_the_parts_that_the_scenario_gives_it():
    battalion = scenario(NDC.data_id, "kaltenbach").designated("1st Tank Battalion, 3rd Regiment, Detachment A")
    assert battalion.in_full == "Detachment A of the 1st Tank Battalion of the 3rd Regiment"
    staff = scenario(NDC.data_id, "kaltenbach").designated("3rd Tank Regiment HQ")
    assert (staff.unit, staff.in_full) == ("3rd Tank Regiment", "the 3rd Tank Regiment HQ")
    assert scenario(NDC.data_id, "kaltenbach").designated("Guards, of before").in_full == "the Guards, of before"


def test_the_words_of_a_report_on_artillery_name_no_place():
    """Its hex is a field of its own, also where a map's hexes are called by letters."""
    told = MissionTold(mission=Mission(id="battery"), step="fall", hex=Hex("KKK46"))
    assert PlaceSpan(Place("KKK46")) in SKIRMISH.words.prose(told)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_what_standing_orders_say_of_a_unit_is_an_order_to_no_unit(name: str):
    """In each game, whatever its line calls the unit."""
    game, one = GAMES[name], {"unit": "A1", "base": "A1", "units": ("A1",), "bases": ("A1",)}
    for kind in filter(lists_of, game.orders):
        if issubclass(kind, AddLine):
            order = kind(**{field.name: one[field.name] for field in fields(kind) if field.name in one})
            assert order.subjects() == (), kind


def test_an_order_that_a_unit_is_given_is_an_order_to_it():
    assert ChangeMode(unit="U-A1", mode="road").subjects() == ("U-A1",)
    assert BreakOut(unit="A1", path=()).subjects() == ("A1",)


def test_a_line_of_a_fire_plan_is_a_sentence_with_its_places_and_bases():
    line = PlanLine(bases=("A1",), hexes=("0612",), crosses=("0705", "0709"))
    said = line_said(line, {OWN: {"A1": "1st squad"}})
    assert {OwnSpan("A1", "1st squad"), *(PlaceSpan(Place(hex)) for hex in ("0612", "0705", "0709"))} <= {*said}
    assert plain_text(said) == "1st squad, in 0612, as it comes onto the line 0705-0709: fire."


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (PlanLine(), "Any base: fire."),
        (PlanLine(range_min=3, range_max=6, exposure=("open",), then="hold"),
         "Any base, 3 to 6 hexes away, in the open: hold."),
        (PlanLine(range_max=1, target=("squad", "team")), "Any base, at squad or team, within 1 hex: fire."),
        (PlanLine(range_min=2, aspect=("side", "rear")), "Any base, at 2 hexes or more, at its side or rear: fire."),
        (PlanLine(expected=15, at="both", then="ask"),
         "Any base, if one and a half suppressions or more can be expected, in the enemy's moves and after "
         "them: ask me."),
        (PlanLine(expected=7, concealed=True, leader=False, last_shot=False),
         "Any base, if 0.7 suppressions or more can be expected, while it is hidden, without a leader, except "
         "with its last shot: fire."),
        (PlanLine(steps_min=2, enemies_min=1, enemies_max=3, shots=1, turn_from=4, at="remaining"),
         "Any base, once it has been seen to make 2 steps, with at least 1 enemy in sight, with at most 3 enemies in "
         "sight, 1 shot a turn at most, from turn 4, in the remaining fire: fire."),
        (PlanLine(reserve="any"),
         "Any base, with its last shot while any reinforcements that are announced have not come: fire."),
    ],
)  # fmt: skip
def test_each_field_of_a_line_of_a_fire_plan_is_said(line: PlanLine, words: str):
    assert plain_text(line_said(line, {"zones": {"any": "any reinforcements"}})) == words


def test_a_fire_plan_is_told_in_few_words():
    """One that is offered ready made by its name, and any other by how long it is."""
    worth, hold = PlanLine(at="both", expected=10), PlanLine(at="both", then="hold")
    plans = ((), (hold,), (worth, hold), (PlanLine(bases=("A1",), at="both", then="hold"),), (worth, worth))
    assert [plan_words(plan) for plan in plans] == [
        "Ask me at every step", "Hold all fire", "Fire where a suppression is expected, else hold",
        "1 line of your own", "2 lines of your own",
    ]  # fmt: skip
