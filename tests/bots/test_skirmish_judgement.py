"""What the bot makes of small situations, as a view shows them: no service, no rules, only its own judgement."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from service.bots.skirmish import fires, moves
from service.bots.skirmish.figures import suppressions
from service.bots.skirmish.ground import Ground, distance
from service.bots.skirmish.situation import Situation
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.field import Field
from service.games.skirmish.printed.sight import sight
from service.games.skirmish.sections.plans import expected
from tests.shipped import MOULIN_BASSET as GIVEN

JSON = dict[str, Any]
FARM = "1308"


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(scenario_facts(GIVEN))


def base(id: str, hex: str, kind: str = "squad", **more: Any) -> JSON:
    """An own base, such as a view shows it."""
    return {
        "id": id, "side": "allied" if id[0] == "A" else "german", "hex": hex, "kind": kind, "morale": "good",
        "quality": 4, "rating": 0, "pinned": False, "cowered": False, "moved": False, "fired": "none", "shots": 0,
        **more,
    }  # fmt: skip


def contact(handle: str, hex: str, kind: str | None = None, **more: Any) -> JSON:
    """An enemy in sight: of a kind, or only suspected."""
    shows = {"kind": kind, "type": None, "morale": "good", "pinned": False, "cowered": False, "moving": False,
             "crewed": True, **more} if kind else None  # fmt: skip
    return {"handle": handle, "hex": hex, "level": 2 if kind else 1, "turn": 1, "in_sight": True, "shows": shows}


def at(
    ground: Ground, own: list[JSON], contacts: list[JSON], turn: int = 1, smoke: dict[str, int] | None = None
) -> Situation:
    view = {
        "seat": "allied" if own[0]["id"][0] == "A" else "german", "turn": turn, "own": own, "contacts": contacts,
        "film": None, "foxholes": [], "ground": {"smoke": smoke or {}, "wrecks": [], "changed": {}},
    }  # fmt: skip
    held = set() if view["seat"] == "allied" else set(ground.objectives)
    return Situation(view, ground, held, Counter())


def fire_at(handle: str, base: str, *others: str) -> JSON:
    fields = {"with_": {"values": list(others)}} if others else {}
    return {"kind": "fire", "fixed": {"base": base, "target": handle, "weapon": "small arms"}, "fields": fields}


# ---- what it knows by heart


def test_it_sees_what_the_rules_let_it_see(ground: Ground):
    """Lines of sight over the whole map, hindrances included; smoke closes them."""
    given = GIVEN
    field = Field(weather=given.weather)
    ground.lies_now({}, ())
    some = list(given.sheet)
    for a, b in zip(some, some[53:] + some[:53], strict=True):
        for c in (b, some[0], FARM):
            if a != c:
                line = sight(given, field, a, c)
                assert ground.sight(a, c) == (line.hindrances if line.open else None), (a, c)
    ground.lies_now({"smoke": {"1007": 2}}, ())
    assert ground.sight("0107", "1307") is None
    assert all(sorted(ground.beside(hex)) == sorted(given.sheet.neighbours(hex)) for hex in some)


@pytest.mark.parametrize(("firepower", "modifier"), [(4, 0), (6, 3), (12, 5), (1, 2)])
def test_it_reckons_fire_as_the_rules_do(firepower: int, modifier: int):
    assert suppressions(firepower, modifier) == pytest.approx(float(expected(GIVEN.tables.fire, firepower, modifier)))


# ---- fire


def test_weak_fires_at_a_stone_house_are_joined(ground: Ground):
    """One squad does next to nothing to those in the farm; three that fire together do."""
    squads = [base(f"A-SQ{n}", hex) for n, hex in enumerate(("1205", "1105", "1206"), 1)]
    here = at(ground, squads, [contact("1", FARM)])
    offers = [fire_at("1", a["id"], *(b["id"] for b in squads if b is not a)) for a in squads]
    order = next(fires.best_fire(here, offers, "closing-fire"))
    assert sorted([order["base"], *order["with_"]]) == ["A-SQ1", "A-SQ2", "A-SQ3"]


def test_nobody_wastes_rifle_fire_on_armour(ground: Ground):
    here = at(ground, [base("A-SQ1", "0608")], [contact("1", "0808", "vehicle")])
    assert not list(fires.best_fire(here, [fire_at("1", "A-SQ1")], "closing-fire"))


def test_the_interest_in_a_suspicion_that_nothing_comes_of_wears_off(ground: Ground):
    here = at(ground, [base("A-MMG", "0612", "mmg_team")], [contact("1", "1110"), contact("2", "1210", "squad")])
    before = here.importance(here.contacts["1"])
    here.blind["1110"] = 5
    assert here.importance(here.contacts["1"]) < before / 2
    assert here.importance(here.contacts["2"]) == here.importance(contact("2", "1210", "squad"))


def test_smoke_goes_between_the_machine_gun_and_those_who_have_to_cross(ground: Ground):
    squads = [base(f"A-{hex}", hex) for hex in ("0604", "0605", "0704")]
    own = [base("A-MTR", "0612", "light_mortar_team"), *squads]
    here = at(ground, own, [contact("1", FARM, "hmg_team")], turn=7)
    offer = {"kind": "lay-smoke", "fixed": {"base": "A-MTR"}, "fields": {"hex": {"places": list(ground.beside(FARM))}}}
    order = fires.smoke(here, [offer])
    assert order is not None
    then = at(ground, own, here.view["contacts"], turn=7, smoke={order["hex"]: 2})
    assert sum(then.ground.sight(FARM, squad["hex"]) is None for squad in squads) >= 2


def test_shells_fall_on_the_enemy_and_not_near_own_men(ground: Ground):
    here = at(ground, [base("A-SQ1", "1207")], [contact("1", FARM, "hmg_team"), contact("2", "1106", "squad")])
    assert fires.strike_at(here, [FARM, "1106"], must=False) is None
    far = at(ground, [base("A-SQ1", "0708")], [contact("1", FARM, "hmg_team"), contact("2", "1106", "squad")])
    assert fires.strike_at(far, [FARM, "1106"], must=False) == FARM


# ---- moves


def test_the_way_to_the_farm_goes_round_the_machine_guns_field_of_fire(ground: Ground):
    """Across the open before the house it is dangerous; without the gun, the straight way is the best."""
    squad = base("A-SQ1", "0807")
    safe, covered = at(ground, [squad], []), at(ground, [squad], [contact("1", FARM, "hmg_team")])
    assert safe.way_to(FARM)["0807"] <= distance("0807", FARM) + 2
    assert covered.way_to(FARM)["0807"] > safe.way_to(FARM)["0807"] + 2


def test_those_in_the_farm_stay_in_it(ground: Ground):
    gun = base("G-HMG", FARM, "hmg_team")
    here = at(ground, [gun], [contact("1", "1106", "squad")])
    ways = [{"place": hex, "path": [hex], "cost": 1} for hex in ground.beside(FARM)]
    assert moves.best_way(here, gun, ways) is None


def test_a_tank_keeps_out_of_sight_of_a_gun(ground: Ground):
    tank = base("A-TK1", "0107", "vehicle")
    here = at(ground, [tank], [contact("1", "1506", "gun")])
    assert moves.value(here, tank, "0907") < moves.value(here, tank, "0609")


def test_nobody_goes_in_with_the_bayonet_at_steady_men_for_nothing_but_at_broken_ones_gladly(ground: Ground):
    squad = base("A-SQ1", "1107")
    steady = at(ground, [squad], [contact("1", "1206", "squad")])
    broken = at(ground, [squad], [contact("1", "1206", "squad", morale="broken")])
    assert moves.advance_worth(steady, squad, "1206") < 0.4 < moves.advance_worth(broken, squad, "1206")
    farm = at(ground, [base("A-SQ1", "1208")], [contact("1", FARM, "squad", pinned=True)])
    assert moves.advance_worth(farm, farm.own["A-SQ1"], FARM) > 0.4, "the farm is worth even odds"
