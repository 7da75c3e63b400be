"""Work done for a request is counted until its answer is sent, and no further (`work`)."""

from __future__ import annotations

import threading

from starlette.background import BackgroundTask
from starlette.responses import PlainTextResponse

from service.engine import recording, umpire
from service.engine.dice import Dice, Seeds
from service.engine.events import TurnBegan
from tests.client import TestClient
from tests.secrecy.test_two_worlds_http import STARTS, pair_of_houses
from tests.secrecy.work import Metered, Work, counted
from tests.toy import NORTH, TOY, AdviceNoted

SEEDS = Seeds(b"c" * 32, b"d" * 32, turns=4)


def test_a_read_counts_its_statements_and_what_it_loads_and_teaches(empty_database, tmp_path):
    """A view loads one picture; history loads the whole log of the seat, and teaches it. Orders fold events."""
    _, house, _ = pair_of_houses(STARTS[0], 0, empty_database, tmp_path)
    assert house.client.get(f"{house.api}/view").status_code == 200
    view = house.meter.answers[-1]
    assert view.loaded == {"to_picture": 1, "to_tally": 1}
    assert view.statements and view.characters
    assert (view.folded, view.taught) == (0, 0)
    assert house.post(house.seat, [{"kind": "attend", "attendance": "standing"}]).startswith("202")
    orders = house.meter.answers[-1]
    assert orders.folded > 0
    assert any(statement.startswith("INSERT INTO log_entry") for statement in orders.statements)
    length = int(house.client.get(f"{house.api}/history").headers["etag"].strip('"'))
    history = house.meter.answers[-1]
    assert history.loaded["to_telling"] == history.taught == length
    assert history != view


def test_each_event_and_report_is_counted_once():
    """Whatever class has the method, and however often the counting was installed."""
    outcome = umpire.open_match(TOY, "yard", Dice("m", SEEDS))
    with counted() as work:
        state = recording.fold(TOY.open("yard", {}), outcome.journal)
        for entry in outcome.told[NORTH]:
            entry.report.teach(state.pictures[NORTH])
    told = sum(event.kind == "told" for event in outcome.journal)
    assert (work.folded, work.taught) == (len(outcome.journal), told + len(outcome.told[NORTH]))
    assert told and work.statements == []


def test_what_is_done_after_the_answer_or_by_another_thread_is_not_counted():
    state = TOY.open("yard", {})
    done = []

    def something() -> None:
        TurnBegan(turn=1).change(state)
        AdviceNoted(low=True).teach(state.pictures[NORTH])
        done.append(None)

    meter = Metered(PlainTextResponse("taken", background=BackgroundTask(something)))
    assert TestClient(meter).get("/").text == "taken"
    with counted() as work:
        other = threading.Thread(target=something)
        other.start()
        other.join()
    assert len(done) == 2
    assert [*meter.answers, work] == [Work(), Work()]
