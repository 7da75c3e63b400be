"""What the two sides of a skirmish may agree on, in words."""

from __future__ import annotations

OPTION_TITLES = {
    "rally_sides": "Who rallies",
    "rally_routed_to": "A routed base that a leader rallies",
    "rof_mode": "Rate of fire",
    "halt_scope": "Who stands still at a halt",
    "leader_creation_limit": "Leaders found in the ranks",
    "default_doctrine": "Without an order",
    "announce": "Reinforcements are announced",
    "oba_pace": "Off-board artillery",
    "replenish": "Replenishing ammunition",
    "fog": "Fog of war",
    "interrupts": "How you play",
    "live_step": "Live, each step lasts",
    "release": "When the results are told",
    "release_hour": "Hour of the results",
    "release_zone": "Time zone of that hour",
    "turn_structure": "Who moves",
    "markers": "Counting used-up fire",
    "setup": "Where the bases begin",
    "remaining_fire": "Fire after the moves",
}
OPTION_WORDS = {
    "turn_structure": {"alternate": "attack in turn", "fixed_attacker": "the first side attacks"},
    "rally_sides": {"both": "both sides", "phasing": "the attacker"},
    "rally_routed_to": {"broken": "becomes broken", "good": "is in good order"},
    "rof_mode": {"count": "a number of attacks", "dice": "by the first die"},
    "remaining_fire": {"rof_left": "bases with shots left", "not_yet_fired": "bases that have not fired"},
    "halt_scope": {"unit": "the mover", "stack": "all in its hex", "step": "all in the step"},
    "markers": {"enforced": "by the server", "honour": "by the opponent"},
    "leader_creation_limit": {"none": "no limit", "2": "2 a side"},
    "setup": {"given": "as in the scenario", "free": "each side places its own"},
    "announce": {"place": "place", "place_and_kind": "place and kind"},
    "oba_pace": {"per_phase": "a step a turn", "all_at_once": "all at once"},
    "interrupts": {"film": "by mail", "live": "live"},
    "live_step": {seconds: f"{seconds} seconds" for seconds in ("5", "8", "12", "20", "40", "60")},
    "release": {
        "fixed_delay": "a day later", "daily_at": "daily at a set hour",
        "when_defender_done": "when the defender is done",
    },
}  # fmt: skip
OPTION_MEANINGS = {
    "setup": {
        "given": "You begin at once, and both sides may know the scenario by heart.",
        "free": "A match begins with placing your bases, each side in its own zone and unseen.",
    },
    "interrupts": {
        "film": "Each of you plays when there is time: {days} days at the least, unless results come as soon as the "
        "defender is done. The attacker sends all moves; the defender watches them as a film, step by step, and may "
        "halt any of them by fire.",
        "live": "Both of you sit at the table at the same time, and no days go by: a match takes a sitting, or more. "
        "Each step of a move lasts as many seconds as you agree on, usually {step}, and the defender may halt it by "
        "fire.",
    },
    "release": {
        "fixed_delay": "A day after the moves were sent, whatever the defender did, so the time tells nothing. The "
        "{player_turns} player turns take {days} days at the least.",
        "daily_at": "At the next such hour, so the time tells nothing either. The {player_turns} player turns take "
        "{days} days or a few more.",
        "when_defender_done": "As soon as the defender has answered: an evening for the whole match, if you both like. "
        "But the attacker learns whether the defender had anything to decide.",
    },
    "fog": {"on": "Each side sees what it has found out.", "off": "For teaching: both sides see everything."},
    "turn_structure": {
        "alternate": "In each game turn one side moves and then the other.",
        "fixed_attacker": "Only the first side moves; the other fires at it.",
    },
    "rof_mode": {
        "count": "A rate of fire of 2 allows two attacks.",
        "dice": "A weapon may fire again as long as its first die is its rate of fire or less.",
    },
    "remaining_fire": {
        "rof_left": "After the moves every base with shots left may fire.",
        "not_yet_fired": "After the moves only bases that have not fired in this turn may fire.",
    },
    "markers": {
        "enforced": "The umpire keeps count of who has used up its fire.",
        "honour": "The opponent marks it by hand; what is forgotten may fire on. Not for rated matches.",
    },
    "default_doctrine": {
        "fire": "Your bases fire where it is worth it; live, only those that have shown themselves in this turn.",
        "hold": "Your bases hold their fire.",
    },
}  # fmt: skip
