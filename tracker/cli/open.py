"""`tracker` and `tracker demo`: check the save before Textual is imported, then show the app."""

import gc
from pathlib import Path

from tracker.cli.invocation import Invocation, unix_time
from tracker.cli.opened import existing_save
from tracker.rules.systems import DEFAULT
from tracker.store.paths import config_file
from tracker.wording.language import language


def answer_open(invocation: Invocation) -> int:
    """Open a save at its table, or show home."""
    save = invocation.arguments.save
    return _show(invocation, existing_save(invocation, save) if save else None)


def answer_demo(invocation: Invocation) -> int:
    """Open a copy of an example at its table."""
    from tracker.cli.campaigns import example_named, shelf_of
    from tracker.store.campaigns import copy_of_example
    from tracker.terminal.running import require_terminal

    arguments = invocation.arguments
    examples = shelf_of(invocation).examples(language())
    example = example_named(arguments.example or arguments.system or DEFAULT, examples)
    require_terminal(invocation.environment)  # refuses before a campaign is created that nobody sees
    invocation.folders.prepare()
    return _show(invocation, copy_of_example(example, invocation.folders.saves))


def _show(invocation: Invocation, path: Path | None) -> int:
    """Run the app until the GM leaves; return the exit code."""
    gc.disable()  # until the first screen is up: `BaseApp` enables it again
    # Not at the top: a refusal needs no screen.
    from tracker.app import TrackerApp
    from tracker.cli.invocation import luck
    from tracker.cli.terminal_setup import TerminalSetup
    from tracker.screens.workspace import Workspace
    from tracker.store.game_files import Shelf
    from tracker.terminal.running import forget_size, run

    kiosk = invocation.arguments.kiosk
    if not kiosk:
        from tracker.cli.git_setup import replace_useless_driver

        replace_useless_driver(invocation.folders.saves)
    file = None if kiosk else config_file(invocation.environment)
    games = Shelf.for_campaign(invocation.folders.saves, invocation.environment, closed=kiosk)
    mistakes_before = invocation.config.mistakes
    setup = TerminalSetup(
        invocation.environment, invocation.preferences, mistakes_before, file, games.systems
    )
    preferences, mistakes = setup.valid_preferences()
    roll, fresh = luck()
    workspace = Workspace(invocation.folders, invocation.gm, roll, fresh, unix_time, kiosk, games)
    keep = setup.keep if file else None
    forget_size()
    app = TrackerApp(workspace, setup.environment, preferences, mistakes=mistakes, path=path, keep=keep)
    return run(app, setup.environment)
