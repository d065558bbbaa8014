"""Random evenings of a game: they try acts, turns and time in combinations that nobody planned.

A trial is no campaign: it saves nothing, and its dice are the same every time.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct, field

from tracker.rules.clock import HOUR
from tracker.rules.dice.odds import Mixer
from tracker.rules.refusal import Refusal
from tracker.rules.sheet_field import FieldKind, SheetField
from tracker.rules.system import Act, Kind, Param, Whose
from tracker.session.change import apply
from tracker.session.event import Draft
from tracker.session.moves import party, tables
from tracker.session.moves.clock import Passage, pass_time
from tracker.session.moves.encounter import end_encounter, open_encounter
from tracker.session.moves.party import Arrival
from tracker.session.moves.resolution import resolve, skip
from tracker.session.moves.turns import next_turn
from tracker.session.state import FOES, PARTY, Session, empty_session

EVENINGS, MOVES = 100, 12
"""Number of evenings of a trial, and of the moves of each."""
_NAMES = ("Lía", "Bren", "Ada")
T = TypeVar("T")


class Trial(Struct):
    """Counts over the random evenings: moves, refusals by code, outcomes of throws."""

    evenings: int = 0
    moves: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)


def play_trial(system: str, evenings: int = EVENINGS, moves: int = MOVES) -> Trial:
    """Play random evenings of a game, the same ones every time."""
    trial, dice = Trial(), Mixer()
    for _ in range(evenings):
        _Evening(system, dice, trial).play(moves)
        trial.evenings += 1
    return trial


class _Evening:
    """One evening: a few creatures and random moves."""

    def __init__(self, system: str, dice: Mixer, trial: Trial) -> None:
        self._dice, self._trial = dice, trial
        self._ids = 0
        self.session: Session = empty_session(system)

    def _fresh(self) -> str:
        self._ids += 1
        return f"t{self._ids}"

    def _one(self, among: Sequence[T]) -> T:
        return among[self._dice(len(among)) - 1]

    def _chance(self, sides: int) -> bool:
        return self._dice(sides) == 1

    def _fold(self, draft: Draft) -> None:
        self.session = apply(self.session, (draft.changes,))
        self._trial.moves += 1
        self._trial.outcomes.update(throw.outcome for throw in draft.throws if throw.bands)

    def _try(self, move: Callable[[], Draft]) -> None:
        try:
            self._fold(move())
        except Refusal as refusal:
            self._trial.refused[refusal.code] += 1

    def play(self, moves: int) -> None:
        """Add creatures, then make random moves."""
        for name in _NAMES[:2]:
            self._try(lambda name=name: party.join_party(self.session, name, self._figures(), self._fresh))  # type: ignore[misc]  # bound now
        self._try(
            lambda: party.appear(self.session, (Arrival("ogro", 2, values=self._figures()),), self._fresh)
        )
        for _ in range(moves):
            self._move()

    def _figures(self) -> dict[str, str]:
        """Make up figures for a new sheet: for all lists, and for some other fields."""
        values: dict[str, str] = {}
        for line in self.session.game.fields:
            if line.kind is FieldKind.SCORES:
                values[line.id] = f"uno {self._number(line)}, otro {self._number(line)}"
            elif line.kind is FieldKind.EFFECTS:
                values[line.id] = "palo 1d6, piedra 2"
            elif line.kind is FieldKind.NUMBER and self._chance(4):
                values[line.id] = str(self._number(line))
        return values

    def _number(self, field: SheetField) -> int:
        low, high = field.low or 0, min(field.high if field.high is not None else 20, 99)
        return max(low, min(high, low + self._dice(max(1, high - low + 1)) - 1))

    def _move(self) -> None:
        pending = [*self.session.pending]
        match self._dice(8):
            case 1 if pending:
                self._try(lambda: resolve(self.session, self._one(pending), self._dice))
            case 2 if pending:
                self._try(lambda: skip(self.session, self._one(pending)))
            case 3 if self.session.fight:
                self._try(lambda: next_turn(self.session, self._dice))
            case 3:
                self._try(self._fight)
            case 4 if self.session.fight and self._chance(3):
                self._try(lambda: end_encounter(self.session))
            case 5:
                seconds = self._one((HOUR, 5 * HOUR, 30 * HOUR))
                self._try(lambda: pass_time(self.session, Passage.INTERVAL, seconds, self._dice))
            case 6 if self.session.game.milestones:
                self._try(lambda: tables.reach(self.session, self._one(self.session.game.milestones)))
            case _:
                self._act(self._one([*self.session.game.acts.values()]))

    def _fight(self) -> Draft:
        sides = {who: PARTY if each.party else FOES for who, each in self.session.creatures.items()}
        return open_encounter(self.session, "Puente", sides, self._fresh)

    def _act(self, act: Act) -> None:
        people = [*self.session.creatures] or [""]
        who = () if act.whose is Whose.TABLE else (self._one(people),)
        args: dict[str, Any] = {}
        for param in act.params:
            if param.required or self._chance(3):
                value = self._value(param, who, people)
                if value is not None:
                    args[param.name] = value
        missing = [param.name for param in act.params if param.required and param.name not in args]
        if not missing:
            self._try(lambda: party.act(self.session, act.id, who, args, self._dice))

    def _value(self, param: Param, who: tuple[str, ...], people: Sequence[str]) -> Any:  # noqa: PLR0911 - a row a kind
        match param.kind:
            case Kind.CHOICE:
                offers = [*param.offers(self.session.rules_context(), who[0])] if param.offers and who else []
                choices = offers or [*param.choices]
                return self._one(choices) if choices else None
            case Kind.EFFECT:
                return self._one(("3", "1d6", "2d6+1", "12"))
            case Kind.CREATURE:
                return self._one(people)
            case Kind.FLAG:
                return True
            case Kind.MODIFIER:
                return (self._dice(5) - 3,)
            case Kind.NUMBER | Kind.LABELLED | Kind.SIGNED:
                low, high = param.low or 0, param.high if param.high is not None else 6
                return low + self._dice(max(1, high - low + 1)) - 1
            case Kind.HOURS | Kind.AGO:
                return HOUR * self._dice(10)
            case Kind.TEXT:
                return "algo"
            case _:
                return None
