"""The charts as they are printed, from the data files: every figure on them is read, none is written here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, cast

from service.data_files import read_file
from service.engine.charting import Draft, Files, Raw, askers, banded, dice, finished, number, sequence_table, yes
from service.engine.rulebook import Chart, Table
from service.games.skirmish.printed.facts import scenario_facts
from service.games.skirmish.printed.options import OPTIONS
from service.games.skirmish.printed.scenario import FOLDER, scenario
from service.games.skirmish.printed.tables import load
from service.games.skirmish.rulebook.elements import ELEMENTS
from service.games.skirmish.rulebook.fighting import FIGHTING
from service.games.skirmish.rulebook.ground import GROUND
from service.games.skirmish.rulebook.men import MEN
from service.games.skirmish.rulebook.wording import OPTIONS as TITLES
from service.games.skirmish.rulebook.wording import WINDOWS
from service.games.skirmish.sequence import OUTLINE

SCENARIO = "moulin-basset"
MOST_LISTED = 6


@lru_cache
def files() -> Mapping[str, Any]:
    """The data files by their names, and that of the scenario."""
    given = read_file(FOLDER / f"{SCENARIO}.yaml").value
    return {**load().printed, "scenario": given}


def charts() -> tuple[Chart, ...]:
    """Every chart, in the order in which the rules come to them."""
    read = cast(Files, files())
    drafts = [outline(), options(read)]
    drafts += [draw(read) for draw in (*MEN, *GROUND, *ELEMENTS, *FIGHTING)]
    return tuple(
        finished(draft, read)
        for draft in (*drafts, windows(read), sides(read), victory(read), dice(read["dice"], ("P27",)))
    )


def outline() -> Draft:
    """The sequence of play, which is the program's own outline."""
    return Draft(
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


def options(files: Files) -> Draft:
    """What a match may be opened with."""
    chosen = files["scenario"]["options"]
    rows = []
    for option, (title, rule) in TITLES.items():
        about, values = OPTIONS[option].about, OPTIONS[option].values
        words = [str(value).replace("_", " ") for value in (*values, chosen.get(option, values[0]))]
        rows.append((title, about, listed(words[:-1]), words[-1], rule))
    return Draft(
        name="options",
        title="What a match may be agreed upon with",
        text="Chosen when the match is opened, and public.",
        tables=(
            Table(
                head=("Option", "It says", "Values", f"Usual at {scenario(SCENARIO).title}", "Rule"), rows=tuple(rows)
            ),
        ),
        rules=("SKR-SEQ-06", "SKR-MRK-05", "P16"),
        files=("options",),
    )


def windows(files: Files) -> Draft:
    rows = tuple((words, number(files["windows"][entry])) for entry, words in WINDOWS.items())
    return Draft(
        name="windows",
        title="Times",
        text="They run whether or not there is anything to decide, so their length tells nothing.",
        tables=(Table(head=("For", "Seconds"), rows=rows),),
        rules=("P16", "SKR-MOV-06"),
        files=("windows",),
    )


def sides(files: Files) -> Draft:
    """What is public of the scenario's sides: neither who is there nor where."""
    given, raw = scenario(SCENARIO), files["scenario"]
    facts = scenario_facts(SCENARIO)
    start = raw["weather"]
    return Draft(
        name="scenario",
        title=given.title,
        text=f"{given.summary} {given.turns} turns on a map of {given.columns} by {given.rows} hexes.",
        tables=(
            Table(
                title="The sides",
                head=("Side", "First", "Headquarters", "Own edge", "Hidden at the start"),
                rows=tuple(
                    (setup.title, yes(setup.first), setup.headquarters, setup.friendly_edge,
                     yes(side in given.concealed_at_start))
                    for side, setup in given.sides.items()
                ),
            ),
            Table(
                title="The weather at the start",
                head=("Precipitation", "Wind", "Towards", "Visibility"),
                rows=((start["precipitation"], start["wind_speed"], number(start["wind_direction"]),
                       number(start["visibility"])),),
                margin=False,
                note="Directions are counted clockwise from 0, the north-east.",
            ),
            Table(title="Places", head=("Hex", "Place"), rows=tuple(facts["names"].items())),
        ),
        rules=("SKR-SEQ-06", "P24"),
        provenance=given.provenance.strip(),
    )  # fmt: skip


MEN_OF = {"multi": "a multi-man base", "single": "a single man", "crew": "a gun", "vehicle": "a vehicle"}


def victory(files: Files) -> Draft:
    given = scenario(SCENARIO)
    scorer, sudden = given.sides[given.scorer].title, given.sudden
    worth = tuple((MEN_OF[men], number(points)) for men, points in given.worth.items())
    captured = ("captured instead of eliminated", f"{given.captured_factor}-fold")
    objectives = tuple((hex, given.names.get(hex, ""), number(points)) for hex, points in given.objectives.items())
    at_once: tuple[str, ...] = ()
    if sudden is not None:
        at_once = (f"{given.sides[sudden.side].title} holding {' and '.join(sudden.hexes)} in an Admin Phase from turn "
                   f"{sudden.from_turn} on: {sudden.title}, at once.",)  # fmt: skip
    return Draft(
        name="victory",
        title="Victory points",
        text=f"The score is {scorer}’s points less the other side’s. At the start every hex of these is held by "
        f"{given.sides[given.held_at_start_by].title}.",
        tables=(
            Table(title="Hexes held", head=("Hex", "Place", "Points"), rows=objectives),
            Table(title="Enemy bases", head=("For", "Points"), rows=(*worth, captured)),
            Table(
                title="Verdicts",
                head=("Score", "Verdict"),
                rows=tuple((banded(band), level["title"]) for band, level in verdicts(files)),
                note=" ".join(at_once),
            ),
        ),
        rules=("SKR-ADM-03", "P26"),
        provenance=given.provenance.strip(),
    )


def verdicts(files: Files) -> tuple[tuple[str, Raw], ...]:
    return tuple(files["scenario"]["victory"]["levels"].items())
