"""The form of a standing line is made of what stands with the fields of the line, in any game."""

from __future__ import annotations

import pytest

from service.engine.lines import LineField
from service.engine.places import Ground, Place
from tests.engine.test_lines import BOB, AddWatch, Post, SetWatches, Watch
from web.parts.forms import Unreadable, held
from web.parts.standing import Adding, adding, by_hand_of


def asked(form: Adding | None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What a form asks at first sight, and what below the fold: names and labels."""
    assert form is not None
    first, more = ([(one.name, one.label) for one in part] for part in (form.first, form.more))
    return first, more


def test_the_form_of_a_line_is_made_of_what_stands_with_its_fields():
    names = {"guards": {"Ann": "Ann the guard", "Bob": "Bob"}}
    form = adding([*AddWatch.offers(Post())], "add-watch", Watch, "Add", names=names, ground=None)
    assert asked(form) == (
        [("choice:does", "What he does"), ("choice:who", "Who")],
        [
            ("choice:quiet", "Quietly"), ("range:place", "Place in the list, 0: the end"),
            ("written-figure:steps", "How far, 0: home"), ("written-places:not_by", "Not by"),
        ],
    )  # fmt: skip
    assert form is not None and [item.label for item in form.first[1].items] == ["Any", "Ann the guard", "Bob"]
    assert adding([], "add-watch", Watch, "Add", names=names, ground=None) is None, "it is not offered"


def test_a_form_that_sends_all_lines_holds_those_that_are_there():
    form = adding([*SetWatches.offers(Post())], "set-watches", Watch, "Add", names={}, ground=None, lines=[BOB])
    assert form is not None and form.form.fixed == '{"lines": [{"who": "Bob", "does": "runs", "steps": 4}]}'
    assert {name.partition(":")[0] for name, _ in (*asked(form)[0], *asked(form)[1])} == {
        "line+choice",
        "line+written-places",
        "line+written-figure",
    }


@pytest.mark.parametrize(
    ("names", "room", "in_figures"), [(("0908", "0909"), 8, True), (("KKK46", "The ford"), 12, False)]
)
def test_there_is_room_to_write_places_as_long_as_those_of_the_ground(
    names: tuple[str, ...], room: int, in_figures: bool
):
    ground = Ground({Place(name): () for name in names})
    post = by_hand_of("post", LineField(label="Post", written="place"), {}, ground, "")
    avoided = by_hand_of("not_by", LineField(label="Not by", written="places", most=12), {}, ground, "")
    assert (post.most, post.in_figures) == (room, in_figures)
    assert (avoided.most, avoided.in_figures) == (12 * room, False), "between several stand commas"


def test_a_place_that_may_be_left_out_is_read_as_its_ground_writes_it():
    ground = Ground({Place("KKK46"): ()})
    assert [held("written-place", [text], ground) for text in (" kkk 46", " ")] == ["KKK46", None]
    with pytest.raises(Unreadable, match="0908 is not a place on this map: write one as KKK46"):
        held("written-place", ["0908"], ground)
