"""The command line: `sitrep serve` plays host, `migrate` brings the tables up to date, `bot` plays a seat."""

from __future__ import annotations

import gc
import logging
import socket
import sys
from pathlib import Path
from typing import Annotated, Any, cast

import typer
import uvicorn
from fastapi import FastAPI
from pydantic import ValidationError
from pydantic_settings import SettingsError
from rich.console import Console

from service import matches
from service import verify as verifier
from service.api.connection_limits import limited_protocol
from service.api.schema_names import CollidingNames
from service.api.socket_protocol import SocketProtocol
from service.app import TOO_MANY_WORKERS, MissingExtra, context_for, create_app
from service.bots.host import Host, player_for
from service.bots.player import HouseAtFault, ask
from service.games.shelf import UnfitPackage, on_offer
from service.keeping import keeping
from service.mail_commands import mail
from service.maintenance import BEHIND, maintenance
from service.matches import Context, replaying
from service.matches.errors import NotNow
from service.memory import keep_in_one_piece
from service.release import release
from service.settings import Settings, settings_here
from service.settings_sources import variable
from service.store import AlreadyServed, Unavailable, UnfitAddress
from service.store.backup import UnfitBackup
from service.store.instance_lock import stop_serving
from service.workers import Workers, bound, when_parent_is_gone

PORTS_TRIED = 100
YOUNG = 20_000
"""So many more things are there before they are looked through for garbage."""
TURN = 0.01
"""Seconds that a thread runs while others wait; Python's own 5 ms interrupt the thread that works too often."""

cli = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_show_locals=False,  # secrets are among them
    help="A referee for hidden-information wargames.",
)
cli.registered_commands.extend((*maintenance.registered_commands, *keeping.registered_commands))


def say_release(asked: bool) -> None:
    """Print which release this is, and do nothing else."""
    if asked:
        typer.echo(f"Sitrep {release()}")
        raise typer.Exit()


@cli.callback()
def of_all_commands(
    version: Annotated[
        bool, typer.Option("--version", callback=say_release, is_eager=True, help="Print the release, and stop.")
    ] = False,
) -> None:
    """So that the release can be asked for without a command."""


class RefusedSockets(logging.Filter):
    """Keeps still what uvicorn says of a handshake that was answered with a problem: that it was not answered."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "returned without completing handshake" not in record.getMessage()


@cli.command()
def serve(
    port: Annotated[
        int | None,
        typer.Option(help="The port, or SITREP_PORT; where neither is said, 8000 or the next free one after it."),
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen at, or SITREP_HOST.")] = None,
) -> None:
    """Serve, with a practice match ready, and print where.

    Everything is kept in one SQLite file in the folder that SITREP_DATA names (build, if it names none), or in the
    database of SITREP_DATABASE_URL. `docs/settings.md` has all settings.
    """
    settings = settings_here()
    if settings.workers != 1 and settings.is_embedded:
        typer.echo(TOO_MANY_WORKERS, err=True)
        raise typer.Exit(1)
    context = context_for(settings)
    if context.store.is_embedded:
        bring_up_to_date(context)
    demand_up_to_date(context)
    with context.store.single_instance():
        listener = open_listener(
            host or settings.host, port if port is not None else settings.port,
            said="--port" if port is not None else "SITREP_PORT" if settings.port_is_set else "",
        )  # fmt: skip
        at, port = listener.getsockname()[:2]
        workers = Workers(at, port, settings.workers)
        name = "" if context.store.is_embedded else workers.names[0]
        say_where(context, settings.site or at_home(listener), name)
        if settings.workers == 1:
            serve_at(listener, settings, context, name)
            return
    context.store.close()
    listener.close()
    raise typer.Exit(workers.run())


@cli.command(hidden=True)
def worker(
    host: Annotated[str, typer.Option(help="The address to listen at.")],
    port: Annotated[int, typer.Option(help="The port, which the other processes have too.")],
    name: Annotated[str, typer.Option(help="Its name, which one that has ended may have had before it.")],
) -> None:
    """One of several processes that `serve` starts: it serves until it is asked to end, or `serve` is gone."""
    when_parent_is_gone(stop_serving)
    settings = settings_here()
    context = context_for(settings)
    demand_up_to_date(context)
    serve_at(bound(host, port), settings, context, name)


def demand_up_to_date(context: Context) -> None:
    """Raises typer's Exit where the tables are not those of this release."""
    if not context.store.is_up_to_date():
        typer.echo(BEHIND, err=True)
        raise typer.Exit(1)


def say_where(context: Context, address: str, process: str = "") -> None:
    """Print the address, and the links that open the server, a practice match and one against the computer.

    `process` is the name of this one of several that may start together: the first of them prints links, as it makes
    what they open.
    """
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]Sitrep[/bold] is at\n{address}")
    try:
        if link := matches.set_up_link(context, process):
            console.print("This server has no owner yet. Open this link, which works once, to make one:")
            console.print(f"[dim]{'owner':>8}[/dim]  {address}/sign-up/{link}", markup=True)
    except NotNow as printed:
        console.print(printed.detail)
        return
    game, scenario = matches.practice_scenario(context)
    console.print("A practice match is ready. Open each side in a window of its own:")
    for seat, token in matches.practice_links(context, game, scenario).items():
        console.print(f"[dim]{seat:>8}[/dim]  {address}/seat/{token}", markup=True)
    seat, token = matches.practice_against_bot(context, game, scenario)
    console.print("Or play against the computer:")
    console.print(f"[dim]{seat:>8}[/dim]  {address}/seat/{token}", markup=True)


def serve_at(listener: socket.socket, settings: Settings, context: Context, name: str = "") -> None:
    """Serve, and let the server's bot play, until the process is asked to stop."""
    keep_in_one_piece()
    config = config_of(settings, context)
    logging.getLogger("uvicorn.error").addFilter(RefusedSockets())
    cast(FastAPI, config.app).state.process = name
    if settings.bots:
        have_bots_play(cast(FastAPI, config.app), at_home(listener), context)
    look_for_garbage_seldom()
    let_threads_run_longer()
    uvicorn.Server(config).run(sockets=[listener])


def have_bots_play(app: FastAPI, address: str, context: Context) -> None:
    """Have the server's bot play while the app serves at this address and is the one that leads."""
    hosts = list[Host]()

    def host() -> Host:
        hosts[:] = [Host(address, matches.bot_token(context))]
        return hosts[0]

    app.state.duties.append(host)
    app.state.bots_run = lambda: hosts[0].is_running if hosts and app.state.leads() else None


def look_for_garbage_seldom() -> None:
    """The app, games and routes stay, and are not looked through; and what is new is looked through in larger lots.

    An order makes some thousands of things that are gone when it is answered, and hardly any that hold each other.
    """
    gc.freeze()
    gc.set_threshold(YOUNG, 20, 20)


def let_threads_run_longer() -> None:
    """The thread that answers and the one that works hand the interpreter to each other less often."""
    sys.setswitchinterval(TURN)


def config_of(settings: Settings, context: Context) -> uvicorn.Config:
    """How the server is run."""
    return uvicorn.Config(
        create_app(settings, context),
        http=limited_protocol(
            headers_within=settings.headers_within,
            most=settings.connections,
            most_from=settings.connections_per_address,
            shared=settings.trusted_proxies.split(","),
        ),
        ws=SocketProtocol,
        ws_per_message_deflate=False,  # what sockets say is short, and its length would tell how it repeats itself
        log_level="warning",
        access_log=False,  # it would write addresses, and links are secrets; SITREP_LOG=info has a log without them
        timeout_graceful_shutdown=5,
        ws_max_size=64 * 1024,
        server_header=False,
        forwarded_allow_ips=settings.trusted_proxies,
    )


def bring_up_to_date(context: Context) -> None:
    """Bring the tables up to date, and say where those of an earlier release were copied to."""
    former = context.store.migrate()
    if former is not None:
        typer.echo(f"The tables were those of an earlier release. What was there before is in {former}.")


@cli.command("check")
def check_house() -> None:
    """Look at settings, database, disk, mail and clock, and say what is wrong; change and send nothing."""
    from service.checks import findings

    found = list(findings(settings_here()))
    for one in found:
        typer.echo(f"{one.verdict:>5}  {one.what}: {one.said}")
    if any(one.verdict == "wrong" for one in found):
        raise typer.Exit(1)


@cli.command()
def migrate() -> None:
    """Bring the database's tables up to date; make them, where there are none."""
    context = context_for(settings_here())
    bring_up_to_date(context)
    typer.echo(f"The tables are up to date in {context.store.writer.url.render_as_string(hide_password=True)}.")
    context.store.close()


cli.command("init", help="The same as migrate.")(migrate)

cli.add_typer(mail, name="mail")


@cli.command("push-key")
def push_key() -> None:
    """Print a new key for SITREP_PUSH_KEY, by which browsers are told. It takes the extra `push`."""
    from service.mailing.pushes import new_key

    typer.echo(new_key())


@cli.command()
def bot(
    url: Annotated[str, typer.Argument(help="The service's address, such as http://127.0.0.1:8000")],
    token: Annotated[str, typer.Argument(help="A bearer token of the account that sits there.", envvar="SITREP_TOKEN")],
    match: Annotated[str | None, typer.Argument(help="One match; without it, all that wait for the account.")] = None,
    seat: Annotated[str | None, typer.Argument(help="The seat in that match.")] = None,
    random: Annotated[bool, typer.Option("--random", help="Play at random, whatever the game.")] = False,
) -> None:
    """Let a bot play: one seat to its match's end, or every seat of an account for as long as it runs."""
    host = Host(url, token, random=random)
    if match is None or seat is None:
        host.run()
        return
    with host.http:
        answer = ask(host.http, "GET", f"/api/v1/matches/{match}")
        if answer.status_code != 200:
            typer.echo(f"{url} answers {answer.status_code}: there is no such match for this token.", err=True)
            raise typer.Exit(1)
        line = {"game": answer.json()["game"], "match_id": match, "seat": seat}
        player_for(host.http, line, random=random).play(patience=float("inf"))


def at_home(listener: socket.socket) -> str:
    """How this process itself reaches the socket that it listens on."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


@cli.command()
def verify(
    export: Annotated[
        Path, typer.Argument(help="A match as a file, as the page of its dice or `sitrep export --seat` gives it.")
    ],
) -> None:
    """Check a match from its export, with no connection to anything.

    Every roll and every root is computed anew; when the match is over, it is worked anew by the installed rules too.
    """
    raise typer.Exit(verifier.main([str(export)], replay=judged_again))


def judged_again(export: dict[str, Any]) -> verifier.Replayed:
    """What a replay by the installed rules says of a match that is over. Raises verify.Untrue."""
    games = on_offer()
    try:
        stretches = replaying.replay(export, games)
    except replaying.NotReplayed as fault:
        raise verifier.Untrue(f"by the rules of the game it came otherwise: {fault}") from fault
    lines = [replaying.said(export["game"], stretch) for stretch in stretches]
    game, data = games.get(export["game"]), export.get("data", "")
    if game is not None and data not in ("", game.data_id):
        lines.append(f"Judged by the figures that the file brings, {data}, which are not those installed here.")
    return lines, all(stretch.replayed for stretch in stretches)


def open_listener(host: str, port: int, *, said: str = "") -> socket.socket:
    """A socket that listens at the port, or, where nothing `said` which it has to be, at the next free one.

    Whatever stands in front of the server knows one port alone, so one that was set is that or none.
    """
    fault = ""
    for candidate in range(port, port + (1 if said else PORTS_TRIED)):
        listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, candidate))
            listener.listen(128)
            return listener
        except OSError as refused:
            fault = (refused.strerror or str(refused)).lower()
            listener.close()
    if said:
        typer.echo(
            f"Port {port} of {host} cannot be listened at: {fault}. {said} names it, so no other is taken; end what "
            "listens there, or name another port.",
            err=True,
        )
    else:
        typer.echo(f"No port of {host} from {port} to {port + PORTS_TRIED - 1} can be listened at: {fault}.", err=True)
    raise typer.Exit(1)


def main() -> None:
    """The command, with a sentence and exit code 1 for whatever an operator can mend."""
    try:
        cli()
    except (AlreadyServed, UnfitAddress, UnfitBackup, UnfitPackage, CollidingNames, MissingExtra) as refused:
        sys.exit(str(refused))
    except Unavailable as fault:
        sys.exit(f"The database cannot be used: {fault}")
    except ValidationError as invalid:
        sys.exit(
            "\n".join(
                ": ".join((*(variable(Settings, str(name)) for name in one["loc"][:1]), f"{one['msg']}."))
                for one in invalid.errors()
            )
        )
    except HouseAtFault as fault:
        sys.exit(f"The bot stops. {fault}")
    except (SettingsError, OSError) as unread:
        sys.exit(str(unread))
