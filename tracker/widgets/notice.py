"""The last thing said: what happened, what undo would bring back, why something cannot be."""

from collections.abc import Sequence
from typing import ClassVar

from tracker.rules.system import Tone
from tracker.widgets.ink import Line, cut, line
from tracker.widgets.painted import Drawn, Painted

_SIGNS = {Tone.WARNING: "! ", Tone.BAD: "!! "}


class Notice(Painted):
    """One line that stays until the next is said; a toast would cost twenty times as much and vanish."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"notice--{tone}" for tone in Tone}

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._text: Line = ()
        self._tone = Tone.PLAIN

    @property
    def text(self) -> Line:
        """What is said now."""
        return self._text

    def say(self, text: Line | str, tone: Tone = Tone.PLAIN) -> None:
        """Say this instead of what was said before."""
        self._text, self._tone = line(text) if isinstance(text, str) else text, tone
        self.redraw()

    def clear(self) -> None:
        """Say nothing."""
        self.say("")

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Return the sentence behind the sign of its tone."""
        signed = (*line(_SIGNS.get(self._tone, "")), *self._text)
        return [Drawn((cut(signed, width, self.look.ellipsis),), f"notice--{self._tone}")]
