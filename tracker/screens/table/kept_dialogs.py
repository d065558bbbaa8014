"""Dialogs that stay mounted after they are closed, so that they appear at once."""

from typing import Any, TypeVar

from textual.screen import Screen

D = TypeVar("D", bound=Screen[Any])


class KeptDialogs:
    """Keeps one dialog of each kind and theme."""

    # New widgets cost several times as much. The theme is part of the key because a hidden screen keeps its
    # old colours.
    def __init__(self, below: Screen[Any]) -> None:
        self._below = below
        self._kept: dict[tuple[type[Screen[Any]], str], Screen[Any]] = {}

    def find(self, kind: type[D]) -> D | None:
        """Return the kept dialog of a kind; None if there is none or it is on the screen already."""
        dialog = self._kept.get((kind, self._below.app.theme))
        return dialog if isinstance(dialog, kind) and dialog not in self._below.app.screen_stack else None

    def keep(self, dialog: Screen[Any]) -> None:
        """Keep a new dialog, unless one of its kind is kept."""
        app = self._below.app
        if self._kept.setdefault((type(dialog), app.theme), dialog) is dialog:
            app.install_screen(dialog, f"kept-{id(dialog)}")

    def close(self) -> None:
        app = self._below.app
        # One that is still shown goes with the app, which is ending.
        for dialog in self._kept.values():
            if dialog not in app.screen_stack:
                app.uninstall_screen(dialog)
                dialog.remove()
