"""Live play over HTTP, in worlds where the defender looks, lets pass, shoots, or sees nothing at all (P16).

Until the time of a step is over the mover is answered the same in every byte and size, by their page and the API, and
their log, by which their sockets are woken, is as long.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from service.engine import umpire
from service.engine.orders import Done
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.printed.bases import Base
from service.games.skirmish.sections.fire import Fire
from service.games.skirmish.sections.halts import Halt
from service.games.skirmish.sections.moving import Move
from service.matches import AtSeat, Context, match_queue
from service.matches.clock import lapse
from service.matches.ready_sheets import send_what_is_ready
from service.matches.sheets import put_sheet
from tests.games.skirmish.table import position
from tests.games.skirmish.test_flight import plain
from tests.secrecy import skirmish_worlds  # noqa: F401 (what is hidden in it)
from tests.secrecy.house_building import house_of
from tests.secrecy.houses import MATCH, House, as_wire
from tests.secrecy.test_skirmish_http import give, state_of
from tests.secrecy.worlds import World

MOVES = as_wire(SKIRMISH, [Move(base="A-SQ1", path=("0607", "0707")), Done()])
HIDDEN, AWAY = " at 1307", ""


def live_house(gun: str, empty: Path, folder: Path) -> House:
    """A squad on the road, and a machine gun that it does not know of: hidden in the woods, or not come yet."""
    table = position("A-SQ1 squad at 0507 q9", f"G-HMG hmg_team{gun}", step="movement", interrupts="live",
                     ground=plain(h1307="woods"))  # fmt: skip
    return house_of(World(table.truth), table, "allied", empty, folder, other_truth=True)


def defend(house: House, does: str) -> None:
    """What the defender does about the step that has just been made."""
    film = state_of(house).pictures["german"].film
    assert film is not None
    if does == "looks":
        with house.enemys_luck():
            assert house.enemy.get(f"/matches/{MATCH}/german").status_code == 200
    if does == "fires":
        give(house, "german", [Fire(base="G-HMG", target=film.handle)])
    if does == "halts":
        give(house, "german", [Halt()])
    if does in ("fires", "passes"):
        give(house, "german", [Done()])


def read_by_the_mover(house: House) -> list[str]:
    """Their page as it stands, what a nudge would fetch, and the API: each with all its headers and the work done."""
    nudged = house.fetch(f"{house.page}?live=1&after=1", **{"HX-Request": "true"})
    return [house.fetch(house.page), nudged, *(house.fetch(f"{house.api}/{what}") for what in ("view", "log"))]


def test_when_a_shot_has_fallen_the_mover_reads_the_same_page_and_log(empty_database, tmp_path):
    """And in the middle of the step they are told that its time runs, and nothing else."""
    read = []
    for gun, does in ((HIDDEN, "fires"), (AWAY, "")):
        house = live_house(gun, empty_database, tmp_path / (does or "nothing"))
        assert house.post("allied", MOVES).startswith("202")
        house.now[0] += timedelta(seconds=5)
        if does:
            defend(house, does)
        read.append([house.fetch(house.page), house.fetch(f"{house.api}/log")])
    assert read[0] == read[1] and 'data-left="3000"' in read[0][0]


def moments(house: House, does: str) -> list[list[str]]:
    """What the mover reads as a step begins, when the defender has done what they do, and as the next begins."""
    assert house.post("allied", MOVES).startswith("202")
    found = []
    for at, doing in ((1, ""), (5, does)):
        house.now[0] += timedelta(seconds=at)
        if doing:
            defend(house, doing)
        found.append(read_by_the_mover(house))
    house.now[0] += timedelta(seconds=2)
    assert lapse(house.context, MATCH) == (does != "halts")
    return [*found, read_by_the_mover(house)]


@pytest.mark.soak
@pytest.mark.parametrize(("does", "alike"), [("fires", 2), ("looks", 3), ("passes", 3)])
def test_until_the_time_of_a_step_is_over_the_mover_reads_the_same(does, alike, empty_database, tmp_path):
    seen = moments(live_house(HIDDEN, empty_database, tmp_path / "a"), does)
    unseen = moments(live_house(AWAY, empty_database, tmp_path / "b"), "")
    assert [one == other for one, other in zip(seen, unseen, strict=True)] == [place < alike for place in range(3)]
    assert 'data-left="7000"' in unseen[0][0] and "Your moves are being played" in unseen[0][0]


@pytest.mark.soak
def test_a_halt_is_told_at_once_with_its_time(empty_database, tmp_path):
    seen = moments(live_house(HIDDEN, empty_database, tmp_path / "a"), "halts")
    assert "Naming the shot" in seen[1][0] and "halted" in seen[1][0]


def on_the_sheet(house: House, target: str) -> None:
    """The defender writes a shot, and sends nothing."""
    with house.enemys_luck():
        put_sheet(house.context, AtSeat(MATCH, "german", ""), [Fire(base="G-HMG", target=target)])


def named(house: House, how: str) -> list[list[str]]:
    """What the mover reads after a halt: as the time for the shot begins, in it, and when it is over.

    The defender sends the shot, leaves it on the sheet, or has it fired for them: it is the same shot.
    """
    read = moments(house, "halts")
    film = state_of(house).pictures["german"].film
    assert film is not None
    if how == "sent":
        give(house, "german", [Fire(base="G-HMG", target=film.handle)])
    if how == "on the sheet":
        on_the_sheet(house, film.handle)
    house.now[0] += timedelta(seconds=5)
    read.append(read_by_the_mover(house))
    house.now[0] += timedelta(seconds=20)
    assert lapse(house.context, MATCH)
    assert state_of(house).bases["G-HMG"].shots
    return [*read, read_by_the_mover(house)]


def test_the_mover_reads_the_same_whether_a_shot_was_sent_or_lay_on_the_sheet_or_was_fired_for_them(
    empty_database, tmp_path
):
    """In every byte and size, in the time and when it is over: nobody is told how the shot came to be named."""
    sent, written, nothing = (
        named(live_house(HIDDEN, empty_database, tmp_path / (how or "nothing")), how)
        for how in ("sent", "on the sheet", "")
    )
    assert sent == written == nothing


def remaining(house: House, target: bool) -> list[list[str]]:
    """What the mover reads of the remaining fire: as it begins, in its time, and the moment before it is over."""
    assert house.post("allied", as_wire(SKIRMISH, [Done()])).startswith("202")
    found = [read_by_the_mover(house)]
    if target:
        [handle] = state_of(house).pictures["german"].contacts
        on_the_sheet(house, handle)
    for seconds in (10, 49):
        house.now[0] += timedelta(seconds=seconds)
        assert not lapse(house.context, MATCH)
        found.append(read_by_the_mover(house))
    house.now[0] += timedelta(seconds=2)
    assert lapse(house.context, MATCH)
    assert bool(state_of(house).bases["G-HMG"].shots) == target
    return found


def test_until_the_remaining_fire_is_over_a_shot_that_lies_on_the_sheet_tells_the_mover_nothing(
    empty_database, tmp_path
):
    """Beside a world in which there is nobody who could fire."""
    written = remaining(live_house(HIDDEN, empty_database, tmp_path / "a"), True)
    nobody = remaining(live_house(AWAY, empty_database, tmp_path / "b"), False)
    assert written == nobody and "Your moves are being played" not in written[0][0]


def over(house: House) -> list[str]:
    """What the mover reads when nobody has answered in the remaining fire, and its time is over."""
    remaining(house, False)
    return read_by_the_mover(house)


def test_a_gun_that_lies_low_is_not_given_away_by_whoever_looks_away(empty_database, tmp_path, monkeypatch):
    """It has a shot that is worth it; beside a world in which there is no gun. Planted: it is fired nevertheless."""
    read = [over(live_house(gun, empty_database, tmp_path / (gun.strip() or "away"))) for gun in (HIDDEN, AWAY)]
    assert read[0] == read[1]
    monkeypatch.setattr(Base, "lies_low", False)
    with pytest.raises(AssertionError):
        over(live_house(HIDDEN, empty_database, tmp_path / "planted"))


@pytest.mark.soak
def test_it_would_be_seen_if_the_mover_were_told_that_the_shot_came_from_the_sheet(
    empty_database, tmp_path, monkeypatch
):
    """Planted: as where a clock is over by mail, all are told that a sheet is sent."""

    def sent_aloud(context: Context, match_id: str, seat: str) -> bool:
        if not send_what_is_ready(context, match_id, seat):
            return False
        with context.store.work() as work:
            match = work.matches.saved(match_id)
            assert match is not None
            told = umpire.send_sheet(match.game, match.state, seat, match.dice())
            work.matches.append(match, told, None, context.clock())
        return True

    nothing = named(live_house(HIDDEN, empty_database, tmp_path / "nothing"), "")
    monkeypatch.setattr(match_queue, "send_what_is_ready", sent_aloud)
    written = named(live_house(HIDDEN, empty_database, tmp_path / "sheet"), "on the sheet")
    assert written[:-1] == nothing[:-1] and written[-1] != nothing[-1]
