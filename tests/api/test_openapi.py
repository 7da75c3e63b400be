"""What describes the service: openapi.json at the top level, the sockets' schemas, the table of settings."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from schemas import wire
from service import openapi
from service.api.routers import API, SEAT
from service.api.schema_names import CollidingNames, check_names
from service.api.view import options_on_the_wire
from service.app import create_app
from service.engine.dice import LoadedDice
from service.engine.game import AnyGame
from service.engine.orders import Order
from service.engine.reports import OrdersAccepted, Report
from service.engine.sentences import plain_text
from service.engine.umpire import open_match
from service.engine.words import PlainWords
from service.games.shelf import GAMES
from service.matches import report_forms
from service.matches.context import AtSeat, Context
from service.matches.dice_proof import export_as_if_over
from service.settings import Settings
from service.settings_sources import variable
from service.store import Store
from service.store.codec import Codec
from tests.altered import with_info
from tests.offers import options_for
from tests.secrecy.readable import forces_of
from tests.service_fixtures import Table
from tests.toy import TOY, ToyView


@cache
def description() -> Any:
    """The description, read only once; it is only looked at."""
    return json.loads(openapi.described())


@pytest.mark.soak
@pytest.mark.parametrize("seed", "1234")
def test_the_description_is_the_same_in_every_process(seed: str):
    """However its sets are ordered; this process orders them in a way of its own."""
    code = "from service.openapi import described; print(described(), end='')"
    said = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
    ).stdout
    assert said == openapi.described()


def test_check_says_what_to_do(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(openapi, "TOP", tmp_path)
    assert openapi.main(["--check"]) == 1
    assert "make openapi" in capsys.readouterr().err
    assert openapi.main([]) == 0
    assert openapi.main(["--check"]) == 0
    (tmp_path / "schemas" / "live-nudge.json").write_text("{}")
    assert openapi.main(["--check"]) == 1
    assert capsys.readouterr().err.startswith("schemas/live-nudge.json: ")


@pytest.mark.soak
def test_it_is_a_valid_description():
    """That of the toy's house is looked at in the suite (`test_resources`)."""
    validate(description())


def test_it_says_which_server_answers():
    """The server that the description comes from, whatever its address: a generator takes it as it is."""
    assert [server["url"] for server in description()["servers"]] == ["/"]


def test_its_operations_have_names_that_stay():
    described = description()
    operations = [one for path in described["paths"].values() for one in path.values()]
    names = [one["operationId"] for one in operations]
    assert len(set(names)) == len(names) and all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names)
    secured = {one["operationId"] for one in operations if one.get("security")}
    assert {"read_view", "send_orders", "open_match"} <= secured and "list_games" not in secured
    assert all(one["security"] in ([], [{"bearer": []}]) for one in operations), "what takes nobody says so"
    assert {tag for one in operations for tag in one["tags"]} == {tag["name"] for tag in described["tags"]}
    assert not [one for one in operations if len(one.get("requestBody", {}).get("content", ())) > 1], (
        "generators know no body of two kinds"
    )


def test_what_a_seat_sees_is_as_described(table: Table, context: Context, app):
    """Its view, and its export: while the match goes on, and when it is over, with nothing left out of it."""
    registry = Registry().with_resource("urn:sitrep", DRAFT202012.create_resource(app.openapi()))
    view, export = (
        Draft202012Validator({"$ref": f"urn:sitrep#/components/schemas/{name}"}, registry=registry)
        for name in ("View", "Export")
    )
    table.hide()
    for player in (table.north, table.south):
        view.validate(player.view())
        export.validate(player.get("export").json())
    with context.store.work() as work:
        kept = export_as_if_over(context, work, AtSeat(table.north.match_id, table.north.seat, ""))
    answered = wire.Export.model_validate(kept).model_dump(mode="json")
    export.validate(answered)
    assert len(kept["whole"]["journal"]) > 10 and answered == json.loads(json.dumps(kept))


STORED = Path(__file__).parents[1] / "stored" / "7c6f1ea"


@pytest.mark.parametrize("game", ["ndc", "skirmish"])
def test_what_a_log_holds_is_as_described_kind_by_kind(game: str):
    """The first report of each kind in a stored match, with neither more nor fewer fields than its schema names."""
    described, played = description(), GAMES[game]
    registry = Registry().with_resource("urn:sitrep", DRAFT202012.create_resource(described))
    codec, first = Codec(played), {}
    for row in json.loads(gzip.decompress((STORED / f"{game}-over.json.gz").read_bytes()))["tables"]["log_entry"]:
        first.setdefault(row["kind"], row["report"])
    assert len(first) > 10
    for kind, stored in first.items():
        report = report_forms(played).plain(codec.to_telling(stored).report)
        name = f"{game}.{played.reports_by_kind[kind].__name__}"
        assert set(report) == set(described["components"]["schemas"][name]["properties"])
        exported = json.loads(json.dumps(codec.plain(codec.to_telling(stored).report)))
        for schema, one in ((name, report), ("AnyReport", report), ("AnyReportStored", exported)):
            Draft202012Validator({"$ref": f"urn:sitrep#/components/schemas/{schema}"}, registry=registry).validate(one)


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ("Sheet", "orders"), ("Rehearsal", "answered"), ("StandingAnswer", "order"),
        ("ContactLine", "contact"), ("Dossier", "contact"), ("DossierLine", "changed"), ("Export", "log"),
        ("Export", "view"), ("Export", "whole"), ("ExportedEntry", "report"),
    ],
)  # fmt: skip
def test_what_is_of_a_game_is_as_the_game_has_it_in_every_answer(answer: str, field: str):
    described = description()["components"]["schemas"][answer]["properties"][field]
    assert "$ref" in json.dumps(described) and "additionalProperties" not in described.get("items", described)


@pytest.mark.parametrize("game", ["ndc", "skirmish"])
def test_orders_and_contacts_are_as_described_on_sheets_and_in_dossiers(game: str):
    """An order of each kind, and all contacts, of a stored match."""
    registry = Registry().with_resource("urn:sitrep", DRAFT202012.create_resource(description()))
    codec, played = Codec(GAMES[game]), GAMES[game]
    tables = json.loads(gzip.decompress((STORED / f"{game}-over.json.gz").read_bytes()))["tables"]
    told = (codec.to_telling(row["report"]).report for row in tables["log_entry"] if row["kind"] == "orders-accepted")
    orders = {order.kind: order for report in told if isinstance(report, OrdersAccepted) for order in report.orders}
    pictures = [codec.to_picture(row["picture"]) for row in tables["seat"]]
    contacts = [one for picture in pictures for one in forces_of(played).contacts(picture).values()]
    assert len(orders) > 4 and contacts
    for schema, things in (("AnyOrder", orders.values()), (f"{game}.Contact", contacts)):
        one = Draft202012Validator({"$ref": f"urn:sitrep#/components/schemas/{schema}"}, registry=registry)
        for thing in things:
            one.validate(json.loads(json.dumps(codec.plain(thing))))
    change = {"$ref": f"urn:sitrep#/components/schemas/{game}.ContactChange"}
    for name, value in json.loads(json.dumps(codec.plain(contacts[0]))).items():
        assert Draft202012Validator(change, registry=registry).is_valid({name: value})
        assert not Draft202012Validator(change, registry=registry).is_valid({f"{name} or so": value})


@pytest.mark.parametrize("game", ["ndc", "skirmish"])
def test_what_may_be_ordered_is_as_described_order_by_order(game: str):
    """By both seats' pictures at the opening and in the middle of a stored match."""
    described, played = description(), GAMES[game]
    registry = Registry().with_resource("urn:sitrep", DRAFT202012.create_resource(described))
    one = Draft202012Validator({"$ref": f"urn:sitrep#/components/schemas/{game}.Option"}, registry=registry)
    opening = open_match(played, next(iter(played.info.scenarios)), LoadedDice()).state.pictures.values()
    going_on = json.loads(gzip.decompress((STORED / f"{game}-going-on.json.gz").read_bytes()))["tables"]["seat"]
    pictures = [*opening, *(Codec(played).to_picture(row["picture"]) for row in going_on)]
    offered = [option for picture in pictures for option in options_for(played, picture)]
    assert len({option.kind for option in offered}) > 4
    for option in options_on_the_wire(offered, [""] * len(offered), plain_text):
        one.validate(option.model_dump(mode="json"))


# ---- what a game's types are called


@dataclass(frozen=True, kw_only=True)
class Watch:
    """What a seat watches, which is ordered and told alike."""

    hex: str
    hours: int = 1


@dataclass(frozen=True, kw_only=True)
class KeepWatch(Order):
    """Watch a hex."""

    kind: Literal["keep-watch"] = "keep-watch"
    watch: Watch


@dataclass(frozen=True, kw_only=True)
class ViewWithWatch(ToyView):
    watch: Watch


def another(name: str, *bases: type, kind: str = "", **fields: Any) -> Any:
    """Another dataclass of a name that is in use."""
    entries = [*fields.items(), *([("kind", Literal[kind], field(default=kind))] if kind else [])]
    return make_dataclass(name, entries, bases=bases, frozen=True, kw_only=True)


def viewed_as(made: type[Any]) -> AnyGame:
    """The toy game with views of another type, in which nothing stands."""
    nothing = dict.fromkeys(field.name for field in fields(made))
    return replace(TOY, view_type=made, view=lambda picture: made(**nothing), words=PlainWords())


COLLIDING: dict[str, tuple[AnyGame, str]] = {
    "an order and a report": (
        replace(TOY, reports=(*TOY.reports, another("Search", Report, kind="search-told"))),
        r"toy\.Search would be tests\.toy\.Search and types\.Search; call one otherwise",
    ),
    "an order and what a view is made of": (
        viewed_as(another("Seen", hide=another("Hide", hex=str))),
        r"toy\.Hide would be tests\.toy\.Hide and types\.Hide",
    ),
    "an order and the options of another": (
        replace(TOY, orders=(*TOY.orders, another("SearchOption", Order, kind="search-option"))),
        r"toy\.SearchOption would be types\.SearchOption and tests\.toy\.Search",
    ),
    "a report and all options": (
        replace(TOY, reports=(*TOY.reports, another("Option", Report, kind="standing"))),
        r"toy\.Option would be the union of all its options and types\.Option",
    ),
    "a title of the API's own": (
        with_info(viewed_as(another("Seen", card=another("Card", hex=str))), name="match"),
        r"match\.Card would have the title of MatchCard, which is the API's own",
    ),
}


@pytest.mark.parametrize(("game", "sentence"), COLLIDING.values(), ids=COLLIDING)
def test_two_types_of_one_name_are_refused_at_start_up(game: AnyGame, sentence: str):
    with pytest.raises(CollidingNames, match=sentence):
        create_app(
            context=Context(Store("sqlite:///no-such-folder/house.db", {game.info.name: game})), with_pages=False
        )


def test_the_games_on_the_shelf_call_no_two_types_alike():
    """A server does not ask it of them again."""
    check_names(GAMES)


def test_two_games_may_call_their_types_alike():
    twin = with_info(TOY, name="twin")
    schemas = described_for({"toy": TOY, "twin": twin})
    assert {"toy.Search", "twin.Search", "toy.View", "twin.View"} <= schemas.keys()
    assert (schemas["toy.Search"]["title"], schemas["twin.Search"]["title"]) == ("ToySearch", "TwinSearch")


def test_what_is_ordered_and_told_alike_is_described_for_each():
    """What comes in is bounded, and what is told is not."""
    schemas = described_for({"toy": replace(viewed_as(ViewWithWatch), orders=(*TOY.orders, KeepWatch))})
    ordered, told = schemas["toy.WatchOrdered"], schemas["toy.Watch"]
    assert "maxLength" in ordered["properties"]["hex"] and "maxLength" not in told["properties"]["hex"]
    assert (ordered["title"], told["title"]) == ("ToyWatchOrdered", "ToyWatch")
    assert schemas["toy.KeepWatch"]["properties"]["watch"]["$ref"].endswith("/toy.WatchOrdered")
    assert schemas["toy.View"]["properties"]["watch"]["$ref"].endswith("/toy.Watch")


def described_for(games: dict[str, AnyGame]) -> dict[str, Any]:
    """The schemas of the description of a server with these games."""
    app = create_app(context=Context(Store("sqlite:///no-such-folder/house.db", games)), with_pages=False)
    schemas: dict[str, Any] = app.openapi()["components"]["schemas"]
    return schemas


# ---- sockets


def test_the_sockets_document_points_at_what_is_there():
    document = openapi.sockets.asyncapi()
    paths = {route for channel in document["channels"].values() for route in [channel["address"]]}
    assert paths == {f"{API}{SEAT}/live", f"{API}{SEAT}/live/page", f"{API}/live/page", f"{API}/live"}
    for message in document["components"]["messages"].values():
        file = openapi.TOP / "schemas" / message["payload"]["$ref"]
        Draft202012Validator.check_schema(json.loads(file.read_text()))
    for ref in refs_of(document):
        if ref.startswith("#/"):
            place = document
            for name in ref.removeprefix("#/").split("/"):
                place = place[name]
    for channel in document["channels"].values():
        assert set(channel["parameters"]) == set(re.findall(r"{(\w+)}", channel["address"]))


def refs_of(plain: Any) -> Iterator[str]:
    """Every $ref in a document."""
    if isinstance(plain, dict):
        yield from (value for name, value in plain.items() if name == "$ref")
    for inner in plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list) else ():
        yield from refs_of(inner)


@pytest.mark.parametrize(("path", "name"), [("live", "live-entry"), ("live/page", "live-nudge")])
def test_frames_are_as_described(table: Table, client, app, path: str, name: str):
    schema = openapi.sockets.message_schema(name)
    with client.websocket_connect(f"{table.north.path}/{path}?after=0", headers=table.north.headers) as socket:
        frame = socket.receive_json()
    described = Registry().with_resource("../openapi.json", DRAFT202012.create_resource(app.openapi()))
    Draft202012Validator(schema, registry=described).validate(frame)
    assert set(frame) == set(schema["required"])


# ---- settings


def test_the_table_of_settings_is_the_settings(monkeypatch):
    page = openapi.settings_page()
    named = re.findall(r"^\| `(SITREP_\w+)` \| .+ \| \S.+ \|$", page, re.MULTILINE)
    assert named == [variable(Settings, name) for name in Settings.model_fields] and "SITREP_URL" in named
    assert "None" not in page
    for name, value in {
        "SITREP_DATA": "elsewhere",
        "SITREP_LOG": "info",
        "SITREP_CDN": "https://files.example/",
    }.items():
        monkeypatch.setenv(name, value)
    assert (Settings().data, Settings().log, Settings().cdn) == (Path("elsewhere"), "info", "https://files.example/")
