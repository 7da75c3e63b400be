"""Which release of Sitrep this is: in the foot of pages, in the API, and on the command line."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version


@cache
def release() -> str:
    """The version of the package that is installed here, as CHANGELOG.md has it."""
    return version("sitrep")
