"""The command line: completes names, and says what it will do before Enter."""

from tracker.commands.completing import completions
from tracker.commands.order import Order, Place, deed_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
from tracker.session.state import Session
from tracker.widgets.text_prompt import TextPrompt
from tracker.wording.language import _
from tracker.wording.odds import odds_line
from tracker.wording.sentences import fact_sentence, refusal_sentence

LONGEST = 1_000


class _DiceFall(Exception):  # noqa: N818 - what happened, not what went wrong
    """A foreseen order has come to its first die."""

    def __init__(self, sides: int) -> None:
        super().__init__(sides)
        self.sides = sides


class CommandPrompt(TextPrompt):
    """Asks for a line of the command language; `lead` is what already stands before it."""

    def __init__(self, title: str, place: Place, lead: str, initial: str) -> None:
        self._place = place
        self._lead = lead
        self._read: tuple[str, Session, Session | None, Order] | None = None
        """The last line that was understood, in which session, with which library, and the order it gives."""
        self._judged: tuple[str, Session, str | None, str] | None = None
        """The last line that was judged, in which session, what is wrong with it and what it would do."""
        super().__init__(
            title,
            initial,
            validate=self._what_is_wrong,
            explain=self._what_happens,
            suggest=self._whole,
            max_length=LONGEST,
        )

    def begin_line(self, title: str, place: Place, lead: str, initial: str) -> None:
        """Ask for another line."""
        self._place = place
        self._lead = lead
        self._read = self._judged = None
        self.begin(title, initial)

    def order(self, text: str, place: Place) -> Order:
        """Return the order that a line gives at a place, read once while game and library stand still.

        Raises `Refusal` for what it cannot understand.
        """
        session, shelves = place.history.session, place.shelves.session if place.shelves else None
        known = self._read
        if known is None or known[0] != text or known[1] is not session or known[2] is not shelves:
            known = self._read = (text, session, shelves, parse(self._lead + text, place))
        return known[3]

    def _what_is_wrong(self, text: str) -> str | None:
        return self._judgement(text)[0]

    def _what_happens(self, text: str) -> str:
        return self._judgement(text)[1]

    def _judgement(self, text: str) -> tuple[str | None, str]:
        """Return what is wrong with a line and what it would do, asked once while the game stands still."""
        history = self._place.history
        if self._judged is None or self._judged[0] != text or self._judged[1] is not history.session:
            self._judged = text, history.session, *self._foreseen(text)
        return self._judged[2:]

    def _foreseen(self, text: str) -> tuple[str | None, str]:
        try:
            order = self.order(text, self._place)
            told = foresee(order, self._place)
        except Refusal as refusal:
            history = self._place.history
            return refusal_sentence(refusal, history.session.system, history.names), ""
        return None, odds_line(order.expression) if order.expression and not order.faces else told

    def _whole(self, text: str) -> str | None:
        found = completions(self._lead + text, self._place.history.session, self._place.library.session)
        if not found:
            return None
        before, _space, _word = text.rpartition(" ")
        return f"{before} {found[0]}" if before else found[0]


def foresee(order: Order, place: Place) -> str:
    """Return what an order would do, as far as no die decides it; refuses what the rules do not allow."""
    try:
        deed = deed_of(order, place.of(order), _no_die, _nobody)
    except _DiceFall as fall:
        return _("Se tira un d{sides}.").format(sides=fall.sides)
    return " ".join(fact_sentence(fact, place.of(order)) for fact in deed.facts)


def _no_die(sides: int) -> int:
    raise _DiceFall(sides)


def _nobody() -> str:
    return "foreseen"
