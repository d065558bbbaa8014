"""The command line: completes names, and says what it will do before Enter."""

from tracker.commands.completing import completions
from tracker.commands.order import Order, Place, deed_of
from tracker.commands.parse import parse
from tracker.rules.refusal import Refusal
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

    def __init__(self, title: str, place: Place, lead: str = "", initial: str = "") -> None:
        self._place = place
        self._lead = lead
        super().__init__(
            title,
            initial,
            validate=self._what_is_wrong,
            explain=self._what_happens,
            suggest=self._whole,
            max_length=LONGEST,
        )

    def order(self, text: str) -> Order:
        """Return the order that a line gives; refuses what it cannot understand."""
        return parse(self._lead + text, self._place)

    def _what_is_wrong(self, text: str) -> str | None:
        try:
            foresee(self.order(text), self._place)
        except Refusal as refusal:
            history = self._place.history
            return refusal_sentence(refusal, history.session.system, history.names)
        return None

    def _what_happens(self, text: str) -> str:
        order = self.order(text)
        if order.expression is not None and not order.faces:
            return odds_line(order.expression)
        return foresee(order, self._place)

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
