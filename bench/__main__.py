"""`python -m bench`: every benchmark, as a table of ours, baseline and their ratio.

`python -m bench ratios [FILE]`: the product beside other servers, see `bench/peers`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from bench import beside, growth, live, longest, nudges, served, started
from bench.peers import ratios


def main() -> None:
    if sys.argv[1:2] == ["ratios"]:
        ratios.main(Path(sys.argv[2]) if len(sys.argv) > 2 else None)
        return
    print("| what | ours | baseline | ratio |\n|---|---|---|---|")
    for bench in (started, served, live, nudges, growth, longest, beside):
        for what, (ours, baseline) in bench.run().items():
            print(f"| {what} | {figure(ours)} | {figure(baseline)} | {ours / baseline:.2f} |", flush=True)


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


main()
