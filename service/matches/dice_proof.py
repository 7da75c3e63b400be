"""The dice on trial: each seat's share of them, their proof as far as a seat has come, and a match as a file.

What a seat is shown of the dice changes only when the sequence of play tells it something, not when it gives orders,
but for one thing: that a seat has committed to its share, or has opened it, is public at once. The share itself is
shown when it is in the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from service.engine.dice import Scheme
from service.engine.dice_events import DiceRenewed, Rolled, ShareCommitted, ShareMade, ShareOpened, SharesMixed
from service.engine.events import Event
from service.engine.recording import Outcome
from service.engine.reports import LetterArrived
from service.engine.seats import Seat
from service.engine.shares import SHARE_BYTES, Maker, Share, commitment_to, may_open
from service.engine.state import duplicate
from service.matches.context import AtSeat, Context
from service.matches.errors import Busy, EntropyRefused, NotFound
from service.matches.reading import EVERY_ENTRY, seat_in
from service.store import MatchMovedOn, SavedSeat, Work

FORMAT = "sitrep-export/1"
MOST_TRIES = 5
SHARE_EVENTS = ("share-made", "share-committed", "share-opened", "shares-mixed")
ShareState = Literal["waiting", "committed", "opened", "in the dice", "left out"]


@dataclass(frozen=True)
class ShareLine:
    """One seat's share: who made it, and how far it has come; `entropy` is shown once it is in the dice.

    It is in them from `from_turn` on, of that turn's public rolls from `from_roll` on.
    """

    seat: Seat
    maker: Maker
    state: ShareState
    commitment: str
    entropy: str | None
    from_turn: int | None
    from_roll: int | None


@dataclass(frozen=True)
class Renewal:
    """Where a match left the first scheme: in this turn, after so many public rolls of it."""

    turn: int
    after: int


@dataclass(frozen=True)
class DiceSheet:
    """The proof of the dice, as far as a seat has come.

    `scheme` is the one with which the match was opened; one that was opened under the first is `renewed`, once.
    `chain` is S_0 and `hidden` is H(D), both published before anybody joined. `keys` holds, turn by turn, the keys of
    turns that are over: H("sitrep/chain", key of turn t) is the key of turn t - 1. `roots` are those that came with
    this seat's letters. `seed` is D and `chain_end` the chain's last key, after the end.
    """

    match_id: str
    seats: tuple[Seat, ...]
    turns: int
    scheme: Scheme
    renewed: Renewal | None
    chain: str
    hidden: str
    keys: dict[int, str]
    seed: str | None
    chain_end: str | None
    shares: tuple[ShareLine, ...]
    may_commit: bool
    may_open: bool
    rolls: tuple[Rolled, ...]
    roots: dict[int, str]


def dice(context: Context, at: AtSeat) -> DiceSheet:
    """Commitments, shares, keys, public rolls and roots."""
    with context.store.look() as look:
        return _sheet(look, seat_in(look, at))


def _sheet(look: Work, seat: SavedSeat) -> DiceSheet:
    facts, picture = seat.facts, seat.picture
    rolls = look.matches.public_rolls(facts.id, seat.game, seat.journal_seen)
    letters = look.matches.log(facts.id, seat.seat, seat.game, 0, EVERY_ENTRY, kind="letter-arrived")
    shares = _shares(look, seat)
    seeds = facts.seeds
    chain, hidden = seeds.commitments()
    over = picture.turn if picture.ended else picture.turn - 1
    own = shares.get(seat.seat)
    return DiceSheet(
        match_id=facts.id,
        seats=tuple(seat.game.info.seats),
        turns=seeds.turns,
        scheme=seeds.scheme,
        renewed=_renewed(look, seat),
        chain=chain,
        hidden=hidden,
        keys={turn: seeds.turn_key(turn).hex() for turn in range(1, min(over, seeds.turns) + 1)},
        seed=seeds.hidden.hex() if picture.ended else None,
        chain_end=seeds.chain_end.hex() if picture.ended else None,
        shares=tuple(_line(name, shares[name]) for name in seat.game.info.seats if name in shares),
        may_commit=_may_commit(own) and not picture.ended,
        may_open=_awaited(own) and may_open(shares, seat.game.info.seats) and not picture.ended,
        rolls=tuple(rolls),
        roots={one.report.number: one.report.root for one in letters if isinstance(one.report, LetterArrived)},
    )


def _shares(look: Work, seat: SavedSeat) -> dict[Seat, Share]:
    """The shares as this seat may know them: what was mixed in only as far as its log goes."""
    found: dict[Seat, Share] = {}
    for number, event in look.matches.journal_of(seat.facts.id, seat.game, SHARE_EVENTS):
        if isinstance(event, SharesMixed) and number > seat.journal_seen:
            continue
        _take_in(found, event)
    return found


def _renewed(look: Work, seat: SavedSeat) -> Renewal | None:
    """Where the match left the first scheme, if it did so before the sequence of play last told this seat something."""
    found, after = None, 0
    for number, event in look.matches.journal_of(seat.facts.id, seat.game, ("dice-renewed",)):
        if isinstance(event, DiceRenewed) and number <= seat.journal_seen:
            before = look.matches.public_rolls(seat.facts.id, seat.game, number)
            after = sum(roll.turn == event.turn for roll in before)
            found = Renewal(event.turn, after)
    return found


def _take_in(found: dict[Seat, Share], event: Event) -> None:
    """What an event makes of the shares."""
    if isinstance(event, ShareMade | ShareCommitted | ShareOpened | SharesMixed):
        event.apply(found)


def _line(seat: Seat, share: Share) -> ShareLine:
    state: ShareState = "committed"
    if share.mixed_in is not None:
        state = "in the dice"
    elif share.left_out:
        state = "left out"
    elif share.entropy is not None:
        state = "opened" if share.maker == "player" else "waiting"
    if share.mixed_in is None:
        return ShareLine(seat, share.maker, state, share.commitment, None, None, None)
    return ShareLine(seat, share.maker, state, share.commitment, share.entropy, share.mixed_in, share.from_roll)


def _may_commit(own: Share | None) -> bool:
    return own is None or (own.maker == "server" and own.mixed_in is None)


def _awaited(own: Share | None) -> bool:
    return own is not None and own.maker == "player" and own.entropy is None and not own.left_out


# ---- bringing a share


def server_share(context: Context, match_id: str, seat: Seat) -> ShareMade:
    """A share for a seat that has brought none."""
    entropy = context.secret(SHARE_BYTES)
    return ShareMade(seat=seat, commitment=commitment_to(match_id, seat, entropy), entropy=entropy.hex())


def note(work: Work, match_id: str, event: Event, seat: Seat, context: Context) -> None:
    """Write down one event that tells nobody anything. Raises MatchMovedOn."""
    match = work.matches.saved(match_id, with_pictures=False)
    if match is None:
        raise NotFound()
    event.change(match.state)
    work.matches.append(match, Outcome(match.state, [event]), seat, context.clock())


def commit_share(context: Context, at: AtSeat, commitment: str) -> DiceSheet:
    """Commit to a share of one's own, in place of the server's; asked again with the same, it does nothing.

    Raises EntropyRefused where this seat has committed already, or its share is in the dice.
    """

    def asked(own: Share | None, open_now: bool) -> Event | None:
        if own is not None and own.commitment == commitment:
            return None
        if not _may_commit(own):
            raise EntropyRefused("Your share is already fixed, and can no longer be exchanged.")
        return ShareCommitted(seat=at.seat, commitment=commitment, instead=own is not None)

    return _bring(context, at, asked)


def has_share(context: Context, at: AtSeat) -> bool:
    """Whether a seat has committed to a share of the dice, or one was made for it."""
    with context.store.look() as look:
        return at.seat in _shares(look, seat_in(look, at))


def commit_server_share(context: Context, at: AtSeat) -> None:
    """Make a share for a seat that orders without having brought one, as from a page without script."""

    def asked(own: Share | None, open_now: bool) -> Event | None:
        return server_share(context, at.match_id, at.seat) if own is None else None

    with suppress(EntropyRefused):  # the match is over
        _bring(context, at, asked)


def open_share(context: Context, at: AtSeat, entropy: bytes) -> DiceSheet:
    """Open the share that was committed to; asked again with the same, it does nothing.

    Raises EntropyRefused where nothing was committed to, it was something else, or other seats could still commit.
    """

    def asked(own: Share | None, open_now: bool) -> Event | None:
        if own is None or commitment_to(at.match_id, at.seat, entropy) != own.commitment:
            raise EntropyRefused("That is not what you have committed to.")
        if own.entropy == entropy.hex() or own.left_out:
            return None
        if not open_now:
            raise EntropyRefused("It is too early to open your share: the other seat has not committed yet.")
        return ShareOpened(seat=at.seat, entropy=entropy.hex())

    return _bring(context, at, asked)


def _bring(context: Context, at: AtSeat, asked: Callable[[Share | None, bool], Event | None]) -> DiceSheet:
    context.rate_limits.admit("orders", f"{at.match_id} {at.seat}")
    for _ in range(MOST_TRIES):
        try:
            with context.store.work() as work:
                work.matches.hold(at.match_id)
                seat = seat_in(work, at)
                if seat.picture.ended:
                    raise EntropyRefused("The match is over.")
                shares = _shares(work, seat)
                event = asked(shares.get(at.seat), may_open(shares, seat.game.info.seats))
                if event is not None:
                    note(work, at.match_id, event, at.seat, context)
            return dice(context, at)
        except MatchMovedOn:
            continue
    raise Busy(nothing_done=True)


# ---- a match as a file


def export(context: Context, at: AtSeat) -> dict[str, Any]:
    """All that this seat knows; after the end everything, the secrets of the dice included."""
    with context.store.look() as look:
        return _exported(context, look, seat_in(look, at))


def export_as_if_over(context: Context, work: Work, at: AtSeat) -> dict[str, Any]:
    """What the seat's export would be if the match ended now, sealed: for whoever has to check all of its dice."""
    seat = seat_in(work, at)
    match = work.matches.saved(at.match_id)
    if match is None:
        raise NotFound()
    if seat.picture.ended:
        return _exported(context, work, seat)
    picture = duplicate(seat.picture)
    picture.ended, picture.turn = True, match.state.turn
    dice = match.dice()
    dice.attend(match.state)
    over = replace(seat, picture=picture, journal_seen=match.journal_length)
    return _exported(context, work, over, last=(dice.seal(match.state, ""),))


def _exported(context: Context, look: Work, seat: SavedSeat, last: Sequence[Event] = ()) -> dict[str, Any]:
    """The file, as of one moment; `last` happens after all else."""
    facts, codec = seat.facts, context.store.codec(seat.game)
    sheet = _sheet(look, seat)
    logged = look.matches.log(facts.id, seat.seat, seat.game, 0, EVERY_ENTRY)
    plain_log = [
        {
            "number": one.number,
            "letter": one.letter,
            "turn": one.turn,
            "report": codec.plain(one.report),
            "occasion": codec.plain(one.occasion),
        }
        for one in logged
    ]
    found: dict[str, Any] = {
        "format": FORMAT,
        "match_id": facts.id,
        "game": facts.game.info.name,
        "scenario": facts.scenario,
        "options": facts.options,
        "rules_version": facts.rules_version,
        "data": facts.game.data_id,
        "seat": seat.seat,
        "version": seat.log_length,
        "ended": seat.picture.ended,
        "dice": plain_sheet(sheet),
        "view": codec.plain(seat.game.view(seat.picture)),
        "log": plain_log,
        "whole": None,
    }
    if seat.picture.ended:
        journal = [*look.matches.journal(facts.id, facts.game), *last]
        match = look.matches.saved(facts.id)
        assert match is not None
        position = match.state
        opening = look.matches.opening(facts.id, facts.game)
        then = look.matches.game(facts.game.info.name, opening.data)
        found["whole"] = {
            "opening": codec.plain(opening),
            "journal": [codec.plain(event) for event in journal],
            "steps": [asdict(step) for step in look.matches.steps(facts.id)],
            "position": codec.plain(position),
            "data_sets": {game.data.id: dict(game.data.files) for game in (then, facts.game) if game.data is not None},
        }
    return found


def plain_sheet(sheet: DiceSheet) -> dict[str, Any]:
    """The proof as JSON has it."""
    plain = asdict(sheet)
    plain["keys"] = {str(turn): key for turn, key in sheet.keys.items()}
    plain["roots"] = {str(number): root for number, root in sheet.roots.items()}
    plain["rolls"] = [plain_roll(roll) for roll in sheet.rolls]
    return plain


def plain_roll(roll: Rolled) -> Mapping[str, Any]:
    return {name: value for name, value in asdict(roll).items() if name not in ("kind", "public", "track")}
