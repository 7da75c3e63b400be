"""Matches of players who walk the pages: nobody is asked who could only close, but where others hear by that."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from service.engine.game import AnyGame
from service.engine.judging import nothing_to_decide
from service.engine.recording import Outcome
from service.engine.reports import HeadingPassed
from service.engine.sentences import plain_text
from service.games.shelf import GAMES
from service.matches import Context, practice_links
from tests.client import TestClient
from tests.games.skirmish.table import position as skirmish
from tests.positions import position as division
from tests.toy import TOY
from tests.web.conftest import sit
from tests.web.midway import saved
from tests.web.walker import Page, Walker


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {**GAMES, "toy": TOY}


class Match:
    """A match whose seats are both played by page, in one browser; `links` has the page of each."""

    def __init__(self, context: Context, visitor: TestClient, game: str, seed: int, links: Mapping[str, str]) -> None:
        self.context, self.game = context, context.games[game]
        self.asked: Counter[str] = Counter()
        self.empty: Counter[str] = Counter()
        """The headings at which a question offered nothing but closing."""
        self.passed: Counter[str] = Counter()
        self.pages: dict[str, Page] = {}
        """Those that were looked at since the last answer."""
        self.walkers: dict[str, Walker] = {}
        for seat, link in links.items():
            path = visitor.get(link).url.path
            self.walkers[seat] = Walker(visitor, path, random.Random(f"{game} {seat} {seed}"), most=1)
        self.id = path.split("/")[2]

    def play(self, questions: int, busy: int) -> None:
        """Play so many questions, or to the end; after the first `busy` nobody orders more than they must."""
        state = self.state
        for number in range(questions):
            if state.ended:
                return
            seat = state.waiting[0]
            self.walkers[seat].most = 1 if number < busy else 0
            state = self.step(state, seat)

    @property
    def state(self) -> Any:
        return self.context.store.read(self.id).state

    def step(self, before: Any, seat: str) -> Any:
        """A seat answers its question: who can only close it hands something over by that; the position after it."""
        walker = self.walkers[seat]
        page = self.pages.pop(seat, None) or walker.look()
        self.pages.clear()
        heading, offers_nothing = walker.asked(page), walker.offers_nothing(page)
        assert heading, f"{seat} is waited for, and its page asks nothing"
        rules_leave_nothing = nothing_to_decide(self.game, before.pictures[seat])
        assert offers_nothing == rules_leave_nothing, f"page and rules disagree at {heading}"
        self.asked[heading] += 1
        walker.answer(page)
        after, length = self.state, before.log_lengths
        if offers_nothing:
            self.empty[heading] += 1
            heard = [other for other in after.seats if other != seat and after.log_lengths[other] != length[other]]
            own_pace = [other for other in before.steps if other != seat]  # others hear when they have taken all theirs
            assert heard or own_pace, f"{seat} could do nothing at {heading}, and nobody heard of anything by its word"
        for other in after.seats:
            self.says_what_was_passed(other, length[other])
        return after

    def says_what_was_passed(self, seat: str, length: int) -> None:
        """The page of a seat says of each heading that it was passed; no other's is told of it."""
        with self.context.store.look() as look:
            told = look.matches.log(self.id, seat, self.game, length, 500)
        passed = [one.report for one in told if isinstance(one.report, HeadingPassed)]
        if passed:
            self.pages[seat] = self.walkers[seat].look()
        for report in passed:
            self.passed[report.titles[-1]] += 1
            assert plain_text(self.game.words.prose(report)) in self.pages[seat].text


ALWAYS_ASKED = {
    "ndc": {"Send the results", "Movement Segment", "Housekeeping Phase"},
    "skirmish": {"Remaining fire", "Movement", "Advance"},
    "korsun": {
        "5. Artillery Resupply Phase", "6. Soviet Air-Drop Supply Phase", "4. Korsun Air Supply Allocation Phase",
        "B. German Armor Reaction Segment", "The Attacker's Supported Commands", "The Defender's Supported Commands",
        "Combat Air Support of the Defender", "The Attacker's Pieces", "Defender Artillery", "The Attacker's Engineers",
        "The Defender's Engineers", "No Retreat", "G. Night Withdrawal Segment",
    },
    "campaign1776": set(),
}  # fmt: skip
"""The last headings before others hear of something, which are asked whatever their seat has."""
WHOLE = 3000
WALKS = [
    ("ndc", 1, WHOLE, 8), ("campaign1776", 1, WHOLE, 4), ("skirmish", 1, 30, 4),
    pytest.param("skirmish", 1, WHOLE, 4, marks=pytest.mark.soak),
    pytest.param("korsun", 1, WHOLE, 10, marks=pytest.mark.soak),
    *(pytest.param(game, seed, WHOLE, WHOLE, marks=pytest.mark.soak) for game in ALWAYS_ASKED for seed in range(2, 12)),
]  # fmt: skip
"""A game, a seed, how many questions, and at how many of them, the first, more is ordered than must be."""


@pytest.mark.parametrize(("game", "seed", "questions", "busy"), WALKS)
def test_whoever_is_asked_can_do_something_or_others_hear_of_it(
    context: Context, visitor: TestClient, game: str, seed: int, questions: int, busy: int
):
    """A whole match in which both sides soon only close, of a skirmish its first turns; in the soak whole ones of all,
    and ten more of each, in which something is ordered all the time at random.
    """
    tokens = practice_links(context, game, next(iter(context.games[game].info.scenarios)))
    match = Match(context, visitor, game, seed, {seat: f"/seat/{token}" for seat, token in tokens.items()})
    match.play(questions, busy)
    print(f"{game} {seed}: asked {dict(match.asked)}, with nothing {dict(match.empty)}, passed {dict(match.passed)}")
    assert len(match.asked) > 3 and {*match.empty} <= ALWAYS_ASKED[game]
    assert match.state.ended or questions < WHOLE, "the match comes to no end"


def test_a_match_that_is_walked_comes_to_its_end(context: Context, visitor: TestClient):
    """A whole match of a small game, by its pages."""
    seats = {seat: f"/seat/{token}" for seat, token in practice_links(context, "toy", "yard").items()}
    match = Match(context, visitor, "toy", 1, seats)
    match.play(WHOLE, 2)
    assert match.state.ended and len(match.asked) > 1


SCENES: dict[str, tuple[Callable[[], Any], str, str]] = {
    "ndc": (
        lambda: division(
            "us U-1B at 0905", "us U-I1 at 1005 defend", heading="housekeeping", phasing="us",
        ), "Soviet", "Mode Change and Forced March Designation Phase: nothing to decide, so it was passed.",
    ),
    "skirmish": (
        lambda: skirmish("A-SQ1 squad at 0507 out", "G-HMG hmg_team at 0607", step="remaining-fire"),
        "allied", "Closing fire: nothing to decide, so it was passed.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", SCENES)
def test_the_page_says_what_was_passed_and_asks_at_the_next_heading(context: Context, visitor: TestClient, game: str):
    """Those who could do nothing at one heading stand at the next, and the page of nobody else has a word of it."""
    laid, passed_for, said = SCENES[game]
    table = laid()
    outcome = Outcome(table.truth, table.journal, table.logs)
    links = saved(context, context.games[game], table.opening, outcome)
    players = {seat: sit(visitor, link) for seat, link in links.items()}
    [asked] = table.truth.waiting
    players[asked].send(done=True)
    for seat, player in players.items():
        page = player.look()
        assert (f">{said}<" in page) == (seat == passed_for) and player.asked == (seat == passed_for)
        assert (f">{said}<" in page.partition("news-more")[0]) == (seat == passed_for), "it is not folded away"


@pytest.mark.parametrize("game", SCENES)
def test_a_walk_meets_no_question_where_nothing_is_to_be_decided(context: Context, visitor: TestClient, game: str):
    """From where whoever speaks next could do nothing: the walk is asked at the heading behind, and reads why."""
    laid, _, said = SCENES[game]
    table = laid()
    links = saved(context, context.games[game], table.opening, Outcome(table.truth, table.journal, table.logs))
    match = Match(context, visitor, game, 1, links)
    match.play(3, 0)
    assert said.partition(":")[0] in match.passed and len(match.asked) > 1
