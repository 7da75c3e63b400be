"""The scripts of the examples: who orders what at each heading, and why. `example.py` plays them, and adds the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from service.engine.places import Place
from service.engine.scripted import Scripted
from service.games.campaign1776.sections.battles import Attack, FightOn
from service.games.campaign1776.sections.defending import MeetAttack
from service.games.campaign1776.sections.eliminating import Eliminate
from service.games.campaign1776.sections.forced import ForceMarch
from service.games.campaign1776.sections.landing import Debark
from service.games.campaign1776.sections.marching import Detach, MarchTo

TITLE = "Three examples, played"
TEXT = """\
A battle before Philadelphia, a forced march that fails, and a landing at Newport. Each was played by the same umpire as
your matches, from a position of its own; the dice fell as it is said here. Both sides stand beside each other, with
what each was told in its own words, and below them what was true. No player ever sees such a page before the match is
over. The remarks are ours."""

BRITISH, AMERICAN = "British", "American"
WILMINGTON, NEWPORT, INLAND = Place("PP32"), Place("EEE46"), Place("FFF46")


@dataclass(frozen=True)
class Units:
    """Some units of an example, where they stand; `fleet`: aboard a transport fleet that lies there."""

    number: int
    kind: str
    at: str
    fleet: bool = False


@dataclass(frozen=True, kw_only=True)
class Part:
    """An example: a scenario as it stands, or with these units alone, and what is ordered in it."""

    scenario: str
    steps: tuple[Scripted, ...]
    units: tuple[Units, ...] = ()
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


BATTLE = Part(
    scenario="brandywine-1777",
    faces={"C76-PBM-17 combat in PP32": (4, 2)},
    steps=(
        Scripted(
            seat=BRITISH,
            at="regular-movement",
            after=("start-of-phase",),
            title="The army goes forward",
            text="Twelve regulars with a gun and supply stand at the Head of Elk, one hex from Wilmington, where the "
            "Americans have dug in.",
            orders=(MarchTo(units=("BR1", "BA1", "BS1"), path=(WILMINGTON,)),),
            why="A clear hex costs one point. Whoever comes upon enemy troops outside a fort stops there; so nobody "
            "goes farther than Wilmington in any case.",
            rules=("P5", "P10"),
            draws={"P5": BRITISH},
            comment="The gun and one supply unit come along: guns count only for a side that is supplied.",
        ),
        Scripted(
            seat=BRITISH,
            at="attacks",
            after=("forced-march",),
            title="An attack, with a sealed card",
            text="The two sides share a hex, so the British may attack in it. Nobody has to.",
            orders=(Attack(hex=WILMINGTON, card="EC"),),
            why="Echelon does well against a flank that is refused, and a defender behind works has something to "
            "refuse.",
            rules=("C76-PBM-17", "C76-PBM-18"),
            comment="The letter says that Wilmington is attacked, and what was seen of the army. Of the "
            "card it says nothing.",
        ),
        Scripted(
            seat=AMERICAN,
            at="answers",
            title="Four to one",
            text="The defender plays a card, and both are shown. Twelve against three, both supplied, is the column "
            "4:1. Each has a gun, so the guns help neither. The cards are +1, the entrenchment is -1: a net of 0.",
            orders=(MeetAttack(hex=WILMINGTON, card="RL"),),
            why="Three Continentals cannot win this; they can only make it dear.",
            rules=("P11", "C76-PBM-18", "C76-ENT-06"),
            draws={"P11": AMERICAN},
            comment="The die is a 4, and the table has -/H there: half of the three are left, rounded down, and no "
            "British regular is lost.",
        ),
        Scripted(
            seat=BRITISH,
            at="going-on",
            title="And again",
            text="The attacker may go on. Twelve against one is beyond the last column, 8:1.",
            orders=(FightOn(hex=WILMINGTON, card="EC", supply="use"),),
            why="There every die destroys the defender, whatever the cards say, unless they end the battle.",
            rules=("C76-PBM-23", "C76-PBM-19"),
        ),
        Scripted(
            seat=AMERICAN,
            at="defense",
            title="Wilmington falls",
            text="The last Continental plays a card.",
            orders=(MeetAttack(hex=WILMINGTON, card="EC"),),
            rules=("C76-PBM-30", "C76-MSC-03", "C76-MSC-04"),
            draws={"C76-MSC-04": BRITISH},
            comment="Each side has used supply in two rounds, and loses a unit of it. The American gun is taken as the "
            "segment closes, and the entrenchment goes with the last who stood behind it. Wilmington is worth a "
            "point.",
        ),
    ),
)

MARCH = Part(
    scenario="highlands-1777",
    units=(Units(12, "BR", "GGG43"), Units(1, "RM", "GGG44"), Units(1, "CA", "DDD37")),
    faces={"C76-FM-04 forced march of the British side from GGG43 to GGG45": (3,)},
    steps=(
        Scripted(
            seat=BRITISH,
            at="forced-march",
            after=("start-of-phase", "regular-movement"),
            title="A forced march that gains too little",
            text="Twelve regulars want to be two hexes farther, and a single militiaman stands in the nearer one. Two "
            "clear hexes are two points, and going on after an elimination is two more: four are sought.",
            orders=(ForceMarch(units=("BR1",), path=(Place("GGG44"), Place("GGG45"))),),
            why="Without supply the twelve are six against a half: enough to sweep him away, if they stay together.",
            rules=("C76-FM-04", "C76-AV-09", "C76-AV-12"),
            draws={"C76-AV-12": BRITISH},
            comment="The die is a 3: half of them fall out, and three points are gained. One brings six men to the "
            "militia, which is eliminated. Two points are left, which is what going on costs, and none for the "
            "farther hex. A march that cannot spend what it has gained is lost.",
        ),
    ),
)

LANDING = Part(
    scenario="highlands-1777",
    units=(Units(15, "BR", "DDD45/EEE46", fleet=True), Units(1, "RM", "EEE46"), Units(1, "CA", "DDD37")),
    steps=(
        Scripted(
            seat=BRITISH,
            at="regular-movement",
            title="Six who sweep the port, and nine who go on",
            text="A transport fleet lies before Newport with fifteen regulars, and a militiaman holds the town.",
            first=(
                Detach(unit="BR1", number=6),
                Debark(units=("BR2",), ship="TR1", hex=NEWPORT, by_port=True),
                Eliminate(units=("BR2",)),
            ),
            orders=(
                Debark(units=("BR1",), ship="TR1", hex=NEWPORT),
                MarchTo(units=("BR1",), path=(INLAND,)),
            ),
            why="The first stack lands among enemies, which costs the fleet ten points in port. Six without supply "
            "against one are six to one. Then the port is free, and the second stack costs five.",
            rules=("C76-NTR-18", "C76-NTR-11", "C76-AV-04"),
            draws={"C76-NTR-18": BRITISH},
            comment="Fifteen points in all. Those who landed among enemies go no further; the nine after them do.",
        ),
    ),
)

PARTS = (BATTLE, MARCH, LANDING)
