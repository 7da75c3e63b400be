"""What table 11.93 makes of the values that dice leave open, said of an attack or a defence."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from service.engine.bills import Bill, Term
from service.engine.sentences import Sentence, counted, say
from service.games.ndc.known.chances import Chances, faces
from service.games.ndc.printed.tables import Tables


def decided(tables: Tables, dice: Mapping[str, Chances]) -> Bill:
    """The lines that dice decide, from the least to the most that each can be."""
    return Bill(
        tuple(
            Term(
                name=say(tables.modifiers[rule].name), rule=rule, value=chances[0][0],
                most=chances[-1][0] if len(chances) > 1 else None,
            )
            for rule, chances in dice.items()
        )
    ).that_counts  # fmt: skip


class Outcome(NamedTuple):
    """What table 11.93 makes of a hundred such attacks: how often the defender has to leave their hex, how often it is
    aborted, how many T/O levels the defender loses, and how many the attacker."""

    driven: int
    aborted: int
    paid: int
    lost: int


@cache
def outcome(tables: Tables, chances: Chances, *, probe: bool, most: int | None = None) -> Outcome:
    """What comes of an attack on average, over what dice leave open and the faces of 11.93; `most`: the defender has no
    more T/O levels to lose."""
    results = [(tables.crt.at(face, differential, probe=probe), weight)
               for differential, weight in chances for face in faces(tables.crt.die)]  # fmt: skip
    whole = sum(weight for _, weight in results)
    driven = sum(weight for result, weight in results if result.overrun or (result.retreat and not result.abort))
    aborted = sum(weight for result, weight in results if result.abort)
    paid = sum(weight * (result.defender_loss if most is None else min(most, result.defender_loss))
               for result, weight in results)  # fmt: skip
    lost = sum(weight * result.attacker_loss for result, weight in results)
    return Outcome(*(100 * found // whole for found in (driven, aborted, paid, lost)))


def prospect_of_defence(found: Outcome) -> Sentence:
    """What a defence may come to, in a sentence, to whoever knows all of its lines."""
    abort = f", {found.aborted}% aborted" if found.aborted else ""
    lost = f"T/O lost: you {levels(found.paid)}, they {levels(found.lost)}."
    return say(f"{found.driven}% to be driven out{abort}, {lost}")


def prospect_of_attack(worst: Outcome, best: Outcome, least: str, most: str) -> Sentence:
    """What an attack may come to, in a sentence, between a strong defender and a weak one, who are said in brackets.

    The chance comes first: on a phone the end of a long line may be out of sight.
    """
    chance = f"Drives them out: {worst.driven}% ({least}) to {best.driven}% ({most})."
    mine, theirs = between(best.lost, worst.lost), between(worst.paid, best.paid)
    abort = f" Aborted in up to {worst.aborted}%." if worst.aborted else ""
    return say(f"{chance} T/O lost: you {mine}, they {theirs}.{abort}")


def between(least: int, most: int) -> str:
    """Hundredths of T/O levels, from the least to the most."""
    one, other = levels(min(least, most)), levels(max(least, most))
    return one if one == other else f"{one} to {other}"


def levels(hundredths: int) -> str:
    return f"{hundredths / 100:.1f}"


def what_abort_costs(tables: Tables) -> Sentence:
    """What it costs where an attack breaks off before it begins."""
    loss, far = tables.crt.abort_attacker_loss, tables.retreat.abort_hexes
    return say(
        f"Aborted means that it breaks off before it begins: your unit loses {counted(loss, 'T/O level')} and falls "
        f"back {counted(far, 'hex', 'hexes')}."
    )
