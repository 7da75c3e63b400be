"""What is wrong with a game is said before a match of it is opened, in a sentence that names the place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from docs.examples.bay import THE_LANTERN
from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.towns import THREE_HOUSES
from service.engine.faculties import Forces
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.outline import AtOwnPace, Dispatch, Each, Heading, Phase, PlayerTurn, Repeat, Segment, Step
from service.engine.places import Ground, Place
from service.engine.reports import Report
from service.engine.seats import EVERYBODY, PHASING
from service.engine.sentences import Sentence, say
from service.engine.validation import FaultyGame
from service.engine.words import PlainWords
from service.games.shelf import GAMES
from service.store import Store
from tests.altered import with_functions, with_info
from tests.engine.test_auction import AUCTION
from tests.engine.tiny import ask, playing
from tests.toy import NORTH, SOUTH, TOY, Creep, Hide, LieLow, SearchHeard, ToyPicture, WeatherTold

SOUND = (*GAMES.values(), TOY, FOX_AND_HOUNDS, THREE_HOUSES, THE_LANTERN, AUCTION)


@dataclass(frozen=True, kw_only=True)
class Jump(Order):
    kind: Literal["jump"] = "jump"


@dataclass(frozen=True, kw_only=True)
class Skip(Order):
    kind: Literal["creep"] = "creep"


class HalfOfForces(Forces[ToyPicture]):
    """Derives from the Protocol, and says nothing of contacts."""

    def own(self, picture: ToyPicture) -> Any:
        return {}

    def places_of(self, thing: Any) -> Any:
        return ()

    def subject(self, order: Order) -> str | None:
        return None

    def destinations(self, picture: ToyPicture, unit: str) -> Any:
        return ()


class WordsForTheWeather(PlainWords):
    def prose(self, report: Report) -> Sentence:
        match report:
            case WeatherTold(die=die):  # its own, though it is taken apart
                return say(f"The weather is {die}.")
        return super().prose(report)


class Misread(Ground):
    """Writes a place as it does not read it."""

    def show(self, place: Place) -> str:
        return f"hex {place}" if place == "12" else place

    def parse(self, text: str) -> Place | None:
        return Place(text) if text in ("11", "12") else None


def turn(*headings: Heading) -> AnyGame:
    """The toy game with these headings under one turn."""
    return playing(PlayerTurn("Turn", phasing=lambda state: NORTH)[headings])


def opening_without(seat: str) -> Callable[[str, Any], Any]:
    def set_up(scenario: str, options: Any) -> Any:
        state = TOY.set_up(scenario, options)
        del state.pictures[seat]
        return state

    return set_up


PLANTED: dict[str, tuple[AnyGame, str]] = {
    "a misspelt works": (
        turn(Segment("Move", by=PHASING, orders=(Creep,), ends=lambda state, dice: (), works="when-done")),  # type: ignore[arg-type, return-value]
        "At “Turn › Move” `works` is 'when-done'; it is one of 'at once', 'when done'.",
    ),
    "an unknown speaker": (
        turn(ask("Hide", by=("Suoth", NORTH), orders=(Hide,))),
        "At “Turn › Hide” `by` names 'Suoth', who is no seat of the game and no role.",
    ),
    "a role that nobody has": (
        playing(Phase("Dusk")[ask("Hide", by=PHASING, orders=(Hide,))]),
        "At “Dusk › Hide” `by` is 'phasing', and no heading above says who is phasing.",
    ),
    "an unknown reader": (
        turn(Dispatch("Letter", to="West")),
        "At “Turn › Letter” `to` names 'West', who is no seat of the game and no role.",
    ),
    "an order not registered": (
        turn(ask("Hop", orders=(Hide, Jump), works="when done", ends=lambda state, dice: ())),
        "At “Turn › Hop” the order Jump is not registered among `orders`.",
    ),
    "an order at any time, not registered": (
        replace(TOY, anytime=(*TOY.anytime, Jump)),
        "The order Jump, lawful at any time, is not registered among `orders`.",
    ),
    "two orders of one kind": (
        replace(TOY, orders=(*TOY.orders, Skip)), "The orders Creep and Skip are both of kind 'creep'.",
    ),
    "a planned order that nobody works": (
        turn(ask("Hide", orders=(Hide, LieLow), works="when done")),
        "At “Turn › Hide” nobody works Hide and LieLow, planned until all are done: it has no `ends`.",
    ),
    "a planned order of a step that nobody works": (
        turn(AtOwnPace("Stages", by=EVERYBODY)[Step("Hide", orders=(Hide,), works="when done")]),
        "At “Turn › Stages › Hide” nobody works Hide, planned until all are done: it has no `finishes`.",
    ),
    "an order of which nothing comes": (
        turn(ask("Creep", orders=(Creep,))),
        "At “Turn › Creep” nothing comes of the order Creep: it is worked at once, and has no `resolve`.",
    ),
    "orders that nobody is asked for": (
        turn(Segment("Hide", orders=(Hide,))), "At “Turn › Hide” there are orders, and nobody speaks: it has no `by`.",
    ),
    "a report without a sentence": (
        replace(TOY, words=WordsForTheWeather(), reports=(WeatherTold, SearchHeard)),
        "The report SearchHeard has no sentence.",
    ),
    "a faculty half given": (
        replace(TOY, forces=HalfOfForces()), "The faculty `forces` is half given: it lacks contacts.",  # type: ignore[abstract]
    ),
    "a faculty with something else where a function should be": (
        with_functions(TOY, "forces", contacts=None, own=None),  # type: ignore[arg-type]
        "The faculty `forces` is half given: it lacks own, contacts.",
    ),
    "a place that its ground does not parse back": (
        replace(TOY, ground=lambda picture: Misread({Place("11"): (), Place("12"): ()})),
        "The place 12 is written 'hex 12', which is read back as no place.",
    ),
    "a scenario without a seat": (
        replace(TOY, set_up=opening_without(SOUTH)), "The scenario 'yard' has no ToyPicture for south.",
    ),
    "a scenario for others": (
        with_info(TOY, seats=(NORTH, "west")), "The scenario 'yard' has no ToyPicture for west.",
    ),
    "no scenario": (with_info(TOY, scenarios={}), "There is no scenario to play."),
    "two headings of one name": (
        turn(ask("Fire", orders=(Hide,)), ask("Fire!", orders=(Hide,))), "At “Turn” two headings are called 'fire'.",
    ),
    "a heading that is called as another was": (
        turn(ask("Search"), ask("Reconnaissance", was=("search",))), "At “Turn” two headings are called 'search'.",
    ),
    "a heading that asks, with others under it": (
        turn(ask("Fire")[Phase("Result")]),
        "At “Turn › Fire” somebody is asked for orders, so nothing can stand under it.",
    ),
    "a step where nobody walks at his own pace": (
        turn(Phase("Stages")[Step("Hide", orders=(Hide,))]),
        "At “Turn › Stages” stands the Step 'Hide', which belongs under AtOwnPace.",
    ),
    "what is no step": (
        turn(AtOwnPace("Stages", by=EVERYBODY)[ask("Hide")]), "At “Turn › Stages” stands 'Hide', which is no Step.",
    ),
    "steps that nobody takes": (
        turn(AtOwnPace("Stages")[Step("Hide", orders=(Hide,))]),
        "At “Turn › Stages” nobody takes the steps: it has no `by`.",
    ),
    "a step with what no step heeds": (
        turn(AtOwnPace("Stages", by=EVERYBODY)[
            Step("Hide", orders=(Hide,), when=lambda state: True, ends=lambda state, dice: ()),  # type: ignore[arg-type, return-value]
        ]),
        "At “Turn › Stages” the Step 'Hide' has `ends`, `when`, which no Step heeds.",
    ),
    "no steps at all": (turn(AtOwnPace("Stages", by=EVERYBODY)), "At “Turn › Stages” there is no Step to take."),
    "a title that makes no name": (
        turn(ask("Ход", orders=(Hide,))),
        "At “Turn” the title 'Ход' makes no name: it needs a Latin letter or a figure.",
    ),
    "a letter to nobody": (turn(Dispatch("Letter")), "At “Turn › Letter” the letter goes to nobody: it has no `to`."),
    "an empty list of speakers": (
        turn(ask("Hide", by=())), "At “Turn › Hide” nobody speaks: its `by` is empty.",
    ),
    "a Repeat without an end": (
        turn(Repeat("Hours")[ask("Hide", orders=(Hide,))]),
        "At “Turn › Hours” the Repeat cannot end: its `until` never holds, whatever the position is.",
    ),
    "a Repeat that looks at nothing": (
        turn(Repeat("Hours", until=lambda state: False)[ask("Hide", orders=(Hide,))]),
        "At “Turn › Hours” the Repeat cannot end: its `until` never holds, whatever the position is.",
    ),
    "an Each of nothing": (
        turn(Each("Fights")[ask("Hide", orders=(Hide,))]),
        "At “Turn › Fights” nothing says what the Each goes through: it has no `each`.",
    ),
}  # fmt: skip
"""A game with one fault each, and the sentence that says so."""


@pytest.mark.parametrize(("game", "sentence"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found_and_nothing_beside_it(game: AnyGame, sentence: str):
    with pytest.raises(FaultyGame) as faulty:
        game.validate()
    assert faulty.value.faults == (f"toy: {sentence}",)


@pytest.mark.parametrize("game", SOUND, ids=lambda game: game.info.name)
def test_the_games_on_the_shelf_and_those_of_the_tests_are_sound(game: AnyGame):
    game.validate()


def test_a_house_with_a_faulty_game_does_not_open():
    """All its faults are said at once."""
    faulty = replace(turn(ask("Hide", by="West", orders=(Jump,))), anytime=(Jump,))
    with pytest.raises(FaultyGame) as said:
        Store("sqlite://", {"toy": faulty})
    assert len(said.value.faults) == 4 and str(said.value).splitlines() == list(said.value.faults)


def test_a_seat_is_not_called_as_a_role_is():
    with pytest.raises(FaultyGame, match="The seat 'everybody' is called as a role is"):
        with_info(TOY, seats=(NORTH, SOUTH, "everybody")).validate()
