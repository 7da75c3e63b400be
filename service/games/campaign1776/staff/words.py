"""What the game says to its players, from what they know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from service.engine.figures import signed
from service.engine.reports import Report
from service.engine.sentences import Sentence, counted, joined, listed, listing, own, place, say
from service.engine.state import Known
from service.engine.words import PlainWords
from service.games.campaign1776.known import reports as told
from service.games.campaign1776.known.battles import Battle
from service.games.campaign1776.known.picture import Contact, Picture
from service.games.campaign1776.printed.pieces import DUE, Pool, Ship

TITLES = {
    "march": "March", "sail": "Sail", "embark": "Embark", "debark": "Land",
    "detach": "Detach", "enter-fort": "Enter the fort", "leave-fort": "Leave the fort",
    "dig": "Dig in", "give-up-works": "Give up works", "build-fort": "Build a fort",
    "build-magazine": "Build a magazine", "reduce-magazine": "Reduce a magazine", "place-arrival": "Place arrivals",
    "attack": "Attack", "start-combat": "Begin combat", "fight-on": "Fight on",
    "stop-fighting": "Stop fighting", "continue": "Continue the battle", "meet-attack": "Meet an attack",
    "declare-supply": "Declare supply", "eliminate": "Eliminate", "force-march": "Forced march",
    "go-inside": "Go into the fort",
}  # fmt: skip
WHY = {
    "enemies": "the enemy stands there", "captured": "the enemy stood there and captured them",
    "elsewhere": "what came before left them elsewhere", "held": "the enemy stands in the next hex, too",
    "fleet": "an enemy fleet lies there", "guns": "the guns of a fort command the water",
}  # fmt: skip
OVER = {
    "no combat": "neither side comes to grips", "no effect": "the fight dies down",
    "withdrawal": "one side has broken off", "destroyed": "one side is destroyed", "stopped": "both sides have stopped",
    "winter": "winter allows no more",
}  # fmt: skip
SUPPLY = {
    "use": "supply is used", "not": "supply is not used", "wusad": "supply is used if the attacker's is",
    "rule": "supply is used if it changes the odds",
}  # fmt: skip
SIZES = {"few": "a few", "body": "a body", "strong": "a strong force"}


class Words1776(PlainWords):
    """The words of 1776."""

    said_elsewhere: ClassVar[tuple[type[Report], ...]] = (*PlainWords.said_elsewhere, told.OwnForce, told.PublicTold)
    silence: ClassVar[str] = "nothing"
    group_titles: ClassVar[dict[str, str]] = {**PlainWords.group_titles, **TITLES}

    def turns_of(self, turn: int) -> str:
        return f"Month {turn}"

    def cost(self, cost: str) -> str:
        return f"{cost} {'point' if cost == '1' else 'points'}"

    def names(self, known: Known[Any, Any] | None) -> Mapping[str, str]:
        """Units go by their number and kind, with the name of their pool, as several may be alike."""
        if known is None:
            return {}
        units = {id: f"{pool.number} {pool.kind} ({id})" for id, pool in known.picture.own.items()}
        return {**units, **{id: id for id in known.picture.ships}}

    def contact_name(self, contact: Contact, handle: str) -> str:
        return f"{handle}, {strength(contact)}{' in the fort' if contact.inside else ''}"

    def prose(self, report: Report, /) -> Sentence:
        match report:
            case told.OwnForce():
                gone = [say(own(id), " are there no longer") for id in report.gone]
                lost = [say(own(id), " is lost") for id in report.lost_ships]
                parts = [*map(stands, report.pools), *gone, *map(lies, report.ships), *lost]
                return say(joined("; ", parts), ".") if parts else say("Your works and arrivals are otherwise.")
            case told.PublicTold():
                held = [say(place(hex), f" {who}") for hex, who in report.public.held.items() if who != "nobody"]
                return say("Towns and ports with strength points in them: ", joined(", ", held), ".")
            case told.EnemySeen():
                return seen(report)
            case told.MarchStopped():
                at = say(" in ", place(report.at)) if report.at != DUE else ()
                return say(listing(say(own(id)) for id in report.units), " stopped", at, f": {WHY[report.why]}.")
            case told.FleetExpelled():
                fleets = listing(say(own(id)) for id in report.ships)
                return say(fleets, " had to leave ", place(report.port), " for ", place(report.to),
                           ": the enemy alone holds it.")  # fmt: skip
            case told.Captured():
                who = "You capture" if report.by_us else "The enemy captures"
                return say(f"{who} {report.number} {report.was} in ", place(report.at), ".")
            case told.EliminationTried():
                who = f"The {report.by} side tries an automatic elimination in "
                fell = listed(f"{number} {kind}" for kind, number in report.lost.items())
                return say(who, place(report.hex), f": {fell} fall." if report.lost else ": it fails.")
            case told.ForcedMarched():
                return marched(report)
            case told.MarchesCounted():
                return say("No second forced march from one hex to another takes another route.")
            case told.BattleTold():
                return battle_stands(report.battle)
            case told.RoundFought():
                return fought(report)
            case told.RoundsOrdered():
                left = counted(report.commit.continuous, "round")
                return say(f"You have ordered {left} more in ", place(report.hex), ".")
            case told.Answered():
                return answered(report)
            case told.CombatOver():
                return say("The combat phase is over.")
            case told.FortFell():
                return say("The fort in ", place(report.hex), f" has fallen to the {report.by} side.")
            case told.GameEnded():
                return say(f"{result(report.winner)}: {report.score} points, {report.lost} British regulars lost.")
        return super().prose(report)

    def verdict(self, known: Known[Picture, Picture]) -> Sentence:
        verdict = known.picture.verdict
        return say(f"{result('' if verdict == 'draw' else verdict)}.") if verdict else ()


def result(winner: str) -> str:
    return f"The {winner} side has won" if winner else "A draw"


def stands(pool: Pool) -> Sentence:
    where = say(" in ", place(pool.at)) if pool.at != DUE else say(", not placed")
    rest = ", in the fort" if pool.inside else f", aboard {pool.aboard}" if pool.aboard else ""
    return say(own(pool.id, f"{pool.number} {pool.kind}"), where, rest)


def lies(ship: Ship) -> Sentence:
    return say(own(ship.id), " in ", place(ship.at))


def marched(report: told.ForcedMarched) -> Sentence:
    """What a forced march came to, with its die."""
    lost = f", {listed(f'{number} {kind}' for kind, number in report.lost.items())} lost" if report.lost else ""
    end = f"; {counted(report.unspent, 'point')} cannot be spent, and all are lost" if report.unspent else ""
    return say(
        "Forced march from ", place(report.start), " to ", place(report.to),
        f": {counted(report.sought, 'point')} sought, die {report.die}, {report.gained} gained{lost}. It ends in ",
        place(report.ended), f"{end}.",
    )  # fmt: skip


def answered(report: told.Answered) -> Sentence:
    """What was answered on one's behalf for the coming round."""
    card = f" with {report.commit.card}" if report.commit.card else ", and a card is drawn"
    return say("Your plan fights in ", place(report.hex), f"{card}.")


def battle_stands(battle: Battle) -> Sentence:
    """How a battle stands between two rounds."""
    here = place(battle.hex)
    if battle.over:
        return say("The battle in ", here, f" is over: {OVER[battle.over]}.")
    said = [f"for the {seat} side {SUPPLY[words]}" for seat, words in battle.said.items()]
    coming = f" In the coming round {listed(said)}." if said else ""
    if battle.stopped:
        return say(f"The {battle.attacker} side has stopped attacking in ", here, ".", coming)
    return say(f"The {battle.attacker} side attacks in ", here, ".", coming)


def fought(report: told.RoundFought) -> Sentence:
    """A round of a battle, with its sum."""
    how = "against the fort" if report.assault else listed(f"{card} {seat}" for seat, card in report.cards.items())
    drawn = f", your card drawn with {report.drawn}" if report.drawn else ""
    opening = say(f"Round {report.number} in ", place(report.hex), f": the {report.attacker} side attacks, ",
                  f"{how or 'without cards'}{drawn}")  # fmt: skip
    if not report.die:
        return say(opening, f"; {report.result}, no die is rolled.")
    points = listed(f"{seat} {number}" for seat, number in report.points.items())
    supplied = f"; supplied: {listed(report.supplied)}" if report.supplied else "; nobody supplied"
    sums = listed(f"{name} {signed(value)}" for name, value in report.modifiers.items()) or "no modifiers"
    lost = [f"{number} {kind}" for kinds in report.lost.values() for kind, number in kinds.items()]
    return say(
        opening, f". {points}{supplied}; column {report.column}, {sums}, die {report.die}: {report.result}. ",
        f"Lost: {listed(lost)}." if lost else "Nobody is lost.",
    )  # fmt: skip


def strength(contact: Contact) -> str:
    """How strong a contact was reported."""
    if contact.ships is not None:
        aboard = [f"{number} {kind}" for kind, number in (contact.units or {}).items()]
        return listed(f"{number} {kind}" for kind, number in contact.ships.items()) + (
            f" with {listed(aboard)} aboard" if aboard else ""
        )
    if contact.units is not None:
        return listed(f"{number} {kind}" for kind, number in contact.units.items())
    if contact.size is None:
        return "troops"
    return SIZES[contact.size] + (" with guns" if contact.guns else "")


def seen(report: told.EnemySeen) -> Sentence:
    parts = [
        say(f"{strength(one)} in ", place(one.hex), ", in the fort" if one.inside else "",
            ", entrenched" if one.entrenched else "") for one in report.contacts
    ]  # fmt: skip
    if report.empty or report.unwatched:
        parts.append(say("others are gone or out of sight"))
    return say("Enemy: ", joined("; ", parts), ".")
