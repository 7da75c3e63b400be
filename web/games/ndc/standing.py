"""The standing orders of NATO Division Commander in words, and the forms that change them."""

from __future__ import annotations

import json
from collections.abc import Sequence

from service.engine.options import Option, Scalar
from service.engine.sentences import Sentence, plain_text
from service.games.ndc.known.view import View
from service.games.ndc.printed.units import AttackLine, RetreatLine, StandingOrders
from service.games.ndc.staff.standing import (
    LABELS,
    OPEN_AT_ZERO,
    VALUES,
    Named,
    attack_words,
    otherwise_words,
    retreat_words,
)
from web.parts.forms import Field, Item, Words, draw
from web.parts.standing import Editor, Line, Lines, adding, fixed

KINDS = frozenset({
    "set-standing-orders", "add-attack-line", "add-retreat-line", "move-standing-line", "drop-standing-line",
})  # fmt: skip
ABOUT = (
    "When the enemy attacks and you are on standing orders, the umpire goes down the list: the first line that fits "
    "answers, and no other. Only an attack on a hex of yours is answered, and only as far as points and ranges allow."
)
ABOUT_RETREATS = (
    "When a unit of yours has to leave its hex, the first line that is for it says how. Where none is, it goes where "
    "known enemies are farthest."
)
# ---- the forms


def editor(view: View, options: Sequence[Option], named: Named) -> Editor:
    """All of it, laid open for change."""
    standing = view.standing
    rest = adding(
        options, "set-standing-orders", drawn(options, "set-standing-orders", named, vars_of(standing)),
        ("fire", "ew", "only_assaults", "stand_fast"), "Set what holds otherwise",
    )  # fmt: skip
    assert rest is not None, "always offered"
    return Editor(
        kinds=KINDS,
        lists=(
            Lines(
                title="Attacks",
                about=ABOUT,
                none="No line yet.",
                lines=lines("attacks", [attack_words(line, named) for line in standing.attacks]),
                adding=adding(
                    options, "add-attack-line", drawn(options, "add-attack-line", named, vars(AttackLine())),
                    ("type", "his_total", "hex", "unit", "fire", "ew", "command"), "Add this line",
                ),
            ),
            Lines(
                title="Retreats",
                about=ABOUT_RETREATS,
                none="No line yet.",
                lines=lines("retreats", [retreat_words(line, named) for line in standing.retreats]),
                adding=adding(
                    options, "add-retreat-line", retreat_fields(options, named),
                    ("unit", "stand_fast", "to", "hex"), "Add this line",
                ),
            ),
        ),
        otherwise=otherwise_words(standing),
        rest=rest,
    )  # fmt: skip


def lines(name: str, said: Sequence[Sentence]) -> tuple[Line, ...]:
    """The lines of one kind, with what their buttons order."""
    return tuple(
        Line(
            said=plain_text(words),
            up=fixed(lines=name, place=place, to=place - 1) if place > 1 else "",
            drop=fixed(lines=name, place=place),
        )
        for place, words in enumerate(said, start=1)
    )


def drawn(options: Sequence[Option], kind: str, named: Named, now: dict[str, Scalar]) -> tuple[Field, ...]:
    """The fields of what is offered, filled in with what holds."""
    offered = next((option for option in options if option.order == kind), None)
    if offered is None:
        return ()
    words = Words(label=label, value=lambda name, value: value_words(name, value, named))
    return draw(offered, words, (), {"place": 0, **now}).fields


def retreat_fields(options: Sequence[Option], named: Named) -> tuple[Field, ...]:
    """Of a line for retreats: where to is one field, for what is offered apart by it."""
    fields = [f for f in drawn(options, "add-retreat-line", named, vars(RetreatLine())) if f.name != "several:avoid"]
    goals = tuple(Item(value=json.dumps(to), label=VALUES[to]) for to in ("away", "hq", "hex"))
    return (
        *fields,
        Field(name="choice:to", label="Else it goes", control="radio", items=goals),
        Field(name="maybe:hex", label="The hex to make for", control="text", most=4),
        Field(name="hexes:avoid", label="Hexes to avoid", control="text", most=59),
    )


def label(name: str) -> str:
    return LABELS.get(name, name) + (", 0: any" if name in OPEN_AT_ZERO else ", 0: the end" if name == "place" else "")


def value_words(name: str, value: Scalar, named: Named) -> str:
    if value is None:
        return {"most_ew": "no limit", "unit": "Any of mine", "hex": "Any of mine"}.get(name, "Any")
    if isinstance(value, bool):
        return "Yes" if value else "No"
    return named(str(value)).plain if name == "unit" else VALUES.get(str(value), str(value))


def vars_of(standing: StandingOrders) -> dict[str, Scalar]:
    """What holds now of that which `set-standing-orders` sets."""
    names = ("fire", "only_assaults", "chemical", "persistent", "ew", "commander", "stand_fast", "keep_csps", "most_ew")
    return {name: getattr(standing, name) for name in names}
