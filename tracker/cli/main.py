"""Read the shell's words and answer: the only module that reads `argv` and the environment."""

import errno
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from types import SimpleNamespace, TracebackType

from msgspec.structs import replace

from tracker import __version__
from tracker.cli.arguments import WrongUsage, read_arguments, verb_of, wrong_usage
from tracker.cli.config import Config, read_config
from tracker.cli.core_verbs import CORE
from tracker.cli.invocation import DONE, INTERRUPTED, REFUSED, UNWRITTEN, WRONG, Invocation
from tracker.cli.printing import be_quiet, forget_stream, print_line
from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.files import current_folder, refusal_of
from tracker.store.paths import config_file, folders, gm_name
from tracker.wording.language import LANGUAGES, language_of_locale, speak
from tracker.wording.messages import say

_LANGUAGE = "TRACKER_LANG"
_SHOWN = ("open", "demo")
"""The verbs that show the GM's screen, and can ask for a language if nothing names one."""
_LONGEST_SHOWN = 64
"""Letters of a wrong word that are printed."""
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of the operating system when an output does not fit on the disk, or cannot be stored."""


def main(argv: Sequence[str] | None = None) -> int:
    """Answer a command line; return the exit code: 0 done, 1 refused in words, 2 wrong usage."""
    _replace_unknown_letters()
    sys.excepthook = _end_by
    environment = dict(os.environ)
    config = _config(environment)
    language = config.language or language_of_locale(environment)
    speak(language or LANGUAGES[0])
    try:
        arguments = read_arguments(sys.argv[1:] if argv is None else argv)
        if arguments.lang:
            speak(arguments.lang)
        elif not language and arguments.verb in _SHOWN and not arguments.kiosk:
            _ask_language(environment)
        be_quiet(quiet=arguments.quiet)
        code = _answer(arguments, environment, config)
    except WrongUsage as wrong:
        # The line may have named another language before the mistake in it.
        speak(wrong.language or language or LANGUAGES[0])
        _print_wrong_usage(wrong)
        return WRONG
    except Refusal as refusal:
        _print_refusal(refusal)
        return REFUSED
    except BrokenPipeError:
        forget_stream(sys.stdout)
        return DONE
    except OSError as error:
        return _end_by_os_error(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _end_by_os_error(error: OSError) -> int:
    """Print the error of the operating system, and return the exit code."""
    if error.filename is not None:
        _print_refusal(refusal_of(error, Path(os.fsdecode(error.filename))))
        return REFUSED
    if error.errno not in _FULL:
        raise error
    forget_stream(sys.stdout)
    print_line(say("main.answer_unwritten", reason=error.strerror), error=True)
    return UNWRITTEN


def _answer(arguments: SimpleNamespace, environment: Mapping[str, str], config: Config) -> int:
    if arguments.kiosk:
        _forget_settings()
    if arguments.verb == "version":
        print_line(f"tracker {__version__}")
        code = DONE
    else:
        answering = answer_of(arguments.verb)
        # Garbage collection was off while modules were imported: what they made stays, and is not searched.
        gc.freeze()
        gc.enable()
        invocation = _invocation(arguments, environment, config)
        if _is_paged(arguments):
            from tracker.cli.pager import paging

            with paging(environment):
                code = answering(invocation)
        else:
            code = answering(invocation)
    if sys.stdout is not None:
        sys.stdout.flush()
    return code


def _is_paged(arguments: SimpleNamespace) -> bool:
    """Whether the answer goes to the terminal and may be longer than that; in a kiosk no program is run."""
    verb = verb_of(arguments.verb)
    is_watched = sys.stdout is not None and sys.stdout.isatty()
    follows = getattr(arguments, "follow", False)
    return is_watched and verb is not None and verb.pages and not arguments.kiosk and not follows


def answer_of(verb: str) -> Callable[[Invocation], int]:
    """Import the module of a verb and return its function, which returns the exit code."""
    if verb not in CORE:
        from tracker.cli.verbs import FEATURE_OF

        if shell := FEATURE_OF[verb].shell:
            return shell.reply(verb)
    module = import_module(f"tracker.cli.{CORE[verb].module}")
    answer: Callable[[Invocation], int] = getattr(module, f"answer_{verb.replace('-', '_')}")
    return answer


def _end_by(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    from tracker.cli.crash import end_by

    end_by(kind, error, trace)


def _config(environment: Mapping[str, str]) -> Config:
    """Read the preferences of the file; the language of an environment variable overrides it."""
    config = read_config(config_file(environment))
    language = environment.get(_LANGUAGE, "")
    if language in LANGUAGES:
        return replace(config, language=language)
    if language:
        mistake = Refusal("bad_preference", name=_LANGUAGE, value=language, known=", ".join(LANGUAGES))
        return replace(config, mistakes=(*config.mistakes, mistake))
    return config


def _ask_language(environment: Mapping[str, str]) -> None:
    from tracker.cli.first_language import ask_language

    ask_language(environment, config_file(environment))


def _replace_unknown_letters() -> None:
    """Replace letters that the terminal's encoding lacks by a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _forget_settings() -> None:
    """Remove the variables that make Textual write a log or run a program."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]


def _invocation(arguments: SimpleNamespace, environment: Mapping[str, str], config: Config) -> Invocation:
    where = folders(arguments.saves, environment, _current_folder())
    return Invocation(arguments, environment, where, gm_name(arguments.gm, environment, _login), config)


def _current_folder() -> Path | None:
    """Return the current folder; None if it is gone, which refuses only the verbs that need it."""
    with suppress(Refusal):
        return current_folder()
    return None


def _login() -> str:
    from getpass import getuser

    return getuser()


def _print_wrong_usage(wrong: WrongUsage) -> None:
    from tracker.cli.help import usage_of

    value = clean(wrong.value, _LONGEST_SHOWN)
    print_line(wrong_usage(wrong.code, value, wrong.right, usage_of(wrong.verb)), error=True)


def _print_refusal(refusal: Refusal) -> None:
    from tracker.wording.sentences import refusal_sentence

    print_line(refusal_sentence(refusal), error=True)
