"""`python -m tracker`, and the command `tracker`."""

import gc
import sys

gc.disable()  # nothing is garbage while the program is imported; `main` enables it again

from tracker.own_modules import find_quickly  # noqa: E402 - what comes next is imported without it

find_quickly()

from tracker.cli import main  # noqa: E402 - as above


def run() -> None:
    """Answer the command line and leave with its exit code."""
    code = main()
    gc.freeze()  # what is left goes with the process: nobody looks through it on the way out
    sys.exit(code)


if __name__ == "__main__":
    run()
