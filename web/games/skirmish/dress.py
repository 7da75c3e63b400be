"""Skirmish on a page: the names of its orders, the figures of its bases, and the film of the enemy's moves."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, ClassVar

from service.engine.options import Option, Scalar
from service.engine.orders import Order
from service.engine.sentences import OwnSpan, Sentence, contact, joined, own, place, say
from service.engine.standing import Answer
from service.games.skirmish.known.picture import Announcement, Contact, Picture
from service.games.skirmish.known.view import View
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.printed.scenario import scenario
from service.games.skirmish.printed.tables import load
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.forces import subject
from service.games.skirmish.sections.halts import Halt
from web.games.plain import Act, Decision, Dress, Fact, OddsOf, Roster, Row, running
from web.games.skirmish.counters import ago, states, what
from web.games.skirmish.map import SkirmishMap, map_of
from web.games.skirmish.options import OPTION_TITLES, OPTION_WORDS
from web.games.skirmish.plan import editor, plan_words
from web.games.skirmish.shots import odds_words, shots_of
from web.parts.forms import plain, value_words
from web.parts.standing import Editor

TITLES = {
    "fire": "Fire", "shoot": "Shoot at armour", "turn-gun": "Turn the gun", "lay-smoke": "Lay smoke",
    "move": "Move", "face": "Turn the vehicle", "fire-on-move": "Fire after its move", "leave-map": "Leave the map",
    "more-to-come": "Send these moves, and move others after them", "halt": "Halt", "advance": "Advance one hex",
    "repair": "Repair", "replenish": "Fetch ammunition", "self-rally": "Rally by itself", "rally": "Rally",
    "prepare": "Announce reinforcements", "strike": "Air strike", "call-contact": "Radio contact",
    "spotting-round": "Spotting round", "correct": "Correct the fire", "fire-for-effect": "Fire for effect",
    "set-fire-plan": "Fire plan for the enemy's moves", "watch-the-sky": "AccessLog the sky",
    "place-marker": "Mark what has fired", "attend": "Present, or on standing orders",
}  # fmt: skip
HELP = {
    "fire": "At the hex of a contact: all that is in it is attacked. Bases in adjoining hexes may fire together.",
    "shoot": "A gun or an anti-tank weapon at a vehicle that you have made out.",
    "move": "The enemy sees only what his bases see, step by step, and may halt the base by fire after any step.",
    "fire-on-move": "From where its move ends, with two more on the dice, and one more if it stays in motion.",
    "more-to-come": "It costs an exchange: you hear what came of these moves before you send the others.",
    "advance": "One hex, whatever it costs, whatever the base did before. Into an enemy's hex it is close combat.",
    "set-fire-plan": "What your bases do in the enemy's moves without your being asked.",
    "watch-the-sky": "Whether a machine-gun team spends a shot on aircraft that attack near by.",
    "place-marker": "An enemy that you saw fire, or the hex that a shot came from: it is no secret that it has fired.",
    "replenish": "It is all that the base does in this turn.",
}
ASKS = {
    "Prepared fire": "Fire with bases that will not move in this turn. Who fires here may still advance at the end.",
    "Movement": "Tap a base, then where it goes. What you send is played step by step before the enemy, who may halt "
    "any of it by fire; you hear of it when all is played.",
    "Remaining fire": "His moves are over. Fire what you have kept.",
    "Closing fire": "Fire once with each base that has not fired. Who moved fires worse, who waited a little.",
    "Advance": "Each base may go one hex further, into close combat too. Broken, pinned and cowered ones stay.",
    "Halt or pass": "A base of his has made a step before your eyes.",
    "Reinforcements": "Say by which zone they will come on: the enemy is told the zone at once.",
    "Rally by leaders": "A leader rallies a base within his command.",
    "Self-rally": "A broken base may try to rally by itself.",
    "Off-board artillery": "Radio contact first, then a spotting round, a correction, and fire for effect.",
    "Air strike": "The aircraft have come. Name a hex that you see, with a contact in it.",
    "Ammunition": "A base that is low may go for ammunition, and do nothing else in this turn.",
    "Repair": "Try to repair what has broken down.",
}  # fmt: skip
LABELS = {
    "base": "Base", "target": "Target", "weapon": "With", "with_": "Together with", "leader": "Led by", "hex": "Hex",
    "path": "Path", "pace": "Pace", "in_motion": "Stays in motion", "battery": "Battery", "zone": "Zone",
    "heading": "Facing", "lines": "Fire plan", "reverse": "Astern", "stop_at_contact": "Stops when it sees an enemy",
    "skip_if": "Not if it fared badly", "of": "Of this kind", "within": "Within hexes", "watch": "Watches",
    "group": "Group",
}  # fmt: skip
HEADINGS = {
    6: ("north-east", "east", "south-east", "south-west", "west", "north-west"),
    8: ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"),
}
KEY = {
    "Men": "a squad has four, an assault squad blades, a team its weapon, a leader a star, an observer a mast",
    "Pointer": "where a gun or vehicle faces",
    "Q4": "quality: two dice must not pass it by too much in a morale check",
    "2/3": "attacks left of the rate of fire in this player turn; on a leader his rating",
    "Burst": "suppressions: as many as its quality break a base",
    "⊥": "pinned: it neither moves nor advances, and fires worse",
    "⌒": "cowered: it does not fire either before the Admin Phase",
    "Flag, double arrow": "broken, and routed: it flees until it is rallied",
    "→": "has fired in this player turn",
    "∧ ■": "has moved, and was halted",
    "Round": "low on ammunition; struck through, out of it",
    "✕": "its weapon has broken down",
    "?": "something is there, or was: not made out",
    "Broken edge, pale": "out of sight: where and as it was last seen, −2 two turns ago",
    "Star on a hex": "an objective, with its points",
}


class SkirmishDress(Dress):
    """The words of Skirmish."""

    said_elsewhere: ClassVar[frozenset[str]] = Dress.said_elsewhere | {
        "film-shown", "own-bases", "ground-seen",
    }  # fmt: skip
    weighs: ClassVar[frozenset[str]] = frozenset({"fire", "shoot"})
    places: ClassVar[frozenset[str]] = frozenset({"hex", "path", "advance"})
    silence: ClassVar[str] = "no fire"
    option_titles: ClassVar[dict[str, str]] = OPTION_TITLES
    option_words: ClassVar[dict[str, dict[str, str]]] = OPTION_WORDS
    group_titles: ClassVar[dict[str, str]] = {**Dress.group_titles, **TITLES}
    group_help: ClassVar[dict[str, str]] = {**Dress.group_help, **HELP}

    def map(self, picture: Picture) -> SkirmishMap:
        return map_of(picture.scenario)

    def colour(self, seat: str, seats: Sequence[str]) -> str:
        return "red" if seat == "german" else "blue"

    def seat(self, seat: str) -> str:
        return seat.capitalize()

    # ---- figures

    def facts(self, view: View, turn: int) -> tuple[Fact, ...]:
        if not view.turn:
            return (Fact(label="Turn", value="before the first"),)
        weather = view.ground.weather
        ways = HEADINGS[scenario(view.scenario).sheet.headings]
        wind = "calm" if weather.wind_speed == "calm" else f"{weather.wind_speed} to {ways[weather.wind_direction]}"
        mine = " (you)" if view.attacker == view.seat else ""
        return (
            Fact(label="Turn", value=f"{view.turn} of {view.turns}"),
            Fact(label="Attacker", value=f"{self.side(view, view.attacker)}{mine}"),
            Fact(label="Weather", value=f"{weather.precipitation}, {wind}, {weather.sight} hexes".capitalize()),
        )

    def points(self, view: View) -> tuple[Fact, ...]:
        given = scenario(view.scenario)
        facts = []
        on_map = {base.id for base in view.own if base.hex}
        for group in view.groups:
            setup = next((one for one in given.reinforcements if one.id == group.id), None)
            entered = setup is not None and any(unit.id in on_map for unit in setup.units)
            how = "on the map" if entered else f"announced: {group.zone}" if group.zone else "to come"
            facts.append(Fact(label=setup.title if setup else group.id, value=how))
        for mission in view.missions:
            named = next((one.title for one in given.artillery if one.id == mission.id), mission.id)
            aim = f", aimed at {mission.aim}" if mission.aim else ""
            facts.append(Fact(label=named, value=f"{mission.stage}{aim}, {mission.fired} of 4 fired for effect"))
        if view.announced:
            facts.append(Fact(label="Enemy reinforcements", value=", ".join(map(announced, view.announced))))
        if view.gone:
            facts.append(Fact(label="Lost", value=", ".join(f"{base.name} ({base.gone})" for base in view.gone)))
        return tuple(facts)

    def rosters(self, view: View) -> tuple[Roster, ...]:
        own = tuple(own_row(view, base) for base in view.own)
        contacts = tuple(contact_row(view, contact) for contact in view.contacts)
        return (
            Roster(title="Your bases", side="own", rows=own, none="No base is left."),
            Roster(title="Contacts", side="foe", rows=contacts, none="None. Nothing of the enemy has been seen."),
        )

    def unit(self, view: View, unit: str) -> Row | None:
        return next((own_row(view, base) for base in view.own if base.id == unit), None)

    # ---- names

    def name(self, view: View, unit: str) -> str:
        return next((base.name for base in (*view.own, *view.gone) if base.id == unit), unit)

    def side(self, view: View, side: str) -> str:
        """A side as players call it."""
        sides = scenario(view.scenario).sides
        return sides[side].title if side in sides else side

    def label(self, field: str) -> str:
        return LABELS.get(field, plain(field))

    def value(self, view: View, field: str, value: Scalar) -> str:
        given = scenario(view.scenario)
        match field:
            case "target" if isinstance(value, str):
                return next((seen_as(contact) for contact in view.contacts if contact.handle == value), value)
            case "heading" if isinstance(value, int):
                return HEADINGS[given.sheet.headings][value].capitalize()
            case "battery":
                return next((battery.title for battery in given.artillery if battery.id == value), str(value))
            case "group":
                return next((group.title for group in given.reinforcements if group.id == value), str(value))
            case "leader" if value is None:
                return "Nobody"
        return self.name(view, value) if isinstance(value, str) and value in names(view) else value_words(field, value)

    def told(self, view: View, field: str, value: Any) -> Sentence:
        if field == "target" and isinstance(value, str):
            return self.aim(view, value, str)
        return say(plan_words(value)) if field == "lines" else super().told(view, field, value)

    def called(self, view: View, id: str) -> OwnSpan:
        """An own base by its name."""
        return own(id, self.name(view, id))

    def aim(self, view: View, handle: str, begins: Callable[[str], str]) -> Sentence:
        """A contact that is aimed at: Enemy 3, a squad, in 1306; `begins` makes its first letter large or small."""
        one = next((one for one in view.contacts if one.handle == handle), None)
        if one is None:
            return say(contact(handle))
        return say(contact(handle, begins(seen_as(one, where=False))), ", in ", place(one.hex))

    def order(self, view: View, order: Order) -> Sentence:
        id = subject(order)
        who = self.called(view, id) if id else ""
        aimed = getattr(order, "target", None)
        target = self.aim(view, aimed, running) if isinstance(aimed, str) else ()
        match order.kind:
            case "fire":
                others = [self.called(view, one) for one in getattr(order, "with_", ())]
                leader, weapon = getattr(order, "leader", None), getattr(order, "weapon", "")
                led = say(", led by ", self.called(view, leader)) if leader else ""
                fires = " fire at " if others else " fires at "
                return say(joined(" and ", [who, *others]), fires, target, f", {weapon}", led)
            case "shoot":
                return say(who, " shoots at ", target)
            case "move" | "replenish":
                path, pace = tuple(getattr(order, "path", ())), getattr(order, "pace", None)
                verb = "goes for ammunition to" if order.kind == "replenish" else "moves to"
                through = say(" via ", joined(", ", map(place, path[:-1]))) if 1 < len(path) <= 6 else ""
                if path:
                    return say(who, f" {verb} ", place(path[-1]), through, ", fast" if pace == "fast" else "")
            case "advance":
                return say(who, " advances to ", place(getattr(order, "hex", "")))
        skipped = {"kind", "base"}
        parts = [
            say(f"{running(self.label(name))} ", self.told(view, name, value))
            for name, value in vars(order).items()
            if name not in skipped and value not in (0, False, None, ())
        ]
        title = say(self.title(order.kind), ": " if who else "", who)
        return say(title, (", " if who else ": ") if parts else "", joined(", ", parts))

    def names(self, view: View) -> Mapping[str, str]:
        given = scenario(view.scenario)
        batteries = {battery.id: battery.title for battery in given.artillery if battery.side == view.seat}
        groups = {group.id: group.title for group in given.reinforcements if group.side == view.seat}
        return {**names(view), **batteries, **groups}

    # ---- what is asked

    def ask(self, view: View, kinds: Sequence[str], heading: str) -> str:
        return ASKS.get(heading, "") if kinds else ""

    def standing(self, view: View, options: Sequence[Option]) -> Editor | None:
        return editor(view, options)

    def until(self, picture: Picture) -> str:
        """By mail the one time that runs is that of the results, which goes by when the moves were sent (P16)."""
        if picture.options["interrupts"] == "live":
            return ""
        if picture.sealed:
            return "Results"
        return "Yours until" if picture.asked and picture.step in ("halt-or-pass", "remaining-fire") else ""

    def waiting(self, view: View) -> tuple[str, str] | None:
        if not view.sealed:
            return None
        if view.live:
            return (
                "Your moves are being played",
                "Step by step, before the enemy, who may halt them by fire. When the time of a step is over your bases "
                "stand here where they have come to, with what is left of their ways.",
            )
        return (
            "Your moves are sent",
            "They are played before the enemy, who may halt them by fire. Your bases stand here as they stood, with "
            "the ways that you gave them; what came of it you hear when all is played.",
        )

    def decision(self, view: View, options: Sequence[Option], odds: OddsOf) -> Decision | None:
        film = view.film
        if film is None:
            return None
        contact = next((one for one in view.contacts if one.handle == film.handle), None)
        if contact is None:
            return None
        ground = view.ground.terrain(scenario(view.scenario), film.hex).title
        who = running(seen_as(contact, where=False))
        acts = self.halts(view, options, odds)
        if film.flees:
            return Decision(
                title="Fire or pass", lead=f"You have fired at {who}, in {film.hex}. Fire again, or let it run on."
                if film.fired else f"{seen_as(contact)}, is to be fired at. Name the shot." if film.halted else
                f"{seen_as(contact, where=False)}, has come to {film.hex}, {ground}, in flight. Fire does not halt it.",
                passing="Go on" if film.fired or film.halted else "Pass", verb="Fire", acts=acts,
            )  # fmt: skip
        if film.fired or film.halted:
            return Decision(
                title="Halted", lead=f"You have fired at {who}, in {film.hex}. Fire again, or let the film run on."
                if film.fired else f"{seen_as(contact)}, stands still. Name the shot.",
                passing="Go on", verb="Fire", acts=acts,
            )  # fmt: skip
        return Decision(
            title="Halt or pass", lead=f"{seen_as(contact, where=False)}, has come to {film.hex}, {ground}. "
            "Halt it there by fire, or let it pass.", passing="Pass", verb="Halt", acts=acts,
        )  # fmt: skip

    def recalled(self, view: View) -> tuple[Fact, ...]:
        film = view.film
        if film is None:
            return ()
        contact = next((one for one in view.contacts if one.handle == film.handle), None)
        who = seen_as(contact, where=False) if contact is not None else f"Enemy {film.handle}"
        fired = " and ".join(self.name(view, id) for id in film.fired)
        return (
            Fact(label="Mover", value=who), Fact(label="Has come to", value=film.hex, hex=True),
            *((Fact(label="Has fired at it by plan", value=fired),) if fired else ()),
        )  # fmt: skip

    def answer(self, view: View, answer: Answer) -> Sentence:
        who, by_default = self.called(view, answer.unit or ""), line_named(answer.line, "by the default doctrine")
        if answer.order is not None:
            return say(self.order(view, answer.order), f" ({by_default})")
        if answer.does == "hold":
            return say(who, f" holds its fire ({by_default})")
        return say(who, f" leaves it to you ({line_named(answer.line, 'no line fits')})")

    def halts(self, view: View, options: Sequence[Option], odds: OddsOf) -> tuple[Act, ...]:
        """All that the seat may halt the mover with, the likeliest first."""
        if any(option.order == "halt" for option in options):
            return (Act(title="then name the shot", orders=json.dumps([asdict(Halt())])),)
        shots = [shot for option in options for shot in shots_of(view, option)]
        alone = len({shot.base for shot in shots}) == 1
        found: list[tuple[int, int, Act]] = []
        for shot in shots:
            likely = odds(shot)
            weapon = shot.weapon if isinstance(shot, Fire) else "at armour"
            act = Act(
                title=f"{self.name(view, shot.base)}, {weapon}", line=odds_words(likely) if likely else "",
                orders=json.dumps([asdict(shot)]), done=alone,
            )  # fmt: skip
            found.append((-((likely and likely.chance) or 0), len(found), act))
        return tuple(act for _, _, act in sorted(found, key=lambda one: one[:2]))

    # ---- contacts

    def contact_name(self, contact: Mapping[str, Any], handle: str) -> str:
        shows = contact.get("shows")
        return f"{(shows['name'] or what(shows['kind'], shows['type'])).capitalize()} ({handle})" if shows else (
            f"Contact {handle}"
        )  # fmt: skip

    def contact(self, contact: Mapping[str, Any], turn: int, *, present: bool) -> tuple[Fact, ...]:
        shows = contact.get("shows") or {}
        facts = {
            "Hex": contact["hex"],
            "Seen": "now" if contact["in_sight"] else ago(max(0, turn - contact["turn"])),
            "Now": "known of" if present else "no longer on the map",
            "What": what(shows["kind"], shows["type"]) if shows else "not made out",
            "Name": shows.get("name") or "not known",
            "Quality": str(shows.get("quality") or "not known"),
            "Morale": shows.get("morale") or "not known",
        }
        return tuple(Fact(label=label, value=value, hex=label == "Hex") for label, value in facts.items())

    def heading(self, titles: Sequence[str]) -> str:
        return "".join(titles[-1:])

    def key(self) -> tuple[Fact, ...]:
        return tuple(Fact(label=label, value=value) for label, value in KEY.items())

    def turns_of(self, turn: int) -> str:
        return f"Game turn {turn}" if turn else "Before the first turn"


def announced(what: Announcement) -> str:
    """Reinforcements of the enemy as they were announced."""
    kinds = f", {' and '.join(what.kinds)}" if what.kinds else ""
    return f"{what.zone} ({', '.join(what.hexes)}){kinds}"


def names(view: View) -> dict[str, str]:
    """Own bases by id."""
    return {base.id: base.name for base in (*view.own, *view.gone)}


def seen_as(contact: Contact, *, where: bool = True) -> str:
    """An enemy as far as he is made out: Enemy 3, a squad, in 1306."""
    shows = contact.shows
    kind = f", {shows.name or article(what(shows.kind, shows.type))}" if shows else ", not made out"
    return f"Enemy {contact.handle}{kind}{f', in {contact.hex}' if where else ''}"


def line_named(line: int | None, otherwise: str) -> str:
    """Which line of the fire plan decides."""
    return otherwise if line is None else f"line {line}"


def article(words: str) -> str:
    """A class of bases with its article: an observer, a squad."""
    vowel = words[:1].lower() in "aeiou" or words[:3] in ("LMG", "MMG", "HMG")
    return f"{'an' if vowel else 'a'} {words}"


def own_row(view: View, base: Base) -> Row:
    """One own base of the list."""
    make, bases = base.make, load().bases
    power = make.mg or make.he if make else base.cls.firepower
    figures = [Fact(label="Quality", value=str(base.quality)), Fact(label="Suppression", value=str(base.suppression))]
    if power:
        far = bases.machine_gun_range if make else base.cls
        figures.append(Fact(label="Firepower", value=f"{power}, to {far.range}/{far.long}"))
    if make and make.ap:
        figures.append(Fact(label="Anti-tank", value=str(make.ap)))
    if base.jammed:
        figures.append(Fact(label="Broken down", value=" and ".join(base.jammed)))
    if base.weapon:
        figures.append(Fact(label="Carries", value=bases.weapons[base.weapon].title))
    if base.rof > 1:
        figures.append(Fact(label="Fires left", value=f"{max(0, base.rof - base.shots)} of {base.rof}"))
    if base.leader:
        figures.append(Fact(label="Rating", value=f"{base.rating:+}" if base.rating else "0"))
    figures.append(
        Fact(label="Moves", value="/".join(str(base.allowance(pace) // 2) for pace in ("normal", "fast")))
    )  # fmt: skip
    facing = f", facing {HEADINGS[scenario(view.scenario).sheet.headings][base.heading]}" if make else ""
    return Row(
        id=base.id, name=base.name, line=f"{what(base.kind, base.type)}{facing}",
        hex=base.hex if view.sealed else view.ordered.get(base.id, base.hex), absent="not on the map",
        figures=tuple(figures), tags=tuple(states(base)),
    )  # fmt: skip


def contact_row(view: View, contact: Contact) -> Row:
    """One contact of the list, with the age of what is known."""
    shows = contact.shows
    figures = [Fact(label="Seen", value="now" if contact.in_sight else ago(view.turn - contact.turn))]
    tags: list[str] = []
    if shows is not None:
        if shows.quality:
            figures.append(Fact(label="Quality", value=str(shows.quality)))
        tags = [word for word, holds in (
            (shows.morale, shows.morale != "good"), ("pinned", shows.pinned), ("cowered", shows.cowered),
            ("in motion", shows.moving),
        ) if holds]  # fmt: skip
    return Row(
        contact=contact.handle,
        name=(shows.name if shows and shows.name else f"Enemy {contact.handle}"),
        line=what(shows.kind, shows.type) if shows else "not made out",
        hex=contact.hex,
        figures=tuple(figures),
        tags=tuple(tags),
    )
