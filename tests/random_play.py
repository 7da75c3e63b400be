"""A player that picks among the offered options at random, in process; and a whole match between two of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from service.engine import judging, umpire
from service.engine.dice import Dice, Seeds
from service.engine.events import Event
from service.engine.game import AnyGame
from service.engine.kinds import kind_of
from service.engine.options import Choice, Domain, Option, Places, Range, Routes, Several
from service.engine.orders import Done, Order, Refusal
from service.engine.recording import Outcome
from service.engine.reports import LogEntry
from service.engine.seats import STANDING, Seat
from service.engine.sentences import plain_text
from service.engine.state import duplicate
from service.engine.validation.offers import faults_of_choice
from service.matches.errors import Malformed
from service.matches.opening import agreed
from service.matches.order_json import orders_from_plain
from service.store.codec import Codec
from tests.offers import options_for

ANYTIME, ATTEND = 0.1, 0.3
"""How likely an order is one that is lawful at any heading; the weight of Attend among those, one offer having 1."""
MOVES = 4.0
"""How much likelier orders with a route are: in most games the others end what a unit can still move."""
MOST_IN_A_LIST = 5
CLOSING = 0.3
"""How likely a list closes its heading."""
OUT_OF_TURN = 0.04
"""How likely the next to order is a seat that is not asked."""
RETURNS = 0.4
"""The same where a seat is away, and is asked nothing even in its own turn."""
LAPSES = 0.3
"""How likely a window that is open lapses before anybody speaks."""
TIME_OVER = 0.03
"""How likely the time of a seat that is asked is over, in a whole match, so that the umpire answers for it."""
MOST_CALLS = 5_000

Temper = Mapping[str, float]


class OfferRefused(AssertionError):
    """An order built from a fresh option was refused: the options and the checks of a game disagree."""


class OfferMalformed(AssertionError):
    """An option says of an order what its dataclass has not, or not so: over HTTP it is malformed."""


class StoodStill(AssertionError):
    """A match at random came to no end."""


@lru_cache(maxsize=64)
def codec(game: AnyGame) -> Codec:
    """The codec of this very game, made once: another of its name may have other orders."""
    return Codec(game)


def picked(domain: Domain, rng: random.Random) -> Any:
    """A value out of a domain, its ends more often."""
    if isinstance(domain, Choice):
        return rng.choice(domain.values)
    if isinstance(domain, Range):
        return rng.choice((domain.least, domain.most, rng.randint(domain.least, domain.most)))
    if isinstance(domain, Places):
        return rng.choice(domain.places)
    assert isinstance(domain, Several)
    if domain.usual and rng.random() < 0.5:
        return None
    return rng.sample(domain.values, rng.choice((domain.least, rng.randint(domain.least, domain.most))))


def ordered(option: Option, game: AnyGame, picture: Any, rng: random.Random) -> Order | None:
    """An order out of an option, who goes before where to; None where it needs a route and there is none.

    It is read as one that comes over HTTP. Raises OfferMalformed where it cannot be read, or nothing can be chosen.
    """
    for fault in faults_of_choice(option):
        raise OfferMalformed(fault)
    chosen: dict[str, Any] = {}
    for name, domain in sorted(option.fields.items(), key=lambda field: bool(getattr(field[1], "follows", None))):
        if isinstance(domain, Routes):
            found = game.forces.destinations(picture, option.movers(domain, chosen))
            chosen[name] = rng.choice(found).path if found else None
        else:
            chosen[name] = picked(domain, rng)
    if any(chosen[name] is None for name, _ in option.routes):
        return None
    try:
        [order] = orders_from_plain(game, [{"kind": option.kind, **option.fixed, **chosen}])
    except Malformed as malformed:
        raise OfferMalformed(
            f"the option {plain_text(option.title)!r} of {option.kind!r}: {malformed.members['errors']}"
        ) from None
    return order


def temper(game: AnyGame, rng: random.Random) -> Temper:
    """A player's liking for each kind of order: so that some matches are all attacks, and others have none."""
    return {kind: rng.choice((0.03, 0.3, 1.0, 1.0, 4.0)) for kind in sorted(game.orders_by_kind)}


def random_order(
    game: AnyGame,
    picture: Any,
    rng: random.Random,
    liking: Temper | None = None,
    offered: Sequence[Option] | None = None,
) -> Order | None:
    """One order other than Done, kinds first, so that rare ones are met too; None where nothing else is offered.

    `offered`: what is, where it is known already.
    """
    anytime = {"attend", *(kind_of(kind) for kind in game.anytime)}
    either = rng.random() < ANYTIME or not picture.asked
    by_kind: dict[str, list[Option]] = {}
    for option in options_for(game, picture) if offered is None else offered:
        if option.kind != "done" and (option.kind in anytime) == either:
            by_kind.setdefault(option.kind, []).append(option)
    while by_kind:
        kinds = sorted(by_kind)
        [kind] = rng.choices(kinds, [weight(by_kind[kind]) * (liking or {}).get(kind, 1.0) for kind in kinds])
        order = ordered(rng.choice(by_kind[kind]), game, picture, rng)
        if order is not None:
            return order
        del by_kind[kind]
    return None


def weight(options: list[Option]) -> float:
    """How likely a kind is picked of which these are offered."""
    if options[0].kind == "attend":
        return ATTEND
    moves = any(isinstance(domain, Routes) for domain in options[0].fields.values())
    return float(len(options) ** 0.8 * (MOVES if moves else 1.0))


def random_orders(
    game: AnyGame,
    picture: Any,
    rng: random.Random,
    liking: Temper | None = None,
    *,
    most: int = MOST_IN_A_LIST,
    closing: float = CLOSING,
    offered: Sequence[Option] | None = None,
) -> list[Order]:
    """A list of orders that the rules must accept, each out of an option that the earlier ones leave. May be empty.

    `offered`: what is at first, where it is known already.
    """
    orders: list[Order] = []
    believed = picture
    for _ in range(rng.randint(0, most)):
        order = random_order(game, believed, rng, liking, None if orders else offered)
        if order is None:
            break
        try:
            believed = judging.checked(game, believed, [order])
        except Refusal as refusal:
            if refusal.code == judging.AGAINST_A_DUTY:
                continue  # the one that may meet what was offered
            at = " › ".join(believed.titles)
            raise OfferRefused(f"{order} was offered at {at}; {refusal.rule}: {refusal.reason}") from refusal
        orders.append(order)
    may_close = picture.asked and judging.refusal_of(game, believed, Done()) is None
    if may_close and (not orders or rng.random() < closing):
        orders.append(Done())
    return orders


@dataclass
class RandomMatch:
    """A match played at random, with its journal, its logs and the kinds of orders and reports that were met."""

    game: AnyGame
    seed: int
    opening: Any
    state: Any
    journal: list[Event] = field(default_factory=list)
    logs: dict[Seat, list[LogEntry]] = field(default_factory=dict)
    liking: dict[Seat, Temper] = field(default_factory=dict)
    calls: int = 0
    orders: Counter[str] = field(default_factory=Counter)
    reports: Counter[str] = field(default_factory=Counter)

    def took(self, outcome: Outcome) -> None:
        self.journal += outcome.journal
        for seat, entries in outcome.told.items():
            self.logs[seat] += entries
            self.reports.update(entry.report.kind for entry in entries)


def begun(
    game: AnyGame, seed: int, *, strict: bool = True, options: Mapping[str, Any] | None = None, scenario: str = ""
) -> tuple[RandomMatch, random.Random, Dice]:
    """A match alone at its first question, with the player's luck and the dice that belong to the seed.

    `scenario`: that of the game's which is played, the first where none is named.
    """
    scenario, options = scenario or next(iter(game.info.scenarios)), agreed(game, options or {}, alone=True)
    dice = Dice(f"random {seed}", Seeds(seed.to_bytes(32, "big"), b"hidden" + seed.to_bytes(26, "big"), 100))
    outcome = umpire.open_match(game, scenario, dice, options, strict=strict)
    opening = game.open(scenario, options)
    match = RandomMatch(game, seed, opening, outcome.state, logs={seat: [] for seat in game.info.seats})
    match.took(outcome)
    rng = random.Random(seed)
    match.liking = {seat: temper(game, rng) for seat in game.info.seats}
    return match, rng, dice


def asked_for(game: AnyGame, seat: Seat, order: type[Order]) -> Any:
    """What a seat knows when such an order is first asked of it, in a match at random."""
    match, rng, dice = begun(game, 1, strict=False)
    for _ in range(200):
        picture = match.state.pictures[seat]
        if picture.asked and order in judging.heading_for(game, picture).orders:
            return picture
        one_call(match, rng, dice, strict=False)
    raise AssertionError(f"{kind_of(order)} was never asked of {seat}")


def one_call(match: RandomMatch, rng: random.Random, dice: Dice, *, strict: bool = True) -> Outcome | None:
    """One list of orders at random, from a seat that is asked or, now and then, from one that is not.

    Where a window is open its time may run out instead.
    """
    state = match.state
    if state.window == "open" and (not state.waiting or rng.random() < LAPSES):
        match.took(outcome := umpire.lapse(match.game, state, dice, strict=strict))
        return outcome
    out_of_turn = RETURNS if somebody_is_away(match) else OUT_OF_TURN
    seat = rng.choice(state.seats if rng.random() < out_of_turn else state.waiting)
    orders = random_orders(match.game, state.pictures[seat], rng, match.liking[seat])
    match.calls += 1
    if not orders:
        return None
    outcome = umpire.play(match.game, state, seat, orders, dice, strict=strict)
    match.orders.update(order.kind for order in orders)
    match.took(outcome)
    return outcome


def somebody_is_away(match: RandomMatch) -> bool:
    """Whether a seat on standing orders is asked nothing, whoever's turn it is."""
    state = match.state
    return any(
        state.attendance.get(seat) == STANDING and match.game.unasked(state.pictures[seat], match.game.outline)
        for seat in state.seats if seat not in state.waiting
    )  # fmt: skip


def play_out(
    game: AnyGame,
    seed: int,
    *,
    strict: bool = True,
    most: int = MOST_CALLS,
    options: Mapping[str, Any] | None = None,
    scenario: str = "",
) -> RandomMatch:
    """A whole match at random, in which now and then somebody's time is over.

    Raises StoodStill where it comes to no end.
    """
    match, rng, dice = begun(game, seed, strict=strict, options=options, scenario=scenario)
    clock = random.Random(f"time of {seed}")  # of its own, so that what is drawn for orders does not hang on it
    while not match.state.ended:
        if match.state.waiting and clock.random() < TIME_OVER:
            seat = clock.choice(sorted(match.state.waiting))
            match.took(umpire.time_out(game, match.state, seat, dice, tell=clock.random() < 0.5, strict=strict))
            continue
        if match.calls >= most:
            at = umpire.address_of(match.state.cursor)
            raise StoodStill(f"seed {seed}: after {most} calls in turn {match.state.turn} at {at}")
        one_call(match, rng, dice, strict=strict)
    return match


def folded_pictures(match: RandomMatch) -> dict[Seat, Any]:
    """What each seat's log, folded over its opening picture, makes of that picture."""
    pictures = duplicate(match.opening.pictures)
    for seat, entries in match.logs.items():
        for entry in entries:
            entry.report.teach(pictures[seat])
    return pictures
