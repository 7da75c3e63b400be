"""Charts laid out from data files: how entries, numbers and a sequence of play are printed, and their origin told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from service.engine.figures import plain
from service.engine.outline import Each, Heading, Repeat
from service.engine.rulebook import RULE_ID, Chart, Table
from service.engine.seats import NON_PHASING, PHASING

Raw = Mapping[str, Any]
"""A data file, or a part of it, as it stands."""
Files = Mapping[str, Raw]
"""The data files by their names."""
INDENT = "\N{EM SPACE}"


@dataclass(frozen=True, kw_only=True)
class ChartDraft:
    """A chart before its origin is known: `files` name where its figures stand, or `provenance` tells it."""

    name: str
    title: str
    text: str
    tables: tuple[Table, ...]
    rules: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    provenance: str = ""


def finished(draft: ChartDraft, files: Files) -> Chart:
    """A chart with what its file says of the origin of its figures."""
    provenance = draft.provenance or " ".join(str(files[file]["provenance"]).strip() for file in draft.files[:1])
    return Chart(
        name=draft.name,
        title=draft.title,
        text=draft.text,
        tables=draft.tables,
        rules=draft.rules,
        provenance=provenance,
    )


def sequence_table(outline: Heading, asked: Mapping[str, str]) -> Table:
    """A program's outline as the sequence of play; `asked` says who PHASING and NON_PHASING are.

    Headings that are the same under several are printed once.
    """
    rows = tuple(headings(outline, asked, 0, {}))
    return Table(head=("Heading", "Asked", "Rule"), rows=rows, margin=False, unbroken=True)


def headings(
    above: Heading, asked: Mapping[str, str], depth: int, printed: dict[tuple[int, ...], str]
) -> Iterator[tuple[str, str, str]]:
    """The headings under another, with who is asked there; `printed` are those whose children are on the chart."""
    for heading in above.children:
        again = ", repeated" if isinstance(heading, Repeat) else ", one by one" if isinstance(heading, Each) else ""
        alike = tuple(id(child) for child in heading.children)
        same = printed.get(alike) if len(alike) > 1 else None
        where = "" if same is None else ", as above" if same == heading.title else f", as under {same}"
        says = f"{heading.title}{again}{where}"
        yield INDENT * depth + says, asked.get(str(heading.by), ""), heading.rule or ""
        if same is None:
            printed[alike] = heading.title
            yield from headings(heading, asked, depth + 1, printed)


def askers(phasing: str, other: str) -> Mapping[str, str]:
    """What a game calls the two players of a player turn."""
    return {PHASING: phasing, NON_PHASING: other}


def dice(raw: Raw, rules: tuple[str, ...]) -> ChartDraft:
    """Who learns what of each kind of roll, from a game's `dice.yaml`."""
    asked = ("existence", "die", "modifiers", "result")
    rolls = {key: row for key, row in raw.items() if key != "provenance"}
    return ChartDraft(
        name="dice",
        title="Who learns what of a die",
        text="Before the match is over. Afterwards all of it is laid open.",
        tables=(
            Table(
                head=("Roll", "Rule", "That it fell", "What it showed", "Modifiers", "What came of it"),
                rows=tuple(
                    (
                        kind,
                        found[0] if (found := RULE_ID.search(row["purpose"])) else "",
                        *(row["learn"][e] for e in asked),
                    )
                    for kind, row in rolls.items()
                ),
                note="Of what came of it a side learns only what its reports say.",
            ),
        ),
        rules=rules,
        files=("dice",),
    )


def name(key: object) -> str:
    """An entry's name as words."""
    words = str(key).replace("_", " ")
    return words[:1].upper() + words[1:]


def number(value: int | None, none: str = "") -> str:
    """A number that needs no sign."""
    return none if value is None else str(value)


def yes(value: bool) -> str:
    return "yes" if value else "no"


def banded(band: object) -> str:
    """A margin: a run of numbers with a dash, proper minuses."""
    words = str(band).replace("..", " to ")
    return words.replace("-", "−") if words.startswith("-") or " to " in words else words.replace("-", "–")


def cells(values: Iterable[object]) -> tuple[str, ...]:
    """Cells of a table, levels, results or shifts."""
    return tuple(plain(value) for value in values)


def entries(
    path: str, raw: Raw, words: Mapping[str, str], named: Callable[[object], str] = name, before: str = ""
) -> Iterator[tuple[str, str]]:
    """The single figures of a file, a line each; those within an entry after its name. `words` call them otherwise."""
    for key, value in raw.items():
        place = f"{path}.{key}"
        said = words.get(place) or (f"{before}: {named(key).lower()}" if before else named(key))
        if isinstance(value, Mapping):
            yield from entries(place, value, words, named, said)
        else:
            yield said, ", ".join(map(str, value)) if isinstance(value, list) else plain(value)
