"""A round of a battle (11): supply, cards, odds, die and losses, and whether the battle is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from service.engine.bills import Bill
from service.engine.dice import Dice
from service.engine.events import Event, Told
from service.engine.reports import Occasion
from service.engine.seats import Seat
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.engine.telling import announce
from service.games.campaign1776.known.battles import BATTLE, Battle, Commit, left_to_plan
from service.games.campaign1776.known.reckoning import Fight, Host, falling, host_of, losses_of, used_up, uses
from service.games.campaign1776.known.reports import BattleTold, RoundFought, RoundsOrdered
from service.games.campaign1776.known.supply import sources
from service.games.campaign1776.printed.fighting import Ending, Result
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.pieces import Pool
from service.games.campaign1776.sections.capture import give_up_works
from service.games.campaign1776.truth.events import (
    BattleSet,
    CommitsSpent,
    Committed,
    PointsLost,
    RoundBegun,
    SupplyTied,
    shrunk,
)
from service.games.campaign1776.truth.state import State

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


# ---- a round


def tell_battle(state: State, battle: Battle) -> Iterator[Event]:
    """A battle stands so, and both sides know it."""
    yield BattleSet(battle=battle)
    yield from announce(state, BattleTold(battle=duplicate(battle)), of_battle(state, battle.hex))


def of_battle(state: State, hex: Hex) -> Occasion:
    """The occasion of a battle, by which all that is told of it belongs together."""
    return Occasion(kind=BATTLE, turn=state.turn, phasing=state.phasing, item=hex)


def fight_round(state: State, battle: Battle, dice: Dice) -> Iterator[Event]:
    """One round: supply, cards, odds, die and losses, and whether the battle is over."""
    attacker, defender = battle.attacker, state.other(battle.attacker)
    planned = [seat for seat, commit in state.commits[battle.hex].items() if commit.planned]
    yield RoundBegun(hex=battle.hex)
    fight, battle = fight_of(state, battle), left_to_plan(battle, planned)
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
        report = RoundFought(**told, **came, drawn=drawn.get(seat, 0))
        yield Told(seat=seat, report=report, occasion=of_battle(state, report.hex))


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
        yield PointsLost(of=pool.kind, number=number, hex=hex)
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
