"""From the shell's words to the answer: the only place that reads argv and the environment."""

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from getpass import getuser
from io import TextIOWrapper
from pathlib import Path

from tracker.cli import keeping, playing, printing, shelving, uniting, watching
from tracker.cli.arguments import OPTIONS_HELP, USAGES, WrongUsage, read_arguments, usage_text
from tracker.cli.config import Config, read_config
from tracker.cli.luck import luck
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.rules.systems import system_of
from tracker.session.text import clean
from tracker.store import git_setup
from tracker.store.campaign import Campaign
from tracker.store.campaigns import copy_of
from tracker.store.library import Library
from tracker.store.paths import (
    NAME_LENGTH,
    SUFFIX,
    Places,
    config_file,
    examples_folder,
    gm_name,
    library_path,
    places,
    save_path,
)
from tracker.widgets.preferences import Preferences
from tracker.wording.dice_grammar import dice_help
from tracker.wording.language import LANGUAGES, _, speak
from tracker.wording.sentences import refusal_sentence

DONE, REFUSED, WRONG = 0, 1, 2
INTERRUPTED = 130


@dataclass(frozen=True, slots=True)
class Shell:
    """What was asked, and where and by whom."""

    arguments: Namespace
    environment: Mapping[str, str]
    places: Places
    gm: str
    config: Config

    @property
    def preferences(self) -> Preferences:
        """What the command line asks for, over what the GM's file says."""
        usual, asked = self.config.preferences, self.arguments
        return replace(usual, theme=asked.theme or usual.theme, plain=asked.plain or usual.plain)

    def path(self, save: str) -> Path:
        """Return the file of a save given by path or by name; in a kiosk, by name alone."""
        path = save_path(save, self.places)
        if self.arguments.kiosk and path.parent != self.places.saves:
            raise Refusal("kiosk", what=clean(save, NAME_LENGTH))
        return path

    def open(self, save: str) -> Campaign:
        """Open a save by path or by name."""
        return Campaign.open(self.path(save), self.places.journals, self.gm, now)


def now() -> int:
    """Return the second of real time."""
    return int(time.time())


def main(argv: Sequence[str] | None = None) -> int:
    """Answer a command line; returns the exit code: 0 done, 1 refused in words, 2 wrong usage."""
    _forgive_bytes()
    environment = dict(os.environ)
    config = read_config(config_file(environment))
    language = _language_from(environment, config)
    speak(language)
    try:
        arguments = read_arguments(sys.argv[1:] if argv is None else argv)
    except WrongUsage as wrong:
        _complain(
            _("No entiendo esa orden. Uso: {usage}").format(usage=_(USAGES.get(wrong.verb, OPTIONS_HELP)))
        )
        return WRONG
    if arguments.kiosk:
        _forget_settings()
    speak(arguments.lang or language)
    try:
        code = _VERBS[arguments.verb](_shell(arguments, environment, config))
        if sys.stdout is not None:
            sys.stdout.flush()
    except Refusal as refusal:
        _complain(refusal_sentence(refusal))
        return REFUSED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        return INTERRUPTED
    return code


def _forgive_bytes() -> None:
    """Read and write what the terminal's encoding does not have as a question mark."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _forget_settings() -> None:
    """Keep whoever connects from telling Textual, by a variable, to write a log or to run something."""
    for name in [name for name in os.environ if name.startswith("TEXTUAL")]:
        del os.environ[name]


def _language_from(environment: Mapping[str, str], config: Config) -> str:
    wanted = environment.get("TRACKER_LANG", "")
    return wanted if wanted in LANGUAGES else config.language or LANGUAGES[0]


def _shell(arguments: Namespace, environment: Mapping[str, str], config: Config) -> Shell:
    where = places(arguments.saves, environment, Path.cwd())
    return Shell(arguments, environment, where, gm_name(arguments.gm, environment, getuser()), config)


def _complain(sentence: str) -> None:
    print(sentence, file=sys.stderr)


def _open(shell: Shell) -> int:
    save = shell.arguments.save
    path = shell.path(save) if save else None
    if path is not None and not path.exists():
        raise Refusal("no_such_save", path=str(path))
    return _show(shell, path)


def _demo(shell: Shell) -> int:
    system = system_of(shell.arguments.system).key
    shell.places.prepare()
    return _show(shell, copy_of(examples_folder() / f"{system}.json", shell.places.saves))


def _show(shell: Shell, path: Path | None) -> int:
    from tracker.cli.screen import Seat, show  # noqa: PLC0415 - Textual is imported only for the screen

    file = None if shell.arguments.kiosk else config_file(shell.environment)
    seat = Seat(shell.environment, shell.preferences, shell.config.mistakes, file)
    return show(shell.places, shell.gm, now, seat, path)


def _new(shell: Shell) -> int:
    name, system = shell.arguments.name, system_of(shell.arguments.system).key
    shell.places.prepare()
    path = _new_path(name, shell)
    title = name if path.parent == shell.places.saves else path.stem
    Campaign.create(
        path, shell.places.journals, system=system, title=title, gm=shell.gm, now=now
    ).save.close()
    print(_("Campaña creada: {path}").format(path=path))
    return DONE


def _new_path(name: str, shell: Shell) -> Path:
    """Return the file of a new campaign; a path gets the ending by which it is listed."""
    path = shell.path(name)
    if path.suffix == SUFFIX:
        return path
    if not path.name or path.name == "..":
        raise Refusal("bad_name", name=clean(name, NAME_LENGTH), longest=NAME_LENGTH)
    return path.with_name(path.name + SUFFIX)


def _list(shell: Shell) -> int:
    printing.print_list(shell.places, as_json=shell.arguments.json)
    return DONE


def _library(shell: Shell) -> int:
    system = system_of(shell.arguments.system).key
    if shell.arguments.action in ("export", "import") and shell.arguments.kiosk:
        raise Refusal("kiosk", what=f"library {shell.arguments.action}")
    if shell.arguments.action == "import":
        shell.places.prepare()
    path = library_path(shell.places.saves.absolute(), system)
    library = Library(path, shell.places.journals, system, shell.gm, now)
    done = shelving.work(library, shell.arguments, system)
    library.close()
    return DONE if done else REFUSED


def _do(shell: Shell) -> int:
    roll, fresh = luck(shell.arguments.seed)
    lines = [" ".join(shell.arguments.line)] if shell.arguments.line else sys.stdin or ()
    campaign = shell.open(shell.arguments.save)
    uniting.tell_conflict_copies(campaign, shell.arguments.save)
    refused = playing.play_lines(campaign, lines, roll, fresh, as_json=shell.arguments.json)
    return REFUSED if refused else DONE


def _merge(shell: Shell) -> int:
    copies, target = shell.arguments.copies, shell.arguments.output
    if shell.arguments.git and shell.arguments.kiosk:
        raise Refusal("kiosk", what="merge --git")
    if shell.arguments.git:
        uniting.unite_for_git([Path(copy) for copy in copies])
    elif target is not None:
        uniting.unite_files([shell.path(copy) for copy in copies], shell.path(target))
    else:
        return DONE if uniting.unite_conflict_copies(shell.open(copies[0])) else REFUSED
    return DONE


def _doctor(shell: Shell) -> int:
    path = shell.path(shell.arguments.save)
    whole = keeping.doctor(path, shell.places.journals, repair=shell.arguments.repair)
    return DONE if whole else REFUSED


def _backups(shell: Shell) -> int:
    keeping.print_backups(shell.open(shell.arguments.save), as_json=shell.arguments.json)
    return DONE


def _restore(shell: Shell) -> int:
    campaign, day, title = shell.open(shell.arguments.save), shell.arguments.day, shell.arguments.fork
    if title is None:
        return DONE if keeping.rewind(campaign, day) else REFUSED
    keeping.fork(campaign, day, shell.places, title)
    return DONE


def _chapter(shell: Shell) -> int:
    keeping.begin_chapter(shell.open(shell.arguments.save), shell.places, shell.arguments.name)
    return DONE


def _git_setup(shell: Shell) -> int:
    if shell.arguments.kiosk:
        raise Refusal("kiosk", what="git-setup")
    written = git_setup.set_up(shell.places.saves)
    print("\n".join(written) or _("No había nada que escribir: git ya sabe unir las partidas."))
    return DONE


def _status(shell: Shell) -> int:
    printing.print_status(shell.open(shell.arguments.save).history, as_json=shell.arguments.json)
    return DONE


def _watch(shell: Shell) -> int:
    look = watching.sight_of(shell.path(shell.arguments.save))
    if shell.preferences.plain:
        return watching.watch_in_lines(look)
    from tracker.cli.screen import Seat, show_players  # noqa: PLC0415 - Textual only for the screen

    return show_players(look, Seat(shell.environment, shell.preferences, shell.config.mistakes))


def _config(shell: Shell) -> int:
    from tracker.cli.config_example import example  # noqa: PLC0415 - the keys are declared on the screens
    from tracker.widgets.keymap import checked  # noqa: PLC0415 - as above

    print(example(config_file(shell.environment)))
    for mistake in (*shell.config.mistakes, *checked(shell.preferences.keys)[1]):
        _complain(refusal_sentence(mistake))
    return DONE


def _log(shell: Shell) -> int:
    printing.print_log(shell.open(shell.arguments.save).history, shell.arguments.format, _query(shell))
    return DONE


def _roll(shell: Shell) -> int:
    roll, _fresh = luck(shell.arguments.seed)
    printing.print_roll(" ".join(shell.arguments.expression), roll, as_json=shell.arguments.json)
    return DONE


def _odds(shell: Shell) -> int:
    printing.print_odds(" ".join(shell.arguments.expression), as_json=shell.arguments.json)
    return DONE


def _stats(shell: Shell) -> int:
    history = shell.open(shell.arguments.save).history
    printing.print_tally(history, _query(shell), as_json=shell.arguments.json)
    return DONE


def _query(shell: Shell) -> str:
    return " ".join(shell.arguments.query)


def _verify(shell: Shell) -> int:
    fits = printing.print_verdict(shell.open(shell.arguments.save).history, as_json=shell.arguments.json)
    return DONE if fits else REFUSED


def _help(shell: Shell) -> int:
    print(dice_help() if getattr(shell.arguments, "topic", None) else usage_text())
    return DONE


_VERBS: Mapping[str, Callable[[Shell], int]] = {
    "open": _open,
    "demo": _demo,
    "new": _new,
    "list": _list,
    "library": _library,
    "do": _do,
    "status": _status,
    "watch": _watch,
    "log": _log,
    "roll": _roll,
    "merge": _merge,
    "git-setup": _git_setup,
    "doctor": _doctor,
    "backups": _backups,
    "restore": _restore,
    "chapter": _chapter,
    "odds": _odds,
    "stats": _stats,
    "verify": _verify,
    "config": _config,
    "help": _help,
}
