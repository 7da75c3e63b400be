"""Lists that grow: a page of one, and the address of the next in the header `Link`.

A page begins behind the line with which the one before ended, and not at a number of lines: what comes or goes
meanwhile neither repeats a line nor leaves one out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar
from urllib.parse import urlencode

from fastapi import Depends, Query, Request, Response

MOST_LINES = 100
"""Lines of a page, at most and if nothing else is said."""
T = TypeVar("T")
Limit = Annotated[int, Query(ge=1, le=MOST_LINES, description="So many lines at most.")]
Behind = Annotated[
    str,
    Query(max_length=220, pattern=r"^(\d{1,9}\..{1,200})?$", description="As the `Link` of the page before has it."),
]
LINK = {
    "description": 'The address of the next page, as `<...>; rel="next"`, while there is one.',
    "schema": {"type": "string"},
}
PAGED: dict[int | str, dict[str, Any]] = {200: {"headers": {"Link": LINK}}}
"""The documentation of an answer that is a page."""


@dataclass(frozen=True)
class AskedPage:
    """The page of a list that a request asks for."""

    request: Request
    response: Response
    behind: Behind = ""
    limit: Limit = MOST_LINES

    def of(self, lines: Iterable[T], name: Callable[[T], str]) -> list[T]:
        """The lines that stand behind the one that the page before named, and the next page in the header.

        `name` is a line's own, which stays while it is listed. Where that line has gone, the page begins where it
        stood.
        """
        every = list(lines)
        first = 0
        if self.behind:
            count, _, last = self.behind.partition(".")
            found = next((number for number, line in enumerate(every) if name(line) == last), None)
            first = found + 1 if found is not None else min(int(count) - 1, len(every)) if int(count) else 0
        found_here = every[first : first + self.limit]
        end = first + len(found_here)
        if found_here and end < len(every):
            asked = {**self.request.query_params, "behind": f"{end}.{name(found_here[-1])}"}
            link(self.request, self.response, **asked)
        return found_here


ThePage = Annotated[AskedPage, Depends()]


def link(request: Request, response: Response, **query: Any) -> str:
    """The address of the next page, which the header `Link` now has."""
    address = f"{request.url.path}?{urlencode(query)}"
    response.headers["Link"] = f'<{address}>; rel="next"'
    return address
