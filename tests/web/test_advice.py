"""What the coach advises, followed at the moment when they advise it: by the rules, and by hand on the page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice, takewhile
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from service.engine import judging, umpire
from service.engine.game import AnyGame
from service.engine.lessons import LETTER, Followed
from service.engine.options import Option, Routes
from service.engine.orders import Done, Order
from service.engine.phrase_writing import usual
from service.engine.recording import Outcome
from service.engine.seats import Seat
from service.games.ndc.sections.declare import DeclareGroundCombat
from service.games.shelf import GAMES
from service.matches import Context, seat_by_link
from service.matches.coaching import be_coached
from service.matches.order_json import orders_from_plain
from tests.advice import advised
from tests.games.campaign1776.asked_in_battle import stopped, supply_asked
from tests.games.korsun.asked_seldom import broken_through, crowded, driven_off, hurt, with_a_depot
from tests.games.ndc.fighting import answer, attack, battle, resolved
from tests.games.skirmish.table import position as skirmish
from tests.offers import options_for
from tests.positions import position
from tests.random_play import RandomMatch, begun, one_call
from tests.web.browser import DESKTOP, PHONE, Hands, window
from tests.web.claims import SAYS, Claim, doubted
from tests.web.follower import Follower, coached_at
from tests.web.midway import saved

COACHED = {name: game for name, game in GAMES.items() if game.coach() is not None}
"""The games that have lessons."""
LEAST_MET = {"campaign1776": 4}
"""Headings that a match comes to in so few calls; those of 1776's battles are looked at beside its other tests."""
RARE = {
    "campaign1776": {
        "american-militia-and-continentals", "tory-militia", "american-supply", "british-supply-and-regulars",
        "british-fleets", "french-fleets",
    },
}  # fmt: skip
"""Lessons that few matches at random come to: fleets have to be repaired, or both sides agreed on being asked."""
LAID = {"campaign1776": (stopped, supply_asked), "korsun": (crowded, broken_through, hurt, driven_off, with_a_depot)}
"""Positions at headings that matches at random seldom come to."""
OPENING_CALLS = 40
"""So many headings are closed without an order before the match goes on at random: a first game's own beginning."""


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


def given(game: AnyGame, picture: Any, followed: Followed) -> Order | None:
    """The order of an advice, with a value in each field that it leaves open; None where nobody can go anywhere."""
    option, values = followed.option, dict(followed.values)
    for name, domain in option.fields.items():
        if name in values:
            continue
        if isinstance(domain, Routes):
            found = game.forces.destinations(picture, option.movers(domain, values))
            if not found:
                return None
            values[name] = found[0].path
        else:
            values[name] = usual(domain)
    [order] = orders_from_plain(game, [{"kind": option.kind, **option.fixed, **values}])
    return order


MORE: Mapping[str, Mapping[str, Any]] = {
    "skirmish": {"setup": "free", "turn_structure": "fixed_attacker", "oba_pace": "all_at_once"}
}
"""What a match is opened with that comes to headings which the usual one has not."""


def obeyed(game: AnyGame, seed: int) -> Iterator[RandomMatch]:
    """A match at each of its questions: whatever is advised is done once a turn, and else it goes on at random."""
    match, rng, dice = begun(game, seed, strict=False, options=MORE.get(game.info.name, {}))
    done: set[tuple[int, Seat, str]] = set()
    while not match.state.ended:
        yield match
        order = None
        for seat in match.state.waiting[:1]:
            said, followed = next(advised(game, match.state.pictures[seat], seat))
            if followed.option.kind != "done" and (match.state.turn, seat, said) not in done:
                done.add((match.state.turn, seat, said))
                order = given(game, match.state.pictures[seat], followed)
        if order is None:
            one_call(match, rng, dice, strict=False)
        else:
            match.calls += 1
            match.took(umpire.play(game, match.state, match.state.waiting[0], [order], dice, strict=False))


def steps(game: AnyGame, seed: int, scenario: str = "") -> Iterator[RandomMatch]:
    """A match at each of its questions: opened by closing its first headings, then at random."""
    match, rng, dice = begun(game, seed, strict=False, scenario=scenario)
    while not match.state.ended:
        yield match
        seat = match.state.waiting[0] if match.state.waiting else ""
        closes = seat and judging.refusal_of(game, match.state.pictures[seat], Done()) is None
        if match.calls < OPENING_CALLS and closes:
            match.calls += 1
            match.took(umpire.play(game, match.state, seat, [Done()], dice, strict=False))
        else:
            one_call(match, rng, dice, strict=False)


@pytest.mark.parametrize(
    ("seed", "most"), [(1, 45), *(pytest.param(seed, None, marks=pytest.mark.soak) for seed in range(1, 8))]
)
@pytest.mark.parametrize("game", COACHED.values(), ids=list(COACHED))
def test_whatever_is_advised_is_an_order_that_the_rules_take(game: AnyGame, seed: int, most: int | None):
    """At each question of a match, for whoever is asked; there is no question without an advice, and each is true."""
    met, without = set(), set()
    for match in islice(steps(game, seed), most):
        for seat in match.state.waiting:
            picture = match.state.pictures[seat]
            found, options = list(advised(game, picture, seat)), options_for(game, picture)
            (met if found else without).add(picture.address.rsplit("/", 1)[-1])
            if found:  # of which the first is given
                claim = Claim(game, picture, *found[0], options)
                assert not doubted(claim), f"{claim.said} {doubted(claim)} {picture.address}"
            for said, followed in found:
                order = given(game, picture, followed)
                refusal = judging.refusal_of(game, picture, order) if order is not None else None
                assert refusal is None, f"{said} {refusal}"
                assert order is not None, f"{said} {picture.address}: nobody can go anywhere"
    assert len(met) >= LEAST_MET.get(game.info.name, 6), met
    assert not without


def test_words_that_do_not_hold_are_found():
    """A spotting round where nobody is known, places, a sector and points that the order has not, fire that is left."""
    game = GAMES["skirmish"]
    picture = next(match for match in steps(game, 1) if match.calls > OPENING_CALLS).state.pictures["allied"]
    nowhere = next(hex for hex in ("0101", "0201", "0301") if hex not in Claim(game, picture, "", None, ()).met)
    for said, order, fields in [
        ("Spot for @hex, where somebody is known or suspected.", "spotting-round", {"hex": nowhere}),
        ("Send him to 0712.", "move", {"path": [nowhere]}),
        ("Search C2 and D3.", "allot-intelligence", {"sectors": ["C2"]}),
        ("Fire 2 CSPs at them.", "defend", {"fire": 1}),
        ("None of your bases has a target. Close this step, and move.", "fire", {"base": "A-MMG"}),
    ]:
        option = Option(kind=order, title=(), fixed=fields)
        assert doubted(Claim(game, picture, said, Followed(option, {}), [option])), said


def test_what_is_looked_for_in_a_coach_s_words_is_still_said_by_one():
    """Else a claim whose words have changed would be put to nothing any more."""
    coaches = filter(None, (game.coach() for game in GAMES.values()))
    said = [advice.said for coach in coaches for lesson in coach.lessons.values() for advice in lesson.tries]
    assert not [words for words in SAYS if not any(re.search(words, one) for one in said)]


def kept_at(context: Context, match: RandomMatch) -> dict[Seat, str]:
    """The match as it stands, on a server; a link to each seat."""
    return saved(context, match.game, match.opening, Outcome(match.state, match.journal, match.logs))


@pytest.mark.soak
@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "size"),
    [
        *(pytest.param(game, PHONE, id=game) for game in COACHED if game != "ndc"),
        pytest.param("ndc", DESKTOP, id="ndc-desktop"),
    ],
)
async def test_the_first_advice_of_a_game_is_followed(
    browser: Browser, context: Context, address: str, game: str, size: dict[str, Any]
):
    """The note stays in sight while its form is open, and until the order is given."""
    match = next(steps(context.games[game], 1))
    seat, *_ = match.state.waiting
    async with window(browser, **size) as opened:
        await (await coached_at(opened, context, address, kept_at(context, match)[seat])).follows()


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("game", COACHED)
async def test_every_lesson_s_advice_is_followed_when_it_is_given(
    browser: Browser, context: Context, address: str, game: str, size: dict[str, Any]
):
    """Each that a seat is given at some heading of these matches, where the page gives it for the first time.

    No lesson that advises something is left out; further scenarios and lucks are looked through as long as one is.
    """
    played = context.games[game]
    coach = played.coach()
    assert coach is not None
    followed: set[tuple[str, Seat, str]] = set()
    lessons = {lesson.name for lesson in coach.lessons.values() if lesson.tries} - RARE.get(game, set())
    first, *further = played.info.scenarios
    more = chain(
        (steps(played, seed, scenario) for scenario in further for seed in (1, 2, 3)),
        (obeyed(played, seed) for seed in range(5, 15)),
    )
    missing = takewhile(lambda _: not lessons <= {lesson for lesson, _, _ in followed}, chain.from_iterable(more))
    laid = [RandomMatch(played, 0, table.opening, table.truth, table.journal, table.logs)
            for table in (lay() for lay in LAID.get(game, ()))]  # fmt: skip
    for match in chain.from_iterable([laid, *(steps(played, seed, first) for seed in (1, 2, 3, 4)),
                                      *(obeyed(played, seed) for seed in (1, 2, 4)), missing]):  # fmt: skip
        for seat in match.state.waiting:
            picture = match.state.pictures[seat]
            said, _ = next(advised(played, picture, seat))
            this = (picture.address.rsplit("/", 1)[-1], seat, said)
            if this in followed:
                continue
            followed.add(this)
            async with window(browser, **size) as opened:
                player = await coached_at(opened, context, address, kept_at(context, match)[seat])
                await player.follows()
    assert {lesson for lesson, _, _ in followed} >= lessons


@pytest.mark.browser
async def test_a_tap_where_the_coach_leads_asks_what_is_meant_though_another_of_theirs_stands_there(
    browser: Browser, context: Context, address: str
):
    """It chose the observer who stood on the rise, however often the hex was tapped."""
    table = skirmish("A-MMG mmg_team at 0713", "A-FO observer at 0712", "G-SQ1 squad at 1904", step="movement")
    game, outcome = context.games["skirmish"], Outcome(table.truth, table.journal, table.logs)
    link = saved(context, game, table.opening, outcome)["allied"]
    async with window(browser, **PHONE) as opened:
        player = await coached_at(opened, context, address, link)
        await player.hands.settled()
        await player.page.locator('.map-live a.reach.is-chosen[data-place="0712"]').tap(force=True)
        await player.presses(player.page.locator(".map-picker button").filter(has_text="Move to 0712"))
        await expect(player.page.locator("#sheet .written-line")).to_contain_text("moves to 0712")


@pytest.mark.browser
async def test_whoever_has_read_a_letter_is_not_told_later_that_they_have_one(
    browser: Browser, context: Context, address: str
):
    """They opened it while something else was asked, and the coach spoke of that."""
    table = resolved(answer(attack(battle())))
    game = context.games["ndc"]
    link = saved(context, game, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, link)
        await expect(player.page.locator("#coach")).to_have_attribute("data-lesson", "movement-segment")
        async with player.page.expect_response(lambda answer: answer.url.endswith("/coach")) as told:
            await player.hands.tab("letters")
        assert (await told.value).status == 303
    with context.store.look() as look:
        seat = seat_by_link(context, link.removeprefix("/seat/"))
        assert LETTER in look.accounts.coaching(seat.account_id, "ndc", seat.seat).met


@pytest.mark.browser
async def test_what_came_of_a_fight_is_read_on_a_phone_without_the_words_of_the_heading_over_it(
    browser: Browser, context: Context, address: str
):
    """The coach's note says what is asked, and its "Why?" first of all why that is advised."""
    table = battle("su S-I1 at 0803 attack")
    table.order("su", *(DeclareGroundCombat(unit=who, target=hex, type="assault")
                        for who, hex in (("S-A1", "0902"), ("S-I1", "0904"))), Done())  # fmt: skip
    table, game = resolved(answer(table)), context.games["ndc"]
    link = saved(context, game, table.opening, Outcome(table.truth, table.journal, table.logs))["Soviet"]
    async with window(browser, **PHONE) as phone:
        page = (await coached_at(phone, context, address, link)).page
        await expect(page.locator("#news .results-turn")).to_be_in_viewport()
        await expect(page.locator("#asked .ask-lead")).to_be_hidden()
        turn, act = await page.locator("#news .results-turn").bounding_box(), await page.locator("#act").bounding_box()
        assert turn is not None and act is not None
        assert act["y"] - turn["y"] - turn["height"] > 170, "of 844 points"
        await page.locator("#coach summary").tap()
        await expect(page.locator("#coach dt").first).to_have_text("Why this")
        note, head = await page.locator(".coach-rest").bounding_box(), await page.locator("#bar").bounding_box()
        assert note is not None and head is not None
        assert note["y"] >= head["y"] + head["height"], "the head of the page stays open"


def first_asked(context: Context) -> str:
    """A match of ndc as it begins: the link of whoever is asked first."""
    match = next(steps(context.games["ndc"], 1))
    [seat] = match.state.waiting
    return kept_at(context, match)[seat]


@pytest.mark.browser
async def test_everybody_reads_the_briefing_once_and_whoever_is_coached_follows_the_first_advice(
    browser: Browser, context: Context, address: str
):
    """The briefing once on a device, in sight as a whole on a phone, then folded below the forms. The note
    stays in sight while its form is open, and until the order is given."""
    link = first_asked(context)
    async with window(browser, **PHONE) as phone:
        page = await phone.new_page()
        await page.goto(address + link)
        briefing = page.locator("dialog.briefing-first")
        await expect(briefing).to_be_in_viewport(ratio=1)
        await expect(briefing).to_contain_text("You win with a score of")
        await briefing.get_by_text("To the map").tap()
        await expect(briefing).to_have_count(0)
        await page.close()  # in another window of the same browser it is not read again
        be_coached(context, seat_by_link(context, link.removeprefix("/seat/")), True)
        plainly = Hands(await phone.new_page(), [], touch=True)
        await plainly.page.goto(address + link)
        await plainly.live()
        assert not await plainly.page.locator("dialog.briefing-first").count()
        await Follower(plainly.page, await phone.new_cdp_session(plainly.page), plainly).follows()


@pytest.mark.browser
async def test_whoever_plays_somebody_calls_a_coach_from_the_briefing(browser: Browser, context: Context, address: str):
    """Two people who open their first match against each other have none; the note comes with the same tap."""
    link = first_asked(context)
    async with window(browser, **PHONE) as phone:
        page = await phone.new_page()
        await page.goto(address + link)
        briefing, coach = page.locator("dialog.briefing-first"), page.locator("#coach")
        await expect(coach).to_be_empty()
        await expect(briefing.get_by_role("button")).to_have_text(["To the map", "Explain each step to me"])
        await briefing.get_by_text("Explain each step to me").tap()
        await expect(coach).to_contain_text("Coach:")
        await expect(briefing).to_have_count(0)
        await expect(page.locator("[data-calls-coach]")).to_have_count(0)


KIND_OF_ATTACK = 'fieldset:has([name$=":type"])'


@pytest.mark.browser
async def test_an_attack_that_was_weighed_and_left_is_advised_no_more(browser: Browser, context: Context, address: str):
    """It serves the aim, and says so. Its form has room on a phone beside the note: the kind of attack is in sight."""
    table = position(
        "us U-1B HQ at 1104 deployed", "us U-I1 at 1608 defend level 4 parent U-1B known",
        "su S-1R HQ at 1904 deployed", "su S-I1 at 1708 attack parent S-1R",
    )  # fmt: skip
    table.done_until("movement-segment")
    link = saved(context, context.games["ndc"], table.opening, Outcome(table.truth, table.journal, table.logs))[
        "Soviet"
    ]
    async with window(browser, **PHONE) as phone:
        player = await coached_at(phone, context, address, link)
        page, coach = player.page, player.page.locator("#coach")
        await expect(coach).to_contain_text("Attack 1608 with your 1st Bn, 1st Regt: Grenzrod counts 2 points.")
        await player.presses(coach.locator(".coach-shows"))
        await expect(coach).to_contain_text("Now tap")
        await player.in_sight()
        form = player.hands.form("declare-ground-combat")
        await expect(form.locator(KIND_OF_ATTACK)).to_be_in_viewport(ratio=1)
        high, foot = [
            (await one.bounding_box() or {})["height"] for one in (page.locator("#panels"), form.locator(".foot"))
        ]
        assert high - foot > 220, (high, foot)
        await player.presses(page.locator("#orders .close").first)
        await expect(coach).not_to_contain_text("Attack 1608")
        await expect(coach).not_to_contain_text("weigh an attack")
        await player.in_sight()
        # It is said again at the next question, and to who looks anew.
        await page.reload()
        await expect(coach).to_contain_text("Attack 1608")
