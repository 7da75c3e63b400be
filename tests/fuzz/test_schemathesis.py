"""openapi.json held to its word: what it allows and what it forbids, made by schemathesis, sent by three who ask."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode

from tests.fuzz.ear import SEAT, Ear
from tests.secrecy.houses import MATCH

EXAMPLES = 3
OURS = {"user-agent", "accept-encoding", "authorization", "cookie"}
TRUE = {"match_id": MATCH, "seat": SEAT, "unit": "U-I1", "game": "ndc", "scenario": "kaltenbach"}


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
@pytest.mark.parametrize("name", ["nobody", "owner", "stranger"])
def test_every_operation_answers_as_it_is_described(listeners: dict[str, Ear], name: str, mode: GenerationMode):
    ear = listeners[name]
    described: Any = ear.house.client.app.openapi()  # type: ignore[attr-defined]
    schema = schemathesis.openapi.from_dict(described)
    tried = 0
    for found in schema.get_all_operations():
        operation: Any = found.ok()
        if mode is GenerationMode.NEGATIVE and not (operation.body or operation.query or operation.headers):
            continue
        try_out(ear, operation, mode)
        tried += 1
    assert tried >= 12


def try_out(ear: Ear, operation: Any, mode: GenerationMode) -> None:
    @settings(
        max_examples=EXAMPLES, deadline=None, database=None, derandomize=True, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=operation.as_strategy(generation_mode=mode))
    def one(case: Any) -> None:
        case.path_parameters = {**(case.path_parameters or {}), **_true(case)}
        sent = case.as_transport_kwargs(base_url="http://testserver")
        headers = {name: value for name, value in dict(sent["headers"]).items() if name.lower() not in OURS}
        what = {key: sent[key] for key in ("json", "data", "content") if sent.get(key) is not None}
        if "data" in what:
            what["content"] = what.pop("data")
        what["params"] = sent.get("params") or None
        answer = ear.ask(sent["method"], case.formatted_path, headers=headers, **what)
        described = operation.definition.raw["responses"]
        assert str(answer.status_code) in described, f"{case.as_curl_command()}: {answer.status_code} {answer.text}"

    one()


def _true(case: Any) -> dict[str, str]:
    """What really is there, in the place of what was made up."""
    return {name: value for name, value in TRUE.items() if name in (case.path_parameters or {})}
