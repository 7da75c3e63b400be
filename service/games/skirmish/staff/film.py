"""What the defender is asked as the enemy's moves are played before them, and what is said of it afterwards."""

from __future__ import annotations

from collections.abc import Callable

from service.engine.facts import Decision, Fact, running
from service.engine.sentences import OwnSpan, Sentence, contact, joined, place, say
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.staff.rosters import seen_as
from service.games.skirmish.staff.terms import MOVED_TOO, STOPS_IT


def decision(rules: Scenario, view: View, picture: Picture) -> Decision | None:
    """Whether to fire at the mover or to let it pass, as a question with two answers; None where nobody moves."""
    film = view.film
    if film is None:
        return None
    mover = next((one for one in view.contacts if one.handle == film.handle), None)
    if mover is None:
        return None
    ground = view.ground.terrain(rules, film.hex).title
    called = seen_as(rules.tables.bases, mover)
    whoever, there = contact(film.handle, called), place(film.hex)
    standing = say(whoever, ", in ", place(mover.hex))
    fired_at = ("You have fired at ", contact(film.handle, running(called)), ", in ", there)
    if film.flees:
        return Decision(
            title="Fire or pass", lead=say(*fired_at, ". Fire again, or let it run on.")
            if film.fired else say(standing, ", is to be fired at. Name the shot.") if film.halted else
            say(whoever, ", has come to ", there, f", {ground}, in flight. Fire does not halt it."),
            passing="Go on" if film.fired or film.halted else "Pass", verb="Fire",
        )  # fmt: skip
    others = moved_too(rules, picture)
    if film.fired or film.halted:
        return Decision(
            title="Halted", lead=say(*fired_at, ". Fire again, or let the move go on.")
            if film.fired else say(standing, ", stands still. Name the shot.", *others),
            passing="Go on", verb="Fire",
        )  # fmt: skip
    return Decision(
        title="Halt or pass", passing="Pass", verb="Halt", by_form=STOPS_IT if view.live else "at once",
        lead=say(whoever, ", has come to ", there, f", {ground}. Halt it there by fire, or let it pass.", *others),
    )  # fmt: skip


def moved_too(rules: Scenario, picture: Picture) -> Sentence:
    """Live: who else was seen to make this step, and has not been asked about yet; nothing where nobody was."""
    waits = [picture.contacts[handle] for handle in picture.steppers if handle in picture.contacts]
    named = [
        say(contact(one.handle, seen_as(rules.tables.bases, one)), ", in ", place(one.hex))
        for one in waits if one.in_sight
    ]  # fmt: skip
    return say(" ", joined("; ", named), MOVED_TOO) if named else ()


def recalled(rules: Scenario, view: View, named: Callable[[str], OwnSpan]) -> tuple[Fact, ...]:
    """What was asked about, where one looks back on it; own bases are `named`."""
    film = view.film
    if film is None:
        return ()
    mover = next((one for one in view.contacts if one.handle == film.handle), None)
    called = seen_as(rules.tables.bases, mover) if mover is not None else f"Enemy {film.handle}"
    fired = joined(" and ", (named(id) for id in film.fired))
    return (
        Fact.of("Mover", contact(film.handle, called)), Fact.of("Has come to", place(film.hex)),
        *((Fact.of("Has fired at it by plan", fired),) if fired else ()),
    )  # fmt: skip
