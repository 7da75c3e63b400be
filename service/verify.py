"""Checks the dice of a match from its export, offline. One file, the standard library only: copy it anywhere.

    python verify.py export.json        or        sitrep verify export.json

While a match is being played an export holds what one seat knows, and what is checked is the seats' shares, the keys of
the turns that are over, and those turns' public rolls. After the end it holds everything, and every roll and every root
is computed anew: one that was changed, dropped or put elsewhere is found, and a log that is not what the journal told.

What it cannot check, since it knows no rules, is what came of the dice: a hit that the journal has as a miss, an order
or an event that is missing. `sitrep verify` does, where the rules are installed by which the match was played: it works
the match anew from its opening and the opened seeds. How the dice are made is in `docs/dice.md`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FORMAT = "sitrep-export/1"
PUBLIC = "public"
SCHEMES = (1, 2)
"""Of the dice. In the first, that of older matches, purpose and cause entered a roll; such a match leaves it once."""
Json = dict[str, Any]


class Untrue(Exception):
    """Something in the export does not come out."""


@dataclass
class Checked:
    """What was checked, and whether that was all of a match that is over."""

    whole: bool
    shares: int = 0
    turns: int = 0
    public_rolls: int = 0
    hidden_rolls: int = 0
    roots: int = 0
    letters: int = 0
    scheme: int = 2
    renewed: Json | None = None
    notes: list[str] = field(default_factory=list)


# ---- hashes


def framed(tag: str, *fields: str | bytes | int) -> bytes:
    """Fields, each with its length in four bytes before it, under a tag."""
    parts = [tag.encode()] + [f if isinstance(f, bytes) else str(f).encode() for f in fields]
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def digest(tag: str, *fields: str | bytes | int) -> bytes:
    return hashlib.sha256(framed(tag, *fields)).digest()


def faces_of(key: bytes, context: bytes, sides: int, count: int) -> list[int]:
    """Words of four bytes from HMAC(key, context + counter); those past the last multiple of `sides` are rejected."""
    demand(1 <= sides <= 2**32 and 0 <= count <= 10_000, f"nobody rolls {count}d{sides}")
    limit = 2**32 - 2**32 % sides
    faces: list[int] = []
    block = 0
    while len(faces) < count:
        words = hmac.new(key, context + block.to_bytes(4, "big"), hashlib.sha256).digest()
        for start in range(0, 32, 4):
            word = int.from_bytes(words[start : start + 4], "big")
            if word < limit and len(faces) < count:
                faces.append(word % sides + 1)
        block += 1
    return faces


def demand(true: bool, otherwise: str) -> None:
    if not true:
        raise Untrue(otherwise)


# ---- what is public while the match goes on


class Proof:
    """The commitments, the shares and the keys: all that rolls are computed from."""

    def __init__(self, export: Json) -> None:
        sheet = export["dice"]
        demand(export["format"] == FORMAT, f"this file reads {FORMAT} only")
        demand(export["match_id"] == sheet["match_id"], "the dice are another match's")
        self.match: str = sheet["match_id"]
        self.seats: list[str] = sheet["seats"]
        self.turns = whole_number(sheet["turns"])
        self.scheme = whole_number(sheet.get("scheme", 1))
        self.renewed: Json | None = sheet.get("renewed")
        demand(self.scheme in SCHEMES, f"this file knows no scheme {self.scheme} of dice")
        demand(self.scheme == 1 or self.renewed is None, "dice that follow the second scheme were renewed")
        self.chain, self.hidden = bytes.fromhex(sheet["chain"]), bytes.fromhex(sheet["hidden"])
        self.keys = {int(turn): bytes.fromhex(key) for turn, key in sheet["keys"].items()}
        self.shares: list[Json] = sheet["shares"]
        self.seed = bytes.fromhex(sheet["seed"] or "")

    def check(self, checked: Checked) -> None:
        """Every share is what was committed to, every key leads back to S_0."""
        names = [share["seat"] for share in self.shares]
        demand(names == [seat for seat in self.seats if seat in names], "a share is there twice, or is nobody's")
        for share in self.shares:
            seat, entropy = share["seat"], share["entropy"]
            in_dice = share["state"] == "in the dice"
            demand(share["maker"] in ("player", "server"), f"nobody made the share of {seat}")
            demand(
                in_dice == (entropy is not None) == (share["from_turn"] is not None), f"the share of {seat} is unclear"
            )
            if in_dice:
                found = digest("sitrep/share", self.match, seat, bytes.fromhex(entropy)).hex()
                demand(found == share["commitment"], f"{seat} opened another share than it had committed to")
                checked.shares += 1
        demand(sorted(self.keys) == list(range(1, len(self.keys) + 1)), "a turn's key is missing")
        demand(len(self.keys) <= self.turns, "there are more keys than turns")
        before = self.chain
        for turn in sorted(self.keys):
            demand(digest("sitrep/chain", self.keys[turn]) == before, f"the key of turn {turn} is not the one promised")
            before = self.keys[turn]
        checked.turns = len(self.keys)

    def mixed(self, turn: int, number: int) -> bytes:
        """What a public roll takes from the shares that are in the dice by then."""
        fields: list[str | bytes] = []
        for share in self.shares:
            if share["from_turn"] is not None:
                since = whole_number(share["from_turn"]), whole_number(share.get("from_roll", 1))
                if since <= (turn, number):
                    fields += [share["seat"], bytes.fromhex(share["entropy"])]
        return digest("sitrep/mix", *fields)

    def scheme_at(self, turn: int, number: int) -> int:
        """The scheme of a public roll, by where the proof says that the match left the first."""
        if self.renewed is None:
            return self.scheme
        since = (whole_number(self.renewed["turn"]), whole_number(self.renewed["after"]))
        return 2 if (turn, number) > since else 1

    def faces(self, roll: Json, track: str, scheme: int, mix: bytes) -> list[int]:
        """The faces that fall for a roll."""
        turn, number = whole_number(roll["turn"]), whole_number(roll["number"])
        count, sides = (int(part) for part in roll["spec"].split("d"))
        demand(roll["spec"] == f"{count}d{sides}", f"nobody rolls {roll['spec']}")
        if track == PUBLIC:
            demand(turn in self.keys, f"turn {turn} has no key")
            key = digest("sitrep/public", self.keys[turn], mix)
        else:
            key = digest("sitrep/track", self.seed, mix, track)
        if scheme == 1:
            words = (roll["purpose"], sides, count, roll["cause"])
            return faces_of(key, framed("sitrep/roll", self.match, track, turn, number, *words), sides, count)
        return faces_of(key, framed("sitrep/roll/2", self.match, track, turn, number, sides, count), sides, count)


def whole_number(value: Any) -> int:
    demand(type(value) is int and value >= 0, f"{json.dumps(value)} is no number of anything")
    return int(value)


def check_public(export: Json, proof: Proof, checked: Checked) -> list[Json]:
    """The public rolls: numbered without a gap in each turn, each what its turn's key makes of it."""
    rolls: list[Json] = export["dice"]["rolls"]
    turn = number = 0
    for roll in rolls:
        demand(whole_number(roll["turn"]) >= turn, "public rolls stand in the wrong order")
        number = number + 1 if roll["turn"] == turn else 1
        turn = roll["turn"]
        demand(roll["number"] == number, f"a public roll of turn {turn} is missing, or one is there twice")
        if turn in proof.keys:
            found = proof.faces(roll, PUBLIC, proof.scheme_at(turn, number), proof.mixed(turn, number))
            demand(found == roll["faces"], f"the public roll {number} of turn {turn} is not what fell")
            checked.public_rolls += 1
        else:
            demand(not export["ended"], f"turn {turn} has no key")
            checked.notes.append(f"Roll {number} of turn {turn} can be checked when that turn is over.")
    return rolls


def check_letters(export: Json, checked: Checked) -> list[str]:
    """The roots that came with this seat's letters, as the log has them."""
    letters = [e["report"] for e in export["log"] if e["report"]["kind"] == "letter-arrived"]
    told = {str(letter["number"]): letter["root"] for letter in letters}
    demand(export["dice"]["roots"] == told, "the letters bring other roots than the proof says")
    demand([letter["number"] for letter in letters] == list(range(1, len(letters) + 1)), "a letter is missing")
    for root in told.values():
        demand(len(bytes.fromhex(root)) == 32, "a letter brings no root")
    checked.letters = len(letters)
    return [letter["root"] for letter in letters]


def check_log(export: Json) -> None:
    """The seat's log is what the journal told it, entry for entry."""
    told = [
        event for event in export["whole"]["journal"] if event["kind"] == "told" and event["seat"] == export["seat"]
    ]
    demand(len(told) == len(export["log"]), "the log is longer or shorter than what the journal told the seat")
    for number, (event, entry) in enumerate(zip(told, export["log"], strict=True), start=1):
        same = all(entry[name] == event[name] for name in ("letter", "report"))
        demand(same and entry["number"] == number, f"entry {number} of the log is not what the journal told the seat")


# ---- when everything is open


def check_whole(export: Json, proof: Proof, checked: Checked) -> None:
    """Every roll and every root of a match that is over, in the order of its journal."""
    sheet = export["dice"]
    promised = digest("sitrep/hidden" if proof.scheme == 1 else "sitrep/hidden/2", proof.seed)
    demand(promised == proof.hidden, "the hidden seed, with its scheme of dice, is not the one promised")
    key = bytes.fromhex(sheet["chain_end"])
    for turn in range(proof.turns, -1, -1):
        demand(proof.keys.get(turn, key) == key, f"the key of turn {turn} is not in the chain")
        if turn == 0:
            demand(key == proof.chain, "the chain does not begin where it was promised")
        key = digest("sitrep/chain", key)
    root_key = digest("sitrep/root-key", proof.seed)
    shares = Shares(proof)
    turn = first = sealed = 0
    log, last_root, open_rolls = "", "", 0
    scheme, renewed = proof.scheme, None
    numbers: dict[str, int] = {}
    public: list[Json] = []
    letters: list[str] = []
    before = ""
    for event in export["whole"]["journal"]:
        kind = event["kind"]
        if kind == "turn-began":
            turn, numbers = whole_number(event["turn"]), {}
            first = first or turn
        elif kind == "rolled":
            track = event["track"]
            demand(
                track == (PUBLIC if event["public"] is True else event["purpose"]),
                f"a roll is on the wrong track: {track}",
            )
            where = f"roll {event['number']} of turn {event['turn']} for “{event['purpose']}”"
            numbers[track] = numbers.get(track, 0) + 1
            demand(event["turn"] == turn and event["number"] == numbers[track], f"{where} is out of its place")
            demand(proof.faces(event, track, scheme, shares.mixed()) == event["faces"], f"{where} is not what fell")
            fields = ("turn", "number", "spec", "purpose", "cause")
            head, tail = [track, int(event["public"])], [event[name] for name in fields]
            log = digest("sitrep/link", log, *head, *tail, *event["faces"]).hex()
            open_rolls += 1
            if event["public"]:
                public.append({name: event[name] for name in (*fields, "faces")})
            else:
                checked.hidden_rolls += 1
        elif kind == "dice-renewed":
            demand(scheme == 1 and event["turn"] == turn, "the dice were renewed where they could not be")
            scheme, renewed = 2, {"turn": turn, "after": numbers.get(PUBLIC, 0)}
            log = digest("sitrep/renewed", log).hex()
        elif kind == "phase-sealed":
            sealed += 1
            demand(event["number"] == sealed and event["turn"] == turn, f"root {event['number']} is out of its place")
            content = framed("sitrep/root", proof.match, sealed, turn, event["address"], log)
            log = last_root = hmac.new(root_key, content, hashlib.sha256).hexdigest()
            demand(event["root"] == log, f"root {sealed} does not seal the rolls before it")
            open_rolls = 0
        elif kind == "told" and event["report"]["kind"] == "letter-arrived":
            demand(
                event["report"]["root"] == last_root and not open_rolls, "a letter brings a root that was not the last"
            )
            if event["seat"] == export["seat"]:
                letters.append(event["report"]["root"])
        elif kind.startswith("share"):
            shares.is_first = turn == first
            shares.take(event, turn, begins=before == "turn-began", number=numbers.get(PUBLIC, 0) + 1)
        before = kind
    demand(renewed == proof.renewed, "the journal renews the dice elsewhere than the proof says")
    demand(export["whole"]["journal"][-1]["kind"] == "phase-sealed", "the last root is missing")
    demand(public == [{name: roll[name] for name in public_fields()} for roll in sheet["rolls"]], "public rolls differ")
    demand(letters == list(check_letters(export, checked)), "letters of the log are not those of the journal")
    shares.check()
    checked.roots = sealed


def public_fields() -> tuple[str, ...]:
    return ("turn", "number", "spec", "purpose", "cause", "faces")


class Shares:
    """The shares as the journal has them: made, committed to, opened, and mixed in as a turn began, or in the first."""

    def __init__(self, proof: Proof) -> None:
        self.proof = proof
        self.found: dict[str, Json] = {}
        self.is_first = False  # whether the turn is the match's first, which need not be number 1

    def mixed(self) -> bytes:
        """What rolls take now from the shares that are in the dice."""
        fields: list[str | bytes] = []
        for seat in self.proof.seats:
            if seat in self.found and self.found[seat]["from_turn"] is not None:
                fields += [seat, bytes.fromhex(self.found[seat]["entropy"])]
        return digest("sitrep/mix", *fields)

    def take(self, event: Json, turn: int, *, begins: bool, number: int) -> None:
        """An event of the shares. `begins`: the turn has just begun; `number`: of the next public roll in it."""
        kind = event["kind"]
        if kind == "shares-mixed":
            demand(event["turn"] == turn, "shares were mixed in the wrong turn")
            demand(begins or self.is_first, f"shares were mixed in the midst of turn {turn}")
            demand(event.get("from_roll", 1) == number, "shares were mixed at another roll than is said")
            self.mix(event, begins=begins)
            return
        seat = event["seat"]
        old = self.found.get(seat)
        if kind == "share-made":
            demand(old is None, f"the share of {seat} was made twice")
            self.found[seat] = new_share("server", event["commitment"], event["entropy"])
            self.demand_promised(seat, event["commitment"], event["entropy"])
        elif kind == "share-committed":
            said = event.get("instead")
            demand(said is None or said == (old is not None), f"the first share of {seat} is missing")
            if old is None or old["from_turn"] is None:
                demand(old is None or old["maker"] == "server", f"{seat} committed twice")
                self.found[seat] = new_share("player", event["commitment"], None)
        elif kind == "share-opened":
            demand(old is not None, f"{seat} opened what it had not committed to")
            assert old is not None
            if old["maker"] == "player" and not old["left_out"]:
                demand(old["entropy"] is None, f"{seat} opened its share twice")
                old["entropy"] = event["entropy"]
        else:
            raise Untrue(f"the journal has a {kind}, which this file does not know")

    def mix(self, event: Json, *, begins: bool) -> None:
        """What has to become of each share as a turn `begins`; in the first one, of those that players opened since."""
        found, seats = self.found, self.proof.seats
        waiting = [s for s in seats if s in found and found[s]["from_turn"] is None and not found[s]["left_out"]]
        ready = all(s in found and (found[s]["maker"] == "player" or found[s]["from_turn"] is not None) for s in seats)
        closed = [s for s in waiting if found[s]["entropy"] is None and ready and begins]
        mixed = [s for s in waiting if found[s]["entropy"] is not None and (begins or found[s]["maker"] == "player")]
        left_out = [s for s in closed if found[s]["late"]]
        late = [s for s in closed if not found[s]["late"]]
        true = event["mixed"] == mixed and event["late"] == late and event["left_out"] == left_out
        demand(true, f"the shares that were mixed in turn {event['turn']} are not those that were open")
        for seat in mixed:
            found[seat]["from_turn"], found[seat]["from_roll"] = event["turn"], event.get("from_roll", 1)
        for seat in late:
            found[seat]["late"] = True
        for seat in left_out:
            found[seat]["left_out"] = True

    def check(self) -> None:
        """The proof shows the same."""
        shown = {share["seat"]: share for share in self.proof.shares}
        demand(sorted(shown) == sorted(self.found), "the proof shows other shares than the journal")
        for seat, share in self.found.items():
            line = shown[seat]
            since = (line["from_turn"], line.get("from_roll", share["from_roll"]))
            same = all(line[name] == share[name] for name in ("maker", "commitment"))
            same = same and since == (share["from_turn"], share["from_roll"])
            demand(
                same and (share["from_turn"] is None or line["entropy"] == share["entropy"]),
                f"the share of {seat} differs",
            )
            demand((line["state"] == "left out") == share["left_out"], f"whether {seat} was left out differs")
            if share["entropy"] is not None:
                self.demand_promised(seat, share["commitment"], share["entropy"])

    def demand_promised(self, seat: str, commitment: str, entropy: str) -> None:
        found = digest("sitrep/share", self.proof.match, seat, bytes.fromhex(entropy)).hex()
        demand(found == commitment, f"{seat} opened another share than it had committed to")


def new_share(maker: str, commitment: str, entropy: str | None) -> Json:
    return {"maker": maker, "commitment": commitment, "entropy": entropy, "from_turn": None, "from_roll": None,
            "late": False, "left_out": False}  # fmt: skip


# ---- the whole check


def verify(export: Json) -> Checked:
    """Check an export. Raises Untrue with the first thing that does not come out."""
    try:
        checked = Checked(whole=bool(export["ended"]))
        proof = Proof(export)
        proof.check(checked)
        checked.scheme, checked.renewed = proof.scheme, proof.renewed
        check_public(export, proof, checked)
        if checked.whole:
            demand(export["whole"] is not None, "the match is over, but its journal is missing")
            check_whole(export, proof, checked)
            check_log(export)
            checked.notes += rulings(export["whole"]["journal"])
        else:
            demand(export["whole"] is None and export["dice"]["seed"] is None, "secrets of a match in progress")
            check_letters(export, checked)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as fault:
        raise Untrue(f"the export is not formed as it should be: {type(fault).__name__} {fault}") from fault
    return checked


def said(checked: Checked) -> str:
    """What was checked, in words."""
    lines = [
        f"Shares that are what was committed to: {checked.shares}.",
        f"Turns whose key leads back to the commitment: {checked.turns}.",
        f"Public rolls computed anew: {checked.public_rolls}.",
    ]
    if checked.whole:
        lines += [f"Hidden rolls computed anew: {checked.hidden_rolls}.", f"Roots computed anew: {checked.roots}."]
    else:
        lines.append(f"Letters with a root, which can be checked when the match is over: {checked.letters}.")
    return "\n".join([*lines, *first_scheme(checked), *checked.notes])


def rulings(journal: list[Json]) -> list[str]:
    """What the moderator of the match has put right, each with its reason and how things stood before and after.

    The fields are those of the journal: what was corrected is no part of the dice, and is only named here.
    """
    found = [(number, event) for number, event in enumerate(journal, start=1) if event["kind"] == "corrected"]
    after = (event for event in journal if event["kind"] == "correction-made")
    lines = [f"Corrections by a moderator: {len(found)}."] if found else []
    for (number, event), then in zip(found, after, strict=True):
        was, now = event.get("was", {}), then.get("now", {})
        changed = "; ".join(f"{name}: {was.get(name, 'none')}, then {now.get(name, 'none')}" for name in {**was, **now})
        lines.append(f"Event {number}, {event['correction']['kind']}, “{event['reason']}”: {changed}.")
    return lines


def first_scheme(checked: Checked) -> list[str]:
    """What is to be known of a match that was opened with the first scheme."""
    if checked.scheme != 1:
        return []
    until = "so far"
    if checked.renewed is not None:
        until = f"until turn {checked.renewed['turn']}, public roll {checked.renewed['after']}"
    return [
        f"Opened with the first scheme of dice, in force {until}: the numbers of orders entered its rolls, so whoever "
        "knew the seeds could roll again. Only a match from before its server left that scheme may say so."
    ]


Replayed = tuple[list[str], bool]
"""What was found of each stretch of a match, in words, and whether all of it could be worked anew."""


def main(arguments: list[str], replay: Callable[[Json], Replayed] | None = None) -> int:
    """Check the file that is named; 0 where all that can be checked comes out.

    `replay` works a match that is over anew by the rules of its game, as far as they are installed. Raises Untrue.
    """
    if len(arguments) != 1:
        print("usage: verify.py EXPORT", file=sys.stderr)
        return 2
    try:
        export = json.loads(Path(arguments[0]).read_text(encoding="utf-8"))
        if isinstance(export, dict) and "tables" in export:
            raise ValueError("it is a match to be taken to another server; `sitrep export --seat` writes one for this")
        checked = verify(export)
    except (OSError, ValueError, RecursionError) as fault:
        print(f"This file cannot be read: {fault}", file=sys.stderr)
        return 2
    except Untrue as untrue:
        print(f"The dice do NOT check out: {untrue}.", file=sys.stderr)
        return 1
    print(said(checked))
    if not checked.whole:
        print("So far everything checks out.")
        return 0
    if replay is None:
        print("All dice check out. What the rules of the game made of them was not checked: this file knows no rules.")
        print("`sitrep verify`, where the same version of the rules is installed, works the match anew by them.")
        return 0
    try:
        lines, whole = replay(export)
    except Untrue as untrue:
        print(f"All dice check out, but what was made of them does NOT: {untrue}.", file=sys.stderr)
        return 1
    print("\n".join([*lines, "Everything checks out." if whole else "All that can be checked here is right."]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
