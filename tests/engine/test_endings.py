"""A match that ends otherwise than by its rules: what is written down, and what each side is told."""

from __future__ import annotations

import pytest

from service.engine import umpire
from service.engine.dice import LoadedDice
from service.engine.endings import Conclusion, lost_by
from service.engine.orders import Refusal
from service.engine.recording import fold
from service.engine.reports import MatchConcluded
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.shelf import GAMES
from tests.engine.tiny import ask, opened, playing
from tests.toy import NORTH, SOUTH, TOY, Hide

RESIGNED = Conclusion(reason="resignation", by=NORTH, winner=SOUTH)


def test_who_resigns_has_lost_to_the_other():
    assert lost_by("resignation", NORTH, (NORTH, SOUTH)) == RESIGNED


def test_all_seats_are_told_at_once_and_the_last_root_closes_the_dice():
    state = opened(playing(ask("Search"), ask("Hide", by=SOUTH))).state
    start = duplicate(state)
    outcome = umpire.conclude(TOY, state, RESIGNED, LoadedDice(), strict=True)
    assert [event.kind for event in outcome.journal] == ["concluded", "told", "told", "ended", "phase-sealed"]
    for seat in (NORTH, SOUTH):
        [entry] = outcome.told[seat]
        assert entry.report == MatchConcluded(conclusion=RESIGNED, turn=state.turn)
        picture = state.pictures[seat]
        assert picture.ended and not picture.asked and picture.conclusion == RESIGNED
    assert state.ended and not state.waiting
    assert fold(start, outcome.journal) == state


def test_a_match_ends_once_and_takes_no_orders_after():
    game = playing(ask("Search"))
    state = opened(game).state
    umpire.conclude(game, state, RESIGNED, LoadedDice())
    with pytest.raises(ValueError, match="over already"):
        umpire.conclude(game, state, RESIGNED, LoadedDice())
    with pytest.raises(Refusal, match="The match is over"):
        umpire.play(game, state, NORTH, [Hide(hex="11")], LoadedDice())


@pytest.mark.parametrize(
    ("conclusion", "said"),
    [
        (RESIGNED, "Victory for the south side: the north side resigned."),
        (Conclusion(reason="draw"), "A draw: both sides agreed on it."),
        (Conclusion(reason="abandonment"), "Abandoned: both sides agreed to end it, and nobody has won."),
        (lost_by("time", SOUTH, (NORTH, SOUTH)), "Victory for the north side: the time of the south side was over, "
         "and the win was claimed."),
        (lost_by("forfeit", SOUTH, (NORTH, SOUTH)), "Victory for the north side: the time of the south side was over, "
         "and the arbiter ruled the match forfeited."),
    ],
)  # fmt: skip
def test_the_end_is_said_in_a_sentence(conclusion: Conclusion, said: str):
    words, report = TOY.words, MatchConcluded(conclusion=conclusion, turn=1)
    assert "".join(getattr(span, "words", "") for span in words.prose(report)) == said


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_game_says_the_end_in_place_of_its_verdict(name: str):
    """With the sum as far as the seat knew it: nobody is told a score that the umpire has not announced."""
    game = GAMES[name]
    state = umpire.open_match(game, next(iter(game.info.scenarios)), LoadedDice()).state
    seats = game.info.seats
    before = {seat: game.words.aim(game.known(state.pictures[seat])) for seat in seats}
    umpire.conclude(game, state, lost_by("resignation", seats[0], seats), LoadedDice(), strict=True)
    for seat in seats:
        aim = game.words.stands_with_aim(game.known(state.pictures[seat]))
        assert "resigned" in "".join(getattr(span, "words", "") for span in aim.title)
        assert aim.bill == before[seat].bill
        assert plain_text(aim.unknown) == "As far as you knew when the match ended; no score was announced."
