"""Settling what is pending: rolled, with the face on the table, chosen, let go, or looked up."""

from time import monotonic
from typing import ClassVar

from textual import events, on
from textual.binding import Binding, BindingType

from tracker.rules.dice import Roll
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.desk import Desk
from tracker.session.event import Fresh
from tracker.store.campaign import Campaign
from tracker.widgets.bindings import bound_to, is_bound
from tracker.widgets.line_table import LineTable
from tracker.wording.language import N_, _

HABIT = 0.7
"""Seconds in which an Enter after a face that went on by itself is one of habit."""
_NO_HABIT = (None, 0.0)


class DueDesk(Desk):
    """A desk where the first thing that waits is settled with one key."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter",
            "settle",
            N_("Resolver"),
            show=False,
            tooltip=N_("Tirar lo pendiente; sin nada pendiente, abrir la fila"),
            id="due.settle",
        ),
        Binding(
            "=",
            "face",
            N_("Cara"),
            tooltip=N_("Resolver lo pendiente con una cara de la mesa"),
            id="due.face",
        ),
        Binding(
            "*",
            "settle_alike",
            N_("Tirar las iguales"),
            show=False,
            tooltip=N_("Tirar lo pendiente y todo lo que sea otra vez lo mismo"),
            id="due.settle_alike",
        ),
        Binding(
            "+",
            "favour",
            N_("Gastar y tirar"),
            show=False,
            tooltip=N_("Gastar 1 punto en lo pendiente, y tirarlo o darle las caras de la mesa"),
            id="due.favour",
        ),
        Binding("s", "skip", N_("Omitir"), tooltip=N_("Dejar pasar lo pendiente"), id="due.skip"),
        Binding("R", "rule", N_("Regla"), show=False, tooltip=N_("La regla de lo pendiente"), id="due.rule"),
    ]

    def __init__(self, campaign: Campaign, roll: Roll, fresh: Fresh, *, kiosk: bool = False) -> None:
        super().__init__(campaign, roll, fresh, kiosk=kiosk)
        self._habit: tuple[str | None, float] = _NO_HABIT
        """On which row, and until when, an Enter is one of habit: a face has just gone on by itself."""

    @property
    def waiting(self) -> str:
        """What waits and the keys that settle it, as a sentence; empty when nothing does."""
        first, alike = self._first, self._alike
        if first is None:
            return ""
        from tracker.wording.report import favour_text, pending_text  # noqa: PLC0415 - most tables open with nothing pending

        what = pending_text(self.session, first, self.history)
        sentence = _("Pendiente 1/{count}: {what} — {due.settle} lo aplica, {due.skip} omite")
        if self.session.pending[first].kind in self.session.game.answers:
            sentence = _("Pendiente 1/{count}: {what} — {due.settle} elige, {due.skip} omite")
        elif self._faces_needed(first):
            sentence = _("Pendiente 1/{count}: {what} — {due.settle} tira, {due.face} cara, {due.skip} omite")
        if self._not_favoured() is None:
            sentence += _(", {due.favour} con {resource}")
        if alike > 1:
            sentence += _(", {due.settle_alike} tira las {alike} iguales")
        count = len(self.session.pending)
        resource = favour_text(self.session)
        return self.app.with_keys(sentence, count=count, what=what, alike=alike, resource=resource)

    @property
    def _first(self) -> str | None:
        """Key of what waits first."""
        return next(iter(self.session.pending), None)

    @property
    def _alike(self) -> int:
        """How many of those that wait can be rolled at once with the first, itself among them."""
        first = self._first
        if first is None or self.session.pending[first].kind in self.session.game.answers:
            return 0
        from tracker.session.moves.pending import alike  # noqa: PLC0415 - most tables open with nothing pending

        return len(alike(self.session, first))

    def open_row(self, key: str) -> None:
        """Do what Enter does on a row when nothing waits."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Offer what can be done now."""
        match action:
            case "face":
                first = self._first
                return first is not None and bool(self._faces_needed(first))
            case "settle_alike":
                return self._alike > 1
            case "favour":
                return bool(self.session.pending) and self._not_favoured() is None
            case "skip" | "settle" | "rule":
                return bool(self.session.pending)
            case _:
                return True

    def on_key(self, event: events.Key) -> None:
        """Say why a key does nothing now: an action that is not offered would be passed over in silence.

        After any other key, an Enter is no longer one of habit.
        """
        if event.key != "enter":
            self._habit = _NO_HABIT
        keys = self.app.preferences.keys
        for binding in bound_to(event.key, type(self), keys):
            why = self.why_not(binding.action)
            if why is not None and not self.check_action(binding.action, ()):
                self.refuse(why)
                event.stop()
        letter = event.character is not None and event.character.isalpha()
        if letter and not is_bound(event.key, self, keys):
            self.say(self.elsewhere(event.key))

    def elsewhere(self, key: str) -> str:
        """Return where a letter that does nothing here does something."""
        raise NotImplementedError

    def why_not(self, action: str) -> Refusal | None:
        """Return why something cannot be done when it is not offered, where that is worth a word."""
        if action not in ("face", "settle_alike", "favour", "skip", "rule"):
            return None
        if not self.session.pending:
            return Refusal("nothing_pending")
        if action == "favour":
            return self._not_favoured()
        return Refusal("no_dice_pending" if action == "face" else "nothing_alike")

    def _due(self, key: str) -> PendingRoll:
        return self.session.pending[key]

    def _faces_needed(self, key: str) -> tuple[int, ...]:
        from tracker.session.pending import faces_needed  # noqa: PLC0415 - most tables open with nothing pending

        return faces_needed(self.session, self._due(key))

    def _not_favoured(self) -> Refusal | None:
        """Return why nothing can be spent on what waits first, None when it can."""
        from tracker.session.pending import favoured  # noqa: PLC0415 - most tables open with nothing pending

        try:
            favoured(self.session, self._due(next(iter(self.session.pending))))
        except Refusal as refusal:
            return refusal
        return None

    @on(LineTable.Chosen)
    def _chosen(self, event: LineTable.Chosen) -> None:
        """Roll what is pending; with nothing pending, open the row."""
        if self.session.pending:
            self.action_settle()
        elif not self._was_habit():
            self.open_row(event.key)

    def action_settle(self) -> None:
        """Roll what is pending, or choose where there is a choice; Enter comes here from a list too."""
        from tracker.screens.acting import ask_act  # noqa: PLC0415 - imported when asked for

        if self._was_habit():
            return
        first = next(iter(self.session.pending.values()))
        if (act_id := self.session.game.answers.get(first.kind)) is not None:
            ask_act(self, act_id, (first.who,))
        else:
            self.play_line("settle")

    def action_settle_alike(self) -> None:
        """Roll what is pending and those alike, as one thing that is taken back as one."""
        self.play_line("settle alike")

    def action_face(self) -> None:
        """Settle what is pending with the faces on the table."""
        self._ask_faces(next(iter(self.session.pending)))

    def action_favour(self) -> None:
        """Spend a point on what is pending and settle it: with the faces on the table, or rolled here."""
        self._ask_faces(next(iter(self.session.pending)), favour=True)

    def _ask_faces(self, key: str, *, favour: bool = False) -> None:
        from tracker.screens.due_faces import FaceQuestion  # noqa: PLC0415 - imported when asked for

        def settled(by_itself: bool) -> None:
            self._habit = (self._row, monotonic() + HABIT) if by_itself else _NO_HABIT

        FaceQuestion(self, key, settled, favour=favour).ask()

    @property
    def _row(self) -> str | None:
        """Key of the row under the cursor."""
        return self.focused.cursor_key if isinstance(self.focused, LineTable) else None

    def _was_habit(self) -> bool:
        """Whether an Enter is one of habit: there is one at most, and moving the cursor means the next."""
        (row, until), self._habit = self._habit, _NO_HABIT
        return row == self._row and monotonic() < until

    def action_skip(self) -> None:
        """Let what is pending go."""
        from tracker.session.moves.pending import skip  # noqa: PLC0415 - most tables open with nothing pending

        key = next(iter(self.session.pending))
        self.play(lambda history: skip(history.session, key))

    def action_rule(self) -> None:
        """Open the rule behind what is pending."""
        from tracker.screens.pages import rule_page  # noqa: PLC0415 - imported when asked for

        due = self._due(next(iter(self.session.pending)))
        self.app.push_screen(rule_page(self.history, due))
