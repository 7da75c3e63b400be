"""Places: read as players write them, whatever they are made of, and what is wrong with a ground that cannot do so."""

from __future__ import annotations

import pytest

from service.engine.facts import Fact
from service.engine.grids import PointySheet, SheetGround, SquareSheet, ground_of
from service.engine.hexes import Grid
from service.engine.places import Ground
from service.engine.sentences import place, plain_text

LETTERED = SheetGround(Grid(2, 2), {"0101": "KKK45", "0102": "KKK46", "0202": "LLL46"})
ROADS = Ground(
    {"Bad Hersfeld": ("Hünfeld",), "Hünfeld": ("Bad Hersfeld", "B27/B84"), "B27/B84": ("Hünfeld",), "Sylt": ()},
    noun="town",
    nouns="towns",
)
DRAWN = Ground({"Bonn": ("Köln",), "Köln": ("Bonn",)}, at={"Bonn": (0, 0), "Köln": (-1, -2)})


@pytest.mark.parametrize(
    ("ground", "text", "place"),
    [
        (ground_of(Grid(9, 9)), " 0908 ", "0908"),
        (ground_of(Grid(9, 9)), "0910", None),
        (ground_of(SquareSheet(3, 3)), "0303", "0303"),
        (LETTERED, "kkk 46", "KKK46"),
        (LETTERED, "LLL45", None),
        (LETTERED, "0101", None),
        (ROADS, "bad  hersfeld", "Bad Hersfeld"),
        (ROADS, "HÜNFELD", "Hünfeld"),
        (ROADS, "b27/b84", "B27/B84"),
        (ROADS, "", None),
    ],
)
def test_a_place_is_read_whatever_its_capitals_and_spaces(ground: Ground, text: str, place: str | None):
    assert ground.parse(text) == place


def test_what_adjoins_and_how_far_it_is():
    assert LETTERED.neighbours("KKK46") == ("KKK45", "LLL46") and "0101" not in LETTERED
    assert LETTERED.distance("KKK45", "LLL46") == 2
    assert ROADS.distance("Bad Hersfeld", "B27/B84") == 2 and ROADS.distance("Sylt", "Hünfeld") is None


def test_how_a_place_may_be_written_is_said_to_forms():
    assert (LETTERED.longest, LETTERED.example, LETTERED.in_figures) == (5, "KKK46", False)
    assert (ROADS.longest, ROADS.noun, ROADS.in_figures) == (12, "town", False)
    assert ground_of(PointySheet(4, 4)).in_figures and (ROADS.at("Sylt"), DRAWN.at("Bonn")) == (None, (0, 0))


class Mumbling(Ground):
    """Shows its places so that they are not read back."""

    def show(self, place: str) -> str:
        return place[:1]


def test_a_fact_that_is_a_place_is_said_as_its_ground_shows_it_and_any_other_as_it_stands():
    ground = Mumbling({"Aa": (), "Bb": ()})
    where = Fact.of("Where", place("Aa"), " and ", place("Bb")).value
    assert (plain_text(where, ground), plain_text(where)) == ("A and B", "Aa and Bb")
    assert plain_text(Fact.of("Who", "Aa").value, ground) == "Aa"


@pytest.mark.parametrize(
    ("ground", "fault"),
    [
        (Ground({"KKK 46": (), "kkk46": ()}), "The place KKK 46 is written 'KKK 46', which is read back as kkk46."),
        (Mumbling({"Aa": (), "Ab": ()}), "The place Aa is written 'A', which is read back as Ab."),
        (Ground({"A": ("B",)}), "The place A adjoins B, which is not on the map."),
        (Ground({"A|B": ()}), "The place 'A|B' is no name: "),
        (Ground({" A": ()}), "The place ' A' is no name: "),
        (Ground({"": ()}), "The place '' is no name: "),
    ],
)
def test_what_is_wrong_with_a_ground_is_said_in_a_sentence_that_names_the_place(ground: Ground, fault: str):
    assert any(said.startswith(fault) for said in ground.faults()), list(ground.faults())


def test_nothing_is_wrong_with_these():
    for ground in (
        LETTERED,
        ROADS,
        DRAWN,
        ground_of(Grid(5, 4)),
        ground_of(PointySheet(5, 4)),
        ground_of(SquareSheet(3, 3)),
    ):
        assert not list(ground.faults())
