"""Standing lines on a page are made of what stands with their fields and lists, in any game."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from docs.examples.towns import AMBER, THREE_HOUSES
from service import matches
from service.engine.game import AnyGame
from service.engine.line_fields import LineField
from service.engine.places import Ground, Place
from service.matches import Context
from tests.client import TestClient
from tests.engine.test_lines import BOB, AddWatch, Post, SetWatches, Watch
from tests.web.conftest import sit
from web.parts.places import UnreadableOrder
from web.parts.sent_forms import held
from web.parts.standing import Adding, adding, by_hand_of


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {"houses": THREE_HOUSES}


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
            ("choice:quiet", "Quietly"), ("range:number", "Line number, 0: the end"),
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
    with pytest.raises(UnreadableOrder, match="0908 is not a place on this map: write one as KKK46"):
        held("written-place", ["0908"], ground)


def test_what_an_agent_is_told_is_laid_open_line_by_line_and_changed_by_the_games_own_orders(
    context: Context, visitor: TestClient
):
    """The page knows nothing of this game: it has the list, the orders that change it, and what holds otherwise."""
    amber = sit(visitor, f"/seat/{matches.practice_links(context, 'houses', 'shire')[AMBER]}")

    def send(kind: str, fixed: Mapping[str, Any] | None = None, **filled: str) -> list[str]:
        """Send one of the forms, with what is filled in; the lines that the page has then."""
        holding = {"kind": kind} if fixed is None else {"kind": kind, "fixed": json.dumps(fixed)}
        fields = amber.form("/orders", **holding)
        named = {name: next(key for key in fields if key.endswith(f":{name}")) for name in filled}
        sent = fields | {key: filled[name] for name, key in named.items()}
        amber.take(visitor.post(f"{amber.path}/orders", data=sent))
        return re.findall(r'standing-line">.*?written-order">(.*?)</span>', amber.page, re.S)

    assert '<h3 class="group-title">Bids</h3>' in amber.page and "No line yet." in amber.page
    town = '<a class="place" href="#place-Crosskeys">Crosskeys</a>'
    there, anywhere = f"In {town}: a bid of 5 coins.", "In any town: nothing."
    assert send("add-bid-line", town='"Crosskeys"', coins="5") == [there]
    assert send("add-bid-line") == [there, anywhere]
    assert send("move-bid-line", {"list": "bids", "number": 2, "to": 1}) == [anywhere, there]
    assert send("drop-bid-line", {"list": "bids", "number": 1}) == [there]
    assert send("set-reserve", coins="3") == [there]
    assert "Where no line fits: a bid of 3 coins." in amber.page
    assert 'id="standing" open' in amber.page and "What you have said in advance" not in amber.page
