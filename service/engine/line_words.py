"""What standing lines say: sentences made of what stands with their fields."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from itertools import groupby
from typing import Any, Literal

from service.engine.line_fields import OWN, LineField, line_fields
from service.engine.places import fields_of_places
from service.engine.sentences import (
    Said,
    Sentence,
    counted,
    joined,
    own,
    paragraph,
    place,
    say,
    sentence,
)

LineNames = Mapping[str, Mapping[str, str]]
"""Lists of names, such as the own things: what each value is called."""

NOTHING = "nothing"
WHERE_NO_LINE_FITS = "where no line fits"


def is_line(value: Any) -> bool:
    """Whether this is a line, or a record of what holds otherwise, of which a field has something to say."""
    return is_dataclass(value) and any(one.says for one in line_fields(type(value)).values())


def line_said(line: Any, names: LineNames, when: str = "") -> Sentence:
    """A line in a sentence: when it fits, or `when` that is, a colon, and what it does; then what it says besides."""
    fits, does, besides = (list(phrases(line, names, part)) for part in ("fits", "does", "besides"))
    first = say(when, *run(fits))
    done = say(*run(does)) or say(NOTHING)
    said = sentence(first, ": ", done) if first else sentence(done)
    return paragraph([said, *(sentence(phrase) for _, phrase in besides)])


def run(parts: list[tuple[str, Sentence]]) -> list[Said]:
    """Phrases one behind the other, each with what parts it from the one before it."""
    return [piece for number, (joint, phrase) in enumerate(parts) for piece in (joint if number else "", phrase)]


def phrases(line: Any, names: LineNames, part: Literal["fits", "does", "besides"]) -> Iterator[tuple[str, Sentence]]:
    """What a part of a line says, phrase by phrase, each with its joint; those of one lead in a row are one phrase."""
    said = [
        (one, phrase)
        for name, one in line_fields(type(line)).items()
        if one.part == part and (phrase := phrase_of(line, name, one, names))
    ]
    for lead, row in groupby(said, key=lambda found: found[0].lead):
        if not lead:
            yield from ((one.joint, phrase) for one, phrase in row)
            continue
        whole = list(row)
        yield whole[0][0].joint, say(lead, " ", joined(" and ", [phrase for _, phrase in whole]))


def phrase_of(line: Any, name: str, one: LineField, names: LineNames) -> Sentence:
    """What one field of a line says; nothing where it says nothing."""
    if callable(one.says):
        return say(one.says(line))
    value = getattr(line, name)
    if isinstance(one.says, Mapping):
        held = value if isinstance(value, tuple) else (value,)
        return joined(" or ", filter(None, map(one.says.get, held))) or say(one.open)
    if value == next(field.default for field in fields(line) if field.name == name):
        return say(one.open)
    if not one.says:
        return ()
    before, _, after = one.says.partition("{}")
    is_place = name in fields_of_places(type(line))
    held = value if isinstance(value, tuple) else (value,)
    return say(before, joined(" or ", (held_said(one, each, names, is_place=is_place) for each in held)), after)


def held_said(one: LineField, value: Any, names: LineNames, *, is_place: bool) -> Said:
    """One value of a field as a sentence has it."""
    if is_place:
        return place(value)
    called = names.get(one.names, {}).get(str(value), "")
    if one.names == OWN:
        return own(value, called)
    return counted(value, *one.counts) if one.counts else called or str(value)
