"""`sitrep`, or `python -m service`: the command line, loaded without looking for garbage in what stays loaded."""

from __future__ import annotations

import gc


def main() -> None:
    """Load the command line and run it.

    What is loaded stays for as long as the process runs. To look through it for garbage takes a quarter of the time of
    loading, and later holds up all requests at once.
    """
    gc.disable()
    from service import cli

    gc.freeze()
    gc.enable()
    cli.main()


if __name__ == "__main__":
    main()
