"""Land combat (11): battles are declared, fought round by round, all of them in parallel, and closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from service.engine.bills import Bill
from service.engine.dice import Dice
from service.engine.events import Event, Posted, Told
from service.engine.seats import Seat
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.games.campaign1776.known.battles import Battle, Commit
from service.games.campaign1776.known.reckoning import (
    Fight,
    Host,
    falling,
    host_of,
    losses_of,
    may_choose,
    used_up,
    uses,
)
from service.games.campaign1776.known.reports import BattleTold, RoundFought, RoundsOrdered
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.printed.fighting import Ending, Result
from service.games.campaign1776.printed.forces import Pool
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.capture import give_up_works
from service.games.campaign1776.truth.looking import settle
from service.games.campaign1776.truth.state import (
    BattleSet,
    CommitsSpent,
    Committed,
    PointsLost,
    State,
    SupplyTied,
    shrunk,
)

CARD, ROUND = "C76-PBM-20", "C76-PBM-17"

# ---- who fights


def place_of(state: State, seat: Seat, hex: Hex) -> bool:
    """Whether a side fights inside its fort in a hex: it does where it has nobody outside."""
    return not state.strength(seat, hex, inside=False)


def those_who_fight(state: State, seat: Seat, hex: Hex) -> list[Pool]:
    return state.on_land(seat, hex, inside=place_of(state, seat, hex))


def fight_of(state: State, battle: Battle) -> Fight:
    """The two hosts of a battle as they stand now."""

    def host(seat: Seat) -> Host:
        units = ((state.kind(pool), pool.number) for pool in those_who_fight(state, seat, battle.hex))
        inside, dug = place_of(state, seat, battle.hex), state.entrenched.get(battle.hex) == seat
        return host_of(units, inside=inside, dug=dug)

    return Fight(state.rules.tables, host(battle.attacker), host(state.other(battle.attacker)))


def can_supply(state: State, battle: Battle, seat: Seat) -> Pool | None:
    """The supply unit or magazine that a side can use in a battle: that which it draws on already, if any."""
    found = sources(state.field(seat), battle.hex, inside=place_of(state, seat, battle.hex))
    tied = state.tied.get(battle.hex, {}).get(seat)
    if seat in battle.barred or not found:
        return None
    return (
        found[0]
        if tied is None or not battle.used.get(seat)
        else next((pool for pool in found if pool.id == tied), None)
    )


def open_battles(state: State) -> list[Battle]:
    """The battles that go on, in the order of the map."""
    order = list(state.rules.board.terrain)
    return sorted((one for one in state.battles.values() if one.open), key=lambda one: order.index(one.hex))


# ---- declaring


def declare_battles(state: State, dice: Dice) -> Iterator[Event]:
    """What the side in turn attacks: its enemy reads of it in the letter, with neither cards nor plans."""
    assert state.phasing is not None
    for hex in list(state.commits):
        battle = begun(state, hex, state.phasing)
        yield BattleSet(battle=battle)
        yield Told(seat=state.phasing, report=BattleTold(battle=battle))
        yield Posted(seat=state.non_phasing, report=BattleTold(battle=battle))


def begun(state: State, hex: Hex, attacker: Seat) -> Battle:
    outside = [seat for seat in state.seats if not place_of(state, seat, hex)]
    tied = {seat: state.pools.get(id) for seat, id in state.tied.get(hex, {}).items()}
    used = {seat: 1 for seat, pool in tied.items() if pool is not None and pool.at == hex}
    return Battle(hex=hex, attacker=attacker, outside=outside, used=used)


def open_combat(state: State, dice: Dice) -> Iterator[Event]:
    """From the letter on the side in turn sees whom it fights, too."""
    assert state.phasing is not None
    yield from settle(state, (state.phasing,))


def take_answers(state: State, dice: Dice) -> Iterator[Event]:
    """The other side has answered: what it has begun itself is a battle, too (C76-PBM-26)."""
    for hex in [hex for hex in state.commits if hex not in state.battles]:
        yield from tell_battle(state, begun(state, hex, state.non_phasing))
    yield from settle(state, state.seats)
    for battle in open_battles(state):
        if battle.attacker == state.phasing and owes_card(state, battle):
            yield Committed(seat=state.non_phasing, hex=battle.hex, commit=Commit())


def tell_battle(state: State, battle: Battle) -> Iterator[Event]:
    """A battle stands so, and both sides know it."""
    yield BattleSet(battle=battle)
    yield from (Told(seat=seat, report=BattleTold(battle=duplicate(battle))) for seat in state.seats)


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


def fight_round(state: State, battle: Battle, dice: Dice) -> Iterator[Event]:
    """One round: supply, cards, odds, die and losses, and whether the battle is over."""
    attacker, defender = battle.attacker, state.other(battle.attacker)
    fight, battle = fight_of(state, battle), duplicate(battle)
    if fight.assault:
        yield from begin_assault(state, battle, defender)
    commits = state.commits[battle.hex]
    attack, answer = commits[attacker], commits.get(defender)
    supplied = supplied_in(state, battle, fight, attack)
    cards, drawn = cards_of(state, battle, fight, dice)
    against = (
        None
        if attack.continuous or fight.assault
        else state.rules.tables.matrix.cells[cards[attacker]][cards[defender]]
    )
    told: dict[str, Any] = {
        "hex": battle.hex, "number": battle.rounds + 1, "attacker": attacker, "assault": fight.assault, "cards": cards,
        "points": {attacker: fight.attacker.points, defender: fight.defender.points},
    }  # fmt: skip
    yield CommitsSpent(hex=battle.hex)
    if isinstance(against, str):
        yield from tell_round(state, told, drawn, result=against)
        yield from close_battle(state, replace(battle, over=_over(against)))
        return
    bill = fight.bill(attacker in supplied, defender in supplied, against)
    for seat in supplied:
        source = can_supply(state, battle, seat)
        assert source is not None, "who is supplied has supply"
        yield SupplyTied(seat=seat, hex=battle.hex, pool=source.id)
        battle.used[seat] = battle.used.get(seat, 0) + 1
    column, net = fight.column(attacker in supplied, defender in supplied), fight.net(bill)
    die = dice.roll("1d6", f"{ROUND} combat in {battle.hex}", public=True).total
    result = state.rules.tables.odds.of(column, die + net)
    lost = {seat: _shared_out(state, battle, seat, result, fight) for seat in (attacker, defender)}
    yield from tell_round(
        state, told, drawn, supplied=tuple(seat for seat in state.seats if seat in supplied), net=net, die=die,
        column=f"{column.numerator}:{column.denominator}", modifiers=_named(bill), result=_written(result),
        lost={seat: _by_kind(state, losses) for seat, losses in lost.items()},
    )  # fmt: skip
    for seat, losses in lost.items():
        battle.lost[seat] = battle.lost.get(seat, 0) + sum(losses.values())
        yield from lose(state, seat, battle.hex, losses)
    battle.rounds += 1
    battle.said = {defender: answer.supply} if answer is not None else {}
    yield from after_round(state, battle, fight, attack, ended=result.ends)


def _over(against: Ending) -> Any:
    return {"NC": "no combat", "W": "withdrawal"}[against]


def _written(result: Result) -> str:
    return "NE" if result.ends else f"{result.attacker or '-'}/{result.defender or '-'}"


def _named(bill: Bill) -> dict[str, int]:
    return {plain_text(line.name): line.value for line in bill.that_counts.lines if line.value is not None}


def tell_round(state: State, told: dict[str, Any], drawn: dict[Seat, int], **came: Any) -> Iterator[Event]:
    """Tell both sides of a round; the die that drew a card is told to whose card it is."""
    for seat in state.seats:
        yield Told(seat=seat, report=RoundFought(**told, **came, drawn=drawn.get(seat, 0)))


def supplied_in(state: State, battle: Battle, fight: Fight, attack: Commit) -> set[Seat]:
    """The sides that use supply in the coming round: both, if they can, in the first of a hex (C76-PBM-18)."""
    attacker, defender = battle.attacker, state.other(battle.attacker)
    can = {seat: can_supply(state, battle, seat) is not None for seat in (attacker, defender)}
    first = not battle.rounds
    theirs = (True, False) if can[defender] else (False,)
    ours = uses(
        attack.supply, first=first, can=can[attacker], changes=fight.changed_by(attacker=True, other=theirs)
    )  # fmt: skip
    answered = uses(
        battle.said.get(defender, "rule"), first=first, can=can[defender], attacker_uses=ours,
        changes=fight.changed_by(attacker=False, other=(ours,)),
    )  # fmt: skip
    return {seat for seat, used in ((attacker, ours), (defender, answered)) if used}


def cards_of(state: State, battle: Battle, fight: Fight, dice: Dice) -> tuple[dict[Seat, str], dict[Seat, int]]:
    """The cards of a round by side, and the dice by which those were drawn that nobody had named."""
    matrix, commits = state.rules.tables.matrix, state.commits[battle.hex]
    if fight.assault:
        return {battle.attacker: matrix.assault}, {}
    if commits[battle.attacker].continuous:
        return {}, {}
    cards, drawn = {}, {}
    for seat in state.seats:
        card = commits[seat].card
        if not card:
            weights = matrix.draw["attacker" if seat == battle.attacker else "defender"]
            pile = [code for code, weight in weights.items() for _ in range(weight)]
            drawn[seat] = dice.roll(f"1d{len(pile)}", f"{CARD} card of the {seat} side in {battle.hex}").total
            card = pile[drawn[seat] - 1]
        cards[seat] = card
    return cards, drawn


def begin_assault(state: State, battle: Battle, defender: Seat) -> Iterator[Event]:
    """Supply outside that has supported those who fell there is lost, and none inside takes its place (C76-FORT-09)."""
    tied = state.pools.get(state.tied.get(battle.hex, {}).get(defender, ""))
    if defender in battle.barred or tied is None or state.kind(tied).role != "supply" or tied.inside:
        return
    battle.barred.append(defender)
    yield from shrunk(state, tied, 1)
    yield BattleSet(battle=battle)


def _shared_out(state: State, battle: Battle, seat: Seat, result: Result, fight: Fight) -> dict[str, int]:
    """How many fall of each pool of a side, in its loss order."""
    attacks = seat == battle.attacker
    loss, host = (result.attacker, fight.attacker) if attacks else (result.defender, fight.defender)
    pools = [pool for pool in those_who_fight(state, seat, battle.hex) if state.kind(pool).combat]
    number = losses_of(state.rules.tables, loss, host.points)
    order = state.rules.tables.doctrine.loss_order[seat]
    fallen = falling(order, [pool.kind for pool in pools], number, [pool.number for pool in pools])
    return {pool.id: lost for pool, lost in zip(pools, fallen, strict=True) if lost}


def _by_kind(state: State, losses: dict[str, int]) -> dict[str, int]:
    found: dict[str, int] = {}
    for id, number in losses.items():
        kind = state.pools[id].kind
        found[kind] = found.get(kind, 0) + number
    return found


def lose(state: State, seat: Seat, hex: Hex, losses: dict[str, int]) -> Iterator[Event]:
    """Strength points fall, of each pool so many; guns and supply never do."""
    for id, number in losses.items():
        pool = state.pools[id]
        yield PointsLost(of=pool.kind, number=number)
        yield from shrunk(state, pool, number)
    yield from give_up_works(state, seat, hex)


def after_round(state: State, battle: Battle, fight: Fight, attack: Commit, *, ended: bool) -> Iterator[Event]:
    """Whether the battle is over; else what is committed to the next round already (C76-PBM-19, 28)."""
    attacker, defender = battle.attacker, state.other(battle.attacker)
    left = {seat: state.strength(seat, battle.hex, inside=host.inside)
            for seat, host in ((attacker, fight.attacker), (defender, fight.defender))}  # fmt: skip
    winter = state.rules.tables.winter
    if ended:
        battle.over = "no effect"
    elif not left[attacker] or (not left[defender] and not state.strength(defender, battle.hex)):
        battle.over = "destroyed"
    elif state.rules.is_winter(state.turn) and battle.rounds >= winter.rounds:
        battle.over = "winter"
    if not battle.open:
        yield from close_battle(state, battle)
        return
    yield from tell_battle(state, battle)
    if attack.continuous > 1 and left[defender]:
        again = replace(attack, continuous=attack.continuous - 1)
        yield Committed(seat=attacker, hex=battle.hex, commit=again)
        yield Told(seat=attacker, report=RoundsOrdered(hex=battle.hex, commit=again))


def close_battle(state: State, battle: Battle) -> Iterator[Event]:
    """The battle is over: supply that was used in two rounds or more is lost (C76-MSC-03)."""
    yield from tell_battle(state, battle)
    yield CommitsSpent(hex=battle.hex)
    for seat, id in state.tied.get(battle.hex, {}).items():
        pool = state.pools.get(id)
        if pool is not None and state.kind(pool).role == "supply" and used_up(state.rules.tables, battle, seat):
            yield from shrunk(state, pool, 1)


# ---- who is asked, and what answers for the silent


def attackers_asked(state: State) -> tuple[Seat, ...]:
    """Those who attack in a battle, and have not said whether they go on."""
    return tuple(
        battle.attacker for battle in open_battles(state)
        if not battle.stopped and battle.attacker not in state.commits.get(battle.hex, {})
    )  # fmt: skip


def defenders_asked(state: State) -> tuple[Seat, ...]:
    """Those who defend in a battle, and have a card to play."""
    return tuple(state.other(battle.attacker) for battle in open_battles(state) if owes_card(state, battle))


def declarers_asked(state: State) -> tuple[Seat, ...]:
    """Those who defend, and have something to decide about supply that they have not declared."""
    return tuple(state.other(battle.attacker) for battle in open_battles(state) if owes_word(state, battle))


def owes_word(state: State, battle: Battle) -> bool:
    defender = state.other(battle.attacker)
    if battle.stopped or defender in battle.said:
        return False
    return may_choose(battle, defender, fight_of(state, battle))


def successors_asked(state: State) -> tuple[Seat, ...]:
    """Those who may go on with a battle that the other side has stopped."""
    return tuple(state.other(battle.attacker) for battle in open_battles(state) if battle.stopped)


def may_go_on_alone(state: State, battle: Battle) -> bool:
    """Whether the defender may continue: not from inside a fort (C76-FORT-05)."""
    return not place_of(state, state.other(battle.attacker), battle.hex)


def words_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has declared nothing of supply goes by the rule (C76-PBM-22)."""
    for battle in open_battles(state):
        if owes_word(state, battle):
            said = {**battle.said, state.other(battle.attacker): "rule"}
            yield from tell_battle(state, replace(duplicate(battle), said=said))


def attackers_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has said nothing goes on while the odds are even or better, and they have lost no more than the enemy.

    Of those who stop both sides hear; where nobody may continue, the battle is over.
    """
    for battle in open_battles(state):
        if not battle.stopped and battle.attacker not in state.commits.get(battle.hex, {}):
            if goes_on(state, battle):
                yield Committed(seat=battle.attacker, hex=battle.hex, commit=Commit())
            else:
                yield BattleSet(battle=stopped(battle, "rule"))
    for battle in open_battles(state):
        if battle.stopped and may_go_on_alone(state, battle):
            yield from tell_battle(state, battle)
        elif battle.stopped:
            yield from close_battle(state, replace(duplicate(battle), over="stopped"))


def stopped(battle: Battle, said: Any) -> Battle:
    """The battle once its attacker has stopped, and has said what of their supply if the other side goes on."""
    return replace(duplicate(battle), stopped=True, said={battle.attacker: said})


def goes_on(state: State, battle: Battle) -> bool:
    """What an attacker who says nothing does, by what both know and their own supply."""
    attacker, defender = battle.attacker, state.other(battle.attacker)
    fight, rule = fight_of(state, battle), state.rules.tables.doctrine.go_on
    theirs = bool(battle.used.get(defender)) and defender not in battle.barred
    column = fight.column(can_supply(state, battle, attacker) is not None, theirs)
    no_worse = battle.lost.get(attacker, 0) <= battle.lost.get(defender, 0)
    return column >= rule.odds_at_least and (no_worse or not rule.lost_at_most_as_many)


def cards_of_the_silent(state: State, dice: Dice) -> Iterator[Event]:
    """Who has named no card has one drawn."""
    for battle in open_battles(state):
        if owes_card(state, battle):
            yield Committed(seat=state.other(battle.attacker), hex=battle.hex, commit=Commit())


def change_roles(state: State, dice: Dice) -> Iterator[Event]:
    """Who continues a battle that was stopped attacks in it from now on; what nobody continues is over (C76-PBM-25)."""
    for battle in open_battles(state):
        other = state.other(battle.attacker)
        if battle.stopped and other in state.commits.get(battle.hex, {}):
            yield from tell_battle(state, replace(duplicate(battle), attacker=other, stopped=False))
        elif battle.stopped:
            yield from close_battle(state, replace(duplicate(battle), over="stopped"))
