"""The last sentence: what happened, what an undo would bring back, why an action is refused."""

from collections.abc import Sequence

from tracker.rules.glance import Tone
from tracker.widgets.ink import Band, Line, line, truncate, wrap
from tracker.widgets.painted import Drawn, PaintedWidget

_SIGNS = {Tone.WARNING: "! ", Tone.BAD: "!! "}


class Notice(PaintedWidget):
    """A sentence that stays until the next one; a toast would cost twenty times as many bytes and vanish."""

    def __init__(self, *, warns_on: Band = Band.WARNING, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._bands = {Tone.GOOD: Band.GOOD, Tone.WARNING: warns_on, Tone.BAD: Band.BAD}
        self._text: Line = ()
        self._tone = Tone.PLAIN

    @property
    def text(self) -> Line:
        """The sentence shown now."""
        return self._text

    def say(self, text: Line | str, tone: Tone = Tone.PLAIN) -> None:
        """Replace the sentence."""
        said = line(text) if isinstance(text, str) else text
        if (said, tone) == (self._text, self._tone):
            return
        before = self.get_content_height(None, None, self.size.width)
        self._text, self._tone = said, tone
        if self.styles.is_auto_height and before != self.get_content_height(None, None, self.size.width):
            self.refresh(layout=True)
        self.redraw()

    def has_room_for(self, text: str) -> bool:
        """Whether the whole text fits here."""
        return len(wrap(line(text), self.size.width)) <= self._most_lines

    @property
    def _most_lines(self) -> int:
        """The lines that it may take."""
        most = self.styles.max_height
        return int(most.value) if self.styles.is_auto_height and most else self.size.height

    def get_content_height(self, _container: object, _viewport: object, width: int) -> int:
        """Return the lines an auto height asks for: none for no sentence."""
        return len(wrap(self._line_with_sign(), width)) if self._text else 0

    def clear(self) -> None:
        """Say nothing."""
        self.say("")

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Return the sentence after the sign of its tone, wrapped."""
        wrapped = wrap(self._line_with_sign(), width)
        rest = wrapped[height - 1 :]
        last = tuple(run for each in rest for run in (*each, *line(" ")))[:-1]
        lines = [*wrapped[: height - 1], truncate(last, width, self.look.ellipsis)]
        band = self._bands.get(self._tone, Band.NONE)
        return [Drawn((each,), band) for each in lines] + [Drawn((), band)] * (height - len(lines))

    def _line_with_sign(self) -> Line:
        return (*line(_SIGNS.get(self._tone, "")), *self._text) if self._text else ()
