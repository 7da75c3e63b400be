"""Each report as a sentence to the side that is told."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.bills import Bill, itemised
from service.engine.figures import plain
from service.engine.reports import Report
from service.engine.sentences import (
    ContactSpan,
    Sentence,
    capital,
    contact,
    joined,
    own,
    place,
    plain_text,
    say,
)
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.bills import worded
from service.games.skirmish.known.picture import Contact, Falling
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.figures import Barred, Struck, Weathered
from service.games.skirmish.printed.profiles import BaseFigures
from service.games.skirmish.staff.bases import FIGHTS, GONE, against, came_of, effect_of, in_spite_of


def prose(bases: BaseFigures, report: Report) -> Sentence:
    """A report as one sentence."""
    match report:
        case r.PlayerTurnOpened():
            return say(f"Game turn {report.turn}: the {capital(report.attacker)} side attacks.")
        case r.OwnBases():
            return say(joined("; ", map(standing, report.bases)), ".")
        case r.GroundSeen():
            return say("The ground is as the map has it now: weather, smoke, fires and wrecks.")
        case r.ContactSeen():
            return seen(bases, report)
        case r.ContactStruck():
            return say("Nobody is in ", place(report.hex), ", as you can see now.")
        case r.FireTold():
            return fired(report)
        case r.FireSuffered():
            return suffered(report)
        case r.CheckTold():
            if report.rule == "SKR-RAL-03":
                return say(own(report.base), f" {came_of(report)} (die {dice(report.faces)}).")
            thrown = f"{dice(report.faces)}{added(report.modifiers)}{against(report)}"
            came = in_spite_of(report) or f": {came_of(report)}"
            return say(own(report.base), f": {report.what}, {thrown}{came}.")
        case r.CloseCombatTold():
            throws = ", ".join(
                f"{capital(s.side)} {dice(s.faces)}{added(s.modifiers)} = {plain(s.total)}" for s in report.strengths
            )
            loser = f"the {capital(report.loser)} side is" if report.loser else "both sides are"
            return say("Close combat in ", place(report.hex), f": {throws}; {loser} {FIGHTS[report.result]}.")
        case r.BaseLost():
            return say(own(report.base), f" {GONE[report.how]}.")
        case r.EnemyLost():
            return say(enemy(report.handle), " in ", place(report.hex), f" {GONE[report.how]}.")
        case r.HaltTold():
            back = report.because == "room" and report.ends_way
            does = " went back to " if back else " stopped in "
            return say(own(report.base), does, place(report.hex), f": {HALTS[report.because]}.")
        case r.Lapsed():
            why = f": it is {BARRED[report.why]}" if report.why else ""
            return say("The order to ", own(report.base), f" ({report.order.replace('-', ' ')}) came to nothing{why}.")
        case r.MovesIn():
            return say("The enemy's moves are in.")
        case r.MovesSealed():
            return say("Your movement is closed: what you sent is now played step by step.")
        case r.MovesPlayed():
            return say("Your movement has been played.")
        case r.TimeRuns():
            return ()
        case r.FilmShown():
            if report.film is None:
                return say("The enemy goes on.")
            may = "fire at it, or let it run" if report.film.flees else "halt it by fire, or let it pass"
            return say(enemy(report.film.handle), " is in ", place(report.film.hex), f": {may}.")
        case r.WeatherTold():
            return say(capital(f"{WEATHER[report.change]} (dice {dice(report.faces)})."))
        case r.PuffSeen():
            return say(f"{falling(report)} in ", place(report.hex), ".")
        case r.StrikeTold():
            thrown = f" (dice {dice(report.faces)})" if report.faces else ""
            return say(capital(f"{STRIKES[report.result]}{thrown}."))
        case r.MissionTold():
            thrown = f" {dice(report.faces)}:" if report.faces else ""
            return say(own(report.mission.id), f":{thrown} ", outcome(report), ".")
        case r.GroupAnnounced():
            what = f" ({', '.join(bases.classes[kind].title for kind in report.kinds)})" if report.kinds else ""
            hexes = joined(", ", map(place, report.hexes))
            whose = own(report.group) if report.group is not None else f"{capital(report.side)} reinforcements{what}"
            return say(whose, f" will come on at {report.zone}: ", hexes, ".")
        case r.RecordOpened():
            if not report.shots:
                return say("The record: nobody fired beyond the rate of fire.")
            return say(
                "The record of shots beyond the rate of fire: ", joined("; ", map(shot_words, report.shots)), "."
            )
        case r.VerdictTold():
            return say(f"{report.title}. Score {plain(report.score)}.")
        case _:
            return say(f"{report.kind.replace('-', ' ').capitalize()}.")


def standing(base: Base) -> Sentence:
    """An own base: where it is, and what it suffers from."""
    where = say(" in ", place(base.hex)) if base.hex else f" {base.gone or 'off the map'}"
    states = {
        base.morale: base.morale != "good", "pinned": base.pinned, "cowered": base.cowered,
        f"{base.suppression} suppression{'' if base.suppression == 1 else 's'}": base.suppression,
        f"{base.ammunition} on ammunition": base.ammunition == "low", "out of ammunition": base.ammunition == "out",
        "its weapon broken down": base.broken_down, "immobilised": base.immobilised,
    }  # fmt: skip
    return say(own(base.id), where, *(f", {words}" for words, holds in states.items() if holds))


def enemy(handle: str) -> ContactSpan:
    """A contact of which no more is said than its handle."""
    return contact(handle, f"Enemy {handle}")


def shot_words(shot: r.BeyondRate) -> Sentence:
    """A shot of the record of rates of fire."""
    return say(own(shot.base), " from ", place(shot.hex), f" in turn {shot.turn}, shot {shot.number} of {shot.rate}")


BARRED: Mapping[Barred, str] = {
    "eliminated": "eliminated", "captured": "captured", "left the map": "off the map", "broken": "broken",
    "routed": "routed", "pinned": "pinned", "cowered": "cowered", "halted": "halted",
    "in close combat": "in close combat", "immobilised": "immobilised",
}  # fmt: skip
STRIKES: Mapping[Struck, str] = {
    "they come": "the aircraft are here", "none today": "no aircraft come in this turn",
    "hit": "the bombs were on target", "wide": "the bombs went wide",
    "mistaken": "the pilots took our own men for the enemy",
    "driven off": "fire from the ground drove the aircraft off",
}  # fmt: skip
"""What came of an air strike, by the word that its side was told."""
FALLS: Mapping[Falling, str] = {"round": "A round falls", "shells": "Shells fall", "bombs": "Bombs fall"}


def falling(report: r.PuffSeen) -> str:
    """What is seen to fall somewhere."""
    return FALLS[report.what]


WEATHER: Mapping[Weathered, str] = {
    "no change": "the weather holds", "precipitation worse": "the weather turns wetter",
    "visibility worse": "visibility drops",
    "wind clockwise": "the wind veers", "wind anticlockwise": "the wind backs", "better": "the weather clears",
    "wind speed": "the wind changes", "the wind rises": "the wind rises", "the wind drops": "the wind drops",
}  # fmt: skip
HALTS = {
    "fire": "fire", "contact": "an enemy in the way", "sighted": "an enemy came into view",
    "lapsed": "the way was closed", "room": "there was no room further on", "routed": "its morale has fallen",
}  # fmt: skip


def name_of(bases: BaseFigures, one: Contact) -> Sentence:
    """A contact as words, as far as it is known."""
    if one.shows is None:
        return say(enemy(one.handle))
    return say(enemy(one.handle), f", {bases.profile(one.shows).title},")


def seen(bases: BaseFigures, report: r.ContactSeen) -> Sentence:
    one = report.contact
    where = place(one.hex)
    if not one.in_sight:
        return say(enemy(one.handle), " is out of sight, last seen in ", where, ".")
    if report.new:
        return say(name_of(bases, one), " appears in ", where, ".")
    if report.was != one.hex:
        return say(name_of(bases, one), " moves to ", where, ".")
    state = [] if one.shows is None else [
        word for word, holds in (
            (one.shows.morale, one.shows.morale != "good"), ("pinned", one.shows.pinned),
            ("cowered", one.shows.cowered),
        ) if holds
    ]  # fmt: skip
    well = "in good order again" if report.recovered else "in view"
    return say(name_of(bases, one), " in ", where, f" is {' and '.join(state) or well}.")


def dice(faces: tuple[int, ...]) -> str:
    return " and ".join(map(str, faces))


def added(modifiers: tuple[tuple[str, int], ...]) -> str:
    """What was added to dice, in brackets behind them."""
    return plain_text(say(" (", told, ")")) if (told := itemised(worded(Bill.of(modifiers)))) else ""


def reckoned(reckoning: r.Reckoning | None) -> str:
    if reckoning is None:
        return ""
    strength = "dice" if reckoning.firepower is None else f"firepower {reckoning.firepower}, dice"
    return f"{strength} {dice(reckoning.faces)}{added(reckoning.modifiers)}"


def many(count: int) -> str:
    return "nothing" if not count else "one suppression" if count == 1 else f"{count} suppressions"


def reckoned_shot(shot: r.ShotReckoning | None) -> str:
    if shot is None:
        return ""
    hit = f"; at its {shot.aspect}, {dice(shot.kill_faces)} against {shot.kill_number}" if shot.kill_faces else ""
    return f"dice {dice(shot.faces)}{added(shot.modifiers)} against {shot.number}{hit}"


def fired(report: r.FireTold) -> Sentence:
    fires = " fires at " if len(report.shooters) == 1 else " fire at "
    what = say(joined(" and ", map(own, report.shooters)), fires, place(report.hex))
    whom = say(", at ", contact(report.target, f"enemy {report.target}")) if report.target is not None else ", at enemy"
    if report.at_armour:
        return say(what, whom, f": {effect_of(report)}.{behind(reckoned_shot(report.shot))}")
    if report.suppressions is None:
        return say(what, ".")
    return say(what, whom, f": {many(report.suppressions)}.{behind(reckoned(report.reckoning))}")


def suffered(report: r.FireSuffered) -> Sentence:
    who = own(report.base)
    by = say(" from enemy ", joined(" and ", map(contact, report.shooters))) if report.shooters else ""
    if report.at_armour:
        return say(who, " is shot at", by, f": {effect_of(report)}.{behind(reckoned_shot(report.shot))}")
    return say(who, " is under fire", by, f": {many(report.suppressions)}.{behind(reckoned(report.reckoning))}")


def behind(words: str) -> str:
    """How it was reckoned, as a sentence behind what came of it; nothing where that was not told."""
    return f" {capital(words)}." if words else ""


def outcome(report: r.MissionTold) -> Sentence:
    """How an artillery mission went on."""
    match report.step:
        case "call":
            came = "radio contact made" if report.mission.heard else "no radio contact"
            over = ", and the mission is over" if report.over else ""
            return say(f"{came}; it took {report.limit} or less on the dice{over}")
        case "fall" if report.hex is None:
            return say("nobody sees it fall")
        case "effect":
            words = f"fire for effect {report.fire} at"
        case step:
            words = MISSION_STEPS[step]
    return say(words, *() if report.hex is None else (" ", place(report.hex)))


MISSION_STEPS = {
    "phase": "to be called by radio again, for contact holds for one turn", "spotting": "a spotting round at",
    "correction": "corrected to",
    "fall": "it falls in", "lost": "the contact is lost",
}  # fmt: skip
"""What is said of the steps of an artillery mission, before their hex."""
