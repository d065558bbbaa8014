"""The question for the faces that resolve a pending roll, asked until they are accepted."""

from collections.abc import Callable

from textual import on

from tracker.commands.preview import foreseen
from tracker.rules.pending import turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.table.move_player import MovePlayer
from tracker.session.faces import is_whole
from tracker.session.pending import favoured, sides_to_roll
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import Refused, TextPrompt, Validate
from tracker.wording.messages import say
from tracker.wording.report import favour_text, pending_line

MOST = 200
"""Characters of an answer."""


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


class FaceQuestion:
    """Asks for the faces of real dice; if a point is spent too, the answer may be empty.

    `settled` is called after the answer, with whether the last digit answered without Enter.
    """

    def __init__(
        self, player: MovePlayer, key: str, settled: Callable[[bool], None], *, favour: bool
    ) -> None:
        self._player = player
        self._key = key
        self._settled = settled
        self._favour = favour

    def ask(self, refused: Refused | None = None) -> None:
        """Ask, with the faces that were refused before; refuse if no point can be spent."""
        session, with_favour = self._player.session, ""
        pending = session.pending[self._key]
        if self._favour:
            with_favour = "faces.with_1_faces_or"
            try:
                pending = favoured(session, pending)
            except Refusal as refusal:
                self._player.refuse(refusal)
                return
        what = pending_line(session, pending, self._player.history)
        prompt = FacePrompt(
            say(with_favour, resource=favour_text(session), what=what) or what,
            self._figures(pending),
            self._wrong,
            refused,
        )

        def answered(text: str | None) -> None:
            if text is not None:
                self._settle(text)
                self._settled(prompt.went_on)

        self._player.screen.app.push_screen(prompt, answered)

    def _figures(self, pending: PendingRoll) -> tuple[int, ...]:
        """Return the highest figures that may be typed: faces, or the turns of a roll that needs no dice."""
        sides = sides_to_roll(self._player.session, pending)
        return sides or ((turns_of(pending),) if turns_of(pending) > 1 else ())

    def _turns(self, faces: str) -> str:
        """Return the text about the turns: the typed number, or the number that the faces are for."""
        pending = self._player.session.pending[self._key]
        turns, sides = turns_of(pending), sides_to_roll(self._player.session, pending)
        if turns < 2:
            return f" = {faces}"
        if not sides:
            return f" turns {faces}"
        of_a_turn = max(1, len(sides) // min(turns, len(sides)))
        return f" turns {min(turns, max(1, len(faces.split()) // of_a_turn))} = {faces}"

    def _wrong(self, faces: str) -> str | None:
        """Return why the faces typed so far cannot resolve the roll; None if they can."""
        if self._key not in self._player.session.pending or not faces.strip():
            return None
        context = self._player.context()
        try:
            foreseen(self._line(faces), context)
        except Refusal as refusal:
            return None if refusal.code == "too_few_faces" else self._player.screen.why(refusal)
        return None

    def _settle(self, faces: str) -> None:
        """Resolve the roll, unless another GM has resolved it meanwhile."""
        if self._key in self._player.session.pending:
            self._player.play_line(self._line(faces), again=lambda why: self.ask(Refused(faces, why)))
        else:
            self._player.refuse(Refusal("not_pending"))

    def _line(self, faces: str) -> str:
        """Return the line that resolves the roll with these faces."""
        session = self._player.session
        place = list(session.pending).index(self._key) + 1
        if not self._favour:
            return f"settle {place}{self._turns(faces)}"
        return f"settle {session.game.favour} {place}" + (self._turns(faces) if faces.strip() else "")
