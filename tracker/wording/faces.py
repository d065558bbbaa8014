"""The faces of dice, with a mark on those of real dice."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from tracker.rules.dice import Die, Fate, Throw
from tracker.rules.fields import Scalar
from tracker.rules.system import FIXED, Fact
from tracker.wording.messages import say
from tracker.wording.template import every_datum, parse_template
from tracker.wording.words import Words, variant

PENCIL = "✎"
"""The mark behind the face of a real die, and behind a total that includes one."""
BRACKETED = "thrown"
"""Format spec of a throw in a fact's sentence: its dice in brackets, nothing if there is no such throw.

Its name is `dice_` and a purpose. `other_` is for the throw of the fact's other creature, `by_` for one that
somebody else may have made, `all_` for several of the creature, `faces_` for one whose total the sentence
names, `rest_` for plain rolls.
"""
_OF_A_FILE = "game_"
"""The beginning of the kinds of facts of a game that is a file."""
_MOST_ALIKE = 3
"""Equal facts in a row that tell their dice; of more only the number is told."""
_MOST_TOLD = 20
"""Dice of plain rolls that a sentence tells; the tab of dice tells them all."""


def dice_text(throw: Throw) -> str:
    """Return the faces in order: dropped ones in brackets, those of real dice with a pencil.

    A rerolled die bears ↻, one that exploded `!`, one that counts as another face an arrow to it.

    >>> dice_text(Throw("free", (Die(20, 7, kept=False), Die(20, 14, typed=True)), 14))
    'd20 [7] 14✎'
    """
    return " ".join(_dice_of_a_kind(throw, ""))


def _dice_of_a_kind(throw: Throw, sign: str) -> Iterator[str]:
    """Yield the dice of each number of sides with their faces, and a sign between them."""
    for sides, dice in groupby(throw.dice, lambda die: die.sides):
        yield f"d{sides}{sign} {' '.join(map(_face, dice))}"


def roll_text(throw: Throw, *, summed: bool | None = None) -> str:
    """Return the dice of a throw with what is added to them, and the total if it is not a face that shows.

    >>> roll_text(Throw("test", (Die(20, 7, kept=False), Die(20, 14)), 14, target=11))
    'd20 → [7] 14'
    >>> roll_text(Throw("test", (Die(20, 14),), 16, static=2, target=11))
    'd20 → 14 +2 = 16'

    A total at which no outcome looks means nothing: `summed` tells of a throw without its outcomes.
    """
    if _kept_alone(throw) or not (throw.has_sum if summed is None else summed):
        return _added_text(throw)
    return f"{_added_text(throw)} = {throw.total}"


def _added_text(throw: Throw) -> str:
    """Return the dice and the number that is added to them."""
    return ", ".join(_dice_of_a_kind(throw, " →")) + (f" {throw.modifier:+}" if throw.modifier else "")


def _is_lone(throw: Throw) -> bool:
    return len(throw.dice) == 1 and _kept_alone(throw)


def _kept_alone(throw: Throw) -> bool:
    kept = [die for die in throw.dice if die.kept]
    return len(kept) == 1 and kept[0].face == throw.total and not throw.static


def _face(die: Die) -> str:
    counted = "" if die.counted is None else f"→{die.counted}"
    face = f"{face_text(die)}{counted}{_FATES[die.fate]}{PENCIL if die.typed else ''}"
    return face if die.kept else f"[{face}]"


def face_text(die: Die) -> str:
    """Return a face as the die prints it: a d100 says 01 and 00.

    >>> face_text(Die(100, 100)), face_text(Die(6, 6))
    ('00', '6')
    """
    return f"{die.face % 100:02d}" if die.sides == 100 else str(die.face)


_FATES = {Fate.STOOD: "", Fate.REROLLED: "↻", Fate.EXPLODED: "!"}


_TELLING = {
    "rolled": ("free", "total"),
    "compared": ("free", "total"),
    "table_read": ("table", "total"),
    "weather_is": ("table", "total"),
    "initiative": ("initiative", "initiative"),
    "side_initiative": ("initiative", "initiative"),
    "group_initiative": ("initiative", "initiative"),
    "checked": ("", "total"),
}
"""Kinds of facts that name totals: the purpose of their throws, or none, and the datum with the totals."""
_PARTS = {"checked": {"die": 20, "bonus": 4, "penalty": 4}}
"""Kinds of facts that name the dice of their throw apart: data, and the sides of the dice in each."""


def with_dice(facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> list[Fact]:
    """Return the facts of an event with the dice that their sentences tell.

    A total of real dice gets a pencil.

    >>> thrown = Throw("usage", (Die(6, 2, typed=True),), 2)
    >>> from tracker.wording.words import words_of
    >>> worn = Fact("supply_worn", {"who": "", "name": "antorcha", "die": 4})
    >>> with_dice([worn], [thrown], words_of("chronicle"))[0].data["dice_usage"]
    'd6 → 2✎'
    """
    if not throws:
        return [*facts]
    told = [*_facts_with_throws(facts, throws, words)]
    if not any(map(_is_typed, throws)):
        return told
    left = [*throws]
    return [_with_pencils(fact, left) for fact in told]


def _facts_with_throws(facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> Iterator[Fact]:
    """Yield the facts with their throws, each told once, except one that concerns several creatures.

    Facts of a long run are told without their dice, but these are theirs all the same.
    """
    left, counts = [*throws], _Counts(facts, throws, words)
    for fact, of_run in _with_runs(facts):
        data = dict(fact.data)
        for name in _throws_in(variant(words, "fact", fact.kind, fact.data) or ""):
            how, _underline, purpose = name.partition("_")
            who = str(fact.data.get("other" if how == "other" else "who", ""))
            if how == "rest":
                data[name] = _rest(throw for throw in throws if throw.purpose == purpose)
                continue
            count = counts.throws_of(fact, how, purpose)
            taken = _take_throw(left, purpose, who, count, anybody=how == "by")
            if of_run <= _MOST_ALIKE and sum(len(throw.dice) for throw in taken) <= _MOST_TOLD:
                data[name] = " · ".join(map(_without_total if how == "faces" else _target_text, taken))
        yield Fact(fact.kind, data)


class _Counts:
    """The number of throws that each fact of an event comes of."""

    def __init__(self, facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> None:
        self._are_kept = any(fact.throw_count is not None for fact in facts)
        self._thrown = Counter((throw.purpose, throw.who) for throw in throws)
        self._wanted = Counter(
            (name.partition("_")[2], str(fact.data.get("who", "")))
            for fact in facts
            if fact.kind.startswith(_OF_A_FILE)
            for name in _throws_in(variant(words, "fact", fact.kind, fact.data) or "")
        )

    def throws_of(self, fact: Fact, how: str, purpose: str) -> int | None:
        """Return how many throws a fact takes for a purpose; None for all that there are.

        A game of a file says so. An event of an older version does not: there, facts and throws that are
        not equally many are not matched, for a face told of the wrong fact is worse than none.
        """
        if how == "by":
            return 0 if fact.data.get(FIXED) else 1
        if fact.throw_count is not None:
            return fact.throw_count
        if not fact.kind.startswith(_OF_A_FILE):
            return None if how == "all" else 1
        whose = (purpose, str(fact.data.get("who", "")))
        return 0 if self._are_kept or self._wanted[whose] != self._thrown[whose] else 1


def _with_runs(facts: Sequence[Fact]) -> Iterator[tuple[Fact, int]]:
    """Yield each fact with the number of facts in its run that differ only in when they happened."""
    for _fact, alike in groupby(facts, lambda fact: (fact.kind, {**fact.data, "at": None})):
        run = [*alike]
        yield from ((fact, len(run)) for fact in run)


def _take_throw(
    left: list[Throw], purpose: str, who: str, count: int | None, *, anybody: bool
) -> Sequence[Throw]:
    """Return the next throws of a creature for this purpose; else the next of nobody, or of anybody."""
    own = [throw for throw in left if (throw.purpose, throw.who) == (purpose, who)]
    found = own or [throw for throw in left if throw.purpose == purpose and (anybody or not throw.who)]
    taken = found[:count]
    if own or len(found) > 1:
        for throw in taken:
            left.remove(throw)
    return taken


@lru_cache(maxsize=1_024)
def _throws_in(sentence: str) -> tuple[str, ...]:
    """Return the names of the throws that a sentence tells."""
    return tuple(datum.name for datum in every_datum(parse_template(sentence)) if datum.space == BRACKETED)


def _target_text(throw: Throw) -> str:
    target = "" if throw.target is None else say("faces.against", target=throw.target)
    return roll_text(throw) + target


def _without_total(throw: Throw) -> str:
    return f"d{throw.dice[0].sides}" if _is_lone(throw) else _added_text(throw)


def _rest(throws: Iterable[Throw]) -> str:
    """Return the dice of plain rolls, unless their totals are all there is to tell, or they are too many."""
    several = [*throws]
    if all(map(_is_lone, several)) or sum(len(throw.dice) for throw in several) > _MOST_TOLD:
        return ""
    return " · ".join(map(_added_text, several))


def _with_pencils(fact: Fact, left: list[Throw]) -> Fact:
    """Return a fact with its pencils, and take the throws of its totals out of `left`."""
    if fact.kind not in _TELLING:
        return fact
    purpose, datum = _TELLING[fact.kind]
    totals: list[str] = []
    parts: dict[str, Scalar] = {}
    for total in str(fact.data.get(datum, "")).split(", "):
        thrown = _of_total(left, purpose, str(fact.data.get("who", "")), total.rstrip("✓✗"))
        totals.append(total + PENCIL if thrown and _is_typed(thrown) else total)
        for name, sides in _PARTS.get(fact.kind, {}).items():
            typed = thrown and any(die.typed and die.sides == sides for die in thrown.dice)
            if typed and fact.data.get(name):
                parts[name] = f"{fact.data[name]}{PENCIL}"
    return Fact(fact.kind, {**fact.data, **parts, datum: ", ".join(totals)})


def _of_total(left: list[Throw], purpose: str, who: str, total: str) -> Throw | None:
    """Take the next throw with a total out of `left`: of one purpose, or else of one creature."""
    for throw in left:
        fits = throw.purpose == purpose if purpose else throw.who == who
        if fits and str(throw.total) == total:
            left.remove(throw)
            return throw
    return None


def _is_typed(throw: Throw) -> bool:
    return any(die.typed for die in throw.dice)
