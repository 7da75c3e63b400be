"""What of a side's own units and points is otherwise than it believed, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from service.engine.sentences import Said, Sentence, counted, listed, listing, own, places, say
from service.games.ndc.printed.units import Account, Unit


def is_worth_saying(changed: Iterable[str]) -> bool:
    """Whether there are words for one of the entries of an own unit that differ from its owner's belief."""
    return not {*changed}.isdisjoint({*OF_UNIT, "spread", "id"})


def said_of_unit(unit: Unit, changed: Iterable[str]) -> list[Said]:
    """What is worth saying of the entries of an own unit that differ from its owner's belief."""
    entries = set(changed)
    if "spread" in entries:
        entries.add("hex")
    if "id" in entries:
        entries = {"hex", "mode", "to", "fatigue"}  # a unit that they did not have
    return [tell(unit) for name, tell in OF_UNIT.items() if name in entries]


LOW = "is low on ammunition (fewer of its artillery points fire until the next Housekeeping)"
OF_UNIT: Mapping[str, Callable[[Unit], Said]] = {
    "hex": lambda u: say("stands in ", places(u.hexes)) if u.hexes else "is off the map",
    "mode": lambda u: f"is in {u.mode} mode",
    "to": lambda u: f"is at T/O level {u.to}",
    "fatigue": lambda u: f"is at fatigue F{u.fatigue}",
    "level": lambda u: f"is known to the enemy at level {u.level}" if u.level else "is no longer known to the enemy",
    "ew": lambda u: f"is jammed at {ew(u.ew)}" if u.ew else "is no longer jammed",
    "ammo_low": lambda u: LOW if u.ammo_low else "has ammunition again",
    "suppressed": lambda u: "is suppressed" if u.suppressed else "is no longer suppressed",
    "engaged": lambda u: "is Engaged" if u.engaged else "is no longer Engaged",
    "stopped": lambda u: "is stopped for this phase" if u.stopped else "may move again",
    "forced": lambda u: "is to force march" if u.forced else "has ended its forced march",
    "parent": lambda u: say("is under ", own(u.parent) if u.parent else "None"),
    "assets": lambda u: f"holds {listed([f'{a.kind} {a.points}' for a in u.assets]) or 'no assets'}",
    "spent": lambda u: f"has spent {counted(u.spent, 'movement point')}",
}


def said_of_account(account: Account, changed: Iterable[str]) -> list[Said]:
    """What is worth saying of the entries of the own account that differ from what was believed."""
    entries = set(changed)
    return [words for name, tell in OF_ACCOUNT.items() if name in entries and (words := tell(account))]


OF_ACCOUNT: Mapping[str, Callable[[Account], Said]] = {
    "level": lambda a: f"operational intelligence level {a.level}",
    "sectors": lambda a: f"we search {sectors(a.sectors)}" if a.sectors else "we search no sectors",
    "air": lambda a: f"{counted(a.air, 'air point')} for support",
    "ew_points": lambda a: counted(a.ew_points, "EW point"),
    "superiority": lambda a: f"EW superiority level {a.superiority}",
    "support_used": lambda a: say("CSPs used in support: ", drawn(a.support_used)),
    "counter_used": lambda a: say("CSPs used in counter-battery fire and interdiction: ", drawn(a.counter_used)),
    "chemical_uses": lambda a: f"chemical weapons used {counted(a.chemical_uses, 'time')}",
    "released": lambda a: "chemical weapons are released" if a.released else "chemical weapons are not released",
    "commander": lambda a: (
        say("the division commander is with ", own(a.commander)) if a.commander else "we have no commander"
    ),
    "commander_hit": lambda a: (
        "the division commander is out of action" if a.commander_hit else "the division commander is fit again"
    ),
    "commander_uses": lambda a: f"command used {counted(a.commander_uses, 'time')} in this phase",
}


def sectors(names: Iterable[str]) -> str:
    names = list(names)
    return f"sector{'s' if len(names) > 1 else ''} {listed(names)}"


def drawn(used: Mapping[str, int]) -> Sentence:
    """So many from each source."""
    return listing(say(f"{csps} from ", own(source)) for source, csps in sorted(used.items())) or say("none")


def ew(level: int) -> str:
    return f"EW{level}" if level else "none"
