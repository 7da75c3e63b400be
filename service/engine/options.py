"""Options: what a seat may order now, each as independent fields of which any combination is accepted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from service.engine.places import Place

Scalar = str | int | bool | None


@dataclass(frozen=True, kw_only=True)
class Choice:
    """One of these values."""

    domain: Literal["choice"] = "choice"
    values: tuple[Scalar, ...]
    labels: tuple[str, ...] = ()


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
    """Any set of these values, `least` to `most` of them, none twice; given as a list."""

    domain: Literal["several"] = "several"
    values: tuple[str, ...]
    least: int = 0
    most: int


@dataclass(frozen=True, kw_only=True)
class Routes:
    """A path, as a list of places; where the unit can go is asked for unit by unit."""

    domain: Literal["routes"] = "routes"
    unit: str


Domain = Choice | Range | Places | Several | Routes


@dataclass(frozen=True, kw_only=True)
class Option:
    """One order type for one subject: `fixed` goes into the order as it stands, each of `fields` takes a value."""

    order: str
    title: str
    subject: str | None = None
    fixed: dict[str, Any] = field(default_factory=dict)
    fields: dict[str, Domain] = field(default_factory=dict)
    rule: str | None = None


@dataclass(frozen=True, kw_only=True)
class Destination:
    """A place that a unit can reach: movement points spent to get there and one path, without where it sets out."""

    place: Place
    cost: int
    path: tuple[Place, ...]
