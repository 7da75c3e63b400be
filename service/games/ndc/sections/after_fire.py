"""What fire leaves its side: CSPs for more of it in the phase, and headquarters that may run low on ammunition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from service.engine.bills import Bill, Term
from service.engine.hexes import Hex
from service.engine.odds import Odds
from service.engine.sentences import Sentence, counted, own, rule, say
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.points import Use, believed, spent
from service.games.ndc.sections.declare import CounterBattery, Interdict
from service.games.ndc.staff.rosters import short

AMMUNITION = "NDC-HSK-01"


def odds_of_fire(picture: Picture, order: CounterBattery | Interdict) -> Odds:
    """What a counter-battery fire or an interdiction leaves; what it does nobody can say beforehand."""
    left = csps_left(picture, order.target, order.csps, "counter", order.hqs)
    at_risk = (
        Term(name=said, value=None, rule=AMMUNITION, why="decided in Housekeeping")
        for said in low_on_ammunition(picture, order.target, order.csps, "counter", order.hqs)
    )
    return Odds(figure="CSPs left for more such fire", value=left, bill=Bill(tuple(at_risk)))


def what_it_leaves(
    picture: Picture, hex: Hex, csps: int, use: Use, named: tuple[str, ...] = (), *, counts: bool = True
) -> Iterator[Sentence]:
    """How many CSPs so much fire on a hex leaves, where that `counts`, and who may run low on ammunition by it."""
    if csps and counts:
        left, has = csps_left(picture, hex, csps, use, named), believed(picture).in_hand(use)
        yield say(f"Leaves {left} of your {counted(has, 'CSP')} for this phase.")
    for said in low_on_ammunition(picture, hex, csps, use, named):
        yield say(said, " (", rule(AMMUNITION), ").")


def csps_left(picture: Picture, hex: Hex, csps: int, use: Use, named: tuple[str, ...]) -> int:
    points = believed(picture)
    drawn = points.draw(hex, csps, use, named)
    return replace(points, account=spent(points.account, points.tables, drawn, use)).in_hand(use)


def low_on_ammunition(picture: Picture, hex: Hex, csps: int, use: Use, named: tuple[str, ...]) -> Iterator[Sentence]:
    """Of each headquarters whose guns fire, how likely that makes them low on ammunition (NDC-HSK-01)."""
    tables = picture.tables
    for source, drawn in believed(picture).draw(hex, csps, use, named).items():
        hq = picture.own.get(source)
        if hq is None:
            continue
        low_on = tables.ammo_low_on(picture.account.fired.get(source, 0) + drawn, hq.points("arty"))
        if low_on:
            yield say(
                own(hq.id, short(hq.designation)),
                f" may run low on ammunition in Housekeeping, on a {tables.die('ammo_11_8')} of {low_on} or less: its "
                "guns then have fewer CSPs until the next one",
            )
