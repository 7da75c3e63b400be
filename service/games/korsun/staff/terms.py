"""What things are called: orders, what to know before one gives them, what is asked, fields."""

from __future__ import annotations

from collections.abc import Mapping

from service.engine.facts import Fact
from service.games.korsun.printed.reading import SOVIET
from service.games.korsun.printed.units import Counter

TITLES = {
    "place-marker": "Deploy a supply marker", "end-isolation": "End the isolation of a Korps",
    "extend-supply": "Extend supply to a hex", "resupply": "Resupply artillery", "drop-to-units": "Drop supply",
    "drop-supply": "Drop supply", "fly-to-korsun": "Fly supply to Korsun", "allot-drops": "Set points aside for drops",
    "allot-korsun": "Set points aside for Korsun", "replace": "Replace a step", "declare-reserve": "Place in reserve",
    "move": "Move", "move-by-road": "Move strategically", "move-by-rail": "Move by rail",
    "bring-back": "Bring pieces back", "create-barrage": "Create a barrage unit", "fire-barrage": "Fire a barrage",
    "declare-attack": "Attack", "react": "React", "pay-supply": "Support with supply",
    "fly-in-defense": "Commit air support", "fire-artillery": "Fire artillery",
    "commit-engineers": "Declare assault engineers", "no-retreat": "Declare No Retreat",
    "break-through": "Move by breakthrough", "attack-by-breakthrough": "Fight on by breakthrough",
    "move-reserve": "Move reserves", "attack-from-reserve": "Attack from reserve",
    "withdraw-by-night": "Withdraw by night", "destroy-bridge": "Destroy a bridge", "repair-bridge": "Repair a bridge",
    "build-bridge": "Build a bridge", "lay-mines": "Lay mines", "improve-position": "Improve a position",
    "convert-artillery": "Give up artillery", "convert-alarm": "Give up an alarm unit",
    "convert-cadre": "Give up a cadre", "convert-marker": "Give up a supply marker",
    "convert-korsun": "Take the Korsun conversion", "rebuild-from-cadres": "Rebuild a unit from cadres",
    "leave-workshop": "Bring a unit back from the workshop", "adjust-boundary": "Move the boundary of the Fronts",
    "displace-partisans": "Displace partisans", "return-partisans": "Roll for partisans to return",
    "build-airfield": "Build an alternate airfield", "build-depot": "Build a depot", "fill-depot": "Fill a depot",
    "throw-for-release": "Roll for release of the front",
    "activate-korsun": "Declare Korsun isolated",
    "isolate-korps": "Declare a Korps isolated", "declare-wanda": "Declare Operation Wanda",
    "abandon-airfield": "Abandon the Korsun airfield", "declare-breakout": "Declare a breakout",
    "break-out": "Break out", "add-intercept-line": "Lines for intercepts",
    "add-demolition-line": "Lines for demolitions", "add-reaction-line": "Lines for reactions",
    "add-supply-line": "Lines for supported combat", "add-air-line": "Lines for air support",
    "add-artillery-line": "Lines for artillery", "add-engineer-line": "Lines for engineers",
    "add-no-retreat-line": "Lines for No Retreat", "add-retreat-line": "Lines for retreats",
    "add-barrage-line": "Lines for barrages", "set-defense": "Losses and targets in defense",
    "move-standing-line": "Move a line",
    "drop-standing-line": "Remove a line",
    "plan-supply": "Plan your supply", "plan-marker": "Plan where a marker goes", "plan-drop": "Plan a drop",
    "plan-air": "Plan the air supply", "plan-closing": "Plan the rest of your turn", "plan-work": "Plan a unit's work",
    "plan-withdrawal": "Plan a withdrawal by night", "drop-plan": "Take back a plan",
}  # fmt: skip

HELP = {
    "place-marker": "On a road hex that its own supply source reaches by road. The farther it stands, the fewer points "
    "it takes in. One that you do not deploy stays where it stands, if the road to it is open.",
    "extend-supply": "A point keeps your units in one hex, up to twice as far as a marker's range, in supply for "
    "movement. For combat, artillery and engineers it does not count.",
    "fill-depot": "Points in a depot do not lapse. Its own Korps spends them, within one increment of it.",
    "adjust-boundary": "In up to three rows a game-turn, by one column each. The enemy is not told.",
    "displace-partisans": "To woods or marsh that no German combat unit stands in or next to.",
    "build-airfield": "It is complete in the next engineering phase, if its engineer is still there, and serves when "
    "Korsun's is lost.",
    "build-depot": "It is complete in the next engineering phase; what you put into it later does not lapse.",
    "bring-back": "Into the hex of the barrage unit, as long as there is room, or into one next to it. Those that you "
    "do not name come back by themselves.",
    "drop-supply": "On a supply marker of yours, which takes the point, or on units that are out of supply. A die says "
    "whether it arrives.",
    "resupply": "A point brings a piece within its marker's range up by one state of ammunition.",
    "replace": "A replacement point brings back a step that a unit has lost.",
    "declare-reserve": "Reserves stand still now, and move half their allowance and attack at the end of the combat "
    "phase.",
    "move": "An enemy zone of control stops whoever enters it. What you do not see may stop you sooner: you are told.",
    "move-by-road": "Along roads only, away from the enemy, and up to twice the allowance.",
    "declare-attack": "Attacks are fought in the order in which you declare them. By plan you are asked nothing more "
    "about this one: supply, pieces and engineers are then as you have said below.",
    "pay-supply": "Units of a command for which no point is paid fight at less than their strength.",
    "fly-in-defense": "Each mission is a shift in your favor.",
    "fire-artillery": "Each piece that fires uses up ammunition.",
    "no-retreat": "Your units do not retreat, and lose more steps for it.",
    "fly-to-korsun": "Points that were set aside in the last game-turn. A die for each says whether it lands.",
    "allot-korsun": "They can be flown in the next game-turn, as far as stock and lift of Uman allow.",
    "allot-drops": "They can be dropped in the next game-turn, as far as stock and lift of Uman allow.",
    "activate-korsun": "The airfield of the pocket becomes active: from the next game-turn on points can be set "
    "aside for it.",
    "isolate-korps": "Its points go to the Korsun marker at once, and from the next supply stage on its units use that "
    "one. Only units of such a Korps can break out.",
    "declare-wanda": "Once in the match: better dice for air missions and more points for the panzer Korps for two "
    "game-turns, and a further reserve for good. The Soviet side scores points for it.",
    "abandon-airfield": "It is given up for good. Each isolated Korps can then take replacement points for it, and no "
    "further Korps can be declared isolated.",
    "react": "Armor moves by a hex, into a hex under attack to defend there, or out of one that others hold.",
    "destroy-bridge": "A die decides: engineers do it most easily.",
    "repair-bridge": "It stands in your next engineering phase, if the engineer is still there and in order.",
    "build-bridge": "It stands in your next engineering phase, if the engineer is still there and in order. Heavy "
    "armor crosses bridges J, and neither S nor K.",
    "lay-mines": "At once, and hidden until the enemy enters or attacks the hex, or one of its engineers ends a "
    "segment next to it.",
    "improve-position": "A die decides: engineers do it most easily. Whoever stands there defends better, until the "
    "hex is left.",
    "declare-breakout": "It opens the breakout phase at the end of this player-turn. Once a unit tries, the match ends "
    "after the next Soviet combat phase.",
    "plan-supply": "For the next game-turn: your supply stage is then worked without asking you. Points are paid in "
    "the order in which you name hexes and pieces, as long as there are any.",
    "plan-marker": "A marker that the plan does not name stays where it is, if the road to it is open.",
    "plan-air": "The air supply stage is then worked without asking you. Drops come in the order in which you name "
    "them.",
    "plan-closing": "Once the attacks are fought you are asked nothing more in this player-turn, and fight no further "
    "combat. Leave a field out, and breakthrough markers lapse or reserves stay where they are.",
    "plan-work": "It is done if the unit still can when the engineering phase comes.",
    "break-out": "The unit goes through enemy zones of control to a hex that is safe, at a loss that a die decides.",
}
LIST_TITLES = {
    "intercepts": "Intercepts", "demolitions": "Demolitions", "reactions": "Reactions", "supply": "Supported combat",
    "air": "Air support", "artillery": "Artillery", "engineers": "Engineers", "no-retreats": "No Retreat",
    "retreats": "Retreats", "barrages": "Barrages",
}  # fmt: skip
LIST_HELP = {
    "intercepts": "They answer in the enemy's movement also while you are asked. The first that fits acts.",
    "demolitions": "They answer as soon as the enemy comes to a bridge. The first that fits acts.",
    "reactions": "While you are on standing orders: for each unit the first that fits; without one it holds.",
    "supply": "While you are on standing orders, and in second combats: for each command the first that fits. Without "
    "one a point is paid if one is left afterwards.",
    "air": "While you are on standing orders, and in second combats: the first that fits. Without one a mission flies "
    "while the odds before shifts are 2:1 or more.",
    "artillery": "While you are on standing orders, and in second combats: the first that fits. Without one all Full "
    "pieces in range fire if the attacker's do.",
    "engineers": "While you are on standing orders, and in second combats: the first that fits. Without one they are "
    "not declared.",
    "no-retreats": "While you are on standing orders, and in second combats: the first that fits. Without one it is "
    "not declared.",
    "retreats": "They answer also while you are asked: for each unit the first that fits. Without one it goes toward "
    "its supply marker.",
    "barrages": "They answer also while you are asked: the first that fits. Without one it is the unit with the "
    "lowest defense.",
}
"""What is to be known of each list of standing lines."""
ASKS = {
    "2. Supply Point Receipt Phase": "Your markers have taken in their points.",
    "A. Barrage Unit Deployment Segment": "Not all pieces of your barrage unit have room in its hex: say who comes "
    "back beside it, or leave it to the umpire.",
    "D. Front Boundary Adjustment Segment": "You may move the boundary between your Fronts.",
    "B. Reinforcement Segment": "Your partisans may go elsewhere, or roll to return.",
    "3. Supply Determination Phase": "Each of your units is in supply, or out of it for the first or second time.",
    "4. Extended Supply of OOS units Phase": "Pay a point for a hex of units beyond the range of their marker.",
    "5. Artillery Resupply Phase": "Bring pieces of artillery back to full ammunition.",
    "6. Soviet Air-Drop Supply Phase": "Each Front may drop supply on one hex.",
    "1. Air-Drop Supply Phase": "Drop what was set aside for drops.",
    "2. Korsun Air Supply Phase": "Fly to Korsun what was set aside for it.",
    "3. Air-Drop Allocation Phase": "Set points aside to be dropped in the next game-turn.",
    "4. Korsun Air Supply Allocation Phase": "Set points aside to be flown to Korsun in the next game-turn.",
    "A. Replacement Segment": "Use replacement points; what is left of them stays.",
    "A. Reserve Declaration Segment": "Put units in reserve, for an attack after the others.",
    "B. Movement Segment": "Choose a unit, then where it goes. What you send is moved at once, in its order.",
    "A. Continuous Front Release Segment": "Roll for the release of the continuous front.",
    "B. German Declaration Segment": "Both sides are told at once of what you declare.",
    "A. Combat Declaration Segment": "Choose a hex of the enemy, and the units beside it that attack it.",
    "B. German Armor Reaction Segment": "Your armor may leave, or come up, before the attacks are fought.",
    "The Attacker's Supported Commands": "Pay a point for each command whose units are to fight at full strength.",
    "The Defender's Supported Commands": "Pay a point for each command whose units are to fight at full strength.",
    "Combat Air Support of the Defender": "Commit air missions to this combat, or keep them.",
    "The Attacker's Pieces": "Name the pieces that fire in this combat.",
    "Defender Artillery": "Name the pieces that fire in this combat.",
    "The Attacker's Engineers": "Declare engineers in this combat.",
    "The Defender's Engineers": "Declare engineers in this combat.",
    "The Defender's Losses": "Say who loses the steps of the result, or leave it to the strongest.",
    "The Attacker's Losses": "Say who loses the steps of the result, or leave it to the strongest.",
    "The Retreat": "Name hexes through which your units fall back, or leave it to the way to their supply marker.",
    "The Advance": "Say who enters the hex once it is empty, or leave it to the strongest armor and infantry.",
    "No Retreat": "Your units may stand where they are, whatever it costs.",
    "D. Breakthrough Segment": "Units with a Breakthrough marker may move one hex more, or fight once more.",
    "E. Reserve Movement Segment": "Move your reserves, with half their allowance.",
    "F. Reserve Combat Segment": "Your reserves may attack.",
    "G. Night Withdrawal Segment": "Your armor may withdraw by one hex.",
    "5. Engineering Phase": "Engineers that have not attacked may work, if they are in supply and in order.",
    "7. Breakout Phase": "Unit by unit, name the way out.",
}
"""What is asked at a heading, by its title."""
NOTHING_FOR: Mapping[str, tuple[tuple[str, ...], str]] = {
    "5. Artillery Resupply Phase": (
        ("resupply",), "No further piece can be given ammunition. You may still plan the air supply.",
    ),
    "6. Soviet Air-Drop Supply Phase": (("drop-to-units",), ""),
    "4. Korsun Air Supply Allocation Phase": (
        ("allot-korsun",), "Nothing more can be set aside for Korsun now: airfield, stock or lift do not allow it.",
    ),
    "A. Combat Declaration Segment": (
        ("declare-attack",),
        "No further attack can be ordered. You may still plan the rest of your turn and your supply.",
    ),
    "B. German Armor Reaction Segment": (("react",), "No further armor of yours can react."),
    "The Attacker's Supported Commands": (("pay-supply",), "No further command in it has a point within reach."),
    "The Defender's Supported Commands": (("pay-supply",), "No further command in it has a point within reach."),
    "Combat Air Support of the Defender": (("fly-in-defense",), "No further air mission of yours can fly in it."),
    "The Attacker's Pieces": (("fire-artillery",), "No further piece of yours can fire in it."),
    "Defender Artillery": (("fire-artillery",), "No further piece of yours can fire in it."),
    "F. Reserve Combat Segment": (
        ("attack-from-reserve",),
        "No further reserve of yours can attack. You may still plan the rest of your turn and your supply.",
    ),
    "G. Night Withdrawal Segment": (("withdraw-by-night",), "No further armor of yours can withdraw."),
    "B. German Declaration Segment": (
        ("activate-korsun", "isolate-korps", "declare-wanda", "abandon-airfield", "declare-breakout"),
        "You have nothing more to declare now.",
    ),
    "5. Engineering Phase": (
        ("destroy-bridge", "repair-bridge", "build-bridge", "lay-mines", "improve-position", "build-airfield",
         "build-depot"),
        "None of your other units can work now. You may still plan your supply.",
    ),
}  # fmt: skip
"""What is said at a heading instead, where no order that it is there for can be given besides what is written."""
LABELS = {
    "command": "Command", "hex": "Hex", "to": "To", "unit": "Unit", "units": "Units", "path": "Path",
    "missions": "Air missions", "points": "Points", "commands": "Commands", "planned": "By plan",
    "supported": "Supply for", "artillery": "Artillery", "engineers": "Assault engineers", "losses": "Losses",
    "armor_target": "Target of your armor", "advance": "Advance of", "bridge": "Bridge", "type": "Type",
    "user": "Point for", "row": "Row", "column": "Column", "other": "Second cadre",
    "front": "Front", "target": "For", "barrage": "Barrage unit", "hexes": "Hexes",
    "extended": "Extended supply to", "drops": "Drops on", "flights": "Points to fly to Korsun",
    "allot_drops": "Set aside for drops", "allot_korsun": "Set aside for Korsun", "breakthrough": "Break through to",
    "reserves": "Reserves to", "work": "Work", "plan": "Plan", "ask": "Ask me for",
    "large": "Large stacks only", "chance": "Least chance, of 6", "does": "Does",
}  # fmt: skip
ITEMS = {
    "supply": "Supply", "fire": "Artillery", "assault": "Engineers", "casualties": "Losses", "pursuit": "The advance",
}  # fmt: skip
"""What the items of an attack's plan are called at which its owner is asked after all."""
TYPES = {
    "inf": "infantry", "cav": "cavalry", "pg": "panzer grenadiers", "eng": "engineers", "tank": "tanks",
    "sg": "assault guns", "at": "anti-tank guns", "art": "artillery", "rkt": "rockets", "alarm": "alarm unit",
}  # fmt: skip
"""What the types of units are called."""
MECHANIZED = "mechanized infantry"
"""What panzer grenadiers are called on the Soviet side."""


def type_of(counter: Counter) -> str:
    """What a unit is, in words: infantry, tanks, mechanized infantry."""
    return MECHANIZED if counter.profile.type == "pg" and counter.side == SOVIET else TYPES[counter.profile.type]


KEY = (
    Fact.of("4-4", "attack and defense as they are now"),
    Fact.of("4/5", "support points and range of artillery"),
    Fact.of("Strokes", "steps lost, at the upper right"),
    Fact.of("D, RG", "disorganized, regrouping"),
    Fact.of("O1, O2", "out of supply, for the first and for the second time"),
    Fact.of("AL, AO, NF", "low or out of ammunition, may not fire"),
    Fact.of("B, R, X", "may break through, in reserve, in extended supply"),
    Fact.of("III 5", "a supply marker of yours and the points on it"),
    Fact.of("III +5", "one that is about to take in that many points"),
    Fact.of("small, large", "an enemy stack that nobody has identified, of fewer than 3 stacking points or of more"),
)
"""What the counters show."""
