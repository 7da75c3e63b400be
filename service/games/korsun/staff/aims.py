"""How a side stands with its aim: the score by what both sides were told, and at the end as it was judged."""

from __future__ import annotations

from fractions import Fraction

from service.engine.aims import Aim, Level
from service.engine.charting import banded
from service.engine.sentences import Sentence, capital, listed, paragraph, say
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.score import Ledger
from service.games.korsun.printed.reading import GERMAN, SIDES, SOVIET
from service.games.korsun.printed.scenario import Scenario
from service.games.korsun.printed.tables import other
from service.games.korsun.staff.briefing import number, scored, winning, won_by
from service.games.korsun.staff.prose import LEVELS

QUARTERS = 4
UNKNOWN = say(
    "It counts the named places as they are held now and the losses that you were told. What the pocket comes to is "
    "counted at the end, and so are losses of which you were not told."
)


def aim(picture: Picture, kept: Ledger | None) -> Aim:
    """The aim of a side now; after the end the verdict, with the score as it was told."""
    rules, side, ledger = picture.rules, picture.side, kept or Ledger()
    if picture.verdict and ledger.items:
        points = {one: sum(value for name, value in ledger.items.items() if name.startswith(one)) for one in SIDES}
        score = Fraction(points[SOVIET] - points[GERMAN], QUARTERS)
        return Aim(
            line=say(f"The score is {signed(score)}. {winning(rules, side)}."),
            title=say(f"{capital(LEVELS[picture.verdict])}."),
            figure="Score", total=signed(score), open=items(ledger), levels=levels(rules, side, score, picture.verdict),
        )  # fmt: skip
    score = known_score(picture, ledger)
    return Aim(
        line=say(f"{winning(rules, side)}; now {signed(score)}, without the pocket."),
        figure="Score",
        total=signed(score),
        unknown=UNKNOWN,
        open=paragraph((scored(rules, SOVIET, side), scored(rules, GERMAN, side))),
        levels=levels(rules, side, score),
    )


def known_score(picture: Picture, ledger: Ledger) -> Fraction:
    """Soviet points less German ones for the places as they are held and the losses that were told."""
    rules, public = picture.rules, picture.public
    held = rules.victory[SOVIET].control_at_end.items()
    found = sum((worth for hex, worth in held if public.control.get(hex) == SOVIET), Fraction(0))
    found += rules.victory[SOVIET].wanda * bool(public.wanda_declared) + Fraction(public.noted, QUARTERS)
    for side, sign in ((SOVIET, 1), (GERMAN, -1)):
        worth, enemy = rules.victory[side].step_lost, other(side)
        lost = worth["armor_unit"] * ledger.armor.get(enemy, 0) + worth["other"] * ledger.others.get(enemy, 0)
        found += sign * lost
    return found


def items(ledger: Ledger) -> Sentence:
    """What the points were for, as they were told."""
    said = [f"{name} {number(Fraction(value, QUARTERS))}" for name, value in ledger.items.items()]
    return say(f"Points: {listed(said)}.") if said else ()


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
