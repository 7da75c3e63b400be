"""Positions of 1776 from which the worlds begin."""

from __future__ import annotations

import pickle
from functools import lru_cache

from service.engine.orders import Done
from service.engine.places import Place
from service.games.campaign1776.sections.battles import Attack
from service.games.campaign1776.sections.berths import EmbarkAmong
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.sailing import Sail
from service.games.campaign1776.sections.sea_combat import AttackAtSea
from service.games.campaign1776.truth.state import State
from tests.games.campaign1776.table import Table, position

UNITS = (
    "6 BR at OO32", "1 BA at OO32", "2 BS at OO32", "5 BR at PP32", "1 BS at PP32", "3 CA at PP32", "1 AA at PP32",
    "1 AS at PP32", "dug PP32 am", "fort QQ33 am", "1 CA inside QQ33", "1 AA inside QQ33", "1 CA at QQ33",
    "1 RM at QQ33",
    "2 RM at OO31", "4 CA at PP30", "1 AS at PP30", "1 RM at QQ31", "1 AM at OO30", "1 RM at OO30", "1 RM at SS35",
    "TR br in NN35/OO35", "2 BR aboard TR1", "BF br in NN36",
)  # fmt: skip
IN_THE_INDIES = (
    "3 BR at III46", "2 BR at HHH46", "2 CA at HHH46", "4 CA at GGG44", "1 AS at GGG44", "1 BR at XXX42",
    "BF br in south box", "BF br in port Boston", "TR br in port Boston", "3 BR aboard TR1", "BF am in West Indies",
    "2 FR aboard BF3", "3 FR at West Indies", "2 BR at West Indies", "BF am in PP43", "4 FR aboard BF4",
    "BF am away variable", "3 FR aboard BF5", "BF br away variable",
)  # fmt: skip
AFTER_THE_QUARTER = (
    "1 BR at III46", "fort III46 br", "6 BR at III45", "2 TM at III45", "TR br in port Boston", "2 BR aboard TR1",
    "2 CA at HHH46", "9 RM at GGG44", "4 CA at FFF45", "3 RM at DDD37", "1 AS at FFF45", "1 CA at OOO36",
    "1 BR at Halifax",
)  # fmt: skip
BESIDE_FLEETS = (
    "TR am in VV37/WW38", "5 FR aboard TR1", "BF br in VV37/WW38", "BF br in VV37/WW38",
    "1 BR aboard BF1", "TR br in VV37/WW38", "1 BR at WW38", "1 CA at CCC31", "2 CA at XX38",
)  # fmt: skip
WITH_PASSENGERS = (
    "BF am in VV37/WW38", "BF am in VV37/WW38", "2 FR aboard BF1", "1 FR aboard BF2", "BF br in VV37/WW38",
    "BF br in VV37/WW38", "TR br in VV37/WW38", "TR br in VV37/WW38", "3 BR aboard TR1", "2 TM aboard TR2",
    "1 BR at XXX42", "1 CA at CCC31", "2 CA at XX38",
)  # fmt: skip
LEFT_OPEN = (
    "12 BR at WW38", "2 BS at WW38", "TR br in port New York", "TR br in port New York", "BF am in VV37/VV38",
    "BF am in VV37/VV38", "1 FR aboard BF1", "1 CA at CCC31", "1 BR at XXX42",
)  # fmt: skip
BY_THE_LAKE = (
    "bateau am in OOO36/OOO37", "1 AS aboard bateau1", "bateau br in OOO37/OOO38", "3 BS at OOO37", "1 BM at OOO37",
    "2 BR at OOO37", "1 BR at NNN37", "2 CA at LLL37", "1 AS at LLL37", "1 CA at CCC31", "1 BR at XXX42",
)  # fmt: skip
HEADINGS = (
    "British sea", "British works", "British berths", "American berths", "British berths-asked",
    "American recruits", "British recruits", "British indies", "American indies",
    "British movement", "American movement", "British attacks", "American answers", "British going-on",
    "American attacks", "American forced-march",
)  # fmt: skip


def contact_table(heading: str, visibility: str = "inverted") -> Table:
    """Both sides in contact before Philadelphia: some share a hex, some stand next to each other, some are not seen."""
    side, name = heading.split()
    if name == "indies":
        war = {"allied": 13, "entry": True, "entered": tuple("ABCDEF")}
        at = "British" if side == "British" else "American"
        return position(*IN_THE_INDIES, heading=f"{at} movement", turn=20, scenario="northern-war-1777",
                        visibility=visibility, campaign=war)  # fmt: skip
    if name == "recruits":
        table = position(
            *AFTER_THE_QUARTER, heading="winter", turn=12, scenario="northern-war-1777", visibility=visibility
        )
        return table.done("am") if side == "British" else table
    if name == "sea":
        table = position(*BESIDE_FLEETS, scenario="northern-war-1777", turn=5, visibility=visibility)
        table.dice.faces += [6, 6, 6]
        return table.done("br").done_until("br", "naval-combat")
    if name == "berths" and side == "British":
        table = position(*WITH_PASSENGERS, scenario="northern-war-1777", turn=5, visibility=visibility)
        table.dice.faces += [6, 6, 6]
        return table.done("br").done_until("br", "naval-combat")
    if name.startswith("berths"):
        return left_open(side)
    if name == "works":
        return position(
            *BY_THE_LAKE, heading="British works", scenario="northern-war-1777", turn=5, visibility=visibility
        )
    begins = "American" if heading in ("American movement", "American attacks", "American forced-march") else "British"
    table = position(*UNITS, heading=f"{begins} movement", turn=2, visibility=visibility)
    table.dice.faces += [3, 4] * 30
    if name in ("answers", "going-on"):
        table.done("br").order("br", Attack(hex=Place("PP32"), card="EC"), Done())
    if name == "going-on":
        table.order("am", MeetAttack(hex=Place("PP32"), card="EC"), Done())
    if name in ("attacks", "forced-march"):
        table.order("br" if side == "British" else "am", Done())
        if name == "attacks":
            table.order("br" if side == "British" else "am", Done())
    assert name in table.address or name == "movement", table.address
    return table


def left_open(side: str) -> Table:
    """Both sides see everything: the American attacks transports, or has sunk one and is asked who was aboard."""
    table = position(*LEFT_OPEN, scenario="northern-war-1777", turn=5, visibility="open")
    ships, out = ("TR1", "TR2"), (Place("VV37/WW38"),)
    table.order("br", EmbarkAmong(units=("BR1", "BS1"), ships=ships), Sail(ships=ships, path=out))
    table.dice.faces += [6, 6, 6, 6]
    table.done_until("am", "regular-movement").order("am", Sail(ships=("BF1", "BF2"), path=out))
    table.done_until("am", "naval-combat")
    return table.order("am", AttackAtSea(ships=("BF1", "BF2"))) if side == "American" else table


@lru_cache(maxsize=16)
def in_contact(heading: str) -> bytes:
    return pickle.dumps(contact_table(heading).truth)


def stood(heading: str) -> State:
    """The position at a heading, made anew."""
    state: State = pickle.loads(in_contact(heading))
    return state
