"""`python -m tracker`, and the command `tracker`."""

import gc
import os
import sys

from tracker.wording.messages import say

gc.disable()  # importing leaves no garbage, so looking for it only takes time; `main` enables it again

UNSUPPORTED = 2
"""The exit code on a system where the program cannot run."""


def run() -> None:
    """Answer the command line and exit with its code."""
    try:
        import fcntl  # noqa: F401, PLC0415 - Windows has neither of them
        import termios  # noqa: F401, PLC0415 - as above
    except ImportError:
        sys.exit(refuse_platform())
    from tracker.cli import main  # noqa: PLC0415 - it imports both

    sys.exit(main())


def refuse_platform() -> int:
    """Say that this operating system is not supported, and which ones are."""
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
