"""`tracker` and `tracker demo`: check the save before Textual is imported, then show the app."""

import gc
from pathlib import Path

from tracker.cli.invocation import Invocation, now
from tracker.rules.refusal import Refusal
from tracker.store.paths import config_file, examples_folder


def answer_open(invocation: Invocation) -> int:
    """Open a save at its table, or home."""
    save = invocation.arguments.save
    path = invocation.save(save) if save else None
    if path is not None and not path.exists():
        raise Refusal("no_such_save", path=str(path))
    return _show(invocation, path)


def answer_demo(invocation: Invocation) -> int:
    """Open a copy of an example at its table."""
    from tracker.cli.campaigns import game_named  # noqa: PLC0415 - a save that is opened says its game itself
    from tracker.store.campaigns import copy_of  # noqa: PLC0415 - as above

    system = game_named(invocation.arguments.system)
    invocation.folders.prepare()
    return _show(invocation, copy_of(examples_folder() / f"{system}.json", invocation.folders.saves))


def _show(invocation: Invocation, path: Path | None) -> int:
    gc.disable()  # until the first screen stands: `BaseApp` enables it again
    from tracker.cli.terminal_setup import TerminalSetup  # noqa: PLC0415 - a refusal needs no screen

    if not invocation.arguments.kiosk:
        _mend_merge_driver(invocation.folders.saves)
    file = None if invocation.arguments.kiosk else config_file(invocation.environment)
    setup = TerminalSetup(invocation.environment, invocation.preferences, invocation.config.mistakes, file)
    from tracker.cli.screen import show  # noqa: PLC0415 - as above

    return show(invocation.folders, invocation.gm, now, setup, path, kiosk=invocation.arguments.kiosk)


def _mend_merge_driver(saves: Path) -> None:
    from tracker.store.git_setup import mend  # noqa: PLC0415 - a kiosk has nothing to do with git

    mend(saves)
