"""The faces with which something pending is settled, asked for until they will do."""

from collections.abc import Callable

from tracker.commands.foreseeing import foresee
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.screens.desk import Desk
from tracker.screens.face_prompt import FacePrompt
from tracker.session.pending import faces_needed, favoured
from tracker.widgets.text_prompt import Refused
from tracker.wording.language import _
from tracker.wording.report import due_line, favour_text


class FaceQuestion:
    """Asks which faces lie on the table; with a point spent on it, none will do.

    `settled` is told once they were given, and whether the last of them went on without Enter.
    """

    def __init__(self, desk: Desk, key: str, settled: Callable[[bool], None], *, favour: bool) -> None:
        self._desk = desk
        self._key = key
        self._settled = settled
        self._favour = favour

    def ask(self, refused: Refused | None = None) -> None:
        """Ask, with what was typed and refused before; refuses where no point can be spent."""
        session, title = self._desk.session, "{what}"
        due = session.pending[self._key]
        if self._favour:
            title = _("Con 1 de {resource}: {what} — caras, o sin ellas se tira")
            try:
                due = favoured(session, due)
            except Refusal as refusal:
                self._desk.refuse(refusal)
                return
        what = due_line(session, due, self._desk.history)
        prompt = FacePrompt(
            title.format(resource=favour_text(session), what=what),
            faces_needed(session, due),
            self._wrong,
            refused,
        )

        def answered(text: str | None) -> None:
            if text is not None:
                self._settle(text)
                self._settled(prompt.went_on)

        self._desk.app.push_screen(prompt, answered)

    def _wrong(self, faces: str) -> str | None:
        """Return why it cannot be settled with the faces typed so far."""
        if self._key not in self._desk.session.pending or not faces.strip():
            return None
        place = self._desk.place()
        try:
            foresee(parse(self._line(faces), place), place)
        except Refusal as refusal:
            return None if refusal.code == "too_few_faces" else self._desk.why(refusal)
        return None

    def _settle(self, faces: str) -> None:
        """Settle what the faces were asked for, which another GM may have settled meanwhile."""
        if self._key in self._desk.session.pending:
            self._desk.play_line(self._line(faces), again=lambda why: self.ask(Refused(faces, why)))
        else:
            self._desk.refuse(Refusal("not_pending"))

    def _line(self, faces: str) -> str:
        """Return the line that settles it with these faces."""
        session = self._desk.session
        place = list(session.pending).index(self._key) + 1
        if not self._favour:
            return f"settle {place} = {faces}"
        return f"settle {session.game.favour} {place}" + (f" = {faces}" if faces.strip() else "")
