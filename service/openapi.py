"""Writes openapi.json at the top level, or, with --check, says whether it equals the app."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from service.app import create_app
from service.settings import Settings

FILE = Path(__file__).parent.parent / "openapi.json"


def described() -> str:
    """The description of the app as it is, as the file has it."""
    app = create_app(Settings(database_url="sqlite:///nothing-is-read-here.db"))
    return json.dumps(app.openapi(), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    text = described()
    if "--check" not in arguments:
        FILE.write_text(text, encoding="utf-8")
    elif not FILE.is_file() or FILE.read_text(encoding="utf-8") != text:
        print("openapi.json does not equal the app; `make openapi` writes it anew.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
