"""How a side stands with its aim: the score by what both sides were told, and at the end as it was judged."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from service.engine.aims import Aim, Level
from service.engine.bills import Bill, Term
from service.engine.charting import banded
from service.engine.sentences import capital, counted, listed, paragraph, place, say
from service.games.korsun.known.picture import Picture, field_of
from service.games.korsun.known.score import Scorebook
from service.games.korsun.known.supply import pocket_steps
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.tables import other
from service.games.korsun.staff.briefing import number, scored, winning, won_by
from service.games.korsun.staff.prose import LEVELS

QUARTERS = 4
ITEMS = {
    (SOVIET, "armor"): "German armor steps lost", (SOVIET, "losses"): "Other German steps lost",
    (GERMAN, "armor"): "Soviet armor steps lost", (GERMAN, "losses"): "Other Soviet steps lost",
    (SOVIET, "pocket"): "German steps that are cut off", (GERMAN, "pocket"): "German steps saved from the pocket",
    (SOVIET, "wanda"): "Operation Wanda was declared", (SOVIET, "korsun"): "Korsun was isolated in time",
}  # fmt: skip
"""What points are for, by the side that has them."""
UNKNOWN = (
    "It counts the named places as they are held now and the losses that you were told of. The pocket is counted at "
    "the end, and so are losses that you were not told of."
)


def aim(picture: Picture, kept: Scorebook | None) -> Aim:
    """The aim of a side now; after the end the verdict, with the score as it was told."""
    rules, side, scorebook = picture.rules, picture.side, kept or Scorebook()
    if picture.verdict and scorebook.items:
        bill = final(picture, scorebook)
        score = Fraction(bill.total, QUARTERS)
        return Aim(
            line=say(f"The score is {signed(score)}. {winning(rules, side, over=True)}."),
            title=say(f"{capital(LEVELS[picture.verdict])}."),
            figure="Score", total=signed(score), bill=bill, levels=levels(rules, side, score, picture.verdict),
        )  # fmt: skip
    bill = known(picture, scorebook)
    score = Fraction(bill.total, QUARTERS)
    return Aim(
        line=say(f"{winning(rules, side)}. It is {signed(score)} so far; the pocket is counted at the end."),
        figure="Score", total=signed(score), bill=bill, unknown=say(f"{UNKNOWN} {pocket(picture)}"),
        open=paragraph((scored(rules, SOVIET, side), scored(rules, GERMAN, side))),
        levels=levels(rules, side, score),
    )  # fmt: skip


# ---- the sum: Soviet points minus German ones, line by line (25.5)


def known(picture: Picture, scorebook: Scorebook) -> Bill:
    """The places as they are held, and the losses as they were told."""
    rules, public = picture.rules, picture.public
    found = [*places_held(picture)] or [Term(name=say("Places that are Soviet"), value=0, of=QUARTERS)]
    for side in SIDES:
        worth, enemy = rules.victory[side].step_lost, other(side)
        found.append(line(side, "armor", worth["armor_unit"] * scorebook.armor.get(enemy, 0)))
        found.append(line(side, "losses", worth["other"] * scorebook.others.get(enemy, 0)))
    once = (
        line(SOVIET, "wanda", rules.victory[SOVIET].wanda * bool(public.wanda_declared)),
        line(SOVIET, "korsun", Fraction(public.noted, QUARTERS)),
    )
    return Bill((*found, *(one for one in once if one.value)))


def pocket(picture: Picture) -> str:
    """How much of the pocket is cut off now, as far as a side can know: the German one, of its own units, by what it
    has seen of the enemy; the Soviet one is told neither of their steps nor of their way out."""
    rules, worth = picture.rules, picture.rules.victory[SOVIET].pocket_step
    if not worth:
        return ""
    korps = f"{listed(rules.pocket)} Korps"
    if picture.side == SOVIET:
        return f"You are not told before the end how many steps of the {korps} are cut off."
    cut_off, free = pocket_steps(field_of(picture))
    return (
        f"By what you have seen of the enemy, {cut_off} of the {counted(cut_off + free, 'step')} of the {korps} are "
        f"cut off now, which counts {number(worth * cut_off)} for the Soviet player; enemies that are not identified "
        "may cut off more."
    )


def final(picture: Picture, scorebook: Scorebook) -> Bill:
    """The sum as it was told at the end: each place, then the rest."""
    rest = (
        line(side, what, Fraction(value, QUARTERS))
        for side, items in scorebook.items.items() for what, value in items.items() if what != "places"
    )  # fmt: skip
    return Bill((*places_held(picture), *rest))


def places_held(picture: Picture) -> Iterator[Term]:
    """The named places that are Soviet, with what each is worth: both sides know who holds them."""
    rules = picture.rules
    for hex, worth in rules.victory[SOVIET].control_at_end.items():
        if picture.public.control.get(hex) == SOVIET:
            yield Term(
                name=say(f"{rules.board.names.get(hex, '')} ".lstrip(), place(hex), " is Soviet"),
                value=int(worth * QUARTERS),
                of=QUARTERS,
            )


def line(side: str, what: str, worth: Fraction) -> Term:
    """A line of the sum: for the Soviet side it counts up, for the German one down."""
    points = int(worth * QUARTERS)
    return Term(name=say(ITEMS[side, what]), value=points if side == SOVIET else -points, of=QUARTERS)


def levels(rules: Scenario, side: str, score: Fraction, verdict: str = "") -> tuple[Level, ...]:
    """The levels of victory, the best of this side's first, and that of this score."""
    whole = int(score)  # fractions are cut off toward 0, as they are at the end
    found = [
        Level(
            score=banded(band), verdict=capital(LEVELS[level]), won=won_by(level, side),
            here=level == verdict if verdict else whole in band,
        )
        for band, level in zip(rules.levels.bands, rules.levels.values, strict=True)
    ]  # fmt: skip
    return tuple(found if found[0].won else reversed(found))


def signed(score: Fraction) -> str:
    """A score with a proper minus."""
    return f"−{number(-score)}" if score < 0 else number(score)
