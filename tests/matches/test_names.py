"""Names that would be taken for another's."""

from __future__ import annotations

import pytest

from service import matches
from service.lookalikes import by_table, look_of, standing_for
from service.matches import Context
from service.matches.errors import NameMisleads, NameTaken, NotFound, TooOften

PASSWORD = "a long password"


@pytest.mark.parametrize(
    ("name", "whom"),
    [
        ("Computer", "the computer"), ("The Computer", "the computer"), ("The cоmputer", "the computer"),
        ("Computer 2", "the computer"), ("A Guest", "a guest"), ("Gueſt", "a guest"), ("guest17", "a guest"),
        ("Umpire", "the umpire"), ("No body yet", "nobody holds"), ("Somebody who has left", "somebody who has left"),
    ],
)  # fmt: skip
def test_nobody_is_called_what_is_nobody_s_name(context: Context, name: str, whom: str):
    with pytest.raises(NameMisleads) as refused:
        matches.make_account(context, name, PASSWORD)
    assert whom in refused.value.detail


@pytest.mark.parametrize(
    ("there", "wanted"),
    [
        ("Anna", "Аnna"), ("Anna", "An na"), ("Ilse", "lIse"), ("Ilse", "1lse"), ("Bob", "B0b"), ("Tom", "Torn"),
        ("ANNA", "аnnа"), ("Carl 1", "Carl l"), ("paypal", "рауpаl"),
    ],
)  # fmt: skip
def test_nobody_is_called_what_looks_like_another(context: Context, there: str, wanted: str):
    matches.make_account(context, there, PASSWORD)
    with pytest.raises(NameMisleads) as refused:
        matches.make_account(context, wanted, PASSWORD)
    assert "look alike" in refused.value.detail


def test_of_ascii_it_is_known_without_the_table_what_looks_alike():
    shown = [chr(number) for number in range(33, 127)]
    assert [standing_for(one) for one in shown] == [by_table(one) for one in shown]


@pytest.mark.parametrize(
    ("there", "wanted"), [("Ella", "Elia"), ("Anna", "Änna"), ("Mila", "Nila"), ("Computer Chess", "Guesthouse")]
)
def test_names_that_nobody_confuses_stand_side_by_side(context: Context, there: str, wanted: str):
    for name in (there, wanted):
        assert matches.make_account(context, name, PASSWORD)


def test_a_name_is_changed_and_the_old_one_is_free_again(context: Context):
    anna, ben = (matches.make_account(context, name, PASSWORD) for name in ("Anna", "Ben"))
    assert matches.rename(context, anna, "ANNA").name == "ANNA", "her own name does not stand in her way"
    for taken, problem in (("ben", NameTaken), ("Bеn", NameMisleads), ("The computer", NameMisleads)):
        with pytest.raises(problem):
            matches.rename(context, anna, taken)
    assert matches.rename(context, anna, "Clara").name == "Clara"
    assert matches.sign_in(context, "clara", PASSWORD)
    for name in ("Anna", "Clara", "Anna 2"):
        assert matches.rename(context, anna, name).name == name, "those that were refused do not count"
    with pytest.raises(NameTaken):
        matches.rename(context, anna, "Ben")
    with pytest.raises(TooOften):
        matches.rename(context, anna, "Dora")
    assert matches.rename(context, ben, "Anna").id == ben.id
    with pytest.raises(NotFound):
        matches.rename(context, matches.make_guest(context), "Emil")


def test_what_is_looked_at_is_what_shows():
    assert look_of("A\u200bn\u00adna") == look_of("Anna")
    assert look_of("ﬁne") == look_of("fine")
    assert look_of("李雷") != look_of("李需")
