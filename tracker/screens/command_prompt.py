"""The command line: completes names, and says what it will do before Enter."""

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

from tracker.commands.completing import completions
from tracker.commands.order import Order, Place, deed_of
from tracker.commands.parse import parse
from tracker.commands.reading import LONGEST_LINE
from tracker.rules import dice
from tracker.rules.dice import Roll, Throw
from tracker.rules.record import dataclass
from tracker.rules.refusal import Refusal
from tracker.session.event import Deed
from tracker.session.state import Session
from tracker.widgets.text_prompt import Refused, TextPrompt
from tracker.wording.expressions import expression_text
from tracker.wording.language import _n
from tracker.wording.odds import odds_line
from tracker.wording.sentences import fact_sentences, refusal_sentence

_MOST_DICE = 2_000
"""Dice tried at every key to see which would fall."""


class _Enough(Exception):  # noqa: N818 - what happened, not what went wrong
    """So many dice fall that they are not told one by one."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """What came of looking at a line, which holds while game and library stand still."""

    text: str
    game: Session
    shelves: Session | None
    order: Order | None
    """None where something is wrong."""
    wrong: str | None
    told: str

    def holds(self, text: str, place: Place) -> bool:
        """Whether it would be found again."""
        return self.text == text and self.game is place.history.session and self.shelves is _shelves(place)


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
            told = foresee(order, place)
        except Refusal as refusal:
            order, wrong = None, refusal_sentence(refusal, history.session.system, history.names)
        else:
            if order.expression and not order.faces:
                told = odds_line(order.expression)
        return _Judged(text, history.session, _shelves(place), order, wrong, told)

    def _whole(self, text: str) -> str | None:
        found = completions(self._lead + text, self._place.history.session, self._place.library.session)
        if not found:
            return None
        before, _space, _word = text.rpartition(" ")
        return f"{before} {found[0]}" if before else found[0]


def _shelves(place: Place) -> Session | None:
    """Return the library as it stands, None where there is none."""
    return place.shelves.session if place.shelves else None


def foresee(order: Order, place: Place) -> str:
    """Return what an order would do; where dice decide it, those that fall whatever they show.

    One throw is told with what it is up against, as light and circumstances have it now (R3-027, R3-049).
    Refuses what the rules do not allow.
    """
    fallen, deed = _tried(order, place, lambda sides: 1)
    if deed is not None and not fallen:
        return " ".join(fact_sentences(deed.facts, place.of(order)))
    otherwise, _deed = _tried(order, place, lambda sides: sides)
    effects = [throw for throw in deed.throws if throw.purpose == "effect"] if deed else []
    told = [
        f"{expression_text(throw.expression)}: {odds_line(dice.parse(throw.expression))}."
        for throw in effects
    ]
    alike = takewhile(lambda sides: sides[0] == sides[1], zip(fallen, otherwise, strict=False))
    others = [sides for sides, _same in alike][sum(len(throw.dice) for throw in effects) :]
    throws = deed.throws[len(effects) :] if deed else ()
    return " ".join([*told, *filter(None, [_dice_told(others, throws[0] if len(throws) == 1 else None)])])


def _tried(order: Order, place: Place, face: Roll) -> tuple[list[int], Deed | None]:
    """Return the sides of the dice that fall where they show such faces, and the deed if it can be done."""
    fallen: list[int] = []

    def fall(sides: int) -> int:
        if len(fallen) == _MOST_DICE:
            raise _Enough
        fallen.append(sides)
        return face(sides)

    try:
        return fallen, deed_of(order, place.of(order), fall, _nobody)
    except _Enough:
        return fallen, None
    except Refusal:
        if fallen:
            return fallen, None
        raise


def _dice_told(fallen: Sequence[int], throw: Throw | None) -> str:
    """Return how many dice fall of each kind, `2d6 d20`, and what the one throw that they are is up against.

    Nothing for none, and for more than are tried.
    """
    if not 0 < len(fallen) < _MOST_DICE:
        return ""
    kinds = " ".join(f"{count if count > 1 else ''}d{sides}" for sides, count in Counter(fallen).items())
    if throw is None or throw.target is None:
        return _n("Se tira un {dice}.", "Se tiran {dice}.", len(fallen)).format(dice=kinds)
    against = _n("Se tira un {dice} contra {target}.", "Se tiran {dice} contra {target}.", len(fallen))
    static = f" {throw.static:+d}" if throw.static else ""
    return against.format(dice=f"{kinds}{static}", target=throw.target)


def _nobody() -> str:
    return "foreseen"
