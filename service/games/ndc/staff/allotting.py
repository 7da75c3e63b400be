"""What one has to know to divide one's points in an Intelligence Phase."""

from __future__ import annotations

from service.engine.sentences import counted, listed
from service.games.ndc.known.view import View
from service.games.ndc.printed.tables import Tables


def allotting(view: View, tables: Tables) -> str:
    """How many points there are, what they give by table 5.1, and what those are good for that are kept."""
    mine = view.points
    rises = {tables.intelligence_level(points): points for points in range(12, 0, -1)}
    levels = ", ".join(f"{points} for level {level}" for level, points in sorted(rises.items()) if level)
    twice = " Each counts twice here." if view.double_intelligence == view.seat else ""
    meant = "; a CSP is a point of fire" if any("CSP" in limit for limit in view.air_limits) else ""
    weather = f" In this weather air points {listed(view.air_limits)}{meant}." if view.air_limits else ""
    air = "" if view.air_limits else " Air points that you keep can bomb."
    jams = counted(tables.ew.points_per_attack, "point")
    return (
        f"You have {mine.air} air and {mine.ew_points} signal points.{weather}{twice} A point for coverage searches "
        f"{tables.sectors_covered(1)} sectors of the map. The others decide how well you search: {levels}; at level 0 "
        f"nothing is found.{air} Signal points that you keep can jam in combat, {jams} an attack."
    )
