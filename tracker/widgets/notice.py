"""The line of the last sentence: what happened, what an undo would bring back, why something is refused."""

from collections.abc import Sequence

from tracker.rules.glance import Tone
from tracker.widgets.ink import Band, Line, line, truncate, wrap
from tracker.widgets.painted import Drawn, PaintedWidget

_SIGNS = {Tone.WARNING: "! ", Tone.BAD: "!! "}


class Notice(PaintedWidget):
    """A sentence that stays until the next one.

    A toast would cost twenty times as many bytes over the line, and vanish.
    """

    def __init__(self, *, warns_on: Band = Band.WARNING, id: str | None = None) -> None:  # noqa: A002 - Textual's
        super().__init__(id=id)
        self._bands = {Tone.GOOD: Band.GOOD, Tone.WARNING: warns_on, Tone.BAD: Band.BAD}
        self._text: Line = ()
        self._tone = Tone.PLAIN

    @property
    def text(self) -> Line:
        """The sentence shown now."""
        return self._text

    def say(self, text: Line | str, tone: Tone = Tone.PLAIN, *, whole: bool = False) -> None:
        """Replace the sentence; in a dialog, a `whole` one takes the lines that it needs."""
        self.set_class(whole, "-whole")
        runs = (line(text) if text else ()) if isinstance(text, str) else text
        if (runs, tone) == (self._text, self._tone):
            return
        old_height = self.get_content_height(None, None, self.size.width)
        self._text, self._tone = runs, tone
        if self.styles.is_auto_height and old_height != self.get_content_height(None, None, self.size.width):
            self.refresh(layout=True)
        self.redraw()

    def has_room_for(self, text: str) -> bool:
        """Whether the whole text fits without being cut."""
        return len(wrap(line(text), self.size.width)) <= self._most_lines

    @property
    def _most_lines(self) -> int:
        """Most lines that the sentence may take."""
        limit = self.styles.max_height
        return int(limit.value) if self.styles.is_auto_height and limit else self.size.height

    def get_content_height(self, _container: object, _viewport: object, width: int) -> int:
        """Lines of the sentence; 0 without one."""
        return len(wrap(self._line_with_sign(), width)) if self._text else 0

    def clear(self) -> None:
        self.say("")

    def draw(self, width: int, height: int) -> Sequence[Drawn]:
        """Draw the sentence after the sign of its tone, wrapped; the last line holds all the rest, cut."""
        wrapped = wrap(self._line_with_sign(), width)
        rest = wrapped[height - 1 :]
        last = tuple(run for each in rest for run in (*each, *line(" ")))[:-1]
        lines = [*wrapped[: height - 1], truncate(last, width, self.look.ellipsis)]
        band = self._bands.get(self._tone, Band.NONE)
        return [Drawn((each,), band) for each in lines] + [Drawn((), band)] * (height - len(lines))

    def _line_with_sign(self) -> Line:
        return (*line(_SIGNS.get(self._tone, "")), *self._text) if self._text else ()
