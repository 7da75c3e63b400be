"""What whoever keeps a server reads and writes of it: who is blocked, how matches stand, and which bounds are set.

Of a match that goes on it says no more than the owner's page may: nothing of its position, its logs or its players.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import delete, func, update
from sqlmodel import col, select

from service.store import tables
from service.store.unit import Records

_a, _m, _s, _j = tables.Account, tables.Match, tables.Seat, tables.JournalEntry


class KeptAccount(NamedTuple):
    """An account with a name, and since when it is blocked, if it is."""

    name: str
    made_at: datetime
    owner: bool
    blocked_at: datetime | None


class KeptMatch(NamedTuple):
    """How a match stands. `rules`: the version that it was last worked by. `due_since`: when the first of those who
    are asked now was asked. `ended_at`: when the last was written of one that is over.
    """

    id: str
    game: str
    scenario: str
    opened_at: datetime
    opened_by: str
    stopped: bool
    paused: bool
    rules: str
    due_since: datetime | None
    ended_at: datetime | None


class Keeping(Records):
    """The server, within one unit of work of whoever keeps it."""

    # ---- accounts

    def accounts(self) -> list[KeptAccount]:
        """Every account with a name, in their order."""
        rows = self.session.execute(
            select(_a.name, _a.made_at, _a.owner, _a.blocked_at).where(col(_a.name).is_not(None)).order_by(col(_a.name))
        )
        return [KeptAccount(*row) for row in rows]

    def block(self, account_id: str, at: datetime | None) -> bool:
        """Block an account, or with None let it in again; whether that changes anything."""
        as_now = col(_a.blocked_at).is_(None) if at is not None else col(_a.blocked_at).is_not(None)
        found = self.session.execute(
            update(_a)
            .where(col(_a.id) == account_id, as_now)
            .values(blocked_at=at)
            .execution_options(synchronize_session=False)
        )
        return bool(getattr(found, "rowcount", 0))

    def is_blocked(self, account_id: str) -> bool:
        """Whether an account is blocked."""
        found = select(_a.id).where(_a.id == account_id, col(_a.blocked_at).is_not(None))
        return self.session.exec(found).first() is not None

    def sits_beside(self, account_id: str, other_id: str) -> bool:
        """Whether an account has a part in a match that goes on and in which the other one sits."""
        theirs = select(_s.match_id).where(_s.account_id == other_id, col(_s.ended).is_(False))
        return any(self.has_part(account_id, match_id) for match_id in self.session.exec(theirs))

    def has_part(self, account_id: str, match_id: str) -> bool:
        """Whether an account sits at a match, or was ever shown what one of its seats knows."""
        w = tables.SeatShown
        shown = select(w.seat).where(w.match_id == match_id, w.account_id == account_id)
        sits = select(_s.seat).where(_s.match_id == match_id, _s.account_id == account_id)
        return any(self.session.exec(query).first() is not None for query in (sits, shown))

    # ---- matches

    def matches(self) -> list[KeptMatch]:
        """Every match, newest first."""
        due = select(func.min(_s.asked_at)).where(_s.match_id == _m.id, col(_s.asked), col(_s.ended).is_(False))
        goes_on = select(func.count()).where(_s.match_id == _m.id, col(_s.ended).is_(False))
        columns: Any = (
            _m.id, _m.game, _m.scenario, _m.opened_at, _m.opened_by, _m.stopped_at, _m.paused_at,
            _m.rules_version, _j.rules_version, _j.at, due.scalar_subquery(), goes_on.scalar_subquery(),
        )  # fmt: skip
        last = (col(_j.match_id) == col(_m.id)) & (col(_j.number) == col(_m.journal_length))
        query: Any = select(*columns).join(_j, last, isouter=True).order_by(col(_m.opened_at).desc(), col(_m.id))
        return [
            KeptMatch(
                id, game, scenario, opened_at, opened_by, stopped is not None, paused is not None, last or first,
                due_since if going_on else None, None if going_on else at or opened_at,
            )
            for id, game, scenario, opened_at, opened_by, stopped, paused, first, last, at, due_since, going_on
            in self.session.execute(query)
        ]  # fmt: skip

    def sits_at(self, account_id: str) -> dict[str, datetime | None]:
        """The matches at which an account sits, each with since when it is asked there."""
        rows = self.session.exec(
            select(_s.match_id, _s.asked, _s.asked_at).where(_s.account_id == account_id, col(_s.ended).is_(False))
        )
        found = dict[str, datetime | None]()
        for match_id, asked, asked_at in rows:
            found[match_id] = min(
                (one for one in (found.get(match_id), asked_at if asked else None) if one), default=None
            )
        return found

    # ---- how the server does

    def counted(self, before: datetime) -> tuple[int, int, int]:
        """How many matches go on, how many have stopped, and how many lists wait since earlier than this moment."""
        q = tables.QueuedOrders
        going_on = select(func.count(func.distinct(_s.match_id))).where(col(_s.ended).is_(False))
        stopped = select(func.count()).where(col(_m.stopped_at).is_not(None))
        overdue = select(func.count()).where(
            col(q.at) < before, col(q.match_id).in_(select(_m.id).where(col(_m.stopped_at).is_(None)))
        )
        first, second, third = (self.session.exec(query).one() for query in (going_on, stopped, overdue))
        return first, second, third

    def clock_apart(self) -> float:
        """Seconds between the database's clock and this machine's; none where it is a file of our own."""
        if self.session.get_bind().dialect.name == "sqlite":
            return 0.0
        there: datetime = self.session.execute(select(func.clock_timestamp())).scalar_one()
        return abs((datetime.now(UTC) - there).total_seconds())

    # ---- what commands did beside the process that serves

    def knock(self, *, match_id: str = "", account_id: str = "") -> None:
        """Note that something was done at a match, or ended by which one is signed in to an account; else that a bound
        was set.
        """
        self.session.add(tables.Knock(match_id=match_id, account_id=account_id))
        self.session.flush()

    def is_knocked(self) -> bool:
        """Whether something was noted."""
        return self.session.exec(select(tables.Knock.id).limit(1)).first() is not None

    def answered_knocks(self) -> list[tuple[str, str]]:
        """The matches and accounts that were noted, in order, which are noted no more."""
        found = list(self.session.exec(select(tables.Knock).order_by(col(tables.Knock.id))))
        self.session.execute(delete(tables.Knock).where(col(tables.Knock.id).in_([one.id for one in found])))
        return [(one.match_id, one.account_id) for one in found]

    # ---- bounds

    def bounds(self) -> dict[str, str]:
        """The bounds that are set on the owner's page."""
        rows = self.session.exec(select(tables.HouseBound))
        return {row.name: row.value for row in rows}

    def set_bound(self, name: str, value: str | None) -> None:
        """Set a bound; with None it is as in the settings."""
        if value is None:
            self.session.execute(delete(tables.HouseBound).where(col(tables.HouseBound.name) == name))
        else:
            self.session.merge(tables.HouseBound(name=name, value=value))
