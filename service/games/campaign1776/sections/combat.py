"""Land combat (11): battles are declared, fought round by round, all of them in parallel, and closed."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace

from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.orders import Order
from service.engine.seats import STANDING, Seat
from service.engine.state import duplicate
from service.engine.telling import tell
from service.games.campaign1776.known.battles import Battle, Supply, left_to_plan
from service.games.campaign1776.known.reckoning import may_choose
from service.games.campaign1776.known.reports import Answered, BattleTold, CombatOver
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.battles import Attacking, ContinueCombat, FightOn, StartCombat
from service.games.campaign1776.sections.defending import DeclareSupply, MeetAttack
from service.games.campaign1776.sections.forts import GoInside, entrants, may_enter
from service.games.campaign1776.sections.france import tally_losses
from service.games.campaign1776.sections.plans import by_plan
from service.games.campaign1776.sections.rounds import (
    close_battle,
    fight_of,
    fight_round,
    of_battle,
    place_of,
    tell_battle,
)
from service.games.campaign1776.sections.sea_combat import strikes_due
from service.games.campaign1776.truth.events import BattleSet, CombatClosed, CommitsSpent, Committed
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import State


def open_battles(state: State) -> list[Battle]:
    """The battles that go on, in the order of the map."""
    order = list(state.rules.board.terrain)
    return sorted((one for one in state.battles.values() if one.open), key=lambda one: order.index(one.hex))


# ---- declaring


def begun(state: State, hex: Hex, attacker: Seat) -> Battle:
    outside = [seat for seat in state.seats if not place_of(state, seat, hex)]
    tied = {seat: state.pools.get(id) for seat, id in state.tied.get(hex, {}).items()}
    used = {seat: 1 for seat, pool in tied.items() if pool is not None and pool.at == hex}
    return Battle(hex=hex, attacker=attacker, outside=outside, used=used)


def declare_battles(state: State, dice: Dice) -> Iterator[Event]:
    """What the side in turn attacks: its enemy reads of it in the letter, with neither cards nor plans."""
    seat = state.phasing
    assert seat is not None
    for hex, commits in list(state.commits.items()):
        if commits[seat].spares:
            continue
        battle = left_to_plan(begun(state, hex, seat), planned_in(state, hex))
        yield BattleSet(battle=battle)
        for reader in (seat, state.non_phasing):
            yield tell(state, reader, BattleTold(battle=battle), of_battle(state, hex))


def planned_in(state: State, hex: Hex) -> list[Seat]:
    """The sides that leave a battle to their plans: those that say so, and those on standing orders."""
    said = [seat for seat, commit in state.commits.get(hex, {}).items() if commit.planned]
    return said + [seat for seat in state.seats if state.attendance.get(seat) == STANDING]


def open_combat(state: State, dice: Dice) -> Iterator[Event]:
    """From the letter on the side in turn sees whom it fights, too."""
    assert state.phasing is not None
    yield from tally_losses(state)
    yield from settle(state, (state.phasing,))


def take_answers(state: State, dice: Dice) -> Iterator[Event]:
    """The other side has answered, or its plan does: what it has begun itself is a battle, too (C76-PBM-26)."""
    yield from strikes_due(state, state.non_phasing)
    yield from answered(state, (state.non_phasing,), (MeetAttack, StartCombat), dice)
    for hex, commits in list(state.commits.items()):
        if hex in state.battles or state.non_phasing not in commits:
            continue
        by_plan = planned_in(state, hex)
        if state.phasing in commits:
            yield CommitsSpent(hex=hex)
            yield Committed(seat=state.non_phasing, hex=hex, commit=commits[state.non_phasing])
        yield from tell_battle(state, left_to_plan(begun(state, hex, state.non_phasing), by_plan))
    yield from settle(state, state.seats)


def answered(state: State, seats: Iterable[Seat], orders: Collection[type[Order]], dice: Dice) -> Iterator[Event]:
    """What the plans of these sides answer, or else the rules, where orders of these types are asked for."""
    for seat in dict.fromkeys(seats):
        for order in by_plan(state.pictures[seat], orders):
            yield from order.resolve(state, seat, dice)
            if isinstance(order, Attacking | MeetAttack):
                yield Told(seat=seat, report=Answered(hex=Hex(order.hex), commit=order.commit))


# ---- rounds


def no_battle_is_open(state: State) -> bool:
    return not open_battles(state)


def owes_card(state: State, battle: Battle) -> bool:
    """Whether the defender has still to play a card: not against a fort, and not in a continuous round."""
    commits = state.commits.get(battle.hex, {})
    attack = commits.get(battle.attacker)
    if attack is None or attack.continuous or fight_of(state, battle).assault:
        return False
    return state.other(battle.attacker) not in commits


def is_ready(state: State, battle: Battle) -> bool:
    return battle.attacker in state.commits.get(battle.hex, {}) and not owes_card(state, battle)


def fight_rounds(state: State, dice: Dice) -> Iterator[Event]:
    """A round of each battle, once all that is open is committed to; no battle runs ahead (C76-PBM-30)."""
    battles = open_battles(state)
    if not all(is_ready(state, battle) for battle in battles):
        return
    for battle in battles:
        yield from fight_round(state, battle, dice)
    if battles:
        yield from settle(state, state.seats)


def contact_hexes(state: State) -> list[Hex]:
    """The hexes that strength points of both sides share."""
    held = [
        {Hex(pool.at) for pool in state.of(seat).values() if state.kind(pool).combat and not pool.aboard}
        for seat in state.seats
    ]  # fmt: skip
    return sorted((held[0] & held[1]).intersection(state.rules.board.land))


def attackers_to_be(state: State) -> tuple[Seat, ...]:
    """The side in turn, where it shares a hex with the enemy; both know whether it does."""
    assert state.phasing is not None
    return (state.phasing,) if contact_hexes(state) else ()


def answerers(state: State) -> tuple[Seat, ...]:
    """The other side, where it is attacked and has a card to play, or can begin combat itself; and where it may say who
    was aboard a fleet of the side in turn."""
    seat = state.non_phasing
    places = any(state.ships[id].seat != seat for id in state.struck)
    may_start = any(
        hex not in state.battles and state.strength(seat, hex, inside=False) and state.entrenched.get(hex) != seat
        for hex in contact_hexes(state)
    )  # fmt: skip
    plays = any(
        battle.open and not state.commits[hex][battle.attacker].continuous and state.strength(seat, hex, inside=False)
        for hex, battle in state.battles.items()
    )  # fmt: skip
    return (seat,) if may_start or plays or places else ()


def by_hand(battle: Battle, *seats: Seat) -> tuple[Seat, ...]:
    """Those of some sides that are asked in a battle: not those that have left it to their plans."""
    return tuple(seat for seat in seats if seat not in battle.by_plan)


# ---- who is asked, and what answers for the silent


def attackers_asked(state: State) -> tuple[Seat, ...]:
    """Those who attack in a battle, and have not said whether they go on."""
    return tuple(
        seat for battle in open_battles(state) for seat in by_hand(battle, battle.attacker)
        if not battle.stopped and seat not in state.commits.get(battle.hex, {})
    )  # fmt: skip


def defenders_asked(state: State) -> tuple[Seat, ...]:
    """Those who defend in a battle, and have a card to play."""
    return defenders(state, owes_card)


def declarers_asked(state: State) -> tuple[Seat, ...]:
    """Those who defend, and have something to decide about supply that they have not declared."""
    return defenders(state, owes_word)


def defenders(state: State, owes: Callable[[State, Battle], bool]) -> tuple[Seat, ...]:
    """Those who defend by hand in a battle in which they owe this."""
    return tuple(
        seat for battle in open_battles(state) if owes(state, battle)
        for seat in by_hand(battle, state.other(battle.attacker))
    )  # fmt: skip


def owes_word(state: State, battle: Battle) -> bool:
    defender = state.other(battle.attacker)
    if battle.stopped or defender in battle.said:
        return False
    return may_choose(battle, defender, fight_of(state, battle))


def successors_asked(state: State) -> tuple[Seat, ...]:
    """Those who may go on with a battle that the other side has stopped."""
    return tuple(
        seat
        for battle in open_battles(state)
        if battle.stopped
        for seat in by_hand(battle, state.other(battle.attacker))
    )


def may_go_on_alone(state: State, battle: Battle) -> bool:
    """Whether the defender may continue: not from inside a fort (C76-FORT-05)."""
    return not place_of(state, state.other(battle.attacker), battle.hex)


def words_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has declared nothing of supply goes by their plan, or by the rule (C76-PBM-22); the enemy is told."""
    yield from answered(state, (state.other(one.attacker) for one in open_battles(state)), (DeclareSupply,), dice)
    for battle in open_battles(state):
        if owes_word(state, battle):
            said: dict[Seat, Supply] = {**battle.said, state.other(battle.attacker): "rule"}
            battle = replace(duplicate(battle), said=said)
        if state.pictures[battle.attacker].battles.get(battle.hex) != battle:
            yield from tell_battle(state, battle)


def attackers_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has said nothing goes on by their plan; or while the odds are even or better, and losses no heavier.

    Of those who stop both sides hear; where nobody may continue, the battle is over.
    """
    yield from answered(state, [battle.attacker for battle in open_battles(state)], (FightOn,), dice)
    for battle in open_battles(state):
        if battle.stopped and may_go_on_alone(state, battle):
            yield from tell_battle(state, battle)
        elif battle.stopped:
            yield from close_battle(state, replace(duplicate(battle), over="stopped"))


def cards_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has named no card plays that of their plan, or has one drawn."""
    owing = [state.other(battle.attacker) for battle in open_battles(state) if owes_card(state, battle)]
    yield from answered(state, owing, (MeetAttack,), dice)


def change_roles(state: State, dice: Dice) -> Iterator[Event]:
    """Who continues a battle that was stopped attacks in it from now on; what nobody continues is over (C76-PBM-25)."""
    stopped = [battle for battle in open_battles(state) if battle.stopped]
    yield from answered(state, [state.other(battle.attacker) for battle in stopped], (ContinueCombat,), dice)
    for battle in stopped:
        other = state.other(battle.attacker)
        if other in state.commits.get(battle.hex, {}):
            yield from tell_battle(state, replace(duplicate(battle), attacker=other, stopped=False))
        else:
            yield from close_battle(state, replace(duplicate(battle), over="stopped"))


# ---- the end of the phase


def close_combat(state: State, dice: Dice) -> Iterator[Event]:
    """Who has said nothing goes inside by plan, or by the rule; then the combat phase is over."""
    yield from answered(state, entrants(state), (GoInside,), dice)
    if state.battles or state.commits or state.tied:
        yield CombatClosed()
    for seat in state.seats:
        if state.pictures[seat].battles or state.pictures[seat].commits:
            yield Told(seat=seat, report=CombatOver())
    yield from settle(state, state.seats)


def entrants_asked(state: State) -> tuple[Seat, ...]:
    """Those who may take troops into a fort, in a battle that they have not left to their plans."""
    return tuple(
        seat for seat in entrants(state)
        if any(by_hand(battle, seat) for hex, battle in state.battles.items() if may_enter(state, seat, hex, battle))
    )  # fmt: skip
