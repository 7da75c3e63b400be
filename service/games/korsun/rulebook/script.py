"""The scripts of the examples: who orders what at each heading, and why. `example.py` plays them, and adds the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from service.engine.hexes import Hex, hexes_named
from service.engine.places import Place
from service.engine.scripted import Scripted
from service.games.korsun.printed.reading import GERMAN, SOVIET, Visibility
from service.games.korsun.printed.units import Command, UnitId
from service.games.korsun.sections.attacks import DeclareAttack
from service.games.korsun.sections.barrage import CreateBarrage, FireBarrage
from service.games.korsun.sections.markers import PlaceMarker
from service.games.korsun.sections.movement import Move
from service.games.korsun.sections.supply import ExtendSupply
from service.games.korsun.sections.support import FireArtillery, PaySupply

TITLE = "Five examples, played"
TEXT = """\
A way through the fog, a road that is barred and one that is open, an attack with its support and shifts, and a barrage
with an air mission. Each was played by the same umpire as your matches, from a position of its own on the map of *Two
Pincers*; the dice fell as it is said here. Both sides stand beside each other, with what each was told in its own
words, and below them what was true. No player ever sees such a page before the match is over. The remarks are ours."""


@dataclass(frozen=True, kw_only=True)
class Part:
    """An example: units and markers, with their points, where they stand, and what is ordered.

    `stage` is the letter of the stage of the game-turn in which it is played; `missions` are those of Soviet Fronts.
    """

    stage: str
    units: Mapping[UnitId, Hex]
    steps: tuple[Scripted, ...]
    markers: Mapping[Command, tuple[Hex, int]] = field(default_factory=dict)
    visibility: Visibility = "clear"
    missions: Mapping[str, int] = field(default_factory=dict)
    faces: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    scenario: str = "korsun-intro"


def at(**units: str) -> dict[str, Hex]:
    """Units, which go by their ids without the leading "u", and their hexes."""
    return {id.removeprefix("u"): Hex(hex) for id, hex in units.items()}


BEFORE_MOVING = ("d-front-boundary-adjustment-segment", "a-reserve-declaration-segment")

FOG = Part(
    stage="E",
    visibility="storm",
    units=at(u20GTB="0408", u42="0510", DG332="0711"),
    markers={"6TA": (Hex("0409"), 3)},
    steps=(
        Scripted(
            seat=SOVIET,
            at="b-movement-segment",
            after=BEFORE_MOVING,
            title="A brigade drives on in a snowstorm",
            text="In a storm nobody sees farther than the next hex. The tanks of 20GTB are to go down the road to "
            "Lysa, and past it; nothing is known of an enemy.",
            orders=(Move(units=("20GTB",), path=hexes_named("0409", "0510", "0610", "0611", "0612")),),
            why="By what the map shows the way is free: seven points, of which the road saves some, and the brigade "
            "has them.",
            rules=("KOR-SMV-03", "KOR-SMV-05"),
            draws={"KOR-SMV-05": SOVIET},
            comment="The order was accepted, for it was lawful by what its owner knew. In 0610 the tanks came into "
            "the zone of control of a German regiment, and had to stop there. Now it is identified, since who "
            "stands beside it sees it. The German side, for its part, is told when the segment is closed, and then "
            "of all of it at once.",
        ),
        Scripted(
            seat=SOVIET,
            at="a-combat-declaration-segment",
            title="What was seen is known, and what was not is not",
            text="The next heading is the declaration of attacks. The Soviet side has none to declare.",
            refused=(DeclareAttack(hex=Hex("0811"), units=("20GTB",)),),
            rules=("KOR-CBT-02",),
            comment="Only a hex beside one's own units, in which an enemy is known to stand, can be attacked. The "
            "refusal says nothing of who may be in Lysa.",
        ),
    ),
)

SUPPLY = Part(
    stage="C",
    units=at(DG112="0705", PI188="0702", DG255="0601", u20GTB="0813", u22GTB="1115", u42="0110"),
    markers={"XXXXII": (Hex("0818"), 0)},
    steps=(
        Scripted(
            seat=GERMAN,
            at="1-supply-marker-phase",
            title="A marker is sent along a road that is barred",
            text="The marker of XXXXII is to go to Steblivka, thirteen road hexes from its source in 0818.",
            orders=(PlaceMarker(command="XXXXII", hex=Place("0907")),),
            why="From there it would serve all of the Korps.",
            rules=("KOR-SUP-04", "KOR-SUP-05"),
            draws={"KOR-SUP-05": GERMAN},
            comment="Two Soviet tank brigades, which nobody on the German side has seen, have zones of control over "
            "the road. So the marker stands on the last open hex, and nobody is within its range. Its owner is told "
            "where it stands, and not who barred the way.",
        ),
    ),
)

ROAD = Part(
    stage="C",
    units=at(DG112="0705", PI188="0702", DG255="0601", u42="0110"),
    markers={"XXXXII": (Hex("0818"), 0)},
    steps=(
        Scripted(
            seat=GERMAN,
            at="1-supply-marker-phase",
            title="The same road, open",
            text="Without those brigades the marker gets to Steblivka.",
            orders=(PlaceMarker(command="XXXXII", hex=Place("0907")),),
            rules=("KOR-SUP-06", "KOR-SUP-07", "KOR-SUP-11"),
            draws={"KOR-SUP-11": GERMAN},
            comment="Thirteen road hexes are three increments of six: it takes in the six points that are printed "
            "on it, less two. Units within six hexes of it are in supply. DG255, in 0601, is not.",
        ),
        Scripted(
            seat=GERMAN,
            at="4-extended-supply-of-oos-units-phase",
            title="A point more for one hex",
            text="Up to twice as far a point puts the units of one hex in supply.",
            orders=(ExtendSupply(command="XXXXII", hex=Place("0601")),),
            why="A regiment that is out of supply a second time has no zone of control.",
            rules=("KOR-SUP-15", "KOR-SUP-16"),
            comment="It is in supply for its movement and its zone; for combat, artillery and engineering it is not "
            "(KOR-SUP-17 to 19).",
        ),
    ),
)

COMBAT = Part(
    stage="E",
    units=at(
        u42="0610", u21="0610", u22GTB="0610", u86="0611", u20GTB="0611", ART480="0509", DG332="0711", ART188="0907"
    ),
    markers={"27A": (Hex("0505"), 4), "6TA": (Hex("0409"), 3), "XXXXII": (Hex("0907"), 4)},
    faces={"KOR-CBT-32 combat at 0711": (4,)},
    steps=(
        Scripted(
            seat=SOVIET,
            at="a-combat-declaration-segment",
            after=("d-front-boundary-adjustment-segment", "b-movement-segment"),
            title="Five units against one regiment",
            text="Two rifle regiments of one division and a third one, with two tank brigades, stand beside DG332.",
            orders=(
                DeclareAttack(
                    hex=Hex("0711"), units=("42", "21", "22GTB", "86", "20GTB"), planned=True, artillery=("ART480",)
                ),
            ),
            why="With a plan nobody is asked anything more about this attack: supply is paid for both armies, and "
            "the artillery fires.",
            rules=("KOR-CBT-02", "KOR-CBT-08"),
            comment="Both sides are told of the attack, and of no plan.",
        ),
        Scripted(
            seat=GERMAN,
            at="the-defender-s-supported-commands",
            after=("b-german-armor-reaction-segment",),
            title="The defender pays as well",
            text="Supply comes first, the attacker's before the defender's.",
            orders=(PaySupply(commands=("XXXXII",)),),
            why="Unsupported, the regiment would count three quarters.",
            rules=("KOR-CBT-09", "KOR-CBT-16"),
            comment="That supply was paid for is told; how many points are left on a marker is not.",
        ),
        Scripted(
            seat=GERMAN,
            at="defender-artillery",
            after=("combat-air-support-of-the-defender",),
            title="Guns against guns, and the result",
            text="There are no missions to fly. The attacker's artillery has fired, and the defender's answers.",
            orders=(FireArtillery(units=("ART188",)),),
            why="Net points of artillery shift the column, and as many on either side shift none.",
            rules=("KOR-CBT-12", "KOR-CBT-15", "KOR-CBT-21", "KOR-CBT-24", "KOR-CBT-25", "KOR-CBT-26", "KOR-CBT-32"),
            draws={"KOR-CBT-32": SOVIET},
            comment="26 against 6 is 4:1. Three regiments of one division, armor with infantry, and armor "
            "superiority are a column each: 7:1. A 4 there is two steps, disorder and a retreat of two hexes, with "
            "a breakthrough. Nobody was asked about engineers or No Retreat: there are none, and the ground is "
            "clear.",
        ),
    ),
)

BARRAGE = Part(
    stage="E",
    units=at(AB1="2111", AB2="2111", AB3="2111", R544="1811", u204="1911", u206="1911"),
    markers={"4GA": (Hex("2112"), 3), "XI": (Hex("1810"), 3)},
    missions={"2UF": 1},
    faces={"KOR-SEV-07 barrage at 1811": (4,), "KOR-CBT-32 combat at 1811": (3,)},
    steps=(
        Scripted(
            seat=SOVIET,
            at="b-barrage-unit-creation-segment",
            title="Three regiments become a barrage unit",
            text="The artillery of a division stands together, in supply, with full ammunition.",
            orders=(CreateBarrage(barrage="BAR", hex=Place("2111")),),
            why="It costs two points of their marker, and one is left for the attack.",
            rules=("KOR-SEV-06",),
            comment="The regiments go to the holding box. The enemy is told nothing.",
        ),
        Scripted(
            seat=SOVIET,
            at="c-artillery-barrage-segment",
            title="It fires",
            text="At a hex in which an enemy is known to stand, within its range.",
            orders=(FireBarrage(barrage="BAR", hex=Place("1811")),),
            rules=("KOR-SEV-07", "KOR-SEV-08"),
            draws={"KOR-SEV-08": SOVIET},
            comment="A 4 is level 2. Zones of control out of that hex are of influence only, and support does not "
            "reach it, until the Soviet combat phase is over. The German side sees the marker, for a unit of its "
            "own stands there.",
        ),
        Scripted(
            seat=SOVIET,
            at="a-combat-declaration-segment",
            after=("d-front-boundary-adjustment-segment", "b-movement-segment"),
            title="The attack behind it, with an air mission",
            text="Missions are committed with the declaration, and both sides are told them.",
            orders=(DeclareAttack(hex=Hex("1811"), units=("204", "206"), missions=1, planned=True),),
            rules=("KOR-CBT-03", "KOR-CBT-22", "KOR-CBT-23"),
            comment="The barrage counts two columns as artillery, the mission one.",
        ),
        Scripted(
            seat=GERMAN,
            at="no-retreat",
            after=(
                "b-german-armor-reaction-segment",
                "the-defender-s-supported-commands",
                "combat-air-support-of-the-defender",
                "defender-artillery",
            ),
            title="What the barrage was worth",
            text="The German side pays nothing, and has nothing to fly or to fire. On a hill No Retreat could be "
            "declared; it is not.",
            rules=("KOR-CBT-21", "KOR-CBT-27", "KOR-SEV-03"),
            draws={"KOR-CBT-23": SOVIET},
            comment="The markers are taken away at the end of the combat phase. In the next game-turn the barrage "
            "unit goes to the Turn Record Track, four boxes on, and its regiments come back into its hex, with Low "
            "ammunition.",
        ),
    ),
)
PARTS = (FOG, SUPPLY, ROAD, COMBAT, BARRAGE)
