"""One statement for many askings: their values come out of a list in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import JSON, Dialect, Select, String, bindparam, cast, func, literal_column, type_coerce
from sqlalchemy.sql.elements import BindParameter
from sqlalchemy.sql.visitors import replacement_traverse

NUL = r"\u0000"
EACH: Any = bindparam("each", type_=String)
"""The values of several askings, a list of lists, as one parameter."""
IN_SQLITE: Any = func.json_each(EACH).table_valued("key", "value", name="each")
IN_POSTGRES: Any = (
    func.json_array_elements(cast(EACH, JSON)).table_valued("value", with_ordinality="key").render_derived(name="each")
)
"""Each asking with its place, which PostgreSQL counts from 1."""


def for_each(statement: Select[Any], names: Sequence[str], dialect: Dialect) -> Select[Any]:
    """This statement, asked for all values of these names in a list, with the place in it behind what is found."""
    in_sqlite = dialect.name == "sqlite"
    each = IN_SQLITE if in_sqlite else IN_POSTGRES
    places = {name: place for place, name in enumerate(names)}

    def from_list(element: Any, **_: Any) -> Any:
        if not isinstance(element, BindParameter) or element.key not in places:
            return None
        place = places[element.key]
        if in_sqlite:
            return type_coerce(func.json_extract(each.c.value, literal_column(f"'$[{place}]'")), element.type)
        text = type_coerce(type_coerce(each.c.value, String).op("->>")(literal_column(str(place))), String)
        return text if isinstance(element.type, String) else cast(text, element.type)

    place_of_each = each.c.key if in_sqlite else each.c.key - literal_column("1")
    many: Any = replacement_traverse(statement.add_columns(place_of_each), {}, from_list)
    return many  # type: ignore[no-any-return]
