"""A situation report of the platoon: what a side was told in a while, player turn by player turn, in sentences.

It is written from the reports and from the reader's own picture before and after them, and from nothing else. What
happened to one base, ours or theirs, is told together; the dice that the reader may see stand in the notes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.engine.figures import plain
from service.engine.reports import Telling, by_turn
from service.engine.sentences import (
    Sentence,
    counted,
    joined,
    listed,
    listing,
    own,
    paragraph,
    place,
    places,
    say,
    sentence,
)
from service.engine.situations import Paragraph, Situation
from service.games.skirmish.known import reports as r
from service.games.skirmish.known.picture import Picture
from service.games.skirmish.staff.bases import dice, enemies, ours
from service.games.skirmish.staff.prose import STRIKES, WEATHER, falling, outcome
from service.games.skirmish.staff.runner import Runner


def situation(before: Picture, after: Picture, told: Sequence[Telling], turn: int) -> Situation:
    """What these reports come to, for the leader of the side that was told."""
    runner = Runner(before, after)
    paragraphs: list[Paragraph] = []
    for (at, attacker), part in by_turn(told, before.turn, before.attacker).items():
        title = titled(before, at, attacker or "")
        runner.begin(part)
        mine = paragraph((*weather(runner), *support(runner), *ours(runner), *end(runner)))
        his = paragraph(enemies(runner))
        paragraphs += [Paragraph(title=say(title), text=mine), Paragraph(title=say(f"{title}: the enemy"), text=his)]
    said, notes = runner.notes.in_order(paragraphs)
    return Situation(
        to=f"The {side(after, after.side)} commander",
        sender="Platoon headquarters",
        date=date(after, turn),
        paragraphs=said,
        notes=notes,
    )


def side(picture: Picture, name: str) -> str:
    return picture.rules.sides[name].title


def date(picture: Picture, turn: int) -> str:
    """A game turn; a skirmish has no other calendar."""
    return f"Game turn {turn} of {picture.rules.turns}" if turn else "Before the first turn"


def titled(picture: Picture, turn: int, attacker: str) -> str:
    return f"Turn {turn}, {side(picture, attacker)} attack" if turn else "Before the first turn"


def running(title: str) -> str:
    """A title within a sentence."""
    return title[:1].lower() + title[1:]


# ---- what nobody's base has done


def weather(runner: Runner) -> Iterator[Sentence]:
    for report in runner.all(r.WeatherTold):
        words = WEATHER[report.change]
        yield sentence(words, runner.notes.mark(f"Weather: {dice(report.faces)}."))


def support(runner: Runner) -> Iterator[Sentence]:
    """Artillery, aircraft, reinforcements, and rounds that were seen to fall."""
    calls: dict[str, list[Sentence]] = {}
    for mission in runner.all(r.MissionTold):
        if mission.step != "phase":
            battery = runner.battery(mission.mission.id)
            thrown = runner.notes.mark(f"{battery}: {dice(mission.faces)}.") if mission.faces else ""
            calls.setdefault(battery, []).append(say(outcome(mission), thrown))
    for battery, said in calls.items():
        yield sentence(f"the {running(battery)} reports: ", joined("; ", said))
    for strike in runner.all(r.StrikeTold):
        thrown = runner.notes.mark(f"Air strike: {dice(strike.faces)}.") if strike.faces else ""
        yield sentence(STRIKES[strike.result], thrown)
    falls: dict[str, list[Sentence]] = {}
    for puff in runner.all(r.PuffSeen):
        falls.setdefault(running(falling(puff)), []).append(runner.at(puff.hex))
    for what, hexes in falls.items():
        yield sentence(f"{what} in ", listing(hexes))
    for group in runner.all(r.GroupAnnounced):
        titles = [one.title for one in runner.after.rules.reinforcements if one.id == group.group]
        whose = "our" if titles else "the enemy's"
        titles += [runner.bases.classes[kind].title for kind in group.kinds if not titles]
        names = f" ({listed(titles)})" if titles else ""
        yield sentence(f"{whose} reinforcements{names} will come on at {group.zone}, in ", places(group.hexes, "or"))


def end(runner: Runner) -> Iterator[Sentence]:
    for record in runner.all(r.RecordOpened):
        shots = [
            say(
                f"{side(runner.after, shot.side)} ",
                own(shot.base),
                " from ",
                place(shot.hex),
                f" in turn {shot.turn}, shot {shot.number} of {shot.rate}",
            )
            for shot in record.shots
        ]
        if shots:
            many = counted(len(shots), "shot")
            yield sentence(f"beyond the rate of fire the record has {many}: ", joined("; ", shots))
        else:
            yield sentence("nobody fired beyond the rate of fire")
    for verdict in runner.all(r.VerdictTold):
        yield sentence(f"the match is over: {verdict.title}, with a score of {plain(verdict.score)}")
