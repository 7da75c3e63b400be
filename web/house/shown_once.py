"""A secret just made, on its way to the one page that shows it.

It travels in a cookie that no script reads, that is sent to that page alone and goes with the first look; never in an
address, which browsers keep, proxies write down, and anybody can make up.
"""

from __future__ import annotations

from fastapi import Request, Response

from web.parts.dependencies import secure

COOKIE = "sitrep_made"
"""Not one of the names of seats' cookies, which begin with `sitrep-`."""
SECONDS = 120


def show_once(request: Request, answer: Response, page: str, secret: str) -> Response:
    """Have this secret shown on a page of ours, to which the answer leads."""
    answer.set_cookie(
        COOKIE, secret, max_age=SECONDS, path=page, httponly=True, samesite="strict", secure=secure(request)
    )
    return answer


def shown_once(request: Request) -> str:
    """The secret that was made for this page just now, as its browser says; whether it is one, is to be looked up."""
    return request.cookies.get(COOKIE, "")


def forget(request: Request, answer: Response) -> Response:
    """The page has shown it."""
    if COOKIE in request.cookies:
        answer.delete_cookie(COOKIE, path=request.url.path, httponly=True, samesite="strict", secure=secure(request))
    return answer
