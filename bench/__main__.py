"""`python -m bench`: every benchmark, as a table of ours, baseline and their ratio."""

from __future__ import annotations

from bench import growth, served, started


def main() -> None:
    print("| what | ours | baseline | ratio |\n|---|---|---|---|")
    for bench in (started, served, growth):
        for what, (ours, baseline) in bench.run().items():
            print(f"| {what} | {ours:.4g} | {baseline:.4g} | {ours / baseline:.2f} |", flush=True)


main()
