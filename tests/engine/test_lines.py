"""Standing lines of any type: added, moved, dropped, written anew, and offered by what stands with their fields."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Literal

import pytest

from service.engine.line_fields import YES_OR_NO, in_brief, line_field, numbers
from service.engine.line_words import WHERE_NO_LINE_FITS, line_said
from service.engine.lines import (
    AddLine,
    DropLine,
    LineList,
    ListOrders,
    MoveLine,
    Otherwise,
    SetLines,
    SetOtherwise,
    list_orders,
)
from service.engine.options import Choice, Range
from service.engine.orders import Order, Refusal, demand
from service.engine.places import Place
from service.engine.sentences import PlaceSpan, plain_text, say
from service.engine.words import PlainWords

RULE = "TOY-LIN-01"


@dataclass(frozen=True, kw_only=True)
class Watch:
    """Who keeps watch, and what they do when somebody comes."""

    who: str | None = line_field(
        None, "Who", offers=lambda picture: Choice(values=(None, *picture.guards)), names="guards", first=2,
        says="when {} keeps watch", open="whoever keeps watch",
    )  # fmt: skip
    does: Literal["calls", "runs"] = line_field(
        "calls",
        "What he does",
        apart={"calls": "to call", "runs": "to run"},
        values={"calls": "Calls", "runs": "Runs"},
        first=1,
        says={"calls": "calls", "runs": "runs"},
        part="does",
    )
    steps: int = line_field(
        0, "How far", zero="home", offers=numbers(0, 9), only="runs", written="figure", most=1,
        says="{}", counts=("step",), lead="over", joint=" ", part="does",
    )  # fmt: skip
    quiet: bool = line_field(
        False, "Quietly", offers=YES_OR_NO, says={True: "stones"}, lead="over", joint=" ", part="does"
    )
    not_by: tuple[Place, ...] = line_field(
        (), "Not by", written="places", most=20, says="nobody goes by {}", part="besides"
    )


@dataclass(frozen=True, kw_only=True)
class Rest:
    """What is done where no line fits."""

    bell: bool = line_field(False, "Ring the bell", offers=YES_OR_NO, says={True: "the bell is rung"}, part="does")


@dataclass
class Post:
    """The picture of a seat that has two guards."""

    guards: tuple[str, ...] = ("Ann", "Bob")
    watches: list[Watch] = field(default_factory=list)
    rest: Rest = Rest()


def known(picture: Post, line: Watch, number: int) -> None:
    demand(line.who in (None, *picture.guards), RULE, f"Line {number}: there is no {line.who}.")


def keep(picture: Post, lines: list[Watch]) -> None:
    picture.watches = lines


def somebody_is_there(picture: Post, record: Rest) -> None:
    demand(picture.guards or not record.bell, RULE, "Nobody is there to ring it.")


def keep_rest(picture: Post, record: Rest) -> None:
    picture.rest = record


REST = Otherwise(
    title="In any case", record=Rest, rule=RULE, check=somebody_is_there, keep=keep_rest,
    kept=lambda picture: picture.rest,
)  # fmt: skip
WATCHES = LineList(
    name="watches", title="The watch list", line=Watch, most=3, rule=RULE, check=known, keep=keep,
    kept=lambda picture: picture.watches,
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class AddWatch(AddLine, Watch):
    kind: Literal["add-watch"] = "add-watch"
    added_to: ClassVar[LineList[Any]] = WATCHES


@dataclass(frozen=True, kw_only=True)
class MoveWatch(MoveLine):
    kind: Literal["move-watch"] = "move-watch"
    lists: ClassVar[Sequence[LineList[Any]]] = (WATCHES,)


@dataclass(frozen=True, kw_only=True)
class DropWatch(DropLine):
    kind: Literal["drop-watch"] = "drop-watch"
    lists: ClassVar[Sequence[LineList[Any]]] = (WATCHES,)


@dataclass(frozen=True, kw_only=True)
class SetWatches(SetLines):
    kind: Literal["set-watches"] = "set-watches"
    written: ClassVar[LineList[Any]] = WATCHES
    lines: tuple[Watch, ...]

    @classmethod
    def ready(cls, picture: Any) -> Mapping[str, Sequence[Watch]]:
        return {"nobody": ()}


@dataclass(frozen=True, kw_only=True)
class SetRest(SetOtherwise, Rest):
    kind: Literal["set-rest"] = "set-rest"
    otherwise: ClassVar[Otherwise[Any]] = REST


ANN, BOB, ALL = Watch(who="Ann"), Watch(who="Bob", does="runs", steps=4), Watch(quiet=True, not_by=(Place("ford"),))


def after(picture: Post, *orders: Order) -> list[Watch]:
    """The lines after these orders, each of which is allowed."""
    for order in orders:
        order.check(picture)
        order.believe(picture)
    return picture.watches


def test_a_line_is_put_at_the_end_or_before_another_moved_and_dropped():
    post = Post()
    add = AddWatch(who="Ann")
    assert after(post, add, AddWatch(who="Bob", does="runs", steps=4)) == [ANN, BOB]
    assert after(post, AddWatch(quiet=True, not_by=(Place("ford"),), number=1)) == [ALL, ANN, BOB]
    assert after(post, MoveWatch(list="watches", number=3, to=1)) == [BOB, ALL, ANN]
    assert after(post, DropWatch(list="watches", number=2)) == [BOB, ANN]
    assert after(post, DropWatch(list="watches", number=0)) == []
    assert after(post, SetWatches(lines=(ALL, BOB))) == [ALL, BOB]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        (AddWatch(who="Carl"), "Line 3: there is no Carl."),
        (AddWatch(who="Carl", number=1), "Line 1: there is no Carl."),
        (AddWatch(number=4), "A new line has a number from 1 to 3, or 0 for the end; not 4."),
        (MoveWatch(list="watches", number=3, to=1), "There is no line 3; there are 2 of this kind."),
        (DropWatch(list="watches", number=3), "There is no line 3; there are 2 of this kind."),
        (MoveWatch(list="rounds", number=1, to=2), "You keep no list called 'rounds'."),
        (DropWatch(list="rounds", number=0), "You keep no list called 'rounds'."),
        (SetWatches(lines=(ANN, Watch(who="Carl"))), "Line 2: there is no Carl."),
        (SetWatches(lines=(ANN,) * 4), "The watch list has 3 lines at most."),
    ],
)
def test_what_cannot_be_meant_is_refused_in_the_words_of_the_list(order: Order, said: str):
    post = Post(watches=[ANN, BOB])
    with pytest.raises(Refusal) as refusal:
        order.check(post)
    assert (refusal.value.reason, refusal.value.rule) == (said, RULE)


def test_the_orders_that_change_a_list_are_found_by_the_list():
    [found] = list_orders([SetRest, DropWatch, AddWatch, MoveWatch])
    assert found == ListOrders(of=WATCHES, add=AddWatch, move=MoveWatch, drop=DropWatch, write=None)
    rounds = replace(WATCHES, name="rounds")

    class DropEither(DropWatch):
        lists: ClassVar[Sequence[LineList[Any]]] = (rounds, WATCHES)

    first, second = list_orders([DropEither, SetWatches])
    assert first == ListOrders(of=rounds, add=None, move=None, drop=DropEither, write=None)
    assert second == ListOrders(of=WATCHES, add=None, move=None, drop=DropEither, write=SetWatches)
    assert list_orders([SetRest]) == []


def test_a_full_list_takes_no_more_and_offers_none():
    post = Post(watches=[ANN, BOB, ALL])
    with pytest.raises(Refusal, match="There are 3 lines of this kind already; drop one before you add one"):
        AddWatch().check(post)
    assert [*AddWatch.offers(post)] == []


def test_there_is_an_option_for_each_way_that_is_told_apart_with_the_fields_that_it_has():
    call, run = AddWatch.offers(Post(watches=[ANN]))
    assert (call.title, call.fixed) == (say("Add a line for watches: to call"), {"does": "calls"})
    assert (run.title, run.fixed) == (say("Add a line for watches: to run"), {"does": "runs"})
    nobody_or_either, number = Choice(values=(None, "Ann", "Bob")), Range(least=0, most=2)
    assert call.fields == {"who": nobody_or_either, "quiet": Choice(values=(False, True)), "number": number}
    assert run.fields.keys() - call.fields.keys() == {"steps"}
    assert [*MoveWatch.offers(Post(watches=[ANN]))] == [], "one line alone cannot be moved"
    [drop] = DropWatch.offers(Post(watches=[ANN]))
    assert (drop.fixed, drop.fields) == ({"list": "watches"}, {"number": Range(least=0, most=1)})


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Watch(), "Whoever keeps watch: calls."),
        (Watch(who="Ann"), "When Ann the guard keeps watch: calls."),
        (Watch(does="runs", steps=1), "Whoever keeps watch: runs over 1 step."),
        (Watch(does="runs", steps=4, quiet=True), "Whoever keeps watch: runs over 4 steps and stones."),
        (Watch(not_by=(Place("ford"), Place("inn"))), "Whoever keeps watch: calls. Nobody goes by ford or inn."),
    ],
)
def test_a_line_is_a_sentence_made_of_what_stands_with_its_fields(line: Watch, words: str):
    said = line_said(line, {"guards": {"Ann": "Ann the guard"}})
    assert plain_text(said) == words
    assert [span.place for span in said if isinstance(span, PlaceSpan)] == [*line.not_by]


def test_a_record_of_what_holds_otherwise_is_said_with_its_occasion():
    assert plain_text(line_said(Rest(), {}, WHERE_NO_LINE_FITS)) == "Where no line fits: nothing."
    assert plain_text(line_said(Rest(bell=True), {}, WHERE_NO_LINE_FITS)) == "Where no line fits: the bell is rung."


def test_what_holds_otherwise_is_checked_kept_and_offered_by_its_fields():
    post = Post()
    [offer] = SetRest.offers(post)
    assert (offer.title, offer.rule, offer.fields) == (say("In any case"), RULE, {"bell": Choice(values=(False, True))})
    after(post, SetRest(bell=True))
    assert post.rest == Rest(bell=True)
    with pytest.raises(Refusal, match="Nobody is there to ring it"):
        SetRest(bell=True).check(Post(guards=()))


def test_orders_that_change_lines_are_sentences_in_any_game():
    words = PlainWords()
    said = {order: plain_text(words.order(None, order)) for order in (
        AddWatch(who="Ann"), AddWatch(number=2), MoveWatch(list="watches", number=3, to=1),
        DropWatch(list="watches", number=0), SetRest(bell=True), SetWatches(lines=(ANN, Watch())),
    )}  # fmt: skip
    assert [*said.values()] == [
        "Standing orders, new last line: When Ann keeps watch: calls.",
        "Standing orders, new line 2: Whoever keeps watch: calls.",
        "Standing orders for watches: line 3 becomes line 1.",
        "Standing orders for watches: all lines are dropped.",
        "Standing orders: Where no line fits: the bell is rung.",
        "Set watches: lines When Ann keeps watch: calls, Whoever keeps watch: calls",
    ]


def test_a_list_is_offered_as_it_stands_and_ready_made():
    now, nobody = SetWatches.offers(Post(watches=[ALL, BOB]))
    assert (now.title, nobody.title, nobody.fixed) == (say("As it stands"), say("Nobody"), {"lines": []})
    assert now.fixed == {
        "lines": [{"quiet": True, "not_by": ["ford"]}, {"who": "Bob", "does": "runs", "steps": 4}],
    }  # fmt: skip
    assert in_brief(Watch()) == {}
