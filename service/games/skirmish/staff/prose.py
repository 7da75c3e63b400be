"""Each report as a sentence to the side that is told."""

from __future__ import annotations

from service.engine.orders import Done, Order
from service.engine.reports import AttendanceTold, HeadingOpened, LetterArrived, OrdersAccepted, Report, RulesTold
from service.engine.seats import STANDING
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.printed.tables import load


def prose(report: Report) -> str:
    """A sentence."""
    match report:
        case r.PlayerTurnOpened():
            return f"Game turn {report.turn}: {side(report.attacker)} attacks."
        case r.OwnBases():
            return f"How it stands with {' and '.join(base.id for base in report.bases)} is on the map."
        case r.GroundSeen():
            return "The ground is as the map has it now: weather, smoke, fires and wrecks."
        case r.ContactSeen():
            return seen(report)
        case r.ContactStruck():
            return f"There is nobody in {report.hex} after all."
        case r.FireTold():
            return fired(report)
        case r.FireSuffered():
            return suffered(report)
        case r.CheckTold():
            return f"{report.base}: {report.what}, {dice(report.faces)}{added(report.modifiers)}: {report.result}."
        case r.CloseCombatTold():
            throws = ", ".join(
                f"{side(s.side)} {dice(s.faces)}{added(s.modifiers)} = {s.total}" for s in report.strengths
            )
            loser = side(report.loser) if report.loser else "Neither side"
            return f"Close combat in {report.hex}: {throws}. {loser}: {report.result}."
        case r.BaseLost():
            return f"{report.base} is {report.how}."
        case r.EnemyLost():
            return f"Enemy {report.handle} in {report.hex} is {report.how}."
        case r.HaltTold():
            return f"{report.base} stopped in {report.hex}: {HALTS[report.because]}."
        case r.Lapsed():
            why = f": it is {report.why}" if report.why else ""
            return f"The order to {report.base} ({report.order.replace('-', ' ')}) came to nothing{why}."
        case r.MovesIn():
            return "The enemy's moves are in."
        case r.MovesSealed():
            return "Your moves are sent, and are played before the enemy."
        case r.MovesPlayed():
            return "Your moves have been played."
        case r.FilmShown():
            if report.film is None:
                return "The film runs on."
            may = "fire at it, or let it run" if report.film.flees else "halt it by fire, or let it pass"
            return f"Enemy {report.film.handle} is in {report.film.hex}: {may}."
        case r.WeatherTold():
            return f"Weather: {dice(report.faces)}, {report.change}."
        case r.PuffSeen():
            return f"{report.what} in {report.hex}."
        case r.StrikeTold():
            return f"Air strike: {dice(report.faces)}: {report.result}."
        case r.MissionTold():
            thrown = f" {dice(report.faces)}:" if report.faces else ""
            return f"{report.mission.id}:{thrown} {report.what}."
        case r.GroupAnnounced():
            what = f" ({', '.join(load().bases.classes[kind].title for kind in report.kinds)})" if report.kinds else ""
            return (
                f"Reinforcements of {side(report.side)}{what} will come on at {report.zone}: {', '.join(report.hexes)}."
            )
        case r.RecordOpened():
            if not report.shots:
                return "The record: nobody fired beyond his rate of fire."
            listed = (f"{s.base} from {s.hex} in turn {s.turn}, shot {s.number} of {s.rate}" for s in report.shots)
            return f"The record of shots beyond the rate of fire: {'; '.join(listed)}."
        case r.VerdictTold():
            return f"{report.title}. Score {report.score}."
        case OrdersAccepted():
            whose = "Answered for you" if report.answered_for else "Orders accepted"
            return f"{whose}: {'; '.join(ordered(order) for order in report.orders) or 'none'}."
        case LetterArrived():
            return f"Letter {report.number}, {report.titles[-1]}."
        case HeadingOpened():
            return f"You are asked: {report.titles[-1]}."
        case RulesTold():
            return report.sentence
        case AttendanceTold():
            how = "leaves its answers to standing orders" if report.attendance == STANDING else "is present"
            return f"{side(report.seat)} {how}."
        case _:
            return f"{report.kind.replace('-', ' ').capitalize()}."


def side(name: str) -> str:
    """A side's name within a sentence."""
    return name[:1].upper() + name[1:]


def ordered(order: Order) -> str:
    """An order in a few words: what it is, for whom, and where or at whom."""
    if isinstance(order, Done):
        return "the step is closed"
    who, path = getattr(order, "base", None), getattr(order, "path", ())
    where = getattr(order, "hex", None) or (path[-1] if path else None)
    aimed = getattr(order, "target", None)
    words = [
        order.kind.replace("-", " "),
        who or "",
        f"to {where}" if where else "",
        f"at enemy {aimed}" if aimed else "",
    ]
    return " ".join(filter(None, words))


HALTS = {
    "fire": "fire", "contact": "an enemy in the way", "sighted": "an enemy came into view",
    "lapsed": "the way was closed", "room": "there is no room further on", "routed": "it has routed",
}  # fmt: skip


def name_of(contact: Contact) -> str:
    """A contact as words, as far as it is known."""
    if contact.shows is None:
        return f"Enemy {contact.handle}"
    bases = load().bases
    what = bases.types[contact.shows.type].title if contact.shows.type else bases.classes[contact.shows.kind].title
    return f"Enemy {contact.handle}, {what},"


def seen(report: r.ContactSeen) -> str:
    contact = report.contact
    if not contact.in_sight:
        return f"Enemy {contact.handle} is out of sight, last seen in {contact.hex}."
    if report.new:
        return f"{name_of(contact)} appears in {contact.hex}."
    if report.was != contact.hex:
        return f"{name_of(contact)} moves to {contact.hex}."
    state = [] if contact.shows is None else [
        word for word, holds in (
            (contact.shows.morale, contact.shows.morale != "good"), ("pinned", contact.shows.pinned),
            ("cowered", contact.shows.cowered),
        ) if holds
    ]  # fmt: skip
    return f"{name_of(contact)} in {contact.hex} is {' and '.join(state) or 'in view'}."


def dice(faces: tuple[int, ...]) -> str:
    return " and ".join(map(str, faces))


def added(modifiers: tuple[tuple[str, int], ...]) -> str:
    return f" ({', '.join(f'{name} {value:+}' for name, value in modifiers)})" if modifiers else ""


def reckoned(reckoning: r.Reckoning | None) -> str:
    if reckoning is None:
        return ""
    strength = "Dice" if reckoning.firepower is None else f"Firepower {reckoning.firepower}, dice"
    return f" {strength} {dice(reckoning.faces)}{added(reckoning.modifiers)}."


def many(count: int) -> str:
    return "nothing" if not count else "one suppression" if count == 1 else f"{count} suppressions"


def reckoned_shot(shot: r.ShotReckoning | None) -> str:
    if shot is None:
        return ""
    hit = f"; at its {shot.aspect}, {dice(shot.kill_faces)} against {shot.kill_number}" if shot.kill_faces else ""
    return f" {dice(shot.faces)}{added(shot.modifiers)} against {shot.number}{hit}."


def fired(report: r.FireTold) -> str:
    who = " and ".join(report.shooters)
    what = f"{who} fires at {report.hex}" if len(report.shooters) == 1 else f"{who} fire at {report.hex}"
    if report.effect:
        return f"{what}, at enemy {report.target}: {report.effect}.{reckoned_shot(report.shot)}"
    if report.suppressions is None:
        return f"{what}."
    return f"{what}, at enemy {report.target}: {many(report.suppressions)}.{reckoned(report.reckoning)}"


def suffered(report: r.FireSuffered) -> str:
    by = f" from enemy {' and '.join(report.shooters)}" if report.shooters else ""
    if report.effect:
        return f"{report.base} is shot at{by}: {report.effect}.{reckoned_shot(report.shot)}"
    return f"{report.base} is under fire{by}: {many(report.suppressions)}.{reckoned(report.reckoning)}"
