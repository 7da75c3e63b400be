"""What things are called: orders, what to know before one gives them, what is asked, fields, values."""

from __future__ import annotations

from service.engine.facts import Fact

TITLES = {
    "march": "March", "sail": "Sail", "embark": "Embark", "embark-among": "Embark among fleets",
    "debark": "Land", "detach": "Detach",
    "enter-fort": "Enter a fort", "leave-fort": "Leave a fort", "dig": "Entrench", "give-up-works": "Give up works",
    "build-fort": "Build a fort", "build-magazine": "Build a magazine", "reduce-magazine": "Reduce a magazine",
    "place-arrival": "Place arrivals", "attack": "Attack", "leave-to-plan": "Leave it to the plan",
    "start-combat": "Begin combat", "fight-on": "Fight on", "stop-fighting": "Stop fighting",
    "continue": "Continue a battle", "meet-attack": "Meet an attack", "declare-supply": "Declare supply",
    "eliminate": "Eliminate the enemy", "force-march": "Forced march", "go-inside": "Go into a fort",
    "attack-at-sea": "Attack at sea", "place-passengers": "Say who was aboard", "bring-back": "Bring back a fleet",
    "build-bateaus": "Build bateaus", "exchange-magazine": "Exchange a magazine", "destroy-bateau": "Destroy bateaus",
    "dismantle-fort": "Take down a fort",
    "lie-off": "Lie off the port",
    "disband": "Disband", "bring-in": "Bring in reinforcements", "share-out": "Share out reinforcements",
    "bring-fleets": "Bring in the French fleets", "place-fleet": "Place a fleet",
    "add-plan-line": "Lines of the battle plan", "add-entry-line": "Lines for forts",
    "move-standing-line": "Move a line", "drop-standing-line": "Remove a line",
}  # fmt: skip
HELP = {
    "attend": "Asked each time, you decide yourself. On standing orders you are away: the umpire answers for you at "
    "once, in your own segments and between the quarters too, as long as the other side is asked. New units are "
    "placed, nothing moves, and battles are fought by your plan. Both sides are told which; it holds from the next "
    "question.",
    "march": "Each unit marches at its own allowance. Whoever meets enemy troops outside a fort stops there, "
    "and learns "
    "of those they could not see only by meeting them.",
    "sail": "Over sea lanes, along hexsides of broad water, and in and out of ports by their entrance. Guns in a fort "
    "stop whoever comes to its water.",
    "embark": "They go aboard before they do anything else. A fleet that has come into a port in this phase cannot "
    "load any more.",
    "embark-among": "They fill the first fleet, then the next, and each pays. Where both sides see everything, the "
    "enemy says who was aboard when one of these fleets is struck.",
    "debark": "Troops that land have half their points, and none left for a forced march. By its port a fleet lands "
    "for fewer points than over the shore, and loads nothing more in this phase; a hex with enemies costs more.",
    "detach": "Split some off from the rest, so that they can go their own way.",
    "dig": "Troops that entrench do not move in this phase. Whoever attacks an entrenched hex has a worse die roll.",
    "build-fort": "It costs a supply unit and an artillery unit, and its builders do not move.",
    "build-magazine": "Two supply units become a magazine, which supplies its own hex and those next to it, and stays.",
    "reduce-magazine": "A magazine becomes a supply unit, which may move at once.",
    "eliminate": "A stack that came together sweeps the enemy in its hex away without a battle, if no die could save "
    "them. If it falls short, it stays where it is.",
    "force-march": "The route is fixed before the die falls. What is gained and cannot be spent destroys the stack.",
    "attack": "Your card stays sealed until theirs is in. Choose one to read what it gives against each of theirs. By "
    "plan, you are asked nothing more there.",
    "leave-to-plan": "You do not attack there; if the enemy begins combat, your plan answers.",
    "meet-attack": "Choose a card to read what it gives against each of theirs. Withdraw ends the battle where theirs "
    "allows it, and you stay in the hex. What you say of supply holds for the round after.",
    "start-combat": "Where the enemy does not attack you may, unless you are entrenched or in a fort.",
    "fight-on": "Another round, with a card, or several rounds at once without any.",
    "stop-fighting": "The enemy may then go on, as the attacker.",
    "continue": "You attack from now on. Entrenchments help only whoever is attacked.",
    "declare-supply": "A supply unit that was used in several rounds is lost when the battle ends.",
    "attack-at-sea": "One die for each place. All enemy fleets there defend; those that are damaged are away for some "
    "months, with all aboard.",
    "place-passengers": "The enemy did not say who is on which of these fleets. Say who was on the one that is "
    "struck, as far as there is room; whoever you leave out stays where they were put aboard.",
    "bring-back": "A fleet that was damaged comes back once it is repaired; until you say where to, it stays away.",
    "build-bateaus": "On a river or lake side of the hex. They may sail, carry and ferry in this phase.",
    "exchange-magazine": "It becomes bateaus and a supply unit, which neither moves nor supports anybody in this "
    "segment.",
    "destroy-bateau": "Whoever is aboard is lost with it. New bateaus are built before anybody moves, so its "
    "counter is "
    "free for one in this month only if you destroy it then.",
    "lie-off": "A French fleet in the West Indies with more aboard than it carries stays outside the port: it has to "
    "land nobody, and neither loads nor lands in this phase.",
    "dismantle-fort": "Regulars take down a fort of their side, or an empty one of the enemy's. Whoever was "
    "inside then stands "
    "outside.",
    "place-arrival": "New units may stand beside the enemy. A fort that is besieged takes them only by a port that "
    "nobody blockades.",
    "disband": "What is not named is taken from the largest units first.",
    "bring-in": "All of them come in at one place. At a port the troops land; in a sea lane or a box they are aboard.",
    "bring-fleets": "They come together, in this month or a later one. In the West Indies they are free to leave until "
    "they land something.",
    "place-fleet": "It sails on from there in its next movement.",
    "share-out": "Before anybody moves, and at no cost.",
    "go-inside": "Whoever fought before their fort may go in now, with guns and supply. A fort with no "
    "troops in it, guns aside, falls to any enemy who comes to it.",
}
OFF_MAP = " Whoever comes to a box off the map goes no further in that month, but can still land in a port there."
"""What to know besides before one sails, where fleets leave the map."""
ASKS = {
    "Arrivals": "Place the units that have come in.",
    "American Recruits": "Disband the troops that are too many, and place the new units: what is not placed is lost.",
    "British Fleets": "Put each fleet that was called up in a box.",
    "French Fleets": "Put each fleet that was called up in a box.",
    "British Recruits": "Disband the troops that are too many, and place the new units: what is not placed is lost.",
    "American Militia and Continentals": "Adjust the rebel militia, and place the new Continentals.",
    "Tory Militia": "Adjust the Tory militia.",
    "American Supply": "Place the new supply units.",
    "British Supply and Regulars": "Place supply units and regulars, each pair at one port.",
    "Start of Phase": "Entrench, build or give up works, before anything moves.",
    "Regular Movement": "March, sail, land and embark. What you send is done at once, in its order, and stays done.",
    "Forced March": "March farther, by a roll of the die. Units that have come by water cannot.",
    "Naval Combat": "Say where your fleets attack those of the enemy. They never attack in your segment.",
    "Attacks": "Say where you attack. Where you do not, the enemy may begin combat.",
    "Answers": "Meet each attack with a card. Where the enemy spares you, you may begin combat yourself. At sea "
    "you may have to say who was aboard.",
    "Supply": "Say whether your supply is used in the coming round.",
    "Going On": "Fight another round, or stop.",
    "Defense": "Play a card against the coming round.",
    "Continuation": "The enemy has stopped. You may go on as the attacker.",
    "Fort Entry": "Take those who fought before your fort inside, or leave them where they are.",
}
"""What is asked at a heading, by its title."""
LABELS = {
    "units": "Units", "unit": "Unit", "ships": "Fleets", "ship": "Fleet", "path": "Way", "hex": "Hex",
    "number": "How many", "card": "Card", "supply": "Supply", "continuous": "Rounds at once",
    "planned": "The rest by plan", "by_port": "They land", "inside": "Into the fort", "nation": "Of which nation",
    "entry": "Where", "at": "Where", "of": "Of which kind", "to": "Where to", "side": "Side",
}  # fmt: skip
OPTION_TITLES = {
    "visibility": "What is seen", "interphase": "Between the quarters", "garrison": "Larger garrisons",
    "reduction": "Winters of their own", "transport": "Room aboard by kind", "counter_limits": "Limits of counters",
    "boston": "In Boston at the start",
}  # fmt: skip
LOST = {
    "at sea": "are lost: militia that is aboard when a quarter ends", "counters": "do not come: there are no counters",
    "nowhere": "do not come: there is no place for them", "not placed": "are lost, as nobody placed them",
    "sunk": "are lost with the vessel that carried them",
    "no fleet": "are lost, as no French fleet is in play",
    "abroad": "are lost: militia that is ashore out of its area when a movement phase ends",
}  # fmt: skip
"""What became of units that are lost or have not come."""
LANDINGS = {"False": "over the shore", "True": "by its port"}
"""How those who land come ashore."""
SUPPLY_CHOICES = {"use": "used", "not": "not used", "wusad": "if theirs is", "rule": "if it changes the odds"}
"""What is said of supply, as a form asks for it."""
SUPPLIES = {
    "use": "used", "not": "not used", "wusad": "used if the attacker's is", "rule": "used if it changes the odds",
}  # fmt: skip
WHY = {
    "enemies": "the enemy stands there", "captured": "the enemy stood there and captured them",
    "elsewhere": "what came before left them elsewhere", "held": "the enemy stands in the next hex, too",
    "fleet": "an enemy fleet lies there", "guns": "the guns of a fort command the water",
}  # fmt: skip
STRUCK = {
    "D-1": "is damaged and away to be repaired", "D-2": "is badly damaged and away to be repaired", "sunk": "is sunk",
}  # fmt: skip
STRUCK_SOON = "is struck: once it is settled who was aboard, it "
"""Of a fleet whose strike is held, before what becomes of it."""
OVER = {
    "no combat": "the two sides do not come to grips", "no effect": "the fight dies down",
    "withdrawal": "one side has broken off", "destroyed": "one side is destroyed", "stopped": "both sides have stopped",
    "winter": "winter allows no more",
}  # fmt: skip
ENDED_BY = {"withdrawal": "has broken off", "destroyed": "is destroyed"}
"""What one of the sides did that ends a battle."""
ENDINGS = {"NC": "the cards do not meet", "W": "the withdrawal succeeds"}
SIZES = {"few": "a few", "body": "a body of troops", "strong": "a strong force"}
SIDES = {"British": "the British side", "American": "the American side"}
VESSELS = {
    "TR": ("transport fleet", "transport fleets"), "BF": ("battle fleet", "battle fleets"),
    "bateau": ("bateau", "bateaus"),
}  # fmt: skip
KEY = (
    Fact.of("12 BR", "that many strength points, or units, of one kind"),
    Fact.of("BR, TM", "British regulars and Tory militia"),
    Fact.of("CA, RM, FR", "Continentals, rebel militia and French regulars"),
    Fact.of("BA, AA, FA", "artillery"),
    Fact.of("BS, AS, FS", "supply units; BM, AM and FM are magazines"),
    Fact.of("TR, BF", "transport and battle fleets"),
    Fact.of("?", "enemy troops of unknown strength"),
    Fact.of("1-3, 4-9, 10+", "a few, a body, a strong force"),
    Fact.of("Zigzag, square", "an entrenchment, a fort"),
    Fact.of("Yellow number", "the points that a town is worth"),
    Fact.of("Anchor", "a port, with a dotted line to the hexside by which fleets come in"),
    Fact.of("Dotted border", "the edge of an area"),
)
"""What counters and map show."""
