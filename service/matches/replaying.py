"""A match that is over judged again: worked anew by the rules of the game, from its opening and the opened seeds.

`service/verify.py` computes every die anew, but cannot know what the rules make of one. This can: each list of orders,
in the order of the journal, is given to the umpire again, and every event, every report and the view at the end have to
be those of the file. What was worked by another version of the rules than the installed one cannot be judged so; its
events are taken as they stand.
"""

from __future__ import annotations

import json
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, pairwise
from typing import Any

from service.engine import recording, umpire
from service.engine.data import DataSet
from service.engine.dice import Dice, Seeds
from service.engine.dice_events import DiceRenewed, ShareCommitted, ShareMade, ShareOpened
from service.engine.events import (
    Concluded,
    Corrected,
    Event,
    OrdersTakenUp,
    Posted,
    Ruled,
    RulesChanged,
    TimeOver,
    Told,
    WindowLapsed,
)
from service.engine.game import AnyGame
from service.engine.orders import Refusal
from service.engine.reports import SAY_THE_TURN, OrdersAccepted, Report
from service.engine.seats import Seat
from service.engine.state import duplicate
from service.engine.telling import is_acceptance
from service.store.codec import Codec, text

Json = dict[str, Any]
SHARES = (ShareMade, ShareCommitted, ShareOpened)
Begun = OrdersTakenUp | WindowLapsed | TimeOver | Ruled | Corrected | Concluded


class NotReplayed(Exception):
    """What the rules make of the orders is not what the file says; or the file is not formed as it should be."""


@dataclass(frozen=True)
class Stretch:
    """Steps of a match, first and last, that one version of the rules worked, and whether they were replayed."""

    first: int
    last: int
    rules: str
    replayed: bool


def replay(export: Json, games: Mapping[str, AnyGame]) -> list[Stretch]:
    """Judge an export of a match that is over, in which `verify.verify` found nothing. Raises NotReplayed.

    A game that is not on the shelf gives one stretch, not replayed.
    """
    try:
        game = games.get(export["game"])
        if game is None:
            return [Stretch(1, len(export["whole"].get("steps", ())), export["rules_version"], False)]
        return Replay(export, by_own_data(export, game)).judged()
    except NotReplayed:
        raise
    except Exception as fault:  # whatever a file can hold
        raise NotReplayed(f"the file is not formed as it should be: {type(fault).__name__} {fault}") from fault


def by_own_data(export: Json, game: AnyGame) -> AnyGame:
    """The game played by the set of data that the match was opened with, on offer the one that it ended with.

    The file brings them; one of before matches named their sets is judged by those that are installed.
    """
    sets = {id: DataSet.of(files) for id, files in export["whole"].get("data_sets", {}).items()}
    demand(all(id == data.id for id, data in sets.items()), "a set of data is not what its name says")
    opening, position, now = export["whole"]["opening"], export["whole"].get("position"), export.get("data", "")
    then = opening.get("data", "") or now
    named = ((opening, then), (position or {}, now))
    of_one = all(
        {at.get("data", id) for at in (whole, *whole.get("pictures", {}).values())} == {id} for whole, id in named
    )
    demand(of_one, "not all of it names the same set of data")
    demand({now, then} <= {"", game.data_id, *sets}, "the set of data by which it was played is missing")
    offered = game if now in ("", game.data_id) else replace(game.bound_to(sets[now]), on_shelf=None)
    if then in ("", offered.data_id):
        return offered
    return offered.bound_to(game.data if then == game.data_id and game.data is not None else sets[then])


class Replay:
    """One match as it is worked anew."""

    def __init__(self, export: Json, game: AnyGame) -> None:
        self.export, self.game, self.codec = export, game, Codec(game)
        whole, sheet = export["whole"], export["dice"]
        self.said: list[Json] = self.codec.renewed(whole["journal"])
        self.journal: list[Event] = [self.codec.to_event(text(event)) for event in self.said]
        self.opening = self.codec.to_opening(text(whole["opening"]))
        same = self.opening.rules_version in ("", export["rules_version"])
        demand(same, "the opening is said to be under other rules than the match")
        self.opening.rules_version = export["rules_version"]
        self.steps: list[Json] = whole.get("steps", [])
        seeds = Seeds(
            bytes.fromhex(sheet["chain_end"]), bytes.fromhex(sheet["seed"]), sheet["turns"], sheet.get("scheme", 1)
        )
        self.dice = Dice(export["match_id"], seeds)
        self.ends = list(accumulate(step["events"] for step in self.steps))
        """Where in the journal each call ends, and the next begins."""
        self.calls = {0, *self.ends}
        self.state: Any = None
        self.at = 0
        self.turns: dict[str, int] = dict.fromkeys(game.info.seats, 0)
        self.log: list[Json] = []
        self.opening_pictures = duplicate(self.opening.pictures)
        self.told: dict[Seat, list[Report]] = {seat: [] for seat in game.info.seats}
        self.waiting: list[tuple[tuple[Seat, int], OrdersAccepted]] = []
        """Accepted orders that were not taken up yet, by seat and entry of its log."""
        self.taken_up = {(one.seat, one.entry) for one in self.journal if isinstance(one, OrdersTakenUp)}
        self.reworks = False
        occasions = (n for n, one in enumerate(self.journal) if isinstance(one, Told | Posted) and one.occasion)
        self.occasions_begin = next(occasions, len(self.journal))
        """Where in the journal the first occasion stands: what is older was worked before they were kept."""

    def judged(self) -> list[Stretch]:
        """Work the match anew where the installed rules worked it; the stretches."""
        found = list(self.stretches())
        self.demand_steps(found)
        for begins, ends, version in found:
            if self.installed(begins, version):
                self.rework(ends)
            else:
                self.take_over(begins, ends)
        last, _, version = found[-1]
        if self.installed(last, version):
            self.demand_end()
        self.demand_log()
        return [
            Stretch(self.step_of(begins), self.step_of(ends - 1), version, self.installed(begins, version))
            for begins, ends, version in found
        ]

    def installed(self, begins: int, version: str) -> bool:
        """Whether a stretch was worked by the installed rules, and by the present scheme of dice."""
        renewed = any(isinstance(event, DiceRenewed) for event in self.journal[: begins + 1])
        return version == self.game.info.version and (self.dice.seeds.scheme == 2 or renewed)

    def stretches(self) -> Iterator[tuple[int, int, str]]:
        """From where to where in the journal each version of the rules holds."""
        begins, version = 0, str(self.export["rules_version"])
        for number, event in enumerate(self.journal):
            if isinstance(event, RulesChanged):
                demand(event.was == version, f"event {number + 1} leaves other rules than held before it")
                caught_up = number and isinstance(self.journal[number - 1], DiceRenewed)
                ends = number - 1 if caught_up else number
                if ends > begins:
                    yield begins, ends, version
                begins, version = ends, event.version
        yield begins, len(self.journal), version

    def step_of(self, number: int) -> int:
        """The step that left an event; 0 where the file does not say."""
        place = bisect_right(self.ends, number)
        return int(self.steps[place]["step"]) if place < len(self.steps) else 0

    # ---- a stretch that the installed rules did not work

    def take_over(self, begins: int, ends: int) -> None:
        """Let the events of a stretch happen as they stand."""
        try:
            if self.state is None:
                self.state = self.opening
            for event in self.journal[begins:ends]:
                if is_acceptance(event):
                    self.turns[event.seat] = self.state.pictures[event.seat].turn
                elif self.at in self.calls and self.at:
                    self.turns = believed(self.state)
                self.happened(event, self.turns)
        except NotReplayed:
            raise
        except Exception as fault:  # whatever events of other rules can do to a position
            raise NotReplayed(f"event {self.at + 1} cannot have happened: {type(fault).__name__} {fault}") from fault

    def happened(self, event: Event, turns: dict[str, int]) -> None:
        """An event of the journal is let happen; orders that it accepts wait until they are taken up."""
        event.change(self.state)
        self.heed(event, turns)
        if isinstance(event, OrdersTakenUp):
            self.waiting = [one for one in self.waiting if one[0] != (event.seat, event.entry)]
        if is_acceptance(event):
            entry = (event.seat, self.state.log_lengths[event.seat])
            if entry in self.taken_up or self.reworks:
                assert isinstance(event.report, OrdersAccepted)
                self.waiting.append((entry, event.report))
        self.at += 1

    # ---- a stretch that they worked

    def rework(self, ends: int) -> None:
        """Work a stretch anew, call by call, and compare what comes of each."""
        self.reworks = True
        if self.state is None:
            self.open()
        while self.at < ends:
            event = self.journal[self.at]
            if isinstance(event, SHARES):
                self.happened(event, {})
                continue
            try:
                if is_acceptance(event):
                    self.accept(event)
                else:
                    self.compare(*self.call(event))
            except Refusal as refusal:
                raise NotReplayed(f"event {self.at + 1}: the rules refuse these orders: {refusal.reason}") from refusal
            except NotReplayed:
                raise
            except Exception as fault:  # whatever orders can do to a position that was tampered with
                raise NotReplayed(f"event {self.at + 1} cannot have come of it: {type(fault).__name__}") from fault

    def open(self) -> None:
        """The opening is that of the scenario, and the first question comes of it."""
        scenario, options = self.export["scenario"], self.export["options"]
        fresh = self.game.open(scenario, options)
        fresh.rules_version = self.game.info.version
        demand(fresh == self.opening, f"the opening is not that of {scenario}")
        shares = []
        for event in self.journal:
            if not isinstance(event, ShareMade):
                break
            shares.append(event)
        outcome = umpire.open_match(self.game, scenario, self.dice, options, shares=shares)
        self.state = fresh
        self.compare(outcome, None)

    def accept(self, event: Told) -> None:
        """Orders are accepted where the rules allow them by what their seat knows."""
        seat, report = event.seat, event.report
        assert isinstance(report, OrdersAccepted)
        umpire.accept(self.game, self.state.pictures[seat], seat, report.orders)
        if not fits(self.said[self.at], self.plain(event)):
            raise NotReplayed(self.difference(event))
        self.happened(event, believed(self.state))

    def call(self, event: Event) -> tuple[recording.Outcome, Begun | None]:
        """What comes next by the rules, of the orders that are taken up next, the end of a time or a conclusion.

        With the event that says which, if there is one.
        """
        if isinstance(event, DiceRenewed | RulesChanged):
            caught_up = umpire.catch_up(self.game, duplicate(self.state), self.dice)
            demand(bool(caught_up.journal), f"event {self.at + 1} has happened before")
            return caught_up, None
        coming = islice(self.journal, self.at, None)
        begun = next((one for one in coming if isinstance(one, Begun) or is_acceptance(one)), None)
        if not isinstance(begun, Begun):
            raise NotReplayed(f"event {self.at + 1} comes of nobody's orders")
        at_work = self.without(begun.unread)
        if isinstance(begun, WindowLapsed):
            return umpire.lapse(self.game, at_work, self.dice), begun
        if isinstance(begun, TimeOver) and begun.by_sheet:
            return umpire.send_sheet(self.game, at_work, begun.seat, self.dice), begun
        if isinstance(begun, TimeOver):
            return umpire.time_out(self.game, at_work, begun.seat, self.dice, tell=begun.told), begun
        if isinstance(begun, Ruled):
            return umpire.rule(self.game, at_work, begun.ruling, self.dice), begun
        if isinstance(begun, Corrected):
            return umpire.correct(self.game, at_work, begun.correction, begun.reason, self.dice), begun
        if isinstance(begun, Concluded):
            return umpire.conclude(self.game, at_work, begun.conclusion, self.dice), begun
        entry = (begun.seat, begun.entry)
        first = bool(self.waiting) and self.waiting[0][0] == entry
        demand(first, f"event {self.at + 1}: orders are taken up out of their order, or were not accepted")
        _, report = self.waiting.pop(0)
        return umpire.take_up(self.game, at_work, begun.seat, report.orders, begun.entry, self.dice), begun

    def without(self, unread: Sequence[tuple[Seat, int]]) -> Any:
        """The position to work on, its pictures without acceptances that came while the umpire was at work."""
        at_work = duplicate(self.state)
        for seat in {seat for seat, _ in unread}:
            left_out = {entry for name, entry in unread if name == seat}
            picture = duplicate(self.opening_pictures[seat])
            for number, report in enumerate(self.told[seat], start=1):
                if number not in left_out:
                    report.teach(picture)
            at_work.pictures[seat] = picture
            at_work.log_lengths[seat] -= len(left_out)
        return at_work

    def compare(self, outcome: recording.Outcome, begun: Begun | None) -> None:
        """The events that the rules make are those of the journal, which then happen."""
        turns = believed(self.state)
        for event in outcome.journal:
            demand(self.at < len(self.journal), "the journal ends before the match does")
            if begun is not None and isinstance(event, type(begun)):
                event = replace(event, unread=begun.unread)
            if isinstance(event, Told | Posted) and self.at < self.occasions_begin:
                event = replace(event, occasion=None)
            made, read = self.plain(event), self.journal[self.at]
            if not (fits(self.said[self.at], made) and (event == read or made == self.plain(read))):
                raise NotReplayed(self.difference(event))
            self.happened(read, turns)

    def difference(self, event: Event) -> str:
        """Where the journal and the rules part, in words."""
        step = f"step {self.step_of(self.at)}, " if self.steps else ""
        said, made = said_of(self.journal[self.at]), said_of(event)
        return f"{step}event {self.at + 1}: the journal has {said}, the rules make " + (
            made if made != said else "another one of it"
        )

    # ---- what the seat was told, and knew at the end

    def heed(self, event: Event, turns: dict[str, int]) -> None:
        """Keep the log of the seat whose export it is, as the server writes it down."""
        if not isinstance(event, Told):
            return
        self.told[event.seat].append(event.report)
        if isinstance(event.report, SAY_THE_TURN):
            turns[event.seat] = event.report.turn
        if event.seat == self.export["seat"]:
            report, occasion = self.plain(event.report), self.plain(event.occasion)
            number, turn = len(self.log) + 1, turns[event.seat]
            self.log.append(
                {"number": number, "letter": event.letter, "turn": turn, "report": report, "occasion": occasion}
            )

    def demand_steps(self, stretches: Sequence[tuple[int, int, str]]) -> None:
        """Steps are numbered without a gap, their events are the journal's, and so are the rules of each.

        Files of older servers have none. Orders that are accepted in a match that is still to follow new rules bear the
        number of the step before them, and the version of the rules by which they are worked later.
        """
        if not self.steps:
            return
        numbers = [int(step["step"]) for step in self.steps]
        follows = all(after - before in (0, 1) for before, after in pairwise([0, *numbers]))
        demand(follows and numbers[0] == 1, "a step is missing, or is out of its place")
        demand(self.ends[-1] == len(self.journal), "the steps have more events than the journal, or fewer")
        ends = [end for _, end, _ in stretches]
        for step, begins, last in zip(self.steps, [0, *self.ends], self.ends, strict=False):
            version = stretches[bisect_left(ends, last)][2]
            same = step["rules"] == version or all(map(is_acceptance, self.journal[begins:last]))
            demand(same, f"step {step['step']} is said to be under other rules than the journal has")

    def demand_log(self) -> None:
        said = self.codec.renewed(self.export["log"])
        demand(self.export["version"] == len(said), "the version is not the length of the log")
        for made, entry in zip(self.log, said, strict=False):
            if not self.steps:
                made["turn"] = entry["turn"]  # it goes by where a call began
            same = {"occasion", *entry} == made.keys() and fits(entry, made)  # files of before have no occasions
            demand(same, f"entry {made['number']} of the log is not what the seat was told")
        demand(len(said) == len(self.log), "the log is longer or shorter than what the seat was told")

    def demand_end(self) -> None:
        """The match is over, and position and view are as the file says."""
        demand(self.state.ended, "the match is not over yet")
        position = self.export["whole"].get("position")
        demand(position is not None or not self.steps, "the position at the end is missing")
        if position is not None:  # as objects: a set has no order
            demand(
                Codec(self.game.offered).to_opening(text(position)) == self.state,
                "the position at the end is another one",
            )
        view = self.plain(self.game.view(self.state.pictures[self.export["seat"]]))
        demand(self.export["view"] == view, "the view at the end is not what the seat knew")

    def plain(self, thing: Any) -> Any:
        return json.loads(text(self.codec.plain(thing)))


def said(game: str, stretch: Stretch) -> str:
    """How far a stretch was judged, in words."""
    steps = f"Steps {stretch.first} to {stretch.last}" if stretch.last else "All steps"
    how = (
        "worked anew, and every event, report and log entry comes out"
        if stretch.replayed
        else "dice and journal checked, rules not replayed: they are not installed here"
    )
    return f"{steps} under {game} {stretch.rules}: {how}."


def demand(true: bool, otherwise: str) -> None:
    if not true:
        raise NotReplayed(otherwise)


def believed(state: Any) -> dict[str, int]:
    """The turn in which each seat believes the match to be."""
    return {seat: picture.turn for seat, picture in state.pictures.items()}


def said_of(event: Event) -> str:
    """An event by its kind, and a report by its seat too."""
    return f"{event.report.kind} told to {event.seat}" if isinstance(event, Told) else event.kind


def fits(said: Any, made: Any) -> bool:
    """Whether what a file says is all of it what was made; a field that it leaves out has its default."""
    if isinstance(made, dict):
        return isinstance(said, dict) and all(key in made and fits(value, made[key]) for key, value in said.items())
    if isinstance(made, list):
        return isinstance(said, list) and len(said) == len(made) and all(map(fits, said, made))
    return type(said) is type(made) and bool(said == made)
