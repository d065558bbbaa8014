"""What goes along with a table screen: it begins and ends with it, and may show something on its top line."""

from collections.abc import Sequence

from tracker.rules.refusal import Refusal
from tracker.widgets.status_line import Part


class Companion:
    """Goes along with a table screen; each method does nothing unless it is replaced."""

    def begin(self) -> None:
        """Begin, once the table is shown."""

    def look(self) -> bool:
        """Look how things stand, again and again; return whether the top line shows something else now."""
        return False

    def take_why(self) -> Refusal | None:
        """Return, once, what the GM should know."""
        return None

    @property
    def facts(self) -> Sequence[Part]:
        """What the top line shows."""
        return ()

    def end(self) -> None:
        """End, as the table is left."""
