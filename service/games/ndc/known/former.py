"""What positions, logs and exports of before say otherwise than those of now: it is read here, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def renewed_defaults(said: Mapping[str, Any]) -> Mapping[str, Any]:
    """What holds where no line fits, as it is written now; before, `command` was called `commander` in it."""
    if "commander" not in said:
        return said
    return {"command" if name == "commander" else name: value for name, value in said.items()}
