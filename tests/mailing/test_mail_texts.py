"""What a mail says: all that its seat was told, the same whenever it is made, and not a line that is an order."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from service.engine import phrase_reading
from service.engine.game import AnyGame
from service.engine.recording import Outcome
from service.engine.vocabulary import vocabulary
from service.games.campaign1776.game import CAMPAIGN1776
from service.games.korsun.game import KORSUN
from service.games.ndc.game import NDC
from service.games.skirmish.game import SKIRMISH
from service.matches.mail_texts import MailText, how_long, order_like, set_apart
from service.matches.order_lines import blocks_of
from service.matches.times import moment_in_full
from tests.kept import Played, context_on, kept
from tests.mailing.house import MORNING, letter
from tests.random_play import RandomMatch, begun, one_call

GAMES = pytest.mark.parametrize("game", [NDC, SKIRMISH, KORSUN, CAMPAIGN1776], ids=lambda game: game.info.name)


def in_a_house(match: RandomMatch, game: AnyGame, empty_database: Path, folder: Path) -> Played:
    """The match as it stands, on a server of its own."""
    folder.mkdir()
    context, _ = context_on(empty_database, folder)
    return kept(context, match.opening, Outcome(match.state, list(match.journal), dict(match.logs)), {}, game)


def orders_among(game: AnyGame, picture: object, text: str) -> list[str]:
    """The lines of a text that the reader of order lines takes."""
    kinds = tuple(game.orders_by_kind.values())
    words, found = vocabulary(game, picture), []
    for _, block in blocks_of(text):
        try:
            phrase_reading.read(block, kinds, words)
        except phrase_reading.LineFault:
            continue
        found.append(block)
    return found


@GAMES
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(2, 30))])
def test_no_line_of_ours_is_an_order_and_what_was_told_reads_the_same_ever_after(
    game: AnyGame, seed: int, empty_database: Path, tmp_path: Path
):
    """A letter is written when it is due, and again when the match has gone on: as if it had been sent twice."""
    match, rng, dice = begun(game, seed, strict=False)
    sent: dict[tuple[str, int], MailText] = {}
    for calls in (12, 24):
        while match.calls < calls and not match.state.ended:
            one_call(match, rng, dice, strict=False)
        played = in_a_house(match, game, empty_database, tmp_path / str(calls))
        for (seat, up_to_entry), before in sent.items():
            assert letter(played, seat, up_to_entry) == before
        for seat in game.info.seats:
            up_to_entry = match.state.log_lengths[seat]
            found = sent[seat, up_to_entry] = letter(played, seat, up_to_entry)
            assert orders_among(game, match.state.pictures[seat], found.body) == []
            assert max(len(line) for line in found.body.splitlines() if "https://" not in line) <= 72
            assert "· " in found.body or not match.state.pictures[seat].asked
        played.context.store.close()


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("move L1 0707 0708", True), ("Move G-L1 to 0707.", True), ("move Z9 0707", True), ("done", True),
        ("- done", True), ("DONE", True), ("Send", True), ("stop", True), ("map", True),
        ("move of the enemy is over", False), ("We shall move L1 to 0707.", False), ("", False),
        ("· move L1 0707", False), ("| move L1 0707", False),
    ],
)  # fmt: skip
def test_a_line_that_would_be_an_order_now_or_later_is_known(line: str, is_one: bool):
    match, _, _ = begun(SKIRMISH, 2, strict=False)
    assert order_like(SKIRMISH, match.state.pictures["german"], ["Told:", "", line]) == ({2} if is_one else set())


def test_what_is_set_apart_stays_within_its_width():
    line = "move " + " ".join(str(1000 + n) for n in range(13)) + " 12"
    assert len(line) == 72
    apart = set_apart(line)
    assert [one.startswith("| ") for one in apart] == [True, True] and max(map(len, apart)) <= 72


def test_moments_are_said_by_the_clocks_of_a_zone():
    assert moment_in_full(MORNING, "America/New_York") == "Monday 23 November 2026, 04:00 EST"
    left = {
        "in 119 minutes": {"minutes": 119}, "in 2 hours": {"hours": 2}, "in 2 hours 59 minutes": {"minutes": 179.9},
        "in 47 hours": {"hours": 47}, "in 3 days": {"days": 3}, "in 2 days 23 hours": {"minutes": 3 * 1440 - 1},
        "in 0 minutes": {"hours": -1},
    }  # fmt: skip
    assert [how_long(MORNING, MORNING + timedelta(**ahead)) for ahead in left.values()] == list(left)


def test_what_is_so_of_a_unit_several_times_is_told_once(empty_database: Path, tmp_path: Path):
    match, _, _ = begun(NDC, 3, strict=False)
    played = in_a_house(match, NDC, empty_database, tmp_path / "house")
    said = " ".join(letter(played, "US", match.state.log_lengths["US"]).body.split())
    assert "2 × arty 3; 2 × air 2; signal 3." in said and "arty 3; arty 3" not in said
    assert "1608: recon, Defend; " in said and "; double zone. " in said and "(in 5 hours)" in said


def test_a_letter_brings_the_letters_since_the_mail_before_and_none_twice(empty_database: Path, tmp_path: Path):
    match, rng, dice = begun(NDC, 3, strict=False)
    while match.calls < 14:
        one_call(match, rng, dice, strict=False)
    played = in_a_house(match, NDC, empty_database, tmp_path / "house")
    up_to_entry = match.state.log_lengths["US"]
    told = [n for n, entry in enumerate(match.logs["US"], 1) if entry.report.kind == "letter-arrived"]
    whole, latest, nothing_new = (
        letter(played, "US", up_to_entry, since=since).body for since in (0, told[-1] - 1, up_to_entry)
    )
    assert [text.count("SITUATION REPORT") for text in (whole, latest, nothing_new)] == [len(told), 1, 0]
