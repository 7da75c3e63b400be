"""Letters: a situation report for each dispatch, made of nothing but what its reader was told, also as plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from service.app import create_app
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.engine.sentences import NoteSpan, plain_text
from service.engine.situations import Situation
from service.engine.state import duplicate
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches import letter_text, letters_text, seat_cookie, seat_letters, seat_link
from service.matches.history import Record
from service.matches.letters import periods
from service.settings import Settings
from tests.client import TestClient
from tests.kept import MATCH, Played, a_probe, context_on, kept
from tests.random_play import RandomMatch, begun, one_call

CALLS = {"ndc": 120, "skirmish": 50}
INNER = {"ndc": re.compile(r"\b[SU]-[A-Z0-9]"), "skirmish": re.compile(r"\b[AG]-[A-Z]")}


@cache
def beginning(game: AnyGame, times: int) -> RandomMatch:
    """The beginning of a match at random."""
    match, rng, dice = begun(game, 3, strict=False)
    while not match.state.ended and match.calls < CALLS[game.info.name] * times:
        one_call(match, rng, dice, strict=False)
    return match


def some_of(game: AnyGame, times: int = 1) -> tuple[RandomMatch, dict[str, Record]]:
    """That, and each seat's log of it."""
    match, records = beginning(game, times), {}
    for seat, log in match.logs.items():
        turn, logged = 0, []
        for entry in log:
            turn = getattr(entry.report, "turn", turn) if entry.report.kind.endswith(("opened", "arrived")) else turn
            logged.append(LogEntry(entry.number, entry.letter, entry.report, entry.occasion, turn))
        opening = duplicate(match.opening.pictures[seat])
        records[seat] = Record(facts=None, opening=opening, log=logged, ended=False, asked=False)  # type: ignore[arg-type]
    return match, records


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", [NDC, SKIRMISH], ids=lambda game: game.info.name)
def test_every_letter_of_a_match_reads_as_a_report(game: AnyGame, times: int):
    match, records = some_of(game, times)
    for seat, record in records.items():
        entries = 0
        for period in periods(record):
            assert [one.number for one in period.entries] == [*range(entries + 1, entries + len(period.entries) + 1)]
            entries += len(period.entries)
            reads_well(game, period.situation(game))
            assert period.letter is None or period.entries[-1].letter == period.letter.number
        assert entries == len(record.log)
        assert record.opening == match.state.pictures[seat], "it is read along the way, and changed by nothing else"


def reads_well(game: AnyGame, found: Situation) -> None:
    """Whole sentences without inner ids, holes or doubled words; the notes are referred to in their order."""
    said = [sentence for one in found.paragraphs for sentence in (one.title, one.text)]
    words = " ".join([found.to, found.date, *map(plain_text, (*said, *found.notes))])
    assert not INNER[game.info.name].search(words), words
    assert not re.search(r"None|\(\)| ,| \.|  |\b(\w+) \1\b|[{}]", words), words
    for one in found.paragraphs:
        text = plain_text(tuple(span for span in one.text if not isinstance(span, NoteSpan)))
        assert re.fullmatch(r"[A-Z0-9].*\.", text), text
        assert not re.search(r"[a-z]\. [a-z]", text), text
    spans = [span for one in found.paragraphs for span in one.text]
    marks = list(dict.fromkeys(span.number for span in spans if isinstance(span, NoteSpan)))
    assert marks == [*range(1, len(found.notes) + 1)]


# ---- on a server


@pytest.fixture
def probe(empty_database: Path, tmp_path: Path) -> Iterator[tuple[Played, Settings]]:
    """The probe at Obererlen, on a server."""
    table = a_probe()
    context, settings = context_on(empty_database, tmp_path)
    yield kept(context, table.opening, Outcome(table.truth, table.journal, table.logs), {}), settings
    context.store.close()


def test_a_letter_as_plain_text_fits_a_mail(probe):
    played, _ = probe
    found = seat_letters(played.context, played.at("US")).letters
    assert [one.number for one in found] == [*range(1, len(found) + 1)]
    text = letter_text(played.context, played.at("US"), 1)
    head = ["SITUATION REPORT 1", "The Kaltenbach Gap", "", "To:    Commander, US Division", "From:  Division staff"]
    assert text.splitlines()[:5] == head
    assert "Day 1, Morning (game turn 1 of 6)" in text and "DECLARED ON OBERERLEN (1204)" in text
    assert max(map(len, text.splitlines())) <= 72
    together = letters_text(seat_letters(played.context, played.at("US")))
    assert together.startswith(text) and together.count("SITUATION REPORT") == len(found)


def test_letters_are_pages_and_plain_texts(probe):
    played, settings = probe
    with TestClient(create_app(settings, played.context)) as client:
        client.cookies.set(seat_cookie(MATCH, "US"), seat_link(played.context, played.at("US")))
        page, api = f"/matches/{MATCH}/US/letters", f"/api/v1/matches/{MATCH}/seats/US/letters"
        text = client.get(f"{page}/1.txt")
        assert text.headers["content-type"].startswith("text/plain") and text.text.startswith("SITUATION REPORT 1")
        asked = {"Accept": "text/plain"}
        assert {client.get(f"{page}/1", headers=asked).text, client.get(f"{api}/1", headers=asked).text} == {text.text}
        assert client.get(f"{page}.txt").text == client.get(page, headers=asked).text
        as_json = client.get(f"{api}/1").json()
        assert as_json == client.get(api).json()["letters"][0]
        assert as_json["situation"]["to"] == "Commander, US Division"
        said = as_json["situation"]
        for told in [one["text"] for one in said["paragraphs"]] + said["notes"]:
            assert " ".join(told.split()) in " ".join(text.text.split())
        whole = client.get(f"{page}/1").text
        assert '<a class="place"' in whole and "/history?at=" in whole and "mailto:?subject=Situation%20report" in whole
        for nowhere in (f"{page}/99", f"{page}/99.txt", f"{page}/0", f"{page}/x", f"{api}/99"):
            assert client.get(nowhere).status_code == 404, nowhere


def test_the_log_names_units_as_the_page_does_and_its_reports_keep_their_ids(probe):
    """Orders, too, which are told before anybody names what is in them."""
    played, settings = probe
    with TestClient(create_app(settings, played.context)) as client:
        client.cookies.set(seat_cookie(MATCH, "Soviet"), seat_link(played.context, played.at("Soviet")))
        entries = client.get(f"/api/v1/matches/{MATCH}/seats/Soviet/log").json()["entries"]
        page = re.sub("<[^>]+>", "", client.get(f"/matches/{MATCH}/Soviet").text)
    ordered = [entry for entry in entries if entry["kind"] == "orders-accepted" and "S-A1" in str(entry["report"])]
    assert ordered
    for entry in ordered:
        assert entry["text"] in page and not INNER["ndc"].search(entry["text"])


def test_a_letter_tells_no_more_to_one_who_was_told_less(probe):
    """The same letter without one of its reports says nothing of what that report alone told."""
    played, _ = probe
    with played.context.store.look() as look:
        log = look.matches.log(MATCH, "US", NDC, 0, 10**9)
        opening = look.matches.opening_picture(MATCH, "US", NDC)
    without = [one for one in log if one.report.kind != "unit-located"]
    whole, less = (text_of(opening, entries) for entries in (log, without))
    assert "1608" in whole and "1608" not in less


def text_of(opening: Any, log: list[LogEntry]) -> str:
    record = Record(facts=None, opening=duplicate(opening), log=log, ended=False, asked=False)  # type: ignore[arg-type]
    found = [period.situation(NDC) for period in periods(record)]
    return " ".join(plain_text(part.title + part.text) for one in found for part in one.paragraphs)
