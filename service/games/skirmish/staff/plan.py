"""The fire plan in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from service.engine.sentences import Said, Sentence, joined, own, place, say
from service.games.skirmish.known.plan import ANY, EXPOSURES, HIDDEN, LAST, LED, THEN, WORTH
from service.games.skirmish.known.plan import Line as PlanLine
from service.games.skirmish.printed.profiles import BaseFigures

PLAN, ADD_LINE, REHEARSAL = "Fire plan", "Add this line", "What would it have done so far?"
ABOUT = (
    "What your bases do in the enemy's moves, and in your remaining fire, without your being asked. For each base the "
    "first line that fits its best shot decides; a plan goes only by what you know."
)
NO_LINE = "No line: you are asked at every step at which you have a shot."


def announced_for(zone: str) -> str:
    """What the bases that are announced for a zone are called together."""
    return f"Announced for {zone}"


def line_words(figures: BaseFigures, line: PlanLine, bases: Mapping[str, str]) -> Sentence:
    """Mortar team, at a squad or a team, within 6 hexes, in the open: fire."""
    classes = figures.classes
    parts: list[Said] = [joined(" or ", (own(id, bases.get(id, "")) for id in line.bases)) or "Any base"]
    if line.target:
        parts.append("at " + " or ".join(classes[kind].title if kind in classes else kind for kind in line.target))
    if line.range_min is not None and line.range_max is not None:
        parts.append(f"{line.range_min} to {line.range_max} hexes off")
    elif line.range_max is not None:
        parts.append(f"within {line.range_max} hexes")
    elif line.range_min is not None:
        parts.append(f"from {line.range_min} hexes on")
    if line.exposure:
        parts.append(" or ".join(EXPOSURES.get(one, one) for one in line.exposure).lower())
    if line.aspect:
        parts.append(f"at its {' or '.join(line.aspect)}")
    if line.hexes:
        parts.append(say("in ", joined(" or ", map(place, line.hexes))))
    if line.crosses:
        parts.append(say("as it comes onto the line ", joined("-", map(place, line.crosses))))
    if line.steps_min is not None:
        parts.append(f"from its {line.steps_min}. step in sight on")
    if line.enemies_min is not None:
        parts.append(f"while {line.enemies_min} or more enemies are in sight")
    if line.enemies_max is not None:
        parts.append(f"while {line.enemies_max} enemies at most are in sight")
    if line.expected is not None:
        parts.append(f"if {WORTH.get(line.expected, f'{line.expected / 10:g} suppressions')} or more can be expected")
    for holds, words in ((line.concealed, HIDDEN), (line.leader, LED), (line.last_shot, LAST)):
        if holds is not None:
            parts.append(words[holds].lower())
    if line.reserve is not None:
        whose = "reinforcements" if line.reserve == ANY else f"the reinforcements by {line.reserve}"
        parts.append(f"with its last shot while {whose} that are announced have not come")
    if line.shots is not None:
        parts.append(f"{line.shots} shot{'' if line.shots == 1 else 's'} a turn at most")
    if line.turn_from is not None:
        parts.append(f"from turn {line.turn_from}")
    if line.at != "opportunity":
        parts.append({"remaining": "in the remaining fire", "both": "in his moves and after them"}[line.at])
    return say(joined(", ", parts), f": {THEN[line.then].lower()}.")


def plan_words(lines: Sequence[PlanLine | Mapping[str, object]]) -> str:
    """A fire plan in a few words."""
    plain_lines = [line if isinstance(line, Mapping) else asdict(line) for line in lines]
    if not plain_lines:
        return "Ask me at every step"
    if any(line.get("expected") for line in plain_lines):
        return "Fire where a suppression is expected, else hold"
    held = all(line.get("then") == "hold" for line in plain_lines)
    return "Hold all fire" if held else f"{len(plain_lines)} lines of your own"
