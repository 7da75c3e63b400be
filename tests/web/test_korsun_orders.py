"""What a page of Korsun says of orders that are written."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service import matches
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.games.korsun.game import KORSUN
from service.games.korsun.known.plans import AttackPlan
from service.games.korsun.known.reports import CombatFought
from service.games.korsun.printed.scenario import AGREED
from service.games.korsun.sections.attacks import DeclareAttack
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from tests.client import TestClient
from tests.games.korsun.table import Table, new_match, position
from tests.games.korsun.test_combat import FIVE, WORKED, combat
from tests.games.korsun.test_hand_overs import attacks
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.conftest import Plain, sit
from tests.web.midway import saved


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"korsun": KORSUN}


def test_a_line_of_standing_orders_about_a_unit_is_no_order_of_that_unit(context: Context, visitor: TestClient):
    german = sit(visitor, f"/seat/{matches.practice_links(context, 'korsun', 'korsun-first')['German']}")
    api = f"/api/v1{german.path.replace('/German', '/seats/German')}"
    options = visitor.get(f"{api}/standing-orders").json()["anytime_options"]
    unit = next(one for one in options if one["kind"] == "add-intercept-line")["fields"]["unit"]["values"][1]
    line = {"kind": "add-intercept-line", "fixed": json.dumps({"unit": unit}), "sheet": "0"}
    german.take(visitor.post(f"{german.path}/sheet", data=line))
    assert len(german.sheet) == 1
    assert f"unit={unit}" in german.look(f"?unit={unit}") and "Take back" not in german.page


@pytest.mark.parametrize(
    ("scenario", "seat", "kept"),
    [("korsun-first", "Soviet", ()), ("korsun-first", "German", ("Reactions",)),
     ("korsun-full", "German", ("Reactions", "Barrages"))],
)  # fmt: skip
def test_lists_are_shown_to_who_can_have_lines_in_them(
    context: Context, visitor: TestClient, scenario: str, seat: str, kept: tuple[str, ...]
):
    """Only German armor reacts, and only German units come under barrages, where the other side has barrage units."""
    page = sit(visitor, f"/seat/{matches.practice_links(context, 'korsun', scenario)[seat]}").page
    assert "Intercepts</h3>" in page
    assert tuple(title for title in ("Reactions", "Barrages") if f"{title}</h3>" in page) == kept


def test_the_odds_of_an_attack_are_shown_before_it_is_ordered_and_while_it_is_only_written(
    context: Context, visitor: TestClient
):
    """The column and the shifts over the button, line by line below it, and what may come of it on the sheet."""
    table = combat(*WORKED)
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    soviet = sit(visitor, link)
    soviet.look("?unit=22GTB")
    attack = {**soviet.form("/sheet", kind="declare-attack"), "several:units": FIVE, "choice:planned": "true"}
    htmx = {"HX-Request": "true", "HX-Request-Type": "partial"}
    weighed = visitor.get(soviet.path, params={**attack, "weigh": "declare-attack"}, headers=htmx).text
    assert ">4:1, shifts <strong>+3</strong>" in weighed and "7:1: the hex falls on 1 to 6" in weighed
    assert "Combined arms" in weighed and "26 against 6" in weighed and len(weighed) < 6000
    soviet.take(visitor.post(f"{soviet.path}/sheet", data=attack))
    assert len(soviet.sheet) == 1 and "7:1: the hex falls on 1 to 6" in soviet.page


PLANNED = {
    "several:units": FIVE, "choice:planned": "true", "several:artillery": "ART480", "choice:losses": '"infantry-first"',
    "choice:armor_target": '"weakest-armor"', "several:ask": "pursuit",
}  # fmt: skip


@pytest.mark.parametrize(
    ("said", "supported", "advance"),
    [
        ({}, None, None), ({"usually:supported": "-", "usually:advance": "-"}, [], []),
        ({"usually:supported": ["", "27A"], "usually:advance": ["-", "22GTB"]}, ["27A"], ["22GTB"]),
    ],
)  # fmt: skip
def test_the_form_of_an_attack_says_all_that_its_plan_can(
    context: Context, visitor: TestClient, said: dict[str, Any], supported: Any, advance: Any
):
    """Below a fold stand what fires, who loses steps, at whom armor aims, and who is supported and advances.

    Of these two it is said who, or nobody, or nothing, and then it is as usual; whoever is named counts in any case.
    """
    table = combat(*WORKED)
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    soviet = sit(visitor, link)
    form = re.search(r'id="order-declare-attack".*?</form>', soviet.look("?unit=22GTB"), re.S)
    assert form is not None
    in_sight, folded = (set(re.findall(r'name="(\w+:\w+)"', part)) for part in form[0].split("<details", 1))
    assert in_sight == {"several:units", "choice:planned", "choice:missions"}
    assert folded >= {*PLANNED, *said} - in_sight and "<details open" not in form[0]
    filled = {**soviet.form("/sheet", kind="declare-attack"), **PLANNED, **said}
    soviet.take(visitor.post(f"{soviet.path}/sheet", data=filled))
    [order] = json.loads(soviet.form("/orders", done="1")["orders"])
    plan = DeclareAttack(**{**order, "kind": "declare-attack"}).plan
    assert plan == AttackPlan(
        planned=True, artillery=["ART480"], engineers=[], losses="infantry-first", armor_target="weakest-armor",
        ask=["pursuit"], supported=supported, advance=advance,
    )  # fmt: skip


def test_where_the_coach_has_a_marker_go_is_filled_in_and_only_its_button_is_left(
    context: Context, visitor: TestClient
):
    """From where it stands it does not reach a unit of its command."""
    table = position("42 at 0811", "21 at 0606", "marker 27A at 0811 sp 0 front", heading="C", ground="mud")
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    be_coached(context, seat_by_link(context, link.rpartition("/")[2]), True)
    page = sit(visitor, link).page
    assert "Coach:</strong> Deploy the marker of 27A at 0610: it reaches more of its units there." in page
    form = page[page.index('id="order-place-marker"') :]
    assert re.search(r'<option value="0610"[^>]* selected', form)
    assert re.search(r'class="commit-words"[^>]*>Supply marker 27A to 0610<', form)


@pytest.mark.browser
async def test_a_bridge_that_a_form_is_about_is_no_hex_and_disturbs_no_map(
    browser: Browser, context: Context, address: str
):
    """What is chosen of it stands for a hexside, which nothing on the map lights up for."""
    table = position("ENG27 at 1912", "DG112 at 0705", "marker 4GA at 2012 sp 4", heading="E engineering",
                     scenario="korsun-intro", turn=9)  # fmt: skip
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **DESKTOP) as opened:
        hands = await Hands.at(opened, address + link)
        await hands.press(hands.page.locator('#orders a[href*="unit=ENG27"]'))
        await expect(hands.form("destroy-bridge")).to_be_attached()
        await hands.form("destroy-bridge").locator("button[type=submit]").first.focus()
        await hands.settled()
        assert hands.complaints == []


def test_what_came_of_a_combat_stays_in_sight_while_the_next_is_answered(context: Context, visitor: TestClient):
    """Who is asked item by item has answered one of the second combat, and still reads what came of the first."""
    table = new_match(dice=(3, 4) * 400, options=dict.fromkeys(AGREED, "asked"))
    table.done_until("a-combat-declaration-segment")
    table.order("Soviet", *attacks(table, "Soviet", planned=False), Done())
    answered = 0
    while not (answered and table.waiting == ["German"]):
        answered += bool(table.told("German", CombatFought)) and table.waiting == ["German"]
        table.done(table.waiting[0])
    assert "/combats/" in table.address
    assert len(table.told("German", CombatFought)) == 1
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["German"]
    page = sit(visitor, link).page
    news = page[page.index('id="news"') : page.index('id="stale"')]
    assert table.told("German", CombatFought)[0].hex in news


def coached_at(table: Table, context: Context, visitor: TestClient) -> Plain:
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
    return sit(visitor, link)


def test_a_coach_has_what_is_written_sent_and_never_says_to_close_beside_what_leaves_it_out(
    context: Context, visitor: TestClient
):
    soviet = coached_at(combat(*WORKED), context, visitor)
    soviet.look("?unit=22GTB")
    attack = {**soviet.form("/sheet", kind="declare-attack"), "several:units": FIVE, "choice:planned": "true"}
    soviet.take(visitor.post(f"{soviet.path}/sheet", data=attack))
    assert len(soviet.sheet) == 1 and "Close this step without sending" in soviet.page
    assert "Send what is written, and close." in soviet.page and "No attack that you" not in soviet.page


def test_a_coach_names_the_one_thing_that_can_be_ticked(context: Context, visitor: TestClient):
    table = combat(*WORKED)
    table.order("so", DeclareAttack(hex="0711", units=("42", "21")), Done())  # type: ignore[arg-type]
    soviet = coached_at(table.done_until("the-attacker-s-supported-commands"), context, visitor)
    shown = re.search(r'class="button coach-shows" href="([^"#]*)', soviet.page)
    page = soviet.look("?" + unescape(shown[1]).partition("?")[2]) if shown else soviet.page
    assert "Tick “27A”; then tap" in page and "Choose “Commands” first" not in page


@pytest.mark.browser
async def test_a_tap_on_an_enemy_fills_in_the_attack_and_never_the_plan_for_the_rest_of_the_turn(
    browser: Browser, context: Context, address: str
):
    """In 0812 somebody stands beside all three units, in 0813 beside one; 42 can attack nobody there."""
    table = position("42 at 0811", "22GTB at 0912", "21 at 0913", "64PG at 0812", "34R at 0813",
                     "marker 27A at 0811 sp 4", "marker 6TA at 0811 sp 4", heading="E combat")  # fmt: skip
    hexes = {one.hex: one.handle for one in table.picture("so").contacts.values()}
    assert {"0812", "0813"} <= hexes.keys()
    link = saved(context, KORSUN, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **PHONE) as phone:
        soviet = await Hands.at(phone, address + link)
        page, plan = soviet.page, soviet.page.locator("#order-plan-closing [data-asks-place]")
        chosen = page.locator("#orders [name=unit][data-chosen]").first
        attacked = page.locator('#order-declare-attack [name="fixed"]')

        async def tapped(hex: str, *, attacks: bool = True) -> None:
            await page.locator(f'.map-live .counter.contact[data-place="{hex}"]').dispatch_event("click")
            if attacks:
                await expect(attacked).to_have_value(json.dumps({"hex": hex}), timeout=6000)
            await soviet.settled()
            assert set(await plan.evaluate_all("all => all.map(({ value }) => value)")) <= {""}

        await expect(plan).not_to_have_count(0)  # it is there to be filled in
        await tapped("0812")
        units = await page.locator('#order-declare-attack input[type="checkbox"][name="several:units"]').count()
        assert units == 3 and await chosen.input_value() in {"42", "22GTB", "21"}
        await expect(page.locator("#order-declare-attack .commit").first).to_contain_text(
            "42, 22GTB and 21 attack 0812"
        )
        await expect(page.locator(".map-choices .is-chosen")).to_have_attribute("data-place", "0812")
        await expect(page.locator("[data-way-back]")).to_be_hidden()
        await soviet.choose("21")
        await tapped("0813")
        await tapped("0812")
        await soviet.choose("42")
        await tapped("0813", attacks=False)
        assert soviet.complaints == []
