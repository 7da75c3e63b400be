"""The sequence of play, heading for heading (SKR-SEQ-01 to 06)."""

from __future__ import annotations

from service.engine.outline import Dispatch, GameTurn, Heading, Phase, PlayerTurn, Repeat, Segment
from service.engine.seats import EVERYBODY, NON_PHASING, PHASING
from service.games.skirmish.known.reach import nothing_must_move
from service.games.skirmish.sections import (
    air,
    ammunition,
    artillery,
    close_combat,
    closing,
    elements,
    hearing,
    live_steps,
    one_attacker,
    playing,
    rally,
    reinforcements,
    repairs,
    setup,
    turns,
)
from service.games.skirmish.sections.advance import Advance
from service.games.skirmish.sections.closing import CloseWith
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.gunnery import Shoot, TurnGun
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Face, FireOnMove, LeaveMap, MoreToCome, Move
from service.games.skirmish.sections.setup import Place
from service.games.skirmish.sections.shells import LaySmoke

FIRES = (Shoot, Fire, TurnGun)
SHELLS = (*FIRES, LaySmoke)


def play(rule: str) -> tuple[Heading, ...]:
    """Moves are played step by step; the defender may fire at them at opportunity, as this rule says."""
    return (
        Segment("Play on", does=live_steps.play_on, rule="SKR-MOV-06"),
        Segment(
            "Halt or pass", by=NON_PHASING, orders=(*FIRES, Halt), when=playing.question_open, ends=playing.answered,
            rule=rule,
        ),
        Segment("Time of a step", does=live_steps.show_step, when=live_steps.step_over, timed=True, rule="SKR-MOV-06"),
    )  # fmt: skip


COMBAT = Phase("Combat Phase", rule="SKR-SEQ-04")[
    Repeat("Fire before the moves", until=playing.prepared_fire_over, rule="SKR-PRE-01")[
        Segment(
            "Pause for markers", does=playing.pause_over, when=playing.shots_to_mark, timed=True, rule="SKR-MRK-09"
        ),
        Segment(
            "Prepared fire", by=PHASING, orders=SHELLS, ends=playing.time_marking, passes=True, rule="SKR-PRE-01"
        ),
    ],
    Repeat("Movement of the attacker", until=playing.all_sent, numbered=False)[
        Segment(
            "Movement", by=PHASING, orders=(Move, Face, FireOnMove, LeaveMap, MoreToCome, CloseWith),
            works="when done", ends=playing.seal, closes=nothing_must_move, rule="SKR-MOV-01",
        ),
        Dispatch("Moves are in", to=NON_PHASING, compose=playing.write_to_defender, rule="SKR-MOV-06"),
        Repeat(
            "Routed units move", until=playing.step_played, numbered=False, when=playing.first_batch, rule="SKR-RTD-01"
        )[
            play("SKR-OPF-01")
        ],
        Repeat(
            "Broken units move", until=playing.step_played, numbered=False, when=playing.first_batch, rule="SKR-BRK-01"
        )[
            play("SKR-OPF-02")
        ],
        Repeat("Move and fire", until=playing.step_played, numbered=False, rule="SKR-MOV-01")[play("SKR-OPF-03")],
        Dispatch(
            "Results so far", to=PHASING, compose=playing.letter_of_moves, when=playing.more_to_come, timed=True,
            rule="SKR-MOV-07",
        ),
    ],
    Segment(
        "Remaining fire", by=NON_PHASING, orders=SHELLS, does=live_steps.time_remaining_fire,
        ends=playing.remaining_fire_over, rule="SKR-DEF-01",
    ),
    Dispatch("Results of the moves", to=PHASING, compose=playing.letter_of_moves, timed=True, rule="SKR-MOV-07"),
    Segment("Closing orders", does=closing.carry_out, when=closing.ordered_beforehand, rule="SKR-AFP-01"),
    Segment("Closing fire", by=PHASING, orders=SHELLS, when=closing.by_hand, passes=True, rule="SKR-AFP-01"),
    Segment(
        "Advance", by=PHASING, orders=(Advance,), when=closing.by_hand, ends=close_combat.fight, rule="SKR-ADV-03",
    ),
    Segment("Flight of the defender", does=one_attacker.defender_flees, when=turns.one_attacker, rule="P14"),
]  # fmt: skip

LATE = Phase(
    "Reinforcements of the defender", by=NON_PHASING, orders=(reinforcements.Prepare, Move), works="when done",
    when=one_attacker.newcomers, ends=one_attacker.bring_on, rule="SKR-RNF-03",
)  # fmt: skip

ADMIN = Phase("Admin Phase", rule="SKR-SEQ-05")[
    Segment("Remove markers", does=turns.remove_markers, rule="SKR-ADM-01"),
    Segment("Turn track", does=turns.check_victory, rule="SKR-ADM-03"),
]

RALLY = Phase("Rally Phase", does=hearing.hold_defender, ends=rally.close_phase, rule="SKR-SEQ-03")[
    Segment("Repair", by=PHASING, orders=(repairs.Repair,), when=repairs.repair_to_try, rule="SKR-REP-02"),
    Segment("Repairs of the defender", does=repairs.defender_repairs, rule="SKR-REP-02"),
    Segment(
        "Ammunition", by=PHASING, orders=(ammunition.Replenish,), when=ammunition.ammunition_to_try, rule="SKR-AMM-01"
    ),
    Segment("Ammunition of the defender", does=ammunition.defender_replenishes, rule="SKR-AMM-02"),
    Segment("Self-rally", by=PHASING, orders=(rally.SelfRally,), when=rally.self_rally_to_try, rule="SKR-RAL-01"),
    Segment("Rally by leaders", by=PHASING, orders=(rally.Rally,), when=rally.rally_to_try, rule="SKR-RAL-04"),
    Segment("Self-rally of the defender", does=rally.defender_self_rallies, rule="SKR-RAL-01"),
    Segment("Rally by the defender's leaders", does=rally.defender_rallies, rule="SKR-RAL-04"),
]  # fmt: skip

INITIAL = Phase("Initial Phase", rule="SKR-SEQ-02")[
    Segment("Weather", does=elements.change_weather, rule="SKR-WX-01"),
    Segment("Smoke and fire", does=elements.evolve, rule="SKR-SMK-01"),
    Segment(
        "Reinforcements", by=PHASING, orders=(reinforcements.Prepare,), when=reinforcements.due, rule="SKR-RNF-01"
    ),
    Segment("Air strike", does=air.check_for_strike, rule="SKR-AIR-01")[
        Segment(
            "Target", by=PHASING, orders=(air.Strike,), when=air.strike_to_name, closes=air.strike_must_be_named,
            rule="SKR-AIR-02",
        ),
    ],
    Segment(
        "Off-board artillery", by=PHASING, does=artillery.begin_missions, when=artillery.artillery_due,
        orders=(artillery.CallContact, artillery.SpottingRound, artillery.Correct, artillery.FireForEffect),
        rule="SKR-OBA-01",
    ),
]  # fmt: skip

PLAYER_TURN = (INITIAL, RALLY, COMBAT, LATE, ADMIN)

OUTLINE = Heading("Skirmish")[
    Phase("Setup", by=EVERYBODY, orders=(Place,), when=setup.free, ends=setup.conceal, rule="P24"),
    Repeat("Game Turns", until=turns.last_turn_played)[
        GameTurn("Game Turn", does=turns.begin_turn)[
            PlayerTurn(
                "First Player Turn", phasing=turns.first_side, does=turns.begin_player_turn, occasion="player-turn",
                rule="SKR-SEQ-06",
            )[PLAYER_TURN],
            PlayerTurn(
                "Second Player Turn", phasing=turns.second_side, does=turns.begin_player_turn, when=turns.roles_change,
                occasion="player-turn", rule="SKR-SEQ-06",
            )[PLAYER_TURN],
        ],
    ],
    Phase("Victory", does=turns.declare_victory, rule="SKR-ADM-03"),
]  # fmt: skip
