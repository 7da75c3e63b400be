"""A scene on the map of a division: units, contacts, and all that can be drawn at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

from service.engine.options import Destination
from service.games.ndc.game import NDC
from service.games.ndc.known.picture import Attack, MustRetreat, Picture, Planned
from service.games.ndc.known.view import KnownContact, OwnUnit, View, view
from service.games.ndc.printed.scenario import UnitSetup
from service.games.ndc.printed.units import Account, Marker
from tests.shipped import KALTENBACH
from web.drawing.map import Selection, render_map
from web.games.ndc.map import NdcMap

SHEET = NdcMap(KALTENBACH)


def own(setup: UnitSetup, **known: object) -> OwnUnit:
    """A unit of the order of battle as its owner has it, whole and fresh but for what is said."""
    unit = OwnUnit(
        id=setup.id,
        designation=setup.designation,
        parent=setup.parent,
        type=setup.type,
        mode=setup.modes[0],
        zone=setup.zone,
        hexes=setup.hexes,
        to=4,
        to_max=4,
        fatigue=0,
        level=0,
        ew=0,
        attack=6,
        defence=9,
        allowance=9,
        spent=0,
        left=9,
        leadership=1,
        rating=0,
        in_command=True,
        commander=False,
        arrives=setup.turn,
        assets=(),
        states=(),
    )
    return replace(unit, **known)  # type: ignore[arg-type]


def contact(handle: str, *hexes: str, **known: object) -> KnownContact:
    """A contact of which nothing is known but where it stands, and what is said."""
    unknown = KnownContact(
        handle=handle,
        hexes=hexes,
        known=True,
        turn=3,
        age=0,
        type=None,
        designation=None,
        mode=None,
        to=None,
        zone=None,
        track=(),
        engaged=False,
        engaged_with=(),
    )
    return replace(unknown, **known)  # type: ignore[arg-type]


def seen_by(seat: str, own: Sequence[OwnUnit] = (), contacts: Sequence[KnownContact] = (), **known: object) -> View:
    """The view of a seat that has been told just this."""
    picture = Picture(
        seat=seat,
        seats=("Soviet", "US"),
        scenario="kaltenbach",
        data=NDC.data_id,
        side=seat,
        turn=3,
        account=Account(side=seat),
    )
    return replace(view(picture), own=tuple(own), contacts=tuple(contacts), **known)  # type: ignore[arg-type]


def us_units(**changes: dict[str, object]) -> list[OwnUnit]:
    return [own(setup, **changes.get(setup.id, {})) for setup in KALTENBACH.order_of_battle("US")]


PROBE = Attack(
    number=1, target="1204", origin="1304", type="probe", attacker_ew=0, barrage=2, chemical=False, persistent=False,
    ew_attacks=0, superiority=0, total=3,
)  # fmt: skip


def crowded() -> View:
    """Everything that can lie on a map at once."""
    units = us_units(
        **{
            "U-I2": {"states": ("stopped", "finished", "detachment"), "in_command": False, "ew": 2, "fatigue": 1},
            "U-A2": {"hexes": ("0909",), "to": 2, "commander": True},
        }
    )
    contacts = [
        contact("E1", "1404", type="armor", mode="attack", to=4, designation="1st Tank Battalion, 3rd Regiment"),
        contact("E2", "1407"),
        contact("E3", "1710", known=False, age=2, type="recon", track=("1910", "1810", "1710")),
        contact("E4", "1212", "1211", type="infantry", mode="dug-in", zone="double", engaged=True),
    ]
    return seen_by(
        "US",
        units,
        contacts,
        markers=(
            Marker(kind="interdiction", hex="1105", side="US", strength=2),
            Marker(kind="gas", hex="1309", side="Soviet"),
            Marker(kind="breakthrough", hex="1306", side="US"),
        ),
        planned=(
            Planned(kind="ground", unit="U-I2", origin="1208", target="1308", type="assault", csps=3),
            Planned(kind="counter-battery", unit=None, origin=None, target="1904", csps=4),
        ),
        question=PROBE,
        declared=(PROBE,),
        retreating=MustRetreat(
            unit="U-A1", kind="retreat", hex="1006", hexes_left=2, away_from="1106", stand_fast=True
        ),
    )  # fmt: skip


REACH = (
    Destination(place="1007", cost=4, path=("1007",)),
    Destination(place="1008", cost=7, path=("1007", "1008")),
    Destination(place="0908", cost=9, path=("1007", "0908")),
)


def everything() -> str:
    return render_map(SHEET, crowded(), selection=Selection(units=("U-A1",), reach=REACH, to="1008"), key="m/US")


def elements(markup: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(markup).iter())


def labels(markup: str) -> list[str]:
    return [element.attrib["aria-label"] for element in elements(markup) if element.tag == "a"]
