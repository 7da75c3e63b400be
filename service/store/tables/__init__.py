"""The tables. What is read back by code alone (positions, pictures, events, reports, orders) is text from the codec."""

from __future__ import annotations

from service.store.tables.accounts import Account, BrowserSession, Enrolment, HouseBound, Knock, OneTimeLink, Token
from service.store.tables.columns import METADATA, Json, Moment
from service.store.tables.matches import (
    Answer,
    Arbiter,
    Coaching,
    Invitation,
    JournalEntry,
    KeptData,
    LogEntry,
    Match,
    Moderator,
    ModeratorChoice,
    Offer,
    Opening,
    Pulse,
    QueuedOrders,
    Seat,
    SeatChange,
    SeatShown,
    Sheet,
    Wish,
)
from service.store.tables.notices import NOTICE_ONCE, ONCE, ArrivedMail, Channel, ChannelMatch, LostWay, Notice
from service.store.tables.processes import Lease, ListeningRight
from service.store.tables.talk import Message, PrivateNote, TalkBox

__all__ = [
    "METADATA",
    "NOTICE_ONCE",
    "ONCE",
    "Account",
    "Answer",
    "Arbiter",
    "ArrivedMail",
    "BrowserSession",
    "Channel",
    "ChannelMatch",
    "Coaching",
    "Enrolment",
    "HouseBound",
    "Invitation",
    "JournalEntry",
    "Json",
    "KeptData",
    "Knock",
    "Lease",
    "ListeningRight",
    "LogEntry",
    "LostWay",
    "Match",
    "Message",
    "Moderator",
    "ModeratorChoice",
    "Moment",
    "Notice",
    "Offer",
    "OneTimeLink",
    "Opening",
    "PrivateNote",
    "Pulse",
    "QueuedOrders",
    "Seat",
    "SeatChange",
    "SeatShown",
    "Sheet",
    "TalkBox",
    "Token",
    "Wish",
]
