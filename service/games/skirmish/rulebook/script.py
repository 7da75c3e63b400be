"""The script of the example: the position, who orders what at each heading, and why. `example.py` plays it."""

from __future__ import annotations

from service.engine.hexes import Hex, hexes_named
from service.engine.scripted import Scripted
from service.games.skirmish.known.lines import SetFirePlan
from service.games.skirmish.known.standing import PlanLine
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.moving import FireOnMove, Move

FACES = {
    "P7 fire of allied from hiding at 1106": (4, 5, 6, 2, 3, 4, 2, 4), "P5 morale check of german at 1106": (2, 6),
    "P7 fire of german from hiding at 1007": (4, 4, 1, 5), "P5 morale check of allied at 1007": (2, 1),
    "P7 fire of german from hiding at 1006": (5, 5), "P5 morale check of allied at 1006": (5, 1),
    "P7 fire of allied at 1106": (6, 1), "P17 close combat of allied at 1106": (4, 3),
    "P17 close combat of german at 1106": (1, 5),
}  # fmt: skip
"""How the dice of the example fell, by what they were thrown for."""
TITLE = "A player turn, played"
TEXT = """\
An orchard hedge before the farm of *Moulin-Basset*, a German squad behind it, and an Allied platoon that wants it. We
set up this corner of the map for the example; the match was then played by the same umpire as yours. Its dice fell
once, and are kept.

Both sides stand beside each other, with what each was told in its own words, and below them what was true. No player
ever sees such a page before the match is over. The remarks are ours."""

PLACES = {
    "A-SQ1": Hex("0607"), "A-SQ5": Hex("0805"), "A-L1": Hex("0805"), "A-SQ3": Hex("0709"), "A-MMG": Hex("0712"),
    "G-HMG": Hex("1308"), "G-L1": Hex("1308"), "G-SQ2": Hex("1106"),
}  # fmt: skip
DUMMIES = {"G-D1": Hex("1110")}

AL, DE = "allied", "german"

PLAN = (
    PlanLine(bases=("G-HMG",), hexes=hexes_named("1006", "1007"), then="ask"),
    PlanLine(bases=("G-HMG", "G-L1"), then="hold"),
)

STEPS = (
    Scripted(
        seat=AL,
        at="prepared-fire",
        title="The machine gun prepares the way",
        text="A quiet Initial Phase, and nobody to rally. The attacker begins with what need not move.",
        refused=(Fire(base="A-L1", target="3"),),
        orders=(Fire(base="A-MMG", target="1"), Fire(base="A-MMG", target="1"), Fire(base="A-MMG", target="1")),
        why="The squad behind the hedge has been identified, so nothing is added for a suspicion. The gun is to stay "
        "in its wood anyway; it may as well spend all of its rate of fire.",
        rules=("SKR-PRE-01", "SKR-PRE-03", "P5", "P7", "P27"),
        comment="The squad sees a muzzle flash in a wood and no more, so its side was told what it suffered, and not "
        "the dice. Of the other two contacts on the Allied map one is a dummy.",
    ),
    Scripted(
        seat=AL,
        at="movement",
        title="A sealed batch",
        text="The attacker writes all his moves at once, in the order in which they are to be played. At once, and "
        "unseen by him, they are played as far as the first step at which the defender has a shot.",
        refused=(
            Move(base="A-MMG", path=hexes_named("0711")),
            Move(base="A-SQ1", path=hexes_named("0707", "0807", "0907", "1007", "1107")),
            FireOnMove(base="A-SQ3", target="1"),
        ),
        orders=(
            Move(base="A-SQ1", path=hexes_named("0707", "0807", "0907", "1007")),
            Move(base="A-SQ5", path=hexes_named("0806", "0906", "1006")),
            FireOnMove(base="A-SQ5", target="1"),
            Move(base="A-L1", path=hexes_named("0806", "0906", "1006"), skip_if=("A-SQ5",)),
        ),
        why="The first squad takes the road and draws the fire. The assault squad makes for the hedge and fires into "
        "it. Lt Hartley follows, unless the squad comes to harm on the way.",
        rules=("SKR-MOV-01", "SKR-MOV-02", "SKR-PRE-04", "P11", "P16"),
        draws={"SKR-MOV-01": AL},
        comment="From now on the attacker hears nothing. That the men behind the hedge were not asked about the road "
        "is the work of the machine gun: who cowers does not fire.",
    ),
    Scripted(
        seat=DE,
        at="halt-or-pass",
        title="A halt on the film",
        text="The first squad has come into view of the farm. The defender sees it as his men do, in that hex, and "
        "does not know where it would go next.",
        orders=(Fire(base="G-HMG", target="1", leader="G-L1"), SetFirePlan(lines=PLAN)),
        why="Men on a road in the open, and Fw Kranz beside the gun. For the rest: a plan. The gun waits until "
        "somebody is at the hedge, and is asked then; at all others it keeps silent.",
        rules=("SKR-MOV-06", "SKR-MOV-07", "SKR-OPF-03", "P6", "P16"),
        draws={"P9": DE, "SKR-MOV-06": DE},
        line=(Hex("1308"), Hex("1007")),
        comment="The gun fires from stone walls, and what the squad sees of it is a flash. The assault squad has "
        "meanwhile crossed two hexes in the view of the gun, and the plan let it pass.",
    ),
    Scripted(
        seat=DE,
        at="halt-or-pass",
        title="At the hedge",
        text="The last step of the assault squad, and the plan says: ask.",
        orders=(Fire(base="G-HMG", target="2"),),
        why="Now or never. The leader has directed his attack of this player turn.",
        rules=("SKR-OPF-03", "SKR-MOV-07", "SKR-MOV-03", "P8"),
        comment="A halted base that is still in good order makes its fire all the same. But to be halted was harm "
        "enough for the lieutenant, whose order says so: he stays behind.",
    ),
    Scripted(
        seat=DE,
        at="remaining-fire",
        title="Remaining fire, and the results",
        text="The moves are over. The defender uses what is left of his rate of fire, and then the attacker gets his "
        "letter.",
        orders=(Fire(base="G-HMG", target="1"),),
        why="One shot left, and a squad that lies in the road without cover.",
        rules=("SKR-DEF-01", "SKR-DEF-02", "P16"),
        comment="All that the attacker reads here happened before he heard a word of it. The contact in 1110 was the "
        "dummy: the first squad has come by there and seen nobody.",
    ),
    Scripted(
        seat=AL,
        at="closing-fire",
        title="Closing fire",
        text="Whoever is able to fire and has not yet done so in this player turn fires once.",
        refused=(Fire(base="A-MMG", target="1"), Fire(base="A-SQ5", target="1")),
        orders=(Fire(base="A-SQ3", target="1"),),
        why="The third squad has waited for this, at the price of one.",
        rules=("SKR-AFP-01", "SKR-AFP-02", "SKR-AFP-03"),
    ),
    Scripted(
        seat=AL,
        at="advance",
        title="Into the hedge",
        text="The advance is no move, and nobody fires at it.",
        refused=(Advance(base="A-SQ1", hex=Hex("1107")), Advance(base="A-L1", hex=Hex("1006"))),
        orders=(Advance(base="A-SQ5", hex=Hex("1106")),),
        why="A better squad, with machine pistols, against men who have not looked up since the turn began.",
        rules=("SKR-ADV-01", "SKR-ADV-03", "SKR-ADV-05", "P17"),
        draws={"SKR-ADV-01": AL},
        comment="Dice and sums of a close combat are open to both. Then the Admin Phase: the markers come off, the "
        "pinned and cowering look up, and the German player turn begins.",
    ),
)
