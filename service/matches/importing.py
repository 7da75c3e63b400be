"""A match from another server: taken in whole, proved, and with a link for each seat, or not at all."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from service import verify
from service.engine.seats import Seat
from service.matches.account_names import tidy
from service.matches.accounts import add_guest, add_seat_link
from service.matches.context import AtSeat, Context
from service.matches.dice_proof import export_as_if_over
from service.matches.errors import Malformed
from service.matches.opening import MATCH_NAME_LENGTHS, check_options
from service.store.import_checks import UnfitMatch
from service.store.transfer import MatchFile, Progress, import_rows, look_through


@dataclass(frozen=True)
class ImportedMatch:
    """A match that was taken in, and the secret of a link to each seat, shown this once."""

    match_id: str
    links: Mapping[Seat, str]


def take_in_match(context: Context, said: Any, progress: Progress = lambda name, rows: None) -> ImportedMatch:
    """Take in a match that `sitrep export` wrote; each seat gets an account of its own. Raises UnfitMatch.

    Whatever is wrong with the file, nothing is written.
    """
    file = look_through(said, context.store.shelf)
    check_agreement(file)
    with context.store.work() as work:
        holders = {seat: add_guest(context, work).id for seat in file.seats}
        import_rows(work.session, file, holders, progress)
        facts = work.matches.facts(file.match_id)
        assert facts is not None
        work.matches.write_ledgers(facts)
        seats = [AtSeat(file.match_id, seat, account) for seat, account in holders.items()]
        for at in seats:
            check_dice(export_as_if_over(context, work, at))
        return ImportedMatch(file.match_id, {at.seat: add_seat_link(context, work, at) for at in seats})


def check_agreement(file: MatchFile) -> None:
    """The name is one that a match may have, and the options are the game's. Raises UnfitMatch."""
    [match] = file.rows["match"]
    try:
        check_options(file.game, match["options"])
        named = tidy(match.get("name", ""), MATCH_NAME_LENGTHS, "The name of a match") == match.get("name", "")
    except Malformed as problem:
        reasons = " ".join(error["reason"] for error in problem.members["errors"])
        raise UnfitMatch(f"The match could not have been opened so. {reasons}") from None
    if not named:
        raise UnfitMatch("The match could not have been opened so. Its name is not written as Sitrep writes names.")


def check_dice(export: Any) -> None:
    """Every roll and every root so far comes of the file's own seeds. Raises UnfitMatch."""
    try:
        verify.verify(json.loads(json.dumps(export)))
    except verify.Untrue as untrue:
        raise UnfitMatch(f"The dice of the match do not check out: {untrue}.") from None
