"""Where settings come from, and what `sitrep check` finds."""

from __future__ import annotations

import os
from collections import namedtuple
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic import command
from pydantic_settings import SettingsError
from typer.testing import CliRunner

from service import checks
from service.app import context_for
from service.cli import cli
from service.settings import Settings, settings_here
from service.store.migrate import config_for, revision_of, revisions


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The server is run in a folder of its own, with nothing set."""
    monkeypatch.chdir(tmp_path)
    for name in [*os.environ]:
        if name.startswith("SITREP_") or name in ("DATABASE_URL", "WEB_CONCURRENCY"):
            monkeypatch.delenv(name)
    return tmp_path


def test_a_file_holds_what_nobody_is_to_see_in_the_environment(monkeypatch: pytest.MonkeyPatch, folder: Path):
    (folder / "token").write_text("open sesame\n")
    monkeypatch.setenv("SITREP_METRICS_TOKEN_FILE", str(folder / "token"))
    assert settings_here().metrics_token == "open sesame"

    monkeypatch.setenv("SITREP_METRICS_TOKEN", "another")
    with pytest.raises(SettingsError, match="SITREP_METRICS_TOKEN and SITREP_METRICS_TOKEN_FILE are both set"):
        settings_here()


def test_a_file_that_is_not_there_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SITREP_URL_FILE", "/nowhere/url")
    with pytest.raises(SettingsError, match=r"SITREP_URL_FILE: /nowhere/url cannot be read"):
        settings_here()


def test_the_environment_goes_before_files_and_those_before_the_list_of_this_folder(
    monkeypatch: pytest.MonkeyPatch, folder: Path
):
    (folder / "log").write_text("error")
    (folder / ".env").write_text("SITREP_PORT=8100\nSITREP_HOST=::1\nSITREP_LOG_FILE=log\nOTHERS=too\n")
    monkeypatch.setenv("SITREP_PORT", "8200")
    here = settings_here()
    assert (here.port, here.host, here.log) == (8200, "::1", "error")


@pytest.mark.parametrize("where", ["environment", ".env"])
def test_a_misspelt_name_is_told_with_the_one_that_is_nearest(
    monkeypatch: pytest.MonkeyPatch, folder: Path, where: str
):
    if where == ".env":
        (folder / ".env").write_text("SITREP_MAIL_FORM=a@b.example\n")
    else:
        monkeypatch.setenv("SITREP_MAIL_FORM", "a@b.example")
    monkeypatch.setenv("SITREP_TOKEN", "of a bot")
    result = CliRunner().invoke(cli, ["check"])
    assert str(result.exception) == "SITREP_MAIL_FORM is no setting; did you mean SITREP_MAIL_FROM?"


def test_a_house_of_which_nothing_is_set_is_looked_through():
    result = CliRunner().invoke(cli, ["check"])
    assert result.exit_code == 0, result.output
    told = [line.split(":")[0].split() for line in result.output.splitlines()]
    assert told == [
        ["look", "address"],
        ["look", "database"],
        ["right", "disk"],
        ["look", "mail"],
        ["right", "time"],
        ["right", "games"],
    ]


@pytest.mark.parametrize(
    ("site", "secure", "verdict"),
    [
        ("https://sitrep.example", True, "right"), ("https://sitrep.example", False, "look"),
        ("http://sitrep.example", True, "wrong"), ("http://sitrep.example", False, "right"), ("", True, "look"),
    ],
)  # fmt: skip
def test_an_address_is_right_where_links_lead_here_and_cookies_come_back(site: str, secure: bool, verdict: str):
    assert checks.address(Settings(site=site, secure_cookies=secure)).verdict == verdict


def test_a_disk_without_room_and_one_of_another_machine_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch):
    mounts = folder / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nserver:/share {folder} nfs4 rw 0 0\n")
    assert checks.file_system_of(folder / "build", mounts) == "nfs4" and "nfs4" in checks.ON_THE_NETWORK
    assert checks.file_system_of(Path("/"), mounts) == "ext4" and checks.file_system_of(folder, folder / "none") == ""

    assert [one.verdict for one in checks.disk(folder)] == ["right"]
    monkeypatch.setattr(checks, "file_system_of", lambda _: "nfs4")
    assert [one.verdict for one in checks.disk(folder)] == ["wrong", "right"]


@pytest.mark.parametrize(("megabytes", "verdict"), [(50, "wrong"), (500, "look"), (5000, "right")])
def test_a_disk_that_is_nearly_full_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, megabytes: int, verdict: str
):
    usage = namedtuple("usage", "free")(megabytes * 1024**2)
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda _: usage)
    assert [one.verdict for one in checks.disk(folder)] == [verdict]


def test_a_mail_server_that_nobody_reaches_is_wrong_and_so_is_the_house(monkeypatch: pytest.MonkeyPatch):
    for name, value in (
        ("URL", "http://here.example"),
        ("MAIL_OUT", "smtp://127.0.0.1:9"),
        ("MAIL_FROM", "a@b.example"),
    ):
        monkeypatch.setenv(f"SITREP_{name}", value)
    result = CliRunner().invoke(cli, ["check"])
    assert result.exit_code == 1 and "wrong  mail: 127.0.0.1: " in result.output


def test_tables_of_an_earlier_release_are_copied_before_they_are_brought_up_to_date(folder: Path):
    """A match of then is in the copy, which is restored with the release of then."""
    context = context_for(Settings())
    command.upgrade(config_for(context.store.writer), "0026")
    context.store.close()
    assert "is at revision 0026, not the newest" in CliRunner().invoke(cli, ["check"]).output

    result = CliRunner().invoke(cli, ["migrate"])
    former = folder / "build" / "sitrep.db.before-0"
    assert result.exit_code == 0 and str(former) in result.output
    assert former.stat().st_mode & 0o077 == 0
    told = {path: sa.create_engine(f"sqlite:///{path}") for path in (former, folder / "build" / "sitrep.db")}
    assert [revision_of(engine) for engine in told.values()] == ["0026", revisions()[-1]]
    again = CliRunner().invoke(cli, ["migrate"])
    assert "before-" not in again.output and not (folder / "build" / "sitrep.db.before-1").exists()
