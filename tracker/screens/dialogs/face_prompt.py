"""The prompt for the faces of real dice, without a key between them."""

from textual import on

from tracker.session.faces import is_whole
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import Refused, TextPrompt, Validate

MOST = 200


class FacePrompt(TextPrompt):
    """Asks for the faces of known dice; it answers by itself once no further digit could follow.

    A face that its die does not have stays on the line to be mended.
    """

    def __init__(
        self, title: str, sides: tuple[int, ...], validate: Validate, refused: Refused | None = None
    ) -> None:
        super().__init__(title, validate=validate, max_length=MOST, refused=refused)
        self._sides = sides
        self.went_on = False
        """Whether it answered by itself, so that an Enter typed by habit must be ignored."""

    @on(Entry.Changed)
    def _go_on(self, event: Entry.Changed) -> None:
        typed = event.input.value
        faces = typed.split()
        if self.went_on or not faces or typed.endswith(" ") or len(faces) > len(self._sides):
            return
        if not faces[-1].isdecimal() or not is_whole(faces[-1], self._sides[len(faces) - 1]):
            return
        if self.is_as_refused(typed) or self._error(typed):
            return
        if len(faces) == len(self._sides):
            self.went_on = True
            self.dismiss(typed)
        else:
            self.query_one(Entry).edit(typed + " ")
