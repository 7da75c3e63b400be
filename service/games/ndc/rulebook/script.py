"""The script of the example: who orders what at each heading, and why. `example.py` plays it, and adds the rest."""

from __future__ import annotations

from service.engine.hexes import Hex, hexes_named
from service.engine.scripted import Scripted
from service.games.ndc.sections.assets import TransferAsset
from service.games.ndc.sections.breakdown import BreakDown
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend, Retreat
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.modes import ChangeMode, ForceMarch
from service.games.ndc.sections.movement import Move

FACES = {
    "NDC-WEA-01 weather": (5, 4, 1, 2), "NDC-SEA-02 search of Soviet at 1803": (6,),
    "NDC-SEA-02 search of Soviet at 1804": (5,), "NDC-SEA-02 search of Soviet at 1808": (6,),
    "NDC-SEA-02 search of Soviet at 1809": (5,), "NDC-SEA-02 search of Soviet at 1811": (2,),
    "NDC-SEA-02 search of Soviet at 1812": (1,), "NDC-SEA-02 search of Soviet at 1904": (2,),
    "NDC-SEA-02 search of Soviet at 1905": (4,), "NDC-SEA-02 search of Soviet at 1911": (1,),
    "NDC-SEA-02 search of Soviet at 1912": (6,), "NDC-SEA-02 search of Soviet at 2008": (1,),
    "NDC-SEA-02 search of Soviet at 2009": (5,), "NDC-MAC-03 search of Soviet at 1708": (2,),
    "NDC-MAC-03 search of Soviet at 1710": (5,), "NDC-ATM-10 division commander of Soviet for 1609": (1,),
    "NDC-DFM-16 support of Soviet at 1608": (5,), "NDC-RES-13 combat of Soviet at 1608": (3,),
    "NDC-RES-06 EW attack of US on 1710": (6,), "NDC-DFM-16 support of Soviet at 1609": (5, 3),
    "NDC-RES-13 combat of Soviet at 1609": (1, 10), "NDC-MAC-03 search of Soviet at 1610": (4,),
    "NDC-MAC-03 search of Soviet at 1604": (4,), "NDC-MAC-03 search of Soviet at 1704": (3,),
    "NDC-HSK-01 ammunition of Soviet at 1904": (3,), "NDC-HSK-01 ammunition of Soviet at 2009": (6,),
    "NDC-SEA-02 search of US at 1113": (4,), "NDC-SEA-02 search of US at 1204": (3,),
    "NDC-SEA-02 search of US at 1208": (5,), "NDC-SEA-02 search of US at 1408": (1,),
    "NDC-SEA-02 search of US at 1513": (4,), "NDC-MAC-03 search of US at 1108": (3,),
    "NDC-MAC-03 search of US at 1207": (1,),
}  # fmt: skip
"""How the dice of the example fell, by what they were thrown for."""
TITLE = "A game turn, played"
TEXT = """\
The first game turn of *The Kaltenbach Gap*, from the pregame to the second player's Housekeeping. Both sides stand
beside each other here, with what each was told in its own words, and below them what was true. No player ever sees a
page like this before the match is over.

The match was played by the same umpire as yours. The remarks are ours; every sentence under *Told* and *What was true*
is his."""


SU, US = "Soviet", "US"

PREGAME = (
    Scripted(
        seat=US,
        at="pregame-intelligence-phase",
        title="US looks east before anything moves",
        text="The second player plans his reconnaissance. What he sets here waits for the Soviet division.",
        orders=(AllotIntelligence(air=2, signal=4, coverage=2, sectors=("D1", "D2", "D3", "C2")),),
        why="Two points in coverage search four sectors: the whole of the enemy's front and the road to the river. The "
        "other four give level 3. One signal point stays, for jamming.",
        rules=("NDC-SEQ-02", "NDC-INT-02", "NDC-INT-04"),
        comment="The Soviet side reads the sectors and the level at once; the letter of the pregame is the only "
        "one that goes out before a Movement Segment. How the points were divided it is not told.",
    ),
)

SOVIET_PREPARES = (
    Scripted(
        seat=SU,
        at="intelligence-phase",
        title="The Soviet side chooses where to look",
        text="It is a foggy morning: no aircraft will fly in support, but air points can still look for the enemy.",
        orders=(AllotIntelligence(air=2, signal=4, coverage=2, sectors=("C1", "C2", "C4", "D2")),),
        why="The river line and the ground before it. All signal points go into this; there will be no jamming today.",
        rules=("NDC-INT-01", "NDC-INT-03", "NDC-SEQ-07"),
        comment="Nothing is searched now. The US units will be looked for in *their* Search Phase. Until then all of "
        "them are at level None, and the Soviet map is empty.",
    ),
    Scripted(
        seat=SU,
        at="asset-transfer-phase",
        title="Guns go forward",
        text="Assets may change their headquarters, in secret.",
        orders=(TransferAsset(source="S-DIV", to="S-TR", assets=("S-DIV/arty-1",)),),
        why="The tank regiment is to fight on the autobahn; its battalions will want more fire than its own.",
        rules=("NDC-AST-01",),
    ),
    Scripted(
        seat=SU,
        at="mode-change-and-forced-march-designation-phase",
        title="A forced march, and then the umpire searches",
        text="After the modes comes the Search Phase, which asks nobody. The umpire looks for every Soviet unit in the "
        "sectors that US declared, at the US level.",
        orders=(ForceMarch(unit="S-I1"),),
        why="The northern regiment has far to go. (It will not get going today; a forced march tires also those who "
        "stand still.)",
        rules=("NDC-MOD-01", "NDC-SEA-02", "NDC-SEA-04"),
        comment="The owner learns which of his units were found, not how. The enemy will see them with the next "
        "letter. Look at the 1st Battalion, 2nd Regiment (S-I3): nobody has found it.",
    ),
)

SOVIET_MOVES = (
    Scripted(
        seat=SU,
        at="movement-segment",
        title="Into the fog: two are stopped, and one slips through",
        text="First the moves, in order, then one fire, so that there will be another segment.",
        refused=(CounterBattery(target=Hex("0508"), csps=3),),
        orders=(
            Move(unit="S-I3", path=hexes_named("1711", "1710", "1610")),
            Move(unit="S-RC", path=hexes_named("1708", "1608", "1508", "1408")),
            Move(unit="S-I5", path=hexes_named("1810", "1710", "1709")),
            Move(unit="S-I2", path=hexes_named("1704", "1604")),
            Move(unit="S-A1", path=hexes_named("1804", "1704")),
            Interdict(target=Hex("1308"), csps=3),
        ),
        why="The scouts race down the autobahn, a rifle battalion beside them, another through the hills to the south. "
        "In the north Birkenau is taken, with tanks in the same tracks. Interdiction on the far end of the "
        "bridge keeps US tanks at home, and counts as a combat. Fire on Kaltenbach was refused: no guns reach "
        "that far.",
        rules=("NDC-MOV-01", "NDC-ZOC-02", "NDC-ZOC-08", "NDC-MAC-02", "NDC-REP-05", "NDC-CBF-10", "NDC-CBF-06"),
        draws={"NDC-MOV-01": SU, "NDC-ZOC-08": SU},
        comment="A hidden US cavalry squadron lies across the road. The scouts and the rifle battalion were found this "
        "morning (level 2), so it notices and stops them, and their owner does not know it yet: to him both "
        "stand where he sent them. S-I3 is at level None. It walks through the same zone of control, and "
        "neither side learns of it. The tanks at Birkenau, at level 1, are reported entering 1804 but not 1704, "
        "where a friend had gone before.",
    ),
    Scripted(
        seat=US,
        at="send-the-results",
        title="The letter back: what stopped them",
        text="Interdiction leaves nothing to decide, so US is not asked about it. Sending off closes the resolution, "
        "and the letter goes. That is asked always, and waits: a side that was asked only when it had something to "
        "say would tell the enemy what it has.",
        rules=("NDC-MOV-02", "NDC-CBF-01", "NDC-MAIL-04", "NDC-ZOC-04", "NDC-ZOC-06"),
        draws={"NDC-ZOC-01": SU, "NDC-ZOC-06": SU},
        comment="Now the Soviet side knows that something stands in 1608 and in 1609. It reads like two units. It is "
        "one, in double zone (NDC-REP-18). The squadron has paid for its ambush: it is known there.",
    ),
)

SOVIET_ATTACKS = (
    Scripted(
        seat=SU,
        at="movement-segment",
        title="A probe and an assault",
        text="Stopped units cannot move on, but may attack from where they stand.",
        refused=(Move(unit="S-RC", path=hexes_named("1707")),),
        orders=(
            DeclareGroundCombat(unit="S-RC", target=Hex("1608"), type="probe"),
            DeclareGroundCombat(unit="S-I5", target=Hex("1609"), type="assault", barrage=5, command=True),
        ),
        why="Find out what holds the town, and at the same time hit the other hex with everything: five CSPs and the "
        "division commander, who is with the tank regiment.",
        rules=("NDC-GCD-01", "NDC-GCD-04", "NDC-GCD-11", "NDC-ATM-10", "NDC-ZOC-07"),
        comment="US reads both totals, but not what they are made of, nor that the commander had a bad morning.",
    ),
    Scripted(
        seat=US,
        at="defence",
        title="The probe: no answer",
        text="Combat 2. US sees from where it comes, and the total of 12.",
        orders=(Defend(),),
        why="A total of 12 against a town and a rested squadron is no danger. Keep the guns for the next one.",
        rules=("NDC-RES-02", "NDC-RES-07", "NDC-RES-19", "NDC-RET-01"),
        comment="A probe reads the table one column to the left. It would have cost T/O levels; the scouts fell back "
        "along the autobahn instead, as the first description of the list has it, and lost nothing.",
    ),
    Scripted(
        seat=US,
        at="defence",
        title="The assault: fire and jamming",
        text="Combat 3.",
        orders=(Defend(fire=3, ew=1),),
        why="Eighteen with five CSPs is serious. Three CSPs, and the one EW point that was kept.",
        rules=("NDC-RES-01", "NDC-RES-06", "NDC-DFM-10", "NDC-DFM-16", "NDC-RES-17"),
        comment="The jamming alone was worth five. The differential is +3, an open fight, and the die is a 1.",
    ),
    Scripted(
        seat=US,
        at="send-the-results",
        title="What the attacker hears",
        text="Only now does the Soviet side get the breakdown of its own totals, and the results.",
        rules=("NDC-MAIL-04", "NDC-GCD-11", "NDC-RES-14"),
        comment="It does not learn the differential, nor any die. The squadron is at level None: had it lost anything, "
        "that would not be told either.",
    ),
)

SOVIET_BREAKS_THROUGH = (
    Scripted(
        seat=SU,
        at="movement-segment",
        title="The battalion that nobody saw",
        text="S-I3 has stood in 1610 since the first segment.",
        orders=(DeclareGroundCombat(unit="S-I3", target=Hex("1609"), type="assault", barrage=5),),
        why="The squadron is Engaged with others. This is what the approach through the hills was for.",
        rules=("NDC-MOV-03", "NDC-MAC-02", "NDC-MAC-03", "NDC-ATM-05"),
        comment="By attacking, the battalion has finished its movement. Its level goes back to None and it is "
        "looked for at once, since 1610 lies in a sector that US searches; this time it is found, and surprise "
        "is lost.",
    ),
    Scripted(
        seat=US,
        at="defence",
        title="The line gives way",
        text="Combat 4, out of a hex where nothing was known to be.",
        orders=(Defend(fire=3),),
        why="Three CSPs again. The rest is kept: who knows what else stands out there.",
        rules=("NDC-RES-13", "NDC-RES-11", "NDC-DFM-02"),
        draws={"retreat-of-the-defender": US},
        comment="A 10. The squadron loses two T/O levels and has to go back two hexes. Where there is only one way the "
        "umpire takes it: the first hex was 1509. For the second there is a choice.",
    ),
    Scripted(
        seat=US,
        at="retreat",
        title="A retreat, by its owner's choice",
        text="The hexes offered are those that the owner knows to be open.",
        orders=(Retreat(hex=Hex("1408")),),
        why="Astride the autobahn, before the bridge.",
        rules=("NDC-RES-11", "NDC-RES-15", "NDC-RES-16"),
        draws={"NDC-RES-11": US, "NDC-RES-16": US},
        comment="The assault moves in, as every assault does, and a breakthrough marker lies in 1609.",
    ),
    Scripted(
        seat=US,
        at="send-the-results",
        title="A retreat that is not told",
        text="The squadron's level is still None.",
        rules=("NDC-RES-14", "NDC-REP-20"),
        comment="So the Soviet side is told that its battalion holds 1609, but not that the enemy lost half of his "
        "strength, nor that he has left 1608 as well. On the Soviet map contact E1 still stands there.",
    ),
    Scripted(
        seat=SU,
        at="movement-segment",
        title="Attacking a ghost",
        text="The breakthrough lets S-I3 go on in this segment, and attack again.",
        refused=(Move(unit="S-I3", path=hexes_named("1608")),),
        orders=(DeclareGroundCombat(unit="S-I3", target=Hex("1608"), type="assault"),),
        why="The page refuses to walk into 1608, for by the Soviet picture a known enemy is there. Then it has to be "
        "attacked.",
        rules=("NDC-RES-15", "NDC-REP-20", "NDC-GCD-02"),
        comment="A refusal goes by what *you* know. It would have been the same with the enemy still in the town, and "
        "so it tells nothing.",
    ),
    Scripted(
        seat=US,
        at="send-the-results",
        title="Grenzrod is taken",
        text="Combat 5 is on a hex where US has nobody, and is worked without a question. No enemy is found: the "
        "contact is gone from the map, and the assault holds the town.",
        rules=("NDC-RES-02", "NDC-GCD-02", "NDC-MAIL-04"),
    ),
    Scripted(
        seat=SU,
        at="movement-segment",
        title="A segment without a combat, and the phase is over",
        text="Nothing is ordered. The phase closes, the last units are looked for, and the house is kept.",
        why="Enough for one morning.",
        rules=("NDC-MOV-04", "NDC-MAC-03", "NDC-HSK-01", "NDC-HSK-06", "NDC-REP-20"),
        comment="The letter to US also takes back what has ceased to be true: contact E8 is in 1609 no longer. "
        "Those who attacked are a step more tired, and so is S-I1, which was to march and did not.",
    ),
    Scripted(
        seat=SU,
        at="housekeeping-phase",
        title="Soviet Housekeeping",
        text="Ammunition, fatigue and markers are done. What is asked for is breakdown and recombination.",
        why="Nothing to break down.",
        rules=("NDC-HSK-09", "NDC-HSK-07"),
    ),
)

US_TURN = (
    Scripted(
        seat=US,
        at="intelligence-phase",
        title="US looks again",
        text="The second player's turn, under the same fog.",
        orders=(AllotIntelligence(air=4, signal=2, coverage=3, sectors=("D1", "D2", "D3", "D4", "C2", "C3")),),
        why="In fog the aircraft cannot bomb, so all of them look. Three points in coverage, three in quality; three "
        "signal points stay for jamming.",
        rules=("NDC-SEQ-04", "NDC-INT-01"),
    ),
    Scripted(
        seat=US,
        at="asset-transfer-phase",
        title="The division's guns go to the brigade at the bridge",
        text="From 0508 they reach the river and no farther.",
        orders=(TransferAsset(source="U-DIV", to="U-2B", assets=("U-DIV/arty-1", "U-DIV/arty-2")),),
        why="The enemy comes along the autobahn, and the 2nd Brigade is in range of it.",
        rules=("NDC-AST-01",),
    ),
    Scripted(
        seat=US,
        at="mode-change-and-forced-march-designation-phase",
        title="Tanks get ready, and are looked for",
        text="Now the US units are the phasing ones, and the Soviet sectors of this morning count.",
        orders=(ChangeMode(unit="U-A2", mode="attack"), ChangeMode(unit="U-A1", mode="attack")),
        why="In Defend mode a tank battalion goes nowhere. The counter-attack is for the afternoon.",
        rules=("NDC-MOD-01", "NDC-SEA-02", "NDC-SEA-03"),
        comment="Dug-in troops are hard to find. The squadron at 1408 has just fought, which makes it easier to find, "
        "and still the die let it go.",
    ),
    Scripted(
        seat=US,
        at="movement-segment",
        title="Up to the river, unseen",
        text="Two tank battalions move, and guns close the road.",
        orders=(
            Move(unit="U-A2", path=hexes_named("1008", "1108")),
            Move(unit="U-A1", path=hexes_named("1107", "1207")),
            Interdict(target=Hex("1508"), csps=5),
        ),
        why="Both end behind the bridge of Erlenbruck. Five CSPs of interdiction on the autobahn make as many T/O "
        "markers as there can be.",
        rules=("NDC-MOV-01", "NDC-REP-03", "NDC-CBF-03", "NDC-MAC-03"),
        comment="The Soviet letter says nothing of tanks: at level None they may drive where they like.",
    ),
    Scripted(
        seat=SU,
        at="send-the-results",
        title="Now the Soviet side sends off",
        text="The roles are changed: the fire is worked at the Soviet table, and the letter goes back.",
        rules=("NDC-SEQ-06", "NDC-MOV-02", "NDC-MAIL-04"),
    ),
    Scripted(
        seat=US,
        at="movement-segment",
        title="No more today",
        text="No combat: the phase ends.",
        rules=("NDC-MOV-04",),
        comment="The Soviet interdiction marker goes in this Housekeeping. The US one stays until the end of the "
        "enemy's next turn, or it would never meet anybody.",
    ),
    Scripted(
        seat=US,
        at="housekeeping-phase",
        title="A battalion is broken down",
        text="The last thing in a player's turn.",
        orders=(BreakDown(unit="U-I3", to=2, hex=Hex("1114")),),
        why="The river is long and battalions are few: two halves watch two crossings.",
        rules=("NDC-HSK-07", "NDC-HSK-03", "NDC-SEQ-01"),
        comment="The second game turn opens, with its weather. Nobody knows the score: it counts what is hidden.",
    ),
)

STEPS = PREGAME + SOVIET_PREPARES + SOVIET_MOVES + SOVIET_ATTACKS + SOVIET_BREAKS_THROUGH + US_TURN
