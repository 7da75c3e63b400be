"""What is wrong with a game is said before a match of it is opened, in a sentence that names the place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from docs.examples.bay import THE_LANTERN
from docs.examples.fox import FOX_AND_HOUNDS
from docs.examples.towns import THREE_HOUSES, AddBidLine
from service.engine.events import Event, Told
from service.engine.game import AnyGame, Briefing, MatchOption, ScenarioInfo
from service.engine.outline import AtOwnPace, Dispatch, Each, Phase, Repeat, Segment, Step
from service.engine.places import Ground, Place
from service.engine.seats import EVERYBODY, PHASING
from service.engine.validation.faults import FaultyGame
from service.engine.validation.play import faults_in_play
from service.games.shelf import GAMES
from service.store import Store
from tests import toy
from tests.altered import with_functions, with_info
from tests.engine.faulty import (
    AddToOtherBids,
    Feast,
    HalfOfForces,
    Jump,
    KeptOfAnyType,
    LinesOfAnyType,
    March,
    MarchTogether,
    Misread,
    Nap,
    OtherPicture,
    Skip,
    Vault,
    WholeTable,
    WordsByKind,
    WordsForTheWeather,
    WordsInATable,
    everybody,
    hand_out,
    never,
    night_has_come,
    only_by_picture,
    only_for_seats,
    opening_with,
    opening_without,
    post_a_search,
    turn,
)
from tests.engine.test_auction import AUCTION
from tests.engine.tiny import ask, playing
from tests.toy import (
    NORTH,
    SOUTH,
    TOY,
    AdviceNoted,
    Creep,
    Hide,
    LieLow,
    WentLow,
)

SOUND = (*GAMES.values(), TOY, FOX_AND_HOUNDS, THREE_HOUSES, THE_LANTERN, AUCTION)


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
    "an order that is no dataclass": (
        replace(TOY, orders=(*TOY.orders, Nap)), "The order Nap is no dataclass: it lacks its `@dataclass`.",
    ),
    "post that nobody hands out": (
        replace(turn(Phase("B", does=post_a_search), Dispatch("Letter", to=EVERYBODY)), orders=(), anytime=()),
        "What is Posted at “B” is never told: no `compose` hands it out with `deliver_post`.",
    ),
    "a letter that is composed by something else": (
        turn(Dispatch("Letter", to=EVERYBODY, compose=only_for_seats)),
        "At “Turn › Letter” `compose` is called with (state, to, dice), which only_for_seats(state, seat) "
        "does not take.",
    ),
    "a duty that is weighed without the order": (
        turn(ask("Hide", orders=(Hide,), works="when done", ends=lambda state, dice: (), allows=only_by_picture)),
        "At “Turn › Hide” `allows` is called with (picture, order), which only_by_picture(picture) does not take.",
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
        replace(TOY, words=WordsForTheWeather()), "The report SearchHeard has no sentence.",
    ),
    "a report that a table of words by type leaves out": (
        replace(TOY, words=WordsInATable()), "The report SearchHeard has no sentence.",
    ),
    "a report that is said as whatever is unknown": (
        replace(TOY, words=WordsByKind()), "The report SearchHeard has no sentence.",
    ),
    "an event that is not registered": (
        replace(TOY, events=tuple(event for event in TOY.events if event is not WentLow)),
        "The event WentLow, which comes of “Result”, is not registered among `events`.",
    ),
    "a report that is not registered, told by what an order calls": (
        replace(TOY, reports=tuple(report for report in TOY.reports if report is not AdviceNoted)),
        "The report AdviceNoted, which comes of the order AnswerInAdvance, is not registered among `reports`.",
    ),
    "a scenario that does not open": (
        replace(TOY, set_up=lambda scenario, options: {}["yard"]),  # type: ignore[index]
        "The scenario 'yard' does not open: KeyError 'yard'.",
    ),
    "a ground that is not to be had": (
        replace(TOY, ground=lambda picture: {SOUTH: Ground({})}[picture.seat]),
        "The scenario 'yard' has no ground for north: KeyError 'north'.",
    ),
    "a scenario without dice": (
        with_info(TOY, scenarios={"yard": ScenarioInfo(title="The yard", turns=0)}),
        "The scenario 'yard' has dice for 0 turns; it needs at least one.",
    ),
    "a scenario whose first turn has no dice": (
        with_info(TOY, scenarios={"yard": ScenarioInfo(title="The yard", turns=4, first_turn=5)}),
        "The scenario 'yard' begins with turn 5, and has dice for the turns from 1 to 4.",
    ),
    "a scenario that briefs one seat of two": (
        with_info(TOY, scenarios={"yard": ScenarioInfo(title="", briefings={NORTH: Briefing(situation="", aim="")})}),
        "The scenario 'yard' briefs north, and the game is for north, south.",
    ),
    "an option that nobody can choose": (
        with_info(TOY, options={"fog": MatchOption(about="How thick the fog is.", values=())}),
        "The option 'fog' has no value to choose.",
    ),
    "an option that is what it cannot be": (
        with_info(TOY, options={"fog": MatchOption(about="How thick the fog is.", values=(1, 2), alone=3)}),
        "The option 'fog' is 3 where nobody chooses, which is none of its values.",
    ),
    "a field that is called as something of the engine's": (
        replace(TOY, orders=(*TOY.orders, Vault)),
        "The order Vault has a field 'rule', which is a name of the engine's.",
    ),
    "a field that is called as what is stored beside a report": (
        replace(TOY, reports=(*TOY.reports, Feast)),
        "The report Feast has a field 'occasion', which is a name of the engine's.",
    ),
    "an entry of the engine's in a picture": (
        replace(TOY, picture=OtherPicture, set_up=opening_with(OtherPicture)),
        "OtherPicture has a field 'letters' of its own, which is the engine's.",
    ),
    "a faculty half given": (
        replace(TOY, forces=HalfOfForces()), "The faculty `forces` is half given: it lacks contacts.",  # type: ignore[abstract]
    ),
    "two lists of standing lines of one name": (
        replace(TOY, orders=(*TOY.orders, AddBidLine, AddToOtherBids)),
        "2 lists of standing lines have the name 'bids'.",
    ),
    "standing orders of whatever type": (
        replace(TOY, standing=LinesOfAnyType()),
        "What is `given` by standing orders does not declare of which type it is.",
    ),
    "scorekeeping of whatever type": (
        replace(TOY, score=KeptOfAnyType()),
        "The scorekeeping's `after` does not declare of which dataclass that is which it keeps.",
    ),
    "data without a way to play by others": (
        replace(TOY, bind=None), "The set of data is half given: it lacks a `bind`.",
    ),
    "a way to play by other data without any": (
        replace(TOY, data=None), "The set of data is half given: it lacks the `data`.",
    ),
    "a faculty with something else where a function should be": (
        with_functions(TOY, "forces", contacts=None, own=None),  # type: ignore[arg-type]
        "The faculty `forces` is half given: it lacks own, contacts.",
    ),
    "a place that its ground does not parse back": (
        replace(TOY, ground=lambda picture: Misread({Place("11"): (), Place("12"): ()})),
        "The place 12 is written 'hex 12', which is read back as no place.",
    ),
    "a way that follows nobody": (
        replace(TOY, orders=(*TOY.orders, March)),
        "The option 'March off' of 'march' has a `path` that follows 'units', which is no Several among its fields.",
    ),
    "a way for who is no subject": (
        replace(TOY, orders=(*TOY.orders, MarchTogether)),
        "The option 'March' of 'march-together' has a `path` for guide, which is none of its subjects.",
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
            Step("Hide", orders=(Hide,), when=night_has_come, ends=lambda state, dice: ()),  # type: ignore[arg-type, return-value]
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
        turn(Repeat("Hours", until=never)[ask("Hide", orders=(Hide,))]),
        "At “Turn › Hours” the Repeat cannot end: its `until` never holds, whatever the position is.",
    ),
    "a condition that the outline cannot call by a name": (
        turn(ask("Hide", orders=(Hide,), when=lambda state: True)),
        "At “Turn › Hide” `when` is a function without a name, and the outline calls it by that: write it with `def`.",
    ),
    "a speaker that the outline cannot call by a name": (
        turn(ask("Hide", orders=(Hide,), by=partial(everybody))),
        "At “Turn › Hide” `by` is a function without a name, and the outline calls it by that: write it with `def`.",
    ),
    "a heading that waits for a time that nobody sets": (
        turn(ask("Hide", orders=(Hide,)), Phase("Dawn", timed=True)),
        "At “Turn › Dawn” `timed` waits for the end of a time that nothing sets: no procedure opens a window.",
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


def test_what_is_posted_and_handed_out_is_sound():
    letter = Dispatch("Letter", to=EVERYBODY, compose=hand_out)
    replace(turn(Phase("B", does=post_a_search), letter), orders=(), anytime=()).validate()


def test_words_in_a_table_that_has_all_are_sound():
    replace(TOY, words=WholeTable()).validate()


@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.soak if game.info.name in GAMES else ()) for game in SOUND],
    ids=lambda game: game.info.name,
)
def test_a_match_of_them_in_which_nobody_orders_anything_can_be_played(game: AnyGame):
    assert faults_in_play(game) == ()


def unregistered(state: Any, dice: Any) -> Iterator[Event]:
    yield getattr(toy, "Went" + "Low")(low=True)
    yield Told(seat=NORTH, report=getattr(toy, "Search" + "Heard")(hex="11"))


IN_PLAY: dict[str, tuple[AnyGame, tuple[str, ...]]] = {
    "fewer turns than are played": (
        with_info(TOY, scenarios={"yard": ScenarioInfo(title="The yard", turns=2)}),
        ("has dice for 2 turns, and goes on into turn 3.",),
    ),
    "types that are found by their names": (
        replace(turn(ask("A"), Phase("B", does=unregistered)), events=(), reports=(), orders=(), anytime=()),
        (
            "makes the event WentLow, which is not registered among `events`.",
            "tells the report SearchHeard, which is not registered among `reports`.",
        ),
    ),
    "a procedure that fails": (
        turn(ask("A"), Phase("B", does=lambda state, dice: iter([{}["b"]]))),  # type: ignore[index]
        ("stops at “Turn › B”, where nobody has ordered anything: KeyError 'b'.",),
    ),
    "a change without an event": (
        turn(ask("A"), Phase("B", does=lambda state, dice: state.hexes.clear() or iter(()))),
        ("stops at “Turn › B”, where nobody has ordered anything: ChangedWithoutEvent the position was changed about",),
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "faults"), IN_PLAY.values(), ids=IN_PLAY)
def test_what_only_playing_shows_is_found(game: AnyGame, faults: tuple[str, ...]):
    game.validate()
    found = faults_in_play(game)
    assert len(found) == len(faults)
    for one, expected in zip(found, faults, strict=True):
        assert one.startswith(f"toy: The scenario 'yard' {expected}")


def test_a_house_with_a_faulty_game_does_not_open():
    """All its faults are said at once."""
    faulty = replace(turn(ask("Hide", by="West", orders=(Jump,))), anytime=(Jump,))
    with pytest.raises(FaultyGame) as said:
        Store("sqlite://", {"toy": faulty})
    assert len(said.value.faults) == 4 and str(said.value).splitlines() == list(said.value.faults)


def test_a_house_asks_again_only_a_game_with_other_figures_than_its_version_was_released_with(
    tmp_path: Path,
):
    """What a release came with its own tests have asked; what an owner edits nobody has."""
    faulty = replace(GAMES["skirmish"], anytime=(Jump,))
    Store(f"sqlite:///{tmp_path / 'house.db'}", {"skirmish": faulty}).close()
    edited = replace(faulty, info=replace(faulty.info, shipped={faulty.info.version: "another set"}))
    with pytest.raises(FaultyGame, match="Jump"):
        Store("sqlite://", {"skirmish": edited})


def test_a_seat_is_not_called_as_a_role_is():
    with pytest.raises(FaultyGame, match="The seat 'everybody' is called as a role is"):
        with_info(TOY, seats=(NORTH, SOUTH, "everybody")).validate()
