"""The command line: completes names, and says what it will do before Enter."""

from tracker.commands.completing import completions
from tracker.commands.foreseeing import foresee
from tracker.commands.order import Order, Place
from tracker.commands.parse import parse
from tracker.commands.reading import LONGEST_LINE
from tracker.rules.dice import Roll
from tracker.rules.record import dataclass, replace
from tracker.rules.refusal import Refusal
from tracker.session.event import Deed, Fresh
from tracker.session.history import History
from tracker.session.state import Session
from tracker.widgets.text_prompt import Refused, TextPrompt
from tracker.wording.sentences import refusal_sentence


@dataclass(frozen=True, slots=True)
class _Judged:
    """What came of looking at a line, which holds while game and library stand still."""

    text: str
    game: Session
    shelves: Session | None
    events: int
    """How many there were: some change nothing."""
    order: Order | None
    """None where something is wrong."""
    wrong: str | None
    told: str

    def holds(self, text: str, place: Place) -> bool:
        """Whether it would be found again."""
        return (self.text, self.events) == (text, len(place.history)) and (
            self.game is place.history.session and self.shelves is _shelves(place)
        )


class CommandPrompt(TextPrompt):
    """Asks for a line of the command language; `lead` is what already stands before it."""

    def __init__(
        self, title: str, place: Place, lead: str, initial: str, refused: Refused | None = None
    ) -> None:
        self._place = place
        self._lead = lead
        self._judged: _Judged | None = None
        super().__init__(
            title,
            initial,
            validate=lambda text: self._judgement(text).wrong,
            explain=lambda text: self._judgement(text).told,
            suggest=self._whole,
            max_length=LONGEST_LINE,
            refused=refused,
        )

    def begin_line(
        self, title: str, place: Place, lead: str, initial: str, refused: Refused | None = None
    ) -> None:
        """Ask for another line."""
        self._place = place
        self._lead = lead
        self._judged = None
        self.begin(title, initial, refused)

    def order(self, text: str, place: Place) -> Order:
        """Return the order that a line gives at a place: the one that was foreseen, if nothing has changed.

        Raises `Refusal` for what it cannot understand.
        """
        judged = self._judged
        if judged is not None and judged.order is not None and judged.holds(text, place):
            return judged.order
        return parse(self._lead + text, place)

    def _judgement(self, text: str) -> _Judged:
        if self._judged is None or not self._judged.holds(text, self._place):
            self._judged = self._foreseen(text)
        return self._judged

    def _foreseen(self, text: str) -> _Judged:
        place, history = self._place, self._place.history
        order, wrong, told = None, None, ""
        try:
            order = parse(self._lead + text, place)
            foreseen = foresee(order, place)
            order, told = _as_foreseen(order, foreseen.deed, place), foreseen.told
        except Refusal as refusal:
            order, wrong = None, refusal_sentence(refusal, history.session.system, history.names)
        return _Judged(text, history.session, _shelves(place), len(history), order, wrong, told)

    def _whole(self, text: str) -> str | None:
        found = completions(self._lead + text, self._place.history.session, self._place.library.session)
        if not found:
            return None
        before, _space, _word = text.rpartition(" ")
        return f"{before} {found[0]}" if before else found[0]


def _as_foreseen(order: Order, foreseen: Deed | None, place: Place) -> Order:
    """Return the order, which does what was foreseen as long as nothing else has been done."""
    if foreseen is None or order.faces:
        return order
    history = place.of(order)
    game, events = history.session, len(history)

    def played(now: History, roll: Roll, fresh: Fresh) -> Deed:
        as_it_was = now.session is game and len(now) == events
        return foreseen if as_it_was else order.play(now, roll, fresh)

    return replace(order, play=played)


def _shelves(place: Place) -> Session | None:
    """Return the library as it stands, None where there is none."""
    return place.shelves.session if place.shelves else None
