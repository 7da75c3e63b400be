"""The styles of the map as attributes of what is drawn, for whoever reads SVG and not all that browsers know of styles.

Selectors are matched as a browser would; variables, sums and bounds are worked out; what is not displayed is left out.
The colours are those of a light page, and whatever stands under a condition of the screen is not read.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from xml.etree.ElementTree import Element

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize

WEB = Path(__file__).parent.parent
SHEETS = (WEB / "parts/static/tokens.css", WEB / "drawing/static/map.css")
DRAWN = frozenset({
    "color", "dominant-baseline", "fill", "fill-opacity", "font-size", "font-style", "font-weight",
    "letter-spacing", "opacity", "paint-order", "stroke", "stroke-dasharray", "stroke-linecap", "stroke-linejoin",
    "stroke-opacity", "stroke-width", "text-anchor",
})  # fmt: skip
"""What a style may say of how something is drawn; the rest is for hands and screens."""
MOVED = ("translate", "scale")
VARIABLE = re.compile(r"var\(\s*(--[\w-]+)\s*(?:,\s*([^()]*))?\)")
SUM = re.compile(r"(?<![\w-])(calc|clamp|)\(([^()]*)\)")
PIXELS = re.compile(r"(?<=\d)px\b")

Styles = Mapping[str, str]


@cache
def matcher() -> Matcher:
    """The rules of the style sheets, each with what it says."""
    found = Matcher()
    for sheet in SHEETS:
        for rule in parse_stylesheet(sheet.read_text(), skip_comments=True, skip_whitespace=True):
            if rule.type != "qualified-rule":
                continue
            said = {
                one.lower_name if not one.name.startswith("--") else one.name: serialize(one.value).strip()
                for one in parse_blocks_contents(rule.content)
                if one.type == "declaration"
            }
            for selector in selectors(rule.prelude):
                found.add_selector(selector, said)
    return found


def selectors(prelude: object) -> Iterator[object]:
    """The selectors of a rule; none where it asks for a state of the screen, such as where the focus is seen."""
    try:
        yield from compile_selector_list(prelude)
    except SelectorError:
        return


def flatten(root: Element, variables: Styles) -> None:
    """Put what the styles say of each element into its attributes, and take out what they do not display.

    These variables hold whatever the styles say.
    """
    flattened(ElementWrapper.from_xml_root(root), variables, variables)


def flattened(wrapped: ElementWrapper, inherited: Styles, fixed: Styles) -> bool:
    """The same for one element and all within it, by the variables around it; whether it is displayed."""
    said: dict[str, str] = {}
    for *_, declared in sorted(matcher().match(wrapped), key=lambda one: one[:2]):
        said |= declared
    element = wrapped.etree_element
    variables = dict(inherited)
    for name, value in said.items():
        if name.startswith("--") and name not in fixed:
            variables[name] = worked_out(value, variables)
    if said.get("display") == "none":
        return False
    for name, value in element.attrib.items():
        if "var(" in value:
            element.set(name, worked_out(value, variables))
    for name in DRAWN & said.keys():
        element.set(name, worked_out(said[name], variables))
    if moves := [f"{name}({worked_out(said[name], variables)})" for name in MOVED if name in said]:
        element.set("transform", " ".join((*moves, element.get("transform", ""))).strip())
    children = list(wrapped.iter_children())
    unseen = [child.etree_element for child in children if not flattened(child, variables, fixed)]
    for child in unseen:
        element.remove(child)
    return True


# ---- values


def worked_out(value: str, variables: Styles) -> str:
    """A value without variables, units and sums."""
    while (found := VARIABLE.search(value)) is not None:
        value = value[: found.start()] + variables.get(found[1], found[2] or "") + value[found.end() :]
    value = PIXELS.sub("", value)
    while (found := SUM.search(value)) is not None:
        value = value[: found.start()] + summed(found[1], found[2]) + value[found.end() :]
    return value


def summed(function: str, said: str) -> str:
    """What a sum comes to, or the middle one of three, as `clamp` has it."""
    numbers = [number_of(ast.parse(one.strip(), mode="eval").body) for one in said.split(",")]
    return f"{sorted(numbers)[1] if function == 'clamp' else numbers[0]:.4g}"


REACHES: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip


def number_of(node: ast.expr) -> float:
    """What a sum comes to. Raises ValueError for whatever is none."""
    if isinstance(node, ast.BinOp) and type(node.op) in REACHES:
        return REACHES[type(node.op)](number_of(node.left), number_of(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -number_of(node.operand)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    raise ValueError(f"{ast.dump(node)} is no number")
