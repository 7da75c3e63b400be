"""The orders of the movement step (P11, P12; SKR-MOV-01 to 08), checked by what their owner knows.

They are sent as one sealed batch, and played as `playing` says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from service.engine.facts import running
from service.engine.options import Choice, Domain, Option, Routes, Several
from service.engine.order_words import Saying, SayingIn, through
from service.engine.orders import Order, Phrase, accepts, demand
from service.engine.roles import Subject, Target
from service.engine.sentences import Said, Sentence, counted, place, say
from service.games.skirmish.known.entering import check_entry
from service.games.skirmish.known.firepower import Weapon, weapons_of
from service.games.skirmish.known.orders import Movement
from service.games.skirmish.known.paths import (
    beside_enemies,
    heading_after,
    pace_for,
    path_cost,
    points,
    room,
    steps_of,
    too_fast,
    turned,
    ways,
)
from service.games.skirmish.known.picture import Handle, March, Picture
from service.games.skirmish.known.reach import can_move, destinations, in_turn, movable, planned
from service.games.skirmish.known.routs import check_flight, may_leave
from service.games.skirmish.printed.bases import Base, BaseId, Pace
from service.games.skirmish.sections.gunnery import reach
from service.games.skirmish.staff.words import SkirmishWords


@dataclass(frozen=True, kw_only=True)
class Move(Movement):
    """Move a base along a path. It goes fast where the path is longer than its normal speed allows.

    The defender may halt it after any step. What has become impossible by the time it is its turn lapses. With
    `stop_at_contact` it stops where an enemy comes into view; `skip_if` names own bases: it stays where it is if one of
    them was halted, pinned or cowed, broken or lost before. A vehicle may go astern with `reverse`, and on after it has
    fired. In live play it makes its steps at the same time as the move before it if it goes `in_step` with that.
    """

    rule: ClassVar[str] = "SKR-MOV-01"
    phrase: ClassVar[Phrase] = Phrase("move {base} {path}", pace="pace {}")

    kind: Literal["move"] = "move"
    pace: Pace | None = None
    reverse: bool = False
    stop_at_contact: bool = False
    skip_if: tuple[BaseId, ...] = ()
    in_step: bool = False

    def said(self, to: Saying) -> Sentence:
        if not self.path:
            return ()
        fast = ", fast" if self.pace == "fast" else ""
        return say(to.unit(self.base), " moves to ", place(self.path[-1]), through(self.path), fast)

    def on_button(self, to: Saying) -> Sentence:
        return say("Move to ", place(self.path[-1]), ", fast" * (self.pace == "fast")) if self.path else ()

    def check(self, picture: Picture) -> None:
        base = planned(picture, picture.base(self.base))
        in_turn(picture, base)
        if base.hex is None:
            check_entry(picture, base, self.path)
        can_move(base)
        for id in self.skip_if:
            picture.base(id)
        for hex in self.path:
            demand(hex in picture.rules.sheet, "P2", f"There is no hex {hex} on this map.")
            demand(not picture.known_at(hex), "SKR-ADV-05", ("An enemy is in ", place(hex), ": that takes an advance."),
                   "ENEMY_THERE")  # fmt: skip
        if base.morale != "good" and self.path:
            check_flight(picture, base, self.path, self.pace)
        demand(len(self.path) > 0, "P11", "A path has at least one hex.", "NOT_AFFORDED")
        demand(base.vehicle or not self.reverse, "P12", (base.said, " does not go in reverse."), "NOT_AFFORDED")
        cost = path_cost(picture, base, self.path, reverse=self.reverse)
        if base.morale == "good":
            self.check_pace(picture, base, base.spent + cost)
        here = room(picture, base, self.path[-1])
        demand(here, "P2", ("There is no room for ", base.said, " in ", place(self.path[-1]), "."), "NOT_AFFORDED")

    def check_pace(self, picture: Picture, base: Base, spent: int) -> None:
        """Refuse a path that is too long, or too fast where it leads (P11)."""
        fired = base.fired == "moving"  # a vehicle that has fired goes on at normal pace
        profile = picture.rules.profile(base)
        most = profile.allowance(self.pace or "normal")
        if self.pace is None and not fired:
            most = max(most, profile.allowance("fast"))
        demand(spent <= most, "P11", (f"That path costs {points(spent)}, and ", base.said, f" has {points(most)}."),
               "NOT_AFFORDED")  # fmt: skip
        if (self.pace or pace_for(profile, spent)) == "fast":
            demand(not fired, "P11", (base.said, " fires on its move, and does not go fast."), "NORMAL_SPEED_ONLY")
            barred = too_fast(picture, base, self.path, beside_enemies(picture))
            demand(
                barred is None,
                "P11",
                (base.said, " cannot enter ", place(barred or ""), " at fast pace."),
                "NORMAL_SPEED_ONLY",
            )

    def believe(self, picture: Picture) -> None:
        base = planned(picture, picture.own[self.base])
        steps = steps_of(picture.rules, base, self.path, reverse=self.reverse)
        spent = base.spent + path_cost(picture, base, self.path, reverse=self.reverse)
        before, profile = picture.marches.get(base.id), picture.rules.profile(base)
        picture.marches[base.id] = March(
            path=(*(before.path if before else ()), *self.path), hex=self.path[-1], heading=heading_after(base, steps),
            spent=spent, pace=self.pace or pace_for(profile, spent) or "fast", shot=before is not None and before.shot,
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.own.values():
            if base.gone or not movable(picture, base):
                continue
            there = planned(picture, base)
            if next(ways(picture, there), None) if base.morale == "good" else destinations(picture, base.id):
                others = tuple(id for id in picture.marches if id != base.id)
                fields: dict[str, Domain] = {"path": Routes()}
                if base.morale == "good":
                    fields["stop_at_contact"] = Choice(values=(False, True))
                if others and picture.options["interrupts"] == "live":
                    fields["in_step"] = Choice(values=(True, False))
                if others:
                    fields["skip_if"] = Several(values=others, most=len(others))
                yield Option(
                    kind="move",
                    title=say("Move ", base.said),
                    subjects=(base.id,),
                    fixed={"base": base.id},
                    fields=fields,
                )
            if base.vehicle and there.hex is not None:
                behind = picture.rules.sheet.step(there.hex, there.heading + picture.rules.sheet.headings // 2)
                if behind and accepts(picture, cls(base=base.id, path=(behind,), reverse=True)):
                    yield Option(
                        kind="move", title=say(base.said, " reverses"), subjects=(base.id,),
                        fixed={"base": base.id, "path": [behind], "reverse": True},
                    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Face(Order):
    """Turn a vehicle on its spot: before it moves, at the end of its move, or instead of one.

    A change of heading is a step of its move, and the defender may halt it there.
    """

    rule: ClassVar[str] = "SKR-MOV-01"
    phrase: ClassVar[Phrase] = Phrase("face {base} {heading}")

    kind: Literal["face"] = "face"
    base: Subject[BaseId]
    heading: int

    def said(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(to.unit(self.base), f" turns to the {to.words.towards(to.known, self.heading)}")

    def on_button(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(f"Turn to the {to.words.towards(to.known, self.heading)}")

    def check(self, picture: Picture) -> None:
        base, sides = planned(picture, picture.base(self.base)), picture.rules.sheet.headings
        in_turn(picture, base)
        demand(base.vehicle and base.hex is not None, "P12", (base.said, " cannot turn on the spot."), "NOT_ELIGIBLE")
        can_move(base)
        elsewhere = 0 <= self.heading < sides and self.heading != base.heading
        demand(elsewhere, "P12", (base.said, f" cannot be turned to {self.heading}."), "NOT_AFFORDED")
        spent = base.spent + self.cost(picture, base)
        most = picture.rules.profile(base).allowance("normal" if base.fired == "moving" else "fast")
        demand(
            spent <= most,
            "P12",
            (f"That takes {points(spent)}, and ", base.said, f" has {points(most)}."),
            "NOT_AFFORDED",
        )

    def cost(self, picture: Picture, base: Base) -> int:
        turns = turned(base.heading, self.heading, picture.rules.sheet.headings)
        return picture.tables.bases.turning.turn * len(turns)

    def believe(self, picture: Picture) -> None:
        base = planned(picture, picture.own[self.base])
        spent = base.spent + self.cost(picture, base)
        before = picture.marches.get(base.id)
        picture.marches[base.id] = March(
            path=before.path if before else (), hex=base.hex, heading=self.heading, spent=spent,
            pace=pace_for(picture.rules.profile(base), spent) or "fast", shot=before is not None and before.shot,
        )  # fmt: skip

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if base.vehicle:
                sides = range(picture.rules.sheet.headings)
                found = tuple(h for h in sides if accepts(picture, cls(base=base.id, heading=h)))
                if found:
                    yield Option(
                        kind="face", title=say("Turn ", base.said), subjects=(base.id,), fixed={"base": base.id},
                        fields={"heading": Choice(values=found)},
                    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class FireOnMove(Order):
    """Fire with a base once it has moved, from where it has come to (SKR-MOV-01 to 05).

    Without a target it fires at the nearest enemy that is identified then, of a class or type if you name one, and
    `within` so many hexes. A base that stays in motion fires worse, and is shot at as one that moves.
    """

    rule: ClassVar[str] = "SKR-MOV-02"
    phrase: ClassVar[Phrase] = Phrase("fire on move {base}", target="at {}", weapon="weapon {}")

    kind: Literal["fire-on-move"] = "fire-on-move"
    base: Subject[BaseId]
    target: Target[Handle | None] = None
    of: str | None = None
    within: int | None = None
    weapon: Weapon = "small arms"
    in_motion: bool = False

    def said(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say(to.unit(self.base), " fires after its move", *self.at(to))

    def on_button(self, to: SayingIn[SkirmishWords]) -> Sentence:
        return say("Fire after the move", *self.at(to))

    def at(self, to: SayingIn[SkirmishWords]) -> Iterator[Said]:
        """At whom, with what and how."""
        within = "" if self.within is None else f" within {counted(self.within, 'hex', 'hexes')}"
        if self.target is None:
            what = self.of.replace("_", " ") if self.of else "enemy"
            yield f" at the nearest {what}{within} that it has made out by then"
        else:
            yield " at "
            yield to.words.aimed_at(to.known, self.target, running, at_all=True)
            yield within
        yield f" with {self.weapon}" * (self.weapon != "small arms") + ", staying in motion" * self.in_motion

    def check(self, picture: Picture) -> None:
        base = planned(picture, picture.base(self.base))
        ready = base.morale == "good" and not base.cowered and base.crewed
        demand(ready, "SKR-MOV-01", (base.said, " is not in good order."), "NOT_ELIGIBLE")
        demand(base.fired == "none", "SKR-MOV-02", (base.said, " has fired in this player turn."), "FIRED")
        demand(base.moved, "SKR-MOV-02", (base.said, " moves first; without a move it waits for the closing fire."),
               "MOVE_FIRST")  # fmt: skip
        demand(base.pace != "fast", "P11", (base.said, " moves fast: it waits for the closing fire."), "NOT_ELIGIBLE")
        known = self.target is None or self.target in picture.contacts
        demand(known, "SEQUENCE", f"You know of no enemy '{self.target}'.")
        figures = picture.tables.bases
        kinds = {*figures.classes, *figures.types, None}
        demand(self.of in kinds, "P16", f"There is no class or type '{self.of}'.")

    def believe(self, picture: Picture) -> None:
        base = planned(picture, picture.own[self.base])
        blank = March(path=(), hex=base.hex, heading=base.heading, spent=base.spent, pace=base.pace or "normal")
        picture.marches[base.id] = replace(picture.marches.get(base.id, blank), shot=True)

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        tables = picture.tables
        for base in picture.on_map():
            there = planned(picture, base)
            at_armour = ["armour piercing"] if reach(tables, there) else []
            weapons: list[Weapon] = [*weapons_of(tables, there), *at_armour]  # type: ignore[list-item]
            if weapons and accepts(picture, cls(base=base.id)):
                yield Option(
                    kind="fire-on-move", title=say(base.said, " fires after its move"), subjects=(base.id,),
                    fixed={"base": base.id},
                    fields={"target": Choice(values=(None, *picture.contacts)), "weapon": Choice(values=tuple(weapons)),
                            "in_motion": Choice(values=(False, True))},
                )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class LeaveMap(Order):
    """Let a routed base that has come to your edge of the map leave it for good; the enemy scores half its worth."""

    rule: ClassVar[str] = "SKR-RTD-01"
    phrase: ClassVar[Phrase] = Phrase("leave {base}")

    kind: Literal["leave-map"] = "leave-map"
    base: Subject[BaseId]

    def check(self, picture: Picture) -> None:
        base = planned(picture, picture.base(self.base))
        in_turn(picture, base)
        demand(base.morale == "routed", "P14", (base.said, " is not routed."), "NOT_ELIGIBLE")
        can_move(base)
        edge = picture.rules.sides[picture.side].friendly_edge
        demand(may_leave(picture, base), "P14", (base.said, f" is not at your edge of the map, the {edge}."), "TOO_FAR")

    def believe(self, picture: Picture) -> None:
        base = picture.own[self.base]
        picture.marches[base.id] = March(path=(), hex=None, heading=base.heading, spent=0, pace="normal")

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        for base in picture.on_map():
            if accepts(picture, cls(base=base.id)):
                yield Option(
                    kind="leave-map",
                    title=say(base.said, " leaves the map"),
                    subjects=(base.id,),
                    fixed={"base": base.id},
                )


@dataclass(frozen=True, kw_only=True)
class MoreToCome(Order):
    """Send these moves by themselves, and go on moving others when you have heard what came of them (P16).

    It costs an exchange. Routed and broken bases move in the first batch only.
    """

    rule: ClassVar[str] = "SKR-MOV-01"

    kind: Literal["more-to-come"] = "more-to-come"

    def said(self, to: Saying) -> Sentence:
        return say("Other moves are ordered when all of these have been played")

    def check(self, picture: Picture) -> None:
        demand(picture.marches and not picture.more, "P16", "There is nothing on the sheet to send by itself.")

    def believe(self, picture: Picture) -> None:
        picture.more = True

    @classmethod
    def offers(cls, picture: Picture) -> Iterator[Option]:
        if picture.marches and not picture.more:
            yield Option(kind="more-to-come", title=say("More moves when these have been played"))
