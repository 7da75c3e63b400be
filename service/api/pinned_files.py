"""Files that are not ours, out of a folder of this machine (`service/cdn.py`)."""

from __future__ import annotations

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

A_DAY = "public, max-age=86400"


class PinnedFiles(StaticFiles):
    """Their addresses name their version, so a browser keeps them for a day: by then a broken one has been replaced."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["Cache-Control"] = A_DAY
        return answer
