"""An outline reads like the rulebook, and is the program."""

from __future__ import annotations

import pytest

from service.engine.cursor import heading_at
from service.engine.outline import AtOwnPace, Each, Phase, Repeat, Segment, Step, printed, slug, walk
from service.engine.seats import EVERYBODY
from tests.engine.tiny import ask, done, opened, playing, questions
from tests.toy import OUTLINE, Hide, LieLow, declared_searches


def test_headings_are_named_after_their_titles():
    assert slug("Mode Change & Forced-March Phase") == "mode-change-forced-march-phase"
    assert heading_at(OUTLINE, "game-turn/north-s-turn/movement").title == "Movement"
    assert heading_at(OUTLINE, "") is OUTLINE


def test_an_address_that_names_no_heading_is_an_error():
    with pytest.raises(KeyError, match="no heading 'supper' under 'Game turn'"):
        heading_at(OUTLINE, "game-turn/supper")


def test_the_outline_prints_line_by_line_as_the_book_has_it():
    lines = list(printed(OUTLINE))
    assert len(lines) == len(list(walk(OUTLINE)))
    assert lines[1] == "  Hiding  (everybody: Hide; TOY-SEQ-01)"
    assert lines[2] == "  Game turn  (again until time is up)"
    assert "      Searches  (for each of declared searches)" in lines
    assert "        Answer  (non-phasing: LieLow)" in lines
    assert "      To the phasing player  (to phasing)" in lines
    assert lines[-1] == "  Nightfall"


def late(state: object, seat: str) -> bool:
    return False


def test_steps_are_printed_with_their_orders_under_a_heading_that_each_takes_at_its_own_pace():
    stages = AtOwnPace("Stages", by=EVERYBODY, rule="TOY-1")[
        Step("Hide", orders=(Hide, LieLow), rule="TOY-2"), Step("Rest", takes=late)
    ]
    assert list(printed(stages)) == [
        "Stages  (everybody, each at its own pace; TOY-1)", "  Hide  (Hide, LieLow; TOY-2)", "  Rest  (when late)",
    ]  # fmt: skip


def test_nested_headings_are_gone_through_in_order():
    game = playing(
        Phase("One")[ask("A"), Phase("Deep")[Phase("Deeper")[ask("B")], ask("C")]],
        Phase("Empty"),
        ask("D"),
    )
    assert questions(game) == ["one/a", "one/deep/deeper/b", "one/deep/c", "d"]


def test_repeat_is_asked_after_each_round_whether_to_go_round_again():
    game = playing(Repeat("Rounds", until=lambda state: state.round() >= 3)[ask("A"), ask("B")], ask("C"))
    assert questions(game) == [
        "rounds/a 1", "rounds/b 1", "rounds/a 2", "rounds/b 2", "rounds/a 3", "rounds/b 3", "c",
    ]  # fmt: skip


def test_a_round_is_played_also_when_the_condition_held_from_the_start():
    assert questions(playing(Repeat("Rounds", until=lambda state: True)[ask("A")])) == ["rounds/a 1"]


def test_each_goes_through_its_items_in_order():
    game = playing(Each("Fights", each=lambda state: ["x", "y"])[ask("A"), ask("B")], ask("C"))
    assert questions(game) == ["fights/a x", "fights/b x", "fights/a y", "fights/b y", "c"]


def test_each_without_items_is_passed_over():
    assert questions(playing(Each("Fights", each=lambda state: [])[ask("A")], ask("B"))) == ["b"]


def test_each_lists_its_items_when_it_is_entered():
    """What its headings do to the list does not change which items are worked."""
    game = playing(Each("Searches", each=declared_searches)[ask("A")], ask("B"))
    assert questions(game) == ["b"]


def test_loops_in_loops_begin_afresh():
    game = playing(
        Repeat("Out", until=lambda state: state.round() >= 2)[
            Each("Items", each=lambda state: ["x", "y"])[
                Repeat("In", until=lambda state: state.round() >= 2)[ask("A")]
            ],
        ],
    )  # fmt: skip
    assert questions(game) == [f"out/items/in/a {item} {round}" for _ in (1, 2) for item in "xy" for round in (1, 2)]


def test_a_loop_is_asked_of_itself_not_of_the_loop_within():
    """The inner Repeat goes round three times; the outer one counts its own rounds."""
    game = playing(
        Repeat("Out", until=lambda state: state.round() >= 2)[
            Repeat("In", until=lambda state: state.round() >= 3)[ask("A")],
        ],
    )
    assert len(questions(game)) == 6


def test_a_heading_whose_condition_does_not_hold_is_passed_over():
    game = playing(
        ask("A", when=lambda state: False), ask("B"), ask("C", when=lambda state: False), ask("D"),
        Phase("Group", when=lambda state: False)[ask("E")],
        Phase("Hollow")[ask("F", when=lambda state: False)],
    )  # fmt: skip
    assert questions(game) == ["b", "d"]


def test_the_first_heading_of_an_each_is_asked_about_the_item_it_would_work():
    """The condition sees the item that comes, also when the cursor still stands at the one before, or at none."""
    game = playing(
        Each("Fights", each=lambda state: ["small", "big", "huge"])[
            ask("Reserve", when=lambda state: state.item() != "small"), ask("Result"),
        ],
    )  # fmt: skip
    assert questions(game) == [
        "fights/result small", "fights/reserve big", "fights/result big", "fights/reserve huge", "fights/result huge",
    ]  # fmt: skip


def test_an_item_that_no_heading_is_for_does_not_end_the_each():
    game = playing(
        Each("Fights", each=lambda state: ["no", "x", "no", "no", "y", "no"])[
            ask("A", when=lambda state: state.item() != "no"),
        ],
        ask("B"),
    )
    assert questions(game) == ["fights/a x", "fights/a y", "b"]


def test_the_first_heading_of_a_repeat_is_asked_about_the_round_that_comes():
    game = playing(
        Repeat("Rounds", until=lambda state: state.round() >= 2)[
            ask("A", when=lambda state: state.round() == 2), ask("B"),
        ],
    )  # fmt: skip
    assert questions(game) == ["rounds/b 1", "rounds/a 2", "rounds/b 2"]


def test_a_round_with_nothing_in_it_ends_the_repeat():
    """Nothing would ever change in it; the sequence goes on beside."""
    only = ask("A", when=lambda state: state.round() == 1)
    assert questions(playing(Repeat("R", until=lambda state: False)[only], ask("B"))) == ["r/a 1", "b"]
    never = Repeat("R", until=lambda state: False)[ask("A", when=lambda state: False)]
    assert questions(playing(never, ask("B"))) == ["b"]


def test_phasing_is_what_the_innermost_heading_says():
    game = playing(
        Phase("Outer", phasing=lambda state: "north")[
            ask("A", by="phasing"),
            Phase("Inner", phasing=lambda state: "south")[ask("B", by="phasing"), ask("C", by="non-phasing")],
            ask("D", by="phasing"),
            Segment("E", by="everybody"),
        ],
    )
    seen = []
    state = opened(game).state
    while not state.ended:
        seen.append((state.phasing, tuple(state.waiting)))
        done(game, state)
    assert seen == [
        ("north", ("north",)), ("south", ("south",)), ("south", ("north",)), ("north", ("north",)),
        ("north", ("north", "south")),
    ]  # fmt: skip
