"""The one command: it serves, says where, and has a practice match ready."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from service.app import context_for, create_app
from service.cli import cli, config_of, main, open_listener, say_where
from service.matches import Context, make_account, practice_links
from service.settings import Settings
from tests.client import TestClient
from tests.service_fixtures import PATIENCE

ADDRESS = re.compile(r"^http://127\.0\.0\.1:\d+$", re.MULTILINE)
OWNER = {"name": "Anna", "password": "a long password"}
SET_UP = re.compile(r"http://127\.0\.0\.1:\d+/sign-up/\S+$", re.MULTILINE)
get, post = (partial(ask, timeout=PATIENCE, verify=False) for ask in (httpx.get, httpx.post))
LINK = re.compile(r"http://127\.0\.0\.1:\d+/seat/\S+$", re.MULTILINE)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """What `sitrep serve` prints, once it answers; then it is asked to stop, and has to."""
    said = folder / "said.txt"
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "service", "serve"],
            stdout=out,
            stderr=subprocess.STDOUT,
            env={**os.environ, "SITREP_DATA": str(folder / "data"), "DATABASE_URL": ""},
        )
        try:
            deadline = time.monotonic() + PATIENCE
            while len(LINK.findall(said.read_text())) < 3:
                assert process.poll() is None and time.monotonic() < deadline, said.read_text()
                time.sleep(0.05)
            yield said.read_text()
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) in (0, -signal.SIGTERM), said.read_text()


def test_it_prints_its_address_and_a_link_for_each_seat_and_keeps_the_match(tmp_path: Path, capsys):
    with served(tmp_path) as said:
        [address] = ADDRESS.findall(said)
        links = LINK.findall(said)
        assert len(links) == 3 and all(link.startswith(address) for link in links)
        assert get(f"{address}/api/v1/games").json()[0]["name"] == "ndc"
        first = get(links[0]).headers["location"]
        [set_up] = SET_UP.findall(said)
        assert post(f"{address}/sign-up", data=OWNER).status_code == 403
        assert post(set_up, data=OWNER).status_code == 303
    settings = Settings(data=tmp_path / "data", database_url=None)
    context = context_for(settings)
    say_where(context, address)
    said = capsys.readouterr().out
    assert not SET_UP.findall(said)
    with TestClient(create_app(settings, context)) as client:
        assert client.get(LINK.findall(said)[0], follow_redirects=False).headers["location"] == first


@pytest.mark.parametrize(
    ("options", "environment", "said"),
    [(("--port", "{port}"), {}, "--port names it"), ((), {"SITREP_PORT": "{port}"}, "SITREP_PORT names it")],
)
def test_the_next_free_port_is_taken_unless_one_was_asked_for(
    tmp_path: Path, options: tuple[str, ...], environment: dict[str, str], said: str
):
    """Whatever stands in front of the server knows one port alone, so a port that was set is that or none."""
    taken = open_listener("127.0.0.1", 18_000)
    port = taken.getsockname()[1]
    other = open_listener("127.0.0.1", port)
    assert other.getsockname()[1] > port
    set_ = {name: value.format(port=port) for name, value in environment.items()}
    command = ["serve", *(one.format(port=port) for one in options)]
    result = CliRunner().invoke(cli, command, env={"SITREP_DATA": str(tmp_path), "DATABASE_URL": "", **set_})
    assert result.exit_code == 1, result.output
    assert f"Port {port} of 127.0.0.1 cannot be listened at: address already in use. {said}" in result.output
    taken.close()
    other.close()


def test_the_help_of_serve_says_where_all_is_kept_and_which_settings_there_are():
    said = CliRunner().invoke(cli, ["serve", "--help"]).output
    assert all(word in said for word in ("SITREP_DATA", "SITREP_DATABASE_URL", "SITREP_PORT", "docs/settings.md"))


def test_a_house_that_knows_its_address_prints_whole_links(tmp_path: Path, capsys, monkeypatch):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("SITREP_DATA", str(tmp_path))
    monkeypatch.setenv("SITREP_URL", "https://sitrep.example")
    settings = Settings()
    context = context_for(settings)
    context.store.migrate()
    say_where(context, settings.site)
    set_up, *seats = re.findall(r"https://sitrep\.example/(\S+)", capsys.readouterr().out)
    assert set_up.startswith("sign-up/") and len(seats) == 3 and all(one.startswith("seat/") for one in seats)
    make_account(context, "Anna", "a long password", link=set_up.removeprefix("sign-up/"))
    context.store.close()

    def told(*command: str, code: int = 0) -> str:
        result = CliRunner().invoke(cli, command)
        assert result.exit_code == code, result.output
        return result.output

    assert "https://sitrep.example/sign-up/" in told("invite")
    assert "https://sitrep.example/password/" in told("password", "Anna")
    assert "Anna  the owner" in told("accounts")
    assert "That is the owner's account." in told("block", "Anna", code=1)
    assert "no match with the id nothing" in told("archive", "nothing", code=1)
    assert "no match with the id nothing" in told("way-in", "nothing", "US", code=1)
    practice = told("matches").splitlines()[0].split()[0]
    assert "No guest sits at this seat" in told("way-in", practice, "US", code=1)
    assert "has no seat us. Its seats are" in told("way-in", practice, "us", code=1)
    assert "Nobody here has the name Ben." in told("block", "Ben", code=1)
    assert "Nothing is asked under the id 1." in told("decline", "1", code=1)
    told("bound", "sign-in", "5 per minute")
    assert "sign-in: 5 per minute" in told("bounds") and "set here" in told("bounds")
    assert "It is written as `10 per minute`." in told("bound", "sign-in", "seldom", code=1)
    assert "There is no bound pace." in told("bound", "pace", "1", code=1)
    told("bound", "sign-in")
    assert "set here" not in told("bounds")


@pytest.mark.parametrize("command", ["init", "migrate"])
def test_the_tables_can_be_made_beforehand(tmp_path: Path, command: str):
    result = CliRunner().invoke(cli, [command], env={"SITREP_DATA": str(tmp_path / "new")})
    assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "sitrep.db").is_file()


def test_settings_come_from_the_environment(monkeypatch, tmp_path: Path):
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("SITREP_DATA", str(tmp_path))
    assert Settings().url == f"sqlite:///{tmp_path}/sitrep.db"
    monkeypatch.setenv("DATABASE_URL", "postgresql+psycopg://elsewhere/sitrep")
    assert Settings().url == "postgresql+psycopg://elsewhere/sitrep"


@pytest.mark.parametrize("secure", [True, False])
def test_behind_https_cookies_travel_by_it_alone(tmp_path: Path, secure: bool):
    settings = Settings(data=tmp_path, database_url=None, secure_cookies=secure)
    context = context_for(settings)
    context.store.migrate()
    link = practice_links(context, "ndc", "kaltenbach")["US"]
    with TestClient(create_app(settings, context)) as client:
        cookie = client.get(f"/seat/{link}", follow_redirects=False).headers["set-cookie"]
    assert ("; secure" in cookie.lower()) is secure


@pytest.mark.parametrize(("proxies", "last"), [("10.0.0.0/8", 401), ("127.0.0.1,::1", 429)])
def test_a_trusted_proxy_says_for_whom_it_asks(tmp_path: Path, proxies: str, last: int):
    """Behind one that is not named, all who sign in share the limit of its address."""
    settings = Settings(
        data=tmp_path, database_url=None, trusted_proxies=proxies, limits={"sign-in-from": "1 per hour"}
    )
    context = context_for(settings)
    context.store.migrate()
    config = config_of(settings, context)
    config.load()
    with TestClient(config.loaded_app, client=("10.0.0.9", 1)) as client:
        statuses = [
            client.post("/api/v1/tokens", json=OWNER, headers={"X-Forwarded-For": address}).status_code
            for address in ("192.0.2.1", "192.0.2.2")
        ]
    assert statuses == [401, last]


def test_the_release_stands_in_the_api_in_the_foot_of_pages_and_on_the_command_line(context: Context):
    version = re.search(r'^version = "(.+)"$', Path("pyproject.toml").read_text(), re.MULTILINE)
    assert version is not None
    with TestClient(create_app(Settings(), context)) as client:
        assert client.get("/api/v1/version").json() == {"release": version[1]}
        assert f'<footer class="page-foot">Sitrep {version[1]}</footer>' in client.get("/").text
    assert CliRunner().invoke(cli, ["--version"]).output == f"Sitrep {version[1]}\n"


def test_changelog_has_the_release_or_what_comes_after_it_and_says_what_an_operator_must_do():
    """A commit between two releases is of the next one, `.dev0`, and what it brings stands under Unreleased."""
    version = re.search(r'^version = "(.+)"$', Path("pyproject.toml").read_text(), re.MULTILINE)
    headings = re.findall(r"^## \[(.+)\](?: - \d{4}-\d\d-\d\d)?$", Path("CHANGELOG.md").read_text(), re.MULTILINE)
    assert version is not None
    first = "Unreleased" if version[1].endswith(".dev0") else version[1]
    assert headings[0] == first
    sections = Path("CHANGELOG.md").read_text().split("\n## [")[1:]
    assert all("### What an operator must do" in one for one in sections)


def test_a_setting_that_takes_what_is_not_installed_says_which_extra_it_is(tmp_path: Path, monkeypatch, capsys):
    """Whatever is called so elsewhere is not ours: an extra is installed from the tree."""
    monkeypatch.setitem(sys.modules, "service.mailing.pushes", None)
    for name, value in (
        ("SITREP_DATA", str(tmp_path)), ("DATABASE_URL", ""), ("SITREP_PUSH_KEY", "any"),
        ("SITREP_URL", "https://sitrep.example"),
    ):  # fmt: skip
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "argv", ["sitrep", "accounts"])
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == "SITREP_PUSH_KEY takes the extra `push`: in the tree of Sitrep, pip install '.[push]'."
