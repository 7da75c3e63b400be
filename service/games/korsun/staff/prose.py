"""Each report as a sentence to the side that is told, from what it is told and nothing else."""

from __future__ import annotations

from collections.abc import Iterable

from service.engine.bills import itemised
from service.engine.figures import signed
from service.engine.hexes import Hex
from service.engine.reports import Report
from service.engine.sentences import Sentence, capital, contact, counted, joined, listed, listing, own, place, rule, say
from service.games.korsun.known import reports as told
from service.games.korsun.known.picture import Contact
from service.games.korsun.known.strengths import Reckoning
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.printed.units import AMMUNITION, Sdm, Unit

WHY = {
    "occupied": "the next hex is held by the enemy", "zone": "an enemy zone of control stopped them",
    "bridge": "the bridge before them was blown", "intercepted": "enemy armor intercepted them",
    "mines": "they ran into mines", "overrun": "the overrun failed", "stacking": "there was no room farther on",
    "impassable": "the next hex cannot be entered", "lapsed": "what came before left them elsewhere",
    "partisans": "partisans bar the way",
}  # fmt: skip
PURPOSES = {
    "air": "Air availability", "soviet-drop": "Air-drop", "german-drop": "Air-drop", "landing": "Landing at Korsun",
    "barrage": "Barrage", "demolition": "Demolition", "intercept": "Armor intercept", "mines": "Mine clearing",
    "position": "Improved position", "release": "Release of the front",
    "partisans": "Hunt for partisans", "partisans-return": "Return of partisans", "reliability": "Armor reliability",
}  # fmt: skip
CAME_OF_THROW = {
    "demolition": ("the bridge is destroyed", "the bridge stands"),
    "german-drop": ("the point arrives", "the point is lost"),
    "intercept": ("it comes off", "it fails"),
    "landing": ("the point is landed", "the point is lost"),
    "mines": ("the mines are cleared", "the mines stay"),
    "partisans": ("they are driven out", "they hold out"),
    "partisans-return": ("they are back", "they stay away"),
    "position": ("the position is improved", "nothing comes of it"),
    "release": ("the front is released", "the front is to be kept"),
    "reliability": ("all its tanks run", "a step breaks down, and goes to the workshop"),
    "soviet-drop": ("the units there are in supply", "nothing arrives"),
}
"""What is said of a die that came off, and of one that did not."""
DECLARED = {
    "korsun-isolated": "Korsun is declared isolated, and its airfield is active",
    "korps-isolated": "is declared isolated", "operation-wanda": "Operation Wanda is declared",
    "airfield-abandoned": "The Korsun airfield is declared abandoned", "breakout": "A breakout is declared",
}  # fmt: skip
ITEMS = {
    "supply": "supply", "air": "air support", "fire": "artillery", "assault": "assault engineers",
    "no-retreat": "No Retreat",
}  # fmt: skip
LEVELS = {
    "soviet-decisive": "a decisive Soviet victory", "soviet-victory": "a Soviet victory", "draw": "a draw",
    "german-victory": "a German victory", "german-decisive": "a decisive German victory",
}  # fmt: skip


def prose(report: Report) -> Sentence | None:
    """A report of this game as a sentence; None for one of another's."""
    match report:
        case told.WeatherSettled():
            return weather(report)
        case told.PublicTold():
            return public(report)
        case told.OwnForce():
            gone = [say(own(id), " has left the game") for id in report.gone]
            return say(joined("; ", [*map(stands, report.units), *gone]), ".")
        case told.OwnSupply():
            return say(joined("; ", map(marker, report.sdms)), ".")
        case told.OwnStores():
            return stores(report)
        case told.EnemySeen():
            return seen(report)
        case told.MinesFound():
            return say("Minefields that you know of: ", hexes(report.hexes), ".")
        case told.PartisansSeen():
            return say("Partisans that you know of: ", hexes(report.hexes), ".")
        case told.Thrown():
            return thrown(report)
        case told.MoveStopped():
            at = say(" in ", place(report.hex)) if report.hex is not None else ()
            return say(units(report.units), " stopped", at, f": {WHY[report.why]}.")
        case told.Intercepted():
            return say(
                f"{report.by} armor, ", own(report.unit), ", intercepts at ", place(report.hex), f" (die {report.die})."
            )
        case told.OverrunTried():
            comes = "overruns the alarm unit" if report.succeeded else "fails to overrun the alarm unit"
            return say(own(report.unit), f" {comes} in ", place(report.hex), f" (die {report.die}).")
        case told.AttacksDeclared():
            attacks = [
                say(place(one.hex), " by ", units(one.units), with_missions(one.missions)) for one in report.attacks
            ]
            return say("Attacks: ", joined("; ", attacks), ".") if attacks else say("No attack is declared yet.")
        case told.SupportDeclared():
            return support(report)
        case told.ArmorShot():
            came = counted(report.steps, "step") if report.steps else "nothing"
            return say(
                f"{report.by} armor and guns fire at ", own(report.target), ": die ", die(report), f", it loses {came}."
            )
        case told.CombatThrown():
            return say("Combat at ", place(report.attack.hex), f": die {report.die}, {report.attack.result}.")
        case told.CombatFought():
            return fought(report)
        case told.PatrolReported():
            return patrol(report)
        case told.Declared():
            return say(f"{report.command} " if report.command else "", f"{DECLARED[report.what]}.")
        case told.BreakoutTried():
            fate = "is saved" if report.saved else "stands Disorganized" if report.hex is not None else "is lost"
            at = say(" in ", place(report.hex)) if report.hex is not None else ()
            lost = f"loses {counted(report.lost, 'step')}, and " if report.lost else ""
            return say(
                own(report.unit), f" breaks out (die {report.die}, {report.total} in all): it {lost}{fate}", at, "."
            )
        case told.GameEnded():
            points = " to ".join(f"{side} {quarters(value)}" for side, value in report.points.items())
            return say(f"The game is over: {points} points, {LEVELS[report.level]}.")
    return None


# ---- how things stand


def weather(report: told.WeatherSettled) -> Sentence:
    dice = " and ".join(map(str, report.visibility_dice))
    ground = f"die {report.ground_die}{f' {signed(report.modifier)}' if report.modifier else ''}"
    return say(
        f"Game-turn {report.turn}: the ground is {report.ground.capitalize()} (", rule("KOR-WX-02", ground),
        f"), the sky is {report.visibility.capitalize()} (", rule("KOR-WX-04", f"die {dice}"), ").",
    )  # fmt: skip


def public(report: told.PublicTold) -> Sentence:
    """Both sides' knowledge in few words; its parts are said where they come about."""
    known = report.public
    held = [say(place(hex), f" {side}") for hex, side in sorted(known.control.items())]
    isolated = f"; isolated: {listed(known.isolated)}" if known.isolated else ""
    bridges = joined(", ", (say(place(side)) for side in sorted(known.bridges))) or say("none")
    return say("Held: ", joined(", ", held), ". Bridges: ", bridges, f". The airfield is {known.airfield}{isolated}.")


def stands(unit: Unit) -> Sentence:
    """An own unit as it stands: where, and what is otherwise than with a fresh one."""
    where = say(" in ", place(unit.hex)) if unit.hex is not None else say(f" {unit.box or 'off the map'}")
    marks = [
        f"{counted(unit.lost, 'step')} lost" * bool(unit.lost), unit.supply.upper() * unit.out_of_supply,
        "in extended supply" * unit.extended, capital(unit.order) if unit.order else "", "in reserve" * unit.reserve,
        f"No Fire {unit.no_fire}" * bool(unit.no_fire), AMMUNITION[unit.ammo] * (unit.ammo < max(AMMUNITION)),
        "Breakthrough" * unit.breakthrough,
    ]  # fmt: skip
    said = ", ".join(mark for mark in marks if mark)
    return say(own(unit.id), where, f" ({said})" if said else "")


def marker(sdm: Sdm) -> Sentence:
    """An own supply marker as it stands."""
    name = f"Supply of {sdm.command}: "
    if sdm.gone:
        return say(name, "out of the game")
    where = say("in ", place(sdm.hex)) if sdm.hex is not None else say("off the map")
    return say(name, where, f", {counted(sdm.sp, 'point')}", ", cut off" * sdm.cut_off)


def stores(report: told.OwnStores) -> Sentence:
    """What a side keeps off the map, as far as there is any."""
    kept, uman = report.stores, report.stores.uman
    parts = [
        listing_of("air missions", kept.missions), listing_of("replacement points", kept.points),
        f"Uman: {uman.stock} in stock, lift {uman.lift}" * bool(uman.lift or uman.stock),
    ]  # fmt: skip
    return say("You have ", "; ".join(part for part in parts if part) or "nothing in store", ".")


def listing_of(what: str, tracks: dict[str, int]) -> str:
    some = [f"{value} of {track}" for track, value in tracks.items() if value]
    return f"{what}: {', '.join(some)}" if some else ""


def seen(report: told.EnemySeen) -> Sentence:
    parts = [described(one) for one in report.contacts]
    parts += [say(contact(handle), " is not where it was") for handle in report.empty]
    parts += [say(contact(handle), " is out of sight") for handle in report.unwatched]
    return say(joined("; ", parts), ".")


def described(one: Contact) -> Sentence:
    """An enemy hex as it is seen."""
    if not one.units:
        what = "a supply marker" if one.marker else f"a {'large' if one.large else 'small'} stack"
        return say(contact(one.handle), " in ", place(one.hex), f": {what}")
    named = ", ".join(f"{unit.id}{f' ({unit.order})' if unit.order else ''}" for unit in one.units)
    bridges = joined("", (say(", with a bridge under construction at ", place(side)) for side in one.building))
    improved = " in an improved position" * one.improved
    return say(contact(one.handle), " in ", place(one.hex), f": {named}", improved, bridges)


def came_of_throw(report: told.Thrown) -> str:
    """What came of a die, as part of a sentence."""
    if report.level is not None:
        return f"Barrage Effects of level {report.level}"
    if report.missions is not None:
        track = "the German side" if report.track == GERMAN else report.track
        return f"{counted(report.missions, 'mission')} for {track}"
    return CAME_OF_THROW[report.purpose][not report.succeeded]


def thrown(report: told.Thrown) -> Sentence:
    by = "by" if report.purpose == "demolition" else "of"
    who = say(f" {by} ", own(report.unit)) if report.unit is not None else ()
    at = say(" at ", place(report.hex)) if report.hex is not None else ()
    return say(PURPOSES[report.purpose], who, at, ": die ", die(report), f", {came_of_throw(report)}.")


def die(report: told.Thrown | told.ArmorShot) -> Sentence:
    """A die with what is added to it: 4 (mud −1, overcast −1)."""
    added = itemised(report.bill)
    return say(f"{report.die} (", added, ")") if added else say(str(report.die))


# ---- combat


def with_missions(missions: int) -> str:
    return f", {counted(missions, 'air mission')}" if missions else ""


def support(report: told.SupportDeclared) -> Sentence:
    attack, what = report.attack, ITEMS[report.item]
    side = report.by
    came = {
        "supply": say(listed(attack.supported.get(side, []))), "air": say(f"{attack.air}" * bool(attack.air)),
        "fire": say(counted(attack.points.get(side, 0), "point") * bool(attack.points.get(side))),
        "assault": units(attack.engineers.get(side, ())), "no-retreat": say("declared" * attack.no_retreat),
    }[report.item]  # fmt: skip
    return say("Combat at ", place(attack.hex), f", {side} {what}: ", came or say("none"), ".")


def limited(report: told.CombatFought) -> str:
    """That no more of the shifts counts, where they are more than the most (KOR-CBT-21)."""
    return " (no more count)" if sum(report.shifts.values()) != report.applied else ""


def fought(report: told.CombatFought) -> Sentence:
    """The whole of a combat: odds, shifts, die and what came of it, in their order (KOR-CBT-32)."""
    at = say("Combat at ", place(report.hex), ": ")
    if not report.die:
        came = say("no die was rolled", came_of(report))
        return say(at, came, ".")
    shifts = itemised(Reckoning(shifts=dict(report.shifts)).bill)
    return say(
        at, f"{report.attack} against {report.defense}, {report.initial}; shifts ", shifts or say("none"),
        f", {signed(report.applied)} applied{limited(report)}, {report.final}; die {report.die}, {report.result}",
        came_of(report), ".",
    )  # fmt: skip


def came_of(report: told.CombatFought) -> Sentence:
    parts = [say(own(id), f" loses {counted(steps, 'step')}") for id, steps in report.losses.items()]
    for what, some in (
        ("Disorganized", report.disorganized), ("retreating", report.retreated), ("advancing", report.advanced),
        ("breaking through", report.breakthrough),
    ):  # fmt: skip
        if some:
            parts.append(say(f"{what}: ", units(some)))
    return say(": ", joined("; ", parts) or say("no loss"))


# ---- events


def patrol(report: told.PatrolReported) -> Sentence:
    found = report.patrol
    parts = [
        ("every road from the airfield is cut", "a road from the airfield to a source is open")[found.airfield_road],
        f"{'a Soviet combat unit' if found.enemy_beside_airfield else 'nobody'} stands next to the airfield",
        "Korsun is isolated" if found.korsun_isolated else "Korsun is not isolated",
        *(f"the road of {command} is {'open' if is_open else 'cut'}" for command, is_open in found.roads.items()),
        *(f"{command} is cut off" for command in found.cut_off),
    ]
    return say(f"Patrols report: {'; '.join(parts)}.")


def quarters(value: int) -> str:
    """Points that are kept in quarters, as players count them."""
    whole, rest = divmod(value, 4)
    return str(whole) if not rest else f"{whole}{('', '¼', '½', '¾')[rest]}" if whole else ("", "¼", "½", "¾")[rest]


def units(ids: Iterable[str]) -> Sentence:
    return listing(say(own(id)) for id in ids)


def hexes(some: Iterable[Hex]) -> Sentence:
    return joined(", ", (say(place(hex)) for hex in some)) or say("none")
