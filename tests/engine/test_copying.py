"""Copies of positions: equal to the thing, and free of it."""

from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import dataclass, field, fields, is_dataclass
from typing import TYPE_CHECKING, Any

import pytest

from service.engine.copying import same_but, same_in_another
from service.engine.state import duplicate
from service.games.shelf import GAMES
from tests.random_play import begun, one_call
from tests.toy import TOY

if TYPE_CHECKING:
    from service.engine.dice import Dice


@dataclass(slots=True)
class Column:
    """What changes, in slots."""

    name: str
    strength: int | None = 3
    way: list[str] = field(default_factory=list)
    carries: tuple[list[str], ...] = ()


@dataclass
class Convoy(Column):
    """One that has some of its fields in slots, and others not."""

    ships: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Tray:
    """One of whose fields the type is there for a type checker only."""

    dice: Dice | None = None
    thrown: list[int] = field(default_factory=list)


@dataclass(frozen=True)
class Order:
    """What does not change, and may hold what does."""

    column: Column | None = None
    to: tuple[str, ...] = ("0101",)


@dataclass
class Depot(Column):
    """One that has slots by inheritance alone, and says how it is stored."""

    def __getstate__(self) -> Any:
        return {"name": f"{self.name}, as stored"}

    def __setstate__(self, entries: Any) -> None:
        self.name = entries["name"]


def changing(thing: Any) -> list[int]:
    """Everything in a thing that can be changed, by its identity."""
    inside: list[Any] = []
    if isinstance(thing, dict):
        inside = [*thing, *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inside = [*thing]
    elif is_dataclass(thing):
        inside = [getattr(thing, one.name) for one in fields(thing)]
    changes = isinstance(thing, dict | list | set) or (
        is_dataclass(thing) and not type(thing).__dataclass_params__.frozen  # type: ignore[attr-defined]
    )
    return [id(thing)] * changes + [one for part in inside for one in changing(part)]


@pytest.mark.parametrize("game", [TOY, *GAMES.values()], ids=lambda game: str(game.info.name))
def test_the_copy_of_a_position_is_equal_and_shares_nothing_that_changes(game: Any):
    match, rng, dice = begun(game, 1, strict=False)
    for _ in range(12):
        one_call(match, rng, dice, strict=False)
    copied = duplicate(match.state)
    assert repr(copied) == repr(pickle.loads(pickle.dumps(match.state)))
    assert len(changing(match.state)) > 20
    assert not {*changing(copied)} & {*changing(match.state)}


def test_what_is_frozen_is_shared_unless_something_in_it_changes():
    plain, holding = Order(), Order(Column("S-1", way=["0101"]))
    assert duplicate(plain) is plain
    copied = duplicate(holding)
    assert copied == holding and copied.column is not None and holding.column is not None
    copied.column.way.append("0102")
    assert holding.column.way == ["0101"]


def test_what_a_tuple_holds_is_copied_where_it_changes():
    column = Column("S-1", carries=(["shells"],))
    duplicate(column).carries[0].append("men")
    assert column.carries == (["shells"],)


def test_what_is_no_dataclass_or_says_how_it_is_stored_is_copied_as_it_is_stored():
    counted = Counter({"A": 1})
    copied = duplicate(counted)
    copied["A"] += 1
    assert counted["A"] == 1 and type(copied) is Counter
    assert duplicate(Depot("S-1")).name == "S-1, as stored"


def test_fields_in_slots_are_copied_beside_those_that_are_in_none():
    convoy = Convoy("C-1", way=["0101"], ships=["A"])
    copied = duplicate(convoy)
    assert copied == convoy
    copied.way.append("0102")
    copied.ships.append("B")
    assert (convoy.way, convoy.ships) == (["0101"], ["A"])


@pytest.mark.parametrize("thing", [Column("C-1", way=["0101"]), Convoy("C-1", ships=["A"]), Counter("A"), Tray()])
def test_a_copy_of_the_top_level_alone_holds_the_same(thing: Any):
    copied = same_in_another(thing)
    assert copied is not thing and copied == thing and type(copied) is type(thing)
    for name in (one.name for one in fields(thing)) if is_dataclass(thing) else ():
        assert getattr(copied, name) is getattr(thing, name)
        setattr(copied, name, None)
    assert not is_dataclass(thing) or copied != thing


def test_what_differs_in_some_entries_leaves_the_thing_as_it_was():
    column = Column("C-1", way=["0101"])
    other = same_but(column, name="C-2")
    assert (column.name, other.name) == ("C-1", "C-2") and other.way is column.way
    with pytest.raises(AttributeError):
        same_but(column, nothing="C-3")


def test_what_is_frozen_needs_no_copy_and_what_says_how_it_is_stored_is_copied_so():
    order = Order()
    assert same_in_another(order) is order
    assert same_in_another(Depot("S-1")).name == "S-1, as stored"


def test_what_changes_is_copied_also_where_the_types_of_the_fields_cannot_be_read():
    tray = Tray(thrown=[3])
    duplicate(tray).thrown.append(4)
    assert tray.thrown == [3]
