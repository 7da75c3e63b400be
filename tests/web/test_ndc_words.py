"""The words of NATO Division Commander's page, from a seat's view alone."""

from __future__ import annotations

import re

from service.engine.orders import Done
from service.engine.places import Place
from service.engine.sentences import PlaceSpan, plain_text
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.points import believed
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.matches.history import History
from tests.games.ndc.fighting import attack, battle, stock
from tests.positions import position
from web.past.pages import moment_page

WORDS = NDC.words


def test_an_attack_on_a_hex_where_nobody_stands_is_said_and_no_fire_is_offered():
    [held] = attack(battle()).options("us", "defend")
    table = stock(battle(), "us", ew_points=9)
    table.order("su", DeclareGroundCombat(unit="S-A1", target="0803", type="probe"), Done())
    [empty] = table.options("us", "defend")
    assert empty.fields["fire"].most == 0 < held.fields["fire"].most  # type: ignore[union-attr]
    known = NDC.known(table.picture("us"))
    asked = WORDS.ask(known, ("defend",), "Defence")
    assert PlaceSpan(Place("0803")) in asked and "0803, where no unit of yours stands" in plain_text(asked)


def test_a_number_of_csps_says_how_many_of_ones_own_are_left_and_how_many_of_them_reach():
    """A headquarters that is too far away has its own left, and none in reach; the defender is told of their own."""
    figures = {}
    for hex in ("0602", "2009"):
        hqs = (f"su S-1R at {hex} deployed", "su S-DIV at 0402 deployed", "us U-1B at 1202 deployed")
        table = battle(hqs=hqs)
        option = next(one for one in table.options("su", "declare-ground-combat") if not one.fixed["chemical"])
        said = WORDS.stock(NDC.known(table.picture("su")), option, "barrage")
        assert re.match(r"you have \d+ left, \d+ in reach$", said)
        figures[hex] = [int(figure) for figure in re.findall(r"\d+", said)[:2]]
        assert WORDS.stock(NDC.known(table.picture("su")), option, "ew") == ""
    (near, reaching), (left, fewer) = figures.values()
    assert near == left and reaching > fewer
    attack(table, barrage=1)
    spent = WORDS.stock(NDC.known(table.picture("su")), option, "barrage")
    assert spent == f"you have {left - 1} left, {fewer - 1} in reach"
    [answer] = table.options("us", "defend")
    of_us = believed(table.picture("us")).in_hand("support")
    assert WORDS.stock(NDC.known(table.picture("us")), answer, "fire").startswith(f"you have {of_us} left,")


def test_beside_the_choice_of_a_mode_stand_the_figures_that_it_changes():
    """And they are those that the unit truly has when it has changed."""
    table = position("us U-I1 at 1204 march parent U-1B", "us U-1B HQ at 1104 deployed", "su S-I1 at 1904",
                     heading="modes", phasing="us")  # fmt: skip
    option = next(one for one in table.options("us", "change-mode") if one.fixed["unit"] == "U-I1")
    said = WORDS.stock(NDC.known(table.picture("us")), option, "mode")
    begins = "attack/defence and movement: now "
    assert said.startswith(begins)
    of = dict(one.split(" ", 1) for one in said.removeprefix(begins).split("; ")[1:])
    for mode in option.fields["mode"].values:  # type: ignore[union-attr]
        other = position(f"us U-I1 at 1204 {mode} parent U-1B", "us U-1B HQ at 1104 deployed", "su S-I1 at 1904",
                         heading="modes", phasing="us")  # fmt: skip
        own = next(one for one in NDC.known(other.picture("us")).view.own if one.id == "U-I1")
        assert of[mode.capitalize()] == f"{own.attack}/{own.defence}, {own.allowance} MP"


def test_after_a_fight_it_is_said_that_what_could_have_been_done_before_cannot_be_now():
    """Else half of a unit's hexes are dark, and nobody says why."""
    picture = position("us U-I1 at 1204", "su S-I1 at 1304").picture("us")
    said = {}
    for segment in (1, 2):
        picture.segment = segment
        said[segment] = plain_text(WORDS.ask(NDC.known(picture), ("move",), "Movement Segment"))
    assert "NDC-MOV-06" in said[2] and said[2] != said[1] and "NDC-MOV-06" not in said[1]


def test_the_night_is_said_once():
    said = {}
    for weather in (("night",), ("night", "fog"), ()):
        picture = position("us U-I1 at 1204", "su S-I1 at 1304").picture("us")
        picture.time_of_day, picture.weather = "Night", weather
        said[weather] = [f"{fact.label} {plain_text(fact.value)}" for fact in WORDS.facts(NDC.known(picture), 1)][1:]
    assert said == {
        ("night",): ["Time Night"],
        ("night", "fog"): ["Time Night", "Weather Fog"],
        (): ["Time Night", "Weather Clear"],
    }


def test_the_page_says_why_air_points_cannot_be_used():
    """In rain the form has no field for them, and in fog none of the fire is theirs: the words beside it say so."""
    said = {}
    for weather in (("precipitation",), ("night", "fog"), ("night",), ()):
        picture = position("us U-DIV at 0508 deployed", "su S-I1 at 1304").picture("us")
        picture.weather, picture.account.air = weather, 4
        known = NDC.known(picture)
        said[weather] = next(plain_text(fact.value) for fact in WORDS.points(known) if fact.label == "Air points")
        help, value = plain_text(WORDS.help(known, "allot-intelligence")), said[weather]
        assert (value.partition(", which ")[2] or "Air points that you keep can bomb") in help
    assert said == {
        ("precipitation",): "4, which cannot go to intelligence and give no CSPs",
        ("night", "fog"): "4, which give no CSPs",
        ("night",): "4, which give 1 CSP for every 2",
        (): "4",
    }


def test_a_unit_that_is_gone_is_called_by_its_name_among_the_changes_of_the_map():
    before = position("us U-I1 at 1204", "us U-A1 at 1006").picture("us")
    after = duplicate(before)
    del after.own["U-I1"]
    past = History(
        game=NDC, scenario="kaltenbach", match_id="", seat="US", at=0, version=0, ended=False, stops=(), entries=(),
        logged=(), before=before, picture=after, turn_ended=0,
    )  # fmt: skip
    assert NDC.words.name(NDC.known(after), "U-I1") == "1st Mech Bn", "and wherever else it is spoken of"
    [said] = moment_page(past, "/seat/of-a-match").changes
    assert re.sub("<.*?>", "", said) == "1st Mech Bn is no longer on the map; it was in 1204."
