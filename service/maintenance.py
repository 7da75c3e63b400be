"""The commands of whoever runs a server: its backup and restore, export and import of one match, a lost password."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn
from sqlalchemy.engine import make_url

from service import matches
from service.app import context_for
from service.matches import Account, AtSeat, Context, pausing
from service.matches.clocks import resume as resume_match
from service.matches.errors import NotFound, NotNow
from service.matches.housekeeping import kept_matches
from service.matches.importing import take_in_match
from service.matches.knocking import from_outside
from service.settings import settings_here
from service.store.backup import UnfitBackup, back_up
from service.store.backup import restore as put_back
from service.store.import_checks import UnfitMatch
from service.store.transfer import KINDS, export_rows

maintenance = typer.Typer()
BEHIND = "The database's tables are not up to date: run `sitrep migrate` first."
PausesOne = Callable[[Context, Account | None, str], None]
PausesAll = Callable[[Context, Account | None], int]
New = Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.", dir_okay=False)]
Old = Annotated[Path, typer.Argument(help="The file to read.", exists=True, dir_okay=False)]


@maintenance.command()
def backup(file: New) -> None:
    """Copy all matches and accounts to a file, as of this moment, while the service goes on. It holds every secret."""
    writable(file)
    with bar("Backing up") as (progress, task):
        try:
            back_up(database(), file, lambda done, total: progress.update(task, completed=done, total=total))
        except UnfitBackup as unfit:
            refuse(str(unfit))
    typer.echo(f"All is in {file}. Whoever has it knows every secret; keep it safe.")


@maintenance.command()
def restore(file: Old) -> None:
    """Put a backup in the place of what the server has now, which is copied to a file beside it first."""
    with bar("Restoring") as (progress, task):
        try:
            former = put_back(file, database(), lambda done, total: progress.update(task, completed=done, total=total))
        except UnfitBackup as unfit:
            refuse(str(unfit))
    opened().store.close()
    typer.echo("Restored." + (f" What was there before is in {former}." if former else ""))


@maintenance.command("matches")
def list_matches() -> None:
    """List all matches, newest first: id, game, opened when, by which rules, since when a hand-over is due, and whether
    it is over, stopped or paused.
    """
    context = opened()
    for line in kept_matches(context, None):
        marks = (
            f"due since {line.due_since}" if line.due_since else "",
            f"over since {line.ended_at:%Y-%m-%d}" if line.ended_at else "",
            "never began" if line.is_new else "", "stopped" if line.stopped else "", "paused" if line.paused else "",
        )  # fmt: skip
        said = f"{line.id}  {line.named}  {line.opened_at:%Y-%m-%d %H:%M} UTC  rules {line.rules}"
        typer.echo("  ".join((said, *filter(None, marks))))
    context.store.close()


@maintenance.command()
def resume(match: Annotated[str, typer.Argument(help="The match's id, as the log has it.")]) -> None:
    """Let a match go on that has stopped for a fault; its orders are all there, and the running service works them."""
    context = opened()
    with context.store.work() as work:
        if work.matches.facts(match) is None:
            refuse("There is no such match.")
    if not resume_match(context, match):
        refuse("This match has not stopped. One that is paused goes on by `sitrep go-on`.")
    context.store.close()
    typer.echo("The match goes on. Where the fault is still there it stops again, and the log says so.")


One = Annotated[str | None, typer.Argument(help="The match's id; without it, all that are played by the clock.")]


@maintenance.command()
def pause(match: One = None) -> None:
    """Have the clocks of a match stand, or of all; both sides are told, and nothing is answered, claimed or ruled."""
    change_pause(match, pausing.pause, pausing.pause_all, "paused")


@maintenance.command("go-on")
def go_on(match: One = None) -> None:
    """Let a paused match go on, or all: each side has the time that it had. Both sides are told."""
    change_pause(match, pausing.go_on, pausing.all_go_on, "going on")


def change_pause(match: str | None, one: PausesOne, every: PausesAll, said: str) -> None:
    """Do this with a match, or with all of them, and say with how many it was done."""
    context = opened()
    try:
        if match is not None:
            one(context, None, match)
        done = 1 if match is not None else every(context, None)
    except NotFound:
        refuse("There is no such match.")
    except NotNow as refused:
        refuse(refused.detail)
    context.store.close()
    typer.echo(f"Matches {said}: {done}.")


@maintenance.command("password")
def password_link(
    name: Annotated[str, typer.Argument(help="The name of the account; the owner's is one too.")],
) -> None:
    """Print a link by which whoever has this account sets a new password, once, within three days."""
    context = opened()
    try:
        link = matches.password_link(context, name)
    except NotFound:
        refuse("Nobody here has this name.")
    context.store.close()
    typer.echo(
        f"It works once; every session, link and token of the account ends with it.\n{context.site}/password/{link}"
    )


@maintenance.command("export")
def export_match(
    match: Annotated[str, typer.Argument(help="The match's id.")],
    file: New,
    seat: Annotated[str | None, typer.Option(help="Only what this seat knows, as `sitrep verify` reads it.")] = None,
) -> None:
    """Write one match to a file, to take it to another server. Without --seat it holds the secrets of all sides."""
    writable(file)
    context = opened()
    with bar("Exporting", total=len(KINDS)) as (progress, task):
        with context.store.look() as look:
            found = export_rows(look.matches, match, lambda name, rows: progress.advance(task))
        if found is None:
            refuse("There is no such match.")
        if seat is not None:
            if seat not in [row["seat"] for row in found["tables"]["seat"]]:
                refuse("There is no such seat.")
            found = matches.export(context, AtSeat(match, seat, ""))
    context.store.close()
    file.touch(mode=0o600)
    file.write_text(json.dumps(found, ensure_ascii=False) + "\n", encoding="utf-8")
    typer.echo(f"The match is in {file}." + ("" if seat else " It holds every side's secrets; no player may see it."))


@maintenance.command("import")
def import_match(file: Old) -> None:
    """Take in a match that `sitrep export` wrote, and print a link for each seat."""
    context = opened()
    try:
        said = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        refuse(f"{file} is no match that `sitrep export` has written.")
    try:
        with bar("Importing", total=len(KINDS)) as (progress, task):
            brought = take_in_match(context, said, lambda name, rows: progress.advance(task))
    except UnfitMatch as unfit:
        refuse(str(unfit))
    if matches.follow(context, brought.match_id):
        typer.echo("It goes on under a newer version of the rules: all players are told from where, and what changed.")
    typer.echo(f"The match {brought.match_id} is here. A link for each seat, to be sent to its player:")
    for seat, link in brought.links.items():
        typer.echo(f"{seat:>8}  {context.site}/seat/{link}")
    context.store.close()


def opened() -> Context:
    """The context of the settings; a database of our own is brought up to date. What is done with it the process that
    serves tells those who listen there.
    """
    context = context_for(settings_here())
    if context.store.is_embedded:
        context.store.migrate()
    elif not context.store.is_up_to_date():
        refuse(BEHIND)
    return from_outside(context)


def writable(file: Path) -> None:
    """Refuse a file that is there already, or that has no folder to lie in."""
    if file.exists():
        refuse(f"{file} is there already.")
    if not file.resolve().parent.is_dir():
        refuse(f"There is no folder {file.resolve().parent}.")


def database() -> Path:
    """The SQLite file of the settings."""
    url = make_url(settings_here().url)
    if url.get_backend_name() != "sqlite" or not url.database:
        refuse("The database is no SQLite file; use its own tools, such as pg_dump.")
    return Path(url.database)


def refuse(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


@contextmanager
def bar(title: str, total: int | None = None) -> Iterator[tuple[Progress, TaskID]]:
    """A progress bar on standard error, where somebody looks."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
    )
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        yield progress, progress.add_task(title, total=total)
