"""Standing orders in words: their lines, what holds where none fits, and the orders that change them."""

from __future__ import annotations

from collections.abc import Callable

from service.engine.orders import Order
from service.engine.sentences import OwnSpan, Said, Sentence, counted, joined, place, say
from service.games.ndc.known.lines import (
    AddAttackLine,
    AddRetreatLine,
    DropStandingLine,
    MoveStandingLine,
    SetStandingOrders,
)
from service.games.ndc.known.standing import VALUES, AttackLine, RetreatLine, StandingOrders

ATTACKS, RETREATS = "Attacks", "Retreats"
ABOUT_ATTACKS = (
    "When the enemy attacks and you are on standing orders, the umpire goes down the list: the first line that fits "
    "answers, and no other. Only an attack on a hex of yours is answered, and only as far as points and ranges allow."
)
ABOUT_RETREATS = (
    "When a unit of yours has to leave its hex, the first line that is for it says how. Where none is, it goes where "
    "known enemies are farthest."
)
NO_LINE, ADD_LINE, SET_OTHERWISE = "No line yet.", "Add this line", "Set what holds otherwise"

Named = Callable[[str], OwnSpan]
"""What an own unit is called, by its id."""


def attack_words(line: AttackLine, named: Named) -> Sentence:
    """On any assault with a total of 10 or more: 2 CSPs, 1 EW attack."""
    parts: list[Said] = ["On any attack" if line.type == "any" else f"On any {line.type}"]
    if line.hex is not None:
        parts.append(say("on ", place(line.hex)))
    if line.unit is not None:
        parts.append(say("on ", named(line.unit)))
    if (who := defender_words(line)) != "a unit":
        parts.append(f"against {who}")
    figures = (
        (line.his_total, f"a total of {line.his_total}"),
        (line.his_barrage, f"a barrage of {counted(line.his_barrage, 'CSP')}"),
        (line.his_ew, counted(line.his_ew, "EW attack")),
        (line.his_superiority, f"EW superiority {line.his_superiority}"),
        (line.his_jamming, f"EW level {line.his_jamming} on him"),
    )
    declared = [f"{words} or more" for least, words in figures if least]
    declared += ["chemicals"] if line.his_chemical else []
    if declared:
        parts.append("with " + " and ".join(declared))
    return say(joined(" ", parts), f": {answer_words(line)}.")


def defender_words(line: AttackLine) -> str:
    """The defender for whom a line is, as far as it says."""
    kind = {"any": "a unit", "HQ": "an HQ", "armor": "armor", "infantry": "infantry", "recon": "recon"}[line.unit_type]
    mode = "" if line.mode == "any" else f" in {VALUES[line.mode]} mode"
    if line.to_least and line.to_most:
        return f"{kind}{mode} at T/O {line.to_least} to {line.to_most}"
    if line.to_least:
        return f"{kind}{mode} at T/O {line.to_least} or more"
    return f"{kind}{mode} at T/O {line.to_most} or less" if line.to_most else f"{kind}{mode}"


def answer_words(line: AttackLine) -> str:
    """2 CSPs, chemical if released, 1 EW attack, the division commander."""
    said = [counted(line.fire, "CSP")] if line.fire else []
    if line.fire and line.chemical:
        said.append(f"chemical{' and persistent' if line.persistent else ''} if released")
    said += [counted(line.ew, "EW attack")] if line.ew else []
    said += ["the division commander leads"] if line.command else []
    return ", ".join(said) or "nothing"


def retreat_words(line: RetreatLine, named: Named) -> Sentence:
    """2 Bn, when attacked: stands fast if dug-in, else goes towards 1104, not into 0901."""
    who = "Any unit" if line.unit is None else named(line.unit)
    when = {"any": "", "retreat": ", when attacked", "displace": ", when shelled out"}[line.why]
    where: Said = {"away": "away from known enemies", "hq": "towards its HQ", "hex": "towards "}[line.to]
    if line.to == "hex":
        where = say(where, place(line.hex or ""))
    stays = "stands fast if dug-in, else " if line.stand_fast else ""
    avoids = (", not into ", joined(" or ", map(place, line.avoid)), " if there is another way") if line.avoid else ()
    return say(who, f"{when}: {stays}goes ", where, *avoids, ".")


def otherwise_words(standing: StandingOrders | SetStandingOrders) -> str:
    """What holds where no line fits, and the limits."""
    answer = answer_words(
        AttackLine(
            fire=standing.fire, ew=standing.ew, chemical=standing.chemical, persistent=standing.persistent,
            command=standing.commander,
        )
    )  # fmt: skip
    said = [
        f"Where no line fits: {answer}{', at assaults only' if standing.only_assaults and answer != 'nothing' else ''}."
    ]
    if standing.stand_fast:
        said.append("Dug-in units stand fast.")
    if standing.keep_csps:
        said.append(f"No answer spends the last {counted(standing.keep_csps, 'CSP')}.")
    if standing.most_ew is not None:
        said.append(f"At most {counted(standing.most_ew, 'EW attack')} a phase.")
    return " ".join(said)


def order_words(order: Order, named: Named) -> Sentence | None:
    """An order that changes standing orders, as a sentence; None for any other."""
    match order:
        case AddAttackLine():
            said = attack_words(order, named)
        case AddRetreatLine():
            said = retreat_words(order, named)
        case SetStandingOrders():
            return say(f"Standing orders: {otherwise_words(order)}")
        case MoveStandingLine():
            return say(f"Standing orders for {order.lines}: line {order.place} becomes line {order.to}.")
        case DropStandingLine():
            which = f"line {order.place} is" if order.place else "all lines are"
            return say(f"Standing orders for {order.lines}: {which} dropped.")
        case _:
            return None
    return say(f"Standing orders, new {f'line {order.place}' if order.place else 'last line'}: ", said)
