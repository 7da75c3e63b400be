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
    "interrupts": "Halting the enemy's moves",
    "live_step": "Live, each step lasts",
    "release": "Results of sealed moves",
    "release_hour": "Hour of the results",
    "release_zone": "By the clocks of",
}
OPTION_WORDS = {
    "turn_structure": {"alternate": "attack by turns", "fixed_attacker": "the first side attacks"},
    "rally_sides": {"both": "both sides", "phasing": "the attacker"},
    "rally_routed_to": {"broken": "is broken", "good": "is in good order"},
    "rof_mode": {"count": "a number of attacks", "dice": "by the first die"},
    "remaining_fire": {"rof_left": "who has shots left", "not_yet_fired": "who has not fired"},
    "halt_scope": {"unit": "the mover", "stack": "all in his hex", "step": "all in the step"},
    "markers": {"enforced": "by the server", "honour": "by the opponent"},
    "leader_creation_limit": {"none": "no limit", "2": "2 a side"},
    "setup": {"given": "as in the scenario", "free": "each places his own"},
    "announce": {"place": "place", "place_and_kind": "place and kind"},
    "oba_pace": {"per_phase": "a step a turn", "all_at_once": "all at once"},
    "interrupts": {"film": "on a film", "live": "live"},
    "live_step": {seconds: f"{seconds} seconds" for seconds in ("5", "8", "12", "20")},
    "release": {
        "fixed_delay": "a day after", "daily_at": "daily at an hour", "when_defender_done": "when the defender is done",
    },
}  # fmt: skip
