"""`python -m tracker`, and the command `tracker`."""

import gc
import sys

gc.disable()  # nothing is garbage while the program is imported; `main` looks for it again

from tracker.cli import main  # noqa: E402 - imported without it


def run() -> None:
    """Answer the command line and leave with its exit code."""
    sys.exit(main())


if __name__ == "__main__":
    run()
