"""Who leads among the processes that serve, by leases on a clock of the test's own, and how they share the matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from service.matches import Context
from service.matches.membership import Member
from service.matches.shares import Shares
from service.settings import Settings
from service.store import Claim, Store, Unavailable

LEASE = 6.0


@dataclass
class Clock:
    """The database's clock, and the ticks of every process."""

    now: datetime = datetime(1944, 2, 1, tzinfo=UTC)

    def ticks(self) -> float:
        return self.now.timestamp()

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Watch:
    """A duty that writes down when it began and ended."""

    written: list[str]
    name: str

    def start(self) -> None:
        self.written.append(f"{self.name} begins")

    def stop(self) -> None:
        self.written.append(f"{self.name} ends")


@dataclass
class House:
    """Processes of one database; each is driven by the test, which renews its leases or does not."""

    settings: Settings
    clock: Clock = field(default_factory=Clock)
    written: list[str] = field(default_factory=list)
    stores: list[Store] = field(default_factory=list)

    def process(self, name: str) -> Member:
        store = Store(self.settings.url, {})
        store.claim = Claim()
        self.stores.append(store)
        member = Member(
            Context(store), [lambda: Watch(self.written, name)], LEASE,
            moment=lambda _: self.clock.now, ticks=self.clock.ticks,
        )  # fmt: skip
        member.name = name
        return member


@pytest.fixture
def house(settings: Settings) -> Iterator[House]:
    house = House(settings)
    yield house
    for store in house.stores:
        store.close()


def test_of_several_one_leads_and_has_the_duties(house: House):
    first, second, third = (house.process(name) for name in ("first", "second", "third"))
    for member in (first, second, third, second, third):
        member.go_on()
    assert [one.leads for one in (first, second, third)] == [True, False, False]
    assert house.written == ["first begins"]
    assert first.context.shares.serving is not None and second.context.shares.serving == ("first", "second", "third")


def test_while_it_renews_its_lease_nobody_else_leads(house: House):
    first, second = house.process("first"), house.process("second")
    for _ in range(20):
        first.go_on()
        second.go_on()
        house.clock.wait(LEASE / 2)
    assert first.leads and not second.leads and house.written == ["first begins"]


def test_a_leader_that_was_killed_is_replaced_within_one_lease(house: House):
    """The others ask when its lease is over, and not before; they work its matches from then on too."""
    first, second, third = (house.process(name) for name in ("first", "second", "third"))
    for member in (first, second, third):
        member.go_on()
    killed_at = house.clock.now
    while not (second.leads or third.leads):
        pause = min(second.go_on(), third.go_on())
        if not (second.leads or third.leads):
            house.clock.wait(pause)
        assert house.clock.now - killed_at <= timedelta(seconds=LEASE + 0.1)
    assert house.clock.now - killed_at >= timedelta(seconds=LEASE)
    assert house.written in (["first begins", "second begins"], ["first begins", "third begins"])
    second.go_on()
    third.go_on()
    assert second.context.shares.serving == third.context.shares.serving == ("second", "third")


def test_one_that_is_started_anew_under_its_name_goes_on_at_once(house: House):
    """As those do that `sitrep serve` starts where one has ended: nobody waits for its lease to be over."""
    first, second = house.process("first"), house.process("second")
    first.go_on()
    second.go_on()
    again = house.process("first")
    again.go_on()
    second.go_on()
    assert again.leads and not second.leads
    assert again.context.shares.serving == second.context.shares.serving == ("first", "second")


def test_one_that_stops_leaves_lead_and_place_at_once(house: House):
    first, second = house.process("first"), house.process("second")
    first.go_on()
    second.go_on()
    first.give_up_duties()
    with first.context.store.work() as work:
        work.leases.give_back("first", house.clock.now)
    second.go_on()
    assert second.leads and second.context.shares.serving == ("second",)
    assert house.written == ["first begins", "first ends", "second begins"]


def test_one_that_cannot_reach_the_database_gives_up_before_another_takes_over(house: House, monkeypatch):
    """By its own ticks: it cannot ask anybody."""
    first, second = house.process("first"), house.process("second")
    first.go_on()
    second.go_on()

    def gone() -> None:
        raise Unavailable("the cable was pulled")

    with monkeypatch.context() as patch:
        patch.setattr(first.context.store, "work", gone)
        while first.leads:
            assert not second.leads
            house.clock.wait(first.go_on())
            second.go_on()
        assert not first.context.shares.is_mine("any") and not first.context.store.claim.is_held
    house.clock.wait(LEASE)
    second.go_on()
    first.go_on()
    assert second.leads and not first.leads and first.context.store.claim.is_held
    assert first.context.shares.serving == ("first", "second")


def test_who_was_away_takes_its_lease_again_where_nobody_else_has(house: House):
    first = house.process("first")
    first.go_on()
    house.clock.wait(10 * LEASE)
    first.go_on()
    assert first.leads and first.context.shares.serving == ("first",)


def test_a_duty_that_does_not_begin_is_tried_again(house: House, faults):
    """As a port that the process before has not given up yet."""
    first = house.process("first")
    first.between = object()  # type: ignore[assignment]  # it is not alone
    tried: list[str] = []

    def begin() -> Watch:
        tried.append("again")
        if len(tried) < 3:
            raise OSError("the port is taken")
        return Watch(house.written, "late")

    first.duties = [*first.duties, begin]
    for _ in range(3):
        first.go_on()
    assert house.written == ["first begins", "late begins"] and len(tried) == 3
    assert len(faults) == 2
    faults.clear()


def test_a_duty_that_does_not_end_well_keeps_no_other_from_ending(house: House, faults):
    """Such as a door for mails that is not closed in time. The process goes on to ask for its place."""
    first = house.process("first")

    class Stuck(Watch):
        def stop(self) -> None:
            super().stop()
            raise TimeoutError

    first.duties = [*first.duties, lambda: Stuck(house.written, "stuck")]
    first.go_on()
    house.clock.wait(LEASE)
    first.lose()
    assert house.written[2:] == ["stuck ends", "first ends"] and len(faults) == 1
    first.go_on()
    assert first.leads and len(first.at_work) == 2
    first.lose()
    faults.clear()


def shared(names: tuple[str, ...], matches: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {match_id: [] for match_id in matches}
    for name in names:
        shares = Shares()
        shares.share(name, names)
        for match_id in matches:
            if shares.is_mine(match_id):
                found[match_id].append(name)
    return found


def test_every_match_is_one_processs_and_only_the_share_of_one_that_goes_passes_on():
    matches = [f"match{n}" for n in range(1000)]
    of_three, of_two = shared(("a", "b", "c"), matches), shared(("a", "b"), matches)
    assert all(len(owners) == 1 for owners in (*of_three.values(), *of_two.values()))
    assert all(of_two[one] == of_three[one] for one in matches if of_three[one] != ["c"])
    counted = Counter(owners[0] for owners in of_three.values())
    assert all(250 < count < 420 for count in counted.values()), counted


def test_alone_all_matches_are_its_own_and_without_a_place_none():
    shares = Shares()
    assert shares.is_mine("any")
    shares.share("a", ())
    assert not shares.is_mine("any")


def test_a_share_that_is_lost_while_somebody_asks_is_asked_for_once():
    """Requests and the clock ask in threads of their own, and the share is lost in that of the member."""
    shares = Shares()

    class Losing(tuple[str, ...]):
        """Who serves; whoever has looked whether anybody does finds that nobody does any more."""

        def __bool__(self) -> bool:
            shares.share("a", ())
            return True

    shares.serving = Losing(("a",))
    assert shares.is_mine("any") and not shares.is_mine("any")
