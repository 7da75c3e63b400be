"""What things are called: orders, what to know before one gives them, fields, directions."""

from __future__ import annotations

from service.engine.sentences import say

TITLES = {
    "fire": "Fire", "shoot": "Shoot at armour", "turn-gun": "Turn the gun", "lay-smoke": "Lay smoke",
    "move": "Move", "face": "Turn the vehicle", "fire-on-move": "Fire after its move", "leave-map": "Leave the map",
    "more-to-come": "Keep other moves for later", "close-with": "Follow up", "halt": "Halt",
    "advance": "Advance one hex", "repair": "Repair", "replenish": "Fetch ammunition",
    "self-rally": "Rally by itself", "rally": "Rally",
    "prepare": "Announce reinforcements", "strike": "Air strike", "call-contact": "Radio contact",
    "spotting-round": "Spotting round", "correct": "Correct the fire", "fire-for-effect": "Fire for effect",
    "set-fire-plan": "Fire plan for the enemy's moves", "watch-the-sky": "Watch the sky",
    "place-marker": "Mark what has fired", "attend": "Asked each time, or on standing orders",
}  # fmt: skip
HELP = {
    "fire": "At the hex of a contact: all that is in it is attacked. Bases in adjoining hexes may fire together.",
    "shoot": "A gun or an anti-tank weapon at a vehicle that you have made out.",
    "move": "The enemy sees only what their bases see, step by step, and may halt the base by fire after any step.",
    "more-to-come": "All moves on the sheet are played now, wherever this stands among them. You hear what came of "
    "them, and then order the others; the enemy is asked about each lot separately.",
    "close-with": "For after the moves, settled beforehand. Once you settle it for one base it holds for all: those "
    "you leave out neither fire nor advance then, and you are not asked.",
    "advance": "One hex, whatever it costs, whatever the base did before. Into an enemy's hex it is close combat.",
    "spotting-round": "At a hex that the battery's observer sees: those are lit on the map.",
    "set-fire-plan": "What your bases do in the enemy's moves without your being asked.",
    "lay-smoke": "It takes a smoke shell, and one of its shots.",
    "watch-the-sky": "Whether a machine-gun team spends a shot on aircraft that attack nearby.",
    "place-marker": "An enemy that you saw fire, or the hex that a shot came from: it is no secret that it has fired.",
    "replenish": "It is all that the base does in this turn.",
}
FIRE_ON_MOVE = "From where its move ends, with {} more on the dice, and {} more if it stays in motion."
"""What to know before one orders that, with what is added to the dice."""
TURN_GUN = "To turn costs {} of its shots."
"""What to know before one turns a gun, with the figure."""
ASKS = {
    "Prepared fire": "Fire with bases that will not move in this turn. A base that fires here may still advance at the "
    "end.",
    "Movement": "Tap a base, then where it goes. The enemy is shown your moves step by step, as far as their bases see "
    "them, and may halt any of them by fire; you hear what came of it when all have been played.",
    "Remaining fire": "The enemy's moves are over. Use the fire that you have kept.",
    "Closing fire": "Fire once with each base that has not fired. One that has moved fires much less well, one that "
    "has waited a little less well.",
    "Advance": "Each base may go one hex further, into close combat too. Broken, pinned and cowered ones stay.",
    "Halt or pass": "An enemy base has made a step in your sight.",
    "Reinforcements": "Say in which zone they will come on: the enemy is told of it at once.",
    "Rally by leaders": "A leader may try to rally bases within command range, each once in a phase.",
    "Self-rally": "A broken base may try to rally by itself, once in a phase: if it fails, no leader can rally "
    "it in this phase. The worst roll makes it rout.",
    "Off-board artillery": "Radio contact first, then a spotting round, a correction, and fire for effect.",
    "Air strike": "The aircraft have come. Name a hex that you see, with a contact in it.",
    "Ammunition": "A base that is low may go for ammunition, and do nothing else in this turn.",
    "Repair": "Try to repair what has broken down.",
}  # fmt: skip
ASKS_LIVE = {
    "Movement": "Tap a base, then where it goes. Your moves are played before both of you: all go at once, a step at a "
    "time, except those put after the others (More, In step with the move before: No). The enemy may halt any by fire.",
}  # fmt: skip
FLIGHT_FIRST = ". Until each of them has a path, nobody in better order can be moved."
TO_COME = "To bring on {title} (zone: {zone}), choose each base, then a hex of that zone: none comes on by itself."
STILL_TO_COME = (
    "Announced in an earlier turn (zone: {zone}) and not yet moved on: {title}. That still stands; announce it anew "
    "only to change the zone."
)
CLOCKS = {
    "step": "Step {}", "shot": "Naming the shot", "rest": "Left of the last halt", "remaining": "The remaining fire",
}  # fmt: skip
"""The times that run before both in live play."""
STANDS = {"step": "Moves, step by step", "shot": "A move is halted", "remaining": "Remaining fire"}
"""Where the match stands while these times run, for who looks on."""
MOVES_PLAYED = (
    say("Your moves are being played"),
    say(
        "The enemy is shown what their bases see. Of a halt that they call you are told at once; of fire, and all "
        "else, when the step is over. Each step takes as long, seen or not, unless a halt takes the place of its time."
    ),
)
MOVES_SENT = (
    say("Your moves are sent"),
    say(
        "The enemy is shown them step by step, as far as their bases see them, and may halt them by fire. Your bases "
        "stand here as they stood, with the routes that you gave them."
    ),
)
NO_MOVES_PLAYED = (
    say("You have sent no moves"),
    say("The enemy's remaining fire comes next, with the same time as always."),
)
NO_MOVES_SENT = (
    say("You have sent no moves"),
    say("The enemy is told that your moves are in, as always, and not how many they are. You go on after that."),
)
RESULTS_COME = {
    "fixed_delay": " You hear what came of it {hours} hours after you closed the step, whatever the enemy does.",
    "daily_at": " You hear what came of it at the next {at} ({zone}) that is {least} hours away or more, whatever the "
    "enemy does.",
    "when_defender_done": " You hear what came of it as soon as the enemy has answered; no time is set for that.",
}
"""When the results of moves that were sent by mail are told."""
THEY_MOVE = (
    say("The enemy is moving"),
    say("Step by step. What your bases see of it is shown here, and whenever one of them has a shot you are asked."),
)
HALTED = (
    say("Your move is halted"),
    "The enemy has halted one of your bases. They have {} s to name the shot; then the others go on.",
)
YOUR_HALT = (
    say("You have halted the enemy"),
    "The time for naming the shot runs on, {} s in all, whether or not you use it.",
)
THEIR_FIRE = (
    say("The moves are over"),
    "The enemy's remaining fire lasts {} s, whether or not they use it. Then you are told what came of it.",
)
YOUR_FIRE = (
    say("The moves are over"),
    "Your fire is closed. Its time runs on, {} s in all, whether or not you use it.",
)
"""Title and sentence while a time runs in which the defender may fire: it is as long whatever they do."""
AT_NOUGHT = {
    "step": "At 0 it goes on, whatever is chosen.",
    "shot": "At 0 your best shot is fired; a hidden base's only if no other has one.",
    "rest": "At 0 it goes on, whatever is chosen. A new halt begins its time anew.",
    "fired": "At 0 the move goes on, and nothing more is fired: a second shot has no time of its own.",
    "nobody": "At 0 nobody fires by themselves.",
    "hold": "At 0 the step is closed. Whatever is chosen, you fire no more than your fire plan says.",
}
"""What is done for the defender where the time runs out."""
BEST_SHOT = "At 0 your best shot is fired: that of "
BY_THEMSELVES, ELSE_HOLD = "At 0 these fire by themselves: ", ". Close without orders, and they hold their fire."
ONLY_LOOKED_AT = " neither fired nor moved in this turn, and is only looked at: tap its target, or it does not fire."
"""Beside that, in the remaining fire, of who is named before it."""
ON_YOUR_BEHALF = "you had not answered, so this was fired on your behalf"
THEIR_TURN = (
    say("The enemy's player turn"),
    say(
        "They rally, fire and order moves, and may take minutes. This page changes by itself when your men see "
        "something or are hit. Meanwhile write your fire plan."
    ),
)
"""Title and sentence for a side that is not asked."""
TRIES_ARE_TOLD_LATER = (
    " Your men may rally too: you hear how that went when the enemy's moves begin, or just before you notice a shot. "
    "The enemy may see it sooner."
)
"""For a side with somebody who may try something there; who sees them sees at once what comes of it."""
NAME_THE_SHOT, AT_ARMOUR = "they hear at once; then you name the shot", "at armour"
STOPS_IT = "stops it at once; they hear after the step"
"""On the buttons with which a mover is halted: by a shout, or live by a shot of the base that is chosen."""
MOVED_TOO = " moved too: you are asked next, in the same time, if one of your bases has a shot there."
"""Of others who were seen to make the same step, and who are named before it."""
LABELS = {
    "base": "Base", "target": "Target", "weapon": "With", "with_": "Together with", "leader": "Led by", "hex": "Hex",
    "path": "Path", "pace": "Pace", "in_motion": "Stays in motion", "battery": "Battery", "zone": "Zone",
    "heading": "Facing", "lines": "Fire plan", "reverse": "Astern", "stop_at_contact": "Stops when it sees an enemy",
    "skip_if": "Stays put if one of these was halted or hurt", "in_step": "In step with the move before",
    "of": "Of this kind", "within": "Within hexes", "watch": "Watches",
    "group": "Group",
}  # fmt: skip
HEADINGS = {
    6: ("north-east", "east", "south-east", "south-west", "west", "north-west"),
    8: ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"),
}
