"""The sequence of play, heading for heading (SKR-SEQ-01 to 06)."""

from __future__ import annotations

from service.engine.outline import Dispatch, GameTurn, Heading, Phase, PlayerTurn, Repeat, Segment
from service.engine.seats import NON_PHASING, PHASING
from service.games.skirmish import playing, turns
from service.games.skirmish.fire import Fire
from service.games.skirmish.moving import FireOnMove, Move

COMBAT = Phase("Combat Phase", rule="SKR-SEQ-04")[
    Segment("Prepared fire", by=PHASING, orders=(Fire,), rule="SKR-PRE-01"),
    Segment(
        "Movement", by=PHASING, orders=(Move, FireOnMove), works="when done", ends=playing.seal, rule="SKR-MOV-01",
    ),
    Dispatch("Moves are in", to=NON_PHASING, compose=playing.write_to_defender, rule="SKR-MOV-06"),
    Repeat("Opportunity fire", until=playing.batch_played)[
        Segment("Play on", does=playing.play_on, rule="SKR-MOV-06"),
        Segment(
            "Halt or pass", by=NON_PHASING, orders=(Fire,), when=playing.question_open, ends=playing.answered,
            rule="SKR-OPF-03",
        ),
    ],
    Segment("Remaining fire", by=NON_PHASING, orders=(Fire,), rule="SKR-DEF-01"),
    Dispatch("Results of the moves", to=PHASING, compose=playing.release, rule="SKR-MOV-07"),
    Segment("Closing fire", by=PHASING, orders=(Fire,), rule="SKR-AFP-01"),
]  # fmt: skip

ADMIN = Phase("Admin Phase", rule="SKR-SEQ-05")[
    Segment("Remove markers", does=turns.remove_markers, rule="SKR-ADM-01"),
    Segment("Turn track", does=turns.check_victory, rule="SKR-ADM-03"),
]

PLAYER_TURN = (COMBAT, ADMIN)

OUTLINE = Heading("Skirmish")[
    Repeat("Game Turns", until=turns.last_turn_played)[
        GameTurn("Game Turn", does=turns.begin_turn)[
            PlayerTurn("First Player Turn", phasing=turns.first_side, does=turns.begin_player_turn, rule="SKR-SEQ-06")[
                PLAYER_TURN
            ],
            PlayerTurn(
                "Second Player Turn", phasing=turns.second_side, does=turns.begin_player_turn, rule="SKR-SEQ-06"
            )[PLAYER_TURN],
        ],
    ],
    Phase("Victory", does=turns.declare_victory, rule="SKR-ADM-03"),
]  # fmt: skip
