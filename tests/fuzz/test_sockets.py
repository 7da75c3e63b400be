"""Sockets: none for other sites and strangers, whatever is sent into one is thrown away, and no frame says too much."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from tests.fuzz.ear import SEAT, Ear
from tests.secrecy.houses import MATCH

LIVE = f"/api/v1/matches/{MATCH}/seats/{SEAT}/live"
PLACES = (f"{LIVE}?after=0", f"{LIVE}/page?after=0")
GARBAGE = (
    "", "{", "null", '{"type":"order"}', "\x00", "[" * 50_000, "x" * 60_000, '{"after":1e400}', "\u202e\U0001f680",
    b"", b"\xff\xfe", b"\x00" * 60_000,
)  # fmt: skip


def refused(ear: Ear, place: str, headers: dict[str, str]) -> int:
    """The status with which a handshake is answered."""
    client: Any = ear.house.client
    with (
        pytest.raises((WebSocketDenialResponse, WebSocketDisconnect)) as refusal,
        client.websocket_connect(place, headers=headers),
    ):
        pass  # pragma: no cover
    if isinstance(refusal.value, WebSocketDenialResponse):
        ear.heard(place, refusal.value)
        return int(refusal.value.status_code)
    return int(refusal.value.code)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://testserver.evil.example", "http://[", ""])
def test_no_socket_for_another_site(listeners: dict[str, Ear], place: str, origin: str):
    owner = listeners["owner"]
    assert refused(owner, place, {"Cookie": owner.headers["Cookie"], "Origin": origin}) in (403, 1008)


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(("name", "status"), [("nobody", 401), ("stranger", 404)])
def test_no_socket_for_who_does_not_sit_there(listeners: dict[str, Ear], place: str, name: str, status: int):
    assert refused(listeners[name], place, listeners[name].headers) == status


@pytest.mark.parametrize("after", ["-1", "x", "9" * 5000, "1e3", "%00"])
def test_no_socket_from_nowhere(listeners: dict[str, Ear], after: str):
    for path in (LIVE, f"{LIVE}/page"):
        assert refused(listeners["owner"], f"{path}?after={after}", listeners["owner"].headers) in (403, 422, 1008)


def test_what_is_sent_is_thrown_away_and_no_frame_says_too_much(listeners: dict[str, Ear]):
    owner = listeners["owner"]
    version = int(owner.ask("GET", LIVE.removesuffix("live") + "view").headers["ETag"].strip('"'))
    client: Any = owner.house.client
    with client.websocket_connect(PLACES[0], headers=owner.headers) as socket:
        for garbage in GARBAGE:
            socket.send_text(garbage) if isinstance(garbage, str) else socket.send_bytes(garbage)
        for number in range(1, version + 1):
            frame = socket.receive_json()
            assert frame["number"] == number
            owner.search("a frame", repr(frame).encode())
    with client.websocket_connect(PLACES[1], headers=owner.headers) as socket:
        for garbage in GARBAGE:
            socket.send_text(garbage) if isinstance(garbage, str) else socket.send_bytes(garbage)
        assert socket.receive_json() == {"type": "nudge"}
    assert owner.ask("GET", LIVE.removesuffix("live") + "view").headers["ETag"] == f'"{version}"'
