"""`python -m tracker`, and the command `tracker`."""

import gc
import os
import sys

from tracker.wording.messages import say

gc.disable()  # nothing is garbage while the program is imported; `main` looks for it again

UNSUPPORTED = 2
"""Exit code where the program cannot run."""


def run() -> None:
    """Answer the command line and leave with its exit code."""
    try:
        import fcntl  # noqa: F401, PLC0415 - Windows has neither of them
        import termios  # noqa: F401, PLC0415 - as above
    except ImportError:
        sys.exit(refuse_platform())
    from tracker.cli import main  # noqa: PLC0415 - it imports both

    sys.exit(main())


def refuse_platform() -> int:
    """Say that this operating system will not do, and what will."""
    from tracker.wording.language import (  # noqa: PLC0415 - elsewhere `main` does it
        LANGUAGES,
        language_of_locale,
        speak,
    )

    speak(language_of_locale(os.environ) or LANGUAGES[0])
    sentence = say("__main__.needs_unix")
    print(sentence, file=sys.stderr)  # noqa: T201 - this is the shell's answer
    return UNSUPPORTED


if __name__ == "__main__":
    run()
