"""The server and its three listeners, once for each module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fuzz.ear import Ear, a_house, ears


@pytest.fixture(scope="module")
def listeners(empty_database: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Ear]]:
    """Who listens; every line of the log, at its most talkative, is searched too."""
    said: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITREP_LOG", "debug")
        patch.setattr("service.logs.print", lambda line, **_: said.append(line), raising=False)
        house, nobody = a_house(empty_database, tmp_path_factory.mktemp("house") / "of words")
        with house.client:
            found = ears(nobody)
            yield found
    for name, ear in found.items():
        print(f"{name}: {dict(sorted(ear.statuses.items()))}; the slowest:")
        for seconds, asked in sorted(((taken, asked) for asked, taken in ear.slowest.items()), reverse=True)[:5]:
            print(f"  {seconds:.2f} s  {asked}")
    log = "\n".join(said)
    assert '"request"' in log and "a fault" not in log
    nobody.search("the log", log.encode())
    for ear in found.values():
        assert ear.token is None or (ear.token not in log and str(ear.session) not in log)
