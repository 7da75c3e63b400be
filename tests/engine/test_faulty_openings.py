"""What a game owes to its opening and to the first question of a match is looked at before a match is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest

from service.engine.aims import Aim
from service.engine.data import DataSet, UnfitData
from service.engine.events import Event
from service.engine.facts import Fact
from service.engine.game import AnyGame, ScenarioInfo
from service.engine.options import Choice, Domain, FaultyOption, Option, Places, Range, Routes, Several
from service.engine.orders import Order
from service.engine.outline import Heading, Phase, PlayerTurn, Segment
from service.engine.places import Ground, Place, Point
from service.engine.sentences import Sentence, say
from service.engine.validation.faults import FaultyGame
from service.games.ndc.game import NDC
from service.store import Store
from service.store.shelf import bound
from tests import toy
from tests.altered import with_functions, with_info
from tests.engine.tiny import ask, playing
from tests.toy import NORTH, TOY, Hide, LieLow, ToyPicture


@dataclass(frozen=True, kw_only=True)
class Nap(Order):
    """An order that is offered to nobody."""

    kind: Literal["nap"] = "nap"

    def resolve(self, state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield from ()


@dataclass(frozen=True, kw_only=True)
class Guess(Order):
    """An order whose options cannot be listed."""

    kind: Literal["guess"] = "guess"

    def resolve(self, state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield from ()

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield fails(picture)


def fails(*asked: Any) -> Any:
    return 1 // 0


@dataclass(frozen=True, kw_only=True)
class Scout(Order):
    """An order with a field of each kind, and one that has a default."""

    kind: Literal["scout"] = "scout"
    unit: str
    steps: int
    pace: Literal["slow", "fast"]
    by: tuple[Place, ...]
    quietly: bool = False

    def resolve(self, state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield from ()


AS_IT_SHOULD_BE: dict[str, Domain] = {
    "steps": Range(least=1, most=3), "pace": Choice(values=("slow", "fast")),
    "by": Several(values=("11", "12"), most=2), "quietly": Choice(values=(False, True)),
}  # fmt: skip


def scouting(*, order: str = "scout", fixed: Mapping[str, Any] | None = None, **fields: Domain | None) -> AnyGame:
    """The toy game with one option more at its first question, amiss in one point; a field that is None is left out."""
    made = {name: domain for name, domain in (AS_IT_SHOULD_BE | fields).items() if domain is not None}
    option = Option(kind=order, title=say("Scout"), fixed=dict(fixed or {"unit": "token"}), fields=made)
    scout = type("Scout", (Scout,), {"offers": classmethod(lambda cls, picture: iter((option,)))})
    return replace(turn(ask("Scout", orders=(scout, LieLow))), orders=(*TOY.orders, scout))


def turn(*headings: Heading) -> AnyGame:
    """The toy game with these headings under one turn."""
    return playing(PlayerTurn("Turn", phasing=lambda state: NORTH)[headings])


def strangers(state: toy.ToyState) -> tuple[str, ...]:
    return ("Nobody",)


class FailingWords(toy.Words):
    def facts(self, known: Any, turn: int) -> tuple[Fact, ...]:
        return fails(known)  # type: ignore[no-any-return]


class AimlessWords(toy.Words):
    def aim(self, known: Any) -> Aim:
        return fails(known)  # type: ignore[no-any-return]


class SpeechlessWords(toy.Words):
    def ask(self, known: Any, kinds: Sequence[str], heading: str) -> Sentence:
        return fails(known)  # type: ignore[no-any-return]


class BluntWords(toy.Words):
    def ask(self, known: Any, kinds: Sequence[str], heading: str) -> Any:
        return "Where do you hide?"


class BluntVerdict(toy.Words):
    def verdict(self, known: Any) -> Any:
        return "Nobody has won."


@dataclass(frozen=True, kw_only=True)
class Whistle(Order):
    """An order whose option has a text for its title."""

    kind: Literal["whistle"] = "whistle"

    def resolve(self, state: Any, seat: str, dice: Any) -> Iterator[Event]:
        yield from ()

    @classmethod
    def offers(cls, picture: ToyPicture) -> Iterator[Option]:
        yield Option(kind="whistle", title="Whistle")  # type: ignore[arg-type]


class Forgetful:
    """Standing orders that nobody can look at."""

    def given(self, picture: ToyPicture) -> tuple[str, ...]:
        return fails(picture)  # type: ignore[no-any-return]

    rehearse = fails


def with_facts(facts: Callable[[], Mapping[str, Any]]) -> AnyGame:
    return with_info(TOY, scenarios={"yard": ScenarioInfo(title="The yard", turns=4, facts=facts)})


def with_seats(*seats: str) -> AnyGame:
    """Two at one table, whatever they are called."""
    nothing = Heading("Nothing")[Segment("Hide", by="everybody", orders=(Hide,))]
    opening = lambda scenario, options: toy.ToyState(pictures={seat: ToyPicture(hex="11") for seat in seats})  # noqa: E731
    return replace(with_info(TOY, seats=seats), outline=nothing, set_up=opening)


BESIDE: dict[Place, tuple[Place, ...]] = {Place("11"): (Place("12"),), Place("12"): (Place("11"),)}
NO_NAME = "is no name: it has 1 to 40 letters, figures, spaces, hyphens, full stops or underscores, begins"


class Unreadable(Ground):
    def parse(self, text: str) -> Place | None:
        return fails(text)  # type: ignore[no-any-return]


class HalfDrawn(Ground):
    def at(self, place: Place) -> Point | None:
        return (0.0, 0.0) if place == "11" else None


PLANTED: dict[str, tuple[AnyGame, str]] = {
    "a procedure that fails before anybody is asked": (
        turn(Phase("Dawn", does=fails), ask("Hide", orders=(Hide,))),
        "The scenario 'yard' stops at “Turn › Dawn”: ZeroDivisionError integer division or modulo by zero.",
    ),
    "a function that names a stranger": (
        turn(ask("Hide", by=strangers, orders=(Hide,))),
        "The scenario 'yard' stops at “Turn › Hide”: AssertionError no seats of this match: ['Nobody'].",
    ),
    "a side that is said to be phasing, and by no function": (
        playing(PlayerTurn("Turn", phasing="north")[ask("Hide", orders=(Hide,))]),  # type: ignore[arg-type]
        "At “Turn” `phasing` is 'north', which is no function.",
    ),
    "a view that cannot be made": (
        replace(TOY, view=fails), "`view` cannot answer north at the first question of the scenario 'yard': ZeroDiv",
    ),
    "a view of another type": (
        replace(TOY, view=lambda picture: picture), "`view` makes a ToyPicture, which is no ToyView.",
    ),
    "units that cannot be listed": (
        with_functions(TOY, "forces", own=fails),
        "`forces.own` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "units that stand nowhere that can be said": (
        with_functions(TOY, "forces", places_of=fails),
        "`forces.places_of` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "a unit in a place that is not there": (
        with_functions(TOY, "forces", places_of=lambda thing: (Place("13x"),)),
        "'token' of north stands in '13x' at the first question of the scenario 'yard', which is no place of the gro",
    ),
    "standing orders that cannot be read": (
        replace(TOY, standing=Forgetful()),
        "`standing.given` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "facts that cannot be said": (
        replace(TOY, words=FailingWords()),
        "`words.facts` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "an aim that cannot be said": (
        replace(TOY, words=AimlessWords()),
        "`words.aim` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "a question that cannot be put": (
        replace(TOY, words=SpeechlessWords()),
        "`words.ask` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "an agent that fails": (
        replace(TOY, answer=fails), "`answer` cannot answer north at the first question of the scenario 'yard': Zero",
    ),
    "options that fail where they are asked for": (
        replace(turn(ask("Guess", orders=(Guess,))), orders=(*TOY.orders, Guess)),
        "`Guess.offers` cannot answer north at the first question of the scenario 'yard': ZeroDivisionError",
    ),
    "a question that is a text": (
        replace(TOY, words=BluntWords()), "`words.ask` answers north with a text, where a sentence is due.",
    ),
    "a verdict that is a text": (
        replace(TOY, words=BluntVerdict()), "`words.verdict` answers north with a text, where a sentence is due.",
    ),
    "an option whose title is a text": (
        replace(turn(ask("Whistle", orders=(Whistle,))), orders=(*TOY.orders, Whistle)),
        "The option 'Whistle' of 'whistle' has a text for its title, which is to be a sentence.",
    ),
    "an order that nobody is offered": (
        replace(turn(ask("Nap", orders=(Nap, LieLow))), orders=(*TOY.orders, Nap)),
        "At “Turn › Nap” the order Nap is offered to nobody: it has no `offers`.",
    ),
    "an order at any time that nobody is offered": (
        replace(TOY, orders=(*TOY.orders, Nap), anytime=(*TOY.anytime, Nap)),
        "The order Nap, lawful at any time, is offered to nobody: it has no `offers`.",
    ),
    "public facts that are not to be had": (
        with_facts(fails), "The scenario 'yard' has no facts: ZeroDivisionError integer division or modulo by zero.",
    ),
    "public facts that are no plain values": (
        with_facts(lambda: {"mapped": object()}), "The scenario 'yard' has no facts: TypeError Object of type object",
    ),
    "odds that are no function": (replace(TOY, odds=3), "`odds` is 3, which is no function."),  # type: ignore[arg-type]
    "what is foretold, by no function": (
        replace(TOY, foretell=()), "`foretell` is (), which is no function.",  # type: ignore[arg-type]
    ),
    "lines of sight that are no function": (
        replace(TOY, sight="far"), "`sight` is 'far', which is no function.",  # type: ignore[arg-type]
    ),
    "an option of an order that is not there": (
        scouting(order="scuot"), "The option 'Scout' names the order 'scuot', which is not registered among `orders`.",
    ),
    "an option with a field too many": (
        scouting(guards=Choice(values=(1,))),
        "The option 'Scout' of 'scout' says 'guards', which is no field of Scout.",
    ),
    "an option that fixes a field too many": (
        scouting(fixed={"unit": "token", "guards": 1}),
        "The option 'Scout' of 'scout' says 'guards', which is no field of Scout.",
    ),
    "an option without what the order needs": (
        scouting(steps=None), "The option 'Scout' of 'scout' does not say 'steps', which Scout has no default for.",
    ),
    "an option with a text for a number": (
        scouting(steps=Choice(values=(1, "two"))), "The option 'Scout' of 'scout' has 'two' for 'steps', which is int.",
    ),
    "an option with yes for a number": (
        scouting(steps=Choice(values=(True,))), "The option 'Scout' of 'scout' has True for 'steps', which is int.",
    ),
    "an option with a number for yes or no": (
        scouting(quietly=Range(least=0, most=1)),
        "The option 'Scout' of 'scout' has a whole number for 'quietly', which is bool.",
    ),
    "an option with a word that the order does not know": (
        scouting(pace=Choice(values=("slow", "fats"))),
        "The option 'Scout' of 'scout' has 'fats' for 'pace', which is Literal['slow', 'fast'].",
    ),
    "an option with one place for several": (
        scouting(by=Places(places=(Place("11"),))),
        "The option 'Scout' of 'scout' has the place 11 for 'by', which is tuple[Place, ...].",
    ),
    "an option that fixes a number for a text": (
        scouting(fixed={"unit": 7}), "The option 'Scout' of 'scout' has 7 for 'unit', which is str.",
    ),
    "an option with nothing to choose": (
        scouting(steps=Range(least=3, most=1)), "The option 'Scout' of 'scout' has nothing to choose for 'steps'.",
    ),
    "a map drawn in part": (
        replace(TOY, ground=lambda picture: HalfDrawn(BESIDE)),
        "The place 11 is drawn, and 12 is not: a map is drawn whole or not at all.",
    ),
    "a ground that fails when it is looked over": (
        replace(TOY, ground=lambda picture: Unreadable(BESIDE)),
        "What its scenarios open with cannot be looked through: ZeroDivisionError integer division or modulo by zero.",
    ),
    "a seat that cuts its address in two": (with_seats("A/B", "US"), f"The seat 'A/B' {NO_NAME}"),
    "a seat that leads upwards": (with_seats("..", "US"), f"The seat '..' {NO_NAME}"),
    "a seat without a name": (with_seats("", "US"), f"The seat '' {NO_NAME}"),
    "a seat on two lines": (with_seats("x\ny", "US"), f"The seat 'x\\ny' {NO_NAME}"),
    "a seat of endless length": (with_seats("a" * 300, "US"), f"The seat '{'a' * 300}' {NO_NAME}"),
    "one seat twice": (with_seats("US", "US"), "The seats 'US' and 'US' have one name."),
    "two seats told apart by capitals": (with_seats("US", "us"), "The seats 'US' and 'us' have one name."),
    "nobody at the table": (with_seats(), "There is no seat at the table."),
    "a game with the mark of a set in its name": (with_info(TOY, name="toy@x"), f"The game 'toy@x' {NO_NAME}"),
    "a game with a stroke in its name": (with_info(TOY, name="toy/x"), f"The game 'toy/x' {NO_NAME}"),
    "a scenario with a stroke in its name": (
        with_info(TOY, scenarios={"ya/rd": ScenarioInfo(title="The yard", turns=4)}), f"The scenario 'ya/rd' {NO_NAME}",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("game", "sentence"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_is_found_and_nothing_beside_it(game: AnyGame, sentence: str):
    with pytest.raises(FaultyGame) as faulty:
        game.validate()
    [found] = faulty.value.faults
    assert found.startswith(f"{game.info.name}: {sentence}") and found.endswith(".")


def test_a_choice_whose_label_is_a_text_is_made_by_nobody():
    with pytest.raises(FaultyOption, match="has the text 'Left' for a label, which is to be a sentence"):
        Choice(values=("left",), labels=("Left",))  # type: ignore[arg-type]


def test_a_set_whose_usual_is_a_text_is_made_by_nobody_and_what_is_no_field_cannot_be_folded():
    with pytest.raises(FaultyOption, match="has the text 'All' for what is usual, which is to be a sentence"):
        Several(values=("11",), most=1, usual="All")  # type: ignore[arg-type]
    with pytest.raises(FaultyOption, match="The option 'Go' of 'go' folds 'how', which is none of its fields"):
        Option(kind="go", title=say("Go"), fields={"by": Several(values=("11",), most=1)}, folded=("how",))


def test_a_unit_that_stands_nowhere_is_off_the_map_and_no_fault():
    with_functions(TOY, "forces", places_of=lambda thing: ()).validate()


def test_an_option_as_it_should_be_is_no_fault():
    scouting().validate()
    scouting(by=Routes(), quietly=None).validate()


@pytest.mark.parametrize("seats", [("Red 1", "North-West"), ("Großbritannien", "U.S."), ("1", "2")])
def test_seats_may_be_called_so(seats: tuple[str, str]):
    with_seats(*seats).validate()


def test_a_house_with_a_game_that_does_not_come_to_its_first_question_does_not_open():
    with pytest.raises(FaultyGame, match="stops at “Turn › Dawn”"):
        Store("sqlite://", {"toy": turn(Phase("Dawn", does=fails))})


def test_a_set_that_gives_a_side_an_impossible_name_is_unfit():
    assert NDC.data is not None
    renamed = {path: text.replace("Soviet", "A/B") for path, text in NDC.data.files.items()}
    with pytest.raises(UnfitData, match="The seat 'A/B' is no name"):
        bound(NDC, DataSet.of(renamed))
