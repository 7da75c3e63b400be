"""Faults of a game that show when its scenarios are opened, and at the first question of a match of each."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from service.engine.cursor import titles_of
from service.engine.dice import Dice, Seeds
from service.engine.kinds import kind_of
from service.engine.options import FaultyOption, Option
from service.engine.orders import Order
from service.engine.places import Ground, Place
from service.engine.validation.offers import faults_of_choice, faults_of_option

if TYPE_CHECKING:
    from service.engine.game import AnyGame, ScenarioInfo


def raised(fault: Exception) -> str:
    """What was raised, by its name and what it says."""
    return f"{type(fault).__name__} {fault}".strip().removesuffix(".")


def place_of(game: AnyGame, state: Any) -> str:
    """Where in the sequence of play a match stands, in titles."""
    return " › ".join(titles_of(game.outline, state.cursor)) or game.outline.title


# ---- the opening


def faults_of_scenarios(game: AnyGame) -> Iterator[str]:
    """Scenarios that do not open with the position that a match needs."""
    grounds = list[Ground]()
    if not game.info.scenarios:
        yield "There is no scenario to play."
    for name, option in game.info.options.items():
        if not option.values:
            yield f"The option {name!r} has no value to choose."
        elif option.alone is not None and option.alone not in option.values:
            yield f"The option {name!r} is {option.alone!r} where nobody chooses, which is none of its values."
    for name, scenario in game.info.scenarios.items():
        yield from (f"The scenario {name!r} {fault}" for fault in faults_of_scenario(game, name, scenario, grounds))
    for ground in dict.fromkeys(grounds):
        yield from ground.faults()


def faults_of_scenario(game: AnyGame, name: str, scenario: ScenarioInfo, grounds: list[Ground]) -> Iterator[str]:
    """What is wrong with a scenario and the position that it opens with; adds the seats' grounds to `grounds`."""
    seats = game.info.seats
    if scenario.briefings and set(scenario.briefings) != set(seats):
        yield f"briefs {', '.join(scenario.briefings)}, and the game is for {', '.join(seats)}."
    if scenario.turns < 1:
        yield f"has dice for {scenario.turns} turns; it needs at least one."
    if not 1 <= scenario.first_turn <= max(1, scenario.turns):
        yield f"begins with turn {scenario.first_turn}, and has dice for the turns from 1 to {scenario.turns}."
    try:
        json.dumps(dict(scenario.facts()), allow_nan=False)
    except Exception as fault:  # whatever a game's own code can raise, here and below
        yield f"has no facts: {raised(fault)}."
    try:
        state = game.open(name, {})
    except Exception as fault:
        yield f"does not open: {raised(fault)}."
        return
    if not isinstance(state, game.position):
        yield f"opens with a {type(state).__name__}, which is no {game.position.__name__}."
        return
    if sorted(state.seats) != sorted(seats):
        yield f"is for {', '.join(state.seats)}, and the game for {', '.join(seats)}."
    for seat in seats:
        picture = state.pictures.get(seat)
        if not isinstance(picture, game.picture):
            yield f"has no {game.picture.__name__} for {seat}."
        elif game.ground is not None:
            try:
                grounds.append(game.ground(picture))
            except Exception as fault:
                yield f"has no ground for {seat}: {raised(fault)}."


# ---- the first question


def faults_at_first_question(game: AnyGame) -> Iterator[str]:
    """What fails in a match before anybody has ordered anything, and in what each seat is then shown and asked."""
    from service.engine.umpire import begin  # it needs the game, and the game its validation

    for name, scenario in game.info.scenarios.items():
        state = game.open(name, {})
        try:
            begin(game, state, Dice(name, Seeds(bytes(32), bytes(32), scenario.turns)))
        except Exception as fault:
            yield f"The scenario {name!r} stops at “{place_of(game, state)}”: {raised(fault)}."
            continue
        inquiry = Inquiry(game, name)
        for picture in state.pictures.values():
            inquiry.of_forces(picture)
            inquiry.of_words(picture)
            inquiry.of_orders(picture)
        yield from inquiry.faults


class Inquiry:
    """Asks a game what pages, mails and the umpire ask of it for a seat at the first question of a match.

    `faults` has a sentence for each entry that fails, once a scenario, and for each answer of another type.
    """

    def __init__(self, game: AnyGame, scenario: str) -> None:
        self.game, self.scenario = game, scenario
        self.faults: list[str] = []
        self._failed: set[str] = set()
        self._offered_amiss: set[str] = set()

    def ask(self, entry: str, picture: Any, question: Callable[[], Any]) -> Any:
        """What the game answers; None where it fails."""
        try:
            return question()
        except FaultyOption as fault:
            self.faults.append(str(fault))
        except Exception as fault:
            if entry not in self._failed:
                where = f"at the first question of the scenario {self.scenario!r}"
                self.faults.append(f"`{entry}` cannot answer {picture.seat} {where}: {raised(fault)}.")
            self._failed.add(entry)
        return None

    def of_forces(self, picture: Any) -> None:
        """Units and contacts, where they stand, and what was said in advance."""
        forces, standing = self.game.forces, self.game.standing
        if standing is not None:
            self.ask("standing.given", picture, lambda: standing.given(picture))
        if forces is None:
            return
        own = self.ask("forces.own", picture, lambda: dict(forces.own(picture)))
        met = self.ask("forces.contacts", picture, lambda: dict(forces.contacts(picture)))
        things = {**(met or {}), **(own or {})}
        stand = self.ask("forces.places_of", picture, lambda: {id: forces.places_of(one) for id, one in things.items()})
        self.of_places(picture, stand or {})

    def of_places(self, picture: Any, stand: Mapping[str, tuple[Place, ...]]) -> None:
        """Whether units and contacts stand on the ground, as far as they stand anywhere; the first that does not."""
        ground = self.game.ground_of(picture)
        if ground is None or "ground" in self._failed:
            return
        stray = next(((id, place) for id, places in stand.items() for place in places if place not in ground), None)
        if stray is not None:
            self._failed.add("ground")
            where = f"at the first question of the scenario {self.scenario!r}"
            self.faults.append(
                f"{stray[0]!r} of {picture.seat} stands in {stray[1]!r} {where}, which is no place of the ground."
            )

    def of_words(self, picture: Any) -> None:
        """The view, and what is said of it."""
        from service.engine.judging import heading_for  # as above

        game, words = self.game, self.game.words
        known = game.known(picture)
        view = self.ask("view", picture, lambda: known.view)
        if "view" in self._failed:
            return
        if not isinstance(view, game.view_type):
            self.faults.append(f"`view` makes a {type(view).__name__}, which is no {game.view_type.__name__}.")
            return
        self.ask("words.facts", picture, lambda: words.facts(known, picture.turn))
        self.of_sentences("words.verdict", picture, [self.ask("words.verdict", picture, lambda: words.verdict(known))])
        if "words.verdict" not in self._failed:  # whoever has won is no point
            self.ask("words.points", picture, lambda: words.points(known))
        if "forces.own" not in self._failed:  # a briefing names the units
            briefing = self.ask("words.briefing", picture, lambda: words.briefing(known))
            if briefing is not None:
                self.of_sentences("words.briefing", picture, dict(briefing.paragraphs).values())
            aim = self.ask("words.aim", picture, lambda: words.aim(known))
            if aim is not None:
                self.of_sentences("words.aim", picture, (aim.line, aim.title, aim.unknown, aim.open))
        waiting = self.ask("words.waiting", picture, lambda: words.waiting(known))
        self.of_sentences("words.waiting", picture, waiting or ())
        if picture.asked:
            kinds = [kind_of(order) for order in heading_for(game, picture).orders]
            asked = self.ask("words.ask", picture, lambda: words.ask(known, kinds, "".join(picture.titles[-1:])))
            self.of_sentences("words.ask", picture, [asked])
            helps = self.ask("words.help", picture, lambda: [words.help(known, kind) for kind in kinds])
            self.of_sentences("words.help", picture, helps or ())

    def of_sentences(self, name: str, picture: Any, said: Iterable[object]) -> None:
        """What is said, none of it a text, which no page could make links of."""
        if any(isinstance(one, str) for one in said) and name not in self._failed:
            self.faults.append(f"`{name}` answers {picture.seat} with a text, where a sentence is due.")
            self._failed.add(name)

    def of_orders(self, picture: Any) -> None:
        """What the seat may order now, what it could order elsewhere as far as that can be listed, and its answer."""
        from service.engine.judging import heading_for, lawful_types  # as above

        game = self.game
        now = lawful_types(game, picture)
        for order in now:
            options = self.ask(f"{order.__name__}.offers", picture, partial(options_of, order, picture)) or ()
            self.of_options(options, faults_of_choice)
            self.of_options(options, self.of_kind)
        for order in game.orders:
            try:
                self.of_options(options_of(order, picture), self.of_kind)
            except FaultyOption as fault:
                self.faults.append(str(fault))
            except Exception:
                continue  # what this order goes by is not there before its own heading
        if picture.asked:
            heading = heading_for(game, picture)
            for given in self.ask("answer", picture, lambda: list(game.answer(picture, heading))) or ():
                if not isinstance(given, Order):
                    self.faults.append(f"`answer` gives a {type(given).__name__}, which is no order.")

    def of_kind(self, option: Option) -> Iterator[str]:
        """Why orders that are made of an option could not be read."""
        return faults_of_option(option, self.game.orders_by_kind)

    def of_options(self, options: Sequence[Option], faults_of: Callable[[Option], Iterator[str]]) -> None:
        """What is wrong with these options; of one order type, the first that is amiss stands for all."""
        for option in options:
            if option.kind not in self._offered_amiss and (faults := list(faults_of(option))):
                self.faults += faults
                self._offered_amiss.add(option.kind)


def options_of(order: type[Order], picture: Any) -> list[Option]:
    """The options of one order type that a seat has by its picture."""
    return list(order.offers(picture))
