"""Companions of a table screen: features that begin and end with it and may use its top line."""

from collections.abc import Sequence

from tracker.rules.refusal import Refusal
from tracker.widgets.status_line import Part


class Companion:
    """Base of a companion of the table screen; a method that is not overridden does nothing."""

    def begin(self) -> None:
        """Begin, once the table is shown."""

    def look(self) -> bool:
        """Check for news; True if the top line has to change. The table calls it again and again."""
        return False

    def take_why(self) -> Refusal | None:
        """Return a refusal for the GM once, None afterwards."""
        return None

    @property
    def address(self) -> str:
        """The address at which others reach the table; empty if it serves them nothing."""
        return ""

    @property
    def facts(self) -> Sequence[Part]:
        """The parts of the top line that belong to this companion."""
        return ()

    def end(self) -> None:
        """End when the GM leaves the table."""
