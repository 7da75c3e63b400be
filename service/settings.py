"""Settings, from the environment: each may be given as SITREP_ and its name in capitals."""

from __future__ import annotations

from email.utils import parseaddr
from pathlib import Path
from typing import Literal, Self

from limits import parse
from pydantic import AliasChoices, Field, field_validator, model_validator
from pydantic_settings import (
    BaseSettings,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
)

from service import cdn
from service.mail import ADDRESS, SITE, TOKEN, MailDoor, MailHouse, MailServer
from service.settings_sources import PREFIX, SecretFiles, strangers

Limited = Literal[
    "sign-in", "sign-in-from", "account", "name", "match", "match-from", "orders", "anytime", "socket", "talk", "mail"
]  # fmt: skip
"""What a limit is on; `running.md` says what each counts."""
ENV_FILE = ".env"


class Settings(BaseSettings):
    """What a server can be told. With nothing set it keeps its matches in `build/sitrep.db`."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX,
        env_file=None,
        extra="ignore",  # what `.env` holds for others
        populate_by_name=True,
        hide_input_in_errors=True,
    )

    data: Path = Path("build")
    """The folder of the SQLite file; made where it is not there."""

    database_url: str | None = Field(
        default=None, validation_alias=AliasChoices("SITREP_DATABASE_URL", "DATABASE_URL", "database_url")
    )
    """A database elsewhere, as `postgresql://user:password@host/name`. `DATABASE_URL` is taken too."""

    host: str = "127.0.0.1"
    """The address to listen at."""

    port: int = 8000
    """The port to listen at. Not set, the next free one from 8000 on is taken; set, that one or none."""

    trusted_proxies: str = "127.0.0.1,::1"
    """Who may say, by `X-Forwarded-For` and `X-Forwarded-Proto`, for whom they ask: addresses or networks by commas."""

    bots: bool = True
    """Whether the service plays the seats of the server's bot."""

    open_sign_up: bool = False
    """Whether anybody may sign up; else it takes a link from the owner."""

    secure_cookies: bool = False
    """True behind HTTPS: cookies then never travel without it."""

    body_limit: int = 256 * 1024
    """The largest request body, in bytes."""

    headers_within: float = Field(default=10.0, gt=0)
    """Seconds in which the headers of a request have to come; then the connection is closed."""

    body_within: float = Field(default=30.0, gt=0)
    """Seconds in which the body of a request has to come; then the answer is 408."""

    connections: int = Field(default=600, ge=1)
    """How many connections may be open, sockets among them; one more is closed at once."""

    connections_per_address: int = Field(default=100, ge=1)
    """The same for one address, without its sockets and but for the trusted proxies."""

    limits: dict[Limited, str] = {}
    """How often one may do what `running.md` lists, e.g. {"sign-in": "10 per minute"}."""

    matches_per_account: int = Field(default=50, ge=1)
    """How many matches that go on an account may have opened; those in which it was invited to a seat do not count."""

    matches_per_guest: int = Field(default=10, ge=1)
    """The same for a visitor without an account."""

    sockets_per_seat: int = Field(default=12, ge=1)
    """How many live sockets may be open at one seat; one more is closed with 1013."""

    sockets_per_account: int = Field(default=40, ge=1)
    """The same for all seats of an account."""

    sockets_per_address: int = Field(default=300, ge=1)
    """The same for all that come from one address."""

    lists_waiting_per_seat: int = Field(default=20, ge=1)
    """How many lists of orders of one seat may wait to be worked; one more is answered 429."""

    pace: float = Field(default=1.0, ge=0, le=60)
    """Seconds from taking orders to telling what came of them: more than it ever takes to work them."""

    cdn: str = cdn.OPEN
    """Where browsers load HTMX from: an address, or a folder here that holds the same files under the same paths."""

    log: Literal["debug", "info", "warning", "error"] = "warning"
    """How much is written to standard error, a line of JSON each; from `info` on a line for each request."""

    metrics_token: str = Field(default="", repr=False)
    """The bearer token with which Prometheus may read `/metrics`; without one there is no such page."""

    site: str = Field(default="", validation_alias=AliasChoices("SITREP_URL", "site"))
    """The address at which players reach this server, of which links in mails are made: `https://sitrep.example`."""

    mail_out: str = Field(default="", repr=False)
    """The server that takes mails: `smtps://user:password@host`, `smtp+starttls://user:password@host:587`, `smtp://host`."""

    mail_from: str = ""
    """Whom mails are from: `Sitrep <sitrep@example.org>`."""

    mail_reply: str = ""
    """Where mails are answered to, each at its own address: `orders+{token}@example.org`. Takes `SITREP_MAIL_IN`."""

    mail_in: str = Field(default="", repr=False)
    """Where mails come in: `lmtp://127.0.0.1:8024`, or a mailbox, `imaps://user:password@host/folder`."""

    mail_secret: str = Field(default="", repr=False)
    """A long random word that seals the addresses which take answers; another one ends all of them at once."""

    push_key: str = Field(default="", repr=False)
    """What signs that browsers are told, as `sitrep push-key` prints it. Takes the extra `push`, and HTTPS."""

    workers: int = Field(
        default=1, ge=1, le=64, validation_alias=AliasChoices("SITREP_WORKERS", "WEB_CONCURRENCY", "workers")
    )
    """How many processes serve here, on PostgreSQL; of a SQLite file one does."""

    lease: float = Field(default=6.0, ge=1, le=600)
    """Seconds after which a process that has gone without a word is replaced by the others on its database."""

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment before files that hold one secret each, and those before `.env`."""
        given = dict[str, str | None]()
        for source in (dotenv_settings, env_settings):
            given |= source.env_vars if isinstance(source, EnvSettingsSource) else {}
        return (init_settings, env_settings, SecretFiles(settings_cls, given), dotenv_settings)

    @field_validator("limits")
    @classmethod
    def limits_can_be_read(cls, limits: dict[Limited, str]) -> dict[Limited, str]:
        for limit in limits.values():
            parse(limit)
        return limits

    @field_validator("site")
    @classmethod
    def site_is_an_address(cls, site: str) -> str:
        if site and not SITE.fullmatch(site):
            raise ValueError("an address as `https://sitrep.example` is needed, without anything behind it")
        return site.rstrip("/")

    @field_validator("mail_out")
    @classmethod
    def mail_goes_out_so(cls, address: str) -> str:
        if address:
            MailServer.at(address)
        return address

    @field_validator("mail_from")
    @classmethod
    def mail_is_from_somebody(cls, sender: str) -> str:
        if sender and not ADDRESS.fullmatch(parseaddr(sender)[1]):
            raise ValueError("a mail address is needed, such as `Sitrep <sitrep@example.org>`")
        return sender

    @field_validator("mail_reply")
    @classmethod
    def mail_is_answered_to_a_token(cls, address: str) -> str:
        if address and (address.count(TOKEN) != 1 or not ADDRESS.fullmatch(address.replace(TOKEN, "a" * 32))):
            raise ValueError(f"a mail address with {TOKEN} in it is needed, such as `orders+{TOKEN}@example.org`")
        return address

    @field_validator("mail_in")
    @classmethod
    def mail_comes_in_so(cls, address: str) -> str:
        if address:
            MailDoor.at(address)
        return address

    @model_validator(mode="after")
    def mail_is_whole(self) -> Self:
        """Mails take all three, and none of them alone does anything but `SITREP_URL`."""
        if bool(self.mail_out) != bool(self.mail_from) or (self.mail_out and not self.site):
            raise ValueError(
                "mails take SITREP_URL, SITREP_MAIL_OUT and SITREP_MAIL_FROM, all three or none of the last"
            )
        if bool(self.mail_in) != bool(self.mail_reply) or (self.mail_in and not self.mail_out):
            raise ValueError("answers take SITREP_MAIL_REPLY and SITREP_MAIL_IN, both or none, and mails that go out")
        return self

    @field_validator("cdn")
    @classmethod
    def cdn_is_there(cls, place: str) -> str:
        cdn.cdn_at(place)
        return place

    @property
    def port_is_set(self) -> bool:
        """Whether the port was named: then what stands in front of the server knows that one alone."""
        return "port" in self.model_fields_set

    @property
    def mail(self) -> MailHouse | None:
        """What mails of this server bear; None where it sends none."""
        if not self.mail_out:
            return None
        return MailHouse(
            self.site, *parseaddr(self.mail_from), self.mail_reply, self.mail_secret,
            goes_out=MailServer.at(self.mail_out).in_words,
            comes_in=MailDoor.at(self.mail_in).in_words if self.mail_in else "",
        )  # fmt: skip

    @property
    def is_embedded(self) -> bool:
        """Whether the server keeps its matches in a SQLite file."""
        return not self.database_url or self.database_url.startswith("sqlite")

    @property
    def url(self) -> str:
        """The database to use; for SQLite the folder is made."""
        if self.database_url:
            return self.database_url
        self.data.mkdir(parents=True, exist_ok=True)
        return f"sqlite:///{(self.data / 'sitrep.db').resolve()}"


def settings_here() -> Settings:
    """The settings of the server that is run here, `.env` in this folder among them.

    Raises SettingsError for a variable that begins like a setting and is none, so that nothing misspelt goes unseen.
    """
    if found := list(strangers(Settings, ENV_FILE)):
        raise SettingsError("\n".join(found))
    return Settings(_env_file=ENV_FILE)  # type: ignore[call-arg]  # pydantic-settings takes it beside the fields
