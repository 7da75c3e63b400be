"""The pages of a moderator: where the match stands, its clocks, what they put right, and what each side sees."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter, Response
from starlette.datastructures import FormData

from service.dependencies import TheContext
from service.engine.game import AnyGame
from service.engine.options import Choice, Option, Places, Range, Several
from service.engine.sentences import plain_text
from service.matches import Account, AtSeat, Context
from service.matches.clock_terms import in_words
from service.matches.errors import Malformed, MatchStopped, NotNow, NotSignedIn, Problem, RulesRefuse, SeatNotForYou
from service.matches.moderators import (
    MORE_DAYS,
    REASON_LENGTHS,
    Moderation,
    agree,
    choose,
    correct,
    extend,
    go_on,
    moderation,
    moderations,
    pause,
    say_no,
)
from service.matches.times import moment
from web.house.accounts import reasons
from web.house.officials import OfficialCard, first_what_needs_them, official_card, scenario_title
from web.parts.dependencies import Person, Sent, lobby_page, moderation_page, text, whole
from web.parts.render import go, page

router = APIRouter(include_in_schema=False)


def moderator_cards(context: Context, me: Account) -> list[OfficialCard]:
    """The matches that somebody moderates or was named for."""
    cards = (official_card(context, one, moderation_page(one.match_id)) for one in moderations(context, me))
    return first_what_needs_them(cards)


def _game(context: Context, found: Moderation) -> AnyGame:
    return context.game(found.game, found.data)


@router.get("/matches/{match_id}/moderation")
def moderation_shown(context: TheContext, me: Person, match_id: str) -> Response:
    """The match as its moderator has it."""
    if me is None:
        raise NotSignedIn()
    return shown(context, me, moderation(context, me, match_id))


@router.post("/matches/{match_id}/moderation")
def moderated(context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """Agree or say no, do something with the clocks, or put something right, as the form says."""
    if me is None:
        raise NotSignedIn()
    try:
        match text(sent, "do"):
            case "agree":
                agree(context, me, match_id)
            case "no":
                say_no(context, me, match_id)
                return go("/")
            case "pause":
                pause(context, me, match_id)
            case "go-on":
                go_on(context, me, match_id)
            case "extend":
                extend(context, me, match_id, whole(sent, "days"))
            case kind:
                found = moderation(context, me, match_id)
                said = correction_said(_game(context, found), found, kind, sent)
                correct(context, me, match_id, said, reason=text(sent, "reason"))
    except (Malformed, NotNow, SeatNotForYou, RulesRefuse, MatchStopped) as problem:
        said_before = {name: value for name, value in sent.multi_items() if isinstance(value, str)}
        return shown(context, me, moderation(context, me, match_id), problem, said_before)
    return go(moderation_page(match_id))


@router.post("/matches/{match_id}/moderators")
def chosen(context: TheContext, me: Person, match_id: str, sent: Sent) -> Response:
    """Say whom a side of mine wants for moderator from now on."""
    if me is None:
        raise NotSignedIn()
    choose(context, AtSeat(match_id, text(sent, "seat"), me.id), text(sent, "name"))
    return go(lobby_page(match_id))


# ---- forms


def correction_said(game: AnyGame, found: Moderation, kind: str, sent: FormData) -> dict[str, Any]:
    """The correction that a form describes. Raises NotNow where none of this kind can be made now."""
    number = whole(sent, "option")
    options = [option for option in found.may_correct if option.kind == kind]
    if number >= len(options):
        raise NotNow("This cannot be put right now; where the match stands has changed meanwhile.")
    option = options[number]
    return {"kind": kind, **option.fixed} | {name: value_said(option, name, sent) for name in option.fields}


def value_said(option: Option, name: str, sent: FormData) -> Any:
    """What a form says for a field, as its domain has it; what it does not have is handed on to be refused."""
    said = text(sent, name).strip()
    match option.fields[name]:
        case Choice(values=values):
            return next((value for value in values if str(value) == said), said)
        case Range():
            return int(said) if said.isdecimal() and len(said) < 5 else said
        case Several():
            return [one for one in sent.getlist(name) if isinstance(one, str)]
        case Places(places=places):
            return next((one for one in places if one.casefold() == said.casefold()), said)
    return said


def labels_of(options: tuple[Option, ...]) -> dict[str, str]:
    """What the values of choices are called, as far as any option says it."""
    return {
        str(value): plain_text(label)
        for option in options for field in option.fields.values() if isinstance(field, Choice) and field.labels
        for value, label in zip(field.values, field.labels, strict=True)
    }  # fmt: skip


def shown(
    context: Context, me: Account, found: Moderation, problem: Problem | None = None, said: Mapping[str, str] = {}
) -> Response:  # fmt: skip
    """The page; with what could not be done, where that was so, and what was `said` then."""
    game = _game(context, found)
    words, numbers = game.words, dict[str, int]()
    forms = []
    for option in found.may_correct:
        number = numbers[option.kind] = numbers.get(option.kind, -1) + 1
        forms.append((number, option, plain_text(option.title), game.corrections_by_kind[option.kind].__doc__ or ""))
    return page(
        "moderation.html",
        status=problem.status if problem is not None else 200,
        person=me,
        problem=(problem.detail or reasons(problem)) if problem is not None else "",
        said=said,
        found=found,
        title=scenario_title(context, found),
        stands=" · ".join(found.titles[-3:]),
        waits=", ".join(words.the_side(seat) for seat in found.waiting),
        seats=[f"{words.seat(seat)}: {holder or 'nobody yet'}" for seat, holder in found.holders.items()],
        agreed=in_words(found.clock) if found.clock is not None else "",
        paused=moment(found.paused_at, me.zone) if found.paused_at is not None else "",
        days=MORE_DAYS,
        longest=REASON_LENGTHS[-1],
        forms=forms,
        labels=labels_of(found.may_correct),
        made=[(one, _changed(one.was, one.now)) for one in reversed(found.made)],
        changes=[change.text for change in reversed(found.changes)],
        review=f"{moderation_page(found.match_id)}/review",
        ended=(plain_text(words.concluded(found.conclusion)) if found.conclusion else "The match is over.")
        if found.ended
        else "",
    )


def _changed(was: Mapping[str, str], now: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """What each thing is called, how it stood, and how it stands since."""
    return [(name, was.get(name, "not there"), now.get(name, "not there any longer")) for name in {**was, **now}]
