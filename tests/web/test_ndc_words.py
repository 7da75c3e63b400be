"""The words of NATO Division Commander's page, from a seat's view alone."""

from __future__ import annotations

from service.engine.orders import Done
from service.games.ndc.declare import DeclareGroundCombat
from service.games.ndc.rules import RULES
from tests.games.ndc.fighting import attack, battle
from tests.positions import position
from web.games import dress

WORDS = dress("ndc")


def test_an_attack_on_a_hex_where_nobody_stands_is_said_and_no_fire_is_offered():
    [held] = attack(battle()).options("us", "defend")
    table = battle()
    table.order("su", DeclareGroundCombat(unit="S-A1", target="0803", type="probe"), Done())
    [empty] = table.options("us", "defend")
    assert empty.fields["fire"].most == 0 < held.fields["fire"].most  # type: ignore[union-attr]
    view = RULES.view(table.picture("us"))
    assert "0803, where no unit of yours stands" in WORDS.ask(view, ("defend",), "Defence")


def test_the_night_is_said_once():
    said = {}
    for weather in (("night",), ("night", "fog"), ()):
        picture = position("us U-I1 at 1204", "su S-I1 at 1304").picture("us")
        picture.time_of_day, picture.weather = "Night", weather
        said[weather] = [f"{fact.label} {fact.value}" for fact in WORDS.facts(RULES.view(picture), 1)][1:]
    assert said == {
        ("night",): ["Time Night"],
        ("night", "fog"): ["Time Night", "Weather Fog"],
        (): ["Time Night", "Weather Clear"],
    }
