"""Positions of a skirmish from which the worlds begin."""

from __future__ import annotations

import pickle
import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

from service.engine.orders import Done
from service.engine.state import duplicate
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.sections.artillery import CallContact, Correct, SpottingRound
from tests.games.skirmish import positions
from tests.games.skirmish.table import Table, position
from tests.random_play import begun, one_call, random_orders
from tests.secrecy.worlds import World


class Stood(Sequence[World]):
    """Positions of a match; each is read, and so made anew, when it is taken."""

    def __init__(self, kept: Sequence[tuple[str, bytes]]) -> None:
        self.kept = kept

    def __len__(self) -> int:
        return len(self.kept)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Stood(self.kept[place])
        return World(pickle.loads(self.kept[place][1]))

    def __add__(self, more: Stood) -> Stood:
        return Stood([*self.kept, *more.kept])

    def at(self, heading: str) -> Stood:
        """Those at this heading."""
        return Stood([one for one in self.kept if one[0] == heading])


def walked(seed: int, **options: str) -> Iterator[tuple[str, bytes]]:
    """A match played at random, as it stood whenever somebody was asked, or a time ran; each with its heading.

    It is played on as the next is asked for.
    """
    match, rng, dice = begun(SKIRMISH, seed, strict=False, options=options)
    while not match.state.ended:
        yield match.state.cursor[-1].heading, pickle.dumps(match.state)
        one_call(match, rng, dice, strict=False)


@lru_cache(maxsize=8)
def stood(seed: int, most: int | None = None, **options: str) -> Stood:
    """All of those, or so many of them at most."""
    return Stood([*islice(walked(seed, **options), most)])


def opened(**options: str) -> World:
    """A match at its first question."""
    match, _, _ = begun(SKIRMISH, 1, strict=False, options=options)
    return World(match.state)


def contact_table(step: str, attacker: str, **options: str) -> Table:
    """Both sides in contact round the farm, some seen, some suspected and some not known, tired and worn."""
    return position(
        "A-L1 leader at 0808 rating -1", "A-SQ1 squad at 0808", "A-SQ2 squad at 0906 suppression 1",
        "A-SQ3 squad at 0708 broken", "A-SQ4 squad at 0903 suspected", "A-AS assault_squad at 1210 suspected low",
        "A-MMG mmg_team at 0513 jammed", "A-MTR light_mortar_team at 0612 smoke 3", "A-FO observer at 0613",
        "A-TK1 medium_tank at 1007 heading 1", "A-D1 dummy at 0710", "A-SQ6 squad",
        "G-L1 leader at 1308 rating -1", "G-HMG hmg_team at 1308 suspected", "G-SQ1 squad at 1309 suppression 1",
        "G-SQ2 squad at 1106", "G-SQ3 squad at 1110", "G-SQ4 squad at 1408 broken", "G-SQ5 squad at 1402",
        "G-MMG mmg_team at 1409 jammed", "G-SQ7 squad at 1803 low", "G-ATG at_gun_75 at 1506 heading 4",
        "G-PF at_team at 1205 weapon panzerfaust suspected", "G-TK assault_gun at 1707 heading 4",
        "G-D1 dummy at 1013", "G-D2 dummy at 1002",
        step=step, attacker=attacker, turn=3, faces=[3, 4] * 40, **options,
    )  # fmt: skip


def at_the_edge() -> World:
    """A routed squad at its own edge of the map, which it may leave; hidden bases of the enemy about."""
    return World(position(
        "A-SQ1 squad at 0107 routed", "A-SQ2 squad at 0506", "G-SQ1 squad at 1107", "G-HMG hmg_team at 1308",
        "G-D1 dummy at 1013", step="movement",
    ).truth)  # fmt: skip


def called_for(**checks: list[int]) -> positions.Table:
    """The opening phases of a turn in which an observer may call for a battery; with dice for what is checked."""
    dice = {"SKR-WX-01": [3, 4] * 9, "SKR-AIR-01": [6] * 8, "SKR-OBA-02": [3, 4, 4, 5], "P18 scatter": [3, 4]}
    return positions.position(
        "A-FO at 0307", "G-SQ1 at 1107", "G-HMG at 1308", phase="initial-phase", oba_pace="all_at_once",
        step="off-board-artillery" if "SKR-AIR-01" not in checks else "target", by_purpose={**dice, **checks},
    )  # fmt: skip


def ranging_in() -> Iterator[World]:
    """A battery whose target is called for, spotted, corrected, and may be fired at for effect."""
    table, call = called_for(), CallContact(battery="A-BTY")
    yield World(duplicate(table.truth))
    for order in (call, SpottingRound(battery="A-BTY", hex="1207"), Correct(battery="A-BTY", hex="1107"), call):
        yield World(duplicate(table.order("allied", order).truth))


def before_the_fighting(attacker: str) -> Iterator[World]:
    """The headings of a turn before its combat phase, one after the other: those in contact have not rested."""
    table = contact_table("initial", attacker)
    while table.step != "prepared-fire":
        yield World(duplicate(table.truth))
        table.done()


def on_the_move(attacker: str) -> Iterator[World]:
    """The attacker has planned moves, and may plan more; and they have sealed them, and the defender is asked."""
    world = in_contact("movement", attacker)
    drawn = random_orders(SKIRMISH, world.state.pictures[attacker], random.Random(9), most=9, closing=0)
    world.play(attacker, [order for order in drawn if order.kind == "move"])
    yield world.copy()
    world.play(attacker, [Done()])
    yield world


def in_contact(step: str, attacker: str, **options: str) -> World:
    """The world of that table."""
    return World(contact_table(step, attacker, **options).truth)
