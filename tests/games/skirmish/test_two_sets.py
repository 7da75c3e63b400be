"""Two sets of data of Skirmish in one process: each match is played, told, drawn and explained by its own."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from service.engine import recording
from service.engine.dice import Dice
from service.engine.game import AnyGame
from service.engine.rulebook import Chart
from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact, Film
from service.games.skirmish.known.reports import ContactSeen
from service.games.skirmish.printed.bases import Outward
from tests.games.skirmish.other_set import MORE_COLUMNS, MORE_ROWS, other_set
from tests.random_play import RandomMatch, begun, one_call
from web.drawing.layers import MapLinks
from web.games.shelf import dress

OTHER = SKIRMISH.bound_to(other_set())
GAMES = pytest.mark.parametrize("game", [SKIRMISH, OTHER], ids=["shipped", "other"])
WORDS = {
    SKIRMISH: {"squad": "squad", "open": "open ground", "first": "Allied"},
    OTHER: {"squad": "rifle group", "open": "heath", "first": "Northern"},
}


@dataclass
class Played:
    """A match between two players at random, call by call."""

    match: RandomMatch
    rng: random.Random
    dice: Dice

    def go_on(self) -> None:
        if not self.match.state.ended:
            one_call(self.match, self.rng, self.dice)


def played(game: AnyGame) -> Played:
    return Played(*begun(game, 5))


@pytest.mark.parametrize("calls", [4, pytest.param(120, marks=pytest.mark.soak)])
def test_matches_of_both_are_played_side_by_side_and_neither_alters_the_other(calls: int):
    """The shipped game goes as it goes alone, call for call; and each position folds from its own journal."""
    alone, one, other = played(SKIRMISH), played(SKIRMISH), played(OTHER)
    for _ in range(calls):
        alone.go_on()
    for _ in range(calls):
        one.go_on()
        other.go_on()
    assert one.match.journal == alone.match.journal and one.match.state == alone.match.state
    for at, game in ((one, SKIRMISH), (other, OTHER)):
        match = at.match
        assert recording.fold(match.opening, match.journal) == match.state
        for knows in (match.state, *match.state.pictures.values()):
            assert knows.data == game.data_id and knows.rules is match.opening.rules
    here, there = one.match.state.rules, other.match.state.rules
    assert (there.columns, there.rows) == (here.columns + MORE_COLUMNS, here.rows + MORE_ROWS)
    assert there.tables.bases.classes["squad"].firepower == 2 * here.tables.bases.classes["squad"].firepower
    assert sorted(one.match.state.seats) == ["allied", "german"]
    assert sorted(other.match.state.seats) == ["northern", "southern"]


@GAMES
def test_what_is_said_is_said_in_the_words_of_the_set(game: AnyGame):
    """Of reports, which come without a picture, of contacts as plain values, and of lists and facts."""
    words, said = game.words, WORDS[game]
    seen = Contact(handle="3", hex="0707", level=2, turn=1, player_turn=1, in_sight=True, shows=Outward(kind="squad"))
    assert said["squad"] in plain_text(words.prose(ContactSeen(contact=seen, new=True)))
    state = game.open("moulin-basset", {})
    state.turn = 1
    picture = state.pictures[game.info.seats[0]]
    picture.contacts, picture.turn, picture.attacker = {"3": seen}, 1, picture.side
    known = game.known(picture)
    own, foes = words.rosters(known)
    assert said["squad"] in {plain_text(row.line) for row in own.rows}
    assert plain_text(foes.rows[0].line) == said["squad"]
    facts = {fact.label: plain_text(fact.value) for fact in words.facts(known, 1)}
    assert facts["Attacker"] == said["first"]
    assert facts["Weather"].endswith("9 hexes" if game is OTHER else "24 hexes")
    assert ("three" if game is OTHER else "two") + " more on the dice" in plain_text(words.help(known, "fire-on-move"))
    battery = next(plain_text(fact.value) for fact in words.points(known) if fact.label == "Field battery")
    assert battery == f"silent, 0 of {3 if game is OTHER else 4} fired for effect"
    picture.film = Film(handle="3", hex="0707")
    asked = game.words.decision(game.known(picture))
    assert asked is not None and said["squad"] in plain_text(asked.lead)


@GAMES
def test_the_map_is_that_of_the_set(game: AnyGame):
    picture = game.open("moulin-basset", {}).pictures[game.info.seats[0]]
    table = dress(game).map(picture)
    assert WORDS[game]["open"] in table.ground()["2001"]
    assert (">2316<" in table.printed()) == ("2316" in game.ground(picture).places) == (game is OTHER)
    assert f"1st squad, {WORDS[game]['squad']}, quality 4" in "".join(table.layers(game.view(picture), MapLinks()))
    assert [dress(game).colour(seat, game.info.seats) for seat in game.info.seats] == ["blue", "red"]


@GAMES
def test_the_book_has_the_figures_of_the_set(game: AnyGame):
    """Charts of both render; the lessons and the example of play are of what we ship, and of nothing else."""
    book = game.rulebook()
    charts: dict[str, Chart] = {chart.name: chart for chart in book.charts}
    given = game.open("moulin-basset", {}).rules
    assert charts["scenario"].title == given.title
    assert f"{given.turns} turns on a map of {given.columns} by {given.rows} hexes" in charts["scenario"].text
    [squad] = [row for row in charts["bases"].tables[0].rows if row[0].lower() == WORDS[game]["squad"]]
    assert squad[3] == str(given.tables.bases.classes["squad"].firepower)
    quality = {row[0]: row[3] for row in charts["morale"].tables[0].rows}
    assert quality["4"] == ("26" if game is OTHER else "21"), "reckoned by the set's own bonus"
    assert (book.example is None) == (game.coach() is None) == (game is OTHER)
    assert list(game.info.scenarios) == ["moulin-basset"]
    assert game.info.scenarios["moulin-basset"].facts()["columns"] == given.columns


def test_the_book_says_its_sets_room_in_a_hex_and_its_sets_dice():
    said = {case.id: case.text for section in OTHER.book.rulebook().sections for case in section.cases}
    assert "at most 1 of your multi-man bases, guns and vehicles, and\n2 of your single men" in said["SKR-MOV-09"]
    assert "An **original** 3 or 11" in said["words"]
