"""The sheets of pasted creatures, shown before the creatures come into play."""

from collections.abc import Iterator, Sequence

from tracker.rules.glance import Tone
from tracker.session.pasted import Pasted
from tracker.widgets.ink import Line, line
from tracker.widgets.question import Confirm
from tracker.wording.library import DOUBT, pasted_lines
from tracker.wording.messages import say
from tracker.wording.template import join_names


class SheetPreview(Confirm):
    """Asks whether pasted creatures were understood correctly."""

    def __init__(self, pasted: Sequence[Pasted], system: str) -> None:
        name = join_names([each.template.name for each in pasted])
        super().__init__(say("sheet_preview.as_it_was_read", name=name), [*_toned_lines(pasted, system)])


def _toned_lines(pasted: Sequence[Pasted], system: str) -> Iterator[Line]:
    for text in (text for each in pasted for text in pasted_lines(each, system)):
        yield line((text, Tone.WARNING if text.startswith(DOUBT) else Tone.PLAIN))
