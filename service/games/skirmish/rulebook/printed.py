"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from service.engine.charting import ChartDraft, Files, Raw, askers, banded, dice, finished, number, sequence_table, yes
from service.engine.rulebook import Chart, Table
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.options import ABOUT
from service.games.skirmish.printed.scenario import Scenario
from service.games.skirmish.rulebook.elements import elements
from service.games.skirmish.rulebook.fighting import fighting
from service.games.skirmish.rulebook.ground import ground
from service.games.skirmish.rulebook.men import men
from service.games.skirmish.rulebook.wording import OPTIONS as TITLES
from service.games.skirmish.rulebook.wording import WINDOWS
from service.games.skirmish.sequence import OUTLINE

MOST_LISTED = 6


def files(rules: Scenario) -> Mapping[str, Any]:
    """What the texts take their figures from: the files of the tables by their names, and that of the scenario."""
    return {**rules.tables.printed, "scenario": rules.printed}


def charts(scenarios: Sequence[Scenario]) -> tuple[Chart, ...]:
    """Every chart of the set of data that these scenarios are of, in the order in which the rules come to them."""
    read, tables = cast(Files, scenarios[0].tables.printed), scenarios[0].tables
    drafts = [
        outline(), options(scenarios), *men(read, tables.morale), *ground(read), *elements(read),
        *fighting(read, tables.fire), windows(read),
    ]  # fmt: skip
    for given in scenarios:
        drafts += [named(draft, given, scenarios) for draft in (sides(given), victory(given))]
    drafts.append(dice(read["dice"], ("P27",)))
    return tuple(finished(draft, read) for draft in drafts)


def named(draft: ChartDraft, rules: Scenario, scenarios: Sequence[Scenario]) -> ChartDraft:
    """A chart of one scenario, told from those of the others where there are any."""
    return draft if len(scenarios) == 1 else replace(draft, name=f"{draft.name}-{rules.name}")


def outline() -> ChartDraft:
    """The sequence of play, which is the program's own outline."""
    return ChartDraft(
        name="sequence",
        title="Sequence of play",
        text="What is indented happens within what stands above it.",
        tables=(sequence_table(OUTLINE, askers("attacker", "defender")),),
        rules=("SKR-SEQ-01", "SKR-SEQ-02", "SKR-SEQ-03", "SKR-SEQ-04", "SKR-SEQ-05"),
        provenance="In the order of the source document.",
    )


def listed(words: Sequence[str]) -> str:
    """The values of an option; of a long list the first and the last."""
    return ", ".join(words) if len(words) <= MOST_LISTED else f"{', '.join(words[:3])} … {words[-1]}"


def worded(value: str) -> str:
    """A value of an option as a player reads it."""
    return value.replace("_", " ")


def options(scenarios: Sequence[Scenario]) -> ChartDraft:
    """What a match may be opened with."""
    rows, usually = [], (f"Usual at {given.title}" for given in scenarios)
    for option, (title, rule) in TITLES.items():
        values = scenarios[0].tables.options[option]
        usual = (given.options.get(option, values[0]) for given in scenarios)
        rows.append((title, ABOUT[option], listed(list(map(worded, values))), *map(worded, usual), rule))
    return ChartDraft(
        name="options",
        title="What the sides may agree on",
        text="Chosen when the match is opened, and public.",
        tables=(Table(head=("Option", "It says", "Values", *usually, "Rule"), rows=tuple(rows)),),
        rules=("SKR-SEQ-06", "SKR-MRK-05", "P16"),
        files=("options",),
    )


def windows(files: Files) -> ChartDraft:
    rows = tuple((words, number(files["windows"][entry])) for entry, words in WINDOWS.items())
    return ChartDraft(
        name="windows",
        title="Times",
        text="They run whether or not there is anything to decide, so their length tells nothing.",
        tables=(Table(head=("For", "Seconds"), rows=rows),),
        rules=("P16", "SKR-MOV-06"),
        files=("windows",),
    )


def sides(rules: Scenario) -> ChartDraft:
    """What is public of the scenario's sides: neither who is there nor where."""
    facts, start = scenario_facts(rules), rules.weather
    return ChartDraft(
        name="scenario",
        title=rules.title,
        text=f"{rules.summary} {rules.turns} turns on a map of {rules.columns} by {rules.rows} hexes.",
        tables=(
            Table(
                title="The sides",
                head=("Side", "First", "Headquarters", "Own edge", "Hidden at the start"),
                rows=tuple(
                    (setup.title, yes(setup.first), setup.headquarters, setup.friendly_edge,
                     yes(side in rules.concealed_at_start))
                    for side, setup in rules.sides.items()
                ),
            ),
            Table(
                title="The weather at the start",
                head=("Precipitation", "Wind", "Towards", "Visibility"),
                rows=((start.precipitation, start.wind_speed, number(start.wind_direction),
                       number(start.visibility)),),
                margin=False,
                note="Directions are counted clockwise from 0, the north-east.",
            ),
            Table(title="Places", head=("Hex", "Place"), rows=tuple(facts["names"].items())),
        ),
        rules=("SKR-SEQ-06", "P24"),
        provenance=rules.provenance.strip(),
    )  # fmt: skip


MEN_OF = {"multi": "a multi-man base", "single": "a single man", "crew": "a gun", "vehicle": "a vehicle"}


def victory(rules: Scenario) -> ChartDraft:
    scorer, sudden = rules.sides[rules.scorer].title, rules.sudden
    worth = tuple((MEN_OF[men], number(points)) for men, points in rules.worth.items())
    captured = ("captured instead of eliminated", f"{rules.captured_factor}-fold")
    objectives = tuple((hex, rules.names.get(hex, ""), number(points)) for hex, points in rules.objectives.items())
    at_once: tuple[str, ...] = ()
    if sudden is not None:
        at_once = (f"{rules.sides[sudden.side].title} holding {' and '.join(sudden.hexes)} in an Admin Phase from turn "
                   f"{sudden.from_turn} on: {sudden.title}, at once.",)  # fmt: skip
    return ChartDraft(
        name="victory",
        title="Victory points",
        text=f"The score is {scorer}’s points less the other side’s. At the start every hex of these is held by "
        f"{rules.sides[rules.held_at_start_by].title}.",
        tables=(
            Table(title="Hexes held", head=("Hex", "Place", "Points"), rows=objectives),
            Table(title="Enemy bases", head=("For", "Points"), rows=(*worth, captured)),
            Table(
                title="Verdicts",
                head=("Score", "Verdict"),
                rows=tuple((banded(band), level["title"]) for band, level in verdicts(rules)),
                note=" ".join(at_once),
            ),
        ),
        rules=("SKR-ADM-03", "P26"),
        provenance=rules.provenance.strip(),
    )


def verdicts(rules: Scenario) -> tuple[tuple[str, Raw], ...]:
    """Each band of the score as it is printed, with what it comes to."""
    return tuple(rules.printed["victory"]["outcomes"].items())
