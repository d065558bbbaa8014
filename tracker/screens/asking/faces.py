"""The question for the faces that resolve a pending roll, repeated until they are accepted."""

import re
from collections.abc import Callable

from textual import on

from tracker.commands.preview import preview_line
from tracker.rules.pending import turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.table.move_player import MovePlayer
from tracker.session.faces import is_whole
from tracker.session.pending import line_of, place_of, rolls_in, sides_to_roll
from tracker.widgets.entry import Entry
from tracker.widgets.text_prompt import RefusedText, TextPrompt, Validate
from tracker.wording.messages import say
from tracker.wording.waiting import favour_text, line_text

MOST = 200
"""Most characters of an answer."""
RULE, ALL_ALIKE = "?", "*"
"""Signs that open the rule, and that resolve all rolls of the same kind."""
_ADJUSTMENTS = {"V": "advantage", "D": "disadvantage"}
"""The capitals that every game has."""


class FacePrompt(TextPrompt):
    """Asks for the faces of known dice, and answers by itself once no further digit can follow.

    A face that its die does not have stays on the line to be corrected.
    """

    def __init__(
        self,
        title: str,
        sides: tuple[int, ...],
        validate: Validate,
        refusal: RefusedText | None = None,
        initial: str = "",
    ) -> None:
        super().__init__(title, initial, validate=validate, max_length=MOST, refused=refusal)
        self._sides = sides
        self.went_on = False
        """Whether it has answered by itself, so that an Enter typed by habit must be ignored."""

    @on(Entry.Changed)
    def _go_on(self, event: Entry.Changed) -> None:
        text = event.input.value
        if text in (RULE, ALL_ALIKE):
            self.dismiss(text)
            return
        faces = text.split()
        if self.went_on or not faces or text.endswith(" ") or len(faces) > len(self._sides):
            return
        if not faces[-1].isdecimal() or not is_whole(faces[-1], self._sides[len(faces) - 1]):
            return
        if self.is_as_refused(text) or self._error(text):
            return
        if len(faces) == len(self._sides):
            self.went_on = True
            self.dismiss(text)
        else:
            self.query_one(Entry).edit(text + " ")


class FaceQuestion:
    """Asks how to resolve a pending roll: with real dice, Advantage, modifiers or a point.

    The capitals are `V` for Advantage, `D` for Disadvantage, and the first letter of the resource to spend.
    `*` resolves all rolls of the kind; `?` opens the rule. After the answer it calls `settled`, with True if
    the last digit answered without Enter; without an answer, `left`.
    """

    def __init__(
        self,
        player: MovePlayer,
        key: str,
        settled: Callable[[bool], None],
        left: Callable[[], None],
        show_rule: Callable[[str], None],
    ) -> None:
        self._player = player
        self._key = key
        self._settled = settled
        self._left = left
        self._show_rule = show_rule

    def ask(self, refusal: RefusedText | None = None, initial: str = "") -> None:
        """Ask, after a refusal with the refused text on the line."""
        session = self._player.session
        pending = session.pending[self._key]
        roll_text = line_text(line_of(session, self._key), self._player.history)
        options = say("faces.options", resource=favour_text(session), letter=self._letter)
        prompt = FacePrompt(f"{roll_text} — {options}", self._figures(pending), self._wrong, refusal, initial)

        def on_answer(text: str | None) -> None:
            if text is None or text == RULE:
                self._left()
            if text == RULE:
                self._show_rule(self._key)
            elif text is not None:
                self._settle(text)
                self._settled(prompt.went_on)

        self._player.screen.app.push_screen(prompt, on_answer)

    @property
    def _letter(self) -> str:
        """The letter of the point that may be spent; empty if the game has none."""
        return favour_text(self._player.session)[:1].upper()

    def _figures(self, pending: PendingRoll) -> tuple[int, ...]:
        """Return the highest figure of each position: of faces, or of the turns of a roll without dice."""
        # The faces of a line of many rolls may be those of all: none of them answers for the others.
        sides, rolls = sides_to_roll(self._player.session, pending), self._rolls
        turns = max(rolls, turns_of(pending))
        return sides * min(rolls, MOST) or ((turns,) if turns > 1 else ())

    @property
    def _rolls(self) -> int:
        """The number of rolls (of days or hours) that the line stands for."""
        session = self._player.session
        return rolls_in(session, line_of(session, self._key))

    def _turns(self, faces: str) -> str:
        """Return the text about the turns: the typed number, or as many as there are faces for."""
        pending = self._player.session.pending[self._key]
        turns, sides = turns_of(pending), sides_to_roll(self._player.session, pending)
        if not faces:
            return ""
        if (sides and self._rolls > 1) or max(turns, self._rolls) < 2:
            return f" = {faces}"
        if not sides:
            return f" turns {faces}"
        of_a_turn = max(1, len(sides) // min(turns, len(sides)))
        return f" turns {min(turns, max(1, len(faces.split()) // of_a_turn))} = {faces}"

    def _wrong(self, text: str) -> str | None:
        """Return why the text cannot resolve the roll; None if it can, or if only faces are missing."""
        if self._key not in self._player.session.pending or not text.strip() or text in (RULE, ALL_ALIKE):
            return None
        context = self._player.context()
        try:
            preview_line(self._line(text), context)
        except Refusal as refusal:
            return None if refusal.code == "too_few_faces" else self._player.screen.refusal_text(refusal)
        return None

    def _settle(self, text: str) -> None:
        """Resolve the roll, unless another GM has resolved it meanwhile."""
        if self._key in self._player.session.pending:
            self._player.play_line(
                self._line(text), again=lambda refusal: self.ask(RefusedText(text, refusal))
            )
        else:
            self._player.refuse(Refusal("not_pending"))

    def _line(self, text: str) -> str:
        """Return the line of an answer: `V +2 14` becomes `settle advantage +2 1 = 14`."""
        session = self._player.session
        words = (
            _ADJUSTMENTS | ({self._letter: session.game.favour} if self._letter else {}) | {ALL_ALIKE: "kind"}
        )
        signs = re.findall(r"[+-]\d+|\d+|[^\d\s]", text)
        options = [words.get(sign.upper(), sign) for sign in signs if not sign.isdecimal()]
        options.sort(key=lambda option: option not in ("kind", session.game.favour))
        faces = " ".join(sign for sign in signs if sign.isdecimal())
        place = place_of(session, self._key)
        return " ".join(["settle", *options, str(place)]) + self._turns(faces)
