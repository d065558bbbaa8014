"""The lines that a GM has typed in a campaign, kept in a private file for the next session."""

from contextlib import suppress
from pathlib import Path

from msgspec import Struct

from tracker.rules.refusal import Refusal
from tracker.session.text import clean
from tracker.store.files import read_regular, refusing, replace

MOST_LINES = 200
_LONGEST = 4_000


class LineHistory(Struct, frozen=True):
    """The last lines, each on a line of a file. A file that cannot be read or written counts as empty."""

    path: Path

    def lines(self) -> list[str]:
        """Return the lines, oldest first."""
        try:
            with refusing(self.path):
                content, _signature = read_regular(self.path)
        except Refusal:
            return []
        lines = content.decode("utf-8", "replace").splitlines()
        return [clean(line, _LONGEST) for line in lines if line.strip()][-MOST_LINES:]

    def add(self, line: str) -> None:
        """Keep a line behind the others, once."""
        lines = [*(each for each in self.lines() if each != line), line][-MOST_LINES:]
        with suppress(Refusal), refusing(self.path):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            replace(self.path, *(f"{each}\n".encode() for each in lines), backup=False)
