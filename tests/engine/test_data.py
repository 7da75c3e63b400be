"""A set of data is named by the hash of its contents, and bounded."""

from __future__ import annotations

import pytest

from service.engine.data import ID, MOST_BYTES, MOST_FILES, DataSet, UnfitData, data_set

FILES = {"losses.yaml": "hits: 2\n", "scenarios/farm.yaml": "turns: 3\n", "scenarios/old/farm.yaml": "turns: 4\n"}


def test_the_same_contents_are_one_object_and_any_other_another():
    one = DataSet.of(FILES)
    assert DataSet.of(dict(reversed(FILES.items()))) is one is data_set(one.id)
    assert ID.fullmatch(one.id)
    others = [
        {**FILES, "losses.yaml": "hits: 3\n"},
        {"hits.yaml": FILES["losses.yaml"], **{path: FILES[path] for path in FILES if path != "losses.yaml"}},
        {**FILES, "more.yaml": ""},
        {"losses.yaml": "hits: 2\nscenarios/farm.yaml"},
    ]
    assert len({one.id, *(DataSet.of(other).id for other in others)}) == 5


def test_nobody_changes_it():
    one, files = DataSet.of(FILES), dict(FILES)
    with pytest.raises(TypeError):
        one.files["losses.yaml"] = "hits: 9\n"  # type: ignore[index]
    other = DataSet.of(files)
    files["losses.yaml"] = "hits: 9\n"
    assert other.files == FILES


def test_the_files_of_a_folder_are_told_by_their_names():
    assert DataSet.of(FILES).below("scenarios") == ("farm",)


@pytest.mark.parametrize(
    ("files", "reason"),
    [
        ({f"f{n}.yaml": "" for n in range(MOST_FILES + 1)}, "at most 200 files"),
        ({f"f{n}.yaml": "x" * 1_000_000 for n in range(MOST_BYTES // 1_000_000)} | {"g.yaml": "x"}, "at most 4000000"),
        ({"../losses.yaml": ""}, "no path"),
        ({"/losses.yaml": ""}, "no path"),
        ({"losses.txt": ""}, "no path"),
        ({"a/b/c/d/e.yaml": ""}, "no path"),
        ({"losses.yaml": "\ud800"}, "no text"),
    ],
)
def test_what_is_no_set_is_refused(files: dict[str, str], reason: str):
    with pytest.raises(UnfitData, match=reason):
        DataSet.of(files)


def test_a_set_that_nobody_has_read_is_not_found():
    with pytest.raises(LookupError, match="no set of data"):
        data_set("0" * 40)
