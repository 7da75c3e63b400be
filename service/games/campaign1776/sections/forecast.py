"""What the coming round of a battle is likely to come to once a card is chosen, and what stays open without
one, by the picture of its owner (P11).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from service.engine.bills import Bill, Term
from service.engine.figures import signed
from service.engine.odds import Foretold, Odds
from service.engine.orders import Order
from service.engine.sentences import Sentence, listed, own, place, say
from service.games.campaign1776.known.contact import has_supply, inside_at
from service.games.campaign1776.known.forecast import columns_of, facing, fights_in, spanned
from service.games.campaign1776.known.militia import MILITIA, is_abroad
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reckoning import CARDS, Fight
from service.games.campaign1776.printed.fighting import Card, TacticalMatrix
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.sections.battles import CHOICE, Attacking
from service.games.campaign1776.sections.defending import MeetAttack, defending_in

SEALED = "the enemy's is sealed"
ANSWERING = ("answers", "defense")
"""The headings at which a card is owed."""
MOVING = "regular-movement"
"""The heading at which troops land."""


def odds(picture: Picture, order: Order) -> Odds | None:
    """The column and modifiers of the round to which an order commits, as far as its owner knows; None for others."""
    if not isinstance(order, Attacking | MeetAttack):
        return None
    hex, attacks = Hex(order.hex), isinstance(order, Attacking)
    fights = fights_in(picture, hex, attacks=attacks)
    if not fights:
        return None
    ours = has_supply(picture, hex) and not (isinstance(order, Attacking) and order.supply == "not")
    columns = columns_of(fights, ours=ours, attacks=attacks)
    rounds = order.continuous if isinstance(order, Attacking) else 0
    flags = (ours, True) if attacks else (True, ours)
    bill = fights[0].bill(*flags, None if rounds else 0)
    played = not (rounds or fights[0].assault)
    return Odds(
        figure=f"{spanned(columns)}, modifiers", value=bill.total, bill=sealed(bill) if played else bill,
        outlook=(
            say(f"{facing(picture, hex, attacks=attacks)}."), *results(fights[0], columns[0], bill),
            *(meeting(picture.rules.tables.matrix, order.card, attacks=attacks) if played and order.card else ()),
        ),
    )  # fmt: skip


def foretell(picture: Picture, orders: Sequence[Order]) -> list[Foretold]:
    """What closing the step leaves to the plan, or to a drawn card, and which militia it costs."""
    return [*left_to_chance(picture), *strays(picture), *at_sea(picture)]


def strays(picture: Picture) -> list[Foretold]:
    """Militia ashore out of its area, as long as it can still march home: it is lost as the movement phase ends (3)."""
    if not picture.address.endswith(MOVING):
        return []
    return [
        Foretold(text=say(own(id), " in ", place(pool.at), " are lost as the movement phase ends, unless they march "
                          "back to their area first."), rule=MILITIA, grave=True)
        for id, pool in picture.own.items() if not pool.aboard and is_abroad(picture.rules, pool, pool.at)
    ]  # fmt: skip


def at_sea(picture: Picture) -> list[Foretold]:
    """Militia aboard a fleet in the last month of a quarter, as long as it can still land (C76-CTL-03)."""
    rules = picture.rules
    closes = rules.towns is not None and picture.turn < rules.turns
    if not (closes and rules.tables.calendar.closes_quarter(rules.month(picture.turn))
            and picture.address.endswith(MOVING)):  # fmt: skip
        return []
    return [
        Foretold(text=say(own(id), " aboard ", own(pool.aboard), " are lost as the quarter ends, unless they land."),
                 rule="C76-CTL-03", grave=True)
        for id, pool in picture.own.items()
        if pool.aboard and rules.kind(pool.kind).militia and picture.ships[pool.aboard].kind != "bateau"
    ]  # fmt: skip


def left_to_chance(picture: Picture) -> list[Foretold]:
    """What closing the step leaves to the plan, or to a drawn card: each attack that is not met (C76-PBM-20)."""
    if not picture.address.endswith(ANSWERING):
        return []
    what = "your battle plan answers" if picture.standing.battles else "a card is drawn for you"
    return [
        Foretold(text=say("You do not meet the attack in ", place(hex), f": {what}."), rule=CHOICE,
                 grave=not picture.standing.battles)
        for hex in defending_in(picture) if not inside_at(picture, hex)
    ]  # fmt: skip


def sealed(bill: Bill) -> Bill:
    """The bill with the cards as what is still to come."""
    lines = tuple(line for line in bill.that_counts.lines if line.name != say("cards"))
    return Bill((*lines, Term(name=say("cards"), value=None, why=SEALED, rule=CARDS)))


def results(fight: Fight, column: Fraction, bill: Bill) -> Iterator[Sentence]:
    """What the faces of the die give on a column, with the modifiers that are known."""
    table, net, faces = fight.tables.odds, fight.net(bill), fight.tables.modifiers.elimination_die
    cells = [table.of(column, die + net) for die in range(faces.least, faces.most + 1)]
    said = ", ".join("no effect" if one.ends else f"{one.attacker or '-'}/{one.defender or '-'}" for one in cells)
    parts = ", ".join(f"{letter} {part}" for letter, part in table.losses.items())
    yield say(f"On {spanned([column])} a die of {faces.least} to {faces.most} gives {said}: what the attacker loses, "
              f"then the defender ({parts}).")  # fmt: skip


def meeting(matrix: TacticalMatrix, card: Card, *, attacks: bool) -> Iterator[Sentence]:
    """What a card does against each of the enemy's, the best for the attacker first."""
    against = {other: matrix.cells[card][other] if attacks else matrix.cells[other][card] for other in matrix.cards}
    numbers = sorted(((found, other) for other, found in against.items() if isinstance(found, int)), reverse=True)
    parts = [
        f"{signed(found)} against {listed(matrix.cards[other] for _, other in same)}"
        for found, same in groupby(numbers, key=lambda one: one[0])
    ]
    gone = "you get away from" if card == matrix.withdraw else "they get away with"
    parts += [
        f"{text} {listed(there)}" for ending, text in (("NC", "no combat against"), ("W", gone))
        if (there := [matrix.cards[other] for other, found in against.items() if found == ending])
    ]  # fmt: skip
    yield say(f"{matrix.cards[card]} gives the attacker's die {'; '.join(parts)}.")
