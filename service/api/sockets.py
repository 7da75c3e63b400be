"""What the sockets say, described: a JSON Schema for each message, and an AsyncAPI document of the channels."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BaseModel

from schemas import wire
from service.api.routers import API, SEAT

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MESSAGES: dict[str, type[BaseModel]] = {
    "live-entry": wire.EntryFrame, "live-nudge": wire.NudgeFrame, "live-here": wire.HereFrame,
    "live-seat": wire.SeatFrame,
}  # fmt: skip
"""Each message by the name of its file in `schemas/`."""
PARAMETERS = {"match_id": "The match's id.", "seat": "Your seat."}
QUERY: dict[str, dict[str, Any]] = {
    "after": {"type": "integer", "minimum": 0, "default": 0},
    "beside": {"type": "string", "maxLength": 100, "default": ""},
}
CHANNELS: dict[str, tuple[str, tuple[str, ...], tuple[str, ...], str]] = {
    "live": (
        f"{API}{SEAT}/live",
        ("after",),
        ("live-entry",),
        "A seat's log: what it was told after number `after`, then each entry as it comes.",
    ),
    "livePage": (
        f"{API}{SEAT}/live/page",
        ("after", "beside"),
        ("live-nudge", "live-here"),
        "For pages: a nudge, always the same bytes, each time that the log grew, that somebody has taken a seat or "
        "something else was done with one that all are told, or that the match has stopped for a fault of the server "
        "or goes on; and at once where something beside the log is no longer as the page shows it, which `beside`, a "
        "word of the page's own, says. The text `?` is answered by `here`, so that a page notices a line that is dead. "
        "The text `seen N` says that a page that is looked at shows version N: a mail of the same then waits a while. "
        "Nothing else that a client sends is heard.",
    ),
    "liveAccount": (
        f"{API}/live",
        (),
        ("live-seat",),
        "What needs an account, at all its seats: a frame, always of the same size, each time that the page's socket "
        "of one of them would get a nudge, which says whether that seat is asked now. The same comes as server-sent "
        "events from GET /api/v1/live/events. Nothing that a client sends is heard.",
    ),
    "liveLists": (
        f"{API}/live/page",
        (),
        ("live-nudge",),
        "For our pages of several matches, by cookies alone: a nudge, always the same bytes, each time that the page's "
        "socket of one of the caller's seats would get one. Nothing that a client sends is heard.",
    ),
}
"""Each channel: its address, what its query may say, its messages, and what it is for."""


def message_schema(name: str) -> dict[str, Any]:
    """A message as JSON Schema; every member is always there."""
    schema = MESSAGES[name].model_json_schema(mode="serialization")
    if "report" in schema["properties"]:
        schema["properties"]["report"] = {"$ref": "../openapi.json#/components/schemas/AnyReport"}
    return {"$schema": DIALECT, **schema, "required": sorted(schema["properties"])}


def asyncapi() -> dict[str, Any]:
    """The sockets as AsyncAPI describes them; its messages are the schemas in the files beside it."""
    return {
        "asyncapi": "3.1.0",
        "info": {
            "title": "Sitrep's sockets",
            "version": "1",
            "description": "The socket is a comfort, the GET is the truth: after a lost connection go on with the "
            "number of the last entry that you have. What a client sends is thrown away, but for a page's `?` and "
            "`seen N`. How a socket is closed: 1008, you may not sit here any more, or sent too much; 1011, a fault of "
            "the server; 1012, it is being restarted; 1013, come again later: the database is busy, or, as the reason "
            "then says, there are too many sockets at this seat, of this account or from this address, and this "
            "is the one too many.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "sitrep": {"host": "localhost:8000", "protocol": "ws", "security": [{"type": "http", "scheme": "bearer"}]}
        },
        "channels": {
            channel: {
                "address": address,
                "description": about,
                "parameters": {name: {"description": PARAMETERS[name]} for name in re.findall(r"{(\w+)}", address)},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {"type": "object", "properties": {name: QUERY[name] for name in query}},
                    }
                },
                "messages": {message: {"$ref": f"#/components/messages/{message}"} for message in messages},
            }
            for channel, (address, query, messages, about) in CHANNELS.items()
        },
        "operations": {
            channel: {
                "action": "send",
                "channel": {"$ref": f"#/channels/{channel}"},
                "messages": [{"$ref": f"#/channels/{channel}/messages/{message}"} for message in messages],
            }
            for channel, (_, _, messages, _) in CHANNELS.items()
        },
        "components": {
            "messages": {
                name: {"name": name, "contentType": "application/json", "payload": {"$ref": f"./{name}.json"}}
                for name in MESSAGES
            }
        },
    }
