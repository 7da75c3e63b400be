"""openapi.json held to its word: what it allows and what it forbids, made by schemathesis, sent by three who ask.

Every answer is held against what is described of it: status, content type, headers and body.
"""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi import checks

from service.api.dependencies import VIEW_TAG
from tests.fuzz.ear import SEAT, Ear
from tests.secrecy.houses import MATCH

OURS = {"user-agent", "accept-encoding", "authorization", "cookie"}
TRUE = {"match_id": MATCH, "seat": SEAT, "unit": "U-I1", "game": "ndc", "scenario": "kaltenbach"}
HELD_TO = [
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
LAWFUL = {
    401: "nobody asks, or by a wrong password",
    403: "this server takes nobody in without a link",
    404: "what is named is not there, or not for him who asks",
    409: "the rules refuse the orders, or what there is already stands against it",
    412: "he was told something since the version that he names",
}
"""What a request that is formed as described may be answered with, other than that it was done."""
IN_WORDS = {
    "send_order_lines": "which lines are orders",
    "make_account": "which letters and what password",
    "change_name": "which letters",
    "change_zone": "which zones",
    **dict.fromkeys(("put_notices", "put_seat_notices", "ask_way_back"), "which mail addresses"),
    "change_password": "what password",
    "set_password": "what password",
    "be_away": "which days",
    "correct": "which letters",
    "choose_moderator": "which accounts",
    "rule": "which decision goes with how many days",
    "mute_sides": "which sides",
    **dict.fromkeys(("say_to_others", "add_note", "change_note"), "which letters"),
    "open_match": "which games, scenarios and options: what stands on the shelf",
    "bring_entropy": "one of the two",
}
"""Where the description says in words only what a 422 is for."""


MODES = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)
NAMES = ("nobody", "owner", "stranger")


@pytest.fixture(scope="module")
def operations(listeners: dict[str, Ear]) -> list[Any]:
    """Every operation of the description."""
    app: Any = listeners["owner"].house.meter.app
    schema = schemathesis.openapi.from_dict(app.openapi())
    schema.config.generation.update(allow_x00=False)  # said in words: no text holds NUL
    found = [one.ok() for one in schema.get_all_operations()]
    return [one for one in found if not one.path.endswith("/live/events")]  # answered for as long as anybody listens


@pytest.mark.parametrize(
    ("name", "mode", "examples", "every"),
    [
        ("owner", GenerationMode.POSITIVE, 1, 1),
        ("owner", GenerationMode.NEGATIVE, 1, 2),
        ("stranger", GenerationMode.POSITIVE, 1, 1),
        ("nobody", GenerationMode.POSITIVE, 1, 1),
        *(pytest.param(name, mode, 10, 1, marks=pytest.mark.soak) for name in NAMES for mode in MODES),
    ],
    ids=lambda value: getattr(value, "value", str(value)),
)
def test_every_operation_answers_as_it_is_described(
    listeners: dict[str, Ear], operations: list[Any], name: str, mode: GenerationMode, examples: int, every: int
):
    """By so many examples of each operation, or of one in so many."""
    ear = listeners[name]
    asked = [one for one in operations if mode is GenerationMode.POSITIVE or takes_something(one)][::every]
    met = {one.definition.raw["operationId"]: try_out(ear, one, mode, examples) for one in asked}
    assert len(met) * every >= 12
    if name == "owner" and mode is GenerationMode.POSITIVE:
        done = {operation for operation, statuses in met.items() if any(status < 300 for status in statuses)}
        assert {"read_view", "read_options", "write_sheet", "preview_sheet", "read_dice", "export_match"} <= done
        assert met["send_orders"] & {202, 409}, "the rules were asked"


def takes_something(operation: Any) -> bool:
    return bool(operation.body or operation.query or operation.headers)


def try_out(ear: Ear, operation: Any, mode: GenerationMode, examples: int) -> set[int]:
    """The statuses that a few examples were answered with."""
    met: set[int] = set()

    @settings(
        max_examples=examples, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:
        if isinstance(case.body, dict) and case.body.get("way") == "resign":
            return  # it would end the match, and open the seeds that no other answer may have
        case.path_parameters = {**(case.path_parameters or {}), **_true(case)}
        sent = case.as_transport_kwargs(base_url="http://testserver")
        headers = {name: value for name, value in dict(sent["headers"]).items() if name.lower() not in OURS}
        if wants_version(operation) and not met and mode is GenerationMode.POSITIVE:
            headers |= seen_now(ear)
        what = {key: sent[key] for key in ("json", "data", "content") if sent.get(key) is not None}
        if "data" in what:
            what["content"] = what.pop("data")
        what["params"] = sent.get("params") or None
        answer = ear.ask(sent["method"], case.formatted_path, headers=headers, **what)
        case.validate_response(answer, checks=HELD_TO)
        met.add(answer.status_code)
        if mode is GenerationMode.POSITIVE:
            lawful = answer.status_code < 300 or answer.status_code in LAWFUL
            in_words = answer.status_code == 422 and operation.definition.raw["operationId"] in IN_WORDS
            assert lawful or in_words, f"{case.as_curl_command()}: {answer.status_code} {answer.text}"

    one()
    return met


def wants_version(operation: Any) -> bool:
    parameters = operation.definition.raw.get("parameters", ())
    return any(parameter["schema"].get("pattern") == VIEW_TAG for parameter in parameters)


def seen_now(ear: Ear) -> dict[str, str]:
    """The header of whoever has seen all; a made-up version is nearly always another."""
    etag = ear.ask("GET", f"/api/v1/matches/{MATCH}/seats/{SEAT}/view").headers.get("ETag")
    return {"If-Match": etag} if etag else {}


def _true(case: Any) -> dict[str, str]:
    """What really is there, in the place of what was made up."""
    return {name: value for name, value in TRUE.items() if name in (case.path_parameters or {})}
