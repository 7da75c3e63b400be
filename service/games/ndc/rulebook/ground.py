"""The charts of the ground and of those who move on it: modes, strengths, terrain, movement."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.charting import ChartDraft, Raw, number, yes
from service.engine.figures import signed
from service.engine.rulebook import Table
from service.games.ndc.rulebook.laying import drawn, name, terrain_name


def modes(raw: Raw) -> ChartDraft:
    """Modes, the changes between them, and zone modes."""
    ways = {"always": "yes", "never": "no", "unless-adjacent": "if not next to a known enemy",
            "if-idle": "if it neither moved nor attacked in its last phase"}  # fmt: skip
    told = ("attacks", "zone_of_control", "fires", "stands_fast")
    known = list(raw["modes"])
    return ChartDraft(
        name="modes",
        title="Modes and zone modes",
        text="",
        tables=(
            Table(
                head=("Mode", *map(name, told), "Command range", "After retreat or advance"),
                rows=tuple(
                    (name(mode), *(yes(row[e]) for e in told), signed(row["command_range"]),
                     name(row["when_displaced"]))
                    for mode, row in raw["modes"].items()
                ),
                note="“Fires” is said of an HQ and its CSPs.",
            ),
            Table(
                title="Changes, from the left to the top",
                head=("From", *map(name, known)),
                rows=tuple(
                    (name(old), *("" if old == new else ways[to.get(new, "never")] for new in known))
                    for old, to in raw["changes"].items()
                ),
            ),
            Table(
                title="Zone modes",
                head=("Zone", "Hexes", "Defence", "Attacks", "Moves", "T/O at least", "Types", "Modes"),
                rows=tuple(
                    (name(zone), number(row["hexes"]), signed(row["defence"]), yes(row["attacks"]), yes(row["moves"]),
                     number(row["to_at_least"]), ", ".join(row["types"]), ", ".join(row["modes"]))
                    for zone, row in raw["zones"].items()
                ),
            ),
        ),
        rules=("NDC-MOD-01",),
        files=("modes",),
    )  # fmt: skip


def profiles(raw: Raw) -> ChartDraft:
    shown = list(dict.fromkeys(mode for row in raw["profiles"].values() for mode in row["modes"]))
    return ChartDraft(
        name="profiles",
        title="Strengths and movement allowances",
        text="Attack / defence / movement points by mode, for each kind of unit.",
        tables=(
            Table(
                head=("Kind", "Type", "Class", "Amphibious", *map(name, shown)),
                rows=tuple(
                    (kind, row["type"], row["class"], yes(row["amphibious"]),
                     *(" / ".join(map(str, row["modes"][mode])) if mode in row["modes"] else "" for mode in shown))
                    for kind, row in raw["profiles"].items()
                ),
            ),
            Table(
                title="Change of both strengths by T/O level",
                head=("T/O level", *map(str, raw["to_levels"])),
                rows=(("Strengths", *(signed(n) for n in raw["to_levels"].values())),),
                note=f"A full battalion is at {raw['establishment']}. A strength never falls below "
                f"{raw['least_strength']}; an attack strength of 0 stays 0.",
            ),
        ),
        rules=("NDC-ATM-01", "NDC-DFM-01"),
        files=("profiles",),
    )  # fmt: skip


def terrain(raw: Raw) -> ChartDraft:
    """Chart 9.7: points to enter, and the effects on combat."""
    classes = ("tracked", "wheeled", "foot")
    ways, minor, major, attack = raw["ways"], raw["minor_river"], raw["major_river"], raw["attack"]
    rows = [
        (f"{row['name']} ({code})", *(number(row["cost"][c], none="by road only") for c in classes),
         into(attack["into"], code), signed(row["defence"]))
        for code, row in raw["terrain"].items()
    ]  # fmt: skip
    rows += [
        ("along a road", *(number(ways["road"][c]) for c in classes), "0", "0"),
        ("along the autobahn", *(number(ways["autobahn"][c]) for c in classes), "0", "0"),
        (f"the same in {name(ways['march_mode'])} mode",
         *(number(ways["autobahn_in_march"][c]) for c in classes), "0", "0"),
        ("across a minor river", *(signed(minor["crossing"][c]) for c in classes),
         across(minor), "0"),
        ("across a major river", *(fording(major, c) for c in classes),
         f"{across(major)}; without a bridge not by {', '.join(major['no_attack_across'])}", "0"),
    ]  # fmt: skip
    high = " or ".join(terrain_name(raw, code) for code in attack["high_ground"])
    return ChartDraft(
        name="terrain",
        title="Terrain and movement effects (9.7)",
        text="Movement points to enter a hex, and what the ground adds to the differential.",
        tables=(
            Table(
                head=("Terrain", *classes, "Attacker’s effect", "Defender’s effect"),
                rows=tuple(rows),
                note=f"An attacker on {high}, whose target is on neither, has {signed(attack['from_high_ground'])}. "
                "All of the attacker’s effects that apply are added; the defender’s is that of the attacked hex. "
                f"Without a bridge: in {' or '.join(map(name, major['crossing_modes']))} mode only.",
            ),
        ),
        rules=("NDC-ATM-03", "NDC-DFM-03", "NDC-MOV-01"),
        files=("chart_9_7",),
    )


def into(effects: Mapping[str, Mapping[str, int]], code: str) -> str:
    """What a terrain does to those who attack into it."""
    return ", ".join(f"{kind} {signed(row[code])}" for kind, row in effects.items() if code in row) or "0"


def fording(river: Raw, movement_class: str) -> str:
    """Whether a class crosses a major river where there is no bridge."""
    if movement_class in river["crossing_classes"]:
        return "whole allowance"
    return "whole allowance, if amphibious" if river["crossing_amphibious"] else "no"


def across(river: Raw) -> str:
    return f"{signed(river['attack_across'])}, over a bridge {signed(river['attack_over_bridge'])}"


def movement(raw: Raw) -> ChartDraft:
    return ChartDraft(
        name="movement",
        title="Movement",
        text="",
        tables=(drawn("movement", {key: value for key, value in raw.items() if key != "provenance"}),),
        rules=("NDC-MOV-01", "NDC-MAC-02", "NDC-ZOC-03", "NDC-MOD-01"),
        files=("movement",),
    )
