"""What `sitrep check` looks at before a server is let serve: address, database, disk, mail, time zone and clock."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from service.games.shelf import UnfitPackage, on_offer
from service.mail import MailDoor, MailServer
from service.settings import Settings
from service.store.database import UnfitAddress, make_engines
from service.store.migrate import is_new, is_up_to_date, revision_of

Verdict = Literal["right", "look", "wrong"]
GIGABYTE = 1024**3
LITTLE, TOO_LITTLE = GIGABYTE, GIGABYTE // 10
"""Bytes free on the disk: less than the first is said, with less than the second a server is likely to stop soon."""
AWRY = 5.0
"""Seconds by which the database's clock may differ from this machine's."""
ON_THE_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "ceph", "fuse.sshfs", "fuse.s3fs", "fuse.rclone", "glusterfs"}
)
"""File systems of other machines, by the names that Linux has for them: SQLite's locks cannot be trusted there."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at: what, whether it is right, worth a look or wrong, and a sentence that says so."""

    what: str
    verdict: Verdict
    said: str


def findings(settings: Settings) -> Iterator[Finding]:
    """All that can be seen from here, without serving and without sending anything."""
    yield address(settings)
    yield from database(settings)
    yield from mail(settings)
    yield zone()
    yield games()


def address(settings: Settings) -> Finding:
    """Whether links will lead here, and cookies come back."""
    site, is_safe = settings.site, settings.site.startswith("https://")
    if not site:
        said = "SITREP_URL is not set: links bear the address that each request came to, and no mail can be sent."
        return Finding("address", "look", said)
    if settings.secure_cookies and not is_safe:
        said = f"SITREP_SECURE_COOKIES is true and {site} is not HTTPS: no browser would stay signed in."
        return Finding("address", "wrong", said)
    if is_safe and not settings.secure_cookies:
        return Finding("address", "look", f"{site} is HTTPS: set SITREP_SECURE_COOKIES=true.")
    return Finding("address", "right", site)


def database(settings: Settings) -> Iterator[Finding]:
    """Whether it can be reached and has our tables; with SQLite the disk below it too, else its clock."""
    try:
        writer, reader = make_engines(settings.url)
    except (UnfitAddress, OSError) as unfit:
        yield Finding("database", "wrong", str(unfit))
        return
    where = writer.url.render_as_string(hide_password=True)
    is_embedded = writer.dialect.name == "sqlite"
    try:
        yield tables(reader, where, is_embedded=is_embedded)
        if is_embedded:
            yield from disk(Path(make_url(settings.url).database or ".").parent)
        else:
            yield clock(reader)
    except sa.exc.SQLAlchemyError as fault:
        yield Finding("database", "wrong", f"{where} cannot be used ({type(fault).__name__}).")
    finally:
        writer.dispose()
        reader.dispose()


def tables(engine: sa.Engine, where: str, *, is_embedded: bool) -> Finding:
    """Whether its tables are those that this release reads."""
    if is_new(engine):
        do = "`sitrep serve` makes the tables" if is_embedded else "run `sitrep migrate`"
        return Finding("database", "look", f"{where} is empty: {do}.")
    if not is_up_to_date(engine):
        do = "`sitrep serve` copies it, and brings it up to date" if is_embedded else "run `sitrep migrate`"
        return Finding("database", "look", f"{where} is at revision {revision_of(engine)}, not the newest: {do}.")
    return Finding("database", "right", where)


def disk(folder: Path) -> Iterator[Finding]:
    """Whether the folder of the SQLite file can be written, has room, and lies on a disk of this machine."""
    kind = file_system_of(folder)
    if kind in ON_THE_NETWORK:
        said = f"{folder} lies on {kind}, a file system of another machine, where SQLite's locks cannot be trusted."
        yield Finding("disk", "wrong", f"{said} Use a disk of this machine, or PostgreSQL.")
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"written")
            os.fsync(file.fileno())
    except OSError as fault:
        yield Finding("disk", "wrong", f"{folder} cannot be written ({fault.strerror}).")
        return
    free = shutil.disk_usage(folder).free
    verdict: Verdict = "right" if free >= LITTLE else "look" if free >= TOO_LITTLE else "wrong"
    yield Finding("disk", verdict, f"{free / GIGABYTE:.1f} GB are free below {folder}.")


def file_system_of(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """The kind of file system that a folder lies on; "" where the machine does not say."""
    try:
        lines = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return ""
    here = folder.resolve()
    found = [(at, kind) for _, at, kind, *_ in lines if here.is_relative_to(at.replace("\\040", " "))]
    return max(found, key=lambda one: len(one[0]), default=("", ""))[1]


def clock(engine: sa.Engine) -> Finding:
    """Whether the database's clock and this machine's agree."""
    with engine.connect() as connection:
        there = connection.execute(sa.select(sa.func.now())).scalar_one()
    apart = abs((datetime.now(UTC) - there).total_seconds())
    said = f"the database's clock and this machine's are {apart:.0f} s apart"
    return Finding("clock", "right" if apart <= AWRY else "wrong", f"{said}.")


def zone() -> Finding:
    """What time it is here: times are kept in UTC, and shown in each player's own zone."""
    here = datetime.now().astimezone()
    said = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC, which is {here:%H:%M} {here.tzname()} here"
    return Finding("time", "right", f"{said}. Clocks go by UTC, so keep this machine's right by NTP.")


def games() -> Finding:
    """Which games are on offer, and from where those come that are not ours."""
    try:
        found = on_offer()
    except UnfitPackage as unfit:
        return Finding("games", "wrong", str(unfit))
    named = (f"{name} (from {game.info.package})" if game.info.package else name for name, game in found.items())
    return Finding("games", "right", ", ".join(named))


def mail(settings: Settings) -> Iterator[Finding]:
    """Whether mails go out and come in; nothing is sent."""
    if not settings.mail_out:
        yield Finding("mail", "look", "none is sent: SITREP_URL, SITREP_MAIL_OUT and SITREP_MAIL_FROM are not all set.")
        return
    from service.mailing import mailbox, outgoing  # loaded for servers that send mail alone

    server = MailServer.at(settings.mail_out)
    try:
        yield Finding("mail", "right", f"{server.host}: {outgoing.check(server)}")
    except outgoing.NotSent as fault:
        yield Finding("mail", "wrong", f"{server.host}: {fault.said}")
    door = MailDoor.at(settings.mail_in) if settings.mail_in else None
    if door is not None and door.is_mailbox:
        try:
            yield Finding("answers", "right", f"{door.host}: {mailbox.check(door)}")
        except mailbox.NotOpened as fault:
            yield Finding("answers", "wrong", f"{door.host}: {fault.said}")
