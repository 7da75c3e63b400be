"""Result cards: what came of a battle, as a side was told of it, with its rounds, sums, dice and losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from service.engine.cards import Card, Course, Loss, Sum
from service.engine.reports import LogEntry
from service.engine.sentences import Sentence, counted, listed, place, say
from service.games.campaign1776.known.battles import BATTLE, Battle
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.reports import BattleTold, PassengersPlaced, RoundFought, SeaBattleFought
from service.games.campaign1776.printed.reading import Seat
from service.games.campaign1776.staff.names import Names
from service.games.campaign1776.staff.prose import ending, fates, withdrawn
from service.games.campaign1776.staff.terms import ENDED_BY, OVER, SIDES, VESSELS


def of_battle(names: Names, picture: Picture, card: Card, entries: Sequence[LogEntry]) -> Card:
    """The card of a battle, named by its hex; as it is for anything else."""
    told = [one.report for one in entries]
    if at_sea := next((one for one in told if isinstance(one, SeaBattleFought)), None):
        return of_sea_battle(picture, card, at_sea, [one for one in told if isinstance(one, PassengersPlaced)])
    rounds = [one for one in told if isinstance(one, RoundFought)]
    ends = [one.battle for one in told if isinstance(one, BattleTold)]
    if card.kind != BATTLE or not (rounds or ends):
        return card
    hex = rounds[0].hex if rounds else ends[0].hex
    losses = tuple(lost(names, picture, rounds))
    over = next((battle.over for battle in ends if battle.over), "")
    return replace(
        card, title=say("Battle in ", place(hex, picture.rules.board.place(hex))), outcome=outcome(names, rounds, over),
        sums=tuple(sum_of(names, picture, one) for one in rounds), losses=losses,
        courses=(Course(does="attack", own=_own(picture, rounds, ends), way=(hex,)),), places=(hex,),
        weight="grave" if losses else card.weight,
    )  # fmt: skip


def of_sea_battle(picture: Picture, card: Card, told: SeaBattleFought, placed: Sequence[PassengersPlaced]) -> Card:
    """The card of a battle at sea: its column, its die, and whom it struck."""
    settled = [seat for seat in picture.rules.at_start for one in placed if one.by_us == (seat != picture.side)]
    struck = list(fates(told, settled))
    came = listed(f"a {VESSELS[kind][0]} of the {seat} side {fate}" for seat, kind, fate in struck)
    losses = tuple(
        Loss(own=seat == picture.side, who=say(f"1 {VESSELS[kind][0]}"), what=say(fate)) for seat, kind, fate in struck
    )
    title = say(f"The {told.attacker} side attacks at sea")
    comes_to = say(f"column {told.column}: {came}" if struck else f"column {told.column}: nothing comes of it")
    return replace(
        card, title=say("Battle at sea in ", place(told.at)), outcome=say(came or "nothing comes of it"),
        sums=(Sum.thrown(title, (told.die,), comes_to),), losses=losses, places=(told.at,),
        weight="grave" if struck else card.weight,
    )  # fmt: skip


def _own(picture: Picture, rounds: Sequence[RoundFought], ends: Sequence[Battle]) -> bool:
    attacker = rounds[0].attacker if rounds else ends[0].attacker
    return attacker == picture.side


def outcome(names: Names, rounds: Sequence[RoundFought], over: str) -> Sentence:
    """What came of it in few words."""
    fought = counted(len(rounds), "round") if rounds else "no round yet"
    if over in ENDED_BY and rounds and (who := ended_by(names, rounds[-1], over)):
        return say(f"{fought}; {SIDES[who]} {ENDED_BY[over]}")
    return say(f"{fought}; {OVER[over]}" if over else fought)


def ended_by(names: Names, last: RoundFought, over: str) -> Seat | None:
    """The side whose withdrawal or whose end has ended a battle with this round; None where it is not one alone."""
    if over == "withdrawal":
        return withdrawn(names, last)
    fallen = [seat for seat, points in last.points.items() if sum(last.lost.get(seat, {}).values()) == points]
    return fallen[0] if len(fallen) == 1 else None


def sum_of(names: Names, picture: Picture, told: RoundFought) -> Sum:
    """The modifiers of a round, its die, and what they came to."""
    title = say(f"Round {told.number}, the {told.attacker} side attacks")
    if not told.die:
        return Sum.thrown(title, (), say(ending(names, told)))
    return Sum(
        title=title, bill=told.bill, dice=(told.die,), least=told.net, most=told.net,
        comes_to=say(f"{strengths(picture, told)}column {told.column}: {told.result}{meaning(picture, told.result)}"),
    )  # fmt: skip


def strengths(picture: Picture, told: RoundFought) -> str:
    """The strengths that the column comes of, where one side fights without supply and counts for less."""
    if len(told.supplied) != 1:
        return ""
    part = picture.rules.tables.modifiers.unsupplied
    counts = {seat: points if seat in told.supplied else points * part for seat, points in told.points.items()}
    less = next(seat for seat in counts if seat not in told.supplied)
    theirs = [number for seat, number in counts.items() if seat != told.attacker]
    return f"{counts[told.attacker]} against {listed(map(str, theirs))}, {SIDES[less]} being without supply, "


def meaning(picture: Picture, result: str) -> str:
    """What the letters of a result of land combat say, after it: what part of its strength points each side loses."""
    attacker, _, defender = result.partition("/")
    parts = picture.rules.tables.odds.losses
    lost = [
        f"the {side} loses {parts[letter] if parts[letter] < 1 else 'all'}"
        for side, letter in (("attacker", attacker), ("defender", defender)) if letter in parts
    ]  # fmt: skip
    return f" ({listed(lost) or 'nobody is lost'})"


def lost(names: Names, picture: Picture, rounds: Sequence[RoundFought]) -> Iterator[Loss]:
    """Who fell in the battle, by side."""
    for seat in picture.rules.at_start:
        fallen: dict[str, int] = {}
        for told in rounds:
            for kind, number in told.lost.get(seat, {}).items():
                fallen[kind] = fallen.get(kind, 0) + number
        if fallen:
            yield Loss(own=seat == picture.side, who=say(names.units(fallen)), what=say("lost"))
