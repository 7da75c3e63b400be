"""`python -m bench`: every benchmark, as a table of ours, baseline and their ratio."""

from __future__ import annotations

from bench import beside, growth, live, longest, nudges, served, started


def main() -> None:
    print("| what | ours | baseline | ratio |\n|---|---|---|---|")
    for bench in (started, served, live, nudges, growth, longest, beside):
        for what, (ours, baseline) in bench.run().items():
            print(f"| {what} | {figure(ours)} | {figure(baseline)} | {ours / baseline:.2f} |", flush=True)


def figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.4g}"


main()
