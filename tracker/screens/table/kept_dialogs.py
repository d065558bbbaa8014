"""Dialogs that stay mounted after they are closed."""

from typing import Any, TypeVar

from textual.screen import Screen

D = TypeVar("D", bound=Screen[Any])


class KeptDialogs:
    """Keeps a dialog of each kind, so that it appears at once; new widgets cost several times as much.

    Each theme has a dialog of its own, since a hidden screen keeps its old colours.
    """

    def __init__(self, below: Screen[Any]) -> None:
        self._below = below
        self._kept: dict[tuple[type[Screen[Any]], str], Screen[Any]] = {}

    def find(self, kind: type[D]) -> D | None:
        """Return the dialog of a kind; None if none is kept or it is shown already."""
        found = self._kept.get((kind, self._below.app.theme))
        return found if isinstance(found, kind) and found not in self._below.app.screen_stack else None

    def keep(self, dialog: Screen[Any]) -> None:
        """Keep a new dialog, unless there is one of its kind."""
        app = self._below.app
        if self._kept.setdefault((type(dialog), app.theme), dialog) is dialog:
            app.install_screen(dialog, f"kept-{id(dialog)}")

    def close(self) -> None:
        """Remove the dialogs, unless the app ends while one of them is shown."""
        app = self._below.app
        for dialog in self._kept.values():
            if dialog not in app.screen_stack:
                app.uninstall_screen(dialog)
                dialog.remove()
