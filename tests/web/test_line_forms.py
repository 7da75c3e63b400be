"""The form of a standing line is made of what stands with the fields of the line, in any game."""

from __future__ import annotations

from tests.engine.test_lines import BOB, AddWatch, Post, SetWatches, Watch
from web.parts.standing import Adding, adding


def asked(form: Adding | None) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """What a form asks at first sight, and what below the fold: names and labels."""
    assert form is not None
    first, more = ([(one.name, one.label) for one in part] for part in (form.first, form.more))
    return first, more


def test_the_form_of_a_line_is_made_of_what_stands_with_its_fields():
    names = {"guards": {"Ann": "Ann the guard", "Bob": "Bob"}}
    form = adding([*AddWatch.offers(Post())], "add-watch", Watch, "Add", names=names)
    assert asked(form) == (
        [("choice:does", "What he does"), ("choice:who", "Who")],
        [
            ("choice:quiet", "Quietly"), ("number:place", "Place in the list, 0: the end"),
            ("figure:steps", "How far, 0: home"), ("hexes:not_by", "Not by"),
        ],
    )  # fmt: skip
    assert form is not None and [item.label for item in form.first[1].items] == ["Any", "Ann the guard", "Bob"]
    assert adding([], "add-watch", Watch, "Add", names=names) is None, "it is not offered"


def test_a_form_that_sends_all_lines_holds_those_that_are_there():
    form = adding([*SetWatches.offers(Post())], "set-watches", Watch, "Add", names={}, lines=[BOB])
    assert form is not None and form.form.fixed == '{"lines": [{"who": "Bob", "does": "runs", "steps": 4}]}'
    assert {name.partition(":")[0] for name, _ in (*asked(form)[0], *asked(form)[1])} == {
        "line+choice",
        "line+hexes",
        "line+figure",
    }
