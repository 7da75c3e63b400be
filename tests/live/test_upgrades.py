"""A server of an earlier release is brought up to this one as docs/running.md says, behind nginx with TLS, and goes on.

On SQLite and on PostgreSQL: what was begun is played on, whoever lost a password or a browser comes back by the owner's
page and by a command, and after the database was started anew orders are taken again. `.ci/with-upgrades` installs the
earlier releases.
"""

from __future__ import annotations

import os
import re
import shutil
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from service.release import release
from tests.live.test_proxies import certified, free_ports, nginx, running, wait_until_it_listens
from tests.machine import ROOT
from tests.service_fixtures import PATIENCE

pytestmark = pytest.mark.upgrades
RELEASES = ROOT / ".tools" / "releases"
"""Here `.ci/with-upgrades` has put a virtual environment for each earlier release."""
OF_0_1_0 = "bd8a5a54"
"""The commit of release 0.1.0; a clone may come without tags."""
PASSWORD = "a long password"
GAME = {"game": "ndc", "scenario": "kaltenbach", "seat": "US", "opponent": "people"}
OWNER_LINK = re.compile(r"(/sign-up/\S+)$", re.MULTILINE)
SHOWN = re.compile(r'value="https://[^/"]+(/(?:sign-up|password|way-in)/[^"]+)"')
PRINTED = re.compile(r"^https://[^/]+(/(?:password|way-in)/\S+)$", re.MULTILINE)


@dataclass
class Cluster:
    """A PostgreSQL server of our own, which can be started anew."""

    folder: Path
    port: int
    programs: Path = field(default_factory=lambda: max(Path("/usr/lib/postgresql").glob("*/bin")))

    @property
    def address(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *said: str) -> None:
        """As a user who is not root, whom the server refuses."""
        user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] if os.geteuid() == 0 else []
        subprocess.run([*user, str(self.programs / program), *said], check=True, capture_output=True, cwd=self.folder)

    def start(self) -> None:
        options = f"-F -k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1"
        self.run("pg_ctl", "-D", "data", "-w", "-l", "log", "-o", options, "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", "data", "-m", "fast", "-w", "stop")


@pytest.fixture
def cluster(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    folder = Path(subprocess.check_output(["mktemp", "-d", "/tmp/sitrep-upgrade.XXXXXX"], text=True).strip())
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    made = Cluster(folder, free_ports(1)[0])
    made.run("initdb", "-D", "data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-N")
    made.start()
    yield made
    made.stop()
    shutil.rmtree(folder)


@dataclass
class Place:
    """A server behind nginx: its settings and ports, whichever release serves."""

    folder: Path
    inside: int
    outside: int
    trust: ssl.SSLContext
    settings: Mapping[str, str]
    open_browsers: ExitStack = field(default_factory=ExitStack)

    def program(self, which: str) -> list[str]:
        """The command of an earlier release, or of this tree."""
        return [sys.executable, "-m", "service"] if which == "this" else [str(RELEASES / which / "bin" / "sitrep")]

    def command(self, which: str, *said: str) -> str:
        """What a command of this server prints."""
        environment = {**os.environ, **self.settings, **path_of(which)}
        done = subprocess.run([*self.program(which), *said], cwd=self.folder, env=environment, capture_output=True)
        assert done.returncode == 0, (said, done.stdout, done.stderr)
        return done.stdout.decode()

    @contextmanager
    def served(self, which: str) -> Iterator[Path]:
        """The server, while it serves; the file of what it says."""
        with running(
            [*self.program(which), "serve", "--port", str(self.inside)], self.folder, **self.settings, **path_of(which)
        ) as said:
            wait_until_it_listens(self.inside, said)
            self.wait_until_ready()
            yield said

    def wait_until_ready(self) -> None:
        """Wait until it is this process that may serve, and the database answers."""
        deadline = time.monotonic() + PATIENCE
        asks = self.browser()
        while asks.get("/readyz").status_code != 200:
            assert time.monotonic() < deadline, asks.get("/readyz").text
            time.sleep(0.1)

    def browser(self) -> httpx.Client:
        """Somebody without a cookie."""
        made = httpx.Client(
            base_url=f"https://localhost:{self.outside}", verify=self.trust, timeout=PATIENCE, follow_redirects=True
        )
        return self.open_browsers.enter_context(made)

    def signed_in(self, name: str, password: str = PASSWORD) -> httpx.Client:
        browser = self.browser()
        answer = browser.post("/sign-in", data={"name": name, "password": password})
        assert answer.status_code == 200, answer.text
        assert browser.get("/account").status_code == 200
        return browser


def path_of(which: str) -> dict[str, str]:
    """Where Python looks first: for an earlier release nowhere else than in its own packages."""
    return {"PYTHONPATH": str(ROOT) if which == "this" else ""}


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    """nginx stands before it all the time, by the example of docs/serving."""
    inside, outside, plain = free_ports(3)
    program = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert program, "nginx is not here; `.ci/with-proxies` installs it"
    trust = certified(tmp_path)
    settings = {
        "SITREP_DATA": str(tmp_path / "data"), "HOME": str(tmp_path), "PYTHONUNBUFFERED": "1", "DATABASE_URL": "",
        "SITREP_URL": f"https://localhost:{outside}", "SITREP_SECURE_COOKIES": "true", "SITREP_BOTS": "false",
    }  # fmt: skip
    with running(nginx(program, tmp_path, inside, outside, plain), tmp_path, HOME=str(tmp_path)) as proxy:
        wait_until_it_listens(outside, proxy)
        made = Place(tmp_path, inside, outside, trust, settings)
        with made.open_browsers:
            yield made


# ---- what people do


def link_on(answer: httpx.Response) -> str:
    """The link that a page of the owner shows."""
    found = SHOWN.search(answer.text)
    assert answer.status_code == 200 and found, answer.text
    return found[1]


def printed_link(said: str) -> str:
    """The link that a command prints, which is whole."""
    found = PRINTED.search(said)
    assert found, said
    return found[1]


def seat_path(match_id: str, seat: str) -> str:
    return f"/api/v1/matches/{match_id}/seats/{seat}"


def closed(browser: httpx.Client, match_id: str, seat: str) -> None:
    """Close the step at which this seat is asked, and see that the match moves on."""
    path = seat_path(match_id, seat)
    view = browser.get(f"{path}/view")
    assert view.status_code == 200, view.text
    stood = view.json()["where"]
    sent = browser.post(f"{path}/orders", json=[{"kind": "done"}], headers={"If-Match": view.headers["etag"]})
    assert sent.status_code == 202, sent.text
    deadline = time.monotonic() + PATIENCE
    while browser.get(f"{path}/view").json()["where"] == stood:
        assert time.monotonic() < deadline, "nothing came of it"
        time.sleep(0.1)


@dataclass
class People:
    """Who plays: `anna` and `ben` in one match, `anna` and a guest in another; each in a browser of their own."""

    olga: httpx.Client
    anna: httpx.Client
    ben: httpx.Client
    guest: httpx.Client
    with_ben: str
    with_guest: str

    def asked(self, match_id: str) -> tuple[httpx.Client, str]:
        """Whose turn it is, once what was sent has been worked."""
        other = self.ben if match_id == self.with_ben else self.guest
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for browser, seat in ((self.anna, "US"), (other, "Soviet")):
                if browser.get(f"{seat_path(match_id, seat)}/view").json()["where"]["asked"]:
                    return browser, seat
            time.sleep(0.1)
        raise AssertionError("nobody is asked")

    def play(self, match_id: str) -> None:
        """Whoever is asked closes a step."""
        browser, seat = self.asked(match_id)
        closed(browser, match_id, seat)

    def versions(self) -> list[int]:
        """How much each seat was told."""
        seats = [(self.anna, self.with_ben, "US"), (self.ben, self.with_ben, "Soviet"),
                 (self.anna, self.with_guest, "US"), (self.guest, self.with_guest, "Soviet")]  # fmt: skip
        views = [browser.get(f"{seat_path(match, seat)}/view") for browser, match, seat in seats]
        return [int(view.json()["version"]) for view in views]

    def told(self, match_id: str) -> list[str]:
        """What was done with the seats of a match, as Anna reads it."""
        return [one["kind"] for one in self.anna.get(f"{seat_path(match_id, 'US')}/seat-changes").json()]


def begun(place: Place, said: Path) -> People:
    """An owner, two members by links of hers, a guest by an invitation, and two matches in which a step was played."""
    olga = place.browser()
    set_up = OWNER_LINK.search(said.read_text())
    assert set_up, said.read_text()
    olga.post(set_up[1], data={"name": "Olga", "password": PASSWORD})
    members = []
    for name in ("Anna", "Ben"):
        member = place.browser()
        link = link_on(olga.post("/account/sign-up-links"))
        assert member.post(link, data={"name": name, "password": PASSWORD}).status_code == 200
        members.append(member)
    anna, ben = members
    opened = [opened_by(anna) for _ in range(2)]
    with_ben, with_guest = (one["match_id"] for one in opened)
    taken = ben.post(seat_path(with_ben, "Soviet"), json={"invitation": opened[0]["invitations"]["Soviet"]})
    assert taken.status_code == 200, taken.text
    guest = place.browser()
    invited = f"/invitations/{opened[1]['invitations']['Soviet']}"
    assert guest.get(invited).status_code == 200
    assert guest.post(invited, data={"called": "Gus"}).status_code == 200
    people = People(olga, anna, ben, guest, with_ben, with_guest)
    for match in (with_ben, with_guest):
        people.play(match)
        people.asked(match)
    return people


def opened_by(browser: httpx.Client) -> Any:
    """A match that this browser's account opens, by whatever form the release has for it."""
    asked = GAME
    answer = browser.post("/api/v1/matches", json=asked)
    if answer.status_code == 422:
        asked = {name: value for name, value in GAME.items() if name != "opponent"}
        answer = browser.post("/api/v1/matches", json=asked)
    assert answer.status_code == 201, answer.text
    return answer.json()


# ---- the trial


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
@pytest.mark.parametrize("before", ["7c6f1ea", OF_0_1_0])
def test_a_house_of_an_earlier_release_goes_on(
    before: str, database: str, place: Place, request: pytest.FixtureRequest
):
    cluster: Cluster | None = request.getfixturevalue("cluster") if database == "postgresql" else None
    if cluster is not None:
        place.settings = {**place.settings, "DATABASE_URL": cluster.address}
        place.command(before, "migrate")
    with place.served(before) as said:
        people = begun(place, said)
        was = people.versions()
    updated(place, cluster, behind=before == "7c6f1ea")
    with place.served("this"):
        assert people.olga.get("/api/v1/version").json() == {"release": release()}
        assert f"Sitrep {release()}" in people.anna.get("/").text
        told_of_rules(people, was, newer=before == "7c6f1ea")
        for match in (people.with_ben, people.with_guest):
            people.play(match)
        a_password_is_got_back(place, people)
        a_guest_is_let_back(place, people)
        if cluster is not None:
            cluster.stop()
            cluster.start()
            place.wait_until_ready()
        for match in (people.with_ben, people.with_guest):
            people.play(match)
        assert "  rules " in place.command("this", "matches")
        file = place.folder / "taken along.json"
        place.command("this", "export", people.with_ben, str(file), "--seat", "US")
        assert place.command("this", "verify", str(file))


def told_of_rules(people: People, was: list[int], *, newer: bool) -> None:
    """Everybody has what they were told before; and where the rules are newer by now, one entry more that says so."""
    assert people.versions() == [version + newer for version in was]
    if newer:
        path = f"{seat_path(people.with_ben, 'US')}/log?after={was[0]}"
        [entry] = people.anna.get(path).json()["entries"]
        assert "version" in entry["text"] and "rules" in entry["text"], entry


def updated(place: Place, cluster: Cluster | None, *, behind: bool) -> None:
    """The server is stopped; the steps of docs/running.md, *Updating*, the copy among them.

    `behind`: the release before has other tables, so that a SQLite file has to be copied.
    """
    if cluster is not None:
        copy = place.folder / "before.dump"
        subprocess.run(["pg_dump", "--format", "custom", "--file", str(copy), cluster.address], check=True)
        assert copy.stat().st_size > 0
    said = place.command("this", "migrate")
    if cluster is None and (behind or "earlier release" in said):
        [copy] = (place.folder / "data").glob("sitrep.db.before-*")
        assert str(copy) in said and copy.stat().st_mode & 0o077 == 0
    checked = place.command("this", "check")
    assert "wrong" not in checked.split(), checked


def a_password_is_got_back(place: Place, people: People) -> None:
    """Ben's: by a link of the owner's page, and by one of the command line. Both sides are told of it."""
    before = people.told(people.with_ben)
    for number, by in enumerate(("page", "command")):
        if by == "page":
            link = link_on(people.olga.post("/account/house/password-links", data={"name": "Ben"}))
        else:
            link = printed_link(place.command("this", "password", "Ben"))
        new = f"{PASSWORD} of another kind {number}"
        browser = place.browser()
        assert browser.get(link).status_code == 200
        assert browser.post(link, data={"password": new}).status_code == 200
        assert people.ben.get(f"{seat_path(people.with_ben, 'Soviet')}/view").status_code == 401
        people.ben = place.signed_in("Ben", new)
        assert browser.get(link).status_code == 404, "it works once"
    assert people.told(people.with_ben)[len(before) :] == ["password-link", "password-set"] * 2


def a_guest_is_let_back(place: Place, people: People) -> None:
    """Gus has lost their cookies: by a link of the owner's page, and by one of the command line."""
    before = people.told(people.with_guest)
    asked = {"do": "way-in", "match": people.with_guest, "seat": "Soviet"}
    for by in ("page", "command"):
        if by == "page":
            link = link_on(people.olga.post("/account/house/matches", data=asked))
        else:
            link = printed_link(place.command("this", "way-in", people.with_guest, "Soviet"))
        old, people.guest = people.guest, place.browser()
        assert people.guest.get(link).status_code == 200
        assert people.guest.post(link).status_code == 200
        assert people.guest.get(f"/matches/{people.with_guest}/Soviet").status_code == 200
        assert old.get(f"{seat_path(people.with_guest, 'Soviet')}/view").status_code == 401
    assert people.told(people.with_guest)[len(before) :] == ["link-made", "link-used"] * 2
