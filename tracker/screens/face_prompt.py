"""Faces read off the table in as few keys as they have digits."""

from textual import on

from tracker.session.faces import is_whole
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import TextPrompt

MOST = 200


class FacePrompt(TextPrompt):
    """Asks for the faces of known dice; it goes on by itself once no further digit could follow."""

    def __init__(self, title: str, sides: tuple[int, ...]) -> None:
        super().__init__(title, max_length=MOST)
        self._sides = sides
        self.went_on = False
        """Whether it went on by itself, so that an Enter typed by habit is one too many."""

    @on(Entry.Changed)
    def _go_on(self, event: Entry.Changed) -> None:
        typed = event.input.value
        faces = typed.split()
        if not faces or typed.endswith(" ") or len(faces) > len(self._sides):
            return
        if not faces[-1].isdecimal() or not is_whole(faces[-1], self._sides[len(faces) - 1]):
            return
        if len(faces) == len(self._sides):
            self.went_on = True
            self.dismiss(typed)
        else:
            self.query_one(Entry).edit(typed + " ")
