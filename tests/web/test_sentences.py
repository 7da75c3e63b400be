"""Sentences on a page: what was said to be a place, a unit, a contact or a rule leads there, and nothing else does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from service.app import create_app
from service.engine.places import Ground, Place
from service.engine.recording import Outcome
from service.engine.reports import LogEntry, RulesTold
from service.engine.sentences import NoteSpan, aside, contact, own, place, rule, say
from service.games.ndc.game import NDC
from service.matches import seat_cookie, seat_link
from service.matches.rulebooks import rule_url
from tests.client import TestClient
from tests.kept import MATCH, a_probe, context_on, kept
from web.parts.sentences import Links, linked

CHANGED = "In January 1204 rule NDC-ATM-01 +10 came from U-A1 [3]."
"""A sentence with the number of a hex of the map, and with words that look like a rule, a unit and a note."""


@pytest.fixture
def us(empty_database: Path, tmp_path: Path) -> Iterator[TestClient]:
    """The US seat of the probe at Obererlen, which was told of a change of the rules."""
    table = a_probe()
    told = RulesTold(version="1304", was="1204", changes=(CHANGED,))
    table.truth.log_lengths["US"] += 1
    table.logs["US"].append(LogEntry(table.truth.log_lengths["US"], None, told))
    context, settings = context_on(empty_database, tmp_path)
    played = kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {})
    with TestClient(create_app(settings, context)) as client:
        client.cookies.set(seat_cookie(MATCH, "US"), seat_link(context, played.at("US")))
        yield client
    context.store.close()


def test_a_date_or_a_number_of_four_digits_is_no_link(us: TestClient):
    for path in ("", "/history"):
        page = us.get(f"/matches/{MATCH}/US{path}").text
        log = page[page.index('id="log"') if not path else 0 :]
        assert 'href="#place-1204"' in log, "the hex in which the fighting was is one"
        assert CHANGED in log, "it is as it was said, without a link in it"
        assert "version 1304 of the rules applies; until now it was 1204." in log


def test_each_span_leads_to_what_it_speaks_of():
    said = say(
        contact("E1/2", "the armor unit E1"), " met ", own("U-A1", "1st Tank <Bn>"), " in ", place("1204"), " or ",
        place("9999"), NoteSpan(2), ": ", rule("NDC-ATM-01", "attack strength"), " +10 ", rule("NDC-ZZZ-01", "x"),
    )  # fmt: skip
    links = Links(places=("1204",), seat="/matches/m/US", own=("U-A1",), rule=partial(rule_url, NDC), notes="letter-1")
    shown = linked(said, links)
    assert shown.striptags() == "the armor unit E1 met 1st Tank <Bn> in 1204 or 99992: attack strength +10 x"
    assert re.findall(r'<a class="(\w[\w-]*)" href="([^"]+)"', shown) == [
        ("term", "/matches/m/US/contacts/E1%2F2"),
        ("term", "/matches/m/US?unit=U-A1#tab-orders"),
        ("place", "#place-1204"),
        ("note-mark", "#letter-1-note-2"),
        ("term", "/games/ndc/rules#NDC-ATM-01"),
    ]
    assert "&lt;Bn&gt;" in shown
    assert linked(say(contact("E1"), own("U-A1"), place("1204"), rule("NDC-ATM-01")), Links()) == "E1U-A11204NDC-ATM-01"


def test_a_page_names_what_is_told_by_its_id_and_leaves_asides_out():
    reads = NDC.words.reader(NDC.known(a_probe().picture("us")))
    said = reads(say(own("U-A1"), aside(" (U-A1)"), ": ", rule("NDC-ATM-01"), " ", own("U-X9"), own("U-A1", "we")))
    assert linked(said, Links()) == "1st Tank Bn: attack strength U-X9we"


def test_a_place_is_led_to_whatever_letters_it_is_written_with():
    said = linked(say(place("A#1 & B/C")), Links(places=("A#1 & B/C",), to="/history?at=3&place={}"))
    assert said == '<a class="place" href="/history?at=3&amp;place=A%231%20%26%20B%2FC">A#1 &amp; B/C</a>'


def test_a_place_is_called_as_its_ground_shows_it_where_it_is_called_nothing_else():
    said = say(place("0908"), ", ", place("0909", "the bridge"), ", ", place("9999"))
    assert linked(said, Links(ground=Hexes({Place("0908"): (), Place("0909"): ()}))) == "hex 0908, the bridge, 9999"


class Hexes(Ground):
    def show(self, place: Place) -> str:
        return f"hex {place}"
