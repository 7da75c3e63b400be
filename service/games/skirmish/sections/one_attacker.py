"""By option one side attacks in every turn: the other's bases move as reinforcements, or in flight (P1; SKR-SEQ-06)."""

from __future__ import annotations

from collections.abc import Iterator

from service.engine.dice import Dice
from service.engine.events import Event, PlansCleared, Told
from service.games.skirmish.known.entering import groups_of
from service.games.skirmish.known.paths import steps_of
from service.games.skirmish.known.reports import MovesPlayed
from service.games.skirmish.known.routs import owes_move, servers_path, surrenders
from service.games.skirmish.sections.morale import lose
from service.games.skirmish.sections.moving import Move
from service.games.skirmish.sections.playing import able_to_go, knowledge_of
from service.games.skirmish.sections.reinforcements import Prepare
from service.games.skirmish.sections.turns import one_attacker
from service.games.skirmish.sections.walking import walk
from service.games.skirmish.truth.looking import look
from service.games.skirmish.truth.state import State


def defender_flees(state: State, dice: Dice) -> Iterator[Event]:
    """Their bases in flight run by the server's path (P14, P15); the routed may give themselves up (SKR-RTD-06)."""
    side = state.non_phasing
    fleeing = [base for base in state.on_map(side) if base.morale != "good" and able_to_go(base)]
    for base in sorted(fleeing, key=lambda base: base.morale != "routed"):
        knows = knowledge_of(state, side)
        if surrenders(knows, base):
            yield from lose(state, base.id, "captured")
        elif owes_move(knows, base):
            yield from walk(state, base, servers_path(knows, base))
    yield from look(state)


def newcomers(state: State) -> bool:
    """Whether the defender is asked for reinforcements: in each turn of a scenario that has any for them.

    So that the question does not say whether they are due, or in.
    """
    return one_attacker(state) and bool(groups_of(state.rules, state.non_phasing))


def bring_on(state: State, dice: Dice) -> Iterator[Event]:
    """What they have announced a turn ago comes on (SKR-RNF-03), and what they announce now is told (SKR-RNF-02)."""
    side = state.non_phasing
    for order in list(state.plans.get(side, [])):
        if isinstance(order, Prepare):
            yield from order.resolve(state, side, dice)
        elif isinstance(order, Move):
            base = state.bases[order.base]
            yield from walk(state, base, steps_of(state.rules, base, order.path))
    yield PlansCleared(seat=side)
    yield Told(seat=side, report=MovesPlayed())
    yield from look(state)
