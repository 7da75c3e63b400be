"""A server that is told of a mail server sends by it; one that is told of none starts nothing and says nothing."""

from __future__ import annotations

import ssl
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest
from aiosmtpd.smtp import AuthResult
from pydantic import ValidationError
from typer.testing import CliRunner

from service import cli, matches
from service.app import create_app
from service.mail import MailDoor, MailServer
from service.mailing import outgoing
from service.mailing.lmtp import LmtpDoor
from service.mailing.mails import a_test
from service.matches import SESSION_COOKIE, Account, Context, mail_addresses
from service.matches.context import MailboxLooks
from service.matches.mail_addresses import AddressOwner, Wishes
from service.matches.map_pictures import DrawsMap
from service.settings import Settings
from tests.client import TestClient
from tests.mailing.conftest import MailBox, mail_taken
from tests.mailing.house import HOUSE
from tests.mailing.imap import PASSWORD, USER, mailbox
from tests.service_fixtures import PATIENCE
from web.games.pictures import map_picture

MAIL = {"site": "https://sitrep.example/", "mail_from": "Sitrep <sitrep@sitrep.example>"}
WORD = "fifteen-herons"


def threads() -> set[str]:
    return {thread.name for thread in threading.enumerate()}


def test_a_served_house_sends_by_a_thread_of_its_own(
    settings: Settings, context: Context, mail_server: tuple[MailBox, MailServer]
):
    box, server = mail_server
    box.taken.clear()
    told = Settings(database_url=settings.database_url, mail_out=f"smtp://127.0.0.1:{server.port}", **MAIL)  # type: ignore[arg-type]
    assert told.mail == HOUSE
    context = replace(context, mail=told.mail)
    anna = matches.make_account(context, "Anna", WORD)
    with TestClient(create_app(told, context)):
        assert {"MailSender", "WebSender"} <= threads()
        mail_addresses.put_channel(context, AddressOwner(anna.id), "anna@mail.example", Wishes())
        box.wait_for(1)
    deadline = time.monotonic() + PATIENCE
    while not {"MailSender", "WebSender"}.isdisjoint(threads()):
        assert time.monotonic() < deadline, "the sender goes on after its server"
        time.sleep(0.01)
    assert box.taken[0].recipient == "anna@mail.example"


def test_a_house_without_settings_starts_nothing_and_says_nothing(
    settings: Settings, context: Context, capsys: pytest.CaptureFixture[str]
):
    with TestClient(create_app(settings, context)) as client:
        assert {"MailSender", "WebSender"}.isdisjoint(threads())
        assert client.get("/").status_code == 200
        opened = matches.open_match(context, matches.make_guest(context), "toy", "yard")
    with context.store.look() as look:
        assert look.notices.queue().waiting == 0, opened
    assert not any("mail" in said for said in capsys.readouterr())


@pytest.mark.parametrize(
    "wrong",
    [
        {"mail_out": "smtp://localhost"}, {"mail_out": "smtp://localhost", "mail_from": "a@b.example"},
        {**MAIL, "mail_out": "http://mail.example"}, {**MAIL, "mail_out": "smtp://anna:word@mail.example"},
        {**MAIL, "mail_out": "smtp://localhost", "mail_from": "nobody"}, {"site": "sitrep.example"},
        {**MAIL, "mail_out": "smtp://localhost", "mail_reply": "orders+{token}@sitrep.example"},
        {**MAIL, "mail_out": "smtp://localhost", "mail_in": "lmtp://127.0.0.1:8024"},
        {"mail_reply": "orders+{token}@sitrep.example", "mail_in": "lmtp://127.0.0.1:8024"},
        {**MAIL, "mail_out": "smtp://localhost", "mail_reply": "orders@sitrep.example", "mail_in": "lmtp://127.0.0.1:1"},
        {**MAIL, "mail_out": "smtp://localhost", "mail_reply": "o+{token}@a.example", "mail_in": "lmtp://10.0.0.1:24"},
        {**MAIL, "mail_reply": "o+{token}@a.example", "mail_in": "imap://user:word@mail.example"},
        {**MAIL, "mail_reply": "o+{token}@a.example", "mail_in": "imaps://mail.example"},
        {**MAIL, "mail_reply": "o+{token}@a.example", "mail_in": 'imaps://user:word@mail.example/a%22b'},
    ],
)  # fmt: skip
def test_half_a_setting_is_refused(wrong: dict[str, str]):
    with pytest.raises(ValidationError) as refused:
        Settings(**wrong)  # type: ignore[arg-type]
    assert "word@" not in str(refused.value), "a password stands in no log"


def test_an_address_of_a_mail_server_is_read_whole():
    assert MailServer.at("smtps://anna%40b:w%2Fo@mail.example") == MailServer(
        "smtps", "mail.example", 465, "anna@b", "w/o"
    )
    assert MailServer.at("smtp+starttls://mail.example").port == 587
    assert MailDoor.at("imaps://anna%40b:w%2Fo@mail.example/The%20house") == MailDoor(
        "imaps", "mail.example", 993, "anna@b", "w/o", "The house"
    )
    assert not MailDoor.at("lmtp://localhost:8024").is_mailbox
    assert "w/o" not in repr(MailServer.at("smtps://anna:w%2Fo@mail.example"))


def signed_in(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
    login, password = (getattr(data, name) for name in ("login", "password"))
    return AuthResult(success=(login, password) == (b"sitrep", WORD.encode()), handled=False)


@pytest.fixture
def known(certificate: tuple[Path, Path]) -> ssl.SSLContext:
    found = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    found.load_cert_chain(*certificate)
    return found


def test_a_mail_goes_over_tls_and_signed_in(
    known: ssl.SSLContext, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    box, mail = MailBox(), a_test(HOUSE, "anna@mail.example")
    with mail_taken(box, tls_context=known, require_starttls=True, authenticator=signed_in, auth_required=True) as port:
        server = MailServer("smtp+starttls", "localhost", port, "sitrep", WORD)
        with pytest.raises(outgoing.NotSent, match="535") as refused:
            outgoing.hand_over(replace(server, password="guessed"), mail)
        assert not refused.value.for_good, "it is no fault of the address"
        assert outgoing.check(server).startswith("250")
        assert not box.taken
        assert outgoing.hand_over(server, mail) == "250 2.0.0 Ok: queued as 1"


def test_a_server_that_cannot_show_who_it_is_gets_nothing(
    known: ssl.SSLContext, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
):
    box, mail = MailBox(), a_test(HOUSE, "anna@mail.example")
    with mail_taken(box, over=known) as port:
        server = MailServer("smtps", "localhost", port)
        with pytest.raises(outgoing.NotSent, match="not safe") as refused:
            outgoing.hand_over(server, mail)
        assert not refused.value.for_good
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert outgoing.hand_over(server, mail) == "250 2.0.0 Ok: queued as 1"


def test_a_server_that_is_away_is_said_to_be(anna: Account, mail_server: tuple[MailBox, MailServer]):
    with pytest.raises(outgoing.NotSent, match="cannot be reached"):
        outgoing.check(MailServer("smtp", "127.0.0.1", 1))


def test_the_operator_tries_the_mail_by_a_command(
    mail_server: tuple[MailBox, MailServer], monkeypatch: pytest.MonkeyPatch
):
    box, server = mail_server
    box.taken.clear()
    run = CliRunner()
    assert run.invoke(cli.cli, ["mail", "check"]).exit_code == 1
    monkeypatch.setenv("SITREP_URL", MAIL["site"])
    monkeypatch.setenv("SITREP_MAIL_FROM", MAIL["mail_from"])
    monkeypatch.setenv("SITREP_MAIL_OUT", f"smtp://127.0.0.1:{server.port}")
    assert "250" in run.invoke(cli.cli, ["mail", "check"]).output and not box.taken
    assert run.invoke(cli.cli, ["mail", "check", "--to", "anna@mail.example"]).exit_code == 0
    assert [mail.recipient for mail in box.taken] == ["anna@mail.example"]


def test_the_operator_tries_where_mails_come_in_too(
    context: Context, mail_server: tuple[MailBox, MailServer], monkeypatch: pytest.MonkeyPatch
) -> None:
    run = CliRunner()
    monkeypatch.setenv("SITREP_URL", MAIL["site"])
    monkeypatch.setenv("SITREP_MAIL_FROM", MAIL["mail_from"])
    monkeypatch.setenv("SITREP_MAIL_OUT", f"smtp://127.0.0.1:{mail_server[1].port}")
    monkeypatch.setenv("SITREP_MAIL_REPLY", "orders+{token}@sitrep.example")
    door = LmtpDoor(replace(context, mail=HOUSE), "127.0.0.1", 0)
    door.start()
    monkeypatch.setenv("SITREP_MAIL_IN", f"lmtp://127.0.0.1:{door.port}")
    said = run.invoke(cli.cli, ["mail", "check"])
    door.stop()
    assert said.exit_code == 0 and f"answers come in at port {door.port}" in said.output
    assert "nobody listens" in run.invoke(cli.cli, ["mail", "check"]).output
    with mailbox() as box:
        monkeypatch.setenv("SITREP_MAIL_IN", f"imap://{USER}:{PASSWORD}@127.0.0.1:{box.port}")
        assert "signed in; 0 new in INBOX" in run.invoke(cli.cli, ["mail", "check"]).output
        monkeypatch.setenv("SITREP_MAIL_IN", f"imap://{USER}:guessed@127.0.0.1:{box.port}")
        said = run.invoke(cli.cli, ["mail", "check"])
    assert said.exit_code == 1 and "no such user" in said.output and "guessed" not in said.output


def test_the_owner_sees_how_mails_go_and_nobody_s_password(
    settings: Settings, context: Context, mail_server: tuple[MailBox, MailServer]
) -> None:
    told = Settings(
        database_url=settings.database_url, mail_out=f"smtp://127.0.0.1:{mail_server[1].port}",
        mail_reply="orders+{token}@sitrep.example", mail_in="imaps://anna:word@mail.example", **MAIL,
    )  # type: ignore[arg-type]  # fmt: skip
    context = replace(context, mail=told.mail, looks=MailboxLooks(fault="It is shut."))
    owner = matches.make_account(context, "Olga", WORD)
    with context.store.work() as work:
        work.accounts.make_owner(owner.id)
    page = owner_s_page(settings, context, owner)
    goes_out = f"smtp://127.0.0.1:{mail_server[1].port}"
    assert all(said in page for said in ("imaps://mail.example:993", goes_out, "orders+{token}@", "It is shut."))
    assert "anna:word" not in page


@pytest.mark.parametrize(
    ("drawer", "said"), [(None, "do not go with them"), (map_picture, "go with them for whoever asks for them")]
)
def test_the_owner_sees_whether_maps_go_with_mails(
    drawer: DrawsMap | None, said: str, settings: Settings, context: Context
) -> None:
    context = replace(context, mail=HOUSE, draw_map=drawer)
    owner = matches.make_account(context, "Olga", WORD)
    with context.store.work() as work:
        work.accounts.make_owner(owner.id)
    assert f"<dt>Maps</dt><dd>{said}</dd>" in owner_s_page(settings, context, owner)


def owner_s_page(settings: Settings, context: Context, owner: Account) -> str:
    """The page of the server, as its owner has it."""
    with TestClient(create_app(settings, context)) as client:
        client.cookies.set(SESSION_COOKIE, matches.open_session(context, owner.id))
        return str(client.get("/account/house").text)
