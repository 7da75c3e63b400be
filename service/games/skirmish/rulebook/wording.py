"""What the entries of the data files are called on a chart."""

from __future__ import annotations

OPTIONS = {
    "turn_structure": ("who attacks: both in turn, or one side always", "SKR-SEQ-06"),
    "rally_sides": ("who has a Rally Phase in a player turn", "SKR-SEQ-03"),
    "rally_routed_to": ("what routed men are once a leader has rallied them", "P6"),
    "rof_mode": ("a rate of fire is a count of shots, or kept on a die", "P8"),
    "remaining_fire": ("who fires when the moves are over", "SKR-DEF-01"),
    "halt_scope": ("whom fire halts: the base, its stack, or the whole step", "SKR-MOV-07"),
    "markers": ("who marks what has fired: the server, or the opponent", "SKR-MRK-05"),
    "leader_creation_limit": ("how many leaders a side may gain", "SKR-RAL-03"),
    "setup": ("who places the bases: the scenario, or each side in its zone, unseen", "P24"),
    "default_doctrine": ("what is done for a defender who does not answer", "P16"),
    "announce": ("what is told of reinforcements: where, or also what", "SKR-RNF-02"),
    "oba_pace": ("a fire for effect in each phase, or the whole mission at once", "SKR-OBA-05"),
    "replenish": ("whether ammunition is brought up", "SKR-AMM-03"),
    "fog": ("whether enemies have to be seen; off is for learning the game", "P24"),
    "interrupts": ("how a mover is halted: on the film, or live", "P16"),
    "release": ("when the attacker hears: with the defender’s answer, or after a fixed time", "P16"),
}
"""What each option says, and the rule that it belongs to."""

WINDOWS = {
    "fixed_delay": "Moves sent, until their results are told at a fixed time",
    "live_step": "Live: each step of a move",
    "live_shot": "Live: naming the shot after a halt",
    "live_other": "Live: the remaining fire",
}

CLOSE_COMBAT = {
    "further_base": "Each further base",
    "enemy_held": "The enemy is pinned or cowers",
    "enemy_broken": "The enemy is broken or routed",
    "out_of_ammunition": "Out of ammunition",
    "single_man": "More than one man against a single one",
}

FIRE = {
    "target moving": "Target moving in the open",
    "target moving fast": "Target moving fast",
    "adjacent": "Target in the next hex",
    "advanced fire": "Shooter has moved in this player turn",
    "stays in motion": "Shooter stays in motion",
    "waited": "Closing fire without having moved",
    "pinned": "Shooter pinned",
    "hindrance": "Each hindrance on the line",
    "suspected": "Target only suspected",
    "smoke": "Each density of smoke on the line or at its ends",
    "air burst": "Mortar or shells on woods, instead of the cover",
    "target cowered": "Target cowers",
    "outside the front arc": "Turret, outside the front arc",
}

TO_HIT = {
    "target moving": "Target moving",
    "target moving fast": "Target moving fast",
    "small target": "Small target",
    "shooter moved": "Shooter has moved in this player turn",
    "pinned": "Shooter pinned",
    "earlier shot": "Each earlier shot at it, in this player turn or the last",
    "earlier shots at most": "Earlier shots, at most",
}

FIRE_AND_WIND = {"strong": "Strong wind", "calm": "Calm", "light": "Light rain", "heavy": "Heavy rain"}

BLAST = {
    "firepower": "F on the hex of impact",
    "firepower_around": "F on the hexes round it",
}
