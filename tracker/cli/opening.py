"""`tracker` and `tracker demo`: what is checked before Textual is imported, and then shown."""

import gc
from pathlib import Path

from tracker.cli.shell import Shell, now
from tracker.rules.refusal import Refusal
from tracker.store.paths import config_file, examples_folder


def answer_open(shell: Shell) -> int:
    """Open a save at its table, or home."""
    save = shell.arguments.save
    path = shell.save(save) if save else None
    if path is not None and not path.exists():
        raise Refusal("no_such_save", path=str(path))
    return _show(shell, path)


def answer_demo(shell: Shell) -> int:
    """Open a copy of an example at its table."""
    from tracker.cli.beginning import game_named  # noqa: PLC0415 - a save that is opened says its game itself
    from tracker.store.campaigns import copy_of  # noqa: PLC0415 - as above

    system = game_named(shell.arguments.system)
    shell.places.prepare()
    return _show(shell, copy_of(examples_folder() / f"{system}.json", shell.places.saves))


def _show(shell: Shell, path: Path | None) -> int:
    gc.disable()  # until the first screen stands: `FittedApp` enables it again
    from tracker.cli.seat import Seat  # noqa: PLC0415 - a refusal needs no screen

    if not shell.arguments.kiosk:
        _mend_merge_driver(shell.places.saves)
    file = None if shell.arguments.kiosk else config_file(shell.environment)
    seat = Seat(shell.environment, shell.preferences, shell.config.mistakes, file)
    from tracker.cli.screen import show  # noqa: PLC0415 - as above

    return show(shell.places, shell.gm, now, seat, path, kiosk=shell.arguments.kiosk)


def _mend_merge_driver(saves: Path) -> None:
    from tracker.store.git_setup import mend  # noqa: PLC0415 - a kiosk has nothing to do with git

    mend(saves)
