"""What Korsun says to whoever plays it for the first time: of its units, its aims, and of what is asked."""

from __future__ import annotations

import pytest

from service.engine.kinds import kind_of
from service.engine.outline import walk
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.attacks import ASKED
from service.games.korsun.sections.plans import PlanAir
from service.games.korsun.sections.supply import DropToUnits, Resupply
from tests.games.korsun.table import new_match, position

WORDS = KORSUN.words


def known(picture: Picture) -> Known[Picture, Picture]:
    return KORSUN.known(picture)


def test_a_soviet_mechanized_brigade_is_no_panzer_grenadiers():
    """In the briefing, in the lists of both sides, and on the chart of units."""
    table = position("9MB at 1213", "64PG at 1212")
    for side, mine, theirs in (("so", "Mechanized infantry", "Panzer grenadiers"),
                               ("ge", "Panzer grenadiers", "Mechanized infantry")):  # fmt: skip
        own, contacts = WORDS.rosters(known(table.picture(side)))
        assert [plain_text(row.line).split(",")[0] for row in (*own.rows, *contacts.rows)] == [mine, theirs]
    said = plain_text(WORDS.briefing(known(new_match().picture("so"))).situation)
    assert "1 of mechanized infantry" in said and "grenadiers" not in said


@pytest.mark.parametrize(("scenario", "whose"), [("korsun-first", "XI"), ("korsun-intro", "XXXXII and XI")])
def test_the_aim_says_that_the_pocket_is_of_korps(scenario: str, whose: str):
    for side in ("so", "ge"):
        assert f"for each step of the {whose} Korps that is" in plain_text(
            WORDS.briefing(known(new_match(scenario).picture(side))).aim
        )


@pytest.mark.parametrize(
    ("heading", "order", "said"),
    [
        ("5. Artillery Resupply Phase", Resupply,
         "No piece can be given ammunition now. You may still plan the air supply."),
        ("6. Soviet Air-Drop Supply Phase", DropToUnits, ""),
    ],
)  # fmt: skip
def test_nobody_is_told_to_give_what_nobody_needs(heading: str, order: type, said: str):
    """Of a heading at which nothing can be ordered the page says itself that there is nothing to decide."""
    picture = known(position("42 at 0811").picture("so"))
    asked = WORDS.ask(picture, [kind_of(order), kind_of(PlanAir)], heading)
    assert plain_text(asked) and plain_text(asked) != said
    assert plain_text(WORDS.ask(picture, [kind_of(PlanAir)], heading)) == said


@pytest.mark.parametrize(("track", "whose"), [("German", "the German side"), ("1UF", "1UF")])
def test_missions_are_told_with_whose_they_are(track: str, whose: str):
    said = plain_text(WORDS.prose(Thrown(purpose="air", die=4, modifiers={}, missions=0, track=track)))
    assert said.endswith(f"0 missions for {whose}.")


def test_what_a_plan_can_ask_for_after_all_is_called_as_elsewhere():
    assert [WORDS.value(None, "ask", item) for item in ASKED] == [
        "Supply", "Artillery", "Engineers", "Losses", "The advance",
    ]  # fmt: skip


@pytest.mark.parametrize("heading", ["b-german-declaration-segment", "5-engineering-phase", "1-air-drop-supply-phase"])
def test_each_order_of_these_headings_says_what_it_brings(heading: str):
    """Declarations, works and drops are seldom, and their names alone do not say it."""
    table = new_match("korsun-full")
    kinds = {kind_of(order) for one in walk(KORSUN.outline) if one.name == heading for order in one.orders}
    told = kinds - {"plan-marker", "plan-drop", "drop-plan"}
    assert told
    for kind in told:
        assert plain_text(WORDS.help(known(table.picture("ge")), kind)), kind
