"""Opening a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from service.engine import umpire
from service.engine.dice import Dice, Seeds
from service.engine.game import AnyGame
from service.engine.options import Scalar
from service.engine.orders import Refusal
from service.engine.seats import Seat
from service.matches.account_names import as_written, key_of, tidy
from service.matches.accounts import make_guest, seat_link
from service.matches.clock_terms import checked_terms
from service.matches.context import AtSeat, Context, hashed
from service.matches.credentials import Account
from service.matches.dice_proof import server_share
from service.matches.errors import Malformed, TooMany
from service.matches.rulebooks import rules_refuse
from service.matches.who_sits import BOT_ACCOUNT
from service.store import MatchFacts, SavedAccount
from service.store.clocks import ClockTerms
from service.store.notices import MODERATOR

PRACTICE_ACCOUNT = "practice"
MATCH_NAME_LENGTHS = range(61)


@dataclass(frozen=True)
class Opened:
    """A match just opened: the seats its opener holds, and the secret of an invitation to each other, shown once."""

    match_id: str
    seats: tuple[Seat, ...]
    invitations: dict[Seat, str] = field(default_factory=dict)


Opponent = Literal["invitation", "anybody", "computer", "practice"]
"""Who plays against whoever opens a match: who is invited, whoever of the server comes, the computer, or themselves."""
TAKES_THE_OTHERS = {
    "invitation": "the person you invite takes another", "anybody": "whoever comes takes another",
    "computer": "the computer takes the others",
}  # fmt: skip


def open_match(
    context: Context,
    account: Account,
    game: str,
    scenario: str,
    *,
    seat: Seat | None = None,
    options: Mapping[str, Scalar] | None = None,
    opponent: Opponent | None = None,
    name: str = "",
    client_address: str | None = None,
    rematch_of: str | None = None,
    talk: bool = True,
    clock: ClockTerms | None = None,
    arbiter: str = "",
    moderator: str = "",
    is_new: bool = False,
) -> Opened:
    """Open a match and take one seat of it or, for practice, all.

    The other seats are free, each with an invitation, or the computer takes them; for `anybody` an account of the
    server that has a name may take them without. `rematch_of`: the match whose players find their seats
    kept in this one. With no `opponent` named it is for
    practice where no seat is named either, else by invitation. By its `name` players tell it from other matches of the
    same scenario. `arbiter`: the name of the account that is to rule when a time is over, where `clock` says so.
    `moderator`: the name of the account that is to see all of it and may put things right, if there is to be one.
    `is_new`: the account is a guest's that is made with the match, and not where that is refused.

    The seeds are drawn, and their commitments stand, before anybody else joins. `client_address` is where
    somebody asks for it from; the server itself asks from nowhere, and opens as many as it needs. Raises Malformed,
    RulesRefuse, TooOften, TooMany.
    """
    played = context.games.get(game)
    if played is None:
        raise Malformed([(["game"], "There is no such game on the shelf.")])
    if scenario not in played.info.scenarios:
        raise Malformed([(["scenario"], f"{played.info.title} has no such scenario.")])
    opponent = opponent or ("practice" if seat is None else "invitation")
    if opponent == "practice":
        seat = None
    elif seat is None:
        raise Malformed([(["seat"], f"Say which seat is yours; {TAKES_THE_OTHERS[opponent]}.")])
    if seat is not None and seat not in played.info.seats:
        raise Malformed([(["seat"], f"The seats of {played.info.title} are {', '.join(played.info.seats)}.")])
    name = tidy(name, MATCH_NAME_LENGTHS, "The name of a match")
    if client_address is not None:
        demand_room(context, account)
        context.rate_limits.admit("match", account.id)
        context.rate_limits.admit("match-from", client_address)
    if clock is not None and opponent not in ("invitation", "anybody"):
        raise Malformed([(["clock"], "Only a match with somebody else is played by the clock.")])
    agreed_time = checked_terms(clock, len(played.info.seats)).plain() if clock is not None else None
    rules = arbiter_named(context, account, arbiter, clock)
    if moderator and opponent not in ("invitation", "anybody"):
        raise Malformed([(["moderator"], "Only a match with somebody else has a moderator.")])
    moderates = official_named(context, account, moderator, "moderator") if moderator else None
    if moderates is not None and moderates == rules:
        raise Malformed([(["moderator"], "The arbiter is to see nothing of the match, so somebody else moderates it.")])
    terms = {**({} if talk else {"talk": False}), **({"clock": agreed_time} if agreed_time else {})}
    bot, alone = opponent == "computer", opponent in ("computer", "practice")
    chosen = agreed(played, options or {}, alone=alone)
    facts = MatchFacts(
        id=context.new_id(),
        game=played,
        scenario=scenario,
        options=chosen,
        rules_version=played.info.version,
        seeds=Seeds(context.secret(32), context.secret(32), played.info.scenarios[scenario].turns),
        opened_by=account.id,
        opened_at=context.clock(),
        name=name,
        rematch_of=rematch_of,
        terms=terms,
    )
    try:
        opening = context.store.codec(played).opening(played.open(scenario, chosen))
        given = [server_share(context, facts.id, held) for held in given_shares(played, seat, bot=bot)]
        dice = Dice(facts.id, facts.seeds)
        outcome = umpire.open_match(played, scenario, dice, chosen, shares=given if alone else ())
    except Refusal as refusal:
        raise rules_refuse(played, refusal) from None
    if not alone:  # where the first turn begins at once, their share is not in its dice before they can bring their own
        for made in given:
            made.change(outcome.state)
            outcome.journal.append(made)
    mine = played.info.seats if seat is None else (seat,)
    others = [other for other in played.info.seats if other not in mine]
    invitations = {} if bot else {other: context.new_token() for other in others}
    holders = {**dict.fromkeys(others if bot else (), BOT_ACCOUNT), **dict.fromkeys(mine, account.id)}
    with context.store.work() as work:
        if bot and work.accounts.by_id(BOT_ACCOUNT) is None:
            work.accounts.add(SavedAccount(BOT_ACCOUNT, None, None), None, context.clock())
        if is_new:
            work.accounts.add(SavedAccount(account.id, None, None), None, context.clock())
        work.matches.open(facts, opening, outcome, holders)
        for other, token in invitations.items():
            work.accounts.invite(hashed(token), facts.id, other, context.clock())
        if rules is not None:
            work.agreements.name_arbiter(facts.id, rules)
            work.notices.tell_arbiter(facts.id, "consent", context.clock())
        if moderates is not None:
            work.moderators.name(facts.id, moderates, context.clock())
            work.notices.tell_moderator(moderates, facts.id, "consent", context.clock(), MODERATOR)
        if opponent == "anybody":
            work.agreements.set_for_anybody(facts.id, others, open_=True)
    return Opened(facts.id, mine, invitations)


def demand_room(context: Context, account: Account) -> None:
    """Whether the account may open one more match, by what it knows: those that it has opened and plays. TooMany."""
    most = context.most.guest_matches if account.name is None else context.most.matches
    with context.store.look() as look:
        going_on = look.matches.opened_and_going_on(account.id)
    if going_on >= most:
        hint = ", or sign up to have more" if account.name is None and context.lets_anybody_sign_up else ""
        raise TooMany(
            f"Of the matches that you have opened, {most} may be in progress at a time. Play one to its end{hint}."
        )


def arbiter_named(context: Context, account: Account, name: str, clock: ClockTerms | None) -> str | None:
    """The account of the arbiter whom the opener names, where one is to rule when a time is over. Raises Malformed."""
    if clock is None or clock.over != "arbiter":
        if name:
            raise Malformed([(["arbiter"], "An arbiter rules only where that was agreed for the end of a time.")])
        return None
    return official_named(context, account, name, "arbiter")


def official_named(context: Context, account: Account, name: str, what: str) -> str:
    """The account, other than the opener's, that is to be arbiter or moderator. Raises Malformed."""
    with context.store.look() as look:
        found = look.accounts.by_name(key_of(as_written(name))) if name else None
    if found is None:
        raise Malformed([([what], f"Name the account of this server that is to be the {what}, by its name.")])
    if found.id == account.id:
        raise Malformed([([what], f"The {what} is somebody who has no seat in the match.")])
    return found.id


def given_shares(game: AnyGame, seat: Seat | None, *, bot: bool) -> Sequence[Seat]:
    """The seats for which the server makes a share of the dice when a match is opened.

    Against the computer, which begins at once, the player's own would always come too late to take the place of one
    that the server has made: so their seat has none until they bring it, or orders from a page without script.
    """
    if seat is None:
        return game.info.seats
    return [other for other in game.info.seats if other != seat] if bot else (seat,)


def agreed(game: AnyGame, chosen: Mapping[str, Scalar], *, alone: bool) -> dict[str, Scalar]:
    """What a match is opened with; `alone` against oneself or the computer, some options are otherwise. Malformed."""
    check_options(game, chosen)
    instead = {name: option.alone for name, option in game.info.options.items() if option.alone is not None}
    return {**(instead if alone else {}), **chosen}


def check_options(game: AnyGame, chosen: Mapping[str, Scalar]) -> None:
    """Whether a match of a game may be opened with these options. Raises Malformed."""
    for name, value in chosen.items():
        option = game.info.options.get(name)
        if option is None:
            known = f"it has {', '.join(game.info.options)}" if game.info.options else "it has none"
            raise Malformed([(["options"], f"{game.info.title} has no such option; {known}.")])
        if value not in option.values or type(value) not in map(type, option.values):
            raise Malformed([(["options", name], f"It may be {' or '.join(map(str, option.values))}.")])


def practice_scenario(context: Context) -> tuple[str, str]:
    """What a server lets its visitors practise: the first game on its shelf, by its first scenario."""
    name, game = next(iter(context.games.items()))
    return name, next(iter(game.info.scenarios))


def practice_links(context: Context, game: str, scenario: str) -> dict[Seat, str]:
    """A link to each seat of the server's own practice match, which is opened where none still goes on."""
    with context.store.look() as look:
        known = look.accounts.by_id(PRACTICE_ACCOUNT)
        held = look.matches.seats_of(PRACTICE_ACCOUNT)
    account = Account(PRACTICE_ACCOUNT, None) if known else make_guest(context, PRACTICE_ACCOUNT)
    like = (game, scenario, context.games[game].data_id)
    going_on = (one.match_id for one in held if (one.game, one.scenario, one.data) == like and not one.ended)
    match_id = next(going_on, None) or open_match(context, account, game, scenario).match_id
    return {seat: seat_link(context, AtSeat(match_id, seat, account.id)) for seat in context.games[game].info.seats}
