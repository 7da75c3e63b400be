"""E2 and F2, F1, F7 and G: what comes and is declared, the breakout, and the end (KOR-SRR to KOR-END)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from service.engine.hexes import Hex
from service.engine.orders import Done
from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Attack, Contact
from service.games.korsun.known.reports import (
    BreakoutTried,
    CombatFought,
    Declared,
    EnemySeen,
    GameEnded,
    PatrolReported,
    SupportDeclared,
)
from service.games.korsun.known.score import Scorebook
from service.games.korsun.printed.reading import Side
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.breakout import BreakOut
from service.games.korsun.sections.conversions import (
    ConvertAlarm,
    ConvertArtillery,
    ConvertCadre,
    ConvertKorsun,
    ConvertMarker,
)
from service.games.korsun.sections.declarations import (
    AbandonAirfield,
    ActivateKorsun,
    DeclareBreakout,
    DeclareWanda,
    IsolateKorps,
)
from service.games.korsun.sections.engineering import BuildBridge
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.replacements import Replace
from service.games.korsun.sections.support import PaySupply
from service.games.korsun.truth.state import ContactsNoted
from service.store.codec import Codec
from tests.games.korsun.table import Table, opened, position

POINTS: dict[Side, dict[str, int]] = {"Soviet": {"places": 24, "armor": 8}, "German": {"pocket": 12}}

SUPPLIED = ("marker 27A at 0409 sp 4", "marker XI at 1607 sp 4", "marker XXXXII at 0907 sp 4")


def at(heading: str, *things: str, scenario: str = "korsun-intro", turn: int = 9, **entries: Any) -> Table:
    return position(*things, heading=heading, scenario=scenario, turn=turn, **entries)


def with_points(scenario: str = "korsun-intro", **points: int) -> Any:
    """The stores of a scenario, with so many replacement points on these tracks."""
    stores = opened(scenario).stores
    for side in stores.values():
        side.points = {track: points.get(f"_{track}", 0) for track in side.points}
    return stores


def declaring(*things: str, **entries: Any) -> Table:
    """The German declaration segment, after the patrols have reported."""
    return at("F events", *things, **entries).done("ge")


# ---- replacements


@pytest.mark.rule("KOR-SRR-01", "KOR-SRR-02")
def test_points_come_onto_the_fronts_tracks_before_reinforcements():
    table = at("E replacements", "42 at 0409 lost 1", "DG112 at 0705", *SUPPLIED, stores=with_points(_1UF=1))
    assert table.truth.stores["Soviet"].points == {"1UF": 3, "2UF": 1}
    table.done("so")
    assert table.refused("so", Replace(unit="42")).rule == "KOR-SRR-03"


@pytest.mark.rule("KOR-SRR-03")
def test_a_fronts_points_give_its_units_steps_and_keep():
    things = ("42 at 0409 lost 1", "204 at 0408 lost 1", "21 at 0610 lost 1", "DG112 at 0711", *SUPPLIED)
    table = at("E replacements", *things, turn=8, stores=with_points(_1UF=2))
    for unit in ("204", "21"):  # of another Front, and in an enemy zone of control
        assert table.refused("so", Replace(unit=unit)).rule == "KOR-SRR-03"
    table.order("so", Replace(unit="42"))
    assert (table.unit("42").lost, table.truth.stores["Soviet"].points["1UF"]) == (0, 1)
    table.done_until("b-movement-segment")
    assert table.truth.stores["Soviet"].points["1UF"] == 1


@pytest.mark.rule("KOR-SRR-04", "KOR-SRR-05")
@pytest.mark.parametrize(("turn", "box"), [(8, "coming"), (9, "staged")])
def test_who_is_scheduled_is_staged_beside_its_entry_hex(turn: int, box: str):
    stores = with_points()
    table = at("E replacements", "9MB", "42 at 0409", "DG112 at 0705", turn=turn, stores=stores)
    table.truth.units["9MB"].box = table.picture("so").own["9MB"].box = "coming"
    table.done_until("b-movement-segment")
    assert (table.unit("9MB").box, table.unit("9MB").hex) == (box, None)


@pytest.mark.rule("KOR-GRR-01", "KOR-GRR-02", "KOR-GRR-03")
def test_a_korps_points_give_its_units_steps():
    things = ("R105 at 1508 lost 1", "AL1 at 1507", "42 at 0110", *SUPPLIED)
    table = at("F replacements", *things, stores=with_points(_XI=1))
    assert table.truth.stores["German"].points == {"XXXXII": 0, "XI": 1, "XXXXVII": 1, "III": 0}
    table.order("ge", Replace(unit="R105"))
    assert table.unit("R105").lost == 0 and table.truth.stores["German"].points["XI"] == 0
    other = at("F replacements", *things, stores=with_points(_XXXXII=3))
    assert other.refused("ge", Replace(unit="R105")).rule == "KOR-SRR-03"
    assert other.done("ge").refused("ge", ConvertAlarm(unit="AL1", user="R105")).rule == "KOR-GRR-05"


@pytest.mark.rule("KOR-GRR-04", "KOR-GRR-05", "KOR-GRR-06")
def test_artillery_alarm_units_and_cadres_are_given_up_for_points():
    stores = with_points()
    stores["German"].cadres["XXXXII"] = ["DG332"]
    things = ("ART172 at 1607", "AL1 at 0906", "R245 at 0907 lost 1", "42 at 0110", *SUPPLIED)
    table = at("F replacements", *things, turn=8, stores=stores)
    table.order("ge", ConvertArtillery(unit="ART172"), ConvertCadre(command="XXXXII"))
    table.order("ge", ConvertAlarm(unit="AL1", user="R245"))
    assert table.truth.stores["German"].points == {"XXXXII": 2, "XI": 1, "XXXXVII": 0, "III": 0}
    assert table.truth.stores["German"].cadres["XXXXII"] == []
    assert not {"ART172", "AL1"} & table.truth.units.keys() and not any(table.truth.lost["German"].values())
    soviet = at("E replacements", "ART480 at 0409", "DG112 at 0705", turn=8, stores=with_points())
    assert soviet.refused("so", ConvertArtillery(unit="ART480")).rule == "KOR-GRR-04"


@pytest.mark.rule("KOR-GRR-04", "KOR-GRR-05")
def test_rockets_pieces_in_a_zone_and_alarm_units_that_nobody_near_can_use_are_not_given_up():
    things = ("WERF54 at 0907", "ART172 at 1607", "1245 at 1708", "AL1 at 0906", "R245 at 0809 lost 1", "DG112 at 0907",
              "42 at 0110", *SUPPLIED)  # fmt: skip
    table = at("F replacements", *things, turn=8, stores=with_points())
    assert table.refused("ge", ConvertArtillery(unit="WERF54")).reason == "WERF54 is not an artillery unit."
    assert table.refused("ge", ConvertArtillery(unit="ART172")).reason == "ART172 stands in an enemy zone of control."
    far = table.refused("ge", ConvertAlarm(unit="AL1", user="R245"))
    assert far.reason == "R245 stands neither with it nor next to it."
    assert table.refused("ge", ConvertAlarm(unit="AL1", user="DG112")).reason == "DG112 is at full strength."


@pytest.mark.rule("KOR-GRR-07")
def test_the_marker_of_an_isolated_korps_is_given_up_for_a_point():
    table = at("F replacements", "R105 at 1508", "42 at 0110", "marker XI at 1607", "marker XXXXII at 0907", turn=8,
               isolated=["XI"], stores=with_points())  # fmt: skip
    assert table.refused("ge", ConvertMarker(command="XXXXII")).rule == "KOR-GRR-07"
    table.order("ge", ConvertMarker(command="XI"))
    assert table.truth.sdms["XI"].gone and table.truth.stores["German"].points["XI"] == 1
    assert not any(table.truth.lost["German"].values())


@pytest.mark.rule("KOR-GRR-08", "KOR-GEV-07")
def test_the_korsun_conversion_follows_the_declaration_in_the_same_game_turn():
    things = ("R105 at 1008", "42 at 0811", "marker KORSUN at 1206 sp 4")
    table = declaring(*things, scenario="korsun-first", turn=17)
    table.order("ge", AbandonAirfield(), Done())
    assert table.truth.public.airfield == "abandoned" and table.told("so", Declared)[0].what == "airfield-abandoned"
    table.order("ge", ConvertKorsun())
    assert table.truth.stores["German"].points["XI"] == 2 and not any(table.truth.lost["German"].values())
    assert table.refused("ge", ConvertKorsun()).rule == "KOR-GRR-08"
    without = declaring(*things, scenario="korsun-first", turn=17).done("ge")
    assert without.refused("ge", ConvertKorsun()).rule == "KOR-GRR-08"


@pytest.mark.rule("KOR-GRR-09")
def test_german_reinforcements_are_staged_at_their_entry_hex():
    table = at("F replacements", "16PZ", "64PG", "R105 at 1508", "42 at 0110", stores=with_points())
    for unit in ("16PZ", "64PG"):
        table.truth.units[unit].box = table.picture("ge").own[unit].box = "coming"
    table.done_until("b-movement-segment")
    assert [(table.unit(unit).box, table.unit(unit).hex) for unit in ("16PZ", "64PG")] == [("staged", None)] * 2


# ---- declarations


@pytest.mark.rule("KOR-GEV-03", "KOR-GEV-04")
def test_the_airfield_is_activated_where_the_patrols_report_every_road_cut():
    cut = ("R105 at 1206", "42 at 0808", "21 at 1407", "86 at 1310", "1127 at 1611", "1129 at 0605")
    table = declaring(*cut)
    assert table.told("ge", PatrolReported)[0].patrol.airfield_road is False and not table.told("so", PatrolReported)
    table.order("ge", ActivateKorsun(), Done())
    assert table.truth.public.airfield == "active" and table.truth.sdms["KORSUN"].hex == "1206"
    assert table.refused("ge", AbandonAirfield()).rule == "KOR-GEV-07"
    open_road = declaring("R105 at 1206", "42 at 0110")
    assert open_road.refused("ge", ActivateKorsun()).rule == "KOR-GEV-04"


@pytest.mark.rule("KOR-GEV-05")
def test_a_korps_is_declared_isolated_whose_marker_was_cut_off():
    things = ("R105 at 1508", "42 at 0110", "marker XI at 1607 sp 2 cut", "marker III at 0816", "marker KORSUN at 1206")
    table = declaring(*things, airfield="active")
    assert table.refused("ge", IsolateKorps(command="III")).rule == "KOR-GEV-05"
    table.order("ge", IsolateKorps(command="XI"))
    assert table.truth.public.isolated == ["XI"] and table.truth.sdms["KORSUN"].sp == 2
    assert table.picture("so").public.isolated == ["XI"]
    assert table.refused("ge", IsolateKorps(command="XI")).rule == "KOR-GEV-05"
    idle = declaring(*things, airfield="inactive").refused("ge", IsolateKorps(command="XI"))
    assert (idle.rule, idle.reason) == ("KOR-GEV-05", "The Korsun airfield is not active.")


@pytest.mark.rule("KOR-GEV-05")
def test_the_units_of_a_korps_declared_isolated_draw_on_the_korsun_marker_from_the_next_stage_c():
    """Its own marker's points go there at once; until Stage C its units have none, and nobody else pays for them."""
    things = ("R105 at 1407", "42 at 1507", "marker XI at 1607 sp 2 cut", "marker KORSUN at 1206 sp 3")
    table = declaring(*things, airfield="active").order("ge", IsolateKorps(command="XI"))
    assert table.picture("ge").public == table.truth.public and table.truth.sdms["KORSUN"].sp == 5
    table.done_until("a-combat-declaration-segment")
    table.order("ge", DeclareAttack(hex="1507", units=("R105",), planned=True), Done())
    table.done_until("the-defender-s-supported-commands")
    assert table.truth.present.supported == {} and table.truth.sdms["KORSUN"].sp == 5
    later = declaring(*things, airfield="active").order("ge", IsolateKorps(command="XI"))
    later.done_until("5-artillery-resupply-phase")
    assert (later.unit("R105").supply, later.truth.turn) == ("in", 10)
    later.done_until("a-combat-declaration-segment")
    later.order("so", DeclareAttack(hex="1407", units=("42",)), Done())
    later.done_until("the-defender-s-supported-commands").order("ge", PaySupply(commands=("XI",)))
    assert later.truth.present.supported == {"German": ["XI"]} and later.truth.sdms["KORSUN"].sp == 4


@pytest.mark.rule("KOR-GEV-06")
@pytest.mark.parametrize("turn", [9, 10])
def test_operation_wanda_is_declared_from_game_turn_10_on(turn: int):
    table = declaring("R105 at 1508", "42 at 0110", turn=turn)
    if turn < 10:
        assert table.refused("ge", DeclareWanda()).rule == "KOR-GEV-06"
    else:
        assert table.order("ge", DeclareWanda()).truth.public.wanda_air == 2


@pytest.mark.rule("KOR-GEV-08", "KOR-GBO-01")
def test_a_declared_breakout_opens_its_phase_in_that_game_turn_alone():
    table = declaring("R105 at 1008", "42 at 0811", scenario="korsun-first", turn=17)
    table.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    assert table.truth.turn == 17
    table.done("ge")
    table.done_until("b-german-declaration-segment")
    assert table.truth.turn == 18
    table.done_until("a-combat-declaration-segment", 40)
    while table.truth.turn == 18:
        assert table.heading != "7-breakout-phase"
        table.done(table.waiting[0])


@pytest.mark.rule("KOR-GEV-08")
@pytest.mark.parametrize(
    ("turn", "isolated", "reason"),
    [(13, ["XI"], ""), (12, ["XI"], "A breakout is declared from game-turn 13 on."),
     (13, [], "No Korps has been declared isolated.")],
)  # fmt: skip
def test_a_breakout_wants_an_isolated_korps_and_the_scenarios_turn(turn: int, isolated: list[str], reason: str):
    table = declaring("R105 at 1508", "42 at 0110", scenario="korsun-full", turn=turn, isolated=isolated)
    if not reason:
        table.order("ge", DeclareBreakout())
        assert table.refused("ge", DeclareBreakout()).reason == "A breakout is declared in this game-turn."
    else:
        refused = table.refused("ge", DeclareBreakout())
        assert (refused.rule, refused.reason) == ("KOR-GEV-08", reason)
        assert not table.options("ge", "declare-breakout")


# ---- the breakout


@pytest.mark.rule("KOR-GBO-02", "KOR-GBO-03")
def test_an_attempt_costs_steps_and_ends_the_game_after_the_next_soviet_combat_phase():
    things = ("R105 at 1008", "ART172 at 1007", "42 at 0811", "34R at 1114", "marker III at 0916 sp 4",
              "marker KORSUN at 1206 sp 2")  # fmt: skip
    table = declaring(*things, scenario="korsun-first", turn=17, by_purpose={"KOR-GBO-02": [4]})
    table.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    table.order("ge", BreakOut(unit="R105", path=("1009", "1010", "1011")))
    [tried] = table.told("ge", BreakoutTried)
    assert (tried.hex, tried.total, tried.lost) == ("1011", 4, 1) and not table.told("so", BreakoutTried)
    assert "ART172" not in table.truth.units and table.truth.sdms["KORSUN"].gone
    table.done("ge")
    while not table.truth.ended:
        assert table.heading != "5-engineering-phase"
        table.done(table.waiting[0])
    assert table.truth.turn == 18 and table.told("so", GameEnded)


@pytest.mark.parametrize(("last", "marker", "saved"), [("1112", "0916", 0), ("1113", "0916", 2), ("1113", "2317", 2)])
def test_a_unit_is_saved_beyond_the_ring_alone_with_the_steps_that_it_has_left(last: str, marker: str, saved: int):
    """Zones from the map's west edge to its east one shut the ring, however far a marker is; inside it stands."""
    ring = ("42 at 0811", "21 at 1011", "86 at 1213")
    things = ("R105 at 1009", *ring, "DG112 at 0907", f"marker III at {marker} sp 4", "marker KORSUN at 1206 sp 2")
    table = declaring(*things, scenario="korsun-first", turn=17, by_purpose={"KOR-GBO-02": [1]})
    table.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    path = ("1110", "1111", "1112", "1113")
    table.order("ge", BreakOut(unit="R105", path=path[: path.index(last) + 1]))
    [tried] = table.told("ge", BreakoutTried)
    assert (tried.hex, tried.saved, table.truth.saved) == (last, bool(saved), saved)
    assert ("R105" in table.truth.units) is not bool(saved)
    assert saved or table.unit("R105").order == "disorganized"


# ---- the end


@pytest.mark.rule("KOR-END-01", "KOR-END-02", "KOR-END-03")
@pytest.mark.parametrize("turn", [12, 13])
def test_victory_is_determined_in_the_last_game_turn_and_in_no_other(turn: int):
    table = at("G", "R105 at 1206", "42 at 0811", turn=turn)
    if turn == 13:
        assert table.truth.ended and table.truth.turn == 13
        assert table.told("so", GameEnded) == table.told("ge", GameEnded)
    else:
        assert not table.told("so", GameEnded)
        assert (table.truth.turn, table.address.split("/")[2]) == (13, "c-mutual-supply-stage")


def test_the_game_ends_at_once_with_the_last_combat_unit_of_a_side():
    """After the combat in which it falls, though another waits; after an overrun; with the last that breaks out."""
    fight = at("E combat", "42 at 0110", "21 at 0610", "22GTB at 0610", "DG332 at 0711 lost 2", "ART188 at 0510",
               by_purpose={"KOR-CBT-32": [6]})  # fmt: skip
    fight.order("so", DeclareAttack(hex="0711", units=("21",), planned=True))
    fight.order("so", DeclareAttack(hex="0510", units=("22GTB",), planned=True), Done())
    while not fight.truth.ended:
        fight.done(fight.waiting[0])
    assert [one.hex for one in fight.told("so", CombatFought)] == ["0711"] and fight.told("ge", GameEnded)

    things = ("42 at 0609", "AL1 at 0610", "ART188 at 0907")
    for more in ((), ("DG112 at 1710",)):
        over = at("E movement", *things, *more, by_purpose={"KOR-SMV-07": [1]})
        over.done_until("b-movement-segment").order("so", Move(units=("42",), path=("0610",)))
        assert "AL1" not in over.truth.units and over.truth.ended is not bool(more)

    tried = declaring("R105 at 1008 lost 2", "42 at 0811", scenario="korsun-first", turn=17,
                      by_purpose={"KOR-GBO-02": [6]})  # fmt: skip
    tried.order("ge", DeclareBreakout()).done_until("7-breakout-phase")
    tried.order("ge", BreakOut(unit="R105", path=("1009", "1010")))
    assert tried.truth.ended and "R105" not in tried.truth.units


def test_the_first_evening_is_counted_as_its_scenario_says():
    """Lysa and Korsun are Soviet; R105 stands cut off in the pocket with three steps, and SSG is out of it."""
    table = at("G", "R105 at 1107", "SSG at 0915", "34R at 0916", "1127 at 0709", "1129 at 0909", "1131 at 1109",
               "21 at 1309",
               scenario="korsun-first", turn=19, control={"1206": "Soviet", "0811": "Soviet", "0907": "German"},
               lost={"Soviet": {"armor_unit": 1, "other": 2}, "German": {"armor_unit": 1, "other": 3}})  # fmt: skip
    [ended] = table.told("ge", GameEnded)
    assert ended.items == {
        "Soviet": {"places": 24, "armor": 8, "losses": 12, "pocket": 12},
        "German": {"armor": 4, "losses": 4, "pocket": 12},
    }  # fmt: skip
    assert ended.level == "draw", "14 against 5"


def test_a_verdict_of_before_is_read_though_its_points_named_their_side():
    codec, told, scorebook = (
        Codec(KORSUN),
        GameEnded(points={"Soviet": 32}, items=POINTS, level="draw"),
        Scorebook(items=POINTS),
    )
    for items in ({"Soviet places": 24, "Soviet armor": 8, "German pocket": 12}, POINTS):
        plain = {"kind": "game-ended", "points": {"Soviet": 32}, "items": items, "level": "draw"}
        assert codec.to_telling(json.dumps(plain)).report == told
        assert codec.to_tally(json.dumps({"score": {"items": items}})).score == scorebook


# ---- what is seen and read of it


@pytest.mark.parametrize(("watcher", "building"), [("1813", ("1812-1913",)), ("1713", ())])
def test_a_bridge_under_construction_is_seen_where_its_engineer_is_identified(watcher: str, building: tuple[str, ...]):
    """At level 2, next to it; two hexes off there is no more than a stack."""
    table = at("E engineering", "ENG27 at 1913", f"DG112 at {watcher}", "marker 4GA at 2012 sp 4", bridges={})
    contact = table.order("so", BuildBridge(unit="ENG27", bridge="1812-1913")).contact("ge", "1913")
    assert contact is not None and contact.building == building
    if building:
        said = plain_text(KORSUN.words.prose(table.told("ge", EnemySeen)[-1]))
        assert said == f"{contact.handle} in 1913: ENG27, with a bridge under construction at 1812-1913."


def test_contacts_of_before_are_read_though_their_heading_had_another_name():
    codec, contact = Codec(KORSUN), Contact(handle="E2", hex=Hex("0610"), level=1, large=False, address="a/b")
    plain = {"handle": "E2", "hex": "0610", "level": 1, "large": False, "at": "a/b"}
    told = {"kind": "enemy-seen", "contacts": [plain], "sightings": 2}
    noted = {"kind": "contacts-noted", "side": "German", "contacts": [plain], "handles": 2}
    assert codec.to_telling(json.dumps(told)).report == EnemySeen(contacts=(contact,), sightings=2)
    assert codec.to_event(json.dumps(noted)) == ContactsNoted(seat="German", contacts=(contact,), sightings=2)
    for said in (told, noted):
        assert codec.renewed(codec.renewed(said)) == codec.renewed(said)


def test_items_of_support_of_before_are_read_though_three_of_them_had_other_names():
    codec, attack = Codec(KORSUN), Attack(number=1, hex=Hex("0610"), by="Soviet", kind="declared", units=("42",))
    for former, item in (("supported", "supply"), ("artillery", "fire"), ("engineers", "assault"), ("air", "air")):
        report = SupportDeclared(attack=attack, item=item, by="German")  # type: ignore[arg-type]
        said = codec.plain(report) | {"item": former}
        assert codec.to_telling(json.dumps(said)).report == report
