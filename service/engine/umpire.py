"""The umpire: takes orders, works them, and moves the match on to the next question.

check(picture, order) -> resolve(truth) -> tell(seat, report) -> the seat's picture. What the umpire returns is the
changed position, the journal of what was done, and for each seat what it was told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from service.engine.cursor import (
    address_of,
    down,
    heading_at,
    moved,
    occasion_at,
    onward,
    speakers,
    titles_of,
    trail,
)
from service.engine.dice import PUBLIC, Dice
from service.engine.events import (
    Ended,
    Event,
    OrdersPlanned,
    OrdersTakenUp,
    PlansCleared,
    Posted,
    PostEmptied,
    Rolled,
    RulesChanged,
    SeatDone,
    SeatHeld,
    SeatReleased,
    SeatsAsked,
    SharesMixed,
    StepReached,
    Told,
    TurnBegan,
    WindowClosed,
    WindowLapsed,
    WindowOpened,
)
from service.engine.game import AnyGame
from service.engine.options import Option
from service.engine.orders import Done, Order, Refusal
from service.engine.outline import AtOwnPace, Dispatch, Heading, Phase, Step, walk
from service.engine.reports import (
    AT_ANY_MOMENT,
    HeadingOpened,
    LetterArrived,
    Occasion,
    OrdersAccepted,
    Report,
    RulesTold,
    Telling,
)
from service.engine.seats import STANDING, Seat
from service.engine.shares import Mixing, mixing, opened_since
from service.engine.standing import ENGINE_ORDERS
from service.engine.state import Frame, duplicate

MOST_STEPS = 10_000
"""Headings that one call may pass through; a sequence of play that asks nobody for so long is faulty."""


class ChangedWithoutEvent(AssertionError):
    """Strict mode: the position was altered otherwise than by an event."""


class ToldOfProgress(AssertionError):
    """A step that one seat takes at its own pace would have let another hear of it."""


@dataclass(frozen=True)
class Entry:
    """One entry of a seat's log: its number in that seat's own series, the letter it came with, if any, the report.

    `occasion`: what it was told on, if on anything.
    """

    number: int
    letter: int | None
    report: Report
    occasion: Occasion | None = None

    @property
    def telling(self) -> Telling:
        return Telling(self.report, self.occasion)


@dataclass
class Outcome:
    """What a call to the umpire did: the position (the one given, changed), the journal, each seat's new log entries.

    `accepted` is the ordering seat's log length just after its orders were taken, before anything came of them.
    """

    state: Any
    journal: list[Event] = field(default_factory=list)
    told: dict[Seat, list[Entry]] = field(default_factory=dict)
    accepted: int = 0


class Umpire:
    """One call's worth of work on one position."""

    def __init__(self, game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> None:
        self.game, self.state, self.dice = game, state, dice
        self.outcome = Outcome(state)
        self.by_events = duplicate(state) if strict else None
        """In strict mode the position as events alone make it."""
        self.aside = False
        """Whether what is worked is an order that belongs to no heading."""
        dice.attend(state)

    # ---- applying events

    def work(self, events: Iterator[Event], at: tuple[Heading, Seat] | None = None) -> None:
        """Let each event happen before the next is asked for, dice first.

        `at`: what is worked is a step that one seat takes at its own pace. Raises ToldOfProgress.
        """
        for event in events:
            self.happen_rolls(at)
            self.happen_at(event, at)
        self.happen_rolls(at)
        self.watch()

    def happen_rolls(self, at: tuple[Heading, Seat] | None) -> None:
        while self.dice.pending:
            self.happen_at(self.dice.pending.pop(0), at)

    def happen_at(self, event: Event, at: tuple[Heading, Seat] | None) -> None:
        """Let an event happen; one of a step only where nobody but its seat hears of it."""
        if at is not None and (heard := what_others_hear(event, at[1])):
            raise ToldOfProgress(f"At the Step “{at[0].title}” of {at[1]}, {heard}: it is that seat's own affair.")
        self.happen(event)

    def watch(self) -> None:
        """In strict mode, find out a change that no event made."""
        if self.by_events is not None and self.by_events != self.state:
            last = self.outcome.journal[-1].kind if self.outcome.journal else "any event"
            raise ChangedWithoutEvent(f"the position was changed about {last}, not by an event")

    def happen(self, event: Event) -> None:
        self.catch_up()
        self.note(self.on_its_occasion(event))
        if isinstance(event, TurnBegan):
            self.mix_shares(mixing(self.state.shares, self.state.seats))

    def on_its_occasion(self, event: Event) -> Event:
        """The same event; where it tells something under a heading that is an occasion, with that occasion.

        What reaches a seat at any moment has none, nor what an order tells that is lawful then: that seat may not know
        yet where the match stands.
        """
        if not isinstance(event, Told | Posted) or event.occasion is not None:
            return event
        if self.aside or isinstance(event.report, AT_ANY_MOMENT):
            return event
        occasion = occasion_at(self.game.outline, self.state)
        return event if occasion is None else replace(event, occasion=occasion)

    def catch_up(self) -> None:
        """Before anything else in a match that was worked by an earlier version: its dice and rules follow this one.

        Both are told to all seats at once, whatever else they may hear of now. A match that is over follows
        nothing: its last root closes it.
        """
        if self.state.ended:
            return
        if renewal := self.dice.renewal():
            self.note(renewal)
        was, version = self.state.rules_version, self.game.info.version
        if was not in ("", version):
            data = self.game.data_following(was, self.state)
            self.game = self.game.offered if data else self.game
            self.note(RulesChanged(version=version, was=was, data=data))
            told = RulesTold(version=version, was=was, changes=self.game.changes_since(was), data=data)
            for seat in self.state.seats:
                self.note(Told(seat=seat, report=told))

    def note(self, event: Event) -> None:
        """Let one event happen, and nothing beside it."""
        event.change(self.state)
        if self.by_events is not None:
            event.change(self.by_events)
        self.outcome.journal.append(event)
        if isinstance(event, Told):
            entry = Entry(self.state.log_lengths[event.seat], event.letter, event.report, event.occasion)
            self.outcome.told.setdefault(event.seat, []).append(entry)

    def mix_shares(self, found: Mixing) -> None:
        """Mix in the shares that are open; nothing happens where there is nothing new."""
        if found != Mixing():
            self.happen(SharesMixed(
                turn=self.state.turn, mixed=found.mixed, late=found.late, left_out=found.left_out,
                from_roll=self.state.rolls.get(PUBLIC, 0) + 1,
            ))  # fmt: skip

    def begin_work(self) -> None:
        """Before anything more of the first turn is worked, mix in what players have opened since it began."""
        if self.state.turn == 1:
            self.mix_shares(opened_since(self.state.shares, self.state.seats))

    def seal(self) -> str:
        """Seal the dice that fell so far; the root."""
        sealed = self.dice.seal(self.state, address_of(self.state.cursor))
        self.happen(sealed)
        return sealed.root

    # ---- orders

    def take(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Check the whole list against the seat's picture, then accept it, work it and move the match on."""
        acceptance = accepted(self.game, self.state.pictures[seat], seat, orders)
        self.begin_work()
        self.happen(acceptance)
        self.outcome.accepted = self.state.log_lengths[seat]
        self.carry_on(seat, orders)

    def take_up(self, seat: Seat, orders: Sequence[Order], entry: int) -> None:
        """Work orders that were accepted before, as this entry of the seat's log; after the end they lapse."""
        if self.state.ended:
            return
        self.begin_work()
        self.happen(OrdersTakenUp(seat=seat, entry=entry))
        self.carry_on(seat, orders)

    def carry_on(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Work accepted orders, and move the match on where nobody is waited for any more."""
        spoke = seat in self.state.waiting
        self.carry_out(seat, orders)
        if spoke and any(isinstance(order, Done) for order in orders) and not self.state.waiting:
            self.leave()
            self.move_on()
        if self.state.ended:
            self.seal()

    def carry_out(self, seat: Seat, orders: Sequence[Order]) -> None:
        """Plan or resolve accepted orders, in order; those lapse that the end of match or heading overtakes.

        A seat is only ever asked at one heading, so what belongs to it is overtaken where nobody waits for that seat.
        """
        heading = current_for(self.game, self.state, seat)
        for order in orders:
            if self.state.ended:
                return
            if seat not in self.state.waiting and not is_lawful_anytime(self.game, order):
                continue
            self.dice.ordered(order.kind, seat)
            if isinstance(order, Done):
                self.close(seat, heading)
            elif heading.works == "when done" and type(order) in heading.orders and seat in self.state.waiting:
                self.happen(OrdersPlanned(seat=seat, orders=(order,)))
            else:
                self.aside = is_lawful_anytime(self.game, order)
                of_step = isinstance(heading, Step) and not self.aside
                self.work(order.resolve(self.state, seat, self.dice), at=(heading, seat) if of_step else None)
                self.aside = False

    def close(self, seat: Seat, heading: Heading) -> None:
        """A seat is done with its heading; with a step it goes on to its next, whatever the others do."""
        if not isinstance(heading, Step):
            self.happen(SeatDone(seat=seat))
            return
        self.finish(heading, seat)
        if not self.state.ended:
            self.next_step(seat, after=heading)

    def finish(self, step: Step, seat: Seat) -> None:
        """What the umpire does for a seat that leaves a step."""
        if step.finishes is not None:
            self.work(step.finishes(self.state, seat, self.dice), (step, seat))
        if step.works == "when done":
            self.clear_plans(seat)

    def clear_plans(self, *seats: Seat) -> None:
        """What was planned at a heading has been worked."""
        for seat in seats:
            if self.state.plans.get(seat) and not self.state.ended:
                self.happen(PlansCleared(seat=seat))

    # ---- the sequence of play

    def move_on(self) -> None:
        """From a heading that has been left, on to the next that must ask a seat, or to the end of the match."""
        for _ in range(MOST_STEPS):
            if self.state.ended:
                return
            if len(self.state.cursor) == 0:
                self.happen(Ended())
                return
            frames, entered = onward(self.game.outline, self.state)
            self.happen(moved(self.game.outline, self.state, frames))
            if not frames:
                continue
            if not entered:
                self.leave()
            elif self.enter():
                return
        raise RuntimeError(f"the sequence of play asked nobody for {MOST_STEPS} headings")

    def enter(self) -> bool:
        """Work the innermost heading as far as it goes by itself; True where it now waits for a seat."""
        while not self.state.ended:
            heading = current(self.game, self.state)
            if heading.timed and self.state.window == "open":
                return True
            if heading.timed and self.state.window:
                self.happen(WindowClosed())
            self.dice.reached(address_of(self.state.cursor))
            if heading.does is not None:
                self.work(heading.does(self.state, self.dice))
            if isinstance(heading, Dispatch):
                self.dispatch(heading)
            if self.state.ended:
                return False
            if heading.by is not None:
                self.ask(heading)
                if self.state.waiting:
                    return True
            elif (frames := down(self.game.outline, self.state)) is not None:
                self.happen(moved(self.game.outline, self.state, frames))
                continue
            self.leave()
            return False
        return False

    def leave(self) -> None:
        """What the umpire does on leaving the innermost heading."""
        if self.state.ended:
            return
        heading = current(self.game, self.state)
        self.dice.reached(address_of(self.state.cursor))
        if heading.ends is not None:
            self.work(heading.ends(self.state, self.dice))
        if heading.works == "when done":
            self.clear_plans(*self.state.seats)
        if isinstance(heading, Phase) and not self.state.ended:
            self.seal()

    def ask(self, heading: Heading) -> None:
        """Put the question to all who speak; then those are answered for whose standing orders are to do it."""
        seats = speakers(self.state, heading.by)
        self.happen(SeatsAsked(seats=seats))
        if not isinstance(heading, AtOwnPace):
            for seat in seats:
                self.put_question(seat, self.state.cursor)
        for seat in seats:
            if self.state.ended:
                return
            if isinstance(heading, AtOwnPace):
                self.next_step(seat)
            elif self.is_answered_for(seat):
                self.answer(seat)

    def next_step(self, seat: Seat, after: Step | None = None) -> None:
        """Bring a seat to the first step, or to the next after one, at which it is asked; or it has taken them all."""
        heading = current(self.game, self.state)
        steps = [step for step in heading.children if isinstance(step, Step)]
        for step in steps[steps.index(after) + 1 if after is not None else 0 :]:
            if self.state.ended:
                return
            if step.takes is not None and not step.takes(self.state, seat):
                continue
            self.happen(StepReached(seat=seat, step=step.name))
            frames = [*self.state.cursor, Frame(heading=step.name)]
            self.dice.reached(address_of(frames))
            if step.begins is not None:
                self.work(step.begins(self.state, seat, self.dice), (step, seat))
            if step.orders and not self.state.ended:
                self.put_question(seat, frames)
                if self.is_answered_for(seat):
                    self.answer(seat)
                return
            if not self.state.ended:
                self.finish(step, seat)
        if not self.state.ended:
            self.happen(StepReached(seat=seat, step=None))
            self.happen(SeatDone(seat=seat))

    def put_question(self, seat: Seat, frames: Sequence[Frame]) -> None:
        """Tell a seat that it is asked, and where."""
        opened = HeadingOpened(
            address=address_of(frames),
            titles=titles_of(self.game.outline, frames),
            turn=self.state.turn,
            item=self.state.item(),
            own=self.state.phasing in (None, seat),
        )
        self.happen(Told(seat=seat, report=opened))

    def is_answered_for(self, seat: Seat) -> bool:
        """Whether standing orders answer for a seat that is asked: in another's turn, and in nobody's beside others.

        In nobody's turn somebody else at the table has to be present, or all are asked: a match does not play itself.
        Whom else a heading asks is not looked at: where a function says it, a seat may not know.
        """
        if self.state.window == "over":
            return True
        if self.state.attendance.get(seat) != STANDING:
            return False
        if self.state.phasing is not None:
            return bool(self.state.phasing != seat)
        if current(self.game, self.state).by == seat:
            return False
        return any(self.state.attendance.get(other) != STANDING for other in self.state.seats if other != seat)

    def answer(self, seat: Seat) -> None:
        """Answer for a seat on standing orders; where its picture forbids them, by default: with nothing."""
        heading, picture = current_for(self.game, self.state, seat), self.state.pictures[seat]
        orders = [*self.game.answer(picture, heading), Done()]
        try:
            checked(self.game, picture, orders)
        except Refusal:
            orders = [Done()]
        self.happen(Told(seat=seat, report=OrdersAccepted(orders=tuple(orders), answered_for=True)))
        self.carry_out(seat, orders)

    def dispatch(self, heading: Dispatch) -> None:
        """Send the letter that is due, with the root of all dice so far; it goes also when it has nothing to say."""
        root = self.seal()
        for seat in speakers(self.state, heading.to):
            number = self.state.letters[seat] + 1
            arrived = LetterArrived(
                number=number,
                address=address_of(self.state.cursor),
                titles=titles_of(self.game.outline, self.state.cursor),
                turn=self.state.turn,
                root=root,
            )
            self.happen(Told(seat=seat, report=arrived, letter=number))
            if heading.compose is not None:
                self.work(
                    replace(event, letter=number) if isinstance(event, Told) and event.seat == seat else event
                    for event in heading.compose(self.state, seat, self.dice)
                )

    def lapse(self) -> None:
        """The time of the open window is over: answer for whoever has not spoken, and go on."""
        self.begin_work()
        self.happen(WindowLapsed())
        if self.state.waiting:
            for seat in list(self.state.waiting):
                if not self.state.ended:
                    self.answer(seat)
            self.leave()
            self.move_on()
        elif not self.enter():
            self.move_on()
        if self.state.ended:
            self.seal()


def what_others_hear(event: Event, seat: Seat) -> str:
    """What another seat would hear of an event of this seat's own step, in words; nothing of what is its own affair."""
    match event:
        case Told() | Posted() if event.seat != seat:
            return f"a report {event.report.kind!r} for {event.seat}"
        case PostEmptied() | SeatHeld() | SeatReleased() if event.seat != seat:
            return f"the event {event.kind!r} of {event.seat}"
        case Rolled(public=True):
            return f"a public roll for {event.purpose!r}"
        case WindowOpened() | TurnBegan():
            return f"the event {event.kind!r}, which all can notice"
    return ""


def current(game: AnyGame, state: Any) -> Heading:
    """The innermost heading at which the match stands."""
    return trail(game.outline, state.cursor)[-1]


def current_for(game: AnyGame, state: Any, seat: Seat) -> Heading:
    """The heading at which a seat stands: the match's, or its own step of it."""
    heading = current(game, state)
    return heading.child(state.steps[seat]) if seat in state.steps else heading


def open_match(
    game: AnyGame,
    scenario: str,
    dice: Dice,
    options: Mapping[str, Any] | None = None,
    *,
    shares: Sequence[Event] = (),
    strict: bool = False,
) -> Outcome:
    """A new match, moved on to its first question. `shares` are those of the seats that are held from the beginning."""
    state = game.open(scenario, options or {})
    umpire = Umpire(game, state, dice, strict=strict)
    for made in shares:
        umpire.happen(made)
    frames = down(game.outline, state)
    assert frames is not None, "an outline with nothing in it"
    umpire.happen(moved(game.outline, state, frames))
    if not umpire.enter():
        umpire.move_on()
    if state.ended:
        umpire.seal()
    return umpire.outcome


def play(
    game: AnyGame, state: Any, seat: Seat, orders: Sequence[Order], dice: Dice, *, strict: bool = False
) -> Outcome:
    """Take a list of orders from a seat. Raises Refusal, with the index of the order, and then nothing is changed."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.take(seat, orders)
    return umpire.outcome


def catch_up(game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> Outcome:
    """Have a match that was worked by an earlier version follow this one; an empty outcome where it does."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.catch_up()
    return umpire.outcome


def lapse(game: AnyGame, state: Any, dice: Dice, *, strict: bool = False) -> Outcome:
    """The open window's time is over. ValueError where none is open."""
    if state.window != "open":
        raise ValueError("no time is running that could be over")
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.lapse()
    return umpire.outcome


def accepted(game: AnyGame, picture: Any, seat: Seat, orders: Sequence[Order]) -> Told:
    """The acceptance of a list of orders by what the seat knows. Raises Refusal, with the index of the order."""
    checked(game, picture, orders)
    return Told(seat=seat, report=OrdersAccepted(orders=tuple(orders)))


def take_up(
    game: AnyGame, state: Any, seat: Seat, orders: Sequence[Order], entry: int, dice: Dice, *, strict: bool = False
) -> Outcome:
    """Work orders whose acceptance stands in the position already, as this entry of the seat's log."""
    umpire = Umpire(game, state, dice, strict=strict)
    umpire.take_up(seat, orders, entry)
    return umpire.outcome


def heading_for(game: AnyGame, picture: Any) -> Heading:
    """The heading that a seat was last told of."""
    return heading_at(game.outline, picture.address)


def lawful_types(game: AnyGame, picture: Any) -> tuple[type[Order], ...]:
    """The order types that a seat may give now, by what it was told."""
    if picture.ended:
        return ()
    anytime = lawful_anytime(game)
    return (*heading_for(game, picture).orders, Done, *anytime) if picture.asked else anytime


def lawful_anytime(game: AnyGame) -> tuple[type[Order], ...]:
    """The order types that belong to no heading."""
    return (*(kind for kind in ENGINE_ORDERS if kind is not Done), *game.anytime)


def is_lawful_anytime(game: AnyGame, order: Order) -> bool:
    """Whether an order belongs to no heading."""
    return type(order) in lawful_anytime(game)


def checked(game: AnyGame, picture: Any, orders: Sequence[Order]) -> Any:
    """Check each order against the picture as the earlier ones leave it by belief; the picture after the last of them.

    The given picture stays as it is. Raises Refusal with the index of the first order that the rules forbid.
    """
    believed = duplicate(picture)
    for index, order in enumerate(orders):
        refusal = verdict(game, believed, order, index)
        if refusal is not None:
            raise refusal
        order.believe(believed)
    return believed


def judged(game: AnyGame, picture: Any, orders: Sequence[Order]) -> tuple[list[Refusal | None], Any]:
    """What the rules say to each order after those before it that they allow; the picture as those leave it.

    Each order is checked once, so the work grows with the list and no faster.
    """
    believed, said = duplicate(picture), []
    for index, order in enumerate(orders):
        refusal = verdict(game, believed, order, index)
        if refusal is None:
            order.believe(believed)
        said.append(refusal)
    return said, believed


def verdict(game: AnyGame, picture: Any, order: Order, index: int = 0) -> Refusal | None:
    """The refusal of an order, if the rules refuse it by this picture, which stays as it is."""
    try:
        if type(order) not in lawful_types(game, picture):
            order.rule_out(picture)
            raise Refusal(order.rule, _not_now(picture, order), code=_out_of_place(game, picture, order))
        order.check(picture)
        if isinstance(order, Done) and (closes := heading_for(game, picture).closes) is not None:
            closes(picture)
    except Refusal as refusal:
        refusal.index = index
        return refusal
    return None


def _not_now(picture: Any, order: Order) -> str:
    if picture.ended:
        return "The match is over; no more orders are taken."
    what = order.kind.replace("-", " ")
    if not picture.asked:
        return f"You are not asked for orders now, so '{what}' has to wait until you are."
    return f"'{what}' is not ordered in this part of the sequence: you are at {' › '.join(picture.titles[-2:])}."


def _out_of_place(game: AnyGame, picture: Any, order: Order) -> str:
    """Whether an order belongs to another step of the phase that a seat was last told of, or to another phase."""
    names = picture.address.split("/") if picture.address else []
    here = [heading_at(game.outline, "/".join(names[: depth + 1])) for depth in range(len(names))]
    phase = next((heading for heading in reversed(here) if isinstance(heading, Phase)), None)
    return "WRONG_STEP" if phase and any(type(order) in h.orders for h in walk(phase)) else "WRONG_PHASE"


def options(game: AnyGame, picture: Any) -> list[Option]:
    """All that a seat may order now, by what it knows."""
    return [
        option
        for kind in lawful_types(game, picture)
        if kind is not Done or verdict(game, picture, Done()) is None
        for option in kind.offers(picture)
    ]


def fold(opening: Any, journal: Sequence[Event]) -> Any:
    """The position that a journal leads to from its opening, which stays as it is."""
    state = duplicate(opening)
    for event in journal:
        event.change(state)
    return state
