"""The command line: `sitrep serve` plays host, `sitrep migrate` brings the tables up to date."""

from __future__ import annotations

import logging
import socket
from typing import Annotated

import typer
import uvicorn
from rich.console import Console

from service import matches
from service.app import create_app, desk_for
from service.settings import Settings

PORTS_TRIED = 100
PRACTICE = ("ndc", "kaltenbach")

cli = typer.Typer(add_completion=False, no_args_is_help=True, help="A referee for hidden-information wargames.")


class RefusedSockets(logging.Filter):
    """Keeps still what uvicorn says of a handshake that was answered with a problem: that it was not answered."""

    def filter(self, record: logging.LogRecord) -> bool:
        return "returned without completing handshake" not in record.getMessage()


@cli.command()
def serve(
    port: Annotated[int | None, typer.Option(help="The port; the next free one from 8000 on, if not said.")] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen at.")] = None,
) -> None:
    """Serve, with a practice match ready, and print where."""
    settings = Settings()
    desk = desk_for(settings)
    if desk.store.is_embedded:
        desk.store.migrate()
    elif not desk.store.is_up_to_date():
        typer.echo("The database's tables are not up to date: run `sitrep migrate` first.", err=True)
        raise typer.Exit(1)
    door = open_door(host or settings.host, port if port is not None else settings.port, strictly=port is not None)
    address = "http://{}:{}".format(*door.getsockname()[:2])
    console = Console(soft_wrap=True, highlight=False)
    console.print(f"[bold]Sitrep[/bold] is at\n{address}")
    game, scenario = PRACTICE
    if game in desk.games:
        console.print("A practice match is ready. Open each side in a window of its own:")
        for seat, token in matches.practice_links(desk, game, scenario).items():
            console.print(f"[dim]{seat:>8}[/dim]  {address}/seat/{token}", markup=True)
    config = uvicorn.Config(
        create_app(settings, desk),
        log_level="warning",
        timeout_graceful_shutdown=5,
        ws_max_size=64 * 1024,
        server_header=False,
    )
    logging.getLogger("uvicorn.error").addFilter(RefusedSockets())
    uvicorn.Server(config).run(sockets=[door])


@cli.command()
def migrate() -> None:
    """Bring the database's tables up to date; make them, where there are none."""
    desk = desk_for(Settings())
    desk.store.migrate()
    desk.store.close()


cli.command("init", help="The same as migrate.")(migrate)


def open_door(host: str, port: int, *, strictly: bool) -> socket.socket:
    """A socket that listens at the port, or, unless it has to be that one, at the next free port."""
    for candidate in range(port, port + (1 if strictly else PORTS_TRIED)):
        door = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind((host, candidate))
            door.listen(128)
            return door
        except OSError:
            door.close()
    typer.echo(f"No free port at {host} from {port} on.", err=True)
    raise typer.Exit(1)


def main() -> None:
    cli()


if __name__ == "__main__":
    main()
