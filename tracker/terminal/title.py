"""The title of the terminal's window while the program runs."""

from collections.abc import Callable

from tracker.terminal.osc import title_change


class WindowTitle:
    """Writes a title once, and gives back the one before whenever the terminal is left or suspended."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._title = ""
        self._has_terminal = False

    def show(self, title: str) -> None:
        """Show a title from now on; an empty one gives back the one before."""
        if title != self._title:
            old_title, self._title = self._title, title
            if self._has_terminal:
                self._write(title_change(old_title, title))

    def take_terminal(self) -> None:
        self._has_terminal = True
        if self._title:
            self._write(title_change("", self._title))

    def leave_terminal(self) -> None:
        self._has_terminal = False
        if self._title:
            self._write(title_change(self._title, ""))
