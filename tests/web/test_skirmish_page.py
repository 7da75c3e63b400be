"""Skirmish on the match page: its table, lines of sight, the film with pass and halt; a player turn by touch."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from html import unescape
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.async_api import Browser, expect

from service.engine import rulings
from service.engine.bills import Bill
from service.engine.game import AnyGame
from service.engine.grids import SquareSheet, ground_of
from service.engine.orders import Done
from service.engine.places import Place
from service.engine.recording import Outcome
from service.engine.sentences import PlaceSpan, plain_text
from service.engine.sightlines import Odds
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Announcement, Contact, Film, March
from service.games.skirmish.printed.bases import Outward
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from service.matches import Context, put_sheet, seat_by_link
from service.matches.clock import ends_at, lapse_all
from service.matches.reading import where_of
from service.matches.turn_letters import question
from tests.client import TestClient
from tests.games.skirmish.table import Table, position
from tests.shipped import MOULIN_BASSET as GIVEN
from tests.web.browser import PHONE, Hands, links, window
from tests.web.conftest import Forms, Plain, sit
from tests.web.midway import saved
from web.drawing import layers
from web.drawing.geometry import MapGeometry
from web.drawing.map import Selection, live_layer, render_map
from web.games.skirmish.dress import SkirmishDress
from web.games.skirmish.map import map_of

TABLE = map_of(GIVEN)
SQUAD = Contact(
    handle="7", hex="1306", level=2, turn=1, player_turn=1, in_sight=True, shows=Outward(kind="squad", pinned=True)
)
GUN = Contact(handle="8", hex="1506", level=2, turn=-1, player_turn=1, in_sight=False, shows=Outward(kind="gun"))
UNKNOWN = Contact(handle="9", hex="1106", level=1, turn=1, player_turn=1, in_sight=True)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"skirmish": SKIRMISH}


def picture():
    return SKIRMISH.open("moulin-basset", {}).pictures["allied"]


def labels(markup: str) -> list[str]:
    return [e.attrib["aria-label"] for e in ElementTree.fromstring(markup).iter() if e.tag == "a"]


# ---- the table


def test_every_piece_that_is_used_is_on_the_sheet_and_no_style_is_inline():
    seen = picture()
    seen.own["A-TK1"].suppression, seen.own["A-SQ1"].morale = 2, "broken"
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN, UNKNOWN)}
    seen.ground = replace(seen.ground, smoke={"0907": 2}, fires={"0805": 1}, wrecks=("0807",))
    markup = str(
        render_map(
            TABLE,
            SKIRMISH.view(seen),
            selection=Selection(units=("A-SQ1",), reach=SKIRMISH.forces.destinations(seen, ("A-SQ1",))),
        )
    )
    ids = {element.get("id") for element in ElementTree.fromstring(markup).iter()}
    used = set(re.findall(r'href="#(m-[^"]+)"', markup)) | set(re.findall(r"url\(#([^)]+)\)", markup))
    assert used - ids == set()
    assert "style=" not in markup and "<script" not in markup


def test_the_whole_table_is_drawn_and_named():
    sheet = TABLE.printed()
    given = GIVEN
    assert {"Farm", "Barn", "Bridge", "Rise"} <= set(re.findall(r">([A-Z][a-z]+)<", sheet))
    assert set(TABLE.ground()) == set(given.sheet) and "woods" in TABLE.ground().values()
    assert all(f">{hex}<" in sheet for hex in given.sheet)
    assert sheet.count('href="#m-stone-house"') + sheet.count('href="#m-barn"') == sum(
        kind.endswith("_building") for kind in given.ground.values()
    )
    assert TABLE.printed() is sheet and len(sheet) < 80_000


def test_a_contact_shows_no_more_than_was_seen_and_pales_out_of_sight():
    seen = picture()
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN, UNKNOWN)}
    seen.turn = 1
    markup = str(live_layer(TABLE, SKIRMISH.view(seen)))
    told = {label.split(",")[0]: label for label in labels(markup)}
    assert told["Enemy 7"] == "Enemy 7, squad, pinned, in sight, hex 1306"
    assert told["Enemy 8"] == "Enemy 8, gun, last seen 2 turns ago, hex 1506" and "−2" in markup
    assert told["Enemy 9"] == "Enemy 9, not made out, in sight, hex 1106"
    assert "G-" not in markup


def test_sealed_moves_are_drawn_from_where_the_bases_stood():
    seen = picture()
    seen.marches = {"A-SQ3": March(path=("0509", "0609"), hex="0609", heading=0, spent=4, pace="normal")}
    drafted = SKIRMISH.view(seen)
    seen.sealed = True
    sealed = SKIRMISH.known(seen)
    stands = [
        re.search(r'data-unit="A-SQ3" data-place="(\d+)"', str(live_layer(TABLE, view)))[1]
        for view in (drafted, sealed.view)
    ]
    assert stands == ["0609", "0408"]
    assert 'class="way-head"' in str(live_layer(TABLE, sealed.view))
    assert SKIRMISH.words.waiting(sealed)[0] == "Your moves are sent"


def ways_drawn(field: Table) -> list[str]:
    """The ways that the attacker's map shows, in words; the map is drawn for it."""
    return re.findall(r"Move from (\d+ to \d+)", str(live_layer(TABLE, SKIRMISH.view(field.picture("allied")))))


def test_live_the_attacker_sees_at_each_step_what_is_left_of_his_way():
    """From where the base has come to, never back to where the way began; a way back through its own hexes too."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1402", step="movement", interrupts="live")
    field.order("allied", Move(base="A-SQ1", path=("0607", "0507", "0607", "0707")), Done())
    assert ways_drawn(field) == ["0607 to 0707"], "he watches his own steps"
    title, words = SKIRMISH.words.waiting(SKIRMISH.known(field.picture("allied")))
    assert title == "Your moves are being played" and "as they stood" not in words
    left = []
    while field.picture("allied").sealed and field.step != "remaining-fire":
        left.append((field.believes("A-SQ1").hex, field.picture("allied").ways.get("A-SQ1"), ways_drawn(field)))
        field.lapse()
    assert left[:3] == [
        ("0607", ("0507", "0607", "0707"), ["0607 to 0707"]),
        ("0507", ("0607", "0707"), ["0507 to 0707"]),
        ("0607", ("0707",), ["0607 to 0707"]),
    ]
    assert left[3:] == [("0707", (), [])]


def test_live_nothing_is_left_of_the_way_of_a_base_that_was_halted():
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1207", step="movement", interrupts="live")
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707", "0807")), Done())
    field.order("german", Halt()).lapse().lapse()
    assert field.believes("A-SQ1").halted and ways_drawn(field) == []


def test_to_stay_is_no_way_to_draw():
    """Neither an arrow of no length nor a fault: a way begins where its base already stands, or stays there twice."""
    drawn = layers.path
    assert drawn(TABLE.geometry, ("0607", "0607")) == drawn(TABLE.geometry, ("0607",)) == ""
    assert drawn(TABLE.geometry, ("0607", "0607", "0707")) == drawn(TABLE.geometry, ("0607", "0707"))


def test_fire_on_the_sheet_is_an_arrow_with_its_chance():
    seen = picture()
    seen.contacts = {contact.handle: contact for contact in (SQUAD, GUN)}
    shot = Fire(base="A-SQ1", target="7")
    plans = TABLE.plans(
        SKIRMISH.view(seen), [shot], lambda order: Odds(figure="firepower", value=8, bill=Bill(), chance=42)
    )
    (aim,) = plans.aims
    assert (aim.origin, aim.target, aim.figure) == ("0405", "1306", "42 %")
    assert aim.words in live_layer(TABLE, SKIRMISH.view(seen), selection=Selection(plans=plans))


def test_zones_of_announced_reinforcements_are_hatched_and_said():
    seen = picture()
    seen.announced = [Announcement(zone="east", hexes=("2005", "2006"), kinds=("squad",))]
    markup = str(live_layer(TABLE, SKIRMISH.view(seen)))
    assert "Announced: reinforcements in east, 2005, 2006" in markup and 'class="zone-rim"' in markup


def test_scripts_are_told_where_every_place_lies():
    for geometry in (TABLE.geometry, MapGeometry(ground_of(SquareSheet(6, 6)))):
        told = {
            place: (float(x), float(y)) for x, y, place in (one.split(" ", 2) for one in geometry.places.split("|"))
        }
        assert list(told) == list(geometry.ground.places)
        for place, spot in told.items():
            assert spot == pytest.approx([at + 10 for at in geometry.at(place)], abs=0.06)


# ---- the film


@pytest.mark.parametrize("way", ["film", "live"])
def test_of_men_in_flight_the_film_offers_fire_and_no_halt(way: str):
    """They are shot at, and run on (P14); who stops is told apart by the step that is being played."""
    field = position("A-SQ1 squad at 0807 broken", "G-HMG hmg_team at 1207", step="movement", interrupts=way,
                     by_purpose={"P7 fire": [6, 5], "P5": [1, 1]})  # fmt: skip
    away = max(SKIRMISH.forces.destinations(field.picture("allied"), ("A-SQ1",)), key=lambda there: len(there.path))
    field.order("allied", Move(base="A-SQ1", path=away.path), Done())

    def asked() -> Any:
        seen = field.picture("german")
        offered = [option for option in rulings.options(SKIRMISH, seen) if option.order in ("halt", "fire")]
        shouts.extend(plain_text(option.title) for option in offered if option.order == "halt")
        return SKIRMISH.words.decision(SKIRMISH.known(seen))

    shouts: list[str] = []
    first = asked()
    assert (first.title, first.passing, first.verb) == ("Fire or pass", "Pass", "Fire")
    assert "Fire does not halt it." in plain_text(first.lead) and "Halt" not in plain_text(first.lead)
    if way == "live":
        assert shouts == ["Fire!"]
        field.order("german", Halt())
        assert (asked().title, plain_text(asked().lead)[-14:]) == ("Fire or pass", "Name the shot.")
    film = field.picture("german").film
    field.order("german", Fire(base="G-HMG", target=film.handle))
    assert plain_text(asked().lead).endswith("Fire again, or let it run on.") and not field.base("A-SQ1").halted
    field.order("german", Done())
    while field.step != "remaining-fire":
        field.done() if field.waiting else field.lapse()
    assert field.base("A-SQ1").hex != film.hex, "it has run on"


def test_the_film_offers_to_pass_or_to_halt_with_the_odds_of_each_base():
    seen = picture()
    seen.address, seen.attacker, seen.asked = "a/halt-or-pass", "german", True
    seen.contacts = {"7": replace(SQUAD, hex="0806")}
    seen.film = Film(handle="7", hex="0806")
    options = [option for kind in ("fire", "shoot") for option in SKIRMISH.orders_by_kind[kind].offers(seen)]
    asked = SKIRMISH.words.decision(SKIRMISH.known(seen))
    acts = SkirmishDress(SKIRMISH).acts(SKIRMISH.known(seen), options, lambda order: SKIRMISH.odds(seen, order))
    assert (asked.title, asked.passing, asked.verb) == ("Halt or pass", "Pass", "Halt")
    assert PlaceSpan(Place("0806")) in asked.lead
    assert plain_text(asked.lead).startswith("Enemy 7, a squad, has come to 0806")
    known = SKIRMISH.known(seen)
    reading = SimpleNamespace(
        where=where_of(seen), game=SKIRMISH, known=known, scenario="moulin-basset", seat=seen.side,
        ground=SKIRMISH.ground_of(seen),
    )  # fmt: skip
    mailed = "\n".join(question(reading))
    assert "HALT OR PASS\nEnemy 7, a squad, has come to 0806" in mailed, "a mail asks in the same words"
    assert len(acts) > 1 and all(re.search(r"firepower \d.*: \d+ % for some effect", act.line) for act in acts)
    chances = [int(re.search(r"(\d+) %", act.line)[1]) for act in acts]
    assert chances == sorted(chances, reverse=True)
    assert any(act.title.startswith("1st squad") for act in acts)


# ---- the line of sight, without a script


def test_two_hexes_are_asked_about_by_a_plain_form(visitor: TestClient):
    page = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    path = page.url.path
    assert 'name="a"' in page.text and "Line of sight" in page.text
    seen = visitor.get(f"{path}?a=0504&b=0704").text
    assert "<strong>Open</strong> 2 hexes" in seen and 'class="map-sight"' in seen
    assert "<strong>Blocked</strong>" in visitor.get(f"{path}?a=0101&b=2014").text
    assert "<strong>No such hex</strong>" in visitor.get(f"{path}?a=0101&b=9999").text
    api = path.replace("/matches/", "/api/v1/matches/").replace("/allied", "/seats/allied")
    told = visitor.get(f"{api}/line-of-sight?a=0504&b=0704").json()
    assert (told["open"], told["distance"], told["rule"]) == (True, 2, "P9")
    assert visitor.get(f"{api}/line-of-sight?a=0504&b=9999").status_code == 404


def test_a_contact_leads_to_all_that_is_held_of_it(visitor: TestClient):
    page = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    (first, *_) = re.findall(r'href="([^"]+/contacts/[^"]+)"', page.text)
    dossier = visitor.get(first)
    assert dossier.status_code == 200 and "Contact" in dossier.text and "Quality" in dossier.text
    assert visitor.get(f"{page.url.path}/history").status_code == 200


# ---- what is refused is named as its player wrote it


def test_a_step_that_cannot_be_closed_is_named_so_and_not_by_a_number(context: Context, visitor: TestClient):
    """He has written one order; the page adds that the step is closed, and of the two that is refused."""
    field = position("A-SQ1 squad at 0507 routed", "A-SQ2 squad at 0505", "G-SQ1 squad at 1007", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    put_sheet(context, seat_by_link(context, links["allied"].removeprefix("/seat/")), [CloseWith(base="A-SQ2")])
    allied.look()
    assert len(allied.sheet) == 1 and 'name="done"' not in allied.page, "the page does not offer it"
    allied.take(visitor.post(f"{allied.path}/orders", data=allied.form("/orders", key=allied.key) | {"done": "1"}))
    assert allied.status == 409
    [notice] = re.findall(r"role=alert>(.*?)</div>", allied.page, re.S)
    assert "This step cannot be closed; nothing was sent." in notice
    assert "A-SQ1 is routed, and has to move." in notice and "Order" not in notice
    assert len(allied.sheet) == 1


def test_who_has_to_move_is_marked_and_sent_off_in_one_tap_before_the_step_can_be_closed(
    context: Context, visitor: TestClient
):
    """Each with what its flight lays open; then the primary button is there."""
    field = position("A-SQ1 squad at 0807 routed", "A-SQ2 squad at 0706 broken", "A-SQ3 squad at 0405",
                     "G-HMG hmg_team at 1207", step="movement")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    marked = re.findall(r'aria-label="(A-SQ\d), [^"]*, has to move"', allied.page)
    assert sorted(marked) == ["A-SQ1", "A-SQ2"] and "chip-owed" in allied.page
    assert " is routed, and has to move." in allied.page and "button primary" in allied.page
    fields = allied.form("/sheet/at-once")
    assert fields["title"] == "All in flight, by the shortest way" and "more suppressions" in allied.page
    allied.take(visitor.post(f"{allied.path}/sheet/at-once", data=fields))
    assert [line.split()[0] for line in allied.sheet] == ["A-SQ1", "A-SQ2"] and "chip-owed" not in allied.page
    allied.take(visitor.post(f"{allied.path}/sheet/at-once", data=fields))
    assert len(allied.sheet) == 2, "a second tap puts nothing there twice"
    allied.send(done=True)
    assert allied.status == 200 and "Your moves are sent" in allied.page


def test_fire_is_aimed_by_a_tap_on_the_enemy(context: Context, visitor: TestClient):
    """With nobody chosen it asks who fires, each with what that is likely to do; with a base chosen that base aims."""
    field = position("A-SQ1 squad at 0807", "A-MMG mmg_team at 0507", "G-SQ1 squad at 1107", "G-SQ2 squad at 1105",
                     "G-X squad at 1714 suspected", step="prepared-fire")  # fmt: skip
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied, enemy = sit(visitor, links["allied"]), field.handle("G-SQ1")

    def tapped() -> str:
        [tag] = re.findall(rf'<a [^>]*data-handle="{enemy}"[^>]*>', allied.page)
        return html.unescape(re.search(r'href="([^"#]+)', tag)[1])

    far = re.findall(rf'<a [^>]*data-handle="{field.handle("G-X")}"[^>]*>', allied.page)
    assert "/contacts/" in far[0], "nobody can fire at that one"
    allied.take(visitor.get(tapped()))
    shots = re.findall(r'act-title">([^<]+)</span><span class="act-line">([^<]+)', allied.page)
    assert [title for title, _ in shots] == ["A-MMG, small arms", "A-SQ1, small arms"]
    assert f'data-follow="{field.truth.bases["G-SQ1"].hex}|target"' in allied.page, "the map goes there"
    assert f"Enemy {enemy}, a squad" in allied.page[allied.page.index("target-title") :]
    assert all("% for some effect" in line for _, line in shots)
    fields = allied.form("/sheet", kind="fire")
    allied.take(visitor.post(f"{allied.path}/sheet", data=fields))
    assert len(allied.sheet) == 1 and allied.sheet[0].startswith("A-MMG fires at enemy")
    allied.look("?unit=A-SQ1")
    allied.take(visitor.get(tapped()))
    assert json.loads(allied.form("/sheet", kind="fire")["fixed"])["target"] == enemy


def test_a_move_on_the_sheet_is_led_another_way(context: Context, visitor: TestClient):
    """By one that is less seen, with what each lays open; or through hexes of his own, which stay in the field."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1107", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    allied.look("?unit=A-SQ1")
    allied.write("move", path="0407|0307|0208")
    assert "In sight of Enemy 1, an HMG team, on 2 of 3 steps" in allied.page
    offered = re.findall(r'act-line">([^<]+)', allied.page)
    assert [one.split(";")[0][:48] for one in offered[:2]] == [
        "In sight of Enemy 1, an HMG team, on 1 of 3 step", "No enemy you know of sees any of it. It ends in "
    ]  # fmt: skip
    fields = next(fields for fields in ways_of(allied) if fields.get("way") == "1")
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields))
    assert allied.sheet == ["A-SQ1 moves to 0208 via 0408, 0308"]
    fields = next(fields for fields in ways_of(allied) if "via" in fields)
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields | {"via": "0406"}))
    assert allied.sheet == ["A-SQ1 moves to 0208 via 0406, 0306, 0307"] and 'name="via" value="0406"' in allied.page
    allied.take(visitor.post(f"{allied.path}/sheet/way", data=fields | {"via": "2014"}))
    assert allied.status == 409 and "No such way; the sheet is as it was." in allied.page and len(allied.sheet) == 1


def test_of_a_move_that_the_rules_refuse_nothing_is_reckoned(context: Context, visitor: TestClient):
    """Whatever is well formed may stand on the sheet: a way off the map too."""
    field = position("A-SQ1 squad at 0507", "G-HMG hmg_team at 1107", step="movement")
    links = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    allied = sit(visitor, links["allied"])
    put_sheet(context, seat_by_link(context, links["allied"].removeprefix("/seat/")),
              [Move(base="A-SQ1", path=("9999",))])  # fmt: skip
    allied.look("?unit=A-SQ1")
    assert allied.status == 200 and len(allied.sheet) == 1 and ways_of(allied) == []


def ways_of(player: Plain) -> list[dict[str, Any]]:
    """The forms by which an order is led another way."""
    found = Forms()
    found.feed(player.page)
    return [fields for action, fields in found.found if action.endswith("/sheet/way")]


# ---- a player turn by touch


@pytest.mark.browser
async def test_a_base_moves_and_the_step_is_closed_on_a_phone(browser: Browser, context: Context, address: str):
    to = links(context, address, "skirmish", "moulin-basset")
    async with window(browser, **PHONE) as mine:
        allied = await Hands.at(mine, to["allied"])
        await closed_until(allied, "Movement")
        await allied.move("A-SQ2", "0603")
        await allied.close_step()
        await allied.waits()
        assert "Your moves are sent" in await allied.page.locator("#asked").inner_text()
        assert not allied.complaints


@pytest.mark.soak
@pytest.mark.browser
async def test_a_player_turn_on_phones(browser: Browser, context: Context, address: str):
    """Prepared fire, sealed moves, a halt in the film, remaining fire, closing fire and an advance."""
    to = links(context, address, "skirmish", "moulin-basset")
    async with window(browser, **PHONE) as one, window(browser, **PHONE) as other:
        allied, german = await Hands.at(one, to["allied"]), await Hands.at(other, to["german"])
        await closed_until(allied, "Prepared fire")
        await allied.choose("A-MTR")
        await allied.write("fire")
        await allied.close_step()
        await allied.is_asked("Movement")
        await allied.move("A-SQ2", "0603")
        await allied.close_step()
        await allied.waits()
        assert "Your moves are sent" in await allied.page.locator("#asked").inner_text()
        assert await allied.page.locator('.map-live a[data-unit="A-SQ2"]').get_attribute("data-place") == "0504"
        assert await allied.page.locator(".map-ways path").count()

        await german.is_asked("Halt or pass")
        buttons = german.page.locator(".decision .thumb")
        assert await buttons.count() == 2 and await german.fits()
        assert all([(await button.bounding_box())["height"] >= 64 for button in await buttons.all()])
        mover = await german.page.locator(".map-live a.is-mover").bounding_box()
        frame = await german.page.locator(".map-view").bounding_box()
        assert abs(mover["x"] + mover["width"] / 2 - frame["width"] / 2) < 40, "the map shows the mover"
        await german.press(buttons.last)
        choice = german.page.locator(".acts button")
        if await choice.count():
            await german.press(choice.first)
            await german.settled()
            await german.is_asked()
            if await german.page.locator("#asked-title").inner_text() == "Halted":
                await german.press(buttons.first)
        await closed_until(german, "Remaining fire", passing=True)
        await german.close_step()
        lapse_all(
            replace(context, clock=lambda: context.clock() + timedelta(days=7))
        )  # the time for it, told to nobody

        await allied.is_asked("Closing fire")
        await allied.tab("log")
        await expect(allied.page.locator("#log")).to_contain_text("Your moves have been played")
        await allied.close_step()
        await allied.is_asked("Advance")
        await allied.choose("A-SQ1")
        await allied.write("advance", hex="0505")
        await allied.close_step()
        await german.is_asked()
        own = allied.page.locator('.map-live a[data-unit="A-SQ1"]')
        await expect(own).to_have_attribute("data-place", "0505")
        await german.tab("log")
        await expect(german.page.locator("#log")).to_contain_text("fires at")
        assert not allied.complaints and not german.complaints


@pytest.mark.soak
@pytest.mark.browser
async def test_live_two_browsers_see_the_same_time_run(browser: Browser, context: Context, address: str):
    """Two bases make their steps at once: their owner watches them, the enemy is asked about them."""
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505", "G-HMG hmg_team at 1207", step="movement",
                     interrupts="live")  # fmt: skip
    to = saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))
    async with window(browser, **PHONE) as one, window(browser) as other:
        allied, german = await Hands.at(one, address + to["allied"]), await Hands.at(other, address + to["german"])
        await allied.move("A-SQ1", "0807")
        await allied.move("A-SQ2", "0705")
        await allied.close_step()
        for base, hex in (("A-SQ1", "0607"), ("A-SQ2", "0605")):
            own = allied.page.locator(f'.map-live a[data-unit="{base}"]')
            await expect(own).to_have_attribute("data-place", hex)
        await expect(german.page.locator("#asked-title")).to_have_text("Halt or pass")
        left = [await player.page.locator(".countdown strong").inner_text() for player in (allied, german)]
        assert all(re.fullmatch(r"[1-8] s", said) for said in left), left
        assert "Waiting" not in await allied.page.locator("#asked").inner_text()
        assert not allied.complaints and not german.complaints


async def closed_until(player: Hands, title: str, *, passing: bool = False) -> None:
    """Let go what is asked before a heading."""
    for _ in range(12):
        await player.is_asked()
        if await player.page.locator("#asked-title").inner_text() == title:
            return
        if passing and await player.page.locator(".decision").count():
            await player.press(player.page.locator(".decision .thumb").first)
            await player.settled()
        else:
            await player.close_step()
    raise AssertionError(f"never asked: {title}")


# ---- the fire plan, without a script


def test_a_fire_plan_is_written_line_by_line_and_said_in_words(visitor: TestClient):
    opened = visitor.post("/matches", data={"scenario": "skirmish/moulin-basset", "opponent": "practice"})
    player = Plain(visitor, opened.url.path)
    player.take(opened)

    def said() -> list[str]:
        lines = re.findall(r'standing-line">.*?written-order">(.*?)</span>', unescape(player.page), re.S)
        return [re.sub("<[^>]+>", "", line) for line in lines]

    def forms() -> list[dict[str, Any]]:
        found = Forms()
        found.feed(player.page)
        return [fields for _, fields in found.found if fields.get("kind") == "set-fire-plan"]

    def send(fields: dict[str, Any]) -> None:
        player.take(visitor.post(f"{player.path}/orders", data=fields))

    def add(filled: dict[str, str]) -> None:
        fields = next(fields for fields in forms() if "line+choice:then" in fields)
        send(fields | {f"line+{name}": value for name, value in filled.items()})

    add({"written-figure:range_max": "6", "choice:expected": "10", "several:bases": "A-SQ1"})
    assert said() == ["1st squad, within 6 hexes, if one suppression or more can be expected: fire."]
    assert 'id="standing" open' in player.page and "What would it have done so far?" in player.page
    add({"choice:then": '"hold"', "choice:at": '"both"'})
    assert said()[1] == "Any base, in the enemy's moves and after them: hold."
    first, second = json.loads(next(f for f in forms() if "line+choice:then" in f)["fixed"])["lines"]
    send(next(fields for fields in forms() if json.loads(fields["fixed"])["lines"] == [second, first]))
    assert said()[0].startswith("Any base"), "the second line went up"
    send(next(fields for fields in forms() if json.loads(fields["fixed"])["lines"] == [first]))
    assert [words[:9] for words in said()] == ["1st squad"], "the first line was dropped"
    add({
        "written-places:crosses": "0705 0709", "written-figure:steps_min": "2", "written-figure:enemies_max": "3",
        "several:exposure": "moving_fast", "several:aspect": "rear", "choice:concealed": "true",
        "choice:last_shot": "false", "choice:reserve": '"any"',
    })  # fmt: skip
    assert said()[1] == (
        "Any base, moving fast, at its rear, as it comes onto the line 0705-0709, once it has been seen to make 2 "
        "steps, with at most 3 enemies in sight, while it is hidden, except with its last shot, with its last shot "
        "while any reinforcements that are announced have not come: fire."
    )
    add({"written-figure:range_max": "abc"})
    assert player.status == 422 and "Nothing was done." in player.page
    assert "You have not been asked anything" in player.look("/standing-orders")


# ---- when results are told


def test_both_read_on_the_page_when_the_results_are_told(visitor: TestClient, context: Context):
    """A day after the moves were sent, whatever the defender does until then."""
    data = {"scenario": "skirmish/moulin-basset", "opponent": "practice", "option/skirmish/release": "fixed_delay"}
    page = visitor.post("/matches", data=data)
    allied = page.url.path
    german, api = allied.replace("/allied", "/german"), allied.replace("/matches/", "/api/v1/matches/")
    api = api.replace("/allied", "/seats/allied")
    assert "UTC" not in visitor.get(allied).text
    while (view := visitor.get(f"{api}/view")).json()["view"]["sealed"] is False:
        done = visitor.post(f"{api}/orders", json=[{"kind": "done"}], headers={"If-Match": view.headers["etag"]})
        assert done.status_code == 202
    due = ends_at(context, allied.split("/")[2])
    assert due is not None
    for path, label in ((allied, "Results"), (german, "Yours until")):
        assert f"<dt>{label}</dt><dd>{due:%d %b %Y, %H:%M} UTC</dd>" in visitor.get(path).text
