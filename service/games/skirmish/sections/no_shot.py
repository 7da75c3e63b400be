"""Why a base has no shot at a contact, by what its owner knows: what a tap that aims in vain is answered with."""

from __future__ import annotations

from service.engine.orders import Refusal, demand
from service.engine.sentences import place
from service.games.skirmish.known.firepower import Weapon, weapons_of
from service.games.skirmish.known.picture import Contact, Picture
from service.games.skirmish.printed.bases import Base, BaseId
from service.games.skirmish.sections.fire import STEPS, can_fire, expected_line, mover_left
from service.games.skirmish.sections.gunnery import demand_shot, is_armour

BEFORE = "Nobody fires at this step. Prepared fire comes after it, and Closing fire after the moves."
OVER = "All fire of this player turn is over; a base may still advance into a hex beside it."


def no_shot(picture: Picture, unit: BaseId, handle: str) -> Refusal | None:
    """What the rules say against fire of an own base at a contact's hex now.

    None where it has a shot there, and while its side is asked nothing.
    """
    base, contact = picture.own.get(unit), picture.contacts.get(handle)
    if base is None or contact is None or base.hex is None or not picture.asked:
        return None
    try:
        demand_fire(picture, base)
        demand_target(picture, base, contact)
    except Refusal as refusal:
        return refusal
    return against(picture, base, contact)


def demand_fire(picture: Picture, base: Base) -> None:
    """Refuse a base that does not fire at this step, whoever it is aimed at."""
    step, with_what = STEPS.get(picture.step), rifles_or_arms(base)
    if step is not None:
        can_fire(picture, base, step, with_what)
        return
    moves = picture.step == "movement"
    if moves:
        can_fire(picture, base, "closing", with_what)
    later = ("Bases move now. ", base.said, " may fire when the moves are over, at Closing fire.")
    raise Refusal("SEQUENCE", later if moves else OVER if picture.step == "advance" else BEFORE)


def rifles_or_arms(base: Base) -> Weapon:
    return "rifles" if base.broken_down else "small arms"


def demand_target(picture: Picture, base: Base, contact: Contact) -> None:
    """Refuse whom no base fires at from its hex, whatever it fires with."""
    demand(contact.hex != base.hex, "P17", ("In ", place(contact.hex), " it comes to close combat, and nobody fires."),
           "NO_SHOT")  # fmt: skip
    demand(not contact.abandoned, "P12", "That vehicle is abandoned: nobody is in it.", "NO_SHOT")
    if picture.step != "halt-or-pass":
        return
    film = picture.film
    moving = film is not None and mover_left(picture) and film.hex == contact.hex
    demand(moving, "SKR-MOV-06", "You can fire only at the base that is moving.", "NO_SHOT")
    assert film is not None
    demand(base.id not in film.fired, "P8", (base.said, " has fired at it in this hex."), "NO_SHOT")


def against(picture: Picture, base: Base, contact: Contact) -> Refusal | None:
    """What stands between a base that fires and a hex; None where one of its weapons may be fired there.

    A blocked line is said first, then why its main gun is not fired, then how far the rest reaches.
    """
    found: list[Refusal] = []
    for weapon in weapons_of(picture.tables, base):
        try:
            expected_line(picture, base, contact, weapon)
        except Refusal as refusal:
            found.append(refusal)
        else:
            return None
    profile = picture.rules.profile(base)
    try:
        if profile.make is not None and profile.make.he and not profile.main_gun_left(base):
            can_fire(picture, base, STEPS[picture.step], "high explosive")
        if is_armour(picture.tables.bases, contact):
            demand_shot(picture, base, contact)
            return None
    except Refusal as refusal:
        found.append(refusal)
    nothing = Refusal("P7", (base.said, " has nothing to fire with."), code="NO_SHOT")
    return next((one for one in found if one.rule == "P9"), found[-1] if found else nothing)
