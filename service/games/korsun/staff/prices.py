"""What orders cost in supply points, as their forms say it before one is given."""

from __future__ import annotations

from service.engine.sentences import counted, listed
from service.games.korsun.printed.tables import Tables


def price(tables: Tables, kind: str) -> str:
    """What an order of this type takes from the marker that pays for it, in a sentence; "" for one that costs none."""
    engineering, options = tables.engineering, tables.options
    if kind == "build-bridge":
        each = [f"{counted(points, 'supply point')} for a bridge {type}"
                for type, points in engineering.construct.items()]  # fmt: skip
        return f"It costs {listed(each)}."
    points = {
        "repair-bridge": engineering.repair, "lay-mines": engineering.minefield,
        "improve-position": engineering.improved_position["points"], "build-airfield": options.airfield["points"],
        "build-depot": options.depot["points"], "create-barrage": tables.barrage.points,
    }.get(kind, 0)  # fmt: skip
    return f"It costs {counted(points, 'supply point')}." if points else ""
