"""Handles count their seat's own sightings, and what is seen again goes on under the one that stands for it."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from service.engine.contacts import Contacts, Handles, differing


@dataclass
class Seen:
    place: str
    type: str | None = None


def contacts(letters: str = "E") -> Contacts[Seen, str]:
    """Twelve sightings, of which four are left; the second stands for nothing, the ninth is not told of any longer."""
    told = {f"{letters}{n}": Seen(place) for n, place in ((10, "mill"), (2, "ford"), (3, "mill"), (12, "ford"))}
    traces = {f"{letters}{n}": thing for n, thing in ((12, "lancers"), (9, "guards"), (3, "guards"), (10, "guards"))}
    return Contacts(Handles(letters), told, traces, given=12)


@pytest.mark.parametrize("letters", ["", "E", "HQ-"])
def test_handles_go_by_number_and_not_by_letter(letters: str):
    handles = Handles(letters)
    some = [handles.written(number) for number in (10, 2, 9)]
    assert handles.in_order(some) == [handles.written(number) for number in (2, 9, 10)]
    assert handles.oldest(some) == handles.written(2)
    assert handles.oldest([]) is None
    assert contacts(letters).new() == handles.written(13), "a handle that is free again is not given again"


def test_what_is_seen_again_goes_on_under_the_handles_that_stand_for_it():
    """In the order in which they came to do so; one that its seat is not told of any longer is not among them."""
    found = contacts()
    assert found.where(lambda seen, thing: thing == "guards") == ["E3", "E10"]
    assert found.where(lambda seen, thing: seen.place == "ford") == ["E12"]


def test_what_is_new_in_a_place_is_taken_for_the_oldest_that_was_told_there_whatever_that_was():
    found = contacts()
    assert found.taken_for(lambda handle, seen: seen.place == "ford") == "E2"
    assert found.taken_for(lambda handle, seen: seen.place == "mill" and handle != "E3") == "E10"
    assert found.taken_for(lambda handle, seen: seen.place == "hill") is None


def test_only_what_is_owed_is_compared_with_what_was_told():
    owed = ("place", "type")
    assert differing(Seen("mill"), Seen("mill", "guards"), owed) == ("type",)
    assert differing(Seen("mill"), Seen("mill", "guards"), ["place"]) == ()
    assert differing(None, Seen("mill"), owed) == owed
