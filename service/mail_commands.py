"""The commands about the mail of a server."""

from __future__ import annotations

from typing import Annotated

import typer

from service.mail import MailDoor, MailServer
from service.settings import settings_here

mail = typer.Typer(no_args_is_help=True, help="The mail of this server.")


@mail.callback()
def mail_of_this_house() -> None:
    """So that `check` is a word of its own."""


@mail.command()
def check(to: Annotated[str, typer.Option(help="Send one mail to this address.")] = "") -> None:
    """Sign in to the mail server, and look where mails come in; send nothing, unless an address is named."""
    settings = settings_here()
    house = settings.mail
    if house is None:
        typer.echo("This server sends no mail: SITREP_URL, SITREP_MAIL_OUT and SITREP_MAIL_FROM are not set.", err=True)
        raise typer.Exit(1)
    server = MailServer.at(settings.mail_out)
    from service.mailing import outgoing  # reading how mails are made takes longer than most of what is started here
    from service.mailing.mails import a_test

    try:
        said = outgoing.hand_over(server, a_test(house, to)) if to else outgoing.check(server)
    except outgoing.NotSent as fault:
        typer.echo(f"{server.host}: {fault.said}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{server.host}: {said}")
    if settings.mail_in:
        check_door(MailDoor.at(settings.mail_in))


def check_door(door: MailDoor) -> None:
    """Whether mails can come in. Raises typer's Exit where they cannot."""
    from service.mailing import mailbox

    try:
        said = mailbox.check(door) if door.is_mailbox else listens(door)
    except mailbox.NotOpened as fault:
        typer.echo(f"{door.host}: {fault.said}", err=True)
        raise typer.Exit(1) from None
    typer.echo(f"{door.host}: {said}")


def listens(door: MailDoor) -> str:
    """What the door of a server that is serving says; that there is none is no fault, but is said."""
    from smtplib import LMTP, SMTPException

    try:
        with LMTP(door.host, door.port, timeout=5.0) as lmtp:
            code, _ = lmtp.noop()
    except (OSError, SMTPException):
        return f"nobody listens at port {door.port}: the server does while it serves"
    return f"answers come in at port {door.port} ({code})"
