"""The defender of a live skirmish at a phone: who is chosen fires, and what comes is read beside an open unit."""

from __future__ import annotations

import asyncio
import html
import re

import pytest
from playwright.async_api import Browser, Route, expect

from service import matches
from service.engine.orders import Done
from service.engine.recording import Outcome
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from service.matches import Context, seat_by_link
from service.matches.sheets import put_sheet, sheet_orders
from tests.client import TestClient
from tests.games.skirmish.table import Table, position
from tests.games.skirmish.test_flight import plain
from tests.matches.waiting import time_is_over
from tests.web.browser import DESKTOP, IN_SIGHT, PHONE, Hands, until, window
from tests.web.conftest import sit
from tests.web.midway import saved
from tests.web.test_cards import MARKS

pytestmark = pytest.mark.live_skirmish


def halted(*others: str) -> Table:
    """A squad that has been halted in the open, before a machine gun, a squad beside it, and others."""
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", *others,
                     step="movement", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())
    return field.order("german", Halt())


def shown(field: Table, *bases: str) -> None:
    """They have moved in this player turn, and are hidden no longer."""
    for id in bases:
        field.base(id).moved = field.picture("german").own[id].moved = True


def links(context: Context, field: Table) -> dict[str, str]:
    return saved(context, SKIRMISH, field.opening, Outcome(field.truth, field.journal, field.logs))


@pytest.mark.browser
async def test_the_shooter_who_is_chosen_is_not_asked_for_again(browser: Browser, context: Context, address: str):
    """The chip says who; then the loud button fires with that one, in one tap."""
    field = halted()
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        act = german.page.locator("#act")
        await expect(act.locator("summary")).to_contain_text("choose who")
        await german.choose("G-SQ1")
        await expect(act.locator("summary")).to_have_count(0)
        await expect(german.page.locator("#asked .ask-lead")).to_contain_text("stands still. Name the shot.")
        fire = act.locator(".button.primary")
        await expect(fire).to_contain_text("G-SQ1")
        await german.press(fire)
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0607")
        state = context.store.read(german.page.url.split("/")[4]).state
        assert state.bases["G-SQ1"].shots and not state.bases["G-HMG"].shots
        await german.choose("G-HMG")
        await expect(german.page.locator("#asked .ask-came")).to_contain_text("Our fire on 0607")
        await expect(german.page.locator("#asked .ask-came")).to_be_visible()
        assert not german.complaints


@pytest.mark.browser
async def test_the_form_of_a_shot_that_is_timed_fires_at_once(browser: Browser, context: Context, address: str):
    """Its button does what the loud one does: nothing goes on the sheet, and nothing is left to look over."""
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, halted())["german"])
        await german.choose("G-SQ1")
        await german.unfold("fire")
        buttons = german.form("fire").locator(".actions button[type=submit]")
        await expect(buttons).to_have_count(1)
        await expect(buttons).to_contain_text("at once")
        await german.press(buttons)
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0607")
        await expect(german.page.locator("#sheet .written-line")).to_have_count(0)
        state = context.store.read(german.page.url.split("/")[4]).state
        assert state.bases["G-SQ1"].shots and not state.bases["G-HMG"].shots
        assert not german.complaints


@pytest.mark.browser
async def test_a_shot_that_could_be_looked_at_leaves_the_map_to_the_next_question(
    browser: Browser, context: Context, address: str
):
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0507", "G-HMG hmg_team at 1207", step="prepared-fire",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Fire(base="A-SQ1", target=field.handle("G-HMG")), Done())
    seats = links(context, field)
    allied = seat_by_link(context, seats["allied"].removeprefix("/seat/"))
    moves = [Move(base="A-SQ2", path=("0607", "0707")), Done()]
    async with window(browser, anew=True, **DESKTOP) as one:
        await one.clock.install()
        german = await Hands.at(one, address + seats["german"])
        page = german.page
        await expect(page.locator(MARKS).first).to_be_attached()
        await one.clock.fast_forward(5_000)
        at = matches.version(context, allied)
        await asyncio.to_thread(matches.take_orders, context, allied, moves, version=at, key=None)
        await expect(page.locator("#asked-title")).to_have_text("Halt or pass")
        await german.settled()
        assert await page.locator(MARKS).count() == 0


@pytest.mark.browser
async def test_what_came_is_read_below_a_unit_of_which_nothing_can_be_ordered(
    browser: Browser, context: Context, address: str
):
    """They have looked at the gun that was fired at, in the enemy's player turn."""
    field = position("A-SQ1 squad at 0807", "G-HMG hmg_team at 1207", step="prepared-fire", interrupts="live",
                     ground=plain())  # fmt: skip
    field.order("allied", Fire(base="A-SQ1", target=field.handle("G-HMG")), Done())
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, f"{address}{links(context, field)['german']}")
        await german.page.goto(f"{german.page.url.split('#')[0]}?unit=G-HMG")
        await expect(german.page.locator("#orders .chosen")).to_contain_text("Nothing can be ordered for it now.")
        await expect(german.page.locator("#news .result")).to_be_visible()
        boxes = [await german.page.locator(place).bounding_box() for place in ("#orders .chosen", "#news")]
        assert boxes[0]["y"] < boxes[1]["y"], "below it"


@pytest.mark.browser
async def test_a_shot_that_is_written_goes_at_nought_and_what_cannot_go_is_named(
    browser: Browser, context: Context, address: str
):
    """They wrote a shot, and a line that the rules refuse, and let the time run out; nothing of it stands on the sheet
    at the next question."""
    field = halted()
    async with window(browser, **PHONE) as one:
        link = links(context, field)["german"]
        german, at = await Hands.at(one, address + link), seat_by_link(context, link.removeprefix("/seat/"))
        await german.choose("G-SQ1")
        await german.unfold("fire")
        await german.form("fire").evaluate("form => form.requestSubmit()")  # as a page from before, without its button
        await expect(german.page.locator("#sheet .written-line")).to_have_count(1)
        await expect(german.page.locator("#asked-title")).to_have_text("Halted")
        await expect(german.page.locator("#asked .ask-lead")).to_contain_text("Name the shot.")
        await expect(german.page.locator("#asked .unsent")).to_contain_text("is sent at 0")
        await expect(german.page.locator("#act [data-review]")).to_have_count(0)
        await expect(german.page.locator("#act .ask-action button")).to_be_visible()
        written = sheet_orders(context, matches.read(context, at))
        put_sheet(context, at, [*written, Fire(base="G-HMG", target="9")])
        time_is_over(context)
        left = german.page.locator("#tab-orders .left-over")
        await expect(left).to_contain_text("Not sent, as the time for it is over")
        await expect(left).to_contain_text("G-HMG fires at")
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0607")
        state = context.store.read(at.match_id).state
        assert state.bases["G-SQ1"].shots and not state.bases["G-HMG"].shots
        await expect(german.page.locator("#sheet .written-line")).to_have_count(0)
        await expect(german.page.locator('#sheet [name="orders"]')).to_have_count(0)
        await german.press(left.get_by_role("button", name="Forget it"))
        await expect(left).to_have_count(0)
        assert not german.complaints


@pytest.mark.browser
async def test_what_is_chosen_in_its_form_at_nought_is_what_is_fired(browser: Browser, context: Context, address: str):
    """It is said beside the countdown, also where the form covers the rest of the question; nobody presses anything."""
    async with window(browser, anew=True, **PHONE) as one:
        await one.clock.install()
        german = await Hands.at(one, address + links(context, halted())["german"])
        page, clock = german.page, german.page.locator(".countdown")
        await expect(clock).to_contain_text("At 0 your best shot is fired")
        await german.choose("G-SQ1")
        await german.unfold("fire")
        said = clock.locator(".at-nought")
        await expect(said).to_be_visible()
        await expect(said).to_contain_text("At 0 what is chosen goes: Fire, G-SQ1.")
        await expect(clock).not_to_contain_text("most promising", use_inner_text=True)

        async def nearly_over() -> bool:
            await german.pass_time(1)
            return int((await clock.locator("strong").inner_text()).removesuffix(" s")) <= 12

        await until(nearly_over)
        state = context.store.read(page.url.split("/")[4]).state
        assert not state.bases["G-SQ1"].shots, "not before"
        await german.pass_time(12)
        await expect(page.locator("#news")).to_contain_text("Our fire on 0607")
        state = context.store.read(page.url.split("/")[4]).state
        assert state.bases["G-SQ1"].shots and not state.bases["G-HMG"].shots
        assert not german.complaints


@pytest.mark.browser
async def test_over_a_slow_line_the_page_counts_from_when_it_asked(browser: Browser, context: Context, address: str):
    """It counted from when the answer came, and what was chosen came to the server when the time was over."""
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())

    come, waited, left = asyncio.Event(), 0, 0

    async def slowly(route: Route) -> None:
        if route.request.method != "POST":  # what the page fetches by itself would count anew
            return await route.abort()
        answer = await route.fetch()
        await come.wait()
        await route.fulfill(response=answer)

    async with window(browser, anew=True, **DESKTOP) as one:
        await one.clock.install(time=0)
        page = (await Hands.at(one, address + links(context, field)["german"])).page
        await page.route("**/matches/**", slowly)
        await one.clock.pause_at(3600)
        async with page.expect_request("**/matches/**"):
            await page.locator("#act .button", has_text="Halt").first.click()

        async def passes(moments: int) -> None:
            nonlocal waited
            waited += moments
            await one.clock.run_for(moments)

        async def shown() -> object:
            nonlocal left
            await passes(10)  # what the page swaps in takes moments of its clock
            found = re.match(r"Naming the shot\s+(\d+) s", await page.locator(".countdown").inner_text())
            left = 1000 * int(found[1]) if found else 0
            return found

        await passes(4_000)
        come.set()
        await until(shown)
        assert left - 1_000 <= 20_000 - waited + 200, "to the second, and it is said five times in each"


@pytest.mark.browser
async def test_that_something_was_sent_is_said_without_moving_the_panel(
    browser: Browser, context: Context, address: str
):
    async with window(browser, **DESKTOP) as one:
        german = await Hands.at(one, address + links(context, halted())["german"])
        await german.choose("G-SQ1")
        before = await german.page.locator("#asked").bounding_box()
        await german.press(german.page.locator("#act .button.primary"))
        await expect(german.page.locator("#notice .notice.good")).to_contain_text("sent")
        after = await german.page.locator("#asked").bounding_box()
        assert before["y"] == after["y"]


@pytest.mark.browser
async def test_what_is_chosen_while_a_step_runs_halts_nobody(browser: Browser, context: Context, address: str):
    """Who looks at a base of theirs has not fired with it."""
    field = position("A-SQ1 squad at 0507 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1007", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607", "0707")), Done())
    async with window(browser, anew=True, **PHONE) as one:
        await one.clock.install()
        german = await Hands.at(one, address + links(context, field)["german"])
        await german.choose("G-SQ1")
        await expect(german.page.locator(".countdown")).to_contain_text("At 0 it goes on, whatever is chosen.")
        await german.pass_time(9)
        await expect(german.page.locator(".countdown strong")).to_have_text("over")
        await german.settled()
        state = context.store.read(german.page.url.split("/")[4]).state
        assert not state.bases["A-SQ1"].halted and not any(base.shots for base in state.bases.values())
        assert not german.complaints


@pytest.mark.browser
async def test_what_comes_under_the_finger_takes_no_tap_for_a_moment(browser: Browser, context: Context, address: str):
    """A base is left in the remaining fire: where its form's button stood, the one stands by which all fire."""
    field = position("A-SQ1 squad at 0807", "G-SQ2 squad at 1207", "G-SQ1 squad at 1107", "G-L1 leader at 1107",
                     step="movement", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Done())
    shown(field, "G-SQ1", "G-SQ2", "G-L1")
    async with window(browser, guarded=True, **PHONE) as one:
        await one.clock.install(time=0)
        german = await Hands.at(one, address + links(context, field)["german"])
        all_fire = german.page.locator("#act .button.primary")
        await expect(all_fire).to_have_text("All who can fire, each at its best shot")
        await german.choose("G-SQ1")
        await expect(all_fire).to_have_count(0)
        await expect(german.form("fire").locator(".commit")).to_be_in_viewport(ratio=0.9)
        await one.clock.pause_at(3600)
        await german.page.locator("#orders .close").tap()

        async def left() -> bool:
            await one.clock.run_for(10)  # what the page fetches and swaps in takes moments of its clock
            return not await german.page.locator("#orders .chosen").count()

        sent = list[str]()
        german.page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
        await until(left)
        await all_fire.tap()
        await one.clock.run_for(300)
        assert not sent, "a moment before, something else lay there"
        await one.clock.run_for(400)
        await all_fire.tap()
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0807")


def test_whoever_has_chosen_a_base_is_offered_its_shot_and_not_the_best_one_in_its_place(
    context: Context, visitor: TestClient
):
    """The last one left with a shot had been pointed at another target, and the loud button fired at the best."""
    field = position("A-SQ1 squad at 0807", "A-SQ2 squad at 0607", "G-SQ1 squad at 1107", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Done())
    shown(field, "G-SQ1")
    seat = sit(visitor, links(context, field)["german"])
    all_fire = "All who can fire, each at its best shot</button>"
    assert all_fire in seat.page
    [tag] = re.findall(rf'<a [^>]*data-handle="{field.handle("A-SQ2")}"[^>]*>', seat.page)
    seat.take(visitor.get(html.unescape(re.search(r'href="([^"#]+)', tag)[1])))
    assert "Fire at the squad in 0607" in seat.page and all_fire not in seat.page


def test_a_shot_without_any_chance_comes_last_and_pale(context: Context, visitor: TestClient):
    """Bullets at a tank, beside a gun; and of the targets of a machine gun the best stands first, with its chance."""
    field = position("A-TK1 medium_tank at 0507 heading 1", "A-MMG mmg_team at 0505", "G-SQ1 squad at 1007",
                     "G-ATG at_gun_75 at 1107 heading 4", "G-SQ2 squad at 0905", step="movement", interrupts="live",
                     ground=plain(h0905="woods"))  # fmt: skip
    field.order("allied", Move(base="A-TK1", path=("0607", "0707")), Done())
    field.order("german", Halt())
    seat = sit(visitor, links(context, field)["german"])
    shots = re.findall(r'class="button (act[^"]*)"[^>]*><span class="act-title">([^<]+)</span>', seat.page)
    assert shots[0] == ("act", "G-ATG, at armour")
    assert ("act is-vain", "G-SQ1") in shots[1:] and "button primary thumb" in seat.page


def test_what_came_stays_in_sight_through_each_halt_and_pass(context: Context, visitor: TestClient):
    """A step lasts seconds: nobody reads a card in those before their next answer."""
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505 q9", "G-HMG hmg_team at 1207",
                     "G-SQ1 squad at 1007", step="movement", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607",)), Move(base="A-SQ2", path=("0605",)), Done())
    field.order("german", Halt()).order("german", fire_at_mover(field)).done().lapse()
    german = sit(visitor, links(context, field)["german"])
    assert "Halt or pass" in german.page and "Our fire on 0607" in german.page


TITLES = re.compile(r'result-title">([^<]+)')


def test_while_a_time_runs_what_came_last_stands_first(context: Context, visitor: TestClient):
    """Whose way is halted, and at whom one has just fired; on a phone the rest lies beside it, out of sight."""
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0505 q9", "G-HMG hmg_team at 1207",
                     "G-SQ1 squad at 1007", step="movement", interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Move(base="A-SQ1", path=("0607",)), Move(base="A-SQ2", path=("0605",)), Done())
    field.order("german", Halt()).order("german", fire_at_mover(field)).done().lapse()
    field.order("german", Halt())
    allied = sit(visitor, links(context, field)["allied"])
    assert TITLES.findall(allied.page) == ["The A-SQ2 halted", "The A-SQ1 under fire"]


def test_a_base_that_is_lost_is_what_its_player_reads_first(context: Context, visitor: TestClient):
    """Others were hit before it: of them the line over the question told, and the loss lay three results away."""
    field = position("A-SQ1 squad at 0507", "A-GUN at_gun_75 at 0505 heading 1", "G-SQ1 squad at 0707 q4",
                     "G-TK medium_tank at 0705 heading 4", step="prepared-fire", interrupts="live", ground=plain(),
                     by_purpose={"P7 fire": [1, 1], "P13 shot": [3, 3], "P13 hit": [1, 2]})  # fmt: skip
    shots = (Fire(base="A-SQ1", target=field.handle("G-SQ1")), Shoot(base="A-GUN", target=field.handle("G-TK")))
    field.order("allied", *shots, Done())
    german = sit(visitor, links(context, field)["german"])
    assert TITLES.findall(german.page) == ["The G-TK under fire", "The G-SQ1 under fire"]
    [line] = re.findall(r'class="ask-came">(.*?)</p>', german.page, re.S)
    assert re.sub("<[^>]+>", "", line) == "The G-TK under fire: Hit, destroyed. The G-TK: eliminated."


def fire_at_mover(field: Table) -> Fire:
    film = field.picture("german").film
    assert film is not None
    return Fire(base="G-SQ1", target=film.handle)


def test_who_looks_on_reads_what_is_played_and_not_the_heading_they_were_told_last(
    context: Context, visitor: TestClient
):
    allied = sit(visitor, links(context, halted())["allied"])
    assert "A move is halted" in allied.page and "last told:" not in allied.page


@pytest.mark.browser
async def test_the_forms_of_the_remaining_fire_stand_above_what_came(browser: Browser, context: Context, address: str):
    """What came is named in a line above them."""
    field = halted()
    field.order("german", fire_at_mover(field)).done()
    while field.step != "remaining-fire":
        field.lapse()
    for size in (PHONE, DESKTOP):
        async with window(browser, **size) as one:
            german = await Hands.at(one, address + links(context, field)["german"])
            await expect(german.page.locator("#asked .ask-came")).to_be_visible()
            tops = "places => places.map((place) => document.querySelector(place).getBoundingClientRect().top)"
            orders, news = await german.page.evaluate(tops, ["#orders", "#news"])
            assert orders < news


def test_of_the_targets_of_a_base_the_best_stands_first_with_its_chance(context: Context, visitor: TestClient):
    field = position("A-MMG mmg_team at 0505", "G-SQ2 squad at 0905", "G-TK medium_tank at 0907 heading 1",
                     "G-SQ1 squad at 1006", step="prepared-fire", ground=plain(h0905="woods"))  # fmt: skip
    allied = sit(visitor, links(context, field)["allied"])
    allied.look("?unit=A-MMG")
    targets = re.findall(r"<option value=[^>]*>(\d+)% · Enemy \d+, an? ([a-z ]+), in (\d+)</option>", allied.page)
    chances = [int(chance) for chance, *_ in targets]
    assert len(targets) == 3 and chances == sorted(chances, reverse=True)
    assert targets[-1] == ("0", "medium tank", "0907")


def test_a_form_begins_with_the_leader_whose_help_is_in_its_chance(context: Context, visitor: TestClient):
    field = position("A-MMG mmg_team at 0505", "A-L1 leader at 0505 rating -1", "G-SQ2 squad at 0905",
                     "G-SQ1 squad at 1006", step="prepared-fire", ground=plain(h0905="woods"))  # fmt: skip
    allied = sit(visitor, links(context, field)["allied"])
    allied.look("?unit=A-MMG")
    best = re.search(r"<option value=[^>]*>(\d+)% · Enemy", allied.page)
    assert best is not None and f"{best[1]}% for some effect" in allied.page


def test_what_is_timed_by_the_second_is_not_pushed_down_by_the_way_to_the_replay(context: Context, visitor: TestClient):
    """It waits: the other side, who only looks on meanwhile, has it on the page."""
    pages = {seat: visitor.get(link).text for seat, link in links(context, halted()).items()}
    assert "Name the shot" in pages["german"] and "step by step ›" not in pages["german"]
    assert "step by step ›" in pages["allied"]


@pytest.mark.browser
async def test_all_who_have_shown_themselves_fire_by_one_loud_tap_and_nobody_hidden(
    browser: Browser, context: Context, address: str
):
    """Closing without orders is pale beside it; what is fired goes out at once, and nothing lies on the sheet."""
    field = position("A-SQ1 squad at 0807", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Done())
    shown(field, "G-SQ1")
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        loud = german.page.locator("#act .button.primary")
        await expect(loud).to_have_text(
            "All who have shown themselves, each at its best shot The G-HMG stays hidden; fire it by itself."
        )
        await german.press(loud)
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0807")
        state = context.store.read(german.page.url.split("/")[4]).state
        assert state.bases["G-SQ1"].shots and not state.bases["G-HMG"].shots
        await german.settled()
        assert not await german.page.locator("#act", has_text="best shot").count(), "nor does a second tap fire it"
        assert not german.complaints


@pytest.mark.browser
async def test_who_has_fired_by_the_tap_for_all_does_not_fire_again_at_nought_unless_aimed(
    browser: Browser, context: Context, address: str
):
    """Their player has looked at them afterwards, and chosen nothing."""
    field = position("A-SQ1 squad at 0807 q9", "G-HMG hmg_team at 1207", "G-SQ1 squad at 1107", step="movement",
                     interrupts="live", by_purpose={"P7 fire": [6, 5], "P5": [1, 1]}, ground=plain())  # fmt: skip
    field.order("allied", Done())
    shown(field, "G-HMG", "G-SQ1")
    async with window(browser, **DESKTOP) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        await german.press(german.page.locator("#act .button.primary"))
        await expect(german.page.locator("#news")).to_contain_text("Our fire on 0807")
        await german.choose("G-HMG")
        await expect(german.form("fire").locator(".commit")).to_be_visible()
        await german.settled()
        said = german.page.locator(".countdown")
        await expect(said).not_to_contain_text("what is chosen goes", timeout=3000)
        await german.page.locator('.map-live .counter.contact[data-place="0807"]').first.dispatch_event("click")
        await expect(said).to_contain_text("what is chosen goes")
        assert not german.complaints


@pytest.mark.browser
async def test_in_the_remaining_fire_the_map_shows_who_fires_and_at_whom(
    browser: Browser, context: Context, address: str
):
    """From a base that is chosen a line leads to the target that its form names, and both lie in the frame."""
    field = position("A-SQ1 squad at 0507 q9", "A-SQ2 squad at 0604 q9", "G-HMG hmg_team at 1207", step="movement",
                     interrupts="live", ground=plain())  # fmt: skip
    field.order("allied", Done())
    async with window(browser, **PHONE) as one:
        german = await Hands.at(one, address + links(context, field)["german"])
        await german.choose("G-HMG")
        await expect(german.page.locator(".map-choices .choice")).to_have_count(2)
        await expect(german.page.locator(".map-choices .choice.is-chosen")).to_have_count(1)
        await expect(german.page.locator(".map-choices .choice-line")).to_have_count(1)
        await german.settled()
        for place in ("0507", "1207"):
            assert await german.page.locator(f'.map-live a.counter[data-place="{place}"]').evaluate(IN_SIGHT)
