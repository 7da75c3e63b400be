"""`sitrep serve`, started as often as it is killed: a process that has imported everything forks one for each line.

A line of standard input is the arguments, as JSON; the answer is the process id of the new server. Each is a whole
process with the command's own `main`; only the import of the libraries is spared.
"""

from __future__ import annotations

import json
import os
import sys

import service.games.shelf  # noqa: F401  (so that each child has it)
from service import cli


def main() -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            os.dup2(2, 1)  # links and addresses go where the log goes
            sys.argv = ["sitrep", *json.loads(line)]
            cli.main()
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main()
