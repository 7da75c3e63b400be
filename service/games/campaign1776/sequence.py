"""The sequence of play: a month, its two segments, and what stands between the quarters.

Headings at which nobody is asked yet stand where they belong; so the outline is whole.
"""

from __future__ import annotations

from service.engine.outline import Condition, Dispatch, GameTurn, Heading, Phase, PlayerTurn, Repeat, Segment
from service.engine.seats import NON_PHASING, PHASING, Speaker
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.sections import (
    arrivals,
    battles,
    berths,
    boats,
    combat,
    defending,
    duty,
    eliminating,
    forced,
    forts,
    france,
    groups,
    interphase,
    landing,
    lying_off,
    marching,
    sailing,
    sea_combat,
    turns,
    victory,
    works,
)

MOVEMENT = Phase("Movement")[
    Segment(
        "Start of Phase", by=PHASING, orders=(*works.ORDERS, *boats.ORDERS), does=turns.begin_movement, passes=True,
        rule="C76-ENT-02",
    ),
    Segment(
        "Regular Movement", by=PHASING, rule=marching.MARCH, closes=lying_off.movement_may_close,
        allows=duty.comes_no_later,
        orders=(
            marching.MarchTo, sailing.Sail, landing.Embark, berths.EmbarkAmong, landing.Debark, marching.Detach,
            marching.EnterFort, marching.LeaveFort, eliminating.Eliminate, boats.DestroyBateau, works.DismantleFort,
            lying_off.LieOff,
        ),
    ),
    Segment(
        "Forced March", by=PHASING, orders=(forced.ForceMarch, marching.Detach), does=forced.open_marches,
        ends=forced.close_marches, rule="C76-FM-01",
    ),
    Segment("End of Phase", does=forts.end_movement),
]  # fmt: skip

LAND_COMBAT = Phase("Land Combat", does=combat.open_combat, rule="C76-PBM-30")[
    Segment(
        "Answers", by=combat.answerers, orders=(defending.MeetAttack, battles.StartCombat, berths.PlacePassengers),
        ends=combat.take_answers, rule="C76-PBM-26",
    ),
    Repeat("Rounds", until=combat.no_battle_is_open, numbered=False)[
        Segment("Round", does=combat.fight_rounds, rule="C76-PBM-30"),
        Segment(
            "Supply", by=combat.declarers_asked, orders=(defending.DeclareSupply,), ends=combat.words_of_the_silent,
            rule="C76-PBM-20",
        ),
        Segment(
            "Going On", by=combat.attackers_asked, orders=(battles.FightOn, battles.StopFighting),
            ends=combat.attackers_of_the_silent, rule="C76-PBM-23",
        ),
        Segment(
            "Defense", by=combat.defenders_asked, orders=(defending.MeetAttack,), ends=combat.cards_of_the_silent,
            rule="C76-PBM-20",
        ),
        Segment(
            "Continuation", by=combat.successors_asked, orders=(battles.ContinueCombat,), ends=combat.change_roles,
            rule="C76-PBM-25",
        ),
    ],
    Segment(
        "Fort Entry", by=combat.entrants_asked, orders=(forts.GoInside,), does=forts.open_entry,
        ends=combat.close_combat, rule="C76-FORT-01",
    ),
]  # fmt: skip


def recruits(title: str, by: Speaker, seat: str, *steps: interphase.Step, when: Condition, rule: str) -> Segment:
    """A form of the interphase: one side disbands and places what these steps bring it."""
    return Segment(
        title, by=by, orders=(interphase.Disband, arrivals.PlaceArrival, france.PlaceFleet),
        does=interphase.opening(seat, *steps), ends=interphase.closing(seat), when=when, rule=rule,
    )  # fmt: skip


BRITISH_CALL, FRENCH_CALL = france.call_up(BRITISH, BRITISH), france.call_up("French", AMERICAN)
NINE, FORMS = "C76-PLC-22", "C76-PBM-10"
INTERPHASE = Phase("Interphase", when=turns.quarter_closes, does=interphase.find_status, rule=NINE)[
    recruits("American Militia and Continentals", turns.the_american, AMERICAN, interphase.american_army,
             when=turns.in_steps, rule=NINE),
    recruits("Tory Militia", turns.the_british, BRITISH, interphase.tory_militia, when=turns.in_steps, rule=NINE),
    recruits("American Supply", turns.the_american, AMERICAN, interphase.american_supply, when=turns.in_steps,
             rule=NINE),
    recruits("British Supply and Regulars", turns.the_british, BRITISH, interphase.british_replacements,
             when=turns.in_steps, rule=NINE),
    Segment("British Fleets Called Up", when=turns.in_steps, does=BRITISH_CALL, rule=NINE),
    Segment("French Fleets Called Up", when=turns.in_steps, does=FRENCH_CALL, rule=NINE),
    recruits("British Fleets", france.BRITISH_ASKED, BRITISH, when=turns.in_steps, rule="C76-PLC-09"),
    recruits("French Fleets", france.FRENCH_ASKED, AMERICAN, when=turns.in_steps, rule="C76-PLC-09"),
    recruits("American Recruits", turns.the_american, AMERICAN, interphase.american_army, interphase.american_supply,
             FRENCH_CALL, when=turns.by_form, rule=FORMS),
    recruits("British Recruits", turns.the_british, BRITISH, interphase.tory_militia, interphase.british_replacements,
             BRITISH_CALL, when=turns.by_form, rule=FORMS),
    Segment("Fleets Called Away", does=france.send_away, rule="C76-PLC-23"),
]  # fmt: skip

PHASES = (
    Phase(
        "Arrivals", by=PHASING,
        orders=(
            arrivals.PlaceArrival, groups.BringIn, groups.ShareOut, france.BringFleets, sea_combat.BringBack,
        ),
        does=arrivals.open_arrivals, closes=arrivals.all_placed, passes=True, rule=arrivals.PLACING,
    ),
    MOVEMENT,
    Phase(
        "Naval Combat", by=sea_combat.sea_attackers, orders=(sea_combat.AttackAtSea, berths.PlacePassengers),
        ends=sea_combat.end_naval_combat, rule="C76-NAV-04",
    ),
    Phase(
        "Attacks", by=combat.attackers_to_be, orders=(battles.Attack, battles.LeaveToPlan),
        ends=combat.declare_battles, rule="C76-PBM-17"
    ),
    Dispatch("Letter to the Other Side", to=NON_PHASING, compose=turns.letter),
    LAND_COMBAT,
    Phase("End of Segment", does=turns.end_segment, rule="C76-MSC-04"),
)  # fmt: skip

OUTLINE = Heading("1776")[
    Repeat("Months", until=turns.campaign_is_over)[
        GameTurn("Month", does=turns.begin_month, occasion="month")[
            Phase("Start of Month", when=turns.is_campaign)[
                Segment("Towns Controlled at the Start", does=turns.note_towns, rule="C76-MSC-08"),
                Segment("French Intervention Roll", does=france.roll_for_intervention, rule="C76-FRE-01"),
                Segment("Repairs Due", rule="C76-NAV-01"),
            ],
            PlayerTurn("British Segment", phasing=turns.british, occasion="segment")[PHASES],
            PlayerTurn("American Segment", phasing=turns.american, occasion="segment")[PHASES],
            Phase("End of Month", does=victory.determine_victory)[
                Segment(
                    "Towns Controlled at the End", when=turns.is_campaign, does=victory.judge_towns, rule="C76-MSC-08"
                ),
                Segment(
                    "At-Sea Militia Removed",
                    when=turns.quarter_closes,
                    does=interphase.remove_militia_at_sea,
                    rule=interphase.AT_SEA,
                ),
                Segment(
                    "Winter Reduction",
                    when=turns.january_is_next,
                    does=interphase.reduce_for_winter,
                    rule=interphase.WINTER,
                ),
                INTERPHASE,
            ],
        ],
    ],
]
