"""Looking back: the log folded to any point, the dossier of each contact, and a finished match in review."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from service import matches
from service.app import create_app
from service.engine.recording import Outcome
from service.engine.reports import LetterArrived, OrdersAccepted
from service.engine.sentences import place, plain_text, say
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.ndc.known.lines import AddRetreatLine, DropStandingLine, MoveStandingLine, SetStandingOrders
from service.matches.charts import charts, charts_of_all
from service.matches.dossiers import Dossier, dossier
from service.matches.errors import NotFound
from service.matches.history import changes_between, history
from service.matches.review import review
from service.settings import Settings
from tests.client import TestClient
from tests.kept import MATCH, SEATS, Played, a_probe, context_on, kept
from tests.looking_back import every_dossier
from tests.positions import position
from tests.random_play import begun, one_call
from tests.stops import stops_of

SEED = 7
KEPT_EVERY = 75
"""Calls between the positions that are remembered while the match is played."""


@pytest.fixture(scope="module")
def finished(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Played, Settings]]:
    """A whole match at random."""
    match, rng, dice = begun(NDC, SEED, strict=False)
    positions = {len(match.journal): duplicate(match.state)}
    while not match.state.ended:
        one_call(match, rng, dice, strict=False)
        if match.calls % KEPT_EVERY == 0 or match.state.ended:
            positions[len(match.journal)] = duplicate(match.state)
    context, settings = context_on(empty_database, tmp_path_factory.mktemp("finished"))
    yield kept(context, match.opening, Outcome(match.state, match.journal, match.logs), positions), settings
    context.store.close()


# ---- what a seat knew


@pytest.mark.parametrize("seat", SEATS)
def test_the_log_folded_to_any_point_is_the_picture_of_that_moment(finished, seat: str):
    played, _ = finished
    assert len(played.positions) > 3
    for truth in played.positions.values():
        number = truth.log_lengths[seat]
        past = history(played.context, played.at(seat), number)
        assert past.picture == truth.pictures[seat]
        assert past.view == NDC.view(truth.pictures[seat])
        assert past.where.turn == truth.pictures[seat].turn


@pytest.mark.parametrize("seat", SEATS)
def test_the_stops_cut_the_log_before_every_letter_and_before_the_orders_that_answer(finished, seat: str):
    played, _ = finished
    with played.context.store.look() as look:
        log = look.matches.log(MATCH, seat, NDC, 0, 10**9)
    past = history(played.context, played.at(seat))
    assert past.stops == tuple(stops_of(log)) and past.stops[-1] == past.version == len(log)
    begun_at = {1, *(stop + 1 for stop in past.stops)}
    letters = [one for one in log if isinstance(one.report, LetterArrived)]
    assert all(one.number in begun_at for one in letters) and len(letters) > 10
    assert history(played.context, played.at(seat), letters[3].number, whole=True).letter == letters[3].report.number
    asked = [one.number for one in log if one.report.kind == "heading-opened"]
    orders = [one.number for one in log if isinstance(one.report, OrdersAccepted)]
    answers = {min((n for n in orders if n > question), default=0) for question in asked} - {0}
    assert answers <= begun_at


def test_a_stop_shows_what_was_told_and_ordered_since_the_one_before(finished):
    played, _ = finished
    past = history(played.context, played.at("US"), stop=7)
    assert (past.at, past.place) == (past.stops[7], 7)
    assert [entry.number for entry in past.entries] == list(range(past.stops[6] + 1, past.stops[7] + 1))
    assert history(played.context, played.at("US"), stop=10**6).at == past.version
    nothing = history(played.context, played.at("US"), 0)
    assert (nothing.entries, nothing.where.letters, nothing.view.contacts) == ((), 0, ())


def test_there_is_no_entry_after_the_last_one(finished):
    played, _ = finished
    version = history(played.context, played.at("US")).version
    with pytest.raises(NotFound):
        history(played.context, played.at("US"), version + 1)


# ---- dossiers


@pytest.fixture
def fight(empty_database: Path, tmp_path: Path) -> Iterator[Played]:
    """The probe at Obererlen, on a server."""
    table = a_probe()
    context, _ = context_on(empty_database, tmp_path)
    yield kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {})
    context.store.close()


def how(found: Dossier) -> list[tuple[str, int | None]]:
    return [(line.finding.how, line.finding.level) for line in found.lines]


def test_what_the_enemy_told_himself_says_nothing_of_its_level(fight: Played):
    told = next(one for one in every_dossier(fight.context, fight.at("US")) if one.contact.hexes == ("1608",))
    assert how(told) == [("The enemy's own word", None)]
    assert told.lines[0].entry.letter == 1
    assert told.lines[0].changed["type"] == "armor"
    assert told.lines[0].titles[-1] == "Letter to the non-phasing player"


def test_a_movement_report_names_the_search_and_the_units_that_may_have_seen_it(fight: Played):
    """Which of them it was the rules tell nobody; what was there is the reader's own knowledge."""
    lines = [line for one in every_dossier(fight.context, fight.at("US")) for line in one.lines]
    line = next(line for line in lines if line.entry.kind == "movement-sighted")
    assert (line.finding.how, line.finding.level) == ("Movement report", 1)
    assert line.finding.near == (say("our search of sector C2, at operational intelligence level 3"),)


def test_a_contact_whose_hex_was_reported_anew_is_gone_and_keeps_its_dossier(fight: Played):
    gone = [one for one in every_dossier(fight.context, fight.at("US")) if not one.present]
    assert len(gone) == 1 and gone[0].lines[-1].gone
    other = gone[0].lines[-1].finding.other
    assert other is not None
    assert gone[0].lines[-1].finding.how == "A newer report of its hex took its place"
    assert dossier(fight.context, fight.at("US"), other).contact.hexes == gone[0].contact.hexes


def test_a_retreat_is_known_by_the_combat_it_came_of(fight: Played):
    attacker = dossier(fight.context, fight.at("US"), "E1")
    retreat = next(line for line in attacker.lines if line.entry.kind == "enemy-retreated")
    assert retreat.finding.how == "Combat"
    assert retreat.finding.near == (say("the enemy's probe from ", place("1304"), " on ", place("1204")),)
    located = attacker.lines[-1]
    assert located.finding.level == 2
    assert ("Tactical or operational intelligence", 2) in how(attacker)
    near = list(map(plain_text, located.finding.near))
    assert any("U-I1" in one for one in near) or near[0].startswith("our search")


@pytest.mark.parametrize("seat", SEATS)
def test_dossiers_tell_every_report_that_names_a_contact_and_end_as_the_picture_stands(finished, seat: str):
    played, _ = finished
    found = {one.handle: one for one in every_dossier(played.context, played.at(seat))}
    picture = history(played.context, played.at(seat)).picture
    assert {handle for handle, one in found.items() if one.present} == set(picture.contacts)
    assert len(found) == picture.sightings
    with played.context.store.look() as look:
        log = look.matches.log(MATCH, seat, NDC, 0, 10**9)
    for one in log:
        handle = getattr(one.report, "handle", None)
        if handle is not None:
            assert one.number in [line.entry.number for line in found[handle].lines]
    for handle, contact in picture.contacts.items():
        changes: dict[str, Any] = {}
        for line in found[handle].lines:
            changes |= line.changed
        assert changes["turn"] == contact.turn and changes["hexes"] == contact.hexes


def test_a_handle_that_was_never_told_has_no_dossier(fight: Played):
    with pytest.raises(NotFound):
        dossier(fight.context, fight.at("US"), "E99")


# ---- after the end


def test_the_truth_at_any_step_is_what_was_true_then(finished):
    """Folded from the journal, it equals the position that the umpire had in their hands."""
    played, _ = finished
    for length, truth in played.positions.items():
        found = review(played.context, played.at("US"), length)
        truth.rules_version = NDC.info.version  # a position that was set up by hand has none; the server's matches have
        assert found.state == truth
        for side in SEATS:
            shown = {unit.id: (unit.hexes, unit.to, unit.mode) for unit in found.truth[side].view.own}
            units = [unit for unit in truth.units.values() if unit.side == side]
            assert shown == {unit.id: (unit.hexes, unit.to, unit.mode) for unit in units}
            assert found.believed[side].view == NDC.view(truth.pictures[side])


def test_the_review_tells_each_side_s_log_in_full(finished):
    played, _ = finished
    end = review(played.context, played.at("Soviet"))
    told: dict[str, list[str]] = {seat: [] for seat in SEATS}
    for step in range(len(end.steps)):
        if step % 50 == 0:
            found = review(played.context, played.at("Soviet"), step=step)
            for seat in SEATS:
                numbers = [entry.number for entry in found.told[seat]]
                last = found.versions[seat]
                assert numbers == list(range(last - len(numbers) + 1, last + 1))
                told[seat] += numbers
    assert all(told.values())
    assert end.steps[-1].number == end.length == end.at


@pytest.mark.parametrize("side", SEATS)
def test_where_a_side_was_wrong_leads_from_what_it_believed_to_what_was_true(finished, side: str):
    """Each enemy on the map was known in their hex, or is named as one who was not; no own unit is amiss unsaid."""
    played, _ = finished
    for length, truth in played.positions.items():
        wrong = review(played.context, played.at(side), length).differences[side]
        unseen = [one.true for one in wrong if one.kind == "unseen"]
        known = {hex for contact in truth.pictures[side].contacts.values() for hex in contact.hexes}
        elsewhere = {hex for one in wrong if one.kind == "elsewhere" for hex in one.true}
        for unit in truth.on_map(truth.other(side)):
            assert (unit.hexes in unseen) != bool({*unit.hexes} & (known | elsewhere)), (length, unit.id)
        amiss = {one.subject for one in wrong if one.kind == "own"}
        own = truth.pictures[side].own
        assert amiss >= {u for u in own if u in truth.units and own[u].hexes != truth.units[u].hexes}


def browser(played: Played, settings: Settings) -> TestClient:
    """Somebody who is signed in to both seats."""
    client = TestClient(create_app(settings, played.context))
    for seat in SEATS:
        client.cookies.set(matches.seat_cookie(MATCH, seat), matches.seat_link(played.context, played.at(seat)))
    return client


def whole(answer: Any) -> tuple[int, dict[str, str], bytes]:
    return answer.status_code, dict(answer.headers), answer.content


def test_before_the_end_there_is_no_review(empty_database: Path, tmp_path: Path):
    """Page and API answer byte for byte as for an address that is nothing at all."""
    table = position("us U-I1 at 1204", "su S-I1 at 1304")
    context, settings = context_on(empty_database, tmp_path)
    client = browser(kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {}), settings)
    for below in (f"/api/v1/matches/{MATCH}/seats/US", f"/matches/{MATCH}/US"):
        for asked in ("", "?at=3", "?at=rubbish", "?at=-1", "?step=2"):
            assert whole(client.get(f"{below}/review{asked}")) == whole(client.get(f"{below}/nothing{asked}")), asked
    for seat in SEATS:
        for page in ("", "/history"):
            shown = client.get(f"/matches/{MATCH}/{seat}{page}")
            assert shown.status_code == 200 and "/review" not in shown.text
    context.store.close()


def test_after_the_end_the_api_has_both_pictures_and_the_truth(finished):
    played, settings = finished
    client = browser(played, settings)
    length = sorted(played.positions)[2]
    truth = played.positions[length]
    found = client.get(f"/api/v1/matches/{MATCH}/seats/US/review?at={length}").json()
    assert (found["at"], found["turn"]) == (length, truth.turn)
    for side in SEATS:
        there = {unit["id"]: unit["hexes"] for unit in found["truth"][side]["own"]}
        assert there == {unit.id: list(unit.hexes) for unit in truth.units.values() if unit.side == side}
        assert found["seats"][side]["version"] == truth.log_lengths[side]
    assert client.get(f"/api/v1/matches/{MATCH}/seats/US/review?at={10**9}").status_code == 404
    assert client.get(f"/api/v1/matches/{MATCH}/seats/US/review?at=rubbish").status_code == 422
    page = client.get(f"/matches/{MATCH}/US/review?step=3").text
    assert "What US believed" in page and "What Soviet believed" in page and "What was true" in page
    assert f"/matches/{MATCH}/US/review" in client.get(f"/matches/{MATCH}/US").text


def test_the_api_and_the_page_go_back_to_any_stop(finished):
    played, settings = finished
    client = browser(played, settings)
    past = history(played.context, played.at("US"), stop=4)
    answer = client.get(f"/api/v1/matches/{MATCH}/seats/US/history?at={past.at}")
    found = answer.json()
    assert answer.headers["ETag"] == f'"{past.version}"'
    assert found["stops"][4] == found["at"] == past.at and found["stops"][-1] == past.version
    assert [unit["id"] for unit in found["view"]["own"]] == [unit.id for unit in past.view.own]
    page = client.get(f"/matches/{MATCH}/US/history?stop=4").text
    assert f"after entry {past.at} of your log, of {past.version}" in page
    assert client.get(f"/matches/{MATCH}/US/history?at={past.at}").text == page
    assert client.get(f"/matches/{MATCH}/US/history?at={past.version + 1}").status_code == 404


def test_what_was_ordered_is_said_as_the_sheet_says_it(empty_database: Path, tmp_path: Path):
    table = position("us U-I1 at 1204", "su S-I1 at 1304", phasing="us")
    table.order("us", AddRetreatLine(unit="U-I1", to="hex", hex="1104"), SetStandingOrders(keep_csps=2))
    table.order("us", MoveStandingLine(list="retreats", number=1, to=1), DropStandingLine(list="retreats", number=0))
    context, settings = context_on(empty_database, tmp_path)
    client = browser(kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {}), settings)
    page = client.get(f"/matches/{MATCH}/US/history").text
    said = [re.sub("<.*?>", "", line) for line in re.findall("<li>(Standing orders.*?)</li>", page)]
    assert said[1:] == [
        "Standing orders: Where no line fits: nothing. No answer spends the last 2 CSPs.",
        "Standing orders for retreats: line 1 becomes line 1.",
        "Standing orders for retreats: all lines are dropped.",
    ]
    assert said[0].startswith("Standing orders, new last line: ") and said[0].endswith(": goes towards 1104.")
    context.store.close()


def test_the_page_of_a_contact_tells_what_the_api_tells(finished):
    played, settings = finished
    client = browser(played, settings)
    listed = client.get(f"/api/v1/matches/{MATCH}/seats/US/contacts").json()["contacts"]
    assert {one["present"] for one in listed} == {True, False}
    for one in listed[:3]:
        told = client.get(f"/api/v1/matches/{MATCH}/seats/US/contacts/{one['handle']}").json()
        page = client.get(f"/matches/{MATCH}/US/contacts/{one['handle']}").text
        assert page.count('<li class="report') == len(told["lines"])
        assert all(f"/history?at={line['entry']['number']}" in page for line in told["lines"])
    assert client.get(f"/matches/{MATCH}/US/contacts").text.count('class="row row-foe"') == len(listed)
    assert client.get(f"/matches/{MATCH}/US/contacts/E999").status_code == 404


# ---- a telling, as a whole


def test_a_moment_in_the_middle_of_a_telling_goes_on_to_its_end(finished):
    played, _ = finished
    stops = history(played.context, played.at("US")).stops
    first, until = next((first, until) for first, until in pairwise(stops) if until - first > 6)
    inside = history(played.context, played.at("US"), first + 3, whole=True)
    assert (inside.at, inside.entries[0].number) == (until, first + 1)
    assert history(played.context, played.at("US"), first + 3).at == first + 3, "who asks exactly is told exactly"


@pytest.mark.parametrize("seat", SEATS)
def test_what_changed_on_the_map_leads_from_each_telling_to_the_next(finished, seat: str):
    """Taken one after the other, the changes of all tellings put every unit and contact where it stands at the end."""
    played, _ = finished
    with played.context.store.look() as look:
        log = look.matches.log(MATCH, seat, NDC, 0, 10**9)
        picture = look.matches.opening_picture(MATCH, seat, NDC)
    places = {(one.subject, one.own): one.now for one in changes_between(NDC, empty_of(picture), picture)}
    seventh = history(played.context, played.at(seat), stop=7)
    for number, (first, until) in enumerate(pairwise([0, *seventh.stops])):
        before = duplicate(picture)
        for one in log[first:until]:
            one.report.teach(picture)
        changes = tuple(changes_between(NDC, before, picture))
        assert number != 7 or changes == seventh.changes
        for change in changes:
            assert places.get((change.subject, change.own), ()) == change.was
            places[change.subject, change.own] = change.now
    stand = {(contact.handle, False): contact.hexes for contact in picture.contacts.values()}
    stand |= {(unit.id, True): unit.hexes for unit in picture.own.values()}
    assert {key: hexes for key, hexes in places.items() if hexes} == {key: at for key, at in stand.items() if at}


def empty_of(picture: Any) -> Any:
    return replace(picture, own={}, contacts={})


# ---- in figures


def test_the_figures_of_a_side_are_those_that_it_knows_and_after_the_end_the_true_ones(finished):
    played, _ = finished
    at = played.at("US")
    mine = {chart.title: chart for chart in charts(played.context, at)}
    every = charts_of_all(played.context, at)
    assert [chart for chart in every if chart.who == "US"] == list(mine.values())
    assert mine["T/O levels lost"].turns == [1, 2, 3, 4, 5, 6]
    true = next(chart for chart in every if (chart.who, chart.title) == ("", "T/O levels lost"))
    lost = {line.name: line.values for line in true.lines}
    ours, his = mine["T/O levels lost"].lines
    assert ours.values[6] == lost["US"][6] == played.positions[max(played.positions)].losses["US"]
    assert all(his.values[turn] <= lost["Soviet"][turn] for turn in his.values), "no more than there was"
    contacts = mine["Contacts by what is known"]
    assert contacts.stacked
    assert sum(line.values[6] for line in contacts.lines) == len(history(played.context, at).picture.contacts)


def test_before_the_end_figures_are_of_ones_own_picture_alone(fight):
    assert {chart.who for chart in charts(fight.context, fight.at("US"))} == {"US"}
    with pytest.raises(NotFound):
        charts_of_all(fight.context, fight.at("US"))


def test_the_page_of_figures_shows_the_truth_after_the_end_and_not_before(
    finished, empty_database: Path, tmp_path: Path
):
    played, settings = finished
    table = a_probe()
    context, house = context_on(empty_database, tmp_path)
    probe = kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {})
    pages = [browser(*of).get(f"/matches/{MATCH}/US/figures").text for of in ((probe, house), (played, settings))]
    context.store.close()
    heads = [re.findall(r'chart-group"[^>]* aria-label="([^"]+)"', page) for page in pages]
    assert heads == [["As you know it"], ["What was true", "As the Soviet side knew it", "As the US side knew it"]]
    assert "What was true" not in pages[0] and "Soviet knew" not in pages[0]
    truth = pages[1][
        pages[1].index('aria-label="What was true"') : pages[1].index('aria-label="As the Soviet side knew it"')
    ]
    true = [chart for chart in charts_of_all(played.context, played.at("US")) if not chart.who]
    for chart in true:
        for turn in chart.turns:
            cells = "".join(f"<td>{line.values.get(turn, '')}</td>" for line in chart.lines)
            assert f'<tr><th scope="row">{turn}</th>{cells}</tr>' in truth
