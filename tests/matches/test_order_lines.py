"""Order lines as a player writes them: forgiving in form, strict in sense, each judged as those before it leave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from service.engine import judging, umpire
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Order
from service.engine.phrase_writing import examples, one_of_each
from service.games.ndc.game import NDC
from service.games.ndc.sections.intelligence import AllotIntelligence
from service.games.ndc.sections.movement import Move
from service.games.shelf import GAMES
from service.matches.errors import TextTooLong
from service.matches.order_lines import MOST_LINES, OrderLine, as_lines, blocks_of, read_lines
from tests.engine.test_phrases import ALL
from tests.random_play import asked_for, begun, one_call


@pytest.fixture(scope="module")
def picture() -> Any:
    """What the Soviet side knows at its first Movement Segment, where nobody has moved."""
    return asked_for(NDC, "Soviet", Move)


def reads(picture: Any, *lines: str) -> Sequence[OrderLine]:
    return read_lines(NDC, picture, "\n".join(lines))


def one(picture: Any, line: str) -> OrderLine:
    [found] = reads(picture, line)
    return found


def a_move(picture: Any) -> Move:
    """A move of the first unit that has somewhere to go."""
    assert NDC.forces is not None
    for unit in picture.own:
        for reached in NDC.forces.destinations(picture, (unit,)):
            if len(reached.path) > 1:
                return Move(unit=unit, path=reached.path)
    raise AssertionError("nobody can move")


def test_a_line_is_read_whatever_a_mail_program_has_made_of_its_form(picture: Any):
    order = a_move(picture)
    [line] = as_lines(NDC, picture, [order])
    unit, *path = line.split()[1:]
    to = "\u2192".join(path)
    for written in (
        line, f"  {line.upper()}.", line.replace(" ", "\u00a0"), f"Move {unit}, {', '.join(path)}",
        f"move {unit}: {to}",
        f"move {order.unit} \u200b{' - '.join(path)}",
    ):  # fmt: skip
        read = one(picture, written)
        assert read.order == order and read.is_right, written


def test_a_move_to_a_hex_takes_the_way_that_a_tap_on_the_map_takes(picture: Any):
    order = a_move(picture)
    assert one(picture, f"move {order.unit} to {order.path[-1]}").order == order


@pytest.mark.parametrize(
    ("written", "detail", "meant"),
    [
        ("moev 2O 1908", "No order begins with “moev”.", "move"),
        ("move I99 1908", "You have nothing to name here that is called “I99” (UNIT).", None),
        ("move {unit} 19O8", "There is no hex “19O8” on this map.", "1908"),
        ("move {unit}", "The path of", ""),
        ("attack 1609 with {unit}", "The word “as” is missing", ""),
        ("attack 1609 with {unit} as asault", "is called “asault” (TYPE)", "assault"),
        ("attack 1609 with {unit} as assault barage 3", "“barage” means nothing here", "barrage"),
        ("attack 1609 with {unit} as assault barrage three", "BARRAGE takes a whole number, not “three”.", ""),
        ("attack 1609 with {unit} as assault ew 1 ew 2", "You say “ew” twice.", ""),
    ],
)
def test_what_is_wrong_is_said_and_what_was_near_is_only_said(
    picture: Any, written: str, detail: str, meant: str | None
):
    order = a_move(picture)
    found = one(picture, written.format(unit=order.unit))
    if found.refusal is not None:
        assert detail in found.refusal.reason
        return
    assert found.fault is not None and detail in found.fault.detail
    assert meant is None or found.fault.meant == meant


def test_a_line_is_judged_as_those_before_it_leave_things(picture: Any):
    order = a_move(picture)
    there, again = as_lines(NDC, picture, [order, order])
    first, second = reads(picture, there, again)
    assert first.is_right and second.refusal is not None and second.refusal.rule.startswith("NDC-")
    [alone] = read_lines(NDC, picture, again, [order])
    assert alone.refusal is not None and alone.refusal.said == second.refusal.said, "what is on the sheet counts alike"
    assert (second.refusal.index, alone.refusal.index) == (1, 0), "counted within the text"


def test_a_line_says_by_its_number_where_it_stood_and_blank_lines_are_none(picture: Any):
    [line] = as_lines(NDC, picture, [a_move(picture)])
    assert [(found.number, found.is_right) for found in reads(picture, "", line, "", "nonsense")] == [
        (2, True),
        (4, False),
    ]


def test_the_lines_of_a_plan_stand_below_its_order_whatever_dash_was_typed():
    """As a phone and a word processor write them."""
    for dash in ("- ", "-", "\u2013 ", "\u2014\u00a0", "  - "):
        assert list(blocks_of(f"fire plan\n{dash}then hold\ndone")) == [
            (1, f"fire plan\n{dash.strip()}{'' if dash == dash.strip() else dash[len(dash.rstrip()) :]}then hold"),
            (3, "done"),
        ]


def test_a_text_that_nobody_can_have_meant_is_refused_whole(picture: Any):
    with pytest.raises(TextTooLong):
        read_lines(NDC, picture, "done\n" * MOST_LINES)
    with pytest.raises(TextTooLong):
        read_lines(NDC, picture, "x" * 20_001)


def test_an_error_says_the_same_of_an_enemys_unit_as_of_none(picture: Any):
    """Only the seat's own words count: a name that is somebody else's is none."""
    said, own = set(), {unit.removeprefix("S-") for unit in picture.own}
    for named in ("u-a1", "u-q1"):
        fault = one(picture, f"move {named} 1908").fault
        assert fault is not None and fault.meant in own | {""}
        said.add(fault.detail.replace(named, "..."))
    assert said == {"You have nothing to name here that is called “...” (UNIT)."}


@pytest.mark.parametrize("name", GAMES)
def test_each_example_may_be_ordered_and_a_way_is_ordered_by_where_it_leads(name: str):
    """Of each kind that is offered on the way; where an example leaves a place open, some place that can be reached."""
    game, met = ALL[name], Counter[str]()
    match, rng, dice = begun(game, 3, strict=False)
    while match.calls < 30 and not match.state.ended:
        for picture in match.state.pictures.values():
            options = [one for one in one_of_each(judging.heading_options(game, picture)) if not met[one.kind]]
            for option, line in zip(options, examples(game, picture, options), strict=True):
                for noun, place in end_of_a_way(game, picture, option):
                    line = line.replace(noun, place)
                    met["a way"] += 1
                [found] = read_lines(game, picture, line)
                assert found.is_right and found.order is not None, (line, found.fault, found.refusal)
                met[option.kind] += 1
        one_call(match, rng, dice, strict=False)
    assert met["a way"] and len(met) > 5


def test_an_example_orders_something():
    """Where all that is offered first is nothing: points for intelligence, and sectors to spend them on."""
    picture = asked_for(NDC, "Soviet", AllotIntelligence)
    [line] = examples(NDC, picture, one_of_each(AllotIntelligence.offers(picture)))
    order = one(picture, line).order
    assert isinstance(order, AllotIntelligence) and order.signal > order.coverage > 0 and order.sectors, line


def end_of_a_way(game: AnyGame, picture: Any, option: Option) -> Iterator[tuple[str, str]]:
    """The word for a place in a way that is to be given, and a place that the option's first subject reaches."""
    if any(option.routes) and (ground := game.ground_of(picture)) is not None and game.forces is not None:
        yield ground.noun.upper(), ground.show(next(iter(game.forces.destinations(picture, option.subjects[:1]))).place)


@pytest.mark.parametrize(
    ("name", "turns"),
    [
        *((name, 1) for name in GAMES),
        *(pytest.param(name, 99, marks=pytest.mark.soak) for name in ALL),
    ],
)
def test_two_who_read_and_write_lines_alone_play_a_match(name: str, turns: int, monkeypatch: pytest.MonkeyPatch):
    """Each list of orders goes as text, and what is read of it is played: a game turn, and in the long run a match."""
    honest, sent = umpire.play, Counter[str]()

    def by_lines(game: AnyGame, state: Any, seat: str, orders: Sequence[Order], dice: Any, **how: Any) -> Any:
        picture = state.pictures[seat]
        text = "\n".join(as_lines(game, picture, orders))
        read_again = [line.order for line in read_lines(game, picture, text) if line.order is not None]
        assert read_again == list(orders), text
        sent.update(order.kind for order in read_again)
        return honest(game, state, seat, read_again, dice, **how)

    monkeypatch.setattr(umpire, "play", by_lines)
    match, rng, dice = begun(ALL[name], 5, strict=False)
    first = max(1, match.state.turn)  # before the first turn it is 0
    while not match.state.ended and match.state.turn < first + turns:
        one_call(match, rng, dice, strict=False)
    assert match.state.ended or match.state.turn > first
    assert sent.total() > sent["done"] > 0
