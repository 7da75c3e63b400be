"""What the entries of the data files are called on a chart."""

from __future__ import annotations

OPTIONS = {
    "turn_structure": ("Attacker", "both sides in turn, or one side always", "SKR-SEQ-06"),
    "rally_sides": ("Rally Phase", "for both sides, or for the attacker", "SKR-SEQ-03"),
    "rally_routed_to": ("Routed men who rally", "are broken, or good again", "P6"),
    "rof_mode": ("Rate of fire", "a count of shots, or kept on a die", "P8"),
    "remaining_fire": ("Remaining fire", "by whoever has a shot left, or has not fired at all", "SKR-DEF-01"),
    "halt_scope": ("A halt stops", "the base, its stack, or the whole step", "SKR-MOV-07"),
    "markers": ("Markers", "placed by the server, or by the opponent", "SKR-MRK-05"),
    "leader_creation_limit": ("New leaders", "as many as come forward, or two a side", "SKR-RAL-03"),
    "setup": ("Setup", "the scenario’s, or each side’s own, unseen", "P24"),
    "default_doctrine": ("No answer", "the defender’s bases fire where it is worth it, or hold", "P16"),
    "announce": ("Reinforcements", "their place is announced, or their kind too", "SKR-RNF-02"),
    "oba_pace": ("Artillery", "a fire for effect in each phase, or the whole mission at once", "SKR-OBA-05"),
    "replenish": ("Ammunition", "is brought up, or is not", "SKR-AMM-03"),
    "fog": ("Fog of war", "on, or off for learning the game", "P24"),
    "interrupts": ("Halts", "on the film, or live", "P16"),
    "release": ("Results", "with the defender’s answer, or after a fixed time", "P16"),
}
"""What each option is called, what it says, and the rule that it belongs to."""

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
