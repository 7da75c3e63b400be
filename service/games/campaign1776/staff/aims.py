"""How a side stands with its aim: the score by what it knows, and at the end as it was judged."""

from __future__ import annotations

from collections.abc import Collection

from service.engine.aims import Aim, Level
from service.engine.bills import Bill, Term
from service.engine.figures import plain
from service.engine.sentences import counted, place, say
from service.games.campaign1776.known.control import counted as counted_in
from service.games.campaign1776.known.control import towns_counted
from service.games.campaign1776.known.picture import Picture
from service.games.campaign1776.known.score import Scorebook, british_hold
from service.games.campaign1776.printed.lettered import Hex
from service.games.campaign1776.printed.reading import AMERICAN, BRITISH
from service.games.campaign1776.printed.scenario import Scenario, Score
from service.games.campaign1776.staff.briefing import at_once, counts, winning, winning_towns
from service.games.campaign1776.staff.prose import are, result

RULE = "P22"
UNKNOWN = say("British regulars of whose loss you were not told, as in forced marches, are not in it.")


def aim(picture: Picture, kept: Scorebook | None) -> Aim:
    """The aim of a side now; after the end the verdict, with the score as it was told."""
    rules, scorebook = picture.rules, kept or Scorebook()
    score = rules.score
    if score is None:
        return by_towns(picture)
    if picture.verdict and picture.score is not None:
        winner = "" if picture.verdict == "draw" else picture.verdict
        total, title = picture.score, say(f"{result(winner)}.")
    else:
        bill = reckoned(picture, score, scorebook)
        total, title = bill.total, ()
    aim = winning(score, picture.side, over=bool(title))
    line = say(f"{aim}; it has {counted(total, 'point')}{'' if title else ' now'}.")
    return Aim(
        line=line, title=title, figure="British points", total=plain(total),
        bill=told(rules, scorebook, score) if title else reckoned(picture, score, scorebook),
        unknown=UNKNOWN if picture.side == AMERICAN and not title else (), open=counts(rules, score),
        levels=levels(score, picture.side, total),
    )  # fmt: skip


def by_towns(picture: Picture) -> Aim:
    """The aim of a campaign: the strategic towns that count, which both sides know at any time."""
    rules, british = picture.rules, picture.public.british
    assert rules.towns is not None
    total = towns_counted(rules, british)
    over = picture.verdict and picture.score is not None
    title = say(f"{result('' if picture.verdict == 'draw' else picture.verdict)}.") if over else ()
    aim = winning_towns(rules, picture.side, over=bool(over))
    line = say(f"{aim}; {total} {are(total)}{'' if title else ' now'}.")
    return Aim(
        line=line, title=title, figure="British towns", total=plain(total), bill=towns_bill(rules, british),
        open=at_once(rules), levels=outcomes(rules.towns.win, rules.towns.draw, picture.side, total),
    )  # fmt: skip


def towns_bill(rules: Scenario, british: Collection[Hex]) -> Bill:
    """The towns by area, less those that do not count without Quebec and Montreal."""
    lines = []
    for area in rules.recruiting:
        held = sum(hex in british for hex in rules.board.strategic_towns[area].values())
        lines.append(Term(name=say(rules.tables.areas.names[area]), value=held, rule=RULE))
        if less := counted_in(rules, british, area) - held:
            name = say("without Quebec and Montreal")
            lines.append(Term(name=name, value=less, rule="C76-CTL-07"))
    return Bill(tuple(lines))


def reckoned(picture: Picture, score: Score, scorebook: Scorebook) -> Bill:
    """The points as far as this side knows."""
    held = {hex: points for hex, points in score.points.items() if british_hold(picture, hex)}
    return bill_of(picture.rules, held, regulars_lost(picture.rules, scorebook), score)


def told(rules: Scenario, scorebook: Scorebook, score: Score) -> Bill:
    """The points as they were told at the end."""
    lost = (
        scorebook.regulars if scorebook.regulars is not None else regulars_lost(rules, scorebook)
    )  # None in older matches
    return bill_of(rules, scorebook.points or {}, lost, score)


def bill_of(rules: Scenario, held: dict[Hex, int], lost: int, score: Score) -> Bill:
    lines = [
        Term(name=say(place(hex, rules.board.place(hex))), value=points, rule=RULE) for hex, points in held.items()
    ]
    name = say(counted(lost, "British regular lost", "British regulars lost"))
    return Bill((*lines, Term(name=name, value=-(lost // score.regulars_lost_a_point), rule=RULE)))


def regulars_lost(rules: Scenario, scorebook: Scorebook) -> int:
    kinds = rules.tables.units.kinds
    return sum(
        number
        for kind, number in scorebook.lost.items()
        if kinds[kind].nation == BRITISH and kinds[kind].role == "regular"
    )


def levels(score: Score, side: str, total: int) -> tuple[Level, ...]:
    """The outcomes, the best of this side's first."""
    return outcomes(score.win, score.draw, side, total)


def outcomes(win: int, draw: int, side: str, total: int) -> tuple[Level, ...]:
    drawn = str(draw) if draw == win - 1 else f"{draw} to {win - 1}"
    found = (
        Level(score=f"{win} or more", verdict="The British side wins", won=side == BRITISH, here=total >= win),
        Level(score=drawn, verdict="A draw", won=False, here=draw <= total < win),
        Level(score=f"{draw - 1} or less", verdict="The American side wins", won=side != BRITISH, here=total < draw),
    )  # fmt: skip
    levels = found if draw < win else (found[0], found[2])
    return levels if side == BRITISH else levels[::-1]
