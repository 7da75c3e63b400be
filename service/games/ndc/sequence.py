"""The sequence of play of NATO Division Commander by mail, heading for heading (NDC-SEQ-01 to 07)."""

from __future__ import annotations

from service.engine.outline import Dispatch, Each, GameTurn, Heading, Phase, PlayerTurn, Repeat, Segment
from service.engine.seats import NON_PHASING, PHASING
from service.games.ndc.known.reports import COMBAT
from service.games.ndc.sections import combat, housekeeping, intelligence, movement, turns
from service.games.ndc.sections.assets import Reassign, TransferAsset
from service.games.ndc.sections.declare import CounterBattery, DeclareGroundCombat, Interdict
from service.games.ndc.sections.defence import Defend, Retreat, StandFast
from service.games.ndc.sections.housekeeping import BreakDown, Recombine
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.modes import ChangeMode, ChangeZone, ForceMarch, PlaceCommander
from service.games.ndc.sections.movement import Enter, Finish, Move
from service.games.ndc.truth import letters

COMBATS = Each("Combats", each=combat.declared_combats, occasion=COMBAT)[
    Segment(
        "Defence", by=NON_PHASING, orders=(Defend,), when=combat.can_be_answered, does=combat.put_question,
        rule="NDC-RES-02",
    ),
    Segment("Result", does=combat.resolve, rule="NDC-RES-07"),
    Repeat("Retreats", until=combat.no_retreat_due)[
        Segment(
            "Retreat", by=NON_PHASING, orders=(StandFast, Retreat), when=combat.retreat_due, works="when done",
            does=combat.ask_retreat, ends=combat.work_retreat, rule="NDC-RES-11",
        ),
    ],
    Segment("Effects", does=combat.finish, rule="NDC-RES-16"),
]  # fmt: skip

# NDC-SEQ-05, and with the sides changed over NDC-SEQ-06: movement, a letter there, its resolution, a letter back.
MOVEMENT_AND_COMBAT = Phase("Movement and Combat Phase", does=movement.open_phase, ends=movement.close_phase)[
    Repeat("Movement and combat", until=movement.no_combat_declared)[
        Segment(
            "Movement Segment", by=PHASING, does=movement.open_segment, ends=movement.work_segment, works="when done",
            orders=(Move, Enter, Finish, DeclareGroundCombat, CounterBattery, Interdict), rule="NDC-MOV-01",
        ),
        Dispatch("Letter to the non-phasing player", to=NON_PHASING, compose=letters.write, rule="NDC-MAIL-03"),
        Segment(
            "Combat Resolution Segment", when=movement.combat_declared, does=combat.open_resolution, rule="NDC-MOV-02"
        )[
            COMBATS,
            Segment("Send the results", was=("send-off",), by=NON_PHASING, does=combat.put_send_off, rule="NDC-MOV-02"),
        ],
        Dispatch(
            "Letter to the phasing player", to=PHASING, compose=letters.write, when=movement.combat_declared,
            rule="NDC-MAIL-04",
        ),
    ],
]  # fmt: skip

PLAYER_TURN = (
    Phase(
        "Intelligence Phase", by=PHASING, orders=(AllotIntelligence,), does=intelligence.open_phase,
        ends=intelligence.close_phase, passes=True, rule="NDC-INT-01",
    ),
    Phase("Asset Transfer Phase", by=PHASING, orders=(TransferAsset, Reassign), passes=True, rule="NDC-AST-01"),
    Phase(
        "Mode Change and Forced March Designation Phase", by=PHASING, does=turns.open_mode_phase,
        orders=(ChangeMode, ChangeZone, ForceMarch, PlaceCommander), passes=True, rule="NDC-MOD-01",
    ),
    Phase("Search Phase", does=intelligence.search, rule="NDC-SEA-01"),
    MOVEMENT_AND_COMBAT,
    Phase(
        "Housekeeping Phase", by=PHASING, orders=(BreakDown, Recombine), does=housekeeping.run_housekeeping,
        ends=housekeeping.close, rule="NDC-HSK-09",
    ),
)  # fmt: skip

OUTLINE = Heading("NATO Division Commander")[
    PlayerTurn("Pregame", phasing=turns.second_player, rule="NDC-SEQ-02")[
        Phase(
            "Pregame Intelligence Phase", by=PHASING, orders=(AllotIntelligence, PlaceCommander),
            does=intelligence.open_phase, ends=intelligence.close_phase, rule="NDC-SEQ-02",
        ),
        Dispatch("Letter to the first player", to=NON_PHASING, compose=letters.write, rule="NDC-SEQ-02"),
    ],
    Repeat("Game Turns", until=turns.last_turn_played, rule="NDC-SEQ-01")[
        GameTurn("Game Turn", does=turns.begin_turn)[
            PlayerTurn("First Player Turn", phasing=turns.first_player, rule="NDC-SEQ-03")[
                Segment("Weather Determination Segment", does=turns.determine_weather, rule="NDC-WEA-01"),
                *PLAYER_TURN,
            ],
            PlayerTurn("Second Player Turn", phasing=turns.second_player, rule="NDC-SEQ-04")[PLAYER_TURN],
        ],
    ],
    Phase("Victory", does=turns.declare_victory),
]  # fmt: skip
