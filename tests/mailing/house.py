"""The server whose mails the tests read, and the mail of a turn as it sends it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from service.mail import MailHouse
from service.matches.mail_addresses import Wishes
from service.matches.mail_texts import MailText, mail_text
from service.matches.notices import Mailing
from service.store import NoticeKind, SavedChannel, SavedNotice
from tests.kept import MATCH, Played

HOUSE = MailHouse("https://sitrep.example", "Sitrep", "sitrep@sitrep.example")
MORNING = datetime(2026, 11, 23, 9, tzinfo=UTC)
ONE = SavedChannel(
    id="c" * 16, account_id="", match_id="", seat="", address="anna@mail.example", secret=b"x" * 32, made_at=MORNING,
    confirmed_at=MORNING, bounced_at=None, paused_at=None, paused_why="", **vars(Wishes()),
)  # fmt: skip


def letter(played: Played, seat: str, up_to_entry: int, *, since: int = 0, kind: NoticeKind = "asked") -> MailText:
    """The mail that tells a seat of its log up to an entry."""
    notice = SavedNotice(
        number=1, channel_id=ONE.id, match_id=MATCH, seat=seat, kind=kind, up_to_entry=up_to_entry,
        answer_by=MORNING + timedelta(hours=5), made_at=MORNING, due=MORNING, tries=0, id="i" * 16, dated=MORNING,
        form="letter", zone="Europe/Paris", after="", since=since, over_at=None, sent=False, said="",
        about="", aside="", up_to_message=0, sheet_version=0,
    )  # fmt: skip
    return mail_text(replace(played.context, mail=HOUSE), Mailing(notice, ONE, (notice,)))
