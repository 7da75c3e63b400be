"""Writes what describes the service: openapi.json, the sockets' messages in schemas/, the table in docs/settings.md.

With --check it only says whether each of them equals the program.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from service.api import sockets
from service.app import create_app
from service.settings import Settings
from service.settings_sources import variable

TOP = Path(__file__).parent.parent
SETTINGS_PAGE = """# Settings

Every setting comes from the environment, or from a file `.env` in the folder where the command runs; none has to be
set. Where `_FILE` stands behind a name (`SITREP_MAIL_OUT_FILE=/run/secrets/mail`), the setting is what stands in that
file, so that no secret has to be in the environment. A name that begins with `SITREP_` and is none of these keeps the
service from starting. This table is written by `make openapi`.

| name | if not set | what it says |
|---|---|---|
"""


@cache
def described() -> str:
    """The description of the app as it is, as openapi.json has it."""
    app = create_app(Settings(database_url="sqlite:///no-such-folder/house.db", cdn=default_of("cdn"), workers=1))
    return as_json(app.openapi())


def files() -> dict[str, str]:
    """Each file, by its path from the top, with what has to stand in it."""
    return {
        "openapi.json": described(),
        **{f"schemas/{name}.json": as_json(sockets.message_schema(name)) for name in sockets.MESSAGES},
        "schemas/asyncapi.json": as_json(sockets.asyncapi()),
        "docs/settings.md": settings_page(),
    }


def settings_page() -> str:
    """Every setting with what it is without being set, and what its docstring says."""
    said = docstrings_of(Settings)
    lines = [f"| `{variable(Settings, name)}` | {shown(default_of(name))} | {said[name]} |" for name in FIELDS]
    return SETTINGS_PAGE + "\n".join(lines) + "\n"


def docstrings_of(model: type) -> dict[str, str]:
    """The text below each field of a class, by its name; read here alone, so that no start of a server reads it."""
    body = ast.parse(inspect.getsource(model)).body[0].body  # type: ignore[attr-defined]
    return {
        field.target.id: inspect.cleandoc(below.value.value)
        for field, below in pairwise(body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) and isinstance(below.value.value, str)
    }


FIELDS = Settings.model_fields


def default_of(name: str) -> Any:
    return FIELDS[name].get_default(call_default_factory=True)


def shown(default: Any) -> str:
    if default in (None, "", {}, ()):
        return "nothing"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


def as_json(plain: Any) -> str:
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    stale = []
    for path, text in files().items():
        file = TOP / path
        if "--check" not in arguments:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        elif not file.is_file() or file.read_text(encoding="utf-8") != text:
            stale.append(path)
    if stale:
        print(f"{', '.join(stale)}: not equal to the app; `make openapi` writes them anew.", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
