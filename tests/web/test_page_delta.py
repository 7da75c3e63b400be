"""What a nudged page is sent: what it does not have, all of it, and at no higher cost late in a match than early."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import pytest

from bench import nudges
from service import matches
from service.app import create_app
from service.engine.game import AnyGame
from service.engine.orders import Done, Order
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import AtSeat, Context, reading
from service.matches.errors import RulesRefuse
from service.settings import Settings
from tests.client import TestClient
from tests.matches.test_swollen_logs import swollen
from tests.offers import options_for
from tests.random_play import random_orders
from tests.secrecy.work import Metered, Work
from tests.web.midway import midway
from tests.web.nudged import (
    BY_HTMX,
    LATE,
    PARTIAL,
    Kept,
    element,
    filled,
    frames_of,
    header_of,
    leaves_of,
    weight,
    with_addresses,
)
from web.page_delta import HEADER, has_of, leaf, without
from web.table.pages import SHOWN

MOST = nudges.MOST_BYTES


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"ndc": NDC, "skirmish": SKIRMISH}


# ---- leaves


def test_a_leaf_is_left_out_for_a_page_that_has_it_and_for_no_other():
    row, same = leaf('<li class="row">A <b>tank</b> <li-like/>&lt;/li&gt;</li>'), leaf("<li>same</li>")
    html = f"<ul>{row}\n {same} {same}</ul>"
    [of_row, of_same] = leaves_of(html)
    assert without(html, set()) == f'<ul>{row}\n{same} <g data-same="{of_same}"></g></ul>', "what stands twice, once"
    assert without(html, {of_row}).startswith(f'<ul><g data-same="{of_row}"></g>\n{same}')
    assert without(html, {of_row, of_same}) == f'<ul><g data-same="{of_row} {of_same} 1"></g></ul>'
    inner = leaf(f"<div>{row}</div>")
    assert without(inner, {of_row}).endswith(f'><g data-same="{of_row}"></g></div>'), "also within another"


def test_a_late_part_is_left_out_for_a_page_that_says_it_is_not_open():
    html = f'<div><ol data-late="track"><li>1</li><li><ol></ol></li></ol>{leaf("<p>2</p>")}</div>'
    assert without(html, set(), has_of("log:1")) == html, "for one that says nothing of it"
    assert without(html, set(), has_of("open:units,track")) == html
    for said in ("open:", "open:log"):
        assert without(html, set(), has_of(said)) == f'<div><i data-late="track"></i>{leaf("<p>2</p>")}</div>'


def test_what_a_header_says_is_read_and_what_it_cannot_mean_is_passed_over():
    found = has_of('log:12 ABCDefg- "> log:999 <script> abcdefghi 12345678')
    assert (found.log, found.leaves, found.unsure) == (12, {"ABCDefg-", "12345678"}, False)
    assert has_of("unsure").unsure and not has_of("").leaves


@pytest.mark.parametrize("game", ["ndc", pytest.param("skirmish", marks=pytest.mark.soak)])
def test_a_nudged_page_is_sent_little_and_becomes_the_page_that_is_sent_whole(
    context: Context, visitor: TestClient, game: str
):
    """In the middle of play, as one side closes a step, and as it orders what comes into its head."""
    rng = random.Random(4)
    links = midway(context, game, 5, lambda state: state.turn == 3)
    pages = {seat: Kept.at(visitor, link) for seat, link in links.items()}
    for orders in (lambda picture: [], lambda picture: random_orders(context.games[game], picture, rng)):
        close_a_step(context, pages, orders)
        for seat, page in pages.items():
            if matches.version(context, seat_of(page, seat)) == int(page.state["after"]):
                continue
            page.look()
            assert weight(page.sent) <= MOST
            assert not {"units", "log", "log-lines"} & {target for target, _, _ in PARTIAL.findall(page.sent)}
            for late in LATE:
                page.opened(late)
            fresh = visitor.get(page.address).text
            for late in APART:
                assert words(page.elements[late]) == words(element(fresh, late))
            for id in ("bar", "asked", "coach", "news", "map-live", "units", "tabs"):
                assert without_late(page.elements[id]) == without_late(element(fresh, id)), id
            lines = lines_of(element(fresh, "log-lines"))
            assert len(lines) > 9 and lines_of(page.elements["log-lines"])[: len(lines)] == lines


@pytest.mark.soak
def test_a_nudge_weighs_little_after_all_that_happens_in_a_game_turn(context: Context, visitor: TestClient):
    """Of a page that looked last in the turn before: its contacts have aged or moved, its units have points again."""
    links = midway(context, "ndc", 5, lambda state: state.turn == 3)
    pages = {seat: Kept.at(visitor, link) for seat, link in links.items()}
    began = turn_of(context, pages)
    for _ in range(40):
        if turn_of(context, pages) == began:
            close_a_step(context, pages, lambda picture: [])
    assert turn_of(context, pages) != began
    for page in pages.values():
        assert 2_000 < weight(page.look().sent) <= MOST


@pytest.mark.soak
@pytest.mark.parametrize("game", ["ndc", "skirmish"])
@pytest.mark.parametrize("play", [nudges.play_bots, nudges.play_at_random])
@pytest.mark.parametrize("seed", range(3))
def test_no_nudge_of_a_whole_match_weighs_more(game: str, play: nudges.Play, seed: int):
    heaviest = max(nudges.weighed(play, seed, game), key=lambda nudge: nudge.weight)
    assert heaviest.weight <= MOST, (heaviest.where, heaviest.blocks)


@pytest.mark.parametrize("game", ["ndc", pytest.param("skirmish", marks=pytest.mark.soak)])
def test_a_nudge_weighs_little_where_a_unit_is_chosen_that_can_go_far(context: Context, visitor: TestClient, game: str):
    """It was chosen while nothing was asked, and now it may move: all places in reach are new on the map."""
    seat, unit, far = "", "", 0

    def may_go_far(state: Any) -> bool:
        nonlocal seat, unit, far
        for seat in state.waiting:
            picture = state.pictures[seat]
            movers = {unit for one in options_for(played, picture) if one.routes for unit in one.subjects}
            far, unit = max(
                ((len(played.forces.destinations(picture, (unit,))), unit) for unit in movers), default=(0, "")
            )
        return far > 60

    played = context.games[game]
    links = midway(context, game, 5, may_go_far)
    page = Kept.at(visitor, links[seat])
    page.state |= {"after": "1", "unit": unit}
    page.look()
    reached = page.elements["map-live"]
    assert reached.count('class="reach"') == far and reached.count("<text x=") >= far
    assert weight(page.sent) <= MOST
    fresh = visitor.get(f"{page.address}?unit={unit}").text
    assert words(page.elements["map-live"]) == words(element(fresh, "map-live"))


def turn_of(context: Context, pages: Mapping[str, Kept]) -> int:
    seat, page = next(iter(pages.items()))
    return matches.read(context, seat_of(page, seat)).where.turn


def seat_of(page: Kept, seat: str) -> AtSeat:
    return AtSeat(page.address.split("/")[2], seat, "")


def close_a_step(context: Context, pages: Mapping[str, Kept], orders: Callable[[Any], Sequence[Order]]) -> None:
    """Whoever is asked closes their step, with these orders if the rules have nothing against them."""
    for seat, page in pages.items():
        at = seat_of(page, seat)
        known = matches.read(context, at)
        for given in (orders(known.picture), ()) if known.where.asked else ():
            with suppress(RulesRefuse):
                matches.take_orders(context, at, [*given, Done()], version=known.version)
                return


def lines_of(log: str) -> list[str]:
    """The lines of a log, as they are read."""
    return [re.sub("<[^>]+>", "", line) for line in re.findall(r'<li class="log-line">.*?</li>', log, re.DOTALL)]


APART = ("track", "rest")


def without_late(html: str) -> str:
    """HTML less what is fetched by itself: the track, and the news that are folded."""
    for late in APART:
        html = html.replace(element(html, late) or " ", " ")
    return words(html)


def words(html: str) -> str:
    """HTML without the room between its tags."""
    return re.sub(r"\s+", " ", html).replace("> <", "><")


def test_what_a_page_says_that_it_has_changes_nothing_but_what_is_left_out(context: Context, visitor: TestClient):
    link = next(iter(midway(context, "ndc", 5, lambda state: state.turn == 2).values()))
    page = Kept.at(visitor, link)
    address = f"{page.address}?live=1&after=1"

    def sent(has: str) -> str:
        answer = visitor.get(address, headers={**BY_HTMX, HEADER: has} if has else BY_HTMX)
        assert answer.status_code == 200
        return re.sub(r'name="key" value="[^"]*"', "", answer.text)

    whole = sent("")
    for has in ("zzzzzzzz 00000000", "log:99999", "log:x", "\x7f", "<a>"):
        assert sent(has) == whole
    honest = with_addresses(sent(header_of(visitor.get(page.address).text)), page.address)
    leaves, frames = page.leaves, frames_of(page.elements["map-live"])
    blocks = {target: html for target, _, html in PARTIAL.findall(whole)}
    for target, _, html in PARTIAL.findall(honest):
        assert words(filled(html, leaves | leaves_of(honest), frames)) == words(
            filled(blocks[target], leaves_of(whole), frames)
        )
    left_out = set(blocks) - {target for target, _, _ in PARTIAL.findall(honest)}
    assert {"map-live", "units", "state"}.isdisjoint(left_out) and {"bar", "tabs"} <= left_out <= set(SHOWN.values())


# ---- what it weighs, and what it costs


@pytest.fixture
def sentences(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The entries of a log that were put into sentences."""
    put: list[int] = []
    honest = reading.entry_of

    def entry_of(game: AnyGame, logged: object) -> object:
        put.append(logged.number)  # type: ignore[attr-defined]
        return honest(game, logged)  # type: ignore[arg-type]

    monkeypatch.setattr("service.matches.page_reading.entry_of", entry_of)
    return put


PARTS = (*(f"late={late}" for late in LATE), "log_before=60", "looking=1")
"""What a page fetches besides: what it opens, and the map anew."""
WHOLE_LOG = ("letters=1", "history?stop=1&sliding=1")
"""What is written from the pictures between its reports: these are folded from the beginning of the log."""


@pytest.mark.usefixtures("database")
@pytest.mark.parametrize("game", ["ndc", pytest.param("skirmish", marks=pytest.mark.soak)])
def test_what_a_page_fetches_costs_as_much_at_entry_five_thousand_as_at_entry_a_hundred(
    settings: Settings, context: Context, sentences: list[int], game: str
):
    """In statements, in what is loaded of the database, and in entries put into sentences; and so does the page."""
    early, late = (costs_of(settings, context, sentences, swollen(context, entries, game)) for entries in (100, 5_000))
    assert early.keys() == late.keys() > {"page", "nudge", *PARTS}
    for what, (then, told) in early.items():
        now, told_now = late[what]
        assert now.statements == then.statements, what
        if what in WHOLE_LOG:
            assert now.loaded["to_telling"] <= then.loaded["to_telling"] + 2, "what is told again is read once"
            continue
        assert now.loaded <= then.loaded, "the first hundred entries hold those of the opening besides"
        assert (now.folded, now.taught) == (then.folded, then.taught) == (0, 0), what
        assert told_now == told <= 50, what


def costs_of(settings: Settings, context: Context, sentences: list[int], at: AtSeat) -> dict[str, tuple[Work, int]]:
    """What each thing costs that the page of a seat is sent: its work, and how many entries are put into sentences."""
    client = TestClient(meter := Metered(create_app(settings, context)))
    client.cookies.set(matches.seat_cookie(at.match_id, at.seat), matches.seat_link(context, at))
    found: dict[str, tuple[Work, int]] = {}

    def noted(what: str) -> None:
        found[what] = meter.answers[-1], len(sentences)
        del sentences[:]

    page = Kept.at(client, f"/matches/{at.match_id}/{at.seat}")
    noted("page")
    page.state["after"] = str(int(page.state["after"]) - 1)
    page.look()
    noted("nudge")
    for what in (*PARTS, *WHOLE_LOG):
        path, _, query = what.rpartition("?")
        answer = client.get(f"{page.address}/{path}?{query}".replace("/?", "?"), headers={**BY_HTMX, HEADER: page.has})
        assert answer.status_code == 200, what
        noted(what)
    return found
