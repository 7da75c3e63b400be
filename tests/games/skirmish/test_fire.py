"""Fire attacks: firepower, groups and leaders, mortars, what is added, and what the enemy is told (P7, P8)."""

from __future__ import annotations

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done, Refusal
from service.engine.sentences import OwnSpan, PlaceSpan, plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.reports import FireSuffered, FireTold, Lapsed, Reckoning
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.shells import LaySmoke
from tests.games.skirmish.table import Table, added, position
from tests.games.skirmish.test_flight import plain
from tests.shipped import SKIRMISH_TABLES as TABLES

NOTHING = {"P7 fire": [6, 5] * 20}


def open_ground(*bases: str, **given: object) -> Table:
    return position(*bases, **{"ground": plain(), "by_purpose": NOTHING} | given)  # type: ignore[arg-type]


def fire(table: Table, base: str, target: str = "G-SQ1", **more: object) -> Fire:
    return Fire(base=base, target=table.handle(target), **more)  # type: ignore[arg-type]


def reckoned(table: Table, order: Fire, side: str = "allied") -> Reckoning:
    table.order(side, order)
    found = table.told(side, FireTold)[-1].reckoning
    assert found is not None
    return found


# ---- firepower


@pytest.mark.parametrize(
    ("base", "hex", "firepower"),
    [
        ("squad", "1207", 4), ("squad", "1307", 4), ("squad", "1407", 2), ("squad low", "1307", 3),
        ("squad low", "1407", 1),
        ("assault_squad", "1007", 5), ("assault_squad", "1107", 2), ("mmg_team", "1607", 5), ("leader", "0907", 1),
        ("medium_tank heading 1", "1207", 4), ("assault_gun heading 1", "1207", 2), ("carrier heading 1", "1607", 3),
        ("hmg_team", "1607", 6), ("lmg_team", "1507", 3), ("lmg_team", "1607", 1), ("team", "1107", 2),
        ("team", "1207", 1), ("at_team", "0907", 1), ("crew", "1107", 1),
    ],
)  # fmt: skip
def test_firepower_halves_beyond_normal_range_and_low_ammunition_takes_one(base: str, hex: str, firepower: int):
    kind, *words = base.split()
    weapon = "machine guns" if kind in TABLES.bases.types else "small arms"
    table = open_ground(f"A-B {kind} at 0507 {' '.join(words)}", f"G-SQ1 squad at {hex} q9")
    assert reckoned(table, fire(table, "A-B", weapon=weapon)).firepower == firepower


@pytest.mark.parametrize("kind", ["medium_tank", "assault_gun", "at_gun_75"])
@pytest.mark.parametrize(("hex", "firepower"), [("1207", 6), ("1707", 6), ("1807", 3)])
def test_high_explosive_has_six_up_to_twelve_hexes_and_half_of_it_beyond(kind: str, hex: str, firepower: int):
    table = open_ground(
        f"A-B {kind} at 0507 heading 1", f"G-SQ1 squad at {hex} q9", f"A-SQ1 squad at {int(hex[:2]) - 3:02}09"
    )
    assert reckoned(table, fire(table, "A-B", weapon="high explosive")).firepower == firepower


@pytest.mark.parametrize(("base", "hex"), [("leader", "1007"), ("assault_squad", "1407"), ("squad out", "0907")])
def test_beyond_long_range_and_without_ammunition_there_is_no_fire(base: str, hex: str):
    kind, *words = base.split()
    table = open_ground(f"A-B {kind} at 0507 {' '.join(words)}", f"G-SQ1 squad at {hex} q9")
    refusal = table.refused("allied", "NO_SHOT" if not words else "NOT_ELIGIBLE", fire(table, "A-B"))
    assert refusal.rule == ("P8" if words else "P7")
    assert not table.options("allied", "fire")


def test_small_arms_run_low_then_out_and_rifles_of_a_jammed_crew_too():
    table = open_ground("A-SQ1 squad at 0507 low", "A-MMG mmg_team at 0505 jammed", "G-SQ1 squad at 0907 q9",
                        by_purpose={"P7 fire": [6, 6] * 2})  # fmt: skip
    table.order("allied", fire(table, "A-SQ1"), fire(table, "A-MMG", weapon="rifles"))
    assert table.base("A-SQ1").ammunition == "out"
    assert table.base("A-MMG").ammunition == "low" and table.base("A-MMG").broken_down


# ---- what is added


@pytest.mark.parametrize(
    ("target", "ground", "modifiers"),
    [
        ("1207", {}, {}),
        ("0607", {}, {"adjacent": -2}),
        ("0907", {"h0907": "stone_building"}, {"cover": 3}),
        ("0907", {"h0707": "orchard"}, {"hindrance": 1}),
        ("0907", {"h0707": "orchard", "h0807": "grain"}, {"hindrance": 2}),
    ],
)
def test_ground_and_range_are_added(target: str, ground: dict[str, str], modifiers: dict[str, int]):
    table = open_ground("A-SQ1 squad at 0507", f"G-SQ1 squad at {target} q9", "A-L1 leader at 0909",
                        ground=plain(**ground))  # fmt: skip
    assert added(reckoned(table, fire(table, "A-SQ1"))) == modifiers


def test_smoke_counts_on_the_line_and_in_either_hex():
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 0907 q9",
                        ground=plain() | {"smoke": {"0507": 1, "0707": 1, "0907": 2}})  # fmt: skip
    assert added(reckoned(table, fire(table, "A-SQ1"))) == {"smoke": 4}


def test_who_cowers_is_harder_to_hit_and_who_is_pinned_fires_worse():
    table = open_ground("A-SQ1 squad at 0507 pinned", "G-SQ1 squad at 0907 q9 cowered")
    assert added(reckoned(table, fire(table, "A-SQ1"))) == {"target cowered": 1, "pinned": 2}
    table = open_ground("A-SQ1 squad at 0507 cowered", "G-SQ1 squad at 0907")
    assert table.refused("allied", "NOT_ELIGIBLE", fire(table, "A-SQ1")).rule == "P5"


def test_a_mover_in_the_open_is_easier_to_hit_in_cover_only_if_he_runs():
    def shot(hex: str, terrain: str, pace: str, **more: str) -> dict[str, int]:
        table = open_ground("A-SQ1 squad at 0507 q9", "G-SQ1 squad at 0907", step="movement",
                            ground=plain(**{f"h{hex}": terrain}))  # fmt: skip
        table.order("allied", Move(base="A-SQ1", path=(hex,), pace=pace), Done())  # type: ignore[arg-type]
        return added(reckoned(table, fire(table, "G-SQ1", "A-SQ1"), "german"))

    assert shot("0407", "open", "normal") == {"target moving": -1}
    assert shot("0407", "open", "fast") == {"target moving fast": -2}
    assert shot("0407", "orchard", "normal") == {"cover": 1}
    assert shot("0407", "orchard", "fast") == {"cover": 1, "target moving fast": -2}


def test_what_is_only_suspected_is_fired_at_blindly_and_what_is_a_foxhole_helps_foot_alone():
    table = position("A-MMG mmg_team at 0807", "G-SQ1 squad at 1506 q9 suspected", by_purpose={"P7 fire": [1, 1]})
    table.order("allied", fire(table, "A-MMG"))
    [told] = table.told("allied", FireTold)
    assert told.reckoning is None and told.suppressions is None, "nobody is told these dice"
    [suffered] = table.told("german", FireSuffered)
    assert suffered.reckoning is None
    assert suffered.suppressions == 2, (
        "5 + 6 - 2, less the foxhole's 3, two orchards and 2 for a suspicion; one for luck"
    )


# ---- groups and leaders


def test_bases_in_a_chain_of_hexes_fire_as_one_with_the_worst_of_their_modifiers():
    table = open_ground("A-SQ1 squad at 0507", "A-MMG mmg_team at 0506", "A-SQ3 squad at 0605 pinned",
                        "A-SQ4 squad at 0903", "G-SQ1 squad at 1207 q9")  # fmt: skip
    table.refused("allied", "NO_SHOT", fire(table, "A-SQ1", with_=("A-SQ3",)))
    assert table.refused("allied", "NO_SHOT", fire(table, "A-SQ1", with_=("A-MMG", "A-SQ4"))).rule == "P7"
    table.refused("allied", "", fire(table, "A-SQ1", with_=("A-SQ1",)))
    [option] = [o for o in table.options("allied", "fire") if "A-SQ1" in o.subjects]
    assert option.fields["with_"].values == ("A-MMG",), "each has to adjoin the first for the page to offer it"  # type: ignore[union-attr]
    group = fire(table, "A-SQ1", with_=("A-MMG", "A-SQ3"))
    found = reckoned(table, group)
    assert (found.firepower, added(found)) == (4 + 5 + 4, {"pinned": 2})
    assert [table.base(id).shots for id in ("A-SQ1", "A-MMG", "A-SQ3")] == [1, 1, 1]
    assert len(table.rolls("P7 fire")) == 1
    table.refused("allied", "ROF_SPENT", fire(table, "A-MMG", with_=("A-SQ1",)))


def test_a_leader_in_the_hex_directs_once_in_a_player_turn():
    table = open_ground("A-SQ1 squad at 0507", "A-SQ2 squad at 0505", "A-L1 leader at 0507 rating -1",
                        "A-L2 leader at 0505 rating 1", "A-L3 leader at 0507 broken",
                        "G-SQ1 squad at 0907 q9")  # fmt: skip
    assert table.refused("allied", "OUT_OF_COMMAND", fire(table, "A-SQ1", leader="A-L2")).rule == "P6"
    table.refused("allied", "OUT_OF_COMMAND", fire(table, "A-SQ1", leader="A-L3"))
    table.refused("allied", "OUT_OF_COMMAND", fire(table, "A-SQ1", leader="A-SQ2"))
    assert added(reckoned(table, fire(table, "A-SQ2", leader="A-L2"))) == {"leader": 1}
    assert added(reckoned(table, fire(table, "A-SQ1", leader="A-L1"))) == {"leader": -1}
    table.refused("allied", "LEADER_SPENT", fire(table, "A-L1", leader="A-L1"))
    assert table.base("A-L1").directed and table.believes("A-L1").directed


def test_everybody_in_the_hex_is_attacked_and_single_men_share_the_throw_beside_them():
    table = open_ground("A-MMG mmg_team at 0507", "G-SQ1 squad at 0907 q9", "G-L1 leader at 0907 q9",
                        by_purpose={"P7 fire": [2, 3], "P5": [1, 2] * 2})  # fmt: skip
    table.order("allied", fire(table, "A-MMG"))
    assert [(told.base, told.suppressions) for told in table.told("german", FireSuffered)] == [
        ("G-SQ1", 3),
        ("G-L1", 3),
    ]


@pytest.mark.parametrize(("first", "other"), [("A-SQ1", "A-SQ2"), ("A-SQ2", "A-SQ1")])
def test_whoever_is_struck_by_a_group_is_not_told_who_of_it_was_named_first(first: str, other: str):
    table = open_ground("A-SQ1 squad at 0507", "A-SQ2 squad at 0506", "G-SQ1 squad at 0907 q9",
                        by_purpose={"P7 fire": [2, 3], "P5": [1, 2]})  # fmt: skip
    table.order("allied", fire(table, first, with_=(other,)))
    [told] = table.told("german", FireSuffered)
    assert told.shooters == tuple(sorted(table.picture("german").contacts)), "by handle, and they are two"
    assert len(told.shooters) == 2


@pytest.mark.parametrize(("die", "struck"), [(1, [("G-L1", 3), ("G-L2", 0)]), (2, [("G-L2", 3), ("G-L1", 0)])])
def test_which_of_two_who_look_alike_is_struck_first_a_hidden_die_says(die: int, struck: list[tuple[str, int]]):
    """By their ids whoever fires, and sees the dice fall one by one, could tell which leader is the better."""
    table = open_ground("A-MMG mmg_team at 0507", "G-L1 leader at 0907 q9", "G-L2 leader at 0907 q9",
                        by_purpose={"P27": [die], "P7 fire": [2, 3, 6, 5], "P5": [1, 2]})  # fmt: skip
    table.order("allied", fire(table, "A-MMG", "G-L1"))
    assert [(told.base, told.suppressions) for told in table.told("german", FireSuffered)] == struck
    [hidden] = table.rolls("P27")
    assert not hidden.public and hidden.purpose == "P27 turn of german at 0907"


# ---- mortars


def test_a_mortar_needs_an_eye_near_it_but_no_line_and_a_least_range():
    """The rise hides the target from it; the squad within three hexes sees it, one further off does not help."""
    walled = plain(h0607="stone_building", h0608="stone_building", h0606="stone_building")
    for hex, able in (("0507", False), ("0707", True), ("0807", False)):
        table = open_ground("A-MTR light_mortar_team at 0407", f"A-SQ1 squad at {hex}", "G-SQ1 squad at 1207 q9",
                            ground=walled)  # fmt: skip
        if able:
            assert reckoned(table, fire(table, "A-MTR")).firepower == 4
        elif hex == "0807":
            assert table.refused("allied", "NO_SHOT", fire(table, "A-MTR")).rule == "P9"
    blind = open_ground("A-MTR light_mortar_team at 0407", "A-SQ1 squad at 0707 broken", "A-SQ2 squad at 0909",
                        "G-SQ1 squad at 1207 q9", ground=walled)  # fmt: skip
    blind.refused("allied", "NO_SHOT", fire(blind, "A-MTR"))
    near = open_ground("A-MTR light_mortar_team at 0407", "G-SQ1 squad at 0607 q9", "G-SQ2 squad at 0707 q9")
    near.refused("allied", "NO_SHOT", fire(near, "A-MTR"))
    near.order("allied", fire(near, "A-MTR", "G-SQ2"))


def test_bombs_burst_in_the_trees():
    table = open_ground("A-MTR light_mortar_team at 0507", "A-SQ1 squad at 0708", "G-SQ1 squad at 0907 q9",
                        ground=plain(h0907="woods"))  # fmt: skip
    assert added(reckoned(table, fire(table, "A-MTR"))) == {"air burst": -1}
    assert added(reckoned(table, fire(table, "A-SQ1"))) == {"cover": 2}


def test_smoke_shells_go_where_an_eye_near_the_mortar_sees():
    walled = plain(h0607="stone_building", h0608="stone_building", h0606="stone_building")
    table = open_ground("A-MTR light_mortar_team at 0407 smoke 2", "G-SQ1 squad at 1207", ground=walled)
    table.refused("allied", "NO_SHOT", LaySmoke(base="A-MTR", hex="1107"))
    table.refused("allied", "", LaySmoke(base="A-MTR", hex="9999"))
    seen = open_ground("A-MTR light_mortar_team at 0407 smoke 2", "A-SQ1 squad at 0707", "G-SQ1 squad at 1207",
                       ground=walled)  # fmt: skip
    seen.order("allied", LaySmoke(base="A-MTR", hex="1107"), LaySmoke(base="A-MTR", hex="1007"))
    assert seen.truth.ground.smoke == {"1007": 2, "1107": 2} and seen.base("A-MTR").smoke_rounds == 0
    assert seen.believes("A-MTR").smoke_rounds == 0


# ---- what the enemy is told (P24, P27)


def test_who_is_shot_at_is_told_neither_ammunition_nor_ratings():
    """Both see the dice; the firepower and the leader's rating are the shooter's alone."""
    table = open_ground("A-SQ1 squad at 0507 low", "A-L1 leader at 0507 rating -1", "G-SQ1 squad at 0907 q9",
                        ground=plain(h0907="orchard"))  # fmt: skip
    own = reckoned(table, fire(table, "A-SQ1", leader="A-L1"))
    assert own.firepower == 3 and added(own) == {"cover": 1, "leader": -1}
    [suffered] = table.told("german", FireSuffered)
    assert suffered.reckoning is not None and suffered.reckoning.firepower is None
    assert suffered.reckoning.faces == own.faces == (6, 5) and added(suffered.reckoning) == {"cover": 1}
    assert "irepower" not in plain_text(SKIRMISH.words.prose(suffered)) and "leader" not in plain_text(
        SKIRMISH.words.prose(suffered)
    )
    assert "Firepower 3" in plain_text(SKIRMISH.words.prose(table.told("allied", FireTold)[-1]))


def test_an_order_that_events_have_overtaken_lapses():
    """On one sheet: the first shot jams the gun, so that the second comes to nothing."""
    table = open_ground("A-MMG mmg_team at 0507", "G-SQ1 squad at 0907 q9", by_purpose={"P7 fire": [6, 6]})
    table.order("allied", fire(table, "A-MMG"), fire(table, "A-MMG"))
    assert [lapsed.order for lapsed in table.told("allied", Lapsed)] == ["fire"] and len(table.rolls("P7")) == 1
    gun = open_ground("A-ATG at_gun_75 at 0507 heading 1", "G-SG1 assault_gun at 1207 heading 4",
                      by_purpose={"P13 shot": [6, 6]})  # fmt: skip
    shot = Shoot(base="A-ATG", target=gun.handle("G-SG1"))
    gun.order("allied", shot, shot)
    assert gun.base("A-ATG").broken_down and len(gun.rolls("P13")) == 1
    assert [lapsed.order for lapsed in gun.told("allied", Lapsed)] == ["shoot"]


def test_nobody_knows_of_an_enemy_who_is_not_on_his_map():
    table = open_ground("A-SQ1 squad at 0507", "G-SQ1 squad at 0907")
    refusal = table.refused("allied", "", Fire(base="A-SQ1", target="99"))
    assert refusal.reason == "You know of no enemy '99'."
    assert table.refused("allied", "", Fire(base="G-SQ1", target="1")).reason == "You have no base 'G-SQ1'."


def test_a_refusal_knows_its_bases_and_places_for_what_they_are():
    picture = open_ground("A-SQ1 squad at 0507", "A-LDR leader", "G-SQ1 squad at 0907").truth.pictures["allied"]
    with pytest.raises(Refusal) as far:
        Advance(base="A-SQ1", hex=Hex("0907")).check(picture)
    assert PlaceSpan(Hex("0907")) in far.value.said
    assert far.value.reason == "An advance is one hex, and 0907 is 4 away."
    with pytest.raises(Refusal) as away:
        Advance(base="A-LDR", hex=Hex("0907")).check(picture)
    name = picture.own["A-LDR"].name
    assert OwnSpan("A-LDR", name) in away.value.said
    assert away.value.reason == f"{name} is not on the map."
