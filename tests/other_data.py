"""A second set of data of `ndc`, made of the shipped one: other figures, a larger map, other sides, names and turns."""

from __future__ import annotations

import re
from collections.abc import Mapping

from service.engine.data import DataSet
from service.engine.game import AnyGame
from service.games.ndc.game import NDC, ndc_of

SIDES = {"Soviet": "Eastland", "US": "Westmark"}
PLACES = {
    "Kaltenbach": "Hochstein",
    "Steinrod": "Altental",
    "Erlenbruck": "Mittelau",
    "Erle": "Ache",
    "Silber": "Trisel",
}
COLUMNS, ROWS = 22, 18
LEVELS = {"hex: 2": 3, "type: 3": 2, "designation: 4": 3, "mode: 4": 2, "losses: 1": 2, "one_unit_though_spread: 4": 3}
"""The levels at which things are told, as they stand in the file, with their other level."""


def shipped() -> Mapping[str, str]:
    """The texts of the shipped set, by path."""
    assert NDC.data is not None
    return NDC.data.files


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """The text with each of these changed, which all have to be there."""
    for old, new in changes:
        assert old in text, f"{old!r} is not there to be changed"
        text = text.replace(old, new)
    return text


def renamed(text: str) -> str:
    """The text with the other names for sides and places."""
    for old, new in {**SIDES, **PLACES}.items():
        text = re.sub(rf"\b{old}\b", new, text)
    return text


def wider(row: re.Match[str]) -> str:
    """A line of terrain with two more hexes in the east."""
    return f"{row[1]}{row[2]}CH{row[3]}"


def changed(path: str, text: str) -> str:
    """A file of the shipped set as this one has it."""
    text = renamed(text)
    match path:
        case "chart_9_7.yaml":
            return replaced(text, ("name: clear, cost: {tracked: 3", "name: open, cost: {tracked: 5"))
        case "profiles.yaml":
            return replaced(text, ("establishment: 4", "establishment: 3"))
        case "reports.yaml":
            return replaced(text, *((f"\n{name}", f"\n{name[:-1]}{level}") for name, level in LEVELS.items()))
        case "movement.yaml":
            return replaced(text, ("leaving_zone_of_control: ", "leaving_zone_of_control: 1"))
        case "sectors.yaml":
            return replaced(text, ("columns: 5", "columns: 6"), ("rows: 4", "rows: 5"))
        case "scenarios/kaltenbach.yaml":
            text = re.sub(r"^(    - )([A-Z]{20})(   # \d\d)$", wider, text, flags=re.MULTILINE)
            more = "".join(f"    - {'C' * COLUMNS}   # {row}\n" for row in range(17, ROWS + 1))
            return replaced(
                text,
                ("  # From hex to hex", f"{more}  # From hex to hex"),
                ("columns: 20", f"columns: {COLUMNS}"),
                ("rows: 16", f"rows: {ROWS}"),
                ("[Morning, Afternoon, Night, Morning, Afternoon, Night]", "[Morning, Afternoon, Night]"),
                ("Six turns, two days.", "Three turns, one day."),
                ("formation: 6", "formation: 4"),
                *((f'"01{row}", "20{row}"', f'"01{row}", "22{row}"') for row in ("04", "08", "13")),
                ('entry: ["2008"]', 'entry: ["2208"]'),
                ('entry: ["2004", "2008", "2013"]', 'entry: ["2204", "2208", "2213"]'),
            )
    return text


def second_set() -> DataSet:
    """The whole of it, its scenario under another name too."""
    files = {path: changed(path, text) for path, text in shipped().items()}
    files["scenarios/hochstein.yaml"] = files.pop("scenarios/kaltenbach.yaml")
    return DataSet.of(files)


HIGHLANDS = ndc_of(second_set(), name="highlands")


def spoiled(game: AnyGame, file: str, old: str, new: str) -> str:
    """A game's shipped data with one text in one file replaced; the id of that set."""
    assert game.data is not None
    files, path = game.data.files, f"{file}.yaml"
    assert old in files[path], f"{old!r} is not in {file}"
    return DataSet.of({**files, path: files[path].replace(old, new, 1)}).id
