"""Reports as sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from service.engine.bills import itemised
from service.engine.reports import Report
from service.engine.sentences import (
    Sentence,
    capital,
    contact,
    counted,
    joined,
    listed,
    listing,
    own,
    paragraph,
    place,
    say,
)
from service.games.campaign1776.known import reports as told
from service.games.campaign1776.known.battles import Battle
from service.games.campaign1776.known.passengers import LeftOpen
from service.games.campaign1776.printed.naval import Vessel
from service.games.campaign1776.printed.pieces import DUE, REPAIR
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.staff.names import Names, fleets
from service.games.campaign1776.staff.terms import (
    ENDINGS,
    LOST,
    OVER,
    SIDES,
    STRUCK,
    STRUCK_SOON,
    SUPPLIES,
    VESSELS,
    WHY,
)


def prose(names: Names, report: Report) -> Sentence | None:
    """A report as a sentence; None for one of the engine's own."""
    match report:
        case told.OwnForce():
            return own_force(names, report)
        case told.PublicTold():
            held = [say(place(hex), f" {who}") for hex, who in report.public.held.items() if who != "nobody"]
            return say("Troops stand in these towns and ports: ", joined(", ", held), ".") if held else say(
                "No troops stand in any town or port."
            )  # fmt: skip
        case told.EnemySeen():
            return seen(names, report)
        case told.MarchStopped():
            at = say(" in ", place(report.at)) if report.at != DUE else ()
            return say(listing(say(own(id)) for id in report.units), " stopped", at, f": {WHY[report.why]}.")
        case told.FleetExpelled():
            ships = listing(say(own(id)) for id in report.ships)
            return say(ships, " had to leave ", place(report.port), " for ", place(report.to),
                       ", as the enemy alone holds the port.")  # fmt: skip
        case told.Captured():
            who = "You capture" if report.by_us else "The enemy captures"
            where = " in the fort in " if report.inside else " in "
            return say(f"{who} {names.some(report.number, report.was)}{where}", place(report.at), ".")
        case told.BateausTaken():
            who = "You take" if report.by_us else "The enemy takes"
            return say(f"{who} {counted(report.number, *VESSELS['bateau'])} on ", place(report.at), ".")
        case told.FortDismantled():
            return say(f"The {report.by} side has taken down the fort in ", place(report.hex), ".")
        case told.EliminationTried():
            tries = say(f"The {report.by} side tries an automatic elimination in ", place(report.hex))
            swept = f", and sweeps away {names.units(report.lost)}." if report.lost else ", which fails."
            return say(tries, swept)
        case told.ForcedMarched():
            return marched(names, report)
        case told.MarchesCounted():
            return marches(report)
        case told.BattleTold():
            return battle_stands(report.battle)
        case told.RoundFought():
            return fought(names, report)
        case told.RoundsOrdered():
            left = counted(report.commit.continuous, "round")
            return say(f"You have ordered {left} more in ", place(report.hex), ".")
        case told.Answered():
            card = f" with {names.card(report.commit.card)}" if report.commit.card else ""
            return say("You fight on by plan in ", place(report.hex), f"{card}.")
        case told.CombatOver():
            return say("The combat phase is over.")
        case told.FortFell():
            return say("The fort in ", place(report.hex), f" has fallen to the {report.by} side.")
        case told.SeaBattleFought():
            return fought_at_sea(report)
        case told.PassengersOpen():
            return left_open(names, report.left)
        case told.PassengersPlaced():
            whose = "the enemy's" if report.by_us else "your"
            units = names.units(report.units) if report.units else "nobody that was left open"
            return say(f"Aboard {whose} {VESSELS[report.of][0]} that is struck in ", place(report.at), f": {units}.")
        case told.UnitsLost():
            return say(f"{capital(names.units(report.units))} {LOST[report.why]}.")
        case told.AreasFound():
            found = listed(f"{names.areas[area]} is {status}" for area, status in report.statuses.items())
            return say(f"Before the {report.quarter} quarter {found}.")
        case told.GroupsDue():
            one = len(report.groups) == 1
            return say(f"British reinforcements have come in: group{'' if one else 's'} {listed(report.groups)}.")
        case told.InterventionRolled():
            return intervention(report)
        case told.VariableFleetRolled():
            does = {"comes": "is called up", "goes": "is called away"}[report.what]
            stays = {"comes": "is not called up", "goes": "stays"}[report.what]
            return say(f"A {report.nation} fleet {does if report.does else stays} (die {report.die}).")
        case told.WithdrawalTold():
            goes = "has to withdraw her forces to" if report.begins else "has withdrawn her forces to"
            return say(f"France {goes} the West Indies.")
        case told.IndiesCounted():
            return indies(report)
        case told.GameEnded():
            return ended(report)
    return None


def own_force(names: Names, report: told.OwnForce) -> Sentence:
    """One's own as they are now."""
    gone = [say(own(id), " are there no longer") for id in report.gone]
    sailing = [
        say(own(ship.id), " is under repair")
        if ship.at == REPAIR
        else say(own(ship.id), " is away")
        if ship.at == DUE
        else say(own(ship.id), " at ", place(ship.at))
        for ship in report.ships
    ]
    lost = [say(own(id), " is lost") for id in report.lost_ships]
    parts = [*map(names.stands, report.pools), *sailing, *gone, *lost]
    return say(joined("; ", parts), ".") if parts else say("Your works or arrivals have changed.")


def marched(names: Names, report: told.ForcedMarched) -> Sentence:
    """What a forced march came to, with its die."""
    lost = f", {names.units(report.lost)} lost" if report.lost else ""
    end = f"; {counted(report.unspent, 'point')} cannot be spent, and all are lost" if report.unspent else ""
    return say(
        "Forced march from ", place(report.start), " to ", place(report.to),
        f": {counted(report.sought, 'point')} sought, die {report.die}, {report.gained} gained{lost}. It ends in ",
        place(report.ended), f"{end}.",
    )  # fmt: skip


def marches(report: told.MarchesCounted) -> Sentence:
    if not report.marched:
        return say("The forced marches are over.")
    made = listing(say("from ", place(start), " to ", place(end)) for start, end in report.marched)
    return say("A forced march has been made ", made, ": no second one leads there.")


def battle_stands(battle: Battle) -> Sentence:
    """How a battle stands between two rounds."""
    here = place(battle.hex)
    if battle.over:
        return say("The battle in ", here, f" is over: {OVER[battle.over]}.")
    said = [f"supply of the {seat} side is {SUPPLIES[words]}" for seat, words in battle.said.items()]
    coming = f" In the coming round {listed(said)}." if said else ""
    plan = f" By plan: {listed(battle.by_plan)}." if battle.by_plan else ""
    if said and not battle.stopped:  # who attacks has been told before
        return say("In the coming round in ", here, f" {listed(said)}.", plan)
    if battle.stopped:
        return say(f"The {battle.attacker} side has stopped attacking in ", here, ".", coming, plan)
    return say(f"The {battle.attacker} side attacks in ", here, ".", coming, plan)


def fought(names: Names, report: told.RoundFought) -> Sentence:
    """A round of a battle, with its sum."""
    how = "against the fort" if report.assault else played(names, report) if report.cards else "without cards"
    drawn = f" (your card was drawn with a {report.drawn})" if report.drawn else ""
    opening = say(f"Round {report.number} in ", place(report.hex), f": the {report.attacker} side attacks {how}{drawn}")
    if not report.die:
        return say(opening, f"; {ending(names, report)}, and no die is rolled.")
    points = listed(f"{seat} {number}" for seat, number in report.points.items())
    supplied = f"supplied: {listed(report.supplied)}" if report.supplied else "nobody is supplied"
    sums = itemised(report.bill) or "no modifiers"
    held = f", and the withdrawal of {SIDES[who]} fails" if (who := withdrawn(names, report)) else ""
    return say(
        opening, f"{held}. Strength points: {points}; {supplied}. Column {report.column}, ", sums,
        f", die {report.die}: {report.result}. {losses(names, report.lost)}.",
    )  # fmt: skip


def withdrawn(names: Names, report: told.RoundFought) -> Seat | None:
    """The side that has played the card to withdraw; None where neither has, or both."""
    sides = [seat for seat, card in report.cards.items() if card == names.withdraw]
    return sides[0] if len(sides) == 1 else None


def ending(names: Names, report: told.RoundFought) -> str:
    """How cards end a battle without a die: withdrawn units stay where they stand (11)."""
    who = withdrawn(names, report)
    return f"{SIDES[who]} withdraws from the combat and stays in the hex" if who else ENDINGS[report.result]


def played(names: Names, report: told.RoundFought) -> str:
    """The cards of a round, the attacker's first."""
    with_card = {seat: f"with {names.card(card)}" for seat, card in report.cards.items()}
    attack = with_card.pop(report.attacker)
    return ", ".join((attack, *(f"and the {seat} side answers {card}" for seat, card in with_card.items())))


def fought_at_sea(report: told.SeaBattleFought) -> Sentence:
    """A battle at sea, with its die and what became of the fleets."""
    who = listed(f"{fleets(kinds)} of the {seat} side" for seat, kinds in report.fleets.items())
    struck = [f"a {VESSELS[kind][0]} of the {seat} side {fate}" for seat, kind, fate in fates(report)]
    came = listed(struck) if struck else "nothing comes of it"
    return say(
        "Battle at sea in ", place(report.at), f": the {report.attacker} side attacks. {capital(who)}. Column "
        f"{report.column}, die {report.die}: {came}.",
    )  # fmt: skip


def fates(report: told.SeaBattleFought, settled: Collection[Seat] = ()) -> Iterator[tuple[Seat, Vessel, str]]:
    """What becomes of the fleets that are struck, by side and kind; a strike that is held is not told as done.

    `settled`: the sides of whom it has been told since who was aboard.
    """
    for seat, kinds in report.struck.items():
        soon = STRUCK_SOON if seat in report.held and seat not in settled else ""
        yield from ((seat, kind, f"{soon}{STRUCK[damage]}") for kind, damage in kinds.items())


def left_open(names: Names, left: LeftOpen) -> Sentence:
    """Whose berths the enemy has not named, and how many of them are aboard the fleet that is struck."""
    here = {kind: number for kind, number in left.aboard.items() if number}
    aboard = names.units(here) if here else "none of them"
    units, fleet = names.units(left.units), VESSELS[left.of][0]
    return say(f"The enemy has left open which of {units} are on which fleet in ", place(left.at),
               f". As it stands, aboard the {fleet} that is struck: {aboard}. You may say otherwise.")  # fmt: skip


def losses(names: Names, lost: Mapping[str, Mapping[str, int]]) -> str:
    """Who fell, by side and kind."""
    fallen = [names.units(kinds) for kinds in lost.values() if kinds]
    return f"Lost: {listed(fallen)}" if fallen else "Nobody is lost"


def result(winner: str) -> str:
    return f"The {winner} side has won" if winner else "The match is a draw"


def ended(report: told.GameEnded) -> Sentence:
    """How the match ended, with the score."""
    if report.by_towns:
        return ended_by_towns(report)
    held = [say(place(hex), f" ({points})") for hex, points in report.points.items()]
    places = say(" The British hold ", listing(held) if held else "none of the towns that count", ".")
    points = counted(report.score, "point")
    lost = counted(report.lost, "British regular was", "British regulars were")
    return say(f"{result(report.winner)}: the British side has {points}.", places, f" {lost} lost.")


def intervention(report: told.InterventionRolled) -> Sentence:
    """The dice for France."""
    sums = itemised(report.bill) or "no modifiers"
    comes = "France comes in" if report.comes else "France does not come in"
    dice = listed(map(str, report.dice))
    return say(f"French intervention: dice {dice}, ", sums, f", {report.needed} needed. {comes}.")


def indies(report: told.IndiesCounted) -> Sentence:
    """How far one is from what one owes in the West Indies."""
    if not report.owes:
        return say("Nothing is owed in the West Indies any longer.")
    if report.months is None:
        return say("What is owed in the West Indies can never be there.")
    when = "As the month begins" if report.when == "start" else "Now"
    if not report.months:
        return say(f"{when} all that is owed in the West Indies is there.")
    return say(f"{when} it takes {counted(report.months, 'month')} for all that is owed to be in the West Indies.")


def ended_by_towns(report: told.GameEnded) -> Sentence:
    """How a campaign ended, with the towns that the British control."""
    held = listing(map(place, report.points))
    towns = say(" The British control ", held, ".") if report.points else say(" The British control no strategic town.")
    counts = counted(report.score, "strategic town")
    return say(f"{result(report.winner)}: for the British side {counts} {are(report.score)}.", towns)


def are(number: int) -> str:
    return "counts" if number == 1 else "count"


def seen(names: Names, report: told.EnemySeen) -> Sentence:
    """What is seen of the enemy otherwise than before."""
    return paragraph(_seen(names, report))


def _seen(names: Names, report: told.EnemySeen) -> Iterator[Sentence]:
    if report.contacts:
        yield say("Enemy seen: ", joined("; ", (
            say(contact(one.handle), f", {names.strength(one)}", " in the fort of " if one.inside else " in ",
                place(one.hex), ", entrenched" * one.entrenched) for one in report.contacts
        )), ".")  # fmt: skip
    if report.empty:
        yield say("No longer there: ", listing(say(contact(handle)) for handle in report.empty), ".")
    if report.unwatched:
        yield say("Out of sight: ", listing(say(contact(handle)) for handle in report.unwatched), ".")
