"""What the bot makes of small situations, as a view shows them: no service, no rules, only its own judgement."""

from __future__ import annotations

from typing import Any

import pytest

from service.bots.ndc import answers, fights, goals, modes, odds, staff
from service.bots.ndc.ground import Ground, distance
from service.bots.ndc.situation import Situation
from service.engine import hexes
from service.games.ndc.printed.facts import scenario_facts
from tests.shipped import KALTENBACH

JSON = dict[str, Any]


@pytest.fixture(scope="module")
def ground() -> Ground:
    return Ground(scenario_facts(KALTENBACH))


def unit(id: str, hex: str, mode: str = "attack", type: str = "infantry", **more: Any) -> JSON:
    """An own unit, such as a view shows it; an HQ has no attack."""
    side = "US" if id.startswith("U") else "Soviet"
    printed = {"HQ": (0, 3)}.get(type) or {
        ("US", "attack"): (9, 7), ("US", "dug-in"): (2, 13), ("US", "defend"): (5, 10), ("US", "march"): (0, 2),
        ("Soviet", "attack"): (10, 6), ("Soviet", "defend"): (5, 8), ("Soviet", "march"): (0, 2),
    }[side, mode]  # fmt: skip
    return {
        "id": id, "designation": id, "parent": f"{id[0]}-HQ", "type": type, "mode": mode, "zone": "single",
        "hexes": [hex], "to": 4, "to_max": 4, "fatigue": 0, "level": 0, "ew": 0, "attack": printed[0],
        "defence": printed[1], "allowance": 15, "spent": 0, "left": 15, "leadership": 1, "rating": 0,
        "in_command": True, "commander": False, "arrives": 1, "assets": [], "states": [], **more,
    }  # fmt: skip


def hq(id: str, hex: str, **more: Any) -> JSON:
    return unit(id, hex, "deployed", "HQ", rating=1, parent=f"{id[0]}-DIV", **more)


def contact(hex: str, **more: Any) -> JSON:
    return {
        "handle": f"c{hex}", "hexes": [hex], "known": True, "turn": 1, "age": 0, "type": None, "designation": None,
        "mode": None, "to": None, "zone": None, "track": [], "engaged": False, **more,
    }  # fmt: skip


def situation(ground: Ground, seat: str, own: list[JSON], contacts: list[JSON] | None = None, **more: Any) -> Situation:
    view = {
        "seat": seat, "enemy": "US" if seat == "Soviet" else "Soviet", "double_intelligence": None,
        "turn": 1, "turns": 6, "weather": [],
        "segment": 1, "own": own, "contacts": contacts or [], "planned": [], "question": None, "retreating": None,
        "standing": {"fire": 0}, "points": {"commander": None}, **more,
    }  # fmt: skip
    mine = set(ground.objectives) if seat == "US" else set()
    return Situation(view, ground, mine)


# ---- the map


def test_it_measures_the_map_as_the_rules_do(ground: Ground):
    grid = hexes.Grid(20, 16)
    assert {hex: set(near) for hex, near in ground.beside.items()} == {hex: set(grid.neighbours(hex)) for hex in grid}
    for there in ("0101", "1208", "2016"):
        assert all(distance(there, hex) == hexes.distance(there, hex) for hex in grid)


def test_it_goes_along_the_autobahn_and_armor_only_over_bridges(ground: Ground):
    assert ground.path("1808", "0508", 6) == ["1708", "1608", "1508", "1408", "1308", "1208"]
    assert ground.ways_to("0508")["0608"] == 2
    assert ground.step("1208", "1308") == 2 and ground.unbridged("1110", "1210")
    assert ground.step("1210", "1110", amphibious=False) is None
    assert not ground.may_attack("armor", "1210", "1110") and ground.may_attack("infantry", "1210", "1110")


# ---- intelligence


def allotments(ground: Ground, each: int = 1) -> list[JSON]:
    """What may be allotted of four air and four signal points that count so much each."""
    names = sorted(set(ground.sectors.values()))
    return [
        {
            "kind": "allot-intelligence",
            "fixed": {"air": air, "coverage": coverage},
            "fields": {
                "signal": {"domain": "range", "least": max(0, -(-coverage // each) - air), "most": 4},
                "sectors": {"domain": "several", "least": 0, "most": min(len(names), 2 * coverage), "values": names},
            },
        }
        for air in range(5)
        for coverage in range(each * (air + 4) + 1)
    ]


def test_it_searches_the_sectors_where_contact_is_likely(ground: Ground):
    at = situation(ground, "Soviet", [unit("S-1", "1808"), unit("S-2", "1804")], [contact("1208")])
    order = staff.allot(at, allotments(ground))
    assert order is not None and len(order["sectors"]) == 2 * order["coverage"]
    assert "C2" in order["sectors"] and "D2" in order["sectors"] and not {"A1", "A4"} & set(order["sectors"])
    assert order["air"] + order["signal"] - order["coverage"] in (1, 2, 4, 6), "no point is wasted on quality"
    assert order["air"] < 4 and order["signal"] < 4


def test_with_points_that_count_twice_it_finds_more_and_in_more_sectors(ground: Ground):
    plain = situation(ground, "Soviet", [unit("S-1", "1808"), unit("S-2", "1804")], [contact("1208")])
    doubled = Situation({**plain.view, "double_intelligence": "Soviet"}, ground, set())
    few, many = staff.allot(plain, allotments(ground)), staff.allot(doubled, allotments(ground, each=2))
    assert few is not None and many is not None and len(many["sectors"]) > len(few["sectors"])

    def quality(order: JSON, each: int) -> int:
        return int(each * (order["air"] + order["signal"]) - order["coverage"])

    assert quality(many, 2) > quality(few, 1)


def test_the_division_commander_goes_to_a_regiment_and_not_to_the_divisions_own_headquarters(ground: Ground):
    """More is to be fought under division, but from its headquarters they lead nobody."""
    under = [unit(f"S-{n}", "1308", parent="S-DIV") for n in range(3)]
    division = {**hq("S-DIV", "1508"), "parent": None}
    at = situation(ground, "Soviet", [*under, division, unit("S-9", "1408", parent="S-1R"), hq("S-1R", "1507")])
    offer = {"kind": "place-commander", "fields": {"unit": {"domain": "choice", "values": ["S-DIV", "S-1R", "S-9"]}}}
    assert staff.place_commander(at, [offer]) == {"kind": "place-commander", "unit": "S-1R"}


# ---- odds


def test_a_town_full_of_dug_in_infantry_is_a_bad_target_and_a_headquarters_a_good_one(ground: Ground):
    attackers = [unit("S-1", "1308"), hq("S-HQ", "1508")]
    town = situation(ground, "Soviet", attackers, [contact("1208", type="infantry", mode="dug-in", to=4)])
    staff_of_his = situation(ground, "Soviet", attackers, [contact("1208", type="HQ")])
    bad = odds.estimate(town, attackers[0], "1308", "1208")
    good = odds.estimate(staff_of_his, attackers[0], "1308", "1208")
    assert bad < 0 < good
    assert odds.worth(bad) < 0 < odds.worth(good)


def test_friends_fire_and_knowledge_make_an_attack_better_and_lost_command_worse(ground: Ground):
    near, far = hq("S-HQ", "1508"), hq("S-HQ", "2016")
    attacker = unit("S-1", "1308")
    enemy = [contact("1408", type="infantry", mode="attack")]
    at = situation(ground, "Soviet", [attacker, near], enemy)
    plain = odds.estimate(at, attacker, "1308", "1408")
    assert odds.estimate(at, attacker, "1308", "1408", friends=2) == plain + 4
    assert odds.estimate(at, attacker, "1308", "1408", csps=8) > plain + 3
    lost = situation(ground, "Soviet", [attacker, far], enemy)
    assert odds.estimate(lost, attacker, "1308", "1408") < plain - 7
    assert [odds.worth(diff) for diff in (-12, -5, 0, 8, 20)] == sorted(
        odds.worth(diff) for diff in (-12, -5, 0, 8, 20)
    )


@pytest.mark.parametrize("type", [None, "armor", "infantry", "recon", "HQ"])
@pytest.mark.parametrize("mode", [None, "march", "attack", "defend", "dug-in", "deployed"])
def test_it_reckons_with_whatever_the_enemy_reveals(ground: Ground, type: str | None, mode: str | None):
    """They may tell the mode without the type, or the T/O level alone."""
    attacker = unit("S-1", "1308")
    for to in (None, 1, 6):
        at = situation(ground, "Soviet", [attacker, hq("S-HQ", "1508")], [contact("1208", type=type, mode=mode, to=to)])
        assert -40 < odds.estimate(at, attacker, "1308", "1208") < 40
        assert modes.wanted_modes(at) is not None and goals.goals(at)


def declaring(unit: str, *targets: str, csps: int = 8) -> JSON:
    return {
        "kind": "declare-ground-combat",
        "fixed": {"unit": unit, "chemical": False},
        "fields": {
            "target": {"domain": "places", "places": list(targets)},
            "type": {"domain": "choice", "values": ["probe", "assault"]},
            "barrage": {"domain": "range", "least": 0, "most": csps},
            "persistent": {"domain": "choice", "values": [False]},
            "ew": {"domain": "range", "least": 0, "most": 3},
            "command": {"domain": "choice", "values": [False, True]},
        },
    }


def test_it_attacks_the_weaker_of_two_and_nothing_that_it_knows_nothing_of(ground: Ground):
    own = [unit("U-1", "1108", type="armor", mode="attack", attack=12), hq("U-HQ", "0908")]
    weak, strong = (
        contact("1208", type="infantry", mode="attack"),
        contact("1107", type="infantry", mode="dug-in", to=4),
    )
    at = situation(ground, "US", own, [weak, strong])
    order = fights.declare(at, [declaring("U-1", "1107", "1208", "1007")])
    assert order is not None and (order["target"], order["command"]) == ("1208", True) and order["barrage"] > 0
    assert fights.declare(situation(ground, "US", own), [declaring("U-1", "1107", "1208", "1007")]) is None


def test_a_worn_out_battalion_does_not_attack_a_strong_one(ground: Ground):
    own = [unit("U-1", "1108", attack=4, to=1, fatigue=3), hq("U-HQ", "0908")]
    at = situation(ground, "US", own, [contact("1208", type="infantry", mode="dug-in", to=4)])
    assert fights.declare(at, [declaring("U-1", "1208", csps=0)]) is None


# ---- modes and goals


def test_the_defender_digs_in_at_a_river_town_and_takes_attack_mode_for_a_promising_blow(ground: Ground):
    holder, striker = unit("U-1", "1208", "defend"), unit("U-2", "1009", "defend", type="armor", attack=6)
    quiet = situation(ground, "US", [holder, striker, hq("U-HQ", "0909")])
    assert modes.wanted_modes(quiet)["U-1"][0] == "dug-in"
    enemy = [contact("1110", type="infantry", mode="attack", to=2)]
    strike = situation(ground, "US", [holder, striker, hq("U-HQ", "0909")], enemy)
    assert modes.wanted_modes(strike)["U-2"] == ("attack",)


def test_the_attackers_battalions_do_not_all_go_to_one_objective(ground: Ground):
    own = [unit(f"S-{number}", hex) for number, hex in enumerate(("1803", "1804", "1808", "1809", "1811", "1812"))]
    assigned = goals.goals(situation(ground, "Soviet", own))
    assert len(assigned) == 6 and len(set(assigned.values())) >= 3


def test_each_defender_has_a_post_of_his_own_and_one_who_stands_at_his_stays(ground: Ground):
    own = [
        unit("U-1", "1204", "dug-in"),
        unit("U-2", "1208", "dug-in"),
        unit("U-3", "1113", "dug-in"),
        unit("U-4", "1006"),
    ]
    assigned = goals.goals(situation(ground, "US", own, [contact("1508")]))
    assert [assigned[f"U-{number}"] for number in (1, 2, 3)] == ["1204", "1208", "1113"]
    assert len(set(assigned.values())) == 4


def test_in_the_last_turns_a_defender_leaves_posts_that_nobody_can_come_to_and_takes_what_was_lost(ground: Ground):
    own, enemy = [unit("U-1", "1204", "dug-in"), unit("U-2", "0304", "dug-in")], [contact("1908")]
    late = {"turn": 6, "address": "game-turns/game-turn/second-player-turn/movement"}
    early, last = situation(ground, "US", own, enemy), situation(ground, "US", own, enemy, **late)
    last.mine -= {"1604"}
    assert goals.goals(early) == {"U-1": "1204", "U-2": "0304"}
    assert (early.enemy_turns, last.enemy_turns) == (6, 0)
    assert goals.goals(last)["U-1"] == "1604"
    assert goals.held(early, own[0]) and not goals.held(last, own[0])


def test_a_defender_doubts_that_he_holds_what_an_enemy_may_have_come_through(ground: Ground):
    passing = [contact("1504")]
    assert situation(ground, "US", [unit("U-1", "1204")], passing).doubted == {"1604"}
    assert not situation(ground, "US", [unit("U-1", "1604")], passing).doubted


def test_a_headquarters_follows_its_battalions_but_not_into_the_line(ground: Ground):
    staff_unit = hq("S-HQ", "1904")
    own = [staff_unit, unit("S-1", "1304"), unit("S-2", "1305")]
    at = situation(ground, "Soviet", own, [contact("1204", type="infantry")])
    places = {"S-1": "1304", "S-2": "1305", "S-HQ": "1904"}
    to = goals.hq_hex(at, staff_unit, places, {"1804": 2, "1704": 4, "1604": 6, "1504": 8, "1404": 10})
    assert to in ("1704", "1604", "1504")


# ---- answers


def asked(ground: Ground, kind: str, total: int, **more: Any) -> Situation:
    question = {
        "number": 1, "target": "1208", "origin": "1308", "type": kind, "attacker_ew": 0, "barrage": 3,
        "chemical": False, "persistent": False, "ew_attacks": 0, "superiority": 0, "total": total,
    }  # fmt: skip
    own = [unit("U-1", "1208", "dug-in"), hq("U-HQ", "0909")]
    return situation(ground, "US", own, [contact("1308", type="infantry")], question=question, **more)


DEFENDING: JSON = {
    "kind": "defend",
    "fixed": {"chemical": False},
    "fields": {
        "fire": {"domain": "range", "least": 0, "most": 8},
        "persistent": {"domain": "choice", "values": [False]},
        "ew": {"domain": "range", "least": 0, "most": 2},
        "command": {"domain": "choice", "values": [False, True]},
    },
}


def test_an_assault_meets_final_protective_fire_and_more_of_it_than_a_probe(ground: Ground):
    assault = answers.defend(asked(ground, "assault", 20), [DEFENDING])
    probe = answers.defend(asked(ground, "probe", 20), [DEFENDING])
    hopeless = answers.defend(asked(ground, "assault", 2), [DEFENDING])
    assert assault is not None and probe is not None and hopeless is not None
    assert assault["fire"] > probe["fire"] > hopeless["fire"] == 0
    assert assault["command"] and assault["ew"] == 2


def test_it_stands_fast_where_the_hex_is_worth_the_men(ground: Ground):
    offers = [
        {"kind": "stand-fast", "fixed": {}, "fields": {}},
        {"kind": "retreat", "fixed": {}, "fields": {"hex": {"domain": "places", "places": ["1108", "1107"]}}},
    ]
    due = {"unit": "U-1", "kind": "retreat", "hex": "1208", "hexes_left": 1, "away_from": "1308", "stand_fast": True}
    assert answers.retreat(asked(ground, "assault", 20, retreating=due), offers) == {"kind": "stand-fast"}
    far = {**due, "hexes_left": 3}
    assert answers.retreat(asked(ground, "assault", 20, retreating=far), offers)["kind"] == "retreat"  # type: ignore[index]


def test_it_retreats_away_from_the_enemy_into_good_ground(ground: Ground):
    due = {"unit": "U-1", "kind": "retreat", "hex": "1208", "hexes_left": 1, "away_from": "1308", "stand_fast": False}
    at = asked(ground, "assault", 20, retreating=due)
    offers = [{"kind": "retreat", "fixed": {}, "fields": {"hex": {"domain": "places", "places": ["1309", "1108"]}}}]
    assert answers.retreat(at, offers) == {"kind": "retreat", "hex": "1108"}


def test_it_lays_fire_on_the_enemys_way(ground: Ground):
    at = situation(ground, "US", [unit("U-1", "1208", "dug-in")], [contact("1508", type="armor")])
    offers = [
        {
            "kind": "interdict",
            "fixed": {},
            "fields": {
                "target": {"domain": "places", "places": ["1408", "1308", "1208", "0101"]},
                "csps": {"domain": "range", "least": 2, "most": 8},
            },
        }
    ]
    assert staff.a_fire(at, offers) == {"kind": "interdict", "target": "1408", "csps": 5}
    again = situation(ground, "US", [unit("U-1", "1208", "dug-in")], [contact("1508", type="armor")], segment=2)
    assert staff.a_fire(again, offers) is None
