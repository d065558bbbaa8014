"""The sheet of a pasted creature, shown before the creature comes into play."""

from collections.abc import Iterator

from tracker.rules.glance import Tone
from tracker.session.pasted import Pasted
from tracker.widgets.ink import Line, line
from tracker.widgets.question import Confirm
from tracker.wording.library import DOUBT, pasted_lines
from tracker.wording.messages import say


class SheetPreview(Confirm):
    """Asks whether a pasted creature was understood correctly."""

    def __init__(self, pasted: Pasted, system: str) -> None:
        question = say("sheet_preview.as_it_was_read", name=pasted.template.name)
        super().__init__(question, [*_toned_lines(pasted, system)])


def _toned_lines(pasted: Pasted, system: str) -> Iterator[Line]:
    for text in pasted_lines(pasted, system):
        yield line((text, Tone.WARNING if text.startswith(DOUBT) else Tone.PLAIN))
