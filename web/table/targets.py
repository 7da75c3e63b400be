"""Whom a form names first of those whom its order may be aimed at: the enemies that are known to be there."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from service.engine.places import Place
from web.parts.fields import Field
from web.parts.forms import Form


def enemies_first(form: Form, targets: Collection[str], is_known: Callable[[Place], bool]) -> Form:
    """A form in which places to aim at stand after those where an enemy is known to be, and which holds the only one.

    Of the others those come first where somebody was seen.
    """

    def sorted_out(field: Field) -> Field:
        if field.control not in ("around", "select") or field.name.partition(":")[2] not in targets:
            return field
        known = [item for item in field.items if item.place and is_known(Place(item.place))]
        items = sorted(field.items, key=lambda item: (item not in known, not item.about))
        only = field.control == "around" and len(known) == 1
        return replace(field, items=tuple(items), now=known[0].value if only else field.now)

    return replace(form, fields=tuple(map(sorted_out, form.fields)))
