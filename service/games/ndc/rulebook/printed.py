"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import cast

from service.engine.charting import ChartDraft, Files, Raw, askers, banded, dice, finished, number, sequence_table, yes
from service.engine.figures import signed
from service.engine.rulebook import Chart, Table
from service.games.ndc.printed.facts import scenario_facts
from service.games.ndc.printed.scenario import ChemicalRelease, Scenario, SideSetup
from service.games.ndc.rulebook.fighting import FIGHTING
from service.games.ndc.rulebook.ground import modes, movement, profiles, terrain
from service.games.ndc.rulebook.looking import looking

OF_A_SIDE: Mapping[str, Callable[[SideSetup], str]] = {
    "Command range of a brigade or regiment HQ, hexes": lambda side: number(side.command_range.formation),
    "Command range of a division HQ, hexes": lambda side: number(side.command_range.division),
    "A unit out of command changes its mode on": lambda side: f"{side.mode_change_from} or more",
    "Chemical weapons are released": lambda side: released(side.chemical_release),
}
ASKED = askers("phasing player", "other player")


def charts(scenarios: Sequence[Scenario]) -> tuple[Chart, ...]:
    """Every chart of the set of data that these scenarios are of, in the order of play."""
    files = cast(Files, scenarios[0].tables.printed)
    drafts = [
        outline(),
        weather(files["weather"]),
        *looking(files, scenarios[0].tables.reports),
        modes(files["modes"]),
        profiles(files["profiles"]),
    ]
    drafts += [terrain(files["chart_9_7"]), movement(files["movement"]), *(draw(files) for draw in FIGHTING)]
    for rules in scenarios:
        drafts += [named(draft, rules, scenarios) for draft in (battle(rules), victory(rules))]
    drafts.append(dice(files["dice"], ("NDC-SEC-02", "NDC-WEA-02")))
    return tuple(finished(draft, files) for draft in drafts)


def named(draft: ChartDraft, rules: Scenario, scenarios: Sequence[Scenario]) -> ChartDraft:
    """A chart of one scenario, told from those of the others where there are any."""
    return draft if len(scenarios) == 1 else replace(draft, name=f"{draft.name}-{rules.name}")


def outline() -> ChartDraft:
    """The sequence of play, which is the program's own outline."""
    from service.games.ndc.sequence import OUTLINE  # the game's program; its rules hand over this book

    return ChartDraft(
        name="sequence",
        title="Sequence of play",
        text="What is indented happens within what stands above it.",
        tables=(sequence_table(OUTLINE, ASKED),),
        rules=("NDC-SEQ-01", "NDC-SEQ-03", "NDC-SEQ-04"),
        provenance="In the order of the source document.",
    )


def weather(raw: Raw) -> ChartDraft:
    times = raw["times"]
    effects: dict[str, Callable[[Raw], str]] = {
        "Allowance": lambda e: signed(e["allowance"]),
        "Each hex off the road": lambda e: signed(e["hex"]),
        "Air CSPs": lambda e: {0: "none", 1: "all"}.get(e["air_divisor"], f"1/{e['air_divisor']}"),
        "Air points for intelligence": lambda e: yes(e["air_intelligence"]),
    }
    return ChartDraft(
        name="weather",
        title="Weather",
        text=f"Roll {raw['die']}. In a {raw['night_time']} turn it is night as well.",
        tables=(
            Table(
                head=(raw["die"], *(f"{time} ({raw['hours'][time]})" for time in times)),
                rows=tuple((banded(die), *(row[time] for time in times)) for die, row in raw["results"].items()),
            ),
            Table(
                title="Effects",
                head=("", *map(str, raw["effects"])),
                rows=tuple((what, *(say(e) for e in raw["effects"].values())) for what, say in effects.items()),
            ),
        ),
        rules=("NDC-WEA-01", "NDC-ATM-09"),
        files=("weather",),
    )


def battle(rules: Scenario) -> ChartDraft:
    """What is public of the order of battle: who there is and when they come, not where nor how strong."""
    facts = scenario_facts(rules)
    sides = tuple(facts["order_of_battle"])
    return ChartDraft(
        name="order-of-battle",
        title=f"Order of battle: {rules.title}",
        text=f"{rules.summary} Both sides know this much of each other; where anybody stands has to be found out.",
        tables=(
            *(
                Table(
                    title=side,
                    head=("Unit", "Type", "Under", "From turn"),
                    rows=tuple(
                        (line["designation"], line["type"], line["under"] or "", number(line["turn"]))
                        for line in facts["order_of_battle"][side]
                    ),
                )
                for side in sides
            ),
            Table(
                title="The sides",
                head=("", *sides),
                rows=tuple((what, *(say(rules.sides[side]) for side in sides)) for what, say in OF_A_SIDE.items()),
            ),
            Table(
                title="The turns",
                head=("Turn", "Time"),
                rows=tuple((number(turn["number"]), turn["time_of_day"]) for turn in facts["turns"]),
            ),
        ),
        rules=("NDC-SEQ-01",),
        provenance=rules.provenance,
    )


def released(release: ChemicalRelease) -> str:
    """When a side may use chemical weapons."""
    from_turn, after = release.from_turn, release.turns_after_enemy_use
    ways = [f"from turn {from_turn}"] if from_turn is not None else []
    ways += [f"{after} turn{'' if after == 1 else 's'} after the enemy’s first use"] if after is not None else []
    return ", or ".join(ways) or "never"


def victory(rules: Scenario) -> ChartDraft:
    facts = scenario_facts(rules)
    terms = facts["victory"]
    chemical = rules.tables.chemical.victory_points
    counts = (
        ("a T/O level that the enemy lost", signed(terms["enemy_level_lost"])),
        ("a T/O level of its own that it lost", signed(terms["own_level_lost"])),
        ("of an HQ, each level counts", f"{terms['hq_levels_count']}-fold"),
        ("a use of chemical weapons, for its user", signed(-chemical)),
    )
    outcomes = zip(rules.victory.outcomes.bands, rules.victory.outcomes.values, strict=True)
    return ChartDraft(
        name="victory",
        title="Victory points",
        text=f"Counted for {terms['scorer']}. At the start all objectives are held by {terms['objectives_held_by']}.",
        tables=(
            Table(
                title="Objectives",
                head=("Hex", "Place", "Points"),
                rows=tuple(
                    (o["hex"], facts["places"].get(o["hex"], ""), number(o["points"])) for o in facts["objectives"]
                ),
            ),
            Table(title="Besides", head=("For", "Points"), rows=counts),
            Table(
                title="Verdicts",
                head=("Score", "Verdict"),
                rows=tuple((banded(band), said.name) for band, said in outcomes),
            ),
        ),
        rules=("NDC-SEQ-01",),
        provenance=rules.provenance,
    )
