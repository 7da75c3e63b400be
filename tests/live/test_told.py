"""What a seat is told is handed to its sockets as it is told: word for word what they would read, and only by right."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import pytest
from fastapi import FastAPI

from schemas.wire import EntryFrame
from service import matches
from service.api.live import ENTRIES, NUDGE, NUDGES, Hearing, entries
from service.api.looks import Looks
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.games.shelf import GAMES
from service.live import Listener, text_frame
from service.matches import AtSeat, Context, Credentials
from service.matches.match_queue import work_off
from tests.live.test_live import DONE, HIDE, frames, listening, order
from tests.live.test_rights import ENDINGS, Sitting, by_token, sitting
from tests.matches.at_random import calls_at_random, seats_of_new_match
from tests.service_fixtures import Table, caller, serving, sit_down
from tests.toy import TOY, Hide

__all__ = ["sitting"]
PACE = 1.0
pytestmark = pytest.mark.usefixtures("database")  # on PostgreSQL a socket always looks (0089)


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {**GAMES, "toy": TOY}


@contextmanager
def heard_at(context: Context, at: AtSeat, words: Any = ENTRIES.words) -> Iterator[Listener]:
    """A listener at a seat that speaks in these words."""
    with context.hub.listening(at.match_id, at.account_id, at.seat, words) as listener:
        yield listener


@pytest.mark.parametrize("name", ["toy", "ndc", "skirmish", "korsun", "campaign1776"])
async def test_it_is_said_as_it_is_read(context: Context, name: str):
    """The acceptance of orders as it is accepted, and what came of them as that is told; nothing is left out."""
    paced, said = replace(context, pace=PACE), 0
    seats = seats_of_new_match(paced, context.games[name])
    match = next(iter(seats.values())).match_id
    with ExitStack() as held:
        heard = {at: held.enter_context(heard_at(paced, at)) for at in seats.values()}
        upto = {at: matches.version(paced, at) for at in heard}
        for _ in calls_at_random(paced, seats, 3, 12, otherwise=[Done()]):
            for tell in (lambda: None, lambda: work_off(paced, match)):
                tell()
                await asyncio.sleep(0)
                for at, listener in heard.items():
                    told, listener.told = listener.told, []
                    for one in told:
                        assert one.after == upto[at]
                        upto[at] = one.upto
                        [what] = one.said.values()
                        assert [*what.texts] == [*entries(paced, at, one.after, one.upto).frames]
                        assert what.frames == b"".join(map(text_frame, what.texts))
                        page = matches.log(paced, at, after=one.after)
                        described = [EntryFrame.model_validate(entry, context=page.in_words) for entry in page.entries]
                        assert [*what.texts] == [frame.model_dump_json() for frame in described]
                        said += one.upto - one.after
                    assert matches.version(paced, at) == upto[at]
    assert said > 20


async def test_a_page_is_nudged_in_the_same_bytes_each_time(context: Context):
    paced = replace(context, pace=PACE)
    account = matches.make_guest(paced)
    match = matches.open_match(paced, account, "toy", "yard").match_id
    north = AtSeat(match, "north", account.id)
    with heard_at(paced, north, NUDGES.words) as listener:
        matches.take_orders(paced, north, [Hide(hex="12")], version=1)
        await asyncio.sleep(0)
        [told] = listener.told
        assert [*told.said[NUDGES.words].texts] == [NUDGE]


class Line:
    """A socket that keeps what is said to it."""

    def __init__(self) -> None:
        self.said = list[bytes]()
        self.scope = {"extensions": {"sitrep.frames": lambda frames: self.said.append(frames) or True}}


async def told_after(at: Sitting, credentials: Credentials, end: Any) -> tuple[Hearing, Line]:
    """A socket that was looked at and has said all; then its right ends, and the match goes on."""
    here, north, line = replace(at.here, pace=PACE), at.north, Line()
    matches.take_orders(here, north, [Hide(hex="12"), Done()], version=1)
    matches.take_orders(here, at.south, [Hide(hex="32"), Done()], version=1)
    with heard_at(here, north) as listener:
        right = matches.may_listen(here, credentials, north)
        hearing = Hearing(here, line, listener, matches.version(here, north), right)
        listener.hear = hearing.say_at_once
        end()
        work_off(here, north.match_id)
        await asyncio.sleep(0)
        assert bool(listener.told) != bool(line.said), "it was told to the seat, and said or left to a look"
    return hearing, line


@pytest.mark.parametrize(("come", "end"), ENDINGS, ids=lambda one: one.__name__)
async def test_what_is_told_after_the_right_has_ended_elsewhere_is_not_handed_on(sitting: Sitting, come, end):
    """Nobody has told this process that it has ended: it sees so by the number, read by whoever told the seat."""
    credentials = come(sitting)
    _, line = await told_after(sitting, credentials, lambda: end(sitting, credentials))
    assert not line.said


async def test_while_the_right_stands_it_is_handed_on_at_once(sitting: Sitting):
    hearing, line = await told_after(sitting, by_token(sitting), lambda: None)
    assert len(line.said) == 1 and hearing.after == matches.version(sitting.here, sitting.north)


async def test_whoever_lacks_an_entry_before_is_left_to_a_look(sitting: Sitting):
    here, north, line = replace(sitting.here, pace=PACE), sitting.north, Line()
    with heard_at(here, north) as listener:
        right = matches.may_listen(here, by_token(sitting), north)
        listener.hear = Hearing(here, line, listener, 0, right).say_at_once
        matches.take_orders(here, north, [Hide(hex="12")], version=1)
        await asyncio.sleep(0)
        assert listener.told and not line.said


@pytest.mark.parametrize("as_others_serve", [False, True])
async def test_what_is_told_is_read_for_no_socket(context: Context, app: FastAPI, as_others_serve, monkeypatch):
    """By a server of ours, and by another's, which hands each frame through the app."""
    with serving(app, as_others_serve=as_others_serve) as address, caller(address) as client:
        players = sit_down(context, client)
        table = Table(context, players["north"].match_id, players["north"], players["south"])
        async with listening(table.north) as one, listening(table.north) as other:
            for socket in (one, other):
                assert [frame["number"] for frame in await frames(socket, 1)] == [1]

            async def looked(*_: Any) -> None:
                raise AssertionError("a socket has looked")

            monkeypatch.setattr(Looks, "news", looked)
            await order(table.north, HIDE, DONE)
            await order(table.south, HIDE, DONE)
            for socket in (one, other):
                assert [frame["number"] for frame in await frames(socket, 3)] == [2, 3, 4]
