"""The queue of pending rolls: the first one, the list of all, and the keys that resolve or skip them."""

from time import monotonic

from tracker.rules.pending import turns_of
from tracker.rules.refusal import Refusal
from tracker.rules.system import PendingRoll
from tracker.screens.table.move_player import MovePlayer
from tracker.screens.table.request_taker import RequestTaker
from tracker.session.aim import Pointer, aim_of
from tracker.session.pending import (
    creature_of_roll,
    keys_by_line,
    place_of,
    rolls_in,
    sides_to_roll,
    with_favour,
)
from tracker.session.state import Session
from tracker.widgets.line_table import LineTable

HABIT = 0.7
"""Seconds in which an Enter counts as habit, after the faces were complete without it."""
_NO_HABIT = (None, 0.0)


class PendingQueue:
    """Resolves the first pending roll, those of its kind, or any of the list."""

    def __init__(self, player: MovePlayer, requests: RequestTaker) -> None:
        self._player = player
        self._requests = requests
        """The players' requests, which come after the pending rolls."""
        self._habit: tuple[str | None, float] = _NO_HABIT
        """The row on which an Enter counts as habit, and the end of that time by the monotonic clock."""
        self._to_ask: tuple[str, ...] = ()
        """Keys of the rolls whose faces are asked for next; none once the GM has left one unanswered."""

    @property
    def _session(self) -> Session:
        return self._player.session

    @property
    def waiting(self) -> str:
        """The sentence about the first pending roll or request and its keys; empty if nothing is pending."""
        first = self._first
        if first is None:
            return self._request_sentence()
        sentence = self._first_sentence(first)
        return (
            sentence
            if self._player.screen.has_room_for(f"! {sentence}")
            else self._first_sentence(first, briefly=True)
        )

    def _request_sentence(self) -> str:
        """Return the sentence about the first request of a player; empty if there is none."""
        if not self._requests.waiting:
            return ""
        from tracker.wording.waiting import pending_line

        request, count = next(iter(self._requests.waiting.values())), len(self._requests.waiting)
        sentence_keys = ["pending_queue.request"]
        if count > 1:
            sentence_keys.append("pending_queue.the_list")
        data = {"count": count, "what": pending_line(self._session, request, self._player.history)}
        return "".join(self._player.screen.with_keys(key, **data) for key in sentence_keys)

    def _first_sentence(self, first: str, *, briefly: bool = False) -> str:
        """Return the sentence about the first pending roll; briefly, without its target.

        It names the keys that the footer does not show, and the one that goes on.
        """
        from tracker.wording.waiting import favour_text, line_text

        of_kind, lines = self._of_kind, keys_by_line(self._session)
        roll_text = line_text(lines[0], self._player.history, briefly=briefly)
        sentence_keys = ["pending_queue.to_apply"]
        if self._session.pending[first].kind in self._session.game.answers:
            sentence_keys = ["pending_queue.to_choose"]
        elif self._counts_turns(first):
            sentence_keys = ["pending_queue.to_apply_turns"]
        elif self._faces_needed(first):
            sentence_keys = ["pending_queue.to_roll"]
        if of_kind > 1:
            sentence_keys.append("pending_queue.rolls_all")
        count = len(lines)
        if self._requests.waiting:
            sentence_keys.append("pending_queue.requests_hint")
        resource = favour_text(self._session)
        with_keys = self._player.screen.with_keys
        data = {"count": count, "what": roll_text, "of_kind": of_kind, "resource": resource}
        return "".join(with_keys(key, **data) for key in sentence_keys)

    @property
    def _first(self) -> str | None:
        """Key of the first pending roll; None if there is none."""
        return next(iter(self._session.pending), None)

    @property
    def row_ids(self) -> tuple[str, str]:
        """The ids of the creature and the supply of the first pending roll; empty without one."""
        first = self._first
        if first is None:
            return "", ""

        pending = self._session.pending[first]
        return creature_of_roll(self._session, pending), str(pending.data.get("supply", ""))

    @property
    def _of_kind(self) -> int:
        """Number of rolls that can be made together with the first, itself included."""
        first = self._first
        if first is None:
            return 0
        from tracker.session.moves.resolution import keys_of_kind, rollable_keys

        return rolls_in(self._session, rollable_keys(self._session, keys_of_kind(self._session, first)))

    def offers(self, action: str) -> bool:
        """Whether an action of the queue can be done now; True for an action that is not of the queue."""
        match action:
            case "settle_kind":
                return self._of_kind > 1
            case "favour" | "adjust":
                return bool(self._session.pending)
            case "skip" | "settle" | "rule" | "pending":
                return bool(self._session.pending or (action != "rule" and self._requests.waiting))
            case _:
                return True

    def why_not(self, action: str) -> Refusal | None:
        """Return the refusal of an action that is not offered; None if the action is not of the queue."""
        if action not in ("settle_kind", "favour", "adjust", "skip", "rule", "pending"):
            return None
        if not self._session.pending:
            return Refusal("nothing_pending")
        return Refusal("nothing_alike")

    def _due(self, key: str) -> PendingRoll:
        return self._session.pending[key]

    def _faces_needed(self, key: str) -> tuple[int, ...]:
        return sides_to_roll(self._session, self._due(key))

    def _counts_turns(self, key: str) -> bool:
        """Whether the GM may say how many turns of a roll without dice count."""
        return turns_of(self._due(key)) > 1 and not self._faces_needed(key)

    def _favour_refusal(self) -> Refusal | None:
        """Return why no point can be spent on the first pending roll; None if one can."""
        try:
            with_favour(self._session, self._due(next(iter(self._session.pending))))
        except Refusal as refusal:
            return refusal
        return None

    def settle(self, key: str = "") -> None:
        """Resolve a pending roll (the first without a key), or ask if the game lets the GM choose."""
        from tracker.screens.asking.acting import ask_act

        if self.take_habit():
            return
        if not self._session.pending:
            self._requests.grant(next(iter(self._requests.waiting)))
            return
        pending = self._due(key or next(iter(self._session.pending)))
        if (act_id := self._session.game.answers.get(pending.kind)) is not None:
            act, pointed = self._session.game.acts[act_id], Pointer(marked=(pending.who,))
            ask_act(self._player, act_id, aim_of(self._player.history, act, pointed))
        else:
            self._player.play_line(f"settle {self._place(key)}" if key else "settle")

    def settle_kind(self) -> None:
        """Resolve the first pending roll and all of its kind, as one event that one undo takes back."""
        self._player.play_line("settle kind")

    def face(self) -> None:
        """Resolve the first pending roll with the faces of real dice."""
        self._ask_faces(next(iter(self._session.pending)))

    def favour(self) -> None:
        """Spend a point on the first pending roll and resolve it, with typed faces or rolled here."""
        if (refusal := self._favour_refusal()) is not None:
            self._player.refuse(refusal)
        else:
            self._ask_faces(next(iter(self._session.pending)), favour=True)

    def ask(self, start: str = "", sentence: str = "") -> None:
        """Show the pending rolls, run the chosen action, and show the list again while it has rolls."""
        from tracker.screens.dialogs.pending_list import PendingChoice, PendingList

        def on_answer(choice: PendingChoice | None) -> None:
            if choice is not None and choice.key in self._requests.waiting:
                self._do_request(choice.action, choice.key)
            elif choice is not None and choice.key in self._session.pending:
                self._do(choice.action, choice.key)
            elif choice is not None:
                self._player.refuse(Refusal("not_pending"))

        pending_list = PendingList(self._player.history, self._requests.waiting, start, sentence)
        self._player.screen.app.push_screen(pending_list, on_answer)

    def _do_request(self, action: str, key: str) -> None:
        """Grant or refuse a request chosen in the list; refuse the actions that are for rolls only."""
        match action:
            case "settle":
                self._requests.grant(key)
            case "skip":
                self._requests.refuse(key)
            case _:
                self._player.refuse(Refusal("only_a_request"))
                return
        if self._session.pending or self._requests.waiting:
            self.ask()

    def _do(self, action: str, key: str) -> None:
        keys = [key for key, *_others in keys_by_line(self._session)]
        next_key = next(iter(keys[keys.index(key) + 1 :]), "")
        match action:
            case "face" | "favour":
                self._ask_faces(key, favour=action == "favour")
            case "rule":
                self.rule(key)
            case "settle" if self._due(key).kind in self._session.game.answers:
                self.settle(key)
            case _:
                lines = {"settle": "settle {place}", "kind": "settle kind {place}", "all": "settle all"}
                lines |= {"skip": "skip {place}", "skip_all": "skip all"}
                event = self._player.play_line(lines[action].format(place=self._place(key)))
                if event and self._session.pending:
                    self.ask(next_key, self._player.briefly(event))

    def _place(self, key: str) -> int:
        """Return the number of a pending roll in the typed language, from 1."""
        return place_of(self._session, key)

    def ask_faces(self, keys: tuple[str, ...]) -> None:
        """Ask for the faces of rolls that have just come, one after another, before the others."""
        self._to_ask = (*keys, *self._to_ask)
        self._player.screen.call_next(self._ask_next)

    def _ask_next(self) -> None:
        """Ask for the faces of the next roll that needs some; later if a dialog is open."""
        waiting = [key for key in self._to_ask if key in self._session.pending and self._faces_needed(key)]
        if self._player.screen.app.screen is not self._player.screen:
            return
        self._to_ask = tuple(waiting[1:])
        if waiting:
            self._ask_faces(waiting[0])

    def _ask_faces(self, key: str, *, favour: bool = False) -> None:
        from tracker.screens.asking.faces import FaceQuestion
        from tracker.wording.waiting import favour_text

        def on_settled(by_itself: bool) -> None:
            self._habit = (self._row, monotonic() + HABIT) if by_itself else _NO_HABIT
            self._player.screen.call_next(self._ask_next)

        def on_left() -> None:
            self._to_ask = ()

        letter = favour_text(self._session)[:1] if favour else ""
        FaceQuestion(self._player, key, on_settled, on_left, self.rule).ask(initial=letter)

    @property
    def _row(self) -> str | None:
        focused = self._player.screen.focused
        return focused.cursor_key if isinstance(focused, LineTable) else None

    def take_habit(self) -> bool:
        """Whether an Enter is to be ignored as habit: at most the first one is, and only on the same row."""
        (row, end_of_habit), self._habit = self._habit, _NO_HABIT
        return row == self._row and monotonic() < end_of_habit

    def forget_habit(self) -> None:
        """Take the next Enter seriously again, because another key was pressed."""
        self._habit = _NO_HABIT

    def skip(self) -> None:
        """Skip the first pending roll; if there is none, refuse the first request of a player."""
        if not self._session.pending:
            self._requests.refuse(next(iter(self._requests.waiting)))
            return
        from tracker.session.moves.resolution import skip_line

        key = next(iter(self._session.pending))
        self._player.play(lambda history: skip_line(history.session, key))

    def rule(self, key: str = "") -> None:
        """Open the rule of a pending roll; without a key, of the first one."""
        from tracker.screens.pages import rule_page

        pending = self._due(key or next(iter(self._session.pending)))
        self._player.screen.app.push_screen(rule_page(self._player.history, pending))
