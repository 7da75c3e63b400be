"""What is asked of every game: a new one joins by standing on the shelf. So is it of the example in `docs`.

Offered options are accepted, the journal folds to the snapshot, a log to its seat's picture, a stored match reads back
equal, nonsense is refused and changes nothing, and a match always moves on to its end.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest
from pydantic import ValidationError

from docs.examples.fox import FOX_AND_HOUNDS
from schemas.orders import TooMuchWork
from service.engine import judging, recording, umpire
from service.engine.dice import Dice
from service.engine.kinds import kind_of
from service.engine.orders import Done, Order, Refusal
from service.engine.reports import OrdersAccepted
from service.engine.sentences import (
    ContactSpan,
    OwnSpan,
    PlaceSpan,
    Sentence,
    plain_text,
    say,
    without_stop,
)
from service.engine.state import duplicate
from service.games.shelf import GAMES
from service.matches.order_json import order_forms
from tests.offers import options_for
from tests.random_play import RandomMatch, begun, codec, folded_pictures, one_call, play_out, random_order
from tests.secrecy import campaign_worlds, korsun_worlds, ndc_worlds, skirmish_worlds  # noqa: F401 (what is hidden in each game)
from tests.secrecy.readable import forces_of
from tests.secrecy.trial import Tally, try_match
from tests.secrecy.worlds import SECRETS
from tests.stops import stops_of
from tests.toy import TOY

EVERY = {**GAMES, "toy": TOY, "fox": FOX_AND_HOUNDS}
SEEDS = {
    "toy": (range(8), range(8, 40)), "skirmish": (range(1), ()), "ndc": (range(1), range(1, 3)),
    "korsun": (range(1), range(1, 5)), "campaign1776": (range(1), range(1, 5)),
}  # fmt: skip
"""Seeds of matches at random, and more of them for the long run."""
FEW = (range(3), ())
LENGTHS = [1, pytest.param(6, marks=pytest.mark.soak)]
"""How far matches are looked at along the way, and how far in the long run."""
PAIRS_AFTER = {"skirmish": 20, "ndc": 20, "korsun": 20, "campaign1776": 20}
"""After so many calls of a match at random pairs of worlds begin, where it is long and each is dear."""
STRICT = (0, 9, *range(20, 40))
OTHERWISE = {"skirmish": ({"interrupts": "live"}, {"release": "fixed_delay", "markers": "honour", "setup": "free"})}
"""Options that change how a match is played, beside those that hold where nobody chooses."""

UNSAID = {"skirmish": ("own-bases", "ground-seen", "film-shown", "beyond-rate")}

ODD_TEXTS = (
    "", " ", "0", "-1", "0000", "9999", "12345", "nobody", "E1", "E99", "１２０３", "٠١٠١", "\u202e1203", "a" * 5_000,
    "1203\n", "🎲", "None", "1203 ", "<b>", "'; --", "\u0000", "air",
)  # fmt: skip
ODD_NUMBERS = (-1, 0, 1, 7, 99, -(10**9), 10**30)


# ---- whole matches


def comes_to_its_end(match: RandomMatch) -> None:
    """Both sides know that it is over, and nothing is left to order."""
    assert match.state.ended and not match.state.waiting
    for picture in match.state.pictures.values():
        assert picture.ended and not picture.asked
        assert options_for(match.game, picture) == []


def folds_to_the_snapshot(match: RandomMatch) -> None:
    """What the journal makes of the opening is the position, also where pictures and logs have gone on before."""
    assert recording.fold(match.opening, match.journal) == match.state
    position, ahead = duplicate(match.opening), duplicate(match.state)
    position.pictures, position.log_lengths = ahead.pictures, ahead.log_lengths
    recording.follow(position, match.journal)
    assert position == match.state


def logs_fold_to_pictures(match: RandomMatch) -> None:
    """What a seat was told is all that its picture is made of."""
    folded = folded_pictures(match)
    for seat, picture in match.state.pictures.items():
        differ = [f.name for f in fields(picture) if getattr(folded[seat], f.name) != getattr(picture, f.name)]
        assert not differ, f"{seat}'s log says otherwise of {differ}"


def logs_have_no_gaps(match: RandomMatch) -> None:
    """Entries and letters count 1, 2, 3 … in each seat's own series."""
    for seat, entries in match.logs.items():
        assert [entry.number for entry in entries] == list(range(1, match.state.log_lengths[seat] + 1))
        letters = [entry.letter for entry in entries if entry.letter is not None]
        assert sorted(set(letters)) == list(range(1, match.state.letters[seat] + 1)) and letters == sorted(letters)


def reads_back_equal(match: RandomMatch) -> None:
    """Stored and read again, position, journal and logs are what they were."""
    store = codec(match.game)
    assert store.to_opening(store.opening(match.state)) == match.state
    for event in match.journal:
        assert store.to_event(store.event(event)) == event
    for entries in match.logs.values():
        for entry in entries:
            assert store.to_telling(store.telling(entry.telling)) == entry.telling


def is_said_in_sentences(match: RandomMatch) -> None:
    """Every report that was told can be read; those that only keep a picture in step say nothing."""
    for entries in match.logs.values():
        for entry in entries:
            said = plain_text(match.game.words.prose(entry.report))
            assert said == said.strip() and (said or entry.report.kind in UNSAID.get(match.game.info.name, ())), (
                entry.report
            )


def an_order_has_one_sentence(match: RandomMatch) -> None:
    """What a log says of an accepted order is what the sheet said of it, but for what a contact then looked like."""
    words = match.game.words
    for seat, entries in match.logs.items():
        known = match.game.known(match.state.pictures[seat])
        reads = words.reader(known)
        given = (entry.report.orders for entry in entries if isinstance(entry.report, OrdersAccepted))
        for order in dict.fromkeys(order for orders in given for order in orders if not isinstance(order, Done)):
            sheet, log = words.order(known, order), reads(words.prose(OrdersAccepted(orders=(order,))))
            accepted = plain_text(say("Orders accepted: ", without_stop(sheet), "."))
            if any(isinstance(span, ContactSpan) for span in sheet):
                assert own_in(log) == own_in(sheet), order
            else:
                assert plain_text(log).casefold() == accepted.casefold() and places_in(log) == places_in(sheet), order


def own_in(said: Sentence) -> list[str]:
    return [span.id for span in said if isinstance(span, OwnSpan)]


def places_in(said: Sentence) -> list[PlaceSpan]:
    return [span for span in said if isinstance(span, PlaceSpan)]


def as_chosen() -> Iterator[Any]:
    """Every game with some seeds; with more, and in each other way to play it, in the long run."""
    for name in EVERY:
        few, more = SEEDS.get(name, FEW)
        yield from ((name, seed, {}) for seed in few)
        yield from (pytest.param(name, seed, {}, marks=pytest.mark.soak) for seed in more)
        for options in OTHERWISE.get(name, ()):
            yield from (pytest.param(name, seed, dict(options), marks=pytest.mark.soak) for seed in (9, 10))


@pytest.mark.parametrize(("name", "seed", "options"), list(as_chosen()), ids=str)
def test_a_match_at_random(name: str, seed: int, options: dict[str, str]):
    """Every order out of an offered option and accepted, until it has ended; some in strict mode, which takes long."""
    match = play_out(EVERY[name], seed, options=options, strict=seed in STRICT)
    comes_to_its_end(match)
    folds_to_the_snapshot(match)
    logs_fold_to_pictures(match)
    logs_have_no_gaps(match)
    reads_back_equal(match)
    is_said_in_sentences(match)
    an_order_has_one_sentence(match)
    is_written_up_in_whole_sentences(match)


UNFILLED = re.compile(
    r"  |\(\)|\b(?:(?<!are )(?<!dug-)in|to|from|by|at|of|into|with|and|or|nor|the|a|an)\s*(?:[.,;:)]|\b(?:and|nor)\b)"
)
"""What a sentence looks like where a place, a name or a number is missing in it."""


def is_written_up_in_whole_sentences(match: RandomMatch) -> None:
    """Every report, and every situation report from one stop of the history to the next, has all its words."""
    for seat, entries in match.logs.items():
        picture = duplicate(match.opening.pictures[seat])
        for first, until in pairwise([0, *stops_of(entries)]):
            before, part = duplicate(picture), entries[first:until]
            for one in part:
                one.report.teach(picture)
            found = match.game.words.situation(
                match.game.known(before), match.game.known(picture), [one.telling for one in part], picture.turn
            )
            said = [match.game.words.prose(one.report) for one in part]
            for text in map(plain_text, (*said, *(paragraph.text for paragraph in found.paragraphs), *found.notes)):
                assert not UNFILLED.search(text), text


# ---- along the way


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", EVERY)
def test_what_happened_is_not_rewritten_by_what_happens_later(name: str, length: int):
    """Events and reports as they were stored at once are those that the memory still holds at the end."""
    match, rng, dice = begun(EVERY[name], 77)
    store, stored, taken = codec(match.game), [], 0
    while not match.state.ended and match.calls < 25 * length:
        one_call(match, rng, dice, strict=False)
        stored += [store.event(event) for event in match.journal[taken:]]
        taken = len(match.journal)
    for early, event in zip(stored, match.journal, strict=True):
        assert store.event(event) == early


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", EVERY)
def test_a_match_goes_on_alike_when_put_away_between_any_two_orders(name: str, length: int):
    one, rng, dice = begun(EVERY[name], 5)
    other, other_rng, other_dice = begun(EVERY[name], 5)
    store = codec(one.game)
    while not one.state.ended and one.calls < 20 * length:
        one_call(one, rng, dice, strict=False)
        other.state = store.to_opening(store.opening(other.state))
        one_call(other, other_rng, other_dice, strict=False)
    assert other.journal == one.journal
    assert other.state == one.state


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", EVERY)
def test_reading_changes_nothing(name: str, length: int):
    """View, options and destinations are read from the picture and leave it as it is."""
    match, rng, dice = begun(EVERY[name], 11)
    while not match.state.ended and match.calls < 30 * length:
        before = duplicate(match.state)
        for picture in match.state.pictures.values():
            match.game.view(picture)
            for option in options_for(match.game, picture):
                for _, domain in option.routes:
                    for units in option.parties(domain):
                        match.game.forces.destinations(picture, units)
        assert match.state == before
        one_call(match, rng, dice, strict=False)


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", GAMES)
def test_secrets_stay_secret(name: str, length: int):
    """The two-worlds test (`tests/secrecy`) in small; what is hidden in a game is said there."""
    assert name in SECRETS, "what is hidden in it is still to be said"
    tally = Tally()
    try_match(name, 3, tally, calls=20 * length, every=PAIRS_AFTER.get(name, 4))
    assert tally.pairs > tally.vacuous


# ---- nonsense


def odd_values(hint: str, match: RandomMatch, rng: random.Random) -> Iterator[Any]:
    """Values that a player might send for a field, most of them wrong."""
    texts = [*ODD_TEXTS, *own_words(match)]
    if "tuple" in hint:
        yield []
        yield [rng.choice(texts) for _ in range(rng.randint(1, 4))]
        yield [rng.choice(texts)] * rng.choice((2, 50, 2_000))
    if "int" in hint:
        yield rng.choice(ODD_NUMBERS)
    if "bool" in hint:
        yield rng.random() < 0.5
    if "dict" in hint:
        yield {rng.choice(texts): rng.choice(ODD_NUMBERS)}
        yield {rng.choice(texts): rng.choice(texts)}
    if "None" in hint:
        yield None
    yield rng.choice(texts)


def own_words(match: RandomMatch) -> list[str]:
    """Ids of units and places where they stand, of all sides: what a cheat would try."""
    forces = forces_of(match.game)
    units = [unit for picture in match.state.pictures.values() for unit in forces.own(picture).items()]
    return [*(id for id, _ in units), *(place for _, unit in units for place in forces.places_of(unit))]


def odd_order(kind: type[Order], match: RandomMatch, rng: random.Random) -> dict[str, Any]:
    """An order made of anything."""
    plain: dict[str, Any] = {"kind": kind_of(kind)}
    for field in fields(kind):
        if field.name != "kind":
            plain[field.name] = rng.choice(list(odd_values(str(field.type), match, rng)))
    return plain


def spoilt_order(picture: Any, match: RandomMatch, rng: random.Random) -> dict[str, Any]:
    """An order that was offered, with one of its fields made odd."""
    order = random_order(match.game, picture, rng) or Done()
    plain: dict[str, Any] = codec(match.game).plain(order)
    field = rng.choice(fields(order))
    if field.name != "kind":
        plain[field.name] = rng.choice(list(odd_values(str(field.type), match, rng)))
    return plain


def send_nonsense(match: RandomMatch, rng: random.Random, dice: Dice) -> bool:
    """Send an order made of anything; True where the rules refuse it. What they accept is played: it must go on."""
    game, seat = match.game, rng.choice(match.state.seats)
    picture = match.state.pictures[seat]
    kinds = list(judging.lawful_types(game, picture)) if rng.random() < 0.8 else list(game.orders_by_kind.values())
    odd = rng.random() < 0.5
    plain = odd_order(rng.choice(kinds), match, rng) if odd else spoilt_order(picture, match, rng)
    try:
        orders = order_forms(game).read(json.dumps([plain]))
    except (ValidationError, TooMuchWork):
        return False
    before = repr(match.state)
    try:
        believed = judging.checked(game, picture, orders)
        game.view(believed)
        options_for(game, believed)
        assert repr(match.state) == before, f"checking {plain} changed the position"
        match.took(umpire.play(game, match.state, seat, orders, dice))
    except Refusal as refusal:
        assert refusal.rule and str(refusal).strip(), plain
        assert repr(match.state) == before, f"refused, {plain} changed the position"
        return True
    return False


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("name", EVERY)
def test_nonsense_is_refused_and_changes_nothing(name: str, length: int):
    """Wrong ids, the enemy's ids, hexes off the map, odd Unicode, endless paths, negative and huge numbers."""
    match, rng, dice = begun(EVERY[name], 23)
    refused = 0
    while not match.state.ended and match.calls < 20 * length:
        one_call(match, rng, dice, strict=False)
        for _ in range(6):
            if not match.state.ended:
                refused += send_nonsense(match, rng, dice)
    assert refused > 5
    assert recording.fold(match.opening, match.journal) == match.state


@pytest.mark.parametrize("name", [name for name, game in EVERY.items() if game.forces is not None])
def test_where_a_unit_that_one_has_not_can_go_is_refused(name: str):
    game = EVERY[name]
    match, _, _ = begun(game, 1)
    for picture in match.state.pictures.values():
        for unit in ODD_TEXTS:
            with pytest.raises(Refusal):
                game.forces.destinations(picture, (unit,))
