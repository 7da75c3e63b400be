"""The sequence of play, heading for heading under the numbers and letters of the source (KOR-TURN-01 to 03).

The combat phases lack what their source does not have: E4 has no segment G, F4 no segment B.
"""

from __future__ import annotations

from service.engine.outline import AtOwnPace, Each, GameTurn, Heading, Phase, PlayerTurn, Repeat, Segment, Step
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING
from service.games.korsun.known.reports import COMBAT
from service.games.korsun.printed.reading import GERMAN
from service.games.korsun.sections import (
    air_supply,
    attacks,
    barrage,
    boundary,
    breakout,
    breakthrough,
    closing_plans,
    combat,
    conversions,
    decisions,
    declarations,
    deployment,
    depots,
    engineering,
    markers,
    movement,
    partisans,
    plans,
    recovery,
    reliability,
    replacements,
    reserves,
    supply,
    support,
    support_answers,
    turns,
    victory,
    weather,
)
from service.games.korsun.sections.support_answers import close_item

SUPPORT = Segment("Declaration of Combat Support", when=support_answers.there_is_a_fight, rule="KOR-CBT-08")[
    Segment("Supported Combat", does=support_answers.supported_by_plan, rule="KOR-CBT-09")[
        Segment(
            "The Attacker's Supported Commands", by=PHASING, orders=(support.PaySupply,),
            when=support_answers.attacker_is_asked_for_supply, ends=close_item("supply", "attacker"),
        ),
        Segment(
            "The Defender's Supported Commands", by=NON_PHASING, orders=(support.PaySupply,),
            ends=close_item("supply", "defender"),
        ),
    ],
    Segment(
        "Combat Air Support of the Defender", by=NON_PHASING, orders=(support.FlyInDefense,),
        ends=close_item("air", "defender"), rule="KOR-CBT-10",
    ),
    Segment("Attacker Artillery", does=support_answers.guns_by_plan, rule="KOR-CBT-11")[
        Segment(
            "The Attacker's Pieces", by=PHASING, orders=(support.FireArtillery,),
            when=support_answers.attacker_is_asked_for_artillery, ends=close_item("fire", "attacker"),
        ),
    ],
    Segment(
        "Defender Artillery", by=NON_PHASING, orders=(support.FireArtillery,),
        ends=close_item("fire", "defender"), rule="KOR-CBT-12",
    ),
    Segment("Assault Engineers", does=support_answers.engineers_by_plan, rule="KOR-CBT-13")[
        Segment(
            "The Attacker's Engineers", by=PHASING, orders=(support.CommitEngineers, decisions.AimAt),
            when=support_answers.attacker_is_asked_for_engineers, ends=close_item("assault", "attacker"),
        ),
        Segment(
            "The Defender's Engineers", by=NON_PHASING, orders=(support.CommitEngineers,),
            when=support_answers.defender_has_engineers, ends=close_item("assault", "defender"),
        ),
    ],
    Segment(
        "No Retreat", by=NON_PHASING, orders=(support.HoldGround, decisions.AimAt),
        when=support_answers.defender_has_a_last_word, ends=close_item("no-retreat", "defender"), rule="KOR-CBT-14",
    ),
]  # fmt: skip

DECLARATION = Segment(
    "A. Combat Declaration Segment", by=PHASING, does=attacks.open_declaration, ends=attacks.close_declaration,
    rule="KOR-CBT-02", orders=(attacks.DeclareAttack, *closing_plans.OF_CLOSING, *plans.OF_SUPPLY),
)  # fmt: skip

REACTION = Segment(
    "B. German Armor Reaction Segment", by=GERMAN, orders=(attacks.React,), ends=attacks.close_reaction,
    rule="KOR-CBT-04",
)  # fmt: skip

COMBAT_STEPS = (
    SUPPORT,
    Segment("Combat Odds Determination", does=combat.determine_odds, rule="KOR-CBT-15"),
    Segment("Apply Combat Shifts", does=combat.apply_shifts, rule="KOR-CBT-21"),
    Segment("Resolve Combat", does=combat.resolve, rule="KOR-CBT-31")[
        Segment(
            "The Defender's Losses", by=NON_PHASING, orders=(decisions.TakeLosses,),
            when=decisions.defender_loses_steps,
        ),
        Segment("The Retreat", by=NON_PHASING, orders=(decisions.FallBack,), when=decisions.defender_retreats),
        Segment(
            "The Attacker's Losses", by=PHASING, orders=(decisions.TakeLosses,), when=decisions.attacker_loses_steps
        ),
        Segment("The Advance", by=PHASING, orders=(decisions.Advance,), when=decisions.attacker_may_advance),
        Segment("What Comes of It", does=combat.apply, when=decisions.result_waits, rule="KOR-CBT-32"),
    ],
)  # fmt: skip

RESOLUTION = Segment("C. Combat Resolution Segment", rule="KOR-CBT-06")[
    Each("Combats", each=attacks.declared, occasion=COMBAT)[COMBAT_STEPS],
]  # fmt: skip

SECOND_COMBATS = (
    Segment(
        "D. Breakthrough Segment", by=PHASING, orders=(breakthrough.BreakThrough, breakthrough.AttackByBreakthrough),
        ends=breakthrough.close_breakthrough, passes=True, rule="KOR-CBT-35",
    ),
    Each("Combats by Breakthrough", each=attacks.by_breakthrough, occasion=COMBAT, of_before=True)[COMBAT_STEPS],
    Segment(
        "E. Reserve Movement Segment", by=PHASING, orders=(breakthrough.MoveReserve,), passes=True, rule="KOR-CBT-37"
    ),
    Segment(
        "F. Reserve Combat Segment", by=PHASING, ends=reserves.remove_reserves, rule="KOR-CBT-38",
        orders=(breakthrough.AttackFromReserve, *closing_plans.OF_CLOSING, *plans.OF_SUPPLY),
    ),
    Each("Reserve Combats", each=attacks.from_reserve, occasion=COMBAT)[COMBAT_STEPS],
)  # fmt: skip

MOVEMENT = Phase("3. Movement Phase", rule="KOR-SMV-01")[
    Segment(
        "A. Reserve Declaration Segment", by=PHASING, orders=(reserves.DeclareReserve,), passes=True, rule="KOR-SMV-02"
    ),
    Segment(
        "B. Movement Segment", by=PHASING, orders=(movement.Move, movement.MoveByRoad, movement.MoveByRail),
        does=movement.open_segment, ends=movement.close_segment, rule="KOR-SMV-03",
    ),
]  # fmt: skip

RECOVERY = Phase("6. Disorganization/Regroup Phase", does=recovery.recover, rule="KOR-SDR-01")

OUTLINE = Heading("Korsun")[
    Repeat("Game-Turns", until=turns.game_is_over, rule="KOR-TURN-01")[
        GameTurn("Game-Turn", does=turns.begin_turn, occasion="game-turn")[
            Phase("A. Weather Stage", does=weather.determine_weather, rule="KOR-WX-01"),
            Phase("B. Mutual Air Stage", does=weather.determine_air, rule="KOR-AIR-01"),
            AtOwnPace("C. Mutual Supply Stage", by=EVERYBODY, does=markers.open_stage_c,
                      ends=markers.end_of_stage_c, rule="KOR-SUP-01")[
                Step(
                    "1. Supply Marker Phase", orders=(markers.PlaceMarker, markers.EndIsolation, plans.PlanAir),
                    begins=markers.turn_to_front, finishes=markers.deploy_the_rest, rule="KOR-SUP-04",
                ),
                Step(
                    "2. Supply Point Receipt Phase", orders=(depots.FillDepot,), begins=markers.receive_points,
                    passes=True, rule="KOR-SUP-06",
                ),
                Step("3. Supply Determination Phase", begins=supply.determine_supply, rule="KOR-SUP-10"),
                Step(
                    "4. Extended Supply of OOS units Phase", orders=(supply.ExtendSupply,), passes=True,
                    rule="KOR-SUP-15",
                ),
                Step("5. Artillery Resupply Phase", orders=(supply.Resupply, plans.PlanAir), passes=True,
                     rule="KOR-SUP-20"),
                Step(
                    "6. Soviet Air-Drop Supply Phase", orders=(supply.DropToUnits,), begins=supply.open_drops,
                    takes=supply.soviet_alone, rule="KOR-SUP-24",
                ),
            ],
            PlayerTurn(
                "D. German Air Supply Stage", phasing=turns.german, does=air_supply.open_stage, ends=supply.worsen,
                rule="KOR-GAS-01",
            )[
                Phase("1. Air-Drop Supply Phase", by=GERMAN, orders=(air_supply.DropSupply,), passes=True,
                      rule="KOR-GAS-02"),
                Phase("2. Korsun Air Supply Phase", by=GERMAN, orders=(air_supply.FlyToKorsun,),
                      ends=air_supply.return_what_was_not_flown, passes=True, rule="KOR-GAS-04"),
                Phase("3. Air-Drop Allocation Phase", by=GERMAN, orders=(air_supply.AllotDrops,), passes=True,
                      rule="KOR-GAS-06"),
                Phase("4. Korsun Air Supply Allocation Phase", by=GERMAN, orders=(air_supply.AllotKorsun,),
                      rule="KOR-GAS-07"),
            ],
            PlayerTurn(
                "E. Soviet Player-Turn", phasing=turns.soviet, does=turns.begin_player_turn, ends=turns.end_player_turn,
                occasion="player-turn", rule="KOR-TURN-02",
            )[
                Phase("1. Event Phase", rule="KOR-SEV-01")[
                    Segment(
                        "A. Barrage Unit Deployment Segment", by=PHASING, orders=(deployment.BringBack,), passes=True,
                        does=deployment.deploy_barrages, ends=deployment.close_deployment,
                        when=barrage.has_barrages, rule="KOR-SEV-02",
                    ),
                    Segment(
                        "B. Barrage Unit Creation Segment", by=PHASING, orders=(barrage.CreateBarrage,), passes=True,
                        when=barrage.has_barrages, rule="KOR-SEV-06",
                    ),
                    Segment(
                        "C. Artillery Barrage Segment", by=PHASING, orders=(barrage.FireBarrage,), passes=True,
                        when=barrage.has_barrages, rule="KOR-SEV-07",
                    ),
                    Segment(
                        "D. Front Boundary Adjustment Segment", by=PHASING, orders=(boundary.AdjustBoundary,),
                        does=boundary.open_adjustment, when=boundary.two_fronts, passes=True, rule="KOR-SEV-09",
                    ),
                ],
                Phase("2. Replacement/Reinforcement Phase", rule="KOR-SRR-01")[
                    Segment(
                        "A. Replacement Segment", by=PHASING, orders=(replacements.Replace,),
                        does=replacements.add_points, ends=replacements.end_replacements, passes=True,
                        rule="KOR-SRR-02",
                    ),
                    Segment(
                        "B. Reinforcement Segment", by=PHASING, does=replacements.stage_reinforcements,
                        orders=(partisans.DisplacePartisans, partisans.ReturnPartisans), passes=True, rule="KOR-SRR-04",
                    ),
                ],
                MOVEMENT,
                Phase("4. Combat Phase", ends=victory.end_after_breakout, rule="KOR-CBT-01")[
                    DECLARATION, REACTION, RESOLUTION, *SECOND_COMBATS,
                ],
                Phase(
                    "5. Engineering Phase", by=PHASING, does=engineering.open_engineering,
                    ends=engineering.close_engineering, rule="KOR-SEN-01",
                    orders=(engineering.DestroyBridge, engineering.RepairBridge, engineering.BuildBridge,
                            engineering.LayMines, *plans.OF_SUPPLY),
                ),
                RECOVERY,
            ],
            PlayerTurn(
                "F. German Player-Turn", phasing=turns.german, does=turns.begin_player_turn, ends=turns.end_player_turn,
                occasion="player-turn", rule="KOR-TURN-03",
            )[
                Phase("1. Event Phase", rule="KOR-GEV-01")[
                    Segment(
                        "A. Continuous Front Release Segment", by=PHASING, orders=(declarations.ThrowForRelease,),
                        does=declarations.open_events, passes=True, rule="KOR-GEV-02",
                    ),
                    Segment(
                        "B. German Declaration Segment", by=PHASING, rule="KOR-GEV-03",
                        orders=(declarations.ActivateKorsun, declarations.IsolateKorps, declarations.DeclareWanda,
                                declarations.AbandonAirfield, declarations.DeclareBreakout),
                    ),
                    Segment(
                        "C. Armor Reliability Roll", does=reliability.heavy_armor_breaks_down, rule="KOR-GEV-09"
                    ),
                ],
                Phase("2. Replacement/Reinforcement Phase", rule="KOR-GRR-01")[
                    Segment(
                        "A. Replacement Segment", by=PHASING, does=replacements.add_points,
                        ends=replacements.end_replacements, passes=True, rule="KOR-GRR-02",
                        orders=(replacements.Replace, conversions.ConvertArtillery, conversions.ConvertAlarm,
                                conversions.ConvertCadre, conversions.RebuildFromCadres, conversions.ConvertMarker,
                                conversions.ConvertKorsun, replacements.LeaveWorkshop),
                    ),
                    Segment("B. Reinforcement Segment", does=replacements.stage_reinforcements, rule="KOR-GRR-09"),
                ],
                MOVEMENT,
                Phase("4. Combat Phase", rule="KOR-GCB-01")[
                    DECLARATION, RESOLUTION, *SECOND_COMBATS,
                    Segment(
                        "G. Night Withdrawal Segment", by=PHASING, orders=(breakthrough.WithdrawByNight,),
                        ends=breakthrough.close_night, rule="KOR-GCB-03",
                    ),
                ],
                Phase(
                    "5. Engineering Phase", by=PHASING, does=depots.open_german_engineering,
                    ends=engineering.close_engineering, rule="KOR-GEN-01",
                    orders=(engineering.DestroyBridge, engineering.RepairBridge, engineering.BuildBridge,
                            engineering.ImprovePosition, depots.BuildAirfield, depots.BuildDepot, *plans.OF_SUPPLY),
                ),
                RECOVERY,
                Phase(
                    "7. Breakout Phase", by=PHASING, orders=(breakout.BreakOut,), ends=breakout.close_breakout,
                    closes=breakout.must_be_tried, when=declarations.breakout_declared, rule="KOR-GBO-01",
                ),
            ],
            Phase("G. Game-Turn Stage", rule="KOR-END-01")[
                Segment("A. Victory Determination Segment", does=victory.determine_victory, rule="KOR-END-02"),
                Segment("B. Game-Turn Advance Segment", rule="KOR-END-03"),
            ],
        ],
    ],
]  # fmt: skip
