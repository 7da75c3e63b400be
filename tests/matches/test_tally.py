"""What is counted of a seat's log, entry by entry, is what the whole log says; the exchange meter is counted so."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import pytest
from alembic import command
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from service import matches
from service.engine.attendance import Attend
from service.engine.game import AnyGame
from service.engine.orders import Done
from service.engine.reports import (
    AttendanceTold,
    HeadingOpened,
    LetterArrived,
    OrdersAccepted,
    Report,
    RulesTold,
    Telling,
)
from service.engine.seats import STANDING
from service.engine.tally import Exchanges, Meter, Tally, own_turn
from service.games.ndc.game import NDC
from service.games.shelf import GAMES
from service.matches import AtSeat, Context
from service.matches.errors import RulesRefuse
from service.store import SavedSeat, tables
from service.store.migrate import config_for
from tests.games.ndc.fighting import attack, battle
from tests.kept import a_probe
from tests.positions import Table
from tests.random_play import random_orders
from tests.toy import TOY
from tests.web.midway import midway

# ---- what the whole log says, told in the plainest way


@dataclass
class Sat:
    asked: int = 0
    answered_for: int = 0


@dataclass
class Turn:
    number: int
    letters: int = 0
    sittings: list[Sat] = field(default_factory=list)


def meter_of(log: Sequence[Report]) -> Meter:
    """The exchange meter, from a whole log."""
    turns, fresh = [Turn(0)], True
    for report in log:
        if isinstance(report, HeadingOpened | LetterArrived) and report.turn != turns[-1].number:
            turns.append(Turn(report.turn))
            fresh = True
        now = turns[-1]
        match report:
            case LetterArrived():
                now.letters += 1
                fresh = True
            case HeadingOpened():
                if fresh:
                    now.sittings.append(Sat())
                now.sittings[-1].asked += 1
                fresh = False
            case OrdersAccepted(answered_for=True) if now.sittings:
                now.sittings[-1].answered_for += 1
    return Meter(turns[-1].number, counted(turns[-1:]), counted(turns))


def counted(turns: Sequence[Turn]) -> Exchanges:
    sittings = [sitting for turn in turns for sitting in turn.sittings]
    return Exchanges(
        questions=sum(one.asked - one.answered_for for one in sittings),
        sittings=sum(one.asked > one.answered_for for one in sittings),
        letters=sum(turn.letters for turn in turns),
        answered_for=sum(one.answered_for for one in sittings),
        sittings_saved=sum(one.asked == one.answered_for for one in sittings),
    )


def turn_ended_of(game: AnyGame, log: Sequence[Report], seat: str, *, asked: bool) -> int:
    """The entry of the last orders of a turn of the seat's own, but for that in which it is asked, from a whole log."""
    key, turns = "", dict[str, int]()
    for number, report in enumerate(log, start=1):
        if isinstance(report, HeadingOpened):
            key = own_turn(game, report, seat)
        elif isinstance(report, OrdersAccepted) and key and not report.answered_for:
            turns[key] = number
    return max((number for turn, number in turns.items() if not (asked and turn == key)), default=0)


def news_of(game: AnyGame, log: Sequence[Report], after: int) -> int:
    """How many reports of a log after an entry are news, from a whole log."""
    return sum(game.words.is_news(report) for report in log[after:])


def rules_told_of(log: Sequence[Report]) -> int:
    """The entry by which newer rules were told since the last orders, from a whole log."""
    numbers = [0]
    for number, report in enumerate(log, start=1):
        if isinstance(report, RulesTold | OrdersAccepted):
            numbers = [number if isinstance(report, RulesTold) else 0]
    return numbers[-1]


def same(tally: Tally, game: AnyGame, log: Sequence[Report], seat: str) -> None:
    """A tally says what the whole log says."""
    assert tally.meter == meter_of(log)
    assert tally.rules_told == rules_told_of(log)
    for asked in (False, True):
        ended = turn_ended_of(game, log, seat, asked=asked)
        assert tally.turn_ended(asked=asked) == ended
        assert tally.news_since(asked=asked) == news_of(game, log, ended)


# ---- any log


def of(log: Sequence[Report], game: AnyGame = NDC, seat: str = "US") -> Tally:
    return Tally().after(map(Telling, log), game, seat, log_length=0)


def headings(game: AnyGame) -> list[str]:
    """The addresses of all headings of a game at which somebody is asked."""
    found, waiting = [], [(child, child.name) for child in game.outline.children]
    while waiting:
        heading, address = waiting.pop()
        if heading.by:
            found.append(address)
        waiting += [(child, f"{address}/{child.name}") for child in heading.children]
    return found


REPORTS = st.one_of(
    st.builds(
        HeadingOpened, address=st.sampled_from(headings(NDC)), titles=st.just(("Phase",)), turn=st.integers(0, 3)
    ),
    st.builds(LetterArrived, number=st.just(1), address=st.just(""), titles=st.just(()), turn=st.integers(0, 3)),
    st.builds(OrdersAccepted, orders=st.just((Done(),)), answered_for=st.booleans()),
    st.builds(RulesTold, version=st.just("2"), was=st.just("1")),
    st.builds(AttendanceTold, seat=st.just("US"), attendance=st.just("present")),
)


@given(st.lists(REPORTS, max_size=40), st.sampled_from(NDC.info.seats))
def test_the_counts_of_any_log_are_what_the_whole_of_it_says(log: list[Report], seat: str):
    same(of(log, seat=seat), NDC, log, seat)


# ---- the logs that are kept


@pytest.fixture
def games() -> Mapping[str, AnyGame]:
    return {**GAMES, "toy": TOY}


def saved(context: Context, at: AtSeat) -> tuple[SavedSeat, list[Report]]:
    """A seat as it is stored, and its whole log."""
    with context.store.look() as look:
        seat = look.matches.seat(at.match_id, at.seat)
        assert seat is not None
        log = look.matches.log(at.match_id, at.seat, seat.game, 0, 10**9)
    return seat, [one.report for one in log]


@pytest.mark.parametrize("game", ["toy", "ndc", "skirmish"])
def test_the_counts_that_are_stored_are_what_the_log_says_order_by_order(context: Context, game: str):
    account, rules, rng = matches.make_guest(context), context.games[game], random.Random(5)
    match = matches.open_match(context, account, game, next(iter(rules.info.scenarios))).match_id
    seats = [AtSeat(match, seat, account.id) for seat in rules.info.seats]
    for call in range(12):
        asked = [at for at in seats if matches.read(context, at).where.asked]
        if not asked:
            break
        reading = matches.read(context, at := rng.choice(asked))
        orders = [Attend(attendance=STANDING)] if call == 3 else [
            *random_orders(rules, reading.picture, rng)[: call % 3], Done()
        ]  # fmt: skip
        try:
            matches.take_orders(context, at, orders, version=reading.version)
        except RulesRefuse:
            matches.take_orders(context, at, [Done()], version=reading.version)
        for one in seats:
            seat, log = saved(context, one)
            same(seat.tally, rules, log, one.seat)
    assert call > 2


def test_a_match_of_before_is_counted_when_the_house_is_brought_up_to_date(context: Context):
    sits = [matches.seat_by_link(context, link.rsplit("/", 1)[-1])
            for link in midway(context, "ndc", 5, lambda state: state.turn == 2).values()]  # fmt: skip
    before = [saved(context, at)[0].tally for at in sits]
    assert all(tally.meter.so_far.letters for tally in before)
    command.downgrade(config_for(context.store.writer), "0009")
    context.store.migrate()
    assert [saved(context, at)[0].tally for at in sits] == before


def test_what_was_counted_before_news_were_is_counted_anew(context: Context):
    [at, _] = [matches.seat_by_link(context, link.rsplit("/", 1)[-1])
               for link in midway(context, "ndc", 5, lambda state: state.turn == 2).values()]  # fmt: skip
    before = saved(context, at)[0].tally
    assert before.news_since(asked=False) and before.own_turns
    codec = context.store.codec(NDC)
    with context.store.work() as work:
        of_before = replace(before, news=0, own_turns=tuple(replace(one, news=0) for one in before.own_turns))
        row = (tables.Seat.match_id == at.match_id, tables.Seat.seat == at.seat)
        work.session.execute(update(tables.Seat).where(*row).values(tally=codec.tally(of_before)))
    command.downgrade(config_for(context.store.writer), "0011")
    context.store.migrate()
    assert saved(context, at)[0].tally == before


# ---- what it counts


def asked(turn: int = 1) -> Report:
    return HeadingOpened(address=headings(NDC)[0], titles=("Turn",), turn=turn)


def letter(turn: int = 1) -> Report:
    return LetterArrived(number=1, address="turn", titles=("Turn",), turn=turn)


ANSWER = OrdersAccepted(orders=(Done(),))
FOR_ME = OrdersAccepted(orders=(Done(),), answered_for=True)


def at_table(table: Table, seat: str) -> Meter:
    """The meter of a seat since the table was laid."""
    return of([entry.report for entry in table.logs[seat]], seat=seat).meter


def test_an_empty_log_counts_nothing():
    assert of([]).meter == Meter(0, Exchanges(0, 0, 0, 0, 0), Exchanges(0, 0, 0, 0, 0))


def test_what_is_asked_between_two_letters_is_one_sitting():
    log = [asked(), ANSWER, asked(), ANSWER, letter(), asked(), ANSWER, letter()]
    assert of(log).meter.this_turn == Exchanges(questions=3, sittings=2, letters=2, answered_for=0, sittings_saved=0)


def test_a_sitting_is_saved_where_all_of_it_was_answered():
    log = [letter(), asked(), FOR_ME, asked(), FOR_ME, letter(), asked(), FOR_ME, asked(), ANSWER]
    assert of(log).meter.this_turn == Exchanges(questions=1, sittings=1, letters=2, answered_for=3, sittings_saved=1)


def test_each_turn_is_counted_anew_and_the_match_goes_on():
    found = of([asked(1), ANSWER, asked(2), letter(2), asked(2)]).meter
    assert (found.turn, found.this_turn.questions, found.this_turn.sittings) == (2, 2, 2)
    assert (found.so_far.questions, found.so_far.sittings, found.so_far.letters) == (3, 3, 1)


def test_a_present_defender_sits_down_for_an_assault_and_one_on_standing_orders_does_not():
    """They answer, and send off; or neither."""
    present = attack(battle(die=1)).done("us", "us")
    away = attack(battle(die=1).order("us", Attend(attendance=STANDING)))
    assert at_table(present, "US").this_turn == Exchanges(2, 1, 1, 0, 0)
    assert at_table(away, "US").this_turn == Exchanges(0, 0, 1, 2, 1)
    assert at_table(present, "Soviet") == at_table(away, "Soviet"), "the other side's meter tells nothing of it"


def test_since_my_last_turn_is_what_came_after_my_own_last_orders():
    """Answers in the enemy's turn do not count, nor orders in the turn in which one is asked now."""
    table = a_probe()
    us, soviet = ([entry.report for entry in table.logs[seat]] for seat in ("US", "Soviet"))
    assert {of(us).turn_ended(asked=asked) for asked in (False, True)} == {0}, "US has only answered"
    orders = [number for number, report in enumerate(soviet, start=1) if isinstance(report, OrdersAccepted)]
    assert of(soviet, seat="Soviet").turn_ended(asked=False) == orders[-1]
    assert of(soviet, seat="Soviet").turn_ended(asked=True) == 0, "it is in its first turn"
