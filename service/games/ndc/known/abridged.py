"""How positions and pictures are stored: without what follows from the rest of them, or from the key it stands under.

What was stored before any of it was left out has all of it, and is read as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from service.games.ndc.printed.designations import Designation

Plain = dict[str, Any]

UNIT: Mapping[str, Any] = {"amphibious": False, "leadership": 0, "rating": 0}
CONTACT: Mapping[str, Any] = {"hexes": [], "known": False}
"""What most units, or contacts, have of a field without a default."""
LINES: Mapping[str, tuple[str, ...]] = {
    "lines": tuple(f"NDC-ATM-{number:02}" for number in range(1, 14)),
    "resolver_lines": tuple(f"NDC-DFM-{number:02}" for number in range(1, 17)),
}
"""The rules of a combat's bills in their order: of a bill with all of them the values are stored alone."""


def abridge(plain: Plain) -> None:
    """Leave out of a position or a picture what `complete` puts back."""
    for id, unit in units_of(plain):
        leave_out(unit, {"id": id, **UNIT})
        abridge_detachment(id, unit)
    for handle, contact in plain.get("contacts", {}).items():
        leave_out(contact, {"handle": handle, **CONTACT})
    for bill, name in bills_of(plain):
        if tuple(bill[name]) == LINES[name]:
            bill[name] = list(bill[name].values())


def complete(plain: Plain) -> None:
    """Put back into a position or a picture what `abridge` has left out."""
    for id, unit in units_of(plain):
        put_back(unit, {"id": id, **UNIT})
        complete_detachment(id, unit)
    for handle, contact in plain.get("contacts", {}).items():
        put_back(contact, {"handle": handle, **CONTACT})
    for bill, name in bills_of(plain):
        if isinstance(bill[name], list):
            bill[name] = dict(zip(LINES[name], bill[name], strict=True))


# ---- detachments


def abridge_detachment(id: str, unit: Plain) -> None:
    """Leave out of a detachment of which battalion it is, which its id says, and that it is one."""
    battalion, _, part = id.rpartition("/")
    if not battalion:
        return
    called = unit["designation"].rpartition(", ")[0]
    told = {"detached_from": battalion, "halved": True, "designation": part_of(called, part)}
    if all(unit.get(name) == value for name, value in told.items()):
        leave_out(unit, told)
        unit["designation"] = called
    else:
        unit.setdefault("detached_from", None)


def complete_detachment(id: str, unit: Plain) -> None:
    """Say again of a detachment what its id says."""
    battalion, _, part = id.rpartition("/")
    if battalion and "detached_from" not in unit:
        unit.update(detached_from=battalion, halved=True, designation=part_of(unit["designation"], part))


def part_of(called: str, part: str) -> str:
    """What a detachment of a battalion that is called so is called."""
    return replace(Designation.read(called), detachment=part).written


# ---- small helpers


def units_of(plain: Plain) -> Iterator[tuple[str, Plain]]:
    """The units of a position, or a picture's own ones, by their ids."""
    yield from (plain.get("units") or plain.get("own") or {}).items()


def bills_of(plain: Plain) -> Iterator[tuple[Plain, str]]:
    """What has a bill of a combat in it, and under which name: combats, and reports of them that wait to be sent."""
    told = (report for post in plain.get("post", {}).values() for report in post if report["kind"] == "attack-totalled")
    yield from ((one, name) for one in (*plain.get("combats", ()), *told) for name in LINES if name in one)


def leave_out(plain: Plain, told: Mapping[str, Any]) -> None:
    for name, value in told.items():
        if name in plain and plain[name] == value:
            del plain[name]


def put_back(plain: Plain, told: Mapping[str, Any]) -> None:
    for name, value in told.items():
        plain.setdefault(name, list(value) if isinstance(value, list) else value)
