"""What things are called: orders, what to know before one gives them, fields, modes, levels."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.line_fields import line_fields
from service.engine.sentences import counted, listed
from service.games.ndc.known.standing import AttackLine, Defaults

OF_LINES = {**line_fields(AttackLine), **line_fields(Defaults)}

TITLES = {
    "allot-intelligence": "Allot intelligence",
    "transfer-asset": "Transfer an asset",
    "reassign": "Reassign a unit to another headquarters",
    "change-mode": "Change mode",
    "change-zone": "Spread or close up",
    "force-march": "Forced march",
    "place-commander": "Place the division commander",
    "move": "Move",
    "enter": "Bring a unit onto the map",
    "finish": "Finish its movement",
    "declare-ground-combat": "Attack",
    "counter-battery": "Counter-battery fire",
    "interdict": "Interdict",
    "defend": "Defend",
    "retreat": "Retreat",
    "stand-fast": "Stand fast",
    "break-down": "Break a unit down",
    "recombine": "Recombine",
    "reveal": "Tell the enemy about a unit",
    "set-standing-orders": "Standing orders, where no line fits",
    "add-attack-line": "Add a line for attacks",
    "add-retreat-line": "Add a line for retreats",
    "move-standing-line": "Move a line of standing orders",
    "drop-standing-line": "Remove a line of standing orders",
    "attend": "Asked each time, or on standing orders",
}
HELP = {
    "reveal": "A fact that you tell the enemy: it is true, and it cannot be taken back.",
    "place-commander": "At the headquarters of a brigade or regiment the commander can lead two of its units' combats "
    "a phase; with a unit, one combat of that unit; at the division's own headquarters, only that headquarters' own.",
    "change-mode": "March is fast, but cannot attack and stops nobody. Attack is for moving and fighting, Defend holds "
    "better and moves little, Dug-in holds best and does not move. A headquarters fires only when Deployed.",
    "change-zone": "In Defend mode it can hold two or three hexes, each more weakly; it does not move or attack then.",
    "force-march": "More movement points in this turn; the unit is more tired after it.",
    "transfer-asset": "Artillery, air and signal assets serve the headquarters that has them.",
    "reassign": "A unit fights well only within reach of the headquarters that it belongs to.",
    "declare-ground-combat": "Any neighbouring hex may be attacked, whether you see an enemy there or not. An assault "
    "takes the hex if it is emptied; a probe risks less and stays where it is.",
    "counter-battery": "Fire at a headquarters' artillery: your points count double, and you say where they fall.",
    "interdict": "Fire on a hex that makes it costly and dangerous to enter, for both sides.",
    "defend": "Final protective fire falls on the hex that the attack comes from; each EW point jams the attacker "
    "once.",
}
ASKS = {
    "allot-intelligence": "Divide your air and signal points: how much goes into finding the enemy, and where "
    "you look.",
    "transfer-asset": "Move assets between your headquarters, or leave them where they are.",
    "change-mode": "Put units into the mode they will need, and mark forced marches.",
    "move": "Tap a unit to move it; then declare attacks and fire. Once one is declared, nothing moves until the "
    "fighting is done. Closing this step without any ends your movement for this turn.",
    "defend": "The enemy attacks. Say what supports the defence.",
    "retreat": "Your unit has to leave its hex. Choose where it goes.",
    "break-down": "Break units down or put them together again, then close your turn.",
}
SENDING_OFF = (
    "The fighting of this step is over, and the enemy hears their part when you send it. You always have this last "
    "word, even with nothing to decide, so that the enemy cannot tell whether you had a choice."
)
AFTER_A_FIGHT = (
    "A fight gives you one more segment: move and attack again, or close it, which ends your movement. A move that was "
    "open before the fighting is no longer open: "
)
ONE_MORE = "When the fighting is done, you may move and attack once more."
COMBATS = frozenset({"declare-ground-combat", "counter-battery", "interdict"})
"""The orders after which another Movement Segment comes (NDC-MOV-03, NDC-MOV-05)."""
LABELS = {
    "air": "Air points that search",
    "coverage": "Points for coverage",
    "signal": "Signal points that search",
    "sectors": "Sectors to search",
    "csps": "Combat support points",
    "csp": "Combat support points",
    "ew": "EW attacks",
    "to": "To",
    "barrage": "Barrage",
    "persistent": "Persistent agent",
    "chemical": "Chemical weapons",
    "command": "Division commander leads",
    "fire": "Final protective fire",
    "only_assaults": "Fire at assaults only",
    "type": "Kind of attack",
    "stay": "Stays in",
    "further": "Spreads to",
    **{name: OF_LINES[name].label for name in ("keep_csps", "most_ew", "stand_fast", "to_most", "his_total", "his_ew")},
}


MOST_SECTORS = 2
"""So many sectors are named where there is little room; the form over a button has them ticked."""


def sectors_named(sectors: Sequence[str]) -> str:
    """The sectors of a search in few words."""
    return listed(sectors) if len(sectors) <= MOST_SECTORS else f"{len(sectors)} sectors"


def with_support(csps: int, ew: int = 0) -> str:
    """With how much fire and jamming; nothing where there is neither."""
    support = [*([counted(csps, "CSP")] if csps else []), *([counted(ew, "EW attack")] if ew else [])]
    return f" with {listed(support)}" if support else ""


MODE_NAMES = {"march": "March", "attack": "Attack", "defend": "Defend", "dug-in": "Dug-in", "deployed": "Deployed"}
ASSETS = {"arty": "Artillery", "air": "Air", "signal": "Signals"}
GLOSSES = {
    "air": "the rest bomb", "signal": "the rest jam", "coverage": "the others raise the level",
    "barrage": "points of guns and aircraft", "fire": "points of guns and aircraft",
    "ew": "electronic warfare: they jam",
}  # fmt: skip
"""What a form says behind what these fields are called, to whoever has not read the rules."""
COUNTED = {"barrage": "CSP", "fire": "CSP"}
"""What the number in these fields of an order counts; a form says it behind what the field is called."""
