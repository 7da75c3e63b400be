"""What the entries of the data files are called on a chart."""

from __future__ import annotations

OPTIONS = {
    "turn_structure": ("Attacker", "SKR-SEQ-06"),
    "rally_sides": ("Rally Phase", "SKR-SEQ-03"),
    "rally_routed_to": ("Routed men who rally", "P6"),
    "rof_mode": ("Rate of fire", "P8"),
    "remaining_fire": ("Remaining fire", "SKR-DEF-01"),
    "halt_scope": ("A halt stops", "SKR-MOV-07"),
    "markers": ("Markers", "SKR-MRK-05"),
    "leader_creation_limit": ("New leaders", "SKR-RAL-03"),
    "setup": ("Setup", "P24"),
    "default_doctrine": ("No answer", "P16"),
    "announce": ("Reinforcements", "SKR-RNF-02"),
    "oba_pace": ("Artillery", "SKR-OBA-05"),
    "replenish": ("Ammunition", "SKR-AMM-03"),
    "fog": ("Fog of war", "P24"),
    "interrupts": ("Halts", "P16"),
    "live_step": ("Live, seconds of each step", "P16"),
    "release": ("Results", "P16"),
    "release_hour": ("Results, daily at", "P16"),
    "release_zone": ("Results, by the clocks of", "P16"),
}
"""What each option is called, and the rule that it belongs to."""

WINDOWS = {
    "fixed_delay": "Moves sent, until their results are told after a fixed delay",
    "daily_least": "The same where they are told daily, at least",
    "live_pause": "Live: the pause after an attack, for marking it by hand",
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
    "outside the front arc": "Turret, outside the front arc, against armour",
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
