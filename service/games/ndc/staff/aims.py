"""How a side stands with its aim: the score line by line, by its picture and by what it kept of its log."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.aims import Aim, Level
from service.engine.bills import Bill, Term
from service.engine.charting import banded
from service.engine.figures import plain
from service.engine.sentences import Sentence, capital, listing, place, say
from service.games.ndc.known.picture import Picture
from service.games.ndc.known.score import Scorebook, part_of_objectives
from service.games.ndc.printed.scenario import Objective, Scenario, Verdict
from service.games.ndc.printed.units import Side
from service.games.ndc.staff.briefing import means, winning
from service.games.ndc.staff.measures import own_losses

UNKNOWN = say(
    "It leaves out what you were not told: enemy losses that nobody reported, and objectives that changed hands "
    "unseen. All of that counts at the end."
)


def aim(picture: Picture, kept: Scorebook | None) -> Aim:
    """The aim of a side now; after the end the verdict, with the sum as the umpire told it."""
    scorebook, rules = kept or Scorebook(), picture.rules
    if picture.verdict is not None and picture.score is not None:
        return Aim(
            line=say(f"The score is {plain(picture.score)}. {winning(rules, picture.side, over=True)}."),
            title=say(victory(rules.verdict(picture.score))),
            figure=figure(rules, picture.side), total=plain(picture.score), bill=final(rules, scorebook),
            levels=levels(rules, picture.side, picture.score, picture.score),
        )  # fmt: skip
    bill, side = sum_of(picture, scorebook), picture.side
    total = plain(bill.total) if bill.most == bill.total else f"{plain(bill.total)} to {plain(bill.most)}"
    return Aim(
        line=say(f"{winning(rules, side)}, by {means(rules, side)} (★); now {total}, as far as you know."),
        figure=figure(rules, picture.side), total=total, bill=bill, unknown=UNKNOWN, open=at_stake(picture, scorebook),
        levels=levels(rules, picture.side, bill.total, bill.most),
    )  # fmt: skip


def figure(rules: Scenario, side: Side) -> str:
    """What the score is called: it counts for one side, and the other wants it low."""
    return f"Score, which counts for {'you' if side == rules.victory.scorer else 'the enemy'}"


def victory(verdict: Verdict) -> str:
    """A verdict as it is announced: US marginal victory, Draw."""
    return f"{verdict.name} victory" if verdict.winner else capital(verdict.name)


def levels(rules: Scenario, side: Side, least: int, most: int) -> tuple[Level, ...]:
    """The verdicts, the best of this side's first, and those in which a score from `least` to `most` falls."""
    rows = zip(rules.victory.outcomes.bands, rules.victory.outcomes.values, strict=True)
    found = [
        Level(
            score=banded(band), verdict=victory(verdict), won=verdict.winner == side,
            here=any(score in band for score in range(least, most + 1)),
        )
        for band, verdict in rows
    ]  # fmt: skip
    return tuple(found if found[0].won else reversed(found))


# ---- the sum


def sum_of(picture: Picture, scorebook: Scorebook) -> Bill:
    """The scorer's points as a side knows them."""
    terms, side = picture.rules.victory, picture.side
    mine = terms.scorer == side
    held = [one for one in picture.rules.objectives if is_held(picture, scorebook, one, by_own=mine)]
    lines = [Term(name=held_words(picture, one, mine), value=one.points) for one in held]
    nothing = Term(name=say(f"Objectives that {'you' if mine else 'the enemy'} took"), value=0)
    own_each, his_each = (terms.own_level_lost, terms.enemy_level_lost)[:: 1 if mine else -1]
    spent = picture.tables.chemical.victory_points * (-1 if mine else 1)
    return Bill((
        *(lines or [nothing]),
        his_losses(picture, scorebook, his_each),
        Term(name=say("T/O levels that you lost"), value=own_each * own_losses(picture)),
        *chemical("Your chemical uses", spent * picture.account.chemical_uses),
        *chemical("The enemy's chemical uses", -spent * picture.enemy_uses),
    ))  # fmt: skip


def chemical(name: str, value: int) -> tuple[Term, ...]:
    """A line for chemical uses, where there were any."""
    return (Term(name=say(name), value=value),) if value else ()


def his_losses(picture: Picture, scorebook: Scorebook, each: int) -> Term:
    """What the enemy was told to have lost; of units of which only the end was told, from one level to all of them."""
    whole = picture.tables.establishment * picture.rules.victory.hq_levels_count
    ends = (each * (scorebook.lost + scorebook.ends), each * (scorebook.lost + scorebook.ends * whole))
    name = "T/O levels that the enemy lost, as you were told"
    return Term(name=say(name), value=min(ends), most=max(ends) if scorebook.ends else None)


def final(rules: Scenario, scorebook: Scorebook) -> Bill:
    """The sum at the end, by the umpire's own figures: each objective that the scorer holds, then the rest."""
    scorer = rules.victory.scorer
    held = [one for one in rules.objectives if scorebook.control.get(one.hex) == scorer]
    lines = [Term(name=say(named(one), f", held by {scorer}"), value=one.points) for one in held]
    one_by_one = part_of_objectives(scorer) if held else None
    rest = [Term(name=say(capital(name)), value=value) for name, value in scorebook.parts.items() if name != one_by_one]
    bill = Bill((*lines, *rest))
    return bill.that_counts if bill.that_counts.lines else bill


# ---- objectives


def named(objective: Objective) -> Sentence:
    """An objective by its name and hex."""
    there = place(objective.hex)
    return say(f"{objective.name} (", there, ")") if objective.name != objective.hex else say(there)


def is_held(picture: Picture, scorebook: Scorebook, objective: Objective, *, by_own: bool) -> bool:
    """Whether an objective is the own side's, or the enemy's, as far as this side knows."""
    if stands(picture, objective):
        return by_own
    if is_seen(picture, objective):
        return not by_own
    return scorebook.held.get(objective.hex, held_first(picture, objective)) == by_own


def held_first(picture: Picture, objective: Objective) -> bool:
    """Whether an objective was this side's to begin with: an own battalion stood there, or the scenario says so."""
    rules = picture.rules
    begun = any(objective.hex in unit.hexes and unit.type != "HQ" for unit in rules.order_of_battle(picture.side))
    return begun or rules.victory.objectives_held_by == picture.side


def stands(picture: Picture, objective: Objective) -> bool:
    """Whether an own battalion stands in an objective; one that is ordered there and not yet told of does not."""
    return any(unit.combat and unit.id not in picture.under_way for unit in picture.own_at(objective.hex))


def is_seen(picture: Picture, objective: Objective) -> bool:
    """Whether an enemy battalion is known to stand in an objective, or a unit of unknown type."""
    contact = picture.known_enemies().get(objective.hex)
    return contact is not None and contact.type != "HQ" and contact.mode != "deployed"


def held_words(picture: Picture, objective: Objective, mine: bool) -> Sentence:
    """An objective that counts, with how sure that is."""
    if mine:
        return say(named(objective), ", where you stand" if stands(picture, objective) else ", which you took and left")
    seen = is_seen(picture, objective)
    return say(named(objective), f", where the enemy {'stands' if seen else 'was last known to be'}")


def at_stake(picture: Picture, scorebook: Scorebook) -> Sentence:
    """The objectives that the scorer does not hold yet, the dearest first."""
    mine = picture.rules.victory.scorer == picture.side
    left = [one for one in picture.rules.objectives if not is_held(picture, scorebook, one, by_own=mine)]
    if not left:
        return say("You hold every objective." if mine else "The enemy holds every objective.")
    doubtful = in_doubt(picture, scorebook)
    sure = [one for one in left if one not in doubtful]
    whose = "Still to take: " if mine else "Still yours, and what the enemy would gain there: "
    first = say(whose, worth(sure), ".") if sure else ()
    if not doubtful:
        return first
    one_alone = len(doubtful) == 1
    into = "an enemy unit was last seen going into it" if one_alone else "enemy units were last seen going into them"
    it = "it" if one_alone else "them"
    return say(
        first, " " if first else "", "Counted as yours, but in doubt: ", worth(doubtful),
        f", for {into}. You were not told whether they stayed: if they did, the enemy holds {it}.",
    )  # fmt: skip


def worth(objectives: Sequence[Objective]) -> Sentence:
    """Objectives with their points, the dearest first."""
    return listing(
        say(named(one), f" {one.points}") for one in sorted(objectives, key=lambda one: (-one.points, one.hex))
    )


def in_doubt(picture: Picture, scorebook: Scorebook) -> list[Objective]:
    """Into which of the own side's objectives enemies were seen to go, of whom nobody told whether they stayed."""
    seen = {hex for one in picture.contacts.values() if not one.known and one.type != "HQ" for hex in one.hexes}
    return [
        one for one in picture.rules.objectives
        if one.hex in seen and not stands(picture, one) and is_held(picture, scorebook, one, by_own=True)
    ]  # fmt: skip
