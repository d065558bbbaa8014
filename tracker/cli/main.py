"""From the shell's words to the answer: the only place that reads argv and the environment."""

import errno
import gc
import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from pathlib import Path
from types import SimpleNamespace

from tracker.cli.arguments import WrongUsage, read_arguments, usage_of
from tracker.cli.config import Config, read_config
from tracker.cli.invocation import DONE, INTERRUPTED, REFUSED, WRONG, Invocation
from tracker.cli.printing import say, say_fault
from tracker.cli.verbs import answer
from tracker.rules.refusal import Refusal
from tracker.store.paths import config_file, folders, gm_name
from tracker.wording.language import LANGUAGES, _, speak

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""How a disk tells that what is printed into it does not fit, or cannot be kept."""


def main(argv: Sequence[str] | None = None) -> int:
    """Answer a command line; returns the exit code: 0 done, 1 refused in words, 2 wrong usage."""
    _forgive_bytes()
    sys.excepthook = say_fault
    environment = dict(os.environ)
    config = read_config(config_file(environment))
    language = _language_from(environment, config)
    speak(language)
    try:
        arguments = read_arguments(sys.argv[1:] if argv is None else argv)
    except WrongUsage as wrong:
        speak(wrong.language or language)
        _complain(_("No entiendo esa orden. Uso: {usage}").format(usage=usage_of(wrong.verb)))
        return WRONG
    if arguments.kiosk:
        _forget_settings()
    speak(arguments.lang or language)
    try:
        answering = answer(arguments.verb)
        gc.freeze()
        gc.enable()
        code = answering(_shell(arguments, environment, config))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Refusal as refusal:
        _refuse(refusal)
        return REFUSED
    except BrokenPipeError:
        _forget_output()
        return DONE
    except OSError as error:
        if error.filename is not None or error.errno not in _FULL:
            raise
        _forget_output()
        _complain(_("La respuesta no se puede escribir entera ({reason}).").format(reason=error.strerror))
        return REFUSED
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _forget_output() -> None:
    """Let what is still to be written go nowhere, or Python would try again and fail once more as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _forgive_bytes() -> None:
    """Read and write what the terminal's encoding does not have as a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _forget_settings() -> None:
    """Remove the variables that tell Textual to write a log or to run something."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]


def _language_from(environment: Mapping[str, str], config: Config) -> str:
    wanted = environment.get("TRACKER_LANG", "")
    return wanted if wanted in LANGUAGES else config.language or LANGUAGES[0]


def _shell(arguments: SimpleNamespace, environment: Mapping[str, str], config: Config) -> Invocation:
    where = folders(arguments.saves, environment, Path.cwd())
    return Invocation(arguments, environment, where, gm_name(arguments.gm, environment, _login), config)


def _login() -> str:
    from getpass import getuser  # noqa: PLC0415 - a name that was given is not looked up

    return getuser()


def _refuse(refusal: Refusal) -> None:
    from tracker.wording.sentences import refusal_sentence  # noqa: PLC0415 - few starts end in a refusal

    _complain(refusal_sentence(refusal))


def _complain(sentence: str) -> None:
    say(sentence, error=True)
