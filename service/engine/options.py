"""Options: what a seat may order now, each as independent fields of which any combination is accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.places import Place
from service.engine.sentences import Sentence, plain_text

Scalar = str | int | bool | None


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of these values. `labels`, where there are any, say what each is called in a form.

    Raises FaultyOption where a label is no sentence.
    """

    domain: Literal["choice"] = "choice"
    values: tuple[Scalar, ...]
    labels: tuple[Sentence, ...] = ()

    def __post_init__(self) -> None:
        for label in self.labels:
            if isinstance(label, str):
                raise FaultyOption(f"A choice has the text {label!r} for a label, which is to be a sentence.")


@dataclass(frozen=True, kw_only=True)
class Range:
    """A whole number from `least` to `most`, both included."""

    domain: Literal["range"] = "range"
    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Places:
    """One of these places."""

    domain: Literal["places"] = "places"
    places: tuple[Place, ...]


@dataclass(frozen=True, kw_only=True)
class Several:
    """Any set of these values, `least` to `most` of them, none twice; given as a list.

    `usual`: what None in place of the list means, which is not the same as none of them; without it there is no None.
    Raises FaultyOption where that is no sentence.
    """

    domain: Literal["several"] = "several"
    values: tuple[str, ...]
    least: int = 0
    most: int
    usual: Sentence = ()

    def __post_init__(self) -> None:
        if isinstance(self.usual, str):
            raise FaultyOption(f"A set has the text {self.usual!r} for what is usual, which is to be a sentence.")


@dataclass(frozen=True, kw_only=True)
class Routes:
    """A path, as a list of places: one of the ways that all who move have together, which are asked for apart.

    Who moves are the option's subjects; or, where it `follows` a field of several units, those that are chosen there.
    """

    domain: Literal["routes"] = "routes"
    follows: str | None = None


Domain = Choice | Range | Places | Several | Routes


@dataclass(frozen=True, kw_only=True)
class Option:
    """One order type: `fixed` goes into the order as it stands, each of `fields` takes a value.

    `title` is a sentence, which knows the places and units in it. `subjects` are the own units that it can be given
    to: one, several that may be ordered together, or none. `folded`: fields that are seldom filled in, for which a form
    asks below a fold. Raises FaultyOption where its title is none, where a path follows what is no field of several of
    these, and where what is folded is no field.
    """

    kind: str
    title: Sentence
    subjects: tuple[str, ...] = ()
    fixed: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, Domain] = field(default_factory=dict)
    rule: str | None = None
    folded: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.title, str):
            raise FaultyOption(
                f"The option {self.title!r} of {self.kind!r} has a text for its title, which is to be a sentence."
            )
        for name in self.folded:
            if name not in self.fields:
                raise FaultyOption(f"{self.called} folds {name!r}, which is none of its fields.")
        for name, routes in self.fields.items():
            if not isinstance(routes, Routes) or routes.follows is None:
                continue
            followed = self.fields.get(routes.follows)
            if not isinstance(followed, Several):
                which = f"follows {routes.follows!r}, which is no Several among its fields"
                raise FaultyOption(f"{self.called} has a `{name}` that {which}.")
            if strangers := sorted(set(followed.values) - set(self.subjects)):
                raise FaultyOption(
                    f"{self.called} has a `{name}` for {', '.join(strangers)}, which is none of its subjects."
                )

    @property
    def called(self) -> str:
        """What a sentence that finds fault with it calls it."""
        return f"The option {plain_text(self.title)!r} of {self.kind!r}"

    @property
    def routes(self) -> Iterator[tuple[str, Routes]]:
        """The fields that take a way, by name."""
        return ((name, domain) for name, domain in self.fields.items() if isinstance(domain, Routes))

    @property
    def companions(self) -> frozenset[str]:
        """The fields in which it is chosen who of several takes a way."""
        return frozenset(domain.follows for _, domain in self.routes if domain.follows is not None)

    def movers(self, routes: Routes, order: Mapping[str, Any]) -> tuple[str, ...]:
        """Who takes the way, in an order in which the other fields are filled in."""
        return self.subjects if routes.follows is None else tuple(order[routes.follows])

    def parties(self, routes: Routes) -> tuple[tuple[str, ...], ...]:
        """Of the sets of units that may take the way: as many as may go together, and each that may go alone."""
        if routes.follows is None:
            return (self.subjects,)
        several = self.fields[routes.follows]
        assert isinstance(several, Several)
        alone = [(unit,) for unit in several.values] if several.least <= 1 else []
        return tuple(dict.fromkeys((several.values[: several.most], *alone)))


class FaultyOption(ValueError):
    """An option that nobody could fill in, in a sentence."""


@dataclass(frozen=True, kw_only=True)
class Destination:
    """A place within reach: what it costs to get there, and one path, without where it sets out.

    For several units that go together: a place that all of them reach by this path; the cost is the game's to say.
    """

    place: Place
    cost: int
    path: tuple[Place, ...]
