"""Where a match stands is a stack of heading names, so saved matches survive a rewritten outline."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from service.engine.cursor import address_of, titles_of
from service.engine.game import AnyGame
from service.engine.outline import Each, Heading, Phase, Repeat, Segment
from tests.engine.tiny import ask, done, opened, playing, questions, stands

# ---- saved matches


def saved_and_loaded(state: Any) -> Any:
    return pickle.loads(pickle.dumps(state))


def to_the_end(game: AnyGame, state: Any) -> list[str]:
    asked = []
    while not state.ended:
        asked.append(stands(state))
        done(game, state)
    return asked


def test_a_saved_match_survives_inserted_headings():
    before = playing(Phase("One")[ask("A"), ask("B")], ask("D"))
    after = playing(ask("New"), Phase("One")[ask("New"), ask("A"), ask("Newer"), ask("B")], ask("C"), ask("D"))
    state = saved_and_loaded(opened(before).state)
    assert stands(state) == "one/a"
    assert to_the_end(after, state) == ["one/a", "one/newer", "one/b", "c", "d"]


def test_a_saved_match_survives_a_renamed_heading_through_its_former_name():
    before = playing(Repeat("Round", until=lambda state: state.round() >= 2)[Phase("One")[ask("A"), ask("B")]])
    after = playing(
        Repeat("Game round", until=lambda state: state.round() >= 2, was=("round",))[
            Phase("Phase One", was=("one", "first"))[ask("Alpha", was=("a",)), ask("B")]
        ]
    )
    state = saved_and_loaded(opened(before).state)
    assert stands(state) == "round/one/a 1"
    asked = to_the_end(after, state)
    assert asked[1] == "round/one/b 1"
    assert asked[2] == "round/phase-one/alpha 2", "what is entered anew has its new name"


def test_what_a_seat_was_told_of_survives_a_renamed_heading_too():
    """Its picture still has the former address; the orders of the heading are lawful there."""
    state = opened(playing(Phase("One")[ask("A")])).state
    renamed = playing(Phase("Phase One", was=("one",))[ask("Alpha", was=("a",))])
    assert state.pictures["north"].address == "one/a"
    done(renamed, state)
    assert state.ended


def test_items_and_rounds_stand_in_the_frames():
    game = playing(
        Each("Fights", each=lambda state: ["x", "y", "z"])[Repeat("R", until=lambda s: s.round() > 1)[ask("A")]]
    )
    state = opened(game).state
    for _ in range(3):
        done(game, state)
    assert stands(state) == "fights/r/a y 2"
    assert (state.cursor[0].item, state.cursor[0].left, state.cursor[1].round) == ("y", ["z"], 2)
    assert titles_of(game.outline, state.cursor) == ("Fights", "R 2", "A")
    assert to_the_end(game, saved_and_loaded(state)) == ["fights/r/a y 2", "fights/r/a z 1", "fights/r/a z 2"]


def test_after_the_last_heading_the_match_has_ended():
    game = playing(ask("A"))
    state = opened(game).state
    done(game, state)
    assert state.ended
    assert address_of(state.cursor) == ""
    assert state.waiting == []


# ---- any outline


Plan = tuple[str, Any]
CONDITIONS = {
    "always": None,
    "never": lambda state: False,
    "not for x": lambda state: state.item() != "x",
    "not in round 1": lambda state: state.round() != 1,
}


def condition_holds(name: str, item: str | None, round: int) -> bool:
    return {"always": True, "never": False, "not for x": item != "x", "not in round 1": round != 1}[name]


def plans() -> st.SearchStrategy[Any]:
    """Trees of (kind, condition, what the loop needs, children)."""
    conditions = st.sampled_from(sorted(CONDITIONS))
    leaf = st.tuples(st.just("ask"), conditions, st.none(), st.just([]))
    return st.recursive(
        leaf,
        lambda under: st.one_of(
            st.tuples(st.just("phase"), conditions, st.none(), st.lists(under, max_size=3)),
            st.tuples(st.just("repeat"), conditions, st.integers(1, 3), st.lists(under, max_size=3)),
            st.tuples(st.just("each"), conditions, st.text("xyz", max_size=3), st.lists(under, max_size=3)),
        ),
        max_leaves=8,
    )


def built(plan: Any, name: str) -> Heading:
    kind, condition, loop, under = plan
    when = CONDITIONS[condition]
    children = tuple(built(child, f"{name}{i}") for i, child in enumerate(under))
    if kind == "ask":
        return Segment(name, by="north", when=when)
    if kind == "repeat":
        return Repeat(name, until=lambda state: state.round() >= loop, when=when)[children]
    if kind == "each":
        return Each(name, each=lambda state: list(loop), when=when)[children]
    return Phase(name, when=when)[children]


def expected(plan: Any, name: str, item: str | None, round: int) -> Iterator[str]:
    """What a player with the rulebook in hand would be asked, in order."""
    kind, _, loop, under = plan

    def present(item: str | None, round: int) -> bool:
        return any(condition_holds(child[1], item, round) for child in under)

    def children(item: str | None, round: int) -> Iterator[str]:
        for i, child in enumerate(under):
            if condition_holds(child[1], item, round):
                yield from expected(child, f"{name}{i}", item, round)

    if kind == "ask":
        yield " ".join(filter(None, [name, item, str(round or "")]))
    elif kind == "repeat":
        for again in range(1, loop + 1):
            if not present(item, again):
                break
            yield from children(item, again)
    elif kind == "each":
        for each in loop:
            yield from children(each, round)
    else:
        yield from children(item, round)


@given(st.lists(plans(), min_size=1, max_size=4))
def test_any_outline_asks_what_the_book_asks_in_its_order(top: list[Any]):
    """Loops in loops, empty ones, conditions anywhere: the umpire goes through them as a reader would."""
    plan = ("phase", "always", None, top)
    first = ("ask", "always", None, [])
    game = playing(built(first, "start"), built(plan, "h"))
    asked = [question.split("/")[-1] for question in questions(game)]
    assert asked == ["start", *expected(plan, "h", None, 0)]
