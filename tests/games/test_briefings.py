"""Each side is told what it begins with and what it is after, in the words of its scenario's own records."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace

import pytest
from fastapi import FastAPI

from docs.examples.bay import THE_LANTERN
from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.towns import THREE_HOUSES
from service.app import create_app
from service.engine.game import AnyGame
from service.engine.sentences import plain_text
from service.games.shelf import GAMES
from service.matches import Context
from service.matches.reading import where_of
from service.matches.turn_letters import standing
from service.settings import Settings
from tests.client import TestClient

ALL = (*GAMES.values(), FOX_AND_HOUNDS, THREE_HOUSES, THE_LANTERN)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.info.name)
def test_every_seat_of_every_scenario_has_a_briefing(game: AnyGame):
    for name, scenario in game.info.scenarios.items():
        assert list(scenario.briefings) == list(game.info.seats)
        for seat, briefing in scenario.briefings.items():
            assert briefing.situation and briefing.aim
            picture = game.open(name, {}).pictures[seat]
            reading = SimpleNamespace(
                where=where_of(picture), game=game, known=game.known(picture), ground=game.ground_of(picture),
                scenario=name, seat=seat, in_words=game.in_words(game.known(picture)),
            )  # fmt: skip
            first = " ".join("\n".join(standing(reading)).split())
            told = game.words.briefing(reading.known)
            said = [briefing.aim, briefing.length, told.situation, told.hidden, game.words.aim(reading.known).line]
            assert first.startswith("YOUR BRIEFING ")
            assert all(" ".join(reading.in_words(one).split()) in first for one in said)
            assert plain_text(briefing.situation) in plain_text(told.situation) and told.hidden
            picture.letters, picture.turn = 1, scenario.first_turn
            reading.where = where_of(picture)
            assert "BRIEFING" in "\n".join(standing(reading)), "so has that of a seat first asked after a letter"
            picture.turn = scenario.first_turn + 1
            reading.where = where_of(picture)
            assert "BRIEFING" not in "\n".join(standing(reading))


def test_a_side_of_ndc_is_told_what_is_counted_for_whom_and_when_it_wins():
    us, soviet = (GAMES["ndc"].info.scenarios["kaltenbach"].briefings[side] for side in ("US", "Soviet"))
    assert "You command the US side: " in plain_text(us.situation)
    assert "; 2 of these units come later." in plain_text(us.situation)
    assert "The points of those that you hold at the end count: Kaltenbach (8), " in plain_text(soviet.aim)
    assert "+1 for each T/O level that the enemy loses, −1 for each that you lose." in plain_text(soviet.aim)
    assert plain_text(soviet.aim).startswith("You win with a score of 5 or more, by taking objectives (★ on the map). ")
    assert "If nothing is taken and nobody is lost, the score is 0, and the enemy has won." in plain_text(soviet.aim)
    assert "+1 for each T/O level that you lose, −1 for each that the Soviet side loses." in plain_text(us.aim)
    assert "You win with a score of 2 or less, by holding objectives (★ on the map). " in plain_text(us.aim)


def test_a_side_of_skirmish_is_told_of_what_wins_at_once():
    allied, german = (
        GAMES["skirmish"].info.scenarios["moulin-basset"].briefings[side] for side in ("allied", "german")
    )
    assert "You win at once if, from turn 6 on, you hold the bridge (1807)." in plain_text(allied.aim)
    assert "The enemy wins at once if, from turn 6 on, they hold the bridge (1807)." in plain_text(german.aim)
    assert "You win with a score of −7 or more." in plain_text(allied.aim)
    assert "You win with a score of −11 or less." in plain_text(german.aim)
    assert "those of the Allied side less the other side's" in plain_text(german.aim)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return GAMES


@pytest.fixture
def app(settings: Settings, context: Context) -> FastAPI:
    """The app with its pages."""
    return create_app(settings, context)


@pytest.mark.parametrize("game", ["ndc", "skirmish"])
def test_the_api_and_the_books_page_have_them(client: TestClient, game: str):
    [scenario] = GAMES[game].info.scenarios
    told = client.get(f"/api/v1/games/{game}/scenarios/{scenario}").json()["briefings"]
    page = client.get(f"/games/{game}").text
    for seat, briefing in told.items():
        assert seat in GAMES[game].info.seats
        assert briefing["situation"] in page and briefing["aim"].replace("'", "&#39;") in page
