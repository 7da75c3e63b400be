"""What Korsun says to whoever plays it for the first time: of its units, its aims, and of what is asked."""

from __future__ import annotations

import pytest

from service.engine.kinds import kind_of
from service.engine.orders import Done
from service.engine.outline import walk
from service.engine.sentences import plain_text
from service.engine.state import Known
from service.games.korsun.game import KORSUN
from service.games.korsun.known.picture import Picture
from service.games.korsun.known.reports import Thrown
from service.games.korsun.sections.attacks import ASKED, DeclareAttack
from service.games.korsun.staff.terms import ASKS, NOTHING_FOR
from tests.games.korsun.table import new_match, position
from tests.games.korsun.test_combat import FIVE, WORKED, combat

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


@pytest.mark.parametrize("heading", NOTHING_FOR)
def test_nobody_is_told_to_do_what_cannot_be_done(heading: str):
    """Where nothing can be ordered, and nothing is said of it, the page says that there is nothing to decide."""
    picture = known(position("42 at 0811").picture("so"))
    about, instead = NOTHING_FOR[heading]
    offered = {kind_of(order) for one in walk(KORSUN.outline) if one.title == heading for order in one.orders}
    assert {*about} <= offered
    for kind in about:
        assert plain_text(WORDS.ask(picture, [kind], heading)) == ASKS[heading]
    assert plain_text(WORDS.ask(picture, [*offered - {*about}], heading)) == instead != ASKS[heading]


def test_whoever_is_asked_about_a_combat_is_told_who_attacks():
    table = combat(*WORKED).order("so", DeclareAttack(hex="0711", units=FIVE, planned=True), Done())
    table.done_until("the-defender-s-supported-commands")
    asked = WORDS.ask(known(table.picture("ge")), ["pay-supply"], "The Defender's Supported Commands")
    said = plain_text(asked)
    assert said.startswith("The attack of 42, 21, 22GTB, 86 and 20GTB on 0711: pay a point for each command")


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
