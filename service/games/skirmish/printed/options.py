"""What players may agree on when they open a match of Skirmish, each with what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.engine.game import MatchOption

if TYPE_CHECKING:
    from service.games.skirmish.printed.tables import Tables

ABOUT = {
    "turn_structure": "Whether the sides attack by turns, or the first side always.",
    "rally_sides": "Who tries in the Rally Phase: both sides, or the one whose player turn it is.",
    "rally_routed_to": "What a routed base becomes when a leader rallies it.",
    "rof_mode": "A rate of fire is a count of attacks, or a shot is kept while the first die is the rate or less.",
    "remaining_fire": "In the remaining fire all fire that have shots left, or those only that have not fired yet.",
    "halt_scope": "Who stands still when a mover is fired at: it alone, all in its hex, or all that move in the step.",
    "markers": (
        "Who marks what has used up its fire: the server, or by hand the opponent; what he forgets may fire on. Rated "
        "matches are played with markers enforced."
    ),
    "leader_creation_limit": "How many leaders a side can find among its men who rally.",
    "setup": "Bases stand where the scenario has them, or each side places its own in its zone, unseen.",
    "default_doctrine": "What is done where neither plan nor player says: fire where it is worth it, or hold.",
    "announce": "What the enemy is told of reinforcements: the place, or their kind too.",
    "oba_pace": "Whether off-board artillery makes one step of its mission in each Initial Phase, or all at once.",
    "replenish": "Whether ammunition can be had at the headquarters.",
    "fog": "Off, for teaching: everybody sees everything.",
    "interrupts": "Moves are halted on a film, as by mail, or live, step by step.",
    "live_step": "Live: so many seconds lasts each step of the moves, whether or not anybody sees it.",
    "release": "When the attacker hears of his moves, in a match by mail: a day after he sent them, or daily at an "
    "hour, and then the time tells nothing. Or when the defender is done, which is quicker, and tells the attacker "
    "whether the defender had anything to decide. Against oneself or the computer it is when the defender is done.",
    "release_hour": "The hour for results that are told daily; the defender always has some hours until then.",
    "release_zone": "By whose clocks that hour is meant.",
}  # fmt: skip
ALONE = {"release": "when_defender_done"}
"""Against oneself or the computer nobody is to wait a day for what nobody could learn from."""

USUAL = {"replenish": "as the scenario has it"}


def match_options(tables: Tables) -> dict[str, MatchOption]:
    """What a match may be opened with, by name, with the values that the tables have."""
    return {
        name: MatchOption(about=ABOUT[name], values=values, alone=ALONE.get(name), usual=USUAL.get(name, ""))
        for name, values in tables.options.items()
    }
