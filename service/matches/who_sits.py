"""Who sits at a match, who else has to do with it, and what those may know of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from service.engine.facts import running
from service.engine.options import Scalar
from service.engine.seats import Seat
from service.matches.context import AtSeat, Context
from service.matches.credentials import Account
from service.matches.errors import NotFound
from service.matches.talk import talks
from service.store import HeldSeat, MatchFacts, Work
from service.store.clocks import ClockTerms

BOT_ACCOUNT = "bot"


@dataclass(frozen=True)
class SeatHolder:
    """Who sits at a seat: somebody with a name, a guest, the server's bot, or an account that is "gone".

    A guest's name may be others' too. `bot`: whoever has the account says that a program plays with it.
    """

    kind: Literal["named", "guest", "computer", "gone"]
    name: str | None
    bot: bool = False

    def __str__(self) -> str:
        if self.kind == "gone":
            return "Somebody who has left"
        if self.kind == "guest":
            return f"{self.name} (guest)" if self.name else "A guest"
        return f"{self.name} (a bot)" if self.bot else self.name or "The computer"

    @property
    def within(self) -> str:
        """The same within a sentence."""
        return str(self) if self.name else running(str(self))


@dataclass(frozen=True)
class Official:
    """Who was named arbiter or moderator of a match, and whether they have agreed to be."""

    who: SeatHolder
    agreed: bool


@dataclass(frozen=True)
class MatchCard:
    """What those who have to do with a match may know of it: what it was opened with, which seats are held, by whom."""

    match_id: str
    game: str
    title: str
    scenario: str
    name: str
    opened_by: SeatHolder
    opened_at: datetime
    options: dict[str, Scalar]
    rules_version: str
    seats: dict[Seat, bool]
    holders: dict[Seat, SeatHolder | None]
    mine: tuple[Seat, ...]
    together: tuple[Seat, ...]
    data: str
    commitments: tuple[str, str]
    for_anybody: tuple[Seat, ...]
    """The free seats that anybody of the server who has a name may take."""
    left: tuple[Seat, ...]
    """The free seats that somebody has held: they are had by invitation alone."""
    invited: tuple[Seat, ...]
    """The free seats for which somebody has been given an invitation, or may have been."""
    talk: bool
    """Whether the sides may talk to each other."""
    clock: ClockTerms | None
    """What was agreed of time."""
    arbiter: Official | None
    moderator: Official | None
    deletable: bool
    """Whether the reader may delete it: they have opened it, a seat is free, and nobody else holds one."""


@dataclass(frozen=True)
class Company:
    """Who sits at each seat of a match, as all who sit there may know.

    `together` are the seats that one account holds, where it holds more than one: whoever has it sees what each of them
    sees. `by_link`: who asks came by a link to the seat of somebody else, who sees and may order what they do.
    """

    match_id: str
    seat: Seat
    holders: dict[Seat, SeatHolder | None]
    together: tuple[Seat, ...]
    by_link: bool


def matches_of(context: Context, account: Account, *, asked: bool = False) -> list[HeldSeat]:
    """The seats that an account holds, newest match first; or only those that wait for its word."""
    with context.store.look() as look:
        return look.matches.seats_of(account.id, asked=asked)


def seated_with(context: Context, held: Sequence[HeldSeat]) -> dict[str, dict[Seat, SeatHolder | None]]:
    """Who sits at each match of a list, by match and seat, as all who sit there may know."""
    with context.store.look() as look:
        return {
            match_id: {seat: holder_of(look, holder) for seat, holder in look.matches.holders(match_id).items()}
            for match_id in dict.fromkeys(one.match_id for one in held)
        }


def match_card(context: Context, account: Account, match_id: str) -> MatchCard:
    """A match, to those who sit at it or opened it. Raises NotFound to anybody else."""
    with context.store.look() as look:
        facts = look.matches.facts(match_id)
        holders = look.matches.holders(match_id)
        named = _named(look, facts, holders) if facts else {}
        opener = holder_of(look, facts.opened_by) if facts else None
        anybody = look.agreements.for_anybody(match_id)
        arbiter, moderator = named_arbiter(look, match_id), named_moderator(look, match_id)
        left = tuple(seat for seat, held in holders.items() if held is None and look.seatings.was_held(match_id, seat))
        asked = look.accounts.seats_invited_to(match_id)
    if facts is None or opener is None or account.id not in (facts.opened_by, *holders.values()):
        raise NotFound()
    return MatchCard(
        match_id=facts.id,
        game=facts.game.info.name,
        title=facts.game.info.title,
        scenario=facts.scenario,
        name=facts.name,
        opened_by=opener,
        opened_at=facts.opened_at,
        options=facts.options,
        rules_version=facts.rules_version,
        seats={seat: holders[seat] is not None for seat in facts.game.info.seats},
        holders=named,
        mine=tuple(seat for seat in facts.game.info.seats if holders[seat] == account.id),
        together=held_together(facts.game.info.seats, holders),
        data=facts.game.data_id,
        commitments=facts.seeds.commitments(),
        for_anybody=anybody,
        left=left,
        invited=tuple(seat for seat, held in holders.items() if held is None and seat in asked),
        talk=talks(facts.terms),
        clock=ClockTerms.of(facts.terms),
        arbiter=arbiter,
        moderator=moderator,
        deletable=facts.opened_by == account.id and {None} <= set(holders.values()) <= {None, account.id},
    )


def company(context: Context, at: AtSeat) -> Company:
    """With whom this seat plays. Raises NotFound."""
    with context.store.look() as look:
        return company_in(look, at)


def company_in(look: Work, at: AtSeat) -> Company:
    """The same, within a transaction."""
    facts = look.matches.facts(at.match_id)
    if facts is None:
        raise NotFound()
    holders = look.matches.holders(at.match_id)
    named = _named(look, facts, holders)
    return Company(at.match_id, at.seat, named, held_together(facts.game.info.seats, holders), at.by_link)


def held_together(seats: Sequence[Seat], holders: Mapping[Seat, str | None]) -> tuple[Seat, ...]:
    """The seats that one account holds, where it holds more than one."""
    often = Counter(account for account in holders.values() if account is not None)
    return tuple(seat for seat in seats if often[holders[seat] or ""] > 1)


def _named(look: Work, facts: MatchFacts, holders: Mapping[Seat, str | None]) -> dict[Seat, SeatHolder | None]:
    return {seat: holder_of(look, holders[seat]) for seat in facts.game.info.seats}


def holder_of(look: Work, account_id: str | None) -> SeatHolder | None:
    """Who sits at a seat that an account holds; None where nobody does."""
    if account_id is None:
        return None
    if account_id == BOT_ACCOUNT:
        return SeatHolder("computer", None)
    account = look.accounts.by_id(account_id)
    if account is not None and account.left_at is not None:
        return SeatHolder("gone", None)
    if account is None or account.name is None:
        return SeatHolder("guest", (account.called if account else "") or None)
    return SeatHolder("named", account.name, account.bot)


def named_arbiter(look: Work, match_id: str) -> Official | None:
    """Who was named arbiter of a match, where they have not said no."""
    saved = look.agreements.arbiter(match_id)
    if saved is None or saved.declined_at is not None:
        return None
    who = holder_of(look, saved.account_id)
    return Official(who, saved.agreed_at is not None) if who is not None else None


def named_moderator(look: Work, match_id: str) -> Official | None:
    """Who moderates a match, or was named and is to agree; None where nobody does now."""
    saved = look.moderators.now(match_id)
    who = holder_of(look, saved.account_id) if saved is not None else None
    return Official(who, saved.agreed_at is not None) if saved is not None and who is not None else None
