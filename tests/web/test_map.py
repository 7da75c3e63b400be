"""The map: everything of the terrain on the sheet, and of the forces nothing but what the seat's view has."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from gzip import compress
from xml.etree import ElementTree

import pytest

from docs.pictures.symbols import drawn
from service.engine import judging
from service.engine.game import AnyGame
from service.engine.hexes import Hex
from service.engine.sentences import plain_text
from service.games.ndc.game import NDC
from service.games.ndc.known.view import view
from service.games.ndc.printed.scenario import Scenario
from service.games.ndc.printed.units import Marker
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.ndc.sections.movement import Enter, Move
from service.games.skirmish.game import SKIRMISH
from tests.bills import pending
from tests.positions import position
from tests.shipped import KALTENBACH
from tests.web.map_scene import REACH, SHEET, contact, crowded, elements, everything, labels, own, seen_by, us_units
from tests.web.nudged import filled, frames_of, leaves_of
from web.drawing.layers import MapLinks
from web.drawing.map import Selection, live_layer
from web.drawing.marks import cross
from web.drawing.rivers import rivers
from web.games.ndc.overlays import known_control
from web.games.ndc.symbols import DRAWN
from web.games.ndc.terrain import terrain_layer
from web.games.shelf import dress
from web.page_delta import without
from web.parts.render import STATIC

# ---- the whole


def test_the_map_is_well_formed_with_no_id_twice():
    ids = Counter(element.get("id") for element in elements(everything()) if element.get("id"))
    assert [id for id, times in ids.items() if times > 1] == []


def test_every_piece_that_is_used_is_there():
    markup = everything()
    ids = {element.get("id") for element in elements(markup)}
    used = set(re.findall(r'href="#([^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
    assert used - ids == set()


def test_a_strict_content_security_policy_holds():
    """No style attribute, no inline handler, no script, nothing fetched from elsewhere."""
    for element in elements(everything()):
        assert element.tag not in {"script", "style", "foreignObject", "image"}
        for name, value in element.attrib.items():
            assert name != "style" and not name.startswith("on")
            assert "://" not in value and not value.startswith(("data:", "javascript:"))


def test_sizes_stay_small():
    assert len(compress(everything().encode())) < 32_000
    assert len(live_layer(SHEET, crowded())) < 30_000


def test_the_sheet_is_drawn_once():
    assert terrain_layer(KALTENBACH) is terrain_layer(KALTENBACH)


def test_both_layers_have_one_size():
    boxes = {(e.get("viewBox"), e.get("width")) for e in elements(everything()) if e.tag == "svg"}
    assert len(boxes) == 1


# ---- the printed sheet


def test_every_kind_of_terrain_is_on_the_sheet():
    sheet = terrain_layer(KALTENBACH)
    kinds = {element.get("class") for element in elements(sheet)}
    assert {"t-paper", "t-woods", "t-heights", "t-city", "t-rivers", "t-roads", "t-towns", "t-numbers"} <= kinds
    for id in ("m-wood", "m-hill", "m-ridge", "m-major", "m-minor", "m-road", "m-autobahn"):
        assert len(next(e for e in elements(sheet) if e.get("id") == id).get("d", "")) > 100
    assert sum(sheet.count(f'href="#m-{kind}"') for kind in ("town", "village")) == sum(
        code == "T" for code in KALTENBACH.board.terrain.values()
    )
    assert sheet.count('href="#m-city"') == sum(code == "U" for code in KALTENBACH.board.terrain.values())


@pytest.mark.parametrize("sides", [KALTENBACH.board.major_river, KALTENBACH.board.minor_river])
def test_a_river_is_one_line_through_all_its_hexsides(sides: frozenset[str]):
    (course,) = rivers(sides)
    assert len(course) == len(sides) + 1


def test_every_hex_has_its_number_and_every_place_its_name():
    written = [element.text for element in elements(terrain_layer(KALTENBACH)) if element.tag == "text"]
    assert {*KALTENBACH.board.grid, *KALTENBACH.board.sector_names} <= set(written)
    (names,) = (element for element in elements(terrain_layer(KALTENBACH)) if element.get("class") == "t-names")
    named = {element.text for element in names.iter("text")}
    worth = {str(objective.points) for objective in KALTENBACH.objectives}
    assert {*KALTENBACH.board.places.values(), "Erle", "Silber"} == named - worth and worth <= named


def test_names_hide_nothing_that_is_told():
    """They are the last thing printed, and shown again over the counters, under costs and the totals of combat."""
    terrain, live = (e for e in elements(everything()) if e.tag == "svg")
    assert terrain[-1].get("class") == "t-names"
    (labels,) = (e for e in terrain[-1] if e.get("id"))
    again = [e.get("href") for e in live.iter() if e.get("class") == "map-labels"]
    assert again == [f"#{labels.get('id')}"]
    groups = [e.get("class") or "" for e in live.iter() if e.get("class")]
    at = groups.index("map-labels")
    assert "c-count" in groups[:at] and {"c-odds", "map-costs"} <= set(groups[at:])
    assert not any(name.startswith("t-") for name in groups)


def test_the_map_goes_where_the_seat_is_asked_about_once_for_each_question():
    seen = crowded()
    follow = {SHEET.follow(replace(seen, question=replace(seen.question, number=n))) for n in (1, 2)}
    assert follow == {("1204", "1"), ("1204", "2")}
    assert SHEET.follow(replace(seen, question=None)) == ("1006", "U-A1")
    assert SHEET.follow(seen_by("US", us_units())) is None
    assert 'data-follow="1204|1"' in live_layer(SHEET, seen)


def test_a_fragment_carries_nothing_of_the_sheet():
    """What is printed is sent once, with the page; what of it a hex is made of is in words beside it."""
    update = str(live_layer(SHEET, crowded()))
    assert 'class="t-' not in update and "<defs" not in update
    frame = ElementTree.fromstring(everything())
    ground = {
        hex: words for alike in frame.get("data-ground", "").split(";")
        for hexes, _, words in [alike.partition("=")] for hex in hexes.split("|")
    }  # fmt: skip
    assert set(ground) == set(KALTENBACH.board.grid)
    assert ground["0908"] == "Steinrod, town, autobahn, worth 5, sector B2"


def test_colours_are_tokens_of_both_themes_and_of_paper():
    tokens = STATIC["tokens.css"].read_text()
    drawn = everything() + STATIC["map.css"].read_text()
    used = set(re.findall(r"var\((--m-[a-z-]+)\)", drawn))
    light, dark, paper = (set(re.findall(r"(--m-[a-z-]+):", part)) for part in map_blocks(tokens))
    assert used <= light and used - {"--m-go-soft"} <= dark | {"--m-go-soft"}
    assert dark == light and light - paper <= {"--m-go-soft"}


def map_blocks(css: str) -> list[str]:
    """The parts of tokens.css that colour the map: by day, in the dark, on paper."""
    inks = css[css.index("/* The printed map") :]
    dark, paper = inks.index("@media (prefers-color-scheme: dark)"), inks.index("@media print")
    return [inks[:dark], inks[dark:paper], inks[paper:]]


def test_bridges_stand_where_roads_cross_rivers():
    roads = next(e for e in elements(terrain_layer(KALTENBACH)) if e.get("class") == "t-roads")
    bridges = [e for e in roads.iter() if "rotate" in e.get("transform", "")]
    assert len(bridges) == len(KALTENBACH.board.bridges)


# ---- the seat's layer


def test_nothing_of_the_enemy_is_drawn_but_what_was_reported():
    markup = str(live_layer(SHEET, seen_by("US", us_units(), [contact("E1", "1404")])))
    for setup in KALTENBACH.order_of_battle("Soviet"):
        assert setup.id not in markup
        assert setup.designation not in markup
    (told,) = (label for label in labels(markup) if "E1" in label)
    assert told == "Enemy contact E1, type unknown, known to be there, reported this turn, hex 1404"
    assert re.findall(r'href="#m-su-[^"]*"', markup) == ['href="#m-su-unknown-none"']


def test_the_order_in_which_contacts_are_kept_changes_nothing():
    contacts = [contact("E1", "1404"), contact("E2", "1308", type="armor"), contact("E3", "1710", known=False)]
    drawn = {live_layer(SHEET, seen_by("US", (), order)) for order in (contacts, contacts[::-1])}
    assert len(drawn) == 1


def test_units_off_the_map_are_not_drawn():
    assert "U-I4" not in live_layer(SHEET, seen_by("US", us_units()))


def test_both_seats_see_the_same_shapes():
    """Colours and frames name the sides, not friend and foe."""
    for seat, look in (("US", "us"), ("Soviet", "su")):
        units = [own(setup) for setup in KALTENBACH.order_of_battle(seat)]
        markup = live_layer(SHEET, seen_by(seat, units))
        assert set(re.findall(r'href="#m-(us|su)-', markup)) == {look}


def test_a_counter_says_in_words_what_it_shows():
    tank = next(unit for unit in us_units() if unit.id == "U-A1")
    (label,) = labels(live_layer(SHEET, seen_by("US", [replace(tank, to=3, states=("engaged",))])))
    assert label == (
        "1st Tank Battalion, armor, Defend, T/O 3 of 4, attack 6, defence 9, 9 points left, engaged, hex 1006"
    )


def test_a_stale_sighting_is_a_ghost_with_its_age():
    markup = live_layer(SHEET, seen_by("US", (), [contact("E3", "1710", known=False, age=2)]))
    assert "is-unsure is-old" in markup and re.search(r"#m-age[^−]*>2</text>", markup)
    assert "reported 2 turns ago" in labels(markup)[0]


def test_a_zone_shows_in_each_of_its_hexes():
    (squadron,) = (unit for unit in us_units() if unit.id == "U-R1")
    markup = live_layer(SHEET, seen_by("US", [squadron]))
    assert markup.count('href="#m-part"') == 1 and 'data-stands="1608|1609"' in markup


def test_a_stack_shows_every_counter_and_the_combat_unit_on_top():
    here = {"hexes": ("0908",)}
    markup = live_layer(SHEET, seen_by("US", us_units(**{"U-1B": here, "U-2B": here, "U-A2": here})))
    stack = [e.get("data-unit") for e in elements(markup) if e.get("data-place") == "0908"]
    assert stack == ["U-1B", "U-2B", "U-A2"]
    assert [text.text for e in elements(markup) if e.get("class") == "c-count" for text in e.iter("text")] == ["3"]


def test_where_all_has_changed_at_once_it_is_sent_of_what_each_counter_is_made():
    """As in the first nudge of a game turn: twenty contacts have aged, six are new, and all units have other points."""
    hexes = sorted(KALTENBACH.board.grid)[::14][:26]
    met = {f"E{number}": hex for number, hex in enumerate(hexes, 1)}
    old = [contact(handle, hex) for handle, hex in met.items()][:20]
    aged = [contact(handle, hex, age=int(number < 20)) for number, (handle, hex) in enumerate(met.items())]
    before = live_layer(SHEET, seen_by("US", us_units(), old))
    after = live_layer(SHEET, seen_by("US", [replace(unit, left=unit.left + 1) for unit in us_units()], aged))
    leaves, frames = leaves_of(str(before)), frames_of(str(before))
    sent = str(without(after, {*leaves, *frames}))
    assert sum(1 for e in elements(after) if e.get("aria-label")) > 30
    assert len(sent.encode()) < 5_000
    assert filled(sent, leaves | leaves_of(sent), frames) == after


def test_links_lead_where_the_page_says():
    links = MapLinks(
        unit_href=lambda unit: f"/m/1/US?unit={unit}",
        place_href=lambda hex: f"/m/1/US?unit=U-A1&to={hex}",
    )
    markup = live_layer(SHEET, crowded(), links, Selection(units=("U-A1",), reach=REACH))
    reached = [e for e in elements(markup) if e.get("class") == "reach"]
    assert [e.get("data-place") for e in reached] == [one.place for one in REACH]
    assert [e.get("href") for e in reached] == [f"/m/1/US?unit=U-A1&to={one.place}" for one in REACH]
    assert reached[0].get("aria-label") == "Move to 1007, 4 points"
    assert 'href="/m/1/US?unit=U-A1"' in markup


def test_the_way_to_the_chosen_hex_is_drawn_only_when_one_is_chosen():
    assert "map-path" in live_layer(SHEET, crowded(), selection=Selection(units=("U-A1",), reach=REACH, to="1008"))
    assert "map-path" not in live_layer(SHEET, crowded(), selection=Selection(units=("U-A1",), reach=REACH))


def test_combat_and_markers_are_on_the_map():
    titles = [e.text for e in elements(live_layer(SHEET, crowded())) if e.tag == "title"]
    [control] = [title for title in titles if title.startswith("Known enemy zones of control: ")]
    runs = [run.split("-") for run in control.rpartition(": ")[2].split(", ")]
    assert [f"{hex:04}" for run in runs for hex in range(int(run[0]), int(run[-1]) + 1)] == sorted(
        known_control(KALTENBACH, crowded())
    )
    assert {
        "assault on 1308, 3 CSPs",
        "counter-battery on 1904, 4 CSPs",
        "Enemy probe from 1304 on 1204, total +3",
        "U-A1 must retreat, 2 hexes left",
        "Interdiction 2, US, hex 1105",
        "Gas, Soviet, hex 1309",
        "Breakthrough, US, hex 1306",
    } == set(titles) - {control}


def test_the_sheet_is_on_the_map_with_ways_and_with_what_a_combat_comes_to():
    """Moves from where their units stand, whatever the picture believes already; an attack with its known terms."""
    table = position(
        "us U-A2 at 0909 attack", "us U-I2 at 1208 attack", "su S-I1 at 1308 defend known",
        heading="movement", phasing="us",
    )  # fmt: skip
    picture = table.truth.pictures["US"]
    orders = [
        Move(unit="U-A2", path=("0908", "1008")), Move(unit="U-A2", path=("1108",)),
        DeclareGroundCombat(unit="U-I2", target="1308", type="assault", barrage=0),
    ]  # fmt: skip
    _, believed = judging.judged(NDC, picture, orders)
    plans = SHEET.plans(view(picture), orders, lambda order: NDC.odds(believed, order))
    assert plans.ways == (("0909", "0908", "1008", "1108"),)
    (aim,) = plans.aims
    bill = NDC.odds(believed, orders[-1]).bill
    assert aim.figure == f"{bill.total:+}" and pending(bill), "as the enemy's declared totals stand on their arrows"
    assert aim.words == f"{aim.figure} as far as you know; what the enemy has is not in it"
    markup = live_layer(SHEET, view(believed), selection=Selection(plans=plans))
    titles = [e.text for e in elements(markup) if e.tag == "title"]
    assert "Move from 0909 to 1108" in titles and f"assault on 1308, {aim.words}" in titles
    assert f">{aim.figure}<" in markup


def test_who_enters_moves_on_and_attacks_has_a_way_and_an_arrow_with_its_total_as_any_other():
    table = position("su S-A3 arrives 2", "us U-I1 at 1808 defend known", turn=2)
    picture = table.truth.pictures["Soviet"]
    orders = [
        Enter(unit="S-A3", hex="2008", mode="attack"), Move(unit="S-A3", path=("1908",)),
        DeclareGroundCombat(unit="S-A3", target="1808", type="assault", barrage=0),
    ]  # fmt: skip
    _, believed = judging.judged(NDC, picture, orders)
    plans = SHEET.plans(view(picture), orders, lambda order: NDC.odds(believed, order))
    assert plans.ways == (("2008", "1908"),)
    markup = live_layer(SHEET, view(believed), selection=Selection(plans=plans))
    assert plans.aims[0].figure.startswith("+") and f">{plans.aims[0].figure}<" in markup


def test_a_cross_leaves_the_counter_that_it_marks_to_be_read():
    """Its arms stop short of the middle, where the counter has its sign and below it its name."""
    x, y = SHEET.geometry.at(Hex("1405"))
    ends = [float(one) for one in re.findall(r"-?[\d.]+", str(cross(SHEET.geometry, Hex("1405"))))]
    aside = [min(abs(left - x), abs(top - y)) for left, top in zip(ends[::2], ends[1::2], strict=True)]
    assert len(aside) == 8 and min(aside) > 14


def test_known_control_stops_at_the_unbridged_river_and_at_breakthrough():
    """An enemy of unknown type counts; an HQ, a marching unit and a mere movement report do not."""
    there = seen_by("US", (), [contact("E1", "1306")])
    assert known_control(KALTENBACH, there) == {"1305", "1307", "1405", "1406"}
    lifted = replace(there, markers=(Marker(kind="breakthrough", hex="1305", side="US"),))
    assert known_control(KALTENBACH, lifted) == {"1307", "1405", "1406"}
    for quiet in ({"type": "HQ"}, {"mode": "march"}, {"known": False}):
        assert not known_control(KALTENBACH, seen_by("US", (), [contact("E1", "1306", **quiet)]))


def test_names_on_the_page_stay_text():
    odd = contact("E1", "1404", designation='<b onclick="x">&', known=True)
    markup = live_layer(SHEET, seen_by("US", (), [odd]))
    assert "<b" not in markup and ElementTree.fromstring(markup) is not None


@pytest.mark.parametrize(
    ("told", "says", "size"),
    [
        ("1st Tank Battalion, 3rd Regiment", "1/3", "battalion"),
        ("Reconnaissance Battalion", "Rec", "battalion"),
        ("2nd Motor Rifle Regiment HQ", "2R", "regiment"),
        ("1st Brigade HQ", "1B", "brigade"),
        ("1st Tank Battalion, 3rd Regiment, Detachment A", "1/3A", "battalion"),
        ("Guards Rifle Battalion", "GRB", None),
    ],
)
def test_a_counter_says_the_short_name_and_size_that_the_data_have(told: str, says: str, size: str | None):
    """Or first letters, where a contact is told by a name that is nobody's in this set."""
    called = KALTENBACH.designated(told)
    assert (called.on_counter, called.echelon) == (says, size)
    type = "HQ" if size not in (None, "battalion") else "armor"
    markup = live_layer(SHEET, seen_by("US", (), [contact("E1", "1404", type=type, designation=told)]))
    assert f">{says}</text>" in markup and f'href="#m-su-{type}-{size or "battalion"}"' in markup


def test_no_name_is_cut_on_a_counter():
    """The name of each unit of the order of battle stands on its counter whole, and no two of a side are alike."""
    for seat in ("US", "Soviet"):
        units = [own(setup, hexes=("0908",)) for setup in KALTENBACH.order_of_battle(seat)]
        drawn = [e for e in elements(live_layer(SHEET, seen_by(seat, units))) if e.get("class") == "c-name"]
        called = {setup.called.short for setup in KALTENBACH.order_of_battle(seat)}
        assert sorted(e.text or "" for e in drawn) == sorted(called)
        assert not [e.text for e in drawn if e.get("textLength")]


def test_all_of_a_scenario_fits_on_its_sheet():
    sheet: Scenario = KALTENBACH
    box = ElementTree.fromstring(terrain_layer(sheet)).get("viewBox", "").split()
    assert float(box[2]) / float(box[3]) == pytest.approx(1240 / 1163, rel=0.02)


def test_the_nato_symbols_lie_as_their_package_draws_them():
    assert DRAWN.read_text("utf-8") == drawn(), "python -m docs.pictures.symbols"


@pytest.mark.parametrize("game", [NDC, SKIRMISH], ids=lambda game: game.info.name)
def test_the_legend_has_each_state_in_words_beside_its_sign(game: AnyGame):
    """Every sign that the map can put on a counter, and no other."""
    look, legend = dress(game), {fact.label.lower(): plain_text(fact.value) for fact in game.words.key()}
    sheet = str(look.sheet(next(iter(game.info.scenarios))).printed())
    drawn = set(re.findall(r'id="(m-s-[a-z-]+)"', sheet)) - {"m-s-plain"}
    signs = {look.sign(label) for label in legend} - {""}
    assert signs == drawn and len(signs) > 6
    assert all(len(legend[label]) > 8 for label in legend if look.sign(label))
