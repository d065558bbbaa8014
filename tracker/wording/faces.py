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
"""The space of a throw in a fact's sentence: its dice in brackets, or nothing without such a throw.

The datum's name is a prefix and a purpose. `dice_` is a throw of the fact's creature, `other_` one of its
other creature, `by_` one that anybody may have made, `all_` several of the creature, `faces_` one whose total
the sentence names, `rest_` plain rolls.
"""
_OF_A_FILE = "game_"
"""Prefix of the kinds of facts of a game that is a file."""
_MOST_ALIKE = 3
"""Equal facts in a row show their dice up to this number; beyond it, only their number is said."""
_MOST_TOLD = 20
"""Dice of plain rolls that a sentence shows at most; the dice tab shows all."""


def dice_text(throw: Throw) -> str:
    """List the faces in order: dropped ones in brackets, those of real dice with a pencil.

    A rerolled die bears ↻, one that exploded `!`, one that counts as another face an arrow to it.

    >>> dice_text(Throw("free", (Die(20, 7, kept=False), Die(20, 14, typed=True)), 14))
    'd20 [7] 14✎'
    """
    return " ".join(_dice_of_a_kind(throw, ""))


def _dice_of_a_kind(throw: Throw, sign: str) -> Iterator[str]:
    """Write the dice of each number of sides with their faces, a sign between them."""
    for sides, dice in groupby(throw.dice, lambda die: die.sides):
        yield f"d{sides}{sign} {' '.join(map(_face, dice))}"


def roll_text(throw: Throw, *, summed: bool | None = None) -> str:
    """Write the dice of a throw and its modifier, and its total unless a face already shows it.

    >>> roll_text(Throw("test", (Die(20, 7, kept=False), Die(20, 14)), 14, target=11))
    'd20 → [7] 14'
    >>> roll_text(Throw("test", (Die(20, 14),), 16, static=2, target=11))
    'd20 → 14 +2 = 16'

    The total is left out where no outcome depends on it; `summed` says so for a throw without its outcomes.
    """
    if _kept_alone(throw) or not (throw.has_sum if summed is None else summed):
        return _added_text(throw)
    return f"{_added_text(throw)} = {throw.total}"


def _added_text(throw: Throw) -> str:
    return ", ".join(_dice_of_a_kind(throw, " →")) + (f" {throw.modifier:+}" if throw.modifier else "")


def _is_lone(throw: Throw) -> bool:
    return len(throw.dice) == 1 and _kept_alone(throw)


def _kept_alone(throw: Throw) -> bool:
    kept_dice = [die for die in throw.dice if die.kept]
    return len(kept_dice) == 1 and kept_dice[0].face == throw.total and not throw.static


def _face(die: Die) -> str:
    counted = "" if die.counted is None else f"→{die.counted}"
    face = f"{face_text(die)}{counted}{_FATES[die.fate]}{PENCIL if die.typed else ''}"
    return face if die.kept else f"[{face}]"


def face_text(die: Die) -> str:
    """Write a face as the die prints it: a d100 shows 01 and 00.

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
"""Kinds of facts that name totals: the purpose of their throws (empty for any), the datum of the totals."""
_PARTS = {"checked": {"die": 20, "bonus": 4, "penalty": 4}}
"""Kinds of facts that name single dice of their throw: data, and the sides of the die in each."""


def with_dice(facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> list[Fact]:
    """Add to each fact the dice that its sentence shows.

    A total of real dice gets a pencil.

    >>> thrown = Throw("usage", (Die(6, 2, typed=True),), 2)
    >>> from tracker.wording.words import words_of
    >>> worn = Fact("supply_worn", {"who": "", "name": "antorcha", "die": 4})
    >>> with_dice([worn], [thrown], words_of("chronicle"))[0].data["dice_usage"]
    'd6 → 2✎'
    """
    if not throws:
        return [*facts]
    with_throws = [*_facts_with_throws(facts, throws, words)]
    if not any(map(_is_typed, throws)):
        return with_throws
    remaining = [*throws]
    return [_with_pencils(fact, remaining) for fact in with_throws]


def _facts_with_throws(facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> Iterator[Fact]:
    """Add to facts their throws, each used once, except one that concerns several creatures.

    Facts of a long run take their throws too, so that no other fact gets them, but show none.
    """
    remaining, counts = [*throws], _Counts(facts, throws, words)
    for fact, of_run in _with_runs(facts):
        data = dict(fact.data)
        for name in _throw_names_in(variant(words, "fact", fact.kind, fact.data) or ""):
            prefix, _underline, purpose = name.partition("_")
            who = str(fact.data.get("other" if prefix == "other" else "who", ""))
            if prefix == "rest":
                data[name] = _plain_rolls_text(throw for throw in throws if throw.purpose == purpose)
                continue
            count = counts.throws_of(fact, prefix, purpose)
            own_throws = _take_throw(remaining, purpose, who, count, anybody=prefix == "by")
            if of_run <= _MOST_ALIKE and sum(len(throw.dice) for throw in own_throws) <= _MOST_TOLD:
                data[name] = " · ".join(
                    map(_without_total if prefix == "faces" else _target_text, own_throws)
                )
        yield Fact(fact.kind, data)


class _Counts:
    """How many throws belong to each fact of an event."""

    def __init__(self, facts: Sequence[Fact], throws: Sequence[Throw], words: Words) -> None:
        self._are_kept = any(fact.throw_count is not None for fact in facts)
        self._thrown = Counter((throw.purpose, throw.who) for throw in throws)
        self._wanted = Counter(
            (name.partition("_")[2], str(fact.data.get("who", "")))
            for fact in facts
            if fact.kind.startswith(_OF_A_FILE)
            for name in _throw_names_in(variant(words, "fact", fact.kind, fact.data) or "")
        )

    def throws_of(self, fact: Fact, prefix: str, purpose: str) -> int | None:
        """Count the throws that a fact takes for a purpose; None takes all."""
        if prefix == "by":
            return 0 if fact.data.get(FIXED) else 1
        if fact.throw_count is not None:
            return fact.throw_count
        if not fact.kind.startswith(_OF_A_FILE):
            return None if prefix == "all" else 1
        # Events saved by an older version have no count. If facts and throws differ in number there, none is
        # matched: the face of another fact is worse than no face.
        key = (purpose, str(fact.data.get("who", "")))
        return 0 if self._are_kept or self._wanted[key] != self._thrown[key] else 1


def _with_runs(facts: Sequence[Fact]) -> Iterator[tuple[Fact, int]]:
    """Pair each fact with the number of facts in its run; a run's facts differ only in when they happened."""
    for _fact, equal_facts in groupby(facts, lambda fact: (fact.kind, {**fact.data, "at": None})):
        run = [*equal_facts]
        yield from ((fact, len(run)) for fact in run)


def _take_throw(
    remaining: list[Throw], purpose: str, who: str, count: int | None, *, anybody: bool
) -> Sequence[Throw]:
    """Take the next throws of a creature for a purpose; else those of nobody, or of anybody.

    Takes them out of `remaining`, but for a lone throw of nobody's: several creatures share it.
    """
    own_throws = [throw for throw in remaining if (throw.purpose, throw.who) == (purpose, who)]
    matches = own_throws or [
        throw for throw in remaining if throw.purpose == purpose and (anybody or not throw.who)
    ]
    throws = matches[:count]
    if own_throws or len(matches) > 1:
        for throw in throws:
            remaining.remove(throw)
    return throws


@lru_cache(maxsize=1_024)
def _throw_names_in(sentence: str) -> tuple[str, ...]:
    """Name the throws that a sentence shows."""
    return tuple(datum.name for datum in every_datum(parse_template(sentence)) if datum.space == BRACKETED)


def _target_text(throw: Throw) -> str:
    target = "" if throw.target is None else say("faces.against", target=throw.target)
    return roll_text(throw) + target


def _without_total(throw: Throw) -> str:
    return f"d{throw.dice[0].sides}" if _is_lone(throw) else _added_text(throw)


def _plain_rolls_text(throws: Iterable[Throw]) -> str:
    """Write the dice of plain rolls; nothing if their totals say it all, or if they are too many."""
    all_throws = [*throws]
    if all(map(_is_lone, all_throws)) or sum(len(throw.dice) for throw in all_throws) > _MOST_TOLD:
        return ""
    return " · ".join(map(_added_text, all_throws))


def _with_pencils(fact: Fact, remaining: list[Throw]) -> Fact:
    """Add pencils to a fact's totals of real dice, and take their throws out of `remaining`."""
    if fact.kind not in _TELLING:
        return fact
    purpose, datum = _TELLING[fact.kind]
    totals: list[str] = []
    parts: dict[str, Scalar] = {}
    for total in str(fact.data.get(datum, "")).split(", "):
        throw = _take_throw_of_total(remaining, purpose, str(fact.data.get("who", "")), total.rstrip("✓✗"))
        totals.append(total + PENCIL if throw and _is_typed(throw) else total)
        for name, sides in _PARTS.get(fact.kind, {}).items():
            typed = throw and any(die.typed and die.sides == sides for die in throw.dice)
            if typed and fact.data.get(name):
                parts[name] = f"{fact.data[name]}{PENCIL}"
    return Fact(fact.kind, {**fact.data, **parts, datum: ", ".join(totals)})


def _take_throw_of_total(remaining: list[Throw], purpose: str, who: str, total: str) -> Throw | None:
    """Take the next throw with a total out of `remaining`: of the purpose, or for none of the creature."""
    for throw in remaining:
        fits = throw.purpose == purpose if purpose else throw.who == who
        if fits and str(throw.total) == total:
            remaining.remove(throw)
            return throw
    return None


def _is_typed(throw: Throw) -> bool:
    return any(die.typed for die in throw.dice)
