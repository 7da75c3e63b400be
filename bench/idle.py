"""What becomes of whoever does nothing: each side in turn passes every step against the house's bot, or stops early.

    python -m bench.idle --matches 50 --results FILE

The seeds are numbered from 0 for each kind, and the bot draws nothing: the same command on the same tree gives the same
matches. A passing player closes whatever they can close, stands fast where that is offered, and else takes the first
answer that there is.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from bench.balance import Kept, name
from bench.contests import CONTESTS, Contest, Result
from bench.duels import Play, short_way
from service.bots.player import DONE, Offer, Order, Player, closable


def main(
    game: Annotated[str, typer.Option(help=" or ".join(CONTESTS))] = "ndc",
    matches: Annotated[int, typer.Option(help="How many matches of each side.")] = 50,
    after: Annotated[int, typer.Option(help="The turn after which he stops; at 0 he never begins.")] = 0,
    side: Annotated[list[str], typer.Option(help="The side that does nothing; both if left out.")] = [],  # noqa: B006
    results: Annotated[
        Path | None, typer.Option(help="A file that keeps each match; those in it are not played again.")
    ] = None,
) -> None:
    """Play, and print a table."""
    contest, kept = CONTESTS[game], Kept(results)
    print(f"{matches} matches of each kind\n\n| idle | after turn | wins | draws | losses | mean score | scores |")
    print("|---|---|---|---|---|---|---|")
    for one in side or contest.sides:
        with short_way(idling(contest, one, after)) as play:
            print(line(one, after, [kept_or_played(kept, play, contest, one, after, n) for n in range(matches)]))


def kept_or_played(kept: Kept, play: Play, contest: Contest, side: str, turn: int, number: int) -> Result:
    """What came of one match, out of the file if it is there."""
    asked = json.dumps({"idle": side, "after": turn, "seed": f"{contest.scenario} {number}"})
    if asked not in kept.found:
        kept.found[asked] = play(f"{contest.scenario} {number}", {})
        kept.add(asked, kept.found[asked])
    return kept.found[asked]


def line(side: str, turn: int, results: list[Result]) -> str:
    """A row of the table."""
    won = Counter("draw" if one["winner"] is None else "win" if one["winner"] == side else "loss" for one in results)
    scores = sorted(one["score"] for one in results)
    middle = sum(scores) / len(scores)
    return (
        f"| {name(side)} | {turn or 'from the start'} | {won['win']} | {won['draw']} | {won['loss']} | {middle:.1f} | "
        f"{scores[0]} to {scores[-1]} |"
    )


def idling(contest: Contest, side: str, after: int) -> Contest:
    """The contest in which one side passes every step once a turn is over; from the start where that is 0."""
    return replace(contest, others={side: passing(contest.player, after)})


def passing(player: type[Player], after: int) -> type[Player]:
    """A player who plays as this one does until a turn is over, and then passes whatever can be passed."""

    class Passing(player):  # type: ignore[misc, valid-type]
        def orders(self, offers: list[Offer]) -> list[Order]:
            at: Any = self.situation()  # looked at by the idle too, so that what is counted of it is there
            if at.view["turn"] <= after:
                found: list[Order] = super().orders(offers)
                return found
            return [dict(DONE)] if closable(offers) else [least(offers)]

    return Passing


def least(offers: list[Offer]) -> Order:
    """The answer to a question that wants one: to stand fast, or else the first place that is offered."""
    offer = next((one for one in offers if one["kind"] == "stand-fast"), offers[0])
    fields = {field: domain["places"][0] for field, domain in offer["fields"].items() if domain.get("places")}
    return {"kind": offer["kind"], **offer["fixed"], **fields}


if __name__ == "__main__":
    typer.run(main)
