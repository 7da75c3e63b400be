"""What players may agree on when they open a match of Skirmish, each with what it does."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.engine.game import MatchOption

if TYPE_CHECKING:
    from service.games.skirmish.printed.scenario import Scenario

ABOUT = {
    "turn_structure": "Whether the sides attack in turn, or the first side always does.",
    "rally_sides": "Who tries in the Rally Phase: both sides, or the one whose player turn it is.",
    "rally_routed_to": "What a routed base becomes when a leader rallies it.",
    "rof_mode": "A rate of fire is a count of attacks, or a shot is kept while the first die is the rate or less.",
    "remaining_fire": "In the remaining fire all bases with shots left fire, or only those that have not fired yet.",
    "halt_scope": "Who stands still when a mover is fired at: it alone, all in its hex, or all that move in the step.",
    "markers": (
        "Who marks what has used up its fire: the server, or the opponent by hand; what is forgotten may fire on. "
        "Rated matches are played with markers enforced."
    ),
    "leader_creation_limit": "How many leaders a side can find among its men that rally.",
    "setup": "Bases stand where the scenario has them, or each side places its own in its zone, unseen.",
    "default_doctrine": "What is done where neither plan nor player says: fire where it is worth it, or hold.",
    "announce": "What the enemy is told of reinforcements: the place, or their kind too.",
    "oba_pace": "Whether off-board artillery makes one step of its mission in each Initial Phase, or all at once.",
    "replenish": "Whether ammunition can be had at the headquarters.",
    "fog": "Off, for teaching: everybody sees everything.",
    "interrupts": "Moves are halted on a film, as by mail, or live, step by step.",
    "live_step": "Live: how many seconds each step of the moves lasts, whether or not anybody sees it.",
    "release": "When the attacker hears of the moves, in a match by mail. A day after they were sent: the time tells "
    "nothing, and the {player_turns} player turns take {days} days at the least. Daily at a set hour: the same, with "
    "{days} days or a few more. When the defender is done: as long as you both take to answer, an evening if you like; "
    "but the attacker learns whether the defender had anything to decide. Each holds where both sides agree to it. "
    "Against oneself or the computer it is when the defender is done.",
    "release_hour": "The hour for results that are told daily; the defender always has some hours until then.",
    "release_zone": "The time zone in which that hour is meant.",
}  # fmt: skip
ALONE = {"release": "when_defender_done"}
"""Against oneself or the computer nobody is to wait a day for what nobody could learn from."""

A_DAY = 24 * 60 * 60
USUAL = {"replenish": "as the scenario has it"}
OFTEN = frozenset({"setup", "interrupts", "release"})
"""What is worth a question to whoever opens a match; few want anything else otherwise than usual."""


WITHIN: Mapping[str, tuple[str, str]] = {
    "live_step": ("interrupts", "live"),
    "release": ("interrupts", "film"),
    "release_hour": ("release", "daily_at"),
    "release_zone": ("release", "daily_at"),
}
"""What is agreed on only with this value of another option."""


def length_of(rules: Scenario) -> dict[str, int]:
    """How many player turns a match has, and how many days it takes where results come a day after moves.

    `step`: the seconds that a step lasts in live play, unless others were agreed on.
    """
    player_turns = len(rules.sides) * rules.turns
    return {
        "player_turns": player_turns, "days": math.ceil(player_turns * rules.tables.windows.fixed_delay / A_DAY),
        "step": int(rules.tables.options["live_step"][0]),
    }  # fmt: skip


def match_options(rules: Scenario) -> dict[str, MatchOption]:
    """What a match may be opened with, by name, with the values of the tables; a scenario says how long one is."""
    tables, long = rules.tables, length_of(rules)
    return {
        name: MatchOption(
            about=ABOUT[name].format(**long),
            values=values,
            alone=ALONE.get(name),
            usual=USUAL.get(name, ""),
            rare=name not in OFTEN,
            within=WITHIN.get(name),
        )
        for name, values in tables.options.items()
    }
