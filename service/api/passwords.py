"""Passwords: changing one's own, and setting one by a link."""

from __future__ import annotations

from schemas import wire
from service import matches
from service.api.dependencies import Player, TheCredentials, problems, too_often
from service.api.routers import router_of
from service.dependencies import ClientAddress, TheContext
from service.matches import SESSION_COOKIE, recovery
from service.matches.errors import (
    BadRequest,
    BodyTooLarge,
    Malformed,
    NoMail,
    NotFound,
    NotSignedIn,
    OutOfScope,
    OwnPart,
    WrongPassword,
)

router = router_of("accounts")


@router.put(
    "/me/password",
    status_code=204,
    responses=problems(BadRequest, NotSignedIn, WrongPassword, OutOfScope, BodyTooLarge, Malformed)
    | too_often("sign-in", "sign-in-from"),
)
def change_password(
    context: TheContext,
    account: Player,
    credentials: TheCredentials,
    client_address: ClientAddress,
    asked: wire.NewPassword,
) -> None:
    """Change your password. Every other browser is signed out, and links to your seats end."""
    matches.change_password(
        context,
        account,
        asked.current,
        asked.password,
        revoke_tokens=asked.revoke_tokens,
        cookie=credentials.cookies.get(SESSION_COOKIE),
        client_address=client_address,
    )


@router.post(
    "/password-links",
    status_code=201,
    responses=problems(BadRequest, NotSignedIn, OutOfScope, NotFound, OwnPart, BodyTooLarge, Malformed),
)
def make_password_link(context: TheContext, account: Player, asked: wire.AskPasswordLink) -> wire.MadePasswordLink:
    """A link by which a player who has lost their password sets a new one, once; the owner's of the server to make."""
    return wire.MadePasswordLink(link=matches.password_link(context, asked.name, by=account))


@router.get("/password-links/{link}", responses=problems(NotFound))
def read_password_link(context: TheContext, link: str) -> wire.PasswordLink:
    """Whose password a link sets."""
    return wire.PasswordLink.model_validate(matches.read_password_link(context, link))


@router.put(
    "/password-links/{link}", status_code=204, responses=problems(BadRequest, NotFound, BodyTooLarge, Malformed)
)
def set_password(context: TheContext, link: str, asked: wire.SetPassword) -> None:
    """Set a password by a link, which is then used up. Sessions, links to seats and tokens of the account end."""
    matches.set_password_by_link(context, link, asked.password)


@router.post(
    "/ways-back", status_code=202, responses=problems(BadRequest, NoMail, BodyTooLarge, Malformed) | too_often("mail")
)
def ask_way_back(context: TheContext, client_address: ClientAddress, asked: wire.AskWayBack) -> None:
    """Have a link sent to a mail address that was confirmed here: for a new password, or back to a guest's seat.

    The answer is the same whether the address is known or not.
    """
    recovery.ask_way_back(context, asked.address, client_address=client_address)
