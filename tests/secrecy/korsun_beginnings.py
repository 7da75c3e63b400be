"""Positions of Korsun from which the worlds begin."""

from __future__ import annotations

import pickle
from functools import lru_cache

from service.engine.hexes import Hex
from service.games.korsun.printed.scenario import AGREED
from service.games.korsun.printed.units import Barrage
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.truth.state import State
from tests.games.korsun.table import Table, position

UNITS = (
    "R105 at 1310", "SSG at 1310", "PI72 at 1408", "79PG at 1413", "11PZ at 1513", "ART172 at 1308 low", "AL2 at 1311",
    "13PZ at 1015", "WERF54 at 1016", "R546 at 1208 oos1 disorganized", "SSPZ at 1107", "17PZ", "1241 at 1612",
    "204 at 1712", "8GTB at 1410", "53MB at 1411", "ENG27 at 1712", "ART52 at 1709", "AB1 at 1911", "AB2 at 1911",
    "AB3 at 1911 low", "1245 at 1511 regroup", "20GTB at 0912", "206 at 1906 oos1", "RKT308 at 1611 out",
    "marker XI at 1308 sp 3", "marker XXXXVII at 1616 sp 4", "marker 4GA at 1712 sp 3", "marker 5GTA at 1813 sp 2",
)  # fmt: skip


ENGINEERS = {
    "PI72 at 1408": ("PI72 at 1310", "PI16 at 1207"), "ENG27 at 1712": ("ENG27 at 1410", "ENG25 at 1810"),
}  # fmt: skip
"""Where engineers stand in a position of that name: some in a hex that is attacked, some not seen."""


def contact_table(heading: str, *, engineers: bool = False, **settings: object) -> Table:
    """Both sides in contact west of the Gniloi Tikich: some identified, some seen from afar, some not seen."""
    moved = ENGINEERS if engineers else {}
    units = (thing for unit in UNITS for thing in moved.get(unit, (unit,)))
    return position(*units, heading=heading, turn=12, scenario="korsun-full", dice=(3, 4) * 60, **settings)  # type: ignore[arg-type]


ATTACKS = {
    "E combat declared": ("so", DeclareAttack(hex="1310", units=("8GTB",), planned=True)),
    "F combat declared": ("ge", DeclareAttack(hex="1410", units=("R105",), planned=True)),
    "E combat engineers": ("so", DeclareAttack(hex="1310", units=("8GTB",), planned=True)),
    "F combat engineers": ("ge", DeclareAttack(hex="1410", units=("R105", "SSG"), planned=True)),
    "E combat asked": ("so", DeclareAttack(hex="1310", units=("8GTB",))),
    "F combat thrown": ("ge", DeclareAttack(hex="1410", units=("R105", "SSG"))),
    "F combat retreat": ("ge", DeclareAttack(hex="1410", units=("R105", "SSG"))),
}
REACHED = {
    "E combat engineers": (3, "defender-artillery"), "F combat engineers": (3, "defender-artillery"),
    "F combat thrown": (4, "the-attacker-s-losses"), "F combat retreat": (6, "the-retreat"),
}  # fmt: skip
"""With what die, and at which question the position stands."""


COMING_BACK = tuple(
    {"AB1 at 1911": "AB1 holding", "AB2 at 1911": "AB2 holding", "AB3 at 1911 low": "AB3 holding"}.get(unit, unit)
    for unit in UNITS
)
"""The same, after the artillery division has fired from a hex in which two regiments have come to stand since."""


@lru_cache(maxsize=16)
def in_contact(heading: str) -> bytes:
    """The position at a heading; in a combat phase with an attack that is declared, and planned or asked about."""
    if heading == "E barrages":
        table = position(
            *COMING_BACK, "1243 at 1911", "208 at 1911", heading=heading, turn=12, scenario="korsun-full",
            soviet={"barrages": {"BAR": Barrage(hex=Hex("1911"))}},
        )  # fmt: skip
        assert table.waiting == ["Soviet"] and table.options("so", "bring-back")
    elif heading not in ATTACKS:
        table = contact_table(heading)
    else:
        die, question = REACHED.get(heading, (0, ""))
        phase, kind = heading.rsplit(" ", 1)
        table = contact_table(
            phase, engineers=kind == "engineers", by_purpose={"KOR-CBT-32": [die] * 9},
            options=() if kind in ("declared", "engineers") else AGREED,
        )  # fmt: skip
        side, attack = ATTACKS[heading]
        table.order(side, attack)
        if question:
            table.done_until(question)
    table.truth.units["17PZ"].box = "coming"
    return pickle.dumps(table.truth)


def stood(heading: str) -> State:
    """The same, made anew."""
    state: State = pickle.loads(in_contact(heading))
    return state
