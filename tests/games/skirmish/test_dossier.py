"""How a side came by what it knows of a contact, said from its own picture."""

from __future__ import annotations

from dataclasses import replace

from service.engine.sentences import plain_text
from service.games.skirmish.game import SKIRMISH
from service.games.skirmish.known.picture import Contact
from service.games.skirmish.known.reports import ContactSeen, ContactStruck, PlayerTurnOpened
from service.games.skirmish.staff.dossier import finding

SEEN = Contact(handle="7", hex="0806", level=1, turn=1, player_turn=1, in_sight=True)


def test_a_finding_says_how_much_was_seen_and_who_has_a_line_to_it():
    picture = SKIRMISH.open("moulin-basset", {}).pictures["allied"]
    new = finding(picture, ContactSeen(contact=SEEN, new=True), "7", None, ())
    assert new.how.startswith("Suspected") and new.level == 1
    lines = [base for base in picture.on_map() if picture.sight(base.hex, "0806").open]
    assert lines and set(map(plain_text, new.near)) <= {f"{base.name} in {base.hex}" for base in lines}
    made_out = finding(picture, ContactSeen(contact=replace(SEEN, level=2), was="0806"), "7", SEEN, ())
    assert (made_out.how, made_out.level) == ("Made out", 2)
    gone = finding(picture, ContactSeen(contact=replace(SEEN, in_sight=False), was="0806"), "7", SEEN, ())
    assert gone.how.startswith("Out of sight") and gone.near == ()
    assert (
        finding(picture, ContactStruck(handle="7", hex="0806"), "7", SEEN, ()).how == "Looked for, and nobody is there"
    )


def test_sides_are_named_in_sentences():
    assert (
        plain_text(SKIRMISH.words.prose(PlayerTurnOpened(turn=2, player_turn=1, attacker="german")))
        == "Game turn 2: the German side attacks."
    )
