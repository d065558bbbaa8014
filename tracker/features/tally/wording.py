"""The statistics of dice in words for people who do not know the chi-square test."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from tracker.rules.text import fold
from tracker.session.history import History
from tracker.session.state import Named
from tracker.session.tally import Falls, Tally, Total, Whose
from tracker.wording import amounts
from tracker.wording.contract import Answer, creature_answer
from tracker.wording.faces import PENCIL
from tracker.wording.messages import say
from tracker.wording.tally import distance_text, roller_text
from tracker.wording.words import term, words_of

_WIDTH = 24
_MOST_BARS = 20
_HEIGHTS = ".▁▂▃▅▇"
"""Bars, from a face that never fell to the most frequent one."""


def oddity(falls: Falls) -> str:
    """Say how unusual the faces are."""
    chance = falls.chance
    if chance is None:
        return say("tally.too_few")
    if chance >= 0.05:
        return say("tally.nothing_odd")
    if chance >= 0.01:
        return say("tally.little_odd")
    if chance >= 0.001:
        return say("tally.odd")
    return say("tally.very_odd")


def tally_lines(dice_tally: Tally, history: History) -> list[tuple[str, list[str]]]:
    """List the sum of each person, then each size of die and each person under a heading, then outcomes."""
    totals = dice_tally.by_person
    blocks = [(say("tally.by_person"), _total_lines(totals, history))] if totals else []
    blocks += [
        (f"d{sides}", _size_lines(parts, sides, history)) for sides, parts in dice_tally.by_size.items()
    ]
    if dice_tally.outcomes:
        blocks.append((say("tally.outcomes"), _outcome_lines(dice_tally, history)))
    return blocks


def _total_lines(totals: Mapping[Whose, Total], history: History) -> list[str]:
    figures = {whose: distance_text(total) for whose, total in totals.items()}
    width = max(map(len, figures.values()))
    lines = [
        f"{figures[whose]:>{width}}  "
        + say(
            "tally.sum",
            name=roller_text(whose, history),
            count=totals[whose].count,
            sum=totals[whose].sum,
            expected=_decimal_text(totals[whose].expected),
        )
        for whose in _by_name(totals, history)
    ]
    return [*lines, say("tally.standard_errors")]


def _size_lines(parts: Mapping[Whose, Falls], sides: int, history: History) -> list[str]:
    total = Falls.merge(parts)
    lines = [
        *_falls_lines(say("people.everybody"), total),
        *(histogram(total) if total.count else []),
    ]
    for whose in _by_name(parts, history):
        lines += _falls_lines(roller_text(whose, history), parts[whose])
        if sides <= _MOST_BARS and parts[whose].count:
            lines.append(f"  {_face_bars(parts[whose])}")
    return lines


def _by_name(whoses: Iterable[Whose], history: History) -> list[Whose]:
    return sorted(whoses, key=lambda whose: (fold(roller_text(whose, history)), whose.who))


def _falls_lines(name: str, falls: Falls) -> Iterator[str]:
    """Yield the statistics of dice; digital and real dice of one size have separate ones."""
    left_out_text = say("tally.apart", count=falls.alone)
    if not falls.count:
        yield f"{name}: {left_out_text}"
        return
    typed = say("tally.typed", typed=falls.typed_count)
    fairness = "tally.expected_mean" if falls.by_source else "tally.mean_expected"
    extremes = say("tally.extremes", low=falls.faces[1], high=falls.faces[falls.sides], sides=falls.sides)
    line = f"{name}: {falls.count} ({typed}), {_fairness_text(fairness, falls)}{extremes}"
    yield line + (f"; {left_out_text}" if falls.alone else "")
    if falls.by_source is not None:
        program, table = falls.by_source
        yield "  " + _fairness_text("tally.digital", program)
        yield "  " + _fairness_text("tally.real", table)


def _fairness_text(key: str, falls: Falls) -> str:
    return say(
        key,
        count=falls.count,
        mean=_decimal_text(falls.mean),
        expected=_decimal_text(falls.mean_face),
        oddity=oddity(falls),
    )


def histogram(falls: Falls) -> list[str]:
    """Draw a bar for each face, or for each range of faces of a large die.

    If the program rolled some of the dice, the real ones are the end of the bar.
    """
    step = -(-falls.sides // _MOST_BARS)
    stretches = [range(low, min(low + step, falls.sides + 1)) for low in range(1, falls.sides + 1, step)]
    counts = [sum(falls.faces[face] for face in stretch) for stretch in stretches]
    reals = [sum(falls.real[face] for face in stretch) if falls.by_source else 0 for stretch in stretches]
    highest = max(counts, default=0) or 1
    names = [f"{each[0]}" if step == 1 else f"{each[0]}-{each[-1]}" for each in stretches]
    width = max(map(len, names))
    return [
        f"  {name:>{width}} {_bar(count, real, highest)} {count}{f' ({real} {PENCIL})' if real else ''}"
        for name, count, real in zip(names, counts, reals, strict=True)
    ]


def _bar(count: int, real: int, highest: int) -> str:
    length, end = round(_WIDTH * count / highest), round(_WIDTH * real / highest)
    return "#" * (length - end) + "=" * end


def _face_bars(falls: Falls) -> str:
    """Draw a histogram with one letter for each face; digital dice first, then real ones."""
    if falls.by_source is None:
        return _heights(falls)
    programs, real = falls.by_source
    return f"{_heights(programs)}  {PENCIL} {_heights(real)}"


def _heights(falls: Falls) -> str:
    highest = max(falls.faces.values())
    counts = (falls.faces[face] for face in range(1, falls.sides + 1))
    return "".join(_HEIGHTS[-(-count * (len(_HEIGHTS) - 1) // highest)] for count in counts)


def _outcome_lines(dice_tally: Tally, history: History) -> list[str]:
    words = words_of(history.session.system)
    return [
        f"{roller_text(whose, history)}: "
        + ", ".join(
            f"{term(words, 'outcome', outcome)} {count}"
            for outcome, count in dice_tally.outcomes[whose].most_common()
        )
        for whose in _by_name(dice_tally.outcomes, history)
    ]


def tally_text(dice_tally: Tally, history: History) -> str:
    blocks = tally_lines(dice_tally, history)
    if not blocks:
        return say("tally.no_dice")
    return "\n\n".join("\n".join([heading, *lines]) for heading, lines in blocks)


class Fairness(Struct, frozen=True):
    """The count of each face, and its likelihood with fair dice."""

    count: int
    mean: float
    faces: dict[str, int]
    chi_square: float
    chance: float | None


class FallsAnswer(Fairness, frozen=True, kw_only=True):
    """The dice of one size; digital and real dice have separate figures if both fell."""

    sides: int
    typed: int
    alone: int
    expected: float
    program: Fairness | None
    table: Fairness | None


class RollerFalls(FallsAnswer, frozen=True, kw_only=True):
    """The dice of one size that a creature, or a GM, rolled."""

    who: Named | None
    gm: str


class RollerSum(Struct, frozen=True):
    """The sum of all dice of a creature, or of a GM."""

    who: Named | None
    gm: str
    count: int
    sum: int
    expected: float
    distance: float | None


class RollerOutcomes(Struct, frozen=True):
    """The outcomes of the rolls of a creature, or of a GM."""

    who: Named | None
    gm: str
    outcomes: dict[str, int]


class TallyAnswer(Answer, frozen=True, kw_only=True):
    """The statistics of the dice of some events."""

    people: list[RollerSum]
    dice: list[RollerFalls]
    together: list[FallsAnswer]
    outcomes: list[RollerOutcomes]


def tally_answer(dice_tally: Tally, history: History) -> TallyAnswer:
    names = history.names
    return TallyAnswer(
        people=[
            RollerSum(creature_answer(whose.who, names), whose.gm, **asdict(total))
            for whose, total in dice_tally.by_person.items()
        ],
        dice=[
            RollerFalls(**_falls_fields(falls), who=creature_answer(whose.who, names), gm=whose.gm)
            for (whose, _sides), falls in dice_tally.falls.items()
        ],
        together=[FallsAnswer(**_falls_fields(Falls.merge(parts))) for parts in dice_tally.by_size.values()],
        outcomes=[
            RollerOutcomes(creature_answer(whose.who, names), whose.gm, dict(counts))
            for whose, counts in dice_tally.outcomes.items()
        ],
    )


def _falls_fields(falls: Falls) -> dict[str, Any]:
    program, table = map(_fairness_of, falls.by_source) if falls.by_source else (None, None)
    return {
        "sides": falls.sides,
        "typed": falls.typed_count,
        "alone": falls.alone,
        "expected": falls.mean_face,
        "program": program,
        "table": table,
        **asdict(_fairness_of(falls)),
    }


def _fairness_of(falls: Falls) -> Fairness:
    faces = {str(face): falls.faces[face] for face in sorted(falls.faces)}
    return Fairness(falls.count, falls.mean, faces, falls.chi_square, falls.chance)


def _decimal_text(value: float) -> str:
    return amounts.decimal(f"{value:.2f}".rstrip("0").rstrip("."))
