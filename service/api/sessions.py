"""Sessions: the browsers that are signed in."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Player, TheCredentials, problems
from service.api.paging import PAGED, ThePage
from service.api.routers import router_of
from service.dependencies import TheContext
from service.matches import SESSION_COOKIE
from service.matches.errors import Malformed, NotFound, NotSignedIn, OutOfScope

router = router_of("accounts")


@router.get("/sessions", responses=problems(NotSignedIn, Malformed) | PAGED)
def list_sessions(
    context: TheContext,
    account: Player,
    credentials: TheCredentials,
    page: ThePage,
) -> list[wire.Session]:
    """The browsers that are signed in to your account, and the links to your seats, newest first."""
    found = matches.sessions(context, account, credentials.cookies.get(SESSION_COOKIE))
    found = page.of(found, lambda one: one.id)
    return [wire.Session.model_validate(session) for session in found]


@router.delete("/sessions/{session_id}", status_code=204, responses=problems(NotSignedIn, OutOfScope, NotFound))
def revoke_session(context: TheContext, account: Player, session_id: str) -> None:
    """Sign a browser out, or end a link to a seat."""
    matches.revoke_session(context, account, session_id)
