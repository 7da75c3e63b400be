"""What a side reads while it waits, and of the times that run: by its own picture, whatever the other side does."""

from __future__ import annotations

from collections.abc import Sequence

from service.engine.facts import NothingAsked, Takes
from service.engine.orders import Order
from service.engine.sentences import Sentence, listing, plain_text, say, sentence
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.printed.figures import Windows
from service.games.skirmish.staff.terms import (
    AT_NOUGHT,
    BEST_SHOT,
    BY_THEMSELVES,
    CLOCKS,
    ELSE_HOLD,
    HALTED,
    MOVES_PLAYED,
    MOVES_SENT,
    NO_MOVES_PLAYED,
    NO_MOVES_SENT,
    ONLY_LOOKED_AT,
    RESULTS_COME,
    STANDS,
    THEIR_FIRE,
    THEIR_TURN,
    THEY_MOVE,
    TRIES_ARE_TOLD_LATER,
    YOUR_FIRE,
    YOUR_HALT,
)

HOUR = 3_600


def is_live(picture: Picture) -> bool:
    return picture.options["interrupts"] == "live"


def until(picture: Picture) -> str:
    """Live the time that runs before both; by mail that of the results, which goes by when moves were sent."""
    if is_live(picture):
        clock = "rest" if is_left(picture) else picture.clock
        return "" if halt_is_sent(picture) else CLOCKS.get(clock, "").format(picture.steps)
    if picture.sealed:
        return "Results"
    return "Your answer is due" if picture.asked and picture.step in ("halt-or-pass", "remaining-fire") else ""


def halt_is_sent(picture: Picture) -> bool:
    """Whether the defender has just said halt, and the umpire has not yet begun the time for the shot."""
    film = picture.film
    return picture.clock == "step" and film is not None and film.halted and not film.flees


def is_left(picture: Picture) -> bool:
    """Whether the time for the shot goes on after it, for others who make the same step and are not halted yet."""
    return picture.clock == "shot" and picture.film is not None and not picture.film.halted


def waiting(picture: Picture, windows: Windows) -> NothingAsked | None:
    """For a side that is not asked; None where there is no more to say than that it waits."""
    if is_live(picture) and (said := while_fire_lasts(picture, windows)) is not None:
        return said
    if picture.sealed:
        if is_live(picture):
            return NothingAsked(*(MOVES_PLAYED if picture.marches else NO_MOVES_PLAYED))
        title, words = MOVES_SENT if picture.marches else NO_MOVES_SENT
        return NothingAsked(title, (*words, *results_come(picture, windows)))
    if not picture.turn or picture.attacking:
        return None
    if picture.clock:
        return NothingAsked(*THEY_MOVE)
    title, words = THEIR_TURN
    return NothingAsked(title, say(words, TRIES_ARE_TOLD_LATER if has_tries(picture) else ""))


def has_tries(picture: Picture) -> bool:
    """Whether somebody of this side may try something in the enemy's Rally Phase, as far as it has heard."""
    return any(base.morale != "good" or base.broken_down or base.fetches for base in picture.on_map())


def results_come(picture: Picture, windows: Windows) -> Sentence:
    """When whoever has sent moves by mail hears of them: as was agreed, and not a word of what happens meanwhile."""
    options = picture.options
    return say(
        RESULTS_COME[options["release"]].format(
            hours=windows.fixed_delay // HOUR, least=windows.daily_least // HOUR,
            at=options.get("release_hour", ""), zone=options.get("release_zone", ""),
        )
    )  # fmt: skip


def while_fire_lasts(picture: Picture, windows: Windows) -> NothingAsked | None:
    """To the mover, and to a defender who has closed their fire, while its time runs."""
    match picture.clock:
        case "shot":
            title, words = HALTED if picture.attacking else YOUR_HALT
            return NothingAsked(title, say(words.format(windows.live_shot)))
        case "remaining":
            title, words = THEIR_FIRE if picture.attacking else YOUR_FIRE
            return NothingAsked(title, say(words.format(windows.live_other)))
    return None


def unanswered(picture: Picture, goes: Sequence[Order], chosen: Sequence[str]) -> Sentence:
    """What is done for a defender who is asked and says nothing before the time that runs is over.

    `goes` are the shots that are fired for them then, `chosen` their bases whose forms are open.
    """
    clock, film = picture.clock, picture.film
    if not (is_live(picture) and picture.asked and clock) or picture.attacking:
        return ()
    if clock == "remaining":
        return by_themselves(picture, goes, chosen)
    if film is not None and film.fired:
        return say(AT_NOUGHT["fired"])
    if film is None or not film.halted:
        return say(AT_NOUGHT["rest" if is_left(picture) else "step"])
    return say(BEST_SHOT, listing(map(picture.named, goes[0].subjects())), ".") if goes else say(AT_NOUGHT["shot"])


def by_themselves(picture: Picture, goes: Sequence[Order], chosen: Sequence[str]) -> Sentence:
    """Who fires in the remaining fire when its time is over, and of who is only looked at, that they do not."""
    if picture.options["default_doctrine"] != "fire":
        return say(AT_NOUGHT["hold"])
    shooters = dict.fromkeys(id for order in goes for id in order.subjects())
    said = (
        say(BY_THEMSELVES, listing(map(picture.named, shooters)), ELSE_HOLD) if shooters else say(AT_NOUGHT["nobody"])
    )
    looked_at = [picture.named(id) for id in low(picture, chosen) if id not in shooters]
    return say(said, " ", sentence(listing(looked_at), ONLY_LOOKED_AT)) if looked_at else said


def low(picture: Picture, chosen: Sequence[str]) -> list[str]:
    """Those of the chosen bases that have not shown themselves in this player turn."""
    return [id for id in chosen if id in picture.own and picture.own[id].lies_low]


def takes_chosen(picture: Picture, chosen: Sequence[str]) -> Takes:
    """Which shot that stands in its form is fired at 0: where something would be fired then anyhow.

    It is that of the base that is chosen; in the remaining fire, of one that has not shown itself, only where it was
    aimed. A step goes on whatever is chosen: who looks at a base of theirs has not halted anybody, nor shown where it
    is.
    """
    clock, film = picture.clock, picture.film
    if not (is_live(picture) and picture.asked) or picture.attacking:
        return ""
    if clock == "remaining":
        fires = picture.options["default_doctrine"] == "fire"
        return ("aimed" if low(picture, chosen) else "chosen") if fires else ""
    return "chosen" if clock == "shot" and film is not None and film.halted and not film.fired else ""


def stands(picture: Picture) -> str:
    """Where the match stands in the enemy's player turn, of which a side is told less than of its own.

    Live it is the time that runs: the heading that was opened last to a side says nothing of that.
    """
    if is_live(picture) and picture.clock in STANDS:
        return STANDS[picture.clock]
    is_theirs = picture.turn and not picture.attacking and not picture.clock
    return plain_text(THEIR_TURN[0]) if is_theirs else ""
