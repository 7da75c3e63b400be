"""The commands by which whoever runs a server keeps it: accounts, ways back in, and matches that are over."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal, NoReturn

import typer

from service import matches
from service.maintenance import opened
from service.matches import Context, housekeeping
from service.matches.bounds import bounds, set_bound
from service.matches.errors import Malformed, NotFound, Problem

keeping = typer.Typer()
Name = Annotated[str, typer.Argument(help="The name of the account.")]
MatchId = Annotated[str, typer.Argument(help="The match's id, as `sitrep matches` lists it.")]


@keeping.command()
def accounts() -> None:
    """List the accounts with a name: since when they are there, and which is the owner's or blocked."""
    with house() as context:
        for one in housekeeping.kept_accounts(context, None):
            marks = ("  the owner" if one.owner else "") + ("  blocked" if one.blocked_at else "")
            typer.echo(f"{one.made_at:%Y-%m-%d}  {one.name}{marks}")


@keeping.command()
def invite() -> None:
    """Print a link with which one person may sign up."""
    with house() as context:
        typer.echo(address(context, f"/sign-up/{matches.sign_up_link(context, None)}"))


@keeping.command()
def block(name: Name) -> None:
    """Let an account in no more. Its seats stay its own; all who sit at its matches are told."""
    with house(nobody(name)) as context:
        housekeeping.block(context, None, name)
    typer.echo(f"{name} can sign in by nothing, and whoever was signed in is so no more.")


@keeping.command()
def unblock(name: Name) -> None:
    """Let a blocked account in again."""
    with house(nobody(name)) as context:
        housekeeping.block(context, None, name, blocked=False)
    typer.echo(f"{name} may sign in again.")


@keeping.command()
def remove(
    name: Name,
    seats: Annotated[
        Literal["computer", "open"],
        typer.Option(help="What becomes of its seats: the computer plays on, or they are free."),
    ] = "open",
) -> None:
    """End an account, and all by which one comes in to it; all who sit at its matches are told."""
    with house(nobody(name)) as context:
        housekeeping.remove_account(context, None, name, seats)
    typer.echo(f"The account of {name} is no more.")


@keeping.command("way-in")
def way_in(match: MatchId, seat: Annotated[str, typer.Argument(help="The seat that a guest holds.")]) -> None:
    """Print a link that leads the guest at a seat back there, once, within three days; all at the match are told."""
    with house(no_match(match)) as context:
        typer.echo(address(context, f"/way-in/{housekeeping.way_in(context, None, match, seat)}"))


@keeping.command()
def wishes() -> None:
    """List what the owner of the server is asked for: ways back in, and successors at seats that were left."""
    with house() as context:
        for one in matches.wishes(context, None):
            whom = f" for {one.successor}" if one.successor is not None else ""
            typer.echo(f"{one.id}  {one.kind}{whom}  {one.match_id} {one.seat}, asked by {one.by}")


@keeping.command()
def grant(wish: Annotated[str, typer.Argument(help="The id, as `sitrep wishes` lists it.")]) -> None:
    """Do what the owner is asked for, and print the link where it takes one; all at the match are told."""
    with house(no_wish(wish)) as context:
        link = matches.grant(context, None, wish)
        typer.echo(address(context, f"/way-in/{link}") if link else "It is done.")


@keeping.command()
def decline(wish: Annotated[str, typer.Argument(help="The id, as `sitrep wishes` lists it.")]) -> None:
    """Do not do what the owner is asked for; it is off the list."""
    with house(no_wish(wish)) as context:
        matches.decline(context, None, wish)
    typer.echo("It is left.")


@keeping.command("bounds")
def list_bounds() -> None:
    """List what one player may take, and who may sign up: each bound by its name, and which are set here."""
    with house() as context:
        for one in bounds(context, None):
            typer.echo(f"{one.name}: {one.value}  ({one.about})" + ("  set here" if one.is_set else ""))


@keeping.command("bound")
def set_one(
    name: Annotated[str, typer.Argument(help="The bound's name, as `sitrep bounds` lists it.")],
    value: Annotated[str, typer.Argument(help="Such as '5 per minute'; without it, as the settings have it.")] = "",
) -> None:
    """Set a bound, which holds at once and after a restart too, in the place of the one in the settings."""
    with house(f"There is no bound {name}. Nothing was done; `sitrep bounds` lists them.") as context:
        try:
            set_bound(context, None, name, value)
        except Malformed as wrong:
            refuse(" ".join(str(one["reason"]) for one in wrong.members["errors"]))
    typer.echo(f"{name}: {value or 'as the settings have it'}.")


@keeping.command("delete")
def delete_match(match: MatchId) -> None:
    """Delete a match that never began: nobody but who opened it has come."""
    with house(no_match(match)) as context:
        housekeeping.delete_unbegun(context, None, match)
    typer.echo("It is deleted.")


@keeping.command()
def archive(match: MatchId) -> None:
    """Write a match that is over to a file under SITREP_DATA, which `sitrep import` reads; it stays here too."""
    with house(no_match(match)) as context:
        typer.echo(f"It is in {housekeeping.archive(context, None, match)}, with every side's secrets.")


@keeping.command()
def prune(
    match: Annotated[str | None, typer.Argument(help="A match's id; without it, all that are old enough.")] = None,
) -> None:
    """Write matches that have been over for 30 days to files under SITREP_DATA, and take them out of the database."""
    with house(no_match(match or "")) as context:
        files = [housekeeping.prune(context, None, match)] if match else housekeeping.prune_all(context, None)
    for file in files:
        typer.echo(file)
    typer.echo(f"Matches put away: {len(files)}. `sitrep import` takes one in again.")


@contextmanager
def house(not_found: str = "") -> Iterator[Context]:
    """The server of the settings, for one command; what it refuses is said, and ends the command with exit code 1.

    `not_found`: what is said where there is nothing of the name or id that the command was given.
    """
    context = opened()
    try:
        yield context
    except NotFound as problem:
        refuse(not_found or problem.title)
    except Problem as problem:
        refuse(problem.detail or problem.title)
    finally:
        context.store.close()


def nobody(name: str) -> str:
    return f"Nobody here has the name {name}. Nothing was done; `sitrep accounts` lists the names."


def no_match(match_id: str) -> str:
    return f"There is no match with the id {match_id}. Nothing was done; `sitrep matches` lists the ids."


def no_wish(wish_id: str) -> str:
    return f"Nothing is asked under the id {wish_id}. Nothing was done; `sitrep wishes` lists what is."


def address(context: Context, path: str) -> str:
    """Where a path of this server is; where it does not know its address, what goes before the path is said."""
    if not context.site:
        typer.echo("The address at which this server is reached goes before it; SITREP_URL would say it.", err=True)
    return f"{context.site}{path}"


def refuse(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(1)
