"""Result cards: a combat is one card for either side, with its shifts, its result and whose losses they were."""

from __future__ import annotations

from service.engine.cards import Card
from service.engine.sentences import plain_text
from service.games.korsun.game import KORSUN
from service.games.korsun.sections.attacks import DeclareAttack
from tests.games.korsun.table import Table, position


def fought() -> Table:
    """A tank brigade and a regiment against a worn German regiment, to its end."""
    table = position("42 at 1013", "22GTB at 1113", "34R at 1114", heading="E combat", by_purpose={"KOR-CBT-32": [5]})
    table.order("so", DeclareAttack(hex="1114", units=("22GTB", "42"), planned=True))  # type: ignore[arg-type]
    return table.done_until("d-breakthrough-segment")


def card(table: Table, side: str) -> Card:
    [found] = KORSUN.words.cards(KORSUN.known(table.picture(side)), table.logs[table.picture(side).side])
    return found


def test_a_combat_is_one_card_named_by_its_hex():
    table = fought()
    for side in ("so", "ge"):
        assert plain_text(card(table, side).title) == "Combat at 1114"
        [shifts] = card(table, side).sums
        assert shifts.least == shifts.most and plain_text(shifts.comes_to) in plain_text(card(table, side).outcome)


def test_losses_are_ours_or_theirs_and_ours_are_read_first():
    table = fought()
    soviet, german = card(table, "so"), card(table, "ge")
    assert {plain_text(one.who) for one in german.losses if one.own} == {"34R"} and german.weight == "grave"
    assert {plain_text(one.who) for one in soviet.losses if not one.own} == {"34R"}
    assert not any(one.own for one in soviet.losses) and soviet.weight == "usual"
