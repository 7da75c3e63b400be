"""The trial of a pair of worlds: play on in both, and compare all that the watched seat can read.

(a) all bytes are equal at the start; (b) after any order of the seat the reply is equal, the moment at which letters
come is equal, and where the step laid nothing different open all bytes are equal; (c) what the other seat does without
laying anything open changes no byte; (d) no step takes back a reveal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from service.engine import recording
from service.engine.events import Told
from service.engine.orders import Done, Order, Refusal
from service.engine.phrase_writing import write
from service.engine.state import duplicate
from service.engine.vocabulary import vocabulary
from service.matches.order_lines import line_on_the_wire, read_lines
from tests.offers import options_for
from tests.random_play import begun, one_call, random_orders
from tests.secrecy.readable import forces_of, readable, told
from tests.secrecy.unlawful import Words, words_of, wrong_order
from tests.secrecy.worlds import (
    BY_KNOWLEDGE,
    CLOCK,
    SECRETS,
    Happening,
    Leak,
    World,
    compare_rolls,
    letters_of,
    mutated,
    shown,
    watch,
)

SILENCE = 0.5
"""How likely a time runs out although somebody is asked."""
TRIES = 12
"""Other orders that are tried at each step, on copies."""
ASKED = 3
"""After each so many of those all that can be asked is compared too, and not what was told alone."""
LINES = 3
"""So many of the guesses are read as order lines too."""
LONGEST = 6
"""So many steps a pair is tried at most until something could be compared."""


@dataclass
class Tally:
    """What a run of trials has covered."""

    pairs: int = 0
    vacuous: int = 0
    steps: int = 0
    orders: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    rules: Counter[str] = field(default_factory=Counter)
    """Orders that were refused in both worlds, by their kind, and by the rule that refused them."""


def same(a: World, b: World, seat: str, where: str, *, asking: bool = True, back: bool = False) -> None:
    """All that the seat could fetch is equal in both worlds; without `asking`, all that it was told.

    `back`: what it can look back at is, too.
    """
    luck = b.luck.randrange(10**9)
    left, right = (readable(world, seat, luck, back=back) if asking else told(world, seat) for world in (a, b))
    for name in left:
        if left[name] != right[name]:
            at = next((i for i, (x, y) in enumerate(zip(left[name], right[name], strict=False)) if x != y), -1)
            shown = left[name][max(0, at - 80) : at + 80], right[name][max(0, at - 80) : at + 80]
            raise Leak(f"{where}: {name} differs: {shown[0]!r} / {shown[1]!r}")


def reply(result: recording.Outcome | Refusal) -> tuple[object, ...]:
    """What the sender is answered at once."""
    if isinstance(result, Refusal):
        return ("refused", result.rule, result.reason, result.index, result.code)
    return ("accepted", result.accepted)


def refused(world: World, seat: str, orders: list[Order]) -> bool:
    """Whether the other seat, which knows more in one world than in the other, could not give these orders here."""
    return isinstance(world.copy().play(seat, orders), Refusal)


def step(
    a: World, b: World, mover: str, seat: str, orders: list[Order], where: str, *, asking: bool = True,
    back: bool = False, others: list[Order] | None = None,
) -> bool:  # fmt: skip
    """The same orders in both worlds. False where the step laid different things open, which ends the comparison.

    What the seat was told before that is compared all the same. `others` are those given in the second world, where
    they differ; `asking`: what the seat can ask is compared too, and `back` what it can look back at.
    """
    together = mover == seat or a.state.cursor == b.state.cursor
    strict = a.secrets.strict_moments(a, seat)
    left, right = a.play(mover, list(orders)), b.play(mover, list(orders if others is None else others))
    if mover == seat and reply(left) != reply(right):
        raise Leak(f"{where}: replies differ: {reply(left)} / {reply(right)}")
    for world, result in ((a, left), (b, right)):
        if not isinstance(result, Refusal):
            world.hear(result)
    if isinstance(left, Refusal) or isinstance(right, Refusal):
        return isinstance(left, Refusal) and isinstance(right, Refusal)
    if mover == seat and strict:
        if letters_of(left, seat) != letters_of(right, seat):
            raise Leak(f"{where}: the moment of a letter depends on what is hidden")
        if (seat in a.state.waiting) != (seat in b.state.waiting):
            raise Leak(f"{where}: the moment of being asked depends on what is hidden")
    if a.secrets.silent(a, seat) and b.secrets.silent(b, seat):
        same(a, b, seat, f"{where}, before the letter")
    if not together:  # the other side stood at another heading there, as it may by what it alone knows
        return False
    open_in = a.secrets.laid_open(a, seat, left.journal), b.secrets.laid_open(b, seat, right.journal)
    if not alike(*open_in, where):
        told_alike_before(a, b, seat, (left, right), open_in, where)
        return False
    same(a, b, seat, where, asking=asking, back=back)
    if times_of(left) != times_of(right):
        raise Leak(f"{where}: the time that runs depends on what is hidden: {times_of(left)} / {times_of(right)}")
    compare_rolls(a, b, seat, left, right, where)
    return True


def times_of(outcome: recording.Outcome) -> list[object]:
    """The times that a step has begun, and ended."""
    return [getattr(event, "seconds", event.kind) for event in outcome.journal if event.kind.startswith("window-")]


def told_alike_before(
    a: World, b: World, seat: str, results: tuple[recording.Outcome, recording.Outcome],
    open_in: tuple[list[Happening], list[Happening]], where: str,
) -> None:  # fmt: skip
    """Up to the last thing that was laid open in both worlds before they parted, the seat was told the same."""
    common = list(takewhile(lambda pair: pair[0] == pair[1], zip(*open_in, strict=False)))
    heard = [
        [
            repr((entry.number, entry.letter, shown(world, entry.report), entry.occasion))
            for entry in result.told.get(seat, [])
        ][:before]
        for world, result, before in zip((a, b), results, (h.heard for h in common[-1]), strict=True)
    ] if common else [[], []]  # fmt: skip
    if heard[0] != heard[1]:
        raise Leak(f"{where}: told otherwise before anything else was laid open: {heard[0]} / {heard[1]}")


def alike(left: list[str], right: list[str], where: str) -> bool:
    """Whether two steps laid the same open; what follows from knowledge alone is alike up to the first difference."""
    for one, other in zip(left, right, strict=False):
        if one != other:
            if one.startswith(BY_KNOWLEDGE) and other.startswith(BY_KNOWLEDGE):
                raise Leak(f"{where}: decided by what is hidden: {one} / {other}")
            break
    return left == right


def untouched(world: World, mover: str, seat: str, orders: list[Order], where: str) -> None:
    """(c) What another seat does without telling this one anything changes no byte for it."""
    trial = world.copy()
    before = told(trial, seat)
    result = trial.play(mover, orders)
    if isinstance(result, Refusal) or any(isinstance(e, Told) and e.seat == seat for e in result.journal):
        return
    if told(trial, seat) != before:
        raise Leak(f"{where}: {[o.kind for o in orders]} of {mover} changed what {seat} can read")


def secret_choice(
    world: World, mover: str, seat: str, orders: list[Order], where: str, *, instead: Sequence[Order] = ()
) -> None:
    """(c) Two choices of another seat that lay the same open read the same to this one."""
    if world.watched != seat:
        watch(world, seat)
    # who is present both sides are told at once
    choices = [[order for order in chosen if order.kind != "attend"] for chosen in (orders, instead)]
    one, two = world.copy(), world.copy()
    left, right = one.play(mover, [*choices[0], Done()]), two.play(mover, [*choices[1], Done()])
    if isinstance(left, Refusal) or isinstance(right, Refusal):
        return
    one.hear(left)
    two.hear(right)
    pictures_follow_reports(world, one, seat)
    if letters_of(left, seat) != letters_of(right, seat) and one.state.cursor == two.state.cursor:
        raise Leak(f"{where}: the moment of a letter depends on a secret choice")
    if one.secrets.silent(one, seat) and two.secrets.silent(two, seat):
        same(one, two, seat, f"{where}, a secret choice before the letter")
    owed = [by_letters(w, seat, result) for w, result in ((one, left), (two, right))]
    together = one.state.cursor == two.state.cursor or (
        one.secrets.questions_laid_open and not (time_runs(one) or time_runs(two))
    )
    if owed[0] == owed[1] and together:
        same(one, two, seat, f"{where}, a secret choice")


def by_letters(world: World, seat: str, outcome: recording.Outcome) -> list[tuple[str, int]]:
    """What the rules owe a seat of a step, and after how many of its letters: a loss before one is told with it."""
    told_of = outcome.told.get(seat, [])
    return [
        (one, len({entry.letter for entry in told_of[: one.heard if isinstance(one, Happening) else 0]} - {None}))
        for one in world.secrets.owed_to(world, seat, outcome.journal)
    ]


def time_runs(world: World) -> bool:
    """Whether nothing is asked of anybody before a time is over: a live step takes it, seen or not (P16)."""
    return world.state.window == "open" and not world.state.waiting


def contacts_of(world: World, seat: str) -> set[str]:
    """The handles of all that the seat's picture holds of others' units."""
    return set(forces_of(world.secrets.game).contacts(world.state.pictures[seat]))


def never_taken_back(world: World, seat: str, log_before: list[recording.LogEntry], contacts_before: set[str]) -> None:
    """(d) What was told stays told; a contact leaves the picture only with a report of this step."""
    if world.log[: len(log_before)] != log_before:
        raise Leak("an entry of the log was changed")
    gone = contacts_before - contacts_of(world, seat)
    if gone and len(world.log) == len(log_before):
        raise Leak(f"contacts {sorted(gone)} vanished without a report")


def pictures_follow_reports(before: World, after: World, seat: str) -> None:
    """A picture changes by reports and nothing else: the new entries, taught to the old picture, give the new one."""
    picture = before.copy().state.pictures[seat]
    for entry in after.log[len(before.log) :]:
        entry.report.teach(picture)
    if picture != after.state.pictures[seat]:
        raise Leak(f"the picture of {seat} changed otherwise than by its reports")


def next_to_move(world: World, rng: random.Random) -> str:
    """A seat that is asked; or the clock, where a time runs and nobody is asked, or does not speak."""
    if world.state.window == "open" and (not world.state.waiting or rng.random() < SILENCE):
        return CLOCK
    return str(world.state.waiting[0])


def orders_of(a: World, b: World, mover: str, seat: str, rng: random.Random, tally: Tally, where: str) -> list[Order]:
    """Orders for the next step, without Done; where the other side gives them, its secret choices are tried first."""
    orders = random_orders(a.secrets.game, a.state.pictures[mover], rng)
    orders = [order for order in orders if order.kind != "done"]
    if mover == seat:
        return orders
    tally.orders.update(o.kind for o in orders)
    untouched(a, mover, seat, orders, where)
    left_out = rng.randrange(2 * len(orders)) if orders else 0  # as often as not all of them
    instead = [order for place, order in enumerate(orders) if place != left_out] if left_out < len(orders) else []
    secret_choice(a, mover, seat, orders, where, instead=instead)
    # What they tell freely is theirs to tell, and may differ; it is no order to compare by.
    orders = [order for order in orders if order.kind != "reveal"]
    return [] if refused(b, mover, orders) else orders


WRONG, AFTER_OTHERS = 8, 0.05
"""So many orders that the rules hardly allow are tried at each step; how likely each comes after some that they do."""


def every_kind_refused_alike(
    pairs: Sequence[tuple[World, World]], rng: random.Random, *, never: Collection[str] = ()
) -> Tally:
    """Orders of all kinds are refused alike: some of any kind in each of these pairs, then of those still missing.

    `never`: those that no position refuses; to attend is one.
    """
    tally, kinds = Tally(), {*pairs[0][0].secrets.game.orders_by_kind} - {"attend", *never}
    for a, b in pairs:
        refused_alike(a, b, a.watched, rng, tally, a.state.cursor[-1].heading, WRONG)
    for a, b in pairs * 2:
        if missing := kinds - {*tally.refused}:
            refused_alike(a, b, a.watched, rng, tally, f"{sorted(missing)}", 2 * len(missing), missing)
    assert {*tally.refused} == kinds
    return tally


def refused_alike(
    a: World, b: World, seat: str, rng: random.Random, tally: Tally, where: str, tries: int,
    kinds: Collection[str] = (),
) -> None:  # fmt: skip
    """Orders that are not lawful, of these kinds or any, are refused in the same words in both worlds.

    They change nothing; one that proves to be lawful is an order like any other. The first of them are read as order
    lines too, of which the same is said in both.
    """
    left, right, words = a.copy(), b.copy(), words_of(a, b, seat)
    guesses: list[Order] = []
    for _ in range(tries):
        orders = [wrong_order(words, rng, kinds or words.game.orders_by_kind)]
        guesses += orders
        if rng.random() < AFTER_OTHERS:
            orders = [*(o for o in random_orders(words.game, words.picture, rng) if o.kind != "done"), *orders]
        at = f"{where}, wrongly {orders}"
        answers = [world.play(seat, list(orders)) for world in (left, right)]
        if reply(answers[0]) != reply(answers[1]):
            raise Leak(f"{at}: replies differ: {reply(answers[0])} / {reply(answers[1])}")
        if isinstance(answers[0], Refusal):
            tally.refused[orders[answers[0].index].kind] += 1
            tally.rules[answers[0].rule] += 1
        else:
            step(a.copy(), b.copy(), seat, seat, orders, at, asking=False)
            left, right = a.copy(), b.copy()
    text = as_lines(words, guesses[:LINES])
    said = [lines_read(world, seat, text) for world in (left, right)]
    for line, other in zip(*said, strict=True):
        if line != other:
            raise Leak(f"{where}: order lines are read differently: {line} / {other}")
    for world, copy in ((a, left), (b, right)):
        if told(world, seat) != told(copy, seat):
            raise Leak(f"{where}: refused orders changed what {seat} can read")


def as_lines(words: Words, orders: Sequence[Order]) -> str:
    """Orders as lines of text, in the words of the seat as far as it has any for them."""
    own = vocabulary(words.game, words.picture)
    return "\n".join(write(order, own) for order in orders)


def lines_read(world: World, seat: str, text: str) -> list[dict[str, Any]]:
    """What a seat is told of each order line of a text."""
    game, picture = world.secrets.game, world.state.pictures[seat]
    in_words = game.in_words(game.known(picture))
    return [line_on_the_wire(game, line, in_words).model_dump() for line in read_lines(game, picture, text)]


def try_pair(start: World, seat: str, rng: random.Random, tally: Tally, steps: int = 6, tries: int = TRIES) -> None:
    """One pair from this world on, watched from one seat."""
    a = start.copy()
    b = mutated(a, seat, rng)
    if b is None:
        return
    same(a, b, seat, "at the start")
    tally.pairs += 1
    compared = 0
    for number in range(max(steps, LONGEST) if steps else 0):
        if (number >= steps and compared) or a.state.ended or b.state.ended:
            break
        where = f"step {number} at {a.state.cursor[-1].heading}"
        mover = next_to_move(a, rng)
        if mover not in (CLOCK, *b.state.waiting) or (mover == CLOCK and b.state.window != "open"):
            break
        refused_alike(a, b, seat, rng, tally, where, min(tries, WRONG))
        offered = options_for(a.secrets.game, a.state.pictures[seat])
        for turn in range(tries if mover == seat else (tries + 3) // 4):
            tried = random_orders(a.secrets.game, a.state.pictures[seat], rng, offered=offered)
            tally.orders.update(o.kind for o in tried)
            at = f"{where}, tried {[o.kind for o in tried]}"
            asking = turn % ASKED == ASKED - 1
            compared += bool(tried) and step(a.copy(), b.copy(), seat, seat, tried, at, asking=asking)
        if mover == CLOCK:
            orders = []
        else:
            orders = [*orders_of(a, b, mover, seat, rng, tally, where), Done()]
        before, contacts = a.copy(), contacts_of(a, seat)
        alike = step(a, b, mover, seat, orders, where, back=number % 2 == 1 or number == steps - 1)
        compared += alike
        never_taken_back(a, seat, before.log, contacts)
        pictures_follow_reports(before, a, seat)
        tally.steps += 1
        if not alike:
            break
    tally.vacuous += compared == 0


def try_match(name: str, seed: int, tally: Tally, *, calls: int, every: int, steps: int = 2, tries: int = 3) -> None:
    """Pairs along a match at random of a game in `SECRETS`: after every so many calls one watched from each seat."""
    match, rng, dice = begun(SECRETS[name].game, seed, strict=False)
    while match.calls < calls and not match.state.ended:
        before = match.calls
        one_call(match, rng, dice, strict=False)
        if match.calls % every == 0 and match.calls > before and not match.state.ended:
            for seat in match.state.seats:
                try_pair(World(duplicate(match.state)), seat, rng, tally, steps=steps, tries=tries)
